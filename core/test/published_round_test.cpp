#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <random>
#include <vector>

#include <touchstone/polygon_relation.hpp>

#include "core/published/bounding_circle.hpp"
#include "core/published/capsule.hpp"
#include "core/published/circle.hpp"
#include "core/published/concave_parts.hpp"
#include "core/published/octagon.hpp"
#include "core/published/point_in_polygon.hpp"
#include "core/published/polygon_sat.hpp"
#include "core/published/ray_circle.hpp"
#include "core/published/ring.hpp"
#include "core/published/rotation.hpp"

namespace touchstone::published {
namespace {

using Point = Vec2<double>;
using Points = std::vector<Point>;
using Circle = Circle2<double>;
using Ring = Ring2<double>;
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kPi = std::numbers::pi;

const Circle kAtOrigin{{0, 0}, 2};

TEST(PublishedCircle, TouchIsDecidedByTheForm) {
  const Circle touching{{3, 4}, 3};
  EXPECT_FALSE(circle_collide(kAtOrigin, touching));
  EXPECT_FALSE(circle_collide_squared(kAtOrigin, touching));
  EXPECT_TRUE(circle_meet(kAtOrigin, touching));
}
TEST(PublishedCircle, AnUlpEitherSideOfTouch) {
  for (const auto& form : {circle_collide, circle_collide_squared, circle_meet}) {
    EXPECT_TRUE(form(kAtOrigin, {{3, 4}, std::nextafter(3.0, 4.0) + 0x1p-51}));
    EXPECT_FALSE(form(kAtOrigin, {{3, 4}, std::nextafter(3.0, 2.0) - 0x1p-51}));
  }
}
TEST(PublishedCircle, SquaresThatUnderflowMissConcentricCirclesAndOverflowHitsNone) {
  EXPECT_FALSE(circle_collide_squared({{0, 0}, 1e-200}, {{0, 0}, 1e-200}));
  EXPECT_TRUE(circle_collide({{0, 0}, 1e-200}, {{0, 0}, 1e-200}));
  EXPECT_FALSE(circle_collide({{-1e200, 0}, 2e200}, {{1e200, 0}, 2e200}));
}
TEST(PublishedCircle, OneDecimalIsEnoughForAWrongAnswerEitherWay) {
  // Exactly, 0.1 + 0.4 as doubles is above 0.5, and (0.7 + 3)^2 is below 1.2^2 + 3.5^2.
  EXPECT_FALSE(circle_collide({{0, 0}, 0.1}, {{0, 0.5}, 0.4}));
  EXPECT_FALSE(circle_collide_squared({{0, 0}, 0.1}, {{0, 0.5}, 0.4}));
  EXPECT_TRUE(circle_collide({{0, 0}, 0.7}, {{1.2, 3.5}, 3}));
  EXPECT_TRUE(circle_collide_squared({{0, 0}, 0.7}, {{1.2, 3.5}, 3}));
  EXPECT_TRUE(circle_meet({{0, 0}, 0.1}, {{0, 0.4}, 0.3}));
}
TEST(PublishedCircle, NaNAndNegativeRadius) {
  EXPECT_FALSE(circle_collide({{kNaN, 0}, 1}, kAtOrigin));
  EXPECT_TRUE(circle_meet({{kNaN, 0}, 1}, kAtOrigin));
  EXPECT_TRUE(circle_collide_squared({{1, 0}, -3}, {{0, 0}, -3}));
  EXPECT_FALSE(circle_collide({{1, 0}, -3}, {{0, 0}, -3}));
}

TEST(PublishedClosestPoints, LinesCrossEndsAndPointsByHand) {
  ClosestPoints p = closest_points({0, 0}, {4, 0}, {1, 3}, {1, -1});
  EXPECT_EQ(p.on_first, (Point{1, 0}));
  EXPECT_EQ(p.on_second, (Point{1, 0}));
  p = closest_points({0, 0}, {4, 0}, {6, 1}, {6, 5});
  EXPECT_EQ(p.on_first, (Point{4, 0}));
  EXPECT_EQ(p.on_second, (Point{6, 1}));
  p = closest_points({0, 0}, {4, 0}, {1, 2}, {1, 2});
  EXPECT_EQ(p.on_first, (Point{1, 0}));
  p = closest_points({1, 2}, {1, 2}, {0, 0}, {4, 0});
  EXPECT_EQ(p.on_second, (Point{1, 0}));
}
TEST(PublishedClosestPoints, ParallelSegmentsTakeTheFirstEnd) {
  const ClosestPoints p = closest_points({0, 0}, {4, 0}, {-1, 1}, {9, 1});
  EXPECT_EQ(p.on_first, (Point{0, 0}));
  EXPECT_EQ(p.on_second, (Point{0, 1}));
  EXPECT_EQ(closest_points({0, 0}, {4, 0}, {6, 1}, {9, 1}).on_first, (Point{4, 0}));
}
TEST(PublishedCapsule, TouchIsACollision) {
  const Capsule2<double> flat{{0, 0}, {4, 0}, 1};
  EXPECT_TRUE(capsule_collide(flat, Capsule2<double>{{2, 3}, {2, 9}, 2}));
  EXPECT_FALSE(capsule_collide(flat, Capsule2<double>{{2, 3.0001}, {2, 9}, 2}));
  EXPECT_TRUE(capsule_collide(flat, Circle{{7, 4}, 4}));
  EXPECT_FALSE(capsule_collide(flat, Circle{{7, 4}, std::nextafter(4.0, 3.0) - 0x1p-51}));
}
TEST(PublishedCapsule, ThinCapsulesThatCrossNearlyParallelAreMissed) {
  // They cross at x = 1/4, but the determinant of their lines rounds to 0, as if they were parallel.
  const Capsule2<double> rising{{0, 0}, {1, 0x1p-27}, 0x1p-40};
  const Capsule2<double> falling{{0, 0x1p-28}, {1, -0x1p-28}, 0x1p-40};
  EXPECT_FALSE(capsule_collide(rising, falling));
}
TEST(PublishedCapsule, NaNIsACollision) {
  EXPECT_TRUE(capsule_collide(Capsule2<double>{{kNaN, 0}, {1, 0}, 1}, Circle{{50, 0}, 1}));
}

TEST(PublishedRayCircle, HitInFrontByHand) {
  const RayCircleAnswer answer = ray_circle({{-10, 3}, {1, 0}}, {{0, 0}, 5});
  EXPECT_TRUE(answer.hit);
  EXPECT_EQ(answer.t, 6);
  EXPECT_EQ(answer.point, (Point{-4, 3}));
}
TEST(PublishedRayCircle, CircleBehindIsAHitWithNegativeT) {
  const RayCircleAnswer answer = ray_circle({{10, 0}, {1, 0}}, kAtOrigin);
  EXPECT_TRUE(answer.hit);
  EXPECT_EQ(answer.t, -12);
}
TEST(PublishedRayCircle, FromInsideTIsNegative) {
  const RayCircleAnswer answer = ray_circle({{1, 0}, {1, 0}}, kAtOrigin);
  EXPECT_TRUE(answer.hit);
  EXPECT_EQ(answer.t, -3);
}
TEST(PublishedRayCircle, TangentRayMisses) {
  EXPECT_FALSE(ray_circle({{-9, 2}, {1, 0}}, kAtOrigin).hit);
  EXPECT_TRUE(ray_circle({{-9, 2 - 0x1p-40}, {1, 0}}, kAtOrigin).hit);
}
TEST(PublishedRayCircle, DirectionOfOtherLengthGivesAWrongAnswer) {
  EXPECT_EQ(ray_circle({{-10, 0}, {1, 0}}, kAtOrigin).t, 8);
  EXPECT_NE(ray_circle({{-10, 0}, {2, 0}}, kAtOrigin).t, 4);
  EXPECT_FALSE(ray_circle({{-10, 0}, {0.5, 0}}, kAtOrigin).hit);
  EXPECT_TRUE(ray_circle({{-10, 3}, {2, 0}}, kAtOrigin).hit);
}
TEST(PublishedRayCircle, FarSmallCircleIsLostToCancellation) {
  EXPECT_FALSE(ray_circle({{-1e8, 0.5}, {1, 0}}, {{0, 0}, 0.6}).hit);
}

const Ring kRing{{0, 0}, 2, 5};

TEST(PublishedRing, PointsOnTheRimsAreOut) {
  EXPECT_TRUE(point_in_ring({3, 0}, kRing));
  EXPECT_FALSE(point_in_ring({3, 4}, kRing));
  EXPECT_FALSE(point_in_ring({0, 2}, kRing));
  EXPECT_FALSE(point_in_ring({0, 1}, kRing));
  EXPECT_TRUE(point_in_ring({0, std::nextafter(2.0, 3.0)}, kRing));
}
TEST(PublishedRing, CirclesThatTouchARimCollide) {
  EXPECT_TRUE(ring_circle_collide(kRing, {{6, 8}, 5}));
  EXPECT_FALSE(ring_circle_collide(kRing, {{6, 8}, 4.9999}));
  EXPECT_TRUE(ring_circle_collide(kRing, {{1, 0}, 1}));
  EXPECT_FALSE(ring_circle_collide(kRing, {{1, 0}, 0.9999}));
  EXPECT_TRUE(ring_circle_collide(kRing, {{3, 0}, 0}));
}
TEST(PublishedRing, TouchPolicyDiffersBetweenPointAndCircleOfRadiusZero) {
  EXPECT_FALSE(point_in_ring({3, 4}, kRing));
  EXPECT_TRUE(ring_circle_collide(kRing, {{3, 4}, 0}));
}
TEST(PublishedRing, WithoutAHoleItsCentreIsOut) {
  EXPECT_FALSE(point_in_ring({0, 0}, {{0, 0}, 0, 5}));
  EXPECT_TRUE(ring_circle_collide({{0, 0}, 0, 5}, {{0, 0}, 0}));
}
TEST(PublishedRing, RadiiTheWrongWayRoundAreAnswered) {
  EXPECT_FALSE(point_in_ring({3, 0}, {{0, 0}, 5, 2}));
  EXPECT_TRUE(ring_circle_collide({{0, 0}, 5, 2}, {{4, 0}, 2}));
  EXPECT_TRUE(ring_circle_collide({{0, 0}, -2, -1}, {{0, 0}, 1}));
}
TEST(PublishedRing, NestedRings) {
  EXPECT_FALSE(ring_ring_collide(kRing, {{0, 0}, 0.5, 1}));
  EXPECT_FALSE(ring_ring_collide({{0, 0}, 0.5, 1}, kRing));
  EXPECT_TRUE(ring_ring_collide({{1, 0}, 0.5, 1}, kRing));
  EXPECT_TRUE(ring_ring_collide(kRing, kRing));
}

/// Whether some circle of a and some of b meet: |r - s| <= d <= r + s. The bounds are integers, so if any
/// radii do, half-integers do.
bool some_circles_meet(const Ring& a, const Ring& b, double d) {
  for (double r = a.inner_radius; r <= a.outer_radius; r += 0.5) {
    for (double s = b.inner_radius; s <= b.outer_radius; s += 0.5) {
      if (std::fabs(r - s) <= d && d <= r + s) return true;
    }
  }
  return false;
}
TEST(PublishedRing, ReductionIsRightForAllSmallIntegerRings) {
  int met[2] = {};
  for (int code = 0; code < 6 * 6 * 6 * 6 * 12; ++code) {
    const Ring a{{0, 0}, double(code % 6), double(1 + code / 6 % 6)};
    const Ring b{{double(code / 1296), 0}, double(code / 36 % 6), double(1 + code / 216 % 6)};
    if (a.inner_radius >= a.outer_radius || b.inner_radius >= b.outer_radius) continue;
    const bool truth = some_circles_meet(a, b, b.center.x);
    ++met[truth];
    ASSERT_EQ(ring_ring_collide(a, b), truth) << code;
    ASSERT_EQ(ring_ring_collide(b, a), truth) << code;
  }
  EXPECT_GT(met[0], 500);
  EXPECT_GT(met[1], 1500);
}

bool octagons_collide(const Circle& a, const Circle& b, RoundAs how) {
  Points in_a(kOctagonSides), in_b(kOctagonSides);
  return round_collide(a, b, how, in_a, in_b);
}
TEST(PublishedOctagon, VerticesByHand) {
  Points square(4);
  circle_polygon({{10, 20}, 2}, RoundAs::inscribed, square);
  EXPECT_NEAR(square[1].y, 22, 1e-14);
  EXPECT_EQ(square[0], (Point{12, 20}));
  circle_polygon({{10, 20}, 2}, RoundAs::circumscribed, square);
  EXPECT_NEAR(square[0].x, 10 + 2 * std::sqrt(2.0), 1e-14);
  ellipse_polygon({{0, 0}, {{3, 1}, {0, 2}}}, RoundAs::inscribed, square);
  EXPECT_EQ(square[0], (Point{3, 1}));
}
TEST(PublishedOctagon, InscribedMissesBetweenTheVertices) {
  // The octagons are 2 cos(pi/8) = 1.848 apart in this direction when they touch, the circles 2.
  const Point way{std::cos(kPi / 8), std::sin(kPi / 8)};
  EXPECT_TRUE(octagons_collide({{0, 0}, 1}, {way * 1.847, 1}, RoundAs::inscribed));
  EXPECT_FALSE(octagons_collide({{0, 0}, 1}, {way * 1.849, 1}, RoundAs::inscribed));
  EXPECT_TRUE(circle_collide({{0, 0}, 1}, {way * 1.849, 1}));
}
TEST(PublishedOctagon, CircumscribedHitsBeyondTheCircleAtTheVertices) {
  // Vertices reach 1 / cos(pi/8) = 1.0824.
  EXPECT_TRUE(octagons_collide({{0, 0}, 1}, {{2.164, 0}, 1}, RoundAs::circumscribed));
  EXPECT_FALSE(octagons_collide({{0, 0}, 1}, {{2.165, 0}, 1}, RoundAs::circumscribed));
  EXPECT_FALSE(circle_meet({{0, 0}, 1}, {{2.164, 0}, 1}));
}
TEST(PublishedOctagon, MoreSidesComeCloser) {
  for (const std::size_t n : {8, 16, 32, 64}) {
    Points a(n), b(n);
    const double half_step = kPi / double(n);
    const Point way{2 * std::cos(half_step) * std::cos(half_step),
                    2 * std::cos(half_step) * std::sin(half_step)};
    EXPECT_TRUE(round_collide(Circle{{0, 0}, 1}, Circle{way * 0.9999, 1}, RoundAs::inscribed, a, b));
    EXPECT_FALSE(round_collide(Circle{{0, 0}, 1}, Circle{way * 1.0001, 1}, RoundAs::inscribed, a, b));
  }
}
TEST(PublishedOctagon, EllipsesCollideAlongTheirLongAxes) {
  Points a(kOctagonSides), b(kOctagonSides);
  const Ellipse2<double> wide{{0, 0}, {{3, 0}, {0, 1}}};
  EXPECT_TRUE(round_collide(wide, Ellipse2<double>{{5.9, 0}, {{3, 0}, {0, 1}}}, RoundAs::inscribed, a, b));
  EXPECT_FALSE(round_collide(wide, Ellipse2<double>{{6.1, 0}, {{3, 0}, {0, 1}}}, RoundAs::inscribed, a, b));
  EXPECT_TRUE(
      round_collide(wide, Ellipse2<double>{{6.1, 0}, {{3, 0}, {0, 1}}}, RoundAs::circumscribed, a, b));
}

TEST(PublishedRotation, QuarterTurnAboutACentre) {
  const Points offsets{{2, 0}, {0, 1}};
  Points turned(2);
  rotate_polygon(offsets, {10, 20}, kPi / 2, turned);
  EXPECT_NEAR(turned[0].x, 10, 1e-15 * 20);
  EXPECT_NEAR(turned[0].y, 22, 1e-15 * 20);
  EXPECT_NEAR(turned[1].x, 9, 1e-15 * 20);
}
TEST(PublishedRotation, HalfRotationGivesTheSameVertices) {
  std::mt19937_64 random(91);
  const auto coordinate = [&] { return double(random() >> 11) * 0x1p-52 - 1; };
  for (int i = 0; i < 20000; ++i) {
    const Point a{coordinate(), coordinate()}, b{coordinate(), coordinate()},
        center{coordinate(), coordinate()};
    const double angle = 7 * coordinate();
    Point rhombus[4], crystal[6];
    Points all_four(4), all_six(6);
    rotate_rhombus(a, b, center, angle, rhombus);
    rotate_polygon(Points{a, b, -a, -b}, center, angle, all_four);
    ASSERT_EQ(Points(rhombus, rhombus + 4), all_four) << "seed 91, case " << i;
    rotate_crystal(a, b, center, angle, crystal);
    rotate_polygon(Points{a, b, perp(a), -a, -b, -perp(a)}, center, angle, all_six);
    ASSERT_EQ(Points(crystal, crystal + 6), all_six) << "seed 91, case " << i;
  }
}

const Points kSquare{{0, 0}, {2, 0}, {2, 2}, {0, 2}};

TEST(PublishedBoundingCircle, AboutTheMeanOrAGivenCentre) {
  const Circle mean = bounding_circle(kSquare);
  EXPECT_EQ(mean.center, (Point{1, 1}));
  EXPECT_EQ(mean.radius, std::sqrt(2.0));
  EXPECT_EQ(bounding_circle({0, 0}, kSquare).radius, std::sqrt(8.0));
}
TEST(PublishedBoundingCircle, ExactTestRunsOnlyWhereCirclesMeet) {
  const auto asked = [](Point by) {
    Points moved = kSquare;
    for (Point& p : moved) p = p + by;
    return collide_after_circles(bounding_circle(kSquare), bounding_circle(moved),
                                 [&] { return polygon_sat(kSquare, moved).hit; });
  };
  EXPECT_FALSE(asked({3, 0}).asked_exact);
  EXPECT_TRUE(asked({2.5, 0}).asked_exact);
  EXPECT_FALSE(asked({2.5, 0}).hit);
  EXPECT_TRUE(asked({1, 1}).hit);
}
TEST(PublishedBoundingCircle, CornerTouchIsMissedWhereTheCirclesTouchToo) {
  const Points corner{{2, 2}, {4, 2}, {4, 4}, {2, 4}};
  EXPECT_TRUE(polygon_sat(kSquare, corner).hit);
  EXPECT_FALSE(circle_collide(bounding_circle(kSquare), bounding_circle(corner)));
}

TEST(PublishedPointInPolygon, ConcaveNotchIsOutside) {
  const Points notched{{0, 0}, {4, 0}, {4, 4}, {2, 1}, {0, 4}};
  EXPECT_TRUE(point_in_polygon({2, 0.5}, notched));
  EXPECT_FALSE(point_in_polygon({2, 2}, notched));
  EXPECT_TRUE(point_in_polygon({0.5, 3}, notched));
  EXPECT_FALSE(point_in_polygon({5, 1}, notched));
  EXPECT_FALSE(point_in_polygon({kNaN, 1}, notched));
}
TEST(PublishedPointInPolygon, LowerAndLeftEdgesAreInUpperAndRightOnesOut) {
  EXPECT_TRUE(point_in_polygon({1, 0}, kSquare));
  EXPECT_TRUE(point_in_polygon({0, 1}, kSquare));
  EXPECT_FALSE(point_in_polygon({1, 2}, kSquare));
  EXPECT_FALSE(point_in_polygon({2, 1}, kSquare));
}
TEST(PublishedPolygonsCollide, PiercingIsFoundByCrossings) {
  EXPECT_TRUE(polygons_collide(kSquare, Points{{-1, 0.5}, {3, 0.5}, {3, 1}, {-1, 1}}));
  EXPECT_TRUE(polygons_collide(kSquare, Points{{0.5, 0.5}, {1, 0.5}, {0.5, 1}}));
  EXPECT_FALSE(polygons_collide(kSquare, Points{{3, 0}, {5, 0}, {5, 2}}));
}
TEST(PublishedPolygonsCollide, ConcavePolygonsHookedIntoEachOtherAreApart) {
  const Points cup{{0, 0}, {6, 0}, {6, 6}, {5, 6}, {5, 1}, {1, 1}, {1, 6}, {0, 6}};
  EXPECT_FALSE(polygons_collide(cup, Points{{2, 2}, {4, 2}, {4, 9}, {2, 9}}));
  EXPECT_TRUE(polygons_collide(cup, Points{{2, 0.5}, {4, 0.5}, {4, 9}, {2, 9}}));
}
TEST(PublishedPolygonsCollide, TouchDependsOnTheSide) {
  EXPECT_TRUE(polygons_collide(kSquare, Points{{2, 1}, {4, 0.5}, {4, 2}}) !=
              polygons_collide(kSquare, Points{{0, 1}, {-2, 2}, {-2, 0.5}}));
}
TEST(PublishedPolygonsCollide, TheUpperRightHalfOfASquareIsMissed) {
  const Points half{{2, 0}, {2, 2}, {0, 2}};
  EXPECT_FALSE(polygons_collide(kSquare, half));
  const auto checked_a = checked(Polygon2<double>{kSquare});
  const auto checked_b = checked(Polygon2<double>{half});
  EXPECT_EQ(
      boundary::relation(boundary::Outline<double>(checked_a), boundary::Outline<double>(checked_b)).relation,
      Relation::overlapping);
}

TEST(PublishedConcaveParts, ThrowingStarMissesBetweenItsTips) {
  const auto star = throwing_star({0, 0}, {4, 0}, 0.25);
  const ConvexPart parts[2] = {star[0], star[1]};
  EXPECT_EQ(star[0][1], (Point{0, 1}));
  EXPECT_EQ(star[1][0], (Point{0, 4}));
  const auto hits = [&](Point at) {
    const Points small{at, at + Point{0.25, 0}, at + Point{0, 0.25}};
    const ConvexPart part[1] = {small};
    return parts_collide(parts, part);
  };
  EXPECT_FALSE(hits({2, 2}).hit);
  EXPECT_EQ(hits({2, 2}).tests, 2);
  EXPECT_TRUE(hits({3, 0}).hit);
  EXPECT_EQ(hits({3, 0}).tests, 1);
  EXPECT_TRUE(hits({0, -3}).hit);
  EXPECT_TRUE(hits({4, 0}).hit) << "touch, as separating axes answer it";
}

}  // namespace
}  // namespace touchstone::published
