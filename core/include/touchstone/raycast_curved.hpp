// Rays against circles, rings, capsules and ellipses. Whether one is met is the sign of polynomials of degree
// 4, exactly; t divides numbers that are each accurate to a few eps, so nothing cancels. See raycast.hpp for
// what the answers mean.
#pragma once

#include <algorithm>
#include <cmath>

#include <touchstone/answers.hpp>
#include <touchstone/double_double.hpp>
#include <touchstone/raycast_polytope.hpp>
#include <touchstone/shapes2.hpp>

namespace touchstone::rays {

/// Resolution of |m|^2 - r^2 and of the discriminant. With m from the centre to the origin, n = max(|m|, r)
/// and lengths along the ray: t = c / (b + s), b >= s, c = b^2 - s^2 <= (b + s)^2. An error of 2^-96 (2 n^2)
/// in c of at least 2^-80 n^2 is one of at most 2^-55 n in t; the same in s^2 of at least 2^-80 n^2 is 2^-56
/// n in s.
inline constexpr double kCircleResolution = 0x1p-80;

inline constexpr auto kDot = [](const auto& p, const auto& q) { return dot(p, q); };
/// |p|^2 - r^2: positive outside.
inline constexpr auto kPower = [](const auto& p, const auto& r) { return dot(p, p) - r * r; };
/// (Half chord of the circle |x| <= r on the line through p along d)^2 * |d|^2: negative when it misses.
inline constexpr auto kChord = [](const auto& p, const auto& d, const auto& r) {
  return (r * r) * dot(d, d) - square(cross(d, p));
};

/// The two numbers that place a hit on the circle |x| = r: from the foot of its centre on the ray's line,
/// half a chord along. Of unit length up to rounding, for any r.
inline Vec2<double> on_unit_circle(const Difference2& m, Vec2<double> d, double r, double half_chord) {
  const double aside = evaluate(kRayResolution, kCross, d, m).hi;
  return (perp(d) * aside + d * half_chord) * (1 / (r * dot(d, d)));
}

inline RayHit<double> raycast_circle(const Ray2<double>& ray, const Circle2<double>& circle) {
  const Vec2<double> d = ray.direction;
  const double r = circle.radius;
  const Difference2 m = difference(ray.origin, circle.center);
  if (sign_of(kPower, m, r) <= 0) return ray_starts_inside(ray);
  if (sign_of(kDot, m, d) >= 0 || sign_of(kChord, m, d, r) < 0) return ray_misses();
  const DoubleDouble half_chord = square_root(evaluate(kCircleResolution, kChord, m, d, r));
  RayHit<double> hit{Status::ok, true};
  set_hit(hit, ray, evaluate(kCircleResolution, kPower, m, r),
          half_chord - evaluate(kRayResolution, kDot, m, d));
  hit.normal = on_unit_circle(m, d, r, -half_chord.hi);
  return hit;
}

/// From the hole every ray meets the inner circle, from inside.
inline RayHit<double> raycast_ring(const Ray2<double>& ray, const Ring2<double>& ring) {
  const Vec2<double> d = ray.direction;
  const double r = ring.inner_radius;
  const Difference2 m = difference(ray.origin, ring.center);
  if (sign_of(kPower, m, r) >= 0) return raycast_circle(ray, {ring.center, ring.outer_radius});
  const DoubleDouble half_chord = square_root(evaluate(kCircleResolution, kChord, m, d, r));
  const DoubleDouble forward = evaluate(kRayResolution, kDot, m, d);
  RayHit<double> hit{Status::ok, true};
  if (forward.hi <= 0) {
    set_hit(hit, ray, half_chord - forward, evaluate(kRayResolution, kDot, d, d));
  } else {
    set_hit(hit, ray, -evaluate(kCircleResolution, kPower, m, r), half_chord + forward);
  }
  hit.normal = -on_unit_circle(m, d, r, half_chord.hi);
  return hit;
}

/// How far the foot of a wall hit lies along the capsule's segment, computed in double, is known to
/// kFootError * (|m| + t |d|): 7 roundings of t, length() and the products and sums around it.
inline constexpr double kFootError = 8 * 2 * kRounding;
/// For sums of two doubles that are to be good to 2^-86, relatively.
inline constexpr double kFineResolution = 0x1p-10;

inline constexpr auto kBeyondWall = [](const auto& p, const auto& axis, const auto& r) {
  return square(cross(axis, p)) - (r * r) * dot(axis, axis);
};

/// t at which a ray from outside meets the nearer wall's line: numerator and denominator. m leads from a
/// point of the segment to the origin.
struct Fraction {
  DoubleDouble numerator;
  DoubleDouble denominator;
};
inline Fraction wall_hit(double resolution, const Difference2& m, const Difference2& axis, Vec2<double> d,
                         double r) {
  const DoubleDouble reach = to_double_double(r) * square_root(evaluate(resolution, kDot, axis, axis));
  const DoubleDouble aside = absolute_value(evaluate(resolution, kCross, axis, m));
  return {evaluate(resolution, kBeyondWall, m, axis, r),
          absolute_value(evaluate(resolution, kCross, axis, d)) * (aside + reach)};
}
/// On which side of an end of the segment (m leads from it to the origin) the foot lies: to 2^-86 of its
/// terms, in place of kFootError.
inline int side_of_end(const Difference2& m, const Difference2& axis, Vec2<double> d, double r) {
  const Fraction t = wall_hit(kFineResolution, m, axis, d, r);
  return boundary::sign((evaluate(kFineResolution, kDot, m, axis) +
                         quotient(t.numerator, t.denominator) * evaluate(kFineResolution, kDot, d, axis))
                            .hi);
}

/// For a ray that starts outside the slab between the two walls' lines and comes closer: the nearer wall, or
/// the cap at the end beyond which the ray comes through the wall's line. Where rounding leaves open which,
/// the capsule is met exactly when the segment is crossed or a cap's circle is met; and as wall and cap run
/// into each other, either is right up to the error of the foot.
inline RayHit<double> raycast_wall(const Ray2<double>& ray, const Capsule2<double>& capsule, bool on_left) {
  const Vec2<double> d = ray.direction;
  const double r = capsule.radius;
  const Difference2 m = difference(ray.origin, capsule.from);
  const Difference2 e = difference(capsule.to, capsule.from);
  const Vec2<double> axis = rounded(e);
  const double axis_length = length(axis);
  const Fraction t = wall_hit(kRayResolution, m, e, d, r);
  RayHit<double> hit{Status::ok, true};
  set_hit(hit, ray, t.numerator, t.denominator);
  hit.normal = unit(on_left ? perp(axis) : -perp(axis));
  const Vec2<double> start = rounded(m);
  const double foot = (dot(start, axis) + hit.t * dot(d, axis)) / axis_length;
  const double foot_error = kFootError * (length(start) + hit.t * length(d));
  const Circle2<double> cap_from{capsule.from, r};
  const Circle2<double> cap_to{capsule.to, r};
  if (foot < -foot_error) return raycast_circle(ray, cap_from);
  if (foot > axis_length + foot_error) return raycast_circle(ray, cap_to);
  if (foot > foot_error && foot < axis_length - foot_error) return hit;
  const RayHit<double> from = raycast_circle(ray, cap_from);
  const RayHit<double> to = raycast_circle(ray, cap_to);
  if (from.hit && side_of_end(m, e, d, r) < 0) return from;
  if (to.hit && side_of_end(difference(ray.origin, capsule.to), e, d, r) > 0) return to;
  const bool crosses =
      cross_sign({}, d, ray.origin, capsule.from) * cross_sign({}, d, ray.origin, capsule.to) <= 0;
  return from.hit || to.hit || crosses ? hit : ray_misses();
}

/// From within the closed slab between the walls' lines, beyond an end, only that end's cap can be met first.
inline RayHit<double> raycast_capsule(const Ray2<double>& ray, const Capsule2<double>& capsule) {
  const Difference2 m = difference(ray.origin, capsule.from);
  const Difference2 e = difference(capsule.to, capsule.from);
  if (sign_of(kBeyondWall, m, e, capsule.radius) <= 0) {
    if (sign_of(kDot, m, e) <= 0) return raycast_circle(ray, {capsule.from, capsule.radius});
    const Difference2 from_end = difference(ray.origin, capsule.to);
    if (sign_of(kDot, from_end, e) < 0) return ray_starts_inside(ray);
    return raycast_circle(ray, {capsule.to, capsule.radius});
  }
  const int side = sign_of(kCross, e, m);
  if (side * sign_of(kCross, e, ray.direction) >= 0) return ray_misses();
  return raycast_wall(ray, capsule, side > 0);
}

inline double power_of_two_below(double value) {
  int exponent = 0;
  std::frexp(value, &exponent);
  return std::ldexp(1, exponent - 1);
}

/// In the ellipse's own coordinates, times w = cross(u, v), it is the circle |x| <= |w| and the ray starts at
/// (m x v, u x m) in direction (d x v, u x d). The line's clearance there is w times cross(d, m), so the
/// discriminant is w^2 times a polynomial of degree 4: |d x v|^2 + |u x d|^2 - |d x m|^2.
inline RayHit<double> raycast_ellipse(const Ray2<double>& ray, const Ellipse2<double>& ellipse) {
  const Vec2<double> d = ray.direction;
  const Vec2<double> u = ellipse.half_axes[0];
  const Vec2<double> v = ellipse.half_axes[1];
  const Difference2 m = difference(ray.origin, ellipse.center);
  const auto power = [](const auto& p, const auto& a, const auto& b) {
    return square(cross(p, b)) + square(cross(a, p)) - square(cross(a, b));
  };
  const auto approach = [](const auto& p, const auto& along, const auto& a, const auto& b) {
    return cross(p, b) * cross(along, b) + cross(a, p) * cross(a, along);
  };
  const auto chord = [](const auto& p, const auto& along, const auto& a, const auto& b) {
    return square(cross(along, b)) + square(cross(a, along)) - square(cross(along, p));
  };
  if (sign_of(power, m, u, v) <= 0) return ray_starts_inside(ray);
  if (sign_of(approach, m, d, u, v) >= 0 || sign_of(chord, m, d, u, v) < 0) return ray_misses();
  const DoubleDouble w = evaluate(kRayResolution, kCross, u, v);
  const DoubleDouble half_chord = square_root(evaluate(kRayResolution, chord, m, d, u, v));
  RayHit<double> hit{Status::ok, true};
  set_hit(hit, ray, evaluate(kRayResolution, power, m, u, v),
          absolute_value(w) * half_chord - evaluate(kRayResolution, approach, m, d, u, v));
  // (s, t) on the unit circle as in on_unit_circle(), times ds^2 + dt^2; the gradient of s^2 + t^2 there.
  const DoubleDouble ds = evaluate(kRayResolution, kCross, d, v);
  const DoubleDouble dt = evaluate(kRayResolution, kCross, u, d);
  const DoubleDouble aside = evaluate(kRayResolution, kCross, d, m);
  const DoubleDouble forward = w.hi > 0 ? -half_chord : half_chord;
  const DoubleDouble s = forward * ds - aside * dt;
  const DoubleDouble t = forward * dt + aside * ds;
  // Half axes below 1 keep it within the exponents.
  const double small = power_of_two_below(1 / (length(u) + length(v)));
  const Vec2<DoubleDouble> a = to_double_double(u * small);
  const Vec2<DoubleDouble> b = to_double_double(v * small);
  const Vec2<double> gradient{(s * b.y - t * a.y).hi, (t * a.x - s * b.x).hi};
  hit.normal = unit(w.hi > 0 ? gradient : -gradient);
  return hit;
}

}  // namespace touchstone::rays
