#include "oracle/exact2.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace touchstone::oracle {
namespace {

const RationalVec2 kRight{1, 0};
const RationalVec2 kUp{0, 1};

bool lexicographic_less(const RationalVec2& a, const RationalVec2& b) {
  return a.x < b.x || (a.x == b.x && a.y < b.y);
}

// Outward normal of an edge of a counter-clockwise contour.
RationalVec2 outward(const RationalVec2& from, const RationalVec2& to) {
  return -perp(to - from);
}

// Edges in order; a segment gives both of its directions, a point none.
std::vector<std::pair<RationalVec2, RationalVec2>> edges_of(const ConvexRational& shape) {
  std::vector<std::pair<RationalVec2, RationalVec2>> edges;
  const std::size_t n = shape.corners.size();
  for (std::size_t i = 0; n > 1 && i < n; ++i)
    edges.emplace_back(shape.corners[i], shape.corners[(i + 1) % n]);
  return edges;
}

Rational highest(const ConvexRational& shape, const RationalVec2& direction) {
  Rational best = dot(direction, shape.corners[0]);
  for (const RationalVec2& corner : shape.corners) best = std::max(best, Rational(dot(direction, corner)));
  return best;
}

Rational lowest(const ConvexRational& shape, const RationalVec2& direction) {
  return -highest(shape, -direction);
}

RationalVec2 closest_on_segment(const RationalVec2& p, const RationalVec2& from, const RationalVec2& to) {
  const RationalVec2 d = to - from;
  Rational t = dot(p - from, d) / length_sq(d);
  t = std::clamp(t, Rational(0), Rational(1));
  return from + d * t;
}

// Closest point of the shape's corners and edges.
RationalVec2 closest_on_boundary(const RationalVec2& p, const ConvexRational& shape) {
  RationalVec2 best = shape.corners[0];
  for (const auto& [from, to] : edges_of(shape)) {
    const RationalVec2 candidate = closest_on_segment(p, from, to);
    if (length_sq(candidate - p) < length_sq(best - p)) best = candidate;
  }
  return best;
}

// The part of a closed contour (or of a segment there and back) in the half-plane.
std::vector<RationalVec2> clip(const std::vector<RationalVec2>& contour, const HalfPlane& half_plane) {
  std::vector<RationalVec2> kept;
  for (std::size_t i = 0; i < contour.size(); ++i) {
    const RationalVec2& p = contour[i];
    const RationalVec2& q = contour[(i + 1) % contour.size()];
    const Rational height_p = dot(half_plane.normal, p) - half_plane.offset;
    const Rational height_q = dot(half_plane.normal, q) - half_plane.offset;
    if (height_p <= 0) kept.push_back(p);
    const bool crosses = (height_p < 0 && height_q > 0) || (height_p > 0 && height_q < 0);
    if (crosses) kept.push_back(p + (q - p) * Rational(height_p / (height_p - height_q)));
  }
  return kept;
}

RationalVec2 mean(const std::vector<RationalVec2>& points) {
  RationalVec2 sum{0, 0};
  for (const RationalVec2& p : points) sum = sum + p;
  return sum * Rational(Rational(1) / static_cast<unsigned long>(points.size()));
}

// Without repeated neighbours and without points on the line of their neighbours.
std::vector<RationalVec2> strict_corners(std::vector<RationalVec2> contour) {
  for (std::size_t i = 0; i < contour.size() && contour.size() > 2;) {
    const std::size_t n = contour.size();
    const RationalVec2 before = contour[(i + n - 1) % n];
    const RationalVec2 after = contour[(i + 1) % n];
    const bool needless = cross(contour[i] - before, after - contour[i]) == 0;
    if (needless) contour.erase(contour.begin() + static_cast<std::ptrdiff_t>(i));
    i = needless ? 0 : i + 1;
  }
  return contour;
}

// Equal as cyclic sequences, in either direction.
bool same_cycle(std::vector<RationalVec2> a, std::vector<RationalVec2> b) {
  const auto from_first = [](std::vector<RationalVec2>& cycle) {
    std::rotate(cycle.begin(), std::min_element(cycle.begin(), cycle.end(), lexicographic_less), cycle.end());
  };
  from_first(a);
  from_first(b);
  if (a == b) return true;
  std::reverse(b.begin(), b.end());
  from_first(b);
  return a == b;
}

}  // namespace

