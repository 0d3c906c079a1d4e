#include "reports/outline.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace touchstone::reports {
namespace {

using oracle::Rational;
using oracle::RationalVec2;

Points exact(const std::vector<Vec2<double>>& points) {
  Points out;
  for (const Vec2<double> p : points)
    if (is_finite(p)) out.push_back(oracle::rational(p));
  return out;
}

/// A point of the unit circle, exactly, within a rounding of the angle.
RationalVec2 unit_at(double angle) {
  constexpr double kQuarter = std::numbers::pi / 2;
  const double quarters = std::nearbyint(angle / kQuarter);
  const Rational t = oracle::rational(std::tan((angle - quarters * kQuarter) / 2));
  const Rational square = t * t;
  RationalVec2 p{(1 - square) / (1 + square), 2 * t / (1 + square)};
  for (int i = static_cast<int>(quarters) & 3; i > 0; --i) p = perp(p);
  return p;
}

/// Angles all around, in order; ever denser towards one of them.
std::vector<double> angles_around(double contact) {
  constexpr int kSteps = 96;
  constexpr int kHalvings = 50;
  std::vector<double> offsets{0};
  for (int i = 0; i < kSteps; ++i)
    if (2 * i != kSteps) offsets.push_back(2 * std::numbers::pi * i / kSteps - std::numbers::pi);
  for (int k = 5; k < kHalvings; ++k) {
    offsets.push_back(std::ldexp(1.0, -k));
    offsets.push_back(-std::ldexp(1.0, -k));
  }
  std::sort(offsets.begin(), offsets.end());
  for (double& offset : offsets) offset += contact;
  return offsets;
}

double angle_of(const RationalVec2& v) {
  return std::atan2(oracle::round_to_double(v.y), oracle::round_to_double(v.x));
}

/// center + x * first + y * second over the unit circle.
Points curve(const RationalVec2& center, const RationalVec2& first, const RationalVec2& second,
             const std::optional<RationalVec2>& contact) {
  double angle = 0;
  const Rational turn = cross(first, second);
  if (contact && turn != 0) {
    const RationalVec2 p = *contact - center;
    angle = angle_of({cross(p, second) / turn, cross(first, p) / turn});
  }
  Points out;
  for (const double at : angles_around(angle)) {
    const RationalVec2 unit = unit_at(at);
    out.push_back(center + first * unit.x + second * unit.y);
  }
  return out;
}

Points circle(const RationalVec2& center, double radius, const std::optional<RationalVec2>& contact) {
  if (!std::isfinite(radius)) return {center};
  const Rational r = oracle::rational(radius);
  return curve(center, {r, 0}, {0, r}, contact);
}

/// Every direction's farthest point.
Points capsule(const RationalVec2& from, const RationalVec2& to, double radius,
               const std::optional<RationalVec2>& contact) {
  if (!std::isfinite(radius)) return {from, to};
  const RationalVec2 axis = to - from;
  const Rational length = length_sq(axis);
  const Rational share = contact && length != 0 ? Rational(dot(*contact - from, axis) / length) : Rational(0);
  const RationalVec2 nearest = share <= 0 ? from : (share >= 1 ? to : from + axis * share);
  const Rational r = oracle::rational(radius);
  Points out;
  for (const double at : angles_around(contact ? angle_of(*contact - nearest) : 0)) {
    const RationalVec2 unit = unit_at(at);
    out.push_back((dot(unit, axis) > 0 ? to : from) + unit * r);
  }
  return out;
}

}  // namespace

Outline outline_of(const OwnedShape& shape, const std::optional<RationalVec2>& contact) {
  const Points p = exact(shape.points);
  if (p.size() != shape.points.size() && shape.type != ShapeType::polygon &&
      shape.type != ShapeType::triangle)
    return {{p}, false, {}};
  switch (shape.type) {
    case ShapeType::point:
    case ShapeType::segment:
      return {{p}, false, {}};
    case ShapeType::aabb:
      return {{{p[0], {p[1].x, p[0].y}, p[1], {p[0].x, p[1].y}}}, true, {}};
    case ShapeType::obb:
      return {{{p[0] + p[1] + p[2], p[0] - p[1] + p[2], p[0] - p[1] - p[2], p[0] + p[1] - p[2]}}, true, {}};
    case ShapeType::circle:
      return {{circle(p[0], shape.radii[0], contact)}, true, {}};
    case ShapeType::capsule:
      return {{capsule(p[0], p[1], shape.radii[0], contact)}, true, {}};
    case ShapeType::ring:
      return {{circle(p[0], shape.radii[1], contact), circle(p[0], shape.radii[0], contact)}, true, {}};
    case ShapeType::ellipse:
      return {{curve(p[0], p[1], p[2], contact)}, true, {}};
    case ShapeType::ray:
      return {{{p[0]}}, false, p[1]};
    default:
      break;
  }
  Outline outline{{p}, true, {}};
  for (const auto& hole : shape.holes) outline.contours.push_back(exact(hole));
  return outline;
}

}  // namespace touchstone::reports
