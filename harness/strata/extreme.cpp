// Strata of thin, tiny, far away and redundantly described shapes.
#include <algorithm>
#include <cstring>

#include <touchstone/exact_sign.hpp>

#include "harness/strata/families.hpp"
#include "harness/strata/shapes.hpp"

namespace touchstone::strata {
namespace {

/// A point behind corner i of the outline; what described the inside of the shape is dropped.
void insert_after(GridShape& shape, int i, GridVec p) {
  shape.used = shape.count + shape.hole;
  std::memmove(shape.points + i + 2, shape.points + i + 1,
               static_cast<std::size_t>(shape.used - i - 1) * sizeof(GridVec));
  shape.points[i + 1] = p;
  ++shape.count;
  ++shape.used;
}

void repeat_corners(Random& random, GridShape& shape) {
  for (int n = random.between(1, 3); n > 0; --n) {
    const int i = static_cast<int>(random.below(static_cast<std::uint64_t>(shape.count)));
    insert_after(shape, i, shape.points[i]);
  }
}

/// Requires coordinates that are multiples of 2^fine.
void split_edges(Random& random, GridShape& shape, int fine) {
  // From the last edge to the first, so that each is split at most once and points stay in order along it.
  const int step = random.between(1, 3);
  int left = 4;
  for (int i = shape.count - random.between(1, step); i >= 0 && left > 0; i -= step, --left) {
    const GridVec from = shape.points[i], to = shape.points[i + 1 == shape.count ? 0 : i + 1];
    const std::int64_t part = random.between(1, (1 << fine) - 1), whole = std::int64_t{1} << fine;
    const GridVec edge = to - from;
    insert_after(shape, i, from + GridVec{edge.x / whole, edge.y / whole} * part);
  }
}

/// All corners on one line, in any order: the polygon is a segment. Requires coordinates that are multiples
/// of 2^fine.
void flatten(Random& random, GridShape& shape, int fine) {
  const GridVec from = shape.points[0], edge = shape.points[1] - from;
  const std::int64_t whole = std::int64_t{1} << fine;
  shape.type = ShapeClass::polygon;
  shape.count = shape.used = random.between(3, 5);
  shape.hole = 0;
  for (int i = 2; i < shape.count; ++i) {
    shape.points[i] = from + GridVec{edge.x / whole, edge.y / whole} * random.between(std::int64_t{0}, whole);
  }
}

void any_close_pair(Random& random, PairClass pair, int bits, GridPair& out) {
  switch (random.below(3)) {
    case 0:
      return lattice_pair(random, pair, out);
    case 1:
      return vertex_contact(random, pair, bits, out);
    default:
      return edge_contact(random, pair, bits, out);
  }
}

/// Applies the change to both polygons, or to one of them.
template <class Change>
void change_polygons(Random& random, GridPair& pair, Change change) {
  const bool a = is_polygon(pair.a.type), b = is_polygon(pair.b.type);
  const std::uint64_t which = a && b ? random.below(3) : (a ? 0 : 1);
  if (which != 1) change(pair.a);
  if (which != 0) change(pair.b);
}

/// Moves both by a vector about as long as they are.
void offset_alike(Random& random, GridPair& pair) {
  const GridVec offset = random_place(random, std::min(bits_of(pair), kGridBits));
  translate(pair.a, offset);
  translate(pair.b, offset);
}

/// A close pair on a grid of few bits or of 52; there, half are one step off.
void close_pair_to_scale(Random& random, PairClass classes, GridPair& out) {
  any_close_pair(random, classes, random_bits(random), out);
  if (random.one_in(2)) return;
  widen(out, kGridBits - 1);
  const GridVec step = random.one_in(2) ? GridVec{1, 0} : GridVec{0, 1};
  if (random.one_in(2)) translate(out.b, random.one_in(2) ? step : -step);
}

/// finish() scales a grid of so many bits by 2^-bits and at most this much more or less.
constexpr int kFinishDown = 2, kFinishUp = 3;
constexpr int kLargestExponent = 500, kSmallestExponent = -480;  // of kLargestCoordinate, kSmallestCoordinate
static_assert(kLargestCoordinate == 0x1p+500 && kSmallestCoordinate == 0x1p-480);

}  // namespace

void make_sliver(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  const Frame frame = thin_frame(random, random.between(6, 20));
  const Frame other = random.one_in(2) ? frame : thin_frame(random, random.between(6, 20));
  make_in_frame(random, pair.a, frame, made.a);
  make_in_frame(random, pair.b, other, made.b);
  const std::int64_t reach = pair.a == ShapeClass::point ? 1 : 3;
  const GridVec steps = {random.between(-reach, reach), random.between(-reach, reach)};
  const bool level = pair.a == ShapeClass::aabb || pair.b == ShapeClass::aabb;
  translate(made.b, level ? GridVec{frame.w.x * steps.x, steps.y} : frame(steps));
  finish(random, made, {}, out);
}

void make_mixed_scale(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  if (pair.a == ShapeClass::point || random.one_in(2)) std::swap(pair.a, pair.b);
  // a is the large one.
  const int ratio = random.between(8, 40);
  const int bits = random.between(kLeastShapeBits, 7);
  const bool seated = pair.a == ShapeClass::concave;
  if (seated) {
    make_seated(random, pair.a, random_frame(random, bits - 3), made.a);
  } else {
    make_shape(random, pair.a, bits, made.a);
  }
  make_shape(random, pair.b, bits, made.b);
  const int edge = seated ? 0 : static_cast<int>(random.below(static_cast<std::uint64_t>(made.a.count)));
  const GridVec from = made.a.points[edge], to = made.a.points[edge + 1 == made.a.count ? 0 : edge + 1];
  scale(made.a, std::int64_t{1} << ratio);
  made.normal = -perp(to - from);
  made.b_corner = extreme(made.b, -made.normal);
  const bool at_corner = random.one_in(3);
  const std::int64_t along = at_corner ? 0 : random.between(std::int64_t{1}, (std::int64_t{1} << ratio) - 1);
  made.contact = from * (std::int64_t{1} << ratio) + (to - from) * along;
  translate(made.b, made.contact - made.b.points[made.b_corner]);
  if (random.one_in(2)) nudge(made, random.between(-(1 << bits), 1 << bits));
  finish(random, made, {}, out);
}

void make_far_from_origin(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  any_close_pair(random, pair, kLeastShapeBits, made);
  const int far = random.between(20, 38);
  widen(made, kGridBits - 1 - far);
  if (random.one_in(3)) {
    const std::int64_t step = random.one_in(2) ? 1 : -1;
    translate(made.b, random.one_in(2) ? GridVec{step, 0} : GridVec{0, step});
  }
  const std::int64_t reach = std::int64_t{1} << (kGridBits - 1);
  GridVec offset = {random.between(reach / 2, reach),
                    random.one_in(2) ? random.between(reach / 2, reach) : 0};
  if (random.one_in(2)) offset = perp(offset);
  translate(made.a, offset);
  translate(made.b, offset);
  finish(random, made, {false, true}, out);
}

void make_duplicate_vertices(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  any_close_pair(random, pair, random_bits(random), made);
  change_polygons(random, made, [&](GridShape& shape) { repeat_corners(random, shape); });
  finish(random, made, {}, out);
}

void make_collinear_vertices(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  any_close_pair(random, pair, random_bits(random), made);
  const int fine = random.between(1, 4);
  scale(made, std::int64_t{1} << fine);
  const bool flat = random.one_in(8);
  change_polygons(random, made, [&](GridShape& shape) {
    if (flat) {
      flatten(random, shape, fine);
    } else {
      split_edges(random, shape, fine);
    }
  });
  finish(random, made, {}, out);
}

void make_needle(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  if (random.one_in(2)) std::swap(pair.a, pair.b);
  if (pair.a == ShapeClass::point) std::swap(pair.a, pair.b);
  const auto thin = [&] { return thin_frame(random, random.between(8, 14)); };
  const Frame frame = thin();
  const int fine = random.between(1, 5);
  make_in_frame(random, pair.a, frame, made.a);
  scale(made.a, std::int64_t{1} << fine);
  const std::uint64_t other = random.below(3);
  if (other == 0) {
    make_shape(random, pair.b, random.between(kLeastShapeBits, 20), made.b);
  } else {
    make_in_frame(random, pair.b, other == 1 ? frame : thin(), made.b);
  }
  if (random.one_in(2)) {
    meet_at_corners(random, made);
  } else {
    meet_on_edge(random, made, any_edge(random, made.a), fine);
  }
  if (random.one_in(2)) {
    widen(made, kGridBits);
    nudge(made, random.between(-1, 1));
  }
  finish(random, made, {}, out);
}

void make_tiny_scale(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  close_pair_to_scale(random, pair, made);
  // One grid step, and so every non-zero number and sum, is at least the smallest in range.
  finish(random, made, {true, false, kSmallestExponent + kFinishDown + bits_of(made)}, out);
}

void make_huge_scale(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  close_pair_to_scale(random, pair, made);
  if (random.one_in(2)) offset_alike(random, made);
  finish(random, made, {false, false, kLargestExponent - kFinishUp}, out);
}

void make_out_of_range(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  close_pair_to_scale(random, pair, made);
  offset_alike(random, made);
  // Large: the shapes' size, so at least one of their numbers, is beyond the range. Small: every number is.
  const int exponent = random.one_in(2) ? random.between(kLargestExponent + 20, 896)
                                        : random.between(-600, kSmallestExponent - kFinishUp - 1);
  finish(random, made, {false, false, exponent}, out);
}

}  // namespace touchstone::strata
