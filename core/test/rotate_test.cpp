#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include <touchstone/polygon.hpp>
#include <touchstone/rotate.hpp>

namespace touchstone {
namespace {

using Point = Vec2<double>;
using Points = std::vector<Point>;

/// A quarter turn without rounding.
constexpr Rotation2<double> kQuarter{0, 1};

Points rotate_all(const Points& points, Point center, Rotation2<double> rotation) {
  Points turned(points.size());
  rotate<double>(points, center, rotation, turned);
  return turned;
}

TEST(Rotate, QuarterTurnAboutACorner) {
  EXPECT_EQ(rotate_all({{1, 1}, {3, 1}, {3, 2}}, {1, 1}, kQuarter), (Points{{1, 1}, {1, 3}, {0, 3}}));
}
TEST(Rotate, InPlaceIsTheSame) {
  Points points{{1, 2}, {3, 4}, {-5, 6}};
  const Points expected = rotate_all(points, {0.5, 0.25}, make_rotation(0.7));
  rotate<double>(points, {0.5, 0.25}, 0.7, points);
  EXPECT_EQ(points, expected);
}
TEST(Rotate, NoTurnKeepsExactOffsets) {
  const Points points{{1, 2}, {3, 4}};
  EXPECT_EQ(rotate_all(points, {8, 8}, make_rotation(0.0)), points);
}
TEST(Rotate, NaNAngleIsNaN) {
  EXPECT_TRUE(
      std::isnan(rotate_all({{1, 2}}, {0, 0}, make_rotation(std::numeric_limits<double>::quiet_NaN()))[0].x));
}

TEST(RotateRhombus, QuarterTurnByHand) {
  Point turned[4];
  rotate_rhombus<double>({3, 0}, {0, 1}, {10, 20}, kQuarter, turned);
  EXPECT_EQ(Points(turned, turned + 4), (Points{{10, 23}, {9, 20}, {10, 17}, {11, 20}}));
}
TEST(RotateCrystal, QuarterTurnByHandIsConvexAndCounterClockwise) {
  Point turned[6];
  rotate_crystal<double>({1, 1}, {0, 4}, {10, 20}, kQuarter, turned);
  EXPECT_EQ(Points(turned, turned + 6), (Points{{9, 21}, {6, 20}, {9, 19}, {11, 19}, {14, 20}, {11, 21}}));
  EXPECT_TRUE(is_convex<double>(turned));
  EXPECT_EQ(winding<double>(turned), 1);
}

struct RandomShape {
  explicit RandomShape(std::uint64_t seed) : random(seed) {}
  double coordinate() { return double(random() >> 11) * 0x1p-52 - 1; }
  Point point() { return {coordinate(), coordinate()}; }
  std::mt19937_64 random;
};

TEST(HalfRotation, OffsetsGiveTheSameVerticesAsRotatingAllOfThem) {
  RandomShape shape(71);
  for (int i = 0; i < 20000; ++i) {
    const Point corner = shape.point(), tip = shape.point();
    const Rotation2<double> rotation = make_rotation(7 * shape.coordinate());
    Point crystal[6], rhombus[4];
    rotate_crystal<double>(corner, tip, {0, 0}, rotation, crystal);
    rotate_rhombus<double>(corner, tip, {0, 0}, rotation, rhombus);
    ASSERT_EQ(Points(crystal, crystal + 6),
              rotate_all({corner, tip, perp(corner), -corner, -tip, -perp(corner)}, {0, 0}, rotation))
        << "seed 71, case " << i;
    ASSERT_EQ(Points(rhombus, rhombus + 4), rotate_all({corner, tip, -corner, -tip}, {0, 0}, rotation));
    for (int k = 0; k < 3; ++k) ASSERT_EQ(crystal[k], -crystal[k + 3]);
  }
}
TEST(HalfRotation, ExactlySymmetricVerticesTurnAlikeAboutAnyCentre) {
  RandomShape shape(72);
  // On a lattice all differences from the centre are exact.
  const auto lattice_point = [&] {
    return Point{std::rint(0x1p20 * shape.coordinate()), std::rint(0x1p20 * shape.coordinate())};
  };
  for (int i = 0; i < 20000; ++i) {
    const Points offsets{lattice_point(), lattice_point(), lattice_point()};
    const Point center = lattice_point() * 3.0;
    Points all, half(6);
    for (const double sign : {1.0, -1.0}) {
      for (const Point& p : offsets) all.push_back(center + p * sign);
    }
    const Rotation2<double> rotation = make_rotation(7 * shape.coordinate());
    rotate_point_symmetric<double>(offsets, center, rotation, half);
    ASSERT_EQ(half, rotate_all(all, center, rotation)) << "seed 72, case " << i;
  }
}

/// The worst error of a coordinate in u over polygons near and far from their centre.
template <class T>
double worst_rotate_error(std::uint64_t seed) {
  RandomShape shape(seed);
  double worst = 0;
  for (int i = 0; i < 50000; ++i) {
    const auto point = [&] {
      return Vec2<T>{static_cast<T>(shape.coordinate()), static_cast<T>(shape.coordinate())};
    };
    const Vec2<T> p[1] = {point()};
    const Vec2<T> c = point();
    const T angle = static_cast<T>(4 * shape.coordinate());
    Vec2<T> turned[1];
    rotate<T>(p, c, angle, turned);
    const long double cos = std::cos(static_cast<long double>(angle)),
                      sin = std::sin(static_cast<long double>(angle));
    const long double x = static_cast<long double>(p[0].x) - c.x, y = static_cast<long double>(p[0].y) - c.y;
    const double largest = std::max({std::fabs(p[0].x), std::fabs(p[0].y), std::fabs(c.x), std::fabs(c.y)});
    const long double error = std::max(std::fabs(turned[0].x - (c.x + (x * cos - y * sin))),
                                       std::fabs(turned[0].y - (c.y + (x * sin + y * cos))));
    worst =
        std::max(worst, static_cast<double>(error) / (largest * double{std::numeric_limits<T>::epsilon()}));
  }
  return worst;
}
TEST(Rotate, WorstErrorOfRandomPointsIsWithinTheBound) {
  const double worst = worst_rotate_error<double>(73);
  RecordProperty("worst_u", std::to_string(worst));
  EXPECT_GT(worst, 1);
  EXPECT_LE(worst, kRotateBound);
  EXPECT_LE(worst_rotate_error<float>(74), kRotateBound);
}

}  // namespace
}  // namespace touchstone
