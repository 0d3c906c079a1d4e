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

/// Two or three numbers; in the plane z is 0.
struct Vector {
  Vec3<double> at;
  int dimension = 2;
};
/// dimension: 2 or 3; 0: either.
Vector vector_of(const JsonValue& value, const std::string& path, int dimension) {
  const Array& array = array_of(value, path);
  const bool fits = dimension == 0 ? array.size() == 2 || array.size() == 3
                                   : array.size() == static_cast<std::size_t>(dimension);
  if (!fits) {
    const std::string expected = dimension == 0 ? "2 or 3" : std::to_string(dimension);
    refuse(path, "expected " + expected + " numbers, got " + std::to_string(array.size()));
  }
  Vector vector{{number_of(array[0], element_path(path, 0)), number_of(array[1], element_path(path, 1))}, 2};
  if (array.size() == 3) vector = {{vector.at.x, vector.at.y, number_of(array[2], element_path(path, 2))}, 3};
  return vector;
}

/// Collects the points of one shape, which are all of one dimension.
class PointReader {
 public:
  explicit PointReader(OwnedShape& shape) : shape_(shape) {}

  void add(const JsonValue& value, const std::string& path) {
    const Vector vector = vector_of(value, path, dimension_);
    dimension_ = vector.dimension;
    if (dimension_ == 2) {
      shape_.points.push_back(in_plane(vector.at));
    } else {
      shape_.points3.push_back(vector.at);
    }
  }
  void add_list(const JsonValue& value, const std::string& path) {
    const Array& array = array_of(value, path);
    for (std::size_t i = 0; i < array.size(); ++i) add(array[i], element_path(path, i));
  }
  std::size_t count() const { return shape_.points.size() + shape_.points3.size(); }
  int dimension() const { return dimension_; }  ///< 0 before the first point

 private:
  OwnedShape& shape_;
  int dimension_ = 0;
};

std::vector<Vec2<double>> vecs_of(const JsonValue& value, const std::string& path) {
  std::vector<Vec2<double>> vecs;
  const Array& array = array_of(value, path);
  vecs.reserve(array.size());
  for (std::size_t i = 0; i < array.size(); ++i) {
    vecs.push_back(in_plane(vector_of(array[i], element_path(path, i), 2).at));
  }
  return vecs;
}

/// A type as the format spells it: one name may stand for a type of the plane and one of space.
struct TypeName {
  std::optional<ShapeType> in_plane, in_space;
};

TypeName type_name_of(const JsonValue& value, const std::string& path) {
  if (value.get_if<Object>() == nullptr) refuse(path, "expected an object");
  const JsonValue* type = value.find("type");
  const std::string type_path = member_path(path, "type");
  if (type == nullptr) refuse(type_path, "missing field");
  const std::string& name = string_of(*type, type_path);
  TypeName found;
  for (int i = 0; i < kShapeTypeCount; ++i) {
    const auto known = static_cast<ShapeType>(i);
    if (format_name(known) == name) (dimension_of(known) == 2 ? found.in_plane : found.in_space) = known;
  }
  if (!found.in_plane && !found.in_space) refuse(type_path, "unknown type " + in_quotes(name));
  return found;
}

/// Reads the members of one shape.
class ShapeReader {
 public:
  ShapeReader(const JsonValue& value, const std::string& path) : value_(value), path_(path) {}

  OwnedShape read() {
    const TypeName type = type_name_of(value_, path_);
    read_fields(type.in_plane ? *type.in_plane : *type.in_space);
    const bool in_space = points_.dimension() == 3 || (points_.dimension() == 0 && !type.in_plane);
    const auto& chosen = in_space ? type.in_space : type.in_plane;
    if (!chosen) {
      refuse(path_, std::string(name_of_) + " is a shape of " + (in_space ? "the plane" : "space") +
                        ": it has " + (in_space ? "2" : "3") + " coordinates");
    }
    shape_.type = *chosen;
    return std::move(shape_);
  }

 private:
  void members(std::initializer_list<std::string_view> required,
               std::initializer_list<std::string_view> optional = {}) {
    object_of(value_, path_, required, optional);
  }
  void point(std::string_view name) { points_.add(*value_.find(name), member_path(path_, name)); }
  double number(std::string_view name) { return number_of(*value_.find(name), member_path(path_, name)); }
  /// As many as the shape has dimensions.
  void half_axes() {
    const std::string axes_path = member_path(path_, "half_axes");
    points_.add_list(*value_.find("half_axes"), axes_path);
    const auto expected = static_cast<std::size_t>(points_.dimension());
    if (points_.count() - 1 != expected)
      refuse(axes_path,
             "expected " + std::to_string(expected) + " vectors, got " + std::to_string(points_.count() - 1));
  }
  void list() { points_.add_list(*value_.find("points"), member_path(path_, "points")); }

