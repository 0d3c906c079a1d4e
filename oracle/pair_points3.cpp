#include "oracle/pair_points3.hpp"

#include <algorithm>
#include <cmath>

namespace touchstone::oracle {
namespace {

double largest_of(const Vec3<double>& v) {
  return std::max({std::fabs(v.x), std::fabs(v.y), std::fabs(v.z)});
}

bool is_in_range_of_six(double value) {
  const double magnitude = std::fabs(value);
  return value == 0 || (magnitude >= kSmallestOfSix && magnitude <= kLargestOfSix);
}

// Returns the largest magnitude of a partial sum. Corners that are sums are summed anew, so that their error
// is one of their distance from here, not from where their coordinates count from.
double fill(const Polytope& shape, const Vec3<double>& origin, const Vec3<double>& shift,
            CornerArrays& corners) {
  const auto n = static_cast<std::size_t>(shape.corner_count());
  corners.x.resize(n);
  corners.y.resize(n);
  corners.z.resize(n);
  double largest = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const CornerSum sum = shape.exact_corner(static_cast<int>(i));
    Vec3<double> p = sum.terms[0] - origin;
    for (int k = 1; k < sum.count; ++k) {
      largest = std::max(largest, largest_of(p));
      p = p + sum.terms[k];
    }
    largest = std::max(largest, largest_of(p));
    p = p + shift;
    largest = std::max(largest, largest_of(p));
    corners.x[i] = p.x;
    corners.y[i] = p.y;
    corners.z[i] = p.z;
  }
  return largest;
}

void add_corner(const CornerSum& corner, double factor, VectorSum& sum) {
  for (int i = 0; i < corner.count; ++i) sum.add(corner.terms[i] * factor);
}

}  // namespace

Extent extent_of(const CornerArrays& corners, const Vec3<double>& direction) {
  const double* x = corners.x.data();
  const double* y = corners.y.data();
  const double* z = corners.z.data();
  const double first = direction.x * x[0] + direction.y * y[0] + direction.z * z[0];
  Extent extent{first, first, 0, 0};
  for (int i = 1; i < corners.size(); ++i) {
    const double height = direction.x * x[i] + direction.y * y[i] + direction.z * z[i];
    if (height < extent.low) {
      extent.low = height;
      extent.low_corner = i;
    }
    if (height > extent.high) {
      extent.high = height;
      extent.high_corner = i;
    }
  }
  return extent;
}

void PairPoints3::assign(const Polytope& a, const Polytope& b, const Vec3<double>& shift) {
  a_ = &a;
  b_ = &b;
  shift_ = shift;
  const Vec3<double> origin = a.corner(0);
  const double largest = std::max(fill(a, origin, {}, corners_a_), fill(b, origin, shift, corners_b_));
  // At most five roundings, each by half an ulp of a partial sum.
  error_ = 6 * kHalfUlp * largest;
  reach_ = largest * (1 + 0x1p-40);
  in_range_of_six_ = a.in_range_of_six() && b.in_range_of_six() && is_in_range_of_six(shift.x) &&
                     is_in_range_of_six(shift.y) && is_in_range_of_six(shift.z);
}

VectorSum PairPoints3::exact_between(int i, int j) const {
  VectorSum sum;
  add_corner(b_->exact_corner(j), 1, sum);
  add_corner(a_->exact_corner(i), -1, sum);
  if (shift_ != Vec3<double>{}) sum.add(shift_);
  return sum;
}

BallVec3 PairPoints3::between(int i, int j) const {
  return ball_of(exact_between(i, j));
}

BallVec3 PairPoints3::step(bool of_b, int from, int to) const {
  const BallVec3 exact = ball_of(shape(of_b).exact_step(from, to));
  return exact * to_ball(shape(of_b).step_factor());
}

}  // namespace touchstone::oracle
