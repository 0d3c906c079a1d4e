// Vectors of balls in space.
#pragma once

#include "oracle/ball.hpp"
#include "oracle/expansion3.hpp"

namespace touchstone::oracle {

using BallVec3 = Vec3<Ball>;

inline BallVec3 ball_of_difference(const Vec3<double>& a, const Vec3<double>& b) {
  return {ball_of_difference(a.x, b.x), ball_of_difference(a.y, b.y), ball_of_difference(a.z, b.z)};
}
inline BallVec3 to_ball(const Vec3<double>& a) {
  return {to_ball(a.x), to_ball(a.y), to_ball(a.z)};
}
inline BallVec3 ball_of(const VectorSum& sum) {
  if (sum.count == 0) return {};
  if (sum.count == 2) return ball_of_difference(sum.terms[0], -sum.terms[1]);
  BallVec3 total = to_ball(sum.terms[0]);
  for (int i = 1; i < sum.count; ++i) total = total + to_ball(sum.terms[i]);
  return total;
}
inline Vec3<double> middle(const BallVec3& a) {
  return {a.x.hi, a.y.hi, a.z.hi};
}

}  // namespace touchstone::oracle
