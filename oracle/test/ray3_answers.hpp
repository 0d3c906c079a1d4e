// Expectations for a ray of space and a shape: asked of both tiers, in both orders, and of the exact truth.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <optional>
#include <string>

#include "oracle/convex_separation.hpp"
#include "oracle/pair3.hpp"
#include "oracle/ray3.hpp"
#include "oracle/test/shape_text3.hpp"

namespace touchstone::oracle::test {

using Ray = Ray3<double>;
using Vec = Vec3<double>;
using AnyShape = Shape3<double>;

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
inline constexpr double kTiniest = std::numeric_limits<double>::denorm_min();
inline constexpr auto kDisjoint = Relation::disjoint;
inline constexpr auto kTouching = Relation::touching;
inline constexpr auto kOverlapping = Relation::overlapping;

inline double above(double value) {
  return std::nextafter(value, kInfinity);
}
inline double below(double value) {
  return std::nextafter(value, -kInfinity);
}

/// A ray and a shape, asked of one tier; the ray is A when it comes first.
struct AskedRay {
  AskedRay(const Ray& given, const AnyShape& met, bool ray_first, Truth3::Tier tier)
      : ray(given), shape(met), scale(std::max(scale_of(ray), scale_of(shape))), pair(make_ray_pair3()) {
    pair->force_tier(tier);
    pair->assign(operand_of(ray_first ? ray : shape), operand_of(ray_first ? shape : ray));
  }
  AnyShape ray, shape;
  double scale;
  std::unique_ptr<RayPair3> pair;
};

/// The doubles nearest to the truth.
struct Hit {
  double t;
  Vec point;
  std::optional<Vec> normal;
};

inline std::string text(const std::optional<Vec>& v) {
  return v ? text_of(*v) : "none";
}
inline bool holds(Interval interval, double value, double scale) {
  return interval.lo <= value && value <= interval.hi && is_narrow(interval, scale);
}
inline Vec rounded(const RealVec3& v) {
  return {round_to_double(v.x), round_to_double(v.y), round_to_double(v.z)};
}

inline void expect_exact_hit(const Ray& ray, const AnyShape& shape, Relation relation, const Hit& hit) {
  const FullTruth3::Raycast exact = full_raycast(ray, shape);
  ASSERT_TRUE(exact.hit);
  EXPECT_EQ(ray_relation(ray, shape), relation);
  EXPECT_EQ(round_to_double(*exact.t), hit.t);
  EXPECT_EQ(rounded(*exact.point), hit.point) << text_of(rounded(*exact.point));
  ASSERT_EQ(exact.normal.has_value(), hit.normal.has_value());
  if (hit.normal) {
    EXPECT_EQ(rounded(*exact.normal), *hit.normal) << text_of(rounded(*exact.normal));
  }
}

inline void expect_hit(const Ray& ray, const AnyShape& shape, Relation relation, const Hit& hit) {
  expect_exact_hit(ray, shape, relation, hit);
  for (const bool forced : {false, true}) {
    const AskedRay asked(ray, shape, forced, forced ? Truth3::Tier::rational : Truth3::Tier::filter);
    EXPECT_EQ(asked.pair->relation(), relation);
    const Truth3::Raycast& cast = asked.pair->raycast();
    ASSERT_TRUE(cast.hit);
    EXPECT_TRUE(cast.t.lo <= hit.t && hit.t <= cast.t.hi)
        << text_of(cast.t.lo) << " .. " << text_of(cast.t.hi);
    EXPECT_TRUE(holds(cast.x, hit.point.x, asked.scale))
        << text_of(cast.x.lo) << " .. " << text_of(cast.x.hi);
    EXPECT_TRUE(holds(cast.y, hit.point.y, asked.scale))
        << text_of(cast.y.lo) << " .. " << text_of(cast.y.hi);
    EXPECT_TRUE(holds(cast.z, hit.point.z, asked.scale))
        << text_of(cast.z.lo) << " .. " << text_of(cast.z.hi);
    EXPECT_EQ(cast.normal, hit.normal) << text(cast.normal);
  }
}

/// The relation is disjoint; the separation is around the distance.
inline void expect_miss(const Ray& ray, const AnyShape& shape, double distance) {
  EXPECT_FALSE(full_raycast(ray, shape).hit);
  EXPECT_EQ(ray_relation(ray, shape), kDisjoint);
  for (const bool forced : {false, true}) {
    const AskedRay asked(ray, shape, forced, forced ? Truth3::Tier::rational : Truth3::Tier::filter);
    EXPECT_EQ(asked.pair->relation(), kDisjoint);
    EXPECT_FALSE(asked.pair->raycast().hit);
    const Interval found = asked.pair->separation();
    EXPECT_TRUE(holds(found, distance, asked.scale)) << text_of(found.lo) << " .. " << text_of(found.hi);
  }
}

/// How far the shape must move to be missed.
inline void expect_depth(const Ray& ray, const AnyShape& shape, double depth) {
  const AskedRay asked(ray, shape, true, Truth3::Tier::filter);
  const Interval found = asked.pair->separation();
  EXPECT_TRUE(holds(found, -depth, asked.scale)) << text_of(found.lo) << " .. " << text_of(found.hi);
}
/// By a proved bound.
inline void expect_depth_at_least(const Ray& ray, const AnyShape& shape, double depth) {
  const AskedRay asked(ray, shape, true, Truth3::Tier::filter);
  EXPECT_LE(asked.pair->separation().hi, -depth);
  EXPECT_LE(asked.pair->separation().lo, asked.pair->separation().hi);
}

}  // namespace touchstone::oracle::test
