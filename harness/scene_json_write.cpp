#include <array>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <span>
#include <string>

#include "harness/scene_json.hpp"

namespace touchstone {
namespace {

/// Puts members into an object that is being written.
class ObjectWriter {
 public:
  void add(std::string_view name, const std::string& json) {
    text_ += text_.empty() ? "{\"" : ",\"";
    text_ += name;
    text_ += "\":";
    text_ += json;
  }
  std::string text() const { return text_.empty() ? "{}" : text_ + "}"; }

 private:
  std::string text_;
};

std::string string_to_json(std::string_view text) {
  return nlohmann::json(std::string(text)).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string vec_to_json(Vec2<double> v) {
  return "[" + number_to_json(v.x) + "," + number_to_json(v.y) + "]";
}
std::string vec_to_json(const Vec3<double>& v) {
  return "[" + number_to_json(v.x) + "," + number_to_json(v.y) + "," + number_to_json(v.z) + "]";
}

template <class List, class Function>
std::string list_to_json(const List& list, Function to_text) {
  std::string text = "[";
  for (const auto& element : list) {
    if (text.size() > 1) text += ',';
    text += to_text(element);
  }
  return text + "]";
}
template <class Points>
std::string vecs_to_json(const Points& points) {
  return list_to_json(points, [](const auto& p) { return vec_to_json(p); });
}

std::string expectation_to_json(const Expectation& expect, int dimension) {
  ObjectWriter out;
  const auto add_name = [&](std::string_view field, const auto& value) {
    if (value) out.add(field, string_to_json(name_of(*value)));
  };
  const auto add_number = [&](std::string_view field, std::optional<double> value) {
    if (value) out.add(field, number_to_json(*value));
  };
  if (expect.status) out.add("status", string_to_json(*expect.status));
  add_name("relation", expect.relation);
  add_name("kind", expect.kind);
  add_number("distance", expect.distance);
  add_number("depth", expect.depth);
  if (expect.mtv) {
    out.add("mtv", list_to_json(*expect.mtv, [dimension](const Coordinates& v) {
              return dimension == 2 ? vec_to_json(in_plane(v)) : vec_to_json(v);
            }));
  }
  if (!expect.mtv && expect.mtv_is_null) out.add("mtv", "null");
  add_name("location", expect.location);
  if (expect.hit) out.add("hit", *expect.hit ? "true" : "false");
  add_number("t", expect.t);
  add_number("area", expect.area);
  return out.text();
}

}  // namespace

std::string number_to_json(double value) {
  if (std::isnan(value)) return "\"nan\"";
  if (std::isinf(value)) return value > 0 ? "\"inf\"" : "\"-inf\"";
  if (value == 0)
    return std::signbit(value) ? "-0.0" : "0";  // "-0" is an integer to many readers, and loses its sign
  std::array<char, 32> buffer;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
  return std::string(buffer.data(), end);
}

namespace {

/// points: of the plane or of space.
template <class Points>
void add_fields(const OwnedShape& shape, const Points& p, ObjectWriter& out) {
  const auto add_points = [&](std::string_view first, std::string_view second) {
    out.add(first, vec_to_json(p[0]));
    out.add(second, vec_to_json(p[1]));
  };
  switch (shape.type) {
    case ShapeType::point:
    case ShapeType::point3:
      return out.add("at", vec_to_json(p[0]));
    case ShapeType::segment:
    case ShapeType::segment3:
      return add_points("from", "to");
    case ShapeType::aabb:
    case ShapeType::aabb3:
      return add_points("min", "max");
    case ShapeType::obb:
    case ShapeType::obb3:
    case ShapeType::ellipse:
      out.add("center", vec_to_json(p[0]));
      return out.add("half_axes", vecs_to_json(std::span(p).subspan(1)));
    case ShapeType::circle:
    case ShapeType::sphere:
      out.add("center", vec_to_json(p[0]));
      return out.add("radius", number_to_json(shape.radii[0]));
    case ShapeType::capsule:
    case ShapeType::capsule3:
    case ShapeType::cylinder:
      add_points("from", "to");
      return out.add("radius", number_to_json(shape.radii[0]));
    case ShapeType::ring:
      out.add("center", vec_to_json(p[0]));
      out.add("inner_radius", number_to_json(shape.radii[0]));
      return out.add("outer_radius", number_to_json(shape.radii[1]));
    case ShapeType::ray:
    case ShapeType::ray3:
      return add_points("origin", "direction");
    case ShapeType::plane:
      out.add("normal", vec_to_json(p[0]));
      return out.add("offset", number_to_json(shape.radii[0]));
    case ShapeType::triangle:
    case ShapeType::triangle3:
    case ShapeType::hull:
    case ShapeType::polygon:
      out.add("points", vecs_to_json(p));
      if (!shape.holes.empty())
        out.add("holes", list_to_json(shape.holes, [](const auto& hole) { return vecs_to_json(hole); }));
  }
}

}  // namespace

std::string to_json(const OwnedShape& shape) {
  ObjectWriter out;
  out.add("type", string_to_json(format_name(shape.type)));
  if (dimension_of(shape.type) == 2) {
    add_fields(shape, shape.points, out);
  } else {
    add_fields(shape, shape.points3, out);
  }
  return out.text();
}

std::string to_json(const Scene& scene) {
  ObjectWriter out;
  out.add("format", "1");
  if (!scene.id.empty()) out.add("id", string_to_json(scene.id));
  if (!scene.why.empty()) out.add("why", string_to_json(scene.why));
  if (!scene.source.empty()) out.add("source", string_to_json(scene.source));
  out.add("query", string_to_json(name_of(scene.query)));
  out.add("a", to_json(scene.a));
  out.add("b", to_json(scene.b));
  if (scene.expect) out.add("expect", expectation_to_json(*scene.expect, scene.dimension()));
  return out.text();
}

std::optional<SceneError> write_scenes(const std::string& file, std::span<const Scene> scenes) {
  std::string text;
  for (const Scene& scene : scenes) text += to_json(scene) + '\n';
  return write_file(file, text);
}

std::optional<SceneError> append_scene(const std::string& file, const Scene& scene) {
  return append_line(file, to_json(scene));
}

}  // namespace touchstone
