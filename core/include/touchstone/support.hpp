// Convex polytopes as the algorithms see them: corners in counter-clockwise order, and the support concept.
#pragma once

#include <cstddef>
#include <cstdint>

#include <touchstone/exact_sign.hpp>
#include <touchstone/shapes2.hpp>

namespace touchstone {

/// A valid convex shape (point, segment, box or polygon). Made by checked() in validity.hpp, which owns what
/// this points to. One corner: a point; two: a segment; more: counter-clockwise, with area. A polygon's
/// repeated and collinear vertices stay in: algorithms skip edges of zero length.
template <class T>
struct ConvexView {
  const Vec2<T>* first = nullptr;
  std::ptrdiff_t step =
      1;  ///< +1, or -1 when the caller's polygon winds clockwise (first is then its last point)
  std::int32_t count = 0;
  std::int32_t dimension = 0;  ///< 0 point, 1 segment, 2 with area
  Vec2<T> min{};               ///< bounding box; encloses the exact shape
  Vec2<T> max{};
  /// Not null when the corners of this OBB are no doubles: corner(k) is then a rounded sum, each coordinate
  /// within corner_error of the exact one, which exact_corner(k) gives.
  const Obb2<T>* rounded_from = nullptr;
  T corner_error = 0;
  /// Corner k of rounded_from has the signs kObbCornerSigns[(first_sign + k * sign_step) & 3].
  std::int8_t first_sign = 0;
  std::int8_t sign_step = 1;

  const Vec2<T>& corner(std::int32_t k) const { return first[k * step]; }
  std::int32_t next(std::int32_t k) const { return k + 1 == count ? 0 : k + 1; }
  std::int32_t previous(std::int32_t k) const { return k == 0 ? count - 1 : k - 1; }
};

/// Signs of the two half axes in corner k of an OBB, listed counter-clockwise when cross(u, v) >= 0.
inline constexpr int kObbCornerSigns[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};

/// Corner k as doubles; rounded when shape.rounded_from is not null.
template <class T>
Vec2<double> double_corner(const ConvexView<T>& shape, std::int32_t k) {
  const Vec2<T>& p = shape.corner(k);
  return {double{p.x}, double{p.y}};
}

/// Corner k exactly.
template <class T>
ExactVec2<3> exact_corner(const ConvexView<T>& shape, std::int32_t k) {
  if (shape.rounded_from == nullptr) {
    const Vec2<T> p = shape.corner(k);
    return {Expansion<3>{double{p.x}}, Expansion<3>{double{p.y}}};
  }
  const Obb2<T>& box = *shape.rounded_from;
  const int index = (shape.first_sign + k * shape.sign_step) & 3;
  const double s = kObbCornerSigns[index][0];
  const double t = kObbCornerSigns[index][1];
  const auto coordinate = [&](double c, double u, double v) {
    return Expansion<2>{two_sum(c, s * u)} + Expansion<1>{t * v};
  };
  return {coordinate(box.center.x, box.half_axes[0].x, box.half_axes[1].x),
          coordinate(box.center.y, box.half_axes[0].y, box.half_axes[1].y)};
}

}  // namespace touchstone
