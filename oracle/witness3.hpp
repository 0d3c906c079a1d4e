// A second opinion on the truth in space, from the corners as given: by a linear program and by exact GJK, on
// integers. It shares no code with the oracle but the number types; it builds no faces and no edges.
#pragma once

#include <optional>

#include <touchstone/answers.hpp>
#include <touchstone/shapes3.hpp>

#include "oracle/full_truth3.hpp"
#include "oracle/number.hpp"
#include "oracle/truth3.hpp"

namespace touchstone::oracle {

/// What the witness says of the skeletons of two shapes, and of the shapes.
struct WitnessAnswer3 {
  bool skeletons_meet = false;
  bool interiors_meet = false;  ///< the origin is in the interior of the skeletons' Minkowski difference
  Rational distance_sq;         ///< of the skeletons; 0 when they meet
  Rational radii;               ///< sum of the radii
  Relation relation{};          ///< of the shapes; follows from the above
};

/// Nothing when the witness cannot be asked: a shape is not valid, or a cylinder, a plane or a ray.
/// Cost: two boxes about 150 us; grows with the number of points.
std::optional<WitnessAnswer3> ask_witness(const Shape3<double>& a, const Shape3<double>& b);

/// True when the truth of the same pair says what the witness says: the relation and, as far as the enclosure
/// tells, the separation of shapes whose skeletons are apart, and its bound -(sum of the radii) of others.
bool agrees(const WitnessAnswer3& answer, Truth3& truth);
/// The same; the separation of skeletons that are apart must be equal.
bool agrees(const WitnessAnswer3& answer, const FullTruth3& truth);

}  // namespace touchstone::oracle
