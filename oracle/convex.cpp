#include "oracle/convex.hpp"

#include <algorithm>
#include <limits>

#include "oracle/filter.hpp"

namespace touchstone::oracle {
namespace {

int sign_by_rationals(Point a, Point b, Point c) {
  const RationalVec2 from = rational(a);
  const Rational value = cross(rational(b) - from, rational(c) - from);
  return value.sign();
}

int orientation(Point a, Point b, Point c, bool in_range) {
  const Point ab = b - a;
  const Point bc = c - b;
  const double value = cross(ab, bc);
  const double bound = cross_error(std::fabs(ab.x * bc.y) + std::fabs(ab.y * bc.x));
  if (value > bound) return 1;
  if (value < -bound) return -1;
  if (!in_range) return sign_by_rationals(a, b, c);
  ExactSum sum;
  sum.add_cross(a, b, 1);
  sum.add_cross(b, c, 1);
  sum.add_cross(c, a, 1);
  const int sign = sum.sign();
  return sign == ExactSum::kUndecided ? sign_by_rationals(a, b, c) : sign;
}

int sign_of_dot(Point a, Point b, bool in_range) {
  if (!in_range) return Rational(dot(rational(a), rational(b))).sign();
  return sign_of_difference_of_products(a.x, b.x, -a.y, b.y);
}
int sign_of_cross(Point a, Point b, bool in_range) {
  if (!in_range) return Rational(cross(rational(a), rational(b))).sign();
  return sign_of_difference_of_products(a.x, b.y, a.y, b.x);
}

bool lexicographic_less(Point a, Point b) {
  return a.x < b.x || (a.x == b.x && a.y < b.y);
}

}  // namespace

void ConvexOperand::clear() {
  corners_.clear();
  size_ = 0;
  is_obb_ = is_moved_ = false;
  corner_error_ = scale_ = 0;
  smallest_ = std::numeric_limits<double>::infinity();
}

void ConvexOperand::note(double coordinate) {
  const double magnitude = std::fabs(coordinate);
  scale_ = magnitude > scale_ || std::isnan(magnitude) ? magnitude : scale_;
  smallest_ = magnitude < smallest_ && magnitude > 0 ? magnitude : smallest_;
}

void ConvexOperand::add(Point corner) {
  note(corner.x);
  note(corner.y);
  if (corners_.empty() || corners_.back() != corner) corners_.push_back(corner);
}

// Box, edges, size. Requires: the corners are known.
void ConvexOperand::finish() {
  size_ = static_cast<int>(corners_.size());
  low_ = high_ = corners_[0];
  edges_.resize(corners_.size());
  for (std::size_t i = 0; i < corners_.size(); ++i) {
    const Point p = corners_[i];
    low_ = {std::min(low_.x, p.x), std::min(low_.y, p.y)};
    high_ = {std::max(high_.x, p.x), std::max(high_.y, p.y)};
    edges_[i] = corners_[i + 1 == corners_.size() ? 0 : i + 1] - p;
  }
}

bool ConvexOperand::assign(const PolygonalShape& shape) {
  clear();
  bool convex = true;
  if (const auto* polygon = std::get_if<Polygon2<double>>(&shape)) {
    convex = assign_contour(polygon->points);
    convex = convex && (polygon->holes.empty() || is_flat());
  } else if (const auto* obb = std::get_if<Obb2<double>>(&shape)) {
    convex = assign_obb(*obb);
  } else if (const auto* aabb = std::get_if<Aabb2<double>>(&shape)) {
    convex = assign_box(*aabb);
  } else if (const auto* segment = std::get_if<Segment2<double>>(&shape)) {
    const Point ends[] = {segment->from, segment->to};
    convex = assign_contour(ends);
  } else {
    convex = assign_contour({&std::get<Point2<double>>(shape).at, 1});
  }
  if (!convex) size_ = 0;
  return convex;
}

int ConvexOperand::turn(int i) const {
  const int n = static_cast<int>(corners_.size());
  return orientation(corner(i == 0 ? n - 1 : i - 1), corner(i), corner(i + 1 == n ? 0 : i + 1), in_range_);
}

// Copies without repeated neighbours. False when a coordinate is not finite.
bool ConvexOperand::copy_contour(Contour2<double> points) {
  if (points.empty()) return false;
  corners_.resize(points.size());
  std::size_t count = 0;
  double largest = 0;
  double smallest = smallest_;
  double not_finite = 0;  // NaN as soon as one is not
  for (const Point p : points) {
    const double x = std::fabs(p.x);
    const double y = std::fabs(p.y);
    largest = std::max(largest, std::max(x, y));
    smallest = std::min(smallest, std::min(x > 0 ? x : smallest, y > 0 ? y : smallest));
    not_finite += (p.x - p.x) + (p.y - p.y);
    if (count == 0 || corners_[count - 1] != p) corners_[count++] = p;
  }
  while (count > 1 && corners_[0] == corners_[count - 1]) --count;
  corners_.resize(count);
  scale_ = largest;
  smallest_ = smallest;
  in_range_ = smallest_ >= kSmallestExact && scale_ <= kLargestExact;
  return not_finite == 0;
}

// True when the filter finds all turns of one sign; then finished.
bool ConvexOperand::is_strictly_convex_at_a_glance() {
  const std::size_t n = corners_.size();
  std::size_t left = 0;
  std::size_t right = 0;
  Point before = edges_[n - 1];
  for (std::size_t i = 0; i < n; ++i) {
    const Point after = edges_[i];
    const double forward = before.x * after.y;
    const double backward = before.y * after.x;
    const double bound = cross_error(std::fabs(forward) + std::fabs(backward));
    left += forward - backward > bound;
    right += backward - forward > bound;
    before = after;
  }
  if (right == n) {
    std::reverse(corners_.begin(), corners_.end());
    finish();
  }
  return left == n || right == n;
}

bool ConvexOperand::assign_contour(Contour2<double> points) {
  if (!copy_contour(points)) return false;
  finish();
  const int n = size_;
  if (n < 3 || is_strictly_convex_at_a_glance()) return true;

  turns_.resize(corners_.size());
  int left = 0;
  int right = 0;
  for (int i = 0; i < n && (left == 0 || right == 0); ++i) {
    const int sign = turn(i);
    turns_[static_cast<std::size_t>(i)] = static_cast<std::int8_t>(sign);
    left += sign > 0;
    right += sign < 0;
  }
  if (left > 0 && right > 0) return false;
  if (left + right == 0) {
    make_flat();
  } else if (left + right < n) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < corners_.size(); ++i)
      if (turns_[i] != 0) corners_[kept++] = corners_[i];
    corners_.resize(kept);
  }
  if (right > 0) std::reverse(corners_.begin(), corners_.end());
  finish();
  return true;
}

