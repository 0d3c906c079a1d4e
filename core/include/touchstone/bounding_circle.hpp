// A circle around each shape, as a first pass: where two of them are apart, so are the shapes.
#pragma once

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <limits>

#include <touchstone/checked.hpp>
#include <touchstone/shapes2.hpp>

namespace touchstone {

namespace detail {

/// Some ten roundings up, and more than squares lose where they are subnormal (2^-537 as a length).
inline constexpr double kCircleGrowth = 1 + 16 * kRounding;
inline constexpr double kCircleLeast = 0x1p-530;

/// A length of which sq is the square, with at most 8 roundings; at least that length. 0 for 0.
inline double length_above(double sq, double extra) {
  if (sq == 0 && extra == 0) return 0;
  return (std::sqrt(sq) + extra) * kCircleGrowth + kCircleLeast;
}
template <class T>
T rounded_up(double value) {
  const T near = static_cast<T>(value);
  return double{near} < value ? std::nextafter(near, std::numeric_limits<T>::infinity()) : near;
}

template <class T>
constexpr Vec2<double> in_double(Vec2<T> v) {
  return {double{v.x}, double{v.y}};
}

/// Corners of a polytope, or the outer ones of a polygon.
template <class T>
struct CornerList {
  const Vec2<T>* first;
  std::ptrdiff_t step;
  std::int32_t count;

  Vec2<double> operator[](std::int32_t k) const { return in_double(first[k * step]); }
  std::int32_t farthest_from(Vec2<double> center) const {
    std::int32_t best = 0;
    for (std::int32_t k = 1; k < count; ++k) {
      if (length_sq((*this)[k] - center) > length_sq((*this)[best] - center)) best = k;
    }
    return best;
  }
};

struct Disc {
  Vec2<double> center;
  double radius_sq = 0;

