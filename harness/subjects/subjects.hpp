// The subjects that come with the project, and how they are chosen by name.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "harness/subject.hpp"

namespace touchstone {

using Subjects = std::vector<std::unique_ptr<Subject>>;

Subjects core_subjects();             ///< core.*: our own collision core
Subjects published_subjects();        ///< published.*: formulas as tutorials publish them
Subjects published_space_subjects();  ///< the same in space
Subjects boost_subjects();            ///< boost.*: Boost.Geometry on doubles

/// Every subject, in a fixed order.
Subjects all_subjects();

/// The subjects named by a comma-separated list of groups and names ("core,boost.area"); "all" or empty means
/// all. A word that names none is returned in `unknown`.
Subjects choose_subjects(std::string_view list, std::string& unknown);

/// True for boxes and polygons with area: what routines for areas take. Exact.
bool has_area(const Shape2<double>& shape);

}  // namespace touchstone
