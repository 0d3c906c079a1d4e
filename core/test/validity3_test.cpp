#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <new>
#include <random>
#include <string>
#include <vector>

#include <touchstone/hull3.hpp>
#include <touchstone/validity3.hpp>

#include "core/test/polytope3_reference.hpp"

namespace {
int allocations = 0;
}
// Kept out of line: g++ warns of free() where it sees it inlined for memory from new.
__attribute__((noinline)) void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
__attribute__((noinline)) void operator delete(void* memory) noexcept {
  std::free(memory);
}
__attribute__((noinline)) void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

namespace touchstone {
namespace {

using reference::expect_polytope;
using reference::rational;
using reference::Rational3;
using reference::SpacePoint;
using Form = Checked3::Form;
using Point = Vec3<double>;
using Points = std::vector<Point>;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

template <class Shape>
void expect_refused(const Shape& shape, Status status, const std::string& reason) {
  const Checked3 result = checked(shape);
  EXPECT_EQ(result.status, status);
  EXPECT_EQ(result.reason, reason);
  EXPECT_FALSE(result.ok());
}

/// A valid polytope of that form, dimension and number of corners, as PolytopeView promises.
void expect_shape(const Checked3& shape, Form form, int dimension, int corners) {
  ASSERT_TRUE(shape.ok()) << shape.reason;
  EXPECT_STREQ(shape.reason, "");
  EXPECT_EQ(shape.form, form);
  const PolytopeView view = shape.polytope();
  EXPECT_EQ(view.dimension, dimension);
  EXPECT_EQ(view.corner_count, corners);
  EXPECT_EQ(view.box, shape.box);
  EXPECT_EQ(shape.radius, 0);
  expect_polytope(view);
}

Points corners_of(const Checked3& shape) {
  const PolytopeView view = shape.polytope();
  return {view.corners, view.corners + view.corner_count};
}

TEST(Checked3Point, FiniteIsItsBox) {
  const Checked3 shape = checked(Point3<double>{{1, -2, 0}});
  expect_shape(shape, Form::aabb, 0, 1);
  EXPECT_EQ(shape.skeleton_point(0), (Point{1, -2, 0}));
  EXPECT_EQ(shape.largest_coordinate, 2);
}

TEST(Checked3, NothingGivenIsNoShape) {
  EXPECT_FALSE(Checked3{}.ok());
  EXPECT_STREQ(Checked3{}.reason, "no shape");
}

TEST(Checked3, NotFiniteIsInvalidAndNamesTheField) {
  constexpr Status kInvalid = Status::invalid_input;
  for (const double bad : {kNan, kInfinity, -kInfinity}) {
    const Point p{0, 0, bad}, o{0, 0, 0}, u{1, 0, 0};
    expect_refused(Point3<double>{{bad, 0, 0}}, kInvalid, "at: not finite");
    expect_refused(Segment3<double>{p, o}, kInvalid, "from: not finite");
    expect_refused(Segment3<double>{o, p}, kInvalid, "to: not finite");
    expect_refused(Aabb3<double>{p, o}, kInvalid, "min: not finite");
    expect_refused(Aabb3<double>{o, p}, kInvalid, "max: not finite");
    expect_refused(Obb3<double>{p, {u, u, u}}, kInvalid, "center: not finite");
    expect_refused(Obb3<double>{o, {u, u, p}}, kInvalid, "half_axes: not finite");
    expect_refused(Triangle3<double>{{o, u, p}}, kInvalid, "points: not finite");
    expect_refused(Hull3<double>{Points{o, u, p}}, kInvalid, "points: not finite");
    expect_refused(Plane3<double>{p, 0}, kInvalid, "normal: not finite");
    expect_refused(Plane3<double>{u, bad}, kInvalid, "offset: not finite");
  }
}

TEST(Checked3, NotFiniteBallsAndRaysAreInvalidAndNameTheField) {
  constexpr Status kInvalid = Status::invalid_input;
  for (const double bad : {kNan, kInfinity, -kInfinity}) {
    const Point p{0, bad, 0}, o{0, 0, 0}, u{1, 0, 0};
    expect_refused(Sphere3<double>{p, 1}, kInvalid, "center: not finite");
    expect_refused(Sphere3<double>{o, bad}, kInvalid, "radius: not finite");
    expect_refused(Capsule3<double>{p, o, 1}, kInvalid, "from: not finite");
    expect_refused(Capsule3<double>{o, u, bad}, kInvalid, "radius: not finite");
    expect_refused(Cylinder3<double>{o, p, 1}, kInvalid, "to: not finite");
    expect_refused(Cylinder3<double>{o, u, bad}, kInvalid, "radius: not finite");
    expect_refused(Ray3<double>{p, u}, kInvalid, "origin: not finite");
    expect_refused(Ray3<double>{o, p}, kInvalid, "direction: not finite");
  }
}

TEST(Checked3, WhatAShapeDemands) {
  constexpr Status kInvalid = Status::invalid_input;
  const Point o{0, 0, 0}, u{1, 0, 0};
  expect_refused(Aabb3<double>{{0, 0, 1}, {1, 1, std::nextafter(1.0, 0)}}, kInvalid, "min > max");
  expect_refused(Sphere3<double>{o, -1}, kInvalid, "radius < 0");
  expect_refused(Capsule3<double>{o, u, -5e-324}, kInvalid, "radius < 0");
  expect_refused(Cylinder3<double>{o, u, -1}, kInvalid, "radius < 0");
  expect_refused(Cylinder3<double>{u, u, 1}, kInvalid, "from and to are equal: a cylinder needs an axis");
  expect_refused(Cylinder3<double>{u, u, 0}, kInvalid, "from and to are equal: a cylinder needs an axis");
  expect_refused(Hull3<double>{}, kInvalid, "points: none");
  expect_refused(Hull3<float>{}, kInvalid, "points: none");
  expect_refused(Plane3<double>{{0, -0.0, 0}, 1}, kInvalid, "normal: zero");
  expect_refused(Ray3<double>{u, o}, kInvalid, "direction: zero");
}

TEST(Checked3, BeyondTheExactRangeIsOutOfRange) {
  const double large = std::nextafter(kLargestCoordinate3, kInfinity);
  const double small = std::nextafter(kSmallestCoordinate3, 0);
  EXPECT_TRUE(checked(Point3<double>{{kLargestCoordinate3, -kSmallestCoordinate3, 0}}).ok());
  for (const double bad : {large, -large, small, -small, 5e-324}) {
    const std::string reason =
        std::fabs(bad) > 1 ? "a number is too large to be exact" : "a number is too small to be exact";
    expect_refused(Point3<double>{{bad, 0, 0}}, Status::out_of_range, reason);
    expect_refused(Obb3<double>{{}, {{}, {}, {0, 0, bad}}}, Status::out_of_range, reason);
    expect_refused(Hull3<double>{Points{{0, bad, 0}}}, Status::out_of_range, reason);
    expect_refused(Plane3<double>{{1, 0, 0}, bad}, Status::out_of_range, reason);
    if (bad > 0) expect_refused(Sphere3<double>{{}, bad}, Status::out_of_range, reason);
  }
}

TEST(Checked3, InvalidComesBeforeOutOfRange) {
  expect_refused(Sphere3<double>{{1e300, 0, 0}, -1}, Status::invalid_input, "radius < 0");
  expect_refused(Cylinder3<double>{{1e300, 0, 0}, {1e300, 0, 0}, 1}, Status::invalid_input,
                 "from and to are equal: a cylinder needs an axis");
  expect_refused(Hull3<double>{Points{{1e300, 0, 0}, {0, kNan, 0}}}, Status::invalid_input,
                 "points: not finite");
}

TEST(Checked3, EveryFloatIsInRange) {
  constexpr float kMax = std::numeric_limits<float>::max();
  constexpr float kMin = std::numeric_limits<float>::denorm_min();
  expect_shape(checked(Segment3<float>{{kMax, -kMax, 0}, {kMin, -kMin, 0}}), Form::polytope, 1, 2);
  expect_shape(checked(Obb3<float>{{kMax, kMin, 1}, {{kMax, 0, 0}, {0, kMin, 0}, {0, 0, 1e-3F}}}), Form::obb,
               3, 8);
  expect_shape(checked(Shape3<float>{Obb3<float>{{}, {{kMin, 0, 0}, {0, kMin, 0}, {0, 0, kMin}}}}), Form::obb,
               3, 8);
  const std::vector<Vec3<float>> points = {{0.1F, 0, 0}, {0, 0.1F, 0}, {0, 0, 0.1F}, {0.1F, 0.1F, 0.1F}};
  expect_shape(checked(Hull3<float>{points}), Form::polytope, 3, 4);
  expect_refused(Point3<float>{{std::numeric_limits<float>::infinity(), 0, 0}}, Status::invalid_input,
                 "at: not finite");
}

TEST(Checked3, NothingButAHullAllocates) {
  const Point o{0, 0, 0}, u{1, 0, 0}, v{0.1, 1, 1.0 / 3}, w{0, 0, 7};
  const Shape3<double> shapes[] = {
      Point3<double>{v},          Segment3<double>{o, v},     Aabb3<double>{o, w},
      Obb3<double>{v, {u, v, w}}, Obb3<double>{v, {u, v, u}}, Triangle3<double>{{u, v, w}},
      Sphere3<double>{v, 1},      Capsule3<double>{u, v, 1},  Cylinder3<double>{u, v, 1},
      Plane3<double>{v, 1},       Ray3<double>{v, u}};
  const int before = allocations;
  for (const auto& shape : shapes) {
    const Checked3 made = checked(shape), copy = made;
    ASSERT_TRUE(copy.ok());
  }
  EXPECT_EQ(allocations, before);
  const Points points = {o, u, v, w};
  EXPECT_TRUE(checked(Hull3<double>{points}).ok());
  EXPECT_GT(allocations, before);
}

TEST(Checked3Segment, AlongAnAxisIsItsBox) {
  expect_shape(checked(Segment3<double>{{1, 2, 3}, {1, 2, -3}}), Form::aabb, 1, 2);
  expect_shape(checked(Segment3<double>{{1, 2, 3}, {1, 2, 3}}), Form::aabb, 0, 1);
  const Checked3 slanted = checked(Segment3<double>{{1, 2, 3}, {std::nextafter(1.0, 2), 2, -3}});
  expect_shape(slanted, Form::polytope, 1, 2);
  EXPECT_EQ(slanted.skeleton_point(0), (Point{1, 2, 3}));
}

TEST(Checked3Aabb, FlatOnesAreRectanglesSegmentsAndPoints) {
  expect_shape(checked(Aabb3<double>{{0, 0, 0}, {1, 2, 3}}), Form::aabb, 3, 8);
  expect_shape(checked(Aabb3<double>{{1, 0, 0}, {1, 2, 3}}), Form::aabb, 2, 4);
  expect_shape(checked(Aabb3<double>{{0, 2, 0}, {1, 2, 3}}), Form::aabb, 2, 4);
  expect_shape(checked(Aabb3<double>{{0, 0, 3}, {1, 2, 3}}), Form::aabb, 2, 4);
  expect_shape(checked(Aabb3<double>{{0, 0, -0.0}, {1, 2, 0.0}}), Form::aabb, 2, 4);
  expect_shape(checked(Aabb3<double>{{1, 2, 0}, {1, 2, 3}}), Form::aabb, 1, 2);
  expect_shape(checked(Aabb3<double>{{1, 2, 3}, {1, 2, 3}}), Form::aabb, 0, 1);
  const Checked3 box = checked(Aabb3<double>{{-4, 0, 0}, {1, 2, 3}});
  EXPECT_EQ(box.polytope().corners[5], (Point{1, 0, 3}));
  EXPECT_EQ(box.largest_coordinate, 4);
}

TEST(Checked3Triangle, DegenerateOnesAreSegmentsAndPoints) {
  expect_shape(checked(Triangle3<double>{{{0, 0, 0}, {1, 2, 3}, {3, 2, 1}}}), Form::polytope, 2, 3);
  const Checked3 flat = checked(Triangle3<double>{{{1, 2, 3}, {-1, -2, -3}, {2, 4, 6}}});
  expect_shape(flat, Form::polytope, 1, 2);
  EXPECT_EQ(corners_of(flat), (Points{{-1, -2, -3}, {2, 4, 6}}));
  expect_shape(checked(Triangle3<double>{{{1, 2, 3}, {1, 2, 5}, {1, 2, 4}}}), Form::aabb, 1, 2);
  expect_shape(checked(Triangle3<double>{{{1, 2, 3}, {1, 2, 3}, {1, 2, 3}}}), Form::aabb, 0, 1);
  const Point nearly{2, 4, std::nextafter(6.0, 7)};
  expect_shape(checked(Triangle3<double>{{{1, 2, 3}, {-1, -2, -3}, nearly}}), Form::polytope, 2, 3);
}

TEST(Checked3Hull, KnowsItsDimensionAndWhetherItIsABox) {
  const Points corners = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0},
                          {0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}};
  const auto first = [&](std::size_t n) { return checked(Hull3<double>{{corners.data(), n}}); };
  expect_shape(first(1), Form::aabb, 0, 1);
  expect_shape(first(2), Form::aabb, 1, 2);
  expect_shape(first(3), Form::polytope, 2, 3);
  expect_shape(first(4), Form::aabb, 2, 4);
  expect_shape(first(5), Form::polytope, 3, 5);
  expect_shape(first(7), Form::polytope, 3, 7);
  expect_shape(first(8), Form::aabb, 3, 8);
  expect_shape(checked(Hull3<double>{Points{{0, 0, 0}, {2, 4, 6}, {1, 2, 3}}}), Form::polytope, 1, 2);
}

