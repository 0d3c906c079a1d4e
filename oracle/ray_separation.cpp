#include "oracle/ray_separation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "oracle/concave.hpp"
#include "oracle/convex_separation.hpp"
#include "oracle/exact2.hpp"
#include "oracle/pair.hpp"

namespace touchstone::oracle {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Interval smaller(const Interval& a, const Interval& b) {
  return {std::min(a.lo, b.lo), std::min(a.hi, b.hi)};
}
Ball magnitude_of(const Ball& value) {
  return value.hi < 0 ? -value : value;
}

/// A concave shape, read like a ConvexOperand.
class RegionCorners {
 public:
  explicit RegionCorners(const Region& region) : region_(region) {}
  int size() const { return static_cast<int>(region_.vertices().size()); }
  int edge_count() const { return static_cast<int>(region_.edge_count()); }
  PointSum exact_corner(int i) const {
    PointSum sum;
    sum.add(point(static_cast<std::size_t>(i)));
    return sum;
  }
  friend BallVec2 ball_edge(const RegionCorners& shape, int k) {
    const auto from = static_cast<std::size_t>(k);
    return ball_of_difference(shape.point(shape.region_.next(from)), shape.point(from));
  }

 private:
  Point point(std::size_t i) const { return {region_.vertex(i).x, region_.vertex(i).y}; }

  const Region& region_;
};

// Distances are counted from the corners and edges, minus the radius; depths of the ray among them, plus the
// radius.
template <class Corners>
class StraightSides {
 public:
  StraightSides(const ScaledRay& ray, const Corners& shape, double radius)
      : ray_(ray),
        shape_(shape),
        d_(to_ball(ray.direction)),
        length_(sqrt(length_sq(d_))),
        radius_(to_ball(radius)) {}

  Interval distance() const {
    Interval nearest{kInfinity, kInfinity};
    for (int i = 0; i < shape_.size(); ++i) nearest = smaller(nearest, to_corner(i));
    for (int k = 0; k < shape_.edge_count(); ++k) nearest = smaller(nearest, origin_to_edge(k));
    return {std::max(nearest.lo, -radius_.hi), nearest.hi};
  }

  // Of a convex shape: aside, to the left and to the right, or back over an edge that the ray leaves by or
  // runs along.
  Interval depth() const {
    Interval left{-kInfinity, -kInfinity};
    Interval right = left;
    for (int i = 0; i < shape_.size(); ++i) {
      const Ball side = cross(d_, to_ball_corner(i)) / length_;
      left = larger(left, plus_radius(side));
      right = larger(right, plus_radius(-side));
    }
    Interval least = smaller(left, right);
    for (int k = 0; k < shape_.edge_count(); ++k) {
      const BallVec2 edge = ball_edge(shape_, k);
      const int leaves = known_sign(cross(d_, edge));
      if (leaves < 0) continue;
      const Interval back = plus_radius(cross(to_ball_corner(k), edge) / sqrt(length_sq(edge)));
      least = leaves > 0 ? smaller(least, back) : Interval{std::min(least.lo, back.lo), least.hi};
    }
    return {std::max(least.lo, 0.0), least.hi};
  }

 private:
  static Interval larger(const Interval& a, const Interval& b) {
    return {std::max(a.lo, b.lo), std::max(a.hi, b.hi)};
  }
  BallVec2 to_ball_corner(int i) const { return ball_between(shape_.exact_corner(i), ray_.origin); }
  Interval minus_radius(const Ball& value) const { return {lower(value - radius_), upper(value - radius_)}; }
  Interval plus_radius(const Ball& value) const { return {lower(value + radius_), upper(value + radius_)}; }

  Interval to_corner(int i) const {
    const BallVec2 w = to_ball_corner(i);
    const int ahead = known_sign(dot(w, d_));
    if (ahead < 0) return minus_radius(sqrt(length_sq(w)));
    const Interval line = minus_radius(magnitude_of(cross(d_, w)) / length_);
    return ahead > 0 ? line : Interval{line.lo, minus_radius(sqrt(length_sq(w))).hi};
  }
  // Where no end of the edge is nearest to the origin.
  Interval origin_to_edge(int k) const {
    const BallVec2 p = to_ball_corner(k);
    const BallVec2 edge = ball_edge(shape_, k);
    const Ball along = -dot(p, edge);
    const Ball whole = length_sq(edge);
    const int after_start = known_sign(along);
    const int before_end = known_sign(whole - along);
    if (after_start < 0 || before_end < 0) return {kInfinity, kInfinity};
    const Interval line = minus_radius(magnitude_of(cross(edge, p)) / sqrt(whole));
    return after_start > 0 && before_end > 0 ? line : Interval{line.lo, kInfinity};
  }

