// Results on their way from a worker process to its parent.
#pragma once

#include <string>

#include "harness/store.hpp"

namespace touchstone {

std::string to_bytes(const Results& results);
/// Requires bytes made by to_bytes in this build.
Results from_bytes(const std::string& bytes);

}  // namespace touchstone
