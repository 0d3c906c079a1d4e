// Valid shapes, ready for queries: checked(shape) decides validity once, exactly, and keeps what every query
// needs.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <variant>

#include <touchstone/answers.hpp>
#include <touchstone/exact_sign.hpp>
#include <touchstone/polygon.hpp>
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
    convex,   ///< another convex shape
    concave,  ///< polygon() has a reflex corner or holes
  };

  Status status = Status::invalid_input;
  const char* reason = "no shape";  ///< why status is not ok; empty when it is
  Form form = Form::convex;
  Aabb2<T> box{};  ///< bounding box; exact, but for an OBB whose corners are no doubles (it then encloses)
  T largest_coordinate{};  ///< largest |coordinate| of a corner

  Checked2() = default;
  explicit Checked2(const Point2<T>& shape);
  explicit Checked2(const Segment2<T>& shape);
  explicit Checked2(const Aabb2<T>& shape);
  explicit Checked2(const Obb2<T>& shape);
  explicit Checked2(const Polygon2<T>& shape);

  bool ok() const { return status == Status::ok; }
  bool is_convex() const { return form != Form::concave; }

  /// Requires ok() and is_convex(). Points into this object: valid while it lives unmoved and unchanged.
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
  /// Requires ok() and not is_convex().
  const Polygon2<T>& polygon() const { return polygon_; }
  /// Requires form == Form::obb.
  const Obb2<T>& obb() const { return obb_; }

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
  Obb2<T> obb_{};
  Polygon2<T> polygon_{};
};

/// The shape with its status: ok; invalid_input (a NaN or an infinity, min > max, a polygon of fewer than 3
/// points or not simple; see shapes2.hpp); out_of_range (valid numbers, but a non-zero one is smaller or
/// larger than the core is exact for; simplicity is then not decided). Exact: convexity and simplicity are
/// decided without rounding. Cost: linear for convex polygons; see polygon_problem() for concave ones.
template <class T>
Checked2<T> checked(const Point2<T>& shape) {
  return Checked2<T>(shape);
}
template <class T>
Checked2<T> checked(const Segment2<T>& shape) {
  return Checked2<T>(shape);
}
template <class T>
Checked2<T> checked(const Aabb2<T>& shape) {
  return Checked2<T>(shape);
}
template <class T>
Checked2<T> checked(const Obb2<T>& shape) {
  return Checked2<T>(shape);
}
template <class T>
Checked2<T> checked(const Polygon2<T>& shape) {
  return Checked2<T>(shape);
}
template <class T>
Checked2<T> checked(const Shape2<T>& shape) {
  return std::visit([](const auto& s) { return Checked2<T>(s); }, shape);
}

/// How a closed contour turns. Repeated neighbours count once.
enum class Turning : std::uint8_t { flat, convex, convex_clockwise, other };

/// flat: all points on one line; convex, convex_clockwise: turns one way only, by one full turn (a pentagram
/// is other). Exact. Cost: one orientation a point. Requires points in range, at least one.
template <class T>
Turning turning_of(Contour2<T> points) {
  const auto at = [&](std::size_t i) { return Vec2<double>{double{points[i].x}, double{points[i].y}}; };
  // The half plane of an edge's direction; two opposite directions are never in the same half.
  const auto half = [](Vec2<double> from, Vec2<double> to) {
    return to.y > from.y || (to.y == from.y && to.x > from.x);
  };
  const std::size_t n = points.size();
  std::size_t last = n - 1;
  while (last > 0 && points[last] == points[0]) --last;
  if (last == 0) return Turning::flat;
  Vec2<double> a = at(last);
  Vec2<double> b = at(0);
  bool half_before = half(a, b);
  int half_changes = 0;
  bool left = false;
  bool right = false;
  bool reverses = false;
  for (std::size_t i = 1; i <= last + 1; ++i) {
    const Vec2<double> c = at(i > last ? 0 : i);
    if (c == b) continue;
    const int turn = orientation(a, b, c);
    const bool half_now = half(b, c);
    half_changes += half_now != half_before;
    left |= turn > 0;
    right |= turn < 0;
    reverses |= turn == 0 && half_now != half_before;
    if (left && right) return Turning::other;
    half_before = half_now;
    a = b;
    b = c;
  }
  if (!left && !right) return Turning::flat;
  // Turns of less than half a turn each, all one way: the direction changes halves twice per full turn.
  if (reverses || half_changes != 2) return Turning::other;
  return left ? Turning::convex : Turning::convex_clockwise;
}

