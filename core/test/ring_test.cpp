#include <gtest/gtest.h>

#include <touchstone/collide.hpp>
#include <touchstone/ring.hpp>

#include "core/test/rounded_reference.hpp"

namespace touchstone {
namespace {

using reference::Real;
using reference::Solid;

constexpr int kCases = 1000;

Checked2<double> ring(Vec2<double> center, double inner, double outer) {
  return checked(Ring2<double>{center, inner, outer});
}
Checked2<double> circle(Vec2<double> center, double radius) {
  return checked(Circle2<double>{center, radius});
}

TEST(RelationRing, CircleInTheHole) {
  const auto a = ring({0, 0}, 5, 7);
  EXPECT_EQ(relation(a, circle({0, 0}, 4)).relation, Relation::disjoint);
  EXPECT_EQ(relation(a, circle({0, 0}, 5)).relation, Relation::touching);
  EXPECT_EQ(relation(circle({3, 0}, 2), a).relation, Relation::touching);
  EXPECT_EQ(relation(a, circle({3, 0}, std::nextafter(2, 3))).relation, Relation::overlapping);
  EXPECT_EQ(relation(a, circle({3, 0}, std::nextafter(2, 1))).relation, Relation::disjoint);
}
TEST(RelationRing, CornerOfABoxAtTheInnerCircle) {
  const auto a = ring({0, 0}, 5, 7);
  EXPECT_EQ(relation(a, checked(Aabb2<double>{{-1, -1}, {3, 4}})).relation, Relation::touching);
  EXPECT_EQ(relation(a, checked(Aabb2<double>{{-1, -1}, {3, std::nextafter(4, 5)}})).relation,
            Relation::overlapping);
  EXPECT_EQ(relation(a, checked(Aabb2<double>{{-1, -1}, {3, std::nextafter(4, 3)}})).relation,
            Relation::disjoint);
}
TEST(RelationRing, SegmentAlongTheOuterCircleTouches) {
  const auto a = ring({0, 0}, 5, 7);
  EXPECT_EQ(relation(a, checked(Segment2<double>{{-9, 7}, {9, 7}})).relation, Relation::touching);
  EXPECT_EQ(relation(a, checked(Segment2<double>{{-9, 6}, {9, 6}})).relation, Relation::overlapping);
  EXPECT_EQ(relation(a, checked(Point2<double>{{3, 4}})).relation, Relation::touching);
}
TEST(RelationRing, RingsInEachOthersHoles) {
  const auto a = ring({0, 0}, 5, 7);
  EXPECT_EQ(relation(a, ring({1, 0}, 2, 4)).relation, Relation::touching);
  EXPECT_EQ(relation(ring({1, 0}, 2, 3), a).relation, Relation::disjoint);
  EXPECT_EQ(relation(a, ring({0, 0}, 7, 8)).relation, Relation::touching);
  EXPECT_EQ(relation(a, ring({3, 4}, 1, 2)).relation, Relation::overlapping);
  EXPECT_EQ(relation(a, a).relation, Relation::overlapping);
}
TEST(ContainsRing, OneUlpEitherSideOfBothCircles) {
  const auto a = ring({0, 0}, 5, 10);
  EXPECT_EQ(contains(a, {3, 4}).location, Location::boundary);
  EXPECT_EQ(contains(a, {3, std::nextafter(4, 5)}).location, Location::inside);
  EXPECT_EQ(contains(a, {3, std::nextafter(4, 3)}).location, Location::outside);
  EXPECT_EQ(contains(a, {6, 8}).location, Location::boundary);
  EXPECT_EQ(contains(a, {6, std::nextafter(8, 9)}).location, Location::outside);
  EXPECT_EQ(contains(a, {0, 0}).location, Location::outside);
}

/// Largest errors seen, in u.
struct Worst {
  double distance = 0;
  double point = 0;   ///< off its shape
  double length = 0;  ///< of the segment between closest points
};

/// Distance of a ring and a convex shape, or of two rings.
Real distance_truth(const Solid& a, const Solid& b) {
  const auto in_hole = [](const Solid& ring, const Solid& other) {
    if (ring.hole == 0) return Real(0);
    const Real far = reference::root(reference::farthest_sq(other, ring.parts[0][0]));
    return Real(reference::real(ring.hole) - far - reference::real(other.radius));
  };
  return std::max({Real(0), reference::separation(a, b), in_hole(a, b), in_hole(b, a)});
}

template <class T>
void measure(const Distance<T>& d, const Solid& a, const Solid& b, Worst& worst) {
  const Real unit = reference::unit(a, b, double{std::numeric_limits<T>::epsilon()});
  const auto keep = [&](double& most, const Real& error) {
    most = std::max(most, std::fabs((error / unit).template convert_to<double>()));
  };
  const reference::Point on_a = reference::rational(d.on_a), on_b = reference::rational(d.on_b);
  keep(worst.distance, Real(d.distance) - distance_truth(a, b));
  keep(worst.point, std::max(reference::outside(a, on_a), reference::outside(b, on_b)));
  keep(worst.length, reference::root(length_sq(on_b - on_a)) - Real(d.distance));
}

template <class T>
void compare_with_rationals(std::uint64_t seed, T unit) {
  reference::RoundedShapes<T> shapes(seed, unit);
  std::vector<Vec2<T>> points;
  int counts[3] = {};
  Worst worst;
  for (int i = 0; i < kCases; ++i) {
    Ring2<T> ring_a = shapes.ring();
    Shape2<T> b = shapes.below(3) == 0 ? Shape2<T>{shapes.ring()} : shapes.rounded(points);
    const int nudge = shapes.below(5) / 2 - 1;
    if (shapes.below(3) == 0) reference::make_touch(b, reference::solid<T>(ring_a), nudge);
    if (shapes.below(3) == 0) reference::make_touch_hole(b, reference::solid<T>(ring_a), nudge);
    const Solid solid_b = reference::solid(b);
    if (shapes.below(2) == 0 && solid_b.radius == 0)
      reference::make_ring_touch(ring_a, solid_b, shapes.below(2) == 0);
    const Shape2<T> a = ring_a;
    const Solid solid_a = reference::solid(a);
    const auto first = checked(a), second = checked(b);
    const std::string scene = reference::print_any(a) + "| " + reference::print_any(b);
    const Relation expected = reference::relation(solid_a, solid_b);
    ASSERT_EQ(relation(first, second).relation, expected) << scene;
    ASSERT_EQ(relation(second, first).relation, expected) << scene;
    const Distance<T> d = distance(first, second);
    ASSERT_EQ(d.distance > 0, expected == Relation::disjoint) << scene;
    measure(d, solid_a, solid_b, worst);
    measure(distance(second, first), solid_b, solid_a, worst);
    ++counts[static_cast<int>(expected)];
  }
  for (const int count : counts) EXPECT_GT(count, kCases / 50);
  std::printf("distance %.2f, point %.2f, length %.2f u\n", worst.distance, worst.point, worst.length);
  EXPECT_LE(worst.distance, kRingDistanceBound);
  EXPECT_LE(worst.point, kRingPointBound);
  EXPECT_LE(worst.length, 2 * kRingPointBound);
}

TEST(Ring, RandomPairsEqualRationals) {
  compare_with_rationals<double>(131, 1);
  compare_with_rationals<double>(132, 0.3);
}
TEST(Ring, RandomFloatPairsEqualRationals) {
  compare_with_rationals<float>(133, 0.3F);
}
TEST(Ring, RandomPairsAtTheLimitsOfRangeEqualRationals) {
  compare_with_rationals<double>(134, kLargestCurvedOf<double> / 256);
  compare_with_rationals<double>(135, kSmallestCurvedOf<double> * 8);
}

template <class T>
void compare_concave(std::uint64_t seed, T unit) {
  reference::RoundedShapes<T> shapes(seed, unit);
  std::vector<Vec2<T>> points;
  int counts[3] = {};
  for (int i = 0; i < kCases; ++i) {
    shapes.concave(points);
    Ring2<T> a = shapes.ring();
    const Solid solid_b = reference::fan(points);
    if (shapes.below(2) == 0) reference::make_ring_touch(a, solid_b, shapes.below(2) == 0);
    const auto polygon = checked(Polygon2<T>{points});
    const Relation expected = reference::relation(reference::solid<T>(a), solid_b);
    ASSERT_EQ(relation(checked(a), polygon).relation, expected) << "seed " << seed << " case " << i;
    ASSERT_EQ(relation(polygon, checked(a)).relation, expected) << "seed " << seed << " case " << i;
    ++counts[static_cast<int>(expected)];
  }
  for (const int count : counts) EXPECT_GT(count, kCases / 50);
}
TEST(Ring, RandomConcavePolygonsEqualRationals) {
  compare_concave<double>(141, 1);
  compare_concave<float>(142, 0.25F);
}

TEST(Contains, RandomPointsInCurvedShapesEqualRationals) {
  reference::RoundedShapes<double> shapes(151, 1);
  int counts[3] = {};
  for (int i = 0; i < 5 * kCases; ++i) {
    const Shape2<double> shape = shapes.below(3) == 0 ? Shape2<double>{shapes.ring()} : shapes.curved();
    const Vec2<double> p = shapes.point();
    const Solid point{{{reference::rational(p)}}, 0, 0};
    const Location expected = Location(2 - int(reference::relation(reference::solid(shape), point)));
    ASSERT_EQ(contains(checked(shape), p).location, expected)
        << reference::print_any(shape) << p.x << ' ' << p.y;
    ++counts[static_cast<int>(expected)];
  }
  for (const int count : counts) EXPECT_GT(count, kCases / 50);
}

}  // namespace
}  // namespace touchstone
