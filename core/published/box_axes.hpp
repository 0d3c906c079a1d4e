// Box against box in 3D by 15 axes, as published: published-methods.md, P3; in the text all numbers are
// floats. Not robust on purpose: axes are not normalised, so that nearly parallel edges give a tiny cross
// product whose direction is rounding noise, and with it false separations.
#pragma once

#include <cmath>

#include <touchstone/shapes3.hpp>

namespace touchstone::published {

/// A box as the text stores it: position, unit axes (right, up, forward), half sizes.
template <class T>
struct PlacedBox {
  Vec3<T> position;
  Vec3<T> axes[3];
  T half_sizes[3]{};
};

/// From a world matrix, given by its rows (row vectors: right, up, forward, position): axes are the
/// normalised rows, half sizes half of their lengths. A row of length zero gives NaN.
template <class T>
PlacedBox<T> placed_box(const Vec3<T> (&rows)[3], const Vec3<T>& position) {
  PlacedBox<T> box{position, {}, {}};
  for (int i = 0; i < 3; ++i) {
    const T size = std::sqrt(dot(rows[i], rows[i]));
    box.axes[i] = {rows[i].x / size, rows[i].y / size, rows[i].z / size};
    box.half_sizes[i] = size / 2;
  }
  return box;
}

/// |(p2 - p1).n| > sum over the six half axes |axis * half . n|. Touch: not separated. NaN: not separated.
template <class T>
bool is_separating(const PlacedBox<T>& a, const PlacedBox<T>& b, const Vec3<T>& n) {
  T reach = 0;
  for (const PlacedBox<T>* box : {&a, &b})
    for (int i = 0; i < 3; ++i) reach += std::abs(dot(box->axes[i] * box->half_sizes[i], n));
  return std::abs(dot(b.position - a.position, n)) > reach;
}

/// The axes in the text's order: 3 of box 1, 3 of box 2, the nine cross products (1x with 2x, 2y, 2z; 1y
/// ...). All 15 pass: collision.
template <class T>
bool box_collide(const PlacedBox<T>& a, const PlacedBox<T>& b) {
  for (const PlacedBox<T>* box : {&a, &b})
    for (const Vec3<T>& axis : box->axes)
      if (is_separating(a, b, axis)) return false;
  for (const Vec3<T>& first : a.axes)
    for (const Vec3<T>& second : b.axes)
      if (is_separating(a, b, cross(first, second))) return false;
  return true;
}

}  // namespace touchstone::published
