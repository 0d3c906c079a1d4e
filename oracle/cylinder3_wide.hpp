// Numbers of 320 bits that know a bound of their own error: for certified values that are to be rounded
// correctly.
#pragma once

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>

#include "oracle/cylinder3_number.hpp"
#include "oracle/number.hpp"

namespace touchstone::oracle {

/// The number lies within radius of value. NaN or infinity in a field: nothing is known.
struct Wide {
  static constexpr int kBits = 320;
  using Float = boost::multiprecision::number<
      boost::multiprecision::cpp_bin_float<kBits, boost::multiprecision::digit_base_2>,
      boost::multiprecision::et_off>;
  Float value{};
  double radius = 0;
};

namespace wide {

inline constexpr double kUp = 1 + 0x1p-48;
/// Twice the rounding of one operation, relatively; and more than any underflow of the radius.
inline constexpr double kRounding = 0x1p-319;
inline constexpr double kFloor = 0x1p-1000;
inline double magnitude(const Wide::Float& value) {
  return std::fabs(static_cast<double>(value)) * kUp;
}
inline Wide rounded(const Wide::Float& value, double radius) {
  return {value, (radius + kRounding * magnitude(value)) * kUp + kFloor};
}

}  // namespace wide

inline Wide operator-(const Wide& a) {
  return {-a.value, a.radius};
}
inline Wide operator+(const Wide& a, const Wide& b) {
  return wide::rounded(a.value + b.value, a.radius + b.radius);
}
inline Wide operator-(const Wide& a, const Wide& b) {
  return wide::rounded(a.value - b.value, a.radius + b.radius);
}
inline Wide operator*(const Wide& a, const Wide& b) {
  return wide::rounded(a.value * b.value, wide::magnitude(a.value) * b.radius +
                                              a.radius * (wide::magnitude(b.value) + b.radius));
}
inline Wide operator/(const Wide& a, const Wide& b) {
  const double smallest = std::fabs(static_cast<double>(b.value)) * (1 - 0x1p-48) - b.radius;
  if (!(smallest > 0)) return {0, std::numeric_limits<double>::infinity()};
  const Wide::Float quotient = a.value / b.value;
  return wide::rounded(quotient, (a.radius + wide::magnitude(quotient) * b.radius) / smallest);
}
/// The root of max(0, number), as of Bounded.
inline Wide sqrt(const Wide& a) {
  const auto middle = static_cast<double>(a.value);
  if (std::isnan(middle) || std::isnan(a.radius)) return {0, std::numeric_limits<double>::infinity()};
  if (!(middle > 2 * a.radius) || middle < 0x1p-960) {
    const double root = std::sqrt(wide::magnitude(a.value) + a.radius) * wide::kUp;
    return {Wide::Float(root / 2), root / 2 * wide::kUp};
  }
  const Wide::Float root = boost::multiprecision::sqrt(a.value);
  return wide::rounded(root, a.radius / (static_cast<double>(root) * (1 - 0x1p-48)));
}

inline Bounded to_bounded(const Wide& a) {
  const auto middle = static_cast<double>(a.value);
  return {middle, (a.radius + kHalfUlp * std::fabs(middle)) * bounded::kUp + bounded::kFloor};
}
inline double lower(const Wide& a) {
  return lower(to_bounded(a));
}
inline double upper(const Wide& a) {
  return upper(to_bounded(a));
}
inline double middle(const Wide& a) {
  return static_cast<double>(a.value);
}
inline Wide centre(const Wide& a) {
  return {a.value, 0};
}
inline double radius_of(const Wide& a) {
  return a.radius;
}
inline Wide floor_of(const Wide& a) {
  if (!std::isfinite(a.radius) || !std::isfinite(static_cast<double>(a.value)))
    return {Wide::Float(-std::numeric_limits<double>::infinity()), 0};
  const double rounding = wide::kRounding * (wide::magnitude(a.value) + a.radius);
  return {a.value - Wide::Float(a.radius) - Wide::Float(rounding), 0};
}
inline Wide ceiling_of(const Wide& a) {
  return -floor_of(-a);
}
inline bool less(const Wide& a, const Wide& b) {
  return a.value < b.value;
}
inline Wide widened(const Wide& a, double by) {
  return {a.value, (a.radius + by) * wide::kUp};
}
template <>
inline Wide to_number<Wide>(const Ball& a) {
  if (a.lo == 0) return {Wide::Float(a.hi), a.radius};
  return wide::rounded(Wide::Float(a.hi) + Wide::Float(a.lo), a.radius);
}
template <>
struct Precision<Wide> {
  static constexpr double kRounding = 0x1p-300;
  static constexpr double kLoss = 0x1p-190;
  static constexpr double kRelative = 0x1p-120;
};

}  // namespace touchstone::oracle
