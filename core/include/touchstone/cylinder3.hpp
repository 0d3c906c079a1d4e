// A solid cylinder against a point, a sphere, and what lies along its axis: cylinders, capsules and segments
// whose axes are exactly parallel to it.
//
// The difference of two parallel cylinders is a cylinder of radius r + s around a segment along the axis;
// that of a cylinder and a segment along it is one of radius r. So everything follows from an axial and a
// radial gap, and the radius of a ball around. A sphere is a capsule of zero length, a segment a capsule of
// radius 0.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <limits>

#include <touchstone/answers.hpp>
#include <touchstone/closed_form3.hpp>
#include <touchstone/compare_distance3.hpp>
#include <touchstone/double_double3.hpp>
#include <touchstone/shapes3.hpp>

namespace touchstone {

namespace space {

/// (distance from the axis - r)^2 + (distance from the end's plane)^2 - s^2 for m from the centre of an end,
/// that is kRimLead less 2 r |a x m| / |a|; the sign of the difference of the squares of both, times |a|^2.
inline constexpr auto kRimLead = [](const auto& m, const auto& r, const auto& s) {
  return dot(m, m) + (r * r - s * s);
};
inline constexpr auto kBeyondRim = [](const auto& m, const auto& along, const auto& r, const auto& s,
                                      const auto& diameter) {
  const auto lead = few(dot(m, m) + (r * r - s * s));
  return few(square(lead)) * few(dot(along, along)) - few(diameter * diameter) * kCrossSq(along, m);
};
/// (distance from the end's plane)^2 - s^2, times |a|^2.
inline constexpr auto kBeyondCap = [](const auto& m, const auto& along, const auto& s) {
  return square(few(dot(along, m))) - few(s * s) * few(dot(along, along));
};

/// What lies along a cylinder's axis, seen from the cylinder. Requires a radius > 0 of the cylinder.
class AlongCylinder {
 public:
  /// Flat ends, of radius wide; or a segment or point, with a ball around it.
  AlongCylinder(const Cylinder3<double>& a, const Vec3<double>& from, const Vec3<double>& to, double wide,
                double ball)
      : a_(a), along_(difference(a.to, a.from)), wide_(wide), ball_(ball) {
    const bool same_way = sign_of(kDot, along_, difference(to, from)) >= 0;
    low_ = same_way ? from : to;
    high_ = same_way ? to : from;
  }

  /// Sign of the separation, exactly.
  int sign() const {
    const int axial = axial_sign();
    const int radial = radial_sign(two_sum(a_.radius, wide_));
    if (ball_ == 0 || (axial <= 0 && radial <= 0)) return ball_ == 0 ? std::max(axial, radial) : -1;
    if (axial <= 0) return radial_sign(two_sum(a_.radius, ball_));
    const bool above = is_above();
    const ExactOffset3 m = difference(above ? low_ : high_, above ? a_.to : a_.from);
    if (radial <= 0) return sign_of(kBeyondCap, m, along_, ball_);
    if (sign_of(kRimLead, m, a_.radius, ball_) <= 0) return -1;
    return sign_of(kBeyondRim, m, along_, a_.radius, ball_, 2 * a_.radius);
  }

  Distance3<double> distance() const {
    const Numbers x = numbers();
    const int side = sign();
    const double axial = std::max({x.beyond, x.before, 0.0});
    const double radial = std::max(x.radial - (a_.radius + wide_), 0.0);
    const Vec3<double> way = (x.beyond > 0 ? x.axis : -x.axis) * axial + x.aside * radial;
    const double size = std::hypot(axial, radial);
    Distance3<double> answer;
    answer.on_a = point_on_a(x);
    if (side <= 0) {
      answer.on_b = answer.on_a;
      return answer;
    }
    // A distance below the smallest number is still one.
    answer.distance = std::max(size - ball_, std::numeric_limits<double>::denorm_min());
    answer.on_b = answer.on_a + (size > 0 ? way * (answer.distance / size) : way);
    return answer;
  }

  Penetration3<double> penetration() const {
    const int side = sign();
    if (side >= 0) return {Status::ok, relation_of_sign(side)};
    const Numbers x = numbers();
    const double axial = std::max(x.beyond, x.before);
    const double radial = x.radial - (a_.radius + wide_);
    const Vec3<double> cap = x.beyond > x.before ? x.axis : -x.axis;
    if (axial <= 0 && radial <= 0) {
      const bool over_cap = axial >= radial;
      return push_along(over_cap ? cap : x.aside, ball_ - (over_cap ? axial : radial));
    }
    const double out = std::max(axial, 0.0), beside = std::max(radial, 0.0);
    const double size = std::hypot(out, beside);
    return push_along(cap * (out / size) + x.aside * (beside / size), std::max(ball_ - size, 0.0));
  }

