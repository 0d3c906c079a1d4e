// The sign of a polynomial in the inputs, exactly: a floating-point filter with a proved bound, then
// expansions.
//
// An expansion is an unevaluated sum of doubles of increasing magnitude whose bits do not overlap; its sign
// is the sign of its last term. Method: J. R. Shewchuk, "Adaptive Precision Floating-Point Arithmetic and
// Fast Robust Geometric Predicates", Discrete & Computational Geometry 18 (1997), sections 2 and 3.
//
// Requires round-to-nearest, no contraction (-ffp-contract=off travels with touchstone::core) and every
// non-zero input within [kSmallestCoordinate, kLargestCoordinate]: then no sum or product here overflows or
// loses a bit.
#pragma once

#include <cmath>
#include <cstddef>

#include <touchstone/vec.hpp>

namespace touchstone {

/// Range of exponents in which every predicate is exact.
/// Largest: a coordinate difference of two boxes' corners is below 2^505, a product of two below 2^1010.
/// Smallest: a double of at least 2^-480 is a multiple of 2^-532, so is every sum of such; products are
/// multiples of 2^-1064, hence representable without loss even where they are subnormal. No filter needs an
/// underflow term.
inline constexpr double kLargestCoordinate = 0x1p+500;
inline constexpr double kSmallestCoordinate = 0x1p-480;

/// Half an ulp of 1: the relative error of one rounding is at most kRounding.
inline constexpr double kRounding = 0x1p-53;

/// True when value may take part in an exact predicate.
inline bool in_exact_range(double value) {
  const double magnitude = std::fabs(value);
  return value == 0 || (magnitude >= kSmallestCoordinate && magnitude <= kLargestCoordinate);
}

/// hi + lo == the exact result, |lo| <= ulp(hi) / 2.
struct TwoTerms {
  double hi;
  double lo;
};
constexpr TwoTerms two_sum(double a, double b) {
  const double hi = a + b;
  const double b_virtual = hi - a;
  const double a_virtual = hi - b_virtual;
  return {hi, (a - a_virtual) + (b - b_virtual)};
}
/// Veltkamp's split and Dekker's product.
constexpr TwoTerms two_product(double a, double b) {
  constexpr double kSplitter = 0x1p27 + 1;
  const double ca = kSplitter * a;
  const double a_hi = ca - (ca - a);
  const double a_lo = a - a_hi;
  const double cb = kSplitter * b;
  const double b_hi = cb - (cb - b);
  const double b_lo = b - b_hi;
  const double hi = a * b;
  return {hi, a_lo * b_lo - (((hi - a_hi * b_hi) - a_lo * b_hi) - a_hi * b_lo)};
}

/// At most Capacity terms, increasing in magnitude, non-overlapping, none zero. No terms: zero.
template <std::size_t Capacity>
struct Expansion {
  double terms[Capacity];
  std::size_t size = 0;

  constexpr Expansion() = default;
  constexpr Expansion(double value) {  // NOLINT(google-explicit-constructor): a double is an expansion
    if (value != 0) push(value);
  }
  constexpr Expansion(TwoTerms value) {  // NOLINT(google-explicit-constructor)
    static_assert(Capacity >= 2);
    if (value.lo != 0) push(value.lo);
    if (value.hi != 0) push(value.hi);
  }

  constexpr void push(double term) { terms[size++] = term; }

  /// -1, 0 or +1.
  constexpr int sign() const { return size == 0 ? 0 : (terms[size - 1] > 0 ? 1 : -1); }

  /// Within size * kRounding of the exact value, relatively: summed from the small end.
  constexpr double estimate() const {
    double sum = 0;
    for (std::size_t i = 0; i < size; ++i) sum += terms[i];
    return sum;
  }
};

/// Adds one double to the expansion in place (Shewchuk's GROW-EXPANSION with zero elimination).
template <std::size_t Capacity>
constexpr void add_term(Expansion<Capacity>& e, double term) {
  double q = term;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < e.size; ++i) {
    const TwoTerms sum = two_sum(q, e.terms[i]);
    q = sum.hi;
    if (sum.lo != 0) e.terms[kept++] = sum.lo;
  }
  if (q != 0) e.terms[kept++] = q;
  e.size = kept;
}

