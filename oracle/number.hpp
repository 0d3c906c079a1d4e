// Exact numbers of the oracle: rationals, and how they become doubles. Everything is decided by integer
// arithmetic; no rounded value takes part in a decision.
#pragma once

#include <boost/multiprecision/gmp.hpp>
#include <string>
#include <variant>

#include <touchstone/vec.hpp>

namespace touchstone::oracle {

using Rational =
    boost::multiprecision::number<boost::multiprecision::gmp_rational, boost::multiprecision::et_off>;
using RationalVec2 = Vec2<Rational>;

/// The double, exactly. Requires: finite.
Rational rational(double value);
inline RationalVec2 rational(Vec2<double> v) {
  return {rational(v.x), rational(v.y)};
}

/// The nearest double, ties to even; infinite beyond the range. A negative value that rounds to zero gives
/// -0.
double round_to_double(const Rational& value);
/// The nearest double to the square root, ties to even; infinite beyond the range. Requires: value >= 0.
double round_sqrt_to_double(const Rational& value);

/// Two doubles around an exact number: equal when it is a double, else neighbours.
struct Enclosure {
  double lo;
  double hi;
};
/// Largest double <= and smallest double >= the value; -infinity and infinity are among them.
Enclosure enclose(const Rational& value);
/// Largest double <= and smallest double >= the square root. Requires: value >= 0.
Enclosure enclose_sqrt(const Rational& value);

/// "p/q" in lowest terms, q > 0, also when q is 1.
std::string to_string(const Rational& value);

/// A number as results print it: the nearest double, or "inf", "-inf" when that is infinite, or "tiny" when
/// it is zero though the number is not.
using Printable = std::variant<double, std::string>;
Printable printable(const Rational& value);
/// The same of the square root. Requires: value >= 0.
Printable printable_sqrt(const Rational& value);

}  // namespace touchstone::oracle
