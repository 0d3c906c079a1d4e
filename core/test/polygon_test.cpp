#include <gtest/gtest.h>

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <boost/rational.hpp>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <touchstone/polygon_relation.hpp>

#include "core/test/slab_truth.hpp"

namespace touchstone {
namespace {

using Point = Vec2<double>;
using Points = std::vector<Point>;
using Fraction = boost::rational<std::int64_t>;
using BigFraction = boost::multiprecision::cpp_rational;

/// A polygon that owns its points.
class Area {
 public:
  Area(Points outer, std::vector<Points> holes = {})
      : contours_{std::move(outer)} {  // NOLINT: a list is an area
    for (Points& hole : holes) contours_.push_back(std::move(hole));
  }
  Polygon2<double> view() const {
    holes_.assign(contours_.begin() + 1, contours_.end());
    return {contours_[0], holes_};
  }
  const std::vector<Points>& contours() const { return contours_; }

  template <class Q>
  slab::Region<Q> region() const {
    slab::Region<Q> result;
    for (const Points& contour : contours_) {
      result.emplace_back();
      for (const Point p : contour) result.back().push_back({number<Q>(p.x), number<Q>(p.y)});
    }
    return result;
  }
  template <class Q>
  static Q number(double value) {
    if constexpr (std::is_same_v<Q, Fraction>) {
      return Q(static_cast<std::int64_t>(value));  // lattice scenes only
    } else {
      return Q(value);
    }
  }