template <std::size_t M, std::size_t N>
constexpr Expansion<M + N> operator+(const Expansion<M>& a, const Expansion<N>& b) {
  Expansion<M + N> sum;
  for (std::size_t i = 0; i < a.size; ++i) sum.push(a.terms[i]);
  for (std::size_t i = 0; i < b.size; ++i) add_term(sum, b.terms[i]);
  return sum;
}
template <std::size_t N>
constexpr Expansion<N> operator-(const Expansion<N>& a) {
  Expansion<N> negated;
  for (std::size_t i = 0; i < a.size; ++i) negated.push(-a.terms[i]);
  return negated;
}
template <std::size_t M, std::size_t N>
constexpr Expansion<M + N> operator-(const Expansion<M>& a, const Expansion<N>& b) {
  return a + (-b);
}
template <std::size_t M, std::size_t N>
constexpr Expansion<2 * M * N> operator*(const Expansion<M>& a, const Expansion<N>& b) {
  Expansion<2 * M * N> product;
  for (std::size_t i = 0; i < a.size; ++i) {
    for (std::size_t j = 0; j < b.size; ++j) {
      const TwoTerms term = two_product(a.terms[i], b.terms[j]);
      if (term.lo != 0) add_term(product, term.lo);
      add_term(product, term.hi);
    }
  }
  return product;
}

/// A vector whose coordinates are expansions: N = 1 for a given point, 2 for a difference of two, 3 for a
/// corner center ± u ± v of an OBB.
template <std::size_t N>
struct ExactVec2 {
  Expansion<N> x;
  Expansion<N> y;
};
constexpr ExactVec2<1> exact(Vec2<double> v) {
  return {v.x, v.y};
}

template <std::size_t M, std::size_t N>
constexpr ExactVec2<M + N> operator-(const ExactVec2<M>& a, const ExactVec2<N>& b) {
  return {a.x - b.x, a.y - b.y};
}
template <std::size_t M, std::size_t N>
constexpr auto cross(const ExactVec2<M>& a, const ExactVec2<N>& b) {
  return a.x * b.y - a.y * b.x;
}
template <std::size_t M, std::size_t N>
constexpr auto dot(const ExactVec2<M>& a, const ExactVec2<N>& b) {
  return a.x * b.x + a.y * b.y;
}

/// Error bound of the floating-point cross product of two differences, relative to |left| + |right| as
/// computed: two roundings of the differences and one of the product in each term, one of the subtraction,
/// one of the sum in the bound give (3 + 16 eps) eps with eps = kRounding (Shewchuk 1997, section 4.3, bound
/// A). The next power of two is taken: scaling by it is exact, and its slack of one eps covers the bound's
/// own rounding where it is subnormal.
inline constexpr double kOrientationBound = 4 * kRounding;

/// Sign of cross(p1 - p0, q1 - q0): +1 when the direction q0 -> q1 lies counter-clockwise of p0 -> p1, 0 when
/// the two are parallel, opposite or zero. Exact for every input in range. Cost: some 2 ns when the filter
/// decides, below 1 us when expansions must.
inline int cross_sign(Vec2<double> p0, Vec2<double> p1, Vec2<double> q0, Vec2<double> q1) {
  const double left = (p1.x - p0.x) * (q1.y - q0.y);
  const double right = (p1.y - p0.y) * (q1.x - q0.x);
  const double det = left - right;
  const double bound = kOrientationBound * (std::fabs(left) + std::fabs(right));
  if (det > bound) return 1;
  if (-det > bound) return -1;
  // A bound of zero: both products are below 2^-1022, so both were formed without rounding, and so was det.
  if (bound == 0) return 0;
  const TwoTerms px = two_sum(p1.x, -p0.x);
  const TwoTerms py = two_sum(p1.y, -p0.y);
  const TwoTerms qx = two_sum(q1.x, -q0.x);
  const TwoTerms qy = two_sum(q1.y, -q0.y);
  if (px.lo == 0 && py.lo == 0 && qx.lo == 0 && qy.lo == 0) {
    // The differences are exact, so left and right are products that were rounded once; rounding is monotone.
    if (left != right) return left > right ? 1 : -1;
    const double left_rest = two_product(px.hi, qy.hi).lo;
    const double right_rest = two_product(py.hi, qx.hi).lo;
    return (left_rest > right_rest) - (left_rest < right_rest);
  }
  return cross(ExactVec2<2>{px, py}, ExactVec2<2>{qx, qy}).sign();
}

/// Sign of cross(b - a, c - a): +1 when c lies left of the directed line a -> b, 0 when on it, -1 right of
/// it. Exact for every input in range.
inline int orientation(Vec2<double> a, Vec2<double> b, Vec2<double> c) {
  return cross_sign(a, b, a, c);
}

}  // namespace touchstone
