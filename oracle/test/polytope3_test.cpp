#include "oracle/polytope3.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>
#include <set>
#include <vector>

#include "oracle/number.hpp"

namespace touchstone::oracle {
namespace {

using Point = Vec3<double>;
using RationalVec3 = Vec3<Rational>;

RationalVec3 rational(const Point& p) {
  return {oracle::rational(p.x), oracle::rational(p.y), oracle::rational(p.z)};
}
RationalVec3 exact_corner(const Polytope& polytope, int i) {
  const CornerSum sum = polytope.exact_corner(i);
  RationalVec3 total = rational(sum.terms[0]);
  for (int k = 1; k < sum.count; ++k) total = total + rational(sum.terms[k]);
  return total;
}
RationalVec3 normal_of(const Polytope& p, int face) {
  const auto [i, j, k] = p.face_triple(face);
  const RationalVec3 from = exact_corner(p, i);
  return cross(exact_corner(p, j) - from, exact_corner(p, k) - from);
}

// Every face is a convex polygon counter-clockwise from outside, with every given point on its inner side and
// no corner in its plane but its own.
void expect_faces_support(const Polytope& p, const std::vector<RationalVec3>& points) {
  for (int k = 0; k < p.face_count(); ++k) {
    const RationalVec3 normal = normal_of(p, k);
    const RationalVec3 on = exact_corner(p, p.face(k)[0]);
    for (const RationalVec3& point : points) ASSERT_LE(dot(normal, point - on), 0);
    const std::set<int> own(p.face(k).begin(), p.face(k).end());
    for (int i = 0; i < p.corner_count(); ++i)
      ASSERT_EQ(dot(normal, exact_corner(p, i) - on) == 0, own.contains(i));
    for (std::size_t i = 0; i < p.face(k).size(); ++i) {
      const std::size_t n = p.face(k).size();
      const RationalVec3 a = exact_corner(p, p.face(k)[i]);
      const RationalVec3 b = exact_corner(p, p.face(k)[(i + 1) % n]);
      const RationalVec3 c = exact_corner(p, p.face(k)[(i + 2) % n]);
      ASSERT_GT(dot(normal, cross(b - a, c - b)), 0);
    }
  }
}

void expect_edges_match_faces(const Polytope& p) {
  std::map<std::pair<int, int>, int> face_of;
  for (int k = 0; k < p.face_count(); ++k)
    for (std::size_t i = 0; i < p.face(k).size(); ++i)
      ASSERT_TRUE(face_of.emplace(std::pair{p.face(k)[i], p.face(k)[(i + 1) % p.face(k).size()]}, k).second);
  ASSERT_EQ(face_of.size(), 2 * p.edges().size());
  for (const Polytope::Edge& edge : p.edges()) {
    ASSERT_EQ((face_of.at({edge.from, edge.to})), edge.left);
    ASSERT_EQ((face_of.at({edge.to, edge.from})), edge.right);
  }
  ASSERT_EQ(p.corner_count() + p.face_count(), static_cast<int>(p.edges().size()) + 2);
}

void expect_solid(const Polytope& p, const std::vector<RationalVec3>& points) {
  ASSERT_EQ(p.dimension(), 3);
  expect_faces_support(p, points);
  expect_edges_match_faces(p);
}

int rational_dimension(const std::vector<RationalVec3>& points) {
  int dimension = 0;
  for (const RationalVec3& a : points)
    for (const RationalVec3& b : points) {
      if (a != points[0] && dimension == 0) dimension = 1;
      const RationalVec3 normal = cross(a - points[0], b - points[0]);
      if (normal == RationalVec3{}) continue;
      dimension = std::max(dimension, 2);
      for (const RationalVec3& c : points)
        if (dot(normal, c - points[0]) != 0) return 3;
    }
  return dimension;
}

// Flat: the corners are points, in cyclic order strictly convex, and contain all points.
void expect_polygon(const Polytope& p, const std::vector<RationalVec3>& points) {
  ASSERT_EQ(p.face_count(), 2);
  const RationalVec3 normal = normal_of(p, 0);
  ASSERT_LT(dot(normal, normal_of(p, 1)), 0);
  const int n = p.corner_count();
  ASSERT_EQ(static_cast<int>(p.edges().size()), n);
  for (const Polytope::Edge& edge : p.edges()) {
    const RationalVec3 from = exact_corner(p, edge.from);
    const RationalVec3 inward = cross(normal, exact_corner(p, edge.to) - from);
    for (const RationalVec3& point : points) ASSERT_GE(dot(inward, point - from), 0);
    for (int i = 0; i < n; ++i)
      ASSERT_EQ(dot(inward, exact_corner(p, i) - from) == 0, i == edge.from || i == edge.to);
  }
}

void expect_hull(const Polytope& p, const std::vector<RationalVec3>& points) {
  ASSERT_EQ(p.dimension(), rational_dimension(points));
  if (p.dimension() == 3) expect_solid(p, points);
  if (p.dimension() == 2) expect_polygon(p, points);
  if (p.dimension() < 2) {
    ASSERT_EQ(p.corner_count(), p.dimension() + 1);
    const RationalVec3 from = exact_corner(p, 0);
    const RationalVec3 along = exact_corner(p, p.corner_count() - 1) - from;
    for (const RationalVec3& point : points) {
      ASSERT_GE(dot(along, point - from), 0);
      ASSERT_LE(dot(along, point - from), dot(along, along));
    }
  }
}

std::vector<RationalVec3> rationals(const std::vector<Point>& points) {
  std::vector<RationalVec3> all;
  for (const Point& p : points) all.push_back(rational(p));
  return all;
}

std::vector<RationalVec3> corners_of(const Obb3<double>& box) {
  std::vector<RationalVec3> all;
  for (int code = 0; code < 8; ++code) {
    RationalVec3 p = rational(box.center);
    for (int i = 0; i < 3; ++i) p = p + rational(box.half_axes[i] * ((code >> i & 1) != 0 ? 1.0 : -1.0));
    all.push_back(p);
  }
  return all;
}

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  int integer(int count) { return static_cast<int>(engine_() % static_cast<unsigned>(count)); }
  double uniform(double low, double high) {
    return low + (high - low) * std::ldexp(static_cast<double>(engine_() >> 11), -53);
  }
  Point lattice(int count) {
    return {static_cast<double>(integer(count)), static_cast<double>(integer(count)),
            static_cast<double>(integer(count))};
  }
  Point inside() { return {uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)}; }
  Point on_sphere() {
    const Point p = inside();
    return p * (1 / length(p));
  }

