#include "oracle/number.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <random>

namespace touchstone::oracle {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kMax = std::numeric_limits<double>::max();
constexpr double kTiniest = std::numeric_limits<double>::denorm_min();
constexpr double kSmallestNormal = std::numeric_limits<double>::min();

double up(double x) {
  return std::nextafter(x, kInfinity);
}
double down(double x) {
  return std::nextafter(x, -kInfinity);
}
Rational power_of_two(int exponent) {
  const Rational power = boost::multiprecision::pow(boost::multiprecision::mpz_int(2),
                                                    static_cast<unsigned>(std::abs(exponent)));
  return exponent >= 0 ? power : 1 / power;
}
Rational middle(double a, double b) {
  return (rational(a) + rational(b)) / 2;
}
bool is_even(double x) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &x, sizeof bits);
  return (bits & 1) == 0;
}

// Any bit pattern of a finite double.
double any_double(std::mt19937_64& engine) {
  double result = kInfinity;
  while (!std::isfinite(result)) {
    const std::uint64_t bits = engine();
    std::memcpy(&result, &bits, sizeof result);
  }
  return result;
}

// ---- round_to_double

TEST(RoundToDouble, ADoubleThenItself) {
  for (const double x :
       {0.0, 1.0, -1.0, 0.1, kMax, -kMax, kTiniest, kSmallestNormal, down(kSmallestNormal)}) {
    EXPECT_EQ(round_to_double(rational(x)), x);
  }
}

TEST(RoundToDouble, DecimalFractionsThenTheLiteral) {
  EXPECT_EQ(round_to_double(Rational(1) / 10), 0.1);
  EXPECT_EQ(round_to_double(Rational(1) / 3), 0x1.5555555555555p-2);
  EXPECT_EQ(round_to_double(Rational(-2) / 3), -0x1.5555555555555p-1);
}

TEST(RoundToDouble, TieThenTheEvenNeighbour) {
  EXPECT_EQ(round_to_double(middle(1.0, up(1.0))), 1.0);
  EXPECT_EQ(round_to_double(middle(up(1.0), up(up(1.0)))), up(up(1.0)));
  EXPECT_EQ(round_to_double(middle(down(2.0), 2.0)), 2.0);
  EXPECT_EQ(round_to_double(-middle(up(1.0), up(up(1.0)))), -up(up(1.0)));
}

TEST(RoundToDouble, BesideATieThenTheNearer) {
  const Rational a_little = power_of_two(-5000);
  EXPECT_EQ(round_to_double(middle(1.0, up(1.0)) + a_little), up(1.0));
  EXPECT_EQ(round_to_double(middle(up(1.0), up(up(1.0))) - a_little), up(1.0));
}

TEST(RoundToDouble, SubnormalsThenTiesToEvenToo) {
  EXPECT_EQ(round_to_double(rational(kTiniest) / 2), 0.0);
  EXPECT_EQ(round_to_double(rational(kTiniest) / 2 + power_of_two(-5000)), kTiniest);
  EXPECT_EQ(round_to_double(rational(kTiniest) * 3 / 2), 2 * kTiniest);
  EXPECT_EQ(round_to_double(middle(down(kSmallestNormal), kSmallestNormal)), kSmallestNormal);
  EXPECT_TRUE(std::signbit(round_to_double(-power_of_two(-5000))));
}

TEST(RoundToDouble, HalfAUnitBeyondTheLargestThenInfinite) {
  const Rational limit = power_of_two(1024) - power_of_two(970);
  EXPECT_EQ(round_to_double(limit), kInfinity);
  EXPECT_EQ(round_to_double(limit - power_of_two(-5000)), kMax);
  EXPECT_EQ(round_to_double(-limit), -kInfinity);
  EXPECT_EQ(round_to_double(power_of_two(6000)), kInfinity);
}

// Between two neighbours the nearer one is right: decided by exact comparison with their middle.
TEST(RoundToDouble, RandomPointBetweenNeighboursThenTheNearer) {
  std::mt19937_64 engine(20);
  int went_up = 0;
  for (int i = 0; i < 4000; ++i) {
    const double lo = any_double(engine);
    const double hi = up(lo);
    if (std::isinf(hi)) continue;
    const Rational t = Rational(engine() % 1001) / 1000;
    const Rational value = rational(lo) + t * (rational(hi) - rational(lo));
    const bool to_hi = t * 2 > 1 || (t * 2 == 1 && is_even(hi));
    EXPECT_EQ(round_to_double(value), to_hi ? hi : lo) << to_string(value);
    went_up += to_hi;
  }
  EXPECT_NEAR(went_up, 2000, 200);
}

// ---- round_sqrt_to_double

TEST(RoundSqrtToDouble, PerfectSquareThenItsRoot) {
  for (const double x : {0.0, 1.0, 3.0, 0.1, up(1.0), kMax, kTiniest, kSmallestNormal, 1e-200, 1e300}) {
    EXPECT_EQ(round_sqrt_to_double(rational(x) * rational(x)), x);
  }
}

TEST(RoundSqrtToDouble, RootOfADoubleThenTheHardwaresRoot) {
  std::mt19937_64 engine(21);
  for (int i = 0; i < 2000; ++i) {
    const double x = std::fabs(any_double(engine));
    EXPECT_EQ(round_sqrt_to_double(rational(x)), std::sqrt(x)) << x;
  }
}

TEST(RoundSqrtToDouble, RootOnATieThenTheEvenNeighbour) {
  const Rational tie = middle(up(1.0), up(up(1.0)));
  EXPECT_EQ(round_sqrt_to_double(tie * tie), up(up(1.0)));
  EXPECT_EQ(round_sqrt_to_double(tie * tie - power_of_two(-5000)), up(1.0));
  const Rational lower_tie = middle(1.0, up(1.0));
  EXPECT_EQ(round_sqrt_to_double(lower_tie * lower_tie), 1.0);
  EXPECT_EQ(round_sqrt_to_double(lower_tie * lower_tie + power_of_two(-5000)), up(1.0));
}

