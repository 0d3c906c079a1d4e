// Ellipse against points, segments and polygons, exactly: all of it is rational.
//
// With M the matrix of the half axes u, v and d a point from the centre, adj(M) d = (cross(d, v), cross(u,
// d)) is the point of the plane in which the ellipse is the circle of radius |det M|. So
//   a point is inside when           |adj(M) d|^2 < det(M)^2;
//   the line through d along e cuts when  cross(d, e)^2 < |adj(M) e|^2
// (its distance from the origin there is |det M cross(d, e)| / |adj(M) e|); and its point nearest to the
// centre lies after d when                  adj(M) d . adj(M) e < 0. All are polynomials of degree 4 in
// differences. Each is evaluated with a running error bound first (N. J. Higham, "Accuracy and Stability of
// Numerical Algorithms", 2nd edition, section 3.3), and by expansions when its sign is in doubt: no
// allocation, at most 50 KB of stack.
//
// Requires every shape in curved range (checked.hpp): four factors and their sums neither overflow nor lose a
// bit.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <touchstone/answers.hpp>
#include <touchstone/checked.hpp>
#include <touchstone/exact_sign.hpp>
#include <touchstone/polygon.hpp>
#include <touchstone/support.hpp>

namespace touchstone {

/// Covers the roundings of the error bound itself, a few per operation and each at most 2^-26 of it: where it
/// is subnormal, it is at least 2^-1048; and where it underflows to zero, a value below 2^-995 was formed, of
/// factors in curved range, without rounding.
inline constexpr double kRunningErrorSlack = 1 + 0x1p-20;

/// A value within error of the exact one.
struct Bounded {
  double value = 0;
  double error = 0;
};
inline Bounded operator+(Bounded a, Bounded b) {
  const double sum = a.value + b.value;
  return {sum, (a.error + b.error + kRounding * std::fabs(sum)) * kRunningErrorSlack};
}
inline Bounded operator-(Bounded a, Bounded b) {
  return a + Bounded{-b.value, b.error};
}
inline Bounded operator*(Bounded a, Bounded b) {
  const double product = a.value * b.value;
  const double carried = std::fabs(a.value) * b.error + std::fabs(b.value) * a.error + a.error * b.error;
  return {product, (carried + kRounding * std::fabs(product)) * kRunningErrorSlack};
}

namespace detail {

using BoundedVec2 = Vec2<Bounded>;

inline BoundedVec2 bounded(Vec2<double> v) {
  return {{v.x, 0}, {v.y, 0}};
}
/// The difference of two points known within error in each coordinate.
inline BoundedVec2 bounded_difference(Vec2<double> p, Vec2<double> minus, double error) {
  return BoundedVec2{{p.x, error}, {p.y, error}} - bounded(minus);
}

template <class Scalar>
auto square(const Scalar& a) {
  return a * a;
}

// The polynomials, alike for Bounded and for expansions. Positive: inside; the line cuts; nearest after d.
template <class Axis, class Point>
auto point_polynomial(const Axis& u, const Axis& v, const Point& d) {
  return square(cross(u, v)) - (square(cross(d, v)) + square(cross(u, d)));
}
template <class Axis, class Point, class Edge>
auto line_polynomial(const Axis& u, const Axis& v, const Point& d, const Edge& e) {
  return (square(cross(e, v)) + square(cross(u, e))) - square(cross(d, e));
}
template <class Axis, class Point, class Edge>
auto ahead_polynomial(const Axis& u, const Axis& v, const Point& d, const Edge& e) {
  return cross(v, d) * cross(e, v) - cross(u, d) * cross(u, e);
}

}  // namespace detail

/// Signs of an ellipse against points and edges of convex views, exactly.
template <class T>
class EllipsePredicates {
 public:
  explicit EllipsePredicates(const Ellipse2<T>& ellipse)
      : center_(to_double(ellipse.center)),
        u_(to_double(ellipse.half_axes[0])),
        v_(to_double(ellipse.half_axes[1])) {}

  /// +1 when corner k is inside, 0 on the boundary, -1 outside.
  int point_sign(const ConvexView<T>& view, std::int32_t k) const {
    return sign([](const auto& u, const auto& v, const auto& d,
                   const auto&) { return detail::point_polynomial(u, v, d); },
                view, k, k);
  }
  /// +1 when the line through the edge from corner k enters the interior, 0 when it touches, -1 when it
  /// misses. Requires an edge of some length.
  int line_sign(const ConvexView<T>& view, std::int32_t k) const {
    return sign([](const auto& u, const auto& v, const auto& d,
                   const auto& e) { return detail::line_polynomial(u, v, d, e); },
                view, k, k);
  }
  /// +1 when the point of that line deepest in the ellipse lies strictly between the edge's ends, 0 at an
  /// end, -1 outside.
  int foot_sign(const ConvexView<T>& view, std::int32_t k) const {
    const auto ahead = [](const auto& u, const auto& v, const auto& d, const auto& e) {
      return detail::ahead_polynomial(u, v, d, e);
    };
    const int after_start = sign(ahead, view, k, k);
    return after_start < 0 ? -1 : std::min(after_start, -sign(ahead, view, view.next(k), k));
  }
  /// +1 when the centre is left of the edge from corner k, 0 on its line.
  int center_side(const ConvexView<T>& view, std::int32_t k) const {
    return sign([](const auto&, const auto&, const auto& d, const auto& e) { return cross(d, e); }, view, k,
                k);
  }

 private:
  static Vec2<double> to_double(Vec2<T> p) { return {double{p.x}, double{p.y}}; }

