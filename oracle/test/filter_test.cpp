#include "oracle/filter.hpp"

#include <gtest/gtest.h>

#include "oracle/test/convex_pairs.hpp"

namespace touchstone::oracle {
namespace {

using test::Family;
using test::PairMaker;

constexpr unsigned kSeed = 20260102;

Rational exact_side(const ConvexRational& e, int k, const ConvexRational& f, int l) {
  const RationalVec2& start = e.corners[static_cast<std::size_t>(k)];
  const RationalVec2& end = e.corners[static_cast<std::size_t>(k + 1) % e.corners.size()];
  return cross(end - start, f.corners[static_cast<std::size_t>(l)] - start);
}

struct Counts {
  int decided = 0;
  int all = 0;
};

// Every edge of e against every corner of f: what the filter says and the expansions say is what is.
void compare(const ConvexOperand& e, const ConvexOperand& f, Counts& counts) {
  const ConvexRational exact_e = e.to_rational();
  const ConvexRational exact_f = f.to_rational();
  for (int k = 0; k < e.edge_count(); ++k) {
    const EdgeFilter filter(e, k, f);
    for (int l = 0; l < f.size(); ++l) {
      const double side = filter.side(f.corner(l));
      const int sign = exact_side(exact_e, k, exact_f, l).sign();
      const bool in_range = e.in_range() && f.in_range();
      ASSERT_EQ(in_range ? side_by_expansion(e, k, f, l) : sign, sign);
      ASSERT_TRUE(!filter.is_inside(side) || sign == 1);
      ASSERT_TRUE(!filter.is_outside(side) || sign == -1);
      counts.decided += filter.is_inside(side) || filter.is_outside(side);
      ++counts.all;
    }
  }
}

Counts compare_family(Family family, int pairs) {
  PairMaker make(family, kSeed);
  ConvexOperand a, b;
  Counts counts;
  for (int i = 0; i < pairs && !testing::Test::HasFatalFailure(); ++i) {
    make.next();
    EXPECT_TRUE(a.assign(operand_of(make.a).skeleton) && b.assign(operand_of(make.b).skeleton));
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " pair " << i);
    compare(a, b, counts);
    compare(b, a, counts);
  }
  return counts;
}

TEST(EdgeFilter, UniformPairsThenItDecidesNearlyAllAndNeverErrs) {
  const Counts counts = compare_family(Family::uniform, 300);
  EXPECT_GT(counts.decided, counts.all * 999 / 1000);
}

TEST(EdgeFilter, LatticePairsThenItAbstainsOnZerosOnly) {
  const Counts counts = compare_family(Family::lattice, 1500);
  EXPECT_GT(counts.decided, counts.all * 8 / 10);
  EXPECT_LT(counts.decided, counts.all * 98 / 100);
}

TEST(EdgeFilter, RoundedCornersThenItNeverErrs) {
  const Counts counts = compare_family(Family::rounded_obb, 300);
  EXPECT_GT(counts.decided, counts.all * 99 / 100);
}

TEST(EdgeFilter, NearTouchThenItAbstainsSometimes) {
  const Counts counts = compare_family(Family::near_touch, 300);
  EXPECT_GT(counts.decided, counts.all * 8 / 10);
  EXPECT_LT(counts.decided, counts.all * 995 / 1000);
}

TEST(EdgeFilter, SliversThenItNeverErrs) {
  const Counts counts = compare_family(Family::sliver, 300);
  EXPECT_GT(counts.decided, counts.all / 2);
}

TEST(EdgeFilter, TinySubnormalAndHugePairsThenItNeverErrs) {
  EXPECT_EQ(compare_family(Family::tiny, 100).decided, 0);
  EXPECT_EQ(compare_family(Family::subnormal, 100).decided, 0);
  const Counts huge = compare_family(Family::huge, 100);
  EXPECT_LT(huge.decided, huge.all);
}

TEST(EdgeFilter, NeighboursOfAnEdgeThenItAbstainsAndTheExpansionsDecide) {
  const Point corners[] = {{0, 0}, {3, 1}, {0, 3}};
  const double y[] = {std::nextafter(0.5, 0), 0.5, std::nextafter(0.5, 1)};
  ConvexOperand triangle, point;
  ASSERT_TRUE(triangle.assign(Polygon2<double>{corners, {}}));
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(point.assign(Point2<double>{{1.5, y[i]}}));
    const EdgeFilter filter(triangle, 0, point);
    const double side = filter.side(point.corner(0));
    EXPECT_FALSE(filter.is_inside(side) || filter.is_outside(side));
    EXPECT_EQ(side_by_expansion(triangle, 0, point, 0), i - 1);
  }
}

TEST(BoxesAreApart, GapOfOneUlpThenApartAndTouchThenNot) {
  ConvexOperand a, b;
  ASSERT_TRUE(a.assign(Aabb2<double>{{0, 0}, {1, 1}}));
  ASSERT_TRUE(b.assign(Aabb2<double>{{1, 0}, {2, 1}}));
  EXPECT_FALSE(boxes_are_apart(a, b));
  ASSERT_TRUE(b.assign(Aabb2<double>{{std::nextafter(1.0, 2), 0}, {2, 1}}));
  EXPECT_TRUE(boxes_are_apart(a, b));
}

}  // namespace
}  // namespace touchstone::oracle
