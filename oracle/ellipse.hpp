// Signed separation of an ellipse from convex shapes, and its distance from points: certified intervals.
#pragma once

#include <optional>

#include "oracle/convex.hpp"
#include "oracle/frame.hpp"
#include "oracle/operand.hpp"
#include "oracle/real.hpp"
#include "oracle/support_minimum.hpp"

namespace touchstone::oracle {

/// Certified distance of p to the closed ellipse; 0 inside. Requires: finite p.
Interval distance_to_ellipse(const Operand& ellipse, Point p);

/// The separation of A and B is minus the smallest value of the support function of A - B. Reuse one object.
class EllipseSeparation {
 public:
  /// Of A and B moved by shift; at most 2 ulps of the value plus kEnclosureWidth wide where that can be
  /// proved. Requires: one of the shapes an ellipse, the other one too, or a ball, or polygonal and convex.
  Interval enclose(const Operand& a, const Operand& b, Point shift = {});
  /// Largest distance of a point of the ellipse from p, subtracted from radius.
  Interval enclose_reach(const Operand& ellipse, Point p, double radius);
  /// A proved lower bound of the separation, from one direction: from A to B moved by shift.
  double quick_lower_bound(const Operand& a, const Operand& b, Point shift, Point direction);

  // About the last enclose, whose operands must still exist:

  /// The direction of the best gap, times the separation's magnitude: a shortest push of B when they overlap.
  Point push();
  /// Infinitely many pushes are shortest: a circle and its centre, or two circles with one centre.
  bool has_every_push() const;
  /// A box around push(), and around the closest points of disjoint shapes; nothing when it may not be the
  /// only one.
  using IntervalVec2 = Vec2<RationalInterval>;
  std::optional<IntervalVec2> only_push();
  struct Closest {
    IntervalVec2 on_a, on_b;
  };
  std::optional<Closest> closest();

  int samples() const { return minimum_.samples(); }

 private:
  void polish();
  void build(const Operand& a, const Operand& b, Point shift);
  void add_ellipse(const Operand& ellipse);
  void add_other(const Operand& other, Point center, double sign);
  IntervalVec2 boxed(const BallVec2& value, double error) const;
  IntervalVec2 on_ellipse(std::size_t k, double sign, double angle) const;

  const Operand* operands_[2] = {};  ///< of the last build
  Frame frame_;
  bool keeps_all_ = true;
  ConvexOperand convex_;
  SupportFunction function_;
  SupportMinimum minimum_;
  bool is_polished_ = false;
  Ball value_;     ///< of the function in the best direction
  BallVec2 unit_;  ///< that direction
};

}  // namespace touchstone::oracle
