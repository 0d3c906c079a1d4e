// A circle around each object as a first pass: the exact test runs only where the circles meet, as published:
// published-methods.md, P2. Not robust on purpose: the radius is rounded to the nearest, not up, and the
// circles' test answers no at touch, so shapes that touch or barely overlap where their circles do are
// missed.
#pragma once

#include <algorithm>
#include <span>

#include "core/published/circle.hpp"

namespace touchstone::published {

/// About the given centre (the text's objects carry one), through the farthest vertex.
inline Circle2<double> bounding_circle(Vec2<double> center, std::span<const Vec2<double>> vertices) {
  Circle2<double> circle{center, 0};
  for (const Vec2<double> p : vertices) circle.radius = std::max(circle.radius, distance_between(center, p));
  return circle;
}
/// About the mean of the vertices.
inline Circle2<double> bounding_circle(std::span<const Vec2<double>> vertices) {
  Vec2<double> sum;
  for (const Vec2<double> p : vertices) sum = sum + p;
  const double n = static_cast<double>(vertices.size());
  return bounding_circle({sum.x / n, sum.y / n}, vertices);
}

struct FirstPassAnswer {
  bool hit = false;
  bool asked_exact = false;  ///< whether the circles met, so that the exact test ran
};

/// exact_test() when the circles collide, else no. Touch of the circles: no collision.
template <class ExactTest>
FirstPassAnswer collide_after_circles(const Circle2<double>& a, const Circle2<double>& b,
                                      const ExactTest& exact_test) {
  if (!circle_collide(a, b)) return {};
  return {exact_test(), true};
}

}  // namespace touchstone::published
