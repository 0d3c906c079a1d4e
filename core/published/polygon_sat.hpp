// Convex polygon against polygon by separating axes, as published: published-methods.md, P2.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>

#include <touchstone/vec.hpp>

namespace touchstone::published {

struct Projection {
  double min;
  double max;
};
inline Projection project(std::span<const Vec2<double>> polygon, Vec2<double> axis) {
  Projection range{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  for (const Vec2<double> p : polygon) {
    const double along = dot(p, axis);
    range.min = std::min(range.min, along);
    range.max = std::max(range.max, along);
  }
  return range;
}

struct PolygonSatAnswer {
  bool hit = false;
  int axes = 0;  ///< axes tested: all edges of both when they collide
};

/// Whether the convex polygons collide: no edge normal of a, then of b, separates their projections, compared
/// as the same text compares boxes (separated when one range ends before the other begins). So touch:
/// collision, as far as the rounded projections tell. Normals are not normalised; a zero-length edge
/// separates nothing.
inline PolygonSatAnswer polygon_sat(std::span<const Vec2<double>> a, std::span<const Vec2<double>> b) {
  PolygonSatAnswer answer;
  for (const auto& polygon : {a, b}) {
    for (std::size_t i = 0; i < polygon.size(); ++i) {
      ++answer.axes;
      const Vec2<double> axis = perp(polygon[(i + 1) % polygon.size()] - polygon[i]);
      const Projection on_a = project(a, axis);
      const Projection on_b = project(b, axis);
      if (on_a.max < on_b.min || on_b.max < on_a.min) return answer;
    }
  }
  answer.hit = true;
  return answer;
}

}  // namespace touchstone::published
