// The outline of a shape of the plane as exact points: what pictures are drawn from.
#pragma once

#include <optional>
#include <vector>

#include "harness/scene.hpp"
#include "oracle/number.hpp"

namespace touchstone::reports {

using Points = std::vector<oracle::RationalVec2>;

/// Closed contours, or an open chain of one or two points.
struct Outline {
  std::vector<Points> contours;  ///< the first is the outer one
  bool closed = true;
  std::optional<oracle::RationalVec2> direction;  ///< a ray's; the only point is its origin
};

/// Curves become polygons whose corners lie exactly on them, dense enough for the main picture, and ever
/// denser towards `contact`, so that an enlarged picture of it is true. Points that are not finite are left
/// out.
Outline outline_of(const OwnedShape& shape, const std::optional<oracle::RationalVec2>& contact);

}  // namespace touchstone::reports
