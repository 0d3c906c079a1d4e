// How the distances between the corners and edges of two straight shapes compare with a sum of radii: in
// doubles with a proved bound, or by their squares, exactly.
#pragma once

#include <algorithm>
#include <cmath>

#include "oracle/convex.hpp"
#include "oracle/expansion.hpp"

namespace touchstone::oracle {

/// first + second, exactly; not rounded. Differences: with a negative part.
struct RadiusSum {
  double first = 0;
  double second = 0;

  Rational value() const { return rational(first) + rational(second); }
};

/// The filter's bound as a multiple of 2^-53 of what is compared. Corners: a coordinate of their difference
/// carries 1 rounding, its square 3, the sum of two 4; the squared radius 3 (sum, square). Edges: the cross
/// product and the dot product carry 5 of the sum of their products' magnitudes (filter.hpp), the edge's
/// length 3, radius times length 5. The bound itself is rounded by at most 4 of its own 2^-53. No number is
/// subnormal in the range of kSmallestOfFour.
inline constexpr double kDistanceRoundings = 8;
inline constexpr double kDistanceShare = kDistanceRoundings * kHalfUlp;

namespace feature {

struct ExpansionVec {
  Expansion x, y;

  void add(Point p) {
    x.add(p.x);
    y.add(p.y);
  }
};
inline void add_all(const PointSum& sum, double factor, ExpansionVec& total) {
  for (int i = 0; i < sum.count; ++i) total.add(sum.parts[i] * factor);
}
inline void add_dot(const ExpansionVec& a, const ExpansionVec& b, Expansion& total) {
  total.add_product(a.x, b.x, 1);
  total.add_product(a.y, b.y, 1);
}

}  // namespace feature

/// How the distances of corners and edges of two shapes compare with a sum of radii. It stops looking when
/// one has the deciding sign.
class FeatureTest {
 public:
  /// A sign that the filter cannot tell.
  static constexpr int kUnsure = 3;

  FeatureTest(RadiusSum radii, bool filtered, int deciding)
      : radii_(radii), radius_(radii.first + radii.second), filtered_(filtered), deciding_(deciding) {}

  // Notes the sign of (distance - radii) of every corner of f and every edge of e whose nearest point is no
  // end.
  template <class E, class F>
  void look_at_edges(const E& e, const F& f) {
    const int edges = e.size() == 2 ? 1 : e.edge_count();
    for (int k = 0; k < edges && !done(); ++k) {
      const Point edge = e.edge(k);
      const double square = length_sq(edge);
      const double reach = radius_ * std::sqrt(square);
      for (int l = 0; l < f.size(); ++l) {
        const int sign = filtered_ ? filtered_edge_sign(e, k, edge, square, reach, f, l) : kUnsure;
        note(sign != kUnsure || !exact_ ? sign : exact_edge_sign(e, k, f, l));
      }
    }
  }
  template <class E, class F>
  void look_at_corners(const E& e, const F& f) {
    for (int k = 0; k < e.size() && !done(); ++k) {
      for (int l = 0; l < f.size(); ++l) {
        const int sign = filtered_ ? filtered_corner_sign(e, k, f, l) : kUnsure;
        note(sign != kUnsure || !exact_ ? sign : exact_corner_sign(e, k, f, l));
      }
    }
  }
  template <class E, class F>
  void look_at_all(const E& e, const F& f) {
    look_at_corners(e, f);
    look_at_edges(e, f);
    look_at_edges(f, e);
  }

  // Of what was noted.
  bool any(int sign) const { return (noted_ & bit(sign)) != 0; }
  void clear(bool exact) {
    noted_ = 0;
    exact_ = exact;
  }
  double radius() const { return radius_; }

 private:
  static int sign_beyond(double difference, double bound) {
    if (difference > bound) return 1;
    return difference < -bound ? -1 : kUnsure;
  }
  static unsigned bit(int sign) { return 1U << (sign + 1); }
  void note(int sign) { noted_ |= bit(sign); }
  bool done() const { return any(deciding_); }

