// Random pairs of convex shapes in named families, for tests that compare the tiers.
#pragma once

#include <array>
#include <cmath>
#include <random>
#include <vector>

#include "oracle/truth.hpp"

namespace touchstone::oracle::test {

enum class Family {
  uniform,      ///< polygons of 3 to 8 vertices, sizes alike, half of them apart
  lattice,      ///< every type of shape on small integers: touching is frequent
  rounded_obb,  ///< rectangles whose corners are no doubles
  near_touch,   ///< a corner put on an edge or corner, rounded, half of them one ulp off
  sliver,       ///< a flat polygon and its mirror image moved along one of its edges
  tiny,         ///< uniform times 2^-540: the largest coordinates are below the range of the expansions
  subnormal,    ///< multiples of the smallest subnormal
  huge          ///< up to the largest double: differences overflow
};
inline constexpr std::array kFamilies = {Family::uniform,    Family::lattice, Family::rounded_obb,
                                         Family::near_touch, Family::sliver,  Family::tiny,
                                         Family::subnormal,  Family::huge};

/// Makes pairs; their points live here until the next one.
class PairMaker {
 public:
  PairMaker(Family family, unsigned seed) : family_(family), engine_(seed) {}

  void next() {
    switch (family_) {
      case Family::lattice:
        a = lattice(points_a_);
        b = lattice(points_b_);
        return;
      case Family::rounded_obb:
        a = rectangle();
        b = rectangle();
        return;
      default:
        break;
    }
    points_a_ = polygon(1, {});
    points_b_ = polygon(uniform(0.3, 1.2), {uniform(-2, 2), uniform(-1, 1)});
    if (family_ == Family::near_touch) put_on_edge();
    if (family_ == Family::sliver) mirror_along_edge();
    if (family_ == Family::tiny) scale_all(0x1p-540);
    if (family_ == Family::subnormal) scale_all(0x1p-1067);
    if (family_ == Family::huge) scale_all(0x1p1022);
    a = Polygon2<double>{points_a_, {}};
    b = Polygon2<double>{points_b_, {}};
  }

  Shape a, b;

 private:
  using Points = std::vector<Point>;

  double uniform(double low, double high) {
    return low + (high - low) * std::ldexp(static_cast<double>(engine_() >> 11), -53);
  }
  int integer(int count) { return static_cast<int>(engine_() % static_cast<unsigned>(count)); }
  double coordinate() { return integer(9) - 4; }
  Point point() { return {coordinate(), coordinate()}; }

  // On a circle, so convex; rounding cannot bend it since the vertices are far apart.
  Points polygon(double radius, Point center) {
    const int n = 3 + integer(6);
    Points points;
    for (int i = 0; i < n; ++i) {
      const double angle = (i + uniform(0, 0.9)) / n * 2 * std::acos(-1.0);
      points.push_back({center.x + radius * std::cos(angle), center.y + radius * std::sin(angle)});
    }
    return points;
  }

  Shape rectangle() {
    const Point axis{uniform(-1, 1), uniform(-1, 1)};
    const double ratio = uniform(0.1, 1);
    return Obb2<double>{{uniform(-2, 2), uniform(-2, 2)}, {axis, {-axis.y * ratio, axis.x * ratio}}};
  }

  Shape lattice(Points& points) {
    const Point p = point();
    switch (integer(5)) {
      case 0:
        return Point2<double>{p};
      case 1:
        return Segment2<double>{p, point()};
      case 2:
        return Aabb2<double>{p, p + Point{static_cast<double>(integer(3)), static_cast<double>(integer(3))}};
      case 3:
        return Obb2<double>{p, {point() * 0.5, point() * 0.5}};
      default:
        points = {p, point(), point()};
        return Polygon2<double>{points, {}};
    }
  }

  void put_on_edge() {
    const std::size_t k = static_cast<std::size_t>(integer(static_cast<int>(points_a_.size())));
    const Point p = points_a_[k];
    const Point edge = points_a_[(k + 1) % points_a_.size()] - p;
    const Point target = p + edge * (integer(3) == 0 ? 0 : uniform(0, 1));
    std::size_t nearest = 0;
    for (std::size_t i = 0; i < points_b_.size(); ++i)
      if (cross(edge, points_b_[i] - points_b_[nearest]) > 0) nearest = i;
    const Point shift = target - points_b_[nearest];
    for (Point& v : points_b_) v = v + shift;
    if (integer(2) == 0)
      points_b_[nearest].x = std::nextafter(points_b_[nearest].x, integer(2) == 0 ? -9 : 9);
  }

  void mirror_along_edge() {
    for (Point& v : points_a_) v.y *= 1e-6;
    const std::size_t k = static_cast<std::size_t>(integer(static_cast<int>(points_a_.size())));
    const Point shift = (points_a_[(k + 1) % points_a_.size()] - points_a_[k]) * uniform(-2, 2);
    points_b_ = points_a_;
    for (Point& v : points_b_) v = shift - v;
  }

  void scale_all(double factor) {
    for (Points* points : {&points_a_, &points_b_})
      for (Point& v : *points) v = v * factor;
  }

  Family family_;
  std::mt19937_64 engine_;
  Points points_a_, points_b_;
};

}  // namespace touchstone::oracle::test
