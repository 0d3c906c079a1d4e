// Capsule (stadium) against capsule in 2D: the closest points of the two core segments, then the circle test
// there, as published: published-methods.md, P4. The text leaves the closest points to the reader; this is
// the formula most copied for them (C. Ericson, Real-Time Collision Detection, 2005, section 5.1.9), with an
// exact zero for its tolerance. Not robust on purpose: the determinant of nearly parallel segments is
// rounding noise, and crossing segments have a computed distance that is rarely exactly 0.
#pragma once

#include <algorithm>
#include <cmath>

#include "core/published/circle.hpp"

namespace touchstone::published {

struct ClosestPoints {
  Vec2<double> on_first;
  Vec2<double> on_second;
};

/// Closest points of the segments p1 q1 and p2 q2: the parameter s on the first from the two lines, clamped
/// to [0, 1] (0 when they are parallel); t on the second from s; where t had to be clamped, s again from t,
/// clamped. A segment of zero length is a point.
inline ClosestPoints closest_points(Vec2<double> p1, Vec2<double> q1, Vec2<double> p2, Vec2<double> q2) {
  const Vec2<double> d1 = q1 - p1;
  const Vec2<double> d2 = q2 - p2;
  const Vec2<double> r = p1 - p2;
  const double a = dot(d1, d1);
  const double e = dot(d2, d2);
  const double f = dot(d2, r);
  double s = 0;
  double t = 0;
  if (a == 0 && e == 0) return {p1, p2};
  if (a == 0) {
    t = std::clamp(f / e, 0.0, 1.0);
  } else {
    const double c = dot(d1, r);
    if (e == 0) {
      s = std::clamp(-c / a, 0.0, 1.0);
    } else {
      const double b = dot(d1, d2);
      const double denominator = a * e - b * b;
      if (denominator != 0) s = std::clamp((b * f - c * e) / denominator, 0.0, 1.0);
      t = (b * s + f) / e;
      if (t < 0) {
        t = 0;
        s = std::clamp(-c / a, 0.0, 1.0);
      } else if (t > 1) {
        t = 1;
        s = std::clamp((b - c) / a, 0.0, 1.0);
      }
    }
  }
  return {p1 + d1 * s, p2 + d2 * t};
}

/// No collision when the closest points are farther apart than the sum of the radii, else collision: touch is
/// a collision, as for the same text's circles. A capsule of zero length is a circle. NaN: collision.
inline bool capsule_collide(const Capsule2<double>& a, const Capsule2<double>& b) {
  const ClosestPoints points = closest_points(a.from, a.to, b.from, b.to);
  return circle_meet({points.on_first, a.radius}, {points.on_second, b.radius});
}
inline bool capsule_collide(const Capsule2<double>& a, const Circle2<double>& b) {
  return capsule_collide(a, Capsule2<double>{b.center, b.center, b.radius});
}

}  // namespace touchstone::published
