#include "oracle/full_truth3.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "oracle/exact3.hpp"
#include "oracle/test/random_shapes3.hpp"
#include "oracle/test/shape_text3.hpp"

// Scenes with known answers, some of them public bug reports, whose numbers are exact values rounded to
// double; then laws on random pairs.

namespace touchstone::oracle {
namespace {

using Vec = Vec3<double>;
using AnyShape = Shape3<double>;
using Box = Aabb3<double>;
using Ball = Sphere3<double>;

double distance_of(const FullTruth3& truth) {
  return round_to_double(truth.distance.value());
}
double depth_of(const FullTruth3& truth) {
  return round_to_double(truth.depth.value());
}
double separation_of(const FullTruth3& truth) {
  return round_to_double(truth.separation.value());
}
Vec rounded(const RealVec3& p) {
  return {round_to_double(p.x), round_to_double(p.y), round_to_double(p.z)};
}
std::vector<Vec> mtv_of(const FullTruth3& truth) {
  std::vector<Vec> vectors;
  for (const RealVec3& mtv : truth.mtv.value()) vectors.push_back(rounded(mtv));
  const auto less = [](const Vec& p, const Vec& q) {
    if (p.x != q.x) return p.x < q.x;
    return p.y != q.y ? p.y < q.y : p.z < q.z;
  };
  std::sort(vectors.begin(), vectors.end(), less);
  return vectors;
}

const Box kCube{{0, 0, 0}, {4, 4, 4}};
const Triangle3<double> kFlat{{{-3, -3, 0}, {3, -3, 0}, {0, 3, 0}}};

void expect_touch(const FullTruth3& truth, const Vec& at) {
  EXPECT_EQ(truth.relation, Relation::touching);
  EXPECT_EQ(distance_of(truth), 0);
  EXPECT_EQ(depth_of(truth), 0);
  EXPECT_EQ(separation_of(truth), 0);
  EXPECT_EQ(mtv_of(truth), (std::vector<Vec>{{0, 0, 0}}));
  EXPECT_EQ(rounded(truth.closest->on_a), at);
  EXPECT_EQ(rounded(truth.closest->on_b), at);
}

// ---- polytopes

TEST(FullTruth3, InvalidShapeThenItsReasonAndNothingElse) {
  const FullTruth3 truth = full_truth(kCube, Ball{{0, 0, 0}, -1});
  EXPECT_EQ(truth.invalid_reason, "b: radius is negative");
  EXPECT_FALSE(truth.relation || truth.distance || truth.mtv || truth.undecided);
}

TEST(FullTruth3, ThinBoxOverASmallTiltedOneThenTheirDistance) {
  const Obb3<double> a{{1.625, 0, 0.5}, {{1.375, 0, 0}, {0, 3, 0}, {0, 0, 0.025}}};
  const Obb3<double> b{{0.192074, -0.27787, 0.273546},
                       {{0.02914321256506852, 0.20444165246867857, 0.04794042028667739},
                        {-0.05647795390484555, -0.003491911679145215, 0.049224458103133945},
                        {0.05424324997858445, -0.0219611345234223, 0.06067840144734325}}};
  const FullTruth3 truth = full_truth(a, b);
  EXPECT_EQ(truth.relation, Relation::disjoint);
  EXPECT_EQ(distance_of(truth), 0.05351616282454925);
  EXPECT_FALSE(truth.depth || truth.mtv || truth.location);
}

TEST(FullTruth3, BoxesThatTouchInACornerThenThatCorner) {
  expect_touch(full_truth(kCube, Box{{4, 4, 4}, {5, 5, 5}}), {4, 4, 4});
}

TEST(FullTruth3, ConcentricCubesThenSixWaysOut) {
  const FullTruth3 truth = full_truth(kCube, Box{{1, 1, 1}, {3, 3, 3}});
  EXPECT_EQ(depth_of(truth), 3);
  EXPECT_EQ(mtv_of(truth),
            (std::vector<Vec>{{-3, 0, 0}, {0, -3, 0}, {0, 0, -3}, {0, 0, 3}, {0, 3, 0}, {3, 0, 0}}));
}

TEST(FullTruth3, SegmentsThatCrossThenTheyTouch) {
  const Segment3<double> base{{-2, 0, 0}, {2, 0, 0}};
  expect_touch(full_truth(base, Segment3<double>{{1, -1, 0}, {1, 1, 0}}), {1, 0, 0});
}

TEST(FullTruth3, PointOperandThenItsLocation) {
  const auto location_in = [](const AnyShape& shape, const Vec& at) {
    EXPECT_EQ(full_truth(shape, Point3<double>{at}).location, full_truth(Point3<double>{at}, shape).location);
    return full_truth(shape, Point3<double>{at}).location.value();
  };
  EXPECT_EQ(location_in(kCube, {1, 1, 1}), Location::inside);
  EXPECT_EQ(location_in(kCube, {4, 1, 1}), Location::boundary);
  EXPECT_EQ(location_in(kCube, {std::nextafter(4.0, 5.0), 1, 1}), Location::outside);
  EXPECT_EQ(location_in(kFlat, {0, 0, 0}), Location::boundary);
  EXPECT_EQ(location_in(Ball{{0, 0, 0}, 5}, {3, 4, 0}), Location::boundary);
  EXPECT_EQ(location_in(Ball{{0, 0, 0}, 5}, {0, 0, 0}), Location::inside);
}

// ---- balls

TEST(FullTruth3, SpheresApartThenTheGapLessTheRadii) {
  const FullTruth3 truth = full_truth(Ball{{0, 0, 0}, 20}, Ball{{0, 40, 0}, 10});
  EXPECT_EQ(distance_of(truth), 10);
  EXPECT_EQ(rounded(truth.closest->on_a), (Vec{0, 20, 0}));
  EXPECT_EQ(rounded(truth.closest->on_b), (Vec{0, 30, 0}));
}

TEST(FullTruth3, SpheresOnADiagonalThenTheSquareRootIsExact) {
  const FullTruth3 truth = full_truth(Ball{{0, 0, 0}, 1}, Ball{{1, 1, 0}, 1});
  EXPECT_EQ(truth.relation, Relation::overlapping);
  EXPECT_EQ(depth_of(truth), 0.585786437626904951198311);  // 2 - sqrt(2)
  constexpr double kPush = 0.414213562373095048801689;     // sqrt(2) - 1
  EXPECT_EQ(mtv_of(truth), (std::vector<Vec>{{kPush, kPush, 0}}));
}

TEST(FullTruth3, SpheresThatTouchThenTheCommonPoint) {
  expect_touch(full_truth(Ball{{0, 0, 0}, 5}, Ball{{6, 8, 0}, 5}), {3, 4, 0});
}

TEST(FullTruth3, BallsRoundCentresOnOneAnotherThenInfinitelyManyWaysOut) {
  const std::vector<std::pair<AnyShape, AnyShape>> pairs = {
      {Ball{{1, 2, 3}, 1}, Ball{{1, 2, 3}, 2}},
      {Ball{{1, 0, 0}, 1}, Capsule3<double>{{0, 0, 0}, {2, 0, 0}, 0}},
      {Ball{{4, 4, 2}, 1}, kCube},
      {Ball{{4, 4, 4}, 1}, kCube},
      {Ball{{0, -3, 0}, 1}, kFlat}};
  for (const auto& [a, b] : pairs) {
    const FullTruth3 truth = full_truth(a, b);
    EXPECT_EQ(truth.relation, Relation::overlapping);
    EXPECT_TRUE(truth.mtv_is_infinite);
    EXPECT_FALSE(truth.mtv);
    EXPECT_GT(depth_of(truth), 0);
  }
}

TEST(FullTruth3, SphereWithItsCentreOnAFaceOrAFlatShapeThenOneOrTwoWaysOut) {
  EXPECT_EQ(mtv_of(full_truth(kCube, Ball{{4, 2, 1}, 3})), (std::vector<Vec>{{3, 0, 0}}));
  EXPECT_EQ(mtv_of(full_truth(Ball{{4, 2, 1}, 3}, kCube)), (std::vector<Vec>{{-3, 0, 0}}));
  EXPECT_EQ(mtv_of(full_truth(kFlat, Ball{{0, 0, 0}, 3})), (std::vector<Vec>{{0, 0, -3}, {0, 0, 3}}));
  const Capsule3<double> along_x{{-2, 0, 0}, {2, 0, 0}, 1};
  const Capsule3<double> along_y{{0, -2, 0}, {0, 2, 0}, 1};
  EXPECT_EQ(mtv_of(full_truth(along_x, along_y)), (std::vector<Vec>{{0, 0, -2}, {0, 0, 2}}));
}

TEST(FullTruth3, SphereDeepInABoxThenDepthAndRadiusAdd) {
  const FullTruth3 truth = full_truth(kCube, Ball{{3, 2, 2}, 0.5});
  EXPECT_EQ(depth_of(truth), 1.5);
  EXPECT_EQ(mtv_of(truth), (std::vector<Vec>{{1.5, 0, 0}}));
  EXPECT_EQ(separation_of(truth), -1.5);
}

// ---- half-spaces

const Plane3<double> kGround{{0, 0, 2}, 0};

TEST(FullTruth3, PlaneAndBoxThenTheLowestCornerDecides) {
  const FullTruth3 above = full_truth(kGround, Box{{0, 0, 1}, {1, 1, 2}});
  EXPECT_EQ(above.relation, Relation::disjoint);
  EXPECT_EQ(distance_of(above), 1);
  EXPECT_EQ(rounded(above.closest->on_a).z, 0);
  EXPECT_EQ(rounded(above.closest->on_b).z, 1);
  EXPECT_EQ(full_truth(kGround, kCube).relation, Relation::touching);
  EXPECT_EQ(mtv_of(full_truth(kGround, kCube)), (std::vector<Vec>{{0, 0, 0}}));
  const FullTruth3 below = full_truth(kGround, Box{{0, 0, -3}, {1, 1, 2}});
  EXPECT_EQ(depth_of(below), 3);
  EXPECT_EQ(mtv_of(below), (std::vector<Vec>{{0, 0, 3}}));
  EXPECT_EQ(mtv_of(full_truth(Box{{0, 0, -3}, {1, 1, 2}}, kGround)), (std::vector<Vec>{{0, 0, -3}}));
}

TEST(FullTruth3, SlantedPlaneAndSphereThenTheSquareRootIsExact) {
  const Plane3<double> slanted{{1, 1, 1}, 0};
  const FullTruth3 apart = full_truth(Ball{{1, 1, 1}, 1}, slanted);
  EXPECT_EQ(distance_of(apart), 0.732050807568877293527446);  // sqrt(3) - 1
  const FullTruth3 inside = full_truth(slanted, Ball{{-1, -1, -1}, 0});
  EXPECT_EQ(depth_of(inside), std::sqrt(3.0));
  EXPECT_EQ(mtv_of(inside), (std::vector<Vec>{{1, 1, 1}}));
  EXPECT_EQ(full_truth(Plane3<double>{{3, 4, 0}, 0}, Ball{{3, 4, 7}, 5}).relation, Relation::touching);
}

TEST(FullTruth3, TwoPlanesThenInfiniteDepthUnlessOpposite) {
  for (const Plane3<double>& other :
       {Plane3<double>{{1, 0, 0}, 1}, Plane3<double>{{0, 0, 7}, -9},
        Plane3<double>{{0, std::numeric_limits<double>::denorm_min(), -1}, -9}}) {
    const FullTruth3 truth = full_truth(kGround, other);
    EXPECT_EQ(truth.relation, Relation::overlapping);
    EXPECT_TRUE(truth.depth_is_infinite);
    EXPECT_FALSE(truth.depth || truth.mtv || truth.mtv_is_infinite || truth.separation);
  }
  EXPECT_EQ(distance_of(full_truth(kGround, Plane3<double>{{0, 0, -3}, -6})), 2);
  EXPECT_EQ(full_truth(kGround, Plane3<double>{{0, 0, -3}, 0}).relation, Relation::touching);
  EXPECT_EQ(mtv_of(full_truth(kGround, Plane3<double>{{0, 0, -3}, 6})), (std::vector<Vec>{{0, 0, 2}}));
}

// ---- laws on random pairs

Surd negated(const Real& value) {
  return -std::get<Surd>(value);
}
bool are_opposite(const RealVec3& v, const RealVec3& w) {
  return rounded(v) == rounded(RealVec3{negated(w.x), negated(w.y), negated(w.z)});
}

void expect_swapped(const FullTruth3& truth, const FullTruth3& swapped) {
  EXPECT_EQ(truth.relation, swapped.relation);
  EXPECT_EQ(truth.separation.has_value(), swapped.separation.has_value());
  if (truth.separation) {
    EXPECT_EQ(separation_of(truth), separation_of(swapped));
  }
  EXPECT_EQ(truth.mtv_is_infinite, swapped.mtv_is_infinite);
  EXPECT_EQ(truth.mtv.has_value(), swapped.mtv.has_value());
  if (!truth.mtv || !swapped.mtv) return;
  EXPECT_EQ(truth.mtv->size(), swapped.mtv->size());
  for (const RealVec3& v : *truth.mtv)
    EXPECT_TRUE(std::any_of(swapped.mtv->begin(), swapped.mtv->end(),
                            [&](const RealVec3& w) { return are_opposite(v, w); }));
}

AnyShape any_shape(test::RandomShapes3& make) {
  if (make.pick(8) == 0) return make.plane();
  return make.pick(3) == 0 ? make.ball() : make.polytope();
}

TEST(FullTruth3, SwappingTheShapesThenTheSameWithOppositeWaysOut) {
  test::RandomShapes3 make(51, 2);
  int many = 0;
  for (int i = 0; i < 3000; ++i) {
    const AnyShape a = any_shape(make);
    const AnyShape b = any_shape(make);
    SCOPED_TRACE(test::json_of(a) + " " + test::json_of(b));
    const FullTruth3 truth = full_truth(a, b);
    expect_swapped(truth, full_truth(b, a));
    many += truth.mtv && truth.mtv->size() > 1;
  }
  EXPECT_GE(many, 20) << "seed 51";
}

constexpr unsigned kFineBits = 220;

// The pair with B moved by the vector, to 2^-kFineBits of the lattice's unit.
ExactPair3 moved(ExactPair3 pair, const RealVec3& by) {
  for (LatticePolytope* side : {&pair.a, &pair.b})
    for (IntegerVec3& corner : side->corners) corner = corner * Integer(Integer(1) << kFineBits);
  const auto steps = [&](const Real& value) {
    const Rational scaled = approximation_of(value) / pair.unit * Rational(Integer(1) << kFineBits);
    return Integer(numerator(scaled) / denominator(scaled));
  };
  const IntegerVec3 shift{steps(by.x), steps(by.y), steps(by.z)};
  for (IntegerVec3& corner : pair.b.corners) corner = corner + shift;
  pair.unit /= Rational(Integer(1) << kFineBits);
  return pair;
}

double radii_of(const AnyShape& a, const AnyShape& b) {
  double sum = 0;
  for (const AnyShape* shape : {&a, &b}) {
    if (const auto* ball = std::get_if<Ball>(shape)) sum += ball->radius;
    if (const auto* capsule = std::get_if<Capsule3<double>>(shape)) sum += capsule->radius;
  }
  return sum;
}

// After the push the skeletons are as far apart as the radii ask, and the push is as long as the depth.
void expect_ends_the_overlap(const AnyShape& a, const AnyShape& b, const FullTruth3& truth,
                             const RealVec3& push) {
  const double radii = radii_of(a, b);
  const ExactSeparation3 after = separation(moved(exact_pair_of(a, b), push));
  const double apart = round_sqrt_to_double(after.distance_sq) - round_sqrt_to_double(after.depth_sq);
  EXPECT_NEAR(apart, radii, radii == 0 ? 1e-50 : 0);
  const RationalVec3 exact{approximation_of(push.x), approximation_of(push.y), approximation_of(push.z)};
  EXPECT_EQ(round_sqrt_to_double(length_sq(exact)), depth_of(truth));
}

TEST(FullTruth3, EveryWayOutThenItEndsTheOverlapAndIsAsLongAsTheDepth) {
  test::RandomShapes3 make(52, 2);
  int pushes = 0;
  for (int i = 0; i < 2000; ++i) {
    const AnyShape a = make.pick(3) == 0 ? make.ball() : make.polytope();
    const AnyShape b = make.pick(3) == 0 ? make.ball() : make.polytope();
    SCOPED_TRACE(test::json_of(a) + " " + test::json_of(b));
    const FullTruth3 truth = full_truth(a, b);
    if (!truth.mtv || truth.relation != Relation::overlapping) continue;
    for (const RealVec3& push : *truth.mtv) expect_ends_the_overlap(a, b, truth, push);
    pushes += static_cast<int>(truth.mtv->size());
  }
  EXPECT_GE(pushes, 400) << "seed 52";
}

TEST(FullTruth3, ScalingByAPowerOfTwoThenEverythingScales) {
  test::RandomShapes3 make(53, 2);
  for (int i = 0; i < 300; ++i) {
    const Vec from = make.vec();
    const Vec to = make.vec();
    const Vec center = make.vec();
    const double radius = make.radius();
    const FullTruth3 truth = full_truth(Capsule3<double>{from, to, radius}, Ball{center, 1});
    for (const double scale : {0x1p-900, 0x1p900}) {
      const Capsule3<double> capsule{from * scale, to * scale, radius * scale};
      const FullTruth3 scaled = full_truth(capsule, Ball{center * scale, scale});
      EXPECT_EQ(scaled.relation, truth.relation);
      EXPECT_EQ(separation_of(scaled), separation_of(truth) * scale);
    }
  }
}

}  // namespace
}  // namespace touchstone::oracle
