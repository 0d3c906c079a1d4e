// Boxes of space by formula: axis-aligned boxes and points (boxes of zero size) by comparisons; oriented
// boxes in obb3.hpp, which this includes.
#pragma once

#include <algorithm>
#include <cmath>

#include <touchstone/answers.hpp>
#include <touchstone/exact_sign3.hpp>
#include <touchstone/obb3.hpp>
#include <touchstone/shapes3.hpp>

namespace touchstone {

constexpr Aabb3<double> box_of(const Point3<double>& point) {
  return {point.at, point.at};
}
constexpr Obb3<double> obb_of(const Point3<double>& point) {
  return {point.at, {}};
}

/// Exact, by comparisons alone. Overlapping when 0 is inside the difference of the extents in each
/// coordinate; so a rectangle overlaps a box whose interior it reaches and touches a rectangle of the same
/// plane, a segment overlaps a rectangle it pierces, and two points or crossing segments that meet touch.
/// Requires valid boxes.
constexpr Relation relation(const Aabb3<double>& a, const Aabb3<double>& b) {
  if (a.max.x < b.min.x || b.max.x < a.min.x || a.max.y < b.min.y || b.max.y < a.min.y || a.max.z < b.min.z ||
      b.max.z < a.min.z)
    return Relation::disjoint;
  const bool interiors_meet = b.min.x < a.max.x && a.min.x < b.max.x && b.min.y < a.max.y &&
                              a.min.y < b.max.y && b.min.z < a.max.z && a.min.z < b.max.z;
  return interiors_meet ? Relation::overlapping : Relation::touching;
}
constexpr Relation relation(const Point3<double>& a, const Aabb3<double>& b) {
  return relation(box_of(a), b);
}
constexpr Relation relation(const Aabb3<double>& a, const Point3<double>& b) {
  return relation(a, box_of(b));
}
constexpr Relation relation(const Point3<double>& a, const Point3<double>& b) {
  return relation(box_of(a), box_of(b));
}
inline Relation relation(const Point3<double>& a, const Obb3<double>& b) {
  return relation(obb_of(a), b);
}
inline Relation relation(const Obb3<double>& a, const Point3<double>& b) {
  return relation(a, obb_of(b));
}

/// Where the point lies in the closed box, exactly: inside its volume, on its boundary (anywhere on a flat
/// box), or outside. Box: Aabb3<double> or Obb3<double>.
template <class Box>
Location locate(const Box& box, const Vec3<double>& point) {
  switch (relation(box, Point3<double>{point})) {
    case Relation::disjoint:
      return Location::outside;
    case Relation::touching:
      return Location::boundary;
    default:
      return Location::inside;
  }
}

/// Error of distance() of two axis-aligned boxes, in u = 2^-52 x largest |coordinate| R: each gap is rounded
/// once, by at most R 2^-52, so the length of the three moves by at most sqrt(3) u; its own roundings,
/// hypot's one ulp among them, are below 2 ulp of at most 2 sqrt(3) R, 7 u. The closest points are exact.
inline constexpr double kBox3DistanceBound = 9;

/// Distance and closest points; 0 and a common point when they meet. Requires valid boxes in range.
inline Distance3<double> distance(const Aabb3<double>& a, const Aabb3<double>& b) {
  Distance3<double> answer;
  const auto closest = [](double a_min, double a_max, double b_min, double b_max, double& on_a,
                          double& on_b) {
    if (a_max < b_min) {
      on_a = a_max;
      on_b = b_min;
    } else if (b_max < a_min) {
      on_a = a_min;
      on_b = b_max;
    } else {
      on_a = on_b = std::max(a_min, b_min);
    }
  };
  closest(a.min.x, a.max.x, b.min.x, b.max.x, answer.on_a.x, answer.on_b.x);
  closest(a.min.y, a.max.y, b.min.y, b.max.y, answer.on_a.y, answer.on_b.y);
  closest(a.min.z, a.max.z, b.min.z, b.max.z, answer.on_a.z, answer.on_b.z);
  answer.distance = length(answer.on_b - answer.on_a);
  return answer;
}
inline Distance3<double> distance(const Point3<double>& a, const Aabb3<double>& b) {
  return distance(box_of(a), b);
}
inline Distance3<double> distance(const Aabb3<double>& a, const Point3<double>& b) {
  return distance(a, box_of(b));
}
inline Distance3<double> distance(const Point3<double>& a, const Point3<double>& b) {
  return distance(box_of(a), box_of(b));
}

/// Error of depth and mtv of two axis-aligned boxes, in u: one rounding of at most 2 |coordinate|.
inline constexpr double kBox3PenetrationBound = 1;

/// Relation (exact), depth and a shortest push of B out of A; of equal pushes the first of +x, -x, +y, -y,
/// +z, -z. Touching: depth 0, mtv zero. Requires valid boxes in range.
constexpr Penetration3<double> penetration(const Aabb3<double>& a, const Aabb3<double>& b) {
  Penetration3<double> answer;
  answer.relation = relation(a, b);
  if (answer.relation != Relation::overlapping) return answer;
  answer.depth = HUGE_VAL;
  const auto offer = [&answer](double depth, const Vec3<double>& direction) {
    if (!(depth < answer.depth)) return;
    answer.depth = depth;
    answer.mtv = {direction.x * depth, direction.y * depth, direction.z * depth};
  };
  offer(a.max.x - b.min.x, {1, 0, 0});
  offer(b.max.x - a.min.x, {-1, 0, 0});
  offer(a.max.y - b.min.y, {0, 1, 0});
  offer(b.max.y - a.min.y, {0, -1, 0});
  offer(a.max.z - b.min.z, {0, 0, 1});
  offer(b.max.z - a.min.z, {0, 0, -1});
  return answer;
}
inline Penetration3<double> penetration(const Point3<double>& a, const Aabb3<double>& b) {
  return penetration(box_of(a), b);
}
inline Penetration3<double> penetration(const Aabb3<double>& a, const Point3<double>& b) {
  return penetration(a, box_of(b));
}
inline Penetration3<double> penetration(const Point3<double>& a, const Obb3<double>& b) {
  return penetration(obb_of(a), b);
}
inline Penetration3<double> penetration(const Obb3<double>& a, const Point3<double>& b) {
  return penetration(a, obb_of(b));
}

}  // namespace touchstone
