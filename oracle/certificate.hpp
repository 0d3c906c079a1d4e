// Certificates: why the relation of a pair is what it is, as numbers that a stranger can verify with a few
// lines of exact arithmetic, without trusting the oracle. test/check_certificate.py is such a stranger.
#pragma once

#include <string>

#include <touchstone/shapes3.hpp>

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
/// Circles, capsules and rings are given by their skeletons (a point or a segment) in "a", "b", and by
/// "radius_a", "inner_radius_a", "radius_b", "inner_radius_b", each only when it is not 0. A circle of radius
/// 0 is a point. With R the sum of both radii, squares compared: "direction": gap^2 > R^2 dot(d,d), where gap
/// > 0 is value of support_b - value of support_a; "direction_and_point": the same with >=; the point is
/// within both shapes; "interior_point": strictly within the radii; for a straight shape without area: on it;
/// "distances" (disjoint, no convex shapes): with D the distances from the skeleton of one ring, or of either
///   shape if there is none, to the other skeleton, over all edges: every D > R; or, of a ring, every D is
///   less than its inner radius minus the other's radius.
/// "distances_and_point" (touching): the same with >= and <=; and "point", common to both.
///
/// The proofs by boundaries and by distances are no shorter than deciding the relation anew: they save the
/// reader nothing but the search for a method. The areas of the common parts are not used.
///
/// An invalid pair gives {"status":"invalid_input","reason":...}; a pair with an ellipse or a ray, for which
/// there is no certificate, {"status":"no_certificate"}.
std::string certificate_json(const Shape& a, const Shape& b);

/// The same in space, where every shape is convex. Points are triples; "a" and "b" are lists of points as
/// given: a box's 8 corners, of corner i the bit k telling whether coordinate or half axis k is at its upper
/// end; a sphere's centre, a capsule's two ends, with "radius_a", "radius_b" when not 0. A plane is
/// {"normal", "offset"}.
///
/// A support is {"value"}, with "vertex" unless it is a plane's: of A = {x : dot(n,x) <= o} along d = k n, k
/// > 0, it is k o; of B along d = -k n it is -k o. "on_a", "on_b" are points p, q of the skeletons, each
/// {"point", "weights"}: weights of vertices, none negative, sum 1, weighted sum the point; of a plane,
/// {"point"} with dot(n,point) <= o. R as above.
///
/// "direction" (disjoint): as above.
/// "direction_and_points" (touching): gap^2 >= R^2 dot(d,d) and |p - q| <= R.
/// "interior_points" (overlapping): if R > 0, |p - q| < R; else p = q: strictly inside each plane, if there
///   is one; else its weights in each shape are positive on vertices that span the same point, line, plane or
///   space as all of the shape, and what A and B span together is space.
///
/// "depth" (touching and overlapping): "inf", of two planes whose normals are not opposite; else
/// {"direction", "support_a", "support_b"}, with the depth (value of support_a - value of support_b) / |d| +
/// R. To verify: where this difference is h > 0 and no shape is a plane, every cross product c of differences
/// of vertices has reach(c) / |c| >= h / |d|, since the normal of each facet of the Minkowski difference is
/// among them. Where h <= 0, |p - q| |d| = -h. A plane leaves no choice of d.
///
/// A pair with a cylinder or a ray gives {"status":"no_certificate"}.
std::string certificate_json(const Shape3<double>& a, const Shape3<double>& b);

}  // namespace touchstone::oracle
