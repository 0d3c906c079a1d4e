// How a pair of space is laid against each other, exactly, and the strata it makes.
#pragma once

#include "harness/strata/space_shapes.hpp"

namespace touchstone::strata::space {

bool has_edges(ShapeClass type);  ///< a segment, a box, a capsule, a cylinder's side ...; no ray, no plane
bool has_faces(ShapeClass type);  ///< a flat part: a plane too

/// Dimensions of the features that meet, and what becomes of the shapes before they do.
struct Meeting {
  int a = 0;
  int b = 0;
  bool parallel = false;  ///< edges along one direction
  bool solid = false;     ///< hulls have volume
  int grow_a = 0;         ///< A times two to this
  int stretch_a = 0;      ///< A's feature times two to this; what is not in its plane stays
  int stretch_b = 0;
};
/// Both are made for one normal, and touch: a point of A's feature is a point of B's. Where a class has no
/// feature of that dimension, its best. Points of features are relatively inner ones, but in one of eight
/// pairs.
void meet(Random& random, PairClass pair, int bits, const Meeting& meeting, SpacePair& out);
/// Lays two shapes against each other that lie on both sides of a plane through the origin, with their
/// features.
void join(Random& random, const Feature& on_a, const Feature& on_b, SpacePair& out);
/// With features of any dimensions.
void meet_somehow(Random& random, PairClass pair, int bits, SpacePair& out);
/// The same, as dimensions.
Meeting random_meeting(Random& random, PairClass pair);

/// Two edges on one line: A's from the origin to line * a_length, B's likewise; they touch however B slides
/// along.
struct Sides {
  Grid3 line;
  Grid3 across;  ///< in the plane that separates them, perpendicular to the line
  std::int64_t a_length;
  std::int64_t b_length;
};
/// Requires has_edges of both, or of one with a plane or a ray. A plane's edge and a ray's are as long as the
/// other's. Made on a grid that is scaled by 2^fine.
Sides lay_along(Random& random, PairClass pair, int bits, int fine, SpacePair& out);
/// The common condition of strata about edges on a line.
bool two_with_edges(PairClass pair);

/// Makes two shapes without volume cross properly wherever relatively inner points of them meet, by single
/// steps of a corner. Other pairs stay. Requires a triangle, if both are thin.
void make_transversal(SpacePair& pair);

/// A pair close to touching: touching, on the lattice, or both.
void any_close_pair(Random& random, PairClass pair, int bits, SpacePair& out);
/// The same on a grid of few bits, or of as many as there are; there, half are one step off.
void close_pair_to_scale(Random& random, PairClass pair, SpacePair& out);
/// Small integers, close together. A ray goes towards the shape.
void lattice_pair(Random& random, PairClass pair, SpacePair& out);
/// Moves b so that its box meets a's, stretched by stretch / 4 about its middle, at a random place, within so
/// many steps at least. A plane passes through such a place; a ray goes to it.
void scatter(Random& random, SpacePair& pair, int stretch, std::int64_t steps);

}  // namespace touchstone::strata::space