 private:
  std::mt19937_64 engine_;
};

TEST(Polytope, BoxesHaveTheirFacesCounterClockwiseFromOutside) {
  Polytope p;
  p.assign(Aabb3<double>{{-1, -2, -3}, {1, 2, 3}});
  ASSERT_TRUE(p.is_box());
  expect_solid(p, rationals({{1, 2, 3}, {-1, 2, 3}, {1, -2, -3}, {0, 0, 0}}));
  for (const double sign : {1.0, -1.0}) {
    const Obb3<double> box{{0.1, 0.2, 0.3}, {{0.7, 0.1, 0}, {-0.1, 0.7 * sign, 0.2}, {0, -0.3, 0.9}}};
    p.assign(box);
    ASSERT_TRUE(p.is_box());
    expect_solid(p, corners_of(box));
  }
}

TEST(Polytope, FirstEdgesAndFacesOfABoxHaveAllDirections) {
  Polytope p;
  p.assign(Aabb3<double>{{0, 0, 0}, {1, 1, 1}});
  const Point sum = p.edge(0) + p.edge(1) + p.edge(2);
  EXPECT_EQ(sum, (Point{1, 1, 1}));
  RationalVec3 normals{};
  for (int k = 0; k < 3; ++k) normals = normals + normal_of(p, k);
  EXPECT_EQ(normals, rational(Point{1, 1, 1}));
}

