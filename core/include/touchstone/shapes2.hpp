// Shapes of the plane: plain values, all of them closed sets; y points up, counter-clockwise is positive.
// Polygons are views on points that the caller owns. Nothing here checks anything: see validity.hpp.
#pragma once

#include <span>
#include <variant>

#include <touchstone/vec.hpp>

namespace touchstone {

template <class T>
struct Point2 {
  Vec2<T> at;

  friend constexpr bool operator==(const Point2&, const Point2&) = default;
};

template <class T>
struct Segment2 {
  Vec2<T> from;
  Vec2<T> to;

  friend constexpr bool operator==(const Segment2&, const Segment2&) = default;
};

/// Axis-aligned box; valid when min <= max in both coordinates (zero size allowed).
template <class T>
struct Aabb2 {
  Vec2<T> min;
  Vec2<T> max;

  friend constexpr bool operator==(const Aabb2&, const Aabb2&) = default;
};

/// Exactly the parallelogram of the four corners center ± half_axes[0] ± half_axes[1]. The half axes need not
/// be perpendicular, independent or non-zero. No angle is stored, so no trigonometric rounding stands between
/// the shape and the truth about it.
template <class T>
struct Obb2 {
  Vec2<T> center;
  Vec2<T> half_axes[2];

  friend constexpr bool operator==(const Obb2&, const Obb2&) = default;
};

template <class T>
using Contour2 = std::span<const Vec2<T>>;

/// Convex or simple concave polygon, either winding, with optional holes. The last point is joined to the
/// first. Valid: at least 3 points; repeated neighbours count once; all points on one line mean their hull (a
/// segment or a point, then without holes); else valid as in OGC Simple Features: simple contours, holes
/// inside, contours meet in single points only, interior connected.
template <class T>
struct Polygon2 {
  Contour2<T> points;
  std::span<const Contour2<T>> holes = {};
};

/// The convex hull of three points, any order; flat ones too.
template <class T>
struct Triangle2 {
  Vec2<T> points[3];

  friend constexpr bool operator==(const Triangle2&, const Triangle2&) = default;
};

/// A disc; valid when radius >= 0 (zero: a point).
template <class T>
struct Circle2 {
  Vec2<T> center;
  T radius{};

  friend constexpr bool operator==(const Circle2&, const Circle2&) = default;
};

/// All points within radius of a segment (a stadium); valid when radius >= 0 (zero: the segment).
template <class T>
struct Capsule2 {
  Vec2<T> from;
  Vec2<T> to;
  T radius{};

  friend constexpr bool operator==(const Capsule2&, const Capsule2&) = default;
};

/// All points whose distance from the centre lies in [inner_radius, outer_radius] (an annulus); valid when
/// 0 <= inner_radius < outer_radius. With inner_radius 0 it has no hole: it is the disc.
template <class T>
struct Ring2 {
  Vec2<T> center;
  T inner_radius{};
  T outer_radius{};

  friend constexpr bool operator==(const Ring2&, const Ring2&) = default;
};

/// center + s * half_axes[0] + t * half_axes[1] for s^2 + t^2 <= 1. Valid when the half axes are independent;
/// they need not be perpendicular.
template <class T>
struct Ellipse2 {
  Vec2<T> center;
  Vec2<T> half_axes[2];

  friend constexpr bool operator==(const Ellipse2&, const Ellipse2&) = default;
};

/// origin + t * direction for t >= 0. Valid when direction is not zero; it need not have unit length. Takes
/// part in raycasts alone.
template <class T>
struct Ray2 {
  Vec2<T> origin;
  Vec2<T> direction;

  friend constexpr bool operator==(const Ray2&, const Ray2&) = default;
};

template <class T>
using Shape2 = std::variant<Point2<T>, Segment2<T>, Aabb2<T>, Obb2<T>, Polygon2<T>, Triangle2<T>, Circle2<T>,
                            Capsule2<T>, Ring2<T>, Ellipse2<T>, Ray2<T>>;

}  // namespace touchstone
