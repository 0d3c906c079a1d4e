// Scenes as lines of JSON: the one lossless format of every scene. The format is docs/scene.schema.json.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "harness/files.hpp"
#include "harness/scene.hpp"

namespace touchstone {

/// Reads one scene, strictly: unknown, missing and duplicate fields, wrong types and wrong lengths are
/// refused, and so are shapes and queries of the format that this version does not evaluate. A number is a
/// JSON number (the nearest double; refused when it overflows) or one of the strings "nan", "inf", "-inf" and
/// hex floats like "-0x1.8p+1". A well-formed scene with an invalid shape (NaN, min > max, two points, a
/// bow-tie) is a scene. file and line go into the error only.
std::variant<Scene, SceneError> parse_scene(std::string_view text, std::string_view file = {},
                                            std::size_t line = 0);

/// One line, without its end. parse_scene(to_json(s)) == s, every double bit for bit (a NaN becomes the quiet
/// one). Requires ShapeView's number of points. Text that is no UTF-8 is written with replacement characters.
std::string to_json(const Scene& scene);
/// The shape alone, as the value of "a" or "b".
std::string to_json(const OwnedShape& shape);
/// Shortest decimal that reads back to the same double; "nan", "inf", "-inf" in quotes.
std::string number_to_json(double value);

/// The scenes of a .jsonl file, one after the other. Empty lines are skipped; lines may end in CRLF.
class SceneReader {
 public:
  explicit SceneReader(std::string file) : lines_(std::move(file)) {}
  /// The next scene, or why its line is none (reading may go on); nullopt at the end. A file that cannot be
  /// read is one error, then the end.
  std::optional<std::variant<Scene, SceneError>> next();
  const std::string& file() const { return lines_.file(); }
  std::size_t line() const { return lines_.line(); }  ///< of what next() returned last, from 1

 private:
  LineReader lines_;
};

/// All scenes of the file, or its first error.
std::variant<std::vector<Scene>, SceneError> read_scenes(const std::string& file);
/// Replaces the file, whole or not at all.
std::optional<SceneError> write_scenes(const std::string& file, std::span<const Scene> scenes);
/// Adds one line to the file, made when missing; all of it or nothing.
std::optional<SceneError> append_scene(const std::string& file, const Scene& scene);

}  // namespace touchstone
