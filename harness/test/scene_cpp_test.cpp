#include "harness/scene_cpp.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <random>

namespace touchstone {
namespace {

TEST(ToCppTest, PolygonWithHoleAndBox) {
  Scene scene;
  scene.id = "near-touch 01";
  scene.why = "two\nlines";
  scene.a = {ShapeType::polygon, {{0, 0}, {9, 0.1}, {9, 9}}, {{{5, 1}, {6, 1}, {6, 2}}}};
  scene.b = {ShapeType::obb, {{1, 2}, {1e-300, 0}, {-0.0, 3}}, {}};
  EXPECT_EQ(to_cpp_test(scene, "touching"), R"(// #include <limits>
// #include <vector>
// #include <gtest/gtest.h>
// #include <touchstone/collide.hpp>
TEST(Relation, NearTouch01) {
  // two lines
  using namespace touchstone;
  const std::vector<Vec2<double>> a_points{{0.0, 0.0}, {9.0, 0.1}, {9.0, 9.0}};
  const std::vector<Vec2<double>> a_hole_0{{5.0, 1.0}, {6.0, 1.0}, {6.0, 2.0}};
  const std::vector<Contour2<double>> a_holes{a_hole_0};
  const Polygon2<double> a{a_points, a_holes};
  const Obb2<double> b{{1.0, 2.0}, {{1e-300, 0.0}, {-0.0, 3.0}}};
  const RelationAnswer answer = relation(checked(a), checked(b));
  EXPECT_EQ(answer.status, Status::ok);
  EXPECT_EQ(answer.relation, Relation::touching);
}
)");
}

TEST(ToCppTest, InvalidSceneAsksForTheStatusOnly) {
  Scene scene;
  scene.a = {ShapeType::point, {{std::nan(""), -std::numeric_limits<double>::infinity()}}, {}};
  scene.b = {ShapeType::segment, {{0, 0}, {1, 1}}, {}};
  const std::string text = to_cpp_test(scene, "invalid_input");
  EXPECT_NE(
      text.find("a{{std::numeric_limits<double>::quiet_NaN(), -std::numeric_limits<double>::infinity()}};"),
      std::string::npos)
      << text;
  EXPECT_NE(text.find("const Segment2<double> b{{0.0, 0.0}, {1.0, 1.0}};"), std::string::npos) << text;
  EXPECT_NE(text.find("EXPECT_EQ(answer.status, Status::invalid_input);"), std::string::npos) << text;
  EXPECT_EQ(text.find("answer.relation"), std::string::npos) << text;
}

TEST(TestNameFrom, IsAnIdentifier) {
  EXPECT_EQ(test_name_from("b2d-001"), "B2d001");
  EXPECT_EQ(test_name_from("001"), "Scene001");
  EXPECT_EQ(test_name_from(""), "Scene");
  EXPECT_EQ(test_name_from("\xC3\xA9 -_/x"), "X");
}

TEST(NumberToCpp, ReadsBackToTheSameBits) {
  constexpr std::uint64_t kSeed = 3;
  RecordProperty("seed", std::to_string(kSeed));
  std::mt19937_64 random(kSeed);
  int finite = 0;
  for (int i = 0; i < 100000; ++i) {
    const double value = std::bit_cast<double>(random());
    if (!std::isfinite(value)) continue;
    ++finite;
    const std::string text = number_to_cpp(value);
    ASSERT_EQ(std::bit_cast<std::uint64_t>(std::strtod(text.c_str(), nullptr)),
              std::bit_cast<std::uint64_t>(value))
        << text;
    ASSERT_NE(text.find_first_of(".e"), std::string::npos) << text;  // a literal of type double
  }
  EXPECT_GT(finite, 90000);
}

}  // namespace
}  // namespace touchstone
