// The plainest exact answers for rays: every side, every root. Hit or miss in rational arithmetic, lengths
// with 300 digits. Shares no code with the algorithms it measures.
#pragma once

#include <algorithm>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <optional>
#include <vector>

#include "core/test/rational_reference.hpp"

namespace touchstone::reference {

using Real =
    boost::multiprecision::number<boost::multiprecision::cpp_bin_float<300>, boost::multiprecision::et_off>;
using RealPoint = Vec2<Real>;

struct RayTruth {
  bool hit = false;
  bool starts_inside = false;
  Real t = 0;
  RealPoint point{Real(0), Real(0)};
  std::vector<RealPoint> normals;  ///< of the sides that face the ray there; none: any unit vector against it
};

struct RationalRay {
  Point origin;
  Point direction;
};
template <class T>
RationalRay rational(const Ray2<T>& ray) {
  return {rational(ray.origin), rational(ray.direction)};
}
inline Real real(const Rational& value) {
  return Real(numerator(value)) / Real(denominator(value));
}
inline RealPoint real(const Point& p) {
  return {real(p.x), real(p.y)};
}
inline RealPoint unit(const RealPoint& v) {
  return v * (Real(1) / sqrt(length_sq(v)));
}

/// Smallest t >= 0 at which the ray is on the closed segment a, b.
inline std::optional<Rational> first_on_segment(const RationalRay& ray, const Point& a, const Point& b) {
  const Point offset = a - ray.origin;
  const Point along = b - a;
  const Rational ahead = cross(ray.direction, along);
  if (ahead != 0) {
    const Rational t = cross(offset, along) / ahead;
    const Rational s = cross(offset, ray.direction) / ahead;
    return t >= 0 && s >= 0 && s <= 1 ? std::optional(t) : std::nullopt;
  }
  if (cross(ray.direction, offset) != 0) return std::nullopt;
  const Rational d_sq = length_sq(ray.direction);
  const Rational from = dot(offset, ray.direction) / d_sq;
  const Rational to = dot(b - ray.origin, ray.direction) / d_sq;
  if (std::max(from, to) < 0) return std::nullopt;
  return std::max(Rational(0), std::min(from, to));
}

/// Whether p lies in the region of the contours, boundary left aside.
inline bool is_inside(const std::vector<Corners>& contours, const Point& p) {
  bool inside = false;
  for (const Corners& contour : contours) {
    for (std::size_t i = 0; i < contour.size(); ++i) {
      const Point& a = contour[i];
      const Point& b = contour[(i + 1) % contour.size()];
      if ((a.y > p.y) != (b.y > p.y) && (turn(a, b, p) > 0) == (b.y > a.y)) inside = !inside;
    }
  }
  return inside;
}

/// Contours of at least one point; of one or two: flat.
inline RayTruth raycast(const RationalRay& ray, const std::vector<Corners>& contours) {
  RayTruth truth;
  std::optional<Rational> first;
  if (is_inside(contours, ray.origin)) first = Rational(0);
  for (const Corners& contour : contours) {
    for (std::size_t i = 0; i < contour.size(); ++i) {
      const auto t = first_on_segment(ray, contour[i], contour[(i + 1) % contour.size()]);
      if (t && (!first || *t < *first)) first = t;
    }
  }
  truth.hit = first.has_value();
  if (!truth.hit) return truth;
  truth.starts_inside = *first == 0;
  const Point at = ray.origin + ray.direction * *first;
  truth.t = real(*first);
  truth.point = real(at);
  for (const Corners& contour : contours) {
    for (std::size_t i = 0; i < contour.size(); ++i) {
      const Point& a = contour[i];
      const Point& b = contour[(i + 1) % contour.size()];
      const Rational ahead = cross(ray.direction, b - a);
      if (a == b || ahead == 0 || turn(a, b, at) != 0) continue;
      if (dot(at - a, b - a) < 0 || dot(at - b, a - b) < 0) continue;
      truth.normals.push_back(unit(real(ahead > 0 ? perp(b - a) : -perp(b - a))));
    }
  }
  return truth;
}

/// The ray in coordinates in which a region is the disc |x| <= radius.
inline bool starts_in_disc(const RationalRay& ray, const Rational& radius) {
  return length_sq(ray.origin) <= radius * radius;
}
inline bool hits_disc(const RationalRay& ray, const Rational& radius) {
  const Rational foot = std::max(Rational(0), -dot(ray.origin, ray.direction) / length_sq(ray.direction));
  return length_sq(ray.origin + ray.direction * foot) <= radius * radius;
}
/// The smaller (larger) root of |origin + t direction| = radius; the line meets the circle.
inline Real circle_root(const RationalRay& ray, const Rational& radius, bool larger) {
  const Rational a = length_sq(ray.direction);
  const Rational b = dot(ray.origin, ray.direction);
  const Rational c = length_sq(ray.origin) - radius * radius;
  const Real root = sqrt(real(b * b - a * c));
  return (real(-b) + (larger ? root : -root)) / real(a);
}

inline RayTruth at_root(const RationalRay& ray, const Real& t, const Point& center) {
  RayTruth truth{true, false, t, real(ray.origin) + real(ray.direction) * t, {}};
  truth.normals = {unit(truth.point - real(center))};
  return truth;
}
inline RayTruth starts_inside(const RationalRay& ray) {
  return {true, true, 0, real(ray.origin), {}};
}

template <class T>
RayTruth raycast(const Ray2<T>& given, const Circle2<T>& circle) {
  const RationalRay ray = rational(given);
  const RationalRay moved{ray.origin - rational(circle.center), ray.direction};
  const Rational radius(circle.radius);
  if (!hits_disc(moved, radius)) return {};
  if (radius == 0) return raycast(ray, {{rational(circle.center)}});
  if (starts_in_disc(moved, radius)) return starts_inside(ray);
  return at_root(ray, circle_root(moved, radius, false), rational(circle.center));
}

template <class T>
RayTruth raycast(const Ray2<T>& given, const Ring2<T>& ring) {
  const RationalRay ray = rational(given);
  const RationalRay moved{ray.origin - rational(ring.center), ray.direction};
  const Rational inner(ring.inner_radius);
  if (length_sq(moved.origin) >= inner * inner)
    return raycast(given, Circle2<T>{ring.center, ring.outer_radius});
  RayTruth truth = at_root(ray, circle_root(moved, inner, true), rational(ring.center));
  truth.normals[0] = -truth.normals[0];
  return truth;
}

template <class T>
RayTruth raycast(const Ray2<T>& given, const Capsule2<T>& capsule) {
  if (capsule.from == capsule.to) return raycast(given, Circle2<T>{capsule.from, capsule.radius});
  const RationalRay ray = rational(given);
  const Point from = rational(capsule.from);
  const Point along = rational(capsule.to) - from;
  const Rational radius(capsule.radius);
  const Rational length_sq_along = length_sq(along);
  const Point m = ray.origin - from;
  const Rational foot = std::clamp(Rational(dot(m, along) / length_sq_along), Rational(0), Rational(1));
  if (length_sq(m - along * foot) <= radius * radius) return starts_inside(ray);
  RayTruth best;
  const auto offer = [&](const RayTruth& truth) {
    if (truth.hit && (!best.hit || truth.t < best.t)) best = truth;
  };
  offer(raycast(given, Circle2<T>{capsule.from, capsule.radius}));
  offer(raycast(given, Circle2<T>{capsule.to, capsule.radius}));
  if (radius == 0) return raycast(ray, {{from, from + along}});
  const Rational ahead = cross(along, ray.direction);
  if (ahead == 0) return best;
  const Real axis_length = sqrt(real(length_sq_along));
  for (const int side : {-1, 1}) {
    const Real t = (Real(side) * real(radius) * axis_length - real(cross(along, m))) / real(ahead);
    const Real s = (real(dot(m, along)) + t * real(dot(ray.direction, along))) / real(length_sq_along);
    if (t < 0 || s < 0 || s > 1) continue;
    RayTruth wall{true, false, t, real(ray.origin) + real(ray.direction) * t, {}};
    wall.normals = {unit(real(perp(along))) * Real(side)};
    offer(wall);
  }
  return best;
}

template <class T>
RayTruth raycast(const Ray2<T>& given, const Ellipse2<T>& ellipse) {
  const RationalRay ray = rational(given);
  const Point u = rational(ellipse.half_axes[0]);
  const Point v = rational(ellipse.half_axes[1]);
  const Rational w = cross(u, v);
  const auto map = [&](const Point& p) { return Point{cross(p, v) / w, cross(u, p) / w}; };
  const RationalRay mapped{map(ray.origin - rational(ellipse.center)), map(ray.direction)};
  if (!hits_disc(mapped, 1)) return {};
  if (starts_in_disc(mapped, 1)) return starts_inside(ray);
  RayTruth truth = at_root(ray, circle_root(mapped, 1, false), rational(ellipse.center));
  const RealPoint on_circle = real(mapped.origin) + real(mapped.direction) * truth.t;
  const RealPoint gradient = -perp(real(v)) * on_circle.x + perp(real(u)) * on_circle.y;
  truth.normals = {unit(gradient * Real(w > 0 ? 1 : -1))};
  return truth;
}

template <class T>
RayTruth raycast(const Ray2<T>& ray, const Shape2<T>& shape) {
  return std::visit(
      [&](const auto& s) -> RayTruth {
        using S = std::decay_t<decltype(s)>;
        if constexpr (std::is_same_v<S, Polygon2<T>>) {
          std::vector<Corners> contours(1);
          for (const Vec2<T>& p : s.points) contours[0].push_back(rational(p));
          for (const Contour2<T>& hole : s.holes) {
            contours.emplace_back();
            for (const Vec2<T>& p : hole) contours.back().push_back(rational(p));
          }
          return raycast(rational(ray), contours);
        } else if constexpr (std::is_same_v<S, Triangle2<T>>) {
          return raycast(rational(ray),
                         {hull({rational(s.points[0]), rational(s.points[1]), rational(s.points[2])})});
        } else if constexpr (requires { raycast(ray, s); }) {
          return raycast(ray, s);
        } else if constexpr (!std::is_same_v<S, Ray2<T>>) {
          return raycast(rational(ray), {corners(Shape2<T>(s))});
        } else {
          return {};
        }
      },
      shape);
}

}  // namespace touchstone::reference
