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

std::string vec_to_cpp(const Vec3<double>& v) {
  return "{" + number_to_cpp(v.x) + ", " + number_to_cpp(v.y) + ", " + number_to_cpp(v.z) + "}";
}

template <class Vec>
std::string list_to_cpp(std::span<const Vec> points) {
  std::string text = "{";
  for (const Vec& p : points) text += (text.size() > 1 ? ", " : "") + vec_to_cpp(p);
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

/// The numbers of the shape in the order of its fields: points, then radii.
template <class Vec>
std::string fields_to_cpp(const OwnedShape& shape, std::span<const Vec> p) {
  const auto with_radius = [&](std::size_t points) {
    std::string text = "{";
    for (std::size_t i = 0; i < points; ++i) text += vec_to_cpp(p[i]) + ", ";
    return text + number_to_cpp(shape.radii[0]) + "}";
  };
  switch (shape.type) {
    case ShapeType::obb:
    case ShapeType::obb3:
    case ShapeType::ellipse:
      return "{" + vec_to_cpp(p[0]) + ", " + list_to_cpp(p.subspan(1)) + "}";
    case ShapeType::triangle:
    case ShapeType::triangle3:
      return "{" + list_to_cpp(p) + "}";
    case ShapeType::circle:
    case ShapeType::sphere:
    case ShapeType::plane:
      return with_radius(1);
    case ShapeType::capsule:
    case ShapeType::capsule3:
    case ShapeType::cylinder:
      return with_radius(2);
    case ShapeType::ring:
      return "{" + vec_to_cpp(p[0]) + ", " + number_to_cpp(shape.radii[0]) + ", " +
             number_to_cpp(shape.radii[1]) + "}";
    default:
      return list_to_cpp(p);
  }
}

/// "Obb2", "Sphere3".
std::string class_of(ShapeType type) {
  std::string name(format_name(type));
  name[0] = static_cast<char>(name[0] - 'a' + 'A');
  return name + (dimension_of(type) == 2 ? "2" : "3");
}

std::string shape_to_cpp(const std::string& name, const OwnedShape& shape) {
  if (shape.type == ShapeType::polygon) return polygon_to_cpp(name, shape);
  if (shape.type == ShapeType::hull)
    return "  const std::vector<Vec3<double>> " + name + "_points" +
           list_to_cpp(std::span<const Vec3<double>>(shape.points3)) + ";\n  const Hull3<double> " + name +
           "{" + name + "_points};\n";
  const std::string fields = dimension_of(shape.type) == 2
                                 ? fields_to_cpp(shape, std::span<const Vec2<double>>(shape.points))
                                 : fields_to_cpp(shape, std::span<const Vec3<double>>(shape.points3));
  return "  const " + class_of(shape.type) + "<double> " + name + fields + ";\n";
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
  const std::string suffix = scene.dimension() == 2 ? "" : "3";
  const bool own_header = rays && scene.dimension() == 2;
  text += "// #include <touchstone/" + std::string(own_header ? "raycast" : "collide") + suffix + ".hpp>\n";
  text += std::string(rays ? "TEST(Raycast, " : "TEST(Relation, ") + test_name_from(scene.id) + ") {\n";
  text += comment_of(scene.why) + comment_of(scene.source);
  text += "  using namespace touchstone;\n";
  text += shape_to_cpp("a", scene.a) + shape_to_cpp("b", scene.b);
  const bool ray_first = is_ray(scene.a.type);
  if (rays) {
    text += "  const RayHit" + suffix + "<double> answer = raycast(checked(" + (ray_first ? "a" : "b") +
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
