// Scenes in space: views, rounding, names, and what the format refuses.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>
#include <string>

#include "harness/scene.hpp"
#include "harness/test/fake_space.hpp"
#include "harness/test/fake_subject.hpp"
#include "harness/test/scene_text.hpp"

namespace touchstone {
namespace {

using test::expect_refusals;
namespace space = test::space;

constexpr ShapeType kSpaceTypes[] = {ShapeType::point3, ShapeType::segment3,  ShapeType::aabb3,
                                     ShapeType::obb3,   ShapeType::triangle3, ShapeType::hull,
                                     ShapeType::sphere, ShapeType::capsule3,  ShapeType::cylinder,
                                     ShapeType::plane,  ShapeType::ray3};

template <class Shape>
Shape viewed(const OwnedShape& shape) {
  const ShapeView view(shape);
  EXPECT_EQ(3, view.dimension());
  return std::get<Shape>(view.get3());
}

TEST(ShapeViewInSpace, ShowsTheNumbersOfEveryType) {
  const Vec3<double> p{1, 2, 3}, q{4, 5, 6}, r{7, 8, 9}, s{0, -1, -2};
  EXPECT_EQ(viewed<Point3<double>>(space::point(p)), (Point3<double>{p}));
  EXPECT_EQ(viewed<Segment3<double>>(space::segment(p, q)), (Segment3<double>{p, q}));
  EXPECT_EQ(viewed<Aabb3<double>>(space::box(p, q)), (Aabb3<double>{p, q}));
  EXPECT_EQ(viewed<Obb3<double>>(space::obb(p, q, r, s)), (Obb3<double>{p, {q, r, s}}));
  EXPECT_EQ(viewed<Triangle3<double>>(space::triangle(p, q, r)), (Triangle3<double>{{p, q, r}}));
  EXPECT_EQ(viewed<Sphere3<double>>(space::sphere(p, 4)), (Sphere3<double>{p, 4}));
  EXPECT_EQ(viewed<Capsule3<double>>(space::capsule(p, q, 4)), (Capsule3<double>{p, q, 4}));
  EXPECT_EQ(viewed<Cylinder3<double>>(space::cylinder(p, q, 4)), (Cylinder3<double>{p, q, 4}));
  EXPECT_EQ(viewed<Plane3<double>>(space::plane(p, -4)), (Plane3<double>{p, -4}));
  EXPECT_EQ(viewed<Ray3<double>>(space::ray(p, q)), (Ray3<double>{p, q}));
}

TEST(ShapeViewInSpace, AHullIsAViewOfThePoints) {
  const OwnedShape hull = space::hull({{1, 2, 3}, {4, 5, 6}});
  const auto view = viewed<Hull3<double>>(hull);
  EXPECT_EQ(view.points.data(), hull.points3.data());
  EXPECT_EQ(view.points.size(), 2u);
  EXPECT_TRUE(viewed<Hull3<double>>(space::hull({})).points.empty());
}

TEST(ShapeViewInSpace, OneViewServesEitherDimensionInTurn) {
  ShapeView view(test::circle({1, 2}, 3));
  EXPECT_EQ(2, view.dimension());
  view.assign(space::sphere({1, 2, 3}, 4));
  EXPECT_EQ(ShapeType::sphere, type_of(view.get3()));
  view.assign(test::point(1, 2));
  EXPECT_EQ(2, view.dimension());
  EXPECT_EQ(ShapeType::point, type_of(view.get()));
}

TEST(WithShapes, CallsWithShapesOfTheirDimension) {
  const ShapeView disc(test::circle({0, 0}, 1)), ball(space::sphere({0, 0, 0}, 1));
  const auto name = [](const auto& a, const auto&) { return name_of(type_of(a)); };
  EXPECT_EQ("circle", with_shapes(disc, disc, name));
  EXPECT_EQ("sphere_xyz", with_shapes(ball, ball, name));
}

TEST(AskingInSpace, GoesToTheFunctionsOfSpace) {
  space::FakeSubject subject({.name = "test"}, bit(Query::distance),
                             [](auto...) { return Answer{.distance = 3.0}; });
  const ShapeView ball(space::sphere({0, 0, 0}, 1)), disc(test::circle({0, 0}, 1));
  EXPECT_TRUE(supports(subject, Query::distance, ball, ball));
  EXPECT_FALSE(supports(subject, Query::relation, ball, ball));
  EXPECT_FALSE(supports(subject, Query::distance, disc, disc));
  prepare(subject, ball, ball);
  EXPECT_EQ(3.0, answer(subject, Query::distance, ball, ball).distance);
  EXPECT_EQ(Answer::Status::unsupported, answer(subject, Query::distance, disc, disc).status);
}

TEST(RoundedTo, EveryNumberOfSpaceBecomesTheNearestFloat) {
  const double near_one = 1 + 0x1p-30;
  const OwnedShape given = space::cylinder({near_one, -near_one, 2}, {3, near_one, 0x1p-160}, near_one);
  EXPECT_EQ(given, rounded_to(given, Scalar::float64));
  EXPECT_EQ(space::cylinder({1, -1, 2}, {3, 1, 0}, 1), rounded_to(given, Scalar::float32));
  const OwnedShape half_space = rounded_to(space::plane({0, 0, 1}, near_one), Scalar::float32);
  EXPECT_EQ(space::plane({0, 0, 1}, 1), half_space);
}

TEST(RoundedTo, BeyondTheRangeOfFloatsIsInfinityAndANormalMayVanish) {
  const OwnedShape far = rounded_to(space::point({1e39, -1e39, 0}), Scalar::float32);
  EXPECT_EQ(std::numeric_limits<double>::infinity(), far.points3[0].x);
  EXPECT_EQ(-std::numeric_limits<double>::infinity(), far.points3[0].y);
  const OwnedShape plane = rounded_to(space::plane({1e-50, 0, 0}, 1), Scalar::float32);
  EXPECT_EQ(Vec3<double>{}, plane.points3[0]);
}

TEST(NamesInSpace, TellTheDimensionApartAndReadBack) {
  std::set<std::string_view> names;
  for (int i = 0; i < kShapeTypeCount; ++i) {
    const auto type = static_cast<ShapeType>(i);
    names.insert(name_of(type));
    EXPECT_EQ(type, shape_type_from(name_of(type)));
    EXPECT_EQ(dimension_of(type) == 3, name_of(type).ends_with("_xyz")) << name_of(type);
  }
  EXPECT_EQ(names.size(), static_cast<std::size_t>(kShapeTypeCount));
  EXPECT_EQ(std::nullopt, shape_type_from("sphere"));
}

TEST(NamesInSpace, TheFormatSpellsATypeAlikeInBothDimensions) {
  const char* expected[] = {"point",  "segment", "aabb",     "obb",   "triangle", "hull",
                            "sphere", "capsule", "cylinder", "plane", "ray"};
  for (std::size_t i = 0; i < std::size(kSpaceTypes); ++i) {
    EXPECT_EQ(expected[i], format_name(kSpaceTypes[i]));
    EXPECT_EQ(kSpaceTypes[i], static_cast<ShapeType>(kPlaneShapeTypeCount + static_cast<int>(i)));
    EXPECT_EQ(3, dimension_of(kSpaceTypes[i]));
  }
  EXPECT_EQ("obb", format_name(ShapeType::obb));
}

TEST(SceneInSpace, HasTheDimensionOfItsShapes) {
  EXPECT_EQ(3, space::boxes(1).dimension());
  EXPECT_EQ(2, test::boxes(1).dimension());
}

std::string in_space(const std::string& a, const std::string& b, const std::string& rest) {
  return "{" + rest + R"(,"a":)" + a + R"(,"b":)" + b + "}";
}
const std::string kBall = R"({"type":"sphere","center":[0,0,0],"radius":1})";
const std::string kPlace = R"({"type":"point","at":[0,0,0]})";
const std::string kDisc = R"({"type":"circle","center":[0,0],"radius":1})";

TEST(ParseSceneInSpace, MixedDimensionsAreRefused) {
  expect_refusals({
      {in_space(kBall, kDisc, R"("query":"relation")"), "b: a lies in space, b in the plane"},
      {in_space(kDisc, kBall, R"("query":"relation")"), "b: a lies in the plane, b in space"},
      {in_space(R"({"type":"capsule","from":[0,0,0],"to":[1,0],"radius":1})", kBall, R"("query":"relation")"),
       "a.to: expected 3 numbers, got 2"},
      {in_space(R"({"type":"hull","points":[[0,0,0],[0,0]]})", kBall, R"("query":"relation")"),
       "a.points[1]: expected 3 numbers, got 2"},
      {in_space(R"({"type":"ellipse","center":[0,0,0],"half_axes":[[1,0,0],[0,1,0],[0,0,1]]})", kBall,
                R"("query":"relation")"),
       "a: ellipse is a shape of the plane: it has 2 coordinates"},
      {in_space(R"({"type":"plane","normal":[0,1],"offset":0})", kBall, R"("query":"relation")"),
       "a: plane is a shape of space: it has 3 coordinates"},
  });
}

TEST(ParseSceneInSpace, AnObbHasThreeHalfAxes) {
  const auto obb = [](const std::string& axes) {
    return in_space(R"({"type":"obb","center":[0,0,0],"half_axes":)" + axes + "}", kBall,
                    R"("query":"relation")");
  };
  EXPECT_EQ("accepted", test::refusal(obb("[[1,0,0],[0,1,0],[0,0,1]]")));
  expect_refusals({{obb("[[1,0,0],[0,1,0]]"), "a.half_axes: expected 3 vectors, got 2"},
                   {obb("[[1,0,0],[0,1,0],[0,0,1],[1,1,1]]"), "a.half_axes: expected 3 vectors, got 4"},
                   {obb("[[1,0],[0,1],[0,0]]"), "a.half_axes[0]: expected 3 numbers, got 2"}});
}

TEST(ParseSceneInSpace, KindAndAreaAreOfThePlane) {
  expect_refusals({
      {in_space(kBall, kBall, R"("query":"kind")"), "query: kind is asked in the plane only"},
      {in_space(kBall, kBall, R"("query":"area")"), "query: area is asked in the plane only"},
      {in_space(kBall, kBall, R"("query":"relation","expect":{"kind":"touching"})"),
       "expect.kind: is told in the plane only"},
      {in_space(kBall, kBall, R"("query":"relation","expect":{"area":0})"),
       "expect.area: is told in the plane only"},
  });
}

TEST(ParseSceneInSpace, RaysTakePartInRaycastsAlone) {
  const std::string ray = R"({"type":"ray","origin":[0,0,0],"direction":[1,0,0]})";
  EXPECT_EQ("accepted", test::refusal(in_space(ray, kBall, R"("query":"raycast")")));
  expect_refusals({{in_space(ray, kBall, R"("query":"distance")"), "query: rays take part in raycast alone"},
                   {in_space(kBall, kPlace, R"("query":"raycast")"), "query: raycast needs one ray, got 0"},
                   {in_space(ray, ray, R"("query":"raycast")"), "query: raycast needs one ray, got 2"}});
}

TEST(ParseSceneInSpace, VectorsOfTheMtvHaveThreeNumbers) {
  const Scene scene = test::parsed(
      in_space(kBall, kPlace, R"("query":"penetration","expect":{"depth":"inf","mtv":[[0,0,1],[0,-1,0]]})"));
  EXPECT_EQ(*scene.expect->mtv, (std::vector<Coordinates>{{0, 0, 1}, {0, -1, 0}}));
  EXPECT_EQ(to_json(scene), to_json(test::parsed(to_json(scene))));
  EXPECT_NE(to_json(scene).find(R"("mtv":[[0,0,1],[0,-1,0]])"), std::string::npos) << to_json(scene);
  expect_refusals({{in_space(kBall, kPlace, R"("query":"relation","expect":{"mtv":[[0,1]]})"),
                    "expect.mtv[0]: expected 3 numbers, got 2"}});
}

TEST(ParseSceneInSpace, AnInvalidShapeIsAScene) {
  for (const char* bad :
       {R"({"type":"hull","points":[]})", R"({"type":"plane","normal":[0,0,0],"offset":"inf"})",
        R"({"type":"cylinder","from":[1,1,1],"to":[1,1,1],"radius":-1})",
        R"({"type":"aabb","min":[0,0,"nan"],"max":[1,1,0]})"}) {
    const std::string text = in_space(bad, kPlace, R"("query":"relation")");
    EXPECT_EQ(test::bits_of(test::parsed(text)), test::bits_of(test::parsed(to_json(test::parsed(text)))))
        << bad;
  }
}

}  // namespace
}  // namespace touchstone
