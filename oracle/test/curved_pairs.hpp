// Random pairs with circles, capsules and rings in named families, for tests that compare the tiers.
#pragma once

#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <vector>

#include "oracle/full_truth.hpp"
#include "oracle/test/polygons.hpp"
#include "oracle/truth.hpp"

namespace touchstone::oracle::test {

enum class CurvedFamily {
  uniform,      ///< any sizes
  lattice,      ///< small integers: touching is frequent
  pythagorean,  ///< exact touches at a corner or inside an edge, along a 3-4-5 direction; a third by an ulp
                ///< off
  near_touch,   ///< the radius put to where the shapes touch, rounded, two thirds one ulp off
  tiny,         ///< lattice times 2^-600: below the range of the expansions
  subnormal,    ///< lattice times 2^-1072
  huge          ///< lattice times 2^1015
};
inline constexpr std::array kCurvedFamilies = {
    CurvedFamily::uniform, CurvedFamily::lattice,   CurvedFamily::pythagorean, CurvedFamily::near_touch,
    CurvedFamily::tiny,    CurvedFamily::subnormal, CurvedFamily::huge};

/// Makes pairs of which A is a circle or capsule, or (of rings) a ring; their points live here until the next
/// one. Not always valid.
class CurvedMaker {
 public:
  CurvedMaker(CurvedFamily family, bool rings, std::uint64_t seed)
      : family_(family), rings_(rings), random_(seed) {}

  void next() {
    scale_ = 1;
    if (family_ == CurvedFamily::tiny) scale_ = 0x1p-600;
    if (family_ == CurvedFamily::subnormal) scale_ = 0x1p-1072;
    if (family_ == CurvedFamily::huge) scale_ = 0x1p1015;
    if (family_ == CurvedFamily::pythagorean) return make_pythagorean();
    a = rings_ ? ring() : ball();
    b = other();
    if (family_ == CurvedFamily::near_touch) put_to_touch();
  }

  Shape a, b;

 private:
  bool on_lattice() const { return family_ != CurvedFamily::uniform && family_ != CurvedFamily::near_touch; }
  double coordinate() { return (on_lattice() ? random_.below(11) - 5 : 6 * random_.unit() - 3) * scale_; }
  double size() { return (on_lattice() ? random_.below(6) : 2 * random_.unit()) * scale_; }
  Point point() {
    const double x = coordinate();
    return {x, coordinate()};
  }
  Shape ball() {
    const Point p = point();
    if (random_.below(2) == 0) return Circle2<double>{p, size()};
    const Point q = point();
    return Capsule2<double>{p, q, size()};
  }
  Shape ring() {
    const Point p = point();
    const double inner = size();
    const double width = size();
    return Ring2<double>{p, inner, inner + (width > 0 ? width : scale_)};
  }
  Shape other() {
    switch (random_.below(rings_ ? 9 : 8)) {
      case 0:
        return Point2<double>{point()};
      case 1: {
        const Point p = point();
        return Segment2<double>{p, point()};
      }
      case 2: {
        const Point p = point();
        const double width = size();
        return Aabb2<double>{p, p + Point{width, size()}};
      }
      case 3: {
        const Point p = point();
        const Point u = point() * 0.5;
        return Obb2<double>{p, {u, point() * 0.5}};
      }
      case 4: {
        const Point p = point();
        const Point q = point();
        return Triangle2<double>{{p, q, point()}};
      }
      case 5:
        return star();
      case 8:
        return ring();
      default:
        return ball();
    }
  }
  Shape star() {
    points_ = random_star(random_, 6, 9, -4, -4);
    const double factor = on_lattice() ? scale_ : 0.3 + random_.unit();
    for (Point& p : points_) p = p * factor;
    return Polygon2<double>{points_};
  }

  // A circle of radius 5 k against a point, box corner or segment at 5 k: times 0.6 and 0.8 aside.
  void make_pythagorean() {
    const auto dyadic = [&](int bits) { return std::ldexp(random_.below(1 << bits), -bits); };
    const Point center{dyadic(20) - 0.5, dyadic(20) - 0.5};
    const double k = 0.25 + dyadic(10);
    const Point out{3 * k, 4 * k};
    const Point touch = center + out;
    double radius = 5 * k;
    if (const int off = random_.below(6); off < 2) radius = std::nextafter(radius, off == 0 ? 0 : 100);
    const double kept = random_.below(2) == 0 ? 0 : k;  // a part of the radius for B
    const Circle2<double> circle{center, radius - kept};
    a = rings_ ? Shape(Ring2<double>{center, (radius - kept) / 2, radius - kept}) : Shape(circle);
    switch (random_.below(3)) {
      case 0:
        b = Circle2<double>{touch, kept};
        return;
      case 1:
        b = Capsule2<double>{touch + Point{-4 * k, 3 * k}, touch + Point{2 * k, -1.5 * k}, kept};
        return;
      default:
        b = kept > 0 ? Shape(Capsule2<double>{touch, touch + out, kept})
                     : Shape(Aabb2<double>{touch, touch + Point{1, 2}});
    }
  }

  // A ring touches with its outer or its inner circle.
  void put_to_touch() {
    if (rings_) {
      Ring2<double>& found = std::get<Ring2<double>>(a);
      const double distance = distance_from(Circle2<double>{found.center, 0});
      const double radius = off_by_an_ulp(distance);
      if (random_.below(2) == 0) {
        found = {found.center, radius / 2, radius};
      } else {
        found = {found.center, radius, radius * 2};
      }
    } else if (auto* circle = std::get_if<Circle2<double>>(&a)) {
      circle->radius = off_by_an_ulp(distance_from(Circle2<double>{circle->center, 0}));
    } else {
      auto& capsule = std::get<Capsule2<double>>(a);
      capsule.radius = off_by_an_ulp(distance_from(Capsule2<double>{capsule.from, capsule.to, 0}));
    }
  }
  double distance_from(const Shape& skeleton) {
    const FullTruth truth = full_truth(skeleton, b);
    return truth.distance ? round_to_double(*truth.distance) : 1;
  }
  double off_by_an_ulp(double value) {
    const int off = random_.below(3);
    return off == 0 ? value : std::nextafter(value, off == 1 ? 0.0 : 1e9);
  }

  CurvedFamily family_;
  bool rings_;
  Random random_;
  double scale_ = 1;
  std::vector<Point> points_;
};

}  // namespace touchstone::oracle::test