  template <class E, class F>
  int filtered_corner_sign(const E& e, int k, const F& f, int l) const {
    const Point w = f.corner(l) - e.corner(k);
    const double square = length_sq(w);
    const double limit = radius_ * radius_;
    double bound = kDistanceShare * (square + limit);
    if (const double error = e.corner_error() + f.corner_error(); error > 0)
      bound += 4 * error * (std::fabs(w.x) + std::fabs(w.y) + error);
    return sign_beyond(square - limit, bound);
  }

  // +1 also when an end of the edge is nearest for sure.
  template <class E, class F>
  int filtered_edge_sign(const E& e, int k, Point edge, double square, double reach, const F& f,
                         int l) const {
    const Point w = f.corner(l) - e.corner(k);
    const double error = e.corner_error() + f.corner_error();
    const double spread = 2 * error * (std::fabs(edge.x) + std::fabs(edge.y));
    const double xy = edge.x * w.y;
    const double yx = edge.y * w.x;
    const double height = std::fabs(xy - yx);
    const double bound = kDistanceShare * (std::fabs(xy) + std::fabs(yx) + reach) + spread;
    if (height - reach > bound) return 1;
    const double xx = edge.x * w.x;
    const double yy = edge.y * w.y;
    const double along = xx + yy;
    const double slack = kDistanceShare * (std::fabs(xx) + std::fabs(yy) + square) + spread;
    const double inside_by = std::min(along, square - along);
    if (inside_by < -slack) return 1;
    return inside_by > slack && reach - height > bound ? -1 : kUnsure;
  }

  template <class E, class F>
  static void between(const E& e, int k, const F& f, int l, feature::ExpansionVec& w) {
    feature::add_all(f.exact_corner(l), 1, w);
    feature::add_all(e.exact_corner(k), -1, w);
  }
  void add_radii(Expansion& radii) const {
    radii.add(radii_.first);
    radii.add(radii_.second);
  }

  template <class E, class F>
  int exact_corner_sign(const E& e, int k, const F& f, int l) const {
    feature::ExpansionVec w;
    between(e, k, f, l, w);
    Expansion radii;
    add_radii(radii);
    Expansion total;
    feature::add_dot(w, w, total);
    total.add_product(radii, radii, -1);
    return total.sign();
  }

  // +1 also when an end of the edge is nearest.
  template <class E, class F>
  int exact_edge_sign(const E& e, int k, const F& f, int l) const {
    feature::ExpansionVec w, edge;
    between(e, k, f, l, w);
    feature::add_all(e.exact_edge(k), 1, edge);
    Expansion along;
    feature::add_dot(edge, w, along);
    if (along.sign() != 1) return along.sign() == ExactSum::kUndecided ? ExactSum::kUndecided : 1;
    feature::ExpansionVec
        beyond;  // from the corner to the edge's end: along the edge as long as the end is beyond
    feature::add_all(e.exact_edge(k), 1, beyond);
    feature::add_all(f.exact_corner(l), -1, beyond);
    feature::add_all(e.exact_corner(k), 1, beyond);
    Expansion rest;
    feature::add_dot(edge, beyond, rest);
    if (rest.sign() != 1) return rest.sign() == ExactSum::kUndecided ? ExactSum::kUndecided : 1;
    Expansion height, square, radii, limit, total;
    height.add_product(edge.x, w.y, 1);
    height.add_product(edge.y, w.x, -1);
    feature::add_dot(edge, edge, square);
    add_radii(radii);
    limit.add_product(radii, radii, 1);
    total.add_product(height, height, 1);
    total.add_product(limit, square, -1);
    return total.sign();
  }

  RadiusSum radii_;
  double radius_;
  bool filtered_;
  int deciding_;
  bool exact_ = false;
  unsigned noted_ = 0;
};

}  // namespace touchstone::oracle
