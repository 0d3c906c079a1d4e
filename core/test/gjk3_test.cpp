// distance_gjk and relation_gjk in space against hand-worked numbers, a brute force over all features, and
// certificates.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iostream>

#include <touchstone/gjk3.hpp>

#include "core/test/space_pairs.hpp"

namespace touchstone {
namespace {

namespace sp = space_pairs;
using space_reference::Real;
using space_reference::real;

constexpr std::uint64_t kSeed = 7;

/// What a random test met.
struct Tally {
  int pairs = 0;
  int apart = 0;
  int most_iterations = 0;
  double worst_distance = 0;  ///< in u
  double worst_point = 0;

  double share_apart() const { return double(apart) / std::max(pairs, 1); }
  void report() const {
    std::cout << "seed " << kSeed << ": " << pairs << " pairs, " << apart << " apart, at most "
              << most_iterations << " iterations, distance within " << worst_distance << " u, points within "
              << worst_point << " u\n";
    EXPECT_LE(worst_distance, kGjk3DistanceBound);
    EXPECT_LE(worst_point, kGjk3PointBound);
  }
};

double in_units(const Real& error, double unit) {
  return Real(abs(error) / Real(unit)).convert_to<double>();
}

template <class A, class B>
void compare(const sp::Operand<A>& a, const sp::Operand<B>& b, Tally& tally) {
  const Distance3<double> answer = distance_gjk(a.support, b.support);
  ASSERT_EQ(answer.status, Status::ok);
  const Real truth = std::max(Real(0), sp::separation(a, b));
  const double u = sp::unit_of(a, b);
  const Real off_a = space_reference::outside(real(answer.on_a), a.solid) - Real(a.support.radius());
  const Real off_b = space_reference::outside(real(answer.on_b), b.solid) - Real(b.support.radius());
  const Real apart = space_reference::size_of(real(answer.on_a) - real(answer.on_b));
  ++tally.pairs;
  tally.apart += truth > 0;
  tally.most_iterations = std::max(tally.most_iterations, answer.iterations);
  tally.worst_distance = std::max(tally.worst_distance, in_units(answer.distance - truth, u));
  tally.worst_point = std::max(
      {tally.worst_point, in_units(std::max({off_a, off_b, Real(0)}), u), in_units(apart - truth, u)});
}

const Obb3<double> kCube{{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
Obb3<double> cube_at(double x, double y, double z) {
  return {{x, y, z}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
}
Distance3<double> cube_distance(double x, double y, double z) {
  return distance_gjk(support_of(kCube), support_of(cube_at(x, y, z)));
}

TEST(DistanceGjk3, CubesByHand) {
  EXPECT_EQ(cube_distance(5, 0, 0).distance, 3);
  EXPECT_EQ(cube_distance(5, 6, 0).distance, 5);
  EXPECT_EQ(cube_distance(4, 4, 3).distance, 3);
  EXPECT_EQ(cube_distance(2, 0, 0).distance, 0);
  EXPECT_EQ(cube_distance(2, 2, 2).distance, 0);
  EXPECT_EQ(cube_distance(0, 0, 0).distance, 0);
  const Distance3<double> corner = cube_distance(4, 4, 3);
  EXPECT_EQ(corner.on_a, (Vec3<double>{1, 1, 1}));
  EXPECT_EQ(corner.on_b, (Vec3<double>{3, 3, 2}));
}

TEST(DistanceGjk3, BallsByHand) {
  const Sphere3<double> ball{{0, 0, 0}, 1};
  EXPECT_EQ(distance_gjk(support_of(ball), support_of(Sphere3<double>{{3, 4, 0}, 2})).distance, 2);
  EXPECT_EQ(distance_gjk(support_of(ball), support_of(Sphere3<double>{{0, 0, 0}, 2})).distance, 0);
  EXPECT_EQ(distance_gjk(support_of(ball), support_of(Capsule3<double>{{-5, 4, 0}, {5, 4, 0}, 1})).distance,
            2);
  const auto meeting = distance_gjk(support_of(ball), support_of(Sphere3<double>{{2, 0, 0}, 3}));
  EXPECT_EQ(meeting.distance, 0);
  EXPECT_EQ(meeting.on_a, meeting.on_b);
  EXPECT_EQ(meeting.on_a, (Vec3<double>{0.5, 0, 0}));
}

TEST(DistanceGjk3, CylinderByHand) {
  const auto cylinder = support_of(Cylinder3<double>{{0, 0, 0}, {0, 0, 4}, 2});
  EXPECT_NEAR(distance_gjk(cylinder, support_of(Point3<double>{{5, 0, 2}})).distance, 3, 8 * 0x1p-52);
  EXPECT_NEAR(distance_gjk(cylinder, support_of(Point3<double>{{0.5, 0.25, 9}})).distance, 5, 8 * 0x1p-52);
  EXPECT_NEAR(distance_gjk(cylinder, support_of(Point3<double>{{5, 0, 8}})).distance, 5, 8 * 0x1p-52);
}

/// The direction that proves the distance is not that between the cores' points to the last bit.
TEST(DistanceGjk3, ACapsuleAndACylinderAlmostTouchingHavePointsAtTheirDistance) {
  const auto capsule = support_of(Capsule3<double>{{-0.25, 0.90625, 0}, {0.09375, 0.125, 0}, 0.15625});
  const auto cylinder = support_of(Cylinder3<double>{
      {-0.25, -0.59375, -0.07812499998544808}, {-0.75, -0.21875, 0.23437500001455192}, 0.625});
  const Distance3<double> answer = distance_gjk(capsule, cylinder);
  EXPECT_EQ(answer.status, Status::ok);
  EXPECT_NEAR(length(answer.on_a - answer.on_b), answer.distance, kGjk3PointBound * 0x1p-52);
  EXPECT_LE(answer.distance, kGjk3DistanceBound * 0x1p-52);
}

TEST(DistanceGjk3, AGapOfOneUlpIsPositive) {
  const double up = std::nextafter(2.0, 3.0);
  EXPECT_EQ(cube_distance(up, 0, 0).distance, up - 2);
  EXPECT_EQ(cube_distance(std::nextafter(2.0, 1.0), 0, 0).distance, 0);
  const auto point = support_of(Point3<double>{{1, 1, 1}});
  EXPECT_EQ(distance_gjk(point, point).distance, 0);
  EXPECT_EQ(distance_gjk(point, support_of(Point3<double>{{1, 1, std::nextafter(1, 2)}})).distance, 0x1p-52);
}

TEST(DistanceGjk3, FlatShapesThatCrossMeet) {
  const auto x = support_of(Segment3<double>{{-1, 0, 0}, {1, 0, 0}});
  EXPECT_EQ(distance_gjk(x, support_of(Segment3<double>{{0, -1, 0}, {0, 1, 0}})).distance, 0);
  EXPECT_EQ(distance_gjk(x, support_of(Segment3<double>{{0, -1, 2}, {0, 1, 2}})).distance, 2);
  EXPECT_EQ(distance_gjk(x, x).distance, 0);
  EXPECT_EQ(distance_gjk(x, support_of(Segment3<double>{{2, 0, 0}, {7, 0, 0}})).distance, 1);
}

TEST(DistanceGjk3, ScalingByAPowerOfTwoScalesTheAnswer) {
  sp::Random random(kSeed);
  for (int k = 0; k < 500; ++k) {
    const Obb3<double> a = sp::box(random, 1.5), b = sp::box(random, 1.5);
    const Distance3<double> answer = distance_gjk(support_of(a), support_of(b));
    for (const double scale : {0x1p-60, 0x1p+147}) {
      const auto large = distance_gjk(support_of(sp::scaled(a, scale)), support_of(sp::scaled(b, scale)));
      ASSERT_EQ(large.distance, answer.distance * scale);
      ASSERT_EQ(large.on_a, answer.on_a * scale);
    }
  }
}

TEST(DistanceGjk3, BoxesAgreeWithTheBruteForce) {
  sp::Random random(kSeed);
  Tally tally;
  for (int k = 0; k < 120; ++k) {
    compare(sp::operand(sp::box(random, 1.5)), sp::operand(sp::box(random, 1.5)), tally);
  }
  tally.report();
  EXPECT_GE(tally.share_apart(), 0.3);
  EXPECT_LE(tally.share_apart(), 0.8);
  EXPECT_LE(tally.most_iterations, 20);
}

TEST(DistanceGjk3, ParallelAndThinBoxesAgreeWithTheBruteForce) {
  sp::Random random(kSeed);
  Tally tally;
  for (int k = 0; k < 120; ++k) {
    Obb3<double> a = sp::box(random, 1.5), b = sp::box(random, 1.5);
    if (k % 2 == 0) std::copy(a.half_axes, a.half_axes + 3, b.half_axes);
    if (k % 4 == 0) b.center = a.center + a.half_axes[k % 3] * (2 + random.power(-50, 0));
    if (k % 3 == 0) a.half_axes[0] = a.half_axes[0] * random.power(-60, 0);
    compare(sp::operand(a), sp::operand(b), tally);
  }
  tally.report();
  EXPECT_GE(tally.share_apart(), 0.5);
}

TEST(DistanceGjk3, NearTouchingBoxesAgreeWithTheBruteForce) {
  sp::Random random(kSeed);
  Tally tally;
  for (int k = 0; k < 120; ++k) {
    Obb3<double> a = sp::box(random, 1.5), b = sp::box(random, 1.5);
    const Distance3<double> gap = distance_gjk(support_of(a), support_of(b));
    if (gap.distance == 0) continue;
    const double left = random.power(-52, -5) * (k % 2 == 0 ? 1 : -1);
    b.center = b.center + (gap.on_a - gap.on_b) * (1 - left / gap.distance);
    compare(sp::operand(a), sp::operand(b), tally);
  }
  tally.report();
  EXPECT_GE(tally.pairs, 60);
  EXPECT_GE(tally.share_apart(), 0.4);
  EXPECT_LE(tally.share_apart(), 0.6);
}

TEST(DistanceGjk3, HullsNearAndFarFromTheOriginAgreeWithTheBruteForce) {
  sp::Random random(kSeed);
  Tally tally;
  for (int k = 0; k < 120; ++k) {
    const Vec3<double> at{k % 3 == 0 ? 0.0 : (k % 3 == 1 ? 1e3 : 1e6), 0, 0};
    const auto a = sp::hull_of(sp::on_sphere(random, 4 + k % 9, at));
    const auto b =
        sp::hull_of(sp::on_sphere(random, 4 + k % 7, at + Vec3<double>{random.uniform(0, 3), 0, 0}));
    const PolytopeView view_a = a.view(), view_b = b.view();
    compare(sp::operand(view_a), sp::operand(view_b), tally);
  }
  tally.report();
  EXPECT_GE(tally.share_apart(), 0.3);
  EXPECT_LE(tally.share_apart(), 0.8);
}

TEST(DistanceGjk3, NeedlesAndLatticeHullsAgreeWithTheBruteForce) {
  sp::Random random(kSeed);
  Tally tally;
  for (int k = 0; k < 300; ++k) {
    std::vector<Vec3<double>> p, q;
    const Vec3<double> e = random.direction(), f = random.direction();
    const double thin = random.power(-50, -10);
    const Vec3<double> shift{double(random.below(7)), 0, 0};
    for (int i = 0; i < 5; ++i) {
      p.push_back(k % 2 == 0 ? random.lattice(7) : e * random.uniform(-1, 1) + random.in_cube(thin));
      q.push_back(k % 2 == 0 ? random.lattice(7) + shift : f * random.uniform(-1, 1) + random.in_cube(thin));
    }
    const auto a = sp::hull_of(p), b = sp::hull_of(q);
    const PolytopeView view_a = a.view(), view_b = b.view();
    compare(sp::operand(view_a), sp::operand(view_b), tally);
  }
  tally.report();
  EXPECT_GE(tally.share_apart(), 0.3);
  EXPECT_LE(tally.share_apart(), 0.95);
}

void compare_hulls(const std::vector<Vec3<double>>& p, const std::vector<Vec3<double>>& q, Tally& tally) {
  const auto a = sp::hull_of(p), b = sp::hull_of(q);
  const PolytopeView view_a = a.view(), view_b = b.view();
  compare(sp::operand(view_a), sp::operand(view_b), tally);
}

/// The tetrahedron that holds the origin is so flat that weights in doubles put the two points 1e4 u and more
/// apart.
TEST(DistanceGjk3, ALargeAndASmallShapeThatMeetHaveACommonPoint) {
  Tally tally;
  compare_hulls({{488585091, 965919225, 469304455},
                 {857683843, 1167245817, 1241056391},
                 {857683843, 932364793, 804848775}},
                {{488585091, 965919225, 469304526},
                 {488585123, 965919244, 469304516},
                 {488585093, 965919194, 469304514}},
                tally);
  const Vec3<double> low{-2.098687671124935, 3.4964271895587444, -1.4887481331825256};
  const Vec3<double> high{-2.0986873731017113, 3.4964277260005474, -1.4887478947639465};
  std::vector<Vec3<double>> box;
  for (int k = 0; k < 8; ++k)
    box.push_back({k % 2 ? low.x : high.x, k / 2 % 2 ? low.y : high.y, k / 4 ? low.z : high.z});
  compare_hulls({{-2.098687596619129, 3.496427323669195, -1.4887482337653637},
                 {-2.364312596619129, 3.918302323669195, -1.1449982337653637},
                 {-1.8486875966191292, 3.840177323669195, -1.1918732337653637}},
                box, tally);
  tally.report();
  EXPECT_EQ(tally.apart, 0);
}

TEST(DistanceGjk3, TrianglesOfAnyTwoSizesAgreeWithTheBruteForce) {
  sp::Random random(kSeed);
  Tally tally;
  for (int k = 0; k < 1500; ++k) {
    const double size = random.power(-40, 0), thin = random.power(-40, 0);
    const Vec3<double> e = random.in_cube(1), f = e * random.uniform(-1, 1) + random.in_cube(thin);
    const Vec3<double> at = random.in_cube(k % 2 == 0 ? 0 : 1), inside = at + e * 0.25 + f * 0.25;
    std::vector<Vec3<double>> small;
    for (int i = 0; i < 3; ++i) small.push_back(inside + random.in_cube(size));
    compare_hulls({at, at + e, at + f}, small, tally);
  }
  tally.report();
  EXPECT_GE(tally.share_apart(), 0.3);
  EXPECT_LE(tally.share_apart(), 0.9);
}

TEST(DistanceGjk3, CapsulesAgreeWithTheBruteForce) {
  sp::Random random(kSeed);
  Tally tally;
  for (int k = 0; k < 1000; ++k) {
    const Vec3<double> from = random.in_cube(1), to = random.in_cube(1), other = random.in_cube(1);
    const Vec3<double> end = k % 4 == 0 ? other + (to - from) * 0.5 : random.in_cube(1);
    const Capsule3<double> a{from, to, random.uniform(0, 0.5)};
    const Capsule3<double> b{k % 8 == 1 ? from + random.in_cube(1e-9) : other, end, random.uniform(0, 0.5)};
    compare(sp::operand(a), sp::operand(b), tally);
  }
  tally.report();
  EXPECT_GE(tally.share_apart(), 0.3);
  EXPECT_LE(tally.share_apart(), 0.8);
}

/// A lower bound of the distance: that along n, or along a direction near to it that proves more. Of
/// cylinders almost touching, the direction between the closest points is made of roundings.
Real lower_bound(const Cylinder3<double>& a, const Cylinder3<double>& b, Vec3<double> n, const Real& enough) {
  const auto along = [&](const Vec3<double>& m) {
    return Real(-(sp::highest(a, -real(m)) + sp::highest(b, real(m))));
  };
  Real best = along(n);
  for (double step = length(n); best < enough && step > 0x1p-50 * length(n);) {
    const Vec3<double> from = n;
    for (const Vec3<double>& way : {Vec3<double>{step, 0, 0}, {0, step, 0}, {0, 0, step}}) {
      for (const Vec3<double>& m : {from + way, from - way}) {
        if (along(m) <= best) continue;
        best = along(m);
        n = m;
      }
    }
    if (n == from) step /= 2;
  }
  return best;
}
/// The points prove that the distance is not larger, the supports along some direction that it is not
/// smaller.
void certify(const Cylinder3<double>& a, const Cylinder3<double>& b, Tally& tally) {
  const auto support_a = support_of(a), support_b = support_of(b);
  const Distance3<double> answer = distance_gjk(support_a, support_b);
  ASSERT_EQ(answer.status, Status::ok);
  const GjkOutcome3 outcome = Gjk3<CylinderSupport3, CylinderSupport3>(support_a, support_b).run();
  const double u = sp::unit_of(a, b);
  const Real enough = answer.distance - kGjkCurvedGap * u;
  const Real lower = outcome.meets ? Real(0) : lower_bound(a, b, outcome.direction, enough);
  const Real apart = space_reference::size_of(real(answer.on_a) - real(answer.on_b));
  const Real off = std::max(sp::outside(a, real(answer.on_a)), sp::outside(b, real(answer.on_b)));
  ++tally.pairs;
  tally.apart += answer.distance > 0;
  tally.most_iterations = std::max(tally.most_iterations, answer.iterations);
  tally.worst_distance = std::max(tally.worst_distance, in_units(answer.distance - lower, u));
  tally.worst_point = std::max({tally.worst_point, in_units(off, u), in_units(apart - answer.distance, u)});
}

TEST(DistanceGjk3, CylindersAreCertified) {
  sp::Random random(kSeed);
  Tally tally;
  for (int k = 0; k < 1000; ++k) certify(sp::cylinder(random, 1.5), sp::cylinder(random, 1.5), tally);
  tally.report();
  EXPECT_GE(tally.share_apart(), 0.5);
  EXPECT_LE(tally.share_apart(), 0.97);
}

TEST(DistanceGjk3, ParallelAndNearTouchingCylindersAreCertified) {
  sp::Random random(kSeed);
  Tally tally;
  for (int k = 0; k < 1000; ++k) {
    const Cylinder3<double> a = sp::cylinder(random, 1.5);
    Cylinder3<double> b = sp::cylinder(random, 1.5);
    if (k % 2 == 0) b.to = b.from + (a.to - a.from) * random.uniform(0.3, 1.5);
    const Distance3<double> gap = distance_gjk(support_of(a), support_of(b));
    if (gap.distance == 0) continue;
    const Vec3<double> move = (gap.on_a - gap.on_b) * (1 - random.power(-52, -5) / gap.distance);
    certify(a, {b.from + move, b.to + move, b.radius}, tally);
  }
  tally.report();
  EXPECT_GE(tally.pairs, 700);
  EXPECT_GE(tally.share_apart(), 0.9);
}

Relation relation(const std::vector<Vec3<double>>& p, const std::vector<Vec3<double>>& q) {
  const ConvexHull a = sp::hull_of(p), b = sp::hull_of(q);
  const PolytopeView view_a = a.view(), view_b = b.view();
  const RelationAnswer answer = relation_gjk(view_a, view_b);
  EXPECT_EQ(answer.status, Status::ok);
  return answer.relation;
}

TEST(RelationGjk3, ATouchAndItsNeighboursAreToldApart) {
  const std::vector<Vec3<double>> a{{0, 0, 0}, {3, 0, 0}, {0, 3, 0}, {0, 0, 3}};
  const auto at = [](double x) {
    return std::vector<Vec3<double>>{{x, 1, 1}, {5, 1, 1}, {5, 4, 1}, {5, 1, 4}};
  };
  EXPECT_EQ(relation(a, at(1)), Relation::touching);
  EXPECT_EQ(relation(a, at(std::nextafter(1, 2))), Relation::disjoint);
  EXPECT_EQ(relation(a, at(std::nextafter(1, 0))), Relation::overlapping);
  EXPECT_EQ(relation(a, a), Relation::overlapping);
  EXPECT_EQ(relation({{0, 0, 0}, {1, 0, 0}}, {{0.5, -1, 0}, {0.5, 1, 0}}), Relation::touching);
}

TEST(RelationGjk3, LatticeHullsAgreeWithTheSeparatingAxes) {
  sp::Random random(kSeed);
  int count[3] = {};
  for (int k = 0; k < 300; ++k) {
    std::vector<Vec3<double>> p, q;
    const Vec3<double> shift{double(random.below(6)), 0, 0};
    for (int i = 0; i < 5; ++i) {
      p.push_back(random.lattice(5));
      q.push_back(random.lattice(5) + shift);
    }
    const auto a = space_reference::solid(sp::hull_of(p).view()),
               b = space_reference::solid(sp::hull_of(q).view());
    const bool solid = a.faces.size() > 3 || b.faces.size() > 3;
    Relation truth = Relation::disjoint;
    if (!space_reference::are_apart(a, b)) {
      truth = solid && space_reference::depth(a, b) > 0 ? Relation::overlapping : Relation::touching;
    }
    if (!solid) continue;
    ASSERT_EQ(relation(p, q), truth) << k;
    ++count[static_cast<int>(truth)];
  }
  for (const int met : count) EXPECT_GE(met, 20);
}

}  // namespace
}  // namespace touchstone
