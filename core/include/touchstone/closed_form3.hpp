// Pairs of space that a formula decides: points, spheres, capsules, segments (a sphere of radius 0 is a
// point, a capsule of radius 0 a segment), and a sphere against an axis-aligned box or a triangle.
//
// Every pair is two skeletons and a radius around each. Relations compare squares, exactly
// (compare_distance3.hpp). Numbers come from the nearest points of the skeletons, which are found by exact
// signs and placed accurately even where segments are almost parallel or skeletons almost meet.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <limits>
#include <utility>

#include <touchstone/answers.hpp>
#include <touchstone/compare_distance3.hpp>
#include <touchstone/double_double3.hpp>
#include <touchstone/shapes3.hpp>

namespace touchstone {

namespace space {

/// Two skeletons: their distance, a unit vector along which to push the second for the shortest way out of
/// the first (from on_a to on_b where they are apart, and near to perpendicular to both where they meet),
/// nearest points.
struct Gap {
  double distance = 0;
  Vec3<double> direction{1, 0, 0};
  Vec3<double> on_a{};
  Vec3<double> on_b{};
};
inline Gap reversed(const Gap& gap) {
  return {gap.distance, -gap.direction, gap.on_b, gap.on_a};
}

inline Gap gap_of_points(const Vec3<double>& p, const Vec3<double>& q) {
  const Vec3<double> offset = q - p;
  const double size = length(offset);
  return {size, size > 0 ? offset * (1 / size) : Vec3<double>{1, 0, 0}, p, q};
}

/// from + t (to - from), each coordinate to half an ulp and between those of the ends.
inline Vec3<double> point_at(const Vec3<double>& from, const Vec3<double>& to, const DoubleDouble& t) {
  const auto at = [&](double a, double b) {
    const DoubleDouble value = to_double_double(a) + t * to_double_double(two_sum(b, -a));
    return std::clamp(value.hi, std::min(a, b), std::max(a, b));
  };
  return {at(from.x, to.x), at(from.y, to.y), at(from.z, to.z)};
}

/// From a segment to q. Where q is nearest to the segment's inside, the way to it is a x (m x a) / |a|^2: two
/// factors that are perpendicular to each other, so it is as accurate as they are, however near q is.
inline Gap gap_of_segment_and_point(const Vec3<double>& from, const Vec3<double>& to, const Vec3<double>& q) {
  const OnSegment where = nearest_on_segment(from, to, q);
  if (where != OnSegment::inside) {
    Gap gap = gap_of_points(where == OnSegment::at_from ? from : to, q);
    if (gap.distance == 0) gap.direction = any_perpendicular(to - from);
    return gap;
  }
  const ExactOffset3 along = difference(to, from);
  const ExactOffset3 m = difference(q, from);
  const Vec3<double> aside = rounded(accurate_cross(m, along));
  const Vec3<double> axis = rounded(along);
  const bool meets = is_zero(aside);
  const DoubleDouble t = quotient(accurate_dot(m, along), accurate_dot(along, along));
  return {length(aside) / length(axis), meets ? any_perpendicular(axis) : unit(cross(axis, aside)),
          point_at(from, to, t), q};
}

/// Of skew lines that are nearest inside both segments: along the common perpendicular.
inline Gap gap_of_skew_segments(const Vec3<double>& p0, const Vec3<double>& p1, const Vec3<double>& q0,
                                const Vec3<double>& q1) {
  const ExactOffset3 a = difference(p1, p0);
  const ExactOffset3 b = difference(q1, q0);
  const ExactOffset3 m = difference(q0, p0);
  const Vec3<double> w = rounded(accurate_cross(a, b));
  const double way = evaluate(kAccurate, kTriple, m, a, b).hi;
  const DoubleDouble w_sq = evaluate(kAccurate, kCrossSq, a, b);
  const DoubleDouble s = quotient(evaluate(kAccurate, kQuadruple, m, b, a, b), w_sq);
  const DoubleDouble t = quotient(evaluate(kAccurate, kQuadruple, m, a, a, b), w_sq);
  return {std::fabs(way) / length(w), unit(way < 0 ? -w : w), point_at(p0, p1, s), point_at(q0, q1, t)};
}

inline Gap gap_of_segments(const Vec3<double>& p0, const Vec3<double>& p1, const Vec3<double>& q0,
                           const Vec3<double>& q1) {
  if (are_nearest_inside(p0, p1, q0, q1)) return gap_of_skew_segments(p0, p1, q0, q1);
  const Gap gaps[4] = {gap_of_segment_and_point(p0, p1, q0), gap_of_segment_and_point(p0, p1, q1),
                       reversed(gap_of_segment_and_point(q0, q1, p0)),
                       reversed(gap_of_segment_and_point(q0, q1, p1))};
  Gap nearest =
      *std::min_element(gaps, gaps + 4, [](const Gap& x, const Gap& y) { return x.distance < y.distance; });
  if (nearest.distance > 0) return nearest;
  const ExactOffset3 a = difference(p1, p0);
  const Vec3<double> w = rounded(accurate_cross(a, difference(q1, q0)));
  nearest.direction = !is_zero(w) ? unit(w) : any_perpendicular(p0 == p1 ? q1 - q0 : p1 - p0);
  return nearest;
}

inline Gap gap_of_triangle_and_point(const Vec3<double> (&p)[3], const Vec3<double>& q) {
  const ExactOffset3 u = difference(p[1], p[0]);
  const ExactOffset3 v = difference(p[2], p[0]);
  const ExactOffset3 m = difference(q, p[0]);
  const Vec3<double> n = rounded(accurate_cross(u, v));
  if (!is_zero(n) && is_over_triangle(p, q)) {
    const double way = evaluate(kAccurate, kTriple, m, u, v).hi;
    // The foot is p0 + s u + t v.
    const DoubleDouble n_sq = evaluate(kAccurate, kCrossSq, u, v);
    const DoubleDouble s = quotient(evaluate(kAccurate, kQuadruple, m, v, u, v), n_sq);
    const DoubleDouble t = quotient(evaluate(kAccurate, kQuadruple, u, m, u, v), n_sq);
    const auto at = [&](double base, const TwoTerms& x, const TwoTerms& y) {
      return (to_double_double(base) + s * to_double_double(x) + t * to_double_double(y)).hi;
    };
    const Vec3<double> foot{at(p[0].x, u.x, v.x), at(p[0].y, u.y, v.y), at(p[0].z, u.z, v.z)};
    return {std::fabs(way) / length(n), unit(way < 0 ? -n : n), foot, q};
  }
  Gap nearest = gap_of_segment_and_point(p[0], p[1], q);
  for (int i = 1; i < 3; ++i) {
    const Gap gap = gap_of_segment_and_point(p[i], p[(i + 1) % 3], q);
    if (gap.distance < nearest.distance) nearest = gap;
  }
  return nearest;
}

/// The relation for the sign of the separation: -1, 0 or +1.
constexpr Relation relation_of_sign(int sign) {
  return static_cast<Relation>(int(Relation::touching) - sign);
}

/// Distance of two skeletons with balls around them; a common point unless the balls are known to be apart.
inline Distance3<double> distance_of_balls(const Gap& gap, double radius_a, double radius_b,
                                           Relation relation) {
  const double reach = radius_a + radius_b;
  Distance3<double> answer;
  if (relation != Relation::disjoint) {
    const double share = reach > 0 ? radius_a / reach : 0;
    answer.on_a = answer.on_b = gap.on_a + (gap.on_b - gap.on_a) * share;
    return answer;
  }
  // A distance below the smallest number is still one.
  answer.distance = std::max(gap.distance - reach, std::numeric_limits<double>::denorm_min());
  answer.on_a = gap.on_a + gap.direction * radius_a;
  answer.on_b = gap.on_b - gap.direction * radius_b;
  return answer;
}

inline Penetration3<double> push_along(const Vec3<double>& direction, double depth) {
  return {Status::ok, Relation::overlapping, depth, direction * depth};
}
inline Penetration3<double> penetration_of_balls(const Gap& gap, double radius_a, double radius_b,
                                                 Relation relation) {
  if (relation != Relation::overlapping) return {Status::ok, relation};
  return push_along(gap.direction, std::max(radius_a + radius_b - gap.distance, 0.0));
}

constexpr Vec3<double> closest_of_box(const Aabb3<double>& box, const Vec3<double>& p) {
  return {std::clamp(p.x, box.min.x, box.max.x), std::clamp(p.y, box.min.y, box.max.y),
          std::clamp(p.z, box.min.z, box.max.z)};
}

/// Distance of a point in a box from its nearest face, and the outward normal there; of equal ones the first
/// of +x, -x, +y ...
inline Gap way_out_of_box(const Aabb3<double>& box, const Vec3<double>& p) {
  const double ways[6] = {box.max.x - p.x, p.x - box.min.x, box.max.y - p.y,
                          p.y - box.min.y, box.max.z - p.z, p.z - box.min.z};
  const auto k = std::min_element(ways, ways + 6) - ways;
  const double side = k % 2 == 0 ? 1 : -1;
  return {ways[k], {k / 2 == 0 ? side : 0.0, k / 2 == 1 ? side : 0.0, k / 2 == 2 ? side : 0.0}, p, p};
}

// Skeletons and radii of the shapes below.
inline double radius_of(const Point3<double>&) {
  return 0;
}
inline double radius_of(const Segment3<double>&) {
  return 0;
}
inline double radius_of(const Sphere3<double>& sphere) {
  return sphere.radius;
}
inline double radius_of(const Capsule3<double>& capsule) {
  return capsule.radius;
}
inline const Vec3<double>& center_of(const Point3<double>& point) {
  return point.at;
}
inline const Vec3<double>& center_of(const Sphere3<double>& sphere) {
  return sphere.center;
}

}  // namespace space

/// A point or a sphere; a segment or a capsule. Any radius may be 0.
template <class Shape>
concept BallAroundPoint3 = requires(const Shape& shape) {
  space::center_of(shape);
  space::radius_of(shape);
};
template <class Shape>
concept BallAroundSegment3 = requires(const Shape& shape) {
  shape.from;
  shape.to;
  space::radius_of(shape);
};

namespace space {

template <BallAroundPoint3 A, BallAroundPoint3 B>
int compare(const A& a, const B& b) {
  return compare_distance(center_of(a), center_of(b), radius_of(a), radius_of(b));
}
template <BallAroundSegment3 A, BallAroundPoint3 B>
int compare(const A& a, const B& b) {
  return compare_distance_to_segment(a.from, a.to, center_of(b), radius_of(a), radius_of(b));
}
template <BallAroundPoint3 A, BallAroundSegment3 B>
int compare(const A& a, const B& b) {
  return compare(b, a);
}
template <BallAroundSegment3 A, BallAroundSegment3 B>
int compare(const A& a, const B& b) {
  return compare_distance_of_segments(a.from, a.to, b.from, b.to, radius_of(a), radius_of(b));
}

template <BallAroundPoint3 A, BallAroundPoint3 B>
Gap gap_between(const A& a, const B& b) {
  return gap_of_points(center_of(a), center_of(b));
}
template <BallAroundSegment3 A, BallAroundPoint3 B>
Gap gap_between(const A& a, const B& b) {
  return gap_of_segment_and_point(a.from, a.to, center_of(b));
}
template <BallAroundPoint3 A, BallAroundSegment3 B>
Gap gap_between(const A& a, const B& b) {
  return reversed(gap_between(b, a));
}
template <BallAroundSegment3 A, BallAroundSegment3 B>
Gap gap_between(const A& a, const B& b) {
  return gap_of_segments(a.from, a.to, b.from, b.to);
}

}  // namespace space

template <class Shape>
concept Ball3 = BallAroundPoint3<Shape> || BallAroundSegment3<Shape>;
/// Two of them; two points are boxes of zero size (box3.hpp).
template <class A, class B>
concept Balls3 =
    Ball3<A> && Ball3<B> && !(std::same_as<A, Point3<double>> && std::same_as<B, Point3<double>>);

/// Exact. Balls whose skeletons meet overlap, unless both radii are 0: points and segments of space touch at
/// most. Requires valid shapes in range (exact_sign3.hpp). Cost: some 10 (spheres) to 100 ns when filters
/// decide.
template <class A, class B>
requires Balls3<A, B> Relation relation(const A& a, const B& b) {
  return space::relation_of_sign(space::compare(a, b));
}

/// Error of distance() of two balls, in u = eps x largest |coordinate| or radius: the skeletons' distance, at
/// most 2 sqrt(3) of that scale, is known within 6 roundings, 10.4 u; the sum of the radii and the
/// subtraction round at most 2 and 3.5 of that scale, 2.8 u.
inline constexpr double kBallDistanceBound = 14;
/// A closest point of a ball leaves it by at most this many u, and the two are apart by the distance within
/// twice that: the skeleton's point is off by sqrt(3) / 2 u, the direction's length by 6 roundings times the
/// radius (3 u), its product and the sum round once each (1.5 u of at most 2 of that scale).
inline constexpr double kBallPointBound = 7;
/// Error of depth, in u: as kBallDistanceBound. The push's length errs by 6 roundings of at most 2 of that
/// scale more, and so do the shapes' distance after it: 16.
inline constexpr double kBallPenetrationBound = 16;

/// Distance and closest points; 0 and a common point when the shapes meet, which is decided exactly. Of
/// parallel segments any closest points. Requires valid shapes in range.
template <class A, class B>
requires Balls3<A, B> Distance3<double> distance(const A& a, const B& b) {
  return space::distance_of_balls(space::gap_between(a, b), space::radius_of(a), space::radius_of(b),
                                  relation(a, b));
}

/// Relation (exact), depth and a shortest push of B out of A: along the way between the skeletons, or where
/// these meet along a perpendicular of both; of concentric balls any, +x. Requires valid shapes in range.
template <class A, class B>
requires Balls3<A, B> Penetration3<double> penetration(const A& a, const B& b) {
  return space::penetration_of_balls(space::gap_between(a, b), space::radius_of(a), space::radius_of(b),
                                     relation(a, b));
}

/// The same for a sphere and a box, by the box's point that is closest to the centre. A centre in the closed
/// box: it leaves over the face nearest to it. Error bounds as above.
inline Relation relation(const Sphere3<double>& a, const Aabb3<double>& b) {
  const Vec3<double>& c = a.center;
  const Vec3<double> closest = space::closest_of_box(b, c);
  if (!(closest == c)) return relation(a, Point3<double>{closest});
  const bool inside =
      c.x > b.min.x && c.x < b.max.x && c.y > b.min.y && c.y < b.max.y && c.z > b.min.z && c.z < b.max.z;
  return inside || a.radius > 0 ? Relation::overlapping : Relation::touching;
}
inline Distance3<double> distance(const Sphere3<double>& a, const Aabb3<double>& b) {
  return distance(a, Point3<double>{space::closest_of_box(b, a.center)});
}
inline Penetration3<double> penetration(const Sphere3<double>& a, const Aabb3<double>& b) {
  const Vec3<double> closest = space::closest_of_box(b, a.center);
  if (!(closest == a.center)) return penetration(a, Point3<double>{closest});
  const Relation related = relation(a, b);
  if (related != Relation::overlapping) return {Status::ok, related};
  const space::Gap out = space::way_out_of_box(b, a.center);
  return space::push_along(-out.direction, out.distance + a.radius);
}

/// The same for a point or a sphere and a triangle, which may be a segment or a point.
template <BallAroundPoint3 A>
Relation relation(const A& a, const Triangle3<double>& b) {
  return space::relation_of_sign(
      compare_distance_to_triangle(b.points, space::center_of(a), space::radius_of(a), 0));
}
template <BallAroundPoint3 A>
Distance3<double> distance(const A& a, const Triangle3<double>& b) {
  const space::Gap gap = space::reversed(space::gap_of_triangle_and_point(b.points, space::center_of(a)));
  return space::distance_of_balls(gap, space::radius_of(a), 0, relation(a, b));
}
template <BallAroundPoint3 A>
Penetration3<double> penetration(const A& a, const Triangle3<double>& b) {
  const space::Gap gap = space::reversed(space::gap_of_triangle_and_point(b.points, space::center_of(a)));
  return space::penetration_of_balls(gap, space::radius_of(a), 0, relation(a, b));
}

/// The same with the ball second: answers swapped.
template <class A, class B>
concept SwappedPair3 = (std::same_as<A, Aabb3<double>> && std::same_as<B, Sphere3<double>>) ||
                       (std::same_as<A, Triangle3<double>> && BallAroundPoint3<B>);
template <class A, class B>
requires SwappedPair3<A, B> Relation relation(const A& a, const B& b) {
  return relation(b, a);
}
template <class A, class B>
requires SwappedPair3<A, B> Distance3<double> distance(const A& a, const B& b) {
  Distance3<double> answer = distance(b, a);
  std::swap(answer.on_a, answer.on_b);
  return answer;
}
template <class A, class B>
requires SwappedPair3<A, B> Penetration3<double> penetration(const A& a, const B& b) {
  Penetration3<double> answer = penetration(b, a);
  answer.mtv = -answer.mtv;
  return answer;
}

}  // namespace touchstone
