// Picking: the ray from a camera through a point of the screen.
// Source: published-methods.md, P4. Deviations: the convention of y is declared, the direction need not be
// normalised, and bad input is refused.
#pragma once

#include <cmath>
#include <cstdint>

#include <touchstone/answers.hpp>
#include <touchstone/shapes3.hpp>
#include <touchstone/transform.hpp>

namespace touchstone {

/// Which way y grows on the screen. As published the screen's y is taken to grow as the camera's does, up; on
/// most screens it grows down.
enum class ScreenY : std::uint8_t { up, down };

/// Length of the ray's direction: as turned, where t counts in multiples of the depth in front of the camera,
/// or 1.
enum class RayLength : std::uint8_t { as_turned, normalised };

template <class T>
struct Screen {
  T width{};
  T height{};
  ScreenY y = ScreenY::up;
};

template <class T>
struct CameraRay {
  Status status{};
  const char* reason = "";  ///< why status is not ok
  Ray3<T> ray{};
};

/// The ray from the camera's position through screen point (x, y), which may lie beyond the screen: x = 2 x /
/// width - 1 and likewise y, divided by the perspective matrix' [0][0] and [1][1] (named _11 and _22), z = 1,
/// turned as a direction by the camera's world matrix. Law: the centre of the screen looks along the camera's
/// forward axis. Statuses, invalid_input: a width or height that is not finite and > 0, a point that is not
/// finite, a _11 or _22 that is zero or not finite, a camera matrix that is not finite and affine or turns
/// the direction into zero; out_of_range: a direction that overflows. Cost: two divisions, without
/// normalising.
template <class T>
CameraRay<T> camera_ray(const Screen<T>& screen, T x, T y, const Matrix4<T>& projection,
                        const Matrix4<T>& camera, RayLength length_of_ray = RayLength::normalised) {
  const auto refused = [](const char* reason) { return CameraRay<T>{Status::invalid_input, reason}; };
  const auto positive = [](T value) { return std::isfinite(value) && value > 0; };
  if (!positive(screen.width)) return refused("width is not finite and > 0");
  if (!positive(screen.height)) return refused("height is not finite and > 0");
  if (!std::isfinite(x) || !std::isfinite(y)) return refused("screen point is not finite");
  const T across = projection.at[0][0];
  const T upward = projection.at[1][1];
  if (!std::isfinite(across) || across == 0) return refused("_11 of the projection is zero or not finite");
  if (!std::isfinite(upward) || upward == 0) return refused("_22 of the projection is zero or not finite");
  const char* reason = why_not_affine(camera);
  if (*reason != '\0') return refused(reason);

  const T right = 2 * x / screen.width - 1;
  const T up = 2 * y / screen.height - 1;
  const Vec3<T> ahead{right / across, (screen.y == ScreenY::up ? up : -up) / upward, 1};
  Vec3<T> direction = transform_direction(ahead, camera);
  if (direction == Vec3<T>{}) return refused("camera turns the direction into zero");
  if (length_of_ray == RayLength::normalised) {
    const T size = length(direction);
    direction = {direction.x / size, direction.y / size, direction.z / size};
  }
  if (!is_finite(direction) || direction == Vec3<T>{}) return {Status::out_of_range, "direction overflows"};
  return {Status::ok, "", {camera.row(3), direction}};
}

/// Its matrix of a field of view (in degrees, from bottom to top) and width / height of the screen: _11 and
/// _22 alone matter here. Requires 0 < degrees < 180 and aspect > 0.
template <class T>
Matrix4<T> make_perspective(T degrees, T aspect, T near_depth, T far_depth) {
  constexpr double kRadians = 3.14159265358979323846 / 180;
  const T scale = static_cast<T>(1 / std::tan(double{degrees} * kRadians / 2));
  const T depth = far_depth / (far_depth - near_depth);
  return {{{scale / aspect, 0, 0, 0}, {0, scale, 0, 0}, {0, 0, depth, 1}, {0, 0, -near_depth * depth, 0}}};
}

}  // namespace touchstone
