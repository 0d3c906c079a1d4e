// Circles and ellipses as polygons of n equal steps: inscribed (vertices on the curve, so the polygon is in
// the shape) or circumscribed (edges tangent to the curve in their middles, so the shape is in the polygon).
#pragma once

#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <span>

#include <touchstone/exact_sign.hpp>
#include <touchstone/shapes2.hpp>

namespace touchstone {

/// Largest distance of the inscribed n-gon from its circle, in the middle of an edge: r (1 - cos(pi/n)),
/// without cancellation. For an ellipse at most this of its longer semi-axis: it is an affine image that
/// stretches no more. Within 4 eps, relatively.
inline double inscribed_gap(double radius, std::size_t sides) {
  const double half = std::sin(std::numbers::pi / (2 * static_cast<double>(sides)));
  return 2 * radius * half * half;
}
/// Largest distance of the circumscribed n-gon from its circle, in a vertex: r (1 / cos(pi/n) - 1). The rest
/// as for inscribed_gap(); within 8 eps.
inline double circumscribed_gap(double radius, std::size_t sides) {
  return inscribed_gap(radius, sides) / std::cos(std::numbers::pi / static_cast<double>(sides));
}

namespace detail {

/// Error of unit_vertex() along the circle: the angle within an octant is at most pi/4 and has three
/// roundings, with one more of half an ulp of pi itself: 4 x 0.79 kRounding.
inline constexpr double kUnitVertexTurn = 3.2 * kRounding;

/// (cos, sin) of 2 pi k / n, by symmetry from an angle of at most pi/4: the axes are met exactly, and
/// opposite steps are exactly opposite. Each coordinate within one ulp of the cos or sin of an angle within
/// kUnitVertexTurn. Requires k < n < 2^60.
inline Vec2<double> unit_vertex(std::uint64_t k, std::uint64_t n) {
  const std::uint64_t octant = 8 * k / n;
  const std::uint64_t rest = 8 * k - octant * n;
  const bool backward = octant % 2 == 1;
  const double part = static_cast<double>(backward ? n - rest : rest) / static_cast<double>(n);
  const double angle = std::numbers::pi / 4 * part;
  const double c = std::cos(angle);
  const double s = std::sin(angle);
  const Vec2<double> in_first_quarter = backward ? Vec2<double>{s, c} : Vec2<double>{c, s};
  switch (octant / 2) {
    case 0:
      return in_first_quarter;
    case 1:
      return perp(in_first_quarter);
    case 2:
      return -in_first_quarter;
    default:
      return -perp(in_first_quarter);
  }
}

/// center + stretch (cos * u + sin * v), with n steps from the direction of u, or from half a step further.
template <class T>
std::span<Vec2<T>> make_round(Vec2<T> center, Vec2<T> u, Vec2<T> v, double stretch, bool half_step,
                              std::span<Vec2<T>> vertices) {
  assert(vertices.size() >= 3);
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const Vec2<double> unit = unit_vertex(2 * i + (half_step ? 1 : 0), 2 * vertices.size());
    const double c = unit.x * stretch;
    const double s = unit.y * stretch;
    vertices[i] = {static_cast<T>(double{center.x} + (c * double{u.x} + s * double{v.x})),
                   static_cast<T>(double{center.y} + (c * double{u.y} + s * double{v.y}))};
  }
  return vertices;
}

/// The other half axis, turned so that the way from the first to it is counter-clockwise.
template <class T>
Vec2<T> second_half_axis(const Ellipse2<T>& ellipse) {
  const auto [u, v] = ellipse.half_axes;
  return orientation({0, 0}, {double{u.x}, double{u.y}}, {double{v.x}, double{v.y}}) < 0 ? -v : v;
}
inline double circumscribing_stretch(std::size_t sides) {
  return 1 / std::cos(std::numbers::pi / static_cast<double>(sides));
}

}  // namespace detail

/// How far a vertex may lie outside the circle (or within it) in u = eps x largest of |centre ± radius| and
/// radius: cos and sin one ulp each lengthen by at most 1 u, their products with the radius 0.5 u, and the
/// sum with the centre 0.5 u a coordinate, 0.71 u together. The error of the angle moves it along the circle.
inline constexpr double kInscribedCircleBound = 2.3;
/// The same for an ellipse, u = eps x largest |coordinate| of the centre and of centre ± half axes, S: a
/// coordinate is |cos u.x| + |sin v.x| <= sqrt(2) S, off by an ulp of cos or sin, a rounding of the products
/// and one of their sum (2.9 u), and rounded once more with the centre (1.3 u); both coordinates
/// together, 4.2 sqrt(2).
inline constexpr double kInscribedEllipseBound = 6;
/// How far an edge of the circumscribed polygon may enter the circle, in the same u. A vertex is at most 2
/// radii from the centre (n = 3); relatively to that it is off by kUnitVertexTurn (1.6 eps) along the circle
/// and, per coordinate, by 1 (cos or sin) + 1.5 (the stretch: cos, quotient) + 0.5 + 0.5 (products): in all
/// below 2 (1.6 + 3.5) u; the sum with the centre, of at most 3 S, 1.5 sqrt(2) u.
inline constexpr double kCircumscribedCircleBound = 12.4;
/// The same for an ellipse: a coordinate is at most 2 sqrt(2) S from the centre, off by 1.6 + 4 of eps (15.9
/// u), and rounded with the centre (2 u); both coordinates together, 17.9 sqrt(2).
inline constexpr double kCircumscribedEllipseBound = 25.4;

/// Fills vertices with the polygon of vertices.size() >= 3 corners on the circle, counter-clockwise from the
/// direction of the x axis, and returns it. It is in the circle up to kInscribedCircleBound, and covers all
/// of it but inscribed_gap(). Radius 0: all vertices in the centre. NaN and infinity: as the arithmetic goes.
template <class T>
std::span<Vec2<T>> make_inscribed(const Circle2<T>& circle, std::span<Vec2<T>> vertices) {
  return detail::make_round<T>(circle.center, {circle.radius, 0}, {0, circle.radius}, 1, false, vertices);
}
/// The same, with the direction of the first half axis for the x axis.
template <class T>
std::span<Vec2<T>> make_inscribed(const Ellipse2<T>& ellipse, std::span<Vec2<T>> vertices) {
  return detail::make_round<T>(ellipse.center, ellipse.half_axes[0], detail::second_half_axis(ellipse), 1,
                               false, vertices);
}
/// Fills vertices with the polygon of vertices.size() >= 3 edges tangent to the circle, counter-clockwise;
/// the edge before the first vertex touches in the direction of the x axis. The circle is in it up to
/// kCircumscribedCircleBound, and it reaches beyond by at most circumscribed_gap(). Radius 0, NaN and
/// infinity as for make_inscribed().
template <class T>
std::span<Vec2<T>> make_circumscribed(const Circle2<T>& circle, std::span<Vec2<T>> vertices) {
  return detail::make_round<T>(circle.center, {circle.radius, 0}, {0, circle.radius},
                               detail::circumscribing_stretch(vertices.size()), true, vertices);
}
/// The same, with the direction of the first half axis for the x axis.
template <class T>
std::span<Vec2<T>> make_circumscribed(const Ellipse2<T>& ellipse, std::span<Vec2<T>> vertices) {
  return detail::make_round<T>(ellipse.center, ellipse.half_axes[0], detail::second_half_axis(ellipse),
                               detail::circumscribing_stretch(vertices.size()), true, vertices);
}

}  // namespace touchstone
