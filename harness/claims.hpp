// The claims of the published methods, put to the test: each experiment counts on scenes and says whether the
// claim holds. What a claim says about cost is for the benchmark.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/imported_shapes.hpp"

namespace touchstone {

struct Experiment {
  std::string id;     ///< of the claim, as in four_axes
  std::string claim;  ///< one sentence, as the text has it
  bool holds = false;
  std::string finding;  ///< what was found, with figures
  std::vector<std::string> head;
  std::vector<std::vector<std::string>> rows;
};

struct ClaimInputs {
  std::uint64_t seed = 1;
  std::uint64_t scenes = 20000;        ///< about so many for each experiment
  std::vector<NamedShape> map_shapes;  ///< for the first pass; may be empty
};

/// All experiments, in the order of published-methods. Deterministic. Cost: some seconds.
std::vector<Experiment> test_claims(const ClaimInputs& inputs);

}  // namespace touchstone
