// Rings (annuli) with a hole. With c the ring's centre, a connected shape S meets the ring exactly when the
// least distance of S from c is at most the outer radius and the greatest at least the inner one; it reaches
// the ring's interior when both hold strictly.
#pragma once

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include <touchstone/answers.hpp>
#include <touchstone/checked.hpp>
#include <touchstone/compare_distance.hpp>
#include <touchstone/rounded.hpp>

namespace touchstone {

namespace detail {

/// Sign of d - (r - s) for the distance d of two points, exactly.
inline int compare_distance_to_difference(Vec2<double> p, Vec2<double> q, double r, double s) {
  return r < s ? 1 : compare_distance(p, q, r, -s);
}

template <class T>
Vec2<double> center_of(const Checked2<T>& shape) {
  return to_double(shape.skeleton_point(0));
}

/// Sign of the greatest distance of the shape from the ring's centre minus the inner radius, exactly.
template <class T>
int compare_farthest(const Checked2<T>& ring, const Checked2<T>& shape, int& iterations) {
  const double inner = double{ring.inner_radius};
  int most = -1;
  if (shape.form == Checked2<T>::Form::concave) {
    for (const Vec2<T>& p : shape.polygon().points) {
      ++iterations;
      most = std::max(most, compare_distance(center_of(ring), to_double(p), inner, 0));
      if (most > 0) break;
    }
    return most;
  }
  const double radius = double{shape.radius};
  if (inner < radius) return 1;
  const ConvexView<T> center = ring.convex();
  const ConvexView<T> corners = shape.convex();
  for (std::int32_t k = 0; k < corners.count && most <= 0; ++k) {
    ++iterations;
    most = std::max(most, compare_corner_distance(center, 0, corners, k, inner, -radius));
  }
  return most;
}

/// The least sign of all conditions for two rings to meet: the distance of the centres is at most the sum of
/// the outer radii, and neither ring lies in the other's hole.
template <class T>
int meeting_sign_of_rings(const Checked2<T>& a, const Checked2<T>& b) {
  const Vec2<double> p = center_of(a);
  const Vec2<double> q = center_of(b);
  return std::min({-compare_distance(p, q, double{a.radius}, double{b.radius}),
                   compare_distance_to_difference(p, q, double{a.inner_radius}, double{b.radius}),
                   compare_distance_to_difference(p, q, double{b.inner_radius}, double{a.radius})});
}

}  // namespace detail

/// disjoint, touching or overlapping, exactly. Requires a ring and another shape, but no ray and no ellipse,
/// in the range of curved shapes. Laws: 1. swapping the operands keeps the relation. Cost: that of the outer
/// disc's relation (relation_rounded()), and a comparison of distances for each corner.
template <class T>
RelationAnswer relation_ring(const Checked2<T>& a, const Checked2<T>& b) {
  using Form = typename Checked2<T>::Form;
  if (a.form != Form::ring) return relation_ring(b, a);
  assert(a.form == Form::ring && b.form != Form::ellipse && b.form != Form::ray);
  if (b.form == Form::ring)
    return {Status::ok, detail::relation_of_sign(-detail::meeting_sign_of_rings(a, b)), 0};
  RelationAnswer answer = b.form == Form::concave ? relation_rounded_polygon(b, a) : relation_rounded(a, b);
  if (answer.status != Status::ok || answer.relation == Relation::disjoint) return answer;
  const int farthest = detail::compare_farthest(a, b, answer.iterations);
  if (farthest < 0) answer.relation = Relation::disjoint;
  if (farthest == 0) answer.relation = Relation::touching;
  return answer;
}

/// Where the point lies, exactly.
template <class T>
Location locate_in_annulus(const Checked2<T>& ring, Vec2<T> point) {
  const Vec2<double> c = detail::center_of(ring);
  const Vec2<double> p = detail::to_double(point);
  const int outer = compare_distance(c, p, double{ring.radius}, 0);
  const int inner = compare_distance(c, p, double{ring.inner_radius}, 0);
  if (outer > 0 || inner < 0) return Location::outside;
  return outer == 0 || inner == 0 ? Location::boundary : Location::inside;
}

namespace detail {

struct FarPoint {
  double distance{};         ///< of at from the centre
  Vec2<double> direction{};  ///< unit vector from the centre
  Vec2<double> at{};
};
/// A point of the shape that is farthest from c.
template <class T>
FarPoint farthest_point(Vec2<double> c, const Rounded2<T>& shape) {
  SkeletonGap farthest = gap_of_points(c, double_corner(shape.skeleton, 0));
  for (std::int32_t k = 1; k < shape.skeleton.count; ++k) {
    const SkeletonGap gap = gap_of_points(c, double_corner(shape.skeleton, k));
    if (gap.distance > farthest.distance) farthest = gap;
  }
  const double radius = double{shape.radius};
  return {farthest.distance + radius, farthest.direction, farthest.on_b + farthest.direction * radius};
}

/// The point between near, whose distance from c is below rho, and far, for which it is above, that has it.
inline Vec2<double> point_at_distance(Vec2<double> c, double rho, Vec2<double> near, Vec2<double> far) {
  const Vec2<double> start = near - c;
  const Vec2<double> along = far - near;
  const double start_length = std::sqrt(length_sq(start));
  const double half_slope = dot(start, along);
  const double missing = (rho - start_length) * (rho + start_length);
  const double root = std::sqrt(half_slope * half_slope + length_sq(along) * missing);
  const double t = half_slope > 0 ? missing / (half_slope + root) : (root - half_slope) / length_sq(along);
  return between(near, far, clamp_to_unit(t));
}

/// A common point of a ring and a shape that meets it.
template <class T>
Vec2<double> common_point_of_ring(const Checked2<T>& ring, const Rounded2<T>& shape) {
  const Vec2<double> c = center_of(ring);
  const double inner = double{ring.inner_radius};
  const double outer = double{ring.radius};
  const Distance<T> nearest = distance_rounded(Rounded2<T>(ring.convex(), T{0}), shape);
  const Vec2<double> near = to_double(nearest.on_b);
  if (double{nearest.distance} >= inner) return near;
  const FarPoint far = farthest_point(c, shape);
  if (far.distance <= outer) return far.at;
  return point_at_distance(c, (inner + outer) / 2, near, far.at);
}

/// A common point of two rings that meet: some radius of each, so that the circles meet, then where they do.
template <class T>
Vec2<double> common_point_of_rings(const Checked2<T>& a, const Checked2<T>& b) {
  SkeletonGap gap = gap_of_points(center_of(a), center_of(b));
  const double d = gap.distance;
  double radius_a = double{a.radius};
  double radius_b = double{b.radius};
  if (radius_a <= d + radius_b) {
    radius_b =
        (std::max(std::fabs(d - radius_a), double{b.inner_radius}) + std::min(d + radius_a, radius_b)) / 2;
  } else {
    radius_a = (std::max(std::fabs(d - radius_b), double{a.inner_radius}) + d + radius_b) / 2;
  }
  // From the centre of the smaller circle, where nothing cancels.
  if (radius_a > radius_b) {
    std::swap(radius_a, radius_b);
    std::swap(gap.on_a, gap.on_b);
    gap.direction = -gap.direction;
  }
  if (d == 0) return gap.on_a + gap.direction * radius_a;
  const double along = (((d - radius_b) * (d + radius_b)) / d + radius_a * (radius_a / d)) / 2;
  const double across = std::sqrt(std::max(0.0, (radius_a - along) * (radius_a + along)));
  return gap.on_a + gap.direction * std::clamp(along, -radius_a, radius_a) + perp(gap.direction) * across;
}

template <class T>
Distance<T> meeting_at(Vec2<double> point) {
  Distance<T> answer;
  answer.on_a = answer.on_b = to_scalar<T>(point);
  return answer;
}
template <class T>
Distance<T> swapped(Distance<T> answer) {
  std::swap(answer.on_a, answer.on_b);
  return answer;
}

/// A shape in the hole, or the outer disc of a ring, by its farthest point from the ring's centre.
template <class T>
Distance<T> distance_in_hole(const Checked2<T>& ring, const Rounded2<T>& shape) {
  const Vec2<double> c = center_of(ring);
  const FarPoint far = farthest_point(c, shape);
  Distance<T> answer;
  answer.distance = std::max(static_cast<T>(double{ring.inner_radius} - far.distance),
                             std::numeric_limits<T>::denorm_min());
  answer.on_a = to_scalar<T>(c + far.direction * double{ring.inner_radius});
  answer.on_b = to_scalar<T>(far.at);
  return answer;
}

}  // namespace detail

/// Error of distance_ring(), in u: outside kRoundedDistanceBound; in the hole the offset and its root (4.3
/// u), then two sums of at most 4 of that scale (4 u).
inline constexpr double kRingDistanceBound = kRoundedDistanceBound;
/// A closest or common point leaves its shape by at most this many u: outside kRoundedPointBound. A common
/// point between the nearest and the farthest one of the shape: those (4 + 4 u), and the roundings of its own
/// distance.
inline constexpr double kRingPointBound = kRoundedPointBound;

/// Distance and closest points of a ring and another ring or a shape with is_rounded(); 0 and a common point
/// when they meet, which is decided exactly. Requires shapes in the range of curved shapes. Cost: twice
/// relation_ring().
template <class T>
Distance<T> distance_ring(const Checked2<T>& a, const Checked2<T>& b) {
  using Form = typename Checked2<T>::Form;
  if (a.form != Form::ring) return detail::swapped(distance_ring(b, a));
  assert(b.form == Form::ring || b.is_rounded());
  const RelationAnswer related = relation_ring(a, b);
  const Rounded2<T> disc(a);
  const Rounded2<T> other(b);
  Distance<T> answer;
  if (related.relation != Relation::disjoint) {
    answer = detail::meeting_at<T>(b.form == Form::ring ? detail::common_point_of_rings(a, b)
                                                        : detail::common_point_of_ring(a, other));
  } else if (relation_rounded(disc, other).relation == Relation::disjoint) {
    answer = distance_rounded(disc, other);
  } else if (b.form == Form::ring && a.inner_radius < b.radius) {
    answer = detail::swapped(detail::distance_in_hole(b, disc));
  } else {
    answer = detail::distance_in_hole(a, other);
  }
  answer.status = related.status;
  answer.iterations = related.iterations;
  return answer;
}

}  // namespace touchstone
