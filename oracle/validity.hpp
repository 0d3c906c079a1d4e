// What is a valid shape: the oracle's own check, exact for all finite doubles.
#pragma once

#include <string>

#include "oracle/operand.hpp"

namespace touchstone::oracle {

struct Validity {
  bool valid = false;
  bool convex =
      false;  ///< no hole, and all of the segment between any two of its points; flat shapes are convex
  bool flat = false;  ///< polygons: all points on one line. Other shapes: not determined, false
};

/// Valid: finite numbers; min <= max; a polygon of at least 3 points, repeated neighbours counting once,
/// which is flat (all points on one line, the shape being their hull; then without holes) or else has simple
/// contours, its holes inside the outer one, contours that meet in single points only, and a connected
/// interior; radii not negative, a ring's inner one below its outer one; independent half axes of an ellipse;
/// a direction that is not zero.
///
/// Sets reason only when invalid: "points: edges 0 and 2 cross", "min.x > max.x", "points[3].y is not
/// finite". Cost: convex polygons linear, by a floating-point filter and without allocation; else by a sweep
/// over the boxes of the edges.
Validity check(const Shape& shape, std::string& reason);
Validity check(const PolygonalShape& shape, std::string& reason);

/// Empty when the shape is valid.
inline std::string invalid_reason(const Shape& shape) {
  std::string reason;
  check(shape, reason);
  return reason;
}

}  // namespace touchstone::oracle