TEST(Checked3Hull, OwnsWhatItNeeds) {
  Checked3 copy;
  {
    const Points points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}};
    const Checked3 shape = checked(Shape3<double>{Hull3<double>{points}});
    copy = shape;
  }
  expect_shape(copy, Form::polytope, 3, 5);
}

TEST(Checked3Obb, OfEitherHandIsSeenFromOutside) {
  const Obb3<double> obb{{1, 2, 3}, {{1, 0, 0}, {0, 2, 0}, {0, 1, 1}}};
  const Obb3<double> mirrored{{1, 2, 3}, {{0, 2, 0}, {1, 0, 0}, {0, 1, 1}}};
  for (const auto& shape : {checked(obb), checked(mirrored)}) {
    expect_shape(shape, Form::obb, 3, 8);
    EXPECT_EQ(shape.box, (Aabb3<double>{{0, -1, 2}, {2, 5, 4}}));
    EXPECT_EQ(shape.polytope().rounded_from, nullptr);
    EXPECT_EQ(shape.polytope().corners[7], (Point{2, 5, 4}));
  }
  EXPECT_EQ(checked(mirrored).obb(), mirrored);
}

TEST(Checked3Obb, CornersThatAreNoDoublesAreRounded) {
  const Obb3<double> obb{{1, 2, 3}, {{0x1p-60, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  const Checked3 shape = checked(obb);
  expect_shape(shape, Form::obb, 3, 8);
  const Checked3 copy = shape;
  EXPECT_EQ(copy.polytope().rounded_from, &copy.obb());
  EXPECT_GE(copy.polytope().corner_error, 0x1p-60);
  EXPECT_LE(copy.polytope().corner_error, 0x1p-60 * (1 + 0x1p-48));
  EXPECT_EQ(copy.box.min, (Point{std::nextafter(1.0, 0), 1, 2}));
  EXPECT_EQ(copy.box.max, (Point{std::nextafter(1.0, 2), 3, 4}));
  EXPECT_EQ(copy.polytope().signs[5], 5);
}

/// Each term of the sum cancels what rounding kept of the others.
TEST(Checked3Obb, SumsThatCancelAreNearlyTheNearestDoubles) {
  const double third = 1.0 / 3;
  const Obb3<double> obb{{0x1p+70, third, 1},
                         {{0x1p+70, -third * 0x1p-60, 0}, {third, 0, 0.1}, {-0x1p-70, 0.1, 0}}};
  const Checked3 shape = checked(obb);
  expect_shape(shape, Form::obb, 3, 8);
  const SpacePoint exact = reference::obb_corner(obb, 6);
  EXPECT_EQ(shape.polytope().corners[6].x, third);
  EXPECT_LT(abs(rational(shape.polytope().corners[6]).x - exact.x), Rational3{1} / 1000);
}

TEST(Checked3Obb, FlatOnesAreWhatTheyAre) {
  const Point o{0, 0, 0}, x{1, 0, 0}, y{0, 1, 0}, d{1, 1, 0}, c{1, 2, 3};
  expect_shape(checked(Obb3<double>{c, {o, o, o}}), Form::aabb, 0, 1);
  expect_shape(checked(Obb3<double>{c, {o, x, o}}), Form::aabb, 1, 2);
  expect_shape(checked(Obb3<double>{c, {x, -x, x}}), Form::aabb, 1, 2);
  expect_shape(checked(Obb3<double>{c, {d, o, -d}}), Form::polytope, 1, 2);
  expect_shape(checked(Obb3<double>{c, {x, o, y}}), Form::aabb, 2, 4);
  expect_shape(checked(Obb3<double>{c, {x, y, -x}}), Form::aabb, 2, 4);
  expect_shape(checked(Obb3<double>{c, {x, d, o}}), Form::polytope, 2, 4);
  expect_shape(checked(Obb3<double>{c, {x, d, y}}), Form::polytope, 2, 6);
  expect_shape(checked(Obb3<double>{c, {{0, 0, 1}, {1, 2, 3}, {1, 2, 4}}}), Form::polytope, 2, 6);
  expect_shape(checked(Obb3<double>{c, {{0, 0, 1}, {0, 2, 3}, {0, -2, 4}}}), Form::polytope, 2, 6);
  EXPECT_EQ(corners_of(checked(Obb3<double>{c, {x, -x, x}})), (Points{{-2, 2, 3}, {4, 2, 3}}));
}

TEST(Checked3Obb, FlatHexagonWhoseCornersAreNoDoublesKeepsThemExact) {
  const Point u{0.1, 0.2, 0.3}, v{0.7, -0.1, 0.5};
  const Checked3 shape = checked(Obb3<double>{{1, 1, 1}, {u, v, {u.x * 2, u.y * 2, u.z * 2}}});
  expect_shape(shape, Form::polytope, 2, 4);
  EXPECT_NE(shape.polytope().rounded_from, nullptr);
  // An ulp off their plane: a solid.
  const Point off{u.x * 2 + v.x, u.y * 2 + v.y, std::nextafter(u.z * 2 + v.z, 9)};
  expect_shape(checked(Obb3<double>{{1, 1, 1}, {u, v, off}}), Form::obb, 3, 8);
}

Obb3<double> lattice_obb(std::mt19937_64& random) {
  const auto next = [&] { return static_cast<double>(random() % 5) - 2; };
  Obb3<double> obb{{next(), next(), next()}, {}};
  for (Point& half_axis : obb.half_axes) half_axis = {next(), random() % 3 == 0 ? 0 : next(), next()};
  return obb;
}
ConvexHull hull_of_corners(const Obb3<double>& obb) {
  Points corners;
  for (unsigned k = 0; k < 8; ++k) {
    const SpacePoint p = reference::obb_corner(obb, k);
    corners.push_back({p.x.convert_to<double>(), p.y.convert_to<double>(), p.z.convert_to<double>()});
  }
  ConvexHull hull;
  hull.assign(corners);
  return hull;
}

TEST(Checked3Obb, RandomOnesAreTheHullsOfTheirCorners) {
  std::mt19937_64 random(20240601);
  int met[9] = {};
  for (int i = 0; i < 1000; ++i) {
    const Obb3<double> obb = lattice_obb(random);
    const ConvexHull hull = hull_of_corners(obb);
    const PolytopeView expected = hull.view();
    const Checked3 shape = checked(obb);
    expect_shape(shape, shape.form, expected.dimension, expected.corner_count);
    if (expected.dimension < 3) {
      EXPECT_EQ(corners_of(shape), Points(expected.corners, expected.corners + expected.corner_count));
    }
    ++met[expected.corner_count];
  }
  EXPECT_GT(std::min({met[2], met[4], met[6]}), 5);
  EXPECT_GT(met[8], 500);
}

/// Small half axes around a centre that has no room for them: the same polytopes, with rounded corners.
TEST(Checked3Obb, RandomOnesWhoseCornersAreNoDoublesAreExact) {
  std::mt19937_64 random(20240602);
  int rounded = 0;
  for (int i = 0; i < 1000; ++i) {
    Obb3<double> obb = lattice_obb(random);
    const ConvexHull hull = hull_of_corners(obb);
    obb.center = {1 + 0x1p-52, 0.1, 1.0 / 3};
    for (Point& half_axis : obb.half_axes) half_axis = half_axis * 0x1.8p-60;
    const Checked3 shape = checked(obb);
    expect_shape(shape, shape.form, hull.view().dimension, hull.view().corner_count);
    rounded += shape.polytope().rounded_from != nullptr ? 1 : 0;
  }
  EXPECT_GT(rounded, 950);
}

TEST(Checked3Sphere, GrowsItsBoxAndRadiusZeroIsAPoint) {
  const Checked3 sphere = checked(Sphere3<double>{{1, 2, 3}, 4});
  ASSERT_TRUE(sphere.ok());
  EXPECT_EQ(sphere.form, Form::sphere);
  EXPECT_EQ(sphere.radius, 4);
  EXPECT_EQ(sphere.box, (Aabb3<double>{{-3, -2, -1}, {5, 6, 7}}));
  EXPECT_EQ(sphere.largest_coordinate, 7);
  EXPECT_EQ(sphere.skeleton_point(0), (Point{1, 2, 3}));
  const Checked3 rounded = checked(Sphere3<double>{{1, 1, 1}, 0x1p-60});
  EXPECT_EQ(rounded.box.min.x, std::nextafter(1.0, 0));
  EXPECT_EQ(rounded.box.max.x, std::nextafter(1.0, 2));
  expect_shape(checked(Sphere3<double>{{1, 2, 3}, 0}), Form::aabb, 0, 1);
}

TEST(Checked3Capsule, OfEqualEndsIsASphereAndOfRadiusZeroASegment) {
  const Checked3 capsule = checked(Capsule3<double>{{3, 0, 0}, {0, 0, 4}, 1});
  ASSERT_TRUE(capsule.ok());
  EXPECT_EQ(capsule.form, Form::capsule);
  EXPECT_EQ(capsule.box, (Aabb3<double>{{-1, -1, -1}, {4, 1, 5}}));
  EXPECT_EQ(capsule.skeleton_point(0), (Point{3, 0, 0}));
  EXPECT_EQ(capsule.skeleton_point(1), (Point{0, 0, 4}));
  EXPECT_EQ(capsule.polytope().dimension, 1);
  EXPECT_EQ(checked(Capsule3<double>{{1, 1, 1}, {1, 1, 1}, 1}).form, Form::sphere);
  expect_shape(checked(Capsule3<double>{{3, 0, 0}, {0, 0, 4}, 0}), Form::polytope, 1, 2);
  expect_shape(checked(Capsule3<double>{{3, 0, 0}, {3, 0, 0}, 0}), Form::aabb, 0, 1);
}

TEST(Checked3Cylinder, AlongAnAxisHasAnExactBoxAndRadiusZeroIsASegment) {
  const Checked3 cylinder = checked(Cylinder3<double>{{1, 2, -3}, {1, 2, 3}, 5});
  ASSERT_TRUE(cylinder.ok());
  EXPECT_EQ(cylinder.form, Form::cylinder);
  EXPECT_EQ(cylinder.radius, 5);
  EXPECT_EQ(cylinder.box, (Aabb3<double>{{-4, -3, -3}, {6, 7, 3}}));
  expect_shape(checked(Cylinder3<double>{{1, 2, -3}, {1, 2, 3}, 0}), Form::aabb, 1, 2);
}

/// Encloses, by rationals. A reach of at most 2 is too long by at most 24 kRounding of it and two roundings
/// of sums below 4: 56 kRounding, four times that in the square.
TEST(Checked3Cylinder, RandomBoxesEncloseTightly) {
  std::mt19937_64 random(20240602);
  for (int i = 0; i < 1000; ++i) {
    const auto next = [&] { return static_cast<double>(random() >> 11) * 0x1p-52 - 1; };
    const Point from{next(), next(), next()}, to{next(), next() * 0x1p-20, next()};
    const double radius = 1 + next();
    const Checked3 shape = checked(Cylinder3<double>{from, to, radius});
    const SpacePoint axis = rational(to) - rational(from);
    const Rational3 r = Rational3(radius) * Rational3(radius);
    const Rational3 reach_sq = r * (axis.x * axis.x + axis.z * axis.z) / length_sq(axis);
    const Rational3 reach = Rational3(shape.box.max.y) - Rational3(std::max(from.y, to.y));
    EXPECT_GE(reach * reach, reach_sq);
    EXPECT_GE(Rational3(std::min(from.y, to.y)) - Rational3(shape.box.min.y), 0);
    EXPECT_LE((reach * reach).convert_to<double>(), reach_sq.convert_to<double>() + 256 * kRounding);
  }
}

TEST(Checked3Plane, KeepsItsNumbers) {
  const Checked3 plane = checked(Plane3<double>{{0, 3, 4}, -10});
  ASSERT_TRUE(plane.ok());
  EXPECT_EQ(plane.form, Form::plane);
  EXPECT_EQ(plane.plane(), (Plane3<double>{{0, 3, 4}, -10}));
  EXPECT_EQ(plane.largest_coordinate, 2);
  EXPECT_FALSE(plane.is_polytope());
  EXPECT_FALSE(plane.is_rounded());
}

TEST(Checked3Ray, KeepsItsNumbers) {
  const Ray3<double> ray{{1, -2, 0}, {0, 3, 4}};
  const Checked3 shape = checked(Shape3<double>{ray});
  ASSERT_TRUE(shape.ok());
  EXPECT_EQ(shape.form, Form::ray);
  EXPECT_EQ(shape.ray(), ray);
  EXPECT_EQ(shape.largest_coordinate, 2);
}

}  // namespace
}  // namespace touchstone