// Corners on one line become the two ends of their hull.
void ConvexOperand::make_flat() {
  const auto [first, last] = std::minmax_element(corners_.begin(), corners_.end(), lexicographic_less);
  const Point ends[] = {*first, *last};
  corners_.assign(std::begin(ends), std::end(ends));
}

bool ConvexOperand::assign_box(const Aabb2<double>& box) {
  add(box.min);
  add({box.max.x, box.min.y});
  add(box.max);
  add({box.min.x, box.max.y});
  if (!std::isfinite(scale_)) return false;
  in_range_ = smallest_ >= kSmallestExact && scale_ <= kLargestExact;
  if (box.min.x == box.max.x || box.min.y == box.max.y) {
    corners_.assign(1, box.min);
    if (box.max != box.min) corners_.push_back(box.max);
  }
  finish();
  return true;
}

bool ConvexOperand::assign_obb(const Obb2<double>& box) {
  center_ = box.center;
  half_axes_[0] = box.half_axes[0];
  half_axes_[1] = box.half_axes[1];
  for (const Point p : {center_, half_axes_[0], half_axes_[1]}) {
    note(p.x);
    note(p.y);
  }
  if (!std::isfinite(scale_)) return false;
  in_range_ = smallest_ >= kSmallestExact && scale_ <= kLargestExact;

  const int winding = sign_of_cross(half_axes_[0], half_axes_[1], in_range_);
  if (winding < 0) std::swap(half_axes_[0], half_axes_[1]);
  const double along = winding != 0 || sign_of_dot(half_axes_[0], half_axes_[1], in_range_) >= 0 ? 1 : -1;
  const bool is_point = half_axes_[0] == Point{} && half_axes_[1] == Point{};
  const Signs solid[] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
  const Signs flat[] = {{-1, -along}, {1, along}};
  const int count = is_point ? 1 : (winding == 0 ? 2 : 4);

  // A corner is rounded twice: by kHalfUlp of center + first axis, then of the whole.
  const Point reach{std::fabs(center_.x) + std::fabs(half_axes_[0].x) + std::fabs(half_axes_[1].x),
                    std::fabs(center_.y) + std::fabs(half_axes_[0].y) + std::fabs(half_axes_[1].y)};
  scale_ = std::max(std::fabs(center_.x), std::fabs(center_.y));
  bool exact = true;
  for (int i = 0; i < count; ++i) {
    signs_[i] = winding == 0 ? flat[i] : solid[i];
    const Point first = half_axes_[0] * signs_[i].first;
    const Point second = half_axes_[1] * signs_[i].second;
    const ExactPair x = sum_of(center_.x, first.x);
    const ExactPair y = sum_of(center_.y, first.y);
    const ExactPair x2 = sum_of(x.hi, second.x);
    const ExactPair y2 = sum_of(y.hi, second.y);
    exact = exact && x.lo == 0 && y.lo == 0 && x2.lo == 0 && y2.lo == 0;
    corners_.push_back({x2.hi, y2.hi});
    scale_ = std::max({scale_, std::fabs(x2.hi), std::fabs(y2.hi)});
  }
  if (!std::isfinite(scale_)) in_range_ = false;
  if (exact && std::isfinite(scale_)) {
    finish();
    return true;
  }
  is_obb_ = true;
  corner_error_ =
      std::max(4 * kHalfUlp * std::max(reach.x, reach.y), std::numeric_limits<double>::denorm_min());
  finish();
  for (int k = 0; k < edge_count(); ++k) {
    const PointSum exact_vector = exact_edge(k);
    edges_[static_cast<std::size_t>(k)] =
        exact_vector.count == 1 ? exact_vector.parts[0] : exact_vector.parts[0] + exact_vector.parts[1];
  }
  return true;
}

