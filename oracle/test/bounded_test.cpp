#include "oracle/bounded.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "oracle/number.hpp"
#include "oracle/test/polygons.hpp"

namespace touchstone::oracle {
namespace {

constexpr std::uint64_t kSeed = 20260321;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

bool holds(Bounded a, const Rational& value) {
  return abs(Rational(value - rational(a.value))) <= rational(a.error) && rational(lower(a)) <= value &&
         value <= rational(upper(a));
}

// A bounded number and one of the numbers it stands for.
struct Sample {
  Bounded bounded;
  Rational value;
};
Sample sample(test::Random& random) {
  const double value = std::ldexp(random.unit() - 0.5, random.below(60) - 30);
  const double error = random.below(2) == 0 ? 0 : std::ldexp(std::fabs(value), -random.below(60));
  return {{value, error}, rational(value) + (random.below(3) - 1) * rational(error)};
}

TEST(Bounded, RandomOperationsThenTheResultHoldsTheExactOne) {
  test::Random random(kSeed);
  int divided = 0;
  for (int i = 0; i < 20000; ++i) {
    const Sample a = sample(random);
    const Sample b = sample(random);
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " case " << i);
    ASSERT_TRUE(holds(a.bounded + b.bounded, a.value + b.value));
    ASSERT_TRUE(holds(a.bounded - b.bounded, a.value - b.value));
    ASSERT_TRUE(holds(a.bounded * b.bounded, a.value * b.value));
    const Bounded quotient = a.bounded / b.bounded;
    divided += quotient.error < kInfinity;
    ASSERT_TRUE(!(quotient.error < kInfinity) || holds(quotient, a.value / b.value));
  }
  EXPECT_GT(divided, 15000);
}

TEST(Bounded, RandomRootsThenTheSquaredEndsEnclose) {
  test::Random random(kSeed + 1);
  for (int i = 0; i < 20000; ++i) {
    const Sample a = sample(random);
    const Rational value = a.value < 0 ? Rational(0) : a.value;
    const Bounded root = sqrt(a.bounded);
    const Rational least = rational(root.value) - rational(root.error);
    const Rational most = rational(root.value) + rational(root.error);
    ASSERT_TRUE(least <= 0 || least * least <= value) << "seed " << kSeed + 1 << " case " << i;
    ASSERT_TRUE(most >= 0 && most * most >= value) << "seed " << kSeed + 1 << " case " << i;
  }
}

TEST(Bounded, SignsThenKnownOnlyBeyondTheError) {
  EXPECT_EQ(sign_if_known(Bounded{1, 0.5}), 1);
  EXPECT_EQ(sign_if_known(Bounded{-1, 0.5}), -1);
  EXPECT_EQ(sign_if_known(Bounded{1, 1}), kUnknownSign);
  EXPECT_EQ(sign_if_known(Bounded{0, 0}), 0);
  EXPECT_EQ(sign_if_known(Bounded{std::nan(""), 0}), kUnknownSign);
  EXPECT_EQ(sign_if_known(Ball{0, 0, 0}), 0);
  EXPECT_EQ(sign_if_known(Ball{0, 0, 1}), kUnknownSign);
  EXPECT_EQ(sign_if_known(Ball{1, 0, std::nan("")}), kUnknownSign);
}

TEST(Bounded, NothingKnownThenTheEndsAreInfinite) {
  EXPECT_EQ(lower(Bounded{0, kInfinity}), -kInfinity);
  EXPECT_EQ(upper(Bounded{std::nan(""), 0}), kInfinity);
  EXPECT_EQ((Bounded{1, 0} / Bounded{1, 2}).error, kInfinity);
}

}  // namespace
}  // namespace touchstone::oracle
