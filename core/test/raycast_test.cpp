#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include <touchstone/raycast.hpp>
#include <touchstone/validity.hpp>

namespace touchstone {
namespace {

using V = Vec2<double>;
using Ray = Ray2<double>;
using Circle = Circle2<double>;
using Capsule = Capsule2<double>;
using Ring = Ring2<double>;
using Ellipse = Ellipse2<double>;
using Box = Aabb2<double>;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double up(double v) {
  return std::nextafter(v, kInfinity);
}
constexpr double down(double v) {
  return std::nextafter(v, -kInfinity);
}

template <class T, template <class> class Shape>
RayHit<T> cast(const Ray2<T>& ray, const Shape<T>& shape) {
  return raycast(checked(ray), checked(shape));
}
template <template <class> class Shape>
bool hits(const Ray& ray, const Shape<double>& shape) {
  const RayHit<double> hit = cast(ray, shape);
  EXPECT_EQ(hit.status, Status::ok);
  return hit.hit;
}
void expect_hit(const RayHit<double>& hit, double t, V point, V normal) {
  EXPECT_EQ(hit.status, Status::ok);
  EXPECT_TRUE(hit.hit);
  EXPECT_EQ(hit.t, t);
  EXPECT_EQ(hit.point, point);
  EXPECT_EQ(hit.normal, normal);
}

constexpr Box kBox{{0, 0}, {2, 2}};
constexpr Circle kCircle{{0, 0}, 5};
constexpr Capsule kCapsule{{0, 0}, {4, 0}, 1};
constexpr Ring kRing{{0, 0}, 3, 4};
constexpr Ellipse kEllipse{{0, 0}, {{4, 0}, {0, 2}}};
constexpr V kSquare[] = {{0, 0}, {9, 0}, {9, 9}, {0, 9}};
constexpr V kSquareHole[] = {{3, 3}, {6, 3}, {6, 6}, {3, 6}};
const Contour2<double> kHoles[] = {kSquareHole};
const Polygon2<double> kFrame{kSquare, kHoles};
/// A notch from above, its bottom at (4, 2).
constexpr V kNotched[] = {{0, 0}, {8, 0}, {8, 6}, {4, 2}, {0, 6}};

TEST(RaycastBox, MeetsTheNearSide) {
  expect_hit(cast(Ray{{-4, 1}, {2, 0}}, kBox), 2, {0, 1}, {-1, 0});
  expect_hit(cast(Ray{{1, 10}, {0, -4}}, kBox), 2, {1, 2}, {0, 1});
  expect_hit(cast(Ray{{-1, -3}, {1, 2}}, kBox), 1.5, {0.5, 0}, {0, -1});
}
TEST(RaycastBox, BehindOrPastIsAMiss) {
  EXPECT_FALSE(hits(Ray{{3, 1}, {1, 0}}, kBox));
  EXPECT_FALSE(hits(Ray{{-1, 3}, {1, 0}}, kBox));
  EXPECT_FALSE(hits(Ray{{-1, -7}, {1, 2}}, kBox));
}
TEST(RaycastBox, AlongASideMeetsItsFirstPoint) {
  expect_hit(cast(Ray{{-1, 2}, {1, 0}}, kBox), 1, {0, 2}, {-1, 0});
  EXPECT_FALSE(hits(Ray{{-1, up(2)}, {1, 0}}, kBox));
}
TEST(RaycastBox, ThroughACornerIsDecidedToTheUlp) {
  EXPECT_TRUE(hits(Ray{{-2, 0}, {1, 1}}, kBox));
  EXPECT_FALSE(hits(Ray{{-2, 0x1p-400}, {1, 1}}, kBox));
  EXPECT_FALSE(hits(Ray{{-2, 0}, {1, up(1)}}, kBox));
  EXPECT_TRUE(hits(Ray{{-2, 0}, {1, down(1)}}, kBox));
}
TEST(RaycastBox, FromInsideOrFromTheBoundaryIsZero) {
  for (const V start : {V{1, 1}, V{0, 1}, V{2, 2}})
    expect_hit(cast(Ray{start, {1, 3}}, kBox), 0, start, {0, 0});
}
TEST(RaycastBox, FlatBoxesKeepTheirSides) {
  expect_hit(cast(Ray{{-1, 0}, {1, 1}}, Box{{0, 1}, {2, 1}}), 1, {0, 1}, {0, -1});
  expect_hit(cast(Ray{{-1, 1}, {1, 0}}, Box{{0, 1}, {2, 1}}), 1, {0, 1}, {-1, 0});
}

TEST(RaycastObb, MeetsTheNearSide) {
  const Obb2<double> diamond{{0, 0}, {{1, 1}, {-1, 1}}};
  const RayHit<double> hit = cast(Ray{{10, 0.5}, {-1, 0}}, diamond);
  expect_hit(hit, 8.5, {1.5, 0.5}, hit.normal);
  EXPECT_NEAR(hit.normal.x, std::sqrt(0.5), 1e-15);
  EXPECT_NEAR(hit.normal.y, std::sqrt(0.5), 1e-15);
}
TEST(RaycastObb, GrazingACornerThatIsNoDouble) {
  const double v = 1.0 / 3;
  const Obb2<double> diamond{{0, up(1)}, {{v, v}, {-v, v}}};
  const TwoTerms top = two_sum(up(1), 2 * v);
  ASSERT_NE(top.lo, 0);
  const double below = top.lo > 0 ? top.hi : down(top.hi);
  EXPECT_TRUE(hits(Ray{{5, below}, {-1, 0}}, diamond));
  EXPECT_FALSE(hits(Ray{{5, up(below)}, {-1, 0}}, diamond));
}

TEST(RaycastPoint, OnTheLineAheadIsAHit) {
  expect_hit(cast(Ray{{-4, 0}, {2, 0}}, Point2<double>{{2, 0}}), 3, {2, 0}, {-1, 0});
  expect_hit(cast(Ray{{2, 0}, {1, 1}}, Point2<double>{{2, 0}}), 0, {2, 0}, {0, 0});
  EXPECT_FALSE(hits(Ray{{-4, 0}, {-2, 0}}, Point2<double>{{2, 0}}));
  EXPECT_FALSE(hits(Ray{{-4, 0}, {2, 0x1p-400}}, Point2<double>{{2, 0}}));
}

TEST(RaycastSegment, CrossingIsDecidedToTheUlp) {
  const Segment2<double> segment{{0, 0}, {10, 10}};
  EXPECT_FALSE(hits(Ray{{8, 4}, {5, 11}}, segment));
  EXPECT_TRUE(hits(Ray{{5, 0}, {5, 10}}, segment));
  EXPECT_FALSE(hits(Ray{{5, 0}, {up(5), 10}}, segment));
  EXPECT_TRUE(hits(Ray{{5, 0}, {down(5), 10}}, segment));
}
TEST(RaycastSegment, InLineMeetsTheNearerEnd) {
  const Segment2<double> segment{{3, 3}, {1, 1}};
  EXPECT_EQ(cast(Ray{{0, 0}, {1, 1}}, segment).point, (V{1, 1}));
  EXPECT_EQ(cast(Ray{{8, 8}, {-2, -2}}, segment).t, 2.5);
  expect_hit(cast(Ray{{2, 2}, {1, 1}}, segment), 0, {2, 2}, {0, 0});
  EXPECT_FALSE(hits(Ray{{0, 0}, {-1, -1}}, segment));
  EXPECT_FALSE(hits(Ray{{0, 0x1p-400}, {1, 1}}, segment));
}

TEST(RaycastPolygon, FromTheHoleMeetsItsRim) {
  expect_hit(cast(Ray{{4.5, 4.5}, {0, 1}}, kFrame), 1.5, {4.5, 6}, {0, -1});
  expect_hit(cast(Ray{{4.5, 6}, {0, -1}}, kFrame), 0, {4.5, 6}, {0, 0});
  expect_hit(cast(Ray{{1, 1}, {0, 1}}, kFrame), 0, {1, 1}, {0, 0});
  expect_hit(cast(Ray{{-1, 4}, {1, 0}}, kFrame), 1, {0, 4}, {-1, 0});
}
TEST(RaycastPolygon, IntoANotch) {
  const Polygon2<double> notched{kNotched};
  const RayHit<double> hit = cast(Ray{{3, 8}, {0, -1}}, notched);
  EXPECT_EQ(hit.point, (V{3, 3}));
  EXPECT_NEAR(hit.normal.x, std::sqrt(0.5), 1e-15);
  EXPECT_EQ(cast(Ray{{4, 8}, {0, -1}}, notched).t, 6);
  EXPECT_EQ(cast(Ray{{-1, 6}, {1, 0}}, notched).t, 1);
  EXPECT_EQ(cast(Ray{{3, 6}, {1, 0}}, notched).t, 5);
  EXPECT_FALSE(hits(Ray{{3, 6}, {1, 1e-9}}, notched));
}
TEST(RaycastPolygon, ThroughVerticesAndAlongSides) {
  const V hexagon[] = {{2, 0}, {4, 0}, {6, 2}, {4, 4}, {2, 4}, {0, 2}};
  EXPECT_EQ(cast(Ray{{-3, 2}, {1, 0}}, Polygon2<double>{hexagon}).point, (V{0, 2}));
  EXPECT_EQ(cast(Ray{{0, 4}, {1, 0}}, Polygon2<double>{hexagon}).point, (V{2, 4}));
  EXPECT_EQ(cast(Ray{{-1, 1}, {1, 1}}, Polygon2<double>{hexagon}).point, (V{0, 2}));
  EXPECT_FALSE(hits(Ray{{-1, up(1)}, {1, 1}}, Polygon2<double>{hexagon}));
}
TEST(RaycastPolygon, FlatOnesAreSegments) {
  const V flat[] = {{1, 1}, {3, 3}, {2, 2}};
  EXPECT_EQ(cast(Ray{{0, 4}, {1, -1}}, Polygon2<double>{flat}).point, (V{2, 2}));
  EXPECT_EQ(cast(Ray{{0, 0}, {2, 2}}, Polygon2<double>{flat}).t, 0.5);
}

TEST(RaycastCircle, TangentIsAHitAndItsNeighbourIsNot) {
  expect_hit(cast(Ray{{-10, 5}, {2, 0}}, kCircle), 5, {0, 5}, {0, 1});
  EXPECT_FALSE(hits(Ray{{-10, up(5)}, {2, 0}}, kCircle));
  EXPECT_TRUE(hits(Ray{{-10, down(5)}, {2, 0}}, kCircle));
  // Touches at (-3, 4): the direction (4, 3) is at right angles to it.
  EXPECT_EQ(cast(Ray{{-15, -5}, {4, 3}}, kCircle).t, 3);
  EXPECT_FALSE(hits(Ray{{-15, up(-5)}, {4, 3}}, kCircle));
  EXPECT_FALSE(hits(Ray{{-15, -5}, {down(4), 3}}, kCircle));
}
TEST(RaycastCircle, BehindInsideAndBoundary) {
  EXPECT_FALSE(hits(Ray{{6, 0}, {1, 0}}, kCircle));
  expect_hit(cast(Ray{{3, 4}, {1, 1}}, kCircle), 0, {3, 4}, {0, 0});
  EXPECT_FALSE(hits(Ray{{3, up(4)}, {1, 1}}, kCircle));
  expect_hit(cast(Ray{{1, 1}, {1, 1}}, kCircle), 0, {1, 1}, {0, 0});
}
TEST(RaycastCircle, FarAndSmallDoesNotCancel) {
  const RayHit<double> hit = cast(Ray{{-0x1p40, 0}, {0x1p10, 0}}, Circle{{0, 0}, 0x1p-30});
  EXPECT_EQ(hit.t, 0x1p30);
  EXPECT_EQ(hit.normal, (V{-1, 0}));
  const RayHit<double> side = cast(Ray{{-0x1p40, 0x1p-31}, {1, 0}}, Circle{{0, 0}, 0x1p-30});
  EXPECT_NEAR(side.normal.x, -std::sqrt(0.75), 1e-15);
  EXPECT_NEAR(side.normal.y, 0.5, 1e-15);
}
TEST(RaycastCircle, RadiusZeroIsAPoint) {
  expect_hit(cast(Ray{{-4, 0}, {2, 0}}, Circle{{2, 0}, 0}), 3, {2, 0}, {-1, 0});
  EXPECT_FALSE(hits(Ray{{-4, 0}, {2, 1e-60}}, Circle{{2, 0}, 0}));
}

TEST(RaycastRing, FromTheHoleOutward) {
  expect_hit(cast(Ray{{0, 0}, {2, 0}}, kRing), 1.5, {3, 0}, {-1, 0});
  expect_hit(cast(Ray{{1, 0}, {-2, 0}}, kRing), 2, {-3, 0}, {1, 0});
  expect_hit(cast(Ray{{3, 0}, {-1, 0}}, kRing), 0, {3, 0}, {0, 0});
  EXPECT_EQ(cast(Ray{{down(3), 0}, {-1, 0}}, kRing).point, (V{-3, 0}));
  expect_hit(cast(Ray{{-6, 4}, {1, 0}}, kRing), 6, {0, 4}, {0, 1});
  EXPECT_FALSE(hits(Ray{{-6, up(4)}, {1, 0}}, kRing));
}

TEST(RaycastCapsule, WallsAndCaps) {
  expect_hit(cast(Ray{{10, 0}, {-1, 0}}, kCapsule), 5, {5, 0}, {1, 0});
  expect_hit(cast(Ray{{1, 5}, {0, -2}}, kCapsule), 2, {1, 1}, {0, 1});
  expect_hit(cast(Ray{{-5, 1}, {1, 0}}, kCapsule), 5, {0, 1}, {0, 1});
  EXPECT_FALSE(hits(Ray{{-5, up(1)}, {1, 0}}, kCapsule));
  EXPECT_FALSE(hits(Ray{{-5, 0}, {-1, 0}}, kCapsule));
  expect_hit(cast(Ray{{2, 1}, {1, 0}}, kCapsule), 0, {2, 1}, {0, 0});
}
TEST(RaycastCapsule, TangentToACapIsDecidedToTheUlp) {
  // Touches the left cap of radius 5 at (-3, 4) - the direction is (4, 3) - and then runs clear of the walls.
  const Capsule capsule{{0, 0}, {-4, -3}, 5};
  EXPECT_EQ(cast(Ray{{-15, -5}, {4, 3}}, capsule).t, 2);
  const Capsule level{{0, 0}, {0, -9}, 5};
  EXPECT_EQ(cast(Ray{{-15, -5}, {4, 3}}, level).t, 3);
  const Capsule upright{{0, 0}, {3, -4}, 5};
  EXPECT_TRUE(hits(Ray{{-15, -5}, {4, 3}}, upright));
  EXPECT_FALSE(hits(Ray{{-15, up(-5)}, {4, 3}}, upright));
}

TEST(RaycastEllipse, TangentIsAHitAndItsNeighbourIsNot) {
  expect_hit(cast(Ray{{-10, 2}, {2, 0}}, kEllipse), 5, {0, 2}, {0, 1});
  EXPECT_FALSE(hits(Ray{{-10, up(2)}, {2, 0}}, kEllipse));
  // In ellipse coordinates the tangent at (-3/5, 4/5), scaled back: skew half axes.
  const Ellipse skew{{1, 1}, {{5, 5}, {0, 10}}};
  const V touch{1 - 3, 1 - 3 + 8};
  const V along{4, 4 + 6};
  EXPECT_TRUE(hits(Ray{touch - along * 2.0, along}, skew));
  EXPECT_FALSE(hits(Ray{touch - along * 2.0 + V{0, 0x1p-48}, along}, skew));
}
TEST(RaycastEllipse, BehindInsideAndBoundary) {
  EXPECT_FALSE(hits(Ray{{5, 0}, {1, 0}}, kEllipse));
  expect_hit(cast(Ray{{4, 0}, {1, 0}}, kEllipse), 0, {4, 0}, {0, 0});
  EXPECT_FALSE(hits(Ray{{up(4), 0}, {1, 0}}, kEllipse));
  expect_hit(cast(Ray{{8, 0}, {-1, 0}}, kEllipse), 4, {4, 0}, {1, 0});
}

TEST(Raycast, BadOperandsHandTheirStatusOn) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(cast(Ray{{0, 0}, {0, 0}}, kBox).status, Status::invalid_input);
  EXPECT_EQ(cast(Ray{{0, nan}, {1, 0}}, kBox).status, Status::invalid_input);
  EXPECT_EQ(cast(Ray{{0, 0}, {1, 0}}, Circle{{0, 0}, -1}).status, Status::invalid_input);
  EXPECT_EQ(cast(Ray{{0, 0}, {1e-250, 0}}, kBox).status, Status::out_of_range);
  EXPECT_EQ(cast(Ray{{0, 0}, {0, nan}}, Box{{1e300, 0}, {1e300, 0}}).status, Status::invalid_input);
}
TEST(Raycast, CurvedShapesHaveASmallerRange) {
  const Ray far{{0, 0}, {0x1p+300, 0}};
  EXPECT_EQ(cast(far, kCircle).status, Status::out_of_range);
  EXPECT_EQ(cast(far, Box{{1, 0}, {2, 1}}).t, 0x1p-300);
}
TEST(Raycast, ExtremesOfTheRange) {
  const double big = kLargestCoordinate;
  const double tiny = kSmallestCoordinate;
  expect_hit(cast(Ray{{-big, 0}, {tiny, 0}}, Box{{0, -1}, {1, 1}}), big / tiny, {0, 0}, {-1, 0});
  const V triangle[] = {{0, -big}, {big, 0}, {0, big}};
  EXPECT_EQ(cast(Ray{{-big, 0}, {big, tiny}}, Polygon2<double>{triangle}).t, 1);
  EXPECT_TRUE(hits(Ray{{-big, -big}, {big, big}}, Obb2<double>{{0, 0}, {{tiny, tiny}, {-tiny, tiny}}}));
  const double curved = kLargestCurvedOf<double>;
  EXPECT_EQ(cast(Ray{{-curved, 0}, {curved, 0}}, Ellipse{{curved, 0}, {{curved, 0}, {0, curved}}}).normal,
            (V{-1, 0}));
  const double small = kSmallestCurvedOf<double>;
  EXPECT_EQ(cast(Ray{{-4 * small, 0}, {curved, 0}}, Ellipse{{0, 0}, {{small, 0}, {0, small}}}).normal,
            (V{-1, 0}));
}
TEST(Raycast, FloatsWhoseParameterIsNoFloatAreOutOfRange) {
  const Ray2<float> slow{{-1, 0}, {std::numeric_limits<float>::denorm_min(), 0}};
  EXPECT_EQ(cast(slow, Circle2<float>{{0, 0}, 0.5F}).status, Status::out_of_range);
  EXPECT_EQ(cast(Ray2<float>{{-3, 0}, {0.5F, 0}}, Circle2<float>{{0, 0}, 1}).t, 4);
}

}  // namespace
}  // namespace touchstone