 private:
  std::vector<Points> contours_;
  mutable std::vector<Contour2<double>> holes_;
};

/// The relation in both orders; -1 when a shape is not valid or the orders disagree.
template <class A, class B>
int ask(const A& a, const B& b) {
  const auto checked_a = checked(a);
  const auto checked_b = checked(b);
  const RelationAnswer ab = relation_polygon(checked_a, checked_b);
  const RelationAnswer ba = relation_polygon(checked_b, checked_a);
  if (ab.status != Status::ok || ba.status != Status::ok || ab.relation != ba.relation) return -1;
  return static_cast<int>(ab.relation);
}
int relation_of(const Area& a, const Area& b) {
  return ask(a.view(), b.view());
}
int relation_of(const Area& a, Segment2<double> b) {
  return ask(a.view(), b);
}
int relation_of(const Area& a, Point b) {
  return ask(a.view(), Point2<double>{b});
}
int relation_of(const Area& a, Aabb2<double> b) {
  return ask(a.view(), b);
}
int relation_of(const Area& a, const Obb2<double>& b) {
  return ask(a.view(), b);
}

constexpr int kDisjoint = static_cast<int>(Relation::disjoint);
constexpr int kTouching = static_cast<int>(Relation::touching);
constexpr int kOverlapping = static_cast<int>(Relation::overlapping);

Points box(double left, double bottom, double right, double top) {
  return {{left, bottom}, {right, bottom}, {right, top}, {left, top}};
}

/// A square of 9 with a square hole from 3 to 6.
const Area kFrame(box(0, 0, 9, 9), {box(3, 3, 6, 6)});
/// A square of 4 without its upper right quarter: one reflex corner at (2,2).
const Area kCorner({{0, 0}, {4, 0}, {4, 2}, {2, 2}, {2, 4}, {0, 4}});
/// Teeth at x 0-1 and 5-6 on a base of height 1.
const Area kComb({{0, 0}, {6, 0}, {6, 3}, {5, 3}, {5, 1}, {1, 1}, {1, 3}, {0, 3}});
/// A square of 4 with a hole that touches the outer contour in its corner (0,0).
const Area kPinched(box(0, 0, 4, 4), {{{0, 0}, {2, 1}, {1, 2}}});

TEST(RelationPolygon, SquareThatFillsAHoleTouches) {
  EXPECT_EQ(relation_of(kFrame, box(3, 3, 6, 6)), kTouching);
}
TEST(RelationPolygon, SquareInAHoleIsDisjoint) {
  EXPECT_EQ(relation_of(kFrame, box(4, 4, 5, 5)), kDisjoint);
}
TEST(RelationPolygon, SquareWithOneCornerOnTheRimOfAHoleTouches) {
  EXPECT_EQ(relation_of(kFrame, Points{{3, 4}, {5, 4}, {5, 5}, {4, 5.5}}), kTouching);
}
TEST(RelationPolygon, SquareOverAHoleAndBeyondOverlaps) {
  EXPECT_EQ(relation_of(kFrame, box(2, 2, 7, 7)), kOverlapping);
}
TEST(RelationPolygon, SquareAroundThePolygonOverlaps) {
  EXPECT_EQ(relation_of(kFrame, box(-1, -1, 10, 10)), kOverlapping);
}
TEST(RelationPolygon, SamePolygonOverlapsItself) {
  EXPECT_EQ(relation_of(kFrame, kFrame), kOverlapping);
}
TEST(RelationPolygon, OutlineWithoutTheHoleOverlaps) {
  EXPECT_EQ(relation_of(kFrame, box(0, 0, 9, 9)), kOverlapping);
}
TEST(RelationPolygon, FrameInAFramesHoleIsDisjoint) {
  EXPECT_EQ(relation_of(kFrame, Area(box(3.5, 3.5, 5.5, 5.5), {box(4, 4, 5, 5)})), kDisjoint);
}
TEST(RelationPolygon, OneUlpIntoTheRimOfAHoleOverlaps) {
  EXPECT_EQ(relation_of(kFrame, box(std::nextafter(3.0, 0.0), 3, 6, 6)), kOverlapping);
  EXPECT_EQ(relation_of(kFrame, box(std::nextafter(3.0, 9.0), 4, 5, 5)), kDisjoint);
}

TEST(RelationPolygon, PointIsDecidedByWhereItLies) {
  EXPECT_EQ(relation_of(kFrame, Point{4.5, 4.5}), kDisjoint);
  EXPECT_EQ(relation_of(kFrame, Point{3, 4}), kTouching);
  EXPECT_EQ(relation_of(kFrame, Point{6, 6}), kTouching);
  EXPECT_EQ(relation_of(kFrame, Point{1, 1}), kOverlapping);
}

TEST(RelationPolygon, VertexOnAnEdgeFromOutsideTouches) {
  EXPECT_EQ(relation_of(kCorner, Points{{4, 1}, {5, 0}, {5, 2}}), kTouching);
}
TEST(RelationPolygon, OneUlpDecidesVertexOnAnEdge) {
  EXPECT_EQ(relation_of(kCorner, Points{{std::nextafter(4.0, 0.0), 1}, {5, 0}, {5, 2}}), kOverlapping);
  EXPECT_EQ(relation_of(kCorner, Points{{std::nextafter(4.0, 5.0), 1}, {5, 0}, {5, 2}}), kDisjoint);
}
TEST(RelationPolygon, VerticesOnEdgesWithTheEdgesInsideOverlap) {
  EXPECT_EQ(relation_of(kCorner, Points{{1, 0}, {4, 1}, {0, 1}}), kOverlapping);
}
TEST(RelationPolygon, CornerAgainstCornerTouches) {
  EXPECT_EQ(relation_of(kCorner, box(4, 2, 5, 3)), kTouching);
}
TEST(RelationPolygon, SquareThatFillsTheNotchTouches) {
  EXPECT_EQ(relation_of(kCorner, box(2, 2, 4, 4)), kTouching);
}
TEST(RelationPolygon, SharpCornerAtTheReflexCornerTouches) {
  EXPECT_EQ(relation_of(kCorner, Points{{2, 2}, {4, 3}, {3, 4}}), kTouching);
}
TEST(RelationPolygon, CornerOneUlpThroughTheReflexCornerOverlaps) {
  const double inside = std::nextafter(2.0, 0.0);
  EXPECT_EQ(relation_of(kCorner, Points{{inside, inside}, {4, 3}, {3, 4}}), kOverlapping);
}
TEST(RelationPolygon, WedgeFromTheReflexCornerAcrossTheSolidOverlaps) {
  EXPECT_EQ(relation_of(kCorner, Points{{2, 2}, {0, 0}, {4, 0}}), kOverlapping);
}
TEST(RelationPolygon, ObtuseCornerThatSpillsOverTheNotchOverlaps) {
  EXPECT_EQ(relation_of(kCorner, Points{{2, 2}, {4, 2}, {1.5, 4}}), kOverlapping);
}
TEST(RelationPolygon, ReflexCornerIntoReflexCornerOverlaps) {
  const Area turned({{0, 0}, {4, 0}, {4, 4}, {2, 4}, {2, 2}, {0, 2}});
  EXPECT_EQ(relation_of(kCorner, turned), kOverlapping);
}
TEST(RelationPolygon, ReflexCornerAroundACornerTouches) {
  EXPECT_EQ(relation_of(kCorner, Points{{5, -1}, {5, 5}, {4, 5}, {4, 0}, {-1, 0}, {-1, -1}}), kTouching);
}
TEST(RelationPolygon, SharedEdgeFromOutsideTouches) {
  EXPECT_EQ(relation_of(kCorner, box(0, -3, 4, 0)), kTouching);
}
TEST(RelationPolygon, PartOfAnEdgeSharedFromOutsideTouches) {
  EXPECT_EQ(relation_of(kCorner, box(1, -3, 9, 0)), kTouching);
}
TEST(RelationPolygon, SharedEdgeFromInsideOverlaps) {
  EXPECT_EQ(relation_of(kCorner, Points{{0, 0}, {4, 0}, {4, 2}}), kOverlapping);
}
TEST(RelationPolygon, PartOfAnEdgeSharedFromInsideOverlaps) {
  EXPECT_EQ(relation_of(kCorner, Points{{1, 0}, {3, 0}, {2, 2}}), kOverlapping);
}
TEST(RelationPolygon, InterlockingCombsThatFitTouch) {
  const Area upper({{1, 1}, {5, 1}, {5, 3}, {6, 3}, {6, 5}, {0, 5}, {0, 3}, {1, 3}});
  EXPECT_EQ(relation_of(kComb, upper), kTouching);
}
TEST(RelationPolygon, ToothBetweenTeethIsDisjoint) {
  EXPECT_EQ(relation_of(kComb, box(2, 2, 4, 5)), kDisjoint);
}
TEST(RelationPolygon, CombsThatShareSliversOverlap) {
  EXPECT_EQ(relation_of(kComb, box(0, 2, 6, 5)), kOverlapping);
}
TEST(RelationPolygon, BoxOnTheTopsOfTheTeethTouches) {
  EXPECT_EQ(relation_of(kComb, Aabb2<double>{{0, 3}, {6, 4}}), kTouching);
}
TEST(RelationPolygon, BoxThatPiercesBothTeethOverlaps) {
  EXPECT_EQ(relation_of(kComb, Aabb2<double>{{-1, 1.5}, {7, 2}}), kOverlapping);
}

TEST(RelationPolygon, TriangleThatFillsAPinchedHoleTouches) {
  EXPECT_EQ(relation_of(kPinched, Points{{0, 0}, {2, 1}, {1, 2}}), kTouching);
}
TEST(RelationPolygon, ThinTriangleInAPinchedHoleTouchesInThePinch) {
  EXPECT_EQ(relation_of(kPinched, Points{{0, 0}, {1, 0.75}, {0.75, 1}}), kTouching);
}
TEST(RelationPolygon, TriangleFromThePinchIntoOneOfTheTwoSectorsOverlaps) {
  EXPECT_EQ(relation_of(kPinched, Points{{0, 0}, {4, 0}, {4, 1}}), kOverlapping);
}
TEST(RelationPolygon, CornerAgainstThePinchFromOutsideTouches) {
  EXPECT_EQ(relation_of(kPinched, box(-1, -1, 0, 0)), kTouching);
}
TEST(RelationPolygon, SegmentFromThePinchIsDecidedByItsSector) {
  EXPECT_EQ(relation_of(kPinched, Segment2<double>{{0, 0}, {1, 1}}), kTouching);
  EXPECT_EQ(relation_of(kPinched, Segment2<double>{{0, 0}, {3, 3}}), kOverlapping);
  EXPECT_EQ(relation_of(kPinched, Segment2<double>{{0, 0}, {1, 0.25}}), kOverlapping);
  EXPECT_EQ(relation_of(kPinched, Segment2<double>{{-1, -1}, {1, 1}}), kTouching);
}

TEST(RelationPolygon, CrossingOfAnEdgeWhereAHoleTouchesItIsDecidedByTheHole) {
  const Area area(box(0, 0, 4, 4), {{{0, 2}, {2, 1}, {2, 3}}});
  EXPECT_EQ(relation_of(area, Segment2<double>{{-1, 2}, {1, 2}}), kTouching);
  EXPECT_EQ(relation_of(area, Segment2<double>{{-1, 2.5}, {1, 1.5}}), kTouching);
  EXPECT_EQ(relation_of(area, Segment2<double>{{-1, 2}, {3, 2}}), kOverlapping);
  EXPECT_EQ(relation_of(area, Segment2<double>{{-1, 3}, {1, 1}}), kOverlapping);
  EXPECT_EQ(relation_of(area, Points{{-1, 2}, {1, 2}, {1, 2.25}}), kOverlapping);
}

TEST(RelationPolygon, SegmentAlongAnEdgeTouches) {
  EXPECT_EQ(relation_of(kCorner, Segment2<double>{{1, 0}, {3, 0}}), kTouching);
  EXPECT_EQ(relation_of(kCorner, Segment2<double>{{-1, 0}, {9, 0}}), kTouching);
}
TEST(RelationPolygon, SegmentAlongAnEdgeAndThroughAReflexCornerOverlaps) {
  EXPECT_EQ(relation_of(kCorner, Segment2<double>{{4, 2}, {1, 2}}), kOverlapping);
  EXPECT_EQ(relation_of(kCorner, Segment2<double>{{4, 2}, {2, 2}}), kTouching);
}
TEST(RelationPolygon, SegmentAcrossTheNotchTouches) {
  EXPECT_EQ(relation_of(kCorner, Segment2<double>{{4, 2}, {2, 4}}), kTouching);
  EXPECT_EQ(relation_of(kCorner, Segment2<double>{{3, 3}, {2, 2}}), kTouching);
  EXPECT_EQ(relation_of(kCorner, Segment2<double>{{3, 3}, {1, 1}}), kOverlapping);
}
TEST(RelationPolygon, SegmentInTheInteriorOverlaps) {
  EXPECT_EQ(relation_of(kFrame, Segment2<double>{{1, 1}, {2, 2}}), kOverlapping);
  EXPECT_EQ(relation_of(kFrame, Segment2<double>{{4, 4}, {5, 5}}), kDisjoint);
  EXPECT_EQ(relation_of(kFrame, Segment2<double>{{3, 3}, {6, 6}}), kTouching);
}
TEST(RelationPolygon, SegmentBetweenTwoBoundaryPointsThroughTheInteriorOverlaps) {
  EXPECT_EQ(relation_of(kCorner, Segment2<double>{{0, 0}, {2, 2}}), kOverlapping);
  EXPECT_EQ(relation_of(kFrame, Segment2<double>{{0, 1}, {9, 1}}), kOverlapping);
}
TEST(RelationPolygon, FlatPolygonActsAsASegment) {
  EXPECT_EQ(relation_of(kCorner, Points{{4, 2}, {2, 4}, {3, 3}}), kTouching);
  EXPECT_EQ(relation_of(kCorner, Points{{3, 3}, {1, 1}, {2, 2}}), kOverlapping);
  EXPECT_EQ(relation_of(kCorner, Points{{2, 2}, {2, 2}, {2, 2}}), kTouching);
}

TEST(RelationPolygon, ObbWithRoundedCornersIsDecidedExactly) {
  // The corners are (3 ± 1 ± 2^-60, 3 ± 1), no doubles: the left pair is beyond the edge x = 2 by 2^-60.
  const Obb2<double> leaning{{3, 3}, {{1, 0}, {0x1p-60, 1}}};
  EXPECT_EQ(relation_of(kCorner, leaning), kOverlapping);
  const Obb2<double> upright{{3, 3}, {{1, 0}, {0, 1}}};
  EXPECT_EQ(relation_of(kCorner, upright), kTouching);
  const Obb2<double> smaller{{3, 3}, {{1 - 0x1p-53, 0}, {0, 0x1p-60}}};
  EXPECT_EQ(relation_of(kCorner, smaller), kDisjoint);
}
TEST(RelationPolygon, RepeatedAndCollinearVerticesChangeNothing) {
  const Area padded(
      {{0, 0}, {0, 0}, {1, 0}, {4, 0}, {4, 2}, {4, 2}, {3, 2}, {2, 2}, {2, 3}, {2, 4}, {0, 4}, {0, 0}});
  EXPECT_EQ(relation_of(padded, box(2, 2, 4, 4)), kTouching);
  EXPECT_EQ(relation_of(padded, Points{{2, 2}, {4, 2}, {1.5, 4}}), kOverlapping);
  EXPECT_EQ(relation_of(padded, padded), kOverlapping);
}
TEST(RelationPolygon, WindingChangesNothing) {
  const Area clockwise({{0, 9}, {9, 9}, {9, 0}, {0, 0}}, {{{3, 6}, {6, 6}, {6, 3}, {3, 3}}});
  EXPECT_EQ(relation_of(clockwise, box(3, 3, 6, 6)), kTouching);
  EXPECT_EQ(relation_of(clockwise, kFrame), kOverlapping);
}
TEST(RelationPolygon, InvalidOperandPassesItsStatusOn) {
  const Area bow_tie({{0, 0}, {2, 2}, {2, 0}, {0, 2}});
  const auto bad = checked(bow_tie.view());
  const auto good = checked(kFrame.view());
  EXPECT_EQ(relation_polygon(bad, good).status, Status::invalid_input);
  EXPECT_EQ(relation_polygon(good, bad).status, Status::invalid_input);
}

TEST(RelationPolygonPublic, SolvedReports) {
  EXPECT_EQ(relation_of(Points{{115, 96}, {140, 206}, {120, 210}, {125, 250}, {80, 300}},
                        Points{{111, 228}, {129, 192}, {309, 282}}),
            kOverlapping);  // b2d-023
  EXPECT_EQ(relation_of(Points{{0, 0}, {4, 0}, {1, 1}, {2, 2}, {0, 2}, {0, 1}, {-1, 4}}, Point{3, 3}),
            kDisjoint);  // b2d-067
  EXPECT_EQ(relation_of(Points{{0, 0}, {10, 0}, {10, 10}, {5, 3}, {0, 10}}, Point{1, 6}),
            kOverlapping);  // b2d-079
  EXPECT_EQ(relation_of(Points{{0, 0}, {6, 0}, {6, 6}, {3.5, 6}, {3.5, 1.5}, {2.5, 1.5}, {2.5, 6}, {0, 6}},
                        Aabb2<double>{{2, 1}, {4, 3}}),
            kOverlapping);  // b2d-082
}
TEST(RelationPolygonPublic, BoxInTheNotchOfAPlusIsDisjoint) {
  const Area plus({{-45, 0},
                   {-40, 4},
                   {-5, 4},
                   {-4, 40},
                   {0, 45},
                   {4, 40},
                   {5, 4},
                   {40, 4},
                   {45, 0},
                   {40, -4},
                   {5, -4},
                   {4, -40},
                   {0, -45},
                   {-4, -40},
                   {-4, -5},
                   {-40, -4}});
  EXPECT_EQ(relation_of(plus, Aabb2<double>{{10, 10}, {40, 40}}), kDisjoint);  // b2d-101
}

TEST(Locate, PointLevelWithVerticesIsRight) {
  const Polygon2<double> frame = kFrame.view();
  EXPECT_EQ(locate(frame, Point{-1, 0}), Location::outside);
  EXPECT_EQ(locate(frame, Point{-1, 3}), Location::outside);
  EXPECT_EQ(locate(frame, Point{1, 3}), Location::inside);
  EXPECT_EQ(locate(frame, Point{3, 3}), Location::boundary);
  EXPECT_EQ(locate(frame, Point{10, 9}), Location::outside);
  EXPECT_EQ(locate(frame, Point{4, 6}), Location::boundary);
  EXPECT_EQ(locate(frame, Point{7, 6}), Location::inside);
}
TEST(Locate, NeighboursOfASlantedEdgeAreDecidedExactly) {
  const Area triangle({{0, 0}, {3, 1}, {0, 1}});
  EXPECT_EQ(locate(triangle.view(), Point{1.5, 0.5}), Location::boundary);
  EXPECT_EQ(locate(triangle.view(), Point{1.5, std::nextafter(0.5, 1.0)}), Location::inside);
  EXPECT_EQ(locate(triangle.view(), Point{1.5, std::nextafter(0.5, 0.0)}), Location::outside);
}
TEST(Locate, FlatPolygonHasABoundaryOnly) {
  const Area flat({{0, 0}, {2, 2}, {4, 4}, {2, 2}});
  EXPECT_EQ(locate(flat.view(), Point{3, 3}), Location::boundary);
  EXPECT_EQ(locate(flat.view(), Point{3, 2}), Location::outside);
}
TEST(Locate, PointThatIsNoDoubleIsDecidedExactly) {
  const auto at = [](double x, double tail) {
    return ExactVec2<3>{Expansion<2>{two_sum(x, tail)} + Expansion<1>{0.0}, Expansion<3>{4.0}};
  };
  EXPECT_EQ(locate(kFrame.view(), at(3, 0)), Location::boundary);
  EXPECT_EQ(locate(kFrame.view(), at(3, 0x1p-80)), Location::outside);
  EXPECT_EQ(locate(kFrame.view(), at(3, -0x1p-80)), Location::inside);
}

TEST(IsConvex, TurnsAreJudgedAsAWhole) {
  EXPECT_TRUE(is_convex<double>(box(0, 0, 1, 1)));
  EXPECT_TRUE(is_convex<double>(Points{{0, 1}, {1, 1}, {1, 0}, {0.5, 0}, {0.5, 0}, {0, 0}}));
  EXPECT_FALSE(is_convex<double>(kCorner.contours()[0]));
  EXPECT_FALSE(is_convex<double>(Points{{0, 0}, {4, 3}, {-1, 3}, {3, 0}, {1.5, 5}}));  // pentagram
  EXPECT_FALSE(is_convex<double>(Points{{0, 0}, {2, 0}, {1, 0}}));
  EXPECT_FALSE(is_convex<double>(Points{{0, 0}, {4, 0}, {2, 0}, {2, 2}}));
}
TEST(Winding, IsTheSignOfTheArea) {
  EXPECT_EQ(winding<double>(box(0, 0, 1, 1)), 1);
  EXPECT_EQ(winding<double>(Points{{0, 4}, {2, 4}, {2, 2}, {4, 2}, {4, 0}, {0, 0}}), -1);
  EXPECT_EQ(winding<double>(Points{{0, 0}, {1, 1}, {2, 2}}), 0);
  EXPECT_EQ(winding<double>(Points{{1, 1}, {1, 1}}), 0);
}

bool valid(const Area& area) {
  return polygon_problem(area.view()) == nullptr;
}

TEST(PolygonProblem, SimpleContoursAreValid) {
  EXPECT_TRUE(valid(kCorner));
  EXPECT_TRUE(valid(kComb));
  EXPECT_TRUE(valid(Points{{0, 0}, {4, 0}, {4, 0}, {4, 2}, {2, 2}, {2, 4}, {0, 4}, {0, 0}}));
}
TEST(PolygonProblem, ContourThatMeetsItselfIsInvalid) {
  EXPECT_FALSE(valid(Points{{0, 0}, {2, 2}, {2, 0}, {0, 2}}));                  // bow-tie
  EXPECT_FALSE(valid(Points{{0, 0}, {4, 0}, {2, 0}, {2, 2}}));                  // folds back
  EXPECT_FALSE(valid(Points{{2, 0}, {2, 2}, {0, 0}, {4, 0}}));                  // folds back at the end
  EXPECT_FALSE(valid(Points{{0, 0}, {4, 0}, {4, 4}, {2, 0}, {0, 4}}));          // vertex on an edge
  EXPECT_FALSE(valid(Points{{0, 0}, {2, 1}, {4, 0}, {4, 4}, {2, 1}, {0, 4}}));  // vertex twice
  EXPECT_FALSE(valid(Points{{0, 0}, {4, 0}, {4, 4}, {4, 0}}));                  // spike of two edges
  EXPECT_FALSE(valid(Points{{0, 0}, {1, 1}, {2, 2}}));                          // no area
}
TEST(PolygonProblem, ContourOneUlpFromItselfIsValid) {
  EXPECT_TRUE(valid(Points{{0, 0}, {4, 0}, {4, 4}, {2, 0x1p-400}, {0, 4}}));
  EXPECT_FALSE(valid(Points{{0, 0}, {4, 0}, {4, 4}, {2, -0x1p-400}, {0, 4}}));
}
TEST(PolygonProblem, HolesThatMeetInSinglePointsAreValid) {
  EXPECT_TRUE(valid(kFrame));
  EXPECT_TRUE(valid(kPinched));
  EXPECT_TRUE(valid(Area(box(0, 0, 9, 9), {box(1, 1, 3, 3), box(3, 3, 5, 5), {{5, 4}, {7, 3}, {7, 5}}})));
  EXPECT_TRUE(valid(Area(box(0, 0, 9, 9), {{{0, 4}, {2, 3}, {2, 5}}, {{9, 4}, {7, 3}, {7, 5}}})));
  EXPECT_TRUE(valid(Area(box(0, 0, 4, 4), {{{2, 0}, {1, 1}, {1, 2}}, {{2, 0}, {3, 1}, {3, 2}}})));
}
TEST(PolygonProblem, HolesThatLieWrongAreInvalid) {
  EXPECT_FALSE(valid(Area(box(0, 0, 1, 1), {{{5, 5}, {6, 5}, {6, 6}}})));          // outside
  EXPECT_FALSE(valid(Area(box(0, 0, 9, 9), {box(1, 1, 4, 4), box(3, 3, 6, 6)})));  // cross
  EXPECT_FALSE(valid(Area(box(0, 0, 9, 9), {box(1, 1, 6, 6), box(2, 2, 3, 3)})));  // nested
  EXPECT_FALSE(valid(Area(box(0, 0, 9, 9), {box(2, 2, 3, 3), box(1, 1, 6, 6)})));  // nested, other order
  EXPECT_FALSE(valid(Area(box(0, 0, 9, 9), {box(1, 1, 4, 4), box(4, 2, 6, 3)})));  // share an edge
  EXPECT_FALSE(valid(Area(box(0, 0, 9, 9), {box(0, 1, 4, 4)})));                   // along the outline
  EXPECT_FALSE(valid(Area(box(0, 0, 9, 9), {box(0, 0, 9, 9)})));                   // nothing left
  EXPECT_FALSE(valid(Area(box(2, 2, 3, 3), {box(0, 0, 9, 9)})));                   // around
  EXPECT_FALSE(valid(Area(kCorner.contours()[0], {{{2, 2}, {3, 3}, {3, 2.5}}})));  // outside, at a vertex
  EXPECT_FALSE(valid(Area(box(0, 0, 4, 4), {{{2, 0}, {1, 1}, {3, -1}}})));         // across a vertex
  EXPECT_FALSE(valid(Area(box(0, 0, 9, 9), {{{1, 1}, {2, 2}, {3, 3}}})));          // without area
  EXPECT_FALSE(valid(Area(box(0, 0, 9, 9), {{{1, 1}, {2, 2}}})));                  // two points
}
TEST(PolygonProblem, HolesThatCutTheInteriorAreInvalid) {
  EXPECT_FALSE(valid(Area(box(0, 0, 4, 4), {{{0, 2}, {2, 0}, {2, 2}}})));  // touches the outline twice
  EXPECT_FALSE(
      valid(Area(box(0, 0, 4, 4), {{{0, 2}, {1, 1}, {2, 2}}, {{2, 2}, {4, 2}, {3, 1}}})));  // a chain
  EXPECT_FALSE(valid(Area(
      box(0, 0, 9, 9),
      {{{2, 2}, {4, 1}, {6, 2}}, {{6, 2}, {7, 4}, {4, 6}}, {{4, 6}, {1, 4}, {2, 2}}})));  // a cycle of three
  EXPECT_TRUE(
      valid(Area(box(0, 0, 9, 9),
                 {{{2, 2}, {4, 1}, {6, 2}}, {{6, 2}, {7, 4}, {4, 6}}, {{4, 6}, {1, 4}, {2, 3}}})));  // opened
}

// --- against slabs and midpoints on rationals

class Lattice {
 public:
  explicit Lattice(std::uint32_t seed) : random_(seed) {}
  int below(int n) { return static_cast<int>(random_() % static_cast<std::uint32_t>(n)); }
  Points points(int count, int size) {
    Points result;
    for (int i = 0; i < count; ++i) result.push_back({double(below(size)), double(below(size))});
    return result;
  }
  /// Points sorted by angle round a centre of odd eighths, at most one a direction: a star-shaped contour
  /// when the centre sees all round; the others are refused by the caller.
  Points star(int count, int size) {
    const Point centre{below(size - 1) + 0.375, below(size - 1) + 0.625};
    Points result = points(count, size);
    std::sort(result.begin(), result.end(), [&](Point a, Point b) {
      return std::atan2(a.y - centre.y, a.x - centre.x) < std::atan2(b.y - centre.y, b.x - centre.x);
    });
    return result;
  }
  Area valid_area(int size, bool with_hole) {
    while (true) {
      Area area(star(3 + below(8), size));
      if (with_hole) area = Area(area.contours()[0], {points(3 + below(2), size)});
      const auto region = area.region<Fraction>();
      const bool reaches_out =
          with_hole && std::any_of(region[1].begin(), region[1].end(), [&](auto p) {
            return slab::locate(slab::Region<Fraction>{region[0]}, p) == Location::outside;
          });
      if (!reaches_out && slab::valid(region)) return area;  // the cheap question first
    }
  }

