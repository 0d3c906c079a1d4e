// Ellipses against known tangents, against exact integers and rationals, and against a search in long double.
#include <gtest/gtest.h>

#include <cmath>
#include <iostream>
#include <limits>
#include <vector>

#include <touchstone/ellipse.hpp>
#include <touchstone/validity.hpp>

#include "core/test/ellipse_reference.hpp"
#include "core/test/random_convex.hpp"
#include "core/test/rational_reference.hpp"

namespace touchstone {
namespace {

using ellipse_reference::ExactEllipse;
using ellipse_reference::Real;
using ellipse_reference::WideInteger;
using random_convex::below;
using random_convex::Random;
using random_convex::uniform;

constexpr std::uint64_t kSeed = 11;
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

using Vector = Vec2<double>;
using Points = std::vector<Vector>;
using Shape = Checked2<double>;

double up(double v) {
  return std::nextafter(v, kInfinity);
}
double down(double v) {
  return std::nextafter(v, -kInfinity);
}
Ellipse2<double> along_axes(double cx, double cy, double a, double b) {
  return {{cx, cy}, {{a, 0}, {0, b}}};
}
/// The disc of radius 5 with half axes along no axis.
const Ellipse2<double> kTurnedDisc{{0, 0}, {{3, 4}, {-4, 3}}};

template <class A, class B>
Relation relation(const A& a, const B& b) {
  const auto first = checked(a);
  const auto second = checked(b);
  const RelationAnswer answer = relation_ellipse(first, second);
  const RelationAnswer swapped = relation_ellipse(second, first);
  EXPECT_EQ(answer.status, Status::ok);
  EXPECT_EQ(swapped.relation, answer.relation) << "not symmetric";
  return answer.relation;
}
template <class A, class B>
Distance<double> distance(const A& a, const B& b) {
  const Distance<double> answer = distance_ellipse(checked(a), checked(b));
  EXPECT_EQ(answer.status, Status::ok);
  return answer;
}
template <class A, class B>
Penetration<double> penetration(const A& a, const B& b) {
  const Penetration<double> answer = penetration_ellipse(checked(a), checked(b));
  EXPECT_EQ(answer.status, Status::ok);
  return answer;
}
template <class T>
Location location(const Ellipse2<T>& ellipse, Vec2<T> point) {
  const LocationAnswer answer = locate_in_ellipse(ellipse, point);
  EXPECT_EQ(answer.status, Status::ok);
  return answer.location;
}

Relation relation_of(int reach) {
  return reach > 0 ? Relation::overlapping : (reach == 0 ? Relation::touching : Relation::disjoint);
}
void expect_all_met(const int (&counts)[3], int least) {
  for (const int count : counts) EXPECT_GT(count, least);
}

TEST(LocateInEllipse, BoundaryPointsAndTheirNeighbours) {
  for (const Vector p : {Vector{3, 4}, Vector{-4, 3}, Vector{5, 0}, Vector{0, -5}, Vector{-3, -4}}) {
    EXPECT_EQ(location(kTurnedDisc, p), Location::boundary) << p.x << " " << p.y;
    if (p.x == 0) continue;
    EXPECT_EQ(location(kTurnedDisc, {p.x > 0 ? up(p.x) : down(p.x), p.y}), Location::outside);
    EXPECT_EQ(location(kTurnedDisc, {p.x > 0 ? down(p.x) : up(p.x), p.y}), Location::inside);
  }
}

TEST(LocateInEllipse, SkewAndMirroredHalfAxesEndOnTheBoundary) {
  const Ellipse2<double> skew{{1e6, -7}, {{1, 0}, {1, 0x1p-20}}};
  const Ellipse2<double> mirrored{skew.center, {skew.half_axes[1], skew.half_axes[0]}};
  for (const Ellipse2<double>& e : {skew, mirrored}) {
    EXPECT_EQ(location(e, e.center), Location::inside);
    EXPECT_EQ(location(e, e.center + e.half_axes[0]), Location::boundary);
    EXPECT_EQ(location(e, e.center - e.half_axes[1]), Location::boundary);
    EXPECT_EQ(location(e, {e.center.x + 1, up(e.center.y)}), Location::inside);
    EXPECT_EQ(location(e, {e.center.x + 1, down(e.center.y)}), Location::outside);
  }
}

TEST(LocateInEllipse, BadInputIsRefused) {
  const auto status = [](const Ellipse2<double>& e, Vector p) { return locate_in_ellipse(e, p).status; };
  EXPECT_EQ(status(kTurnedDisc, {kNan, 0}), Status::invalid_input);
  EXPECT_EQ(status(kTurnedDisc, {0, kInfinity}), Status::invalid_input);
  EXPECT_EQ(status({{0, 0}, {{1, 2}, {2, 4}}}, {0, 0}), Status::invalid_input);
  EXPECT_EQ(status({{0, 0}, {{1, 0}, {0, kNan}}}, {0, 0}), Status::invalid_input);
  EXPECT_EQ(status(kTurnedDisc, {0x1p241, 0}), Status::out_of_range);
  EXPECT_EQ(status(along_axes(0, 0, 0x1p241, 1), {0, 0}), Status::out_of_range);
}

TEST(LocateInEllipse, ExactAtTheEndsOfTheRange) {
  for (const double unit : {kLargestCurvedOf<double> / 8, kSmallestCurvedOf<double>}) {
    const auto vector = [&](double x, double y) { return Vector{x * unit, y * unit}; };
    const Ellipse2<double> e{vector(1, -1), {vector(3, 4), vector(-4, 3)}};
    EXPECT_EQ(location(e, vector(6, -1)), Location::boundary);
    EXPECT_EQ(location(e, vector(-2, 3)), Location::boundary);
    EXPECT_EQ(location(e, vector(up(6), -1)), Location::outside);
    EXPECT_EQ(location(e, vector(down(6), -1)), Location::inside);
    EXPECT_EQ(relation(e, Segment2<double>{vector(6, -7), vector(6, 7)}), Relation::touching);
    EXPECT_EQ(relation(e, Segment2<double>{vector(up(6), -7), vector(6, 7)}), Relation::disjoint);
    EXPECT_EQ(relation(e, Segment2<double>{vector(down(6), -7), vector(6, 7)}), Relation::overlapping);
  }
}

/// Whether |adj(M) d|^2 is below, at or above det^2, in rationals.
Location rational_location(const Ellipse2<double>& e, Vector p) {
  using reference::Rational;
  const auto d = reference::rational(p) - reference::rational(e.center);
  const auto u = reference::rational(e.half_axes[0]);
  const auto v = reference::rational(e.half_axes[1]);
  const Rational s = cross(d, v);
  const Rational t = cross(u, d);
  const Rational det = cross(u, v);
  const Rational excess = s * s + t * t - det * det;
  return excess < 0 ? Location::inside : (excess == 0 ? Location::boundary : Location::outside);
}

TEST(LocateInEllipse, RoundedBoundaryPointsAgreeWithRationals) {
  Random random(kSeed);
  int counts[3] = {};
  for (int i = 0; i < 3000; ++i) {
    const double aspect = std::pow(10, uniform(random, -8, 0));
    const Vector u{uniform(random, -1, 1), uniform(random, -1, 1)};
    const Vector across = perp(u) * aspect + u * uniform(random, -1, 1);
    const Ellipse2<double> e{{uniform(random, -9, 9), uniform(random, -9, 9)}, {u, across}};
    const double phase = uniform(random, 0, 6.3);
    const Vector p = e.center + u * std::cos(phase) + across * std::sin(phase);
    const Location truth = rational_location(e, p);
    ++counts[int(truth)];
    ASSERT_EQ(location(e, p), truth) << "seed " << kSeed << " case " << i;
  }
  EXPECT_GT(counts[int(Location::inside)], 900);
  EXPECT_GT(counts[int(Location::outside)], 900);
}

TEST(RelationEllipsePolytope, LinesAreTangentExactlyWhereTheTheoremSays) {
  // p x + q y = s touches x^2 / a^2 + y^2 / b^2 = 1 exactly when a^2 p^2 + b^2 q^2 = s^2: here 3^2 + 4^2 =
  // 5^2.
  const Ellipse2<double> e = along_axes(0, 0, 3, 2);
  const auto line = [](double shift) { return Segment2<double>{{5 + shift, 0}, {-1, 3}}; };
  EXPECT_EQ(relation(e, line(0)), Relation::touching);
  EXPECT_EQ(relation(e, line(up(5) - 5)), Relation::disjoint);
  EXPECT_EQ(relation(e, line(down(5) - 5)), Relation::overlapping);
  EXPECT_EQ(relation(e, Segment2<double>{{5, 0}, {3, 1}}), Relation::disjoint) << "ends before the contact";
  EXPECT_EQ(relation(e, Point2<double>{{3, 0}}), Relation::touching);
  EXPECT_EQ(relation(e, Point2<double>{{down(3), 0}}), Relation::overlapping);
  EXPECT_EQ(relation(e, Point2<double>{{up(3), 0}}), Relation::disjoint);
}

TEST(RelationEllipsePolytope, SolidShapesTouchOverlapAndContain) {
  const Ellipse2<double> e = along_axes(0, 0, 3, 2);
  const Points beside{{5, 0}, {-1, 3}, {9, 9}};
  EXPECT_EQ(relation(e, Polygon2<double>{beside}), Relation::touching);
  EXPECT_EQ(relation(e, Aabb2<double>{{-1, 2}, {1, 3}}), Relation::touching);
  EXPECT_EQ(relation(e, Aabb2<double>{{-1, down(2)}, {1, 3}}), Relation::overlapping);
  EXPECT_EQ(relation(e, Aabb2<double>{{-1, up(2)}, {1, 3}}), Relation::disjoint);
  EXPECT_EQ(relation(e, Aabb2<double>{{-9, -9}, {9, 9}}), Relation::overlapping);
  EXPECT_EQ(relation(e, Aabb2<double>{{-3, -2}, {3, 2}}), Relation::overlapping);
  EXPECT_EQ(relation(e, Aabb2<double>{{-0.5, -0.5}, {0.5, 0.5}}), Relation::overlapping);
  EXPECT_EQ(relation(e, Triangle2<double>{{{3, 0}, {4, 1}, {4, -1}}}), Relation::touching);
}

TEST(RelationEllipsePolytope, BoxCornersThatAreNoDoublesCount) {
  const double tiny = 0x1p-60;
  const auto box = [](Vector u, Vector v) { return Obb2<double>{{4, 0}, {u, v}}; };
  const Ellipse2<double> e = along_axes(0, 0, 3, 1);
  EXPECT_EQ(relation(e, box({1, 0}, {0, 2})), Relation::touching);
  EXPECT_EQ(relation(e, box({1, 0}, {tiny, 2})), Relation::overlapping) << "the side turns about (3, 0)";
  EXPECT_EQ(relation(e, box({1, tiny}, {tiny, 2})), Relation::disjoint) << "about (3, -tiny)";
  EXPECT_EQ(relation(e, box({1, 0}, {tiny, 0})), Relation::overlapping) << "a segment";
  EXPECT_EQ(relation(e, box({1 - 0x1p-53, 0}, {0x1p-53, 0})), Relation::touching);
}

/// On a small lattice, where exact touches are common.
TEST(RelationEllipsePolytope, LatticePairsAgreeWithIntegers) {
  using Exact = Vec2<WideInteger>;
  Random random(kSeed);
  int counts[3] = {};
  const auto vector = [&](int n) {
    return Vector{double(below(random, 2 * n + 1) - n), double(below(random, 2 * n + 1) - n)};
  };
  const auto wide = [](Vector p) { return Exact{WideInteger(p.x), WideInteger(p.y)}; };
  for (int i = 0; i < 60000; ++i) {
    const Ellipse2<double> e{vector(4), {vector(4), vector(4)}};
    const Vector from = vector(12);
    const Vector to = below(random, 4) == 0 ? from : vector(12);
    if (cross(e.half_axes[0], e.half_axes[1]) == 0) continue;
    const ExactEllipse<WideInteger> truth{wide(e.center), wide(e.half_axes[0]), wide(e.half_axes[1])};
    const Relation expected = relation_of(truth.reach(wide(from), wide(to)));
    ++counts[int(expected)];
    ASSERT_EQ(relation(e, Segment2<double>{from, to}), expected) << "seed " << kSeed << " case " << i;
  }
  expect_all_met(counts, 300);
}

/// A polytope moved until it touches as nearly as doubles allow, its corners often no doubles.
TEST(RelationEllipsePolytope, NearTouchesAgreeWithRationals) {
  using reference::rational;
  Random random(kSeed);
  int counts[3] = {};
  for (int i = 0; i < 3000; ++i) {
    const auto vector = [&](double size) {
      return Vector{uniform(random, -size, size), uniform(random, -size, size)};
    };
    const Ellipse2<double> e{vector(1), {vector(1), vector(1)}};
    Obb2<double> box{vector(1) + Vector{4, 0}, {vector(1), vector(i % 3 == 0 ? 1e-17 : 1)}};
    if (i % 5 == 0) box.half_axes[1] = box.half_axes[0] * 0.5;
    const Distance<double> apart = distance(e, box);
    box.center = box.center - (apart.on_b - apart.on_a);
    const ExactEllipse<reference::Rational> truth{rational(e.center), rational(e.half_axes[0]),
                                                  rational(e.half_axes[1])};
    const Relation expected = relation_of(truth.reach(reference::corners(Shape2<double>{box})));
    ++counts[int(expected)];
    ASSERT_EQ(relation(e, box), expected) << "seed " << kSeed << " case " << i;
  }
  EXPECT_GT(counts[int(Relation::disjoint)], 900);
  EXPECT_GT(counts[int(Relation::overlapping)], 900);
}

TEST(RelationEllipsePolygon, NotchesAndHoles) {
  const Points notched{{-9, -9}, {9, -9}, {9, 9}, {2, 9}, {2, -3}, {-2, -3}, {-2, 9}, {-9, 9}};
  const auto at = [&](double y, double a, double b) {
    return relation(Polygon2<double>{notched}, along_axes(0, y, a, b));
  };
  EXPECT_EQ(at(2, 1, 3), Relation::disjoint);
  EXPECT_EQ(at(2, 2, 3), Relation::touching);
  EXPECT_EQ(at(2, up(2), 3), Relation::overlapping);
  EXPECT_EQ(at(0, 1, 3), Relation::touching);
  EXPECT_EQ(at(-6, 1, 2), Relation::overlapping);
  const Points square{{-9, -9}, {9, -9}, {9, 9}, {-9, 9}};
  const Points hole{{-3, -2}, {-3, 2}, {3, 2}, {3, -2}};
  const std::vector<Contour2<double>> holes{hole};
  const Polygon2<double> holed{square, holes};
  EXPECT_EQ(relation(holed, along_axes(0, 0, 2, 1)), Relation::disjoint);
  EXPECT_EQ(relation(holed, along_axes(0, 0, 3, 1)), Relation::touching);
  EXPECT_EQ(relation(holed, along_axes(0, 0, up(3), 1)), Relation::overlapping);
  EXPECT_EQ(relation(holed, along_axes(0, 0, 20, 20)), Relation::overlapping);
  EXPECT_EQ(relation(holed, along_axes(6, 0, 1, 1)), Relation::overlapping);
}

TEST(RelationEllipseCurved, PythagoreanDiscsTouch) {
  for (const double r : {0.5, 5.0, 1e6}) {
    const double reach = 5 + r;
    for (const Vector c : {Vector{reach, 0}, Vector{reach * 3 / 5, reach * 4 / 5}}) {
      EXPECT_EQ(relation(kTurnedDisc, Circle2<double>{c, r}), Relation::touching) << r;
      EXPECT_EQ(relation(kTurnedDisc, Circle2<double>{c * (1 + 1e-12), r}), Relation::disjoint);
      EXPECT_EQ(relation(kTurnedDisc, Circle2<double>{c * (1 - 1e-12), r}), Relation::overlapping);
    }
  }
  EXPECT_EQ(relation(kTurnedDisc, Capsule2<double>{{7, -9}, {7, 9}, 2}), Relation::touching);
  EXPECT_EQ(relation(kTurnedDisc, along_axes(0, 8, 20, 3)), Relation::touching);
  EXPECT_EQ(relation(kTurnedDisc, kTurnedDisc), Relation::overlapping);
}

TEST(RelationEllipseRing, HoleRimAndOutside) {
  const auto at = [](double x, double a, double b, double inner, double outer) {
    return relation(along_axes(x, 0, a, b), Ring2<double>{{0, 0}, inner, outer});
  };
  EXPECT_EQ(at(0, 2, 1, 3, 4), Relation::disjoint);
  EXPECT_EQ(at(0, 3, 1, 3, 4), Relation::touching);
  EXPECT_EQ(at(0.5, 3, 1, 3, 4), Relation::overlapping);
  EXPECT_EQ(at(9, 2, 1, 3, 4), Relation::disjoint);
  EXPECT_EQ(at(6, 2, 1, 3, 4), Relation::touching);
  EXPECT_EQ(at(0, 9, 9, 3, 4), Relation::overlapping);
  EXPECT_EQ(at(0, 3, 3, 3, 4), Relation::touching);
  EXPECT_EQ(relation(kTurnedDisc, Ring2<double>{{0, 0}, 5, 6}), Relation::touching);
}

TEST(RelationEllipseRing, FarthestDistanceAgreesWithASearch) {
  Random random(kSeed);
  Real worst = 0;
  for (int i = 0; i < 1500; ++i) {
    const double aspect = i % 5 == 0 ? 1 : std::pow(10, uniform(random, -9, 0));
    const double spread = i % 7 == 0 ? 0 : std::pow(10, uniform(random, -9, 1));
    const Vector u{uniform(random, -1, 1), uniform(random, -1, 1)};
    const Vector across = perp(u) * aspect + u * (i % 2 == 0 ? 0 : uniform(random, -1, 1));
    const Ellipse2<double> e{{uniform(random, -spread, spread), uniform(random, -spread, spread)},
                             {u, across}};
    const Shape shape = checked(e);
    if (!shape.ok()) continue;
    const double far = detail::farthest_distance(e.center, u, across);
    const Real error = std::fabs(far - ellipse_reference::farthest(e, {0, 0}));
    worst = std::max(worst, error / (0x1p-52 * shape.largest_coordinate));
  }
  std::cout << "farthest distance: worst error " << double(worst) << " u, seed " << kSeed << "\n";
  EXPECT_LE(worst, kSmoothTouchBound);
}

TEST(RelationEllipseRing, RandomPairsAgreeWithASearch) {
  Random random(kSeed);
  int counts[3] = {};
  for (int i = 0; i < 600; ++i) {
    const Vector u{uniform(random, -2, 2), uniform(random, -2, 2)};
    const Ellipse2<double> e{{uniform(random, -4, 4), 0}, {u, perp(u) * uniform(random, 0.1, 1)}};
    const Ring2<double> ring{{0, 0}, uniform(random, 0.5, 4), 4.5};
    const Real near = ellipse_reference::separation(
        ellipse_reference::Support(checked(e)), ellipse_reference::Support(checked(Point2<double>{{0, 0}})));
    const Real far = ellipse_reference::farthest(e, {0, 0});
    const Real separation = std::max(std::max<Real>(near, 0) - ring.outer_radius, ring.inner_radius - far);
    const Relation truth = separation > 0 ? Relation::disjoint : Relation::overlapping;
    ++counts[int(truth)];
    ASSERT_EQ(relation(e, ring), truth) << "seed " << kSeed << " case " << i;
  }
  EXPECT_GT(counts[int(Relation::disjoint)], 60);
  EXPECT_GT(counts[int(Relation::overlapping)], 60);
}

TEST(DistanceEllipse, HandWorkedPairs) {
  const Ellipse2<double> e = along_axes(0, 0, 5, 3);
  const Distance<double> right = distance(e, Circle2<double>{{10, 0}, 2});
  EXPECT_EQ(right.distance, 3);
  EXPECT_EQ(right.on_a, (Vector{5, 0}));
  EXPECT_EQ(right.on_b, (Vector{8, 0}));
  EXPECT_EQ(distance(Point2<double>{{0, 7}}, e).distance, 4);
  EXPECT_EQ(distance(e, Aabb2<double>{{-9, 4}, {9, 5}}).distance, 1);
  EXPECT_EQ(distance(e, along_axes(0, -9, 1, 2)).distance, 4);
  EXPECT_NEAR(distance(kTurnedDisc, Capsule2<double>{{6, 8}, {12, 16}, 1}).distance, 4, 4 * 0x1p-52 * 16);
}

TEST(DistanceEllipse, MeetingShapesHaveACommonPoint) {
  const Ellipse2<double> e = along_axes(0, 0, 5, 3);
  for (const Vector c : {Vector{0, 0}, Vector{4, 1}, Vector{6, 0}, Vector{-3, -3}}) {
    const Ellipse2<double> other{c, {{1, 1}, {-1, 2}}};
    const Distance<double> answer = distance(e, other);
    EXPECT_EQ(answer.distance, 0);
    EXPECT_EQ(answer.on_a, answer.on_b);
    EXPECT_NE(location(e, answer.on_a), Location::outside);
    EXPECT_NE(location(other, answer.on_a), Location::outside);
  }
}

TEST(PenetrationEllipse, HandWorkedPairs) {
  const Ellipse2<double> e = along_axes(0, 0, 5, 3);
  EXPECT_EQ(penetration(e, Point2<double>{{0, 2}}).mtv, (Vector{0, 1}));
  EXPECT_EQ(penetration(Point2<double>{{0, 2}}, e).mtv, (Vector{0, -1}));
  EXPECT_EQ(penetration(e, Aabb2<double>{{-9, 2}, {9, 5}}).mtv, (Vector{0, 1}));
  EXPECT_EQ(penetration(e, Segment2<double>{{0, 0}, {0, 1}}).depth, 3);
  EXPECT_EQ(penetration(e, Segment2<double>{{0, 3}, {0, 9}}).depth, 0);
  EXPECT_EQ(penetration(e, Segment2<double>{{0, 3}, {0, 9}}).relation, Relation::touching);
  EXPECT_EQ(penetration(e, Point2<double>{{9, 9}}).relation, Relation::disjoint);
}

TEST(PenetrationEllipse, IdenticalAndConcentricShapesLeaveTheShortWay) {
  const Ellipse2<double> e = along_axes(1, 2, 5, 3);
  EXPECT_EQ(penetration(e, e).depth, 6);
  EXPECT_EQ(penetration(kTurnedDisc, kTurnedDisc).depth, 10);
  EXPECT_EQ(penetration(kTurnedDisc, Circle2<double>{{0, 0}, 2}).depth, 7);
  EXPECT_EQ(penetration(kTurnedDisc, Point2<double>{{0, 0}}).depth, 5);
  EXPECT_LE(penetration(kTurnedDisc, kTurnedDisc).iterations, 16) << "no direction is better than another";
}

TEST(EllipseStatus, TheOperandsStatusIsHandedOn) {
  const Shape good = checked(kTurnedDisc);
  const Shape invalid = checked(Circle2<double>{{0, 0}, -1});
  const Shape far = checked(Point2<double>{{0x1p300, 0}});
  ASSERT_TRUE(far.ok());
  for (const auto& [other, status] :
       {std::pair{invalid, Status::invalid_input}, {far, Status::out_of_range}}) {
    EXPECT_EQ(relation_ellipse(good, other).status, status);
    EXPECT_EQ(relation_ellipse(other, good).status, status);
    EXPECT_EQ(distance_ellipse(good, other).status, status);
    EXPECT_EQ(penetration_ellipse(other, good).status, status);
  }
}

}  // namespace
}  // namespace touchstone
