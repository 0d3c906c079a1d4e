// Strata of regular shapes of space: bars that cross, symmetric and stacked ones, ones along the axes, and
// ones without size.
#include <algorithm>
#include <cstdlib>
#include <initializer_list>

#include "harness/strata/space_families.hpp"

namespace touchstone::strata::space {
namespace {

void set_points(SpaceShape& out, ShapeClass type, std::initializer_list<Grid3> points) {
  begin(out, type, static_cast<int>(points.size()));
  std::copy(points.begin(), points.end(), out.points);
}

/// About the origin: reaches from -l u to l u, and t to both sides along v and n. Triangles lie in the plane
/// of u and n. Spheres have radius t.
void make_bar(Random& random, ShapeClass type, const Frame3& f, std::int64_t l, std::int64_t t,
              SpaceShape& out) {
  const Grid3 u = f.u * l, v = f.v * t, n = f.n * t;
  switch (type) {
    case ShapeClass::point3:
      return set_points(out, type, {{0, 0, 0}});
    case ShapeClass::segment3:
      return set_points(out, type, {-u, u});
    case ShapeClass::triangle3:
      return set_points(out, type, {-u - n, n - u, u});
    case ShapeClass::hull:
      if (random.one_in(2)) return set_points(out, type, {-u, u, -v, v, -n, n});
      set_box(out, type, -u - v - n, u * 2, v * 2, n * 2);
      return;
    case ShapeClass::sphere:
      set_points(out, type, {{0, 0, 0}});
      out.radius = f.length * t;
      return;
    case ShapeClass::capsule3:
    case ShapeClass::cylinder:
      set_points(out, type, {-u, u});
      out.radius = f.length * t;
      return;
    case ShapeClass::plane:
      begin(out, type, 0);
      out.normal = -f.n;
      out.offset = dot(f.n, n);  // all from -t n upwards
      return;
    case ShapeClass::ray3:
      return set_points(out, type, {-u, u * random.between(0, 3)});
    default:
      return set_box(out, type, -u - v - n, u * 2, v * 2, n * 2);
  }
}

/// Along the axes, nothing above the plane z = 0, the origin on it.
void make_upright(Random& random, ShapeClass type, int bits, SpaceShape& out, Feature& feature) {
  const auto length = [&] { return 2 * random.between(std::int64_t{1}, std::int64_t{1} << bits); };
  const Grid3 x{length(), 0, 0}, y{0, length(), 0}, z{0, 0, -length()};
  const Grid3 edges[3] = {x, y, z};
  const int first = random.between(0, 2), second = (first + random.between(1, 2)) % 3;
  const Grid3& along = edges[first];
  feature = {first == 2 ? 1 : 2, {{}, along}};
  switch (type) {
    case ShapeClass::point3:
      feature.count = 1;
      return set_points(out, type, {{0, 0, 0}});
    case ShapeClass::segment3:
      return set_points(out, type, {{0, 0, 0}, along});
    case ShapeClass::triangle3:
      if (first == 2) feature = {2, {{}, edges[second]}};
      return set_points(out, type, {{0, 0, 0}, along, edges[second]});
    case ShapeClass::hull:
      feature = {3, {{}, x, y}};
      if (random.one_in(2)) return set_points(out, type, {{0, 0, 0}, x, y, z});
      return set_box(out, type, {}, x, y, z);
    case ShapeClass::sphere:
    case ShapeClass::capsule3:
    case ShapeClass::cylinder: {
      const std::int64_t radius = length();
      const Grid3 center{0, 0, -radius};
      const bool standing = type == ShapeClass::cylinder && first == 2;
      set_points(out, type, {standing ? Grid3{} : center, (standing ? Grid3{} : center) + along});
      out.radius = radius;
      if (type == ShapeClass::sphere) out.count = feature.count = 1;
      if (standing) feature = {3, {{}, {radius, 0, 0}, {0, radius, 0}}};
      return;
    }
    case ShapeClass::plane:
      begin(out, type, 0);
      out.normal = {0, 0, 1};
      feature = {3, {{}, x, y}};
      return;
    case ShapeClass::ray3: {
      const Grid3 direction = random.one_in(2) ? along : -along;
      if (first == 2) return set_points(out, type, {{0, 0, 0}, along});
      return set_points(out, type, {random.one_in(4) ? Grid3{} : -direction * 2, direction});
    }
    default:
      feature = {3, {{}, x, y}};
      return set_box(out, type, {}, x, y, z);
  }
}

/// Seen in the mirror z = 0.
void mirror(SpaceShape& shape, Feature& feature) {
  for (int i = 0; i < shape.count; ++i) shape.points[i].z = -shape.points[i].z;
  for (Grid3& corner : feature.corners) corner.z = -corner.z;
  shape.normal.z = -shape.normal.z;
}

/// All of it on the segment from the origin to v, or, of a sphere, the origin.
void make_without_size(Random& random, ShapeClass type, const Grid3& v, SpaceShape& out) {
  const Grid3 zero{0, 0, 0};
  const auto some = [&] { return v * random.between(0, 2); };
  switch (type) {
    case ShapeClass::sphere:
      return set_points(out, type, {zero});
    case ShapeClass::cylinder:
      return set_points(out, type, {zero, v == zero ? Grid3{1, 0, 0} : v * 2});
    case ShapeClass::triangle3:
      return set_points(out, type, {zero, some(), some()});
    case ShapeClass::hull:
      begin(out, type, random.between(1, 6));
      for (int i = 0; i < out.count; ++i) out.points[i] = i == 0 ? zero : some();
      return;
    case ShapeClass::aabb3:
    case ShapeClass::obb3: {
      const int axis = random.between(0, 2);
      return set_box(out, type, zero, axis == 0 ? v * 2 : zero, axis == 1 ? v * 2 : zero,
                     axis == 2 ? v * 2 : zero);
    }
    default:
      return set_points(out, type, {zero, v * 2});
  }
}

bool can_lose_size(ShapeClass type) {
  return type != ShapeClass::point3 && type != ShapeClass::plane && type != ShapeClass::ray3;
}

Frame3 regular_frame(Random& random, PairClass pair) {
  return any_is(pair, ShapeClass::aabb3) || random.one_in(2) ? axis_frame() : random_frame3(random);
}

}  // namespace

void make_piercing(Random& random, PairClass pair, Scene& out) {
  SpacePair made;
  const Frame3 f = regular_frame(random, pair);
  const Frame3 across{f.v, f.u, f.n, f.length};
  const std::int64_t a_thin = random.between(1, 8), b_thin = random.between(1, 8);
  const std::int64_t a_long = 2 * b_thin + random.between(1, 64), b_long = 2 * a_thin + random.between(1, 64);
  make_bar(random, pair.a, f, a_long, a_thin, made.a);
  make_bar(random, pair.b, across, b_long, b_thin, made.b);
  scale(made, 4);
  // Along both axes by up to half of what sticks out, so that both still pass through.
  const std::int64_t most_u = a_long - b_thin, most_v = b_long - a_thin;
  const bool off_middle = !is_thin(pair.a) && !is_thin(pair.b) && random.one_in(2);
  if (off_middle) {
    translate(made.b, f.u * random.between(-most_u, most_u));
    translate(made.b, f.v * random.between(-most_v, most_v));
  }
  if (random.one_in(2)) widen(made, kGridBits);
  finish(random, made, {}, out);
}

void make_symmetric(Random& random, PairClass pair, Scene& out) {
  SpacePair made;
  const Frame3 f = regular_frame(random, pair);
  const std::int64_t a = random.between(1, 16), b = random.one_in(2) ? a : random.between(1, 16);
  const std::int64_t a_long = random.one_in(2) ? a : random.between(1, 16);
  const std::int64_t b_long = random.one_in(2) ? b : random.between(1, 16);
  make_bar(random, pair.a, f, a_long, a, made.a);
  make_bar(random, pair.b, random.one_in(2) ? f : Frame3{f.v, f.u, f.n, f.length}, b_long, b, made.b);
  const auto flat = [](ShapeClass type) {
    return type == ShapeClass::point3 || type == ShapeClass::segment3;
  };
  // In steps of n, they touch at 16 times this.
  const std::int64_t touch = (flat(pair.a) ? 0 : a) + (flat(pair.b) ? 0 : b);
  scale(made, 16);
  const std::uint64_t kind = random.below(4);
  translate(made.b, f.n * (touch * (kind == 0 ? 0 : kind == 1 ? 16 : random.between(1, 15))));
  made.normal = f.n;
  scale(made, random.between(std::int64_t{1}, std::int64_t{1} << 20));
  finish(random, made, {}, out);
}

/// Equal cubes, or what fits into them, in a row: a neighbour's place, or half of the way there.
void make_stacked(Random& random, PairClass pair, Scene& out) {
  SpacePair made;
  const Frame3 f = regular_frame(random, pair);
  const std::int64_t size = random.one_in(2) ? 1 : random.between(1, 1024);
  make_bar(random, pair.a, f, size, size, made.a);
  make_bar(random, pair.b, f, size, size, made.b);
  scale(made, 2);  // a whole cube is 4 steps, half of the way there 2
  std::int64_t steps[3];
  for (std::int64_t& step : steps) step = random.one_in(2) ? 0 : 2 * random.between(-2, 2);
  // Upwards by a whole cube in most of the pairs.
  if (!random.one_in(4)) steps[2] = 4;
  translate(made.b, (f.u * steps[0] + f.v * steps[1] + f.n * steps[2]) * size);
  made.normal = f.n;
  if (random.one_in(8)) {
    widen(made, kGridBits);
    nudge(made, random.between(-1, 1));
  }
  finish(random, made, {}, out);
}

void make_axis_aligned(Random& random, PairClass pair, Scene& out) {
  SpacePair made;
  const int bits = std::min(random_bits(random), 30);
  Feature on_a, on_b;
  make_upright(random, pair.a, bits, made.a, on_a);
  make_upright(random, pair.b, bits, made.b, on_b);
  mirror(made.b, on_b);
  made.normal = {0, 0, 1};
  join(random, on_a, on_b, made);
  const std::uint64_t kind = random.below(3);
  if (kind == 1) {
    widen(made, kGridBits);
    nudge(made, random.one_in(2) ? random.between(1, 16) : -random.between(1, 16));
  }
  if (kind == 2) nudge(made, -random.between(std::int64_t{1}, std::int64_t{1} << bits));
  finish(random, made, {}, out);
}

void make_point_like(Random& random, PairClass pair, Scene& out) {
  SpacePair made;
  const bool both = can_lose_size(pair.a) && can_lose_size(pair.b);
  if (both ? random.one_in(2) : can_lose_size(pair.a)) std::swap(pair.a, pair.b);
  const int bits = std::min(bits_for(random, pair), 30);
  const Frame3 frame = pair.a == ShapeClass::aabb3 ? axis_frame() : any_frame3(random);
  const Seat seat = make_seat(random, frame, random.between(0, most_dimension(pair.a)), false);
  Feature on_a;
  make_body(random, pair.a, bits, seat, made.a, on_a);
  // Into the plane or away from it, or nowhere.
  Grid3 v = random.one_in(2) ? Grid3{} : random.one_in(2) ? seat.along : below(random, bits, -frame.n);
  if (pair.b == ShapeClass::cylinder && v == Grid3{}) v = seat.across;
  if (pair.b == ShapeClass::aabb3 && !(v == Grid3{})) {
    const int axis = dominant_axis(v);
    const bool down = dot(unit_vector(axis), frame.n) < 0;
    v = unit_vector(axis) * (down ? -times(random, bits, 1) : times(random, bits, 1));
  }
  make_without_size(random, pair.b, v, made.b);
  made.normal = frame.n;
  join(random, on_a, {1, {}}, made);
  if (random.one_in(2)) {
    widen(made, kGridBits);
    nudge(made, random.between(-2, 2));
  }
  finish(random, made, {}, out);
}

}  // namespace touchstone::strata::space
