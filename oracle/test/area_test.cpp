#include "oracle/area.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "oracle/test/polygons.hpp"
#include "oracle/validity.hpp"

namespace touchstone::oracle {
namespace {

using test::OwnedPolygon;
using test::Random;
using test::square;

// Both methods, which must agree.
Rational both(const PolygonalShape& a, const PolygonalShape& b) {
  const Rational area = common_area(a, b);
  EXPECT_EQ(area, common_area_witness(a, b));
  EXPECT_EQ(area, common_area(b, a));
  return area;
}
double rounded(const OwnedPolygon& a, const OwnedPolygon& b) {
  return round_to_double(both(a.shape(), b.shape()));
}

TEST(AreaOf, PlainShapes) {
  EXPECT_EQ(area_of(Aabb2<double>{{1, 1}, {3, 4}}), 6);
  EXPECT_EQ(area_of(Obb2<double>{{5, 5}, {{1, 0}, {0, -2}}}), 8);
  EXPECT_EQ(area_of(OwnedPolygon(square(0, 9), {square(3, 6)}).shape()), 72);
  EXPECT_EQ(area_of(OwnedPolygon({{0, 0}, {0, 2}, {2, 0}}).shape()), 2);
}

TEST(AreaOf, FlatShapesHaveNone) {
  EXPECT_EQ(area_of(Point2<double>{{1, 1}}), 0);
  EXPECT_EQ(area_of(Segment2<double>{{1, 1}, {2, 2}}), 0);
  EXPECT_EQ(area_of(Obb2<double>{{5, 5}, {{1, 2}, {2, 4}}}), 0);
  EXPECT_EQ(area_of(OwnedPolygon({{0, 0}, {2, 2}, {1, 1}}).shape()), 0);
}

TEST(CommonArea, OverAHole) {
  EXPECT_EQ(rounded(OwnedPolygon(square(0, 9), {square(3, 6)}), OwnedPolygon(square(2, 7))), 16);
}

TEST(CommonArea, CombAgainstABar) {
  const OwnedPolygon comb(
      {{0, 0}, {6, 0}, {6, 3}, {5, 3}, {5, 1}, {4, 1}, {4, 3}, {3, 3}, {3, 1}, {2, 1}, {2, 3}, {0, 3}});
  EXPECT_EQ(rounded(comb, OwnedPolygon({{0, 2}, {6, 2}, {6, 5}, {0, 5}})), 4);
}

TEST(CommonArea, EqualShapesShareAll) {
  const OwnedPolygon ring(square(0, 9), {square(3, 6)});
  const OwnedPolygon clockwise({{0, 9}, {9, 9}, {9, 0}, {0, 0}}, {{{3, 3}, {3, 6}, {6, 6}, {6, 3}}});
  EXPECT_EQ(rounded(ring, clockwise), 72);
}

TEST(CommonArea, PlugOfTheHoleSharesNothing) {
  const OwnedPolygon ring(square(0, 9), {square(3, 6)});
  EXPECT_EQ(rounded(ring, OwnedPolygon(square(3, 6))), 0);
  EXPECT_EQ(rounded(ring, OwnedPolygon(square(4, 5))), 0);
  EXPECT_EQ(rounded(OwnedPolygon(square(0, 4)), OwnedPolygon(square(4, 8))), 0);
}

TEST(CommonArea, FlatShapesShareNothing) {
  const OwnedPolygon big(square(0, 9));
  EXPECT_EQ(both(big.shape(), Segment2<double>{{1, 1}, {2, 2}}), 0);
  EXPECT_EQ(both(big.shape(), Aabb2<double>{{1, 1}, {1, 2}}), 0);
}

TEST(CommonArea, SliverAtTheSideOfAHugeSquare) {
  const OwnedPolygon triangle({{1e-14, 0}, {-10, 50}, {-20, 50}});
  EXPECT_EQ(rounded(triangle, OwnedPolygon({{0, 1000}, {0, 0}, {1000, 0}, {1000, 1000}})),
            1.249999999999998e-28);
}

TEST(CommonArea, TilesMeantToShareAnEdge) {
  const OwnedPolygon a({{0.6666666666685, -1.5396007178376},
                        {1.6666666666685, -1.5396007178376},
                        {1.16666666667, -0.673575314055},
                        {0.166666666667, 1.05847549351},
                        {-0.833333333333, 1.05847549351}});
  const OwnedPolygon b({{1.66666666666947, 0.192450089732598},
                        {0.666666666667, 0.19245008973},
                        {1.16666666667, -0.673575314055},
                        {1.6666666666745, -1.5396007178426}});
  EXPECT_EQ(rounded(a, b), 2.4522660418823262e-14);
}

TEST(CommonArea, ConcaveAgainstATriangleWithACornerOnAnEdge) {
  const OwnedPolygon pentagon({{115, 96}, {140, 206}, {120, 210}, {125, 250}, {80, 300}});
  EXPECT_EQ(rounded(pentagon, OwnedPolygon({{111, 228}, {129, 192}, {309, 282}})), 318.60482654600304);
}

TEST(CommonArea, BoxOverOneLegOfAU) {
  const OwnedPolygon u({{0, 0}, {0, 200}, {310, 200}, {310, 0}, {210, 0}, {210, 100}, {100, 100}, {100, 0}});
  EXPECT_EQ(rounded(OwnedPolygon({{94.5, 0}, {94.5, 63}, {189, 63}, {189, 0}}), u), 346.5);
}

TEST(CommonArea, SmallestAndLargestCoordinates) {
  const double tiny = std::numeric_limits<double>::denorm_min();
  const double max = std::numeric_limits<double>::max();
  const PolygonalShape dot = Aabb2<double>{{0, 0}, {tiny, tiny}};
  EXPECT_EQ(both(dot, Aabb2<double>{{-max, -max}, {max, max}}), rational(tiny) * rational(tiny));
  // The corners of this box are beyond the doubles.
  EXPECT_EQ(both(dot, Obb2<double>{{max, max}, {{max, 0}, {0, max}}}), rational(tiny) * rational(tiny));
}

TEST(CommonArea, BothMethodsAgreeOnRandomLatticePolygons) {
  Random random(20);
  int valid = 0;
  int positive = 0;
  for (int i = 0; i < 1500; ++i) {
    const OwnedPolygon a(test::random_star(random, 3 + random.below(6), 7, 0, 0));
    const OwnedPolygon b(test::random_star(random, 3 + random.below(6), 7, random.below(7), random.below(3)));
    if (!invalid_reason(a.shape()).empty() || !invalid_reason(b.shape()).empty()) continue;
    ++valid;
    positive += both(a.shape(), b.shape()).sign() > 0;
    ASSERT_FALSE(HasFailure()) << "seed 20: " << a << "\n" << b;
  }
  EXPECT_GT(valid, 500);
  EXPECT_GT(positive, valid / 4);
  EXPECT_LT(positive, valid * 9 / 10);
}

TEST(CommonArea, PartsOfARingAddUp) {
  const OwnedPolygon ring(square(0, 9), {square(3, 6)});
  const OwnedPolygon triangle({{-1, 2.3}, {10.1, 3.7}, {5.3, 11.9}});
  const OwnedPolygon whole(square(0, 9));
  const OwnedPolygon plug(square(3, 6));
  const Rational of_ring = both(ring.shape(), triangle.shape());
  EXPECT_EQ(of_ring + both(plug.shape(), triangle.shape()), both(whole.shape(), triangle.shape()));
  EXPECT_GT(of_ring, 0);
}

}  // namespace
}  // namespace touchstone::oracle
