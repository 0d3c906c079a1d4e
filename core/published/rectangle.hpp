// Rectangle against rectangle by four axes, with push-out vector, as published: published-methods.md, P1. Not
// robust on purpose: it normalises (0/0 for a zero-length half vector) and compares rounded numbers.
#pragma once

#include <cmath>

#include <touchstone/vec.hpp>

namespace touchstone::published {

/// A centre and two perpendicular half vectors, from the centre to the middles of two edges.
struct Rectangle {
  Vec2<double> center;
  Vec2<double> u;
  Vec2<double> v;
};

/// What one axis says.
struct AxisTest {
  bool separated;
  Vec2<double> normal;  ///< of unit length, from rectangle 1 towards 2
  double overlap;       ///< meaningful when not separated
};

/// Separated when the distance of the centres along the axis is at least the sum of the four projected half
/// vectors. NaN: separated, which is how the method answers a zero-length axis.
inline AxisTest rectangle_axis(const Rectangle& first, const Rectangle& second, Vec2<double> axis) {
  const double size = std::sqrt(axis.x * axis.x + axis.y * axis.y);
  Vec2<double> n{axis.x / size, axis.y / size};
  const Vec2<double> between = second.center - first.center;
  if (dot(between, n) < 0) n = -n;
  const double d1 = std::fabs(dot(between, n));
  const double d2 = std::fabs(dot(first.u, n)) + std::fabs(dot(first.v, n)) + std::fabs(dot(second.u, n)) +
                    std::fabs(dot(second.v, n));
  if (d1 < d2) return {false, n, d2 - d1};
  return {true, n, 0};
}

struct RectangleAnswer {
  bool collide = false;
  Vec2<double> mtv{};  ///< pushes rectangle 2 out of 1; meaningful when they collide
  double depth = 0;    ///< length of mtv, up to rounding
  int axes = 0;        ///< axes tested
};

/// The half vectors in the order u1, v1, u2, v2 are the axes; the first separated one ends it. The smallest
/// overlap gives the push, the first of equals. Touch: no collision. Equal centres: the push is along the
/// half vector as given, its sense arbitrary.
inline RectangleAnswer rectangle_collide(const Rectangle& first, const Rectangle& second) {
  RectangleAnswer answer;
  for (const Vec2<double> axis : {first.u, first.v, second.u, second.v}) {
    ++answer.axes;
    const AxisTest test = rectangle_axis(first, second, axis);
    if (test.separated) return {false, {}, 0, answer.axes};
    if (answer.axes == 1 || test.overlap < answer.depth) {
      answer.depth = test.overlap;
      answer.mtv = test.normal * test.overlap;
    }
  }
  answer.collide = true;
  return answer;
}

}  // namespace touchstone::published
