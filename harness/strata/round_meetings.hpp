// How a pair with a round shape is laid against each other, exactly.
#pragma once

#include "harness/strata/round_shapes.hpp"

namespace touchstone::strata {

/// Has a straight side to lean on: a segment, a box, a polygon, a capsule.
bool has_side(ShapeClass type);
bool one_with_side(PairClass pair);
bool two_with_sides(PairClass pair);
bool has_ring(PairClass pair);

/// B is moved so that its support against the direction is A's support along it.
void move_contact(GridPair& pair, Direction d);

/// Both are made for the direction, and touch there. A ring counts as its disc.
void vertex_meeting(Random& random, PairClass pair, int bits, Direction d, GridPair& out);
/// The other shape lies in the ring's hole and touches the inner rim. Requires a ring; an ellipse or a ring
/// in the hole, or a shape that does not fit, touches from outside.
void rim_meeting(Random& random, PairClass pair, int bits, Direction d, GridPair& out);
/// A side of one shape, somewhere along it, against the other. Requires one_with_side.
void side_meeting(Random& random, PairClass pair, int bits, GridPair& out);
/// Two sides against each other, sharing a part (overlap), or in half of the cases just an end, or missing by
/// a step or two. Requires two_with_sides.
void sides_meeting(Random& random, PairClass pair, int bits, bool overlap, GridPair& out);
/// Any of the first three that there is; they touch exactly.
void any_meeting(Random& random, PairClass pair, int bits, GridPair& out);

/// A few steps apart or into each other, or a radius a few steps off.
void step_off(Random& random, GridPair& pair, int most_bits);

}  // namespace touchstone::strata
