// Files of reports/page/ and Chart.js, put into the program when it is built.
#pragma once

#include <string>

namespace touchstone::reports {

/// With places {{title}}, {{style}}, {{contents}}, {{body}}, {{data}}, {{library}}, {{charts}}.
const std::string& page_template();
const std::string& page_style();
const std::string& page_charts();    ///< draws the charts from the data
const std::string& chart_library();  ///< Chart.js; empty when it was not there at build time

}  // namespace touchstone::reports
