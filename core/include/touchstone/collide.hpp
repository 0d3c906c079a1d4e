// The front door: every query for every pair of checked shapes.
//
// An operand that is invalid or out of range hands its status on (invalid_input before out_of_range); the
// other fields then mean nothing. Relation, kind and contains are exact for everything in range. Nothing here
// allocates.
#pragma once

#include <algorithm>
#include <cassert>

#include <touchstone/answers.hpp>
#include <touchstone/closed_form2.hpp>
#include <touchstone/gjk.hpp>
#include <touchstone/polygon.hpp>
#include <touchstone/polygon_relation.hpp>
#include <touchstone/sat.hpp>
#include <touchstone/validity.hpp>

namespace touchstone {

namespace detail {

template <class T>
Status status_of(const Checked2<T>& a, const Checked2<T>& b) {
  if (a.ok() && b.ok()) return Status::ok;
  const bool invalid = a.status == Status::invalid_input || b.status == Status::invalid_input;
  return invalid ? Status::invalid_input : Status::out_of_range;
}

template <class T>
bool both_are(const Checked2<T>& a, const Checked2<T>& b, typename Checked2<T>::Form form) {
  return a.form == form && b.form == form;
}

/// Where corner j of b lies in a, exactly.
template <class T>
Location locate_corner(const ConvexView<T>& a, const ConvexView<T>& b, std::int32_t j, double bound) {
  if (a.dimension == 2) {
    int least = 1;
    for (std::int32_t k = 0; k < a.count && least >= 0; ++k) {
      if (!is_empty_edge(a, k)) least = std::min(least, side_sign(a, k, b, j, bound));
    }
    return least > 0 ? Location::inside : (least == 0 ? Location::boundary : Location::outside);
  }
  if (a.dimension == 1 && side_sign(a, 0, b, j, bound) != 0) return Location::outside;
  const int from = compare_corners<T>({a, 0}, {b, j});
  const int to = compare_corners<T>({b, j}, {a, a.count - 1});
  return from == to || from == 0 || to == 0 ? Location::boundary : Location::outside;
}

/// Every corner of b lies in the closed a.
template <class T>
bool contains_corners(const ConvexView<T>& a, const ConvexView<T>& b, double bound) {
  for (std::int32_t j = 0; j < b.count; ++j) {
    if (locate_corner(a, b, j, bound) == Location::outside) return false;
  }
  return true;
}

/// Vertex k turns the outline; of repeated vertices every copy does.
template <class T>
bool is_corner(const ConvexView<T>& shape, std::int32_t k, double bound) {
  if (shape.dimension < 2 || shape.rounded_from != nullptr) return true;
  std::int32_t before = shape.previous(k);
  while (shape.corner(before) == shape.corner(k)) before = shape.previous(before);
  std::int32_t after = shape.next(k);
  while (shape.corner(after) == shape.corner(k)) after = shape.next(after);
  return cross_sign<T>({shape, before}, {shape, k}, {shape, k}, {shape, after}, bound) != 0;
}

/// Some corner of b lies in the interior of a.
template <class T>
bool has_corner_inside(const ConvexView<T>& a, const ConvexView<T>& b, double bound) {
  for (std::int32_t j = 0; j < b.count; ++j) {
    if (locate_corner(a, b, j, bound) == Location::inside && is_corner(b, j, bound)) return true;
  }
  return false;
}

}  // namespace detail

/// disjoint, touching or overlapping, exactly. Swapping the operands keeps the answer.
/// Cost: linear in the numbers of corners for convex pairs; see relation_polygon() for concave ones.
template <class T>
RelationAnswer relation(const Checked2<T>& a, const Checked2<T>& b) {
  using Form = typename Checked2<T>::Form;
  RelationAnswer answer;
  answer.status = detail::status_of(a, b);
  if (answer.status != Status::ok) return answer;
  if (a.box.max.x < b.box.min.x || b.box.max.x < a.box.min.x || a.box.max.y < b.box.min.y ||
      b.box.max.y < a.box.min.y) {
    return answer;
  }
  if (detail::both_are(a, b, Form::aabb)) {
    answer.relation = relation(a.box, b.box);
    return answer;
  }
  if (detail::both_are(a, b, Form::obb)) {
    answer.relation = relation(a.obb(), b.obb());
    return answer;
  }
  if (a.is_convex() && b.is_convex()) return relation_sat(a.convex(), b.convex());
  return relation_polygon(a, b);
}

/// Distance and closest points; 0 and a common point when the shapes meet. Requires convex shapes (or refused
/// ones). Error: kBoxDistanceBound for points and axis-aligned boxes, else that of distance_gjk().
template <class T>
Distance<T> distance(const Checked2<T>& a, const Checked2<T>& b) {
  Distance<T> answer;
  answer.status = detail::status_of(a, b);
  if (answer.status != Status::ok) return answer;
  assert(a.is_convex() && b.is_convex());
  if (detail::both_are(a, b, Checked2<T>::Form::aabb)) return distance(a.box, b.box);
  return distance_gjk(a.convex(), b.convex());
}

/// Relation (exact), depth and a shortest push of B out of A; see penetration_sat(). Requires convex shapes
/// (or refused ones). Error: kBoxPenetrationBound for points and axis-aligned boxes, else kPenetrationBound.
template <class T>
Penetration<T> penetration(const Checked2<T>& a, const Checked2<T>& b) {
  Penetration<T> answer;
  answer.status = detail::status_of(a, b);
  if (answer.status != Status::ok) return answer;
  assert(a.is_convex() && b.is_convex());
  if (detail::both_are(a, b, Checked2<T>::Form::aabb)) return penetration(a.box, b.box);
  return penetration_sat(a.convex(), b.convex());
}

/// Where the point lies in the closed shape, exactly; flat shapes have a boundary only. A point that is not
/// finite is invalid_input. Cost: linear.
template <class T>
LocationAnswer contains(const Checked2<T>& shape, Vec2<T> point) {
  const Checked2<T> at = checked(Point2<T>{point});
  LocationAnswer answer;
  answer.status = detail::status_of(shape, at);
  answer.location = Location::outside;
  if (answer.status != Status::ok) return answer;
  if (point.x < shape.box.min.x || point.x > shape.box.max.x || point.y < shape.box.min.y ||
      point.y > shape.box.max.y) {
    return answer;
  }
  if (!shape.is_convex()) {
    answer.location = locate(shape.polygon(), point);
    return answer;
  }
  const ConvexView<T> a = shape.convex();
  const ConvexView<T> b = at.convex();
  answer.location = detail::locate_corner(a, b, 0, cross_bound(a, b));
  return answer;
}

/// How two shapes lie (answers.hpp), exactly; equal shapes: a_contains_b. Requires convex shapes (or refused
/// ones). The ends of a flat shape are its corners. Cost: the product of the numbers of corners when they
/// overlap.
template <class T>
KindAnswer kind(const Checked2<T>& a, const Checked2<T>& b) {
  KindAnswer answer;
  const RelationAnswer related = relation(a, b);
  answer.status = related.status;
  if (answer.status != Status::ok) return answer;
  assert(a.is_convex() && b.is_convex());
  if (related.relation != Relation::overlapping) {
    answer.kind = related.relation == Relation::disjoint ? Kind::disjoint : Kind::touching;
    return answer;
  }
  const ConvexView<T> view_a = a.convex();
  const ConvexView<T> view_b = b.convex();
  const double bound = cross_bound(view_a, view_b);
  if (detail::contains_corners(view_a, view_b, bound)) {
    answer.kind = Kind::a_contains_b;
  } else if (detail::contains_corners(view_b, view_a, bound)) {
    answer.kind = Kind::b_contains_a;
  } else if (detail::has_corner_inside(view_a, view_b, bound) ||
             detail::has_corner_inside(view_b, view_a, bound)) {
    answer.kind = Kind::vertex_inside;
  } else {
    answer.kind = Kind::piercing;
  }
  return answer;
}

}  // namespace touchstone
