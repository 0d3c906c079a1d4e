// The separation of two convex shapes by plain search over the angle in long double, and exact relations of
// ellipses and polytopes in integers or rationals. Shares no algorithm with core.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include <touchstone/answers.hpp>
#include <touchstone/checked.hpp>
#include <touchstone/support.hpp>

namespace touchstone::ellipse_reference {

using Real = long double;
using Point = Vec2<Real>;

/// Support function of a checked convex shape.
struct Support {
  std::vector<Point> corners;
  Point center{};
  Point u{};
  Point v{};
  Real radius = 0;

  template <class T>
  explicit Support(const Checked2<T>& shape) {
    if (shape.form == Checked2<T>::Form::ellipse) {
      const Ellipse2<T> ellipse = shape.ellipse();
      center = {ellipse.center.x, ellipse.center.y};
      u = {ellipse.half_axes[0].x, ellipse.half_axes[0].y};
      v = {ellipse.half_axes[1].x, ellipse.half_axes[1].y};
      return;
    }
    radius = shape.radius;
    const ConvexView<T> view = shape.convex();
    const auto sum = [](const Expansion<3>& e) {
      Real total = 0;
      for (std::size_t i = 0; i < e.size; ++i) total += e.terms[i];
      return total;
    };
    for (std::int32_t k = 0; k < view.count; ++k) {
      const ExactVec2<3> corner = exact_corner(view, k);
      corners.push_back({sum(corner.x), sum(corner.y)});
    }
  }
  Real height(Point n) const {
    if (corners.empty()) return dot(center, n) + std::sqrt(dot(u, n) * dot(u, n) + dot(v, n) * dot(v, n));
    Real best = dot(corners[0], n);
    for (const Point& p : corners) best = std::max(best, dot(p, n));
    return best + radius;
  }
  /// Angles of normals where the boundary bends: of edges, and of points spread evenly on an ellipse.
  void add_angles(std::vector<Real>& angles, int count) const {
    const Real turn = cross(u, v) < 0 ? -1 : 1;
    for (int k = 0; corners.empty() && k < count; ++k) {
      const Real phase = 6.283185307179586476925L * Real(k) / Real(count);
      const Real s = turn * std::cos(phase);
      const Real t = turn * std::sin(phase);
      angles.push_back(std::atan2(u.x * t - v.x * s, v.y * s - u.y * t));
    }
    for (std::size_t k = 0; k < corners.size(); ++k) {
      const Point edge = corners[(k + 1) % corners.size()] - corners[k];
      if (!(edge == Point{})) angles.push_back(std::atan2(-edge.x, edge.y));
    }
  }
};

/// The greatest value of f on [low, high], where it has one maximum, by golden section.
template <class Function>
Real golden_maximum(const Function& f, Real low, Real high) {
  constexpr Real kGolden = 0.6180339887498948482L;
  Real c = high - kGolden * (high - low);
  Real d = low + kGolden * (high - low);
  Real at_c = f(c);
  Real at_d = f(d);
  for (int step = 0; step < 90 && high - low > 1e-19L; ++step) {
    if (at_c > at_d) {
      high = d;
      d = c;
      at_d = at_c;
      c = high - kGolden * (high - low);
      at_c = f(c);
    } else {
      low = c;
      c = d;
      at_c = at_d;
      d = low + kGolden * (high - low);
      at_d = f(d);
    }
  }
  return std::max(at_c, at_d);
}

/// Signed separation of a and of b moved by shift: the greatest gap over all directions.
inline Real separation(const Support& a, const Support& b, Point shift = {}, int count = 48) {
  constexpr Real kPi = 3.14159265358979323846264L;
  const auto gap = [&](Real angle) {
    const Point n{std::cos(angle), std::sin(angle)};
    return dot(shift, n) - a.height(n) - b.height(-n);
  };
  std::vector<Real> angles;
  for (int k = 0; k < count; ++k) angles.push_back(kPi * (2 * Real(k) / Real(count) - 1));
  a.add_angles(angles, count);
  const std::size_t of_a = angles.size();
  b.add_angles(angles, count);
  for (std::size_t k = of_a; k < angles.size(); ++k) angles[k] += angles[k] > 0 ? -kPi : kPi;
  std::sort(angles.begin(), angles.end());
  const auto same = [](Real p, Real q) { return q - p < 2e-18L; };
  angles.erase(std::unique(angles.begin(), angles.end(), same), angles.end());
  std::vector<Real> gaps;
  for (const Real angle : angles) gaps.push_back(gap(angle));
  Real best = *std::max_element(gaps.begin(), gaps.end());
  const std::size_t size = angles.size();
  for (std::size_t k = 0; k < size; ++k) {
    const std::size_t before = (k + size - 1) % size;
    const std::size_t after = (k + 1) % size;
    if (gaps[k] < gaps[before] || gaps[k] < gaps[after]) continue;
    const Real low = k == 0 ? angles[before] - 2 * kPi : angles[before];
    const Real high = after == 0 ? angles[after] + 2 * kPi : angles[after];
    best = std::max({best, golden_maximum(gap, low, angles[k]), golden_maximum(gap, angles[k], high)});
  }
  return best;
}

/// The greatest distance from a point to a point of an ellipse, by search over the ellipse's own parameter.
template <class T>
Real farthest(const Ellipse2<T>& ellipse, Vec2<T> from) {
  const Point d{Real(ellipse.center.x) - from.x, Real(ellipse.center.y) - from.y};
  const Point u{ellipse.half_axes[0].x, ellipse.half_axes[0].y};
  const Point v{ellipse.half_axes[1].x, ellipse.half_axes[1].y};
  const auto distance = [&](Real phase) {
    const Point p = d + u * std::cos(phase) + v * std::sin(phase);
    return std::hypot(p.x, p.y);
  };
  constexpr int kParts = 64;
  constexpr Real kPart = 6.283185307179586476925L / kParts;
  Real best = 0;
  for (int k = 0; k < kParts; ++k)
    best = std::max(best, golden_maximum(distance, kPart * k, kPart * (k + 2)));
  return best;
}

/// An ellipse in the plane where it is the circle of radius |det| around the origin, in exact numbers.
template <class Number>
struct ExactEllipse {
  Vec2<Number> center;
  Vec2<Number> u;
  Vec2<Number> v;

