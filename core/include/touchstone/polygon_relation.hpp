// Relation of a concave polygon (with or without holes) and any shape: point containment plus segment
// crossing, with touching told from overlapping by the local order of the edges at each common point of the
// boundaries.
//
// The interiors of two solid shapes meet exactly when (a) two edges cross inside both, at a point where no
// further contour passes (it would have a vertex there, and (b) decides), or (b) at a common boundary point
// the open sectors of the two interiors meet, or (c) a contour of one lies in the interior of the other.
// Reason: a boundary piece of one that enters the interior of the other leaves it again at a point of kind
// (a) or (b), or is a whole contour (c); if no such piece exists, the common part is bounded by common edges,
// which begin and end in points of kind (b). In (b), two open sectors meet exactly when a bounding ray of one
// is strictly inside the other or two bounding rays coincide with both interiors on the same side. A flat
// shape has rays but no interior of its own.
#pragma once

#include <array>
#include <cassert>

#include <touchstone/validity.hpp>

namespace touchstone {

namespace boundary {

/// The boundary of a valid shape: its rings. Flat shapes are one ring without an interior side.
template <class T>
class Outline {
 public:
  explicit Outline(const Checked2<T>& shape) : box_{} {
    box_.min = {double{shape.box.min.x}, double{shape.box.min.y}};
    box_.max = {double{shape.box.max.x}, double{shape.box.max.y}};
    if (!shape.is_convex()) {
      polygon_ = &shape.polygon();
      return;
    }
    const ConvexView<T> view = shape.convex();
    dimension_ = view.dimension;
    convex_.first = view.first;
    convex_.step = view.step;
    convex_.count = view.count;
    if (view.rounded_from == nullptr) return;
    convex_.error = box_.error = double{view.corner_error};
    convex_.exact = corners_.data();
    for (std::int32_t k = 0; k < view.count; ++k)
      corners_[static_cast<std::size_t>(k)] = exact_corner(view, k);
  }
  Outline(const Outline&) = delete;  // convex_ points to corners_
  Outline& operator=(const Outline&) = delete;

  int dimension() const { return dimension_; }
  bool solid() const { return dimension_ == 2; }
  const Box& box() const { return box_; }

  std::int32_t ring_count() const { return polygon_ != nullptr ? contour_count(*polygon_) : 1; }
  Ring<T> ring(std::int32_t index) const { return polygon_ != nullptr ? contour(*polygon_, index) : convex_; }

  /// The passage of a ring through p, with the interior of a solid shape on its left; false when it does not
  /// go there.
  bool passage(std::int32_t index, const Vertex& p, Passage& result) const {
    if (!passes_through(ring(index), p, result)) return false;
    if (polygon_ != nullptr && interior_side(*polygon_, index) < 0) std::swap(result.in, result.out);
    return true;
  }
  /// Requires a solid shape.
  Location locate(const Vertex& p) const {
    if (apart(box_, box_of(p, p))) return Location::outside;
    return polygon_ != nullptr ? touchstone::locate(*polygon_, p) : locate_in_ring(convex_, p);
  }

