#include "harness/claims.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "harness/test/fake_subject.hpp"

namespace touchstone {
namespace {

NamedShape named(std::vector<Vec2<double>> points) {
  return {"", test::polygon(std::move(points)), 0, 0};
}

/// Two squares that overlap, and one far away.
ClaimInputs small_run() {
  return {.seed = 1,
          .scenes = 600,
          .map_shapes = {named({{0, 0}, {4, 0}, {4, 4}, {0, 4}}), named({{3, 3}, {7, 3}, {7, 7}, {3, 7}}),
                         named({{90, 90}, {94, 90}, {94, 94}, {90, 94}})}};
}

class Claims : public testing::Test {
 protected:
  static const Experiment& of(const std::string& id) {
    static const std::vector<Experiment> all = test_claims(small_run());
    for (const Experiment& e : all)
      if (e.id == id) return e;
    ADD_FAILURE() << id;
    return all.front();
  }
};

/// The number that the cell of a table begins with.
double number(const std::string& cell) {
  return std::strtod(cell.c_str(), nullptr);
}

TEST_F(Claims, EachTellsItsFindingAndFullRows) {
  for (const char* id : {"four_axes", "fifteen_axes", "push_out", "angular_span", "octagon", "half_rotation",
                         "first_pass", "ring_reduction"}) {
    const Experiment& e = of(id);
    EXPECT_FALSE(e.claim.empty() || e.finding.empty()) << id;
    for (const auto& row : e.rows) EXPECT_EQ(row.size(), e.head.size()) << id;
  }
}

TEST_F(Claims, FourAxesSayExactlyWhatTheGeneralTestSays) {
  const Experiment& e = of("four_axes");
  EXPECT_TRUE(e.holds) << e.finding;
  ASSERT_EQ(e.rows.size(), 2U);
  EXPECT_GT(number(e.rows[0][1]), 400);  // scenes asked
  EXPECT_EQ(e.rows[0][2], "0");
  EXPECT_EQ(e.rows[0][3] + e.rows[0][4], "0 %0 %");  // wrong
  EXPECT_GT(number(e.rows[1][1]), 100);
  EXPECT_GT(number(e.rows[1][2]), 0);  // as published
}

TEST_F(Claims, FifteenAxesSayExactlyWhatTheGeneralTestSays) {
  const Experiment& e = of("fifteen_axes");
  EXPECT_TRUE(e.holds) << e.finding;
  EXPECT_GT(number(e.rows[0][1]), 400);
  EXPECT_EQ(e.rows[0][2], "0");
  EXPECT_EQ(e.rows[0][3] + e.rows[0][4], "0 %0 %");
}

TEST_F(Claims, TheAngularSpanSaysExactlyWhatAxesSay) {
  const Experiment& e = of("angular_span");
  EXPECT_TRUE(e.holds) << e.finding;
  EXPECT_GT(number(e.rows[0][1]), 1200);
  EXPECT_EQ(e.rows[0][2], "0");
  EXPECT_EQ(e.rows[0][3] + e.rows[0][4], "0 %0 %");
}

TEST_F(Claims, ThePushOutIsAskedOfOverlappingRectangles) {
  const Experiment& e = of("push_out");
  EXPECT_EQ(e.finding.find("Of 0 pushes"), std::string::npos) << e.finding;
  EXPECT_TRUE(e.finding.starts_with("Of ")) << e.finding;
}

TEST_F(Claims, AnOctagonIsWrongAndMoreSidesAreLessWrong) {
  const Experiment& e = of("octagon");
  EXPECT_FALSE(e.holds);
  ASSERT_EQ(e.rows.size(), 7U);
  EXPECT_EQ(e.rows[2][0], "8");
  EXPECT_GT(number(e.rows[2][1]), 0) << e.finding;
  for (const std::size_t worst : {2U, 4U, 6U, 8U})
    EXPECT_LT(number(e.rows[6][worst]), number(e.rows[0][worst]) / 4) << worst;
  // An octagon in a circle misses 1 - cos(pi / 8) of the radius; two circles of at most twice the smaller
  // radius.
  EXPECT_LT(number(e.rows[2][2]), 3 * (1 - std::cos(3.141592653589793 / 8)) + 0.01);
}

TEST_F(Claims, HalfRotationGivesTheSameVertices) {
  const Experiment& e = of("half_rotation");
  EXPECT_TRUE(e.holds);
  EXPECT_TRUE(e.finding.starts_with("6000 of 6000 vertices")) << e.finding;  // 600 times 4 and 6
}

TEST_F(Claims, TheFirstPassOfTheCoreLosesNoHit) {
  const Experiment& e = of("first_pass");
  EXPECT_TRUE(e.holds) << e.finding;
  ASSERT_EQ(e.rows.size(), 2U);
  const std::vector<std::string> map(e.rows[0].begin() + 1, e.rows[0].end());
  EXPECT_EQ(map, (std::vector<std::string>{"3", "1", "3.0", "1", "0", "0"}));
  EXPECT_EQ(e.rows[1][1], "1998000");  // four times all pairs of 1,000
  EXPECT_GT(number(e.rows[1][3]), 100);
  EXPECT_GT(number(e.rows[1][4]), 1000);
  EXPECT_GE(number(e.rows[1][2]), number(e.rows[1][4]));
  EXPECT_EQ(e.rows[1][6], "0");
}

TEST_F(Claims, TheRingReductionIsRight) {
  const Experiment& e = of("ring_reduction");
  EXPECT_TRUE(e.holds) << e.finding;
  EXPECT_NE(e.finding.find("all but 0 of 57"), std::string::npos) << e.finding;
}

TEST_F(Claims, TheSameInputsGiveTheSameFigures) {
  for (const Experiment& again : test_claims(small_run())) {
    EXPECT_EQ(again.finding, of(again.id).finding);
    EXPECT_EQ(again.rows, of(again.id).rows);
  }
}

TEST(ClaimsWithoutAMap, CountNoPairsOfCountries) {
  const std::vector<Experiment> all = test_claims({.seed = 2, .scenes = 30});
  ASSERT_EQ(all[6].id, "first_pass");
  EXPECT_EQ(all[6].rows[0][1], "0");
}

}  // namespace
}  // namespace touchstone
