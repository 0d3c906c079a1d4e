#include "harness/strata/round_shapes.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>

#include "harness/strata/shapes.hpp"

namespace touchstone::strata {
namespace {

constexpr std::array<Direction, 12> kTriples = {{{{1, 0}, 1},
                                                 {{3, 4}, 5},
                                                 {{5, 12}, 13},
                                                 {{8, 15}, 17},
                                                 {{7, 24}, 25},
                                                 {{20, 21}, 29},
                                                 {{12, 35}, 37},
                                                 {{9, 40}, 41},
                                                 {{28, 45}, 53},
                                                 {{11, 60}, 61},
                                                 {{33, 56}, 65},
                                                 {{16, 63}, 65}}};

/// How often the direction's length goes into sizes of about so many bits.
std::int64_t times(Random& random, int bits, Direction d) {
  const std::int64_t most = std::max(std::int64_t{1}, (std::int64_t{1} << bits) / d.length);
  return random.between((most + 1) / 2, most);
}

void make_ring(Random& random, int bits, Direction d, GridShape& out) {
  begin(out, ShapeClass::ring, 1);
  out.points[0] = {0, 0};
  const std::int64_t outer = times(random, bits, d) + 1;
  out.radius = d.length * outer;
  switch (random.below(4)) {
    case 0:
      out.inner = 0;
      return;
    case 1:
      out.inner = out.radius - 1;
      return;
    default:
      out.inner = d.length * random.between(std::int64_t{1}, outer - 1);
  }
}

/// One half axis is perpendicular to the direction, so the other one ends in the support point. One ellipse
/// in two is then told by another pair of half axes: (3u + 4v) / 5 and (3v - 4u) / 5.
void make_ellipse(Random& random, int bits, Direction d, GridShape& out) {
  begin(out, ShapeClass::ellipse, 1);
  out.used = 4;
  GridVec u = random_frame(random, std::max(0, bits - 3)).w;
  if (wide_dot(u, d.n) == 0) u = d.n;
  if (wide_dot(u, d.n) < 0) u = -u;
  const GridVec v = perp(d.n) * times(random, std::max(0, bits - 3), d);
  const bool other_axes = random.one_in(2);
  out.points[0] = {0, 0};
  out.points[1] = other_axes ? u * 3 + v * 4 : u * 5;
  out.points[2] = other_axes ? v * 3 - u * 4 : v * 5;
  out.points[3] = u * 5;
}

}  // namespace

Direction random_pythagorean(Random& random) {
  Direction d = kTriples[random.below(kTriples.size())];
  const std::uint64_t choice = random.next();
  if (choice & 1) d.n = {d.n.y, d.n.x};
  if (choice & 2) d.n.x = -d.n.x;
  if (choice & 4) d.n.y = -d.n.y;
  return d;
}

Direction random_axis(Random& random) {
  const std::int64_t sign = random.one_in(2) ? 1 : -1;
  return {random.one_in(2) ? GridVec{sign, 0} : GridVec{0, sign}, 1};
}

Direction direction_for_side(Random& random, ShapeClass type) {
  return type == ShapeClass::aabb ? Direction{{0, -1}, 1} : random_pythagorean(random);
}

void make_body(Random& random, ShapeClass type, int bits, Direction d, GridShape& out) {
  switch (type) {
    case ShapeClass::circle:
      begin(out, type, 1);
      out.points[0] = {0, 0};
      out.radius = d.length * times(random, bits, d);
      return;
    case ShapeClass::capsule: {
      const Frame frame = random_frame(random, bits - 1);
      begin(out, type, 2);
      out.points[0] = -frame.w;
      out.points[1] = frame.z;
      out.radius = d.length * times(random, random.between(std::max(0, bits - 5), bits), d);
      return;
    }
    case ShapeClass::ring:
      return make_ring(random, bits, d, out);
    case ShapeClass::ellipse:
      return make_ellipse(random, bits, d, out);
    default:
      make_shape(random, type, bits, out);
  }
}

GridVec support(const GridShape& shape, Direction d) {
  if (shape.type == ShapeClass::ellipse) {
    const GridVec axis = shape.points[3] - shape.points[0];
    return wide_dot(axis, d.n) > 0 ? shape.points[3] : shape.points[0] - axis;
  }
  return shape.points[extreme(shape, d.n)] + d.n * (shape.radius / d.length);
}

std::int64_t seat(Random& random, ShapeClass type, int bits, Direction d, GridShape& out) {
  const std::int64_t unit = times(random, bits, d);
  const GridVec w = perp(d.n) * unit;
  if (type == ShapeClass::capsule) {
    const std::int64_t length = random.between(1, 16);
    const std::int64_t thick = times(random, random.between(std::max(0, bits - 3), bits + 3), d);
    begin(out, type, 2);
    out.points[0] = -d.n * thick;
    out.points[1] = out.points[0] + w * length;
    out.radius = d.length * thick;
    return unit * length;
  }
  const std::int64_t skew = std::max(std::abs(w.x), std::abs(w.y)) / 4;
  const GridVec z = perp(w) + GridVec{random.between(-skew, skew), random.between(-skew, skew)};
  return unit * make_seated(random, type, {w, z}, out);
}

void make_bar(Random& random, ShapeClass type, Direction d, GridShape& out) {
  const std::int64_t thin = random.between(1, 64);
  const GridVec along = d.n * (thin * random.between(4, 4096));
  const GridVec across = perp(d.n) * thin;
  switch (type) {
    case ShapeClass::obb:
      begin(out, type, 4);
      out.points[0] = -(along + across);
      out.points[1] = along - across;
      out.points[2] = along + across;
      out.points[3] = across - along;
      return;
    case ShapeClass::ellipse:
      begin(out, type, 1);
      out.used = 4;
      out.points[0] = {0, 0};
      out.points[1] = out.points[3] = along;
      out.points[2] = across;
      return;
    default:  // segment, capsule
      begin(out, type, 2);
      out.points[0] = -along;
      out.points[1] = along;
      if (type == ShapeClass::capsule) out.radius = d.length * thin;
  }
}

void thin_out(Random& random, GridShape& shape, int most_bits) {
  const std::int64_t factor = std::int64_t{1} << random.between(4, most_bits);
  if (shape.type == ShapeClass::capsule) {
    for (int i = 0; i < 2; ++i) shape.points[i] = shape.points[i] * factor;
  } else if (shape.type == ShapeClass::ring) {
    shape.radius *= factor;
    shape.inner = shape.radius - random.between(1, 3);
  } else if (shape.type == ShapeClass::ellipse) {
    // The centre is the origin. The half axis that faces the contact, or its fellow.
    const GridVec u = shape.points[3];
    const bool own_axes = shape.points[1] == u;
    if (!own_axes) return scale(shape, factor);
    if (random.one_in(2)) {
      shape.points[2] = shape.points[2] * factor;
    } else {
      shape.points[1] = shape.points[3] = u * factor;
    }
  }
}

void add_redundant_vertex(Random& random, GridShape& shape, bool repeat) {
  const int i = static_cast<int>(random.below(static_cast<std::uint64_t>(shape.count)));
  const GridVec from = shape.points[i], to = shape.points[i + 1 == shape.count ? 0 : i + 1];
  const GridVec sum = from + to;
  // What described the inside of the shape is dropped.
  shape.used = shape.count + shape.hole;
  std::memmove(shape.points + i + 2, shape.points + i + 1,
               static_cast<std::size_t>(shape.used - i - 1) * sizeof(GridVec));
  shape.points[i + 1] = repeat ? from : GridVec{sum.x / 2, sum.y / 2};
  ++shape.count;
  ++shape.used;
}

}  // namespace touchstone::strata
