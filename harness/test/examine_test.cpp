#include "harness/examine.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "harness/test/fake_subject.hpp"

namespace touchstone {
namespace {

using test::box;
using test::boxes;
using test::FakeSubject;

const Scene kInvalid = test::scene(box({1, 1}, {0, 0}), test::point(0, 0));

Answer says(Relation relation) {
  return {.relation = relation};
}

/// One line a verdict: subject.query outcome.
std::vector<std::string> examined(const Scene& scene, std::vector<Subject*> subjects,
                                  unsigned queries = kAllQueries, CallWatch* watch = nullptr) {
  std::vector<std::string> lines;
  Examiner(subjects, queries)
      .examine(
          scene,
          [&](std::size_t subject, Query query, const Answer&, const Verdict& verdict) {
            lines.push_back(subjects[subject]->info().name + "." + std::string(name_of(query)) + " " +
                            std::string(name_of(verdict.outcome)));
          },
          watch);
  return lines;
}

TEST(Examine, EverySubjectIsAskedTheQueriesItSupports) {
  const auto ask = [](Query query, const auto&...) {
    return query == Query::relation ? says(Relation::disjoint) : Answer{.distance = 0.5};
  };
  FakeSubject both({.name = "both"}, bit(Query::relation) | bit(Query::distance), ask);
  FakeSubject one({.name = "one"}, bit(Query::relation) | bit(Query::area), ask);
  const std::vector<std::string> expected{"both.relation right", "both.distance wrong", "one.relation right"};
  EXPECT_EQ(expected, examined(boxes(1), {&both, &one}, bit(Query::relation) | bit(Query::distance)));
}

TEST(Examine, AnInvalidSceneIsAskedOfThoseWhoCheckOrAreJudgedOnIt) {
  const auto ask = [](const auto&...) { return Answer{.status = Answer::Status::refused}; };
  const auto accept = [](const auto&...) { return says(Relation::disjoint); };
  FakeSubject unaware({.name = "unaware"}, bit(Query::relation), ask);
  FakeSubject checks({.name = "checks", .checks_input = true}, bit(Query::relation), ask);
  FakeSubject judged({.name = "judged", .judge_invalid = true}, bit(Query::relation), accept);
  const std::vector<std::string> expected{"checks.relation right", "judged.relation wrong"};
  EXPECT_EQ(expected, examined(kInvalid, {&unaware, &checks, &judged}));
}

TEST(Examine, AFloatSubjectIsAskedAndJudgedOnTheRoundedScene) {
  // Apart by less than a float can tell: as floats the boxes touch.
  const Scene scene = boxes(-0x1p-60);
  const auto touching_floats = [](Query, const Shape2<double>&, const Shape2<double>& b) {
    EXPECT_EQ(-0x1p-60, std::get<Aabb2<double>>(b).min.x);
    return says(Relation::overlapping);
  };
  const auto rounded = [](Query, const Shape2<double>& a, const Shape2<double>&) {
    EXPECT_EQ(double{1.0F / 3}, std::get<Aabb2<double>>(a).max.y);
    return says(Relation::touching);
  };
  FakeSubject exact({.name = "f", .scalar = Scalar::float32}, bit(Query::relation), touching_floats);
  EXPECT_EQ(std::vector<std::string>{"f.relation right"}, examined(scene, {&exact}));
  FakeSubject inexact({.name = "f", .scalar = Scalar::float32}, bit(Query::relation), rounded);
  const Scene third = test::scene(box({0, 0}, {1, 1.0 / 3}), box({0, double{1.0F / 3}}, {1, 1}));
  EXPECT_EQ(std::vector<std::string>{"f.relation right"}, examined(third, {&inexact}));
}

TEST(Examine, ASceneThatOnlyRoundingSpoilsIsUnsupportedAndNotAsked) {
  int asked = 0;
  FakeSubject narrow({.name = "f", .scalar = Scalar::float32, .checks_input = true}, bit(Query::relation),
                     [&](const auto&...) { return ++asked, says(Relation::disjoint); });
  const Scene huge = test::scene(box({0, 0}, {1e300, 1}), test::point(0, 3));
  EXPECT_EQ(std::vector<std::string>{"f.relation unsupported"}, examined(huge, {&narrow}));
  EXPECT_EQ(0, asked);
}

TEST(Examine, WhatASubjectSaysItDoesNotAnswerIsNotCounted) {
  FakeSubject coy({.name = "coy"}, bit(Query::relation),
                  [](const auto&...) { return Answer{.status = Answer::Status::unsupported}; });
  EXPECT_TRUE(examined(boxes(1), {&coy}).empty());
}

TEST(Examine, EqualAnswersAreJudgedByEachSubjectsOwnBudget) {
  const auto ask = [](const auto&...) { return says(Relation::touching); };
  FakeSubject lenient({.name = "lenient", .budget = {.rounding_u = 4}}, bit(Query::relation), ask);
  FakeSubject strict({.name = "strict", .exact_relation = true, .budget = {.rounding_u = 4}},
                     bit(Query::relation), ask);
  FakeSubject slack({.name = "slack", .budget = {.slop = 1}}, bit(Query::relation), ask);
  const std::vector<std::string> expected{"lenient.relation rounding", "strict.relation wrong",
                                          "slack.relation rounding"};
  EXPECT_EQ(expected, examined(boxes(test::kU), {&lenient, &strict, &slack}));
}

TEST(Examine, JudgementsDoNotOutliveTheirScene) {
  FakeSubject subject({.name = "s"}, bit(Query::relation),
                      [](const auto&...) { return says(Relation::disjoint); });
  std::vector<Subject*> subjects{&subject};
  Examiner examiner(subjects, kAllQueries);
  std::vector<Outcome> outcomes;
  for (const double gap : {1.0, -1.0, 1.0})
    examiner.examine(boxes(gap),
                     [&](auto, auto, const Answer&, const Verdict& v) { outcomes.push_back(v.outcome); });
  EXPECT_EQ((std::vector{Outcome::right, Outcome::wrong, Outcome::right}), outcomes);
}

/// Answers one call by a crash instead of making it.
class KnownCrash final : public CallWatch {
 public:
  explicit KnownCrash(std::optional<Query> query) : query_(query) {}
  Answer::Status before(std::size_t subject, std::optional<Query> query) override {
    return subject == 0 && query == query_ ? Answer::Status::crashed : Answer::Status::ok;
  }
  void after() override {}

