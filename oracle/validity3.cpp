#include "oracle/validity3.hpp"

#include <cmath>
#include <cstddef>
#include <span>

namespace touchstone::oracle {
namespace {

using Vec = Vec3<double>;

// Refuses in the order of the fields; the first problem is the reason.
struct Check3 {
  std::string& reason;

  bool refuse(std::string why) const {
    reason = std::move(why);
    return false;
  }
  bool number(double value, const char* name) const {
    return std::isfinite(value) || refuse(std::string(name) + " is not finite");
  }
  bool radius(double value) const {
    return number(value, "radius") && (value >= 0 || refuse("radius is negative"));
  }
  bool finite(const Vec& p, const std::string& name) const {
    if (is_finite(p)) return true;
    const char* field = !std::isfinite(p.x) ? ".x" : !std::isfinite(p.y) ? ".y" : ".z";
    return refuse(name + field + " is not finite");
  }
  bool finite(std::span<const Vec> points, const char* name) const {
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (!is_finite(points[i])) return finite(points[i], std::string(name) + '[' + std::to_string(i) + ']');
    }
    return true;
  }

  bool operator()(const Point3<double>& s) const { return finite(s.at, "at"); }
  bool operator()(const Segment3<double>& s) const { return finite(s.from, "from") && finite(s.to, "to"); }
  bool operator()(const Aabb3<double>& s) const {
    if (!finite(s.min, "min") || !finite(s.max, "max")) return false;
    if (s.min.x > s.max.x) return refuse("min.x > max.x");
    if (s.min.y > s.max.y) return refuse("min.y > max.y");
    return s.min.z <= s.max.z || refuse("min.z > max.z");
  }
  bool operator()(const Obb3<double>& s) const {
    return finite(s.center, "center") && finite(s.half_axes, "half_axes");
  }
  bool operator()(const Triangle3<double>& s) const { return finite(s.points, "points"); }
  bool operator()(const Hull3<double>& s) const {
    if (s.points.empty()) return refuse("points: none");
    return finite(s.points, "points");
  }
  bool operator()(const Sphere3<double>& s) const { return finite(s.center, "center") && radius(s.radius); }
  bool operator()(const Capsule3<double>& s) const {
    return finite(s.from, "from") && finite(s.to, "to") && radius(s.radius);
  }
  bool operator()(const Cylinder3<double>& s) const {
    if (!finite(s.from, "from") || !finite(s.to, "to") || !radius(s.radius)) return false;
    return s.from != s.to || refuse("from equals to");
  }
  bool operator()(const Plane3<double>& s) const {
    if (!finite(s.normal, "normal") || !number(s.offset, "offset")) return false;
    return s.normal != Vec{} || refuse("normal is zero");
  }
  bool operator()(const Ray3<double>& s) const {
    if (!finite(s.origin, "origin") || !finite(s.direction, "direction")) return false;
    return s.direction != Vec{} || refuse("direction is zero");
  }
};

}  // namespace

Validity check(const Shape3<double>& shape, std::string& reason) {
  reason.clear();
  const bool valid = std::visit(Check3{reason}, shape);
  return {valid, valid, false};
}

std::string invalid_reason(const Shape3<double>& shape) {
  std::string reason;
  check(shape, reason);
  return reason;
}

}  // namespace touchstone::oracle
