// The plainest exact answers for rays of space: every triangle of corners, every root. Hit or miss in
// rational arithmetic (cylinders: 120 digits). Shares no code with the algorithms it measures.
#pragma once

#include <algorithm>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <optional>
#include <vector>

#include <touchstone/shapes3.hpp>

#include "core/test/rational_reference.hpp"

namespace touchstone::reference {

using Real3 =
    boost::multiprecision::number<boost::multiprecision::cpp_bin_float<120>, boost::multiprecision::et_off>;
using Point3D = Vec3<Rational>;
using RealVec3 = Vec3<Real3>;
using Corners3 = std::vector<Point3D>;

inline Point3D rational(const Vec3<double>& p) {
  return {Rational(p.x), Rational(p.y), Rational(p.z)};
}
inline Real3 real3(const Rational& value) {
  return Real3(numerator(value)) / Real3(denominator(value));
}
inline RealVec3 real3(const Point3D& p) {
  return {real3(p.x), real3(p.y), real3(p.z)};
}
inline RealVec3 unit3(const RealVec3& v) {
  return v * Real3(Real3(1) / sqrt(length_sq(v)));
}
inline bool is_zero3(const Point3D& p) {
  return p.x == 0 && p.y == 0 && p.z == 0;
}

struct RayTruth3 {
  bool hit = false;
  bool starts_inside = false;
  Real3 t = 0;
  std::vector<RealVec3> normals;  ///< of the faces there that the ray does not run along
  std::vector<RealVec3> corners;  ///< of a polytope, seen from the hit: an outward normal leads to none
};
/// Where the ray starts: moved to the origin of the coordinates.
struct RationalRay3 {
  Point3D origin;
  Point3D direction;
};
using MaybeT = std::optional<Rational>;

/// Smallest t >= 0 at which t d is on the closed segment a, b.
inline MaybeT first_on_segment(const Point3D& d, const Point3D& a, const Point3D& b) {
  const Point3D e = b - a;
  const Point3D w = cross(d, e);
  if (!is_zero3(w)) {
    if (dot(w, a) != 0) return std::nullopt;
    const Rational t = dot(cross(a, e), w) / length_sq(w);
    const Rational s = dot(cross(a, d), w) / length_sq(w);
    return t >= 0 && s >= 0 && s <= 1 ? MaybeT(t) : std::nullopt;
  }
  if (!is_zero3(cross(d, a)) || !is_zero3(cross(d, b))) return std::nullopt;
  const Rational from = dot(a, d) / length_sq(d);
  const Rational to = dot(b, d) / length_sq(d);
  if (std::max(from, to) < 0) return std::nullopt;
  return std::max(Rational(0), std::min(from, to));
}

/// The same on the closed triangle.
inline MaybeT first_on_triangle(const Point3D& d, const Point3D& a, const Point3D& b, const Point3D& c) {
  const Point3D n = cross(b - a, c - a);
  const auto over = [&](const Point3D& p) {
    return dot(cross(b - a, p - a), n) >= 0 && dot(cross(c - b, p - b), n) >= 0 &&
           dot(cross(a - c, p - c), n) >= 0;
  };
  const Rational ahead = dot(n, d);
  if (ahead != 0) {
    const Rational t = dot(n, a) / ahead;
    return t >= 0 && over(d * t) ? MaybeT(t) : std::nullopt;
  }
  if (dot(n, a) != 0) return std::nullopt;
  const Point3D start{Rational(0), Rational(0), Rational(0)};
  if (!is_zero3(n) && over(start)) return Rational(0);
  MaybeT first;
  for (const MaybeT& t : {first_on_segment(d, a, b), first_on_segment(d, b, c), first_on_segment(d, c, a)}) {
    if (t && (!first || *t < *first)) first = t;
  }
  return first;
}

inline bool tetrahedron_has_origin(const Point3D& a, const Point3D& b, const Point3D& c, const Point3D& d) {
  const auto volume = [](const Point3D& p, const Point3D& q, const Point3D& r, const Point3D& s) {
    return dot(cross(q - p, r - p), s - p);
  };
  const Point3D o{Rational(0), Rational(0), Rational(0)};
  const Rational all = volume(a, b, c, d);
  if (all == 0) return false;
  const Rational sign(all > 0 ? 1 : -1);
  return volume(o, b, c, d) * sign >= 0 && volume(a, o, c, d) * sign >= 0 && volume(a, b, o, d) * sign >= 0 &&
         volume(a, b, c, o) * sign >= 0;
}

/// Of the convex hull of the corners: it is the union of their tetrahedra, whose boundary is in their
/// triangles.
inline RayTruth3 raycast(const RationalRay3& ray, Corners3 corners) {
  for (Point3D& p : corners) p = p - ray.origin;
  while (corners.size() < 3) corners.push_back(corners.back());
  const std::size_t n = corners.size();
  RayTruth3 truth;
  MaybeT first;
  std::vector<Point3D> normals;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = i + 1; j < n; ++j) {
      for (std::size_t k = j + 1; k < n; ++k) {
        for (std::size_t l = k + 1; l < n && !(first && *first == 0); ++l) {
          if (tetrahedron_has_origin(corners[i], corners[j], corners[k], corners[l])) first = Rational(0);
        }
        const MaybeT t = first_on_triangle(ray.direction, corners[i], corners[j], corners[k]);
        if (!t || (first && *t > *first)) continue;
        if (!first || *t < *first) normals.clear();
        first = t;
        const Point3D normal = cross(corners[j] - corners[i], corners[k] - corners[i]);
        if (dot(normal, ray.direction) != 0) normals.push_back(normal);
      }
    }
  }
  if (!first) return truth;
  truth = {true, *first == 0, real3(*first), {}, {}};
  for (const Point3D& p : corners) truth.corners.push_back(real3(p - ray.direction * *first));
  for (const Point3D& normal : normals) {
    const RealVec3 unit = unit3(real3(normal));
    truth.normals.push_back(dot(normal, ray.direction) < 0 ? unit : -unit);
  }
  return truth;
}

