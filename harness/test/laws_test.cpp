#include "harness/laws/laws.hpp"

#include <gtest/gtest.h>

#include "harness/strata/registry.hpp"
#include "harness/subjects/subjects.hpp"
#include "harness/test/fake_subject.hpp"

namespace touchstone {
namespace {

using test::box;
using test::boxes;
using test::FakeSubject;
using Held = LawResult::Outcome;

double left_of(const Shape2<double>& shape) {
  return std::get<Aabb2<double>>(shape).min.x;
}

/// Answers one query by `ask`, with a budget of 4 u.
FakeSubject subject(Query query, FakeSubject::Ask ask) {
  return FakeSubject({.name = "test", .budget = {.rounding_u = 4}}, bit(query), std::move(ask));
}

void expect_violated(const LawResult& result) {
  EXPECT_EQ(Held::violated, result.outcome);
  EXPECT_NE(std::string::npos, result.message.find("\nscene: {")) << result.message;
}

TEST(LawEqualToTruth, AWrongAnswerViolatesIt) {
  FakeSubject wrong = subject(Query::distance, [](auto...) { return Answer{.distance = 2.0}; });
  expect_violated(law_equal_to_truth(boxes(1), wrong));
  EXPECT_EQ(Held::holds, law_equal_to_truth(boxes(2), wrong).outcome);
}

TEST(LawEqualToTruth, ACheckingSubjectMustRefuseInvalidScenes) {
  const Scene invalid = test::scene(box({1, 1}, {0, 0}), box({1, 1}, {2, 2}));
  const auto accept = [](auto...) { return Answer{.relation = Relation::disjoint}; };
  FakeSubject checks({.name = "test", .checks_input = true}, bit(Query::relation), accept);
  expect_violated(law_equal_to_truth(invalid, checks));
  FakeSubject unaware({.name = "test"}, bit(Query::relation), accept);
  EXPECT_EQ(Held::not_asked, law_equal_to_truth(invalid, unaware).outcome);
}

TEST(LawSwap, AnAnswerThatDependsOnTheOrderViolatesIt) {
  FakeSubject relation = subject(Query::relation, [](Query, const auto& a, const auto& b) {
    return Answer{.relation = left_of(a) < left_of(b) ? Relation::disjoint : Relation::touching};
  });
  expect_violated(law_swap(boxes(1), relation));
  FakeSubject distance = subject(Query::distance, [](Query, const auto& a, const auto&) {
    return Answer{.distance = 1 + 9 * test::kU * left_of(a)};
  });
  expect_violated(law_swap(boxes(1), distance));
}

TEST(LawSwap, NumbersMayDifferByTwoBudgets) {
  FakeSubject distance = subject(Query::distance, [](Query, const auto& a, const auto&) {
    return Answer{.distance = left_of(a) < 0 ? 1 : 1 + 8 * test::kU};
  });
  EXPECT_EQ(Held::holds, law_swap(boxes(1), distance).outcome);
}

TEST(LawSwap, OnlyEqualShapesContainEachOther) {
  FakeSubject always = subject(Query::kind, [](auto...) { return Answer{.kind = Kind::a_contains_b}; });
  EXPECT_EQ(Held::holds, law_swap(test::scene(box({0, 0}, {1, 1}), box({0, 0}, {1, 1})), always).outcome);
  expect_violated(law_swap(test::scene(box({0, 0}, {4, 4}), box({1, 1}, {2, 2})), always));
}

TEST(LawSwap, ContainmentIsSwapped) {
  FakeSubject right = subject(Query::kind, [](Query, const auto& a, const auto& b) {
    return Answer{.kind = left_of(a) < left_of(b) ? Kind::a_contains_b : Kind::b_contains_a};
  });
  EXPECT_EQ(Held::holds, law_swap(test::scene(box({0, 0}, {4, 4}), box({1, 1}, {2, 2})), right).outcome);
}

FakeSubject pushing(Vec2<double> mtv) {
  return subject(Query::penetration,
                 [mtv](auto...) { return Answer{.relation = Relation::overlapping, .mtv = mtv}; });
}

TEST(LawMtvSeparates, AShortVectorViolatesIt) {
  FakeSubject enough = pushing({1, 0});
  FakeSubject almost = pushing({1 - 3 * test::kU, 0});
  FakeSubject less = pushing({1 - 5 * test::kU, 0});
  EXPECT_EQ(Held::holds, law_mtv_separates(boxes(-1), enough).outcome);
  EXPECT_EQ(Held::holds, law_mtv_separates(boxes(-1), almost).outcome);
  expect_violated(law_mtv_separates(boxes(-1), less));
}

TEST(LawMtvMinimal, ALongVectorViolatesIt) {
  FakeSubject enough = pushing({1 + 3 * test::kU, 0});
  FakeSubject more = pushing({1 + 5 * test::kU, 0});
  EXPECT_EQ(Held::holds, law_mtv_minimal(boxes(-1), enough).outcome);
  expect_violated(law_mtv_minimal(boxes(-1), more));
}

TEST(LawsOfTheMtv, NanViolatesThem) {
  FakeSubject bad = pushing({std::numeric_limits<double>::quiet_NaN(), 0});
  expect_violated(law_mtv_separates(boxes(-1), bad));
  expect_violated(law_mtv_minimal(boxes(-1), bad));
}

TEST(LawTranslation, AnAnswerThatDependsOnThePlaceViolatesIt) {
  FakeSubject placed = subject(Query::relation, [](Query, const auto& a, const auto&) {
    return Answer{.relation = left_of(a) == -8 ? Relation::disjoint : Relation::touching};
  });
  expect_violated(law_translation(boxes(1), placed));
  FakeSubject inside = subject(
      Query::contains, [](Query, const auto& a, const auto&) { return Answer{.inside = left_of(a) == -8}; });
  expect_violated(law_translation(boxes(1), inside));
}

TEST(LawTranslation, IsNotAskedWhenASumIsRounded) {
  FakeSubject any = subject(Query::relation, [](auto...) { return Answer{.relation = Relation::disjoint}; });
  EXPECT_EQ(Held::holds, law_translation(boxes(1), any).outcome);
  EXPECT_EQ(Held::not_asked, law_translation(boxes(0x1p-60), any).outcome);
}

TEST(LawsOfCurvedPairs, AreNotAskedWhereNoRelationIsOwed) {
  FakeSubject any = subject(Query::relation, [](auto...) { return Answer{.relation = Relation::disjoint}; });
  for (const Law law : {Law{law_swap}, Law{law_translation}}) {
    const OwnedShape ellipse = test::ellipse({0, 0}, {2, 0}, {0, 1});
    EXPECT_EQ(Held::not_asked, law(test::scene(ellipse, test::circle({3, 0}, 1)), any).outcome);
    EXPECT_EQ(Held::holds, law(test::scene(ellipse, test::circle({4, 0}, 1)), any).outcome);
    EXPECT_EQ(Held::holds, law(test::scene(ellipse, box({2, 0}, {3, 1})), any).outcome);
  }
}

TEST(LawScaling, ALengthBelowAllNumbersMayBeTheSmallestAtAnyScale) {
  FakeSubject tiny = FakeSubject({.name = "test", .exact_relation = true}, bit(Query::distance),
                                 [](auto...) { return Answer{.distance = 0x1p-1074}; });
  EXPECT_EQ(Held::holds, law_scaling(boxes(1), tiny).outcome);
}

TEST(LawScaling, AFixedToleranceViolatesIt) {
  FakeSubject tolerant = subject(Query::relation, [](Query, const auto&, const auto& b) {
    return Answer{.relation = left_of(b) > 0.5 ? Relation::disjoint : Relation::touching};
  });
  expect_violated(law_scaling(boxes(0.25), tolerant));
  FakeSubject distance = subject(Query::distance, [](Query, const auto&, const auto& b) {
    return Answer{.distance = std::max(left_of(b) - 0.5, 0.0)};
  });
  expect_violated(law_scaling(boxes(1), distance));
}

TEST(LawScaling, IsNotAskedBeyondTheExponents) {
  FakeSubject any = subject(Query::relation, [](auto...) { return Answer{.relation = Relation::disjoint}; });
  EXPECT_EQ(Held::holds, law_scaling(boxes(1), any).outcome);
  EXPECT_EQ(Held::not_asked, law_scaling(boxes(0x1p-301), any).outcome);
}

TEST(LawSameAnswer, SubjectsThatDifferViolateIt) {
  FakeSubject one = subject(Query::relation, [](auto...) { return Answer{.relation = Relation::disjoint}; });
  FakeSubject other =
      subject(Query::penetration, [](auto...) { return Answer{.relation = Relation::touching}; });
  expect_violated(law_same_answer(boxes(1), one, other));
  EXPECT_EQ(Held::holds, law_same_answer(boxes(1), one, one).outcome);
}

TEST(LawSameAnswer, NumbersMayDifferByBothBudgets) {
  const auto says = [](double distance) {
    return subject(Query::distance, [distance](auto...) { return Answer{.distance = distance}; });
  };
  FakeSubject one = says(1);
  FakeSubject near = says(1 + 8 * test::kU);
  FakeSubject far = says(1 + 9 * test::kU);
  EXPECT_EQ(Held::holds, law_same_answer(boxes(1), one, near).outcome);
  expect_violated(law_same_answer(boxes(1), one, far));
}

TEST(EveryLaw, IsNotAskedWhereNothingIsAnswered) {
  FakeSubject silent =
      subject(Query::area, [](auto...) { return Answer{.status = Answer::Status::unsupported}; });
  for (const NamedLaw& law : kLaws)
    EXPECT_EQ(Held::not_asked, law.law(boxes(-1), silent).outcome) << law.name;
}

Scene generated(Stratum stratum, PairClass pair, std::uint64_t index) {
  Scene scene;
  generate(stratum, pair, 1, index, scene);
  return scene;
}

TEST(LawOracleEqualsWitness, HoldsForShapesWithAreaAndIsNotAskedOfInvalidOnes) {
  for (const double gap : {1.0, 0.0, -1.0, 0x1p-60})
    EXPECT_EQ(Held::holds, law_oracle_equals_witness(boxes(gap)).outcome);
  const Scene invalid = test::scene(box({1, 1}, {0, 0}), box({1, 1}, {2, 2}));
  EXPECT_EQ(Held::not_asked, law_oracle_equals_witness(invalid).outcome);
}

/// Calls check(scene, number of the scene) for one scene of every pair in every stratum but the one where the
/// core may give up.
template <class Check>
void for_each_scene(Check check) {
  std::uint64_t count = 0;
  for (int s = 0; s < kGeneratedStratumCount; ++s)
    for (const PairClass pair : kPairClasses) {
      const auto stratum = static_cast<Stratum>(s);
      if (stratum == Stratum::out_of_range || !applies(stratum, pair)) continue;
      check(generated(stratum, pair, count), count);
      ++count;
    }
}

TEST(EveryLaw, HoldsForTheCoreOnScenesOfEveryStratum) {
  const Subjects core = core_subjects();
  int held[kLaws.size()] = {};
  for_each_scene([&](const Scene& scene, std::uint64_t i) {
    for (std::size_t k = 0; k < kLaws.size(); ++k) {
      // Of all scenes the front door, and one of the others in turn.
      for (const std::size_t asked : {std::size_t{0}, 1 + i % (core.size() - 1)}) {
        const LawResult result = kLaws[k].law(scene, *core[asked]);
        EXPECT_NE(Held::violated, result.outcome) << kLaws[k].name << ": " << result.message;
        held[k] += result.outcome == Held::holds ? 1 : 0;
      }
    }
  });
  for (std::size_t k = 0; k < kLaws.size(); ++k) EXPECT_GT(held[k], 100) << kLaws[k].name;
}

struct SceneLaw {
  const char* name;
  LawResult (*law)(const Scene& scene);
  int least;
};

TEST(EveryLaw, OfScenesAloneHoldsForScenesOfEveryStratum) {
  const SceneLaw laws[] = {{"validity", law_validity, 1000},
                           {"tiers", law_tiers_agree, 1000},
                           {"decomposition", law_decomposition, 300},
                           {"approximation", law_approximation, 200}};
  for (const SceneLaw& law : laws) {
    int held = 0;
    for_each_scene([&](const Scene& scene, std::uint64_t) {
      const LawResult result = law.law(scene);
      EXPECT_NE(Held::violated, result.outcome) << law.name << ": " << result.message;
      held += result.outcome == Held::holds ? 1 : 0;
    });
    EXPECT_GT(held, law.least) << law.name;
  }
}

}  // namespace
}  // namespace touchstone
