#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "oracle/convex_separation.hpp"
#include "oracle/pair3.hpp"
#include "oracle/ray3.hpp"
#include "oracle/test/brute_ray3.hpp"
#include "oracle/test/ray_scenes3.hpp"

// Random rays of space: the fast tier against the exact one, and the exact one against brute force.

namespace touchstone::oracle {
namespace {

using namespace test;

constexpr unsigned kSeed = 20260311;

struct Shares {
  int scenes = 0, relations[3] = {}, rational = 0, normals = 0;
};

bool encloses(Interval interval, const Enclosure& exact) {
  return interval.lo <= exact.lo && exact.hi <= interval.hi;
}

void expect_equal(const Truth3::Raycast& cast, const FullTruth3::Raycast& exact, Shares& shares) {
  ASSERT_EQ(cast.hit, exact.hit);
  if (!cast.hit) return;
  EXPECT_TRUE(encloses(cast.t, enclose(*exact.t)));
  EXPECT_TRUE(encloses(cast.x, enclose(exact.point->x)));
  EXPECT_TRUE(encloses(cast.y, enclose(exact.point->y)));
  EXPECT_TRUE(encloses(cast.z, enclose(exact.point->z)));
  ASSERT_EQ(cast.normal.has_value(), exact.normal.has_value());
  if (!cast.normal) return;
  ++shares.normals;
  EXPECT_LE(std::fabs(cast.normal->x - round_to_double(exact.normal->x)), 0x1p-53);
  EXPECT_LE(std::fabs(cast.normal->y - round_to_double(exact.normal->y)), 0x1p-53);
  EXPECT_LE(std::fabs(cast.normal->z - round_to_double(exact.normal->z)), 0x1p-53);
}

Shares compare_tiers(RayFamily3 family, int count) {
  Shares shares;
  RayMaker3 scene(family, kSeed);
  const auto pair = make_ray_pair3();
  for (int i = 0; i < count && !testing::Test::HasFailure(); ++i) {
    scene.next();
    const PasteOnFailure3 paste_on_failure{scene};
    const Shape3<double> ray = scene.ray;
    pair->assign(operand_of(i % 2 == 0 ? ray : scene.shape), operand_of(i % 2 == 0 ? scene.shape : ray));
    EXPECT_EQ(pair->relation(), ray_relation(scene.ray, scene.shape));
    expect_equal(pair->raycast(), full_raycast(scene.ray, scene.shape), shares);
    EXPECT_EQ(pair->raycast().hit, pair->relation() != Relation::disjoint);
    ++shares.scenes;
    ++shares.relations[static_cast<int>(pair->relation())];
    shares.rational += pair->tier() == Truth3::Tier::rational;
  }
  return shares;
}

TEST(Ray3Tiers, UniformScenesThenEqualAndHardlyEverRational) {
  const Shares shares = compare_tiers(RayFamily3::uniform, 3000);
  EXPECT_GE(shares.relations[0], 800) << "seed " << kSeed;
  EXPECT_GE(shares.relations[2], 800);
  EXPECT_GE(shares.normals, 500);
  EXPECT_LE(shares.rational, 10);
}

TEST(Ray3Tiers, LatticeScenesThenEqualAndOftenTouching) {
  const Shares shares = compare_tiers(RayFamily3::lattice, 4000);
  EXPECT_GE(shares.relations[0], 1000) << "seed " << kSeed;
  EXPECT_GE(shares.relations[1], 100);
  EXPECT_GE(shares.relations[2], 500);
  EXPECT_LE(shares.rational, shares.scenes / 5);
}

TEST(Ray3Tiers, OneUlpFromTheLatticeThenEqual) {
  const Shares shares = compare_tiers(RayFamily3::near_touch, 3000);
  EXPECT_GE(shares.relations[0], 800) << "seed " << kSeed;
  EXPECT_GE(shares.relations[2], 500);
}

TEST(Ray3Tiers, OriginsFarAwayThenEqual) {
  const Shares shares = compare_tiers(RayFamily3::far, 1500);
  EXPECT_GE(shares.relations[0], 400) << "seed " << kSeed;
  EXPECT_GE(shares.relations[2], 200);
}

TEST(Ray3Tiers, EndsOfTheRangeThenEqual) {
  for (const RayFamily3 family : {RayFamily3::tiny, RayFamily3::subnormal, RayFamily3::huge}) {
    const Shares shares = compare_tiers(family, 300);
    EXPECT_GE(shares.relations[0], 50) << "seed " << kSeed;
    EXPECT_GE(shares.relations[2], 50);
  }
}

// ---- the exact tier against brute force

// Of the unit vectors; the brute normal is right to 2^-150.
bool points_along(const RealVec3& unit, const RationalVec3& v) {
  const RationalVec3 u{approximation_of(unit.x), approximation_of(unit.y), approximation_of(unit.z)};
  const Rational error = length_sq(cross(u, v));
  return dot(u, v) > 0 && error < length_sq(v) * rational(0x1p-200) &&
         abs(length_sq(u) - 1) < rational(0x1p-100);
}

// All sides at the point have one direction: one face, or a capsule where its side and its end meet.
bool is_smooth(const std::vector<RationalVec3>& normals) {
  return !normals.empty() && std::all_of(normals.begin(), normals.end(), [&](const RationalVec3& n) {
    const RationalVec3& first = normals[0];
    return length_sq(cross(n, first)) < length_sq(n) * length_sq(first) * rational(0x1p-200) &&
           dot(n, first) > 0;
  });
}

void expect_as_brute(const FullTruth3::Raycast& cast, Relation relation, const BruteHit& brute) {
  ASSERT_EQ(cast.hit, brute.hit);
  const Relation when_hit = brute.reaches_interior ? Relation::overlapping : Relation::touching;
  EXPECT_EQ(relation, brute.hit ? when_hit : Relation::disjoint);
  if (!cast.hit) return;
  EXPECT_LE(abs(approximation_of(*cast.t) - brute.t), brute.t * rational(0x1p-150));
  const bool has_normal = brute.t > 0 && is_smooth(brute.normals);
  ASSERT_EQ(cast.normal.has_value(), has_normal);
  EXPECT_TRUE(!has_normal || points_along(*cast.normal, brute.normals[0]));
}

void expect_point(const ExactRay3& ray, const FullTruth3::Raycast& cast) {
  const Rational t = approximation_of(*cast.t);
  const auto is_at = [&](const Real& coordinate, const Rational& from, const Rational& by) {
    return abs(approximation_of(coordinate) - (from + by * t)) <=
           (abs(from) + abs(by * t)) * rational(0x1p-150);
  };
  EXPECT_TRUE(is_at(cast.point->x, ray.origin.x, ray.direction.x));
  EXPECT_TRUE(is_at(cast.point->y, ray.origin.y, ray.direction.y));
  EXPECT_TRUE(is_at(cast.point->z, ray.origin.z, ray.direction.z));
}

struct KindShares {
  int touching[kShapeKinds3] = {}, overlapping[kShapeKinds3] = {}, normals[kShapeKinds3] = {};
};

KindShares compare_with_brute(RayFamily3 family, int count, int size) {
  KindShares shares;
  RayMaker3 scene(family, kSeed + 1, size);
  for (int i = 0; i < count && !testing::Test::HasFailure(); ++i) {
    scene.next();
    const PasteOnFailure3 paste_on_failure{scene};
    const FullTruth3::Raycast cast = full_raycast(scene.ray, scene.shape);
    const Relation relation = ray_relation(scene.ray, scene.shape);
    const ExactRay3 ray = exact_ray(scene.ray);
    expect_as_brute(cast, relation, brute_hit(ray, scene.shape));
    if (const auto slabs = slab_hit(ray, scene.shape)) expect_as_brute(cast, relation, *slabs);
    if (cast.hit) expect_point(ray, cast);
    shares.touching[scene.kind] += relation == Relation::touching;
    shares.overlapping[scene.kind] += relation == Relation::overlapping;
    shares.normals[scene.kind] += cast.normal.has_value();
  }
  return shares;
}

TEST(Ray3Exact, LatticeScenesThenAsBruteForce) {
  const KindShares shares = compare_with_brute(RayFamily3::lattice, 4000, 3);
  for (int kind = 0; kind < kShapeKinds3; ++kind) {
    EXPECT_GE(shares.touching[kind], 6) << kShapeNames3[kind] << ", seed " << kSeed + 1;
    if (kind < 2) continue;
    EXPECT_GE(shares.overlapping[kind], 10) << kShapeNames3[kind];
    EXPECT_GE(shares.normals[kind], 8) << kShapeNames3[kind];
  }
}

TEST(Ray3Exact, UniformAndNearScenesThenAsBruteForce) {
  for (const RayFamily3 family : {RayFamily3::uniform, RayFamily3::near_touch, RayFamily3::far}) {
    const KindShares shares = compare_with_brute(family, 600, 4);
    for (int kind = 2; kind < kShapeKinds3; ++kind)
      EXPECT_GE(shares.overlapping[kind], 5) << kShapeNames3[kind] << ", seed " << kSeed + 1;
  }
}

// ---- separations

// A ray is a segment that reaches far beyond the shape: on this lattice 2^20 directions do, and are doubles.
Surd separation_of_segment(const Ray3<double>& ray, const Shape3<double>& shape) {
  const Segment3<double> segment{ray.origin, ray.origin + ray.direction * 0x1p20};
  const ExactSeparation3 skeletons = separation(exact_pair_of(shape, segment));
  const Rational radius = radius_of_ball(shape);
  if (skeletons.relation == Relation::disjoint) return square_root_of(skeletons.distance_sq) - radius;
  return -(square_root_of(skeletons.depth_sq) + radius);
}

TEST(Ray3Separation, LatticeScenesThenAsOfAFarSegment) {
  RayMaker3 scene(RayFamily3::lattice, kSeed + 2, 3);
  int apart = 0, deep = 0;
  for (int i = 0; i < 3000 && !HasFailure(); ++i) {
    scene.next();
    if (scene.kind > 8) continue;  // cylinders and planes
    const PasteOnFailure3 paste_on_failure{scene};
    const Surd exact = separation_of_segment(scene.ray, scene.shape);
    const Interval found = ray_separation(scene.ray, scene.shape);
    EXPECT_EQ(found.lo, enclose(exact).lo);
    EXPECT_EQ(found.hi, enclose(exact).hi);
    const int side = sign(exact);
    const Relation expected = side > 0    ? Relation::disjoint
                              : side == 0 ? Relation::touching
                                          : Relation::overlapping;
    EXPECT_EQ(ray_relation(scene.ray, scene.shape), expected);
    apart += side > 0;
    deep += side < 0;
  }
  EXPECT_GE(apart, 800) << "seed " << kSeed + 2;
  EXPECT_GE(deep, 300);
}

// Straight from the definition, in doubles.
double distance_to(const Cylinder3<double>& c, const Vec3<double>& p) {
  const Vec3<double> axis = c.to - c.from;
  const double size = length(axis);
  const double along = dot(p - c.from, axis) / size;
  const double across = length(cross(p - c.from, axis)) / size;
  const double beyond = std::max({-along, along - size, 0.0});
  return std::hypot(beyond, std::max(across - c.radius, 0.0));
}
// How far the ray must be pushed along n.
double reach_along(const Ray3<double>& ray, const Cylinder3<double>& c, const Vec3<double>& n) {
  const Vec3<double> axis = c.to - c.from;
  const double across =
      std::sqrt(std::max(length_sq(n) - dot(n, axis) * dot(n, axis) / length_sq(axis), 0.0));
  const double reach = dot(n, c.from) + std::max(dot(n, axis), 0.0) + c.radius * across;
  return (reach - dot(n, ray.origin)) / length(n);
}

// Scenes with sizes near 3 and directions of length 1 to 6: 1e-12 covers the roundings of the formulas above.
constexpr double kSampleError = 1e-12;

void expect_apart(const RayMaker3& scene, const Cylinder3<double>& cylinder, Interval found) {
  EXPECT_TRUE(is_narrow(found, std::max(scale_of(scene.ray), scale_of(scene.shape))));
  double nearest = distance_to(cylinder, scene.ray.origin);
  for (int i = 0; i < 4000; ++i)
    nearest = std::min(nearest, distance_to(cylinder, scene.ray.origin + scene.ray.direction * (i / 128.0)));
  EXPECT_LE(found.lo, nearest + kSampleError);
  EXPECT_GE(found.hi, nearest - length(scene.ray.direction) / 256 - kSampleError);
}
void expect_deep(const RayMaker3& scene, const Cylinder3<double>& cylinder, Interval found,
                 std::mt19937_64& engine) {
  double least = 1e9;
  for (int i = 0; i < 4000; ++i) {
    const auto coordinate = [&] { return static_cast<double>(engine() % 2001) - 1000; };
    Vec3<double> n{coordinate(), coordinate(), coordinate()};
    const double against = dot(n, scene.ray.direction);
    if (against < 0 || i % 2 == 0) n = n - scene.ray.direction * (against / length_sq(scene.ray.direction));
    if (length(n) > 1) least = std::min(least, reach_along(scene.ray, cylinder, n));
  }
  EXPECT_LT(found.hi, 0);
  EXPECT_LE(-found.hi, least + kSampleError);
  EXPECT_LE(found.lo, found.hi);
}

TEST(Ray3Separation, CylindersThenAroundSampledDistancesAndDepths) {
  std::mt19937_64 engine(kSeed + 3);
  int apart = 0, deep = 0;
  for (const RayFamily3 family : {RayFamily3::lattice, RayFamily3::near_touch}) {
    RayMaker3 scene(family, kSeed + 3, 3);
    for (int i = 0; i < 3000 && !HasFailure(); ++i) {
      scene.next();
      const auto* cylinder = std::get_if<Cylinder3<double>>(&scene.shape);
      const double size = length(scene.ray.direction);
      if (cylinder == nullptr || cylinder->radius == 0 || size < 0.5 || size > 20) continue;
      const PasteOnFailure3 paste_on_failure{scene};
      const Relation relation = ray_relation(scene.ray, scene.shape);
      const Interval found = ray_separation(scene.ray, scene.shape);
      if (relation == Relation::disjoint) expect_apart(scene, *cylinder, found);
      if (relation == Relation::overlapping) expect_deep(scene, *cylinder, found, engine);
      apart += relation == Relation::disjoint;
      deep += relation == Relation::overlapping;
    }
  }
  EXPECT_GE(apart, 100) << "seed " << kSeed + 3;
  EXPECT_GE(deep, 80);
}

}  // namespace
}  // namespace touchstone::oracle