 private:
  std::optional<Query> query_;
};

TEST(Examine, ACallKnownToCrashIsNotMadeAndTheOthersAre) {
  const auto ask = [](Query query, const auto&...) {
    EXPECT_NE(Query::relation, query);
    return Answer{.distance = 1.0};
  };
  FakeSubject fragile({.name = "fragile"}, bit(Query::relation) | bit(Query::distance), ask);
  KnownCrash watch(Query::relation);
  const std::vector<std::string> expected{"fragile.relation crashed", "fragile.distance right"};
  EXPECT_EQ(expected, examined(boxes(1), {&fragile}, kAllQueries, &watch));
}

TEST(Examine, ACrashWhilePreparingIsOneOfTheFirstQueryAsked) {
  const auto never = [](const auto&...) -> Answer { return ADD_FAILURE(), Answer{}; };
  FakeSubject fragile({.name = "fragile"}, bit(Query::area), never);
  fragile.on_prepare = [](const auto&...) { ADD_FAILURE(); };
  FakeSubject sound({.name = "sound"}, bit(Query::area), [](const auto&...) { return Answer{.area = 0.0}; });
  KnownCrash watch(std::nullopt);
  const std::vector<std::string> expected{"fragile.distance crashed", "sound.area right"};
  EXPECT_EQ(expected,
            examined(boxes(1), {&fragile, &sound}, bit(Query::distance) | bit(Query::area), &watch));
}

}  // namespace
}  // namespace touchstone
