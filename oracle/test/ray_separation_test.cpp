#include "oracle/ray_separation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "oracle/convex_separation.hpp"
#include "oracle/exact2.hpp"
#include "oracle/test/random_rays.hpp"

// How far rays miss, and how deep they reach: against exact2.hpp and against samples.

namespace touchstone::oracle {
namespace {

using namespace test;
using Form = Operand::Form;

constexpr unsigned kSeed = 20260312;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(RaySeparation, OfConvexShapesThenThatOfALongStretchOfTheRay) {
  int narrow = 0, count = 0, signs[3] = {};
  for (const RayFamily family :
       {RayFamily::uniform, RayFamily::lattice, RayFamily::near_touch, RayFamily::huge}) {
    Scene scene(family, kSeed + 4);
    Truth truth;
    for (int i = 0; i < 800 && !HasFailure(); ++i) {
      scene.next();
      const std::optional<ConvexRational> convex = convex_of(scene.shape.skeleton);
      if (scene.shape.form == Form::ellipse || !convex) continue;
      const PasteOnFailure paste_on_failure{scene.maker};
      const ExactEdge stretch = stretch_of(scene.ray, convex->corners);
      const ConvexRational line = hull_of({stretch.first, stretch.second});
      const bool meet = relation(*convex, line) != Relation::disjoint;
      const Surd to_skeleton = meet ? -square_root_of(penetration(*convex, line).depth_sq)
                                    : square_root_of(distance(*convex, line).distance_sq);
      const Surd exact = to_skeleton - rational(scene.shape.radius);
      truth.assign(scene.maker.shape, scene.maker.ray);
      const Interval found = truth.separation();
      EXPECT_TRUE(holds(found, enclose(exact))) << found.lo << ", " << found.hi;
      EXPECT_EQ(sign(exact), 1 - static_cast<int>(truth.relation()));
      ++count;
      ++signs[sign(exact) + 1];
      narrow += is_narrow(found, truth.scale());
    }
  }
  EXPECT_GE(count, 2000) << "seed " << kSeed + 4;
  EXPECT_EQ(narrow, count);
  for (const int with_sign : signs) EXPECT_GE(with_sign, 20);
}

// Depth by 20,000 directions, from above: reach of the ellipse along each, beyond the ray's origin.
double sampled_depth(const Ray2<double>& ray, const Operand& ellipse) {
  const Point w = ray.origin - std::get<Point2<double>>(ellipse.skeleton).at;
  const Point way = ray.direction * (1 / length(ray.direction));
  double least = kInfinity;
  for (int i = 0; i <= 20000; ++i) {
    const double angle = std::acos(-1.0) * (i / 20000.0 - 0.5);
    const Point n = way * std::cos(angle) + perp(way) * std::sin(angle);
    const double height = std::hypot(dot(n, ellipse.axes[0]), dot(n, ellipse.axes[1]));
    least = std::min(least, height - dot(n, w));
  }
  return least;
}

TEST(RaySeparation, OfEllipsesThenTheSampledDepthIsHeldFromBelow) {
  Scene scene(RayFamily::uniform, kSeed + 5);
  int deep = 0;
  for (int i = 0; i < 4000 && !HasFailure(); ++i) {
    scene.next();
    if (scene.shape.form != Form::ellipse || exact_relation(scene.ray, scene.shape) != Relation::overlapping)
      continue;
    const PasteOnFailure paste_on_failure{scene.maker};
    const ScaledRay scaled = ScaledRay::of(operand_of(scene.maker.ray));
    const Interval found = separation_of_ellipse(scaled, scene.shape, Relation::overlapping);
    const double depth = sampled_depth(scene.maker.ray, scene.shape);
    EXPECT_LE(-found.hi, depth * (1 + 1e-12) + 1e-13);
    EXPECT_GE(-found.hi, depth * 0.98);
    EXPECT_GE(-found.lo, -found.hi);
    ++deep;
  }
  EXPECT_GE(deep, 100) << "seed " << kSeed + 5;
}

// Distance of the ray from 4,000 points of the boundary, from above.
double sampled_distance(const Ray2<double>& ray, const Operand& ellipse) {
  const Point w = ray.origin - std::get<Point2<double>>(ellipse.skeleton).at;
  const Point way = ray.direction * (1 / length(ray.direction));
  double least = kInfinity;
  for (int i = 0; i < 4000; ++i) {
    const double angle = 2 * std::acos(-1.0) * i / 4000;
    const Point p = ellipse.axes[0] * std::cos(angle) + ellipse.axes[1] * std::sin(angle) - w;
    least = std::min(least, dot(p, way) > 0 ? std::fabs(cross(p, way)) : length(p));
  }
  return least;
}

TEST(RaySeparation, OfMissedEllipsesThenTheSampledDistance) {
  for (const RayFamily family : {RayFamily::uniform, RayFamily::lattice}) {
    Scene scene(family, kSeed + 8);
    int missed = 0;
    for (int i = 0; i < 4000 && !HasFailure(); ++i) {
      scene.next();
      if (scene.shape.form != Form::ellipse || exact_raycast(scene.ray, scene.shape).hit) continue;
      const PasteOnFailure paste_on_failure{scene.maker};
      const ScaledRay scaled = ScaledRay::of(operand_of(scene.maker.ray));
      const Interval found = separation_of_ellipse(scaled, scene.shape, Relation::disjoint);
      const double distance = sampled_distance(scene.maker.ray, scene.shape);
      EXPECT_LE(found.lo, distance * (1 + 1e-12));
      EXPECT_GE(found.hi,
                distance - 1e-2);  // no point is farther from a sample: steps of 2 pi 12 / 4000 at most
      EXPECT_GT(found.hi, 0);
      ++missed;
    }
    EXPECT_GE(missed, 100) << "seed " << kSeed + 8;
  }
}

// A convex shape taken for a concave one: its depth is known.
TEST(RaySeparation, BoundForConcaveShapesThenNeverBeyondTheDepthAndOftenNear) {
  Scene scene(RayFamily::uniform, kSeed + 6);
  int deep = 0, near = 0;
  for (int i = 0; i < 2000 && !HasFailure(); ++i) {
    scene.next();
    const std::optional<ConvexRational> convex = convex_of(scene.shape.skeleton);
    if (scene.maker.kind < 2 || scene.maker.kind > 5 || !convex || convex->is_flat()) continue;
    const Relation known = exact_relation(scene.ray, scene.shape);
    if (known != Relation::overlapping) continue;
    const PasteOnFailure paste_on_failure{scene.maker};
    const Surd exact = exact_separation_of(scene.ray, *convex, known, 0);
    const Interval bound = separation_of_concave(operand_of(scene.maker.ray), scene.shape.skeleton, known);
    EXPECT_GE(compare(-exact, rational(-bound.hi)), 0);
    EXPECT_LT(bound.hi, 0);
    near += bound.hi <= 0.99 * round_to_double(exact);
    ++deep;
  }
  EXPECT_GE(deep, 200) << "seed " << kSeed + 6;
  EXPECT_GE(near, deep * 9 / 10);
}

TEST(RaySeparation, OfMissedConcaveShapesThenTheLeastOverTheirEdges) {
  Scene scene(RayFamily::uniform, kSeed + 7);
  int missed = 0;
  for (int i = 0; i < 2000 && !HasFailure(); ++i) {
    scene.next();
    if (scene.shape.form != Form::polygonal || convex_of(scene.shape.skeleton)) continue;
    if (exact_raycast(scene.ray, scene.shape).hit) continue;
    const std::vector<ExactEdge> edges = edges_of(scene.shape.skeleton);
    std::optional<Rational> least;
    for (const auto& [from, to] : edges) {
      const ExactEdge stretch = stretch_of(scene.ray, {from, to});
      const Rational here =
          distance(hull_of({from, to}), hull_of({stretch.first, stretch.second})).distance_sq;
      if (!least || here < *least) least = here;
    }
    const Interval found =
        separation_of_concave(operand_of(scene.maker.ray), scene.shape.skeleton, Relation::disjoint);
    EXPECT_TRUE(holds(found, enclose_sqrt(*least))) << paste(scene.maker);
    ++missed;
  }
  EXPECT_GE(missed, 100) << "seed " << kSeed + 7;
}

}  // namespace
}  // namespace touchstone::oracle
