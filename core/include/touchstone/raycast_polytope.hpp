// Rays against shapes with straight sides. Which side is met first, and whether one is, are exact signs; only
// then is anything divided. See raycast.hpp for what the answers mean.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <touchstone/answers.hpp>
#include <touchstone/double_double.hpp>
#include <touchstone/polygon_boundary.hpp>
#include <touchstone/shapes2.hpp>
#include <touchstone/support.hpp>

namespace touchstone::rays {

/// Relative error below 2^-56: no part of the budget of t.
inline constexpr double kRayResolution = 0x1p-40;

inline RayHit<double> ray_misses() {
  return {};
}
inline RayHit<double> ray_starts_inside(const Ray2<double>& ray) {
  return {Status::ok, true, 0, ray.origin, {}};
}

inline Vec2<double> unit(Vec2<double> v) {
  return v * (1 / length(v));
}
/// The unit normal of a side in direction `along` that faces the ray; ahead is cross(direction, along).
inline Vec2<double> facing_normal(Vec2<double> along, double ahead) {
  return unit(ahead > 0 ? perp(along) : -perp(along));
}

inline Vec2<double> rounded(const Vec2<double>& v) {
  return v;
}
inline Vec2<double> rounded(const Difference2& v) {
  return {v.x.hi, v.y.hi};
}
template <std::size_t N>
Vec2<double> rounded(const ExactVec2<N>& v) {
  return {to_double_double(v.x).hi, to_double_double(v.y).hi};
}

/// t = numerator / denominator, to half an ulp, and the point there, to half an ulp of its coordinates. t is
/// below 2^982: 502 bits of distance over 480 of direction.
inline void set_hit(RayHit<double>& hit, const Ray2<double>& ray, const DoubleDouble& numerator,
                    const DoubleDouble& denominator) {
  const DoubleDouble t = quotient(numerator, denominator);
  const auto at = [&](double origin, double direction) {
    const TwoTerms way = two_product(t.hi, direction);
    const TwoTerms sum = two_sum(origin, way.hi);
    return sum.hi + (sum.lo + (way.lo + t.lo * direction));
  };
  hit.t = t.hi;
  hit.point = {at(ray.origin.x, ray.direction.x), at(ray.origin.y, ray.direction.y)};
}

/// Sign of cross(direction, p - origin): on which side of the ray's line p lies. Where p is rounded by e, the
/// determinant is off by at most e (|dx| + |dy|) more; doubled for the rounding of this sum.
inline int side_of_line(const Ray2<double>& ray, const boundary::Vertex& p) {
  if (p.exact == nullptr) return cross_sign({}, ray.direction, ray.origin, p.at);
  const Vec2<double> d = ray.direction;
  const double left = d.x * (p.at.y - ray.origin.y);
  const double right = d.y * (p.at.x - ray.origin.x);
  const double bound = kOrientationBound * (std::fabs(left) + std::fabs(right)) +
                       2 * p.error * (std::fabs(d.x) + std::fabs(d.y));
  if (std::fabs(left - right) > bound) return boundary::sign(left - right);
  return cross(exact(d), *p.exact - exact(ray.origin)).sign();
}

inline constexpr auto kCross = [](const auto& p, const auto& q) { return cross(p, q); };

/// Where the ray crosses the line through origin + offset in direction `along`; it does so ahead.
template <class Offset, class Along>
RayHit<double> hit_on_line(const Ray2<double>& ray, const Offset& offset, const Along& along) {
  RayHit<double> hit{Status::ok, true};
  const DoubleDouble ahead = evaluate(kRayResolution, kCross, ray.direction, along);
  set_hit(hit, ray, evaluate(kRayResolution, kCross, offset, along), ahead);
  hit.normal = facing_normal(rounded(along), ahead.hi);
  return hit;
}

/// Points, and boxes and segments parallel to the axes. The line of a ray that does not start beyond a side
/// and move away from it meets the box exactly when the two corners farthest to its left and right are not
/// both strictly on one side.
inline RayHit<double> raycast_aabb(const Ray2<double>& ray, const Aabb2<double>& box) {
  const Vec2<double> o = ray.origin;
  const Vec2<double> d = ray.direction;
  const bool beyond_x = o.x < box.min.x || o.x > box.max.x;
  const bool beyond_y = o.y < box.min.y || o.y > box.max.y;
  if (!beyond_x && !beyond_y) return ray_starts_inside(ray);
  const Vec2<double> leftmost{d.y > 0 ? box.min.x : box.max.x, d.x > 0 ? box.max.y : box.min.y};
  const Vec2<double> rightmost{d.y > 0 ? box.max.x : box.min.x, d.x > 0 ? box.min.y : box.max.y};
  if (cross_sign({}, d, o, leftmost) < 0 || cross_sign({}, d, o, rightmost) > 0) return ray_misses();
  const Vec2<double> face{o.x < box.min.x ? box.min.x : box.max.x, o.y < box.min.y ? box.min.y : box.max.y};
  bool through_x = beyond_x;
  if (beyond_x && beyond_y) {
    // cross = dx dy (t of the y face - t of the x face), and the later face is the one that is met.
    const int order = cross_sign({}, d, o, face);
    through_x = order == 0 ? box.min.y != box.max.y : (order > 0) != ((d.x > 0) == (d.y > 0));
  }
  RayHit<double> hit{Status::ok, true};
  if (through_x) {
    set_hit(hit, ray, to_double_double(two_sum(face.x, -o.x)), to_double_double(d.x));
    hit.point = {face.x, std::clamp(hit.point.y, box.min.y, box.max.y)};
    hit.normal = {d.x > 0 ? -1.0 : 1.0, 0};
  } else {
    set_hit(hit, ray, to_double_double(two_sum(face.y, -o.y)), to_double_double(d.y));
    hit.point = {std::clamp(hit.point.x, box.min.x, box.max.x), face.y};
    hit.normal = {0, d.y > 0 ? -1.0 : 1.0};
  }
  return hit;
}

/// A parallelogram with area, in its own coordinates: s = cross(x - c, v) / cross(u, v) and likewise for t
/// are within [-1, 1] inside. Otherwise as raycast_aabb(). Corners that are no doubles do not matter.
inline RayHit<double> raycast_obb(const Ray2<double>& ray, const Obb2<double>& box) {
  const Vec2<double> d = ray.direction;
  const Difference2 m = difference(ray.origin, box.center);
  const int turn = cross_sign({}, box.half_axes[0], {}, box.half_axes[1]);
  const Vec2<double> u = box.half_axes[0];
  const Vec2<double> v = turn > 0 ? box.half_axes[1] : -box.half_axes[1];
  // Across `along`: -1, 0 or +1 below, within or above the two sides that run along it.
  const auto beyond = [&](Vec2<double> along) {
    const auto gap = [](const auto& p, const auto& a, const auto& b, const auto& c) {
      return absolute_value(cross(p, a)) - absolute_value(cross(b, c));
    };
    return sign_of(gap, m, along, u, v) <= 0 ? 0 : sign_of(kCross, m, along);
  };
  const int s = beyond(v);
  const int t = -beyond(u);
  if (s == 0 && t == 0) return ray_starts_inside(ray);
  const int ds = cross_sign({}, d, {}, v);
  const int dt = cross_sign({}, u, {}, d);
  if ((s != 0 && s * ds >= 0) || (t != 0 && t * dt >= 0)) return ray_misses();
  const auto clearance = [](const auto& p, const auto& along, const auto& a, const auto& b) {
    return absolute_value(cross(along, p)) - absolute_value(cross(along, a)) -
           absolute_value(cross(along, b));
  };
  if (sign_of(clearance, m, d, u, v) > 0) return ray_misses();
  bool through_s = s != 0;
  if (s != 0 && t != 0) {
    const auto to_corner = [](const auto& p, const auto& along, const auto& a, const auto& b) {
      return cross(along, a) + cross(along, b) - cross(along, p);
    };
    const int order = sign_of(to_corner, m, d, u * double(s), v * double(t));
    through_s = order == 0 || (order > 0) != ((ds > 0) == (dt > 0));
  }
  const Vec2<double> along = through_s ? v : u;
  const Vec2<double> middle_of_side = through_s ? u * double(s) : v * double(t);
  const auto offset = [](const auto& p, const auto& a, const auto& w) { return cross(w, a) - cross(p, a); };
  RayHit<double> hit{Status::ok, true};
  const DoubleDouble ahead = evaluate(kRayResolution, kCross, d, along);
  set_hit(hit, ray, evaluate(kRayResolution, offset, m, along, middle_of_side), ahead);
  hit.normal = facing_normal(along, ahead.hi);
  return hit;
}

/// A segment, its ends perhaps rounded.
inline RayHit<double> raycast_segment(const Ray2<double>& ray, const boundary::Vertex& a,
                                      const boundary::Vertex& b) {
  const boundary::Vertex origin{ray.origin};
  const int side_a = side_of_line(ray, a);
  const int side_b = side_of_line(ray, b);
  if (side_a * side_b > 0) return ray_misses();
  if (side_a == 0 && side_b == 0) {
    const int before = boundary::compare(a, origin);
    if (before * boundary::compare(b, origin) <= 0) return ray_starts_inside(ray);
    const Vec2<double> d = ray.direction;
    const int forward = d.x != 0 ? boundary::sign(d.x) : boundary::sign(d.y);
    if (before != forward) return ray_misses();
    const boundary::Vertex& end = boundary::compare(a, b) * before < 0 ? a : b;
    const bool by_x = std::fabs(d.x) >= std::fabs(d.y);
    const ExactVec2<4> way = boundary::exact_value(end) - exact(ray.origin);
    RayHit<double> hit{Status::ok, true};
    hit.t = quotient(to_double_double(by_x ? way.x : way.y), to_double_double(by_x ? d.x : d.y)).hi;
    hit.point = end.at;
    hit.normal = -unit(d);
    return hit;
  }
  const int ahead = boundary::orientation(origin, a, b) * (side_b > side_a ? 1 : -1);
  if (ahead < 0) return ray_misses();
  if (ahead == 0) return ray_starts_inside(ray);
  if (a.exact == nullptr) return hit_on_line(ray, difference(a.at, ray.origin), difference(b.at, a.at));
  return hit_on_line(ray, *a.exact - exact(ray.origin), *b.exact - *a.exact);
}

/// What a ray has met of the contours of a shape with area.
struct RayScan {
  bool on_boundary = false;  ///< the ray starts there
  int crossings = 0;         ///< ahead; odd: the ray starts inside
  bool any = false;
  Vec2<double> from{};  ///< the edge that is met first
  Vec2<double> to{};
};

/// Whether the ray meets edge a -> b before the edge of the scan, or both in one point and a -> b bounds the
/// exterior from which the ray comes. Both cross the ray's line ahead, and not each other: one lies on one
/// side of the other's line.
inline bool is_met_before(const RayScan& scan, Vec2<double> origin, Vec2<double> a, Vec2<double> b) {
  const int side_a = orientation(scan.from, scan.to, a);
  const int side_b = orientation(scan.from, scan.to, b);
  if (side_a * side_b >= 0) {
    return (side_a != 0 ? side_a : side_b) == orientation(scan.from, scan.to, origin);
  }
  const int side_from = orientation(a, b, scan.from);
  const int other = side_from != 0 ? side_from : orientation(a, b, scan.to);
  return other != orientation(a, b, origin);
}

/// Edges on the ray's line need no look: their neighbours end on it. An end on the line counts as right of
/// it.
template <class T>
void scan_contour(RayScan& scan, const Ray2<double>& ray, const boundary::Ring<T>& ring) {
  Vec2<double> a = ring[ring.count - 1].at;
  int side_a = cross_sign({}, ray.direction, ray.origin, a);
  for (std::int32_t k = 0; k < ring.count && !scan.on_boundary; ++k) {
    const Vec2<double> from = a;
    const int side_from = side_a;
    a = ring[k].at;
    side_a = cross_sign({}, ray.direction, ray.origin, a);
    if (side_from * side_a > 0) continue;
    if (side_from == 0 && side_a == 0) {
      const boundary::Box edge = boundary::box_of({from}, {a});
      scan.on_boundary = !boundary::apart(edge, boundary::box_of({ray.origin}, {ray.origin}));
      continue;
    }
    const int ahead = orientation(ray.origin, from, a) * (side_a > side_from ? 1 : -1);
    scan.on_boundary = ahead == 0;
    if (ahead <= 0) continue;
    if ((side_from > 0) != (side_a > 0)) ++scan.crossings;
    if (!scan.any || is_met_before(scan, ray.origin, from, a)) {
      scan.any = true;
      scan.from = from;
      scan.to = a;
    }
  }
}

inline RayHit<double> hit_of_scan(const RayScan& scan, const Ray2<double>& ray) {
  if (scan.on_boundary || scan.crossings % 2 != 0) return ray_starts_inside(ray);
  if (!scan.any) return ray_misses();
  return hit_on_line(ray, difference(scan.from, ray.origin), difference(scan.to, scan.from));
}

/// A polytope of count corners that is neither box nor point.
template <class T>
RayHit<double> raycast_convex(const Ray2<double>& ray, const ConvexView<T>& shape) {
  if (shape.dimension == 1) {
    const bool rounded = shape.rounded_from != nullptr;
    const ExactVec2<3> ends[2] = {exact_corner(shape, 0), exact_corner(shape, 1)};
    const double error = double{shape.corner_error};
    return raycast_segment(ray, {double_corner(shape, 0), rounded ? &ends[0] : nullptr, error},
                           {double_corner(shape, 1), rounded ? &ends[1] : nullptr, error});
  }
  RayScan scan;
  boundary::Ring<T> ring;
  ring.first = shape.first;
  ring.step = shape.step;
  ring.count = shape.count;
  scan_contour(scan, ray, ring);
  return hit_of_scan(scan, ray);
}

template <class T>
RayHit<double> raycast_polygon(const Ray2<double>& ray, const Polygon2<T>& polygon) {
  RayScan scan;
  scan_contour(scan, ray, boundary::Ring<T>(polygon.points));
  for (const Contour2<T>& hole : polygon.holes) scan_contour(scan, ray, boundary::Ring<T>(hole));
  return hit_of_scan(scan, ray);
}

}  // namespace touchstone::rays