  Number det() const { return cross(u, v); }
  Vec2<Number> image(const Vec2<Number>& p) const { return {cross(p - center, v), cross(u, p - center)}; }
  /// Sign of radius - distance of the segment's nearest point, by clamped projection.
  int reach(const Vec2<Number>& from, const Vec2<Number>& to) const {
    const auto sign = [](const Number& value) { return (value > 0) - (value < 0); };
    const Vec2<Number> p = image(from);
    const Vec2<Number> q = image(to);
    const Vec2<Number> e = q - p;
    const Number radius_sq = det() * det();
    if (dot(p, e) >= 0) return sign(radius_sq - length_sq(p));
    if (dot(q, e) <= 0) return sign(radius_sq - length_sq(q));
    const Number area = cross(p, q);
    return sign(radius_sq * length_sq(e) - area * area);
  }
  /// The same for the polytope of these corners, counter-clockwise.
  int reach(const std::vector<Vec2<Number>>& corners) const {
    int best = -1;
    bool center_inside = corners.size() > 2;
    for (std::size_t k = 0; k < corners.size(); ++k) {
      const Vec2<Number>& from = corners[k];
      const Vec2<Number>& to = corners[(k + 1) % corners.size()];
      best = std::max(best, reach(from, to));
      center_inside = center_inside && cross(to - from, center - from) > 0;
    }
    return center_inside ? 1 : best;
  }
};

__extension__ typedef __int128 WideInteger;

}  // namespace touchstone::ellipse_reference
