#include "harness/scene_wkt.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "oracle/validity.hpp"

namespace touchstone {
namespace {

using Contour = std::vector<Vec2<double>>;

ImportedShapes imported(const std::string& text) {
  auto result = parse_wkt(text, "f.wkt", InvalidParts::skip);
  if (const auto* error = std::get_if<SceneError>(&result)) {
    ADD_FAILURE() << to_string(*error);
    return {};
  }
  return std::get<ImportedShapes>(std::move(result));
}
std::string refusal(const std::string& text, InvalidParts invalid = InvalidParts::skip) {
  const auto result = parse_wkt(text, "f.wkt", invalid);
  const auto* error = std::get_if<SceneError>(&result);
  return error == nullptr ? "accepted" : to_string(*error);
}

TEST(ParseWkt, EveryTypeIsRead) {
  const ImportedShapes file = imported(
      "POINT (1 2)\n\nlinestring(0 0,1e1 -.5)\r\n  Polygon((0 0, 9 0, 9 9, 0 0) , (5 1,6 1,6 2,5 1))\n"
      "MULTIPOLYGON (((0 0, 1 0, 0 1, 0 0)), ((5 5, 6 5, 5 6, 5 5)))");
  ASSERT_EQ(file.shapes.size(), 5u);
  EXPECT_TRUE(file.skipped.empty());
  EXPECT_EQ(file.shapes[0].shape, (OwnedShape{ShapeType::point, {{1, 2}}, {}}));
  EXPECT_EQ(file.shapes[1].shape, (OwnedShape{ShapeType::segment, {{0, 0}, {10, -0.5}}, {}}));
  EXPECT_EQ(file.shapes[2].shape.points, (Contour{{0, 0}, {9, 0}, {9, 9}}));
  EXPECT_EQ(file.shapes[2].shape.holes, (std::vector<Contour>{{{5, 1}, {6, 1}, {6, 2}}}));
  EXPECT_EQ(file.shapes[4].shape.points, (Contour{{5, 5}, {6, 5}, {5, 6}}));
  EXPECT_EQ(file.shapes[4].feature, 3u);
  EXPECT_EQ(file.shapes[4].part, 1u);
  EXPECT_EQ(file.shapes[4].name, "line 5");
}

struct Case {
  const char* text;
  const char* message;
};

TEST(ParseWkt, WhatIsNoWktIsRefusedWithItsPlace) {
  const Case cases[] = {
      {"POINT (1 2)\nSHAPE (1 2)", "f.wkt:2: column 1: unknown type \"SHAPE\""},
      {"7", "f.wkt:1: column 1: expected a type of geometry"},
      {"SRID=4326;POINT (1 2)", "f.wkt:1: column 1: unknown type \"SRID\""},
      {"POINT Z (1 2 3)", "f.wkt:1: column 8: Z coordinates are not supported by this version"},
      {"POINT M (1 2 3)", "f.wkt:1: column 8: M coordinates are not supported by this version"},
      {"POINT ZM (1 2 3 4)", "f.wkt:1: column 9: ZM coordinates are not supported by this version"},
      {"POINTZ (1 2 3)", "f.wkt:1: column 1: unknown type \"POINTZ\""},
      {"POINT (1 2 3)",
       "f.wkt:1: column 12: expected ',' or ')' after 2 numbers: only 2D is supported by this version"},
      {"POINT FULL", "f.wkt:1: column 11: expected '(' or EMPTY after POINT"},
      {"POINT", "f.wkt:1: column 6: expected '('"},
      {"POINT (1)", "f.wkt:1: column 9: expected a number"},
      {"POINT (1,2)", "f.wkt:1: column 9: expected a number"},
      {"POINT (1 2, 3 4)", "f.wkt:1: column 11: expected ')'"},
      {"POINT (1 nan)", "f.wkt:1: column 10: expected a number"},
      {"POINT (inf 1)", "f.wkt:1: column 8: expected a number"},
      {"POINT (+-1 1)", "f.wkt:1: column 8: expected a number"},
      {"POINT (0x1 1)", "f.wkt:1: column 9: expected a number"},
      {"POINT (1e400 1)", "f.wkt:1: column 8: a number beyond the range of double"},
      {"POINT (1 2) POINT (1 2)", "f.wkt:1: column 13: text after the geometry"},
      {"POINT EMPTY x", "f.wkt:1: column 13: text after the geometry"},
      {"POLYGON ((0 0, 1 0, 0 1, 0 0)", "f.wkt:1: column 30: expected ')'"},
      {"POLYGON (0 0, 1 0, 0 1, 0 0)", "f.wkt:1: column 10: expected '('"},
      {"\xEF\xBB\xBFPOINT (1 2)", "f.wkt:1: starts with a UTF-8 byte order mark"},
  };
  for (const Case& c : cases) EXPECT_EQ(refusal(c.text), c.message) << c.text;
}

TEST(ParseWkt, WhatIsNoUsableShapeIsSkippedOrRefused) {
  const Case cases[] = {
      {"POLYGON EMPTY", "empty geometry"},
      {"MULTIPOLYGON empty", "empty geometry"},
      {"MULTIPOINT (1 2, 3 4)", "type MULTIPOINT is not supported by this version"},
      {"GEOMETRYCOLLECTION (POINT (1 2))", "type GEOMETRYCOLLECTION is not supported by this version"},
      {"LINESTRING (0 0, 1 1, 2 2)", "a line of 3 points; only segments are supported by this version"},
      {"LINESTRING (0 0)", "a line of 1 points; only segments are supported by this version"},
      {"POLYGON ((0 0, 1 0, 0 1))", "the outer contour is not closed"},
      {"POLYGON ((0 0, 9 0, 9 9, 0 0), (5 1, 6 1, 6 2))", "hole 0 is not closed"},
      {"POLYGON ((1 1, 1 1, 1 1, 1 1))", "a point, not an area"},
      {"POLYGON ((0 0, 1 1, 2 2, 0 0))", "a segment, not an area"},
  };
  for (const Case& c : cases) {
    const ImportedShapes file = imported(std::string("POINT (0 0)\n") + c.text);
    ASSERT_EQ(file.skipped.size(), 1u) << c.text;
    EXPECT_EQ(to_string(file.skipped[0]),
              std::string("f.wkt: feature 1 (line 2) part 0: skipped: ") + c.message);
    EXPECT_EQ(refusal(c.text, InvalidParts::refuse),
              std::string("f.wkt: feature 0 (line 1) part 0: ") + c.message);
  }
}

TEST(ParseWkt, CrossingPartIsSkippedAndTheOthersAreKept) {
  const ImportedShapes file =
      imported("MULTIPOLYGON (((0 0, 1 0, 0 1, 0 0)), ((0 0, 2 2, 2 0, 0 2, 0 0)), ((5 5, 6 5, 5 6, 5 5)))");
  ASSERT_EQ(file.shapes.size(), 2u);
  EXPECT_EQ(file.shapes[1].part, 2u);
  ASSERT_EQ(file.skipped.size(), 1u);
  EXPECT_EQ(file.skipped[0].part, 1u);
  EXPECT_NE(file.skipped[0].reason.find("cross"), std::string::npos) << file.skipped[0].reason;
}

TEST(ToWkt, BoxesBecomePolygons) {
  EXPECT_EQ(to_wkt({ShapeType::aabb, {{0, 1}, {2, 3}}, {}}), "POLYGON ((0 1, 2 1, 2 3, 0 3, 0 1))");
  EXPECT_EQ(to_wkt({ShapeType::obb, {{0, 0}, {1, 1}, {-1, 1}}, {}}),
            "POLYGON ((0 -2, 2 0, 0 2, -2 0, 0 -2))");
  EXPECT_EQ(to_wkt({ShapeType::polygon, {}, {}}), "POLYGON EMPTY");
  EXPECT_EQ(to_wkt({ShapeType::point, {{std::nan(""), std::numeric_limits<double>::infinity()}}, {}}),
            "POINT (nan inf)");
}

TEST(ToWkt, ReadingGivesTheSameShape) {
  constexpr std::uint64_t kSeed = 5;
  RecordProperty("seed", std::to_string(kSeed));
  std::mt19937_64 random(kSeed);
  const auto number = [&] {
    return std::ldexp(static_cast<double>(random()), static_cast<int>(random() % 900) - 500);
  };
  for (int i = 0; i < 2000; ++i) {
    const Vec2<double> p{number(), -number()};
    const double size = std::fabs(p.x) + std::fabs(p.y);
    for (const OwnedShape& shape :
         {OwnedShape{ShapeType::point, {p}, {}},
          OwnedShape{ShapeType::segment, {p, {number(), number()}}, {}},
          OwnedShape{ShapeType::polygon, {p, p + Vec2<double>{size, 0}, p + Vec2<double>{0, size}}, {}}}) {
      const ImportedShapes file = imported(to_wkt(shape));
      ASSERT_EQ(file.shapes.size(), 1u) << to_wkt(shape);
      ASSERT_EQ(file.shapes[0].shape, shape) << to_wkt(shape);
    }
  }
}

TEST(ParseWkt, AnyTextIsShapesOrAnError) {
  constexpr std::uint64_t kSeed = 6;
  RecordProperty("seed", std::to_string(kSeed));
  constexpr std::string_view kBytes = "(), .-+e019 EMPTYZ\n\xFF";
  std::mt19937_64 random(kSeed);
  int accepted = 0;
  constexpr int kTexts = 20000;
  for (int i = 0; i < kTexts; ++i) {
    std::string text =
        "MULTIPOLYGON (((0 0, 9 0, 9 9, 0 0), (5 1, 6 1, 6 2, 5 1)), ((5 5, 6 5, 5 6, 5 5)))\nPOINT (1 2)";
    for (std::size_t n = random() % 4; n > 0; --n)
      text[random() % text.size()] = kBytes[random() % kBytes.size()];
    accepted += refusal(text) == "accepted";
  }
  EXPECT_GT(accepted, kTexts / 4);
  EXPECT_LT(accepted, kTexts * 3 / 4);
}

}  // namespace
}  // namespace touchstone
