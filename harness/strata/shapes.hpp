// Makers of shapes on the integer grid. bits: coordinates stay within ±2^(bits + 1), sizes are near 2^bits.
#pragma once

#include "harness/strata/grid.hpp"

namespace touchstone::strata {

inline constexpr int kLeastShapeBits = 3;

/// An empty shape of so many corners, all of which the caller sets.
void begin(GridShape& out, ShapeClass type, int count);

/// A frame with a positive determinant, at least half of the squared largest entry; entries at most 1.25 x
/// 2^bits.
Frame random_frame(Random& random, int bits);

/// A shape of the class about the origin. Convex polygons have 3 to 8 corners and are strictly convex by
/// construction.
void make_shape(Random& random, ShapeClass type, int bits, GridShape& out);

/// A shape of the class whose first edge runs from the origin to L x frame.w, the body on its left; returns L
/// (1 to 16). An aabb takes only the lengths of w.x and z.y and so requires w.y = 0. Not for points.
int make_seated(Random& random, ShapeClass type, Frame frame, GridShape& out);

/// A shape of the class of a few units of the frame about the origin; an aabb is one or two high and about
/// w.x wide.
void make_in_frame(Random& random, ShapeClass type, Frame frame, GridShape& out);

/// A concave polygon with a notch or a hole, along the axes.
void make_pocketed(Random& random, int bits, GridShape& out);

/// A thin frame: determinant 1, entries of about the given bits.
Frame thin_frame(Random& random, int bits);

/// Strictly convex polygon: corners of a fixed lattice polygon, by random choice, seen through the frame.
void make_convex(Random& random, int corners, int level, Frame frame, GridShape& out);
inline constexpr int kLevelCount = 4;

}  // namespace touchstone::strata
