// A convex polytope of space as the algorithms see it: corners, edges, faces and neighbours. Every algorithm
// in space computes in double, also for shapes of floats, whose numbers are doubles without rounding.
#pragma once

#include <cstdint>

#include <touchstone/shapes3.hpp>

namespace touchstone {

struct Edge3 {
  std::int32_t from = 0;  ///< corners
  std::int32_t to = 0;
  std::int32_t left = -1;  ///< faces on both sides, seen from outside; -1: none (a segment's edge)
  std::int32_t right = -1;
};

/// Corners face_corners[first ... first + count) counter-clockwise seen from outside.
struct Face3 {
  std::int32_t first = 0;
  std::int32_t count = 0;
};

/// A view; what owns the arrays must outlive it. By dimension:
/// 0: one corner. 1: two corners, one edge. 2: a convex polygon; two faces, of opposite turning. 3: no two
/// faces lie in one plane, no corner in the hull of the others. The arrays are exactly the polytope's, with
/// one exception: rounded_from.
struct PolytopeView {
  const Vec3<double>* corners = nullptr;
  const Edge3* edges = nullptr;
  const Face3* faces = nullptr;
  const std::int32_t* face_corners = nullptr;
  const std::int32_t* neighbour_first = nullptr;  ///< corner_count + 1 of them
  const std::int32_t* neighbours = nullptr;  ///< of corner k: [neighbour_first[k], neighbour_first[k + 1])
  std::int32_t corner_count = 0;
  std::int32_t edge_count = 0;
  std::int32_t face_count = 0;
  std::int32_t dimension = 0;
  Aabb3<double> box{};  ///< encloses the polytope
  /// Not null for an OBB, solid or flat, some of whose corners are no doubles: corner k is exactly center ±
  /// half axes, the sign of half axis i being + where bit i of signs[k] is set; signs[k] is k for a solid
  /// one. corners[k] is rounded then, each coordinate within corner_error of the exact one, and rounded
  /// corners may repeat or lie on one line or out of one plane. exact_corner() of exact_sign3.hpp tells the
  /// exact one in either case.
  const Obb3<double>* rounded_from = nullptr;
  const std::uint8_t* signs = nullptr;  ///< null when rounded_from is
  double corner_error = 0;
};

}  // namespace touchstone
