#include "oracle/ray_exact.hpp"

#include <algorithm>
#include <cassert>

#include "oracle/exact2.hpp"
#include "oracle/surd_root.hpp"

namespace touchstone::oracle {
namespace {

using Raycast = FullTruth::Raycast;
using Form = Operand::Form;

RationalVec2 center_of(const Operand& shape) {
  return rational(std::get<Point2<double>>(shape.skeleton).at);
}
Rational square(const Rational& value) {
  return value * value;
}
SurdVec2 at(const ExactRay& ray, const Surd& t) {
  return {t * ray.direction.x + ray.origin.x, t * ray.direction.y + ray.origin.y};
}
// v / |v|. Requires: not zero.
SurdVec2 unit(const RationalVec2& v) {
  const Rational whole = length_sq(v);
  return {Surd{0, v.x / whole, whole}, Surd{0, v.y / whole, whole}};
}
// v / |v| turned against the ray. Requires: not perpendicular to it.
SurdVec2 facing(const ExactRay& ray, const RationalVec2& v) {
  return unit(dot(v, ray.direction) < 0 ? v : -v);
}

Raycast hit_at(const ExactRay& ray, const Surd& t) {
  return {.hit = true, .t = t, .point = real(at(ray, t)), .normal = std::nullopt};
}
Raycast from_inside(const ExactRay& ray) {
  return hit_at(ray, surd(Rational(0)));
}

// ---- straight shapes

// The only direction of an edge at the point; nothing at corners, and where contours meet.
std::optional<RationalVec2> edge_at(const RationalVec2& p, const std::vector<ExactEdge>& edges) {
  const bool is_flat = edges.size() == 1;
  std::optional<RationalVec2> found;
  for (const auto& [from, to] : edges) {
    const RationalVec2 edge = to - from;
    if (from == to || cross(edge, p - from) != 0 || dot(from - p, to - p) > 0) continue;
    if (is_flat && (p == from || p == to)) return std::nullopt;
    if (found && cross(*found, edge) != 0) return std::nullopt;
    found = edge;
  }
  return found;
}

bool contains(const std::vector<ExactEdge>& edges, const RationalVec2& p) {
  if (edges.size() > 1) return locate(p, edges) != Location::outside;
  const auto& [from, to] = edges.front();
  return cross(to - from, p - from) == 0 && dot(from - p, to - p) <= 0;
}

std::optional<Rational> first_meeting(const ExactRay& ray, const std::vector<ExactEdge>& edges) {
  const RationalVec2& d = ray.direction;
  std::optional<Rational> first;
  const auto offer = [&](const Rational& t) {
    if (t >= 0 && (!first || t < *first)) first = t;
  };
  for (const auto& [from, to] : edges) {
    const RationalVec2 p = from - ray.origin;
    const RationalVec2 q = to - ray.origin;
    const Rational side_p = cross(d, p);
    const Rational side_q = cross(d, q);
    if (side_p == 0) offer(dot(p, d) / length_sq(d));
    if (side_q == 0) offer(dot(q, d) / length_sq(d));
    if (side_p.sign() * side_q.sign() < 0) offer(cross(p, q - p) / (side_q - side_p));
  }
  return first;
}

Raycast against_edges(const ExactRay& ray, const std::vector<ExactEdge>& edges) {
  if (contains(edges, ray.origin)) return from_inside(ray);
  const std::optional<Rational> t = first_meeting(ray, edges);
  if (!t) return {};
  Raycast cast = hit_at(ray, surd(*t));
  const std::optional<RationalVec2> edge = edge_at(ray.origin + ray.direction * *t, edges);
  if (edge && cross(*edge, ray.direction) != 0) cast.normal = real(facing(ray, perp(*edge)));
  return cast;
}

// ---- round shapes

// Hits the circle of this radius around the centre; inward: from inside of it, so that the normal points to
// the centre.
Raycast at_circle(const ExactRay& ray, const RationalVec2& center, const Rational& radius, const Surd& t,
                  bool inward) {
  Raycast cast = hit_at(ray, t);
  if (radius == 0) return cast;
  const SurdVec2 p = at(ray, t);
  const Rational by = (inward ? -1 : 1) / radius;
  cast.normal = real(SurdVec2{(p.x - center.x) * by, (p.y - center.y) * by});
  return cast;
}

Raycast against_disc(const ExactRay& ray, const RationalVec2& center, const Rational& radius) {
  const RationalVec2 w = ray.origin - center;
  if (length_sq(w) <= square(radius)) return from_inside(ray);
  const std::optional<Surd> t = enter_disc(w, ray.direction, square(radius));
  return t ? at_circle(ray, center, radius, *t, false) : Raycast{};
}

Raycast against_ring(const ExactRay& ray, const Operand& ring) {
  const RationalVec2 center = center_of(ring);
  const RationalVec2 w = ray.origin - center;
  const Rational inner = rational(ring.inner_radius);
  if (length_sq(w) >= square(inner)) return against_disc(ray, center, rational(ring.radius));
  const Rational whole = length_sq(ray.direction);
  const Rational root_sq = whole * square(inner) - square(cross(ray.direction, w));
  const Surd t{-dot(w, ray.direction) / whole, 1 / whole, root_sq};
  return at_circle(ray, center, inner, t, true);
}

// A capsule whose segment has a length and whose radius is not 0. From outside the ray enters it at just one
// point, which lies on a side (its foot on the axis is between the ends), or on the disc around an end,
// beyond that end.
// - Side: outside of the strip between the two lines along the sides, the ray enters the strip in one point;
// when
//   its foot is between the ends, it belongs to the capsule, and no earlier point does. A ray that starts in
//   the strip enters by no side: a side's points have the capsule next to them within the strip.
// - Else, a disc is part of the capsule, so the ray enters it there, if the point is beyond the disc's end,
// unless
//   the other disc comes first. With the ray's direction along the axis not negative, it meets no point
//   beyond `to` before one beyond `from`; so that one is tried first, and the other one is the last that
//   remains.
class CapsuleCast {
 public:
  CapsuleCast(const ExactRay& ray, const Segment2<double>& axis, const Rational& radius)
      : ray_(ray), radius_(radius), from_(rational(axis.from)), to_(rational(axis.to)) {
    axis_ = to_ - from_;
    length_sq_ = length_sq(axis_);
  }

