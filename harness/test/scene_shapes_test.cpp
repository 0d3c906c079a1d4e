// Every type of shape in the scene format: what is read, written and refused.
#include <gtest/gtest.h>

#include "harness/scene_json.hpp"
#include "harness/test/fake_subject.hpp"
#include "harness/test/scene_text.hpp"

namespace touchstone {
namespace {

using test::expect_refusals;
using test::kPoint;
using test::kRay;
using test::parsed;
using test::raycast_of;
using test::refusal;
using test::scene_with;

struct ShapeCase {
  const char* json;
  OwnedShape shape;
};
OwnedShape in_space(ShapeType type, std::vector<Vec3<double>> points, double radius = 0) {
  return {.type = type, .points = {}, .radii = {radius, 0}, .holes = {}, .points3 = std::move(points)};
}
constexpr const char* kPointInSpace = R"({"type":"point","at":[0,0,0]})";

/// One of each type, as it is written.
const std::vector<ShapeCase>& shape_cases() {
  static const std::vector<ShapeCase> cases = {
      {R"({"type":"point","at":[1,2]})", test::point(1, 2)},
      {R"({"type":"segment","from":[1,2],"to":[3,4]})", test::segment({1, 2}, {3, 4})},
      {R"({"type":"aabb","min":[1,2],"max":[3,4]})", test::box({1, 2}, {3, 4})},
      {R"({"type":"obb","center":[1,2],"half_axes":[[3,4],[5,6]]})",
       {ShapeType::obb, {{1, 2}, {3, 4}, {5, 6}}, {}}},
      {R"({"type":"polygon","points":[[1,2],[3,4]],"holes":[[[5,6]]]})",
       {ShapeType::polygon, {{1, 2}, {3, 4}}, {}, {{{5, 6}}}}},
      {R"({"type":"triangle","points":[[1,2],[3,4],[5,6]]})", test::triangle({1, 2}, {3, 4}, {5, 6})},
      {R"({"type":"circle","center":[1,2],"radius":3})", test::circle({1, 2}, 3)},
      {R"({"type":"capsule","from":[1,2],"to":[3,4],"radius":5})", test::capsule({1, 2}, {3, 4}, 5)},
      {R"({"type":"ring","center":[1,2],"inner_radius":3,"outer_radius":4})", test::ring({1, 2}, 3, 4)},
      {R"({"type":"ellipse","center":[1,2],"half_axes":[[3,4],[5,6]]})",
       test::ellipse({1, 2}, {3, 4}, {5, 6})},
      {R"({"type":"ray","origin":[1,2],"direction":[3,4]})", test::ray({1, 2}, {3, 4})},
      {R"({"type":"point","at":[1,2,3]})", in_space(ShapeType::point3, {{1, 2, 3}})},
      {R"({"type":"segment","from":[1,2,3],"to":[4,5,6]})",
       in_space(ShapeType::segment3, {{1, 2, 3}, {4, 5, 6}})},
      {R"({"type":"aabb","min":[1,2,3],"max":[4,5,6]})", in_space(ShapeType::aabb3, {{1, 2, 3}, {4, 5, 6}})},
      {R"({"type":"obb","center":[1,2,3],"half_axes":[[4,5,6],[7,8,9],[1,0,2]]})",
       in_space(ShapeType::obb3, {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {1, 0, 2}})},
      {R"({"type":"triangle","points":[[1,2,3],[4,5,6],[7,8,9]]})",
       in_space(ShapeType::triangle3, {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}})},
      {R"({"type":"hull","points":[[1,2,3],[4,5,6]]})", in_space(ShapeType::hull, {{1, 2, 3}, {4, 5, 6}})},
      {R"({"type":"sphere","center":[1,2,3],"radius":4})", in_space(ShapeType::sphere, {{1, 2, 3}}, 4)},
      {R"({"type":"capsule","from":[1,2,3],"to":[4,5,6],"radius":7})",
       in_space(ShapeType::capsule3, {{1, 2, 3}, {4, 5, 6}}, 7)},
      {R"({"type":"cylinder","from":[1,2,3],"to":[4,5,6],"radius":7})",
       in_space(ShapeType::cylinder, {{1, 2, 3}, {4, 5, 6}}, 7)},
      {R"({"type":"plane","normal":[1,2,3],"offset":4})", in_space(ShapeType::plane, {{1, 2, 3}}, 4)},
      {R"({"type":"ray","origin":[1,2,3],"direction":[4,5,6]})",
       in_space(ShapeType::ray3, {{1, 2, 3}, {4, 5, 6}})},
  };
  return cases;
}
std::string scene_text(const ShapeCase& c) {
  const std::string other = dimension_of(c.shape.type) == 2 ? kPoint : kPointInSpace;
  if (is_ray(c.shape.type)) return raycast_of(c.json, other);
  return R"({"query":"relation","a":)" + std::string(c.json) + R"(,"b":)" + other + "}";
}

TEST(SceneShapes, EveryTypeIsReadAndWrittenAlike) {
  ASSERT_EQ(shape_cases().size(), std::size_t{kShapeTypeCount});
  for (std::size_t i = 0; i < shape_cases().size(); ++i) {
    const ShapeCase& c = shape_cases()[i];
    EXPECT_EQ(c.shape.type, static_cast<ShapeType>(i));
    EXPECT_EQ(parsed(scene_text(c)).a, c.shape) << c.json;
    EXPECT_EQ(to_json(c.shape), c.json);
    const ShapeView view(c.shape);
    EXPECT_EQ(view.dimension() == 2 ? type_of(view.get()) : type_of(view.get3()), c.shape.type);
  }
}

TEST(SceneShapes, AFieldTooManyIsRefusedForEveryType) {
  for (const ShapeCase& c : shape_cases()) {
    std::string text = scene_text(c);
    text.replace(text.find(R"("type")"), 6, R"("colour":7,"type")");
    EXPECT_EQ(refusal(text), "f.jsonl:7: a.colour: unknown field") << text;
  }
}

TEST(SceneShapes, AFieldTooFewIsRefusedForEveryType) {
  for (const ShapeCase& c : shape_cases()) {
    const std::string type(format_name(c.shape.type));
    const std::string said = refusal(scene_with(R"({"type":")" + type + R"("})"));
    EXPECT_TRUE(said.starts_with("f.jsonl:7: a.") && said.ends_with(": missing field")) << type << said;
  }
}

TEST(SceneShapes, BrokenRoundShapesAreRefused) {
  expect_refusals({
      {scene_with(R"({"type":"circle","center":[0,0]})"), "a.radius: missing field"},
      {scene_with(R"({"type":"circle","radius":1})"), "a.center: missing field"},
      {scene_with(R"({"type":"circle","center":[0,0],"radius":[1]})"), "a.radius: expected a number"},
      {scene_with(R"({"type":"capsule","from":[0,0],"to":[1,0]})"), "a.radius: missing field"},
      {scene_with(R"({"type":"capsule","from":[0,0],"radius":1})"), "a.to: missing field"},
      {scene_with(R"({"type":"ring","center":[0,0],"outer_radius":1})"), "a.inner_radius: missing field"},
      {scene_with(R"({"type":"ring","center":[0,0],"inner_radius":1})"), "a.outer_radius: missing field"},
      {scene_with(R"({"type":"ring","center":[0,0],"inner_radius":0,"outer_radius":1,"radius":1})"),
       "a.radius: unknown field"},
      {scene_with(R"({"type":"ellipse","center":[0,0]})"), "a.half_axes: missing field"},
      {scene_with(R"({"type":"ellipse","center":[0,0],"half_axes":[[1,0],[0,1],[1,1]]})"),
       "a.half_axes: expected 2 vectors, got 3"},
      {raycast_of(R"({"type":"ray","origin":[0,0]})"), "a.direction: missing field"},
      {raycast_of(R"({"type":"ray","direction":[0,0]})"), "a.origin: missing field"},
  });
}

TEST(SceneShapes, ATriangleHasThreePoints) {
  const auto triangle = [](const char* points) {
    return scene_with(R"({"type":"triangle","points":)" + std::string(points) + "}");
  };
  expect_refusals({
      {triangle("[]"), "a.points: expected 3 points, got 0"},
      {triangle("[[0,0],[1,0]]"), "a.points: expected 3 points, got 2"},
      {triangle("[[0,0],[1,0],[1,1],[0,1]]"), "a.points: expected 3 points, got 4"},
      {triangle("[[0,0],[1,0],[1,1,1]]"), "a.points[2]: expected 2 numbers, got 3"},
      {scene_with(R"({"type":"triangle","points":[[0,0],[1,0],[1,1]],"holes":[]})"),
       "a.holes: unknown field"},
  });
}

TEST(SceneShapes, RaysTakePartInRaycastsAlone) {
  for (const char* query : {"relation", "kind", "distance", "penetration", "contains", "area"}) {
    const std::string text = scene_with(kRay, R"("query":")" + std::string(query) + '"');
    EXPECT_EQ(refusal(text), "f.jsonl:7: query: rays take part in raycast alone");
  }
  expect_refusals({{raycast_of(kPoint, kPoint), "query: raycast needs one ray, got 0"},
                   {raycast_of(kRay, kRay), "query: raycast needs one ray, got 2"}});
  EXPECT_EQ(parsed(raycast_of(kPoint, kRay)).b, test::ray({0, 0}, {1, 0}));
  EXPECT_EQ(parsed(raycast_of(kRay, kPoint)).a, test::ray({0, 0}, {1, 0}));
}

TEST(SceneShapes, InvalidRoundShapesAreScenes) {
  EXPECT_EQ(parsed(scene_with(R"({"type":"circle","center":[0,0],"radius":-1})")).a.radii[0], -1);
  EXPECT_EQ(parsed(scene_with(R"({"type":"capsule","from":[0,0],"to":[1,0],"radius":"inf"})")).a.radii[0],
            test::kInfinity);
  EXPECT_EQ(parsed(scene_with(R"({"type":"ring","center":[0,0],"inner_radius":2,"outer_radius":1})")).a,
            test::ring({0, 0}, 2, 1));
  EXPECT_EQ(parsed(raycast_of(R"({"type":"ray","origin":[0,0],"direction":[0,0]})", kPoint)).a,
            test::ray({0, 0}, {0, 0}));
}

TEST(ParseScene, BrokenShapesAreRefused) {
  expect_refusals({
      {scene_with("7"), "a: expected an object"},
      {scene_with("{}"), "a.type: missing field"},
      {scene_with(R"({"type":7})"), "a.type: expected a string"},
      {scene_with(R"({"type":"cricle"})"), "a.type: unknown type \"cricle\""},
      {scene_with(R"({"type":"point"})"), "a.at: missing field"},
      {scene_with(R"({"type":"point","at":[0,0],"radius":1})"), "a.radius: unknown field"},
      {scene_with(R"({"type":"point","at":[0,0],"at":[0,0]})"), "a.at: duplicate field"},
      {scene_with(R"({"type":"point","at":7})"), "a.at: expected an array"},
      {scene_with(R"({"type":"point","at":[]})"), "a.at: expected 2 or 3 numbers, got 0"},
      {scene_with(R"({"type":"point","at":[1]})"), "a.at: expected 2 or 3 numbers, got 1"},
      {scene_with(R"({"type":"point","at":[1,2,3,4]})"), "a.at: expected 2 or 3 numbers, got 4"},
      {scene_with(R"({"type":"point","at":[1,true]})"), "a.at[1]: expected a number"},
      {scene_with(R"({"type":"point","at":[null,1]})"), "a.at[0]: expected a number"},
      {scene_with(R"({"type":"segment","from":[0,0]})"), "a.to: missing field"},
      {scene_with(R"({"type":"aabb","max":[0,0]})"), "a.min: missing field"},
      {scene_with(R"({"type":"obb","center":[0,0],"half_axes":[[1,0]]})"),
       "a.half_axes: expected 2 vectors, got 1"},
      {scene_with(R"({"type":"obb","center":[0,0],"half_axes":[[1,0],[1]]})"),
       "a.half_axes[1]: expected 2 numbers, got 1"},
      {scene_with(R"({"type":"polygon","points":[[0,0],[1,0],[1]]})"),
       "a.points[2]: expected 2 numbers, got 1"},
      {scene_with(R"({"type":"polygon","points":[[0,0],7]})"), "a.points[1]: expected an array"},
      {scene_with(R"({"type":"polygon","points":[],"holes":7})"), "a.holes: expected an array"},
      {scene_with(R"({"type":"polygon","points":[],"holes":[[[0,"x"]]]})"),
       "a.holes[0][0][1]: expected a number, \"nan\", \"inf\", \"-inf\" or a hex float within range, got "
       "\"x\""},
  });
}

TEST(ParseScene, ShapesOfOneSceneLieInOneDimension) {
  const std::string box = R"({"type":"aabb","min":[0,0,0],"max":[1,1,1]})";
  expect_refusals({
      {R"({"query":"relation","a":)" + box + R"(,"b":)" + std::string(kPoint) + "}",
       "b: a lies in space, b in the plane"},
      {R"({"query":"relation","a":)" + std::string(kPoint) + R"(,"b":)" + box + "}",
       "b: a lies in the plane, b in space"},
      {R"({"query":"area","a":)" + box + R"(,"b":)" + box + "}", "query: area is asked in the plane only"},
      {scene_with(R"({"type":"aabb","min":[0,0,0],"max":[1,1]})"), "a.max: expected 3 numbers, got 2"},
      {scene_with(R"({"type":"circle","center":[0,0,0],"radius":1})"),
       "a: circle is a shape of the plane: it has 2 coordinates"},
      {scene_with(R"({"type":"sphere","center":[0,0],"radius":1})"),
       "a: sphere is a shape of space: it has 3 coordinates"},
  });
}

}  // namespace
}  // namespace touchstone
