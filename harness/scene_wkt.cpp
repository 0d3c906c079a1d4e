#include "harness/scene_wkt.hpp"

#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <span>
#include <system_error>

namespace touchstone {
namespace {

/// Carries a refusal out of the reader; never leaves this file.
struct Refusal {
  std::size_t column;
  std::string reason;
};

/// Reads the geometry of one line.
class LineParser {
 public:
  LineParser(std::string_view text, std::size_t feature, std::string name, ShapeCollector& out)
      : text_(text), feature_(feature), name_(std::move(name)), out_(out) {}

  void geometry() {
    const std::string type = word();
    const std::string modifier = word();
    if (modifier == "Z" || modifier == "M" || modifier == "ZM") {
      refuse(modifier + " coordinates are not supported by this version");
    }
    if (!modifier.empty() && modifier != "EMPTY") refuse("expected '(' or EMPTY after " + type);
    const bool collection = type == "MULTIPOINT" || type == "MULTILINESTRING" || type == "GEOMETRYCOLLECTION";
    const bool known =
        collection || type == "POINT" || type == "LINESTRING" || type == "POLYGON" || type == "MULTIPOLYGON";
    if (!known) {
      position_ = 0;
      refuse(type.empty() ? "expected a type of geometry" : "unknown type " + in_quotes(type));
    }
    if (collection)
      return out_.skip(feature_, 0, name_, "type " + type + " is not supported by this version");
    if (modifier == "EMPTY") {
      out_.skip(feature_, 0, name_, "empty geometry");
    } else {
      body(type);
    }
    if (peek() != '\0' || position_ != text_.size()) refuse("text after the geometry");
  }

 private:
  [[noreturn]] void refuse(std::string reason) const { throw Refusal{position_ + 1, std::move(reason)}; }

  void skip_spaces() {
    while (position_ < text_.size() && (text_[position_] == ' ' || text_[position_] == '\t')) ++position_;
  }
  /// The next character that is no space; '\0' at the end.
  char peek() {
    skip_spaces();
    return position_ < text_.size() ? text_[position_] : '\0';
  }
  void expect(char c) {
    if (peek() != c) refuse(std::string("expected '") + c + "'");
    ++position_;
  }
  /// Letters in upper case; empty when the next character is none.
  std::string word() {
    std::string letters;
    skip_spaces();
    while (position_ < text_.size() && std::isalpha(static_cast<unsigned char>(text_[position_])) != 0) {
      letters += static_cast<char>(std::toupper(static_cast<unsigned char>(text_[position_++])));
    }
    return letters;
  }
  double number() {
    skip_spaces();
    const char* begin = text_.data() + position_;
    const char* end = text_.data() + text_.size();
    const char* digits = begin != end && *begin == '+' ? begin + 1 : begin;
    double value = 0;
    const auto [stop, code] = std::from_chars(digits, end, value);
    if (code == std::errc::result_out_of_range) refuse("a number beyond the range of double");
    const bool signs = digits != begin && digits != end && *digits == '-';
    if (code != std::errc{} || signs || !std::isfinite(value)) refuse("expected a number");
    position_ += static_cast<std::size_t>(stop - begin);
    return value;
  }
  Vec2<double> point() {
    const double x = number();
    const double y = number();
    if (peek() != ',' && peek() != ')')
      refuse("expected ',' or ')' after 2 numbers: only 2D is supported by this version");
    return {x, y};
  }
  /// "(element, element, ...)"
  template <class Element>
  void list(Element element) {
    expect('(');
    element();
    while (peek() == ',') {
      ++position_;
      element();
    }
    expect(')');
  }
  std::vector<Vec2<double>> points() {
    std::vector<Vec2<double>> result;
    list([&] { result.push_back(point()); });
    return result;
  }
  OwnedShape polygon() {
    OwnedShape shape{ShapeType::polygon, {}, {}};
    bool outer = true;
    list([&] {
      if (outer) {
        shape.points = points();
      } else {
        shape.holes.push_back(points());
      }
      outer = false;
    });
    return shape;
  }

