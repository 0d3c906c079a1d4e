// Concave shapes as convex parts, each tested against each, as published: published-methods.md, P2. Weak
// spots: those of the test of two parts; and where parts meet only along cuts, a shape in the cut touches two
// parts and overlaps neither.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "core/published/polygon_sat.hpp"

namespace touchstone::published {

using ConvexPart = std::span<const Vec2<double>>;

struct PartsAnswer {
  bool hit = false;
  int tests = 0;  ///< pairs of parts tested: all of them when none collide
};

/// Whether a part of a collides with a part of b, by test(part of a, part of b); the first that does ends it.
/// Touch: as the test answers it.
template <class Test>
PartsAnswer parts_collide(std::span<const ConvexPart> a, std::span<const ConvexPart> b, const Test& test) {
  PartsAnswer answer;
  for (const ConvexPart part_a : a) {
    for (const ConvexPart part_b : b) {
      ++answer.tests;
      answer.hit = test(part_a, part_b);
      if (answer.hit) return answer;
    }
  }
  return answer;
}
/// By separating axes. Touch: collision.
inline PartsAnswer parts_collide(std::span<const ConvexPart> a, std::span<const ConvexPart> b) {
  return parts_collide(a, b, [](ConvexPart p, ConvexPart q) { return polygon_sat(p, q).hit; });
}

/// A throwing star with tips at center ± tip and center ± perp(tip): two rhombi, whose short half diagonals
/// are `waist` times as long as the tip.
inline std::array<std::array<Vec2<double>, 4>, 2> throwing_star(Vec2<double> center, Vec2<double> tip,
                                                                double waist) {
  const Vec2<double> side = perp(tip);
  const auto rhombus = [&](Vec2<double> u, Vec2<double> v) {
    return std::array<Vec2<double>, 4>{center + u, center + v, center - u, center - v};
  };
  return {rhombus(tip, side * waist), rhombus(side, -tip * waist)};
}

}  // namespace touchstone::published
