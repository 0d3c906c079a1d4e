#include "oracle/witness3.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "oracle/test/random_shapes3.hpp"
#include "oracle/test/shape_text3.hpp"

namespace touchstone::oracle {
namespace {

using AnyShape = Shape3<double>;

const Aabb3<double> kCube{{0, 0, 0}, {4, 4, 4}};

Aabb3<double> box_at(double x) {
  return {{x, 0, 0}, {x + 4, 4, 4}};
}

TEST(Witness3, BoxesOfEachRelationThenTold) {
  const WitnessAnswer3 apart = ask_witness(kCube, box_at(6)).value();
  EXPECT_EQ(apart.relation, Relation::disjoint);
  EXPECT_EQ(apart.distance_sq, 4);
  EXPECT_EQ(ask_witness(kCube, box_at(std::nextafter(4.0, 5.0)))->relation, Relation::disjoint);
  EXPECT_EQ(ask_witness(kCube, box_at(4))->relation, Relation::touching);
  EXPECT_EQ(ask_witness(kCube, box_at(std::nextafter(4.0, 3.0)))->relation, Relation::overlapping);
}

TEST(Witness3, FlatShapesThenTheyOverlapOnlyWhereTheySpanSpace) {
  const Triangle3<double> flat{{{-3, -3, 0}, {3, -3, 0}, {0, 3, 0}}};
  EXPECT_EQ(ask_witness(flat, flat)->relation, Relation::touching);
  EXPECT_EQ(ask_witness(flat, Segment3<double>{{0, 0, -1}, {0, 0, 1}})->relation, Relation::overlapping);
  EXPECT_EQ(ask_witness(flat, Segment3<double>{{0, 0, 0}, {0, 0, 1}})->relation, Relation::touching);
  EXPECT_EQ(ask_witness(flat, Segment3<double>{{-1, 0, 0}, {1, 0, 0}})->relation, Relation::touching);
  EXPECT_EQ(ask_witness(flat, Point3<double>{{0, 0, 1}})->relation, Relation::disjoint);
}

TEST(Witness3, BallsThenTheRadiiAreCounted) {
  const Sphere3<double> ball{{0, 0, 0}, 5};
  EXPECT_EQ(ask_witness(ball, Point3<double>{{3, 4, 0}})->relation, Relation::touching);
  EXPECT_EQ(ask_witness(ball, Point3<double>{{3, 4, 1e-9}})->relation, Relation::disjoint);
  EXPECT_EQ(ask_witness(ball, Capsule3<double>{{-9, 7, 0}, {9, 7, 0}, 2})->relation, Relation::touching);
  EXPECT_EQ(ask_witness(ball, Sphere3<double>{{0, 0, 0}, 0})->relation, Relation::overlapping);
  EXPECT_EQ(ask_witness(Sphere3<double>{}, Sphere3<double>{})->relation, Relation::touching);
}

TEST(Witness3, ExtremeNumbersThenStillExact) {
  constexpr double kMax = std::numeric_limits<double>::max();
  constexpr double kTiniest = std::numeric_limits<double>::denorm_min();
  const Segment3<double> across{{-kMax, -kMax, -kMax}, {kMax, kMax, kMax}};
  EXPECT_EQ(ask_witness(across, Point3<double>{{kTiniest, kTiniest, kTiniest}})->relation,
            Relation::touching);
  const WitnessAnswer3 apart = ask_witness(across, Point3<double>{{kTiniest, kTiniest, 0}}).value();
  EXPECT_EQ(apart.relation, Relation::disjoint);
  EXPECT_EQ(apart.distance_sq * Rational(3), rational(kTiniest) * rational(kTiniest) * Rational(2));
}

TEST(Witness3, ShapesItDoesNotKnowOrInvalidOnesThenNotAsked) {
  for (const AnyShape& shape :
       {AnyShape(Cylinder3<double>{{0, 0, 0}, {1, 0, 0}, 1}), AnyShape(Plane3<double>{{0, 0, 1}, 0}),
        AnyShape(Ray3<double>{{0, 0, 0}, {1, 0, 0}}), AnyShape(Sphere3<double>{{0, 0, 0}, -1})}) {
    EXPECT_FALSE(ask_witness(shape, kCube));
    EXPECT_FALSE(ask_witness(kCube, shape));
  }
}

TEST(Witness3, AnotherAnswerThenItDoesNotAgree) {
  const FullTruth3 apart = full_truth(kCube, box_at(6));
  const FullTruth3 together = full_truth(kCube, box_at(3));
  EXPECT_TRUE(agrees(*ask_witness(kCube, box_at(6)), apart));
  EXPECT_FALSE(agrees(*ask_witness(kCube, box_at(7)), apart));
  EXPECT_FALSE(agrees(*ask_witness(kCube, box_at(4)), apart));
  EXPECT_FALSE(agrees(*ask_witness(kCube, box_at(4)), together));
}

TEST(Witness3, TheFrontDoorThenItAgreesOrNot) {
  Truth3 truth;
  truth.assign(kCube, box_at(6));
  EXPECT_TRUE(agrees(*ask_witness(kCube, box_at(6)), truth));
  EXPECT_FALSE(agrees(*ask_witness(kCube, box_at(7)), truth));
  truth.assign(kCube, Sphere3<double>{{2, 2, 5}, 2});
  EXPECT_TRUE(agrees(*ask_witness(kCube, Sphere3<double>{{2, 2, 5}, 2}), truth));
  EXPECT_FALSE(agrees(*ask_witness(kCube, Sphere3<double>{{2, 2, 5.5}, 2}), truth));
}

// ---- random pairs

void expect_agreement(test::RandomShapes3& make, int pairs, int at_least) {
  int met[3] = {};
  for (int i = 0; i < pairs; ++i) {
    const AnyShape a = make.pick(4) == 0 ? make.ball() : make.polytope();
    const AnyShape b = make.pick(4) == 0 ? make.ball() : make.polytope();
    const FullTruth3 truth = full_truth(a, b);
    const WitnessAnswer3 answer = ask_witness(a, b).value();
    EXPECT_TRUE(agrees(answer, truth)) << test::json_of(a) << " " << test::json_of(b);
    ++met[static_cast<int>(answer.relation)];
  }
  for (const int count : met) EXPECT_GE(count, at_least);
}

TEST(Witness3, RandomPairsOnACoarseLatticeThenItAgrees) {
  test::RandomShapes3 make(41, 1);
  expect_agreement(make, 4000, 400);
}

TEST(Witness3, RandomPairsOnAFinerLatticeThenItAgrees) {
  test::RandomShapes3 make(42, 4);
  expect_agreement(make, 4000, 80);
}

// Any finite doubles near 1, boxes and hulls, nearly touching ones among them.
TEST(Witness3, RandomDoublesThenItAgrees) {
  std::mt19937_64 engine(43);
  std::uniform_real_distribution<double> number(-1, 1);
  const auto vec = [&] { return Vec3<double>{number(engine), number(engine), number(engine)}; };
  int met[3] = {};
  for (int i = 0; i < 1000; ++i) {
    std::vector<Vec3<double>> points(static_cast<std::size_t>(4 + i % 8));
    for (Vec3<double>& p : points) p = vec() + Vec3<double>{i % 2 == 0 ? 0.5 : 2, 0, 0};
    const Obb3<double> a{vec() * 0.5, {vec(), vec(), vec()}};
    const FullTruth3 truth = full_truth(a, Hull3<double>{points});
    EXPECT_TRUE(agrees(*ask_witness(a, Hull3<double>{points}), truth)) << i << ", seed 43";
    ++met[static_cast<int>(*truth.relation)];
  }
  EXPECT_GE(met[0], 200) << "seed 43";
  EXPECT_GE(met[2], 200) << "seed 43";
}

}  // namespace
}  // namespace touchstone::oracle
