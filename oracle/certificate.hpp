// Certificates: why the relation of a pair is what it is, as numbers that a stranger can verify with a few
// lines of exact arithmetic, without trusting the oracle. test/check_certificate.py is such a stranger.
#pragma once

#include <string>

#include "oracle/truth.hpp"

namespace touchstone::oracle {

/// A JSON object on one line. All numbers in it are strings "p/q", exact, points are pairs of them. Fields:
///
/// - "relation": "disjoint", "touching" or "overlapping";
/// - "a", "b": the shapes, as lists of contours, the outer one first, with all vertices as given (a box: from
/// the lower
///   left counter-clockwise; an OBB: center -h0-h1, +h0-h1, +h0+h1, -h0+h1);
/// - "proof": which of the following arguments holds, with its own fields.
///
/// "direction" (disjoint): "direction" d and "support_a", "support_b", each {"vertex", "value"}: over all
/// vertices a of A
///   and b of B, max dot(d,a) = value of support_a < value of support_b = min dot(d,b).
/// "direction_and_point" (touching): the same with <=, d not zero, and "point", common to both.
/// "interior_point" (overlapping): "point", strictly inside each shape with area and strictly between the
/// ends of a
///   segment; two segments are not parallel.
/// "boundaries" (disjoint, where no line separates the hulls): nothing more. To verify: no edges meet, and no
///   vertex of one lies in the other.
/// "boundaries_and_point" (touching, where no line does): "point", common to both, and the name "solid" of a
/// shape with
///   area. To verify: the pieces into which the boundary of that shape cuts the other's edges stay out of its
///   interior; and, when the other has area too, "inner_point", strictly inside the solid one, is not inside
///   the other. Then no interior points are common, since the interior of a valid polygon is connected.
///
/// The two proofs by boundaries are no shorter than deciding the relation anew: they save the reader nothing
/// but the search for a method. The areas of the common parts are not used.
///
/// An invalid pair gives {"status":"invalid_input","reason":...}.
std::string certificate_json(const Shape& a, const Shape& b);

}  // namespace touchstone::oracle
