#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include <touchstone/minkowski.hpp>
#include <touchstone/sat.hpp>
#include <touchstone/validity.hpp>

#include "core/test/rational_reference.hpp"

namespace touchstone {
namespace {

using Point = Vec2<double>;
using Points = std::vector<Point>;

template <class T>
std::vector<Vec2<T>> sum(const Checked2<T>& a, const Checked2<T>& b) {
  std::vector<Vec2<T>> work(minkowski_capacity(a.convex(), b.convex()));
  const auto outline = minkowski_sum(a.convex(), b.convex(), std::span(work));
  return {outline.begin(), outline.end()};
}
template <class T>
std::vector<Vec2<T>> difference(const Checked2<T>& a, const Checked2<T>& b) {
  std::vector<Vec2<T>> work(minkowski_capacity(a.convex(), b.convex()));
  const auto outline = minkowski_difference(a.convex(), b.convex(), std::span(work));
  return {outline.begin(), outline.end()};
}
template <class T>
Relation angular_span(const Checked2<T>& a, const Checked2<T>& b) {
  const Relation result = relation_angular_span(a.convex(), b.convex()).relation;
  EXPECT_EQ(relation_angular_span(b.convex(), a.convex()).relation, result);
  return result;
}
/// Views the points: valid while they live.
Checked2<double> polygon(const Points& points) {
  return checked(Polygon2<double>{points});
}
Checked2<double> segment(Point from, Point to) {
  return checked(Segment2<double>{from, to});
}
Checked2<double> point(double x, double y) {
  return checked(Point2<double>{{x, y}});
}

const Points kSquare{{0, 0}, {2, 0}, {2, 2}, {0, 2}};
const Points kTriangle{{0, 0}, {1, 0}, {0, 1}};

TEST(MinkowskiSum, SquareAndTriangleMakeAPentagon) {
  EXPECT_EQ(sum(polygon(kSquare), polygon(kTriangle)), (Points{{0, 0}, {3, 0}, {3, 2}, {2, 3}, {0, 3}}));
}
TEST(MinkowskiSum, SegmentsMakeAParallelogramOrALongerSegment) {
  EXPECT_EQ(sum(segment({0, 0}, {1, 0}), segment({5, 5}, {5, 7})), (Points{{5, 5}, {6, 5}, {6, 7}, {5, 7}}));
  EXPECT_EQ(sum(segment({0, 0}, {1, 1}), segment({3, 3}, {1, 1})), (Points{{1, 1}, {4, 4}}));
}
TEST(MinkowskiSum, PointShiftsTheOtherShape) {
  EXPECT_EQ(sum(point(10, 1), point(1, 1)), (Points{{11, 2}}));
  EXPECT_EQ(sum(point(10, 1), polygon(kTriangle)), (Points{{10, 1}, {11, 1}, {10, 2}}));
}
TEST(MinkowskiSum, WindingAndRepeatedVerticesChangeNothing) {
  const Points clockwise{{0, 2}, {0, 2}, {2, 2}, {2, 0}, {2, 0}, {0, 0}, {0, 0}};
  EXPECT_EQ(sum(polygon(clockwise), polygon(kTriangle)), sum(polygon(kSquare), polygon(kTriangle)));
}
TEST(MinkowskiSum, CollinearVertexStays) {
  EXPECT_EQ(sum(polygon({{0, 0}, {1, 0}, {2, 0}, {0, 2}}), polygon(kTriangle)),
            (Points{{0, 0}, {2, 0}, {3, 0}, {0, 3}}));
}
TEST(MinkowskiSum, LargeSumIsRoundedOnce) {
  EXPECT_EQ(sum(point(1, 1), point(0x1p-53, 3 * 0x1p-53)), (Points{{1, 1 + 0x1p-51}}));
}

TEST(MinkowskiDifference, SquareMinusTriangle) {
  EXPECT_EQ(difference(polygon(kSquare), polygon(kTriangle)),
            (Points{{-1, 0}, {0, -1}, {2, -1}, {2, 2}, {-1, 2}}));
}
TEST(MinkowskiDifference, OfAShapeWithItselfIsPointSymmetric) {
  EXPECT_EQ(difference(polygon(kTriangle), polygon(kTriangle)),
            (Points{{-1, 0}, {0, -1}, {1, -1}, {1, 0}, {0, 1}, {-1, 1}}));
}

TEST(AngularSpan, TrianglesApartTouchingOverlapping) {
  const auto at = [](double x) { return angular_span(polygon(kSquare), polygon({{x, 1}, {4, 0}, {4, 2}})); };
  EXPECT_EQ(at(3), Relation::disjoint);
  EXPECT_EQ(at(2), Relation::touching);
  EXPECT_EQ(at(std::nextafter(2, 3)), Relation::disjoint);
  EXPECT_EQ(at(std::nextafter(2, 1)), Relation::overlapping);
}
TEST(AngularSpan, CommonCornerIsAZeroVectorAndTouches) {
  EXPECT_EQ(angular_span(polygon(kSquare), polygon({{2, 2}, {3, 2}, {3, 3}})), Relation::touching);
  EXPECT_EQ(angular_span(point(1, 1), point(1, 1)), Relation::touching);
  EXPECT_EQ(angular_span(point(1, 1), point(1, std::nextafter(1, 2))), Relation::disjoint);
}
TEST(AngularSpan, IdenticalAndContainedShapesOverlap) {
  EXPECT_EQ(angular_span(polygon(kSquare), polygon(kSquare)), Relation::overlapping);
  EXPECT_EQ(angular_span(polygon(kSquare), point(1, 1)), Relation::overlapping);
  EXPECT_EQ(angular_span(polygon(kSquare), point(2, 1)), Relation::touching);
  EXPECT_EQ(angular_span(polygon(kSquare), point(2, std::nextafter(2, 3))), Relation::disjoint);
}
TEST(AngularSpan, SegmentsCrossTouchOrMiss) {
  const auto diagonal = segment({0, 0}, {2, 2});
  EXPECT_EQ(angular_span(diagonal, segment({0, 2}, {2, 0})), Relation::overlapping);
  EXPECT_EQ(angular_span(diagonal, segment({1, 1}, {2, 0})), Relation::touching);
  EXPECT_EQ(angular_span(diagonal, segment({1, std::nextafter(1, 0)}, {2, 0})), Relation::disjoint);
  EXPECT_EQ(angular_span(diagonal, segment({1, std::nextafter(1, 2)}, {2, 0})), Relation::overlapping);
}
TEST(AngularSpan, CollinearSegmentsTouchWhereTheyShareAPoint) {
  const auto s = segment({0, 0}, {0.3, 0.3});
  EXPECT_EQ(angular_span(s, s), Relation::touching);
  EXPECT_EQ(angular_span(s, segment({0.7, 0.7}, {0.3, 0.3})), Relation::touching);
  EXPECT_EQ(angular_span(s, segment({0.1, 0.1}, {0.2, 0.2})), Relation::touching);
  EXPECT_EQ(angular_span(s, segment({0.4, 0.4}, {0.7, 0.7})), Relation::disjoint);
  EXPECT_EQ(angular_span(s, segment({0.1, 0.2}, {0.2, 0.3})), Relation::disjoint);
}
TEST(AngularSpan, FlatObbWithRoundedEndsTouchesItsContinuation) {
  const Point u{0.1, 0.3};
  const auto flat = checked(Obb2<double>{{0, 0}, {u, u * -0.7}});
  ASSERT_NE(flat.convex().rounded_from, nullptr);
  EXPECT_EQ(angular_span(flat, checked(Obb2<double>{u * 2.0, {u, u * 0.7}})), Relation::touching);
  EXPECT_EQ(angular_span(flat, checked(Point2<double>{u})), Relation::touching);
  EXPECT_EQ(angular_span(flat, checked(Point2<double>{u * 2.0})), Relation::disjoint);
}
TEST(AngularSpan, ThinObbFarAwayWhoseRoundedCornersCoincide) {
  const auto thin = checked(Obb2<double>{{1e6, 0}, {{0, 1}, {1e-12, 0}}});
  EXPECT_EQ(angular_span(thin, point(1e6, 0)), Relation::overlapping);
  EXPECT_EQ(angular_span(thin, point(std::nextafter(1e6, 2e6), 0)), Relation::disjoint);
  EXPECT_EQ(angular_span(thin, thin), Relation::overlapping);
}
TEST(AngularSpan, AnyOrderOfAllPairsGivesTheSameRelation) {
  const auto a = polygon(kSquare);
  const Points points{{2, 1}, {4, 0}, {4, 2}};
  const auto b = polygon(points);
  const auto view_a = a.convex(), view_b = b.convex();
  AngularSpan<double> span(view_a, view_b);
  for (const std::int32_t i : {2, 0, 3, 1}) {
    for (const std::int32_t j : {1, 0, 2}) span.add({i, j});
  }
  EXPECT_EQ(span.width(), AngularSpan<double>::Width::half);
  EXPECT_EQ(span.relation(), Relation::touching);
}

/// What one random campaign met.
struct Counts {
  int relations[3] = {};
  double worst_vertex_u = 0;
};

/// The exact corners visited make, in order, the hull of all pairs; the rounded ones are within the bound.
template <class T>
void check_outline(const Checked2<T>& a, const Checked2<T>& b, bool turned, const reference::Corners& exact_a,
                   const reference::Corners& exact_b, Counts& counts) {
  const auto view_a = a.convex(), view_b = b.convex();
  const auto exactly = [](const ConvexView<T>& view, std::int32_t k) {
    const ExactVec2<3> corner = exact_corner(view, k);
    reference::Point p{0, 0};
    for (std::size_t i = 0; i < corner.x.size; ++i) p.x += corner.x.terms[i];
    for (std::size_t i = 0; i < corner.y.size; ++i) p.y += corner.y.terms[i];
    return p;
  };
  const auto combined = [&](const reference::Point& p, const reference::Point& q) {
    return turned ? p - q : p + q;
  };
  reference::Corners visited;
  detail::walk_minkowski(view_a, view_b, turned, [&](std::int32_t i, std::int32_t j) {
    visited.push_back(combined(exactly(view_a, i), exactly(view_b, j)));
    return true;
  });
  reference::Corners all;
  for (const auto& p : exact_a) {
    for (const auto& q : exact_b) all.push_back(combined(p, q));
  }
  const auto hull = reference::hull(all);
  ASSERT_EQ(reference::hull(visited), hull);
  ASSERT_EQ(visited[0], hull[0]);
  for (std::size_t i = 0; i < visited.size(); ++i) {
    const auto& p = visited[i];
    const auto& q = visited[(i + 1) % visited.size()];
    const auto& r = visited[(i + 2) % visited.size()];
    ASSERT_TRUE(visited.size() < 3 || (reference::turn(p, q, r) >= 0 && p != q));
  }
  const double u =
      std::numeric_limits<T>::epsilon() * double{std::max(a.largest_coordinate, b.largest_coordinate)};
  const auto rounded = turned ? difference(a, b) : sum(a, b);
  ASSERT_EQ(rounded.size(), visited.size());
  for (std::size_t i = 0; i < visited.size(); ++i) {
    const reference::Point lost = reference::rational(rounded[i]) - visited[i];
    const double error =
        std::max<reference::Rational>(abs(lost.x), abs(lost.y)).template convert_to<double>();
    if (u > 0) counts.worst_vertex_u = std::max(counts.worst_vertex_u, error / u);
    ASSERT_LE(error, kMinkowskiVertexBound * u);
  }
}

template <class T>
Counts compare_with_rationals(std::uint64_t seed, T scale, int cases) {
  reference::LatticeShapes<T> shapes(seed, scale);
  std::vector<Vec2<T>> points_a, points_b;
  Counts counts;
  for (int i = 0; i < cases && !testing::Test::HasFailure(); ++i) {
    const Shape2<T> a = shapes.next(points_a), b = shapes.next(points_b);
    SCOPED_TRACE(testing::Message() << "seed " << seed << " case " << i << ": " << reference::print(a)
                                    << " | " << reference::print(b));
    const auto checked_a = checked(a), checked_b = checked(b);
    const auto exact_a = reference::corners(a), exact_b = reference::corners(b);
    const Relation expected = reference::relation(exact_a, exact_b);
    EXPECT_EQ(angular_span(checked_a, checked_b), expected);
    check_outline(checked_a, checked_b, false, exact_a, exact_b, counts);
    check_outline(checked_a, checked_b, true, exact_a, exact_b, counts);
    ++counts.relations[static_cast<int>(expected)];
  }
  return counts;
}
void expect_met_all(const Counts& counts, int cases) {
  for (const int count : counts.relations) EXPECT_GT(count, cases / 15);
  testing::Test::RecordProperty("worst_vertex_u", std::to_string(counts.worst_vertex_u));
}

TEST(AngularSpan, LatticeShapesEqualRationals) {
  expect_met_all(compare_with_rationals<double>(51, 1, 1200), 1200);
}
TEST(AngularSpan, ScaledLatticeShapesEqualRationals) {
  const Counts counts = compare_with_rationals<double>(52, 0.1, 1200);
  expect_met_all(counts, 1200);
  EXPECT_GT(counts.worst_vertex_u, 0.4);
}
TEST(AngularSpan, SmallestLatticeShapesEqualRationals) {
  expect_met_all(compare_with_rationals<double>(53, kSmallestCoordinate * 8, 600), 600);
}
TEST(AngularSpan, LargestLatticeShapesEqualRationals) {
  expect_met_all(compare_with_rationals<double>(54, kLargestCoordinate / 16, 600), 600);
}
TEST(AngularSpan, FloatLatticeShapesEqualRationals) {
  expect_met_all(compare_with_rationals<float>(55, 0.1F, 1200), 1200);
}

TEST(AngularSpan, RegularPolygonsOfManyCornersSpendLinearWork) {
  for (const int n : {8, 64, 512}) {
    Points a, b;
    for (int k = 0; k < n; ++k) {
      const double angle = 6.283185307179586 * k / n;
      a.push_back({std::cos(angle), std::sin(angle)});
      b.push_back({1.96 + std::cos(angle + 0.1), 0.2 + std::sin(angle + 0.1)});
    }
    const auto checked_a = polygon(a), checked_b = polygon(b);
    const RelationAnswer answer = relation_angular_span(checked_a.convex(), checked_b.convex());
    EXPECT_EQ(answer.relation, relation_sat(checked_a.convex(), checked_b.convex()).relation);
    EXPECT_LE(answer.iterations, 2 * n);
  }
}

}  // namespace
}  // namespace touchstone
