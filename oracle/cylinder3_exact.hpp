// What is rational, or a single square root, about cylinders: decided exactly.
#pragma once

#include <optional>

#include "oracle/operand3.hpp"
#include "oracle/pair_truth.hpp"

namespace touchstone::oracle {

/// The relation, where it can be decided. Always of polytopes, spheres, and cylinders with parallel axes. Of
/// capsules: touches with a flat end and along the side. Of two other cylinders: touches of two sides away
/// from the ends, and of a flat end. Else nothing. Slow: some 100 us. Requires: a is a cylinder of positive
/// radius; b is bounded and, if it is a cylinder, of positive radius.
std::optional<Relation> exact_cylinder_relation(const Operand3& a, const Operand3& b);

/// The centre, axis or segment of b lies on a's axis, and no way out is shorter than those across it: there
/// are infinitely many shortest ones. Requires: as above; they overlap.
bool overlaps_on_axis(const Operand3& a, const Operand3& b);

/// Every relation of such a pair is decided.
bool is_rational_with_cylinder(const Operand3& b);

}  // namespace touchstone::oracle
