// Convex polygon against polygon by the angular span of their Minkowski difference, as published:
// published-methods.md, P2.
#pragma once

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <span>

#include "core/published/minkowski.hpp"

namespace touchstone::published {

/// The angle in radians that the vectors from the origin to the points span: a full turn less the widest gap
/// between neighbours in the order of their angles. A point at the origin has no direction; its angle is
/// atan2's, 0. Requires a point and room for one angle a point. Overwrites angles.
inline double angular_span(std::span<const Vec2<double>> points, std::span<double> angles) {
  assert(!points.empty() && angles.size() >= points.size());
  angles = angles.first(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) angles[i] = std::atan2(points[i].y, points[i].x);
  std::sort(angles.begin(), angles.end());
  constexpr double kTurn = 2 * std::numbers::pi;
  double widest = angles.front() + kTurn - angles.back();
  for (std::size_t i = 1; i < angles.size(); ++i) widest = std::max(widest, angles[i] - angles[i - 1]);
  return kTurn - widest;
}

/// Whether the convex polygons collide: the difference's vectors span more than 180 degrees. Touch: no
/// collision, as far as rounded angles tell; where corners coincide the answer hangs on the direction of a
/// zero vector. Requires room for a.size() * b.size() in both work spaces.
inline bool angular_span_collide(std::span<const Vec2<double>> a, std::span<const Vec2<double>> b,
                                 std::span<Vec2<double>> difference, std::span<double> angles) {
  return angular_span(minkowski_difference(a, b, difference), angles) > std::numbers::pi;
}

}  // namespace touchstone::published
