// Convex shapes of space as their support mapping, for the algorithms that ask nothing else (gjk3.hpp,
// epa3.hpp, mpr.hpp), and three wrappers: transformed, inflated, difference.
//
// Source of the form: J. Rouwe, Jolt Physics, Geometry/ConvexSupport.h. Deviations: a ball around the shape
// stays apart as its radius; a corner found by climbing is decided exactly.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstdint>

#include <touchstone/exact_sign3.hpp>
#include <touchstone/polytope3.hpp>
#include <touchstone/shapes3.hpp>

namespace touchstone {

/// A shape is a core and a ball: all points within radius() of the core. Of the core, support(n) is a point
/// farthest along n, which is not zero and of any length; center() is near its middle; middle() is one of its
/// points, in its interior if it has one. No |coordinate| of the shape, and no radius, is larger than
/// reach(). kIsPolytope: the supports are corners of a polytope, so there are finitely many.
template <class Shape>
concept ConvexSupport3 = requires(const Shape& shape, const Vec3<double>& n) {
  { shape.support(n) } -> std::same_as<Vec3<double>>;
  { shape.center() } -> std::same_as<Vec3<double>>;
  { shape.middle() } -> std::same_as<Vec3<double>>;
  { shape.reach() } -> std::same_as<double>;
  { shape.radius() } -> std::same_as<double>;
  { Shape::kIsPolytope } -> std::convertible_to<bool>;
};

inline double largest_coordinate(const Vec3<double>& v) {
  return std::max({std::fabs(v.x), std::fabs(v.y), std::fabs(v.z)});
}

/// Polytopes with no more corners are scanned, others climbed.
inline constexpr std::int32_t kScannedCorners = 24;

/// Error of the floating-point dot(n, p - q), relative to the sum of the magnitudes of its terms: a rounding
/// of the difference, one of the product, two of the sums, one of the bound; the next power of two.
inline constexpr double kHeightDifferenceBound = 8 * kRounding;

/// Sign of dot(n, p - q), exactly for every p, q and n in range.
inline int compare_heights(const Vec3<double>& n, const Vec3<double>& p, const Vec3<double>& q) {
  const double x = n.x * (p.x - q.x), y = n.y * (p.y - q.y), z = n.z * (p.z - q.z);
  const double value = x + y + z;
  const double bound = kHeightDifferenceBound * (std::fabs(x) + std::fabs(y) + std::fabs(z));
  if (value > bound) return 1;
  if (-value > bound) return -1;
  return bound == 0 ? 0 : dot(exact(n), exact_difference(p, q)).sign();
}

/// A valid polytope, which must outlive this. Cost: a product sum a corner for few of them; for many, some
/// hops along edges from the corner found last. Climbing ends in a corner with no higher neighbour, exactly,
/// and so with no higher corner at all: plateaus and slopes below rounding do not stop it.
class PolytopeSupport3 {
 public:
  static constexpr bool kIsPolytope = true;
  explicit PolytopeSupport3(const PolytopeView& view) : view_(view) {}

  std::int32_t corner(const Vec3<double>& n) const {
    return view_.corner_count <= kScannedCorners ? scan(n) : climb(n);
  }
  Vec3<double> support(const Vec3<double>& n) const { return view_.corners[corner(n)]; }
  Vec3<double> center() const { return view_.box.min * 0.5 + view_.box.max * 0.5; }
  Vec3<double> middle() const {
    Vec3<double> sum = view_.corners[0];
    for (std::int32_t k = 1; k < view_.corner_count; ++k) sum = sum + view_.corners[k];
    return sum * (1.0 / view_.corner_count);
  }
  double reach() const {
    return std::max(largest_coordinate(view_.box.min), largest_coordinate(view_.box.max));
  }
  double radius() const { return 0; }
  const PolytopeView& view() const { return view_; }

 private:
  std::int32_t scan(const Vec3<double>& n) const {
    std::int32_t best = 0;
    double best_height = dot(n, view_.corners[0]);
    for (std::int32_t k = 1; k < view_.corner_count; ++k) {
      const double height = dot(n, view_.corners[k]);
      best = height > best_height ? k : best;
      best_height = std::max(best_height, height);
    }
    return best;
  }
  /// In floating point each hop raises the rounded height, after that each the exact one: no corner comes
  /// twice.
  std::int32_t climb(const Vec3<double>& n) const {
    std::int32_t at = last_;
    for (std::int32_t next = at; next >= 0; next = higher_rounded(n, at)) at = next;
    for (std::int32_t next = at; next >= 0; next = higher_exactly(n, at)) at = next;
    last_ = at;
    return at;
  }
  std::int32_t higher_rounded(const Vec3<double>& n, std::int32_t at) const {
    std::int32_t best = -1;
    double best_height = dot(n, view_.corners[at]);
    for (std::int32_t k = view_.neighbour_first[at]; k < view_.neighbour_first[at + 1]; ++k) {
      const double height = dot(n, view_.corners[view_.neighbours[k]]);
      best = height > best_height ? view_.neighbours[k] : best;
      best_height = std::max(best_height, height);
    }
    return best;
  }
  std::int32_t higher_exactly(const Vec3<double>& n, std::int32_t at) const {
    for (std::int32_t k = view_.neighbour_first[at]; k < view_.neighbour_first[at + 1]; ++k) {
      const std::int32_t neighbour = view_.neighbours[k];
      if (compare_heights(n, view_.corners[neighbour], view_.corners[at]) > 0) return neighbour;
    }
    return -1;
  }

