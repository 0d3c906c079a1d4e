#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <new>
#include <random>
#include <utility>
#include <vector>

#include <touchstone/bounding_circle.hpp>
#include <touchstone/broad_phase.hpp>
#include <touchstone/validity.hpp>

#include "core/test/rational_reference.hpp"

namespace {
int allocations = 0;
}
// Kept out of line: g++ warns of free() where it sees it inlined for memory from new.
__attribute__((noinline)) void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
__attribute__((noinline)) void operator delete(void* memory) noexcept {
  std::free(memory);
}
__attribute__((noinline)) void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

namespace touchstone {
namespace {

using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
template <class T>
using Boxes = std::vector<Aabb2<T>>;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr std::uint64_t kSeed = 5;

template <class T>
Pairs found(BroadPhase<T>& broad_phase, const Boxes<T>& boxes) {
  Pairs pairs;
  broad_phase.update(boxes);
  broad_phase.visit_pairs([&](std::uint32_t i, std::uint32_t j) { pairs.emplace_back(i, j); });
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}
template <class T>
Pairs found(const Boxes<T>& boxes) {
  BroadPhase<T> broad_phase;
  return found(broad_phase, boxes);
}
/// Every pair, by comparisons.
template <class T>
Pairs meeting(const Boxes<T>& boxes) {
  const auto meet = [](T a_min, T a_max, T b_min, T b_max) { return a_min <= b_max && b_min <= a_max; };
  const auto whole = [](const Aabb2<T>& box) { return box.min.x <= box.max.x && box.min.y <= box.max.y; };
  Pairs pairs;
  for (std::uint32_t j = 0; j < boxes.size(); ++j) {
    for (std::uint32_t i = 0; i < j; ++i) {
      const Aabb2<T>& a = boxes[i];
      const Aabb2<T>& b = boxes[j];
      if (whole(a) && whole(b) && meet(a.min.x, a.max.x, b.min.x, b.max.x) &&
          meet(a.min.y, a.max.y, b.min.y, b.max.y)) {
        pairs.emplace_back(i, j);
      }
    }
  }
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

TEST(BroadPhase, NothingAndOneBoxHaveNoPairs) {
  EXPECT_TRUE(found<double>({}).empty());
  EXPECT_TRUE(found<double>({{{0, 0}, {1, 1}}}).empty());
}
TEST(BroadPhase, ClosedBoxesMeetInACorner) {
  const double past = std::nextafter(1, 2);
  EXPECT_EQ(found<double>({{{0, 0}, {1, 1}}, {{1, 1}, {2, 2}}}), (Pairs{{0, 1}}));
  EXPECT_TRUE(found<double>({{{0, 0}, {1, 1}}, {{past, 1}, {2, 2}}}).empty());
  EXPECT_TRUE(found<double>({{{0, 0}, {1, 1}}, {{1, past}, {2, 2}}}).empty());
}
TEST(BroadPhase, ZerosOfEitherSignAreOne) {
  EXPECT_EQ(found<double>({{{-1, -1}, {-0.0, -0.0}}, {{0.0, 0.0}, {1, 1}}}), (Pairs{{0, 1}}));
  EXPECT_EQ(found<double>({{{0.0, 0.0}, {0.0, 0.0}}, {{-0.0, -0.0}, {-0.0, -0.0}}}), (Pairs{{0, 1}}));
}
TEST(BroadPhase, EqualAndFlatBoxesArePairs) {
  const Aabb2<double> point{{1, 1}, {1, 1}};
  EXPECT_EQ(found<double>({point, point, point}), (Pairs{{0, 1}, {0, 2}, {1, 2}}));
}
TEST(BroadPhase, EmptyBoxesAreInNoPair) {
  const Aabb2<double> all{{-kInfinity, -kInfinity}, {kInfinity, kInfinity}};
  for (const Aabb2<double> empty : {Aabb2<double>{{kNan, 0}, {1, 1}},
                                    {{0, kNan}, {1, 1}},
                                    {{0, 0}, {kNan, 1}},
                                    {{0, 0}, {1, kNan}},
                                    {{1, 0}, {0, 1}}}) {
    EXPECT_EQ(found<double>({all, empty, all}), (Pairs{{0, 2}}));
  }
}

enum class Layout : std::uint8_t {
  uniform,
  lattice,
  one_in_ten_huge,
  tall,
  wide,
  clusters,
  one_row,
  one_place,
  outlier
};
constexpr Layout kLayouts[] = {Layout::uniform, Layout::lattice,   Layout::one_in_ten_huge,
                               Layout::tall,    Layout::wide,      Layout::clusters,
                               Layout::one_row, Layout::one_place, Layout::outlier};

template <class T>
Boxes<T> make_boxes(Layout layout, int count, std::mt19937_64& random) {
  const auto real = [&](double range) { return range * (double(random() >> 11) * 0x1p-53); };
  Boxes<T> boxes;
  Vec2<double> middle{};
  for (int i = 0; i < count; ++i) {
    Vec2<double> at{real(100) - 50, real(100) - 50};
    Vec2<double> size{real(2), real(2)};
    if (layout == Layout::lattice) at = {std::round(at.x), std::round(at.y)}, size = {1, std::round(size.y)};
    if (layout == Layout::one_in_ten_huge && i % 10 == 0) size = size * 20.0;
    if (layout == Layout::tall) size.y = real(100);
    if (layout == Layout::wide) size.x = real(100);
    if (i % 50 == 0) middle = at * 1e6;
    if (layout == Layout::clusters) at = middle + at * 0.1;
    if (layout == Layout::one_row) at.y = 1;
    if (layout == Layout::one_place) at = at * 0x1p-20;
    if (layout == Layout::outlier && i == 7) at = {1e30, -1e30};
    const auto to_t = [](Vec2<double> v) { return Vec2<T>{static_cast<T>(v.x), static_cast<T>(v.y)}; };
    boxes.push_back({to_t(at), to_t(at + size)});
  }
  return boxes;
}

template <class T>
void expect_every_pair_once() {
  std::mt19937_64 random(kSeed);
  BroadPhase<T> broad_phase;
  for (const Layout layout : kLayouts) {
    for (const int count : {63, 64, 65, 129, 700, 2000}) {
      const Boxes<T> boxes = make_boxes<T>(layout, count, random);
      const Pairs truth = meeting(boxes);
      EXPECT_EQ(found(broad_phase, boxes), truth) << "layout " << int(layout) << ", seed " << kSeed;
      EXPECT_GE(truth.size(), count < 2000 ? 0u : 400u) << int(layout);
    }
  }
}
TEST(BroadPhase, EveryPairOnceInEveryLayout) {
  expect_every_pair_once<double>();
}
TEST(BroadPhase, EveryPairOnceInEveryLayoutInFloat) {
  expect_every_pair_once<float>();
}

TEST(BroadPhase, DoesNotAllocateOnceItHasGrown) {
  std::mt19937_64 random(kSeed);
  std::vector<Boxes<double>> steps;
  for (const Layout layout : kLayouts) steps.push_back(make_boxes<double>(layout, 1000, random));
  BroadPhase<double> broad_phase;
  broad_phase.reserve(1000);
  std::size_t pairs = 0;
  const int before = allocations;
  for (const Boxes<double>& boxes : steps) {
    broad_phase.update(boxes);
    broad_phase.visit_pairs([&](std::uint32_t, std::uint32_t) { ++pairs; });
  }
  EXPECT_EQ(allocations, before);
  EXPECT_GT(pairs, 1000u);
}

// The circle around a shape.

using reference::Point;
using reference::Rational;

template <class T>
bool holds(const Circle2<T>& circle, const Point& p, const Rational& around) {
  const Rational left = Rational(circle.radius) - around;
  return left >= 0 && length_sq(p - reference::rational(circle.center)) <= left * left;
}

TEST(BoundingCircle, OfRoundShapesIsTheirOwn) {
  EXPECT_EQ(bounding_circle(checked(Circle2<double>{{1, 2}, 3})), (Circle2<double>{{1, 2}, 3}));
  EXPECT_EQ(bounding_circle(checked(Ring2<double>{{1, 2}, 3, 4})), (Circle2<double>{{1, 2}, 4}));
  EXPECT_EQ(bounding_circle(checked(Point2<double>{{1, 2}})), (Circle2<double>{{1, 2}, 0}));
}
TEST(BoundingCircle, OfAPolygonIsTheSmallest) {
  const Vec2<double> flat[] = {{0, 0}, {8, 0}, {4, 5}};
  EXPECT_NEAR(bounding_circle(checked(Polygon2<double>{flat})).radius, 4.1, 1e-14);
  const Vec2<double> obtuse[] = {{0, 0}, {8, 0}, {4, 1}};
  EXPECT_NEAR(bounding_circle(checked(Polygon2<double>{obtuse})).radius, 4, 1e-14);
  const Vec2<double> notched[] = {{-3, -4}, {0, -1}, {3, -4}, {5, 0}, {0, 5}, {-5, 0}};
  EXPECT_NEAR(bounding_circle(checked(Polygon2<double>{notched})).radius, 5, 1e-14);
}
TEST(BoundingCircle, OfAnEllipseReachesItsLongAxis) {
  EXPECT_NEAR(bounding_circle(checked(Ellipse2<double>{{0, 0}, {{3, 0}, {0, 1}}})).radius, 3, 1e-14);
  // Skew half axes: x^T M x with M = u u^T + v v^T = (5 3; 3 2), its larger eigenvalue (7 + 3 sqrt 5) / 2.
  const double longest = std::sqrt((7 + 3 * std::sqrt(5.0)) / 2);
  EXPECT_NEAR(bounding_circle(checked(Ellipse2<double>{{0, 0}, {{2, 1}, {1, 1}}})).radius, longest, 1e-14);
}

/// Whether the circle around the origin of radius r holds x = u s + v t, s^2 + t^2 <= 1: r^2 - M is
/// semidefinite.
bool holds_ellipse(const Rational& r, const Point& u, const Point& v) {
  const Rational xx = r * r - u.x * u.x - v.x * v.x;
  const Rational yy = r * r - u.y * u.y - v.y * v.y;
  const Rational xy = u.x * u.y + v.x * v.y;
  return xx >= 0 && yy >= 0 && xx * yy >= xy * xy;
}

template <class T>
void expect_circles_hold(double scale, double offset) {
  std::mt19937_64 random(kSeed);
  const auto number = [&](double from) {
    return static_cast<T>(scale * (from + double(random() >> 11) * 0x1p-53));
  };
  const auto point = [&](double from) { return Vec2<T>{number(from), number(from)}; };
  for (int i = 0; i < 300; ++i) {
    const Vec2<T> points[5] = {point(offset), point(offset), point(offset), point(offset), point(offset)};
    const Vec2<T> u = point(-0.5);
    const Vec2<T> v = point(-0.5);
    const T radius = number(0);
    const Shape2<T> shapes[] = {Segment2<T>{points[0], points[1]}, Obb2<T>{points[0], {u, v}},
                                Triangle2<T>{{points[0], points[1], points[2]}}};
    for (const Shape2<T>& shape : shapes) {
      reference::Corners corners = reference::corners(shape);
      if (corners.empty())
        for (int k = 0; k < 3; ++k) corners.push_back(reference::rational(points[k]));
      const Circle2<T> circle = bounding_circle(checked(shape));
      for (const Point& p : corners) EXPECT_TRUE(holds(circle, p, 0));
    }
    const Circle2<T> around = bounding_circle(checked(Capsule2<T>{points[0], points[1], radius}));
    for (int k = 0; k < 2; ++k) EXPECT_TRUE(holds(around, reference::rational(points[k]), Rational(radius)));
    const Circle2<T> oval = bounding_circle(checked(Ellipse2<T>{points[0], {u, v}}));
    EXPECT_TRUE(holds_ellipse(Rational(oval.radius), reference::rational(u), reference::rational(v)));
    const Checked2<T> polygon = checked(Polygon2<T>{points});
    if (!polygon.ok()) continue;
    for (const Vec2<T>& p : points) EXPECT_TRUE(holds(bounding_circle(polygon), reference::rational(p), 0));
  }
}
TEST(BoundingCircle, HoldsTheExactShape) {
  for (const double scale : {1.0, 0x1p+200, 0x1p-150})
    for (const double offset : {-0.5, 1e6}) expect_circles_hold<double>(scale, offset);
}
TEST(BoundingCircle, HoldsTheExactShapeInFloat) {
  for (const double scale : {1.0, 0x1p+100, 0x1p-100})
    for (const double offset : {-0.5, 1e6}) expect_circles_hold<float>(scale, offset);
}

TEST(MayMeet, TouchingCirclesMay) {
  EXPECT_TRUE(may_meet(Circle2<double>{{0, 0}, 2}, Circle2<double>{{3, 4}, 3}));
  EXPECT_FALSE(may_meet(Circle2<double>{{0, 0}, 2}, Circle2<double>{{3, 4}, 2.99999999}));
  EXPECT_TRUE(may_meet(Circle2<double>{{1, 1}, 0}, Circle2<double>{{1, 1}, 0}));
  EXPECT_FALSE(may_meet(Circle2<double>{{1, 1}, 0}, Circle2<double>{{1, std::nextafter(1, 2)}, 0}));
  EXPECT_TRUE(may_meet(Circle2<double>{{kNan, 1}, 0}, Circle2<double>{{1, 1}, 0}));
}
TEST(MayMeet, NeverDeniesCirclesThatMeet) {
  std::mt19937_64 random(kSeed);
  const auto number = [&](double range) { return range * (double(random() >> 11) * 0x1p-53); };
  int meet = 0;
  int denied = 0;
  for (int i = 0; i < 20000; ++i) {
    const Circle2<double> a{{number(1e3), number(1e3)}, number(1)};
    Circle2<double> b{{number(1e3), number(1e3)}, 0};
    b.radius = std::max(0.0, (std::hypot(b.center.x - a.center.x, b.center.y - a.center.y) - a.radius) *
                                 (1 + double(i % 17 - 8) * 0x1p-53 * (i % 3 == 0 ? 64 : 1)));
    const Rational reach = Rational(a.radius) + Rational(b.radius);
    const bool truth =
        length_sq(reference::rational(b.center) - reference::rational(a.center)) <= reach * reach;
    meet += truth;
    denied += !may_meet(a, b);
    EXPECT_TRUE(may_meet(a, b) || !truth) << i;
  }
  EXPECT_GT(meet, 5000);
  EXPECT_GT(denied, 1000);
}

}  // namespace
}  // namespace touchstone
