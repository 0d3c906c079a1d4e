// Random shapes of space on a coarse lattice, where exact touches, parallel faces and flat shapes are
// frequent.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include <touchstone/shapes3.hpp>

namespace touchstone::oracle::test {

/// Points a shape may view; lives as long as the maker.
class RandomShapes3 {
 public:
  explicit RandomShapes3(std::uint64_t seed, int size = 4) : engine_(seed), size_(size) {}

  std::uint64_t pick(std::uint64_t count) { return engine_() % count; }
  double number() { return static_cast<double>(pick(static_cast<std::uint64_t>(2 * size_ + 1))) - size_; }
  Vec3<double> vec() { return {number(), number(), number()}; }
  /// Shorter vectors, often zero in a coordinate.
  Vec3<double> short_vec() { return {few(), few(), few()}; }
  double radius() { return static_cast<double>(pick(4)); }

  Shape3<double> polytope() {
    switch (pick(7)) {
      case 0:
        return Point3<double>{vec()};
      case 1:
        return Segment3<double>{vec(), vec()};
      case 2: {
        const Vec3<double> low = vec();
        return Aabb3<double>{low, {low.x + size(), low.y + size(), low.z + size()}};
      }
      case 3:
        return Obb3<double>{vec(), {short_vec(), short_vec(), short_vec()}};
      case 4:
        return Triangle3<double>{{vec(), vec(), vec()}};
      default:
        return hull(1 + pick(10));
    }
  }
  Shape3<double> hull(std::uint64_t count) {
    points_.emplace_back();
    const bool flat = pick(5) == 0;
    for (std::uint64_t i = 0; i < count; ++i) {
      points_.back().push_back(vec());
      if (flat) points_.back().back().z = 1;
    }
    return Hull3<double>{points_.back()};
  }
  Shape3<double> ball() {
    if (pick(2) == 0) return Sphere3<double>{vec(), radius()};
    return Capsule3<double>{vec(), vec(), radius()};
  }
  Plane3<double> plane() {
    Vec3<double> normal = short_vec();
    if (normal == Vec3<double>{}) normal.z = 1;
    return {normal, number()};
  }

 private:
  double few() { return static_cast<double>(pick(5)) - 2; }
  double size() { return static_cast<double>(pick(4)); }

  std::mt19937_64 engine_;
  int size_;
  std::vector<std::vector<Vec3<double>>> points_;
};

}  // namespace touchstone::oracle::test
