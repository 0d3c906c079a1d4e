#include "harness/replay.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "harness/answer_json.hpp"
#include "harness/examine.hpp"
#include "oracle/witness.hpp"

namespace touchstone {
namespace {

using nlohmann::ordered_json;
using oracle::FullTruth;
using oracle::Rational;

/// A correctly rounded double; "inf" on overflow, "tiny" for a value that is not zero and rounds to zero.
ordered_json scalar_json(const Rational& exact, double rounded) {
  if (std::isinf(rounded)) return rounded > 0 ? "inf" : "-inf";
  if (rounded == 0 && exact != 0) return "tiny";
  return rounded;
}
ordered_json scalar_json(const Rational& exact) {
  return scalar_json(exact, oracle::round_to_double(exact));
}
ordered_json root_json(const Rational& square) {
  return scalar_json(square, oracle::round_sqrt_to_double(square));
}
ordered_json point_json(const oracle::RationalVec2& p) {
  return {scalar_json(p.x), scalar_json(p.y)};
}

Vec2<double> rounded(const oracle::RationalVec2& v) {
  // Zero has one sign here: an exact 0 prints as 0.
  return {oracle::round_to_double(v.x) + 0.0, oracle::round_to_double(v.y) + 0.0};
}

bool same(double a, double b) {
  return a == b;
}

bool same_set(const std::vector<Vec2<double>>& a, std::vector<Vec2<double>> b) {
  if (a.size() != b.size()) return false;
  for (const Vec2<double> v : a) {
    const auto found = std::find(b.begin(), b.end(), v);
    if (found == b.end()) return false;
    b.erase(found);
  }
  return true;
}

std::vector<std::string> differences(const Expectation& expect, const FullTruth& truth) {
  std::vector<std::string> differs;
  const auto look = [&](const char* field, bool stated, bool equal) {
    if (stated && !equal) differs.emplace_back(field);
  };
  const bool invalid = !truth.invalid_reason.empty();
  look("status", expect.status || invalid, invalid == (expect.status == "invalid_input"));
  if (invalid) return differs;
  look("relation", expect.relation.has_value(), expect.relation == truth.relation);
  look("kind", expect.kind.has_value(), expect.kind == truth.kind);
  look("distance", expect.distance.has_value(),
       truth.distance_sq &&
           same(oracle::round_sqrt_to_double(*truth.distance_sq), expect.distance.value_or(0)));
  look("depth", expect.depth.has_value(),
       truth.depth_sq && same(oracle::round_sqrt_to_double(*truth.depth_sq), expect.depth.value_or(0)));
  look("hit", expect.hit.has_value(), false);
  look("t", expect.t.has_value(), false);
  look("location", expect.location.has_value(), expect.location == truth.location);
  look("area", expect.area.has_value(),
       truth.area && same(oracle::round_to_double(*truth.area), expect.area.value_or(0)));
  if (expect.mtv || expect.mtv_is_null) {
    std::vector<Vec2<double>> vectors;
    if (truth.mtv) std::transform(truth.mtv->begin(), truth.mtv->end(), std::back_inserter(vectors), rounded);
    look("mtv", true, expect.mtv && truth.mtv && same_set(*expect.mtv, vectors));
  }
  return differs;
}

/// The fields of the scene that the fast tiers, the rational tier and the witness do not agree on; empty if
/// all do.
std::string conflict(const Shape2<double>& a, const Shape2<double>& b, oracle::Truth& fast,
                     const FullTruth& full) {
  if (fast.valid() != full.invalid_reason.empty()) return "the tiers of the oracle differ in validity";
  if (!fast.valid()) return {};
  if (fast.relation() != full.relation) return "the tiers of the oracle differ in relation";
  const auto witness = oracle::ask_witness(a, b);
  if (witness && !oracle::agrees(*witness, fast)) return "oracle and witness differ";
  return {};
}

}  // namespace

bool ReplayRecord::failed() const {
  return !differs.empty() || status == ReplayStatus::conflict ||
         std::any_of(subjects.begin(), subjects.end(),
                     [](const SubjectRecord& s) { return is_failure(s.verdict.outcome); });
}

ReplayRecord replay(const Scene& scene, std::span<Subject* const> subjects, bool all_queries) {
  ReplayRecord record;
  record.scene = scene;
  Examiner examiner(subjects, all_queries ? kAllQueries : bit(scene.query));
  examiner.examine(scene, [&](std::size_t index, Query query, const Answer& answer, const Verdict& verdict) {
    const std::string& name = subjects[index]->info().name;
    record.subjects.push_back({name, query, answer, verdict, {}});
    if (is_failure(verdict.outcome))
      record.subjects.back().signature = signature(query, verdict.fault, name, scene.a.type, scene.b.type);
  });
  record.truth = oracle::full_truth(examiner.shape_a(), examiner.shape_b());
  const std::string differ = conflict(examiner.shape_a(), examiner.shape_b(), examiner.truth(), record.truth);
  if (!differ.empty()) {
    record.status = ReplayStatus::conflict;
    record.reason = differ;
  } else if (!record.truth.invalid_reason.empty()) {
    record.status = ReplayStatus::invalid_input;
    record.reason = record.truth.invalid_reason;
  }
  if (record.truth.invalid_reason.empty()) record.separation = examiner.truth().separation();
  if (scene.expect) record.differs = differences(*scene.expect, record.truth);
  return record;
}

ordered_json to_json(const FullTruth& truth, oracle::Interval separation) {
  ordered_json out;
  if (!truth.invalid_reason.empty()) {
    out["status"] = "invalid_input";
    out["reason"] = truth.invalid_reason;
    return out;
  }
  out["relation"] = name_of(truth.relation);
  if (truth.kind) out["kind"] = name_of(*truth.kind);
  const int sign = truth.relation == Relation::disjoint ? 1 : (truth.relation == Relation::touching ? 0 : -1);
  ordered_json& sep = out["separation"];
  sep["sign"] = sign;
  if (truth.separation_sq) {
    const oracle::Enclosure root = oracle::enclose_sqrt(
        *truth.separation_sq < 0 ? Rational(-*truth.separation_sq) : *truth.separation_sq);
    sep["lo"] = number_json(sign < 0 ? -root.hi : root.lo);
    sep["hi"] = number_json(sign < 0 ? -root.lo : root.hi);
    sep["squared"] =
        oracle::to_string(*truth.separation_sq < 0 ? Rational(-*truth.separation_sq) : *truth.separation_sq);
  } else {
    sep["lo"] = number_json(separation.lo);
    sep["hi"] = number_json(separation.hi);
    sep["squared"] = nullptr;
  }
  if (truth.distance_sq) out["distance"] = root_json(*truth.distance_sq);
  if (truth.depth_sq) out["depth"] = root_json(*truth.depth_sq);
  if (truth.mtv) {
    ordered_json& mtv = out["mtv"] = ordered_json::array();
    for (const auto& v : *truth.mtv) mtv.push_back(point_json(v));
  }
  if (truth.closest)
    out["closest"] = ordered_json::array({point_json(truth.closest->on_a), point_json(truth.closest->on_b)});
  if (truth.location) out["location"] = name_of(*truth.location);
  if (truth.area) {
    out["area"] = scalar_json(*truth.area);
    out["area_exact"] = oracle::to_string(*truth.area);
  }
  return out;
}

ordered_json to_json(const ReplayRecord& record, const std::string& file, std::size_t line) {
  constexpr const char* kStatus[] = {"ok", "invalid_input", "conflict"};
  ordered_json out;
  out["file"] = file;
  out["line"] = line;
  out["id"] = record.scene.id;
  out["status"] = kStatus[static_cast<int>(record.status)];
  if (!record.reason.empty()) out["reason"] = record.reason;
  out["truth"] = to_json(record.truth, record.separation);
  if (record.scene.expect) out["expect"] = {{"ok", record.differs.empty()}, {"differs", record.differs}};
  ordered_json& subjects = out["subjects"] = ordered_json::array();
  for (const SubjectRecord& s : record.subjects) {
    ordered_json row;
    row["subject"] = s.subject;
    row["query"] = name_of(s.query);
    row["answer"] = to_json(s.answer);
    row["verdict"] = name_of(s.verdict.outcome);
    row["error_u"] = number_json(s.verdict.error_u);
    row["signature"] = s.signature.empty() ? ordered_json(nullptr) : ordered_json(s.signature);
    subjects.push_back(std::move(row));
  }
  return out;
}

}  // namespace touchstone
