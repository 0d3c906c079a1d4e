#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <random>
#include <vector>

#include <touchstone/polygon_relation.hpp>

#include "core/published/aabb.hpp"
#include "core/published/angular_span.hpp"
#include "core/published/gjk_boolean.hpp"
#include "core/published/minkowski.hpp"
#include "core/published/polygon_sat.hpp"
#include "core/published/rectangle.hpp"

namespace touchstone::published {
namespace {

using Point = Vec2<double>;
using Points = std::vector<Point>;
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

bool spans(const Points& a, const Points& b) {
  Points difference(a.size() * b.size());
  std::vector<double> angles(difference.size());
  return angular_span_collide(a, b, difference, angles);
}

const Rectangle kWide{{0, 0}, {2, 0}, {0, 1}};

TEST(PublishedRectangle, SmallestOverlapPushesTheSecondOut) {
  const RectangleAnswer answer = rectangle_collide(kWide, {{3, 0}, {2, 0}, {0, 1}});
  EXPECT_TRUE(answer.collide);
  EXPECT_EQ(answer.mtv, (Point{1, 0}));
  EXPECT_EQ(answer.depth, 1);
  EXPECT_EQ(answer.axes, 4);
}
TEST(PublishedRectangle, SwappedRectanglesArePushedTheOtherWay) {
  EXPECT_EQ(rectangle_collide({{3, 0}, {2, 0}, {0, 1}}, kWide).mtv, (Point{-1, 0}));
}
TEST(PublishedRectangle, FirstOfEqualOverlapsStays) {
  const RectangleAnswer answer = rectangle_collide({{0, 0}, {1, 0}, {0, 1}}, {{1, 1}, {0, 1}, {1, 0}});
  EXPECT_EQ(answer.mtv, (Point{1, 0}));
}
TEST(PublishedRectangle, TouchIsNoCollision) {
  EXPECT_FALSE(rectangle_collide(kWide, {{4, 0}, {2, 0}, {0, 1}}).collide);
  EXPECT_TRUE(rectangle_collide(kWide, {{std::nextafter(4.0, 0.0), 0}, {2, 0}, {0, 1}}).collide);
}
TEST(PublishedRectangle, FirstSeparatedAxisEndsTheTest) {
  EXPECT_EQ(rectangle_collide(kWide, {{9, 0}, {2, 0}, {0, 1}}).axes, 1);
  EXPECT_EQ(rectangle_collide(kWide, {{0, 9}, {2, 0}, {0, 1}}).axes, 2);
}
TEST(PublishedRectangle, TurnedRectangleIsSeparatedByItsOwnAxis) {
  const Rectangle diamond{{3.5, 2.5}, {1, 1}, {-1, 1}};
  const RectangleAnswer answer = rectangle_collide(kWide, diamond);
  EXPECT_FALSE(answer.collide);
  EXPECT_EQ(answer.axes, 3);
}
TEST(PublishedRectangle, ZeroLengthHalfVectorIsMissed) {
  const Rectangle flat{{0, 0}, {1, 0}, {0, 0}};  // a segment through the other's interior
  EXPECT_FALSE(rectangle_collide(kWide, flat).collide);
}
TEST(PublishedRectangle, EqualCentresArePushedAlongTheHalfVectorAsGiven) {
  EXPECT_EQ(rectangle_collide(kWide, kWide).mtv, (Point{0, 2}));
  EXPECT_EQ(rectangle_collide({{0, 0}, {2, 0}, {0, -1}}, kWide).mtv, (Point{0, -2}));
}
TEST(PublishedRectangle, NaNIsNoCollision) {
  EXPECT_FALSE(rectangle_collide(kWide, {{kNaN, 0}, {1, 0}, {0, 1}}).collide);
}

TEST(PublishedAabb, TouchIsACollision) {
  const Aabb2<double> unit{{0, 0}, {1, 1}};
  EXPECT_TRUE(aabb_collide(unit, {{1, 1}, {2, 2}}));
  EXPECT_FALSE(aabb_collide(unit, {{std::nextafter(1.0, 2.0), 0}, {2, 2}}));
  EXPECT_FALSE(aabb_collide({{0, 1.5}, {1, 2}}, unit));
  EXPECT_TRUE(aabb_collide(unit, {{0.25, 0.25}, {0.5, 0.5}}));
}

const Points kSquare{{0, 0}, {4, 0}, {4, 4}, {0, 4}};
const Points kTriangleInside{{1, 1}, {3, 1}, {2, 3}};
const Points kTriangleApart{{6, 0}, {9, 0}, {8, 3}};

TEST(PublishedSupport, FirstOfEqualsWins) {
  EXPECT_EQ(support(kSquare, {1, 0}), (Point{4, 0}));
  EXPECT_EQ(support(kSquare, {-1, 0}), (Point{0, 0}));
  EXPECT_EQ(difference_support(kSquare, kTriangleInside, {1, 0}), (Point{3, -1}));
}
TEST(PublishedPerpendicular, ZeroTurnGoesLeft) {
  EXPECT_EQ(perpendicular_toward({1, 0}, {3, 2}), (Point{0, 1}));
  EXPECT_EQ(perpendicular_toward({1, 0}, {3, -2}), (Point{0, -1}));
  EXPECT_EQ(perpendicular_toward({1, 0}, {3, 0}), (Point{0, 1}));
}

TEST(PublishedGjkBoolean, PlainPairsAreRight) {
  EXPECT_TRUE(gjk_boolean(kSquare, kTriangleInside).hit);
  EXPECT_TRUE(gjk_boolean(kSquare, kSquare).hit);
  EXPECT_FALSE(gjk_boolean(kSquare, kTriangleApart).hit);
  EXPECT_FALSE(gjk_boolean(kSquare, kTriangleApart).hung);
}
TEST(PublishedGjkBoolean, FirstTestEndsIt) {
  EXPECT_EQ(gjk_boolean(kTriangleApart, kSquare).iterations, 0);
}
TEST(PublishedGjkBoolean, DuplicateVerticesChangeNothing) {
  EXPECT_TRUE(gjk_boolean(Points{{0, 0}, {0, 0}, {4, 0}, {4, 0}, {4, 4}, {0, 4}}, kTriangleInside).hit);
}
TEST(PublishedGjkBoolean, CornerTouchIsNoCollision) {
  EXPECT_FALSE(gjk_boolean(kSquare, Points{{4, 4}, {8, 4}, {8, 8}, {4, 8}}).hit);
}
TEST(PublishedGjkBoolean, TouchWithTheOriginOnASideOfTheSimplexIsAnsweredAsCollision) {
  EXPECT_TRUE(gjk_boolean(kSquare, Points{{4, 2}, {6, 1}, {6, 3}}).hit);
  EXPECT_TRUE(gjk_boolean(kSquare, Points{{4, 0}, {8, 0}, {8, 4}, {4, 4}}).hit);
}
TEST(PublishedGjkBoolean, FirstSupportAtTheOriginMakesTouchHangOnTheOrderOfVertices) {
  EXPECT_FALSE(gjk_boolean(Points{{0, 0}, {-1, 1}, {-1, -1}}, Points{{0, 0}, {1, -1}, {1, 1}}).hit);
  EXPECT_TRUE(gjk_boolean(Points{{-1, 1}, {-1, -1}, {0, 0}}, Points{{1, -1}, {1, 1}, {0, 0}}).hit);
}
TEST(PublishedGjkBoolean, TrianglesOfAFewUlpsAreMissed) {
  const auto near_one = [](Points points) {
    for (Point& p : points) p = Point{1, 1} + p * 0x1p-52;
    return points;
  };
  const Points a = near_one({{2, 3}, {3, 0}, {4, 4}});
  const Points b = near_one({{2, 2}, {4, 1}, {2, 0}});
  const auto checked_a = checked(Polygon2<double>{a});
  const auto checked_b = checked(Polygon2<double>{b});
  const RelationAnswer truth =
      boundary::relation(boundary::Outline<double>(checked_a), boundary::Outline<double>(checked_b));
  EXPECT_EQ(truth.relation, Relation::overlapping);
  EXPECT_FALSE(gjk_boolean(a, b).hit);
}
TEST(PublishedGjkBoolean, CoordinatesWhoseProductsOverflowAreMissed) {
  const Points a{{0, 0}, {1e200, 0}, {0, 1e200}};
  const Points b{{1e199, 1e199}, {2e200, 1e199}, {1e199, 2e200}};
  EXPECT_FALSE(gjk_boolean(a, b).hit);
}
TEST(PublishedGjkBoolean, NaNRunsIntoTheLoopCap) {
  const GjkBooleanAnswer answer = gjk_boolean(Points{{kNaN, 0}, {1, 0}, {0, 1}}, kSquare);
  EXPECT_TRUE(answer.hung);
  EXPECT_FALSE(answer.hit);
  EXPECT_EQ(answer.iterations, kGjkLoopCap);
}

TEST(PublishedPolygonSat, TriangleAndQuadrilateralHaveSevenAxes) {
  const PolygonSatAnswer answer = polygon_sat(kTriangleInside, kSquare);
  EXPECT_TRUE(answer.hit);
  EXPECT_EQ(answer.axes, 7);
}
TEST(PublishedPolygonSat, TouchIsACollision) {
  EXPECT_TRUE(polygon_sat(kSquare, Points{{4, 2}, {6, 1}, {6, 3}}).hit);
  EXPECT_FALSE(polygon_sat(kSquare, Points{{std::nextafter(4.0, 5.0), 2}, {6, 1}, {6, 3}}).hit);
}
TEST(PublishedPolygonSat, PolygonsApartAreSeparatedByAnEarlyAxis) {
  const PolygonSatAnswer answer = polygon_sat(kSquare, kTriangleApart);
  EXPECT_FALSE(answer.hit);
  EXPECT_EQ(answer.axes, 2);
}
TEST(PublishedPolygonSat, ZeroLengthEdgeSeparatesNothing) {
  EXPECT_TRUE(polygon_sat(Points{{0, 0}, {0, 0}, {4, 0}, {4, 4}}, kTriangleInside).hit);
}

TEST(PublishedMinkowski, AllPairsAreListed) {
  Points work(4);
  const Points a{{1, 2}, {3, 4}};
  const Points b{{10, 20}, {30, 50}};
  const auto sum = minkowski_sum(a, b, work);
  EXPECT_EQ(Points(sum.begin(), sum.end()), (Points{{11, 22}, {31, 52}, {13, 24}, {33, 54}}));
  const auto difference = minkowski_difference(a, b, work);
  EXPECT_EQ(Points(difference.begin(), difference.end()),
            (Points{{-9, -18}, {-29, -48}, {-7, -16}, {-27, -46}}));
}

TEST(PublishedAngularSpan, WidestGapIsLeftOut) {
  std::vector<double> angles(3);
  EXPECT_DOUBLE_EQ(angular_span(Points{{1, 0}, {0, 1}}, angles), std::numbers::pi / 2);
  EXPECT_DOUBLE_EQ(angular_span(Points{{-1, 1}, {-1, -1}}, angles), std::numbers::pi / 2);
  EXPECT_DOUBLE_EQ(angular_span(Points{{1, 0}, {-1, 0}, {0, 1}}, angles), std::numbers::pi);
}
TEST(PublishedAngularSpan, PlainPairsAreRight) {
  EXPECT_TRUE(spans(kSquare, kTriangleInside));
  EXPECT_TRUE(spans(kSquare, kSquare));
  EXPECT_FALSE(spans(kSquare, kTriangleApart));
}
TEST(PublishedAngularSpan, TouchInsideAnEdgeIsNoCollision) {
  EXPECT_FALSE(spans(kSquare, Points{{4, 2}, {6, 1}, {6, 3}}));
}
TEST(PublishedAngularSpan, ZeroVectorMakesATouchACollision) {
  EXPECT_FALSE(spans(kSquare, Points{{4, 4}, {8, 4}, {8, 8}, {4, 8}}));
  EXPECT_TRUE(spans(Points{{0, 0}, {-1, 1}, {-1, -1}}, Points{{0, 0}, {1, -1}, {1, 1}}));
}

TEST(PublishedAgreement, MethodsAreRightOnLatticeTrianglesThatDoNotTouch) {
  constexpr std::uint32_t kSeed = 5;
  std::mt19937 random(kSeed);
  const auto triangle = [&] {
    Points points;
    while (points.size() < 3 || !is_convex<double>(points)) {
      points.clear();
      for (int i = 0; i < 3; ++i) points.push_back({double(random() % 8), double(random() % 8)});
    }
    return points;
  };
  int met[3] = {};
  for (int i = 0; i < 20000; ++i) {
    const Points a = triangle();
    const Points b = triangle();
    const auto checked_a = checked(Polygon2<double>{a});
    const auto checked_b = checked(Polygon2<double>{b});
    const Relation truth =
        boundary::relation(boundary::Outline<double>(checked_a), boundary::Outline<double>(checked_b))
            .relation;
    ++met[static_cast<int>(truth)];
    ASSERT_EQ(polygon_sat(a, b).hit, truth != Relation::disjoint) << "seed " << kSeed << ", case " << i;
    if (truth == Relation::touching) continue;
    ASSERT_EQ(gjk_boolean(a, b).hit, truth == Relation::overlapping) << "seed " << kSeed << ", case " << i;
    ASSERT_EQ(spans(a, b), truth == Relation::overlapping) << "seed " << kSeed << ", case " << i;
  }
  EXPECT_GT(met[0], 2000);
  EXPECT_GT(met[1], 1000);
  EXPECT_GT(met[2], 5000);
}

}  // namespace
}  // namespace touchstone::published
