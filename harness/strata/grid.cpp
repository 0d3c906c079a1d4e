#include "harness/strata/grid.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <utility>

namespace touchstone::strata {
namespace {

/// A symmetry of the square, then a power of two.
struct Exit {
  bool swap_axes;
  std::int64_t sign_x;
  std::int64_t sign_y;
  GridVec offset;
  double unit;

  GridVec turned(GridVec p) const {
    const GridVec q{p.x * sign_x, p.y * sign_y};
    return swap_axes ? GridVec{q.y, q.x} : q;
  }
  Vec2<double> scaled(GridVec p) const {
    return {static_cast<double>(p.x) * unit, static_cast<double>(p.y) * unit};
  }
  Vec2<double> operator()(GridVec p) const { return scaled(turned(p) + offset); }
};

void emit_contour(Random& random, const Exit& exit, const GridVec* points, int count,
                  std::vector<Vec2<double>>& out) {
  out.resize(static_cast<std::size_t>(count));
  const bool backwards = random.one_in(2);
  int at = static_cast<int>(random.below(static_cast<std::uint64_t>(count)));
  for (Vec2<double>& p : out) {
    p = exit(points[at]);
    at = backwards ? (at == 0 ? count - 1 : at - 1) : (at + 1 == count ? 0 : at + 1);
  }
}

void emit_aabb(const Exit& exit, const GridShape& shape, OwnedShape& out) {
  const Vec2<double> p = exit(shape.points[0]);
  const Vec2<double> q = exit(shape.points[2]);
  out.points.resize(2);
  out.points[0] = {std::min(p.x, q.x), std::min(p.y, q.y)};
  out.points[1] = {std::max(p.x, q.x), std::max(p.y, q.y)};
}

void emit_obb(Random& random, const Exit& exit, const GridShape& shape, OwnedShape& out) {
  const GridVec* p = shape.points;
  const auto half = [&](int to) { return GridVec{(p[to].x - p[0].x) / 2, (p[to].y - p[0].y) / 2}; };
  const std::uint64_t bits = random.next();
  GridVec axes[2] = {half(1), half(3)};
  out.points.resize(3);
  out.points[0] = exit(p[0] + axes[0] + axes[1]);
  if (bits & 1) axes[0] = -axes[0];
  if (bits & 2) axes[1] = -axes[1];
  if (bits & 4) std::swap(axes[0], axes[1]);
  out.points[1] = exit.scaled(exit.turned(axes[0]));
  out.points[2] = exit.scaled(exit.turned(axes[1]));
}

void emit_ball(Random& random, const Exit& exit, const GridShape& shape, OwnedShape& out) {
  const double radius = static_cast<double>(shape.radius) * exit.unit;
  out.radii = {radius, 0};
  emit_contour(random, exit, shape.points, shape.count, out.points);
  out.type = shape.type == ShapeClass::circle ? ShapeType::circle : ShapeType::capsule;
  if (shape.type != ShapeClass::ring) return;
  out.type = ShapeType::ring;
  out.radii = {static_cast<double>(shape.inner) * exit.unit, radius};
}

void emit_ellipse(Random& random, const Exit& exit, const GridShape& shape, OwnedShape& out) {
  GridVec axes[2] = {shape.points[1] - shape.points[0], shape.points[2] - shape.points[0]};
  const std::uint64_t bits = random.next();
  if (bits & 1) axes[0] = -axes[0];
  if (bits & 2) axes[1] = -axes[1];
  if (bits & 4) std::swap(axes[0], axes[1]);
  out.type = ShapeType::ellipse;
  out.points.resize(3);
  out.points[0] = exit(shape.points[0]);
  for (std::size_t i = 0; i < 2; ++i) out.points[i + 1] = exit.scaled(exit.turned(axes[i]));
}

void emit(Random& random, const Exit& exit, const GridShape& shape, OwnedShape& out) {
  out.holes.resize(shape.hole > 0 ? 1 : 0);
  switch (shape.type) {
    case ShapeClass::point:
      out.type = ShapeType::point;
      return emit_contour(random, exit, shape.points, 1, out.points);
    case ShapeClass::segment:
      out.type = ShapeType::segment;
      return emit_contour(random, exit, shape.points, 2, out.points);
    case ShapeClass::aabb:
      out.type = ShapeType::aabb;
      return emit_aabb(exit, shape, out);
    case ShapeClass::obb:
      out.type = ShapeType::obb;
      return emit_obb(random, exit, shape, out);
    case ShapeClass::circle:
    case ShapeClass::capsule:
    case ShapeClass::ring:
      return emit_ball(random, exit, shape, out);
    case ShapeClass::ellipse:
      return emit_ellipse(random, exit, shape, out);
    case ShapeClass::ray:
      out.type = ShapeType::ray;
      out.points.resize(2);
      out.points[0] = exit(shape.points[0]);
      out.points[1] = exit.scaled(exit.turned(shape.points[1] - shape.points[0]));
      return;
    case ShapeClass::triangle:
      out.type = ShapeType::triangle;
      return emit_contour(random, exit, shape.points, 3, out.points);
    default:  // polygon, concave
      out.type = ShapeType::polygon;
      emit_contour(random, exit, shape.points, shape.count, out.points);
      if (shape.hole > 0) emit_contour(random, exit, shape.points + shape.count, shape.hole, out.holes[0]);
      return;
  }
}

GridVec random_offset(Random& random, int bits) {
  const std::uint64_t kind = random.below(4);
  if (kind == 0) return {0, 0};
  const int most = kGridBits - 1;
  const int reach = std::min(most, kind == 1   ? bits
                                   : kind == 2 ? bits + 3
                                               : random.between(std::min(bits, most), most));
  const std::int64_t size = std::int64_t{1} << reach;
  return {random.between(-size, size), random.between(-size, size)};
}

}  // namespace

double power_of_two(int exponent) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(1023 + exponent) << 52);
}