TEST(Polytope, LatticePointsOfEveryDimension) {
  Random random(1);
  int met[4] = {};
  Polytope p;
  for (int i = 0; i < 4000; ++i) {
    std::vector<Point> points;
    const Point flatten{static_cast<double>(random.integer(3) > 0),
                        static_cast<double>(random.integer(3) > 0), 1};
    const int count = 1 + random.integer(20);
    for (int k = 0; k < count; ++k) {
      const Point q = random.lattice(2 + random.integer(3));
      points.push_back({q.x * flatten.x, q.y * flatten.y, q.z + q.x});
    }
    p.assign(Hull3<double>{points});
    expect_hull(p, rationals(points));
    if (HasFatalFailure()) FAIL() << i;
    ++met[p.dimension()];
  }
  for (const int count : met) EXPECT_GT(count, 200);
}

TEST(Polytope, PointsAlmostInOnePlaneOrOnOneLine) {
  Random random(2);
  Polytope p;
  for (int i = 0; i < 500; ++i) {
    const Point u = random.inside();
    const Point v = random.inside() * (i % 2 == 0 ? 1 : 1e-9);
    std::vector<Point> points;
    for (int k = 0; k < 12; ++k)
      points.push_back(Point{1e3, 7, 0.1} + u * random.uniform(-1, 1) + v * random.uniform(-1, 1));
    p.assign(Hull3<double>{points});
    expect_hull(p, rationals(points));
    if (HasFatalFailure()) FAIL() << i;
  }
}

TEST(Polytope, TwoHundredPointsOnASphere) {
  Random random(3);
  std::vector<Point> points;
  for (int k = 0; k < 200; ++k) points.push_back(random.on_sphere());
  Polytope p;
  p.assign(Hull3<double>{points});
  EXPECT_GT(p.corner_count(), 190);
  expect_solid(p, rationals(points));
}

TEST(Polytope, CoordinatesBeyondTheRangeOfExpansions) {
  Random random(4);
  Polytope p;
  for (const double scale : {0x1p-1060, 0x1p-400, 0x1p1020}) {
    std::vector<Point> points;
    for (int k = 0; k < 12; ++k) points.push_back((random.lattice(5) - Point{2, 2, 2}) * scale);
    p.assign(Hull3<double>{points});
    expect_hull(p, rationals(points));
  }
}

TEST(Polytope, DependentHalfAxesMakeFlatShapes) {
  Random random(5);
  Polytope p;
  int met[4] = {};
  int hexagons = 0;
  for (int i = 0; i < 2000; ++i) {
    const double unit = i % 2 == 0 ? 1 : 0.1;
    Obb3<double> box{random.inside(), {}};
    for (Point& axis : box.half_axes) axis = (random.lattice(3) - Point{1, 1, 1}) * unit;
    if (random.integer(2) == 0)
      box.half_axes[2] = box.half_axes[0] + box.half_axes[1] * static_cast<double>(random.integer(2));
    if (i % 50 == 0) box.half_axes[0] = box.half_axes[1] = box.half_axes[2] = Point{};
    p.assign(box);
    expect_hull(p, corners_of(box));
    if (HasFatalFailure()) FAIL() << i;
    ++met[p.dimension()];
    hexagons += p.dimension() == 2 && p.corner_count() == 6;
  }
  for (const int count : met) EXPECT_GT(count, 5);
  EXPECT_GT(hexagons, 100);
}

TEST(Polytope, CornersOfAnObbAreWithinTheirError) {
  Random random(6);
  Polytope p;
  for (int i = 0; i < 200; ++i) {
    const Obb3<double> box{random.inside() * 100.0, {random.inside(), random.inside(), random.inside()}};
    p.assign(box);
    ASSERT_GT(p.corner_error(), 0);
    const Rational error = oracle::rational(p.corner_error());
    for (int k = 0; k < 8; ++k) {
      const RationalVec3 d = exact_corner(p, k) - rational(p.corner(k));
      for (const Rational& c : {d.x, d.y, d.z}) ASSERT_LE(abs(c), error);
    }
  }
}

}  // namespace
}  // namespace touchstone::oracle
