#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include <touchstone/area.hpp>
#include <touchstone/decomposition.hpp>

#include "core/test/rational_reference.hpp"

namespace touchstone {
namespace {

using reference::Corners;
using reference::Rational;
using Points = std::vector<Vec2<double>>;

Corners exactly(const Points& points) {
  Corners corners;
  for (const Vec2<double> p : points) corners.push_back(reference::rational(p));
  return corners;
}
/// Twice the exact signed area.
Rational twice_area(const Corners& contour) {
  Rational sum = 0;
  for (std::size_t i = 0; i < contour.size(); ++i)
    sum += cross(contour[i], contour[(i + 1) % contour.size()]);
  return sum;
}

/// An edge as the strip between it and a horizontal line below everything; counts positively on top of the
/// area.
struct Strip {
  Vec2<Rational> left;
  Vec2<Rational> right;
  int sign;
  Rational height(const Rational& x) const {
    return left.y + (right.y - left.y) * (x - left.x) / (right.x - left.x);
  }
};
/// Contours with the area on their left.
std::vector<Strip> strips(const std::vector<Corners>& contours, const Rational& ground) {
  std::vector<Strip> all;
  for (const Corners& contour : contours) {
    for (std::size_t i = 0; i < contour.size(); ++i) {
      Vec2<Rational> from = contour[i];
      Vec2<Rational> to = contour[(i + 1) % contour.size()];
      from.y -= ground;
      to.y -= ground;
      if (from.x < to.x) all.push_back({from, to, -1});
      if (from.x > to.x) all.push_back({to, from, 1});
    }
  }
  return all;
}
/// The exact area of what two strips have in common.
Rational common_strip(const Strip& a, const Strip& b) {
  const Rational from = std::max(a.left.x, b.left.x);
  const Rational to = std::min(a.right.x, b.right.x);
  if (from >= to) return 0;
  const Rational a_from = a.height(from), a_to = a.height(to), b_from = b.height(from), b_to = b.height(to);
  const Rational at_from = std::min(a_from, b_from);
  const Rational at_to = std::min(a_to, b_to);
  if ((a_from - b_from) * (a_to - b_to) >= 0) return (at_from + at_to) / 2 * (to - from);
  const Rational middle = from + (to - from) * (a_from - b_from) / (a_from - b_from - a_to + b_to);
  const Rational at_middle = a.height(middle);
  return (at_from + at_middle) / 2 * (middle - from) + (at_middle + at_to) / 2 * (to - middle);
}
Rational exact_common_area(const std::vector<Corners>& a, const std::vector<Corners>& b) {
  Rational ground = 0;
  for (const auto* shape : {&a, &b})
    for (const Corners& contour : *shape)
      for (const auto& p : contour) ground = std::min(ground, p.y);
  Rational area = 0;
  const std::vector<Strip> strips_b = strips(b, ground);
  for (const Strip& s : strips(a, ground))
    for (const Strip& t : strips_b) area += s.sign * t.sign * common_strip(s, t);
  return area;
}

/// |value - exact| in u x scale.
double error_of(double value, const Rational& exact, double scale) {
  if (Rational(value) == exact) return 0;
  const double error = Rational(abs(Rational(value) - exact)).convert_to<double>();
  return error / (std::numeric_limits<double>::epsilon() * scale * scale);
}
template <class T>
double scale_of(const Checked2<T>& a, const Checked2<T>& b) {
  return double{std::max(a.largest_coordinate, b.largest_coordinate)};
}
/// A convex shape's answer, the same both ways.
template <class A, class B>
double common(const A& a, const B& b) {
  const Checked2<double> checked_a = checked(a);
  const Checked2<double> checked_b = checked(b);
  const double area = area_of_common_part(checked_a.convex(), checked_b.convex()).area;
  EXPECT_NEAR(area, area_of_common_part(checked_b.convex(), checked_a.convex()).area, area * 0x1p-52);
  return area;
}

const Aabb2<double> kSquare{{0, 0}, {4, 4}};

TEST(AreaOf, PolygonWithAHoleAndBoxes) {
  const Points frame{{0, 0}, {0, 9}, {9, 9}, {9, 0}};
  const Points hole{{3, 3}, {6, 3}, {6, 6}, {3, 6}};
  const Contour2<double> holes[] = {hole};
  EXPECT_EQ(area_of(Polygon2<double>{frame}), 81);
  EXPECT_EQ(area_of(Polygon2<double>{frame, holes}), 72);
  EXPECT_EQ(area_of(checked(kSquare).convex()), 16);
  EXPECT_EQ(area_of(checked(Segment2<double>{{0, 0}, {1, 1}}).convex()), 0);
}
TEST(AreaOf, TriangleFarFromTheOriginLosesNothing) {
  constexpr double kFar = 0x1p52;
  const Points triangle{{kFar, kFar}, {kFar + 3, kFar}, {kFar, kFar + 1}};
  EXPECT_EQ(area_of(Polygon2<double>{triangle}), 1.5);
}
TEST(AreaOf, ObbWhoseCornersAreNoDoublesIsExact) {
  const Obb2<double> box{{0x1p60, 1}, {{1, 0.5}, {-0.5, 1}}};
  EXPECT_EQ(area_of(checked(box).convex()), 5);
}

TEST(AreaOfCommonPart, BoxesByHand) {
  EXPECT_EQ(common(kSquare, Aabb2<double>{{3, 2}, {7, 9}}), 2);
  EXPECT_EQ(common(kSquare, kSquare), 16);
  EXPECT_EQ(common(kSquare, Aabb2<double>{{1, 1}, {2, 3}}), 2);
}
TEST(AreaOfCommonPart, DiamondOverACornerOfASquare) {
  EXPECT_EQ(common(kSquare, Obb2<double>{{4, 4}, {{1, 1}, {-1, 1}}}), 2);
}
TEST(AreaOfCommonPart, CrossOfTwoThinBoxes) {
  EXPECT_EQ(common(Aabb2<double>{{-8, -1}, {8, 1}}, Aabb2<double>{{-1, -8}, {1, 8}}), 4);
}
TEST(AreaOfCommonPart, TouchingOrFlatShapesHaveExactlyNone) {
  EXPECT_EQ(common(kSquare, Aabb2<double>{{4, 0}, {5, 4}}), 0);
  EXPECT_EQ(common(kSquare, Obb2<double>{{5, 2}, {{1, 0.3}, {0, 0.7}}}), 0);
  EXPECT_EQ(common(kSquare, Segment2<double>{{-1, -1}, {3, 3}}), 0);
  EXPECT_EQ(common(kSquare, Aabb2<double>{{5, 5}, {6, 6}}), 0);
}
TEST(AreaOfCommonPart, OneUlpOfOverlapIsAnAreaOfOneUlp) {
  const double inside = std::nextafter(4.0, 0.0);
  EXPECT_EQ(common(kSquare, Aabb2<double>{{inside, 0}, {8, 4}}), (4 - inside) * 4);
  EXPECT_EQ(common(kSquare, Aabb2<double>{{std::nextafter(4.0, 5.0), 0}, {8, 4}}), 0);
}
TEST(AreaOfCommonPart, WedgesOfCoincidentEdges) {
  const Points a{{0, 0}, {6, 2}, {0, 8}};
  const Points b{{0, 0}, {3, 1}, {6, 2}, {6, 8}};
  EXPECT_DOUBLE_EQ(common(Polygon2<double>{a}, Polygon2<double>{b}), 72.0 / 7);
}
TEST(AreaOfCommonPart, SliverOfAlmostParallelEdges) {
  const Points a{{0, 0}, {0x1p30, 1}, {0, 1}};
  const Points b{{0, 0}, {0x1p30, 0}, {0x1p30, 1 + 0x1p-50}};
  const Rational exact = exact_common_area({exactly(a)}, {exactly(b)});
  const double got = common(Polygon2<double>{a}, Polygon2<double>{b});
  EXPECT_DOUBLE_EQ(got, exact.convert_to<double>());
}
TEST(AreaOfCommonPart, ExtremesOfTheExponentRangeStayFinite) {
  const double big = kLargestCoordinate;
  EXPECT_EQ(common(Aabb2<double>{{-big, -big}, {big, big}}, Aabb2<double>{{0, 0}, {big, big}}), big * big);
  const double small = kSmallestCoordinate;
  EXPECT_EQ(common(Aabb2<double>{{0, 0}, {small, small}}, Aabb2<double>{{0, 0}, {big, big}}), small * small);
}
TEST(AreaOfCommonPart, FloatsAreSummedInDouble) {
  const Checked2<float> a = checked(Aabb2<float>{{0, 0}, {0x1p125F, 0x1p125F}});
  EXPECT_EQ(area_of_common_part(a.convex(), a.convex()).area, 0x1p250);
}

TEST(AreaOfCommonPart, PartsOfACombAndABar) {
  const Points comb{{0, 0}, {7, 0}, {7, 4}, {6, 4}, {6, 1}, {4, 1},
                    {4, 4}, {3, 4}, {3, 1}, {1, 1}, {1, 4}, {0, 4}};
  const Points bar{{-1, 2}, {9, 2}, {9, 3}, {-1, 3}};
  const ConvexParts<double> parts = decompose(Polygon2<double>{comb});
  const ConvexParts<double> other = decompose(Polygon2<double>{bar});
  EXPECT_EQ(area_of_common_part(parts, other).area, 3);
  EXPECT_EQ(area_of_common_part(other, parts).area, 3);
  EXPECT_EQ(area_of_common_part(parts, parts).area, 16);
}
TEST(AreaOfCommonPart, PartsThatAreRefusedHandTheirStatusOn) {
  const Points bow{{0, 0}, {2, 2}, {2, 0}, {0, 2}};
  const ConvexParts<double> bad = decompose(Polygon2<double>{bow});
  const ConvexParts<double> good = decompose(checked(kSquare));
  EXPECT_EQ(area_of_common_part(bad, good).status, Status::invalid_input);
  EXPECT_EQ(area_of_common_part(good, ConvexParts<double>{Status::out_of_range, "", {}, {}, {}, {}}).status,
            Status::out_of_range);
}

constexpr std::uint32_t kSeed = 20240712;

/// Random pairs against rationals; every kind of pair is one function of random numbers.
struct Measured {
  double worst = 0;
  int positive = 0;
  int zero = 0;
};
void measure(const Shape2<double>& a, const Shape2<double>& b, Measured& measured) {
  const Checked2<double> checked_a = checked(a);
  const Checked2<double> checked_b = checked(b);
  ASSERT_TRUE(checked_a.ok() && checked_b.ok());
  const Corners corners_a = reference::corners(a);
  const Corners corners_b = reference::corners(b);
  const Rational exact = corners_a.size() < 3 || corners_b.size() < 3
                             ? Rational(0)
                             : exact_common_area({corners_a}, {corners_b});
  const double got = area_of_common_part(checked_a.convex(), checked_b.convex()).area;
  ASSERT_EQ(got == 0, exact == 0) << reference::print(a) << "; " << reference::print(b);
  const double error = error_of(got, exact, scale_of(checked_a, checked_b));
  ASSERT_LE(error, kAreaBound) << reference::print(a) << "; " << reference::print(b);
  measured.worst = std::max(measured.worst, error);
  ++(exact == 0 ? measured.zero : measured.positive);
  if (corners_a.size() < 3) return;
  ASSERT_LE(error_of(area_of(checked_a.convex()), twice_area(corners_a) / 2, checked_a.largest_coordinate),
            kAreaBound);
}

TEST(AreaOfCommonPartRandom, LatticeShapesAgreeWithRationals) {
  reference::LatticeShapes<double> shapes(kSeed, 0.3);
  Measured measured;
  for (int i = 0; i < 1500; ++i) {
    Points store_a, store_b;
    const Shape2<double> a = shapes.next(store_a);
    measure(a, shapes.next(store_b), measured);
    ASSERT_FALSE(HasFatalFailure()) << "seed " << kSeed << ", case " << i;
  }
  EXPECT_GT(measured.positive, 200);
  EXPECT_GT(measured.zero, 300);
  RecordProperty("worst_error_u", std::to_string(measured.worst));
}

/// Convex polygons of up to 12 corners, stretched by up to 2^20 either way and moved.
Points scattered(std::mt19937& random, Vec2<double> stretch, Vec2<double> offset) {
  std::uniform_real_distribution<double> unit(-1, 1);
  Points points(4 + random() % 20);
  for (Vec2<double>& p : points)
    p = Vec2<double>{unit(random) * stretch.x, unit(random) * stretch.y} + offset;
  points.resize(convex_hull<double>(points, points).count);
  return points;
}
TEST(AreaOfCommonPartRandom, StretchedAndMovedPolygonsAgreeWithRationals) {
  std::mt19937 random(kSeed);
  Measured measured;
  for (int i = 0; i < 1200; ++i) {
    const auto power = [&](int range) {
      return std::ldexp(1.0, static_cast<int>(random() % (2 * range + 1)) - range);
    };
    const Vec2<double> offset = i % 3 == 0 ? Vec2<double>{1e9, -3e9} : Vec2<double>{};
    const Vec2<double> stretch{power(10), power(10)};
    const Points a = scattered(random, stretch, offset);
    const Points b = scattered(random, i % 2 == 0 ? stretch : Vec2<double>{power(10), power(10)}, offset);
    if (a.size() < 3 || b.size() < 3) continue;
    measure(Polygon2<double>{a}, Polygon2<double>{b}, measured);
    ASSERT_FALSE(HasFatalFailure()) << "seed " << kSeed << ", case " << i;
  }
  EXPECT_GT(measured.positive, 1000);
  RecordProperty("worst_error_u", std::to_string(measured.worst));
}

/// Two boxes that share the line of an edge up to the rounding of their corners.
TEST(AreaOfCommonPartRandom, TurnedBoxesAlongEachOtherAgreeWithRationals) {
  std::mt19937 random(kSeed + 1);
  std::uniform_real_distribution<double> unit(-1, 1);
  Measured measured;
  for (int i = 0; i < 1200; ++i) {
    const Vec2<double> u{unit(random), unit(random)};
    const Obb2<double> a{{unit(random), unit(random)}, {u, perp(u) * 0.1}};
    const double across = i % 2 == 0 ? 0.2 : 0.2 * unit(random);
    const Obb2<double> b{a.center + u * unit(random) + perp(u) * across, {u * unit(random), perp(u) * 0.1}};
    measure(a, b, measured);
    ASSERT_FALSE(HasFatalFailure()) << "seed " << kSeed + 1 << ", case " << i;
  }
  EXPECT_GT(measured.positive, 600);
  EXPECT_GT(measured.zero, 100);
  RecordProperty("worst_error_u", std::to_string(measured.worst));
}

/// Spikes around a centre: simple, concave.
Points star(std::mt19937& random, int spikes, Vec2<double> center) {
  std::uniform_real_distribution<double> unit(0, 1);
  Points points;
  for (int i = 0; i < 2 * spikes; ++i) {
    const double angle = 3.14159265358979 * (i + unit(random) / 3) / spikes;
    const double radius = i % 2 == 0 ? 1 : 0.3 + 0.2 * unit(random);
    points.push_back(center + Vec2<double>{radius * std::cos(angle), radius * std::sin(angle)});
  }
  return points;
}
/// Error of the answer through parts, in u x scale.
double error_of_parts(const Points& a, const Points& b) {
  const Checked2<double> checked_a = checked(Polygon2<double>{a});
  const Checked2<double> checked_b = checked(Polygon2<double>{b});
  const AreaAnswer got = area_of_common_part(decompose(checked_a), decompose(checked_b));
  EXPECT_EQ(got.status, Status::ok);
  EXPECT_GT(got.iterations, 1);
  return error_of(got.area, exact_common_area({exactly(a)}, {exactly(b)}), scale_of(checked_a, checked_b));
}
TEST(AreaOfCommonPartRandom, PartsOfStarsAgreeWithRationals) {
  std::mt19937 random(kSeed + 2);
  std::uniform_real_distribution<double> unit(-1, 1);
  double worst = 0;
  for (int i = 0; i < 60; ++i) {
    const Vec2<double> offset = i % 2 == 0 ? Vec2<double>{1e6, 1e6} : Vec2<double>{};
    const Points a = star(random, 8, offset);
    const Points b = star(random, 8, offset + Vec2<double>{unit(random), unit(random)});
    worst = std::max(worst, error_of_parts(a, b));
  }
  EXPECT_LE(worst, kAreaBound) << "seed " << kSeed + 2;
  RecordProperty("worst_error_u", std::to_string(worst));
}

}  // namespace
}  // namespace touchstone
