// Exact numbers beyond the rationals: what a square root brings into distances, rays and rounded shapes, and
// numbers that are known by an interval only.
#pragma once

#include <optional>
#include <variant>

#include "oracle/number.hpp"

namespace touchstone::oracle {

/// a + b sqrt(c), exactly. c >= 0.
struct Surd {
  Rational a{};
  Rational b{};
  Rational c{};
};
using SurdVec2 = Vec2<Surd>;

inline Surd square_root_of(const Rational& square) {
  return {0, 1, square};
}
inline Surd surd(const Rational& value) {
  return {value, 0, 0};
}
inline SurdVec2 surd(const RationalVec2& v) {
  return {surd(v.x), surd(v.y)};
}
inline Surd operator+(const Surd& s, const Rational& r) {
  return {s.a + r, s.b, s.c};
}
inline Surd operator-(const Surd& s, const Rational& r) {
  return {s.a - r, s.b, s.c};
}
inline Surd operator*(const Surd& s, const Rational& r) {
  return {s.a * r, s.b * r, s.c};
}
inline Surd operator-(const Surd& s) {
  return {-s.a, -s.b, s.c};
}

/// -1, 0 or +1.
int sign(const Surd& value);
/// Sign of value - other.
inline int compare(const Surd& value, const Rational& other) {
  return sign(value - other);
}
/// The value, when it is rational: b is 0 or c the square of a rational.
std::optional<Rational> rational_value(const Surd& value);
/// The square of the value, when that is rational: when the value is, or a is 0.
std::optional<Rational> square_of(const Surd& value);

/// A number in [lo, hi], not known further.
struct RationalInterval {
  Rational lo{};
  Rational hi{};
};

using Real = std::variant<Surd, RationalInterval>;
using RealVec2 = Vec2<Real>;

inline RealVec2 real(const SurdVec2& v) {
  return {v.x, v.y};
}
inline RealVec2 real(const RationalVec2& v) {
  return real(surd(v));
}

/// Doubles around the number: of a surd equal when it is a double, else neighbours.
Enclosure enclose(const Surd& value);
Enclosure enclose(const Real& value);
/// The nearest double, ties to even; of an interval, of its middle.
double round_to_double(const Surd& value);
double round_to_double(const Real& value);
/// The value, when it is rational, else within 2^-200 of the larger of |a| and |b sqrt(c)|; an interval's
/// middle.
Rational approximation_of(const Real& value);

/// The nearest double; "inf", "-inf" when that is infinite; "tiny" when it is zero and the number is not.
Printable printable(const Real& value);

}  // namespace touchstone::oracle
