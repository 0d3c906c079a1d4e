#include <gtest/gtest.h>

#include <touchstone/collide.hpp>
#include <touchstone/rounded.hpp>

#include "core/test/rounded_reference.hpp"

namespace touchstone {
namespace {

using reference::Real;
using reference::Solid;

constexpr double kInfinity = HUGE_VAL;

Checked2<double> capsule(Vec2<double> from, Vec2<double> to, double radius) {
  return checked(Capsule2<double>{from, to, radius});
}
Checked2<double> circle(Vec2<double> center, double radius) {
  return checked(Circle2<double>{center, radius});
}

/// Calls check(a, b, solid_a, solid_b, scene) with pairs of which at least one is curved, and counts
/// relations.
template <class T, class Check>
void for_random_pairs(std::uint64_t seed, T unit, int cases, Check check) {
  reference::RoundedShapes<T> shapes(seed, unit);
  std::vector<Vec2<T>> storage, unused;
  int counts[3] = {};
  for (int i = 0; i < cases; ++i) {
    Shape2<T> a = shapes.curved(), b = shapes.rounded(storage);
    if (shapes.below(2) == 0) reference::make_touch(a, reference::solid(b), shapes.below(5) / 2 - 1);
    if (shapes.below(2) == 0) std::swap(a, b);
    const Solid solid_a = reference::solid(a), solid_b = reference::solid(b);
    const Relation expected = reference::relation(solid_a, solid_b);
    ++counts[static_cast<int>(expected)];
    check(checked(a), checked(b), solid_a, solid_b,
          "seed " + std::to_string(seed) + ": " + reference::print_any(a) + "| " + reference::print_any(b));
    if (testing::Test::HasFatalFailure()) return;
  }
  for (const int count : counts) EXPECT_GT(count, cases / 60);
}

template <class T>
void compare_relations(std::uint64_t seed, T unit) {
  for_random_pairs<T>(
      seed, unit, 3000,
      [](const auto& a, const auto& b, const Solid& solid_a, const Solid& solid_b, const std::string& scene) {
        const Relation expected = reference::relation(solid_a, solid_b);
        ASSERT_EQ(relation_rounded(a, b).relation, expected) << scene;
        ASSERT_EQ(relation_rounded(b, a).relation, expected) << scene;
        ASSERT_EQ(relation(a, b).relation, expected) << scene;
        ASSERT_EQ(relation(b, a).relation, expected) << scene;
        ASSERT_EQ(penetration(a, b).relation, expected) << scene;
        ASSERT_EQ(penetration_rounded(a, b).relation, expected) << scene;
        ASSERT_EQ(distance(a, b).distance > 0, expected == Relation::disjoint) << scene;
        ASSERT_EQ(distance_rounded(a, b).distance > 0, expected == Relation::disjoint) << scene;
      });
}

TEST(RelationRounded, RandomPairsEqualRationals) {
  compare_relations<double>(101, 1);
  compare_relations<double>(102, 0.3);
}
TEST(RelationRounded, RandomFloatPairsEqualRationals) {
  compare_relations<float>(103, 0.3F);
}
TEST(RelationRounded, RandomPairsAtTheLimitsOfRangeEqualRationals) {
  compare_relations<double>(104, kLargestCurvedOf<double> / 256);
  compare_relations<double>(105, kSmallestCurvedOf<double> * 8);
  compare_relations<float>(106, kLargestCurvedOf<float> / 256);
  compare_relations<float>(107, 0x1p-140F);
}

template <class T>
void compare_concave(std::uint64_t seed, T unit) {
  reference::RoundedShapes<T> shapes(seed, unit);
  std::vector<Vec2<T>> points;
  int counts[3] = {};
  for (int i = 0; i < 500; ++i) {
    shapes.concave(points);
    const Solid polygon = reference::fan(points);
    Shape2<T> other = shapes.curved();
    if (shapes.below(2) == 0) reference::make_touch(other, polygon, shapes.below(5) / 2 - 1);
    const auto a = checked(Polygon2<T>{points}), b = checked(other);
    if (a.form != Checked2<T>::Form::concave) continue;
    const Relation expected = reference::relation(polygon, reference::solid(other));
    ASSERT_EQ(relation(a, b).relation, expected) << "seed " << seed << " case " << i;
    ASSERT_EQ(relation(b, a).relation, expected) << "seed " << seed << " case " << i;
    ++counts[static_cast<int>(expected)];
  }
  for (const int count : counts) EXPECT_GT(count, 4);
}

TEST(RelationRoundedPolygon, RandomPairsEqualRationals) {
  compare_concave<double>(121, 1);
  compare_concave<double>(122, 0.3);
  compare_concave<float>(123, 0.3F);
  compare_concave<double>(124, kLargestCurvedOf<double> / 256);
  compare_concave<double>(125, kSmallestCurvedOf<double> * 8);
}

TEST(RelationRoundedPolygon, CircleInAHoleTouchesItsRim) {
  const std::vector<Vec2<double>> square{{0, 0}, {10, 0}, {10, 10}, {0, 10}},
      rim{{2, 2}, {8, 2}, {8, 8}, {2, 8}};
  const Contour2<double> holes[1] = {rim};
  const auto frame = checked(Polygon2<double>{square, holes});
  EXPECT_EQ(relation(frame, circle({5, 5}, 3)).relation, Relation::touching);
  EXPECT_EQ(relation(frame, circle({5, 5}, std::nextafter(3, 2))).relation, Relation::disjoint);
  EXPECT_EQ(relation(circle({5, 5}, std::nextafter(3, 4)), frame).relation, Relation::overlapping);
  EXPECT_EQ(relation(frame, circle({1, 1}, 0.5)).relation, Relation::overlapping);
  EXPECT_EQ(relation(frame, capsule({4, 5}, {6, 5}, 2)).relation, Relation::touching);
}

TEST(RelationRounded, CornerAtFiveTouchesByThreeAndFour) {
  const auto box = checked(Aabb2<double>{{3, 4}, {6, 6}});
  EXPECT_EQ(relation(circle({0, 0}, 5), box).relation, Relation::touching);
  EXPECT_EQ(relation(circle({0, 0}, std::nextafter(5, 0)), box).relation, Relation::disjoint);
  EXPECT_EQ(relation(circle({0, 0}, std::nextafter(5, 6)), box).relation, Relation::overlapping);
  EXPECT_EQ(relation_rounded(circle({0, 0}, 5), box).relation, Relation::touching);
}
TEST(RelationRounded, ObbWhoseCornersAreNoDoublesTouchesAlongItsEdge) {
  const Vec2<double> u{0.3, 0.4}, v{-0.4, 0.3};
  const Solid box = reference::solid<double>(Obb2<double>{{0.1, 0.7}, {u, v}});
  const auto checked_box = checked(Obb2<double>{{0.1, 0.7}, {u, v}});
  ASSERT_NE(checked_box.convex().rounded_from, nullptr);
  for (const double radius : {0.5, std::nextafter(0.5, 1), std::nextafter(0.5, 0)}) {
    const Solid disc = reference::solid<double>(Circle2<double>{{0.1 + 2 * u.x, 0.7 + 2 * u.y}, radius});
    const auto checked_disc = circle({0.1 + 2 * u.x, 0.7 + 2 * u.y}, radius);
    EXPECT_EQ(relation(checked_box, checked_disc).relation, reference::relation(box, disc)) << radius;
  }
}
TEST(RelationRounded, CrossingSkeletonsOverlapWhateverTheRadius) {
  const auto a = capsule({0, 0}, {2, 2}, kSmallestCurvedOf<double>);
  EXPECT_EQ(relation(a, capsule({0, 2}, {2, 0}, kSmallestCurvedOf<double>)).relation, Relation::overlapping);
  EXPECT_EQ(relation(a, checked(Segment2<double>{{2, 2}, {5, 7}})).relation, Relation::overlapping);
  EXPECT_EQ(relation(a, checked(Point2<double>{{1, 1}})).relation, Relation::overlapping);
}
TEST(RelationRounded, OutsideOfTheCurvedRangeIsOutOfRange) {
  const auto far = checked(Point2<double>{{2 * kLargestCurvedOf<double>, 0}});
  EXPECT_EQ(relation(circle({0, 0}, 1), far).status, Status::out_of_range);
  EXPECT_EQ(distance(far, circle({0, 0}, 1)).status, Status::out_of_range);
  EXPECT_EQ(penetration(circle({0, 0}, 1), far).status, Status::out_of_range);
  EXPECT_EQ(contains(circle({0, 0}, 1), {2 * kLargestCurvedOf<double>, 0}).status, Status::out_of_range);
}

TEST(PenetrationRounded, SkeletonsThatTouchArePushedByBothRadii) {
  const auto on_edge = penetration(checked(Aabb2<double>{{0, 0}, {4, 4}}), capsule({4, 1}, {7, 1}, 0.5));
  EXPECT_EQ(on_edge.mtv, (Vec2<double>{0.5, 0}));
  const auto collinear = penetration(capsule({0, 0}, {4, 0}, 1), capsule({2, 0}, {9, 0}, 2));
  EXPECT_EQ(collinear.depth, 3);
  EXPECT_EQ(collinear.mtv.x, 0);
  EXPECT_EQ(penetration_rounded(circle({1, 1}, 1), circle({1, 1}, 2)).depth, 3);
  EXPECT_EQ(penetration(circle({1, 1}, 1), circle({1, 1}, 2)).depth, 3);
}
TEST(PenetrationRounded, CircleInAPolygonLeavesOverTheNearestEdge) {
  const auto box = checked(Aabb2<double>{{0, 0}, {10, 10}});
  EXPECT_EQ(penetration(box, circle({7, 5}, 1)).mtv, (Vec2<double>{4, 0}));
  EXPECT_EQ(penetration(circle({7, 5}, 1), box).mtv, (Vec2<double>{-4, 0}));
  EXPECT_EQ(penetration_rounded(box, circle({7, 5}, 1)).mtv, (Vec2<double>{4, 0}));
}
TEST(PenetrationRounded, TouchingHasNoDepth) {
  const auto p = penetration_rounded(circle({0, 0}, 2), circle({3, 4}, 3));
  EXPECT_EQ(p.relation, Relation::touching);
  EXPECT_EQ(p.depth, 0);
  EXPECT_EQ(p.mtv, (Vec2<double>{0, 0}));
}
TEST(DistanceRounded, BallsThatMeetShareAPointThoughTheirSkeletonsDoNot) {
  const auto d = distance_rounded(capsule({0, 0}, {0, 4}, 2), capsule({3, -1}, {3, 9}, 1));
  EXPECT_EQ(d.distance, 0);
  EXPECT_EQ(d.on_a, d.on_b);
  EXPECT_EQ(d.on_a.x, 2);
}
TEST(PenetrationRounded, NearlyTouchingSkeletonsAreStillPushedApart) {
  const Vec2<double> p{1.0 / 3, 2.0 / 3};
  const Solid a{{reference::hull({reference::rational(Vec2<double>{0, 0}), reference::rational(p)})}, 1, 0};
  for (const double x : {std::nextafter(p.x, kInfinity), std::nextafter(p.x, 0.0)}) {
    const Vec2<double> q{x, p.y}, end{5, 2};
    const Solid b{{reference::hull({reference::rational(q), reference::rational(end)})}, 1, 0};
    const auto push = penetration(capsule({0, 0}, p, 1), capsule(q, end, 1));
    const Real left = reference::separation(a, reference::moved(b, reference::rational(push.mtv)));
    EXPECT_GE(left, -5e-16);
    EXPECT_LE(left, 5e-16);
  }
}

/// Largest errors seen, in u.
struct Worst {
  double number = 0;  ///< distance or depth
  double point = 0;   ///< a point off its shape, or what a push leaves of the overlap
  double length = 0;  ///< of the segment between closest points, or of the push beyond the depth
};

void keep(double& worst, const Real& error, double unit) {
  worst = std::max(worst, std::fabs((error / Real(unit)).convert_to<double>()));
}

template <class T>
void measure_distance(const Distance<T>& d, const Solid& a, const Solid& b, double unit, Worst& worst) {
  const Real truth = std::max(Real(0), reference::separation(a, b));
  const reference::Point on_a = reference::rational(d.on_a), on_b = reference::rational(d.on_b);
  keep(worst.number, Real(d.distance) - truth, unit);
  keep(worst.point, reference::outside(a, on_a), unit);
  keep(worst.point, reference::outside(b, on_b), unit);
  keep(worst.length, reference::root(length_sq(on_b - on_a)) - truth, unit);
}
template <class T>
void measure_penetration(const Penetration<T>& p, const Solid& a, const Solid& b, double unit, Worst& worst) {
  if (p.relation == Relation::disjoint) return;
  const reference::Point mtv = reference::rational(p.mtv);
  const Real truth = -reference::separation(a, b);
  keep(worst.number, Real(p.depth) - truth, unit);
  keep(worst.point, std::min(Real(0), reference::separation(a, reference::moved(b, mtv))), unit);
  keep(worst.length, std::max(Real(0), Real(reference::root(length_sq(mtv)) - truth)), unit);
}

/// Of the closed forms and of the general algorithm.
template <class T>
void measure(std::uint64_t seed, T unit, Worst& closest, Worst& push) {
  for_random_pairs<T>(
      seed, unit, 2000,
      [&](const auto& a, const auto& b, const Solid& solid_a, const Solid& solid_b, const std::string&) {
        const double u = reference::unit(solid_a, solid_b, double{std::numeric_limits<T>::epsilon()});
        measure_distance(distance(a, b), solid_a, solid_b, u, closest);
        measure_distance(distance_rounded(a, b), solid_a, solid_b, u, closest);
        measure_penetration(penetration(a, b), solid_a, solid_b, u, push);
        measure_penetration(penetration_rounded(a, b), solid_a, solid_b, u, push);
      });
}

template <class T>
void expect_within_bounds(std::uint64_t seed, T unit) {
  Worst closest, push;
  measure<T>(seed, unit, closest, push);
  std::printf("distance %.2f, point %.2f, length %.2f; depth %.2f, rest %.2f, mtv %.2f u\n", closest.number,
              closest.point, closest.length, push.number, push.point, push.length);
  EXPECT_LE(closest.number, kRoundedDistanceBound);
  EXPECT_LE(closest.point, kRoundedPointBound);
  EXPECT_LE(closest.length, 2 * kRoundedPointBound);
  EXPECT_LE(push.number, kRoundedPenetrationBound);
  EXPECT_LE(push.point, kRoundedPenetrationBound);
  EXPECT_LE(push.length, kRoundedPenetrationBound);
}

TEST(DistanceAndPenetrationRounded, ErrorsStayWithinTheirBounds) {
  expect_within_bounds<double>(111, 0.3);
  expect_within_bounds<float>(112, 0.3F);
}
TEST(DistanceAndPenetrationRounded, ErrorsStayWithinTheirBoundsAtTheLimitsOfRange) {
  expect_within_bounds<double>(113, kLargestCurvedOf<double> / 250);
  expect_within_bounds<double>(114, kSmallestCurvedOf<double> * 9);
  expect_within_bounds<float>(115, kLargestCurvedOf<float> / 250);
}

}  // namespace
}  // namespace touchstone
