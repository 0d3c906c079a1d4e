// relation_gjk and distance_gjk against hand-worked numbers and a brute force in rationals.
#include <gtest/gtest.h>

#include <cmath>
#include <iostream>
#include <limits>
#include <vector>

#include <touchstone/gjk.hpp>
#include <touchstone/validity.hpp>

#include "core/test/difference_brute_force.hpp"
#include "core/test/random_convex.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 7;
/// The most supports any pair of the random tests may take; far below the guaranteed count_a + count_b + 29.
constexpr int kFewIterations = 20;

template <class T>
Relation relation(const Shape2<T>& a, const Shape2<T>& b) {
  const Checked2<T> first = checked(a);
  const Checked2<T> second = checked(b);
  const RelationAnswer answer = relation_gjk(first.convex(), second.convex());
  EXPECT_EQ(answer.status, Status::ok);
  return answer.relation;
}
template <class T>
Distance<T> distance(const Shape2<T>& a, const Shape2<T>& b) {
  const Checked2<T> first = checked(a);
  const Checked2<T> second = checked(b);
  return distance_gjk(first.convex(), second.convex());
}

using Shape = Shape2<double>;
Shape point(double x, double y) {
  return Point2<double>{{x, y}};
}
Shape segment(double x0, double y0, double x1, double y1) {
  return Segment2<double>{{x0, y0}, {x1, y1}};
}
Shape box(double x0, double y0, double x1, double y1) {
  return Aabb2<double>{{x0, y0}, {x1, y1}};
}
/// Neighbours of v.
double up(double v) {
  return std::nextafter(v, HUGE_VAL);
}
double down(double v) {
  return std::nextafter(v, -HUGE_VAL);
}

const std::vector<Vec2<double>> kTriangle{{0, 0}, {4, 0}, {0, 4}};
const Shape kTriangleShape = Polygon2<double>{kTriangle};

TEST(RelationGjk, SolidShapesApartTouchingAndOverlapping) {
  EXPECT_EQ(relation(box(0, 0, 2, 2), box(3, 0, 4, 2)), Relation::disjoint);
  EXPECT_EQ(relation(box(0, 0, 2, 2), box(2, 0, 4, 2)), Relation::touching);
  EXPECT_EQ(relation(box(0, 0, 2, 2), box(2, 2, 4, 4)), Relation::touching);
  EXPECT_EQ(relation(box(0, 0, 2, 2), box(1, 1, 4, 4)), Relation::overlapping);
  EXPECT_EQ(relation(kTriangleShape, box(2, 2, 3, 3)), Relation::touching);
  EXPECT_EQ(relation(kTriangleShape, box(2.5, 2, 3, 3)), Relation::disjoint);
}

TEST(RelationGjk, NeighboursOfATouchAreToldApart) {
  EXPECT_EQ(relation(kTriangleShape, box(up(2), 2, 3, 3)), Relation::disjoint);
  EXPECT_EQ(relation(kTriangleShape, box(down(2), 2, 3, 3)), Relation::overlapping);
  EXPECT_EQ(relation(kTriangleShape, point(2, 2)), Relation::touching);
  EXPECT_EQ(relation(kTriangleShape, point(up(2), 2)), Relation::disjoint);
  EXPECT_EQ(relation(kTriangleShape, point(2, down(2))), Relation::overlapping);
  EXPECT_EQ(relation(segment(0, 0, 3, 1), point(1.5, 0.5)), Relation::touching);
  EXPECT_EQ(relation(segment(0, 0, 3, 1), point(up(1.5), 0.5)), Relation::disjoint);
}

TEST(RelationGjk, FlatShapesCrossTouchOrMiss) {
  EXPECT_EQ(relation(segment(0, 0, 2, 2), segment(0, 2, 2, 0)), Relation::overlapping);
  EXPECT_EQ(relation(segment(0, 0, 2, 2), segment(1, 1, 2, 0)), Relation::touching);
  EXPECT_EQ(relation(segment(0, 0, 2, 2), segment(1, 1, 5, 5)), Relation::touching);
  EXPECT_EQ(relation(segment(0, 0, 2, 2), segment(2, 2, 5, 5)), Relation::touching);
  EXPECT_EQ(relation(segment(0, 0, 2, 2), segment(3, 3, 5, 5)), Relation::disjoint);
  EXPECT_EQ(relation(segment(0, 0, 2, 2), segment(0, 1, 2, 3)), Relation::disjoint);
  EXPECT_EQ(relation(point(1, 1), point(1, 1)), Relation::touching);
  EXPECT_EQ(relation(point(1, 1), point(1, up(1))), Relation::disjoint);
  EXPECT_EQ(relation(point(1, 1), box(0, 0, 2, 2)), Relation::overlapping);
  EXPECT_EQ(relation(segment(-1, 1, 3, 1), box(0, 0, 2, 2)), Relation::overlapping);
  EXPECT_EQ(relation(segment(-1, 2, 3, 2), box(0, 0, 2, 2)), Relation::touching);
}

