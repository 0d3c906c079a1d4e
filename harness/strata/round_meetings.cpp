#include "harness/strata/round_meetings.hpp"

#include <algorithm>

#include "harness/strata/shapes.hpp"

namespace touchstone::strata {
namespace {

/// Strictly inside the circle of that radius about the centre, but for the contact.
bool fits_into(const GridShape& shape, GridVec contact, GridVec center, std::int64_t radius) {
  for (int i = 0; i < shape.count; ++i) {
    if (shape.points[i] == contact) continue;
    const GridVec from = shape.points[i] - center;
    const Wide room = Wide{radius} - shape.radius;
    if (room <= 0 || wide_dot(from, from) > room * room) return false;
    const bool is_touching_end = wide_dot(from, from) == room * room && shape.count == 1;
    if (wide_dot(from, from) == room * room && !is_touching_end) return false;
  }
  return true;
}

}  // namespace

bool has_side(ShapeClass type) {
  return type != ShapeClass::point && (!is_round(type) || type == ShapeClass::capsule);
}
bool one_with_side(PairClass pair) {
  return has_side(pair.a) || has_side(pair.b);
}
bool two_with_sides(PairClass pair) {
  return has_side(pair.a) && has_side(pair.b);
}
bool has_ring(PairClass pair) {
  return pair.a == ShapeClass::ring || pair.b == ShapeClass::ring;
}

void move_contact(GridPair& pair, Direction d) {
  pair.normal = d.n;
  pair.contact = support(pair.a, d);
  translate(pair.b, pair.contact - support(pair.b, -d));
}

void vertex_meeting(Random& random, PairClass pair, int bits, Direction d, GridPair& out) {
  make_body(random, pair.a, bits, d, out.a);
  make_body(random, pair.b, bits, d, out.b);
  move_contact(out, d);
}

void rim_meeting(Random& random, PairClass pair, int bits, Direction d, GridPair& out) {
  const bool first = pair.a == ShapeClass::ring;
  const ShapeClass other = first ? pair.b : pair.a;
  vertex_meeting(random, pair, bits, d, out);
  if (other == ShapeClass::ellipse || other == ShapeClass::ring) return;
  GridShape& ring = first ? out.a : out.b;
  GridShape& inside = first ? out.b : out.a;
  const GridVec contact = support(inside, d);
  for (std::int64_t k = std::int64_t{1} << std::max(0, bits - 6); k < std::int64_t{1} << 40; k *= 2) {
    const GridVec center = contact - d.n * k;
    if (!fits_into(inside, contact, center, d.length * k)) continue;
    ring.points[0] = center;
    ring.inner = d.length * k;
    ring.radius = ring.inner + d.length * random.between(std::int64_t{1}, k);
    out.normal = first ? -d.n : d.n;
    out.contact = contact;
    return;
  }
}

void side_meeting(Random& random, PairClass pair, int bits, GridPair& out) {
  if (!has_side(pair.a) || (has_side(pair.b) && random.one_in(2))) std::swap(pair.a, pair.b);
  const Direction d = direction_for_side(random, pair.a);
  const int fine = random.between(1, 6);
  const std::int64_t length = seat(random, pair.a, std::max(0, bits - 6), d, out.a) << fine;
  scale(out.a, std::int64_t{1} << fine);
  make_body(random, pair.b, bits + fine, d, out.b);
  out.normal = d.n;
  out.contact = perp(d.n) * random.between(std::int64_t{1}, length - 1);
  translate(out.b, out.contact - support(out.b, -d));
}

void sides_meeting(Random& random, PairClass pair, int bits, bool overlap, GridPair& out) {
  const bool boxes = pair.a == ShapeClass::aabb || pair.b == ShapeClass::aabb;
  const Direction d = boxes ? Direction{{0, -1}, 1} : random_pythagorean(random);
  const std::int64_t length_a = seat(random, pair.a, std::max(0, bits - 6), d, out.a);
  const std::int64_t length_b = seat(random, pair.b, std::max(0, bits - 6), -d, out.b);
  const std::int64_t end = length_a + length_b;
  std::int64_t at = random.between(std::int64_t{1}, std::max(std::int64_t{1}, end - 1));
  if (!overlap && random.one_in(2))
    at = random.one_in(2) ? random.between(-2, 0) : end + random.between(0, 2);
  out.normal = d.n;
  out.contact = {0, 0};
  translate(out.b, perp(d.n) * at);
}

void any_meeting(Random& random, PairClass pair, int bits, GridPair& out) {
  if (has_ring(pair) && random.one_in(2))
    return rim_meeting(random, pair, bits, random_pythagorean(random), out);
  if (one_with_side(pair) && random.one_in(2)) return side_meeting(random, pair, bits, out);
  vertex_meeting(random, pair, bits, random_pythagorean(random), out);
}

void step_off(Random& random, GridPair& pair, int most_bits) {
  std::int64_t steps = random.one_in(3) ? log_spaced(random, most_bits) : random.between(1, 16);
  if (random.one_in(2)) steps = -steps;
  GridShape& round = pair.b.radius > 0 ? pair.b : pair.a;
  const bool grow = random.one_in(4) && round.radius > 64 && round.type != ShapeClass::ring;
  if (grow) {
    round.radius += std::clamp(steps, std::int64_t{-16}, std::int64_t{16});
  } else {
    nudge(pair, steps);
  }
}

}  // namespace touchstone::strata
