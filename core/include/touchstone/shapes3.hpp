// Shapes of space: plain values, all of them closed sets; right-handed coordinates. Hulls are views on points
// that the caller owns. Nothing here checks anything: see validity3.hpp.
#pragma once

#include <span>
#include <variant>

#include <touchstone/vec.hpp>

namespace touchstone {

template <class T>
struct Point3 {
  Vec3<T> at;

  friend constexpr bool operator==(const Point3&, const Point3&) = default;
};

template <class T>
struct Segment3 {
  Vec3<T> from;
  Vec3<T> to;

  friend constexpr bool operator==(const Segment3&, const Segment3&) = default;
};

/// Axis-aligned box; valid when min <= max in every coordinate (zero size allowed).
template <class T>
struct Aabb3 {
  Vec3<T> min;
  Vec3<T> max;

  friend constexpr bool operator==(const Aabb3&, const Aabb3&) = default;
};

/// Exactly the parallelepiped of the eight corners center ± half_axes[0] ± half_axes[1] ± half_axes[2]. The
/// half axes need not be perpendicular, independent or non-zero.
template <class T>
struct Obb3 {
  Vec3<T> center;
  Vec3<T> half_axes[3];

  friend constexpr bool operator==(const Obb3&, const Obb3&) = default;
};

/// The convex hull of three points, any order; flat, and perhaps a segment or a point.
template <class T>
struct Triangle3 {
  Vec3<T> points[3];

  friend constexpr bool operator==(const Triangle3&, const Triangle3&) = default;
};

/// The convex hull of the points, which may repeat, lie inside, on faces or on edges, or all in one plane.
/// Valid: at least one point.
template <class T>
struct Hull3 {
  std::span<const Vec3<T>> points;
};

/// A ball; valid when radius >= 0 (zero: a point).
template <class T>
struct Sphere3 {
  Vec3<T> center;
  T radius{};

  friend constexpr bool operator==(const Sphere3&, const Sphere3&) = default;
};

/// All points within radius of a segment; valid when radius >= 0 (zero: the segment).
template <class T>
struct Capsule3 {
  Vec3<T> from;
  Vec3<T> to;
  T radius{};

  friend constexpr bool operator==(const Capsule3&, const Capsule3&) = default;
};

/// Solid circular cylinder with flat ends; from and to are the centres of its ends. Valid when radius >= 0
/// (zero: the segment) and from differs from to.
template <class T>
struct Cylinder3 {
  Vec3<T> from;
  Vec3<T> to;
  T radius{};

  friend constexpr bool operator==(const Cylinder3&, const Cylinder3&) = default;
};

/// The closed half-space of all x with dot(normal, x) <= offset; valid when normal is not zero. It need not
/// have unit length. Takes part in relation, distance, penetration and raycast.
template <class T>
struct Plane3 {
  Vec3<T> normal;
  T offset{};

  friend constexpr bool operator==(const Plane3&, const Plane3&) = default;
};

/// origin + t * direction for t >= 0. Valid when direction is not zero; it need not have unit length. Takes
/// part in raycasts alone.
template <class T>
struct Ray3 {
  Vec3<T> origin;
  Vec3<T> direction;

  friend constexpr bool operator==(const Ray3&, const Ray3&) = default;
};

template <class T>
using Shape3 = std::variant<Point3<T>, Segment3<T>, Aabb3<T>, Obb3<T>, Triangle3<T>, Hull3<T>, Sphere3<T>,
                            Capsule3<T>, Cylinder3<T>, Plane3<T>, Ray3<T>>;

}  // namespace touchstone
