#include "harness/scene_bytes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "harness/scene_json.hpp"
#include "harness/test/fake_subject.hpp"
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
constexpr std::uint8_t kAnyType = 128;

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

/// Up to 300, of two polygons.
Bytes polygon_bytes(std::mt19937_64& random) {
  Bytes bytes = random_bytes(random, random() % 300);
  if (!bytes.empty()) bytes[0] = static_cast<std::uint8_t>(bytes[0] & ~kAnyType);
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
    bytes[0] = static_cast<std::uint8_t>((bytes[0] & ~(7 | kAnyType)) |
                                         (i % 2));  // hull of lattice or scaled points
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
    const Scene scene = scene_from_bytes(polygon_bytes(random));
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
    const Scene scene = scene_from_bytes(polygon_bytes(random));
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
  EXPECT_FALSE(has_bytes({ShapeType::polygon, Contour(3), {}, {Contour(3)}}));
}

/// A lattice scene of any types: the nibbles of `types`, then coordinates and radii.
Scene any_types(Query query, std::uint8_t mode, std::uint8_t types, std::initializer_list<int> numbers) {
  Bytes bytes{static_cast<std::uint8_t>(mode | kAnyType), 0, types};
  for (const int number : numbers) bytes.push_back(static_cast<std::uint8_t>(number + 16));
  return scene_from_bytes(bytes, query);
}

TEST(SceneFromBytes, BitSevenMakesShapesOfAnyType) {
  const Scene round = any_types(Query::relation, 0, 0x76, {1, 2, -3, 4, 5, 6, 7, 2});
  EXPECT_EQ(round.a, test::circle({1, 2}, 3));
  EXPECT_EQ(round.b, test::capsule({4, 5}, {6, 7}, 2));
  const Scene flat = any_types(Query::distance, 0, 0x10, {1, 2, 3, 4, 5, 6});
  EXPECT_EQ(flat.a, test::point(1, 2));
  EXPECT_EQ(flat.b, test::segment({3, 4}, {5, 6}));
  const Scene wrapped = any_types(Query::relation, 0, 0x0A, {1, 2, 3, 4});
  EXPECT_EQ(wrapped.a, test::point(1, 2));  // nibble 10 is type 0 again: rays are for raycasts
}

TEST(SceneFromBytes, RadiiAndBoxesAreMadeValidUnlessAsGiven) {
  const std::initializer_list<int> numbers{0, 0, -5, -2, 3, 4, 1, 2};
  const Scene made = any_types(Query::relation, 0, 0x28, numbers);
  EXPECT_EQ(made.a, test::ring({0, 0}, 2, 5));
  EXPECT_EQ(made.b, test::box({1, 2}, {3, 4}));
  const Scene given = any_types(Query::relation, kAsGiven, 0x28, numbers);
  EXPECT_EQ(given.a, test::ring({0, 0}, -5, -2));
  EXPECT_EQ(given.b, test::box({3, 4}, {1, 2}));
}

TEST(SceneFromBytes, BIsTheRayOfARaycastAndThePointOfContains) {
  for (const std::uint8_t mode : {std::uint8_t{0}, kAnyType}) {
    const Bytes bytes{mode, 0, 0x06, 17, 18, 19, 20, 21, 22, 23};
    const Scene cast = scene_from_bytes(bytes, Query::raycast);
    EXPECT_EQ(cast.a, test::circle({1, 2}, 3));
    EXPECT_EQ(cast.b, test::ray({4, 5}, {6, 7}));
    EXPECT_EQ(scene_from_bytes(bytes, Query::contains).b, test::point(4, 5));
  }
}

bool is_askable(Query query, const Scene& scene) {
  const ShapeType a = scene.a.type;
  const ShapeType b = scene.b.type;
  if (query == Query::raycast) return a != ShapeType::ray && b == ShapeType::ray;
  if (a == ShapeType::ray || b == ShapeType::ray) return false;
  if (query == Query::contains) return b == ShapeType::point;
  return (query != Query::kind && query != Query::area) || (has_corners(a) && has_corners(b));
}

TEST(SceneFromBytes, AnyBytesAreASceneThatTheQueryMayBeAskedOf) {
  constexpr std::uint64_t kSeed = 14;
  RecordProperty("seed", std::to_string(kSeed));
  std::mt19937_64 random(kSeed);
  constexpr int kScenes = 3000;
  for (int q = 0; q < kQueryCount; ++q) {
    const auto query = static_cast<Query>(q);
    int valid = 0;
    bool met[kShapeTypeCount] = {};
    for (int i = 0; i < kScenes; ++i) {
      const Scene scene = scene_from_bytes(random_bytes(random, random() % 300), query);
      ASSERT_TRUE(scene.query == query && is_askable(query, scene)) << to_json(scene);
      ASSERT_TRUE(std::holds_alternative<Scene>(parse_scene(to_json(scene)))) << to_json(scene);
      met[static_cast<int>(scene.a.type)] = true;
      valid += is_valid(scene.a) && is_valid(scene.b);
    }
    EXPECT_EQ(std::count(std::begin(met), std::end(met), true),
              query == Query::kind || query == Query::area ? 4 : 10);
    EXPECT_TRUE(valid > kScenes / 4 && valid < kScenes) << name_of(query) << " " << valid;
  }
}

TEST(SceneFromBytes, ReplacesTheWholeScene) {
  Scene scene;
  scene.id = "old";
  scene.expect.emplace();
  scene.a = {ShapeType::polygon, Contour(20), {7, 8}, {Contour(3)}};
  scene.b = test::ring({1, 2}, 3, 4);
  scene_from_bytes(Bytes{kRaw, 1}, Query::area, scene);
  EXPECT_EQ(scene.a, (OwnedShape{ShapeType::polygon, Contour(4), {}}));
  EXPECT_EQ(scene.b, (OwnedShape{ShapeType::polygon, Contour(3), {}}));
  EXPECT_EQ(scene.query, Query::area);
  EXPECT_EQ(scene.id, "");
  EXPECT_FALSE(scene.expect);
}

}  // namespace
}  // namespace touchstone
