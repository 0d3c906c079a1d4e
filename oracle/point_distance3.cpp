#include "oracle/point_distance3.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace touchstone::oracle {

void PointDistance3::assign(const Operand3& shape) {
  shape_ = shape;
}

Interval PointDistance3::to(const Vec3<double>& p) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (!is_finite(p)) return {kInfinity, kInfinity};
  point_ = Point3<double>{p};
  const auto family = [](std::unique_ptr<Pair3>& kept, std::unique_ptr<Pair3> (*make)()) -> Pair3& {
    if (!kept) kept = make();
    return *kept;
  };
  Pair3& pair = shape_.form == Operand3::Form::cylinder ? family(cylinder_, make_cylinder_pair3)
                : shape_.form == Operand3::Form::plane  ? family(half_space_, make_half_space_pair3)
                                                        : family(ball_, make_ball_pair3);
  pair.assign(shape_, operand_of(point_));
  const Interval separation = pair.separation_after({}, kInfinity);
  return {std::max(separation.lo, 0.0), std::max(separation.hi, 0.0)};
}

}  // namespace touchstone::oracle
