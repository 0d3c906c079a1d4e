// Where the rims of two cylinders are nearest to each other: all local minima, for the depth
// (cylinder_depth3.hpp).
#pragma once

#include <algorithm>
#include <cmath>

#include <touchstone/double_double3.hpp>
#include <touchstone/shapes3.hpp>

namespace touchstone {

/// Arcs in which a rim is searched first; and half of an angle that is halved no more, for the distance
/// changes with its square. Arcs that are asked before: only rims that are as far apart all around need as
/// many, as do the rims of cylinders that are coaxial but for roundings, and then any of their points will
/// do.
inline constexpr int kRimArcs = 16;
inline constexpr double kRimNarrow = 0x1p-26;
inline constexpr int kRimLimit = 512;
/// Halvings of an arc with one minimum.
inline constexpr int kRimTurns = 32;

namespace detail {

/// A cylinder with what is asked of it often; as the second shape, too.
struct Tube {
  explicit Tube(const Cylinder3<double>& c)
      : from(c.from), to(c.to), axis(space::unit(c.to - c.from)), radius(c.radius) {}
  Vec3<double> from, to, axis;
  double radius;

  const Vec3<double>& highest(const Vec3<double>& n) const { return dot(n, axis) > 0 ? to : from; }
  Vec3<DoubleDouble> highest_exactly(const Vec3<double>& n) const { return to_double_double(highest(n)); }
  /// How far a rim reaches along a unit vector.
  double rim(const Vec3<double>& n) const { return radius * std::sqrt(length_sq(cross(axis, n))); }
};

/// The local minima of the distance of two rims. With c from the second centre to the first, q = c + u the
/// point at an angle on the first rim, v its velocity, d the part of q across the second axis, r and s the
/// radii, half of the squared distance is F = (|q|^2 + s^2) / 2 - s |d|; with A = c . v and B = d . v its
/// derivative is F' = A - s B / |d|. Arcs are halved until one of these tells what is on them:
/// 1. One of the points is not within the other rim's cylinder, as it is where a push leaves that side.
/// 2. F is too large: the distance changes by no more than the point moves.
/// 3. The bounds of |F''| and |F'''| leave F' no zero, or F'' its sign. With C the length of c in the plane
///    of the first rim they are C r + s (r + r^2 / |d|) and C r + s (r + 3 r^2 / |d| + 3 r^3 / |d|^2).
/// 4. The zeros of F' are among those of P = A^2 |d|^2 - s^2 B^2, a trigonometric polynomial of degree 4. Its
///    derivatives are at most 4 and 16 times its maximum (Bernstein), that at most sqrt(2) times the largest
///    of 16 equidistant values (Ehlich and Zeller).
class RimPair {
 public:
  /// Requires unit vectors as axes.
  RimPair(const Vec3<double>& center, const Tube& tube, const Vec3<double>& other_center, const Tube& other)
      : center_(center - other_center),
        radius_(tube.radius),
        other_axis_(other.axis),
        other_radius_(other.radius) {
    basis_[0] = space::any_perpendicular(tube.axis);
    basis_[1] = cross(tube.axis, basis_[0]);
    in_plane_ = length_of(cross(center_, tube.axis));
  }

  /// Calls found(vector from the other rim to this one, vector along both normals) for every local minimum
  /// below limit(), and perhaps for other points.
  template <class Limit, class Found>
  void search(const Limit& limit, const Found& found) {
    constexpr double kWidth = 2 * kPi / kRimArcs;
    Place places[kRimArcs];
    most_ = 0;
    for (int k = 0; k < kRimArcs; ++k) {
      places[k] = at((k + 0.5) * kWidth);
      most_ = std::max(most_, std::fabs(places[k].p) * (kSqrt2 + 0x1p-40));
    }
    left_ = kRimLimit;
    for (int k = 0; k < kRimArcs; ++k) halve(places[k], (k + 0.5) * kWidth, kWidth / 2, limit, found);
  }

