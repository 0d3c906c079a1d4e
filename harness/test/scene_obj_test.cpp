#include "harness/scene_obj.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "harness/scene_truth.hpp"
#include "harness/test/scene_text.hpp"
#include "oracle/validity3.hpp"

namespace touchstone {
namespace {

using Points = std::vector<Vec3<double>>;

OwnedShape read(const std::string& text) {
  auto result = parse_obj(text, "f.obj");
  if (const auto* error = std::get_if<SceneError>(&result)) {
    ADD_FAILURE() << to_string(*error);
    return {};
  }
  return std::get<OwnedShape>(std::move(result));
}
std::string refusal(const std::string& text) {
  const auto result = parse_obj(text, "f.obj");
  const auto* error = std::get_if<SceneError>(&result);
  return error == nullptr ? "accepted" : to_string(*error);
}

const Points kTetrahedron = {{0, 0, 0}, {0, 0, 1}, {0, 2, 0}, {4, 0, 0}};
constexpr const char* kModel = "v 0 0 0\nv 4 0 0\nv 0 2 0\nv 0 0 1\nf 1 2 3\n";

TEST(ParseObj, TheCornersOfTheHullAreTheShape) {
  const OwnedShape hull = read(kModel);
  EXPECT_EQ(hull.type, ShapeType::hull);
  EXPECT_EQ(hull.points3, kTetrahedron);
}

TEST(ParseObj, RepeatedAndInnerVerticesAndThoseOfFacesAreLeftOut) {
  EXPECT_EQ(read(std::string(kModel) + "v 4 0 0\nv 0.5 0.25 0.25\nv 1 0.5 0\nv 2 0 0").points3, kTetrahedron);
}

TEST(ParseObj, OtherLinesArePassedOver) {
  const std::string text = std::string("# a model\n\nmtllib m.mtl\no thing\nvn 0 0 nan\nvt 7\nvp 1\n") +
                           kModel + "s off\nusemtl red\nl 1 2\nV 9 9 9\n";
  EXPECT_EQ(read(text).points3, kTetrahedron);
}

TEST(ParseObj, WeightsColoursAndCommentsBehindAVertexArePassedOver) {
  EXPECT_EQ(read("v 0 0 0 1.0\nv 4 0 0 0.5 0.5 0.5\nv 0 2 0 # far\nv 0 0 1 7 x").points3, kTetrahedron);
}

TEST(ParseObj, LinesMayEndInCrlfAndWordsStandApartByBlanksAndTabs) {
  EXPECT_EQ(read("v 0 0 0\r\n  v\t4  0 0 \r\nv 0\t2 0\r\nv 0 0 1").points3, kTetrahedron);
}

TEST(ParseObj, NumbersAreReadToTheNearestDouble) {
  EXPECT_EQ(read("v 1e-3 -2.5E+1 .5").points3, (Points{{0.001, -25, 0.5}}));
  EXPECT_EQ(read("v 0.1 4.9406564584124654e-10 1").points3, (Points{{0.1, 4.9406564584124654e-10, 1}}));
}

TEST(ParseObj, ABadVertexIsRefusedWithItsLine) {
  constexpr const char* kWhy = "f.obj:2: v: expected three finite numbers";
  for (const char* bad :
       {"v", "v 1", "v 1 2", "v 1 2 z", "v 1 2 3x", "v nan 0 0", "v 0 inf 0", "v 1,2,3", "v 0 0 1e999"})
    EXPECT_EQ(refusal(std::string("v 0 0 0\r\n") + bad), kWhy) << bad;
  EXPECT_EQ(refusal("\n\n# v\nv 1 2 3\nv 1 2\nv 1"), "f.obj:5: v: expected three finite numbers");
}

TEST(ParseObj, AVertexOutOfTheCoresRangeIsRefusedWithItsLine) {
  EXPECT_EQ(refusal("v 0 0 0\nv 0 0 1e46"), "f.obj:2: v: a coordinate is out of the core's range");
  EXPECT_EQ(refusal("v 0 1e-40 0"), "f.obj:1: v: a coordinate is out of the core's range");
  EXPECT_EQ(refusal("v 0 0 1e45\nv 0 0 1e-34"), "accepted");
}

TEST(ParseObj, AFileWithoutVerticesIsRefused) {
  for (const char* empty : {"", "\n", "# nothing\n", "f 1 2 3\n", "vn 0 0 1"})
    EXPECT_EQ(refusal(empty), "f.obj: no vertices (lines \"v x y z\")") << empty;
}

TEST(ParseObj, AModelInOnePlaneIsAFlatHull) {
  EXPECT_EQ(read("v 0 0 1\nv 2 0 1\nv 2 2 1\nv 0 2 1\nv 1 1 1\nv 1 0 1").points3,
            (Points{{0, 0, 1}, {2, 0, 1}, {2, 2, 1}, {0, 2, 1}}));
  EXPECT_EQ(read("v 0 0 0\nv 1 1 1\nv 3 3 3").points3, (Points{{0, 0, 0}, {3, 3, 3}}));
  EXPECT_EQ(read("v 1 2 3\nv 1 2 3").points3, (Points{{1, 2, 3}}));
}

TEST(ReadObj, AFileThatIsNotThereIsAnError) {
  EXPECT_TRUE(std::holds_alternative<SceneError>(read_obj("there/is/no.obj")));
  EXPECT_TRUE(is_obj_file("a/b.obj") && is_obj_file("B.OBJ"));
  EXPECT_FALSE(is_obj_file("obj") || is_obj_file("a.objx") || is_obj_file("a.obj/b"));
}

TEST(ReadObj, TheBunnyOfTheExamplesHasAHull) {
  const auto bunny = read_obj("docs/examples/bunny.obj");
  if (std::holds_alternative<SceneError>(bunny)) GTEST_SKIP() << "not run from the root of the project";
  const auto& hull = std::get<OwnedShape>(bunny);
  EXPECT_EQ(oracle::invalid_reason(ShapeView(hull).get3()), "");
  EXPECT_GT(hull.points3.size(), 100u);
  EXPECT_LT(hull.points3.size(), 1839u / 2);
}

// ---- poses

constexpr std::uint64_t kSeed = 7;
OwnedShape house() {
  return read("v -1 -1 -1\nv 1 -1 -1\nv 1 1 -1\nv -1 1 -1\nv 0 0 2");
}
Scene made(const SceneSource& source, std::size_t cell, std::uint64_t index) {
  Scene scene;
  source.make(cell, index, scene);
  return scene;
}

TEST(PosesSource, CasesAreSpreadEvenlyOverThePairs) {
  const auto source = poses_source("f.obj", house(), kSeed, 20);
  std::vector<std::string> pairs;
  std::vector<std::uint64_t> scenes;
  for (const auto& cell : source->cells()) {
    EXPECT_EQ(cell.stratum, "real_shapes");
    pairs.push_back(cell.pair);
    scenes.push_back(cell.scenes);
  }
  EXPECT_EQ(pairs,
            (std::vector<std::string>{"hull_xyz-hull_xyz", "hull_xyz-obb_xyz", "hull_xyz-sphere_xyz",
                                      "hull_xyz-capsule_xyz", "hull_xyz-triangle_xyz", "hull_xyz-ray_xyz"}));
  EXPECT_EQ(scenes, (std::vector<std::uint64_t>{4, 4, 3, 3, 3, 3}));
}

TEST(PosesSource, ASceneDependsOnSeedCellAndIndexOnly) {
  const auto one = poses_source("f.obj", house(), kSeed, 600);
  const auto same = poses_source("g.obj", house(), kSeed, 6);
  const auto other = poses_source("f.obj", house(), kSeed + 1, 600);
  std::set<std::string> seen;
  for (std::size_t cell = 0; cell < one->cells().size(); ++cell)
    for (const std::uint64_t index : {0, 1, 99}) {
      const std::string text = to_json(made(*one, cell, index));
      EXPECT_EQ(text, to_json(made(*same, cell, index)));
      EXPECT_NE(text, to_json(made(*other, cell, index)));
      seen.insert(text);
    }
  EXPECT_EQ(seen.size(), 18u);
  EXPECT_EQ(one->id(2, 99), "f.obj/hull_xyz-sphere_xyz/7/99");
}

TEST(PosesSource, AUsedSceneIsReplacedWhole) {
  const auto source = poses_source("f.obj", house(), kSeed, 600);
  Scene scene = made(*source, 3, 5);
  source->make(2, 1, scene);
  EXPECT_EQ(to_json(scene), to_json(made(*source, 2, 1)));
}

TEST(PosesSource, PosesAreTheModelTurnedAndRounded) {
  const auto source = poses_source("f.obj", house(), kSeed, 600);
  const auto length_of = [](const Points& points, std::size_t i, std::size_t k) {
    return length(points[i] - points[k]);
  };
  const Points model = house().points3;
  for (std::uint64_t index = 0; index < 100; ++index) {
    const Points turned = made(*source, 0, index).a.points3;
    ASSERT_EQ(turned.size(), model.size());
    for (std::size_t i = 0; i < model.size(); ++i)
      for (std::size_t k = 0; k < i; ++k)
        ASSERT_NEAR(length_of(turned, i, k), length_of(model, i, k), 32 * 0x1p-52) << index;
    const Vec3<double> x = turned[1] - turned[0], y = turned[2] - turned[0], z = turned[3] - turned[0];
    const Vec3<double> mx = model[1] - model[0], my = model[2] - model[0], mz = model[3] - model[0];
    ASSERT_NEAR(dot(cross(x, y), z), dot(cross(mx, my), mz), 256 * 0x1p-52);  // turned, not mirrored
  }
}

TEST(PosesSource, ScenesAreValidAndHitsAndMissesHaveLikeShares) {
  const auto source = poses_source("f.obj", house(), kSeed, 3600);
  for (std::size_t cell = 0; cell < source->cells().size(); ++cell) {
    int met = 0;
    for (std::uint64_t index = 0; index < 600; ++index) {
      const Scene scene = made(*source, cell, index);
      const ShapeView a(scene.a), b(scene.b);
      SceneTruth truth;
      truth.assign(a, b);
      ASSERT_TRUE(truth.valid() && (scene.query == Query::raycast) == is_ray(scene.b.type)) << to_json(scene);
      met += truth.relation() != Relation::disjoint ? 1 : 0;
    }
    RecordProperty(source->cells()[cell].pair, met);
    EXPECT_GE(met, 600 / 4) << source->cells()[cell].pair;
    EXPECT_LE(met, 600 * 3 / 4) << source->cells()[cell].pair;
  }
}

TEST(PosesSource, AModelOfOnePointMakesValidScenes) {
  const auto source = poses_source("f.obj", read("v 5 5 5"), kSeed, 60);
  for (std::size_t cell = 0; cell < source->cells().size(); ++cell)
    for (std::uint64_t index = 0; index < 10; ++index) {
      const Scene scene = made(*source, cell, index);
      EXPECT_EQ(oracle::invalid_reason(ShapeView(scene.a).get3()), "");
      EXPECT_EQ(oracle::invalid_reason(ShapeView(scene.b).get3()), "");
    }
}

}  // namespace
}  // namespace touchstone
