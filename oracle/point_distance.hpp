// How far a point is from one shape of any kind.
#pragma once

#include "oracle/convex_separation.hpp"
#include "oracle/operand.hpp"

namespace touchstone::oracle {

/// Distance to one shape; reuse one object for many shapes.
class PointDistance {
 public:
  /// Takes a valid shape, which outlives its use.
  void assign(const Operand& shape);
  /// 0 inside; infinite when p is not finite. Narrow (truth.hpp), certified for an ellipse.
  Interval to(Point p);

 private:
  Interval to_skeleton(Point p);

  Operand shape_;
  bool is_prepared_ = false;
  ConvexOperand convex_;
  ConvexOperand point_;
  ConvexSeparation separations_;
};

}  // namespace touchstone::oracle
