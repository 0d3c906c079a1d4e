// Circle against circle, as published: published-methods.md, P2 and P4. Not robust on purpose: it compares
// rounded distances, so circles within a few ulps of touching may be answered either way, and squares that
// overflow or underflow decide anything.
#pragma once

#include <cmath>

#include <touchstone/shapes2.hpp>

namespace touchstone::published {

inline double distance_between(Vec2<double> p, Vec2<double> q) {
  const Vec2<double> between = q - p;
  return std::sqrt(between.x * between.x + between.y * between.y);
}

/// P2: the distance of the centres is below the sum of the radii. Touch: no collision. NaN: no collision. A
/// negative radius is subtracted.
inline bool circle_collide(const Circle2<double>& a, const Circle2<double>& b) {
  return distance_between(a.center, b.center) < a.radius + b.radius;
}

/// P2 without the square root: both sides squared. Touch: no collision. Two negative radii count as positive.
inline bool circle_collide_squared(const Circle2<double>& a, const Circle2<double>& b) {
  const Vec2<double> between = b.center - a.center;
  const double reach = a.radius + b.radius;
  return between.x * between.x + between.y * between.y < reach * reach;
}

/// P4: no collision when the distance is above the sum of the radii, else one. Touch: collision, which the
/// text calls a matter of taste. NaN: collision.
inline bool circle_meet(const Circle2<double>& a, const Circle2<double>& b) {
  if (distance_between(a.center, b.center) > a.radius + b.radius) return false;
  return true;
}

}  // namespace touchstone::published
