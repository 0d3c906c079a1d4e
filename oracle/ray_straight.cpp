// Rays against straight shapes. Which corners lie left, right or on the ray's line tells where the ray
// enters: a convex shape, counter-clockwise, is entered over the edge that runs from left to right, or over a
// corner.
#include <algorithm>
#include <cmath>
#include <limits>

#include "oracle/filter.hpp"
#include "oracle/ray_meeting.hpp"

namespace touchstone::oracle {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

PointSum sum_of(Point p) {
  PointSum sum;
  sum.add(p);
  return sum;
}

// Turned out of a counter-clockwise contour.
BallVec2 outward(const BallVec2& edge) {
  return {edge.y, -edge.x};
}

// The multiple of the direction at which the ray's line crosses the edge's; p is its start minus the origin.
Ball crossing_with(const ScaledRay& ray, const BallVec2& p, const BallVec2& edge) {
  return cross(p, edge) / cross(to_ball(ray.direction), edge);
}
Ball multiple_to(const ScaledRay& ray, const BallVec2& p) {
  const BallVec2 d = to_ball(ray.direction);
  return dot(p, d) / length_sq(d);
}

}  // namespace

// Sign of cross(direction, corner - origin): +1 left of the ray's line. rough is within error of exact in
// each coordinate.
int StraightMeeter::side_of(Point rough, double error, const PointSum& exact) {
  const Point d = ray_.direction;
  const Point w = rough - ray_.origin;
  const double left = d.x * w.y;
  const double right = d.y * w.x;
  const double bound = cross_error(std::fabs(left) + std::fabs(right)) + 4 * error;  // |d.x|, |d.y| < 1
  if (left - right > bound) return 1;
  if (right - left > bound) return -1;
  used_expansions_ = true;
  ExactSum sum;
  for (int i = 0; i < exact.count; ++i) sum.add_cross(d, exact.parts[i], 1);
  sum.add_cross(d, ray_.origin, -1);
  const int sign = sum.sign();
  abstains_ = abstains_ || sign == ExactSum::kUndecided;
  return sign;
}

// Sign of dot(direction, to - from).
int StraightMeeter::sign_along(const PointSum& to, const PointSum& from) {
  used_expansions_ = true;
  ExactSum sum;
  for (int i = 0; i < to.count; ++i) sum.add_dot(ray_.direction, to.parts[i]);
  for (int i = 0; i < from.count; ++i) sum.add_dot(ray_.direction, -from.parts[i]);
  const int sign = sum.sign();
  abstains_ = abstains_ || sign == ExactSum::kUndecided;
  return sign;
}

// +1: on the inner side of the edge.
int StraightMeeter::side_of_origin(int edge) {
  const EdgeFilter filter(corners_, edge, origin_);
  const double side = filter.side(ray_.origin);
  if (filter.is_inside(side)) return 1;
  if (filter.is_outside(side)) return -1;
  used_expansions_ = true;
  const int sign = side_by_expansion(corners_, edge, origin_, 0);
  abstains_ = abstains_ || sign == ExactSum::kUndecided;
  return sign;
}

// Of one or two corners on the ray's line, the one that the line meets first.
int StraightMeeter::nearest_on_line() {
  const int first = on_line_.front();
  if (on_line_.size() == 1) return first;
  const int second = on_line_.back();
  return sign_along(corners_.exact_corner(second), corners_.exact_corner(first)) > 0 ? first : second;
}

// From a point on the boundary of a solid shape the ray enters when it is where the line does.
FoundMeeting StraightMeeter::meet_from_boundary(int entry, bool has_both_sides) {
  bool enters = false;
  if (entry >= 0) {
    enters = side_of_origin(entry) == 0;
  } else if (has_both_sides) {
    enters = sign_along(corners_.exact_corner(nearest_on_line()), sum_of(ray_.origin)) == 0;
  }
  if (abstains_) return std::nullopt;
  return meeting_at_origin(ray_, enters ? Relation::overlapping : Relation::touching);
}

FoundMeeting StraightMeeter::meet_at_corner(bool has_both_sides) {
  if (on_line_.empty()) return RayMeeting{};
  const PointSum corner = corners_.exact_corner(nearest_on_line());
  const bool ahead = sign_along(corner, sum_of(ray_.origin)) > 0;
  if (abstains_) return std::nullopt;
  if (!ahead) return RayMeeting{};
  const Relation relation = has_both_sides ? Relation::overlapping : Relation::touching;
  return meeting_at(ray_, scale_, relation, multiple_to(ray_, ball_between(corner, ray_.origin)),
                    std::nullopt);
}

