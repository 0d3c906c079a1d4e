// Signs of the difference of two polytopes that are certain in floating point: GJK and MPR decide the
// relation by them alone.
#pragma once

#include <algorithm>
#include <cmath>

#include <touchstone/exact_sign.hpp>
#include <touchstone/polytope3.hpp>
#include <touchstone/support3.hpp>
#include <touchstone/support_wrappers3.hpp>

namespace touchstone::detail {

class CertainSigns3 {
 public:
  CertainSigns3(const PolytopeView& a, const PolytopeView& b)
      : corner_error_(a.corner_error + b.corner_error) {
    const auto far = [](double low, double high) { return std::max(std::fabs(low), std::fabs(high)); };
    far_ = {far(a.box.min.x, a.box.max.x) + far(b.box.min.x, b.box.max.x),
            far(a.box.min.y, a.box.max.y) + far(b.box.min.y, b.box.max.y),
            far(a.box.min.z, a.box.max.z) + far(b.box.min.z, b.box.max.z)};
    middle_error_ = (a.corner_count + b.corner_count + 4) * kRounding * largest_coordinate(far_);
  }

  /// True: the polytopes are apart along n. p is the support along n as computed. The height of the highest
  /// corners as computed errs by three roundings of each product sum, one more where they are subtracted, and
  /// the corners' own errors; a higher corner may have been computed lower by as much.
  bool are_apart(const Vec3<double>& n, const DifferencePoint3& p) const {
    const double along = std::fabs(n.x) * far_.x + std::fabs(n.y) * far_.y + std::fabs(n.z) * far_.z;
    const double bound =
        16 * kRounding * along + 4 * corner_error_ * (std::fabs(n.x) + std::fabs(n.y) + std::fabs(n.z));
    return dot(n, p.on_a) - dot(n, p.on_b) < -bound;
  }

  /// True: the origin is in the interior of the tetrahedron of the exact points: differences of corners, or,
  /// with from_middle, one of them the difference of the polytopes' middles. Each coordinate of a point errs
  /// by at most d = kRounding w + corner_error, w the largest, a middle by (corners + 1) kRounding more: the
  /// roundings of its sum; of an edge by g = 2 d + 2 kRounding w, with edges of at most 2 w. A determinant of
  /// three vectors of coordinates up to s, each erring by up to g, errs by at most 6 (3 s^2 g + ...) and 6 *
  /// 7 roundings of s^3; with s <= 2 w and g <= s / 16 below the bound.
  bool encloses(const Vec3<double> (&p)[4], bool from_middle = false) const {
    double w = 0;
    for (const Vec3<double>& q : p) w = std::max(w, largest_coordinate(q));
    const double s = 2 * w;
    const double g = 4 * kRounding * s + 2 * (corner_error_ + (from_middle ? middle_error_ : 0));
    if (!(g <= s / 16)) return false;
    const double bound = 24 * s * s * g + 64 * kRounding * s * s * s;
    const auto height = [&](int i, int j, int k, const Vec3<double>& q) {
      return dot(cross(p[j] - p[i], p[k] - p[i]), q - p[i]);
    };
    const double volume = height(0, 1, 2, p[3]);
    const double sign = volume > 0 ? 1 : -1;
    return sign * volume > bound && sign * height(0, 1, 2, {}) > bound &&
           sign * height(0, 3, 1, {}) > bound && sign * height(1, 3, 2, {}) > bound &&
           sign * height(2, 3, 0, {}) > bound;
  }

 private:
  double corner_error_;
  Vec3<double> far_;
  double middle_error_;
};

}  // namespace touchstone::detail
