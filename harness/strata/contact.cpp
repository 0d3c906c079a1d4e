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

void meet_at_corners(Random& random, GridPair& pair) {
  pair.normal = random_direction(random);
  pair.b_corner = extreme(pair.b, -pair.normal);
  meet_at(pair, pair.a.points[extreme(pair.a, pair.normal)]);
}

void meet_on_edge(Random& random, GridPair& pair, int edge, int fine) {
  const GridVec from = pair.a.points[edge];
  const GridVec along = pair.a.points[edge + 1 == pair.a.count ? 0 : edge + 1] - from;
  const std::int64_t whole = std::int64_t{1} << fine;
  pair.normal = right_of(along);
  pair.b_corner = extreme(pair.b, -pair.normal);
  const GridVec step{along.x / whole, along.y / whole};
  meet_at(pair, from + step * random.between(std::int64_t{1}, whole - 1));
}

int any_edge(Random& random, const GridShape& shape) {
  if (shape.type == ShapeClass::concave) return 0;
  return static_cast<int>(random.below(static_cast<std::uint64_t>(shape.count)));
}

void vertex_contact(Random& random, PairClass classes, int bits, GridPair& out) {
  make_shape(random, classes.a, bits, out.a);
  make_shape(random, classes.b, bits, out.b);
  if (classes.b == ShapeClass::point) out.a.points[0] = random_place(random, bits);
  meet_at_corners(random, out);
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
  if (concave) {
    make_seated(random, classes.a, random_frame(random, std::max(0, bits - 4)), out.a);
  } else {
    make_shape(random, classes.a, bits, out.a);
  }
  const int edge = any_edge(random, out.a);
  scale(out.a, std::int64_t{1} << fine);
  make_shape(random, classes.b, bits + fine, out.b);
  meet_on_edge(random, out, edge, fine);
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

void make_near_parallel(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  choose_order(random, pair);
  const Sides sides = seat_both(random, pair, std::min(random_bits(random), 32), 0, made);
  translate(made.b, sides.w * random.between(std::int64_t{1}, sides.a_length + sides.b_length - 1));
  widen(made, kGridBits);
  const bool turn_b = pair.a == ShapeClass::aabb || (pair.b != ShapeClass::aabb && random.one_in(2));
  GridShape& turned = turn_b ? made.b : made.a;
  const std::int64_t steps = random.one_in(2) ? random.between(1, 4) : -random.between(1, 4);
  const GridVec move = dominant_step(made.normal) * steps;
  if (turned.type == ShapeClass::obb) {
    for (const int corner : {1, 2}) turned.points[corner] = turned.points[corner] + move * 2;
  } else {
    GridVec& corner = turned.points[random.between(0, 1)];
    corner = corner + move;
  }
  if (random.one_in(2)) nudge(made, random.between(-4, 4));
  finish(random, made, {}, out);
}

void make_collinear(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  choose_order(random, pair);
  const int fine = random.between(1, 10);
  Sides sides = seat_both(random, pair, std::min(random_bits(random), 30), fine, made);
  if (random.one_in(2)) {  // b on a's side of the line, its edge still ending at the origin
    turn(made.b, 2);
    translate(made.b, sides.w * -sides.b_length);
  }
  const auto shrink = [](GridShape& shape, std::int64_t& length) {
    begin(shape, ShapeClass::point, 1);
    shape.points[0] = {0, 0};
    length = 0;
  };
  if (pair.a == ShapeClass::point) shrink(made.a, sides.a_length);
  if (pair.b == ShapeClass::point) shrink(made.b, sides.b_length);
  const std::int64_t end = sides.a_length + sides.b_length;
  const std::uint64_t kind = random.below(3);
  const std::int64_t gap = kind == 0 ? log_spaced(random, fine + 4) : 0;
  const bool low = random.one_in(2);
  const std::int64_t at = kind == 2 ? random.between(std::int64_t{1}, end - 1) : low ? -gap : end + gap;
  translate(made.b, sides.w * at);
  finish(random, made, {}, out);
}

void make_grazing(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  const int bits = std::min(random_bits(random), 24);
  if (random.one_in(2)) {
    vertex_contact(random, pair, bits, made);
  } else {
    edge_contact(random, pair, bits, made);
  }
  widen(made, random.between(32, kGridBits));
  const GridVec step = dominant_step(made.normal);
  const int ahead = random.between(-2, 2), aside = random.between(-2, 2);
  translate(made.b, step * ahead + perp(step) * aside);
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
