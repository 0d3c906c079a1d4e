#include "oracle/real.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "oracle/test/polygons.hpp"

namespace touchstone::oracle {
namespace {

using test::Random;
using Integer = boost::multiprecision::number<boost::multiprecision::gmp_int, boost::multiprecision::et_off>;

constexpr std::uint64_t kSeed = 20303;
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kSmallest = 0x1p-1074;

TEST(SurdSign, ValuesAroundZeroThenExact) {
  EXPECT_EQ(sign(Surd{0, 0, 0}), 0);
  EXPECT_EQ(sign(Surd{-3, 1, 9}), 0);
  EXPECT_EQ(sign(Surd{-3, 1, Rational(9) + Rational(1, Integer(1) << 400)}), 1);
  EXPECT_EQ(sign(Surd{-3, 1, Rational(9) - Rational(1, Integer(1) << 400)}), -1);
  EXPECT_EQ(sign(Surd{3, -1, Rational(9) + Rational(1, Integer(1) << 400)}), -1);
  EXPECT_EQ(sign(Surd{1, 2, 3}), 1);
  EXPECT_EQ(sign(Surd{-1, -2, 3}), -1);
  EXPECT_EQ(sign(Surd{-1, 5, 0}), -1);
  EXPECT_EQ(sign(Surd{0, -5, 2}), -1);
  EXPECT_EQ(sign(Surd{1, 0, 2}), 1);
}

TEST(SurdCompare, AgainstRationalsThenTheSignOfTheDifference) {
  EXPECT_EQ(compare(square_root_of(2), Rational(3, 2)), -1);
  EXPECT_EQ(compare(square_root_of(2), Rational(7, 5)), 1);
  EXPECT_EQ(compare(square_root_of(Rational(49, 25)), Rational(7, 5)), 0);
  EXPECT_EQ(compare(surd(Rational(1, 3)), Rational(1, 3)), 0);
}

TEST(SurdRationalValue, SquaresOfRationalsThenKnownElseNot) {
  EXPECT_EQ(rational_value(Surd{1, 2, Rational(9, 4)}), Rational(4));
  EXPECT_EQ(rational_value(Surd{1, 0, 2}), Rational(1));
  EXPECT_EQ(rational_value(Surd{1, 2, 0}), Rational(1));
  EXPECT_EQ(rational_value(Surd{1, 2, 2}), std::nullopt);
  EXPECT_EQ(rational_value(Surd{0, 1, Rational(2, 9)}), std::nullopt);
  EXPECT_EQ(square_of(Surd{0, 3, 2}), Rational(18));
  EXPECT_EQ(square_of(Surd{1, 1, 4}), Rational(9));
  EXPECT_EQ(square_of(Surd{1, 1, 2}), std::nullopt);
}

TEST(SurdArithmetic, WithRationalsThenExact) {
  const Surd value = -((Surd{1, 2, 3} + Rational(1, 2)) * Rational(4) - Rational(1));
  EXPECT_TRUE(value.a == -5 && value.b == -8 && value.c == 3);
}

TEST(SurdEnclose, DoublesThenEqualEndsElseNeighbours) {
  const Enclosure two = enclose(Surd{-1, 1, 9});
  EXPECT_TRUE(two.lo == 2 && two.hi == 2);
  const Enclosure root = enclose(square_root_of(2));
  EXPECT_EQ(root.hi, std::nextafter(root.lo, kInfinity));
  EXPECT_TRUE(compare(square_root_of(2), rational(root.lo)) > 0 &&
              compare(square_root_of(2), rational(root.hi)) < 0);
  const Enclosure negative = enclose(-square_root_of(2));
  EXPECT_TRUE(negative.lo == -root.hi && negative.hi == -root.lo);
}

TEST(SurdEnclose, BeyondTheRangeThenInfiniteAndSmallerThanAllThenZero) {
  const Rational large = rational(0x1p1023);
  const Enclosure huge = enclose(square_root_of(2) * Rational(large * 4));
  EXPECT_TRUE(huge.lo == std::numeric_limits<double>::max() && huge.hi == kInfinity);
  const Enclosure tiny = enclose(square_root_of(2) * Rational(rational(kSmallest) / 4));
  EXPECT_TRUE(tiny.lo == 0 && tiny.hi == kSmallest);
  const Enclosure below = enclose(square_root_of(2) * Rational(rational(-kSmallest) / 4));
  EXPECT_TRUE(below.lo == -kSmallest && below.hi == 0);
}

// sqrt(1 + 2^-400) - 1 is 2^-401 short of 2^-802: all leading digits cancel.
TEST(SurdEnclose, CancellationOfFourHundredBitsThenStillNeighbours) {
  const Surd value{-1, 1, Rational(1) + Rational(1, Integer(1) << 400)};
  const Enclosure found = enclose(value);
  EXPECT_EQ(found.hi, 0x1p-401);
  EXPECT_EQ(found.lo, std::nextafter(0x1p-401, 0));
  EXPECT_EQ(round_to_double(value), 0x1p-401);
}

TEST(SurdRound, MiddleOfTwoDoublesThenEvenAndAHairAsideThenThatWay) {
  const Rational middle = Rational(1) + Rational(1, Integer(1) << 53);
  const Rational hair(1, Integer(1) << 300);
  EXPECT_EQ(round_to_double(square_root_of(middle * middle)), 1);
  EXPECT_EQ(round_to_double(square_root_of(middle * middle + hair)), 1 + 0x1p-52);
  EXPECT_EQ(round_to_double(square_root_of(middle * middle - hair)), 1);
  const Rational next_middle = middle + Rational(1, Integer(1) << 52);
  EXPECT_EQ(round_to_double(square_root_of(next_middle * next_middle)), 1 + 0x1p-51);
}

TEST(SurdPrintable, UnderflowAndOverflowThenNamed) {
  EXPECT_EQ(printable(Real(surd(Rational(0)))), Printable(0.0));
  EXPECT_EQ(printable(Real(square_root_of(4))), Printable(2.0));
  EXPECT_EQ(printable(Real(square_root_of(2))), Printable(std::sqrt(2.0)));
  const Rational smallest = rational(kSmallest);
  EXPECT_EQ(printable(Real(square_root_of(2) * Rational(smallest / 4))), Printable(std::string("tiny")));
  EXPECT_EQ(printable(Real(square_root_of(2) * Rational(smallest / 2))), Printable(kSmallest));
  const Rational large = rational(0x1p1023) * 2;
  EXPECT_EQ(printable(Real(square_root_of(2) * large)), Printable(std::string("inf")));
  EXPECT_EQ(printable(Real(-square_root_of(2) * large)), Printable(std::string("-inf")));
}

TEST(RealInterval, EndsThenEnclosedAndItsMiddleRounded) {
  const Real interval = RationalInterval{Rational(1, 3), Rational(2, 3)};
  EXPECT_LT(rational(enclose(interval).lo), Rational(1, 3));
  EXPECT_GT(rational(enclose(interval).hi), Rational(2, 3));
  EXPECT_EQ(round_to_double(interval), 0.5);
  EXPECT_EQ(printable(interval), Printable(0.5));
}

// ---- random values against integers of high precision

/// floor((a + b sqrt(c)) 2^kBits) for integers of at most 2^20: b^2 c 4^kBits by its integer root.
constexpr int kBits = 200;
Integer scaled_floor(int a, int b, int c) {
  const Integer square = Integer(b) * b * c << (2 * kBits);
  const Integer root = sqrt(square);
  const bool is_exact = root * root == square;
  const Integer whole = Integer(a) << kBits;
  return b >= 0 ? Integer(whole + root) : Integer(whole - root - (is_exact ? 0 : 1));
}

// An irrational value of such integers is farther from any double than 2^-kBits: rounding its floor's middle
// rounds the value.
TEST(SurdRound, RandomValuesThenAsIntegersOfHighPrecision) {
  Random random(kSeed);
  int exact = 0;
  int negative = 0;
  for (int i = 0; i < 5000; ++i) {
    const int a = random.below(2001) - 1000;
    const int b = random.below(201) - 100;
    const int c = random.below(50);
    const Integer floor = scaled_floor(a, b, c);
    const Surd value{a, b, c};
    const Rational low(floor, Integer(1) << kBits);
    const bool is_rational = rational_value(value).has_value();
    const Rational near = is_rational ? low : Rational(low + Rational(1, Integer(1) << (kBits + 1)));
    exact += is_rational;
    negative += near < 0;
    ASSERT_EQ(round_to_double(value), round_to_double(near)) << a << " " << b << " " << c;
    ASSERT_EQ(enclose(value).lo, enclose(near).lo) << a << " " << b << " " << c;
    ASSERT_EQ(enclose(value).hi, enclose(near).hi) << a << " " << b << " " << c;
    ASSERT_EQ(sign(value), near.sign()) << a << " " << b << " " << c;
  }
  EXPECT_GT(exact, 400);
  EXPECT_GT(negative, 1500);
}

}  // namespace
}  // namespace touchstone::oracle
