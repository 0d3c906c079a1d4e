#include "harness/replay.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <type_traits>

#include "harness/answer_json.hpp"
#include "harness/examine.hpp"

namespace touchstone {
namespace {

using nlohmann::ordered_json;
using oracle::Real;

/// A correctly rounded double; "inf" on overflow, "tiny" for a value that is not zero and rounds to zero.
ordered_json scalar_json(const oracle::Printable& value) {
  if (const auto* number = std::get_if<double>(&value)) return *number + 0.0;  // zero has one sign here
  return std::get<std::string>(value);
}
ordered_json scalar_json(const Real& exact) {
  return scalar_json(oracle::printable(exact));
}
ordered_json point_json(const oracle::RealVec2& p) {
  return {scalar_json(p.x), scalar_json(p.y)};
}
ordered_json point_json(const oracle::RealVec3& p) {
  return {scalar_json(p.x), scalar_json(p.y), scalar_json(p.z)};
}

Coordinates rounded(const oracle::RealVec2& v) {
  return {oracle::round_to_double(v.x) + 0.0, oracle::round_to_double(v.y) + 0.0};
}
Coordinates rounded(const oracle::RealVec3& v) {
  return {oracle::round_to_double(v.x) + 0.0, oracle::round_to_double(v.y) + 0.0,
          oracle::round_to_double(v.z) + 0.0};
}

/// The expected decimal is the number, correctly rounded.
bool same(const std::optional<Real>& exact, const std::optional<double>& expected) {
  return exact && expected && oracle::round_to_double(*exact) == *expected;
}

bool same_set(const std::vector<Coordinates>& a, std::vector<Coordinates> b) {
  if (a.size() != b.size()) return false;
  for (const Coordinates& v : a) {
    const auto found = std::find(b.begin(), b.end(), v);
    if (found == b.end()) return false;
    b.erase(found);
  }
  return true;
}

bool has_depth(const Expectation& expect, const oracle::FullTruth& truth) {
  return same(truth.depth, expect.depth);
}
bool has_depth(const Expectation& expect, const oracle::FullTruth3& truth) {
  return truth.depth_is_infinite ? expect.depth == std::numeric_limits<double>::infinity()
                                 : same(truth.depth, expect.depth);
}

template <class FullTruth>
std::vector<std::string> differences(const Expectation& expect, const FullTruth& truth) {
  std::vector<std::string> differs;
  const auto look = [&](const char* field, bool stated, bool equal) {
    if (stated && !equal) differs.emplace_back(field);
  };
  const bool invalid = !truth.invalid_reason.empty();
  look("status", expect.status || invalid, invalid == (expect.status == "invalid_input"));
  if (invalid) return differs;
  look("relation", expect.relation.has_value(), expect.relation == truth.relation);
  if constexpr (std::is_same_v<FullTruth, oracle::FullTruth>)
    look("kind", expect.kind.has_value(), expect.kind == truth.kind);
  look("distance", expect.distance.has_value(), same(truth.distance, expect.distance));
  look("depth", expect.depth.has_value(), has_depth(expect, truth));
  look("hit", expect.hit.has_value(), truth.raycast && truth.raycast->hit == expect.hit);
  look("t", expect.t.has_value(), truth.raycast && same(truth.raycast->t, expect.t));
  look("location", expect.location.has_value(), expect.location == truth.location);
  if constexpr (std::is_same_v<FullTruth, oracle::FullTruth>)
    look("area", expect.area.has_value(),
         truth.area && oracle::round_to_double(*truth.area) == expect.area.value_or(0));
  look("mtv", expect.mtv_is_null, truth.mtv_is_infinite);
  if (expect.mtv) {
    std::vector<Coordinates> vectors;
    if (truth.mtv)
      for (const auto& v : *truth.mtv) vectors.push_back(rounded(v));
    look("mtv", true, truth.mtv && same_set(*expect.mtv, vectors));
  }
  return differs;
}

/// The fields of the scene that the fast tiers, the rational tier and the witness do not agree on; empty if
/// all do.
template <class FullTruth>
std::string conflict(const ShapeView& a, const ShapeView& b, SceneTruth& fast, const FullTruth& full) {
  if (fast.valid() != full.invalid_reason.empty()) return "the tiers of the oracle differ in validity";
  if (!fast.valid()) return {};
  if (fast.decided() == full.undecided) return "the tiers of the oracle differ in what is decided";
  if (full.undecided) return {};
  if (full.raycast && fast.raycast().hit != full.raycast->hit)
    return "the tiers of the oracle differ in the hit";
  if (full.relation && fast.relation() != full.relation) return "the tiers of the oracle differ in relation";
  if (!witness_agrees(a, b, fast).value_or(true)) return "oracle and witness differ";
  return {};
}

/// Sets the status, and what follows from it.
template <class FullTruth>
void conclude(const ShapeView& a, const ShapeView& b, SceneTruth& fast, const FullTruth& full,
              ReplayRecord& record) {
  const std::string differ = conflict(a, b, fast, full);
  if (!differ.empty()) {
    record.status = ReplayStatus::conflict;
    record.reason = differ;
  } else if (!full.invalid_reason.empty()) {
    record.status = ReplayStatus::invalid_input;
    record.reason = full.invalid_reason;
  } else if (full.undecided) {
    record.status = ReplayStatus::undecided;
    record.reason = "curved shapes too near to touching to tell";
  }
  if (record.status == ReplayStatus::ok) record.separation = fast.separation();
  if (record.scene.expect) record.differs = differences(*record.scene.expect, full);
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
  const ShapeView& a = examiner.shape_a();
  const ShapeView& b = examiner.shape_b();
  if (a.dimension() == 2) {
    record.truth = oracle::full_truth(a.get(), b.get());
  } else {
    record.truth = oracle::full_truth(a.get3(), b.get3());
  }
  std::visit([&](const auto& truth) { conclude(a, b, examiner.truth(), truth, record); }, record.truth);
  return record;
}

std::string_view ReplayRecord::verdict_of_truth() const {
  return std::visit(
      [](const auto& t) -> std::string_view {
        if (!t.invalid_reason.empty()) return "invalid_input";
        if (t.undecided) return "undecided";
        if (t.raycast) return t.raycast->hit ? "hit" : "miss";
        return name_of(t.relation.value());
      },
      truth);
}

namespace {

/// Around the exact value where it is known, else the enclosure of the fast tiers.
template <class FullTruth>
ordered_json separation_json(const FullTruth& truth, oracle::Interval separation) {
  const int sign = truth.relation == Relation::disjoint ? 1 : (truth.relation == Relation::touching ? 0 : -1);
  std::optional<oracle::Rational> squared;
  if (truth.separation) {
    const oracle::Enclosure enclosure = oracle::enclose(*truth.separation);
    separation = {enclosure.lo, enclosure.hi};
    if (const auto* exact = std::get_if<oracle::Surd>(&*truth.separation))
      squared = oracle::square_of(*exact);
  }
  ordered_json out;
  out["sign"] = sign;
  out["lo"] = number_json(separation.lo + 0.0);
  out["hi"] = number_json(separation.hi + 0.0);
  out["squared"] = squared ? ordered_json(oracle::to_string(*squared)) : ordered_json(nullptr);
  return out;
}

void add_plane_fields(const oracle::FullTruth& truth, ordered_json& out) {
  if (!truth.area) return;
  out["area"] = scalar_json(oracle::printable(*truth.area));
  out["area_exact"] = oracle::to_string(*truth.area);
}
void add_plane_fields(const oracle::FullTruth3&, ordered_json&) {}

void add_depth(const oracle::FullTruth& truth, ordered_json& out) {
  if (truth.depth) out["depth"] = scalar_json(*truth.depth);
}
void add_depth(const oracle::FullTruth3& truth, ordered_json& out) {
  if (truth.depth) out["depth"] = scalar_json(*truth.depth);
  if (truth.depth_is_infinite) out["depth"] = "inf";
}

template <class FullTruth>
ordered_json truth_json(const FullTruth& truth, oracle::Interval separation) {
  ordered_json out;
  if (!truth.invalid_reason.empty()) {
    out["status"] = "invalid_input";
    out["reason"] = truth.invalid_reason;
    return out;
  }
  if (truth.undecided) {
    out["status"] = "undecided";
    return out;
  }
  if (truth.relation) {
    out["relation"] = name_of(*truth.relation);
    if constexpr (std::is_same_v<FullTruth, oracle::FullTruth>) {
      if (truth.kind) out["kind"] = name_of(*truth.kind);
    }
    out["separation"] = separation_json(truth, separation);
  }
  if (truth.distance) out["distance"] = scalar_json(*truth.distance);
  add_depth(truth, out);
  if (truth.mtv_is_infinite) out["mtv"] = nullptr;
  if (truth.mtv) {
    ordered_json& mtv = out["mtv"] = ordered_json::array();
    for (const auto& v : *truth.mtv) mtv.push_back(point_json(v));
  }
  if (truth.closest)
    out["closest"] = ordered_json::array({point_json(truth.closest->on_a), point_json(truth.closest->on_b)});
  if (truth.location) out["location"] = name_of(*truth.location);
  add_plane_fields(truth, out);
  if (truth.raycast) {
    out["hit"] = truth.raycast->hit;
    if (truth.raycast->t) out["t"] = scalar_json(*truth.raycast->t);
    if (truth.raycast->point) out["point"] = point_json(*truth.raycast->point);
    if (truth.raycast->normal) out["normal"] = point_json(*truth.raycast->normal);
  }
  return out;
}

}  // namespace

ordered_json to_json(const FullSceneTruth& truth, oracle::Interval separation) {
  return std::visit([&](const auto& t) { return truth_json(t, separation); }, truth);
}

ordered_json to_json(const ReplayRecord& record, const std::string& file, std::size_t line) {
  constexpr const char* kStatus[] = {"ok", "invalid_input", "undecided", "conflict"};
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
    row["answer"] = to_json(s.answer, record.scene.dimension());
    row["verdict"] = name_of(s.verdict.outcome);
    row["error_u"] = number_json(s.verdict.error_u);
    row["signature"] = s.signature.empty() ? ordered_json(nullptr) : ordered_json(s.signature);
    subjects.push_back(std::move(row));
  }
  return out;
}

}  // namespace touchstone
