#include "harness/scene_cpp.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <span>

namespace touchstone {
namespace {

std::string vec_to_cpp(Vec2<double> v) {
  return "{" + number_to_cpp(v.x) + ", " + number_to_cpp(v.y) + "}";
}

std::string list_to_cpp(std::span<const Vec2<double>> points) {
  std::string text = "{";
  for (const Vec2<double>& p : points) text += (text.size() > 1 ? ", " : "") + vec_to_cpp(p);
  return text + "}";
}

/// "  const std::vector<...> NAME{...};" and an empty list where there are no points.
std::string points_to_cpp(const std::string& name, std::span<const Vec2<double>> points) {
  return "  const std::vector<Vec2<double>> " + name + list_to_cpp(points) + ";\n";
}

std::string polygon_to_cpp(const std::string& name, const OwnedShape& shape) {
  std::string text = points_to_cpp(name + "_points", shape.points);
  if (shape.holes.empty()) return text + "  const Polygon2<double> " + name + "{" + name + "_points};\n";
  std::string contours;
  for (std::size_t i = 0; i < shape.holes.size(); ++i) {
    const std::string hole = name + "_hole_" + std::to_string(i);
    text += points_to_cpp(hole, shape.holes[i]);
    contours += (i == 0 ? "" : ", ") + hole;
  }
  text += "  const std::vector<Contour2<double>> " + name + "_holes{" + contours + "};\n";
  return text + "  const Polygon2<double> " + name + "{" + name + "_points, " + name + "_holes};\n";
}

std::string shape_to_cpp(const std::string& name, const OwnedShape& shape) {
  const std::vector<Vec2<double>>& p = shape.points;
  switch (shape.type) {
    case ShapeType::point:
      return "  const Point2<double> " + name + "{" + vec_to_cpp(p[0]) + "};\n";
    case ShapeType::segment:
      return "  const Segment2<double> " + name + list_to_cpp(p) + ";\n";
    case ShapeType::aabb:
      return "  const Aabb2<double> " + name + list_to_cpp(p) + ";\n";
    case ShapeType::obb:
      return "  const Obb2<double> " + name + "{" + vec_to_cpp(p[0]) + ", " +
             list_to_cpp(std::span(p).subspan(1)) + "};\n";
    case ShapeType::triangle:
      return "  const Triangle2<double> " + name + "{" + list_to_cpp(p) + "};\n";
    case ShapeType::circle:
      return "  const Circle2<double> " + name + "{" + vec_to_cpp(p[0]) + ", " +
             number_to_cpp(shape.radii[0]) + "};\n";
    case ShapeType::capsule:
      return "  const Capsule2<double> " + name + "{" + vec_to_cpp(p[0]) + ", " + vec_to_cpp(p[1]) + ", " +
             number_to_cpp(shape.radii[0]) + "};\n";
    case ShapeType::ring:
      return "  const Ring2<double> " + name + "{" + vec_to_cpp(p[0]) + ", " + number_to_cpp(shape.radii[0]) +
             ", " + number_to_cpp(shape.radii[1]) + "};\n";
    case ShapeType::ellipse:
      return "  const Ellipse2<double> " + name + "{" + vec_to_cpp(p[0]) + ", " +
             list_to_cpp(std::span(p).subspan(1)) + "};\n";
    case ShapeType::ray:
      return "  const Ray2<double> " + name + list_to_cpp(p) + ";\n";
    case ShapeType::polygon:
      break;
  }
  return polygon_to_cpp(name, shape);
}

/// A comment of one line; empty for no text.
std::string comment_of(std::string_view text) {
  if (text.empty()) return "";
  std::string line = "  // " + std::string(text);
  for (char& c : line) {
    if (static_cast<unsigned char>(c) < ' ') c = ' ';
  }
  if (line.back() == '\\') line += '.';  // a backslash at the end would join the next line to the comment
  return line + "\n";
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

}  // namespace

std::string number_to_cpp(double value) {
  if (std::isnan(value)) return "std::numeric_limits<double>::quiet_NaN()";
  if (std::isinf(value)) return std::string(value < 0 ? "-" : "") + "std::numeric_limits<double>::infinity()";
  std::array<char, 32> buffer;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
  std::string text(buffer.data(), end);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

std::string test_name_from(std::string_view text) {
  std::string name;
  bool start = true;
  for (char c : text) {
    if (is_letter(c) || is_digit(c)) {
      name += start && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    }
    start = !is_letter(c) && !is_digit(c);
  }
  if (name.empty() || is_digit(name.front())) name.insert(0, "Scene");
  return name;
}

std::string to_cpp_test(const Scene& scene, std::string_view expected) {
  const bool invalid = expected == "invalid_input";
  std::string text = "// #include <limits>\n// #include <vector>\n// #include <gtest/gtest.h>\n";
  const bool rays = scene.query == Query::raycast;
  text += rays ? "// #include <touchstone/raycast.hpp>\n" : "// #include <touchstone/collide.hpp>\n";
  text += std::string(rays ? "TEST(Raycast, " : "TEST(Relation, ") + test_name_from(scene.id) + ") {\n";
  text += comment_of(scene.why) + comment_of(scene.source);
  text += "  using namespace touchstone;\n";
  text += shape_to_cpp("a", scene.a) + shape_to_cpp("b", scene.b);
  const bool ray_first = scene.a.type == ShapeType::ray;
  if (rays) {
    text += std::string("  const RayHit<double> answer = raycast(checked(") + (ray_first ? "a" : "b") +
            "), checked(" + (ray_first ? "b" : "a") + "));\n";
  } else {
    text += "  const RelationAnswer answer = relation(checked(a), checked(b));\n";
  }
  text += std::string("  EXPECT_EQ(answer.status, Status::") + (invalid ? "invalid_input" : "ok") + ");\n";
  if (!invalid && rays) {
    text += std::string("  EXPECT_") + (expected == "hit" ? "TRUE" : "FALSE") + "(answer.hit);\n";
  } else if (!invalid) {
    text += "  EXPECT_EQ(answer.relation, Relation::" + std::string(expected) + ");\n";
  }
  return text + "}\n";
}

}  // namespace touchstone