  const ScaledRay& ray_;
  const Corners& shape_;
  BallVec2 d_;
  Ball length_;
  Ball radius_;
};

// The same as StraightSides::depth, squared and without the radius.
Rational depth_sq(const ExactRay& ray, const ConvexRational& shape) {
  Rational left = 0;
  Rational right = 0;
  for (const RationalVec2& corner : shape.corners) {
    const Rational side = cross(ray.direction, corner - ray.origin);
    left = std::max(left, side);
    right = std::max(right, Rational(-side));
  }
  const Rational aside = std::min(left, right);
  Rational least = aside * aside / length_sq(ray.direction);
  const std::size_t n = shape.corners.size();
  for (std::size_t i = 0; n > 1 && i < n; ++i) {
    const RationalVec2 edge = shape.corners[(i + 1) % n] - shape.corners[i];
    if (cross(ray.direction, edge) < 0) continue;
    const Rational back = cross(shape.corners[i] - ray.origin, edge);
    least = std::min(least, Rational(back * back / length_sq(edge)));
  }
  return least;
}

std::vector<ExactEdge> edges_of(const ConvexRational& shape) {
  std::vector<ExactEdge> edges;
  for (std::size_t i = 0; i < shape.corners.size(); ++i)
    edges.emplace_back(shape.corners[i], shape.corners[(i + 1) % shape.corners.size()]);
  return edges;
}

}  // namespace

Interval separation_of(const ScaledRay& ray, const ConvexOperand& shape, Relation known, double radius) {
  if (known == Relation::touching) return {-radius, -radius};
  const StraightSides sides(ray, shape, radius);
  if (known == Relation::disjoint) return sides.distance();
  const Interval depth = sides.depth();
  return {-depth.hi, -depth.lo};
}

Surd exact_separation_of(const ExactRay& ray, const ConvexRational& shape, Relation known,
                         const Rational& radius) {
  if (known == Relation::touching) return surd(Rational(-radius));
  if (known == Relation::disjoint) return square_root_of(distance_sq(ray, edges_of(shape))) - radius;
  return -square_root_of(depth_sq(ray, shape)) - radius;
}

namespace {

// A lower bound of the distance from the shape's boundary to some point of the ray inside.
double radius_of_inner_disc(const ExactRay& ray, const std::vector<ExactEdge>& edges) {
  std::vector<RationalVec2> points;
  for (const ExactEdge& edge : edges) points.push_back(edge.first);
  const ExactEdge stretch = stretch_of(ray, points);
  const std::vector<Rational> cuts = cuts_of(stretch, edges);
  Rational best_sq = 0;
  for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
    const RationalVec2 middle = at(stretch, (cuts[i] + cuts[i + 1]) / 2);
    if (locate(middle, edges) != Location::inside) continue;
    std::optional<Rational> nearest_sq;
    for (const auto& [from, to] : edges) {
      const RationalVec2 along = to - from;
      if (from == to) continue;
      const Rational t =
          std::clamp(Rational(dot(middle - from, along) / length_sq(along)), Rational(0), Rational(1));
      const Rational square = length_sq(middle - from - along * t);
      if (!nearest_sq || square < *nearest_sq) nearest_sq = square;
    }
    best_sq = std::max(best_sq, *nearest_sq);
  }
  return enclose_sqrt(best_sq).lo;
}

// Over convex pieces of the shape. They are asked about a segment whose end is rounded, so each point of it
// is within `off` of one of the ray: its depth in a piece along any normal exceeds the ray's by at most that.
double depth_in_pieces(const ScaledRay& ray, const Region& region, const PolygonalShape& shape) {
  double reach = 0;
  for (const Vertex& v : region.vertices())
    reach = std::max({reach, std::fabs(v.x - ray.origin.x), std::fabs(v.y - ray.origin.y)});
  int exponent = 0;
  std::frexp(reach, &exponent);
  const Point step{std::ldexp(ray.direction.x, exponent + 3), std::ldexp(ray.direction.y, exponent + 3)};
  const ExactPair x = sum_of(ray.origin.x, step.x);
  const ExactPair y = sum_of(ray.origin.y, step.y);
  const double off = (std::fabs(x.lo) + std::fabs(y.lo)) * (1 + 0x1p-50);
  const Point end{x.hi, y.hi};
  if (!ray.is_exact || !is_finite(end) || !(off < kInfinity)) return 0;
  const double depth = overlap_depth_lower_bound(shape, Segment2<double>{ray.origin, end});
  return std::max(0.0, std::nextafter(depth - off, -kInfinity));
}

}  // namespace

Interval separation_of_concave(const Operand& ray, const PolygonalShape& shape, Relation known) {
  if (known == Relation::touching) return {};
  const ExactRay exact = exact_ray(ray);
  const ScaledRay scaled = ScaledRay::of(ray);
  const Region region(shape);
  if (known == Relation::overlapping) {
    const double in_pieces = depth_in_pieces(scaled, region, shape);
    return {-kInfinity, -std::max(in_pieces, radius_of_inner_disc(exact, oracle::edges_of(shape)))};
  }
  const RegionCorners corners(region);
  const Interval found = StraightSides(scaled, corners, 0).distance();
  if (scaled.is_exact && is_narrow(found, scale_of(ray))) return found;
  return interval_of(enclose_sqrt(distance_sq(exact, oracle::edges_of(shape))));
}

}  // namespace touchstone::oracle
