#include "oracle/ball.hpp"

#include <gtest/gtest.h>

#include <random>

#include "oracle/number.hpp"

namespace touchstone::oracle {
namespace {

constexpr unsigned kSeed = 20260103;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

Rational middle(Ball a) {
  return rational(a.hi) + rational(a.lo);
}
bool holds(Ball a, const Rational& value) {
  return abs(Rational(value - middle(a))) <= rational(a.radius) && rational(lower(a)) <= value &&
         value <= rational(upper(a));
}

// A ball and one of the numbers in it.
struct Sample {
  Ball ball;
  Rational value;
};
Sample sample(std::mt19937_64& engine) {
  const auto number = [&](int low, int high) {
    const double mantissa = static_cast<double>(static_cast<std::int64_t>(engine()));
    return std::ldexp(mantissa, low + static_cast<int>(engine() % static_cast<unsigned>(high - low)));
  };
  const double hi = number(-90, -40);
  const ExactPair sum = sum_of(hi, hi * 0x1p-53 * number(-63, -62));
  const double radius =
      engine() % 2 == 0 ? 0 : std::fabs(hi) * std::ldexp(1.0, -static_cast<int>(engine() % 110));
  const int side = static_cast<int>(engine() % 3) - 1;
  return {{sum.hi, sum.lo, radius}, rational(sum.hi) + rational(sum.lo) + side * rational(radius)};
}

TEST(Ball, RandomOperationsThenTheResultHoldsTheExactOne) {
  std::mt19937_64 engine(kSeed);
  for (int i = 0; i < 20000; ++i) {
    const Sample a = sample(engine);
    const Sample b = sample(engine);
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " case " << i);
    ASSERT_TRUE(holds(a.ball, a.value));
    ASSERT_TRUE(holds(a.ball + b.ball, a.value + b.value));
    ASSERT_TRUE(holds(a.ball - b.ball, a.value - b.value));
    ASSERT_TRUE(holds(a.ball * b.ball, a.value * b.value));
    const Ball quotient = a.ball / b.ball;
    ASSERT_TRUE(!(quotient.radius < kInfinity) || holds(quotient, a.value / b.value));
  }
}

TEST(Ball, RandomRootsThenTheSquaredEndsEnclose) {
  std::mt19937_64 engine(kSeed);
  for (int i = 0; i < 20000; ++i) {
    const Sample a = sample(engine);
    const Rational value = a.value < 0 ? Rational(0) : a.value;
    const Ball root = sqrt(a.ball);
    const Rational low = rational(std::max(lower(root), 0.0));
    const Rational high = rational(upper(root));
    ASSERT_TRUE(low * low <= value && value <= high * high) << "seed " << kSeed << " case " << i;
  }
}

TEST(Ball, ExactInputsThenTwiceThePrecisionOfADouble) {
  const Ball third = to_ball(1) / to_ball(3);
  EXPECT_LT(third.radius, 0x1p-100);
  const Ball root = sqrt(to_ball(2));
  EXPECT_LT(root.radius, 0x1p-100);
  EXPECT_LE(upper(root) - lower(root), 0x1p-52);
}

TEST(Ball, NothingKnownThenInfiniteEnds) {
  for (const Ball unknown : {to_ball(1) / to_ball(0), sqrt(to_ball(std::nan(""))), to_ball(kInfinity)}) {
    EXPECT_EQ(lower(unknown), -kInfinity);
    EXPECT_EQ(upper(unknown), kInfinity);
  }
}

TEST(Ball, RootOfLessThanZeroThenZero) {
  EXPECT_LE(lower(sqrt(to_ball(-1))), 0);
  EXPECT_LT(upper(sqrt(to_ball(-1))), 1e-250);
}

}  // namespace
}  // namespace touchstone::oracle
