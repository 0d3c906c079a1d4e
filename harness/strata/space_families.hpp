// What makes the strata of space; space.cpp holds the table.
#pragma once

#include "harness/strata/space_meetings.hpp"

namespace touchstone::strata::space {

/// Bits that leave room for a plane's normal, if there is one.
int bits_for(Random& random, PairClass pair);

// space_placed.cpp: laid at random, or inside each other
void make_uniform(Random& random, PairClass pair, Scene& out);
void make_far_apart(Random& random, PairClass pair, Scene& out);
void make_lattice(Random& random, PairClass pair, Scene& out);
void make_nested(Random& random, PairClass pair, Scene& out);
void make_coincident(Random& random, PairClass pair, Scene& out);
void make_concentric(Random& random, PairClass pair, Scene& out);
void make_deep(Random& random, PairClass pair, Scene& out);

// space_contact.cpp: laid against each other
void make_vertex_touch(Random& random, PairClass pair, Scene& out);
void make_edge_touch(Random& random, PairClass pair, Scene& out);
void make_face_touch(Random& random, PairClass pair, Scene& out);
void make_near_touch(Random& random, PairClass pair, Scene& out);
void make_grazing(Random& random, PairClass pair, Scene& out);
void make_shallow(Random& random, PairClass pair, Scene& out);
void make_parallel_edges(Random& random, PairClass pair, Scene& out);
void make_near_parallel(Random& random, PairClass pair, Scene& out);
void make_slide_along_edge(Random& random, PairClass pair, Scene& out);
void make_collinear(Random& random, PairClass pair, Scene& out);

// space_extreme.cpp: thin, of very different sizes, far away, redundant
void make_sliver(Random& random, PairClass pair, Scene& out);
void make_needle(Random& random, PairClass pair, Scene& out);
void make_thin_plates(Random& random, PairClass pair, Scene& out);
void make_mixed_scale(Random& random, PairClass pair, Scene& out);
void make_far_from_origin(Random& random, PairClass pair, Scene& out);
void make_tiny_scale(Random& random, PairClass pair, Scene& out);
void make_huge_scale(Random& random, PairClass pair, Scene& out);
void make_out_of_range(Random& random, PairClass pair, Scene& out);
void make_duplicate_vertices(Random& random, PairClass pair, Scene& out);
void make_collinear_vertices(Random& random, PairClass pair, Scene& out);

// space_regular.cpp: symmetric, along the axes, crossing, without size
void make_piercing(Random& random, PairClass pair, Scene& out);
void make_symmetric(Random& random, PairClass pair, Scene& out);
void make_stacked(Random& random, PairClass pair, Scene& out);
void make_axis_aligned(Random& random, PairClass pair, Scene& out);
void make_point_like(Random& random, PairClass pair, Scene& out);

// space_invalid.cpp
void make_invalid(Random& random, PairClass pair, Scene& out);

}  // namespace touchstone::strata::space
