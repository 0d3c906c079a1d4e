#include "harness/scene_geojson.hpp"

#include <cmath>

#include "harness/json_tree.hpp"
#include "harness/scene_json.hpp"

namespace touchstone {
namespace {

using Array = JsonValue::Array;

/// Carries a refusal out of the reader; never leaves this file.
struct Refusal {
  std::string field;
  std::string reason;
};
[[noreturn]] void refuse(std::string field, std::string reason) {
  throw Refusal{std::move(field), std::move(reason)};
}

const Array& array_of(const JsonValue& value, const std::string& path) {
  const auto* array = value.get_if<Array>();
  if (array == nullptr) refuse(path, "expected an array");
  return *array;
}

const JsonValue& member_of(const JsonValue& value, const std::string& path, std::string_view name) {
  if (value.get_if<JsonValue::Object>() == nullptr) refuse(path, "expected an object");
  const JsonValue* member = value.find(name);
  if (member == nullptr) refuse(member_path(path, name), "missing field");
  return *member;
}

const std::string& type_of(const JsonValue& value, const std::string& path) {
  const auto* type = member_of(value, path, "type").get_if<std::string>();
  if (type == nullptr) refuse(member_path(path, "type"), "expected a string");
  return *type;
}

Vec2<double> position_of(const JsonValue& value, const std::string& path) {
  const Array& array = array_of(value, path);
  if (array.size() == 3) refuse(path, "3D coordinates are not supported by this version");
  if (array.size() != 2) refuse(path, "expected 2 numbers, got " + std::to_string(array.size()));
  const auto* x = array[0].get_if<double>();
  const auto* y = array[1].get_if<double>();
  if (x == nullptr || y == nullptr) refuse(path, "expected numbers");
  return {*x, *y};
}

std::vector<Vec2<double>> positions_of(const JsonValue& value, const std::string& path) {
  std::vector<Vec2<double>> positions;
  const Array& array = array_of(value, path);
  positions.reserve(array.size());
  for (std::size_t i = 0; i < array.size(); ++i) {
    positions.push_back(position_of(array[i], element_path(path, i)));
  }
  return positions;
}

class Reader {
 public:
  explicit Reader(ShapeCollector& out) : out_(out) {}

  void document(const JsonValue& root) {
    const std::string& type = type_of(root, "");
    if (type == "FeatureCollection") {
      const Array& features = array_of(member_of(root, "", "features"), "features");
      for (feature_ = 0; feature_ < features.size(); ++feature_) {
        feature(features[feature_], element_path("features", feature_));
      }
    } else if (type == "Feature") {
      feature(root, "");
    } else {
      geometry(root, "");
    }
  }

 private:
  void feature(const JsonValue& value, const std::string& path) {
    if (type_of(value, path) != "Feature") refuse(member_path(path, "type"), "expected \"Feature\"");
    name_ = name_of_feature(value);
    geometry(member_of(value, path, "geometry"), member_path(path, "geometry"));
  }

  static std::string name_of_feature(const JsonValue& feature) {
    if (const JsonValue* properties = feature.find("properties")) {
      for (std::string_view key : {"name", "NAME", "ADMIN"}) {
        const JsonValue* value = properties->find(key);
        const auto* name = value == nullptr ? nullptr : value->get_if<std::string>();
        if (name != nullptr && !name->empty()) return *name;
      }
    }
    const JsonValue* id = feature.find("id");
    if (id == nullptr) return "";
    if (const auto* text = id->get_if<std::string>()) return *text;
    if (const auto* number = id->get_if<double>()) return number_to_json(*number);
    return "";
  }

  void geometry(const JsonValue& value, const std::string& path) {
    if (value.get_if<std::nullptr_t>() != nullptr) return out_.skip(feature_, 0, name_, "no geometry");
    const std::string& type = type_of(value, path);
    if (type == "MultiPoint" || type == "MultiLineString" || type == "GeometryCollection") {
      return out_.skip(feature_, 0, name_, "type \"" + type + "\" is not supported by this version");
    }
    if (type != "Point" && type != "LineString" && type != "Polygon" && type != "MultiPolygon") {
      refuse(member_path(path, "type"), "unknown type " + in_quotes(type));
    }
    const JsonValue& coordinates = member_of(value, path, "coordinates");
    const std::string at = member_path(path, "coordinates");
    const Array& array = array_of(coordinates, at);
    if (array.empty()) return out_.skip(feature_, 0, name_, "empty geometry");
    if (type == "Point") {
      out_.add(feature_, 0, name_, {ShapeType::point, {position_of(coordinates, at)}, {}});
    } else if (type == "LineString") {
      line(positions_of(coordinates, at));
    } else if (type == "Polygon") {
      polygon(coordinates, at, 0);
    } else {
      for (std::size_t i = 0; i < array.size(); ++i) polygon(array[i], element_path(at, i), i);
    }
  }

  void line(std::vector<Vec2<double>> positions) {
    if (positions.size() == 2) {
      return out_.add(feature_, 0, name_, {ShapeType::segment, std::move(positions), {}});
    }
    const std::string count = std::to_string(positions.size());
    out_.skip(feature_, 0, name_,
              "a line of " + count + " points; only segments are supported by this version");
  }

  void polygon(const JsonValue& value, const std::string& path, std::size_t part) {
    const Array& contours = array_of(value, path);
    if (contours.empty()) return out_.skip(feature_, part, name_, "empty geometry");
    OwnedShape shape{ShapeType::polygon, positions_of(contours[0], element_path(path, 0)), {}};
    for (std::size_t i = 1; i < contours.size(); ++i) {
      shape.holes.push_back(positions_of(contours[i], element_path(path, i)));
    }
    out_.add(feature_, part, name_, std::move(shape));
  }

  ShapeCollector& out_;
  std::size_t feature_ = 0;
  std::string name_;
};

}  // namespace

std::variant<ImportedShapes, SceneError> parse_geojson(std::string_view text, const std::string& file,
                                                       InvalidParts invalid) {
  const auto tree = parse_json(text);
  if (const auto* error = std::get_if<JsonError>(&tree)) {
    return SceneError{file, error->line, error->path, error->reason};
  }
  ShapeCollector collector(file, invalid);
  try {
    Reader(collector).document(std::get<JsonValue>(tree));
  } catch (Refusal& refusal) {
    return SceneError{file, 0, std::move(refusal.field), std::move(refusal.reason)};
  }
  return collector.take();
}

}  // namespace touchstone
