// A ray against any shape: whether it is met, where first, and the normal there.
#pragma once

#include <algorithm>
#include <cassert>
#include <cmath>

#include <touchstone/answers.hpp>
#include <touchstone/checked.hpp>
#include <touchstone/raycast_curved.hpp>
#include <touchstone/raycast_polytope.hpp>

namespace touchstone {

namespace rays {

template <class T>
constexpr Vec2<double> to_double(Vec2<T> v) {
  return {double{v.x}, double{v.y}};
}

template <class T>
Status status_of(const Checked2<T>& ray, const Checked2<T>& shape) {
  if (ray.ok() && shape.ok())
    return shape.is_curved() && !ray.in_curved_range ? Status::out_of_range : Status::ok;
  const bool invalid = ray.status == Status::invalid_input || shape.status == Status::invalid_input;
  return invalid ? Status::invalid_input : Status::out_of_range;
}

/// True only when the ray misses the box: it starts beyond a side and does not approach it, or its line
/// passes.
inline bool clearly_misses(const Ray2<double>& ray, const Aabb2<double>& box) {
  const Vec2<double> o = ray.origin;
  const Vec2<double> d = ray.direction;
  if ((o.x < box.min.x && d.x <= 0) || (o.x > box.max.x && d.x >= 0)) return true;
  if ((o.y < box.min.y && d.y <= 0) || (o.y > box.max.y && d.y >= 0)) return true;
  const auto clear_of = [&](double x, double y, double side) {
    const double left = d.x * (y - o.y);
    const double right = d.y * (x - o.x);
    return (left - right) * side > kOrientationBound * (std::fabs(left) + std::fabs(right));
  };
  return clear_of(d.y > 0 ? box.min.x : box.max.x, d.x > 0 ? box.max.y : box.min.y, -1) ||
         clear_of(d.y > 0 ? box.max.x : box.min.x, d.x > 0 ? box.min.y : box.max.y, 1);
}

template <class T>
RayHit<double> raycast_form(const Ray2<double>& ray, const Checked2<T>& shape) {
  using Form = typename Checked2<T>::Form;
  const Aabb2<double> box{to_double(shape.box.min), to_double(shape.box.max)};
  if (clearly_misses(ray, box)) return ray_misses();
  switch (shape.form) {
    case Form::aabb:
      return raycast_aabb(ray, box);
    case Form::obb: {
      const Obb2<T>& obb = shape.obb();
      return raycast_obb(ray,
                         {to_double(obb.center), {to_double(obb.half_axes[0]), to_double(obb.half_axes[1])}});
    }
    case Form::convex:
      return raycast_convex(ray, shape.convex());
    case Form::concave:
      return raycast_polygon(ray, shape.polygon());
    case Form::circle:
      return raycast_circle(ray, {to_double(shape.convex().corner(0)), double{shape.radius}});
    case Form::ring:
      return raycast_ring(
          ray, {to_double(shape.convex().corner(0)), double{shape.inner_radius}, double{shape.radius}});
    case Form::capsule: {
      const ConvexView<T> axis = shape.convex();
      return raycast_capsule(ray,
                             {to_double(axis.corner(0)), to_double(axis.corner(1)), double{shape.radius}});
    }
    case Form::ellipse: {
      const Ellipse2<T> e = shape.ellipse();
      return raycast_ellipse(ray,
                             {to_double(e.center), {to_double(e.half_axes[0]), to_double(e.half_axes[1])}});
    }
    case Form::ray:
      break;
  }
  assert(false && "a ray against a ray");
  return {Status::invalid_input};
}

}  // namespace rays

/// Error of raycast() in u = eps x scale, scale the largest |coordinate| of origin and shape (of a vertex,
/// a centre, a centre ± half axes) and largest radius; lengths along the ray are then below 3.9 scale.
/// t, times |direction|: t is a quotient of sums of two doubles rounded once, 2^-53 of 3.9 scale, or 2 u; a
/// circle's discriminant and power add at most 2^-55 + 2^-56 of 2.9 scale, or 0.6 u.
inline constexpr double kRaycastLengthBound = 3;
/// The point: half an ulp of each coordinate, 0.8 u together, and those 0.6 u.
inline constexpr double kRaycastPointBound = 1.5;
/// The normal, in eps, for any size of the shape: that of a circle sums two products of two factors, rounded
/// twice each, and is scaled by a factor with 5 roundings: at most 9 of 2^-53. A side's normal has fewer.
inline constexpr double kRaycastNormalBound = 4.5;

/// Whether the ray meets the closed shape, exactly, and where first: t in multiples of the ray's direction
/// as given (of any length), the smallest t >= 0 with origin + t * direction in the shape; the point there;
/// the outward unit normal there. From inside and from the boundary: t = 0, the origin, no normal.
/// Tangent rays hit. A ray along a side hits where the side begins, a ray in line with a segment its nearer
/// end. Corners, ends and points have many normals: one of them is given.
/// Law: dot(normal, direction) <= 0 but for rounding.
/// Requires form ray for the first operand and another form for the second (or refused ones).
/// Error bound: kRaycastLengthBound, kRaycastPointBound, kRaycastNormalBound; where t underflows, half of the
/// smallest subnormal times |direction| more.
/// Statuses: those of the operands, invalid_input before out_of_range; out_of_range also for a curved shape
/// and a ray that is not in its range (checked.hpp), and for a hit whose t is above the largest T.
/// Cost: linear in the number of corners; below 10 ns where the bounding box is missed, 50 (box) to 500 ns
/// (ellipse) a hit, microseconds where expansions decide.
template <class T>
RayHit<T> raycast(const Checked2<T>& ray, const Checked2<T>& shape) {
  RayHit<T> answer;
  answer.status = rays::status_of(ray, shape);
  if (answer.status != Status::ok) return answer;
  assert(ray.form == Checked2<T>::Form::ray && shape.form != Checked2<T>::Form::ray);
  const Ray2<T> given = ray.ray();
  const RayHit<double> hit =
      rays::raycast_form({rays::to_double(given.origin), rays::to_double(given.direction)}, shape);
  const auto to_t = [](Vec2<double> v) { return Vec2<T>{static_cast<T>(v.x), static_cast<T>(v.y)}; };
  answer = {hit.status, hit.hit, static_cast<T>(hit.t), to_t(hit.point), to_t(hit.normal)};
  if (!std::isfinite(answer.t)) answer.status = Status::out_of_range;
  return answer;
}

}  // namespace touchstone
