#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include <touchstone/exact_sign3.hpp>

#include "core/test/polytope3_reference.hpp"

namespace touchstone {
namespace {

using reference::rational;
using Rational = reference::Rational3;
using Point = Vec3<double>;

constexpr double kInfinity = HUGE_VAL;
constexpr double Point::*kAll[3] = {&Point::x, &Point::y, &Point::z};

template <std::size_t N>
Rational value_of(const Expansion<N>& e) {
  Rational sum = 0;
  for (std::size_t i = 0; i < e.size; ++i) sum += Rational(e.terms[i]);
  return sum;
}
template <std::size_t N>
reference::SpacePoint value_of(const ExactVec3<N>& v) {
  return {value_of(v.x), value_of(v.y), value_of(v.z)};
}
int exact_orientation(const Point& a, const Point& b, const Point& c, const Point& d) {
  return reference::side(rational(a), rational(b), rational(c), rational(d));
}

/// Doubles of random sign, significand and exponent.
class Numbers {
 public:
  explicit Numbers(std::uint64_t seed) : random_(seed) {}
  double next(int lowest, int highest) {
    const double mantissa = 1 + static_cast<double>(random_() >> 12) * 0x1p-52;
    const int exponent = lowest + below(highest - lowest + 1);
    return std::ldexp(below(2) == 0 ? mantissa : -mantissa, exponent);
  }
  Point point(int lowest, int highest) {
    return {next(lowest, highest), next(lowest, highest), next(lowest, highest)};
  }
  Point lattice(int reach, double scale) {
    const auto one = [&] { return scale * (below(2 * reach + 1) - reach); };
    return {one(), one(), one()};
  }
  int below(int n) { return static_cast<int>(random_() % static_cast<std::uint64_t>(n)); }

