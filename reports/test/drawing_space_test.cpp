// Pictures of scenes in space.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "reports/drawing.hpp"
#include "reports/test/example.hpp"

namespace touchstone::reports {
namespace {

using Points = std::vector<Vec3<double>>;

OwnedShape shape(ShapeType type, Points points, double radius = 0) {
  return {.type = type, .points = {}, .radii = {radius, 0}, .holes = {}, .points3 = std::move(points)};
}
Scene scene_of(OwnedShape a, OwnedShape b) {
  Scene scene;
  scene.id = "test";
  scene.a = std::move(a);
  scene.b = std::move(b);
  if (is_ray(scene.a.type) || is_ray(scene.b.type)) scene.query = Query::raycast;
  return scene;
}
std::string drawn(const Scene& scene) {
  const ShapeView a(scene.a);
  const ShapeView b(scene.b);
  return scene_svg(scene, FullSceneTruth(oracle::full_truth(a.get3(), b.get3())));
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
  return open.empty() && svg.ends_with("</svg>");
}

/// Every number of the drawing is one.
void expect_sound(const std::string& svg) {
  EXPECT_TRUE(is_well_formed(svg)) << svg;
  const std::string drawing = svg.substr(svg.find("</style>"));
  for (const char* bad : {"\"nan", "Mnan", "Lnan", " nan", "-nan", "inf ", "inf\"", "infL", "infZ"})
    EXPECT_FALSE(holds(drawing.substr(0, drawing.rfind("<text")), bad)) << bad << "\n" << drawing;
  EXPECT_EQ(times(svg, "<svg"), 4u);
  for (const char* name : {"x to the right, y up", "z to the right, y up", "x to the right, z up"})
    EXPECT_TRUE(holds(svg, name)) << name;
}

using Views = std::array<std::string, 3>;
Views views_of(const std::string& svg) {
  Views views;
  std::size_t at = svg.find("<svg");
  for (std::string& view : views) {
    at = svg.find("<svg", at + 1);
    view = svg.substr(at, svg.find("</svg>", at) - at);
  }
  return views;
}
/// The pixels of the path or, for points, of the dot of a class.
std::vector<Vec2<double>> pixels(const std::string& view, const std::string& cls) {
  const std::size_t at = view.find(" d=\"", view.find("class=\"" + cls)) + 4;
  std::vector<Vec2<double>> found;
  const std::string path = view.substr(at, view.find('"', at) - at);
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (path[i] != 'M' && path[i] != 'L') continue;
    found.push_back({std::stod(path.substr(i + 1)), std::stod(path.substr(path.find(' ', i)))});
  }
  return found;
}
struct Extent {
  Vec2<double> min{1e9, 1e9}, max{-1e9, -1e9};
};
Extent extent(const std::string& view, const std::string& cls) {
  Extent e;
  for (const Vec2<double>& p : pixels(view, cls)) {
    e.min = {std::min(e.min.x, p.x), std::min(e.min.y, p.y)};
    e.max = {std::max(e.max.x, p.x), std::max(e.max.y, p.y)};
  }
  return e;
}

const OwnedShape kCube = shape(ShapeType::aabb3, {{0, 0, 0}, {4, 4, 4}});
const OwnedShape kPlate = shape(ShapeType::aabb3, {{0, 0, 6}, {4, 2, 7}});

TEST(SceneSvgInSpace, EveryPairOfTypesIsThreeSoundViews) {
  const OwnedShape shapes[] = {shape(ShapeType::point3, {{1, 2, 3}}),
                               shape(ShapeType::segment3, {{0, 0, 0}, {1, 2, 3}}),
                               kCube,
                               shape(ShapeType::obb3, {{0, 0, 0}, {1, 1, 0}, {-1, 1, 0}, {0, 0, 1}}),
                               shape(ShapeType::triangle3, {{0, 0, 0}, {3, 0, 0}, {0, 3, 1}}),
                               shape(ShapeType::hull, {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}),
                               shape(ShapeType::sphere, {{1, 1, 1}}, 2),
                               shape(ShapeType::capsule3, {{0, 0, 0}, {1, 2, 3}}, 1),
                               shape(ShapeType::cylinder, {{0, 0, 0}, {1, 2, 3}}, 1),
                               shape(ShapeType::plane, {{1, 2, 3}}, 4),
                               shape(ShapeType::ray3, {{9, 9, 9}, {-1, -1, -1}})};
  for (const OwnedShape& a : shapes)
    for (const OwnedShape& b : shapes) expect_sound(drawn(scene_of(a, b)));
}

TEST(SceneSvgInSpace, EachViewShowsTwoCoordinates) {
  const Views views = views_of(drawn(scene_of(kCube, kPlate)));
  const auto size = [&](std::size_t view, const char* cls) {
    const Extent e = extent(views[view], cls);
    return Vec2<double>{std::round((e.max.x - e.min.x) / 272 * 70),
                        std::round((e.max.y - e.min.y) / 272 * 70)};
  };
  // The scene is 7 long, so 10 to a unit.
  EXPECT_EQ(size(0, "ts-shape ts-a"), (Vec2<double>{40, 40}));
  EXPECT_EQ(size(0, "ts-shape ts-b"), (Vec2<double>{40, 20}));
  EXPECT_EQ(size(1, "ts-shape ts-b"), (Vec2<double>{10, 20}));
  EXPECT_EQ(size(2, "ts-shape ts-b"), (Vec2<double>{40, 10}));
  EXPECT_GT(extent(views[1], "ts-shape ts-b").min.x,
            extent(views[1], "ts-shape ts-a").max.x);  // z to the right
  EXPECT_LT(extent(views[2], "ts-shape ts-b").max.y, extent(views[2], "ts-shape ts-a").min.y);  // z up
}

TEST(SceneSvgInSpace, AnOverlapShowsTheWayOut) {
  const std::string svg = drawn(scene_of(kCube, shape(ShapeType::sphere, {{2, 2, 4.5}}, 1)));
  expect_sound(svg);
  EXPECT_TRUE(holds(svg, "overlapping, depth 0.5"));
  EXPECT_EQ(times(svg, "class=\"ts-mtv\""), 3u);
  EXPECT_EQ(times(svg, "class=\"ts-ghost\""), 3u);
}

TEST(SceneSvgInSpace, AGapShowsItsClosestPoints) {
  const std::string svg = drawn(scene_of(kCube, kPlate));
  EXPECT_TRUE(holds(svg, "disjoint, distance 2"));
  EXPECT_EQ(times(svg, "class=\"ts-near\""), 6u);
  EXPECT_EQ(times(svg, "class=\"ts-gap\""), 3u);
  const auto gap = pixels(views_of(svg)[1], "ts-gap");
  ASSERT_EQ(gap.size(), 2u);
  EXPECT_NEAR(std::fabs(gap[1].x - gap[0].x), 2 * 272.0 / 7, 0.1);
}

TEST(SceneSvgInSpace, EdgesAndRimsAreDrawn) {
  EXPECT_EQ(times(drawn(scene_of(kCube, kPlate)), "class=\"ts-edge ts-a\""), 3u * 12);
  const std::string tube = drawn(scene_of(shape(ShapeType::cylinder, {{0, 0, 0}, {0, 0, 4}}, 1), kPlate));
  EXPECT_EQ(times(tube, "class=\"ts-edge ts-a\""), 3u * 2);
  const Extent rim = extent(views_of(tube)[0], "ts-shape ts-a");
  EXPECT_NEAR(rim.max.x - rim.min.x, 2 * 272.0 / 7, 1);
}

TEST(SceneSvgInSpace, AHalfSpaceIsCutAtItsBoundary) {
  const std::string svg =
      drawn(scene_of(shape(ShapeType::plane, {{0, 0, 2}}, 4), shape(ShapeType::sphere, {{0, 0, 4}}, 1)));
  expect_sound(svg);
  const Views views = views_of(svg);
  EXPECT_TRUE(holds(views[0], "class=\"ts-shape ts-a\" d=\"\""));  // seen along its normal
  // From z = 2 to z = 5 over 272 pixels, z to the right and up.
  EXPECT_NEAR(extent(views[1], "ts-shape ts-a").max.x, 24, 0.01);
  EXPECT_NEAR(extent(views[2], "ts-shape ts-a").min.y, 320 - 24, 0.01);
}

TEST(SceneSvgInSpace, TwoHalfSpacesAreSeen) {
  for (const double offset : {0.0, 5.0, 1e9}) {
    const std::string svg = drawn(
        scene_of(shape(ShapeType::plane, {{0, 0, 1}}, offset), shape(ShapeType::plane, {{1, 0, 0}}, offset)));
    expect_sound(svg);
    EXPECT_EQ(pixels(views_of(svg)[2], "ts-shape ts-a").size(), 4u);
    EXPECT_EQ(pixels(views_of(svg)[2], "ts-shape ts-b").size(), 4u);
  }
}

TEST(SceneSvgInSpace, ARayRunsOutOfThePictureFromItsDot) {
  const std::string svg = drawn(
      scene_of(shape(ShapeType::sphere, {{5, 0, 0}}, 1), shape(ShapeType::ray3, {{0, 0, 0}, {2, 0, 0}})));
  expect_sound(svg);
  EXPECT_TRUE(holds(svg, "hit at t = 2"));
  EXPECT_EQ(times(svg, "class=\"ts-near\""), 3u);
  const auto path = pixels(views_of(svg)[0], "ts-shape ts-b");
  ASSERT_EQ(path.size(), 2u);
  EXPECT_NEAR(path[0].x, 24, 0.01);
  EXPECT_GT(path[1].x, 320);
  EXPECT_EQ(path[0].y, path[1].y);
  const std::string miss = drawn(
      scene_of(shape(ShapeType::ray3, {{0, 0, 0}, {-2, 0, 0}}), shape(ShapeType::sphere, {{5, 0, 0}}, 1)));
  EXPECT_TRUE(holds(miss, "no hit"));
  EXPECT_EQ(times(miss, "class=\"ts-near\""), 0u);
}

TEST(SceneSvgInSpace, InvalidShapesStaySoundAndTheValidOneIsShown) {
  const double inf = HUGE_VAL;
  for (const OwnedShape& bad :
       {shape(ShapeType::hull, {}), shape(ShapeType::aabb3, {{0, 0, 1}, {1, 1, 0}}),
        shape(ShapeType::sphere, {{0, 0, 0}}, NAN), shape(ShapeType::sphere, {{0, 0, 0}}, -1),
        shape(ShapeType::capsule3, {{0, 0, 0}, {0, 0, inf}}, 1),
        shape(ShapeType::cylinder, {{1, 1, 1}, {1, 1, 1}}, 1), shape(ShapeType::plane, {{0, 0, 0}}, 1),
        shape(ShapeType::plane, {{0, inf, 0}}, 1), shape(ShapeType::plane, {{0, 1, 0}}, NAN),
        shape(ShapeType::obb3, {{0, 0, 0}, {1, 0, 0}, {0, NAN, 0}, {0, 0, 1}})}) {
    const std::string svg = drawn(scene_of(bad, kCube));
    expect_sound(svg);
    EXPECT_TRUE(holds(svg, "invalid: a: ")) << svg;
    EXPECT_EQ(pixels(views_of(svg)[0], "ts-shape ts-b").size(), 4u) << name_of(bad.type);
  }
}

TEST(SceneSvgInSpace, ARayWithoutDirectionStaysSound) {
  const std::string svg = drawn(scene_of(kCube, shape(ShapeType::ray3, {{0, 0, 0}, {0, 0, 0}})));
  expect_sound(svg);
  EXPECT_TRUE(holds(svg, "invalid: b: direction is zero"));
}

TEST(SceneSvgInSpace, FarFromTheOriginItLooksTheSame) {
  const double far = 0x1p+40;
  const Vec3<double> shift{far, -far, far};
  const auto moved = [&](OwnedShape s) {
    for (Vec3<double>& p : s.points3) p = p + shift;
    return s;
  };
  const Views here = views_of(drawn(scene_of(kCube, kPlate)));
  const Views there = views_of(drawn(scene_of(moved(kCube), moved(kPlate))));
  for (std::size_t i = 0; i < here.size(); ++i)
    for (const char* cls : {"ts-shape ts-a", "ts-shape ts-b", "ts-gap"})
      EXPECT_EQ(pixels(here[i], cls), pixels(there[i], cls)) << i << cls;
}

TEST(SceneSvgInSpace, HugeAndTinyCoordinatesStaySound) {
  const double big = std::numeric_limits<double>::max();
  const double least = std::numeric_limits<double>::denorm_min();
  const OwnedShape shapes[] = {shape(ShapeType::aabb3, {{-big, -big, -big}, {big, big, big}}),
                               shape(ShapeType::aabb3, {{0, 0, 0}, {least, least, least}}),
                               shape(ShapeType::sphere, {{big, 0, 0}}, big),
                               shape(ShapeType::segment3, {{-big, 0, 0}, {big, 0, 0}}),
                               shape(ShapeType::plane, {{big, big, big}}, big),
                               shape(ShapeType::plane, {{least, 0, least}}, big),
                               shape(ShapeType::point3, {{1e300, 1e300, 1e300}}),
                               kCube};
  for (const OwnedShape& a : shapes)
    for (const OwnedShape& b : shapes) expect_sound(drawn(scene_of(a, b)));
}

TEST(SceneSvgInSpace, DirectionsAndAxesOfAnyLengthStaySound) {
  for (const double size : {std::numeric_limits<double>::denorm_min(), 1e-200, 1e200, 1.7e308}) {
    const Vec3<double> along{size, 0, -size};
    expect_sound(drawn(scene_of(kCube, shape(ShapeType::ray3, {{9, 9, 9}, along}))));
    expect_sound(drawn(scene_of(kCube, shape(ShapeType::plane, {along}, 1))));
    expect_sound(drawn(scene_of(kCube, shape(ShapeType::plane, {along}, size))));
  }
  // Of cylinders, the truth is for the asking only in range; the picture is drawn all the same.
  for (const double size : {std::numeric_limits<double>::denorm_min(), 1e-200, 1e200, 1.7e308}) {
    oracle::FullTruth3 unknown;
    unknown.undecided = true;
    const Scene scene = scene_of(kCube, shape(ShapeType::cylinder, {{0, 0, 0}, {size, 0, -size}}, 1));
    expect_sound(scene_svg(scene, unknown));
  }
}

TEST(SceneSvgInSpace, HostileNamesAreText) {
  Scene scene = scene_of(kCube, kPlate);
  scene.id = kHostile;
  scene.why = kHostile;
  const std::string svg = drawn(scene);
  EXPECT_TRUE(is_well_formed(svg)) << svg;
  EXPECT_FALSE(holds(svg, "<script") || holds(svg, "<img"));
}

TEST(SceneSvgInSpace, AllThatIsFetchedIsNothing) {
  const std::string svg = drawn(scene_of(kCube, kPlate));
  EXPECT_EQ(times(svg, "http"), 1u);  // the namespace
  EXPECT_FALSE(holds(svg, "href") || holds(svg, "url("));
}

}  // namespace
}  // namespace touchstone::reports
