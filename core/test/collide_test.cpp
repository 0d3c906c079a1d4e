#include <gtest/gtest.h>

#include <touchstone/collide.hpp>

#include "core/test/rational_reference.hpp"

namespace touchstone {
namespace {

using Points = std::vector<Vec2<double>>;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// A polygon and the points that it views.
class Polygon {
 public:
  Polygon(std::initializer_list<Vec2<double>> points)
      : points_(points), checked_(checked(Polygon2<double>{points_})) {}
  Polygon(const Polygon&) = delete;
  Polygon& operator=(const Polygon&) = delete;
  const Checked2<double>& get() const { return checked_; }

 private:
  Points points_;
  Checked2<double> checked_;
};

Checked2<double> box(double x0, double y0, double x1, double y1) {
  return checked(Aabb2<double>{{x0, y0}, {x1, y1}});
}

TEST(Collide, StatusOfARefusedOperandIsHandedOn) {
  const auto fine = box(0, 0, 1, 1);
  const auto invalid = checked(Point2<double>{{kNan, 0}});
  const auto outside = checked(Point2<double>{{1e300, 0}});
  EXPECT_EQ(relation(fine, invalid).status, Status::invalid_input);
  EXPECT_EQ(relation(outside, fine).status, Status::out_of_range);
  EXPECT_EQ(relation(outside, invalid).status, Status::invalid_input);
  EXPECT_EQ(distance(invalid, fine).status, Status::invalid_input);
  EXPECT_EQ(penetration(fine, outside).status, Status::out_of_range);
  EXPECT_EQ(kind(fine, invalid).status, Status::invalid_input);
  EXPECT_EQ(contains(fine, {0.5, kNan}).status, Status::invalid_input);
  EXPECT_EQ(contains(invalid, {0.5, 0}).status, Status::invalid_input);
}

TEST(Contains, InsideBoundaryOutside) {
  const Polygon square{{0, 0}, {2, 0}, {2, 2}, {0, 2}};
  EXPECT_EQ(contains(square.get(), {1, 1}).location, Location::inside);
  EXPECT_EQ(contains(square.get(), {2, 1}).location, Location::boundary);
  EXPECT_EQ(contains(square.get(), {std::nextafter(2, 1), 1}).location, Location::inside);
  EXPECT_EQ(contains(square.get(), {std::nextafter(2, 3), 1}).location, Location::outside);
}

TEST(Contains, FlatShapesHaveABoundaryOnly) {
  const auto segment = checked(Segment2<double>{{0, 0}, {0.3, 0.3}});
  EXPECT_EQ(contains(segment, {0.1, 0.1}).location, Location::boundary);
  EXPECT_EQ(contains(segment, {0.3, 0.3}).location, Location::boundary);
  EXPECT_EQ(contains(segment, {0.1, std::nextafter(0.1, 1)}).location, Location::outside);
  EXPECT_EQ(contains(checked(Point2<double>{{1, 2}}), {1, 2}).location, Location::boundary);
  EXPECT_EQ(contains(checked(Point2<double>{{1, 2}}), {2, 2}).location, Location::outside);
}

TEST(Contains, ConcavePolygonWithHole) {
  const Points arrow{{0, 0}, {8, 0}, {2, 2}, {0, 8}};
  const Points hole{{0.5, 0.5}, {1, 0.5}, {0.5, 1}};
  const Contour2<double> holes[1] = {hole};
  const auto shape = checked(Polygon2<double>{arrow, holes});
  EXPECT_EQ(contains(shape, {3, 3}).location, Location::outside);
  EXPECT_EQ(contains(shape, {2, 2}).location, Location::boundary);
  EXPECT_EQ(contains(shape, {0.6, 0.6}).location, Location::outside);
  EXPECT_EQ(contains(shape, {0.75, 0.75}).location, Location::boundary);
  EXPECT_EQ(contains(shape, {1.5, 1.5}).location, Location::inside);
}

TEST(Contains, CurvedShapesAtOneUlpEitherSide) {
  const auto disc = checked(Circle2<double>{{0, 0}, 5});
  EXPECT_EQ(contains(disc, {3, 4}).location, Location::boundary);
  EXPECT_EQ(contains(disc, {3, std::nextafter(4, 5)}).location, Location::outside);
  EXPECT_EQ(contains(disc, {3, std::nextafter(4, 3)}).location, Location::inside);
  const auto stadium = checked(Capsule2<double>{{0, 0}, {30, 40}, 5});
  EXPECT_EQ(contains(stadium, {-4, 3}).location, Location::boundary);
  EXPECT_EQ(contains(stadium, {11, 23}).location, Location::boundary);
  EXPECT_EQ(contains(stadium, {11, std::nextafter(23, 24)}).location, Location::outside);
  EXPECT_EQ(contains(stadium, {15, 20}).location, Location::inside);
}

TEST(Relation, ConcaveNotchHoldsASquareWithoutMeetingIt) {
  const Polygon notch{{0, 0}, {6, 0}, {6, 6}, {4, 6}, {4, 2}, {2, 2}, {2, 6}, {0, 6}};
  EXPECT_EQ(relation(notch.get(), box(2.5, 2.5, 3.5, 5)).relation, Relation::disjoint);
  EXPECT_EQ(relation(notch.get(), box(2, 2, 4, 5)).relation, Relation::touching);
  EXPECT_EQ(relation(box(2.5, std::nextafter(2, 0), 3.5, 5), notch.get()).relation, Relation::overlapping);
}

TEST(Kind, EachOfThem) {
  const auto square = box(0, 0, 4, 4);
  EXPECT_EQ(kind(square, box(5, 0, 6, 1)).kind, Kind::disjoint);
  EXPECT_EQ(kind(square, box(4, 0, 6, 1)).kind, Kind::touching);
  EXPECT_EQ(kind(square, box(1, 1, 4, 4)).kind, Kind::a_contains_b);
  EXPECT_EQ(kind(box(1, 1, 4, 4), square).kind, Kind::b_contains_a);
  EXPECT_EQ(kind(square, box(3, 3, 6, 6)).kind, Kind::vertex_inside);
  EXPECT_EQ(kind(square, box(-1, 1, 5, 3)).kind, Kind::piercing);
}

TEST(Kind, EqualShapesContainB) {
  const Polygon square{{0, 0}, {2, 0}, {2, 2}, {0, 2}};
  EXPECT_EQ(kind(square.get(), box(0, 0, 2, 2)).kind, Kind::a_contains_b);
  const auto round = checked(Obb2<double>{{0.7, 0.1}, {{0.1, 0.3}, {-0.3, 0.1}}});
  EXPECT_EQ(kind(round, round).kind, Kind::a_contains_b);
}

TEST(Kind, CollinearAndRepeatedVerticesAreNoCorners) {
  const Polygon cross_bar{{-1, 1}, {1, 1}, {1, 1}, {5, 1}, {5, 3}, {2, 3}, {-1, 3}};
  EXPECT_EQ(kind(box(0, 0, 4, 4), cross_bar.get()).kind, Kind::piercing);
}

TEST(Kind, OneUlpDecidesContainment) {
  EXPECT_EQ(kind(box(0, 0, 4, 4), box(1, 1, std::nextafter(4, 5), 2)).kind, Kind::vertex_inside);
  EXPECT_EQ(kind(box(0, 0, 4, 4), box(1, 1, std::nextafter(4, 3), 2)).kind, Kind::a_contains_b);
}

TEST(Penetration, FrontDoorAgreesForBoxesAndPolygons) {
  const auto a = box(0, 0, 2, 2);
  const auto b = box(1.5, 1, 4, 4);
  const Polygon as_polygon{{1.5, 1}, {4, 1}, {4, 4}, {1.5, 4}};
  EXPECT_EQ(penetration(a, b).mtv, (Vec2<double>{0.5, 0}));
  EXPECT_EQ(penetration(a, as_polygon.get()).mtv, (Vec2<double>{0.5, 0}));
}

TEST(Distance, FrontDoorAgreesForBoxesAndPolygons) {
  const auto a = box(0, 0, 1, 1);
  EXPECT_EQ(distance(a, box(4, 5, 6, 6)).distance, 5);
  const Polygon far{{4, 5}, {6, 5}, {6, 6}};
  EXPECT_NEAR(distance(a, far.get()).distance, 5, 1e-14);
}

template <class T>
void compare_with_rationals(std::uint64_t seed, T scale) {
  reference::LatticeShapes<T> shapes(seed, scale);
  std::vector<Vec2<T>> points_a, points_b;
  int kinds[6] = {};
  for (int i = 0; i < 3000; ++i) {
    const Shape2<T> a = shapes.next(points_a), b = shapes.next(points_b);
    const auto checked_a = checked(a), checked_b = checked(b);
    const auto exact_a = reference::corners(a), exact_b = reference::corners(b);
    const std::string scene = reference::print(a) + " | " + reference::print(b);
    ASSERT_EQ(relation(checked_a, checked_b).relation, reference::relation(exact_a, exact_b)) << scene;
    const Kind expected = reference::kind(exact_a, exact_b);
    ASSERT_EQ(kind(checked_a, checked_b).kind, expected) << scene;
    const Vec2<T> p = shapes.lattice_point();
    ASSERT_EQ(contains(checked_a, p).location, reference::locate(exact_a, reference::rational(p))) << scene;
    ++kinds[static_cast<int>(expected)];
  }
  for (const int count : kinds) EXPECT_GT(count, 50);
}

TEST(Collide, DoubleLatticeShapesEqualRationals) {
  compare_with_rationals<double>(51, 1);
}
TEST(Collide, ScaledLatticeShapesEqualRationals) {
  compare_with_rationals<double>(52, 0.3);
}
TEST(Collide, FloatLatticeShapesEqualRationals) {
  compare_with_rationals<float>(53, 0.3F);
}

}  // namespace
}  // namespace touchstone
