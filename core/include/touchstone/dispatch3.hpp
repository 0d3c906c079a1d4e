// What the front door in space (collide3.hpp) asks its algorithms through: checked shapes as what these take.
#pragma once

#include <type_traits>

#include <touchstone/answers.hpp>
#include <touchstone/checked3.hpp>
#include <touchstone/cylinder3.hpp>
#include <touchstone/cylinder_depth3.hpp>
#include <touchstone/expanding_polytope3.hpp>
#include <touchstone/gjk3.hpp>
#include <touchstone/plane3.hpp>
#include <touchstone/support3.hpp>
#include <touchstone/support_wrappers3.hpp>

namespace touchstone {

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
/// Calls function(ball of a, ball of b) with capsules; of zero length and of radius zero where the shape is
/// less.
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

/// answer = function(cylinder, capsule or cylinder) where tube is a cylinder and other lies along its axis,
/// as cylinder3.hpp requires. False: it does not.
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
  Penetration3<double> answer{outcome.converged ? Status::ok : Status::iteration_limit,
                              Relation::disjoint,
                              0,
                              {},
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

}  // namespace detail

}  // namespace touchstone
