#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include <touchstone/box3.hpp>
#include <touchstone/sat3.hpp>
#include <touchstone/validity3.hpp>

#include "core/test/polytope_reference3.hpp"

namespace touchstone {
namespace {

using Vec = Vec3<double>;
using Points = std::vector<Vec>;
using Box = Obb3<double>;

Checked3 hull(const Points& points) {
  return checked(Hull3<double>{points});
}
Relation sat(const Points& a, const Points& b) {
  const Checked3 checked_a = hull(a), checked_b = hull(b);
  EXPECT_TRUE(checked_a.ok() && checked_b.ok());
  return relation_sat(checked_a.polytope(), checked_b.polytope()).relation;
}
Points moved(Points points, const Vec& by) {
  for (Vec& p : points) p = p + by;
  return points;
}
double after(double x) {
  return std::nextafter(x, HUGE_VAL);
}
double before(double x) {
  return std::nextafter(x, -HUGE_VAL);
}

const Points kTetrahedron{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {0, 0, 4}};
const Points kTriangle{{0, 0, 0}, {2, 0, 0}, {0, 2, 0}};

TEST(RelationSat3, CornerOnFaceOneUlpEitherSide) {
  const Points other{{1, 1, 2}, {3, 4, 5}, {4, 3, 5}, {4, 4, 6}};
  EXPECT_EQ(sat(kTetrahedron, other), Relation::touching);
  EXPECT_EQ(sat(kTetrahedron, {{1, 1, after(2)}, other[1], other[2], other[3]}), Relation::disjoint);
  EXPECT_EQ(sat(kTetrahedron, {{1, 1, before(2)}, other[1], other[2], other[3]}), Relation::overlapping);
}

TEST(RelationSat3, CrossedEdgesOneUlpEitherSide) {
  const Points wedge{{-1, -1, 1}, {-1, 1, 1}, {1, -1, 0}, {-3, 1, 0}};  // its highest edge at z = 1, along y
  const Points keel{{-3, 0, 1}, {3, 0, 1}, {0, -2, 4}, {0, 2, 4}};      // its lowest edge at z = 1, along x
  EXPECT_EQ(sat(wedge, keel), Relation::touching);
  EXPECT_EQ(sat(wedge, {{-3, 0, after(1)}, {3, 0, after(1)}, keel[2], keel[3]}), Relation::disjoint);
  EXPECT_EQ(sat(wedge, {{-3, 0, before(1)}, {3, 0, before(1)}, keel[2], keel[3]}), Relation::overlapping);
}

TEST(RelationSat3, EqualAndNestedSolidsOverlap) {
  EXPECT_EQ(sat(kTetrahedron, kTetrahedron), Relation::overlapping);
  EXPECT_EQ(sat(kTetrahedron, {{0.5, 0.5, 0.5}, {1, 0.5, 0.5}, {0.5, 1, 0.5}, {0.5, 0.5, 1}}),
            Relation::overlapping);
}

TEST(RelationSat3, PointsSegmentsAndTrianglesAgainstASolid) {
  EXPECT_EQ(sat(kTetrahedron, {{1, 1, 1}}), Relation::overlapping);
  EXPECT_EQ(sat(kTetrahedron, {{1, 1, 2}}), Relation::touching);
  EXPECT_EQ(sat(kTetrahedron, {{1, 1, after(2)}}), Relation::disjoint);
  EXPECT_EQ(sat(kTetrahedron, {{-1, 1, 1}, {3, 1, 1}}), Relation::overlapping);
  EXPECT_EQ(sat(kTetrahedron, {{-1, 0, 1}, {3, 0, 1}}), Relation::touching);
  EXPECT_EQ(sat(kTetrahedron, {{-1, -1e-30, 1}, {3, -1e-30, 1}}), Relation::disjoint);
  EXPECT_EQ(sat(kTetrahedron, {{-1, -1, 1}, {9, 0, 1}, {0, 9, 1}}), Relation::overlapping);
  EXPECT_EQ(sat(kTetrahedron, {{-9, -9, 4}, {9, 0, 4}, {0, 9, 4}}), Relation::touching);
}

TEST(RelationSat3, TrianglesOverlapOnlyWhenTheyCross) {
  EXPECT_EQ(sat(kTriangle, {{0.5, 0.5, -1}, {0.5, 0.5, 1}, {5, 5, 0}}), Relation::overlapping);
  EXPECT_EQ(sat(kTriangle, {{0.5, 0.5, 0}, {0.5, 0.5, 1}, {5, 5, 1}}), Relation::touching);
  EXPECT_EQ(sat(kTriangle, kTriangle), Relation::touching);
  EXPECT_EQ(sat(kTriangle, moved(kTriangle, {1, 1, 0})), Relation::touching);
  EXPECT_EQ(sat(kTriangle, moved(kTriangle, {1, after(1), 0})), Relation::disjoint);
  EXPECT_EQ(sat(kTriangle, moved(kTriangle, {0, 0, 1e-30})), Relation::disjoint);
}

TEST(RelationSat3, SegmentThroughATriangle) {
  EXPECT_EQ(sat(kTriangle, {{0.5, 0.5, -1}, {0.5, 0.5, 1}}), Relation::overlapping);
  EXPECT_EQ(sat(kTriangle, {{1, 1, -1}, {1, 1, 1}}), Relation::touching);
  EXPECT_EQ(sat(kTriangle, {{1, after(1), -1}, {1, after(1), 1}}), Relation::disjoint);
  EXPECT_EQ(sat(kTriangle, {{0.5, 0.5, 0}, {3, 3, 0}}), Relation::touching);
  EXPECT_EQ(sat(kTriangle, {{1, after(1), 0}, {3, 3, 0}}), Relation::disjoint);
}

TEST(RelationSat3, SegmentsAndPoints) {
  const Points s{{0, 0, 0}, {2, 2, 2}};
  EXPECT_EQ(sat(s, {{0, 2, 1}, {2, 0, 1}}), Relation::touching);
  EXPECT_EQ(sat(s, {{0, 2, after(1)}, {2, 0, after(1)}}), Relation::disjoint);
  EXPECT_EQ(sat(s, {{2, 2, 2}, {3, 3, 3}}), Relation::touching);
  EXPECT_EQ(sat(s, {{2.5, 2.5, 2.5}, {3, 3, 3}}), Relation::disjoint);
  EXPECT_EQ(sat(s, {{1, 1, 1}}), Relation::touching);
  EXPECT_EQ(sat(s, {{1, 1, after(1)}}), Relation::disjoint);
  EXPECT_EQ(sat({{1, 2, 3}}, {{1, 2, 3}}), Relation::touching);
  EXPECT_EQ(sat({{1, 2, 3}}, {{1, 2, after(3)}}), Relation::disjoint);
}

TEST(GapAlong, SignAndScaleOfTheDirection) {
  const Checked3 a = hull(kTriangle), b = hull(moved(kTriangle, {0, 0, 3}));
  EXPECT_EQ(gap_along(a.polytope(), b.polytope(), {0, 0, 2}).value, 6);
  EXPECT_EQ(gap_along(a.polytope(), b.polytope(), {0, 0, -1}).value, -3);
  EXPECT_LT(gap_along(a.polytope(), b.polytope(), {0, 0, 2}).error, 1e-13);
}

TEST(PenetrationSat3, CornerThroughAFace) {
  const Points other{{1, 1, 0.25}, {2, 1, -9}, {1, 2, -9}, {0, 0, -9}};
  const Checked3 a = hull(kTetrahedron), b = hull(other);
  EXPECT_EQ(penetration_sat(a.polytope(), b.polytope()).mtv, (Vec{0, 0, -0.25}));
  EXPECT_EQ(penetration_sat(b.polytope(), a.polytope()).mtv, (Vec{0, 0, 0.25}));
}

TEST(PenetrationSat3, TouchingHasNoDepth) {
  const Checked3 a = hull(kTriangle);
  const auto answer = penetration_sat(a.polytope(), a.polytope());
  EXPECT_EQ(answer.relation, Relation::touching);
  EXPECT_EQ(answer.depth, 0);
  EXPECT_EQ(answer.mtv, Vec{});
}

/// What one random campaign met.
struct Counts {
  int relations[3] = {};
  double worst_u = 0;  ///< of depth, mtv's length and what mtv leaves
};

template <class A, class B>
void check_pair(const A& shape_a, const B& shape_b, const Checked3& a, const Checked3& b, Counts& counts) {
  ASSERT_TRUE(a.ok() && b.ok());
  const reference3::Pair pair(shape_a, shape_b);
  const auto scene = [&] { return reference3::print(shape_a) + reference3::print(shape_b); };
  ASSERT_EQ(relation_sat(a.polytope(), b.polytope()).relation, pair.truth.relation) << scene();
  ASSERT_EQ(relation_sat(b.polytope(), a.polytope()).relation, pair.truth.relation) << scene();
  ++counts.relations[static_cast<int>(pair.truth.relation)];
  const Penetration3<double> push = penetration_sat(a.polytope(), b.polytope());
  ASSERT_EQ(push.relation, pair.truth.relation) << scene();
  if (push.relation != Relation::overlapping) return;
  const long double errors[] = {std::fabs(push.depth - pair.truth.depth),
                                std::fabs(push.depth - length(push.mtv)), pair.depth_after(push.mtv)};
  const auto worst = static_cast<double>(*std::max_element(errors, errors + 3) / pair.u);
  ASSERT_LE(worst, kSat3PenetrationBound) << scene();
  counts.worst_u = std::max(counts.worst_u, worst);
}
void check_pair(const Points& a, const Points& b, Counts& counts) {
  check_pair(a, b, hull(a), hull(b), counts);
}
void check_pair(const Box& a, const Box& b, Counts& counts) {
  check_pair(a, b, checked(a), checked(b), counts);
}
void check_pair(const Box& a, const Points& b, Counts& counts) {
  check_pair(a, b, checked(a), hull(b), counts);
}

class Random {
 public:
  explicit Random(std::uint64_t seed) : random_(seed) {}