inline Corners3 corners(const Obb3<double>& box) {
  Corners3 points;
  for (int k = 0; k < 8; ++k) {
    Point3D p = rational(box.center);
    for (int i = 0; i < 3; ++i) p = p + rational(box.half_axes[i]) * Rational((k >> i & 1) != 0 ? 1 : -1);
    points.push_back(p);
  }
  return points;
}
inline Corners3 corners(const Aabb3<double>& box) {
  Corners3 points;
  for (int k = 0; k < 8; ++k)
    points.push_back(
        rational(Vec3<double>{(k & 1) != 0 ? box.max.x : box.min.x, (k & 2) != 0 ? box.max.y : box.min.y,
                              (k & 4) != 0 ? box.max.z : box.min.z}));
  return points;
}

/// The interval of t in which a quadratic a t^2 + 2 b t + c is <= 0; a > 0, or a == b == 0.
struct RealSpan {
  Real3 lo = -1e300;
  Real3 hi = 1e300;
  bool empty() const { return lo > hi; }
};
inline RealSpan span_of_quadratic(const Rational& a, const Rational& b, const Rational& c) {
  if (a == 0) return c <= 0 ? RealSpan{} : RealSpan{1, -1};
  const Rational discriminant = b * b - a * c;
  if (discriminant < 0) return {1, -1};
  const Real3 root = sqrt(real3(discriminant));
  return {(real3(-b) - root) / real3(a), (real3(-b) + root) / real3(a)};
}
inline RealSpan span_of_ball(const Point3D& m, const Point3D& d, const Rational& r) {
  return span_of_quadratic(length_sq(d), dot(m, d), length_sq(m) - r * r);
}
inline RealSpan span_of_wall(const Point3D& m, const Point3D& d, const Point3D& axis, const Rational& r) {
  const Point3D p = cross(axis, m);
  const Point3D w = cross(axis, d);
  return span_of_quadratic(length_sq(w), dot(p, w), length_sq(p) - r * r * length_sq(axis));
}
/// Of t with 0 <= (m + t d) . axis <= |axis|^2.
inline RealSpan span_of_slab(const Point3D& m, const Point3D& d, const Point3D& axis) {
  const Rational rise = dot(d, axis);
  const Rational at = dot(m, axis);
  const Rational top = length_sq(axis);
  if (rise == 0) return at >= 0 && at <= top ? RealSpan{} : RealSpan{1, -1};
  const Real3 x = real3(-at / rise);
  const Real3 y = real3((top - at) / rise);
  return {std::min(x, y), std::max(x, y)};
}
inline RealSpan both(const RealSpan& a, const RealSpan& b) {
  return {std::max(a.lo, b.lo), std::min(a.hi, b.hi)};
}

