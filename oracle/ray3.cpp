#include "oracle/ray3.hpp"

#include <algorithm>
#include <optional>

#include "oracle/ray3_exact.hpp"

namespace touchstone::oracle {
namespace {

using Raycast = FullTruth3::Raycast;

RationalVec3 at(const ExactRay3& ray, const Rational& t) {
  return ray.origin + ray.direction * t;
}

Raycast hit_at(const ExactRay3& ray, const Rational& t) {
  return {.hit = true, .t = surd(t), .point = real(at(ray, t)), .normal = std::nullopt};
}
Raycast hit_at(const ExactRay3& ray, const Surd& t) {
  const auto coordinate = [&](const Rational& from, const Rational& by) { return t * by + from; };
  return {.hit = true,
          .t = t,
          .point = real(SurdVec3{coordinate(ray.origin.x, ray.direction.x),
                                 coordinate(ray.origin.y, ray.direction.y),
                                 coordinate(ray.origin.z, ray.direction.z)}),
          .normal = std::nullopt};
}
/// v / |v|.
Vec3<Real> unit(const RationalVec3& v) {
  const Rational square = length_sq(v);
  return real(along({0, 0, 0}, v, 0, 1 / square, square));
}

/// A stretch of the ray, by what bounds it; absent: unbounded.
struct Stretch {
  bool empty = false;
  std::optional<Rational> from, to;
};

/// The part of the whole line in the polytope. In the unit of the pair's lattice.
Stretch stretch_in(const ExactRay3& ray, const std::vector<LatticeHalfSpace>& sides) {
  Stretch stretch;
  for (const LatticeHalfSpace& side : sides) {
    const RationalVec3 normal = rational(side.normal);
    const Rational room = Rational(side.offset) - dot(normal, ray.origin);
    const Rational speed = dot(normal, ray.direction);
    if (speed == 0) {
      stretch.empty = stretch.empty || room < 0;
      continue;
    }
    const Rational t = room / speed;
    auto& bound = speed > 0 ? stretch.to : stretch.from;
    if (!bound || (speed > 0 ? t < *bound : t > *bound)) bound = t;
  }
  stretch.empty = stretch.empty || *stretch.from > *stretch.to || *stretch.to < 0;
  return stretch;
}

/// The sides that the point lies on.
std::vector<const LatticeHalfSpace*> active_at(const RationalVec3& point,
                                               const std::vector<LatticeHalfSpace>& sides) {
  std::vector<const LatticeHalfSpace*> active;
  for (const LatticeHalfSpace& side : sides)
    if (dot(rational(side.normal), point) == Rational(side.offset)) active.push_back(&side);
  return active;
}

/// A polytope's hit: in lattice units, where t is the same.
struct PolytopeHit {
  Raycast cast;
  Relation relation = Relation::disjoint;
};
PolytopeHit meet_polytope(const Ray3<double>& given, const Shape3<double>& shape) {
  const LatticeRay in = lattice_ray(given, shape);
  const auto sides = half_spaces_of(in.polytope);
  const Stretch stretch = stretch_in(in.ray, sides);
  if (stretch.empty) return {};
  const Rational t = std::max(*stretch.from, Rational(0));
  PolytopeHit hit{hit_at(exact_ray(given), t), Relation::touching};
  const RationalVec3 point = at(in.ray, t);
  const auto active = active_at(point, sides);
  if (in.polytope.dimension == 3) {
    const bool along_a_face = std::any_of(active.begin(), active.end(), [&](const LatticeHalfSpace* side) {
      return dot(rational(side->normal), in.ray.direction) == 0;
    });
    if (t < *stretch.to && !along_a_face) hit.relation = Relation::overlapping;
    if (t > 0 && active.size() == 1) hit.cast.normal = unit(rational(active[0]->normal));
  }
  if (in.polytope.dimension == 2 && t > 0 && active.size() == 2) {
    const RationalVec3 normal = rational(active[0]->normal);
    const Rational speed = dot(normal, in.ray.direction);
    if (speed != 0) {
      hit.relation = Relation::overlapping;
      hit.cast.normal = unit(speed < 0 ? normal : -normal);
    }
  }
  return hit;
}

Raycast cast_sphere(const ExactRay3& ray, const RationalVec3& center, const Rational& radius) {
  const RationalVec3 from_center = ray.origin - center;
  const Rational a = length_sq(ray.direction);
  const Rational b = dot(from_center, ray.direction);
  const Rational c = length_sq(from_center) - radius * radius;
  if (c <= 0) return hit_at(ray, Rational(0));
  const Rational discriminant = b * b - a * c;
  if (b >= 0 || discriminant < 0) return {};
  const Surd t{-b / a, -1 / a, discriminant};
  Raycast cast = hit_at(ray, t);
  if (radius == 0) return cast;
  const auto coordinate = [&](const Rational& from, const Rational& by) {
    return (t * by + from) * (1 / radius);
  };
  cast.normal =
      real(SurdVec3{coordinate(from_center.x, ray.direction.x), coordinate(from_center.y, ray.direction.y),
                    coordinate(from_center.z, ray.direction.z)});
  return cast;
}

/// The infinite cylinder around an axis: a t^2 + 2 b t + c <= 0, all times |axis|^2; and the ray's place
/// along the axis, offset + t speed in [0, length].
struct Tube {
  RationalVec3 from, axis;
  Rational radius, length;
  Rational a, b, c, offset, speed;