TEST(RoundSqrtToDouble, SubnormalRootThenTiesToEvenToo) {
  const Rational half = rational(kTiniest) / 2;
  EXPECT_EQ(round_sqrt_to_double(half * half), 0.0);
  EXPECT_EQ(round_sqrt_to_double(half * half * 9), 2 * kTiniest);
  EXPECT_EQ(round_sqrt_to_double(half * half + power_of_two(-6000)), kTiniest);
}

TEST(RoundSqrtToDouble, HalfAUnitBeyondTheLargestThenInfinite) {
  const Rational limit = power_of_two(1024) - power_of_two(970);
  EXPECT_EQ(round_sqrt_to_double(limit * limit), kInfinity);
  EXPECT_EQ(round_sqrt_to_double(limit * limit - 1), kMax);
}

// The nearest double r is the one with (r - half a unit)^2 <= value <= (r + half a unit)^2.
TEST(RoundSqrtToDouble, RandomFractionThenNoNeighbourIsNearer) {
  std::mt19937_64 engine(22);
  for (int i = 0; i < 2000; ++i) {
    const Rational value = rational(std::fabs(any_double(engine))) * Rational(engine()) / (engine() | 1);
    const double root = round_sqrt_to_double(value);
    const Rational lower = middle(down(root), root);
    const Rational upper = middle(root, up(root));
    EXPECT_TRUE(lower <= 0 || lower * lower <= value);
    EXPECT_GE(upper * upper, value);
  }
}

// ---- enclose

TEST(Enclose, ADoubleThenBothEndsAreIt) {
  for (const double x : {0.0, 1.0, -0.1, kMax, -kMax, kTiniest}) {
    EXPECT_EQ(enclose(rational(x)).lo, x);
    EXPECT_EQ(enclose(rational(x)).hi, x);
  }
}

TEST(Enclose, BetweenDoublesThenTheNeighbours) {
  const Enclosure third = enclose(Rational(-1) / 3);
  EXPECT_LT(rational(third.lo) * 3, -1);
  EXPECT_GT(rational(third.hi) * 3, -1);
  EXPECT_EQ(third.hi, up(third.lo));
  EXPECT_EQ(enclose(power_of_two(-5000)).lo, 0.0);
  EXPECT_EQ(enclose(power_of_two(-5000)).hi, kTiniest);
}

TEST(Enclose, BeyondTheRangeThenInfinite) {
  EXPECT_EQ(enclose(power_of_two(1024)).lo, kMax);
  EXPECT_EQ(enclose(power_of_two(1024)).hi, kInfinity);
  EXPECT_EQ(enclose(-power_of_two(1024)).lo, -kInfinity);
  EXPECT_EQ(enclose(-power_of_two(1024)).hi, -kMax);
}

TEST(EncloseSqrt, RandomFractionThenNeighboursAroundTheRoot) {
  std::mt19937_64 engine(23);
  for (int i = 0; i < 2000; ++i) {
    const Rational value = rational(std::fabs(any_double(engine))) * Rational(engine()) / (engine() | 1);
    const Enclosure root = enclose_sqrt(value);
    EXPECT_LE(rational(root.lo) * rational(root.lo), value);
    EXPECT_GE(rational(root.hi) * rational(root.hi), value);
    EXPECT_TRUE(root.hi == root.lo || root.hi == up(root.lo));
    EXPECT_EQ(root.hi == root.lo, rational(root.lo) * rational(root.lo) == value);
  }
}

TEST(EncloseSqrt, PerfectSquareThenBothEndsAreTheRoot) {
  for (const double x : {0.0, 0.1, 3.0, kMax, kTiniest}) {
    EXPECT_EQ(enclose_sqrt(rational(x) * rational(x)).lo, x);
    EXPECT_EQ(enclose_sqrt(rational(x) * rational(x)).hi, x);
  }
  EXPECT_EQ(enclose_sqrt(power_of_two(3000)).lo, kMax);
  EXPECT_EQ(enclose_sqrt(power_of_two(3000)).hi, kInfinity);
}

// ---- printing

TEST(ToString, AnyThenLowestTerms) {
  EXPECT_EQ(to_string(rational(0.75)), "3/4");
  EXPECT_EQ(to_string(Rational(-6) / 4), "-3/2");
  EXPECT_EQ(to_string(Rational(0)), "0/1");
  EXPECT_EQ(to_string(Rational(5)), "5/1");
}

TEST(PrintableNumber, InTheRangeThenTheDouble) {
  EXPECT_EQ(printable(Rational(1) / 10), Printable(0.1));
  EXPECT_EQ(printable(Rational(0)), Printable(0.0));
  EXPECT_EQ(printable_sqrt(Rational(2)), Printable(std::sqrt(2.0)));
}

TEST(PrintableNumber, OutOfTheRangeThenAWord) {
  EXPECT_EQ(printable(power_of_two(1024)), Printable("inf"));
  EXPECT_EQ(printable(-power_of_two(1024)), Printable("-inf"));
  EXPECT_EQ(printable(power_of_two(-1075)), Printable("tiny"));
  EXPECT_EQ(printable_sqrt(power_of_two(2048)), Printable("inf"));
  EXPECT_EQ(printable_sqrt(power_of_two(-2150)), Printable("tiny"));
  EXPECT_EQ(printable_sqrt(power_of_two(-2148)), Printable(kTiniest));
}

}  // namespace
}  // namespace touchstone::oracle
