#include "oracle/surd_root.hpp"

#include <cassert>

namespace touchstone::oracle {
namespace {

using Integer = boost::multiprecision::number<boost::multiprecision::gmp_int, boost::multiprecision::et_off>;

Surd product(const Surd& s, const Surd& t) {
  return {s.a * t.a + s.b * t.b * s.c, s.a * t.b + s.b * t.a, s.c};
}
// Requires: not 0; then neither is its norm a^2 - b^2 c, unless the value is rational.
Surd quotient(const Surd& s, const Surd& t) {
  if (const std::optional<Rational> known = rational_value(t)) return s * Rational(1 / *known);
  const Rational norm = t.a * t.a - t.b * t.b * t.c;
  return product(s, Surd{t.a / norm, -t.b / norm, t.c});
}

// The largest multiple of 2^-bits <= the root, and the next one.
RationalInterval root_between(const Rational& square, unsigned bits) {
  const Integer scaled = (numerator(square) << (2 * bits)) / denominator(square);
  const Integer root = sqrt(scaled);
  const Integer unit = Integer(1) << bits;
  return {Rational(root, unit), Rational(root + 1, unit)};
}
RationalInterval between(const Surd& value, unsigned bits) {
  const RationalInterval root = root_between(value.b * value.b * value.c, bits);
  if (value.b < 0) return {value.a - root.hi, value.a - root.lo};
  return {value.a + root.lo, value.a + root.hi};
}

}  // namespace

Real share_of_length(const Surd& x, const Surd& y) {
  const int direction = sign(x);
  if (direction == 0) return surd(Rational(0));
  if (sign(y) == 0) return surd(Rational(direction));
  const Surd x_sq = product(x, x);
  const Surd y_sq = product(y, y);
  const Surd square = quotient(x_sq, Surd{x_sq.a + y_sq.a, x_sq.b + y_sq.b, x.c});
  if (const std::optional<Rational> known = rational_value(square)) return Surd{0, direction, *known};
  for (unsigned bits = 2 * kShareBits;; bits *= 2) {
    const RationalInterval found = between(square, bits);
    if (found.lo <= 0) continue;
    const Rational lo = root_between(found.lo, bits).lo;
    const Rational hi = root_between(found.hi, bits).hi;
    if (lo <= 0 || (hi - lo) * Rational(Integer(1) << kShareBits) > lo) continue;
    return direction > 0 ? RationalInterval{lo, hi} : RationalInterval{-hi, -lo};
  }
}

}  // namespace touchstone::oracle
