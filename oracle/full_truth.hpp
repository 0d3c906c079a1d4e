// Everything that is true of a pair of shapes, by exact rational arithmetic: the slowest and plainest tier of
// the oracle. It serves for printing, certificates, replay, and as the measure of the faster tiers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "oracle/real.hpp"
#include "oracle/truth.hpp"

namespace touchstone::oracle {

/// Everything that is true of the pair, exactly. Inapplicable: absent.
struct FullTruth {
  std::string invalid_reason;        ///< not empty: nothing below is set
  bool undecided = false;            ///< two curved shapes, too near to touching to tell: relation is absent
  std::optional<Relation> relation;  ///< absent for rays
  std::optional<Kind> kind;
  std::optional<Real> separation;  ///< signed; absent for overlapping pairs that are not convex, and for rays
  std::optional<Real> distance;    ///< 0 when they meet
  struct ClosestPoints {
    RealVec2 on_a, on_b;
  };
  std::optional<ClosestPoints> closest;  ///< equal points, common to both, when they meet
  std::optional<Real> depth;             ///< meeting convex pairs
  /// All shortest translations that push B out of A; [(0,0)] when touching; absent when disjoint or not
  /// convex.
  std::optional<std::vector<RealVec2>> mtv;
  bool mtv_is_infinite = false;  ///< infinitely many: mtv is absent
  std::optional<Location> location;
  std::optional<Rational> area;  ///< pairs of boxes and polygons
  struct Raycast {
    bool hit = false;
    std::optional<Real> t;          ///< of a hit, in multiples of the direction; 0 from inside
    std::optional<RealVec2> point;  ///< of a hit
    std::optional<RealVec2>
        normal;  ///< outward unit normal, of a hit from outside at a point that has just one
  };
  std::optional<Raycast> raycast;  ///< pairs with a ray
};
/// Accepts any shapes. Convex polygonal pairs by exact2.hpp; concave ones by the second, slower methods of
/// concave.hpp and area.hpp, so that they can be compared with the first; curved shapes by the files of their
/// families. Cost: the product of the numbers of vertices.
FullTruth full_truth(const Shape& a, const Shape& b);

}  // namespace touchstone::oracle
