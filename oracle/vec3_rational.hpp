// Vectors of space on exact numbers: integers, rationals, surds.
#pragma once

#include <boost/multiprecision/gmp.hpp>

#include "oracle/real.hpp"

namespace touchstone::oracle {

using Integer = boost::multiprecision::number<boost::multiprecision::gmp_int, boost::multiprecision::et_off>;
using IntegerVec3 = Vec3<Integer>;
using RationalVec3 = Vec3<Rational>;
using SurdVec3 = Vec3<Surd>;

inline bool is_zero(const IntegerVec3& v) {
  return v.x == 0 && v.y == 0 && v.z == 0;
}
/// Not zero and perpendicular to v. Requires: v is not zero.
inline IntegerVec3 perpendicular(const IntegerVec3& v) {
  const IntegerVec3 first = cross(v, IntegerVec3{1, 0, 0});
  return is_zero(first) ? cross(v, IntegerVec3{0, 1, 0}) : first;
}
/// v over the greatest common divisor of its coordinates. Requires: v is not zero.
inline IntegerVec3 coprime(const IntegerVec3& v) {
  const Integer divisor = gcd(gcd(v.x, v.y), v.z);
  return {v.x / divisor, v.y / divisor, v.z / divisor};
}

/// The doubles, exactly. Requires: finite.
inline RationalVec3 rational(const Vec3<double>& v) {
  return {rational(v.x), rational(v.y), rational(v.z)};
}
inline RationalVec3 rational(const IntegerVec3& v) {
  return {Rational(v.x), Rational(v.y), Rational(v.z)};
}
inline Vec3<Real> real(const SurdVec3& v) {
  return {v.x, v.y, v.z};
}
inline Vec3<Real> real(const RationalVec3& v) {
  return {surd(v.x), surd(v.y), surd(v.z)};
}
/// p + v (s + t sqrt(square)).
inline SurdVec3 along(const RationalVec3& p, const RationalVec3& v, const Rational& s, const Rational& t,
                      const Rational& square) {
  return {
      {p.x + v.x * s, v.x * t, square}, {p.y + v.y * s, v.y * t, square}, {p.z + v.z * s, v.z * t, square}};
}

}  // namespace touchstone::oracle
