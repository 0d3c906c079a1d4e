// Ellipse against every other shape of the plane.
//
// Against points, segments, boxes and polygons the relation is exact (ellipse_exact.hpp). Against circles,
// capsules, rings and other ellipses it is the sign of a separation computed within kEllipseBound units,
// called touching below kSmoothTouchBound. Distance and penetration are numeric, by GJK and EPA on support
// mappings; they agree with the relation: a distance is positive exactly for disjoint shapes, a depth for
// overlapping ones.
//
// unit u: epsilon of T times the largest |coordinate| or radius of the pair (Checked2::largest_coordinate).
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include <touchstone/answers.hpp>
#include <touchstone/checked.hpp>
#include <touchstone/ellipse_exact.hpp>
#include <touchstone/smooth_epa.hpp>
#include <touchstone/smooth_gjk.hpp>
#include <touchstone/validity.hpp>

namespace touchstone {

/// Error of distances, depths, closest points and MTVs of ellipses, in u. Along a normal, a shape's support
/// errs by 4 roundings (2 of a unit vector, 2 of a product sum) of its extents, at most 1 in each
/// coordinate: 2.9 u; two shapes 5.7. Three sums of at most 2 in each coordinate make the difference: 4.3.
/// The height's product sum adds 2.9 and the length of the normal 4.3, both of at most sqrt 8. The search
/// stops 3 above its certificate, or 4 are called touching; a cast to T adds 0.8. The worst measured is below
/// half of it.
inline constexpr double kEllipseBound = 22;

/// A separation of at most this many u (of double, whatever T is) counts as touching where the relation is
/// not exact: the noise of its supports.
inline constexpr double kSmoothTouchBound = 4;

namespace detail {

template <class T>
Status ellipse_status(const Checked2<T>& a, const Checked2<T>& b) {
  if (a.status == Status::invalid_input || b.status == Status::invalid_input) return Status::invalid_input;
  const bool in_range = a.ok() && b.ok() && a.in_curved_range && b.in_curved_range;
  return in_range ? Status::ok : Status::out_of_range;
}

/// The relation and what led to it. converged: else the status is iteration_limit.
struct EllipseContact {
  bool converged = true;
  Relation relation{};
  int iterations = 0;
  SmoothGjkOutcome gjk;
  SmoothEpaOutcome epa;  ///< searched when epa.iterations > 0
};

/// Relation of a convex pair from its bounds, else exactly when one is a polytope, else by its depth.
template <class T>
EllipseContact ellipse_contact(const Checked2<T>& a, const Checked2<T>& b,
                               const ShapeDifference<T>& difference, bool relation_only) {
  // A polytope's corners may be rounded ones; the factor covers both coordinates.
  const double corner_error = std::max(a.is_polytope() ? double{a.convex().corner_error} : 0.0,
                                       b.is_polytope() ? double{b.convex().corner_error} : 0.0);
  const double touch = kSmoothTouchBound * difference.unit + 2 * corner_error * difference.scale;
  EllipseContact contact;
  contact.gjk = smooth_gjk(difference, difference.unit, relation_only ? touch : HUGE_VAL);
  contact.iterations = contact.gjk.iterations;
  contact.converged = contact.gjk.converged;
  if (contact.gjk.lower > touch && !contact.gjk.enclosed) {
    contact.relation = Relation::disjoint;
  } else if (contact.gjk.enclosed && contact.gjk.upper < -touch) {
    contact.relation = Relation::overlapping;
  } else if (a.is_polytope() || b.is_polytope()) {
    contact.relation = a.is_polytope() ? relation_ellipse_polytope(b.ellipse(), a.convex())
                                       : relation_ellipse_polytope(a.ellipse(), b.convex());
  } else if (!contact.gjk.enclosed) {
    contact.relation = Relation::touching;
  } else {
    contact.epa = smooth_epa(difference, difference.unit);
    contact.iterations += contact.epa.iterations;
    contact.converged = contact.epa.converged;
    contact.relation = contact.epa.depth > touch ? Relation::overlapping : Relation::touching;
  }
  return contact;
}

/// The greatest distance of a point of the ellipse from a point: the root of the greatest |d + M w|^2 over
/// unit w, d = centre - point. At it (M^T M - lambda) w = -M^T d with lambda at least both eigenvalues; in
/// the eigenvectors' frame lambda - larger = mu solves (g1 / mu)^2 + (g2 / (mu + difference of
/// eigenvalues))^2 = 1. An error of w counts by its square only.
inline double farthest_distance(Vec2<double> d, Vec2<double> u, Vec2<double> v) {
  const double half_difference = (length_sq(u) - length_sq(v)) / 2;
  const double spread = 2 * std::hypot(half_difference, dot(u, v));
  Vec2<double> axis{1, 0};
  if (spread > 0) {
    const double larger = std::sqrt((1 + std::fabs(half_difference) * 2 / spread) / 2);
    const double smaller = dot(u, v) / (spread * larger);
    axis = half_difference >= 0 ? Vec2<double>{larger, smaller}
                                : Vec2<double>{std::fabs(smaller), std::copysign(larger, smaller)};
  }
  const Vec2<double> pulled{dot(u, d), dot(v, d)};
  const double g1 = dot(axis, pulled);
  const double g2 = cross(axis, pulled);
  double low = std::fabs(g1);
  double high = accurate_length(pulled);
  for (int step = 0; step < 64 && low < high; ++step) {
    const double mu = low + (high - low) / 2;
    const double excess = (g1 / mu) * (g1 / mu) + (g2 / (mu + spread)) * (g2 / (mu + spread)) - 1;
    (excess > 0 ? low : high) = mu;
  }
  const double second = high + spread > 0 ? std::clamp(g2 / (high + spread), -1.0, 1.0) : 0.0;
  const Vec2<double> w{std::copysign(std::sqrt((1 - second) * (1 + second)), g1), second};
  const Vec2<double> on_disc = axis * w.x + perp(axis) * w.y;
  return accurate_length(d + u * on_disc.x + v * on_disc.y);
}

/// The ring meets the ellipse when the least distance from its centre is at most the outer radius and the
/// greatest at least the inner one.
template <class T>
RelationAnswer relation_ellipse_ring(const Checked2<T>& ellipse, const Checked2<T>& ring) {
  Checked2<T> center(Point2<T>{ring.convex().corner(0)});
  center.largest_coordinate = ring.largest_coordinate;
  const ShapeDifference<T> difference(ellipse, center);
  const SmoothGjkOutcome nearest = smooth_gjk(difference, difference.unit);
  const auto scaled = [&](Vec2<T> p) { return Vec2<double>{double{p.x}, double{p.y}} * difference.scale; };
  const Ellipse2<T> shape = ellipse.ellipse();
  const double least = nearest.enclosed ? 0 : nearest.upper;
  const double greatest = farthest_distance({difference.offset.x.hi, difference.offset.y.hi},
                                            scaled(shape.half_axes[0]), scaled(shape.half_axes[1]));
  const double separation = std::max(least - double{ring.radius} * difference.scale,
                                     double{ring.inner_radius} * difference.scale - greatest);
  const double touch = kSmoothTouchBound * difference.unit;
  RelationAnswer answer{nearest.converged ? Status::ok : Status::iteration_limit, Relation::touching,
                        nearest.iterations};
  if (separation > touch) answer.relation = Relation::disjoint;
  if (separation < -touch) answer.relation = Relation::overlapping;
  return answer;
}

}  // namespace detail

/// How the shapes lie. At least one is an ellipse, none a ray. Exact against points, segments, boxes and
/// polygons, concave ones too; against circle, capsule, ring, ellipse right whenever the separation exceeds
/// kEllipseBound u (of double, also for float), and touching when it is computed as at most kSmoothTouchBound
/// of them. Statuses: those of the shapes; out_of_range when either is not in curved range; iteration_limit
/// when no relation was found. Cost: see relation_ellipse_polytope; else some 10 supports, near touch as
/// penetration_ellipse.
template <class T>
RelationAnswer relation_ellipse(const Checked2<T>& a, const Checked2<T>& b) {
  using Form = typename Checked2<T>::Form;
  RelationAnswer answer;
  answer.status = detail::ellipse_status(a, b);
  if (answer.status != Status::ok) return answer;
  const Checked2<T>& ellipse = a.form == Form::ellipse ? a : b;
  const Checked2<T>& other = a.form == Form::ellipse ? b : a;
  if (other.form == Form::ring) return detail::relation_ellipse_ring(ellipse, other);
  if (other.form == Form::concave) {
    answer.relation = relation_ellipse_polygon(ellipse.ellipse(), other.polygon());
  } else if (other.is_polytope()) {
    answer.relation = relation_ellipse_polytope(ellipse.ellipse(), other.convex());
  } else {
    const ShapeDifference<T> difference(a, b);
    const detail::EllipseContact contact = detail::ellipse_contact(a, b, difference, true);
    answer = {contact.converged ? Status::ok : Status::iteration_limit, contact.relation, contact.iterations};
  }
  return answer;
}

/// Distance and closest points of two convex shapes, at least one an ellipse; 0 and a common point when they
/// meet, that is, when relation_ellipse does not say disjoint. Error: kEllipseBound u; the points within that
/// of their shapes. Iterations: supports asked. Statuses as relation_ellipse.
template <class T>
Distance<T> distance_ellipse(const Checked2<T>& a, const Checked2<T>& b) {
  Distance<T> answer;
  answer.status = detail::ellipse_status(a, b);
  if (answer.status != Status::ok) return answer;
  const ShapeDifference<T> difference(a, b);
  const detail::EllipseContact contact = detail::ellipse_contact(a, b, difference, false);
  if (!contact.converged) answer.status = Status::iteration_limit;
  answer.iterations = contact.iterations;
  const WitnessPair pair = witness_pair(contact.gjk);
  const auto in_plane = [&](Vec2<double> anchor, Vec2<double> p) -> Vec2<T> {
    return {static_cast<T>(anchor.x + p.x / difference.scale),
            static_cast<T>(anchor.y + p.y / difference.scale)};
  };
  answer.on_a = in_plane(difference.a.anchor(), pair.on_a);
  answer.on_b = in_plane(difference.b.anchor(), pair.on_b);
  if (contact.relation == Relation::disjoint) {
    // A distance below the smallest scalar is still one.
    answer.distance =
        std::max(static_cast<T>(contact.gjk.upper / difference.scale), std::numeric_limits<T>::denorm_min());
  } else {
    answer.on_a = answer.on_b = {answer.on_a.x + (answer.on_b.x - answer.on_a.x) / 2,
                                 answer.on_a.y + (answer.on_b.y - answer.on_a.y) / 2};
  }
  return answer;
}

/// Relation, depth and a shortest push of B out of A for two convex shapes, at least one an ellipse.
/// Touching: depth 0, mtv (0, 0). Of several shortest ones any. Error: the depth and the length of mtv within
/// kEllipseBound u, and moved by mtv B reaches into A by no more. Iterations: supports asked. Statuses as
/// relation_ellipse.
template <class T>
Penetration<T> penetration_ellipse(const Checked2<T>& a, const Checked2<T>& b) {
  Penetration<T> answer;
  answer.status = detail::ellipse_status(a, b);
  if (answer.status != Status::ok) return answer;
  const ShapeDifference<T> difference(a, b);
  detail::EllipseContact contact = detail::ellipse_contact(a, b, difference, true);
  answer.relation = contact.relation;
  if (contact.relation == Relation::overlapping && contact.epa.iterations == 0) {
    contact.epa = smooth_epa(difference, difference.unit);
    contact.iterations += contact.epa.iterations;
    contact.converged = contact.converged && contact.epa.converged;
  }
  answer.iterations = contact.iterations;
  if (!contact.converged) answer.status = Status::iteration_limit;
  if (contact.relation != Relation::overlapping) return answer;
  const double depth = std::max(0.0, contact.epa.depth) / difference.scale;
  answer.depth = std::max(static_cast<T>(depth), std::numeric_limits<T>::denorm_min());
  answer.mtv = {static_cast<T>(contact.epa.n.x * depth), static_cast<T>(contact.epa.n.y * depth)};
  return answer;
}

/// Where the point lies in the closed ellipse, exactly. invalid_input: a number is not finite or the half
/// axes are dependent; out_of_range: one is outside the range for curved shapes. Cost: some 100
/// ns, most of it the check of the ellipse.
template <class T>
LocationAnswer locate_in_ellipse(const Ellipse2<T>& ellipse, Vec2<T> point) {
  const Checked2<T> shape(ellipse);
  const Checked2<T> at(Point2<T>{point});
  LocationAnswer answer{detail::ellipse_status(shape, at), Location::outside};
  if (answer.status != Status::ok) return answer;
  const int sign = EllipsePredicates<T>(ellipse).point_sign(at.convex(), 0);
  answer.location = sign > 0 ? Location::inside : (sign == 0 ? Location::boundary : Location::outside);
  return answer;
}

}  // namespace touchstone