  /// type tells the fields; those of a name are the same in the plane and in space.
  void read_fields(ShapeType type);
  void read_holes();

  const JsonValue& value_;
  const std::string& path_;
  OwnedShape shape_;
  PointReader points_{shape_};
  std::string_view name_of_;
};

void ShapeReader::read_fields(ShapeType type) {
  name_of_ = format_name(type);
  switch (type) {
    case ShapeType::point:
    case ShapeType::point3:
      members({"type", "at"});
      return point("at");
    case ShapeType::segment:
    case ShapeType::segment3:
      members({"type", "from", "to"});
      point("from");
      return point("to");
    case ShapeType::aabb:
    case ShapeType::aabb3:
      members({"type", "min", "max"});
      point("min");
      return point("max");
    case ShapeType::obb:
    case ShapeType::obb3:
    case ShapeType::ellipse:
      members({"type", "center", "half_axes"});
      point("center");
      return half_axes();
    case ShapeType::triangle:
    case ShapeType::triangle3:
      members({"type", "points"});
      list();
      if (points_.count() != 3)
        refuse(member_path(path_, "points"), "expected 3 points, got " + std::to_string(points_.count()));
      return;
    case ShapeType::circle:
    case ShapeType::sphere:
      members({"type", "center", "radius"});
      point("center");
      shape_.radii[0] = number("radius");
      return;
    case ShapeType::capsule:
    case ShapeType::capsule3:
    case ShapeType::cylinder:
      members({"type", "from", "to", "radius"});
      point("from");
      point("to");
      shape_.radii[0] = number("radius");
      return;
    case ShapeType::ring:
      members({"type", "center", "inner_radius", "outer_radius"});
      point("center");
      shape_.radii = {number("inner_radius"), number("outer_radius")};
      return;
    case ShapeType::ray:
    case ShapeType::ray3:
      members({"type", "origin", "direction"});
      point("origin");
      return point("direction");
    case ShapeType::plane:
      members({"type", "normal", "offset"});
      point("normal");
      shape_.radii[0] = number("offset");
      return;
    case ShapeType::hull:
      members({"type", "points"});
      return list();
    case ShapeType::polygon:
      members({"type", "points"}, {"holes"});
      list();
      return read_holes();
  }
}

void ShapeReader::read_holes() {
  const JsonValue* holes = value_.find("holes");
  if (holes == nullptr) return;
  const std::string holes_path = member_path(path_, "holes");
  const Array& array = array_of(*holes, holes_path);
  for (std::size_t i = 0; i < array.size(); ++i)
    shape_.holes.push_back(vecs_of(array[i], element_path(holes_path, i)));
}

OwnedShape shape_of(const JsonValue& value, const std::string& path) {
  return ShapeReader(value, path).read();
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
  const int rays = int{is_ray(scene.a.type)} + int{is_ray(scene.b.type)};
  if (scene.query == Query::raycast && rays != 1)
    refuse("query", "raycast needs one ray, got " + std::to_string(rays));
  if (scene.query != Query::raycast && rays != 0) refuse("query", "rays take part in raycast alone");
}

void refuse_mixed_dimensions(const Scene& scene) {
  if (dimension_of(scene.a.type) != dimension_of(scene.b.type))
    refuse("b", "a lies in " +
                    std::string(scene.dimension() == 2 ? "the plane, b in space" : "space, b in the plane"));
  if (!is_asked_in(scene.dimension(), scene.query))
    refuse("query", std::string(name_of(scene.query)) + " is asked in the plane only");
}

std::vector<Coordinates> vectors_of(const JsonValue& value, const std::string& path, int dimension) {
  std::vector<Coordinates> vectors;
  const Array& array = array_of(value, path);
  for (std::size_t i = 0; i < array.size(); ++i) {
    vectors.emplace_back(vector_of(array[i], element_path(path, i), dimension).at);
  }
  return vectors;
}

Expectation expectation_of(const JsonValue& value, const std::string& path, int dimension) {
  const Object& fields =
      object_of(value, path, {},
                {"status", "relation", "kind", "distance", "depth", "mtv", "location", "hit", "t", "area"});
  Expectation expect;
  for (const auto& [name, field] : fields) {
    const std::string at = member_path(path, name);
    if (dimension == 3 && (name == "kind" || name == "area")) refuse(at, "is told in the plane only");
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
      if (!expect.mtv_is_null) expect.mtv = vectors_of(field, at, dimension);
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
  refuse_mixed_dimensions(scene);
  refuse_misplaced_rays(scene);
  if (const JsonValue* expect = value.find("expect"))
    scene.expect = expectation_of(*expect, "expect", scene.dimension());
  return scene;
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

}  // namespace touchstone
