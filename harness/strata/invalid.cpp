// The stratum of scenes that are well-formed and no shapes: each way to be invalid, of each type.
#include <limits>
#include <utility>

#include "harness/strata/families.hpp"
#include "harness/strata/shapes.hpp"

namespace touchstone::strata {
namespace {

using Points = std::vector<Vec2<double>>;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// One coordinate of one point becomes NaN or infinite.
void spoil_number(Random& random, Points& points) {
  constexpr double kBad[] = {std::numeric_limits<double>::quiet_NaN(), kInfinity, -kInfinity};
  Vec2<double>& p = points[random.below(points.size())];
  (random.one_in(2) ? p.x : p.y) = kBad[random.below(3)];
}

void set_points(Points& out, std::initializer_list<Vec2<double>> points, double unit) {
  out.assign(points.begin(), points.end());
  for (Vec2<double>& p : out) p = p * unit;
}

void set_hole(OwnedShape& shape, std::initializer_list<Vec2<double>> points, double unit) {
  shape.holes.resize(shape.holes.size() + 1);
  set_points(shape.holes.back(), points, unit);
}

constexpr int kBadOutlineCount = 7;

/// An outline that is no simple ring.
void spoil_outline(Random& random, OwnedShape& shape, double unit) {
  shape.holes.clear();
  Points& points = shape.points;
  switch (random.below(kBadOutlineCount)) {
    case 0:  // too few
      points.resize(random.below(3));
      return;
    case 1:  // bow-tie
      return set_points(points, {{0, 0}, {4, 4}, {4, 0}, {0, 3}}, unit);
    case 2:  // spike outwards: goes out and comes back on its own track
      return set_points(points, {{0, 0}, {4, 0}, {7, 0}, {4, 0}, {2, 3}}, unit);
    case 3:  // spike inwards
      return set_points(points, {{0, 0}, {4, 0}, {4, 4}, {2, 2}, {4, 4}, {0, 4}}, unit);
    case 4:  // pinched: comes twice to one corner
      return set_points(points, {{0, 0}, {2, -1}, {2, 1}, {0, 0}, {-2, 1}, {-2, -1}}, unit);
    case 5:  // a corner on another edge
      return set_points(points, {{0, 0}, {4, 0}, {4, 4}, {2, 0}, {0, 4}}, unit);
    default:  // pentagram: turns twice
      return set_points(points, {{0, 3}, {2, -3}, {-3, 1}, {3, 1}, {-2, -3}}, unit);
  }
}

constexpr int kBadHoleCount = 9;

/// A valid outline with holes that are none.
void spoil_holes(Random& random, OwnedShape& shape, double unit) {
  shape.holes.clear();
  set_points(shape.points, {{0, 0}, {8, 0}, {8, 8}, {0, 8}}, unit);
  switch (random.below(kBadHoleCount)) {
    case 0:  // no area
      return set_hole(shape, {{2, 2}, {4, 4}, {6, 6}}, unit);
    case 1:  // too few points
      return set_hole(shape, {{2, 2}, {4, 4}}, unit);
    case 2:  // outside
      return set_hole(shape, {{10, 2}, {12, 2}, {12, 4}}, unit);
    case 3:  // across the outline
      return set_hole(shape, {{6, 2}, {10, 2}, {10, 4}, {6, 4}}, unit);
    case 4:  // shares a piece of an edge with the outline
      return set_hole(shape, {{2, 0}, {4, 0}, {3, 2}}, unit);
    case 5:  // two that overlap
      set_hole(shape, {{1, 1}, {5, 1}, {5, 5}, {1, 5}}, unit);
      return set_hole(shape, {{3, 3}, {7, 3}, {7, 7}, {3, 7}}, unit);
    case 6:  // one in another
      set_hole(shape, {{1, 1}, {7, 1}, {7, 7}, {1, 7}}, unit);
      return set_hole(shape, {{3, 3}, {5, 3}, {5, 5}}, unit);
    case 7:  // cuts the interior in two
      return set_hole(shape, {{0, 4}, {4, 2}, {8, 4}, {4, 6}}, unit);
    default:  // crosses itself
      return set_hole(shape, {{2, 2}, {6, 6}, {6, 2}, {2, 5}}, unit);
  }
}

/// One radius becomes NaN, infinite or negative.
void spoil_radius(Random& random, double& radius) {
  constexpr double kBad[] = {std::numeric_limits<double>::quiet_NaN(), kInfinity, -1};
  radius = kBad[random.below(3)];
}

}  // namespace

void spoil(Random& random, OwnedShape& shape) {
  const double unit = random.one_in(2) ? 1.0 : 0x1p-20;
  switch (shape.type) {
    case ShapeType::point:
    case ShapeType::segment:
    case ShapeType::obb:
      return spoil_number(random, shape.points);
    case ShapeType::aabb:
      if (random.one_in(2)) return spoil_number(random, shape.points);
      if (random.one_in(2)) return std::swap(shape.points[0].x, shape.points[1].x);
      return std::swap(shape.points[0].y, shape.points[1].y);
    case ShapeType::triangle:
      return spoil_number(random, shape.points);
    case ShapeType::circle:
    case ShapeType::capsule:
      if (random.one_in(2)) return spoil_number(random, shape.points);
      return spoil_radius(random, shape.radii[0]);
    case ShapeType::ring:
      if (random.one_in(3)) return spoil_number(random, shape.points);
      if (random.one_in(2)) return spoil_radius(random, shape.radii[random.below(2)]);
      shape.radii[0] = random.one_in(2) ? shape.radii[1] : shape.radii[1] * 2;
      return;
    case ShapeType::ellipse:
      if (random.one_in(2)) return spoil_number(random, shape.points);
      shape.points[1] = shape.points[2] * (random.one_in(2) ? -2.0 : 0.0);
      return;
    case ShapeType::ray:
      if (random.one_in(2)) return spoil_number(random, shape.points);
      shape.points[1] = {0, 0};
      return;
    default:  // polygon
      switch (random.below(4)) {
        case 0:
          return spoil_number(random, shape.points);
        case 1:
          return spoil_holes(random, shape, unit);
        default:
          return spoil_outline(random, shape, unit);
      }
  }
}

void make_invalid(Random& random, PairClass pair, Scene& out) {
  GridPair made;
  vertex_contact(random, pair, random_bits(random), made);
  finish(random, made, {}, out);
  const std::uint64_t which = random.below(3);
  if (which != 1) spoil(random, out.a);
  if (which != 0) spoil(random, out.b);
}

}  // namespace touchstone::strata
