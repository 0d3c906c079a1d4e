#include "harness/strata/shapes.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdlib>

namespace touchstone::strata {
namespace {

struct LatticePolygon {
  int count = 0;
  int bits = 0;  ///< of its largest coordinate
  std::array<GridVec, 80> points{};
};

constexpr std::int64_t greatest_common_divisor(std::int64_t a, std::int64_t b) {
  while (b != 0) {
    const std::int64_t r = a % b;
    a = b;
    b = r;
  }
  return a;
}

/// The edges are all primitive vectors of the lattice with coordinates up to reach, by angle, (1, 0) first:
/// each lattice direction once, so every corner is proper, and any choice of corners in order is a strictly
/// convex polygon.
constexpr LatticePolygon lattice_polygon(int reach) {
  std::array<GridVec, 20> octant{};  // directions from 0 to just below 90 degrees
  int directions = 0;
  for (std::int64_t x = 1; x <= reach; ++x) {
    for (std::int64_t y = 0; y <= reach; ++y) {
      if (greatest_common_divisor(x, y) != 1) continue;
      int at = directions++;
      for (; at > 0 && octant[at - 1].y * x > octant[at - 1].x * y; --at) octant[at] = octant[at - 1];
      octant[at] = {x, y};
    }
  }
  LatticePolygon out;
  GridVec corner{0, 0};
  std::int64_t height = 0;
  for (int quarter = 0; quarter < 4; ++quarter) {
    for (int i = 0; i < directions; ++i) {
      out.points[out.count++] = corner;
      corner = corner + octant[i];
      height = corner.y > height ? corner.y : height;
    }
    for (int i = 0; i < directions; ++i) octant[i] = perp(octant[i]);
  }
  for (int i = 0; i < out.count; ++i) out.points[i] = out.points[i] - GridVec{0, height / 2};
  while ((std::int64_t{1} << out.bits) <= (height + 1) / 2 + 1) ++out.bits;
  return out;
}

constexpr std::array<LatticePolygon, kLevelCount> kLevels = {lattice_polygon(1), lattice_polygon(2),
                                                             lattice_polygon(3), lattice_polygon(5)};
static_assert(kLevels[0].count == 8 && kLevels[1].count == 16 && kLevels[2].count == 32 &&
              kLevels[3].count == 80);

}  // namespace

void begin(GridShape& out, ShapeClass type, int count) {
  out.type = type;
  out.count = count;
  out.used = count;
  out.hole = 0;
  out.has_pocket = false;
  out.pocket_open = false;
  out.radius = out.inner = 0;
}

namespace {

int random_level(Random& random, int bits) {
  int most = 0;
  while (most + 1 < kLevelCount && kLevels[most + 1].bits <= bits) ++most;
  return random.between(0, most);
}

void make_box(GridShape& out, ShapeClass type, GridVec low, GridVec w, GridVec z) {
  begin(out, type, 4);
  out.points[0] = low;
  out.points[1] = low + w;
  out.points[2] = low + w + z;
  out.points[3] = low + z;
}

std::int64_t length_near(Random& random, int bits) {
  return random.between((std::int64_t{1} << bits) / 4, (std::int64_t{1} << bits) / 2) + 1;
}

void make_obb(Random& random, int bits, GridShape& out) {
  Frame frame;
  if (random.one_in(2)) {
    const std::int64_t reach = std::int64_t{1} << std::max(0, bits - 4);
    frame.w = {random.between(-reach, reach), random.between(-reach, reach)};
    if (frame.w == GridVec{}) frame.w = {1, 0};
    frame.z = perp(frame.w) * random.between(1, 4);
    frame.w = frame.w * random.between(1, 4);
  } else {
    frame = random_frame(random, bits - 2);
  }
  make_box(out, ShapeClass::obb, -(frame.w + frame.z), frame.w * 2, frame.z * 2);
}

/// Corners by growing angle about the origin, every other one three times as far: simple, star-shaped.
void make_star(Random& random, int bits, GridShape& out) {
  const int tips = random.between(3, 5);
  const int level = std::max(1, random_level(random, bits - 2));
  make_convex(random, 2 * tips, level, random_frame(random, std::max(0, bits - 2 - kLevels[level].bits)),
              out);
  out.type = ShapeClass::concave;
  for (int i = 0; i < out.count; i += 2) out.points[i] = out.points[i] * 3;
  GridVec* kernel = out.kernel();
  kernel[0] = {0, 0};
  kernel[1] = out.points[0];
  kernel[2] = out.points[1];
  out.used = out.count + 3;
}

struct Notch {
  std::int64_t left, right, floor;
};

/// A slab [0, width] x [0, thickness] with teeth up to the given height around 1 to 3 notches; one at the
/// right end makes an L. In units of the frame.
int plan_comb(Random& random, GridVec* outline, Notch& pocket) {
  const int notches = random.between(1, 3);
  const bool ell = notches == 1 && random.one_in(2);
  const int chosen = random.between(0, notches - 1);
  const std::int64_t thickness = random.between(1, 2);
  const std::int64_t height = thickness + random.between(1, 4);
  const std::int64_t width = ell ? 4 : 3 * notches + 1;
  int n = 0;
  outline[n++] = {0, 0};
  outline[n++] = {width, 0};
  if (!ell) outline[n++] = {width, height};
  for (int i = notches - 1; i >= 0; --i) {
    const std::int64_t left = 3 * i + 1;
    const std::int64_t right = ell ? width : left + 2;
    if (!ell) outline[n++] = {right, height};
    outline[n++] = {right, thickness};
    outline[n++] = {left, thickness};
    outline[n++] = {left, i > 0 || height == thickness + 1 ? height : height - random.between(0, 1)};
    // The open end of an L is no place: what stands there may hang over.
    if (i == chosen) pocket = {left, ell ? right - 1 : right, thickness};
  }
  outline[n++] = {0, height};
  return n;
}

void finish_pocketed(Frame frame, int count, int hole, Notch pocket, std::int64_t top, GridShape& out) {
  begin(out, ShapeClass::concave, count);
  out.hole = hole;
  GridVec* kernel = out.kernel();
  kernel[0] = {0, 0};
  kernel[1] = {out.points[1].x, 0};
  kernel[2] = {0, pocket.floor};
  GridVec* place = out.pocket();
  place[0] = {pocket.right, pocket.floor};
  place[1] = {pocket.left, pocket.floor};
  place[2] = {pocket.left, top};
  out.used = count + hole + 6;
  out.has_pocket = true;
  out.pocket_open = hole == 0;
  for (int i = 0; i < out.used; ++i) out.points[i] = frame(out.points[i]);
}

/// Rectilinear in the frame: L, U, comb, or a rectangle with a rectangular hole. Returns its width.
int make_rectilinear(Random& random, Frame frame, GridShape& out) {
  Notch pocket;
  if (!random.one_in(3)) {
    const int count = plan_comb(random, out.points, pocket);
    const int width = static_cast<int>(out.points[1].x);
    finish_pocketed(frame, count, 0, pocket, pocket.floor + 1, out);
    return width;
  }
  const std::int64_t width = random.between(4, 8), height = random.between(3, 6);
  pocket = {random.between(std::int64_t{1}, width - 3), 0, random.between(std::int64_t{1}, height - 2)};
  pocket.right = random.between(pocket.left + 2, width - 1);
  const std::int64_t top = random.between(pocket.floor + 1, height - 1);
  const GridVec all[8] = {{0, 0},
                          {width, 0},
                          {width, height},
                          {0, height},
                          {pocket.left, pocket.floor},
                          {pocket.left, top},
                          {pocket.right, top},
                          {pocket.right, pocket.floor}};
  std::copy(all, all + 8, out.points);
  finish_pocketed(frame, 4, 4, pocket, top, out);
  return static_cast<int>(width);
}

}  // namespace

Frame random_frame(Random& random, int bits) {
  const std::int64_t reach = std::int64_t{1} << std::max(0, bits);
  Frame frame;
  frame.w = {random.between(-reach, reach), random.between(-reach, reach)};
  if (frame.w == GridVec{}) frame.w = {1, 0};
  const std::int64_t skew = std::max(std::abs(frame.w.x), std::abs(frame.w.y)) / 4;
  frame.z = perp(frame.w) + GridVec{random.between(-skew, skew), random.between(-skew, skew)};
  return frame;
}

Frame thin_frame(Random& random, int bits) {
  // A product of shears has determinant 1.
  Frame frame{{1, 0}, {0, 1}};
  const std::int64_t reach = std::int64_t{1} << bits;
  while (std::max(std::abs(frame.w.x), std::abs(frame.w.y)) < reach) {
    const std::uint64_t choice = random.next();
    frame.z = frame.z + frame.w * static_cast<std::int64_t>(1 + (choice & 7));
    frame.w = frame.w + frame.z * static_cast<std::int64_t>(1 + (choice >> 3 & 7));
  }
  return frame;
}

void make_convex(Random& random, int corners, int level, Frame frame, GridShape& out) {
  const LatticePolygon& all = kLevels[level];
  begin(out, ShapeClass::polygon, corners);
  const int first = static_cast<int>(random.below(static_cast<std::uint64_t>(all.count)));
  std::uint64_t choice = random.next();
  for (int i = 0; i < corners; ++i) {
    // One corner from each of so many arcs: distinct, in order, and round about the origin.
    const int low = i * all.count / corners, high = (i + 1) * all.count / corners;
    const int at =
        first + low + static_cast<int>((choice & 0xff) * static_cast<std::uint64_t>(high - low) >> 8);
    choice = choice >> 8 | choice << 56;
    out.points[i] = frame(all.points[at < all.count ? at : at - all.count]);
  }
}

void make_shape(Random& random, ShapeClass type, int bits, GridShape& out) {
  switch (type) {
    case ShapeClass::point:
      begin(out, type, 1);
      out.points[0] = {0, 0};
      return;
    case ShapeClass::segment: {
      const Frame frame = random_frame(random, bits - 1);
      begin(out, type, 2);
      out.points[0] = -frame.w;
      out.points[1] = frame.z;
      return;
    }
    case ShapeClass::aabb: {
      const std::int64_t x = length_near(random, bits), y = length_near(random, bits);
      return make_box(out, type, {-x, -y}, {2 * x, 0}, {0, 2 * y});
    }
    case ShapeClass::obb:
      return make_obb(random, bits, out);
    case ShapeClass::polygon: {
      const int level = random_level(random, bits);
      return make_convex(random, random.between(3, 8), level,
                         random_frame(random, bits - kLevels[level].bits), out);
    }
    case ShapeClass::triangle: {
      const int level = random_level(random, bits);
      make_convex(random, 3, level, random_frame(random, bits - kLevels[level].bits), out);
      out.type = type;
      return;
    }
    case ShapeClass::circle:
    case ShapeClass::capsule:
    case ShapeClass::ring:
    case ShapeClass::ellipse:
    case ShapeClass::ray:
      assert(false);  // round.cpp and rays.cpp make these
      return;
    default:  // concave
      if (random.one_in(2)) return make_star(random, std::max(bits, 5), out);
      make_rectilinear(random, random_frame(random, bits - 3), out);
      return;
  }
}

void make_in_frame(Random& random, ShapeClass type, Frame frame, GridShape& out) {
  switch (type) {
    case ShapeClass::point:
      begin(out, type, 1);
      out.points[0] = {0, 0};
      return;
    case ShapeClass::segment:
      begin(out, type, 2);
      out.points[0] = frame({-random.between(1, 4), random.between(-1, 1)});
      out.points[1] = frame({random.between(0, 4), random.between(-1, 1)});
      return;
    case ShapeClass::aabb:
      return make_box(out, type, {0, 0}, {std::abs(frame.w.x) * random.between(1, 4) + 1, 0},
                      {0, random.between(1, 2)});
    case ShapeClass::obb:
      return make_box(out, type, -(frame.w + frame.z), frame.w * 2, frame.z * 2);
    case ShapeClass::polygon:
      return make_convex(random, random.between(3, 5), random.between(0, 1), frame, out);
    case ShapeClass::triangle:
      make_convex(random, 3, random.between(0, 1), frame, out);
      out.type = type;
      return;
    case ShapeClass::circle:
    case ShapeClass::capsule:
    case ShapeClass::ring:
    case ShapeClass::ellipse:
    case ShapeClass::ray:
      assert(false);
      return;
    default:  // concave
      make_rectilinear(random, frame, out);
      return;
  }
}

void make_pocketed(Random& random, int bits, GridShape& out) {
  const std::int64_t reach = std::int64_t{1} << std::max(0, bits - 3);
  make_rectilinear(random,
                   {{random.between(std::int64_t{1}, reach), 0}, {0, random.between(std::int64_t{1}, reach)}},
                   out);
}

int make_seated(Random& random, ShapeClass type, Frame frame, GridShape& out) {
  const int length = random.between(1, 16);
  switch (type) {
    case ShapeClass::point:
    case ShapeClass::segment:
      begin(out, ShapeClass::segment, 2);
      out.points[0] = {0, 0};
      out.points[1] = frame.w * length;
      return length;
    case ShapeClass::aabb:
      make_box(out, type, {0, 0}, {frame.w.x * length, 0}, {0, frame.z.y * random.between(1, 16)});
      return length;
    case ShapeClass::obb: {
      const int even = (length + 1) / 2 * 2;
      make_box(out, type, {0, 0}, frame.w * even, frame.z * (2 * random.between(1, 8)));
      return even;
    }
    case ShapeClass::concave:
      return make_rectilinear(random, frame, out);
    default:
      break;
  }
  // The part of a lattice polygon above one of its level chords.
  const LatticePolygon& all = kLevels[random.between(0, kLevelCount - 2)];
  const int right = random.between(1, all.count / 4 + 1), left = all.count + 1 - right;
  const int between = left - right - 1;
  const int more = type == ShapeClass::triangle ? 1 : std::min(random.between(1, 6), between);
  begin(out, type, more + 2);
  const GridVec origin = all.points[left % all.count];
  const auto corner = [&](int at) { return frame(all.points[at % all.count] - origin); };
  out.points[0] = {0, 0};
  out.points[1] = corner(right);
  for (int i = 0; i < more; ++i) {
    out.points[i + 2] =
        corner(random.between(right + 1 + i * between / more, right + (i + 1) * between / more));
  }
  return static_cast<int>(all.points[right].x - origin.x);
}

}  // namespace touchstone::strata
