// The front door in space: every query for every pair of checked shapes.
//
// An operand that is invalid or out of range hands its status on (invalid_input before out_of_range); the
// other fields then mean nothing. Relation and contains are exact in range for points, segments, boxes,
// triangles, hulls and half-spaces among each other, for balls (points, segments, spheres, capsules) among
// each other, for a sphere and an axis-aligned box, for a cylinder and a point, a sphere, or what lies
// exactly along its axis (cylinder3.hpp), and for a half-space and any shape; other pairs with a ball or a
// cylinder are decided from their distance or depth, so they are right up to kRounded3Bound.
#pragma once

#include <algorithm>
#include <cassert>

#include <touchstone/answers.hpp>
#include <touchstone/box3.hpp>
#include <touchstone/checked3.hpp>
#include <touchstone/closed_form3.hpp>
#include <touchstone/cylinder3.hpp>
#include <touchstone/cylinder_depth3.hpp>
#include <touchstone/dispatch3.hpp>
#include <touchstone/epa3.hpp>
#include <touchstone/gjk3.hpp>
#include <touchstone/obb3.hpp>
#include <touchstone/plane3.hpp>
#include <touchstone/raycast3.hpp>
#include <touchstone/sat3.hpp>
#include <touchstone/support3.hpp>
#include <touchstone/validity3.hpp>

namespace touchstone {

/// Error of the relation, distance and depth of pairs that have no exact method, in u = 2^-52 x largest
/// |coordinate| or radius: those of distance_gjk, penetration_epa and push_out_of_cylinder.
inline constexpr double kRounded3Bound = std::max({kGjk3DistanceBound, kEpa3DepthBound, kCylinderDepthBound});

namespace detail {

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

/// disjoint, touching or overlapping. Swapping the operands keeps the answer where it is exact. Requires no
/// ray. Cost: box pairs 15 axes, spheres a distance, else some supports.
inline RelationAnswer relation(const Checked3& a, const Checked3& b) {
  using detail::Form3;
  if (a.ok() && b.ok() && a.form == b.form) {
    if (a.form == Form3::obb) return detail::related3(relation(a.obb(), b.obb()));
    if (a.form == Form3::sphere)
      return detail::related3(relation(detail::sphere_of(a), detail::sphere_of(b)));
    if (a.form == Form3::aabb) return detail::related3(relation(a.box, b.box));
  }
  return detail::relation_of_any(a, b);
}

/// Distance and closest points; 0 and a common point when the shapes meet. Requires no ray. Error:
/// kBox3DistanceBound for axis-aligned boxes, kBallDistanceBound for balls, kPlaneDistanceBound with a
/// half-space, kParallelCylinderBound along a cylinder's axis, else kGjk3DistanceBound.
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

/// Relation, depth and a shortest push of B out of A. Requires no ray. Two half-spaces that no push
/// separates: depth is infinite and mtv zero. Error: kBox3PenetrationBound for axis-aligned boxes,
/// kObb3PenetrationBound for OBBs, kSat3PenetrationBound for other polytopes, kBallPenetrationBound for
/// balls, kPlaneDistanceBound with a half-space, kParallelCylinderBound along a cylinder's axis, else
/// kEpa3DepthBound, with a cylinder kCylinderDepthBound.
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
  if (detail::is_ball(a) && detail::is_ball(b))
    return penetration(detail::capsule_of(a), detail::capsule_of(b));
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
  answer.location = related.relation == Relation::disjoint   ? Location::outside
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
