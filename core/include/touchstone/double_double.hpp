// The sign of a polynomial in the inputs, exactly, and its value, accurately: doubles first, sums of two
// doubles next, expansions where those cancel too much. The polynomial is written once, as a generic
// function.
//
// Requires what exact_sign.hpp requires, for polynomials of degree 4 the range of curved shapes
// (checked.hpp).
#pragma once

#include <cmath>
#include <cstddef>

#include <touchstone/exact_sign.hpp>

namespace touchstone {

/// hi + lo, |lo| <= ulp(hi), within kDoubleDoubleError * magnitude of an exact value. magnitude: the value of
/// the polynomial with every term taken positively.
struct DoubleDouble {
  double hi = 0;
  double lo = 0;
  double magnitude = 0;
};

/// Error of a polynomial of degree up to 4 and up to 12 operations deep, relative to its magnitude. A product
/// drops lo * lo and rounds terms of 2^-52 three times, a sum rounds such terms twice: each operation adds at
/// most 2^-102 to the relative errors of its operands (which a product adds up); 12 operations, twice over
/// for the factors of a square, stay below 2^-97. The magnitude's own roundings are paid by the rest.
inline constexpr double kDoubleDoubleError = 0x1p-96;

constexpr DoubleDouble renormalized(double hi, double lo, double magnitude) {
  const double sum = hi + lo;
  return {sum, lo - (sum - hi), magnitude};
}
constexpr DoubleDouble operator+(const DoubleDouble& a, const DoubleDouble& b) {
  const TwoTerms sum = two_sum(a.hi, b.hi);
  return renormalized(sum.hi, sum.lo + (a.lo + b.lo), a.magnitude + b.magnitude);
}
constexpr DoubleDouble operator-(const DoubleDouble& a) {
  return {-a.hi, -a.lo, a.magnitude};
}
constexpr DoubleDouble operator-(const DoubleDouble& a, const DoubleDouble& b) {
  return a + (-b);
}
constexpr DoubleDouble operator*(const DoubleDouble& a, const DoubleDouble& b) {
  const TwoTerms product = two_product(a.hi, b.hi);
  return renormalized(product.hi, product.lo + (a.hi * b.lo + a.lo * b.hi), a.magnitude * b.magnitude);
}

/// a / b and the square root of a (not negative), to 2^-100 or so, relatively, beside the errors of a and b.
/// Denominators below 2^-900 or above 2^900 are taken to where Dekker's product stays within the exponents;
/// requires |a / b| < 2^982.
constexpr DoubleDouble quotient(const DoubleDouble& a, const DoubleDouble& b) {
  const double size = b.hi < 0 ? -b.hi : b.hi;
  const double scale = size > 0x1p+900 ? 0x1p-100 : (size < 0x1p-900 ? 0x1p+100 : 1);
  const DoubleDouble n{a.hi * scale, a.lo * scale, 0};
  const DoubleDouble d{b.hi * scale, b.lo * scale, 0};
  const double q = n.hi / d.hi;
  const DoubleDouble rest = n - DoubleDouble{q, 0, 0} * d;
  const double correction = (rest.hi + rest.lo) / d.hi;
  return renormalized(q, correction, q < 0 ? -q : q);
}
inline DoubleDouble square_root(const DoubleDouble& a) {
  const double root = std::sqrt(a.hi);
  if (root == 0) return {};
  const DoubleDouble rest = a - DoubleDouble{root, 0, 0} * DoubleDouble{root, 0, 0};
  return renormalized(root, (rest.hi + rest.lo) / (2 * root), root);
}

/// A double within kEstimateError * magnitude of an exact value.
struct Estimate {
  double value = 0;
  double magnitude = 0;
};

/// As kDoubleDoubleError, with one rounding of 2^-53 an operation and one for each difference that is an
/// input: twice 16 of them, and the magnitude's own.
inline constexpr double kEstimateError = 0x1p-47;

constexpr Estimate operator+(const Estimate& a, const Estimate& b) {
  return {a.value + b.value, a.magnitude + b.magnitude};
}
constexpr Estimate operator-(const Estimate& a) {
  return {-a.value, a.magnitude};
}
constexpr Estimate operator-(const Estimate& a, const Estimate& b) {
  return {a.value - b.value, a.magnitude + b.magnitude};
}
constexpr Estimate operator*(const Estimate& a, const Estimate& b) {
  return {a.value * b.value, a.magnitude * b.magnitude};
}

/// An exact difference of two points.
using Difference2 = Vec2<TwoTerms>;
constexpr Difference2 difference(Vec2<double> a, Vec2<double> b) {
  return {two_sum(a.x, -b.x), two_sum(a.y, -b.y)};
}

/// Few terms with the same value: each but the last is below an ulp of the next (Shewchuk 1997, COMPRESS).
template <std::size_t N>
constexpr Expansion<N> compressed(const Expansion<N>& e) {
  if (e.size < 2) return e;
  double kept[N];
  std::size_t bottom = e.size - 1;
  double q = e.terms[bottom];
  for (std::size_t i = e.size - 1; i-- > 0;) {
    const TwoTerms sum = two_sum(q, e.terms[i]);
    q = sum.hi;
    if (sum.lo != 0) {
      kept[bottom--] = q;
      q = sum.lo;
    }
  }
  Expansion<N> result;
  for (std::size_t i = bottom + 1; i < e.size; ++i) {
    const TwoTerms sum = two_sum(kept[i], q);
    q = sum.hi;
    if (sum.lo != 0) result.push(sum.lo);
  }
  if (q != 0) result.push(q);
  return result;
}

template <std::size_t N>
constexpr auto square(const Expansion<N>& e) {
  const Expansion<N> few = compressed(e);
  return few * few;
}
constexpr DoubleDouble square(const DoubleDouble& a) {
  return a * a;
}
constexpr Estimate square(const Estimate& a) {
  return a * a;
}

template <std::size_t N>
constexpr Expansion<N> absolute_value(const Expansion<N>& e) {
  const double sign = e.sign() < 0 ? -1 : 1;
  Expansion<N> result;
  for (std::size_t i = 0; i < e.size; ++i) result.push(sign * e.terms[i]);
  return result;
}
constexpr DoubleDouble absolute_value(const DoubleDouble& a) {
  return a.hi < 0 ? -a : a;
}
constexpr Estimate absolute_value(const Estimate& a) {
  return a.value < 0 ? -a : a;
}

constexpr Estimate to_estimate(double value) {
  return {value, value < 0 ? -value : value};
}
constexpr Estimate to_estimate(TwoTerms value) {
  return to_estimate(value.hi);
}
template <class N>
constexpr Vec2<Estimate> to_estimate(const Vec2<N>& v) {
  return {to_estimate(v.x), to_estimate(v.y)};
}

constexpr DoubleDouble to_double_double(double value) {
  return {value, 0, value < 0 ? -value : value};
}
constexpr DoubleDouble to_double_double(TwoTerms value) {
  return {value.hi, value.lo, value.hi < 0 ? -value.hi : value.hi};
}
template <std::size_t N>
constexpr DoubleDouble to_double_double(const Expansion<N>& e) {
  const Expansion<N> few = compressed(e);
  if (few.size == 0) return {};
  const double hi = few.terms[few.size - 1];
  return {hi, few.size > 1 ? few.terms[few.size - 2] : 0, hi < 0 ? -hi : hi};
}
template <class N>
constexpr Vec2<DoubleDouble> to_double_double(const Vec2<N>& v) {
  return {to_double_double(v.x), to_double_double(v.y)};
}
template <std::size_t N>
constexpr Vec2<DoubleDouble> to_double_double(const ExactVec2<N>& v) {
  return {to_double_double(v.x), to_double_double(v.y)};
}

constexpr Expansion<1> to_expansion(double value) {
  return value;
}
constexpr ExactVec2<1> to_expansion(const Vec2<double>& v) {
  return exact(v);
}
constexpr ExactVec2<2> to_expansion(const Difference2& v) {
  return {v.x, v.y};
}
template <std::size_t N>
constexpr const ExactVec2<N>& to_expansion(const ExactVec2<N>& v) {
  return v;
}

/// -1, 0 or +1: the sign of polynomial(inputs...), exactly. Inputs: doubles, vectors of them, exact
/// differences. Cost: some ns where an estimate decides, microseconds where expansions must.
template <class Polynomial, class... Inputs>
constexpr int sign_of(const Polynomial& polynomial, const Inputs&... inputs) {
  const Estimate estimate = polynomial(to_estimate(inputs)...);
  const double bound = kEstimateError * estimate.magnitude;
  if (estimate.value > bound) return 1;
  if (-estimate.value > bound) return -1;
  const DoubleDouble value = polynomial(to_double_double(inputs)...);
  const double narrow_bound = kDoubleDoubleError * value.magnitude;
  if (value.hi > narrow_bound) return 1;
  if (-value.hi > narrow_bound) return -1;
  return polynomial(to_expansion(inputs)...).sign();
}

/// polynomial(inputs...) with its exact sign, and within kDoubleDoubleError / resolution of its value,
/// relatively. Inputs: doubles, vectors of them, exact differences, exact vectors.
/// Requires resolution > kDoubleDoubleError.
/// Cost: some 10 ns; microseconds where less than resolution of the magnitude is left.
template <class Polynomial, class... Inputs>
constexpr DoubleDouble evaluate(double resolution, const Polynomial& polynomial, const Inputs&... inputs) {
  const DoubleDouble value = polynomial(to_double_double(inputs)...);
  const double size = value.hi < 0 ? -value.hi : value.hi;
  if (size >= resolution * value.magnitude) return value;
  return to_double_double(polynomial(to_expansion(inputs)...));
}

}  // namespace touchstone
