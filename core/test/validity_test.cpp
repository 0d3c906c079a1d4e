#include <gtest/gtest.h>

#include <touchstone/validity.hpp>

#include "core/test/rational_reference.hpp"

namespace touchstone {
namespace {

using Points = std::vector<Vec2<double>>;
using Form = Checked2<double>::Form;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

Checked2<double> polygon(const Points& points) {
  return checked(Polygon2<double>{points});
}
Points reversed(Points points) {
  std::reverse(points.begin(), points.end());
  return points;
}

template <class Shape>
void expect_refused(const Shape& shape, Status status) {
  const auto result = checked(shape);
  EXPECT_EQ(result.status, status) << result.reason;
  EXPECT_STRNE(result.reason, "");
}

TEST(CheckedPoint, FiniteIsAPoint) {
  const auto shape = checked(Point2<double>{{1, -2}});
  ASSERT_TRUE(shape.ok());
  EXPECT_EQ(shape.convex().count, 1);
  EXPECT_EQ(shape.convex().dimension, 0);
  EXPECT_EQ(shape.largest_coordinate, 2);
}

TEST(CheckedPoint, NotFiniteIsInvalid) {
  for (const double bad : {kNan, kInfinity, -kInfinity}) {
    expect_refused(Point2<double>{{bad, 0}}, Status::invalid_input);
    expect_refused(Point2<double>{{0, bad}}, Status::invalid_input);
    expect_refused(Segment2<double>{{0, 0}, {bad, 0}}, Status::invalid_input);
    expect_refused(Aabb2<double>{{0, bad}, {1, 1}}, Status::invalid_input);
    expect_refused(Obb2<double>{{0, 0}, {{1, 0}, {0, bad}}}, Status::invalid_input);
    expect_refused(Polygon2<double>{Points{{0, 0}, {1, 0}, {1, bad}}}, Status::invalid_input);
  }
}

TEST(CheckedPoint, BeyondTheExactRangeIsOutOfRange) {
  const double large = std::nextafter(kLargestCoordinate, kInfinity);
  const double small = std::nextafter(kSmallestCoordinate, 0);
  EXPECT_TRUE(checked(Point2<double>{{kLargestCoordinate, -kSmallestCoordinate}}).ok());
  for (const double bad : {large, -large, small, -small, 5e-324}) {
    expect_refused(Point2<double>{{bad, 0}}, Status::out_of_range);
    expect_refused(Segment2<double>{{0, 0}, {0, bad}}, Status::out_of_range);
    expect_refused(Obb2<double>{{0, 0}, {{1, 0}, {0, bad}}}, Status::out_of_range);
    expect_refused(Polygon2<double>{Points{{0, 0}, {1, 0}, {1, bad}}}, Status::out_of_range);
  }
}

TEST(CheckedPoint, FloatsAreInRangeDownToTheSmallest) {
  EXPECT_TRUE(checked(Point2<float>{{0x1p125F, 0x1p-149F}}).ok());
  expect_refused(Point2<float>{{std::nextafter(0x1p125F, HUGE_VALF), 0}}, Status::out_of_range);
}

TEST(CheckedSegment, EqualEndsAreAPoint) {
  EXPECT_EQ(checked(Segment2<double>{{1, 2}, {1, 2}}).convex().count, 1);
  EXPECT_EQ(checked(Segment2<double>{{1, 2}, {3, 1}}).convex().count, 2);
  EXPECT_EQ(checked(Segment2<double>{{1, 2}, {3, 1}}).box, (Aabb2<double>{{1, 1}, {3, 2}}));
}

TEST(CheckedAabb, CornersAreCounterClockwise) {
  const auto shape = checked(Aabb2<double>{{1, 2}, {3, 4}});
  ASSERT_TRUE(shape.ok());
  const ConvexView<double> view = shape.convex();
  ASSERT_EQ(view.count, 4);
  for (int k = 0; k < 4; ++k) {
    EXPECT_EQ(orientation(view.corner(k), view.corner(view.next(k)), view.corner(view.previous(k))), 1);
  }
}

TEST(CheckedAabb, ZeroSizeIsFlat) {
  EXPECT_EQ(checked(Aabb2<double>{{1, 2}, {1, 2}}).convex().dimension, 0);
  EXPECT_EQ(checked(Aabb2<double>{{1, 2}, {1, 3}}).convex().dimension, 1);
}

TEST(CheckedAabb, MinAboveMaxIsInvalidEvenOutOfRange) {
  expect_refused(Aabb2<double>{{1, 0}, {std::nextafter(1, 0), 1}}, Status::invalid_input);
  expect_refused(Aabb2<double>{{0, 1e300}, {1, 0}}, Status::invalid_input);
  expect_refused(Aabb2<double>{{0, 0}, {1, 1e300}}, Status::out_of_range);
}

TEST(CheckedObb, ExactCornersAreNotRounded) {
  for (const double side : {1.0, -1.0}) {
    const auto shape = checked(Obb2<double>{{5, 5}, {{1, 2}, {-2 * side, side}}});
    const ConvexView<double> view = shape.convex();
    ASSERT_EQ(view.count, 4);
    EXPECT_EQ(view.rounded_from, nullptr);
    EXPECT_EQ(orientation(view.corner(0), view.corner(1), view.corner(2)), 1);
    EXPECT_EQ(view.min, (Vec2<double>{2, 2}));
    EXPECT_EQ(view.max, (Vec2<double>{8, 8}));
  }
}

/// Every exact corner lies within corner_error of the rounded one and within the bounding box.
template <class T>
void expect_enclosed(const Checked2<T>& shape) {
  const ConvexView<T> view = shape.convex();
  for (int k = 0; k < view.count; ++k) {
    const auto exactly = exact_corner(view, k);
    const auto check = [&](const Expansion<3>& value, T rounded, T lo, T hi) {
      reference::Rational sum = 0;
      for (std::size_t i = 0; i < value.size; ++i) sum += reference::Rational(value.terms[i]);
      EXPECT_LE(abs(sum - reference::Rational(rounded)), reference::Rational(view.corner_error));
      EXPECT_TRUE(sum >= reference::Rational(lo) && sum <= reference::Rational(hi));
    };
    check(exactly.x, view.corner(k).x, view.min.x, view.max.x);
    check(exactly.y, view.corner(k).y, view.min.y, view.max.y);
  }
}

TEST(CheckedObb, RoundedCornersKnowTheirError) {
  std::mt19937_64 random(31);
  const auto number = [&] { return static_cast<double>(static_cast<int>(random() % 41) - 20) / 7; };
  int rounded = 0;
  for (int i = 0; i < 500; ++i) {
    const Vec2<double> u{number(), number()};
    const auto shape = checked(Obb2<double>{{1e3 * number(), number()}, {u, {number(), number()}}});
    const auto as_float =
        checked(Obb2<float>{{float(number()), 1}, {{float(u.x), float(u.y)}, {0.1F, 0.3F}}});
    rounded += shape.convex().rounded_from != nullptr;
    expect_enclosed(shape);
    expect_enclosed(as_float);
  }
  EXPECT_GT(rounded, 400);
}

TEST(CheckedObb, ExactCornersComeCounterClockwiseForEitherTurnOfTheHalfAxes) {
  for (const double side : {1.0, -1.0}) {
    const auto shape = checked(Obb2<double>{{1e6, 1e6}, {{0.1, 0.3}, {-0.3 * side, 0.1 * side}}});
    const ConvexView<double> view = shape.convex();
    ASSERT_NE(view.rounded_from, nullptr);
    const auto p = exact_corner(view, 0);
    EXPECT_EQ(cross(exact_corner(view, 1) - p, exact_corner(view, 2) - p).sign(), 1);
  }
}

TEST(CheckedObb, ParallelHalfAxesAreASegmentOfTheOuterEnds) {
  const Vec2<double> u{1, 2};
  for (const double s : {3.0, -3.0}) {
    const auto shape = checked(Obb2<double>{{0, 0}, {u, u * s}});
    ASSERT_EQ(shape.convex().count, 2);
    EXPECT_EQ(shape.box, (Aabb2<double>{{-4, -8}, {4, 8}}));
  }
  EXPECT_EQ(checked(Obb2<double>{{0, 0}, {u, {0, 0}}}).convex().count, 2);
  EXPECT_EQ(checked(Obb2<double>{{3, 4}, {{0, 0}, {0, 0}}}).convex().corner(0), (Vec2<double>{3, 4}));
}

TEST(CheckedObb, FlatWithRoundedEndsKeepsTheExactOnes) {
  const Vec2<double> u{0.1, 0.3};
  const auto shape = checked(Obb2<double>{{1e5, 0}, {u, u * -2.0}});
  const ConvexView<double> view = shape.convex();
  ASSERT_EQ(view.count, 2);
  ASSERT_NE(view.rounded_from, nullptr);
  expect_enclosed(shape);
  const auto span = exact_corner(view, 1) - exact_corner(view, 0);
  EXPECT_EQ((span.x * Expansion<1>(u.y) - span.y * Expansion<1>(u.x)).sign(), 0);
}

TEST(CheckedPolygon, ConvexInEitherWinding) {
  const Points square{{0, 0}, {2, 0}, {2, 2}, {0, 2}};
  for (const Points& points : {square, reversed(square)}) {
    const auto shape = polygon(points);
    ASSERT_TRUE(shape.ok());
    ASSERT_TRUE(shape.is_convex());
    const ConvexView<double> view = shape.convex();
    EXPECT_EQ(orientation(view.corner(0), view.corner(1), view.corner(2)), 1);
    EXPECT_EQ(shape.box, (Aabb2<double>{{0, 0}, {2, 2}}));
  }
}

TEST(CheckedPolygon, RepeatedAndCollinearVerticesStayConvex) {
  EXPECT_TRUE(polygon({{0, 0}, {0, 0}, {1, 0}, {2, 0}, {2, 2}, {2, 2}, {2, 2}, {0, 2}, {0, 0}}).is_convex());
}

TEST(CheckedPolygon, OneUlpDecidesConvexity) {
  const double y = 0.3 + 0.3;
  const auto kite = [y](double dent) { return Points{{0, 0}, {0.3, dent}, {y, y}, {0, 1}}; };
  EXPECT_TRUE(polygon(kite(0.3)).is_convex());
  EXPECT_TRUE(polygon(kite(std::nextafter(0.3, 0))).is_convex());
  EXPECT_FALSE(polygon(kite(std::nextafter(0.3, 1))).is_convex());
  EXPECT_TRUE(polygon(kite(std::nextafter(0.3, 1))).ok());
}

TEST(CheckedPolygon, ArrowheadIsConcave) {
  const auto shape = polygon({{0, 0}, {4, 0}, {1, 1}, {0, 4}});
  EXPECT_TRUE(shape.ok());
  EXPECT_EQ(shape.form, Form::concave);
  EXPECT_EQ(shape.polygon().points.size(), 4U);
}

TEST(CheckedPolygon, PentagramAndBowTieAreInvalid) {
  const Points pentagram{{0, 3}, {2, -3}, {-3, 1}, {3, 1}, {-2, -3}};
  expect_refused(Polygon2<double>{pentagram}, Status::invalid_input);
  EXPECT_EQ(turning_of<double>(pentagram), Turning::other);
  expect_refused(Polygon2<double>{Points{{0, 0}, {1, 1}, {1, 0}, {0, 1}}}, Status::invalid_input);
}

TEST(CheckedPolygon, ContourRunTwiceIsInvalid) {
  expect_refused(Polygon2<double>{Points{{0, 0}, {2, 0}, {0, 2}, {0, 0}, {2, 0}, {0, 2}}},
                 Status::invalid_input);
}

TEST(CheckedPolygon, SpikeIsInvalid) {
  expect_refused(Polygon2<double>{Points{{0, 0}, {4, 0}, {2, 0}, {2, 2}}}, Status::invalid_input);
  expect_refused(Polygon2<double>{Points{{0, 0}, {2, 0}, {2, 2}, {2, 4}, {2, 2}}}, Status::invalid_input);
}

TEST(CheckedPolygon, FewerThanThreePointsAreInvalid) {
  expect_refused(Polygon2<double>{}, Status::invalid_input);
  expect_refused(Polygon2<double>{Points{{0, 0}, {1, 1}}}, Status::invalid_input);
}

TEST(CheckedPolygon, PointsOnOneLineAreTheirHull) {
  const Points line{{1, 1}, {3, 3}, {0, 0}, {2, 2}};
  const auto shape = polygon(line);
  ASSERT_TRUE(shape.ok());
  const ConvexView<double> view = shape.convex();
  ASSERT_EQ(view.count, 2);
  EXPECT_EQ(view.min, (Vec2<double>{0, 0}));
  EXPECT_EQ(view.max, (Vec2<double>{3, 3}));
  EXPECT_EQ(polygon({{1, 1}, {1, 1}, {1, 1}}).convex().count, 1);
}

TEST(CheckedPolygon, FlatOneWithAHoleIsInvalid) {
  const Points line{{0, 0}, {3, 3}, {1, 1}};
  const Points hole{{0, 0}, {1, 0}, {0, 1}};
  const Contour2<double> holes[1] = {hole};
  EXPECT_TRUE(checked(Polygon2<double>{line}).ok());
  EXPECT_EQ(checked(Polygon2<double>{line, holes}).status, Status::invalid_input);
}

TEST(CheckedPolygon, HoleMakesItConcave) {
  const Points square{{0, 0}, {9, 0}, {9, 9}, {0, 9}};
  const Points hole{{1, 1}, {2, 1}, {1, 2}};
  const Contour2<double> holes[1] = {hole};
  const auto shape = checked(Polygon2<double>{square, holes});
  EXPECT_TRUE(shape.ok());
  EXPECT_FALSE(shape.is_convex());
}

TEST(Checked2, CopiesStandOnTheirOwn) {
  Checked2<double> copy;
  EXPECT_FALSE(copy.ok());
  {
    const auto shape = checked(Shape2<double>{Obb2<double>{{1e5, 0}, {{0.1, 0.3}, {0.3, 0.1}}}});
    copy = shape;
    EXPECT_NE(copy.convex().first, shape.convex().first);
    EXPECT_NE(copy.convex().rounded_from, shape.convex().rounded_from);
  }
  EXPECT_EQ(copy.convex().rounded_from, &copy.obb());
}

}  // namespace
}  // namespace touchstone
