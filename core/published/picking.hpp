// Picking with a ray, as published: published-methods.md, P4. Not robust on purpose: the direction is taken
// to be of unit length, unchecked; a sphere behind the origin is hit at a negative t, and so is one around
// it; a tangent ray misses; b*b - c cancels for far, small spheres; a projection that scales by zero divides
// by zero.
#pragma once

#include <cmath>

#include <touchstone/shapes3.hpp>

namespace touchstone::published {

struct RaySphereAnswer {
  bool hit = false;
  double t = 0;          ///< along the direction as given; meaningful when hit
  Vec3<double> point{};  ///< there
};

/// With A = P - C, b = A.D and c = A.A - r^2: hit exactly when b*b > c, at t = -b - sqrt(b*b - c). NaN: no
/// hit.
inline RaySphereAnswer ray_sphere(const Ray3<double>& ray, const Sphere3<double>& sphere) {
  RaySphereAnswer answer;
  const Vec3<double> from_center = ray.origin - sphere.center;
  const double b = dot(from_center, ray.direction);
  const double c = dot(from_center, from_center) - sphere.radius * sphere.radius;
  if (!(b * b > c)) return answer;
  answer.hit = true;
  answer.t = -b - std::sqrt(b * b - c);
  answer.point = ray.origin + ray.direction * answer.t;
  return answer;
}

/// The camera in the world: rows of its matrix (row vectors).
struct CameraWorld {
  Vec3<double> right, up, forward, position;
};

/// x = 2 sx / width - 1, y = 2 sy / height - 1 (y is not turned round), divided by the projection's _11 and
/// _22, z = 1; turned as a direction by the camera's world matrix, normalised; from the camera's position.
inline Ray3<double> screen_ray(double sx, double sy, double width, double height, double projection_11,
                               double projection_22, const CameraWorld& camera) {
  const double x = (2 * sx / width - 1) / projection_11;
  const double y = (2 * sy / height - 1) / projection_22;
  const Vec3<double> direction = camera.right * x + camera.up * y + camera.forward;
  const double size = std::sqrt(dot(direction, direction));
  return {camera.position, {direction.x / size, direction.y / size, direction.z / size}};
}

}  // namespace touchstone::published
