// Strata of a ray and another shape: the ray runs along a supporting line, along a side, through, away, or
// starts where it matters.
#include <algorithm>
#include <array>
#include <cstdlib>

#include "harness/strata/families.hpp"
#include "harness/strata/round_meetings.hpp"
#include "harness/strata/shapes.hpp"

namespace touchstone::strata {
namespace {

bool side(PairClass pair) {
  return has_side(pair.a);
}
bool always(PairClass) {
  return true;
}
bool polygonal(PairClass pair) {
  return is_polygon(pair.a);
}
bool central(PairClass pair) {
  return pair.a == ShapeClass::circle || pair.a == ShapeClass::ring || pair.a == ShapeClass::ellipse ||
         pair.a == ShapeClass::aabb || pair.a == ShapeClass::obb;
}
bool can_be_point(PairClass pair) {
  return pair.a == ShapeClass::circle || pair.a == ShapeClass::capsule;
}
bool can_be_thin(PairClass pair) {
  return pair.a != ShapeClass::point && pair.a != ShapeClass::circle;
}

void set_ray(GridShape& ray, GridVec origin, GridVec direction) {
  begin(ray, ShapeClass::ray, 2);
  ray.points[0] = origin;
  ray.points[1] = origin + direction;
}

/// Short and long directions, rarely the step itself.
GridVec stretched(Random& random, GridVec step) {
  return random.one_in(3) ? step : step * log_spaced(random, 12);
}

/// The ray runs along the supporting line of the shape with that normal, from before the contact, or from
/// there.
void tangent(Random& random, GridPair& pair, Direction d) {
  const GridVec along = random.one_in(2) ? perp(d.n) : -perp(d.n);
  pair.normal = d.n;
  pair.contact = support(pair.a, d);
  const std::int64_t back = random.one_in(8) ? 0 : log_spaced(random, std::max(1, bits_of(pair.a)));
  set_ray(pair.b, pair.contact - along * back, stretched(random, along));
}

void any_tangent(Random& random, PairClass classes, int bits, GridPair& out) {
  const Direction d = random_pythagorean(random);
  make_body(random, classes.a, bits, d, out.a);
  tangent(random, out, d);
}

/// Along a side, or beside it, on its line; from before it, from within it, or from behind. Requires a side.
void along_side(Random& random, PairClass classes, int bits, GridPair& out) {
  const Direction d = direction_for_side(random, classes.a);
  const std::int64_t length = seat(random, classes.a, std::max(0, bits - 6), d, out.a);
  const GridVec along = random.one_in(2) ? perp(d.n) : -perp(d.n);
  out.normal = d.n;
  out.contact = {0, 0};
  const GridVec origin = perp(d.n) * random.between(-length, 2 * length);
  set_ray(out.b, origin, stretched(random, along));
}

/// A point of the shape, in the interior if it has one (of a ring without hole too); the pair grows fourfold.
GridVec inner_point(GridPair& pair) {
  scale(pair, 4);
  if (is_round(pair.a.type)) return pair.a.points[0];
  GridVec k[3];
  kernel_of(pair.a, k);
  const GridVec sum = k[0] + k[1] + k[2] * 2;
  return {sum.x / 4, sum.y / 4};
}

GridVec random_vector(Random& random, int bits) {
  const std::int64_t reach = std::int64_t{1} << bits;
  const GridVec v{random.between(-reach, reach), random.between(-reach, reach)};
  return v == GridVec{} ? GridVec{1, 0} : v;
}

void any_close(Random& random, PairClass classes, int bits, GridPair& out) {
  if (has_side(classes.a) && random.one_in(2)) return along_side(random, classes, bits, out);
  any_tangent(random, classes, bits, out);
}

/// From outside towards an inner point.
void through(Random& random, PairClass classes, int bits, GridPair& out) {
  make_body(random, classes.a, bits, random_pythagorean(random), out.a);
  begin(out.b, ShapeClass::ray, 2);
  out.b.points[0] = out.b.points[1] = out.contact = {0, 0};
  const GridVec target = inner_point(out);
  const GridVec away = random_vector(random, std::min(40, bits_of(out.a) + 2));
  set_ray(out.b, target + away, random.one_in(2) ? -away : -away * random.between(2, 5));
}

// ---- strata

void make_uniform(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  make_body(random, pair.a, 44, random_pythagorean(random), made.a);
  set_ray(made.b, random_vector(random, 46), random_vector(random, 46));
  finish(random, made, {true, false}, out);
}

void make_far_apart(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  make_body(random, pair.a, random_bits(random), random_pythagorean(random), made.a);
  const std::int64_t reach = std::int64_t{1} << random.between(std::min(46, bits_of(made.a) + 3), 49);
  const GridVec aside = {reach, random.between(-reach, reach)};
  // Forward, never back: the shape lies behind.
  const GridVec direction = aside * random.between(1, 2) + perp(aside) * random.between(-1, 1);
  set_ray(made.b, aside, direction);
  finish(random, made, {}, out);
}

void make_lattice(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  make_body(random, pair.a, kLeastShapeBits, random_pythagorean(random), made.a);
  set_ray(made.b, random_vector(random, bits_of(made.a) + 1), random_vector(random, 3));
  finish(random, made, {}, out);
}

void make_vertex_touch(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  any_tangent(random, pair, random_bits(random), made);
  finish(random, made, {}, out);
}

/// Along a side from before it or from within it, or from a point of the side outwards.
void make_edge_touch(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  const Direction d = direction_for_side(random, pair.a);
  const std::int64_t length = seat(random, pair.a, std::max(0, random_bits(random) - 6), d, made.a);
  made.normal = d.n;
  made.contact = {0, 0};
  const GridVec along = perp(d.n);
  const bool outward = random.one_in(3) && pair.a != ShapeClass::segment;
  const GridVec direction = outward ? d.n * random.between(1, 4) + along * random.between(-4, 4) : along;
  set_ray(made.b, along * random.between(outward ? std::int64_t{0} : -length, length),
          stretched(random, direction));
  finish(random, made, {}, out);
}

void make_near_touch(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  any_close(random, pair, random_bits(random), made);
  widen(made, kGridBits - 1);
  std::int64_t steps = random.one_in(3) ? log_spaced(random, 30) : random.between(1, 16);
  if (random.one_in(2)) steps = -steps;
  nudge(made, steps);
  finish(random, made, {}, out);
}

void make_grazing(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  any_tangent(random, pair, random_bits(random), made);
  widen(made, kGridBits - 1 - random.between(0, 20));
  nudge(made, random.between(-2, 2));
  finish(random, made, {}, out);
}

void make_collinear(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  along_side(random, pair, random_bits(random), made);
  finish(random, made, {}, out);
}

void make_parallel_edges(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  along_side(random, pair, std::min(random_bits(random), 32), made);
  widen(made, kGridBits - 1);
  nudge(made, random.between(-16, 16));
  finish(random, made, {}, out);
}

void make_near_parallel(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  along_side(random, pair, std::min(random_bits(random), 32), made);
  widen(made, kGridBits - 1);
  made.b.points[1] = made.b.points[1] + dominant_step(made.normal) * random.between(-3, 3);
  nudge(made, random.between(-3, 3));
  finish(random, made, {}, out);
}

void make_nested(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  make_body(random, pair.a, random_bits(random), random_pythagorean(random), made.a);
  set_ray(made.b, {0, 0}, {1, 0});
  made.contact = {0, 0};
  const GridVec origin = inner_point(made);
  set_ray(made.b, origin, random_vector(random, random.between(0, 20)));
  finish(random, made, {}, out);
}

void make_concentric(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  make_body(random, pair.a, random_bits(random), random_pythagorean(random), made.a);
  const GridVec direction = random_vector(random, random.between(0, 10));
  // Boxes and round shapes are made about the origin.
  set_ray(made.b, random.one_in(2) ? GridVec{0, 0} : direction * -random.between(1, 64), direction);
  finish(random, made, {}, out);
}

void make_deep(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  through(random, pair, random_bits(random), made);
  finish(random, made, {}, out);
}

void make_shallow(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  any_tangent(random, pair, random.between(5, 12), made);
  scale(made, std::int64_t{1} << random.between(8, 26));
  nudge(made, -random.between(1, 64));
  finish(random, made, {}, out);
}

template <int kMostBits>
void make_thin(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  const Direction d = random_pythagorean(random);
  if (is_round(pair.a)) {
    make_body(random, pair.a, random.between(3, 8), d, made.a);
    thin_out(random, made.a, kMostBits);
  } else {
    make_in_frame(random, pair.a, thin_frame(random, random.between(6, 20)), made.a);
  }
  tangent(random, made, d);
  nudge(made, random.between(-3, 3));
  finish(random, made, {}, out);
}

/// A small shape far along the ray, or a large one; directions of any length.
void make_mixed_scale(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  const Direction d = random_pythagorean(random);
  make_body(random, pair.a, random.between(kLeastShapeBits, 7), d, made.a);
  const GridVec along = random.one_in(2) ? perp(d.n) : -perp(d.n);
  made.normal = d.n;
  made.contact = support(made.a, d);
  set_ray(made.b, made.contact - along * log_spaced(random, 36), along * log_spaced(random, 36));
  if (random.one_in(2)) nudge(made, random.between(-8, 8));
  finish(random, made, {}, out);
}

void make_far_from_origin(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  any_close(random, pair, kLeastShapeBits, made);
  widen(made, kGridBits - 1 - random.between(10, 30));
  if (random.one_in(3)) nudge(made, random.one_in(2) ? 1 : -1);
  const std::int64_t reach = std::int64_t{1} << (kGridBits - 1);
  const GridVec offset = {random.between(reach / 2, reach), random.between(-reach, reach)};
  translate(made.a, offset);
  translate(made.b, offset);
  finish(random, made, {false, true}, out);
}

template <bool kRepeat>
void make_redundant(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  any_close(random, pair, random_bits(random), made);
  scale(made, 2);
  add_redundant_vertex(random, made.a, kRepeat);
  finish(random, made, {}, out);
}

template <int kExponent>
void make_scaled(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  if (random.one_in(2)) {
    through(random, pair, random.between(kLeastShapeBits, 10), made);
  } else {
    any_close(random, pair, random.between(kLeastShapeBits, 10), made);
  }
  finish(random, made, {false, true, kExponent}, out);
}

void make_axis_aligned(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  const Direction d = random_axis(random);
  make_body(random, pair.a, random_bits(random), d, made.a);
  tangent(random, made, d);
  const std::uint64_t kind = random.below(3);
  if (kind == 1) widen(made, kGridBits - 1);
  if (kind > 0) nudge(made, random.between(-2, 2));
  finish(random, made, {}, out);
}

/// A circle or capsule of radius zero on the ray.
void make_point_like(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  any_tangent(random, pair, random_bits(random), made);
  made.a.radius = 0;
  for (int i = 0; i < made.a.count; ++i) {
    if (i == 0 || random.one_in(2)) made.a.points[i] = made.contact;
  }
  finish(random, made, {}, out);
}

void make_invalid(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  any_tangent(random, pair, random_bits(random), made);
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
  set(Stratum::uniform, {make_uniform, always, {kNone, {0, 0.18}, kAny}});
  set(Stratum::far_apart, {make_far_apart, always, {kNone, kNone, kNone}});
  set(Stratum::lattice, {make_lattice, always, {{0, 0.08}, {0, 0.3}, kAny}});
  set(Stratum::vertex_touch, {make_vertex_touch, always, kTouching});
  set(Stratum::edge_touch, {make_edge_touch, side, kTouching});
  set(Stratum::near_touch, {make_near_touch, always, {{0, 0.09}, {0, 0.58}, kAny}});
  set(Stratum::parallel_edges, {make_parallel_edges, side, {{0, 0.09}, {0, 0.4}, kAny}});
  set(Stratum::nested, {make_nested, always, {kAny, kAny, kAny}});
  set(Stratum::sliver, {make_thin<16>, can_be_thin, {{0.08, 0.22}, {0.33, 0.49}, kAny}});
  set(Stratum::mixed_scale, {make_mixed_scale, always, {{0.45, 0.61}, {0, 0.3}, kAny}});
  set(Stratum::far_from_origin, {make_far_from_origin, always, {{0.48, 0.74}, {0, 0.22}, kAny}});
  set(Stratum::duplicate_vertices, {make_redundant<true>, polygonal, {{0.78, 0.9}, kNone, kAny}});
  set(Stratum::collinear_vertices, {make_redundant<false>, polygonal, {{0.77, 0.9}, kNone, kAny}});
  set(Stratum::deep, {make_deep, always, {kAny, kAny, kAny}});
  set(Stratum::shallow, {make_shallow, always, {{0, 0.13}, kAny, kAny}});
  set(Stratum::invalid, {make_invalid, always, {kNone, kNone, kNone}});
  set(Stratum::near_parallel, {make_near_parallel, side, {{0, 0.11}, {0.04, 0.45}, kAny}});
  set(Stratum::collinear, {make_collinear, side, {{0.6, 0.74}, kNone, kAny}});
  set(Stratum::concentric, {make_concentric, central, {kNone, kAll, kAny}});
  set(Stratum::needle, {make_thin<36>, can_be_thin, {{0.06, 0.23}, {0.32, 0.5}, kAny}});
  set(Stratum::tiny_scale, {make_scaled<-180>, always, {{0.35, 1}, {0, 0.58}, kAny}});
  set(Stratum::huge_scale, {make_scaled<200>, always, {{0.35, 1}, {0, 0.57}, kAny}});
  set(Stratum::grazing, {make_grazing, always, {{0.12, 0.28}, {0, 0.46}, kAny}});
  set(Stratum::axis_aligned, {make_axis_aligned, always, {{0.38, 0.54}, {0, 0.34}, kAny}});
  set(Stratum::point_like, {make_point_like, can_be_point, {kAll, kNone, kAny}});
  set(Stratum::out_of_range, {make_scaled<600>, always, {{0.34, 1}, {0, 0.57}, kAny}});
  return all;
}();

}  // namespace

const Family& ray_family(Stratum stratum) {
  return kFamilies[static_cast<std::size_t>(stratum)];
}

}  // namespace touchstone::strata
