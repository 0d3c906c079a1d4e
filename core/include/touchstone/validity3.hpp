// Valid shapes of space, ready for queries: checked(shape) decides validity once, exactly.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <touchstone/checked3.hpp>
#include <touchstone/corners3.hpp>
#include <touchstone/exact_sign3.hpp>
#include <touchstone/hull3.hpp>
#include <touchstone/shapes3.hpp>

namespace touchstone {
namespace detail {

template <class T>
constexpr Vec3<double> widened(const Vec3<T>& v) {
  return {double{v.x}, double{v.y}, double{v.z}};
}

/// Makes one Checked3: numbers first (finite()), then what the shape demands (require()), then in_range(),
/// then one of the setters. The first that fails decides status and reason.
class Check3 {
 public:
  /// smallest: of the scalar; the smallest non-zero |number| in range.
  explicit Check3(double smallest) : smallest_(smallest) {}

  Checked3 take() { return std::move(result_); }

  template <class T>
  void operator()(const Point3<T>& shape) {
    const Vec3<double> at = widened(shape.at);
    if (finite(at, "at: not finite") && in_range()) set_segment(at, at);
  }
  template <class T>
  void operator()(const Segment3<T>& shape) {
    const Vec3<double> from = widened(shape.from), to = widened(shape.to);
    if (finite_ends(from, to) && in_range()) set_segment(from, to);
  }
  template <class T>
  void operator()(const Aabb3<T>& shape) {
    const Aabb3<double> box{widened(shape.min), widened(shape.max)};
    if (finite(box.min, "min: not finite") && finite(box.max, "max: not finite") &&
        require(box.min.x <= box.max.x && box.min.y <= box.max.y && box.min.z <= box.max.z, "min > max") &&
        in_range()) {
      set_box(box);
    }
  }
  template <class T>
  void operator()(const Obb3<T>& shape) {
    const Obb3<double> obb{
        widened(shape.center),
        {widened(shape.half_axes[0]), widened(shape.half_axes[1]), widened(shape.half_axes[2])}};
    bool good = finite(obb.center, "center: not finite");
    for (const Vec3<double>& half_axis : obb.half_axes)
      good = good && finite(half_axis, "half_axes: not finite");
    if (good && in_range()) set_obb(obb);
  }
  template <class T>
  void operator()(const Triangle3<T>& shape) {
    const Vec3<double> points[3] = {widened(shape.points[0]), widened(shape.points[1]),
                                    widened(shape.points[2])};
    bool good = true;
    for (const Vec3<double>& p : points) good = good && finite(p, "points: not finite");
    if (good && in_range()) set_triangle(points);
  }
  template <class T>
  void operator()(const Hull3<T>& shape) {
    bool good = require(!shape.points.empty(), "points: none");
    for (std::size_t k = 0; good && k < shape.points.size(); ++k)
      good = finite(widened(shape.points[k]), "points: not finite");
    if (!good || !in_range()) return;
    if constexpr (std::is_same_v<T, double>) {
      result_.hull_.assign(shape.points);
    } else {
      std::vector<Vec3<double>> points;
      for (const Vec3<T>& p : shape.points) points.push_back(widened(p));
      result_.hull_.assign(points);
    }
    set_hull();
  }
  template <class T>
  void operator()(const Sphere3<T>& shape) {
    const Vec3<double> center = widened(shape.center);
    const double radius{shape.radius};
    if (finite(center, "center: not finite") && valid_radius(radius) && in_range()) {
      set_segment(center, center);
      set_ball(Checked3::Form::sphere, radius);
    }
  }
  template <class T>
  void operator()(const Capsule3<T>& shape) {
    const Vec3<double> from = widened(shape.from), to = widened(shape.to);
    const double radius{shape.radius};
    if (finite_ends(from, to) && valid_radius(radius) && in_range()) {
      set_segment(from, to);
      set_ball(from == to ? Checked3::Form::sphere : Checked3::Form::capsule, radius);
    }
  }
  template <class T>
  void operator()(const Cylinder3<T>& shape) {
    const Vec3<double> from = widened(shape.from), to = widened(shape.to);
    const double radius{shape.radius};
    if (finite_ends(from, to) && valid_radius(radius) &&
        require(from != to, "from and to are equal: a cylinder needs an axis") && in_range()) {
      set_segment(from, to);
      set_cylinder(radius);
    }
  }
  template <class T>
  void operator()(const Plane3<T>& shape) {
    const Vec3<double> normal = widened(shape.normal);
    const double offset{shape.offset};
    if (finite(normal, "normal: not finite") && finite(offset, "offset: not finite") &&
        require(normal != Vec3<double>{}, "normal: zero") && in_range()) {
      result_.obb_.center = normal;
      result_.offset_ = offset;
      result_.largest_coordinate = std::fabs(offset) / length(normal);
      accept(Checked3::Form::plane);
    }
  }
  template <class T>
  void operator()(const Ray3<T>& shape) {
    const Vec3<double> origin = widened(shape.origin), direction = widened(shape.direction);
    if (finite(origin, "origin: not finite") && finite(direction, "direction: not finite") &&
        require(direction != Vec3<double>{}, "direction: zero") && in_range()) {
      result_.obb_.center = origin;
      result_.obb_.half_axes[0] = direction;
      result_.largest_coordinate = std::max({std::fabs(origin.x), std::fabs(origin.y), std::fabs(origin.z)});
      accept(Checked3::Form::ray);
    }
  }

