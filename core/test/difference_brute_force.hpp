// What GJK and EPA are tested against: the Minkowski difference as the hull of all corner differences, in
// rationals.
#pragma once

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <limits>
#include <ostream>
#include <sstream>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include <touchstone/answers.hpp>
#include <touchstone/shapes2.hpp>

namespace touchstone::brute_force {

using Rational = boost::multiprecision::cpp_rational;

struct Point {
  Rational x;
  Rational y;
  friend bool operator==(const Point&, const Point&) = default;
};
inline bool operator<(const Point& a, const Point& b) {
  return a.x != b.x ? a.x < b.x : a.y < b.y;
}
inline Point operator-(const Point& a, const Point& b) {
  return {a.x - b.x, a.y - b.y};
}
inline Point operator+(const Point& a, const Point& b) {
  return {a.x + b.x, a.y + b.y};
}
inline Rational cross(const Point& a, const Point& b) {
  return a.x * b.y - a.y * b.x;
}
inline Rational dot(const Point& a, const Point& b) {
  return a.x * b.x + a.y * b.y;
}

template <class T>
Point exactly(Vec2<T> v) {
  return {Rational(v.x), Rational(v.y)};
}

/// The extreme points, counter-clockwise, none collinear.
inline std::vector<Point> hull(std::vector<Point> points) {
  std::sort(points.begin(), points.end());
  points.erase(std::unique(points.begin(), points.end()), points.end());
  if (points.size() < 3) return points;
  std::vector<Point> chain;
  for (int pass = 0; pass < 2; ++pass) {
    const std::size_t floor = chain.size();
    for (const Point& p : points) {
      while (chain.size() >= floor + 2 &&
             cross(chain.back() - chain[chain.size() - 2], p - chain.back()) <= 0) {
        chain.pop_back();
      }
      chain.push_back(p);
    }
    chain.pop_back();
    std::reverse(points.begin(), points.end());
  }
  return chain;
}

template <class T>
std::vector<Point> corners(const Shape2<T>& shape) {
  std::vector<Point> points;
  if (const auto* point = std::get_if<Point2<T>>(&shape)) points = {exactly(point->at)};
  if (const auto* segment = std::get_if<Segment2<T>>(&shape))
    points = {exactly(segment->from), exactly(segment->to)};
  if (const auto* box = std::get_if<Aabb2<T>>(&shape)) {
    for (const T x : {box->min.x, box->max.x}) {
      for (const T y : {box->min.y, box->max.y}) points.push_back(exactly(Vec2<T>{x, y}));
    }
  }
  if (const auto* box = std::get_if<Obb2<T>>(&shape)) {
    const Point c = exactly(box->center);
    const Point u = exactly(box->half_axes[0]);
    const Point v = exactly(box->half_axes[1]);
    points = {c + u + v, c + u - v, c - u + v, c - u - v};
  }
  if (const auto* polygon = std::get_if<Polygon2<T>>(&shape)) {
    for (const Vec2<T>& p : polygon->points) points.push_back(exactly(p));
  }
  return hull(points);
}

inline std::vector<Point> difference(const std::vector<Point>& a, const std::vector<Point>& b) {
  std::vector<Point> points;
  for (const Point& p : a) {
    for (const Point& q : b) points.push_back(p - q);
  }
  return hull(points);
}

/// The closed hull with corners d against the origin.
inline Relation relation(const std::vector<Point>& d) {
  bool inside = d.size() > 2;
  for (std::size_t i = 0; i < d.size(); ++i) {
    const Point& p = d[i];
    const Point& q = d[(i + 1) % d.size()];
    const Rational side = cross(p, q);
    if (side < 0 || (d.size() < 3 && (side != 0 || dot(p, q) > 0))) return Relation::disjoint;
    inside = inside && side > 0;
  }
  return inside ? Relation::overlapping : Relation::touching;
}

inline Rational distance_sq(const std::vector<Point>& d) {
  if (relation(d) != Relation::disjoint) return 0;
  Rational least = dot(d[0], d[0]);
  for (std::size_t i = 0; i < d.size(); ++i) {
    const Point& p = d[i];
    const Point edge = d[(i + 1) % d.size()] - p;
    least = std::min(least, dot(p, p));
    if (dot(p, edge) < 0 && dot(p + edge, edge) > 0) {
      const Rational area = cross(p, edge);
      least = std::min<Rational>(least, area * area / dot(edge, edge));
    }
  }
  return least;
}

/// Requires the origin inside.
inline Rational depth_sq(const std::vector<Point>& d) {
  Rational least = -1;
  for (std::size_t i = 0; i < d.size(); ++i) {
    const Point edge = d[(i + 1) % d.size()] - d[i];
    const Rational area = cross(d[i], edge);
    const Rational here = area * area / dot(edge, edge);
    if (least < 0 || here < least) least = here;
  }
  return least;
}

inline long double root(const Rational& square) {
  return std::sqrt(square.convert_to<long double>());
}

/// How far p is from the closed hull with these corners.
inline long double distance_from(const Point& p, const std::vector<Point>& shape) {
  return root(distance_sq(difference(shape, {p})));
}

/// epsilon of T times the largest |coordinate|.
template <class T>
long double unit_of(const std::vector<Point>& a, const std::vector<Point>& b) {
  Rational largest = 0;
  for (const auto* shape : {&a, &b}) {
    for (const Point& p : *shape) largest = std::max<Rational>({largest, abs(p.x), abs(p.y)});
  }
  return std::max<long double>(largest.convert_to<long double>() * std::numeric_limits<T>::epsilon(),
                               std::numeric_limits<T>::denorm_min());
}

/// Ready to paste, in hexadecimal.
template <class T>
std::string print(const Shape2<T>& shape) {
  std::ostringstream out;
  out << std::hexfloat;
  const auto put = [&](const Vec2<T>& p) { out << '{' << double{p.x} << ',' << double{p.y} << '}'; };
  std::visit(
      [&](const auto& s) {
        using S = std::decay_t<decltype(s)>;
        if constexpr (std::is_same_v<S, Point2<T>>) put(s.at);
        if constexpr (std::is_same_v<S, Segment2<T>>) out << "segment", put(s.from), put(s.to);
        if constexpr (std::is_same_v<S, Aabb2<T>>) out << "aabb", put(s.min), put(s.max);
        if constexpr (std::is_same_v<S, Obb2<T>>)
          out << "obb", put(s.center), put(s.half_axes[0]), put(s.half_axes[1]);
        if constexpr (std::is_same_v<S, Polygon2<T>>) std::for_each(s.points.begin(), s.points.end(), put);
      },
      shape);
  return out.str();
}

}  // namespace touchstone::brute_force
