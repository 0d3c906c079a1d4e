#include "oracle/exact3.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "oracle/test/random_shapes3.hpp"
#include "oracle/test/shape_text3.hpp"

namespace touchstone::oracle {
namespace {

using AnyShape = Shape3<double>;

ExactSeparation3 separation_of(const AnyShape& a, const AnyShape& b) {
  return separation(exact_pair_of(a, b));
}

const Aabb3<double> kCube{{0, 0, 0}, {4, 4, 4}};

Aabb3<double> box_at(double x, double y, double z, double size = 4) {
  return {{x, y, z}, {x + size, y + size, z + size}};
}

// ---- plain and boundary cases

TEST(ExactPair3, CoordinatesFarApartThenTheLatticeHoldsThemAll) {
  constexpr double kTiniest = std::numeric_limits<double>::denorm_min();
  constexpr double kMax = std::numeric_limits<double>::max();
  const ExactPair3 pair =
      exact_pair_of(Segment3<double>{{kTiniest, 0, 0.1}, {kMax, -3, 0}}, Point3<double>{{1, 1, 1}});
  std::vector<RationalVec3> corners;
  for (const IntegerVec3& corner : pair.a.corners) corners.push_back(rational(corner) * pair.unit);
  ASSERT_EQ(corners.size(), 2u);
  if (corners[0].x > 1) std::swap(corners[0], corners[1]);
  EXPECT_EQ(corners[0], rational(Vec3<double>{kTiniest, 0, 0.1}));
  EXPECT_EQ(corners[1], rational(Vec3<double>{kMax, -3, 0}));
}

TEST(ExactPair3, AllZeroThenOneCorner) {
  const ExactPair3 pair = exact_pair_of(Point3<double>{}, Obb3<double>{});
  EXPECT_EQ(pair.a.dimension, 0);
  EXPECT_EQ(pair.b.dimension, 0);
  EXPECT_EQ(separation(pair).relation, Relation::touching);
}

TEST(Separation3, BoxesApartThenTheGap) {
  const ExactSeparation3 apart = separation_of(kCube, box_at(6, 7, 4));
  EXPECT_EQ(apart.relation, Relation::disjoint);
  EXPECT_EQ(apart.distance_sq, 4 + 9);
  EXPECT_EQ(apart.on_a, (RationalVec3{4, 4, 4}));
  EXPECT_EQ(apart.on_b, (RationalVec3{6, 7, 4}));
}

TEST(Separation3, OneUlpEitherSideOfATouchThenTold) {
  const double up = std::nextafter(4.0, 5.0);
  const double down = std::nextafter(4.0, 3.0);
  EXPECT_EQ(separation_of(kCube, box_at(up, 4, 4)).relation, Relation::disjoint);
  EXPECT_EQ(separation_of(kCube, box_at(4, 4, 4)).relation, Relation::touching);
  EXPECT_EQ(separation_of(kCube, Aabb3<double>{{down, down, down}, {5, 5, 5}}).relation,
            Relation::overlapping);
  const Rational ulp = rational(up) - 4;
  EXPECT_EQ(separation_of(kCube, box_at(up, 4, 4)).distance_sq, ulp * ulp);
}

TEST(Separation3, CrossingEdgesThenTheirCommonNormalIsTheWayOut) {
  const Obb3<double> along_x{{0, 0, 0}, {{5, 0, 0}, {0, 1, 1}, {0, 1, -1}}};
  const Obb3<double> along_y{{0, 0, 3}, {{0, 5, 0}, {1, 0, 1}, {1, 0, -1}}};
  const ExactSeparation3 overlap = separation_of(along_x, along_y);
  EXPECT_EQ(overlap.relation, Relation::overlapping);
  EXPECT_EQ(overlap.depth_sq, 1);
  ASSERT_EQ(overlap.ways_out.size(), 1u);
  EXPECT_EQ(overlap.ways_out[0].direction, (IntegerVec3{0, 0, 1}));
  EXPECT_EQ(overlap.ways_out[0].reach, 1);
}

TEST(Separation3, ConcentricBoxesThenAllFacesAreWaysOut) {
  const ExactSeparation3 overlap = separation_of(kCube, box_at(1, 1, 1, 2));
  EXPECT_EQ(overlap.depth_sq, 9);
  EXPECT_EQ(overlap.ways_out.size(), 6u);
  EXPECT_EQ(overlap.on_a, (RationalVec3{2, 2, 2}));
}

TEST(Separation3, TouchingFacesEdgesAndCornersThenOneWayOutOrNone) {
  EXPECT_EQ(separation_of(kCube, box_at(4, 1, 1)).ways_out.size(), 1u);
  EXPECT_EQ(separation_of(kCube, box_at(4, 4, 1)).ways_out.size(), 0u);
  EXPECT_EQ(separation_of(kCube, box_at(4, 4, 4)).ways_out.size(), 0u);
  EXPECT_EQ(separation_of(kCube, Point3<double>{{4, 1, 1}}).ways_out.size(), 1u);
  EXPECT_EQ(separation_of(kCube, Point3<double>{{4, 4, 1}}).ways_out.size(), 0u);
}

TEST(Separation3, FlatDifferencesThenTouchingWithTwoWaysOutOrNone) {
  const Segment3<double> base{{-2, 0, 0}, {2, 0, 0}};
  const Triangle3<double> flat{{{-3, -3, 0}, {3, -3, 0}, {0, 3, 0}}};
  EXPECT_EQ(separation_of(base, Segment3<double>{{0, -1, 0}, {1, 1, 0}}).ways_out.size(), 2u);
  EXPECT_EQ(separation_of(base, Segment3<double>{{0, 0, 0}, {1, 1, 0}}).ways_out.size(), 0u);
  EXPECT_EQ(separation_of(base, Point3<double>{{1, 0, 0}}).ways_out.size(), 0u);
  EXPECT_EQ(separation_of(flat, Point3<double>{{0, 0, 0}}).ways_out.size(), 2u);
  EXPECT_EQ(separation_of(flat, base).ways_out.size(), 2u);
  for (const AnyShape& other : {AnyShape(base), AnyShape(flat), AnyShape(Point3<double>{{1, 0, 0}})})
    EXPECT_EQ(separation_of(flat, other).relation, Relation::touching);
}

TEST(Separation3, FlatShapesThatSpanSpaceThenTheyOverlap) {
  const Triangle3<double> flat{{{-3, -3, 0}, {3, -3, 0}, {0, 3, 0}}};
  const ExactSeparation3 pierced = separation_of(flat, Segment3<double>{{0, 0, -1}, {0, 0, 2}});
  EXPECT_EQ(pierced.relation, Relation::overlapping);
  EXPECT_EQ(pierced.depth_sq, 1);
  EXPECT_EQ(separation_of(flat, Segment3<double>{{0, 0, 0}, {0, 0, 2}}).relation, Relation::touching);
  EXPECT_EQ(separation_of(flat, Segment3<double>{{0, 3, -1}, {0, 3, 2}}).relation, Relation::touching);
}

TEST(HalfSpacesOf, EveryDimensionThenTheCornersAreInAllAndTheirOutsideIsNot) {
  const std::vector<AnyShape> shapes = {Point3<double>{{1, 2, 3}}, Segment3<double>{{1, 2, 3}, {3, 3, 3}},
                                        Triangle3<double>{{{0, 0, 0}, {5, 0, 1}, {0, 5, 2}}}, kCube};
  const std::vector<std::size_t> counts = {6, 6, 5, 6};
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const LatticePolytope polytope = exact_pair_of(shapes[i], kCube).a;
    const std::vector<LatticeHalfSpace> sides = half_spaces_of(polytope);
    EXPECT_EQ(sides.size(), counts[i]);
    for (const LatticeHalfSpace& side : sides) {
      std::vector<Integer> heights;
      for (const IntegerVec3& corner : polytope.corners)
        heights.push_back(dot(side.normal, corner) - side.offset);
      EXPECT_EQ(*std::max_element(heights.begin(), heights.end()), 0);
    }
  }
}

// ---- against all directions, by brute force

struct BruteDepth {
  Rational depth_sq{-1};
  std::set<std::string> ways_out;
};

std::string name_of(const IntegerVec3& v) {
  return v.x.str() + "," + v.y.str() + "," + v.z.str();
}

// Over all cross products of differences of corners, among which are all facet normals.
BruteDepth brute_depth(const ExactPair3& pair) {
  std::vector<IntegerVec3> lines;
  for (const LatticePolytope* side : {&pair.a, &pair.b})
    for (std::size_t i = 0; i < side->corners.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) lines.push_back(side->corners[i] - side->corners[j]);
  BruteDepth best;
  const auto consider = [&](const IntegerVec3& direction) {
    const Integer steps = reach(pair, direction);
    const Rational depth_sq(Integer(steps * steps), length_sq(direction));
    if (best.depth_sq < 0 || depth_sq < best.depth_sq) best = {depth_sq, {}};
    if (depth_sq == best.depth_sq) best.ways_out.insert(name_of(coprime(direction)));
  };
  for (std::size_t i = 0; i < lines.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (const IntegerVec3 normal = cross(lines[i], lines[j]); !is_zero(normal))
        consider(normal), consider(-normal);
  best.depth_sq *= pair.unit * pair.unit;
  return best;
}

void expect_as_by_brute_force(const ExactSeparation3& found, const ExactPair3& pair) {
  const BruteDepth expected = brute_depth(pair);
  EXPECT_EQ(found.depth_sq, expected.depth_sq);
  std::set<std::string> ways_out;
  for (const WayOut& way : found.ways_out) {
    ways_out.insert(name_of(way.direction));
    EXPECT_EQ(way.reach * way.reach, found.depth_sq * Rational(length_sq(way.direction)));
  }
  EXPECT_EQ(ways_out, expected.ways_out);
}

TEST(Separation3, RandomPairsThenTheDepthIsTheLeastOfAllDirections) {
  test::RandomShapes3 make(31, 1);
  int overlapping = 0;
  int symmetric = 0;
  for (int i = 0; i < 600; ++i) {
    const AnyShape a = make.polytope();
    const AnyShape b = make.polytope();
    const ExactPair3 pair = exact_pair_of(a, b);
    const ExactSeparation3 found = separation(pair);
    if (found.relation != Relation::overlapping) continue;
    SCOPED_TRACE(test::json_of(a) + " " + test::json_of(b));
    expect_as_by_brute_force(found, pair);
    ++overlapping;
    symmetric += found.ways_out.size() > 1;
  }
  EXPECT_GE(overlapping, 80) << "seed 31";
  EXPECT_GE(symmetric, 8) << "seed 31";
}

// ---- laws

// The direction does what it promises, and the nearest points are as near as it says.
void expect_proof(const ExactSeparation3& found, const ExactPair3& pair) {
  const Rational reached = Rational(reach(pair, found.direction)) * pair.unit;
  const Rational square(length_sq(found.direction));
  EXPECT_EQ(length_sq(found.on_b - found.on_a), found.distance_sq);
  EXPECT_EQ(reached * reached, (found.distance_sq + found.depth_sq) * square);
  const int sign = found.relation == Relation::disjoint ? -1 : found.relation == Relation::touching ? 0 : 1;
  EXPECT_EQ(reached.sign(), sign);
  for (const auto& [polytope, point] : {std::pair(&pair.a, found.on_a), std::pair(&pair.b, found.on_b)})
    for (const LatticeHalfSpace& side : half_spaces_of(*polytope))
      EXPECT_LE(dot(rational(side.normal), point), Rational(side.offset) * pair.unit);
}

TEST(Separation3, RandomPairsThenNearestPointsAndDirectionProveTheAnswer) {
  test::RandomShapes3 make(32, 2);
  int met[3] = {};
  for (int i = 0; i < 4000; ++i) {
    const AnyShape a = make.polytope();
    const AnyShape b = make.polytope();
    SCOPED_TRACE(test::json_of(a) + " " + test::json_of(b));
    const ExactPair3 pair = exact_pair_of(a, b);
    const ExactSeparation3 found = separation(pair);
    expect_proof(found, pair);
    ++met[static_cast<int>(found.relation)];
  }
  for (const int count : met) EXPECT_GE(count, 400) << "seed 32";
}

// Nearly parallel, very unequal or nearly touching: doubles exclude little, and nothing wrong.
TEST(Separation3, TinyTiltsAndUnequalSizesThenStillTheLeastOfAllDirections) {
  test::RandomShapes3 make(33);
  int overlapping = 0;
  for (int i = 0; i < 100; ++i) {
    const double tilt = std::ldexp(make.number(), -40 - static_cast<int>(make.pick(40)));
    const double size = std::ldexp(1.0, -static_cast<int>(make.pick(60)));
    const Obb3<double> a{{0, 0, 0}, {{1, tilt, 0}, {0, 1, tilt}, {tilt, 0, 1}}};
    const Obb3<double> b{{1, tilt, 0.5}, {{size, 0, tilt}, {0, size, 0}, {0, -tilt, size}}};
    const ExactPair3 pair = exact_pair_of(a, b);
    const ExactSeparation3 found = separation(pair);
    if (found.relation != Relation::overlapping) continue;
    expect_as_by_brute_force(found, pair);
    ++overlapping;
  }
  EXPECT_GE(overlapping, 60) << "seed 33";
}

}  // namespace
}  // namespace touchstone::oracle
