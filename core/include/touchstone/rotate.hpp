// Polygons turned about a centre: all vertices, or half of them where the shape is point-symmetric and the
// others follow by sign changes and quarter turns. Angles in radians, counter-clockwise positive.
#pragma once

#include <cassert>
#include <cstddef>
#include <span>

#include <touchstone/polar.hpp>

namespace touchstone {

/// Error of each coordinate of a turned vertex in u = eps x largest |coordinate| of the vertices and the
/// centre, R: the offset from the centre is at most 2 R a coordinate, rounded once (1 u, which the rotation
/// stretches to 1.42 u); turning it costs kRotationBound of its length, at most 2 sqrt(2) R (5.66 u); adding
/// the centre rounds once at most (1 + 2 sqrt(2)) R (1.92 u).
inline constexpr double kRotateBound = 9.1;

/// Writes all points turned about center to turned, which may be points itself, and returns it. Requires as
/// much room as there are points. Error: kRotateBound. NaN and infinity: as the arithmetic goes. Cost: four
/// products a point.
template <class T>
std::span<Vec2<T>> rotate(std::span<const Vec2<T>> points, Vec2<T> center, Rotation2<T> rotation,
                          std::span<Vec2<T>> turned) {
  assert(turned.size() >= points.size());
  for (std::size_t i = 0; i < points.size(); ++i)
    turned[i] = center + touchstone::rotated(points[i] - center, rotation);
  return turned.first(points.size());
}
template <class T>
std::span<Vec2<T>> rotate(std::span<const Vec2<T>> points, Vec2<T> center, T angle,
                          std::span<Vec2<T>> turned) {
  return rotate(points, center, make_rotation(angle), turned);
}

// Half rotation. The shapes are given by offsets from their centre, so that they are point-symmetric by
// construction; the reflected vertices are exactly the negated offsets of the turned ones, plus the centre.
// Laws, for every function below: 1 the vertices equal (==) those of rotate() for all offsets about the
// origin, then moved to the centre: by the laws of rotated() no rounding differs. 2 about the origin vertex i
// is exactly minus vertex i + half; elsewhere the sum with the centre rounds once.

/// Writes the vertices of the polygon whose first half are at the offsets and whose second half are at minus
/// these, turned: offsets.size() * 2 points, of which half are rotated. Requires that much room, not in
/// offsets.
template <class T>
std::span<Vec2<T>> rotate_point_symmetric(std::span<const Vec2<T>> offsets, Vec2<T> center,
                                          Rotation2<T> rotation, std::span<Vec2<T>> turned) {
  const std::size_t half = offsets.size();
  assert(turned.size() >= 2 * half);
  for (std::size_t i = 0; i < half; ++i) {
    const Vec2<T> offset = touchstone::rotated(offsets[i], rotation);
    turned[i] = center + offset;
    turned[i + half] = center - offset;
  }
  return turned.first(2 * half);
}

/// A parallelogram by two neighbouring vertices, two of four rotated: a rhombus when first and second are
/// perpendicular, a rectangle when they are equally long. Counter-clockwise when cross(first, second) > 0.
template <class T>
void rotate_rhombus(Vec2<T> first, Vec2<T> second, Vec2<T> center, Rotation2<T> rotation,
                    std::span<Vec2<T>, 4> turned) {
  const Vec2<T> offsets[2] = {first, second};
  rotate_point_symmetric<T>(offsets, center, rotation, turned);
}

/// A "crystal": a hexagon of which four vertices are a square (corner and its quarter turns) and two are tips
/// (tip and -tip), in the order corner, tip, perp(corner), -corner, -tip, -perp(corner). Two of six are
/// rotated. Counter-clockwise when tip lies between corner and perp(corner); convex when it is also not below
/// the line through them.
template <class T>
void rotate_crystal(Vec2<T> corner, Vec2<T> tip, Vec2<T> center, Rotation2<T> rotation,
                    std::span<Vec2<T>, 6> turned) {
  const Vec2<T> turned_corner = touchstone::rotated(corner, rotation);
  const Vec2<T> turned_tip = touchstone::rotated(tip, rotation);
  const Vec2<T> offsets[3] = {turned_corner, turned_tip, perp(turned_corner)};
  for (std::size_t i = 0; i < 3; ++i) {
    turned[i] = center + offsets[i];
    turned[i + 3] = center - offsets[i];
  }
}

}  // namespace touchstone
