// The report as Markdown: the same chapters and tables, without charts and pictures.
#pragma once

#include <string>

#include "reports/model.hpp"

namespace touchstone::reports {

std::string markdown_of(const Report& report);

}  // namespace touchstone::reports