  bool holds(Vec2<double> p) const { return length_sq(p - center) <= radius_sq * (1 + 0x1p-40); }
};
/// With those points on its rim; infinite where three are on one line.
inline Disc disc_through(Vec2<double> a, Vec2<double> b) {
  return {a + (b - a) * 0.5, length_sq(b - a) / 4};
}
inline Disc disc_through(Vec2<double> a, Vec2<double> b, Vec2<double> c) {
  const Vec2<double> ab = b - a;
  const Vec2<double> ac = c - a;
  const double twice_area = 2 * cross(ab, ac);
  if (twice_area == 0) return {a, std::numeric_limits<double>::infinity()};
  const Vec2<double> to_center =
      (perp(ac) * (length_sq(ab) / twice_area) - perp(ab) * (length_sq(ac) / twice_area)) * -1.0;
  return {a + to_center, length_sq(to_center)};
}

/// Centre of the smallest disc around the corners, nearly: the corner farthest outside joins the two or three
/// on the rim until none is outside. Any centre will do, so rounding may end the search early.
template <class T>
Vec2<double> enclosing_center(const CornerList<T>& corners, Vec2<double> start) {
  constexpr int kMostSteps = 40;
  Vec2<double> rim[4] = {corners[corners.farthest_from(start)]};
  int count = 1;
  Disc disc{rim[0]};
  for (int step = 0; step < kMostSteps; ++step) {
    const Vec2<double> p = corners[corners.farthest_from(disc.center)];
    if (disc.holds(p)) break;
    Disc best{{}, std::numeric_limits<double>::infinity()};
    Vec2<double> best_rim[3] = {p};
    int best_count = 0;
    const auto offer = [&](const Disc& with, int i, int j) {
      if (!(with.radius_sq < best.radius_sq)) return;
      for (int k = 0; k < count; ++k) {
        if (!with.holds(rim[k])) return;
      }
      best = with;
      best_rim[1] = rim[i];
      best_rim[2] = rim[j];
      best_count = i == j ? 2 : 3;
    };
    for (int i = 0; i < count; ++i) {
      offer(disc_through(p, rim[i]), i, i);
      for (int j = i + 1; j < count; ++j) offer(disc_through(p, rim[i], rim[j]), i, j);
    }
    if (best_count == 0 || !(best.radius_sq > disc.radius_sq)) break;
    disc = best;
    count = best_count;
    std::copy(best_rim, best_rim + count, rim);
  }
  return disc.center;
}

/// Around corners that are each off by at most error in either coordinate, and `extra` more.
template <class T>
Circle2<T> circle_around(const CornerList<T>& corners, const Aabb2<T>& box, double error, double extra) {
  const Vec2<double> middle = (in_double(box.min) + in_double(box.max)) * 0.5;
  Circle2<T> best{{}, std::numeric_limits<T>::infinity()};
  for (const Vec2<double> center : {middle, enclosing_center(corners, middle)}) {
    const Vec2<T> at{static_cast<T>(center.x), static_cast<T>(center.y)};
    const Vec2<double> to_farthest = corners[corners.farthest_from(in_double(at))] - in_double(at);
    const T radius = rounded_up<T>(length_above(length_sq(to_farthest), 2 * error + extra));
    if (radius < best.radius) best = {at, radius};
  }
  return best;
}

}  // namespace detail

/// A circle that holds the whole shape, exactly, for every valid shape. Circles are their own, rings their
/// outer one; others exceed the smallest one by some eps and 2^-530 (a polygon's by more where the search for
/// its centre ends early).
/// Why it holds: a distance is the root of a sum of two squares of rounded differences, 8 roundings of 2^-53
/// at most, 12 on the square for an ellipse; kCircleGrowth pays for 16, kCircleLeast for squares below
/// 2^-1022.
/// Requires an ok shape other than a ray. Cost: linear, some ten passes over a polygon's corners.
template <class T>
Circle2<T> bounding_circle(const Checked2<T>& shape) {
  using Form = typename Checked2<T>::Form;
  assert(shape.ok() && shape.form != Form::ray);
  if (shape.form == Form::circle || shape.form == Form::ring) return {shape.convex().corner(0), shape.radius};
  if (shape.form == Form::obb || shape.form == Form::ellipse) {
    const bool ellipse = shape.form == Form::ellipse;
    const Obb2<T> box = ellipse ? Obb2<T>{shape.ellipse().center,
                                          {shape.ellipse().half_axes[0], shape.ellipse().half_axes[1]}}
                                : shape.obb();
    const Vec2<double> u = detail::in_double(box.half_axes[0]);
    const Vec2<double> v = detail::in_double(box.half_axes[1]);
    double farthest_sq = std::max(length_sq(u + v), length_sq(u - v));
    if (ellipse) {
      // Half the trace and half the spread of u u^T + v v^T: its larger eigenvalue is their sum.
      const double spread = std::hypot((length_sq(u) - length_sq(v)) / 2, dot(u, v));
      farthest_sq = (length_sq(u) + length_sq(v)) / 2 + spread;
    }
    return {box.center, detail::rounded_up<T>(detail::length_above(farthest_sq, 0))};
  }
  if (shape.form == Form::concave) {
    const Contour2<T> points = shape.polygon().points;
    return detail::circle_around<T>({points.data(), 1, static_cast<std::int32_t>(points.size())}, shape.box,
                                    0, 0);
  }
  const ConvexView<T> view = shape.convex();
  const Aabb2<T> box = shape.form == Form::capsule ? Aabb2<T>{{std::min(view.corner(0).x, view.corner(1).x),
                                                               std::min(view.corner(0).y, view.corner(1).y)},
                                                              {std::max(view.corner(0).x, view.corner(1).x),
                                                               std::max(view.corner(0).y, view.corner(1).y)}}
                                                   : shape.box;
  return detail::circle_around<T>({view.first, view.step, view.count}, box, double{view.corner_error},
                                  double{shape.radius});
}

/// Roundings of the squared distance (5) and of the squared sum of radii (3) of two circles.
inline constexpr double kMayMeetGrowth = 1 + 16 * kRounding;
/// More than both squares lose where they are subnormal.
inline constexpr double kMayMeetLeast = 0x1p-1060;

/// False only when the circles have no common point, so what they hold has none: never for shapes that meet.
/// True for circles that are apart by less than 16 roundings of their distance, and for NaN.
/// Requires numbers in range (checked.hpp). Cost: some 2 ns.
template <class T>
bool may_meet(const Circle2<T>& a, const Circle2<T>& b) {
  const Vec2<double> offset = detail::in_double(b.center) - detail::in_double(a.center);
  const double reach = double{a.radius} + double{b.radius};
  return !(length_sq(offset) > reach * reach * kMayMeetGrowth + kMayMeetLeast);
}

}  // namespace touchstone
