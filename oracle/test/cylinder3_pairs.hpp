// Pairs with a cylinder for tests.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <random>
#include <vector>

#include "oracle/pair3.hpp"

namespace touchstone::oracle::test {

using AnyShape = Shape3<double>;
using Vector = Vec3<double>;
using Cylinder = Cylinder3<double>;
using Obb = Obb3<double>;

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Of a pair: relation, separation and the interval of the full truth.
struct Asked {
  AnyShape a, b;
  Operand3 operand_a, operand_b;
  std::unique_ptr<Pair3> pair = make_cylinder_pair3();

  Asked(const AnyShape& shape_a, const AnyShape& shape_b) : a(shape_a), b(shape_b) {
    operand_a = operand_of(a);
    operand_b = operand_of(b);
    pair->assign(operand_a, operand_b);
  }
  Interval separation() { return pair->separation(); }
  double middle() { return (separation().lo + separation().hi) / 2; }
};
inline Relation relation_of(const AnyShape& a, const AnyShape& b) {
  Asked asked(a, b);
  EXPECT_TRUE(asked.pair->decided());
  return asked.pair->relation();
}
inline double up(double x) {
  return std::nextafter(x, kInfinity);
}
inline double down(double x) {
  return std::nextafter(x, -kInfinity);
}

/// "narrow" as of cylinders: 4 ulps and kEnclosureWidth.
inline bool is_narrow(const Interval& value, double scale) {
  return value.hi - value.lo <=
         4 * 0x1p-52 * std::max(std::fabs(value.lo), std::fabs(value.hi)) + 1e-6 * 0x1p-52 * scale;
}

/// The cylinder stands on the plane z = 0, is 4 high and of radius 1.
inline const AnyShape kStanding = Cylinder{{0, 0, 0}, {0, 0, 4}, 1};

class RandomShapes {
 public:
  explicit RandomShapes(unsigned seed) : engine_(seed) {}
  double number(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(engine_);
  }
  Vector vector(double size) { return {number(-size, size), number(-size, size), number(-size, size)}; }
  AnyShape cylinder(const Vector& centre) {
    const Vector half = vector(1.2);
    return Cylinder{centre - half, centre + half, number(0.2, 1.2)};
  }
  AnyShape other(int kind, const Vector& centre) {
    switch (kind) {
      case 0:
        return cylinder(centre);
      case 1:
        return Sphere3<double>{centre, number(0.1, 1)};
      case 2:
        return Capsule3<double>{centre, centre + vector(1.5), number(0.1, 0.8)};
      case 3:
        return Triangle3<double>{{centre, centre + vector(2), centre + vector(2)}};
      case 4:
        return Obb{centre, {vector(1), vector(1), vector(1)}};
      default:
        break;
    }
    points_.clear();
    for (int i = 0; i < 12; ++i) points_.push_back(centre + vector(1));
    return Hull3<double>{points_};
  }

 private:
  std::mt19937_64 engine_;
  std::vector<Vector> points_;
};

}  // namespace touchstone::oracle::test
