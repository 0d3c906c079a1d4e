// Makers of round shapes on the integer grid, with exact support points.
#pragma once

#include "harness/strata/grid.hpp"

namespace touchstone::strata {

/// An integer vector of integer length.
struct Direction {
  GridVec n;
  std::int64_t length;

  Direction operator-() const { return {-n, length}; }
};
/// From the small Pythagorean triples, either axis first, any signs; axes too.
Direction random_pythagorean(Random& random);
Direction random_axis(Random& random);
/// One that the sides of this class can face: down for an aabb, else any.
Direction direction_for_side(Random& random, ShapeClass type);

/// A shape of any class but ray about the origin, sizes near 2^bits, with an exact support point in the
/// directions d and -d.
void make_body(Random& random, ShapeClass type, int bits, Direction d, GridShape& out);

/// The farthest point in the direction, one of them if several. Requires: made for it or its opposite;
/// straight shapes have one everywhere.
GridVec support(const GridShape& shape, Direction d);

/// A shape whose side runs from the origin to L * perp(d.n) and faces d; returns L. Requires a segment, a
/// box, a polygon or a capsule.
std::int64_t seat(Random& random, ShapeClass type, int bits, Direction d, GridShape& out);

/// A long thin segment, box, capsule or ellipse about the origin along the direction.
void make_bar(Random& random, ShapeClass type, Direction d, GridShape& out);

/// Long against its width or its gap, by up to 2^most_bits: a capsule's axis, one half axis of an ellipse, a
/// ring's radii. Others stay.
void thin_out(Random& random, GridShape& shape, int most_bits);

/// A repeated corner, or one in the middle of an edge. Requires a polygon with even coordinates.
void add_redundant_vertex(Random& random, GridShape& shape, bool repeat);

}  // namespace touchstone::strata
