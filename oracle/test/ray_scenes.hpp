// Random rays and shapes in named families, for tests that compare the tiers.
#pragma once

#include <array>
#include <cmath>
#include <random>
#include <vector>

#include "oracle/operand.hpp"

namespace touchstone::oracle::test {

enum class RayFamily {
  uniform,     ///< the ray is aimed at a point near the shape
  lattice,     ///< small integers: corners, edges, boundaries and tangents are hit exactly
  near_touch,  ///< a lattice scene with the origin one ulp off
  tiny,        ///< uniform, all times 2^-300
  subnormal,   ///< lattice, all times the smallest subnormal
  huge         ///< uniform, all times 2^1000
};
inline constexpr std::array kRayFamilies = {RayFamily::uniform, RayFamily::lattice,   RayFamily::near_touch,
                                            RayFamily::tiny,    RayFamily::subnormal, RayFamily::huge};
inline constexpr int kShapeKinds = 12;

/// Makes scenes; their points live here until the next one. The direction's length varies over 2^-400 ..
/// 2^400 in the families uniform and near_touch.
class RayMaker {
 public:
  RayMaker(RayFamily family, unsigned seed) : family_(family), engine_(seed) {}

  void next() {
    scale_ = family_ == RayFamily::tiny        ? 0x1p-300
             : family_ == RayFamily::subnormal ? 0x1p-1074
             : family_ == RayFamily::huge      ? 0x1p1000
                                               : 1.0;
    kind = integer(kShapeKinds);
    make_shape();
    const Point aim = point();
    ray.origin = point() * (on_lattice() ? 1.0 : 2.0);
    ray.direction = on_lattice() && integer(2) == 0 ? point() : aim - ray.origin;
    if (ray.direction == Point{}) ray.direction.x = scale_;
    if (family_ == RayFamily::near_touch) bump(integer(2) == 0 ? ray.origin.x : ray.origin.y);
    if (family_ == RayFamily::uniform || family_ == RayFamily::near_touch)
      ray.direction = ray.direction * std::ldexp(1.0, integer(3) == 0 ? integer(801) - 400 : 0);
  }

  Ray2<double> ray;
  Shape shape;
  int kind = 0;

 private:
  bool on_lattice() const {
    return family_ == RayFamily::lattice || family_ == RayFamily::near_touch ||
           family_ == RayFamily::subnormal;
  }
  double unit() { return std::ldexp(static_cast<double>(engine_() >> 11), -53); }
  int integer(int count) { return static_cast<int>(engine_() % static_cast<unsigned>(count)); }
  double coordinate() { return (on_lattice() ? integer(13) - 6 : 12 * unit() - 6) * scale_; }
  double size() { return (on_lattice() ? integer(6) : 5 * unit()) * scale_; }
  Point point() {
    const double x = coordinate();
    return {x, coordinate()};
  }
  void bump(double& value) { value = std::nextafter(value, integer(2) == 0 ? -1e9 : 1e9); }

  void make_shape() {
    const Point p = point();
    const Point q = point();
    const double r = size();
    switch (kind) {
      case 0:
        shape = Point2<double>{p};
        return;
      case 1:
        shape = Segment2<double>{p, q};
        return;
      case 2:
        shape = Aabb2<double>{p, {p.x + size(), p.y + r}};
        return;
      case 3:
        shape = Obb2<double>{p, {q, point()}};
        return;
      case 4:
        shape = Triangle2<double>{{p, q, point()}};
        return;
      case 5:
        make_star(6, 1.0);
        return;
      case 6:
        make_star(10, 0.5);
        return;
      case 7:
        make_frame(p);
        return;
      case 8:
        shape = Circle2<double>{p, r};
        return;
      case 9:
        shape = Capsule2<double>{p, q, r};
        return;
      case 10:
        shape = Ring2<double>{p, size(), r + 2 * scale_};
        return;
      default:
        shape = Ellipse2<double>{p, {q, point()}};
        return;
    }
  }
  // Corners around a point, every second one nearer by the share.
  void make_star(int n, double share) {
    const Point center = point();
    points_.clear();
    for (int i = 0; i < n; ++i) {
      const double angle = i * 2 * std::acos(-1.0) / n;
      const double reach = (3 + (on_lattice() ? 0 : unit())) * (i % 2 == 0 ? 1 : share);
      const Point corner{std::cos(angle) * reach, std::sin(angle) * reach};
      const Point step = on_lattice() ? Point{std::round(corner.x), std::round(corner.y)} : corner;
      points_.push_back(center + step * scale_);
    }
    shape = Polygon2<double>{points_, {}};
  }
  void make_frame(Point low) {
    const double s = scale_;
    points_ = {low, {low.x + 6 * s, low.y}, {low.x + 6 * s, low.y + 6 * s}, {low.x, low.y + 6 * s}};
    hole_ = {{low.x, low.y + 3 * s}, {low.x + 2 * s, low.y + s}, {low.x + 4 * s, low.y + 3 * s}};
    if (integer(2) == 0) hole_[0].x += s;
    holes_[0] = hole_;
    shape = Polygon2<double>{points_, holes_};
  }

  RayFamily family_;
  std::mt19937_64 engine_;
  double scale_ = 1;
  std::vector<Point> points_, hole_;
  Contour2<double> holes_[1];
};

}  // namespace touchstone::oracle::test
