// The contract of a subject: a collision routine that is put to the test. Standard library and core's value
// types only.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <touchstone/answers.hpp>
#include <touchstone/shapes2.hpp>

namespace touchstone {

enum class Query : std::uint8_t { relation, kind, distance, penetration, contains, area, raycast };
inline constexpr int kQueryCount = 7;

/// In the order of Shape2's alternatives.
enum class ShapeType : std::uint8_t {
  point,
  segment,
  aabb,
  obb,
  polygon,
  triangle,
  circle,
  capsule,
  ring,
  ellipse,
  ray
};
inline constexpr int kShapeTypeCount = 11;

constexpr ShapeType type_of(const Shape2<double>& shape) {
  return static_cast<ShapeType>(shape.index());
}
/// Boxes, triangles and polygons: the shapes that kind and area are asked of.
constexpr bool has_corners(ShapeType type) {
  return type == ShapeType::aabb || type == ShapeType::obb || type == ShapeType::polygon ||
         type == ShapeType::triangle;
}

enum class Scalar : std::uint8_t { float32, float64 };

/// What a yes/no subject answers at exact touch: closed = yes, open = no, unspecified = either. A
/// three-valued subject must say touching.
enum class TouchPolicy : std::uint8_t { closed, open, unspecified, three_valued };

/// What a subject may be off by: rounding_u multiples of u = max(eps x scale, smallest subnormal) of its
/// scalar, plus an absolute slop for libraries that document one.
struct Budget {
  double rounding_u = 0;
  double slop = 0;
};

/// One subject's answer to one query; absent fields were not answered.
struct Answer {
  enum class Status : std::uint8_t {
    ok,
    refused,  ///< says that the input is invalid
    gave_up,  ///< says that it found no answer: iteration limit, out of range
    crashed,
    hung,         ///< ran past the time limit or the harness's loop cap
    unsupported,  ///< not asked
  };
  Status status = Status::ok;
  std::optional<Relation> relation;  ///< three-valued subjects
  std::optional<bool> hit;           ///< yes/no subjects: do they collide? raycast, of all: does the ray hit?
  std::optional<Kind> kind;
  std::optional<Location> location;
  std::optional<bool> inside;  ///< yes/no subjects of contains
  std::optional<double> distance;
  struct ClosestPoints {
    Vec2<double> on_a, on_b;
    friend bool operator==(const ClosestPoints&, const ClosestPoints&) = default;
  };
  std::optional<ClosestPoints> closest;
  std::optional<double> depth;
  std::optional<Vec2<double>> mtv;
  std::optional<double> area;
  std::optional<double> t;  ///< raycast hits: in multiples of the ray's direction
  std::optional<Vec2<double>> point;
  std::optional<Vec2<double>> normal;  ///< unit, out of the shape
  int iterations = 0;

  friend bool operator==(const Answer&, const Answer&) = default;
};

struct SubjectInfo {
  std::string name;   ///< group.method, as in core.sat
  std::string about;  ///< one line: what it is and where it comes from
  Scalar scalar = Scalar::float64;
  TouchPolicy touch = TouchPolicy::three_valued;
  bool checks_input = false;    ///< refuses invalid shapes by itself
  bool judge_invalid = false;   ///< asked invalid scenes although it does not check (published.*)
  bool exact_relation = false;  ///< promises relation without rounding (core.*)
  bool has_range = false;       ///< says so beyond its range: may give up in the stratum out_of_range
  Budget budget;
};

/// A subject is used by one thread at a time.
class Subject {
 public:
  virtual ~Subject() = default;
  virtual const SubjectInfo& info() const = 0;

  /// Whether it answers this query for these two shapes. The shapes are given since some routines take only a
  /// subset of a type (convex polygons without holes, boxes with perpendicular axes).
  virtual bool supports(Query query, const Shape2<double>& a, const Shape2<double>& b) const = 0;

  /// Called once for each pair of shapes, before supports() and answer(), with the shapes they are then asked
  /// about: the place for conversions. The views stay valid until the last answer.
  virtual void prepare(const Shape2<double>& a, const Shape2<double>& b) {
    static_cast<void>(a);
    static_cast<void>(b);
  }

  /// Answers. A float32 subject gets coordinates that are floats. Must not throw; must not keep the views.
  virtual Answer answer(Query query, const Shape2<double>& a, const Shape2<double>& b) = 0;
};

}  // namespace touchstone