template <class T>
bool Checked2<T>::check_numbers(const Vec2<T>* points, std::size_t count, const char* not_finite) {
  constexpr T kMax = std::numeric_limits<T>::max();
  T largest = 0;
  T smallest = kLargestCoordinateOf<T>;
  bool finite = true;
  for (std::size_t i = 0; i < count; ++i) {
    for (const T value : {points[i].x, points[i].y}) {
      const T magnitude = std::fabs(value);
      finite &= magnitude <= kMax;  // false for NaN too
      largest = std::max(largest, magnitude);
      smallest = std::min(smallest, magnitude == 0 ? smallest : magnitude);
    }
  }
  if (!finite) return refuse(Status::invalid_input, not_finite);
  if (largest > kLargestCoordinateOf<T>)
    return refuse(Status::out_of_range, "a coordinate is too large to be exact");
  if (smallest < kSmallestCoordinateOf<T>)
    return refuse(Status::out_of_range, "a coordinate is too small to be exact");
  largest_coordinate = largest;
  return true;
}

template <class T>
void Checked2<T>::set_flat(Vec2<T> from, Vec2<T> to) {
  corners_[0] = from;
  corners_[1] = to;
  count_ = from == to ? 1 : 2;
  box = {{std::min(from.x, to.x), std::min(from.y, to.y)}, {std::max(from.x, to.x), std::max(from.y, to.y)}};
  accept(from.x == to.x || from.y == to.y ? Form::aabb : Form::convex);
}

template <class T>
Checked2<T>::Checked2(const Point2<T>& shape) {
  if (check_numbers(&shape.at, 1, "at: not finite")) set_flat(shape.at, shape.at);
}

template <class T>
Checked2<T>::Checked2(const Segment2<T>& shape) {
  const Vec2<T> ends[2] = {shape.from, shape.to};
  if (check_numbers(ends, 2, "from, to: not finite")) set_flat(shape.from, shape.to);
}

template <class T>
Checked2<T>::Checked2(const Aabb2<T>& shape) {
  const Vec2<T> ends[2] = {shape.min, shape.max};
  if (!check_numbers(ends, 2, "min, max: not finite")) {
    if (status == Status::invalid_input) return;
  }
  if (shape.min.x > shape.max.x || shape.min.y > shape.max.y) {
    refuse(Status::invalid_input, "min is greater than max");
    return;
  }
  if (status == Status::out_of_range) return;
  if (shape.min.x == shape.max.x || shape.min.y == shape.max.y) {
    set_flat(shape.min, shape.max);
    return;
  }
  corners_[0] = shape.min;
  corners_[1] = {shape.max.x, shape.min.y};
  corners_[2] = shape.max;
  corners_[3] = {shape.min.x, shape.max.y};
  count_ = 4;
  box = shape;
  accept(Form::aabb);
}

/// Stores corner k of obb_ rounded to the nearest double (or nearly: corner_error_ bounds what is lost), and
/// widens the bounding box by it.
template <class T>
void Checked2<T>::set_corner(int k, int sign_index) {
  const double s = kObbCornerSigns[sign_index][0];
  const double t = kObbCornerSigns[sign_index][1];
  const auto coordinate = [&](double c, double u, double v, T& value, T& lo, T& hi) {
    const TwoTerms first = two_sum(c, s * u);
    const TwoTerms second = two_sum(first.hi, t * v);
    const TwoTerms tail = two_sum(first.lo, second.lo);
    const TwoTerms sum = two_sum(second.hi, tail.hi);
    value = static_cast<T>(sum.hi);
    // Exactly sum.hi - value + sum.lo + tail.lo is lost; the factor covers the roundings of this sum and its
    // cast.
    const double lost = std::fabs(sum.hi - double{value}) + std::fabs(sum.lo) + std::fabs(tail.lo);
    corner_error_ =
        std::max(corner_error_, static_cast<T>(lost * (1 + 4 * double{std::numeric_limits<T>::epsilon()})));
    // At most half an ulp is lost, so a neighbour encloses.
    constexpr T kInfinity = std::numeric_limits<T>::infinity();
    lo = std::min(lo, lost == 0 ? value : std::nextafter(value, -kInfinity));
    hi = std::max(hi, lost == 0 ? value : std::nextafter(value, kInfinity));
  };
  const Vec2<T>& u = obb_.half_axes[0];
  const Vec2<T>& v = obb_.half_axes[1];
  coordinate(obb_.center.x, u.x, v.x, corners_[k].x, box.min.x, box.max.x);
  coordinate(obb_.center.y, u.y, v.y, corners_[k].y, box.min.y, box.max.y);
}