TEST(RelationGjk, IdenticalConcentricAndContainedShapesOverlap) {
  EXPECT_EQ(relation(kTriangleShape, kTriangleShape), Relation::overlapping);
  EXPECT_EQ(relation(box(-2, -2, 2, 2), box(-1, -1, 1, 1)), Relation::overlapping);
  EXPECT_EQ(relation(box(-2, -2, 2, 2), box(1, 1, 2, 2)), Relation::overlapping);
  EXPECT_EQ(relation(segment(0, 0, 2, 2), segment(0, 0, 2, 2)), Relation::touching);
  const Checked2<double> once = checked(kTriangleShape);
  const ConvexView<double> same = once.convex();
  EXPECT_EQ(relation_gjk(same, same).relation, Relation::overlapping);
}

TEST(RelationGjk, RepeatedAndCollinearVerticesChangeNothing) {
  const std::vector<Vec2<double>> points{{0, 0}, {0, 0}, {1, 0}, {4, 0}, {4, 0},
                                         {2, 2}, {0, 4}, {0, 4}, {0, 1}};
  const Shape shape = Polygon2<double>{points};
  EXPECT_EQ(relation(shape, point(2, 2)), Relation::touching);
  EXPECT_EQ(relation(shape, box(2, 2, 3, 3)), Relation::touching);
  EXPECT_EQ(relation(shape, box(up(2), 2, 3, 3)), Relation::disjoint);
  EXPECT_EQ(relation(shape, kTriangleShape), Relation::overlapping);
  EXPECT_EQ(relation(shape, box(1, -2, 3, 0)), Relation::touching);
}

TEST(RelationGjk, RoundedCornersOfAnObbAreExact) {
  // The true corner (1 + 2^-60, 0) rounds to (1, 0).
  const Shape diamond = Obb2<double>{{0x1p-60, 0}, {{0.5, 0.5}, {0.5, -0.5}}};
  EXPECT_EQ(relation(diamond, point(1, 0)), Relation::overlapping);
  EXPECT_EQ(relation(diamond, point(up(1), 0)), Relation::disjoint);
  EXPECT_EQ(relation(diamond, box(1, -1, 2, 1)), Relation::overlapping);
  const Shape left = Obb2<double>{{-0x1p-60, 0}, {{0.5, 0.5}, {0.5, -0.5}}};
  EXPECT_EQ(relation(left, point(1, 0)), Relation::disjoint);
  EXPECT_EQ(relation(left, box(1, -1, 2, 1)), Relation::disjoint);
}

TEST(RelationGjk, ExtremesOfTheRangeAreExact) {
  for (const double scale : {kLargestCoordinate / 4, kSmallestCoordinate}) {
    const std::vector<Vec2<double>> points{{0, 0}, {4 * scale, 0}, {0, 4 * scale}};
    const Shape shape = Polygon2<double>{points};
    EXPECT_EQ(relation(shape, point(2 * scale, 2 * scale)), Relation::touching);
    EXPECT_EQ(relation(shape, point(2 * scale, up(2 * scale))), Relation::disjoint);
    EXPECT_EQ(relation(shape, point(2 * scale, down(2 * scale))), Relation::overlapping);
  }
  EXPECT_EQ(relation(segment(-kLargestCoordinate, 0, kLargestCoordinate, 0), point(0, kSmallestCoordinate)),
            Relation::disjoint);
}

/// Twice the area of the difference, from a lap along its boundary; 0 when it does not close in time.
double walked_area(const Shape& a, const Shape& b, bool counter_clockwise) {
  const Checked2<double> first = checked(a);
  const Checked2<double> second = checked(b);
  const ConvexView<double> view_a = first.convex();
  const ConvexView<double> view_b = second.convex();
  const MinkowskiDifference<double> difference(view_a, view_b);
  const DifferenceVertex start = difference.support_left(difference.direction({1, 0.25}));
  DifferenceVertex v = start;
  double area = 0;
  for (int step = 0; step < view_a.count + view_b.count; ++step) {
    const DifferenceVertex next = difference.neighbour(v, counter_clockwise);
    area += cross(difference.rounded_vertex(v), difference.rounded_vertex(next));
    if (difference.same_point(next, start)) return area;
    v = next;
  }
  return 0;
}

