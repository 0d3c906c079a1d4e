// Random rays and shapes of space in named families, for tests that compare the tiers.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <iostream>
#include <random>
#include <vector>

#include "oracle/test/shape_text3.hpp"

namespace touchstone::oracle::test {

enum class RayFamily3 {
  uniform,     ///< the ray is often aimed at the shape
  lattice,     ///< small integers: corners, edges, boundaries and tangents are hit exactly
  near_touch,  ///< a lattice scene with the origin one ulp off
  far,         ///< a lattice scene with the origin 2^40 directions away
  tiny,        ///< uniform, all times 2^-300
  subnormal,   ///< lattice, all times the smallest subnormal
  huge         ///< uniform, all times 2^1000
};
inline constexpr int kShapeKinds3 = 11;
inline constexpr const char* kShapeNames3[kShapeKinds3] = {
    "point", "segment", "aabb", "obb", "triangle", "hull", "flat", "sphere", "capsule", "cylinder", "plane"};

/// Makes scenes; their points live here until the next one. The direction's length varies over 2^-400 ..
/// 2^400 in the families uniform and near_touch.
class RayMaker3 {
 public:
  RayMaker3(RayFamily3 family, unsigned seed, int size = 6) : family_(family), size_(size), engine_(seed) {}

  void next() {
    scale_ = family_ == RayFamily3::tiny        ? 0x1p-300
             : family_ == RayFamily3::subnormal ? 0x1p-1074
             : family_ == RayFamily3::huge      ? 0x1p1000
                                                : 1.0;
    kind = integer(kShapeKinds3);
    make_shape();
    const Vec3<double> beside = on_lattice() ? Vec3<double>{} : point() * 0.05;
    const Vec3<double> aim = integer(3) == 0 ? point() : aim_ + beside;
    ray.origin = point() * (on_lattice() ? 1.0 : 2.0);
    ray.direction = on_lattice() && integer(2) == 0 ? point() : aim - ray.origin;
    if (on_lattice() && integer(3) == 0) (integer(2) == 0 ? ray.direction.x : ray.direction.y) = 0;
    if (ray.direction == Vec3<double>{}) ray.direction.x = scale_;
    if (family_ == RayFamily3::far) ray.origin = ray.origin - ray.direction * 0x1p40;
    if (family_ == RayFamily3::near_touch) bump(integer(2) == 0 ? ray.origin.x : ray.origin.y);
    if (family_ == RayFamily3::uniform || family_ == RayFamily3::near_touch)
      ray.direction = ray.direction * std::ldexp(1.0, integer(3) == 0 ? integer(801) - 400 : 0);
  }

  Ray3<double> ray;
  Shape3<double> shape;
  int kind = 0;

 private:
  bool on_lattice() const {
    return family_ == RayFamily3::lattice || family_ == RayFamily3::near_touch ||
           family_ == RayFamily3::subnormal || family_ == RayFamily3::far;
  }
  double unit() { return std::ldexp(static_cast<double>(engine_() >> 11), -53); }
  int integer(int count) { return static_cast<int>(engine_() % static_cast<unsigned>(count)); }
  double coordinate() {
    return (on_lattice() ? integer(2 * size_ + 1) - size_ : (2 * unit() - 1) * size_) * scale_;
  }
  double size() { return (on_lattice() ? integer(size_) : unit() * (size_ - 1)) * scale_; }
  Vec3<double> point() {
    const double x = coordinate();
    const double y = coordinate();
    return {x, y, coordinate()};
  }
  /// Often along an axis.
  Vec3<double> step() {
    Vec3<double> v = point() * 0.5;
    if (on_lattice()) v = v * 2.0;
    if (on_lattice() && integer(2) == 0) (integer(2) == 0 ? v.x : v.y) = v.z = 0;
    return v;
  }
  void bump(double& value) { value = std::nextafter(value, integer(2) == 0 ? -1e9 : 1e9); }
  /// On the lattice often half a step beside it.
  Vec3<double> middle_of(const Vec3<double>& a, const Vec3<double>& b) const {
    return on_lattice() && scale_ < 1 ? b : a + (b - a) * 0.5;
  }
  /// A multiple of 2^-10: sums of few are exact.
  Vec3<double> coarse(const Vec3<double>& v) const {
    const auto rounded = [&](double x) { return std::round(x / scale_ * 1024) * scale_ / 1024; };
    return on_lattice() ? v : Vec3<double>{rounded(v.x), rounded(v.y), rounded(v.z)};
  }
  Hull3<double> hull(int count, bool flat) {
    points_.clear();
    const Vec3<double> base = coarse(point());
    const Vec3<double> u = coarse(step());
    const Vec3<double> v = coarse(step());
    for (int i = 0; i < count; ++i)
      points_.push_back(
          flat ? base + u * static_cast<double>(integer(4)) + v * static_cast<double>(integer(4)) : point());
    return {points_};
  }
  Triangle3<double> triangle(const Vec3<double>& p, const Vec3<double>& q, const Vec3<double>& r) {
    aim_ = integer(2) == 0 ? middle_of(p, q) : middle_of(middle_of(p, q), r);
    return {{p, q, r}};
  }
  Cylinder3<double> cylinder(const Vec3<double>& p, double r) {
    Vec3<double> axis = step();
    if (axis == Vec3<double>{}) axis.z = scale_;
    return {p, p + axis == p ? p + Vec3<double>{0, 0, scale_} : p + axis, r};
  }

  void make_shape() {
    const Vec3<double> p = aim_ = point();
    const double r = size();
    switch (kind) {
      case 0:
        shape = Point3<double>{p};
        return;
      case 1:
        shape = Segment3<double>{p, p + step()};
        return;
      case 2:
        aim_ = {p.x + size(), p.y + size(), p.z + r};
        shape = Aabb3<double>{p, aim_};
        if (integer(2) == 0) aim_ = middle_of(p, aim_);
        return;
      case 3:
        shape = Obb3<double>{p, {step(), step(), step()}};
        return;
      case 4:
        shape = triangle(p, point(), point());
        return;
      case 5:
        shape = hull(4 + integer(5), false);
        aim_ = middle_of(points_[0], points_[1]);
        return;
      case 6:
        shape = hull(3 + integer(5), true);
        aim_ = middle_of(middle_of(points_[0], points_[1]), points_[2]);
        return;
      case 7:
        shape = Sphere3<double>{p, r};
        return;
      case 8:
        shape = Capsule3<double>{p, p + step(), r};
        return;
      case 9:
        shape = cylinder(p, r);
        return;
      default: {
        const Vec3<double> normal = step();
        shape = Plane3<double>{normal == Vec3<double>{} ? Vec3<double>{0, 0, scale_} : normal, coordinate()};
      }
    }
  }

  RayFamily3 family_;
  int size_;
  std::mt19937_64 engine_;
  double scale_ = 1;
  Vec3<double> aim_;
  std::vector<Vec3<double>> points_;
};

/// Prints the scene when the test has failed by the end of its turn.
struct PasteOnFailure3 {
  const RayMaker3& scene;
  ~PasteOnFailure3() {
    if (testing::Test::HasFailure())
      std::cerr << "{\"query\":\"raycast\",\"a\":" << json_of(scene.ray) << ",\"b\":" << json_of(scene.shape)
                << "}\n";
  }
};

}  // namespace touchstone::oracle::test
