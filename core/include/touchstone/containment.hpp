// Where points and corners lie in a shape, exactly.
#pragma once

#include <algorithm>
#include <cstdint>

#include <touchstone/answers.hpp>
#include <touchstone/checked.hpp>
#include <touchstone/closed_form2.hpp>
#include <touchstone/compare_distance.hpp>
#include <touchstone/ellipse.hpp>
#include <touchstone/polygon.hpp>
#include <touchstone/ring.hpp>
#include <touchstone/sat.hpp>

namespace touchstone::detail {

/// Where corner j of b lies in a, exactly.
template <class T>
Location locate_corner(const ConvexView<T>& a, const ConvexView<T>& b, std::int32_t j, double bound) {
  if (a.dimension == 2) {
    int least = 1;
    for (std::int32_t k = 0; k < a.count && least >= 0; ++k) {
      if (!is_empty_edge(a, k)) least = std::min(least, side_sign(a, k, b, j, bound));
    }
    return least > 0 ? Location::inside : (least == 0 ? Location::boundary : Location::outside);
  }
  if (a.dimension == 1 && side_sign(a, 0, b, j, bound) != 0) return Location::outside;
  const int from = compare_corners<T>({a, 0}, {b, j});
  const int to = compare_corners<T>({b, j}, {a, a.count - 1});
  return from == to || from == 0 || to == 0 ? Location::boundary : Location::outside;
}

/// Every corner of b lies in the closed a.
template <class T>
bool contains_corners(const ConvexView<T>& a, const ConvexView<T>& b, double bound) {
  for (std::int32_t j = 0; j < b.count; ++j) {
    if (locate_corner(a, b, j, bound) == Location::outside) return false;
  }
  return true;
}

/// Vertex k turns the outline; of repeated vertices every copy does.
template <class T>
bool is_corner(const ConvexView<T>& shape, std::int32_t k, double bound) {
  if (shape.dimension < 2 || shape.rounded_from != nullptr) return true;
  std::int32_t before = shape.previous(k);
  while (shape.corner(before) == shape.corner(k)) before = shape.previous(before);
  std::int32_t after = shape.next(k);
  while (shape.corner(after) == shape.corner(k)) after = shape.next(after);
  return cross_sign<T>({shape, before}, {shape, k}, {shape, k}, {shape, after}, bound) != 0;
}

/// Some corner of b lies in the interior of a.
template <class T>
bool has_corner_inside(const ConvexView<T>& a, const ConvexView<T>& b, double bound) {
  for (std::int32_t j = 0; j < b.count; ++j) {
    if (locate_corner(a, b, j, bound) == Location::inside && is_corner(b, j, bound)) return true;
  }
  return false;
}

/// Inside where the sign is negative.
constexpr Location location_of_sign(int sign) {
  return sign < 0 ? Location::inside : (sign == 0 ? Location::boundary : Location::outside);
}

/// Where the point at, a checked one, lies in the shape.
template <class T>
LocationAnswer locate_point(const Checked2<T>& shape, const Checked2<T>& at) {
  using Form = typename Checked2<T>::Form;
  const Vec2<T> point = at.box.min;
  switch (shape.form) {
    case Form::concave:
      return {Status::ok, locate(shape.polygon(), point)};
    case Form::ellipse:
      return locate_in_ellipse(shape.ellipse(), point);
    case Form::ring:
      return {Status::ok, locate_in_annulus(shape, point)};
    case Form::circle:
    case Form::capsule: {
      const ConvexView<T> segment = shape.convex();
      return {Status::ok, location_of_sign(compare_distance_to_segment(
                              double_corner(segment, 0), double_corner(segment, segment.count - 1),
                              to_double(point), double{shape.radius}, 0))};
    }
    default: {
      const ConvexView<T> a = shape.convex();
      const ConvexView<T> b = at.convex();
      return {Status::ok, locate_corner(a, b, 0, cross_bound(a, b))};
    }
  }
}

}  // namespace touchstone::detail