// Andrew's monotone chain, dropping points on the line of their neighbours.
ConvexRational hull_of(std::vector<RationalVec2> points) {
  assert(!points.empty());
  std::sort(points.begin(), points.end(), lexicographic_less);
  points.erase(std::unique(points.begin(), points.end()), points.end());
  if (points.size() < 3) return {std::move(points)};
  std::vector<RationalVec2> hull;
  for (int pass = 0; pass < 2; ++pass) {
    const std::size_t start = hull.size();
    for (const RationalVec2& p : points) {
      while (hull.size() >= start + 2 && cross(hull.back() - hull[hull.size() - 2], p - hull.back()) <= 0) {
        hull.pop_back();
      }
      hull.push_back(p);
    }
    hull.pop_back();  // it starts the next pass
    std::reverse(points.begin(), points.end());
  }
  return {std::move(hull)};
}

std::vector<RationalVec2> outer_contour_of(const PolygonalShape& shape) {
  struct Corners {
    std::vector<RationalVec2> operator()(const Point2<double>& s) const { return {rational(s.at)}; }
    std::vector<RationalVec2> operator()(const Segment2<double>& s) const {
      return {rational(s.from), rational(s.to)};
    }
    std::vector<RationalVec2> operator()(const Aabb2<double>& s) const {
      const RationalVec2 lo = rational(s.min);
      const RationalVec2 hi = rational(s.max);
      return {lo, {hi.x, lo.y}, hi, {lo.x, hi.y}};
    }
    std::vector<RationalVec2> operator()(const Obb2<double>& s) const {
      const RationalVec2 c = rational(s.center);
      const RationalVec2 h0 = rational(s.half_axes[0]);
      const RationalVec2 h1 = rational(s.half_axes[1]);
      return {c - h0 - h1, c + h0 - h1, c + h0 + h1, c - h0 + h1};
    }
    std::vector<RationalVec2> operator()(const Polygon2<double>& s) const {
      std::vector<RationalVec2> points;
      for (const Vec2<double>& p : s.points) points.push_back(rational(p));
      return points;
    }
  };
  return std::visit(Corners{}, shape);
}

std::optional<ConvexRational> convex_of(const PolygonalShape& shape) {
  const std::vector<RationalVec2> contour = outer_contour_of(shape);
  ConvexRational hull = hull_of(contour);
  const Polygon2<double>* polygon = std::get_if<Polygon2<double>>(&shape);
  if (polygon == nullptr || hull.is_flat()) return hull;
  if (!polygon->holes.empty() || !same_cycle(strict_corners(contour), hull.corners)) return std::nullopt;
  return hull;
}

std::vector<HalfPlane> half_planes_of(const ConvexRational& shape) {
  std::vector<RationalVec2> normals;
  for (const auto& [from, to] : edges_of(shape)) {
    normals.push_back(outward(from, to));
    if (shape.is_flat()) normals.push_back(to - from);
  }
  if (shape.corners.size() == 1) normals = {kRight, kUp, -kRight, -kUp};
  std::vector<HalfPlane> half_planes;
  for (const RationalVec2& normal : normals) half_planes.push_back({normal, highest(shape, normal)});
  return half_planes;
}

Rational reach(const ConvexRational& a, const ConvexRational& b, const RationalVec2& direction) {
  return highest(a, direction) - lowest(b, direction);
}

std::vector<RationalVec2> face_directions(const ConvexRational& a, const ConvexRational& b) {
  std::vector<RationalVec2> directions;
  for (const auto& [from, to] : edges_of(a)) directions.push_back(outward(from, to));
  for (const auto& [from, to] : edges_of(b)) directions.push_back(-outward(from, to));
  return directions;
}

bool is_difference_flat(const ConvexRational& a, const ConvexRational& b) {
  const std::vector<RationalVec2> directions = face_directions(a, b);
  return std::all_of(directions.begin(), directions.end(),
                     [&](const RationalVec2& d) { return cross(directions[0], d) == 0; });
}