  Tube(const ExactRay3& ray, const RationalVec3& start, const RationalVec3& end, const Rational& r)
      : from(start), axis(end - start), radius(r), length(length_sq(axis)) {
    const RationalVec3 e = ray.origin - from;
    offset = dot(e, axis);
    speed = dot(ray.direction, axis);
    a = length_sq(ray.direction) * length - speed * speed;
    b = dot(e, ray.direction) * length - offset * speed;
    c = (length_sq(e) - radius * radius) * length - offset * offset;
  }
  Rational discriminant() const { return b * b - a * c; }
  Surd enters() const { return {-b / a, -1 / a, discriminant()}; }
  Surd leaves() const { return {-b / a, 1 / a, discriminant()}; }

  /// Unit normal of the side where the ray is at t.
  Vec3<Real> normal_at(const ExactRay3& ray, const Surd& t) const {
    // (e + t d) less its part along the axis, over the radius.
    const RationalVec3 e = ray.origin - from;
    const RationalVec3 still = (e - axis * Rational(offset / length)) * Rational(1 / radius);
    const RationalVec3 moving = (ray.direction - axis * Rational(speed / length)) * Rational(1 / radius);
    return real(SurdVec3{t * moving.x + still.x, t * moving.y + still.y, t * moving.z + still.z});
  }
};

Raycast cast_capsule(const ExactRay3& ray, const Capsule3<double>& capsule) {
  const RationalVec3 from = rational(capsule.from);
  const RationalVec3 to = rational(capsule.to);
  const Rational radius = rational(capsule.radius);
  if (from == to) return cast_sphere(ray, from, radius);
  const Tube tube(ray, from, to, radius);
  const auto end_at = [&](int side) { return cast_sphere(ray, side < 0 ? from : to, radius); };
  const bool between = tube.offset >= 0 && tube.offset <= tube.length;
  if (tube.c <= 0) {
    if (between) return hit_at(ray, Rational(0));
    return end_at(tube.offset < 0 ? -1 : 1);
  }
  // Outside of the tube: it is entered first, at an end's sphere where that is beyond the axis.
  if (tube.a == 0 || tube.discriminant() < 0 || tube.b >= 0) return {};
  const Surd t = tube.enters();
  const Surd place = t * tube.speed + tube.offset;
  if (sign(place) < 0) return end_at(-1);
  if (compare(place, tube.length) > 0) return end_at(1);
  Raycast cast = hit_at(ray, t);
  cast.normal = tube.normal_at(ray, t);
  return cast;
}

struct CylinderHit {
  Raycast cast;
  Relation relation = Relation::disjoint;
};

/// A cylinder is a tube between the planes of its two ends: where a line is in the one and between the
/// others.
class CylinderMeeter {
 public:
  CylinderMeeter(const ExactRay3& ray, const Cylinder3<double>& cylinder)
      : ray_(ray), tube_(ray, rational(cylinder.from), rational(cylinder.to), rational(cylinder.radius)) {
    find_side();
    find_ends();
  }

  CylinderHit meet() const {
    // Both stretches must reach into t >= 0, and into each other.
    if (misses_ || (side_to_ && sign(*side_to_) < 0) || (end_to_ && *end_to_ < 0)) return {};
    const int side_after = side_from_ && end_to_ ? compare(*side_from_, *end_to_) : -1;
    const int end_after = side_to_ && end_from_ ? -compare(*side_to_, *end_from_) : -1;
    if (side_after > 0 || end_after > 0) return {};
    const bool ends_at_once = (side_to_ && sign(*side_to_) == 0) || (end_to_ && *end_to_ == 0);
    const bool in_one_point = ends_at_once || side_after == 0 || end_after == 0;
    return {cast(side_after == 0, end_after == 0),
            grazes_ || in_one_point ? Relation::touching : Relation::overlapping};
  }

 private:
  void find_side() {
    if (tube_.a == 0) {
      misses_ = tube_.c > 0;
      grazes_ = tube_.c == 0;
      return;
    }
    const Rational discriminant = tube_.discriminant();
    misses_ = discriminant < 0;
    if (misses_) return;
    grazes_ = discriminant == 0;
    side_from_ = tube_.enters();
    side_to_ = tube_.leaves();
  }
  void find_ends() {
    if (tube_.speed == 0) {
      misses_ = misses_ || tube_.offset < 0 || tube_.offset > tube_.length;
      grazes_ = grazes_ || is_in_end();
      return;
    }
    const Rational at_from = -tube_.offset / tube_.speed;
    const Rational at_to = (tube_.length - tube_.offset) / tube_.speed;
    end_from_ = std::min(at_from, at_to);
    end_to_ = std::max(at_from, at_to);
  }
  bool is_in_end() const { return tube_.speed == 0 && (tube_.offset == 0 || tube_.offset == tube_.length); }

