// A shape after its check: what checked(shape) of validity.hpp decides once, and what every query needs to
// know.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <variant>

#include <touchstone/answers.hpp>
#include <touchstone/exact_sign.hpp>
#include <touchstone/shapes2.hpp>
#include <touchstone/support.hpp>

namespace touchstone {

/// Range of |coordinate| (and |half axis component|) in which the core is exact; zero is always in range.
/// double: see kLargestCoordinate. float: predicates convert to double, where every finite float is in range;
/// the limit keeps corner sums and differences of corners finite as floats (three times it, times two, is
/// below 2^128).
template <class T>
inline constexpr T kLargestCoordinateOf = static_cast<T>(kLargestCoordinate);
template <>
inline constexpr float kLargestCoordinateOf<float> = 0x1p+125F;
template <class T>
inline constexpr T kSmallestCoordinateOf = static_cast<T>(kSmallestCoordinate);
template <>
inline constexpr float kSmallestCoordinateOf<float> = 0;

/// The same for circles, capsules, rings and ellipses, and for any shape paired with one: distances are
/// compared by squares, polynomials of degree 4 in the coordinates. Largest: a difference is below 2^242,
/// four factors and a few sums of them below 2^980. Smallest: a double of at least 2^-210 is a multiple of
/// 2^-262, so a product of four is one of 2^-1048, and nothing is lost. Every float is in range.
template <class T>
inline constexpr T kLargestCurvedOf = static_cast<T>(0x1p+240);
template <>
inline constexpr float kLargestCurvedOf<float> = kLargestCoordinateOf<float>;
template <class T>
inline constexpr T kSmallestCurvedOf = static_cast<T>(0x1p-210);
template <>
inline constexpr float kSmallestCurvedOf<float> = 0;

/// How a closed contour turns. Repeated neighbours count once.
enum class Turning : std::uint8_t { flat, convex, convex_clockwise, other };

/// Any shape of the plane, checked. Copyable; a polygon's points (and holes) stay the caller's and must
/// outlive it. Made by checked(). When status is not ok, only status and reason mean anything, and every
/// query passes status on.
template <class T>
class Checked2 {
 public:
  /// What decides which algorithm is asked.
  enum class Form : std::uint8_t {
    aabb,     ///< exactly its bounding box: points, axis-aligned boxes, segments parallel to an axis
    obb,      ///< a parallelogram with area: obb() is it
    convex,   ///< another convex polytope
    concave,  ///< polygon() has a reflex corner or holes
    circle,   ///< all within radius > 0 of the point convex()
    capsule,  ///< all within radius > 0 of the segment convex()
    ring,     ///< distance from the point convex() within [inner_radius, radius], inner_radius > 0
    ellipse,  ///< ellipse() is it
    ray,      ///< ray() is it; for raycast() alone
  };

  Status status = Status::invalid_input;
  const char* reason = "no shape";  ///< why status is not ok; empty when it is
  Form form = Form::convex;
  /// Bounding box; exact for polytopes, but for an OBB whose corners are no doubles. Else it encloses. Of no
  /// use for a ray.
  Aabb2<T> box{};
  T largest_coordinate{};  ///< largest |coordinate| of a corner, a centre or the box, and largest radius
  T radius{};              ///< circle, capsule: of the ball around convex(); ring: the outer one; else 0
  T inner_radius{};        ///< ring; else 0
  bool in_curved_range = false;  ///< may be paired with a curved shape

  Checked2() = default;
  explicit Checked2(const Point2<T>& shape);
  explicit Checked2(const Segment2<T>& shape);
  explicit Checked2(const Aabb2<T>& shape);
  explicit Checked2(const Obb2<T>& shape);
  explicit Checked2(const Polygon2<T>& shape);
  explicit Checked2(const Triangle2<T>& shape);
  explicit Checked2(const Circle2<T>& shape);
  explicit Checked2(const Capsule2<T>& shape);
  explicit Checked2(const Ring2<T>& shape);
  explicit Checked2(const Ellipse2<T>& shape);
  explicit Checked2(const Ray2<T>& shape);

  bool ok() const { return status == Status::ok; }
  /// A convex polytope: convex() is all of it.
  bool is_polytope() const { return form <= Form::convex; }
  /// A convex polytope, or all within radius of one.
  bool is_rounded() const { return is_polytope() || form == Form::circle || form == Form::capsule; }
  bool is_convex() const { return is_rounded() || form == Form::ellipse; }
  bool is_curved() const { return form >= Form::circle && form <= Form::ellipse; }

  /// The polytope; a circle's and a ring's centre, a capsule's segment. Requires ok() and is_rounded() or a
  /// ring. Points into this object: valid while it lives unmoved and unchanged.
  ConvexView<T> convex() const {
    ConvexView<T> view;
    view.first = outline_ != nullptr ? outline_ : corners_;
    view.step = step_;
    view.count = count_;
    view.dimension = std::min(count_ - 1, 2);
    view.min = box.min;
    view.max = box.max;
    view.rounded_from = corner_error_ != 0 ? &obb_ : nullptr;
    view.corner_error = corner_error_;
    view.first_sign = first_sign_;
    view.sign_step = sign_step_;
    return view;
  }
  /// A circle's or a ring's centre (k = 0), an end of a capsule's segment (k = 0, 1).
  const Vec2<T>& skeleton_point(int k) const { return corners_[k]; }
  /// Requires form == Form::concave.
  const Polygon2<T>& polygon() const { return polygon_; }
  /// Requires form == Form::obb.
  const Obb2<T>& obb() const { return obb_; }
  /// Requires form == Form::ellipse.
  Ellipse2<T> ellipse() const { return {obb_.center, {obb_.half_axes[0], obb_.half_axes[1]}}; }
  /// Requires form == Form::ray.
  Ray2<T> ray() const { return {obb_.center, obb_.half_axes[0]}; }

 private:
  bool refuse(Status why_status, const char* why) {
    status = why_status;
    reason = why;
    return false;
  }
  /// Collects finiteness, range and largest coordinate of the numbers that describe a shape.
  bool check_numbers(const Vec2<T>* points, std::size_t count, const char* not_finite);
  void set_corner(int k, int sign_index);
  void set_flat(Vec2<T> from, Vec2<T> to);
  void set_contour(Contour2<T> points, Turning turning);
  /// Accepts a ball around the flat polytope from set_flat(); the box grows by it, outwards.
  void set_ball(Form which, T ball_radius);
  bool check_curved(const Vec2<T>* points, std::size_t count, const char* not_finite);
  void accept(Form which) {
    status = Status::ok;
    reason = "";
    form = which;
  }

  Vec2<T> corners_[4]{};
  const Vec2<T>* outline_ = nullptr;  ///< null: the corners are in corners_
  std::ptrdiff_t step_ = 1;
  std::int32_t count_ = 0;
  std::int8_t first_sign_ = 0;
  std::int8_t sign_step_ = 1;
  T corner_error_ = 0;
  Obb2<T> obb_{};  ///< also holds an ellipse's centre and half axes, and a ray's origin and direction
  Polygon2<T> polygon_{};
};

}  // namespace touchstone
