#include "harness/strata/space_shapes.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <initializer_list>
#include <numeric>

namespace touchstone::strata::space {
namespace {

/// cos and sin of an angle, times the third.
struct Triple {
  std::int64_t c, s, h;
};
constexpr std::array<Triple, 7> kTriples = {
    {{3, 4, 5}, {4, 3, 5}, {5, 12, 13}, {12, 5, 13}, {8, 15, 17}, {15, 8, 17}, {20, 21, 29}}};

Frame3 from_quaternion(std::int64_t a, std::int64_t b, std::int64_t c, std::int64_t d) {
  Frame3 f;
  f.u = {a * a + b * b - c * c - d * d, 2 * (b * c + a * d), 2 * (b * d - a * c)};
  f.v = {2 * (b * c - a * d), a * a - b * b + c * c - d * d, 2 * (c * d + a * b)};
  f.n = {2 * (b * d + a * c), 2 * (c * d - a * b), a * a - b * b - c * c + d * d};
  f.length = a * a + b * b + c * c + d * d;
  std::int64_t divisor = f.length;
  for (const Grid3& v : {f.u, f.v, f.n}) divisor = std::gcd(divisor, std::gcd(v.x, std::gcd(v.y, v.z)));
  for (Grid3* v : {&f.u, &f.v, &f.n}) *v = {v->x / divisor, v->y / divisor, v->z / divisor};
  f.length /= divisor;
  return f;
}

std::int64_t size_of(const Grid3& v) {
  return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)});
}

/// Sizes spread over three octaves.
std::int64_t loose_times(Random& random, int bits, std::int64_t length) {
  return times(random, random.between(std::max(0, bits - 3), bits), length);
}

Wide cross_part(const Grid3& a, const Grid3& b, int axis) {
  const int j = (axis + 1) % 3, k = (axis + 2) % 3;
  return Wide{coordinate(a, j)} * coordinate(b, k) - Wide{coordinate(a, k)} * coordinate(b, j);
}

/// Moves the vector a step along the axis, so that its product with n does not grow.
void step(Grid3& v, int axis, const Grid3& n) {
  coordinate(v, axis) += coordinate(n, axis) > 0 ? -1 : 1;
}

void make_aabb(Random& random, int bits, const Seat& seat, SpaceShape& out, Feature& feature) {
  Grid3 edges[3];
  feature = {1, {}};
  for (int axis = 0; axis < 3; ++axis) {
    const std::int64_t n = coordinate(seat.frame.n, axis);
    const bool up = n == 0 ? random.one_in(2) : n < 0;
    edges[axis] = unit_vector(axis) * ((up ? 2 : -2) * loose_times(random, bits, 1));
    if (n == 0) feature.corners[feature.count++] = edges[axis];
  }
  set_box(out, ShapeClass::aabb3, {}, edges[0], edges[1], edges[2]);
}

/// Perpendicular edges that meet at the origin, or skew ones; the first ones in the plane.
void obb_edges(Random& random, int bits, const Seat& seat, Grid3 edges[3]) {
  const Grid3& n = seat.frame.n;
  const bool upright = random.one_in(2);
  const auto sized = [&](const Grid3& v) { return v * loose_times(random, bits, size_of(v)); };
  for (int i = 0; i < 3; ++i) edges[i] = below(random, bits, n);
  if (seat.dimension == 0 && upright) {
    const Frame3 turned = random_frame3(random);
    edges[0] = sized(turned.u);
    edges[1] = sized(turned.v);
    edges[2] = sized(turned.n);
    for (int i = 0; i < 3; ++i) {
      if (dot(edges[i], n) > 0) edges[i] = -edges[i];
    }
  }
  if (seat.dimension == 0) return;
  edges[0] = sized(seat.along);
  if (seat.dimension == 1 && upright) {
    const std::int64_t c = random.between(1, 3), s = random.between(1, 3);
    edges[1] = sized(-(n * c + seat.across * s));
    edges[2] = sized(seat.across * c - n * (s * seat.ratio));
  }
  if (seat.dimension == 2) {
    edges[1] = sized(seat.across);
    if (upright) edges[2] = sized(-n);
    if (!upright) edges[1] = edges[1] + seat.along * random.between(-2, 2);
  }
}

void make_obb(Random& random, int bits, const Seat& seat, SpaceShape& out, Feature& feature) {
  Grid3 edges[3];
  obb_edges(random, bits, seat, edges);
  make_independent(edges[0], edges[1], edges[2], seat.frame.n);
  for (Grid3& edge : edges) edge = edge * 2;
  set_box(out, ShapeClass::obb3, {}, edges[0], edges[1], edges[2]);
  feature = {1 + seat.dimension, {{}, edges[0], edges[1]}};
}

