#include "oracle/concave.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <optional>

#include "oracle/area.hpp"
#include "oracle/test/polygons.hpp"
#include "oracle/validity.hpp"

namespace touchstone::oracle {
namespace {

using test::OwnedPolygon;
using test::Random;
using test::square;

constexpr double kTiny = std::numeric_limits<double>::denorm_min();
constexpr double kMax = std::numeric_limits<double>::max();

Relation relation(const PolygonalShape& a, const PolygonalShape& b) {
  ConcavePair pair;
  pair.assign(a, b);
  const Relation relation = pair.relation();
  EXPECT_EQ(relation, rational_relation(a, b));
  pair.assign(b, a);
  EXPECT_EQ(relation, pair.relation());
  return relation;
}
Kind kind(const PolygonalShape& a, const PolygonalShape& b) {
  ConcavePair pair;
  pair.assign(a, b);
  return pair.kind();
}
double distance(const PolygonalShape& a, const PolygonalShape& b) {
  ConcavePair pair;
  pair.assign(a, b);
  const NearestFeatures::Result& nearest = pair.nearest();
  EXPECT_EQ(length_sq(nearest.on_a - nearest.on_b), nearest.distance_sq);
  EXPECT_NE(Region(a).locate(vertex_of(nearest.on_a)), Location::outside);
  EXPECT_NE(Region(b).locate(vertex_of(nearest.on_b)), Location::outside);
  return round_sqrt_to_double(nearest.distance_sq);
}
PolygonalShape point(double x, double y) {
  return Point2<double>{{x, y}};
}

class RingWithAHole : public testing::Test {
 protected:
  const OwnedPolygon ring_{square(0, 9), {square(3, 6)}};
  const PolygonalShape ring = ring_.shape();
};

TEST_F(RingWithAHole, PlugTouches) {
  EXPECT_EQ(relation(ring, OwnedPolygon(square(3, 6)).shape()), Relation::touching);
  EXPECT_EQ(relation(ring, OwnedPolygon({{3, 4}, {5, 4}, {5, 5}, {4, 5.5}}).shape()), Relation::touching);
  EXPECT_EQ(distance(ring, Aabb2<double>{{3, 3}, {6, 6}}), 0);
}

TEST_F(RingWithAHole, SmallerPlugIsApart) {
  EXPECT_EQ(relation(ring, OwnedPolygon(square(4, 5)).shape()), Relation::disjoint);
  EXPECT_EQ(distance(ring, OwnedPolygon(square(4, 5)).shape()), 1);
  EXPECT_EQ(relation(ring, Aabb2<double>{{std::nextafter(3.0, 4.0), 3.5}, {5, 5}}), Relation::disjoint);
}

TEST_F(RingWithAHole, LargerPlugOverlaps) {
  EXPECT_EQ(relation(ring, OwnedPolygon(square(2, 7)).shape()), Relation::overlapping);
  EXPECT_EQ(relation(ring, Aabb2<double>{{std::nextafter(3.0, 2.0), 3.5}, {5, 5}}), Relation::overlapping);
  EXPECT_EQ(kind(ring, OwnedPolygon(square(2, 7)).shape()), Kind::vertex_inside);
}

TEST_F(RingWithAHole, PointsAreLocated) {
  EXPECT_EQ(location({4.5, 4.5}, ring), Location::outside);
  EXPECT_EQ(distance(ring, point(4.5, 4.5)), 1.5);
  EXPECT_EQ(location({3, 4}, ring), Location::boundary);
  EXPECT_EQ(location({6, 6}, ring), Location::boundary);
  EXPECT_EQ(location({9, 0}, ring), Location::boundary);
  EXPECT_EQ(location({std::nextafter(3.0, 0.0), 4}, ring), Location::inside);
  EXPECT_EQ(relation(ring, point(1, 1)), Relation::overlapping);
  EXPECT_EQ(boundary_distance_sq({1, 2}, ring), 1);
  EXPECT_EQ(boundary_distance_sq({2.5, 4}, ring), Rational(1) / 4);
}

TEST_F(RingWithAHole, SegmentsReachOrTouchTheInterior) {
  EXPECT_EQ(relation(ring, Segment2<double>{{3, 3}, {6, 6}}), Relation::touching);
  EXPECT_EQ(relation(ring, Segment2<double>{{3, 6}, {3, 3}}), Relation::touching);
  EXPECT_EQ(relation(ring, Segment2<double>{{3, 2}, {3, 3}}), Relation::overlapping);
  EXPECT_EQ(relation(ring, Segment2<double>{{0, 0}, {9, 9}}), Relation::overlapping);
  EXPECT_EQ(relation(ring, Segment2<double>{{4, 4}, {5, 5}}), Relation::disjoint);
  EXPECT_EQ(distance(ring, Segment2<double>{{4, 4}, {5, 5}}), 1);
  EXPECT_EQ(relation(ring, Segment2<double>{{-1, 0}, {12, 0}}), Relation::touching);
}

TEST_F(RingWithAHole, KindSeesContainment) {
  EXPECT_EQ(kind(ring, ring), Kind::a_contains_b);
  EXPECT_EQ(kind(ring, Aabb2<double>{{0, 0}, {3, 9}}), Kind::a_contains_b);
  EXPECT_EQ(kind(ring, Aabb2<double>{{0, 0}, {9, 9}}), Kind::b_contains_a);
  EXPECT_EQ(kind(Aabb2<double>{{3, 3}, {6, 6}}, ring), Kind::touching);
  EXPECT_EQ(kind(ring, Aabb2<double>{{0, 0}, {4, 9}}), Kind::vertex_inside);
  EXPECT_EQ(kind(ring, Aabb2<double>{{-1, 3}, {10, 6}}), Kind::piercing);
  EXPECT_EQ(kind(ring, Aabb2<double>{{1, 1}, {1, 5}}), Kind::a_contains_b);
}

TEST(ConcavePair, CombTeethInterlockWithoutTouching) {
  const OwnedPolygon comb({{0, 0}, {6, 0}, {6, 3}, {5, 3}, {5, 1}, {1, 1}, {1, 3}, {0, 3}});
  const OwnedPolygon tooth({{2, 2}, {4, 2}, {4, 5}, {2, 5}});
  EXPECT_EQ(relation(comb.shape(), tooth.shape()), Relation::disjoint);
  EXPECT_EQ(distance(comb.shape(), tooth.shape()), 1);
}

const std::vector<Point> kPlus{{-45, 0}, {-40, 4},  {-5, 4},  {-4, 40}, {0, 45}, {4, 40},
                               {5, 4},   {40, 4},   {45, 0},  {40, -4}, {5, -4}, {4, -40},
                               {0, -45}, {-4, -40}, {-4, -5}, {-40, -4}};

TEST(ConcavePair, BoxInTheNotchOfAPlusIsApart) {
  const OwnedPolygon plus(kPlus);
  EXPECT_EQ(relation(plus.shape(), Aabb2<double>{{10, 10}, {40, 40}}), Relation::disjoint);
  EXPECT_EQ(distance(plus.shape(), Aabb2<double>{{10, 10}, {40, 40}}), 5.164674506705711);
}

const std::vector<Point> kMapPolygon{{-832, 0},    {-832, -192}, {-768, -320}, {-768, -400},     {-736, -448},
                                     {-608, -448}, {-576, -400}, {-576, -344}, {-475.6078, -24}, {-480, -24},
                                     {-656, 48},   {-720, 224},  {-720, 288},  {-720, 320},      {-808, 352},
                                     {-808, 224},  {-808, 128}};

TEST(ConcavePair, MapPolygonsThatShareOneEdgeTouch) {
  const OwnedPolygon a(kMapPolygon);
  const OwnedPolygon b({{-475.6078, -24}, {-576, -344}, {-256, -128}, {-352, -24}});
  EXPECT_EQ(relation(a.shape(), b.shape()), Relation::touching);
}

TEST(ConcavePair, BoxStuckInASlotOverlaps) {
  const OwnedPolygon slot({{0, 0}, {6, 0}, {6, 6}, {3.5, 6}, {3.5, 1.5}, {2.5, 1.5}, {2.5, 6}, {0, 6}});
  EXPECT_EQ(relation(Aabb2<double>{{2, 1}, {4, 3}}, slot.shape()), Relation::overlapping);
  EXPECT_EQ(kind(Aabb2<double>{{2, 1}, {4, 3}}, slot.shape()), Kind::vertex_inside);
}

TEST(ConcavePair, PointsNearHornsAndAlmostHorizontalSides) {
  const OwnedPolygon horn({{0, 0}, {4, 0}, {1, 1}, {2, 2}, {0, 2}, {0, 1}, {-1, 4}});
  EXPECT_EQ(distance(horn.shape(), point(3, 3)), 1.4142135623730951);
  const OwnedPolygon arms({{0, 0}, {10, 0}, {10, 10}, {5, 3}, {0, 10}});
  EXPECT_EQ(location({1, 6}, arms.shape()), Location::inside);
  const OwnedPolygon flat_side({{-19155.669324773193, 54820.31203245862},
                                {-13826.16932477308, 54820.31203245863},
                                {-13826.169324773078, 52720.31203245866},
                                {-12755.16932477313, 52720.31203245866},
                                {-12755.16932477313, 51087.31203245867},
                                {-12760.66932477308, 51087.31203245867},
                                {-12760.669324773082, 51070.31203245863},
                                {-19155.669324779392, 51070.31203245862}});
  EXPECT_EQ(distance(flat_side.shape(), point(-12260.669324773118, 54820.312032458634)), 1565.4999999999618);
}

// Corners that meet, seen from all sides: no order of edges is asked for, only pieces.
TEST(ConcavePair, CornersThatMeetAtOnePoint) {
  const OwnedPolygon notch({{0, 0}, {4, -4}, {4, 4}, {-4, 4}, {-4, -4}});
  EXPECT_EQ(relation(notch.shape(), OwnedPolygon({{0, 0}, {-1, -2}, {1, -2}}).shape()), Relation::touching);
  EXPECT_EQ(relation(notch.shape(), OwnedPolygon({{0, 0}, {-2, -2}, {2, -2}}).shape()), Relation::touching);
  EXPECT_EQ(relation(notch.shape(), OwnedPolygon({{0, 0}, {-2, -2}, {2, -1.5}}).shape()),
            Relation::overlapping);
  EXPECT_EQ(relation(notch.shape(), OwnedPolygon({{0, 0}, {-2, 1}, {-2, 2}}).shape()), Relation::overlapping);
  EXPECT_EQ(relation(notch.shape(), OwnedPolygon({{0, 0}, {-5, -5}, {5, -5}}).shape()), Relation::touching);
}

TEST(ConcavePair, DecidesAtTheEndsOfTheDoubles) {
  const OwnedPolygon notch({{0, 0}, {kMax, -kMax}, {kMax, kMax}, {-kMax, kMax}, {-kMax, -kMax}});
  EXPECT_EQ(relation(notch.shape(), Aabb2<double>{{0, -kTiny}, {0, 0}}), Relation::touching);
  EXPECT_EQ(relation(notch.shape(), Aabb2<double>{{0, -kTiny}, {kTiny, 0}}), Relation::overlapping);
  EXPECT_EQ(relation(notch.shape(), point(0, -kTiny)), Relation::disjoint);
  EXPECT_EQ(distance(notch.shape(), Segment2<double>{{0, -kTiny}, {0, -4 * kTiny}}), kTiny);
  EXPECT_EQ(location({-kMax, std::nextafter(kMax, 0)}, notch.shape()), Location::boundary);
}

TEST(ConcavePair, BoxCornersThatAreNoDoubles) {
  const OwnedPolygon arrow({{0, 0}, {2, 0}, {1, 0.25}, {1, 2}});
  // Right side exactly at x = 1 - 2^-60.
  const Obb2<double> left{{0.5, 1.5}, {{0.5 - 0x1p-54, 0}, {0, 0.25}}};
  EXPECT_EQ(relation(arrow.shape(), left), Relation::overlapping);
  const Obb2<double> right{{1.5, 1.5}, {{0.5 - 0x1p-54, 0}, {0, 0.25}}};
  EXPECT_EQ(relation(arrow.shape(), right), Relation::disjoint);
  EXPECT_EQ(distance(arrow.shape(), right), 0x1p-54);
  EXPECT_EQ(relation(arrow.shape(), Obb2<double>{{1.5, 1.5}, {{0.5, 0}, {0, 0.1}}}), Relation::touching);
}

TEST(ConcavePair, CornerDistanceSkipsCollinearVertices) {
  const OwnedPolygon bar({{-1, 1}, {2, 1}, {5, 1}, {5, 3}, {-1, 3}});
  const OwnedPolygon box(square(0, 4));
  ConcavePair pair;
  pair.assign(box.shape(), bar.shape());
  EXPECT_EQ(pair.corner_to_boundary_sq(), 1);
}

TEST(OverlapDepth, IsTheDepthOfConvexPairs) {
  EXPECT_EQ(overlap_depth_lower_bound(Aabb2<double>{{0, 0}, {4, 4}}, Aabb2<double>{{3, 1}, {9, 2}}), 1);
  EXPECT_EQ(overlap_depth_lower_bound(Aabb2<double>{{0, 0}, {4, 4}}, Aabb2<double>{{4, 1}, {9, 2}}), 0);
  EXPECT_EQ(overlap_depth_lower_bound(Aabb2<double>{{0, 0}, {4, 4}}, Segment2<double>{{-1, 1}, {9, 1}}), 1);
}

TEST(OverlapDepth, OfConcavePairsIsABoundFromBelow) {
  const OwnedPolygon u({{0, 0}, {9, 0}, {9, 9}, {6, 9}, {6, 3}, {3, 3}, {3, 9}, {0, 9}});
  const OwnedPolygon ring(square(0, 9), {square(3, 6)});
  EXPECT_EQ(overlap_depth_lower_bound(u.shape(), Aabb2<double>{{8, 4}, {20, 5}}), 1);
  EXPECT_EQ(overlap_depth_lower_bound(u.shape(), Aabb2<double>{{4, 4}, {5, 5}}), 0);
  EXPECT_EQ(overlap_depth_lower_bound(ring.shape(), Aabb2<double>{{2, 4}, {5, 5}}), 1);
  EXPECT_EQ(overlap_depth_lower_bound(ring.shape(), point(1, 4)), 1);
}

// From every point to every edge, by rationals.
Rational distance_sq_by_hand(const std::vector<Point>& points, const std::vector<Point>& contour) {
  std::optional<Rational> best;
  for (const Point& p : points) {
    for (std::size_t i = 0; i < contour.size(); ++i) {
      const RationalVec2 from = rational(contour[i]);
      const RationalVec2 edge = rational(contour[(i + 1) % contour.size()]) - from;
      const Rational along = dot(rational(p) - from, edge) / length_sq(edge);
      const Rational t = std::clamp(along, Rational(0), Rational(1));
      const Rational here = length_sq(rational(p) - from - edge * t);
      if (!best || here < *best) best = here;
    }
  }
  return *best;
}
std::vector<Point> flower(int vertices, Point center, double phase) {
  std::vector<Point> points;
  for (int i = 0; i < vertices; ++i) {
    const double turn = 6.283185307179586 * i / vertices;
    const double radius = 2 + std::cos(5 * turn + phase);
    points.push_back({center.x + radius * std::cos(turn), center.y + radius * std::sin(turn)});
  }
  return points;
}

TEST(NearestFeatures, FindsWhatAllPairsOfFeaturesGive) {
  Random random(6);
  for (int i = 0; i < 12; ++i) {
    const int vertices = 5 + random.below(60);
    const OwnedPolygon a(flower(vertices, {0, 0}, 6 * random.unit()));
    const OwnedPolygon b(flower(40, {6 + 3 * random.unit(), random.unit()}, 6 * random.unit()));
    ConcavePair pair;
    pair.assign(a.shape(), b.shape());
    ASSERT_EQ(pair.relation(), Relation::disjoint);
    EXPECT_EQ(pair.distance_sq(), std::min(distance_sq_by_hand(a.points(), b.points()),
                                           distance_sq_by_hand(b.points(), a.points())))
        << "seed 6, case " << i;
  }
}

bool is_valid(const PolygonalShape& shape) {
  std::string reason;
  return check(shape, reason).valid;
}

struct Shares {
  int valid = 0;
  int of[3] = {};
};
template <class Other>
Shares cross_check(std::uint64_t seed, int cases, Other other) {
  Random random(seed);
  Shares shares;
  for (int i = 0; i < cases; ++i) {
    const OwnedPolygon a(test::random_star(random, 3 + random.below(6), 6, 0, 0));
    const PolygonalShape b = other(random);
    if (!is_valid(a.shape()) || !is_valid(b)) continue;
    ++shares.valid;
    const Relation found = relation(a.shape(), b);
    ++shares.of[static_cast<int>(found)];
    EXPECT_EQ(found == Relation::disjoint, distance(a.shape(), b) > 0);
    const bool solid = area_of(a.shape()) > 0 && area_of(b) > 0;
    EXPECT_EQ(solid && found == Relation::overlapping, common_area(a.shape(), b) > 0);
    EXPECT_TRUE(found == Relation::overlapping || overlap_depth_lower_bound(a.shape(), b) == 0);
    if (testing::Test::HasFailure()) ADD_FAILURE() << "seed " << seed << " case " << i << ": " << a;
    if (testing::Test::HasFailure()) break;
  }
  return shares;
}
void expect_each_above(const Shares& shares, int percent) {
  for (const int count : shares.of) EXPECT_GT(100 * count, percent * shares.valid);
}

TEST(ConcavePairRandom, LatticePolygonsAgreeWithTheRationals) {
  std::optional<OwnedPolygon> b;
  const Shares shares = cross_check(1, 1500, [&](Random& random) {
    b.emplace(test::random_star(random, 3 + random.below(6), 6, random.below(8), random.below(4)));
    return b->shape();
  });
  EXPECT_GT(shares.valid, 400);
  expect_each_above(shares, 5);
}

TEST(ConcavePairRandom, LatticeSegmentsAgreeWithTheRationals) {
  const auto lattice = [](Random& random) {
    return Point{static_cast<double>(random.below(8)), static_cast<double>(random.below(8))};
  };
  const Shares shares = cross_check(2, 1500, [&](Random& random) {
    return Segment2<double>{lattice(random), lattice(random)};
  });
  EXPECT_GT(shares.valid, 400);
  expect_each_above(shares, 10);
}

TEST(ConcavePairRandom, LatticePointsAgreeWithTheRationals) {
  const Shares shares = cross_check(3, 1500, [](Random& random) {
    return point(static_cast<double>(random.below(12)) / 2, static_cast<double>(random.below(12)) / 2);
  });
  EXPECT_GT(shares.valid, 400);
  expect_each_above(shares, 10);
}

TEST(ConcavePairRandom, LatticeParallelogramsAgreeWithTheRationals) {
  const Shares shares = cross_check(4, 1500, [](Random& random) {
    const auto half = [&] { return static_cast<double>(random.below(7) - 3) / 2; };
    const Point center{3 + 2 * half(), 8 * random.unit()};
    return Obb2<double>{{center.x, random.below(4) == 0 ? center.y : std::floor(center.y)},
                        {{half(), half()}, {half(), half()}}};
  });
  EXPECT_GT(shares.valid, 400);
  expect_each_above(shares, 5);
}

}  // namespace
}  // namespace touchstone::oracle
