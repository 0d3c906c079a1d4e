#include "oracle/region.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "oracle/test/polygons.hpp"

namespace touchstone::oracle {
namespace {

using test::OwnedPolygon;
using test::Random;
using test::square;

int exact_orientation(Point a, Point b, Point c) {
  return cross(rational(a) - rational(c), rational(b) - rational(c)).sign();
}

TEST(Orientation, NeighboursOfAPointOnTheLine) {
  const Vertex a = vertex_of(Point{0.5, 0.5});
  const Vertex b = vertex_of(Point{12, 12});
  EXPECT_EQ(orientation(a, b, vertex_of(Point{24, 24})), 0);
  EXPECT_EQ(orientation(a, b, vertex_of(Point{24, std::nextafter(24.0, 25.0)})), 1);
  EXPECT_EQ(orientation(a, b, vertex_of(Point{24, std::nextafter(24.0, 23.0)})), -1);
}

Point random_lattice_point(Random& random, int exponent) {
  const auto coordinate = [&] {
    return std::ldexp(random.below(4) + (random.below(6) == 0) * 0x1p-50, exponent);
  };
  const double x = coordinate();
  return {x, coordinate()};
}

TEST(Orientation, EqualsTheRationalsAtEveryExponent) {
  Random random(9);
  int of[3] = {};
  for (const int exponent : {0, -1070, -1000, -540, -480, 490, 520, 1019}) {
    for (int i = 0; i < 500; ++i) {
      const Point a = random_lattice_point(random, exponent);
      const Point b = random_lattice_point(random, exponent);
      const Point c = random_lattice_point(random, exponent);
      const int sign = orientation(vertex_of(a), vertex_of(b), vertex_of(c));
      ASSERT_EQ(sign, exact_orientation(a, b, c)) << "seed 9, " << exponent << ' ' << OwnedPolygon({a, b, c});
      ++of[sign + 1];
    }
  }
  for (const int count : of) EXPECT_GT(count, 400);
}

TEST(Orientation, OfPointsThatAreNoDoubles) {
  const RationalVec2 third{Rational(1) / 3, Rational(1) / 3};
  const RationalVec2 above{Rational(1) / 3, Rational(1) / 3 + rational(0x1p-300)};
  const Vertex a = vertex_of(Point{0, 0});
  const Vertex b = vertex_of(Point{1, 1});
  EXPECT_EQ(orientation(a, b, vertex_of(third)), 0);
  EXPECT_EQ(orientation(a, b, vertex_of(above)), 1);
  EXPECT_EQ(compare(vertex_of(third), vertex_of(above)), -1);
  EXPECT_EQ(compare_x(vertex_of(third), vertex_of(above)), 0);
}

TEST(Region, ContoursRunWithTheInteriorOnTheirLeft) {
  const OwnedPolygon polygon({{0, 0}, {0, 9}, {9, 9}, {9, 0}}, {square(3, 6)});
  const Region region(polygon.shape());
  ASSERT_EQ(region.contour_count(), 2U);
  EXPECT_EQ(orientation(region.vertex(0), region.vertex(1), region.vertex(2)), 1);
  EXPECT_EQ(orientation(region.vertex(4), region.vertex(5), region.vertex(6)), -1);
}

TEST(Region, RepeatedNeighboursCountOnce) {
  const OwnedPolygon polygon({{0, 0}, {0, 0}, {4, 0}, {4, 4}, {4, 4}, {0, 0}});
  const Region region(polygon.shape());
  ASSERT_EQ(region.vertices().size(), 3U);
  EXPECT_EQ(region.given_index(0), 1U);
}

TEST(Region, ShapesWithoutAreaAreAPointOrAnEdge) {
  EXPECT_EQ(Region(Point2<double>{{1, 1}}).dimension(), 0);
  EXPECT_EQ(Region(Segment2<double>{{1, 1}, {1, 1}}).dimension(), 0);
  EXPECT_EQ(Region(Aabb2<double>{{1, 1}, {1, 1}}).dimension(), 0);
  EXPECT_EQ(Region(Aabb2<double>{{1, 1}, {1, 2}}).dimension(), 1);
  EXPECT_EQ(Region(Obb2<double>{{0.1, 0.2}, {{1, 3}, {2, 6}}}).dimension(), 1);
  EXPECT_EQ(Region(Obb2<double>{{0.1, 0.2}, {{0, 0}, {0, 0}}}).dimension(), 0);
  EXPECT_EQ(Region(Obb2<double>{{0.1, 0.2}, {{1, 3}, {2, std::nextafter(6.0, 7.0)}}}).dimension(), 2);
}

TEST(Region, LocatesEveryLatticePointOfAZigzag) {
  const OwnedPolygon zigzag({{0, 0}, {2, 2}, {4, 0}, {6, 2}, {6, 4}, {4, 2}, {2, 4}, {0, 2}});
  const Region region(zigzag.shape());
  const std::string rows[5] = {"b...b..", "bb.bib.", "bibibib", ".bib.bb", "..b...b"};  // y = 0 first
  for (int y = 0; y < 5; ++y) {
    for (int x = 0; x < 7; ++x) {
      const Location where = region.locate(vertex_of(Point{static_cast<double>(x), static_cast<double>(y)}));
      const char name = where == Location::inside ? 'i' : where == Location::boundary ? 'b' : '.';
      EXPECT_EQ(name, rows[y][static_cast<std::size_t>(x)]) << x << ' ' << y;
    }
  }
}

}  // namespace
}  // namespace touchstone::oracle
