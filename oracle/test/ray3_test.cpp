#include <gtest/gtest.h>

#include <cmath>

#include "oracle/test/ray3_answers.hpp"

// Rays of space with answers by hand.

namespace touchstone::oracle {
namespace {

using namespace test;

const double kHalfRoot = std::sqrt(0.5);          // rounds to nearest
const double kThirdRoot = 0.5773502691896257645;  // 1 / sqrt 3

// ---- points and segments

TEST(Ray3Point, OnItsLineThenTouchingWithoutNormal) {
  const Point3<double> point{{5, 7, 9}};
  expect_hit({{1, 1, 1}, {2, 3, 4}}, point, kTouching, {2, {5, 7, 9}, {}});
  expect_hit({{5, 7, 9}, {2, 3, 4}}, point, kTouching, {0, {5, 7, 9}, {}});
  expect_miss({{9, 13, 17}, {2, 3, 4}}, point, std::sqrt(116.0));
  expect_miss({{1, 7, 9}, {1, 0, 0}}, Point3<double>{{5, 7, below(9)}}, 9 - below(9));
  expect_miss({{1, 7, 9}, {1, 0, 0}}, Point3<double>{{5, 4, 13}}, 5);
}

const Segment3<double> kUpright{{2, 0, -1}, {2, 0, 3}};

TEST(Ray3Segment, CrossedThenTouchingWithoutNormal) {
  expect_hit({{0, 0, 0}, {1, 0, 0}}, kUpright, kTouching, {2, {2, 0, 0}, {}});
  expect_hit({{0, 0, 3}, {4, 0, 0}}, kUpright, kTouching, {0.5, {2, 0, 3}, {}});
  expect_miss({{0, 0, above(3)}, {1, 0, 0}}, kUpright, above(3) - 3);
  expect_miss({{0, 0x1p-40, 0}, {1, 0, 0}}, kUpright, 0x1p-40);
  expect_miss({{3, 0, 0}, {1, 0, 0}}, kUpright, 1);
  expect_depth({{0, 0, 0}, {1, 0, 0}}, kUpright, 0);
}

TEST(Ray3Segment, OnOneLineThenTheNearerEnd) {
  expect_hit({{2, 0, 7}, {0, 0, -2}}, kUpright, kTouching, {2, {2, 0, 3}, {}});
  expect_hit({{2, 0, -4}, {0, 0, 1}}, kUpright, kTouching, {3, {2, 0, -1}, {}});
  expect_hit({{2, 0, 1}, {0, 0, 1}}, kUpright, kTouching, {0, {2, 0, 1}, {}});
  expect_hit({{2, 0, 1}, {1, 1, 1}}, kUpright, kTouching, {0, {2, 0, 1}, {}});
  expect_miss({{2, 0, 5}, {0, 0, 1}}, kUpright, 2);
  expect_hit({{0, 0, 0}, {1, 0, 0}}, Segment3<double>{{4, 0, 0}, {4, 0, 0}}, kTouching, {4, {4, 0, 0}, {}});
}

TEST(Ray3Segment, SkewOrParallelThenTheDistance) {
  expect_miss({{0, 0, 0}, {1, 0, 0}}, Segment3<double>{{5, -1, 2}, {5, 1, 2}}, 2);
  expect_miss({{0, 0, 0}, {1, 0, 0}}, Segment3<double>{{5, 3, 4}, {9, 3, 4}}, 5);
  expect_miss({{0, 0, 0}, {1, 0, 0}}, Segment3<double>{{-9, 3, 0}, {-4, 3, 0}}, 5);
}

// ---- boxes

const Aabb3<double> kBox{{0, 0, 0}, {2, 2, 2}};

TEST(Ray3Box, OnAFaceThenItsNormal) {
  expect_hit({{-1, 1, 1}, {2, 0, 0}}, kBox, kOverlapping, {0.5, {0, 1, 1}, Vec{-1, 0, 0}});
  expect_hit({{1, 1.5, 6}, {0, 0, -1000}}, kBox, kOverlapping, {0.004, {1, 1.5, 2}, Vec{0, 0, 1}});
  expect_hit({{4, 3, 2.5}, {-4, -2, -1}}, kBox, kOverlapping, {0.5, {2, 2, 2}, {}});
  expect_hit({{1, -3, 1.5}, {0, 1, -0.125}}, kBox, kOverlapping, {3, {1, 0, 1.125}, Vec{0, -1, 0}});
  expect_depth({{-1, 1, 1.5}, {2, 0, 0}}, kBox, 0.5);
  expect_depth({{1, 1, 1.25}, {1, 0, 0}}, kBox, 0.75);
}

TEST(Ray3Box, ThroughEdgesAndCornersThenNoNormal) {
  expect_hit({{-4, -4, 1}, {1, 1, 0}}, kBox, kOverlapping, {4, {0, 0, 1}, {}});
  expect_hit({{-4, -4, -4}, {2, 2, 2}}, kBox, kOverlapping, {2, {0, 0, 0}, {}});
  expect_hit({{-1, 1, 1}, {1, 1, 0}}, kBox, kTouching, {1, {0, 2, 1}, {}});
  expect_hit({{-1, 3, 1}, {1, -1, 1}}, kBox, kTouching, {1, {0, 2, 2}, {}});
  expect_hit({{-3, -1, 2}, {3, 1, 0}}, kBox, kTouching, {1, {0, 0, 2}, {}});
}

TEST(Ray3Box, AlongAFaceOrAnEdgeThenTouchingAndOneUlpAwayNot) {
  expect_hit({{-1, 1, 2}, {1, 0, 0}}, kBox, kTouching, {1, {0, 1, 2}, {}});
  expect_hit({{-1, 2, 2}, {1, 0, 0}}, kBox, kTouching, {1, {0, 2, 2}, {}});
  expect_hit({{0, 0.5, -1}, {0, 0, 1}}, Aabb3<double>{{0, 0, 0}, {1, 1, 1}}, kTouching, {1, {0, 0.5, 0}, {}});
  expect_miss({{-1, 1, above(2)}, {1, 0, 0}}, kBox, above(2) - 2);
  expect_hit({{-1, 1, below(2)}, {1, 0, 0}}, kBox, kOverlapping, {1, {0, 1, below(2)}, Vec{-1, 0, 0}});
  expect_depth({{-1, 1, below(2)}, {1, 0, 0}}, kBox, 2 - below(2));
}

TEST(Ray3Box, FromInsideOrTheBoundaryThenZeroWithoutNormal) {
  expect_hit({{1, 1, 1}, {0, 3, 1}}, kBox, kOverlapping, {0, {1, 1, 1}, {}});
  expect_hit({{0, 1, 1}, {1, 0, 0}}, kBox, kOverlapping, {0, {0, 1, 1}, {}});
  expect_hit({{0, 1, 1}, {-1, 0, 0}}, kBox, kTouching, {0, {0, 1, 1}, {}});
  expect_hit({{0, 1, 1}, {0, 1, 1}}, kBox, kTouching, {0, {0, 1, 1}, {}});
  expect_hit({{0, 0, 0}, {1, 1, 1}}, kBox, kOverlapping, {0, {0, 0, 0}, {}});
  expect_hit({{2, 2, 2}, {-1, -1, 1}}, kBox, kTouching, {0, {2, 2, 2}, {}});
}

TEST(Ray3Box, BesideOrBehindThenTheDistance) {
  expect_miss({{6, 0, 0}, {0, 100, 0}}, Aabb3<double>{{21, 14, -1}, {23, 16, 1}}, 15);
  expect_miss({{5, 6, 1}, {1, 1, 0}}, kBox, 5);
  expect_miss({{3, 1, 1}, {1, 0, 0}}, kBox, 1);
  expect_miss({{-1, 1, 5}, {1, 0, 0}}, kBox, 3);
  expect_miss({{-1, 6, 5}, {1, 0, 0}}, kBox, 5);
}

TEST(Ray3Box, WithoutVolumeThenAPolygonASegmentOrAPoint) {
  const Aabb3<double> sheet{{2, -1, -1}, {2, 3, 3}};
  expect_hit({{0, 0, 0}, {1, 0, 0}}, sheet, kOverlapping, {2, {2, 0, 0}, Vec{-1, 0, 0}});
  expect_hit({{4, 0, 0}, {-1, 0, 0}}, sheet, kOverlapping, {2, {2, 0, 0}, Vec{1, 0, 0}});
  expect_hit({{0, 0, 3}, {1, 0, 0}}, sheet, kTouching, {2, {2, 0, 3}, {}});
  expect_hit({{2, -3, 0}, {0, 1, 0}}, sheet, kTouching, {2, {2, -1, 0}, {}});
  expect_hit({{2, 0, 0}, {1, 0, 0}}, sheet, kTouching, {0, {2, 0, 0}, {}});
  expect_hit({{0, 0, 0}, {1, 0, 0}}, Aabb3<double>{{2, 0, -1}, {2, 0, 1}}, kTouching, {2, {2, 0, 0}, {}});
  expect_hit({{0, 0, 0}, {1, 0, 0}}, Aabb3<double>{{2, 0, 0}, {2, 0, 0}}, kTouching, {2, {2, 0, 0}, {}});
}

TEST(Ray3Obb, LeaningThenItsOwnFaces) {
  const Obb3<double> box{{4, 0, 0}, {{1, 1, 0}, {-1, 1, 0}, {0, 0, 1}}};
  expect_hit({{0, 0, 0}, {1, 0, 0}}, box, kOverlapping, {2, {2, 0, 0}, {}});
  expect_hit({{0, 1, 0}, {1, 0, 0}}, box, kOverlapping, {3, {3, 1, 0}, Vec{-kHalfRoot, kHalfRoot, 0}});
  expect_hit({{0, 2, 0}, {1, 0, 0}}, box, kTouching, {4, {4, 2, 0}, {}});
  expect_miss({{0, above(2), 0}, {1, 0, 0}}, box, above(2) - 2);
  const Obb3<double> left{{4, 0, 0}, {{-1, 1, 0}, {1, 1, 0}, {0, 0, 1}}};
  expect_hit({{0, -1, 0}, {1, 0, 0}}, left, kOverlapping, {3, {3, -1, 0}, Vec{-kHalfRoot, -kHalfRoot, 0}});
}

TEST(Ray3Obb, CornersThatAreNoDoublesThenExact) {
  const Obb3<double> box{{1, 0, 0},
                         {{0x1p-60, 1, 0}, {-1, 0x1p-60, 0}, {0, 0, 1}}};  // its left side leans by 2^-60
  expect_hit({{-2, 0, 0}, {1, 0, 0}}, box, kOverlapping, {2, {-0x1p-120, 0, 0}, Vec{-1, 0x1p-60, 0}});
}

TEST(Ray3Obb, HalfAxesInOnePlaneThenAPolygon) {
  const Obb3<double> hexagon{{0, 0, 5}, {{2, 0, 0}, {0, 2, 0}, {1, 1, 0}}};
  expect_hit({{2.5, 2.5, 0}, {0, 0, 1}}, hexagon, kOverlapping, {5, {2.5, 2.5, 5}, Vec{0, 0, -1}});
  expect_miss({{-2.5, 2.5, 0}, {0, 0, 1}}, hexagon, kHalfRoot);
}

// ---- triangles and hulls

const Triangle3<double> kTriangle{{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}};

TEST(Ray3Triangle, CrossedThenTheNormalFacesTheRay) {
  expect_hit({{1, 1, 5}, {0, 0, -2}}, kTriangle, kOverlapping, {2.5, {1, 1, 0}, Vec{0, 0, 1}});
  expect_hit({{1, 1, -5}, {0, 0, 2}}, kTriangle, kOverlapping, {2.5, {1, 1, 0}, Vec{0, 0, -1}});
  expect_hit({{0, 0, 3}, {1, 1, -3}}, kTriangle, kOverlapping, {1, {1, 1, 0}, Vec{0, 0, 1}});
  expect_depth({{1, 1, 5}, {0, 0, -2}}, kTriangle, 1);
  expect_depth({{1.5, 1.5, 5}, {0, 0, -2}}, kTriangle, kHalfRoot);
}

TEST(Ray3Triangle, AtAnEdgeOrACornerThenTouching) {
  expect_hit({{2, 0, 5}, {0, 0, -1}}, kTriangle, kTouching, {5, {2, 0, 0}, {}});
  expect_hit({{2, 2, 5}, {0, 0, -1}}, kTriangle, kTouching, {5, {2, 2, 0}, {}});
  expect_hit({{4, 0, 5}, {0, 0, -1}}, kTriangle, kTouching, {5, {4, 0, 0}, {}});
  expect_miss({{2, -0x1p-60, 5}, {0, 0, -1}}, kTriangle, 0x1p-60);
  expect_hit({{2, 0x1p-60, 5}, {0, 0, -1}}, kTriangle, kOverlapping, {5, {2, 0x1p-60, 0}, Vec{0, 0, 1}});
}

TEST(Ray3Triangle, InItsPlaneThenTouchingWithoutNormal) {
  expect_hit({{-3, 1, 0}, {1, 0, 0}}, kTriangle, kTouching, {3, {0, 1, 0}, {}});
  expect_hit({{-3, 0, 0}, {1, 0, 0}}, kTriangle, kTouching, {3, {0, 0, 0}, {}});
  expect_hit({{1, 1, 0}, {1, 0, 0}}, kTriangle, kTouching, {0, {1, 1, 0}, {}});
  expect_miss({{-3, 1, 0}, {-1, 0, 0}}, kTriangle, 3);
  expect_miss({{-3, 1, 2}, {1, 0, 0}}, kTriangle, 2);
}

TEST(Ray3Triangle, FromItOrAwayThenZeroOrMiss) {
  expect_hit({{1, 1, 0}, {0, 0, 1}}, kTriangle, kTouching, {0, {1, 1, 0}, {}});
  expect_miss({{1, 1, 3}, {0, 0, 1}}, kTriangle, 3);
  expect_miss({{3, 3, 3}, {0, 0, -1}}, kTriangle, std::sqrt(2.0));
}

TEST(Ray3Triangle, OnOneLineThenASegment) {
  const Triangle3<double> line{{{2, 0, -1}, {2, 0, 1}, {2, 0, 3}}};
  expect_hit({{0, 0, 0}, {1, 0, 0}}, line, kTouching, {2, {2, 0, 0}, {}});
  expect_miss({{0, 1, 0}, {1, 0, 0}}, line, 1);
}

TEST(Ray3Hull, AcrossATriangulatedFaceThenOneNormal) {
  const Vec points[] = {{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {2, 2, 0}, {1, 1, 0}, {1, 1, 4}, {1, 1, 1}};
  const Hull3<double> pyramid{points};
  expect_hit({{1, 1, -3}, {0, 0, 1}}, pyramid, kOverlapping, {3, {1, 1, 0}, Vec{0, 0, -1}});
  expect_hit({{1, 1, 9}, {0, 0, -1}}, pyramid, kOverlapping, {5, {1, 1, 4}, {}});
  expect_hit({{1, 0.5, 9}, {0, 0, -1}}, pyramid, kOverlapping,
             {7, {1, 0.5, 2}, Vec{0, -0.9701425001453319, 0.24253562503633297}});
  expect_hit({{-3, 1, 4}, {1, 0, 0}}, pyramid, kTouching, {4, {1, 1, 4}, {}});
}

TEST(Ray3Hull, TetrahedronThenItsSlantedFace) {
  const Vec points[] = {{0, 0, 0}, {3, 0, 0}, {0, 3, 0}, {0, 0, 3}};
  expect_hit({{3, 3, 3}, {-1, -1, -1}}, Hull3<double>{points}, kOverlapping,
             {2, {1, 1, 1}, Vec{kThirdRoot, kThirdRoot, kThirdRoot}});
  expect_depth({{0.5, 0.5, 9}, {0, 0, -1}}, Hull3<double>{points}, 0.5);
}

// ---- spheres and capsules

const Sphere3<double> kFive{{0, 0, 0}, 5};

TEST(Ray3Sphere, TangentThenTouchingWithANormal) {
  expect_hit({{-10, 5, 0}, {2, 0, 0}}, kFive, kTouching, {5, {0, 5, 0}, Vec{0, 1, 0}});
  expect_hit({{-5, 10, 0}, {4, -3, 0}}, kFive, kTouching, {2, {3, 4, 0}, Vec{0.6, 0.8, 0}});
  expect_depth({{-10, 5, 0}, {2, 0, 0}}, kFive, 0);
}

TEST(Ray3Sphere, OneUlpBesideATangentThenMissOrOverlap) {
  expect_miss({{-10, above(5), 0}, {2, 0, 0}}, kFive, above(5) - 5);
  expect_depth({{-10, below(5), 0}, {2, 0, 0}}, kFive, 5 - below(5));
  EXPECT_EQ(ray_relation({{-10, below(5), 0}, {2, 0, 0}}, kFive), kOverlapping);
}

TEST(Ray3Sphere, IrrationalThenTheSurd) {
  expect_hit({{-2, 0.5, 0}, {1, 0, 0}}, Sphere3<double>{{0, 0, 0}, 1}, kOverlapping,
             {1.1339745962155614, {-0.8660254037844386, 0.5, 0}, Vec{-0.8660254037844386, 0.5, 0}});
  expect_hit(
      {{-5, -5, -5}, {1, 1, 1}}, Sphere3<double>{{0, 0, 0}, 1}, kOverlapping,
      {5 - kThirdRoot, {-kThirdRoot, -kThirdRoot, -kThirdRoot}, Vec{-kThirdRoot, -kThirdRoot, -kThirdRoot}});
}

TEST(Ray3Sphere, BehindBesideOrWithinThenMissOrZero) {
  expect_miss({{0, 0, 0}, {0, 0, 1}}, Sphere3<double>{{0, 0, -5}, 1}, 4);
  expect_miss({{0, 0, 0}, {1, 0, 0}}, Sphere3<double>{{5, 3, 4}, 1}, 4);
  expect_hit({{1, 1, 1}, {0, 3, 0}}, kFive, kOverlapping, {0, {1, 1, 1}, {}});
  expect_hit({{3, 4, 0}, {1, 0, 0}}, kFive, kTouching, {0, {3, 4, 0}, {}});
  expect_hit({{3, 4, 0}, {4, -3, 0}}, kFive, kTouching, {0, {3, 4, 0}, {}});
  expect_hit({{3, 4, 0}, {-1, 0, 0}}, kFive, kOverlapping, {0, {3, 4, 0}, {}});
  expect_depth({{0, 0.5, 0}, {1, 0, 0}}, Sphere3<double>{{0, 0, 0}, 1}, 0.5);
}

TEST(Ray3Sphere, WithoutSizeThenAPoint) {
  const Sphere3<double> point{{4, 2, 6}, 0};
  expect_hit({{0, 0, 0}, {2, 1, 3}}, point, kTouching, {2, {4, 2, 6}, {}});
  expect_hit({{4, 2, 6}, {2, 1, 3}}, point, kTouching, {0, {4, 2, 6}, {}});
  expect_miss({{4, 2, 0}, {0, 0, -1}}, point, 6);
}

TEST(Ray3Sphere, DirectionOfAnyLengthThenTheSameHit) {
  for (const double length : {1e-150, 1e-300, 0x1p-40, 1.0, 1e150, 1e300}) {
    const AskedRay asked({{-10, 3, 0}, {length, 0, 0}}, kFive, true, Truth3::Tier::filter);
    const Truth3::Raycast& cast = asked.pair->raycast();
    ASSERT_TRUE(cast.hit);
    EXPECT_TRUE(holds(cast.x, -4, 10) && holds(cast.y, 3, 10) && holds(cast.z, 0, 10));
    EXPECT_EQ(cast.normal, (Vec{-0.8, 0.6, 0}));
    EXPECT_NEAR(cast.t.hi * length, 6, 1e-14) << length;
    EXPECT_LE(cast.t.hi - cast.t.lo, 2 * 0x1p-52 * cast.t.hi) << length;
    expect_miss({{-10, 6, 0}, {length, 0, 0}}, kFive, 1);
  }
}

TEST(Ray3Sphere, ExtremeCoordinatesThenStillExact) {
  expect_hit({{-3 * kTiniest, 0, 0}, {kTiniest, 0, 0}}, Sphere3<double>{{0, 0, 0}, kTiniest}, kOverlapping,
             {2, {-kTiniest, 0, 0}, Vec{-1, 0, 0}});
  expect_hit({{-0x1p1023, 0, 0}, {0x1p1000, 0, 0}}, Sphere3<double>{{0x1p1023, 0, 0}, 0x1p1022}, kOverlapping,
             {0x1.8p23, {0x1p1022, 0, 0}, Vec{-1, 0, 0}});
  expect_hit({{-1e15, 0.5, 0}, {1, 0, 0}}, Sphere3<double>{{0, 0.5, 0}, 1}, kOverlapping,
             {1e15 - 1, {-1, 0.5, 0}, Vec{-1, 0, 0}});
}

const Capsule3<double> kCapsule{{0, 0, -2}, {0, 0, 2}, 1};

TEST(Ray3Capsule, OnItsSideItsEndAndWhereTheyMeetThenTheNormal) {
  expect_hit({{-4, 0, 1}, {1, 0, 0}}, kCapsule, kOverlapping, {3, {-1, 0, 1}, Vec{-1, 0, 0}});
  expect_hit({{-4, 0, 2}, {1, 0, 0}}, kCapsule, kOverlapping, {3, {-1, 0, 2}, Vec{-1, 0, 0}});
  expect_hit({{0, 0, 9}, {0, 0, -3}}, kCapsule, kOverlapping, {2, {0, 0, 3}, Vec{0, 0, 1}});
  const Capsule3<double> wide{{0, 0, -20}, {0, 0, 20}, 5};
  expect_hit({{3, 0, -34}, {0, 0, 2}}, wide, kOverlapping, {5, {3, 0, -24}, Vec{0.6, 0, -0.8}});
  expect_hit({{-9, 0, -23}, {1, 0, 0}}, wide, kOverlapping, {5, {-4, 0, -23}, Vec{-0.8, 0, -0.6}});
}

TEST(Ray3Capsule, TangentAndAlongTheWallThenTouching) {
  expect_hit({{-4, 1, 1}, {1, 0, 0}}, kCapsule, kTouching, {4, {0, 1, 1}, Vec{0, 1, 0}});
  expect_hit({{-4, 0, 3}, {1, 0, 0}}, kCapsule, kTouching, {4, {0, 0, 3}, Vec{0, 0, 1}});
  expect_hit({{1, 0, -5}, {0, 0, 1}}, kCapsule, kTouching, {3, {1, 0, -2}, Vec{1, 0, 0}});
  expect_miss({{above(1), 0, -5}, {0, 0, 1}}, kCapsule, above(1) - 1);
  expect_miss({{1, 0, 5}, {0, 0, 1}}, kCapsule, std::sqrt(10.0) - 1);
  expect_miss({{-4, 2, 1}, {1, 0, 0}}, kCapsule, 1);
}

TEST(Ray3Capsule, FromInsideThenZero) {
  expect_hit({{0.5, 0, 0}, {1, 0, 0}}, kCapsule, kOverlapping, {0, {0.5, 0, 0}, {}});
  expect_hit({{0, 0, 2.5}, {0, 0, 1}}, kCapsule, kOverlapping, {0, {0, 0, 2.5}, {}});
  expect_hit({{0, 0, 3}, {0, 0, 1}}, kCapsule, kTouching, {0, {0, 0, 3}, {}});
  expect_hit({{1, 0, 0}, {0, 0, 1}}, kCapsule, kTouching, {0, {1, 0, 0}, {}});
  expect_depth({{0.25, 0, 9}, {0, 0, -1}}, kCapsule, 0.75);
  expect_depth({{-3, 0, 0}, {1, 0, 0}}, kCapsule, 1);
}

TEST(Ray3Capsule, WithoutRadiusOrLengthThenASegmentOrASphere) {
  expect_hit({{-4, 0, 0}, {2, 0, 0}}, Capsule3<double>{{0, 0, -2}, {0, 0, 2}, 0}, kTouching,
             {2, {0, 0, 0}, {}});
  expect_hit({{-4, 0, 0}, {1, 0, 0}}, Capsule3<double>{{0, 0, 0}, {0, 0, 0}, 1}, kOverlapping,
             {3, {-1, 0, 0}, Vec{-1, 0, 0}});
}

// ---- cylinders

const Cylinder3<double> kCylinder{{0, 0, -2}, {0, 0, 2}, 1};

TEST(Ray3Cylinder, OnItsSideAndItsEndsThenTheNormal) {
  expect_hit({{-4, 0, 1}, {2, 0, 0}}, kCylinder, kOverlapping, {1.5, {-1, 0, 1}, Vec{-1, 0, 0}});
  expect_hit({{0.5, 0.5, 6}, {0, 0, -1}}, kCylinder, kOverlapping, {4, {0.5, 0.5, 2}, Vec{0, 0, 1}});
  expect_hit({{0.5, 0.5, -6}, {0, 0, 8}}, kCylinder, kOverlapping, {0.5, {0.5, 0.5, -2}, Vec{0, 0, -1}});
  expect_hit({{-2, 0, 3}, {2, 0, -1}}, kCylinder, kOverlapping, {1, {0, 0, 2}, Vec{0, 0, 1}});
  expect_hit({{-3, 0, 3}, {1, 0, -1}}, kCylinder, kOverlapping, {2, {-1, 0, 1}, Vec{-1, 0, 0}});
  expect_hit({{-4, 0.6, 0}, {1, 0, 0}}, kCylinder, kOverlapping, {3.2, {-0.8, 0.6, 0}, Vec{-0.8, 0.6, 0}});
}

TEST(Ray3Cylinder, ThroughTheRimThenNoNormal) {
  expect_hit({{-3, 0, 4}, {2, 0, -2}}, kCylinder, kOverlapping, {1, {-1, 0, 2}, {}});
  expect_hit({{-3, 0, 0}, {1, 0, 1}}, kCylinder, kTouching, {2, {-1, 0, 2}, {}});
  expect_hit({{-1, -3, 2}, {0, 1, 0}}, kCylinder, kTouching, {3, {-1, 0, 2}, {}});
  expect_hit({{-1, -3, 5}, {0, 1, -1}}, kCylinder, kTouching, {3, {-1, 0, 2}, {}});
  expect_miss({{-3, 0, 0x1p-30}, {1, 0, 1}}, kCylinder, 0x1p-30 * kHalfRoot);
}

TEST(Ray3Cylinder, InItsWallOrAnEndThenTouching) {
  expect_hit({{1, 0, -5}, {0, 0, 1}}, kCylinder, kTouching, {3, {1, 0, -2}, {}});
  expect_hit({{-4, 0, 2}, {1, 0, 0}}, kCylinder, kTouching, {3, {-1, 0, 2}, {}});
  expect_hit({{-4, 1, 0}, {1, 0, 0}}, kCylinder, kTouching, {4, {0, 1, 0}, Vec{0, 1, 0}});
  expect_hit({{-4, 1, 2}, {1, 0, 0}}, kCylinder, kTouching, {4, {0, 1, 2}, {}});
  expect_hit({{1, 0, 0}, {0, 0, 1}}, kCylinder, kTouching, {0, {1, 0, 0}, {}});
  expect_hit({{0, 0, 2}, {1, 0, 0}}, kCylinder, kTouching, {0, {0, 0, 2}, {}});
  expect_miss({{above(1), 0, -5}, {0, 0, 1}}, kCylinder, above(1) - 1);
  expect_miss({{-4, 0, above(2)}, {1, 0, 0}}, kCylinder, above(2) - 2);
}

TEST(Ray3Cylinder, FromInsideThenZero) {
  expect_hit({{0, 0, 0}, {0, 1, 0}}, kCylinder, kOverlapping, {0, {0, 0, 0}, {}});
  expect_hit({{0, 0, 2}, {0, 0, 1}}, kCylinder, kTouching, {0, {0, 0, 2}, {}});
  expect_hit({{0, 0, 2}, {0, 0, -1}}, kCylinder, kOverlapping, {0, {0, 0, 2}, {}});
  expect_hit({{1, 0, 2}, {-1, 0, -1}}, kCylinder, kOverlapping, {0, {1, 0, 2}, {}});
  expect_hit({{1, 0, 2}, {-1, 0, 1}}, kCylinder, kTouching, {0, {1, 0, 2}, {}});
  expect_depth_at_least({{0, 0, -3}, {0, 0, 1}}, kCylinder, 0.999);
}

TEST(Ray3Cylinder, BehindOrBesideThenTheDistance) {
  expect_miss({{0, 0, 4}, {0, 0, 1}}, kCylinder, 2);
  expect_miss({{-4, 3, 0}, {1, 0, 0}}, kCylinder, 2);
  expect_miss({{-4, 0, 5}, {1, 0, 0}}, kCylinder, 3);
  expect_miss({{4, 0, 6}, {1, 0, 0}}, kCylinder, 5);
  expect_miss({{0, 0, 0}, {1, 0, 0}}, Cylinder3<double>{{9, -1, 4}, {9, 1, 4}, 1}, 3);
}

TEST(Ray3Cylinder, WithoutRadiusThenItsAxis) {
  const Cylinder3<double> axis{{0, 0, -2}, {0, 0, 2}, 0};
  expect_hit({{-4, 0, 0}, {1, 0, 0}}, axis, kTouching, {4, {0, 0, 0}, {}});
  expect_miss({{-4, 1, 0}, {1, 0, 0}}, axis, 1);
}

TEST(Ray3Cylinder, LeaningThenAsIfUpright) {
  const Cylinder3<double> leaning{{0, 0, 0}, {3, 4, 0}, 2.5};
  expect_hit({{-8, 6, 0}, {4, -3, 0}}, leaning, kTouching, {1.5, {-2, 1.5, 0}, {}});
  expect_hit({{-6.5, 8, 0}, {4, -3, 0}}, leaning, kOverlapping, {1.5, {-0.5, 3.5, 0}, Vec{-0.8, 0.6, 0}});
  expect_hit({{-6, -8, 0}, {3, 4, 0}}, leaning, kOverlapping, {2, {0, 0, 0}, Vec{-0.6, -0.8, 0}});
}

// ---- planes

TEST(Ray3Plane, FromAboveThenItsUnitNormal) {
  const Plane3<double> plane{{0, 0, 2}, 4};  // z <= 2
  expect_hit({{1, 1, 5}, {0, 0, -2}}, plane, kOverlapping, {1.5, {1, 1, 2}, Vec{0, 0, 1}});
  expect_hit({{1, 1, 5}, {3, 0, -1}}, plane, kOverlapping, {3, {10, 1, 2}, Vec{0, 0, 1}});
  expect_miss({{1, 1, 5}, {1, 0, 0}}, plane, 3);
  expect_miss({{1, 1, 5}, {0, 0, 1}}, plane, 3);
  expect_miss({{1, 1, above(2)}, {1, 0, 0}}, plane, above(2) - 2);
}

TEST(Ray3Plane, FromInsideOrOnItThenZero) {
  const Plane3<double> plane{{0, 0, 2}, 4};
  expect_hit({{1, 1, 1}, {0, 0, 1}}, plane, kOverlapping, {0, {1, 1, 1}, {}});
  expect_hit({{1, 1, 2}, {0, 0, 1}}, plane, kTouching, {0, {1, 1, 2}, {}});
  expect_hit({{1, 1, 2}, {1, 0, 0}}, plane, kTouching, {0, {1, 1, 2}, {}});
  expect_hit({{1, 1, 2}, {0, 0, -1}}, plane, kOverlapping, {0, {1, 1, 2}, {}});
  expect_depth({{1, 1, 1}, {0, 0, 1}}, plane, 1);
  const AskedRay asked({{1, 1, 5}, {0, 0, -2}}, plane, true, Truth3::Tier::filter);
  EXPECT_EQ(asked.pair->separation().hi, -kInfinity);
}

// ---- tiers, and two rays

TEST(Ray3Pair, PlainOrForcedOrTouchingThenTheTierTold) {
  const Ray plain{{-1, 1, 1}, {2, 0, 0}};
  const auto tier_of = [](const AskedRay& asked) {
    asked.pair->relation();
    return asked.pair->tier();
  };
  EXPECT_EQ(tier_of({plain, kBox, true, Truth3::Tier::filter}), Truth3::Tier::filter);
  EXPECT_EQ(tier_of({plain, kBox, false, Truth3::Tier::expansion}), Truth3::Tier::rational);
  EXPECT_EQ(tier_of({plain, kBox, false, Truth3::Tier::rational}), Truth3::Tier::rational);
  EXPECT_EQ(tier_of({{{-1, 1, 2}, {1, 0, 0}}, kBox, true, Truth3::Tier::filter}), Truth3::Tier::rational);
}

TEST(Ray3Pair, TwoRaysThenUndecided) {
  const AskedRay asked({{0, 0, 0}, {1, 0, 0}}, Ray{{0, 0, 0}, {1, 0, 0}}, true, Truth3::Tier::filter);
  EXPECT_FALSE(asked.pair->decided());
}

}  // namespace
}  // namespace touchstone::oracle
