// Pairs in which a shape may be concave or have holes: relation, kind, distance and depth, exactly. Every
// valid shape is accepted, convex and flat ones too.
#pragma once

#include <optional>

#include "oracle/nearest.hpp"
#include "oracle/overlay.hpp"

namespace touchstone::oracle {

/// The truth about one pair, question by question. Shapes must be valid and outlive the object; reuse one
/// object for many pairs.
///
/// Relation is read off the pieces into which the boundaries cut each other, never off the order of edges
/// around a common point: the interiors meet when and only when two edges cross, or a piece of one boundary
/// lies in the other's interior, or the boundaries share a piece with both interiors on its left. For if none
/// of these is so, each interior avoids the other's boundary, so it lies within the other interior or
/// outside, and within only when all of the boundary is shared.
class ConcavePair {
 public:
  ConcavePair() = default;
  void assign(const PolygonalShape& a, const PolygonalShape& b);

  /// Cost: O((n + m) log(n + m)) where few boxes of edges meet; rationals only where a common point is no
  /// vertex.
  Relation relation();
  /// Requires nothing of the shapes, though DESIGN defines kind for polygons and boxes.
  Kind kind();

  /// 0 when they meet.
  const Rational& distance_sq() { return nearest().distance_sq; }
  /// Closest points; equal when the shapes meet.
  const NearestFeatures::Result& nearest();
  /// Around the distance: equal doubles or neighbours.
  Enclosure distance() { return enclose_sqrt(distance_sq()); }

  /// Smallest distance from a corner of one to the boundary of the other, squared.
  Rational corner_to_boundary_sq();

  const Region& region_a() const { return a_; }
  const Region& region_b() const { return b_; }

 private:
  Relation decide();
  bool any_piece_inside(int side);
  bool contains(int outer_side);
  bool corner_inside(int inner_side);

  Region a_;
  Region b_;
  Overlay overlay_;
  NearestFeatures features_;
  std::optional<Relation> relation_;
  std::optional<NearestFeatures::Result> nearest_;
  std::optional<Vertex> common_vertex_;  ///< of meeting shapes; none: the overlay knows a common point
};

/// Where p lies in the shape; exact.
Location location(Point p, const PolygonalShape& shape);
/// Distance from p to the boundary of the shape, squared (a flat shape is its own boundary).
Rational boundary_distance_sq(Point p, const PolygonalShape& shape);

/// The relation by a second method, by rationals alone: the measure of ConcavePair::relation. Solid shapes
/// overlap when their common area is positive (area.hpp); a flat shape is cut at all its meetings with a
/// boundary and the middles of the parts are located. Cost: product of the numbers of vertices.
Relation rational_relation(const PolygonalShape& a, const PolygonalShape& b);

/// Both shapes are cut, exactly, into convex pieces (a convex shape is one piece, else the trapezoids between
/// the verticals through the vertices, maximal along x); the largest depth over pairs of pieces. To push B
/// out of A, each piece of B must leave each piece of A, so this is a lower bound of the depth, rounded down;
/// it is the depth itself when both shapes are convex. 0 when the interiors do not meet. Slow: for judging an
/// answer that differs.
double overlap_depth_lower_bound(const PolygonalShape& a, const PolygonalShape& b);

}  // namespace touchstone::oracle