 private:
  static constexpr double kPi = 3.141592653589793, kSqrt2 = 1.4142135623730951;
  struct Place {
    Vec3<double> velocity;
    Vec3<double> other;    ///< unit, from the other centre to the other rim's nearest point; zero on the axis
    Vec3<double> between;  ///< from there
    double aside = 0;      ///< |d|
    double slope = 0;      ///< F'
    double bend = 0;       ///< F''; of no meaning on the axis
    double outward = 0;    ///< between . u
    double p = 0, p_slope = 0;
  };

  static double length_of(const Vec3<double>& v) { return std::sqrt(length_sq(v)); }
  Place at(double angle) const {
    const double cosine = std::cos(angle), sine = std::sin(angle), s = other_radius_;
    const Vec3<double> u = (basis_[0] * cosine + basis_[1] * sine) * radius_, q = center_ + u;
    Place place;
    place.velocity = (basis_[1] * cosine - basis_[0] * sine) * radius_;
    const double height = dot(q, other_axis_), climb = dot(place.velocity, other_axis_);
    const Vec3<double> d = q - other_axis_ * height;
    const double size_sq = length_sq(d), size = std::sqrt(size_sq);
    if (size > 0) place.other = d * (1 / size);
    place.aside = size;
    place.between = other_axis_ * height + place.other * (size - s);
    place.slope = dot(place.between, place.velocity);
    place.outward = dot(place.between, u);
    const double a = dot(center_, place.velocity), a_slope = -dot(center_, u);
    const double b = dot(d, place.velocity), b_slope = length_sq(place.velocity) - climb * climb - dot(d, u);
    const double share = dot(place.other, place.velocity);
    if (size > 0) place.bend = a_slope - s * ((b_slope - share * share) / size);
    place.p = a * a * size_sq - s * s * (b * b);
    place.p_slope = 2 * (a * (a * b + a_slope * size_sq) - s * s * (b * b_slope));
    return place;
  }
  /// What the bounds above tell of an arc: no minimum (0), at most one (1), nothing (2).
  int minima_within(const Place& place, double half) const {
    if (std::fabs(place.p) > 4 * most_ * half) return 0;
    const double nearest = place.aside - radius_ * half;
    if (nearest > other_radius_) return 0;
    if (nearest > 0) {
      const double share = radius_ / nearest, both = in_plane_ + other_radius_;
      // The other point moves s * share.
      const double speed = radius_ + other_radius_ * share;
      if (-place.outward > radius_ * (speed + length_of(place.between) + speed * half) * half) return 0;
      if (std::fabs(place.slope) > radius_ * (both + other_radius_ * share) * half) return 0;
      const double jerk = radius_ * (both + 3 * other_radius_ * share * (1 + share)) * half;
      if (place.bend < -jerk) return 0;
      if (place.bend > jerk) return 1;
    }
    return std::fabs(place.p_slope) > 16 * most_ * half ? 1 : 2;
  }
  /// Looks within half of angle.
  template <class Limit, class Found>
  void halve(const Place& place, double angle, double half, const Limit& limit, const Found& found) {
    if (length_of(place.between) - radius_ * half >= limit()) return;
    const int minima = minima_within(place, half);
    if (minima == 0) return;
    if (half < kRimNarrow) {
      tell(place, found);
    } else if (minima == 1 || --left_ < 0) {
      const double low = angle - half, high = angle + half;
      if (at(low).slope <= 0 && at(high).slope >= 0) tell(at(minimum(low, high)), found);
    } else {
      for (const double next : {angle - half / 2, angle + half / 2})
        halve(at(next), next, half / 2, limit, found);
    }
  }
  template <class Found>
  void tell(const Place& place, const Found& found) const {
    found(place.between, cross(place.velocity, cross(other_axis_, place.other)));
  }
  /// Between two angles: where the distance ceases to fall.
  double minimum(double low, double high) const {
    for (int k = 0; k < kRimTurns; ++k) {
      const double middle = 0.5 * (low + high);
      (at(middle).slope > 0 ? high : low) = middle;
    }
    return 0.5 * (low + high);
  }

  Vec3<double> center_;
  Vec3<double> basis_[2];
  double radius_;
  Vec3<double> other_axis_;
  double other_radius_;
  double in_plane_;  ///< C
  double most_ = 0;  ///< of |P|, at least
  int left_ = 0;     ///< angles to be asked before arcs are halved no more
};

}  // namespace detail

}  // namespace touchstone
