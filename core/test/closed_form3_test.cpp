#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

#include <touchstone/closed_form3.hpp>

#include "core/test/ball_reference3.hpp"

namespace touchstone {
namespace {

using Vec = Vec3<double>;
using Point = Point3<double>;
using Segment = Segment3<double>;
using Sphere = Sphere3<double>;
using Capsule = Capsule3<double>;
using Triangle = Triangle3<double>;
using Box = Aabb3<double>;

double above(double x) {
  return std::nextafter(x, HUGE_VAL);
}
double below(double x) {
  return std::nextafter(x, -HUGE_VAL);
}

TEST(RelationSphereSphere, OneUlpEitherSideOfTouch) {
  const Sphere a{{0, 0, 0}, 1};
  EXPECT_EQ(relation(a, Sphere{{2, 3, 6}, 6}), Relation::touching);
  EXPECT_EQ(relation(a, Sphere{{2, 3, above(6)}, 6}), Relation::disjoint);
  EXPECT_EQ(relation(a, Sphere{{2, 3, below(6)}, 6}), Relation::overlapping);
}
TEST(RelationSphereSphere, SumOfRadiiCountsWithoutRounding) {
  EXPECT_EQ(relation(Sphere{{0, 0, 0}, 1}, Sphere{{1, 0, 0}, 0x1p-60}), Relation::overlapping);
  EXPECT_EQ(relation(Sphere{{0, 0, 0}, 1}, Sphere{{above(1), 0, 0}, 0x1p-60}), Relation::disjoint);
}
TEST(RelationSphereSphere, ConcentricOverlapEqualPointsTouch) {
  EXPECT_EQ(relation(Sphere{{1, 2, 3}, 1}, Sphere{{1, 2, 3}, 1}), Relation::overlapping);
  EXPECT_EQ(relation(Sphere{{1, 2, 3}, 0}, Point{{1, 2, 3}}), Relation::touching);
}
TEST(RelationSphereAabb, FaceEdgeCornerInside) {
  const Box box{{0, 0, 0}, {4, 4, 4}};
  EXPECT_EQ(relation(Sphere{{5, 1, 1}, 1}, box), Relation::touching);
  EXPECT_EQ(relation(box, Sphere{{7, 8, 1}, 5}), Relation::touching);
  EXPECT_EQ(relation(Sphere{{6, 7, 10}, 7}, box), Relation::touching);
  EXPECT_EQ(relation(Sphere{{6, 7, above(10)}, 7}, box), Relation::disjoint);
  EXPECT_EQ(relation(Sphere{{2, 2, 2}, 0}, box), Relation::overlapping);
  EXPECT_EQ(relation(Sphere{{2, 2, 4}, 0}, box), Relation::touching);
  EXPECT_EQ(relation(Sphere{{2, 2, 4}, 1}, box), Relation::overlapping);
}
TEST(RelationCapsuleCapsule, SkewParallelAndEndToEnd) {
  const Capsule a{{-1, 0, 0}, {1, 0, 0}, 0.5};
  EXPECT_EQ(relation(a, Capsule{{0, -1, 1}, {0, 1, 1}, 0.5}), Relation::touching);
  EXPECT_EQ(relation(a, Capsule{{0, -1, above(1)}, {0, 1, 1}, 0.5}), Relation::disjoint);
  EXPECT_EQ(relation(a, Capsule{{0, 1, 0}, {3, 1, 0}, 0.5}), Relation::touching);
  EXPECT_EQ(relation(a, Capsule{{2, 0, 0}, {3, 0, 0}, 0.5}), Relation::touching);
  EXPECT_EQ(relation(a, Capsule{{2, 0, 0}, {3, 0, 0}, above(0.5)}), Relation::overlapping);
}
TEST(RelationSegmentSegment, MeetingSegmentsTouchAtMost) {
  EXPECT_EQ(relation(Segment{{-1, 0, 0}, {1, 0, 0}}, Segment{{0, -1, 0}, {0, 1, 0}}), Relation::touching);
  EXPECT_EQ(relation(Segment{{-1, 0, 0}, {1, 0, 0}}, Segment{{-1, 0, 0}, {1, 0, 0}}), Relation::touching);
  EXPECT_EQ(relation(Segment{{-1, 0, 0}, {1, 0, 0}}, Segment{{0, -1, 0x1p-90}, {0, 1, 0}}),
            Relation::disjoint);
}
TEST(RelationSphereTriangle, OverTheFaceBesideAnEdgeAndFlat) {
  const Triangle t{{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}};
  EXPECT_EQ(relation(Sphere{{1, 1, 2}, 2}, t), Relation::touching);
  EXPECT_EQ(relation(t, Sphere{{1, 1, above(2)}, 2}), Relation::disjoint);
  EXPECT_EQ(relation(Sphere{{-3, 1, 4}, 5}, t), Relation::touching);
  EXPECT_EQ(relation(Point{{1, 1, 0}}, t), Relation::touching);
  EXPECT_EQ(relation(Sphere{{1, 3, 4}, 5}, Triangle{{{1, 0, 0}, {2, 0, 0}, {0, 0, 0}}}), Relation::touching);
}

TEST(PenetrationSphereSphere, PushesSecondOutAlongTheCentres) {
  const Penetration3<double> p = penetration(Sphere{{0, 0, 0}, 2}, Sphere{{0, 3, 0}, 2});
  EXPECT_EQ(p.depth, 1);
  EXPECT_EQ(p.mtv, (Vec{0, 1, 0}));
}
TEST(PenetrationSphereSphere, ConcentricPushedAnyShortestWay) {
  const Penetration3<double> p = penetration(Sphere{{1, 1, 1}, 2}, Sphere{{1, 1, 1}, 3});
  EXPECT_EQ(p.depth, 5);
  EXPECT_EQ(length(p.mtv), 5);
}
TEST(PenetrationSphereAabb, CentreInsideLeavesOverTheNearestFace) {
  const Penetration3<double> p = penetration(Box{{0, 0, 0}, {10, 10, 10}}, Sphere{{5, 9, 5}, 2});
  EXPECT_EQ(p.depth, 3);
  EXPECT_EQ(p.mtv, (Vec{0, 3, 0}));
}
TEST(PenetrationCapsuleCapsule, CrossingSegmentsPartAlongTheirPerpendicular) {
  const Penetration3<double> p =
      penetration(Capsule{{-1, 0, 0}, {1, 0, 0}, 0.5}, Capsule{{0, -1, 0}, {0, 1, 0}, 0.25});
  EXPECT_EQ(p.depth, 0.75);
  EXPECT_EQ(std::fabs(p.mtv.z), 0.75);
}
TEST(PenetrationCapsuleSphere, CentreOnTheSegmentLeavesAcrossIt) {
  const Penetration3<double> p = penetration(Capsule{{-1, 0, 0}, {9, 0, 0}, 0.5}, Sphere{{0, 0, 0}, 1});
  EXPECT_EQ(p.depth, 1.5);
  EXPECT_EQ(p.mtv.x, 0);
  EXPECT_NEAR(length(p.mtv), 1.5, 0x1p-51);
}
TEST(DistanceSegmentSegment, AlmostParallelSkewSegmentsToTheLastBits) {
  // The lines come nearest, 2^-20 apart, at x = 1, where double products know nothing of their angle.
  const Segment a{{0, 0, 0}, {2, 0, 0}};
  const Segment b{{0, -0x1p-30, 0x1p-20}, {2, 0x1p-30, 0x1p-20}};
  const Distance3<double> d = distance(a, b);
  EXPECT_EQ(d.distance, 0x1p-20);
  EXPECT_EQ(d.on_a, (Vec{1, 0, 0}));
  EXPECT_EQ(d.on_b, (Vec{1, 0, 0x1p-20}));
}
TEST(DistanceSegmentSegment, ParallelAndDegenerate) {
  EXPECT_EQ(distance(Segment{{0, 0, 0}, {4, 0, 0}}, Segment{{1, 3, 4}, {9, 3, 4}}).distance, 5);
  EXPECT_EQ(distance(Segment{{0, 0, 0}, {4, 0, 0}}, Segment{{7, 0, 4}, {7, 0, 4}}).distance, 5);
  EXPECT_EQ(distance(Segment{{1, 1, 1}, {1, 1, 1}}, Segment{{1, 1, 1}, {1, 1, 1}}).distance, 0);
}

// Random pairs against rationals.

using reference::Rational;
using reference::Real3;

struct Worst {
  int cases = 0;
  int count[3] = {};
  double distance = 0, points = 0, depth = 0, push = 0;
};

class Scenes {
 public:
  Scenes(int kind, std::uint64_t seed) : kind_(kind), random_(seed) {}

