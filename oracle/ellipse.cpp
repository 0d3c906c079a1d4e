#include "oracle/ellipse.hpp"

#include <algorithm>
#include <cmath>

#include "oracle/convex_separation.hpp"
#include "oracle/ellipse_exact.hpp"

namespace touchstone::oracle {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Half of the promised width in a frame, where the scale is at least 1/2; and of one of the two ulps. The
/// rest is left to the rounding of the ends.
constexpr double kFrameWidth = kEnclosureWidth * 0x1p-54;
constexpr double kRelativeWidth = 0x1p-54;

Point center_of(const Operand& shape) {
  return std::get<Point2<double>>(shape.skeleton).at;
}
bool is_ellipse(const Operand& shape) {
  return shape.form == Operand::Form::ellipse;
}

bool is_circle(const Operand& ellipse) {
  const RationalVec2 u = rational(ellipse.axes[0]);
  const RationalVec2 v = rational(ellipse.axes[1]);
  return dot(u, v) == 0 && length_sq(u) == length_sq(v);
}

BallVec2 operator*(const BallVec2& v, Ball factor) {
  return {v.x * factor, v.y * factor};
}

}  // namespace

void EllipseSeparation::add_ellipse(const Operand& ellipse) {
  for (const Point axis : ellipse.axes) keeps_all_ = keeps_all_ && frame_.keeps(axis);
  function_.ellipses.push_back({frame_.into(ellipse.axes[0]), frame_.into(ellipse.axes[1])});
}

// The corners times sign, from the ellipse's centre.
void EllipseSeparation::add_other(const Operand& other, Point center, double sign) {
  convex_.assign(other.skeleton);
  for (int i = 0; i < convex_.size(); ++i) {
    PointSum sum = convex_.exact_corner(i);
    sum.add(-center);
    for (int k = 0; k < sum.count; ++k) {
      keeps_all_ = keeps_all_ && frame_.keeps(sum.parts[k]);
      sum.parts[k] = sum.parts[k] * sign;
    }
    function_.corners.push_back(frame_.into(sum));
  }
  for (int k = 0; k < convex_.edge_count(); ++k) {
    PointSum sum = convex_.exact_edge(k);
    for (int part = 0; part < sum.count; ++part) sum.parts[part] = sum.parts[part] * sign;
    function_.edges.push_back(frame_.into(sum));
  }
  keeps_all_ = keeps_all_ && frame_.keeps(other.radius);
  function_.constant = to_ball(frame_.into(other.radius));
}

void EllipseSeparation::build(const Operand& a, const Operand& b, Point shift) {
  operands_[0] = &a;
  operands_[1] = &b;
  frame_ = Frame(std::max({scale_of(a), scale_of(b), std::fabs(shift.x), std::fabs(shift.y)}));
  keeps_all_ = frame_.keeps(shift);
  function_.corners.clear();
  function_.edges.clear();
  function_.ellipses.clear();
  function_.constant = {};
  function_.negated = false;
  if (is_ellipse(a)) add_ellipse(a);
  if (is_ellipse(b)) add_ellipse(b);
  if (is_ellipse(a) && is_ellipse(b)) {
    PointSum sum;
    sum.add(center_of(a));
    sum.add(-center_of(b));
    keeps_all_ = keeps_all_ && frame_.keeps(center_of(a)) && frame_.keeps(center_of(b));
    function_.corners.push_back(frame_.into(sum));
  } else if (is_ellipse(a)) {
    add_other(b, center_of(a), -1);
  } else {
    add_other(a, center_of(b), 1);
  }
  if (shift == Point{}) return;
  for (BallVec2& corner : function_.corners) corner = corner - to_ball(frame_.into(shift));
}

Interval EllipseSeparation::enclose(const Operand& a, const Operand& b, Point shift) {
  build(a, b, shift);
  Interval found = minimum_.find(function_, kFrameWidth, kRelativeWidth);
  is_polished_ = false;
  // A coordinate that the frame does not keep is off by 2^-1075, and moves the value by as much.
  const double lost = keeps_all_ ? 0 : 0x1p-1060;
  found = frame_.out_of({-found.hi - lost, -found.lo + lost});
  if (keeps_all_) return found;
  return {std::nextafter(found.lo, -kInfinity), std::nextafter(found.hi, kInfinity)};
}

Interval EllipseSeparation::enclose_reach(const Operand& ellipse, Point p, double radius) {
  Operand other;
  other.skeleton = Point2<double>{p};
  other.radius = radius;
  build(ellipse, other, {});
  function_.negated = true;
  Interval found = minimum_.find(function_, kFrameWidth, kRelativeWidth);
  const double lost = keeps_all_ ? 0 : 0x1p-1060;
  found = frame_.out_of({found.lo - lost, found.hi + lost});
  if (keeps_all_) return found;
  return {std::nextafter(found.lo, -kInfinity), std::nextafter(found.hi, kInfinity)};
}

