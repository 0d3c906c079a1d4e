// How an ellipse lies to another shape, exactly.
//
// Straight shapes: with M = [u v], the map p -> adj(M) (p - centre) takes the ellipse to the disc of radius
// |det M| around 0, so that a point is judged by one square, and an edge pq by
// cross(p - centre, q - centre)^2 against |adj(M) (q - p)|^2 (cross products grow by det M, and so do
// distances). Circles, ellipses and rings: by the cubics of the pencil of two quadratic forms, see the
// functions. Capsules: by square roots of rationals.
#pragma once

#include <cstddef>
#include <vector>

#include "oracle/bounded.hpp"
#include "oracle/convex.hpp"
#include "oracle/frame.hpp"
#include "oracle/operand.hpp"
#include "oracle/real.hpp"

namespace touchstone::oracle {

inline int sign_if_known(const Rational& value) {
  return value.sign();
}

/// An ellipse and a straight shape, concave ones and ones with holes too. Reuse one object for many pairs.
class EllipseAndStraight {
 public:
  /// Takes valid shapes, which outlive the use.
  void assign(const Operand& ellipse, const PolygonalShape& straight);
  /// Exact; used tells the dearest tier it took. Starts with the tier `from`: bounded doubles, balls,
  /// rationals.
  Relation relation(Truth::Tier from, Truth::Tier& used);
  /// Whether the centre lies in the straight shape; its boundary counts neither way. Requires: no vertex and
  /// no edge passes through the centre.
  bool contains_centre(Truth::Tier from, Truth::Tier& used);

 private:
  /// A vertex (from == to) or an edge.
  struct Item {
    std::size_t from, to;
  };
  template <class Number>
  struct Numbers {
    Vec2<Number> axes[2];
    std::vector<Vec2<Number>> points;  ///< from the centre
  };
  void add_contour(Contour2<double> points);
  void add(PointSum vertex);
  void collect();
  void make_exact();
  template <class Number>
  bool decide(const Numbers<Number>& numbers);
  template <class Number>
  int parity(const Numbers<Number>& numbers) const;

  Point center_, axes_[2];
  bool keeps_all_ = true;  ///< the frame
  Frame frame_;
  Numbers<Bounded> bounded_;
  Numbers<Ball> balls_;
  Numbers<Rational> exact_;
  std::vector<PointSum> vertices_;  ///< minus the centre
  std::vector<std::size_t> ends_;   ///< of the contours
  std::vector<Item> items_, undecided_;
  bool contact_ = false;
};

/// x^T S x <= level, around its centre.
template <class Number>
struct Conic {
  Number xx, xy, yy;
  Number level;
};

/// The ellipse of the half axes.
template <class Number>
Conic<Number> conic_of(const Vec2<Number>& u, const Vec2<Number>& v) {
  const Number determinant = cross(u, v);
  return {u.y * u.y + v.y * v.y, -(u.x * u.y + v.x * v.y), u.x * u.x + v.x * v.x, determinant * determinant};
}
template <class Number>
Conic<Number> disc_of(const Number& one, const Number& radius) {
  return {one, one - one, one, radius * radius};
}

/// Sign of the separation of two solid conics whose centres are apart by d; kUnknownSign when the numbers do
/// not tell.
template <class Number>
int separation_sign(const Conic<Number>& a, const Conic<Number>& b, const Vec2<Number>& d);

/// Sign of (largest distance of a point of the ellipse from the point at its centre + d) - radius.
int reach_sign(const Conic<Rational>& ellipse, const RationalVec2& d, const Rational& radius);

/// Sign of the separation of the ellipse with the half axes u, v around 0 from all that is within radius > 0
/// of the segment. Requires: the ends differ, and the segment does not meet the ellipse.
int capsule_separation_sign(const RationalVec2& u, const RationalVec2& v, const RationalVec2& from,
                            const RationalVec2& to, const Rational& radius);

}  // namespace touchstone::oracle