  int pick(int n) { return static_cast<int>(random_() % static_cast<std::uint64_t>(n)); }
  double number() {
    const double integer = pick(7) - 3;
    const double real = 3 * (double(random_() >> 11) * 0x1p-52 - 1);
    if (kind_ == 0) return integer;
    if (kind_ == 1 && integer != 0)
      return pick(2) == 0 ? integer : (pick(2) == 0 ? above(integer) : below(integer));
    if (kind_ == 2) return pick(3) == 0 ? real : integer;
    return kind_ == 1 ? 0 : std::ldexp(real, -pick(40));
  }
  Vec point() { return {number(), number(), number()}; }
  double radius() { return pick(6) == 0 ? 0 : std::fabs(number()); }
  /// Of the first shape, to be gap away from the second of radius s: in a quarter of the scenes they touch,
  /// or miss that by a rounding.
  double radius(double gap, double s) { return pick(4) == 0 && gap >= s ? gap - s : radius(); }
  Segment segment() {
    const Vec from = point();
    const Vec nearby = from + point() * 0x1p-30;
    return {from, pick(8) == 0 ? from : (pick(8) == 0 ? nearby : point())};
  }
  Box box() {
    const Vec p = point(), q = point();
    return {{std::min(p.x, q.x), std::min(p.y, q.y), std::min(p.z, q.z)},
            {std::max(p.x, q.x), std::max(p.y, q.y), std::max(p.z, q.z)}};
  }

