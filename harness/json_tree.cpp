#include "harness/json_tree.hpp"

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>

#include "harness/files.hpp"

namespace touchstone {
namespace {

/// What is wrong, from nlohmann's "[json.exception.x.101] parse error at line 1, column 5: reason".
std::string reason_of(std::string_view message) {
  constexpr std::size_t kLongest = 200;
  if (const std::size_t tag = message.find("] "); tag != std::string_view::npos)
    message.remove_prefix(tag + 2);
  if (message.starts_with("parse error")) {
    if (const std::size_t place = message.find(": "); place != std::string_view::npos) {
      message.remove_prefix(place + 2);
    }
  }
  std::string reason(message.substr(0, kLongest));
  for (char& c : reason) {
    if (c < ' ' || c > '~') c = '?';
  }
  return message.size() <= kLongest ? reason : reason + "...";
}

/// Receives the parser's events and grows the tree.
class TreeBuilder {
 public:
  explicit TreeBuilder(std::string_view text) : text_(text) {}

  JsonValue root;
  JsonError error;

  bool null() { return add(JsonValue{nullptr}); }
  bool boolean(bool value) { return add(JsonValue{value}); }
  /// The parser calls this for negative integers only, so that zero here was written "-0".
  bool number_integer(std::int64_t value) {
    return add(JsonValue{value == 0 ? -0.0 : static_cast<double>(value)});
  }
  bool number_unsigned(std::uint64_t value) { return add(JsonValue{static_cast<double>(value)}); }
  bool number_float(double value, const std::string& /*text*/) { return add(JsonValue{value}); }
  bool string(std::string& value) { return add(JsonValue{std::move(value)}); }
  bool binary(nlohmann::json::binary_t& /*value*/) { return refuse("binary data"); }
  bool start_object(std::size_t /*size*/) { return open(JsonValue{JsonValue::Object{}}); }
  bool start_array(std::size_t /*size*/) { return open(JsonValue{JsonValue::Array{}}); }
  bool key(std::string& name) {
    std::get<JsonValue::Object>(open_.back()->value).push_back({std::move(name), {}});
    return true;
  }
  bool end_object() { return names_differ() && close(); }
  bool end_array() { return close(); }

  bool parse_error(std::size_t position, const std::string& /*token*/, const nlohmann::json::exception& e) {
    const std::string_view before = text_.substr(0, std::min(position, text_.size()));
    const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 == 0: the first line
    error.line = 1 + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
    error.path = path();
    error.reason = "column " + std::to_string(std::max<std::size_t>(before.size() - line_start, 1)) + ": " +
                   reason_of(e.what());
    return false;
  }

 private:
  bool refuse(std::string reason) {
    error.path = path();
    error.reason = std::move(reason);
    return false;
  }

  JsonValue& place(JsonValue value) {
    if (open_.empty()) return root = std::move(value);
    if (auto* array = std::get_if<JsonValue::Array>(&open_.back()->value)) {
      return array->emplace_back(std::move(value));
    }
    return std::get<JsonValue::Object>(open_.back()->value).back().value = std::move(value);
  }
  bool add(JsonValue value) {
    place(std::move(value));
    return true;
  }
  bool open(JsonValue value) {
    if (open_.size() == kDeepestJson) return refuse("nested deeper than " + std::to_string(kDeepestJson));
    open_.push_back(&place(std::move(value)));
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }

  /// Refuses the innermost object when two of its names are equal.
  bool names_differ() {
    const auto& members = std::get<JsonValue::Object>(open_.back()->value);
    names_.clear();
    for (const JsonMember& member : members) names_.push_back(member.name);
    std::sort(names_.begin(), names_.end());
    const auto repeated = std::adjacent_find(names_.begin(), names_.end());
    if (repeated == names_.end()) return true;
    error.path = member_path(container_path(), *repeated);
    error.reason = "duplicate field";
    return false;
  }

  /// Of the innermost open array or object.
  std::string container_path() const {
    std::string result;
    for (std::size_t i = 0; i + 1 < open_.size(); ++i) result = step(result, *open_[i], 1);
    return result;
  }
  /// Of the value that is being read.
  std::string path() const { return open_.empty() ? "" : step(container_path(), *open_.back(), 0); }
  static std::string step(const std::string& path, const JsonValue& container, std::size_t already_placed) {
    if (const auto* array = container.get_if<JsonValue::Array>()) {
      return element_path(path, array->size() - already_placed);
    }
    const auto& object = std::get<JsonValue::Object>(container.value);
    return object.empty() ? path : member_path(path, object.back().name);
  }

  std::string_view text_;
  std::vector<JsonValue*> open_;  ///< each lies in the one before; only the last one grows, so none moves
  std::vector<std::string_view> names_;
};

}  // namespace

const JsonValue* JsonValue::find(std::string_view name) const {
  const auto* members = get_if<Object>();
  if (members == nullptr) return nullptr;
  for (const JsonMember& member : *members) {
    if (member.name == name) return &member.value;
  }
  return nullptr;
}

std::variant<JsonValue, JsonError> parse_json(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) return JsonError{1, "", "starts with a UTF-8 byte order mark"};
  // The parser takes a NUL for the end of the text.
  if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos)
    return JsonError{1 + static_cast<std::size_t>(std::count(text.data(), text.data() + nul, '\n')), "",
                     "holds a NUL byte"};
  TreeBuilder builder(text);
  if (!nlohmann::json::sax_parse(text.begin(), text.end(), &builder)) return std::move(builder.error);
  return std::move(builder.root);
}

std::string member_path(const std::string& path, std::string_view name) {
  const bool plain = !name.empty() && name.size() <= 60 && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  });
  const std::string shown = plain ? std::string(name) : in_quotes(name);
  return path.empty() ? shown : path + "." + shown;
}
std::string element_path(const std::string& path, std::size_t index) {
  return path + "[" + std::to_string(index) + "]";
}

}  // namespace touchstone
