// Integer vectors as doubles of a size near 1, with a known error: what exact3 looks at before it computes
// exactly.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "oracle/exact3.hpp"

namespace touchstone::oracle {

/// The smallest n >= 0 such that all |coordinates| are below 2^n.
inline long bit_size(const IntegerVec3& v) {
  long bits = 0;
  for (const Integer& value : {v.x, v.y, v.z})
    if (value != 0) bits = std::max(bits, static_cast<long>(mpz_sizeinbase(value.backend().data(), 2)));
  return bits;
}

/// Largest error of a coordinate of scaled(): 53 bits are kept of a number below 1, the rest cut off.
constexpr double kScaledError = 0x1p-52;

/// v / 2^bits. Requires: bits >= bit_size(v).
inline Vec3<double> scaled(const IntegerVec3& v, long bits) {
  const auto scale = [bits](const Integer& value) {
    long exponent = 0;
    const double mantissa = mpz_get_d_2exp(&exponent, value.backend().data());
    return std::ldexp(mantissa, static_cast<int>(exponent - bits));
  };
  return {scale(v.x), scale(v.y), scale(v.z)};
}
/// v times a power of two, its largest |coordinate| in [1/2, 1); zero stays zero.
inline Vec3<double> scaled(const IntegerVec3& v) {
  return scaled(v, bit_size(v));
}

/// All corners relative to the first of A, times one power of two: coordinates at most 1.
struct RoundedPair3 {
  explicit RoundedPair3(const ExactPair3& pair) {
    const IntegerVec3& base = pair.a.corners[0];
    for (const LatticePolytope* side : {&pair.a, &pair.b})
      for (const IntegerVec3& corner : side->corners) bits = std::max(bits, bit_size(corner - base));
    for (const IntegerVec3& corner : pair.a.corners) a.push_back(scaled(corner - base, bits));
    for (const IntegerVec3& corner : pair.b.corners) b.push_back(scaled(corner - base, bits));
  }

  std::vector<Vec3<double>> a, b;
  long bits = 0;  ///< 2^bits steps of the lattice are 1
};

}  // namespace touchstone::oracle
