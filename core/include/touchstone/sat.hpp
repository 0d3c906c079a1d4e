// The separating axis test of two convex shapes: exact relation, depth and MTV.
//
// Two convex shapes with area are apart exactly when some edge of one has the other wholly on its outer side.
// A point has no edges, a segment is a polygon of two edges. Only when the Minkowski difference is flat
// (collinear segments, points) an axis along it is needed too.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <touchstone/answers.hpp>
#include <touchstone/exact_sign.hpp>
#include <touchstone/support.hpp>

namespace touchstone {

/// Error bound, absolute, of every cross product of two differences of corners of a and b computed in double.
/// All differences lie in the w x h common bounding box, so kOrientationBound's |left| + |right| <= 2 w h.
/// Where corners are rounded by at most E, a difference is off by at most 2 E per coordinate, and the two
/// products together by at most 4 E (w + h) + 8 E^2, taken as 5 E (w + h) + 16 E^2 to cover the roundings of
/// this bound.
template <class T>
double cross_bound(const ConvexView<T>& a, const ConvexView<T>& b) {
  const double w = double{std::max(a.max.x, b.max.x)} - double{std::min(a.min.x, b.min.x)};
  const double h = double{std::max(a.max.y, b.max.y)} - double{std::min(a.min.y, b.min.y)};
  const double error = double{std::max(a.corner_error, b.corner_error)};
  const double bound = 2 * kOrientationBound * (w * h);
  return error == 0 ? bound : bound + 5 * error * (w + h) + 16 * error * error;
}

namespace detail {

template <class T>
struct CornerOf {
  const ConvexView<T>& shape;
  std::int32_t k;
  Vec2<double> value() const { return double_corner(shape, k); }
  ExactVec2<3> exactly() const { return exact_corner(shape, k); }
};

/// Sign of cross(p1 - p0, q1 - q0), exactly; bound is cross_bound() of the two shapes.
template <class T>
int cross_sign(const CornerOf<T>& p0, const CornerOf<T>& p1, const CornerOf<T>& q0, const CornerOf<T>& q1,
               double bound) {
  const double det = cross(p1.value() - p0.value(), q1.value() - q0.value());
  if (det > bound) return 1;
  if (-det > bound) return -1;
  if (p0.shape.rounded_from == nullptr && q0.shape.rounded_from == nullptr &&
      q1.shape.rounded_from == nullptr) {
    return touchstone::cross_sign(p0.value(), p1.value(), q0.value(), q1.value());
  }
  return cross(p1.exactly() - p0.exactly(), q1.exactly() - q0.exactly()).sign();
}

/// On which side of edge k of a (corner k to the next) corner j of b lies: +1 the inner, 0 on its line, -1
/// the outer.
template <class T>
int side_sign(const ConvexView<T>& a, std::int32_t k, const ConvexView<T>& b, std::int32_t j, double bound) {
  return cross_sign<T>({a, k}, {a, a.next(k)}, {a, k}, {b, j}, bound);
}

/// Lexicographic order of two corners: -1, 0 or +1, exactly. On one line it is the order along the line.
template <class T>
int compare_corners(const CornerOf<T>& p, const CornerOf<T>& q) {
  if (p.shape.rounded_from != nullptr || q.shape.rounded_from != nullptr) {
    const auto difference = p.exactly() - q.exactly();
    const int x = difference.x.sign();
    return x != 0 ? x : difference.y.sign();
  }
  const Vec2<double> a = p.value();
  const Vec2<double> b = q.value();
  if (a.x != b.x) return a.x < b.x ? -1 : 1;
  if (a.y != b.y) return a.y < b.y ? -1 : 1;
  return 0;
}

/// Whether edge k has zero length. Corners of an OBB are distinct even where rounding makes them equal.
template <class T>
bool is_empty_edge(const ConvexView<T>& shape, std::int32_t k) {
  return shape.rounded_from == nullptr && shape.corner(k) == shape.corner(shape.next(k));
}

/// What the filter can say about all edges of one shape.
enum class Filtered : std::uint8_t { none_separates, one_separates, unsure };

/// Walks the edges of a with one corner of b, the witness, that lies certainly on the inner side; only where
/// it does not, a better one is sought along b's outline. Every answer but unsure is proved by cross products
/// beyond bound. Cost: one cross product an edge, and few changes of the witness.
template <class T>
Filtered filter_edges(const ConvexView<T>& a, const ConvexView<T>& b, double bound, int& iterations) {
  std::int32_t witness = 0;
  Vec2<double> w = double_corner(b, 0);
  Vec2<double> from = double_corner(a, a.count - 1);
  for (std::int32_t k = 0; k < a.count; ++k) {
    const Vec2<double> start = from;
    const Vec2<double> to = double_corner(a, k);
    const Vec2<double> edge = to - start;
    from = to;
    ++iterations;
    const auto height = [&](Vec2<double> p) { return cross(edge, p - start); };
    double best = height(w);
    if (best > bound) continue;
    if (edge == Vec2<double>{} && a.rounded_from == nullptr) continue;
    const auto climb = [&](auto neighbour) {
      while (best <= bound) {
        const std::int32_t candidate = neighbour(witness);
        const Vec2<double> p = double_corner(b, candidate);
        const double h = height(p);
        if (!(h > best)) return;
        best = h;
        witness = candidate;
        w = p;
      }
    };
    climb([&](std::int32_t j) { return b.next(j); });
    climb([&](std::int32_t j) { return b.previous(j); });
    if (best > bound) continue;
    for (std::int32_t j = 0; j < b.count; ++j) {
      if (!(height(double_corner(b, j)) < -bound)) return Filtered::unsure;
    }
    return Filtered::one_separates;
  }
  return Filtered::none_separates;
}

/// Calls visit(k, j) for every edge k of a that is not empty, in counter-clockwise order, with a corner j of
/// b that no other surpasses toward the inner side of that edge; stops when visit returns false. Exact
/// rotating calipers. Cost: linear in a.count + b.count.
template <class T, class Visit>
void for_each_edge_and_deepest(const ConvexView<T>& a, const ConvexView<T>& b, double bound, Visit visit) {
  std::int32_t deepest = -1;
  for (std::int32_t k = 0; k < a.count; ++k) {
    if (is_empty_edge(a, k)) continue;
    const CornerOf<T> from{a, k};
    const CornerOf<T> to{a, a.next(k)};
    if (deepest < 0) {
      deepest = 0;
      for (std::int32_t j = 1; j < b.count; ++j) {
        if (cross_sign<T>(from, to, {b, deepest}, {b, j}, bound) > 0) deepest = j;
      }
    }
    // Along a level stretch it goes on as well: repeated corners must not stop it. At most once round.
    for (std::int32_t steps = 0; steps < b.count; ++steps) {
      const std::int32_t next = b.next(deepest);
      if (cross_sign<T>(from, to, {b, deepest}, {b, next}, bound) < 0) break;
      deepest = next;
    }
    if (!visit(k, deepest)) return;
  }
}

/// Of shapes without area whose Minkowski difference is flat and whose lines agree: do they meet?
template <class T>
bool collinear_meet(const ConvexView<T>& a, const ConvexView<T>& b) {
  const bool a_ascends = compare_corners<T>({a, 0}, {a, a.count - 1}) <= 0;
  const bool b_ascends = compare_corners<T>({b, 0}, {b, b.count - 1}) <= 0;
  const CornerOf<T> a_low{a, a_ascends ? 0 : a.count - 1};
  const CornerOf<T> a_high{a, a_ascends ? a.count - 1 : 0};
  const CornerOf<T> b_low{b, b_ascends ? 0 : b.count - 1};
  const CornerOf<T> b_high{b, b_ascends ? b.count - 1 : 0};
  return compare_corners(a_low, b_high) <= 0 && compare_corners(b_low, a_high) <= 0;
}

/// Relation by exact signs alone: decides what the filter cannot.
template <class T>
Relation relation_exactly(const ConvexView<T>& a, const ConvexView<T>& b, double bound, int& iterations) {
  int least = 1;
  const auto test_edges = [&](const ConvexView<T>& edges, const ConvexView<T>& corners) {
    for_each_edge_and_deepest(edges, corners, bound, [&](std::int32_t k, std::int32_t j) {
      ++iterations;
      least = std::min(least, side_sign(edges, k, corners, j, bound));
      return least >= 0;
    });
  };
  test_edges(a, b);
  if (least >= 0) test_edges(b, a);
  if (least < 0) return Relation::disjoint;
  const bool both_points = a.dimension + b.dimension == 0;
  if (least > 0 && !both_points) return Relation::overlapping;
  const bool flat =
      a.dimension + b.dimension < 2 ||
      (a.dimension == 1 && b.dimension == 1 && cross_sign<T>({a, 0}, {a, 1}, {b, 0}, {b, 1}, bound) == 0);
  return flat && !collinear_meet(a, b) ? Relation::disjoint : Relation::touching;
}

/// The edge from corner k to the next; each coordinate within one rounding. Never from rounded corners: a
/// thin OBB far from the origin would lose its directions.
template <class T>
Vec2<double> edge_vector(const ConvexView<T>& shape, std::int32_t k) {
  if (shape.rounded_from == nullptr) return double_corner(shape, shape.next(k)) - double_corner(shape, k);
  const int* from = kObbCornerSigns[(shape.first_sign + k * shape.sign_step) & 3];
  const int* to = kObbCornerSigns[(shape.first_sign + shape.next(k) * shape.sign_step) & 3];
  const double s = to[0] - from[0];
  const double t = to[1] - from[1];
  const Vec2<T>& u = shape.rounded_from->half_axes[0];
  const Vec2<T>& v = shape.rounded_from->half_axes[1];
  return {s * double{u.x} + t * double{v.x}, s * double{u.y} + t * double{v.y}};
}

/// Length of v; std::hypot only where a square could lose bits.
inline double edge_length(Vec2<double> v) {
  const double sq = length_sq(v);
  return sq > 0x1p-900 ? std::sqrt(sq) : length(v);
}

}  // namespace detail

/// disjoint, touching or overlapping, exactly, for all shapes in range: flat ones, repeated and collinear
/// corners and OBBs whose corners are no doubles included. iterations counts edges looked at. Laws: 1
/// swapping the shapes keeps the relation. 2 the filter may abstain but never contradicts the exact signs.
/// Cost: linear in the numbers of corners; one cross product an edge where the filter decides.
template <class T>
RelationAnswer relation_sat(const ConvexView<T>& a, const ConvexView<T>& b) {
  RelationAnswer answer;
  if (a.max.x < b.min.x || b.max.x < a.min.x || a.max.y < b.min.y || b.max.y < a.min.y) return answer;
  const double bound = cross_bound(a, b);
  if (a.dimension + b.dimension > 0) {
    detail::Filtered filtered = detail::filter_edges(a, b, bound, answer.iterations);
    if (filtered == detail::Filtered::none_separates) {
      filtered = detail::filter_edges(b, a, bound, answer.iterations);
      if (filtered == detail::Filtered::none_separates) answer.relation = Relation::overlapping;
    }
    if (filtered != detail::Filtered::unsure) return answer;
  }
  answer.relation = detail::relation_exactly(a, b, bound, answer.iterations);
  return answer;
}

/// Error of depth and of mtv's length in u = eps x largest |coordinate|, eps of T. With r = eps / 2 and R the
/// largest |coordinate|: the height over an edge loses 3 r |q| with |q| <= 2 sqrt(2) R; the edge's length 2
/// r, the division and the subtraction r each, of a depth of at most 2 R; corners of two OBBs up to r R in
/// each coordinate: together 8.5 + 8 + 2.9 in r R, that is 9.7 u; the last roundings of mtv are covered up to
/// 11 u.
inline constexpr double kPenetrationBound = 11;

/// Relation (exact), depth and one shortest translation that pushes B out of A: the least over all outer edge
/// normals of both shapes, so one inside the other is pushed all the way out. Touching: depth 0, mtv (0, 0).
/// Disjoint: both meaningless. Among equally short pushes any one. Error of depth: kPenetrationBound. Cost:
/// linear in the numbers of corners.
template <class T>
Penetration<T> penetration_sat(const ConvexView<T>& a, const ConvexView<T>& b) {
  Penetration<T> answer;
  const RelationAnswer decided = relation_sat(a, b);
  answer.relation = decided.relation;
  answer.iterations = decided.iterations;
  if (answer.relation != Relation::overlapping) return answer;
  const double bound = cross_bound(a, b);
  double depth = HUGE_VAL;
  Vec2<double> mtv;
  const auto push_over_edges = [&](const ConvexView<T>& edges, const ConvexView<T>& corners, double way) {
    detail::for_each_edge_and_deepest(edges, corners, bound, [&](std::int32_t k, std::int32_t j) {
      ++answer.iterations;
      const Vec2<double> edge = detail::edge_vector(edges, k);
      const double length_of_edge = detail::edge_length(edge);
      const double height = cross(edge, double_corner(corners, j) - double_corner(edges, k));
      const double push = std::max(height, 0.0) / length_of_edge;
      if (push < depth) {
        depth = push;
        mtv = {way * push * (edge.y / length_of_edge), -way * push * (edge.x / length_of_edge)};
      }
      return true;
    });
  };
  push_over_edges(a, b, 1);
  push_over_edges(b, a, -1);
  answer.depth = static_cast<T>(depth);
  answer.mtv = {static_cast<T>(mtv.x), static_cast<T>(mtv.y)};
  return answer;
}

}  // namespace touchstone
