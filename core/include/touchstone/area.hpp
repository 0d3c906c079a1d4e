// The area of polygons, and of what two shapes have in common.
//
// All sums are double words: unevaluated sums of two doubles, relative error a few 2^-106 an operation (M.
// Joldes, J.-M. Muller, V. Popescu, "Tight and rigorous error bounds for basic building blocks of double-word
// arithmetic", ACM TOMS 44 (2017): 3, 5 and 15 times 2^-106 for sum, product and quotient). So what an answer
// loses is its own last rounding, however many vertices or parts there are.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <touchstone/answers.hpp>
#include <touchstone/convex_parts.hpp>
#include <touchstone/exact_sign.hpp>
#include <touchstone/shapes2.hpp>
#include <touchstone/support.hpp>

namespace touchstone {

/// Error of every area here in u x scale, u = eps(double) x scale, scale the largest |coordinate|: the shapes
/// lie in a square of side 2 scale, so the last rounding loses at most 2^-53 (2 scale)^2, that is 2 u x
/// scale. Before it, the height of an edge has an error below 2^-100 scale (32 x 2^-106 of the edge's height,
/// however steep it is), the mean length of a slab one of a few such; integrated over at most 2 scale it is
/// below 2^-94 scale^2 for each pair of parts. Up to 2^30 pairs stay below the 0.001.
inline constexpr double kAreaBound = 2.001;

struct AreaAnswer {
  Status status{};
  double area = 0;     ///< in squared units of the coordinates; meaningful when status is ok
  int iterations = 0;  ///< pairs of convex parts that overlap
};

namespace detail {

constexpr TwoTerms fast_two_sum(double larger, double smaller) {
  const double hi = larger + smaller;
  return {hi, smaller - (hi - larger)};
}
constexpr TwoTerms plus(TwoTerms a, TwoTerms b) {
  const TwoTerms s = two_sum(a.hi, b.hi);
  const TwoTerms t = two_sum(a.lo, b.lo);
  const TwoTerms v = fast_two_sum(s.hi, s.lo + t.hi);
  return fast_two_sum(v.hi, t.lo + v.lo);
}
constexpr TwoTerms negated(TwoTerms a) {
  return {-a.hi, -a.lo};
}
constexpr TwoTerms minus(TwoTerms a, TwoTerms b) {
  return plus(a, negated(b));
}
constexpr TwoTerms times(TwoTerms a, TwoTerms b) {
  const TwoTerms p = two_product(a.hi, b.hi);
  return fast_two_sum(p.hi, p.lo + (a.hi * b.lo + a.lo * b.hi));
}
/// Requires b != 0.
constexpr TwoTerms over(TwoTerms a, TwoTerms b) {
  const double q = a.hi / b.hi;
  const TwoTerms rest = minus(a, times(b, {q, 0}));
  return fast_two_sum(q, rest.hi / b.hi);
}
constexpr TwoTerms halved(TwoTerms a) {
  return {a.hi / 2, a.lo / 2};
}
constexpr bool less(TwoTerms a, TwoTerms b) {
  return a.hi < b.hi || (a.hi == b.hi && a.lo < b.lo);
}
constexpr TwoTerms lesser(TwoTerms a, TwoTerms b) {
  return less(b, a) ? b : a;
}
constexpr TwoTerms greater(TwoTerms a, TwoTerms b) {
  return less(a, b) ? b : a;
}

/// A point as double words.
struct WidePoint {
  TwoTerms x;
  TwoTerms y;
};
constexpr WidePoint operator-(const WidePoint& a, const WidePoint& b) {
  return {minus(a.x, b.x), minus(a.y, b.y)};
}
template <class T>
WidePoint wide(Vec2<T> p) {
  return {{double{p.x}, 0}, {double{p.y}, 0}};
}
/// Corner k of the exact shape: an OBB's three terms to within 2^-106.
template <class T>
WidePoint wide_corner(const ConvexView<T>& shape, std::int32_t k) {
  if (shape.rounded_from == nullptr) return wide(shape.corner(k));
  const ExactVec2<3> corner = exact_corner(shape, k);
  const auto sum = [](const Expansion<3>& e) {
    TwoTerms total{0, 0};
    for (std::size_t i = 0; i < e.size; ++i) total = plus(total, {e.terms[i], 0});
    return total;
  };
  return {sum(corner.x), sum(corner.y)};
}

/// The signed area of the closed contour of corner(0) to corner(count - 1).
template <class Corner>
TwoTerms signed_area(std::size_t count, Corner corner) {
  TwoTerms twice{0, 0};
  const WidePoint origin = corner(0);
  WidePoint before = corner(1) - origin;
  for (std::size_t k = 2; k < count; ++k) {
    const WidePoint p = corner(k) - origin;
    twice = plus(twice, minus(times(before.x, p.y), times(before.y, p.x)));
    before = p;
  }
  return halved(twice);
}
template <class T>
TwoTerms contour_area(Contour2<T> points) {
  const TwoTerms area = signed_area(points.size(), [&](std::size_t k) { return wide(points[k]); });
  return area.hi < 0 ? negated(area) : area;
}

/// The lower or upper outline of a convex shape from its leftmost to its rightmost corner, edge by edge.
template <class T>
class Chain {
 public:
  Chain(const ConvexView<T>& shape, std::int32_t leftmost, bool lower)
      : shape_(shape), lower_(lower), at_(leftmost), to_(wide_corner(shape, leftmost)) {
    advance();
  }
  /// Right end of the edge.
  TwoTerms end() const { return to_.x; }
  /// Goes on to the edge that leads beyond x; there is one.
  void pass(TwoTerms x) {
    for (std::int32_t steps = 0; !less(x, to_.x) && steps < shape_.count; ++steps) advance();
  }
  /// Of the edge above x, which lies between its ends.
  TwoTerms height(TwoTerms x) const {
    if (!less(from_.x, x)) return from_.y;
    if (!less(x, to_.x)) return to_.y;
    const TwoTerms share = over(minus(x, from_.x), minus(to_.x, from_.x));
    return plus(from_.y, times(share, minus(to_.y, from_.y)));
  }

