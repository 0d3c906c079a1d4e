// A convex polytope (the skeleton) and a ball around it: circles, capsules and what they meet.
//
// The signed separation of two such shapes is that of the skeletons minus the sum of the radii. GJK's walk
// ends in the vertex or edge of the skeletons' Minkowski difference that is nearest to the origin, exactly;
// one comparison of squares then decides.
#pragma once

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include <touchstone/answers.hpp>
#include <touchstone/checked.hpp>
#include <touchstone/closed_form2.hpp>
#include <touchstone/compare_distance.hpp>
#include <touchstone/gjk.hpp>
#include <touchstone/minkowski_difference.hpp>
#include <touchstone/polygon.hpp>
#include <touchstone/sat.hpp>

namespace touchstone {

/// All within radius of a valid polytope. Requires is_rounded() or a ring, of which the outer disc counts.
template <class T>
struct Rounded2 {
  ConvexView<T> skeleton;
  T radius{};

  explicit Rounded2(const Checked2<T>& shape) : Rounded2(shape.convex(), shape.radius) {}
  Rounded2(const ConvexView<T>& view, T ball_radius) : skeleton(view), radius(ball_radius) {}
};

namespace detail {

using Feature = std::pair<DifferenceVertex, DifferenceVertex>;  ///< a vertex (twice) or an edge

/// The feature of the difference that is nearest to the origin; outcome must say disjoint.
template <class T>
Feature closest_feature(const MinkowskiDifference<T>& difference, GjkOutcome& outcome) {
  DifferenceVertex start = outcome.simplex[0];
  if (outcome.size == 0) {
    start = difference.support_left(difference.direction(-perp(outcome.direction)));
    ++outcome.iterations;
  }
  return nearest_feature(difference, start);
}

/// The offset between corner i of a and corner j of b, exactly but for its sign. At most one of the two may
/// be rounded: the other skeleton belongs to a circle, a capsule or a ring.
template <class T>
ExactVec2<4> exact_offset(const ConvexView<T>& a, std::int32_t i, const ConvexView<T>& b, std::int32_t j) {
  assert(a.rounded_from == nullptr || b.rounded_from == nullptr);
  if (b.rounded_from == nullptr) return exact_corner(a, i) - exact(double_corner(b, j));
  return exact_corner(b, j) - exact(double_corner(a, i));
}

/// Sign of |corner j of b - corner i of a| - (r + s), exactly. Requires r + s >= 0.
template <class T>
int compare_corner_distance(const ConvexView<T>& a, std::int32_t i, const ConvexView<T>& b, std::int32_t j,
                            double r, double s) {
  const double error = double{a.corner_error} + double{b.corner_error};
  if (error == 0) return compare_distance(double_corner(a, i), double_corner(b, j), r, s);
  const int certain = filter_length(double_corner(b, j) - double_corner(a, i), error, r + s);
  return certain != 0 ? certain : length_sign_exactly(exact_offset(a, i, b, j), r, s);
}

/// Sign of the distance of corner j of b from the line of edge i - k of a, minus r + s, exactly.
template <class T>
int compare_edge_distance(const ConvexView<T>& a, std::int32_t i, std::int32_t k, const ConvexView<T>& b,
                          std::int32_t j, double r, double s) {
  const double error = double{a.corner_error} + double{b.corner_error};
  if (error == 0)
    return compare_distance_to_line(double_corner(a, i), double_corner(a, k), double_corner(b, j), r, s);
  // Exact where corners are rounded: twice a half axis.
  const Vec2<double> edge = edge_vector(a, a.next(i) == k ? i : k);
  const int certain = filter_height(edge, double_corner(b, j) - double_corner(a, i), error, r + s);
  if (certain != 0) return certain;
  if (a.rounded_from != nullptr) return height_sign_exactly(exact(edge), exact_offset(a, i, b, j), r, s);
  return height_sign_exactly(exact_difference(double_corner(a, i), double_corner(a, k)),
                             exact_offset(a, i, b, j), r, s);
}

/// Sign of the feature's distance from the origin minus r + s, exactly.
template <class T>
int compare_feature(const MinkowskiDifference<T>& difference, const Feature& feature, double r, double s) {
  const auto& [from, to] = feature;
  const ConvexView<T>& a = difference.a();
  const ConvexView<T>& b = difference.b();
  if (from == to) return compare_corner_distance(a, from.in_a, b, from.in_b, r, s);
  const DifferenceVertex part = difference.longer_part(from, to);
  if (part.in_b == from.in_b) return compare_edge_distance(a, from.in_a, part.in_a, b, from.in_b, r, s);
  return compare_edge_distance(b, from.in_b, part.in_b, a, from.in_a, r, s);
}

/// The gap that the feature leaves. Its direction errs by a few roundings however near the skeletons are.
template <class T>
SkeletonGap gap_of_feature(const MinkowskiDifference<T>& difference, const Feature& feature) {
  const auto& [from, to] = feature;
  const Distance<double> pair = closest_pair(difference, from, to);
  SkeletonGap gap{pair.distance, {}, pair.on_a, pair.on_b};
  if (from == to) {
    const Vec2<double> start = difference.accurate_vertex(from);
    gap.direction = start * (-1 / accurate_length(start));
    return gap;
  }
  const DifferenceVertex part = difference.longer_part(from, to);
  const Vec2<double> edge = difference.accurate_edge(from, part);
  const double edge_length = accurate_length(edge);
  const double side = difference.line_distance(from, part, edge_length) > 0 ? 1 : -1;
  gap.direction = perp(edge) * (side / edge_length);
  return gap;
}

/// corner j of b minus corner i of a, with an error below 8 kRounding^2 of their coordinates.
template <class T>
TwoTermVec2 two_term_offset(const ConvexView<T>& a, std::int32_t i, const ConvexView<T>& b, std::int32_t j) {
  if (a.rounded_from == nullptr && b.rounded_from == nullptr)
    return two_term_difference(double_corner(b, j), double_corner(a, i));
  const ExactVec2<3> from = exact_corner(a, i);
  const ExactVec2<3> to = exact_corner(b, j);
  const auto sum = [](const Expansion<3>& plus, const Expansion<3>& minus) {
    TwoTerms total{0, 0};
    double lost = 0;
    for (std::size_t k = plus.size; k-- > 0; lost += total.lo) total = two_sum(total.hi, plus.terms[k]);
    for (std::size_t k = minus.size; k-- > 0; lost += total.lo) total = two_sum(total.hi, -minus.terms[k]);
    return two_sum(total.hi, lost);
  };
  return {sum(to.x, from.x), sum(to.y, from.y)};
}

/// A shortest way of B's skeleton out of A's, which it meets: a unit vector and a depth, 0 when they touch.
/// Where only points are left of the difference any direction is: +x.
template <class T>
std::pair<Vec2<double>, double> skeleton_push(const ConvexView<T>& a, const ConvexView<T>& b,
                                              int& iterations) {
  const double bound = cross_bound(a, b);
  Vec2<double> direction{1, 0};
  double least = HUGE_VAL;
  const auto push_over_edges = [&](const ConvexView<T>& edges, const ConvexView<T>& corners, double way) {
    for_each_edge_and_deepest(edges, corners, bound, [&](std::int32_t k, std::int32_t j) {
      ++iterations;
      Vec2<double> edge = edge_vector(edges, k);
      TwoTermVec2 edge_terms{{edge.x, 0}, {edge.y, 0}};
      if (edges.rounded_from == nullptr)
        edge_terms = two_term_difference(double_corner(edges, edges.next(k)), double_corner(edges, k));
      const double edge_length = accurate_length(edge);
      const TwoTermVec2 offset = two_term_offset(edges, k, corners, j);
      const double depth = std::max(two_term_cross(edge_terms, offset).value, 0.0) / edge_length;
      if (depth < least) {
        least = depth;
        direction = perp(edge) * (-way / edge_length);
      }
      return true;
    });
  };
  push_over_edges(a, b, 1);
  push_over_edges(b, a, -1);
  return {direction, least == HUGE_VAL ? 0 : least};
}

template <class T>
bool boxes_apart(const Aabb2<T>& a, const Aabb2<T>& b) {
  return a.max.x < b.min.x || b.max.x < a.min.x || a.max.y < b.min.y || b.max.y < a.min.y;
}

/// The edges of a polygon around the skeleton p - q of a ball: the least sign of their distance minus radius.
template <class T>
int compare_outline_distance(const Polygon2<T>& polygon, Vec2<T> p, Vec2<T> q, T radius,
                             const Aabb2<T>& reach, int& iterations) {
  int least = 1;
  for (std::int32_t c = 0; c < boundary::contour_count(polygon); ++c) {
    const Contour2<T> points = c == 0 ? polygon.points : polygon.holes[static_cast<std::size_t>(c - 1)];
    Vec2<T> from = points.back();
    for (const Vec2<T>& to : points) {
      const Aabb2<T> box{{std::min(from.x, to.x), std::min(from.y, to.y)},
                         {std::max(from.x, to.x), std::max(from.y, to.y)}};
      if (!boxes_apart(box, reach)) {
        ++iterations;
        const int sign = compare_distance_of_segments(to_double(from), to_double(to), to_double(p),
                                                      to_double(q), double{radius}, 0);
        least = std::min(least, sign);
        if (least < 0) return least;
      }
      from = to;
    }
  }
  return least;
}

}  // namespace detail

/// disjoint, touching or overlapping, exactly, for skeletons with balls around them whose radii are not both
/// 0: skeletons that meet overlap. Laws: 1. swapping the operands keeps the relation. Requires shapes in the
/// range of curved shapes, at most one of them with rounded corners. Cost: that of distance_gjk().
template <class T>
RelationAnswer relation_rounded(const Rounded2<T>& a, const Rounded2<T>& b) {
  assert(a.radius > 0 || b.radius > 0);
  const MinkowskiDifference<T> difference(a.skeleton, b.skeleton);
  GjkOutcome outcome = gjk(difference);
  RelationAnswer answer{outcome.decided ? Status::ok : Status::iteration_limit, Relation::overlapping, 0};
  if (outcome.decided && outcome.relation == Relation::disjoint) {
    const detail::Feature feature = detail::closest_feature(difference, outcome);
    answer.relation = detail::relation_of_sign(
        detail::compare_feature(difference, feature, double{a.radius}, double{b.radius}));
  }
  answer.iterations = outcome.iterations;
  return answer;
}
template <class T>
RelationAnswer relation_rounded(const Checked2<T>& a, const Checked2<T>& b) {
  return relation_rounded(Rounded2<T>(a), Rounded2<T>(b));
}

/// The same for a concave polygon and a circle, a capsule or a ring's outer disc. Cost: relation_polygon() of
/// the skeleton, and one comparison of distances for each edge whose bounding box reaches the shape's.
template <class T>
RelationAnswer relation_rounded_polygon(const Checked2<T>& polygon, const Checked2<T>& rounded) {
  assert(polygon.form == Checked2<T>::Form::concave && rounded.radius > 0);
  const ConvexView<T> skeleton = rounded.convex();
  const Vec2<T> p = skeleton.corner(0);
  const Vec2<T> q = skeleton.corner(skeleton.count - 1);
  RelationAnswer answer;
  const int sign = detail::compare_outline_distance(polygon.polygon(), p, q, rounded.radius, rounded.box,
                                                    answer.iterations);
  answer.relation = detail::relation_of_sign(sign);
  if (sign < 0) return answer;
  // The whole skeleton lies on one side of the outline.
  if (locate(polygon.polygon(), p) == Location::inside) answer.relation = Relation::overlapping;
  return answer;
}

/// Error of distance_rounded(), in u = eps x largest |coordinate| of a corner or radius: kGjkDistanceBound
/// for the skeletons; the sum of the radii and the subtraction round 2 and 2 sqrt(2) of that scale, 2.5 u.
inline constexpr double kRoundedDistanceBound = 12;
/// A closest or common point leaves its shape by at most this many u: kGjkPointBound covers a common point of
/// the skeletons. Else a closest point of a skeleton (3 roundings of at most 2 sqrt(2), 4.3 u) moves by a
/// radius along a unit vector (3 + 2 + 2 roundings of its length, product and sum: 4 u), or by a part of the
/// gap (4.3 u).
inline constexpr double kRoundedPointBound = kGjkPointBound;

/// Distance and closest points; 0 and a common point when the shapes meet, which is decided exactly. Requires
/// what relation_rounded() does. Cost: that of distance_gjk().
template <class T>
Distance<T> distance_rounded(const Rounded2<T>& a, const Rounded2<T>& b) {
  const MinkowskiDifference<T> difference(a.skeleton, b.skeleton);
  GjkOutcome outcome = gjk(difference);
  Distance<T> answer;
  if (!outcome.decided || outcome.relation != Relation::disjoint) {
    answer.on_a = answer.on_b = detail::to_scalar<T>(common_point(difference, outcome));
  } else {
    const detail::Feature feature = detail::closest_feature(difference, outcome);
    const int sign = detail::compare_feature(difference, feature, double{a.radius}, double{b.radius});
    const detail::SkeletonGap gap = detail::gap_of_feature(difference, feature);
    answer = detail::distance_of_balls(gap, a.radius, b.radius, sign > 0);
  }
  answer.status = outcome.decided ? Status::ok : Status::iteration_limit;
  answer.iterations = outcome.iterations;
  return answer;
}
template <class T>
Distance<T> distance_rounded(const Checked2<T>& a, const Checked2<T>& b) {
  return distance_rounded(Rounded2<T>(a), Rounded2<T>(b));
}

/// Error of depth and of mtv's length, in u. The skeletons' depth (at most twice the largest |coordinate|)
/// errs by one rounding of the height, two of the edge, two of its length and one of the division: 6 u at
/// most. The sum of the radii rounds once (1 u), so does the whole depth of at most 4 of that scale (2 u),
/// and the unit vector's length and its product add 3 and 1 roundings to it where it is longest (7 u).
inline constexpr double kRoundedPenetrationBound = 16;

/// Relation (exact), depth and one shortest push of B out of A. Skeletons apart: along their closest points.
/// Skeletons that meet: over the edge that lets them part first, then by both radii; flat ones sideways,
/// points in any direction. Touching: depth 0, mtv (0, 0). Requires what relation_rounded() does. Cost:
/// linear in the numbers of corners.
template <class T>
Penetration<T> penetration_rounded(const Rounded2<T>& a, const Rounded2<T>& b) {
  const MinkowskiDifference<T> difference(a.skeleton, b.skeleton);
  GjkOutcome outcome = gjk(difference);
  const double reach = detail::reach_of(a.radius, b.radius);
  Penetration<T> answer;
  if (outcome.decided && outcome.relation == Relation::disjoint) {
    const detail::Feature feature = detail::closest_feature(difference, outcome);
    const int sign = detail::compare_feature(difference, feature, double{a.radius}, double{b.radius});
    if (sign < 0) {
      const detail::SkeletonGap gap = detail::gap_of_feature(difference, feature);
      answer = detail::push_along<T>(gap.direction, std::max(reach - gap.distance, 0.0));
    } else {
      answer.relation = detail::relation_of_sign(sign);
    }
  } else {
    const auto [direction, depth] = detail::skeleton_push(a.skeleton, b.skeleton, outcome.iterations);
    answer = detail::push_along<T>(direction, depth + reach);
  }
  answer.status = outcome.decided ? Status::ok : Status::iteration_limit;
  answer.iterations = outcome.iterations;
  return answer;
}
template <class T>
Penetration<T> penetration_rounded(const Checked2<T>& a, const Checked2<T>& b) {
  return penetration_rounded(Rounded2<T>(a), Rounded2<T>(b));
}

}  // namespace touchstone
