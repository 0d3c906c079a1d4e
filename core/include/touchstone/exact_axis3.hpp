// Vectors of space as sums of two doubles, for what doubles leave open and expansions are too slow for
// (double_double.hpp).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

#include <touchstone/double_double.hpp>
#include <touchstone/exact_sign3.hpp>
#include <touchstone/vec.hpp>

namespace touchstone {

constexpr Vec3<DoubleDouble> to_double_double(const Vec3<double>& v) {
  return {to_double_double(v.x), to_double_double(v.y), to_double_double(v.z)};
}
/// Each coordinate within 2^-104 of the exact one, relatively.
template <std::size_t N>
constexpr Vec3<DoubleDouble> to_double_double(const ExactVec3<N>& v) {
  return {to_double_double(v.x), to_double_double(v.y), to_double_double(v.z)};
}
/// Each coordinate rounded.
constexpr Vec3<double> to_double(const Vec3<DoubleDouble>& v) {
  return {v.x.hi, v.y.hi, v.z.hi};
}

template <std::size_t N>
constexpr bool is_zero(const ExactVec3<N>& v) {
  return v.x.size == 0 && v.y.size == 0 && v.z.size == 0;
}

namespace detail {

/// Largest |coordinate|.
inline double largest_of(const Vec3<double>& v) {
  return std::max(std::fabs(v.x), std::max(std::fabs(v.y), std::fabs(v.z)));
}

}  // namespace detail
}  // namespace touchstone