template <class T>
Checked2<T>::Checked2(const Obb2<T>& shape) {
  const Vec2<T> numbers[3] = {shape.center, shape.half_axes[0], shape.half_axes[1]};
  if (!check_numbers(numbers, 3, "center, half_axes: not finite")) return;
  obb_ = shape;
  const Vec2<double> u{double{numbers[1].x}, double{numbers[1].y}};
  const Vec2<double> v{double{numbers[2].x}, double{numbers[2].y}};
  constexpr Vec2<double> kOrigin{0, 0};
  const int turn = orientation(kOrigin, u, v);
  if (turn != 0) {
    count_ = 4;
    first_sign_ = turn > 0 ? 0 : 3;
    sign_step_ = turn > 0 ? 1 : -1;
  } else if (u == kOrigin && v == kOrigin) {
    count_ = 1;
  } else {
    // Parallel half axes: the ends are center ± (u + v) when they point the same way, else center ± (u - v).
    const bool same_way = orientation(kOrigin, u, perp(v)) >= 0;
    count_ = 2;
    first_sign_ = same_way ? 0 : 1;
    sign_step_ = 2;
  }
  constexpr T kInfinity = std::numeric_limits<T>::infinity();
  box = {{kInfinity, kInfinity}, {-kInfinity, -kInfinity}};
  for (int k = 0; k < count_; ++k) {
    set_corner(k, (first_sign_ + k * sign_step_) & 3);
    largest_coordinate = std::max({largest_coordinate, std::fabs(corners_[k].x), std::fabs(corners_[k].y)});
  }
  if (count_ == 4) {
    accept(Form::obb);
  } else {
    const bool along_axis = corner_error_ == 0 && (box.min.x == box.max.x || box.min.y == box.max.y);
    accept(along_axis ? Form::aabb : Form::convex);
  }
}

template <class T>
Checked2<T>::Checked2(const Polygon2<T>& shape) {
  if (shape.points.size() < 3) {
    refuse(Status::invalid_input, "points: fewer than 3");
    return;
  }
  if (!check_numbers(shape.points.data(), shape.points.size(), "points: not finite")) return;
  const Turning turning = turning_of(shape.points);
  if (turning == Turning::flat) {
    if (!shape.holes.empty()) {
      refuse(Status::invalid_input, "holes: the points are all on one line");
      return;
    }
    const auto before = [](Vec2<T> a, Vec2<T> b) { return a.x < b.x || (a.x == b.x && a.y < b.y); };
    const auto ends = std::minmax_element(shape.points.begin(), shape.points.end(), before);
    set_flat(*ends.first, *ends.second);
    return;
  }
  const T outline_largest = largest_coordinate;
  for (const Contour2<T>& hole : shape.holes) {
    if (!check_numbers(hole.data(), hole.size(), "holes: not finite")) return;
  }
  largest_coordinate = outline_largest;
  polygon_ = shape;
  box = {shape.points[0], shape.points[0]};
  for (const Vec2<T>& p : shape.points) {
    box.min = {std::min(box.min.x, p.x), std::min(box.min.y, p.y)};
    box.max = {std::max(box.max.x, p.x), std::max(box.max.y, p.y)};
  }
  if (turning == Turning::other || !shape.holes.empty()) {
    const char* problem = polygon_problem(shape);
    if (problem != nullptr) {
      refuse(Status::invalid_input, problem);
    } else {
      accept(Form::concave);
    }
    return;
  }
  count_ = static_cast<std::int32_t>(shape.points.size());
  step_ = turning == Turning::convex ? 1 : -1;
  outline_ = step_ > 0 ? shape.points.data() : shape.points.data() + count_ - 1;
  accept(Form::convex);
}

}  // namespace touchstone
