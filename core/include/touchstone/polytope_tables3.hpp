// Edges, faces and neighbours of the polytopes that need no hull: points, segments, triangles, rectangles,
// parallelograms, hexagons and parallelepipeds. Numbered as ConvexHull numbers them; but the corners of a
// parallelepiped are numbered by the signs of its half axes.
#pragma once

#include <cstdint>

#include <touchstone/polytope3.hpp>

namespace touchstone::detail {

template <int Corners, int Edges, int Faces>
struct PolytopeTable {
  Edge3 edges[Edges]{};
  Face3 faces[Faces]{};
  std::int32_t face_corners[2 * Edges]{};
  std::int32_t neighbour_first[Corners + 1]{};
  std::int32_t neighbours[2 * Edges]{};

  constexpr void view(PolytopeView& shape) const {
    shape.edges = edges;
    shape.faces = faces;
    shape.face_corners = face_corners;
    shape.neighbour_first = neighbour_first;
    shape.neighbours = neighbours;
    shape.corner_count = Corners;
    shape.edge_count = Edges;
    shape.face_count = Faces;
  }
};

/// A convex polygon, corners in order around it.
template <int N>
constexpr PolytopeTable<N, N, 2> make_polygon_table() {
  PolytopeTable<N, N, 2> table;
  table.faces[0] = {0, N};
  table.faces[1] = {N, N};
  table.edges[0] = {0, 1, 0, 1};
  table.edges[1] = {0, N - 1, 1, 0};
  for (int k = 1; k + 1 < N; ++k) table.edges[k + 1] = {k, k + 1, 0, 1};
  for (int k = 0; k < N; ++k) {
    table.face_corners[k] = k;
    table.face_corners[N + k] = k == 0 ? 0 : N - k;
    const int before = k == 0 ? N - 1 : k - 1, after = k == N - 1 ? 0 : k + 1;
    table.neighbours[2 * k] = before < after ? before : after;
    table.neighbours[2 * k + 1] = before < after ? after : before;
    table.neighbour_first[k + 1] = 2 * (k + 1);
  }
  return table;
}

/// Corner k is at the positive end of direction i where bit i of k is set; face 2 i is at the negative end of
/// direction i, face 2 i + 1 at the positive one. Mirrored: the three directions are left-handed.
constexpr PolytopeTable<8, 12, 6> make_box_table(bool mirrored) {
  PolytopeTable<8, 12, 6> table;
  for (int i = 0; i < 3; ++i) {
    const int here = 1 << i, next = 1 << (i + 1) % 3, last = 1 << (i + 2) % 3;
    for (int end = 0; end < 2; ++end) {
      const int first = end * here;
      const bool straight = (end == 1) != mirrored;
      std::int32_t* loop = table.face_corners + 4 * (2 * i + end);
      table.faces[2 * i + end] = {4 * (2 * i + end), 4};
      loop[0] = first;
      loop[1] = first + (straight ? next : last);
      loop[2] = first + next + last;
      loop[3] = first + (straight ? last : next);
    }
    for (int side = 0; side < 4; ++side) {
      const bool at_next = (side & 1) != 0, at_last = (side & 2) != 0;
      const int from = (at_next ? next : 0) + (at_last ? last : 0);
      const int face_next = 2 * ((i + 1) % 3) + (at_next ? 1 : 0);
      const int face_last = 2 * ((i + 2) % 3) + (at_last ? 1 : 0);
      const bool next_is_right = (at_next == at_last) == mirrored;
      table.edges[4 * i + side] = {from, from + here, next_is_right ? face_last : face_next,
                                   next_is_right ? face_next : face_last};
    }
  }
  for (int k = 0; k < 8; ++k) {
    table.neighbour_first[k + 1] = 3 * (k + 1);
    for (int i = 0; i < 3; ++i) table.neighbours[3 * k + i] = k ^ (1 << i);
  }
  return table;
}

inline constexpr std::int32_t kNoNeighbours[2] = {0, 0};
inline constexpr PolytopeTable<2, 1, 1> kSegmentTable{
    .edges = {{0, 1, -1, -1}}, .neighbour_first = {0, 1, 2}, .neighbours = {1, 0}};
inline constexpr auto kTriangleTable = make_polygon_table<3>();
inline constexpr auto kQuadrilateralTable = make_polygon_table<4>();
inline constexpr auto kHexagonTable = make_polygon_table<6>();
inline constexpr PolytopeTable<8, 12, 6> kBoxTables[2] = {make_box_table(false), make_box_table(true)};

/// All of a polytope of 1, 2, 3, 4, 6 or 8 corners but its corners and its box; nothing of one with other
/// counts.
constexpr PolytopeView tabled_polytope(int corners, bool mirrored) {
  PolytopeView shape;
  switch (corners) {
    case 1:
      shape.neighbour_first = kNoNeighbours;
      shape.corner_count = 1;
      break;
    case 2:
      kSegmentTable.view(shape);
      break;
    case 3:
      kTriangleTable.view(shape);
      break;
    case 4:
      kQuadrilateralTable.view(shape);
      break;
    case 6:
      kHexagonTable.view(shape);
      break;
    case 8:
      kBoxTables[mirrored ? 1 : 0].view(shape);
      break;
    default:
      break;
  }
  if (corners == 2) shape.face_count = 0;
  shape.dimension = corners == 8 ? 3 : (corners > 2 ? 2 : corners - 1);
  return shape;
}

}  // namespace touchstone::detail