 private:
  bool require(bool good, const char* reason) {
    if (!good) {
      result_.status = Status::invalid_input;
      result_.reason = reason;
    }
    return good;
  }
  bool finite(double value, const char* reason) {
    const double magnitude = std::fabs(value);
    too_large_ |= magnitude > kLargestCoordinate3;
    too_small_ |= magnitude < smallest_ && magnitude != 0;
    return require(magnitude <= std::numeric_limits<double>::max(), reason);  // false for NaN too
  }
  bool finite(const Vec3<double>& v, const char* reason) {
    return finite(v.x, reason) && finite(v.y, reason) && finite(v.z, reason);
  }
  bool finite_ends(const Vec3<double>& from, const Vec3<double>& to) {
    return finite(from, "from: not finite") && finite(to, "to: not finite");
  }
  bool valid_radius(double radius) {
    return finite(radius, "radius: not finite") && require(radius >= 0, "radius < 0");
  }
  bool in_range() {
    if (!too_large_ && !too_small_) return true;
    result_.status = Status::out_of_range;
    result_.reason = too_large_ ? "a number is too large to be exact" : "a number is too small to be exact";
    return false;
  }
  void accept(Checked3::Form form) {
    result_.status = Status::ok;
    result_.reason = "";
    result_.form = form;
  }
  void accept_with_box(Checked3::Form form) {
    accept(form);
    for (const auto at : kCoordinates) {
      result_.largest_coordinate = std::max(
          {result_.largest_coordinate, std::fabs(result_.box.min.*at), std::fabs(result_.box.max.*at)});
    }
  }

  void set_segment(const Vec3<double>& from, const Vec3<double>& to);
  void set_box(const Aabb3<double>& box);
  void set_triangle(const Vec3<double> (&points)[3]);
  void set_hull();
  void set_obb(const Obb3<double>& obb);
  void set_obb_corner(int k, std::uint8_t signs);
  void set_ball(Checked3::Form form, double radius);
  void set_cylinder(double radius);

