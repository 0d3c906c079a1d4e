// What is a valid shape of space: the oracle's own check, exact for all finite doubles.
#pragma once

#include <string>

#include <touchstone/shapes3.hpp>

#include "oracle/validity.hpp"

namespace touchstone::oracle {

/// Valid: finite numbers; radius >= 0 (-0 too); min <= max; a hull of at least one point; a cylinder whose
/// ends differ; a normal or direction that is not zero. Segments, capsules, boxes, triangles and hulls may be
/// flat or of size zero. Every valid shape of space is convex.
///
/// Sets reason only when invalid, to the first problem in the order of the fields: "points[3].y is not
/// finite", "min.x > max.x", "radius is negative", "points: none", "from equals to", "normal is zero".
Validity check(const Shape3<double>& shape, std::string& reason);

/// Empty when the shape is valid.
std::string invalid_reason(const Shape3<double>& shape);

}  // namespace touchstone::oracle
