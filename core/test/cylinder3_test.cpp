// Closed forms of a cylinder with spheres, capsules and cylinders along its axis, against hand-worked numbers
// and the same formulas in numbers of 50 digits.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iostream>

#include <touchstone/cylinder3.hpp>

#include "core/test/space_pairs.hpp"

namespace touchstone {
namespace {

namespace sp = space_pairs;
using space_reference::Point;
using space_reference::Real;
using space_reference::real;
using Cylinder = Cylinder3<double>;
using Capsule = Capsule3<double>;

constexpr std::uint64_t kSeed = 13;

double above(double x) {
  return std::nextafter(x, HUGE_VAL);
}
double below(double x) {
  return std::nextafter(x, -HUGE_VAL);
}
Capsule sphere(const Vec3<double>& center, double radius) {
  return {center, center, radius};
}

const Cylinder kTube{{0, 0, -1}, {0, 0, 1}, 1};

TEST(RelationParallel, SphereAtTheSideTheEndAndTheRimOneUlpEitherSideOfTouch) {
  EXPECT_EQ(relation_parallel(kTube, sphere({4, 0, 0.5}, 3)), Relation::touching);
  EXPECT_EQ(relation_parallel(kTube, sphere({above(4), 0, 0.5}, 3)), Relation::disjoint);
  EXPECT_EQ(relation_parallel(kTube, sphere({below(4), 0, 0.5}, 3)), Relation::overlapping);
  EXPECT_EQ(relation_parallel(kTube, sphere({0.5, 0, 3}, 2)), Relation::touching);
  EXPECT_EQ(relation_parallel(kTube, sphere({0.5, 0, above(3)}, 2)), Relation::disjoint);
  EXPECT_EQ(relation_parallel(kTube, sphere({0.5, 0, below(3)}, 2)), Relation::overlapping);
  EXPECT_EQ(relation_parallel(kTube, sphere({4, 0, -5}, 5)), Relation::touching);
  EXPECT_EQ(relation_parallel(kTube, sphere({4, 0, below(-5)}, 5)), Relation::disjoint);
  EXPECT_EQ(relation_parallel(kTube, sphere({4, 0, above(-5)}, 5)), Relation::overlapping);
}

TEST(RelationParallel, PointInsideOnTheBoundaryAndOutside) {
  EXPECT_EQ(relation_parallel(kTube, sphere({0, 0, 0}, 0)), Relation::overlapping);
  EXPECT_EQ(relation_parallel(kTube, sphere({1, 0, 1}, 0)), Relation::touching);
  EXPECT_EQ(relation_parallel(kTube, sphere({0.5, 0, 1}, 0)), Relation::touching);
  EXPECT_EQ(relation_parallel(kTube, sphere({below(1), 0, below(1)}, 0)), Relation::overlapping);
  EXPECT_EQ(relation_parallel(kTube, sphere({above(1), 0, 0}, 0)), Relation::disjoint);
}

TEST(RelationParallel, CylindersEndToEndSideBySideAndRimToRim) {
  EXPECT_EQ(relation_parallel(kTube, Cylinder{{0, 0, 3}, {0, 0, 1}, 5}), Relation::touching);
  EXPECT_EQ(relation_parallel(kTube, Cylinder{{0, 0, 3}, {0, 0, above(1)}, 5}), Relation::disjoint);
  EXPECT_EQ(relation_parallel(kTube, Cylinder{{3, 4, 3}, {3, 4, 0}, 4}), Relation::touching);
  EXPECT_EQ(relation_parallel(kTube, Cylinder{{3, 4, 3}, {3, 4, 1}, 4}), Relation::touching);
  EXPECT_EQ(relation_parallel(kTube, Cylinder{{3, 4, 3}, {3, 4, 1}, 5}), Relation::touching);
  EXPECT_EQ(relation_parallel(kTube, Cylinder{{3, 4, 3}, {3, 4, 0}, above(4)}), Relation::overlapping);
  EXPECT_EQ(relation_parallel(kTube, kTube), Relation::overlapping);
}

TEST(RelationParallel, SegmentOnTheSideTouchesAndInsideOverlaps) {
  EXPECT_EQ(relation_parallel(kTube, Capsule{{1, 0, -5}, {1, 0, 5}, 0}), Relation::touching);
  EXPECT_EQ(relation_parallel(kTube, Capsule{{below(1), 0, 5}, {below(1), 0, -5}, 0}), Relation::overlapping);
  EXPECT_EQ(relation_parallel(kTube, Capsule{{0, 0, 1}, {0, 0, 5}, 0}), Relation::touching);
}

TEST(AreParallel, OneUlpOfTiltIsTold) {
  EXPECT_TRUE(are_parallel(kTube, Cylinder{{7, 1, 3}, {7, 1, -2}, 1}));
  EXPECT_FALSE(are_parallel(kTube, Cylinder{{7, 1, 3}, {7, above(1), -2}, 1}));
  EXPECT_TRUE(are_parallel(Cylinder{{0, 0, 0}, {1, 2, 3}, 1}, Capsule{{5, 5, 5}, {2, -1, -4}, 1}));
  EXPECT_TRUE(are_parallel(kTube, sphere({1, 2, 3}, 1)));
}

TEST(DistanceParallel, ByHand) {
  const Distance3<double> rim = distance_parallel(kTube, sphere({4, 0, 5}, 1));
  EXPECT_EQ(rim.distance, 4);
  EXPECT_EQ(rim.on_a, (Vec3<double>{1, 0, 1}));
  const Distance3<double> ends = distance_parallel(kTube, Cylinder{{0.5, 0, 4}, {0.5, 0, 3}, 2});
  EXPECT_EQ(ends.distance, 2);
  EXPECT_EQ(ends.on_b - ends.on_a, (Vec3<double>{0, 0, 2}));
  const Distance3<double> rims = distance_parallel(kTube, Cylinder{{6, 0, 9}, {6, 0, 5}, 2});
  EXPECT_EQ(rims.distance, 5);
  EXPECT_EQ(rims.on_b, (Vec3<double>{4, 0, 5}));
  EXPECT_EQ(distance_parallel(kTube, kTube).distance, 0);
}

TEST(PenetrationParallel, ByHand) {
  const Penetration3<double> same = penetration_parallel(kTube, kTube);
  EXPECT_EQ(same.depth, 2);
  EXPECT_EQ(length(same.mtv), 2);
  const Cylinder disc{{0, 0, 0.5}, {0, 0, 1.5}, 9};
  EXPECT_EQ(penetration_parallel(kTube, disc).mtv, (Vec3<double>{0, 0, 0.5}));
  EXPECT_EQ(penetration_parallel(kTube, Cylinder{{1.5, 0, 3}, {1.5, 0, -3}, 1}).mtv,
            (Vec3<double>{0.5, 0, 0}));
  EXPECT_EQ(penetration_parallel(kTube, sphere({0, 0, 0.5}, 2)).mtv, (Vec3<double>{0, 0, 2.5}));
  EXPECT_EQ(penetration_parallel(kTube, sphere({4, 0, 5}, 6)).depth, 1);
  EXPECT_EQ(penetration_parallel(kTube, sphere({4, 0, 5}, 5)).relation, Relation::touching);
}

/// The other shape as the tests make it: flat ends of radius wide, or a ball.
struct Along {
  Vec3<double> from, to;
  double wide, ball;
};
/// Signed, of the given shapes.
Real separation(const Cylinder& a, const Along& b) {
  const Point axis = real(a.to) - real(a.from), low = real(b.from) - real(a.from),
              high = real(b.to) - real(a.from);
  const Real size = space_reference::size_of(axis);
  const Real from = dot(low, axis) / size, to = dot(high, axis) / size;
  const Real axial = std::max(Real(std::min(from, to) - size), Real(-std::max(from, to)));
  const Real radial = space_reference::size_of(cross(low, axis)) / size - Real(a.radius) - Real(b.wide);
  const Real out = std::max(axial, Real(0)), beside = std::max(radial, Real(0));
  const Real core =
      axial <= 0 && radial <= 0 ? std::max(axial, radial) : Real(sqrt(out * out + beside * beside));
  return core - Real(b.ball);
}

/// Exactly parallel pairs: axes are multiples of one vector of few bits. way: 0 anywhere, 1 along one line, 2
/// shifted by little across, 3 small integers, which often touch.
struct Scene {
  Cylinder a;
  Along b;
};
Scene scene(sp::Random& random, int way) {
  const auto grid = [&](double half) {
    const Vec3<double> v = random.in_cube(half);
    const auto rounded = [](double x) { return std::round(x * 0x1p+20) * 0x1p-20; };
    return Vec3<double>{rounded(v.x), rounded(v.y), rounded(v.z)};
  };
  Vec3<double> d = way == 3 ? Vec3<double>{0, 0, 0.25} : random.lattice(9) * 0x1p-5;
  if (d == Vec3<double>{}) d = {0, 0.25, 0.125};
  const Vec3<double> p = way == 3 ? Vec3<double>{} : grid(0.5);
  Vec3<double> q = p + d * double(random.below(9) - 4);
  if (way == 0) q = grid(0.7);
  if (way == 2) q = q + grid(random.power(-18, -2));
  if (way == 3) q = random.lattice(7) * 0.5;
  const double r = way == 3 ? 0.5 * (1 + random.below(3)) : random.uniform(0.01, 0.5);
  const double s = way == 3 ? 0.5 * random.below(6) : random.uniform(0, 0.5);
  const bool flat = random.below(2) == 0 && s > 0;
  const double end = flat ? 1 + random.below(5) : random.below(5);
  return {{p, p + d * double(1 + random.below(5)), r},
          {q, q + d * (random.below(2) == 0 ? end : -end), flat ? s : 0, flat ? 0 : s}};
}

struct Worst {
  int relation[3]{};
  double distance = 0, depth = 0, points = 0, left = 0;  ///< in u