 private:
  void advance() {
    from_ = to_;
    at_ = lower_ ? shape_.next(at_) : shape_.previous(at_);
    to_ = wide_corner(shape_, at_);
  }

  const ConvexView<T>& shape_;
  bool lower_;
  std::int32_t at_;
  WidePoint from_{};
  WidePoint to_;
};

/// A convex shape with area as two chains.
template <class T>
struct Chains {
  std::pair<std::int32_t, std::int32_t> extremes;  ///< leftmost and rightmost corner
  Chain<T> lower;
  Chain<T> upper;
  TwoTerms right;

  explicit Chains(const ConvexView<T>& shape)
      : extremes(extreme_corners(shape)),
        lower(shape, extremes.first, true),
        upper(shape, extremes.first, false),
        right(wide_corner(shape, extremes.second).x) {}

  static std::pair<std::int32_t, std::int32_t> extreme_corners(const ConvexView<T>& shape) {
    std::int32_t left = 0;
    std::int32_t right = 0;
    for (std::int32_t k = 1; k < shape.count; ++k) {
      if (less(wide_corner(shape, k).x, wide_corner(shape, left).x)) left = k;
      if (less(wide_corner(shape, right).x, wide_corner(shape, k).x)) right = k;
    }
    return {left, right};
  }
};

/// A function that is linear between the two sides of a slab; t is 0 on the left one, 1 on the right one.
struct Linear {
  TwoTerms left;
  TwoTerms right;
  TwoTerms at(TwoTerms t) const { return plus(left, times(t, minus(right, left))); }
};

/// Where f and g cross, when they do so strictly between the sides.
inline bool crossing(const Linear& f, const Linear& g, TwoTerms& t) {
  const TwoTerms left = minus(f.left, g.left);
  const TwoTerms right = minus(f.right, g.right);
  if (!(left.hi < 0 && right.hi > 0) && !(left.hi > 0 && right.hi < 0)) return false;
  t = over(left, minus(left, right));
  return true;
}

/// The mean of max(0, f) for a linear f with these end values.
constexpr TwoTerms mean_of_positive_part(TwoTerms from, TwoTerms to) {
  if (from.hi <= 0 && to.hi <= 0) return {0, 0};
  if (from.hi >= 0 && to.hi >= 0) return halved(plus(from, to));
  const TwoTerms positive = from.hi > 0 ? from : to;
  const TwoTerms negative = from.hi > 0 ? to : from;
  return halved(times(over(positive, minus(positive, negative)), positive));
}

/// The mean over a slab of max(0, min(upper_a, upper_b) - max(lower_a, lower_b)).
inline TwoTerms mean_common_length(const Linear& lower_a, const Linear& upper_a, const Linear& lower_b,
                                   const Linear& upper_b) {
  std::array<TwoTerms, 4> breaks{};
  std::size_t count = 1;
  if (crossing(upper_a, upper_b, breaks[count])) ++count;
  if (crossing(lower_a, lower_b, breaks[count])) ++count;
  if (count == 3 && less(breaks[2], breaks[1])) std::swap(breaks[1], breaks[2]);
  breaks[count++] = {1, 0};
  TwoTerms before = minus(lesser(upper_a.left, upper_b.left), greater(lower_a.left, lower_b.left));
  TwoTerms mean{0, 0};
  for (std::size_t k = 1; k < count; ++k) {
    const TwoTerms t = breaks[k];
    TwoTerms length = minus(lesser(upper_a.right, upper_b.right), greater(lower_a.right, lower_b.right));
    if (k + 1 < count)
      length = minus(lesser(upper_a.at(t), upper_b.at(t)), greater(lower_a.at(t), lower_b.at(t)));
    mean = plus(mean, times(minus(t, breaks[k - 1]), mean_of_positive_part(before, length)));
    before = length;
  }
  return mean;
}

/// Requires shapes with area that overlap.
template <class T>
TwoTerms common_area(const ConvexView<T>& a, const ConvexView<T>& b) {
  Chains<T> of_a(a);
  Chains<T> of_b(b);
  const std::array<Chain<T>*, 4> chains = {&of_a.lower, &of_a.upper, &of_b.lower, &of_b.upper};
  TwoTerms x = greater(wide_corner(a, of_a.extremes.first).x, wide_corner(b, of_b.extremes.first).x);
  const TwoTerms right = lesser(of_a.right, of_b.right);
  TwoTerms area{0, 0};
  while (less(x, right)) {
    TwoTerms next = right;
    for (Chain<T>* chain : chains) {
      chain->pass(x);
      if (less(x, chain->end())) next = lesser(next, chain->end());
    }
    std::array<Linear, 4> sides;
    for (std::size_t k = 0; k < 4; ++k) sides[k] = {chains[k]->height(x), chains[k]->height(next)};
    area = plus(area, times(minus(next, x), mean_common_length(sides[0], sides[1], sides[2], sides[3])));
    x = next;
  }
  return area;
}

}  // namespace detail

/// The area of a valid polygon without its holes, in squared units; 0 for a flat one. Error: kAreaBound.
/// Requires coordinates in range. Cost: linear.
template <class T>
double area_of(const Polygon2<T>& polygon) {
  if (polygon.points.empty()) return 0;
  TwoTerms area = detail::contour_area(polygon.points);
  for (const Contour2<T> hole : polygon.holes) area = detail::minus(area, detail::contour_area(hole));
  return std::max(area.hi, 0.0);
}
/// The same for a convex shape; exact corners of an OBB count, not the rounded ones.
template <class T>
double area_of(const ConvexView<T>& shape) {
  if (shape.dimension < 2) return 0;
  const auto corner = [&](std::size_t k) { return detail::wide_corner(shape, static_cast<std::int32_t>(k)); };
  return std::max(detail::signed_area(static_cast<std::size_t>(shape.count), corner).hi, 0.0);
}

/// The area that two convex shapes have in common; exactly 0 when they do not overlap or one is flat.
/// Laws: 1. swapping the shapes keeps the area, up to kAreaBound. 2. it is positive only when relation_sat()
/// says overlapping. Error: kAreaBound. iterations: 1 when they overlap. Cost: linear in the numbers of
/// corners; no allocation. Method: integrates the common length of the vertical cuts; between neighbouring
/// corners and crossings it is linear. Nothing is ever decided to be inside or outside, so no rounding can
/// change more than it moves.
template <class T>
AreaAnswer area_of_common_part(const ConvexView<T>& a, const ConvexView<T>& b) {
  AreaAnswer answer;
  if (a.dimension < 2 || b.dimension < 2) return answer;
  if (relation_sat(a, b).relation != Relation::overlapping) return answer;
  answer.iterations = 1;
  answer.area = detail::common_area(a, b).hi;
  return answer;
}

/// The same for shapes cut into convex parts: the sum over the pairs of parts that overlap. Error:
/// kAreaBound, for any number of parts. Statuses: that of an operand that is not ok, invalid_input before
/// out_of_range. Cost: that of relation_parts() without its early end, and of the pairs that overlap; no
/// allocation.
template <class T>
AreaAnswer area_of_common_part(const ConvexParts<T>& a, const ConvexParts<T>& b) {
  AreaAnswer answer;
  answer.status = detail::status_of(a, b);
  if (answer.status != Status::ok) return answer;
  TwoTerms area{0, 0};
  const auto visit = [&](std::int32_t i, std::int32_t j) {
    const ConvexView<T> part_a = a.part(i);
    const ConvexView<T> part_b = b.part(j);
    if (part_a.dimension < 2 || part_b.dimension < 2 || !detail::overlaps(part_a, part_b)) return true;
    ++answer.iterations;
    area = detail::plus(area, detail::common_area(part_a, part_b));
    return true;
  };
  detail::visit_near_parts(a, {0, 0, a.count()}, b, {0, 0, b.count()}, detail::box_interiors_meet<T>, visit);
  answer.area = area.hi;
  return answer;
}

}  // namespace touchstone
