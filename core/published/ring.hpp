// Rings (annuli) against points, circles and rings, as published: published-methods.md, P5. Not robust on
// purpose: it compares rounded distances, checks no radius (inner above outer, negative), and a point on the
// rim is out while a circle that touches it collides.
#pragma once

#include "core/published/circle.hpp"

namespace touchstone::published {

/// ir < d < or. On either rim: no. So the centre is not in a ring of inner radius 0. NaN: no.
inline bool point_in_ring(Vec2<double> point, const Ring2<double>& ring) {
  const double d = distance_between(ring.center, point);
  return ring.inner_radius < d && d < ring.outer_radius;
}

/// No collision when d > or + r, nor when d + r < ir, else collision. Touch: collision, from outside and from
/// inside. NaN: collision.
inline bool ring_circle_collide(const Ring2<double>& ring, const Circle2<double>& circle) {
  const double d = distance_between(ring.center, circle.center);
  if (d > ring.outer_radius + circle.radius) return false;
  if (d + circle.radius < ring.inner_radius) return false;
  return true;
}

/// The ring with the smaller outer radius (of equals, the first) counts as a full disc; then ring against
/// circle. Touch: collision.
inline bool ring_ring_collide(const Ring2<double>& a, const Ring2<double>& b) {
  if (a.outer_radius <= b.outer_radius) return ring_circle_collide(b, {a.center, a.outer_radius});
  return ring_circle_collide(a, {b.center, b.outer_radius});
}

}  // namespace touchstone::published
