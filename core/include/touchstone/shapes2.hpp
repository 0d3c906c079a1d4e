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

template <class T>
using Shape2 = std::variant<Point2<T>, Segment2<T>, Aabb2<T>, Obb2<T>, Polygon2<T>>;

}  // namespace touchstone
