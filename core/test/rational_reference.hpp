// The plainest exact answers for convex shapes, in rational arithmetic: hulls, every axis, every corner.
// Shares no code with the algorithms it measures.
#pragma once

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <random>
#include <string>
#include <variant>
#include <vector>

#include <touchstone/answers.hpp>
#include <touchstone/shapes2.hpp>

namespace touchstone::reference {

using Rational =
    boost::multiprecision::number<boost::multiprecision::cpp_rational_backend, boost::multiprecision::et_off>;
using Point = Vec2<Rational>;
using Corners = std::vector<Point>;

template <class T>
Point rational(Vec2<T> p) {
  return {Rational(p.x), Rational(p.y)};
}
inline Rational turn(const Point& a, const Point& b, const Point& c) {
  return cross(b - a, c - a);
}

/// Corners of the convex hull, counter-clockwise, none repeated or collinear.
inline Corners hull(Corners points) {
  const auto before = [](const Point& a, const Point& b) { return a.x < b.x || (a.x == b.x && a.y < b.y); };
  std::sort(points.begin(), points.end(), before);
  points.erase(std::unique(points.begin(), points.end()), points.end());
  if (points.size() < 3) return points;
  Corners chain;
  for (int side = 0; side < 2; ++side) {
    const std::size_t start = chain.size();
    for (const Point& p : points) {
      while (chain.size() >= start + 2 && turn(chain[chain.size() - 2], chain.back(), p) <= 0)
        chain.pop_back();
      chain.push_back(p);
    }
    chain.pop_back();
    std::reverse(points.begin(), points.end());
  }
  return chain;
}

/// Exact corners of a convex shape.
template <class T>
Corners corners(const Shape2<T>& shape) {
  Corners points;
  if (const auto* point = std::get_if<Point2<T>>(&shape)) points = {rational(point->at)};
  if (const auto* segment = std::get_if<Segment2<T>>(&shape))
    points = {rational(segment->from), rational(segment->to)};
  if (const auto* aabb = std::get_if<Aabb2<T>>(&shape)) {
    const Point lo = rational(aabb->min);
    const Point hi = rational(aabb->max);
    points = {lo, hi, {lo.x, hi.y}, {hi.x, lo.y}};
  }
  if (const auto* obb = std::get_if<Obb2<T>>(&shape)) {
    const Point c = rational(obb->center);
    const Point u = rational(obb->half_axes[0]);
    const Point v = rational(obb->half_axes[1]);
    points = {c + u + v, c + u - v, c - u + v, c - u - v};
  }
  if (const auto* polygon = std::get_if<Polygon2<T>>(&shape)) {
    for (const Vec2<T>& p : polygon->points) points.push_back(rational(p));
  }
  return hull(points);
}

/// Extent of the corners along the axis.
inline std::pair<Rational, Rational> extent(const Corners& shape, const Point& axis) {
  Rational lo = dot(shape[0], axis);
  Rational hi = lo;
  for (const Point& p : shape) {
    const Rational value = dot(p, axis);
    lo = std::min(lo, value);
    hi = std::max(hi, value);
  }
  return {lo, hi};
}

/// Every direction that can separate: edge normals, and the directions of flat shapes.
inline Corners axes(const Corners& a, const Corners& b) {
  Corners all = {{Rational(1), Rational(0)}, {Rational(0), Rational(1)}};
  if (a.size() + b.size() > 2) all.clear();
  for (const Corners* shape : {&a, &b}) {
    for (std::size_t i = 0; i < shape->size() && shape->size() > 1; ++i) {
      const Point edge = (*shape)[(i + 1) % shape->size()] - (*shape)[i];
      all.push_back({edge.y, -edge.x});
      if (shape->size() == 2) all.push_back(edge);
    }
  }
  return all;
}

/// Largest gap over all axes, as |gap| gap / |axis|^2 with the sign of the gap.
inline Rational signed_separation_sq(const Corners& a, const Corners& b) {
  bool first = true;
  Rational largest;
  for (const Point& axis : axes(a, b)) {
    const auto [a_lo, a_hi] = extent(a, axis);
    const auto [b_lo, b_hi] = extent(b, axis);
    const Rational gap = std::max(b_lo - a_hi, a_lo - b_hi);
    const Rational sq = gap * abs(gap) / length_sq(axis);
    if (first || sq > largest) largest = sq;
    first = false;
  }
  return largest;
}
inline Relation relation(const Corners& a, const Corners& b) {
  const Rational separation = signed_separation_sq(a, b);
  return separation > 0 ? Relation::disjoint : (separation < 0 ? Relation::overlapping : Relation::touching);
}

inline Location locate(const Corners& shape, const Point& p) {
  switch (relation(shape, {p})) {
    case Relation::disjoint:
      return Location::outside;
    case Relation::touching:
      return Location::boundary;
    default:
      return Location::inside;
  }
}
inline int count_located(const Corners& shape, const Corners& points, Location location) {
  return static_cast<int>(std::count_if(points.begin(), points.end(),
                                        [&](const Point& p) { return locate(shape, p) == location; }));
}
inline Kind kind(const Corners& a, const Corners& b) {
  const Relation related = relation(a, b);
  if (related != Relation::overlapping)
    return related == Relation::disjoint ? Kind::disjoint : Kind::touching;
  if (count_located(a, b, Location::outside) == 0) return Kind::a_contains_b;
  if (count_located(b, a, Location::outside) == 0) return Kind::b_contains_a;
  const int inside = count_located(a, b, Location::inside) + count_located(b, a, Location::inside);
  return inside > 0 ? Kind::vertex_inside : Kind::piercing;
}

/// Random shapes that meet in corners and edges often: small lattice coordinates (times a scale), polygons
/// with repeated and collinear vertices in either winding, boxes whose corners are no numbers of T.
template <class T>
class LatticeShapes {
 public:
  LatticeShapes(std::uint64_t seed, T scale) : random_(seed), scale_(scale) {}

