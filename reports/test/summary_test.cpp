#include "reports/summary.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "reports/test/example.hpp"

namespace touchstone::reports {
namespace {

TEST(VerdictSummary, CountsOfTheResultsStandInTheirRow) {
  const std::string text = verdict_summary(example_results(), Grouping::none, 2.0);
  EXPECT_TRUE(holds(text, "3352 scenes in 2.0 s: 400 disjoint, 600 touching, 2352 overlapping, 0 invalid"));
  const std::size_t row = text.find("boost.intersects");
  const std::string line = text.substr(row, text.find('\n', row) - row);
  for (const char* number : {" 670", " 300", " 30", " 12.5"}) EXPECT_TRUE(holds(line, number)) << line;
}

TEST(ResultsJson, SumsAreThoseOfTheResults) {
  const auto json = nlohmann::json::parse(results_json(example_results(), 2.0));
  EXPECT_EQ(json["scenes"], 3352);
  EXPECT_EQ(json["counters"].size(), 6u);
  EXPECT_EQ(json["worst_error_u"][0]["error_u"], 12.5);
}

TEST(VerdictRows, WorstErrorAndUnsupportedAreKeptApart) {
  const auto rows = verdict_rows(example_results(), true);
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[0].worst_u, 12.5);
  EXPECT_EQ(rows[1].worst_u, 0);
  EXPECT_EQ(judged(rows[2].counts), 2345u);
  EXPECT_EQ(failures(rows[0].counts), 30u);
}

TEST(Ratios, AreQuotientsOfTheRows) {
  const auto list = ratios(example_report().benchmark);
  ASSERT_GE(list.size(), 4u);
  EXPECT_EQ(list[1].vertices, 8);
  EXPECT_DOUBLE_EQ(list[1].value, 48.0 / 80.0);
  EXPECT_DOUBLE_EQ(list[3].value, 50.0 / 432.125);
}

TEST(GrowthFit, IsOneForLinearAndZeroForConstantTime) {
  for (const Growth& g : growth(example_report().benchmark)) {
    if (g.algorithm == "naive_sat") {
      EXPECT_NEAR(g.exponent, 1, 1e-12);
    }
    if (g.algorithm == "oracle") {
      EXPECT_NEAR(g.exponent, 0, 1e-12);
    }
  }
  EXPECT_EQ(growth(example_report().benchmark).size(), 4u);
}

TEST(SummaryOf, NamesTheNumbers) {
  const std::string text = summary_of(example_report());
  EXPECT_TRUE(holds(text, "3,352 scenes")) << text;
  EXPECT_TRUE(holds(text, "failed 0 of 3,345 verdicts")) << text;
  EXPECT_TRUE(holds(text, "on 33.0 % of the near_touch")) << text;
  EXPECT_TRUE(holds(text, "0.60 times naive")) << text;
}

TEST(ParseBenchmark, ReadsTimePerPair) {
  const auto rows = parse_benchmark(
      R"({"benchmarks":[{"name":"relation/core.sat/mixed/8","run_type":"iteration","cpu_time":2.56,"time_unit":"us","pairs":256.0}]})");
  const auto& list = std::get<std::vector<BenchRow>>(rows);
  ASSERT_EQ(list.size(), 1u);
  EXPECT_EQ(list[0].algorithm, "core.sat");
  EXPECT_DOUBLE_EQ(list[0].nanoseconds, 10.0);
}

TEST(ParseBenchmark, WhatIsNoJsonIsAnError) {
  EXPECT_TRUE(std::holds_alternative<std::string>(parse_benchmark("{")));
  EXPECT_TRUE(std::holds_alternative<std::string>(parse_benchmark("{\"benchmarks\":[{}]}")));
}

TEST(MergedFindings, CountsAddUpAndTheSmallestSceneStays) {
  SweepRecord one{"one", "", {}}, two{"two", "", {}};
  Finding f;
  f.signature = "s";
  f.count = 3;
  f.size = 50;
  one.results.findings["s"] = f;
  f.count = 4;
  f.size = 20;
  two.results.findings["s"] = f;
  const auto all = merged_findings({one, two});
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].first.count, 7u);
  EXPECT_EQ(all[0].second, "two");
}

TEST(ReplayText, ControlCharactersOfASceneDoNotReachTheTerminal) {
  ReplayRecord record;
  record.scene.id = "a\x1b[31m\nb";
  const std::string text = replay_text(record, "f.jsonl", 1);
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_NE(text.find("f.jsonl:1 a?[31m?b (relation)"), std::string::npos) << text;
}

TEST(ShellQuoted, QuotesSurviveBash) {
  EXPECT_EQ(shell_quoted("it's"), "'it'\\''s'");
}

}  // namespace
}  // namespace touchstone::reports
