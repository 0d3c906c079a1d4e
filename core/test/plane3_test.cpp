#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <random>
#include <vector>

#include <touchstone/plane3.hpp>

#include "core/test/ray_reference3.hpp"

namespace touchstone {
namespace {

using Vec = Vec3<double>;
using Plane = Plane3<double>;

constexpr Plane kFloor{{0, 0, 2}, 4};  ///< z <= 2

double above(double x) {
  return std::nextafter(x, HUGE_VAL);
}
double below(double x) {
  return std::nextafter(x, -HUGE_VAL);
}

TEST(RelationPlane3, PointsOneUlpEitherSide) {
  EXPECT_EQ(relation(kFloor, Point3<double>{{7, 7, 2}}), Relation::touching);
  EXPECT_EQ(relation(kFloor, Point3<double>{{7, 7, above(2)}}), Relation::disjoint);
  EXPECT_EQ(relation(Point3<double>{{7, 7, below(2)}}, kFloor), Relation::overlapping);
}
TEST(RelationPlane3, LowestCornerDecides) {
  EXPECT_EQ(relation(kFloor, Segment3<double>{{0, 0, 5}, {1, 0, 2}}), Relation::touching);
  EXPECT_EQ(relation(kFloor, Aabb3<double>{{0, 0, 2}, {1, 1, 3}}), Relation::touching);
  EXPECT_EQ(relation(kFloor, Aabb3<double>{{0, 0, below(2)}, {1, 1, 3}}), Relation::overlapping);
  EXPECT_EQ(relation(kFloor, Triangle3<double>{{{0, 0, 3}, {1, 0, 3}, {0, 1, above(2)}}}),
            Relation::disjoint);
}
TEST(RelationPlane3, ObbCornersThatAreNoDoublesCountExactly) {
  const Obb3<double> box{{0, 0, 3}, {{0, 0, 1 - 0x1p-53}, {0, 0, 0x1p-54}, {1, 0, 0x1p-54}}};
  EXPECT_EQ(relation(kFloor, box), Relation::touching);
  Obb3<double> lower = box;
  lower.half_axes[1].z = 0x1p-53;
  EXPECT_EQ(relation(kFloor, lower), Relation::overlapping);
}
TEST(RelationPlane3, RoundShapesTouchExactly) {
  const Plane slope{{2, 3, 6}, 0};  // length 7
  EXPECT_EQ(relation(slope, Sphere3<double>{{4, 6, 12}, 14}), Relation::touching);
  EXPECT_EQ(relation(slope, Sphere3<double>{{4, 6, above(12)}, 14}), Relation::disjoint);
  EXPECT_EQ(relation(slope, Sphere3<double>{{4, 6, 12}, above(14)}), Relation::overlapping);
  EXPECT_EQ(relation(slope, Capsule3<double>{{9, 9, 90}, {4, 6, 12}, 14}), Relation::touching);
}
TEST(RelationPlane3, CylinderByItsRimOrItsWholeEnd) {
  EXPECT_EQ(relation(kFloor, Cylinder3<double>{{0, 0, 2}, {0, 0, 5}, 3}), Relation::touching);
  EXPECT_EQ(relation(kFloor, Cylinder3<double>{{0, 0, 5}, {4, 0, 5}, 3}), Relation::touching);
  EXPECT_EQ(relation(kFloor, Cylinder3<double>{{0, 0, 5}, {4, 0, 5}, above(3)}), Relation::overlapping);
  // Axis (3, 0, 4) / 5: the rim reaches 3 / 5 of the radius below the end's centre.
  EXPECT_EQ(relation(kFloor, Cylinder3<double>{{0, 0, 5}, {3, 0, 9}, 5}), Relation::touching);
  EXPECT_EQ(relation(kFloor, Cylinder3<double>{{0, 0, above(5)}, {3, 0, 9}, 5}), Relation::disjoint);
}
TEST(RelationPlane3, RadiusZeroIsItsSkeleton) {
  EXPECT_EQ(relation(kFloor, Sphere3<double>{{0, 0, 2}, 0}), Relation::touching);
  EXPECT_EQ(relation(kFloor, Cylinder3<double>{{0, 0, 2}, {1, 0, 2}, 0}), Relation::touching);
}

TEST(DistancePlane3, ClosestPointsAlongTheNormal) {
  const Distance3<double> d = distance(kFloor, Sphere3<double>{{1, 2, 9}, 3});
  EXPECT_EQ(d.distance, 4);
  EXPECT_EQ(d.on_a, (Vec{1, 2, 2}));
  EXPECT_EQ(d.on_b, (Vec{1, 2, 6}));
  EXPECT_EQ(distance(Sphere3<double>{{1, 2, 9}, 3}, kFloor).on_a, (Vec{1, 2, 6}));
}
TEST(PenetrationPlane3, DeepestPointComesUpToTheBoundary) {
  const Penetration3<double> p =
      penetration(kFloor, Obb3<double>{{0, 0, 2}, {{1, 0, 1}, {0, 1, 1}, {0, 0, 1}}});
  EXPECT_EQ(p.depth, 3);
  EXPECT_EQ(p.mtv, (Vec{0, 0, 3}));
  EXPECT_EQ(penetration(Point3<double>{{0, 0, 1}}, kFloor).mtv, (Vec{0, 0, -1}));
}
TEST(PenetrationPlane3, CylinderByItsRim) {
  EXPECT_EQ(penetration(kFloor, Cylinder3<double>{{0, 0, 5}, {4, 0, 5}, 4}).depth, 1);
  EXPECT_NEAR(penetration(kFloor, Cylinder3<double>{{0, 0, 5}, {3, 0, 9}, 10}).depth, 3, 0x1p-50);
}

TEST(RelationPlanePlane3, DisjointOnlyWhenExactlyOpposite) {
  EXPECT_EQ(relation(kFloor, Plane{{0, 0, -1}, -3}), Relation::disjoint);
  EXPECT_EQ(relation(kFloor, Plane{{0, 0, -1}, -2}), Relation::touching);
  EXPECT_EQ(relation(kFloor, Plane{{0, 0, -1}, above(-2)}), Relation::overlapping);
  EXPECT_EQ(relation(kFloor, Plane{{0, 0x1p-80, -1}, -3}), Relation::overlapping);
  EXPECT_EQ(relation(kFloor, Plane{{0, 0, 1}, -3}), Relation::overlapping);
}
TEST(DistancePlanePlane3, GapOrCommonPoint) {
  const Distance3<double> d = distance(kFloor, Plane{{0, 0, -3}, -15});
  EXPECT_EQ(d.distance, 3);
  EXPECT_EQ(d.on_a, (Vec{0, 0, 2}));
  EXPECT_EQ(d.on_b, (Vec{0, 0, 5}));
  const Distance3<double> met = distance(Plane{{1, 0, 0}, -2}, Plane{{-1, 1, 0}, -3});
  EXPECT_EQ(met.on_a, met.on_b);
  EXPECT_EQ(met.on_a, (Vec{-2, -5, 0}));
}
/// By how much p leaves the half-space, in u of the scale of both; not positive: it is in it.
double outside(const Plane& plane, const Vec& p, double scale) {
  const reference::Rational height =
      dot(reference::rational(plane.normal), reference::rational(p)) - reference::Rational(plane.offset);
  const double u = std::max(0x1p-52 * scale, std::numeric_limits<double>::denorm_min());
  return double(reference::real3(height)) / length(plane.normal) / u;
}
double scale_of(const Plane& a, const Plane& b) {
  return std::max(std::fabs(a.offset) / length(a.normal), std::fabs(b.offset) / length(b.normal));
}
/// Expects a common point and returns by how much it leaves the half-spaces, in u.
double worst_of_common_point(const Plane& a, const Plane& b) {
  const Distance3<double> met = distance(a, b);
  EXPECT_EQ(met.distance, 0);
  EXPECT_EQ(met.on_a, met.on_b);
  EXPECT_TRUE(std::isfinite(length(met.on_a)));
  return std::max(outside(a, met.on_a, scale_of(a, b)), outside(b, met.on_a, scale_of(a, b)));
}
TEST(DistancePlanePlane3, ParallelNormalsOfOneDirectionMeetAtTheDeeperFoot) {
  const Plane a{{0.375, -0.25, 0.75}, -16}, b{{3, -2, 6}, -128};
  EXPECT_LE(worst_of_common_point(a, b), kPlanePointBound);
  EXPECT_LE(worst_of_common_point(a, {{3, -2, 6}, above(-128)}), kPlanePointBound);
  EXPECT_LE(worst_of_common_point({{3, -2, 6}, below(-128)}, a), kPlanePointBound);
  EXPECT_EQ(distance(Plane{{0, 0, 1}, -3}, Plane{{0, 0, 2}, -10}).on_a, (Vec{0, 0, -5}));
  EXPECT_EQ(distance(a, a).on_a, distance(a, b).on_a);
}
TEST(DistancePlanePlane3, AFarCommonPointLiesBetweenTheBoundaries) {
  // z <= -1 and z >= 1 + x 2^-k.
  for (int k = 0; k < 49; ++k) {
    const Plane down{{0, 0, 1}, -1}, up{{std::ldexp(1, -k), 0, -1}, -1};
    EXPECT_LE(worst_of_common_point(down, up), k == 0 ? 4 : 0);
  }
}

TEST(PenetrationPlanePlane3, InfiniteUnlessOpposite) {
  EXPECT_EQ(penetration(kFloor, Plane{{1, 0, 0}, 0}).depth, std::numeric_limits<double>::infinity());
  const Penetration3<double> slab = penetration(kFloor, Plane{{0, 0, -4}, 4});
  EXPECT_EQ(slab.depth, 3);
  EXPECT_EQ(slab.mtv, (Vec{0, 0, 3}));
}

// Random shapes against rationals.

using reference::Rational;
using reference::Real3;

class Scenes {
 public:
  Scenes(int kind, std::uint64_t seed) : kind_(kind), random_(seed) {}
  int pick(int n) { return static_cast<int>(random_() % static_cast<std::uint64_t>(n)); }
  double number() {
    const double integer = pick(9) - 4;
    const double real = 4 * (double(random_() >> 11) * 0x1p-52 - 1);
    if (kind_ == 0) return integer;
    if (kind_ == 1)
      return integer == 0 || pick(2) == 0 ? integer : (pick(2) == 0 ? above(integer) : below(integer));
    return kind_ == 2 ? real : std::ldexp(real, -pick(40));
  }
  Vec point() { return {number(), number(), number()}; }
  Plane plane() {
    Vec n = point();
    while (n == Vec{}) n = point();
    const double offset = number();
    return {n, offset * (pick(2) == 0 ? 1 : 4)};
  }

