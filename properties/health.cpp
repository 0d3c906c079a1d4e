#include "properties/health.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstdlib>
#include <sstream>
#include <vector>

#include "harness/scene_json.hpp"
#include "harness/strata/registry.hpp"

namespace touchstone::properties {
namespace {

struct Cell {
  Stratum stratum;
  PairClass pair;
};

const std::vector<Cell>& cells() {
  static const std::vector<Cell> all = [] {
    std::vector<Cell> made;
    for (int s = 0; s < kGeneratedStratumCount; ++s)
      for (const PairClass pair : kPairClasses)
        if (applies(static_cast<Stratum>(s), pair)) made.push_back({static_cast<Stratum>(s), pair});
    return made;
  }();
  return all;
}

/// RapidCheck is the engine; the scenes are ours: it draws a cell of the strata and a number.
struct Drawn {
  std::size_t cell;
  std::uint64_t index;
};

rc::Gen<Drawn> drawn() {
  // At its nominal size RapidCheck draws from the whole range.
  return rc::gen::noShrink(rc::gen::resize(
      rc::kNominalSize, rc::gen::construct<Drawn>(rc::gen::inRange<std::size_t>(0, cells().size()),
                                                  rc::gen::inRange<std::uint64_t>(0, 1000000))));
}

std::ostream& operator<<(std::ostream& out, const Drawn& d) {
  return out << scene_id(cells()[d.cell].stratum, cells()[d.cell].pair, 1, d.index);
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
                const std::function<LawResult(const Scene&)>& law) {
  const std::string problem = rc_params_problem();
  ASSERT_TRUE(problem.empty()) << problem;
  std::uint64_t cases = 0;
  std::uint64_t asked = 0;
  Scene scene;
  const bool holds = rc::check(sentence, [&] {
    const Drawn d = *drawn();
    generate(cells()[d.cell].stratum, cells()[d.cell].pair, 1, d.index, scene);
    scene.id = scene_id(cells()[d.cell].stratum, cells()[d.cell].pair, 1, d.index);
    const LawResult result = law(scene);
    ++cases;
    if (result.outcome != LawResult::Outcome::not_asked) ++asked;
    if (result.outcome == LawResult::Outcome::violated) RC_FAIL(result.message);
  });
  EXPECT_TRUE(holds) << "replay the scene printed above: write its line to scene.jsonl, then\n"
                     << "./touchstone replay --all-queries scene.jsonl";
  ASSERT_GT(cases, 0U);
  EXPECT_GE(static_cast<double>(asked), least_asked * static_cast<double>(cases))
      << "the law was asked in " << asked << " of " << cases << " cases only";
}

}  // namespace touchstone::properties
