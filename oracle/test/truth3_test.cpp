#include "oracle/truth3.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>

#include "oracle/convex_separation.hpp"
#include "oracle/half_space3.hpp"
#include "oracle/operand3.hpp"
#include "oracle/rational_fallback3.hpp"
#include "oracle/test/space_pairs.hpp"

namespace touchstone::oracle {
namespace {

using Tier = PairTruth::Tier;
using Point = Vec3<double>;
using Shape = Shape3<double>;
using test::Family3;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

RationalAnswer3 exactly(const Shape& a, const Shape& b, const Point& shift = {}) {
  return answer_by_rationals({a, b, shift, operand_of(a).radius, operand_of(b).radius});
}
void expect_around(const Interval& value, const Interval& exact, double scale) {
  EXPECT_LE(value.lo, exact.hi);
  EXPECT_GE(value.hi, exact.lo);
  EXPECT_TRUE(is_narrow(value, scale)) << value.lo << " " << value.hi;
}

class Truth3Families : public testing::TestWithParam<Family3> {
 protected:
  Truth3Families() : maker_(GetParam(), 20) {}
  void next(int i) {
    maker_.next();
    truth_.assign(maker_.a, maker_.b);
    trace_ = "pair " + std::to_string(i);
    scale_ = truth_.scale();
  }