TEST(MinkowskiDifference, ALapAlongTheBoundaryClosesOnceRound) {
  const std::vector<Vec2<double>> points{{0, 0}, {3, 0}, {6, 0}, {6, 2}, {4, 2}, {2, 2}, {0, 2}, {0, 2}};
  const Shape collinear = Polygon2<double>{points};
  for (const bool ccw : {true, false}) {
    const double sign = ccw ? 2 : -2;
    EXPECT_EQ(walked_area(kTriangleShape, point(1, 7), ccw), sign * 8);
    EXPECT_EQ(walked_area(kTriangleShape, box(0, 0, 1, 1), ccw), sign * 17);
    // A segment parallel to an edge in three parts is walked with the first of them.
    EXPECT_EQ(walked_area(collinear, segment(1, 5, 2, 5), ccw), sign * 14);
    EXPECT_EQ(walked_area(segment(1, 5, 2, 5), collinear, ccw), sign * 14);
    EXPECT_EQ(walked_area(segment(0, 0, 2, 0), segment(0, 0, 0, 3), ccw), sign * 6);
  }
}

TEST(DistanceGjk, CornersAndEdgesByHand) {
  const Distance<double> corners = distance(box(0, 0, 1, 1), box(4, 5, 6, 6));
  EXPECT_EQ(corners.distance, 5);
  EXPECT_EQ(corners.on_a, (Vec2<double>{1, 1}));
  EXPECT_EQ(corners.on_b, (Vec2<double>{4, 5}));
  const Distance<double> edge = distance(kTriangleShape, point(5, 5));
  EXPECT_DOUBLE_EQ(edge.distance, 3 * std::sqrt(2.0));
  EXPECT_EQ(edge.on_a, (Vec2<double>{2, 2}));
  EXPECT_EQ(edge.on_b, (Vec2<double>{5, 5}));
  EXPECT_EQ(distance(point(5, 5), kTriangleShape).on_b, (Vec2<double>{2, 2}));
  EXPECT_EQ(distance(point(0, 0), point(3, 4)).distance, 5);
}

TEST(DistanceGjk, ParallelEdgesGiveOneOfTheClosestPairs) {
  const Distance<double> sides = distance(box(0, 0, 2, 2), box(3, 1, 5, 7));
  EXPECT_EQ(sides.distance, 1);
  EXPECT_EQ(sides.on_b - sides.on_a, (Vec2<double>{1, 0}));
  EXPECT_GE(sides.on_a.y, 1);
  EXPECT_LE(sides.on_a.y, 2);
  const Distance<double> segments = distance(segment(0, 0, 4, 0), segment(3, 2, -1, 2));
  EXPECT_EQ(segments.distance, 2);
  EXPECT_EQ(distance(segment(0, 0, 1, 0), segment(4, 4, 7, 4)).distance, 5);
  EXPECT_EQ(distance(segment(0, 0, 1, 0), segment(7, 0, 4, 0)).distance, 3);
}

TEST(DistanceGjk, CollinearVerticesOfAParallelEdgeAreWalkedPast) {
  const std::vector<Vec2<double>> points{{0, 0}, {3, 0}, {6, 0}, {6, 2}, {4, 2}, {2, 2}, {0, 2}, {0, 2}};
  const Shape collinear = Polygon2<double>{points};
  for (const double x : {2.875, 3.0625}) {
    EXPECT_EQ(distance(collinear, segment(x, 3, x + 0.0625, 3)).distance, 1);
    EXPECT_EQ(distance(segment(x, 3, x + 0.0625, 3), collinear).distance, 1);
  }
}

TEST(DistanceGjk, MeetingShapesAreZeroApartAtACommonPoint) {
  const Distance<double> touch = distance(box(0, 0, 2, 2), box(2, 2, 3, 3));
  EXPECT_EQ(touch.distance, 0);
  EXPECT_EQ(touch.on_a, (Vec2<double>{2, 2}));
  EXPECT_EQ(touch.on_b, touch.on_a);
  const Distance<double> cross = distance(segment(0, 0, 2, 2), segment(0, 2, 2, 0));
  EXPECT_EQ(cross.distance, 0);
  EXPECT_EQ(cross.on_a, (Vec2<double>{1, 1}));
  const Distance<double> inner = distance(box(-2, -2, 2, 2), box(-1, -1, 1, 1));
  EXPECT_LE(std::max(std::fabs(inner.on_b.x), std::fabs(inner.on_b.y)), 1);
}

