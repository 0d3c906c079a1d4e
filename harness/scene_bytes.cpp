#include "harness/scene_bytes.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <iterator>
#include <utility>

#include <touchstone/exact_sign.hpp>

#include "harness/byte_numbers.hpp"

namespace touchstone {
namespace {

using Points = std::vector<Vec2<double>>;

constexpr unsigned kRaw = 2;
constexpr unsigned kAsGiven = 1u << 2;
constexpr unsigned kKeepOnSides = 1u << 3;
constexpr unsigned kRepeatLast = 1u << 4;
constexpr unsigned kClockwiseA = 1u << 5;
constexpr unsigned kClockwiseB = 1u << 6;
constexpr unsigned kAnyType = 1u << 7;
constexpr unsigned kCounts = kMostPoints - kFewestPoints + 1;

using Reader = ByteReader<kMostSceneBytes>;

bool precedes(Vec2<double> a, Vec2<double> b) {
  return a.x != b.x ? a.x < b.x : a.y < b.y;
}

using FewPoints = std::array<Vec2<double>, kMostPoints>;

/// Fills sorted with the points by x, then y, each once; returns their number.
std::size_t sort_unique(const Points& points, FewPoints& sorted) {
  std::size_t count = 0;
  for (const Vec2<double>& p : points) {
    std::size_t place = count;
    while (place > 0 && precedes(p, sorted[place - 1])) --place;
    if (place > 0 && sorted[place - 1] == p) continue;
    for (std::size_t k = count++; k > place; --k) sorted[k] = sorted[k - 1];
    sorted[place] = p;
  }
  return count;
}

/// Andrew's monotone chain with exact turns, in place: counter-clockwise, no point twice. Points on one line
/// stay as they are. Requires finite points within the exact range of orientation().
void make_hull(Points& points, bool keep_on_sides) {
  FewPoints sorted;
  const std::size_t count = sort_unique(points, sorted);
  const auto on_one_line = [&] {
    for (std::size_t i = 1; i + 1 < count; ++i) {
      if (orientation(sorted[0], sorted[i], sorted[count - 1]) != 0) return false;
    }
    return true;
  };
  if (on_one_line()) return;

  const int smallest_turn = keep_on_sides ? 0 : 1;
  std::array<Vec2<double>, 2 * kMostPoints> chain;
  std::size_t size = 0;
  std::size_t floor = 1;  // points below this place belong to the finished chain
  const auto push = [&](Vec2<double> p) {
    while (size > floor && orientation(chain[size - 2], chain[size - 1], p) < smallest_turn) --size;
    chain[size++] = p;
  };
  for (std::size_t i = 0; i < count; ++i) push(sorted[i]);
  floor = size;
  for (std::size_t i = count - 1; i-- > 0;) push(sorted[i]);
  points.assign(chain.begin(), chain.begin() + static_cast<std::ptrdiff_t>(size - 1));
}

void read_polygon(Reader& in, unsigned mode, std::size_t count, bool clockwise, OwnedShape& shape) {
  const NumberKind kind = number_kind(mode);
  shape.type = ShapeType::polygon;
  shape.holes.clear();
  shape.points.resize(count);
  for (Vec2<double>& p : shape.points) {
    p.x = in.number(kind);
    p.y = in.number(kind);
  }
  if (kind != NumberKind::raw && (mode & kAsGiven) == 0) make_hull(shape.points, (mode & kKeepOnSides) != 0);
  if ((mode & kRepeatLast) != 0 && shape.points.size() < kMostPoints) {
    const Vec2<double> last = shape.points.back();
    shape.points.push_back(last);
  }
  if (clockwise) std::reverse(shape.points.begin(), shape.points.end());
}

bool fits(const OwnedShape& shape) {
  return shape.type == ShapeType::polygon && shape.holes.empty() && shape.points.size() >= kFewestPoints &&
         shape.points.size() <= kMostPoints;
}

}  // namespace

namespace {

constexpr ShapeType kCornered[] = {ShapeType::aabb, ShapeType::obb, ShapeType::polygon, ShapeType::triangle};
constexpr unsigned kRadii[kPlaneShapeTypeCount] = {0, 0, 0, 0, 0, 0, 1, 1, 2, 0, 0};
constexpr std::size_t kPoints[kPlaneShapeTypeCount] = {1, 2, 2, 3, 0, 3, 1, 2, 1, 3, 2};
/// Every type of the plane but a ray, the last one.
constexpr unsigned kSolidTypes = kPlaneShapeTypeCount - 1;

ShapeType type_for(Query query, unsigned nibble, bool second) {
  if (second && query == Query::raycast) return ShapeType::ray;
  if (second && query == Query::contains) return ShapeType::point;
  if (query == Query::kind || query == Query::area) return kCornered[nibble % std::size(kCornered)];
  return static_cast<ShapeType>(nibble % kSolidTypes);
}

void read_shape(Reader& in, unsigned mode, ShapeType type, OwnedShape& shape) {
  const NumberKind kind = number_kind(mode);
  const bool as_given = (mode & kAsGiven) != 0;
  shape.type = type;
  shape.holes.clear();
  shape.points.resize(kPoints[static_cast<std::size_t>(type)]);
  for (Vec2<double>& p : shape.points) {
    p.x = in.number(kind);
    p.y = in.number(kind);
  }
  for (unsigned i = 0; i < kRadii[static_cast<std::size_t>(type)]; ++i) {
    const double radius = in.number(kind);
    shape.radii[i] = as_given ? radius : std::fabs(radius);
  }
  if (as_given) return;
  if (type == ShapeType::aabb) {
    Vec2<double>& low = shape.points[0];
    Vec2<double>& high = shape.points[1];
    if (low.x > high.x) std::swap(low.x, high.x);
    if (low.y > high.y) std::swap(low.y, high.y);
  }
  if (type == ShapeType::ring && shape.radii[0] > shape.radii[1]) std::swap(shape.radii[0], shape.radii[1]);
}

}  // namespace

void scene_from_bytes(std::span<const std::uint8_t> bytes, Query query, Scene& scene) {
  Reader in(bytes);
  const unsigned mode = in.byte();
  const unsigned counts = in.byte();
  const bool any_type = (mode & kAnyType) != 0 || query == Query::raycast || query == Query::contains;
  const unsigned types = any_type ? in.byte() : 0u;
  scene.id.clear();
  scene.why.clear();
  scene.source.clear();
  scene.query = query;
  scene.expect.reset();
  scene.a.radii = scene.b.radii = {};
  scene.a.points3.clear();
  scene.b.points3.clear();
  for (const bool second : {false, true}) {
    OwnedShape& shape = second ? scene.b : scene.a;
    const unsigned shift = second ? 4 : 0;
    const ShapeType type = any_type ? type_for(query, types >> shift & 15, second) : ShapeType::polygon;
    if (type == ShapeType::polygon) {
      const std::size_t count = kFewestPoints + (counts >> shift & 15) % kCounts;
      read_polygon(in, mode, count, (mode & (second ? kClockwiseB : kClockwiseA)) != 0, shape);
    } else {
      read_shape(in, mode, type, shape);
    }
  }
}

std::optional<std::vector<std::uint8_t>> scene_to_bytes(const Scene& scene) {
  if (!fits(scene.a) || !fits(scene.b)) return std::nullopt;
  const std::size_t counts = (scene.a.points.size() - kFewestPoints) | (scene.b.points.size() - kFewestPoints)
                                                                           << 4;
  std::vector<std::uint8_t> bytes{kRaw | kAsGiven, static_cast<std::uint8_t>(counts)};
  const auto put = [&](double value) {
    const auto bits = std::bit_cast<std::uint64_t>(value);
    for (int i = 0; i < 8; ++i) bytes.push_back(static_cast<std::uint8_t>(bits >> (8 * i)));
  };
  for (const OwnedShape* shape : {&scene.a, &scene.b}) {
    for (const Vec2<double>& p : shape->points) {
      put(p.x);
      put(p.y);
    }
  }
  return bytes;
}

}  // namespace touchstone
