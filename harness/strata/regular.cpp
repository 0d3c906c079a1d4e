// Strata of regular shapes: bars that cross, symmetric ones, ones along the axes, and ones without area.
#include <algorithm>
#include <cstdlib>
#include <initializer_list>

#include "harness/strata/families.hpp"
#include "harness/strata/shapes.hpp"

namespace touchstone::strata {
namespace {

void set_points(GridShape& out, ShapeClass type, std::initializer_list<GridVec> points) {
  begin(out, type, static_cast<int>(points.size()));
  std::copy(points.begin(), points.end(), out.points);
}

/// The points, then the same turned by one, two and three quarters.
void set_turned(GridShape& out, ShapeClass type, std::initializer_list<GridVec> quarter) {
  set_points(out, type, quarter);
  const int count = out.count;
  out.count = out.used = 4 * count;
  for (int i = count; i < out.count; ++i) out.points[i] = perp(out.points[i - count]);
}

void add_hole(GridShape& out, std::initializer_list<GridVec> points) {
  out.hole = static_cast<int>(points.size());
  out.used = out.count + out.hole;
  std::copy(points.begin(), points.end(), out.points + out.count);
}

void map(GridShape& shape, Frame frame) {
  for (int i = 0; i < shape.used; ++i) shape.points[i] = frame(shape.points[i]);
}

/// A bar along u around v = 0: it ends at u = ±reach and is at most half_width to either side. The other
/// bar, along v, lies within |u| <= other_width.
struct BarPlan {
  std::int64_t reach, half_width, other_width;
};

void make_concave_bar(Random& random, BarPlan plan, GridShape& out) {
  const std::int64_t l = plan.reach, t = plan.half_width, gap = plan.other_width + 1;
  switch (random.below(3)) {
    case 0:  // a notched end
      return set_points(out, ShapeClass::concave,
                        {{-l, -t}, {l, -t}, {random.between(gap, l - 1), 0}, {l, t}, {-l, t}});
    case 1:  // a hole around the crossing
      set_points(out, ShapeClass::concave, {{-l, -t}, {l, -t}, {l, t}, {-l, t}});
      return add_hole(out, {{-gap, -1}, {gap, -1}, {gap, 1}, {-gap, 1}});
    default:  // a hole beside it
      set_points(out, ShapeClass::concave, {{-l, -t}, {l, -t}, {l, t}, {-l, t}});
      return add_hole(out, {{gap, -1}, {l - 1, 0}, {gap, 1}});
  }
}

void make_bar(Random& random, ShapeClass type, BarPlan plan, Frame frame, GridShape& out) {
  const std::int64_t l = plan.reach, t = plan.half_width;
  switch (type) {
    case ShapeClass::segment:
      set_points(out, type, {{-l, random.between(-t, t)}, {l, random.between(-t, t)}});
      break;
    case ShapeClass::aabb: {
      // Along the axes, and as large as the bar of the frame without its skew.
      const bool level = std::abs(frame.w.x) >= std::abs(frame.w.y);
      const std::int64_t x = level ? std::abs(frame.w.x) * l : std::abs(frame.z.x) * t;
      const std::int64_t y = level ? std::abs(frame.z.y) * t : std::abs(frame.w.y) * l;
      return set_points(out, type, {{-x, -y}, {x, -y}, {x, y}, {-x, y}});
    }
    case ShapeClass::triangle:
      set_points(out, type, {{-l, -random.between(std::int64_t{1}, t)}, {l, 0}, {-l, t}});
      break;
    case ShapeClass::concave:
      make_concave_bar(random, plan, out);
      break;
    case ShapeClass::polygon: {
      const auto side = [&] { return random.between(std::int64_t{1}, t); };
      const GridVec ends[2] = {{l + 1, 0}, {-l - 1, 0}};
      set_points(out, type, {{-l, -side()}, {l, -side()}, ends[0], {l, side()}, {-l, side()}, ends[1]});
      if (random.one_in(2)) out.count = out.used = 5;
      break;
    }
    default:
      set_points(out, type, {{-l, -t}, {l, -t}, {l, t}, {-l, t}});
      break;
  }
  map(out, frame);
}

/// Symmetric about the line of n, (0, 1) or (1, 1), and, but for triangles, about the one across it. Concave
/// shapes and triangles: (0, 1) only.
void make_symmetric_shape(Random& random, ShapeClass type, GridVec n, GridShape& out) {
  const std::int64_t s = random.between(1, 8), m = s + random.between(1, 8);
  const bool diagonal = n.x != 0;
  switch (type) {
    case ShapeClass::point:
      return set_points(out, type, {{0, 0}});
    case ShapeClass::segment:
      return set_points(out, type, {n * -s, n * s});
    case ShapeClass::triangle:
      return set_points(out, type, {{-s, -m}, {s, -m}, {0, 2 * m}});
    case ShapeClass::polygon:
      if (random.one_in(2)) return set_turned(out, type, {{m, -s}, {m, s}});  // an octagon
      return set_points(out, type, {{m, 0}, {0, diagonal ? m : s}, {-m, 0}, {0, diagonal ? -m : -s}});
    case ShapeClass::concave:
      if (random.one_in(2)) return set_turned(out, type, {{m, -s}, {m, s}, {s, s}});  // a cross
      return set_turned(out, type, {{2 * m, 0}, {s, s}});                             // a star
    default:
      if (type == ShapeClass::obb && random.one_in(2)) return set_turned(out, type, {{m, 0}});
      return set_turned(out, type, {{m, -m}});
  }
}

/// An L, a U, or a rectangle with a rectangular hole.
void make_rectilinear(Random& random, int bits, GridShape& out) {
  std::int64_t x[4], y[4];
  const std::int64_t most = std::int64_t{1} << bits;
  for (std::int64_t* cuts : {x, y}) {
    cuts[0] = 0;
    for (int i = 1; i < 4; ++i) cuts[i] = cuts[i - 1] + random.between(std::int64_t{1}, most);
  }
  constexpr ShapeClass kType = ShapeClass::concave;
  switch (random.below(3)) {
    case 0:
      return set_points(out, kType, {{0, 0}, {x[3], 0}, {x[3], y[1]}, {x[1], y[1]}, {x[1], y[3]}, {0, y[3]}});
    case 1:
      return set_points(out, kType,
                        {{0, 0},
                         {x[3], 0},
                         {x[3], y[2]},
                         {x[2], y[2]},
                         {x[2], y[1]},
                         {x[1], y[1]},
                         {x[1], y[3]},
                         {0, y[3]}});
    default:
      set_points(out, kType, {{0, 0}, {x[3], 0}, {x[3], y[3]}, {0, y[3]}});
      return add_hole(out, {{x[1], y[1]}, {x[1], y[2]}, {x[2], y[2]}, {x[2], y[1]}});
  }
}

/// All edges along the axes, but for a triangle's longest: the bottom one from the origin to (L, 0), nothing
/// below. Returns L.
std::int64_t make_upright(Random& random, ShapeClass type, int bits, GridShape& out) {
  const auto length = [&] { return 2 * random.between(std::int64_t{1}, std::int64_t{1} << bits); };
  const std::int64_t x = length(), y = length();
  switch (type) {
    case ShapeClass::point:
      set_points(out, type, {{0, 0}});
      return 0;
    case ShapeClass::segment:
      set_points(out, type, {{0, 0}, random.one_in(2) ? GridVec{x, 0} : GridVec{0, y}});
      return out.points[1].x;
    case ShapeClass::triangle:
      set_points(out, type, {{0, 0}, {x, 0}, random.one_in(2) ? GridVec{0, y} : GridVec{x, y}});
      return x;
    case ShapeClass::concave:
      make_rectilinear(random, bits, out);
      return out.points[1].x;
    default:
      set_points(out, type, {{0, 0}, {x, 0}, {x, y}, {0, y}});
      return x;
  }
}

/// A shape of the class that is a point or a segment.
void make_without_area(Random& random, ShapeClass type, int bits, GridShape& out) {
  GridVec v = random_frame(random, bits).w * 2;
  if (type == ShapeClass::aabb) v = random.one_in(2) ? GridVec{v.x, 0} : GridVec{0, v.y};
  if (type == ShapeClass::segment || random.one_in(2)) v = {0, 0};
  switch (type) {
    case ShapeClass::segment:
      return set_points(out, type, {v, v});
    case ShapeClass::aabb:
    case ShapeClass::obb:
      return set_points(out, type, {{0, 0}, v, v, {0, 0}});
    default:
      break;
  }
  begin(out, type, type == ShapeClass::triangle ? 3 : random.between(3, 5));
  const GridVec half{v.x / 2, v.y / 2};
  for (int i = 0; i < out.count; ++i) out.points[i] = half * random.between(0, 2);
}

bool can_lose_area(ShapeClass type) {
  return type != ShapeClass::point && type != ShapeClass::concave;
}

}  // namespace

void make_piercing(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  if (random.one_in(2)) std::swap(pair.a, pair.b);
  const bool along_axes = pair.a == ShapeClass::aabb || pair.b == ShapeClass::aabb;
  Frame frame = random_frame(random, random_bits(random));
  if (along_axes) {
    const std::int64_t size = std::max(std::abs(frame.w.x), std::abs(frame.w.y));
    frame = {{size, 0}, {random.between(-size / 4, size / 4), size}};
  }
  const std::int64_t a_width = random.between(2, 8), b_width = random.between(2, 8);
  const std::int64_t least = 4 * (a_width + b_width);
  const std::int64_t a_reach = least + random.between(0, 32), b_reach = least + random.between(0, 32);
  make_bar(random, pair.a, {a_reach, a_width, b_width}, frame, made.a);
  make_bar(random, pair.b, {b_reach, b_width, a_width}, {frame.z, -frame.w}, made.b);
  // Half of a's length at most, so that b still crosses it; holes and notches stay where they are.
  const bool concave = pair.a == ShapeClass::concave || pair.b == ShapeClass::concave;
  if (!concave && random.one_in(2)) translate(made.a, frame.w * random.between(-a_reach / 2, a_reach / 2));
  if (random.one_in(2)) widen(made, kGridBits);
  finish(random, made, {}, out);
}

void make_symmetric(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  const auto on_axes_only = [](ShapeClass type) {
    return type == ShapeClass::triangle || type == ShapeClass::concave;
  };
  const bool axis = on_axes_only(pair.a) || on_axes_only(pair.b) || random.one_in(2);
  const GridVec n = axis ? GridVec{0, 1} : GridVec{1, 1};
  make_symmetric_shape(random, pair.a, n, made.a);
  make_symmetric_shape(random, pair.b, n, made.b);
  // Two segments: b across a.
  if (pair.a == ShapeClass::segment && pair.b == ShapeClass::segment) turn(made.b, 1);
  constexpr int kParts = 16;
  const std::int64_t square = n.x * n.x + n.y * n.y;
  const auto reach = [](const GridShape& shape, GridVec along) {
    return static_cast<std::int64_t>(wide_dot(shape.points[extreme(shape, along)], along));
  };
  const std::int64_t touch = reach(made.a, n) + reach(made.b, -n);
  scale(made, kParts * square);
  // In steps of n, they touch at kParts x touch.
  const std::uint64_t kind = random.below(4);
  const int parts = kind == 0 ? 0 : kind == 1 ? kParts : random.between(1, kParts - 1);
  translate(made.b, n * (touch * parts));
  if (pair.a != ShapeClass::aabb && pair.b != ShapeClass::aabb && random.one_in(2)) {
    const GridVec w = random_frame(random, std::min(random_bits(random), 24)).w;
    map(made.a, {w, perp(w)});
    map(made.b, {w, perp(w)});
  } else {
    scale(made, random.between(std::int64_t{1}, std::int64_t{1} << 20));
  }
  finish(random, made, {}, out);
}

void make_axis_aligned(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  if (random.one_in(2)) std::swap(pair.a, pair.b);
  const int bits = std::min(random_bits(random), 30);
  const std::int64_t a = make_upright(random, pair.a, bits, made.a);
  const std::int64_t b = make_upright(random, pair.b, bits, made.b);
  turn(made.b, 2);
  const std::uint64_t end = random.below(4);
  translate(made.b, {end == 0 ? 0 : end == 1 ? a + b : random.between(std::int64_t{0}, a + b), 0});
  made.normal = {0, -1};
  const std::uint64_t kind = random.below(3);
  if (kind == 1) {
    widen(made, kGridBits);
    nudge(made, random.one_in(2) ? random.between(1, 16) : -random.between(1, 16));
  }
  if (kind == 2) nudge(made, -random.between(std::int64_t{1}, std::int64_t{1} << bits));
  finish(random, made, {}, out);
}

void make_point_like(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  const bool both = can_lose_area(pair.a) && can_lose_area(pair.b);
  if (both ? random.one_in(2) : can_lose_area(pair.a)) std::swap(pair.a, pair.b);
  const int bits = std::min(random_bits(random), 30), fine = random.between(1, 6);
  make_without_area(random, pair.b, bits, made.b);
  if (both && random.one_in(4)) {
    make_without_area(random, pair.a, bits, made.a);
  } else if (pair.a == ShapeClass::concave) {
    make_seated(random, pair.a, random_frame(random, bits), made.a);
  } else {
    make_shape(random, pair.a, std::max(bits, kLeastShapeBits), made.a);
  }
  scale(made.a, std::int64_t{1} << fine);
  if (random.one_in(2)) {
    meet_at_corners(random, made);
  } else {
    meet_on_edge(random, made, any_edge(random, made.a), fine);
  }
  if (random.one_in(2)) {
    widen(made, kGridBits);
    nudge(made, random.between(-2, 2));
  }
  finish(random, made, {}, out);
}

}  // namespace touchstone::strata
