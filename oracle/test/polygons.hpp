// Polygons for tests: owned, and random ones on a small lattice, so that edges and corners often coincide.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <ostream>
#include <vector>

#include "oracle/truth.hpp"

namespace touchstone::oracle::test {

/// Owns what its shape views; neither copied nor moved.
class OwnedPolygon {
 public:
  explicit OwnedPolygon(std::vector<Point> points, std::vector<std::vector<Point>> holes = {})
      : points_(std::move(points)), holes_(std::move(holes)), views_(holes_.begin(), holes_.end()) {}
  OwnedPolygon(const OwnedPolygon&) = delete;
  OwnedPolygon& operator=(const OwnedPolygon&) = delete;

  Polygon2<double> shape() const { return {points_, views_}; }
  const std::vector<Point>& points() const { return points_; }

  friend std::ostream& operator<<(std::ostream& out, const OwnedPolygon& polygon) {
    out.precision(17);
    for (const Point& p : polygon.points_) out << '[' << p.x << ", " << p.y << "], ";
    for (const auto& hole : polygon.holes_) {
      out << "hole ";
      for (const Point& p : hole) out << '[' << p.x << ", " << p.y << "], ";
    }
    return out;
  }

 private:
  std::vector<Point> points_;
  std::vector<std::vector<Point>> holes_;
  std::vector<Contour2<double>> views_;
};

inline std::vector<Point> square(double from, double to) {
  return {{from, from}, {to, from}, {to, to}, {from, to}};
}

/// SplitMix64.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  int below(int end) { return static_cast<int>(next() % static_cast<std::uint64_t>(end)); }
  double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }

 private:
  std::uint64_t state_;
};

/// Points of the lattice [0, size)^2 around (x, y), one more step each, joined in the order of their
/// directions from the middle: mostly simple, mostly concave. Not always valid.
inline std::vector<Point> random_star(Random& random, int vertices, int size, double x, double y) {
  const double middle = (size - 1) / 2.0 + 0.125;
  std::vector<Point> points;
  for (int i = 0; i < vertices; ++i) {
    points.push_back({static_cast<double>(random.below(size)), static_cast<double>(random.below(size))});
  }
  std::sort(points.begin(), points.end(), [&](Point p, Point q) {
    return std::atan2(p.y - middle, p.x - middle) < std::atan2(q.y - middle, q.x - middle);
  });
  for (Point& p : points) p = p + Point{x, y};
  return points;
}

}  // namespace touchstone::oracle::test
