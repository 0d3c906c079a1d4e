// How far a ray misses a shape, or how far the shape must move to be missed: what hits and misses are judged
// by.
#pragma once

#include "oracle/convex.hpp"
#include "oracle/ray_exact.hpp"
#include "oracle/ray_meeting.hpp"

namespace touchstone::oracle {

/// Signed separation of the ray and all points within radius of the convex straight shape; known is the ray's
/// relation to the straight shape alone. Cost: linear.
Interval separation_of(const ScaledRay& ray, const ConvexOperand& shape, Relation known, double radius);
Surd exact_separation_of(const ExactRay& ray, const ConvexRational& shape, Relation known,
                         const Rational& radius);

/// Certified. Overlapping: -hi is at least 99 % of the depth, unless the numbers are too near the ends of the
/// range.
Interval separation_of_ellipse(const ScaledRay& ray, const Operand& ellipse, Relation known);

/// Overlapping: lo is -infinity, hi minus a lower bound of the depth: the larger of the radius of a disc
/// within the shape around a point of the ray, and of the depth over its convex pieces.
Interval separation_of_concave(const Operand& ray, const PolygonalShape& shape, Relation known);

}  // namespace touchstone::oracle
