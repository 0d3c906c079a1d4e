// The contract of a subject: a collision routine that is put to the test. Standard library and core's value
// types only.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <touchstone/answers.hpp>
#include <touchstone/shapes2.hpp>
#include <touchstone/shapes3.hpp>

namespace touchstone {

enum class Query : std::uint8_t { relation, kind, distance, penetration, contains, area, raycast };
inline constexpr int kQueryCount = 7;

/// In the order of Shape2's alternatives, then in that of Shape3's.
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
  ray,
  point3,
  segment3,
  aabb3,
  obb3,
  triangle3,
  hull,
  sphere,
  capsule3,
  cylinder,
  plane,
  ray3
};
inline constexpr int kShapeTypeCount = 22;
inline constexpr int kPlaneShapeTypeCount = 11;  ///< the first ones lie in the plane

constexpr ShapeType type_of(const Shape2<double>& shape) {
  return static_cast<ShapeType>(shape.index());
}
constexpr ShapeType type_of(const Shape3<double>& shape) {
  return static_cast<ShapeType>(kPlaneShapeTypeCount + shape.index());
}
/// 2 or 3.
constexpr int dimension_of(ShapeType type) {
  return static_cast<int>(type) < kPlaneShapeTypeCount ? 2 : 3;
}
constexpr bool is_ray(ShapeType type) {
  return type == ShapeType::ray || type == ShapeType::ray3;
}
/// Boxes, triangles and polygons of the plane: the shapes that kind and area are asked of.
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

/// A point or a vector of an answer; of the plane with z = 0.
struct Coordinates : Vec3<double> {
  constexpr Coordinates() = default;
  constexpr Coordinates(double x_, double y_, double z_ = 0) : Vec3<double>{x_, y_, z_} {}
  constexpr Coordinates(Vec2<double> v) : Vec3<double>{v.x, v.y, 0} {}  // NOLINT(google-explicit-constructor)
  constexpr Coordinates(const Vec3<double>& v) : Vec3<double>(v) {}     // NOLINT(google-explicit-constructor)

  friend constexpr bool operator==(const Coordinates&, const Coordinates&) = default;
};
/// Without z.
constexpr Vec2<double> in_plane(const Vec3<double>& v) {
  return {v.x, v.y};
}

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
    Coordinates on_a, on_b;
    friend bool operator==(const ClosestPoints&, const ClosestPoints&) = default;
  };
  std::optional<ClosestPoints> closest;
  std::optional<double> depth;
  std::optional<Coordinates> mtv;
  std::optional<double> area;
  std::optional<double> t;  ///< raycast hits: in multiples of the ray's direction
  std::optional<Coordinates> point;
  std::optional<Coordinates> normal;  ///< unit, out of the shape
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

/// A subject is used by one thread at a time. It overrides what it answers: in the plane, in space, or both.
class Subject {
 public:
  virtual ~Subject() = default;
  virtual const SubjectInfo& info() const = 0;

  /// Whether it answers this query for these two shapes. The shapes are given since some routines take only a
  /// subset of a type (convex polygons without holes, boxes with perpendicular axes).
  virtual bool supports(Query, const Shape2<double>&, const Shape2<double>&) const { return false; }
  virtual bool supports_in_space(Query, const Shape3<double>&, const Shape3<double>&) const { return false; }

  /// Called once for each pair of shapes, before supports() and answer(), with the shapes they are then asked
  /// about: the place for conversions. The views stay valid until the last answer.
  virtual void prepare(const Shape2<double>&, const Shape2<double>&) {}
  virtual void prepare_in_space(const Shape3<double>&, const Shape3<double>&) {}

  /// Answers. A float32 subject gets coordinates that are floats. Must not throw; must not keep the views.
  virtual Answer answer(Query, const Shape2<double>&, const Shape2<double>&) {
    return {.status = Answer::Status::unsupported};
  }
  virtual Answer answer_in_space(Query, const Shape3<double>&, const Shape3<double>&) {
    return {.status = Answer::Status::unsupported};
  }
};

}  // namespace touchstone
