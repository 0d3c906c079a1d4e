// Exact signs that build polytopes: orientations of four points of space and of three in a coordinate plane.
// A filter first, then expansions, then rationals; any finite coordinates.
#pragma once

#include <cmath>

#include "oracle/expansion3.hpp"

namespace touchstone::oracle {

/// |computed - exact| of the determinant of differences of doubles is at most 7 + 56h times h = 2^-53 of the
/// sum of the magnitudes of its products (Shewchuk 1997, o3derrboundA); 8 covers the rounding of that sum.
/// The floor covers underflow: a product of two differences loses less than 2^-1074 and meets a third below
/// 2^302.
inline constexpr double kOrientationShare = 8 * kHalfUlp;
inline constexpr double kOrientationFloor = 0x1p-700;
inline constexpr double kLargestFiltered = 0x1p+300;

/// Sign of det(u, v, w) = dot(cross(u, v), w).
int exact_sign_of_determinant(const VectorSum& u, const VectorSum& v, const VectorSum& w);
/// Sign of the coordinate of cross(u, v): 0 x, 1 y, 2 z.
int exact_sign_of_cross(const VectorSum& u, const VectorSum& v, int coordinate);
/// Sign of the coordinate of the sum.
int exact_sign_of_coordinate(const VectorSum& u, int coordinate);

inline VectorSum difference_of(const Vec3<double>& a, const Vec3<double>& b) {
  VectorSum sum;
  sum.add(a);
  sum.add(-b);
  return sum;
}

/// Sign of det(b - a, c - a, d - a): positive when d lies where a, b, c look counter-clockwise from.
inline int orientation(const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& c,
                       const Vec3<double>& d) {
  const Vec3<double> u = b - a;
  const Vec3<double> v = c - a;
  const Vec3<double> w = d - a;
  const double xy = u.x * v.y, yx = u.y * v.x;
  const double yz = u.y * v.z, zy = u.z * v.y;
  const double zx = u.z * v.x, xz = u.x * v.z;
  const double value = (yz - zy) * w.x + (zx - xz) * w.y + (xy - yx) * w.z;
  const double products = (std::fabs(yz) + std::fabs(zy)) * std::fabs(w.x) +
                          (std::fabs(zx) + std::fabs(xz)) * std::fabs(w.y) +
                          (std::fabs(xy) + std::fabs(yx)) * std::fabs(w.z);
  const double bound = kOrientationShare * products + kOrientationFloor;
  const double reach = std::fabs(w.x) + std::fabs(w.y) + std::fabs(w.z);
  if (std::fabs(value) > bound && reach < kLargestFiltered) return value > 0 ? 1 : -1;
  return exact_sign_of_determinant(difference_of(b, a), difference_of(c, a), difference_of(d, a));
}

}  // namespace touchstone::oracle