/// A cylinder: up to 1e-90 of a miss counts as met.
inline RayTruth3 raycast(const RationalRay3& ray, const Cylinder3<double>& cylinder) {
  if (cylinder.radius == 0) return raycast(ray, Corners3{rational(cylinder.from), rational(cylinder.to)});
  const Point3D m = ray.origin - rational(cylinder.from);
  const Point3D axis = rational(cylinder.to) - rational(cylinder.from);
  const RealSpan wall = span_of_wall(m, ray.direction, axis, Rational(cylinder.radius));
  const RealSpan slab = span_of_slab(m, ray.direction, axis);
  if (wall.empty() || slab.empty()) return {};
  RealSpan span = both(wall, slab);
  if (span.lo > span.hi + abs(span.hi) * Real3("1e-90") || span.hi < 0) return {};
  RayTruth3 truth{true, span.lo <= 0, std::max(span.lo, Real3(0)), {}, {}};
  const RealVec3 up = unit3(real3(axis));
  if (truth.starts_inside) return truth;
  if (span.lo == slab.lo) truth.normals.push_back(dot(axis, ray.direction) > 0 ? -up : up);
  if (span.lo == wall.lo) {
    const RealVec3 p = real3(m) + real3(ray.direction) * truth.t;
    truth.normals.push_back(unit3(p - up * dot(p, up)));
  }
  return truth;
}

/// Square of the distance of the ray m + t d, t >= 0, and the segment 0 - axis: of ends and starts, and of
/// the nearest points of the lines.
inline Rational distance_sq_to_axis(const Point3D& m, const Point3D& d, const Point3D& axis) {
  const auto to_segment = [&](const Point3D& p) {
    if (is_zero3(axis)) return length_sq(p);
    const Rational s = std::clamp(Rational(dot(p, axis) / length_sq(axis)), Rational(0), Rational(1));
    return length_sq(p - axis * s);
  };
  const auto to_ray = [&](const Point3D& p) {
    const Rational t = std::max(Rational(0), Rational(dot(p - m, d) / length_sq(d)));
    return length_sq(m + d * t - p);
  };
  Rational least = std::min({to_segment(m), to_ray({Rational(0), Rational(0), Rational(0)}), to_ray(axis)});
  const Point3D w = cross(axis, d);
  if (is_zero3(w)) return least;
  const Rational s = dot(cross(m, d), w) / length_sq(w);
  const Rational t = dot(cross(m, axis), w) / length_sq(w);
  if (s >= 0 && s <= 1 && t >= 0) least = std::min(least, length_sq(m + d * t - axis * s));
  return least;
}

inline RayTruth3 raycast(const RationalRay3& ray, const Capsule3<double>& capsule) {
  const Point3D m = ray.origin - rational(capsule.from);
  const Point3D axis = rational(capsule.to) - rational(capsule.from);
  const Rational r(capsule.radius);
  if (r == 0) return raycast(ray, Corners3{rational(capsule.from), rational(capsule.to)});
  if (distance_sq_to_axis(m, ray.direction, axis) > r * r) return {};
  std::vector<RealSpan> spans{span_of_ball(m, ray.direction, r), span_of_ball(m - axis, ray.direction, r)};
  if (!is_zero3(axis)) {
    const RealSpan wall = span_of_wall(m, ray.direction, axis, r);
    const RealSpan slab = span_of_slab(m, ray.direction, axis);
    if (!wall.empty() && !slab.empty()) spans.push_back(both(wall, slab));
  }
  Real3 lo = 1e300;
  for (const RealSpan& span : spans) {
    if (!span.empty() && span.hi >= 0) lo = std::min(lo, std::max(span.lo, Real3(0)));
  }
  RayTruth3 truth{true, lo == 0, lo, {}, {}};
  const RealVec3 p = real3(m) + real3(ray.direction) * lo;
  Real3 s = is_zero3(axis) ? Real3(0) : Real3(dot(p, real3(axis)) / real3(length_sq(axis)));
  s = std::max(Real3(0), std::min(Real3(1), s));
  if (!truth.starts_inside) truth.normals.push_back(unit3(p - real3(axis) * s));
  return truth;
}
inline RayTruth3 raycast(const RationalRay3& ray, const Sphere3<double>& sphere) {
  return raycast(ray, Capsule3<double>{sphere.center, sphere.center, sphere.radius});
}

}  // namespace touchstone::reference
