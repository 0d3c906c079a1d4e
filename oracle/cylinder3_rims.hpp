// How deep the rims of two cylinders that overlap reach into each other.
#pragma once

#include <vector>

#include "oracle/cylinder3_scene.hpp"

namespace touchstone::oracle {

/// The shortest ways out of two overlapping cylinders on which both are touched at a rim are smooth points of
/// the boundary of their difference, at which its radii of curvature are at least the depth: then the two
/// points of the rims are a local minimum of the distance of the two circles, each in the other cylinder as
/// far as the rim's end and side go. So all such places are found by branch and bound over the angle of one
/// of them, with f its distance to the other circle, F = f^2 / 2: left out are arcs on which f is above best,
/// F' is not 0, F'' is below 0, or a point is on the wrong side.
template <class Number>
class RimSearch {
 public:
  /// At most the smallest depth of such a way out; infinite: there is none below best. Requires: y_is_rod.
  /// least: a proved lower bound of the depth (the circles may cross).
  Number find(const CylinderScene<Number>& scene, const Number& best, double least);
  /// From x to y, of the arcs that were left.
  const std::vector<Vec3<Number>>& directions() const { return directions_; }

 private:
  struct Circle {
    Vec3<Number> centre, out;  ///< out of the cylinder
    Number radius;
  };
  struct Arc {
    Vec2<Number> from, to;  ///< exact
  };
  struct Place {
    Vec3<Number> point, other;  ///< on the first circle, and its nearest on the second
    Number f, beside;           ///< beside: distance from the axis of the second
    Vec3<Number> velocity;      ///< the derivative of the point by the angle
    Number slope, bend;         ///< F', F''
  };

  struct Bounds {
    double bend, jerk;  ///< of |F''| and |F'''| on an arc
  };

  Bounds bounds_on(const Circle& first, const Circle& second, const Place& at, double angle) const;
  Place place_at(const Circle& first, const Circle& second, const Vec2<Number>& towards) const;
  void search(const Circle& first, const Circle& second, const Number& best);
  bool is_excluded(const Circle& first, const Circle& second, const Place& at, double angle,
                   double best) const;
  bool is_maximum_at_axis(const Circle& first, const Circle& second, const Place& at, double way) const;

  Vec3<Number> basis_[2];
  std::vector<Arc> arcs_;
  std::vector<Vec3<Number>> directions_;
  Number floor_;
  double least_ = 0;
};

}  // namespace touchstone::oracle
