#include "properties/health.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <sstream>
#include <vector>

namespace touchstone::properties {
namespace {

struct Cell {
  Stratum stratum;
  PairClass pair;
};

std::vector<Cell> cells_of(Wanted wanted) {
  std::vector<Cell> cells;
  for (int s = 0; s < kGeneratedStratumCount; ++s)
    for (const PairClass pair : kPairClasses) {
      const auto stratum = static_cast<Stratum>(s);
      if (applies(stratum, pair) && (wanted == nullptr || wanted(stratum, pair)))
        cells.push_back({stratum, pair});
    }
  return cells;
}

/// RapidCheck is the engine; the scenes are ours: it draws a cell of the strata and a number.
struct Drawn {
  Cell cell;
  std::uint64_t index;
};

rc::Gen<Drawn> drawn(const std::vector<Cell>& cells) {
  // At its nominal size RapidCheck draws from the whole range.
  return rc::gen::noShrink(rc::gen::resize(
      rc::kNominalSize,
      rc::gen::construct<Drawn>(rc::gen::elementOf(cells), rc::gen::inRange<std::uint64_t>(0, 1000000))));
}

std::string id_of(const Drawn& drawn) {
  return scene_id(drawn.cell.stratum, drawn.cell.pair, 1, drawn.index);
}

std::ostream& operator<<(std::ostream& out, const Drawn& drawn) {
  return out << id_of(drawn);
}

}  // namespace

std::string rc_params_problem() {
  const char* text = std::getenv("RC_PARAMS");
  if (text == nullptr) return {};
  std::istringstream words(text);
  std::string word;
  while (words >> word) {
    const std::string key = word.substr(0, word.find('='));
    const std::string value = word.find('=') == std::string::npos ? "" : word.substr(word.find('=') + 1);
    static const std::vector<std::string> known = {
        "seed",     "max_success", "max_size",         "max_discard_ratio",
        "noshrink", "reproduce",   "verbose_progress", "verbose_shrinking"};
    if (std::find(known.begin(), known.end(), key) == known.end())
      return fmt::format("RC_PARAMS: unknown key \"{}\"", key);
    if (key == "max_success" && value == "0") return "RC_PARAMS: max_success=0 checks nothing";
  }
  return {};
}

void expect_law(const std::string& sentence, double least_asked,
                const std::function<LawResult(const Scene&)>& law, Wanted wanted) {
  const std::string problem = rc_params_problem();
  ASSERT_TRUE(problem.empty()) << problem;
  const std::vector<Cell> cells = cells_of(wanted);
  double cases = 0;
  double asked = 0;
  Scene scene;
  const bool holds = rc::check(sentence, [&] {
    const Drawn d = *drawn(cells);
    generate(d.cell.stratum, d.cell.pair, 1, d.index, scene);
    scene.id = id_of(d);
    const LawResult result = law(scene);
    ++cases;
    if (result.outcome != LawResult::Outcome::not_asked) ++asked;
    if (result.outcome == LawResult::Outcome::violated) RC_FAIL(result.message);
  });
  EXPECT_TRUE(holds) << "replay the scene printed above: write its line to scene.jsonl, then\n"
                     << "./touchstone replay --all-queries scene.jsonl";
  if (!holds) return;  // the run ended early: its shares mean nothing
  ASSERT_GT(cases, 0);
  fmt::print("asked of {:.1f} % of {} scenes\n", 100 * asked / cases, cases);
  const double deviation = std::sqrt(least_asked * (1 - least_asked) * cases);
  EXPECT_GE(asked, least_asked * cases - 3 * deviation) << "\"" << sentence << "\" was asked too seldom";
}

}  // namespace touchstone::properties
