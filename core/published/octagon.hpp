// Circles and ellipses as polygons, as published: published-methods.md, P2, where they become octagons. Not
// exact on purpose: an inscribed polygon misses what only the round shape reaches, a circumscribed one hits
// what the round shape does not. The text fixes neither the phase nor which of the two; both are offered,
// from angle 0.
#pragma once

#include <cmath>
#include <cstddef>
#include <numbers>
#include <span>

#include <touchstone/shapes2.hpp>

#include "core/published/polygon_sat.hpp"

namespace touchstone::published {

inline constexpr std::size_t kOctagonSides = 8;

enum class RoundAs {
  inscribed,      ///< vertices on the curve
  circumscribed,  ///< edges tangent to the curve: the same vertices, 1 / cos(pi / n) as far out
};

/// Fills vertices, whose number is that of the sides, and returns it. Vertex i is at the angle 2 pi i / n.
/// Requires at least three.
inline std::span<Vec2<double>> ellipse_polygon(const Ellipse2<double>& ellipse, RoundAs how,
                                               std::span<Vec2<double>> vertices) {
  const double n = static_cast<double>(vertices.size());
  const double stretch = how == RoundAs::inscribed ? 1 : 1 / std::cos(std::numbers::pi / n);
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(i) / n;
    vertices[i] = ellipse.center + ellipse.half_axes[0] * (stretch * std::cos(angle)) +
                  ellipse.half_axes[1] * (stretch * std::sin(angle));
  }
  return vertices;
}
inline std::span<Vec2<double>> circle_polygon(const Circle2<double>& circle, RoundAs how,
                                              std::span<Vec2<double>> vertices) {
  return ellipse_polygon({circle.center, {{circle.radius, 0}, {0, circle.radius}}}, how, vertices);
}

/// Whether the round shapes collide, asked of their polygons by separating axes. Touch: unspecified, since
/// the polygons touch elsewhere than the curves do. Work spaces: the number of sides each.
inline bool round_collide(const Ellipse2<double>& a, const Ellipse2<double>& b, RoundAs how,
                          std::span<Vec2<double>> work_a, std::span<Vec2<double>> work_b) {
  return polygon_sat(ellipse_polygon(a, how, work_a), ellipse_polygon(b, how, work_b)).hit;
}
inline bool round_collide(const Circle2<double>& a, const Circle2<double>& b, RoundAs how,
                          std::span<Vec2<double>> work_a, std::span<Vec2<double>> work_b) {
  return polygon_sat(circle_polygon(a, how, work_a), circle_polygon(b, how, work_b)).hit;
}

}  // namespace touchstone::published
