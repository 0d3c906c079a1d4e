// The report as one HTML file.
#pragma once

#include <string>

#include "reports/model.hpp"

namespace touchstone::reports {

/// A whole page: style, charts and pictures inside, nothing fetched from anywhere. Text of the report is
/// escaped wherever it stands; it cannot become markup or script. Without Chart.js in the build, the tables
/// stand alone.
std::string html_of(const Report& report);

}  // namespace touchstone::reports
