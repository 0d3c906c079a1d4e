#include "oracle/number.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace touchstone::oracle {
namespace {

using Integer = boost::multiprecision::number<boost::multiprecision::gmp_int, boost::multiprecision::et_off>;

constexpr int kMantissaBits = std::numeric_limits<double>::digits;
constexpr long kLowestUnit =
    std::numeric_limits<double>::min_exponent - kMantissaBits;  // of subnormals: 2^-1074

// mantissa x 2^unit <= the number < (mantissa + 1) x 2^unit; exact: equal to the left side.
struct Truncated {
  Integer mantissa;
  long unit = 0;
  bool exact = true;
};

long bit_count(const Integer& value) {
  return static_cast<long>(mpz_sizeinbase(value.backend().data(), 2));
}

// numerator / denominator / 2^unit rounded down.
Truncated truncate(const Integer& numerator, const Integer& denominator, long unit) {
  const Integer n = unit < 0 ? Integer(numerator << -unit) : numerator;
  const Integer d = unit > 0 ? Integer(denominator << unit) : denominator;
  Truncated result;
  result.unit = unit;
  Integer remainder;
  divide_qr(n, d, result.mantissa, remainder);
  result.exact = remainder == 0;
  return result;
}

// Rounded down to 53 bits (fewer for subnormals) and extra_bits more. Requires: value > 0.
Truncated truncate(const Rational& value, int extra_bits) {
  const Integer p = numerator(value);
  const Integer q = denominator(value);
  // With k = bits p - bits q: 2^(k-1) < p/q < 2^(k+1), so that the unit is right or one too low.
  long unit = bit_count(p) - bit_count(q) - kMantissaBits;
  if (bit_count(truncate(p, q, unit).mantissa) > kMantissaBits) ++unit;
  return truncate(p, q, std::max(unit, kLowestUnit) - extra_bits);
}

Truncated truncate_root(const Integer& p, const Integer& q, long unit) {
  Truncated square = truncate(p, q, 2 * unit);
  Truncated result;
  result.unit = unit;
  Integer remainder;
  result.mantissa = sqrt(square.mantissa, remainder);
  result.exact = square.exact && remainder == 0;
  return result;
}

// The same of the square root.
Truncated truncate_sqrt(const Rational& value, int extra_bits) {
  const Integer p = numerator(value);
  const Integer q = denominator(value);
  // With k = bits p - bits q - 1: 2^(k/2) < root < 2^(k/2 + 1), so that the unit is right or one too low.
  const long k = bit_count(p) - bit_count(q) - 1;
  long unit = (k >= 0 ? k / 2 : -((1 - k) / 2)) - (kMantissaBits - 1);
  if (bit_count(truncate_root(p, q, unit).mantissa) > kMantissaBits) ++unit;
  return truncate_root(p, q, std::max(unit, kLowestUnit) - extra_bits);
}

double to_double(const Integer& mantissa, long unit) {
  return std::ldexp(mantissa.convert_to<double>(), static_cast<int>(unit));
}

// To nearest, ties to even. Requires: truncated with one extra bit.
double rounded(const Truncated& value) {
  Integer mantissa = value.mantissa >> 1;
  const bool half = bit_test(value.mantissa, 0);
  if (half && (!value.exact || bit_test(mantissa, 0))) ++mantissa;
  return to_double(mantissa, value.unit + 1);
}

// Requires: truncated without extra bits.
Enclosure enclosed(const Truncated& value) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const double lo = to_double(value.mantissa, value.unit);
  if (std::isinf(lo)) return {std::numeric_limits<double>::max(), kInfinity};
  return {lo, value.exact ? lo : std::nextafter(lo, kInfinity)};
}

Printable printable(double nearest, bool is_zero) {
  if (std::isinf(nearest)) return std::string(nearest > 0 ? "inf" : "-inf");
  if (nearest == 0 && !is_zero) return std::string("tiny");
  return nearest;
}

}  // namespace

Rational rational(double value) {
  assert(std::isfinite(value));
  Rational result;
  mpq_set_d(result.backend().data(), value);
  return result;
}

double round_to_double(const Rational& value) {
  if (value == 0) return 0.0;
  if (value < 0) return -round_to_double(-value);
  return rounded(truncate(value, 1));
}

double round_sqrt_to_double(const Rational& value) {
  assert(value >= 0);
  if (value == 0) return 0.0;
  return rounded(truncate_sqrt(value, 1));
}

Enclosure enclose(const Rational& value) {
  if (value == 0) return {0.0, 0.0};
  if (value < 0) {
    const Enclosure opposite = enclose(-value);
    return {-opposite.hi, -opposite.lo};
  }
  return enclosed(truncate(value, 0));
}

Enclosure enclose_sqrt(const Rational& value) {
  assert(value >= 0);
  if (value == 0) return {0.0, 0.0};
  return enclosed(truncate_sqrt(value, 0));
}

std::string to_string(const Rational& value) {
  return numerator(value).str() + "/" + denominator(value).str();
}

Printable printable(const Rational& value) {
  return printable(round_to_double(value), value == 0);
}

Printable printable_sqrt(const Rational& value) {
  return printable(round_sqrt_to_double(value), value == 0);
}

}  // namespace touchstone::oracle
