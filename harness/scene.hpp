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

/// Owns what a Shape2 or a Shape3 only views.
struct OwnedShape {
  ShapeType type = ShapeType::point;
  /// Shapes of the plane. point: at · segment, capsule: from, to · aabb: min, max · obb, ellipse: center,
  /// half axis, half axis · polygon, triangle: its points · circle, ring: center · ray: origin, direction
  std::vector<Vec2<double>> points;
  /// circle, capsule, sphere, cylinder: radius, 0 · ring: inner radius, outer radius · plane: offset, 0 ·
  /// else 0, 0
  std::array<double, 2> radii{};
  std::vector<std::vector<Vec2<double>>> holes;  ///< polygon only
  /// Shapes of space, likewise. obb: center, three half axes · hull: its points · sphere: center · cylinder:
  /// from, to · plane: normal
  std::vector<Vec3<double>> points3;

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
  int dimension() const { return dimension_; }
  const Shape2<double>& get() const { return shape_; }    ///< requires dimension() == 2
  const Shape3<double>& get3() const { return shape3_; }  ///< requires dimension() == 3

 private:
  std::vector<Contour2<double>> holes_;
  Shape2<double> shape_;
  Shape3<double> shape3_;
  int dimension_ = 2;
};

/// Calls function(a, b) with both shapes as they are: two Shape2 or two Shape3. Requires: of one dimension.
template <class Function>
decltype(auto) with_shapes(const ShapeView& a, const ShapeView& b, Function&& function) {
  return a.dimension() == 2 ? function(a.get(), b.get()) : function(a.get3(), b.get3());
}

/// Kinds and areas are asked in the plane only.
constexpr bool is_asked_in(int dimension, Query query) {
  return dimension == 2 || (query != Query::kind && query != Query::area);
}

/// A subject's functions for the dimension of the shapes.
inline bool supports(const Subject& subject, Query query, const ShapeView& a, const ShapeView& b) {
  return a.dimension() == 2 ? subject.supports(query, a.get(), b.get())
                            : is_asked_in(3, query) && subject.supports_in_space(query, a.get3(), b.get3());
}
inline void prepare(Subject& subject, const ShapeView& a, const ShapeView& b) {
  a.dimension() == 2 ? subject.prepare(a.get(), b.get()) : subject.prepare_in_space(a.get3(), b.get3());
}
inline Answer answer(Subject& subject, Query query, const ShapeView& a, const ShapeView& b) {
  return a.dimension() == 2 ? subject.answer(query, a.get(), b.get())
                            : subject.answer_in_space(query, a.get3(), b.get3());
}

/// What a scene file says is true of the scene; decimals are the exact values correctly rounded to double.
struct Expectation {
  std::optional<std::string> status;  ///< "ok" or "invalid_input"
  std::optional<Relation> relation;
  std::optional<Kind> kind;
  std::optional<double> distance;
  std::optional<double> depth;
  std::optional<std::vector<Coordinates>> mtv;  ///< a set, any order
  bool mtv_is_null = false;                     ///< "mtv": null: infinitely many
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

  int dimension() const { return dimension_of(a.type); }  ///< 2 or 3; both shapes have the same
};

/// The shape a subject of this scalar is really asked about: every coordinate rounded to the nearest value of
/// it, to infinity beyond its range.
OwnedShape rounded_to(const OwnedShape& shape, Scalar scalar);

std::string_view name_of(Query query);
std::string_view name_of(ShapeType type);      ///< "obb" in the plane, "obb_xyz" in space
std::string_view format_name(ShapeType type);  ///< as scene files spell it: "obb" for both
std::string_view name_of(Relation relation);
std::string_view name_of(Kind kind);
std::string_view name_of(Location location);
std::optional<Query> query_from(std::string_view name);
std::optional<ShapeType> shape_type_from(std::string_view name);  ///< as name_of() spells it
std::optional<Relation> relation_from(std::string_view name);
std::optional<Kind> kind_from(std::string_view name);
std::optional<Location> location_from(std::string_view name);

}  // namespace touchstone
