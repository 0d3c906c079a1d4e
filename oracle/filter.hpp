// The first tier of the oracle: on which side of an edge does a corner lie, in doubles with a proved error
// bound.
#pragma once

#include <algorithm>
#include <cmath>

#include "oracle/convex.hpp"

namespace touchstone::oracle {

/// Bounds |computed - exact| of a cross product of two vectors each coordinate of which carries at most one
/// rounding, given products >= |ax*by| + |ay*bx| as computed. With h = 2^-53: two input roundings, one
/// product, one sum: factors within (1+h)^4, so 4h + 7h^2 of the exact products, which exceed the computed
/// ones by at most (1+h)^4: below 5h. The floor covers underflow (each of two products loses less than
/// 2^-1074) and keeps the bound a normal number.
inline constexpr double kCrossFloor = 0x1p-1000;
inline constexpr double cross_error(double products) {
  return 5 * kHalfUlp * products + kCrossFloor;
}

/// side(v) = cross(edge, v - start) for one edge of e and any corner v of f, in doubles. Error at most bound:
/// every |v - start| is at most the reach to f's box, as computed (rounding is monotone); rounded corners add
/// at most (error of e + error of f) * (|edge.x| + |edge.y|), doubled for the roundings on the way. NaN or
/// infinite bounds make every comparison fail: the filter abstains.
class EdgeFilter {
 public:
  EdgeFilter(const ConvexOperand& e, int k, const ConvexOperand& f) : start_(e.corner(k)), edge_(e.edge(k)) {
    const Point below = f.low() - start_;
    const Point above = f.high() - start_;
    const double reach_x = std::max(std::fabs(below.x), std::fabs(above.x));
    const double reach_y = std::max(std::fabs(below.y), std::fabs(above.y));
    const double corner_error = e.corner_error() + f.corner_error();
    bound_ = cross_error(std::fabs(edge_.x) * reach_y + std::fabs(edge_.y) * reach_x);
    if (corner_error > 0) bound_ += 2 * corner_error * (std::fabs(edge_.x) + std::fabs(edge_.y));
  }

  double side(Point v) const { return cross(edge_, v - start_); }
  bool is_inside(double side) const { return side > bound_; }
  bool is_outside(double side) const { return side < -bound_; }
  double bound() const { return bound_; }

 private:
  Point start_;
  Point edge_;
  double bound_;
};

/// True when the bounding boxes have a gap. Exact for exact corners (a difference of doubles has the right
/// sign).
inline bool boxes_are_apart(const ConvexOperand& a, const ConvexOperand& b) {
  const double error = 2 * (a.corner_error() + b.corner_error());
  return b.low().x - a.high().x > error || a.low().x - b.high().x > error || b.low().y - a.high().y > error ||
         a.low().y - b.high().y > error;
}

}  // namespace touchstone::oracle
