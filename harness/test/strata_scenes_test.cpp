// Single strata: what each scene of one must be, beyond the shares of the whole.
#include "harness/test/strata_scenes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include <touchstone/exact_sign.hpp>
#include <touchstone/validity.hpp>

namespace touchstone {
namespace {

/// Every scene of one stratum, of all pairs for which of(pair) holds.
template <class Check>
void for_each_scene(Stratum stratum, bool (*of)(PairClass), Check check) {
  int pairs = 0;
  for (const PairClass pair : kPairClasses) {
    if (dimension_of(pair) == 3 || !applies(stratum, pair) || !of(pair)) continue;
    ++pairs;
    for (std::uint64_t i = 0; i < (kSanitized ? 10 : 100); ++i) {
      SCOPED_TRACE(scene_id(stratum, pair, kSeed, i));
      Judged judged(stratum, pair, i);
      check(judged);
      if (testing::Test::HasFailure()) return;
    }
  }
  EXPECT_GT(pairs, 0);
}

bool is_flat(ShapeClass type) {
  return type == ShapeClass::point || type == ShapeClass::segment;
}
bool straight(PairClass pair) {
  return pair.b < ShapeClass::circle;
}
bool straight_convex(PairClass pair) {
  return straight(pair) && is_convex(pair);
}
bool straight_with_area(PairClass pair) {
  return straight(pair) && !is_flat(pair.a) && !is_flat(pair.b);
}
bool both(PairClass pair, ShapeClass type) {
  return pair.a == type && pair.b == type;
}
bool aabbs(PairClass pair) {
  return both(pair, ShapeClass::aabb);
}
bool obbs(PairClass pair) {
  return both(pair, ShapeClass::obb);
}
bool segments(PairClass pair) {
  return both(pair, ShapeClass::segment);
}
bool polygons(PairClass pair) {
  return pair.a == pair.b && (pair.a == ShapeClass::polygon || pair.a == ShapeClass::concave);
}

/// The numbers that describe both shapes.
std::vector<double> numbers_of(const Scene& scene) {
  std::vector<double> numbers;
  for (const OwnedShape* shape : {&scene.a, &scene.b}) {
    for (const Vec2<double> p : shape->points) numbers.insert(numbers.end(), {p.x, p.y});
    for (const auto& hole : shape->holes)
      for (const Vec2<double> p : hole) numbers.insert(numbers.end(), {p.x, p.y});
  }
  return numbers;
}

TEST(NestedStratum, OneShapeContainsTheOther) {
  int a_outside = 0, scenes = 0;
  for_each_scene(Stratum::nested, straight_with_area, [&](const Judged& judged) {
    const Kind kind = judged.truth->kind();
    ASSERT_TRUE(kind == Kind::a_contains_b || kind == Kind::b_contains_a);
    a_outside += kind == Kind::a_contains_b ? 1 : 0;
    ++scenes;
  });
  expect_share("a outside", a_outside, scenes, {0.4, 0.6});
}

TEST(FarFromOriginStratum, OffsetsAreAtLeastAThousandTimesTheSize) {
  for_each_scene(Stratum::far_from_origin, polygons, [&](const Judged& judged) {
    const std::vector<Vec2<double>>& points = judged.scene.a.points;
    double size = 0;
    for (const Vec2<double> p : points) size = std::fmax(size, length(p - points[0]));
    ASSERT_GT(judged.truth->scale(), 1000 * size);
  });
}

TEST(ShallowStratum, OverlapsAreSmallAgainstTheShapes) {
  const auto check = [](const Judged& judged) {
    const oracle::Interval separation = judged.truth->separation();
    ASSERT_LT(separation.hi, 0);
    ASSERT_GT(separation.lo, -judged.truth->scale() / 4);
  };
  for_each_scene(Stratum::shallow, obbs, check);
  for_each_scene(Stratum::shallow, aabbs, check);
}

TEST(NearParallelStratum, SegmentsDifferInDirectionByRoundingOnly) {
  for_each_scene(Stratum::near_parallel, segments, [](const Judged& judged) {
    const std::vector<Vec2<double>>&a = judged.scene.a.points, &b = judged.scene.b.points;
    const Vec2<double> u = a[1] - a[0], v = b[1] - b[0];
    ASSERT_NE(orientation({0, 0}, u, v), 0);
    ASSERT_LT(std::fabs(cross(u, v)), 0x1p-36 * length(u) * length(v));
  });
}

TEST(CollinearStratum, SegmentsLieOnOneLine) {
  for_each_scene(Stratum::collinear, segments, [](const Judged& judged) {
    const std::vector<Vec2<double>>&a = judged.scene.a.points, &b = judged.scene.b.points;
    ASSERT_EQ(orientation(a[0], a[1], b[0]), 0);
    ASSERT_EQ(orientation(a[0], a[1], b[1]), 0);
  });
}

TEST(ConcentricStratum, BoxesHaveOneCentre) {
  for_each_scene(Stratum::concentric, obbs,
                 [](const Judged& judged) { ASSERT_EQ(judged.scene.a.points[0], judged.scene.b.points[0]); });
}

TEST(NeedleStratum, OneShapeIsVeryThin) {
  double thinnest = 0;
  for_each_scene(Stratum::needle, obbs, [&](const Judged& judged) {
    const auto aspect = [](const std::vector<Vec2<double>>& p) {
      return (dot(p[1], p[1]) + dot(p[2], p[2])) / std::fabs(cross(p[1], p[2]));
    };
    const double thinner = std::fmax(aspect(judged.scene.a.points), aspect(judged.scene.b.points));
    ASSERT_GT(thinner, 0x1p14);
    thinnest = std::fmax(thinnest, thinner);
  });
  EXPECT_GT(thinnest, kSanitized ? 0x1p20 : 0x1p32);
  EXPECT_LT(thinnest, 0x1p44);
}

TEST(TinyScaleStratum, NumbersAndTheirDifferencesStayInRange) {
  double smallest = 1;
  for_each_scene(Stratum::tiny_scale, straight, [&](const Judged& judged) {
    const std::vector<double> numbers = numbers_of(judged.scene);
    for (const double x : numbers) {
      ASSERT_TRUE(in_exact_range(x));
      for (const double y : numbers) ASSERT_TRUE(in_exact_range(x - y) && in_exact_range(x + y));
      if (x != 0) smallest = std::fmin(smallest, std::fabs(x));
    }
  });
  EXPECT_LE(smallest, 4 * kSmallestCoordinate);
}

TEST(HugeScaleStratum, NumbersStayInRange) {
  double largest = 0;
  for_each_scene(Stratum::huge_scale, straight, [&](const Judged& judged) {
    for (const double x : numbers_of(judged.scene)) {
      ASSERT_TRUE(in_exact_range(x));
      largest = std::fmax(largest, std::fabs(x));
    }
  });
  EXPECT_GE(largest, kLargestCoordinate / 4);
}

TEST(OutOfRangeStratum, CoreGivesUp) {
  int huge = 0, scenes = 0;
  for_each_scene(Stratum::out_of_range, straight, [&](const Judged& judged) {
    const Checked2<double> a = checked(judged.a.get()), b = checked(judged.b.get());
    ASSERT_TRUE(a.status == Status::out_of_range || b.status == Status::out_of_range);
    ASSERT_TRUE(std::isfinite(judged.truth->scale()));
    huge += judged.truth->scale() > 1 ? 1 : 0;
    ++scenes;
  });
  expect_share("huge", huge, scenes, {0.4, 0.6});
}

TEST(GrazingStratum, ShapesPassWithinAFewSteps) {
  for_each_scene(Stratum::grazing, straight_convex, [](const Judged& judged) {
    const oracle::Interval separation = judged.truth->separation();
    // Two steps along each axis; a step is at most 2^-31 of the largest coordinate.
    ASSERT_LE(std::fmax(separation.hi, -separation.lo), 3 * 0x1p-31 * judged.truth->scale());
  });
}

TEST(PiercingStratum, KindIsPiercing) {
  for_each_scene(Stratum::piercing, straight_with_area,
                 [](const Judged& judged) { ASSERT_EQ(judged.truth->kind(), Kind::piercing); });
}

TEST(SymmetricStratum, BoxesAreShiftedAlongAnAxisOrADiagonal) {
  for_each_scene(Stratum::symmetric, aabbs, [](const Judged& judged) {
    const std::vector<Vec2<double>>&a = judged.scene.a.points, &b = judged.scene.b.points;
    const Vec2<double> twice = a[0] + a[1] - b[0] - b[1];
    ASSERT_TRUE(twice.x == 0 || twice.y == 0 || std::fabs(twice.x) == std::fabs(twice.y));
    ASSERT_EQ(a[1].x - a[0].x, a[1].y - a[0].y);
  });
}

TEST(AxisAlignedStratum, EdgesRunAlongTheAxes) {
  for_each_scene(Stratum::axis_aligned, polygons, [](const Judged& judged) {
    const std::vector<Vec2<double>>& p = judged.scene.a.points;
    for (std::size_t i = 0; i < p.size(); ++i) {
      const Vec2<double> edge = p[(i + 1) % p.size()] - p[i];
      ASSERT_TRUE(edge.x == 0 || edge.y == 0);
    }
  });
}

TEST(PointLikeStratum, OneShapeHasNoArea) {
  int points = 0;
  for_each_scene(Stratum::point_like, straight, [&](const Judged& judged) {
    const Checked2<double> a = checked(judged.a.get()), b = checked(judged.b.get());
    const auto size = [](const Checked2<double>& s) { return s.is_polytope() ? s.convex().dimension : 2; };
    ASSERT_LT(std::min(size(a), size(b)), 2);
    points += size(a) == 0 || size(b) == 0 ? 1 : 0;
  });
  EXPECT_GT(points, 0);
}

}  // namespace
}  // namespace touchstone
