// penetration_epa against hand-worked numbers and a brute force over all edges in rationals.
#include <gtest/gtest.h>

#include <cmath>
#include <iostream>
#include <vector>

#include <touchstone/epa.hpp>
#include <touchstone/validity.hpp>

#include "core/test/difference_brute_force.hpp"
#include "core/test/random_convex.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 7;

template <class T>
Penetration<T> penetration(const Shape2<T>& a, const Shape2<T>& b) {
  const Checked2<T> first = checked(a);
  const Checked2<T> second = checked(b);
  const Penetration<T> answer = penetration_epa(first.convex(), second.convex());
  EXPECT_EQ(answer.status, Status::ok);
  return answer;
}

using Shape = Shape2<double>;
using Vector = Vec2<double>;
Shape point(double x, double y) {
  return Point2<double>{{x, y}};
}
Shape segment(double x0, double y0, double x1, double y1) {
  return Segment2<double>{{x0, y0}, {x1, y1}};
}
Shape box(double x0, double y0, double x1, double y1) {
  return Aabb2<double>{{x0, y0}, {x1, y1}};
}

TEST(PenetrationEpa, BoxesArePushedOutTheShortWay) {
  const Penetration<double> right = penetration(box(0, 0, 4, 4), box(3, 1, 6, 3));
  EXPECT_EQ(right.relation, Relation::overlapping);
  EXPECT_EQ(right.depth, 1);
  EXPECT_EQ(right.mtv, (Vector{1, 0}));
  EXPECT_EQ(penetration(box(3, 1, 6, 3), box(0, 0, 4, 4)).mtv, (Vector{-1, 0}));
  EXPECT_EQ(penetration(box(0, 0, 4, 4), box(1, 3.5, 2, 9)).mtv, (Vector{0, 0.5}));
}

TEST(PenetrationEpa, ContainedShapesLeaveByTheNearestSide) {
  const Penetration<double> inner = penetration(box(0, 0, 10, 10), box(1, 4, 3, 6));
  EXPECT_EQ(inner.depth, 3);
  EXPECT_EQ(inner.mtv, (Vector{-3, 0}));
  const Penetration<double> concentric = penetration(box(-5, -4, 5, 4), box(-1, -1, 1, 1));
  EXPECT_EQ(concentric.depth, 5);
  EXPECT_EQ(std::fabs(concentric.mtv.y), 5);
  EXPECT_EQ(penetration(box(0, 0, 2, 3), box(0, 0, 2, 3)).depth, 2);
}

TEST(PenetrationEpa, FlatShapesInsideSolidOnes) {
  EXPECT_EQ(penetration(box(0, 0, 10, 10), point(2, 5)).mtv, (Vector{-2, 0}));
  EXPECT_EQ(penetration(point(2, 5), box(0, 0, 10, 10)).mtv, (Vector{2, 0}));
  EXPECT_EQ(penetration(box(0, 0, 10, 10), segment(8, -5, 8, 20)).mtv, (Vector{2, 0}));
  const Penetration<double> cross = penetration(segment(0, 0, 8, 0), segment(3, -1, 3, 5));
  EXPECT_EQ(cross.relation, Relation::overlapping);
  EXPECT_EQ(cross.mtv, (Vector{0, 1}));
}

TEST(PenetrationEpa, DiagonalEdgeByHand) {
  const std::vector<Vector> points{{0, 0}, {4, 0}, {0, 4}};
  const Penetration<double> corner = penetration<double>(Polygon2<double>{points}, box(1.5, 1.5, 6, 6));
  EXPECT_DOUBLE_EQ(corner.depth, std::sqrt(0.5));
  EXPECT_DOUBLE_EQ(corner.mtv.x, 0.5);
  EXPECT_DOUBLE_EQ(corner.mtv.y, 0.5);
}

TEST(PenetrationEpa, TouchingIsZeroAndItsNeighboursAreNot) {
  const Penetration<double> touch = penetration(box(0, 0, 2, 2), box(2, 0, 4, 2));
  EXPECT_EQ(touch.relation, Relation::touching);
  EXPECT_EQ(touch.depth, 0);
  EXPECT_EQ(touch.mtv, (Vector{0, 0}));
  const double inside = std::nextafter(2.0, 0.0);
  EXPECT_EQ(penetration(box(0, 0, 2, 2), box(inside, 0, 4, 2)).mtv, (Vector{0x1p-52, 0}));
  EXPECT_EQ(penetration(box(0, 0, 2, 2), box(std::nextafter(2.0, 3.0), 0, 4, 2)).relation,
            Relation::disjoint);
  EXPECT_EQ(penetration(segment(0, 0, 2, 2), segment(1, 1, 5, 5)).relation, Relation::touching);
  EXPECT_EQ(penetration(segment(0, 0, 2, 2), segment(1, 1, 5, 5)).depth, 0);
}

TEST(PenetrationEpa, RepeatedAndCollinearVerticesChangeNothing) {
  const std::vector<Vector> points{{0, 0}, {0, 0}, {1, 0}, {4, 0}, {4, 0},
                                   {4, 2}, {4, 4}, {0, 4}, {0, 4}, {0, 1}};
  const Shape shape = Polygon2<double>{points};
  EXPECT_EQ(penetration(shape, box(3, 1, 6, 3)).mtv, (Vector{1, 0}));
  EXPECT_EQ(penetration(shape, point(1, 2)).mtv, (Vector{-1, 0}));
  EXPECT_EQ(penetration(shape, shape).depth, 4);
}

struct Tally {
  int pairs = 0;
  int overlapping = 0;
  int touching = 0;
  int walked = 0;  ///< the polytope did not fit the work space
  long double worst_depth = 0;
  long double worst_reach = 0;
};

