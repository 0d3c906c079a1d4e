#include <algorithm>

#include "oracle/ellipse_exact.hpp"

namespace touchstone::oracle {
namespace {

using Tier = Truth::Tier;

// adj([u v]) p.
template <class Number>
Vec2<Number> mapped(const Vec2<Number> (&axes)[2], const Vec2<Number>& p) {
  return {cross(p, axes[1]), cross(axes[0], p)};
}

// Sign of the distance of p from the ellipse, inside counted negative.
template <class Number>
int sign_at(const Vec2<Number> (&axes)[2], const Vec2<Number>& p) {
  const Number determinant = cross(axes[0], axes[1]);
  return sign_if_known(length_sq(mapped(axes, p)) - determinant * determinant);
}

// The same for the edge from p to q; +1 also when its nearest point is an end.
template <class Number>
int sign_along(const Vec2<Number> (&axes)[2], const Vec2<Number>& p, const Vec2<Number>& q) {
  const Vec2<Number> from = mapped(axes, p);
  const Vec2<Number> to = mapped(axes, q);
  const Vec2<Number> edge = to - from;
  const Number side = cross(p, q);
  const int of_line = sign_if_known(side * side - length_sq(edge));
  if (of_line == 1) return 1;
  const int start = sign_if_known(dot(from, edge));
  const int end = sign_if_known(dot(to, edge));
  if (start == 1 || start == 0 || end == -1 || end == 0) return 1;
  return start == kUnknownSign || end == kUnknownSign ? kUnknownSign : of_line;
}

}  // namespace

void EllipseAndStraight::add(PointSum vertex) {
  for (int i = 0; i < vertex.count; ++i) keeps_all_ = keeps_all_ && frame_.keeps(vertex.parts[i]);
  vertex.add(-center_);
  vertices_.push_back(vertex);
}

void EllipseAndStraight::add_contour(Contour2<double> points) {
  for (const Point p : points) {
    PointSum sum;
    sum.add(p);
    add(sum);
  }
  ends_.push_back(vertices_.size());
}

void EllipseAndStraight::assign(const Operand& ellipse, const PolygonalShape& straight) {
  center_ = std::get<Point2<double>>(ellipse.skeleton).at;
  axes_[0] = ellipse.axes[0];
  axes_[1] = ellipse.axes[1];
  Operand other;
  other.skeleton = straight;
  frame_ = Frame(std::max(scale_of(ellipse), scale_of(other)));
  keeps_all_ = frame_.keeps(center_) && frame_.keeps(axes_[0]) && frame_.keeps(axes_[1]);
  vertices_.clear();
  ends_.clear();
  items_.clear();
  exact_.points.clear();
  if (const auto* point = std::get_if<Point2<double>>(&straight)) {
    add_contour(Contour2<double>(&point->at, 1));
  } else if (const auto* segment = std::get_if<Segment2<double>>(&straight)) {
    const Point ends[] = {segment->from, segment->to};
    add_contour(ends);
  } else if (const auto* box = std::get_if<Aabb2<double>>(&straight)) {
    const Point corners[] = {box->min, {box->max.x, box->min.y}, box->max, {box->min.x, box->max.y}};
    add_contour(corners);
  } else if (const auto* obb = std::get_if<Obb2<double>>(&straight)) {
    for (const Point sign : {Point{-1, -1}, Point{1, -1}, Point{1, 1}, Point{-1, 1}}) {
      PointSum sum;
      sum.add(obb->center);
      sum.add(obb->half_axes[0] * sign.x);
      sum.add(obb->half_axes[1] * sign.y);
      add(sum);
    }
    ends_.push_back(vertices_.size());
  } else {
    const auto& polygon = std::get<Polygon2<double>>(straight);
    add_contour(polygon.points);
    for (const Contour2<double>& hole : polygon.holes) add_contour(hole);
  }
  collect();
}

// Vertices and edges as numbers, and as a list.
void EllipseAndStraight::collect() {
  balls_.points.clear();
  bounded_.points.clear();
  for (const PointSum& vertex : vertices_) {
    const BallVec2 point = frame_.into(vertex);
    balls_.points.push_back(point);
    bounded_.points.push_back({to_bounded(point.x), to_bounded(point.y)});
  }
  for (const int k : {0, 1}) {
    balls_.axes[k] = to_ball(frame_.into(axes_[k]));
    bounded_.axes[k] = {to_bounded(balls_.axes[k].x), to_bounded(balls_.axes[k].y)};
  }
  std::size_t begin = 0;
  for (const std::size_t end : ends_) {
    for (std::size_t i = begin, previous = end - 1; i < end; previous = i++) {
      items_.push_back({i, i});
      if (previous != i && !(balls_.points[previous] == balls_.points[i])) items_.push_back({previous, i});
    }
    begin = end;
  }
}

void EllipseAndStraight::make_exact() {
  if (!exact_.points.empty()) return;
  exact_.axes[0] = rational(axes_[0]);
  exact_.axes[1] = rational(axes_[1]);
  for (const PointSum& vertex : vertices_) {
    RationalVec2 sum = rational(vertex.parts[0]);
    for (int i = 1; i < vertex.count; ++i) sum = sum + rational(vertex.parts[i]);
    exact_.points.push_back(sum);
  }
}

// Goes on with items_; those it cannot decide go to undecided_. True when one reaches the interior.
template <class Number>
bool EllipseAndStraight::decide(const Numbers<Number>& numbers) {
  undecided_.clear();
  for (const Item& item : items_) {
    const Vec2<Number>& from = numbers.points[item.from];
    const int sign = item.from == item.to ? sign_at(numbers.axes, from)
                                          : sign_along(numbers.axes, from, numbers.points[item.to]);
    if (sign == -1) return true;
    if (sign == 0) contact_ = true;
    if (sign == kUnknownSign) undecided_.push_back(item);
  }
  items_.swap(undecided_);
  return false;
}

Relation EllipseAndStraight::relation(Tier from, Tier& used) {
  contact_ = false;
  used = from;
  if (!keeps_all_) used = Tier::rational;
  if (used == Tier::filter) {
    if (decide(bounded_)) return Relation::overlapping;
    if (!items_.empty()) used = Tier::expansion;
  }
  if (used == Tier::expansion) {
    if (decide(balls_)) return Relation::overlapping;
    if (!items_.empty()) used = Tier::rational;
  }
  if (used == Tier::rational) {
    make_exact();
    if (decide(exact_)) return Relation::overlapping;
  }
  if (vertices_.size() > 2 && contains_centre(from, used)) return Relation::overlapping;
  return contact_ ? Relation::touching : Relation::disjoint;
}

// 1 when the ray from the centre to the right crosses an odd number of edges, else 0. An edge counts when
// just one of its ends is above the ray's line.
template <class Number>
int EllipseAndStraight::parity(const Numbers<Number>& numbers) const {
  int odd = 0;
  std::size_t begin = 0;
  for (const std::size_t end : ends_) {
    for (std::size_t i = begin, previous = end - 1; i < end; previous = i++) {
      const int from = sign_if_known(numbers.points[previous].y);
      const int to = sign_if_known(numbers.points[i].y);
      if (from == kUnknownSign || to == kUnknownSign) return kUnknownSign;
      if ((from == 1) == (to == 1)) continue;
      const int side = sign_if_known(cross(numbers.points[previous], numbers.points[i]));
      if (side == kUnknownSign) return kUnknownSign;
      if (side == (to == 1 ? 1 : -1)) odd = 1 - odd;
    }
    begin = end;
  }
  return odd;
}

bool EllipseAndStraight::contains_centre(Tier from, Tier& used) {
  int odd = kUnknownSign;
  if (from == Tier::filter && keeps_all_) odd = parity(bounded_);
  if (odd == kUnknownSign && from != Tier::rational && keeps_all_) {
    odd = parity(balls_);
    used = std::max(used, Tier::expansion);
  }
  if (odd == kUnknownSign) {
    make_exact();
    odd = parity(exact_);
    used = Tier::rational;
  }
  return odd == 1;
}

}  // namespace touchstone::oracle