 private:
  std::mt19937 random_;
};

::testing::AssertionResult agrees(int got, Relation want, const Area& a, const Area& b) {
  if (got == static_cast<int>(want)) return ::testing::AssertionSuccess();
  auto failure = ::testing::AssertionFailure() << "got " << got << ", truth " << static_cast<int>(want);
  for (const Area* area : {&a, &b}) {
    for (const Points& contour : area->contours()) {
      failure << "\n{";
      for (const Point p : contour) failure << "{" << p.x << ", " << p.y << "}, ";
      failure << "}";
    }
  }
  return failure;
}

constexpr std::uint32_t kSeed = 20240611;

TEST(RelationPolygonRandom, LatticePolygonsAgreeWithSlabs) {
  Lattice lattice(kSeed);
  int met[3] = {};
  constexpr int kCases = 3000;
  for (int i = 0; i < kCases; ++i) {
    const Area a = lattice.valid_area(5, i % 4 == 0);
    Area b = lattice.valid_area(5, i % 8 == 0);
    const Point shift{lattice.below(9) - 4.0, double(lattice.below(2))};
    Points moved = b.contours()[0];
    for (Point& p : moved) p = p + shift;
    if (i % 8 != 0) b = Area(moved);
    const Relation want = slab::relation(a.region<Fraction>(), b.region<Fraction>());
    ++met[static_cast<int>(want)];
    const Checked2<double> checked_a = checked(a.view());
    const Checked2<double> checked_b = checked(b.view());
    const RelationAnswer general = boundary::relation<double>(boundary::Outline<double>(checked_a),
                                                              boundary::Outline<double>(checked_b));
    ASSERT_TRUE(agrees(static_cast<int>(general.relation), want, a, b)) << "seed " << kSeed << ", case " << i;
    if (checked_a.is_convex() && checked_b.is_convex()) continue;
    ASSERT_TRUE(agrees(relation_of(a, b), want, a, b)) << "seed " << kSeed << ", case " << i;
  }
  for (const int count : met) EXPECT_GT(count, kCases / 10) << "seed " << kSeed;
}

TEST(RelationPolygonRandom, LatticeSegmentsAndPointsAgreeWithMidpoints) {
  Lattice lattice(kSeed + 1);
  int met[3] = {};
  constexpr int kCases = 2000;
  for (int i = 0; i < kCases; ++i) {
    const Area a = lattice.valid_area(5, true);
    const Points ends = lattice.points(2, 5);
    if (ends[0] == ends[1]) continue;
    const auto region = a.region<Fraction>();
    const auto segment = Area(ends).region<Fraction>()[0];
    const Relation want = slab::relation(slab::Edge<Fraction>{segment[0], segment[1]}, region);
    ++met[static_cast<int>(want)];
    ASSERT_TRUE(agrees(relation_of(a, Segment2<double>{ends[0], ends[1]}), want, a, ends))
        << "seed " << kSeed + 1;
    ASSERT_EQ(locate(a.view(), ends[0]), slab::locate(region, segment[0]));
  }
  EXPECT_GT(met[0], kCases / 100);
  EXPECT_GT(met[1], kCases / 10);
  EXPECT_GT(met[2], kCases / 10);
}

TEST(RelationPolygonRandom, BoxesWithRoundedCornersAgreeWithSlabs) {
  Lattice lattice(kSeed + 2);
  int met[3] = {};
  int rounded = 0;
  constexpr int kCases = 600;
  const auto tiny = [&] { return (lattice.below(3) - 1) * 0x1p-60; };
  for (int i = 0; i < kCases; ++i) {
    const Area a = lattice.valid_area(5, true);
    const Obb2<double> obb{{double(lattice.below(9) - 2), double(lattice.below(5))},
                           {{1.0 + lattice.below(2), tiny()}, {tiny(), 1.0}}};
    Points corners;
    slab::Region<BigFraction> box(1);
    for (const auto& signs : kObbCornerSigns) {
      const auto at = [&](double c, double u, double v) {
        return BigFraction(BigFraction(c) + signs[0] * BigFraction(u) + signs[1] * BigFraction(v));
      };
      box[0].push_back({at(obb.center.x, obb.half_axes[0].x, obb.half_axes[1].x),
                        at(obb.center.y, obb.half_axes[0].y, obb.half_axes[1].y)});
      corners.push_back({box[0].back().x.convert_to<double>(), box[0].back().y.convert_to<double>()});
    }
    const Relation want = slab::relation(a.region<BigFraction>(), box);
    ++met[static_cast<int>(want)];
    rounded += checked(obb).convex().rounded_from != nullptr ? 1 : 0;
    ASSERT_TRUE(agrees(relation_of(a, obb), want, a, corners)) << "seed " << kSeed + 2 << ", case " << i;
  }
  for (const int count : met) EXPECT_GT(count, kCases / 20) << "seed " << kSeed + 2;
  EXPECT_GT(rounded, kCases / 2);
}

TEST(PolygonProblemRandom, LatticeContoursAgreeWithRationals) {
  Lattice lattice(kSeed + 3);
  int simple = 0;
  int flat = 0;
  constexpr int kCases = 40000;
  for (int i = 0; i < kCases; ++i) {
    const Area area(lattice.points(3 + lattice.below(5), 4));
    const bool want = slab::simple(area.region<Fraction>()[0]);
    simple += want ? 1 : 0;
    ASSERT_TRUE(agrees(valid(area) ? 1 : 0, want ? Relation::touching : Relation::disjoint, area, area));
    const Contour2<double> contour = area.contours()[0];
    const Turning turning = turning_of(contour);
    flat += turning == Turning::flat ? 1 : 0;
    ASSERT_EQ(is_convex(contour), turning == Turning::convex || turning == Turning::convex_clockwise);
  }
  EXPECT_GT(simple, kCases / 5);
  EXPECT_LT(simple, kCases * 4 / 5);
  EXPECT_GT(flat, kCases / 100);
}

TEST(PolygonProblemRandom, LatticeHolesAgreeWithSlabs) {
  Lattice lattice(kSeed + 4);
  int met[2] = {};
  int cut = 0;
  constexpr int kCases = 3000;
  for (int i = 0; i < kCases; ++i) {
    std::vector<Points> holes;
    for (int k = 2 + lattice.below(3); k > 0; --k) {
      const Point corner{double(lattice.below(6)), double(lattice.below(6))};
      Points hole;
      while (hole.empty() || !slab::simple(Area(hole).region<Fraction>()[0])) hole = lattice.points(3, 3);
      for (Point& p : hole) p = p + corner;
      holes.push_back(hole);
    }
    const Area area(i % 2 == 0 ? box(0, 0, 7, 7) : box(-1, -1, 8, 8), holes);
    const bool want = slab::valid(area.region<Fraction>());
    const char* problem = polygon_problem(area.view());
    ASSERT_TRUE(
        agrees(problem == nullptr ? 1 : 0, want ? Relation::touching : Relation::disjoint, area, area))
        << (problem == nullptr ? "" : problem) << " case " << i;
    ++met[want ? 1 : 0];
    cut += problem != nullptr && std::string(problem) == "the interior is not connected" ? 1 : 0;
  }
  EXPECT_GT(met[0], kCases / 10);
  EXPECT_GT(met[1], kCases / 10);
  EXPECT_GT(cut, kCases / 100);
}

}  // namespace
}  // namespace touchstone
