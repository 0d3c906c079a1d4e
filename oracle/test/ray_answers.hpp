// Expectations for a ray and a shape: asked of the fast tier, the exact one and full_truth, in both orders.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <optional>
#include <string>

#include "oracle/convex_separation.hpp"
#include "oracle/full_truth.hpp"
#include "oracle/truth.hpp"

namespace touchstone::oracle::test {

using Ray = Ray2<double>;

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
inline constexpr double kTiniest = std::numeric_limits<double>::denorm_min();

inline double above(double value) {
  return std::nextafter(value, kInfinity);
}
inline double below(double value) {
  return std::nextafter(value, -kInfinity);
}

// The doubles nearest to the truth.
struct Hit {
  double t, x, y;
  std::optional<Point> normal;
};

inline std::string text(const std::optional<Point>& p) {
  return p ? std::to_string(p->x) + ", " + std::to_string(p->y) : "none";
}

inline bool holds(Interval interval, double value, double scale) {
  return interval.lo <= value && value <= interval.hi && is_narrow(interval, scale);
}

inline void expect_hit(const Ray& ray, const Shape& shape, Relation relation, const Hit& hit) {
  for (const bool forced : {false, true}) {
    Truth truth;
    if (forced) truth.force_tier(Truth::Tier::rational);
    truth.assign(forced ? shape : Shape(ray), forced ? Shape(ray) : shape);
    ASSERT_TRUE(truth.valid() && truth.decided()) << truth.invalid_reason();
    EXPECT_EQ(truth.relation(), relation);
    const Truth::Raycast& cast = truth.raycast();
    ASSERT_TRUE(cast.hit);
    EXPECT_TRUE(cast.t.lo <= hit.t && hit.t <= cast.t.hi) << cast.t.lo << " .. " << cast.t.hi;
    const double scale = truth.scale();
    EXPECT_TRUE(holds(cast.x, hit.x, scale) && holds(cast.y, hit.y, scale)) << cast.x.lo << ", " << cast.y.lo;
    EXPECT_EQ(cast.normal, hit.normal) << text(cast.normal);
  }
  const FullTruth::Raycast exact = full_truth(ray, shape).raycast.value();
  EXPECT_EQ(round_to_double(*exact.t), hit.t);
  EXPECT_EQ(round_to_double(exact.point->x), hit.x);
  EXPECT_EQ(round_to_double(exact.point->y), hit.y);
  EXPECT_EQ(exact.normal.has_value(), hit.normal.has_value());
}

inline void expect_miss(const Ray& ray, const Shape& shape, double distance) {
  for (const bool forced : {false, true}) {
    Truth truth;
    if (forced) truth.force_tier(Truth::Tier::rational);
    truth.assign(ray, shape);
    ASSERT_TRUE(truth.valid() && truth.decided()) << truth.invalid_reason();
    EXPECT_EQ(truth.relation(), Relation::disjoint);
    EXPECT_FALSE(truth.raycast().hit);
    EXPECT_TRUE(holds(truth.separation(), distance, truth.scale())) << truth.separation().lo;
  }
  EXPECT_FALSE(full_truth(ray, shape).raycast.value().hit);
}

// How far the shape must move to be missed.
inline void expect_depth(const Ray& ray, const Shape& shape, double depth) {
  Truth truth;
  truth.assign(ray, shape);
  EXPECT_TRUE(holds(truth.separation(), -depth, truth.scale())) << truth.separation().lo;
}

// That far, by a proved bound.
inline void expect_depth_at_least(const Ray& ray, const Shape& shape, double depth) {
  Truth truth;
  truth.assign(ray, shape);
  EXPECT_EQ(truth.separation().lo, -kInfinity);
  EXPECT_EQ(truth.separation().hi, -depth);
}

inline constexpr auto kTouching = Relation::touching;
inline constexpr auto kOverlapping = Relation::overlapping;

}  // namespace touchstone::oracle::test
