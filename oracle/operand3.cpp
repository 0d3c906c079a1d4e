#include "oracle/operand3.hpp"

#include <algorithm>
#include <cmath>

namespace touchstone::oracle {
namespace {

double largest_of(const Vec3<double>& v) {
  return std::max({std::fabs(v.x), std::fabs(v.y), std::fabs(v.z)});
}

struct ScaleOf {
  double operator()(const Point3<double>& s) const { return largest_of(s.at); }
  double operator()(const Segment3<double>& s) const {
    return std::max(largest_of(s.from), largest_of(s.to));
  }
  double operator()(const Aabb3<double>& s) const { return std::max(largest_of(s.min), largest_of(s.max)); }
  double operator()(const Obb3<double>& s) const {
    const auto& [u, v, w] = s.half_axes;
    const auto reach = [](double centre, double a, double b, double c) {
      return std::fabs(centre) + (std::fabs(a) + std::fabs(b) + std::fabs(c));
    };
    return std::max({reach(s.center.x, u.x, v.x, w.x), reach(s.center.y, u.y, v.y, w.y),
                     reach(s.center.z, u.z, v.z, w.z)});
  }
  double operator()(const Triangle3<double>& s) const {
    return std::max({largest_of(s.points[0]), largest_of(s.points[1]), largest_of(s.points[2])});
  }
  double operator()(const Hull3<double>& s) const {
    double largest = 0;
    for (const Vec3<double>& p : s.points) largest = std::max(largest, largest_of(p));
    return largest;
  }
  double operator()(const Sphere3<double>& s) const { return std::max(largest_of(s.center), s.radius); }
  double operator()(const Capsule3<double>& s) const {
    return std::max({largest_of(s.from), largest_of(s.to), s.radius});
  }
  double operator()(const Cylinder3<double>& s) const {
    return std::max({largest_of(s.from), largest_of(s.to), s.radius});
  }
  double operator()(const Plane3<double>& s) const { return std::fabs(s.offset) / length(s.normal); }
  double operator()(const Ray3<double>& s) const { return largest_of(s.origin); }
};

}  // namespace

Operand3 operand_of(const Shape3<double>& shape) {
  using Form = Operand3::Form;
  if (const auto* sphere = std::get_if<Sphere3<double>>(&shape)) return {Form::ball, &shape, sphere->radius};
  if (const auto* capsule = std::get_if<Capsule3<double>>(&shape))
    return {Form::ball, &shape, capsule->radius};
  if (const auto* cylinder = std::get_if<Cylinder3<double>>(&shape))
    return {Form::cylinder, &shape, cylinder->radius};
  if (std::holds_alternative<Plane3<double>>(shape)) return {Form::plane, &shape, 0};
  if (std::holds_alternative<Ray3<double>>(shape)) return {Form::ray, &shape, 0};
  return {Form::polytope, &shape, 0};
}

bool is_point(const Operand3& operand) {
  return std::holds_alternative<Point3<double>>(*operand.shape);
}

double scale_of(const Shape3<double>& shape) {
  return std::visit(ScaleOf{}, shape);
}

}  // namespace touchstone::oracle
