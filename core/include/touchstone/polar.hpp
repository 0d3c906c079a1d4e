// Polar coordinates, rotation of a vector, and the angle between two vectors. Angles in radians,
// counter-clockwise positive. The bounds take cos, sin, atan2 and hypot of the standard library as within one
// ulp, as today's libraries keep; the tests measure it.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include <touchstone/exact_sign.hpp>
#include <touchstone/vec.hpp>

namespace touchstone {

template <class T>
struct Polar2 {
  T radius{};
  T angle{};  ///< in (-pi, pi] from to_polar(); 0 for the zero vector

  friend constexpr bool operator==(const Polar2&, const Polar2&) = default;
};

/// cos and sin of one angle, computed once.
template <class T>
struct Rotation2 {
  T cos{1};
  T sin{0};
};

/// NaN and infinite angles: NaN.
template <class T>
Rotation2<T> make_rotation(T angle) {
  return {std::cos(angle), std::sin(angle)};
}

/// Error of each coordinate of rotated() in eps x length of v: cos and sin are off by one ulp (eps), their
/// products and the sum of these by half an eps each, of |x cos| + |y sin| <= length. The terms of eps
/// squared are covered by the last digit.
inline constexpr double kRotationBound = 2.001;

/// v turned by the rotation: (x cos - y sin, x sin + y cos). Laws: 1 rotated(-v, r) == -rotated(v, r). 2
/// rotated(perp(v), r) == perp(rotated(v, r)): the same products and sums, so no rounding tells them apart.
/// Error: kRotationBound, for lengths and results without overflow or underflow. NaN and infinity: as the
/// arithmetic goes.
template <class T>
constexpr Vec2<T> rotated(Vec2<T> v, Rotation2<T> rotation) {
  return {v.x * rotation.cos - v.y * rotation.sin, v.x * rotation.sin + v.y * rotation.cos};
}
template <class T>
Vec2<T> rotated(Vec2<T> v, T angle) {
  return rotated(v, make_rotation(angle));
}

/// Error of from_polar() per coordinate, in eps x radius: one ulp of cos or sin and a rounding.
inline constexpr double kFromPolarBound = 1.501;

/// radius * (cos, sin). A negative radius points the other way; NaN and an infinite angle: NaN.
template <class T>
Vec2<T> from_polar(Polar2<T> polar) {
  return {polar.radius * std::cos(polar.angle), polar.radius * std::sin(polar.angle)};
}

/// Length, and angle in (-pi, pi] from the x axis, each within one ulp. The zero vector, of any signs: (0,
/// 0). The negative x axis, with a negative zero too: pi; a vector just below it may round to -pi. Infinite
/// coordinates: an infinite radius and the angle of the limit; NaN: angle NaN.
template <class T>
Polar2<T> to_polar(Vec2<T> v) {
  if (v == Vec2<T>{}) return {};
  return {length(v), std::atan2(v.y + T{0}, v.x)};
}

namespace detail {

/// v times a power of two that brings it near 1 when its coordinates are out of the exact range; v must be
/// finite. Exact but for a coordinate that is below 2^-900 of the other one.
inline Vec2<double> scaled_into_range(Vec2<double> v) {
  if (in_exact_range(v.x) && in_exact_range(v.y)) return v;
  const int exponent = std::ilogb(std::max(std::fabs(v.x), std::fabs(v.y)));
  return {std::scalbn(v.x, -exponent), std::scalbn(v.y, -exponent)};
}

/// a b + c d within 4 kRounding, relatively: the exact products are summed with three roundings, of which the
/// first two are of terms below 2^-51 of the products' size; where the result is not far above that, exactly.
inline double accurate_sum_of_products(double a, double b, double c, double d) {
  const TwoTerms left = two_product(a, b);
  const TwoTerms right = two_product(c, d);
  const TwoTerms head = two_sum(left.hi, right.hi);
  const double sum = head.hi + ((left.lo + right.lo) + head.lo);
  if (std::fabs(sum) > 0x1p-40 * (std::fabs(left.hi) + std::fabs(right.hi))) return sum;
  return (Expansion<2>{left} + Expansion<2>{right}).estimate();
}

/// Sine and cosine of the angle from a to b, times a common positive factor; each within 4 kRounding,
/// relatively.
struct AngleSides {
  double cross;
  double dot;
};
template <class T>
AngleSides angle_sides(Vec2<T> a, Vec2<T> b) {
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  if (!is_finite(a) || !is_finite(b)) return {kNaN, kNaN};
  const Vec2<double> u = scaled_into_range({double{a.x}, double{a.y}});
  const Vec2<double> v = scaled_into_range({double{b.x}, double{b.y}});
  return {accurate_sum_of_products(u.x, v.y, -u.y, v.x), accurate_sum_of_products(u.x, v.x, u.y, v.y)};
}

}  // namespace detail

/// Relative error of angle_between() and signed_angle() in eps of T: cross and dot are each within 2 eps of
/// double; their ratio, within 4, moves the angle by at most as much, relatively; atan2 one ulp. Not for
/// angles below 2^-900, which are that exact absolutely.
inline constexpr double kAngleBound = 5.001;

/// Angle from a to b in (-pi, pi], positive counter-clockwise, as accurate near 0 and pi as anywhere: atan2
/// of accurate cross and dot products. Exactly opposite vectors: pi; b just clockwise of that may round to
/// -pi. A zero vector has no direction: 0. NaN and infinity: NaN. Error: kAngleBound. Cost: about twice that
/// of atan2.
template <class T>
T signed_angle(Vec2<T> a, Vec2<T> b) {
  const detail::AngleSides sides = detail::angle_sides(a, b);
  return static_cast<T>(std::atan2(sides.cross, sides.dot));
}
/// Angle between a and b in [0, pi]; the rest as for signed_angle().
template <class T>
T angle_between(Vec2<T> a, Vec2<T> b) {
  return std::fabs(signed_angle(a, b));
}

}  // namespace touchstone