  Raycast cast() const {
    if (distance_sq_to(ray_.origin) <= square(radius_)) return from_inside(ray_);
    if (const std::optional<Raycast> side = at_side()) return *side;
    const bool forward = dot(ray_.direction, axis_) >= 0;
    for (const bool at_from : {forward, !forward})
      if (const std::optional<Raycast> end = at_end(at_from)) return *end;
    return {};
  }

 private:
  Rational distance_sq_to(const RationalVec2& p) const {
    const Rational foot = dot(p - from_, axis_);
    if (foot <= 0) return length_sq(p - from_);
    if (foot >= length_sq_) return length_sq(p - to_);
    return square(cross(axis_, p - from_)) / length_sq_;
  }
  // How far the ray is along the axis at t, times the axis's length.
  Surd foot(const Surd& t) const { return t * dot(ray_.direction, axis_) + dot(ray_.origin - from_, axis_); }
  std::optional<Raycast> at_side() const {
    const Rational height = cross(axis_, ray_.origin - from_);  // times the axis's length
    const Rational climb = cross(axis_, ray_.direction);
    const bool is_outside = square(height) > square(radius_) * length_sq_;
    if (!is_outside || height.sign() * climb.sign() >= 0) return std::nullopt;
    // height + t climb = +- radius sqrt(length_sq)
    const Surd t{-height / climb, height.sign() * radius_ / climb, length_sq_};
    if (sign(foot(t)) < 0 || compare(foot(t), length_sq_) > 0) return std::nullopt;
    Raycast cast = hit_at(ray_, t);
    cast.normal = real(unit(height > 0 ? perp(axis_) : -perp(axis_)));
    return cast;
  }
  std::optional<Raycast> at_end(bool at_from) const {
    const RationalVec2& center = at_from ? from_ : to_;
    const std::optional<Surd> t = enter_disc(ray_.origin - center, ray_.direction, square(radius_));
    if (!t) return std::nullopt;
    const bool is_beyond = at_from ? sign(foot(*t)) <= 0 : compare(foot(*t), length_sq_) >= 0;
    if (!is_beyond) return std::nullopt;
    return at_circle(ray_, center, radius_, *t, false);
  }

