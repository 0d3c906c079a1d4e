// One function per stratum; registry.cpp holds the table.
#pragma once

#include "harness/strata/grid.hpp"

namespace touchstone::strata {

// placed.cpp: shapes laid at random
void make_uniform(Random& random, PairClass pair, Scene& out);
void make_far_apart(Random& random, PairClass pair, Scene& out);
void make_lattice(Random& random, PairClass pair, Scene& out);
void make_nested(Random& random, PairClass pair, Scene& out);
void make_coincident(Random& random, PairClass pair, Scene& out);
void make_deep(Random& random, PairClass pair, Scene& out);

// contact.cpp: shapes laid against each other
void make_vertex_touch(Random& random, PairClass pair, Scene& out);
void make_edge_touch(Random& random, PairClass pair, Scene& out);
void make_near_touch(Random& random, PairClass pair, Scene& out);
void make_parallel_edges(Random& random, PairClass pair, Scene& out);
void make_slide_along_edge(Random& random, PairClass pair, Scene& out);
void make_shallow(Random& random, PairClass pair, Scene& out);

// extreme.cpp: thin, tiny, far away, redundant
void make_sliver(Random& random, PairClass pair, Scene& out);
void make_mixed_scale(Random& random, PairClass pair, Scene& out);
void make_far_from_origin(Random& random, PairClass pair, Scene& out);
void make_duplicate_vertices(Random& random, PairClass pair, Scene& out);
void make_collinear_vertices(Random& random, PairClass pair, Scene& out);

// invalid.cpp
void make_invalid(Random& random, PairClass pair, Scene& out);

/// Contacts other strata build on: both touch exactly; bits are those of the shapes.
void vertex_contact(Random& random, PairClass classes, int bits, GridPair& out);
void edge_contact(Random& random, PairClass classes, int bits, GridPair& out);
/// Whether edge_contact has an edge to offer: not for two points.
bool has_edges(PairClass classes);
/// Small integers, close together.
void lattice_pair(Random& random, PairClass classes, GridPair& out);

}  // namespace touchstone::strata
