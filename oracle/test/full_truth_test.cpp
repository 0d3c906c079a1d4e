#include "oracle/full_truth.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "oracle/concave.hpp"
#include "oracle/exact2.hpp"

// Scenes with known answers: most of them public bug reports, whose numbers are exact values rounded to
// double.

namespace touchstone::oracle {
namespace {

using Points = std::vector<Point>;
using Box2 = Aabb2<double>;
using Poly = Polygon2<double>;

double distance_of(const FullTruth& truth) {
  return round_to_double(truth.distance.value());
}
double depth_of(const FullTruth& truth) {
  return round_to_double(truth.depth.value());
}
int sign(const Real& value) {
  return sign(std::get<Surd>(value));
}
Rational square(const Real& value) {
  return square_of(std::get<Surd>(value)).value();
}
RationalVec2 exact(const RealVec2& p) {
  return {rational_value(std::get<Surd>(p.x)).value(), rational_value(std::get<Surd>(p.y)).value()};
}
double area_in(const FullTruth& truth) {
  return round_to_double(truth.area.value());
}
Points mtv_of(const FullTruth& truth) {
  Points rounded;
  for (const RealVec2& mtv : truth.mtv.value()) {
    rounded.push_back({round_to_double(mtv.x), round_to_double(mtv.y)});
  }
  std::sort(rounded.begin(), rounded.end(),
            [](Point p, Point q) { return p.x < q.x || (p.x == q.x && p.y < q.y); });
  return rounded;
}

const Points kFour = {{0, 0}, {4, 0}, {4, 4}, {0, 4}};
const Points kNine = {{0, 0}, {9, 0}, {9, 9}, {0, 9}};
const Points kHole = {{3, 3}, {6, 3}, {6, 6}, {3, 6}};
const Contour2<double> kHoles[] = {kHole};
const Poly kSquare{kFour};
const Poly kFrame{kNine, kHoles};

// ---- convex pairs

TEST(FullTruth, TriangleOneSliverInsideAHugeSquareThenDepthAndAreaOfTheSliver) {
  const Points a = {{1e-14, 0}, {-10, 50}, {-20, 50}};
  const Points b = {{0, 1000}, {0, 0}, {1000, 0}, {1000, 1000}};
  const FullTruth truth = full_truth(Poly{a}, Poly{b});
  EXPECT_EQ(truth.relation, Relation::overlapping);
  EXPECT_EQ(depth_of(truth), 9.805806756909201e-15);
  EXPECT_EQ(area_in(truth), 1.249999999999998e-28);
  EXPECT_EQ(mtv_of(truth), (Points{{9.615384615384615e-15, 1.923076923076925e-15}}));
  EXPECT_LT(sign(*truth.separation), 0);
}

TEST(FullTruth, TrianglesThatOverlapAtTheNoiseLevelThenTheTrueArea) {
  const Points a = {{0.875, 0.4375}, {0.875, 0.375}, {0.9375, 0.375}};
  const Points b = {{1.0, 0.0}, {1.0, 0.581662834}, {0.824054539, 0.0}};
  const FullTruth truth = full_truth(Poly{a}, Poly{b});
  EXPECT_EQ(depth_of(truth), 1.2276755165857355e-05);
  EXPECT_EQ(area_in(truth), 6.315196840109456e-11);
  EXPECT_EQ(mtv_of(truth), (Points{{1.1750924688838667e-05, -3.5545022660911505e-06}}));
}

TEST(FullTruth, BoxesOneUlpApartThenTheUlpIsTheDistance) {
  const FullTruth truth = full_truth(Box2{{0, 0}, {1, 1}}, Box2{{1.0000000000000002, 0}, {2, 1}});
  EXPECT_EQ(truth.relation, Relation::disjoint);
  EXPECT_EQ(truth.kind, Kind::disjoint);
  EXPECT_EQ(distance_of(truth), 2.220446049250313e-16);
  EXPECT_EQ(square(*truth.separation), square(*truth.distance));
  EXPECT_FALSE(truth.depth.has_value() || truth.mtv.has_value());
  EXPECT_EQ(area_in(truth), 0);
}

TEST(FullTruth, CornerOnTheBoundaryAndTheRestThroughThenPiercing) {
  const Points b = {{0, 2}, {6, 1.5}, {6, 2.5}};
  const FullTruth truth = full_truth(kSquare, Poly{b});
  EXPECT_EQ(truth.kind, Kind::piercing);
  EXPECT_EQ(depth_of(truth), 2.325273435904719);
}

TEST(FullTruth, DiamondsWhoseTipsOverlapThenTwoWaysOut) {
  const Points a = {{40, 30}, {50, 40}, {40, 50}, {30, 40}};
  const Points b = {{40, 48}, {50, 58}, {40, 68}, {30, 58}};
  const FullTruth truth = full_truth(Poly{a}, Poly{b});
  EXPECT_EQ(depth_of(truth), 1.4142135623730951);
  EXPECT_EQ(truth.mtv->size(), 2u);
  EXPECT_EQ(area_in(truth), 2.0);
  EXPECT_EQ(truth.kind, Kind::vertex_inside);
}

TEST(FullTruth, PointInATriangleThenLocationAndBothWaysOut) {
  const Points triangle = {{2, 0}, {3, 2}, {1, 2}};
  const FullTruth truth = full_truth(Point2<double>{{2, 1}}, Poly{triangle});
  EXPECT_EQ(truth.location, Location::inside);
  EXPECT_EQ(depth_of(truth), 0.4472135954999579);
  EXPECT_EQ(mtv_of(truth), (Points{{-0.4, 0.2}, {0.4, 0.2}}));
  EXPECT_FALSE(truth.kind.has_value() || truth.area.has_value());
}

TEST(FullTruth, PointBesideASegmentByLessThanAnUlpThenDisjoint) {
  const Segment2<double> segment{{0, 0}, {-2, -3}};
  const FullTruth truth = full_truth(segment, Point2<double>{{-0.2, -0.3}});
  EXPECT_EQ(truth.relation, Relation::disjoint);
  EXPECT_EQ(distance_of(truth), 1.5396023240333544e-17);
  EXPECT_EQ(truth.location, Location::outside);
}

TEST(FullTruth, SegmentsThatCrossBesideAnEndPointThenOverlapping) {
  const Segment2<double> a{{-29796.696826656284, 138522.76848210802}, {-29804.3911369969, 138519.3504205817}};
  const Segment2<double> b{{-29802.795222153436, 138520.05937757515},
                           {-29802.23305474065, 138518.7938969792}};
  EXPECT_EQ(full_truth(a, b).relation, Relation::overlapping);
  EXPECT_EQ(depth_of(full_truth(a, b)), 1.1815468877051307e-12);
}

TEST(FullTruth, FlatPolygonCrossingASegmentThenItsHullCounts) {
  const Points flat = {{0, 0}, {10, 10}, {5, 5}, {3, 3}};
  const FullTruth truth = full_truth(Poly{flat}, Segment2<double>{{0, 10}, {10, 0}});
  EXPECT_EQ(truth.relation, Relation::overlapping);
  EXPECT_EQ(depth_of(truth), 7.0710678118654755);
}

TEST(FullTruth, FlatBoxesThatMeetInAPointThenTouchingWithoutArea) {
  const FullTruth truth = full_truth(Box2{{50, 0}, {50, 50}}, Box2{{0, 25}, {50, 25}});
  EXPECT_EQ(truth.relation, Relation::touching);
  EXPECT_EQ(truth.kind, Kind::touching);
  EXPECT_EQ(area_in(truth), 0);
  EXPECT_EQ(mtv_of(truth), (Points{{0, 0}}));
}

TEST(FullTruth, BoxWithoutSizeInABoxThenOverlappingAndContained) {
  const FullTruth truth = full_truth(Box2{{0, 0}, {10, 10}}, Box2{{1, 1}, {1, 1}});
  EXPECT_EQ(truth.kind, Kind::a_contains_b);
  EXPECT_EQ(depth_of(truth), 1.0);
  EXPECT_EQ(mtv_of(truth).size(), 2u);
}

TEST(FullTruth, StripOfHugeWidthThenTheShortWayOut) {
  const Points strip = {{1600, 100}, {10100, 1958}, {1e20, 1958}, {1e20, 100}};
  const FullTruth truth = full_truth(Poly{strip}, Point2<double>{{1e19, 300}});
  EXPECT_EQ(depth_of(truth), 200.0);
  EXPECT_EQ(mtv_of(truth), (Points{{0, -200}}));
}

TEST(FullTruth, TurnedBoxTouchingABoxThenTouchingToTheUlp) {
  const Box2 box{{-1, -1}, {1, 1}};
  EXPECT_EQ(full_truth(box, Obb2<double>{{2, 0}, {{0.5, 0.5}, {-0.5, 0.5}}}).relation, Relation::touching);
  const double nearer = std::nextafter(2.0, 0.0);
  const FullTruth truth = full_truth(box, Obb2<double>{{nearer, 0}, {{0.5, 0.5}, {-0.5, 0.5}}});
  EXPECT_EQ(truth.kind, Kind::vertex_inside);
  EXPECT_EQ(depth_of(truth), 2.0 - nearer);
}

TEST(FullTruth, ExtremeCoordinatesThenStillExact) {
  const double huge = std::numeric_limits<double>::max();
  const double tiniest = std::numeric_limits<double>::denorm_min();
  EXPECT_EQ(distance_of(full_truth(Point2<double>{{-huge, 0}}, Point2<double>{{huge, 0}})),
            std::numeric_limits<double>::infinity());
  EXPECT_EQ(distance_of(full_truth(Point2<double>{{0, 0}}, Point2<double>{{tiniest, 0}})), tiniest);
  const FullTruth truth = full_truth(Box2{{0, 0}, {tiniest, tiniest}}, Box2{{0, 0}, {huge, huge}});
  EXPECT_EQ(depth_of(truth), tiniest);
  EXPECT_EQ(*truth.area, rational(tiniest) * rational(tiniest));
}

TEST(FullTruth, TriangleThenAsItsPolygonWithKindAndArea) {
  const Triangle2<double> triangle{{{0, 0}, {4, 0}, {0, 4}}};
  const FullTruth truth = full_truth(triangle, Box2{{1, 1}, {2, 2}});
  EXPECT_EQ(truth.kind, Kind::a_contains_b);
  EXPECT_EQ(*truth.area, 1);
  EXPECT_EQ(full_truth(Point2<double>{{2, 2}}, triangle).location, Location::boundary);
}

TEST(FullTruth, RoundShapesThenNeitherKindNorArea) {
  const FullTruth truth = full_truth(Circle2<double>{{0, 0}, 2}, kSquare);
  EXPECT_EQ(truth.relation, Relation::overlapping);
  EXPECT_FALSE(truth.kind.has_value() || truth.area.has_value() || truth.location.has_value());
  EXPECT_EQ(full_truth(Circle2<double>{{0, 0}, 5}, Point2<double>{{3, 4}}).location, Location::boundary);
}

TEST(FullTruth, RayThenAHitAndNoRelation) {
  const FullTruth truth = full_truth(kSquare, Ray2<double>{{-4, 1}, {2, 0}});
  EXPECT_FALSE(truth.relation.has_value() || truth.separation.has_value() || truth.distance.has_value());
  ASSERT_TRUE(truth.raycast && truth.raycast->hit);
  EXPECT_EQ(round_to_double(*truth.raycast->t), 2);
}

TEST(FullTruth, ConcentricCirclesThenInfinitelyManyWaysOut) {
  const FullTruth truth = full_truth(Circle2<double>{{1, 2}, 1}, Circle2<double>{{1, 2}, 3});
  EXPECT_TRUE(truth.mtv_is_infinite);
  EXPECT_FALSE(truth.mtv.has_value());
  EXPECT_EQ(depth_of(truth), 4);
}

// ---- concave pairs

TEST(FullTruth, SquareThatFitsAHoleThenTouching) {
  const FullTruth truth = full_truth(kFrame, Poly{kHole});
  EXPECT_EQ(truth.relation, Relation::touching);
  EXPECT_EQ(distance_of(truth), 0);
  EXPECT_EQ(sign(*truth.separation), 0);
  EXPECT_EQ(area_in(truth), 0);
  EXPECT_FALSE(truth.mtv.has_value());
}

TEST(FullTruth, SquareInAHoleThenDisjointWithClosestPoints) {
  const Points inner = {{4, 4}, {5, 4}, {5, 5}, {4, 5}};
  const FullTruth truth = full_truth(kFrame, Poly{inner});
  EXPECT_EQ(truth.kind, Kind::disjoint);
  EXPECT_EQ(distance_of(truth), 1.0);
  EXPECT_EQ(length_sq(exact(truth.closest->on_a) - exact(truth.closest->on_b)), 1);
}

TEST(FullTruth, SquareOverAHoleThenTheHoleIsNotCommon) {
  const Points b = {{2, 2}, {7, 2}, {7, 7}, {2, 7}};
  const FullTruth truth = full_truth(kFrame, Poly{b});
  EXPECT_EQ(area_in(truth), 16.0);
  EXPECT_EQ(truth.kind, Kind::vertex_inside);
  EXPECT_FALSE(truth.separation.has_value());
}

TEST(FullTruth, ConcavePairsOfEachKind) {
  const Points inside = {{1, 1}, {2, 1}, {2, 2}};
  const Points across = {{-1, 4}, {10, 4}, {10, 5}, {-1, 5}};
  const Points around = {{-1, -1}, {10, -1}, {10, 10}, {-1, 10}};
  EXPECT_EQ(full_truth(kFrame, kFrame).kind, Kind::a_contains_b);
  EXPECT_EQ(full_truth(kFrame, Poly{inside}).kind, Kind::a_contains_b);
  EXPECT_EQ(full_truth(kFrame, Poly{around}).kind, Kind::b_contains_a);
  EXPECT_EQ(full_truth(kFrame, Poly{across}).kind, Kind::piercing);
  EXPECT_EQ(full_truth(kFrame, Box2{{-1, 1}, {1, 2}}).kind, Kind::vertex_inside);
}

TEST(FullTruth, FlatBoxesInAFrameThenContainedUnlessTheyLeaveIt) {
  EXPECT_EQ(full_truth(kFrame, Box2{{1, 1}, {8, 1}}).kind, Kind::a_contains_b);
  EXPECT_EQ(full_truth(kFrame, Box2{{0, 3}, {9, 3}}).kind, Kind::a_contains_b);
  EXPECT_EQ(full_truth(kFrame, Box2{{0, 4}, {9, 4}}).kind, Kind::piercing);
  EXPECT_EQ(full_truth(Box2{{1, 1}, {1, 8}}, kFrame).kind, Kind::b_contains_a);
  EXPECT_EQ(full_truth(kFrame, Box2{{3, 3}, {6, 3}}).kind, Kind::touching);
}

TEST(FullTruth, PointsOfAFrameThenTheirLocation) {
  EXPECT_EQ(full_truth(kFrame, Point2<double>{{1, 1}}).location, Location::inside);
  EXPECT_EQ(full_truth(kFrame, Point2<double>{{3, 4}}).location, Location::boundary);
  EXPECT_EQ(full_truth(Point2<double>{{4.5, 4.5}}, kFrame).location, Location::outside);
  EXPECT_EQ(distance_of(full_truth(kFrame, Point2<double>{{4.5, 4.5}})), 1.5);
}

TEST(FullTruth, BoxInTheNotchOfAPlusThenTheDistanceToIt) {
  const Points plus = {{-45, 0}, {-40, 4}, {-5, 4}, {-4, 40}, {0, 45},  {4, 40},   {5, 4},   {40, 4},
                       {45, 0},  {40, -4}, {5, -4}, {4, -40}, {0, -45}, {-4, -40}, {-4, -5}, {-40, -4}};
  const FullTruth truth = full_truth(Poly{plus}, Box2{{10, 10}, {40, 40}});
  EXPECT_EQ(truth.relation, Relation::disjoint);
  EXPECT_EQ(distance_of(truth), 5.164674506705711);
}

// ---- invalid

TEST(FullTruth, InvalidShapeThenItsReasonNamesTheOperand) {
  const Points bow_tie = {{0, 0}, {2, 2}, {2, 0}, {0, 2}};
  EXPECT_EQ(full_truth(Poly{bow_tie}, kSquare).invalid_reason.substr(0, 3), "a: ");
  EXPECT_EQ(full_truth(kSquare, Poly{bow_tie}).invalid_reason.substr(0, 3), "b: ");
  EXPECT_TRUE(full_truth(kSquare, kSquare).invalid_reason.empty());
}

// ---- random: the two ways of the oracle, on the same pairs

// A square with a notch of random depth; depth 0 is convex, with a collinear vertex.
Points notched(double x, double y, double depth) {
  return {{x, y}, {x + 4, y}, {x + 4, y + 4}, {x + 2, y + 4 - depth}, {x, y + 4}};
}

void expect_equal(const Poly& a, const Poly& b, const FullTruth& truth) {
  ConcavePair pair;
  pair.assign(a, b);
  EXPECT_EQ(pair.relation(), truth.relation);
  EXPECT_EQ(pair.kind(), *truth.kind);
  EXPECT_EQ(pair.distance_sq(), square(*truth.distance));
  if (testing::Test::HasFailure()) {
    for (const RationalVec2& p : outer_contour_of(b))
      ADD_FAILURE() << to_string(p.x) << ", " << to_string(p.y);
  }
}

Points random_polygon(std::mt19937_64& engine, int i) {
  const auto lattice = [&](unsigned n) { return static_cast<double>(engine() % n); };
  if (i % 2) return notched(lattice(6), lattice(6), lattice(4));
  return {{lattice(6), 0}, {lattice(6), 5}, {lattice(5), 9}, {lattice(6) - 2, 3}};
}

TEST(FullTruthAgainstConcavePair, RandomPairsThenRelationKindAndDistanceAgree) {
  std::mt19937_64 engine(26);
  int met[6] = {};
  for (int i = 0; i < 800; ++i) {
    const Points points_a = notched(0, 0, static_cast<double>(engine() % 4));
    const Points points_b = random_polygon(engine, i);
    const Poly a{points_a};
    const Poly b{points_b};
    const FullTruth truth = full_truth(a, b);
    if (!truth.invalid_reason.empty()) continue;
    ++met[static_cast<int>(*truth.kind)];
    expect_equal(a, b, truth);
  }
  for (const int kind : {0, 1, 2, 5}) EXPECT_GE(met[kind], 10) << "kind " << kind << ", seed 26";
}

}  // namespace
}  // namespace touchstone::oracle
