// Shapes of space in the scene format, for tests that show scenes to another program.
#pragma once

#include <cstdio>
#include <span>
#include <string>
#include <variant>

#include <touchstone/shapes3.hpp>

namespace touchstone::oracle::test {

inline std::string text_of(double value) {
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, "%.17g", value);
  return buffer;
}
inline std::string text_of(const Vec3<double>& v) {
  return "[" + text_of(v.x) + "," + text_of(v.y) + "," + text_of(v.z) + "]";
}
inline std::string text_of(std::span<const Vec3<double>> points) {
  std::string result;
  for (const Vec3<double>& p : points) result += (result.empty() ? "[" : ",") + text_of(p);
  return result + "]";
}

struct ShapeText3 {
  static std::string shape(const char* type) { return std::string("{\"type\":\"") + type + "\""; }
  static std::string field(const char* name, const std::string& value) {
    return std::string(",\"") + name + "\":" + value;
  }
  std::string operator()(const Point3<double>& s) const {
    return shape("point") + field("at", text_of(s.at)) + "}";
  }
  std::string operator()(const Segment3<double>& s) const {
    return shape("segment") + field("from", text_of(s.from)) + field("to", text_of(s.to)) + "}";
  }
  std::string operator()(const Aabb3<double>& s) const {
    return shape("aabb") + field("min", text_of(s.min)) + field("max", text_of(s.max)) + "}";
  }
  std::string operator()(const Obb3<double>& s) const {
    return shape("obb") + field("center", text_of(s.center)) + field("half_axes", text_of(s.half_axes)) + "}";
  }
  std::string operator()(const Triangle3<double>& s) const {
    return shape("triangle") + field("points", text_of(s.points)) + "}";
  }
  std::string operator()(const Hull3<double>& s) const {
    return shape("hull") + field("points", text_of(s.points)) + "}";
  }
  std::string operator()(const Sphere3<double>& s) const {
    return shape("sphere") + field("center", text_of(s.center)) + field("radius", text_of(s.radius)) + "}";
  }
  std::string operator()(const Capsule3<double>& s) const {
    return shape("capsule") + field("from", text_of(s.from)) + field("to", text_of(s.to)) +
           field("radius", text_of(s.radius)) + "}";
  }
  std::string operator()(const Cylinder3<double>& s) const {
    return shape("cylinder") + field("from", text_of(s.from)) + field("to", text_of(s.to)) +
           field("radius", text_of(s.radius)) + "}";
  }
  std::string operator()(const Plane3<double>& s) const {
    return shape("plane") + field("normal", text_of(s.normal)) + field("offset", text_of(s.offset)) + "}";
  }
  std::string operator()(const Ray3<double>& s) const {
    return shape("ray") + field("origin", text_of(s.origin)) + field("direction", text_of(s.direction)) + "}";
  }
};

inline std::string json_of(const Shape3<double>& shape) {
  return std::visit(ShapeText3{}, shape);
}

}  // namespace touchstone::oracle::test
