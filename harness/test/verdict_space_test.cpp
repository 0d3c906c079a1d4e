// Verdicts of scenes in space.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "harness/test/fake_space.hpp"
#include "harness/test/judging.hpp"
#include "harness/verdict.hpp"

namespace touchstone {
namespace {

using test::exact;
using test::expect;
using test::expect_right;
using test::expect_rounding;
using test::expect_wrong;
using test::four_u;
using test::verdict;
using test::yes_or_no;
using test::space::boxes;
using test::space::kFloatU;
using test::space::kU;
namespace space = test::space;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kEps = 0x1p-52;

Answer says(Relation relation) {
  return {.relation = relation};
}

TEST(JudgeRelationInSpace, TheTruthIsRight) {
  expect_right(verdict(boxes(1), Query::relation, says(Relation::disjoint)));
  expect_right(verdict(boxes(0), Query::relation, says(Relation::touching)));
  expect_right(verdict(boxes(-1), Query::relation, says(Relation::overlapping)));
}

TEST(JudgeRelationInSpace, AnErrorCountsAsTheTrueSeparation) {
  for (const Relation said : {Relation::touching, Relation::overlapping})
    expect_wrong(Fault::false_hit, 1 / kU, verdict(boxes(1), Query::relation, says(said)));
  for (const Relation said : {Relation::touching, Relation::disjoint})
    expect_wrong(Fault::false_miss, 1 / kU, verdict(boxes(-1), Query::relation, says(said)));
}

TEST(JudgeRelationInSpace, TheBudgetEndsWhereItSays) {
  expect_rounding(4, verdict(boxes(4 * kU), Query::relation, says(Relation::overlapping)));
  expect_wrong(Fault::false_hit, 4.001,
               verdict(boxes(4.001 * kU), Query::relation, says(Relation::overlapping)));
  expect_rounding(4, verdict(boxes(-4 * kU), Query::relation, says(Relation::disjoint)));
  expect_wrong(Fault::false_miss, 4.001,
               verdict(boxes(-4.001 * kU), Query::relation, says(Relation::disjoint)));
}

TEST(JudgeRelationInSpace, APromiseOfExactnessForgivesNothingAmongPolytopesAndHalfSpaces) {
  expect_wrong(Fault::false_hit, 1, verdict(boxes(kU), Query::relation, says(Relation::touching), exact()));
  expect_wrong(Fault::false_miss, 0, verdict(boxes(0), Query::relation, says(Relation::disjoint), exact()));
  const Scene standing = space::scene(space::plane({0, 0, 3}, 0), space::box({-8, -8, 0}, {8, 8, 8}));
  expect_right(verdict(standing, Query::relation, says(Relation::touching), exact()));
  expect_wrong(Fault::false_miss, 0, verdict(standing, Query::relation, says(Relation::disjoint), exact()));
}

TEST(JudgeRelationInSpace, OfRoundShapesAPromiseOfExactnessHasItsBudget) {
  const Scene balls = space::scene(space::sphere({0, 0, -4}, 4), space::capsule({0, 0, 4}, {0, 8, 4}, 4));
  expect_right(verdict(balls, Query::relation, says(Relation::touching), exact()));
  expect_rounding(0, verdict(balls, Query::relation, says(Relation::disjoint), exact()));
}

TEST(JudgeRelationInSpace, AYesOrNoIsJudgedByTheTouchPolicy) {
  expect_right(verdict(boxes(0), Query::relation, {.hit = true}, yes_or_no(TouchPolicy::closed)));
  expect_rounding(0, verdict(boxes(0), Query::relation, {.hit = false}, yes_or_no(TouchPolicy::closed)));
  expect_right(verdict(boxes(0), Query::relation, {.hit = false}, yes_or_no(TouchPolicy::open)));
  expect_wrong(Fault::false_miss, 1 / kU,
               verdict(boxes(-1), Query::relation, {.hit = false}, yes_or_no(TouchPolicy::open)));
}

TEST(JudgeRelationInSpace, UnitsOfAFloatSubjectAreFloatUnits) {
  SubjectInfo info = four_u();
  info.scalar = Scalar::float32;
  expect_rounding(4, verdict(boxes(4 * kFloatU), Query::relation, says(Relation::touching), info));
  expect_wrong(Fault::false_hit, 5,
               verdict(boxes(5 * kFloatU), Query::relation, says(Relation::touching), info));
}

/// A half-space a gap above z = 8, its normal of any length.
Scene over_half_space(double gap, double factor) {
  return space::scene(space::plane({0, 0, factor}, 8 * factor), space::sphere({0, 0, 8 + gap}, 0));
}

TEST(JudgeRelationInSpace, AHalfSpaceScalesWithTheDistanceOfItsBoundary) {
  for (const double factor : {1.0, 0x1p+100, 0x1p-100}) {
    SceneTruth truth;
    const Scene scene = over_half_space(0, factor);
    const ShapeView a(scene.a), b(scene.b);
    truth.assign(a, b);
    EXPECT_EQ(8, truth.scale()) << factor;
  }
  expect_rounding(4, verdict(over_half_space(4 * kU, 0x1p+100), Query::relation, says(Relation::touching)));
}

TEST(JudgeDistanceInSpace, TheNearestDoubleIsRightAndItsNeighboursAreRounding) {
  const Scene diagonal = space::scene(space::point({0, 0, 0}), space::point({1, 1, 1}));
  expect_right(verdict(diagonal, Query::distance, {.distance = std::sqrt(3.0)}));
  EXPECT_EQ(Outcome::rounding,
            verdict(diagonal, Query::distance, {.distance = std::sqrt(3.0) + 4 * kEps}).outcome);
}

TEST(JudgeDistanceInSpace, BeyondTheBudgetIsAFault) {
  expect_rounding(4, verdict(boxes(1), Query::distance, {.distance = 1 + 4 * kU}));
  expect_wrong(Fault::distance_error, 5, verdict(boxes(1), Query::distance, {.distance = 1 + 5 * kU}));
  expect_wrong(Fault::false_hit, 1 / kU, verdict(boxes(1), Query::distance, {.distance = 0.0}));
  expect_wrong(Fault::false_miss, 0.5 / kU, verdict(boxes(-1), Query::distance, {.distance = 0.5}));
}

Answer closest(Coordinates on_a, Coordinates on_b) {
  return {.distance = 1.0, .closest = Answer::ClosestPoints{on_a, on_b}};
}

TEST(JudgeDistanceInSpace, ClosestPointsMayLeaveTheirShapesByTheBudget) {
  expect_right(verdict(boxes(1), Query::distance, closest({0, 3, 0}, {0, 3, 1})));
  expect_rounding(4, verdict(boxes(1), Query::distance, closest({0, 0, 4 * kU}, {0, 0, 1})));
  expect_wrong(Fault::point_off_shape, 5,
               verdict(boxes(1), Query::distance, closest({4 + 5 * kU, 0, 0}, {4 + 5 * kU, 0, 1})));
  expect_wrong(Fault::point_off_shape, 5,
               verdict(boxes(1), Query::distance, closest({0, 4, 0}, {0, 4 + 5 * kU, 1})));
  expect_wrong(Fault::distance_error, 0.5 / kU,
               verdict(boxes(1), Query::distance, closest({0, 0, 0}, {0, 0, 0.5})));
}

TEST(JudgeDistanceInSpace, ClosestPointsMustRealiseTheDistance) {
  expect_wrong(Fault::distance_error, 0.25 / kU,
               verdict(boxes(1), Query::distance, closest({0, 0, 0}, {0.75, 0, 1})));
  const Answer no_common_point{.distance = 0.0,
                               .closest = Answer::ClosestPoints{{0, 0, -0.5}, {0, 0, -0.25}}};
  expect_wrong(Fault::distance_error, 0.25 / kU, verdict(boxes(-1), Query::distance, no_common_point));
}

TEST(JudgeDistanceInSpace, OfRoundShapesPointsLieOnTheirSurface) {
  const Scene balls = space::scene(space::sphere({0, 0, -4}, 4), space::cylinder({0, 0, 1}, {0, 0, 8}, 2));
  expect_right(verdict(balls, Query::distance, closest({0, 0, 0}, {0, 0, 1})));
  expect_wrong(Fault::point_off_shape, 0.5 / kU,
               verdict(balls, Query::distance, closest({0, 0, 0.5}, {0, 0, 1.5})));
}

Answer pushes(Coordinates mtv, double depth) {
  return {.relation = Relation::overlapping, .depth = depth, .mtv = mtv};
}

TEST(JudgePenetrationInSpace, TheTruthIsRight) {
  expect_right(verdict(boxes(-1), Query::penetration, pushes({0, 0, 1}, 1)));
  expect_right(verdict(boxes(0), Query::penetration,
                       {.relation = Relation::touching, .depth = 0.0, .mtv = Coordinates{0, 0, 0}}));
  expect_right(verdict(boxes(1), Query::penetration, says(Relation::disjoint)));
}

TEST(JudgePenetrationInSpace, AnyShortestVectorIsRight) {
  const Scene equal = space::scene(space::box({-8, -8, -8}, {8, 8, 8}), space::box({-8, -8, -8}, {8, 8, 8}));
  for (const Coordinates& mtv : {Coordinates{16, 0, 0}, Coordinates{0, -16, 0}, Coordinates{0, 0, 16}})
    expect_right(verdict(equal, Query::penetration, pushes(mtv, 16)));
  const Scene concentric = space::scene(space::sphere({1, 2, 3}, 1), space::sphere({1, 2, 3}, 1));
  for (const Coordinates& mtv : {Coordinates{2, 0, 0}, Coordinates{0, -2, 0}, Coordinates{0, 0, 2}})
    expect_right(verdict(concentric, Query::penetration, pushes(mtv, 2)));
}

TEST(JudgePenetrationInSpace, TheOppositeVectorGoesTheWrongWay) {
  expect_wrong(Fault::wrong_way, 2 / kU, verdict(boxes(-1), Query::penetration, pushes({0, 0, -1}, 1)));
}

TEST(JudgePenetrationInSpace, AVectorThatLeavesAnOverlapIsShort) {
  expect_wrong(Fault::short_mtv, 0.5 / kU, verdict(boxes(-1), Query::penetration, pushes({0, 0, 0.5}, 1)));
  expect_wrong(Fault::short_mtv, 5, verdict(boxes(-1), Query::penetration, pushes({0, 0, 1 - 5 * kU}, 1)));
  expect_rounding(4, verdict(boxes(-1), Query::penetration, pushes({0, 0, 1 - 4 * kU}, 1)));
  expect_wrong(Fault::short_mtv, 1 / kU, verdict(boxes(-1), Query::penetration, pushes({1, 0, 0}, 1)));
}

TEST(JudgePenetrationInSpace, AVectorLongerThanTheDepthIsLong) {
  expect_wrong(Fault::long_mtv, 1 / kU, verdict(boxes(-1), Query::penetration, pushes({0, 0, 2}, 1)));
  expect_wrong(Fault::long_mtv, 5, verdict(boxes(-1), Query::penetration, pushes({0, 0, 1 + 5 * kU}, 1)));
  expect_wrong(Fault::long_mtv, 0.25 / kU, verdict(boxes(-1), Query::penetration, pushes({0, 0.75, 1}, 1)));
}

TEST(JudgePenetrationInSpace, ADepthBesideTheTruthIsADepthError) {
  expect_wrong(Fault::depth_error, 0.5 / kU, verdict(boxes(-1), Query::penetration, pushes({0, 0, 1}, 1.5)));
  expect_rounding(4, verdict(boxes(-1), Query::penetration, pushes({0, 0, 1}, 1 - 4 * kU)));
  expect_wrong(Fault::false_hit, 1 / kU, verdict(boxes(1), Query::penetration, pushes({0, 0, 1}, 1)));
}

TEST(JudgePenetrationInSpace, AHalfSpaceHasOneWayOut) {
  const Scene sunk = space::scene(space::plane({0, 0, 2}, 0), space::sphere({0, 0, 0}, 1));
  expect_right(verdict(sunk, Query::penetration, pushes({0, 0, 1}, 1)));
  EXPECT_EQ(Fault::wrong_way, verdict(sunk, Query::penetration, pushes({0, 0, -1}, 1)).fault);
}

TEST(JudgePenetrationInSpace, OfAnUnboundedDepthTheRelationIsEnough) {
  const Scene crossing = space::scene(space::plane({0, 0, 1}, 0), space::plane({1, 0, 0}, 0));
  expect_right(verdict(crossing, Query::penetration, says(Relation::overlapping)));
  EXPECT_EQ(Outcome::wrong, verdict(crossing, Query::penetration, pushes({0, 0, 1}, 1)).outcome);
}

TEST(JudgeContainsInSpace, TheErrorIsTheDistanceToTheBoundary) {
  const Scene in = space::scene(space::box({-8, -8, -8}, {8, 8, 8}), space::point({0, 0, 7}));
  expect_right(verdict(in, Query::contains, {.location = Location::inside}));
  expect_wrong(Fault::false_miss, 1 / kU, verdict(in, Query::contains, {.location = Location::outside}));
  const Scene out = space::scene(space::point({0, 0, 8}), space::box({-8, -8, -8}, {8, 8, 8 - 4 * kU}));
  expect_rounding(4, verdict(out, Query::contains, {.inside = true}));
}

/// A ray along x hits a box at x = 0, from `before`, its direction so many times as long.
Scene cast_from(double before, double factor = 1) {
  return space::raycast(space::box({0, -4, -4}, {8, 4, 4}), space::ray({-before, 1, 2}, {factor, 0, 0}));
}
Verdict judged(const Scene& scene, const Answer& answer, const SubjectInfo& info = four_u()) {
  return verdict(scene, Query::raycast, answer, info);
}
Answer hits(double t) {
  return {.hit = true, .t = t};
}

TEST(JudgeRaycastInSpace, TheTruthIsRight) {
  expect_right(judged(
      cast_from(4), {.hit = true, .t = 4.0, .point = Coordinates{0, 1, 2}, .normal = Coordinates{-1, 0, 0}}));
  const Scene past = space::raycast(space::box({0, -4, -4}, {8, 4, 4}), space::ray({-4, 1, 5}, {1, 0, 0}));
  expect_right(judged(past, {.hit = false}));
  expect_wrong(Fault::false_hit, 1 / kU, judged(past, hits(4)));
}

TEST(JudgeRaycastInSpace, TheErrorOfTCountsTimesTheLengthOfTheDirection) {
  expect_rounding(4, judged(cast_from(1), hits(1 + 4 * kU)));
  expect_wrong(Fault::t_error, 5, judged(cast_from(1), hits(1 - 5 * kU)));
  expect_right(judged(cast_from(1, 4), hits(0.25)));
  expect_wrong(Fault::t_error, 5, judged(cast_from(1, 4), hits(0.25 + 1.25 * kU)));
}

TEST(JudgeRaycastInSpace, APointBesideTheHitIsOffTheShapeInAnyCoordinate) {
  const auto at = [](double x, double y, double z) {
    return Answer{.hit = true, .t = 1.0, .point = Coordinates{x, y, z}};
  };
  expect_rounding(4, judged(cast_from(1), at(0, 1, 2 + 4 * kU)));
  expect_wrong(Fault::point_off_shape, 5, judged(cast_from(1), at(0, 1, 2 + 5 * kU)));
  expect_wrong(Fault::point_off_shape, 5, judged(cast_from(1), at(5 * kU, 1, 2)));
  expect_wrong(Fault::point_off_shape, 8 / kU, judged(cast_from(1), at(8, 1, 2)));
}

TEST(JudgeRaycastInSpace, ANormalIsJudgedInEpsWhereItIsUnique) {
  const auto normal = [](double x, double y, double z) {
    return Answer{.hit = true, .normal = Coordinates{x, y, z}};
  };
  expect_right(judged(cast_from(1), normal(-1, 0, 2 * kEps)));
  expect_rounding(4, judged(cast_from(1), normal(-1, 0, 4 * kEps)));
  expect_wrong(Fault::wrong_normal, 5, judged(cast_from(1), normal(-1, 0, 5 * kEps)));
  const Scene edge = space::raycast(space::box({0, -4, -4}, {8, 4, 4}), space::ray({-4, 0, -8}, {1, 0, 1}));
  expect_right(judged(edge, normal(0, 1, 0)));
}

TEST(JudgeRaycastInSpace, ATangentIsATouch) {
  const Scene tangent = space::raycast(space::sphere({0, 0, 0}, 8), space::ray({-8, 0, 8}, {1, 0, 0}));
  expect_right(judged(tangent, {.hit = true, .t = 8.0}));
  expect_right(judged(tangent, {.hit = false}, yes_or_no(TouchPolicy::open)));
  expect_rounding(0, judged(tangent, {.hit = false}, yes_or_no(TouchPolicy::closed)));
}

TEST(JudgeNumbersInSpace, WhatIsNotFiniteInAnyCoordinateIsAFault) {
  for (const double bad : {kNan, kInfinity, -kInfinity}) {
    expect_wrong(Fault::nan, 0, verdict(boxes(1), Query::distance, closest({0, 0, 0}, {0, 0, bad})));
    expect_wrong(Fault::nan, 0, verdict(boxes(-1), Query::penetration, pushes({0, 0, bad}, 1)));
    expect_wrong(Fault::nan, 0, verdict(boxes(-1), Query::penetration, pushes({0, 0, 1}, bad)));
    expect_wrong(Fault::nan, 0, judged(cast_from(1), {.hit = true, .point = Coordinates{0, 1, bad}}));
    expect_wrong(Fault::nan, 0, judged(cast_from(1), {.hit = true, .normal = Coordinates{-1, 0, bad}}));
  }
}

TEST(JudgeStatusInSpace, OnlyInvalidScenesMayBeRefused) {
  const Answer refused{.status = Answer::Status::refused};
  expect(Outcome::refused, Fault::refused, 0, verdict(boxes(1), Query::relation, refused));
  for (const OwnedShape& bad :
       {space::hull({}), space::plane({0, 0, 0}, 1), space::cylinder({1, 1, 1}, {1, 1, 1}, 1),
        space::box({0, 0, 1}, {1, 1, 0}), space::sphere({0, 0, kNan}, 1)}) {
    const Scene scene = space::scene(space::point({0, 0, 0}), bad);
    expect_right(verdict(scene, Query::relation, refused));
    expect_wrong(Fault::accepts_invalid, 0, verdict(scene, Query::relation, says(Relation::disjoint)));
  }
}

/// Of two rays nothing is known.
TEST(JudgeUndecidedInSpace, WhereTheTruthIsNotKnownNobodyIsBlamed) {
  const Scene rays = space::scene(space::ray({0, 0, 0}, {1, 0, 0}), space::ray({0, 1, 0}, {1, 0, 0}));
  for (const Relation said : {Relation::disjoint, Relation::overlapping})
    expect(Outcome::undecided, Fault::none, 0, verdict(rays, Query::relation, says(said), exact()));
}

TEST(LengthOf, IsNearAndKeepsWhatIsNotFinite) {
  EXPECT_EQ(7, length_of({2, 3, 6}));
  EXPECT_EQ(5, length_of(Vec2<double>{3, 4}));
  EXPECT_NEAR(std::sqrt(3.0), length_of({1, 1, 1}), 2 * kEps);
  EXPECT_EQ(kInfinity, length_of({0, 1, -kInfinity}));
  for (int i = 0; i < 3; ++i)
    EXPECT_TRUE(std::isnan(length_of({i == 0 ? kNan : 0, i == 1 ? kNan : 0, i == 2 ? kNan : 0}))) << i;
}

TEST(SignatureInSpace, NamesTheShapesWithTheirDimension) {
  EXPECT_EQ("relation.false_hit.core.gjk.obb_xyz-hull_xyz",
            signature(Query::relation, Fault::false_hit, "core.gjk", ShapeType::obb3, ShapeType::hull));
  EXPECT_EQ("raycast.t_error.core.collide.ray_xyz-plane_xyz",
            signature(Query::raycast, Fault::t_error, "core.collide", ShapeType::ray3, ShapeType::plane));
}

}  // namespace
}  // namespace touchstone
