#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>

#include "oracle/convex_separation.hpp"
#include "oracle/ellipse.hpp"
#include "oracle/full_truth.hpp"
#include "oracle/test/ellipses.hpp"

namespace touchstone::oracle {
namespace {

using Ellipse = Ellipse2<double>;
using Circle = Circle2<double>;
using test::circle_as_ellipse;
using test::kThreeFour;
using test::lattice_ellipse;
using test::OwnedPolygon;
using test::Random;
using test::Shares;

constexpr std::uint64_t kLatticeSeed = 20260311;
constexpr std::uint64_t kBruteSeed = 20260312;
constexpr std::uint64_t kNeedleSeed = 20260313;
constexpr std::uint64_t kNearSeed = 20260314;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

bool holds(Interval value, const Surd& exact) {
  return compare(exact, rational(value.lo)) >= 0 && compare(exact, rational(value.hi)) <= 0;
}
double scale_of_pair(const Shape& a, const Shape& b) {
  return std::max(scale_of(operand_of(a)), scale_of(operand_of(b)));
}

TEST(EllipseSeparation, CirclesAsEllipsesThenTheExactRootIsEnclosed) {
  Random random(kNearSeed);
  int near = 0, overlapping = 0;
  for (int i = 0; i < 3000; ++i) {
    const Point center{random.unit() * 4 - 2, random.unit() * 4 - 2};
    const double radius = 0.25 + random.unit();
    const double other =
        i % 2 == 0 ? random.unit() : length(center) - radius + (random.below(5) - 2) * 0x1p-53;
    const Ellipse a = circle_as_ellipse({0, 0}, radius);
    const Shape b = i % 3 == 0 ? Shape(Circle{center, std::fabs(other)})
                               : Shape(circle_as_ellipse(center, std::fabs(other) + 0x1p-300));
    const Rational sum =
        rational(radius) + rational(std::fabs(other)) + (i % 3 == 0 ? 0 : rational(0x1p-300));
    const Surd exact = square_root_of(length_sq(rational(center))) - sum;
    EllipseSeparation separation;
    const Interval value = separation.enclose(operand_of(a), operand_of(b));
    ASSERT_TRUE(holds(value, exact)) << "seed " << kNearSeed << " case " << i;
    ASSERT_TRUE(is_narrow(value, scale_of_pair(a, b)));
    near += std::fabs(value.lo) < 1e-15;
    overlapping += value.hi < 0;
  }
  EXPECT_GT(near, 1000);
  EXPECT_GT(overlapping, 1000);
}

TEST(EllipseSeparation, PointsOnTheAxesThenTheDistanceIsExact) {
  const Operand needle = operand_of(Ellipse{{0, 0}, {{1, 0}, {0, 0x1p-30}}});
  const auto is_exactly = [](Interval value, double exact) { return value.lo <= exact && exact <= value.hi; };
  EXPECT_TRUE(is_exactly(distance_to_ellipse(needle, {3, 0}), 2));
  EXPECT_TRUE(is_exactly(distance_to_ellipse(needle, {0, 1}), 1 - 0x1p-30));
  EXPECT_TRUE(is_exactly(distance_to_ellipse(needle, {1 + 0x1p-52, 0}), 0x1p-52));
  EXPECT_TRUE(is_exactly(distance_to_ellipse(needle, {0, 0x1p-30 + 0x1p-82}), 0x1p-82));
  EXPECT_EQ(distance_to_ellipse(needle, {1, 0}).hi, 0);
  EXPECT_EQ(distance_to_ellipse(needle, {0.5, 0}).hi, 0);
}

TEST(EllipseSeparation, TheCentreOfAnEllipseThenTheShorterHalfAxisBothWays) {
  Truth truth;
  truth.assign(kThreeFour, Point2<double>{{0, 0}});
  EXPECT_LE(truth.separation().lo, -3);
  EXPECT_GE(truth.separation().hi, -3);
  EXPECT_EQ(std::fabs(truth.mtv().value().x), 3);
  EXPECT_FALSE(full_truth(kThreeFour, Point2<double>{{0, 0}}).mtv.has_value());
}

TEST(EllipseSeparation, ConcentricCirclesThenNoSinglePush) {
  const Ellipse circle{{1, 1}, {{3, 4}, {-4, 3}}};
  for (const Shape& other : {Shape(Circle{{1, 1}, 2}), Shape(circle_as_ellipse({1, 1}, 2)),
                             Shape(Point2<double>{{1, 1}}), Shape(Segment2<double>{{1, 1}, {9, 9}})}) {
    Truth truth;
    truth.assign(circle, other);
    EXPECT_EQ(truth.relation(), Relation::overlapping);
    EXPECT_FALSE(truth.mtv().has_value());
    EXPECT_TRUE(full_truth(circle, other).mtv_is_infinite);
  }
}

TEST(EllipseSeparation, RingThenTheNearerOfItsTwoCircles) {
  Truth truth;
  const auto separation_from = [&](const Ring2<double>& ring) {
    truth.assign(kThreeFour, ring);
    return truth.separation();
  };
  const auto holds_value = [](Interval value, double exact) {
    return value.lo <= exact && value.hi >= exact;
  };
  EXPECT_TRUE(holds_value(separation_from({{0, 0}, 6, 9}), 2));
  EXPECT_TRUE(holds_value(separation_from({{10, 0}, 1, 5}), 2));
  EXPECT_EQ(separation_from({{10, 0}, 1, 7}).hi, 0);
  EXPECT_NEAR(separation_from({{10, 0}, 1, 9}).hi, -2, 1e-14);
  EXPECT_NEAR(separation_from({{0, 0}, 3.5, 9}).hi, -0.5, 1e-14);
  EXPECT_NEAR(separation_from({{0, 0}, 0.5, 2}).hi, -2, 1e-14);  // the centre is at 0, so 2 - 0
  EXPECT_FALSE(truth.convex());
}

TEST(EllipseSeparation, ConcavePolygonsThenNearestEdgeOrAProvedDepth) {
  Random random(kLatticeSeed);
  int disjoint = 0, overlapping = 0;
  Truth truth;
  for (int i = 0; i < 1500; ++i) {
    const OwnedPolygon star(test::random_star(random, 4 + i % 5, 9, -4, -4));
    const Ellipse ellipse = lattice_ellipse(random);
    truth.assign(star.shape(), ellipse);
    if (!truth.valid() || truth.convex()) continue;
    SCOPED_TRACE(testing::Message() << "seed " << kLatticeSeed << " case " << i << ": " << star);
    const Interval value = truth.separation();
    const OwnedPolygon hull([&] {
      const ConvexRational corners = hull_of(outer_contour_of(Polygon2<double>{star.points()}));
      std::vector<Point> points;
      for (const RationalVec2& p : corners.corners)
        points.push_back({round_to_double(p.x), round_to_double(p.y)});
      return points;
    }());
    EllipseSeparation of_hull;
    const Interval hull_value = of_hull.enclose(operand_of(hull.shape()), operand_of(ellipse));
    if (truth.relation() == Relation::overlapping) {
      ASSERT_LT(value.hi, -1e-3);
      ASSERT_GE(value.hi, hull_value.lo);
    } else if (truth.relation() == Relation::disjoint) {
      ASSERT_TRUE(is_narrow(value, truth.scale()));
      ASSERT_GE(value.hi, hull_value.lo);
    }
    disjoint += truth.relation() == Relation::disjoint;
    overlapping += truth.relation() == Relation::overlapping;
  }
  EXPECT_GT(disjoint, 10);
  EXPECT_GT(overlapping, 500);
}

// ---- random shapes against brute force in long double

using Wide = long double;
struct Direction {
  Wide x, y;
};
Wide support(const Shape& shape, Direction n, Point origin) {
  const auto along = [&](Point p) { return n.x * (Wide{p.x} - origin.x) + n.y * (Wide{p.y} - origin.y); };
  if (const auto* s = std::get_if<Ellipse>(&shape)) {
    const Wide first = n.x * s->half_axes[0].x + n.y * s->half_axes[0].y;
    const Wide second = n.x * s->half_axes[1].x + n.y * s->half_axes[1].y;
    return along(s->center) + std::sqrt(first * first + second * second);
  }
  if (const auto* s = std::get_if<Circle>(&shape)) return along(s->center) + s->radius;
  if (const auto* s = std::get_if<Point2<double>>(&shape)) return along(s->at);
  if (const auto* s = std::get_if<Capsule2<double>>(&shape))
    return std::max(along(s->from), along(s->to)) + s->radius;
  if (const auto* s = std::get_if<Segment2<double>>(&shape)) return std::max(along(s->from), along(s->to));
  const auto& corners = std::get<Triangle2<double>>(shape).points;
  return std::max({along(corners[0]), along(corners[1]), along(corners[2])});
}

/// Smallest value of a function of the angle: by samples, close together around the given ones, then golden
/// section.
Wide least(const std::function<Wide(Wide)>& f, const std::vector<Wide>& corners) {
  std::vector<Wide> angles;
  for (int i = -1; i < 130; ++i) angles.push_back(2 * std::numbers::pi_v<Wide> * i / 128);
  for (const Wide corner : corners)
    for (Wide step = 0.2L; step > 1e-12L; step /= 4)
      for (const Wide at : {corner - step, corner, corner + step})
        angles.push_back(at - 2 * std::numbers::pi_v<Wide> * std::floor(at / (2 * std::numbers::pi_v<Wide>)));
  std::sort(angles.begin(), angles.end());
  std::vector<Wide> values;
  for (const Wide angle : angles) values.push_back(f(angle));
  Wide best = *std::min_element(values.begin(), values.end());
  for (std::size_t i = 1; i + 1 < angles.size(); ++i) {
    const Wide drop = std::max(values[i - 1], values[i + 1]) - values[i];
    if (values[i] > values[i - 1] || values[i] > values[i + 1] || drop < 0x1p-60L)
      continue;  // else near enough
    Wide lo = angles[i - 1], hi = angles[i + 1];
    for (int step = 0; step < 90; ++step) {
      const Wide left = hi - (hi - lo) * std::numbers::phi_v<Wide> / (1 + std::numbers::phi_v<Wide>);
      const Wide right = lo + hi - left;
      const bool is_left = f(left) < f(right);
      (is_left ? hi : lo) = is_left ? right : left;
    }
    best = std::min(best, f((lo + hi) / 2));
  }
  return best;
}

Wide brute_separation(const Shape& a, const Shape& b, Point origin) {
  std::vector<Wide> corners;
  const auto add = [&](Point d) {
    for (int quarter = 0; quarter < 4; ++quarter)
      corners.push_back(std::atan2(Wide{d.y}, Wide{d.x}) + quarter * std::numbers::pi_v<Wide> / 2);
  };
  for (const Shape* shape : {&a, &b}) {
    if (const auto* s = std::get_if<Ellipse>(shape)) add(s->half_axes[0]);
    if (const auto* s = std::get_if<Segment2<double>>(shape)) add(s->to - s->from);
    if (const auto* s = std::get_if<Capsule2<double>>(shape)) add(s->to - s->from);
    if (const auto* s = std::get_if<Triangle2<double>>(shape))
      for (int k = 0; k < 3; ++k) add(s->points[(k + 1) % 3] - s->points[k]);
  }
  return -least(
      [&](Wide angle) {
        const Direction n{std::cos(angle), std::sin(angle)};
        return support(a, n, origin) + support(b, {-n.x, -n.y}, origin);
      },
      corners);
}

/// Perpendicular half axes of length size and size * aspect, turned.
Ellipse turned_ellipse(Random& random, Point center, double size, double aspect) {
  const double angle = random.unit() * 6.3;
  const Point along{std::cos(angle) * size, std::sin(angle) * size};
  return {center, {along, perp(along) * aspect}};
}
Shape random_partner(Random& random, int kind, Point near, double aspect) {
  const auto point = [&] { return near + Point{random.unit() * 4 - 2, random.unit() * 4 - 2}; };
  switch (kind) {
    case 0:
      return Point2<double>{point()};
    case 1:
      return Segment2<double>{point(), point()};
    case 2:
      return Triangle2<double>{{point(), point(), point()}};
    case 3:
      return Circle{point(), random.unit()};
    case 4:
      return Capsule2<double>{point(), point(), random.unit() / 2};
    default:
      return turned_ellipse(random, point(), 0.1 + random.unit(), aspect);
  }
}

/// Long double: sums of a few numbers below 8, each off by half of 2^-63, and the angle's error squared.
constexpr Wide kBruteError = 0x1p-58L;

void compare_with_brute_force(std::uint64_t seed, int count, Point shift,
                              const std::function<double(Random&)>& aspect) {
  Random random(seed);
  Shares shares;
  Truth truth;
  for (int i = 0; i < count; ++i) {
    Shape a = turned_ellipse(random, shift + Point{random.unit(), random.unit()}, 1, aspect(random));
    Shape b = random_partner(random, i % 6, shift, aspect(random));
    if (random.below(2) == 0) std::swap(a, b);
    truth.assign(a, b);
    const Interval value = truth.separation();
    const Wide brute = brute_separation(a, b, shift);
    shares.count(truth.relation());
    SCOPED_TRACE(testing::Message() << "seed " << seed << " case " << i);
    ASSERT_TRUE(is_narrow(value, truth.scale())) << value.lo << ' ' << value.hi;
    ASSERT_LE(value.lo - kBruteError, brute);
    ASSERT_GE(value.hi + kBruteError, brute);
    if (truth.relation() == Relation::disjoint) continue;
    const Interval after = truth.separation_after(truth.mtv().value(), kInfinity);
    const double u = 0x1p-52 * truth.scale();
    ASSERT_LE(std::max(std::fabs(after.lo), std::fabs(after.hi)), 4 * u);
    ASSERT_NEAR(length(*truth.mtv()), -value.lo, 2 * u);
  }
  EXPECT_GT(shares.disjoint, count / 5);
  EXPECT_GT(shares.overlapping, count / 10);
}

TEST(EllipseSeparation, RandomPairsThenBruteForceIsEnclosedAndThePushEndsTheOverlap) {
  compare_with_brute_force(kBruteSeed, 600, {0, 0}, [](Random& random) { return 0.05 + random.unit(); });
}
TEST(EllipseSeparation, NeedlesThenBruteForceIsEnclosedAndThePushEndsTheOverlap) {
  compare_with_brute_force(kNeedleSeed, 600, {0, 0},
                           [](Random& random) { return std::pow(10.0, -8 * random.unit()); });
}
TEST(EllipseSeparation, FarFromTheOriginThenBruteForceIsEnclosed) {
  compare_with_brute_force(kBruteSeed + 1, 300, {0x1p+40, -0x1p+38},
                           [](Random& random) { return 0.05 + random.unit(); });
}

TEST(EllipseSeparation, SeparationAfterThenAsOfTheMovedShapeAndEnoughStopsIt) {
  Truth truth;
  truth.assign(kThreeFour, Circle{{0, 0}, 1});
  const Interval after = truth.separation_after({6, 0}, kInfinity);
  EXPECT_TRUE(after.lo <= 2 && after.hi >= 2);
  EXPECT_TRUE(is_narrow(after, 6));
  EXPECT_GE(truth.separation_after({6, 0}, 1).lo, 1);
  EXPECT_LT(truth.separation_after({0, 0}, 1).hi, -3.9);
}

TEST(EllipseSeparation, ShapesOfExtremeScaleThenStillEnclosed) {
  for (const double scale : {0x1p-1000, 0x1p-400, 0x1p+400, 0x1p+1020}) {
    const Ellipse ellipse{{0, 0}, {{scale, 0}, {0, scale / 2}}};
    EllipseSeparation separation;
    const Interval value =
        separation.enclose(operand_of(ellipse), operand_of(Point2<double>{{0, 2 * scale}}));
    EXPECT_LE(value.lo, 1.5 * scale);
    EXPECT_GE(value.hi, 1.5 * scale);
    EXPECT_TRUE(is_narrow(value, 2 * scale)) << scale;
  }
}

// ---- everything at once

double width_of(const Real& value) {
  const Enclosure ends = enclose(value);
  return ends.hi - ends.lo;
}

TEST(EllipseFullTruth, DisjointPairsThenClosestPointsLieOnBothAndRealiseTheDistance) {
  Random random(kNearSeed + 1);
  int found = 0;
  double widest = 0;
  for (int i = 0; i < 600; ++i) {
    const Shape a = turned_ellipse(random, {random.unit(), random.unit()}, 1, 0.1 + random.unit());
    const Shape b = random_partner(random, i % 6, {2, 0}, 0.1 + random.unit());
    const FullTruth truth = full_truth(a, b);
    if (truth.relation != Relation::disjoint) continue;
    ASSERT_TRUE(truth.closest.has_value()) << "seed " << kNearSeed + 1 << " case " << i;
    ++found;
    const auto& [on_a, on_b] = *truth.closest;
    const Point first{round_to_double(on_a.x), round_to_double(on_a.y)};
    const Point second{round_to_double(on_b.x), round_to_double(on_b.y)};
    Truth lookup;
    lookup.assign(a, b);
    ASSERT_LT(lookup.distance_to_a(first).lo, 1e-15);
    ASSERT_LT(lookup.distance_to_b(second).lo, 1e-15);
    ASSERT_NEAR(length(second - first), round_to_double(*truth.distance), 2e-15);
    widest = std::max(widest, width_of(on_a.x) + width_of(on_b.y));
  }
  EXPECT_LT(widest, 1e-13);
  EXPECT_GT(found, 150);
}

TEST(EllipseFullTruth, TouchingAndOverlappingThenDepthAndPush) {
  const FullTruth touching = full_truth(kThreeFour, Circle{{5, 0}, 2});
  EXPECT_EQ(touching.relation, Relation::touching);
  EXPECT_EQ(round_to_double(*touching.distance), 0);
  EXPECT_EQ(round_to_double(*touching.depth), 0);
  EXPECT_EQ(touching.mtv->size(), 1u);
  const FullTruth overlapping = full_truth(kThreeFour, Circle{{4, 0}, 2});
  EXPECT_EQ(round_to_double(*overlapping.depth), 1);
  EXPECT_EQ(round_to_double(overlapping.mtv->front().x), 1);
  EXPECT_NEAR(round_to_double(overlapping.mtv->front().y), 0, 1e-15);
  EXPECT_EQ(round_to_double(*overlapping.separation), -1);
}

}  // namespace
}  // namespace touchstone::oracle
