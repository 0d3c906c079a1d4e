// Strata that lay two shapes of space exactly against each other, then move one by a little, or by nothing.
#include <algorithm>
#include <bit>
#include <cstdlib>

#include "harness/strata/space_families.hpp"

namespace touchstone::strata::space {
namespace {

/// The dimension of an edge, if the class has one.
int edge_or_less(ShapeClass type) {
  return std::min(1, most_dimension(type));
}

Grid3 step_along(const Grid3& direction) {
  const int axis = dominant_axis(direction);
  return unit_vector(axis) * (coordinate(direction, axis) < 0 ? -1 : 1);
}

/// One point of a triangle, a hull or a segment, or one radius, changes by some steps.
bool change_one(Random& random, SpaceShape& shape, const Grid3& normal, std::int64_t steps) {
  if (shape.radius > 64) {
    shape.radius += steps;
    return true;
  }
  const bool loose = shape.type == ShapeClass::segment3 || shape.type == ShapeClass::triangle3 ||
                     shape.type == ShapeClass::hull;
  if (!loose) return false;
  const int last = std::min(shape.count, 3) - 1;
  Grid3& p = shape.points[random.between(0, last)];
  p = p + step_along(normal) * steps;
  return true;
}

std::int64_t with_sign(Random& random, std::int64_t steps) {
  return random.one_in(2) ? steps : -steps;
}

/// One end of the shape's edge leaves its line, by twice as much with an obb, whose opposite edges go along.
void bend(SpaceShape& shape, int end, const Grid3& by) {
  if (shape.type == ShapeClass::obb3) {
    for (int k = 1; k < 8; k += 2) shape.points[k] = shape.points[k] + by * 2;
  } else {
    shape.points[end] = shape.points[end] + by;
  }
}

bool can_bend(ShapeClass type) {
  return type != ShapeClass::aabb3 && type != ShapeClass::plane;
}

SpaceShape& one_to_bend(Random& random, SpacePair& pair) {
  const bool b = can_bend(pair.b.type) && (!can_bend(pair.a.type) || random.one_in(2));
  return b ? pair.b : pair.a;
}

/// Edges in the plane between both shapes that cross at a very small angle, and touch there.
void cross_nearly(Random& random, PairClass pair, SpacePair& out) {
  constexpr std::int64_t kParts = 16;
  const Sides sides = lay_along(random, pair, random.between(kLeastBits, 10), 0, out);
  if (pair.b == ShapeClass::ray3) translate(out.b, -out.b.points[0]);
  const std::int64_t factor = std::int64_t{1} << random.between(12, 24);  // at most 6 / factor radians
  scale(out, kParts * factor);
  Grid3 a_part = sides.line * (sides.a_length * factor), b_part = sides.line * (sides.b_length * factor);
  SpaceShape& bent = one_to_bend(random, out);
  const Grid3 aside = sides.across * with_sign(random, random.between(1, 3));
  bend(bent, 1, aside * kParts);
  Grid3& part = &bent == &out.a ? a_part : b_part;
  part = part + aside * (bent.type == ShapeClass::obb3 ? 2 : 1);
  out.contact = a_part * random.between(1, 15);
  translate(out.b, out.contact - b_part * random.between(1, 15));
}

/// Slides b to a place at which the edges share at least a unit of the line.
void slide_into(Random& random, const Sides& sides, SpacePair& pair) {
  const std::int64_t least = 1 - sides.b_length, most = sides.a_length - 1;
  translate(pair.b, sides.line * random.between(std::min(least, most), std::max(least, most)));
}

}  // namespace

int bits_for(Random& random, PairClass pair) {
  const int bits = random_bits(random);
  return any_is(pair, ShapeClass::plane) ? std::min(bits, 30) : bits;
}

void make_vertex_touch(Random& random, PairClass pair, Scene& out) {
  SpacePair made;
  meet(random, pair, bits_for(random, pair), {}, made);
  finish(random, made, {}, out);
}

void make_edge_touch(Random& random, PairClass pair, Scene& out) {
  SpacePair made;
  Meeting meeting{edge_or_less(pair.a), edge_or_less(pair.b), random.one_in(4)};
  if (random.one_in(4)) (has_edges(pair.a) && random.one_in(2) ? meeting.b : meeting.a) = 0;
  if (!has_edges(pair.b)) meeting.a = 1;
  if (!has_edges(pair.a)) meeting.b = 1;
  meet(random, pair, bits_for(random, pair), meeting, made);
  finish(random, made, {}, out);
}

void make_face_touch(Random& random, PairClass pair, Scene& out) {
  SpacePair made;
  const bool both = has_faces(pair.a) && has_faces(pair.b);
  const bool first = both ? random.one_in(2) : has_faces(pair.a);
  Meeting meeting{2, 2, random.one_in(4)};
  int& other = first ? meeting.b : meeting.a;
  if (!both || random.one_in(2)) other = random.between(0, most_dimension(first ? pair.b : pair.a));
  meet(random, pair, bits_for(random, pair), meeting, made);
  finish(random, made, {}, out);
}

void make_near_touch(Random& random, PairClass pair, Scene& out) {
  SpacePair made;
  meet_somehow(random, pair, bits_for(random, pair), made);
  widen(made, kGridBits);
  const std::int64_t steps = with_sign(
      random, random.one_in(4) ? log_spaced(random, 30) : random.between(std::int64_t{0}, std::int64_t{8}));
  const bool one = random.one_in(4) && change_one(random, random.one_in(2) ? made.a : made.b, made.normal,
                                                  std::clamp(steps, std::int64_t{-8}, std::int64_t{8}));
  if (!one) nudge(made, steps);
  finish(random, made, {}, out);
}

void make_grazing(Random& random, PairClass pair, Scene& out) {
  SpacePair made;
  meet_somehow(random, pair, std::min(bits_for(random, pair), 24), made);
  widen(made, random.between(32, kGridBits));
  const Grid3 aside{random.between(-2, 2), random.between(-2, 2), random.between(-2, 2)};
  translate(made.b, aside);
  if (any_is(pair, ShapeClass::plane)) nudge(made, random.between(-2, 2));
  finish(random, made, {}, out);
}

void make_shallow(Random& random, PairClass pair, Scene& out) {
  SpacePair made;
  if (is_thin(pair.a) && is_thin(pair.b)) {
    make_any(random, pair.a, random.between(5, 12), made.a);
    make_any(random, pair.b, random.between(5, 12), made.b);
    make_transversal(made);
    translate(made.b, made.a.points[0] - made.b.points[0]);
    made.contact = made.a.points[0];
  } else {
    Meeting meeting = random_meeting(random, pair);
    meeting.solid = true;
    meet(random, pair, random.between(5, 12), meeting, made);
  }
  // Inner points of both, a part of the way from the contact, become one.
  const Grid3 in_a = inner_point_32(random, made.a), in_b = inner_point_32(random, made.b);
  const int parts = random.between(2, any_is(pair, ShapeClass::plane) ? 16 : 22);
  scale(made, std::int64_t{1} << (5 + parts));
  translate(made.b, in_a - in_b);
  finish(random, made, {}, out);
}

void make_parallel_edges(Random& random, PairClass pair, Scene& out) {
  SpacePair made;
  const Sides sides = lay_along(random, pair, std::min(bits_for(random, pair), 28), 1, made);
  slide_into(random, sides, made);
  const std::uint64_t kind = random.below(3);
  if (kind > 0) widen(made, kGridBits);
  const std::int64_t steps = random.one_in(2) ? log_spaced(random, 30) : random.between(1, 16);
  if (kind > 0) nudge(made, kind == 1 ? steps : -steps);
  finish(random, made, {}, out);
}

void make_near_parallel(Random& random, PairClass pair, Scene& out) {
  SpacePair made;
  if (pair.b != ShapeClass::plane && random.one_in(2)) {
    cross_nearly(random, pair, made);
    widen(made, kGridBits);
    if (random.one_in(2)) nudge(made, random.between(-4, 4));
    return finish(random, made, {}, out);
  }
  const Sides sides = lay_along(random, pair, std::min(bits_for(random, pair), 28), 1, made);
  slide_into(random, sides, made);
  widen(made, kGridBits);
  SpaceShape& bent = one_to_bend(random, made);
  // From rounding to a thousandth of the edge's length.
  const Grid3 edge = bent.points[1] - bent.points[0];
  const int bits = static_cast<int>(
      std::bit_width(static_cast<std::uint64_t>(std::abs(coordinate(edge, dominant_axis(edge))))));
  const std::int64_t steps =
      random.one_in(2) ? random.between(1, 4) : log_spaced(random, std::max(1, bits - 12));
  const Grid3 aside = random.one_in(2) ? step_along(made.normal) : unit_vector(random.between(0, 2));
  const int end = bent.type == ShapeClass::ray3 ? 1 : random.between(0, 1);
  bend(bent, end, aside * with_sign(random, steps));
  if (random.one_in(2)) nudge(made, random.between(-4, 4));
  finish(random, made, {}, out);
}

void make_slide_along_edge(Random& random, PairClass pair, Scene& out) {
  SpacePair made;
  const int fine = random.between(1, 16);
  const Sides sides = lay_along(random, pair, std::min(random_bits(random), 20), fine, made);
  const std::uint64_t kind = random.below(3);
  if (kind == 0) {
    slide_into(random, sides, made);
  } else {
    const std::int64_t gap = kind == 1 ? 0 : 1;
    translate(made.b, sides.line * (random.one_in(2) ? -sides.b_length - gap : sides.a_length + gap));
  }
  finish(random, made, {}, out);
}

void make_collinear(Random& random, PairClass pair, Scene& out) {
  SpacePair made;
  const int fine = random.between(1, 10);
  const Sides sides = lay_along(random, pair, std::min(random_bits(random), 20), fine, made);
  const std::uint64_t kind = random.below(3);
  if (pair.b == ShapeClass::ray3) {
    // From before the edge, from its start, from within, from its end or from beyond, forwards or back.
    const std::int64_t end = sides.a_length, gap = log_spaced(random, 10);
    const std::int64_t places[] = {-gap, 0, random.between(std::int64_t{1}, end - 1), end, end + gap};
    const Grid3 direction = sides.line * log_spaced(random, 10);
    made.b.points[0] = sides.line * places[random.below(5)];
    made.b.points[1] = made.b.points[0] + (random.one_in(2) ? direction : -direction);
    return finish(random, made, {}, out);
  }
  // On a's side of the plane, its edge still on the line.
  if (random.one_in(2)) {
    const Grid3 end = sides.line * sides.b_length;
    for (int i = 0; i < made.b.count; ++i) made.b.points[i] = end - made.b.points[i];
  }
  if (kind == 0) {
    slide_into(random, sides, made);
  } else {
    const std::int64_t gap = kind == 1 ? 0 : log_spaced(random, 10);
    translate(made.b, sides.line * (random.one_in(2) ? -sides.b_length - gap : sides.a_length + gap));
  }
  finish(random, made, {}, out);
}

}  // namespace touchstone::strata::space
