#include "oracle/validity.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "oracle/number.hpp"
#include "oracle/test/polygons.hpp"

namespace touchstone::oracle {
namespace {

using test::OwnedPolygon;
using test::square;
using Points = std::vector<Point>;
using Holes = std::vector<std::vector<Point>>;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kTiny = std::numeric_limits<double>::denorm_min();
constexpr double kMax = std::numeric_limits<double>::max();

std::string reason_of(Points points, Holes holes = {}) {
  const OwnedPolygon polygon(std::move(points), std::move(holes));
  return invalid_reason(polygon.shape());
}
Validity verdict_on(Points points, Holes holes = {}) {
  const OwnedPolygon polygon(std::move(points), std::move(holes));
  std::string reason;
  return check(Shape(polygon.shape()), reason);
}

TEST(Validity, PlainShapesAreValidAndConvex) {
  std::string reason;
  for (const Shape& shape : {Shape(Point2<double>{{1, 2}}), Shape(Segment2<double>{{0, 0}, {1, 1}}),
                             Shape(Aabb2<double>{{0, 0}, {1, 1}}), Shape(Aabb2<double>{{0, 0}, {0, 0}}),
                             Shape(Obb2<double>{{0, 0}, {{1, 2}, {2, 4}}})}) {
    const Validity validity = check(shape, reason);
    EXPECT_TRUE(validity.valid && validity.convex);
    EXPECT_EQ(reason, "");
  }
}

TEST(Validity, NumbersThatAreNotFiniteAreNamed) {
  EXPECT_EQ(invalid_reason(Point2<double>{{kNan, 0}}), "at.x is not finite");
  EXPECT_EQ(invalid_reason(Segment2<double>{{0, 0}, {0, -kInf}}), "to.y is not finite");
  EXPECT_EQ(invalid_reason(Aabb2<double>{{0, 0}, {kInf, 1}}), "max.x is not finite");
  EXPECT_EQ(invalid_reason(Obb2<double>{{0, 0}, {{1, 0}, {0, kNan}}}), "half_axes[1].y is not finite");
  EXPECT_EQ(reason_of({{0, 0}, {1, 0}, {1, 1}, {0, kNan}}), "points[3].y is not finite");
  EXPECT_EQ(reason_of(square(0, 9), {{{1, 1}, {2, 1}, {kInf, 2}}}), "holes[0][2].x is not finite");
}

TEST(Validity, BoxWithMinBeyondMaxIsInvalid) {
  EXPECT_EQ(invalid_reason(Aabb2<double>{{1, 0}, {0, 1}}), "min.x > max.x");
  EXPECT_EQ(invalid_reason(Aabb2<double>{{0, kTiny}, {1, 0}}), "min.y > max.y");
  EXPECT_EQ(invalid_reason(Aabb2<double>{{0, -0.0}, {1, 0}}), "");
}

TEST(Validity, RoundShapesTrianglesAndRaysAreValidAndConvexButForRings) {
  std::string reason;
  for (const Shape& shape :
       {Shape(Triangle2<double>{{{0, 0}, {1, 0}, {0, 1}}}),
        Shape(Triangle2<double>{{{0, 0}, {0, 0}, {0, 0}}}), Shape(Circle2<double>{{1, 2}, 0}),
        Shape(Circle2<double>{{1, 2}, kMax}), Shape(Capsule2<double>{{0, 0}, {0, 0}, 0}),
        Shape(Capsule2<double>{{0, 0}, {1, 0}, kTiny}), Shape(Ring2<double>{{0, 0}, 0, kTiny}),
        Shape(Ellipse2<double>{{0, 0}, {{1, 2}, {2, 5}}}),
        Shape(Ellipse2<double>{{0, 0}, {{kTiny, 0}, {0, kTiny}}}),
        Shape(Ray2<double>{{0, 0}, {0, -kTiny}})}) {
    const Validity validity = check(shape, reason);
    EXPECT_TRUE(validity.valid && validity.convex) << shape.index() << reason;
    EXPECT_EQ(reason, "");
  }
  const Validity ring = check(Shape(Ring2<double>{{0, 0}, kTiny, 1}), reason);
  EXPECT_TRUE(ring.valid && !ring.convex);
}

TEST(Validity, NumbersOfRoundShapesThatAreNotFiniteAreNamed) {
  EXPECT_EQ(invalid_reason(Triangle2<double>{{{0, 0}, {1, kInf}, {0, 1}}}), "points[1].y is not finite");
  EXPECT_EQ(invalid_reason(Circle2<double>{{0, kNan}, 1}), "center.y is not finite");
  EXPECT_EQ(invalid_reason(Circle2<double>{{0, 0}, kInf}), "radius is not finite");
  EXPECT_EQ(invalid_reason(Capsule2<double>{{kNan, 0}, {1, 0}, 1}), "from.x is not finite");
  EXPECT_EQ(invalid_reason(Capsule2<double>{{0, 0}, {1, kInf}, 1}), "to.y is not finite");
  EXPECT_EQ(invalid_reason(Capsule2<double>{{0, 0}, {1, 0}, kNan}), "radius is not finite");
  EXPECT_EQ(invalid_reason(Ring2<double>{{kInf, 0}, 1, 2}), "center.x is not finite");
  EXPECT_EQ(invalid_reason(Ring2<double>{{0, 0}, kNan, 2}), "inner_radius is not finite");
  EXPECT_EQ(invalid_reason(Ring2<double>{{0, 0}, 1, kInf}), "outer_radius is not finite");
  EXPECT_EQ(invalid_reason(Ellipse2<double>{{kNan, 0}, {{1, 0}, {0, 1}}}), "center.x is not finite");
  EXPECT_EQ(invalid_reason(Ellipse2<double>{{0, 0}, {{1, 0}, {kInf, 1}}}), "half_axes[1].x is not finite");
  EXPECT_EQ(invalid_reason(Ray2<double>{{0, kNan}, {1, 0}}), "origin.y is not finite");
  EXPECT_EQ(invalid_reason(Ray2<double>{{0, 0}, {1, kNan}}), "direction.y is not finite");
}

TEST(Validity, RadiiBelowZeroAndRingsWithoutWidthAreInvalid) {
  EXPECT_EQ(invalid_reason(Circle2<double>{{0, 0}, -kTiny}), "radius is negative");
  EXPECT_EQ(invalid_reason(Circle2<double>{{0, 0}, -0.0}), "");
  EXPECT_EQ(invalid_reason(Capsule2<double>{{0, 0}, {1, 0}, -1}), "radius is negative");
  EXPECT_EQ(invalid_reason(Ring2<double>{{0, 0}, -kTiny, 1}), "inner_radius is negative");
  EXPECT_EQ(invalid_reason(Ring2<double>{{0, 0}, 0, -1}), "outer_radius is negative");
  EXPECT_EQ(invalid_reason(Ring2<double>{{0, 0}, 1, 1}), "inner_radius is not below outer_radius");
  EXPECT_EQ(invalid_reason(Ring2<double>{{0, 0}, std::nextafter(1.0, 2.0), 1}),
            "inner_radius is not below outer_radius");
  EXPECT_EQ(invalid_reason(Ring2<double>{{0, 0}, 0, 0}), "inner_radius is not below outer_radius");
}

TEST(Validity, DependentHalfAxesAndZeroDirectionsAreInvalid) {
  const std::string dependent = "half_axes are not independent";
  EXPECT_EQ(invalid_reason(Ellipse2<double>{{0, 0}, {{1, 3}, {2, 6}}}), dependent);
  EXPECT_EQ(invalid_reason(Ellipse2<double>{{0, 0}, {{1, 3}, {2, std::nextafter(6.0, 7.0)}}}), "");
  EXPECT_EQ(invalid_reason(Ellipse2<double>{{0, 0}, {{1, 0}, {0, 0}}}), dependent);
  EXPECT_EQ(invalid_reason(Ellipse2<double>{{0, 0}, {{kMax, kMax}, {kTiny, kTiny}}}), dependent);
  EXPECT_EQ(invalid_reason(Ray2<double>{{1, 2}, {0, 0}}), "direction is zero");
  EXPECT_EQ(invalid_reason(Ray2<double>{{1, 2}, {-0.0, 0}}), "direction is zero");
}

TEST(Validity, TwoPointsAreNoPolygon) {
  EXPECT_EQ(reason_of({{0, 0}, {1, 1}}), "points: fewer than 3");
  EXPECT_EQ(reason_of(square(0, 9), {{{1, 1}, {2, 2}}}), "holes[0]: fewer than 3 points");
}

TEST(Validity, ConvexPolygonsOfEitherWindingAreConvex) {
  EXPECT_TRUE(verdict_on(square(0, 1)).convex);
  EXPECT_TRUE(verdict_on({{0, 0}, {0, 1}, {1, 1}, {1, 0}}).convex);
  EXPECT_TRUE(verdict_on({{0, 0}, {2, 0}, {4, 0}, {4, 4}, {4, 4}, {0, 4}, {0, 0}}).convex);
  EXPECT_FALSE(verdict_on({{0, 0}, {4, 0}, {1, 1}, {0, 4}}).convex);
  EXPECT_TRUE(verdict_on({{0, 0}, {4, 0}, {1, 1}, {0, 4}}).valid);
}

TEST(Validity, CrossingEdgesAreNamed) {
  EXPECT_EQ(reason_of({{0, 0}, {2, 2}, {2, 0}, {0, 2}}), "points: edges 0 and 2 cross");
  EXPECT_EQ(reason_of({{0, 0}, {0, 0}, {2, 2}, {2, 0}, {0, 2}}), "points: edges 1 and 3 cross");
  EXPECT_EQ(reason_of({{0, 10}, {-10, 0}, {10, 0}, {0, -10}}), "points: edges 1 and 3 cross");
}

TEST(Validity, PentagramTurnsOneWayYetCrosses) {
  EXPECT_EQ(reason_of({{0, 3}, {2, -3}, {-3, 1}, {3, 1}, {-2, -3}}).substr(0, 14), "points: edges ");
}

TEST(Validity, ContourThatTouchesItselfIsInvalid) {
  EXPECT_EQ(reason_of({{0, 0}, {4, 0}, {4, 4}, {2, 0}, {0, 4}}), "points: edges 0 and 3 touch");
  EXPECT_EQ(reason_of({{0, 0}, {2, 2}, {4, 0}, {4, 4}, {2, 2}, {0, 4}}), "points: edges 0 and 4 touch");
  EXPECT_EQ(reason_of({{0, 0}, {4, 0}, {4, 4}, {2, kTiny}, {0, 4}}), "");
}

TEST(Validity, SpikeIsInvalid) {
  EXPECT_EQ(reason_of({{0, 0}, {4, 0}, {4, 4}, {4, 2}, {0, 2}}),
            "points: edges 1 and 2 run back over each other");
  EXPECT_EQ(reason_of({{0, 0}, {1, 0}, {1, 1}, {2, 1}, {2, 0}, {-1, 0}, {-1, 2}, {0, 2}}).substr(0, 8),
            "points: ");
}

TEST(Validity, PointsOnOneLineAreTheirHull) {
  const Validity segment = verdict_on({{0, 0}, {2, 2}, {1, 1}});
  EXPECT_TRUE(segment.valid && segment.flat && segment.convex);
  const Validity point = verdict_on({{3, 1}, {3, 1}, {3, 1}});
  EXPECT_TRUE(point.valid && point.flat && point.convex);
  EXPECT_EQ(reason_of({{0, 0}, {2, 2}, {1, 1}}, {square(0, 1)}),
            "points: all on one line, yet there are holes");
}

TEST(Validity, OneUlpOffTheLineIsNotFlat) {
  const Validity sliver = verdict_on({{0, 0}, {2, 2}, {1, std::nextafter(1.0, 2.0)}});
  EXPECT_TRUE(sliver.valid && sliver.convex && !sliver.flat);
  EXPECT_TRUE(verdict_on({{0, 0}, {kTiny, 0}, {0, kTiny}}).valid);
  EXPECT_FALSE(verdict_on({{0, 0}, {kTiny, 0}, {0, kTiny}}).flat);
  EXPECT_FALSE(verdict_on({{-kMax, -kMax}, {kMax, kMax}, {0, kTiny}}).flat);
  EXPECT_TRUE(verdict_on({{-kMax, -kMax}, {kMax, kMax}, {1, 1}}).flat);
}

TEST(Validity, LargestCoordinatesAreDecidedExactly) {
  EXPECT_TRUE(verdict_on(square(-kMax, kMax)).convex);
  EXPECT_EQ(reason_of({{-kMax, -kMax}, {kMax, kMax}, {kMax, -kMax}, {-kMax, kMax}}),
            "points: edges 0 and 2 cross");
}

TEST(Validity, HolesInsideAreValidAndNotConvex) {
  const Validity validity = verdict_on(square(0, 9), {square(3, 6)});
  EXPECT_TRUE(validity.valid);
  EXPECT_FALSE(validity.convex);
  EXPECT_EQ(reason_of(square(0, 9), {square(1, 2), square(3, 4), square(5, 6)}), "");
}

TEST(Validity, HoleThatLeavesTheShellIsInvalid) {
  EXPECT_EQ(reason_of(square(0, 1), {{{5, 5}, {6, 5}, {6, 6}}}), "holes[0] is not inside points");
  EXPECT_EQ(reason_of(square(0, 9), {square(3, 6), square(8, 12)}), "points and holes[1] cross");
  EXPECT_EQ(reason_of(square(0, 9), {square(0, 3)}), "points and holes[0] share part of an edge");
  EXPECT_EQ(reason_of(square(3, 6), {square(0, 9)}), "holes[0] is not inside points");
  EXPECT_EQ(reason_of({{0, 0}, {4, 0}, {2, 2}, {4, 4}, {0, 4}}, {{{1, 2}, {2, 2}, {3, 2.25}}}).substr(0, 8),
            "points a");
}

TEST(Validity, HolesThatMeetInMoreThanPointsAreInvalid) {
  EXPECT_EQ(reason_of(square(0, 9), {square(1, 4), square(3, 6)}), "holes[0] and holes[1] cross");
  EXPECT_EQ(reason_of(square(0, 9), {square(1, 4), square(1, 4)}),
            "holes[0] and holes[1] share part of an edge");
  EXPECT_EQ(reason_of(square(0, 9), {square(1, 6), square(2, 3)}), "holes[0] and holes[1] overlap");
  EXPECT_EQ(reason_of(square(0, 9), {square(2, 3), square(1, 6)}), "holes[0] and holes[1] overlap");
  EXPECT_EQ(reason_of(square(0, 9), {{{1, 1}, {2, 2}, {3, 3}}}), "holes[0]: all points on one line");
}

TEST(Validity, HolesMayMeetInSinglePoints) {
  EXPECT_EQ(reason_of(square(0, 9), {square(1, 4), square(4, 6)}), "");
  EXPECT_EQ(reason_of(square(0, 9), {{{0, 4}, {2, 3}, {2, 5}}}), "");
  EXPECT_EQ(reason_of(square(0, 9), {{{0, 0}, {2, 1}, {1, 2}}}), "");
  EXPECT_EQ(reason_of(square(-9, 9),
                      {{{0, 0}, {2, 1}, {1, 2}}, {{0, 0}, {-1, 2}, {-2, 1}}, {{0, 0}, {1, -2}, {2, -1}}}),
            "");
}

TEST(Validity, InteriorCutInTwoIsInvalid) {
  const std::string expected = "the interior is not connected";
  EXPECT_EQ(reason_of(square(0, 9), {{{0, 4}, {9, 4}, {4, 5}}}), expected);
  EXPECT_EQ(reason_of(square(0, 9), {{{0, 4}, {3, 3}, {4, 4}}, {{4, 4}, {9, 4}, {5, 5}}}), expected);
  EXPECT_EQ(
      reason_of(square(0, 9), {{{2, 2}, {6, 2}, {4, 3}}, {{6, 2}, {6, 6}, {5, 4}}, {{6, 6}, {2, 2}, {3, 5}}}),
      expected);
}

// Simple by the definition, on rationals: edges that share a vertex have that point alone in common, others
// none.
bool is_simple(const Points& points) {
  const auto side = [](Point a, Point b, Point c) {
    return cross(rational(b) - rational(a), rational(c) - rational(a)).sign();
  };
  const auto on = [&](Point p, Point a, Point b) {
    return side(a, b, p) == 0 && dot(rational(a) - rational(p), rational(b) - rational(p)) <= 0;
  };
  const std::size_t n = points.size();
  for (std::size_t i = 0; i < n; ++i) {
    const Point a = points[i];
    const Point b = points[(i + 1) % n];
    if (on(points[(i + 2) % n], a, b) || on(a, b, points[(i + 2) % n])) return false;
    for (std::size_t j = i + 2; j < n && (j + 1) % n != i; ++j) {
      const Point c = points[j];
      const Point d = points[(j + 1) % n];
      if (on(c, a, b) || on(d, a, b) || on(a, c, d) || on(b, c, d)) return false;
      if (side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0) return false;
    }
  }
  return true;
}

Points random_points(test::Random& random) {
  Points points(static_cast<std::size_t>(3 + random.below(4)));
  for (Point& p : points) p = {static_cast<double>(random.below(5)), static_cast<double>(random.below(5))};
  return points;
}
bool repeats(const Points& points) {
  return points.front() == points.back() || std::adjacent_find(points.begin(), points.end()) != points.end();
}

TEST(ValidityRandom, LatticePolygonsAreValidWhenTheyAreSimple) {
  test::Random random(31);
  int simple = 0;
  int cases = 0;
  for (int i = 0; i < 4000; ++i) {
    const Points points = random_points(random);
    const Validity validity = verdict_on(points);
    if (repeats(points) || validity.flat) continue;
    ++cases;
    simple += validity.valid;
    ASSERT_EQ(validity.valid, is_simple(points)) << "seed 31: " << OwnedPolygon(points);
  }
  EXPECT_GT(simple, cases / 5);
  EXPECT_LT(simple, cases * 4 / 5);
}

}  // namespace
}  // namespace touchstone::oracle
