// Random shapes of space for the tests of support mappings; and the reference's solids of them.
#pragma once

#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include <touchstone/hull3.hpp>
#include <touchstone/shapes3.hpp>
#include <touchstone/support3.hpp>

#include "core/test/space_reference.hpp"

namespace touchstone::space_pairs {

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  double uniform(double low, double high) {
    return low + (high - low) * (static_cast<double>(engine_() >> 11) * 0x1p-53);
  }
  int below(int n) { return static_cast<int>(engine_() % static_cast<unsigned>(n)); }
  Vec3<double> in_cube(double half) {
    return {uniform(-half, half), uniform(-half, half), uniform(-half, half)};
  }
  Vec3<double> direction() {
    for (;;) {
      const Vec3<double> v = in_cube(1);
      const double size = length(v);
      if (size > 0.1 && size <= 1) return v * (1 / size);
    }
  }
  /// 2 to the power of a uniform exponent.
  double power(double low, double high) { return std::exp2(uniform(low, high)); }
  Vec3<double> lattice(int n) {
    const double x = below(n), y = below(n), z = below(n);
    return {x, y, z};
  }

 private:
  std::mt19937_64 engine_;
};

/// Centre in a cube, half axes of length low to high, perpendicular but for roundings.
inline Obb3<double> box(Random& random, double spread, double low = 0.2, double high = 1) {
  const Vec3<double> x = random.direction();
  const Vec3<double> w = cross(x, random.direction());
  const Vec3<double> y = w * (1 / length(w)), z = cross(x, y);
  return {random.in_cube(spread),
          {x * random.uniform(low, high), y * random.uniform(low, high), z * random.uniform(low, high)}};
}
inline Obb3<double> scaled(const Obb3<double>& box, double scale) {
  return {box.center * scale, {box.half_axes[0] * scale, box.half_axes[1] * scale, box.half_axes[2] * scale}};
}
inline Cylinder3<double> cylinder(Random& random, double spread) {
  const Vec3<double> center = random.in_cube(spread), half = random.direction() * random.uniform(0.2, 1);
  return {center - half, center + half, random.uniform(0.1, 0.5)};
}
/// Corners of a sphere: all of them corners of the hull.
inline std::vector<Vec3<double>> on_sphere(Random& random, int count, const Vec3<double>& center) {
  std::vector<Vec3<double>> points;
  for (int k = 0; k < count; ++k) points.push_back(center + random.direction());
  return points;
}
inline ConvexHull hull_of(const std::vector<Vec3<double>>& points) {
  ConvexHull hull;
  hull.assign(points);
  return hull;
}

/// A support mapping, the reference's solid of its core and what the failure message prints.
template <class Support>
struct Operand {
  Support support;
  space_reference::Solid solid;
};
inline Operand<ObbSupport3> operand(const Obb3<double>& box) {
  return {support_of(box), space_reference::solid(box)};
}
inline Operand<SegmentSupport3> operand(const Capsule3<double>& c) {
  return {support_of(c), space_reference::solid(Segment3<double>{c.from, c.to})};
}
inline Operand<PolytopeSupport3> operand(const PolytopeView& view) {
  return {support_of(view), space_reference::solid(view)};
}
template <class A, class B>
double unit_of(const Operand<A>& a, const Operand<B>& b) {
  return space_reference::unit_of(a.solid, b.solid, std::max(a.support.radius(), b.support.radius()));
}
/// Distance, or minus the depth, of the shapes with their balls.
template <class A, class B>
space_reference::Real separation(const Operand<A>& a, const Operand<B>& b,
                                 const std::vector<space_reference::Point>& more = {}) {
  using namespace space_reference;
  const Real core =
      are_apart(a.solid, b.solid) ? distance(a.solid, b.solid) : Real(-depth(a.solid, b.solid, more));
  return core - Real(a.support.radius()) - Real(b.support.radius());
}

// Cylinders and capsules in the reference's numbers.
inline space_reference::Real highest(const Cylinder3<double>& c, const space_reference::Point& n) {
  using namespace space_reference;
  const Point axis = real(c.to) - real(c.from);
  const Real rim = Real(c.radius) * size_of(cross(axis, n)) / size_of(axis);
  return (std::max(dot(real(c.from), n), dot(real(c.to), n)) + rim) / size_of(n);
}
/// How far outside the cylinder p is.
inline space_reference::Real outside(const Cylinder3<double>& c, const space_reference::Point& p) {
  using namespace space_reference;
  const Point axis = real(c.to) - real(c.from), from = p - real(c.from);
  const Real size = size_of(axis), along = dot(from, axis) / size;
  const Real away = std::max(Real(0), Real(size_of(from - axis * Real(along / size)) - Real(c.radius)));
  const Real beyond = std::max({Real(0), Real(-along), Real(along - size)});
  return sqrt(away * away + beyond * beyond);
}
inline double unit_of(const Cylinder3<double>& a, const Cylinder3<double>& b) {
  return 0x1p-52 * std::max({largest_coordinate(a.from), largest_coordinate(a.to), a.radius,
                             largest_coordinate(b.from), largest_coordinate(b.to), b.radius});
}

}  // namespace touchstone::space_pairs
