// Rotating a polygon about its centre, and half of one where the other half follows, as published:
// published-methods.md, P2. Offsets are from the centre. Angles in radians, counter-clockwise; every vertex
// of the plain form computes its own cosine and sine.
#pragma once

#include <cmath>
#include <cstddef>
#include <span>

#include <touchstone/vec.hpp>

namespace touchstone::published {

/// (x cos a - y sin a, x sin a + y cos a).
inline Vec2<double> rotate(Vec2<double> offset, double angle) {
  return {offset.x * std::cos(angle) - offset.y * std::sin(angle),
          offset.x * std::sin(angle) + offset.y * std::cos(angle)};
}

/// Every offset turned, plus the centre. Requires as much room in turned.
inline void rotate_polygon(std::span<const Vec2<double>> offsets, Vec2<double> center, double angle,
                           std::span<Vec2<double>> turned) {
  for (std::size_t i = 0; i < offsets.size(); ++i) turned[i] = center + rotate(offsets[i], angle);
}

/// A rhombus by two neighbouring vertices: two of four are rotated, the others are their opposites.
inline void rotate_rhombus(Vec2<double> first, Vec2<double> second, Vec2<double> center, double angle,
                           std::span<Vec2<double>, 4> turned) {
  const Vec2<double> a = rotate(first, angle);
  const Vec2<double> b = rotate(second, angle);
  turned[0] = center + a;
  turned[1] = center + b;
  turned[2] = center - a;
  turned[3] = center - b;
}

/// A "crystal": four vertices 90 degrees apart, and two opposite tips, one after the first of the four. Two
/// of six are rotated; the others follow by sign changes and quarter turns.
inline void rotate_crystal(Vec2<double> corner, Vec2<double> tip, Vec2<double> center, double angle,
                           std::span<Vec2<double>, 6> turned) {
  const Vec2<double> a = rotate(corner, angle);
  const Vec2<double> b = rotate(tip, angle);
  turned[0] = center + a;
  turned[1] = center + b;
  turned[2] = center + Vec2<double>{-a.y, a.x};
  turned[3] = center - a;
  turned[4] = center - b;
  turned[5] = center + Vec2<double>{a.y, -a.x};
}

}  // namespace touchstone::published
