// Pairs that a formula decides: points and axis-aligned boxes (a point is a box of zero size), and oriented
// boxes.
#pragma once

#include <algorithm>
#include <cmath>

#include <touchstone/answers.hpp>
#include <touchstone/exact_sign.hpp>
#include <touchstone/shapes2.hpp>

namespace touchstone {

template <class T>
constexpr Aabb2<T> box_of(const Point2<T>& point) {
  return {point.at, point.at};
}

/// Exact, by comparisons alone. Flat boxes count as points and segments do: two of them overlap when they
/// cross. Requires valid boxes.
template <class T>
constexpr Relation relation(const Aabb2<T>& a, const Aabb2<T>& b) {
  if (a.max.x < b.min.x || b.max.x < a.min.x || a.max.y < b.min.y || b.max.y < a.min.y)
    return Relation::disjoint;
  const bool interiors_meet =
      b.min.x < a.max.x && a.min.x < b.max.x && b.min.y < a.max.y && a.min.y < b.max.y;
  return interiors_meet ? Relation::overlapping : Relation::touching;
}
template <class T>
constexpr Relation relation(const Point2<T>& a, const Aabb2<T>& b) {
  return relation(box_of(a), b);
}
template <class T>
constexpr Relation relation(const Aabb2<T>& a, const Point2<T>& b) {
  return relation(a, box_of(b));
}
template <class T>
constexpr Relation relation(const Point2<T>& a, const Point2<T>& b) {
  return relation(box_of(a), box_of(b));
}

/// Error of distance() of two boxes, in u = eps x largest |coordinate|: each gap is rounded once (u / 2 of at
/// most 2 |coordinate|, so at most u), which moves the length by at most sqrt(2) u; hypot adds one ulp of at
/// most 2 sqrt(2) |coordinate|. The closest points are exact.
inline constexpr double kBoxDistanceBound = 5;

/// Distance and closest points of two boxes; 0 and a common point when they meet. Requires valid boxes in
/// range.
template <class T>
Distance<T> distance(const Aabb2<T>& a, const Aabb2<T>& b) {
  Distance<T> answer;
  const auto closest = [](T a_min, T a_max, T b_min, T b_max, T& on_a, T& on_b) {
    if (a_max < b_min) {
      on_a = a_max;
      on_b = b_min;
    } else if (b_max < a_min) {
      on_a = a_min;
      on_b = b_max;
    } else {
      on_a = on_b = std::max(a_min, b_min);
    }
  };
  closest(a.min.x, a.max.x, b.min.x, b.max.x, answer.on_a.x, answer.on_b.x);
  closest(a.min.y, a.max.y, b.min.y, b.max.y, answer.on_a.y, answer.on_b.y);
  answer.distance = length(answer.on_b - answer.on_a);
  return answer;
}
template <class T>
Distance<T> distance(const Point2<T>& a, const Aabb2<T>& b) {
  return distance(box_of(a), b);
}
template <class T>
Distance<T> distance(const Aabb2<T>& a, const Point2<T>& b) {
  return distance(a, box_of(b));
}
template <class T>
Distance<T> distance(const Point2<T>& a, const Point2<T>& b) {
  return distance(box_of(a), box_of(b));
}

/// Error of depth and mtv of two boxes, in u: one rounding of at most 2 |coordinate|.
inline constexpr double kBoxPenetrationBound = 1;

/// Relation (exact), depth and a shortest push of B out of A; of equal pushes the first of +x, -x, +y, -y.
/// Requires valid boxes in range.
template <class T>
constexpr Penetration<T> penetration(const Aabb2<T>& a, const Aabb2<T>& b) {
  Penetration<T> answer;
  answer.relation = relation(a, b);
  if (answer.relation != Relation::overlapping) return answer;
  const T right = a.max.x - b.min.x;
  const T left = b.max.x - a.min.x;
  const T up = a.max.y - b.min.y;
  const T down = b.max.y - a.min.y;
  answer.depth = std::min({right, left, up, down});
  if (answer.depth == right) {
    answer.mtv = {right, 0};
  } else if (answer.depth == left) {
    answer.mtv = {-left, 0};
  } else if (answer.depth == up) {
    answer.mtv = {0, up};
  } else {
    answer.mtv = {0, -down};
  }
  return answer;
}

/// Error of the four-term sum of one axis, relative to the sum of |products|: a cross product has three
/// roundings (difference of centres, product, subtraction), the sum of four three more; 6 eps and terms of
/// eps squared, taken up to the next power of two as for kOrientationBound.
inline constexpr double kBoxAxisBound = 8 * kRounding;

namespace detail {

template <std::size_t N>
constexpr Expansion<N> absolute(const Expansion<N>& e) {
  return e.sign() < 0 ? -e : e;
}

/// Sign of reach - distance along the axis perpendicular to half axis axis[0], exactly; others are the three
/// other half axes of the pair.
inline int obb_axis_sign_exactly(Vec2<double> axis, const Vec2<double> (&others)[3], Vec2<double> center_a,
                                 Vec2<double> center_b) {
  const auto reach = [&](Vec2<double> half_axis) { return absolute(cross(exact(axis), exact(half_axis))); };
  const ExactVec2<2> offset{two_sum(center_b.x, -center_a.x), two_sum(center_b.y, -center_a.y)};
  const auto distance = absolute(cross(exact(axis), offset));
  return (reach(others[0]) + reach(others[1]) + reach(others[2]) - distance).sign();
}

}  // namespace detail

/// The same by the separating axes of two parallelograms: the perpendiculars of the four half axes, exactly.
/// For rectangles they are the half axes' own directions; a rounded rectangle is slightly skew. Works on
/// centres and half axes as given, so corners that are no doubles do not matter. Requires boxes in range,
/// both with area. Cost: some 20 ns when the filter decides.
template <class T>
Relation relation(const Obb2<T>& a, const Obb2<T>& b) {
  const auto to_double = [](Vec2<T> v) { return Vec2<double>{double{v.x}, double{v.y}}; };
  const Vec2<double> center_a = to_double(a.center);
  const Vec2<double> center_b = to_double(b.center);
  const Vec2<double> offset = center_b - center_a;
  const Vec2<double> half_axes[4] = {to_double(a.half_axes[0]), to_double(a.half_axes[1]),
                                     to_double(b.half_axes[0]), to_double(b.half_axes[1])};
  int least = 1;
  for (int i = 0; i < 4; ++i) {
    const Vec2<double> axis = half_axes[i];
    const Vec2<double> others[3] = {half_axes[i ^ 1], half_axes[(i + 2) & 3], half_axes[((i + 2) & 3) ^ 1]};
    double products = 0;
    const auto reach = [&](Vec2<double> v) {
      const double left = axis.x * v.y;
      const double right = axis.y * v.x;
      products += std::fabs(left) + std::fabs(right);
      return std::fabs(left - right);
    };
    const double gap = reach(offset) - (reach(others[0]) + reach(others[1]) + reach(others[2]));
    const double bound = kBoxAxisBound * products;
    if (gap > bound) return Relation::disjoint;
    if (gap < -bound) continue;
    least = std::min(least, detail::obb_axis_sign_exactly(axis, others, center_a, center_b));
    if (least < 0) return Relation::disjoint;
  }
  return least > 0 ? Relation::overlapping : Relation::touching;
}

}  // namespace touchstone
