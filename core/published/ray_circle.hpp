// Ray against circle, as published for spheres: published-methods.md, P4. Not robust on purpose: the
// direction is taken to be of unit length, unchecked; a circle behind the origin is hit at a negative t, and
// so is one around it; b*b - c cancels for far, small circles.
#pragma once

#include <cmath>

#include <touchstone/shapes2.hpp>

namespace touchstone::published {

struct RayCircleAnswer {
  bool hit = false;
  double t = 0;          ///< along the direction as given; meaningful when hit
  Vec2<double> point{};  ///< there
};

/// With A = P - C, b = A.D and c = A.A - r^2: hit exactly when b*b > c, at t = -b - sqrt(b*b - c). A tangent
/// ray: no hit. NaN: no hit.
inline RayCircleAnswer ray_circle(const Ray2<double>& ray, const Circle2<double>& circle) {
  RayCircleAnswer answer;
  const Vec2<double> from_center = ray.origin - circle.center;
  const double b = dot(from_center, ray.direction);
  const double c = dot(from_center, from_center) - circle.radius * circle.radius;
  if (!(b * b > c)) return answer;
  answer.hit = true;
  answer.t = -b - std::sqrt(b * b - c);
  answer.point = ray.origin + ray.direction * answer.t;
  return answer;
}

}  // namespace touchstone::published
