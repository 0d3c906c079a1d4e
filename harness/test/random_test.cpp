#include "harness/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

namespace touchstone {
namespace {

TEST(Random, EqualKeysGiveEqualNumbers) {
  Random a(1, 2, 3, 4), b(1, 2, 3, 4);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(a.next(), b.next());
}

TEST(Random, NumbersAreTheSameOnEveryMachine) {
  Random random(1, 2, 3, 4);
  EXPECT_EQ(random.next(), 0x7FDC085302D13208u);
  EXPECT_EQ(random.next(), 0x25969151B217955Eu);
}

TEST(Random, EachKeyChangesTheStream) {
  std::vector<std::uint64_t> firsts;
  for (std::uint64_t k = 0; k < 1000; ++k) {
    firsts.push_back(Random(k, 0, 0, 0).next());
    firsts.push_back(Random(0, k + 1, 0, 0).next());
    firsts.push_back(Random(0, 0, k + 1, 0).next());
    firsts.push_back(Random(0, 0, 0, k + 1).next());
  }
  std::sort(firsts.begin(), firsts.end());
  EXPECT_EQ(std::adjacent_find(firsts.begin(), firsts.end()), firsts.end());
}

TEST(Random, BelowReachesEveryValueEvenly) {
  constexpr int kDraws = 70000;
  Random random(5, 0, 0, 0);
  std::array<int, 7> counts{};
  for (int i = 0; i < kDraws; ++i) ++counts[random.below(7)];
  // 10,000 expected each; standard deviation 93.
  for (const int count : counts) EXPECT_NEAR(count, kDraws / 7, 5 * 93);
}

TEST(Random, BelowOfNothingAndOfOneIsZero) {
  Random random(6, 0, 0, 0);
  EXPECT_EQ(random.below(0), 0u);
  EXPECT_EQ(random.below(1), 0u);
}

TEST(Random, BetweenIncludesBothEnds) {
  Random random(7, 0, 0, 0);
  std::array<int, 3> counts{};
  for (int i = 0; i < 300; ++i) ++counts[static_cast<std::size_t>(random.between(-1, 1) + 1)];
  for (const int count : counts) EXPECT_GT(count, 50);
  EXPECT_EQ(random.between(4, 4), 4);
}

TEST(Random, RealsFillTheUnitIntervalWithoutOne) {
  Random random(8, 0, 0, 0);
  double sum = 0, most = 0, least = 1;
  for (int i = 0; i < 100000; ++i) {
    const double x = random.real();
    ASSERT_TRUE(x >= 0 && x < 1);
    sum += x;
    most = std::max(most, x);
    least = std::min(least, x);
  }
  EXPECT_NEAR(sum / 100000, 0.5, 0.005);
  EXPECT_GT(most, 0.9995);
  EXPECT_LT(least, 0.0005);
}

TEST(Random, RealsUseAllBits) {
  Random random(9, 0, 0, 0);
  int odd = 0;
  for (int i = 0; i < 1000; ++i) odd += static_cast<std::uint64_t>(random.real() * 0x1p53) & 1 ? 1 : 0;
  EXPECT_NEAR(odd, 500, 80);
}

/// Of any two neighbours in index, about half of all bits differ: scenes i and i + 1 have nothing in common.
TEST(Random, NeighbouringIndicesAreUnrelated) {
  int bits = 0;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    bits += std::popcount(Random(1, 1, 1, i).next() ^ Random(1, 1, 1, i + 1).next());
  }
  EXPECT_NEAR(bits / 1000.0, 32, 0.7);
}

}  // namespace
}  // namespace touchstone