  test::PairMaker3 maker_;
  Truth3 truth_;
  std::string trace_;
  double scale_ = 0;
};

TEST_P(Truth3Families, EveryTierGivesTheRelationOfTheRationals) {
  int met[3] = {};
  for (int i = 0; i < 1500; ++i) {
    next(i);
    SCOPED_TRACE(trace_);
    const Relation exact = exactly(maker_.a, maker_.b).relation;
    for (const Tier tier : {Tier::rational, Tier::expansion, Tier::filter}) {
      truth_.force_tier(tier);
      ASSERT_EQ(truth_.relation(), exact) << static_cast<int>(tier);
    }
    ++met[static_cast<int>(exact)];
  }
  EXPECT_GT(met[0], 150);
  EXPECT_GT(met[2], GetParam() == Family3::mixed_sizes ? 50 : 80);
  EXPECT_GT(met[1], GetParam() == Family3::lattice ? 40 : -1);
}

TEST_P(Truth3Families, SeparationIsNarrowAndHoldsTheExactOne) {
  for (int i = 0; i < 1000; ++i) {
    next(i);
    SCOPED_TRACE(trace_);
    expect_around(truth_.separation(), exactly(maker_.a, maker_.b).separation, scale_);
    if (HasFailure()) break;
  }
}

TEST_P(Truth3Families, SeparationAfterAShiftHoldsTheExactOne) {
  for (int i = 0; i < 500; ++i) {
    next(i);
    SCOPED_TRACE(trace_);
    const Point shift = maker_.vector(1);
    const double reach = std::max({std::fabs(shift.x), std::fabs(shift.y), std::fabs(shift.z)});
    const Interval exact = exactly(maker_.a, maker_.b, shift).separation;
    expect_around(truth_.separation_after(shift, kInfinity), exact, scale_ + reach);
    const double enough = exact.lo - 1e-3 * (reach + scale_);
    EXPECT_GE(truth_.separation_after(shift, enough).lo, enough);
    if (HasFailure()) break;
  }
}

TEST_P(Truth3Families, MtvEndsTheOverlapAndIsAsLongAsItIsDeep) {
  int asked = 0;
  for (int i = 0; i < 1000; ++i) {
    next(i);
    SCOPED_TRACE(trace_);
    if (truth_.relation() == Relation::disjoint) continue;
    const std::optional<Point> mtv = truth_.mtv();
    ASSERT_EQ(mtv.has_value(), exactly(maker_.a, maker_.b).push.has_value());
    if (!mtv) continue;
    ++asked;
    const double slack = 8 * 0x1p-52 * scale_;
    ASSERT_NEAR(length(*mtv), -truth_.separation().lo, slack);
    ASSERT_GE(truth_.separation_after(*mtv, kInfinity).lo, -slack);
  }
  EXPECT_GT(asked, 30);
}

std::string name_of(const testing::TestParamInfo<Family3>& family) {
  constexpr const char* kNames[] = {"lattice",    "uniform", "mixed_sizes", "far_away",
                                    "near_touch", "tiny",    "huge"};
  return kNames[static_cast<int>(family.param)];
}
INSTANTIATE_TEST_SUITE_P(, Truth3Families, testing::ValuesIn(test::kFamilies3), name_of);

Truth3 truth_of(const Shape& a, const Shape& b) {
  Truth3 truth;
  truth.assign(a, b);
  return truth;
}

TEST(Truth3, BoxesWithACommonFaceTouchAndTheirNeighboursDoNot) {
  const Aabb3<double> a{{0, 0, 0}, {1, 1, 1}};
  for (const Shape& other :
       {Shape(a), Shape(Obb3<double>{{0.5, 0.5, 0.5}, {{0.5, 0, 0}, {0, 0.5, 0}, {0, 0, 0.5}}})}) {
    EXPECT_EQ(truth_of(other, Aabb3<double>{{1, 0, 0}, {2, 1, 1}}).relation(), Relation::touching);
    EXPECT_EQ(truth_of(other, Aabb3<double>{{std::nextafter(1, 2), 0, 0}, {2, 1, 1}}).relation(),
              Relation::disjoint);
    EXPECT_EQ(truth_of(other, Aabb3<double>{{std::nextafter(1, 0), 0, 0}, {2, 1, 1}}).relation(),
              Relation::overlapping);
  }
}

TEST(Truth3, EdgesThatCrossInOnePointTouch) {
  const Segment3<double> a{{-1, 0, 0}, {1, 0, 0}};
  EXPECT_EQ(truth_of(a, Segment3<double>{{0, -1, 0}, {0, 1, 0}}).relation(), Relation::touching);
  EXPECT_EQ(truth_of(a, Segment3<double>{{0, -1, 5e-324}, {0, 1, 5e-324}}).relation(), Relation::disjoint);
}

TEST(Truth3, TrianglesOverlapWhenTheyCrossProperly) {
  const Triangle3<double> flat{{{-2, -2, 0}, {2, -2, 0}, {0, 3, 0}}};
  EXPECT_EQ(truth_of(flat, Triangle3<double>{{{0, 0, -1}, {0, 0, 1}, {0, 5, 0}}}).relation(),
            Relation::overlapping);
  EXPECT_EQ(truth_of(flat, Triangle3<double>{{{0, 0, 0}, {0, 0, 1}, {0, 1, 1}}}).relation(),
            Relation::touching);
  EXPECT_EQ(truth_of(flat, flat).relation(), Relation::touching);
}

TEST(Truth3, SphereOnAFaceEdgeOrCornerOfABox) {
  const Aabb3<double> box{{-1, -1, -1}, {1, 1, 1}};
  for (const Point& at : {Point{0, 0, 3}, Point{0, 2.5, 3}, Point{3, 3, 2}}) {
    const double radius = at.x == 3 ? 3 : (at.y > 0 ? 2.5 : 2);
    EXPECT_EQ(truth_of(box, Sphere3<double>{at, radius}).relation(), Relation::touching) << at.x;
    EXPECT_EQ(truth_of(box, Sphere3<double>{at, std::nextafter(radius, 9)}).relation(),
              Relation::overlapping);
    EXPECT_EQ(truth_of(box, Sphere3<double>{at, std::nextafter(radius, 0)}).relation(), Relation::disjoint);
  }
}

TEST(Truth3, PointsAreInsideOnTheBoundaryOrOutside) {
  const Obb3<double> box{{0, 0, 0}, {{1, 1, 0}, {-1, 1, 0}, {0, 0, 1}}};
  EXPECT_EQ(truth_of(Point3<double>{{0.5, 0.25, 0}}, box).location(), Location::inside);
  EXPECT_EQ(truth_of(box, Point3<double>{{1, 1, 0.5}}).location(), Location::boundary);
  EXPECT_EQ(truth_of(box, Point3<double>{{1, 1.25, 0}}).location(), Location::outside);
  EXPECT_EQ(truth_of(box, box).location(), std::nullopt);
}

TEST(Truth3, DistanceOfAPointToEitherShape) {
  Truth3 truth = truth_of(Aabb3<double>{{0, 0, 0}, {1, 1, 1}}, Sphere3<double>{{0, 0, 0}, 1});
  expect_around(truth.distance_to_a({4, 5, 0.5}), {5, 5}, 5);
  EXPECT_EQ(truth.distance_to_a({0.5, 0.5, 0.5}).hi, 0);
  expect_around(truth.distance_to_b({0, 3, 4}), {4, 4}, 4);
  EXPECT_EQ(truth.distance_to_b({kInfinity, 0, 0}).lo, kInfinity);
}

TEST(Truth3, ConcentricSpheresHaveNoShortestPush) {
  EXPECT_EQ(truth_of(Sphere3<double>{{1, 2, 3}, 1}, Sphere3<double>{{1, 2, 3}, 2}).mtv(), std::nullopt);
  const std::optional<Point> push =
      truth_of(Aabb3<double>{{0, 0, 0}, {4, 4, 4}}, Sphere3<double>{{1, 1, 4}, 2}).mtv();
  EXPECT_EQ(push, (Point{0, 0, 2}));
}

TEST(Truth3, InvalidShapesAreNamed) {
  EXPECT_EQ(truth_of(Point3<double>{{0, 0, 0}}, Sphere3<double>{{0, 0, 0}, -1}).invalid_reason(),
            "b: radius is negative");
}

TEST(Truth3, PlanesAgreeWithTheRationals) {
  test::PairMaker3 maker(Family3::lattice, 3);
  int met[3] = {};
  Truth3 truth;
  for (int i = 0; i < 2000; ++i) {
    maker.next();
    Plane3<double> plane{maker.vector(1), maker.vector(1).x * 0.5};
    if (plane.normal == Point{}) plane.normal.x = 1;
    if (maker.integer(4) == 0) maker.b = Plane3<double>{plane.normal * -2.0, maker.vector(1).x};
    const Shape a = maker.integer(2) == 0 ? Shape(plane) : maker.b;
    const Shape b = std::holds_alternative<Plane3<double>>(a) ? maker.b : Shape(plane);
    const FullTruth3 exact = half_space_truth(a, b);
    for (const Tier tier : {Tier::rational, Tier::expansion, Tier::filter}) {
      truth.force_tier(tier);
      truth.assign(a, b);
      ASSERT_EQ(truth.relation(), exact.relation) << i;
    }
    ++met[static_cast<int>(truth.relation())];
    if (!exact.separation) continue;
    const Enclosure value = enclose(*exact.separation);
    expect_around(truth.separation(), {value.lo, value.hi}, truth.scale());
    if (truth.relation() != Relation::overlapping) continue;
    ASSERT_NEAR(truth.separation_after(*truth.mtv(), kInfinity).lo, 0, 1e-14) << i;
  }
  for (const int count : met) EXPECT_GT(count, 100);
}

TEST(Truth3, PlanesThatAreNotOppositeOverlapWithoutEnd) {
  Truth3 truth = truth_of(Plane3<double>{{0, 0, 1}, 0}, Plane3<double>{{0, 1e-300, -1}, -5});
  EXPECT_EQ(truth.relation(), Relation::overlapping);
  EXPECT_EQ(truth.separation().hi, -kInfinity);
  EXPECT_EQ(truth.mtv(), std::nullopt);
}

}  // namespace
}  // namespace touchstone::oracle
