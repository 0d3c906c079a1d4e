// Everything that is true of a pair of shapes, by exact rational arithmetic: the slowest and plainest tier of
// the oracle. It serves for printing, certificates, replay, and as the measure of the faster tiers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "oracle/number.hpp"
#include "oracle/truth.hpp"

namespace touchstone::oracle {

/// Everything that is true of the pair, exactly. Inapplicable: absent.
struct FullTruth {
  std::string invalid_reason;  ///< not empty: nothing below is set
  Relation relation{};
  std::optional<Kind> kind;
  /// Squared separation, exactly, with the sign of the separation; absent for overlapping concave pairs.
  std::optional<Rational> separation_sq;
  std::optional<Rational> distance_sq;
  struct ClosestPoints {
    RationalVec2 on_a, on_b;
  };
  std::optional<ClosestPoints> closest;  ///< equal points, common to both, when they meet
  std::optional<Rational> depth_sq;      ///< meeting convex pairs
  /// All shortest translations that push B out of A; [(0,0)] when touching; absent when disjoint or concave.
  std::optional<std::vector<RationalVec2>> mtv;
  std::optional<Location> location;
  std::optional<Rational> area;  ///< pairs of boxes and polygons
};
/// Accepts any shapes. Convex pairs by exact2.hpp; else relation, kind and area by the second, slower methods
/// of concave.hpp and area.hpp, so that they can be compared with the first. Cost: the product of the numbers
/// of vertices.
FullTruth full_truth(const Shape& a, const Shape& b);

}  // namespace touchstone::oracle