  int below(int n) { return static_cast<int>(random_() % static_cast<std::uint64_t>(n)); }
  double real(double lo, double hi) {
    return lo + (hi - lo) * 0x1p-53 * static_cast<double>(random_() >> 11);
  }
  Vec vector(double size) { return {real(-size, size), real(-size, size), real(-size, size)}; }
  Vec lattice(int n) { return {double(below(n)), double(below(n)), double(below(n))}; }
  /// One to most corners on a small lattice, so that all dimensions come up.
  Points lattice_points(int most, int n) {
    Points points(static_cast<std::size_t>(1 + below(most)));
    for (Vec& p : points) p = lattice(n);
    return points;
  }
  Points points(int count, double size) {
    Points result(static_cast<std::size_t>(count));
    for (Vec& p : result) p = vector(size);
    return result;
  }
  /// Thirds are no doubles, so corners are rounded; lattice boxes touch all the same. Often flat.
  Box lattice_box(double scale) {
    Box box{lattice(4) * (2 * scale), {}};
    for (Vec& h : box.half_axes) h = lattice(3) * scale;
    return box;
  }

 private:
  std::mt19937_64 random_;
};

void expect_met(const Counts& counts, int disjoint, int touching, int overlapping) {
  EXPECT_GT(counts.relations[0], disjoint);
  EXPECT_GT(counts.relations[1], touching);
  EXPECT_GT(counts.relations[2], overlapping);
  testing::Test::RecordProperty("worst_u", std::to_string(counts.worst_u));
  EXPECT_LT(counts.worst_u, 2);
}

TEST(RandomSat3, LatticePolytopesOfAllDimensionsEqualIntegers) {
  Random random(401);
  Counts counts;
  for (int i = 0; i < 2500 && !HasFatalFailure(); ++i) {
    const Points a = random.lattice_points(6, 4);
    check_pair(a, random.lattice_points(6, 4), counts);
  }
  expect_met(counts, 500, 300, 500);
}

TEST(RandomSat3, FlatLatticePolytopesInOnePlaneEqualIntegers) {
  Random random(402);
  Counts counts;
  for (int i = 0; i < 1500 && !HasFatalFailure(); ++i) {
    Points a = random.lattice_points(4, 4), b = random.lattice_points(4, 4);
    for (Points* points : {&a, &b}) {
      for (Vec& p : *points) p.z = p.x - 2 * p.y;
    }
    check_pair(a, b, counts);
  }
  expect_met(counts, 300, 300, -1);
}

TEST(RandomSat3, ThirdsOfLatticeBoxesEqualIntegers) {
  Random random(403);
  Counts counts;
  for (int i = 0; i < 1500 && !HasFatalFailure(); ++i) {
    const Box a = random.lattice_box(1.0 / 3);
    check_pair(a, random.lattice_box(1.0 / 3), counts);
  }
  expect_met(counts, 400, 40, 250);
}

/// Flat boxes with rounded corners, most of them in one plane.
TEST(RandomSat3, FlatBoxesWithRoundedCornersEqualIntegers) {
  Random random(410);
  Counts counts;
  for (int i = 0; i < 1000 && !HasFatalFailure(); ++i) {
    const Vec u = random.lattice(3) * (1.0 / 3), v = random.lattice(3) * (1.0 / 3);
    const auto in_plane = [&] {
      const Vec along_u = u * (random.below(7) - 3.0);
      return along_u + v * (random.below(7) - 3.0);
    };
    const Box a{in_plane(), {u, v, i % 2 == 0 ? Vec{} : u + v}};
    Box b{in_plane(), {u * 2.0, v, u - v}};
    if (i % 4 == 0) b.half_axes[i % 3] = random.lattice(2) * 0.1;
    check_pair(a, b, counts);
  }
  expect_met(counts, 200, 100, 20);
}

TEST(RandomSat3, BoxAgainstHullEqualsIntegers) {
  Random random(404);
  Counts counts;
  for (int i = 0; i < 600 && !HasFatalFailure(); ++i) {
    const Box box = random.lattice_box(0.1);
    Points points = random.points(1 + random.below(6), 0.4);
    if (i % 2 == 0) points[0] = box.center + box.half_axes[0] + box.half_axes[1] + box.half_axes[2];
    check_pair(box, moved(points, box.center * (i % 2 == 0 ? 0.0 : 1.0)), counts);
  }
  expect_met(counts, 50, -1, 200);
}

TEST(RandomSat3, HullsThatTouchUpToRoundingEqualIntegers) {
  Random random(405);
  Counts counts;
  for (int i = 0; i < 500 && !HasFatalFailure(); ++i) {
    const Points a = random.points(4 + random.below(4), 1);
    Points b = random.points(2 + random.below(5), 1);
    // A corner of B, or a point of an edge, comes to a point of a face, edge or corner of A.
    const double s = i % 2 * random.real(0, 1), t = i / 2 % 2 * random.real(0, 1 - s);
    const Vec on_a = a[0] + (a[1] - a[0]) * s + (a[2] - a[0]) * t;
    const Vec on_b = b[0] + (b[1] - b[0]) * (i / 4 % 2 * random.real(0, 1));
    check_pair(a, moved(b, on_a - on_b), counts);
  }
  expect_met(counts, 20, -1, 200);
}

TEST(RandomSat3, NearlyFlatAndNearlyParallelHullsEqualIntegers) {
  Random random(406);
  Counts counts;
  for (int i = 0; i < 400 && !HasFatalFailure(); ++i) {
    Points a = random.points(4 + random.below(3), 1);
    for (Vec& p : a) p.z *= std::pow(10, -random.real(0, 17));
    Points b = i % 2 == 0 ? a : random.points(4, 1);
    for (Vec& p : b) p = p * (1.0 + i % 3) + random.vector(std::pow(10, -random.real(5, 17)));
    const double x = random.real(-1, 1), z = random.real(0, 1e-9);
    check_pair(a, moved(b, {x, 0, i % 3 == 0 ? z : 0}), counts);
  }
  expect_met(counts, 50, -1, 50);
}

TEST(RandomSat3, EndsOfTheRangeStayExact) {
  Random random(407);
  Counts counts;
  for (int i = 0; i < 500 && !HasFatalFailure(); ++i) {
    const double scale = i % 2 == 0 ? kLargestCoordinate3 / 8 : kSmallestCoordinate3;
    Points a = random.lattice_points(6, 4), b = random.lattice_points(6, 4);
    for (Points* points : {&a, &b}) {
      for (Vec& p : *points) p = p * scale;
    }
    check_pair(a, b, counts);
  }
  expect_met(counts, 100, 50, 80);
}

void expect_box_answer(const Box& a, const Box& b, Counts& counts) {
  const Checked3 checked_a = checked(a), checked_b = checked(b);
  const Penetration3<double> by_axes = penetration(a, b);
  const Penetration3<double> by_facets = penetration_sat(checked_a.polytope(), checked_b.polytope());
  ASSERT_EQ(by_axes.relation, by_facets.relation) << reference3::print(a) << reference3::print(b);
  ASSERT_NEAR(by_axes.depth, by_facets.depth, 1e-13);
  ++counts.relations[static_cast<int>(by_axes.relation)];
}

/// Also moved out by their push, which leaves them some rounding from touching.
TEST(RandomSat3, BoxesGetTheirOwnAnswer) {
  Random random(408);
  Counts counts;
  for (int i = 0; i < 5000 && !HasFatalFailure(); ++i) {
    const Box a = random.lattice_box(1);
    Box b{random.vector(3), {random.vector(1), random.vector(1), random.vector(1)}};
    expect_box_answer(a, b, counts);
    const Penetration3<double> push = penetration(a, b);
    if (push.relation != Relation::overlapping) continue;
    b.center = b.center + push.mtv;
    expect_box_answer(a, b, counts);
  }
  expect_met(counts, 1500, -1, 400);
}

Points round_points(Random& random, int count) {
  Points points;
  for (int k = 0; k < count; ++k) {
    const Vec v = random.vector(1);
    points.push_back(v * (1 / length(v)));
  }
  return points;
}

/// Many corners: the inner point decides most overlapping pairs, the faces most others.
TEST(RandomSat3, RoundHullsSpendLittleWork) {
  Random random(409);
  Counts counts;
  std::int64_t iterations = 0;
  for (int i = 0; i < 100; ++i) {
    const Checked3 a = hull(round_points(random, 60));
    const Points points = round_points(random, 60);
    const Checked3 b = hull(moved(points, random.vector(1.6)));
    const RelationAnswer answer = relation_sat(a.polytope(), b.polytope());
    iterations += answer.iterations;
    ++counts.relations[static_cast<int>(answer.relation)];
  }
  expect_met(counts, 20, -1, 20);
  EXPECT_LT(iterations / 100, 300);
}

}  // namespace
}  // namespace touchstone