  /// At the later of the two entries; at the same time: the rim, which has no normal of its own.
  Raycast cast(bool side_at_end, bool end_at_side) const {
    const bool outside_tube = side_from_ && sign(*side_from_) > 0;
    const bool outside_ends = end_from_ && *end_from_ > 0;
    if (!outside_tube && !outside_ends) return hit_at(ray_, Rational(0));
    const int later = !outside_ends ? 1 : (!outside_tube ? -1 : compare(*side_from_, *end_from_));
    if (later > 0) {
      Raycast hit = hit_at(ray_, *side_from_);
      if (!side_at_end && !is_in_end()) hit.normal = tube_.normal_at(ray_, *side_from_);
      return hit;
    }
    Raycast hit = hit_at(ray_, *end_from_);
    const bool in_wall = !side_from_ && tube_.c == 0;
    const bool at_entry = side_from_ && compare(*side_from_, *end_from_) == 0;
    if (!end_at_side && !in_wall && !at_entry) hit.normal = unit(tube_.speed > 0 ? -tube_.axis : tube_.axis);
    return hit;
  }

  ExactRay3 ray_;
  Tube tube_;
  std::optional<Surd> side_from_, side_to_;    ///< in the tube; absent: along all of the line
  std::optional<Rational> end_from_, end_to_;  ///< between the ends
  bool misses_ = false;
  bool grazes_ = false;  ///< the line runs in the boundary, or touches the tube only
};

Raycast cast_plane(const ExactRay3& ray, const Plane3<double>& plane) {
  const RationalVec3 normal = rational(plane.normal);
  const Rational room = rational(plane.offset) - dot(normal, ray.origin);
  if (room >= 0) return hit_at(ray, Rational(0));
  const Rational speed = dot(normal, ray.direction);
  if (speed >= 0) return {};
  Raycast cast = hit_at(ray, Rational(room / speed));
  cast.normal = unit(normal);
  return cast;
}
Relation relation_to_plane(const ExactRay3& ray, const Plane3<double>& plane) {
  const RationalVec3 normal = rational(plane.normal);
  const Rational room = rational(plane.offset) - dot(normal, ray.origin);
  if (room > 0 || dot(normal, ray.direction) < 0) return Relation::overlapping;
  return room == 0 ? Relation::touching : Relation::disjoint;
}

bool is_round(const Shape3<double>& shape) {
  return std::holds_alternative<Sphere3<double>>(shape) || std::holds_alternative<Capsule3<double>>(shape);
}
/// A cylinder of radius 0 is its axis.
const Cylinder3<double>* solid_cylinder(const Shape3<double>& shape) {
  const auto* cylinder = std::get_if<Cylinder3<double>>(&shape);
  return cylinder != nullptr && cylinder->radius > 0 ? cylinder : nullptr;
}

}  // namespace

FullTruth3::Raycast full_raycast(const Ray3<double>& given, const Shape3<double>& shape) {
  const ExactRay3 ray = exact_ray(given);
  if (const auto* sphere = std::get_if<Sphere3<double>>(&shape))
    return cast_sphere(ray, rational(sphere->center), rational(sphere->radius));
  if (const auto* capsule = std::get_if<Capsule3<double>>(&shape)) {
    if (capsule->radius == 0) return meet_polytope(given, shape).cast;
    return cast_capsule(ray, *capsule);
  }
  if (const auto* plane = std::get_if<Plane3<double>>(&shape)) return cast_plane(ray, *plane);
  if (const auto* cylinder = solid_cylinder(shape)) return CylinderMeeter(ray, *cylinder).meet().cast;
  return meet_polytope(given, shape).cast;
}

Relation ray_relation(const Ray3<double>& given, const Shape3<double>& shape) {
  const ExactRay3 ray = exact_ray(given);
  if (const auto* plane = std::get_if<Plane3<double>>(&shape)) return relation_to_plane(ray, *plane);
  if (const auto* cylinder = solid_cylinder(shape)) return CylinderMeeter(ray, *cylinder).meet().relation;
  const Rational radius = radius_of_ball(shape);
  if (!is_round(shape) || radius == 0) return meet_polytope(given, shape).relation;
  const Rational distance_sq = ray_distance_sq(given, shape);
  const Rational radius_sq = radius * radius;
  return distance_sq < radius_sq ? Relation::overlapping
                                 : (distance_sq == radius_sq ? Relation::touching : Relation::disjoint);
}

}  // namespace touchstone::oracle
