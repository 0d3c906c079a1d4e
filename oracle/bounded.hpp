// A double that knows a bound of its own error: the cheapest number with a proof. Each operation adds what it
// may round off to what its operands did not know.
#pragma once

#include <cmath>
#include <limits>

#include "oracle/ball.hpp"

namespace touchstone::oracle {

/// The number lies within error of value. NaN or infinity in a field: nothing is known.
struct Bounded {
  double value = 0;
  double error = 0;
};

namespace bounded {

/// Covers the roundings of the error itself (fewer than 2^3 of them an operation).
inline constexpr double kUp = 1 + 0x1p-49;
/// Covers underflow: a product or quotient loses less than 2^-1074. Large enough to be far from subnormal.
inline constexpr double kFloor = 0x1p-1000;

}  // namespace bounded

inline Bounded to_bounded(double value) {
  return {value, 0};
}
inline Bounded to_bounded(Ball a) {
  return {a.hi, (std::fabs(a.lo) + a.radius) * bounded::kUp};
}

inline Bounded operator-(Bounded a) {
  return {-a.value, a.error};
}
inline Bounded operator+(Bounded a, Bounded b) {
  const double sum = a.value + b.value;
  return {sum, (a.error + b.error + kHalfUlp * std::fabs(sum)) * bounded::kUp};
}
inline Bounded operator-(Bounded a, Bounded b) {
  return a + (-b);
}
inline Bounded operator*(Bounded a, Bounded b) {
  const double product = a.value * b.value;
  const double spread = std::fabs(a.value) * b.error + a.error * (std::fabs(b.value) + b.error);
  return {product, (spread + kHalfUlp * std::fabs(product)) * bounded::kUp + bounded::kFloor};
}
/// |x/y - q| = |x - q y| / |y| <= (error of x + |q| error of y) / |y| for q = value of x / value of y.
inline Bounded operator/(Bounded a, Bounded b) {
  const double smallest = (std::fabs(b.value) - b.error) * (1 - 0x1p-50);
  if (!(smallest > 0)) return {0, std::numeric_limits<double>::infinity()};
  const double quotient = a.value / b.value;
  const double spread = (a.error + std::fabs(quotient) * bounded::kUp * b.error) / smallest;
  return {quotient, (spread + kHalfUlp * std::fabs(quotient)) * bounded::kUp + bounded::kFloor};
}
/// The root of max(0, number). |sqrt(x) - sqrt(value)| <= error / sqrt(value); near 0: [0, sqrt(largest)].
inline Bounded sqrt(Bounded a) {
  if (std::isnan(a.value) || std::isnan(a.error)) return {0, std::numeric_limits<double>::infinity()};
  if (!(a.value > 2 * a.error) || a.value < 0x1p-960) {
    const double largest = (std::fabs(a.value) + a.error) * bounded::kUp;
    const double root = std::sqrt(largest) * bounded::kUp;
    return {root / 2, root / 2 * bounded::kUp};
  }
  const double root = std::sqrt(a.value);
  return {root, (a.error / root + kHalfUlp * root) * bounded::kUp};
}

/// Doubles known to be <= and >= the number; infinite when nothing is known.
inline double lower(Bounded a) {
  const double low = a.value - a.error;
  const bool known = std::fabs(low) < std::numeric_limits<double>::max();
  return known ? next_below(low) : -std::numeric_limits<double>::infinity();
}
inline double upper(Bounded a) {
  return -lower(-a);
}

/// The sign of a number that may not be known well enough.
inline constexpr int kUnknownSign = 2;
inline int sign_if_known(Bounded a) {
  if (a.value > a.error) return 1;
  if (a.value < -a.error) return -1;
  return a.value == 0 && a.error == 0 ? 0 : kUnknownSign;
}
inline int sign_if_known(Ball a) {
  if (a.hi == 0 && a.lo == 0 && a.radius == 0) return 0;
  if (lower(a) > 0) return 1;
  return upper(a) < 0 ? -1 : kUnknownSign;
}

// For algorithms that run on either: bounded doubles first, balls where these do not tell.

template <class Number>
Number to_number(const Ball& a);
template <>
inline Ball to_number<Ball>(const Ball& a) {
  return a;
}
template <>
inline Bounded to_number<Bounded>(const Ball& a) {
  return to_bounded(a);
}
template <class Number>
Vec2<Number> to_number(const BallVec2& a) {
  return {to_number<Number>(a.x), to_number<Number>(a.y)};
}

inline double middle(Bounded a) {
  return a.value;
}
inline double middle(Ball a) {
  return a.hi;
}
/// The middle as an exact number.
inline Ball without_radius(Ball a) {
  return {a.hi, a.lo, 0};
}
inline Ball without_radius(Bounded a) {
  return to_ball(a.value);
}
template <class Number>
BallVec2 without_radius(const Vec2<Number>& a) {
  return {without_radius(a.x), without_radius(a.y)};
}

/// One of them, in whose ball the larger or smaller number lies.
template <class Number>
const Number& larger(const Number& a, const Number& b) {
  return upper(a) >= upper(b) ? a : b;
}
template <class Number>
const Number& smaller(const Number& a, const Number& b) {
  return lower(a) <= lower(b) ? a : b;
}

}  // namespace touchstone::oracle
