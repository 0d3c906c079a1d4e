// Valid shapes, ready for queries: checked(shape) decides validity once, exactly.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <variant>

#include <touchstone/checked.hpp>
#include <touchstone/exact_sign.hpp>
#include <touchstone/polygon.hpp>
#include <touchstone/shapes2.hpp>

namespace touchstone {

/// The shape with its status: ok; invalid_input (a NaN or an infinity, min > max, a polygon of fewer than 3
/// points or not simple, a negative radius ...; see shapes2.hpp); out_of_range (valid numbers, but a non-zero
/// one is smaller or larger than the core is exact for; simplicity is then not decided). Exact: convexity and
/// simplicity are decided without rounding. Cost: linear for convex polygons; see polygon_problem() for
/// concave ones.
template <class T, template <class> class Shape>
Checked2<T> checked(const Shape<T>& shape) {
  return Checked2<T>(shape);
}
template <class T>
Checked2<T> checked(const Shape2<T>& shape) {
  return std::visit([](const auto& s) { return Checked2<T>(s); }, shape);
}

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
Aabb2<T> box_of_points(Contour2<T> points) {
  Aabb2<T> box{points[0], points[0]};
  for (const Vec2<T>& p : points) {
    box.min = {std::min(box.min.x, p.x), std::min(box.min.y, p.y)};
    box.max = {std::max(box.max.x, p.x), std::max(box.max.y, p.y)};
  }
  return box;
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
  in_curved_range = largest <= kLargestCurvedOf<T> && smallest >= kSmallestCurvedOf<T>;
  return true;
}

template <class T>
bool Checked2<T>::check_curved(const Vec2<T>* points, std::size_t count, const char* not_finite) {
  if (!check_numbers(points, count, not_finite)) return false;
  return in_curved_range ||
         refuse(Status::out_of_range, "a number is too large or too small to be exact for a curved shape");
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

/// A contour that is not flat and turns one way.
template <class T>
void Checked2<T>::set_contour(Contour2<T> points, Turning turning) {
  count_ = static_cast<std::int32_t>(points.size());
  step_ = turning == Turning::convex ? 1 : -1;
  outline_ = step_ > 0 ? points.data() : points.data() + count_ - 1;
  accept(Form::convex);
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
  bool curved_range = in_curved_range;
  for (const Contour2<T>& hole : shape.holes) {
    if (!check_numbers(hole.data(), hole.size(), "holes: not finite")) return;
    curved_range = curved_range && in_curved_range;
  }
  largest_coordinate = outline_largest;
  in_curved_range = curved_range;
  polygon_ = shape;
  box = box_of_points(shape.points);
  if (turning == Turning::other || !shape.holes.empty()) {
    const char* problem = polygon_problem(shape);
    if (problem != nullptr) {
      refuse(Status::invalid_input, problem);
    } else {
      accept(Form::concave);
    }
    return;
  }
  set_contour(shape.points, turning);
}

template <class T>
Checked2<T>::Checked2(const Triangle2<T>& shape) {
  const Contour2<T> points = shape.points;
  if (!check_numbers(shape.points, 3, "points: not finite")) return;
  const Turning turning = turning_of(points);
  if (turning == Turning::flat) {
    const auto before = [](Vec2<T> a, Vec2<T> b) { return a.x < b.x || (a.x == b.x && a.y < b.y); };
    const auto ends = std::minmax_element(points.begin(), points.end(), before);
    set_flat(*ends.first, *ends.second);
    return;
  }
  // The points move in, counter-clockwise: a triangle owns them, and may die before this.
  for (int k = 0; k < 3; ++k) corners_[k] = shape.points[turning == Turning::convex ? k : 2 - k];
  count_ = 3;
  box = box_of_points(points);
  accept(Form::convex);
}

template <class T>
void Checked2<T>::set_ball(Form which, T ball_radius) {
  if (ball_radius == 0) return;
  constexpr T kInfinity = std::numeric_limits<T>::infinity();
  box.min.x = std::nextafter(box.min.x - ball_radius, -kInfinity);
  box.min.y = std::nextafter(box.min.y - ball_radius, -kInfinity);
  box.max.x = std::nextafter(box.max.x + ball_radius, kInfinity);
  box.max.y = std::nextafter(box.max.y + ball_radius, kInfinity);
  for (const T value : {box.min.x, box.min.y, box.max.x, box.max.y})
    largest_coordinate = std::max(largest_coordinate, std::fabs(value));
  radius = ball_radius;
  accept(which);
}

template <class T>
Checked2<T>::Checked2(const Circle2<T>& shape) {
  const Vec2<T> numbers[2] = {shape.center, {shape.radius, 0}};
  if (!check_curved(numbers, 2, "center, radius: not finite") && status == Status::invalid_input) return;
  if (shape.radius < 0) {
    refuse(Status::invalid_input, "radius is negative");
    return;
  }
  if (status == Status::out_of_range) return;
  set_flat(shape.center, shape.center);
  set_ball(Form::circle, shape.radius);
}

template <class T>
Checked2<T>::Checked2(const Capsule2<T>& shape) {
  const Vec2<T> numbers[3] = {shape.from, shape.to, {shape.radius, 0}};
  if (!check_curved(numbers, 3, "from, to, radius: not finite") && status == Status::invalid_input) return;
  if (shape.radius < 0) {
    refuse(Status::invalid_input, "radius is negative");
    return;
  }
  if (status == Status::out_of_range) return;
  set_flat(shape.from, shape.to);
  set_ball(shape.from == shape.to ? Form::circle : Form::capsule, shape.radius);
}

template <class T>
Checked2<T>::Checked2(const Ring2<T>& shape) {
  const Vec2<T> numbers[2] = {shape.center, {shape.inner_radius, shape.outer_radius}};
  if (!check_curved(numbers, 2, "center, radii: not finite") && status == Status::invalid_input) return;
  if (shape.inner_radius < 0) {
    refuse(Status::invalid_input, "inner_radius is negative");
  } else if (!(shape.inner_radius < shape.outer_radius)) {
    refuse(Status::invalid_input, "inner_radius is not below outer_radius");
  } else if (status != Status::out_of_range) {
    set_flat(shape.center, shape.center);
    set_ball(shape.inner_radius == 0 ? Form::circle : Form::ring, shape.outer_radius);
    inner_radius = shape.inner_radius;
  }
}

template <class T>
Checked2<T>::Checked2(const Ellipse2<T>& shape) {
  const Vec2<T> numbers[3] = {shape.center, shape.half_axes[0], shape.half_axes[1]};
  if (!check_curved(numbers, 3, "center, half_axes: not finite")) return;
  const Vec2<double> u{double{numbers[1].x}, double{numbers[1].y}};
  const Vec2<double> v{double{numbers[2].x}, double{numbers[2].y}};
  if (orientation({0, 0}, u, v) == 0) {
    refuse(Status::invalid_input, "half_axes are not independent");
    return;
  }
  obb_ = {shape.center, {shape.half_axes[0], shape.half_axes[1]}};
  constexpr T kInfinity = std::numeric_limits<T>::infinity();
  // |(u.x, v.x)| is at most |u.x| + |v.x|; hypot() errs by at most one ulp, the sum by half of one.
  const auto reach = [&](T c, T along_u, T along_v, T& lo, T& hi) {
    const T half = std::nextafter(std::nextafter(std::hypot(along_u, along_v), kInfinity), kInfinity);
    lo = std::nextafter(c - half, -kInfinity);
    hi = std::nextafter(c + half, kInfinity);
    largest_coordinate = std::max({largest_coordinate, std::fabs(lo), std::fabs(hi)});
  };
  reach(shape.center.x, numbers[1].x, numbers[2].x, box.min.x, box.max.x);
  reach(shape.center.y, numbers[1].y, numbers[2].y, box.min.y, box.max.y);
  accept(Form::ellipse);
}

template <class T>
Checked2<T>::Checked2(const Ray2<T>& shape) {
  const Vec2<T> numbers[2] = {shape.origin, shape.direction};
  if (!check_numbers(numbers, 2, "origin, direction: not finite")) return;
  if (shape.direction == Vec2<T>{}) {
    refuse(Status::invalid_input, "direction is zero");
    return;
  }
  obb_ = {shape.origin, {shape.direction, {}}};
  accept(Form::ray);
}

}  // namespace touchstone
