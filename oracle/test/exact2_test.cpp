#include "oracle/exact2.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace touchstone::oracle {
namespace {

using Points = std::vector<Point>;

ConvexRational convex(const Points& points) {
  std::vector<RationalVec2> exact;
  for (const Point& p : points) exact.push_back(rational(p));
  return hull_of(exact);
}
ConvexRational box(double x0, double y0, double x1, double y1) {
  return *convex_of(Aabb2<double>{{x0, y0}, {x1, y1}});
}
RationalVec2 at(double x, double y) {
  return rational(Point{x, y});
}
double up(double x) {
  return std::nextafter(x, std::numeric_limits<double>::infinity());
}

const ConvexRational kSquare = box(0, 0, 4, 4);

// ---- hull and convexity

TEST(HullOf, RepeatedAndCollinearPointsThenCornersOnlyCounterClockwise) {
  const ConvexRational hull = convex({{0, 0}, {0, 4}, {4, 4}, {4, 0}, {2, 0}, {4, 0}, {0, 0}, {1, 1}});
  EXPECT_EQ(hull.corners, kSquare.corners);
  EXPECT_EQ(area(hull), 16);
}

TEST(HullOf, PointsOnALineThenTheTwoEnds) {
  EXPECT_EQ(convex({{0, 0}, {10, 10}, {5, 5}, {3, 3}}).corners.size(), 2u);
  EXPECT_EQ(convex({{1, 2}, {1, 2}, {1, 2}}).corners.size(), 1u);
}

TEST(ConvexOf, PolygonWithCollinearAndRepeatedVerticesThenConvex) {
  const Points points = {{0, 0}, {0, 4}, {0, 4}, {2, 4}, {4, 4}, {4, 0}, {0, 0}};
  const std::optional<ConvexRational> shape = convex_of(Polygon2<double>{points});
  ASSERT_TRUE(shape);
  EXPECT_EQ(shape->corners, kSquare.corners);
}

TEST(ConvexOf, CornerPushedInByOneUlpThenConcave) {
  const Points points = {{0, 0}, {4, 0}, {4, 4}, {0, 4}, {std::nextafter(0.0, 1.0), 2}};
  EXPECT_FALSE(convex_of(Polygon2<double>{points}));
}

TEST(ConvexOf, PolygonWithAHoleThenNotConvex) {
  const Points points = {{0, 0}, {4, 0}, {4, 4}, {0, 4}};
  const Points hole = {{1, 1}, {2, 1}, {2, 2}};
  const Contour2<double> holes[] = {hole};
  EXPECT_FALSE(convex_of(Polygon2<double>{points, holes}));
}

TEST(ConvexOf, SkewedObbThenItsParallelogram) {
  const std::optional<ConvexRational> shape = convex_of(Obb2<double>{{1, 1}, {{1, 0}, {1, 1}}});
  ASSERT_TRUE(shape);
  EXPECT_EQ(area(*shape), 4);
  EXPECT_EQ(convex_of(Obb2<double>{{1, 1}, {{1, 2}, {-2, -4}}})->corners.size(), 2u);
  EXPECT_EQ(convex_of(Obb2<double>{{1, 1}, {{0, 0}, {0, 0}}})->corners.size(), 1u);
}

// ---- relation

TEST(ExactRelation, BoxesOneUlpEitherSideOfTouchThenAllThreeRelations) {
  EXPECT_EQ(relation(kSquare, box(4, 0, 5, 1)), Relation::touching);
  EXPECT_EQ(relation(kSquare, box(up(4), 0, 5, 1)), Relation::disjoint);
  EXPECT_EQ(relation(kSquare, box(std::nextafter(4.0, 0.0), 0, 5, 1)), Relation::overlapping);
}

TEST(ExactRelation, SegmentsThenOverlappingOnlyWhenTheyCross) {
  const ConvexRational base = convex({{0, 0}, {2, 0}});
  EXPECT_EQ(relation(base, convex({{1, -1}, {1, 1}})), Relation::overlapping);
  EXPECT_EQ(relation(base, convex({{1, 0}, {1, 1}})), Relation::touching);
  EXPECT_EQ(relation(base, convex({{1, 0}, {3, 0}})), Relation::touching);
  EXPECT_EQ(relation(base, convex({{2, 0}, {3, 0}})), Relation::touching);
  EXPECT_EQ(relation(base, convex({{up(2), 0}, {3, 0}})), Relation::disjoint);
  EXPECT_EQ(relation(base, convex({{3, -1}, {3, 1}})), Relation::disjoint);
}

TEST(ExactRelation, PointsThenTouchingWhenEqual) {
  EXPECT_EQ(relation(convex({{1, 2}}), convex({{1, 2}})), Relation::touching);
  EXPECT_EQ(relation(convex({{1, 2}}), convex({{1, up(2)}})), Relation::disjoint);
  EXPECT_EQ(relation(convex({{0, 0}, {2, 4}}), convex({{1, 2}})), Relation::touching);
  EXPECT_EQ(relation(convex({{0, 0}, {2, 4}}), convex({{1, up(2)}})), Relation::disjoint);
}

TEST(ExactRelation, FlatInSolidThenOverlappingWhenItReachesTheInterior) {
  EXPECT_EQ(relation(kSquare, convex({{2, 2}})), Relation::overlapping);
  EXPECT_EQ(relation(kSquare, convex({{4, 2}})), Relation::touching);
  EXPECT_EQ(relation(kSquare, convex({{0, 0}, {4, 0}})), Relation::touching);
  EXPECT_EQ(relation(convex({{-1, 2}, {5, 2}}), kSquare), Relation::overlapping);
  EXPECT_EQ(relation(convex({{5, 2}, {9, 2}}), kSquare), Relation::disjoint);
}

// ---- penetration

TEST(ExactPenetration, SquareInTheMiddleOfASquareThenFourVectors) {
  const ExactPenetration found = penetration(kSquare, box(1, 1, 3, 3));
  EXPECT_EQ(found.depth_sq, 9);
  EXPECT_EQ(found.mtv.size(), 4u);
}

TEST(ExactPenetration, CornerOverlapThenBIsPushedAwayFromA) {
  const ExactPenetration found = penetration(kSquare, box(3, 1, 9, 3));
  EXPECT_EQ(found.depth_sq, 1);
  EXPECT_EQ(found.mtv, (std::vector<RationalVec2>{at(1, 0)}));
}

TEST(ExactPenetration, CrossingSegmentsThenBothOfTwoEqualWaysOut) {
  const ExactPenetration found = penetration(convex({{0, 0}, {2, 2}}), convex({{0, 2}, {2, 0}}));
  EXPECT_EQ(found.depth_sq, 2);
  EXPECT_EQ(found.mtv.size(), 4u);
}

TEST(ExactPenetration, TouchingThenTheZeroVector) {
  for (const ConvexRational& other : {box(4, 0, 5, 1), convex({{4, 4}})}) {
    EXPECT_EQ(penetration(kSquare, other).depth_sq, 0);
    EXPECT_EQ(penetration(kSquare, other).mtv, (std::vector<RationalVec2>{at(0, 0)}));
  }
  EXPECT_EQ(penetration(convex({{4, 4}}), convex({{4, 4}})).mtv, (std::vector<RationalVec2>{at(0, 0)}));
}

TEST(ExactPenetration, PointAtTheCentreThenAsManyVectorsAsSides) {
  EXPECT_EQ(penetration(kSquare, convex({{2, 2}})).mtv.size(), 4u);
  EXPECT_EQ(penetration(kSquare, convex({{2, 2}})).depth_sq, 4);
}

// ---- distance

TEST(ExactDistance, CornerAgainstCornerThenBothCorners) {
  const ExactDistance found = distance(kSquare, box(7, 8, 9, 9));
  EXPECT_EQ(found.distance_sq, 25);
  EXPECT_EQ(found.on_a, at(4, 4));
  EXPECT_EQ(found.on_b, at(7, 8));
}

TEST(ExactDistance, CornerAgainstSideThenTheFootOfThePerpendicular) {
  const ExactDistance found = distance(convex({{0, 0}, {2, 2}}), convex({{2, 0}}));
  EXPECT_EQ(found.distance_sq, 2);
  EXPECT_EQ(found.on_a, at(1, 1));
}

TEST(ExactDistance, MeetingThenZeroAndACommonPoint) {
  const ExactDistance crossing = distance(convex({{0, 0}, {2, 2}}), convex({{0, 2}, {2, 0}}));
  EXPECT_EQ(crossing.distance_sq, 0);
  EXPECT_EQ(crossing.on_a, at(1, 1));
  EXPECT_EQ(crossing.on_b, at(1, 1));
  EXPECT_EQ(distance(kSquare, box(4, 4, 5, 5)).on_a, at(4, 4));
}

// ---- location, containment, area, kind

TEST(ExactLocation, SquareThenInsideBoundaryOutside) {
  EXPECT_EQ(location(kSquare, at(2, 2)), Location::inside);
  EXPECT_EQ(location(kSquare, at(std::nextafter(4.0, 0.0), 2)), Location::inside);
  EXPECT_EQ(location(kSquare, at(4, 2)), Location::boundary);
  EXPECT_EQ(location(kSquare, at(up(4), 2)), Location::outside);
}

TEST(ExactLocation, FlatShapesThenBoundaryOnly) {
  const ConvexRational segment = convex({{0, 0}, {2, 4}});
  EXPECT_EQ(location(segment, at(1, 2)), Location::boundary);
  EXPECT_EQ(location(segment, at(2, 4)), Location::boundary);
  EXPECT_EQ(location(segment, at(3, 6)), Location::outside);
  EXPECT_EQ(location(convex({{1, 1}}), at(1, 1)), Location::boundary);
  EXPECT_EQ(location(convex({{1, 1}}), at(1, up(1))), Location::outside);
}

TEST(CommonArea, BoxesThenWidthTimesHeight) {
  EXPECT_EQ(common_area(kSquare, box(3, 1, 9, 3)), 2);
  EXPECT_EQ(common_area(kSquare, kSquare), 16);
  EXPECT_EQ(common_area(kSquare, box(4, 0, 5, 1)), 0);
  EXPECT_EQ(common_area(kSquare, box(5, 0, 6, 1)), 0);
  EXPECT_EQ(common_area(kSquare, box(1, 0, 1, 9)), 0);
}

TEST(CommonArea, StarOfDavidThenTheHexagon) {
  EXPECT_EQ(common_area(convex({{0, 4}, {-4, -2}, {4, -2}}), convex({{0, -4}, {4, 2}, {-4, 2}})), 16);
}

TEST(ExactKind, EachKindOfOverlap) {
  EXPECT_EQ(kind(kSquare, kSquare), Kind::a_contains_b);
  EXPECT_EQ(kind(kSquare, box(0, 0, 1, 1)), Kind::a_contains_b);
  EXPECT_EQ(kind(box(0, 0, 1, 1), kSquare), Kind::b_contains_a);
  EXPECT_EQ(kind(kSquare, box(3, 3, 9, 9)), Kind::vertex_inside);
  EXPECT_EQ(kind(kSquare, box(-1, 1, 9, 2)), Kind::piercing);
  EXPECT_EQ(kind(kSquare, convex({{0, 2}, {6, 1.5}, {6, 2.5}})), Kind::piercing);
  EXPECT_EQ(kind(kSquare, box(-1, 1, 9, 1)), Kind::piercing);
}

// ---- random: the answers must hold together

// Hull of up to five points of a small lattice: points, segments and polygons, with many exact touches.
ConvexRational random_convex(std::mt19937_64& engine) {
  std::vector<RationalVec2> points(1 + engine() % 5);
  for (RationalVec2& p : points) p = {static_cast<long>(engine() % 4), static_cast<long>(engine() % 4)};
  return hull_of(points);
}
ConvexRational moved(ConvexRational shape, const RationalVec2& by) {
  for (RationalVec2& corner : shape.corners) corner = corner + by;
  return shape;
}

class RandomPairs : public ::testing::Test {
 protected:
  template <class Check>
  void for_each_pair(Check check) {
    std::mt19937_64 engine(2024);
    for (int i = 0; i < 1500; ++i) {
      const ConvexRational a = random_convex(engine);
      const RationalVec2 shift{static_cast<long>(engine() % 4), static_cast<long>(engine() % 3)};
      const ConvexRational b = moved(random_convex(engine), shift);
      const Relation found = relation(a, b);
      ++met_[static_cast<int>(found)];
      check(a, b, found);
    }
    for (const int count : met_) EXPECT_GE(count, 200) << "of 1500 pairs, seed 2024";
  }
  int met_[3] = {};
};

TEST_F(RandomPairs, SwappingTheShapesKeepsRelationDistanceDepthAndArea) {
  for_each_pair([](const ConvexRational& a, const ConvexRational& b, Relation found) {
    EXPECT_EQ(relation(b, a), found);
    EXPECT_EQ(distance(b, a).distance_sq, distance(a, b).distance_sq);
    EXPECT_EQ(common_area(b, a), common_area(a, b));
    if (found == Relation::disjoint) return;
    EXPECT_EQ(penetration(b, a).depth_sq, penetration(a, b).depth_sq);
    EXPECT_EQ(penetration(b, a).mtv.size(), penetration(a, b).mtv.size());
  });
}

TEST_F(RandomPairs, TheCommonPartAgreesWithTheRelation) {
  for_each_pair([](const ConvexRational& a, const ConvexRational& b, Relation found) {
    EXPECT_EQ(common_part(a, b).has_value(), found != Relation::disjoint);
    const bool solid = !a.is_flat() && !b.is_flat();
    EXPECT_TRUE(!solid || (common_area(a, b) > 0) == (found == Relation::overlapping));
  });
}

TEST_F(RandomPairs, ClosestPointsLieOnTheShapesAndRealiseTheDistance) {
  for_each_pair([](const ConvexRational& a, const ConvexRational& b, Relation found) {
    const ExactDistance closest = distance(a, b);
    EXPECT_EQ(length_sq(closest.on_a - closest.on_b), closest.distance_sq);
    EXPECT_NE(location(a, closest.on_a), Location::outside);
    EXPECT_NE(location(b, closest.on_b), Location::outside);
    // The planes through them, perpendicular to their connection, separate the shapes: nothing is nearer.
    const RationalVec2 normal = closest.on_b - closest.on_a;
    EXPECT_TRUE(found != Relation::disjoint || reach(a, b, normal) == -closest.distance_sq);
  });
}

TEST_F(RandomPairs, EveryMtvEndsTheOverlapAndAShorterOneDoesNot) {
  for_each_pair([](const ConvexRational& a, const ConvexRational& b, Relation found) {
    if (found != Relation::overlapping) return;
    for (const RationalVec2& mtv : penetration(a, b).mtv) {
      EXPECT_EQ(relation(a, moved(b, mtv)), Relation::touching);
      EXPECT_EQ(relation(a, moved(b, mtv * Rational(Rational(999) / 1000))), Relation::overlapping);
    }
  });
}

TEST_F(RandomPairs, NoDirectionOfAGridLeadsOutSoonerThanTheMtv) {
  for_each_pair([](const ConvexRational& a, const ConvexRational& b, Relation found) {
    if (found != Relation::overlapping) return;
    const Rational depth_sq = penetration(a, b).depth_sq;
    for (int k = 0; k < 20; ++k) {
      const RationalVec2 d{k < 10 ? k - 5 : 4, k < 10 ? 4 : k - 15};
      EXPECT_GE(reach(a, b, d) * reach(a, b, d), depth_sq * length_sq(d));
    }
  });
}

}  // namespace
}  // namespace touchstone::oracle
