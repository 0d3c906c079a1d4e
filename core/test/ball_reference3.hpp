// The plainest exact distances between points, segments, triangles and boxes of space, in rational
// arithmetic. Shares no code with the algorithms it measures.
#pragma once

#include <algorithm>
#include <vector>

#include <touchstone/shapes3.hpp>

#include "core/test/ray_reference3.hpp"

namespace touchstone::reference {

/// A point of segment or triangle nearest to p: of all feet inside.
inline Rational distance_sq_to_segment(const Point3D& p, const Point3D& a, const Point3D& b) {
  const Point3D e = b - a;
  if (is_zero3(e)) return length_sq(p - a);
  const Rational s = std::clamp(Rational(dot(p - a, e) / length_sq(e)), Rational(0), Rational(1));
  return length_sq(p - a - e * s);
}
inline Rational distance_sq_of_segments(const Point3D& a, const Point3D& b, const Point3D& c,
                                        const Point3D& d) {
  Rational least = std::min({distance_sq_to_segment(a, c, d), distance_sq_to_segment(b, c, d),
                             distance_sq_to_segment(c, a, b), distance_sq_to_segment(d, a, b)});
  const Point3D w = cross(b - a, d - c);
  if (is_zero3(w)) return least;
  const Rational s = dot(cross(c - a, d - c), w) / length_sq(w);
  const Rational t = dot(cross(c - a, b - a), w) / length_sq(w);
  if (s >= 0 && s <= 1 && t >= 0 && t <= 1)
    least = std::min(least, length_sq(a + (b - a) * s - c - (d - c) * t));
  return least;
}
inline Rational distance_sq_to_triangle(const Point3D& p, const Point3D& a, const Point3D& b,
                                        const Point3D& c) {
  Rational least = std::min(
      {distance_sq_to_segment(p, a, b), distance_sq_to_segment(p, b, c), distance_sq_to_segment(p, c, a)});
  const Point3D n = cross(b - a, c - a);
  if (is_zero3(n)) return least;
  const Rational height = dot(p - a, n);
  const Point3D foot = p - n * (height / length_sq(n));
  const auto left = [&](const Point3D& x, const Point3D& y) { return dot(cross(y - x, foot - x), n) >= 0; };
  if (left(a, b) && left(b, c) && left(c, a))
    least = std::min(least, Rational(height * height / length_sq(n)));
  return least;
}
inline Rational distance_sq_to_box(const Point3D& p, const Aabb3<double>& box) {
  const auto gap = [](const Rational& x, double lo, double hi) {
    const Rational off = std::max({Rational(0), Rational(Rational(lo) - x), Rational(x - Rational(hi))});
    return Rational(off * off);
  };
  return gap(p.x, box.min.x, box.max.x) + gap(p.y, box.min.y, box.max.y) + gap(p.z, box.min.z, box.max.z);
}

}  // namespace touchstone::reference
