// Random shapes of space to time: about one unit in size, always the same ones.
#pragma once

#include <cmath>
#include <vector>

#include <touchstone/shapes3.hpp>

#include "core/published/box_axes.hpp"
#include "harness/random.hpp"

namespace touchstone::bench {

inline double uniform(Random& random, double low, double high) {
  return low + (high - low) * random.real();
}
inline Vec3<double> in_cube(Random& random, double half) {
  return {uniform(random, -half, half), uniform(random, -half, half), uniform(random, -half, half)};
}
/// Of unit length.
inline Vec3<double> direction(Random& random) {
  for (;;) {
    const Vec3<double> v = in_cube(random, 1);
    const double size = length(v);
    if (size > 0.1 && size <= 1) return v * (1 / size);
  }
}
inline Vec3<double> near(Random& random, double shift) {
  return in_cube(random, 1) + Vec3<double>{shift, 0, 0};
}

/// Turned any way, as libraries store a box: unit axes and half sizes.
inline published::PlacedBox<double> make_box(Random& random, double shift) {
  const Vec3<double> right = direction(random);
  const Vec3<double> aside = cross(direction(random), right);
  const Vec3<double> up = aside * (1 / length(aside));
  return {near(random, shift),
          {right, up, cross(right, up)},
          {uniform(random, 0.3, 1), uniform(random, 0.3, 1), uniform(random, 0.3, 1)}};
}
/// The box of centre and half axes, which are rounded.
inline Obb3<double> obb_of(const published::PlacedBox<double>& box) {
  return {
      box.position,
      {box.axes[0] * box.half_sizes[0], box.axes[1] * box.half_sizes[1], box.axes[2] * box.half_sizes[2]}};
}

inline Obb3<double> make_obb(Random& random, double shift) {
  return obb_of(make_box(random, shift));
}
inline Sphere3<double> make_sphere(Random& random, double shift) {
  return {near(random, shift), uniform(random, 0.4, 0.9)};
}
inline Capsule3<double> make_capsule(Random& random, double shift) {
  const Vec3<double> from = near(random, shift);
  return {from, from + direction(random) * uniform(random, 0.5, 2), uniform(random, 0.4, 0.7)};
}
inline Aabb3<double> make_aabb(Random& random, double shift) {
  const Vec3<double> low = near(random, shift);
  const Vec3<double> size = in_cube(random, 0.5) + Vec3<double>{1.2, 1.2, 1.2};
  return {low, low + size};
}
inline Triangle3<double> make_triangle(Random& random, double shift) {
  const Vec3<double> at = in_cube(random, 0.3) + Vec3<double>{shift, 0, 0};
  const Vec3<double> u = direction(random), v = direction(random);
  return {{at - (u + v) * 0.7, at + u * 1.5, at + v * 1.5}};
}
inline Cylinder3<double> make_cylinder(Random& random, double shift) {
  const Vec3<double> at = near(random, shift);
  const Vec3<double> half = direction(random) * uniform(random, 0.4, 1);
  return {at - half, at + half, uniform(random, 0.3, 0.8)};
}
/// On a sphere, so that each is a corner of the hull.
inline std::vector<Vec3<double>> make_hull(Random& random, double shift, int corners) {
  const Vec3<double> center = near(random, shift);
  const double radius = uniform(random, 0.8, 1.5);
  std::vector<Vec3<double>> points;
  for (int i = 0; i < corners; ++i) points.push_back(center + direction(random) * radius);
  return points;
}
/// From four units away toward a point about a centre.
inline Ray3<double> make_ray(Random& random, const Vec3<double>& center, double miss) {
  const Vec3<double> origin = center + direction(random) * 4.0;
  return {origin, center + in_cube(random, miss) - origin};
}

}  // namespace touchstone::bench