 private:
  int kind_;
  std::mt19937_64 random_;
};

double largest(const Vec& v) {
  return std::max({std::fabs(v.x), std::fabs(v.y), std::fabs(v.z)});
}

/// Skeletons of the pair, for the reference, and the scene's text.
template <class A, class B>
struct Pair {
  A a;
  B b;
  double radius_a, radius_b, scale;
  std::string text;
};

/// gap_sq(a's closest point moved by v): the square of the skeletons' distance with B moved by a rational
/// vector.
template <class A, class B, class GapSq>
void compare(const Pair<A, B>& pair, const GapSq& gap_sq, Worst& worst) {
  const reference::Point3D nowhere{Rational(0), Rational(0), Rational(0)};
  const Rational sq = gap_sq(nowhere);
  const Rational reach = Rational(pair.radius_a) + Rational(pair.radius_b);
  const Relation expected = sq > reach * reach
                                ? Relation::disjoint
                                : (sq < reach * reach ? Relation::overlapping : Relation::touching);
  ++worst.cases;
  ++worst.count[int(expected)];
  ASSERT_EQ(relation(pair.a, pair.b), expected) << pair.text;
  ASSERT_EQ(relation(pair.b, pair.a), expected) << pair.text;
  const double u = 0x1p-52 * pair.scale;
  const Real3 separation = sqrt(reference::real3(sq)) - reference::real3(reach);
  const auto d = distance(pair.a, pair.b);
  if (expected == Relation::disjoint) {
    worst.distance = std::max(worst.distance, double(abs(Real3(d.distance) - separation)) / u);
    worst.points = std::max(worst.points, std::fabs(length(d.on_b - d.on_a) - d.distance) / u);
  } else {
    ASSERT_EQ(d.distance, 0) << pair.text;
    ASSERT_EQ(d.on_a, d.on_b) << pair.text;
  }
  const auto p = penetration(pair.a, pair.b);
  ASSERT_EQ(p.relation, expected) << pair.text;
  if (expected != Relation::overlapping) return;
  worst.depth = std::max(worst.depth, double(abs(Real3(p.depth) + separation)) / u);
  worst.depth = std::max(worst.depth, std::fabs(length(p.mtv) - p.depth) / u);
  const Rational after = gap_sq(reference::rational(p.mtv));
  worst.push = std::max(worst.push, double(reference::real3(reach) - sqrt(reference::real3(after))) / u);
}

void expect_bounds(const Worst& worst) {
  std::printf(
      "%d pairs: %d disjoint, %d touching, %d overlapping; worst distance %.2f u, points %.2f u, depth %.2f "
      "u, "
      "overlap left %.2f u\n",
      worst.cases, worst.count[0], worst.count[1], worst.count[2], worst.distance, worst.points, worst.depth,
      worst.push);
  for (const int count : worst.count) EXPECT_GT(count, worst.cases / 200);
  EXPECT_LE(worst.distance, kBallDistanceBound);
  EXPECT_LE(worst.points, 2 * kBallPointBound);
  EXPECT_LE(worst.depth, kBallPenetrationBound);
  EXPECT_LE(worst.push, kBallPenetrationBound);
}

std::string print(std::initializer_list<Vec> points, double r, double s) {
  char buffer[120];
  std::string text;
  for (const Vec& p : points) {
    std::snprintf(buffer, sizeof buffer, "{%a, %a, %a} ", p.x, p.y, p.z);
    text += buffer;
  }
  std::snprintf(buffer, sizeof buffer, "radii %a, %a", r, s);
  return text + buffer;
}
double scale_of(std::initializer_list<Vec> points, double r, double s) {
  double scale = std::max(r, s);
  for (const Vec& p : points) scale = std::max(scale, largest(p));
  return scale;
}

/// Compares scenes of every kind of numbers.
Worst run(void (*compare_scene)(Scenes&, Worst&), std::uint64_t seed) {
  Worst worst;
  for (int i = 0; i < 6000 && !testing::Test::HasFatalFailure(); ++i) {
    Scenes scenes(i % 4, seed + static_cast<std::uint64_t>(i));
    compare_scene(scenes, worst);
  }
  return worst;
}

void compare_capsules(Scenes& scenes, Worst& worst) {
  const Segment p = scenes.segment(), q = scenes.segment();
  const double s = scenes.radius(), r = scenes.radius(distance(p, q).distance, s);
  const Pair<Capsule, Capsule> pair{{p.from, p.to, r},
                                    {q.from, q.to, s},
                                    r,
                                    s,
                                    scale_of({p.from, p.to, q.from, q.to}, r, s),
                                    print({p.from, p.to, q.from, q.to}, r, s)};
  compare(
      pair,
      [&](const reference::Point3D& by) {
        return reference::distance_sq_of_segments(reference::rational(p.from), reference::rational(p.to),
                                                  reference::rational(q.from) + by,
                                                  reference::rational(q.to) + by);
      },
      worst);
}
TEST(ClosedForm3, RandomCapsulesEqualTheReference) {
  expect_bounds(run(compare_capsules, 100));
}
void compare_capsules_and_spheres(Scenes& scenes, Worst& worst) {
  const Segment p = scenes.segment();
  const Vec c = scenes.pick(8) == 0 ? p.from + (p.to - p.from) * 0.5 : scenes.point();
  const double s = scenes.radius(), r = scenes.radius(distance(p, Point{c}).distance, s);
  const Pair<Capsule, Sphere> pair{
      {p.from, p.to, r}, {c, s}, r, s, scale_of({p.from, p.to, c}, r, s), print({p.from, p.to, c}, r, s)};
  compare(
      pair,
      [&](const reference::Point3D& by) {
        return reference::distance_sq_to_segment(reference::rational(c) + by, reference::rational(p.from),
                                                 reference::rational(p.to));
      },
      worst);
}
TEST(ClosedForm3, RandomCapsulesAndSpheresEqualTheReference) {
  expect_bounds(run(compare_capsules_and_spheres, 200));
}
void compare_spheres(Scenes& scenes, Worst& worst) {
  const Vec p = scenes.point(), q = scenes.point();
  const double s = scenes.radius(), r = scenes.radius(length(q - p), s);
  const Pair<Sphere, Sphere> pair{{p, r}, {q, s}, r, s, scale_of({p, q}, r, s), print({p, q}, r, s)};
  compare(
      pair,
      [&](const reference::Point3D& by) {
        return Rational(length_sq(reference::rational(q) + by - reference::rational(p)));
      },
      worst);
}
TEST(ClosedForm3, RandomSpheresEqualTheReference) {
  expect_bounds(run(compare_spheres, 300));
}
void compare_triangles_and_spheres(Scenes& scenes, Worst& worst) {
  const Segment p = scenes.segment();
  const Triangle t{{p.from, p.to, scenes.pick(8) == 0 ? p.to * 2.0 - p.from : scenes.point()}};
  const Vec c = scenes.pick(8) == 0 ? t.points[0] * 0.5 + (t.points[1] + t.points[2]) * 0.25 : scenes.point();
  const double s = scenes.radius(distance(t, Point{c}).distance, 0);
  const Pair<Triangle, Sphere> pair{t,
                                    {c, s},
                                    0,
                                    s,
                                    scale_of({t.points[0], t.points[1], t.points[2], c}, 0, s),
                                    print({t.points[0], t.points[1], t.points[2], c}, 0, s)};
  compare(
      pair,
      [&](const reference::Point3D& by) {
        return reference::distance_sq_to_triangle(
            reference::rational(c) + by, reference::rational(t.points[0]), reference::rational(t.points[1]),
            reference::rational(t.points[2]));
      },
      worst);
}
TEST(ClosedForm3, RandomTrianglesAndSpheresEqualTheReference) {
  expect_bounds(run(compare_triangles_and_spheres, 400));
}

/// Of centres outside, whose penetration is that of two balls.
void compare_boxes_and_spheres(Scenes& scenes, Worst& worst) {
  const Box box = scenes.box();
  const Vec c = scenes.point();
  const double s = scenes.radius(distance(box, Sphere{c, 0}).distance, 0);
  if (space::closest_of_box(box, c) == c) return;
  const Pair<Box, Sphere> pair{
      box, {c, s}, 0, s, scale_of({box.min, box.max, c}, 0, s), print({box.min, box.max, c}, 0, s)};
  compare(
      pair,
      [&](const reference::Point3D& by) {
        return reference::distance_sq_to_box(reference::rational(c) + by, box);
      },
      worst);
}
TEST(ClosedForm3, RandomBoxesAndSpheresEqualTheReference) {
  expect_bounds(run(compare_boxes_and_spheres, 500));
}
double way_out(const Box& box, const Vec& c) {
  return std::min(
      {c.x - box.min.x, box.max.x - c.x, c.y - box.min.y, box.max.y - c.y, c.z - box.min.z, box.max.z - c.z});
}
TEST(ClosedForm3, CentresInBoxesArePushedOutByTheShortestWay) {
  Scenes scenes(3, 600);
  int inside = 0;
  for (int i = 0; i < 20000; ++i) {
    const Box box = scenes.box();
    const Sphere sphere{scenes.point(), std::fabs(scenes.number())};
    const Vec c = sphere.center;
    if (!(space::closest_of_box(box, c) == c) || sphere.radius == 0) continue;
    ++inside;
    const Penetration3<double> p = penetration(box, sphere);
    ASSERT_EQ(p.depth, way_out(box, c) + sphere.radius);
    ASSERT_EQ(length(p.mtv), p.depth);
    ASSERT_LE(sphere.radius - distance(box, Sphere{c + p.mtv, 0}).distance,
              kBallPenetrationBound * 0x1p-52 * 3);
  }
  EXPECT_GT(inside, 100);
}

}  // namespace
}  // namespace touchstone
