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
#include <touchstone/containment.hpp>
#include <touchstone/ellipse.hpp>
#include <touchstone/gjk.hpp>
#include <touchstone/polygon.hpp>
#include <touchstone/polygon_relation.hpp>
#include <touchstone/ring.hpp>
#include <touchstone/rounded.hpp>
#include <touchstone/sat.hpp>
#include <touchstone/validity.hpp>

namespace touchstone {

namespace detail {

template <class T>
Status status_of(const Checked2<T>& a, const Checked2<T>& b) {
  if (a.ok() && b.ok()) {
    const bool in_range = (!a.is_curved() || b.in_curved_range) && (!b.is_curved() || a.in_curved_range);
    return in_range ? Status::ok : Status::out_of_range;
  }
  const bool invalid = a.status == Status::invalid_input || b.status == Status::invalid_input;
  return invalid ? Status::invalid_input : Status::out_of_range;
}

template <class T>
bool both_are(const Checked2<T>& a, const Checked2<T>& b, typename Checked2<T>::Form form) {
  return a.form == form && b.form == form;
}

template <class T>
Circle2<T> circle_of(const Checked2<T>& shape) {
  return {shape.skeleton_point(0), shape.radius};
}
template <class T>
Capsule2<T> capsule_of(const Checked2<T>& shape) {
  return {shape.skeleton_point(0), shape.skeleton_point(1), shape.radius};
}
inline RelationAnswer related(Relation relation) {
  return {Status::ok, relation, 0};
}

/// Pairs with a curved shape whose bounding boxes meet.
template <class T>
RelationAnswer relation_curved(const Checked2<T>& a, const Checked2<T>& b) {
  using Form = typename Checked2<T>::Form;
  if (a.form == Form::ellipse || b.form == Form::ellipse) return relation_ellipse(a, b);
  if (a.form == Form::ring || b.form == Form::ring) return relation_ring(a, b);
  if (a.form == Form::concave) return relation_rounded_polygon(a, b);
  if (b.form == Form::concave) return relation_rounded_polygon(b, a);
  if (a.form > b.form) return relation_curved(b, a);
  if (a.form == Form::aabb && b.form == Form::circle) return related(relation(a.box, circle_of(b)));
  if (b.form == Form::capsule) {
    if (a.form == Form::capsule) return related(relation(capsule_of(a), capsule_of(b)));
    if (a.form == Form::circle) return related(relation(circle_of(a), capsule_of(b)));
  }
  return relation_rounded(a, b);
}

/// Every pair; not inlined, so that the cheapest ones stay small.
template <class T>
[[gnu::noinline]] RelationAnswer relation_of_any(const Checked2<T>& a, const Checked2<T>& b) {
  using Form = typename Checked2<T>::Form;
  RelationAnswer answer;
  answer.status = status_of(a, b);
  if (answer.status != Status::ok) return answer;
  assert(a.form != Form::ray && b.form != Form::ray);
  if (boxes_apart(a.box, b.box)) return answer;
  if (a.is_curved() || b.is_curved()) return relation_curved(a, b);
  if (both_are(a, b, Form::obb)) return related(touchstone::relation(a.obb(), b.obb()));
  if (a.is_convex() && b.is_convex()) return relation_sat(a.convex(), b.convex());
  return relation_polygon(a, b);
}

}  // namespace detail

/// disjoint, touching or overlapping, exactly. Swapping the operands keeps the answer. Requires no ray.
/// Cost: linear in the numbers of corners for convex pairs; see relation_polygon() for concave ones.
template <class T>
RelationAnswer relation(const Checked2<T>& a, const Checked2<T>& b) {
  using Form = typename Checked2<T>::Form;
  if (a.ok() && b.ok() && a.form == b.form) {
    if (a.form == Form::aabb) return detail::related(relation(a.box, b.box));
    if (a.form == Form::circle) return detail::related(relation(detail::circle_of(a), detail::circle_of(b)));
  }
  return detail::relation_of_any(a, b);
}

/// Distance and closest points; 0 and a common point when the shapes meet. Requires convex shapes, or rings
/// against rings and convex shapes other than ellipses (or refused ones). Error: kBoxDistanceBound for points
/// and axis-aligned boxes; with circles, capsules and rings kRingDistanceBound; else that of distance_gjk()
/// or distance_ellipse().
template <class T>
Distance<T> distance(const Checked2<T>& a, const Checked2<T>& b) {
  using Form = typename Checked2<T>::Form;
  Distance<T> answer;
  answer.status = detail::status_of(a, b);
  if (answer.status != Status::ok) return answer;
  if (a.form == Form::ring || b.form == Form::ring) return distance_ring(a, b);
  assert(a.is_convex() && b.is_convex());
  if (detail::both_are(a, b, Form::aabb)) return distance(a.box, b.box);
  if (!a.is_curved() && !b.is_curved()) return distance_gjk(a.convex(), b.convex());
  if (a.form == Form::ellipse || b.form == Form::ellipse) return distance_ellipse(a, b);
  if (detail::both_are(a, b, Form::circle)) return distance(detail::circle_of(a), detail::circle_of(b));
  if (a.form == Form::circle && b.form == Form::aabb) return distance(detail::circle_of(a), b.box);
  if (a.form == Form::aabb && b.form == Form::circle) return distance(a.box, detail::circle_of(b));
  return distance_rounded(a, b);
}

/// Relation (exact), depth and a shortest push of B out of A. Requires convex shapes (or refused ones).
/// Error: kBoxPenetrationBound for points and axis-aligned boxes, kPenetrationBound for polytopes,
/// kRoundedPenetrationBound with circles and capsules; else that of penetration_ellipse().
template <class T>
Penetration<T> penetration(const Checked2<T>& a, const Checked2<T>& b) {
  using Form = typename Checked2<T>::Form;
  Penetration<T> answer;
  answer.status = detail::status_of(a, b);
  if (answer.status != Status::ok) return answer;
  assert(a.is_convex() && b.is_convex());
  if (detail::both_are(a, b, Form::aabb)) return penetration(a.box, b.box);
  if (!a.is_curved() && !b.is_curved()) return penetration_sat(a.convex(), b.convex());
  if (a.form == Form::ellipse || b.form == Form::ellipse) return penetration_ellipse(a, b);
  if (detail::both_are(a, b, Form::circle)) return penetration(detail::circle_of(a), detail::circle_of(b));
  if (a.form == Form::circle && b.form == Form::aabb) return penetration(detail::circle_of(a), b.box);
  if (a.form == Form::aabb && b.form == Form::circle) return penetration(a.box, detail::circle_of(b));
  return penetration_rounded(a, b);
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
  assert(shape.form != Checked2<T>::Form::ray);
  if (point.x < shape.box.min.x || point.x > shape.box.max.x || point.y < shape.box.min.y ||
      point.y > shape.box.max.y) {
    return answer;
  }
  return detail::locate_point(shape, at);
}

/// How two shapes lie (answers.hpp), exactly; equal shapes: a_contains_b. Requires convex polytopes (or
/// refused ones). The ends of a flat shape are its corners. Cost: the product of the numbers of corners when
/// they overlap.
template <class T>
KindAnswer kind(const Checked2<T>& a, const Checked2<T>& b) {
  KindAnswer answer;
  const RelationAnswer related = relation(a, b);
  answer.status = related.status;
  if (answer.status != Status::ok) return answer;
  assert(a.is_polytope() && b.is_polytope());
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
