// Exact answers for skeletons with balls around them and for rings, by the plainest rational formulas; random
// shapes that touch exactly often. Shares no code with the algorithms it measures.
#pragma once

#include <algorithm>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <string>
#include <variant>
#include <vector>

#include <touchstone/checked.hpp>

#include "core/test/rational_reference.hpp"

namespace touchstone::reference {

using Real =
    boost::multiprecision::number<boost::multiprecision::cpp_bin_float<100>, boost::multiprecision::et_off>;

/// All within radius of a convex polytope, farther than hole from its centre when that is positive; or of a
/// union of triangles.
struct Solid {
  std::vector<Corners> parts;
  Rational radius;
  Rational hole;
};

inline Real root(const Rational& square) {
  return sqrt(Real(numerator(square)) / Real(denominator(square)));
}
inline Real real(const Rational& value) {
  return Real(numerator(value)) / Real(denominator(value));
}

inline Rational point_segment_sq(const Point& p, const Point& from, const Point& to) {
  const Point edge = to - from;
  const Rational along = dot(edge, p - from);
  if (along <= 0) return length_sq(p - from);
  if (along >= length_sq(edge)) return length_sq(p - to);
  const Rational height = cross(edge, p - from);
  return height * height / length_sq(edge);
}

/// Squared distance of two convex polytopes, 0 when they meet.
inline Rational distance_sq(const Corners& a, const Corners& b) {
  if (relation(a, b) != Relation::disjoint) return 0;
  Rational least = length_sq(b[0] - a[0]);
  for (const auto& [edges, points] : {std::pair{&a, &b}, std::pair{&b, &a}}) {
    for (std::size_t i = 0; i < edges->size(); ++i) {
      const Point& to = (*edges)[(i + 1) % edges->size()];
      for (const Point& p : *points) least = std::min(least, point_segment_sq(p, (*edges)[i], to));
    }
  }
  return least;
}
inline Rational distance_sq(const Solid& a, const Solid& b) {
  Rational least = -1;
  for (const Corners& p : a.parts) {
    for (const Corners& q : b.parts) {
      const Rational d = distance_sq(p, q);
      if (least < 0 || d < least) least = d;
    }
  }
  return least;
}
inline Rational farthest_sq(const Solid& shape, const Point& c) {
  Rational most = 0;
  for (const Corners& part : shape.parts) {
    for (const Point& p : part) most = std::max(most, length_sq(p - c));
  }
  return most;
}

inline Relation of_sign(const Rational& separation) {
  return separation > 0 ? Relation::disjoint : (separation < 0 ? Relation::overlapping : Relation::touching);
}
inline Relation weaker(Relation a, Relation b) {
  return std::min(a, b);
}

/// Of a ring's hole and the other shape (a ring counts as its outer disc).
inline Relation hole_relation(const Solid& ring, const Solid& other) {
  const Rational reach = ring.hole - other.radius;
  if (ring.hole == 0 || reach < 0) return Relation::overlapping;
  return of_sign(reach * reach - farthest_sq(other, ring.parts[0][0]));
}
inline Relation relation(const Solid& a, const Solid& b) {
  const Rational reach = a.radius + b.radius;
  Relation discs = Relation::disjoint;
  if (reach == 0) {
    for (const Corners& p : a.parts) {
      for (const Corners& q : b.parts) discs = std::max(discs, relation(p, q));
    }
  } else {
    discs = of_sign(distance_sq(a, b) - reach * reach);
  }
  return weaker(discs, weaker(hole_relation(a, b), hole_relation(b, a)));
}

/// Signed separation: positive apart, negative overlapping (for convex shapes without a hole).
inline Real separation(const Solid& a, const Solid& b) {
  const Rational sq = distance_sq(a, b);
  const Rational signed_sq = sq > 0 ? sq : signed_separation_sq(a.parts[0], b.parts[0]);
  const Real skeletons = signed_sq < 0 ? Real(-root(-signed_sq)) : root(signed_sq);
  return skeletons - real(a.radius) - real(b.radius);
}
inline Solid moved(Solid shape, const Point& by) {
  for (Corners& part : shape.parts) {
    for (Point& p : part) p = p + by;
  }
  return shape;
}
/// u = eps x largest |coordinate| of a corner or a centre, or largest radius.
inline double unit(const Solid& a, const Solid& b, double eps) {
  Rational largest = std::max(a.radius, b.radius);
  for (const Solid* shape : {&a, &b}) {
    for (const Corners& part : shape->parts) {
      for (const Point& p : part) largest = std::max({largest, Rational(abs(p.x)), Rational(abs(p.y))});
    }
  }
  return eps * largest.convert_to<double>();
}
/// By how much p lies outside of the shape; 0 when it does not.
inline Real outside(const Solid& shape, const Point& p) {
  const Solid point{{{p}}, 0, 0};
  const Real beyond = root(distance_sq(shape, point)) - real(shape.radius);
  const Real in_hole =
      shape.hole > 0 ? Real(real(shape.hole) - root(length_sq(p - shape.parts[0][0]))) : Real(0);
  return std::max({Real(0), beyond, in_hole});
}

template <class T>
Solid solid(const Shape2<T>& shape) {
  if (const auto* circle = std::get_if<Circle2<T>>(&shape))
    return {{{rational(circle->center)}}, Rational(circle->radius), 0};
  if (const auto* capsule = std::get_if<Capsule2<T>>(&shape))
    return {{hull({rational(capsule->from), rational(capsule->to)})}, Rational(capsule->radius), 0};
  if (const auto* ring = std::get_if<Ring2<T>>(&shape))
    return {{{rational(ring->center)}}, Rational(ring->outer_radius), Rational(ring->inner_radius)};
  return {{corners(shape)}, 0, 0};
}
/// A polygon that is a fan around its first point.
template <class T>
Solid fan(const std::vector<Vec2<T>>& points) {
  Solid shape;
  for (std::size_t i = 2; i < points.size(); ++i)
    shape.parts.push_back(hull({rational(points[0]), rational(points[i - 1]), rational(points[i])}));
  return shape;
}

/// Lattice shapes, circles, capsules and rings with whole radii, which touch exactly often: a lattice five
/// times as wide has whole distances from lines along (3, 4). Some radii are one ulp off.
template <class T>
class RoundedShapes {
 public:
  RoundedShapes(std::uint64_t seed, T unit) : lattice_(seed, unit * 5), unit_(unit) {}