  Checked3 result_;
  double smallest_;
  bool too_large_ = false;
  bool too_small_ = false;
};

inline void Check3::set_segment(const Vec3<double>& from, const Vec3<double>& to) {
  result_.corners_[0] = from;
  result_.corners_[1] = to;
  result_.count_ = from == to ? 1 : 2;
  int differing = 0;
  for (const auto at : kCoordinates) {
    result_.box.min.*at = std::min(from.*at, to.*at);
    result_.box.max.*at = std::max(from.*at, to.*at);
    differing += from.*at != to.*at ? 1 : 0;
  }
  accept_with_box(differing <= 1 ? Checked3::Form::aabb : Checked3::Form::polytope);
}

inline void Check3::set_box(const Aabb3<double>& box) {
  int flat = -1;  // the last coordinate without extent
  int extents = 0;
  for (int i = 0; i < 3; ++i) {
    const bool extended = box.min.*kCoordinates[i] < box.max.*kCoordinates[i];
    extents += extended ? 1 : 0;
    if (!extended) flat = i;
  }
  if (extents < 2) {
    set_segment(box.min, box.max);
    return;
  }
  // In space corner k is at the maximum of coordinate i where bit i of k is set; a rectangle goes round.
  const auto next = static_cast<unsigned>((flat + 1) % 3), last = static_cast<unsigned>((flat + 2) % 3);
  const unsigned around[4] = {0, 1U << next, 1U << next | 1U << last, 1U << last};
  result_.count_ = extents == 3 ? 8 : 4;
  for (unsigned k = 0; k < static_cast<unsigned>(result_.count_); ++k) {
    const unsigned ends = extents == 3 ? k : around[k];
    for (unsigned i = 0; i < 3; ++i) {
      result_.corners_[k].*kCoordinates[i] = ((ends >> i & 1) != 0 ? box.max : box.min).*kCoordinates[i];
    }
  }
  result_.box = box;
  accept_with_box(Checked3::Form::aabb);
}

inline void Check3::set_triangle(const Vec3<double> (&points)[3]) {
  if (are_collinear(points[0], points[1], points[2])) {
    const auto ends = std::minmax_element(points, points + 3, lexicographically_before);
    set_segment(*ends.first, *ends.second);
    return;
  }
  result_.count_ = 3;
  std::copy(points, points + 3, result_.corners_);
  for (const auto at : kCoordinates) {
    result_.box.min.*at = std::min({points[0].*at, points[1].*at, points[2].*at});
    result_.box.max.*at = std::max({points[0].*at, points[1].*at, points[2].*at});
  }
  accept_with_box(Checked3::Form::polytope);
}

inline void Check3::set_hull() {
  const PolytopeView hull = result_.hull_.view();
  const bool box = is_box(hull);
  if (box || hull.dimension < 2) {
    const Aabb3<double> bounds = hull.box;
    const Vec3<double> from = hull.corners[0], to = hull.corners[hull.corner_count - 1];
    result_.hull_ = {};
    box ? set_box(bounds) : set_segment(from, to);
    return;
  }
  result_.box = hull.box;
  accept_with_box(Checked3::Form::polytope);
}

/// Corner k, rounded, and what it adds to box and corner_error_.
inline void Check3::set_obb_corner(int k, std::uint8_t signs) {
  result_.signs_[k] = signs;
  for (const auto at : kCoordinates) {
    double parts[3];
    for (int i = 0; i < 3; ++i) {
      const double part = result_.obb_.half_axes[i].*at;
      parts[i] = (signs >> i & 1) != 0 ? part : -part;
    }
    const RoundedSum sum = rounded_sum(result_.obb_.center.*at, parts);
    result_.corners_[k].*at = sum.value;
    result_.corner_error_ = std::max(result_.corner_error_, std::fabs(sum.lost) * (1 + 16 * kRounding));
    result_.box.min.*at = std::min(result_.box.min.*at, sum.below());
    result_.box.max.*at = std::max(result_.box.max.*at, sum.above());
  }
}

inline void Check3::set_obb(const Obb3<double>& obb) {
  result_.obb_ = obb;
  result_.box = {{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};
  const int turn = orientation(Vec3<double>{}, obb.half_axes[0], obb.half_axes[1], obb.half_axes[2]);
  if (turn != 0) {
    result_.count_ = 8;
    result_.mirrored_ = turn < 0;
    for (int k = 0; k < 8; ++k) set_obb_corner(k, static_cast<std::uint8_t>(k));
    accept_with_box(Checked3::Form::obb);
    return;
  }
  const FlatObbCorners flat = flat_obb_corners(obb.half_axes);
  result_.count_ = static_cast<std::int8_t>(flat.count);
  for (int k = 0; k < flat.count; ++k) set_obb_corner(k, flat.signs[k]);
  const bool box = result_.corner_error_ == 0 && is_box(result_.polytope());
  accept_with_box(box ? Checked3::Form::aabb : Checked3::Form::polytope);
}

/// Grows the segment to all within the radius; a radius of zero changes nothing.
inline void Check3::set_ball(Checked3::Form form, double radius) {
  if (radius == 0) return;
  for (const auto at : kCoordinates) {
    result_.box.min.*at = sum_below(result_.box.min.*at, -radius);
    result_.box.max.*at = sum_above(result_.box.max.*at, radius);
  }
  result_.radius = radius;
  accept_with_box(form);
}

/// A disc reaches radius * sqrt(1 - share^2) along a coordinate of which its unit normal has that share.
/// Rounding: each difference, square, sum, quotient, root and product adds one to what it works on, or halves
/// (root): below 8 kRounding altogether.
inline void Check3::set_cylinder(double radius) {
  if (radius == 0) return;
  constexpr double kUpwards = 1 + 16 * kRounding;
  const Vec3<double> axis = result_.corners_[1] - result_.corners_[0];
  const Vec3<double> sq{axis.x * axis.x, axis.y * axis.y, axis.z * axis.z};
  const Vec3<double> across{sq.y + sq.z, sq.x + sq.z, sq.x + sq.y};
  for (const auto at : kCoordinates) {
    const double share = std::sqrt(across.*at / (across.*at + sq.*at));
    const double reach = std::min(radius, radius * share * kUpwards);
    result_.box.min.*at = sum_below(result_.box.min.*at, -reach);
    result_.box.max.*at = sum_above(result_.box.max.*at, reach);
  }
  result_.radius = radius;
  accept_with_box(Checked3::Form::cylinder);
}

/// Every float is in range: see kSmallestCoordinate3.
template <class T, class Shape>
Checked3 checked_as(const Shape& shape) {
  Check3 check(std::is_same_v<T, float> ? 0 : kSmallestCoordinate3);
  check(shape);
  return check.take();
}

}  // namespace detail

/// The shape with its status: ok; invalid_input (a NaN or an infinity, min > max, a negative radius, a
/// cylinder without axis, a hull of no points, a normal or direction of zero); out_of_range (valid, but a
/// non-zero number is smaller or larger than the core is exact for). Flat shapes become what they are,
/// decided exactly: a triangle or a hull a segment or a point, a ball of radius zero its centre or segment,
/// an OBB with dependent half axes a parallelogram, a hexagon, a segment or a point. Nothing of the caller's
/// is kept. Cost: constant and without allocation, but for hulls: see ConvexHull.
template <class T>
Checked3 checked(const Point3<T>& shape) {
  return detail::checked_as<T>(shape);
}
template <class T>
Checked3 checked(const Segment3<T>& shape) {
  return detail::checked_as<T>(shape);
}
template <class T>
Checked3 checked(const Aabb3<T>& shape) {
  return detail::checked_as<T>(shape);
}
template <class T>
Checked3 checked(const Obb3<T>& shape) {
  return detail::checked_as<T>(shape);
}
template <class T>
Checked3 checked(const Triangle3<T>& shape) {
  return detail::checked_as<T>(shape);
}
template <class T>
Checked3 checked(const Hull3<T>& shape) {
  return detail::checked_as<T>(shape);
}
template <class T>
Checked3 checked(const Sphere3<T>& shape) {
  return detail::checked_as<T>(shape);
}
template <class T>
Checked3 checked(const Capsule3<T>& shape) {
  return detail::checked_as<T>(shape);
}
template <class T>
Checked3 checked(const Cylinder3<T>& shape) {
  return detail::checked_as<T>(shape);
}
template <class T>
Checked3 checked(const Plane3<T>& shape) {
  return detail::checked_as<T>(shape);
}
template <class T>
Checked3 checked(const Ray3<T>& shape) {
  return detail::checked_as<T>(shape);
}
template <class T>
Checked3 checked(const Shape3<T>& shape) {
  return std::visit([](const auto& s) { return checked(s); }, shape);
}

}  // namespace touchstone
