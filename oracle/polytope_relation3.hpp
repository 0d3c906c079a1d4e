// The exact relation of two polytopes of space, by the signs of gaps along axes in expansions.
#pragma once

#include <optional>
#include <vector>

#include <touchstone/answers.hpp>

#include "oracle/axis_search3.hpp"

namespace touchstone::oracle {

/// What is exactly true of B - A.
struct ExactRelation3 {
  Relation relation{};
  bool is_flat = false;                 ///< it has no volume
  std::vector<int> touched;             ///< touching, not flat: candidates along which the gap is exactly 0
  int flat_dimension = 0;               ///< flat
  bool is_inside = false;               ///< flat of dimension 2, touching: the origin is no point of its rim
  VectorSum plane_first, plane_second;  ///< flat of dimension 2: vectors that span its plane
};

/// Decides by the candidates of a search, among which must be all axes whose gap may be >= 0. Returns false
/// when it abstains. Requires: in_range_of_six().
bool decide_relation(const PairPoints3& points, const AxisSearch3& axes, ExactRelation3& result);

/// Sign of the gap along the exact axis (support of B - support of A); 3 when the axis is exactly zero,
/// ExactSum::kUndecided when it abstains.
inline constexpr int kNoAxis = 3;
int exact_gap_sign(const PairPoints3& points, const Axis3& axis);

/// Both axes point exactly the same way; nothing when it abstains. Requires: not zero.
std::optional<bool> are_same_direction(const PairPoints3& points, const Axis3& first, const Axis3& second);

}  // namespace touchstone::oracle
