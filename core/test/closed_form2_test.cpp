#include <gtest/gtest.h>

#include <touchstone/closed_form2.hpp>

#include "core/test/rational_reference.hpp"

namespace touchstone {
namespace {

constexpr double kInfinity = HUGE_VAL;
using Box = Aabb2<double>;
using Obb = Obb2<double>;

constexpr Box kUnit{{0, 0}, {1, 1}};

TEST(RelationAabbAabb, SideBySide) {
  EXPECT_EQ(relation(kUnit, Box{{0.5, 0.5}, {2, 2}}), Relation::overlapping);
  EXPECT_EQ(relation(kUnit, Box{{1, 0}, {2, 1}}), Relation::touching);
  EXPECT_EQ(relation(kUnit, Box{{1, 1}, {2, 2}}), Relation::touching);
  EXPECT_EQ(relation(kUnit, Box{{std::nextafter(1, 2), 0}, {2, 1}}), Relation::disjoint);
  EXPECT_EQ(relation(kUnit, Box{{std::nextafter(1, 0), 0}, {2, 1}}), Relation::overlapping);
}

TEST(RelationAabbAabb, IdenticalBoxesOverlap) {
  EXPECT_EQ(relation(kUnit, kUnit), Relation::overlapping);
}

TEST(RelationAabbAabb, FlatBoxesCrossOrTouch) {
  const Box across{{-1, 0.5}, {2, 0.5}};
  const Box upright{{0.5, -1}, {0.5, 2}};
  EXPECT_EQ(relation(across, upright), Relation::overlapping);
  EXPECT_EQ(relation(across, across), Relation::touching);
  EXPECT_EQ(relation(across, kUnit), Relation::overlapping);
  EXPECT_EQ(relation(Box{{-1, 1}, {2, 1}}, kUnit), Relation::touching);
  EXPECT_EQ(relation(across, Box{{2, 0.5}, {2, 3}}), Relation::touching);
}

TEST(RelationPointAabb, InsideBoundaryOutside) {
  EXPECT_EQ(relation(Point2<double>{{0.5, 0.5}}, kUnit), Relation::overlapping);
  EXPECT_EQ(relation(Point2<double>{{1, 0.5}}, kUnit), Relation::touching);
  EXPECT_EQ(relation(kUnit, Point2<double>{{1, 1}}), Relation::touching);
  EXPECT_EQ(relation(kUnit, Point2<double>{{std::nextafter(1, 2), 1}}), Relation::disjoint);
}

TEST(RelationPointPoint, EqualPointsTouch) {
  EXPECT_EQ(relation(Point2<double>{{0, 1}}, Point2<double>{{-0.0, 1}}), Relation::touching);
  EXPECT_EQ(relation(Point2<double>{{0, 1}}, Point2<double>{{0, std::nextafter(1, 2)}}), Relation::disjoint);
}

TEST(DistanceAabbAabb, AcrossACorner) {
  const Distance<double> d = distance(kUnit, Box{{4, 5}, {6, 6}});
  EXPECT_EQ(d.distance, 5);
  EXPECT_EQ(d.on_a, (Vec2<double>{1, 1}));
  EXPECT_EQ(d.on_b, (Vec2<double>{4, 5}));
}

TEST(DistanceAabbAabb, MeetingBoxesShareAPoint) {
  const Distance<double> d = distance(kUnit, Box{{0.5, -3}, {4, 0.25}});
  EXPECT_EQ(d.distance, 0);
  EXPECT_EQ(d.on_a, d.on_b);
  EXPECT_EQ(relation(Point2<double>{d.on_a}, kUnit), Relation::touching);
}

TEST(DistancePointPoint, SmallAndLargeDoNotUnderOrOverflow) {
  const double s = kSmallestCoordinate;
  EXPECT_EQ(distance(Point2<double>{{0, 0}}, Point2<double>{{3 * s, 4 * s}}).distance, 5 * s);
  const double l = kLargestCoordinate / 4;
  EXPECT_EQ(distance(Point2<double>{{0, 0}}, Point2<double>{{-3 * l, 4 * l}}).distance, 5 * l);
}

TEST(PenetrationAabbAabb, ShortestWayOut) {
  const Penetration<double> p = penetration(kUnit, Box{{0.75, -1}, {3, 3}});
  EXPECT_EQ(p.relation, Relation::overlapping);
  EXPECT_EQ(p.depth, 0.25);
  EXPECT_EQ(p.mtv, (Vec2<double>{0.25, 0}));
  EXPECT_EQ(penetration(Box{{0.75, -1}, {3, 3}}, kUnit).mtv, (Vec2<double>{-0.25, 0}));
}

TEST(PenetrationAabbAabb, ContainedBoxIsPushedAllTheWay) {
  EXPECT_EQ(penetration(Box{{0, 0}, {10, 10}}, Box{{4, 1}, {5, 2}}).mtv, (Vec2<double>{0, -2}));
}

TEST(PenetrationAabbAabb, TouchingHasNoDepth) {
  const Penetration<double> p = penetration(kUnit, Box{{1, 0}, {2, 1}});
  EXPECT_EQ(p.relation, Relation::touching);
  EXPECT_EQ(p.depth, 0);
  EXPECT_EQ(p.mtv, (Vec2<double>{0, 0}));
}

Relation exact_relation(const Obb& a, const Obb& b) {
  return reference::relation(reference::corners<double>(a), reference::corners<double>(b));
}

TEST(RelationObbObb, EdgesThatMeetExactlyTouchThoughNoCornerIsADouble) {
  const Vec2<double> u{0.1, 0.3}, v{-0.3, 0.1};
  const Obb a{{0, 0}, {u, v}};
  EXPECT_EQ(relation(a, Obb{u * 2.0, {u, v}}), Relation::touching);
  const double x = 2 * u.x;
  EXPECT_EQ(relation(a, Obb{{std::nextafter(x, kInfinity), 2 * u.y}, {u, v}}), Relation::disjoint);
  EXPECT_EQ(relation(a, Obb{{std::nextafter(x, -kInfinity), 2 * u.y}, {u, v}}), Relation::overlapping);
}

TEST(RelationObbObb, CornerOnEdgeTouches) {
  const Obb square{{0, 0}, {{1, 0}, {0, 1}}};
  const Obb diamond{{3, 0}, {{1, 1}, {-1, 1}}};
  EXPECT_EQ(relation(square, diamond), Relation::touching);
  EXPECT_EQ(relation(square, Obb{{std::nextafter(3, 4), 0}, {{1, 1}, {-1, 1}}}), Relation::disjoint);
  EXPECT_EQ(relation(square, Obb{{std::nextafter(3, 2), 0}, {{1, 1}, {-1, 1}}}), Relation::overlapping);
}

TEST(RelationObbObb, ClockwiseHalfAxesAreTheSameBox) {
  const Obb a{{0, 0}, {{0, 1}, {1, 0}}};
  EXPECT_EQ(relation(a, Obb{{2, 2}, {{1, 0}, {0, -1}}}), Relation::touching);
  EXPECT_EQ(relation(a, a), Relation::overlapping);
}

TEST(RelationObbObb, RandomBoxesNearTouchEqualRationals) {
  std::mt19937_64 random(21);
  const auto number = [&] { return static_cast<double>(static_cast<int>(random() % 21) - 10) / 3; };
  int counts[3] = {};
  for (int i = 0; i < 6000; ++i) {
    const Vec2<double> u{number(), number()};
    const Vec2<double> w = random() % 3 == 0 ? u : Vec2<double>{number(), number()};
    const Obb a{{0, 0}, {u, perp(u)}};
    Obb b{random() % 2 == 0 ? u * 2.0 : u + w, {w, random() % 2 == 0 ? perp(w) : -perp(w)}};
    if (random() % 3 == 0) b.center.x = std::nextafter(b.center.x, number());
    if (length_sq(u) == 0 || length_sq(w) == 0) continue;
    const Relation expected = exact_relation(a, b);
    ASSERT_EQ(relation(a, b), expected) << reference::print<double>(a) << reference::print<double>(b);
    ASSERT_EQ(relation(b, a), expected);
    ++counts[static_cast<int>(expected)];
  }
  for (const int count : counts) EXPECT_GT(count, 150);
}

TEST(RelationCircleCircle, OneUlpEitherSideOfTouch) {
  const Circle2<double> a{{1, 1}, 2};
  EXPECT_EQ(relation(a, Circle2<double>{{4, 5}, 3}), Relation::touching);
  EXPECT_EQ(relation(a, Circle2<double>{{4, 5}, std::nextafter(3, 4)}), Relation::overlapping);
  EXPECT_EQ(relation(a, Circle2<double>{{4, 5}, std::nextafter(3, 2)}), Relation::disjoint);
}
TEST(RelationCircleCircle, ConcentricDiscsOverlapAndEqualPointsTouch) {
  const Circle2<double> point{{1, 1}, 0};
  EXPECT_EQ(relation(Circle2<double>{{1, 1}, 2}, Circle2<double>{{1, 1}, 3}), Relation::overlapping);
  EXPECT_EQ(relation(Circle2<double>{{1, 1}, 2}, point), Relation::overlapping);
  EXPECT_EQ(relation(point, point), Relation::touching);
  EXPECT_EQ(relation(point, Circle2<double>{{1, std::nextafter(1, 2)}, 0}), Relation::disjoint);
}
TEST(RelationCircleCircle, SumOfRadiiCountsWithoutRounding) {
  const double tiny = 0x1p-60;
  const Circle2<double> a{{0, 0}, 1};
  EXPECT_EQ(relation(a, Circle2<double>{{2, 0}, 1}), Relation::touching);
  EXPECT_EQ(relation(Circle2<double>{{0, 0}, tiny}, Circle2<double>{{1, 0}, 1}), Relation::overlapping);
  EXPECT_EQ(relation(Circle2<double>{{tiny, 0}, 1}, Circle2<double>{{-1, 0}, tiny}), Relation::touching);
  EXPECT_EQ(relation(Circle2<double>{{tiny, tiny}, 1}, Circle2<double>{{-1, 0}, tiny}), Relation::disjoint);
}

TEST(RelationCircleAabb, SideCornerAndInside) {
  EXPECT_EQ(relation(kUnit, Circle2<double>{{3, 0.5}, 2}), Relation::touching);
  EXPECT_EQ(relation(Circle2<double>{{4, 5}, 5}, kUnit), Relation::touching);
  EXPECT_EQ(relation(Circle2<double>{{4, 5}, std::nextafter(5, 4)}, kUnit), Relation::disjoint);
  EXPECT_EQ(relation(Circle2<double>{{0.5, 0.5}, 0.1}, kUnit), Relation::overlapping);
  EXPECT_EQ(relation(Circle2<double>{{1, 0.5}, 0}, kUnit), Relation::touching);
}

TEST(RelationCapsuleCapsule, ParallelCrossingAndEndToEnd) {
  const Capsule2<double> a{{0, 0}, {30, 40}, 5};
  EXPECT_EQ(relation(a, Capsule2<double>{{-8, 6}, {22, 46}, 5}), Relation::touching);
  EXPECT_EQ(relation(a, Capsule2<double>{{-8, 6}, {22, 46}, std::nextafter(5, 4)}), Relation::disjoint);
  EXPECT_EQ(relation(a, Capsule2<double>{{-8, 6}, {22, 46}, std::nextafter(5, 6)}), Relation::overlapping);
  EXPECT_EQ(relation(a, Capsule2<double>{{0, 40}, {30, 0}, 0}), Relation::overlapping);
  EXPECT_EQ(relation(a, Capsule2<double>{{36, 48}, {60, 80}, 5}), Relation::touching);
}
TEST(RelationCapsuleCapsule, RadiusZeroIsASegmentAndZeroLengthACircle) {
  const Capsule2<double> a{{0, 0}, {4, 4}, 0};
  EXPECT_EQ(relation(a, Capsule2<double>{{0, 4}, {4, 0}, 0}), Relation::overlapping);
  EXPECT_EQ(relation(a, Capsule2<double>{{2, 2}, {9, 9}, 0}), Relation::touching);
  EXPECT_EQ(relation(a, Capsule2<double>{{4, 4}, {4, 9}, 0}), Relation::touching);
  EXPECT_EQ(relation(a, Capsule2<double>{{7, 8}, {7, 8}, 5}), Relation::touching);
  EXPECT_EQ(relation(Capsule2<double>{{1, 1}, {1, 1}, 2}, Capsule2<double>{{4, 5}, {4, 5}, 3}),
            Relation::touching);
}
TEST(RelationCircleCapsule, BesideTheSegmentAndBeyondItsEnds) {
  const Capsule2<double> a{{0, 0}, {30, 40}, 5};
  EXPECT_EQ(relation(Circle2<double>{{7, 26}, 5}, a), Relation::touching);
  EXPECT_EQ(relation(a, Circle2<double>{{-6, -8}, 5}), Relation::touching);
  EXPECT_EQ(relation(a, Circle2<double>{{-6, -8}, std::nextafter(5, 4)}), Relation::disjoint);
  EXPECT_EQ(relation(a, Circle2<double>{{15, 20}, 0}), Relation::overlapping);
}

TEST(DistanceAndPenetrationCircle, PlainNumbers) {
  const Circle2<double> a{{0, 0}, 1};
  EXPECT_EQ(distance(a, Circle2<double>{{6, 8}, 2}).distance, 7);
  EXPECT_EQ(distance(Box{{3, 4}, {9, 9}}, a).distance, 4);
  EXPECT_EQ(distance(a, Box{{-1, -1}, {1, 1}}).on_a, (Vec2<double>{0, 0}));
  EXPECT_EQ(penetration(a, Circle2<double>{{3, 0}, 4}).mtv, (Vec2<double>{2, 0}));
  EXPECT_EQ(penetration(a, Box{{0.5, -3}, {9, 9}}).mtv, (Vec2<double>{0.5, 0}));
  EXPECT_EQ(penetration(Box{{-0.5, -3}, {9, 9}}, a).mtv, (Vec2<double>{-1.5, 0}));
}

}  // namespace
}  // namespace touchstone
