// The first tier for two boxes: the fifteen axes in doubles with a proved bound, from centres and half axes
// alone.
#pragma once

#include <optional>

#include <touchstone/answers.hpp>
#include <touchstone/shapes3.hpp>

namespace touchstone::oracle {

/// The relation, when both shapes are boxes (Aabb3 or Obb3; any half axes) and the filter decides. Two Aabb3
/// are decided exactly.
std::optional<Relation> relation_of_boxes(const Shape3<double>& a, const Shape3<double>& b);

}  // namespace touchstone::oracle
