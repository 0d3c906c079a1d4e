#include "harness/scene_bytes.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <random>

#include "harness/scene_json.hpp"
#include "oracle/validity.hpp"

namespace touchstone {
namespace {

using Bytes = std::vector<std::uint8_t>;
using Contour = std::vector<Vec2<double>>;

constexpr std::uint8_t kHullOfLattice = 0;
constexpr std::uint8_t kScaled = 1;
constexpr std::uint8_t kRaw = 2;
constexpr std::uint8_t kAsGiven = 4;
constexpr std::uint8_t kKeepOnSides = 8;
constexpr std::uint8_t kRepeatLast = 16;
constexpr std::uint8_t kClockwiseA = 32;

/// A lattice scene whose A has these points; B is (0,0) (1,0) (0,1).
Bytes lattice(std::uint8_t mode, const Contour& points) {
  Bytes bytes{mode, static_cast<std::uint8_t>(points.size() - 3)};
  const auto put = [&](double x) { bytes.push_back(static_cast<std::uint8_t>(static_cast<int>(x) + 16)); };
  for (const Contour& contour : {points, Contour{{0, 0}, {1, 0}, {0, 1}}}) {
    for (const Vec2<double>& p : contour) {
      put(p.x);
      put(p.y);
    }
  }
  return bytes;
}

Bytes random_bytes(std::mt19937_64& random, std::size_t count) {
  Bytes bytes(count);
  for (std::uint8_t& b : bytes) b = static_cast<std::uint8_t>(random());
  return bytes;
}

bool is_valid(const OwnedShape& shape) {
  std::string reason;
  return oracle::check(ShapeView(shape).get(), reason).valid;
}
bool is_convex(const OwnedShape& shape) {
  std::string reason;
  return oracle::check(ShapeView(shape).get(), reason).convex;
}

TEST(SceneFromBytes, NoBytesAreTwoTrianglesOfOnePoint) {
  const Scene scene = scene_from_bytes({});
  EXPECT_EQ(scene.a.points, Contour(3, {-16, -16}));
  EXPECT_EQ(scene.b, scene.a);
}

TEST(SceneFromBytes, HullIsCounterClockwiseWithoutRepeats) {
  const Contour given{{4, 4}, {0, 0}, {2, 2}, {4, 0}, {0, 0}, {0, 4}, {2, 0}};
  EXPECT_EQ(scene_from_bytes(lattice(kHullOfLattice, given)).a.points,
            (Contour{{0, 0}, {4, 0}, {4, 4}, {0, 4}}));
  EXPECT_EQ(scene_from_bytes(lattice(kKeepOnSides, given)).a.points,
            (Contour{{0, 0}, {2, 0}, {4, 0}, {4, 4}, {0, 4}}));
  EXPECT_EQ(scene_from_bytes(lattice(kClockwiseA, given)).a.points,
            (Contour{{0, 4}, {4, 4}, {4, 0}, {0, 0}}));
  EXPECT_EQ(scene_from_bytes(lattice(kRepeatLast, given)).a.points,
            (Contour{{0, 0}, {4, 0}, {4, 4}, {0, 4}, {0, 4}}));
  EXPECT_EQ(scene_from_bytes(lattice(kAsGiven, given)).a.points, given);
}

TEST(SceneFromBytes, PointsOnOneLineStayAsGiven) {
  const Contour given{{2, 2}, {0, 0}, {1, 1}, {2, 2}};
  EXPECT_EQ(scene_from_bytes(lattice(kHullOfLattice, given)).a.points, given);
}

TEST(SceneFromBytes, ScaledIsMantissaTimesPowerOfTwo) {
  const Bytes bytes{kScaled | kAsGiven, 0, 3, 0, 2, 0xFF, 0xFF, 0xC1};
  const Scene scene = scene_from_bytes(bytes);
  EXPECT_EQ(scene.a.points[0], (Vec2<double>{12, -0x1p-63}));
}

TEST(SceneFromBytes, HullsAreValidAndConvex) {
  constexpr std::uint64_t kSeed = 11;
  RecordProperty("seed", std::to_string(kSeed));
  std::mt19937_64 random(kSeed);
  int with_area = 0;
  constexpr int kScenes = 20000;
  for (int i = 0; i < kScenes; ++i) {
    Bytes bytes = random_bytes(random, 100);
    bytes[0] = static_cast<std::uint8_t>((bytes[0] & ~7) | (i % 2));  // hull of lattice or scaled points
    const Scene scene = scene_from_bytes(bytes);
    ASSERT_TRUE(is_valid(scene.a) && is_valid(scene.b)) << to_json(scene);
    ASSERT_TRUE(is_convex(scene.a) && is_convex(scene.b)) << to_json(scene);
    with_area += scene.a.points.front() != scene.a.points.back();
  }
  EXPECT_GT(with_area, kScenes / 3);
}

TEST(SceneFromBytes, AnyBytesAreTwoPolygonsOf3To8Points) {
  constexpr std::uint64_t kSeed = 12;
  RecordProperty("seed", std::to_string(kSeed));
  std::mt19937_64 random(kSeed);
  int valid = 0;
  constexpr int kScenes = 20000;
  for (int i = 0; i < kScenes; ++i) {
    const Scene scene = scene_from_bytes(random_bytes(random, random() % 300));
    for (const OwnedShape* shape : {&scene.a, &scene.b}) {
      ASSERT_EQ(shape->type, ShapeType::polygon);
      ASSERT_GE(shape->points.size(), 3u);
      ASSERT_LE(shape->points.size(), 8u);
    }
    valid += is_valid(scene.a) && is_valid(scene.b);
  }
  EXPECT_GT(valid, kScenes / 4);
  EXPECT_LT(valid, kScenes * 3 / 4);
}

TEST(SceneToBytes, ComesBackBitForBit) {
  constexpr std::uint64_t kSeed = 13;
  RecordProperty("seed", std::to_string(kSeed));
  std::mt19937_64 random(kSeed);
  for (int i = 0; i < 20000; ++i) {
    const Scene scene = scene_from_bytes(random_bytes(random, random() % 300));
    const Bytes bytes = scene_to_bytes(scene).value();
    ASSERT_LE(bytes.size(), kMostSceneBytes);
    const Scene back = scene_from_bytes(bytes);
    ASSERT_EQ(to_json(back), to_json(scene));
    ASSERT_EQ(scene_to_bytes(back), bytes);
  }
}

TEST(SceneToBytes, OnlyPolygonsOf3To8PointsWithoutHoles) {
  const OwnedShape triangle{ShapeType::polygon, {{0, 0}, {1, 0}, {0, 1}}, {}};
  const auto has_bytes = [&](const OwnedShape& shape) {
    Scene scene;
    scene.a = triangle;
    scene.b = shape;
    return scene_to_bytes(scene).has_value();
  };
  EXPECT_TRUE(has_bytes(triangle));
  EXPECT_TRUE(has_bytes({ShapeType::polygon, Contour(8), {}}));
  EXPECT_FALSE(has_bytes({ShapeType::polygon, Contour(9), {}}));
  EXPECT_FALSE(has_bytes({ShapeType::polygon, Contour(2), {}}));
  EXPECT_FALSE(has_bytes({ShapeType::obb, Contour(3), {}}));
  EXPECT_FALSE(has_bytes({ShapeType::polygon, Contour(3), {Contour(3)}}));
}

TEST(SceneFromBytes, ReplacesTheWholeScene) {
  Scene scene;
  scene.id = "old";
  scene.expect.emplace();
  scene.a = {ShapeType::polygon, Contour(20), {Contour(3)}};
  scene_from_bytes(Bytes{kRaw, 1}, scene);
  EXPECT_EQ(scene.a, (OwnedShape{ShapeType::polygon, Contour(4), {}}));
  EXPECT_EQ(scene.id, "");
  EXPECT_FALSE(scene.expect);
}

}  // namespace
}  // namespace touchstone
