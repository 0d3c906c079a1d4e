// Drives a law with RapidCheck over the strata, and tells whether the run itself was healthy.
#pragma once

#include <functional>
#include <string>

#include "harness/laws/laws.hpp"

namespace touchstone::properties {

/// Checks that RC_PARAMS holds keys that RapidCheck knows (it ignores others in silence) and asks for at
/// least one case. Empty when fine, else the complaint.
std::string rc_params_problem();

/// Runs `law` on scenes of every stratum and pair that `wanted` accepts, drawn by RapidCheck, and fails the
/// current GoogleTest when it is violated, or when it was asked in less than `least_asked` of the cases.
void expect_law(const std::string& sentence, double least_asked,
                const std::function<LawResult(const Scene&)>& law);

}  // namespace touchstone::properties