void make_triangle(Random& random, int bits, const Seat& seat, SpaceShape& out, Feature& feature) {
  begin(out, ShapeClass::triangle3, 3);
  out.points[0] = {};
  for (int i = 1; i < 3; ++i) out.points[i] = below(random, bits, seat.frame.n);
  if (seat.dimension > 0) out.points[1] = seat.along * loose_times(random, bits, size_of(seat.along));
  if (seat.dimension > 1) out.points[2] = seat.across * loose_times(random, bits, size_of(seat.across));
  if (seat.dimension > 1) out.points[2] = out.points[2] + seat.along * random.between(-2, 2);
  Grid3 aside = seat.frame.n;
  make_independent(out.points[1], out.points[2], aside, seat.frame.n);
  feature = {1 + seat.dimension, {{}, out.points[1], out.points[2]}};
}

/// 4 to 12 points, one in four 13 to 20; some are corners, some not. Flat ones lie in the plane of the seat.
void make_hull(Random& random, int bits, const Seat& seat, SpaceShape& out, Feature& feature) {
  begin(out, ShapeClass::hull, random.one_in(4) ? random.between(13, 20) : random.between(4, 12));
  const bool flat = seat.dimension == 2 && !seat.solid && random.one_in(4);
  out.points[0] = {};
  for (int i = 1; i < out.count; ++i) out.points[i] = below(random, bits, seat.frame.n);
  if (seat.dimension > 0) out.points[1] = seat.along * loose_times(random, bits, size_of(seat.along));
  if (seat.dimension > 1) out.points[2] = seat.across * loose_times(random, bits, size_of(seat.across));
  make_independent(out.points[1], out.points[2], out.points[3], seat.frame.n);
  feature = {1 + seat.dimension, {{}, out.points[1], out.points[2]}};
  const int in_plane = flat ? out.count : seat.dimension == 2 ? 3 + random.between(0, out.count - 4) : 0;
  const Grid3 step_along = seat.along * times(random, std::max(0, bits - 3), size_of(seat.along));
  const Grid3 step_across = seat.across * times(random, std::max(0, bits - 3), size_of(seat.across));
  for (int i = 3; i < in_plane; ++i) {
    const int x = random.between(-4, 8), y = random.between(-4, 8);
    out.points[flat ? i : i + 1] = step_along * x + step_across * y;
  }
}

void make_sphere(Random& random, int bits, const Seat& seat, SpaceShape& out, Feature& feature) {
  const std::int64_t t = loose_times(random, bits, seat.frame.length);
  begin(out, ShapeClass::sphere, 1);
  out.points[0] = -seat.frame.n * t;
  out.radius = seat.frame.length * t;
  feature = {1, {}};
}

void make_capsule(Random& random, int bits, const Seat& seat, SpaceShape& out, Feature& feature) {
  const std::int64_t t = loose_times(random, bits, seat.frame.length);
  begin(out, ShapeClass::capsule3, 2);
  out.radius = seat.frame.length * t;
  out.points[0] = -seat.frame.n * t;
  const bool lying = seat.dimension > 0;
  const Grid3 axis =
      lying ? seat.along * loose_times(random, bits, size_of(seat.along)) : below(random, bits, seat.frame.n);
  out.points[1] = out.points[0] + axis;
  feature = {lying ? 2 : 1, {{}, axis}};
}

/// On a flat end, lying, or on its rim: then the axis is turned from n towards u by a rational angle.
void make_cylinder(Random& random, int bits, const Seat& seat, SpaceShape& out, Feature& feature) {
  const Frame3& f = seat.frame;
  begin(out, ShapeClass::cylinder, 2);
  if (seat.dimension == 1) {
    make_capsule(random, bits, seat, out, feature);
    out.type = ShapeClass::cylinder;
    return;
  }
  const std::int64_t t = loose_times(random, bits, f.length), k = loose_times(random, bits, f.length);
  if (seat.dimension == 2) {
    out.radius = f.length * t;
    out.points[0] = -f.u * t;  // the origin is on the rim
    out.points[1] = out.points[0] - f.n * k;
    feature = {3, {{}, out.points[0], out.points[0] + f.v * t}};
    return;
  }
  const Triple& tilt = kTriples[random.below(kTriples.size())];
  const Grid3 axis = f.n * tilt.c + f.u * tilt.s, rim = f.n * tilt.s - f.u * tilt.c;
  const std::int64_t turns = std::max(std::int64_t{1}, t / tilt.h);
  out.radius = f.length * tilt.h * turns;
  out.points[0] = -rim * turns;
  out.points[1] = out.points[0] - axis * std::max(std::int64_t{1}, k / tilt.h);
  feature = {1, {}};
}

