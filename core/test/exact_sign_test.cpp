#include <gtest/gtest.h>

#include <touchstone/exact_sign.hpp>

#include "core/test/rational_reference.hpp"

namespace touchstone {
namespace {

using reference::Rational;

constexpr double kInfinity = HUGE_VAL;

int sign(const Rational& value) {
  return value.sign();
}
int exact_orientation(Vec2<double> a, Vec2<double> b, Vec2<double> c) {
  return sign(reference::turn(reference::rational(a), reference::rational(b), reference::rational(c)));
}

template <std::size_t N>
Rational value_of(const Expansion<N>& e) {
  Rational sum = 0;
  for (std::size_t i = 0; i < e.size; ++i) sum += Rational(e.terms[i]);
  return sum;
}

/// Doubles of random sign and exponent, within the range of exact predicates.
class Numbers {
 public:
  explicit Numbers(std::uint64_t seed) : random_(seed) {}
  double next(int exponents) {
    const double mantissa = 1 + static_cast<double>(random_() >> 12) * 0x1p-52;
    const int exponent = static_cast<int>(random_() % static_cast<unsigned>(2 * exponents + 1)) - exponents;
    return std::ldexp(random_() % 2 == 0 ? mantissa : -mantissa, exponent);
  }
  std::uint64_t bits() { return random_(); }

