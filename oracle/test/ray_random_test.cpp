#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "oracle/exact2.hpp"
#include "oracle/test/random_rays.hpp"

// Random rays: the fast tier against the exact one, and the exact one against membership, tested point by
// point.

namespace touchstone::oracle {
namespace {

using namespace test;
using Form = Operand::Form;

constexpr unsigned kSeed = 20260311;

// ---- the fast tier against the exact one

struct Shares {
  int scenes = 0, relations[3] = {}, rational = 0, normals = 0;
};

void expect_equal(const Truth::Raycast& cast, const FullTruth::Raycast& exact, Shares& shares) {
  ASSERT_EQ(cast.hit, exact.hit);
  if (!cast.hit) return;
  EXPECT_TRUE(holds(cast.t, enclose(*exact.t)));
  EXPECT_TRUE(holds(cast.x, enclose(exact.point->x)) && holds(cast.y, enclose(exact.point->y)));
  ASSERT_EQ(cast.normal.has_value(), exact.normal.has_value());
  if (!cast.normal) return;
  ++shares.normals;
  EXPECT_LE(std::fabs(cast.normal->x - round_to_double(exact.normal->x)), 0x1p-53);
  EXPECT_LE(std::fabs(cast.normal->y - round_to_double(exact.normal->y)), 0x1p-53);
}

Shares compare_tiers(RayFamily family, int count) {
  Shares shares;
  Scene scene(family, kSeed);
  Truth truth;
  for (int i = 0; i < count && !testing::Test::HasFailure(); ++i) {
    scene.next();
    const PasteOnFailure paste_on_failure{scene.maker};
    truth.assign(i % 2 == 0 ? scene.maker.shape : Shape(scene.maker.ray),
                 i % 2 == 0 ? Shape(scene.maker.ray) : scene.maker.shape);
    EXPECT_EQ(truth.relation(), exact_relation(scene.ray, scene.shape));
    expect_equal(truth.raycast(), exact_raycast(scene.ray, scene.shape), shares);
    EXPECT_EQ(truth.raycast().hit, truth.relation() != Relation::disjoint);
    ++shares.scenes;
    ++shares.relations[static_cast<int>(truth.relation())];
    shares.rational += truth.tier() == Truth::Tier::rational;
  }
  return shares;
}

TEST(RayTiers, UniformScenesThenEqualAndHardlyEverRational) {
  const Shares shares = compare_tiers(RayFamily::uniform, 2000);
  EXPECT_GE(shares.relations[0], 500) << "seed " << kSeed;
  EXPECT_GE(shares.relations[2], 500);
  EXPECT_GE(shares.normals, 300);
  EXPECT_LE(shares.rational, 10);
}

TEST(RayTiers, LatticeScenesThenEqualAndOftenTouching) {
  const Shares shares = compare_tiers(RayFamily::lattice, 3000);
  EXPECT_GE(shares.relations[1], 80) << "seed " << kSeed;
  EXPECT_GE(shares.relations[2], 500);
  EXPECT_LE(shares.rational, shares.scenes / 10);
}

TEST(RayTiers, OneUlpFromTheLatticeThenEqual) {
  const Shares shares = compare_tiers(RayFamily::near_touch, 2000);
  EXPECT_GE(shares.relations[0], 500) << "seed " << kSeed;
  EXPECT_GE(shares.relations[2], 500);
}

TEST(RayTiers, EndsOfTheRangeThenEqual) {
  for (const RayFamily family : {RayFamily::tiny, RayFamily::subnormal, RayFamily::huge}) {
    const Shares shares = compare_tiers(family, 300);
    EXPECT_GE(shares.relations[0], 50) << "seed " << kSeed;
    EXPECT_GE(shares.relations[2], 50);
  }
}

// ---- the exact tier against membership

Rational square(const Rational& value) {
  return value * value;
}
RationalVec2 center_of(const Operand& shape) {
  return rational(std::get<Point2<double>>(shape.skeleton).at);
}

Rational distance_sq_to_skeleton(const Operand& shape, const ConvexRational& other) {
  return distance(*convex_of(shape.skeleton), other).distance_sq;
}

// Straight from the definitions of the shapes.
bool is_in(const Operand& shape, const RationalVec2& p) {
  if (shape.form == Form::ellipse) {
    const RationalVec2 u = rational(shape.axes[0]);
    const RationalVec2 v = rational(shape.axes[1]);
    const RationalVec2 w = p - center_of(shape);
    const Rational det = cross(u, v);
    return square(cross(w, v) / det) + square(cross(u, w) / det) <= 1;  // s^2 + t^2
  }
  if (shape.form == Form::polygonal && !convex_of(shape.skeleton))
    return locate(p, edges_of(shape.skeleton)) != Location::outside;
  const Rational distance_sq = distance_sq_to_skeleton(shape, {{p}});
  return distance_sq <= square(rational(shape.radius)) && distance_sq >= square(rational(shape.inner_radius));
}

// Whether the ray meets it: by its nearest approach, or all its cuts.
bool meets(const ExactRay& ray, const Operand& shape) {
  if (shape.form == Form::ellipse) {
    const RationalVec2 u = rational(shape.axes[0]);
    const RationalVec2 v = rational(shape.axes[1]);
    const RationalVec2 w = ray.origin - center_of(shape);
    const RationalVec2 mapped{cross(w, v), cross(u, w)};
    const RationalVec2 way{cross(ray.direction, v), cross(u, ray.direction)};
    const Rational nearest = std::max(Rational(0), Rational(-dot(mapped, way) / length_sq(way)));
    return is_in(shape, ray.origin + ray.direction * nearest);
  }
  std::vector<RationalVec2> points;
  for (const ExactEdge& edge : edges_of(shape.skeleton))
    points.insert(points.end(), {edge.first, edge.second});
  const ExactEdge stretch = stretch_of(ray, points);
  if (shape.form == Form::polygonal && !convex_of(shape.skeleton)) {
    for (const Rational& cut : cuts_of(stretch, edges_of(shape.skeleton)))
      if (is_in(shape, at(stretch, cut))) return true;
    return false;
  }
  const ConvexRational line = hull_of({stretch.first, stretch.second});
  return distance_sq_to_skeleton(shape, line) <= square(rational(shape.radius));
}

// No point before t is in the shape, nor one after it out of it, as far as 32 points tell and the doubles
// next to t.
void expect_first(const ExactRay& ray, const Operand& shape, const Surd& t, int& confirmed) {
  const auto is_in_at = [&](const Rational& at) { return is_in(shape, ray.origin + ray.direction * at); };
  const Enclosure around = enclose(t);
  const std::optional<Rational> known = rational_value(t);
  EXPECT_EQ(is_in_at(0), sign(t) == 0);
  if (sign(t) == 0) return;
  EXPECT_TRUE(!known || is_in_at(*known));
  EXPECT_FALSE(is_in_at(known ? Rational(*known * (1 - rational(0x1p-200))) : rational(around.lo)));
  for (int i = 0; i < 32; ++i) EXPECT_FALSE(is_in_at(rational(around.lo) * i / 32));
  confirmed += known || is_in_at(rational(around.hi));  // not where the ray leaves within an ulp
}

TEST(ExactRaycast, AgainstMembershipThenTheFirstPointOfTheShape) {
  for (const RayFamily family : {RayFamily::uniform, RayFamily::lattice, RayFamily::near_touch}) {
    Scene scene(family, kSeed + 1);
    int confirmed = 0, hits = 0, ahead = 0;
    for (int i = 0; i < 250 && !HasFailure(); ++i) {
      scene.next();
      const PasteOnFailure paste_on_failure{scene.maker};
      const FullTruth::Raycast cast = exact_raycast(scene.ray, scene.shape);
      EXPECT_EQ(cast.hit, is_in(scene.shape, scene.ray.origin) || meets(scene.ray, scene.shape));
      if (!cast.hit) continue;
      ++hits;
      ahead += sign(std::get<Surd>(*cast.t)) > 0;
      expect_first(scene.ray, scene.shape, std::get<Surd>(*cast.t), confirmed);
    }
    EXPECT_GE(ahead, 40) << "seed " << kSeed + 1;
    EXPECT_GE(hits - ahead, 8);
    EXPECT_EQ(confirmed, ahead);
  }
}

// Outside just before the point along the normal, inside just behind it; at points that are no corner's
// neighbours.
TEST(ExactRaycast, NormalsThenTheyPointOutOfTheShapeAgainstTheRay) {
  Scene scene(RayFamily::uniform, kSeed + 2);
  int normals[kShapeKinds] = {};
  for (int i = 0; i < 1500 && !HasFailure(); ++i) {
    scene.next();
    const FullTruth::Raycast cast = exact_raycast(scene.ray, scene.shape);
    if (!cast.normal) continue;
    const PasteOnFailure paste_on_failure{scene.maker};
    ++normals[scene.maker.kind];
    const Point n{round_to_double(cast.normal->x), round_to_double(cast.normal->y)};
    const Point p{round_to_double(cast.point->x), round_to_double(cast.point->y)};
    EXPECT_NEAR(length(n), 1, 0x1p-51);
    EXPECT_LT(dot(rational(n), scene.ray.direction), 0);
    EXPECT_FALSE(is_in(scene.shape, rational(p + n * 1e-9)));
    EXPECT_EQ(is_in(scene.shape, rational(p - n * 1e-9)), scene.maker.kind != 1);  // a segment has no inside
  }
  for (int kind = 1; kind < kShapeKinds; ++kind)
    EXPECT_GE(normals[kind], 8) << kind << ", seed " << kSeed + 2;
}

// A tangent at a point of the boundary: on a circle or ellipse turned by its half axes, the touching line's
// direction is exact. Both sides of it by one ulp of the origin.
TEST(ExactRaycast, TangentsToBoundariesThenTheirSideIsToldByOneUlp) {
  std::mt19937_64 engine(kSeed + 3);
  int apart = 0, overlapping = 0;
  for (int i = 0; i < 500; ++i) {
    const auto integer = [&] { return static_cast<double>(engine() % 15) - 7; };
    const Point u = Point{integer(), integer()} * 5.0;
    const Point v = Point{integer(), integer()} * 5.0;
    const Point center{integer(), integer()};
    if (cross(u, v) == 0) continue;
    const Point touch = center + u * 0.6 + v * 0.8;  // exact: u and v are multiples of 5
    const Point along = (u * -0.8 + v * 0.6) * 2.0;
    const Operand shape = operand_of(Ellipse2<double>{center, {u, v}});
    ExactRay ray{rational(touch - along), rational(along)};
    const FullTruth::Raycast cast = exact_raycast(ray, shape);
    EXPECT_EQ(exact_relation(ray, shape), Relation::touching);
    EXPECT_EQ(compare(std::get<Surd>(*cast.t), 1), 0);
    const Rational inward = cross(ray.direction, rational(center) - ray.origin) > 0 ? 1 : -1;
    ray.origin = ray.origin + perp(ray.direction) * Rational(inward * rational(0x1p-60));
    overlapping += exact_relation(ray, shape) == Relation::overlapping;
    ray.origin = ray.origin - perp(ray.direction) * Rational(2 * inward * rational(0x1p-60));
    apart += exact_relation(ray, shape) == Relation::disjoint;
  }
  EXPECT_GE(apart, 400) << "seed " << kSeed + 3;
  EXPECT_EQ(apart, overlapping);
}

}  // namespace
}  // namespace touchstone::oracle