  const ExactRay& ray_;
  Rational radius_;
  RationalVec2 from_, to_, axis_;
  Rational length_sq_;
};

Raycast against_ball(const ExactRay& ray, const Operand& ball) {
  if (ball.radius == 0) return against_edges(ray, edges_of(ball.skeleton));
  const Rational radius = rational(ball.radius);
  if (const auto* point = std::get_if<Point2<double>>(&ball.skeleton))
    return against_disc(ray, rational(point->at), radius);
  const auto& axis = std::get<Segment2<double>>(ball.skeleton);
  if (axis.from == axis.to) return against_disc(ray, rational(axis.from), radius);
  return CapsuleCast(ray, axis, radius).cast();
}

// ---- ellipses: by the map that takes the half axes u, v to (det, 0), (0, det) an ellipse becomes the disc
// of radius |det| around 0, with det = cross(u, v); t stays what it is.

struct DiscMap {
  RationalVec2 u, v;
  Rational det;

  explicit DiscMap(const Operand& ellipse)
      : u(rational(ellipse.axes[0])), v(rational(ellipse.axes[1])), det(cross(u, v)) {}
  RationalVec2 operator()(const RationalVec2& p) const { return {cross(p, v), cross(u, p)}; }
  /// The transposed map, which takes normals back.
  RationalVec2 back(const RationalVec2& n) const { return {v.y * n.x - u.y * n.y, u.x * n.y - v.x * n.x}; }
};

// (g0 + t g1) / |g0 + t g1|.
RealVec2 unit_along(const RationalVec2& g0, const RationalVec2& g1, const Surd& t) {
  if (const std::optional<Rational> known = rational_value(t)) return real(unit(g0 + g1 * *known));
  const Surd x = t * g1.x + g0.x;
  const Surd y = t * g1.y + g0.y;
  return {share_of_length(x, y), share_of_length(y, x)};
}

Raycast against_ellipse(const ExactRay& ray, const Operand& ellipse) {
  const DiscMap map(ellipse);
  const RationalVec2 w = map(ray.origin - center_of(ellipse));
  const RationalVec2 d = map(ray.direction);
  if (length_sq(w) <= square(map.det)) return from_inside(ray);
  const std::optional<Surd> t = enter_disc(w, d, square(map.det));
  if (!t) return {};
  Raycast cast = hit_at(ray, *t);
  cast.normal = unit_along(map.back(w), map.back(d), *t);
  return cast;
}

// ---- relations

Relation from_sign(int sign) {
  return sign > 0 ? Relation::disjoint : sign == 0 ? Relation::touching : Relation::overlapping;
}

Relation relation_to_edges(const ExactRay& ray, const std::vector<ExactEdge>& edges) {
  std::vector<RationalVec2> points;
  for (const ExactEdge& edge : edges) points.insert(points.end(), {edge.first, edge.second});
  const ExactEdge stretch = stretch_of(ray, points);
  if (edges.size() == 1) return relation(hull_of({stretch.first, stretch.second}), hull_of(points));
  if (inside_of_flat(stretch, edges)) return Relation::overlapping;
  const bool meets = contains(edges, ray.origin) || first_meeting(ray, edges);
  return meets ? Relation::touching : Relation::disjoint;
}

Relation relation_to_disc(const RationalVec2& w, const RationalVec2& d, const Rational& radius_sq) {
  return from_sign(Rational(distance_sq({w, d}, RationalVec2{0, 0}) - radius_sq).sign());
}

Relation relation_to_ball(const ExactRay& ray, const Operand& ball) {
  const std::vector<ExactEdge> edges = edges_of(ball.skeleton);
  const Relation to_skeleton = relation_to_edges(ray, edges);
  if (ball.radius == 0 || to_skeleton != Relation::disjoint)
    return ball.radius == 0 ? to_skeleton : Relation::overlapping;
  return from_sign(Rational(distance_sq(ray, edges) - square(rational(ball.radius))).sign());
}

}  // namespace

ExactRay exact_ray(const Operand& ray) {
  return {center_of(ray), rational(ray.axes[0])};
}

std::optional<Surd> enter_disc(const RationalVec2& w, const RationalVec2& d, const Rational& radius_sq) {
  if (length_sq(w) <= radius_sq) return surd(Rational(0));
  const Rational along = dot(w, d);
  const Rational whole = length_sq(d);
  const Rational root_sq = whole * radius_sq - square(cross(d, w));
  if (along >= 0 || root_sq < 0) return std::nullopt;
  return Surd{-along / whole, -1 / whole, root_sq};
}

FullTruth::Raycast exact_raycast(const ExactRay& ray, const Operand& shape) {
  assert(shape.form != Form::ray);
  if (shape.form == Form::ball) return against_ball(ray, shape);
  if (shape.form == Form::ring) return against_ring(ray, shape);
  if (shape.form == Form::ellipse) return against_ellipse(ray, shape);
  return against_edges(ray, edges_of(shape.skeleton));
}

// A ray leaves every ring, so it passes all distances from the centre above its smallest one: a ring counts
// as its outer disc.
Relation exact_relation(const ExactRay& ray, const Operand& shape) {
  assert(shape.form != Form::ray);
  if (shape.form == Form::ball) return relation_to_ball(ray, shape);
  if (shape.form == Form::ring)
    return relation_to_disc(ray.origin - center_of(shape), ray.direction, square(rational(shape.radius)));
  if (shape.form == Form::ellipse) {
    const DiscMap map(shape);
    return relation_to_disc(map(ray.origin - center_of(shape)), map(ray.direction), square(map.det));
  }
  return relation_to_edges(ray, edges_of(shape.skeleton));
}

ExactEdge stretch_of(const ExactRay& ray, const std::vector<RationalVec2>& points) {
  Rational farthest_sq = 0;
  for (const RationalVec2& p : points)
    farthest_sq = std::max(farthest_sq, Rational(length_sq(p - ray.origin)));
  const Rational ratio_sq = 4 * farthest_sq / length_sq(ray.direction);
  return {ray.origin, ray.origin + ray.direction * Rational(ratio_sq + 1)};  // (x + 1)^2 > x
}

Rational distance_sq(const ExactRay& ray, const RationalVec2& point) {
  const RationalVec2 w = point - ray.origin;
  if (dot(w, ray.direction) <= 0) return length_sq(w);
  return square(cross(ray.direction, w)) / length_sq(ray.direction);
}

Rational distance_sq(const ExactRay& ray, const std::vector<ExactEdge>& edges) {
  std::optional<Rational> nearest;
  const auto offer = [&](const Rational& value) {
    if (!nearest || value < *nearest) nearest = value;
  };
  for (const auto& [from, to] : edges) {
    offer(distance_sq(ray, from));
    offer(distance_sq(ray, to));
    const RationalVec2 edge = to - from;
    const Rational along = dot(ray.origin - from, edge);
    const Rational whole = length_sq(edge);
    if (along > 0 && along < whole) offer(square(cross(edge, ray.origin - from)) / whole);
  }
  return *nearest;
}

}  // namespace touchstone::oracle
