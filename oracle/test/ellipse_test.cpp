#include "oracle/ellipse.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

#include "oracle/ellipse_exact.hpp"
#include "oracle/test/ellipses.hpp"
#include "oracle/validity.hpp"

namespace touchstone::oracle {
namespace {

using Ellipse = Ellipse2<double>;
using Circle = Circle2<double>;
using Tier = Truth::Tier;
using test::circle_as_ellipse;
using test::kThreeFour;
using test::lattice_ellipse;
using test::lattice_point;
using test::OwnedPolygon;
using test::Random;
using test::Shares;

constexpr std::uint64_t kLatticeSeed = 20260301;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// The same answer from every tier, in both orders.
Relation relation_of(const Shape& a, const Shape& b) {
  Truth truth;
  truth.assign(a, b);
  EXPECT_TRUE(truth.valid() && truth.decided());
  const Relation known = truth.relation();
  for (const Tier tier : {Tier::expansion, Tier::rational}) {
    truth.force_tier(tier);
    EXPECT_EQ(truth.relation(), known) << "tier " << static_cast<int>(tier);
  }
  truth.assign(b, a);
  EXPECT_EQ(truth.relation(), known) << "swapped";
  return known;
}

/// x to (2 x + y, x + 3 y) + shift: keeps touching and integers.
Point skewed(Point p, Point shift) {
  return Point{2 * p.x + p.y, p.x + 3 * p.y} + shift;
}
Ellipse skewed_ellipse(const Ellipse& e, Point shift) {
  return {skewed(e.center, shift), {skewed(e.half_axes[0], {}), skewed(e.half_axes[1], {})}};
}
double above(double x) {
  return std::nextafter(x, kInfinity);
}
double below(double x) {
  return std::nextafter(x, -kInfinity);
}

// ---- straight shapes: the line p x + q y = s touches x^2/a^2 + y^2/b^2 = 1 when a^2 p^2 + b^2 q^2 = s^2

TEST(EllipseRelation, TangentEdgeAndItsNeighboursThenTouchingOnlyExactly) {
  const auto edge = [](double y) { return Segment2<double>{{0, y}, {5, 0}}; };
  EXPECT_EQ(relation_of(kThreeFour, edge(5)), Relation::touching);
  EXPECT_EQ(relation_of(kThreeFour, edge(above(5))), Relation::disjoint);
  EXPECT_EQ(relation_of(kThreeFour, edge(below(5))), Relation::overlapping);
}

TEST(EllipseRelation, TangentLineWhoseFootIsBeyondTheEdgeThenDisjoint) {
  EXPECT_EQ(relation_of(kThreeFour, Segment2<double>{{1.875, 3.125}, {5, 0}}), Relation::disjoint);
  EXPECT_EQ(relation_of(kThreeFour, Segment2<double>{{1.75, 3.25}, {5, 0}}), Relation::touching);
}

TEST(EllipseRelation, SkewedTangentsFarFromTheOriginThenStillExact) {
  const Point shift{1073741824, -3};
  const Ellipse ellipse = skewed_ellipse(kThreeFour, shift);
  const OwnedPolygon touching({skewed({-5, 10}, shift), skewed({10, -5}, shift), skewed({9, 9}, shift)});
  const OwnedPolygon reaching({skewed({-5, 10}, shift), skewed({10, -6}, shift), skewed({9, 9}, shift)});
  EXPECT_EQ(relation_of(ellipse, touching.shape()), Relation::touching);
  EXPECT_EQ(relation_of(ellipse, reaching.shape()), Relation::overlapping);
}

TEST(EllipseRelation, PointsOnTheBoundaryAndBesideThenLocated) {
  const Ellipse ellipse{{1, 2}, {{3, 4}, {-4, 3}}};  // the circle of radius 5
  const auto at = [&](Point p) {
    Truth truth;
    truth.assign(Point2<double>{p}, ellipse);
    return truth.location();
  };
  EXPECT_EQ(at({4, 6}), Location::boundary);
  EXPECT_EQ(at({above(4), 6}), Location::outside);
  EXPECT_EQ(at({below(4), 6}), Location::inside);
  EXPECT_EQ(at({1, 2}), Location::inside);
}

TEST(EllipseRelation, InsideAHoleOrTheBodyOfAFrameThenTheCentreDecides) {
  const OwnedPolygon frame(test::square(-40, 40), {test::square(-10, 10)});
  const auto at = [&](Point center, double radius) {
    return relation_of(frame.shape(), circle_as_ellipse(center, radius));
  };
  EXPECT_EQ(at({0, 0}, 9), Relation::disjoint);
  EXPECT_EQ(at({0, 0}, 10), Relation::touching);
  EXPECT_EQ(at({0, 0}, above(10)), Relation::overlapping);
  EXPECT_EQ(at({25, 0}, 5), Relation::overlapping);
  EXPECT_EQ(at({25, 0}, 15), Relation::overlapping);  // touches the boundary from inside
  EXPECT_EQ(at({0, 0}, 200), Relation::overlapping);
  EXPECT_EQ(at({50, 10}, 10), Relation::touching);
}

TEST(EllipseRelation, FlatAndRepeatedShapesThenAsTheirHull) {
  const OwnedPolygon flat({{-5, 4}, {5, 4}, {0, 4}, {0, 4}});
  EXPECT_EQ(relation_of(kThreeFour, flat.shape()), Relation::touching);
  EXPECT_EQ(relation_of(kThreeFour, Obb2<double>{{3, 0}, {{0, 2}, {0, 1}}}), Relation::touching);
  EXPECT_EQ(relation_of(kThreeFour, Obb2<double>{{3, 0}, {{0, 0}, {0, 0}}}), Relation::touching);
  EXPECT_EQ(relation_of(kThreeFour, Aabb2<double>{{3, 0}, {3, 0}}), Relation::touching);
  EXPECT_EQ(relation_of(kThreeFour, Segment2<double>{{3.5, 0}, {3.5, 0}}), Relation::disjoint);
  EXPECT_EQ(relation_of(kThreeFour, Segment2<double>{{0, 0}, {0, 0}}), Relation::overlapping);
}

TEST(EllipseRelation, ExtremeScalesThenStillExact) {
  for (const double scale : {0x1p-1060, 0x1p-500, 0x1p+500, 0x1p+1019}) {
    const Ellipse ellipse{{0, 0}, {{3 * scale, 0}, {0, 4 * scale}}};
    const auto edge = [&](double y) { return Segment2<double>{{0, y}, {5 * scale, 0}}; };
    EXPECT_EQ(relation_of(ellipse, edge(5 * scale)), Relation::touching) << scale;
    EXPECT_EQ(relation_of(ellipse, edge(above(5 * scale))), Relation::disjoint) << scale;
    EXPECT_EQ(relation_of(ellipse, Circle{{5 * scale, 0}, 2 * scale}), Relation::touching) << scale;
  }
}

// ---- two curved shapes

constexpr std::array<std::array<double, 3>, 6> kTriples{
    {{3, 4, 5}, {5, 12, 13}, {8, 15, 17}, {20, 21, 29}, {119, 120, 169}, {65, 72, 97}}};

TEST(EllipseRelation, CirclesAsEllipsesOnPythagoreanTriplesThenAsTheFormulaSays) {
  for (const auto& [x, y, r] : kTriples) {
    const Ellipse first{{7, -2}, {{0.5, 0}, {0, -0.5}}};
    const Point center = Point{x, y} + first.center;
    EXPECT_EQ(relation_of(first, circle_as_ellipse(center, r - 0.5)), Relation::touching);
    EXPECT_EQ(relation_of(first, Circle{center, r - 0.5}), Relation::touching);
    EXPECT_EQ(relation_of(first, Circle{center, below(r - 0.5)}), Relation::disjoint);
    EXPECT_EQ(relation_of(first, Circle{center, above(r - 0.5)}), Relation::overlapping);
    EXPECT_EQ(relation_of(first, circle_as_ellipse(center, below(r - 0.5))), Relation::disjoint);
    EXPECT_EQ(relation_of(first, circle_as_ellipse(center, above(r - 0.5))), Relation::overlapping);
  }
}

TEST(EllipseRelation, AffineImagesOfTouchingCirclesThenTouching) {
  const Point shift{1024, 77};
  for (const auto& [x, y, r] : kTriples) {
    const Ellipse first = circle_as_ellipse({0, 0}, 1);
    const Point center{x, y};
    const auto with = [&](double radius) {
      return relation_of(skewed_ellipse(first, shift),
                         skewed_ellipse(circle_as_ellipse(center, radius), shift));
    };
    EXPECT_EQ(with(r - 1), Relation::touching);
    EXPECT_EQ(with(r - 1.0625), Relation::disjoint);
    EXPECT_EQ(with(r - 0.9375), Relation::overlapping);
    EXPECT_EQ(with(r + 1), Relation::overlapping);  // touches from inside
  }
}

TEST(EllipseRelation, CircleOnTheNormalOfAnEllipseThenTouching) {
  // At (21, 128) = (35 * 3/5, 160 * 4/5) the normal is (24, 7) / 25.
  const Ellipse ellipse{{0, 0}, {{35, 0}, {0, 160}}};
  EXPECT_EQ(relation_of(ellipse, Circle{{45, 135}, 25}), Relation::touching);
  EXPECT_EQ(relation_of(ellipse, Circle{{45, 135}, below(25)}), Relation::disjoint);
  EXPECT_EQ(relation_of(ellipse, Circle{{45, 135}, above(25)}), Relation::overlapping);
}

TEST(EllipseRelation, EqualNestedAndInternallyTangentThenOverlapping) {
  EXPECT_EQ(relation_of(kThreeFour, kThreeFour), Relation::overlapping);
  EXPECT_EQ(relation_of(kThreeFour, Circle{{0, 0}, 3}), Relation::overlapping);
  EXPECT_EQ(relation_of(kThreeFour, Circle{{0, 0}, 4}), Relation::overlapping);
  EXPECT_EQ(relation_of(kThreeFour, Circle{{2, 0}, 1}), Relation::overlapping);
  EXPECT_EQ(relation_of(kThreeFour, Circle{{0, 0}, 1e-9}), Relation::overlapping);
  EXPECT_EQ(relation_of(kThreeFour, Ellipse{{0, 0}, {{300, 1}, {2, 0.01}}}), Relation::overlapping);
}

TEST(EllipseRelation, CapsuleBesideAndBeforeAnEllipseThenExact) {
  const Ellipse ellipse{{-8, 6}, {{3, 4}, {-4, 3}}};  // radius 5, at 10 from the line
  const auto with = [&](double radius) {
    return relation_of(ellipse, Capsule2<double>{{-30, -40}, {30, 40}, radius});
  };
  EXPECT_EQ(with(5), Relation::touching);
  EXPECT_EQ(with(below(5)), Relation::disjoint);
  EXPECT_EQ(with(above(5)), Relation::overlapping);
  EXPECT_EQ(with(0), Relation::disjoint);
  EXPECT_EQ(relation_of(ellipse, Capsule2<double>{{30, 6}, {7, 6}, 10}), Relation::touching);
  EXPECT_EQ(relation_of(ellipse, Capsule2<double>{{30, 6}, {7, 6}, below(10)}), Relation::disjoint);
  EXPECT_EQ(relation_of(ellipse, Capsule2<double>{{7, 6}, {7, 6}, 10}), Relation::touching);
}

TEST(EllipseRelation, CapsuleWhoseLineTheEllipseCrossesThenTheEndDecides) {
  // The ellipse leans over the segment's end, from the other side of its line.
  const Ellipse ellipse{{-1, 0}, {{3, 3}, {-0.25, 0.25}}};
  EXPECT_EQ(relation_of(ellipse, Capsule2<double>{{0, 0}, {10, 0}, 0.0625}), Relation::disjoint);
  EXPECT_EQ(relation_of(ellipse, Capsule2<double>{{0, 0}, {10, 0}, 0.5}), Relation::overlapping);
}

TEST(EllipseRelation, RingAroundAnEllipseThenTheFarthestPointDecides) {
  const auto in_ring = [](const Ellipse& ellipse, double inner) {
    return relation_of(Ring2<double>{{0, 0}, inner, inner + 10}, ellipse);
  };
  // Off the axes: 28^2 (1 - s^2) + (7 s + 15)^2 is largest at s = 1/7, 32^2, on both sides.
  for (const auto& [ellipse, reach] : {std::pair{Ellipse{{0, 15}, {{28, 0}, {0, 7}}}, 32.0},
                                       {Ellipse{{2, 0}, {{3, 0}, {0, 1}}}, 5.0},
                                       {Ellipse{{0, 0}, {{3, 0}, {0, 5}}}, 5.0},
                                       {Ellipse{{0, 0}, {{3, 4}, {-4, 3}}}, 5.0},
                                       {Ellipse{{3, 4}, {{2, 0}, {0, 2}}}, 7.0}}) {
    EXPECT_EQ(in_ring(ellipse, reach), Relation::touching);
    EXPECT_EQ(in_ring(ellipse, above(reach)), Relation::disjoint);
    EXPECT_EQ(in_ring(ellipse, below(reach)), Relation::overlapping);
  }
}

TEST(EllipseRelation, RingBesideAnEllipseThenTheOuterCircleDecides) {
  const auto with = [](double outer) { return relation_of(Ring2<double>{{10, 0}, 2, outer}, kThreeFour); };
  EXPECT_EQ(with(7), Relation::touching);
  EXPECT_EQ(with(below(7)), Relation::disjoint);
  EXPECT_EQ(with(above(7)), Relation::overlapping);
}

// ---- random shapes: every tier, and certified numbers, agree

Shape lattice_partner(Random& random, int kind, const std::vector<Point>& triangle) {
  const double radius = 1 + random.below(4);
  switch (kind) {
    case 0:
      return Point2<double>{lattice_point(random, 5)};
    case 1:
      return Segment2<double>{lattice_point(random, 6), lattice_point(random, 6)};
    case 2:
      return Obb2<double>{lattice_point(random, 6), {lattice_point(random, 2), lattice_point(random, 2)}};
    case 3:
      return Polygon2<double>{triangle};
    case 4:
      return Circle{lattice_point(random, 6), radius};
    case 5:
      return Capsule2<double>{lattice_point(random, 6), lattice_point(random, 6), radius};
    case 6:
      return Ring2<double>{lattice_point(random, 4), radius + random.below(4), radius + 5};
    default:
      return lattice_ellipse(random);
  }
}

TEST(EllipseRelation, LatticePairsThenTiersAgreeWithEachOtherAndWithCertifiedSeparations) {
  Random random(kLatticeSeed);
  Truth truth;
  Shares shares;
  for (int i = 0; i < 8000; ++i) {
    const std::vector<Point> corners{lattice_point(random, 6), lattice_point(random, 6),
                                     lattice_point(random, 6)};
    const Shape a = lattice_ellipse(random);
    const Shape b = lattice_partner(random, i % 8, corners);
    SCOPED_TRACE(testing::Message() << "seed " << kLatticeSeed << " case " << i);
    const Relation known = relation_of(a, b);
    shares.count(known);
    truth.assign(a, b);
    if (!truth.convex()) continue;
    EllipseSeparation separation;
    const Interval value = separation.enclose(operand_of(a), operand_of(b));
    ASSERT_TRUE(known != Relation::disjoint || value.hi > 1e-12) << value.hi;
    ASSERT_TRUE(known != Relation::touching ||
                (value.lo <= 0 && value.hi >= 0 && value.hi - value.lo < 1e-20));
    ASSERT_TRUE(known != Relation::overlapping || value.lo < -1e-12) << value.lo;
  }
  EXPECT_GT(shares.disjoint, 1500);
  EXPECT_GT(shares.touching, 75);
  EXPECT_GT(shares.overlapping, 3000);
}

TEST(EllipseRelation, LatticeRingsThenReachAgreesWithItsCertifiedValue) {
  Random random(kLatticeSeed + 1);
  int beyond = 0, equal = 0, within = 0;
  for (int i = 0; i < 4000; ++i) {
    const Ellipse ellipse = lattice_ellipse(random);
    const Point center = lattice_point(random, 3);
    const double radius = 1 + random.below(11);
    const RationalVec2 apart = rational(ellipse.center) - rational(center);
    const auto conic = conic_of(rational(ellipse.half_axes[0]), rational(ellipse.half_axes[1]));
    const int sign = reach_sign(conic, apart, rational(radius));
    EllipseSeparation separation;
    const Interval left = separation.enclose_reach(operand_of(ellipse), center, radius);
    SCOPED_TRACE(testing::Message() << "seed " << kLatticeSeed + 1 << " case " << i);
    ASSERT_TRUE(sign <= 0 || left.lo < -1e-12);
    ASSERT_TRUE(sign != 0 || (left.lo <= 0 && left.hi >= 0));
    ASSERT_TRUE(sign >= 0 || left.hi > 1e-12);
    ASSERT_LT(left.hi - left.lo, 1e-14);
    beyond += sign > 0;
    equal += sign == 0;
    within += sign < 0;
  }
  EXPECT_GT(beyond, 1000);
  EXPECT_GT(equal, 5);
  EXPECT_GT(within, 1000);
}

TEST(EllipseRelation, LatticeStarsThenEdgesAndCentreTellTheSame) {
  Random random(kLatticeSeed + 2);
  Shares shares;
  for (int i = 0; i < 1500; ++i) {
    const OwnedPolygon star(test::random_star(random, 4 + i % 5, 9, -4, -4));
    if (!invalid_reason(star.shape()).empty()) continue;
    const Ellipse ellipse = lattice_ellipse(random);
    SCOPED_TRACE(testing::Message() << "seed " << kLatticeSeed + 2 << " case " << i << ": " << star);
    const Relation known = relation_of(star.shape(), ellipse);
    shares.count(known);
    double deepest = kInfinity;
    EllipseSeparation separation;
    for (std::size_t k = 0; k < star.points().size(); ++k) {
      const Segment2<double> edge{star.points()[k], star.points()[(k + 1) % star.points().size()]};
      deepest = std::min(deepest, separation.enclose(operand_of(ellipse), operand_of(edge)).hi);
    }
    const Shape centre = Point2<double>{ellipse.center};
    const bool inside = relation_of(star.shape(), centre) == Relation::overlapping;
    ASSERT_EQ(known == Relation::overlapping, inside || deepest < -1e-12);
    ASSERT_EQ(known == Relation::disjoint, !inside && deepest > 1e-12);
  }
  EXPECT_GT(shares.disjoint, 25);
  EXPECT_GT(shares.touching, 5);
  EXPECT_GT(shares.overlapping, 500);
}

}  // namespace
}  // namespace touchstone::oracle
