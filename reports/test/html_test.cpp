#include "reports/html.hpp"

#include <gtest/gtest.h>

#include <regex>
#include <set>

#include "reports/page.hpp"
#include "reports/sections.hpp"
#include "reports/test/example.hpp"
#include "reports/text.hpp"

namespace touchstone::reports {
namespace {

/// The page without Chart.js.
std::string own_part(const Report& report) {
  std::string html = html_of(report);
  const std::string& library = chart_library();
  const std::size_t at = library.empty() ? std::string::npos : html.find(library);
  if (at != std::string::npos) html.erase(at, library.size());
  return html;
}

std::string data_of(const std::string& html) {
  const std::string start = "id=\"chart-data\">";
  const std::size_t from = html.find(start) + start.size();
  return html.substr(from, html.find("</script>", from) - from);
}

TEST(Html, HostileNamesRunNothing) {
  const std::string html = own_part(example_report());
  EXPECT_EQ(times(html, "<script"), 3u);
  EXPECT_EQ(times(html, "</script"), 3u);
  EXPECT_FALSE(holds(html, "<img"));
  EXPECT_TRUE(holds(html, "&lt;img src=x onerror=&#39;a&#39;&gt;{{body}}"));
}

TEST(Html, HostileAlgorithmNameStaysInsideTheData) {
  Report report = example_report();
  report.benchmark.push_back({"relation", kHostile, "mixed", 4, 1.0});
  const std::string html = own_part(report);
  EXPECT_EQ(times(html, "<script"), 3u);
  const auto data = nlohmann::json::parse(data_of(html));
  EXPECT_EQ(data["cost_mixed"]["lines"].back()["name"], kHostile);
}

TEST(Html, FetchesNothing) {
  const std::string html = std::regex_replace(own_part(example_report()), std::regex("xmlns=\"[^\"]*\""), "");
  EXPECT_FALSE(holds(html, "http://") || holds(html, "https://"));
  EXPECT_FALSE(holds(html, "@import") || holds(html, "<link") || holds(html, " src=\""));
  EXPECT_FALSE(std::regex_search(chart_library(), std::regex("(fetch|importScripts|XMLHttpRequest)\\(")));
}

TEST(Html, DataOfTheChartsAreThoseOfTheReport) {
  const auto data = nlohmann::json::parse(data_of(html_of(example_report())));
  EXPECT_EQ(data["cost_mixed"]["lines"].size(), 4u);
  EXPECT_EQ(data["cost_mixed"]["lines"][0]["name"], "naive_sat");
  EXPECT_EQ(data["cost_mixed"]["lines"][0]["points"][2], (nlohmann::json{{"x", 32}, {"y", 320.0}}));
  ASSERT_EQ(data["exactness"]["points"].size(), 2u);
  EXPECT_DOUBLE_EQ(data["exactness"]["points"][1]["y"], 33.0);
}

TEST(Html, TablesHoldTheCounters) {
  const std::string html = html_of(example_report());
  EXPECT_TRUE(holds(html, "670 (67.0 %)"));
  EXPECT_TRUE(holds(html, "30 (3.00 %)"));
  EXPECT_TRUE(holds(html, "3,345 (100 %)"));  // core over both strata, without unsupported
  EXPECT_TRUE(holds(html, ">12.5<"));
}

TEST(Html, EveryPlaceOfTheTemplateIsFilled) {
  const std::string html = own_part(example_report());
  for (const char* place :
       {"{{title}}", "{{style}}", "{{contents}}", "{{data}}", "{{library}}", "{{charts}}"})
    EXPECT_FALSE(holds(html, place)) << place;
}

TEST(Html, NoIdIsUsedTwice) {
  const std::string html = own_part(example_report());
  std::set<std::string> ids;
  const std::regex id(" id=\"([^\"]*)\"");
  for (auto at = std::sregex_iterator(html.begin(), html.end(), id); at != std::sregex_iterator(); ++at)
    EXPECT_TRUE(ids.insert((*at)[1]).second) << (*at)[1];
  EXPECT_TRUE(ids.count("chart-exactness") == 1 && ids.count("exactness") == 1);
}

TEST(Html, EveryChapterWithFiguresNamesItsCommand) {
  for (const Section& section : sections_of(example_report())) {
    bool figures = false, command = false;
    for (const Block& block : section.blocks) {
      figures = figures || std::holds_alternative<Table>(block) || std::holds_alternative<Chart>(block);
      command = command || std::holds_alternative<Command>(block);
    }
    EXPECT_TRUE(!figures || command) << section.title;
  }
}

TEST(EscapeMarkup, BrokenUtf8AndControlCharactersAreReplaced) {
  EXPECT_EQ(escape_markup("a\xC3\xA9\xE2\x82\xAC"), "a\xC3\xA9\xE2\x82\xAC");
  EXPECT_EQ(escape_markup("\xC0\xAF"), "\xEF\xBF\xBD\xEF\xBF\xBD");
  EXPECT_EQ(escape_markup("\xED\xA0\x80").find('\xED'), std::string::npos);
  EXPECT_EQ(escape_markup(std::string_view("\0\x1B", 2)), "\xEF\xBF\xBD\xEF\xBF\xBD");
}

TEST(Percent, IsNeverRoundedToAllOrNothing) {
  EXPECT_EQ(percent(0, 10), "0 %");
  EXPECT_EQ(percent(10, 10), "100 %");
  EXPECT_EQ(percent(999999, 1000000), "99.99 %");
  EXPECT_EQ(percent(1, 1000000), "0.0001 %");
}

}  // namespace
}  // namespace touchstone::reports
