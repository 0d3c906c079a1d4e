#include "harness/scene_cpp.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <random>

#include <touchstone/collide3.hpp>

#include "harness/test/fake_space.hpp"
#include "harness/test/fake_subject.hpp"

namespace touchstone {
namespace {

TEST(ToCppTest, PolygonWithHoleAndBox) {
  Scene scene;
  scene.id = "near-touch 01";
  scene.why = "two\nlines";
  scene.a = {ShapeType::polygon, {{0, 0}, {9, 0.1}, {9, 9}}, {}, {{{5, 1}, {6, 1}, {6, 2}}}};
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

/// The line that declares the shape as `a`.
std::string declared(const OwnedShape& shape) {
  const std::string text = to_cpp_test(test::scene(shape, test::point(0, 0)), "disjoint");
  const std::size_t at = text.find("  const ", text.find("using namespace"));
  return text.substr(at, text.find('\n', at) - at);
}

TEST(ToCppTest, EveryRoundTypeIsDeclared) {
  EXPECT_EQ(declared(test::triangle({1, 2}, {3, 4}, {5, 6})),
            "  const Triangle2<double> a{{{1.0, 2.0}, {3.0, 4.0}, {5.0, 6.0}}};");
  EXPECT_EQ(declared(test::circle({1, 2}, 0.5)), "  const Circle2<double> a{{1.0, 2.0}, 0.5};");
  EXPECT_EQ(declared(test::capsule({1, 2}, {3, 4}, 0.5)),
            "  const Capsule2<double> a{{1.0, 2.0}, {3.0, 4.0}, 0.5};");
  EXPECT_EQ(declared(test::ring({1, 2}, 0.5, 3)), "  const Ring2<double> a{{1.0, 2.0}, 0.5, 3.0};");
  EXPECT_EQ(declared(test::ellipse({1, 2}, {3, 0}, {0, 4})),
            "  const Ellipse2<double> a{{1.0, 2.0}, {{3.0, 0.0}, {0.0, 4.0}}};");
}

namespace space = test::space;

/// The same of a shape of space.
std::string declared_in_space(const OwnedShape& shape) {
  const std::string text = to_cpp_test(space::scene(shape, space::point({0, 0, 0})), "disjoint");
  const std::size_t at = text.find("  const ", text.find("using namespace"));
  return text.substr(at, text.find('\n', at) - at);
}

/// The shape is declared by these tokens, which compile and make a shape that checked() takes.
#define EXPECT_DECLARED(shape, ...)                         \
  do {                                                      \
    __VA_ARGS__                                             \
    EXPECT_EQ(checked(a).status, Status::ok);               \
    EXPECT_EQ(declared_in_space(shape), "  " #__VA_ARGS__); \
  } while (false)

TEST(ToCppTestInSpace, EveryStraightTypeIsDeclaredAsCompiles) {
  const Vec3<double> p{1, 2, 3}, q{4, 5, 6};
  EXPECT_DECLARED(space::point(p), const Point3<double> a{{1.0, 2.0, 3.0}};);
  EXPECT_DECLARED(space::segment(p, q), const Segment3<double> a{{1.0, 2.0, 3.0}, {4.0, 5.0, 6.0}};);
  EXPECT_DECLARED(space::box(p, q), const Aabb3<double> a{{1.0, 2.0, 3.0}, {4.0, 5.0, 6.0}};);
  EXPECT_DECLARED(
      space::obb(p, {1, 0, 0}, {0, 2, 0}, {0, 0, -0.0}),
      const Obb3<double> a{{1.0, 2.0, 3.0}, {{1.0, 0.0, 0.0}, {0.0, 2.0, 0.0}, {0.0, 0.0, -0.0}}};);
  EXPECT_DECLARED(space::triangle(p, q, {0, 0, 0.1}),
                  const Triangle3<double> a{{{1.0, 2.0, 3.0}, {4.0, 5.0, 6.0}, {0.0, 0.0, 0.1}}};);
}

TEST(ToCppTestInSpace, EveryRoundOrUnboundedTypeIsDeclaredAsCompiles) {
  const Vec3<double> p{1, 2, 3}, q{4, 5, 6};
  EXPECT_DECLARED(space::sphere(p, 0.5), const Sphere3<double> a{{1.0, 2.0, 3.0}, 0.5};);
  EXPECT_DECLARED(space::capsule(p, q, 0.5),
                  const Capsule3<double> a{{1.0, 2.0, 3.0}, {4.0, 5.0, 6.0}, 0.5};);
  EXPECT_DECLARED(space::cylinder(p, q, 0.5),
                  const Cylinder3<double> a{{1.0, 2.0, 3.0}, {4.0, 5.0, 6.0}, 0.5};);
  EXPECT_DECLARED(space::plane(p, -1e-20), const Plane3<double> a{{1.0, 2.0, 3.0}, -1e-20};);
  EXPECT_DECLARED(space::ray(p, q), const Ray3<double> a{{1.0, 2.0, 3.0}, {4.0, 5.0, 6.0}};);
}

TEST(ToCppTestInSpace, AHullOwnsItsPointsInTheTest) {
  Scene scene =
      space::scene(space::hull({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}), space::point({0, 0, 0}));
  scene.id = "b3d-001";
  EXPECT_EQ(to_cpp_test(scene, "touching"), R"(// #include <limits>
// #include <vector>
// #include <gtest/gtest.h>
// #include <touchstone/collide3.hpp>
TEST(Relation, B3d001) {
  using namespace touchstone;
  const std::vector<Vec3<double>> a_points{{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
  const Hull3<double> a{a_points};
  const Point3<double> b{{0.0, 0.0, 0.0}};
  const RelationAnswer answer = relation(checked(a), checked(b));
  EXPECT_EQ(answer.status, Status::ok);
  EXPECT_EQ(answer.relation, Relation::touching);
}
)");
}

/// The body of the test above, and of the raycast below, as a compiler takes it.
TEST(ToCppTestInSpace, ThePastedTextHolds) {
  {
    const std::vector<Vec3<double>> a_points{
        {0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    const Hull3<double> a{a_points};
    const Point3<double> b{{0.0, 0.0, 0.0}};
    const RelationAnswer answer = relation(checked(a), checked(b));
    EXPECT_EQ(answer.status, Status::ok);
    EXPECT_EQ(answer.relation, Relation::touching);
  }
  const Sphere3<double> a{{5.0, 0.0, 0.0}, 1.0};
  const Ray3<double> b{{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}};
  const RayHit3<double> answer = raycast(checked(b), checked(a));
  EXPECT_EQ(answer.status, Status::ok);
  EXPECT_TRUE(answer.hit);
}

TEST(ToCppTestInSpace, ARaycastAsksForTheHitWhicheverShapeIsTheRay) {
  const OwnedShape ball = space::sphere({5, 0, 0}, 1), ray = space::ray({0, 0, 0}, {1, 0, 0});
  EXPECT_EQ(to_cpp_test(space::raycast(ball, ray), "hit"), R"(// #include <limits>
// #include <vector>
// #include <gtest/gtest.h>
// #include <touchstone/collide3.hpp>
TEST(Raycast, Scene) {
  using namespace touchstone;
  const Sphere3<double> a{{5.0, 0.0, 0.0}, 1.0};
  const Ray3<double> b{{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}};
  const RayHit3<double> answer = raycast(checked(b), checked(a));
  EXPECT_EQ(answer.status, Status::ok);
  EXPECT_TRUE(answer.hit);
}
)");
  const std::string text = to_cpp_test(space::raycast(ray, ball), "miss");
  EXPECT_NE(text.find("raycast(checked(a), checked(b))"), std::string::npos) << text;
  EXPECT_NE(text.find("EXPECT_FALSE(answer.hit);"), std::string::npos) << text;
}

TEST(ToCppTestInSpace, AnInvalidSceneAsksForTheStatusOnly) {
  const std::string text =
      to_cpp_test(space::scene(space::hull({}), space::plane({0, 0, 0}, 1)), "invalid_input");
  EXPECT_NE(text.find("a_points{};"), std::string::npos) << text;
  EXPECT_NE(text.find("EXPECT_EQ(answer.status, Status::invalid_input);"), std::string::npos) << text;
  EXPECT_EQ(text.find("answer.relation"), std::string::npos) << text;
}

TEST(ToCppTest, ARaycastAsksForTheHitWhicheverShapeIsTheRay) {
  const Scene ray_second = test::raycast(test::circle({5, 0}, 1), test::ray({0, 0}, {1, 0}));
  EXPECT_EQ(to_cpp_test(ray_second, "hit"), R"(// #include <limits>
// #include <vector>
// #include <gtest/gtest.h>
// #include <touchstone/raycast.hpp>
TEST(Raycast, Scene) {
  using namespace touchstone;
  const Circle2<double> a{{5.0, 0.0}, 1.0};
  const Ray2<double> b{{0.0, 0.0}, {1.0, 0.0}};
  const RayHit<double> answer = raycast(checked(b), checked(a));
  EXPECT_EQ(answer.status, Status::ok);
  EXPECT_TRUE(answer.hit);
}
)");
  const Scene ray_first = test::raycast(test::ray({0, 0}, {1, 0}), test::circle({5, 0}, 1));
  const std::string text = to_cpp_test(ray_first, "miss");
  EXPECT_NE(text.find("raycast(checked(a), checked(b))"), std::string::npos) << text;
  EXPECT_NE(text.find("EXPECT_FALSE(answer.hit);"), std::string::npos) << text;
}

TEST(ToCppTest, AnInvalidRaycastAsksForTheStatusOnly) {
  const Scene scene = test::raycast(test::point(0, 0), test::ray({0, 0}, {0, 0}));
  const std::string text = to_cpp_test(scene, "invalid_input");
  EXPECT_NE(text.find("EXPECT_EQ(answer.status, Status::invalid_input);"), std::string::npos) << text;
  EXPECT_EQ(text.find("answer.hit"), std::string::npos) << text;
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
