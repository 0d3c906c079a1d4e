// A second opinion on the truth: Boost.Geometry on exact rationals. It shares no code with the oracle but the
// conversion of a double to a rational.
#pragma once

#include <optional>

#include "oracle/number.hpp"
#include "oracle/truth.hpp"

namespace touchstone::oracle {

/// What the witness says. Absent: not asked, since Boost.Geometry answers it for shapes with area only.
struct WitnessAnswer {
  bool meets = false;  ///< have a common point
  /// Both shapes have area, and in neither does a hole touch another contour: there Boost 1.81 is wrong.
  std::optional<bool> interiors_meet;
  std::optional<Rational> distance_sq;  ///< both shapes have area; 0 when they meet
};

/// Nothing when the witness cannot be asked: a shape is not valid, or curved, or a ray. Cost: about 50 us for
/// polygons of 8 vertices.
std::optional<WitnessAnswer> ask_witness(const Shape& a, const Shape& b);

/// True when the truth of the same pair says what the witness says: relation and, as far as the enclosure
/// tells, distance.
bool agrees(const WitnessAnswer& answer, Truth& truth);

}  // namespace touchstone::oracle
