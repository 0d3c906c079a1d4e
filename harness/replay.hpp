// One scene told in full: its truth, what it expected, every subject's answer and verdict.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "harness/scene.hpp"
#include "harness/verdict.hpp"
#include "oracle/full_truth.hpp"
#include "oracle/full_truth3.hpp"

namespace touchstone {

struct SubjectRecord {
  std::string subject;
  Query query{};
  Answer answer;
  Verdict verdict;
  std::string signature;  ///< empty unless the verdict is a failure
};

enum class ReplayStatus : std::uint8_t { ok, invalid_input, undecided, conflict };

/// Of a scene in the plane, or in space.
using FullSceneTruth = std::variant<oracle::FullTruth, oracle::FullTruth3>;

struct ReplayRecord {
  Scene scene;
  ReplayStatus status{};
  std::string reason;  ///< why invalid, or what oracle and witness differ in
  FullSceneTruth truth;
  oracle::Interval separation;       ///< when the status is ok
  std::vector<std::string> differs;  ///< fields of the scene's expectation that the truth does not have
  std::vector<SubjectRecord> subjects;

  bool failed() const;  ///< an expectation differs or an asked subject fails
  /// "invalid_input", "undecided", of a ray "hit" or "miss", else the relation.
  std::string_view verdict_of_truth() const;
};

/// Asks the subjects the scene's own query, or all queries. The witness sees every scene.
ReplayRecord replay(const Scene& scene, std::span<Subject* const> subjects, bool all_queries);

/// The truth alone: every field that applies, scalars correctly rounded.
nlohmann::ordered_json to_json(const FullSceneTruth& truth, oracle::Interval separation);
/// The whole record; file and line say where the scene stands.
nlohmann::ordered_json to_json(const ReplayRecord& record, const std::string& file, std::size_t line);

}  // namespace touchstone
