// Sphere and capsule against each other in 3D, as published: published-methods.md, P4. Not robust on purpose:
// rounded distances are compared. The text leaves the closest points of two segments to the reader; as in
// capsule.hpp this is the formula most copied for them, with an exact zero for its tolerance.
#pragma once

#include <algorithm>
#include <cmath>

#include <touchstone/shapes3.hpp>

namespace touchstone::published {

/// No collision when the distance of the centres is above the sum of the radii, else one. Touch: collision,
/// which the text calls a matter of taste. NaN: collision.
inline bool sphere_meet(const Sphere3<double>& a, const Sphere3<double>& b) {
  const Vec3<double> between = b.center - a.center;
  if (std::sqrt(dot(between, between)) > a.radius + b.radius) return false;
  return true;
}

struct ClosestPoints3 {
  Vec3<double> on_first;
  Vec3<double> on_second;
};

/// Of the segments p1 q1 and p2 q2: s on the first from the two lines, clamped to [0, 1] (0 when they are
/// parallel); t on the second from s; where t had to be clamped, s again from t, clamped.
inline ClosestPoints3 closest_points(const Vec3<double>& p1, const Vec3<double>& q1, const Vec3<double>& p2,
                                     const Vec3<double>& q2) {
  const Vec3<double> d1 = q1 - p1;
  const Vec3<double> d2 = q2 - p2;
  const Vec3<double> r = p1 - p2;
  const double a = dot(d1, d1);
  const double e = dot(d2, d2);
  const double f = dot(d2, r);
  const double c = dot(d1, r);
  if (a == 0 && e == 0) return {p1, p2};
  if (a == 0) return {p1, p2 + d2 * std::clamp(f / e, 0.0, 1.0)};
  if (e == 0) return {p1 + d1 * std::clamp(-c / a, 0.0, 1.0), p2};
  const double b = dot(d1, d2);
  const double denominator = a * e - b * b;
  double s = denominator != 0 ? std::clamp((b * f - c * e) / denominator, 0.0, 1.0) : 0.0;
  double t = (b * s + f) / e;
  if (t < 0) {
    t = 0;
    s = std::clamp(-c / a, 0.0, 1.0);
  } else if (t > 1) {
    t = 1;
    s = std::clamp((b - c) / a, 0.0, 1.0);
  }
  return {p1 + d1 * s, p2 + d2 * t};
}

/// The sphere test at the closest points. Touch: collision. A capsule of zero length is a sphere. NaN:
/// collision.
inline bool capsule_collide(const Capsule3<double>& a, const Capsule3<double>& b) {
  const ClosestPoints3 points = closest_points(a.from, a.to, b.from, b.to);
  return sphere_meet({points.on_first, a.radius}, {points.on_second, b.radius});
}
inline bool capsule_collide(const Capsule3<double>& a, const Sphere3<double>& b) {
  return capsule_collide(a, Capsule3<double>{b.center, b.center, b.radius});
}

}  // namespace touchstone::published
