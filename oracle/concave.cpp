#include "oracle/concave.hpp"

namespace touchstone::oracle {

void ConcavePair::assign(const PolygonalShape& a, const PolygonalShape& b) {
  a_.assign(a);
  b_.assign(b);
  relation_.reset();
  nearest_.reset();
  common_vertex_.reset();
}

bool ConcavePair::any_piece_inside(int side) {
  return !overlay_.visit_pieces(side, [&](const Vertex& from, const Vertex&, PieceSide where) {
    if (where != PieceSide::inside) return true;
    common_vertex_ = from;
    return false;
  });
}

Relation ConcavePair::decide() {
  if (!meet(a_.box(), b_.box())) return Relation::disjoint;
  if (a_.dimension() == 0 || b_.dimension() == 0) {
    const Region& point = a_.dimension() == 0 ? a_ : b_;
    const Region& other = a_.dimension() == 0 ? b_ : a_;
    common_vertex_ = point.vertex(0);
    const Location where = other.locate(point.vertex(0));
    if (where == Location::outside) return Relation::disjoint;
    return where == Location::inside ? Relation::overlapping : Relation::touching;
  }
  const bool finished = overlay_.build(a_, b_, Overlay::Stop::when_interiors_meet);
  if (!finished) return Relation::overlapping;
  if (b_.dimension() == 2 && any_piece_inside(0)) return Relation::overlapping;
  if (a_.dimension() == 2 && any_piece_inside(1)) return Relation::overlapping;
  return overlay_.boundaries_meet() ? Relation::touching : Relation::disjoint;
}

Relation ConcavePair::relation() {
  if (!relation_) relation_ = decide();
  return *relation_;
}

// Requires a finished overlay of overlapping shapes.
bool ConcavePair::contains(int outer_side) {
  if (overlay_.boundaries_cross()) return false;
  const Region& outer = outer_side == 0 ? a_ : b_;
  const Region& inner = outer_side == 0 ? b_ : a_;
  if (outer.dimension() < 2) return false;
  const bool solid = inner.dimension() == 2;
  const bool none_leaves =
      overlay_.visit_pieces(1 - outer_side, [&](const Vertex&, const Vertex&, PieceSide where) {
        return where != PieceSide::outside && !(solid && where == PieceSide::along_opposite_way);
      });
  if (!none_leaves || !solid) return none_leaves;
  return overlay_.visit_pieces(
      outer_side, [](const Vertex&, const Vertex&, PieceSide where) { return where != PieceSide::inside; });
}

bool ConcavePair::corner_inside(int inner_side) {
  const Region& inner = inner_side == 0 ? a_ : b_;
  const Region& outer = inner_side == 0 ? b_ : a_;
  for (std::size_t i = 0; i < inner.vertices().size(); ++i) {
    if (overlay_.touched(inner_side, i) || !inner.is_corner(i)) continue;
    if (outer.locate(inner.vertex(i)) == Location::inside) return true;
  }
  return false;
}

Kind ConcavePair::kind() {
  if (relation() == Relation::disjoint) return Kind::disjoint;
  if (relation() == Relation::touching) return Kind::touching;
  if (b_.dimension() == 0) return Kind::a_contains_b;
  if (a_.dimension() == 0) return Kind::b_contains_a;
  overlay_.build(a_, b_, Overlay::Stop::never);
  if (contains(0)) return Kind::a_contains_b;
  if (contains(1)) return Kind::b_contains_a;
  return corner_inside(0) || corner_inside(1) ? Kind::vertex_inside : Kind::piercing;
}

const NearestFeatures::Result& ConcavePair::nearest() {
  if (nearest_) return *nearest_;
  if (relation() == Relation::disjoint) {
    nearest_ = features_.find(a_, b_, NearestFeatures::Which::all_vertices);
  } else {
    const RationalVec2 common = common_vertex_ ? common_vertex_->value() : overlay_.common_point();
    nearest_ = NearestFeatures::Result{Rational(0), common, common};
  }
  return *nearest_;
}

Rational ConcavePair::corner_to_boundary_sq() {
  return features_.find(a_, b_, NearestFeatures::Which::corners).distance_sq;
}

Location location(Point p, const PolygonalShape& shape) {
  return Region(shape).locate(vertex_of(p));
}

Rational boundary_distance_sq(Point p, const PolygonalShape& shape) {
  const Region region(shape);
  const Region point(PolygonalShape(Point2<double>{p}));
  NearestFeatures features;
  return features.find(point, region, NearestFeatures::Which::all_vertices).distance_sq;
}

}  // namespace touchstone::oracle
