// Nearest points of two polytopes: searched for without a promise, then proved by both bounds.
#pragma once

#include <array>

#include "oracle/axis_search3.hpp"

namespace touchstone::oracle {

/// Corners of B - A whose hull may have the point nearest to the origin.
struct Simplex3 {
  struct Corner {
    int a = 0, b = 0;
    friend bool operator==(const Corner&, const Corner&) = default;
  };
  std::array<Corner, 4> corners{};
  int count = 0;
  bool has_origin = false;  ///< it seems to be inside
  Vec3<double> nearest{};   ///< that point, roughly
};

/// By the algorithm of Gilbert, Johnson and Keerthi (IEEE Journal of Robotics and Automation 4, 1988) in
/// doubles; of each new simplex all faces at its new corner are compared. May be wrong; ends.
Simplex3 search_nearest(const PairPoints3& points);
/// Goes on in numbers of twice the precision.
Simplex3 search_nearest_precisely(const PairPoints3& points, const Simplex3& start);

/// What is proved of the distance from the origin to B - A (0 when it is inside).
struct BallDistance3 {
  Ball lo;           ///< at most the distance; when is_known
  Ball hi;           ///< at least
  BallVec3 nearest;  ///< B's point minus A's, of length about hi
  bool is_known = false;
};
/// lo by the gap along the direction normal to the simplex, hi by its points.
BallDistance3 prove_distance(const PairPoints3& points, const Simplex3& simplex);

}  // namespace touchstone::oracle
