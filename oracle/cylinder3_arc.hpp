// The smallest reach of a corner and a rim over directions perpendicular to an edge: how deep a cylinder's
// rim reaches past the edge. Certified by branch and bound over arcs.
#pragma once

#include <optional>
#include <vector>

#include "oracle/cylinder3_number.hpp"

namespace touchstone::oracle {

/// h(n) = constant + dot(n, point) + radius sqrt(1 - dot(n, axis)^2) for the unit vectors n perpendicular to
/// an edge; n is given in coordinates on two perpendicular unit vectors. axis is what the perpendicular plane
/// sees of a unit vector, the rest of it is along the edge.
template <class Number>
struct ArcFunction {
  Vec3<Number> basis[2];
  Vec2<Number> point;
  Vec2<Number> axis;
  Number rest;
  Number constant, radius;

  Vec3<Number> in_space(const Vec2<Number>& n) const { return basis[0] * n.x + basis[1] * n.y; }
  Vec2<Number> in_plane(const Vec3<Number>& v) const { return {dot(basis[0], v), dot(basis[1], v)}; }
};

/// Method: with s the angle of n, h + h'' is the radius of curvature of what the plane sees, here
/// constant + radius rest^2 / (1 - dot(n, axis)^2)^(3/2) >= constant, so that on an arc on which it is at
/// least r
///   h(s + t) >= h(s) cos t + h'(s) sin t + r (1 - cos t),   0 <= t <= pi / 2:
/// the method of support_minimum.hpp, of which this is the part that a single corner needs.
template <class Number>
class ArcMinimum {
 public:
  struct Arc {
    Vec2<Number> from, to;  ///< exact, any length; less than half a turn counter-clockwise
  };
  /// A proved lower bound of h on the arc, within the loss of the smaller of best and the smallest value; or
  /// at or above best. Then best is the smallest value found, and direction(), if it was lowered, its place.
  Number find(const ArcFunction<Number>& function, const Arc& arc, Number& best);
  const Vec2<Number>& direction() const { return direction_; }

 private:
  struct Sample {
    Vec2<Number> raw, unit;
    Number value, slope, spread;  ///< spread: sqrt(1 - dot(n, axis)^2)
    Number along;                 ///< dot(n, axis)
    Number bend;                  ///< the radius of curvature
  };
  struct Piece {
    Sample from, to;
    int depth = 0;
  };

  Sample sample(const Vec2<Number>& raw, Number& best);
  Number bound(const Piece& piece) const;
  std::optional<Vec2<Number>> between(const Piece& piece, double gain) const;

  const ArcFunction<Number>* function_ = nullptr;
  std::vector<Piece> pieces_;
  Vec2<Number> direction_;
};

}  // namespace touchstone::oracle
