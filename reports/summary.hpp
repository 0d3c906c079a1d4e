// Results and replays as text and JSON, for terminals and pipes.
#pragma once

#include <cstdint>
#include <string>

#include "harness/replay.hpp"
#include "harness/store.hpp"

namespace touchstone::reports {

enum class Grouping : std::uint8_t { none, stratum, pair };
/// Of "none", "stratum" or "pair".
Grouping grouping_of(const std::string& name);

/// What a check prints: scenes and relations met, one row per subject and query (and stratum or pair) with
/// the number of each verdict and the worst error in u, then the findings, smallest scene each, with the line
/// that replays it.
std::string verdict_summary(const Results& results, Grouping grouping, double seconds);

/// The same as one JSON object on one line.
std::string results_json(const Results& results, double seconds);

/// One scene for a person: truth, expectation, every answer.
std::string replay_text(const ReplayRecord& record, const std::string& file, std::size_t line);

}  // namespace touchstone::reports
