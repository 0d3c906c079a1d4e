// Boolean GJK on convex polygons, as published: published-methods.md, P2. Not robust on purpose: the loop has
// no bound of its own, the simplex may collapse to one point, and a first support at the origin gives a zero
// search direction.
#pragma once

#include <cstddef>
#include <span>

#include <touchstone/vec.hpp>

namespace touchstone::published {

using Vertices = std::span<const Vec2<double>>;

/// The vertex with the largest dot product, the first of equals. Requires a vertex.
inline Vec2<double> support(Vertices polygon, Vec2<double> direction) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < polygon.size(); ++i) {
    if (dot(polygon[i], direction) > dot(polygon[best], direction)) best = i;
  }
  return polygon[best];
}
/// Support of the Minkowski difference a - b.
inline Vec2<double> difference_support(Vertices a, Vertices b, Vec2<double> direction) {
  return support(a, direction) - support(b, -direction);
}
/// The perpendicular of a on the side of b; (-a.y, a.x) when b is along a.
inline Vec2<double> perpendicular_toward(Vec2<double> a, Vec2<double> b) {
  if (-a.y * b.x + a.x * b.y >= 0) return {-a.y, a.x};
  return {a.y, -a.x};
}

/// The published loop is unbounded. A run that ends needs at most about one round per vertex of the
/// difference's outline; this many rounds stand for "for ever".
inline constexpr int kGjkLoopCap = 1000;

struct GjkBooleanAnswer {
  bool hit = false;
  bool hung = false;  ///< ran into kGjkLoopCap: as published, it would not have returned; hit means nothing
  int iterations = 0;
};

/// Whether the convex polygons collide. Touch: no collision. Any winding and number of vertices; rounds
/// freely.
inline GjkBooleanAnswer gjk_boolean(Vertices a, Vertices b) {
  GjkBooleanAnswer answer;
  Vec2<double> p1 = difference_support(a, b, {1, 0});
  Vec2<double> p2 = difference_support(a, b, -p1);
  if (dot(p2 - p1, p2) <= 0) return answer;
  while (answer.iterations < kGjkLoopCap) {
    ++answer.iterations;
    const Vec2<double> v = perpendicular_toward(p2 - p1, -p1);
    const Vec2<double> p3 = difference_support(a, b, v);
    if (dot(v, p3) <= 0) return answer;
    const double d1 = dot(-p1, perpendicular_toward(p3 - p1, p2 - p1));
    const double d2 = dot(-p2, perpendicular_toward(p3 - p2, p1 - p2));
    if (d1 >= 0 && d2 >= 0) {
      answer.hit = true;
      return answer;
    }
    if (d1 <= 0) p2 = p3;
    if (d2 <= 0) {
      p1 = p2;
      p2 = p3;
    }
  }
  answer.hung = true;
  return answer;
}

}  // namespace touchstone::published
