// The sign of a sum of products of doubles, exactly and without allocation: the second tier of the oracle.
//
// A sum is kept as an unordered list of doubles that add up to it exactly. Its sign is found by distillation:
// a pass of error-free additions replaces the list by one of the same sum whose last term is the rounded
// total; when the last term outweighs all others together its sign is the sign of the sum. Products are split
// by fused multiply-add.
//
// Sources: W. Kahan, "A Survey of Error Analysis", IFIP 1971 (distillation); T. Ogita, S. M. Rump, S. Oishi,
// "Accurate Sum and Dot Product", SIAM J. Sci. Comput. 26 (2005), algorithms 3.1 (TwoSum), 3.5
// (TwoProductFMA), 4.3 (VecSum). J. R. Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast
// Robust Geometric Predicates", Discrete & Computational Geometry 18 (1997), theorem 10 (Grow-Expansion).
// Requires round-to-nearest and no contraction.
#pragma once

#include <cmath>
#include <cstddef>

#include <touchstone/vec.hpp>

namespace touchstone::oracle {

/// Half an ulp of 1: the largest relative error of one rounding.
inline constexpr double kHalfUlp = 0x1p-53;

/// Range of non-zero inputs in which sums of at most 2^8 products of two inputs are exact. Smallest: such a
/// double is a multiple of 2^-537, so a product is one of 2^-1074 and its rounding error is a double.
/// Largest: a product is at most 2^1014, so 2^8 of them stay below 2^1022.
inline constexpr double kSmallestExact = 0x1p-485;
inline constexpr double kLargestExact = 0x1p+507;

inline bool in_expansion_range(double value) {
  const double magnitude = std::fabs(value);
  return value == 0 || (magnitude >= kSmallestExact && magnitude <= kLargestExact);
}

/// hi + lo is the exact result; hi is the rounded one.
struct ExactPair {
  double hi;
  double lo;
};
inline ExactPair sum_of(double a, double b) {
  const double hi = a + b;
  const double part_of_b = hi - a;
  return {hi, (a - (hi - part_of_b)) + (b - part_of_b)};
}
inline ExactPair product_of(double a, double b) {
  const double hi = a * b;
  return {hi, std::fma(a, b, -hi)};
}

constexpr int sign_of(double value) {
  return (value > 0) - (value < 0);
}

/// Sign of a*b - c*d, exactly: rounding is monotone, so the larger of two products never has the smaller
/// leading part. Requires a, b, c, d to be in range, or differences of two that are.
inline int sign_of_difference_of_products(double a, double b, double c, double d) {
  const double ab = a * b;
  const double cd = c * d;
  if (ab != cd) return ab > cd ? 1 : -1;
  return sign_of(std::fma(a, b, -ab) - std::fma(c, d, -cd));
}

/// A sum of at most kCapacity doubles. No constructor touches the terms.
class ExactSum {
 public:
  static constexpr std::size_t kCapacity = 64;
  /// Passes until sign() abstains. The tests need far fewer.
  static constexpr int kMaxPasses = 64;
  static constexpr int kUndecided = 2;

  void add(double term) {
    if (term != 0) terms_[size_++] = term;
  }
  void add_product(double a, double b) {
    const ExactPair product = product_of(a, b);
    add(product.lo);
    add(product.hi);
  }
  /// sign * cross(a, b); sign is +1 or -1.
  void add_cross(Vec2<double> a, Vec2<double> b, double sign) {
    add_product(sign * a.x, b.y);
    add_product(-sign * a.y, b.x);
  }
  void add_dot(Vec2<double> a, Vec2<double> b) {
    add_product(a.x, b.x);
    add_product(a.y, b.y);
  }

  /// -1, 0, +1, or kUndecided after kMaxPasses. The sum keeps its value.
  int sign() {
    for (int pass = 0; pass < kMaxPasses; ++pass) {
      if (size_ <= 1) return size_ == 0 ? 0 : sign_of(terms_[0]);
      const double rest = distil();
      // rest is the rounded sum of at most 63 magnitudes: low by less than a factor 1 + 2^-46.
      if (size_ > 0 && rest * (1 + 0x1p-40) < std::fabs(terms_[size_ - 1])) return sign_of(terms_[size_ - 1]);
    }
    return kUndecided;
  }

 private:
  /// One pass of error-free additions; zeros are dropped. Returns the sum of the magnitudes of all but the
  /// last term.
  double distil() {
    double total = terms_[0];
    double rest = 0;
    std::size_t kept = 0;
    for (std::size_t i = 1; i < size_; ++i) {
      const ExactPair sum = sum_of(total, terms_[i]);
      total = sum.hi;
      if (sum.lo != 0) {
        terms_[kept++] = sum.lo;
        rest += std::fabs(sum.lo);
      }
    }
    if (total != 0) {
      terms_[kept++] = total;
    } else if (kept > 0) {
      rest = std::fabs(terms_[kept - 1]) * 2;  // no leading term yet: another pass
    }
    size_ = kept;
    return rest;
  }

  double terms_[kCapacity];
  std::size_t size_ = 0;
};

/// Range of non-zero inputs in which sums of at most 2^8 products of four inputs, each a sum of at most
/// eight, are exact. Smallest: such a double is a multiple of 2^-267, so a product of four is one of 2^-1068.
/// Largest: the products are at most 2^(4 * 243), the sums below 2^981.
inline constexpr double kSmallestOfFour = 0x1p-215;
inline constexpr double kLargestOfFour = 0x1p+240;

inline bool in_range_of_four(double value) {
  const double magnitude = std::fabs(value);
  return value == 0 || (magnitude >= kSmallestOfFour && magnitude <= kLargestOfFour);
}

/// A number as a sum of doubles that do not overlap, growing in magnitude, none of them 0 (Shewchuk). Slower
/// to build than ExactSum but short, so that it can be multiplied; it has a sign at any time. No constructor
/// touches the terms.
class Expansion {
 public:
  static constexpr std::size_t kCapacity = 64;

  void add(double term) {
    if (term == 0 || overflown_) return;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < size_; ++i) {
      const ExactPair sum = sum_of(term, terms_[i]);
      term = sum.hi;
      if (sum.lo != 0) terms_[kept++] = sum.lo;
    }
    if (kept == kCapacity) {
      overflown_ = true;
      return;
    }
    if (term != 0) terms_[kept++] = term;
    size_ = kept;
  }
  /// Adds factor * a * b; factor is +1 or -1.
  void add_product(const Expansion& a, const Expansion& b, double factor) {
    overflown_ = overflown_ || a.overflown_ || b.overflown_;
    for (std::size_t i = 0; i < a.size_; ++i) {
      for (std::size_t j = 0; j < b.size_; ++j) {
        const ExactPair product = product_of(factor * a.terms_[i], b.terms_[j]);
        add(product.lo);
        add(product.hi);
      }
    }
  }

  /// -1, 0, +1, or ExactSum::kUndecided when the capacity was too small.
  int sign() const {
    if (overflown_) return ExactSum::kUndecided;
    return size_ == 0 ? 0 : sign_of(terms_[size_ - 1]);
  }

 private:
  double terms_[kCapacity];
  std::size_t size_ = 0;
  bool overflown_ = false;
};

}  // namespace touchstone::oracle
