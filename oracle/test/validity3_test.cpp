#include "oracle/validity3.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace touchstone::oracle {
namespace {

using Vec = Vec3<double>;
using AnyShape = Shape3<double>;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kMax = std::numeric_limits<double>::max();
constexpr double kTiniest = std::numeric_limits<double>::denorm_min();

std::string reason_of(const AnyShape& shape) {
  std::string reason = "from the last shape";
  const Validity validity = check(shape, reason);
  EXPECT_EQ(validity.valid, reason.empty());
  EXPECT_EQ(validity.convex, validity.valid);
  EXPECT_EQ(invalid_reason(shape), reason);
  return reason;
}

TEST(CheckShape3, PlainShapesThenValid) {
  const std::vector<Vec> points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  EXPECT_EQ(reason_of(Point3<double>{{1, 2, 3}}), "");
  EXPECT_EQ(reason_of(Segment3<double>{{1, 2, 3}, {4, 5, 6}}), "");
  EXPECT_EQ(reason_of(Aabb3<double>{{0, 0, 0}, {1, 2, 3}}), "");
  EXPECT_EQ(reason_of(Obb3<double>{{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}), "");
  EXPECT_EQ(reason_of(Triangle3<double>{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}), "");
  EXPECT_EQ(reason_of(Hull3<double>{points}), "");
  EXPECT_EQ(reason_of(Sphere3<double>{{0, 0, 0}, 1}), "");
  EXPECT_EQ(reason_of(Capsule3<double>{{0, 0, 0}, {1, 0, 0}, 1}), "");
  EXPECT_EQ(reason_of(Cylinder3<double>{{0, 0, 0}, {1, 0, 0}, 1}), "");
  EXPECT_EQ(reason_of(Plane3<double>{{0, 0, 1}, -3}), "");
  EXPECT_EQ(reason_of(Ray3<double>{{0, 0, 0}, {0, 0, 1}}), "");
}

TEST(CheckShape3, FlatOrOfSizeZeroThenValid) {
  const std::vector<Vec> point = {{1, 1, 1}};
  EXPECT_EQ(reason_of(Segment3<double>{}), "");
  EXPECT_EQ(reason_of(Aabb3<double>{}), "");
  EXPECT_EQ(reason_of(Obb3<double>{}), "");
  EXPECT_EQ(reason_of(Triangle3<double>{}), "");
  EXPECT_EQ(reason_of(Hull3<double>{point}), "");
  EXPECT_EQ(reason_of(Sphere3<double>{}), "");
  EXPECT_EQ(reason_of(Sphere3<double>{{}, -0.0}), "");
  EXPECT_EQ(reason_of(Capsule3<double>{}), "");
  EXPECT_EQ(reason_of(Cylinder3<double>{{}, {0, kTiniest, 0}, 0}), "");
}

TEST(CheckShape3, ExtremeNumbersThenValid) {
  EXPECT_EQ(reason_of(Aabb3<double>{{-kMax, -kMax, -kMax}, {kMax, kMax, kMax}}), "");
  EXPECT_EQ(reason_of(Plane3<double>{{0, kTiniest, 0}, kMax}), "");
  EXPECT_EQ(reason_of(Ray3<double>{{kMax, 0, 0}, {0, 0, -kTiniest}}), "");
}

TEST(CheckShape3, NotFiniteThenTheFirstFieldIsNamed) {
  std::vector<Vec> points(5);
  points[3] = {0, kNaN, kInfinity};
  EXPECT_EQ(reason_of(Hull3<double>{points}), "points[3].y is not finite");
  EXPECT_EQ(reason_of(Point3<double>{{kInfinity, kNaN, 0}}), "at.x is not finite");
  EXPECT_EQ(reason_of(Segment3<double>{{0, 0, 0}, {0, 0, -kInfinity}}), "to.z is not finite");
  EXPECT_EQ(reason_of(Aabb3<double>{{kNaN, 0, 0}, {0, 0, 0}}), "min.x is not finite");
  EXPECT_EQ(reason_of(Obb3<double>{{}, {{}, {}, {0, kNaN, 0}}}), "half_axes[2].y is not finite");
  EXPECT_EQ(reason_of(Triangle3<double>{{{}, {0, 0, kNaN}, {}}}), "points[1].z is not finite");
  EXPECT_EQ(reason_of(Capsule3<double>{{}, {1, kNaN, 0}, 1}), "to.y is not finite");
  EXPECT_EQ(reason_of(Cylinder3<double>{{}, {1, 0, 0}, kInfinity}), "radius is not finite");
  EXPECT_EQ(reason_of(Plane3<double>{{0, 0, 1}, kNaN}), "offset is not finite");
  EXPECT_EQ(reason_of(Ray3<double>{{0, 0, 0}, {kNaN, 0, 1}}), "direction.x is not finite");
}

TEST(CheckShape3, MinAboveMaxThenTheFirstCoordinateIsNamed) {
  const double above = std::nextafter(1.0, 2.0);
  EXPECT_EQ(reason_of(Aabb3<double>{{above, 2, 2}, {1, 1, 1}}), "min.x > max.x");
  EXPECT_EQ(reason_of(Aabb3<double>{{1, above, 2}, {1, 1, 1}}), "min.y > max.y");
  EXPECT_EQ(reason_of(Aabb3<double>{{1, 1, above}, {1, 1, 1}}), "min.z > max.z");
  EXPECT_EQ(reason_of(Aabb3<double>{{1, 1, 1}, {1, 1, 1}}), "");
}

TEST(CheckShape3, WhatHasNoMeaningThenRefused) {
  EXPECT_EQ(reason_of(Hull3<double>{}), "points: none");
  EXPECT_EQ(reason_of(Sphere3<double>{{}, -kTiniest}), "radius is negative");
  EXPECT_EQ(reason_of(Capsule3<double>{{}, {}, -1}), "radius is negative");
  EXPECT_EQ(reason_of(Cylinder3<double>{{1, 2, 3}, {1, 2, 3}, 1}), "from equals to");
  EXPECT_EQ(reason_of(Cylinder3<double>{{0.0, 0, 0}, {-0.0, 0, 0}, 1}), "from equals to");
  EXPECT_EQ(reason_of(Plane3<double>{{0, -0.0, 0}, 1}), "normal is zero");
  EXPECT_EQ(reason_of(Ray3<double>{{1, 2, 3}, {}}), "direction is zero");
}

}  // namespace
}  // namespace touchstone::oracle