void translate(GridShape& shape, GridVec by) {
  for (int i = 0; i < shape.used; ++i) shape.points[i] = shape.points[i] + by;
}

void scale(GridShape& shape, std::int64_t factor) {
  for (int i = 0; i < shape.used; ++i) shape.points[i] = shape.points[i] * factor;
  shape.radius *= factor;
  shape.inner *= factor;
}

void scale(GridPair& pair, std::int64_t factor) {
  scale(pair.a, factor);
  scale(pair.b, factor);
  pair.contact = pair.contact * factor;
}

int bits_of(const GridShape& shape) {
  std::uint64_t all = 0;
  for (int i = 0; i < shape.used; ++i) {
    all |= static_cast<std::uint64_t>(std::abs(shape.points[i].x) + shape.radius) |
           static_cast<std::uint64_t>(std::abs(shape.points[i].y) + shape.radius);
  }
  return static_cast<int>(std::bit_width(all));
}

int bits_of(const GridPair& pair) {
  return std::max(bits_of(pair.a), bits_of(pair.b));
}

int random_bits(Random& random) {
  switch (random.below(3)) {
    case 0:
      return random.between(3, 6);
    case 1:
      return random.between(7, 16);
    default:
      return random.between(17, 36);
  }
}

std::int64_t log_spaced(Random& random, int most_bits) {
  const std::int64_t octave = std::int64_t{1} << random.between(0, most_bits);
  return random.between((octave + 1) / 2, octave);
}

GridBox box_of(const GridShape& shape) {
  GridBox box{shape.points[0], shape.points[0]};
  for (int i = 1; i < shape.count; ++i) {
    const GridVec p = shape.points[i];
    box.low = {std::min(box.low.x, p.x), std::min(box.low.y, p.y)};
    box.high = {std::max(box.high.x, p.x), std::max(box.high.y, p.y)};
  }
  return box;
}

int extreme(const GridShape& shape, GridVec direction) {
  int best = 0;
  Wide most = wide_dot(shape.points[0], direction);
  for (int i = 1; i < shape.count; ++i) {
    const Wide reach = wide_dot(shape.points[i], direction);
    if (reach > most) {
      most = reach;
      best = i;
    }
  }
  return best;
}

void kernel_of(GridShape& shape, GridVec out[3]) {
  const bool own = shape.type == ShapeClass::concave;
  for (int i = 0; i < 3; ++i) out[i] = own ? shape.kernel()[i] : shape.points[i * shape.count / 3];
}

void widen(GridPair& pair, int bits) {
  const int have = bits_of(pair);
  if (have < bits) scale(pair, std::int64_t{1} << (bits - have));
}

GridVec dominant_step(GridVec direction) {
  if (std::abs(direction.x) >= std::abs(direction.y)) return {direction.x < 0 ? -1 : 1, 0};
  return {0, direction.y < 0 ? -1 : 1};
}

void nudge(GridPair& pair, std::int64_t steps) {
  translate(pair.b, dominant_step(pair.normal) * steps);
}

void finish(Random& random, GridPair& pair, Layout layout, Scene& out) {
  const int bits = bits_of(pair);
  const std::uint64_t choice = random.next();
  Exit exit;
  exit.swap_axes = (choice & 1) != 0;
  exit.sign_x = (choice & 2) != 0 ? -1 : 1;
  exit.sign_y = (choice & 4) != 0 ? -1 : 1;
  exit.offset = layout.offset ? random_offset(random, bits) : GridVec{0, 0};
  const bool integers = layout.integers && (choice & 0x18) == 0 && bits <= 40;
  const int scale = integers ? 0 : random.between(-2, 3) - bits;
  exit.unit = power_of_two(scale + layout.exponent);
  const bool swapped = (choice & 0x20) != 0;
  emit(random, exit, pair.a, swapped ? out.b : out.a);
  emit(random, exit, pair.b, swapped ? out.a : out.b);
}

}  // namespace touchstone::strata
