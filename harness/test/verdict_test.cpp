#include "harness/verdict.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "harness/test/judging.hpp"

namespace touchstone {
namespace {

using test::box;
using test::boxes;
using test::exact;
using test::expect;
using test::expect_right;
using test::expect_rounding;
using test::expect_wrong;
using test::four_u;
using test::kFloatU;
using test::kU;
using test::verdict;
using test::yes_or_no;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

Answer says(Relation relation) {
  return {.relation = relation};
}
Answer ended(Answer::Status status) {
  return {.status = status};
}

TEST(JudgeRelation, TheTruthIsRight) {
  expect_right(verdict(boxes(1), Query::relation, says(Relation::disjoint)));
  expect_right(verdict(boxes(0), Query::relation, says(Relation::touching)));
  expect_right(verdict(boxes(-1), Query::relation, says(Relation::overlapping)));
}

TEST(JudgeRelation, AHitWithoutACommonPointIsAFalseHitOffByTheDistance) {
  for (const Relation said : {Relation::touching, Relation::overlapping})
    expect_wrong(Fault::false_hit, 1 / kU, verdict(boxes(1), Query::relation, says(said)));
}

TEST(JudgeRelation, LessThanTheTruthIsAFalseMissOffByTheDepth) {
  for (const Relation said : {Relation::touching, Relation::disjoint})
    expect_wrong(Fault::false_miss, 1 / kU, verdict(boxes(-1), Query::relation, says(said)));
}

TEST(JudgeRelation, TheBudgetEndsWhereItSays) {
  expect_rounding(4, verdict(boxes(4 * kU), Query::relation, says(Relation::overlapping)));
  expect_wrong(Fault::false_hit, 4.001,
               verdict(boxes(4.001 * kU), Query::relation, says(Relation::overlapping)));
  expect_rounding(4, verdict(boxes(-4 * kU), Query::relation, says(Relation::disjoint)));
  expect_wrong(Fault::false_miss, 4.001,
               verdict(boxes(-4.001 * kU), Query::relation, says(Relation::disjoint)));
}

TEST(JudgeRelation, ASlopIsAddedToTheBudget) {
  SubjectInfo info = four_u();
  info.budget = {.rounding_u = 4, .slop = 0.25};
  expect_rounding(0.25 / kU + 4,
                  verdict(boxes(0.25 + 4 * kU), Query::relation, says(Relation::touching), info));
  EXPECT_EQ(Outcome::wrong,
            verdict(boxes(0.25 + 5 * kU), Query::relation, says(Relation::touching), info).outcome);
}

TEST(JudgeRelation, APromiseOfExactnessForgivesNothing) {
  expect_wrong(Fault::false_hit, 1, verdict(boxes(kU), Query::relation, says(Relation::touching), exact()));
  expect_wrong(Fault::false_miss, 0, verdict(boxes(0), Query::relation, says(Relation::disjoint), exact()));
  expect_right(verdict(boxes(0), Query::relation, says(Relation::touching), exact()));
}

TEST(JudgeRelation, APromiseOfExactRelationsLeavesNumbersTheirBudget) {
  expect_rounding(2, verdict(boxes(1), Query::distance, {.distance = 1 + 2 * kU}, exact()));
}

TEST(JudgeRelation, UnitsOfAFloatSubjectAreFloatUnits) {
  SubjectInfo info = four_u();
  info.scalar = Scalar::float32;
  expect_rounding(4, verdict(boxes(4 * kFloatU), Query::relation, says(Relation::touching), info));
  expect_wrong(Fault::false_hit, 5,
               verdict(boxes(5 * kFloatU), Query::relation, says(Relation::touching), info));
}

TEST(JudgeTouch, AClosedSubjectSaysYes) {
  expect_right(verdict(boxes(0), Query::relation, {.hit = true}, yes_or_no(TouchPolicy::closed)));
  expect_rounding(0, verdict(boxes(0), Query::relation, {.hit = false}, yes_or_no(TouchPolicy::closed)));
}

TEST(JudgeTouch, AnOpenSubjectSaysNo) {
  expect_right(verdict(boxes(0), Query::relation, {.hit = false}, yes_or_no(TouchPolicy::open)));
  expect_rounding(0, verdict(boxes(0), Query::relation, {.hit = true}, yes_or_no(TouchPolicy::open)));
}

TEST(JudgeTouch, AnUnspecifiedSubjectMaySayEither) {
  for (const bool hit : {true, false})
    expect_right(verdict(boxes(0), Query::relation, {.hit = hit}, yes_or_no(TouchPolicy::unspecified)));
}

TEST(JudgeTouch, AThreeValuedSubjectMustSayTouching) {
  for (const Relation said : {Relation::disjoint, Relation::overlapping})
    expect_rounding(0, verdict(boxes(0), Query::relation, says(said)));
}

TEST(JudgeTouch, AwayFromTouchThePolicyDoesNotMatter) {
  for (const auto touch : {TouchPolicy::closed, TouchPolicy::open, TouchPolicy::unspecified}) {
    expect_right(verdict(boxes(1), Query::relation, {.hit = false}, yes_or_no(touch)));
    expect_right(verdict(boxes(-1), Query::relation, {.hit = true}, yes_or_no(touch)));
    expect_wrong(Fault::false_hit, 1 / kU,
                 verdict(boxes(1), Query::relation, {.hit = true}, yes_or_no(touch)));
    expect_wrong(Fault::false_miss, 1 / kU,
                 verdict(boxes(-1), Query::relation, {.hit = false}, yes_or_no(touch)));
  }
}

TEST(JudgeKind, TheTruthIsRight) {
  const Scene nested = test::scene(box({-8, -8}, {8, 8}), box({-1, -1}, {1, 1}));
  expect_right(verdict(nested, Query::kind, {.kind = Kind::a_contains_b}));
}

TEST(JudgeKind, AnotherKindIsOffByTheDistanceToAnyOther) {
  const Scene nested = test::scene(box({-8, -8}, {8, 8}), box({-1, -1}, {1, 1}));
  expect_wrong(Fault::bad_kind, 7 / kU, verdict(nested, Query::kind, {.kind = Kind::piercing}));
}

TEST(JudgeKind, NearAnotherKindIsRounding) {
  const Scene nested = test::scene(box({-8, -8}, {8, 8}), box({-1, -1}, {8 - 4 * kU, 1}));
  expect_rounding(4, verdict(nested, Query::kind, {.kind = Kind::piercing}));
}

TEST(JudgeDistance, TheNearestDoubleIsRightAndItsNeighboursAreRounding) {
  const Scene diagonal = test::scene(test::point(0, 0), test::point(1, 1));
  expect_right(verdict(diagonal, Query::distance, {.distance = std::sqrt(2.0)}));
  const double more = std::sqrt(2.0) + 4 * 0x1p-52;
  EXPECT_EQ(Outcome::rounding, verdict(diagonal, Query::distance, {.distance = more}).outcome);
}

TEST(JudgeDistance, BeyondTheBudgetIsADistanceError) {
  expect_rounding(4, verdict(boxes(1), Query::distance, {.distance = 1 + 4 * kU}));
  expect_wrong(Fault::distance_error, 5, verdict(boxes(1), Query::distance, {.distance = 1 + 5 * kU}));
  expect_wrong(Fault::distance_error, 0.5 / kU, verdict(boxes(1), Query::distance, {.distance = 0.5}));
}

TEST(JudgeDistance, ZeroForShapesApartIsAFalseHit) {
  expect_wrong(Fault::false_hit, 1 / kU, verdict(boxes(1), Query::distance, {.distance = 0.0}));
}

TEST(JudgeDistance, MoreThanZeroForShapesThatMeetIsAFalseMiss) {
  for (const double gap : {0.0, -1.0})
    expect_wrong(Fault::false_miss, 0.5 / kU, verdict(boxes(gap), Query::distance, {.distance = 0.5}));
}

TEST(JudgeDistance, ClosestPointsMustLieOnTheirShapes) {
  const Answer off_a{.distance = 1.0, .closest = Answer::ClosestPoints{{0.5, 0}, {1.5, 0}}};
  expect_wrong(Fault::point_off_shape, 0.5 / kU, verdict(boxes(1), Query::distance, off_a));
  const Answer off_b{.distance = 1.0, .closest = Answer::ClosestPoints{{-0.5, 0}, {0.5, 0}}};
  expect_wrong(Fault::point_off_shape, 0.5 / kU, verdict(boxes(1), Query::distance, off_b));
  const Answer on_both{.distance = 1.0, .closest = Answer::ClosestPoints{{0, 3}, {1, 3}}};
  expect_right(verdict(boxes(1), Query::distance, on_both));
}

TEST(JudgeDistance, ClosestPointsMustRealiseTheDistance) {
  const Answer aslant{.distance = 1.0, .closest = Answer::ClosestPoints{{0, 0}, {1, 0.75}}};
  expect_wrong(Fault::distance_error, 0.25 / kU, verdict(boxes(1), Query::distance, aslant));
  const Answer no_common_point{.distance = 0.0, .closest = Answer::ClosestPoints{{-0.5, 0}, {-0.25, 0}}};
  expect_wrong(Fault::distance_error, 0.25 / kU, verdict(boxes(-1), Query::distance, no_common_point));
}

Answer pushes(Vec2<double> mtv, double depth) {
  return {.relation = Relation::overlapping, .depth = depth, .mtv = mtv};
}

TEST(JudgePenetration, TheTruthIsRight) {
  expect_right(verdict(boxes(-1), Query::penetration, pushes({1, 0}, 1)));
  expect_right(verdict(boxes(0), Query::penetration,
                       {.relation = Relation::touching, .depth = 0.0, .mtv = Vec2<double>{0.0, 0.0}}));
  expect_right(verdict(boxes(1), Query::penetration, says(Relation::disjoint)));
}

TEST(JudgePenetration, AnyShortestVectorIsRight) {
  const Scene equal = test::scene(box({-8, -8}, {8, 8}), box({-8, -8}, {8, 8}));
  for (const Vec2<double> mtv :
       {Vec2<double>{16.0, 0.0}, Vec2<double>{-16.0, 0.0}, Vec2<double>{0.0, 16.0}, Vec2<double>{0.0, -16.0}})
    expect_right(verdict(equal, Query::penetration, pushes(mtv, 16)));
}

TEST(JudgePenetration, TheOppositeVectorGoesTheWrongWay) {
  expect_wrong(Fault::wrong_way, 2 / kU, verdict(boxes(-1), Query::penetration, pushes({-1, 0}, 1)));
}

TEST(JudgePenetration, AVectorThatLeavesAnOverlapIsShort) {
  expect_wrong(Fault::short_mtv, 0.5 / kU, verdict(boxes(-1), Query::penetration, pushes({0.5, 0}, 1)));
  expect_wrong(Fault::short_mtv, 5, verdict(boxes(-1), Query::penetration, pushes({1 - 5 * kU, 0}, 1)));
  expect_rounding(4, verdict(boxes(-1), Query::penetration, pushes({1 - 4 * kU, 0}, 1)));
}

TEST(JudgePenetration, AVectorLongerThanTheDepthIsLong) {
  expect_wrong(Fault::long_mtv, 1 / kU, verdict(boxes(-1), Query::penetration, pushes({2, 0}, 1)));
  expect_wrong(Fault::long_mtv, 5, verdict(boxes(-1), Query::penetration, pushes({1 + 5 * kU, 0}, 1)));
  expect_rounding(4, verdict(boxes(-1), Query::penetration, pushes({1 + 4 * kU, 0}, 1)));
}

TEST(JudgePenetration, ADepthBesideTheTruthIsADepthError) {
  expect_wrong(Fault::depth_error, 0.5 / kU, verdict(boxes(-1), Query::penetration, pushes({1, 0}, 1.5)));
  expect_rounding(4, verdict(boxes(-1), Query::penetration, pushes({1, 0}, 1 - 4 * kU)));
}

TEST(JudgePenetration, AnOverlapThatIsNoneIsAFalseHit) {
  expect_wrong(Fault::false_hit, 1 / kU, verdict(boxes(1), Query::penetration, pushes({1, 0}, 1)));
}

TEST(JudgeContains, TheBoundaryIsJudgedByTheTouchPolicy) {
  const Scene on_the_edge = test::scene(box({-8, -8}, {8, 8}), test::point(8, 0));
  const auto said = [&](bool inside, TouchPolicy touch) {
    return verdict(on_the_edge, Query::contains, {.inside = inside}, yes_or_no(touch)).outcome;
  };
  EXPECT_EQ(Outcome::right, said(true, TouchPolicy::closed));
  EXPECT_EQ(Outcome::rounding, said(false, TouchPolicy::closed));
  EXPECT_EQ(Outcome::right, said(false, TouchPolicy::open));
  EXPECT_EQ(Outcome::rounding, said(true, TouchPolicy::open));
  EXPECT_EQ(Outcome::right, said(true, TouchPolicy::unspecified));
  EXPECT_EQ(Outcome::right, said(false, TouchPolicy::unspecified));
  expect_right(verdict(on_the_edge, Query::contains, {.location = Location::boundary}));
  expect_rounding(0, verdict(on_the_edge, Query::contains, {.location = Location::inside}));
}

TEST(JudgeContains, TheErrorIsTheDistanceToTheBoundary) {
  const Scene in = test::scene(box({-8, -8}, {8, 8}), test::point(7, 0));
  expect_wrong(Fault::false_miss, 1 / kU, verdict(in, Query::contains, {.location = Location::outside}));
  const Scene out = test::scene(test::point(8, 0), box({-8, -8}, {8 - 4 * kU, 8}));
  expect_rounding(4, verdict(out, Query::contains, {.location = Location::inside}));
  const Scene far_out = test::scene(test::point(8, 0), box({-8, -8}, {8 - 5 * kU, 8}));
  expect_wrong(Fault::false_hit, 5, verdict(far_out, Query::contains, {.inside = true}));
}

TEST(JudgeArea, TheErrorIsCountedInUTimesTheScale) {
  expect_right(verdict(boxes(-1), Query::area, {.area = 8.0}));
  expect_right(verdict(boxes(1), Query::area, {.area = 0.0}));
  expect_rounding(4, verdict(boxes(-1), Query::area, {.area = 8 + 4 * 8 * kU}));
  expect_wrong(Fault::area_error, 5, verdict(boxes(-1), Query::area, {.area = 8 + 5 * 8 * kU}));
}

TEST(JudgeStatus, HowACallEndedIsItsVerdictOnAnyScene) {
  for (const Scene& any : {boxes(1), test::scene(box({1, 1}, {0, 0}), test::point(0, 0))}) {
    expect(Outcome::crashed, Fault::crashed, 0, verdict(any, Query::area, ended(Answer::Status::crashed)));
    expect(Outcome::hung, Fault::hung, 0, verdict(any, Query::area, ended(Answer::Status::hung)));
    expect(Outcome::gave_up, Fault::gave_up, 0, verdict(any, Query::area, ended(Answer::Status::gave_up)));
    expect(Outcome::unsupported, Fault::none, 0,
           verdict(any, Query::area, ended(Answer::Status::unsupported)));
  }
}

TEST(JudgeStatus, RefusingIsAFailureOnValidScenesOnly) {
  const Answer refused = ended(Answer::Status::refused);
  expect(Outcome::refused, Fault::refused, 0, verdict(boxes(1), Query::relation, refused));
  const Scene invalid = test::scene(box({1, 1}, {0, 0}), test::point(0, 0));
  expect_right(verdict(invalid, Query::relation, refused));
}

TEST(JudgeStatus, AnsweringAnInvalidSceneIsAFault) {
  const Scene invalid = test::scene(box({1, 1}, {0, 0}), test::point(0, 0));
  expect_wrong(Fault::accepts_invalid, 0, verdict(invalid, Query::relation, says(Relation::disjoint)));
}

TEST(JudgeStatus, AnAnswerWithoutTheFieldThatWasAskedForIsUnsupported) {
  for (int q = 0; q < kQueryCount; ++q)
    expect(Outcome::unsupported, Fault::none, 0,
           verdict(test::scene(box({0, 0}, {1, 1}), test::point(3, 0)), static_cast<Query>(q),
                   {.iterations = 3}));
}

TEST(JudgeNumbers, WhatIsNotFiniteIsAFault) {
  for (const double bad : {kNan, kInfinity, -kInfinity}) {
    expect_wrong(Fault::nan, 0, verdict(boxes(1), Query::distance, {.distance = bad}));
    expect_wrong(Fault::nan, 0, verdict(boxes(-1), Query::area, {.area = bad}));
    expect_wrong(Fault::nan, 0, verdict(boxes(-1), Query::penetration, pushes({1, 0}, bad)));
    expect_wrong(Fault::nan, 0, verdict(boxes(-1), Query::penetration, pushes({1, bad}, 1)));
    const Answer closest{.distance = 1.0, .closest = Answer::ClosestPoints{{0, 0}, {1, bad}}};
    expect_wrong(Fault::nan, 0, verdict(boxes(1), Query::distance, closest));
  }
}

TEST(FaultOrder, TheFirstInTheListIsTheFaultOfTheAnswer) {
  const auto fault = [](const Scene& scene, Query query, const Answer& answer) {
    return name_of(verdict(scene, query, answer).fault);
  };
  const Scene invalid = test::scene(box({1, 1}, {0, 0}), test::point(0, 0));
  EXPECT_EQ("nan", fault(invalid, Query::distance, {.distance = kNan}));
  EXPECT_EQ("nan", fault(boxes(1), Query::penetration, pushes({kNan, 0}, 1)));
  EXPECT_EQ("short_mtv", fault(boxes(-1), Query::penetration, pushes({0.5, 0}, 3)));
  EXPECT_EQ("long_mtv", fault(boxes(-1), Query::penetration, pushes({3, 0}, 3)));
  EXPECT_EQ("short_mtv", fault(boxes(-1), Query::penetration, pushes({0, 3}, 3)));
  const Answer two{.distance = 1.0, .closest = Answer::ClosestPoints{{4, 0}, {0, 0}}};
  EXPECT_EQ("distance_error", fault(boxes(1), Query::distance, two));
}

TEST(UnitOf, IsEpsilonTimesScaleButNeverZero) {
  EXPECT_EQ(kU, unit_of(Scalar::float64, 8));
  EXPECT_EQ(kFloatU, unit_of(Scalar::float32, 8));
  EXPECT_EQ(std::numeric_limits<double>::denorm_min(), unit_of(Scalar::float64, 0));
  EXPECT_EQ(0x1p-149, unit_of(Scalar::float32, 0));
}

TEST(Signature, NamesQueryFaultSubjectAndShapes) {
  EXPECT_EQ(
      "penetration.long_mtv.published.rectangle.obb-obb",
      signature(Query::penetration, Fault::long_mtv, "published.rectangle", ShapeType::obb, ShapeType::obb));
}

TEST(Signature, IsCutAtEightyCharacters) {
  const std::string name(100, 'x');
  const std::string text = signature(Query::area, Fault::nan, name, ShapeType::aabb, ShapeType::obb);
  EXPECT_EQ("area.nan." + name.substr(0, 71), text);
}

TEST(Outcomes, FailuresAreTheSubjectsFaults) {
  int failures = 0;
  for (int i = 0; i < kOutcomeCount; ++i) {
    const auto outcome = static_cast<Outcome>(i);
    failures += is_failure(outcome) ? 1 : 0;
    EXPECT_EQ(outcome, outcome_from(name_of(outcome)));
  }
  EXPECT_EQ(5, failures);
  for (const auto fine : {Outcome::right, Outcome::rounding, Outcome::unsupported, Outcome::undecided})
    EXPECT_FALSE(is_failure(fine));
  EXPECT_EQ(std::nullopt, outcome_from("splendid"));
}

}  // namespace
}  // namespace touchstone
