// Support mappings against scans in the reference's numbers.
#include <gtest/gtest.h>

#include <touchstone/support3.hpp>
#include <touchstone/support_wrappers3.hpp>

#include "core/test/space_pairs.hpp"

namespace touchstone {
namespace {

namespace sp = space_pairs;
using space_reference::Real;
using space_reference::real;

constexpr std::uint64_t kSeed = 3;

static_assert(ConvexSupport3<PolytopeSupport3> && ConvexSupport3<ObbSupport3> &&
              ConvexSupport3<PointSupport3> && ConvexSupport3<SegmentSupport3> &&
              ConvexSupport3<CylinderSupport3> && ConvexSupport3<Transformed3<CylinderSupport3>> &&
              ConvexSupport3<Inflated3<ObbSupport3>>);

TEST(CompareHeights, NeighboursOfATieAreToldApart) {
  const Vec3<double> n{1, 1, 0};
  EXPECT_EQ(compare_heights(n, {1, 2, 5}, {2, 1, 7}), 0);
  EXPECT_EQ(compare_heights(n, {std::nextafter(1, 2), 2, 5}, {2, 1, 7}), 1);
  EXPECT_EQ(compare_heights(n, {std::nextafter(1, 0), 2, 5}, {2, 1, 7}), -1);
  // The sum 2^60 + 2^-60 needs two terms.
  EXPECT_EQ(compare_heights(n, {0x1p+60, 0x1p-60, 0}, {0x1p+60, 0, 0}), 1);
}

TEST(ObbSupport, CornersByHand) {
  const ObbSupport3 box = support_of(Obb3<double>{{1, 2, 3}, {{1, 0, 0}, {0, 2, 0}, {0, 0, 0}}});
  EXPECT_EQ(box.support({1, -1, 1}), (Vec3<double>{2, 0, 3}));
  EXPECT_EQ(box.support({-1, 1, 0}), (Vec3<double>{0, 4, 3}));
  EXPECT_EQ(box.reach(), 4);
}

TEST(CylinderSupport, RimAndEndsByHand) {
  const CylinderSupport3 cylinder = support_of(Cylinder3<double>{{0, 0, 0}, {0, 0, 4}, 2});
  EXPECT_EQ(cylinder.support({1, 0, 1}), (Vec3<double>{2, 0, 4}));
  EXPECT_EQ(cylinder.support({0, -3, -1}), (Vec3<double>{0, -2, 0}));
  EXPECT_EQ(cylinder.support({0, 0, 1}).z, 4);
  EXPECT_EQ(length(cylinder.support({0, 0, -1})), 2);
}

TEST(CylinderSupport, StaysOnTheCylinderAndIsHighest) {
  sp::Random random(kSeed);
  for (int k = 0; k < 2000; ++k) {
    const Cylinder3<double> c = sp::cylinder(random, 2);
    Vec3<double> n = random.direction();
    // Almost along the axis, where the part across it is little but noise.
    if (k % 2 == 0) n = (c.to - c.from) + random.direction() * random.power(-60, -20);
    const double unit = kRounding * support_of(c).reach();
    const Vec3<double> p = support_of(c).support(n);
    ASSERT_LE(sp::outside(c, real(p)), Real(kCylinderSupportBound * unit));
    const Real lost = sp::highest(c, real(n)) - dot(real(n), real(p)) / space_reference::size_of(real(n));
    ASSERT_LE(lost, Real(kCylinderSupportBound * unit));
  }
}

TEST(PolytopeSupport, ClimbingFindsTheCornerOfTheScan) {
  sp::Random random(kSeed);
  for (int k = 0; k < 20; ++k) {
    const ConvexHull hull = sp::hull_of(sp::on_sphere(random, 200, random.in_cube(3)));
    const PolytopeView view = hull.view();
    const PolytopeSupport3 support(view);
    ASSERT_GT(view.corner_count, kScannedCorners);
    for (int i = 0; i < 50; ++i) {
      const Vec3<double> n = random.direction();
      const Vec3<double> p = support.support(n);
      for (int c = 0; c < view.corner_count; ++c) ASSERT_LE(compare_heights(n, view.corners[c], p), 0);
    }
  }
}

/// A dome so flat that between neighbours heights differ by less than rounding, while they add up.
TEST(PolytopeSupport, SlopesBelowRoundingAreClimbed) {
  std::vector<Vec3<double>> points{{0, 0, 0}};
  for (int x = -20; x <= 20; ++x)
    for (int y = -1; y <= 1; ++y) points.push_back({x * 1.0, y * 1.0, 1024 - (x * x + y * y) * 0x1p-42});
  const ConvexHull hull = sp::hull_of(points);
  const PolytopeView view = hull.view();
  const PolytopeSupport3 support(view);
  ASSERT_GT(view.corner_count, 100);
  support.support({-1, 0, 0});
  for (const double slope : {0.0, 0x1p-42, 0x1p-39, -0x1p-38}) {
    const Vec3<double> n{slope, 0, 1};
    const Vec3<double> p = support.support(n);
    for (int c = 0; c < view.corner_count; ++c) ASSERT_LE(compare_heights(n, view.corners[c], p), 0);
  }
}

TEST(Wrappers, TransformedInflatedAndDifference) {
  const Transformed3<SegmentSupport3> turned{
      {{0, 0, 0}, {2, 0, 0}}, {{0, 3, 0}, {1, 0, 0}, {0, 0, 1}}, {0, 0, 5}};
  EXPECT_EQ(turned.support({0, 1, 0}), (Vec3<double>{0, 6, 5}));
  EXPECT_EQ(turned.support({0, -1, 0}), (Vec3<double>{0, 0, 5}));
  const Inflated3<SegmentSupport3> thick{{{0, 0, 0}, {2, 0, 0}, 1}, 0.5};
  EXPECT_EQ(thick.radius(), 1.5);
  const PointSupport3 point{{1, 1, 1}, 2};
  const auto difference = minkowski_difference(turned, point);
  EXPECT_EQ(difference.support({0, 1, 0}).value, (Vec3<double>{-1, 5, 4}));
  EXPECT_EQ(difference.radius(), 2);
}

}  // namespace
}  // namespace touchstone