void make_plane(Random& random, int bits, const Seat& seat, SpaceShape& out, Feature& feature) {
  begin(out, ShapeClass::plane, 0);
  out.normal = seat.frame.n;
  feature = {3,
             {{},
              seat.along * loose_times(random, bits, size_of(seat.along)),
              seat.across * loose_times(random, bits, size_of(seat.across))}};
}

void make_ray(Random& random, int bits, const Seat& seat, SpaceShape& out, Feature& feature) {
  begin(out, ShapeClass::ray3, 2);
  const bool leaving = seat.dimension == 0 && random.one_in(4);
  const Frame3& f = seat.frame;
  const int longest = random.between(0, bits);
  Grid3 direction = seat.along * log_spaced(random, longest);
  if (seat.dimension == 0) {
    const std::int64_t i = random.between(-3, 3), j = i == 0 ? 1 : random.between(-3, 3);
    direction = (f.u * i + f.v * j) * log_spaced(random, longest);
  }
  if (leaving) direction = below(random, bits, f.n);
  const bool from_contact = leaving || random.one_in(8);
  out.points[0] = direction * (from_contact ? 0 : -log_spaced(random, std::max(1, bits - longest)));
  out.points[1] = out.points[0] + direction;
  feature = {leaving ? 1 : 2, {{}, direction}};
}

/// Feature coordinates of an aabb need a frame that it has the feature in.
Frame3 suitable_frame(Random& random, ShapeClass type, int dimension) {
  if (type != ShapeClass::aabb3) return any_frame3(random);
  return dimension == 2 ? axis_frame() : dimension == 1 ? planar_frame(random) : random_frame3(random);
}

}  // namespace

Frame3 axis_frame() {
  return {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, 1};
}

Frame3 planar_frame(Random& random) {
  const std::int64_t a = random.between(1, 4), d = random.between(1, 4);
  const Frame3 turned = from_quaternion(a, 0, 0, a == d ? d + 1 : d);
  return {turned.u, -turned.n, turned.v, turned.length};
}

Frame3 random_frame3(Random& random) {
  std::int64_t q[4];
  for (std::int64_t& part : q) part = random.between(-3, 3);
  if (q[0] == 0 && q[1] == 0 && q[2] == 0 && q[3] == 0) q[0] = q[1] = q[2] = 1;
  return from_quaternion(q[0], q[1], q[2], q[3]);
}

Frame3 any_frame3(Random& random) {
  switch (random.below(6)) {
    case 0:
      return axis_frame();
    case 1:
      return planar_frame(random);
    default:
      return random_frame3(random);
  }
}

Seat make_seat(Random& random, const Frame3& frame, int dimension, bool level) {
  const bool simple = level || random.one_in(3);
  const std::int64_t j = simple ? 1 : random.between(1, 3), i = simple ? 0 : random.between(-3, 3);
  return {frame, dimension, frame.u * i + frame.v * j, frame.v * i - frame.u * j, i * i + j * j, false};
}

Seat opposite(const Seat& seat, int dimension) {
  Seat other = seat;
  other.frame = seat.frame.flipped();
  other.dimension = dimension;
  return other;
}

int most_dimension(ShapeClass type) {
  switch (type) {
    case ShapeClass::point3:
    case ShapeClass::sphere:
      return 0;
    case ShapeClass::segment3:
    case ShapeClass::capsule3:
    case ShapeClass::ray3:
      return 1;
    default:
      return 2;
  }
}

void make_body(Random& random, ShapeClass type, int bits, const Seat& wanted, SpaceShape& out,
               Feature& feature) {
  Seat seat = wanted;
  seat.dimension = std::min(seat.dimension, most_dimension(type));
  switch (type) {
    case ShapeClass::aabb3:
      return make_aabb(random, bits, seat, out, feature);
    case ShapeClass::obb3:
      return make_obb(random, bits, seat, out, feature);
    case ShapeClass::triangle3:
      return make_triangle(random, bits, seat, out, feature);
    case ShapeClass::hull:
      return make_hull(random, bits, seat, out, feature);
    case ShapeClass::sphere:
      return make_sphere(random, bits, seat, out, feature);
    case ShapeClass::capsule3:
      return make_capsule(random, bits, seat, out, feature);
    case ShapeClass::cylinder:
      return make_cylinder(random, bits, seat, out, feature);
    case ShapeClass::plane:
      return make_plane(random, bits, seat, out, feature);
    case ShapeClass::ray3:
      return make_ray(random, bits, seat, out, feature);
    default: {
      begin(out, type, type == ShapeClass::point3 ? 1 : 2);
      out.points[0] = {};
      const bool lying = seat.dimension > 0;
      out.points[1] = lying ? seat.along * loose_times(random, bits, size_of(seat.along))
                            : below(random, bits, seat.frame.n);
      feature = {lying ? 2 : 1, {{}, out.points[1]}};
    }
  }
}

