// relation_mpr and penetration_mpr against hand-worked numbers, distance_gjk and penetration_epa.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iostream>

#include <touchstone/mpr.hpp>

#include "core/test/space_pairs.hpp"

namespace touchstone {
namespace {

namespace sp = space_pairs;

constexpr std::uint64_t kSeed = 13;

const Obb3<double> kCube{{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
ObbSupport3 cube_at(double x, double y, double z) {
  return support_of(Obb3<double>{{x, y, z}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}});
}

TEST(RelationMpr, CubesByHand) {
  EXPECT_EQ(relation_mpr(support_of(kCube), cube_at(1.5, 0.5, 0.25)).relation, Relation::overlapping);
  EXPECT_EQ(relation_mpr(support_of(kCube), cube_at(2.5, 0.5, 0.25)).relation, Relation::disjoint);
  EXPECT_EQ(relation_mpr(support_of(kCube), cube_at(2, 2, 2)).relation, Relation::touching);
  EXPECT_EQ(relation_mpr(support_of(kCube), cube_at(0, 0, 0)).relation, Relation::overlapping);
}

TEST(RelationMpr, BallsByHand) {
  const auto ball = support_of(Sphere3<double>{{0, 0, 0}, 2});
  EXPECT_EQ(relation_mpr(ball, support_of(Sphere3<double>{{3, 0, 0}, 2})).relation, Relation::overlapping);
  EXPECT_EQ(relation_mpr(ball, support_of(Sphere3<double>{{3, 4, 0}, 2})).relation, Relation::disjoint);
  EXPECT_EQ(relation_mpr(ball, ball).relation, Relation::overlapping);
  // The origin on the ray's first support: a capsule's axis through the other's end.
  const auto capsule = support_of(Capsule3<double>{{-4, 0, 0}, {4, 0, 0}, 0.5});
  EXPECT_EQ(relation_mpr(capsule, support_of(Capsule3<double>{{4, 0, 0}, {9, 0, 0}, 0.25})).relation,
            Relation::overlapping);
}

TEST(RelationMpr, ACylinderAndItself) {
  const auto cylinder = support_of(Cylinder3<double>{{0, -0.125, 0}, {0, 0.125, 0}, 0.125});
  const RelationAnswer answer = relation_mpr(cylinder, cylinder);
  EXPECT_EQ(answer.status, Status::ok);
  EXPECT_EQ(answer.relation, Relation::overlapping);
}

RelationAnswer relation_of_hulls(const std::vector<Vec3<double>>& p, const std::vector<Vec3<double>>& q) {
  const ConvexHull a = sp::hull_of(p), b = sp::hull_of(q);
  const PolytopeView view_a = a.view(), view_b = b.view();
  const RelationAnswer answer = relation_mpr(view_a, view_b);
  EXPECT_EQ(answer.status, Status::ok);
  EXPECT_EQ(answer.relation, relation_sat(view_a, view_b).relation);
  return answer;
}

TEST(RelationMpr, PolytopesOneUlpEitherSide) {
  const std::vector<Vec3<double>> a{{0, 0, 0}, {3, 0, 0}, {0, 3, 0}, {0, 0, 3}};
  const auto at = [](double x) {
    return std::vector<Vec3<double>>{{x, 1, 1}, {5, 1, 1}, {5, 4, 1}, {5, 1, 4}};
  };
  EXPECT_EQ(relation_of_hulls(a, at(1)).relation, Relation::touching);
  EXPECT_EQ(relation_of_hulls(a, at(std::nextafter(1, 2))).relation, Relation::disjoint);
  EXPECT_EQ(relation_of_hulls(a, at(std::nextafter(1, 0))).relation, Relation::overlapping);
  EXPECT_EQ(relation_of_hulls(a, a).relation, Relation::overlapping);
}
TEST(RelationMpr, FlatPolytopesAreExact) {
  const std::vector<Vec3<double>> triangle{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
  EXPECT_EQ(relation_of_hulls(triangle, triangle).relation, Relation::touching);
  EXPECT_EQ(relation_of_hulls(triangle, {{1, 1, -1}, {1, 1, 1}}).relation, Relation::overlapping);
  EXPECT_EQ(relation_of_hulls(triangle, {{1, 1, 0}}).relation, Relation::touching);
  EXPECT_EQ(relation_of_hulls({{1, 1, 0}}, {{1, 1, 0}}).relation, Relation::touching);
  EXPECT_EQ(relation_of_hulls({{1, 1, 0}}, {{1, 1, 1}, {2, 2, 2}}).relation, Relation::disjoint);
}

/// Lattice points: many touch; needles: slivers that nearly touch; of 1 to 7 points, flat ones too.
TEST(RelationMpr, PolytopesAgreeWithTheSeparatingAxes) {
  sp::Random random(kSeed);
  int count[3] = {};
  for (int k = 0; k < 4000; ++k) {
    const Vec3<double> shift{double(random.below(4)), 0, 0};
    const Vec3<double> e = random.in_cube(2), f = random.in_cube(2);
    const double thin = random.power(-40, 0);
    std::vector<Vec3<double>> p, q;
    for (int i = 0; i < 1 + k % 7; ++i)
      p.push_back(k % 2 == 0 ? random.lattice(4) : e * random.uniform(-1, 1) + random.in_cube(thin));
    for (int i = 0; i < 1 + k % 5; ++i)
      q.push_back(k % 2 == 0 ? random.lattice(4) + shift : f * random.uniform(-1, 1) + random.in_cube(thin));
    const RelationAnswer answer = relation_of_hulls(p, q);
    ++count[static_cast<int>(answer.relation)];
  }
  std::cout << "seed " << kSeed << ": " << count[0] << " disjoint, " << count[1] << " touching, " << count[2]
            << " overlapping\n";
  for (const int met : count) EXPECT_GE(met, 200);
}

TEST(PenetrationMpr, AlongTheLineOfCentresItIsTheDepth) {
  const Penetration3<double> answer = penetration_mpr(support_of(kCube), cube_at(1.5, 0, 0));
  EXPECT_EQ(answer.depth, 0.5);
  EXPECT_EQ(answer.mtv, (Vec3<double>{0.5, 0, 0}));
  const auto ball = support_of(Sphere3<double>{{0, 0, 0}, 2});
  EXPECT_EQ(penetration_mpr(ball, support_of(Sphere3<double>{{3, 0, 0}, 2})).depth, 1);
  EXPECT_EQ(penetration_mpr(ball, ball).depth, 4);
}

TEST(PenetrationMpr, ItMayBeMoreThanTheDepth) {
  // A slab: the line of centres leaves it by a short side, the way out is across.
  const auto slab = support_of(Obb3<double>{{0, 0, 0}, {{4, 0, 0}, {0, 1, 0}, {0, 0, 4}}});
  const auto ball = support_of(Sphere3<double>{{3.5, 0, 0}, 0.5});
  EXPECT_EQ(penetration_epa(slab, ball).depth, 1);
  EXPECT_GE(penetration_mpr(slab, ball).depth, 1);
}

/// What a random test met.
struct Tally {
  int pairs = 0;
  int overlapping = 0;
  int gave_up = 0;
  int most_iterations = 0;
  double sum_of_ratios = 0;  ///< of the bound to the depth
  double most_short = 0;     ///< of the bound below the depth, in u

  void report() const {
    std::cout << "seed " << kSeed << ": " << pairs << " pairs, " << overlapping << " overlapping, " << gave_up
              << " gave up, at most " << most_iterations << " iterations, bound over depth "
              << sum_of_ratios / overlapping << " on average, at most " << most_short << " u below\n";
    EXPECT_GE(overlapping, pairs / 5);
    EXPECT_LE(overlapping, 4 * pairs / 5);
    EXPECT_EQ(gave_up, 0);
    EXPECT_LE(most_iterations, kMprLimit);
  }
};

template <class A, class B>
void compare(const A& a, const B& b, Tally& tally, double depth_bound) {
  const Penetration3<double> answer = penetration_mpr(a, b);
  const Penetration3<double> exact = penetration_epa(a, b);
  const double u = 0x1p-52 * std::max(a.reach(), b.reach());
  const double separation = exact.relation == Relation::disjoint ? distance_gjk(a, b).distance : -exact.depth;
  const bool overlap = answer.relation == Relation::overlapping;
  ++tally.pairs;
  tally.gave_up += answer.status != Status::ok;
  tally.most_iterations = std::max(tally.most_iterations, answer.iterations);
  if (std::fabs(separation) > kMprBound * u) {
    ASSERT_EQ(overlap, separation < 0);
  }
  if (!overlap || separation >= 0) return;
  ++tally.overlapping;
  tally.sum_of_ratios += answer.depth / exact.depth;
  tally.most_short = std::max(tally.most_short, (exact.depth - answer.depth) / u);
  ASSERT_GE(answer.depth, exact.depth - depth_bound * u);
}

TEST(PenetrationMpr, BoxesAgreeWithGjkAndBoundTheDepth) {
  sp::Random random(kSeed);
  Tally tally;
  for (int k = 0; k < 3000; ++k) {
    compare(support_of(sp::box(random, 1.2)), support_of(sp::box(random, 1.2)), tally, kEpa3DepthBound);
  }
  tally.report();
  EXPECT_LE(tally.sum_of_ratios / tally.overlapping, 1.2);
  EXPECT_LE(tally.most_iterations, 20);
}

TEST(PenetrationMpr, NearTouchingBoxesAgreeWithGjk) {
  sp::Random random(kSeed);
  Tally tally;
  for (int k = 0; k < 2000; ++k) {
    const Obb3<double> a = sp::box(random, 1.5);
    Obb3<double> b = sp::box(random, 1.5);
    const Distance3<double> gap = distance_gjk(support_of(a), support_of(b));
    if (gap.distance == 0) continue;
    const double left = random.power(-52, -5) * (k % 2 == 0 ? 1 : -1);
    b.center = b.center + (gap.on_a - gap.on_b) * (1 - left / gap.distance);
    compare(support_of(a), support_of(b), tally, kEpa3DepthBound);
  }
  tally.report();
}

TEST(PenetrationMpr, CapsulesAgreeWithGjkAndBoundTheDepth) {
  sp::Random random(kSeed);
  Tally tally;
  for (int k = 0; k < 2000; ++k) {
    const Capsule3<double> a{random.in_cube(1), random.in_cube(1), random.uniform(0.01, 0.5)};
    const Capsule3<double> b{random.in_cube(1), random.in_cube(1), random.uniform(0.01, 0.5)};
    compare(support_of(a), support_of(b), tally, kEpa3DepthBound);
  }
  tally.report();
}

TEST(PenetrationMpr, CylindersAgreeWithGjkAndBoundTheDepth) {
  sp::Random random(kSeed);
  Tally tally;
  for (int k = 0; k < 500; ++k) {
    compare(support_of(sp::cylinder(random, 0.7)), support_of(sp::cylinder(random, 0.7)), tally,
            kEpa3CurvedDepthBound);
  }
  tally.report();
}

}  // namespace
}  // namespace touchstone
