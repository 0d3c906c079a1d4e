// Shapes on the integer grid, where the strata construct them: sums and products are exact there, so a touch
// is a touch. A finished pair is scaled by one power of two into doubles; coordinates stay below 2^53, so
// that is exact too.
#pragma once

#include <cstdint>

#include <touchstone/vec.hpp>

#include "harness/random.hpp"
#include "harness/strata/registry.hpp"

namespace touchstone::strata {

using GridVec = Vec2<std::int64_t>;
__extension__ typedef __int128 Wide;

/// Finished coordinates stay at or below 2^kGridBits, but for nudges of at most 2^31.
inline constexpr int kGridBits = 52;

/// Exact while it fits; the template of vec.hpp takes 64-bit factors only.
constexpr GridVec operator*(GridVec v, int s) {
  return v * std::int64_t{s};
}

inline Wide wide_dot(GridVec a, GridVec b) {
  return Wide{a.x} * b.x + Wide{a.y} * b.y;
}
inline Wide wide_cross(GridVec a, GridVec b) {
  return Wide{a.x} * b.y - Wide{a.y} * b.x;
}

inline bool is_flat(ShapeClass type) {
  return type == ShapeClass::point || type == ShapeClass::segment;
}
inline bool is_polygon(ShapeClass type) {
  return type == ShapeClass::polygon || type == ShapeClass::concave;
}
inline bool is_round(ShapeClass type) {
  return type >= ShapeClass::circle && type <= ShapeClass::ellipse;
}

/// One shape: its corners counter-clockwise (1 for a point, 2 for a segment, 4 for a box), then, for concave
/// ones, a hole, the corners of a triangle in the shape (kernel) and a free place. Round ones: a circle's or
/// ring's centre, a capsule's ends; an ellipse's centre, the centre moved by each half axis, and by the half
/// axis to the contact it was made for. A ray: origin, and origin moved by the direction. Not initialised:
/// makers fill it.
struct GridShape {
  static constexpr int kCapacity = 40;
  /// Longest outline a maker returns; what is left has room for repeated and collinear vertices.
  static constexpr int kLongestOutline = 16;

  ShapeClass type;
  int count;            ///< corners of the outline
  int hole;             ///< corners of the hole that follow them; 0 without
  bool has_pocket;      ///< concave: three more points describe the pocket
  bool pocket_open;     ///< the pocket is a notch, open at the top, and no hole
  int used;             ///< points in all
  std::int64_t radius;  ///< circle, capsule; a ring's outer one; else 0
  std::int64_t inner;   ///< a ring's inner one; else 0
  GridVec points[kCapacity];

  GridVec* kernel() { return points + count + hole; }
  /// Pocket: floor from right to left (the body is below it), then the upper left corner.
  GridVec* pocket() { return points + count + hole + 3; }
};

/// Linear map by its columns.
struct Frame {
  GridVec w;
  GridVec z;
  GridVec operator()(GridVec p) const { return w * p.x + z * p.y; }
};

/// A pair under construction, with the contact it was built around.
struct GridPair {
  GridShape a;
  GridShape b;
  GridVec normal;    ///< from a towards b at the contact
  GridVec contact;   ///< a common point
  int b_corner = 0;  ///< b's corner there
};

void translate(GridShape& shape, GridVec by);
void scale(GridShape& shape, std::int64_t factor);
void scale(GridPair& pair, std::int64_t factor);
/// Bits of shapes: small, middling and large alike.
int random_bits(Random& random);
/// One to most, as likely in each octave.
std::int64_t log_spaced(Random& random, int most_bits);
/// Bits of the largest |coordinate|, radii added.
int bits_of(const GridShape& shape);
int bits_of(const GridPair& pair);
/// Index of a corner farthest in the direction, the first of several.
int extreme(const GridShape& shape, GridVec direction);
struct GridBox {
  GridVec low;
  GridVec high;
};
GridBox box_of(const GridShape& shape);
/// Three corners of a triangle in the shape: proper for shapes with area, degenerate for segments and points.
void kernel_of(GridShape& shape, GridVec out[3]);
/// Scales the pair by a power of two so that its coordinates have the given bits; no change if they have them
/// already.
void widen(GridPair& pair, int bits);
/// Moves b along the dominant axis of the normal; positive: away from a.
void nudge(GridPair& pair, std::int64_t steps);
/// The move of one step in the direction's dominant axis.
GridVec dominant_step(GridVec direction);

/// How a finished pair is laid into the plane.
struct Layout {
  bool offset = true;    ///< move both by a random vector about as long as they are
  bool integers = true;  ///< leave one pair in four on the integers
  int exponent = 0;      ///< times this power of two
};
double power_of_two(int exponent);
/// Writes the pair as doubles: a random symmetry of the square, offset and scale for both; winding, first
/// vertex and order of axes for each; the operands in either order.
void finish(Random& random, GridPair& pair, Layout layout, Scene& out);

}  // namespace touchstone::strata