  /// The sign of polynomial(u, v, corner k - centre, edge from corner edge_from to the next one).
  template <class Polynomial>
  int sign(const Polynomial& polynomial, const ConvexView<T>& view, std::int32_t k,
           std::int32_t edge_from) const {
    const double corner_error = double{view.corner_error};
    const detail::BoundedVec2 d = detail::bounded_difference(double_corner(view, k), center_, corner_error);
    const ExactVec2<2> edge = exact_edge(view, edge_from);
    const auto rounded = [](const Expansion<2>& e) {
      const double value = e.estimate();
      return Bounded{value, kRounding * std::fabs(value)};
    };
    const Bounded estimate = polynomial(detail::bounded(u_), detail::bounded(v_), d,
                                        detail::BoundedVec2{rounded(edge.x), rounded(edge.y)});
    if (std::fabs(estimate.value) > estimate.error) return estimate.value > 0 ? 1 : -1;
    return exact_sign(polynomial, view, k, edge);
  }
  /// Apart from sign(), so that only doubtful signs take its stack.
  template <class Polynomial>
  [[gnu::noinline]] int exact_sign(const Polynomial& polynomial, const ConvexView<T>& view, std::int32_t k,
                                   const ExactVec2<2>& edge) const {
    if (view.rounded_from != nullptr) {
      return polynomial(exact(u_), exact(v_), exact_corner(view, k) - exact(center_), edge).sign();
    }
    return polynomial(exact(u_), exact(v_), exact(double_corner(view, k)) - exact(center_), edge).sign();
  }
  /// Corner k + 1 - corner k. Of an OBB it is a sum of half axes, so two terms are enough.
  static ExactVec2<2> exact_edge(const ConvexView<T>& view, std::int32_t k) {
    if (view.rounded_from == nullptr) {
      return exact(double_corner(view, view.next(k))) - exact(double_corner(view, k));
    }
    const auto signs = [&](std::int32_t corner) {
      return kObbCornerSigns[(view.first_sign + corner * view.sign_step) & 3];
    };
    const double s = signs(view.next(k))[0] - signs(k)[0];
    const double t = signs(view.next(k))[1] - signs(k)[1];
    const Vec2<double> u = to_double(view.rounded_from->half_axes[0]);
    const Vec2<double> v = to_double(view.rounded_from->half_axes[1]);
    return {two_sum(s * u.x, t * v.x), two_sum(s * u.y, t * v.y)};
  }

  Vec2<double> center_;
  Vec2<double> u_;
  Vec2<double> v_;
};

namespace detail {

/// False for repeated corners and for a point.
template <class T>
bool has_edge(const ConvexView<T>& view, std::int32_t k) {
  return view.count > 1 && (view.rounded_from != nullptr || !(view.corner(k) == view.corner(view.next(k))));
}

/// How near a corner or an edge of the contour comes to the ellipse: 1 reaches the interior, 0 the boundary,
/// -1 neither.
template <class T>
int contour_reach(const EllipsePredicates<T>& ellipse, const ConvexView<T>& contour) {
  int reach = -1;
  for (std::int32_t k = 0; k < contour.count && reach < 1; ++k) {
    reach = std::max(reach, ellipse.point_sign(contour, k));
    if (reach == 1 || !has_edge(contour, k)) continue;
    const int line = ellipse.line_sign(contour, k);
    if (line > reach && ellipse.foot_sign(contour, k) > 0) reach = line;
  }
  return reach;
}

template <class T>
bool center_inside(const EllipsePredicates<T>& ellipse, const ConvexView<T>& polytope) {
  bool inside = polytope.dimension == 2;
  for (std::int32_t k = 0; k < polytope.count && inside; ++k) {
    inside = !has_edge(polytope, k) || ellipse.center_side(polytope, k) > 0;
  }
  return inside;
}

/// A contour as corners to walk; not convex.
template <class T>
ConvexView<T> contour_view(Contour2<T> points) {
  ConvexView<T> view;
  view.first = points.data();
  view.count = static_cast<std::int32_t>(points.size());
  return view;
}

constexpr Relation relation_from_reach(int reach) {
  return reach > 0 ? Relation::overlapping : (reach == 0 ? Relation::touching : Relation::disjoint);
}

}  // namespace detail

/// How an ellipse and a convex polytope lie, exactly. Requires both checked, valid and in curved range. Cost:
/// two filtered signs a corner, some 20 ns each; about 1 us for one that expansions decide.
template <class T>
Relation relation_ellipse_polytope(const Ellipse2<T>& ellipse, const ConvexView<T>& polytope) {
  const EllipsePredicates<T> predicates(ellipse);
  const int reach = detail::contour_reach(predicates, polytope);
  // When no boundary point of the polytope is inside, the ellipse lies inside or outside as a whole.
  if (reach < 1 && detail::center_inside(predicates, polytope)) return Relation::overlapping;
  return detail::relation_from_reach(reach);
}

/// The same for a simple polygon with holes.
template <class T>
Relation relation_ellipse_polygon(const Ellipse2<T>& ellipse, const Polygon2<T>& polygon) {
  const EllipsePredicates<T> predicates(ellipse);
  int reach = detail::contour_reach(predicates, detail::contour_view<T>(polygon.points));
  for (const Contour2<T>& hole : polygon.holes) {
    if (reach < 1) reach = std::max(reach, detail::contour_reach(predicates, detail::contour_view<T>(hole)));
  }
  if (reach < 1 && locate(polygon, ellipse.center) == Location::inside) return Relation::overlapping;
  return detail::relation_from_reach(reach);
}

}  // namespace touchstone
