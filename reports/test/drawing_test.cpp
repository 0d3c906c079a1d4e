#include "reports/drawing.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "reports/test/example.hpp"

namespace touchstone::reports {
namespace {

OwnedShape polygon(std::vector<Vec2<double>> points) {
  return {ShapeType::polygon, std::move(points), {}};
}

std::string drawn(const Scene& scene) {
  const ShapeView a(scene.a);
  const ShapeView b(scene.b);
  return scene_svg(scene, oracle::full_truth(a.get(), b.get()));
}

Scene scene_of(OwnedShape a, OwnedShape b) {
  Scene scene;
  scene.id = "test";
  scene.a = std::move(a);
  scene.b = std::move(b);
  return scene;
}

/// The names of open tags match those of closing tags, innermost first, and text holds no stray bracket.
bool is_well_formed(const std::string& svg) {
  std::vector<std::string> open;
  for (std::size_t at = svg.find('<'); at != std::string::npos; at = svg.find('<', at + 1)) {
    const std::size_t end = svg.find('>', at);
    if (end == std::string::npos) return false;
    const std::string tag = svg.substr(at + 1, end - at - 1);
    if (tag.find('<') != std::string::npos) return false;
    if (tag.back() == '/') continue;
    if (tag[0] != '/') {
      open.push_back(tag.substr(0, tag.find(' ')));
    } else {
      if (open.empty() || open.back() != tag.substr(1)) return false;
      open.pop_back();
    }
  }
  return open.empty() && svg.substr(svg.size() - 6) == "</svg>";
}

Vec2<double> center_of_dot(const std::string& svg, const std::string& cls) {
  const std::size_t at = svg.find("class=\"ts-dot " + cls);
  const std::size_t x = svg.find("cx=\"", at);
  const std::size_t y = svg.find("cy=\"", at);
  if (at == std::string::npos) return {NAN, NAN};
  return {std::stod(svg.substr(x + 4)), std::stod(svg.substr(y + 4))};
}

const OwnedShape kSquare{ShapeType::aabb, {{0, 0}, {4, 4}}, {}};

TEST(SceneSvg, OverlapIsWellFormedAndShowsTheArrow) {
  const std::string svg = drawn(scene_of(kSquare, polygon({{3, 1}, {7, 1}, {7, 3}, {3, 3}})));
  EXPECT_TRUE(is_well_formed(svg)) << svg;
  EXPECT_TRUE(holds(svg, "class=\"ts-mtv\""));
  EXPECT_TRUE(holds(svg, "overlapping, depth 1"));
  EXPECT_FALSE(holds(svg, "ts-inset\""));
}

TEST(SceneSvg, HigherPointIsDrawnHigher) {
  const OwnedShape low{ShapeType::point, {{0, 0}}, {}};
  const OwnedShape high{ShapeType::point, {{1, 5}}, {}};
  const std::string svg = drawn(scene_of(low, high));
  EXPECT_LT(center_of_dot(svg, "ts-b").y, center_of_dot(svg, "ts-a").y);
  EXPECT_GT(center_of_dot(svg, "ts-b").x, center_of_dot(svg, "ts-a").x);
}

TEST(SceneSvg, DisjointShapesShowTheirClosestPoints) {
  const std::string svg = drawn(scene_of(kSquare, OwnedShape{ShapeType::aabb, {{6, 0}, {8, 4}}, {}}));
  EXPECT_EQ(times(svg, "class=\"ts-near\""), 2u);
  EXPECT_TRUE(holds(svg, "class=\"ts-gap\""));
  EXPECT_TRUE(holds(svg, "disjoint, distance 2"));
}

TEST(SceneSvg, TinyOverlapGetsAnInset) {
  const std::string svg =
      drawn(scene_of(kSquare, OwnedShape{ShapeType::aabb, {{4 - 0x1p-40, 0}, {8, 4}}, {}}));
  EXPECT_TRUE(is_well_formed(svg)) << svg;
  EXPECT_EQ(times(svg, "<svg"), 2u);
  EXPECT_TRUE(holds(svg, "enlarged"));
}

TEST(SceneSvg, GapOfOneUlpGetsAnInsetThatShowsIt) {
  const double next = std::nextafter(4.0, 5.0);
  const std::string svg = drawn(scene_of(kSquare, OwnedShape{ShapeType::aabb, {{next, 0}, {8, 4}}, {}}));
  EXPECT_TRUE(holds(svg, "ts-inset\""));
  // A quarter of the inset's 320 pixels lies between the closest points.
  EXPECT_TRUE(holds(svg, "cx=\"120\"")) << svg;
  EXPECT_TRUE(holds(svg, "cx=\"200\"")) << svg;
}

TEST(SceneSvg, HoleIsASecondContour) {
  OwnedShape ring = polygon({{0, 0}, {9, 0}, {9, 9}, {0, 9}});
  ring.holes.push_back({{3, 3}, {6, 3}, {6, 6}, {3, 6}});
  const std::string svg = drawn(scene_of(ring, OwnedShape{ShapeType::point, {{4, 4}}, {}}));
  const std::size_t path = svg.find("ts-shape ts-a");
  EXPECT_EQ(times(svg.substr(path, svg.find("/>", path) - path), "Z"), 2u);
}

std::string path_of(const std::string& svg, const std::string& cls) {
  const std::size_t at = svg.find(" d=\"", svg.find("class=\"ts-shape " + cls)) + 4;
  return svg.substr(at, svg.find('"', at) - at);
}

Scene cast(OwnedShape shape, OwnedShape ray) {
  Scene scene = scene_of(std::move(shape), std::move(ray));
  scene.query = Query::raycast;
  return scene;
}

TEST(SceneSvg, ARayRunsOutOfThePictureFromItsDot) {
  const std::string svg =
      drawn(cast({ShapeType::circle, {{5, 0}}, {1, 0}}, {ShapeType::ray, {{0, 0}, {2, 0}}, {}}));
  EXPECT_TRUE(is_well_formed(svg)) << svg;
  EXPECT_TRUE(holds(svg, "hit at t = 2"));
  EXPECT_EQ(times(svg, "class=\"ts-near\""), 1u);
  const std::string path = path_of(svg, "ts-b");
  EXPECT_EQ(times(path, "L"), 1u) << path;
  EXPECT_FALSE(holds(path, "Z")) << path;
  EXPECT_EQ(std::stod(path.substr(1)), center_of_dot(svg, "ts-b").x);
  EXPECT_GT(std::stod(path.substr(path.find('L') + 1)), 320);
}

TEST(SceneSvg, ARayThatGoesUpIsDrawnUpwards) {
  const std::string svg =
      drawn(cast({ShapeType::ray, {{0, 0}, {0, 1}}, {}}, {ShapeType::circle, {{5, 0}}, {1, 0}}));
  EXPECT_TRUE(holds(svg, "no hit"));
  EXPECT_EQ(times(svg, "class=\"ts-near\""), 0u);
  const std::string path = path_of(svg, "ts-a");
  const std::string end = path.substr(path.find('L') + 1);
  EXPECT_LT(std::stod(end.substr(end.find(' ') + 1)), 0) << path;
}

TEST(SceneSvg, RoundShapesAreClosedPathsOfManyCorners) {
  const OwnedShape oval{ShapeType::ellipse, {{0, 0}, {2, 0}, {0, 1}}, {}};
  const OwnedShape ring{ShapeType::ring, {{6, 0}}, {1, 2}};
  const std::string svg = drawn(scene_of(oval, ring));
  EXPECT_TRUE(is_well_formed(svg)) << svg;
  EXPECT_TRUE(holds(svg, "disjoint, distance 2"));
  EXPECT_GT(times(path_of(svg, "ts-a"), "L"), 90u);
  EXPECT_EQ(times(path_of(svg, "ts-a"), "Z"), 1u);
  EXPECT_EQ(times(path_of(svg, "ts-b"), "Z"), 2u);
}

TEST(SceneSvg, InvalidRoundShapesAndRaysStayWellFormed) {
  for (const OwnedShape& bad :
       {OwnedShape{ShapeType::circle, {{0, 0}}, {NAN, 0}}, OwnedShape{ShapeType::ring, {{0, 0}}, {2, 1}},
        OwnedShape{ShapeType::ellipse, {{0, 0}, {1, 1}, {2, 2}}, {}},
        OwnedShape{ShapeType::capsule, {{0, 0}, {HUGE_VAL, 0}}, {1, 0}},
        OwnedShape{ShapeType::ray, {{0, 0}, {0, 0}}, {}}}) {
    const std::string svg = drawn(scene_of(bad, kSquare));
    EXPECT_TRUE(is_well_formed(svg)) << svg;
    EXPECT_TRUE(holds(svg, "invalid: a: ")) << svg;
    EXPECT_FALSE(holds(svg, "nan ") || holds(svg, "inf ")) << svg;
  }
}

TEST(SceneSvg, HugeTinyAndInvalidCoordinatesStayWellFormed) {
  const double big = std::numeric_limits<double>::max();
  const OwnedShape huge{ShapeType::aabb, {{-big, -big}, {big, big}}, {}};
  const OwnedShape tiny{ShapeType::aabb, {{0, 0}, {5e-324, 5e-324}}, {}};
  const OwnedShape bad{ShapeType::aabb, {{NAN, 0}, {HUGE_VAL, 1}}, {}};
  for (const OwnedShape& shape : {huge, tiny, bad, kSquare}) {
    const std::string svg = drawn(scene_of(shape, tiny));
    EXPECT_TRUE(is_well_formed(svg)) << svg;
    EXPECT_FALSE(holds(svg, "nan ") || holds(svg, "inf ")) << svg;
  }
}

TEST(SceneSvg, HostileNamesAreText) {
  Scene scene = scene_of(kSquare, kSquare);
  scene.id = kHostile;
  scene.why = kHostile;
  const std::string svg = drawn(scene);
  EXPECT_TRUE(is_well_formed(svg)) << svg;
  EXPECT_FALSE(holds(svg, "<script") || holds(svg, "<img"));
  EXPECT_TRUE(holds(svg, "&lt;script&gt;"));
}

TEST(SceneSvg, AllThatIsFetchedIsNothing) {
  const std::string svg = drawn(scene_of(kSquare, kSquare));
  EXPECT_EQ(times(svg, "http"), 1u);  // the namespace
  EXPECT_FALSE(holds(svg, "href") || holds(svg, "url("));
}

}  // namespace
}  // namespace touchstone::reports
