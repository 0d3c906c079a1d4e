// Where the numbers of a report come from: compiler, libraries, machine.
#pragma once

#include <vector>

#include "reports/model.hpp"

namespace touchstone::reports {

/// Name and value, of what this program was built with and runs on, and the date. What is not known is left
/// out.
std::vector<Named> environment();

}  // namespace touchstone::reports
