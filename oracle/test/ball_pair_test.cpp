#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <vector>

#include "oracle/exact2.hpp"
#include "oracle/full_truth.hpp"
#include "oracle/test/curved_pairs.hpp"
#include "oracle/test/surd_checks.hpp"
#include "oracle/truth.hpp"

namespace touchstone::oracle {
namespace {

using test::CurvedFamily;
using test::CurvedMaker;
using Tier = Truth::Tier;

constexpr std::uint64_t kSeed = 20301;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

Truth truth_of(const Shape& a, const Shape& b) {
  Truth truth;
  truth.assign(a, b);
  return truth;
}
Shape circle(double x, double y, double radius) {
  return Circle2<double>{{x, y}, radius};
}
Shape capsule(Point from, Point to, double radius) {
  return Capsule2<double>{from, to, radius};
}
Shape box(double x0, double y0, double x1, double y1) {
  return Aabb2<double>{{x0, y0}, {x1, y1}};
}
double next(double value) {
  return std::nextafter(value, kInfinity);
}
double before(double value) {
  return std::nextafter(value, -kInfinity);
}
Rational exact(const Real& value) {
  return *rational_value(std::get<Surd>(value));
}
bool is(const RealVec2& v, const Rational& x, const Rational& y) {
  return exact(v.x) == x && exact(v.y) == y;
}
/// All tiers say so, whichever operand comes first.
void expect_relation(const Shape& a, const Shape& b, Relation expected) {
  for (const Tier tier : {Tier::filter, Tier::expansion, Tier::rational}) {
    Truth truth;
    truth.force_tier(tier);
    truth.assign(a, b);
    EXPECT_EQ(truth.relation(), expected) << "tier " << static_cast<int>(tier);
    truth.assign(b, a);
    EXPECT_EQ(truth.relation(), expected) << "swapped, tier " << static_cast<int>(tier);
  }
}
/// Touching at this radius, apart below it, overlapping above.
void expect_flip(double radius, const Shape& other, Point center) {
  expect_relation(Circle2<double>{center, radius}, other, Relation::touching);
  expect_relation(Circle2<double>{center, before(radius)}, other, Relation::disjoint);
  expect_relation(Circle2<double>{center, next(radius)}, other, Relation::overlapping);
}

TEST(BallRelation, RadiusOneUlpBelowAndAboveTheTouchThenApartAndOverlapping) {
  expect_flip(2, circle(3, 4, 3), {0, 0});
  expect_flip(5, Point2<double>{{3, 4}}, {0, 0});
  expect_flip(5, box(3, 4, 6, 8), {0, 0});
  expect_flip(5, capsule({-1, 7}, {7, 1}, 0), {0, 0});
  expect_flip(3, capsule({-1, 7}, {7, 1}, 2), {0, 0});
  const Point triangle[] = {{-10, -3}, {10, -3}, {0, -9}};
  expect_flip(3, Polygon2<double>{triangle}, {0.1, 0});
}

TEST(BallRelation, CentreOneUlpNearerAndFartherThenItFlips) {
  expect_relation(circle(next(1.0), 0, 0.5), circle(0, 0, 0.5), Relation::disjoint);
  expect_relation(circle(before(1.0), 0, 0.5), circle(0, 0, 0.5), Relation::overlapping);
  expect_relation(capsule({3, next(4.0)}, {9, 9}, 0), circle(0, 0, 5), Relation::disjoint);
  expect_relation(capsule({3, before(4.0)}, {9, 9}, 0), circle(0, 0, 5), Relation::overlapping);
}

TEST(BallRelation, SumOfRadiiThatIsNoDoubleThenItIsNotRounded) {
  expect_relation(circle(0, 0, 1), circle(1, 0, 0x1p-200), Relation::overlapping);
  expect_relation(circle(0, 0, 1), circle(next(1.0), 0, 0x1p-52), Relation::touching);
  expect_relation(circle(0, 0, 1), circle(next(1.0), 0, before(0x1p-52)), Relation::disjoint);
  expect_relation(circle(0, 0, 1), circle(next(1.0), 0, next(0x1p-52)), Relation::overlapping);
  const double eighth = std::ldexp(1.0, -55);
  expect_relation(circle(0, 3 + 4 * eighth, 3), circle(0, 0, 4 * eighth), Relation::overlapping);
}

TEST(BallRelation, BoxCornersThatAreNoDoublesThenTheExactOnesDecide) {
  expect_flip(0x1.0624dd2f1a980p-10, Obb2<double>{{0.1, 0}, {{0.7, 0}, {0, 0.5}}}, {0x1.9a1cac083126ep-1, 0});
  expect_flip(0x1.aac2p-40, Obb2<double>{{0.1, 0.0625}, {{0.7, 0}, {0, 0.0625}}},
              {0x1.999999999b99bp-1, 0x1.000000000aab4p-3});
  // The middle of a slanted side; the corners 0.1 +- 4 k -+ 3 m are no doubles.
  const double k = 0x1.0000001p-1;
  const double m = 0x1p-9;
  expect_flip(5 * m, Obb2<double>{{0.1, 0.1}, {{4 * k, 3 * k}, {-3 * m, 4 * m}}}, {0.1 - 6 * m, 0.1 + 8 * m});
}

TEST(BallRelation, ZeroRadiiThenTheFlatShapesDecide) {
  const Shape diagonal = capsule({0, 0}, {2, 2}, 0);
  expect_relation(diagonal, capsule({0, 2}, {2, 0}, 0), Relation::overlapping);
  expect_relation(diagonal, capsule({1, 1}, {2, 0}, 0), Relation::touching);
  expect_relation(diagonal, circle(1, 1, 0), Relation::touching);
  expect_relation(diagonal, circle(3, 3, 0), Relation::disjoint);
  expect_relation(circle(1, 1, 0), box(0, 0, 2, 2), Relation::overlapping);
  expect_relation(circle(0, 0, 0), circle(0, 0, 0), Relation::touching);
  expect_relation(circle(0, 0, 0), circle(0, 0, 0x1p-1074), Relation::overlapping);
  expect_relation(Ring2<double>{{1, 1}, 0, 1}, Point2<double>{{1, 1}}, Relation::overlapping);
}

TEST(BallRelation, SkeletonsThatCrossFarFromTheirEndsThenOverlapping) {
  expect_relation(capsule({-100, 0}, {100, 0}, 0.5), capsule({0, -100}, {0, 100}, 0.25),
                  Relation::overlapping);
  expect_relation(capsule({-100, 0}, {100, 0}, 0.5), box(-90, -90, 90, 90), Relation::overlapping);
  expect_relation(circle(0, 0, 1), box(-90, -90, 90, 90), Relation::overlapping);
}

TEST(BallRelation, CircleInTheHoleOfAPolygonThenTangentToItOneUlpBothSides) {
  const test::OwnedPolygon frame(test::square(0, 9), {test::square(3, 6)});
  expect_flip(1.5, frame.shape(), {4.5, 4.5});
  expect_flip(1, frame.shape(), {5, 4.5});
  expect_relation(capsule({4, 4}, {5, 5}, 1), frame.shape(), Relation::touching);
  expect_relation(circle(4.5, 4.5, 100), frame.shape(), Relation::overlapping);
  expect_relation(circle(1.5, 4.5, 1), frame.shape(), Relation::overlapping);
}

TEST(BallRelation, ReachOfARangeWithoutExpansionsThenRationalsDecide) {
  for (const double scale : {0x1p-700, 0x1p-1074, 0x1p900, 0x1p1019}) {
    expect_relation(circle(0, 0, 2 * scale), circle(3 * scale, 4 * scale, 3 * scale), Relation::touching);
    expect_relation(circle(0, 0, 3 * scale), circle(3 * scale, 4 * scale, 3 * scale), Relation::overlapping);
    expect_relation(circle(0, 0, 1 * scale), circle(3 * scale, 4 * scale, 3 * scale), Relation::disjoint);
    Truth truth = truth_of(circle(0, 0, 2 * scale), circle(3 * scale, 4 * scale, 3 * scale));
    truth.relation();
    EXPECT_EQ(truth.tier(), Tier::rational);
  }
}

TEST(BallRelation, InvalidRadiusThenItsReason) {
  EXPECT_EQ(truth_of(circle(0, 0, -1), box(0, 0, 1, 1)).invalid_reason().substr(0, 3), "a: ");
  EXPECT_FALSE(truth_of(box(0, 0, 1, 1), capsule({0, 0}, {1, 1}, std::nan(""))).valid());
  EXPECT_FALSE(truth_of(circle(0, kInfinity, 1), box(0, 0, 1, 1)).valid());
}

TEST(BallSeparation, HandWorkedPairsThenTheirNumbers) {
  const auto expect = [](const Shape& a, const Shape& b, double value) {
    const Interval found = truth_of(a, b).separation();
    EXPECT_TRUE(found.lo <= value && value <= found.hi && found.hi - found.lo <= std::fabs(value) * 0x1p-51)
        << value;
  };
  expect(circle(0, 0, 1), circle(3, 4, 1), 3);
  expect(circle(0, 0, 1), circle(0, 0, 2), -3);
  expect(circle(0, 0, 1), box(-5, -5, 5, 5), -6);
  expect(capsule({0, 0}, {10, 0}, 1), circle(5, 3, 1), 1);
  expect(capsule({0, 0}, {10, 0}, 1), capsule({5, -5}, {5, 4}, 2), -7);
  expect(circle(5, 0, 1), Segment2<double>{{0, 0}, {10, 0}}, -1);
  expect(circle(3, 4, 1), Point2<double>{{0, 0}}, 4);
  expect(circle(0, 0, 5), Point2<double>{{3, 4}}, 0);
}

// The distance is irrational and the rest far smaller than its ulp's share of it.
TEST(BallSeparation, NearTouchThenNarrowAfterTheSubtraction) {
  const double root = std::sqrt(2.0);
  const Shape a = circle(0, 0, root);
  const Shape b = Point2<double>{{1, 1}};
  const Interval found = truth_of(a, b).separation();
  const Enclosure exact_value = enclose(*full_truth(a, b).separation);
  EXPECT_LT(std::fabs(exact_value.lo), 0x1p-53);
  EXPECT_TRUE(found.lo <= exact_value.lo && exact_value.hi <= found.hi);
  EXPECT_LE(found.hi - found.lo, 2 * 0x1p-52 * std::fabs(found.hi) + 1e-6 * 0x1p-52 * root);
}

TEST(BallSeparation, ConcaveThenDistanceOrABoundOfTheDepth) {
  const test::OwnedPolygon frame(test::square(0, 9), {test::square(3, 6)});
  const Interval apart = truth_of(circle(4.5, 4.5, 1), frame.shape()).separation();
  EXPECT_TRUE(apart.lo == 0.5 && apart.hi == 0.5);
  const Interval shallow = truth_of(circle(4.5, 4.5, 2), frame.shape()).separation();
  EXPECT_TRUE(shallow.lo == -kInfinity && shallow.hi == -0.5);
  const Interval deep = truth_of(frame.shape(), circle(1, 4.5, 2)).separation();
  EXPECT_TRUE(deep.lo == -kInfinity && deep.hi == -3);
  EXPECT_FALSE(truth_of(circle(4.5, 4.5, 1), frame.shape()).convex());
}

TEST(BallLocation, PointsOfADiscThenInsideBoundaryOutsideByAnUlp) {
  const Shape disc = circle(0, 0, 5);
  EXPECT_EQ(truth_of(disc, Point2<double>{{3, 4}}).location(), Location::boundary);
  EXPECT_EQ(truth_of(disc, Point2<double>{{3, before(4.0)}}).location(), Location::inside);
  EXPECT_EQ(truth_of(Point2<double>{{3, next(4.0)}}, disc).location(), Location::outside);
  EXPECT_EQ(truth_of(circle(1, 1, 0), Point2<double>{{1, 1}}).location(), Location::boundary);
  EXPECT_EQ(truth_of(capsule({0, 0}, {1, 0}, 0), Point2<double>{{0.5, 0}}).location(), Location::boundary);
  const Interval rest = truth_of(disc, Point2<double>{{0, 1}}).distance_to_boundary();
  EXPECT_TRUE(rest.lo <= 4 && 4 <= rest.hi && rest.hi - rest.lo < 1e-14);
}

TEST(BallMtv, HandWorkedPairsThenThePushes) {
  EXPECT_EQ(truth_of(circle(0, 0, 2), circle(3, 0, 2)).mtv(), (Point{1, 0}));
  EXPECT_EQ(truth_of(circle(0, 0, 1), box(-5, -5, 9, 4)).mtv(), (Point{0, -5}));
  EXPECT_EQ(truth_of(circle(0, 0, 2), circle(3, 0, 1)).mtv(), (Point{0, 0}));
  EXPECT_EQ(truth_of(circle(1, 0, 1), box(-1, -1, 1, 1)).mtv(), (Point{-1, 0}));
  EXPECT_EQ(truth_of(circle(-0.5, 0, 1), capsule({0, 0}, {10, 0}, 0.5)).mtv(), (Point{1, 0}));
}

TEST(BallMtv, InfinitelyManyThenNone) {
  const Shape unit = circle(1, 1, 1);
  const Shape cases[] = {unit, circle(1, 1, 3), box(-1, -1, 1, 1), Point2<double>{{1, 1}},
                         Segment2<double>{{1, 1}, {4, 2}}};
  for (const Shape& other : cases) {
    EXPECT_EQ(truth_of(unit, other).mtv(), std::nullopt);
    const FullTruth truth = full_truth(other, unit);
    EXPECT_TRUE(truth.mtv_is_infinite && !truth.mtv && truth.depth);
  }
  EXPECT_TRUE(full_truth(capsule({0, 0}, {1, 0}, 1), capsule({1, 0}, {2, 0}, 1)).mtv_is_infinite);
  EXPECT_TRUE(full_truth(capsule({0, 0}, {1, 0}, 1), capsule({1, 0}, {1, 2}, 1)).mtv_is_infinite);
}

TEST(BallMtv, CentreWithinASegmentThenTwoAndOnASideThenOne) {
  const FullTruth segment = full_truth(Segment2<double>{{0, 0}, {4, 3}}, circle(2, 1.5, 10));
  ASSERT_EQ(segment.mtv->size(), 2U);
  EXPECT_TRUE(is((*segment.mtv)[0], 6, -8) || is((*segment.mtv)[1], 6, -8));
  const FullTruth parallel = full_truth(capsule({0, 0}, {4, 0}, 1), capsule({1, 0}, {9, 0}, 2));
  ASSERT_EQ(parallel.mtv->size(), 2U);
  EXPECT_EQ(exact(*parallel.depth), 3);
  const FullTruth side = full_truth(circle(1, 0, 2), box(-1, -1, 1, 1));
  ASSERT_EQ(side.mtv->size(), 1U);
  EXPECT_TRUE(is(side.mtv->front(), -2, 0));
}

TEST(BallClosest, HandWorkedPairsThenTheExactPoints) {
  const FullTruth apart = full_truth(circle(0, 0, 1), circle(3, 4, 2));
  EXPECT_TRUE(is(apart.closest->on_a, Rational(3, 5), Rational(4, 5)));
  EXPECT_TRUE(is(apart.closest->on_b, Rational(9, 5), Rational(12, 5)));
  EXPECT_EQ(exact(*apart.distance), 2);
  const FullTruth diagonal = full_truth(circle(0, 0, 1), box(1, 1, 2, 2));
  const Surd x = std::get<Surd>(diagonal.closest->on_a.x);
  EXPECT_EQ(*square_of(x), Rational(1, 2));
  EXPECT_TRUE(is(diagonal.closest->on_b, 1, 1));
  const FullTruth meeting = full_truth(circle(0, 0, 2), circle(3, 0, 2));
  EXPECT_TRUE(is(meeting.closest->on_a, Rational(3, 2), 0) && is(meeting.closest->on_b, Rational(3, 2), 0));
}

// ---- random pairs

struct Counts {
  int pairs = 0;
  int relations[3] = {};
  int tiers[3] = {};