void ConvexOperand::assign_moved(const ConvexOperand& base, Point shift) {
  const bool moved_twice = base.is_moved_;
  clear();
  corners_ = base.corners_;
  edges_ = base.edges_;
  size_ = base.size_;
  is_obb_ = base.is_obb_;
  center_ = base.center_;
  half_axes_[0] = base.half_axes_[0];
  half_axes_[1] = base.half_axes_[1];
  std::copy(std::begin(base.signs_), std::end(base.signs_), signs_);
  scale_ = base.scale_;
  smallest_ = base.smallest_;
  note(shift.x);
  note(shift.y);
  in_range_ = base.in_range_ && in_expansion_range(shift.x) && in_expansion_range(shift.y) && !moved_twice;
  if (!is_obb_) first_parts_ = base.corners_;
  is_moved_ = true;
  shift_ = shift;
  double largest = 0;
  for (Point& corner : corners_) {
    corner = corner + shift;
    largest = std::max({largest, std::fabs(corner.x), std::fabs(corner.y)});
  }
  scale_ = std::max(scale_, largest);
  low_ = base.low_ + shift;
  high_ = base.high_ + shift;
  corner_error_ =
      std::max(base.corner_error_ + 2 * kHalfUlp * largest, std::numeric_limits<double>::denorm_min());
}

PointSum ConvexOperand::exact_corner(int i) const {
  PointSum sum;
  if (is_obb_) {
    sum.add(center_);
    sum.add(half_axes_[0] * signs_[i].first);
    sum.add(half_axes_[1] * signs_[i].second);
  } else {
    sum.add(is_moved_ ? first_parts_[static_cast<std::size_t>(i)] : corner(i));
  }
  if (is_moved_) sum.add(shift_);
  return sum;
}

PointSum ConvexOperand::exact_edge(int k) const {
  PointSum sum;
  if (!is_obb_) {
    const std::vector<Point>& corners = is_moved_ ? first_parts_ : corners_;
    sum.add(corners[static_cast<std::size_t>(next(k))]);
    sum.add(-corners[static_cast<std::size_t>(k)]);
    return sum;
  }
  const Signs from = signs_[k];
  const Signs to = signs_[next(k)];
  if (to.first != from.first) sum.add(half_axes_[0] * (to.first - from.first));
  if (to.second != from.second) sum.add(half_axes_[1] * (to.second - from.second));
  return sum;
}

ConvexRational ConvexOperand::to_rational() const {
  ConvexRational shape;
  for (int i = 0; i < size_; ++i) {
    const PointSum corner = exact_corner(i);
    RationalVec2 sum = rational(corner.parts[0]);
    for (int part = 1; part < corner.count; ++part) sum = sum + rational(corner.parts[part]);
    shape.corners.push_back(sum);
  }
  return shape;
}

}  // namespace touchstone::oracle
