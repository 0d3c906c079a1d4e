#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <string>

#include "oracle/full_truth.hpp"
#include "oracle/test/curved_pairs.hpp"
#include "oracle/test/surd_checks.hpp"
#include "oracle/truth.hpp"

namespace touchstone::oracle {
namespace {

using test::CurvedFamily;
using test::CurvedMaker;
using Tier = Truth::Tier;

constexpr std::uint64_t kSeed = 20302;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

Truth truth_of(const Shape& a, const Shape& b) {
  Truth truth;
  truth.assign(a, b);
  return truth;
}
Shape ring(double x, double y, double inner, double outer) {
  return Ring2<double>{{x, y}, inner, outer};
}
Shape circle(double x, double y, double radius) {
  return Circle2<double>{{x, y}, radius};
}
Shape point(double x, double y) {
  return Point2<double>{{x, y}};
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
/// The other shape touches from outside when the outer radius is this, and lies in the hole of none.
void expect_flip_outside(double outer, const Shape& other) {
  expect_relation(ring(0, 0, outer / 2, outer), other, Relation::touching);
  expect_relation(ring(0, 0, outer / 2, before(outer)), other, Relation::disjoint);
  expect_relation(ring(0, 0, outer / 2, next(outer)), other, Relation::overlapping);
}
/// The other shape touches from the hole when the inner radius is this.
void expect_flip_inside(double inner, const Shape& other) {
  expect_relation(ring(0, 0, inner, 100), other, Relation::touching);
  expect_relation(ring(0, 0, next(inner), 100), other, Relation::disjoint);
  expect_relation(ring(0, 0, before(inner), 100), other, Relation::overlapping);
}

TEST(RingRelation, OuterCircleOneUlpBothSidesThenItFlips) {
  expect_flip_outside(5, point(3, 4));
  expect_flip_outside(5, Segment2<double>{{-1, 7}, {7, 1}});
  expect_flip_outside(5, box(3, 4, 7, 9));
  expect_flip_outside(2, circle(3, 4, 3));
  expect_flip_outside(2, Capsule2<double>{{-1, 7}, {7, 1}, 3});
  expect_flip_outside(2, ring(3, 4, 1, 3));
}

TEST(RingRelation, InnerCircleOneUlpBothSidesThenItFlips) {
  expect_flip_inside(5, point(3, 4));
  expect_flip_inside(5, Segment2<double>{{1, 0}, {3, -4}});
  expect_flip_inside(5, box(-3, -4, 3, 4));
  expect_flip_inside(8, circle(3, 4, 3));
  expect_flip_inside(6, Capsule2<double>{{-3, -4}, {3, 4}, 1});
  expect_flip_inside(8, ring(3, 4, 1, 3));
  expect_flip_inside(2, circle(0, 0, 2));
}

TEST(RingRelation, RingsInEachOthersHolesThenApart) {
  expect_relation(ring(0, 0, 1, 2), ring(0, 0, 2, 3), Relation::touching);
  expect_relation(ring(0, 0, 1, 2), ring(0, 0, next(2.0), 3), Relation::disjoint);
  expect_relation(ring(0, 0, 1, 2), ring(0, 0, before(2.0), 3), Relation::overlapping);
  expect_relation(ring(0, 0, 1, 2), ring(0, 0, 1, 2), Relation::overlapping);
  expect_relation(ring(0, 0, 9, 10), ring(1, 0, 9, 10), Relation::overlapping);
  expect_relation(ring(0, 0, 9, 10), ring(1, 0, 11, 12), Relation::touching);
}

TEST(RingRelation, ShapesAroundAcrossAndWithinThenAsTheInteriorsSay) {
  expect_relation(ring(0, 0, 3, 4), box(-1, -1, 1, 1), Relation::disjoint);
  expect_relation(ring(0, 0, 3, 4), box(-9, -9, 9, 9), Relation::overlapping);
  expect_relation(ring(0, 0, 3, 5), Segment2<double>{{-4, 0}, {4, 0}}, Relation::overlapping);
  expect_relation(ring(0, 0, 3, 5), Segment2<double>{{-3, 0}, {3, 0}}, Relation::touching);
  expect_relation(ring(0, 0, 3, 5), Segment2<double>{{-2, 0}, {2, 0}}, Relation::disjoint);
  expect_relation(ring(0, 0, 3, 5), Segment2<double>{{-9, 5}, {9, 5}}, Relation::touching);
  const test::OwnedPolygon frame(test::square(-9, 9), {test::square(-6, 6)});
  expect_relation(ring(0, 0, 3, 5), frame.shape(), Relation::disjoint);
  expect_relation(ring(0, 0, 3, 6), frame.shape(), Relation::touching);
  expect_relation(ring(0, 0, 7, 8), frame.shape(), Relation::overlapping);
}

TEST(RingRelation, OutOfTheRangeOfExpansionsThenRationalsDecide) {
  for (const double s : {0x1p-1070, 0x1p-700, 0x1p900, 0x1p1018}) {
    expect_relation(ring(0, 0, 2 * s, 5 * s), point(3 * s, 4 * s), Relation::touching);
    expect_relation(ring(0, 0, 5 * s, 6 * s), point(3 * s, 4 * s), Relation::touching);
    expect_relation(ring(0, 0, 4 * s, 6 * s), point(3 * s, 4 * s), Relation::overlapping);
    expect_relation(ring(0, 0, 6 * s, 7 * s), point(3 * s, 4 * s), Relation::disjoint);
  }
}

TEST(RingLocation, PointOnEitherCircleInTheHoleInsideAndOutsideThenSo) {
  const Shape shape = ring(0, 0, 5, 10);
  EXPECT_EQ(truth_of(shape, point(3, 4)).location(), Location::boundary);
  EXPECT_EQ(truth_of(shape, point(3, before(4))).location(), Location::outside);
  EXPECT_EQ(truth_of(shape, point(3, next(4))).location(), Location::inside);
  EXPECT_EQ(truth_of(point(-6, 8), shape).location(), Location::boundary);
  EXPECT_EQ(truth_of(point(-6, next(8)), shape).location(), Location::outside);
  EXPECT_EQ(truth_of(point(-6, before(8)), shape).location(), Location::inside);
  EXPECT_EQ(truth_of(shape, point(0, 0)).location(), Location::outside);
}

TEST(RingLocation, DistanceOfAPointToTheNearerCircleThenExactInsideToo) {
  const auto expect = [](double x, double distance) {
    Truth truth = truth_of(ring(0, 0, 5, 10), point(x, 0));
    const Interval found = truth.distance_to_boundary();
    EXPECT_TRUE(found.lo <= distance && distance <= found.hi) << x;
    EXPECT_LE(found.hi - found.lo, distance * 0x1p-51 + 1e-6 * 0x1p-52 * 10) << x;
  };
  expect(1, 4);
  expect(5, 0);
  expect(6, 1);
  expect(9, 1);
  expect(12, 2);
}

TEST(RingSeparation, HandWorkedPairsThenTheDistanceOrABoundOfTheDepth) {
  const auto expect = [](const Shape& a, const Shape& b, double lo, double hi) {
    const Interval found = truth_of(a, b).separation();
    EXPECT_TRUE(found.lo == lo || std::fabs(found.lo - lo) < 1e-14) << lo << " " << found.lo;
    EXPECT_NEAR(found.hi, hi, 1e-14);
  };
  expect(ring(0, 0, 3, 5), circle(0.5, 0, 2), 0.5, 0.5);
  expect(circle(9, 0, 2), ring(0, 0, 3, 5), 2, 2);
  expect(ring(0, 0, 3, 5), ring(0, 0, 7, 9), 2, 2);
  expect(ring(0, 0, 3, 5), box(-4, -1, 0, 1), -kInfinity, 3 - std::sqrt(17));
  expect(ring(0, 0, 3, 5), circle(6, 0, 2), -kInfinity, -1);
  expect(ring(0, 0, 9, 10), ring(1, 0, 9, 10), -kInfinity, -2);
  expect(ring(0, 0, 3, 5), point(0, 4.5), -0.5, -0.5);
}

TEST(RingFullTruth, HandWorkedPairsThenExactPointsAndNoDepth) {
  const FullTruth hole = full_truth(ring(0, 0, 5, 6), point(1.5, 2));
  EXPECT_EQ(*rational_value(std::get<Surd>(*hole.distance)), Rational(5, 2));
  EXPECT_EQ(*rational_value(std::get<Surd>(hole.closest->on_a.x)), 3);
  EXPECT_EQ(*rational_value(std::get<Surd>(hole.closest->on_a.y)), 4);
  const FullTruth swapped = full_truth(point(6, 8), ring(0, 0, 1, 5));
  EXPECT_EQ(*rational_value(std::get<Surd>(swapped.closest->on_b.x)), 3);
  EXPECT_EQ(*rational_value(std::get<Surd>(swapped.closest->on_a.x)), 6);
  EXPECT_TRUE(!swapped.depth && !swapped.mtv && !swapped.mtv_is_infinite);
  const FullTruth overlapping = full_truth(ring(0, 0, 9, 10), ring(1, 0, 9, 10));
  EXPECT_FALSE(overlapping.separation.has_value());
  EXPECT_FALSE(truth_of(ring(0, 0, 9, 10), ring(1, 0, 9, 10)).convex());
}

// ---- random pairs

struct Counts {
  int pairs = 0;
  int relations[3] = {};
  int tiers[3] = {};

  double share(Relation relation) const { return double(relations[static_cast<int>(relation)]) / pairs; }
  double share(Tier tier) const { return double(tiers[static_cast<int>(tier)]) / pairs; }
};

template <class Check>
Counts for_each_pair(CurvedFamily family, int pairs, Check check) {
  CurvedMaker make(family, true, kSeed);
  Truth truth;
  Counts counts;
  for (int i = 0; i < pairs; ++i) {
    make.next();
    truth.assign(make.a, make.b);
    if (!truth.valid()) continue;
    ++counts.pairs;
    ++counts.relations[static_cast<int>(truth.relation())];
    ++counts.tiers[static_cast<int>(truth.tier())];
    check(truth, make.a, make.b,
          "family " + std::to_string(static_cast<int>(family)) + " pair " + std::to_string(i) + " seed " +
              std::to_string(kSeed));
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

TEST(RingTiers, UniformPairsThenTheFilterDecidesAndIsRight) {
  const Counts counts = compare_tiers(CurvedFamily::uniform, 4000);
  EXPECT_GT(counts.share(Tier::filter), 0.85);
  EXPECT_GT(counts.share(Relation::disjoint), 0.2);
  EXPECT_GT(counts.share(Relation::overlapping), 0.3);
}

TEST(RingTiers, LatticePairsThenAllTiersAgree) {
  const Counts counts = compare_tiers(CurvedFamily::lattice, 4000);
  EXPECT_GT(counts.share(Relation::touching), 0.02);
  EXPECT_GT(counts.share(Relation::disjoint), 0.2);
  EXPECT_GT(counts.share(Relation::overlapping), 0.3);
}

TEST(RingTiers, PythagoreanTouchesAndPairsWithinAnUlpThenExpansionsDecideAndAreRight) {
  const Counts touches = compare_tiers(CurvedFamily::pythagorean, 3000);
  EXPECT_GT(touches.share(Tier::expansion), 0.99);
  EXPECT_GT(touches.share(Relation::touching), 0.6);
  const Counts near = compare_tiers(CurvedFamily::near_touch, 3000);
  EXPECT_GT(near.share(Tier::expansion), 0.2);
  EXPECT_GT(near.share(Relation::disjoint), 0.1);
  EXPECT_GT(near.share(Relation::overlapping), 0.3);
}

TEST(RingTiers, PairsOutOfRangeThenRationalsDecideAsOnTheLattice) {
  for (const CurvedFamily family : {CurvedFamily::tiny, CurvedFamily::subnormal, CurvedFamily::huge}) {
    const Counts counts = compare_tiers(family, 500);
    EXPECT_GT(counts.share(Tier::rational), 0.9);
    EXPECT_GT(counts.share(Relation::touching), 0.015);
  }
}

void check_separation(Truth& truth, const Shape& a, const Shape& b, const std::string& name) {
  const Interval found = truth.separation();
  const FullTruth full = full_truth(a, b);
  ASSERT_EQ(full.relation, truth.relation()) << name;
  const bool is_zero = found.lo == 0 && found.hi == 0;
  ASSERT_EQ(is_zero, truth.relation() == Relation::touching) << name;
  if (!full.separation) {
    ASSERT_TRUE(found.hi <= 0 && (found.lo == -kInfinity || std::holds_alternative<Point2<double>>(b)))
        << name;
    return;
  }
  const Enclosure value = enclose(*full.separation);
  ASSERT_TRUE(found.lo <= value.hi && value.lo <= found.hi) << name;
  const double u = std::max(0x1p-52 * truth.scale(), 0x1p-1074);
  ASSERT_TRUE(found.hi - found.lo <=
                  0x1p-51 * std::max(std::fabs(found.lo), std::fabs(found.hi)) + 1e-6 * u + 0x1p-1074 ||
              found.hi == kInfinity)
      << name << " [" << found.lo << ", " << found.hi << "]";
}

TEST(RingSeparation, RandomPairsThenNarrowAroundTheExactValue) {
  for (const CurvedFamily family : test::kCurvedFamilies) for_each_pair(family, 600, check_separation);
}

Shape moved(Shape shape, Point shift) {
  auto& found = std::get<Ring2<double>>(shape);
  found.center = found.center + shift;
  return found;
}

// A ring on the lattice moved by a little less than the bound, in many directions, still meets the other.
TEST(RingSeparation, PushesShorterThanTheBoundThenStillMeeting) {
  int pushes = 0;
  Truth after;
  for_each_pair(CurvedFamily::lattice, 400,
                [&](Truth& truth, const Shape& a, const Shape& b, const std::string& name) {
                  const double depth = -truth.separation().hi;
                  for (int k = 0; k < 32 && depth > 0; ++k) {
                    const double angle = 2 * std::numbers::pi * k / 32;
                    const double length = depth * (1 - 0x1p-40);
                    after.assign(moved(a, {length * std::cos(angle), length * std::sin(angle)}), b);
                    ASSERT_NE(after.relation(), Relation::disjoint) << name << " direction " << k;
                    ++pushes;
                  }
                });
  EXPECT_GT(pushes, 3000);
}

// The same for points, whose way out is known: some push a little longer than the depth parts them.
TEST(RingSeparation, PushOfAPointLongerThanTheDepthThenApart) {
  const Shape shape = ring(0, 0, 3, 5);
  for (const double x : {3.25, 3.5, 4.0, 4.5, 4.75}) {
    const Interval found = truth_of(shape, point(x, 0)).separation();
    const double length = -found.lo * (1 + 0x1p-40);
    const bool outward = truth_of(shape, point(x + length, 0)).relation() == Relation::disjoint;
    const bool inward = truth_of(shape, point(x - length, 0)).relation() == Relation::disjoint;
    EXPECT_TRUE(outward || inward) << x;
  }
}

void check_closest(Truth& truth, const Shape& a, const Shape& b, const std::string& name) {
  const FullTruth full = full_truth(a, b);
  const SurdVec2 on_a = test::surds_of(full.closest->on_a);
  const SurdVec2 on_b = test::surds_of(full.closest->on_b);
  const Surd distance = std::get<Surd>(*full.distance);
  const Surd squares =
      test::minus(test::length_sq_of(test::minus(on_b, on_a)), test::times(distance, distance));
  ASSERT_EQ(sign(squares), 0) << name;
  const int side_a = test::side_of(operand_of(a), on_a);
  const int side_b = test::side_of(operand_of(b), on_b);
  if (truth.relation() != Relation::overlapping) {
    ASSERT_TRUE(side_a == 0 && side_b == 0) << name;
  } else {
    ASSERT_TRUE(side_a == 1 && side_b >= (operand_of(b).radius > 0)) << name;
  }
}

TEST(RingFullTruth, RandomPairsThenClosestPointsExactlyOnTheirShapesAtTheDistance) {
  for (const CurvedFamily family : test::kCurvedFamilies) {
    const Counts counts = for_each_pair(family, 400, check_closest);
    EXPECT_GT(counts.pairs, 250);
  }
}

// ---- an independent method: points along the other shape's edges

// A point of the edge is at most half a step from a sample, and a step is at most 20 / kSteps.
constexpr int kSteps = 2000;

void check_by_samples(Truth& truth, const Shape& a, const Shape& b, const std::string& name) {
  const Operand other = operand_of(b);
  if (truth.relation() != Relation::disjoint || other.form != Operand::Form::polygonal) return;
  const auto& found = std::get<Ring2<double>>(a);
  double best = kInfinity;
  for (const auto& [from, to] : edges_of(other.skeleton)) {
    const Point p{round_to_double(from.x), round_to_double(from.y)};
    const Point q{round_to_double(to.x), round_to_double(to.y)};
    for (int k = 0; k <= kSteps; ++k) {
      const double distance = length(p + (q - p) * (double(k) / kSteps) - found.center);
      best = std::min(best, std::max(distance - found.outer_radius, found.inner_radius - distance));
    }
  }
  EXPECT_LE(truth.separation().lo, best + 1e-12) << name;
  EXPECT_GE(truth.separation().hi, best - 10.0 / kSteps) << name;
}

TEST(RingSeparation, NearestOfManySamplesThenNearAndNeverBelow) {
  const Counts counts = for_each_pair(CurvedFamily::uniform, 300, check_by_samples);
  EXPECT_GT(counts.share(Relation::disjoint), 0.2);
}

}  // namespace
}  // namespace touchstone::oracle
