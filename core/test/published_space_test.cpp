// The published formulas of space: hand-worked numbers, and their weak spots found again.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/published/box_axes.hpp"
#include "core/published/picking.hpp"
#include "core/published/sphere.hpp"

namespace touchstone::published {
namespace {

PlacedBox<float> box_at(const Vec3<float>& position, const Vec3<float>& scale) {
  return placed_box<float>({{scale.x, 0, 0}, {0, scale.y, 0}, {0, 0, scale.z}}, position);
}

TEST(BoxCollide, DemoSceneIsApartByHalfAUnit) {
  const PlacedBox<float> first = box_at({0, 0.5F, 0}, {2, 1, 1});
  EXPECT_EQ(first.half_sizes[0], 1);
  EXPECT_FALSE(box_collide(first, box_at({2, 0.5F, 0}, {1, 1, 1})));
  EXPECT_TRUE(box_collide(first, box_at({1.5F, 0.5F, 0}, {1, 1, 1})));  // touch
  EXPECT_FALSE(box_collide(first, box_at({std::nextafter(1.5F, 2.0F), 0.5F, 0}, {1, 1, 1})));
}
TEST(BoxCollide, CrossedEdgesAreSeparatedByTheirCrossProductAlone) {
  const float s = std::sqrt(0.5F);
  const PlacedBox<float> rod = placed_box<float>({{s, s, 0}, {-s, s, 0}, {0, 0, 8}}, {0, 0, 0});
  const auto other = [&](float x) {
    return placed_box<float>({{s, 0, s}, {0, 8, 0}, {-s, 0, s}}, {x, 0, 0});
  };
  EXPECT_TRUE(box_collide(rod, other(1.4F)));
  EXPECT_FALSE(box_collide(rod, other(1.5F)));
}
TEST(BoxCollide, NotANumberIsACollision) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_TRUE(box_collide(box_at({nan, 0, 0}, {1, 1, 1}), box_at({9, 0, 0}, {1, 1, 1})));
}

TEST(SphereMeet, TouchIsACollision) {
  EXPECT_TRUE(sphere_meet({{0, 0, 0}, 1}, {{1, 2, 2}, 2}));
  EXPECT_FALSE(sphere_meet({{0, 0, 0}, 1}, {{1, 2, 2}, std::nextafter(2.0, 1.0) - 0x1p-51}));
}
TEST(CapsuleCollide, SkewAxesMeetWhereTheyAreClosest) {
  const Capsule3<double> along_x{{-4, 0, 0}, {4, 0, 0}, 1};
  EXPECT_TRUE(capsule_collide(along_x, Capsule3<double>{{1, -4, 3}, {1, 4, 3}, 2}));
  EXPECT_FALSE(capsule_collide(along_x, Capsule3<double>{{1, -4, 3}, {1, 4, 3}, 1.5}));
  EXPECT_TRUE(capsule_collide(along_x, Sphere3<double>{{6, 0, 0}, 1}));
}

TEST(RaySphere, HitsInFrontAtTheNearSide) {
  const RaySphereAnswer answer = ray_sphere({{0, 0, -5}, {0, 0, 1}}, {{0, 0, 0}, 2});
  EXPECT_TRUE(answer.hit);
  EXPECT_EQ(answer.t, 3);
  EXPECT_EQ(answer.point, (Vec3<double>{0, 0, -2}));
}
TEST(RaySphere, SpheresBehindAndAroundTheOriginAreHitAtNegativeT) {
  EXPECT_EQ(ray_sphere({{0, 0, 5}, {0, 0, 1}}, {{0, 0, 0}, 2}).t, -7);
  EXPECT_EQ(ray_sphere({{0, 0, 0}, {0, 0, 1}}, {{0, 0, 0}, 2}).t, -2);
}
TEST(RaySphere, TangentRaysAndLongDirectionsMiss) {
  EXPECT_FALSE(ray_sphere({{2, 0, -5}, {0, 0, 1}}, {{0, 0, 0}, 2}).hit);
  EXPECT_FALSE(ray_sphere({{0, 0, -5}, {0, 0, 0.125}}, {{0, 0, 0}, 2}).hit);
}

TEST(ScreenRay, CornersOfTheScreenTurnWithTheCamera) {
  const CameraWorld straight{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 2, 3}};
  EXPECT_EQ(screen_ray(400, 300, 800, 600, 1, 2, straight), (Ray3<double>{{1, 2, 3}, {0, 0, 1}}));
  const Ray3<double> corner = screen_ray(800, 600, 800, 600, 1, 0.5, straight);
  EXPECT_EQ(corner.direction.x * 2, corner.direction.y);
  EXPECT_EQ(corner.direction.x, corner.direction.z);
}

}  // namespace
}  // namespace touchstone::published
