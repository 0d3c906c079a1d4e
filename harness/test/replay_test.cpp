#include "harness/replay.hpp"

#include <gtest/gtest.h>

#include "harness/test/fake_subject.hpp"

namespace touchstone {
namespace {

using nlohmann::ordered_json;
using test::boxes;
using test::FakeSubject;

ordered_json replayed(const Scene& scene, std::vector<Subject*> subjects = {}, bool all_queries = false) {
  return to_json(replay(scene, subjects, all_queries), "f.jsonl", 3);
}

TEST(Replay, TellsTheTruthOfTheSceneWhateverItsQuery) {
  const ordered_json truth = replayed(boxes(-1))["truth"];
  EXPECT_EQ("overlapping", truth["relation"]);
  EXPECT_EQ("piercing", truth["kind"]);
  EXPECT_EQ(ordered_json::parse(R"({"sign":-1,"lo":-1.0,"hi":-1.0,"squared":"1/1"})"), truth["separation"]);
  EXPECT_EQ(0.0, truth["distance"]);
  EXPECT_EQ(1.0, truth["depth"]);
  EXPECT_EQ(ordered_json::parse("[[1.0,0.0]]"), truth["mtv"]);
  EXPECT_EQ(8.0, truth["area"]);
  EXPECT_EQ("8/1", truth["area_exact"]);
  EXPECT_FALSE(truth.contains("location"));
}

TEST(Replay, InapplicableFieldsAreAbsent) {
  const ordered_json apart = replayed(boxes(1))["truth"];
  EXPECT_EQ(1.0, apart["distance"]);
  EXPECT_FALSE(apart.contains("depth"));
  EXPECT_FALSE(apart.contains("mtv"));
  const ordered_json point = replayed(test::scene(test::point(0, 0), test::box({-1, -1}, {1, 1})))["truth"];
  EXPECT_EQ("inside", point["location"]);
  EXPECT_FALSE(point.contains("area"));
  EXPECT_FALSE(point.contains("kind"));
}

TEST(Replay, ScalarsAreRoundedOrNamed) {
  const ordered_json huge = replayed(test::scene(test::point(-1.5e308, 0), test::point(1.5e308, 0)))["truth"];
  EXPECT_EQ("inf", huge["distance"]);
  const ordered_json tiny =
      replayed(test::scene(test::box({0, 0}, {1e-300, 1e-300}), test::box({0, 0}, {1, 1})))["truth"];
  EXPECT_EQ("tiny", tiny["area"]);
  const ordered_json root = replayed(test::scene(test::point(0, 0), test::point(1, 1)))["truth"];
  EXPECT_EQ(1.4142135623730951, root["distance"]);
}

TEST(Replay, TellsWhatARayHits) {
  const ordered_json hit =
      replayed(test::raycast(test::circle({5, 0}, 1), test::ray({0, 0}, {2, 0})))["truth"];
  EXPECT_EQ(ordered_json::parse(R"({"hit":true,"t":2.0,"point":[4.0,0.0],"normal":[-1.0,0.0]})"), hit);
  const ordered_json inside =
      replayed(test::raycast(test::circle({0, 0}, 1), test::ray({0, 0}, {2, 0})))["truth"];
  EXPECT_EQ(ordered_json::parse(R"({"hit":true,"t":0.0,"point":[0.0,0.0]})"), inside);
  const ordered_json miss =
      replayed(test::raycast(test::circle({0, 3}, 1), test::ray({0, 0}, {2, 0})))["truth"];
  EXPECT_EQ(ordered_json::parse(R"({"hit":false})"), miss);
}

TEST(Replay, InfinitelyManyMtvsAreNull) {
  const ordered_json truth = replayed(test::scene(test::circle({0, 0}, 1), test::circle({0, 0}, 1)))["truth"];
  EXPECT_TRUE(truth.contains("mtv") && truth["mtv"].is_null()) << truth;
  EXPECT_EQ(2.0, truth["depth"]);
}

TEST(Replay, WhatIsNotDecidedIsToldAsSuch) {
  const ReplayRecord record =
      replay(test::scene(test::ray({0, 0}, {1, 0}), test::ray({0, 1}, {1, 0})), {}, false);
  EXPECT_EQ(ReplayStatus::undecided, record.status);
  EXPECT_FALSE(record.failed());
  EXPECT_EQ("undecided", to_json(record, "f.jsonl", 3)["truth"]["status"]);
}

TEST(Replay, AnInvalidSceneHasAReason) {
  const ordered_json record = replayed(test::scene(test::box({1, 1}, {0, 0}), test::point(0, 0)));
  EXPECT_EQ("invalid_input", record["status"]);
  EXPECT_EQ(record["reason"], record["truth"]["reason"]);
  EXPECT_EQ(0U, record["reason"].get<std::string>().find("a: "));
  EXPECT_FALSE(record["truth"].contains("relation"));
}

std::vector<std::string> differs(Scene scene, const Expectation& expect) {
  scene.expect = expect;
  return replay(scene, {}, false).differs;
}

TEST(ReplayExpectation, EveryStatedFieldIsCompared) {
  using Fields = std::vector<std::string>;
  EXPECT_EQ(Fields{}, differs(boxes(-1), {}));
  EXPECT_EQ(Fields{"status"}, differs(boxes(-1), {.status = "invalid_input"}));
  EXPECT_EQ(Fields{"relation"}, differs(boxes(-1), {.relation = Relation::touching}));
  EXPECT_EQ(Fields{"kind"}, differs(boxes(-1), {.kind = Kind::vertex_inside}));
  EXPECT_EQ(Fields{"distance"}, differs(boxes(-1), {.distance = 5e-324}));
  EXPECT_EQ(Fields{"depth"}, differs(boxes(-1), {.depth = 1 + 0x1p-52}));
  EXPECT_EQ(Fields{"location"}, differs(boxes(-1), {.location = Location::inside}));
  EXPECT_EQ(Fields{"area"}, differs(boxes(-1), {.area = 8 + 0x1p-49}));
  EXPECT_EQ(Fields{"hit"}, differs(boxes(-1), {.hit = true}));
  EXPECT_EQ(Fields{"t"}, differs(boxes(-1), {.t = 0}));
  EXPECT_EQ(Fields{"depth"}, differs(boxes(1), {.depth = 0}));
}

TEST(ReplayExpectation, MtvsAreASet) {
  using Vectors = std::vector<Coordinates>;
  const Scene equal = test::scene(test::box({-1, -1}, {1, 1}), test::box({-1, -1}, {1, 1}));
  EXPECT_TRUE(differs(equal, {.mtv = Vectors{{0, 2}, {2, 0}, {-2, 0}, {0, -2}}}).empty());
  const std::vector<std::string> mtv{"mtv"};
  EXPECT_EQ(mtv, differs(equal, {.mtv = Vectors{{0, 2}, {2, 0}, {-2, 0}}}));
  EXPECT_EQ(mtv, differs(equal, {.mtv = Vectors{{0, 2}, {2, 0}, {-2, 0}, {-2, 0}}}));
  EXPECT_EQ(mtv, differs(equal, {.mtv_is_null = true}));
  EXPECT_EQ(mtv, differs(boxes(1), {.mtv = Vectors{}}));
}

const Scene kCast = test::raycast(test::circle({5, 0}, 1), test::ray({0, 0}, {2, 0}));

TEST(ReplayExpectation, HitAndTAreThoseOfTheRay) {
  using Fields = std::vector<std::string>;
  EXPECT_EQ(Fields{}, differs(kCast, {.hit = true, .t = 2}));
  EXPECT_EQ((Fields{"hit"}), differs(kCast, {.hit = false}));
  EXPECT_EQ(Fields{"t"}, differs(kCast, {.t = 2 + 0x1p-51}));
  EXPECT_EQ(Fields{"relation"}, differs(kCast, {.relation = Relation::overlapping}));
  const Scene miss = test::raycast(test::circle({5, 2}, 1), test::ray({0, 0}, {2, 0}));
  EXPECT_EQ(Fields{}, differs(miss, {.hit = false}));
  EXPECT_EQ((Fields{"hit", "t"}), differs(miss, {.hit = true, .t = 2}));
  const Scene tangent = test::raycast(test::ray({0, 0}, {2, 0}), test::circle({5, 1}, 1));
  EXPECT_EQ(Fields{}, differs(tangent, {.hit = true, .t = 2.5}));
}

TEST(ReplayExpectation, NullIsASetOfInfinitelyManyMtvs) {
  const Scene concentric = test::scene(test::circle({1, 2}, 1), test::circle({1, 2}, 3));
  EXPECT_TRUE(differs(concentric, {.depth = 4, .mtv_is_null = true}).empty());
  const std::vector<std::string> mtv{"mtv"};
  EXPECT_EQ(mtv, differs(concentric, {.mtv = std::vector<Coordinates>{{4, 0}}}));
  const Scene beside = test::scene(test::circle({0, 0}, 1), test::circle({1, 0}, 1));
  EXPECT_EQ(mtv, differs(beside, {.mtv_is_null = true}));
  EXPECT_TRUE(differs(beside, {.mtv = std::vector<Coordinates>{{1, 0}}}).empty());
}

TEST(ReplayExpectation, OfAnInvalidSceneIsItsStatus) {
  const Scene invalid = test::scene(test::box({1, 1}, {0, 0}), test::point(0, 0));
  EXPECT_TRUE(differs(invalid, {.status = "invalid_input"}).empty());
  EXPECT_EQ(std::vector<std::string>{"status"}, differs(invalid, {.relation = Relation::disjoint}));
}

TEST(Replay, RecordsEveryAnswerWithItsVerdict) {
  FakeSubject subject({.name = "test.wrong"}, bit(Query::relation) | bit(Query::distance), [](auto...) {
    return Answer{.relation = Relation::touching, .distance = 1.0, .iterations = 7};
  });
  ordered_json asked = replayed(boxes(1), {&subject})["subjects"];
  EXPECT_NEAR(1 / test::kU, asked[0]["error_u"], 1);
  asked[0].erase("error_u");
  EXPECT_EQ(ordered_json::parse(R"([{"subject":"test.wrong","query":"relation","answer":{"status":"ok",
      "relation":"touching","distance":1.0,"iterations":7},"verdict":"wrong",
      "signature":"relation.false_hit.test.wrong.aabb-aabb"}])"),
            asked);
  EXPECT_EQ(2U, replayed(boxes(1), {&subject}, true)["subjects"].size());
}

TEST(Replay, FailsForADifferenceOrAFailure) {
  FakeSubject subject({.name = "test"}, bit(Query::relation),
                      [](auto...) { return Answer{.relation = Relation::disjoint}; });
  const std::vector<Subject*> asked{&subject};
  EXPECT_FALSE(replay(boxes(1), asked, false).failed());
  EXPECT_TRUE(replay(boxes(-1), asked, false).failed());
  Scene expecting = boxes(1);
  expecting.expect = Expectation{.relation = Relation::touching};
  EXPECT_TRUE(replay(expecting, {}, false).failed());
}

}  // namespace
}  // namespace touchstone
