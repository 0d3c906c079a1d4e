// JSON text as a tree of plain values, strictly: a repeated name in an object is refused, which parsers into
// maps accept silently, and every refusal names the place.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace touchstone {

struct JsonMember;
struct JsonValue {
  using Array = std::vector<JsonValue>;
  using Object = std::vector<JsonMember>;
  std::variant<std::nullptr_t, bool, double, std::string, Array, Object> value;

  template <class T>
  const T* get_if() const {
    return std::get_if<T>(&value);
  }
  /// The member of that name; null when there is none or this is no object.
  const JsonValue* find(std::string_view name) const;
};
struct JsonMember {
  std::string name;
  JsonValue value;
};

struct JsonError {
  std::size_t line = 1;  ///< of the text, from 1
  std::string path;      ///< as in "features[3].geometry"; empty: the whole
  std::string reason;
};

/// Arrays and objects may lie in each other up to this depth.
inline constexpr std::size_t kDeepestJson = 64;

/// Numbers become the nearest double, ties to even; "-0" is -0.0; one that overflows is refused. A byte order
/// mark and anything after the value are refused.
std::variant<JsonValue, JsonError> parse_json(std::string_view text);

/// "path.name", "path[index]".
std::string member_path(const std::string& path, std::string_view name);
std::string element_path(const std::string& path, std::size_t index);

}  // namespace touchstone