  int below(int n) { return static_cast<int>(random_() % static_cast<std::uint64_t>(n)); }
  Vec2<T> lattice_point() { return {scale_ * static_cast<T>(below(7)), scale_ * static_cast<T>(below(7))}; }

  /// Fills storage, which a polygon views.
  Shape2<T> next(std::vector<Vec2<T>>& storage) {
    switch (below(6)) {
      case 0:
        return Point2<T>{lattice_point()};
      case 1:
        return Segment2<T>{lattice_point(), lattice_point()};
      case 2:
        return aabb();
      case 3:
        return obb();
      default:
        return polygon(storage);
    }
  }
  Aabb2<T> aabb() {
    const Vec2<T> p = lattice_point();
    const Vec2<T> q = lattice_point();
    return {{std::min(p.x, q.x), std::min(p.y, q.y)}, {std::max(p.x, q.x), std::max(p.y, q.y)}};
  }
  /// Thirds are no numbers of T, so corners are rounded; boxes of equal half axes touch exactly all the same.
  Obb2<T> obb() {
    const T size = below(2) == 0 ? scale_ : scale_ / 3;
    const Vec2<T> u{size * static_cast<T>(below(3)), size * static_cast<T>(below(3))};
    const Vec2<T> v = below(3) == 0 ? u : perp(u);
    const Vec2<T> center = below(2) == 0 ? lattice_point() : u * static_cast<T>(2 * below(2)) + v * T{2};
    return {center, {u, v}};
  }
  Polygon2<T> polygon(std::vector<Vec2<T>>& storage) {
    Corners points;
    for (int i = 3 + below(5); i > 0; --i) points.push_back(rational(lattice_point()));
    storage.clear();
    const Corners outline = hull(points);
    for (std::size_t i = 0; i < outline.size(); ++i) {
      const Point& p = outline[i];
      const Point& q = outline[(i + 1) % outline.size()];
      for (int copies = 1 + below(4) / 3; copies > 0; --copies) storage.push_back(to_t(p));
      const Point middle{(p.x + q.x) / 2, (p.y + q.y) / 2};
      if (below(3) == 0 && rational(to_t(middle)) == middle) storage.push_back(to_t(middle));
    }
    while (storage.size() < 3) storage.push_back(storage.back());
    if (below(2) == 0) std::reverse(storage.begin(), storage.end());
    return {storage};
  }

 private:
  static Vec2<T> to_t(const Point& p) { return {p.x.template convert_to<T>(), p.y.template convert_to<T>()}; }

  std::mt19937_64 random_;
  T scale_;
};

template <class T>
std::string print(const Shape2<T>& shape) {
  std::string text;
  char buffer[80];
  const auto put = [&](Vec2<T> p) {
    std::snprintf(buffer, sizeof buffer, "{%.17g, %.17g}, ", double{p.x}, double{p.y});
    text += buffer;
  };
  if (const auto* point = std::get_if<Point2<T>>(&shape)) text = "point ", put(point->at);
  if (const auto* segment = std::get_if<Segment2<T>>(&shape))
    text = "segment ", put(segment->from), put(segment->to);
  if (const auto* aabb = std::get_if<Aabb2<T>>(&shape)) text = "aabb ", put(aabb->min), put(aabb->max);
  if (const auto* obb = std::get_if<Obb2<T>>(&shape)) {
    text = "obb ", put(obb->center), put(obb->half_axes[0]), put(obb->half_axes[1]);
  }
  if (const auto* polygon = std::get_if<Polygon2<T>>(&shape)) {
    text = "polygon ";
    for (const Vec2<T>& p : polygon->points) put(p);
  }
  return text;
}

}  // namespace touchstone::reference
