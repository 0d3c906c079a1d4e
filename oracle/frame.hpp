// A frame of reference for a pair of shapes in which nothing overflows and little underflows.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "oracle/ball.hpp"
#include "oracle/convex.hpp"
#include "oracle/number.hpp"

namespace touchstone::oracle {

/// Every double of a pair times one power of two that brings the scale to [1/2, 1). What then falls below the
/// doubles is lost: at most 2^-1075 of a number; see keeps.
class Frame {
 public:
  Frame() = default;
  /// Requires: scale >= 0; infinity counts as the largest double.
  explicit Frame(double scale) {
    int exponent = 0;
    std::frexp(std::min(scale, std::numeric_limits<double>::max()), &exponent);
    const int half = exponent / 2;  // 2^1074 is no double
    into_ = std::ldexp(1.0, -half);
    into_again_ = std::ldexp(1.0, half - exponent);
    out_ = std::ldexp(1.0, half);
    out_again_ = std::ldexp(1.0, exponent - half);
  }

  double into(double value) const { return value * into_ * into_again_; }
  Point into(Point p) const { return {into(p.x), into(p.y)}; }
  /// The sum of the parts; exact when there are two.
  BallVec2 into(const PointSum& sum) const {
    if (sum.count == 2) return ball_of_difference(into(sum.parts[0]), into(-sum.parts[1]));
    BallVec2 total = to_ball(into(sum.parts[0]));
    for (int i = 1; i < sum.count; ++i) total = total + to_ball(into(sum.parts[i]));
    return total;
  }

  /// Nearest double to the value outside.
  double out_of(double value) const { return value * out_ * out_again_; }
  /// The same of an interval, rounded outwards.
  Interval out_of(Interval value) const {
    const Interval out{out_of(value.lo), out_of(value.hi)};
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    return {into(out.lo) == value.lo ? out.lo : std::nextafter(out.lo, -kInfinity),
            into(out.hi) == value.hi ? out.hi : std::nextafter(out.hi, kInfinity)};
  }
  Rational factor_out() const { return rational(out_) * rational(out_again_); }

  /// Nothing of it is lost.
  bool keeps(double value) const { return out_of(into(value)) == value; }
  bool keeps(Point p) const { return keeps(p.x) && keeps(p.y); }

 private:
  double into_ = 1, into_again_ = 1, out_ = 1, out_again_ = 1;
};

}  // namespace touchstone::oracle