 private:
  struct Numbers {
    double beyond;  ///< of the lower end over a_.to; before: of a_.from over the upper end
    double before;
    double radial;
    Vec3<double> axis;  ///< unit
    Vec3<double>
        aside;  ///< unit, from the cylinder's axis to the other; any across the axis where they are the same
  };

  bool is_above() const { return sign_of(kDot, along_, difference(low_, a_.to)) > 0; }
  int axial_sign() const {
    return std::max(sign_of(kDot, along_, difference(low_, a_.to)),
                    -sign_of(kDot, along_, difference(high_, a_.from)));
  }
  /// Of the distance of the axes less reach.
  int radial_sign(const TwoTerms& reach) const {
    return sign_of(kBeyondLine, difference(low_, a_.from), along_, reach);
  }

  Numbers numbers() const {
    const Vec3<double> axis = rounded(along_);
    const double size = length(axis);
    const Vec3<double> across = rounded(accurate_cross(difference(low_, a_.from), along_));
    return {accurate_dot(along_, difference(low_, a_.to)).hi / size,
            -accurate_dot(along_, difference(high_, a_.from)).hi / size, length(across) / size, unit(axis),
            is_zero(across) ? any_perpendicular(axis) : unit(cross(axis, across))};
  }

  /// The cylinder's closest point; a common one where the shapes meet (within the ball where only that
  /// reaches it).
  Vec3<double> point_on_a(const Numbers& x) const {
    Vec3<double> at = a_.from;
    if (x.beyond > 0 || x.before > 0) {
      at = x.beyond > 0 ? a_.to : a_.from;
    } else if (accurate_dot(along_, difference(low_, a_.from)).hi > 0) {
      at = foot_of(low_);
    }
    // With flat ends the axes' distance is split as the radii are, so that the point is in both discs.
    const double reach = a_.radius + wide_;
    const double out = x.radial > reach ? a_.radius : x.radial * (a_.radius / reach);
    return at + x.aside * out;
  }
  Vec3<double> foot_of(const Vec3<double>& p) const {
    return point_at(a_.from, a_.to,
                    quotient(accurate_dot(along_, difference(p, a_.from)), accurate_dot(along_, along_)));
  }

  const Cylinder3<double>& a_;
  ExactOffset3 along_;
  Vec3<double> low_, high_;  ///< ends of the other's axis, in the direction of along_
  double wide_, ball_;
};

inline AlongCylinder along_cylinder(const Cylinder3<double>& a, const Capsule3<double>& b) {
  return {a, b.from, b.to, 0, b.radius};
}
inline AlongCylinder along_cylinder(const Cylinder3<double>& a, const Cylinder3<double>& b) {
  return {a, b.from, b.to, b.radius, 0};
}

}  // namespace space

/// A cylinder, or a capsule: a sphere with from == to, a segment with radius 0, a point with both.
template <class Shape>
concept AlongAxis3 = std::same_as<Shape, Cylinder3<double>> || std::same_as<Shape, Capsule3<double>>;

/// True when the axes are exactly parallel or opposite; a sphere or a point is parallel to everything.
template <AlongAxis3 Shape>
bool are_parallel(const Cylinder3<double>& a, const Shape& b) {
  return space::axis_of_cross(difference(a.to, a.from), difference(b.to, b.from)) == 3;
}

/// Exact. Requires valid shapes in range (exact_sign3.hpp), a.radius > 0, are_parallel(a, b). Cost: some 100
/// ns when filters decide.
template <AlongAxis3 Shape>
Relation relation_parallel(const Cylinder3<double>& a, const Shape& b) {
  return space::relation_of_sign(space::along_cylinder(a, b).sign());
}

/// Error of distance_parallel() and penetration_parallel(), in u = eps x largest |coordinate| or radius: the
/// two gaps, at most 2 sqrt(3) of that scale, are known within 6 roundings, 10.4 u, in whatever mixture; the
/// radii's sum and the differences round at most 2.8 u.
inline constexpr double kParallelCylinderBound = 14;
/// A closest point leaves its shape by at most this many u: it rounds as kBallPointBound, and stands on a
/// point that does so too.
inline constexpr double kParallelCylinderPointBound = 14;

/// Distance and closest points; 0 and a common point when the shapes meet, which is decided exactly. Requires
/// as relation_parallel().
template <AlongAxis3 Shape>
Distance3<double> distance_parallel(const Cylinder3<double>& a, const Shape& b) {
  return space::along_cylinder(a, b).distance();
}

/// Relation (exact), depth and a shortest push of b out of a: over an end, or straight away from the axis; of
/// equal axes any way across. Requires as relation_parallel().
template <AlongAxis3 Shape>
Penetration3<double> penetration_parallel(const Cylinder3<double>& a, const Shape& b) {
  return space::along_cylinder(a, b).penetration();
}

}  // namespace touchstone
