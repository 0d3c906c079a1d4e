// Every law, for every subject of our own core, on scenes of every stratum.
#include <gtest/gtest.h>

#include "harness/subjects/subjects.hpp"
#include "properties/health.hpp"

namespace touchstone::properties {
namespace {

/// Least shares of the scenes that a law must really be asked of: measured ones, rounded down. core.collide
/// answers concave pairs too, the single algorithms convex pairs only; laws 3 and 4 need a pair that meets;
/// rounding to floats makes some shapes invalid, and fewer sums exact (law 5).
struct LeastAsked {
  double collide;
  double algorithms;
  double collide_f32;
  double algorithms_f32;

  double of(const SubjectInfo& info) const {
    const bool front = info.name.starts_with("core.collide");
    if (info.scalar == Scalar::float32) return front ? collide_f32 : algorithms_f32;
    return front ? collide : algorithms;
  }
};
constexpr LeastAsked kLeastAsked[kLaws.size()] = {
    {1.00, 0.72, 1.00, 0.76}, {0.94, 0.68, 0.93, 0.71}, {0.49, 0.49, 0.51, 0.51},
    {0.49, 0.49, 0.51, 0.51}, {0.90, 0.65, 0.52, 0.39}, {0.94, 0.68, 0.75, 0.55},
};
constexpr double kLeastAnsweredByTwo = 0.68;
constexpr double kLeastValid = 0.94;

Subjects& core() {
  static Subjects subjects = core_subjects();
  return subjects;
}

class Law : public testing::TestWithParam<NamedLaw> {};

TEST_P(Law, HoldsForEverySubjectOfTheCore) {
  for (const auto& subject : core()) {
    const bool needs_mtv = GetParam().number == 3 || GetParam().number == 4;
    if (needs_mtv && subject->info().name.starts_with("core.gjk")) continue;
    const double least = kLeastAsked[GetParam().number - 1].of(subject->info());
    expect_law(std::string(GetParam().name) + " " + subject->info().name, least,
               [&](const Scene& scene) { return GetParam().law(scene, *subject); });
  }
}

INSTANTIATE_TEST_SUITE_P(All, Law, testing::ValuesIn(kLaws),
                         [](const auto& test) { return test.param.name; });

TEST(Agreement, SatGjkAndEpaGiveTheSameVerdict) {
  for (std::size_t i = 0; i < core().size(); ++i)
    for (std::size_t j = i + 1; j < core().size(); ++j) {
      if (core()[i]->info().scalar != core()[j]->info().scalar) continue;
      expect_law(core()[i]->info().name + " and " + core()[j]->info().name + " agree", kLeastAnsweredByTwo,
                 [&](const Scene& scene) { return law_same_answer(scene, *core()[i], *core()[j]); });
    }
}

TEST(Oracle, SaysWhatTheWitnessSays) {
  expect_law("the oracle says what the witness says", kLeastValid, law_oracle_equals_witness);
}

TEST(Oracle, CheaperTiersNeverContradict) {
  expect_law("a cheaper tier of the oracle never contradicts", kLeastValid, law_tiers_agree);
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
