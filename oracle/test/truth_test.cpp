#include "oracle/truth.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "oracle/concave.hpp"
#include "oracle/convex_separation.hpp"
#include "oracle/full_truth.hpp"
#include "oracle/test/convex_pairs.hpp"

namespace touchstone::oracle {
namespace {

using test::Family;
using test::PairMaker;
using Tier = Truth::Tier;

constexpr unsigned kSeed = 20260104;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

Shape box(double x, double y, double width = 1, double height = 1) {
  return Aabb2<double>{{x, y}, {x + width, y + height}};
}
Truth truth_of(const Shape& a, const Shape& b) {
  Truth truth;
  truth.assign(a, b);
  return truth;
}
Rational signed_square(double x) {
  return (x < 0 ? -1 : 1) * rational(x) * rational(x);
}
Rational signed_square(const Real& exact) {
  const Surd& value = std::get<Surd>(exact);
  return sign(value) * square_of(value).value();
}
bool holds(Interval interval, const Rational& value_sq) {
  return (interval.lo == -kInfinity || signed_square(interval.lo) <= value_sq) &&
         (interval.hi == kInfinity || value_sq <= signed_square(interval.hi));
}

TEST(TruthRelation, BoxesOneUlpApartTouchingAndOneUlpDeepThenExact) {
  EXPECT_EQ(truth_of(box(0, 0), box(std::nextafter(1.0, 2), 0)).relation(), Relation::disjoint);
  EXPECT_EQ(truth_of(box(0, 0), box(1, 0)).relation(), Relation::touching);
  EXPECT_EQ(truth_of(box(0, 0), Aabb2<double>{{std::nextafter(1.0, 0), 0}, {2, 1}}).relation(),
            Relation::overlapping);
  EXPECT_EQ(truth_of(box(0, 0), box(1, 1)).relation(), Relation::touching);
}

TEST(TruthRelation, IdenticalShapesThenOverlappingAndFlatOnesTouch) {
  EXPECT_EQ(truth_of(box(0, 0), box(0, 0)).relation(), Relation::overlapping);
  const Shape segment = Segment2<double>{{0, 0}, {1, 1}};
  EXPECT_EQ(truth_of(segment, segment).relation(), Relation::touching);
  EXPECT_EQ(truth_of(Point2<double>{{2, 3}}, Point2<double>{{2, 3}}).relation(), Relation::touching);
}

TEST(TruthRelation, FlatPairsThenAsTheMinkowskiDifferenceSays) {
  const Shape diagonal = Segment2<double>{{0, 0}, {2, 2}};
  EXPECT_EQ(truth_of(diagonal, Segment2<double>{{0, 2}, {2, 0}}).relation(), Relation::overlapping);
  EXPECT_EQ(truth_of(diagonal, Segment2<double>{{1, 1}, {2, 0}}).relation(), Relation::touching);
  EXPECT_EQ(truth_of(diagonal, Segment2<double>{{2, 2}, {3, 3}}).relation(), Relation::touching);
  EXPECT_EQ(truth_of(diagonal, Segment2<double>{{3, 3}, {4, 4}}).relation(), Relation::disjoint);
  EXPECT_EQ(truth_of(diagonal, Point2<double>{{1, 1}}).relation(), Relation::touching);
  EXPECT_EQ(truth_of(diagonal, Point2<double>{{3, 3}}).relation(), Relation::disjoint);
}

TEST(TruthRelation, RoundedFlatBoxesOnOneLineThenTheExactEndsDecide) {
  const Shape a = Obb2<double>{{0.1, 0.2}, {{0.1, 0.2}, {0, 0}}};
  const Shape b = Obb2<double>{{0.5, 1.0}, {{0.1, 0.2}, {0, 0}}};
  EXPECT_EQ(truth_of(a, b).relation(), full_truth(a, b).relation);
  EXPECT_EQ(truth_of(a, a).relation(), Relation::touching);
}

TEST(TruthValidity, InvalidShapeThenItsReasonNamesTheOperand) {
  const Shape bad = Aabb2<double>{{1, 0}, {0, 1}};
  EXPECT_EQ(truth_of(bad, box(0, 0)).invalid_reason().substr(0, 3), "a: ");
  EXPECT_EQ(truth_of(box(0, 0), bad).invalid_reason().substr(0, 3), "b: ");
  EXPECT_TRUE(truth_of(box(0, 0), box(0, 0)).valid());
  EXPECT_FALSE(truth_of(Point2<double>{{kInfinity, std::nan("")}}, box(0, 0)).valid());
}

TEST(TruthSeparation, HandWorkedPairsThenTheirNumbers) {
  const Interval apart = truth_of(box(0, 0), box(4, 5)).separation();
  EXPECT_TRUE(apart.lo <= 5 && 5 <= apart.hi && apart.hi - apart.lo < 2e-15);
  const Interval deep = truth_of(box(0, 0), box(0.75, 0.5)).separation();
  EXPECT_TRUE(deep.lo <= -0.25 && -0.25 <= deep.hi && deep.hi - deep.lo < 2e-16);
  const Interval touching = truth_of(box(0, 0), box(1, 0)).separation();
  EXPECT_TRUE(touching.lo == 0 && touching.hi == 0);
}

TEST(TruthMtv, HandWorkedPairThenThePushOutAndTouchingThenZero) {
  EXPECT_EQ(truth_of(box(0, 0), box(0.75, 0.5)).mtv(), (Point{0.25, 0}));
  EXPECT_EQ(truth_of(box(0.75, 0.5), box(0, 0)).mtv(), (Point{-0.25, 0}));
  EXPECT_EQ(truth_of(box(0, 0), box(1, 0)).mtv(), (Point{0, 0}));
}

TEST(TruthSeparationAfter, ShiftsAroundTouchThenTheSumIsExact) {
  Truth truth = truth_of(box(0, 0), box(0.75, 0));
  const Interval touching = truth.separation_after({0.25, 0}, 0);
  EXPECT_TRUE(touching.lo <= 0 && 0 <= touching.hi && touching.hi - touching.lo < 1e-22);
  const Interval barely = truth.separation_after({std::nextafter(0.25, 1), 0}, 0);
  EXPECT_TRUE(barely.lo > 0 && barely.hi < 0x1p-53);
  EXPECT_LT(truth.separation_after({std::nextafter(0.25, 0), 0}, 0).hi, 0);
}

TEST(TruthDistanceToShape, InsideZeroOutsideTheDistanceAndNotFiniteInfinite) {
  const Point points[] = {{0, 0}, {2, 0}, {2, 2}, {1, 1}, {0, 2}};
  Truth truth = truth_of(box(0, 0), Polygon2<double>{points, {}});
  EXPECT_EQ(truth.distance_to_a({0.5, 0.5}).hi, 0);
  const Interval five = truth.distance_to_a({4, 5});
  EXPECT_TRUE(five.lo <= 5 && 5 <= five.hi);
  EXPECT_EQ(truth.distance_to_b({1, 1.5}).lo, 0.5 / std::sqrt(0.5) / 2);
  EXPECT_EQ(truth.distance_to_a({kInfinity, 0}).lo, kInfinity);
}

TEST(TruthLocation, PointOperandOnEitherSideThenWhereItLies) {
  EXPECT_EQ(truth_of(box(0, 0), Point2<double>{{0.5, 0.5}}).location(), Location::inside);
  EXPECT_EQ(truth_of(Point2<double>{{1, 0.5}}, box(0, 0)).location(), Location::boundary);
  EXPECT_EQ(truth_of(box(0, 0), Point2<double>{{std::nextafter(1.0, 2), 0}}).location(), Location::outside);
  EXPECT_EQ(truth_of(box(0, 0), box(0, 0)).location(), std::nullopt);
}

TEST(TruthKind, NestedPiercingAndCornerThenTheirKinds) {
  EXPECT_EQ(truth_of(box(0, 0), box(0, 0)).kind(), Kind::a_contains_b);
  EXPECT_EQ(truth_of(box(0.25, 0.25, 0.5, 0.5), box(0, 0)).kind(), Kind::b_contains_a);
  EXPECT_EQ(truth_of(box(0, 0), box(0.5, 0.5)).kind(), Kind::vertex_inside);
  EXPECT_EQ(truth_of(box(0, 1, 3, 1), box(1, 0, 1, 3)).kind(), Kind::piercing);
}

TEST(TruthKindMargin, CornerNearTheBoundaryThenItsDistance) {
  const Interval margin = truth_of(box(0, 0, 4, 4), box(1, 1, 2.875, 2)).kind_margin();
  EXPECT_TRUE(margin.lo <= 0.125 && 0.125 <= margin.hi);
}

TEST(TruthDecided, TwoRaysThenNotAndAnyOtherPairIs) {
  const Shape ray = Ray2<double>{{0, 0}, {1, 0}};
  const Shape ellipse = Ellipse2<double>{{0, 0}, {{2, 1}, {-1, 1}}};
  EXPECT_FALSE(truth_of(ray, ray).decided());
  EXPECT_TRUE(full_truth(ray, ray).undecided);
  for (const Shape& shape : {box(0, 0), ellipse, Shape(Ring2<double>{{0, 0}, 1, 2})}) {
    EXPECT_TRUE(truth_of(shape, ray).decided());
    EXPECT_TRUE(truth_of(shape, ellipse).decided());
  }
}

TEST(TruthIsRational, EllipseWithACurvedShapeThenNot) {
  const Shape ellipse = Ellipse2<double>{{0, 0}, {{2, 1}, {-1, 1}}};
  const Shape circle = Circle2<double>{{5, 0}, 1};
  EXPECT_FALSE(truth_of(ellipse, circle).is_rational() || truth_of(circle, ellipse).is_rational() ||
               truth_of(ellipse, ellipse).is_rational());
  EXPECT_TRUE(truth_of(ellipse, box(0, 0)).is_rational() && truth_of(circle, circle).is_rational() &&
              truth_of(ellipse, Ray2<double>{{0, 0}, {1, 0}}).is_rational());
}

TEST(TruthScale, RoundShapesThenRadiusCentreAndHalfAxesCount) {
  const Shape origin = Point2<double>{{0, 0}};
  EXPECT_EQ(truth_of(origin, Circle2<double>{{3, -4}, 1}).scale(), 4);
  EXPECT_EQ(truth_of(Circle2<double>{{3, -4}, 9}, origin).scale(), 9);
  EXPECT_EQ(truth_of(origin, Ring2<double>{{3, 0}, 1, 5}).scale(), 5);
  EXPECT_EQ(truth_of(origin, Ellipse2<double>{{3, 0}, {{2, 0}, {0, 7}}}).scale(), 7);
  EXPECT_EQ(truth_of(origin, Ray2<double>{{3, -2}, {100, 0}}).scale(), 3);
}

// ---- Random pairs: what one tier says, the next does not contradict.

struct Shares {
  int relations[3] = {};
  int tiers[3] = {};
};

std::string name(int i) {
  return "seed " + std::to_string(kSeed) + " pair " + std::to_string(i);
}

Shares compare_tiers(Family family, int pairs) {
  PairMaker make(family, kSeed);
  Truth fast, expansion, rational_tier;
  expansion.force_tier(Tier::expansion);
  rational_tier.force_tier(Tier::rational);
  Shares shares;
  for (int i = 0; i < pairs; ++i) {
    make.next();
    for (Truth* truth : {&fast, &expansion, &rational_tier}) truth->assign(make.a, make.b);
    EXPECT_TRUE(fast.valid()) << name(i) << fast.invalid_reason();
    EXPECT_EQ(fast.relation(), rational_tier.relation()) << name(i);
    EXPECT_EQ(expansion.relation(), rational_tier.relation()) << name(i);
    EXPECT_EQ(fast.kind(), rational_tier.kind()) << name(i);
    EXPECT_EQ(fast.location(), rational_tier.location()) << name(i);
    ++shares.relations[static_cast<int>(fast.relation())];
    ++shares.tiers[static_cast<int>(fast.tier())];
  }
  return shares;
}

TEST(TruthTiers, UniformPairsThenTheFilterDecidesAll) {
  const Shares shares = compare_tiers(Family::uniform, 600);
  EXPECT_GE(shares.tiers[0], 598);
  EXPECT_TRUE(shares.relations[0] > 150 && shares.relations[2] > 150);
}

TEST(TruthTiers, LatticePairsThenAllRelationsOccurAndRationalsNever) {
  const Shares shares = compare_tiers(Family::lattice, 3000);
  EXPECT_TRUE(shares.relations[0] > 600 && shares.relations[1] > 100 && shares.relations[2] > 200);
  EXPECT_TRUE(shares.tiers[0] > 2000 && shares.tiers[1] > 100 && shares.tiers[2] == 0);
}

TEST(TruthTiers, RoundedObbsThenTheFilterDecidesNearlyAll) {
  EXPECT_GE(compare_tiers(Family::rounded_obb, 600).tiers[0], 598);
}

TEST(TruthTiers, NearTouchThenExpansionsDecideMostAndAllRelationsOccur) {
  const Shares shares = compare_tiers(Family::near_touch, 600);
  EXPECT_TRUE(shares.tiers[1] > 400 && shares.tiers[2] == 0);
  EXPECT_TRUE(shares.relations[0] > 100 && shares.relations[1] > 10 && shares.relations[2] > 100);
}

TEST(TruthTiers, OutOfTheRangeOfExpansionsThenRationalsDecide) {
  EXPECT_EQ(compare_tiers(Family::tiny, 100).tiers[2], 100);
  EXPECT_EQ(compare_tiers(Family::subnormal, 100).tiers[2], 100);
  EXPECT_EQ(compare_tiers(Family::huge, 100).tiers[2], 100);
}

// Enclosures hold the exact value, are as narrow as promised, and the MTV ends the overlap.
void check_separation(Family family, int pairs, double& overlapping) {
  PairMaker make(family, kSeed);
  Truth truth;
  for (int i = 0; i < pairs; ++i) {
    make.next();
    truth.assign(make.a, make.b);
    const Interval separation = truth.separation();
    ASSERT_TRUE(holds(separation, signed_square(*full_truth(make.a, make.b).separation))) << name(i);
    ASSERT_TRUE(is_narrow(separation, truth.scale()))
        << name(i) << " " << separation.lo << " " << separation.hi;
    if (truth.relation() != Relation::overlapping) continue;
    const double slack = 4 * (kEnclosureWidth * 0x1p-52 * truth.scale() - 0x1p-52 * separation.lo);
    const Interval after = truth.separation_after(truth.mtv().value(), 0);
    ASSERT_TRUE(after.lo > -slack && after.hi < slack) << name(i) << " " << after.lo << " " << after.hi;
    ++overlapping;
  }
}

TEST(TruthSeparation, RandomPairsThenTheEnclosureIsNarrowAndHoldsTheExactValue) {
  double overlapping = 0;
  for (const Family family :
       {Family::uniform, Family::lattice, Family::rounded_obb, Family::near_touch, Family::sliver}) {
    SCOPED_TRACE(static_cast<int>(family));
    check_separation(family, 400, overlapping);
  }
  EXPECT_GT(overlapping, 500);
}

TEST(TruthSeparation, OutOfTheRangeOfBallsThenStillNarrow) {
  double overlapping = 0;
  check_separation(Family::tiny, 50, overlapping);
  EXPECT_GT(overlapping, 10);
}

void check_kind_margin(Family family, int pairs) {
  PairMaker make(family, kSeed);
  Truth truth;
  ConcavePair exact;
  for (int i = 0; i < pairs; ++i) {
    make.next();
    truth.assign(make.a, make.b);
    exact.assign(operand_of(make.a).skeleton, operand_of(make.b).skeleton);
    const Rational separation_sq = abs(signed_square(*full_truth(make.a, make.b).separation));
    const Rational margin_sq = std::min(separation_sq, exact.corner_to_boundary_sq());
    ASSERT_TRUE(holds(truth.kind_margin(), margin_sq)) << name(i);
    ASSERT_TRUE(is_narrow(truth.kind_margin(), truth.scale())) << name(i);
  }
}

TEST(TruthKindMargin, RandomPairsThenTheExactValueIsEnclosed) {
  for (const Family family : {Family::uniform, Family::rounded_obb, Family::near_touch, Family::sliver}) {
    SCOPED_TRACE(static_cast<int>(family));
    check_kind_margin(family, 100);
  }
}

}  // namespace
}  // namespace touchstone::oracle