 private:
  std::mt19937_64 random_;
};

TEST(TwoSum, KeepsWhatRoundingLoses) {
  const TwoTerms sum = two_sum(1, 0x1p-60);
  EXPECT_EQ(sum.hi, 1);
  EXPECT_EQ(sum.lo, 0x1p-60);
}

TEST(TwoProduct, KeepsWhatRoundingLoses) {
  const TwoTerms product = two_product(1 + 0x1p-52, 1 - 0x1p-52);
  EXPECT_EQ(Rational(product.hi) + Rational(product.lo), Rational(1) - Rational(0x1p-104));
  EXPECT_NE(product.lo, 0);
}

TEST(TwoProduct, SmallestCoordinatesLoseNothing) {
  const double a = kSmallestCoordinate * (1 + 0x1p-52);
  const double b = -kSmallestCoordinate * (1 + 0x1.8p-51);
  const TwoTerms product = two_product(a, b);
  EXPECT_EQ(Rational(product.hi) + Rational(product.lo), Rational(a) * Rational(b));
}

TEST(InExactRange, LimitsBelongToIt) {
  EXPECT_TRUE(in_exact_range(0));
  EXPECT_TRUE(in_exact_range(-0.0));
  for (const double s : {1.0, -1.0}) {
    EXPECT_TRUE(in_exact_range(s * kSmallestCoordinate));
    EXPECT_FALSE(in_exact_range(s * std::nextafter(kSmallestCoordinate, 0)));
    EXPECT_TRUE(in_exact_range(s * kLargestCoordinate));
    EXPECT_FALSE(in_exact_range(s * std::nextafter(kLargestCoordinate, kInfinity)));
  }
  EXPECT_FALSE(in_exact_range(std::nan("")));
}

TEST(Expansion, SumsAndProductsEqualRationals) {
  Numbers numbers(11);
  for (int i = 0; i < 2000; ++i) {
    const double a = numbers.next(60), b = numbers.next(60), c = numbers.next(60), d = numbers.next(60);
    const auto x = Expansion<1>(a) + Expansion<1>(b);
    const auto y = Expansion<1>(c) - Expansion<1>(d);
    const auto result = x * y + (-x) * x;
    const Rational rx = Rational(a) + Rational(b), ry = Rational(c) - Rational(d);
    ASSERT_EQ(value_of(result), rx * ry - rx * rx) << i;
    ASSERT_EQ(result.sign(), sign(rx * ry - rx * rx)) << i;
    for (std::size_t k = 1; k < result.size; ++k) {
      ASSERT_LT(std::fabs(result.terms[k - 1]), std::fabs(result.terms[k]));
    }
  }
}

TEST(Expansion, ThatCancelsIsZero) {
  const auto zero = Expansion<2>(two_sum(1, 0x1p-80)) - Expansion<2>(two_sum(1, 0x1p-80));
  EXPECT_EQ(zero.size, 0U);
  EXPECT_EQ(zero.sign(), 0);
}

TEST(Orientation, PlainTriangle) {
  EXPECT_EQ(orientation({0, 0}, {1, 0}, {0, 1}), 1);
  EXPECT_EQ(orientation({0, 0}, {0, 1}, {1, 0}), -1);
  EXPECT_EQ(orientation({0, 0}, {1, 1}, {3, 3}), 0);
}

TEST(Orientation, NeighboursOfALineAreTold) {
  const Vec2<double> a{0.1, 0.1}, b{0.3, 0.3};
  const double y = 0.7;
  EXPECT_EQ(orientation(a, b, {y, y}), 0);
  EXPECT_EQ(orientation(a, b, {y, std::nextafter(y, kInfinity)}), 1);
  EXPECT_EQ(orientation(a, b, {y, std::nextafter(y, -kInfinity)}), -1);
}

TEST(Orientation, RepeatedPointsAreCollinear) {
  const Vec2<double> a{0.1, 0.7}, b{0.3, -0.2};
  EXPECT_EQ(orientation(a, a, b), 0);
  EXPECT_EQ(orientation(a, b, b), 0);
  EXPECT_EQ(orientation(a, b, a), 0);
  EXPECT_EQ(orientation(a, a, a), 0);
}

TEST(Orientation, SmallestTriangleInRangeIsNotFlat) {
  const double s = kSmallestCoordinate;
  const double next = std::nextafter(s, 1);
  EXPECT_EQ(orientation({s, s}, {next, s}, {s, next}), 1);
  EXPECT_EQ(orientation({s, s}, {s, next}, {next, s}), -1);
  EXPECT_EQ(orientation({s, s}, {next, next}, {std::nextafter(next, 1), std::nextafter(next, 1)}), 0);
}

TEST(Orientation, LargestTriangleInRangeDoesNotOverflow) {
  const double s = kLargestCoordinate;
  EXPECT_EQ(orientation({-s, -s}, {s, s}, {std::nextafter(s, 0), s}), 1);
  EXPECT_EQ(orientation({-s, -s}, {s, s}, {s, std::nextafter(s, 0)}), -1);
}

TEST(Orientation, NearlyCollinearPointsEqualRationals) {
  Numbers numbers(12);
  int counts[3] = {};
  for (int i = 0; i < 20000; ++i) {
    const Vec2<double> a{numbers.next(2), numbers.next(2)}, b{numbers.next(2), numbers.next(2)};
    const double t = static_cast<double>(static_cast<int>(numbers.bits() % 17) - 8) / 4;
    Vec2<double> c{a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
    if (numbers.bits() % 2 == 0) c.x = std::nextafter(c.x, numbers.next(3));
    const int expected = exact_orientation(a, b, c);
    ASSERT_EQ(orientation(a, b, c), expected) << i;
    ++counts[expected + 1];
  }
  for (const int count : counts) EXPECT_GT(count, 1000);
}

TEST(Orientation, WholeRangeOfExponentsEqualsRationals) {
  Numbers numbers(13);
  int positive = 0;
  for (int i = 0; i < 5000; ++i) {
    const auto point = [&] { return Vec2<double>{numbers.next(478), numbers.next(478)}; };
    const Vec2<double> a = point(), b = point(), c = point();
    const int expected = exact_orientation(a, b, c);
    ASSERT_EQ(orientation(a, b, c), expected) << i;
    positive += expected > 0;
  }
  EXPECT_GT(positive, 2000);
  EXPECT_LT(positive, 3000);
}

TEST(CrossSign, DifferencesThatRoundAreStillParallel) {
  // Both differences are exactly (1, 1) x (0.7 - 0.1), which is no double.
  EXPECT_EQ(cross_sign({0.1, 0.1}, {0.7, 0.7}, {0.1, 0.1}, {0.7, 0.7}), 0);
  EXPECT_EQ(cross_sign({0.1, 0.1}, {0.7, 0.7}, {0.1, 0.1}, {0.7, std::nextafter(0.7, 1)}), 1);
  EXPECT_EQ(cross_sign({0.1, 0.1}, {0.7, 0.7}, {0.1, 0.1}, {std::nextafter(0.7, 1), 0.7}), -1);
}

}  // namespace
}  // namespace touchstone
