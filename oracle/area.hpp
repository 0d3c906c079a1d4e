// The exact area of boxes and polygons with holes, and of what two of them have in common.
#pragma once

#include "oracle/overlay.hpp"

namespace touchstone::oracle {

/// 0 for flat shapes. Requires a valid shape.
Rational area_of(const PolygonalShape& shape);

/// Area of the common part: half the sum of from x to over the pieces of each boundary that lie in the other
/// shape, and over the common pieces with both interiors on one side, once. 0 when a shape is flat or they
/// only touch. Requires valid shapes. Cost: O((n + m) log(n + m)) where few boxes of edges meet, all sums
/// rational.
Rational common_area(const PolygonalShape& a, const PolygonalShape& b);

/// The same by a second method that shares nothing with the first. A shape is the sum, with signs, of the
/// strips between its edges and the x axis moved below both shapes; so is the common part of the strips
/// between two edges and that axis: the integral of the lower of the two over the x they share. No meeting of
/// edges is searched, no point located. Cost: the product of the numbers of edges that share an x.
Rational common_area_witness(const PolygonalShape& a, const PolygonalShape& b);

}  // namespace touchstone::oracle
