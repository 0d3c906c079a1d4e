// What makes the scenes of a stratum, for straight shapes, round ones and rays; registry.cpp holds the table
// of the straight ones and hands out the rest.
#pragma once

#include "harness/strata/grid.hpp"

namespace touchstone::strata {

/// How a stratum is made for one kind of pairs. No maker: the stratum does not apply.
struct Family {
  void (*make)(Random&, PairClass, Scene&) = nullptr;
  bool (*applies)(PairClass) = nullptr;
  Promise promise;  ///< touching, overlapping, band
};
/// round.cpp: pairs with a circle, a capsule, a ring or an ellipse, and no ray.
const Family& round_family(Stratum stratum);
/// rays.cpp: pairs with a ray. Touching: the ray meets the boundary only; overlapping: it reaches the
/// interior.
const Family& ray_family(Stratum stratum);
/// space.cpp: pairs of space. A half-space and a ray included; with a ray as in ray_family.
const Family& space_family(Stratum stratum, PairClass pair);

// placed.cpp: shapes laid at random
void make_uniform(Random& random, PairClass pair, Scene& out);
void make_far_apart(Random& random, PairClass pair, Scene& out);
void make_lattice(Random& random, PairClass pair, Scene& out);
void make_nested(Random& random, PairClass pair, Scene& out);
void make_coincident(Random& random, PairClass pair, Scene& out);
void make_concentric(Random& random, PairClass pair, Scene& out);
void make_deep(Random& random, PairClass pair, Scene& out);

// contact.cpp: shapes laid against each other
void make_vertex_touch(Random& random, PairClass pair, Scene& out);
void make_edge_touch(Random& random, PairClass pair, Scene& out);
void make_near_touch(Random& random, PairClass pair, Scene& out);
void make_parallel_edges(Random& random, PairClass pair, Scene& out);
void make_slide_along_edge(Random& random, PairClass pair, Scene& out);
void make_shallow(Random& random, PairClass pair, Scene& out);
void make_near_parallel(Random& random, PairClass pair, Scene& out);
void make_collinear(Random& random, PairClass pair, Scene& out);
void make_grazing(Random& random, PairClass pair, Scene& out);

// extreme.cpp: thin, tiny, far away, redundant
void make_sliver(Random& random, PairClass pair, Scene& out);
void make_mixed_scale(Random& random, PairClass pair, Scene& out);
void make_far_from_origin(Random& random, PairClass pair, Scene& out);
void make_duplicate_vertices(Random& random, PairClass pair, Scene& out);
void make_collinear_vertices(Random& random, PairClass pair, Scene& out);
void make_needle(Random& random, PairClass pair, Scene& out);
void make_tiny_scale(Random& random, PairClass pair, Scene& out);
void make_huge_scale(Random& random, PairClass pair, Scene& out);
void make_out_of_range(Random& random, PairClass pair, Scene& out);

// regular.cpp: symmetric, along the axes, crossing, without area
void make_piercing(Random& random, PairClass pair, Scene& out);
void make_symmetric(Random& random, PairClass pair, Scene& out);
void make_axis_aligned(Random& random, PairClass pair, Scene& out);
void make_point_like(Random& random, PairClass pair, Scene& out);

// invalid.cpp
/// Makes the shape invalid, in one of the ways of its type.
void spoil(Random& random, OwnedShape& shape);
void make_invalid(Random& random, PairClass pair, Scene& out);

/// Contacts other strata build on: both touch exactly; bits are those of the shapes.
void vertex_contact(Random& random, PairClass classes, int bits, GridPair& out);
void edge_contact(Random& random, PairClass classes, int bits, GridPair& out);
/// The same for two shapes already made: corner on corner; b's corner on a's edge, where a's coordinates must
/// be multiples of 2^fine.
void meet_at_corners(Random& random, GridPair& pair);
void meet_on_edge(Random& random, GridPair& pair, int edge, int fine);
/// An edge that nothing of the shape is beyond. Requires that a concave shape's first one is one.
int any_edge(Random& random, const GridShape& shape);
void turn(GridShape& shape, int quarters);
/// Each coordinate within ±2^bits.
GridVec random_place(Random& random, int bits);
/// Whether edge_contact has an edge to offer: not for two points.
bool has_edges(PairClass classes);
/// Small integers, close together.
void lattice_pair(Random& random, PairClass classes, GridPair& out);

}  // namespace touchstone::strata
