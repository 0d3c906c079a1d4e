#include "oracle/expansion.hpp"

#include <gtest/gtest.h>

#include <random>

#include "oracle/number.hpp"

namespace touchstone::oracle {
namespace {

constexpr unsigned kSeed = 20260101;

int sign_of_sum(std::initializer_list<double> terms) {
  ExactSum sum;
  for (const double term : terms) sum.add(term);
  return sum.sign();
}

TEST(ExactSum, NoTermsThenZero) {
  EXPECT_EQ(sign_of_sum({}), 0);
  EXPECT_EQ(sign_of_sum({0.0, -0.0}), 0);
}

TEST(ExactSum, CancellationThenTheSmallTermDecides) {
  EXPECT_EQ(sign_of_sum({1e300, 1e-300, -1e300}), 1);
  EXPECT_EQ(sign_of_sum({-1e300, -1e-300, 1e300}), -1);
  EXPECT_EQ(sign_of_sum({1e300, 1, -1e300, -1}), 0);
}

TEST(ExactSum, NeighboursOfZeroThenTheirSign) {
  const double one_up = std::nextafter(1.0, 2);
  EXPECT_EQ(sign_of_sum({one_up, -1}), 1);
  EXPECT_EQ(sign_of_sum({1, -one_up}), -1);
  EXPECT_EQ(sign_of_sum({one_up, -1, -0x1p-52}), 0);
}

TEST(ExactSum, ProductsAtTheEndsOfTheRangeThenExact) {
  ExactSum sum;
  sum.add_product(kLargestExact, std::nextafter(kLargestExact, 0));
  sum.add_product(-kLargestExact, std::nextafter(kLargestExact, 0));
  const double odd = std::nextafter(kSmallestExact, 1);
  sum.add_product(odd, odd);
  sum.add_product(-kSmallestExact, kSmallestExact);
  EXPECT_EQ(sum.sign(), 1);
}

TEST(InExpansionRange, BoundariesThenInsideAndBeyondThenOutside) {
  for (const double x : {0.0, kSmallestExact, -kLargestExact}) EXPECT_TRUE(in_expansion_range(x)) << x;
  EXPECT_FALSE(in_expansion_range(std::nextafter(kSmallestExact, 0)));
  EXPECT_FALSE(in_expansion_range(std::nextafter(kLargestExact, 1e300)));
}

TEST(SignOfDifferenceOfProducts, EqualRoundedProductsThenTheTailsDecide) {
  const double a = 1 + 0x1p-30;
  EXPECT_EQ(sign_of_difference_of_products(a, a, 1 + 0x1p-29, 1), 1);
  EXPECT_EQ(sign_of_difference_of_products(1 + 0x1p-29, 1, a, a), -1);
  EXPECT_EQ(sign_of_difference_of_products(a, 3, 3, a), 0);
}

// A few products of random exponents, then what cancels all but the last bits of them.
struct RandomSum {
  ExactSum sum;
  Rational exact = 0;

  explicit RandomSum(std::mt19937_64& engine) {
    const auto number = [&] {
      return std::ldexp(static_cast<double>(static_cast<std::int64_t>(engine())),
                        static_cast<int>(engine() % 60) - 90);
    };
    for (int i = 0; i < 6; ++i) {
      const double a = number();
      const double b = number();
      sum.add_product(a, b);
      exact += rational(a) * rational(b);
    }
    for (int i = static_cast<int>(engine() % 5); i > 0 && exact != 0; --i) {
      const double rest = -round_to_double(exact);
      sum.add(rest);
      exact += rational(rest);
    }
  }
};

TEST(ExactSum, RandomCancellingProductsThenTheSignOfTheRational) {
  std::mt19937_64 engine(kSeed);
  int seen[3] = {};
  for (int i = 0; i < 20000; ++i) {
    RandomSum random(engine);
    const int sign = random.sum.sign();
    ASSERT_EQ(sign, random.exact.sign()) << "seed " << kSeed << " case " << i;
    ++seen[sign + 1];
  }
  EXPECT_GT(seen[0], 4000);
  EXPECT_GT(seen[1], 100);
  EXPECT_GT(seen[2], 4000);
}

}  // namespace
}  // namespace touchstone::oracle