double EllipseSeparation::quick_lower_bound(const Operand& a, const Operand& b, Point shift,
                                            Point direction) {
  build(a, b, shift);
  const Ball value = SupportMinimum::value(function_, to_ball(direction));
  const double bound = frame_.out_of({-upper(value) - (keeps_all_ ? 0 : 0x1p-1060), 0}).lo;
  return keeps_all_ ? bound : std::nextafter(bound, -kInfinity);
}

void EllipseSeparation::polish() {
  if (is_polished_) return;
  is_polished_ = true;
  minimum_.polish();
  value_ = SupportMinimum::value(function_, minimum_.direction());
  const Ball size = sqrt(length_sq(minimum_.direction()));
  unit_ = {minimum_.direction().x / size, minimum_.direction().y / size};
}

Point EllipseSeparation::push() {
  polish();
  const BallVec2 push = unit_ * value_;
  return {frame_.out_of(push.x.hi), frame_.out_of(push.y.hi)};
}

bool EllipseSeparation::has_every_push() const {
  const auto is_zero = [](const BallVec2& corner) { return corner == BallVec2{}; };
  if (std::none_of(function_.corners.begin(), function_.corners.end(), is_zero)) return false;
  for (const Operand* operand : operands_)
    if (is_ellipse(*operand) && !is_circle(*operand)) return false;
  return true;
}

EllipseSeparation::IntervalVec2 EllipseSeparation::boxed(const BallVec2& value, double error) const {
  const Rational out = frame_.factor_out();
  const auto around = [&](const Ball& a) {
    const Rational middle = rational(a.hi) + rational(a.lo);
    const Rational radius = rational(a.radius) + rational(error);
    return RationalInterval{(middle - radius) * out, (middle + radius) * out};
  };
  return {around(value.x), around(value.y)};
}

std::optional<EllipseSeparation::IntervalVec2> EllipseSeparation::only_push() {
  polish();
  const double angle = minimum_.angle_error();
  if (!(angle < kInfinity)) return std::nullopt;
  return boxed(unit_ * value_, angle * std::fabs(value_.hi) * 1.01 + kFrameWidth);
}

// Of the point of an ellipse that lies farthest along sign * unit_; a direction off by angle moves it by the
// largest radius of curvature on the way at most.
EllipseSeparation::IntervalVec2 EllipseSeparation::on_ellipse(std::size_t k, double sign,
                                                              double angle) const {
  const Operand& ellipse = *operands_[k];
  const BallVec2 u = to_ball(frame_.into(ellipse.axes[0]));
  const BallVec2 v = to_ball(frame_.into(ellipse.axes[1]));
  const BallVec2 image{dot(u, unit_), dot(v, unit_)};
  const Ball norm = sqrt(length_sq(image));
  const BallVec2 foot = (u * image.x + v * image.y) * (to_ball(sign) / norm);
  const double longest = upper(sqrt(length_sq(u))) + upper(sqrt(length_sq(v)));
  const double shortest_norm = lower(norm) - longest * angle * 1.01;
  const Ball determinant = cross(u, v);
  const Ball bend = determinant * determinant / (to_ball(shortest_norm) * to_ball(shortest_norm) * norm);
  const double radius = shortest_norm > 0 ? upper(bend) * (upper(norm) / shortest_norm) : kInfinity;
  const double error = std::min(angle * radius * 1.01, 2 * longest);
  return boxed(to_ball(frame_.into(center_of(ellipse))) + foot, error);
}

std::optional<EllipseSeparation::Closest> EllipseSeparation::closest() {
  polish();
  const double angle = minimum_.angle_error();
  if (!(angle < kInfinity) || !keeps_all_) return std::nullopt;
  const bool of_a = is_ellipse(*operands_[0]);
  const bool of_b = is_ellipse(*operands_[1]);
  const double sign = of_a ? 1 : -1;
  const std::optional<IntervalVec2> across =
      boxed(unit_ * (value_ * to_ball(-sign)), angle * 2 + kFrameWidth);
  const auto sum = [](const RationalInterval& a, const RationalInterval& b) {
    return RationalInterval{a.lo + b.lo, a.hi + b.hi};
  };
  Closest found;
  if (of_a) found.on_a = on_ellipse(0, 1, angle);
  if (of_b) found.on_b = on_ellipse(1, -1, angle);
  if (!of_b) found.on_b = {sum(found.on_a.x, across->x), sum(found.on_a.y, across->y)};
  if (!of_a) found.on_a = {sum(found.on_b.x, across->x), sum(found.on_b.y, across->y)};
  return found;
}

Interval distance_to_ellipse(const Operand& ellipse, Point p) {
  Operand point;
  point.skeleton = Point2<double>{p};
  EllipseSeparation separation;
  const Interval found = separation.enclose(ellipse, point);
  if (found.lo > 0) return found;
  if (found.hi <= 0) return {};
  EllipseAndStraight exact;
  Truth::Tier used{};
  exact.assign(ellipse, point.skeleton);
  const Relation relation = exact.relation(Truth::Tier::filter, used);
  return relation == Relation::disjoint ? Interval{0, found.hi} : Interval{};
}

}  // namespace touchstone::oracle
