// A ray of space against any shape: whether it is met, where first, and the normal there.
#pragma once

#include <touchstone/answers.hpp>
#include <touchstone/double_double3.hpp>
#include <touchstone/polytope3.hpp>
#include <touchstone/raycast3_polytope.hpp>
#include <touchstone/raycast3_round.hpp>
#include <touchstone/shapes3.hpp>

namespace touchstone {

/// Error of raycast() in u = eps x scale, scale the largest |coordinate| of origin and shape (of a corner, a
/// centre, an end, a centre ± half axes) and largest radius; lengths along the ray to a bounded shape are
/// then below 4.5 scale. t, times |direction|: a quotient of numbers within 2^-56 relatively, rounded once:
/// 2^-53 + 2^-54 of 4.5 scale. A ray that meets a plane far beyond the scale: 2^-52 of the way.
inline constexpr double kRaycast3LengthBound = 4;
/// The point: half an ulp of each coordinate of at most 2 scale, sqrt(3) u together, and 2^-54 of the way.
inline constexpr double kRaycast3PointBound = 3;
/// The normal, in eps, for any size of the shape: cross products of accurate vectors that are perpendicular
/// to each other, sums of two vectors that are, and a length; at most 14 roundings of 2^-53.
inline constexpr double kRaycast3NormalBound = 7;

/// Whether the ray meets the closed shape, exactly (a cylinder: but for rays that pass its rim at less than
/// kRimError of the way there), and where first: t in multiples of the ray's direction as given (of any
/// length), the smallest t >= 0 with origin + t * direction in the shape; the point there; the outward unit
/// normal there. From inside and from the boundary: t = 0, the origin, no normal (zero). Tangent rays hit. A
/// ray in line with a segment hits its nearer end. Corners, edges, ends, rims, points, and flat shapes met
/// edge-on have many normals: one is given that faces the ray. Law: dot(normal, direction) <= 0 but for
/// rounding. Requires a valid ray and a valid shape in the range of exact_sign3.hpp; statuses are the
/// callers' affair: ok. t is below 2^982. Error bound: kRaycast3LengthBound, kRaycast3PointBound,
/// kRaycast3NormalBound. Cost: linear in the number of faces; microseconds where expansions decide.
inline RayHit3<double> raycast(const Ray3<double>& ray, const Aabb3<double>& box) {
  return rays3::raycast_aabb(ray, box);
}
inline RayHit3<double> raycast(const Ray3<double>& ray, const Point3<double>& point) {
  return rays3::raycast_aabb(ray, {point.at, point.at});
}
inline RayHit3<double> raycast(const Ray3<double>& ray, const Segment3<double>& segment) {
  return rays3::raycast_segment(ray, difference(segment.from, ray.origin),
                                difference(segment.to, ray.origin));
}
/// Any parallelepiped: skew, flat, of zero size.
inline RayHit3<double> raycast(const Ray3<double>& ray, const Obb3<double>& box) {
  return rays3::raycast_obb(ray, box);
}
inline RayHit3<double> raycast(const Ray3<double>& ray, const Sphere3<double>& sphere) {
  return rays3::raycast_sphere(ray, sphere);
}
inline RayHit3<double> raycast(const Ray3<double>& ray, const Capsule3<double>& capsule) {
  return rays3::raycast_capsule(ray, capsule);
}
inline RayHit3<double> raycast(const Ray3<double>& ray, const Cylinder3<double>& cylinder) {
  return rays3::raycast_cylinder(ray, cylinder);
}

/// Points on one line count as the segment they are.
inline RayHit3<double> raycast(const Ray3<double>& ray, const Triangle3<double>& triangle) {
  const Vec3<double>(&p)[3] = triangle.points;
  if (!are_collinear(p[0], p[1], p[2])) {
    const auto corner = [&](std::int32_t k) -> const Vec3<double>& { return p[k]; };
    return rays3::raycast_flat(ray, rays3::Polygon<decltype(corner)>{ray.origin, corner, 3});
  }
  const auto before = [](const Vec3<double>& a, const Vec3<double>& b) {
    return a.x != b.x ? a.x < b.x : (a.y != b.y ? a.y < b.y : a.z < b.z);
  };
  const auto [first, last] = std::minmax_element(p, p + 3, before);
  return raycast(ray, Segment3<double>{*first, *last});
}

/// Requires a valid view.
inline RayHit3<double> raycast(const Ray3<double>& ray, const PolytopeView& shape) {
  if (rays3::leaves(ray, shape.box)) return rays3::misses();
  if (shape.rounded_from != nullptr) return raycast(ray, *shape.rounded_from);
  if (shape.dimension == 0) return raycast(ray, Point3<double>{shape.corners[0]});
  if (shape.dimension == 1) return raycast(ray, Segment3<double>{shape.corners[0], shape.corners[1]});
  if (shape.dimension == 3) return rays3::raycast_solid(ray, shape);
  const std::int32_t* of_face = shape.face_corners + shape.faces[0].first;
  const auto corner = [&](std::int32_t k) -> const Vec3<double>& { return shape.corners[of_face[k]]; };
  return rays3::raycast_flat(ray, rays3::Polygon<decltype(corner)>{ray.origin, corner, shape.faces[0].count});
}

/// The half-space.
inline RayHit3<double> raycast(const Ray3<double>& ray, const Plane3<double>& plane) {
  const auto height = [](const auto& n, const auto& x, const auto& offset) { return dot(n, x) - offset; };
  if (sign_of(height, plane.normal, ray.origin, plane.offset) <= 0) return rays3::starts_inside(ray);
  if (sign_of(space::kDot, plane.normal, ray.direction) >= 0) return rays3::misses();
  const DoubleDouble t = quotient(-evaluate(space::kAccurate, height, plane.normal, ray.origin, plane.offset),
                                  space::accurate_dot(plane.normal, ray.direction));
  return rays3::hit_at(ray, t, space::unit(plane.normal));
}

}  // namespace touchstone
