// How far a ray of space is from a shape, or how deep it reaches into it.
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "oracle/ray3.hpp"
#include "oracle/ray3_exact.hpp"

namespace touchstone::oracle {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Rational square(const Rational& value) {
  return value * value;
}

/// Of the ray, but for its origin, from a point; nothing when the origin is nearest.
std::optional<Rational> distance_sq_beyond_origin(const ExactRay3& ray, const RationalVec3& point) {
  const RationalVec3 to_point = point - ray.origin;
  const Rational along = dot(to_point, ray.direction);
  if (along <= 0) return std::nullopt;
  return length_sq(to_point) - square(along) / length_sq(ray.direction);
}

/// Between the insides of the ray and of the edge from p to q; nothing when an end of one is nearest.
std::optional<Rational> distance_sq_between(const ExactRay3& ray, const RationalVec3& p,
                                            const RationalVec3& q) {
  const RationalVec3 edge = q - p;
  const RationalVec3 normal = cross(ray.direction, edge);
  const Rational size = length_sq(normal);
  if (size == 0) return std::nullopt;
  const RationalVec3 between = p - ray.origin;
  const Rational t = dot(cross(between, edge), normal);           // times size
  const Rational s = dot(cross(between, ray.direction), normal);  // times size
  if (t <= 0 || s <= 0 || s >= size) return std::nullopt;
  return square(dot(between, normal)) / size;
}

/// max over the polytope of dot(n, x) - dot(n, origin): how far the ray is to be pushed along n, times |n|.
Rational reach_of(const LatticeRay& in, const RationalVec3& n) {
  std::optional<Rational> most;
  for (const IntegerVec3& corner : in.polytope.corners) {
    const Rational value = dot(n, rational(corner));
    if (!most || value > *most) most = value;
  }
  return *most - dot(n, in.ray.origin);
}

/// Squared depth of the ray in the skeleton, in the lattice's unit: the nearest facet of the difference,
/// whose normals do not point against the ray. Requires: they overlap, or touch (then 0).
Rational depth_sq(const LatticeRay& in) {
  std::optional<Rational> least;
  const auto look = [&](const RationalVec3& n) {
    const Rational size = length_sq(n);
    if (size == 0) return;
    const Rational reach = std::max(reach_of(in, n), Rational(0));
    const Rational value = square(reach) / size;
    if (!least || value < *least) least = value;
  };
  for (const LatticePolytope::Face& face : in.polytope.faces) {
    const RationalVec3 normal = rational(face.normal);
    if (dot(normal, in.ray.direction) >= 0) look(normal);
  }
  for (const auto& [from, to] : in.polytope.edges) {
    const RationalVec3 edge = rational(in.polytope.corners[static_cast<std::size_t>(to)]) -
                              rational(in.polytope.corners[static_cast<std::size_t>(from)]);
    const RationalVec3 normal = cross(edge, in.ray.direction);
    look(normal);
    look(-normal);
  }
  return least.value_or(Rational(0));
}

Interval ball_separation(const Ray3<double>& ray, const Shape3<double>& shape) {
  const Rational radius = radius_of_ball(shape);
  const Rational distance_sq = ray_distance_sq(ray, shape);
  const LatticeRay in = lattice_ray(ray, shape);
  const Surd separation = distance_sq > 0
                              ? square_root_of(distance_sq) - radius
                              : -(square_root_of(Rational(depth_sq(in) * square(in.unit))) + radius);
  const Enclosure enclosure = enclose(separation);
  return {enclosure.lo, enclosure.hi};
}

Interval plane_separation(const Ray3<double>& ray, const Plane3<double>& plane) {
  const RationalVec3 normal = rational(plane.normal);
  if (dot(normal, rational(ray.direction)) < 0) return {-kInfinity, -kInfinity};
  const Rational gap = dot(normal, rational(ray.origin)) - rational(plane.offset);
  const Rational size = length_sq(normal);
  const Enclosure enclosure = enclose(Surd{0, gap / size, size});
  return {enclosure.lo, enclosure.hi};
}

}  // namespace

LatticeRay lattice_ray(const Ray3<double>& ray, const Shape3<double>& shape) {
  ExactPair3 pair = exact_pair_of(shape, Point3<double>{ray.origin});
  return {{rational(pair.b.corners[0]), rational(ray.direction) * Rational(1 / pair.unit)},
          std::move(pair.a),
          pair.unit};
}

Rational radius_of_ball(const Shape3<double>& shape) {
  if (const auto* sphere = std::get_if<Sphere3<double>>(&shape)) return rational(sphere->radius);
  if (const auto* capsule = std::get_if<Capsule3<double>>(&shape)) return rational(capsule->radius);
  return 0;
}

Rational ray_distance_sq(const Ray3<double>& ray, const Shape3<double>& shape) {
  const LatticeRay in = lattice_ray(ray, shape);
  const ExactPair3 pair = exact_pair_of(shape, Point3<double>{ray.origin});
  const ExactSeparation3 of_origin = separation(pair);
  if (of_origin.relation != Relation::disjoint) return 0;
  if (in.polytope.dimension >= 2 && full_raycast(ray, shape).hit) return 0;
  Rational least = of_origin.distance_sq / square(in.unit);
  const auto look = [&](const std::optional<Rational>& value) {
    if (value && *value < least) least = *value;
  };
  for (const IntegerVec3& corner : in.polytope.corners)
    look(distance_sq_beyond_origin(in.ray, rational(corner)));
  for (const auto& [from, to] : in.polytope.edges)
    look(distance_sq_between(in.ray, rational(in.polytope.corners[static_cast<std::size_t>(from)]),
                             rational(in.polytope.corners[static_cast<std::size_t>(to)])));
  return least * square(in.unit);
}

Interval ray_separation(const Ray3<double>& ray, const Shape3<double>& shape) {
  if (const auto* plane = std::get_if<Plane3<double>>(&shape)) return plane_separation(ray, *plane);
  const auto* cylinder = std::get_if<Cylinder3<double>>(&shape);
  if (cylinder != nullptr && cylinder->radius > 0) return cylinder_separation(ray, *cylinder);
  return ball_separation(ray, shape);
}

}  // namespace touchstone::oracle
