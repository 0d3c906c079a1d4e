// penetration_epa in space against hand-worked numbers, all separating axes, and sampled directions.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iostream>

#include <touchstone/epa3.hpp>

#include "core/test/height_reference3.hpp"
#include "core/test/space_pairs.hpp"

namespace touchstone {
namespace {

namespace sp = space_pairs;
using space_reference::Real;
using space_reference::real;

constexpr std::uint64_t kSeed = 11;

/// What a random test met.
struct Tally {
  int pairs = 0;
  int apart = 0;
  int most_iterations = 0;
  double worst_depth = 0;  ///< in u
  double worst_left = 0;   ///< how much of an overlap the push left

  void report(double bound) const {
    std::cout << "seed " << kSeed << ": " << pairs << " pairs, " << apart << " apart, at most "
              << most_iterations << " iterations, depth within " << worst_depth << " u, overlap left "
              << worst_left << " u\n";
    EXPECT_LE(worst_depth, bound);
    EXPECT_LE(worst_left, kEpa3DepthBound);
    EXPECT_GE(pairs - apart, pairs / 3);
  }
};

double in_units(const Real& error, double unit) {
  return Real(error / Real(unit)).convert_to<double>();
}

template <class A, class B>
void compare(const sp::Operand<A>& a, const sp::Operand<B>& b, Tally& tally,
             const std::vector<space_reference::Point>& more = {}) {
  const Penetration3<double> answer = penetration_epa(a.support, b.support);
  ASSERT_EQ(answer.status, Status::ok);
  const Real truth = sp::separation(a, b, more);
  const double u = sp::unit_of(a, b);
  const bool apart = answer.relation == Relation::disjoint;
  if (abs(truth) > Real(kEpa3DepthBound * u)) {
    ASSERT_EQ(apart, truth > 0);
  }
  ++tally.pairs;
  tally.apart += apart;
  tally.most_iterations = std::max(tally.most_iterations, answer.iterations);
  if (apart) return;
  tally.worst_depth = std::max(tally.worst_depth, in_units(abs(Real(answer.depth) + truth), u));
  ASSERT_EQ(answer.depth == 0, answer.relation == Relation::touching);
  if (answer.depth == 0) return;
  const auto push = real(answer.mtv);
  const Real spanned =
      space_reference::reach(a.solid, b.solid, push) + Real(a.support.radius() + b.support.radius());
  tally.worst_left = std::max(tally.worst_left, in_units(spanned - space_reference::size_of(push), u));
}

const Obb3<double> kCube{{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
Penetration3<double> cube_penetration(double x, double y, double z) {
  return penetration_epa(support_of(kCube),
                         support_of(Obb3<double>{{x, y, z}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}));
}

TEST(PenetrationEpa3, CubesByHand) {
  const Penetration3<double> side = cube_penetration(1.5, 0.5, 0.25);
  EXPECT_EQ(side.status, Status::ok);
  EXPECT_EQ(side.relation, Relation::overlapping);
  EXPECT_EQ(side.depth, 0.5);
  EXPECT_EQ(side.mtv, (Vec3<double>{0.5, 0, 0}));
  EXPECT_EQ(cube_penetration(0.5, -1.75, 0.25).mtv, (Vec3<double>{0, -0.25, 0}));
  EXPECT_EQ(cube_penetration(0, 0, 0).depth, 2);
  EXPECT_EQ(cube_penetration(3, 0, 0).relation, Relation::disjoint);
}

TEST(PenetrationEpa3, TouchingHasDepthZero) {
  for (const auto& at : {Vec3<double>{2, 0, 0}, {2, 1, 0.5}, {2, 2, 0}, {2, 2, 2}, {-2, 0.5, 2}}) {
    const Penetration3<double> touch = cube_penetration(at.x, at.y, at.z);
    EXPECT_EQ(touch.status, Status::ok);
    EXPECT_EQ(touch.relation, Relation::touching);
    EXPECT_EQ(touch.depth, 0);
    EXPECT_EQ(touch.mtv, (Vec3<double>{}));
  }
  EXPECT_EQ(cube_penetration(std::nextafter(2, 1), 0, 0).depth, 2 - std::nextafter(2, 1));
}

TEST(PenetrationEpa3, BallsByHand) {
  const Sphere3<double> ball{{0, 0, 0}, 2};
  const auto apart = penetration_epa(support_of(ball), support_of(Sphere3<double>{{3, 0, 0}, 2}));
  EXPECT_EQ(apart.depth, 1);
  EXPECT_EQ(apart.mtv, (Vec3<double>{1, 0, 0}));
  EXPECT_EQ(penetration_epa(support_of(ball), support_of(ball)).depth, 4);
  EXPECT_EQ(penetration_epa(support_of(ball), support_of(Sphere3<double>{{4, 0, 0}, 2})).relation,
            Relation::touching);
  EXPECT_EQ(penetration_epa(support_of(ball), support_of(kCube)).depth, 3);
  EXPECT_EQ(penetration_epa(support_of(kCube), support_of(Sphere3<double>{{0.5, 0, 0}, 1})).depth, 1.5);
}

TEST(PenetrationEpa3, FlatDifferencesHaveDepthZeroButForTheRadii) {
  const Capsule3<double> x{{-1, 0, 0}, {1, 0, 0}, 0.25}, y{{0, -1, 0}, {0, 1, 0}, 0.5};
  EXPECT_EQ(penetration_epa(support_of(x), support_of(y)).depth, 0.75);
  EXPECT_EQ(std::fabs(penetration_epa(support_of(x), support_of(y)).mtv.z), 0.75);
  EXPECT_EQ(penetration_epa(support_of(x), support_of(x)).depth, 0.5);
  const auto thin_x = support_of(Segment3<double>{x.from, x.to}),
             thin_y = support_of(Segment3<double>{y.from, y.to});
  EXPECT_EQ(penetration_epa(thin_x, thin_y).relation, Relation::touching);
  EXPECT_EQ(penetration_epa(thin_x, thin_x).relation, Relation::touching);
  const auto point = support_of(Point3<double>{{1, 2, 3}});
  EXPECT_EQ(penetration_epa(point, point).relation, Relation::touching);
  EXPECT_EQ(penetration_epa(point, point).status, Status::ok);
}

TEST(PenetrationEpa3, SegmentThroughACubeIsPushedOutAcross) {
  const auto answer =
      penetration_epa(support_of(kCube), support_of(Segment3<double>{{-5, 0.5, 0}, {5, 0.5, 0}}));
  EXPECT_EQ(answer.depth, 0.5);
  EXPECT_EQ(answer.mtv, (Vec3<double>{0, 0.5, 0}));
}

TEST(PenetrationEpa3, ScalingByAPowerOfTwoScalesTheAnswer) {
  sp::Random random(kSeed);
  for (int k = 0; k < 300; ++k) {
    const Obb3<double> a = sp::box(random, 0.8), b = sp::box(random, 0.8);
    const Penetration3<double> answer = penetration_epa(support_of(a), support_of(b));
    for (const double scale : {0x1p-60, 0x1p+147}) {
      const auto large = penetration_epa(support_of(sp::scaled(a, scale)), support_of(sp::scaled(b, scale)));
      ASSERT_EQ(large.depth, answer.depth * scale);
      ASSERT_EQ(large.mtv, answer.mtv * scale);
    }
  }
}

TEST(PenetrationEpa3, HullsOfManyCornersConverge) {
  sp::Random random(kSeed);
  int most = 0;
  for (int k = 0; k < 15; ++k) {
    const auto a = sp::hull_of(sp::on_sphere(random, 200, {0, 0, 0}));
    const auto b = sp::hull_of(sp::on_sphere(random, 200, random.in_cube(k % 3 == 0 ? 0 : 0.9)));
    const PolytopeView view_a = a.view(), view_b = b.view();
    const Penetration3<double> answer = penetration_epa(view_a, view_b);
    ASSERT_EQ(answer.status, Status::ok);
    most = std::max(most, answer.iterations);
  }
  EXPECT_LE(most, 300);
}

TEST(PenetrationEpa3, BoxesAgreeWithTheSeparatingAxes) {
  sp::Random random(kSeed);
  Tally tally;
  for (int k = 0; k < 200; ++k)
    compare(sp::operand(sp::box(random, 0.8)), sp::operand(sp::box(random, 0.8)), tally);
  tally.report(kEpa3DepthBound);
  EXPECT_LE(tally.most_iterations, 40);
}

TEST(PenetrationEpa3, IdenticalParallelAndThinBoxesAgreeWithTheSeparatingAxes) {
  sp::Random random(kSeed);
  Tally tally;
  for (int k = 0; k < 300; ++k) {
    Obb3<double> a = sp::box(random, 0.5);
    Obb3<double> b = a;
    if (k % 4 == 1) b.center = a.center + random.in_cube(0.2);
    if (k % 4 == 2) b.half_axes[1] = a.half_axes[1] * 0.5;
    if (k % 4 == 3) std::swap(b.half_axes[0], b.half_axes[1]);
    if (k % 5 == 4) b = sp::box(random, 0.1);
    if (k % 5 == 4) a.half_axes[0] = a.half_axes[0] * random.power(-60, -10);
    compare(sp::operand(a), sp::operand(b), tally);
  }
  tally.report(kEpa3DepthBound);
}

TEST(PenetrationEpa3, ShallowBoxesAgreeWithTheSeparatingAxes) {
  sp::Random random(kSeed);
  Tally tally;
  for (int k = 0; k < 200; ++k) {
    const Obb3<double> a = sp::box(random, 1.5);
    Obb3<double> b = sp::box(random, 1.5);
    const Distance3<double> gap = distance_gjk(support_of(a), support_of(b));
    if (gap.distance == 0) continue;
    b.center = b.center + (gap.on_a - gap.on_b) * (1 + random.power(-52, -5) / gap.distance);
    compare(sp::operand(a), sp::operand(b), tally);
  }
  tally.report(kEpa3DepthBound);
  EXPECT_GE(tally.pairs, 80);
}

TEST(PenetrationEpa3, HullsNeedlesAndLatticesAgreeWithTheSeparatingAxes) {
  sp::Random random(kSeed);
  Tally tally;
  for (int k = 0; k < 300; ++k) {
    const double far = k % 4 == 0 ? 0.0 : 1e5;
    const double thin = random.power(-50, -10);
    std::vector<Vec3<double>> p = sp::on_sphere(random, 4 + k % 6, {far, 0, 0});
    std::vector<Vec3<double>> q = sp::on_sphere(random, 4 + k % 5, {far + 0.3, 0, 0});
    const Vec3<double> e = random.direction(), f = random.direction();
    for (Vec3<double>& v : p)
      v = k % 3 == 0 ? random.lattice(7) : (k % 3 == 1 ? e * v.y + random.in_cube(thin) : v);
    for (Vec3<double>& v : q)
      v = k % 3 == 0 ? random.lattice(7) : (k % 3 == 1 ? f * v.y + random.in_cube(thin) : v);
    const auto a = sp::hull_of(p), b = sp::hull_of(q);
    const PolytopeView view_a = a.view(), view_b = b.view();
    // Flat in one plane: no axis of the reference need be across it.
    if (view_a.dimension < 3 && view_b.dimension < 3) continue;
    compare(sp::operand(view_a), sp::operand(view_b), tally);
  }
  tally.report(kEpa3DepthBound);
}

TEST(PenetrationEpa3, CapsulesAgreeWithTheSeparatingAxes) {
  sp::Random random(kSeed);
  Tally tally;
  for (int k = 0; k < 600; ++k) {
    const Vec3<double> from = random.in_cube(1), to = random.in_cube(1), other = random.in_cube(1);
    const Vec3<double> end = k % 4 == 0 ? other + (to - from) * 0.5 : random.in_cube(1);
    const Capsule3<double> a{from, to, random.uniform(0, 0.6)};
    const Capsule3<double> b{k % 4 == 1 ? from + random.in_cube(1e-9) : other, end, random.uniform(0, 0.6)};
    compare(sp::operand(a), sp::operand(b), tally);
    compare(sp::operand(a), sp::operand(sp::box(random, 1)), tally);
  }
  tally.report(kEpa3DepthBound);
}

/// Returns whether it converged; the answer is checked either way.
bool compare_cylinders(const Cylinder3<double>& a, const Cylinder3<double>& b, Tally& tally) {
  const Penetration3<double> answer = penetration_epa(support_of(a), support_of(b));
  const double u = sp::unit_of(a, b);
  ++tally.pairs;
  tally.apart += answer.relation == Relation::disjoint;
  if (answer.relation == Relation::disjoint) return true;
  using height_reference::height_of;
  const auto height = [&](const Vec3<long double>& n) { return height_of(a, n) + height_of(b, -n); };
  const Vec3<double> guess = answer.depth > 0 ? answer.mtv : Vec3<double>{1, 0, 0};
  const double error = static_cast<double>(answer.depth - height_reference::least_height(height, guess)) / u;
  tally.worst_depth = std::max(tally.worst_depth, std::fabs(error));
  const auto push = real(guess);
  const Real left = sp::highest(a, push) + sp::highest(b, -push) - Real(answer.depth);
  tally.worst_left = std::max(tally.worst_left, in_units(left, u));
  tally.most_iterations = std::max(tally.most_iterations, answer.iterations);
  return answer.status == Status::ok;
}

TEST(PenetrationEpa3, CylindersAgreeWithSampledDirections) {
  sp::Random random(kSeed);
  Tally tally;
  for (int k = 0; k < 150; ++k) {
    const Cylinder3<double> a = sp::cylinder(random, 0.3);
    Cylinder3<double> b = sp::cylinder(random, 0.3);
    if (k % 3 == 0) b.to = b.from + (a.to - a.from) * 0.75;
    ASSERT_TRUE(compare_cylinders(a, b, tally)) << k;
  }
  tally.report(kEpa3CurvedDepthBound);
}

/// As deep in every direction across the axis: no polytope proves it, but the answer is right.
TEST(PenetrationEpa3, CoaxialCylindersGiveUpWithTheRightAnswer) {
  sp::Random random(kSeed);
  Tally tally;
  int gave_up = 0;
  for (int k = 0; k < 20; ++k) {
    Cylinder3<double> a = sp::cylinder(random, 0.3), b = a;
    b.radius = 0.1;
    gave_up += !compare_cylinders(a, b, tally);
  }
  tally.report(kEpa3CurvedDepthBound);
  EXPECT_GE(gave_up, 10);
}

}  // namespace
}  // namespace touchstone
