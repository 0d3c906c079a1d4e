// Makers of shapes of space on the integer grid, each with a support feature that is known exactly: a corner,
// a part of an edge or a part of a face.
#pragma once

#include "harness/strata/space_grid.hpp"

namespace touchstone::strata::space {

inline constexpr int kLeastBits = 3;

/// Three perpendicular integer vectors of one integer length, at most 41: a rational rotation, times its
/// denominator.
struct Frame3 {
  Grid3 u, v, n;
  std::int64_t length;

  Frame3 flipped() const { return {u, -v, -n, length}; }  ///< n turned around
};
Frame3 axis_frame();                   ///< the axes; n = z
Frame3 planar_frame(Random& random);   ///< v along an axis, n along none
Frame3 random_frame3(Random& random);  ///< from an integer quaternion
Frame3 any_frame3(Random& random);     ///< any of the three

/// How a shape is to lie: nothing of it beyond the plane through the origin with normal frame.n, and in that
/// plane at least a point, an edge or a face.
struct Seat {
  Frame3 frame;
  int dimension;       ///< of what lies in the plane: 0, 1 or 2; as far as the class has it
  Grid3 along;         ///< direction of the edge, in the plane; an aabb takes only axes
  Grid3 across;        ///< perpendicular to it, in the plane; of the same length
  std::int64_t ratio;  ///< |along|² / |frame.n|²
  bool solid;          ///< hulls have volume
};
/// level: along is frame.v, as the edges of an aabb in a planar frame.
Seat make_seat(Random& random, const Frame3& frame, int dimension, bool level);
/// The same direction seen from the other side, for the shape that is met there.
Seat opposite(const Seat& seat, int dimension);

/// Points of a shape in the plane of its seat; their hull too is in the shape, and corner 0 is the origin.
struct Feature {
  int count;  ///< 1 to 3
  Grid3 corners[3];
};

/// Largest dimension of a support feature: 0 for a point or sphere, 1 for segments, capsules and rays,
/// else 2.
int most_dimension(ShapeClass type);

/// A shape of the class, sizes near 2^bits but at least about the frame's length, in its seat. An aabb's
/// feature has as many dimensions as frame.n has zeros. A ray runs in the plane, or starts in it and leaves
/// it.
void make_body(Random& random, ShapeClass type, int bits, const Seat& seat, SpaceShape& out,
               Feature& feature);
/// The same in any seat that suits the class, for strata without a contact. Solid if the class is.
void make_any(Random& random, ShapeClass type, int bits, SpaceShape& out);
/// The same of small integers along the axes of the grid or near them, perhaps flat.
void make_small(Random& random, ShapeClass type, SpaceShape& out);

/// An empty shape with so many points, all of which the caller sets.
void begin(SpaceShape& out, ShapeClass type, int count);
/// The eight corners, from corner 0 and three edges.
void set_box(SpaceShape& out, ShapeClass type, const Grid3& corner, const Grid3& e0, const Grid3& e1,
             const Grid3& e2);

/// How often a length goes into sizes of about so many bits; at least once.
std::int64_t times(Random& random, int bits, std::int64_t length);
/// A random vector with a negative product with n.
Grid3 below(Random& random, int bits, const Grid3& n);

/// Changes q and r by single steps, where needed, until p, q and r are independent; no product with n grows.
/// Requires p not zero.
void make_independent(const Grid3& p, Grid3& q, Grid3& r, const Grid3& n);

/// 32 times a point of the relative interior; of a plane or a solid: of the interior.
Grid3 inner_point_32(Random& random, const SpaceShape& shape);
/// 24 times the centre of symmetry, or else the mean of the first corners. Requires points; of a ray: its
/// origin.
Grid3 centre_24(const SpaceShape& shape);

}  // namespace touchstone::strata::space
