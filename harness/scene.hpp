// A scene: two shapes, a query, and where it comes from. The unit of everything: fuzz seed, regression, bug
// report.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/subject.hpp"

namespace touchstone {

/// Owns what a Shape2 only views.
struct OwnedShape {
  ShapeType type = ShapeType::point;
  /// point: at · segment, capsule: from, to · aabb: min, max · obb, ellipse: center, half axis, half axis ·
  /// polygon, triangle: its points · circle, ring: center · ray: origin, direction
  std::vector<Vec2<double>> points;
  /// circle, capsule: radius, 0 · ring: inner radius, outer radius · else 0, 0
  std::array<double, 2> radii{};
  std::vector<std::vector<Vec2<double>>> holes;  ///< polygon only

  friend bool operator==(const OwnedShape&, const OwnedShape&) = default;
};

/// Views on one OwnedShape; valid while it lives unchanged. Requires as many points as its type has.
class ShapeView {
 public:
  ShapeView() = default;
  explicit ShapeView(const OwnedShape& shape) { assign(shape); }
  ShapeView(ShapeView&&) = default;  // the list of holes keeps its place in memory; a copy of it would not
  ShapeView& operator=(ShapeView&&) = default;
  /// Allocates only when the shape has more holes than any before.
  void assign(const OwnedShape& shape);
  const Shape2<double>& get() const { return shape_; }

 private:
  std::vector<Contour2<double>> holes_;
  Shape2<double> shape_;
};

/// What a scene file says is true of the scene; decimals are the exact values correctly rounded to double.
struct Expectation {
  std::optional<std::string> status;  ///< "ok" or "invalid_input"
  std::optional<Relation> relation;
  std::optional<Kind> kind;
  std::optional<double> distance;
  std::optional<double> depth;
  std::optional<std::vector<Vec2<double>>> mtv;  ///< a set, any order
  bool mtv_is_null = false;                      ///< "mtv": null: infinitely many
  std::optional<Location> location;
  std::optional<bool> hit;
  std::optional<double> t;
  std::optional<double> area;
};

struct Scene {
  std::string id;
  std::string why;
  std::string source;
  Query query = Query::relation;
  OwnedShape a;
  OwnedShape b;
  std::optional<Expectation> expect;
};

/// The shape a subject of this scalar is really asked about: every coordinate rounded to the nearest value of
/// it, to infinity beyond its range.
OwnedShape rounded_to(const OwnedShape& shape, Scalar scalar);

std::string_view name_of(Query query);
std::string_view name_of(ShapeType type);
std::string_view name_of(Relation relation);
std::string_view name_of(Kind kind);
std::string_view name_of(Location location);
std::optional<Query> query_from(std::string_view name);
std::optional<ShapeType> shape_type_from(std::string_view name);
std::optional<Relation> relation_from(std::string_view name);
std::optional<Kind> kind_from(std::string_view name);
std::optional<Location> location_from(std::string_view name);

}  // namespace touchstone
