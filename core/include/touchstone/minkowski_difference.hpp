// The Minkowski difference A - B = {a - b} of two convex shapes, as GJK and EPA see it: never built; a vertex
// of it is a pair of corners, and every sign asked of it is decided by floating point with a proved bound or
// else exactly.
//
// The relation of the shapes is where the origin lies in the difference: outside = disjoint, in its interior
// = overlapping, else touching. Its point nearest to the origin is a - b of a closest pair; its boundary
// point nearest to an inner origin is the shortest translation that pushes B out of A.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <type_traits>

#include <touchstone/exact_sign.hpp>
#include <touchstone/support.hpp>

namespace touchstone {

/// corner(in_a) of A minus corner(in_b) of B.
struct DifferenceVertex {
  std::int32_t in_a = 0;
  std::int32_t in_b = 0;

  friend constexpr bool operator==(const DifferenceVertex&, const DifferenceVertex&) = default;
};

/// Each coordinate is within error of the exact one.
struct ApproximateVec2 {
  Vec2<double> value;
  double error = 0;
};

/// From one vertex to another; or, when from == to, exactly the value.
struct DifferenceDirection {
  ApproximateVec2 approximate;
  DifferenceVertex from;
  DifferenceVertex to;
};

/// The error of a direction between vertices is at most this times its larger coordinate: one that loses more
/// to rounded corners is summed exactly. With exact corners it is 3 roundings.
inline constexpr double kDirectionError = 8 * kRounding;

/// Covers the roundings inside the sums that make up an error bound: each has fewer than 2^10 of them.
inline constexpr double kBoundSlack = 1 + 0x1p-40;

/// Within (1 + 2^-40) * kRounding of the exact sum, relatively. Summed from the large end, where no partial
/// sum exceeds 5 times the result (terms are not adjacent: Shewchuk 1997, theorem 10); the parts lost on the
/// way come last.
template <std::size_t N>
double rounded_sum(const Expansion<N>& e) {
  TwoTerms sum{0, 0};
  double lost = 0;
  for (std::size_t i = e.size; i-- > 0;) {
    sum = two_sum(sum.hi, e.terms[i]);
    lost += sum.lo;
  }
  return sum.hi + lost;
}

/// Length of v within 2 roundings, also where its square would lose bits.
inline double accurate_length(Vec2<double> v) {
  const double square = length_sq(v);
  return square > 0x1p-960 ? std::sqrt(square) : std::hypot(v.x, v.y);
}

/// Exactly a difference of two points.
struct TwoTermVec2 {
  TwoTerms x;
  TwoTerms y;
};
constexpr TwoTermVec2 two_term_difference(Vec2<double> from, Vec2<double> minus) {
  return {two_sum(from.x, -minus.x), two_sum(from.y, -minus.y)};
}

struct TwoTermCross {
  double value;
  bool accurate;  ///< within (1 + 2^-16) * kRounding of the exact one, relatively
};
/// cross(p, q). What is dropped or rounded in its tail is below 32 kRounding^2 of the sum of its products'
/// magnitudes, so the value is accurate unless it is below 2^-32 of that sum.
inline TwoTermCross two_term_cross(const TwoTermVec2& p, const TwoTermVec2& q) {
  const TwoTerms left = two_product(p.x.hi, q.y.hi);
  const TwoTerms right = two_product(p.y.hi, q.x.hi);
  const TwoTerms head = two_sum(left.hi, -right.hi);
  const double tail = ((left.lo - right.lo) + head.lo) +
                      ((p.x.hi * q.y.lo + p.x.lo * q.y.hi) - (p.y.hi * q.x.lo + p.y.lo * q.x.hi));
  const double value = head.hi + tail;
  return {value, std::fabs(value) > 0x1p-32 * (std::fabs(left.hi) + std::fabs(right.hi))};
}

/// Requires both shapes valid and in range, and alive. Signs are exact; numbers state their bound. The
/// reference directions are those of the plane in which A and B are given.
template <class T>
class MinkowskiDifference {
 public:
  MinkowskiDifference(const ConvexView<T>& a, const ConvexView<T>& b)
      : a_(a), b_(b), corner_error_(kBoundSlack * (double{a.corner_error} + double{b.corner_error})) {}

