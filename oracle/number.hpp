// Exact numbers of the oracle: rationals, and how they become doubles.
#pragma once

#include <string>

#include <boost/multiprecision/gmp.hpp>
#include <touchstone/vec.hpp>

namespace touchstone::oracle {

using Rational = boost::multiprecision::number<boost::multiprecision::gmp_rational, boost::multiprecision::et_off>;
using RationalVec2 = Vec2<Rational>;

/// The finite double, exactly.
Rational rational(double value);
inline RationalVec2 rational(Vec2<double> v) { return {rational(v.x), rational(v.y)}; }

/// The nearest double, ties to even; infinite beyond the range.
double round_to_double(const Rational& value);
/// The nearest double to the square root; requires value >= 0.
double round_sqrt_to_double(const Rational& value);
/// Largest double <= and smallest double >= the square root.
struct Enclosure {
  double lo;
  double hi;
};
Enclosure enclose_sqrt(const Rational& value);
/// "p/q" in lowest terms.
std::string to_string(const Rational& value);

}  // namespace touchstone::oracle