TEST(DistanceGjk, AGapOfOneUlpIsPositive) {
  const Distance<double> near = distance(kTriangleShape, point(up(2), 2));
  EXPECT_DOUBLE_EQ(near.distance, 0x1p-51 / std::sqrt(2.0));
  EXPECT_EQ(distance(kTriangleShape, point(2, 2)).distance, 0);
  EXPECT_EQ(distance(point(1, 1), point(1, up(1))).distance, 0x1p-52);
  // The true gap, about 2^-1460, is below the smallest double.
  EXPECT_EQ(distance(segment(0, 0, kLargestCoordinate, kSmallestCoordinate), point(kSmallestCoordinate, 0))
                .distance,
            std::numeric_limits<double>::denorm_min());
}

TEST(DistanceGjk, EdgeShortAgainstItsDistanceGivesAPointOfIt) {
  const Distance<double> far = distance(kTriangleShape, point(0x1.fp+72, 0x1.fp+72));
  EXPECT_DOUBLE_EQ(far.distance, 0x1.fp+72 * std::sqrt(2.0));
  EXPECT_EQ(far.on_a.x + far.on_a.y, 4);
  EXPECT_EQ(far.on_b, (Vec2<double>{0x1.fp+72, 0x1.fp+72}));
}

/// What a random test met.
struct Tally {
  int pairs = 0;
  int by_relation[3] = {};
  int most_iterations = 0;
  long double worst_distance = 0;
  long double worst_point = 0;

  double share(Relation relation) const { return double(by_relation[int(relation)]) / std::max(pairs, 1); }
};

template <class T>
void compare(const random_convex::Sample<T>& a, const random_convex::Sample<T>& b, Tally& tally) {
  const Checked2<T> first = checked(a.shape);
  const Checked2<T> second = checked(b.shape);
  if (!first.ok() || !second.ok() || !first.is_convex() || !second.is_convex()) return;
  const auto corners_a = brute_force::corners(a.shape);
  const auto corners_b = brute_force::corners(b.shape);
  const auto hull = brute_force::difference(corners_a, corners_b);
  const Relation truth = brute_force::relation(hull);
  const long double true_distance = brute_force::root(brute_force::distance_sq(hull));
  const long double u = brute_force::unit_of<T>(corners_a, corners_b);
  SCOPED_TRACE(brute_force::print(a.shape) + "  " + brute_force::print(b.shape));

  const ConvexView<T> view_a = first.convex();
  const ConvexView<T> view_b = second.convex();
  const RelationAnswer relation = relation_gjk(view_a, view_b);
  ASSERT_EQ(relation.relation, truth);
  const MinkowskiDifference<T> difference(view_a, view_b);
  const GjkOutcome exactly = ExactGjk<T>(difference).walk(start_direction(view_a, view_b), 0);
  ASSERT_TRUE(exactly.decided);
  ASSERT_EQ(exactly.relation, truth) << "the exact walk alone";

  const Distance<T> answer = distance_gjk(view_a, view_b);
  ASSERT_EQ(answer.distance > 0, truth == Relation::disjoint);
  const auto on_a = brute_force::exactly(answer.on_a);
  const auto on_b = brute_force::exactly(answer.on_b);
  const long double off =
      std::max(brute_force::distance_from(on_a, corners_a), brute_force::distance_from(on_b, corners_b));
  const long double error = std::fabs(static_cast<long double>(answer.distance) - true_distance);
  ASSERT_LE(error, kGjkDistanceBound * u);
  ASSERT_LE(off, kGjkPointBound * u);
  ASSERT_LE(std::fabs(brute_force::root(dot(on_a - on_b, on_a - on_b)) - true_distance),
            2 * kGjkPointBound * u);
  ++tally.pairs;
  ++tally.by_relation[int(truth)];
  tally.most_iterations = std::max({tally.most_iterations, relation.iterations, exactly.iterations});
  tally.worst_distance = std::max(tally.worst_distance, error / u);
  tally.worst_point = std::max(tally.worst_point, off / u);
}

void report(const Tally& tally) {
  std::cout << "seed " << kSeed << ": " << tally.pairs << " pairs, at most " << tally.most_iterations
            << " iterations, distance within " << tally.worst_distance << " u, points within "
            << tally.worst_point << " u\n";
  EXPECT_LE(tally.most_iterations, kFewIterations);
}

template <class T>
class RandomGjk : public ::testing::Test {};
using Scalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(RandomGjk, Scalars);

