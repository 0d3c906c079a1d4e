// Every law, for every subject of our own core, on scenes of every stratum.
#include <gtest/gtest.h>

#include "harness/subjects/subjects.hpp"
#include "properties/health.hpp"

namespace touchstone::properties {
namespace {

/// Share of drawn scenes on which a law must really have been asked of a subject: SAT answers convex pairs
/// only, EPA only penetration; laws on MTVs need an overlap.
constexpr double kLeastAsked = 0;

Subjects& core() {
  static Subjects subjects = core_subjects();
  return subjects;
}

class Law : public testing::TestWithParam<NamedLaw> {};

TEST_P(Law, HoldsForEverySubjectOfTheCore) {
  for (const auto& subject : core()) {
    const bool needs_mtv = GetParam().number == 3 || GetParam().number == 4;
    if (needs_mtv && subject->info().name.starts_with("core.gjk")) continue;
    expect_law(std::string(GetParam().name) + " " + subject->info().name, kLeastAsked,
               [&](const Scene& scene) { return GetParam().law(scene, *subject); });
  }
}

INSTANTIATE_TEST_SUITE_P(All, Law, testing::ValuesIn(kLaws),
                         [](const auto& info) { return info.param.name; });

TEST(Agreement, SatGjkAndEpaGiveTheSameVerdict) {
  for (std::size_t i = 0; i < core().size(); ++i)
    for (std::size_t j = i + 1; j < core().size(); ++j) {
      if (core()[i]->info().scalar != core()[j]->info().scalar) continue;
      expect_law(core()[i]->info().name + " and " + core()[j]->info().name + " agree", kLeastAsked,
                 [&](const Scene& scene) { return law_same_answer(scene, *core()[i], *core()[j]); });
    }
}

TEST(Oracle, SaysWhatTheWitnessSays) {
  expect_law("the oracle says what the witness says", kLeastAsked, law_oracle_equals_witness);
}

TEST(Oracle, CheaperTiersNeverContradict) {
  expect_law("a cheaper tier of the oracle never contradicts", 0.9, law_tiers_agree);
}

TEST(Validity, CoreAndOracleAgree) {
  expect_law("core and oracle agree which shapes are valid", 1, law_validity);
}

TEST(Validity, CoreAndOracleAgreeOnInvalidScenes) {
  expect_law("core and oracle agree which shapes of invalid scenes are valid", 1, law_validity,
             [](Stratum stratum, PairClass) { return stratum == Stratum::invalid; });
}

}  // namespace
}  // namespace touchstone::properties
