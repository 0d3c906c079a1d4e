// Edges and rims, the point of them nearest to a cylinder, and where on the cylinder that is. Nothing here
// proves anything: it is for Newton's method, which ends in points whose distance is then proved.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "oracle/cylinder3_scene.hpp"

namespace touchstone::oracle {

/// A point, a line or a circle, with a point on it.
template <class Number>
struct Curve {
  bool is_point = false;
  bool is_circle = false;
  Vec3<Number> origin;  ///< centre
  Vec3<Number> along;   ///< line: direction; circle: unit axis
  Number radius;
  Number place;               ///< line
  Vec3<Number> towards;       ///< circle: exact, any length
  Vec3<Number> point, slope;  ///< the derivative by the place or the angle

  void update() {
    if (!is_circle) {
      point = origin + along * place;
      slope = along;
      return;
    }
    const Vec3<Number> beside = towards - along * dot(along, towards);
    const Vec3<Number> unit = divided(beside, norm(beside));
    point = origin + unit * radius;
    slope = cross(along, unit) * radius;
  }
  /// Of the distance squared by two, the foot being `away` from the point and moving along with it as `moves`
  /// says.
  double curvature(const Vec3<double>& away, double moves) const {
    const Vec3<double> velocity = middle(slope);
    const double bend = is_circle ? dot(away, middle(point) - middle(origin)) : 0;
    return length_sq(velocity) - moves - bend;
  }
  void step(const Number& by) {
    if (is_circle) {
      const Vec3<Number> out = point - origin;
      towards = centre(out - slope * by);
    } else {
      place = centre(place - by);
    }
  }
};

/// The part of a cylinder's surface on which a foot is sought.
enum class Part { rim, side, cap };

template <class Number>
struct Foot {
  Vec3<Number> point;
  Vec3<Number> normal;  ///< outward there; of a rim: the tangent
  double moves = 0;     ///< how fast it follows, see Curve::curvature
};

/// The nearest point of the whole circle, line or plane that the part belongs to.
template <class Number>
Foot<Number> foot_on(const Rod<Number>& rod, Part part, bool at_to, const Curve<Number>& curve) {
  const Vec3<Number> away = curve.point - rod.from;
  const Number height = dot(away, rod.unit);
  const Vec3<double> velocity = middle(curve.slope);
  const Vec3<double> unit = middle(rod.unit);
  const double climbing = dot(velocity, unit);
  Foot<Number> foot;
  if (part == Part::cap) {
    foot.point = curve.point - rod.unit * (at_to ? height - rod.length : height);
    foot.normal = at_to ? rod.unit : -rod.unit;
    foot.moves = length_sq(velocity) - climbing * climbing;
    return foot;
  }
  const Vec3<Number> beside = away - rod.unit * height;
  const Number distance = norm(beside);
  const Vec3<Number> out = divided(beside, distance);
  const Vec3<Number> tangent = cross(rod.unit, out);
  const double turning = dot(velocity, middle(tangent));
  foot.moves = middle(distance) > 0 ? middle(rod.radius) / middle(distance) * turning * turning : 0;
  if (part == Part::side) {
    foot.point = curve.point - out * (distance - rod.radius);
    foot.normal = out;
    foot.moves += climbing * climbing;
  } else {
    foot.point = (at_to ? rod.to : rod.from) + out * rod.radius;
    foot.normal = tangent;
  }
  return foot;
}

/// The rate at which the signed distance from the cylinder changes on the way of a point, times a positive
/// number.
template <class Number>
double climbing(const Rod<Number>& rod, const Vec3<double>& point, const Vec3<double>& velocity) {
  const Vec3<double> unit = middle(rod.unit);
  const Vec3<double> away = point - middle(rod.from);
  const double height = dot(away, unit);
  const bool at_to = height > middle(rod.length) / 2;
  const double past = at_to ? height - middle(rod.length) : -height;
  const double rises = at_to ? dot(velocity, unit) : -dot(velocity, unit);
  const Vec3<double> beside = away - unit * height;
  const double distance = length(beside);
  const double out = distance - middle(rod.radius);
  const double widens = distance > 0 ? dot(velocity, beside) / distance : 0;
  if (past > 0 && out > 0) return past * rises + out * widens;
  return past > 0 || (out <= 0 && past > out) ? rises : widens;
}

template <class Number>
double signed_distance_of(const Rod<Number>& rod, const Vec3<double>& point) {
  const Vec3<double> unit = middle(rod.unit);
  const Vec3<double> away = point - middle(rod.from);
  const double height = dot(away, unit);
  const double past = std::max(-height, height - middle(rod.length));
  const double out = length(away - unit * height) - middle(rod.radius);
  return past > 0 && out > 0 ? std::hypot(past, out) : std::max(past, out);
}

/// Brings the curve's place to where the distance from the cylinder is smallest, by bisection: over all of an
/// edge, on which the distance is convex; on a circle near the best of some places.
template <class Number>
void descend(Curve<Number>& curve, const Rod<Number>& rod) {
  constexpr int kHalvings = 64;
  constexpr int kPlaces = 24;
  const Vec3<double> origin = middle(curve.origin), along = middle(curve.along);
  const double radius = middle(curve.radius);
  const Vec3<double> right = curve.is_circle ? middle(curve.point) - origin : Vec3<double>{};
  const Vec3<double> up = cross(along, right);
  const auto place = [&](double s) {
    return curve.is_circle ? origin + right * std::cos(s) + up * std::sin(s) : origin + along * s;
  };
  const auto rate = [&](double s) {
    return climbing(rod, place(s), curve.is_circle ? up * std::cos(s) - right * std::sin(s) : along);
  };
  double low = 0, high = 1;
  if (curve.is_circle && radius > 0) {
    double nearest = std::numeric_limits<double>::infinity();
    double best = 0;
    for (int k = 0; k < kPlaces; ++k) {
      const double s = k * (6.283185307179586 / kPlaces);
      const double distance = signed_distance_of(rod, place(s));
      if (!(distance < nearest)) continue;
      nearest = distance;
      best = s;
    }
    low = best - 6.3 / kPlaces;
    high = best + 6.3 / kPlaces;
  }
  for (int i = 0; i < kHalvings; ++i) {
    const double halfway = low + (high - low) / 2;
    (rate(halfway) > 0 ? high : low) = halfway;
  }
  if (curve.is_circle) {
    curve.towards = vector_of<Number>(place(high) - origin);
  } else {
    curve.place = number<Number>(high);
  }
  curve.update();
}

/// The same of an edge, for slopes that doubles do not tell from level.
template <class Number>
void descend_exactly(Curve<Number>& curve, const Rod<Number>& rod) {
  constexpr int kHalvings = 210;
  const auto rate = [&]() -> double {
    const Vec3<Number> away = curve.point - rod.from;
    const Number height = dot(away, rod.unit);
    const bool at_to = middle(height) > middle(rod.length) / 2;
    const Number past = at_to ? height - rod.length : -height;
    const Number climbs = dot(curve.along, rod.unit);
    const Number rises = at_to ? climbs : -climbs;
    const Vec3<Number> beside = away - rod.unit * height;
    const Number distance = norm(beside);
    const Number out = distance - rod.radius;
    const Number widens = dot(curve.along, beside);  // times the distance
    if (middle(past) > 0 && middle(out) > 0) return middle(past * rises * distance + out * widens);
    return middle(past) > 0 || (middle(out) <= 0 && middle(past - out) > 0) ? middle(rises) : middle(widens);
  };
  Number low = number<Number>(0), high = number<Number>(1);
  for (int i = 0; i < kHalvings; ++i) {
    curve.place = centre((low + high) * number<Number>(0.5));
    curve.update();
    (rate() > 0 ? high : low) = curve.place;
  }
}

}  // namespace touchstone::oracle
