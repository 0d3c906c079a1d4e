#include <gtest/gtest.h>

#include <touchstone/sat.hpp>
#include <touchstone/validity.hpp>

#include "core/test/rational_reference.hpp"

namespace touchstone {
namespace {

using Points = std::vector<Vec2<double>>;
using reference::Rational;

template <class A, class B>
Relation sat(const A& a, const B& b) {
  const auto checked_a = checked(a);
  const auto checked_b = checked(b);
  EXPECT_TRUE(checked_a.ok() && checked_b.ok() && checked_a.is_convex() && checked_b.is_convex());
  const Relation result = relation_sat(checked_a.convex(), checked_b.convex()).relation;
  EXPECT_EQ(relation_sat(checked_b.convex(), checked_a.convex()).relation, result);
  return result;
}
Polygon2<double> polygon(const Points& points) {
  return {points};
}
Segment2<double> segment(Vec2<double> from, Vec2<double> to) {
  return {from, to};
}
Point2<double> point(double x, double y) {
  return {{x, y}};
}

const Points kSquare{{0, 0}, {2, 0}, {2, 2}, {0, 2}};

TEST(RelationSat, TrianglesApartTouchingOverlapping) {
  const auto triangle = [](double x) { return Points{{x, 1}, {4, 0}, {4, 2}}; };
  EXPECT_EQ(sat(polygon(kSquare), polygon(triangle(3))), Relation::disjoint);
  EXPECT_EQ(sat(polygon(kSquare), polygon(triangle(2))), Relation::touching);
  EXPECT_EQ(sat(polygon(kSquare), polygon(triangle(std::nextafter(2, 3)))), Relation::disjoint);
  EXPECT_EQ(sat(polygon(kSquare), polygon(triangle(std::nextafter(2, 1)))), Relation::overlapping);
}

TEST(RelationSat, CornerToCornerTouches) {
  const auto corner = [](double x) { return Points{{x, 2}, {3, 2}, {3, 3}}; };
  EXPECT_EQ(sat(polygon(kSquare), polygon(corner(2))), Relation::touching);
  EXPECT_EQ(sat(polygon(kSquare), polygon(corner(std::nextafter(2, 3)))), Relation::disjoint);
  EXPECT_EQ(sat(polygon(kSquare), polygon(corner(std::nextafter(2, 1)))), Relation::touching);
}

TEST(RelationSat, IdenticalAndContainedShapesOverlap) {
  EXPECT_EQ(sat(polygon(kSquare), polygon(kSquare)), Relation::overlapping);
  EXPECT_EQ(sat(polygon(kSquare), polygon({{0.5, 0.5}, {1, 0.5}, {0.5, 1}})), Relation::overlapping);
}

TEST(RelationSat, SlopedEdgesOneUlpApart) {
  const auto above = [](double y) { return Points{{0.3, y}, {0.9, 0.9}, {-0.5, 0.9}}; };
  const Rational edge = Rational(0.3) * Rational(0.3) / Rational(0.9);
  const double y = edge.convert_to<double>();
  EXPECT_EQ(sat(polygon({{0, 0}, {0.9, 0.3}, {0.9, -1}}), polygon(above(std::nextafter(y, 1)))),
            Relation::disjoint);
  EXPECT_EQ(sat(polygon({{0, 0}, {0.9, 0.3}, {0.9, -1}}), polygon(above(std::nextafter(y, 0)))),
            Relation::overlapping);
}

TEST(RelationSat, PointInsideOnOutsidePolygon) {
  EXPECT_EQ(sat(point(1, 1), polygon(kSquare)), Relation::overlapping);
  EXPECT_EQ(sat(point(2, 1), polygon(kSquare)), Relation::touching);
  EXPECT_EQ(sat(point(2, 2), polygon(kSquare)), Relation::touching);
  EXPECT_EQ(sat(point(std::nextafter(2, 3), 1), polygon(kSquare)), Relation::disjoint);
  EXPECT_EQ(sat(point(std::nextafter(2, 1), 1), polygon(kSquare)), Relation::overlapping);
}

TEST(RelationSat, PointsAndSegments) {
  EXPECT_EQ(sat(point(1, 1), point(1, 1)), Relation::touching);
  EXPECT_EQ(sat(point(1, 1), point(1, 2)), Relation::disjoint);
  EXPECT_EQ(sat(point(1, 1), segment({0, 0}, {3, 3})), Relation::touching);
  EXPECT_EQ(sat(point(3, 3), segment({0, 0}, {3, 3})), Relation::touching);
  EXPECT_EQ(sat(point(4, 4), segment({0, 0}, {3, 3})), Relation::disjoint);
  EXPECT_EQ(sat(point(1, std::nextafter(1, 2)), segment({0, 0}, {3, 3})), Relation::disjoint);
}

TEST(RelationSat, SegmentsCrossTouchOrMiss) {
  const auto diagonal = segment({0, 0}, {2, 2});
  EXPECT_EQ(sat(diagonal, segment({0, 2}, {2, 0})), Relation::overlapping);
  EXPECT_EQ(sat(diagonal, segment({1, 1}, {2, 0})), Relation::touching);
  EXPECT_EQ(sat(diagonal, segment({2, 2}, {2, 0})), Relation::touching);
  EXPECT_EQ(sat(diagonal, segment({1, std::nextafter(1, 0)}, {2, 0})), Relation::disjoint);
  EXPECT_EQ(sat(diagonal, segment({1, std::nextafter(1, 2)}, {2, 0})), Relation::overlapping);
}

TEST(RelationSat, CollinearSegmentsTouchWhereTheyShareAPoint) {
  const auto s = segment({0, 0}, {0.3, 0.3});
  EXPECT_EQ(sat(s, s), Relation::touching);
  EXPECT_EQ(sat(s, segment({0.7, 0.7}, {0.3, 0.3})), Relation::touching);
  EXPECT_EQ(sat(s, segment({0.1, 0.1}, {0.2, 0.2})), Relation::touching);
  const double x = std::nextafter(0.3, 1);
  EXPECT_EQ(sat(s, segment({x, x}, {0.7, 0.7})), Relation::disjoint);
  EXPECT_EQ(sat(s, segment({0.1, 0.2}, {0.2, 0.3})), Relation::disjoint);
}

TEST(RelationSat, SegmentAndPolygon) {
  EXPECT_EQ(sat(segment({1, 1}, {5, 5}), polygon(kSquare)), Relation::overlapping);
  EXPECT_EQ(sat(segment({2, -1}, {2, 5}), polygon(kSquare)), Relation::touching);
  EXPECT_EQ(sat(segment({1, 3}, {3, 1}), polygon(kSquare)), Relation::touching);
  EXPECT_EQ(sat(segment({1, 3}, {3, std::nextafter(1, 0)}), polygon(kSquare)), Relation::overlapping);
  EXPECT_EQ(sat(segment({1, 3}, {3, std::nextafter(1, 2)}), polygon(kSquare)), Relation::disjoint);
}

TEST(RelationSat, ObbWithRoundedCornersTouchesExactly) {
  const Vec2<double> u{0.1, 0.3}, v{-0.3, 0.1};
  const Obb2<double> box{{0, 0}, {u, v}};
  const auto beyond = [&](double x) { return Points{{x, u.y}, u * 3.0 + v, u * 3.0 - v}; };
  EXPECT_EQ(sat(box, polygon(beyond(u.x))), Relation::touching);
  EXPECT_EQ(sat(box, polygon(beyond(std::nextafter(u.x, 1)))), Relation::disjoint);
  EXPECT_EQ(sat(box, polygon(beyond(std::nextafter(u.x, 0)))), Relation::overlapping);
}

TEST(RelationSat, FlatObbWithRoundedEndsTouchesItsContinuation) {
  const Vec2<double> u{0.1, 0.3};
  const Obb2<double> flat{{0, 0}, {u, u * -0.7}};
  EXPECT_NE(checked(flat).convex().rounded_from, nullptr);
  EXPECT_EQ(sat(flat, Obb2<double>{u * 2.0, {u, u * 0.7}}), Relation::touching);
  EXPECT_EQ(sat(flat, Point2<double>{u}), Relation::touching);
  EXPECT_EQ(sat(flat, Point2<double>{u * 2.0}), Relation::disjoint);
}

TEST(RelationSat, ThinObbFarAwayWhoseRoundedCornersCoincide) {
  const Obb2<double> thin{{1e6, 0}, {{0, 1}, {1e-12, 0}}};
  EXPECT_EQ(sat(thin, point(1e6, 0)), Relation::overlapping);
  EXPECT_EQ(sat(thin, point(std::nextafter(1e6, 2e6), 0)), Relation::disjoint);
  EXPECT_EQ(sat(thin, thin), Relation::overlapping);
}

/// What one random campaign met.
struct Counts {
  int relations[3] = {};
  double worst_depth_u = 0;
};

/// B moved by the push must be apart, or overlap by no more than the bound; the push must be as long as the
/// depth.
template <class T>
void check_penetration(const Checked2<T>& a, const Checked2<T>& b, const reference::Corners& exact_a,
                       const reference::Corners& exact_b, Counts& counts) {
  const Penetration<T> p = penetration_sat(a.convex(), b.convex());
  if (p.relation != Relation::overlapping) {
    ASSERT_EQ(p.depth, 0);
    return;
  }
  const double u =
      std::numeric_limits<T>::epsilon() * double{std::max(a.largest_coordinate, b.largest_coordinate)};
  const double exact_depth =
      std::sqrt((-reference::signed_separation_sq(exact_a, exact_b)).convert_to<double>());
  counts.worst_depth_u = std::max(counts.worst_depth_u, std::fabs(double{p.depth} - exact_depth) / u);
  ASSERT_LE(std::fabs(double{p.depth} - exact_depth), kPenetrationBound * u);
  ASSERT_NEAR(std::hypot(double{p.mtv.x}, double{p.mtv.y}), double{p.depth}, kPenetrationBound * u);
  reference::Corners moved = exact_b;
  for (auto& corner : moved) corner = corner + reference::rational(p.mtv);
  const double left = reference::signed_separation_sq(exact_a, moved).convert_to<double>();
  ASSERT_GE(left, -std::pow(kPenetrationBound * u, 2));
}

template <class T>
Counts compare_with_rationals(std::uint64_t seed, T scale, int cases) {
  reference::LatticeShapes<T> shapes(seed, scale);
  std::vector<Vec2<T>> points_a, points_b;
  Counts counts;
  for (int i = 0; i < cases && !testing::Test::HasFatalFailure(); ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << seed << " case " << i);
    const Shape2<T> a = shapes.next(points_a), b = shapes.next(points_b);
    const auto checked_a = checked(a), checked_b = checked(b);
    EXPECT_TRUE(checked_a.ok() && checked_b.ok() && checked_a.is_convex() && checked_b.is_convex());
    const auto exact_a = reference::corners(a), exact_b = reference::corners(b);
    const Relation expected = reference::relation(exact_a, exact_b);
    const RelationAnswer answer = relation_sat(checked_a.convex(), checked_b.convex());
    EXPECT_EQ(answer.relation, expected) << reference::print(a) << " | " << reference::print(b);
    const double bound = cross_bound(checked_a.convex(), checked_b.convex());
    int iterations = 0;
    EXPECT_EQ(detail::relation_exactly(checked_a.convex(), checked_b.convex(), bound, iterations), expected)
        << reference::print(a) << " | " << reference::print(b);
    check_penetration(checked_a, checked_b, exact_a, exact_b, counts);
    ++counts.relations[static_cast<int>(expected)];
  }
  return counts;
}

void expect_met_all(const Counts& counts, int cases) {
  for (const int count : counts.relations) EXPECT_GT(count, cases / 15);
  EXPECT_GT(counts.worst_depth_u, 0);
  EXPECT_LT(counts.worst_depth_u, 3);
  testing::Test::RecordProperty("worst_depth_u", std::to_string(counts.worst_depth_u));
}

TEST(RelationSat, LatticeShapesEqualRationals) {
  expect_met_all(compare_with_rationals<double>(41, 1, 4000), 4000);
}
TEST(RelationSat, ScaledLatticeShapesEqualRationals) {
  expect_met_all(compare_with_rationals<double>(42, 0.1, 3000), 3000);
}
TEST(RelationSat, SmallestLatticeShapesEqualRationals) {
  compare_with_rationals<double>(43, kSmallestCoordinate * 8, 1000);
}
TEST(RelationSat, LargestLatticeShapesEqualRationals) {
  compare_with_rationals<double>(44, kLargestCoordinate / 16, 1000);
}
TEST(RelationSat, FloatLatticeShapesEqualRationals) {
  expect_met_all(compare_with_rationals<float>(45, 0.1F, 3000), 3000);
}

/// Whether the filter was sure; it must then be right.
bool filter_agrees(const ConvexView<double>& a, const ConvexView<double>& b) {
  using detail::Filtered;
  const double bound = cross_bound(a, b);
  int n = 0;
  const Filtered ab = detail::filter_edges(a, b, bound, n);
  const Filtered ba = detail::filter_edges(b, a, bound, n);
  const Relation exactly = detail::relation_exactly(a, b, bound, n);
  const bool apart = ab == Filtered::one_separates || ba == Filtered::one_separates;
  const bool meet = ab == Filtered::none_separates && ba == Filtered::none_separates;
  EXPECT_TRUE(!apart || exactly == Relation::disjoint);
  EXPECT_TRUE(!meet || exactly == Relation::overlapping);
  return apart || meet;
}

TEST(FilterEdges, MayAbstainButNeverContradicts) {
  reference::LatticeShapes<double> shapes(46, 0.7);
  Points points_a, points_b;
  int sure = 0;
  for (int i = 0; i < 3000; ++i) {
    SCOPED_TRACE(testing::Message() << "seed 46 case " << i);
    const auto a = checked(shapes.next(points_a)), b = checked(shapes.next(points_b));
    if (a.convex().dimension + b.convex().dimension > 0) sure += filter_agrees(a.convex(), b.convex());
  }
  EXPECT_GT(sure, 1500);
  EXPECT_LT(sure, 2900);
}

TEST(RelationSat, RegularPolygonsOfManyCornersSpendLinearWork) {
  for (const int n : {8, 64, 512}) {
    Points a, b;
    for (int k = 0; k < n; ++k) {
      const double angle = 6.283185307179586 * k / n;
      a.push_back({std::cos(angle), std::sin(angle)});
      b.push_back({1.5 + std::cos(angle + 0.1), 0.3 + std::sin(angle + 0.1)});
    }
    const auto checked_a = checked(polygon(a)), checked_b = checked(polygon(b));
    const RelationAnswer answer = relation_sat(checked_a.convex(), checked_b.convex());
    EXPECT_EQ(answer.relation, Relation::overlapping);
    EXPECT_LE(answer.iterations, 2 * n);
  }
}

TEST(PenetrationSat, SquaresOverlapByTheShorterWay) {
  const Points other{{1.5, 1}, {4, 1}, {4, 4}, {1.5, 4}};
  const auto a = checked(polygon(kSquare)), b = checked(polygon(other));
  const auto p = penetration_sat(a.convex(), b.convex());
  EXPECT_EQ(p.relation, Relation::overlapping);
  EXPECT_EQ(p.depth, 0.5);
  EXPECT_EQ(p.mtv, (Vec2<double>{0.5, 0}));
  EXPECT_EQ(penetration_sat(b.convex(), a.convex()).mtv, (Vec2<double>{-0.5, 0}));
}

TEST(PenetrationSat, ContainedTriangleIsPushedAllTheWayOut) {
  const Points inner{{1, 0.5}, {1.25, 0.5}, {1, 0.75}};
  const auto a = checked(polygon(kSquare)), b = checked(polygon(inner));
  EXPECT_EQ(penetration_sat(a.convex(), b.convex()).mtv, (Vec2<double>{0, -0.75}));
}

TEST(PenetrationSat, CrossingSegments) {
  const auto a = checked(segment({0, 0}, {4, 0})), b = checked(segment({1, -1}, {1, 3}));
  const auto p = penetration_sat(a.convex(), b.convex());
  EXPECT_EQ(p.depth, 1);
  EXPECT_EQ(std::fabs(p.mtv.x) + std::fabs(p.mtv.y), 1);
}

TEST(PenetrationSat, ThinObbFarAwayKeepsItsDirection) {
  const Vec2<double> u{3, 4};
  const auto a = checked(Obb2<double>{{1e8, 1e8}, {u, perp(u) * 1e-12}});
  const auto b = checked(point(1e8, 1e8));
  const auto p = penetration_sat(a.convex(), b.convex());
  EXPECT_EQ(p.relation, Relation::overlapping);
  EXPECT_LE(p.depth, kPenetrationBound * 1e8 * 0x1p-52);
  EXPECT_NEAR(dot(p.mtv, u), 0, 1e-20);
}

}  // namespace
}  // namespace touchstone