void make_any(Random& random, ShapeClass type, int bits, SpaceShape& out) {
  const int dimension = random.between(0, most_dimension(type));
  Seat seat = make_seat(random, suitable_frame(random, type, dimension), dimension, false);
  seat.solid = true;
  Feature feature;
  make_body(random, type, bits, seat, out, feature);
}

void make_small(Random& random, ShapeClass type, SpaceShape& out) {
  const int dimension = random.between(0, most_dimension(type));
  const Frame3 frame = random.one_in(4) ? suitable_frame(random, type, dimension) : axis_frame();
  const Seat seat = make_seat(random, frame, dimension, false);
  Feature feature;
  make_body(random, type, random.between(1, kLeastBits), seat, out, feature);
}

void make_independent(const Grid3& p, Grid3& q, Grid3& r, const Grid3& n) {
  const auto parallel = [&] {
    return cross_part(p, q, 0) == 0 && cross_part(p, q, 1) == 0 && cross_part(p, q, 2) == 0;
  };
  if (parallel()) step(q, (dominant_axis(p) + 1) % 3, n);
  Uint128 volume = 0;  // modulo 2^128
  int widest = 0;
  for (int axis = 0; axis < 3; ++axis) {
    const Wide part = cross_part(p, q, axis);
    volume += static_cast<Uint128>(part) * static_cast<Uint128>(Wide{coordinate(r, axis)});
    if (part != 0) widest = axis;
  }
  if (volume == 0) step(r, widest, n);
}

void begin(SpaceShape& out, ShapeClass type, int count) {
  out.type = type;
  out.count = count;
  out.radius = 0;
  out.offset = 0;
  out.normal = {};
}

void set_box(SpaceShape& out, ShapeClass type, const Grid3& corner, const Grid3& e0, const Grid3& e1,
             const Grid3& e2) {
  begin(out, type, 8);
  for (int k = 0; k < 8; ++k) {
    Grid3 p = corner;
    if (k & 1) p = p + e0;
    if (k & 2) p = p + e1;
    if (k & 4) p = p + e2;
    out.points[k] = p;
  }
}

std::int64_t times(Random& random, int bits, std::int64_t length) {
  const std::int64_t most = std::max(std::int64_t{1}, (std::int64_t{1} << bits) / length);
  return random.between((most + 1) / 2, most);
}

Grid3 below(Random& random, int bits, const Grid3& n) {
  const Grid3 v = random_vector(random, bits);
  const std::int64_t height = dot(v, n);
  return height < 0 ? v : height > 0 ? -v : v - n;
}

Grid3 inner_point_32(Random& random, const SpaceShape& shape) {
  if (shape.type == ShapeClass::plane) {
    // n·x = q |n|² is at most 32 offset - 1, q rounded down.
    const std::int64_t square = dot(shape.normal, shape.normal), most = shape.offset * 32 - 1;
    const std::int64_t q = most / square - (most % square < 0 ? 1 : 0);
    return shape.normal * (q - log_spaced(random, 4));
  }
  if (shape.type == ShapeClass::ray3)
    return shape.points[0] * 32 + (shape.points[1] - shape.points[0]) * random.between(1, 64);
  Grid3 sum{};
  int left = 32;
  for (int i = 0; i < shape.count; ++i) {
    const int others = shape.count - 1 - i;
    const int weight =
        others == 0 ? left : random.between(1, std::min(left - others, 2 * left / (others + 1)));
    sum = sum + shape.points[i] * weight;
    left -= weight;
  }
  return sum;
}

Grid3 centre_24(const SpaceShape& shape) {
  if (shape.type == ShapeClass::ray3) return shape.points[0] * 24;
  if (is_box(shape.type)) return (shape.points[0] + shape.points[7]) * 12;
  const int corners = std::min(shape.count, 4);
  Grid3 sum{};
  for (int i = 0; i < corners; ++i) sum = sum + shape.points[i];
  return sum * (24 / corners);
}

}  // namespace touchstone::strata::space
