#include "harness/scene.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <set>

#include "harness/scene_json.hpp"
#include "harness/test/fake_subject.hpp"

namespace touchstone {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(SceneSchema, NamesWhatTheReaderKnows) {
  const auto schema = nlohmann::json::parse(std::get<std::string>(read_file("docs/scene.schema.json")));
  const auto& defs = schema["$defs"];
  const auto names = [](const nlohmann::json& list) { return list.get<std::vector<std::string>>(); };
  for (const std::string& name : names(defs["query"]["enum"])) EXPECT_TRUE(query_from(name)) << name;
  EXPECT_EQ(defs["query"]["enum"].size(), std::size_t{kQueryCount});
  std::set<ShapeType> types;
  for (const auto& shape : defs["shape_of_the_plane"]["oneOf"])
    types.insert(*shape_type_from(shape["properties"]["type"]["const"].get<std::string>()));
  for (const auto& shape : defs["shape_of_space"]["oneOf"])
    types.insert(*shape_type_from(shape["properties"]["type"]["const"].get<std::string>() + "_xyz"));
  EXPECT_EQ(types.size(), std::size_t{kShapeTypeCount});
  const auto& expect = defs["expectation"]["properties"];
  for (const std::string& name : names(expect["relation"]["enum"])) EXPECT_TRUE(relation_from(name)) << name;
  for (const std::string& name : names(expect["kind"]["enum"])) EXPECT_TRUE(kind_from(name)) << name;
  for (const std::string& name : names(expect["location"]["enum"])) EXPECT_TRUE(location_from(name)) << name;
}

TEST(SceneSchema, ListsTheFieldsThatTheReaderWrites) {
  const auto schema = nlohmann::json::parse(std::get<std::string>(read_file("docs/scene.schema.json")));
  const OwnedShape shapes[kPlaneShapeTypeCount] = {
      test::point(0, 0),
      test::segment({0, 0}, {1, 0}),
      test::box({0, 0}, {1, 1}),
      {ShapeType::obb, {{0, 0}, {1, 0}, {0, 1}}, {}},
      {ShapeType::polygon, {{0, 0}, {1, 0}, {0, 1}}, {}, {{{0, 0}}}},
      test::triangle({0, 0}, {1, 0}, {0, 1}),
      test::circle({0, 0}, 1),
      test::capsule({0, 0}, {1, 0}, 1),
      test::ring({0, 0}, 1, 2),
      test::ellipse({0, 0}, {1, 0}, {0, 1}),
      test::ray({0, 0}, {1, 0})};
  for (const auto& entry : schema["$defs"]["shape_of_the_plane"]["oneOf"]) {
    const auto type = shape_type_from(entry["properties"]["type"]["const"].get<std::string>()).value();
    const auto written = nlohmann::json::parse(to_json(shapes[static_cast<std::size_t>(type)]));
    for (const auto& [name, field] : entry["properties"].items()) EXPECT_TRUE(written.contains(name)) << name;
    EXPECT_EQ(entry["properties"].size(), written.size()) << name_of(type);
    EXPECT_EQ(entry["required"].size() + (type == ShapeType::polygon), written.size()) << name_of(type);
  }
}

TEST(NameOf, EveryTypeAndQueryIsFoundByItsName) {
  std::set<std::string_view> names;
  for (int i = 0; i < kShapeTypeCount; ++i) {
    const auto type = static_cast<ShapeType>(i);
    EXPECT_EQ(shape_type_from(name_of(type)), type);
    names.insert(name_of(type));
  }
  for (int i = 0; i < kQueryCount; ++i) {
    const auto query = static_cast<Query>(i);
    EXPECT_EQ(query_from(name_of(query)), query);
    names.insert(name_of(query));
  }
  EXPECT_EQ(names.size(), std::size_t{kShapeTypeCount + kQueryCount});
  EXPECT_FALSE(shape_type_from("disc") || query_from("ray"));
}

TEST(RoundedTo, FloatRoundsEveryCoordinateToInfinityBeyondItsRange) {
  using Contour = std::vector<Vec2<double>>;
  const OwnedShape shape{ShapeType::polygon, {{0.1, 1}, {1e39, -1e39}}, {}, {Contour{{0.1, -0.1}}}};
  const double tenth = double{0.1F};
  const OwnedShape rounded = rounded_to(shape, Scalar::float32);
  EXPECT_EQ(rounded_to(shape, Scalar::float64), shape);
  EXPECT_EQ(rounded.points, (Contour{{tenth, 1}, {kInfinity, -kInfinity}}));
  EXPECT_EQ(rounded.holes, (std::vector<Contour>{Contour{{tenth, -tenth}}}));
}

TEST(ShapeView, MovedViewStillSeesTheHoles) {
  const OwnedShape shape{ShapeType::polygon, {{0, 0}, {9, 0}, {9, 9}}, {}, {{{5, 1}, {6, 1}, {6, 2}}}};
  ShapeView first(shape);
  const ShapeView second(std::move(first));
  const auto& polygon = std::get<Polygon2<double>>(second.get());
  ASSERT_EQ(polygon.holes.size(), 1u);
  EXPECT_EQ(polygon.holes[0].data(), shape.holes[0].data());
  EXPECT_EQ(polygon.points.data(), shape.points.data());
}

TEST(RoundedTo, FloatRoundsEveryRadius) {
  const double tenth = double{0.1F};
  EXPECT_EQ(rounded_to(test::circle({0, 0}, 0.1), Scalar::float32), test::circle({0, 0}, tenth));
  EXPECT_EQ(rounded_to(test::capsule({0.1, 0}, {1, 0}, 1e39), Scalar::float32),
            test::capsule({tenth, 0}, {1, 0}, kInfinity));
  EXPECT_EQ(rounded_to(test::ring({0, 0.1}, 0.1, 0.2), Scalar::float32),
            test::ring({0, tenth}, tenth, double{0.2F}));
  EXPECT_EQ(rounded_to(test::ring({0, 0}, 1, 1 + 0x1p-40), Scalar::float32), test::ring({0, 0}, 1, 1));
  EXPECT_EQ(rounded_to(test::circle({0, 0}, 0.1), Scalar::float64), test::circle({0, 0}, 0.1));
}

TEST(ShapeView, SeesWhatTheRoundShapesOwn) {
  const auto view = [](const OwnedShape& shape) { return ShapeView(shape).get(); };
  EXPECT_EQ(std::get<Triangle2<double>>(view(test::triangle({1, 2}, {3, 4}, {5, 6}))),
            (Triangle2<double>{{{1, 2}, {3, 4}, {5, 6}}}));
  EXPECT_EQ(std::get<Circle2<double>>(view(test::circle({1, 2}, 3))), (Circle2<double>{{1, 2}, 3}));
  EXPECT_EQ(std::get<Capsule2<double>>(view(test::capsule({1, 2}, {3, 4}, 5))),
            (Capsule2<double>{{1, 2}, {3, 4}, 5}));
  EXPECT_EQ(std::get<Ring2<double>>(view(test::ring({1, 2}, 3, 4))), (Ring2<double>{{1, 2}, 3, 4}));
  EXPECT_EQ(std::get<Ellipse2<double>>(view(test::ellipse({1, 2}, {3, 4}, {5, 6}))),
            (Ellipse2<double>{{1, 2}, {{3, 4}, {5, 6}}}));
  EXPECT_EQ(std::get<Ray2<double>>(view(test::ray({1, 2}, {3, 4}))), (Ray2<double>{{1, 2}, {3, 4}}));
}

TEST(ShapeView, AShapeAfterAnotherIsOfItsOwnType) {
  ShapeView view(test::ring({1, 2}, 3, 4));
  const OwnedShape circle = test::circle({5, 6}, 7);
  view.assign(circle);
  EXPECT_EQ(std::get<Circle2<double>>(view.get()), (Circle2<double>{{5, 6}, 7}));
}

}  // namespace
}  // namespace touchstone
