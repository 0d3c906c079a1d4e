// What the laws share: a scene as a subject is asked it, and how a violation is told.
#pragma once

#include <fmt/format.h>

#include <optional>
#include <string>

#include "harness/laws/laws.hpp"
#include "harness/scene_json.hpp"
#include "harness/scene_truth.hpp"
#include "harness/verdict.hpp"

namespace touchstone::laws {

using Held = LawResult::Outcome;

/// A scene with its views and truth, as this subject is asked it.
struct Asked {
  explicit Asked(const Scene& scene, Scalar scalar)
      : owned_a(rounded_to(scene.a, scalar)), owned_b(rounded_to(scene.b, scalar)), a(owned_a), b(owned_b) {
    truth.assign(a, b);
  }
  OwnedShape owned_a;
  OwnedShape owned_b;
  ShapeView a;
  ShapeView b;
  SceneTruth truth;
};

/// The answer; unsupported when the subject has none for these shapes.
inline Answer answer_of(Subject& subject, Query query, const ShapeView& a, const ShapeView& b) {
  prepare(subject, a, b);
  if (!supports(subject, query, a, b)) return {.status = Answer::Status::unsupported};
  return answer(subject, query, a, b);
}
/// The answer, or nothing when it does not apply.
inline std::optional<Answer> ask(Subject& subject, Query query, const ShapeView& a, const ShapeView& b) {
  Answer answer = answer_of(subject, query, a, b);
  if (answer.status != Answer::Status::ok) return std::nullopt;
  return answer;
}

inline double budget_of(const SubjectInfo& info, double scale) {
  return info.budget.rounding_u * unit_of(info.scalar, scale) + info.budget.slop;
}

/// The relation is one that the subject owes: a rational question, or far enough from touching.
inline bool is_owed(Asked& asked, const SubjectInfo& info) {
  if (!asked.truth.decided()) return false;
  if (asked.truth.is_rational()) return true;
  const oracle::Interval separation = asked.truth.separation();
  const double budget = 2 * budget_of(info, asked.truth.scale());
  return separation.lo > budget || separation.hi < -budget;
}

inline LawResult violated(const Scene& scene, const SubjectInfo& info, Query query, std::string what) {
  Scene asked = scene;
  asked.query = query;
  return {Held::violated,
          fmt::format("{} ({}): {}\nscene: {}", info.name, name_of(query), what, to_json(asked))};
}

}  // namespace touchstone::laws
