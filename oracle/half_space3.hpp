// Closed half-spaces against polytopes, balls and each other, on rationals: the corner that lies deepest
// decides.
#pragma once

#include "oracle/full_truth3.hpp"

namespace touchstone::oracle {

/// All but location. Half-spaces whose normals are not exactly opposite overlap at any shift: depth is
/// infinite, and separation and MTV are absent. Requires: valid shapes, one of them or both planes, none a
/// cylinder or a ray.
FullTruth3 half_space_truth(const Shape3<double>& a, const Shape3<double>& b);

}  // namespace touchstone::oracle
