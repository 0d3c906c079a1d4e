#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include <touchstone/hull.hpp>

#include "core/test/rational_reference.hpp"

namespace touchstone {
namespace {

template <class T>
using PointsOf = std::vector<Vec2<T>>;
using Points = PointsOf<double>;

template <class T>
PointsOf<T> hull_of(const PointsOf<T>& points) {
  PointsOf<T> corners(points.size());
  const HullAnswer answer = convex_hull<T>(points, corners);
  EXPECT_EQ(answer.status, Status::ok);
  corners.resize(answer.count);
  return corners;
}
Status status_of(const Points& points) {
  Points corners(points.size());
  return convex_hull<double>(points, corners).status;
}

TEST(ConvexHull, SquareWithPointsInsideIsTheSquareCounterClockwise) {
  EXPECT_EQ(hull_of(Points{{4, 4}, {1, 2}, {0, 4}, {2, 3}, {4, 0}, {0, 0}}),
            (Points{{0, 0}, {4, 0}, {4, 4}, {0, 4}}));
}
TEST(ConvexHull, PointsOnTheSidesAndRepeatedOnesAreNoCorners) {
  EXPECT_EQ(hull_of(Points{{0, 0}, {2, 0}, {4, 0}, {4, 0}, {4, 2}, {4, 4}, {2, 4}, {0, 4}, {0, 1}, {0, 0}}),
            (Points{{0, 0}, {4, 0}, {4, 4}, {0, 4}}));
}
TEST(ConvexHull, OnePointManyTimesIsOneCorner) {
  EXPECT_EQ(hull_of(Points{{1, 2}, {1, 2}, {1, 2}}), (Points{{1, 2}}));
  EXPECT_EQ(hull_of(Points{{1, 2}}), (Points{{1, 2}}));
}
TEST(ConvexHull, PointsOnOneLineAreTheirEnds) {
  EXPECT_EQ(hull_of(Points{{2, 2}, {0, 0}, {3, 3}, {1, 1}, {3, 3}}), (Points{{0, 0}, {3, 3}}));
  EXPECT_EQ(hull_of(Points{{5, 2}, {5, -1}, {5, 0}}), (Points{{5, -1}, {5, 2}}));
}
TEST(ConvexHull, OneUlpOffTheLineIsACorner) {
  const double up = std::nextafter(1.0, 2.0);
  const double down = std::nextafter(1.0, 0.0);
  EXPECT_EQ(hull_of(Points{{0, 0}, {1, 1}, {3, 3}}).size(), 2U);
  EXPECT_EQ(hull_of(Points{{0, 0}, {1, up}, {3, 3}}), (Points{{0, 0}, {3, 3}, {1, up}}));
  EXPECT_EQ(hull_of(Points{{0, 0}, {1, down}, {3, 3}}), (Points{{0, 0}, {1, down}, {3, 3}}));
}
TEST(ConvexHull, WorksInThePointsOwnMemory) {
  Points points{{0, 0}, {2, 1}, {4, 0}, {2, 5}, {2, 2}};
  const HullAnswer answer = convex_hull<double>(points, points);
  points.resize(answer.count);
  EXPECT_EQ(points, (Points{{0, 0}, {4, 0}, {2, 5}}));
}
TEST(ConvexHull, BadPointsAreRefused) {
  EXPECT_EQ(status_of({}), Status::invalid_input);
  EXPECT_EQ(status_of({{0, 0}, {1, std::nan("")}}), Status::invalid_input);
  EXPECT_EQ(status_of({{0, 0x1p501}, {std::numeric_limits<double>::infinity(), 1}}), Status::invalid_input);
  EXPECT_EQ(status_of({{0, 0}, {0x1p501, 1}}), Status::out_of_range);
  EXPECT_EQ(status_of({{0, 0}, {0x1p-481, 1}}), Status::out_of_range);
  EXPECT_EQ(status_of({{0, 0}, {0x1p500, 0x1p-480}}), Status::ok);
}

constexpr std::uint32_t kSeed = 20240711;

/// The corners of the exact hull, in the same order as the answer's.
template <class T>
void agrees_with_rationals(int lattice, T step) {
  std::mt19937 random(kSeed);
  int flat = 0;
  for (int i = 0; i < 3000; ++i) {
    PointsOf<T> points(1 + random() % 24);
    for (Vec2<T>& p : points) {
      p.x = step * static_cast<T>(static_cast<int>(random()) % lattice);
      p.y = i % 5 == 0 ? p.x : step * static_cast<T>(static_cast<int>(random()) % lattice);
    }
    reference::Corners exact;
    for (const Vec2<T> p : points) exact.push_back(reference::rational(p));
    reference::Corners got;
    for (const Vec2<T> p : hull_of(points)) got.push_back(reference::rational(p));
    ASSERT_EQ(got, reference::hull(exact)) << "seed " << kSeed << ", case " << i;
    flat += got.size() < 3;
  }
  EXPECT_GT(flat, 500);
  EXPECT_LT(flat, 1500);
}

TEST(ConvexHullRandom, LatticePointsAgreeWithRationals) {
  agrees_with_rationals<double>(6, 0.1);
}
TEST(ConvexHullRandom, ScatteredPointsAgreeWithRationals) {
  agrees_with_rationals<double>(1 << 30, 1.0 / 3);
}
TEST(ConvexHullRandom, FloatsAgreeWithRationals) {
  agrees_with_rationals<float>(9, 0.1F);
}

}  // namespace
}  // namespace touchstone