  double share(Relation relation) const { return double(relations[static_cast<int>(relation)]) / pairs; }
  double share(Tier tier) const { return double(tiers[static_cast<int>(tier)]) / pairs; }
};

std::string place(CurvedFamily family, int i) {
  return "family " + std::to_string(static_cast<int>(family)) + " pair " + std::to_string(i) + " seed " +
         std::to_string(kSeed);
}

/// Calls check(truth, a, b, name) for each valid pair.
template <class Check>
Counts for_each_pair(CurvedFamily family, int pairs, Check check) {
  CurvedMaker make(family, false, kSeed);
  Truth truth;
  Counts counts;
  for (int i = 0; i < pairs; ++i) {
    make.next();
    truth.assign(make.a, make.b);
    if (!truth.valid()) continue;
    ++counts.pairs;
    ++counts.relations[static_cast<int>(truth.relation())];
    ++counts.tiers[static_cast<int>(truth.tier())];
    check(truth, make.a, make.b, place(family, i));
  }
  return counts;
}

Counts compare_tiers(CurvedFamily family, int pairs) {
  Truth slower;
  return for_each_pair(family, pairs,
                       [&](Truth& truth, const Shape& a, const Shape& b, const std::string& name) {
                         for (const Tier tier : {Tier::expansion, Tier::rational}) {
                           slower.force_tier(tier);
                           slower.assign(a, b);
                           ASSERT_EQ(truth.relation(), slower.relation()) << name;
                           slower.assign(b, a);
                           ASSERT_EQ(truth.relation(), slower.relation()) << name;
                         }
                       });
}

TEST(BallTiers, UniformPairsThenTheFilterDecidesAndIsRight) {
  const Counts counts = compare_tiers(CurvedFamily::uniform, 4000);
  EXPECT_GT(counts.share(Tier::filter), 0.85);  // not convex: at least expansions
  EXPECT_GT(counts.share(Relation::disjoint), 0.15);
  EXPECT_GT(counts.share(Relation::overlapping), 0.4);
}

TEST(BallTiers, LatticePairsThenAllTiersAgree) {
  const Counts counts = compare_tiers(CurvedFamily::lattice, 4000);
  EXPECT_GT(counts.share(Relation::touching), 0.02);
  EXPECT_GT(counts.share(Relation::disjoint), 0.15);
  EXPECT_GT(counts.share(Relation::overlapping), 0.4);
}

TEST(BallTiers, PythagoreanTouchesThenExpansionsDecideAndAreRight) {
  const Counts counts = compare_tiers(CurvedFamily::pythagorean, 4000);
  EXPECT_GT(counts.share(Tier::expansion), 0.99);
  EXPECT_GT(counts.share(Relation::touching), 0.6);
  EXPECT_GT(counts.share(Relation::disjoint), 0.1);
  EXPECT_GT(counts.share(Relation::overlapping), 0.1);
}

TEST(BallTiers, PairsWithinAnUlpThenExpansionsDecideAndAreRight) {
  const Counts counts = compare_tiers(CurvedFamily::near_touch, 3000);
  EXPECT_GT(counts.share(Tier::expansion), 0.4);
  EXPECT_GT(counts.share(Relation::disjoint), 0.2);
  EXPECT_GT(counts.share(Relation::overlapping), 0.4);
}

TEST(BallTiers, PairsOutOfRangeThenRationalsDecideAsOnTheLattice) {
  for (const CurvedFamily family : {CurvedFamily::tiny, CurvedFamily::subnormal, CurvedFamily::huge}) {
    const Counts counts = compare_tiers(family, 500);
    EXPECT_GT(counts.share(Tier::rational), 0.7);
    EXPECT_GT(counts.share(Relation::touching), 0.015);
  }
}

/// Width allowed by Truth.
double narrow(const Interval& value, double scale) {
  return 2 * 0x1p-52 * std::max(std::fabs(value.lo), std::fabs(value.hi)) +
         1e-6 * std::max(0x1p-52 * scale, 0x1p-1074) + 0x1p-1074;
}

void check_separation(Truth& truth, const Shape& a, const Shape& b, const std::string& name) {
  const Interval found = truth.separation();
  const FullTruth full = full_truth(a, b);
  ASSERT_EQ(full.relation, truth.relation()) << name;
  if (!full.separation) {
    ASSERT_TRUE(found.lo == -kInfinity && found.hi <= 0) << name;  // 0: underflow
    return;
  }
  const Enclosure value = enclose(*full.separation);
  ASSERT_TRUE(found.lo <= value.hi && value.lo <= found.hi) << name;
  ASSERT_TRUE(found.hi - found.lo <= narrow(found, truth.scale()) || found.hi == kInfinity) << name;
  const bool is_zero = found.lo == 0 && found.hi == 0;
  ASSERT_EQ(is_zero, truth.relation() == Relation::touching) << name;
}

TEST(BallSeparation, RandomPairsThenNarrowAroundTheExactValue) {
  for (const CurvedFamily family : test::kCurvedFamilies) for_each_pair(family, 600, check_separation);
}

/// The push is one of the exact ones, and ends the overlap by no more than it must.
void check_mtv(Truth& truth, const Shape& a, const Shape& b, const std::string& name) {
  if (!truth.convex() || truth.relation() == Relation::disjoint) return;
  const std::optional<Point> push = truth.mtv();
  const FullTruth full = full_truth(a, b);
  ASSERT_EQ(push.has_value(), !full.mtv_is_infinite) << name;
  if (!push || !is_finite(*push)) return;
  const double tolerance = narrow({}, truth.scale());
  const auto is_near = [&](const Real& exact_value, double value) {
    const double rounded = round_to_double(exact_value);
    return std::fabs(rounded - value) <= tolerance + 0x1p-51 * std::fabs(rounded);
  };
  bool found = false;
  for (const RealVec2& one : *full.mtv) found = found || (is_near(one.x, push->x) && is_near(one.y, push->y));
  ASSERT_TRUE(found) << name;
  const Interval after = truth.separation_after(*push, 0);
  const double slack = 2 * tolerance + 0x1p-50 * (std::fabs(push->x) + std::fabs(push->y));
  ASSERT_TRUE(after.lo <= slack && after.hi >= -slack) << name;
}

TEST(BallMtv, RandomPairsThenOneOfTheExactPushesAndItParts) {
  for (const CurvedFamily family : test::kCurvedFamilies) {
    const Counts counts = for_each_pair(family, 600, check_mtv);
    EXPECT_GT(counts.share(Relation::overlapping), 0.1);
  }
}

/// On both shapes and at the distance; when they meet, equal, and inside what has area if they overlap.
void check_closest(Truth& truth, const Shape& a, const Shape& b, const std::string& name) {
  const FullTruth full = full_truth(a, b);
  const SurdVec2 on_a = test::surds_of(full.closest->on_a);
  const SurdVec2 on_b = test::surds_of(full.closest->on_b);
  const Surd distance = std::get<Surd>(*full.distance);
  const SurdVec2 between = test::minus(on_b, on_a);
  const Surd squares = test::minus(test::length_sq_of(between), test::times(distance, distance));
  ASSERT_EQ(sign(squares), 0) << name;
  const int side_a = test::side_of(operand_of(a), on_a);
  const int side_b = test::side_of(operand_of(b), on_b);
  if (truth.relation() != Relation::overlapping) {
    ASSERT_TRUE(side_a == 0 && side_b == 0) << name;
  } else {
    const bool is_solid_a = operand_of(a).radius > 0;
    const bool is_solid_b = operand_of(b).radius > 0;
    ASSERT_TRUE(side_a >= is_solid_a && side_b >= is_solid_b) << name;
  }
}

TEST(BallClosest, RandomPairsThenExactlyOnTheirShapesAtTheDistance) {
  for (const CurvedFamily family : test::kCurvedFamilies) {
    const Counts counts = for_each_pair(family, 300, check_closest);
    EXPECT_GT(counts.pairs, 200);
  }
}

// ---- an independent method: the largest gap over many directions

struct Sampled {
  std::vector<Point> points;
  double radius = 0;
};
Sampled sampled(const Shape& shape) {
  const Operand operand = operand_of(shape);
  Sampled result{{}, operand.radius};
  for (const RationalVec2& p : outer_contour_of(operand.skeleton))
    result.points.push_back({round_to_double(p.x), round_to_double(p.y)});
  return result;
}

// The gap along a unit vector changes by at most |b - a| times the vector's change; neighbours are at most
// pi / kDirections away. Long doubles and rounded corners add far less than the last term.
constexpr int kDirections = 4096;

void check_by_directions(Truth& truth, const Shape& shape_a, const Shape& shape_b, const std::string& name) {
  if (!truth.convex()) return;
  const Sampled a = sampled(shape_a);
  const Sampled b = sampled(shape_b);
  long double best = -1e9;
  for (int k = 0; k < kDirections; ++k) {
    const long double angle = 2 * std::numbers::pi_v<long double> * k / kDirections;
    long double gap = 1e9;
    for (const Point p : a.points)
      for (const Point q : b.points)
        gap = std::min(gap, std::cos(angle) * (q.x - p.x) + std::sin(angle) * (q.y - p.y));
    best = std::max(best, gap);
  }
  const double value = static_cast<double>(best - (static_cast<long double>(a.radius) + b.radius));
  const Interval found = truth.separation();
  const double reach = 4 * truth.scale();
  EXPECT_GE(found.hi, value - 1e-12) << name;
  EXPECT_LE(found.lo, value + reach * std::numbers::pi / kDirections + 1e-12) << name;
}

TEST(BallSeparation, LargestGapOverManyDirectionsThenNearAndNeverAbove) {
  const Counts uniform = for_each_pair(CurvedFamily::uniform, 60, check_by_directions);
  const Counts lattice = for_each_pair(CurvedFamily::lattice, 60, check_by_directions);
  EXPECT_GT(uniform.share(Relation::overlapping), 0.3);
  EXPECT_GT(lattice.share(Relation::overlapping), 0.3);
}

}  // namespace
}  // namespace touchstone::oracle
