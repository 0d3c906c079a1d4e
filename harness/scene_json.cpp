#include "harness/scene_json.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <nlohmann/json.hpp>

#include "harness/json_tree.hpp"

namespace touchstone {
namespace {

using Array = JsonValue::Array;
using Object = JsonValue::Object;
using Names = std::initializer_list<std::string_view>;

/// Carries a refusal out of the decoder; never leaves this file.
struct Refusal {
  std::string field;
  std::string reason;
};
[[noreturn]] void refuse(std::string field, std::string reason) {
  throw Refusal{std::move(field), std::move(reason)};
}
std::string not_supported(const std::string& what, std::string_view name) {
  return what + " " + in_quotes(name) + " is not supported by this version";
}

bool contains(Names names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Refuses all but an object with every required field and no field beyond these.
const Object& object_of(const JsonValue& value, const std::string& path, Names required, Names optional) {
  const auto* object = value.get_if<Object>();
  if (object == nullptr) refuse(path, "expected an object");
  for (const JsonMember& member : *object) {
    if (!contains(required, member.name) && !contains(optional, member.name)) {
      refuse(member_path(path, member.name), "unknown field");
    }
  }
  for (std::string_view name : required) {
    if (value.find(name) == nullptr) refuse(member_path(path, name), "missing field");
  }
  return *object;
}

const Array& array_of(const JsonValue& value, const std::string& path) {
  const auto* array = value.get_if<Array>();
  if (array == nullptr) refuse(path, "expected an array");
  return *array;
}

const std::string& string_of(const JsonValue& value, const std::string& path) {
  const auto* text = value.get_if<std::string>();
  if (text == nullptr) refuse(path, "expected a string");
  return *text;
}

std::optional<double> number_from(std::string_view text) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (text == "nan") return std::numeric_limits<double>::quiet_NaN();
  if (text == "inf") return kInfinity;
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  if (negative && text == "inf") return -kInfinity;
  if (!text.starts_with("0x") || text.size() == 2 || text[2] == '-') return std::nullopt;
  double magnitude = 0;
  const char* end = text.data() + text.size();
  const auto [stop, code] = std::from_chars(text.data() + 2, end, magnitude, std::chars_format::hex);
  if (code != std::errc{} || stop != end || !std::isfinite(magnitude)) return std::nullopt;
  return negative ? -magnitude : magnitude;
}

double number_of(const JsonValue& value, const std::string& path) {
  if (const auto* number = value.get_if<double>()) return *number;
  const auto* text = value.get_if<std::string>();
  if (text == nullptr) refuse(path, "expected a number");
  const std::optional<double> number = number_from(*text);
  if (!number) {
    refuse(path, "expected a number, \"nan\", \"inf\", \"-inf\" or a hex float within range, got " +
                     in_quotes(*text));
  }
  return *number;
}

Vec2<double> vec_of(const JsonValue& value, const std::string& path) {
  const Array& array = array_of(value, path);
  if (array.size() == 3) refuse(path, "3D coordinates are not supported by this version");
  if (array.size() != 2) refuse(path, "expected 2 numbers, got " + std::to_string(array.size()));
  return {number_of(array[0], element_path(path, 0)), number_of(array[1], element_path(path, 1))};
}

std::vector<Vec2<double>> vecs_of(const JsonValue& value, const std::string& path) {
  std::vector<Vec2<double>> vecs;
  const Array& array = array_of(value, path);
  vecs.reserve(array.size());
  for (std::size_t i = 0; i < array.size(); ++i) vecs.push_back(vec_of(array[i], element_path(path, i)));
  return vecs;
}

/// Types of the format whose truth this version does not know.
constexpr std::string_view kLaterTypes[] = {"sphere", "hull", "cylinder", "plane"};

ShapeType type_of(const JsonValue& value, const std::string& path) {
  if (value.get_if<Object>() == nullptr) refuse(path, "expected an object");
  const JsonValue* type = value.find("type");
  const std::string type_path = member_path(path, "type");
  if (type == nullptr) refuse(type_path, "missing field");
  const std::string& name = string_of(*type, type_path);
  if (const std::optional<ShapeType> known = shape_type_from(name)) return *known;
  if (std::find(std::begin(kLaterTypes), std::end(kLaterTypes), name) != std::end(kLaterTypes)) {
    refuse(type_path, not_supported("type", name));
  }
  refuse(type_path, "unknown type " + in_quotes(name));
}

/// "half_axes": exactly two vectors, behind the points that there are.
void add_half_axes(const JsonValue& value, const std::string& path, OwnedShape& shape) {
  const std::string axes_path = member_path(path, "half_axes");
  const std::vector<Vec2<double>> axes = vecs_of(*value.find("half_axes"), axes_path);
  if (axes.size() != 2) refuse(axes_path, "expected 2 vectors, got " + std::to_string(axes.size()));
  shape.points.insert(shape.points.end(), axes.begin(), axes.end());
}

OwnedShape shape_of(const JsonValue& value, const std::string& path) {
  OwnedShape shape;
  shape.type = type_of(value, path);
  const auto vec = [&](std::string_view name) { return vec_of(*value.find(name), member_path(path, name)); };
  const auto number = [&](std::string_view name) {
    return number_of(*value.find(name), member_path(path, name));
  };
  switch (shape.type) {
    case ShapeType::point:
      object_of(value, path, {"type", "at"}, {});
      shape.points = {vec("at")};
      break;
    case ShapeType::segment:
      object_of(value, path, {"type", "from", "to"}, {});
      shape.points = {vec("from"), vec("to")};
      break;
    case ShapeType::aabb:
      object_of(value, path, {"type", "min", "max"}, {});
      shape.points = {vec("min"), vec("max")};
      break;
    case ShapeType::obb:
    case ShapeType::ellipse:
      object_of(value, path, {"type", "center", "half_axes"}, {});
      shape.points = {vec("center")};
      add_half_axes(value, path, shape);
      break;
    case ShapeType::triangle: {
      object_of(value, path, {"type", "points"}, {});
      shape.points = vecs_of(*value.find("points"), member_path(path, "points"));
      if (shape.points.size() != 3)
        refuse(member_path(path, "points"), "expected 3 points, got " + std::to_string(shape.points.size()));
      break;
    }
    case ShapeType::circle:
      object_of(value, path, {"type", "center", "radius"}, {});
      shape.points = {vec("center")};
      shape.radii[0] = number("radius");
      break;
    case ShapeType::capsule:
      object_of(value, path, {"type", "from", "to", "radius"}, {});
      shape.points = {vec("from"), vec("to")};
      shape.radii[0] = number("radius");
      break;
    case ShapeType::ring:
      object_of(value, path, {"type", "center", "inner_radius", "outer_radius"}, {});
      shape.points = {vec("center")};
      shape.radii = {number("inner_radius"), number("outer_radius")};
      break;
    case ShapeType::ray:
      object_of(value, path, {"type", "origin", "direction"}, {});
      shape.points = {vec("origin"), vec("direction")};
      break;
    case ShapeType::polygon: {
      object_of(value, path, {"type", "points"}, {"holes"});
      shape.points = vecs_of(*value.find("points"), member_path(path, "points"));
      const JsonValue* holes = value.find("holes");
      if (holes == nullptr) break;
      const std::string holes_path = member_path(path, "holes");
      const Array& array = array_of(*holes, holes_path);
      for (std::size_t i = 0; i < array.size(); ++i) {
        shape.holes.push_back(vecs_of(array[i], element_path(holes_path, i)));
      }
      break;
    }
  }
  return shape;
}

template <class Enum>
Enum enum_of(const JsonValue& value, const std::string& path, const std::string& what,
             std::optional<Enum> (*from)(std::string_view)) {
  const std::string& name = string_of(value, path);
  const std::optional<Enum> known = from(name);
  if (!known) refuse(path, "unknown " + what + " " + in_quotes(name));
  return *known;
}

/// Rays take part in raycasts alone, and a raycast is about one ray.
void refuse_misplaced_rays(const Scene& scene) {
  const int rays = int{scene.a.type == ShapeType::ray} + int{scene.b.type == ShapeType::ray};
  if (scene.query == Query::raycast && rays != 1)
    refuse("query", "raycast needs one ray, got " + std::to_string(rays));
  if (scene.query != Query::raycast && rays != 0) refuse("query", "rays take part in raycast alone");
}

Expectation expectation_of(const JsonValue& value, const std::string& path) {
  const Object& fields =
      object_of(value, path, {},
                {"status", "relation", "kind", "distance", "depth", "mtv", "location", "hit", "t", "area"});
  Expectation expect;
  for (const auto& [name, field] : fields) {
    const std::string at = member_path(path, name);
    if (name == "status") {
      expect.status = string_of(field, at);
      if (*expect.status != "ok" && *expect.status != "invalid_input") {
        refuse(at, "unknown status " + in_quotes(*expect.status));
      }
    }
    if (name == "relation") expect.relation = enum_of(field, at, name, relation_from);
    if (name == "kind") expect.kind = enum_of(field, at, name, kind_from);
    if (name == "location") expect.location = enum_of(field, at, name, location_from);
    if (name == "distance") expect.distance = number_of(field, at);
    if (name == "depth") expect.depth = number_of(field, at);
    if (name == "t") expect.t = number_of(field, at);
    if (name == "area") expect.area = number_of(field, at);
    if (name == "hit") {
      const bool* hit = field.get_if<bool>();
      if (hit == nullptr) refuse(at, "expected true or false");
      expect.hit = *hit;
    }
    if (name == "mtv") {
      expect.mtv_is_null = field.get_if<std::nullptr_t>() != nullptr;
      if (!expect.mtv_is_null) expect.mtv = vecs_of(field, at);
    }
  }
  if (expect.status == "invalid_input" && fields.size() > 1) {
    refuse(member_path(path, "status"), "an invalid input has no other field");
  }
  return expect;
}

Scene scene_of(const JsonValue& value) {
  object_of(value, "", {"query", "a", "b"}, {"format", "id", "why", "source", "expect"});
  if (const JsonValue* format = value.find("format")) {
    if (number_of(*format, "format") != 1) refuse("format", "only format 1 is known");
  }
  Scene scene;
  const auto text = [&](std::string_view name) {
    const JsonValue* field = value.find(name);
    return field == nullptr ? std::string() : string_of(*field, std::string(name));
  };
  scene.id = text("id");
  scene.why = text("why");
  scene.source = text("source");
  scene.query = enum_of(*value.find("query"), "query", "query", query_from);
  scene.a = shape_of(*value.find("a"), "a");
  scene.b = shape_of(*value.find("b"), "b");
  refuse_misplaced_rays(scene);
  if (const JsonValue* expect = value.find("expect")) scene.expect = expectation_of(*expect, "expect");
  return scene;
}

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

template <class List, class Function>
std::string list_to_json(const List& list, Function to_text) {
  std::string text = "[";
  for (const auto& element : list) {
    if (text.size() > 1) text += ',';
    text += to_text(element);
  }
  return text + "]";
}
std::string vecs_to_json(std::span<const Vec2<double>> vecs) {
  return list_to_json(vecs, vec_to_json);
}

std::string expectation_to_json(const Expectation& expect) {
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
  if (expect.mtv) out.add("mtv", vecs_to_json(*expect.mtv));
  if (!expect.mtv && expect.mtv_is_null) out.add("mtv", "null");
  add_name("location", expect.location);
  if (expect.hit) out.add("hit", *expect.hit ? "true" : "false");
  add_number("t", expect.t);
  add_number("area", expect.area);
  return out.text();
}

}  // namespace

std::variant<Scene, SceneError> parse_scene(std::string_view text, std::string_view file, std::size_t line) {
  auto tree = parse_json(text);
  if (auto* error = std::get_if<JsonError>(&tree)) {
    return SceneError{std::string(file), line, std::move(error->path), std::move(error->reason)};
  }
  try {
    return scene_of(std::get<JsonValue>(tree));
  } catch (Refusal& refusal) {
    return SceneError{std::string(file), line, std::move(refusal.field), std::move(refusal.reason)};
  }
}

std::string number_to_json(double value) {
  if (std::isnan(value)) return "\"nan\"";
  if (std::isinf(value)) return value > 0 ? "\"inf\"" : "\"-inf\"";
  if (value == 0)
    return std::signbit(value) ? "-0.0" : "0";  // "-0" is an integer to many readers, and loses its sign
  std::array<char, 32> buffer;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
  return std::string(buffer.data(), end);
}

std::string to_json(const OwnedShape& shape) {
  ObjectWriter out;
  out.add("type", string_to_json(name_of(shape.type)));
  const std::vector<Vec2<double>>& p = shape.points;
  switch (shape.type) {
    case ShapeType::point:
      out.add("at", vec_to_json(p[0]));
      break;
    case ShapeType::segment:
      out.add("from", vec_to_json(p[0]));
      out.add("to", vec_to_json(p[1]));
      break;
    case ShapeType::aabb:
      out.add("min", vec_to_json(p[0]));
      out.add("max", vec_to_json(p[1]));
      break;
    case ShapeType::obb:
    case ShapeType::ellipse:
      out.add("center", vec_to_json(p[0]));
      out.add("half_axes", vecs_to_json(std::span(p).subspan(1)));
      break;
    case ShapeType::triangle:
      out.add("points", vecs_to_json(p));
      break;
    case ShapeType::circle:
      out.add("center", vec_to_json(p[0]));
      out.add("radius", number_to_json(shape.radii[0]));
      break;
    case ShapeType::capsule:
      out.add("from", vec_to_json(p[0]));
      out.add("to", vec_to_json(p[1]));
      out.add("radius", number_to_json(shape.radii[0]));
      break;
    case ShapeType::ring:
      out.add("center", vec_to_json(p[0]));
      out.add("inner_radius", number_to_json(shape.radii[0]));
      out.add("outer_radius", number_to_json(shape.radii[1]));
      break;
    case ShapeType::ray:
      out.add("origin", vec_to_json(p[0]));
      out.add("direction", vec_to_json(p[1]));
      break;
    case ShapeType::polygon:
      out.add("points", vecs_to_json(p));
      if (!shape.holes.empty()) out.add("holes", list_to_json(shape.holes, vecs_to_json));
      break;
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
  if (scene.expect) out.add("expect", expectation_to_json(*scene.expect));
  return out.text();
}

std::optional<std::variant<Scene, SceneError>> SceneReader::next() {
  for (;;) {
    auto line = lines_.next();
    if (!line) return std::nullopt;
    if (auto* error = std::get_if<SceneError>(&*line)) return std::move(*error);
    const std::string_view text = std::get<std::string_view>(*line);
    if (text.find_first_not_of(" \t") != std::string_view::npos) {
      return parse_scene(text, lines_.file(), lines_.line());
    }
  }
}

std::variant<std::vector<Scene>, SceneError> read_scenes(const std::string& file) {
  std::vector<Scene> scenes;
  SceneReader reader(file);
  while (auto next = reader.next()) {
    if (auto* error = std::get_if<SceneError>(&*next)) return std::move(*error);
    scenes.push_back(std::move(std::get<Scene>(*next)));
  }
  return scenes;
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
