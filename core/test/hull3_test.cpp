#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <set>
#include <vector>

#include <touchstone/hull3.hpp>

#include "core/test/polytope3_reference.hpp"

namespace touchstone {
namespace {

using reference::expect_polytope;
using reference::SpacePoint;
using Points = std::vector<Vec3<double>>;

ConvexHull hull_of(const Points& points) {
  ConvexHull hull;
  hull.assign(points);
  return hull;
}
Points corners_of(const PolytopeView& view) {
  return {view.corners, view.corners + view.corner_count};
}
/// corners, edges, faces.
std::array<int, 3> counts(const Points& points) {
  const ConvexHull hull = hull_of(points);
  expect_polytope(hull.view());
  return {hull.view().corner_count, hull.view().edge_count, hull.view().face_count};
}
using Counts = std::array<int, 3>;

Points grid(int size) {
  Points points;
  for (int i = 0; i < size * size * size; ++i) {
    points.push_back({static_cast<double>(i % size), static_cast<double>(i / size % size),
                      static_cast<double>(i / (size * size))});
  }
  return points;
}

void expect_same(const PolytopeView& a, const PolytopeView& b) {
  ASSERT_EQ(corners_of(a), corners_of(b));
  ASSERT_EQ(a.dimension, b.dimension);
  ASSERT_EQ(a.edge_count, b.edge_count);
  ASSERT_EQ(a.face_count, b.face_count);
  for (int e = 0; e < a.edge_count; ++e) {
    EXPECT_EQ(a.edges[e].from, b.edges[e].from);
    EXPECT_EQ(a.edges[e].to, b.edges[e].to);
    EXPECT_EQ(a.edges[e].left, b.edges[e].left);
    EXPECT_EQ(a.edges[e].right, b.edges[e].right);
  }
  const auto ends = [](const PolytopeView& v) { return v.face_corners + 2 * v.edge_count; };
  if (a.face_count > 0) {
    EXPECT_TRUE(std::equal(a.face_corners, ends(a), b.face_corners, ends(b)));
  }
}

TEST(ConvexHull, NoPointsIsEmpty) {
  ConvexHull hull = hull_of({{1, 2, 3}});
  EXPECT_FALSE(hull.empty());
  hull.assign({});
  EXPECT_TRUE(hull.empty());
}

TEST(ConvexHull, EqualPointsAreAPoint) {
  EXPECT_EQ(counts({{1, 2, 3}}), (Counts{1, 0, 0}));
  EXPECT_EQ(counts({{0.0, 2, 3}, {-0.0, 2, 3}, {0.0, 2, 3}}), (Counts{1, 0, 0}));
  const ConvexHull hull = hull_of({{-0.0, -0.0, -0.0}});
  EXPECT_FALSE(std::signbit(hull.view().corners[0].x));
}

TEST(ConvexHull, PointsOnALineAreASegment) {
  const ConvexHull hull = hull_of({{1, 1, 1}, {3, 5, 7}, {2, 3, 4}, {0, -1, -2}, {1, 1, 1}});
  expect_polytope(hull.view());
  EXPECT_EQ(corners_of(hull.view()), (Points{{0, -1, -2}, {3, 5, 7}}));
}

TEST(ConvexHull, PointsInAPlaneAreAPolygon) {
  EXPECT_EQ(counts({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}), (Counts{3, 3, 2}));
  // Square with its centre and the middle of an edge, seen along each axis.
  EXPECT_EQ(counts({{0, 0, 5}, {2, 0, 5}, {2, 2, 5}, {0, 2, 5}, {1, 1, 5}, {1, 0, 5}}), (Counts{4, 4, 2}));
  EXPECT_EQ(counts({{0, 5, 0}, {2, 5, 0}, {2, 5, 2}, {0, 5, 2}, {1, 5, 1}, {1, 5, 0}}), (Counts{4, 4, 2}));
  EXPECT_EQ(counts({{5, 0, 0}, {5, 2, 0}, {5, 2, 2}, {5, 0, 2}, {5, 1, 1}, {5, 1, 0}}), (Counts{4, 4, 2}));
  // Of a grid in the plane x + y + z = 3: a hexagon cut off a triangle.
  EXPECT_EQ(counts({{1, 2, 0}, {2, 1, 0}, {0, 2, 1}, {2, 0, 1}, {0, 1, 2}, {1, 0, 2}, {1, 1, 1}}),
            (Counts{6, 6, 2}));
}

TEST(ConvexHull, KnownSolids) {
  EXPECT_EQ(counts({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}), (Counts{4, 6, 4}));
  EXPECT_EQ(counts({{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}, {0, 0, 0}}),
            (Counts{6, 12, 8}));
  EXPECT_EQ(counts(grid(2)), (Counts{8, 12, 6}));
  EXPECT_EQ(counts(grid(4)), (Counts{8, 12, 6}));
  // Square pyramid.
  EXPECT_EQ(counts({{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}, {1, 1, 3}, {1, 1, 0}}), (Counts{5, 8, 5}));
}

TEST(ConvexHull, PointsAnUlpOffAFaceOrAnEdge) {
  Points points = grid(2);
  points.push_back({0.5, 0.5, std::nextafter(1.0, 0)});
  EXPECT_EQ(counts(points), (Counts{8, 12, 6}));
  points.back().z = 1;
  EXPECT_EQ(counts(points), (Counts{8, 12, 6}));
  points.back().z = std::nextafter(1.0, 2);
  EXPECT_EQ(counts(points), (Counts{9, 16, 9}));
  // Beyond an edge, in the plane of one of its faces, which becomes a pentagon.
  points.back() = {std::nextafter(1.0, 2), 0.5, 1};
  EXPECT_EQ(counts(points), (Counts{9, 15, 8}));
  // On the line of an edge: the corner before it is no corner now.
  points.back() = {std::nextafter(1.0, 2), 1, 1};
  EXPECT_EQ(counts(points), (Counts{8, 13, 7}));
}

TEST(ConvexHull, ThinAndHugeAtTheLimitsOfTheRange) {
  for (const double s : {kSmallestCoordinate3, kLargestCoordinate3 / 2}) {
    const double more = s * (1 + 0x1p-52);
    const Points points = {{s, s, s}, {-s, s, s}, {s, -s, s}, {-s, -s, s}, {0, 0, more}};
    EXPECT_EQ(counts(points), (Counts{5, 8, 5}));
  }
}

/// Random points on a lattice, many in one plane, none twice, in lexicographic order.
Points lattice_points(std::mt19937_64& random, double scale) {
  const int reach = 1 + static_cast<int>(random() % 4);
  std::set<std::array<int, 3>> lattice;
  const auto next = [&] { return static_cast<int>(random() % 9) % (2 * reach + 1) - reach; };
  for (int i = 4 + static_cast<int>(random() % 12); i > 0; --i) lattice.insert({next(), next(), next()});
  Points points;
  for (const auto& p : lattice) points.push_back({p[0] * scale, p[1] * scale, p[2] * scale});
  return points;
}

using Faces = std::set<std::vector<int>>;

/// Corners of each face, by brute force: a point is a corner where three supporting planes or more meet.
Faces expected_faces(const Faces& supporting, std::size_t point_count) {
  std::vector<int> planes(point_count, 0);
  for (const auto& set : supporting) {
    for (const int k : set) ++planes[k];
  }
  Faces faces;
  for (std::vector<int> set : supporting) {
    std::erase_if(set, [&](int k) { return planes[k] < 3; });
    faces.insert(set);
  }
  return faces;
}
Faces faces_of(const PolytopeView& view, const Points& points) {
  Faces faces;
  for (int f = 0; f < view.face_count; ++f) {
    std::vector<int> face;
    for (int i = 0; i < view.faces[f].count; ++i) {
      const Vec3<double>& corner = view.corners[view.face_corners[view.faces[f].first + i]];
      face.push_back(static_cast<int>(std::find(points.begin(), points.end(), corner) - points.begin()));
    }
    std::sort(face.begin(), face.end());
    EXPECT_TRUE(faces.insert(face).second);
  }
  return faces;
}

/// What the random hulls were.
struct Met {
  int solid = 0;
  int many_cornered_faces = 0;
  int dropped_from_faces = 0;
};

void expect_brute_force(const Points& points, std::mt19937_64& random, Met& met) {
  std::vector<SpacePoint> exact;
  for (const Vec3<double>& p : points) exact.push_back(reference::rational(p));
  Points shuffled = points;
  std::shuffle(shuffled.begin(), shuffled.end(), random);
  const ConvexHull hull = hull_of(shuffled);
  expect_polytope(hull.view());
  if (hull.view().dimension < 3) return;
  const Faces supporting = reference::supporting_sets(exact);
  const Faces expected = expected_faces(supporting, points.size());
  EXPECT_EQ(faces_of(hull.view(), points), expected);
  ++met.solid;
  std::size_t on_planes = 0, corners = 0;
  for (const auto& set : supporting) on_planes += set.size();
  for (const auto& set : expected) corners += set.size();
  met.many_cornered_faces += corners > 3 * expected.size() ? 1 : 0;
  met.dropped_from_faces += on_planes > corners ? 1 : 0;
}

TEST(ConvexHull, RandomLatticeHullsEqualBruteForce) {
  std::mt19937_64 random(20240501);
  Met met;
  for (int i = 0; i < 300; ++i) expect_brute_force(lattice_points(random, 1), random, met);
  EXPECT_GT(met.solid, 250);
  EXPECT_GT(met.many_cornered_faces, 120);
  EXPECT_GT(met.dropped_from_faces, 60);
}

/// Sevenths are rounded: points in one plane on the lattice leave it by an ulp, or stay.
TEST(ConvexHull, RandomHullsOfNearlyCoplanarPointsEqualBruteForce) {
  std::mt19937_64 random(20240502);
  Met met;
  for (int i = 0; i < 150; ++i) expect_brute_force(lattice_points(random, 1.0 / 7), random, met);
  EXPECT_GT(met.solid, 125);
  EXPECT_GT(met.many_cornered_faces, 60);
}

/// Points of the plane a x + b y + c z = 0 against the hull of a pyramid over them.
TEST(ConvexHull, RandomFlatHullsAreTheBasesOfTheirPyramids) {
  std::mt19937_64 random(20240503);
  int polygons = 0;
  for (int i = 0; i < 200; ++i) {
    Points points = lattice_points(random, 1);
    const auto a = static_cast<double>(random() % 3), b = static_cast<double>(random() % 3);
    for (Vec3<double>& p : points) p.z = a * p.x + b * p.y;
    const ConvexHull flat = hull_of(points);
    expect_polytope(flat.view());
    if (flat.view().dimension < 2) continue;
    ++polygons;
    points.push_back({0, 0, 99});
    EXPECT_EQ(hull_of(points).view().corner_count, flat.view().corner_count + 1);
  }
  EXPECT_GT(polygons, 180);
}

TEST(ConvexHull, OrderAndRepetitionsAndInnerPointsChangeNothing) {
  std::mt19937_64 random(20240504);
  for (int i = 0; i < 200; ++i) {
    Points points = lattice_points(random, i % 2 == 0 ? 1 : 0.1);
    const ConvexHull before = hull_of(points);
    const Points corners = corners_of(before.view());
    expect_same(hull_of(corners).view(), before.view());
    for (int k = 0; k < 5; ++k) points.push_back(points[random() % points.size()]);
    std::shuffle(points.begin(), points.end(), random);
    expect_same(hull_of(points).view(), before.view());
  }
}

TEST(ConvexHull, ManyPointsOnASphereAreAllCorners) {
  std::mt19937_64 random(20240505);
  const auto next = [&] { return static_cast<double>(random() >> 11) * 0x1p-52 - 1; };
  Points points;
  while (points.size() < 500) {
    const Vec3<double> p{next(), next(), next()};
    if (length_sq(p) <= 1 && length_sq(p) > 0.1) points.push_back(p * (1 / length(p)));
  }
  const ConvexHull hull = hull_of(points);
  EXPECT_EQ(hull.view().corner_count, 500);
  EXPECT_EQ(hull.view().edge_count, 3 * 500 - 6);
  EXPECT_EQ(hull.view().face_count, 2 * 500 - 4);
  reference::expect_edges_of_faces(hull.view());
}

/// The slowest input: each point sees a share of all the faces.
TEST(ConvexHull, MomentCurveIsASimplicialHullOfAllPoints) {
  Points points;
  for (int i = -30; i < 30; ++i) {
    const double t = i;
    points.push_back({t, t * t, t * t * t});
  }
  EXPECT_EQ(counts(points), (Counts{60, 174, 116}));
}

}  // namespace
}  // namespace touchstone
