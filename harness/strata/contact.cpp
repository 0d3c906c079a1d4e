// Strata that lay two shapes exactly against each other, then move one by a little, a step, or nothing.
#include <algorithm>
#include <cstdlib>

#include "harness/strata/families.hpp"
#include "harness/strata/shapes.hpp"

namespace touchstone::strata {
namespace {

GridVec random_direction(Random& random) {
  const GridVec d{random.between(-32, 32), random.between(-32, 32)};
  return d == GridVec{} ? GridVec{0, 1} : d;
}

GridVec right_of(GridVec edge) {
  return -perp(edge);
}

void meet_at(GridPair& pair, GridVec contact) {
  pair.contact = contact;
  translate(pair.b, contact - pair.b.points[pair.b_corner]);
}

/// b stands on the floor of a's notch or hole, with room on both sides and above.
void pocket_contact(Random& random, ShapeClass mover, int bits, GridPair& out) {
  make_pocketed(random, bits, out.a);
  make_shape(random, mover, bits, out.b);
  const GridBox box = box_of(out.b);
  const GridVec size = box.high - box.low;
  const GridVec* place = out.a.pocket();
  while (place[0].x - place[1].x < 2 * size.x ||
         (!out.a.pocket_open && place[2].y - place[1].y < 2 * size.y)) {
    scale(out.a, 2);
  }
  out.normal = {0, 1};
  out.b_corner = extreme(out.b, {0, -1});
  const GridVec lowest = out.b.points[out.b_corner];
  const std::int64_t shift = random.between(place[1].x - box.low.x, place[0].x - box.high.x);
  meet_at(out, {lowest.x + shift, place[0].y});
}

/// Where and how two straight sides meet: a along w from 0 to a_length, b against it, from at - b_length to
/// at.
struct Sides {
  GridVec w;
  std::int64_t a_length;
  std::int64_t b_length;
};

Sides seat_both(Random& random, PairClass classes, int bits, int fine, GridPair& out) {
  const bool boxes = classes.a == ShapeClass::aabb || classes.b == ShapeClass::aabb;
  const auto depth_axis = [&](GridVec w) {
    const std::int64_t skew = std::max(std::abs(w.x), std::abs(w.y)) / 4;
    return perp(w) + GridVec{random.between(-skew, skew), random.between(-skew, skew)};
  };
  GridVec w = random_frame(random, bits).w;
  if (boxes) w = {std::max(std::int64_t{1}, std::abs(w.x)), 0};
  const std::int64_t a_step = std::int64_t{1} << random.between(0, 3),
                     b_step = std::int64_t{1} << random.between(0, 3);
  const std::int64_t a_length = a_step * make_seated(random, classes.a, {w, depth_axis(w)}, out.a);
  const std::int64_t b_length = b_step * make_seated(random, classes.b, {-w, -depth_axis(w)}, out.b);
  scale(out.a, a_step << fine);
  scale(out.b, b_step << fine);
  out.normal = right_of(w);
  out.contact = {0, 0};
  out.b_corner = 0;
  return {w, a_length << fine, b_length << fine};
}

void choose_order(Random& random, PairClass& classes) {
  if (random.one_in(2)) std::swap(classes.a, classes.b);
}

}  // namespace

bool has_edges(PairClass classes) {
  return classes.a != ShapeClass::point || classes.b != ShapeClass::point;
}

void vertex_contact(Random& random, PairClass classes, int bits, GridPair& out) {
  make_shape(random, classes.a, bits, out.a);
  make_shape(random, classes.b, bits, out.b);
  out.normal = random_direction(random);
  out.b_corner = extreme(out.b, -out.normal);
  meet_at(out, out.a.points[extreme(out.a, out.normal)]);
}

void edge_contact(Random& random, PairClass classes, int bits, GridPair& out) {
  if (classes.a == ShapeClass::point) {
    std::swap(classes.a, classes.b);
  } else {
    choose_order(random, classes);
  }
  const bool concave = classes.a == ShapeClass::concave;
  if (concave && random.one_in(2)) return pocket_contact(random, classes.b, std::min(bits, 20), out);
  const int fine = random.between(1, 6);
  int edge = 0;
  if (concave) {
    make_seated(random, classes.a, random_frame(random, std::max(0, bits - 4)), out.a);
  } else {
    make_shape(random, classes.a, bits, out.a);
    edge = static_cast<int>(random.below(static_cast<std::uint64_t>(out.a.count)));
  }
  const GridVec from = out.a.points[edge];
  const GridVec along = out.a.points[edge + 1 == out.a.count ? 0 : edge + 1] - from;
  scale(out.a, std::int64_t{1} << fine);
  make_shape(random, classes.b, bits + fine, out.b);
  out.normal = right_of(along);
  out.b_corner = extreme(out.b, -out.normal);
  meet_at(out, from * (std::int64_t{1} << fine) + along * random.between(1, (1 << fine) - 1));
}

void make_vertex_touch(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  vertex_contact(random, pair, random_bits(random), made);
  finish(random, made, {}, out);
}

void make_edge_touch(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  edge_contact(random, pair, random_bits(random), made);
  finish(random, made, {}, out);
}

void make_near_touch(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  const int bits = random_bits(random);
  if (random.one_in(2)) {
    vertex_contact(random, pair, bits, made);
  } else {
    edge_contact(random, pair, bits, made);
  }
  widen(made, kGridBits);
  const bool box = made.b.type == ShapeClass::aabb || made.b.type == ShapeClass::obb;
  std::int64_t steps = random.one_in(3) ? log_spaced(random, 30) : random.between(1, 16);
  if (random.one_in(2)) steps = -steps;
  if (!box && random.one_in(4)) {
    GridVec& corner = made.b.points[made.b_corner];
    corner = corner + dominant_step(made.normal) * (steps < 0 ? -1 : 1);
  } else {
    nudge(made, steps);
  }
  finish(random, made, {}, out);
}

void make_parallel_edges(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  choose_order(random, pair);
  const Sides sides = seat_both(random, pair, std::min(random_bits(random), 32), 0, made);
  translate(made.b, sides.w * random.between(std::int64_t{1}, sides.a_length + sides.b_length - 1));
  const std::uint64_t kind = random.below(3);
  if (kind > 0) widen(made, kGridBits);
  if (kind == 1) nudge(made, random.one_in(2) ? log_spaced(random, 30) : random.between(1, 16));
  if (kind == 2) nudge(made, -(random.one_in(2) ? log_spaced(random, 30) : random.between(1, 16)));
  finish(random, made, {}, out);
}

void make_slide_along_edge(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  choose_order(random, pair);
  const int fine = random.between(0, 20);
  const Sides sides = seat_both(random, pair, std::min(random_bits(random), 20), fine, made);
  const std::int64_t end = sides.a_length + sides.b_length;
  const std::uint64_t kind = random.below(3);
  const bool low = random.one_in(2);
  const std::int64_t at = kind == 0   ? random.between(std::int64_t{1}, end - 1)
                          : kind == 1 ? (low ? 0 : end)
                                      : (low ? -1 : end + 1);
  translate(made.b, sides.w * at);
  finish(random, made, {}, out);
}

void make_shallow(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  edge_contact(random, pair, random.between(5, 12), made);
  // Towards a point of a's interior; when a is a segment, so that the contact comes to lie in b's interior.
  // The kernel of a seated shape has the edge as a side; of a pocketed one it lies below the floor.
  GridVec k[3];
  const bool across = made.a.type == ShapeClass::segment;
  kernel_of(across ? made.b : made.a, k);
  GridVec inward = k[0] + k[1] + k[2] * 2 - made.contact * 4;
  if (across) inward = -inward;
  const bool pocketed = made.a.type == ShapeClass::concave && made.normal == GridVec{0, 1};
  if (pocketed) inward = {0, k[0].y - k[2].y};
  scale(made, std::int64_t{1} << random.between(5, 26));
  translate(made.b, inward);
  finish(random, made, {}, out);
}

}  // namespace touchstone::strata
