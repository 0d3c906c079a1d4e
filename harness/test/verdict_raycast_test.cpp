#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "harness/test/judging.hpp"
#include "harness/verdict.hpp"

namespace touchstone {
namespace {

using test::box;
using test::exact;
using test::expect;
using test::expect_right;
using test::expect_rounding;
using test::expect_wrong;
using test::four_u;
using test::kU;
using test::ray;
using test::verdict;
using test::yes_or_no;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Scale 8, so that u is kU: from (-1, height) to the right, against a box from x = 0 on, up to y = 4.
Scene cast_at(double height, double speed = 1) {
  return test::raycast(box({0, -4}, {8, 4}), ray({-1, height}, {speed, 0}));
}
Verdict judged(const Scene& scene, const Answer& answer, const SubjectInfo& info = four_u()) {
  return verdict(scene, Query::raycast, answer, info);
}
Answer hits(double t) {
  return {.hit = true, .t = t};
}
const Answer kMiss{.hit = false};
const Answer kHit{.hit = true};

TEST(JudgeRaycast, TheTruthIsRight) {
  const Answer whole{
      .hit = true, .t = 1.0, .point = Vec2<double>{0.0, 1.0}, .normal = Vec2<double>{-1.0, 0.0}};
  expect_right(judged(cast_at(1), whole));
  expect_right(judged(cast_at(1), kHit));
  expect_right(judged(cast_at(5), kMiss));
}

TEST(JudgeRaycast, EitherOperandMayBeTheRay) {
  Scene swapped = cast_at(1);
  std::swap(swapped.a, swapped.b);
  expect_right(judged(swapped, hits(1)));
  expect_wrong(Fault::t_error, 1 / kU, judged(swapped, hits(2)));
}

TEST(JudgeRaycast, AHitOfARayThatMissesIsOffByTheDistance) {
  expect_wrong(Fault::false_hit, 1 / kU, judged(cast_at(5), hits(1)));
  expect_rounding(4, judged(cast_at(4 + 4 * kU), kHit));
  expect_wrong(Fault::false_hit, 5, judged(cast_at(4 + 5 * kU), kHit));
}

TEST(JudgeRaycast, AMissOfARayThatHitsIsOffByItsDepth) {
  expect_wrong(Fault::false_miss, 1 / kU, judged(cast_at(3), kMiss));
  expect_rounding(4, judged(cast_at(4 - 4 * kU), kMiss));
  expect_wrong(Fault::false_miss, 5, judged(cast_at(4 - 5 * kU), kMiss));
}

TEST(JudgeRaycast, ATangentRayHitsAndAnOpenSubjectMaySayThatItMisses) {
  const Scene tangent = cast_at(4);
  for (const auto touch : {TouchPolicy::closed, TouchPolicy::open, TouchPolicy::unspecified})
    expect_right(judged(tangent, kHit, yes_or_no(touch)));
  expect_right(judged(tangent, kMiss, yes_or_no(TouchPolicy::open)));
  expect_right(judged(tangent, kMiss, yes_or_no(TouchPolicy::unspecified)));
  expect_rounding(0, judged(tangent, kMiss, yes_or_no(TouchPolicy::closed)));
}

TEST(JudgeRaycast, APromiseOfExactnessForgivesNothing) {
  expect_wrong(Fault::false_miss, 0, judged(cast_at(4), kMiss, exact()));
  expect_wrong(Fault::false_hit, 1, judged(cast_at(4 + kU), kHit, exact()));
  expect_rounding(4, judged(cast_at(1), hits(1 + 4 * kU), exact()));  // of the hit alone
}

TEST(JudgeRaycast, TheErrorOfTCountsTimesTheLengthOfTheDirection) {
  expect_rounding(4, judged(cast_at(1), hits(1 + 4 * kU)));
  expect_wrong(Fault::t_error, 5, judged(cast_at(1), hits(1 - 5 * kU)));
  expect_right(judged(cast_at(1, 4), hits(0.25)));
  expect_rounding(4, judged(cast_at(1, 4), hits(0.25 + kU)));
  expect_wrong(Fault::t_error, 5, judged(cast_at(1, 4), hits(0.25 + 1.25 * kU)));
  expect_wrong(Fault::t_error, 0.25 / kU, judged(cast_at(1, 0.25), hits(5)));
}

TEST(JudgeRaycast, FromInsideTIsZero) {
  const Scene inside = test::raycast(box({0, -4}, {8, 4}), ray({1, 1}, {1, 0}));
  expect_right(judged(inside, {.hit = true, .t = 0.0, .point = Vec2<double>{1.0, 1.0}}));
  expect_wrong(Fault::t_error, 7 / kU, judged(inside, hits(7)));
  expect_wrong(Fault::false_miss, 3 / kU, judged(inside, kMiss));
}

TEST(JudgeRaycast, APointBesideTheFirstHitIsOffTheShape) {
  const auto at = [](double x, double y) {
    return Answer{.hit = true, .t = 1.0, .point = Vec2<double>{x, y}};
  };
  expect_rounding(4, judged(cast_at(1), at(4 * kU, 1)));
  expect_wrong(Fault::point_off_shape, 5, judged(cast_at(1), at(0, 1 + 5 * kU)));
  expect_wrong(Fault::point_off_shape, 8 / kU, judged(cast_at(1), at(8, 1)));
}

TEST(JudgeRaycast, ANormalIsJudgedInEps) {
  const auto normal = [](double x, double y) { return Answer{.hit = true, .normal = Vec2<double>{x, y}}; };
  constexpr double kEps = 0x1p-52;
  expect_right(judged(cast_at(1), normal(-1, 2 * kEps)));
  expect_rounding(4, judged(cast_at(1), normal(-1, 4 * kEps)));
  expect_wrong(Fault::wrong_normal, 5, judged(cast_at(1), normal(-1, 5 * kEps)));
  expect_wrong(Fault::wrong_normal, 2 / kEps, judged(cast_at(1), normal(1, 0)));
}

TEST(JudgeRaycast, ANormalThatIsNotUniqueIsNotJudged) {
  const Answer any{.hit = true, .normal = Vec2<double>{0.0, 1.0}};
  const Scene corner = test::raycast(box({0, -4}, {8, 4}), ray({-4, -8}, {1, 1}));
  expect_right(judged(corner, any));
  const Scene inside = test::raycast(box({0, -4}, {8, 4}), ray({1, 1}, {1, 0}));
  expect_right(judged(inside, any));
}

TEST(JudgeRaycast, UnitsOfAFloatSubjectAreFloatUnits) {
  SubjectInfo info = four_u();
  info.scalar = Scalar::float32;
  expect_rounding(4, judged(cast_at(1), hits(1 + 4 * test::kFloatU), info));
  expect_wrong(Fault::t_error, 5, judged(cast_at(1), hits(1 + 5 * test::kFloatU), info));
  expect_rounding(4, judged(cast_at(1), {.hit = true, .normal = Vec2<double>{-1, 0x1p-21}}, info));
}

TEST(JudgeRaycast, WhatIsNotFiniteIsAFault) {
  for (const double bad : {kNan, kInfinity}) {
    expect_wrong(Fault::nan, 0, judged(cast_at(1), hits(bad)));
    expect_wrong(Fault::nan, 0, judged(cast_at(1), {.hit = true, .point = Vec2<double>{0.0, bad}}));
    expect_wrong(Fault::nan, 0, judged(cast_at(1), {.hit = true, .normal = Vec2<double>{bad, 0.0}}));
  }
}

TEST(JudgeRaycast, AnAnswerWithoutAHitIsUnsupported) {
  expect(Outcome::unsupported, Fault::none, 0, judged(cast_at(1), {.t = 1.0}));
}

TEST(JudgeRaycast, ARayWithoutDirectionIsInvalid) {
  const Scene invalid = test::raycast(box({0, -4}, {8, 4}), ray({-8, 1}, {0, 0}));
  expect_right(judged(invalid, {.status = Answer::Status::refused}));
  expect_wrong(Fault::accepts_invalid, 0, judged(invalid, kMiss));
}

TEST(JudgeRaycast, ThePassedHoleOfARingIsNoHit) {
  const Scene from_hole = test::raycast(test::ring({0, 0}, 4, 8), ray({0, 0}, {1, 0}));
  expect_right(judged(from_hole, hits(4)));
  expect_wrong(Fault::t_error, 4 / kU, judged(from_hole, hits(0)));
  expect_wrong(Fault::t_error, 4 / kU, judged(from_hole, hits(8)));
}

/// Of two rays nothing is known.
TEST(JudgeUndecided, WhereTheTruthIsNotKnownNobodyIsBlamed) {
  const Scene rays = test::scene(ray({0, 0}, {1, 0}), ray({0, 1}, {1, 0}));
  for (const Relation said : {Relation::disjoint, Relation::touching, Relation::overlapping})
    expect(Outcome::undecided, Fault::none, 0, verdict(rays, Query::relation, {.relation = said}, exact()));
  expect(Outcome::unsupported, Fault::none, 0, verdict(rays, Query::relation, {}, exact()));
  expect_wrong(Fault::nan, 0, verdict(rays, Query::distance, {.distance = kNan}));
  expect(Outcome::refused, Fault::refused, 0,
         verdict(rays, Query::relation, {.status = Answer::Status::refused}));
}

/// An axis of the ellipse is irrational, and the circle touches it there up to a rounding.
TEST(JudgeCurvedPairs, TheTruthIsDecidedUpToTheLastUlp) {
  const double tip = 3 * std::sqrt(0.5);
  const auto judged_at = [](double center, Relation said) {
    const double root = std::sqrt(0.5);
    const Scene scene = test::scene(test::ellipse({0, 0}, {2 * root, 2 * root}, {-root, root}),
                                    test::circle({center, center}, 1));
    return verdict(scene, Query::relation, {.relation = said}, exact());
  };
  const double beyond = tip + 0x1p-40;
  const double before = tip - 0x1p-40;
  expect_right(judged_at(beyond, Relation::disjoint));
  expect_right(judged_at(before, Relation::overlapping));
  EXPECT_EQ(Outcome::rounding, judged_at(std::nextafter(tip, 9), Relation::overlapping).outcome);
  EXPECT_EQ(Outcome::wrong, judged_at(beyond, Relation::overlapping).outcome);
}

}  // namespace
}  // namespace touchstone
