// Strata of space: thin, of very different sizes, tiny, huge, far away, redundantly described.
#include <algorithm>
#include <cstdlib>

#include <touchstone/checked3.hpp>

#include "harness/strata/space_families.hpp"

namespace touchstone::strata::space {
namespace {

constexpr int kLargestExponent = 150, kSmallestExponent = -115;
static_assert(kLargestCoordinate3 == 0x1p+150 && kSmallestCoordinate3 == 0x1p-115);
/// finish() multiplies a plane's normal by 2^-3 to 2^3.
constexpr int kNormalRoom = 3;

/// Straight shapes that stay what they are under a shear.
bool can_shear(ShapeClass type) {
  return type == ShapeClass::point3 || type == ShapeClass::segment3 || type == ShapeClass::obb3 ||
         type == ShapeClass::triangle3 || type == ShapeClass::hull || type == ShapeClass::ray3;
}

/// Adds multiples of one coordinate to another: volumes stay, and so does every touch.
void shear(SpacePair& pair, int from, int to, std::int64_t factor) {
  const auto move = [&](Grid3& p) { coordinate(p, to) += factor * coordinate(p, from); };
  for (SpaceShape* shape : {&pair.a, &pair.b}) {
    for (int i = 0; i < shape->count; ++i) move(shape->points[i]);
  }
  move(pair.contact);
  // Normals go with the inverse of the transposed map.
  coordinate(pair.normal, from) -= factor * coordinate(pair.normal, to);
}

void shear_at_random(Random& random, SpacePair& pair, int bits) {
  const int first = random.between(0, 2);
  for (int i = 0; i < 3; ++i) {
    const std::int64_t factor = log_spaced(random, bits);
    shear(pair, (first + i) % 3, (first + i + 1) % 3, random.one_in(2) ? factor : -factor);
  }
}

/// In contact; both stretched by up to most_bits, or sheared.
void thin_pair(Random& random, PairClass pair, int least_bits, int most_bits, SpacePair& out) {
  if (can_shear(pair.a) && can_shear(pair.b) && random.one_in(2)) {
    meet_somehow(random, pair, kLeastBits, out);
    shear_at_random(random, out, random.between(least_bits, most_bits) / 3);
    return;
  }
  Meeting meeting = random_meeting(random, pair);
  meeting.a = std::max(meeting.a, std::min(1, most_dimension(pair.a)));
  meeting.b = std::max(meeting.b, std::min(1, most_dimension(pair.b)));
  const bool alike = random.one_in(2);
  meeting.stretch_a = random.between(least_bits, most_bits);
  meeting.stretch_b = alike ? meeting.stretch_a : random.between(0, most_bits);
  meet(random, pair, kLeastBits, meeting, out);
}

/// As it is, or moved by so many steps on a grid of all bits.
void step_off(Random& random, SpacePair& pair, int most) {
  const std::uint64_t kind = random.below(3);
  if (kind == 1) widen(pair, kGridBits);
  if (kind > 0) nudge(pair, random.between(-most, most));
}

bool can_be_plate(ShapeClass type) {
  return has_faces(type) && type != ShapeClass::plane;
}

Grid3 random_place(Random& random, int bits) {
  const std::int64_t reach = std::int64_t{1} << bits;
  return {random.between(-reach, reach), random.between(-reach, reach), random.between(-reach, reach)};
}

/// Moves both by a vector about as long as they are.
void offset_alike(Random& random, SpacePair& pair) {
  translate(pair, random_place(random, std::clamp(bits_of(pair) - normal_bits(pair), 0,
                                                  kGridBits - 1 - normal_bits(pair))));
}

void add_point(SpaceShape& hull, const Grid3& p) {
  if (hull.count < SpaceShape::kCapacity) hull.points[hull.count++] = p;
}

int any_point(Random& random, int count) {
  return static_cast<int>(random.below(static_cast<std::uint64_t>(count)));
}

template <class Change>
void change_hulls(Random& random, SpacePair& pair, Change change) {
  const bool a = pair.a.type == ShapeClass::hull, b = pair.b.type == ShapeClass::hull;
  const std::uint64_t which = a && b ? random.below(3) : (a ? 0 : 1);
  if (which != 1) change(pair.a);
  if (which != 0) change(pair.b);
}

/// Points between points: on edges, on faces and inside. Requires coordinates that are multiples of 2^fine.
void add_between(Random& random, SpaceShape& hull, int fine) {
  const std::int64_t whole = std::int64_t{1} << fine;
  const int corners = hull.count;
  for (int n = random.between(1, 6); n > 0; --n) {
    const Grid3& from = hull.points[any_point(random, corners)];
    const Grid3 way = hull.points[any_point(random, corners)] - from;
    const Grid3 part{way.x / whole, way.y / whole, way.z / whole};
    add_point(hull, from + part * random.between(std::int64_t{1}, whole - 1));
  }
}

/// All points on one line, or in one plane, in any order. Requires coordinates that are multiples of 2^fine.
void flatten(Random& random, SpaceShape& hull, int fine) {
  const std::int64_t whole = std::int64_t{1} << fine;
  const bool line = random.one_in(2);
  const Grid3 corner = hull.points[0], u = hull.points[1] - corner, v = hull.points[2] - corner;
  for (int i = 2; i < hull.count; ++i) {
    const std::int64_t a = random.between(std::int64_t{0}, whole);
    const std::int64_t b = line ? 0 : random.between(std::int64_t{0}, whole);
    const Grid3 sum = u * a + v * b;
    hull.points[i] = corner + Grid3{sum.x / whole, sum.y / whole, sum.z / whole};
  }
}

}  // namespace

void make_sliver(Random& random, PairClass pair, Scene& out) {
  SpacePair made;
  thin_pair(random, pair, 4, 16, made);
  step_off(random, made, 3);
  finish(random, made, {}, out);
}

void make_needle(Random& random, PairClass pair, Scene& out) {
  SpacePair made;
  thin_pair(random, pair, 16, 32, made);
  step_off(random, made, 3);
  finish(random, made, {}, out);
}

void make_thin_plates(Random& random, PairClass pair, Scene& out) {
  SpacePair made;
  const bool a = can_be_plate(pair.a), b = can_be_plate(pair.b);
  Meeting meeting = random_meeting(random, pair);
  const int stretch = random.between(8, 30);
  if (a) meeting.a = 2, meeting.stretch_a = stretch;
  if (b && (!a || random.one_in(2))) meeting.b = 2, meeting.stretch_b = stretch - random.between(0, 4);
  meet(random, pair, random.between(0, kLeastBits), meeting, made);
  const std::uint64_t kind = random.below(3);
  if (kind == 1) widen(made, kGridBits);
  // By rounding, or by about the thickness, into the plate or through it.
  const std::int64_t steps = kind == 1 ? random.between(1, 8) : log_spaced(random, 10);
  if (kind > 0) nudge(made, random.one_in(2) ? steps : -steps);
  finish(random, made, {}, out);
}

void make_mixed_scale(Random& random, PairClass pair, Scene& out) {
  SpacePair made;
  if (random.one_in(2) || pair.a == ShapeClass::point3) std::swap(pair.a, pair.b);
  Meeting meeting = random_meeting(random, pair);
  meeting.grow_a = random.between(8, 32);
  meet(random, pair, random.between(kLeastBits, 5), meeting, made);
  if (random.one_in(2)) nudge(made, random.between(-128, 128));
  finish(random, made, {}, out);
}

void make_far_from_origin(Random& random, PairClass pair, Scene& out) {
  SpacePair made;
  any_close_pair(random, pair, kLeastBits, made);
  const int room = kGridBits - 1 - normal_bits(made);
  widen(made, room - random.between(20, 38));
  if (random.one_in(3)) nudge(made, random.one_in(2) ? 1 : -1);
  const std::int64_t reach = std::int64_t{1} << room;
  Grid3 offset{0, 0, 0};
  const int far_axis = random.between(0, 2);
  coordinate(offset, far_axis) = random.between(reach / 2, reach);
  for (int axis = 0; axis < 3; ++axis) {
    if (axis != far_axis && random.one_in(2)) coordinate(offset, axis) = random.between(-reach, reach);
  }
  translate(made, offset);
  finish(random, made, {false, true}, out);
}

void make_tiny_scale(Random& random, PairClass pair, Scene& out) {
  SpacePair made;
  close_pair_to_scale(random, pair, made);
  if (random.one_in(2)) offset_alike(random, made);
  // One grid step, and so every non-zero number and sum, is at least the smallest in range.
  const int exponent = kSmallestExponent + kFinishDown + bits_of(made);
  finish(random, made, {false, false, exponent, kNormalRoom}, out);
}

void make_huge_scale(Random& random, PairClass pair, Scene& out) {
  SpacePair made;
  close_pair_to_scale(random, pair, made);
  if (random.one_in(2)) offset_alike(random, made);
  // So is a ray's direction, which can be twice as long as the largest coordinate.
  const int exponent = kLargestExponent - kFinishUp - 1;
  finish(random, made, {false, false, exponent, -kNormalRoom}, out);
}

void make_out_of_range(Random& random, PairClass pair, Scene& out) {
  SpacePair made;
  close_pair_to_scale(random, pair, made);
  offset_alike(random, made);
  // Large: the shapes' size, so at least one of their numbers, is beyond the range. Small: every number is. A
  // normal is, too: it has up to six bits.
  const bool large = random.one_in(2);
  const int exponent = large ? random.between(kLargestExponent + 20, 600)
                             : random.between(-600, kSmallestExponent - kFinishUp - 1);
  const int normal = large ? random.between(kLargestExponent + 20, 200)
                           : random.between(-200, kSmallestExponent - kNormalRoom - 10);
  finish(random, made, {false, false, exponent, normal}, out);
}

void make_duplicate_vertices(Random& random, PairClass pair, Scene& out) {
  SpacePair made;
  any_close_pair(random, pair, bits_for(random, pair), made);
  change_hulls(random, made, [&](SpaceShape& hull) {
    for (int n = random.between(1, 4); n > 0; --n)
      add_point(hull, hull.points[any_point(random, hull.count)]);
  });
  finish(random, made, {}, out);
}

void make_collinear_vertices(Random& random, PairClass pair, Scene& out) {
  SpacePair made;
  any_close_pair(random, pair, bits_for(random, pair), made);
  const int fine = random.between(1, 4);
  scale(made, std::int64_t{1} << fine);
  const bool flat = random.one_in(8);
  change_hulls(random, made, [&](SpaceShape& hull) {
    if (flat) {
      flatten(random, hull, fine);
    } else {
      add_between(random, hull, fine);
    }
  });
  finish(random, made, {}, out);
}

}  // namespace touchstone::strata::space
