// Pairs with a cylinder: what full_truth3.cpp asks. The pair itself is make_cylinder_pair3 (pair3.hpp).
//
// How: cylinder3_separation.hpp (bounds), cylinder3_depth.hpp (why they hold), cylinder3_exact.hpp (exact
// touches), cylinder3_plane.hpp (half-spaces), cylinder3_number.hpp and cylinder3_wide.hpp (numbers).
#pragma once

#include "oracle/full_truth3.hpp"

namespace touchstone::oracle {

/// All but location. Separations are certified intervals, relatively 2^-100 wide in practice; closest points
/// lie in their intervals and have a distance in that of the separation. Of overlapping pairs closest is
/// absent; mtv is told of half-spaces and touches, and where the only shortest way is along an axis.
/// Requires: valid shapes, one of them or both cylinders, none a ray.
FullTruth3 cylinder_truth(const Shape3<double>& a, const Shape3<double>& b);

}  // namespace touchstone::oracle
