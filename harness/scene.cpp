#include "harness/scene.hpp"

#include <cassert>
#include <cstddef>
#include <iterator>

namespace touchstone {
namespace {

constexpr std::string_view kQueries[] = {"relation", "kind", "distance", "penetration",
                                         "contains", "area", "raycast"};
constexpr std::string_view kShapeTypes[] = {
    "point",       "segment",      "aabb",      "obb",          "polygon",  "triangle",
    "circle",      "capsule",      "ring",      "ellipse",      "ray",      "point_xyz",
    "segment_xyz", "aabb_xyz",     "obb_xyz",   "triangle_xyz", "hull_xyz", "sphere_xyz",
    "capsule_xyz", "cylinder_xyz", "plane_xyz", "ray_xyz"};
constexpr std::string_view kInSpace = "_xyz";
constexpr std::string_view kRelations[] = {"disjoint", "touching", "overlapping"};
constexpr std::string_view kKinds[] = {"disjoint",     "touching",     "vertex_inside",
                                       "a_contains_b", "b_contains_a", "piercing"};
constexpr std::string_view kLocations[] = {"inside", "boundary", "outside"};
static_assert(std::size(kQueries) == kQueryCount && std::size(kShapeTypes) == kShapeTypeCount);

template <class Enum, std::size_t Count>
std::optional<Enum> find_name(const std::string_view (&names)[Count], std::string_view name) {
  for (std::size_t i = 0; i < Count; ++i) {
    if (names[i] == name) return static_cast<Enum>(i);
  }
  return std::nullopt;
}

double rounded_to_float(double value) {
  return double{static_cast<float>(value)};
}
Vec2<double> rounded_to_float(Vec2<double> v) {
  return {rounded_to_float(v.x), rounded_to_float(v.y)};
}
Vec3<double> rounded_to_float(const Vec3<double>& v) {
  return {rounded_to_float(v.x), rounded_to_float(v.y), rounded_to_float(v.z)};
}

/// Requires a type of space.
Shape3<double> view_in_space(const OwnedShape& shape) {
  const std::vector<Vec3<double>>& p = shape.points3;
  const double radius = shape.radii[0];
  switch (shape.type) {
    case ShapeType::point3:
      assert(p.size() == 1);
      return Point3<double>{p[0]};
    case ShapeType::segment3:
      assert(p.size() == 2);
      return Segment3<double>{p[0], p[1]};
    case ShapeType::aabb3:
      assert(p.size() == 2);
      return Aabb3<double>{p[0], p[1]};
    case ShapeType::obb3:
      assert(p.size() == 4);
      return Obb3<double>{p[0], {p[1], p[2], p[3]}};
    case ShapeType::triangle3:
      assert(p.size() == 3);
      return Triangle3<double>{{p[0], p[1], p[2]}};
    case ShapeType::hull:
      return Hull3<double>{p};
    case ShapeType::sphere:
      assert(p.size() == 1);
      return Sphere3<double>{p[0], radius};
    case ShapeType::capsule3:
      assert(p.size() == 2);
      return Capsule3<double>{p[0], p[1], radius};
    case ShapeType::cylinder:
      assert(p.size() == 2);
      return Cylinder3<double>{p[0], p[1], radius};
    case ShapeType::plane:
      assert(p.size() == 1);
      return Plane3<double>{p[0], radius};
    default:
      assert(shape.type == ShapeType::ray3 && p.size() == 2);
      return Ray3<double>{p[0], p[1]};
  }
}

}  // namespace

void ShapeView::assign(const OwnedShape& shape) {
  dimension_ = dimension_of(shape.type);
  if (dimension_ == 3) {
    shape3_ = view_in_space(shape);
    return;
  }
  const std::vector<Vec2<double>>& p = shape.points;
  switch (shape.type) {
    case ShapeType::point:
      assert(p.size() == 1);
      shape_ = Point2<double>{p[0]};
      return;
    case ShapeType::segment:
      assert(p.size() == 2);
      shape_ = Segment2<double>{p[0], p[1]};
      return;
    case ShapeType::aabb:
      assert(p.size() == 2);
      shape_ = Aabb2<double>{p[0], p[1]};
      return;
    case ShapeType::obb:
      assert(p.size() == 3);
      shape_ = Obb2<double>{p[0], {p[1], p[2]}};
      return;
    case ShapeType::polygon:
      holes_.assign(shape.holes.begin(), shape.holes.end());
      shape_ = Polygon2<double>{p, holes_};
      return;
    case ShapeType::triangle:
      assert(p.size() == 3);
      shape_ = Triangle2<double>{{p[0], p[1], p[2]}};
      return;
    case ShapeType::circle:
      assert(p.size() == 1);
      shape_ = Circle2<double>{p[0], shape.radii[0]};
      return;
    case ShapeType::capsule:
      assert(p.size() == 2);
      shape_ = Capsule2<double>{p[0], p[1], shape.radii[0]};
      return;
    case ShapeType::ring:
      assert(p.size() == 1);
      shape_ = Ring2<double>{p[0], shape.radii[0], shape.radii[1]};
      return;
    case ShapeType::ellipse:
      assert(p.size() == 3);
      shape_ = Ellipse2<double>{p[0], {p[1], p[2]}};
      return;
    default:
      assert(shape.type == ShapeType::ray && p.size() == 2);
      shape_ = Ray2<double>{p[0], p[1]};
      return;
  }
}

OwnedShape rounded_to(const OwnedShape& shape, Scalar scalar) {
  OwnedShape rounded = shape;
  if (scalar == Scalar::float64) return rounded;
  for (Vec2<double>& p : rounded.points) p = rounded_to_float(p);
  for (Vec3<double>& p : rounded.points3) p = rounded_to_float(p);
  for (double& radius : rounded.radii) radius = rounded_to_float(radius);
  for (std::vector<Vec2<double>>& hole : rounded.holes) {
    for (Vec2<double>& p : hole) p = rounded_to_float(p);
  }
  return rounded;
}

std::string_view name_of(Query query) {
  return kQueries[static_cast<std::size_t>(query)];
}
std::string_view name_of(ShapeType type) {
  return kShapeTypes[static_cast<std::size_t>(type)];
}
std::string_view format_name(ShapeType type) {
  std::string_view name = name_of(type);
  if (dimension_of(type) == 3) name.remove_suffix(kInSpace.size());
  return name;
}
std::string_view name_of(Relation relation) {
  return kRelations[static_cast<std::size_t>(relation)];
}
std::string_view name_of(Kind kind) {
  return kKinds[static_cast<std::size_t>(kind)];
}
std::string_view name_of(Location location) {
  return kLocations[static_cast<std::size_t>(location)];
}

std::optional<Query> query_from(std::string_view name) {
  return find_name<Query>(kQueries, name);
}
std::optional<ShapeType> shape_type_from(std::string_view name) {
  return find_name<ShapeType>(kShapeTypes, name);
}
std::optional<Relation> relation_from(std::string_view name) {
  return find_name<Relation>(kRelations, name);
}
std::optional<Kind> kind_from(std::string_view name) {
  return find_name<Kind>(kKinds, name);
}
std::optional<Location> location_from(std::string_view name) {
  return find_name<Location>(kLocations, name);
}

}  // namespace touchstone
