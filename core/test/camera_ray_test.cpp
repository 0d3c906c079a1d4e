#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include <touchstone/camera_ray.hpp>

namespace touchstone {
namespace {

template <class T>
class CameraRayOf : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(CameraRayOf, Scalars);

template <class T>
constexpr Screen<T> kScreen{800, 600, ScreenY::up};

/// _11 = 1, _22 = 2.
template <class T>
Matrix4<T> projection() {
  return make_scale(Vec3<T>{1, 2, 1});
}
/// At (1, 2, 3), looking along x: z goes to x, x to -z.
template <class T>
Matrix4<T> camera() {
  return compose(make_rotation_y(T{90}), make_translation(Vec3<T>{1, 2, 3}));
}

TYPED_TEST(CameraRayOf, CentreLooksForwardFromTheCamera) {
  using T = TypeParam;
  const CameraRay<T> picked = camera_ray(kScreen<T>, T{400}, T{300}, projection<T>(), camera<T>());
  EXPECT_EQ(picked.status, Status::ok);
  EXPECT_EQ(picked.ray, (Ray3<T>{{1, 2, 3}, {1, 0, 0}}));
}
TYPED_TEST(CameraRayOf, CornerAsPublishedIsUnflipped) {
  using T = TypeParam;
  const auto length = RayLength::as_turned;
  EXPECT_EQ(camera_ray(kScreen<T>, T{800}, T{600}, projection<T>(), Matrix4<T>{}, length).ray.direction,
            (Vec3<T>{1, T{0.5}, 1}));
  EXPECT_EQ(camera_ray(kScreen<T>, T{0}, T{0}, projection<T>(), Matrix4<T>{}, length).ray.direction,
            (Vec3<T>{-1, T{-0.5}, 1}));
  EXPECT_EQ(camera_ray(kScreen<T>, T{800}, T{300}, projection<T>(), camera<T>(), length).ray.direction,
            (Vec3<T>{1, 0, -1}));
}
TYPED_TEST(CameraRayOf, DownwardScreenMirrorsY) {
  using T = TypeParam;
  const Screen<T> down{800, 600, ScreenY::down};
  EXPECT_EQ(
      camera_ray(down, T{800}, T{600}, projection<T>(), Matrix4<T>{}, RayLength::as_turned).ray.direction,
      (Vec3<T>{1, T{-0.5}, 1}));
}
TYPED_TEST(CameraRayOf, NormalisedHasLengthOneInTheSameDirection) {
  using T = TypeParam;
  const Ray3<T> unit = camera_ray(kScreen<T>, T{100}, T{500}, projection<T>(), camera<T>()).ray;
  const Ray3<T> full =
      camera_ray(kScreen<T>, T{100}, T{500}, projection<T>(), camera<T>(), RayLength::as_turned).ray;
  const T eps = std::numeric_limits<T>::epsilon();
  EXPECT_NEAR(length(unit.direction), 1, 2 * eps);
  EXPECT_NEAR(length(unit.direction * length(full.direction) - full.direction), 0, 4 * eps);
}
TYPED_TEST(CameraRayOf, PerspectiveOfNinetyDegreesSeesTheDiagonal) {
  using T = TypeParam;
  const Matrix4<T> wide = make_perspective(T{90}, T{2}, T{1}, T{100});
  const Vec3<T> top =
      camera_ray(kScreen<T>, T{400}, T{600}, wide, Matrix4<T>{}, RayLength::as_turned).ray.direction;
  EXPECT_NEAR(top.y, 1, 2 * std::numeric_limits<T>::epsilon());
  const Vec3<T> side =
      camera_ray(kScreen<T>, T{800}, T{300}, wide, Matrix4<T>{}, RayLength::as_turned).ray.direction;
  EXPECT_NEAR(side.x, 2, 4 * std::numeric_limits<T>::epsilon());
}

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

CameraRay<double> pick(const Screen<double>& screen, double x, const Matrix4<double>& seen_by,
                       const Matrix4<double>& placed) {
  return camera_ray(screen, x, 300.0, seen_by, placed);
}

TEST(CameraRayRefused, SingularOrNotFiniteProjection) {
  const Matrix4<double> here;
  for (const double bad : {0.0, -0.0, kNan, kInfinity}) {
    Matrix4<double> flat;
    flat.at[0][0] = bad;
    EXPECT_STREQ(pick(kScreen<double>, 1, flat, here).reason, "_11 of the projection is zero or not finite");
    flat.at[0][0] = 1;
    flat.at[1][1] = bad;
    EXPECT_EQ(pick(kScreen<double>, 1, flat, here).status, Status::invalid_input);
  }
}
TEST(CameraRayRefused, ScreenWithoutSize) {
  for (const double bad : {0.0, -800.0, kNan, kInfinity}) {
    EXPECT_EQ(pick({bad, 600}, 1, {}, {}).status, Status::invalid_input);
    EXPECT_EQ(pick({800, bad}, 1, {}, {}).status, Status::invalid_input);
  }
  EXPECT_STREQ(pick(kScreen<double>, kNan, {}, {}).reason, "screen point is not finite");
}
TEST(CameraRayRefused, CameraThatIsNoPlacement) {
  EXPECT_EQ(pick(kScreen<double>, 1, {}, make_translation(Vec3<double>{kNan, 0, 0})).status,
            Status::invalid_input);
  EXPECT_STREQ(pick(kScreen<double>, 1, {}, make_scale(Vec3<double>{0, 0, 0})).reason,
               "camera turns the direction into zero");
}
TEST(CameraRayRefused, DirectionThatOverflows) {
  EXPECT_EQ(pick({1, 1}, 1.5e308, make_scale(Vec3<double>{1e-300, 1, 1}), {}).status, Status::out_of_range);
}

}  // namespace
}  // namespace touchstone
