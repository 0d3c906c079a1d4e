// What the certified algorithms about cylinders ask of a number: Bounded, Ball and, for printing, Wide
// (cylinder3_wide.hpp). Each knows a bound of its own error.
#pragma once

#include <cmath>
#include <limits>

#include <touchstone/vec.hpp>

#include "oracle/bounded.hpp"

namespace touchstone::oracle {

template <class Number>
Number number(double value) {
  return to_number<Number>(to_ball(value));
}

// The middle, exactly.
inline Bounded centre(const Bounded& a) {
  return {a.value, 0};
}
inline Ball centre(const Ball& a) {
  return {a.hi, a.lo, 0};
}
inline double radius_of(const Bounded& a) {
  return a.error;
}
inline double radius_of(const Ball& a) {
  return a.radius;
}

// Exact numbers at or below, at or above the number.
inline Bounded floor_of(const Bounded& a) {
  return {lower(a), 0};
}
inline Bounded ceiling_of(const Bounded& a) {
  return {upper(a), 0};
}
inline Ball floor_of(const Ball& a) {
  const double low = a.lo - a.radius * ball::kUp;
  const ExactPair sum = sum_of(a.hi, low - 0x1p-52 * std::fabs(low));  // both roundings of low: 2^-53 of it
  if (!std::isfinite(sum.hi) || !std::isfinite(sum.lo))
    return {-std::numeric_limits<double>::infinity(), 0, 0};
  return {sum.hi, sum.lo, 0};
}
inline Ball ceiling_of(const Ball& a) {
  return -floor_of(-a);
}
/// Of exact numbers.
inline bool less(const Bounded& a, const Bounded& b) {
  return a.value < b.value;
}
inline bool less(const Ball& a, const Ball& b) {
  return a.hi < b.hi || (a.hi == b.hi && a.lo < b.lo);
}

/// Goals of a search: differences that are not worth more work, in the scale of the pair.
template <class Number>
struct Precision;
template <>
struct Precision<Bounded> {
  static constexpr double kRounding = 0x1p-44;  ///< bounded doubles are off by fewer than 2^8 roundings
  static constexpr double kLoss = 0x1p-40;
  static constexpr double kRelative = 0x1p-40;  ///< of the value
};
template <>
struct Precision<Ball> {
  static constexpr double kRounding = 0x1p-94;
  static constexpr double kLoss = 0x1p-76;  ///< a hundredth of kEnclosureWidth of the unit in the last place
  static constexpr double kRelative = 0x1p-51;
};

inline Bounded widened(const Bounded& a, double by) {
  return {a.value, (a.error + by) * bounded::kUp};
}
inline Ball widened(const Ball& a, double by) {
  return {a.hi, a.lo, (a.radius + by) * ball::kUp};
}
template <class Number>
Number max_of(const Number& a, const Number& b) {
  const Number more = b - a;
  if (lower(more) >= 0) return b;
  if (upper(more) <= 0) return a;
  return widened(a, upper(more));  // a + max(0, more)
}
template <class Number>
Number min_of(const Number& a, const Number& b) {
  return -max_of(-a, -b);
}
template <class Number>
Number positive_part(const Number& a) {
  return max_of(a, number<Number>(0));
}
template <class Number>
Vec3<Number> centre(const Vec3<Number>& a) {
  return {centre(a.x), centre(a.y), centre(a.z)};
}
template <class Number>
Vec2<Number> centre(const Vec2<Number>& a) {
  return {centre(a.x), centre(a.y)};
}
template <class Number>
Vec3<double> middle(const Vec3<Number>& a) {
  return {middle(a.x), middle(a.y), middle(a.z)};
}
template <class Number>
Number norm(const Vec3<Number>& a) {
  return sqrt(length_sq(a));
}
template <class Number>
Vec3<Number> divided(const Vec3<Number>& a, const Number& by) {
  return {a.x / by, a.y / by, a.z / by};
}
template <class Number>
Vec3<Number> vector_of(const Vec3<double>& a) {
  return {number<Number>(a.x), number<Number>(a.y), number<Number>(a.z)};
}

}  // namespace touchstone::oracle