 private:
  std::mt19937_64 random_;
};

TEST(Orientation3, PlusSeesTheThreePointsCounterClockwise) {
  const Point a{0, 0, 0}, b{1, 0, 0}, c{0, 1, 0};
  EXPECT_EQ(orientation(a, b, c, {0, 0, 1}), 1);
  EXPECT_EQ(orientation(a, b, c, {7, 7, -1}), -1);
  EXPECT_EQ(orientation(a, b, c, {7, 7, 0}), 0);
  EXPECT_EQ(orientation(a, a, c, {0, 0, 1}), 0);
  EXPECT_EQ(orientation(a, b, {2, 0, 0}, {0, 0, 1}), 0);
  EXPECT_EQ(orientation(a, b, c, c), 0);
}

TEST(Orientation3, NeighboursOfAPlaneLieBesideIt) {
  // In the plane z = x + y, far from the origin: the differences are exact, the determinant is not.
  const Point a{0x1p+40, 0x1p+40, 0x1p+41}, b{0x1p+40 + 1, 0x1p+40, 0x1p+41 + 1};
  const Point c{0x1p+40, 0x1p+40 + 1, 0x1p+41 + 1};
  for (const double step : {3.0, 5e9, -7e11}) {
    const Point d{step, step, 2 * step};
    EXPECT_EQ(orientation(a, b, c, d), 0);
    EXPECT_EQ(orientation(a, b, c, {d.x, d.y, std::nextafter(d.z, kInfinity)}), 1);
    EXPECT_EQ(orientation(a, b, c, {d.x, d.y, std::nextafter(d.z, -kInfinity)}), -1);
  }
}

TEST(Orientation3, SwappingTwoPointsAndMirroringChangeTheSign) {
  Numbers numbers(31);
  for (int i = 0; i < 500; ++i) {
    Point p[4];
    for (Point& q : p) q = numbers.lattice(3, 0.1);
    const int sign = orientation(p[0], p[1], p[2], p[3]);
    EXPECT_EQ(orientation(p[1], p[0], p[2], p[3]), -sign);
    EXPECT_EQ(orientation(p[0], p[1], p[3], p[2]), -sign);
    EXPECT_EQ(orientation(p[3], p[1], p[2], p[0]), -sign);
    EXPECT_EQ(orientation(-p[0], -p[1], -p[2], -p[3]), -sign);
  }
}

/// Tenths are rounded, so points in one plane of the lattice leave it by less than an ulp, or stay.
TEST(Orientation3, NearlyCoplanarPointsHaveTheSignOfRationals) {
  Numbers numbers(32);
  int met[3] = {};
  int filter_abstains = 0;
  for (int i = 0; i < 5000; ++i) {
    Point p[4];
    for (Point& q : p) q = numbers.lattice(4, i % 2 == 0 ? 1 : 0.1);
    if (i % 3 == 0) p[3] = p[1] + p[2] - p[0];
    if (i % 6 == 0) p[3].x *= 1 + 0x1p-52;
    const int sign = orientation(p[0], p[1], p[2], p[3]);
    EXPECT_EQ(sign, exact_orientation(p[0], p[1], p[2], p[3]));
    const RoundedDeterminant det = rounded_orientation(p[0], p[1], p[2], p[3]);
    filter_abstains += std::fabs(det.value) <= kOrientation3Bound * det.magnitude ? 1 : 0;
    ++met[sign + 1];
  }
  EXPECT_GT(std::min({met[0], met[1], met[2]}), 250);
  EXPECT_GT(filter_abstains, 1500);
}

TEST(Orientation3, NumbersOfAnyExponentInRangeHaveTheSignOfRationals) {
  Numbers numbers(33);
  int met[3] = {};
  for (int i = 0; i < 2000; ++i) {
    Point p[4];
    for (Point& q : p) q = numbers.point(-115, 149);
    // Equal coordinates make planes; else one product outweighs all others.
    for (const auto at : kAll) {
      for (int k = 1; k < 4; ++k) {
        if (numbers.below(2) == 0) p[k].*at = p[numbers.below(k)].*at;
      }
    }
    const int sign = orientation(p[0], p[1], p[2], p[3]);
    EXPECT_EQ(sign, exact_orientation(p[0], p[1], p[2], p[3]));
    ++met[sign + 1];
  }
  EXPECT_GT(std::min({met[0], met[1], met[2]}), 300);
}

/// At both ends of the range, one ulp off a plane.
TEST(Orientation3, LimitsOfTheRangeAreExact) {
  Numbers numbers(34);
  int zeros = 0;
  for (int i = 0; i < 1000; ++i) {
    const double size = i % 2 == 0 ? kSmallestCoordinate3 : kLargestCoordinate3 / 2;
    const auto next = [&] {
      return size * (1 + 0x1p-52 * numbers.below(2)) * (numbers.below(2) == 0 ? 1 : -1);
    };
    const Point a{next(), next(), next()}, b{next(), next(), next()}, c{next(), next(), next()};
    const Point d{next(), next(), next()};
    const int sign = orientation(a, b, c, d);
    EXPECT_EQ(sign, exact_orientation(a, b, c, d));
    zeros += sign == 0 ? 1 : 0;
  }
  EXPECT_GT(zeros, 100);
  EXPECT_LT(zeros, 900);
}

/// The filter's error stays below its bound, and comes within a factor of ten of it.
TEST(RoundedOrientation, ErrorStaysBelowTheBound) {
  Numbers numbers(35);
  double worst = 0;
  for (int i = 0; i < 4000; ++i) {
    Point p[4];
    for (Point& q : p) q = numbers.point(0, i % 4);
    const RoundedDeterminant det = rounded_orientation(p[0], p[1], p[2], p[3]);
    const reference::SpacePoint a = rational(p[0]);
    const Rational exact = dot(cross(rational(p[1]) - a, rational(p[2]) - a), rational(p[3]) - a);
    const Rational error = abs(exact - Rational(det.value)) / Rational(det.magnitude);
    // Beside the bound: half an ulp of the value, the last rounding.
    worst = std::max(worst, error.convert_to<double>() / (kOrientation3Bound + kRounding));
  }
  EXPECT_LE(worst, 1);
  EXPECT_GT(worst, 0.1);
}

TEST(ExactVec3, OperationsEqualRationals) {
  Numbers numbers(36);
  for (int i = 0; i < 200; ++i) {
    Point p[4];
    for (Point& q : p) q = numbers.point(-60, 60);
    const auto u = exact_difference(p[1], p[0]);
    const auto v = exact(p[2]) + exact(p[3]);
    EXPECT_EQ(value_of(u), rational(p[1]) - rational(p[0]));
    EXPECT_EQ(value_of(v - u), rational(p[2]) + rational(p[3]) - (rational(p[1]) - rational(p[0])));
    EXPECT_EQ(value_of(cross(u, v)), cross(value_of(u), value_of(v)));
    EXPECT_EQ(value_of(dot(u, v)), dot(value_of(u), value_of(v)));
    EXPECT_EQ(value_of(cross(-u, v)), cross(-value_of(u), value_of(v)));
  }
}

/// Degree 6 at both ends of the range: a determinant of differences of OBB corners, squared.
TEST(ExactVec3, SquaredDeterminantsOfSpreadNumbersAreExact) {
  Numbers numbers(37);
  std::size_t most_terms = 0;
  for (int i = 0; i < 20; ++i) {
    ExactVec3<8> v[3];
    for (int k = 0; k < 72; ++k) {
      ExactVec3<8>& w = v[k % 3];
      add_term(k < 24 ? w.x : (k < 48 ? w.y : w.z), numbers.next(-115, 149));
    }
    const auto det = dot(cross(v[0], v[1]), v[2]);
    const Rational exact = dot(cross(value_of(v[0]), value_of(v[1])), value_of(v[2]));
    ASSERT_EQ(value_of(det), exact);
    const auto squared = product(det, det);
    ASSERT_EQ(value_of(squared), exact * exact);
    most_terms = std::max(most_terms, squared.size);
  }
  EXPECT_GT(most_terms, 20U);
  EXPECT_LE(most_terms, kMostTerms);
}

TEST(ExactCorner, IsTheRationalCorner) {
  Numbers numbers(38);
  const std::uint8_t signs[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  for (int i = 0; i < 100; ++i) {
    const Obb3<double> obb{numbers.point(-5, 5),
                           {numbers.point(-5, 5), numbers.point(-5, 5), numbers.point(-5, 5)}};
    PolytopeView view;
    view.rounded_from = &obb;
    view.signs = signs;
    for (int k = 0; k < 8; ++k) {
      EXPECT_EQ(value_of(exact_corner(view, k)), reference::obb_corner(obb, static_cast<unsigned>(k)));
    }
    const Point given[1] = {obb.center};
    view = {.corners = given};
    EXPECT_EQ(value_of(exact_corner(view, 0)), rational(obb.center));
  }
}

TEST(Orientation3, CornersOfAnObbThatAreNoDoublesLieInItsFaces) {
  const Obb3<double> obb{{0.1, 0.2, 0.3}, {{0.4, 0.5, 0.6}, {0.7, 0.1, 0.9}, {1.0 / 3, 1.0 / 7, 0.2}}};
  const std::uint8_t signs[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  PolytopeView view;
  view.rounded_from = &obb;
  view.signs = signs;
  const auto corner = [&](int k) { return exact_corner(view, k); };
  const int turn = orientation(Point{}, obb.half_axes[0], obb.half_axes[1], obb.half_axes[2]);
  ASSERT_NE(turn, 0);
  EXPECT_EQ(orientation(corner(0), corner(1), corner(2), corner(3)), 0);
  EXPECT_EQ(orientation(corner(1), corner(3), corner(5), corner(7)), 0);
  for (int k = 4; k < 8; ++k) EXPECT_EQ(orientation(corner(0), corner(1), corner(2), corner(k)), turn);
}

TEST(AreCollinear, EqualPointsAndPointsOnALineAre) {
  EXPECT_TRUE(are_collinear({1, 2, 3}, {1, 2, 3}, {4, 5, 6}));
  EXPECT_TRUE(are_collinear({0, 0, 0}, {1, 2, 3}, {-3, -6, -9}));
  EXPECT_FALSE(are_collinear({0, 0, 0}, {1, 2, 3}, {-3, -6, std::nextafter(-9.0, 0)}));
  EXPECT_FALSE(are_collinear({0, 0, 0}, {0, 0, 1}, {0, 1, 0}));
  EXPECT_FALSE(are_collinear({0, 0, 0}, {0, 0, 1}, {1, 0, 0}));
  EXPECT_FALSE(are_collinear({0, 0, 0}, {1, 0, 0}, {0, 1, 0}));
}

}  // namespace
}  // namespace touchstone