  const ConvexView<T>& a() const { return a_; }
  const ConvexView<T>& b() const { return b_; }
  /// What rounded corners add to the error of a difference, per coordinate.
  double corner_error() const { return corner_error_; }

  /// Each coordinate within kRounding, relatively, and corner_error().
  Vec2<double> rounded_vertex(DifferenceVertex v) const {
    return double_corner(a_, v.in_a) - double_corner(b_, v.in_b);
  }
  /// Each coordinate within kRounding of the exact one, relatively.
  Vec2<double> accurate_vertex(DifferenceVertex v) const {
    if (corner_error_ == 0) return rounded_vertex(v);
    const ExactVec2<6> exactly = exact_vertex<3>(v);
    return {rounded_sum(exactly.x), rounded_sum(exactly.y)};
  }
  /// Each coordinate within 3 kRounding of the exact to - from, relatively; within one when in_a or in_b is
  /// the same.
  Vec2<double> accurate_edge(DifferenceVertex from, DifferenceVertex to) const;
  /// The distance of the origin from the line from -> to, positive on its left, given the length of that
  /// edge. Within 2 kRounding more than the length, relatively; so its sign is exact.
  double line_distance(DifferenceVertex from, DifferenceVertex to, double edge_length) const;
  /// cross(p, q): positive when the origin is left of p -> q. Within (1 + 2^-16) * kRounding, relatively.
  double origin_area(DifferenceVertex p, DifferenceVertex q) const;

  DifferenceDirection direction(DifferenceVertex from, DifferenceVertex to) const;
  static DifferenceDirection direction(Vec2<double> given) { return {{given, 0}, {}, {}}; }

  /// Sign of cross(d, v): of v's height along the left normal of d.
  int height_sign(const DifferenceDirection& d, DifferenceVertex v) const {
    const int certain = certain_cross_sign(d.approximate, approximate_vertex(v));
    if (certain != 0) return certain;
    return with_terms([&](auto n) { return cross(exact_direction<n>(d), exact_vertex<n>(v)).sign(); });
  }
  /// Sign of dot(d, v).
  int along_sign(const DifferenceDirection& d, DifferenceVertex v) const {
    const ApproximateVec2 left_normal{perp(d.approximate.value), d.approximate.error};
    const int certain = certain_cross_sign(approximate_vertex(v), left_normal);
    if (certain != 0) return certain;
    return with_terms([&](auto n) { return dot(exact_direction<n>(d), exact_vertex<n>(v)).sign(); });
  }
  /// Sign of cross(p, q): +1 when the origin lies left of p -> q.
  int origin_side(DifferenceVertex p, DifferenceVertex q) const {
    const int certain = certain_cross_sign(approximate_vertex(p), approximate_vertex(q));
    if (certain != 0) return certain;
    return with_terms([&](auto n) { return cross(exact_vertex<n>(p), exact_vertex<n>(q)).sign(); });
  }
  /// Sign of cross(d, e), for directions between vertices.
  int turn_sign(const DifferenceDirection& d, const DifferenceDirection& e) const {
    const int certain = certain_cross_sign(d.approximate, e.approximate);
    if (certain != 0) return certain;
    return with_terms([&](auto n) { return cross(exact_direction<n>(d), exact_direction<n>(e)).sign(); });
  }
  /// Whether v and w are the same point of the plane.
  bool same_point(DifferenceVertex v, DifferenceVertex w) const {
    const Vec2<double> difference = v == w ? Vec2<double>{} : accurate_edge(v, w);
    return difference == Vec2<double>{};
  }

  /// The vertex farthest along the left normal of d, which must not be zero; of several the last along d (the
  /// first, when first_along is set). Cost: one pass over the corners, a second one and exact signs for
  /// near-ties.
  DifferenceVertex support_left(const DifferenceDirection& d, bool first_along = false) const {
    return {extreme_corner(a_, d, 1, first_along), extreme_corner(b_, d, -1, first_along)};
  }

