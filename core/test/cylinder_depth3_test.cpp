// Pairs with a cylinder through the front door (collide3.hpp): the families that expanding polytopes do not
// end on, for they are as deep in many directions, against sampled directions; no pair gives up.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <vector>

#include <touchstone/collide3.hpp>

#include "core/test/height_reference3.hpp"
#include "core/test/space_pairs.hpp"

namespace touchstone {
namespace {

namespace sp = space_pairs;
namespace hr = height_reference;
using Vec = Vec3<double>;
using Cylinder = Cylinder3<double>;
using Obb = Obb3<double>;

constexpr std::uint64_t kSeed = 17;
/// The search of the reference ends short of the least height by this much, in u.
constexpr double kSearch = 4;

struct Tally {
  int pairs = 0, apart = 0;
  double deepest = 0, shallowest = 0;  ///< depth over and under the least height found, in u
  double left = 0;                     ///< of an overlap by the push, in u
  double distance = 0;                 ///< over the height along its direction, in u

  void report(const char* name, int least_overlaps) const {
    std::cout << name << ", seed " << kSeed << ": " << pairs << " pairs, " << apart << " apart; depth over "
              << deepest << " u, under " << shallowest << " u, left " << left << " u; distance " << distance
              << " u\n";
    EXPECT_LE(deepest, kCylinderDepthBound);
    EXPECT_LE(shallowest, kCylinderDepthBound + kSearch);
    EXPECT_LE(left, kCylinderDepthBound);
    EXPECT_LE(distance, kGjk3DistanceBound);
    EXPECT_GE(pairs - apart, least_overlaps);
  }
};

Hull3<double> as_shape(const std::vector<Vec>& points) {
  return {points};
}
template <class Shape>
const Shape& as_shape(const Shape& shape) {
  return shape;
}

template <class A, class B>
void compare(const A& first, const B& second, Tally& tally) {
  const Checked3 a = checked(as_shape(first)), b = checked(as_shape(second));
  const Penetration3<double> push = penetration(a, b), back = penetration(b, a);
  const Distance3<double> near = distance(a, b);
  ASSERT_EQ(push.status, Status::ok);
  ASSERT_EQ(near.status, Status::ok);
  ASSERT_EQ(relation(a, b).status, Status::ok);
  const double u = 0x1p-52 * std::max(a.largest_coordinate, b.largest_coordinate);
  EXPECT_NEAR(push.depth, back.depth, 2 * kCylinderDepthBound * u);
  ++tally.pairs;
  tally.apart += push.relation == Relation::disjoint;
  const auto height = [&](const hr::Direction& n) {
    return hr::height_of(first, n) + hr::height_of(second, -n);
  };
  if (near.distance > 0x1p-10) {
    const hr::Direction n = hr::unit(hr::widened(near.on_b) - hr::widened(near.on_a));
    const double gap = static_cast<double>(near.distance + height(n)) / u;
    // The direction from points near each other errs by more than a rounding.
    tally.distance = std::max(tally.distance, gap * near.distance);
  }
  if (push.depth == 0) return;
  const double error = static_cast<double>(push.depth - hr::least_height(height, push.mtv)) / u;
  tally.deepest = std::max(tally.deepest, error);
  tally.shallowest = std::max(tally.shallowest, -error);
  const double left = static_cast<double>(height(hr::unit(hr::widened(push.mtv))) - push.depth) / u;
  tally.left = std::max(tally.left, left);
}

Vec between(const Cylinder& c, double t) {
  return c.from + (c.to - c.from) * t;
}
Cylinder tilted(sp::Random& random, const Cylinder& c, double amount) {
  return {c.from + random.direction() * amount, c.to + random.direction() * amount, c.radius};
}
/// A box whose axes are the cylinder's and two across it, but for amount.
Obb box_along(sp::Random& random, const Cylinder& c, double amount, bool square) {
  const Vec w = c.to - c.from;
  const Vec z = w * (1 / length(w)) + random.in_cube(amount);
  const Vec v = cross(z, random.direction());
  const Vec x = v * (1 / length(v)), y = cross(z, x);
  const double size = random.uniform(0.05, 0.8);
  return {between(c, 0.5),
          {x * size, y * (square ? size : random.uniform(0.05, 0.8)), z * random.uniform(0.1, 2)}};
}

TEST(PenetrationCylinder, ByHand) {
  const Checked3 tube = checked(Cylinder{{0, 0, -2}, {0, 0, 2}, 1});
  EXPECT_EQ(penetration(tube, tube).depth, 2);
  const Checked3 across = checked(Cylinder{{-2, 0, 0}, {2, 0, 0}, 1});
  EXPECT_EQ(penetration(tube, across).depth, 2);
  EXPECT_EQ(std::fabs(penetration(tube, across).mtv.y), 2);
  const Checked3 cube = checked(Aabb3<double>{{-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5}});
  EXPECT_EQ(penetration(tube, cube).depth, 1.5);
  EXPECT_EQ(penetration(tube, checked(Segment3<double>{{0, 0, -9}, {0, 0, 9}})).depth, 1);
  EXPECT_EQ(penetration(tube, checked(Aabb3<double>{{-9, -9, -9}, {9, 9, 9}})).depth, 10);
}

TEST(PenetrationCylinder, CoaxialAndNearlyCoaxialCylinders) {
  sp::Random random(kSeed);
  Tally tally;
  for (int k = 0; k < 60; ++k) {
    const Cylinder a = sp::cylinder(random, 0.3);
    Cylinder b = tilted(random, a, k % 4 == 0 ? 0 : random.power(-53, -8));
    const Vec shift = (a.to - a.from) * (k % 3 == 0 ? 0.0 : random.uniform(-1, 1));
    b = {b.from + shift, b.to + shift, k % 2 == 0 ? a.radius : a.radius * random.uniform(0.2, 1)};
    compare(a, b, tally);
  }
  tally.report("coaxial", 50);
}

TEST(PenetrationCylinder, CylindersThatCrossAtRightAnglesAndAnyhow) {
  sp::Random random(kSeed);
  Tally tally;
  for (int k = 0; k < 60; ++k) {
    const double l = random.uniform(0.3, 2), m = random.uniform(0.3, 2), r = random.uniform(0.1, 1);
    const double s = k % 2 == 0 ? r : random.uniform(0.1, 1);
    compare(Cylinder{{-l, 0, 0}, {l, 0, 0}, r}, Cylinder{{0, -m, 0}, {0, m, 0}, s}, tally);
    compare(sp::cylinder(random, 0.4), sp::cylinder(random, 0.4), tally);
  }
  tally.report("crossing", 90);
}

TEST(PenetrationCylinder, DiscsAndRods) {
  sp::Random random(kSeed);
  Tally tally;
  for (int k = 0; k < 100; ++k) {
    Cylinder disc = sp::cylinder(random, 0.1), rod = sp::cylinder(random, 0.1);
    disc.to = between(disc, random.power(-20, -1));
    rod.radius *= random.power(-12, 0);
    compare(disc, rod, tally);
  }
  tally.report("discs and rods", 10);
}

/// Rims that come near each other along a stretch have more than one near way out.
TEST(PenetrationCylinder, ShallowCylinders) {
  sp::Random random(kSeed);
  Tally tally;
  for (int k = 0; k < 100; ++k) {
    const Cylinder a = sp::cylinder(random, 1.2);
    Cylinder b = sp::cylinder(random, 1.2);
    const Distance3<double> gap = distance(checked(a), checked(b));
    if (gap.distance == 0) continue;
    const Vec shift = (gap.on_a - gap.on_b) * (1 + random.power(-30, -3) / gap.distance);
    compare(a, Cylinder{b.from + shift, b.to + shift, b.radius}, tally);
  }
  tally.report("shallow", 50);
}

TEST(PenetrationCylinder, TwoWaysOutOverRimsThatAreAlmostTangentAreBothFound) {
  const Cylinder a{{0x1.bb5e3db4aeb94p-1, -0x1.e319efb803378p-4, -0x1.839d983dce6dfp-2},
                   {0x1.8540fa0a754d4p+0, 0x1.c3de5e477bfefp-1, -0x1.1c323eb17625ap-1},
                   0x1.cfbf723d28016p-2};
  const Cylinder b{{0x1.6742618d1acf8p-2, 0x1.10b87034dcccp-4, -0x1.0d3db509029bdp-1},
                   {0x1.28e392c87197p-1, -0x1.e0b9f1924a161p-1, -0x1.23f6a863c2eeep-2},
                   0x1.305867453a004p-3};
  // Of the certified oracle.
  EXPECT_NEAR(penetration(checked(a), checked(b)).depth, 0.0010109263959241528,
              kCylinderDepthBound * 0x1p-51);
}

TEST(PenetrationCylinder, BoxesConcentricAlignedAndAround) {
  sp::Random random(kSeed);
  Tally tally;
  for (int k = 0; k < 40; ++k) {
    const Cylinder a = sp::cylinder(random, 0.3);
    Obb anyhow = sp::box(random, 0.3);
    if (k % 2 == 0) anyhow.center = between(a, 0.5);
    compare(a, anyhow, tally);
    compare(a, box_along(random, a, k % 2 == 0 ? 0 : random.power(-53, -3), k % 4 < 2), tally);
    compare(Obb{{0, 0, 0}, {{5, 0, 0}, {0, 5, 0}, {0, 0, 5}}}, a, tally);
  }
  tally.report("boxes", 100);
}

TEST(PenetrationCylinder, SegmentsAndCapsulesOnTheAxisButForLittle) {
  sp::Random random(kSeed);
  Tally tally;
  for (int k = 0; k < 40; ++k) {
    const Cylinder a = sp::cylinder(random, 0.3),
                   t = tilted(random, a, k % 4 == 0 ? 0 : random.power(-53, -3));
    compare(a, Segment3<double>{t.from, t.to}, tally);
    compare(Capsule3<double>{t.from, t.to, random.uniform(0.05, 0.5)}, a, tally);
    compare(a, Capsule3<double>{random.in_cube(0.7), random.in_cube(0.7), random.uniform(0, 0.4)}, tally);
  }
  tally.report("segments", 80);
}

std::vector<Vec> upright_prism(int sides) {
  std::vector<Vec> prism;
  for (int j = 0; j < sides; ++j) {
    const double angle = 6.283185307179586 * j / sides, x = 0.5 * std::cos(angle), y = 0.5 * std::sin(angle);
    prism.insert(prism.end(), {{x, y, -0.5}, {x, y, 0.5}});
  }
  return prism;
}
TEST(PenetrationCylinder, TrianglesAndHullsRoundTheAxis) {
  sp::Random random(kSeed);
  Tally tally;
  for (int k = 0; k < 30; ++k) {
    const Cylinder a = sp::cylinder(random, 0.2), upright{{0, 0, -1}, {0, 0, 1}, 0.25 * (1 + k % 5)};
    const Vec middle = between(a, 0.5), p = random.in_cube(0.5);
    compare(a, Triangle3<double>{{middle + p, middle - p, middle + random.in_cube(0.5)}}, tally);
    compare(upright, upright_prism(3 + k), tally);
    compare(sp::on_sphere(random, 40, random.in_cube(0.5)), a, tally);
  }
  tally.report("hulls", 80);
}

TEST(PenetrationCylinder, NeedlesAndMixedScales) {
  sp::Random random(kSeed);
  Tally tally;
  for (int k = 0; k < 60; ++k) {
    const Cylinder a = sp::cylinder(random, 0.1);
    const Vec e = random.direction();
    const double thin = random.power(-45, -8);
    std::vector<Vec> needle;
    for (int j = 0; j < 7; ++j) needle.push_back(e * random.uniform(-1, 1) + random.in_cube(thin));
    compare(a, needle, tally);
    compare(sp::scaled(sp::box(random, 0.3), random.power(-40, 0)), a, tally);
  }
  tally.report("needles", 60);
}

/// Small integers: axes along coordinates, features that touch, closest points that are not unique.
Vec along_coordinate(sp::Random& random) {
  const double size = 1 + random.below(3);
  const int k = random.below(3);
  return {k == 0 ? size : 0.0, k == 1 ? size : 0.0, k == 2 ? size : 0.0};
}
Checked3 lattice_cylinder(sp::Random& random) {
  const Vec p = random.lattice(5);
  return checked(Cylinder{p, p + along_coordinate(random), double(1 + random.below(2))});
}
Checked3 lattice_box(sp::Random& random) {
  const Vec p = random.lattice(5);
  return checked(Aabb3<double>{p, p + along_coordinate(random) + along_coordinate(random)});
}
TEST(DistanceCylinder, LatticesNeverGiveUp) {
  sp::Random random(kSeed);
  int apart = 0, ended = 0;
  for (int k = 0; k < 4000; ++k) {
    const Checked3 a = lattice_cylinder(random);
    const Checked3 b = k % 2 == 0 ? lattice_cylinder(random) : lattice_box(random);
    const Distance3<double> near = distance(a, b);
    ended += near.status == Status::ok && penetration(a, b).status == Status::ok &&
             relation(a, b).status == Status::ok;
    apart += near.distance > 0;
  }
  EXPECT_EQ(ended, 4000);
  EXPECT_GE(apart, 1500);
  EXPECT_LE(apart, 3500);
}

}  // namespace
}  // namespace touchstone
