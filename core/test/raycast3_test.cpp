#include <gtest/gtest.h>

#include <cmath>

#include <touchstone/raycast3.hpp>

namespace touchstone {
namespace {

using Vec = Vec3<double>;
using Ray = Ray3<double>;
using Hit = RayHit3<double>;

constexpr Aabb3<double> kCube{{-1, -1, -1}, {1, 1, 1}};
constexpr Obb3<double> kTurned{{0, 0, 0}, {{1, 1, 0}, {-1, 1, 0}, {0, 0, 1}}};

void expect_hit(const Hit& hit, double t, const Vec& point, const Vec& normal) {
  EXPECT_EQ(hit.status, Status::ok);
  ASSERT_TRUE(hit.hit);
  EXPECT_EQ(hit.t, t);
  EXPECT_EQ(hit.point, point);
  EXPECT_NEAR(length(hit.normal - normal), 0, 0x1p-52);
}
void expect_inside(const Hit& hit, const Ray& ray) {
  expect_hit(hit, 0, ray.origin, {});
}
double above(double x) {
  return std::nextafter(x, HUGE_VAL);
}

TEST(RaycastAabb3, FaceInMultiplesOfTheDirection) {
  expect_hit(raycast(Ray{{-5, 0.5, 0.25}, {2, 0, 0}}, kCube), 2, {-1, 0.5, 0.25}, {-1, 0, 0});
  expect_hit(raycast(Ray{{0.5, 0.5, 9}, {0, 0, -0.5}}, kCube), 16, {0.5, 0.5, 1}, {0, 0, 1});
}
TEST(RaycastAabb3, InsideAndOnTheBoundaryStartWithoutNormal) {
  for (const Vec& origin : {Vec{0, 0, 0}, Vec{1, 0.5, 0}, Vec{1, 1, 1}}) {
    const Ray ray{origin, {1, 0, 0}};
    expect_inside(raycast(ray, kCube), ray);
  }
}
TEST(RaycastAabb3, AlongAFaceAndThroughEdgesAndCornersHitOneUlpBesideMisses) {
  EXPECT_EQ(raycast(Ray{{-5, 1, 0}, {1, 0, 0}}, kCube).t, 4);
  EXPECT_EQ(raycast(Ray{{-5, 1, 1}, {1, 0, 0}}, kCube).t, 4);
  EXPECT_FALSE(raycast(Ray{{-5, above(1), 0}, {1, 0, 0}}, kCube).hit);
  EXPECT_EQ(raycast(Ray{{-3, -1, 0}, {1, 1, 0}}, kCube).hit, true);
  EXPECT_EQ(raycast(Ray{{-2, 0, 2}, {1, 1, -1}}, kCube).t, 1);
  EXPECT_FALSE(raycast(Ray{{-2, above(0x1p-60), 2}, {1, above(1), -1}}, kCube).hit);
}
TEST(RaycastAabb3, BehindMisses) {
  EXPECT_FALSE(raycast(Ray{{5, 0, 0}, {1, 0, 0}}, kCube).hit);
}
TEST(RaycastPoint3, ExactlyThroughItOnly) {
  const Point3<double> p{{1, 2, 3}};
  EXPECT_EQ(raycast(Ray{{0, 0, 0}, {0.5, 1, 1.5}}, p).t, 2);
  EXPECT_FALSE(raycast(Ray{{0, 0, 0}, {0.5, 1, above(1.5)}}, p).hit);
  EXPECT_FALSE(raycast(Ray{{0, 0, 0}, {-0.5, -1, -1.5}}, p).hit);
  expect_inside(raycast(Ray{{1, 2, 3}, {1, 0, 0}}, p), {{1, 2, 3}, {1, 0, 0}});
}

TEST(RaycastSegment3, CrossedInLineBesideAndDegenerate) {
  const Segment3<double> s{{0, -1, 1}, {0, 1, 1}};
  expect_hit(raycast(Ray{{-2, 0.5, 1}, {1, 0, 0}}, s), 2, {0, 0.5, 1}, {-1, 0, 0});
  expect_hit(raycast(Ray{{0, 3, 1}, {0, -1, 0}}, s), 2, {0, 1, 1}, {0, 1, 0});
  EXPECT_TRUE(raycast(Ray{{-2, 1, 1}, {1, 0, 0}}, s).hit);
  EXPECT_FALSE(raycast(Ray{{-2, above(1), 1}, {1, 0, 0}}, s).hit);
  EXPECT_FALSE(raycast(Ray{{-2, 0, above(1)}, {1, 0, 0}}, s).hit);
  EXPECT_FALSE(raycast(Ray{{0, 3, 1}, {0, 1, 0}}, s).hit);
  EXPECT_EQ(raycast(Ray{{-2, 1, 1}, {1, 0, 0}}, Segment3<double>{{0, 1, 1}, {0, 1, 1}}).t, 2);
}
TEST(RaycastSegment3, StartingOnItIsInside) {
  const Ray ray{{0.5, 0, 0}, {0, 1, 0}};
  expect_inside(raycast(ray, Segment3<double>{{0, 0, 0}, {1, 0, 0}}), ray);
}

TEST(RaycastTriangle3, FromBothSides) {
  const Triangle3<double> t{{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}};
  expect_hit(raycast(Ray{{1, 1, 3}, {0, 0, -1}}, t), 3, {1, 1, 0}, {0, 0, 1});
  expect_hit(raycast(Ray{{1, 1, -3}, {0, 0, 1}}, t), 3, {1, 1, 0}, {0, 0, -1});
  EXPECT_TRUE(raycast(Ray{{2, 2, 3}, {0, 0, -1}}, t).hit);
  EXPECT_FALSE(raycast(Ray{{2, above(2), 3}, {0, 0, -1}}, t).hit);
  EXPECT_TRUE(raycast(Ray{{4, 0, 3}, {0, 0, -1}}, t).hit);
}
TEST(RaycastTriangle3, InItsPlaneHitsAnEdgeOrACorner) {
  const Triangle3<double> t{{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}};
  expect_hit(raycast(Ray{{-2, 1, 0}, {1, 0, 0}}, t), 2, {0, 1, 0}, {-1, 0, 0});
  EXPECT_EQ(raycast(Ray{{-2, 4, 0}, {1, 0, 0}}, t).t, 2);
  EXPECT_EQ(raycast(Ray{{-2, 0, 0}, {1, 0, 0}}, t).t, 2);
  EXPECT_FALSE(raycast(Ray{{-2, above(4), 0}, {1, 0, 0}}, t).hit);
  EXPECT_FALSE(raycast(Ray{{-2, 1, 0x1p-100}, {1, 0, 0}}, t).hit);
  const Ray within{{1, 1, 0}, {1, 0, 0}};
  expect_inside(raycast(within, t), within);
}
TEST(RaycastTriangle3, PointsOnALineAreTheirSegment) {
  const Triangle3<double> t{{{1, 0, 0}, {3, 0, 0}, {2, 0, 0}}};
  EXPECT_EQ(raycast(Ray{{3, -2, 0}, {0, 1, 0}}, t).t, 2);
  EXPECT_EQ(raycast(Ray{{0, 0, 0}, {1, 0, 0}}, t).t, 1);
  EXPECT_FALSE(raycast(Ray{{above(3), -2, 0}, {0, 1, 0}}, t).hit);
}

TEST(RaycastObb3, TurnedAndMirroredBoxesAreMetAlike) {
  const double half = std::sqrt(0.5);
  expect_hit(raycast(Ray{{-5, 0.5, 0}, {1, 0, 0}}, kTurned), 3.5, {-1.5, 0.5, 0}, {-half, half, 0});
  Obb3<double> mirrored = kTurned;
  mirrored.half_axes[2] = -mirrored.half_axes[2];
  expect_hit(raycast(Ray{{-5, 0.5, 0}, {1, 0, 0}}, mirrored), 3.5, {-1.5, 0.5, 0}, {-half, half, 0});
  EXPECT_EQ(raycast(Ray{{-5, 2, 0}, {1, 0, 0}}, kTurned).t, 5);
  EXPECT_FALSE(raycast(Ray{{-5, above(2), 0}, {1, 0, 0}}, kTurned).hit);
}
TEST(RaycastObb3, FlatIsAPolygonOfSixSides) {
  const Obb3<double> hexagon{{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {1, 1, 0}}};
  EXPECT_EQ(raycast(Ray{{2, 2, 5}, {0, 0, -1}}, hexagon).t, 5);
  EXPECT_FALSE(raycast(Ray{{2, -1, 5}, {0, 0, -1}}, hexagon).hit);
  EXPECT_EQ(raycast(Ray{{-5, 0, 0}, {1, 0, 0}}, hexagon).t, 3);
  EXPECT_EQ(raycast(Ray{{-5, 2, 0}, {1, 0, 0}}, hexagon).t, 5);
  EXPECT_FALSE(raycast(Ray{{-5, above(2), 0}, {1, 0, 0}}, hexagon).hit);
}
TEST(RaycastObb3, OnALineAndOfZeroSize) {
  const Obb3<double> line{{0, 0, 0}, {{1, 0, 0}, {-2, 0, 0}, {0, 0, 0}}};
  EXPECT_EQ(raycast(Ray{{3, 4, 0}, {0, -1, 0}}, line).t, 4);
  EXPECT_FALSE(raycast(Ray{{above(3), 4, 0}, {0, -1, 0}}, line).hit);
  EXPECT_EQ(raycast(Ray{{0, 4, 0}, {0, -1, 0}}, Obb3<double>{}).t, 4);
}

TEST(RaycastSphere3, FrontTangentBehindAndInside) {
  const Sphere3<double> s{{0, 0, 0}, 5};
  expect_hit(raycast(Ray{{-7, 3, 0}, {1, 0, 0}}, s), 3, {-4, 3, 0}, {-0.8, 0.6, 0});
  EXPECT_EQ(raycast(Ray{{-7, 5, 0}, {1, 0, 0}}, s).t, 7);
  EXPECT_FALSE(raycast(Ray{{-7, above(5), 0}, {1, 0, 0}}, s).hit);
  EXPECT_FALSE(raycast(Ray{{7, 3, 0}, {1, 0, 0}}, s).hit);
  const Ray touching{{5, 0, 0}, {1, 0, 0}};
  expect_inside(raycast(touching, s), touching);
}
TEST(RaycastSphere3, SmallAndFarIsMetToTheLastBit) {
  const Sphere3<double> s{{0x1p+40, 0, 0}, 0x1p-10};
  EXPECT_EQ(raycast(Ray{{0, 0x1p-10, 0}, {1, 0, 0}}, s).t, 0x1p+40);
  EXPECT_FALSE(raycast(Ray{{0, above(0x1p-10), 0}, {1, 0, 0}}, s).hit);
  EXPECT_EQ(raycast(Ray{{0, 0, 0}, {1, 0, 0}}, s).t, 0x1p+40 - 0x1p-10);
}

TEST(RaycastCapsule3, WallAndBalls) {
  const Capsule3<double> c{{0, 0, -2}, {0, 0, 2}, 5};
  expect_hit(raycast(Ray{{-7, 3, 1}, {1, 0, 0}}, c), 3, {-4, 3, 1}, {-0.8, 0.6, 0});
  expect_hit(raycast(Ray{{0, 3, 9}, {0, 0, -1}}, c), 3, {0, 3, 6}, {0, 0.6, 0.8});
  EXPECT_EQ(raycast(Ray{{-7, 5, 0}, {1, 0, 0}}, c).t, 7);
  EXPECT_FALSE(raycast(Ray{{-7, above(5), 0}, {1, 0, 0}}, c).hit);
  EXPECT_FALSE(raycast(Ray{{0, 3, 9}, {0, 0, 1}}, c).hit);
}
TEST(RaycastCapsule3, ZeroLengthIsASphereAndZeroRadiusASegment) {
  EXPECT_EQ(raycast(Ray{{-7, 3, 0}, {1, 0, 0}}, Capsule3<double>{{0, 0, 0}, {0, 0, 0}, 5}).t, 3);
  EXPECT_EQ(raycast(Ray{{-7, 0, 0}, {1, 0, 0}}, Capsule3<double>{{0, 0, 0}, {0, 0, 4}, 0}).t, 7);
  EXPECT_FALSE(raycast(Ray{{-7, 0x1p-90, 0}, {1, 0, 0}}, Capsule3<double>{{0, 0, 0}, {0, 0, 4}, 0}).hit);
}

TEST(RaycastCylinder3, WallEndRimAndMiss) {
  const Cylinder3<double> c{{0, 0, -2}, {0, 0, 2}, 5};
  expect_hit(raycast(Ray{{-7, 3, 1}, {1, 0, 0}}, c), 3, {-4, 3, 1}, {-0.8, 0.6, 0});
  expect_hit(raycast(Ray{{0, 3, 9}, {0, 0, -1}}, c), 7, {0, 3, 2}, {0, 0, 1});
  EXPECT_EQ(raycast(Ray{{0, 5, 9}, {0, 0, -1}}, c).t, 7);
  EXPECT_EQ(raycast(Ray{{-7, 0, 4}, {1, 0, -1}}, c).t, 2);
  EXPECT_FALSE(raycast(Ray{{-8, 0, 4}, {1, 0, 1}}, c).hit);
  EXPECT_FALSE(raycast(Ray{{-7, 0, above(2)}, {1, 0, 0}}, c).hit);
  EXPECT_FALSE(raycast(Ray{{-9, 0, 7}, {4, 0, -1}}, c).hit);
}
TEST(RaycastCylinder3, RadiusZeroIsASegment) {
  const Cylinder3<double> c{{0, 0, 0}, {0, 0, 4}, 0};
  EXPECT_EQ(raycast(Ray{{-7, 0, 4}, {1, 0, 0}}, c).t, 7);
  EXPECT_FALSE(raycast(Ray{{-7, 0, above(4)}, {1, 0, 0}}, c).hit);
}

TEST(RaycastPlane3, HalfSpaceInsideAlongAndAhead) {
  const Plane3<double> p{{0, 0, 4}, 8};
  expect_hit(raycast(Ray{{1, 1, 5}, {0, 0, -1}}, p), 3, {1, 1, 2}, {0, 0, 1});
  EXPECT_FALSE(raycast(Ray{{1, 1, 5}, {1, 0, 0}}, p).hit);
  EXPECT_FALSE(raycast(Ray{{1, 1, 5}, {0, 0, 1}}, p).hit);
  const Ray on{{1, 1, 2}, {0, 0, -1}};
  expect_inside(raycast(on, p), on);
  EXPECT_EQ(raycast(Ray{{0, 0, above(2)}, {0, 0, -1}}, p).t, 0x1p-51);
}

// Scenes scaled by a power of two: t stays, everything else is scaled, whatever the polynomials' degrees.

Vec scaled(const Vec& v, double by) {
  return v * by;
}
template <class Shape>
void expect_scaling(const Ray& ray, const Shape& one, const Shape& other, double by) {
  const Hit hit = raycast(ray, one);
  const Hit expected{Status::ok, hit.hit, hit.t, scaled(hit.point, by), hit.normal};
  ASSERT_TRUE(hit.hit);
  expect_hit(raycast(Ray{scaled(ray.origin, by), scaled(ray.direction, by)}, other), expected.t,
             expected.point, expected.normal);
}
void expect_scaling_of_all(double by) {
  const Vec from{1, 0, -2}, to{2, 1, 5}, side{0, 3, 1}, depth{1, 0, 2};
  const Vec f = scaled(from, by), t = scaled(to, by);
  const Ray through{{-7, 3, 1}, {4, -1, 0.5}};
  const Ray tangent{{-7, 5, 1}, {1, 0, 0}};
  expect_scaling(tangent, Capsule3<double>{{0, 0, -2}, {0, 0, 2}, 5},
                 Capsule3<double>{{0, 0, -2 * by}, {0, 0, 2 * by}, 5 * by}, by);
  expect_scaling(through, Capsule3<double>{from, to, 2}, Capsule3<double>{f, t, 2 * by}, by);
  expect_scaling(through, Cylinder3<double>{from, to, 2}, Cylinder3<double>{f, t, 2 * by}, by);
  expect_scaling(through, Sphere3<double>{from, 5}, Sphere3<double>{f, 5 * by}, by);
  expect_scaling(through, Obb3<double>{from, {to, side, depth}},
                 Obb3<double>{f, {t, scaled(side, by), scaled(depth, by)}}, by);
}
TEST(RaycastRange3, ScalingToTheEndsOfTheRangeChangesNothing) {
  static_assert(kLargestCoordinate3 == 0x1p+150 && kSmallestCoordinate3 == 0x1p-115);
  expect_scaling_of_all(0x1p+147);
  expect_scaling_of_all(0x1p-113);
}

}  // namespace
}  // namespace touchstone
