// How far a point is from one shape of space of any kind but a ray.
#pragma once

#include <memory>

#include "oracle/pair3.hpp"

namespace touchstone::oracle {

/// Distance to one shape; reuse one object for many shapes.
class PointDistance3 {
 public:
  /// Takes a valid shape, which outlives its use and is no ray. Cheap.
  void assign(const Operand3& shape);
  /// 0 inside; infinite when p is not finite. Narrow (truth3.hpp), certified for a cylinder.
  Interval to(const Vec3<double>& p);

 private:
  Operand3 shape_;
  Shape3<double> point_;
  std::unique_ptr<Pair3> ball_, cylinder_, half_space_;
};

}  // namespace touchstone::oracle
