// How GJK ended in space, and the two points that its simplex and weights name: one on each core.
#pragma once

#include <algorithm>
#include <cmath>

#include <touchstone/double_double3.hpp>
#include <touchstone/simplex3.hpp>
#include <touchstone/support3.hpp>
#include <touchstone/support_wrappers3.hpp>

namespace touchstone {

/// Where GJK ended, for the cores.
struct GjkOutcome3 {
  bool converged = false;  ///< else the limit was reached; the rest is the best so far
  bool meets = false;      ///< the origin is in the hull of the simplex
  int size = 0;
  DifferencePoint3 simplex[4];
  double weight[4]{};        ///< not negative, of sum 1 but for rounding
  Vec3<double> direction{};  ///< from B's core to A's, of no certain length; of no meaning where they meet
  double distance = 0;
  int iterations = 0;  ///< supports asked
};

/// The two points of an outcome, on the cores.
struct WitnessPair3 {
  Vec3<double> on_a;
  Vec3<double> on_b;
};
inline WitnessPair3 witness_pair(const GjkOutcome3& outcome) {
  WitnessPair3 pair{outcome.simplex[0].on_a, outcome.simplex[0].on_b};
  for (int k = 1; k < outcome.size; ++k) {
    pair.on_a = pair.on_a + (outcome.simplex[k].on_a - outcome.simplex[0].on_a) * outcome.weight[k];
    pair.on_b = pair.on_b + (outcome.simplex[k].on_b - outcome.simplex[0].on_b) * outcome.weight[k];
  }
  return pair;
}

namespace detail {

/// Keeps the corners of the simplex that hold its nearest point, and the weights.
template <class N>
void keep(GjkOutcome3& outcome, const NearestOfSimplex<N>& nearest) {
  DifferencePoint3 kept[4];
  for (int k = 0; k < nearest.size; ++k) {
    kept[k] = outcome.simplex[nearest.vertex[k]];
    outcome.weight[k] = leading(nearest.weight[k]);
  }
  std::copy(kept, kept + nearest.size, outcome.simplex);
  outcome.size = nearest.size;
}

/// By how much the points of an outcome that meets differ, in a coordinate.
inline double mismatch(const GjkOutcome3& outcome) {
  const WitnessPair3 pair = witness_pair(outcome);
  return largest_coordinate(pair.on_a - pair.on_b);
}

/// Makes the parts weights: of one sign and not all zero. Else false.
inline bool weigh(GjkOutcome3& outcome, const double (&part)[4]) {
  double sum = 0, sum_of_sizes = 0;
  for (int k = 0; k < outcome.size; ++k) {
    sum += part[k];
    sum_of_sizes += std::fabs(part[k]);
  }
  if (sum == 0 || std::fabs(sum) != sum_of_sizes) return false;
  for (int k = 0; k < outcome.size; ++k) outcome.weight[k] = part[k] / sum;
  return true;
}

/// Weights of the origin in the simplex of the rounded points, each accurate by itself: the volumes that the
/// origin spans with the sides of a tetrahedron, the areas with those of a triangle, seen along the axis
/// nearest to its normal. The sum of weight times point is then zero but for some roundings of the points,
/// however flat the simplex is. False, and nothing is changed: the origin is not in it, or it is flat.
inline bool take_accurate_weights(GjkOutcome3& outcome) {
  const auto at = [&](int k) -> const Vec3<double>& { return outcome.simplex[k].value; };
  double part[4]{};
  if (outcome.size == 4) {
    const auto volume = [&](int i, int j, int k) {
      return evaluate(space::kAccurate, space::kTriple, at(i), at(j), at(k)).hi;
    };
    part[0] = volume(1, 2, 3);
    part[1] = volume(0, 3, 2);
    part[2] = volume(0, 1, 3);
    part[3] = volume(0, 2, 1);
  } else if (outcome.size == 3) {
    const Vec3<double> normal =
        space::rounded(space::accurate_cross(difference(at(1), at(0)), difference(at(2), at(0))));
    const double x = std::fabs(normal.x), y = std::fabs(normal.y), z = std::fabs(normal.z);
    const int axis = x >= y && x >= z ? 0 : (y >= z ? 1 : 2);
    for (int k = 0; k < 3; ++k) {
      part[k] = evaluate(space::kAccurate, space::kCross2, space::seen_along(at((k + 1) % 3), axis),
                         space::seen_along(at((k + 2) % 3), axis))
                    .hi;
    }
  }
  return weigh(outcome, part);
}

/// Of cores that meet: weights with which both points are one within gap, by take_accurate_weights() where
/// those given fail. Where the origin is not in the simplex but for rounding, its sides are tried, and the
/// best is taken.
inline void settle(GjkOutcome3& outcome, double gap) {
  if (outcome.size == 4) weigh(outcome, outcome.weight);
  if (mismatch(outcome) <= gap) return;
  if (take_accurate_weights(outcome) && mismatch(outcome) <= gap) return;
  const GjkOutcome3 whole = outcome;
  for (int without = 0; without < whole.size && whole.size > 1; ++without) {
    GjkOutcome3 side = whole;
    std::copy(whole.simplex + without + 1, whole.simplex + whole.size, side.simplex + without);
    keep(side, nearest_of_simplex<DoubleDouble>(side.simplex, whole.size - 1));
    if (mismatch(side) > gap) take_accurate_weights(side);
    if (mismatch(side) < mismatch(outcome)) outcome = side;
  }
}

}  // namespace detail
}  // namespace touchstone
