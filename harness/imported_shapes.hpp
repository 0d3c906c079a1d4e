// Shapes of a user's own map file (GeoJSON or WKT), and the pairs of them worth asking about.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "harness/files.hpp"
#include "harness/scene.hpp"

namespace touchstone {

/// One shape of a map file. A polygon has area; its contours are open (the closing point is dropped).
struct NamedShape {
  std::string name;
  OwnedShape shape;
  std::size_t feature = 0;  ///< from 0, in the order of the file
  std::size_t part = 0;     ///< of the feature, from 0
};

/// A part of a map file that is no usable shape.
struct SkippedPart {
  std::string file;
  std::size_t feature = 0;
  std::size_t part = 0;
  std::string name;
  std::string reason;
};
/// "FILE: feature 0 (Fiji) part 1: skipped: reason".
std::string to_string(const SkippedPart& part);

struct ImportedShapes {
  std::vector<NamedShape> shapes;
  std::vector<SkippedPart> skipped;
};

/// What to do with a part that is well-formed and still no usable shape: an invalid polygon (the oracle's
/// judgement), a polygon without area, an empty geometry, a type that this version does not evaluate.
enum class InvalidParts : std::uint8_t { skip, refuse };

/// Reads a .geojson, .json or .wkt file (told by the ending).
std::variant<ImportedShapes, SceneError> import_shapes(const std::string& file, InvalidParts invalid);
/// True when the file's ending is one that import_shapes knows.
bool is_map_file(const std::string& file);

/// Takes the parts of a map file one after the other; serves the importers.
class ShapeCollector {
 public:
  ShapeCollector(std::string file, InvalidParts invalid) : file_(std::move(file)), invalid_(invalid) {}
  /// Adds the part, or skips it with its reason. A polygon's contours are given closed.
  void add(std::size_t feature, std::size_t part, const std::string& name, OwnedShape shape);
  void skip(std::size_t feature, std::size_t part, const std::string& name, std::string reason);
  /// Everything taken; or the first skipped part when invalid parts are refused.
  std::variant<ImportedShapes, SceneError> take();

 private:
  std::string file_;
  InvalidParts invalid_;
  ImportedShapes result_;
};

/// Calls fn(i, j), i < j, in ascending order, for every pair of shapes whose closed bounding boxes meet, and
/// for one in apart_one_in of the other pairs (0: none of them). Which of them is decided by a hash of (seed,
/// i, j) alone. Requires points, segments, boxes or polygons that are valid. Cost: quadratic in the number of
/// shapes.
inline constexpr std::uint64_t kApartOneIn = 20;
void for_each_pair(const std::vector<NamedShape>& shapes, std::uint64_t apart_one_in, std::uint64_t seed,
                   const std::function<void(std::size_t, std::size_t)>& fn);

/// The same pairs as a list, for access by index.
using IndexPair = std::pair<std::uint32_t, std::uint32_t>;
std::vector<IndexPair> index_pairs(const std::vector<NamedShape>& shapes, std::uint64_t apart_one_in,
                                   std::uint64_t seed);

/// The scene of shapes i and j: "relation" of the two, its id and why made of names, features and parts.
Scene scene_of_pair(const std::vector<NamedShape>& shapes, std::size_t i, std::size_t j,
                    const std::string& file);

}  // namespace touchstone
