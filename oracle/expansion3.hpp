// Vectors of space as expansions, and signs of sums of products of vector sums: the second tier in space.
#pragma once

#include "oracle/expansion.hpp"

namespace touchstone::oracle {

/// Range of non-zero inputs in which products of three inputs, each a sum of few, are exact. Smallest: such a
/// double is a multiple of 2^-352, so a product of three is one of 2^-1056. Largest: products are at most
/// 2^900.
inline constexpr double kSmallestOfThree = 0x1p-300;
inline constexpr double kLargestOfThree = 0x1p+300;
/// The same for products of six: multiples of 2^-(6 * 167) = 2^-1002; at most 2^900, and sums of 2^60 of them
/// are in range.
inline constexpr double kSmallestOfSix = 0x1p-115;
inline constexpr double kLargestOfSix = 0x1p+150;

/// A vector as an unevaluated sum of vectors.
struct VectorSum {
  /// Two corners of OBBs and a shift.
  static constexpr int kCapacity = 10;
  Vec3<double> terms[kCapacity];
  int count = 0;

  void add(const Vec3<double>& term) { terms[count++] = term; }
  void add(const VectorSum& other, double factor) {
    for (int i = 0; i < other.count; ++i) add(other.terms[i] * factor);
  }
};

struct ExpansionVec3 {
  Expansion x, y, z;

  ExpansionVec3() = default;
  explicit ExpansionVec3(const VectorSum& sum) {
    for (int i = 0; i < sum.count; ++i) add(sum.terms[i]);
  }
  void add(const Vec3<double>& term) {
    x.add(term.x);
    y.add(term.y);
    z.add(term.z);
  }
  /// Requires that no sign is undecided.
  bool is_zero() const { return x.sign() == 0 && y.sign() == 0 && z.sign() == 0; }
  bool is_undecided() const {
    return x.sign() == ExactSum::kUndecided || y.sign() == ExactSum::kUndecided ||
           z.sign() == ExactSum::kUndecided;
  }
};

/// total += factor * dot(a, b); factor is +1 or -1.
inline void add_dot(const ExpansionVec3& a, const ExpansionVec3& b, double factor, Expansion& total) {
  total.add_product(a.x, b.x, factor);
  total.add_product(a.y, b.y, factor);
  total.add_product(a.z, b.z, factor);
}
/// total += cross(a, b).
inline void add_cross(const ExpansionVec3& a, const ExpansionVec3& b, ExpansionVec3& total) {
  total.x.add_product(a.y, b.z, 1);
  total.x.add_product(a.z, b.y, -1);
  total.y.add_product(a.z, b.x, 1);
  total.y.add_product(a.x, b.z, -1);
  total.z.add_product(a.x, b.y, 1);
  total.z.add_product(a.y, b.x, -1);
}
/// Sign of dot(a, b), or ExactSum::kUndecided.
inline int sign_of_dot(const ExpansionVec3& a, const ExpansionVec3& b) {
  Expansion total;
  add_dot(a, b, 1, total);
  return total.sign();
}

}  // namespace touchstone::oracle
