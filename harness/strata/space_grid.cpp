#include "harness/strata/space_grid.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdlib>
#include <utility>

namespace touchstone::strata::space {
namespace {

/// A symmetry of the cube, then a power of two.
struct Exit {
  int axes[3];
  std::int64_t signs[3];
  Grid3 offset;
  double unit;

  Grid3 turned(const Grid3& p) const {
    return {coordinate(p, axes[0]) * signs[0], coordinate(p, axes[1]) * signs[1],
            coordinate(p, axes[2]) * signs[2]};
  }
  Vec3<double> scaled(const Grid3& p) const {
    return {static_cast<double>(p.x) * unit, static_cast<double>(p.y) * unit,
            static_cast<double>(p.z) * unit};
  }
  Vec3<double> operator()(const Grid3& p) const { return scaled(turned(p) + offset); }
};

/// The points from a random one on, either way round.
void emit_points(Random& random, const Exit& exit, const SpaceShape& shape, OwnedShape& out) {
  const int count = shape.count;
  out.points3.resize(static_cast<std::size_t>(count));
  const bool backwards = random.one_in(2);
  int at = static_cast<int>(random.below(static_cast<std::uint64_t>(count)));
  for (Vec3<double>& p : out.points3) {
    p = exit(shape.points[at]);
    at = backwards ? (at == 0 ? count - 1 : at - 1) : (at + 1 == count ? 0 : at + 1);
  }
}

void emit_aabb(const Exit& exit, const SpaceShape& shape, OwnedShape& out) {
  const Vec3<double> p = exit(shape.points[0]);
  const Vec3<double> q = exit(shape.points[7]);
  out.points3.resize(2);
  out.points3[0] = {std::min(p.x, q.x), std::min(p.y, q.y), std::min(p.z, q.z)};
  out.points3[1] = {std::max(p.x, q.x), std::max(p.y, q.y), std::max(p.z, q.z)};
}

void emit_obb(Random& random, const Exit& exit, const SpaceShape& shape, OwnedShape& out) {
  Grid3 axes[3];
  Grid3 center = shape.points[0];
  for (int i = 0; i < 3; ++i) {
    const Grid3 edge = shape.points[1 << i] - shape.points[0];
    assert(edge.x % 2 == 0 && edge.y % 2 == 0 && edge.z % 2 == 0);
    axes[i] = {edge.x / 2, edge.y / 2, edge.z / 2};
    center = center + axes[i];
  }
  const std::uint64_t choice = random.next();
  if (choice & 1) std::swap(axes[0], axes[1]);
  if (choice & 2) std::swap(axes[1], axes[2]);
  out.points3.resize(4);
  out.points3[0] = exit(center);
  for (int i = 0; i < 3; ++i) {
    const Grid3 axis = (choice >> (2 + i)) & 1 ? -axes[i] : axes[i];
    out.points3[static_cast<std::size_t>(i + 1)] = exit.scaled(exit.turned(axis));
  }
}

void emit_plane(Random& random, const Exit& exit, const SpaceShape& shape, int exponent, OwnedShape& out) {
  const double length = power_of_two(exponent + (random.one_in(2) ? 0 : random.between(-3, 3)));
  const Grid3 n = exit.turned(shape.normal);
  const std::int64_t offset = shape.offset + dot(n, exit.offset);
  assert(std::abs(offset) <= std::int64_t{1} << 53);
  out.points3.resize(1);
  out.points3[0] =
      Vec3<double>{static_cast<double>(n.x), static_cast<double>(n.y), static_cast<double>(n.z)} * length;
  out.radii[0] = static_cast<double>(offset) * exit.unit * length;
}

void emit_ray(const Exit& exit, const SpaceShape& shape, OwnedShape& out) {
  out.points3.resize(2);
  out.points3[0] = exit(shape.points[0]);
  out.points3[1] = exit.scaled(exit.turned(shape.points[1] - shape.points[0]));
}

void emit(Random& random, const Exit& exit, const SpaceShape& shape, int normal_exponent, OwnedShape& out) {
  constexpr int kFirstClass = static_cast<int>(ShapeClass::point3);
  constexpr int kFirstType = static_cast<int>(ShapeType::point3);
  out.type = static_cast<ShapeType>(static_cast<int>(shape.type) - kFirstClass + kFirstType);
  out.radii = {static_cast<double>(shape.radius) * exit.unit, 0};
  switch (shape.type) {
    case ShapeClass::aabb3:
      return emit_aabb(exit, shape, out);
    case ShapeClass::obb3:
      return emit_obb(random, exit, shape, out);
    case ShapeClass::plane:
      return emit_plane(random, exit, shape, normal_exponent, out);
    case ShapeClass::ray3:
      return emit_ray(exit, shape, out);
    default:
      return emit_points(random, exit, shape, out);
  }
}

Grid3 random_offset(Random& random, int bits, int most) {
  const std::uint64_t kind = random.below(4);
  if (kind == 0) return {0, 0, 0};
  const int reach = std::min(most, kind == 1   ? bits
                                   : kind == 2 ? bits + 3
                                               : random.between(std::min(bits, most), most));
  const std::int64_t size = std::int64_t{1} << reach;
  return {random.between(-size, size), random.between(-size, size), random.between(-size, size)};
}

int bits_of_normal(const SpaceShape& shape) {
  if (shape.type != ShapeClass::plane) return 0;
  const Grid3& n = shape.normal;
  return static_cast<int>(
      std::bit_width(static_cast<std::uint64_t>(std::abs(n.x) + std::abs(n.y) + std::abs(n.z))));
}

}  // namespace

std::int64_t& coordinate(Grid3& v, int axis) {
  return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}
std::int64_t coordinate(const Grid3& v, int axis) {
  return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

Grid3 unit_vector(int axis) {
  Grid3 v{0, 0, 0};
  coordinate(v, axis) = 1;
  return v;
}

int dominant_axis(const Grid3& v) {
  const std::int64_t x = std::abs(v.x), y = std::abs(v.y), z = std::abs(v.z);
  return x >= y && x >= z ? 0 : y >= z ? 1 : 2;
}

void translate(SpaceShape& shape, const Grid3& by) {
  for (int i = 0; i < shape.count; ++i) shape.points[i] = shape.points[i] + by;
  if (shape.type == ShapeClass::plane) shape.offset += dot(shape.normal, by);
}

void translate(SpacePair& pair, const Grid3& by) {
  translate(pair.a, by);
  translate(pair.b, by);
  pair.contact = pair.contact + by;
}

void scale(SpaceShape& shape, std::int64_t factor) {
  for (int i = 0; i < shape.count; ++i) shape.points[i] = shape.points[i] * factor;
  shape.radius *= factor;
  shape.offset *= factor;
}

void scale(SpacePair& pair, std::int64_t factor) {
  scale(pair.a, factor);
  scale(pair.b, factor);
  pair.contact = pair.contact * factor;
}

int bits_of(const SpaceShape& shape) {
  std::uint64_t all = static_cast<std::uint64_t>(std::abs(shape.offset));
  for (int i = 0; i < shape.count; ++i) {
    for (int axis = 0; axis < 3; ++axis)
      all |= static_cast<std::uint64_t>(std::abs(coordinate(shape.points[i], axis)) + shape.radius);
  }
  return static_cast<int>(std::bit_width(all));
}

int bits_of(const SpacePair& pair) {
  return std::max(bits_of(pair.a), bits_of(pair.b));
}

int normal_bits(const SpacePair& pair) {
  return std::max(bits_of_normal(pair.a), bits_of_normal(pair.b));
}

void widen(SpacePair& pair, int bits) {
  const int have = bits_of(pair);
  if (have > 0 && have < bits) scale(pair, std::int64_t{1} << (bits - have));
}

void nudge(SpacePair& pair, std::int64_t steps) {
  if (pair.b.type == ShapeClass::plane) {
    pair.b.offset -= steps;
  } else if (pair.a.type == ShapeClass::plane) {
    pair.a.offset -= steps;
  } else {
    const bool all = pair.a.type == ShapeClass::aabb3 || pair.b.type == ShapeClass::aabb3;
    const int dominant = dominant_axis(pair.normal);
    Grid3 move{};
    for (int axis = 0; axis < 3; ++axis) {
      const std::int64_t n = coordinate(pair.normal, axis);
      if (n != 0 && (all || axis == dominant)) coordinate(move, axis) = n < 0 ? -steps : steps;
    }
    translate(pair.b, move);
  }
}

Grid3 random_vector(Random& random, int bits) {
  const std::int64_t reach = std::int64_t{1} << bits;
  const Grid3 v{random.between(-reach, reach), random.between(-reach, reach), random.between(-reach, reach)};
  return v == Grid3{} ? Grid3{1, 0, 0} : v;
}

SpaceBox box_of(const SpaceShape& shape) {
  SpaceBox box{shape.points[0], shape.points[0]};
  for (int i = 1; i < shape.count; ++i) {
    const Grid3& p = shape.points[i];
    box.low = {std::min(box.low.x, p.x), std::min(box.low.y, p.y), std::min(box.low.z, p.z)};
    box.high = {std::max(box.high.x, p.x), std::max(box.high.y, p.y), std::max(box.high.z, p.z)};
  }
  const Grid3 around{shape.radius, shape.radius, shape.radius};
  return {box.low - around, box.high + around};
}

void finish(Random& random, const SpacePair& pair, const SpaceLayout& layout, Scene& out) {
  constexpr int kOrders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
  const int bits = bits_of(pair);
  assert(bits <= kGridBits + 1);
  Exit exit;
  std::copy_n(kOrders[random.below(6)], 3, exit.axes);
  const std::uint64_t choice = random.next();
  for (int i = 0; i < 3; ++i) exit.signs[i] = (choice >> i) & 1 ? -1 : 1;
  const int room = kGridBits - 1 - normal_bits(pair);
  exit.offset = layout.offset && bits <= kGridBits ? random_offset(random, bits, room) : Grid3{0, 0, 0};
  const bool integers = layout.integers && (choice & 0x18) == 0 && bits <= 40;
  const int exponent = integers ? 0 : random.between(-kFinishDown, kFinishUp) - bits;
  exit.unit = power_of_two(exponent + layout.exponent);
  const bool swapped = (choice & 0x20) != 0;
  emit(random, exit, pair.a, layout.normal_exponent, swapped ? out.b : out.a);
  emit(random, exit, pair.b, layout.normal_exponent, swapped ? out.a : out.b);
}

}  // namespace touchstone::strata::space
