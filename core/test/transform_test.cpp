#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include <touchstone/transform.hpp>

namespace touchstone {
namespace {

using Vec = Vec3<float>;
using Matrix = Matrix4<float>;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

void expect_near(const Vec& a, const Vec& b, float error = 0x1p-23F) {
  EXPECT_NEAR(a.x, b.x, error);
  EXPECT_NEAR(a.y, b.y, error);
  EXPECT_NEAR(a.z, b.z, error);
}

TEST(Compose, FirstIsDoneFirst) {
  const Matrix turned_then_moved = compose(make_rotation_z(90.0F), make_translation(Vec{1, 0, 0}));
  EXPECT_EQ(transform_point(Vec{1, 0, 0}, turned_then_moved), (Vec{1, 1, 0}));
  const Matrix moved_then_turned = compose(make_translation(Vec{1, 0, 0}), make_rotation_z(90.0F));
  EXPECT_EQ(transform_point(Vec{1, 0, 0}, moved_then_turned), (Vec{0, 2, 0}));
}
TEST(Compose, IdentityChangesNothing) {
  const Matrix m = make_transform(Vec{2, 3, 4}, Vec{10, 20, 30}, Vec{5, 6, 7});
  EXPECT_EQ(compose(m, Matrix{}), m);
  EXPECT_EQ(compose(Matrix{}, m), m);
}
TEST(Rotation, EachAxisTurnsTheNextIntoTheOneAfter) {
  EXPECT_EQ(transform_direction(Vec{0, 1, 0}, make_rotation_x(90.0F)), (Vec{0, 0, 1}));
  EXPECT_EQ(transform_direction(Vec{0, 0, 1}, make_rotation_y(90.0F)), (Vec{1, 0, 0}));
  EXPECT_EQ(transform_direction(Vec{1, 0, 0}, make_rotation_z(90.0F)), (Vec{0, 1, 0}));
}
TEST(Rotation, MultiplesOfNinetyDegreesAreExact) {
  for (const double degrees : {-360.0, 0.0, 360.0, 3600000.0})
    EXPECT_EQ(make_rotation_x(degrees), Matrix4<double>{}) << degrees;
  EXPECT_EQ(turn_of_degrees(180.0).cosine, -1);
  EXPECT_EQ(turn_of_degrees(180.0).sine, 0);
  EXPECT_EQ(turn_of_degrees(-90.0).sine, -1);
  EXPECT_EQ(turn_of_degrees(-90.0).cosine, 0);
}
TEST(Rotation, KnownAnglesAreRightToAnUlp) {
  EXPECT_NEAR(turn_of_degrees(30.0).sine, 0.5, 0x1p-53);
  EXPECT_NEAR(turn_of_degrees(120.0).cosine, -0.5, 0x1p-53);
  EXPECT_NEAR(turn_of_degrees(-179.0).cosine, -std::cos(3.14159265358979323846 / 180), 0x1p-53);
  EXPECT_NEAR(turn_of_degrees(-45.0).sine, -std::sqrt(0.5), 0x1p-53);
}
TEST(Rotation, NotFiniteIsNan) {
  EXPECT_TRUE(std::isnan(turn_of_degrees(kInfinity).sine));
  EXPECT_TRUE(std::isnan(turn_of_degrees(kNan).cosine));
}

TEST(DecomposeBox, PositionAxesAndHalfTheScale) {
  const BoxPose<float> pose = decompose_box(make_transform(Vec{2, 4, 6}, Vec{0, 90, 0}, Vec{1, 2, 3}));
  EXPECT_EQ(pose.status, Status::ok);
  EXPECT_EQ(pose.position, (Vec{1, 2, 3}));
  EXPECT_EQ(pose.half_sizes, (Vec{1, 2, 3}));
  EXPECT_EQ(pose.axes[0], (Vec{0, 0, -1}));
  EXPECT_EQ(pose.axes[1], (Vec{0, 1, 0}));
  EXPECT_EQ(pose.axes[2], (Vec{1, 0, 0}));
}
TEST(DecomposeBox, ZeroScaleHasAZeroAxis) {
  const BoxPose<float> pose = decompose_box(make_scale(Vec{2, 0, 2}));
  EXPECT_EQ(pose.status, Status::ok);
  EXPECT_EQ(pose.axes[1], (Vec{}));
  EXPECT_EQ(pose.half_sizes, (Vec{1, 0, 1}));
}
TEST(DecomposeBox, NotFiniteNotAffineAndOverflowAreRefused) {
  EXPECT_EQ(decompose_box(make_translation(Vec{kNan, 0, 0})).status, Status::invalid_input);
  EXPECT_STREQ(decompose_box(make_scale(Vec{1, kInfinity, 1})).reason, "matrix is not finite");
  EXPECT_EQ(to_obb(make_scale(Vec{1, kInfinity, 1})).status, Status::invalid_input);
  Matrix projective;
  projective.at[2][3] = 1;
  EXPECT_STREQ(to_obb(projective).reason, "last column is not 0, 0, 0, 1");
  Matrix huge = make_scale(Vec{3e38F, 1, 1});
  huge.at[0][1] = 3e38F;
  EXPECT_STREQ(decompose_box(huge).reason, "scale is not finite");
  EXPECT_EQ(to_obb(huge).status, Status::ok);
}
TEST(ToObb, HalfAxesAreTheRowsHalvedExactly) {
  const Matrix m = make_transform(Vec{0.3F, 0.7F, 11}, Vec{12, 34, 56}, Vec{0.1F, 0.2F, 0.3F});
  const Obb3<float> box = to_obb(m).box;
  EXPECT_EQ(box.center, m.row(3));
  for (int i = 0; i < 3; ++i) EXPECT_EQ(box.half_axes[i] * 2.0F, m.row(i));
}
TEST(ToObb, PublishedFormDiffersByRoundingOnly) {
  const Matrix m = make_transform(Vec{0.3F, 0.7F, 11}, Vec{12, 34, 56}, Vec{0.1F, 0.2F, 0.3F});
  const Obb3<float> box = to_obb(m).box;
  const Obb3<float> published = to_obb(decompose_box(m));
  for (int i = 0; i < 3; ++i) expect_near(published.half_axes[i], box.half_axes[i], 4 * 0x1p-23F * 11);
}

// The published demo (P3): box 1 at (0, 0.5, 0), scale (2, 1, 1); box 2 at (2, 0.5, 0), scale (1, 1, 1).

Obb3<float> demo_box(const Vec& scale, const Vec& degrees, const Vec& at) {
  return to_obb(decompose_box(compose(make_scale(Vec{1, 1, 1}), make_transform(scale, degrees, at))));
}

TEST(PublishedDemo, StartsWithHalfAUnitBetweenTheBoxes) {
  const Obb3<float> box_1 = demo_box({2, 1, 1}, {0, 0, 0}, {0, 0.5F, 0});
  const Obb3<float> box_2 = demo_box({1, 1, 1}, {0, 0, 0}, {2, 0.5F, 0});
  EXPECT_EQ(box_1, (Obb3<float>{{0, 0.5F, 0}, {{1, 0, 0}, {0, 0.5F, 0}, {0, 0, 0.5F}}}));
  EXPECT_EQ(box_2, (Obb3<float>{{2, 0.5F, 0}, {{0.5F, 0, 0}, {0, 0.5F, 0}, {0, 0, 0.5F}}}));
  EXPECT_EQ((box_2.center - box_2.half_axes[0]) - (box_1.center + box_1.half_axes[0]), (Vec{0.5F, 0, 0}));
}
TEST(PublishedDemo, AQuarterOfASecondOfTheArrowKeyMakesThemOverlap) {
  const float speed = 3;
  const Obb3<float> box_2 = demo_box({1, 1, 1}, {0, 0, 0}, {2 - speed * 0.25F, 0.5F, 0});
  EXPECT_EQ(box_2.center, (Vec{1.25F, 0.5F, 0}));
  EXPECT_EQ(box_2.center.x - box_2.half_axes[0].x, 0.75F);
}
TEST(PublishedDemo, SlidersTurnByTheLimits) {
  const Obb3<float> box_1 = demo_box({2, 1, 1}, {0, -90, 0}, {0, 0.5F, 0});
  EXPECT_EQ(box_1.half_axes[0], (Vec{0, 0, 1}));
  const Obb3<float> turned = demo_box({1, 1, 1}, {0, 0, 45}, {2, 0.5F, 0});
  const float half = std::sqrt(0.125F);
  expect_near(turned.half_axes[0], {half, half, 0});
  expect_near(turned.half_axes[1], {-half, half, 0});
  const Obb3<float> limit = demo_box({2, 1, 1}, {179, 0, 0}, {0, 0.5F, 0});
  expect_near(limit.half_axes[1], {0, -0.49992385F, 0.0087262F});
  const Obb3<float> all = demo_box({1, 1, 1}, {-179, 179, -179}, {2, 0.5F, 0});
  for (const Vec& axis : all.half_axes) EXPECT_NEAR(length(axis), 0.5F, 2 * 0x1p-24F);
}

}  // namespace
}  // namespace touchstone
