// Convex shapes of the plane on rationals, by the plainest methods: every edge normal is tried, every pair of
// features is measured. It is the measure of the faster tiers, so it shares nothing with them.
#pragma once

#include <optional>
#include <vector>

#include "oracle/full_truth.hpp"
#include "oracle/number.hpp"
#include "oracle/operand.hpp"

namespace touchstone::oracle {

/// A convex shape by its corners: one (a point), two (a segment), or more, counter-clockwise. No corner
/// repeats and none lies on the line of its neighbours.
struct ConvexRational {
  std::vector<RationalVec2> corners;

  bool is_flat() const { return corners.size() < 3; }
};

/// The convex hull of the points, any order, repeats allowed. Requires: at least one point.
ConvexRational hull_of(std::vector<RationalVec2> points);

/// The corners of the shape's outer contour as given, exactly: a box's from the lower left counter-clockwise,
/// an OBB's center -h0-h1, +h0-h1, +h0+h1, -h0+h1.
std::vector<RationalVec2> outer_contour_of(const PolygonalShape& shape);

/// The shape if it is convex, else nothing. A flat polygon is its hull, whatever its holes. Requires: a valid
/// shape.
std::optional<ConvexRational> convex_of(const PolygonalShape& shape);

/// A half-plane {x : dot(normal, x) <= offset}.
struct HalfPlane {
  RationalVec2 normal;
  Rational offset;
};
/// Half-planes whose common part is the shape: one per edge; a flat shape's line and ends are cut from both
/// sides.
std::vector<HalfPlane> half_planes_of(const ConvexRational& shape);

/// max over A of dot(direction, a) minus min over B of dot(direction, b): how far A reaches into B along the
/// direction, times its length. Negative: the direction separates.
Rational reach(const ConvexRational& a, const ConvexRational& b, const RationalVec2& direction);

/// Normals of all edges of the Minkowski difference A - B: A's outward edge normals, then B's inward ones. A
/// segment has both of its normals, a point has none.
std::vector<RationalVec2> face_directions(const ConvexRational& a, const ConvexRational& b);

/// True when the Minkowski difference has no area: both shapes flat and, if segments, parallel.
bool is_difference_flat(const ConvexRational& a, const ConvexRational& b);

Relation relation(const ConvexRational& a, const ConvexRational& b);

/// Where p lies in the shape; a flat shape has a boundary only.
Location location(const ConvexRational& shape, const RationalVec2& p);

/// True when B is a subset of A; equal shapes too.
bool contains(const ConvexRational& a, const ConvexRational& b);

/// Squared distance and closest points. When the shapes meet: 0 and one common point, in the relative
/// interior of both if they overlap.
struct ExactDistance {
  Rational distance_sq;
  RationalVec2 on_a;
  RationalVec2 on_b;
};
ExactDistance distance(const ConvexRational& a, const ConvexRational& b);

/// Squared depth and all shortest translations that push B out of A, without repeats: 0 and [(0,0)] when
/// touching. Requires: the shapes meet.
struct ExactPenetration {
  Rational depth_sq;
  std::vector<RationalVec2> mtv;
};
ExactPenetration penetration(const ConvexRational& a, const ConvexRational& b);

/// The common part; nothing when disjoint.
std::optional<ConvexRational> common_part(const ConvexRational& a, const ConvexRational& b);

/// Area of the shape; 0 when flat.
Rational area(const ConvexRational& shape);
/// Area of the common part.
Rational common_area(const ConvexRational& a, const ConvexRational& b);

/// How two shapes lie, see Kind.
Kind kind(const ConvexRational& a, const ConvexRational& b);

}  // namespace touchstone::oracle
