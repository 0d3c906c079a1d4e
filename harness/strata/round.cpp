// Strata of pairs with a circle, a capsule, a ring or an ellipse. A round shape has an exact support point
// where the normal is an integer vector of integer length (a Pythagorean pair) that divides its radius; an
// ellipse has one at the end of a half axis whose fellow is perpendicular to the normal.
#include <algorithm>
#include <array>
#include <cstdlib>

#include "harness/strata/families.hpp"
#include "harness/strata/round_meetings.hpp"
#include "harness/strata/round_shapes.hpp"
#include "harness/strata/shapes.hpp"

namespace touchstone::strata {
namespace {

bool always(PairClass) {
  return true;
}
bool one_polygon(PairClass pair) {
  return is_polygon(pair.a) || is_polygon(pair.b);
}
bool alike(PairClass pair) {
  return pair.a == pair.b;
}
/// Has a middle that it is drawn around.
bool is_central(ShapeClass type) {
  return type == ShapeClass::point || type == ShapeClass::aabb || type == ShapeClass::obb ||
         type == ShapeClass::circle || type == ShapeClass::ring || type == ShapeClass::ellipse;
}
bool both_central(PairClass pair) {
  return is_central(pair.a) && is_central(pair.b);
}
bool is_long(ShapeClass type) {
  return type == ShapeClass::segment || type == ShapeClass::obb || type == ShapeClass::capsule ||
         type == ShapeClass::ellipse;
}
bool both_long(PairClass pair) {
  return is_long(pair.a) && is_long(pair.b);
}
bool can_be_point(PairClass pair) {
  const auto can = [](ShapeClass type) { return type == ShapeClass::circle || type == ShapeClass::capsule; };
  return can(pair.a) || can(pair.b);
}

// ---- strata

void make_uniform(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  const Direction d = random_pythagorean(random);
  make_body(random, pair.a, 44, d, made.a);
  make_body(random, pair.b, 44, d, made.b);
  const std::int64_t reach = std::int64_t{3} << 44;
  translate(made.b, {random.between(-reach, reach), random.between(-reach, reach)});
  finish(random, made, {true, false}, out);
}

void make_far_apart(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  const Direction d = random_pythagorean(random);
  make_body(random, pair.a, random_bits(random), d, made.a);
  make_body(random, pair.b, random_bits(random), d, made.b);
  const std::int64_t reach = std::int64_t{1} << random.between(std::min(48, bits_of(made) + 3), 50);
  const GridVec aside = {random.one_in(2) ? reach : -reach, random.between(-reach, reach)};
  translate(made.b, random.one_in(2) ? aside : perp(aside));
  finish(random, made, {}, out);
}

void make_lattice(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  const Direction d = random_pythagorean(random);
  make_body(random, pair.a, kLeastShapeBits, d, made.a);
  make_body(random, pair.b, kLeastShapeBits, d, made.b);
  const std::int64_t reach = std::int64_t{1} << std::max(4, bits_of(made) + random.between(-1, 1));
  translate(made.b, {random.between(-reach, reach), random.between(-reach, reach)});
  finish(random, made, {}, out);
}

void make_vertex_touch(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  const Direction d = random_pythagorean(random);
  if (has_ring(pair) && random.one_in(3)) {
    rim_meeting(random, pair, random_bits(random), d, made);
  } else {
    vertex_meeting(random, pair, random_bits(random), d, made);
  }
  finish(random, made, {}, out);
}

void make_edge_touch(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  side_meeting(random, pair, random_bits(random), made);
  finish(random, made, {}, out);
}

void make_near_touch(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  any_meeting(random, pair, random_bits(random), made);
  widen(made, kGridBits);
  step_off(random, made, 30);
  finish(random, made, {}, out);
}

void make_grazing(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  any_meeting(random, pair, random_bits(random), made);
  widen(made, kGridBits - random.between(0, 20));
  nudge(made, random.between(-2, 2));
  finish(random, made, {}, out);
}

void make_parallel_edges(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  sides_meeting(random, pair, std::min(random_bits(random), 32), true, made);
  const std::uint64_t kind = random.below(3);
  if (kind > 0) widen(made, kGridBits);
  if (kind == 1) nudge(made, random.one_in(2) ? log_spaced(random, 30) : random.between(1, 16));
  if (kind == 2) nudge(made, -(random.one_in(2) ? log_spaced(random, 30) : random.between(1, 16)));
  finish(random, made, {}, out);
}

/// A far end of a capsule's axis or of a segment leaves its line by a step or a few.
void make_near_parallel(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  sides_meeting(random, pair, std::min(random_bits(random), 32), true, made);
  widen(made, kGridBits);
  GridShape& bent =
      made.b.type == ShapeClass::capsule || made.b.type == ShapeClass::segment ? made.b : made.a;
  if (bent.type == ShapeClass::capsule || bent.type == ShapeClass::segment) {
    GridVec& end = bent.points[random.below(2)];
    end = end + dominant_step(made.normal) * random.between(-4, 4);
  }
  nudge(made, random.between(-4, 4));
  finish(random, made, {}, out);
}

void make_slide_along_edge(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  sides_meeting(random, pair, std::min(random_bits(random), 32), false, made);
  finish(random, made, {}, out);
}

/// One shape in the other, or in a ring's hole.
void make_nested(Random& random, PairClass pair, Scene& out) {
  if (has_ring(pair)) {
    GridPair made;
    rim_meeting(random, pair, random.between(kLeastShapeBits, 14), random_pythagorean(random), made);
    if (random.one_in(2)) nudge(made, random.between(1, 3));
    return finish(random, made, {}, out);
  }
  GridPair made;
  const Direction d = random_pythagorean(random);
  const bool a_outside = is_round(pair.a) && (!is_round(pair.b) || random.one_in(2));
  make_body(random, pair.a, random.between(kLeastShapeBits, 14), d, made.a);
  make_body(random, pair.b, random.between(kLeastShapeBits, 14), d, made.b);
  // The round one grows about its middle until it surely holds the other.
  GridShape& outer = a_outside ? made.a : made.b;
  scale(outer, std::int64_t{1} << random.between(8, 20));
  finish(random, made, {}, out);
}

/// About one centre, radii equal, a step apart, or free.
void make_concentric(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  const Direction d = random_pythagorean(random);
  const int bits = random_bits(random);
  make_body(random, pair.a, bits, d, made.a);
  make_body(random, pair.b, bits, d, made.b);
  const auto center = [](const GridShape& shape) {
    if (shape.type != ShapeClass::aabb && shape.type != ShapeClass::obb) return shape.points[0];
    const GridVec sum = shape.points[0] + shape.points[2];
    return GridVec{sum.x / 2, sum.y / 2};
  };
  scale(made, 2);
  translate(made.b, center(made.a) - center(made.b));
  GridShape* ring = made.b.type == ShapeClass::ring ? &made.b : &made.a;
  GridShape* other = ring == &made.b ? &made.a : &made.b;
  if (other->type == ShapeClass::circle && ring->radius > 4 && random.one_in(2)) {
    const bool at_rim = ring->type == ShapeClass::ring && ring->inner > 2;
    other->radius = (at_rim ? ring->inner : ring->radius) + random.between(-1, 1);
  }
  finish(random, made, {}, out);
}

void make_coincident(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  make_body(random, pair.a, random_bits(random), random_pythagorean(random), made.a);
  made.b = made.a;
  made.normal = {random.between(-1, 1), random.between(-1, 1)};
  if (random.one_in(2)) {
    widen(made, kGridBits);
    nudge(made, random.between(-1, 1));
  }
  finish(random, made, {}, out);
}

template <int kMostBits>
void make_thin(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  const Direction d = random_pythagorean(random);
  make_body(random, pair.a, random.between(3, 8), d, made.a);
  make_body(random, pair.b, random.between(3, 8), d, made.b);
  thin_out(random, made.a, kMostBits);
  thin_out(random, made.b, kMostBits);
  move_contact(made, d);
  const std::uint64_t kind = random.below(3);
  if (kind == 1) widen(made, kGridBits);
  if (kind > 0) nudge(made, random.between(-3, 3));
  finish(random, made, {}, out);
}

void make_mixed_scale(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  if (random.one_in(2)) std::swap(pair.a, pair.b);
  const int ratio = random.between(8, 40);
  const Direction d = random_pythagorean(random);
  make_body(random, pair.a, random.between(kLeastShapeBits, 7), d, made.a);
  make_body(random, pair.b, random.between(kLeastShapeBits, 7), d, made.b);
  scale(made.a, std::int64_t{1} << std::min(ratio, kGridBits - 2 - bits_of(made.a)));
  move_contact(made, d);
  if (random.one_in(2)) nudge(made, random.between(-128, 128));
  finish(random, made, {}, out);
}

void make_far_from_origin(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  any_meeting(random, pair, kLeastShapeBits, made);
  widen(made, kGridBits - 1 - random.between(10, 30));
  if (random.one_in(3)) nudge(made, random.one_in(2) ? 1 : -1);
  const std::int64_t reach = std::int64_t{1} << (kGridBits - 1);
  GridVec offset = {random.between(reach / 2, reach),
                    random.one_in(2) ? random.between(reach / 2, reach) : 0};
  if (random.one_in(2)) offset = perp(offset);
  translate(made.a, offset);
  translate(made.b, offset);
  finish(random, made, {false, true}, out);
}

/// A repeated vertex, or one in the middle of an edge.
template <bool kRepeat>
void make_redundant(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  any_meeting(random, pair, random_bits(random), made);
  scale(made, 2);
  for (GridShape* shape : {&made.a, &made.b}) {
    if (is_polygon(shape->type)) add_redundant_vertex(random, *shape, kRepeat);
  }
  finish(random, made, {}, out);
}

void make_deep(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  const int bits = random_bits(random);
  const Direction d = random_pythagorean(random);
  make_body(random, pair.a, bits, d, made.a);
  make_body(random, pair.b, bits, d, made.b);
  scale(made, 8);
  const std::int64_t reach = std::int64_t{1} << bits;
  translate(made.b, {random.between(-reach, reach), random.between(-reach, reach)});
  finish(random, made, {}, out);
}

/// Touching, then pushed in by a small part of the smaller one's size.
void make_shallow(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  vertex_meeting(random, pair, random.between(5, 12), random_pythagorean(random), made);
  scale(made, std::int64_t{1} << random.between(8, 26));
  const std::int64_t reach = std::max(std::abs(made.normal.x), std::abs(made.normal.y));
  translate(made.b, -made.normal * (random.between(std::int64_t{1}, std::int64_t{64}) / reach + 1));
  finish(random, made, {}, out);
}

template <int kExponent>
void make_scaled(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  any_meeting(random, pair, random.between(kLeastShapeBits, 10), made);
  if (random.one_in(2)) nudge(made, random.between(-1, 1));
  finish(random, made, {false, true, kExponent}, out);
}

void make_piercing(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  const Direction d = random_pythagorean(random);
  make_bar(random, pair.a, d, made.a);
  make_bar(random, pair.b, Direction{perp(d.n), d.length}, made.b);
  finish(random, made, {}, out);
}

void make_axis_aligned(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  const Direction d = random_axis(random);
  vertex_meeting(random, pair, random_bits(random), d, made);
  const std::uint64_t kind = random.below(3);
  if (kind == 1) widen(made, kGridBits);
  if (kind > 0) nudge(made, random.between(-2, 2));
  finish(random, made, {}, out);
}

/// A circle or capsule of radius zero, a capsule of length zero: points and segments in other clothes.
void make_point_like(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  any_meeting(random, pair, random_bits(random), made);
  for (GridShape* shape : {&made.a, &made.b}) {
    const bool ball = shape->type == ShapeClass::circle || shape->type == ShapeClass::capsule;
    if (!ball) continue;
    shape->radius = 0;
    for (int i = 0; i < shape->count; ++i) {
      if (i == 0 || random.one_in(2)) shape->points[i] = made.contact;
    }
  }
  finish(random, made, {}, out);
}

void make_invalid(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  vertex_meeting(random, pair, random_bits(random), random_pythagorean(random), made);
  finish(random, made, {}, out);
  const std::uint64_t which = random.below(3);
  if (which != 1) spoil(random, out.a);
  if (which != 0) spoil(random, out.b);
}

constexpr Promise::Share kNone{0, 0}, kAll{1, 1}, kAny{0, 1};
constexpr Promise kTouching{kAll, kNone, kAny};

constexpr std::array<Family, kStratumCount> kFamilies = [] {
  std::array<Family, kStratumCount> all{};
  const auto set = [&](Stratum stratum, Family family) { all[static_cast<std::size_t>(stratum)] = family; };
  set(Stratum::uniform, {make_uniform, always, {kNone, {0, 0.27}, kAny}});
  set(Stratum::far_apart, {make_far_apart, always, {kNone, kNone, kNone}});
  set(Stratum::lattice, {make_lattice, always, {{0, 0.06}, {0, 0.82}, kAny}});
  set(Stratum::vertex_touch, {make_vertex_touch, always, kTouching});
  set(Stratum::edge_touch, {make_edge_touch, one_with_side, kTouching});
  set(Stratum::near_touch, {make_near_touch, always, {kNone, {0.42, 0.59}, kAny}});
  set(Stratum::parallel_edges, {make_parallel_edges, two_with_sides, {{0.27, 0.4}, {0.27, 0.4}, kAny}});
  set(Stratum::slide_along_edge, {make_slide_along_edge, two_with_sides, {{0.59, 0.74}, kNone, kAny}});
  set(Stratum::nested, {make_nested, always, {{0, 0.57}, kAny, kAny}});
  set(Stratum::coincident, {make_coincident, alike, {kNone, kAll, kAny}});
  set(Stratum::sliver, {make_thin<16>, always, {{0.34, 0.51}, {0.19, 0.38}, kAny}});
  set(Stratum::mixed_scale, {make_mixed_scale, always, {{0.42, 0.59}, {0.08, 0.34}, kAny}});
  set(Stratum::far_from_origin, {make_far_from_origin, always, {{0.59, 0.74}, {0.09, 0.24}, kAny}});
  set(Stratum::duplicate_vertices, {make_redundant<true>, one_polygon, {kAll, kNone, kAny}});
  set(Stratum::collinear_vertices, {make_redundant<false>, one_polygon, {kAll, kNone, kAny}});
  set(Stratum::deep, {make_deep, always, {{0, 0.06}, {0.24, 1}, kAny}});
  set(Stratum::shallow, {make_shallow, always, {kNone, {0.94, 1}, kAny}});
  set(Stratum::invalid, {make_invalid, always, {kNone, kNone, kNone}});
  set(Stratum::near_parallel, {make_near_parallel, two_with_sides, {{0, 0.12}, {0.46, 0.6}, kAny}});
  set(Stratum::concentric, {make_concentric, both_central, {{0, 0.25}, {0.2, 1}, kAny}});
  set(Stratum::needle, {make_thin<40>, always, {{0.34, 0.51}, {0.19, 0.36}, kAny}});
  set(Stratum::tiny_scale, {make_scaled<-180>, always, {{0.59, 0.75}, {0.09, 0.24}, kAny}});
  set(Stratum::huge_scale, {make_scaled<200>, always, {{0.59, 0.73}, {0.09, 0.24}, kAny}});
  set(Stratum::grazing, {make_grazing, always, {{0.12, 0.27}, {0.32, 0.48}, kAny}});
  set(Stratum::piercing, {make_piercing, both_long, {kNone, kAll, kAny}});
  set(Stratum::axis_aligned, {make_axis_aligned, always, {{0.38, 0.55}, {0.17, 0.35}, kAny}});
  set(Stratum::point_like, {make_point_like, can_be_point, {kAll, kNone, kAny}});
  set(Stratum::out_of_range, {make_scaled<600>, always, {{0.59, 0.75}, {0.1, 0.24}, kAny}});
  return all;
}();

}  // namespace

const Family& round_family(Stratum stratum) {
  return kFamilies[static_cast<std::size_t>(stratum)];
}

}  // namespace touchstone::strata