template <class T>
void compare(const random_convex::Sample<T>& a, const random_convex::Sample<T>& b, Tally& tally) {
  const Checked2<T> first = checked(a.shape);
  const Checked2<T> second = checked(b.shape);
  if (!first.ok() || !second.ok() || !first.is_convex() || !second.is_convex()) return;
  const auto corners_a = brute_force::corners(a.shape);
  const auto corners_b = brute_force::corners(b.shape);
  auto hull = brute_force::difference(corners_a, corners_b);
  const Relation truth = brute_force::relation(hull);
  SCOPED_TRACE(brute_force::print(a.shape) + "  " + brute_force::print(b.shape));
  const Penetration<T> answer = penetration<T>(a.shape, b.shape);
  ASSERT_EQ(answer.relation, truth);
  ++tally.pairs;
  tally.touching += truth == Relation::touching;
  if (truth != Relation::overlapping) return;
  ++tally.overlapping;
  tally.walked += answer.iterations > kEpaCapacity;
  const long double u = brute_force::unit_of<T>(corners_a, corners_b);
  const long double depth = brute_force::root(brute_force::depth_sq(hull));
  const auto mtv = brute_force::exactly(answer.mtv);
  // Moving B by mtv moves the difference by -mtv; what remains of the depth is how far B still reaches into
  // A.
  for (auto& p : hull) p = p - mtv;
  const bool still = brute_force::relation(hull) == Relation::overlapping;
  const long double reach = still ? brute_force::root(brute_force::depth_sq(hull)) : 0;
  const long double error = std::max(std::fabs(static_cast<long double>(answer.depth) - depth),
                                     std::fabs(brute_force::root(dot(mtv, mtv)) - depth));
  ASSERT_GT(answer.depth, 0);
  ASSERT_LE(error, kEpaDepthBound * u);
  ASSERT_LE(reach, kEpaDepthBound * u);
  tally.worst_depth = std::max(tally.worst_depth, error / u);
  tally.worst_reach = std::max(tally.worst_reach, reach / u);
}

void report(const Tally& tally) {
  std::cout << "seed " << kSeed << ": " << tally.pairs << " pairs, " << tally.overlapping << " overlapping, "
            << tally.touching << " touching, depth within " << tally.worst_depth << " u, still reaching "
            << tally.worst_reach << " u\n";
}

template <class T>
class RandomEpa : public ::testing::Test {};
using Scalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(RandomEpa, Scalars);

TYPED_TEST(RandomEpa, NoLatticePairHasAShallowerEdge) {
  using T = TypeParam;
  random_convex::Random random(kSeed);
  Tally tally;
  for (int k = 0; k < 2000 && !this->HasFatalFailure(); ++k) {
    const T offset = k % 2 == 0 ? T(0) : T(1000);
    const auto a = random_convex::lattice<T>(random, 6, T(0.25), offset);
    const auto b = random_convex::lattice<T>(random, 6, T(0.25), offset);
    compare(a, b, tally);
  }
  report(tally);
  EXPECT_GE(tally.overlapping, 600);
  EXPECT_GE(tally.touching, 150);
}

TYPED_TEST(RandomEpa, NoPolygonPairHasAShallowerEdge) {
  using T = TypeParam;
  using random_convex::uniform;
  random_convex::Random random(kSeed);
  Tally tally;
  for (int k = 0; k < 600 && !this->HasFatalFailure(); ++k) {
    const double offset = k % 2 == 0 ? 0 : (sizeof(T) == 4 ? 1e4 : 1e9);
    const auto at = [&] {
      return Vec2<double>{offset + uniform(random, -0.7, 0.7), uniform(random, -0.7, 0.7)};
    };
    const auto a = random_convex::on_ellipse<T>(random, 3 + random_convex::below(random, 8), at(), 1, 0.8);
    const auto b = random_convex::on_ellipse<T>(random, 3 + random_convex::below(random, 8), at(), 1, 0.8);
    compare(a, b, tally);
  }
  report(tally);
  EXPECT_GE(tally.overlapping, 300);
}

TYPED_TEST(RandomEpa, NoNeedlePairHasAShallowerEdge) {
  using T = TypeParam;
  using random_convex::uniform;
  random_convex::Random random(kSeed);
  Tally tally;
  for (int k = 0; k < 1000 && !this->HasFatalFailure(); ++k) {
    const double offset = k % 3 == 0 ? 1e9 : 0;
    const auto at = [&] {
      return Vec2<double>{offset + uniform(random, -0.4, 0.4), uniform(random, -0.4, 0.4)};
    };
    const auto a = random_convex::sliver<T>(random, at(), 1, std::pow(10, -uniform(random, 0, 12)));
    const auto b = random_convex::sliver<T>(random, at(), 1, std::pow(10, -uniform(random, 0, 12)));
    compare(a, b, tally);
  }
  report(tally);
  EXPECT_GE(tally.overlapping, 300);
}

TEST(PenetrationEpa, RoundShapesBeyondTheWorkSpaceAreStillExact) {
  random_convex::Random random(kSeed);
  Tally tally;
  for (int k = 0; k < 30 && !HasFatalFailure(); ++k) {
    const auto a = random_convex::on_ellipse<double>(random, 20 + k, {0, 0}, 1, 1);
    const auto b = random_convex::on_ellipse<double>(random, 60 - k, {0.01 * (k % 5), 0}, 1, 1);
    compare(a, b, tally);
  }
  report(tally);
  EXPECT_GE(tally.overlapping, 20);
  EXPECT_GE(tally.walked, 10);
}

}  // namespace
}  // namespace touchstone
