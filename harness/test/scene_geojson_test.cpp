#include "harness/scene_geojson.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace touchstone {
namespace {

using Contour = std::vector<Vec2<double>>;
const std::string kCountries = "docs/examples/countries-110m.geojson";

ImportedShapes taken(std::variant<ImportedShapes, SceneError> result) {
  if (const auto* error = std::get_if<SceneError>(&result)) {
    ADD_FAILURE() << to_string(*error);
    return {};
  }
  return std::get<ImportedShapes>(std::move(result));
}
ImportedShapes imported(const std::string& text) {
  return taken(parse_geojson(text, "f.geojson", InvalidParts::skip));
}
std::string refusal(const std::string& text, InvalidParts invalid = InvalidParts::skip) {
  const auto result = parse_geojson(text, "f.geojson", invalid);
  const auto* error = std::get_if<SceneError>(&result);
  return error == nullptr ? "accepted" : to_string(*error);
}
std::string feature(const std::string& geometry, const std::string& rest = R"("properties":null)") {
  return R"({"type":"Feature",)" + rest + R"(,"geometry":)" + geometry + "}";
}
std::string collection(const std::string& features) {
  return R"({"type":"FeatureCollection","features":[)" + features + "]}";
}

TEST(ParseGeojson, EveryTypeIsRead) {
  const ImportedShapes file = imported(collection(
      feature(R"({"type":"Point","coordinates":[1,2]})") + "," +
      feature(R"({"type":"LineString","coordinates":[[0,0],[1,2]]})") + "," +
      feature(R"({"type":"Polygon","coordinates":[[[0,0],[9,0],[9,9],[0,0]],[[5,1],[6,1],[6,2],[5,1]]]})") +
      "," +
      feature(
          R"({"type":"MultiPolygon","coordinates":[[[[0,0],[1,0],[0,1],[0,0]]],[[[5,5],[6,5],[5,6],[5,5]]]]})")));
  ASSERT_EQ(file.shapes.size(), 5u);
  EXPECT_TRUE(file.skipped.empty());
  EXPECT_EQ(file.shapes[0].shape, (OwnedShape{ShapeType::point, {{1, 2}}, {}}));
  EXPECT_EQ(file.shapes[1].shape, (OwnedShape{ShapeType::segment, {{0, 0}, {1, 2}}, {}}));
  EXPECT_EQ(file.shapes[2].shape.points, (Contour{{0, 0}, {9, 0}, {9, 9}}));
  EXPECT_EQ(file.shapes[2].shape.holes, (std::vector<Contour>{{{5, 1}, {6, 1}, {6, 2}}}));
  EXPECT_EQ(file.shapes[4].shape.points, (Contour{{5, 5}, {6, 5}, {5, 6}}));
  EXPECT_EQ(file.shapes[4].feature, 3u);
  EXPECT_EQ(file.shapes[4].part, 1u);
}

TEST(ParseGeojson, FeatureAndBareGeometryAreRead) {
  const std::string point = R"({"type":"Point","coordinates":[1,2]})";
  EXPECT_EQ(imported(point).shapes.size(), 1u);
  EXPECT_EQ(imported(feature(point)).shapes.size(), 1u);
}

TEST(ParseGeojson, NameComesFromPropertiesThenId) {
  const auto name = [](const std::string& rest) {
    return imported(feature(R"({"type":"Point","coordinates":[1,2]})", rest)).shapes.at(0).name;
  };
  EXPECT_EQ(name(R"("properties":{"ADMIN":"c","NAME":"b","name":"a"},"id":"d")"), "a");
  EXPECT_EQ(name(R"("properties":{"ADMIN":"c","NAME":"b"},"id":"d")"), "b");
  EXPECT_EQ(name(R"("properties":{"ADMIN":"c","name":7},"id":"d")"), "c");
  EXPECT_EQ(name(R"("properties":null,"id":"d")"), "d");
  EXPECT_EQ(name(R"("id":7)"), "7");
  EXPECT_EQ(name(R"("properties":{})"), "");
}

struct Case {
  std::string text;
  const char* message;
};

TEST(ParseGeojson, WhatIsNoGeojsonIsRefusedWithItsPlace) {
  const Case cases[] = {
      {"[]", "f.geojson: expected an object"},
      {"{}", "f.geojson: type: missing field"},
      {R"({"type":7})", "f.geojson: type: expected a string"},
      {R"({"type":"Shape"})", "f.geojson: type: unknown type \"Shape\""},
      {R"({"type":"FeatureCollection"})", "f.geojson: features: missing field"},
      {R"({"type":"FeatureCollection","features":{}})", "f.geojson: features: expected an array"},
      {R"({"type":"Feature"})", "f.geojson: geometry: missing field"},
      {collection("7"), "f.geojson: features[0]: expected an object"},
      {collection(R"({"type":"Point","coordinates":[1,2]})"),
       "f.geojson: features[0].type: expected \"Feature\""},
      {R"({"type":"Point"})", "f.geojson: coordinates: missing field"},
      {R"({"type":"Point","type":"Point","coordinates":[1,2]})", "f.geojson:1: type: duplicate field"},
      {R"({"type":"Point","coordinates":7})", "f.geojson: coordinates: expected an array"},
      {R"({"type":"Point","coordinates":[1,2,3]})",
       "f.geojson: coordinates: 3D coordinates are not supported by this version"},
      {R"({"type":"Point","coordinates":[1]})", "f.geojson: coordinates: expected 2 numbers, got 1"},
      {R"({"type":"Point","coordinates":[1,"2"]})", "f.geojson: coordinates: expected numbers"},
      {R"({"type":"Polygon","coordinates":[[[0,0],[1,0],7]]})",
       "f.geojson: coordinates[0][2]: expected an array"},
      {"\n\n{\"type\":}",
       "f.geojson:3: type: column 9: syntax error while parsing value - unexpected '}'; expected "
       "'[', '{', or a literal"},
  };
  for (const Case& c : cases) EXPECT_TRUE(refusal(c.text).starts_with(c.message)) << refusal(c.text);
}

TEST(ParseGeojson, WhatIsNoUsableShapeIsSkippedOrRefused) {
  const Case cases[] = {
      {"null", "no geometry"},
      {R"({"type":"Polygon","coordinates":[]})", "empty geometry"},
      {R"({"type":"MultiPolygon","coordinates":[[]]})", "empty geometry"},
      {R"({"type":"MultiPoint","coordinates":[[1,2]]})",
       "type \"MultiPoint\" is not supported by this version"},
      {R"({"type":"GeometryCollection","geometries":[]})",
       "type \"GeometryCollection\" is not supported by this version"},
      {R"({"type":"LineString","coordinates":[[1,2],[3,4],[5,6]]})",
       "a line of 3 points; only segments are supported by this version"},
      {R"({"type":"Polygon","coordinates":[[[0,0],[1,0],[0,1]]]})", "the outer contour is not closed"},
      {R"({"type":"Polygon","coordinates":[[[1,1],[1,1],[1,1],[1,1]]]})", "a point, not an area"},
  };
  for (const Case& c : cases) {
    const ImportedShapes file = imported(feature(c.text, R"("id":"x")"));
    EXPECT_TRUE(file.shapes.empty());
    ASSERT_EQ(file.skipped.size(), 1u) << c.text;
    EXPECT_EQ(to_string(file.skipped[0]),
              std::string("f.geojson: feature 0 (x) part 0: skipped: ") + c.message);
    EXPECT_EQ(refusal(feature(c.text), InvalidParts::refuse),
              std::string("f.geojson: feature 0 part 0: ") + c.message);
  }
}

TEST(ImportShapes, CountriesGiveTheCountedPartsAndSkips) {
  const ImportedShapes file = taken(import_shapes(kCountries, InvalidParts::skip));
  EXPECT_EQ(file.shapes.size(), 279u);
  std::set<std::pair<std::string, std::size_t>> skipped;
  for (const SkippedPart& part : file.skipped) skipped.insert({part.name, part.part});
  const std::set<std::pair<std::string, std::size_t>> known = {
      {"Fiji", 1}, {"Russia", 9}, {"Russia", 10}, {"Antarctica", 7}, {"Sudan", 0}, {"North Korea", 0}};
  EXPECT_EQ(skipped, known);
  EXPECT_EQ(file.skipped.size(), known.size());
  const auto holed = [](const NamedShape& s) { return !s.shape.holes.empty(); };
  ASSERT_EQ(std::count_if(file.shapes.begin(), file.shapes.end(), holed), 1);
  EXPECT_EQ(std::find_if(file.shapes.begin(), file.shapes.end(), holed)->name, "South Africa");
}

TEST(ImportShapes, StrictRefusesTheFirstInvalidPart) {
  const auto result = import_shapes(kCountries, InvalidParts::refuse);
  const std::string line = to_string(std::get<SceneError>(result));
  EXPECT_TRUE(line.starts_with(kCountries + ": feature 0 (Fiji) part 1: ")) << line;
}

TEST(ImportShapes, UnknownEndingAndMissingFileAreRefused) {
  const auto reason = [](const std::string& file) {
    return to_string(std::get<SceneError>(import_shapes(file, InvalidParts::skip)));
  };
  EXPECT_EQ(reason("/nowhere/x.geojson"), "/nowhere/x.geojson: cannot open: No such file or directory");
  EXPECT_EQ(reason("x.wkt/y"), "x.wkt/y: not a .geojson, .json or .wkt file");
  EXPECT_TRUE(is_map_file("a.WKT"));
  EXPECT_FALSE(is_map_file("a.jsonl"));
}

std::vector<NamedShape> points_at(const std::vector<double>& xs) {
  std::vector<NamedShape> shapes;
  for (double x : xs) shapes.push_back({"", {ShapeType::point, {{x, 0}}, {}}, shapes.size(), 0});
  return shapes;
}

TEST(IndexPairs, BoxesThatMeetAreAlwaysIn) {
  const std::vector<NamedShape> shapes = points_at({0, 1, 0, 1, 2});
  EXPECT_EQ(index_pairs(shapes, 0, 1), (std::vector<IndexPair>{{0, 2}, {1, 3}}));
  EXPECT_EQ(index_pairs(shapes, 1, 1).size(), 10u);
}

TEST(IndexPairs, StatedShareOfTheOthersIsInByTheSeedAlone) {
  std::vector<double> xs(400);
  for (std::size_t i = 0; i < xs.size(); ++i) xs[i] = static_cast<double>(i);
  const std::vector<NamedShape> shapes = points_at(xs);
  const std::vector<IndexPair> pairs = index_pairs(shapes, kApartOneIn, 1);
  constexpr double kExpected = 400 * 399 / 2 / 20.0;
  EXPECT_NEAR(static_cast<double>(pairs.size()), kExpected, 5 * 61.6);  // five standard deviations
  EXPECT_EQ(pairs, index_pairs(shapes, kApartOneIn, 1));
  EXPECT_NE(pairs, index_pairs(shapes, kApartOneIn, 2));
  EXPECT_TRUE(std::is_sorted(pairs.begin(), pairs.end()));
}

TEST(SceneOfPair, NamesItsShapes) {
  std::vector<NamedShape> shapes = points_at({0, 1});
  shapes[0] = {"Fiji", shapes[0].shape, 0, 2};
  const Scene scene = scene_of_pair(shapes, 0, 1, "f.geojson");
  EXPECT_EQ(scene.why, "Fiji part 2 and feature 1");
  EXPECT_EQ(scene.source, "f.geojson");
  EXPECT_EQ(scene.query, Query::relation);
  EXPECT_EQ(scene.a, shapes[0].shape);
  EXPECT_EQ(scene.b, shapes[1].shape);
}

}  // namespace
}  // namespace touchstone
