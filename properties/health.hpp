// Drives a law with RapidCheck over the strata, and tells whether the run itself was healthy.
#pragma once

#include <functional>
#include <string>

#include "harness/laws/laws.hpp"
#include "harness/strata/registry.hpp"

namespace touchstone::properties {

/// Checks that RC_PARAMS holds keys that RapidCheck knows (it ignores others in silence) and asks for at
/// least one case. Empty when fine, else the complaint.
std::string rc_params_problem();

/// Which scenes are drawn; nullptr: all.
using Wanted = bool (*)(Stratum stratum, PairClass pair);

/// Runs `law` on scenes of every stratum and pair that `wanted` accepts, drawn by RapidCheck, and fails the
/// current GoogleTest when it is violated, or when it was asked of fewer scenes than the share `least_asked`
/// (0 to 1), less three standard deviations.
void expect_law(const std::string& sentence, double least_asked,
                const std::function<LawResult(const Scene&)>& law, Wanted wanted = nullptr);

}  // namespace touchstone::properties