TYPED_TEST(RandomGjk, LatticePairsAgreeWithTheBruteForce) {
  using T = TypeParam;
  random_convex::Random random(kSeed);
  Tally tally;
  for (int k = 0; k < 2000 && !this->HasFatalFailure(); ++k) {
    const T offset = k % 2 == 0 ? T(0) : T(1000);
    const auto a = random_convex::lattice<T>(random, 6, T(0.25), offset);
    const auto b = random_convex::lattice<T>(random, 6, T(0.25), offset);
    compare(a, b, tally);
  }
  report(tally);
  EXPECT_GE(tally.share(Relation::disjoint), 0.2);
  EXPECT_GE(tally.share(Relation::touching), 0.1);
  EXPECT_GE(tally.share(Relation::overlapping), 0.3);
}

TYPED_TEST(RandomGjk, PolygonsNearAndFarFromTheOriginAgreeWithTheBruteForce) {
  using T = TypeParam;
  using random_convex::uniform;
  random_convex::Random random(kSeed);
  Tally tally;
  for (int k = 0; k < 600 && !this->HasFatalFailure(); ++k) {
    const double offset = k % 2 == 0 ? 0 : (sizeof(T) == 4 ? 1e4 : 1e9);
    const auto at = [&] {
      return Vec2<double>{offset + uniform(random, -1.5, 1.5), uniform(random, -1.5, 1.5)};
    };
    const auto a = random_convex::on_ellipse<T>(random, 3 + random_convex::below(random, 8), at(), 1, 0.8);
    const auto b = random_convex::on_ellipse<T>(random, 3 + random_convex::below(random, 8), at(), 1, 0.8);
    compare(a, b, tally);
  }
  report(tally);
  EXPECT_GE(tally.pairs, 400);
  EXPECT_GE(tally.share(Relation::disjoint), 0.2);
  EXPECT_GE(tally.share(Relation::overlapping), 0.2);
}

TYPED_TEST(RandomGjk, NeedlesOfAspectUpTo1e12AgreeWithTheBruteForce) {
  using T = TypeParam;
  using random_convex::uniform;
  random_convex::Random random(kSeed);
  Tally tally;
  for (int k = 0; k < 1000 && !this->HasFatalFailure(); ++k) {
    const double offset = k % 3 == 0 ? 1e9 : 0;
    const auto at = [&] {
      return Vec2<double>{offset + uniform(random, -0.5, 0.5), uniform(random, -0.5, 0.5)};
    };
    const auto a = random_convex::sliver<T>(random, at(), 1, std::pow(10, -uniform(random, 0, 12)));
    const auto b = random_convex::sliver<T>(random, at(), 1, std::pow(10, -uniform(random, 0, 12)));
    compare(a, b, tally);
  }
  report(tally);
  EXPECT_GE(tally.pairs, 800);
  EXPECT_GE(tally.share(Relation::disjoint), 0.2);
  EXPECT_GE(tally.share(Relation::overlapping), 0.3);
}

/// Pairs moved onto each other by their own closest points: apart, touching or overlapping by a few ulp.
TYPED_TEST(RandomGjk, PairsMovedIntoTouchAgreeWithTheBruteForce) {
  using T = TypeParam;
  using random_convex::uniform;
  random_convex::Random random(kSeed);
  Tally tally;
  for (int k = 0; k < 600 && !this->HasFatalFailure(); ++k) {
    const auto a = random_convex::on_ellipse<T>(random, 3 + random_convex::below(random, 8), {0, 0}, 1, 0.6);
    auto b = random_convex::on_ellipse<T>(random, 3 + random_convex::below(random, 8),
                                          {2.5, uniform(random, -3, 3)}, 1, 0.6);
    const Distance<T> apart = distance<T>(a.shape, b.shape);
    for (Vec2<T>& p : b.points) p = p + (apart.on_a - apart.on_b);
    compare(a, b, tally);
  }
  report(tally);
  EXPECT_GE(tally.pairs, 400);
  for (const Relation relation : {Relation::disjoint, Relation::touching, Relation::overlapping}) {
    EXPECT_GE(tally.share(relation), 0.1);
  }
}

TEST(RelationGjk, ManyVerticesTakeFewIterations) {
  random_convex::Random random(kSeed);
  Tally tally;
  for (int k = 0; k < 40 && !HasFatalFailure(); ++k) {
    const auto a = random_convex::on_ellipse<double>(random, 20 + k, {0, 0}, 1, 0.9);
    const auto b = random_convex::on_ellipse<double>(random, 60 - k, {1.9 + 0.01 * (k % 5), 0.1}, 1, 0.9);
    compare(a, b, tally);
  }
  report(tally);
  EXPECT_GE(tally.pairs, 30);
}

}  // namespace
}  // namespace touchstone