 private:
  const Polygon2<T>* polygon_ = nullptr;
  Ring<T> convex_;
  std::array<ExactVec2<3>, 4> corners_;
  Box box_;
  int dimension_ = 2;
};

/// A ray of an outline that starts at a boundary point, and the side of it on which that outline's interior
/// lies.
struct BoundaryRay {
  Vertex towards;
  bool interior_left = false;
  bool solid = false;
};

/// Whether the ray's outline has interior points at p that lie in the interior of `into` as well, as far as
/// the ray tells: it runs strictly inside, or along an edge with both interiors on the same side. Requires p
/// on the boundary of the solid shape `into`. Where several contours of `into` meet in p, its sector is the
/// common part of theirs.
template <class T>
bool ray_enters(const BoundaryRay& ray, const Vertex& p, const Outline<T>& into) {
  Passage passage;
  for (std::int32_t k = 0; k < into.ring_count(); ++k) {
    if (!into.passage(k, p, passage)) continue;
    const Side side = side_of_ray(p, passage, ray.towards);
    if (side == Side::left) continue;
    if (side == Side::right || !ray.solid) return false;
    if ((side == Side::along_out) != ray.interior_left) return false;
  }
  return true;
}

/// Whether a boundary ray of `from` at p enters the interior of `into`.
template <class T>
bool outline_enters(const Outline<T>& from, const Vertex& p, const Outline<T>& into) {
  if (!into.solid()) return false;
  Passage passage;
  for (std::int32_t k = 0; k < from.ring_count(); ++k) {
    if (!from.passage(k, p, passage)) continue;
    if (ray_enters({passage.out, true, from.solid()}, p, into)) return true;
    if (ray_enters({passage.in, false, from.solid()}, p, into)) return true;
  }
  return false;
}

/// Whether the first vertex of some contour of `shape` lies in the interior of `container`.
template <class T>
bool contour_starts_inside(const Outline<T>& shape, const Outline<T>& container) {
  if (!container.solid()) return false;
  for (std::int32_t k = 0; k < shape.ring_count(); ++k) {
    if (container.locate(shape.ring(k)[0]) == Location::inside) return true;
  }
  return false;
}

/// Whether a contour of the outline other than `index` has a vertex in the point where the contact's edges
/// cross.
template <class T>
bool other_contour_at(const Contact& crossing, const Outline<T>& outline, std::int32_t index) {
  const auto on = [](const Vertex& p, const Edge& edge) {
    return !apart(box_of(p, p), box_of(edge.from, edge.to)) && orientation(edge.from, edge.to, p) == 0;
  };
  for (std::int32_t k = 0; k < outline.ring_count(); ++k) {
    if (k == index) continue;
    const Ring<T> ring = outline.ring(k);
    for (std::int32_t i = 0; i < ring.count; ++i) {
      if (on(ring[i], crossing.edge_a) && on(ring[i], crossing.edge_b)) return true;
    }
  }
  return false;
}

template <class T>
RelationAnswer relation(const Outline<T>& a, const Outline<T>& b) {
  RelationAnswer answer{Status::ok, Relation::disjoint, 0};
  if (apart(a.box(), b.box())) return answer;
  if (a.dimension() == 0 || b.dimension() == 0) {
    const Location at = a.dimension() == 0 ? b.locate(a.ring(0)[0]) : a.locate(b.ring(0)[0]);
    answer.relation = at == Location::inside     ? Relation::overlapping
                      : at == Location::boundary ? Relation::touching
                                                 : Relation::disjoint;
    return answer;
  }
  bool overlap = false;
  for (std::int32_t i = 0; i < a.ring_count() && !overlap; ++i) {
    for (std::int32_t j = 0; j < b.ring_count() && !overlap; ++j) {
      overlap = visit_contacts(a.ring(i), b.ring(j), b.box(), [&](const Contact& contact) {
        ++answer.iterations;
        answer.relation = Relation::touching;
        const Vertex* p = contact.at;
        if (p == nullptr) return !other_contour_at(contact, a, i) && !other_contour_at(contact, b, j);
        return outline_enters(a, *p, b) || outline_enters(b, *p, a);
      });
    }
  }
  if (overlap || contour_starts_inside(a, b) || contour_starts_inside(b, a))
    answer.relation = Relation::overlapping;
  return answer;
}

}  // namespace boundary

/// The relation of two valid shapes of which at least one is a concave polygon; touching when they meet in
/// their boundaries only, so a polygon that exactly fills a hole touches, and identical polygons overlap. A
/// point or segment overlaps when a point of it is in the interior. Exact; status is ok, or that of an
/// operand that is not. Laws: 1. swapping the operands keeps the relation. iterations: the number of common
/// boundary points that were examined. Cost: |A| |B| comparisons of boxes for the edges of A that reach B's
/// bounding box, plus |A| + |B|, plus |A| + |B| for each common boundary point.
template <class T>
RelationAnswer relation_polygon(const Checked2<T>& a, const Checked2<T>& b) {
  if (!a.ok()) return {a.status, Relation::disjoint, 0};
  if (!b.ok()) return {b.status, Relation::disjoint, 0};
  assert(!a.is_convex() || !b.is_convex());
  return boundary::relation(boundary::Outline<T>(a), boundary::Outline<T>(b));
}

}  // namespace touchstone