  /// The next vertex along the boundary, counter-clockwise or clockwise; v itself when the difference is a
  /// point. Edges with collinear vertices are walked in parts. Requires v a vertex of the difference, or from
  /// here.
  DifferenceVertex neighbour(DifferenceVertex v, bool counter_clockwise) const;

  /// Where the longer of the two parts of edge from -> to ends, when it starts at from: an edge of the
  /// difference is parallel to its part in A and to its part in B, and a difference of two corners is the
  /// more accurate one.
  DifferenceVertex longer_part(DifferenceVertex from, DifferenceVertex to) const;

 private:
  template <int N>
  static ExactVec2<N> corner_terms(const ConvexView<T>& shape, std::int32_t k) {
    if constexpr (N == 1) {
      return exact(double_corner(shape, k));
    } else {
      return exact_corner(shape, k);
    }
  }
  template <int N>
  ExactVec2<2 * N> exact_vertex(DifferenceVertex v) const {
    return corner_terms<N>(a_, v.in_a) - corner_terms<N>(b_, v.in_b);
  }
  template <int N>
  ExactVec2<4 * N> exact_direction(const DifferenceDirection& d) const {
    if (d.from == d.to)
      return {Expansion<4 * N>{d.approximate.value.x}, Expansion<4 * N>{d.approximate.value.y}};
    return (corner_terms<N>(a_, d.to.in_a) - corner_terms<N>(a_, d.from.in_a)) -
           (corner_terms<N>(b_, d.to.in_b) - corner_terms<N>(b_, d.from.in_b));
  }
  /// Calls f with the number of terms that a coordinate of a corner needs, as a type.
  template <class F>
  auto with_terms(const F& f) const {
    if (corner_error_ == 0) return f(std::integral_constant<int, 1>{});
    return f(std::integral_constant<int, 3>{});
  }
  ApproximateVec2 approximate_vertex(DifferenceVertex v) const {
    const Vec2<double> value = rounded_vertex(v);
    return {value,
            kBoundSlack * kRounding * std::max(std::fabs(value.x), std::fabs(value.y)) + corner_error_};
  }
  /// Sign of cross(v, w), or 0 when rounding and the errors of v and w leave it open: each product errs by a
  /// rounding and so does their difference, |det| <= |left| + |right|.
  static int certain_cross_sign(const ApproximateVec2& v, const ApproximateVec2& w) {
    const double left = v.value.x * w.value.y;
    const double right = v.value.y * w.value.x;
    const double det = left - right;
    const double bound =
        kBoundSlack * (2 * kRounding * (std::fabs(left) + std::fabs(right)) +
                       v.error * (std::fabs(w.value.x) + std::fabs(w.value.y) + 2 * w.error) +
                       w.error * (std::fabs(v.value.x) + std::fabs(v.value.y)));
    return det > bound ? 1 : (-det > bound ? -1 : 0);
  }
  std::int32_t extreme_corner(const ConvexView<T>& shape, const DifferenceDirection& d, int sign,
                              bool first_along) const;
  std::int32_t extreme_of_near_ties(const ConvexView<T>& shape, const DifferenceDirection& d, int sign,
                                    bool first_along, std::int32_t best, double least) const;
  /// The next corner that is another point than corner k; k when there is none.
  static std::int32_t distinct_neighbour(const ConvexView<T>& shape, std::int32_t k, bool counter_clockwise) {
    const auto step = [&](std::int32_t i) { return counter_clockwise ? shape.next(i) : shape.previous(i); };
    std::int32_t i = step(k);
    while (i != k && shape.rounded_from == nullptr && shape.corner(i) == shape.corner(k)) i = step(i);
    return i;
  }

