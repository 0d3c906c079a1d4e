#include "reports/outline.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace touchstone::reports {
namespace {

using oracle::Rational;
using oracle::RationalVec2;

RationalVec2 at(double x, double y) {
  return oracle::rational(Vec2<double>{x, y});
}
Outline outline(const OwnedShape& shape) {
  return outline_of(shape, std::nullopt);
}

TEST(OutlineOf, ACircleIsOfPointsExactlyOnIt) {
  const Outline circle = outline({ShapeType::circle, {{0.1, -3}}, {0.7, 0}});
  ASSERT_EQ(circle.contours.size(), 1U);
  EXPECT_TRUE(circle.closed);
  EXPECT_GE(circle.contours[0].size(), 96U);
  const Rational radius = oracle::rational(0.7);
  for (const RationalVec2& p : circle.contours[0]) EXPECT_EQ(length_sq(p - at(0.1, -3)), radius * radius);
}

TEST(OutlineOf, ARingIsOfItsTwoCircles) {
  const Outline ring = outline({ShapeType::ring, {{1, 2}}, {3, 5}});
  ASSERT_EQ(ring.contours.size(), 2U);
  for (const RationalVec2& p : ring.contours[0]) EXPECT_EQ(length_sq(p - at(1, 2)), 25);
  for (const RationalVec2& p : ring.contours[1]) EXPECT_EQ(length_sq(p - at(1, 2)), 9);
}

TEST(OutlineOf, AnEllipseIsOfPointsExactlyOnIt) {
  const RationalVec2 u = at(3, 1);
  const RationalVec2 v = at(-0.5, 2);
  const Outline ellipse = outline({ShapeType::ellipse, {{0.1, 0}, {3, 1}, {-0.5, 2}}, {}});
  const Rational turn = cross(u, v);
  for (const RationalVec2& p : ellipse.contours[0]) {
    const RationalVec2 from_center = p - at(0.1, 0);
    const Rational s = cross(from_center, v) / turn;
    const Rational t = cross(u, from_center) / turn;
    EXPECT_EQ(s * s + t * t, 1);
  }
}

TEST(OutlineOf, ACapsuleIsOfPointsAtItsRadiusFromTheSegment) {
  const Outline capsule = outline({ShapeType::capsule, {{0, 0}, {3, 1}}, {2, 0}});
  const RationalVec2 axis = at(3, 1);
  int ends[2] = {};
  for (const RationalVec2& p : capsule.contours[0]) {
    const Rational along = dot(p, axis);
    const bool at_from = along <= 0;
    ASSERT_TRUE(at_from ||
                along >= length_sq(axis));  // nothing of it beside the segment: the sides are straight
    EXPECT_EQ(length_sq(at_from ? p : p - axis), 4);
    ++ends[at_from];
  }
  EXPECT_TRUE(ends[0] > 40 && ends[1] > 40);
}

TEST(OutlineOf, NeighboursAreNearTheCurve) {
  const Outline circle = outline({ShapeType::circle, {{0, 0}}, {1, 0}});
  const Points& points = circle.contours[0];
  for (std::size_t i = 0; i < points.size(); ++i) {
    const RationalVec2 middle = (points[i] + points[(i + 1) % points.size()]) * Rational(1, 2);
    EXPECT_GT(oracle::round_to_double(length_sq(middle)), 0.9988);  // a tenth of a pixel of 160
  }
}

/// Squared distance from p to the nearest corner.
double nearest_sq(const Points& points, const RationalVec2& p) {
  Rational best = length_sq(points[0] - p);
  for (const RationalVec2& q : points) best = std::min(best, Rational(length_sq(q - p)));
  return oracle::round_to_double(best);
}

TEST(OutlineOf, TheContactIsACorner) {
  const double tip = 0.6;
  const RationalVec2 contact = at(tip, 0.8);
  for (const OwnedShape& shape :
       {OwnedShape{ShapeType::circle, {{0, 0}}, {1, 0}}, OwnedShape{ShapeType::ring, {{0, 0}}, {0.5, 1}},
        OwnedShape{ShapeType::capsule, {{0, 0}, {-2, 0}}, {1, 0}},
        OwnedShape{ShapeType::ellipse, {{0, 0}, {1, 0}, {0, 1}}, {}}}) {
    EXPECT_LT(nearest_sq(outline_of(shape, contact).contours[0], contact), 1e-30) << name_of(shape.type);
    EXPECT_GT(nearest_sq(outline_of(shape, at(-5, -9)).contours[0], contact), 1e-9) << name_of(shape.type);
  }
}

TEST(OutlineOf, StraightShapesAreTheirCorners) {
  const Outline triangle = outline({ShapeType::triangle, {{0, 0}, {1, 0}, {0, 1}}, {}});
  EXPECT_EQ(triangle.contours, (std::vector<Points>{{at(0, 0), at(1, 0), at(0, 1)}}));
  const Outline obb = outline({ShapeType::obb, {{1, 1}, {1, 0}, {0, 2}}, {}});
  EXPECT_EQ(obb.contours[0].size(), 4U);
  EXPECT_NE(std::find(obb.contours[0].begin(), obb.contours[0].end(), at(0, -1)), obb.contours[0].end());
  const Outline segment = outline({ShapeType::segment, {{0, 0}, {1, 0}}, {}});
  EXPECT_FALSE(segment.closed);
}

TEST(OutlineOf, ARayIsItsOriginAndDirection) {
  const Outline ray = outline({ShapeType::ray, {{1, 2}, {3, -4}}, {}});
  EXPECT_FALSE(ray.closed);
  EXPECT_EQ(ray.contours, (std::vector<Points>{{at(1, 2)}}));
  EXPECT_EQ(ray.direction, at(3, -4));
  EXPECT_FALSE(outline({ShapeType::circle, {{0, 0}}, {1, 0}}).direction);
}

TEST(OutlineOf, WhatIsNotFiniteIsLeftOut) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(outline({ShapeType::circle, {{1, 2}}, {nan, 0}}).contours[0], (Points{at(1, 2)}));
  EXPECT_TRUE(outline({ShapeType::circle, {{nan, 2}}, {1, 0}}).contours[0].empty());
  EXPECT_EQ(outline({ShapeType::capsule, {{0, 0}, {1, 0}}, {nan, 0}}).contours[0].size(), 2U);
  EXPECT_EQ(outline({ShapeType::triangle, {{0, 0}, {nan, 0}, {0, 1}}, {}}).contours[0].size(), 2U);
  EXPECT_FALSE(outline({ShapeType::ray, {{0, 0}, {nan, 0}}, {}}).direction);
}

}  // namespace
}  // namespace touchstone::reports
