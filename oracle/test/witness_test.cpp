#include "oracle/witness.hpp"

#include <gtest/gtest.h>

#include "oracle/test/convex_pairs.hpp"

namespace touchstone::oracle {
namespace {

using test::Family;
using test::PairMaker;

constexpr unsigned kSeed = 20260105;

TEST(Witness, TouchingBoxesThenTheyMeetAndTheirInteriorsDoNot) {
  const auto said = ask_witness(Aabb2<double>{{0, 0}, {1, 1}}, Aabb2<double>{{1, 0}, {2, 1}});
  ASSERT_TRUE(said);
  EXPECT_TRUE(said->meets);
  EXPECT_EQ(said->interiors_meet, false);
  EXPECT_EQ(said->distance_sq, Rational(0));
}

TEST(Witness, BoxesApartThenTheSquaredDistance) {
  const auto said = ask_witness(Aabb2<double>{{0, 0}, {1, 1}}, Aabb2<double>{{4, 5}, {6, 6}});
  EXPECT_FALSE(said->meets);
  EXPECT_EQ(said->distance_sq, Rational(25));
}

TEST(Witness, ObbThenItsExactCorners) {
  const Shape obb = Obb2<double>{{0.1, 0.2}, {{0.1, 0}, {0, 0.2}}};
  const Rational corner_x = rational(0.1) + rational(0.1);
  const auto said = ask_witness(obb, Aabb2<double>{{1, 0}, {2, 1}});
  EXPECT_EQ(said->distance_sq, Rational((1 - corner_x) * (1 - corner_x)));
}

TEST(Witness, PolygonInAHoleThenApartAndTouchingItsRim) {
  const Point outer[] = {{0, 0}, {9, 0}, {9, 9}, {0, 9}};
  const Point inner[] = {{3, 3}, {3, 6}, {6, 6}, {6, 3}};
  const Contour2<double> holes[] = {inner};
  const Shape frame = Polygon2<double>{outer, holes};
  const auto apart = ask_witness(frame, Aabb2<double>{{4, 4}, {5, 5}});
  EXPECT_TRUE(!apart->meets && apart->distance_sq == Rational(1));
  const auto touching = ask_witness(frame, Aabb2<double>{{4, 4}, {6, 5}});
  EXPECT_TRUE(touching->meets && touching->interiors_meet == false);
}

TEST(Witness, InvalidShapeThenNotAsked) {
  EXPECT_FALSE(ask_witness(Aabb2<double>{{1, 0}, {0, 1}}, Point2<double>{{0, 0}}));
}

TEST(Witness, TriangleThenAsItsPolygonAndRoundShapesAndRaysThenNotAsked) {
  const Shape triangle = Triangle2<double>{{{0, 0}, {1, 0}, {0, 1}}};
  const Shape box = Aabb2<double>{{4, 0}, {5, 1}};
  EXPECT_EQ(ask_witness(triangle, box)->distance_sq, Rational(9));
  for (const Shape& shape :
       {Shape(Circle2<double>{{0, 0}, 1}), Shape(Capsule2<double>{{0, 0}, {1, 0}, 0}),
        Shape(Ring2<double>{{0, 0}, 1, 2}), Shape(Ellipse2<double>{{0, 0}, {{1, 0}, {0, 1}}}),
        Shape(Ray2<double>{{0, 0}, {1, 0}})}) {
    EXPECT_FALSE(ask_witness(shape, box)) << shape.index();
    EXPECT_FALSE(ask_witness(box, shape)) << shape.index();
  }
}

TEST(Witness, WrongTruthThenItDisagrees) {
  Truth truth;
  truth.assign(Aabb2<double>{{0, 0}, {1, 1}}, Aabb2<double>{{1, 0}, {2, 1}});
  EXPECT_TRUE(agrees({true, false, Rational(0)}, truth));
  EXPECT_FALSE(agrees({true, true, Rational(0)}, truth));
  EXPECT_FALSE(agrees({false, false, Rational(1)}, truth));
  truth.assign(Point2<double>{{0, 0}}, Point2<double>{{3, 4}});
  EXPECT_TRUE(agrees({false, {}, Rational(25)}, truth));
  EXPECT_FALSE(agrees({false, {}, Rational(26)}, truth));
}

struct Counts {
  int relations[3] = {};
  int solid = 0;
};

Counts compare(Family family, int pairs) {
  PairMaker make(family, kSeed);
  Truth truth;
  Counts counts;
  for (int i = 0; i < pairs; ++i) {
    make.next();
    truth.assign(make.a, make.b);
    const auto said = ask_witness(make.a, make.b);
    EXPECT_TRUE(said && agrees(*said, truth)) << "seed " << kSeed << " pair " << i;
    counts.solid += said && said->interiors_meet;
    ++counts.relations[static_cast<int>(truth.relation())];
  }
  return counts;
}

TEST(Witness, RandomSolidPairsThenItAgreesWithTheTruth) {
  for (const Family family : {Family::uniform, Family::rounded_obb, Family::near_touch, Family::sliver}) {
    SCOPED_TRACE(static_cast<int>(family));
    EXPECT_EQ(compare(family, 150).solid, 150);
  }
}

TEST(Witness, LatticePairsFlatOnesTooThenItAgreesWithTheTruth) {
  const Counts counts = compare(Family::lattice, 1500);
  EXPECT_TRUE(counts.relations[0] > 300 && counts.relations[1] > 50 && counts.relations[2] > 100);
  EXPECT_TRUE(counts.solid > 300 && counts.solid < 1200);
}

// Boost 1.81 says here that interiors meet; the shapes lie on different sides of y = 2.
TEST(Witness, HoleThatTouchesItsShellOnTheOthersBoundaryThenInteriorsAreNotAsked) {
  const Point triangle[] = {{1, 2}, {4, 2}, {3, 1}};
  const Point shell[] = {{0, 4}, {0, 2}, {4, 2}, {4, 3}};
  const Point hole[] = {{1, 3}, {2, 3}, {2, 2}};
  const Contour2<double> holes[] = {hole};
  const Shape a = Polygon2<double>{triangle};
  const Shape b = Polygon2<double>{shell, holes};
  const auto said = ask_witness(a, b);
  Truth truth;
  truth.assign(a, b);
  ASSERT_TRUE(said);
  EXPECT_FALSE(said->interiors_meet);
  EXPECT_EQ(truth.relation(), Relation::touching);
  EXPECT_TRUE(agrees(*said, truth));
}

TEST(Witness, OutOfTheRangeOfExpansionsThenItAgreesWithTheTruth) {
  for (const Family family : {Family::tiny, Family::subnormal, Family::huge})
    EXPECT_EQ(compare(family, 30).solid, 30);
}

}  // namespace
}  // namespace touchstone::oracle