FoundMeeting StraightMeeter::meet_convex() {
  if (!corners_.in_range()) return std::nullopt;
  const Location where = location_of_corner(corners_, origin_, 0);
  if (where == Location::inside) return meeting_at_origin(ray_, Relation::overlapping);
  if (where == Location::boundary && corners_.is_flat()) return meeting_at_origin(ray_, Relation::touching);
  const int n = corners_.size();
  sides_.resize(static_cast<std::size_t>(n));
  on_line_.clear();
  bool left = false;
  bool right = false;
  for (int i = 0; i < n; ++i) {
    const int side = side_of(corners_.corner(i), corners_.corner_error(), corners_.exact_corner(i));
    sides_[static_cast<std::size_t>(i)] = static_cast<std::int8_t>(side);
    left = left || side > 0;
    right = right || side < 0;
    if (side == 0) on_line_.push_back(i);
  }
  if (abstains_) return std::nullopt;
  int entry = -1;
  for (int k = 0; k < n; ++k)
    if (sides_[static_cast<std::size_t>(k)] > 0 && sides_[static_cast<std::size_t>(corners_.next(k))] < 0)
      entry = k;
  if (where == Location::boundary) return meet_from_boundary(entry, left && right);
  if (entry < 0) return meet_at_corner(left && right);
  const int side = side_of_origin(entry);
  if (abstains_) return std::nullopt;
  if (side >= 0) return RayMeeting{};
  const BallVec2 edge = ball_edge(corners_, entry);
  const Ball t = crossing_with(ray_, ball_between(corners_.exact_corner(entry), ray_.origin), edge);
  return meeting_at(ray_, scale_, Relation::overlapping, t, outward(edge));
}

// Where the ray crosses an edge from side to side it passes the interior next to it.
FoundMeeting StraightMeeter::meet_edges_of_region() {
  const std::size_t n = region_.edge_count();
  const auto point = [&](std::size_t i) { return Point{region_.vertex(i).x, region_.vertex(i).y}; };
  sides_.resize(n);
  for (std::size_t i = 0; i < n; ++i)
    sides_[i] = static_cast<std::int8_t>(side_of(point(i), 0, sum_of(point(i))));
  if (abstains_) return std::nullopt;
  std::optional<Ball> first;
  BallVec2 first_edge;
  double runner_up = kInfinity;  // a lower bound of every other one
  bool meets_vertex = false;
  for (std::size_t i = 0; i < n; ++i) {
    const bool at_vertex = sides_[i] == 0;
    if (!at_vertex && sides_[i] * sides_[region_.next(i)] >= 0) continue;
    const BallVec2 p = ball_of_difference(point(i), ray_.origin);
    const BallVec2 edge = ball_of_difference(point(region_.next(i)), point(i));
    const Ball t = at_vertex ? multiple_to(ray_, p) : crossing_with(ray_, p, edge);
    const int sign = known_sign(t);
    if (sign == 0) return std::nullopt;
    if (sign < 0) continue;
    meets_vertex = meets_vertex || at_vertex;
    const bool is_first = !at_vertex && (!first || lower(t) < lower(*first));
    if (!is_first || first) runner_up = std::min(runner_up, lower(is_first ? *first : t));
    if (!is_first) continue;
    first = t;
    first_edge = edge;
  }
  if (!first) return meets_vertex ? std::nullopt : FoundMeeting(RayMeeting{});
  if (!(upper(*first) < runner_up)) return std::nullopt;
  // The region's holes run clockwise: every edge has the interior on its left.
  return meeting_at(ray_, scale_, Relation::overlapping, *first, outward(first_edge));
}

FoundMeeting StraightMeeter::meet_concave() {
  const Location where = region_.locate(vertex_of(ray_.origin));
  if (where == Location::inside) return meeting_at_origin(ray_, Relation::overlapping);
  if (where == Location::boundary) return std::nullopt;
  return meet_edges_of_region();
}

FoundMeeting StraightMeeter::meet(const ScaledRay& ray, const PolygonalShape& shape, double scale) {
  ray_ = ray;
  scale_ = scale;
  used_expansions_ = abstains_ = false;
  for (const double value : {ray.origin.x, ray.origin.y, ray.direction.x, ray.direction.y})
    if (!in_expansion_range(value)) return std::nullopt;
  origin_.assign(Point2<double>{ray.origin});
  if (corners_.assign(shape)) return meet_convex();
  region_.assign(shape);
  for (const Vertex& v : region_.vertices())
    if (!in_expansion_range(v.x) || !in_expansion_range(v.y)) return std::nullopt;
  return meet_concave();
}

}  // namespace touchstone::oracle