  void body(const std::string& type) {
    if (type == "POINT") {
      expect('(');
      const Vec2<double> at = point();
      expect(')');
      out_.add(feature_, 0, name_, {ShapeType::point, {at}, {}});
    } else if (type == "LINESTRING") {
      line(points());
    } else if (type == "POLYGON") {
      out_.add(feature_, 0, name_, polygon());
    } else {
      std::size_t part = 0;
      list([&] { out_.add(feature_, part++, name_, polygon()); });
    }
  }
  void line(std::vector<Vec2<double>> vertices) {
    if (vertices.size() == 2) {
      return out_.add(feature_, 0, name_, {ShapeType::segment, std::move(vertices), {}});
    }
    const std::string count = std::to_string(vertices.size());
    out_.skip(feature_, 0, name_,
              "a line of " + count + " points; only segments are supported by this version");
  }

  std::string_view text_;
  std::size_t position_ = 0;
  std::size_t feature_;
  std::string name_;
  ShapeCollector& out_;
};

std::string number_to_wkt(double value) {
  std::array<char, 32> buffer;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
  return std::string(buffer.data(), end);
}
std::string point_to_wkt(Vec2<double> p) {
  return number_to_wkt(p.x) + " " + number_to_wkt(p.y);
}
std::string contour_to_wkt(std::span<const Vec2<double>> points) {
  std::string text = "(";
  for (const Vec2<double>& p : points) text += point_to_wkt(p) + ", ";
  return text + point_to_wkt(points[0]) + ")";
}
std::string polygon_to_wkt(std::span<const Vec2<double>> points) {
  return "POLYGON (" + contour_to_wkt(points) + ")";
}

}  // namespace

std::variant<ImportedShapes, SceneError> parse_wkt(std::string_view text, const std::string& file,
                                                   InvalidParts invalid) {
  if (text.starts_with("\xEF\xBB\xBF")) return SceneError{file, 1, "", "starts with a UTF-8 byte order mark"};
  ShapeCollector collector(file, invalid);
  std::size_t feature = 0;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.find_first_not_of(" \t") == std::string_view::npos) continue;
    try {
      LineParser(line, feature++, "line " + std::to_string(number), collector).geometry();
    } catch (Refusal& refusal) {
      return SceneError{file, number, "column " + std::to_string(refusal.column), std::move(refusal.reason)};
    }
  }
  return collector.take();
}

std::string to_wkt(const OwnedShape& shape) {
  const std::vector<Vec2<double>>& p = shape.points;
  switch (shape.type) {
    case ShapeType::point:
      return "POINT (" + point_to_wkt(p[0]) + ")";
    case ShapeType::segment:
      return "LINESTRING (" + point_to_wkt(p[0]) + ", " + point_to_wkt(p[1]) + ")";
    case ShapeType::aabb: {
      const Vec2<double> corners[] = {p[0], {p[1].x, p[0].y}, p[1], {p[0].x, p[1].y}};
      return polygon_to_wkt(corners);
    }
    case ShapeType::obb: {
      const Vec2<double> corners[] = {p[0] - p[1] - p[2], p[0] + p[1] - p[2], p[0] + p[1] + p[2],
                                      p[0] - p[1] + p[2]};
      return polygon_to_wkt(corners);
    }
    case ShapeType::triangle:
      return polygon_to_wkt(p);
    case ShapeType::polygon:
      break;
    default:
      return "";
  }
  if (p.empty()) return "POLYGON EMPTY";
  std::string text = "POLYGON (" + contour_to_wkt(p);
  for (const std::vector<Vec2<double>>& hole : shape.holes) {
    if (!hole.empty()) text += ", " + contour_to_wkt(hole);
  }
  return text + ")";
}

}  // namespace touchstone
