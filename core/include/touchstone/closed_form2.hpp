// Pairs that a formula decides: points and axis-aligned boxes (a point is a box of zero size), oriented
// boxes, circles and capsules (a circle of radius 0 is a point, a capsule of radius 0 a segment).
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include <touchstone/answers.hpp>
#include <touchstone/compare_distance.hpp>
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

/// Error of the four-term sum of one axis, relative to the sum of |products|, or to anything larger as
/// computed: a cross product has three roundings (difference of centres, product, subtraction), the sum of
/// four three more; 6 eps and terms of eps squared, taken up to the next power of two as for
/// kOrientationBound.
inline constexpr double kBoxAxisBound = 8 * kRounding;

namespace detail {

/// Out of line: inlined, g++ 12 takes the terms beyond an expansion's size for read.
template <std::size_t N>
[[gnu::noinline]] Expansion<N> absolute(const Expansion<N>& e) {
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

/// The axes that the bound leaves open, one after the other. gaps: distance less reach of each axis, as
/// computed.
[[gnu::noinline]] inline Relation obb_relation_exactly(const Vec2<double> (&half_axes)[4],
                                                       const double (&gaps)[4], double bound,
                                                       Vec2<double> center_a, Vec2<double> center_b) {
  int least = 1;
  for (int i = 0; i < 4 && least >= 0; ++i) {
    if (gaps[i] < -bound) continue;
    const Vec2<double> others[3] = {half_axes[i ^ 1], half_axes[(i + 2) & 3], half_axes[((i + 2) & 3) ^ 1]};
    least = std::min(least, obb_axis_sign_exactly(half_axes[i], others, center_a, center_b));
  }
  if (least < 0) return Relation::disjoint;
  return least > 0 ? Relation::overlapping : Relation::touching;
}

}  // namespace detail

/// The same by the separating axes of two parallelograms: the perpendiculars of the four half axes, exactly.
/// For rectangles they are the half axes' own directions; a rounded rectangle is slightly skew. Works on
/// centres and half axes as given, so corners that are no doubles do not matter. Requires boxes in range,
/// both with area. Cost: some 6 ns when the filter decides: each cross product of two half axes serves both
/// of their axes.
template <class T>
Relation relation(const Obb2<T>& a, const Obb2<T>& b) {
  const auto to_double = [](Vec2<T> v) { return Vec2<double>{double{v.x}, double{v.y}}; };
  const Vec2<double> center_a = to_double(a.center);
  const Vec2<double> center_b = to_double(b.center);
  const Vec2<double> offset = center_b - center_a;
  const Vec2<double> a0 = to_double(a.half_axes[0]), a1 = to_double(a.half_axes[1]);
  const Vec2<double> b0 = to_double(b.half_axes[0]), b1 = to_double(b.half_axes[1]);
  const auto magnitude = [](double p, double q, double r, double s, double t) {
    return (std::fabs(p) + std::fabs(q)) + (std::fabs(r) + std::fabs(s)) + std::fabs(t);
  };
  // Each |coordinate| is at most its sum, so the products of any axis are at most twice the product of the
  // sums.
  const double bound = 2 * kBoxAxisBound * magnitude(a0.x, a1.x, b0.x, b1.x, offset.x) *
                       magnitude(a0.y, a1.y, b0.y, b1.y, offset.y);
  const auto reach = [](Vec2<double> v, Vec2<double> w) { return std::fabs(cross(v, w)); };
  const double own_a = reach(a0, a1), r00 = reach(a0, b0), r01 = reach(a0, b1);
  const double gap_0 = reach(a0, offset) - (own_a + (r00 + r01));
  if (gap_0 > bound) return Relation::disjoint;
  const double r10 = reach(a1, b0), r11 = reach(a1, b1);
  const double gap_1 = reach(a1, offset) - (own_a + (r10 + r11));
  if (gap_1 > bound) return Relation::disjoint;
  const double own_b = reach(b0, b1);
  const double gap_2 = reach(b0, offset) - (own_b + (r00 + r10));
  if (gap_2 > bound) return Relation::disjoint;
  const double gap_3 = reach(b1, offset) - (own_b + (r01 + r11));
  if (gap_3 > bound) return Relation::disjoint;
  if (std::max(std::max(gap_0, gap_1), std::max(gap_2, gap_3)) < -bound) return Relation::overlapping;
  return detail::obb_relation_exactly({a0, a1, b0, b1}, {gap_0, gap_1, gap_2, gap_3}, bound, center_a,
                                      center_b);
}

namespace detail {

template <class T>
constexpr Vec2<double> to_double(Vec2<T> p) {
  return {double{p.x}, double{p.y}};
}
template <class T>
constexpr Vec2<T> to_scalar(Vec2<double> p) {
  return {static_cast<T>(p.x), static_cast<T>(p.y)};
}

/// The relation for the sign of the separation: -1, 0 or +1.
constexpr Relation relation_of_sign(int sign) {
  return static_cast<Relation>(int(Relation::touching) - sign);
}

/// Two skeletons that are apart.
struct SkeletonGap {
  double distance{};
  Vec2<double> direction{};  ///< unit vector from A's closest point to B's
  Vec2<double> on_a{};
  Vec2<double> on_b{};
};

/// A sum of two radii within one rounding.
template <class T>
double reach_of(T radius_a, T radius_b) {
  return double{radius_a} + double{radius_b};
}

/// Distance of two skeletons with balls around them; a common point unless the balls are known to be apart.
template <class T>
Distance<T> distance_of_balls(const SkeletonGap& gap, T radius_a, T radius_b, bool apart) {
  const double reach = reach_of(radius_a, radius_b);
  Distance<T> answer;
  if (!apart) {
    const Vec2<double> step = (gap.on_b - gap.on_a) * (reach > 0 ? double{radius_a} / reach : 0);
    answer.on_a = answer.on_b = to_scalar<T>(gap.on_a + step);
    return answer;
  }
  // A distance below the smallest scalar is still one.
  answer.distance = std::max(static_cast<T>(gap.distance - reach), std::numeric_limits<T>::denorm_min());
  answer.on_a = to_scalar<T>(gap.on_a + gap.direction * double{radius_a});
  answer.on_b = to_scalar<T>(gap.on_b - gap.direction * double{radius_b});
  return answer;
}

/// A push of B by depth along a unit vector.
template <class T>
Penetration<T> push_along(Vec2<double> direction, double depth) {
  Penetration<T> answer;
  answer.relation = Relation::overlapping;
  answer.depth = static_cast<T>(depth);
  answer.mtv = to_scalar<T>(direction * depth);
  return answer;
}

template <class T>
SkeletonGap gap_of_points(Vec2<T> a, Vec2<T> b) {
  SkeletonGap gap{0, {1, 0}, to_double(a), to_double(b)};
  const Vec2<double> offset = gap.on_b - gap.on_a;
  gap.distance = std::sqrt(length_sq(offset));
  if (gap.distance > 0) gap.direction = offset * (1 / gap.distance);
  return gap;
}

template <class T>
constexpr Vec2<T> closest_of_box(const Aabb2<T>& box, Vec2<T> p) {
  return {std::clamp(p.x, box.min.x, box.max.x), std::clamp(p.y, box.min.y, box.max.y)};
}

}  // namespace detail

/// Exact: the squares of distance and radii are compared. Concentric discs overlap, two equal points touch.
/// Requires valid circles in the range of curved shapes. Cost: some 2 ns when the filter decides.
template <class T>
Relation relation(const Circle2<T>& a, const Circle2<T>& b) {
  return detail::relation_of_sign(compare_distance(detail::to_double(a.center), detail::to_double(b.center),
                                                   double{a.radius}, double{b.radius}));
}

/// The same against the box's point that is closest to the centre.
template <class T>
Relation relation(const Circle2<T>& a, const Aabb2<T>& b) {
  if (a.radius == 0) return relation(Point2<T>{a.center}, b);
  return relation(a, Circle2<T>{detail::closest_of_box(b, a.center), 0});
}
template <class T>
Relation relation(const Aabb2<T>& a, const Circle2<T>& b) {
  return relation(b, a);
}

/// Exact. A circle whose centre is on the capsule's segment overlaps, unless both radii are 0: then they
/// touch.
template <class T>
Relation relation(const Circle2<T>& a, const Capsule2<T>& b) {
  return detail::relation_of_sign(
      compare_distance_to_segment(detail::to_double(b.from), detail::to_double(b.to),
                                  detail::to_double(a.center), double{a.radius}, double{b.radius}));
}
template <class T>
Relation relation(const Capsule2<T>& a, const Circle2<T>& b) {
  return relation(b, a);
}

/// Exact. Two segments (radii 0) overlap when they cross inside both.
template <class T>
Relation relation(const Capsule2<T>& a, const Capsule2<T>& b) {
  const Vec2<double> p[2] = {detail::to_double(a.from), detail::to_double(a.to)};
  const Vec2<double> q[2] = {detail::to_double(b.from), detail::to_double(b.to)};
  const int sign = compare_distance_of_segments(p[0], p[1], q[0], q[1], double{a.radius}, double{b.radius});
  if (sign != 0 || a.radius > 0 || b.radius > 0) return detail::relation_of_sign(sign);
  const bool cross_properly = orientation(p[0], p[1], q[0]) * orientation(p[0], p[1], q[1]) < 0 &&
                              orientation(q[0], q[1], p[0]) * orientation(q[0], q[1], p[1]) < 0;
  return cross_properly ? Relation::overlapping : Relation::touching;
}

/// Error of distance() with a circle, in u = eps x largest |coordinate| or radius: the offset (at most 2
/// sqrt(2) of that scale) is known within 2 roundings and its root within one more, 4.3 u; the sum of the
/// radii and the subtraction round 2 and 4 of that scale at most, 3 u; the conversion to float adds 1.5.
inline constexpr double kCircleDistanceBound = 9;
/// A closest point of a circle leaves it by at most this many u: the direction's length errs by 4 roundings,
/// its product and the sum round once each, on at most twice that scale. A common point: 3 roundings of at
/// most 2 sqrt(2) of it. The conversion to float adds 0.8.
inline constexpr double kCirclePointBound = 7;

/// Distance and closest points; 0 and a common point when the shapes meet, which is decided exactly. Requires
/// valid shapes in the range of curved shapes.
template <class T>
Distance<T> distance(const Circle2<T>& a, const Circle2<T>& b) {
  const bool apart = relation(a, b) == Relation::disjoint;
  return detail::distance_of_balls(detail::gap_of_points(a.center, b.center), a.radius, b.radius, apart);
}
template <class T>
Distance<T> distance(const Circle2<T>& a, const Aabb2<T>& b) {
  return distance(a, Circle2<T>{detail::closest_of_box(b, a.center), 0});
}
template <class T>
Distance<T> distance(const Aabb2<T>& a, const Circle2<T>& b) {
  return distance(Circle2<T>{detail::closest_of_box(a, b.center), 0}, b);
}

/// Error of depth and of mtv's length with a circle, in u: as kCircleDistanceBound, and 4 roundings of the
/// unit vector and its product with a depth of at most 4 of that scale.
inline constexpr double kCirclePenetrationBound = 16;

/// Relation (exact), depth and a shortest push of B out of A. Of concentric discs any push is shortest: +x.
/// Requires valid shapes in the range of curved shapes.
template <class T>
Penetration<T> penetration(const Circle2<T>& a, const Circle2<T>& b) {
  Penetration<T> answer;
  answer.relation = relation(a, b);
  if (answer.relation != Relation::overlapping) return answer;
  const detail::SkeletonGap gap = detail::gap_of_points(a.center, b.center);
  const double depth = detail::reach_of(a.radius, b.radius) - gap.distance;
  return detail::push_along<T>(gap.direction, std::max(depth, 0.0));
}

/// A centre in the closed box: the box leaves over the side nearest to it; of equal ones the first of right,
/// left, top, bottom.
template <class T>
Penetration<T> penetration(const Circle2<T>& a, const Aabb2<T>& b) {
  const Vec2<T> closest = detail::closest_of_box(b, a.center);
  if (a.radius == 0) return penetration(Aabb2<T>{a.center, a.center}, b);
  if (!(closest == a.center)) return penetration(a, Circle2<T>{closest, 0});
  const double right = double{b.max.x} - double{a.center.x};
  const double left = double{a.center.x} - double{b.min.x};
  const double top = double{b.max.y} - double{a.center.y};
  const double bottom = double{a.center.y} - double{b.min.y};
  const double least = std::min({right, left, top, bottom});
  Vec2<double> direction{0, 1};
  if (least == right) {
    direction = {-1, 0};
  } else if (least == left) {
    direction = {1, 0};
  } else if (least == top) {
    direction = {0, -1};
  }
  return detail::push_along<T>(direction, least + double{a.radius});
}
template <class T>
Penetration<T> penetration(const Aabb2<T>& a, const Circle2<T>& b) {
  Penetration<T> answer = penetration(b, a);
  answer.mtv = -answer.mtv;
  return answer;
}

}  // namespace touchstone