  int below(int n) { return lattice_.below(n); }
  Vec2<T> point() { return lattice_.lattice_point(); }
  T radius() {
    const T whole = unit_ * static_cast<T>(1 + below(16));
    const int nudge = below(6);
    if (nudge > 1) return whole;
    return std::nextafter(whole, nudge == 0 ? T{0} : 2 * whole);
  }
  Shape2<T> polytope(std::vector<Vec2<T>>& storage) { return lattice_.next(storage); }
  Shape2<T> curved() {
    if (below(2) == 0) return Circle2<T>{point(), radius()};
    const Vec2<T> from = point();
    const Vec2<T> along{3 * unit_ * static_cast<T>(5), 4 * unit_ * static_cast<T>(5)};
    return Capsule2<T>{from, below(2) == 0 ? point() : from + along, radius()};
  }
  Shape2<T> rounded(std::vector<Vec2<T>>& storage) { return below(2) == 0 ? curved() : polytope(storage); }
  Ring2<T> ring() {
    const T inner = radius();
    T outer = radius();
    while (outer == inner) outer = radius();
    return {point(), std::min(inner, outer), std::max(inner, outer)};
  }
  /// Corners of growing angle, seen from the first one: most are concave.
  void concave(std::vector<Vec2<T>>& storage) {
    constexpr int kRays[7][2] = {{1, 0}, {3, 1}, {1, 1}, {3, 4}, {0, 1}, {-1, 1}, {-3, 1}};
    const Vec2<T> first = point();
    storage = {first};
    for (const auto& ray : kRays) {
      if (below(4) == 0 && storage.size() + 2 < std::size(kRays)) continue;
      const T length = unit_ * static_cast<T>(1 + below(9));
      storage.push_back(first + Vec2<T>{length * static_cast<T>(ray[0]), length * static_cast<T>(ray[1])});
    }
    if (storage.size() < 4) storage.push_back(first + Vec2<T>{-unit_, 0});
  }

