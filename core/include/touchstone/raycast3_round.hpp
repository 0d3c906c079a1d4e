// Rays against spheres, capsules and cylinders of space. Whether a sphere or a capsule is met is decided by
// the exact signs of polynomials of degree up to 6; t divides numbers that are each accurate to a few eps, so
// nothing cancels. See raycast3.hpp for what the answers mean.
#pragma once

#include <cmath>

#include <touchstone/answers.hpp>
#include <touchstone/double_double3.hpp>
#include <touchstone/raycast3_polytope.hpp>
#include <touchstone/shapes3.hpp>

namespace touchstone::rays3 {

/// |p|^2 - r^2: positive outside.
inline constexpr auto kPower = [](const auto& p, const auto& r) { return dot(p, p) - r * r; };
/// (Half chord of the sphere |x| <= r on the line through p along d)^2 * |d|^2: negative when it misses.
inline constexpr auto kChord = [](const auto& p, const auto& d, const auto& r) {
  return (r * r) * few(dot(d, d)) - space::kCrossSq(d, p);
};

inline Hit raycast_sphere(const Ray& ray, const Sphere3<double>& sphere) {
  const Vec d = ray.direction;
  const double r = sphere.radius;
  const ExactOffset3 m = difference(ray.origin, sphere.center);
  if (sign_of(kPower, m, r) <= 0) return starts_inside(ray);
  if (sign_of(space::kDot, m, d) >= 0 || sign_of(kChord, m, d, r) < 0) return misses();
  const DoubleDouble half_chord = square_root(evaluate(space::kAccurate, kChord, m, d, r));
  const DoubleDouble t =
      quotient(evaluate(space::kAccurate, kPower, m, r), half_chord - space::accurate_dot(m, d));
  if (r == 0) return hit_at(ray, t, -space::unit(d));
  // From the foot of the centre on the ray's line, half a chord back: of unit length up to rounding, for any
  // r.
  const Vec aside = cross(space::rounded(space::accurate_cross(d, m)), d);
  return hit_at(ray, t, (aside - d * half_chord.hi) * (1 / (r * dot(d, d))));
}

/// |a x p|^2 - r^2 |a|^2: positive outside the infinite cylinder around the line along a.
inline constexpr auto kBeyondWall = [](const auto& p, const auto& a, const auto& r) {
  return space::kCrossSq(a, p) - (r * r) * few(dot(a, a));
};
/// |a x d|^2 times the square of what the distance of the axis' line from the line through p along d leaves
/// of the radius: negative when it passes.
inline constexpr auto kWallChord = [](const auto& p, const auto& d, const auto& a, const auto& r) {
  const auto w = cross(a, d);
  return (r * r) * few(dot(w, w)) - square(few(dot(w, p)));
};

/// The way from the ray's origin into the infinite cylinder around from - to. m and from_end lead from its
/// two ends to the origin.
struct Wall {
  ExactOffset3 m;
  ExactOffset3 from_end;
  ExactOffset3 axis;
  double radius;
  bool outside;  ///< the origin is outside the infinite cylinder
};
inline Wall wall_of(const Ray& ray, const Vec& from, const Vec& to, double radius) {
  const ExactOffset3 m = difference(ray.origin, from);
  const ExactOffset3 axis = difference(to, from);
  return {m, difference(ray.origin, to), axis, radius, sign_of(kBeyondWall, m, axis, radius) > 0};
}
/// For an origin outside: whether the ray meets the infinite cylinder, exactly.
inline bool meets_wall(const Wall& wall, const Vec& d) {
  return sign_of(space::kQuadruple, wall.axis, wall.m, wall.axis, d) < 0 &&
         sign_of(kWallChord, wall.m, d, wall.axis, wall.radius) >= 0;
}
/// For a ray that meets it from outside. With w = axis x d the way in solves
/// |w|^2 t^2 + 2 (axis x m) . w t + kBeyondWall = 0, whose discriminant is |axis|^2 kWallChord.
inline DoubleDouble way_to_wall(const Wall& wall, const Vec& d) {
  const DoubleDouble chord =
      square_root(evaluate(space::kAccurate, kWallChord, wall.m, d, wall.axis, wall.radius));
  const DoubleDouble length = square_root(space::accurate_dot(wall.axis, wall.axis));
  const DoubleDouble approach =
      evaluate(space::kAccurate, space::kQuadruple, wall.axis, wall.m, wall.axis, d);
  return quotient(evaluate(space::kAccurate, kBeyondWall, wall.m, wall.axis, wall.radius),
                  chord * length - approach);
}
/// From the point of the ray's line nearest to the axis, which is off it along w, half a chord back, across
/// the axis.
inline Vec normal_of_wall(const Wall& wall, const Vec& d) {
  const Vec w = space::rounded(space::accurate_cross(wall.axis, d));
  const Vec axis = space::rounded(wall.axis);
  const double chord =
      std::sqrt(evaluate(space::kAccurate, kWallChord, wall.m, d, wall.axis, wall.radius).hi);
  const double aside = evaluate(space::kAccurate, space::kTriple, wall.m, wall.axis, d).hi;
  return space::unit(w * (aside * length(axis)) - cross(w, axis) * chord);
}
/// How far along the axis the point at t is, times the axis' length, from the end from which m leads.
inline DoubleDouble along_axis(const Wall& wall, const ExactOffset3& m, const DoubleDouble& t, const Vec& d) {
  return space::accurate_dot(m, wall.axis) + t * space::accurate_dot(wall.axis, d);
}

/// Of the line's point nearest to the axis, for lines that are not parallel: its foot is not before the end
/// at p.
inline constexpr auto kNearestAlong = [](const auto& p, const auto& d, const auto& a) {
  return dot(cross(p, d), cross(a, d));
};

/// The ray meets the capsule exactly when it starts in it, meets the ball at an end, or is nearest to the
/// segment inside both, within the radius. What it meets first is the wall, or the ball at the end beyond
/// which it comes through the wall's continuation; as balls and wall run into each other, either is right
/// where rounding leaves open which.
inline Hit raycast_capsule(const Ray& ray, const Capsule3<double>& capsule) {
  const Vec d = ray.direction;
  const double r = capsule.radius;
  if (r == 0)
    return raycast_segment(ray, difference(capsule.from, ray.origin), difference(capsule.to, ray.origin));
  const Wall wall = wall_of(ray, capsule.from, capsule.to, r);
  const Sphere3<double> from{capsule.from, r};
  const Sphere3<double> to{capsule.to, r};
  if (!wall.outside) {
    if (sign_of(space::kDot, wall.m, wall.axis) <= 0) return raycast_sphere(ray, from);
    if (sign_of(space::kDot, wall.from_end, wall.axis) >= 0) return raycast_sphere(ray, to);
    return starts_inside(ray);
  }
  if (!meets_wall(wall, d)) return misses();
  const DoubleDouble t = way_to_wall(wall, d);
  const Hit hit_from = raycast_sphere(ray, from);
  if (hit_from.hit && along_axis(wall, wall.m, t, d).hi < 0) return hit_from;
  const Hit hit_to = raycast_sphere(ray, to);
  if (hit_to.hit && along_axis(wall, wall.from_end, t, d).hi > 0) return hit_to;
  const bool between = sign_of(kNearestAlong, wall.m, d, wall.axis) >= 0 &&
                       sign_of(kNearestAlong, wall.from_end, d, wall.axis) <= 0;
  if (!between && !hit_from.hit && !hit_to.hit) return misses();
  return hit_at(ray, t, normal_of_wall(wall, d));
}

/// Room for the errors of points and products computed in double-double, relative to the terms they are made
/// of: some 12 operations of 2^-102 each. Whatever is nearer to a rim than this part of the way there counts
/// as met.
inline constexpr double kRimError = 0x1p-96;

/// Of the point where the line through p along d meets the plane through the origin across a: its squared
/// distance from the origin less r^2, times the square of a . d. Positive beyond a rim around the origin. The
/// point is a x (p x d) / (a . d).
inline constexpr auto kBeyondRim = [](const auto& p, const auto& d, const auto& a, const auto& r) {
  const auto q = cross(a, cross(p, d));
  return few(square(few(q.x)) + square(few(q.y))) + square(few(q.z)) - (r * r) * square(few(dot(a, d)));
};
/// Whether the line meets the end of the cylinder from which m leads, its rim included; exactly.
inline bool is_on_end(const Wall& wall, const ExactOffset3& m, const Vec& d) {
  return sign_of(kBeyondRim, m, d, wall.axis, wall.radius) <= 0;
}
inline bool is_negative(const DoubleDouble& value) {
  return value.hi < -kRimError * value.magnitude;
}

/// The end beyond which the ray starts, or the wall: whichever it comes to last, if the rest of the cylinder
/// is there.
inline Hit raycast_cylinder(const Ray& ray, const Cylinder3<double>& cylinder) {
  const Vec d = ray.direction;
  if (cylinder.radius == 0)
    return raycast_segment(ray, difference(cylinder.from, ray.origin), difference(cylinder.to, ray.origin));
  const Wall wall = wall_of(ray, cylinder.from, cylinder.to, cylinder.radius);
  const bool below = sign_of(space::kDot, wall.m, wall.axis) < 0;
  const bool above = sign_of(space::kDot, wall.from_end, wall.axis) > 0;
  if (!below && !above && !wall.outside) return starts_inside(ray);
  const int rise = sign_of(space::kDot, wall.axis, d);
  if ((below && rise <= 0) || (above && rise >= 0)) return misses();
  if (wall.outside && !meets_wall(wall, d)) return misses();
  if (below || above) {
    const ExactOffset3& m = below ? wall.m : wall.from_end;
    const DoubleDouble t = quotient(-space::accurate_dot(m, wall.axis), space::accurate_dot(wall.axis, d));
    const Vec up = space::unit(space::rounded(wall.axis));
    if (is_on_end(wall, m, d)) return hit_at(ray, t, below ? -up : up);
  }
  if (!wall.outside) return misses();
  const DoubleDouble t = way_to_wall(wall, d);
  if (is_negative(along_axis(wall, wall.m, t, d)) || is_negative(-along_axis(wall, wall.from_end, t, d)))
    return misses();
  return hit_at(ray, t, normal_of_wall(wall, d));
}

}  // namespace touchstone::rays3
