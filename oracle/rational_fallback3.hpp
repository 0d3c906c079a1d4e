// What the fast tiers of space cannot tell, by rationals (exact3.hpp). Includes no rationals itself.
#pragma once

#include <optional>

#include <touchstone/answers.hpp>
#include <touchstone/shapes3.hpp>

#include "oracle/pair_truth.hpp"

namespace touchstone::oracle {

/// The skeletons of A and of B moved by shift, and the sum of two radii.
struct RationalQuestion3 {
  const Shape3<double>& a;
  const Shape3<double>& b;
  Vec3<double> shift{};
  double first_radius = 0, second_radius = 0;
};

struct RationalAnswer3 {
  Relation of_skeletons{};
  Relation relation{};  ///< the sign of the separation
  Interval separation;  ///< signed separation of the skeletons less the radii, correctly rounded ends
  /// A shortest translation of B to where that is 0, correctly rounded; nothing when there are infinitely
  /// many. Of touching skeletons with radii 0, and where the separation is positive: zero.
  std::optional<Vec3<double>> push;
};
RationalAnswer3 answer_by_rationals(const RationalQuestion3& question);

}  // namespace touchstone::oracle
