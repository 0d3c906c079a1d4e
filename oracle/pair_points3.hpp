// The corners of two polytopes near each other, as doubles with one bound of their error, beside what they
// are exactly.
#pragma once

#include <vector>

#include "oracle/ball3.hpp"
#include "oracle/polytope3.hpp"

namespace touchstone::oracle {

/// Corners in coordinates relative to one point near both; three arrays.
struct CornerArrays {
  std::vector<double> x, y, z;

  int size() const { return static_cast<int>(x.size()); }
  Vec3<double> at(int i) const {
    const auto k = static_cast<std::size_t>(i);
    return {x[k], y[k], z[k]};
  }
};

/// Where corners are furthest along a direction, in doubles.
struct Extent {
  double low = 0, high = 0;
  int low_corner = 0, high_corner = 0;
};
Extent extent_of(const CornerArrays& corners, const Vec3<double>& direction);

/// A and B + shift; the polytopes outlive it. Reuse one object for many pairs.
class PairPoints3 {
 public:
  void assign(const Polytope& a, const Polytope& b, const Vec3<double>& shift);

  const Polytope& a() const { return *a_; }
  const Polytope& b() const { return *b_; }
  const Polytope& shape(bool of_b) const { return of_b ? *b_ : *a_; }
  const CornerArrays& corners_a() const { return corners_a_; }
  const CornerArrays& corners_b() const { return corners_b_; }
  const CornerArrays& corners(bool of_b) const { return of_b ? corners_b_ : corners_a_; }
  /// At least every |coordinate|, exact or of the arrays, and what each of these may be off.
  double reach() const { return reach_; }
  double error() const { return error_; }

  /// With h = 2^-53 the projections of the arrays on a vector n, three products, are off by |n|_1 (error + 4h
  /// reach) from those of the exact corners; the difference of two, itself rounded, by |n|_1 times this.
  double projection_error() const { return 2 * error_ + 10 * kHalfUlp * reach_; }

  /// Corner j of B (moved) minus corner i of A.
  BallVec3 between(int i, int j) const;
  VectorSum exact_between(int i, int j) const;
  /// From one corner to another of A or B, all of it.
  BallVec3 step(bool of_b, int from, int to) const;

  /// Every product of six differences is exact.
  bool in_range_of_six() const { return in_range_of_six_; }

 private:
  const Polytope* a_ = nullptr;
  const Polytope* b_ = nullptr;
  Vec3<double> shift_{};
  CornerArrays corners_a_, corners_b_;
  double reach_ = 0, error_ = 0;
  bool in_range_of_six_ = false;
};

}  // namespace touchstone::oracle
