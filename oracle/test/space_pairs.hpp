// Random pairs of shapes of space in named families, for tests that compare the tiers.
#pragma once

#include <array>
#include <cmath>
#include <random>
#include <vector>

#include "oracle/truth3.hpp"

namespace touchstone::oracle::test {

enum class Family3 {
  lattice,      ///< small integers: touching is frequent
  uniform,      ///< sizes alike
  mixed_sizes,  ///< one shape 1 to 1e-11 of the other
  far_away,     ///< size 1e-3 at 1e6
  near_touch,   ///< pushed to touch, rounded; half of them a few ulps off
  tiny,         ///< lattice times 2^-400: below the range of the expansions
  huge          ///< lattice times 2^600: above the range of the doubles' products
};
inline constexpr std::array kFamilies3 = {Family3::lattice,  Family3::uniform,    Family3::mixed_sizes,
                                          Family3::far_away, Family3::near_touch, Family3::tiny,
                                          Family3::huge};

/// Makes pairs of points, segments, boxes, triangles, hulls, spheres and capsules; their points live here
/// until the next one.
class PairMaker3 {
 public:
  using Point = Vec3<double>;
  using Shape = Shape3<double>;

  PairMaker3(Family3 family, unsigned seed) : family_(family), engine_(seed) {}

  void next() {
    unit_ = family_ == Family3::tiny ? 0x1p-400 : (family_ == Family3::huge ? 0x1p600 : 1);
    const bool far = family_ == Family3::far_away;
    const Point at = far ? inside(1e6) : Point{};
    const double size = far ? 1e-3 : 1;
    const double other = family_ == Family3::mixed_sizes ? std::exp(uniform(-25, 1)) : size;
    a = shape(points_a_, at, size);
    b = shape(points_b_, is_lattice() ? at + vector(1) : at + inside(1.2 * size), other);
    if (family_ == Family3::near_touch) push_to_touch();
  }

  Shape a, b;

  double uniform(double low, double high) {
    return low + (high - low) * std::ldexp(static_cast<double>(engine_() >> 11), -53);
  }
  int integer(int count) { return static_cast<int>(engine_() % static_cast<unsigned>(count)); }
  Point inside(double size) { return {uniform(-size, size), uniform(-size, size), uniform(-size, size)}; }
  /// Of the family's kind.
  Point vector(double size) {
    if (!is_lattice()) return inside(size);
    const auto coordinate = [&] { return (integer(5) - 2) * unit_; };
    return {coordinate(), coordinate(), coordinate()};
  }
  double radius(double size) { return is_lattice() ? integer(3) * unit_ : uniform(0, size); }

 private:
  bool is_lattice() const {
    return family_ == Family3::lattice || family_ == Family3::tiny || family_ == Family3::huge;
  }

  Shape shape(std::vector<Point>& points, const Point& at, double size) {
    const Point p = at + vector(size);
    switch (integer(8)) {
      case 0:
        return Point3<double>{p};
      case 1:
        return Segment3<double>{p, at + vector(size)};
      case 2: {
        const Point d = vector(size);
        return Aabb3<double>{p, p + Point{std::fabs(d.x), std::fabs(d.y), std::fabs(d.z)}};
      }
      case 3:
        return Obb3<double>{p, {vector(size) * 0.5, vector(size) * 0.5, vector(size) * 0.5}};
      case 4:
        return Triangle3<double>{{p, at + vector(size), at + vector(size)}};
      case 5:
        return Sphere3<double>{p, radius(size)};
      case 6:
        return Capsule3<double>{p, at + vector(size), radius(size)};
      default:
        points.resize(static_cast<std::size_t>(4 + integer(17)));
        for (Point& q : points) q = at + vector(size);
        return Hull3<double>{points};
    }
  }

  void push_to_touch() {
    Truth3 truth;
    truth.assign(a, b);
    Point push{};
    if (truth.relation() == Relation::disjoint) {
      const Point way = inside(1);
      push = way * (truth.separation().lo / length(way));
    } else if (const std::optional<Point> out = truth.mtv()) {
      push = *out;
    }
    if (integer(2) == 0) push = push + inside(1e-15);
    move_b(push);
  }

  void move_b(const Point& by) {
    struct Mover {
      std::vector<Point>& points;
      const Point& by;
      void operator()(Point3<double>& s) const { s.at = s.at + by; }
      void operator()(Aabb3<double>& s) const { s = {s.min + by, s.max + by}; }
      void operator()(Obb3<double>& s) const { s.center = s.center + by; }
      void operator()(Sphere3<double>& s) const { s.center = s.center + by; }
      void operator()(Segment3<double>& s) const { s = {s.from + by, s.to + by}; }
      void operator()(Capsule3<double>& s) const { s = {s.from + by, s.to + by, s.radius}; }
      void operator()(Triangle3<double>& s) const {
        for (Point& p : s.points) p = p + by;
      }
      void operator()(Hull3<double>&) const {
        for (Point& p : points) p = p + by;
      }
      void operator()(Cylinder3<double>&) const {}
      void operator()(Plane3<double>&) const {}
      void operator()(Ray3<double>&) const {}
    };
    std::visit(Mover{points_b_, by}, b);
  }

  Family3 family_;
  std::mt19937_64 engine_;
  double unit_ = 1;
  std::vector<Point> points_a_, points_b_;
};

}  // namespace touchstone::oracle::test
