#include "harness/imported_shapes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "harness/scene_geojson.hpp"
#include "harness/scene_wkt.hpp"
#include "oracle/validity.hpp"

namespace touchstone {
namespace {

/// Drops the closing point; false when the contour is not closed.
bool open_contour(std::vector<Vec2<double>>& contour) {
  if (contour.size() < 2 || contour.front() != contour.back()) return false;
  contour.pop_back();
  return true;
}

/// Why the shape cannot be used; empty when it can.
std::string reason_against(OwnedShape& shape) {
  if (shape.type == ShapeType::polygon) {
    if (!open_contour(shape.points)) return "the outer contour is not closed";
    for (std::size_t i = 0; i < shape.holes.size(); ++i) {
      if (!open_contour(shape.holes[i])) return "hole " + std::to_string(i) + " is not closed";
    }
  }
  std::string reason;
  const oracle::Validity validity = oracle::check(ShapeView(shape).get(), reason);
  if (!validity.valid) return reason;
  if (!validity.flat) return "";
  const auto is_first = [&](Vec2<double> p) { return p == shape.points[0]; };
  const bool point = std::all_of(shape.points.begin(), shape.points.end(), is_first);
  return point ? "a point, not an area" : "a segment, not an area";
}

struct Bounds {
  Vec2<double> min;
  Vec2<double> max;
};

Bounds bounds_of(const OwnedShape& shape) {
  Bounds box{shape.points[0], shape.points[0]};
  for (const Vec2<double>& p : shape.points) {
    box.min = {std::min(box.min.x, p.x), std::min(box.min.y, p.y)};
    box.max = {std::max(box.max.x, p.x), std::max(box.max.y, p.y)};
  }
  return box;
}

bool meet(const Bounds& a, const Bounds& b) {
  return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y;
}

/// The finaliser of splitmix64: every bit of the input reaches every bit of the result.
std::uint64_t mix(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}
std::uint64_t hash_of(std::uint64_t seed, std::size_t i, std::size_t j) {
  constexpr std::uint64_t kGolden = 0x9E3779B97F4A7C15u;
  return mix(mix(mix(seed + kGolden) + i + kGolden) + j + kGolden);
}

std::string label_of(const NamedShape& shape) {
  std::string label = shape.name.empty() ? "feature " + std::to_string(shape.feature) : shape.name;
  if (shape.part != 0) label += " part " + std::to_string(shape.part);
  return label;
}

std::string ending_of(const std::string& file) {
  const std::size_t dot = file.find_last_of("./");
  std::string ending = dot == std::string::npos || file[dot] == '/' ? "" : file.substr(dot);
  for (char& c : ending) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return ending;
}

}  // namespace

std::string to_string(const SkippedPart& part) {
  std::string text = part.file + ": feature " + std::to_string(part.feature);
  if (!part.name.empty()) text += " (" + part.name + ")";
  text += " part " + std::to_string(part.part) + ": skipped: " + part.reason;
  for (char& c : text) {
    if (c == '\n' || c == '\r') c = ' ';
  }
  return text;
}

bool is_map_file(const std::string& file) {
  const std::string ending = ending_of(file);
  return ending == ".geojson" || ending == ".json" || ending == ".wkt";
}

std::variant<ImportedShapes, SceneError> import_shapes(const std::string& file, InvalidParts invalid) {
  if (!is_map_file(file)) return SceneError{file, 0, "", "not a .geojson, .json or .wkt file"};
  auto text = read_file(file);
  if (auto* error = std::get_if<SceneError>(&text)) return std::move(*error);
  const std::string& content = std::get<std::string>(text);
  return ending_of(file) == ".wkt" ? parse_wkt(content, file, invalid)
                                   : parse_geojson(content, file, invalid);
}

void ShapeCollector::add(std::size_t feature, std::size_t part, const std::string& name, OwnedShape shape) {
  std::string reason = reason_against(shape);
  if (!reason.empty()) return skip(feature, part, name, std::move(reason));
  result_.shapes.push_back({name, std::move(shape), feature, part});
}

void ShapeCollector::skip(std::size_t feature, std::size_t part, const std::string& name,
                          std::string reason) {
  result_.skipped.push_back({file_, feature, part, name, std::move(reason)});
}

std::variant<ImportedShapes, SceneError> ShapeCollector::take() {
  if (invalid_ == InvalidParts::refuse && !result_.skipped.empty()) {
    const SkippedPart& first = result_.skipped.front();
    std::string field = "feature " + std::to_string(first.feature);
    if (!first.name.empty()) field += " (" + first.name + ")";
    field += " part " + std::to_string(first.part);
    return SceneError{file_, 0, std::move(field), first.reason};
  }
  return std::move(result_);
}

void for_each_pair(const std::vector<NamedShape>& shapes, std::uint64_t apart_one_in, std::uint64_t seed,
                   const std::function<void(std::size_t, std::size_t)>& fn) {
  std::vector<Bounds> boxes;
  boxes.reserve(shapes.size());
  for (const NamedShape& shape : shapes) boxes.push_back(bounds_of(shape.shape));
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    for (std::size_t j = i + 1; j < shapes.size(); ++j) {
      const bool wanted =
          meet(boxes[i], boxes[j]) || (apart_one_in != 0 && hash_of(seed, i, j) % apart_one_in == 0);
      if (wanted) fn(i, j);
    }
  }
}

std::vector<IndexPair> index_pairs(const std::vector<NamedShape>& shapes, std::uint64_t apart_one_in,
                                   std::uint64_t seed) {
  std::vector<IndexPair> pairs;
  for_each_pair(shapes, apart_one_in, seed, [&](std::size_t i, std::size_t j) {
    pairs.emplace_back(static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j));
  });
  return pairs;
}

Scene scene_of_pair(const std::vector<NamedShape>& shapes, std::size_t i, std::size_t j,
                    const std::string& file) {
  Scene scene;
  scene.id = "real_shapes-" + std::to_string(i) + "-" + std::to_string(j);
  scene.why = label_of(shapes[i]) + " and " + label_of(shapes[j]);
  scene.source = file;
  scene.a = shapes[i].shape;
  scene.b = shapes[j].shape;
  return scene;
}

}  // namespace touchstone
