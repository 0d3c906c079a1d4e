// Strata that lay shapes at random, apart, or inside each other.
#include <algorithm>
#include <cstdlib>

#include "harness/strata/families.hpp"
#include "harness/strata/shapes.hpp"

namespace touchstone::strata {
namespace {

/// Moves b so that its box meets a's, stretched by stretch / 4 about a's middle, at a random place; two boxes
/// of no size come within so many steps of each other.
void scatter(Random& random, GridPair& pair, int stretch, std::int64_t steps) {
  const GridBox a = box_of(pair.a), b = box_of(pair.b);
  const auto shift = [&](std::int64_t a_low, std::int64_t a_high, std::int64_t b_low, std::int64_t b_high) {
    const std::int64_t sizes = a_high - a_low + b_high - b_low;
    const std::int64_t reach = sizes == 0 ? steps : sizes * stretch / 8;
    return (a_low + a_high) / 2 - (b_low + b_high) / 2 + random.between(-reach, reach);
  };
  translate(pair.b,
            {shift(a.low.x, a.high.x, b.low.x, b.high.x), shift(a.low.y, a.high.y, b.low.y, b.high.y)});
}

/// A point in the interior of the shape's kernel: corners weighted to sum 16.
GridVec inner_point_16(Random& random, GridShape& shape) {
  GridVec k[3];
  kernel_of(shape, k);
  const std::int64_t i = random.between(4, 6), j = random.between(4, 6);
  return k[0] * i + k[1] * j + k[2] * (16 - i - j);
}

/// Six times the point that the shape is symmetric about, else the middle of its kernel.
GridVec centre_6(GridShape& shape) {
  const GridVec* p = shape.points;
  if (shape.type == ShapeClass::point) return p[0] * 6;
  if (shape.type == ShapeClass::segment) return (p[0] + p[1]) * 3;
  const bool symmetric = shape.count == 4 && p[0] + p[2] == p[1] + p[3];
  if (symmetric && shape.type != ShapeClass::concave) return (p[0] + p[2]) * 3;
  GridVec k[3];
  kernel_of(shape, k);
  return (k[0] + k[1] + k[2]) * 2;
}

/// A box loses its height, a segment its length; both stay valid.
void flatten(GridShape& shape) {
  if (shape.type == ShapeClass::segment) shape.points[1] = shape.points[0];
  if (shape.type != ShapeClass::aabb && shape.type != ShapeClass::obb) return;
  shape.points[2] = shape.points[1];
  shape.points[3] = shape.points[0];
}

bool in_triangle(const GridVec k[3], GridVec p) {
  const bool backwards = wide_cross(k[1] - k[0], k[2] - k[0]) < 0;
  for (int i = 0; i < 3; ++i) {
    const Wide side = wide_cross(k[(i + 1) % 3] - k[i], p - k[i]);
    if (backwards ? side > 0 : side < 0) return false;
  }
  return true;
}

bool kernel_contains(GridShape& outer, const GridShape& inner) {
  GridVec k[3];
  kernel_of(outer, k);
  for (int i = 0; i < inner.count; ++i) {
    if (!in_triangle(k, inner.points[i])) return false;
  }
  return true;
}

/// b becomes a polygon or segment with its corners on a's boundary: one corner or midpoint of each edge.
void inscribe(Random& random, GridPair& pair) {
  GridShape &a = pair.a, &b = pair.b;
  scale(a, 2);
  const auto middle = [&](int i) {
    const GridVec sum = a.points[i] + a.points[(i + 1) % a.count];
    return GridVec{sum.x / 2, sum.y / 2};
  };
  b.hole = 0;
  if (b.type == ShapeClass::segment) {
    b.points[0] = middle(0);
    b.points[1] = middle(random.between(1, a.count - 1));
    return;
  }
  b.count = b.used = a.count;
  for (int i = 0; i < a.count; ++i) b.points[i] = random.one_in(2) ? a.points[i] : middle(i);
}

/// b becomes a, halved towards one of a's corners or its inside.
void halve(Random& random, GridPair& pair) {
  pair.b = pair.a;
  const GridVec towards = pair.a.points[random.below(static_cast<std::uint64_t>(pair.a.count))];
  scale(pair.a, 2);
  translate(pair.b, towards);
}

void enclose(Random& random, GridPair& pair) {
  const GridVec inside = inner_point_16(random, pair.a);
  scale(pair.a, 16);
  translate(pair.a, -inside);
  while (!kernel_contains(pair.a, pair.b)) scale(pair.a, 2);
}

}  // namespace

void turn(GridShape& shape, int quarters) {
  for (; quarters > 0; --quarters) {
    for (int i = 0; i < shape.used; ++i) shape.points[i] = perp(shape.points[i]);
  }
}

GridVec random_place(Random& random, int bits) {
  const std::int64_t reach = std::int64_t{1} << bits;
  return {random.between(-reach, reach), random.between(-reach, reach)};
}

void make_uniform(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  make_shape(random, pair.a, 48, made.a);
  make_shape(random, pair.b, 48, made.b);
  scatter(random, made, is_flat(pair.a) && is_flat(pair.b) ? 3 : 5, std::int64_t{1} << 48);
  finish(random, made, {true, false}, out);
}

void make_far_apart(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  make_shape(random, pair.a, random_bits(random), made.a);
  make_shape(random, pair.b, random_bits(random), made.b);
  const int bits = bits_of(made);
  const std::int64_t reach = std::int64_t{1} << random.between(std::max(bits, 6) + 2, 50);
  const GridVec aside = {random.one_in(2) ? reach : -reach, random.between(-reach, reach)};
  translate(made.b, random.one_in(2) ? aside : perp(aside));
  finish(random, made, {}, out);
}

void lattice_pair(Random& random, PairClass pair, GridPair& out) {
  const auto make = [&](ShapeClass type, GridShape& shape) {
    if (type == ShapeClass::concave && random.one_in(2))
      return make_pocketed(random, kLeastShapeBits + 1, shape);
    make_shape(random, type, kLeastShapeBits, shape);
  };
  make(pair.a, out.a);
  make(pair.b, out.b);
  scatter(random, out, is_flat(pair.a) ? 4 : 5, 1);
}

void make_lattice(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  lattice_pair(random, pair, made);
  if (random.one_in(8)) flatten(made.a);
  if (random.one_in(8)) flatten(made.b);
  finish(random, made, {}, out);
}

void make_nested(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  const bool a_outside = !is_flat(pair.a) && random.one_in(2);
  const ShapeClass outer = a_outside ? pair.a : pair.b, inner = a_outside ? pair.b : pair.a;
  const int bits = random.between(kLeastShapeBits, 14);
  make_shape(random, outer, bits, made.a);
  make_shape(random, inner, bits, made.b);
  const bool convex = outer != ShapeClass::concave;
  if (convex && random.one_in(2) && (inner == ShapeClass::polygon || inner == ShapeClass::segment)) {
    inscribe(random, made);
  } else if (convex && outer == inner && random.one_in(2)) {
    halve(random, made);
  } else {
    enclose(random, made);
  }
  finish(random, made, {}, out);
}

void make_coincident(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  if (pair.b == ShapeClass::triangle) std::swap(pair.a, pair.b);
  const int bits = random_bits(random);
  make_shape(random, pair.a, bits, made.a);
  if (pair.a == ShapeClass::point) made.a.points[0] = random_place(random, bits);
  made.b = made.a;
  made.b.type = pair.b;
  made.normal = {random.between(-1, 1), random.between(-1, 1)};
  const std::uint64_t kind = random.below(4);
  if (kind >= 2) widen(made, kGridBits);
  if (kind == 2) nudge(made, random.one_in(2) ? 1 : -1);
  const bool loose =
      pair.b == ShapeClass::polygon || pair.b == ShapeClass::segment || pair.b == ShapeClass::triangle;
  if (kind == 3 && loose) {
    GridVec& corner = made.b.points[random.below(static_cast<std::uint64_t>(made.b.count))];
    corner = corner + dominant_step(made.normal);
  }
  finish(random, made, {}, out);
}

void make_deep(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  make_shape(random, pair.a, random_bits(random), made.a);
  const int like = std::max(kLeastShapeBits, bits_of(made.a) - 1);
  make_shape(random, pair.b, pair.a == ShapeClass::point ? random_bits(random) : like, made.b);
  if (pair.a == ShapeClass::segment && pair.b == ShapeClass::segment) {
    // Along the two independent columns of a frame: they cross properly.
    const Frame frame = random_frame(random, random_bits(random));
    made.a.points[0] = frame.w * -random.between(1, 8);
    made.a.points[1] = frame.w * random.between(1, 8);
    made.b.points[0] = frame.z * -random.between(1, 8);
    made.b.points[1] = frame.z * random.between(1, 8);
  } else {
    const GridVec in_a = inner_point_16(random, made.a), in_b = inner_point_16(random, made.b);
    scale(made, 16);
    translate(made.b, in_a - in_b);
  }
  finish(random, made, {}, out);
}

void make_concentric(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  const int bits = random_bits(random);
  make_shape(random, pair.a, bits, made.a);
  const std::uint64_t kind = pair.a == pair.b && !is_flat(pair.a) ? random.below(3) : 2;
  made.b = made.a;
  if (kind == 0) scale(made.b, random.between(2, 16));
  if (kind == 1 && pair.a != ShapeClass::aabb) turn(made.b, random.between(1, 3));
  if (kind == 2) make_shape(random, pair.b, std::max(kLeastShapeBits, bits - random.between(0, 4)), made.b);
  for (GridShape* shape : {&made.a, &made.b}) {
    const GridVec centre = centre_6(*shape);
    scale(*shape, 6);
    translate(*shape, -centre);
  }
  if (random.one_in(2)) widen(made, kGridBits);
  finish(random, made, {}, out);
}

}  // namespace touchstone::strata