Relation relation(const ConvexRational& a, const ConvexRational& b) {
  if (is_difference_flat(a, b)) {
    return distance(a, b).distance_sq == 0 ? Relation::touching : Relation::disjoint;
  }
  bool touching = false;
  for (const RationalVec2& direction : face_directions(a, b)) {
    const Rational depth = reach(a, b, direction);
    if (depth < 0) return Relation::disjoint;
    if (depth == 0) touching = true;
  }
  return touching ? Relation::touching : Relation::overlapping;
}

Location location(const ConvexRational& shape, const RationalVec2& p) {
  bool on_boundary = shape.is_flat();
  for (const HalfPlane& half_plane : half_planes_of(shape)) {
    const Rational height = dot(half_plane.normal, p) - half_plane.offset;
    if (height > 0) return Location::outside;
    if (height == 0) on_boundary = true;
  }
  return on_boundary ? Location::boundary : Location::inside;
}

bool contains(const ConvexRational& a, const ConvexRational& b) {
  return std::all_of(b.corners.begin(), b.corners.end(),
                     [&](const RationalVec2& corner) { return location(a, corner) != Location::outside; });
}

ExactDistance distance(const ConvexRational& a, const ConvexRational& b) {
  if (const std::optional<ConvexRational> common = common_part(a, b)) {
    const RationalVec2 p = mean(common->corners);
    return {0, p, p};
  }
  ExactDistance best{length_sq(a.corners[0] - b.corners[0]), a.corners[0], b.corners[0]};
  const auto consider = [&](const RationalVec2& on_a, const RationalVec2& on_b) {
    const Rational distance_sq = length_sq(on_a - on_b);
    if (distance_sq < best.distance_sq) best = {distance_sq, on_a, on_b};
  };
  for (const RationalVec2& corner : a.corners) consider(corner, closest_on_boundary(corner, b));
  for (const RationalVec2& corner : b.corners) consider(closest_on_boundary(corner, a), corner);
  return best;
}

ExactPenetration penetration(const ConvexRational& a, const ConvexRational& b) {
  if (relation(a, b) == Relation::touching) return {0, {RationalVec2{0, 0}}};
  ExactPenetration best{-1, {}};
  for (const RationalVec2& direction : face_directions(a, b)) {
    const Rational depth = reach(a, b, direction);
    assert(depth > 0);
    const Rational depth_sq = depth * depth / length_sq(direction);
    const RationalVec2 mtv = direction * Rational(depth / length_sq(direction));
    if (best.mtv.empty() || depth_sq < best.depth_sq) best = {depth_sq, {}};
    const bool known = std::find(best.mtv.begin(), best.mtv.end(), mtv) != best.mtv.end();
    if (depth_sq == best.depth_sq && !known) best.mtv.push_back(mtv);
  }
  return best;
}

std::optional<ConvexRational> common_part(const ConvexRational& a, const ConvexRational& b) {
  std::vector<RationalVec2> contour = a.corners;
  for (const HalfPlane& half_plane : half_planes_of(b)) contour = clip(contour, half_plane);
  if (contour.empty()) return std::nullopt;
  return hull_of(std::move(contour));
}

Rational area(const ConvexRational& shape) {
  Rational twice = 0;
  for (const auto& [from, to] : edges_of(shape)) twice += cross(from, to);
  return twice / 2;
}

Rational common_area(const ConvexRational& a, const ConvexRational& b) {
  const std::optional<ConvexRational> common = common_part(a, b);
  return common ? area(*common) : Rational(0);
}

Kind kind(const ConvexRational& a, const ConvexRational& b) {
  switch (relation(a, b)) {
    case Relation::disjoint:
      return Kind::disjoint;
    case Relation::touching:
      return Kind::touching;
    case Relation::overlapping:
      break;
  }
  if (contains(a, b)) return Kind::a_contains_b;
  if (contains(b, a)) return Kind::b_contains_a;
  const auto any_inside = [](const ConvexRational& shape, const ConvexRational& other) {
    return std::any_of(other.corners.begin(), other.corners.end(), [&](const RationalVec2& corner) {
      return location(shape, corner) == Location::inside;
    });
  };
  return any_inside(a, b) || any_inside(b, a) ? Kind::vertex_inside : Kind::piercing;
}

}  // namespace touchstone::oracle
