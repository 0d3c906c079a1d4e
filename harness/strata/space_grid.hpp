// Shapes of space on the integer grid, as grid.hpp does it in the plane: sums and products are exact there,
// so a touch is a touch. A finished pair is scaled by one power of two into doubles, which is exact too.
#pragma once

#include <cstdint>

#include <touchstone/vec.hpp>

#include "harness/strata/grid.hpp"

namespace touchstone::strata::space {

using Grid3 = Vec3<std::int64_t>;

/// Exact while it fits; the template of vec.hpp takes 64-bit factors only.
constexpr Grid3 operator*(const Grid3& v, int s) {
  return v * std::int64_t{s};
}
inline Wide wide_dot(const Grid3& a, const Grid3& b) {
  return Wide{a.x} * b.x + Wide{a.y} * b.y + Wide{a.z} * b.z;
}
std::int64_t& coordinate(Grid3& v, int axis);
std::int64_t coordinate(const Grid3& v, int axis);
Grid3 unit_vector(int axis);
/// Index of the largest |coordinate|, the first of equals.
int dominant_axis(const Grid3& v);

/// Not initialised: makers fill it.
struct SpaceShape {
  static constexpr int kCapacity = 32;

  ShapeClass type;
  int count;            ///< of points; none for a plane
  std::int64_t radius;  ///< sphere, capsule, cylinder; else 0
  std::int64_t offset;  ///< of a plane: normal·x <= offset
  Grid3 normal;         ///< of a plane
  /// Corners; those of a box by bits: corner k is corner 0 plus edge i for each bit i of k, and edges are
  /// even. A sphere's centre, the ends of the axis of a capsule or cylinder, a ray's origin and origin +
  /// direction.
  Grid3 points[kCapacity];
};

/// Two shapes under construction, with the contact they were laid against each other at.
struct SpacePair {
  SpaceShape a;
  SpaceShape b;
  Grid3 normal;   ///< from a towards b at the contact
  Grid3 contact;  ///< a common point
};

inline bool is_box(ShapeClass type) {
  return type == ShapeClass::aabb3 || type == ShapeClass::obb3;
}
inline bool has_radius(ShapeClass type) {
  return type == ShapeClass::sphere || type == ShapeClass::capsule3 || type == ShapeClass::cylinder;
}
/// No volume, whatever its numbers are.
inline bool is_thin(ShapeClass type) {
  return type == ShapeClass::point3 || type == ShapeClass::segment3 || type == ShapeClass::triangle3 ||
         type == ShapeClass::ray3;
}
inline bool any_is(PairClass pair, ShapeClass type) {
  return pair.a == type || pair.b == type;
}

void translate(SpaceShape& shape, const Grid3& by);
void translate(SpacePair& pair, const Grid3& by);
void scale(SpaceShape& shape, std::int64_t factor);
void scale(SpacePair& pair, std::int64_t factor);
/// Bits of the largest |coordinate|, radii added, and of a plane's offset.
int bits_of(const SpaceShape& shape);
int bits_of(const SpacePair& pair);
/// Bits that a plane's normal adds to the offset of a translated plane; 0 without a plane.
int normal_bits(const SpacePair& pair);
/// Scales the pair by a power of two so that it has the given bits; no change if it has them already, or if
/// all is zero.
void widen(SpacePair& pair, int bits);
/// Moves b along the dominant axis of the normal, or, with an aabb, which only then comes nearer at all of a
/// corner's faces, along each axis of the normal; positive: away from a. A plane's offset moves instead.
void nudge(SpacePair& pair, std::int64_t steps);
/// Each coordinate within ±2^bits, not all zero.
Grid3 random_vector(Random& random, int bits);

struct SpaceBox {
  Grid3 low;
  Grid3 high;
};
/// Encloses; requires points.
SpaceBox box_of(const SpaceShape& shape);

/// How a finished pair is laid into space.
struct SpaceLayout {
  bool offset = true;       ///< move both by a random vector, often about as long as they are
  bool integers = true;     ///< leave one pair in four on the integers
  int exponent = 0;         ///< times this power of two
  int normal_exponent = 0;  ///< a plane's normal times this one
};
/// finish() scales a pair of so many bits by 2^-bits and at most this much more or less; a sum of two such
/// numbers stays below the upper end.
inline constexpr int kFinishDown = 2, kFinishUp = 3;
/// Writes the pair as doubles: a random symmetry of the cube, offset and scale for both; order of corners,
/// ends and axes and length of a plane's normal for each; the operands in either order.
void finish(Random& random, const SpacePair& pair, const SpaceLayout& layout, Scene& out);

}  // namespace touchstone::strata::space
