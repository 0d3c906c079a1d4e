#include "oracle/cylinder3.hpp"

#include <gtest/gtest.h>

#include "oracle/test/cylinder3_pairs.hpp"

namespace touchstone::oracle {
namespace {

using namespace test;

// Scenes of public bug reports: the doubles nearest to the exact values.

struct Reported {
  const char* id;
  AnyShape a, b;
  Relation relation;
  double separation;
};
const Reported kReported[] = {
    {"fcl-319-issue",
     Obb{{0.8, -0.385, 0.735},
         {{5.551115123125783e-18, 0.024999999999999994, 0.0},
          {-0.19499999999999995, 4.3298697960381107e-17, 0.0},
          {0.0, 0.0, 0.735}}},
     Cylinder{{0.4, -0.4, 0.8400000000000001}, {0.4, -0.4, 1.02}, 0.18}, Relation::disjoint,
     0.025000000000000074},
    {"fcl-390",
     Cylinder{{0.8688699774770445, -0.4329905798946019, 1.5829368015565586},
              {0.8805856517457267, -0.3747469963748301, 1.5913289380667397},
              0.05},
     Obb{{0.8, -0.4575, 1.0225}, {{0.0, 0.0125, 0.0}, {-0.175, 0.0, 0.0}, {0.0, 0.0, 0.9225}}},
     Relation::disjoint, 2.0465735803777103e-08},
    {"fcl-391", Cylinder{{0.6, 0.0, 0.0}, {0.6, 0.0, 0.65}, 0.03},
     Sphere3<double>{{0.5419794018, -0.0621175025, 0.6016236576}, 0.055}, Relation::overlapping,
     -1.5333941276823533e-07},
    {"fcl-375", Obb{{-0.25, 0.0, 0.0}, {{0.315, 0.0, 0.0}, {0.0, 0.245, 0.0}, {0.0, 0.0, 0.0075}}},
     Cylinder{{0.0, 0.0, 0.007500000000000001}, {0.0, 0.0, 0.009500000000000001}, 0.08}, Relation::disjoint,
     8.673617379884035e-19},
    {"drake-8049", Cylinder{{0.0, 0.0, -0.051000000000000004}, {0.0, 0.0, 0.049}, 0.05},
     Aabb3<double>{{-10.0, -10.0, -20.0}, {10.0, 10.0, 0.0}}, Relation::overlapping, -0.051000000000000004},
    {"jolt-1008",
     Triangle3<double>{{{-42.79542922973633, -0.6473187804222107, 12.422794342041016},
                        {-29.911128997802734, -0.6473187804222107, 12.422794342041016},
                        {-42.79542922973633, -4.869702339172363, 12.422794342041016}}},
     Cylinder{{-42.8155517578125, -5.172999978065491, 12.173428535461426},
              {-42.8155517578125, -3.472999930381775, 12.173428535461426},
              0.25},
     Relation::disjoint, 0.00017638103399317257},
    {"parry-396b", Cylinder{{0.0, -50.0, 0.0}, {0.0, 50.0, 0.0}, 100.0},
     Capsule3<double>{{0.0, -50.0, 0.0}, {0.0, 50.0, 0.0}, 10.0}, Relation::overlapping, -110.0},
    {"parry-157", Cylinder{{10.97, 0.0, 61.02}, {10.97, 1.85, 61.02}, 0.5},
     Obb{{11.5, 0.75, 60.5}, {{0.05, 0.0, 0.0}, {0.0, 0.75, 0.0}, {0.0, 0.0, 0.5}}}, Relation::overlapping,
     -0.019583514021427956},
    {"physx-355", Capsule3<double>{{-1.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, 1.0},
     Cylinder{{-0.5, 0.0, 0.0}, {0.5, 0.0, 0.0}, 1.0}, Relation::overlapping, -2.0},
    {"mujoco-1857a", Capsule3<double>{{-0.1, 0.0, -0.05}, {-0.1, 0.0, 0.05}, 0.01},
     Cylinder{{0.0, 0.0, 0.095}, {0.0, 0.0, 0.10500000000000001}, 0.2}, Relation::disjoint,
     0.034999999999999996},
    {"gte-44", Obb{{0.0, 0.0, 0.0}, {{2.5, 0.0, 0.0}, {0.0, 2.5, 0.0}, {0.0, 0.0, 1.35}}},
     Cylinder{{-2.8978129635448053, -2.4372823351720707, -0.18397507239611244},
              {-2.6784890364551948, -1.746447664827929, 1.7869750723961124},
              0.39},
     Relation::overlapping, -0.16427837158368222},
    {"gte-58", Obb{{0.0, 0.0, 0.0}, {{1.0, 0.0, 0.0}, {0.0, 2.0, 0.0}, {0.0, 0.0, 3.0}}},
     Cylinder{{6.01745936753945, 0.9998475736256615, 0.0}, {5.98254063246055, -0.9998475736256615, 0.0}, 0.5},
     Relation::disjoint, 4.482616845647719},
    {"gte-99", Cylinder{{0.0, 0.0, -1.0}, {0.0, 0.0, 1.0}, 1.0},
     Cylinder{{4.0, 0.0, -3.5}, {4.0, 0.0, 3.5}, 1.4142136}, Relation::disjoint, 1.5857864},
    {"dart-3324a", Cylinder{{0.0, 0.0, -10.0}, {0.0, 0.0, 10.0}, 1.0},
     Capsule3<double>{{0.0, 0.0, 0.0}, {5.0, 0.0, 0.0}, 0.2}, Relation::overlapping, -1.2},
};

TEST(CylinderTruth, ScenesOfPublicReportsThenTheNearestDouble) {
  for (const Reported& scene : kReported) {
    SCOPED_TRACE(scene.id);
    const FullTruth3 truth = cylinder_truth(scene.a, scene.b);
    EXPECT_EQ(truth.relation, scene.relation);
    EXPECT_EQ(round_to_double(truth.separation.value()), scene.separation);
    const auto& interval = std::get<RationalInterval>(*truth.separation);
    EXPECT_EQ(round_to_double(interval.lo), round_to_double(interval.hi)) << "wide enough to be rounded";
  }
}

TEST(CylinderPair, ScenesOfPublicReportsThenNarrowAroundTheNearestDouble) {
  for (const Reported& scene : kReported) {
    SCOPED_TRACE(scene.id);
    Asked asked(scene.a, scene.b);
    EXPECT_EQ(asked.pair->relation(), scene.relation);
    EXPECT_LE(asked.separation().lo, up(scene.separation));
    EXPECT_GE(asked.separation().hi, down(scene.separation));
    EXPECT_TRUE(is_narrow(asked.separation(), scale_of(scene.a)));
  }
}

// Closed forms.

AnyShape box(const Vector& low, const Vector& high) {
  return Aabb3<double>{low, high};
}
double separation_of(const AnyShape& a, const AnyShape& b) {
  Asked asked(a, b);
  EXPECT_TRUE(asked.pair->decided());
  EXPECT_TRUE(is_narrow(asked.separation(), std::max(scale_of(a), scale_of(b))));
  return asked.middle();
}

TEST(CylinderSeparation, PointsThenTheClosedForm) {
  const auto at = [](double x, double y, double z) {
    return separation_of(kStanding, Point3<double>{{x, y, z}});
  };
  EXPECT_DOUBLE_EQ(at(3, 4, 2), 4);
  EXPECT_DOUBLE_EQ(at(0, 0, 7), 3);
  EXPECT_DOUBLE_EQ(at(0, 4, 8), 5);
  EXPECT_DOUBLE_EQ(at(0.75, 0, 2), -0.25);
  EXPECT_DOUBLE_EQ(at(0.25, 0, 3.5), -0.5);
  EXPECT_DOUBLE_EQ(at(0, 0, 2), -1);
}

TEST(CylinderSeparation, SpheresCapsulesAndSegmentsThenTheClosedForm) {
  EXPECT_DOUBLE_EQ(separation_of(kStanding, Sphere3<double>{{0, 4, 8}, 2}), 3);
  EXPECT_DOUBLE_EQ(separation_of(kStanding, Sphere3<double>{{0, 0, 2}, 2}), -3);
  EXPECT_DOUBLE_EQ(separation_of(kStanding, Capsule3<double>{{-9, 3, 1}, {9, 3, 2}, 0.5}), 1.5);
  EXPECT_DOUBLE_EQ(separation_of(kStanding, Segment3<double>{{-9, 0, 3.5}, {9, 0, 3.5}}), -0.5);
  EXPECT_DOUBLE_EQ(separation_of(kStanding, Segment3<double>{{0.5, -9, 2}, {0.5, 9, 2}}), -0.5);
}

TEST(CylinderSeparation, BoxesThenTheClosedForm) {
  EXPECT_DOUBLE_EQ(separation_of(kStanding, box({-5, -5, 6}, {5, 5, 7})), 2);
  EXPECT_DOUBLE_EQ(separation_of(kStanding, box({2, -5, -5}, {3, 5, 5})), 1);
  EXPECT_DOUBLE_EQ(separation_of(kStanding, box({4, 5, 1}, {6, 6, 2})), std::sqrt(41.0) - 1);
  EXPECT_DOUBLE_EQ(separation_of(kStanding, box({-5, -5, 3.5}, {5, 5, 7})), -0.5);
  EXPECT_DOUBLE_EQ(separation_of(kStanding, box({0.25, -5, -5}, {3, 5, 5})), -0.75);
  EXPECT_DOUBLE_EQ(separation_of(kStanding, box({-5, -5, -5}, {5, 5, 5})), -5) << "contained";
  EXPECT_DOUBLE_EQ(separation_of(kStanding, box({-0.25, -0.25, 1}, {0.25, 0.25, 3})), -1.25) << "contains";
}

// Seen along the axis the segment is a point in the precision of doubles: no side of it may stand for the
// axis being within it.
TEST(CylinderSeparation, TinySegmentBesideTheAxisThenAsDeepAsAPoint) {
  const AnyShape skew = Cylinder{{0, 0, 0}, {-2, -2, -1}, 2};
  const double point = separation_of(skew, Point3<double>{{-1, -1, -2}});
  EXPECT_DOUBLE_EQ(point, std::sqrt(2.0) - 2);
  EXPECT_NEAR(separation_of(skew, Segment3<double>{{-1, -1, -2}, {down(-1), -1, -2}}), point, 0x1p-51);
}

TEST(CylinderSeparation, CylindersThenTheClosedForm) {
  const auto with = [](const Vector& from, const Vector& to, double radius) {
    return separation_of(kStanding, Cylinder{from, to, radius});
  };
  EXPECT_DOUBLE_EQ(with({3, 0, 1}, {3, 0, 9}, 0.5), 1.5);
  EXPECT_DOUBLE_EQ(with({0, 0, 5}, {0, 0, 9}, 3), 1);
  EXPECT_DOUBLE_EQ(with({5, 0, 7}, {5, 0, 9}, 1), std::hypot(3, 3));
  EXPECT_DOUBLE_EQ(with({-9, 3, 2}, {9, 3, 2}, 0.5), 1.5);
  EXPECT_DOUBLE_EQ(with({-9, 1, 2}, {9, 1, 2}, 0.5), -0.5);
  EXPECT_DOUBLE_EQ(with({1, 0, 1}, {1, 0, 9}, 0.5), -0.5);
  EXPECT_DOUBLE_EQ(with({0, 0, 3}, {0, 0, 9}, 1), -1) << "coaxial";
  EXPECT_DOUBLE_EQ(with({0, 0, 0}, {0, 0, 4}, 1), -2) << "identical";
}

TEST(CylinderSeparation, PlanesThenTheClosedForm) {
  EXPECT_DOUBLE_EQ(separation_of(kStanding, Plane3<double>{{0, 0, 2}, -6}), 3);
  EXPECT_DOUBLE_EQ(separation_of(Plane3<double>{{0, 0, 2}, 6}, kStanding), -3);
  EXPECT_DOUBLE_EQ(separation_of(kStanding, Plane3<double>{{3, 0, 4}, -18}), 3);
  EXPECT_EQ(relation_of(kStanding, Plane3<double>{{3, 0, 4}, -3}), Relation::touching);
}

// Touching, and an ulp to either side.

TEST(CylinderRelation, BoxesAtAnEndThenDecidedToTheUlp) {
  for (const double far : {0.5, 1.0, 40.0}) {
    const auto above = [&](double z) { return box({-far, 0.25, z}, {far, 0.5, 9}); };
    EXPECT_EQ(relation_of(kStanding, above(4)), Relation::touching);
    EXPECT_EQ(relation_of(kStanding, above(up(4))), Relation::disjoint);
    EXPECT_EQ(relation_of(kStanding, above(down(4))), Relation::overlapping);
  }
  EXPECT_EQ(relation_of(kStanding, box({1, 0, 4}, {2, 1, 5})), Relation::touching)
      << "in one point of the rim";
  EXPECT_EQ(relation_of(kStanding, box({up(1), 0, 4}, {2, 1, 5})), Relation::disjoint);
  EXPECT_EQ(relation_of(kStanding, box({down(1), 0, down(4)}, {2, 1, 5})), Relation::overlapping);
}

TEST(CylinderRelation, BoxesAtTheSideThenDecidedToTheUlp) {
  EXPECT_EQ(relation_of(kStanding, box({1, -3, 1}, {2, 3, 2})), Relation::touching) << "face";
  EXPECT_EQ(relation_of(kStanding, box({up(1), -3, 1}, {2, 3, 2})), Relation::disjoint);
  EXPECT_EQ(relation_of(kStanding, box({down(1), -3, 1}, {2, 3, 2})), Relation::overlapping);
  const AnyShape lying = Cylinder{{0, 0, 0}, {7, 0, 0}, 5};
  EXPECT_EQ(relation_of(lying, box({1, 3, 4}, {2, 9, 9})), Relation::touching) << "edge";
  EXPECT_EQ(relation_of(lying, box({1, up(3), 4}, {2, 9, 9})), Relation::disjoint);
  EXPECT_EQ(relation_of(lying, box({1, 3, down(4)}, {2, 9, 9})), Relation::overlapping);
}

TEST(CylinderRelation, PointsAndTrianglesThenDecidedToTheUlp) {
  const AnyShape skew = Cylinder{{0, 0, 0}, {2, 4, 4}, 3};
  const auto point = [](double x, double y, double z) { return Point3<double>{{x, y, z}}; };
  EXPECT_EQ(relation_of(skew, point(3, 3, 0)), Relation::touching) << "(1, 2, 2) + (2, 1, -2)";
  EXPECT_EQ(relation_of(skew, point(up(3), 3, 0)), Relation::disjoint);
  EXPECT_EQ(relation_of(skew, point(down(3), 3, 0)), Relation::overlapping);
  const auto triangle = [](double y) { return Triangle3<double>{{{3, y, 0}, {9, y, -5}, {9, 9, 3}}}; };
  EXPECT_EQ(relation_of(skew, triangle(3)), Relation::touching);
  EXPECT_EQ(relation_of(skew, triangle(up(3))), Relation::disjoint);
  EXPECT_EQ(relation_of(skew, triangle(down(3))), Relation::overlapping);
}

TEST(CylinderRelation, RoundShapesThenDecidedToTheUlp) {
  EXPECT_EQ(relation_of(kStanding, Sphere3<double>{{4, 4, 8}, 0}), Relation::disjoint);
  EXPECT_EQ(relation_of(kStanding, Sphere3<double>{{4, 0, 8}, 5}), Relation::touching) << "rim";
  EXPECT_EQ(relation_of(kStanding, Sphere3<double>{{4, 0, 8}, down(5)}), Relation::disjoint);
  EXPECT_EQ(relation_of(kStanding, Sphere3<double>{{4, 0, 8}, up(5)}), Relation::overlapping);
  EXPECT_EQ(relation_of(kStanding, Capsule3<double>{{-5, 0, 6}, {5, 0, 6}, 2}), Relation::touching) << "end";
  EXPECT_EQ(relation_of(kStanding, Capsule3<double>{{-5, 3, 1}, {5, 3, 2}, 2}), Relation::touching) << "side";
  EXPECT_EQ(relation_of(kStanding, Capsule3<double>{{-5, 3, 1}, {5, 3, 2}, down(2)}), Relation::disjoint);
}

TEST(CylinderRelation, CylindersThenDecidedToTheUlp) {
  const auto with = [](const Vector& from, const Vector& to, double radius) {
    return relation_of(kStanding, Cylinder{from, to, radius});
  };
  EXPECT_EQ(with({0, 0, 4}, {0, 0, 9}, 3), Relation::touching) << "end on end";
  EXPECT_EQ(with({-9, 3, 2}, {9, 3, 2}, 2), Relation::touching) << "crossing sides";
  EXPECT_EQ(with({-9, 3, 2}, {9, 3, 2}, up(2)), Relation::overlapping);
  EXPECT_EQ(with({3, 0, 1}, {3, 0, 9}, 2), Relation::touching) << "parallel sides";
  EXPECT_EQ(with({3, 0, 4}, {3, 0, 9}, 2), Relation::touching) << "rims in one point";
  EXPECT_EQ(with({-9, 0, 6}, {9, 0, 6}, 2), Relation::touching) << "lying on the end";
  EXPECT_EQ(with({0, -4, 7}, {0, -1, 11}, 5), Relation::touching) << "a rim on the end";
  EXPECT_EQ(with({0, -4, down(7)}, {0, -1, down(11)}, 5), Relation::overlapping);
}

TEST(CylinderRelation, RadiusZeroThenASegment) {
  const AnyShape thin = Cylinder{{-9, 0, 4}, {9, 0, 4}, 0};
  EXPECT_EQ(relation_of(kStanding, thin), Relation::touching);
  EXPECT_EQ(relation_of(thin, box({0, 0, 0}, {1, 1, 4})), Relation::touching);
  EXPECT_EQ(relation_of(thin, Sphere3<double>{{0, 0, 0}, 4}), Relation::touching);
  EXPECT_EQ(relation_of(thin, Cylinder{{-9, 1, 4}, {9, 1, 4}, 0}), Relation::disjoint);
}

TEST(CylinderMtv, CentredOnTheAxisThenInfinitelyMany) {
  const auto is_infinite = [](const AnyShape& b) { return cylinder_truth(kStanding, b).mtv_is_infinite; };
  EXPECT_TRUE(is_infinite(Sphere3<double>{{0, 0, 2}, 3}));
  EXPECT_TRUE(is_infinite(Sphere3<double>{{0, 0, 1}, 3})) << "as far along as across";
  EXPECT_FALSE(is_infinite(Sphere3<double>{{0, 0, down(1)}, 3}));
  EXPECT_FALSE(is_infinite(Sphere3<double>{{0x1p-60, 0, 2}, 3}));
  EXPECT_TRUE(is_infinite(Cylinder{{0, 0, 1}, {0, 0, 9}, 1}));
  EXPECT_FALSE(is_infinite(Cylinder{{0, 0, 3}, {0, 0, 9}, 1}));
}

}  // namespace
}  // namespace touchstone::oracle
