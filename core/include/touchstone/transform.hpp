// World matrices and the boxes they make: the way in which games place an oriented box.
//
// Row vectors: a point p goes to (p, 1) * matrix, a direction to (v, 0) * matrix. The first three rows are
// where the axes x (right), y (up), z (forward) go, the last is the translation; compose(first, then) is
// first * then, so a world matrix is compose(initial, transform). Source: published-methods.md, P3 (oriented
// boxes from world matrices).
#pragma once

#include <cmath>

#include <touchstone/answers.hpp>
#include <touchstone/shapes3.hpp>
#include <touchstone/vec.hpp>

namespace touchstone {

template <class T>
struct Matrix4 {
  T at[4][4] = {
      {1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};  ///< [row][column]; made as the identity

  /// The first three numbers of a row.
  constexpr Vec3<T> row(int i) const { return {at[i][0], at[i][1], at[i][2]}; }

  friend constexpr bool operator==(const Matrix4&, const Matrix4&) = default;
};

/// first * then: what first does is done first. Not commutative.
template <class T>
constexpr Matrix4<T> compose(const Matrix4<T>& first, const Matrix4<T>& then) {
  Matrix4<T> product;
  for (int i = 0; i < 4; ++i) {
    for (int k = 0; k < 4; ++k) {
      T sum = 0;
      for (int j = 0; j < 4; ++j) sum += first.at[i][j] * then.at[j][k];
      product.at[i][k] = sum;
    }
  }
  return product;
}

template <class T>
constexpr Matrix4<T> make_translation(const Vec3<T>& by) {
  return {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {by.x, by.y, by.z, 1}}};
}
template <class T>
constexpr Matrix4<T> make_scale(const Vec3<T>& by) {
  return {{{by.x, 0, 0, 0}, {0, by.y, 0, 0}, {0, 0, by.z, 0}, {0, 0, 0, 1}}};
}

/// Cosine and sine of an angle in degrees; exactly 0, 1 or -1 for multiples of 90, however many turns. NaN
/// for an angle that is not finite.
template <class T>
struct Turn {
  T cosine;
  T sine;
};
template <class T>
Turn<T> turn_of_degrees(T degrees) {
  constexpr double kRadians = 3.14159265358979323846 / 180;
  int quarters = 0;
  if (!std::isfinite(degrees)) return {static_cast<T>(NAN), static_cast<T>(NAN)};
  const double rest = std::remquo(double{degrees}, 90.0, &quarters) * kRadians;
  const T c = static_cast<T>(std::cos(rest));
  const T s = static_cast<T>(std::sin(rest));
  switch (quarters & 3) {
    case 0:
      return {c, s};
    case 1:
      return {-s, c};
    case 2:
      return {-c, -s};
    default:
      return {s, -c};
  }
}

/// Turns about an axis, y towards z, z towards x and x towards y.
template <class T>
Matrix4<T> make_rotation_x(T degrees) {
  const Turn<T> turn = turn_of_degrees(degrees);
  return {{{1, 0, 0, 0}, {0, turn.cosine, turn.sine, 0}, {0, -turn.sine, turn.cosine, 0}, {0, 0, 0, 1}}};
}
template <class T>
Matrix4<T> make_rotation_y(T degrees) {
  const Turn<T> turn = turn_of_degrees(degrees);
  return {{{turn.cosine, 0, -turn.sine, 0}, {0, 1, 0, 0}, {turn.sine, 0, turn.cosine, 0}, {0, 0, 0, 1}}};
}
template <class T>
Matrix4<T> make_rotation_z(T degrees) {
  const Turn<T> turn = turn_of_degrees(degrees);
  return {{{turn.cosine, turn.sine, 0, 0}, {-turn.sine, turn.cosine, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}};
}

/// Scale, then turns about x, y and z, then translation.
template <class T>
Matrix4<T> make_transform(const Vec3<T>& scale, const Vec3<T>& degrees, const Vec3<T>& translation) {
  const Matrix4<T> turned =
      compose(compose(make_rotation_x(degrees.x), make_rotation_y(degrees.y)), make_rotation_z(degrees.z));
  return compose(compose(make_scale(scale), turned), make_translation(translation));
}

template <class T>
constexpr Vec3<T> transform_point(const Vec3<T>& p, const Matrix4<T>& m) {
  return m.row(0) * p.x + m.row(1) * p.y + m.row(2) * p.z + m.row(3);
}
template <class T>
constexpr Vec3<T> transform_direction(const Vec3<T>& v, const Matrix4<T>& m) {
  return m.row(0) * v.x + m.row(1) * v.y + m.row(2) * v.z;
}

/// Empty when the matrix is finite and affine: its last column is 0, 0, 0, 1. Else the reason.
template <class T>
const char* why_not_affine(const Matrix4<T>& m) {
  for (const auto& row : m.at) {
    for (const T value : row) {
      if (!std::isfinite(value)) return "matrix is not finite";
    }
  }
  const bool affine = m.at[0][3] == 0 && m.at[1][3] == 0 && m.at[2][3] == 0 && m.at[3][3] == 1;
  return affine ? "" : "last column is not 0, 0, 0, 1";
}

/// A box as published: unit axes and sizes apart.
template <class T>
struct BoxPose {
  Status status{};
  const char* reason = "";  ///< why status is not ok
  Vec3<T> position{};
  Vec3<T> axes[3]{};     ///< of unit length; zero where the scale is
  Vec3<T> half_sizes{};  ///< half the scale: the length of a row
};

/// The unit cube (edges of length 1 around the origin) placed by the matrix, as published: every number of T,
/// so axes and half sizes are rounded. Statuses: invalid_input for a matrix that is not finite and affine, or
/// so large that the length of a row is not finite. Deviation: a row of zeros gives a zero axis instead of 0
/// / 0.
template <class T>
BoxPose<T> decompose_box(const Matrix4<T>& world) {
  BoxPose<T> pose;
  pose.reason = why_not_affine(world);
  T scale[3] = {};
  for (int i = 0; i < 3 && *pose.reason == '\0'; ++i) {
    scale[i] = length(world.row(i));
    if (!std::isfinite(scale[i])) pose.reason = "scale is not finite";
    if (scale[i] != 0)
      pose.axes[i] = {world.at[i][0] / scale[i], world.at[i][1] / scale[i], world.at[i][2] / scale[i]};
  }
  if (*pose.reason != '\0') return {Status::invalid_input, pose.reason};
  pose.position = world.row(3);
  pose.half_sizes = {scale[0] / 2, scale[1] / 2, scale[2] / 2};
  return pose;
}

/// The box of a pose: half axes are axes times half sizes, rounded once each.
template <class T>
constexpr Obb3<T> to_obb(const BoxPose<T>& pose) {
  return {
      pose.position,
      {pose.axes[0] * pose.half_sizes.x, pose.axes[1] * pose.half_sizes.y, pose.axes[2] * pose.half_sizes.z}};
}

/// A box or why there is none.
template <class T>
struct BoxOfMatrix {
  Status status{};
  const char* reason = "";
  Obb3<T> box{};
};
/// The same cube, skew if the matrix is: half axes are the rows halved, which rounds nothing unless a number
/// is subnormal. Statuses: invalid_input as above.
template <class T>
BoxOfMatrix<T> to_obb(const Matrix4<T>& world) {
  const char* reason = why_not_affine(world);
  if (*reason != '\0') return {Status::invalid_input, reason};
  constexpr T kHalf = T(0.5);
  return {Status::ok, "", {world.row(3), {world.row(0) * kHalf, world.row(1) * kHalf, world.row(2) * kHalf}}};
}

}  // namespace touchstone