  void report(int way) const {
    const auto& [disjoint, touching, overlapping] = relation;
    std::cout << "seed " << kSeed << " way " << way << ": " << disjoint << " disjoint, " << touching
              << " touching, " << overlapping << " overlapping; distance within " << distance << " u, points "
              << points << " u, depth " << depth << " u, left " << left << " u\n";
    EXPECT_LE(distance, kParallelCylinderBound);
    EXPECT_LE(depth, kParallelCylinderBound);
    EXPECT_LE(points, kParallelCylinderPointBound);
    // The moved ends are rounded too.
    EXPECT_LE(left, kParallelCylinderBound + 4);
    EXPECT_GE(overlapping, 300);
    EXPECT_GE(disjoint, 50);
    EXPECT_GE(touching, way == 3 ? 100 : 0);
  }
};

double in_units(const Real& error, double unit) {
  return Real(error / Real(unit)).convert_to<double>();
}
Real outside_of(const Along& b, const Point& p) {
  if (b.wide > 0) return sp::outside(Cylinder{b.from, b.to, b.wide}, p);
  return Real(sqrt(space_reference::squared_to_segment(p, real(b.from), real(b.to)))) - Real(b.ball);
}

template <class Shape>
void compare(const Cylinder& a, const Shape& b, const Along& along, Worst& worst) {
  ASSERT_TRUE(are_parallel(a, b));
  const Real truth = separation(a, along);
  const double u = 0x1p-52 * std::max({largest_coordinate(a.from), largest_coordinate(a.to), a.radius,
                                       largest_coordinate(b.from), largest_coordinate(b.to), b.radius});
  const Relation related = relation_parallel(a, b);
  // Where the truth is a square root its sign is known to 40 digits.
  const bool touches = abs(truth) < Real(1e-40);
  ASSERT_EQ(related, touches ? Relation::touching : truth > 0 ? Relation::disjoint : Relation::overlapping);
  ++worst.relation[int(related)];
  const Distance3<double> near = distance_parallel(a, b);
  worst.distance = std::max(worst.distance, in_units(abs(Real(near.distance) - std::max(truth, Real(0))), u));
  worst.points = std::max({worst.points, in_units(sp::outside(a, real(near.on_a)), u),
                           in_units(outside_of(along, real(near.on_b)), u)});
  const Real between = space_reference::size_of(real(near.on_b) - real(near.on_a));
  worst.points = std::max(worst.points, in_units(abs(between - Real(near.distance)), u) / 2);
  const Penetration3<double> push = penetration_parallel(a, b);
  ASSERT_EQ(push.relation, related);
  if (related != Relation::overlapping) return;
  worst.depth = std::max(worst.depth, in_units(abs(Real(push.depth) + truth), u));
  const Along moved{b.from + push.mtv, b.to + push.mtv, along.wide, along.ball};
  worst.left = std::max(worst.left, in_units(-separation(a, moved), u));
}

TEST(PenetrationParallel, RandomPairsAgreeWithTheFormulasInFiftyDigits) {
  sp::Random random(kSeed);
  for (int way = 0; way < 4; ++way) {
    Worst worst;
    for (int k = 0; k < 1500; ++k) {
      const auto [a, b] = scene(random, way);
      if (b.wide > 0)
        compare(a, Cylinder{b.from, b.to, b.wide}, b, worst);
      else
        compare(a, Capsule{b.from, b.to, b.ball}, b, worst);
    }
    worst.report(way);
  }
}

TEST(RelationParallel, TiltedRimsOneUlpEitherSideOfTouch) {
  sp::Random random(kSeed);
  int disjoint = 0, overlapping = 0;
  for (int k = 0; k < 1000; ++k) {
    auto [a, b] = scene(random, 0);
    const Real gap = separation(a, {b.from, b.to, 0, 0});
    if (b.ball == 0 || gap <= 0) continue;
    b.ball = gap.convert_to<double>() * (1 + (random.below(3) - 1) * 0x1p-52);
    const Real truth = separation(a, b);
    const Relation related = relation_parallel(a, Capsule{b.from, b.to, b.ball});
    // A touch to the last digit: straight over a side or an end along a coordinate.
    if (related == Relation::touching) {
      ASSERT_LE(abs(truth), Real(1e-40));
      continue;
    }
    ASSERT_EQ(related, truth > 0 ? Relation::disjoint : Relation::overlapping);
    ++(truth > 0 ? disjoint : overlapping);
  }
  EXPECT_GE(disjoint, 40);
  EXPECT_GE(overlapping, 40);
}

}  // namespace
}  // namespace touchstone
