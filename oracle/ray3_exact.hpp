// Rays of space on rationals, and how far they are from shapes: what ray3.cpp is made of.
#pragma once

#include "oracle/exact3.hpp"

namespace touchstone::oracle {

struct ExactRay3 {
  RationalVec3 origin;
  RationalVec3 direction;
};
inline ExactRay3 exact_ray(const Ray3<double>& ray) {
  return {rational(ray.origin), rational(ray.direction)};
}

/// The skeleton of a shape and a ray in the unit of one lattice.
struct LatticeRay {
  ExactRay3 ray;
  LatticePolytope polytope;
  Rational unit;
};
/// Requires: neither a plane nor a ray.
LatticeRay lattice_ray(const Ray3<double>& ray, const Shape3<double>& shape);

/// Radius of a sphere or capsule, else 0.
Rational radius_of_ball(const Shape3<double>& shape);

/// Squared distance of the ray to the skeleton; 0 when they meet. Requires: neither a plane nor a ray.
Rational ray_distance_sq(const Ray3<double>& ray, const Shape3<double>& shape);

/// As ray_separation. Apart: narrow (kEnclosureWidth). Overlapping: depths between which the depth is proved
/// to be; the smaller one is that of a point of the ray. Requires: the radius is not 0.
Interval cylinder_separation(const Ray3<double>& ray, const Cylinder3<double>& cylinder);

}  // namespace touchstone::oracle
