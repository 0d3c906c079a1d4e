#include "harness/scene_bytes3.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <initializer_list>
#include <limits>
#include <random>
#include <set>
#include <string>

#include "harness/scene_json.hpp"
#include "harness/scene_truth.hpp"
#include "harness/test/fake_subject.hpp"

namespace touchstone {
namespace {

using Bytes = std::vector<std::uint8_t>;
using enum ShapeType;

constexpr std::uint8_t kScaled = 1;
constexpr std::uint8_t kRaw = 2;
constexpr std::uint8_t kAsGiven = 4;
constexpr std::uint8_t kSecondQuery = 8;
constexpr std::uint8_t kShared = 32;
constexpr std::uint8_t kThree = 2 << 6;  ///< of the shared points

// Nibbles of types.
constexpr std::uint8_t kObb = 0, kAabb = 8, kPoint = 14;                                     // boxes
constexpr std::uint8_t kHull = 0, kTriangle = 6, kSphere = 12, kCylinder = 14, kPlane = 15;  // others

Scene scene_of(const Bytes& bytes, SpaceFamily family) {
  Scene scene;
  scene_from_bytes(bytes, family, scene);
  return scene;
}
/// A lattice scene.
Scene lattice(SpaceFamily family, std::uint8_t mode, int type_a, int type_b,
              std::initializer_list<int> numbers, std::uint8_t counts = 0) {
  Bytes bytes{mode, static_cast<std::uint8_t>(type_a | type_b << 4), counts};
  for (const int number : numbers) bytes.push_back(static_cast<std::uint8_t>(number + 16));
  return scene_of(bytes, family);
}
Bytes random_bytes(std::mt19937_64& random, std::size_t count) {
  Bytes bytes(count);
  for (std::uint8_t& b : bytes) b = static_cast<std::uint8_t>(random());
  return bytes;
}

TEST(SceneFromBytes3, NoBytesAreTwoShapesOfOnePoint) {
  const Scene hulls = scene_of({}, SpaceFamily::hulls);
  EXPECT_EQ(hulls.a.type, hull);
  EXPECT_EQ(hulls.a.points3, (std::vector<Vec3<double>>{{-16, -16, -16}}));
  EXPECT_EQ(hulls.b, hulls.a);
  EXPECT_EQ(scene_of({}, SpaceFamily::boxes).a.points3.size(), 4u);
  EXPECT_EQ(scene_of({}, SpaceFamily::rays).b.type, ray3);
}

TEST(SceneFromBytes3, PointsAndNumbersAreReadInOrder) {
  const Scene scene = lattice(SpaceFamily::hulls, 0, kSphere, kHull, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, 0x10);
  EXPECT_EQ(scene.a.type, sphere);
  EXPECT_EQ(scene.a.points3, (std::vector<Vec3<double>>{{1, 2, 3}}));
  EXPECT_EQ(scene.a.radii[0], 4);
  EXPECT_EQ(scene.b.points3, (std::vector<Vec3<double>>{{5, 6, 7}, {8, 9, 10}}));
}

TEST(SceneFromBytes3, ScaledAndRawNumbers) {
  const Bytes scaled{kScaled, kPoint | kPoint << 4, 0, 3, 0, 2, 0xFF, 0xFF, 0xC1};
  EXPECT_EQ(scene_of(scaled, SpaceFamily::boxes).a.points3[0], (Vec3<double>{12, -0x1p-63, 0}));
  const Bytes raw{kRaw, kPoint | kPoint << 4, 0, 0, 0, 0, 0, 0, 0, 0xF0, 0x7F};
  EXPECT_EQ(scene_of(raw, SpaceFamily::boxes).a.points3[0].x, std::numeric_limits<double>::infinity());
}

TEST(SceneFromBytes3, RadiiAndBoxesAreMadeValidUnlessAsGiven) {
  const std::initializer_list<int> boxes{3, 1, 3, 1, 2, 2, 0, 0, 0};
  EXPECT_EQ(lattice(SpaceFamily::boxes, 0, kAabb, kPoint, boxes).a.points3,
            (std::vector<Vec3<double>>{{1, 1, 2}, {3, 2, 3}}));
  EXPECT_EQ(lattice(SpaceFamily::boxes, kAsGiven, kAabb, kPoint, boxes).a.points3,
            (std::vector<Vec3<double>>{{3, 1, 3}, {1, 2, 2}}));
  const std::initializer_list<int> round{0, 0, 0, -5, 1, 0, 0, -2};
  EXPECT_EQ(lattice(SpaceFamily::hulls, 0, kSphere, kPlane, round).a.radii[0], 5);
  EXPECT_EQ(lattice(SpaceFamily::hulls, kAsGiven, kSphere, kPlane, round).a.radii[0], -5);
  EXPECT_EQ(lattice(SpaceFamily::hulls, 0, kSphere, kPlane, round).b.radii[0], -2);
}

TEST(SceneFromBytes3, BitFiveGivesBTheLastPointsOfA) {
  const std::initializer_list<int> numbers{0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 2, 9, 8, 7};
  const Scene scene = lattice(SpaceFamily::boxes, kShared | kThree, kObb, kObb, numbers);
  EXPECT_EQ(scene.b.points3, (std::vector<Vec3<double>>{{9, 8, 7}, {2, 0, 0}, {0, 2, 0}, {0, 0, 2}}));
  const Scene fewer = lattice(SpaceFamily::hulls, kShared | kThree, kHull, kTriangle, numbers, 1);
  EXPECT_EQ(fewer.b.points3[1], fewer.a.points3[0]);
  EXPECT_EQ(fewer.b.points3[2], fewer.a.points3[1]);
}

TEST(SceneFromBytes3, QueriesOfTheFamily) {
  EXPECT_EQ(lattice(SpaceFamily::boxes, 0, kObb, kObb, {}).query, Query::relation);
  EXPECT_EQ(lattice(SpaceFamily::hulls, kSecondQuery, kHull, kHull, {}).query, Query::distance);
  EXPECT_EQ(lattice(SpaceFamily::hulls, 2 * kSecondQuery, kHull, kHull, {}).query, Query::penetration);
  EXPECT_EQ(lattice(SpaceFamily::rays, kSecondQuery, kCylinder, 0, {}).query, Query::raycast);
}

/// What random bytes became.
struct Met {
  std::set<ShapeType> types;
  std::set<Query> queries;
  double valid = 0;
};
Met random_scenes(SpaceFamily family, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Met met;
  Scene scene;
  constexpr int kScenes = 3000;
  for (int i = 0; i < kScenes; ++i) {
    scene_from_bytes(random_bytes(random, random() % (kMostSceneBytes3 + 10)), family, scene);
    EXPECT_TRUE(std::holds_alternative<Scene>(parse_scene(to_json(scene)))) << to_json(scene);
    met.types.insert({scene.a.type, scene.b.type});
    met.queries.insert(scene.query);
    SceneTruth truth;
    const ShapeView a(scene.a), b(scene.b);
    truth.assign(a, b);
    met.valid += truth.valid() ? 1.0 / kScenes : 0;
  }
  return met;
}

TEST(SceneFromBytes3, AnyBytesAreASceneOfTheFamily) {
  constexpr std::uint64_t kSeed = 31;
  RecordProperty("seed", std::to_string(kSeed));
  const Met boxes = random_scenes(SpaceFamily::boxes, kSeed);
  EXPECT_EQ(boxes.types, (std::set{point3, aabb3, obb3}));
  EXPECT_EQ(boxes.queries.size(), 3u);
  const Met hulls = random_scenes(SpaceFamily::hulls, kSeed);
  EXPECT_EQ(hulls.types.size(), 10u);
  EXPECT_EQ(hulls.types.count(ray3), 0u);
  const Met rays = random_scenes(SpaceFamily::rays, kSeed);
  EXPECT_EQ(rays.types.size(), 11u);
  EXPECT_EQ(rays.queries, (std::set{Query::raycast}));
  for (const Met* met : {&boxes, &hulls, &rays})
    EXPECT_TRUE(met->valid > 0.4 && met->valid < 1) << met->valid;
}

TEST(SceneFromBytes3, ReplacesTheWholeScene) {
  Scene scene;
  scene.id = scene.why = scene.source = "old";
  scene.expect.emplace();
  scene.a = test::ring({1, 2}, 3, 4);
  scene.b = {polygon, std::vector<Vec2<double>>(20), {7, 8}, {std::vector<Vec2<double>>(3)}};
  scene_from_bytes(Bytes{}, SpaceFamily::hulls, scene);
  const Scene fresh = scene_of({}, SpaceFamily::hulls);
  EXPECT_EQ(scene.a, fresh.a);
  EXPECT_EQ(scene.b, fresh.b);
  EXPECT_EQ(scene.id + scene.why + scene.source, "");
  EXPECT_FALSE(scene.expect);
}

}  // namespace
}  // namespace touchstone