  const PolytopeView& view_;
  mutable std::int32_t last_ = 0;
};

/// Corners are rounded: each coordinate errs by 3 roundings.
struct ObbSupport3 {
  static constexpr bool kIsPolytope = true;
  Obb3<double> box;

  Vec3<double> support(const Vec3<double>& n) const {
    Vec3<double> corner = box.center;
    for (const Vec3<double>& h : box.half_axes) corner = dot(h, n) < 0 ? corner - h : corner + h;
    return corner;
  }
  Vec3<double> center() const { return box.center; }
  Vec3<double> middle() const { return box.center; }
  double reach() const {
    Vec3<double> far{std::fabs(box.center.x), std::fabs(box.center.y), std::fabs(box.center.z)};
    for (const Vec3<double>& h : box.half_axes)
      far = far + Vec3<double>{std::fabs(h.x), std::fabs(h.y), std::fabs(h.z)};
    return largest_coordinate(far);
  }
  double radius() const { return 0; }
};

/// A point; with a ball around it a sphere.
struct PointSupport3 {
  static constexpr bool kIsPolytope = true;
  Vec3<double> at;
  double ball = 0;

  Vec3<double> support(const Vec3<double>&) const { return at; }
  Vec3<double> center() const { return at; }
  Vec3<double> middle() const { return at; }
  double reach() const { return std::max(largest_coordinate(at), ball); }
  double radius() const { return ball; }
};

/// A segment; with a ball around it a capsule.
struct SegmentSupport3 {
  static constexpr bool kIsPolytope = true;
  Vec3<double> from;
  Vec3<double> to;
  double ball = 0;

  Vec3<double> support(const Vec3<double>& n) const { return dot(n, to - from) > 0 ? to : from; }
  Vec3<double> center() const { return from * 0.5 + to * 0.5; }
  Vec3<double> middle() const { return center(); }
  double reach() const { return std::max({largest_coordinate(from), largest_coordinate(to), ball}); }
  double radius() const { return ball; }
};

inline PointSupport3 support_of(const Point3<double>& p) {
  return {p.at};
}
inline SegmentSupport3 support_of(const Segment3<double>& s) {
  return {s.from, s.to};
}
inline PointSupport3 support_of(const Sphere3<double>& s) {
  return {s.center, s.radius};
}
inline SegmentSupport3 support_of(const Capsule3<double>& c) {
  return {c.from, c.to, c.radius};
}
inline ObbSupport3 support_of(const Obb3<double>& box) {
  return {box};
}
inline PolytopeSupport3 support_of(const PolytopeView& view) {
  return PolytopeSupport3(view);
}

/// A valid solid cylinder. A support lies within kCylinderSupportBound of it.
class CylinderSupport3 {
 public:
  static constexpr bool kIsPolytope = false;
  explicit CylinderSupport3(const Cylinder3<double>& cylinder)
      : cylinder_(cylinder), axis_(cylinder.to - cylinder.from) {
    const Vec3<double> axis = axis_ * (1 / length(axis_));
    // The unit vector least along the axis gives the best conditioned perpendicular.
    const double x = std::fabs(axis.x), y = std::fabs(axis.y), z = std::fabs(axis.z);
    const Vec3<double> least =
        x <= y && x <= z ? Vec3<double>{1, 0, 0} : (y <= z ? Vec3<double>{0, 1, 0} : Vec3<double>{0, 0, 1});
    const Vec3<double> across = cross(axis, least);
    across_[0] = across * (1 / length(across));
    across_[1] = cross(axis, across_[0]);
  }

  /// On the rim, also where n lies along the axis: a combination of two vectors across the axis, however
  /// small n's part across it.
  Vec3<double> support(const Vec3<double>& n) const {
    const Vec3<double>& end = dot(n, axis_) > 0 ? cylinder_.to : cylinder_.from;
    const double u = dot(n, across_[0]), v = dot(n, across_[1]);
    const double size = std::sqrt(u * u + v * v);
    if (!(size > 0)) return end + across_[0] * cylinder_.radius;
    const double scale = cylinder_.radius / size;
    return end + (across_[0] * (u * scale) + across_[1] * (v * scale));
  }
  Vec3<double> center() const { return cylinder_.from * 0.5 + cylinder_.to * 0.5; }
  Vec3<double> middle() const { return center(); }
  double reach() const {
    return std::max(largest_coordinate(cylinder_.from), largest_coordinate(cylinder_.to)) + cylinder_.radius;
  }
  double radius() const { return 0; }

 private:
  Cylinder3<double> cylinder_;
  Vec3<double> axis_;
  Vec3<double> across_[2];
};
/// In units of kRounding times reach(): the two vectors across err by 7 roundings together, their combination
/// by 6, the sum with the end by 1 in each coordinate.
inline constexpr double kCylinderSupportBound = 14;

inline CylinderSupport3 support_of(const Cylinder3<double>& cylinder) {
  return CylinderSupport3(cylinder);
}

}  // namespace touchstone
