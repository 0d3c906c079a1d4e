// Polytopes of space in rational arithmetic, and what every PolytopeView promises. Shares no code with the
// hull that it measures.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <set>
#include <utility>
#include <vector>

#include <touchstone/polytope3.hpp>

namespace touchstone::reference {

using Rational3 =
    boost::multiprecision::number<boost::multiprecision::cpp_rational_backend, boost::multiprecision::et_off>;
using SpacePoint = Vec3<Rational3>;

inline SpacePoint rational(const Vec3<double>& p) {
  return {Rational3(p.x), Rational3(p.y), Rational3(p.z)};
}
inline int side(const SpacePoint& a, const SpacePoint& b, const SpacePoint& c, const SpacePoint& d) {
  return dot(cross(b - a, c - a), d - a).sign();
}
inline bool on_one_line(const SpacePoint& a, const SpacePoint& b, const SpacePoint& c) {
  return cross(b - a, c - a) == SpacePoint{};
}

/// Corner of the OBB with these signs of its half axes.
inline SpacePoint obb_corner(const Obb3<double>& obb, unsigned signs) {
  SpacePoint corner = rational(obb.center);
  for (unsigned i = 0; i < 3; ++i) {
    const SpacePoint part = rational(obb.half_axes[i]);
    corner = (signs >> i & 1) != 0 ? corner + part : corner - part;
  }
  return corner;
}

/// Exact corners of the view.
inline std::vector<SpacePoint> exact_corners(const PolytopeView& view) {
  std::vector<SpacePoint> corners;
  for (int k = 0; k < view.corner_count; ++k) {
    corners.push_back(view.rounded_from == nullptr ? rational(view.corners[k])
                                                   : obb_corner(*view.rounded_from, view.signs[k]));
  }
  return corners;
}

/// Every set of points that lie in one supporting plane of all points and span it, as sorted indices: brute
/// force over all triples. Requires points that are not all in one plane, no two equal.
inline std::set<std::vector<int>> supporting_sets(const std::vector<SpacePoint>& points) {
  std::set<std::vector<int>> sets;
  const int n = static_cast<int>(points.size());
  for (int i = 0; i < n; ++i) {
    for (int j = i + 1; j < n; ++j) {
      for (int k = j + 1; k < n; ++k) {
        if (on_one_line(points[i], points[j], points[k])) continue;
        std::vector<int> on;
        bool above = false, below = false;
        for (int p = 0; p < n && !(above && below); ++p) {
          const int where = side(points[i], points[j], points[k], points[p]);
          above |= where > 0;
          below |= where < 0;
          if (where == 0) on.push_back(p);
        }
        if (!(above && below)) sets.insert(on);
      }
    }
  }
  return sets;
}

/// Faces turn strictly one way and no corner lies above one.
inline void expect_convex_faces(const PolytopeView& view, const std::vector<SpacePoint>& corners) {
  for (int f = 0; f < view.face_count; ++f) {
    const std::int32_t* loop = view.face_corners + view.faces[f].first;
    const int count = view.faces[f].count;
    const std::set<int> own(loop, loop + count);
    ASSERT_GE(count, 3);
    ASSERT_EQ(static_cast<int>(own.size()), count);
    const SpacePoint normal = cross(corners[loop[1]] - corners[loop[0]], corners[loop[2]] - corners[loop[0]]);
    for (int i = 0; i < count; ++i) {
      const SpacePoint& a = corners[loop[i]];
      const SpacePoint& b = corners[loop[(i + 1) % count]];
      EXPECT_GT(dot(cross(b - a, corners[loop[(i + 2) % count]] - b), normal), 0);
    }
    for (int k = 0; k < view.corner_count; ++k) {
      const int where = dot(normal, corners[k] - corners[loop[0]]).sign();
      EXPECT_EQ(where, view.dimension == 2 || own.count(k) != 0 ? 0 : -1) << "face " << f << " corner " << k;
    }
  }
}

/// Edges are the edges of the faces: left has it forwards, right backwards. Neighbours are what edges join.
inline void expect_edges_of_faces(const PolytopeView& view) {
  std::set<std::pair<int, int>> joined;
  const auto has = [&](int face, int from, int to) {
    for (int i = 0; i < view.faces[face].count; ++i) {
      const std::int32_t* loop = view.face_corners + view.faces[face].first;
      if (loop[i] == from && loop[(i + 1) % view.faces[face].count] == to) return true;
    }
    return false;
  };
  int face_edges = 0;
  for (int f = 0; f < view.face_count; ++f) face_edges += view.faces[f].count;
  EXPECT_EQ(face_edges, view.dimension < 2 ? 0 : 2 * view.edge_count);
  for (int e = 0; e < view.edge_count; ++e) {
    const Edge3& edge = view.edges[e];
    EXPECT_TRUE(joined.insert({edge.from, edge.to}).second);
    EXPECT_TRUE(joined.insert({edge.to, edge.from}).second);
    if (view.dimension == 1) {
      EXPECT_TRUE(edge.left == -1 && edge.right == -1);
    } else {
      EXPECT_TRUE(has(edge.left, edge.from, edge.to)) << "edge " << e;
      EXPECT_TRUE(has(edge.right, edge.to, edge.from)) << "edge " << e;
    }
  }
  std::set<std::pair<int, int>> neighbours;
  for (int k = 0; k < view.corner_count; ++k) {
    for (int i = view.neighbour_first[k]; i < view.neighbour_first[k + 1]; ++i)
      EXPECT_TRUE(neighbours.insert({k, view.neighbours[i]}).second);
  }
  EXPECT_EQ(neighbours, joined);
}

/// What PolytopeView promises, and Euler's formula.
inline void expect_polytope(const PolytopeView& view) {
  const std::vector<SpacePoint> corners = exact_corners(view);
  ASSERT_GE(view.corner_count, 1);
  constexpr int kEdges[] = {0, 1}, kFaces[] = {0, 0, 2};
  if (view.dimension < 2) {
    EXPECT_EQ(view.corner_count, view.dimension + 1);
    EXPECT_EQ(view.edge_count, kEdges[view.dimension]);
  }
  if (view.dimension < 3) {
    EXPECT_EQ(view.face_count, kFaces[view.dimension]);
  }
  if (view.dimension == 2) {
    EXPECT_EQ(view.edge_count, view.corner_count);
  }
  if (view.dimension == 3) {
    EXPECT_EQ(view.corner_count - view.edge_count + view.face_count, 2);
  }
  expect_convex_faces(view, corners);
  expect_edges_of_faces(view);
  for (int k = 0; k < view.corner_count; ++k) {
    const SpacePoint error = rational(view.corners[k]) - corners[k];
    for (const auto at : {&SpacePoint::x, &SpacePoint::y, &SpacePoint::z}) {
      EXPECT_LE(abs(error.*at), Rational3(view.corner_error));
      EXPECT_LE(rational(view.box.min).*at, corners[k].*at);
      EXPECT_GE(rational(view.box.max).*at, corners[k].*at);
    }
    for (int other = 0; other < k; ++other) EXPECT_NE(corners[k], corners[other]);
  }
}

}  // namespace touchstone::reference