  const ConvexView<T>& a_;
  const ConvexView<T>& b_;
  double corner_error_;
};

template <class T>
Vec2<double> MinkowskiDifference<T>::accurate_edge(DifferenceVertex from, DifferenceVertex to) const {
  if (corner_error_ == 0) {
    if (from.in_b == to.in_b) return double_corner(a_, to.in_a) - double_corner(a_, from.in_a);
    if (from.in_a == to.in_a) return double_corner(b_, from.in_b) - double_corner(b_, to.in_b);
    const TwoTermVec2 in_a = two_term_difference(double_corner(a_, to.in_a), double_corner(a_, from.in_a));
    const TwoTermVec2 in_b = two_term_difference(double_corner(b_, to.in_b), double_corner(b_, from.in_b));
    // Two roundings of the value; the small terms are below 2^-12 of it, and the parts they lose far below.
    const auto accurate = [](TwoTerms p, TwoTerms q, double value) {
      return (p.lo == 0 && q.lo == 0) || std::fabs(value) > 0x1p-40 * (std::fabs(p.hi) + std::fabs(q.hi));
    };
    const Vec2<double> edge{(in_a.x.hi - in_b.x.hi) + (in_a.x.lo - in_b.x.lo),
                            (in_a.y.hi - in_b.y.hi) + (in_a.y.lo - in_b.y.lo)};
    if (accurate(in_a.x, in_b.x, edge.x) && accurate(in_a.y, in_b.y, edge.y)) return edge;
  }
  return with_terms([&](auto n) {
    const auto exactly = exact_direction<n>({{}, from, to});
    return Vec2<double>{rounded_sum(exactly.x), rounded_sum(exactly.y)};
  });
}

template <class T>
double MinkowskiDifference<T>::line_distance(DifferenceVertex from, DifferenceVertex to,
                                             double edge_length) const {
  const bool edge_of_a = from.in_b == to.in_b;
  if (corner_error_ == 0 && (edge_of_a || from.in_a == to.in_a)) {
    const TwoTermVec2 p = two_term_difference(double_corner(a_, from.in_a), double_corner(b_, from.in_b));
    const TwoTermVec2 edge =
        edge_of_a ? two_term_difference(double_corner(a_, to.in_a), double_corner(a_, from.in_a))
                  : two_term_difference(double_corner(b_, from.in_b), double_corner(b_, to.in_b));
    const TwoTermCross det = two_term_cross(p, edge);
    if (det.accurate) return det.value / edge_length;
  }
  return with_terms([&](auto n) {
    return rounded_sum(cross(exact_vertex<n>(from), exact_direction<n>({{}, from, to}))) / edge_length;
  });
}

template <class T>
double MinkowskiDifference<T>::origin_area(DifferenceVertex p, DifferenceVertex q) const {
  if (corner_error_ == 0) {
    const TwoTermCross det =
        two_term_cross(two_term_difference(double_corner(a_, p.in_a), double_corner(b_, p.in_b)),
                       two_term_difference(double_corner(a_, q.in_a), double_corner(b_, q.in_b)));
    if (det.accurate) return det.value;
  }
  return with_terms([&](auto n) { return rounded_sum(cross(exact_vertex<n>(p), exact_vertex<n>(q))); });
}

template <class T>
DifferenceDirection MinkowskiDifference<T>::direction(DifferenceVertex from, DifferenceVertex to) const {
  const auto largest = [](Vec2<double> v) { return std::max(std::fabs(v.x), std::fabs(v.y)); };
  if (corner_error_ != 0) {
    const Vec2<double> in_a = double_corner(a_, to.in_a) - double_corner(a_, from.in_a);
    const Vec2<double> in_b = double_corner(b_, to.in_b) - double_corner(b_, from.in_b);
    const Vec2<double> value = in_a - in_b;
    const double error =
        kBoundSlack * (kRounding * (largest(in_a) + largest(in_b) + largest(value)) + 2 * corner_error_);
    if (error <= kDirectionError * largest(value)) return {{value, error}, from, to};
  }
  const Vec2<double> accurate = accurate_edge(from, to);
  return {{accurate, 3 * kRounding * largest(accurate)}, from, to};
}

/// The corner c with the largest sign * cross(d, c). Two values differ by more than twice their error bound,
/// or are compared exactly.
template <class T>
std::int32_t MinkowskiDifference<T>::extreme_corner(const ConvexView<T>& shape, const DifferenceDirection& d,
                                                    int sign, bool first_along) const {
  const Vec2<double> along = d.approximate.value * double(sign);
  const Vec2<double> reference = double_corner(shape, 0);
  double best_value = 0;
  double second_value = -HUGE_VAL;
  std::int32_t best = 0;
  for (std::int32_t k = 1; k < shape.count; ++k) {
    const double value = cross(along, double_corner(shape, k) - reference);
    second_value = std::max(second_value, std::min(value, best_value));
    best = value > best_value ? k : best;
    best_value = std::max(value, best_value);
  }
  // |corner - reference| <= size; its rounding, those of the products and of their difference are 3 in each
  // product.
  const Vec2<double> size{double{shape.max.x} - double{shape.min.x},
                          double{shape.max.y} - double{shape.min.y}};
  const Vec2<double> d_size{std::fabs(along.x), std::fabs(along.y)};
  const double error = d.approximate.error * (size.x + size.y) +
                       4 * kRounding * (d_size.x * size.y + d_size.y * size.x) +
                       2 * double{shape.corner_error} * (d_size.x + d_size.y);
  const double least = best_value - 2 * kBoundSlack * error;
  if (second_value < least) return best;
  return extreme_of_near_ties(shape, d, sign, first_along, best, least);
}

template <class T>
std::int32_t MinkowskiDifference<T>::extreme_of_near_ties(const ConvexView<T>& shape,
                                                          const DifferenceDirection& d, int sign,
                                                          bool first_along, std::int32_t best,
                                                          double least) const {
  const Vec2<double> along = d.approximate.value * double(sign);
  const Vec2<double> reference = double_corner(shape, 0);
  return with_terms([&](auto n) {
    // The ends of an edge are equally high above itself.
    const bool is_a = sign > 0;
    const bool own_edge = is_a ? d.from.in_b == d.to.in_b : d.from.in_a == d.to.in_a;
    const std::int32_t from = is_a ? d.from.in_a : d.from.in_b;
    const std::int32_t to = is_a ? d.to.in_a : d.to.in_b;
    for (std::int32_t k = 0; k < shape.count; ++k) {
      if (k == best || cross(along, double_corner(shape, k) - reference) < least) continue;
      if (own_edge && from != to && ((k == from && best == to) || (k == to && best == from))) {
        best = first_along ? from : to;
        continue;
      }
      const auto exact_along = exact_direction<n>(d);
      const auto step = corner_terms<n>(shape, k) - corner_terms<n>(shape, best);
      const int higher = sign * cross(exact_along, step).sign();
      if (higher > 0 || (higher == 0 && (first_along ? -sign : sign) * dot(exact_along, step).sign() > 0))
        best = k;
    }
    return best;
  });
}

/// Of the two edges that leave v, one of A and one of -B, the one that turns first; both when they run the
/// same way. Opposite ways: one shape is a segment, v is between collinear parts of the other's edge, and
/// that one goes on.
template <class T>
DifferenceVertex MinkowskiDifference<T>::neighbour(DifferenceVertex v, bool counter_clockwise) const {
  const DifferenceVertex in_a{distinct_neighbour(a_, v.in_a, counter_clockwise), v.in_b};
  const DifferenceVertex in_b{v.in_a, distinct_neighbour(b_, v.in_b, counter_clockwise)};
  if (in_a == v) return in_b;
  if (in_b == v) return in_a;
  const DifferenceDirection along_a = direction(v, in_a);
  const DifferenceDirection along_b = direction(v, in_b);
  const int turn = turn_sign(along_a, along_b);
  if (turn != 0) return (turn > 0) == counter_clockwise ? in_a : in_b;
  if (dot(along_a.approximate.value, along_b.approximate.value) > 0) return {in_a.in_a, in_b.in_b};
  return a_.dimension == 2 ? in_a : in_b;
}

template <class T>
DifferenceVertex MinkowskiDifference<T>::longer_part(DifferenceVertex from, DifferenceVertex to) const {
  const DifferenceVertex in_a{to.in_a, from.in_b};
  const DifferenceVertex in_b{from.in_a, to.in_b};
  if (in_a == from || in_b == from) return to;
  return length_sq(accurate_edge(from, in_a)) >= length_sq(accurate_edge(from, in_b)) ? in_a : in_b;
}

}  // namespace touchstone
