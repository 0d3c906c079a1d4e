#include "oracle/real.hpp"

#include <cassert>

namespace touchstone::oracle {
namespace {

using Integer = boost::multiprecision::number<boost::multiprecision::gmp_int, boost::multiprecision::et_off>;

int sign_of(const Rational& value) {
  return value.sign();
}

std::optional<Rational> exact_root(const Rational& square) {
  const Integer p = numerator(square);
  const Integer q = denominator(square);
  Integer rest;
  const Integer root_p = sqrt(p, rest);
  if (rest != 0) return std::nullopt;
  const Integer root_q = sqrt(q, rest);
  if (rest != 0) return std::nullopt;
  return Rational(root_p, root_q);
}

long bit_count(const Integer& value) {
  return static_cast<long>(mpz_sizeinbase(value.backend().data(), 2));
}

// [lo, hi] around the square root, hi - lo = 2^unit. Requires: square > 0.
RationalInterval root_between(const Rational& square, long unit) {
  const Integer p = numerator(square);
  const Integer q = denominator(square);
  const Integer n = unit < 0 ? Integer(p << (-2 * unit)) : p;
  const Integer d = unit > 0 ? Integer(q << (2 * unit)) : q;
  const Integer root = sqrt(Integer(n / d));
  const auto scaled = [&](const Integer& mantissa) {
    return unit < 0 ? Rational(mantissa, Integer(1) << -unit) : Rational(mantissa << unit);
  };
  return {scaled(root), scaled(root + 1)};
}

// Narrower and narrower rational intervals around an irrational value until decide says yes.
template <class Decide>
void narrow_down(const Surd& value, Decide decide) {
  const Rational square = value.b * value.b * value.c;
  const long size = (bit_count(numerator(square)) - bit_count(denominator(square))) / 2;
  for (long bits = 64;; bits *= 2) {
    RationalInterval root = root_between(square, size - bits);
    if (value.b < 0) root = {-root.hi, -root.lo};
    if (decide(RationalInterval{value.a + root.lo, value.a + root.hi})) return;
  }
}

}  // namespace

int sign(const Surd& value) {
  assert(value.c >= 0);
  const int left = sign_of(value.a);
  const int right = sign_of(value.b) * sign_of(value.c);
  if (left == 0 || right == 0 || left == right) return left == 0 ? right : left;
  const Rational difference = value.a * value.a - value.b * value.b * value.c;
  return left * sign_of(difference);
}

std::optional<Rational> rational_value(const Surd& value) {
  if (value.b == 0 || value.c == 0) return value.a;
  const std::optional<Rational> root = exact_root(value.c);
  if (!root) return std::nullopt;
  return Rational(value.a + value.b * *root);
}

std::optional<Rational> square_of(const Surd& value) {
  if (value.a == 0) return Rational(value.b * value.b * value.c);
  const std::optional<Rational> known = rational_value(value);
  if (!known) return std::nullopt;
  return Rational(*known * *known);
}

Enclosure enclose(const Surd& value) {
  if (const std::optional<Rational> known = rational_value(value)) return enclose(*known);
  Enclosure found{};
  // Irrational: no double, so its neighbours are found in the end.
  narrow_down(value, [&](const RationalInterval& interval) {
    const Enclosure below = enclose(interval.lo);
    const Enclosure above = enclose(interval.hi);
    found = {below.lo, above.hi};
    return below.lo == above.lo && below.hi == above.hi;
  });
  return found;
}

Enclosure enclose(const Real& value) {
  if (const auto* exact = std::get_if<Surd>(&value)) return enclose(*exact);
  const auto& interval = std::get<RationalInterval>(value);
  return {enclose(interval.lo).lo, enclose(interval.hi).hi};
}

double round_to_double(const Surd& value) {
  if (const std::optional<Rational> known = rational_value(value)) return round_to_double(*known);
  double found = 0;
  // Irrational: no middle of two doubles.
  narrow_down(value, [&](const RationalInterval& interval) {
    found = round_to_double(interval.lo);
    return found == round_to_double(interval.hi) && (interval.lo > 0) == (interval.hi > 0);
  });
  return found;
}

double round_to_double(const Real& value) {
  if (const auto* exact = std::get_if<Surd>(&value)) return round_to_double(*exact);
  const auto& interval = std::get<RationalInterval>(value);
  return round_to_double(Rational((interval.lo + interval.hi) / 2));
}

Rational approximation_of(const Real& value) {
  if (const auto* interval = std::get_if<RationalInterval>(&value)) return (interval->lo + interval->hi) / 2;
  const auto& exact = std::get<Surd>(value);
  if (const std::optional<Rational> known = rational_value(exact)) return *known;
  Rational found;
  int steps = 0;
  narrow_down(exact, [&](const RationalInterval& around) {
    found = around.lo;
    return ++steps == 3;  // 64, 128, 256 bits
  });
  return found;
}

Printable printable(const Real& value) {
  if (const auto* exact = std::get_if<Surd>(&value)) {
    if (const std::optional<Rational> known = rational_value(*exact)) return printable(*known);
    const double nearest = round_to_double(*exact);
    if (nearest == 0) return std::string("tiny");
    if (nearest - nearest != 0) return std::string(nearest > 0 ? "inf" : "-inf");
    return nearest;
  }
  const auto& interval = std::get<RationalInterval>(value);
  return printable(Rational((interval.lo + interval.hi) / 2));
}

}  // namespace touchstone::oracle
