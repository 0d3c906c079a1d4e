// Strata of space that lay shapes at random, apart, or inside each other.
#include <algorithm>
#include <cstdlib>
#include <utility>

#include "harness/strata/space_families.hpp"

namespace touchstone::strata::space {
namespace {

/// The corners and everything else lie within so much of the origin, in each coordinate.
std::int64_t reach_of(const SpaceShape& shape) {
  std::int64_t reach = 0;
  for (int i = 0; i < shape.count; ++i) {
    for (int axis = 0; axis < 3; ++axis) reach = std::max(reach, std::abs(coordinate(shape.points[i], axis)));
  }
  return reach + shape.radius;
}

/// Four independent corners of a box or a solid hull.
void kernel_of(const SpaceShape& shape, Grid3 out[4]) {
  for (int i = 0; i < 4; ++i) out[i] = shape.points[is_box(shape.type) ? (1 << i) >> 1 : i];
}

Wide volume(const Grid3& a, const Grid3& b, const Grid3& c) {
  Wide sum = 0;
  for (int x = 0; x < 3; ++x) {
    const int y = (x + 1) % 3, z = (x + 2) % 3;
    sum += coordinate(a, x) *
           (Wide{coordinate(b, y)} * coordinate(c, z) - Wide{coordinate(b, z)} * coordinate(c, y));
  }
  return sum;
}

bool tetrahedron_holds(const Grid3 k[4], const Grid3& p) {
  for (int i = 0; i < 4; ++i) {
    const Grid3 &a = k[i], &b = k[(i + 1) % 4], &c = k[(i + 2) % 4], &d = k[(i + 3) % 4];
    const Wide side = volume(b - a, c - a, p - a), inside = volume(b - a, c - a, d - a);
    if ((side < 0) != (inside < 0) && side != 0) return false;
  }
  return true;
}

/// The cube of half width reach about the origin is surely in the shape. Requires a solid or a plane that
/// kernel_point_32() was moved to the origin.
bool holds_cube(const SpaceShape& shape, std::int64_t reach) {
  switch (shape.type) {
    case ShapeClass::plane: {
      const Grid3& n = shape.normal;
      return (std::abs(n.x) + std::abs(n.y) + std::abs(n.z)) * reach <= shape.offset;
    }
    case ShapeClass::sphere:
    case ShapeClass::capsule3:
      return 2 * reach <= shape.radius;
    case ShapeClass::cylinder: {
      // A 32nd of the axis at least to either end.
      const Grid3 axis = shape.points[1] - shape.points[0];
      return 2 * reach <= shape.radius && 64 * reach <= std::abs(coordinate(axis, dominant_axis(axis)));
    }
    default: {
      Grid3 k[4];
      kernel_of(shape, k);
      for (int corner = 0; corner < 8; ++corner) {
        const Grid3 p{corner & 1 ? reach : -reach, corner & 2 ? reach : -reach, corner & 4 ? reach : -reach};
        if (!tetrahedron_holds(k, p)) return false;
      }
      return true;
    }
  }
}

/// 32 times a point of the interior of the kernel, or of the shape.
Grid3 kernel_point_32(Random& random, const SpaceShape& shape) {
  if (!is_box(shape.type) && shape.type != ShapeClass::hull) {
    if (shape.type == ShapeClass::plane || shape.type == ShapeClass::cylinder)
      return inner_point_32(random, shape);
    return shape.points[0] * 32;
  }
  Grid3 k[4];
  kernel_of(shape, k);
  const int i = random.between(6, 9), j = random.between(6, 9);
  return k[0] * i + k[1] * j + k[2] * (16 - i) + k[3] * (16 - j);
}

bool is_solid(ShapeClass type) {
  return !is_thin(type);
}

/// One shape, moved and grown until the other is deep inside.
void enclose(Random& random, SpaceShape& outer, SpaceShape& inner) {
  const Grid3 inside = kernel_point_32(random, outer);
  scale(outer, 32);
  translate(outer, -inside);
  if (inner.type == ShapeClass::ray3) translate(inner, -inner.points[0]);
  const std::int64_t reach = inner.type == ShapeClass::ray3 ? 0 : reach_of(inner);
  while (!holds_cube(outer, reach)) scale(outer, 2);
}

/// A shape and a copy of half the size that shares a corner, or of two spheres, a point.
void enclose_touching(Random& random, PairClass pair, int bits, SpacePair& out) {
  if (pair.a == ShapeClass::sphere) {
    Seat seat = make_seat(random, random_frame3(random), 0, false);
    Feature feature;
    make_body(random, pair.a, bits, seat, out.a, feature);
    out.b = out.a;
    scale(out.a, random.between(2, 8));
    return;
  }
  make_any(random, pair.a, bits, out.a);
  out.b = out.a;
  out.b.type = pair.b;
  translate(out.b, out.a.points[random.below(static_cast<std::uint64_t>(out.a.count))]);
  scale(out.a, 2);
}

/// Points of b become those of a.
bool same_points(PairClass pair) {
  return pair.a == pair.b && (is_box(pair.a) || pair.a == ShapeClass::hull || pair.a == ShapeClass::sphere);
}

}  // namespace

void make_uniform(Random& random, PairClass pair, Scene& out) {
  SpacePair made;
  const bool plane = any_is(pair, ShapeClass::plane);
  const int bits = plane ? 26 : 44;
  make_any(random, pair.a, bits, made.a);
  make_any(random, pair.b, bits, made.b);
  if (pair.b == ShapeClass::plane) made.b.normal = random_vector(random, 18);
  if (pair.a == ShapeClass::plane) {
    const std::int64_t most = std::int64_t{1} << 44;
    made.a.normal = random_vector(random, 18);
    made.a.offset = random.between(-most, most);
    made.b.offset = random.between(-most, most);
  }
  const bool two_planes = pair.a == ShapeClass::plane && pair.b == ShapeClass::plane;
  if (!two_planes)
    scatter(random, made, is_thin(pair.a) ? 3 : random.between(3, 6), std::int64_t{1} << (bits - 2));
  finish(random, made, {true, false}, out);
}

void make_far_apart(Random& random, PairClass pair, Scene& out) {
  SpacePair made;
  const int most = any_is(pair, ShapeClass::plane) ? 16 : 36;
  make_any(random, pair.a, std::min(random_bits(random), most), made.a);
  make_any(random, pair.b, std::min(random_bits(random), most), made.b);
  const int bits = std::max(bits_of(made), 6);
  const int far = random.between(bits + 2, any_is(pair, ShapeClass::plane) ? 42 : 49);
  const std::int64_t reach = std::int64_t{1} << far;
  Grid3 aside{random.between(-reach, reach), random.between(-reach, reach), random.between(-reach, reach)};
  const int axis = random.between(0, 2);
  coordinate(aside, axis) = random.one_in(2) ? reach : -reach;
  if (pair.a == ShapeClass::plane && pair.b == ShapeClass::plane) {
    made.b.normal = -made.a.normal;
    made.a.offset = -random.between(reach / 2, reach);
    made.b.offset = -random.between(reach / 2, reach);
  } else if (pair.b == ShapeClass::plane) {
    // Beyond a corner of the cube that holds the other.
    made.b.offset = -16 * reach;
  } else if (pair.b == ShapeClass::ray3) {
    // The shape lies behind, or aside.
    Grid3 direction = random_vector(random, random.between(2, far));
    const std::int64_t ahead = random.one_in(4) ? 0 : std::abs(coordinate(direction, axis));
    coordinate(direction, axis) = coordinate(aside, axis) < 0 ? -ahead : ahead;
    if (direction == Grid3{}) direction = aside;
    made.b.points[0] = aside;
    if (pair.a == ShapeClass::plane) {
      // Beyond a corner of the cube that holds the origin of the ray, which leads away.
      made.a.offset = -128 * reach;
      if (wide_dot(direction, made.a.normal) < 0) direction = -direction;
    }
    made.b.points[1] = aside + direction;
  } else {
    translate(made.b, aside);
  }
  finish(random, made, {}, out);
}

void make_lattice(Random& random, PairClass pair, Scene& out) {
  SpacePair made;
  lattice_pair(random, pair, made);
  finish(random, made, {}, out);
}

void make_nested(Random& random, PairClass pair, Scene& out) {
  SpacePair made;
  const int bits = random.between(kLeastBits, 5);
  if (same_points(pair) && random.one_in(2)) {
    enclose_touching(random, pair, bits, made);
    return finish(random, made, {}, out);
  }
  make_any(random, pair.a, bits, made.a);
  make_any(random, pair.b, bits, made.b);
  if (pair.a == ShapeClass::plane && pair.b == ShapeClass::plane) {
    made.b.normal = made.a.normal * random.between(1, 2);
    made.b.offset = random.between(-1024, 1024);
  } else if (pair.b == ShapeClass::plane || !is_solid(pair.a) || (is_solid(pair.b) && random.one_in(2))) {
    enclose(random, made.b, made.a);
  } else {
    enclose(random, made.a, made.b);
  }
  finish(random, made, {}, out);
}

void make_coincident(Random& random, PairClass pair, Scene& out) {
  SpacePair made;
  make_any(random, pair.a, bits_for(random, pair), made.a);
  if (pair.a == ShapeClass::point3) made.a.points[0] = random_vector(random, random.between(2, 40));
  if (pair.a == ShapeClass::plane) made.a.offset = random.between(-1024, 1024);
  made.b = made.a;
  made.b.type = pair.b;
  made.normal = random_vector(random, 3);
  const std::uint64_t kind = random.below(4);
  if (kind >= 2) widen(made, kGridBits);
  if (kind == 2) nudge(made, random.one_in(2) ? 1 : -1);
  const bool loose =
      pair.b == ShapeClass::segment3 || pair.b == ShapeClass::triangle3 || pair.b == ShapeClass::hull;
  if (kind == 3 && loose) {
    Grid3& corner = made.b.points[random.below(static_cast<std::uint64_t>(made.b.count))];
    corner = corner + unit_vector(dominant_axis(made.normal));
  }
  finish(random, made, {}, out);
}

void make_concentric(Random& random, PairClass pair, Scene& out) {
  SpacePair made;
  const int bits = std::min(bits_for(random, pair), 30);
  make_any(random, pair.a, bits, made.a);
  const std::uint64_t kind = pair.a == pair.b ? random.below(4) : 3;
  made.b = made.a;
  if (kind == 0 && !is_thin(pair.a)) scale(made.b, random.between(2, 16));
  if (kind > 0 || is_thin(pair.a))
    make_any(random, pair.b, std::max(kLeastBits, bits - random.between(0, 4)), made.b);
  make_transversal(made);
  // Opposite half-spaces would only touch.
  const bool planes = pair.a == ShapeClass::plane && pair.b == ShapeClass::plane;
  if (planes && cross(made.a.normal, made.b.normal) == Grid3{}) made.b.normal = made.a.normal;
  for (SpaceShape* shape : {&made.a, &made.b}) {
    const Grid3 centre = shape->type == ShapeClass::plane ? Grid3{} : centre_24(*shape);
    scale(*shape, 24);
    translate(*shape, -centre);
  }
  if (pair.b == ShapeClass::plane && is_thin(pair.a)) {
    // Across a segment or a triangle.
    const Grid3 edge = made.a.points[1] - made.a.points[0];
    if (wide_dot(edge, made.b.normal) == 0) made.b.normal = unit_vector(dominant_axis(edge));
  }
  if (pair.b == ShapeClass::ray3 && (is_thin(pair.a) || random.one_in(2))) {
    const Grid3 direction = made.b.points[1];
    translate(made.b, direction * -random.between(1, 64));
  }
  if (random.one_in(2)) widen(made, kGridBits);
  finish(random, made, {}, out);
}

void make_deep(Random& random, PairClass pair, Scene& out) {
  SpacePair made;
  const int bits = std::min(bits_for(random, pair), 30);
  make_any(random, pair.a, bits, made.a);
  make_any(random, pair.b, is_thin(pair.a) ? bits : std::max(kLeastBits, bits - random.between(0, 3)),
           made.b);
  make_transversal(made);
  Grid3 in_a = inner_point_32(random, made.a), in_b = inner_point_32(random, made.b);
  scale(made, 32);
  if (pair.b == ShapeClass::ray3 && is_solid(pair.a) && random.one_in(3)) {
    // From a point of the surface, or of the shape, inwards.
    const Grid3 start = made.a.count > 0 && random.one_in(2) ? made.a.points[0] : in_a;
    const Grid3 direction = start == in_a ? made.b.points[1] - made.b.points[0] : in_a - start;
    made.b.points[0] = start;
    made.b.points[1] = start + direction;
  } else {
    translate(made.b, in_a - in_b);
  }
  finish(random, made, {}, out);
}

}  // namespace touchstone::strata::space
