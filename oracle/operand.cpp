#include "oracle/operand.hpp"

#include <algorithm>
#include <cmath>

namespace touchstone::oracle {
namespace {

struct TakeApart {
  using Form = Operand::Form;

  Operand operator()(const Triangle2<double>& s) const {
    return {.form = Form::polygonal, .skeleton = Polygon2<double>{s.points}};
  }
  Operand operator()(const Circle2<double>& s) const {
    return {.form = Form::ball, .skeleton = Point2<double>{s.center}, .radius = s.radius};
  }
  Operand operator()(const Capsule2<double>& s) const {
    return {.form = Form::ball, .skeleton = Segment2<double>{s.from, s.to}, .radius = s.radius};
  }
  Operand operator()(const Ring2<double>& s) const {
    return {.form = s.inner_radius == 0 ? Form::ball : Form::ring,
            .skeleton = Point2<double>{s.center},
            .radius = s.outer_radius,
            .inner_radius = s.inner_radius};
  }
  Operand operator()(const Ellipse2<double>& s) const {
    return {.form = Form::ellipse,
            .skeleton = Point2<double>{s.center},
            .axes = {s.half_axes[0], s.half_axes[1]}};
  }
  Operand operator()(const Ray2<double>& s) const {
    return {.form = Form::ray, .skeleton = Point2<double>{s.origin}, .axes = {s.direction, {}}};
  }
  template <class Straight>
  Operand operator()(const Straight& s) const {
    return {.form = Form::polygonal, .skeleton = s};
  }
};

struct Largest {
  double value = 0;

  void look(Point p) { value = std::max({value, std::fabs(p.x), std::fabs(p.y)}); }
  void look_around(Point center, Point u, Point v) {
    look(center);
    for (const double first : {-1.0, 1.0})
      for (const double second : {-1.0, 1.0}) look(center + u * first + v * second);
  }

  void operator()(const Point2<double>& s) { look(s.at); }
  void operator()(const Segment2<double>& s) {
    look(s.from);
    look(s.to);
  }
  void operator()(const Aabb2<double>& s) {
    look(s.min);
    look(s.max);
  }
  void operator()(const Obb2<double>& s) { look_around(s.center, s.half_axes[0], s.half_axes[1]); }
  void operator()(const Polygon2<double>& s) {
    for (const Point p : s.points) look(p);
    for (const auto& hole : s.holes)
      for (const Point p : hole) look(p);
  }
};

}  // namespace

Operand operand_of(const Shape& shape) {
  return std::visit(TakeApart{}, shape);
}

double scale_of(const Operand& operand) {
  Largest largest{operand.radius};
  std::visit([&](const auto& s) { largest(s); }, operand.skeleton);
  if (operand.form == Operand::Form::ellipse) {
    const Point center = std::get<Point2<double>>(operand.skeleton).at;
    largest.look_around(center, operand.axes[0], {});
    largest.look_around(center, operand.axes[1], {});
  }
  return largest.value;
}

}  // namespace touchstone::oracle
