// Replays of scenes in space: the truth as JSON, and expectations.
#include <gtest/gtest.h>

#include <limits>
#include <set>

#include "harness/replay.hpp"
#include "harness/test/fake_space.hpp"

namespace touchstone {
namespace {

using nlohmann::ordered_json;
using test::space::boxes;
namespace space = test::space;
using Fields = std::vector<std::string>;

ordered_json replayed(const Scene& scene, std::vector<Subject*> subjects = {}, bool all_queries = false) {
  return to_json(replay(scene, subjects, all_queries), "f.jsonl", 3);
}
ordered_json truth_of(const Scene& scene) {
  return replayed(scene)["truth"];
}
ordered_json json(const char* text) {
  return ordered_json::parse(text);
}

TEST(ReplayInSpace, TellsTheTruthOfAnOverlap) {
  const ordered_json truth = truth_of(boxes(-1));
  EXPECT_EQ("overlapping", truth["relation"]);
  EXPECT_EQ(json(R"({"sign":-1,"lo":-1.0,"hi":-1.0,"squared":"1/1"})"), truth["separation"]);
  EXPECT_EQ(0.0, truth["distance"]);
  EXPECT_EQ(1.0, truth["depth"]);
  EXPECT_EQ(json("[[0.0,0.0,1.0]]"), truth["mtv"]);
  EXPECT_EQ(truth["closest"][0], truth["closest"][1]);
  EXPECT_EQ(3u, truth["closest"][0].size());
  for (const char* absent : {"kind", "area", "area_exact", "location", "hit"})
    EXPECT_FALSE(truth.contains(absent)) << absent;
}

TEST(ReplayInSpace, TellsTheTruthOfAGap) {
  const ordered_json truth = truth_of(space::scene(space::point({0, 0, 0}), space::point({1, 1, 1})));
  EXPECT_EQ("disjoint", truth["relation"]);
  EXPECT_EQ(1.7320508075688772, truth["distance"]);
  EXPECT_EQ("3/1", truth["separation"]["squared"]);
  EXPECT_EQ(json("[[0.0,0.0,0.0],[1.0,1.0,1.0]]"), truth["closest"]);
  EXPECT_EQ("outside", truth["location"]);
  EXPECT_FALSE(truth.contains("depth") || truth.contains("mtv"));
}

TEST(ReplayInSpace, ATouchHasDepthZeroAndTheZeroVector) {
  const ordered_json truth = truth_of(boxes(0));
  EXPECT_EQ("touching", truth["relation"]);
  EXPECT_EQ(0, truth["separation"]["sign"]);
  EXPECT_EQ(0.0, truth["depth"]);
  EXPECT_EQ(json("[[0.0,0.0,0.0]]"), truth["mtv"]);
}

TEST(ReplayInSpace, ScalarsAreRoundedOrNamed) {
  const ordered_json huge =
      truth_of(space::scene(space::point({-1.5e308, 0, 0}), space::point({1.5e308, 0, 0})));
  EXPECT_EQ("inf", huge["distance"]);
}

TEST(ReplayInSpace, InfinitelyManyMtvsAreNull) {
  const ordered_json truth = truth_of(space::scene(space::sphere({1, 2, 3}, 1), space::sphere({1, 2, 3}, 1)));
  EXPECT_TRUE(truth.contains("mtv") && truth["mtv"].is_null()) << truth;
  EXPECT_EQ(2.0, truth["depth"]);
}

TEST(ReplayInSpace, HalfSpacesThatNothingSeparatesAreInfinitelyDeep) {
  const ordered_json truth = truth_of(space::scene(space::plane({0, 0, 1}, 0), space::plane({1, 0, 0}, 0)));
  EXPECT_EQ("overlapping", truth["relation"]);
  EXPECT_EQ("inf", truth["depth"]);
  EXPECT_EQ(-1, truth["separation"]["sign"]);
  EXPECT_FALSE(truth.contains("mtv") && !truth["mtv"].empty()) << truth;
}

TEST(ReplayInSpace, TellsWhatARayHits) {
  const OwnedShape ray = space::ray({0, 0, 9}, {0, 0, -2});
  EXPECT_EQ(json(R"({"hit":true,"t":4.0,"point":[0.0,0.0,1.0],"normal":[0.0,0.0,1.0]})"),
            truth_of(space::raycast(space::sphere({0, 0, 0}, 1), ray)));
  EXPECT_EQ(json(R"({"hit":true,"t":0.0,"point":[0.0,0.0,9.0]})"),
            truth_of(space::raycast(space::sphere({0, 0, 9}, 1), ray)));
  EXPECT_EQ(json(R"({"hit":false})"), truth_of(space::raycast(space::sphere({3, 0, 0}, 1), ray)));
  EXPECT_EQ(json(R"({"hit":true,"t":4.5,"point":[0.0,0.0,0.0],"normal":[0.0,0.0,1.0]})"),
            truth_of(space::raycast(space::plane({0, 0, 5}, 0), ray)));
}

TEST(ReplayInSpace, AnInvalidSceneHasAReason) {
  const ordered_json record = replayed(space::scene(space::point({0, 0, 0}), space::plane({0, 0, 0}, 1)));
  EXPECT_EQ("invalid_input", record["status"]);
  EXPECT_EQ("b: normal is zero", record["reason"]);
  EXPECT_EQ(json(R"({"status":"invalid_input","reason":"b: normal is zero"})"), record["truth"]);
}

TEST(ReplayInSpace, WhatIsNotDecidedIsToldAsSuch) {
  const ReplayRecord record =
      replay(space::scene(space::ray({0, 0, 0}, {1, 0, 0}), space::ray({0, 1, 0}, {1, 0, 0})), {}, false);
  EXPECT_EQ(ReplayStatus::undecided, record.status);
  EXPECT_EQ("undecided", record.verdict_of_truth());
  EXPECT_FALSE(record.failed());
}

TEST(ReplayInSpace, TheVerdictOfTheTruthIsOneWord) {
  const auto word = [](const Scene& scene) {
    return std::string(replay(scene, {}, false).verdict_of_truth());
  };
  EXPECT_EQ("touching", word(boxes(0)));
  EXPECT_EQ("hit", word(space::raycast(space::point({0, 0, 1}), space::ray({0, 0, 0}, {0, 0, 1}))));
  EXPECT_EQ("miss", word(space::raycast(space::point({0, 1, 1}), space::ray({0, 0, 0}, {0, 0, 1}))));
  EXPECT_EQ("invalid_input", word(space::scene(space::hull({}), space::point({0, 0, 0}))));
}

TEST(ReplayInSpace, AnswersHaveThreeNumbersAPointAndSignaturesNameSpace) {
  space::FakeSubject subject({.name = "test.wrong"}, bit(Query::distance), [](auto...) {
    return Answer{.distance = 1.0, .closest = Answer::ClosestPoints{{1, 2, 3}, {4, 5, 6}}, .iterations = 7};
  });
  Scene scene = space::scene(space::sphere({0, 0, 0}, 1), space::cylinder({8, 0, 0}, {9, 0, 0}, 1));
  scene.query = Query::distance;
  const ordered_json row = replayed(scene, {&subject})["subjects"][0];
  EXPECT_EQ(json("[[1.0,2.0,3.0],[4.0,5.0,6.0]]"), row["answer"]["closest"]) << row;
  EXPECT_EQ("wrong", row["verdict"]);
  EXPECT_EQ("distance.distance_error.test.wrong.sphere_xyz-cylinder_xyz", row["signature"]);
}

TEST(ReplayInSpace, AllQueriesAreThoseOfSpace) {
  space::FakeSubject subject({.name = "test"}, kAllQueries,
                             [](auto...) { return Answer{.relation = Relation::touching}; });
  const ordered_json record = replayed(boxes(0), {&subject}, true);
  std::set<std::string> asked;
  for (const auto& row : record["subjects"]) asked.insert(row["query"]);
  EXPECT_FALSE(asked.contains("kind") || asked.contains("area"));
  EXPECT_TRUE(asked.contains("relation") && asked.contains("penetration"));
}

Fields differs(Scene scene, const Expectation& expect) {
  scene.expect = expect;
  return replay(scene, {}, false).differs;
}

TEST(ReplayExpectationInSpace, EveryStatedFieldIsCompared) {
  EXPECT_EQ(Fields{}, differs(boxes(-1), {.relation = Relation::overlapping, .distance = 0, .depth = 1}));
  EXPECT_EQ(Fields{"status"}, differs(boxes(-1), {.status = "invalid_input"}));
  EXPECT_EQ(Fields{"relation"}, differs(boxes(-1), {.relation = Relation::touching}));
  EXPECT_EQ(Fields{"distance"}, differs(boxes(-1), {.distance = 5e-324}));
  EXPECT_EQ(Fields{"depth"}, differs(boxes(-1), {.depth = 1 + 0x1p-52}));
  EXPECT_EQ(Fields{"depth"}, differs(boxes(1), {.depth = 0}));
  EXPECT_EQ(Fields{"location"}, differs(boxes(-1), {.location = Location::inside}));
  EXPECT_EQ((Fields{"hit", "t"}), differs(boxes(-1), {.hit = true, .t = 0}));
}

TEST(ReplayExpectationInSpace, AnInfiniteDepthIsExpectedAsSuch) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const Scene planes = space::scene(space::plane({0, 0, 1}, 0), space::plane({1, 0, 0}, 0));
  EXPECT_EQ(Fields{}, differs(planes, {.depth = kInfinity}));
  EXPECT_EQ(Fields{"depth"}, differs(planes, {.depth = 1}));
  EXPECT_EQ(Fields{"depth"}, differs(boxes(-1), {.depth = kInfinity}));
}

TEST(ReplayExpectationInSpace, MtvsAreASet) {
  using Vectors = std::vector<Coordinates>;
  const Scene equal = space::scene(space::box({-1, -1, -1}, {1, 1, 2}), space::box({-1, -1, -1}, {1, 1, 2}));
  EXPECT_EQ(Fields{}, differs(equal, {.mtv = Vectors{{0, 2, 0}, {2, 0, 0}, {-2, 0, 0}, {0, -2, 0}}}));
  EXPECT_EQ(Fields{"mtv"}, differs(equal, {.mtv = Vectors{{0, 2, 0}, {2, 0, 0}, {-2, 0, 0}}}));
  EXPECT_EQ(Fields{"mtv"}, differs(equal, {.mtv = Vectors{{0, 2, 0}, {2, 0, 0}, {-2, 0, 0}, {0, -2, 1}}}));
  EXPECT_EQ(Fields{"mtv"}, differs(equal, {.mtv_is_null = true}));
  const Scene balls = space::scene(space::sphere({0, 0, 0}, 1), space::sphere({0, 0, 0}, 1));
  EXPECT_EQ(Fields{}, differs(balls, {.mtv_is_null = true}));
}

TEST(ReplayExpectationInSpace, HitAndTAreThoseOfTheRay) {
  const Scene cast = space::raycast(space::sphere({5, 0, 0}, 1), space::ray({0, 0, 0}, {2, 0, 0}));
  EXPECT_EQ(Fields{}, differs(cast, {.hit = true, .t = 2}));
  EXPECT_EQ(Fields{"hit"}, differs(cast, {.hit = false}));
  EXPECT_EQ(Fields{"t"}, differs(cast, {.t = 2 + 0x1p-51}));
  EXPECT_EQ(Fields{"relation"}, differs(cast, {.relation = Relation::overlapping}));
}

}  // namespace
}  // namespace touchstone
