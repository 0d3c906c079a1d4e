#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "oracle/test/polygons.hpp"
#include "oracle/test/ray_answers.hpp"

// Rays with answers by hand, against circles and straight shapes.

namespace touchstone::oracle {
namespace {

using namespace test;

// ---- circles

const Circle2<double> kFive{{0, 0}, 5};

TEST(RayCircle, TangentThenTouchingWithANormal) {
  expect_hit({{-10, 5}, {2, 0}}, kFive, kTouching, {5, 0, 5, Point{0, 1}});
  expect_hit({{-5, 10}, {4, -3}}, kFive, kTouching, {2, 3, 4, Point{0.6, 0.8}});
  expect_depth({{-10, 5}, {2, 0}}, kFive, 0);
}

TEST(RayCircle, OneUlpBesideATangentThenMissOrOverlap) {
  const double ulp = above(5) - 5;
  expect_miss({{-10, above(5)}, {2, 0}}, kFive, ulp);
  expect_depth({{-10, below(5)}, {2, 0}}, kFive, 5 - below(5));
  Truth truth;
  truth.assign(Ray{{-10, below(5)}, {2, 0}}, kFive);
  EXPECT_EQ(truth.relation(), kOverlapping);
  // 5 - sqrt(25 - (5 - 2^-50)^2) / 2
  EXPECT_TRUE(holds(truth.raycast().t, 5 - std::sqrt((5 - below(5)) * (5 + below(5))) / 2, 10));
}

TEST(RayCircle, IrrationalThenTheSurdAndNarrowIntervals) {
  const Ray ray{{-2, 0.5}, {1, 0}};
  const FullTruth::Raycast cast = full_truth(ray, Circle2<double>{{0, 0}, 1}).raycast.value();
  const Surd t = std::get<Surd>(*cast.t);  // 2 - sqrt(3) / 2
  EXPECT_EQ(t.a, 2);
  EXPECT_EQ(t.b * t.b * t.c, rational(0.75));
  expect_hit(ray, Circle2<double>{{0, 0}, 1}, kOverlapping,
             {1.1339745962155614, -0.8660254037844386, 0.5, Point{-0.8660254037844386, 0.5}});
}

TEST(RayCircle, BehindOrBesideThenMiss) {
  expect_miss({{0, 0}, {1, 0}}, Circle2<double>{{-5, 0}, 1}, 4);
  expect_miss({{0, 0}, {1, 0}}, Circle2<double>{{5, 3}, 1}, 2);
  expect_miss({{0, 0}, {1, 0}}, Circle2<double>{{-3, 4}, 1}, 4);
}

TEST(RayCircle, FromInsideOrTheBoundaryThenZeroWithoutNormal) {
  expect_hit({{1, 1}, {0, 3}}, kFive, kOverlapping, {0, 1, 1, {}});
  expect_hit({{3, 4}, {1, 0}}, kFive, kTouching, {0, 3, 4, {}});
  expect_hit({{3, 4}, {4, -3}}, kFive, kTouching, {0, 3, 4, {}});
  expect_hit({{3, 4}, {-1, 0}}, kFive, kOverlapping, {0, 3, 4, {}});
  expect_depth({{0, 0.5}, {0, 1}}, Circle2<double>{{0, 0}, 1}, 0.5);
}

TEST(RayCircle, WithoutSizeThenAPoint) {
  expect_hit({{0, 0}, {2, 1}}, Circle2<double>{{4, 2}, 0}, kTouching, {2, 4, 2, {}});
  expect_hit({{4, 2}, {2, 1}}, Circle2<double>{{4, 2}, 0}, kTouching, {0, 4, 2, {}});
  expect_miss({{0, 0}, {0, 1}}, Circle2<double>{{4, 2}, 0}, 4);
}

TEST(RayCircle, DirectionOfAnyLengthThenTheSameHit) {
  for (const double length : {1e-150, 1e-300, 0x1p-40, 1.0, 1e150, 1e300}) {
    Truth truth;
    truth.assign(Ray{{-10, 3}, {length, 0}}, kFive);
    const Truth::Raycast& cast = truth.raycast();
    ASSERT_TRUE(cast.hit);
    EXPECT_TRUE(holds(cast.x, -4, 10) && holds(cast.y, 3, 10));
    EXPECT_EQ(cast.normal, (Point{-0.8, 0.6}));
    EXPECT_NEAR(cast.t.hi * length, 6, 1e-14) << length;
    EXPECT_LE(cast.t.hi - cast.t.lo, 2 * 0x1p-52 * cast.t.hi) << length;
    expect_miss({{-10, 6}, {length, 0}}, kFive, 1);
  }
}

TEST(RayCircle, ExtremeCoordinatesThenStillExact) {
  expect_hit({{-3 * kTiniest, 0}, {kTiniest, 0}}, Circle2<double>{{0, 0}, kTiniest}, kOverlapping,
             {2, -kTiniest, 0, Point{-1, 0}});
  expect_hit({{-0x1p1023, 0}, {0x1p1000, 0}}, Circle2<double>{{0x1p1023, 0}, 0x1p1022}, kOverlapping,
             {0x1.8p23, 0x1p1022, 0, Point{-1, 0}});
}

// ---- points and segments

TEST(RayPoint, OnItsLineThenTouchingWithoutNormal) {
  expect_hit({{1, 1}, {2, 3}}, Point2<double>{{5, 7}}, kTouching, {2, 5, 7, {}});
  expect_hit({{5, 7}, {2, 3}}, Point2<double>{{5, 7}}, kTouching, {0, 5, 7, {}});
  expect_miss({{9, 13}, {2, 3}}, Point2<double>{{5, 7}}, std::sqrt(52));
  expect_miss({{1, 7}, {1, 0}}, Point2<double>{{5, below(7)}}, 7 - below(7));
}

const Segment2<double> kUpright{{2, -1}, {2, 3}};

TEST(RaySegment, CrossedThenTheNormalFacesTheRay) {
  expect_hit({{0, 0}, {1, 0}}, kUpright, kOverlapping, {2, 2, 0, Point{-1, 0}});
  expect_hit({{4, 0}, {-1, 0}}, kUpright, kOverlapping, {2, 2, 0, Point{1, 0}});
  expect_depth({{0, 0}, {1, 0}}, kUpright, 1);
}

TEST(RaySegment, MetAtAnEndThenTouchingWithoutNormal) {
  expect_hit({{0, 3}, {1, 0}}, kUpright, kTouching, {2, 2, 3, {}});
  expect_miss({{0, above(3)}, {1, 0}}, kUpright, above(3) - 3);
  expect_miss({{8, 4}, {5, 11}}, Segment2<double>{{0, 0}, {10, 10}}, 0.6620847108818944);
}

TEST(RaySegment, OnOneLineThenTheNearerEnd) {
  expect_hit({{2, 7}, {0, -2}}, kUpright, kTouching, {2, 2, 3, {}});
  expect_hit({{2, -4}, {0, 1}}, kUpright, kTouching, {3, 2, -1, {}});
  expect_hit({{2, 0}, {0, 1}}, kUpright, kTouching, {0, 2, 0, {}});
  expect_miss({{2, 5}, {0, 1}}, kUpright, 2);
}

TEST(RaySegment, FromItThenZeroAndTouching) {
  expect_hit({{2, 0}, {1, 0}}, kUpright, kTouching, {0, 2, 0, {}});
  expect_hit({{2, 3}, {1, 0}}, kUpright, kTouching, {0, 2, 3, {}});
}

// ---- boxes and polygons

const Aabb2<double> kBox{{0, 0}, {2, 2}};

TEST(RayBox, OnAFaceThenItsNormal) {
  expect_hit({{-1, 1}, {2, 0}}, kBox, kOverlapping, {0.5, 0, 1, Point{-1, 0}});
  expect_hit({{4, 3}, {-4, -2}}, kBox, kOverlapping, {0.5, 2, 2, {}});
  expect_hit({{380, 241}, {624, -104}}, Aabb2<double>{{640, 188}, {1129, 189}}, kOverlapping,
             {0.5, 692, 189, Point{0, 1}});
  expect_depth({{-1, 1}, {2, 0}}, kBox, 1);
}

TEST(RayBox, ThroughCornersThenNoNormal) {
  expect_hit({{-4, -4}, {1, 1}}, kBox, kOverlapping, {4, 0, 0, {}});
  expect_hit({{-1, 3}, {1, -1}}, Aabb2<double>{{0, 0}, {2, 2}}, kOverlapping, {1, 0, 2, {}});
  expect_hit({{-1, 1}, {1, 1}}, kBox, kTouching, {1, 0, 2, {}});
  expect_miss({{-1, 1}, {1, above(1)}}, kBox, 1.570092458683775e-16);
}

TEST(RayBox, AlongASideThenTouchingAndOneUlpAwayNot) {
  expect_hit({{-1, 2}, {1, 0}}, kBox, kTouching, {1, 0, 2, {}});
  expect_hit({{531, 301}, {16, 0}}, Aabb2<double>{{900, 301}, {915, 336}}, kTouching,
             {23.0625, 900, 301, {}});
  expect_miss({{-1, above(2)}, {1, 0}}, kBox, above(2) - 2);
  expect_hit({{-1, below(2)}, {1, 0}}, kBox, kOverlapping, {1, 0, below(2), Point{-1, 0}});
  expect_depth({{-1, below(2)}, {1, 0}}, kBox, 2 - below(2));
}

TEST(RayBox, FromTheBoundaryThenItMattersWhereItGoes) {
  expect_hit({{0, 1}, {1, 0}}, kBox, kOverlapping, {0, 0, 1, {}});
  expect_hit({{0, 1}, {-1, 0}}, kBox, kTouching, {0, 0, 1, {}});
  expect_hit({{0, 1}, {0, 1}}, kBox, kTouching, {0, 0, 1, {}});
  expect_hit({{0, 0}, {1, 1}}, kBox, kOverlapping, {0, 0, 0, {}});
  expect_hit({{2, 2}, {1, 1}}, kBox, kTouching, {0, 2, 2, {}});
  expect_hit({{2, 2}, {-1, 1}}, kBox, kTouching, {0, 2, 2, {}});
}

TEST(RayBox, BesideOrBehindThenTheDistance) {
  expect_miss({{6, 0}, {0, 100}}, Aabb2<double>{{21, 14}, {23, 16}}, 15);
  expect_miss({{5, 6}, {1, 1}}, kBox, 5);
  expect_miss({{3, 1}, {1, 0}}, kBox, 1);
}

TEST(RayBox, WithoutAreaThenASegmentOrAPoint) {
  expect_hit({{0, 0}, {1, 0}}, Aabb2<double>{{2, -1}, {2, 3}}, kOverlapping, {2, 2, 0, Point{-1, 0}});
  expect_hit({{0, 0}, {1, 0}}, Aabb2<double>{{2, 0}, {2, 0}}, kTouching, {2, 2, 0, {}});
  expect_hit({{0, 0}, {1, 0}}, Obb2<double>{{2, 0}, {{0, 1}, {0, 1}}}, kOverlapping, {2, 2, 0, Point{-1, 0}});
  expect_hit({{0, 0}, {1, 0}}, Triangle2<double>{{{2, -1}, {2, 1}, {2, 3}}}, kOverlapping,
             {2, 2, 0, Point{-1, 0}});
}

TEST(RayObb, CornersThatAreNoDoublesThenExact) {
  const Obb2<double> box{{1, 0}, {{0x1p-60, 1}, {-1, 0x1p-60}}};  // its left side leans by 2^-60
  expect_hit({{-2, 0}, {1, 0}}, box, kOverlapping, {2, -0x1p-120, 0, Point{-1, 0x1p-60}});
  const Obb2<double> diamond{{2, 0}, {{0.5, 0.5}, {-0.5, 0.5}}};
  expect_hit({{0, 1}, {1, 0}}, diamond, kTouching, {2, 2, 1, {}});
  expect_miss({{0, above(1)}, {1, 0}}, diamond, above(1) - 1);
}

TEST(RayPolygon, AtAVertexThatIsNoCornerThenTheNormal) {
  const OwnedPolygon convex({{0, 0}, {2, 0}, {2, 2}, {0, 2}, {0, 1}});
  expect_hit({{-1, 1}, {1, 0}}, convex.shape(), kOverlapping, {1, 0, 1, Point{-1, 0}});
  const OwnedPolygon concave({{0, 0}, {2, 0}, {1, 1}, {2, 2}, {0, 2}, {0, 1}});
  expect_hit({{-1, 1}, {1, 0}}, concave.shape(), kOverlapping, {1, 0, 1, Point{-1, 0}});
}

TEST(RayPolygon, FromAHoleThenTheNormalPointsIntoIt) {
  const OwnedPolygon frame(square(0, 9), {square(3, 6)});
  expect_hit({{4.5, 4.5}, {0, 1}}, frame.shape(), kOverlapping, {1.5, 4.5, 6, Point{0, -1}});
  expect_hit({{4, 4}, {1, 1}}, frame.shape(), kOverlapping, {2, 6, 6, {}});
  expect_hit({{3, 4}, {1, 0}}, frame.shape(), kOverlapping, {0, 3, 4, {}});
  expect_hit({{3, 3}, {1, 0}}, frame.shape(), kOverlapping, {0, 3, 3, {}});
  expect_depth_at_least({{4.5, 4.5}, {0, 1}}, frame.shape(), 1.5);
}

const OwnedPolygon kNotched({{0, 0}, {8, 0}, {8, 4}, {6, 4}, {4, 2}, {2, 4}, {0, 4}});

TEST(RayPolygon, IntoANotchThenItsWallsAndItsCorner) {
  expect_hit({{3, 9}, {0, -1}}, kNotched.shape(), kOverlapping,
             {6, 3, 3, Point{std::sqrt(0.5), std::sqrt(0.5)}});
  expect_hit({{4, 9}, {0, -1}}, kNotched.shape(), kOverlapping, {7, 4, 2, {}});
  expect_hit({{4, 3}, {1, 0}}, kNotched.shape(), kOverlapping,
             {1, 5, 3, Point{-std::sqrt(0.5), std::sqrt(0.5)}});
  expect_miss({{4, 3}, {0, 1}}, kNotched.shape(), std::sqrt(0.5));
}

TEST(RayPolygon, AlongItsTopThenTouchingThereAndBackAgain) {
  expect_hit({{-1, 4}, {1, 0}}, kNotched.shape(), kTouching, {1, 0, 4, {}});
  expect_hit({{3, 4}, {1, 0}}, kNotched.shape(), kTouching, {3, 6, 4, {}});
  expect_miss({{-1, above(4)}, {1, 0}}, kNotched.shape(), above(4) - 4);
  expect_hit({{-1, below(4)}, {1, 0}}, kNotched.shape(), kOverlapping, {1, 0, below(4), Point{-1, 0}});
  expect_hit({{4, 2}, {0, 1}}, kNotched.shape(), kTouching, {0, 4, 2, {}});
  expect_hit({{4, 2}, {1, 1}}, kNotched.shape(), kTouching, {0, 4, 2, {}});
}

TEST(RayPolygon, WhereAHoleTouchesASideThenNoNormal) {
  const OwnedPolygon pinched(square(0, 4), {{{0, 2}, {1, 1}, {1, 3}}});
  expect_hit({{-1, 2}, {1, 0}}, pinched.shape(), kOverlapping, {1, 0, 2, {}});
  expect_hit({{-1, 1}, {1, 0}}, pinched.shape(), kOverlapping, {1, 0, 1, Point{-1, 0}});
}

// ---- two rays, and what full_truth tells

TEST(RayPair, TwoRaysThenUndecided) {
  const Ray ray{{0, 0}, {1, 0}};
  EXPECT_TRUE(full_truth(ray, ray).undecided);
  EXPECT_FALSE(full_truth(ray, ray).raycast.has_value());
  EXPECT_EQ(full_truth(Ray{{0, 0}, {0, 0}}, kBox).invalid_reason.substr(0, 3), "a: ");
}

TEST(RayPair, FullTruthThenOnlyTheRaycast) {
  const FullTruth truth = full_truth(kBox, Ray{{-1, 1}, {2, 0}});
  EXPECT_TRUE(truth.raycast.has_value());
  EXPECT_FALSE(truth.relation || truth.separation || truth.distance || truth.location || truth.area ||
               truth.mtv);
}

}  // namespace
}  // namespace touchstone::oracle
