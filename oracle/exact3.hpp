// Two convex polytopes of space on integers, by the plainest methods: edges are cut by half-spaces, every
// pair of features is a candidate for the distance, every face normal and every cross product of edges one
// for the depth. It is the measure of the faster tiers, so it shares nothing with them but the list of
// corners and faces (polytope3.hpp).
//
// Doubles choose what is looked at first, and leave out what a proved bound excludes; no decision rests on
// them.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <touchstone/answers.hpp>
#include <touchstone/shapes3.hpp>

#include "oracle/vec3_rational.hpp"

namespace touchstone::oracle {

/// A polytope whose coordinates are multiples of the unit of an ExactPair3.
struct LatticePolytope {
  struct Face {
    std::vector<std::int32_t> corners;  ///< counter-clockwise seen from outside
    IntegerVec3 normal;                 ///< outward, any length
  };
  std::vector<IntegerVec3> corners;  ///< none in the hull of the others
  std::vector<std::array<std::int32_t, 2>> edges;
  std::vector<Face> faces;  ///< of a flat polygon: two, of opposite normals
  int dimension = 0;
};

/// The skeletons of two shapes.
struct ExactPair3 {
  LatticePolytope a, b;
  Rational unit;  ///< a power of two
};

/// Requires: valid shapes, no plane, no ray. The skeleton of a ball or a cylinder is its centre or axis.
ExactPair3 exact_pair_of(const Shape3<double>& a, const Shape3<double>& b);

/// {x : dot(normal, x) <= offset}.
struct LatticeHalfSpace {
  IntegerVec3 normal;
  Integer offset;
};
/// Half-spaces whose common part is the polytope; what a flat one spans is cut from both sides.
std::vector<LatticeHalfSpace> half_spaces_of(const LatticePolytope& polytope);

/// Points of the common part, among them all its corners; none: disjoint. In the lattice's unit.
std::vector<RationalVec3> common_points(const ExactPair3& pair);

/// Squared distance and two points that have it.
struct ExactDistance3 {
  Rational distance_sq;
  RationalVec3 on_a;
  RationalVec3 on_b;
  IntegerVec3 way;  ///< along on_b - on_a, of coprime coordinates
};
/// Requires: the polytopes are disjoint.
ExactDistance3 distance_apart(const ExactPair3& pair);

/// 0 to 3: of the Minkowski difference D, all a - b.
int dimension_of_difference(const ExactPair3& pair);

/// max over A of dot(direction, a) minus min over B of dot(direction, b), in the lattice's unit: how far A
/// reaches into B along the direction, times its length. Negative: the direction separates; 0: it touches.
Integer reach(const ExactPair3& pair, const IntegerVec3& direction);

/// A way out of D: an outward direction of coprime coordinates, and A's reach along it.
struct WayOut {
  IntegerVec3 direction;
  Rational reach;
};

/// Where the origin lies in D, and how far from its boundary.
struct ExactSeparation3 {
  /// disjoint: outside of D; overlapping: in its interior; touching: on its boundary, or anywhere in a D
  /// without volume.
  Relation relation{};
  Rational distance_sq;     ///< 0 unless disjoint
  RationalVec3 on_a, on_b;  ///< nearest points; equal when the polytopes meet, and then, when the relative
                            ///< interiors meet, in both of these
  Rational depth_sq;        ///< 0 unless overlapping
  /// Coprime coordinates. Disjoint: along on_b - on_a; touching: A's reach along it is 0; overlapping: one of
  /// the ways out.
  IntegerVec3 direction;
  /// Overlapping: the normals of all facets of D nearest to the origin. Touching: the unit vectors of the
  /// normal cone of D at the origin, if there are one or two of them (then they are opposite), else nothing.
  /// Disjoint: nothing.
  std::vector<WayOut> ways_out;
};
/// Cost: the number of pairs of edges times the number of corners, in doubles; boxes some 100 us.
ExactSeparation3 separation(const ExactPair3& pair);

}  // namespace touchstone::oracle
