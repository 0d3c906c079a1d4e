// Real numbers known to twice the precision of a double, with a proved bound of what is not known: every
// operation bounds its own rounding, so a result needs no analysis of its own.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "oracle/expansion.hpp"
#include "oracle/truth.hpp"

namespace touchstone::oracle {

/// The number lies within radius of hi + lo; |lo| <= ulp(hi) / 2. NaN or infinity in any field: nothing is
/// known.
struct Ball {
  double hi = 0;
  double lo = 0;
  double radius = 0;

  friend bool operator==(const Ball&, const Ball&) = default;
};

namespace ball {

/// Covers the roundings of the radius itself (fewer than 2^4 of them an operation).
inline constexpr double kUp = 1 + 0x1p-48;
/// Covers underflow: a product loses less than 2^-1074. Large enough that few products of it are subnormal
/// (slow).
inline constexpr double kFloor = 0x1p-900;

inline Ball renormalized(double hi, double lo, double radius) {
  const ExactPair sum = sum_of(hi, lo);
  return {sum.hi, sum.lo, radius};
}

}  // namespace ball

inline Ball to_ball(double value) {
  return {value, 0, 0};
}
/// a - b, exactly.
inline Ball ball_of_difference(double a, double b) {
  const ExactPair sum = sum_of(a, -b);
  return {sum.hi, sum.lo, 0};
}

inline Ball operator-(Ball a) {
  return {-a.hi, -a.lo, a.radius};
}

inline Ball operator+(Ball a, Ball b) {
  const ExactPair sum = sum_of(a.hi, b.hi);
  const double low = a.lo + b.lo;
  const double rest = sum.lo + low;
  const double rounding = kHalfUlp * (std::fabs(low) + std::fabs(rest));
  return ball::renormalized(sum.hi, rest, (a.radius + b.radius + rounding) * ball::kUp + ball::kFloor);
}
inline Ball operator-(Ball a, Ball b) {
  return a + (-b);
}

inline Ball operator*(Ball a, Ball b) {
  const ExactPair product = product_of(a.hi, b.hi);
  const double left = a.hi * b.lo;
  const double right = a.lo * b.hi;
  const double cross_terms = left + right;
  const double rest = product.lo + cross_terms;
  const double rounding =
      kHalfUlp * (std::fabs(left) + std::fabs(right) + std::fabs(cross_terms) + std::fabs(rest)) +
      std::fabs(a.lo * b.lo);
  const double spread =
      a.radius * (std::fabs(b.hi) + b.radius) + b.radius * std::fabs(a.hi);  // kUp covers the low parts
  return ball::renormalized(product.hi, rest, (spread + rounding) * ball::kUp + ball::kFloor);
}

/// The error comes from the residual: |a/b - q| = |a - q b| / |b|. Requires: b is not near 0
/// (else the radius is infinite or NaN).
inline Ball operator/(Ball a, Ball b) {
  const double smallest = std::fabs(b.hi) * (1 - 0x1p-50) - b.radius;
  if (!(smallest > 0)) return {0, 0, std::numeric_limits<double>::infinity()};
  const double first = a.hi / b.hi;
  const Ball left = a - to_ball(first) * b;
  const double second = left.hi / b.hi;
  const ExactPair quotient = sum_of(first, second);
  const Ball residual = a - Ball{quotient.hi, quotient.lo, 0} * b;
  const double error = std::fabs(residual.hi) * (1 + 0x1p-50) + residual.radius;
  return {quotient.hi, quotient.lo, error / smallest * ball::kUp + ball::kFloor};
}

/// The root of max(0, number). |sqrt(a) - s| = |a - s^2| / (sqrt(a) + s) <= |a - s^2| / s; near 0: [0,
/// sqrt(upper)].
inline Ball sqrt(Ball a) {
  const double largest = (a.hi + std::fabs(a.hi) * 0x1p-50 + a.radius) * ball::kUp;
  if (std::isnan(largest)) return {0, 0, std::numeric_limits<double>::infinity()};
  if (!(a.hi > 2 * a.radius) || a.hi < 0x1p-960) {
    const double root = largest > 0 ? std::sqrt(largest) * (1 + 0x1p-50) : 0;
    return {root / 2, 0, root / 2 * ball::kUp + ball::kFloor};
  }
  const double first = std::sqrt(a.hi);
  const Ball left = a - to_ball(first) * to_ball(first);
  const ExactPair root = sum_of(first, left.hi / (2 * first));
  const Ball whole{root.hi, root.lo, 0};
  const Ball residual = a - whole * whole;
  const double error = std::fabs(residual.hi) * (1 + 0x1p-50) + residual.radius;
  return {root.hi, root.lo, error / (root.hi * (1 - 0x1p-50)) * ball::kUp + ball::kFloor};
}

/// The next smaller double. Requires: finite, not the smallest.
inline double next_below(double value) {
  if (value == 0) return -std::numeric_limits<double>::denorm_min();
  const auto bits = std::bit_cast<std::int64_t>(value);
  return std::bit_cast<double>(value > 0 ? bits - 1 : bits + 1);
}

/// Largest double known to be <= the number; -infinity when nothing is known.
inline double lower(Ball a) {
  const double low = a.lo - a.radius * ball::kUp;
  const ExactPair sum = sum_of(a.hi, low);
  // Rounding low lost at most half an ulp of it, and so does rounding the next line (|sum.lo| <= |low|).
  const double rest = sum.lo - 3 * kHalfUlp * std::fabs(low);
  if (rest >= 0) return sum.hi;
  const double rounded = sum.hi + rest;
  const bool known = std::fabs(rounded) < std::numeric_limits<double>::max() && std::isfinite(sum.hi);
  return known ? next_below(rounded) : -std::numeric_limits<double>::infinity();
}
/// Smallest double known to be >= the number; infinity when nothing is known.
inline double upper(Ball a) {
  return -lower(-a);
}

/// Vectors of balls.
using BallVec2 = Vec2<Ball>;
inline BallVec2 ball_of_difference(Point a, Point b) {
  return {ball_of_difference(a.x, b.x), ball_of_difference(a.y, b.y)};
}
inline BallVec2 to_ball(Point a) {
  return {to_ball(a.x), to_ball(a.y)};
}

}  // namespace touchstone::oracle
