// The laws, of scenes in space: each one holds for a right subject, and a planted fault violates it.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "harness/laws/laws.hpp"
#include "harness/subjects/subjects.hpp"
#include "harness/test/fake_space.hpp"

namespace touchstone {
namespace {

namespace space = test::space;
using space::boxes;
using space::FakeSubject;
using space::kU;
using Held = LawResult::Outcome;

/// Answers one query by `ask`, with a budget of 4 u.
FakeSubject subject(Query query, FakeSubject::Ask ask) {
  return FakeSubject({.name = "test", .budget = {.rounding_u = 4}}, bit(query), std::move(ask));
}
/// Promises exact relations.
FakeSubject exact(FakeSubject::Ask ask) {
  return FakeSubject({.name = "test", .exact_relation = true}, bit(Query::relation), std::move(ask));
}
double floor_of(const Shape3<double>& shape) {
  return std::get<Aabb3<double>>(shape).min.z;
}
void expect_violated(const LawResult& result) {
  EXPECT_EQ(Held::violated, result.outcome);
  EXPECT_NE(std::string::npos, result.message.find("\nscene: {")) << result.message;
}
Held outcome(Law law, const Scene& scene, Subject&& subject) {
  return law(scene, subject).outcome;
}

// ---- The core on scenes by hand: every law is asked, and holds

std::vector<Scene> scenes() {
  const OwnedShape box = space::box({-4, -4, -8}, {4, 4, 0});
  const OwnedShape others[] = {space::box({-4, -4, -1}, {4, 4, 8}),
                               space::obb({0, 0, 2}, {1, 1, 0}, {-1, 1, 0}, {0, 0, 2}),
                               space::hull({{0, 0, -2}, {4, 0, 4}, {-4, 2, 4}, {0, -4, 4}, {0, 0, 5}}),
                               space::triangle({0, 0, 1}, {4, 0, 3}, {0, 4, 5}),
                               space::segment({0, 0, -1}, {0, 0, 8}),
                               space::point({1, 2, -3}),
                               space::sphere({0, 0, 2}, 3),
                               space::capsule({0, 0, 3}, {2, 2, 8}, 2),
                               space::cylinder({0, 0, -2}, {1, 2, 8}, 2),
                               space::plane({0, 0, -1}, 2)};
  std::vector<Scene> scenes;
  for (const OwnedShape& other : others) {
    scenes.push_back(space::scene(box, other));
    scenes.push_back(space::scene(other, others[2]));
    scenes.push_back(space::raycast(other, space::ray({0.5, 0.25, 16}, {0, 0.125, -2})));
  }
  return scenes;
}

/// Law 12 is asked of radii where the relation is rational: in space of no pair.
TEST(EveryLawInSpace, IsAskedOfTheCoreAndHolds) {
  const Subjects core = core_subjects();
  for (const NamedLaw& law : kLaws) {
    int held = 0;
    for (const Scene& scene : scenes())
      for (const auto& asked : core) {
        const LawResult result = law.law(scene, *asked);
        EXPECT_NE(Held::violated, result.outcome) << law.name << ": " << result.message;
        held += result.outcome == Held::holds ? 1 : 0;
      }
    EXPECT_EQ(held == 0, law.number == 12) << law.name;
  }
}

/// Of how many of the scenes the law holds; it is violated of none.
int held(LawResult (*law)(const Scene& scene)) {
  int count = 0;
  for (const Scene& scene : scenes()) {
    const LawResult result = law(scene);
    EXPECT_NE(Held::violated, result.outcome) << result.message;
    count += result.outcome == Held::holds ? 1 : 0;
  }
  return count;
}

TEST(EveryLawInSpace, OfScenesAloneHolds) {
  EXPECT_EQ(30, held(law_validity));
  EXPECT_GE(held(law_tiers_agree), 25);
  EXPECT_EQ(16, held(law_oracle_equals_witness));  // neither rays nor cylinders nor half-spaces
  EXPECT_EQ(0, held(law_decomposition));
  EXPECT_EQ(0, held(law_approximation));
}

TEST(EveryLawInSpace, IsNotAskedWhereNothingIsAnswered) {
  FakeSubject silent =
      subject(Query::relation, [](auto...) { return Answer{.status = Answer::Status::unsupported}; });
  for (const NamedLaw& law : kLaws)
    EXPECT_EQ(Held::not_asked, law.law(boxes(-1), silent).outcome) << law.name;
}

TEST(LawValidityInSpace, HoldsForInvalidShapesToo) {
  const double nan = std::nan("");
  for (const OwnedShape& bad :
       {space::hull({}), space::box({0, 0, 1}, {1, 1, 0}), space::sphere({0, 0, 0}, -1),
        space::sphere({0, 0, nan}, 1), space::cylinder({1, 1, 1}, {1, 1, 1}, 1), space::plane({0, 0, 0}, 1),
        space::ray({0, 0, 0}, {0, 0, 0}), space::obb({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, HUGE_VAL})}) {
    const LawResult result = law_validity(space::scene(bad, bad));
    EXPECT_EQ(Held::holds, result.outcome) << name_of(bad.type) << result.message;
  }
}

// ---- Laws 1 to 7

TEST(LawEqualToTruthInSpace, AWrongAnswerViolatesIt) {
  FakeSubject wrong = subject(Query::distance, [](auto...) { return Answer{.distance = 2.0}; });
  expect_violated(law_equal_to_truth(boxes(1), wrong));
  EXPECT_EQ(Held::holds, law_equal_to_truth(boxes(2), wrong).outcome);
}

TEST(LawSwapInSpace, AnAnswerThatDependsOnTheOrderViolatesIt) {
  FakeSubject relation = subject(Query::relation, [](Query, const auto& a, const auto& b) {
    return Answer{.relation = floor_of(a) < floor_of(b) ? Relation::disjoint : Relation::touching};
  });
  expect_violated(law_swap(boxes(1), relation));
  const auto says = [](double other) {
    return subject(Query::distance, [other](Query, const auto& a, const auto&) {
      return Answer{.distance = floor_of(a) < 0 ? 1 : other};
    });
  };
  EXPECT_EQ(Held::holds, outcome(law_swap, boxes(1), says(1 + 8 * kU)));
  EXPECT_EQ(Held::violated, outcome(law_swap, boxes(1), says(1 + 9 * kU)));
}

TEST(LawSwapInSpace, OfTwoPointsTheLocationIsNotAsked) {
  FakeSubject any = subject(Query::contains, [](auto...) { return Answer{.location = Location::outside}; });
  const OwnedShape point = space::point({0, 0, 0});
  EXPECT_EQ(Held::not_asked, law_swap(space::scene(point, space::point({1, 0, 0})), any).outcome);
  EXPECT_EQ(Held::holds, law_swap(space::scene(point, space::sphere({9, 0, 0}, 1)), any).outcome);
}

FakeSubject pushing(Coordinates mtv) {
  return subject(Query::penetration,
                 [mtv](auto...) { return Answer{.relation = Relation::overlapping, .mtv = mtv}; });
}

TEST(LawMtvSeparatesInSpace, AShortOrSidewaysVectorViolatesIt) {
  EXPECT_EQ(Held::holds, outcome(law_mtv_separates, boxes(-1), pushing({0, 0, 1})));
  EXPECT_EQ(Held::holds, outcome(law_mtv_separates, boxes(-1), pushing({0, 0, 1 - 3 * kU})));
  for (const Coordinates& less : {Coordinates{0, 0, 1 - 5 * kU}, Coordinates{1, 0, 0}, Coordinates{0, 0, -1}})
    EXPECT_EQ(Held::violated, outcome(law_mtv_separates, boxes(-1), pushing(less))) << less.z;
  EXPECT_EQ(Held::violated, outcome(law_mtv_separates, boxes(-1), pushing({0, 0, std::nan("")})));
}

TEST(LawMtvMinimalInSpace, ALongVectorViolatesIt) {
  EXPECT_EQ(Held::holds, outcome(law_mtv_minimal, boxes(-1), pushing({0, 0, 1 + 3 * kU})));
  EXPECT_EQ(Held::violated, outcome(law_mtv_minimal, boxes(-1), pushing({0, 0, 1 + 5 * kU})));
  EXPECT_EQ(Held::violated, outcome(law_mtv_minimal, boxes(-1), pushing({0, 0.5, 1})));
  EXPECT_EQ(Held::violated, outcome(law_mtv_minimal, boxes(-1), pushing({0, 0, std::nan("")})));
}

TEST(LawTranslationInSpace, AnAnswerThatDependsOnThePlaceViolatesIt) {
  FakeSubject placed = subject(Query::relation, [](Query, const auto& a, const auto&) {
    return Answer{.relation = floor_of(a) == -8 ? Relation::disjoint : Relation::touching};
  });
  expect_violated(law_translation(boxes(1), placed));
}

/// Every shape that the law asks about, as A.
std::vector<Shape3<double>> asked_of(Law law, const OwnedShape& shape, Query query = Query::relation) {
  std::vector<Shape3<double>> asked;
  FakeSubject recording = subject(query, [&](Query, const auto& a, const auto&) {
    asked.push_back(a);
    return query == Query::raycast ? Answer{.hit = false} : Answer{.relation = Relation::disjoint};
  });
  Scene scene =
      space::scene(shape, query == Query::raycast ? space::point({100, 1, 0}) : space::point({100, 0, 0}));
  scene.query = query;
  law(scene, recording);
  return asked;
}

TEST(LawTranslationInSpace, PlacesMoveAndVectorsStay) {
  const auto obbs = asked_of(law_translation, space::obb({1, 1, 1}, {1, 0, 0}, {0, 2, 0}, {0, 0, 3}));
  ASSERT_EQ(obbs.size(), 2u);
  EXPECT_EQ(std::get<Obb3<double>>(obbs[1]),
            (Obb3<double>{{1.75, -0.5, 3.25}, {{1, 0, 0}, {0, 2, 0}, {0, 0, 3}}}));
  const auto tubes = asked_of(law_translation, space::cylinder({0, 0, 0}, {1, 1, 1}, 2));
  ASSERT_EQ(tubes.size(), 2u);
  EXPECT_EQ(std::get<Cylinder3<double>>(tubes[1]),
            (Cylinder3<double>{{0.75, -1.5, 2.25}, {1.75, -0.5, 3.25}, 2}));
  const auto rays = asked_of(law_translation, space::ray({0, 0, 0}, {1, 2, 3}), Query::raycast);
  ASSERT_EQ(rays.size(), 2u);
  EXPECT_EQ(std::get<Ray3<double>>(rays[1]), (Ray3<double>{{0.75, -1.5, 2.25}, {1, 2, 3}}));
}

TEST(LawTranslationInSpace, IsNotAskedOfHalfSpacesAndRoundedSums) {
  EXPECT_TRUE(asked_of(law_translation, space::plane({0, 0, 1}, 0)).empty());
  EXPECT_TRUE(asked_of(law_translation, space::point({0, 0, 0x1p-60})).empty());
}

TEST(LawScalingInSpace, AFixedToleranceViolatesIt) {
  FakeSubject tolerant = subject(Query::distance, [](Query, const auto&, const auto& b) {
    return Answer{.distance = std::max(floor_of(b) - 0.5, 0.0)};
  });
  expect_violated(law_scaling(boxes(1), tolerant));
}

TEST(LawScalingInSpace, AHalfSpaceKeepsItsNormal) {
  const auto planes = asked_of(law_scaling, space::plane({1, 2, 3}, 4));
  ASSERT_EQ(planes.size(), 2u);
  EXPECT_EQ(std::get<Plane3<double>>(planes[1]), (Plane3<double>{{1, 2, 3}, 4 * 0x1p+40}));
}

TEST(LawScalingInSpace, IsNotAskedBeyondTheExponents) {
  EXPECT_EQ(asked_of(law_scaling, space::point({0, 0, 0x1p-79})).size(), 2u);
  EXPECT_TRUE(asked_of(law_scaling, space::point({0, 0, 0x1p-80})).empty());
}

TEST(LawSameAnswerInSpace, SubjectsThatDifferViolateIt) {
  FakeSubject one = subject(Query::relation, [](auto...) { return Answer{.relation = Relation::disjoint}; });
  FakeSubject other =
      subject(Query::penetration, [](auto...) { return Answer{.relation = Relation::touching}; });
  const LawResult result = law_same_answer(boxes(1), one, other);
  expect_violated(result);
  EXPECT_EQ(Held::holds, law_same_answer(boxes(1), one, one).outcome);
}

// ---- Laws 11 to 15

/// The types as which law 11 asks for the shape.
std::set<ShapeType> words_for(const OwnedShape& shape) {
  std::set<ShapeType> types;
  for (const Shape3<double>& asked : asked_of(law_reencoding, shape)) types.insert(type_of(asked));
  return types;
}

TEST(LawReencodingInSpace, AsksOfEveryTypeThatHasAnother) {
  using Types = std::set<ShapeType>;
  EXPECT_EQ(words_for(space::box({0, 0, 0}, {1, 2, 3})), (Types{ShapeType::aabb3, ShapeType::hull}));
  EXPECT_EQ(words_for(space::triangle({0, 0, 0}, {1, 0, 0}, {0, 1, 0})),
            (Types{ShapeType::triangle3, ShapeType::hull}));
  EXPECT_EQ(words_for(space::segment({0, 0, 0}, {1, 1, 1})),
            (Types{ShapeType::segment3, ShapeType::capsule3}));
  EXPECT_EQ(words_for(space::sphere({0, 0, 0}, 1)), (Types{ShapeType::sphere, ShapeType::capsule3}));
  for (const OwnedShape& other :
       {space::point({0, 0, 0}), space::hull({{0, 0, 0}}), space::plane({0, 0, 1}, 0),
        space::cylinder({0, 0, 0}, {0, 0, 1}, 1), space::capsule({0, 0, 0}, {0, 0, 1}, 1)})
    EXPECT_EQ(words_for(other), Types{}) << name_of(other.type);
}

TEST(LawReencodingInSpace, AnAnswerThatDependsOnTheWordsViolatesIt) {
  FakeSubject relation = subject(Query::relation, [](Query, const auto& a, const auto&) {
    return Answer{.relation = type_of(a) == ShapeType::aabb3 ? Relation::disjoint : Relation::touching};
  });
  expect_violated(law_reencoding(boxes(1), relation));
  const auto says = [](double other) {
    return subject(Query::distance, [other](Query, const auto& a, const auto&) {
      return Answer{.distance = type_of(a) == ShapeType::aabb3 ? 1 : other};
    });
  };
  EXPECT_EQ(Held::holds, outcome(law_reencoding, boxes(1), says(1 + 8 * kU)));
  EXPECT_EQ(Held::violated, outcome(law_reencoding, boxes(1), says(1 + 9 * kU)));
}

TEST(LawSubsetInSpace, HalfABoxThatMeetsMoreThanTheWholeViolatesIt) {
  FakeSubject half = exact([](Query, const auto& a, const auto&) {
    return Answer{.relation =
                      std::get<Aabb3<double>>(a).max.z == 0 ? Relation::disjoint : Relation::touching};
  });
  expect_violated(law_subset(boxes(1), half));
}

TEST(LawSubsetInSpace, AHullLessAPointMayMeetLessAndNoMore) {
  const auto says = [](Relation whole, Relation part) {
    return exact([=](Query, const auto& a, const auto&) {
      return Answer{.relation = std::get<Hull3<double>>(a).points.size() == 4 ? whole : part};
    });
  };
  const OwnedShape tetrahedron = space::hull({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
  const Scene scene = space::scene(tetrahedron, space::point({0, 0, 1}));
  EXPECT_EQ(Held::holds, outcome(law_subset, scene, says(Relation::touching, Relation::disjoint)));
  EXPECT_EQ(Held::violated, outcome(law_subset, scene, says(Relation::disjoint, Relation::touching)));
}

TEST(LawClosestPointsInSpace, APointOffItsShapeViolatesIt) {
  const auto says = [](Coordinates on_a, Coordinates on_b) {
    return subject(Query::distance, [=](auto...) {
      return Answer{.distance = 1.0, .closest = Answer::ClosestPoints{on_a, on_b}};
    });
  };
  EXPECT_EQ(Held::holds, outcome(law_closest_points, boxes(1), says({0, 0, 4 * kU}, {0, 0, 1 - 4 * kU})));
  EXPECT_EQ(Held::violated, outcome(law_closest_points, boxes(1), says({0, 0, 5 * kU}, {0, 0, 1})));
  EXPECT_EQ(Held::violated, outcome(law_closest_points, boxes(1), says({0, 0, 0}, {0, 4 + 5 * kU, 1})));
  EXPECT_EQ(Held::violated, outcome(law_closest_points, boxes(1), says({0, 0, 0}, {0, 0, std::nan("")})));
}

Held hit_at(const Scene& scene, double t, Coordinates at) {
  return outcome(law_ray_hit, scene,
                 subject(Query::raycast, [=](auto...) { return Answer{.hit = true, .t = t, .point = at}; }));
}

TEST(LawRayHitInSpace, AHitIsInFrontInTheShapeAndTheFirst) {
  const Scene scene = space::raycast(space::box({-4, -4, 0}, {4, 4, 8}), space::ray({1, 2, -8}, {0, 0, 1}));
  EXPECT_EQ(Held::holds, hit_at(scene, 8, {1, 2, -4 * kU}));
  EXPECT_EQ(Held::violated, hit_at(scene, 8, {1, 2, -5 * kU}));
  EXPECT_EQ(Held::violated, hit_at(scene, -1, {1, 2, 0}));
  EXPECT_EQ(Held::violated, hit_at(scene, 16, {1, 2, 8}));
  EXPECT_EQ(Held::violated, hit_at(scene, std::nan(""), {1, 2, 0}));
  EXPECT_EQ(Held::violated, hit_at(scene, HUGE_VAL, {1, 2, 0}));
  EXPECT_EQ(Held::violated, hit_at(scene, 8, {1, 2, std::nan("")}));
}

TEST(LawRayHitInSpace, EitherOperandMayBeTheRay) {
  const Scene scene =
      space::raycast(space::ray({-8, 0, 0}, {1, 0, 0}), space::cylinder({0, 0, -4}, {0, 0, 4}, 2));
  EXPECT_EQ(Held::holds, hit_at(scene, 6, {-2, 0, 0}));
  EXPECT_EQ(Held::violated, hit_at(scene, 10, {2, 0, 0}));
}

TEST(LawRayHitInSpace, OfAHalfSpaceOnlyThePointIsJudged) {
  const Scene scene = space::raycast(space::plane({0, 0, 1}, 0), space::ray({0, 0, 8}, {0, 0, -1}));
  EXPECT_EQ(Held::holds, hit_at(scene, 8, {0, 0, 0}));
  EXPECT_EQ(Held::violated, hit_at(scene, 7, {0, 0, 1}));
}

}  // namespace
}  // namespace touchstone
