// A half-space against any convex shape of space: everything follows from the shape's deepest point, the one
// with the least dot(normal, x).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <limits>

#include <touchstone/answers.hpp>
#include <touchstone/double_double3.hpp>
#include <touchstone/polytope3.hpp>
#include <touchstone/shapes3.hpp>

namespace touchstone {

namespace space {

/// Heights over a plane are times |normal|: dot(normal, x) - offset.
inline constexpr auto kHeight = [](const auto& n, const auto& x, const auto& offset) {
  return dot(n, x) - offset;
};
/// Height of the lowest corner of a parallelepiped.
inline constexpr auto kBoxHeight = [](const auto& n, const auto& c, const auto& h0, const auto& h1,
                                      const auto& h2, const auto& offset) {
  return dot(n, c) - offset -
         (absolute_value(dot(n, h0)) + absolute_value(dot(n, h1)) + absolute_value(dot(n, h2)));
};
/// Of a point's height above and a ball's radius: (height^2 - r^2 |n|^2).
inline constexpr auto kClearOfBall = [](const auto& n, const auto& x, const auto& offset, const auto& r) {
  return square(few(dot(n, x) - offset)) - (r * r) * few(dot(n, n));
};
/// The same with the rim of a cylinder, times |axis|^2: it reaches r |n x axis| / |axis| below the centre of
/// its end.
inline constexpr auto kClearOfRim = [](const auto& n, const auto& x, const auto& offset, const auto& axis,
                                       const auto& r) {
  return square(few(dot(n, x) - offset)) * few(dot(axis, axis)) - (r * r) * kCrossSq(n, axis);
};
/// Of two planes with opposite normals: the gap between them but for a positive factor. p and q: the same
/// coordinate of both normals.
inline constexpr auto kGapOfPlanes = [](const auto& offset_a, const auto& q, const auto& offset_b,
                                        const auto& p) {
  return -(offset_a * absolute_value(q) + offset_b * absolute_value(p));
};

/// The deepest point of a shape, exactly or rounded.
struct Deepest {
  int sign = 0;           ///< of its height, exactly
  double separation = 0;  ///< signed distance from the plane: +, outside
  Vec3<double> at{};
};

inline double height_in_double(const Plane3<double>& plane, const Vec3<double>& x) {
  return dot(plane.normal, x) - plane.offset;
}
inline int sign_of_height(const Plane3<double>& plane, const Vec3<double>& x) {
  return sign_of(kHeight, plane.normal, x, plane.offset);
}
inline double distance_from(const Plane3<double>& plane, const Vec3<double>& x) {
  return evaluate(kAccurate, kHeight, plane.normal, x, plane.offset).hi / length(plane.normal);
}

/// Of count corners, at(k); the sign is that of the exactly lowest, the point one that is lowest up to
/// rounding.
template <class At>
Deepest deepest_corner(const Plane3<double>& plane, std::int32_t count, const At& at) {
  Deepest deepest{1, 0, at(0)};
  double least = std::numeric_limits<double>::infinity();
  for (std::int32_t k = 0; k < count; ++k) {
    const Vec3<double> corner = at(k);
    const double height = height_in_double(plane, corner);
    if (height < least) {
      least = height;
      deepest.at = corner;
    }
    if (deepest.sign >= 0) deepest.sign = std::min(deepest.sign, sign_of_height(plane, corner));
  }
  deepest.separation = distance_from(plane, deepest.at);
  return deepest;
}

inline Deepest deepest_of(const Plane3<double>& plane, const Point3<double>& point) {
  return {sign_of_height(plane, point.at), distance_from(plane, point.at), point.at};
}
inline Deepest deepest_of(const Plane3<double>& plane, const Segment3<double>& s) {
  return deepest_corner(plane, 2, [&](std::int32_t k) { return k == 0 ? s.from : s.to; });
}
inline Deepest deepest_of(const Plane3<double>& plane, const Triangle3<double>& t) {
  return deepest_corner(plane, 3, [&](std::int32_t k) { return t.points[k]; });
}
inline Deepest deepest_of(const Plane3<double>& plane, const Aabb3<double>& box) {
  const Vec3<double>& n = plane.normal;
  return deepest_of(plane, Point3<double>{{n.x > 0 ? box.min.x : box.max.x, n.y > 0 ? box.min.y : box.max.y,
                                           n.z > 0 ? box.min.z : box.max.z}});
}
/// Corners that are no doubles do not matter but for at, which is rounded.
inline Deepest deepest_of(const Plane3<double>& plane, const Obb3<double>& box) {
  const Vec3<double>& n = plane.normal;
  const Vec3<double>(&h)[3] = box.half_axes;
  DoubleDouble at[3] = {to_double_double(box.center.x), to_double_double(box.center.y),
                        to_double_double(box.center.z)};
  for (const Vec3<double>& axis : h) {
    const double down = sign_of(kDot, n, axis) > 0 ? -1 : 1;
    at[0] = at[0] + to_double_double(down * axis.x);
    at[1] = at[1] + to_double_double(down * axis.y);
    at[2] = at[2] + to_double_double(down * axis.z);
  }
  const double height = evaluate(kAccurate, kBoxHeight, n, box.center, h[0], h[1], h[2], plane.offset).hi;
  return {sign_of(kBoxHeight, n, box.center, h[0], h[1], h[2], plane.offset),
          height / length(n),
          {at[0].hi, at[1].hi, at[2].hi}};
}
inline Deepest deepest_of(const Plane3<double>& plane, const PolytopeView& shape) {
  if (shape.rounded_from != nullptr) return deepest_of(plane, *shape.rounded_from);
  return deepest_corner(plane, shape.corner_count, [&](std::int32_t k) { return shape.corners[k]; });
}

inline Deepest deepest_of(const Plane3<double>& plane, const Sphere3<double>& sphere) {
  Deepest deepest = deepest_of(plane, Point3<double>{sphere.center});
  if (deepest.sign > 0)
    deepest.sign = sign_of(kClearOfBall, plane.normal, sphere.center, plane.offset, sphere.radius);
  else if (sphere.radius > 0)
    deepest.sign = -1;
  deepest.separation -= sphere.radius;
  deepest.at = deepest.at - unit(plane.normal) * sphere.radius;
  return deepest;
}
inline Deepest deepest_of(const Plane3<double>& plane, const Capsule3<double>& capsule) {
  const bool from = sign_of(kDot, plane.normal, difference(capsule.to, capsule.from)) >= 0;
  return deepest_of(plane, Sphere3<double>{from ? capsule.from : capsule.to, capsule.radius});
}
/// Down across the axis: axis x (axis x normal), as accurate as the inner product. A level end is deepest as
/// a whole.
inline Deepest deepest_of(const Plane3<double>& plane, const Cylinder3<double>& cylinder) {
  const ExactOffset3 along = difference(cylinder.to, cylinder.from);
  const bool from = sign_of(kDot, plane.normal, along) >= 0;
  const Vec3<double>& end = from ? cylinder.from : cylinder.to;
  Deepest deepest = deepest_of(plane, Point3<double>{end});
  const Vec3<double> w = rounded(accurate_cross(along, plane.normal));
  if (is_zero(w) || cylinder.radius == 0) return deepest;
  const Vec3<double> axis = rounded(along);
  if (deepest.sign > 0)
    deepest.sign = sign_of(kClearOfRim, plane.normal, end, plane.offset, along, cylinder.radius);
  else
    deepest.sign = -1;
  deepest.separation -= cylinder.radius * (length(w) / (length(axis) * length(plane.normal)));
  deepest.at = end + unit(cross(axis, w)) * cylinder.radius;
  return deepest;
}

}  // namespace space

/// Shapes with a deepest point: every one but planes and rays.
template <class Shape>
concept HasDepth3 = requires(const Plane3<double>& plane, const Shape& shape) {
  space::deepest_of(plane, shape);
};

/// Whether the closed half-space and the shape are apart, touch, or the shape reaches its interior. Exact,
/// for curved shapes too. Requires valid shapes in range (exact_sign3.hpp). Cost: linear in the number of
/// corners.
template <HasDepth3 Shape>
Relation relation(const Plane3<double>& a, const Shape& b) {
  return static_cast<Relation>(int(Relation::touching) - space::deepest_of(a, b).sign);
}

/// Error of distance() and penetration() with a plane, in u = eps x scale, scale the largest |coordinate| and
/// radius and the plane's distance from the origin: the height is at most 2^-53 of 2.8 scale off where the
/// lowest corner is chosen among almost equal ones in double (3 roundings of each term, sqrt(3) scale: 5 u),
/// its quotient rounds 3 times (4 u), a radius' part 5 times (2.5 u), a sum once (2 u).
inline constexpr double kPlaneDistanceBound = 14;
/// A closest point leaves its shape by at most this many u: the sum of a point and a vector of unit length
/// within 4 roundings, times at most 4.5 scale.
inline constexpr double kPlanePointBound = 12;

/// Distance and closest points; the deepest point on both when they meet, which is decided exactly.
template <HasDepth3 Shape>
Distance3<double> distance(const Plane3<double>& a, const Shape& b) {
  const space::Deepest deepest = space::deepest_of(a, b);
  if (deepest.sign <= 0) return {Status::ok, 0, deepest.at, deepest.at};
  // A distance below the smallest number is still one.
  const double gap = std::max(deepest.separation, std::numeric_limits<double>::denorm_min());
  return {Status::ok, gap, deepest.at - space::unit(a.normal) * gap, deepest.at};
}

/// Depth: how far the deepest point is inside; the push is along the normal, no other is as short.
template <HasDepth3 Shape>
Penetration3<double> penetration(const Plane3<double>& a, const Shape& b) {
  const space::Deepest deepest = space::deepest_of(a, b);
  const Relation related = static_cast<Relation>(int(Relation::touching) - deepest.sign);
  if (related != Relation::overlapping) return {Status::ok, related};
  const double depth = std::max(-deepest.separation, 0.0);
  return {Status::ok, related, depth, space::unit(a.normal) * depth};
}

/// The same with the plane second: answers swapped.
template <HasDepth3 Shape>
Relation relation(const Shape& a, const Plane3<double>& b) {
  return relation(b, a);
}
template <HasDepth3 Shape>
Distance3<double> distance(const Shape& a, const Plane3<double>& b) {
  const Distance3<double> answer = distance(b, a);
  return {answer.status, answer.distance, answer.on_b, answer.on_a};
}
template <HasDepth3 Shape>
Penetration3<double> penetration(const Shape& a, const Plane3<double>& b) {
  Penetration3<double> answer = penetration(b, a);
  answer.mtv = -answer.mtv;
  return answer;
}

namespace space {

/// The boundary's point that is nearest to the origin: 5 roundings of each coordinate, 2.5 u.
inline Vec3<double> foot_of(const Plane3<double>& plane) {
  return plane.normal * (plane.offset / length_sq(plane.normal));
}
/// Normals exactly opposite: each half-space's boundary is parallel to the other's and they face each other.
inline bool face_each_other(const Plane3<double>& a, const Plane3<double>& b) {
  return axis_of_cross(a.normal, b.normal) == 3 && sign_of(kDot, a.normal, b.normal) < 0;
}
/// Of planes that face each other: sign of the gap, and the gap.
struct GapOfPlanes {
  int sign;
  double gap;
};
inline GapOfPlanes gap_of_planes(const Plane3<double>& a, const Plane3<double>& b) {
  const Vec3<double> size{std::fabs(a.normal.x), std::fabs(a.normal.y), std::fabs(a.normal.z)};
  const int k = size.x >= size.y && size.x >= size.z ? 0 : (size.y >= size.z ? 1 : 2);
  const double p = coordinate(a.normal, k);
  const double q = coordinate(b.normal, k);
  const double value = evaluate(kAccurate, kGapOfPlanes, a.offset, q, b.offset, p).hi;
  return {sign_of(kGapOfPlanes, a.offset, q, b.offset, p), value / length(a.normal) / std::fabs(q)};
}

/// In u: how far the rounded foot of one plane may be outside the other and still count as common. Of two
/// parallel half-spaces the foot of the deeper one is in both but for its 2.5 u.
inline constexpr double kFootSlack = 4;
/// The line in both boundaries is used where it is as near as so many times the scale: its point's rounding
/// leaves a half-space by less than 1 u a scale.
inline constexpr double kNearLine = 4;

/// The point of the line in both boundaries that is nearest to the origin. Where the line is far beyond the
/// scale, a point behind it and between the boundaries, as deep in either as the angle allows: deeper than
/// its rounding unless the normals are opposite but for some 2^-49. Requires normals that are not parallel.
inline Vec3<double> point_between(const Plane3<double>& a, const Plane3<double>& b, double scale) {
  const Vec3<DoubleDouble> w = accurate_cross(a.normal, b.normal);
  const DoubleDouble w_sq = dot(w, w);
  // Along each boundary into the other half-space, across the line.
  const Vec3<DoubleDouble> along_a = cross(to_double_double(a.normal), w);
  const Vec3<DoubleDouble> along_b = cross(w, to_double_double(b.normal));
  const Vec3<DoubleDouble> way =
      -(along_b * to_double_double(a.offset) + along_a * to_double_double(b.offset));
  const Vec3<DoubleDouble> at{quotient(way.x, w_sq), quotient(way.y, w_sq), quotient(way.z, w_sq)};
  const double far = length(rounded(at));
  if (far <= kNearLine * scale) return rounded(at);
  const Vec3<double> into = unit(rounded(along_a)) + unit(rounded(along_b));
  return rounded(at + to_double_double(into * far));
}

/// A point in two half-spaces that do not face each other: the origin, a foot of it on one boundary, or
/// point_between().
inline Vec3<double> common_point(const Plane3<double>& a, const Plane3<double>& b) {
  if (a.offset >= 0 && b.offset >= 0) return {};
  const double scale =
      std::max(std::fabs(a.offset) / length(a.normal), std::fabs(b.offset) / length(b.normal));
  const double slack = kFootSlack * 2 * kRounding * scale;
  const Vec3<double> feet[2] = {foot_of(a), foot_of(b)};
  if (a.offset < 0 && distance_from(b, feet[0]) <= slack) return feet[0];
  if (b.offset < 0 && distance_from(a, feet[1]) <= slack) return feet[1];
  return point_between(a, b, scale);
}

}  // namespace space

/// Two half-spaces overlap unless their normals are exactly opposite: then they are as far apart as their
/// boundaries, 0 is touching. Exact.
inline Relation relation(const Plane3<double>& a, const Plane3<double>& b) {
  if (!space::face_each_other(a, b)) return Relation::overlapping;
  return static_cast<Relation>(int(Relation::touching) - space::gap_of_planes(a, b).sign);
}

/// Common points are in both half-spaces up to kPlanePointBound; where the normals are opposite but for less
/// than 2^-49 the common points are far beyond the scale, and it counts with them.
inline Distance3<double> distance(const Plane3<double>& a, const Plane3<double>& b) {
  if (!space::face_each_other(a, b)) {
    const Vec3<double> common = space::common_point(a, b);
    return {Status::ok, 0, common, common};
  }
  const space::GapOfPlanes found = space::gap_of_planes(a, b);
  const Vec3<double> foot = space::foot_of(b);
  if (found.sign <= 0) return {Status::ok, 0, foot, foot};
  const double gap = std::max(found.gap, std::numeric_limits<double>::denorm_min());
  return {Status::ok, gap, space::foot_of(a), foot};
}

/// Depth: infinite, with no push (zero), unless the half-spaces face each other.
inline Penetration3<double> penetration(const Plane3<double>& a, const Plane3<double>& b) {
  if (!space::face_each_other(a, b))
    return {Status::ok, Relation::overlapping, std::numeric_limits<double>::infinity(), {}};
  const space::GapOfPlanes found = space::gap_of_planes(a, b);
  const Relation related = static_cast<Relation>(int(Relation::touching) - found.sign);
  if (related != Relation::overlapping) return {Status::ok, related};
  return {Status::ok, related, -found.gap, space::unit(a.normal) * -found.gap};
}

}  // namespace touchstone
