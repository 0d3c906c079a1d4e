// Axis-aligned box against box, as published: published-methods.md, P2.
#pragma once

#include <touchstone/shapes2.hpp>

namespace touchstone::published {

/// Whether the boxes collide: not when one ends before the other begins, in x or in y. Touch: collision. NaN:
/// collision, since no comparison with it holds. Exact for numbers.
inline bool aabb_collide(const Aabb2<double>& a, const Aabb2<double>& b) {
  if (a.max.x < b.min.x || b.max.x < a.min.x) return false;
  if (a.max.y < b.min.y || b.max.y < a.min.y) return false;
  return true;
}

}  // namespace touchstone::published
