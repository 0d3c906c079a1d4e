// The front door in space: every query for every pair of checked shapes.
//
// An operand that is invalid or out of range hands its status on (invalid_input before out_of_range); the other fields
// then mean nothing. Relation and contains are exact in range for points, segments, boxes, triangles, hulls and
// half-spaces among each other, for balls (points, segments, spheres, capsules) among each other, for a sphere and an
// axis-aligned box, and for a half-space and any shape; other pairs with a ball or a cylinder are decided from their
// distance or depth, so they are right up to kRounded3Bound.
#pragma once

#include <cassert>

#include <touchstone/answers.hpp>
#include <touchstone/box3.hpp>
#include <touchstone/checked3.hpp>
#include <touchstone/closed_form3.hpp>
#include <touchstone/cylinder3.hpp>
#include <touchstone/cylinder_depth3.hpp>
#include <touchstone/epa3.hpp>
#include <touchstone/gjk3.hpp>
#include <touchstone/obb3.hpp>
#include <touchstone/plane3.hpp>
#include <touchstone/raycast3.hpp>
#include <touchstone/sat3.hpp>
#include <touchstone/support3.hpp>
#include <touchstone/validity3.hpp>

namespace touchstone {

/// Error of the relation, distance and depth of pairs that have no exact method, in u = 2^-52 x largest |coordinate| or
/// radius: those of distance_gjk and penetration_epa.
inline constexpr double kRounded3Bound = kGjk3DistanceBound > kEpa3DepthBound ? kGjk3DistanceBound : kEpa3DepthBound;

namespace detail {

using Form3 = Checked3::Form;

inline Status status_of(const Checked3& a, const Checked3& b) {
  if (a.ok() && b.ok()) return Status::ok;
  if (a.status == Status::invalid_input || b.status == Status::invalid_input) return Status::invalid_input;
  return a.ok() ? b.status : a.status;
}
inline bool both_are(const Checked3& a, const Checked3& b, Form3 form) {
  return a.form == form && b.form == form;
}

/// All within a radius of a polytope, which must outlive it: the polytope's support, and the radius apart.
inline Inflated3<PolytopeSupport3> rounded_support(const PolytopeView& view, double radius) {
  return {PolytopeSupport3(view), radius};
}
inline Cylinder3<double> cylinder_of(const Checked3& shape) {
  return {shape.skeleton_point(0), shape.skeleton_point(1), shape.radius};
}

/// Calls function(support of a, support of b). Requires: neither plane nor ray.
template <class Function>
auto with_supports(const Checked3& a, const Checked3& b, Function function) {
  const bool tube_a = a.form == Form3::cylinder;
  const bool tube_b = b.form == Form3::cylinder;
  const PolytopeView view_a = a.polytope(), view_b = b.polytope();
  const auto support_a = rounded_support(view_a, a.radius), support_b = rounded_support(view_b, b.radius);
  if (tube_a && tube_b) return function(CylinderSupport3(cylinder_of(a)), CylinderSupport3(cylinder_of(b)));
  if (tube_a) return function(CylinderSupport3(cylinder_of(a)), support_b);
  if (tube_b) return function(support_a, CylinderSupport3(cylinder_of(b)));
  return function(support_a, support_b);
}

/// A point or a segment, perhaps with a radius.
inline bool is_ball(const Checked3& shape) {
  return shape.form == Form3::sphere || shape.form == Form3::capsule ||
         (shape.is_polytope() && shape.polytope().dimension < 2);
}
/// Calls function(ball of a, ball of b) with capsules; of zero length and of radius zero where the shape is less.
inline Capsule3<double> capsule_of(const Checked3& shape) {
  const PolytopeView view = shape.polytope();
  return {view.corners[0], view.corners[view.corner_count - 1], shape.radius};
}
inline Sphere3<double> sphere_of(const Checked3& shape) {
  return {shape.skeleton_point(0), shape.radius};
}

/// Calls function(plane, shape) with one of them a plane: the other as deepest_of() takes it.
template <class Function>
auto with_plane(const Plane3<double>& plane, const Checked3& shape, Function function) {
  switch (shape.form) {
    case Form3::plane:
      return function(plane, shape.plane());
    case Form3::sphere:
      return function(plane, sphere_of(shape));
    case Form3::capsule:
      return function(plane, capsule_of(shape));
    case Form3::cylinder:
      return function(plane, cylinder_of(shape));
    case Form3::obb:
      return function(plane, shape.obb());
    default:
      return function(plane, shape.polytope());
  }
}

/// answer = function(cylinder, capsule or cylinder) where tube is a cylinder and other lies along its axis, as
/// cylinder3.hpp requires. False: it does not.
template <class Answer, class Function>
bool answer_along_cylinder(const Checked3& tube, const Checked3& other, Answer& answer, Function function) {
  if (tube.form != Form3::cylinder) return false;
  const auto ask = [&](const auto& along) {
    if (!are_parallel(cylinder_of(tube), along)) return false;
    answer = function(cylinder_of(tube), along);
    return true;
  };
  if (other.form == Form3::cylinder) return ask(cylinder_of(other));
  return is_ball(other) && ask(capsule_of(other));
}

/// How GJK ended for the cores, and the radii of the balls around them.
struct Cores3 {
  GjkOutcome3 outcome;
  double radii;
};
inline Cores3 cores_of(const Checked3& a, const Checked3& b) {
  return with_supports(a, b, [](const auto& x, const auto& y) -> Cores3 {
    return {Gjk3<std::decay_t<decltype(x)>, std::decay_t<decltype(y)>>(x, y).run(), x.radius() + y.radius()};
  });
}

/// Of a cylinder and a shape that does not lie along it.
inline Penetration3<double> penetration_with_cylinder(const Checked3& tube, const Checked3& other) {
  const auto& [outcome, radii] = cores_of(tube, other);
  Penetration3<double> answer{outcome.converged ? Status::ok : Status::iteration_limit, Relation::disjoint, 0, {},
                              outcome.iterations};
  Vec3<double> normal = -unit_vector(outcome.direction);
  if (outcome.meets) {
    const CylinderPush push = other.form == Form3::cylinder
                                  ? push_out_of_cylinder(cylinder_of(tube), cylinder_of(other))
                                  : push_out_of_cylinder(cylinder_of(tube), other.polytope());
    answer.iterations += push.iterations;
    answer.depth = push.depth + radii;
    normal = push.normal;
  } else {
    if (outcome.distance > radii) return answer;
    answer.depth = radii - outcome.distance;
  }
  answer.relation = answer.depth > 0 ? Relation::overlapping : Relation::touching;
  if (answer.depth > 0) answer.mtv = normal * answer.depth;
  return answer;
}

/// From the distance of the cores, and where they meet from their depth.
inline RelationAnswer relation_rounded(const Checked3& a, const Checked3& b) {
  const auto& [outcome, radii] = cores_of(a, b);
  RelationAnswer answer{outcome.converged ? Status::ok : Status::iteration_limit, Relation::overlapping,
                        outcome.iterations};
  if (!outcome.meets) {
    answer.relation = outcome.distance > radii    ? Relation::disjoint
                      : outcome.distance == radii ? Relation::touching
                                                  : Relation::overlapping;
    return answer;
  }
  if (radii > 0) return answer;
  const Penetration3<double> pushed =
      a.form == Form3::cylinder ? penetration_with_cylinder(a, b) : penetration_with_cylinder(b, a);
  return {pushed.status, pushed.relation, pushed.iterations};
}

inline RelationAnswer related3(Relation relation) {
  return {Status::ok, relation, 0};
}

[[gnu::noinline]] inline RelationAnswer relation_of_any(const Checked3& a, const Checked3& b) {
  RelationAnswer answer;
  answer.status = status_of(a, b);
  if (answer.status != Status::ok) return answer;
  assert(a.form != Form3::ray && b.form != Form3::ray);
  const auto ask = [](const auto& plane, const auto& shape) { return related3(relation(plane, shape)); };
  if (a.form == Form3::plane) return with_plane(a.plane(), b, ask);
  if (b.form == Form3::plane) return with_plane(b.plane(), a, ask);
  if (boxes_apart(a.box, b.box)) return answer;
  if (a.is_polytope() && b.is_polytope()) return relation_gjk(a.polytope(), b.polytope());
  if (is_ball(a) && is_ball(b)) return related3(relation(capsule_of(a), capsule_of(b)));
  if (a.form == Form3::sphere && b.form == Form3::aabb) return related3(relation(sphere_of(a), b.box));
  if (a.form == Form3::aabb && b.form == Form3::sphere) return related3(relation(a.box, sphere_of(b)));
  const auto along = [](const auto& x, const auto& y) { return related3(relation_parallel(x, y)); };
  if (answer_along_cylinder(a, b, answer, along) || answer_along_cylinder(b, a, answer, along)) return answer;
  return relation_rounded(a, b);
}

inline Distance3<double> swapped(Distance3<double> answer) {
  return {answer.status, answer.distance, answer.on_b, answer.on_a, answer.iterations};
}
inline Penetration3<double> swapped(Penetration3<double> answer) {
  answer.mtv = -answer.mtv;
  return answer;
}

}  // namespace detail

/// disjoint, touching or overlapping. Swapping the operands keeps the answer where it is exact. Requires no ray. Cost:
/// box pairs 15 axes, spheres a distance, else some supports.
inline RelationAnswer relation(const Checked3& a, const Checked3& b) {
  using detail::Form3;
  if (a.ok() && b.ok() && a.form == b.form) {
    if (a.form == Form3::obb) return detail::related3(relation(a.obb(), b.obb()));
    if (a.form == Form3::sphere) return detail::related3(relation(detail::sphere_of(a), detail::sphere_of(b)));
    if (a.form == Form3::aabb) return detail::related3(relation(a.box, b.box));
  }
  return detail::relation_of_any(a, b);
}

/// Distance and closest points; 0 and a common point when the shapes meet. Requires no ray. Error: kBox3DistanceBound
/// for axis-aligned boxes, kBallDistanceBound for balls, kPlaneDistanceBound with a half-space, else
/// kGjk3DistanceBound.
inline Distance3<double> distance(const Checked3& a, const Checked3& b) {
  using detail::Form3;
  Distance3<double> answer;
  answer.status = detail::status_of(a, b);
  if (answer.status != Status::ok) return answer;
  assert(a.form != Form3::ray && b.form != Form3::ray);
  const auto ask = [](const auto& plane, const auto& shape) { return distance(plane, shape); };
  if (a.form == Form3::plane) return detail::with_plane(a.plane(), b, ask);
  if (b.form == Form3::plane) return detail::swapped(detail::with_plane(b.plane(), a, ask));
  if (detail::both_are(a, b, Form3::aabb)) return distance(a.box, b.box);
  if (detail::both_are(a, b, Form3::obb)) return distance_gjk(support_of(a.obb()), support_of(b.obb()));
  if (detail::is_ball(a) && detail::is_ball(b)) return distance(detail::capsule_of(a), detail::capsule_of(b));
  if (a.form == Form3::sphere && b.form == Form3::aabb) return distance(detail::sphere_of(a), b.box);
  if (a.form == Form3::aabb && b.form == Form3::sphere) return distance(a.box, detail::sphere_of(b));
  const auto along = [](const auto& x, const auto& y) { return distance_parallel(x, y); };
  if (detail::answer_along_cylinder(a, b, answer, along)) return answer;
  if (detail::answer_along_cylinder(b, a, answer, along)) return detail::swapped(answer);
  return detail::with_supports(a, b, [](const auto& x, const auto& y) { return distance_gjk(x, y); });
}

/// Relation, depth and a shortest push of B out of A. Requires no ray. Two half-spaces that no push separates: depth is
/// infinite and mtv zero. Error: kBox3PenetrationBound for axis-aligned boxes, kObb3PenetrationBound for OBBs,
/// kSat3PenetrationBound for other polytopes, kBallPenetrationBound for balls, kPlaneDistanceBound with a half-space,
/// else kEpa3DepthBound, with a cylinder kEpa3CurvedDepthBound.
inline Penetration3<double> penetration(const Checked3& a, const Checked3& b) {
  using detail::Form3;
  Penetration3<double> answer;
  answer.status = detail::status_of(a, b);
  if (answer.status != Status::ok) return answer;
  assert(a.form != Form3::ray && b.form != Form3::ray);
  const auto ask = [](const auto& plane, const auto& shape) { return penetration(plane, shape); };
  if (a.form == Form3::plane) return detail::with_plane(a.plane(), b, ask);
  if (b.form == Form3::plane) return detail::swapped(detail::with_plane(b.plane(), a, ask));
  if (detail::both_are(a, b, Form3::aabb)) return penetration(a.box, b.box);
  if (detail::both_are(a, b, Form3::obb)) return penetration(a.obb(), b.obb());
  if (a.is_polytope() && b.is_polytope()) return penetration_sat(a.polytope(), b.polytope());
  if (detail::is_ball(a) && detail::is_ball(b)) return penetration(detail::capsule_of(a), detail::capsule_of(b));
  if (a.form == Form3::sphere && b.form == Form3::aabb) return penetration(detail::sphere_of(a), b.box);
  if (a.form == Form3::aabb && b.form == Form3::sphere) return penetration(a.box, detail::sphere_of(b));
  const auto along = [](const auto& x, const auto& y) { return penetration_parallel(x, y); };
  if (detail::answer_along_cylinder(a, b, answer, along)) return answer;
  if (detail::answer_along_cylinder(b, a, answer, along)) return detail::swapped(answer);
  if (a.form == Form3::cylinder) return detail::penetration_with_cylinder(a, b);
  if (b.form == Form3::cylinder) return detail::swapped(detail::penetration_with_cylinder(b, a));
  return detail::with_supports(a, b, [](const auto& x, const auto& y) { return penetration_epa(x, y); });
}

/// Where the point lies in the closed shape; flat shapes have a boundary only. A point that is not finite is
/// invalid_input. Requires neither ray nor half-space. Exactness: as relation().
inline LocationAnswer contains(const Checked3& shape, const Vec3<double>& point) {
  const RelationAnswer related = relation(shape, checked(Point3<double>{point}));
  LocationAnswer answer;
  answer.status = related.status;
  answer.location = related.relation == Relation::disjoint    ? Location::outside
                    : related.relation == Relation::touching ? Location::boundary
                                                             : Location::inside;
  return answer;
}

/// What the ray meets first: raycast3.hpp. Requires: ray is one, shape is none.
inline RayHit3<double> raycast(const Checked3& ray, const Checked3& shape) {
  using detail::Form3;
  RayHit3<double> answer;
  answer.status = detail::status_of(ray, shape);
  if (answer.status != Status::ok) return answer;
  assert(ray.form == Form3::ray && shape.form != Form3::ray);
  switch (shape.form) {
    case Form3::aabb:
      return raycast(ray.ray(), shape.box);
    case Form3::obb:
      return raycast(ray.ray(), shape.obb());
    case Form3::sphere:
      return raycast(ray.ray(), detail::sphere_of(shape));
    case Form3::capsule:
      return raycast(ray.ray(), detail::capsule_of(shape));
    case Form3::cylinder:
      return raycast(ray.ray(), detail::cylinder_of(shape));
    case Form3::plane:
      return raycast(ray.ray(), shape.plane());
    default:
      return raycast(ray.ray(), shape.polytope());
  }
}

}  // namespace touchstone
