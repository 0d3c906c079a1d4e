#include "harness/scene_bytes3.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "harness/byte_numbers.hpp"

namespace touchstone {
namespace {

using Reader = ByteReader<kMostSceneBytes3>;

constexpr unsigned kAsGiven = 1u << 2;
constexpr unsigned kQueryShift = 3;
constexpr unsigned kShared = 1u << 5;
constexpr unsigned kSharedShift = 6;

constexpr Query kPairQueries[] = {Query::relation, Query::distance, Query::penetration};

using enum ShapeType;
/// One type for each nibble.
constexpr ShapeType kBoxes[16] = {obb3,  obb3, obb3, obb3,  obb3,  obb3, obb3,   obb3,
                                  aabb3, obb3, obb3, aabb3, aabb3, obb3, point3, aabb3};
constexpr ShapeType kAnyShapes[16] = {hull,     hull,   hull, hull,  hull,   hull,     triangle3, triangle3,
                                      segment3, point3, obb3, aabb3, sphere, capsule3, cylinder,  plane};

std::size_t points_of(ShapeType type, std::size_t hull_points) {
  switch (type) {
    case hull:
      return hull_points;
    case obb3:
      return 4;
    case triangle3:
      return 3;
    case point3:
    case sphere:
    case plane:
      return 1;
    default:
      return 2;  // ends, corners, an origin and a direction
  }
}
/// A radius, or a plane's offset.
bool has_number(ShapeType type) {
  return type == sphere || type == capsule3 || type == cylinder || type == plane;
}

void read_shape(Reader& in, unsigned mode, OwnedShape& shape, std::size_t hull_points) {
  const NumberKind kind = number_kind(mode);
  shape.points.clear();
  shape.holes.clear();
  shape.radii = {};
  shape.points3.resize(points_of(shape.type, hull_points));
  for (Vec3<double>& p : shape.points3) {
    p.x = in.number(kind);
    p.y = in.number(kind);
    p.z = in.number(kind);
  }
  if (has_number(shape.type)) shape.radii[0] = in.number(kind);
}

void make_valid(OwnedShape& shape) {
  if (shape.type != plane) shape.radii[0] = std::fabs(shape.radii[0]);
  if (shape.type != aabb3) return;
  Vec3<double>& low = shape.points3[0];
  Vec3<double>& high = shape.points3[1];
  if (low.x > high.x) std::swap(low.x, high.x);
  if (low.y > high.y) std::swap(low.y, high.y);
  if (low.z > high.z) std::swap(low.z, high.z);
}

}  // namespace

void scene_from_bytes(std::span<const std::uint8_t> bytes, SpaceFamily family, Scene& scene) {
  Reader in(bytes);
  const unsigned mode = in.byte();
  const unsigned types = in.byte();
  const unsigned counts = in.byte();
  scene.id.clear();
  scene.why.clear();
  scene.source.clear();
  scene.expect.reset();
  scene.query = family == SpaceFamily::rays
                    ? Query::raycast
                    : kPairQueries[(mode >> kQueryShift & 3) % std::size(kPairQueries)];
  const auto& made_of = family == SpaceFamily::boxes ? kBoxes : kAnyShapes;
  scene.a.type = made_of[types & 15];
  scene.b.type = family == SpaceFamily::rays ? ray3 : made_of[types >> 4 & 15];
  read_shape(in, mode, scene.a, 1 + (counts & 15) % kMostHullPoints);
  read_shape(in, mode, scene.b, 1 + (counts >> 4 & 15) % kMostHullPoints);
  if ((mode & kShared) != 0) {
    const auto& from = scene.a.points3;
    auto& to = scene.b.points3;
    const std::size_t shared =
        std::min({from.size(), to.size(), std::size_t{1} + (mode >> kSharedShift & 3)});
    std::copy_n(from.rbegin(), shared, to.rbegin());
  }
  if ((mode & kAsGiven) != 0) return;
  make_valid(scene.a);
  make_valid(scene.b);
}

}  // namespace touchstone
