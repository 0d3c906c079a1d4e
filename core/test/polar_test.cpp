#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <random>
#include <string>

#include <touchstone/polar.hpp>

namespace touchstone {
namespace {

using Point = Vec2<double>;
using Rational = boost::multiprecision::cpp_rational;
constexpr double kPi = std::numbers::pi;
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

TEST(ToPolar, AxesAndDiagonal) {
  EXPECT_EQ(to_polar(Point{2, 0}), (Polar2<double>{2, 0}));
  EXPECT_EQ(to_polar(Point{0, 2}), (Polar2<double>{2, kPi / 2}));
  EXPECT_EQ(to_polar(Point{0, -2}), (Polar2<double>{2, -kPi / 2}));
  EXPECT_EQ(to_polar(Point{3, 4}).radius, 5);
  EXPECT_EQ(to_polar(Point{1, 1}).angle, kPi / 4);
}
TEST(ToPolar, NegativeAxisIsPlusPiForEitherZero) {
  EXPECT_EQ(to_polar(Point{-1, 0.0}).angle, kPi);
  EXPECT_EQ(to_polar(Point{-1, -0.0}).angle, kPi);
  EXPECT_EQ(to_polar(Point{-1, -0x1p-30}).angle, std::atan2(-0x1p-30, -1.0));
}
TEST(ToPolar, ZeroVectorOfAnySignsIsZero) {
  for (const double x : {0.0, -0.0}) {
    for (const double y : {0.0, -0.0}) EXPECT_EQ(to_polar(Point{x, y}), (Polar2<double>{0, 0}));
  }
}
TEST(ToPolar, ExtremeLengthsDoNotOverflow) {
  EXPECT_EQ(to_polar(Point{3e300, 4e300}).radius, 5e300);
  EXPECT_EQ(to_polar(Point{0x1p-1074, 0}).radius, 0x1p-1074);
  EXPECT_EQ(to_polar(Point{kInfinity, 1}), (Polar2<double>{kInfinity, 0}));
  EXPECT_TRUE(std::isnan(to_polar(Point{kNaN, 1}).angle));
}

TEST(FromPolar, AxesAndNegativeRadius) {
  EXPECT_EQ(from_polar<double>({2, 0}), (Point{2, 0}));
  EXPECT_EQ(from_polar<double>({-2, 0}), (Point{-2, 0}));
  EXPECT_NEAR(from_polar<double>({2, kPi / 2}).x, 0, kFromPolarBound * 2 * 0x1p-52);
  EXPECT_TRUE(std::isnan(from_polar<double>({1, kInfinity}).x));
}

TEST(Rotated, QuarterTurnIsPerp) {
  const Point turned = rotated(Point{3, 1}, kPi / 2);
  EXPECT_NEAR(turned.x, -1, kRotationBound * 4 * 0x1p-52);
  EXPECT_NEAR(turned.y, 3, kRotationBound * 4 * 0x1p-52);
  EXPECT_EQ(rotated(Point{3, 1}, 0.0), (Point{3, 1}));
  EXPECT_TRUE(std::isnan(rotated(Point{3, 1}, kNaN).y));
}

TEST(AngleBetween, QuarterHalfAndNoTurn) {
  EXPECT_EQ(angle_between(Point{2, 0}, Point{0, 3}), kPi / 2);
  EXPECT_EQ(angle_between(Point{0, 3}, Point{2, 0}), kPi / 2);
  EXPECT_EQ(angle_between(Point{0.1, 0.3}, Point{0.1, 0.3}), 0);
  EXPECT_EQ(angle_between(Point{0.1, 0.3}, Point{-0.1, -0.3}), kPi);
}
TEST(SignedAngle, CounterClockwiseIsPositiveAndOppositeIsPlusPi) {
  EXPECT_EQ(signed_angle(Point{2, 0}, Point{0, 3}), kPi / 2);
  EXPECT_EQ(signed_angle(Point{0, 3}, Point{2, 0}), -kPi / 2);
  EXPECT_EQ(signed_angle(Point{0.1, 0.3}, Point{-0.1, -0.3}), kPi);
  EXPECT_EQ(signed_angle(Point{-0.1, -0.3}, Point{0.1, 0.3}), kPi);
  EXPECT_EQ(signed_angle(Point{1, 0}, Point{-1, -0x1p-60}), -kPi);
}
TEST(SignedAngle, NeighboursOfOneDirectionAreToldApart) {
  const Point a{0.3, 0.7};
  const Point b{0.3, std::nextafter(0.7, 1)};
  const double expected = 0.3 * (b.y - a.y) / (0.3 * 0.3 + 0.7 * 0.7);
  EXPECT_NEAR(signed_angle(a, b), expected, expected * 1e-14);
  EXPECT_EQ(signed_angle(b, a), -signed_angle(a, b));
}
TEST(SignedAngle, ZeroVectorHasNoDirection) {
  EXPECT_EQ(signed_angle(Point{0, 0}, Point{-1, -1}), 0);
  EXPECT_EQ(signed_angle(Point{-1, -1}, Point{-0.0, 0}), 0);
}
TEST(SignedAngle, NaNAndInfinityAreNaN) {
  EXPECT_TRUE(std::isnan(signed_angle(Point{kNaN, 0}, Point{1, 0})));
  EXPECT_TRUE(std::isnan(angle_between(Point{1, 0}, Point{kInfinity, 0})));
}
TEST(SignedAngle, LengthsMayBeAnyFiniteNumber) {
  EXPECT_EQ(signed_angle(Point{0x1p1023, 0}, Point{0, 0x1p-1074}), kPi / 2);
  EXPECT_EQ(signed_angle(Point{1e308, 1e308}, Point{-1e-310, -1e-310}), kPi);
}

/// From exact products.
template <class T>
long double reference_angle(Vec2<T> a, Vec2<T> b) {
  const auto times = [](T p, T q) { return Rational(p) * Rational(q); };
  const Rational cross = times(a.x, b.y) - times(a.y, b.x);
  const Rational dot = times(a.x, b.x) + times(a.y, b.y);
  return std::atan2(cross.convert_to<long double>(), dot.convert_to<long double>());
}

/// The worst relative error in eps over pairs of which a third are nearly parallel, a third nearly opposite.
template <class T>
double worst_angle_error(std::uint64_t seed, int cases) {
  std::mt19937_64 random(seed);
  const auto coordinate = [&] { return static_cast<T>(double(random() >> 11) * 0x1p-52 - 1); };
  double worst = 0;
  int near[2] = {};
  for (int i = 0; i < cases; ++i) {
    const Vec2<T> a{coordinate(), coordinate()};
    Vec2<T> b{coordinate(), coordinate()};
    if (i % 3 != 0)
      b = (a + b * static_cast<T>(std::ldexp(1.0, -int(random() % 60)))) * T(i % 3 == 1 ? 0.7 : -0.7);
    const long double truth = reference_angle(a, b);
    if (truth == 0) continue;
    near[0] += std::fabs(truth) < 1e-3L;
    near[1] += std::fabs(truth) > 3.14L;
    const long double error = std::fabs(signed_angle(a, b) - truth) / std::fabs(truth);
    worst = std::max(worst, static_cast<double>(error) / double{std::numeric_limits<T>::epsilon()});
  }
  EXPECT_GT(near[0], cases / 20);
  EXPECT_GT(near[1], cases / 20);
  return worst;
}
TEST(SignedAngle, WorstErrorOfRandomPairsIsWithinTheBound) {
  const double worst = worst_angle_error<double>(61, 30000);
  RecordProperty("worst_eps", std::to_string(worst));
  EXPECT_GT(worst, 0.3);
  EXPECT_LE(worst, kAngleBound);
  EXPECT_LE(worst_angle_error<float>(62, 30000), kAngleBound);
}

TEST(Rotated, WorstErrorOfRandomVectorsIsWithinTheBound) {
  std::mt19937_64 random(63);
  const auto coordinate = [&] { return double(random() >> 11) * 0x1p-52 - 1; };
  double worst = 0;
  for (int i = 0; i < 100000; ++i) {
    const Point v{coordinate(), coordinate()};
    const double angle = 10 * coordinate();
    const Point turned = rotated(v, angle);
    const long double c = std::cos(static_cast<long double>(angle)),
                      s = std::sin(static_cast<long double>(angle));
    const long double error =
        std::max(std::fabs(turned.x - (v.x * c - v.y * s)), std::fabs(turned.y - (v.x * s + v.y * c)));
    worst = std::max(worst, static_cast<double>(error) / (length(v) * 0x1p-52));
    ASSERT_EQ(rotated(-v, angle), -turned) << "seed 63, case " << i;
    ASSERT_EQ(rotated(perp(v), angle), perp(turned)) << "seed 63, case " << i;
  }
  RecordProperty("worst_eps", std::to_string(worst));
  EXPECT_GT(worst, 0.5);
  EXPECT_LE(worst, kRotationBound);
}

TEST(FromPolar, UndoesToPolarWithinTheBounds) {
  std::mt19937_64 random(64);
  const auto coordinate = [&] { return double(random() >> 11) * 0x1p-52 - 1; };
  // One ulp of an angle of up to pi turns by 2 eps, one of the radius stretches by 1 eps.
  constexpr double kRoundTrip = kFromPolarBound + 3;
  for (int i = 0; i < 100000; ++i) {
    const Point v{coordinate(), coordinate()};
    const Point back = from_polar(to_polar(v));
    ASSERT_LE(std::max(std::fabs(back.x - v.x), std::fabs(back.y - v.y)), kRoundTrip * length(v) * 0x1p-52)
        << "seed 64, case " << i;
  }
}

}  // namespace
}  // namespace touchstone
