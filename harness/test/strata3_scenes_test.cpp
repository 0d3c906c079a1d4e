// Single strata of space: what each scene of one must be, beyond the shares of the whole.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <touchstone/checked3.hpp>

#include "harness/strata/space_meetings.hpp"
#include "harness/test/strata_scenes.hpp"

namespace touchstone {
namespace {

/// Checks so many scenes of one stratum and pair.
template <class Check>
void for_each_scene(Stratum stratum, PairClass pair, Check check) {
  Scene scene;
  for (std::uint64_t i = 0; i < (kSanitized ? 50 : 500); ++i) {
    SCOPED_TRACE(scene_id(stratum, pair, kSeed, i));
    generate(stratum, pair, kSeed, i, scene);
    check(scene);
    if (testing::Test::HasFailure()) return;
  }
}
template <class Check>
void for_each_scene(Stratum stratum, Check check) {
  for (std::size_t i = kPlanePairCount; i < kPairCount; ++i) {
    if (applies(stratum, kPairClasses[i])) for_each_scene(stratum, kPairClasses[i], check);
  }
}

constexpr PairClass kObbs{ShapeClass::obb3, ShapeClass::obb3}, kHulls{ShapeClass::hull, ShapeClass::hull},
    kCubes{ShapeClass::aabb3, ShapeClass::aabb3};

std::vector<double> numbers_of(const Scene& scene) {
  std::vector<double> numbers;
  for (const OwnedShape* shape : {&scene.a, &scene.b}) {
    for (const Vec3<double>& p : shape->points3) numbers.insert(numbers.end(), {p.x, p.y, p.z});
    numbers.push_back(shape->radii[0]);
  }
  std::erase(numbers, 0.0);
  for (double& x : numbers) x = std::fabs(x);
  return numbers;
}

TEST(SpaceTinyScaleStratum, NumbersStayInRangeAndComeNearItsEnd) {
  double smallest = 1;
  for_each_scene(Stratum::tiny_scale, [&](const Scene& scene) {
    for (const double x : numbers_of(scene)) {
      ASSERT_GE(x, kSmallestCoordinate3);
      smallest = std::fmin(smallest, x);
    }
  });
  EXPECT_LE(smallest, 4 * kSmallestCoordinate3);
}

TEST(SpaceHugeScaleStratum, NumbersStayInRangeAndComeNearItsEnd) {
  double largest = 0;
  for_each_scene(Stratum::huge_scale, [&](const Scene& scene) {
    for (const double x : numbers_of(scene)) {
      ASSERT_LE(x, kLargestCoordinate3);
      largest = std::fmax(largest, x);
    }
  });
  EXPECT_GE(largest, kLargestCoordinate3 / 16);
}

TEST(SpaceOutOfRangeStratum, ANumberLeavesTheRange) {
  int huge = 0, scenes = 0;
  for_each_scene(Stratum::out_of_range, [&](const Scene& scene) {
    const std::vector<double> numbers = numbers_of(scene);
    const bool large = std::ranges::any_of(numbers, [](double x) { return x > kLargestCoordinate3; });
    ASSERT_TRUE(large || std::ranges::all_of(numbers, [](double x) { return x < kSmallestCoordinate3; }));
    huge += large ? 1 : 0;
    ++scenes;
  });
  expect_share("huge", huge, scenes, {0.4, 0.6});
}

TEST(SpaceFarFromOriginStratum, OffsetsAreAtLeastAThousandTimesTheSize) {
  for_each_scene(Stratum::far_from_origin, kHulls, [&](const Scene& scene) {
    double size = 0, scale = 0;
    for (const Vec3<double>& p : scene.a.points3) {
      size = std::fmax(size, length(p - scene.a.points3[0]));
      scale = std::fmax(scale, length(p));
    }
    ASSERT_GT(scale, 1000 * size);
  });
}

TEST(SpaceConcentricStratum, BoxesHaveOneCentre) {
  for_each_scene(Stratum::concentric, kObbs,
                 [](const Scene& scene) { ASSERT_EQ(scene.a.points3[0], scene.b.points3[0]); });
}

TEST(SpaceNearParallelStratum, AnEdgeOfOneIsNearlyParallelToOneOfTheOther) {
  double least = 1;
  for_each_scene(Stratum::near_parallel, kObbs, [&](const Scene& scene) {
    double nearest = 1;
    for (std::size_t i = 1; i < 4; ++i) {
      for (std::size_t k = 1; k < 4; ++k) {
        const Vec3<double>&u = scene.a.points3[i], &v = scene.b.points3[k];
        const double sine = length(cross(u, v)) / (length(u) * length(v));
        nearest = std::fmin(nearest, sine);
      }
    }
    ASSERT_LT(nearest, 2e-3);
    if (nearest > 0) least = std::fmin(least, nearest);
  });
  EXPECT_LT(least, 0x1p-40);
}

TEST(SpaceStackedStratum, CubesAreEqual) {
  for_each_scene(Stratum::stacked, kCubes, [](const Scene& scene) {
    const Vec3<double> a = scene.a.points3[1] - scene.a.points3[0];
    ASSERT_EQ(a, scene.b.points3[1] - scene.b.points3[0]);
    ASSERT_TRUE(a.x == a.y && a.y == a.z);
  });
}

TEST(SpaceThinPlatesStratum, BoxesAreMuchWiderThanHigh) {
  for_each_scene(Stratum::thin_plates, kCubes, [](const Scene& scene) {
    double widest = 0;
    for (const OwnedShape* shape : {&scene.a, &scene.b}) {
      const Vec3<double> size = shape->points3[1] - shape->points3[0];
      const double least = std::fmin(size.x, std::fmin(size.y, size.z));
      widest = std::fmax(widest, std::fmax(size.x, std::fmax(size.y, size.z)) / least);
    }
    ASSERT_GE(widest, 16);
  });
}

TEST(SpaceAxisAlignedStratum, RaysHaveTwoZeroDirectionComponents) {
  for_each_scene(Stratum::axis_aligned, {ShapeClass::aabb3, ShapeClass::ray3}, [](const Scene& scene) {
    const OwnedShape& ray = scene.a.type == ShapeType::ray3 ? scene.a : scene.b;
    const Vec3<double>& d = ray.points3[1];
    ASSERT_EQ((d.x == 0) + (d.y == 0) + (d.z == 0), 2);
  });
}

TEST(SpaceVertexTouchStratum, RayDirectionsHaveAllLengths) {
  double least = 1e300, most = 0;
  for_each_scene(Stratum::vertex_touch, {ShapeClass::sphere, ShapeClass::ray3}, [&](const Scene& scene) {
    const OwnedShape& ray = scene.a.type == ShapeType::ray3 ? scene.a : scene.b;
    least = std::fmin(least, length(ray.points3[1]));
    most = std::fmax(most, length(ray.points3[1]));
  });
  EXPECT_LT(least, 0x1p-10);
  EXPECT_GT(most, 16);
}

TEST(SpaceVertexTouchStratum, HullsHaveFourToTwentyPoints) {
  std::size_t least = 100, most = 0;
  for_each_scene(Stratum::vertex_touch, kHulls, [&](const Scene& scene) {
    least = std::min(least, scene.a.points3.size());
    most = std::max(most, scene.a.points3.size());
  });
  EXPECT_EQ(least, std::size_t{4});
  EXPECT_EQ(most, std::size_t{20});
}

// ---- contacts, by integers alone

using strata::Wide;
using strata::space::Grid3;
using strata::space::SpacePair;
using strata::space::SpaceShape;
using strata::space::wide_dot;

Wide square(Wide x) {
  return x * x;
}
Wide farthest(const SpaceShape& shape, const Grid3& n) {
  Wide most = wide_dot(shape.points[0], n);
  for (int i = 1; i < shape.count; ++i) most = std::max(most, wide_dot(shape.points[i], n));
  return most;
}
Grid3 axis_of(const SpaceShape& shape) {
  return shape.count == 2 ? shape.points[1] - shape.points[0] : Grid3{};
}

/// The plane through the contact with that normal supports the shape: nothing of it lies beyond, and if it is
/// round, its surface just comes there.
bool is_supported(const SpaceShape& shape, const Grid3& n, const Grid3& contact) {
  const Wide height = wide_dot(contact, n);
  if (shape.type == ShapeClass::plane)
    return cross(shape.normal, n) == Grid3{} && dot(shape.normal, n) > 0 &&
           shape.offset * Wide{dot(n, n)} == height * dot(shape.normal, n);
  if (shape.type == ShapeClass::ray3)
    return wide_dot(shape.points[0], n) <= height && wide_dot(axis_of(shape), n) <= 0;
  const Wide room = height - farthest(shape, n);
  if (room < 0 || shape.radius == 0) return room == 0;
  if (shape.type != ShapeClass::cylinder) return square(room) == square(shape.radius) * dot(n, n);
  // The rim reaches |n| sin(angle of n and axis) x radius beyond the end's centre.
  const Grid3 axis = axis_of(shape);
  return square(room) * dot(axis, axis) ==
         square(shape.radius) * (Wide{dot(n, n)} * dot(axis, axis) - square(dot(n, axis)));
}

/// The contact is a point of the shape, as far as a few products tell: of round ones and rays.
bool may_hold(const SpaceShape& shape, const Grid3& contact) {
  const Grid3 axis = axis_of(shape), way = contact - (shape.count > 0 ? shape.points[0] : Grid3{});
  const Wide along = wide_dot(way, axis), length_sq = wide_dot(axis, axis);
  const Wide off_sq = wide_dot(way, way) * length_sq - square(along);  // times length_sq
  switch (shape.type) {
    case ShapeClass::sphere:
      return wide_dot(way, way) <= square(shape.radius);
    case ShapeClass::cylinder:
      return along >= 0 && along <= length_sq && off_sq <= square(shape.radius) * length_sq;
    case ShapeClass::ray3:
      return along >= 0 && off_sq == 0;
    case ShapeClass::plane:
      return wide_dot(shape.normal, contact) == shape.offset;
    default:
      return true;
  }
}

TEST(SpaceMeetings, APlaneSupportsBothShapesFromBothSidesAtAPointOfBoth) {
  int scenes = 0;
  for (std::size_t i = kPlanePairCount; i < kPairCount; ++i) {
    for (std::uint64_t k = 0; k < 300; ++k) {
      Random random(kSeed, 0, i, k);
      SpacePair pair;
      strata::space::meet_somehow(random, kPairClasses[i], random.between(2, 8), pair);
      SCOPED_TRACE(std::string(name_of(kPairClasses[i])) + " " + std::to_string(k));
      ASSERT_TRUE(is_supported(pair.a, pair.normal, pair.contact));
      ASSERT_TRUE(is_supported(pair.b, -pair.normal, pair.contact));
      ASSERT_TRUE(may_hold(pair.a, pair.contact) && may_hold(pair.b, pair.contact));
      ++scenes;
    }
  }
  EXPECT_EQ(scenes, 65 * 300);
}

TEST(SpaceFrames, AreRotationsTimesTheirLength) {
  for (std::uint64_t k = 0; k < 1000; ++k) {
    Random random(kSeed, 0, 0, k);
    const strata::space::Frame3 f = strata::space::any_frame3(random);
    for (const Grid3& v : {f.u, f.v, f.n}) ASSERT_EQ(dot(v, v), f.length * f.length);
    ASSERT_EQ(cross(f.u, f.v), f.n * f.length);
    ASSERT_EQ(dot(f.u, f.v), 0);
    ASSERT_LE(f.length, 41);
  }
}

}  // namespace
}  // namespace touchstone
