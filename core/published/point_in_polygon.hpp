// Whether a point is in a polygon, and collision by point containment plus segment crossing, which works for
// concave polygons: published-methods.md, "The rest of that series, by title". The text gives no formula;
// these are the ones most copied under those titles. Not robust on purpose: on the boundary the crossing
// number answers yes on some edges and no on others, crossings are strict products of rounded numbers, and
// edges that only touch do not cross.
#pragma once

#include <cstddef>
#include <span>

#include <touchstone/vec.hpp>

namespace touchstone::published {

/// Crossing number: a ray to the right meets an odd number of edges. An edge counts when one end is above the
/// point and the other is not, and the point is left of where the edge is as high. On the boundary:
/// unspecified; of a box the lower and left edges are in, the upper and right ones out. NaN: no.
inline bool point_in_polygon(Vec2<double> p, std::span<const Vec2<double>> polygon) {
  bool inside = false;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vec2<double> a = polygon[i];
    const Vec2<double> b = polygon[i == 0 ? polygon.size() - 1 : i - 1];
    if ((a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x) inside = !inside;
  }
  return inside;
}

/// The ends of each segment lie strictly on opposite sides of the other. Touching and collinear segments: no.
inline bool segments_cross(Vec2<double> a, Vec2<double> b, Vec2<double> c, Vec2<double> d) {
  return cross(b - a, c - a) * cross(b - a, d - a) < 0 && cross(d - c, a - c) * cross(d - c, b - c) < 0;
}

/// A vertex of one is in the other, or two edges cross. Concave polygons, either winding. Touch: unspecified.
inline bool polygons_collide(std::span<const Vec2<double>> a, std::span<const Vec2<double>> b) {
  for (const Vec2<double> p : a) {
    if (point_in_polygon(p, b)) return true;
  }
  for (const Vec2<double> p : b) {
    if (point_in_polygon(p, a)) return true;
  }
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < b.size(); ++j) {
      if (segments_cross(a[i], a[(i + 1) % a.size()], b[j], b[(j + 1) % b.size()])) return true;
    }
  }
  return false;
}

}  // namespace touchstone::published
