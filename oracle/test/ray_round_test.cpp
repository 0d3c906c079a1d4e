#include <gtest/gtest.h>

#include <cmath>

#include "oracle/test/ray_answers.hpp"

// Rays with answers by hand, against capsules, rings and ellipses.

namespace touchstone::oracle {
namespace {

using namespace test;

// ---- capsules

const Capsule2<double> kLying{{0, 0}, {3, 0}, 1};
const Capsule2<double> kBig{{0, 0}, {15, 0}, 5};

TEST(RayCapsule, OnACapOrASideThenItsNormal) {
  expect_hit({{10, 0}, {-1, 0}}, kLying, kOverlapping, {6, 4, 0, Point{1, 0}});
  expect_hit({{-5, 0}, {2, 0}}, kLying, kOverlapping, {2, -1, 0, Point{-1, 0}});
  expect_hit({{1, 5}, {0, -2}}, kLying, kOverlapping, {2, 1, 1, Point{0, 1}});
  expect_hit({{1, -5}, {0, 2}}, kLying, kOverlapping, {2, 1, -1, Point{0, -1}});
  expect_hit({{23, -4}, {-1, 0}}, kBig, kOverlapping, {5, 18, -4, Point{0.6, -0.8}});
  expect_depth({{10, 0}, {-1, 0}}, kLying, 1);
}

TEST(RayCapsule, WhereCapAndSideMeetThenTheirCommonNormal) {
  expect_hit({{0, 3}, {0, -1}}, kLying, kOverlapping, {2, 0, 1, Point{0, 1}});
  expect_hit({{3, 3}, {0, -1}}, kLying, kOverlapping, {2, 3, 1, Point{0, 1}});
  expect_hit({{-kTiniest, 3}, {0, -1}}, kLying, kOverlapping, {2, -kTiniest, 1, Point{-kTiniest, 1}});
  expect_hit({{6, 4}, {-1, -1}}, kLying, kOverlapping, {3, 3, 1, Point{0, 1}});
}

TEST(RayCapsule, AlongASideThenItTouchesWhereTheSideBegins) {
  expect_hit({{-2, 1}, {1, 0}}, kLying, kTouching, {2, 0, 1, Point{0, 1}});
  expect_hit({{7, 1}, {-2, 0}}, kLying, kTouching, {2, 3, 1, Point{0, 1}});
  expect_hit({{1, 1}, {1, 0}}, kLying, kTouching, {0, 1, 1, {}});
  expect_miss({{-2, above(1)}, {1, 0}}, kLying, above(1) - 1);
  expect_depth({{-2, below(1)}, {1, 0}}, kLying, 1 - below(1));
}

TEST(RayCapsule, TangentToACapThenTouching) {
  expect_hit({{-1, -4}, {0, 1}}, kLying, kTouching, {4, -1, 0, Point{-1, 0}});
  expect_miss({{below(-1), -4}, {0, 1}}, kLying, -1 - below(-1));
  const Capsule2<double> slanted{{0, 0}, {-8, -6}, 5};
  expect_hit({{-5, 10}, {4, -3}}, slanted, kTouching, {2, 3, 4, Point{0.6, 0.8}});
}

TEST(RayCapsule, SlantedThenTheSideByTheRootOfItsLength) {
  const Capsule2<double> slanted{{0, 0}, {8, 6}, 5};
  expect_hit({{1, 7 + 25}, {0, -1}}, slanted, kOverlapping, {25, 1, 7, Point{-0.6, 0.8}});
  const Capsule2<double> diagonal{{0, 0}, {4, 4}, 1};  // the side is y = x + sqrt(2)
  expect_hit({{1, 9}, {0, -1}}, diagonal, kOverlapping,
             {6.5857864376269049, 1, 2.4142135623730951, Point{-std::sqrt(0.5), std::sqrt(0.5)}});
  expect_miss({{0, 4}, {1, 1}}, diagonal, 1.8284271247461901);
}

TEST(RayCapsule, FromInsideOrBesideThenZeroOrMiss) {
  expect_hit({{2, 0.5}, {1, 0}}, kLying, kOverlapping, {0, 2, 0.5, {}});
  expect_hit({{18, 4}, {4, -3}}, kBig, kTouching, {0, 18, 4, {}});
  expect_miss({{5, 0}, {1, 0}}, kLying, 1);
  expect_miss({{2, 3}, {1, 0}}, kLying, 2);
  expect_miss({{5, 3}, {-1, 1}}, kLying, std::sqrt(13) - 1);
}

TEST(RayCapsule, WithoutLengthOrRadiusThenACircleOrASegment) {
  expect_hit({{-10, 5}, {2, 0}}, Capsule2<double>{{0, 0}, {0, 0}, 5}, kTouching, {5, 0, 5, Point{0, 1}});
  expect_hit({{0, 0}, {1, 0}}, Capsule2<double>{{2, -1}, {2, 3}, 0}, kOverlapping, {2, 2, 0, Point{-1, 0}});
  expect_hit({{0, 3}, {1, 0}}, Capsule2<double>{{2, -1}, {2, 3}, 0}, kTouching, {2, 2, 3, {}});
  expect_hit({{0, 0}, {1, 0}}, Capsule2<double>{{2, 0}, {2, 0}, 0}, kTouching, {2, 2, 0, {}});
}

// ---- rings

const Ring2<double> kRing{{0, 0}, 3, 5};

TEST(RayRing, FromTheHoleThenTheNormalPointsToTheCentre) {
  expect_hit({{0, 0}, {2, 0}}, kRing, kOverlapping, {1.5, 3, 0, Point{-1, 0}});
  const Ring2<double> ring{{0, 0}, 15, 25};
  expect_hit({{9, -5}, {0, 1}}, ring, kOverlapping, {17, 9, 12, Point{-0.6, -0.8}});
  expect_hit({{9, 5}, {0, 1}}, ring, kOverlapping, {7, 9, 12, Point{-0.6, -0.8}});
  expect_depth({{9, 5}, {0, 1}}, ring, 14.704369859013);  // 25 - sqrt(106)
}

TEST(RayRing, FromOutsideThenItsOuterCircle) {
  expect_hit({{-10, 3}, {1, 0}}, kRing, kOverlapping, {6, -4, 3, Point{-0.8, 0.6}});
  expect_hit({{-10, 0}, {1, 0}}, kRing, kOverlapping, {5, -5, 0, Point{-1, 0}});
  expect_hit({{-10, 5}, {2, 0}}, kRing, kTouching, {5, 0, 5, Point{0, 1}});
  expect_miss({{-10, above(5)}, {2, 0}}, kRing, above(5) - 5);
  expect_miss({{6, 0}, {1, 0}}, kRing, 1);
}

TEST(RayRing, FromItsMaterialOrItsCirclesThenZero) {
  expect_hit({{4, 0}, {-1, 0}}, kRing, kOverlapping, {0, 4, 0, {}});
  expect_hit({{3, 0}, {-1, 0}}, kRing, kOverlapping, {0, 3, 0, {}});
  expect_hit({{3, 0}, {0, 1}}, kRing, kOverlapping, {0, 3, 0, {}});
  expect_hit({{3, 4}, {1, 0}}, kRing, kTouching, {0, 3, 4, {}});
  expect_hit({{3, 4}, {-1, 0}}, kRing, kOverlapping, {0, 3, 4, {}});
}

TEST(RayRing, WithoutAHoleThenTheDisc) {
  expect_hit({{0, 0}, {2, 0}}, Ring2<double>{{0, 0}, 0, 5}, kOverlapping, {0, 0, 0, {}});
  expect_hit({{-10, 5}, {2, 0}}, Ring2<double>{{0, 0}, 0, 5}, kTouching, {5, 0, 5, Point{0, 1}});
}

// ---- ellipses

const Ellipse2<double> kEllipse{{1, 0}, {{10, 0}, {0, 5}}};
const Point kAtSevenFour{0.3511234415883917, 0.9363291775690445};  // along (6 / 100, 4 / 25), so along (3, 8)

TEST(RayEllipse, TangentThenTouchingAndOneUlpBesideNot) {
  expect_hit({{-20, 5}, {1, 0}}, kEllipse, kTouching, {21, 1, 5, Point{0, 1}});
  expect_hit({{-9, 10}, {8, -3}}, kEllipse, kTouching, {2, 7, 4, kAtSevenFour});
  expect_miss({{-20, above(5)}, {1, 0}}, kEllipse, above(5) - 5);
  expect_depth({{-20, below(5)}, {1, 0}}, kEllipse, 5 - below(5));
}

TEST(RayEllipse, MetInTheMiddleThenTheNormalOfItsBoundary) {
  expect_hit({{-19, 0}, {2, 0}}, kEllipse, kOverlapping, {5, -9, 0, Point{-1, 0}});
  expect_hit({{7, 10}, {0, -3}}, kEllipse, kOverlapping, {2, 7, 4, kAtSevenFour});
}

TEST(RayEllipse, IrrationalThenANarrowNormal) {
  const FullTruth::Raycast cast = full_truth(Ray{{-20, 1}, {10, 1}}, kEllipse).raycast.value();
  const RationalInterval x = std::get<RationalInterval>(cast.normal->x);
  EXPECT_LT(x.hi - x.lo, rational(0x1p-120));
  const Point at{(round_to_double(cast.point->x) - 1) / 100, round_to_double(cast.point->y) / 25};
  EXPECT_NEAR(round_to_double(cast.normal->x), at.x / length(at), 0x1p-51);
  EXPECT_NEAR(round_to_double(cast.normal->y), at.y / length(at), 0x1p-51);
}

TEST(RayEllipse, IrrationalWithARationalSlopeThenAnExactNormal) {
  const FullTruth::Raycast cast = full_truth(Ray{{-20, 1}, {1, 0}}, kEllipse).raycast.value();
  const Surd x = std::get<Surd>(cast.normal->x);  // at 1 - sqrt(96): along (-sqrt(96), 4)
  EXPECT_EQ(square_of(x), Rational(96) / 112);
  EXPECT_EQ(sign(x), -1);
}

TEST(RayEllipse, SlantedHalfAxesThenStillExact) {
  const Ellipse2<double> slanted{{0, 0}, {{2, 0}, {1, 1}}};  // x = 2 s + t, y = t
  expect_hit({{-9, 1}, {1, 0}}, slanted, kTouching, {10, 1, 1, Point{0, 1}});
  expect_hit({{-9, 0}, {1, 0}}, slanted, kOverlapping, {7, -2, 0, Point{-std::sqrt(0.5), std::sqrt(0.5)}});
  expect_hit({{0, 0}, {1, 0}}, slanted, kOverlapping, {0, 0, 0, {}});
}

TEST(RayEllipse, FromTheBoundaryThenItMattersWhereItGoes) {
  expect_hit({{7, 4}, {0, 1}}, kEllipse, kTouching, {0, 7, 4, {}});
  expect_hit({{7, 4}, {8, -3}}, kEllipse, kTouching, {0, 7, 4, {}});
  expect_hit({{7, 4}, {0, -1}}, kEllipse, kOverlapping, {0, 7, 4, {}});
}

TEST(RayEllipse, AsACircleThenTheSameAnswers) {
  const Ellipse2<double> circle{{0, 0}, {{3, 4}, {-4, 3}}};
  expect_hit({{-10, 5}, {2, 0}}, circle, kTouching, {5, 0, 5, Point{0, 1}});
  expect_hit({{-10, 3}, {2, 0}}, circle, kOverlapping, {3, -4, 3, Point{-0.8, 0.6}});
  expect_hit({{-10, 1}, {2, 0}}, circle, kOverlapping,
             {2.550510257216822, -4.898979485566356, 1, Point{-0.9797958971132712, 0.2}});
}

}  // namespace
}  // namespace touchstone::oracle
