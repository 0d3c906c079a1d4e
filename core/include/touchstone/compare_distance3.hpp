// The sign of distance - (r + s) in space, exactly: of points, segments and triangles. No square root:
// squares are compared, in floating point with a proved bound, then by sums of two doubles, then by
// expansions (double_double3.hpp, whose range is required).
//
// r + s counts as the exact sum. Segments may have length 0, triangles be segments or points. Requires r, s
// >= 0.
#pragma once

#include <algorithm>

#include <touchstone/double_double3.hpp>
#include <touchstone/vec.hpp>

namespace touchstone {

namespace space {

inline constexpr auto kBeyondPoint = [](const auto& m, const auto& reach) {
  return dot(m, m) - reach * reach;
};
inline constexpr auto kBeyondLine = [](const auto& m, const auto& along, const auto& reach) {
  return kCrossSq(along, m) - few(reach * reach) * few(dot(along, along));
};
/// Of m from the line, or plane, perpendicular to p x q.
inline constexpr auto kBeyondPlane = [](const auto& m, const auto& p, const auto& q, const auto& reach) {
  const auto n = cross(p, q);
  return square(few(dot(n, m))) - few(reach * reach) * few(dot(n, n));
};

/// Where on a segment its point nearest to another point is.
enum class OnSegment : std::uint8_t { at_from, inside, at_to };
inline OnSegment nearest_on_segment(const Vec3<double>& from, const Vec3<double>& to, const Vec3<double>& q) {
  const ExactOffset3 along = difference(to, from);
  if (sign_of(kDot, along, difference(q, from)) <= 0) return OnSegment::at_from;
  return sign_of(kDot, along, difference(q, to)) >= 0 ? OnSegment::at_to : OnSegment::inside;
}

/// Whether the lines of two segments are not parallel and come nearest to each other within both segments.
inline bool are_nearest_inside(const Vec3<double>& p0, const Vec3<double>& p1, const Vec3<double>& q0,
                               const Vec3<double>& q1) {
  const ExactOffset3 a = difference(p1, p0);
  const ExactOffset3 b = difference(q1, q0);
  if (axis_of_cross(a, b) == 3) return false;
  // With w = a x b the point nearest to the other line is at s |w|^2 = ((q0 - p0) x b) . w on the first, and
  // at t |w|^2 = ((q0 - p0) x a) . w on the second.
  const auto turn = [&](const Vec3<double>& p, const Vec3<double>& q, const ExactOffset3& other) {
    return sign_of(kQuadruple, difference(q, p), other, a, b);
  };
  return turn(p0, q0, b) >= 0 && turn(p1, q0, b) <= 0 && turn(p0, q0, a) >= 0 && turn(p0, q1, a) <= 0;
}

/// Whether the foot of q on the plane of three points, which are not on one line, is in their triangle.
inline bool is_over_triangle(const Vec3<double> (&p)[3], const Vec3<double>& q) {
  const ExactOffset3 u = difference(p[1], p[0]);
  const ExactOffset3 v = difference(p[2], p[0]);
  for (int i = 0; i < 3; ++i) {
    const ExactOffset3 edge = difference(p[(i + 1) % 3], p[i]);
    if (sign_of(kQuadruple, u, v, edge, difference(q, p[i])) < 0) return false;
  }
  return true;
}

}  // namespace space

/// Sign of |q - p| - (r + s): +1 farther apart, 0 exactly as far, -1 nearer.
inline int compare_distance(const Vec3<double>& p, const Vec3<double>& q, double r, double s) {
  return sign_of(space::kBeyondPoint, difference(q, p), two_sum(r, s));
}

/// The same for q and the segment from - to.
inline int compare_distance_to_segment(const Vec3<double>& from, const Vec3<double>& to,
                                       const Vec3<double>& q, double r, double s) {
  switch (space::nearest_on_segment(from, to, q)) {
    case space::OnSegment::at_from:
      return compare_distance(from, q, r, s);
    case space::OnSegment::at_to:
      return compare_distance(to, q, r, s);
    default:
      return sign_of(space::kBeyondLine, difference(q, from), difference(to, from), two_sum(r, s));
  }
}

/// The same for two segments. Unless they are nearest inside both, an end of one is nearest to the other.
inline int compare_distance_of_segments(const Vec3<double>& p0, const Vec3<double>& p1,
                                        const Vec3<double>& q0, const Vec3<double>& q1, double r, double s) {
  if (space::are_nearest_inside(p0, p1, q0, q1)) {
    return sign_of(space::kBeyondPlane, difference(q0, p0), difference(p1, p0), difference(q1, q0),
                   two_sum(r, s));
  }
  int least = compare_distance_to_segment(p0, p1, q0, r, s);
  if (least >= 0) least = std::min(least, compare_distance_to_segment(p0, p1, q1, r, s));
  if (least >= 0) least = std::min(least, compare_distance_to_segment(q0, q1, p0, r, s));
  if (least >= 0) least = std::min(least, compare_distance_to_segment(q0, q1, p1, r, s));
  return least;
}

/// The same for q and the triangle of three points.
inline int compare_distance_to_triangle(const Vec3<double> (&p)[3], const Vec3<double>& q, double r,
                                        double s) {
  const bool flat = are_collinear(p[0], p[1], p[2]);
  if (!flat && space::is_over_triangle(p, q)) {
    return sign_of(space::kBeyondPlane, difference(q, p[0]), difference(p[1], p[0]), difference(p[2], p[0]),
                   two_sum(r, s));
  }
  int least = 1;
  for (int i = 0; i < 3 && least >= 0; ++i)
    least = std::min(least, compare_distance_to_segment(p[i], p[(i + 1) % 3], q, r, s));
  return least;
}

}  // namespace touchstone
