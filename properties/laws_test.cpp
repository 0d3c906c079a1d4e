// Every law, for every subject of our own core, on scenes of every stratum.
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <optional>

#include "harness/subjects/subjects.hpp"
#include "properties/health.hpp"

namespace touchstone::properties {
namespace {

/// Least shares of the scenes that a law must really be asked of: measured ones, rounded down. core.collide
/// answers every pair, core.parts polygons and boxes, the other algorithms convex polytopes; laws 3 and 4
/// need a pair that meets, law 15 a hit; rounding to floats makes some shapes invalid, and fewer sums exact
/// (law 5).
struct LeastAsked {
  int law;
  /// What a subject must answer to be asked at all; nothing: it is asked whatever it answers.
  std::optional<Query> about;
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
constexpr LeastAsked kLeastAsked[] = {
    {1, {}, 1.00, 0.16, 1.00, 0.17},
    {2, {}, 0.80, 0.15, 0.69, 0.15},
    {3, Query::penetration, 0.40, 0.21, 0.40, 0.22},
    {4, Query::penetration, 0.40, 0.21, 0.40, 0.22},
    {5, {}, 0.63, 0.13, 0.32, 0.07},
    {6, {}, 0.86, 0.14, 0.63, 0.11},
    {11, {}, 0.48, 0.10, 0.43, 0.09},
    {12, Query::relation, 0.16, 0, 0.15, 0},
    {13, Query::relation, 0.13, 0.05, 0.13, 0.05},
    {14, Query::distance, 0.54, 0.29, 0.53, 0.29},
    {15, Query::raycast, 0.06, 0, 0.05, 0},
};
static_assert(std::size(kLeastAsked) == kLaws.size());
constexpr double kLeastAnsweredByTwo = 0.14;
constexpr double kLeastValid = 0.94;
constexpr double kLeastInRange = 0.98;
constexpr double kLeastWitnessed = 0.40;  ///< of straight shapes alone

const LeastAsked& least_asked(int law) {
  return *std::find_if(std::begin(kLeastAsked), std::end(kLeastAsked),
                       [law](const LeastAsked& least) { return least.law == law; });
}

/// Of two boxes, or a box and a ray.
bool answers(Subject& subject, Query query) {
  const Shape2<double> box = Aabb2<double>{{0, 0}, {1, 1}};
  const Shape2<double> other = query == Query::raycast ? Shape2<double>(Ray2<double>{{0, 0}, {1, 0}}) : box;
  subject.prepare(box, other);
  return subject.supports(query, box, other);
}

/// Out of the core's range it may give up.
bool in_range(Stratum stratum, PairClass) {
  return stratum != Stratum::out_of_range;
}
bool is_polygon(ShapeClass type) {
  return type == ShapeClass::polygon || type == ShapeClass::concave;
}
bool is_round(ShapeClass type) {
  return type == ShapeClass::circle || type == ShapeClass::ellipse;
}

Subjects& core() {
  static Subjects subjects = core_subjects();
  return subjects;
}

class Law : public testing::TestWithParam<NamedLaw> {};

TEST_P(Law, HoldsForEverySubjectOfTheCore) {
  for (const auto& subject : core()) {
    const LeastAsked& least = least_asked(GetParam().number);
    if (least.about && !answers(*subject, *least.about)) continue;
    if (least.of(subject->info()) == 0) continue;  // no round shapes
    expect_law(
        std::string(GetParam().name) + " " + subject->info().name, least.of(subject->info()),
        [&](const Scene& scene) { return GetParam().law(scene, *subject); }, in_range);
  }
}

INSTANTIATE_TEST_SUITE_P(All, Law, testing::ValuesIn(kLaws),
                         [](const auto& test) { return test.param.name; });

/// Whether it answers in the plane, and in space.
bool works_in(Subject& subject, int dimension) {
  if (dimension == 2) return answers(subject, Query::relation) || answers(subject, Query::penetration);
  const Shape3<double> box = Aabb3<double>{{0, 0, 0}, {1, 1, 1}};
  subject.prepare_in_space(box, box);
  return subject.supports_in_space(Query::relation, box, box) ||
         subject.supports_in_space(Query::penetration, box, box);
}
bool have_a_dimension_in_common(Subject& first, Subject& second) {
  return (works_in(first, 2) && works_in(second, 2)) || (works_in(first, 3) && works_in(second, 3));
}

TEST(Agreement, SatGjkAndEpaGiveTheSameVerdict) {
  for (std::size_t i = 0; i < core().size(); ++i)
    for (std::size_t j = i + 1; j < core().size(); ++j) {
      if (core()[i]->info().scalar != core()[j]->info().scalar) continue;
      if (!have_a_dimension_in_common(*core()[i], *core()[j])) continue;
      expect_law(
          core()[i]->info().name + " and " + core()[j]->info().name + " agree", kLeastAnsweredByTwo,
          [&](const Scene& scene) { return law_same_answer(scene, *core()[i], *core()[j]); }, in_range);
    }
}

TEST(Oracle, SaysWhatTheWitnessSays) {
  expect_law("the oracle says what the witness says", kLeastWitnessed, law_oracle_equals_witness);
}

TEST(Oracle, CheaperTiersNeverContradict) {
  expect_law("a cheaper tier of the oracle never contradicts", kLeastValid, law_tiers_agree);
}

TEST(Validity, CoreAndOracleAgree) {
  expect_law("core and oracle agree which shapes are valid", kLeastInRange, law_validity, in_range);
}

TEST(Validity, CoreAndOracleAgreeOnInvalidScenes) {
  expect_law("core and oracle agree which shapes of invalid scenes are valid", 1, law_validity,
             [](Stratum stratum, PairClass) { return stratum == Stratum::invalid; });
}

TEST(Decomposition, PartsAreConvexAndCoverThePolygon) {
  expect_law("the convex parts of a polygon cover it and do not overlap", 0.95, law_decomposition,
             [](Stratum stratum, PairClass pair) {
               return in_range(stratum, pair) && (is_polygon(pair.a) || is_polygon(pair.b));
             });
}

TEST(Approximation, InscribedIsInTheShapeAndCircumscribedAroundIt) {
  expect_law("an inscribed polygon reaches no further than its shape, a circumscribed one no less far", 0.70,
             law_approximation, [](Stratum stratum, PairClass pair) {
               return in_range(stratum, pair) && (is_round(pair.a) || is_round(pair.b));
             });
}

}  // namespace
}  // namespace touchstone::properties