 private:
  int kind_;
  std::mt19937_64 random_;
};

struct Worst {
  int cases = 0;
  int count[3] = {};
  double distance = 0, points = 0;
};

/// lowest: the exact height of the skeleton, times |n|; below_it: by how much the shape's deepest point is
/// lower, as a part of |n|^2, squared: radius^2, or that of a rim.
template <class Shape>
void compare(const Plane& plane, const Shape& shape, double shape_scale, const Rational& lowest,
             const Rational& below_it_sq, Worst& worst) {
  const Rational n_sq = length_sq(reference::rational(plane.normal));
  const Rational reach_sq = below_it_sq * n_sq;
  const Rational height_sq = lowest * lowest;
  int sign = lowest > 0 ? (height_sq > reach_sq) - (height_sq < reach_sq) : -int(lowest < 0 || reach_sq > 0);
  const Relation expected = static_cast<Relation>(1 - sign);
  ++worst.cases;
  ++worst.count[int(expected)];
  ASSERT_EQ(relation(plane, shape), expected);
  ASSERT_EQ(relation(shape, plane), expected);
  const Real3 size = sqrt(reference::real3(n_sq));
  const Real3 separation = reference::real3(lowest) / size - sqrt(reference::real3(below_it_sq));
  const double scale = std::max(shape_scale, std::fabs(plane.offset) / length(plane.normal));
  const double u = 0x1p-52 * scale;
  const auto d = distance(plane, shape);
  const auto p = penetration(plane, shape);
  const double answer = expected == Relation::disjoint ? d.distance : -p.depth;
  worst.distance = std::max(worst.distance, double(abs(Real3(answer) - separation)) / u);
  worst.points = std::max(worst.points, std::fabs(length(d.on_b - d.on_a) - d.distance) / u);
  // The deepest point is as deep as the shape.
  const reference::Point3D at = reference::rational(d.on_b);
  const Rational depth = dot(reference::rational(plane.normal), at) - Rational(plane.offset);
  worst.points = std::max(worst.points, double(abs(reference::real3(depth) / size - separation)) / u);
  if (expected == Relation::overlapping)
    worst.points = std::max(worst.points, std::fabs(length(p.mtv) - p.depth) / u);
}
void expect_bounds(const Worst& worst) {
  std::printf("%d pairs: %d disjoint, %d touching, %d overlapping; worst distance %.2f u, points %.2f u\n",
              worst.cases, worst.count[0], worst.count[1], worst.count[2], worst.distance, worst.points);
  for (const int count : worst.count) EXPECT_GT(count, worst.cases / 200);
  EXPECT_LE(worst.distance, kPlaneDistanceBound);
  EXPECT_LE(worst.points, kPlanePointBound);
}
double largest(const Vec& v) {
  return std::max({std::fabs(v.x), std::fabs(v.y), std::fabs(v.z)});
}
Rational lowest_of(const Plane& plane, const reference::Corners3& corners) {
  Rational least;
  for (std::size_t k = 0; k < corners.size(); ++k) {
    const Rational height = dot(reference::rational(plane.normal), corners[k]) - Rational(plane.offset);
    least = k == 0 ? height : std::min(least, height);
  }
  return least;
}

/// Compares count scenes of every kind of numbers.
Worst run(void (*compare_scene)(int, Scenes&, Worst&), int count, std::uint64_t seed) {
  Worst worst;
  for (int i = 0; i < count && !testing::Test::HasFatalFailure(); ++i) {
    Scenes scenes(i % 4, seed + static_cast<std::uint64_t>(i));
    compare_scene(i, scenes, worst);
  }
  return worst;
}

void compare_boxes_and_triangles(int i, Scenes& scenes, Worst& worst) {
  Plane plane = scenes.plane();
  const Vec p = scenes.point(), q = scenes.point(), r = scenes.point(), s = scenes.point();
  if (scenes.pick(4) == 0) plane.offset = dot(plane.normal, i % 3 == 0 ? p + (q + r + s) * 0.25 : p);
  if (i % 3 == 0) {
    const Obb3<double> box{p, {q * 0.25, r * 0.25, s * 0.25}};
    double scale = largest(p);
    for (const Vec& h : box.half_axes) scale = std::max({scale, largest(p + h), largest(p - h)});
    compare(plane, box, scale, lowest_of(plane, reference::corners(box)), 0, worst);
  } else if (i % 3 == 1) {
    const Aabb3<double> box{{std::min(p.x, q.x), std::min(p.y, q.y), std::min(p.z, q.z)},
                            {std::max(p.x, q.x), std::max(p.y, q.y), std::max(p.z, q.z)}};
    compare(plane, box, std::max(largest(p), largest(q)), lowest_of(plane, reference::corners(box)), 0,
            worst);
  } else {
    compare(plane, Triangle3<double>{{p, q, r}}, std::max({largest(p), largest(q), largest(r)}),
            lowest_of(plane, {reference::rational(p), reference::rational(q), reference::rational(r)}), 0,
            worst);
  }
}
TEST(Plane3, RandomBoxesAndTrianglesEqualTheReference) {
  expect_bounds(run(compare_boxes_and_triangles, 6000, 100));
}
void compare_round_shapes(int i, Scenes& scenes, Worst& worst) {
  Plane plane = scenes.plane();
  if (i % 8 < 4) plane.normal = {2, 3, 6};
  const Vec p = scenes.point();
  Vec q = scenes.point();
  if (p == q) q.x += 1;
  const reference::Point3D axis = reference::rational(q) - reference::rational(p);
  const Rational lowest = lowest_of(plane, {reference::rational(p), reference::rational(q)});
  double r = scenes.pick(6) == 0 ? 0 : std::fabs(scenes.number());
  const double height = double(reference::real3(lowest)) / length(plane.normal);
  if (height > 0 && scenes.pick(2) == 0) r = height;
  const double scale = std::max({largest(p), largest(q), r});
  const reference::Point3D n = reference::rational(plane.normal);
  const Rational r_sq = Rational(r) * Rational(r);
  if (i % 3 == 0) {
    compare(plane, Capsule3<double>{p, q, r}, scale, lowest, r_sq, worst);
  } else if (i % 3 == 1) {
    compare(plane, Sphere3<double>{p, r}, scale, lowest_of(plane, {reference::rational(p)}), r_sq, worst);
  } else {
    const Rational share = length_sq(cross(n, axis)) / (length_sq(n) * length_sq(axis));
    compare(plane, Cylinder3<double>{p, q, r}, scale, lowest, r_sq * share, worst);
  }
}
TEST(Plane3, RandomRoundShapesEqualTheReference) {
  expect_bounds(run(compare_round_shapes, 9000, 200));
}
/// Half of them nearly parallel, of either direction.
TEST(Plane3, RandomPlanesMeetInACommonPoint) {
  double worst = 0;
  int met = 0, far = 0;
  for (int i = 0; i < 20000; ++i) {
    Scenes scenes(i % 4, 300 + static_cast<std::uint64_t>(i));
    const Plane a = scenes.plane();
    Plane b = scenes.plane();
    if (i % 8 >= 4) {
      b.normal =
          a.normal * (scenes.pick(2) == 0 ? -2 : 0.5) + scenes.point() * std::ldexp(1, -scenes.pick(48));
      if (scenes.pick(2) == 0) b.offset = -std::fabs(b.offset);
    }
    if (b.normal == Vec{} || relation(a, b) != Relation::overlapping) continue;
    const double sine = length(space::rounded(space::accurate_cross(a.normal, b.normal))) /
                        (length(a.normal) * length(b.normal));
    if (sine < 0x1p-48 && dot(a.normal, b.normal) < 0) continue;
    ++met;
    far += length(distance(a, b).on_a) > 1e3 * scale_of(a, b);
    worst = std::max(worst, worst_of_common_point(a, b));
  }
  std::printf("%d pairs, %d far away, points within %.2f u\n", met, far, worst);
  EXPECT_GE(met, 15000);
  EXPECT_GE(far, 400);
  EXPECT_LE(worst, kPlanePointBound);
}

}  // namespace
}  // namespace touchstone