 private:
  LatticeShapes<T> lattice_;
  T unit_;
};

/// Sets the radius of a curved shape to its skeleton's distance from the other shape, less that one's radius,
/// rounded, or to an ulp beside it; leaves it when that is not positive or not in range.
template <class T>
void make_touch(Shape2<T>& shape, const Solid& other, int nudge) {
  const Real gap = root(distance_sq(solid(shape), other)) - real(other.radius);
  T radius = gap.convert_to<T>();
  if (nudge != 0) radius = std::nextafter(radius, nudge > 0 ? 2 * radius : T{0});
  if (!(radius > 0 && radius >= kSmallestCurvedOf<T>)) return;
  if (auto* circle = std::get_if<Circle2<T>>(&shape)) circle->radius = radius;
  if (auto* capsule = std::get_if<Capsule2<T>>(&shape)) capsule->radius = radius;
}

/// The same so that the shape's farthest point touches the ring's inner circle.
template <class T>
void make_touch_hole(Shape2<T>& shape, const Solid& ring, int nudge) {
  const Solid skeleton = solid(shape);
  const Real gap = real(ring.hole) - root(farthest_sq(skeleton, ring.parts[0][0]));
  T radius = gap.convert_to<T>();
  if (nudge != 0) radius = std::nextafter(radius, nudge > 0 ? 2 * radius : T{0});
  if (!(radius > 0 && radius >= kSmallestCurvedOf<T>)) return;
  if (auto* circle = std::get_if<Circle2<T>>(&shape)) circle->radius = radius;
  if (auto* capsule = std::get_if<Capsule2<T>>(&shape)) capsule->radius = radius;
}
/// Sets the outer or the inner radius so that the ring touches the shape's nearest or farthest point.
template <class T>
void make_ring_touch(Ring2<T>& ring, const Solid& shape, bool from_outside) {
  const Solid center{{{rational(ring.center)}}, 0, 0};
  const T outer = root(distance_sq(shape, center)).convert_to<T>();
  const T inner = root(farthest_sq(shape, center.parts[0][0])).convert_to<T>();
  if (from_outside && outer > ring.inner_radius) ring.outer_radius = outer;
  if (!from_outside && inner < ring.outer_radius && inner > 0) ring.inner_radius = inner;
}

template <class T>
std::string print_any(const Shape2<T>& shape) {
  char buffer[200];
  const auto text = [&](const char* format, auto... values) {
    std::snprintf(buffer, sizeof buffer, format, double{values}...);
    return std::string(buffer);
  };
  if (const auto* c = std::get_if<Circle2<T>>(&shape))
    return text("circle {%.17g, %.17g}, %.17g ", c->center.x, c->center.y, c->radius);
  if (const auto* c = std::get_if<Capsule2<T>>(&shape))
    return text("capsule {%.17g, %.17g}, {%.17g, %.17g}, %.17g ", c->from.x, c->from.y, c->to.x, c->to.y,
                c->radius);
  if (const auto* r = std::get_if<Ring2<T>>(&shape))
    return text("ring {%.17g, %.17g}, %.17g, %.17g ", r->center.x, r->center.y, r->inner_radius,
                r->outer_radius);
  return print(shape);
}

}  // namespace touchstone::reference
