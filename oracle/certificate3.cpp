#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "oracle/certificate.hpp"
#include "oracle/exact3.hpp"
#include "oracle/full_truth3.hpp"

namespace touchstone::oracle {
namespace {

using Points = std::vector<RationalVec3>;

// ---- shapes as given

Points points_of(const Shape3<double>& shape) {
  Points points;
  const auto add = [&](const Vec3<double>& p) { points.push_back(rational(p)); };
  if (const auto* point = std::get_if<Point3<double>>(&shape)) add(point->at);
  if (const auto* segment = std::get_if<Segment3<double>>(&shape)) add(segment->from), add(segment->to);
  if (const auto* sphere = std::get_if<Sphere3<double>>(&shape)) add(sphere->center);
  if (const auto* capsule = std::get_if<Capsule3<double>>(&shape)) add(capsule->from), add(capsule->to);
  if (const auto* triangle = std::get_if<Triangle3<double>>(&shape))
    for (const Vec3<double>& p : triangle->points) add(p);
  if (const auto* hull = std::get_if<Hull3<double>>(&shape))
    for (const Vec3<double>& p : hull->points) add(p);
  const auto* box = std::get_if<Aabb3<double>>(&shape);
  const auto* obb = std::get_if<Obb3<double>>(&shape);
  for (unsigned i = 0; i < 8; ++i) {
    const auto upper = [i](unsigned k) { return (i >> k & 1) != 0; };
    if (box != nullptr)
      add({upper(0) ? box->max.x : box->min.x, upper(1) ? box->max.y : box->min.y,
           upper(2) ? box->max.z : box->min.z});
    if (obb == nullptr) continue;
    add(obb->center);
    for (unsigned k = 0; k < 3; ++k)
      points.back() = points.back() + rational(upper(k) ? obb->half_axes[k] : -obb->half_axes[k]);
  }
  return points;
}

Rational radius_of(const Shape3<double>& shape) {
  if (const auto* sphere = std::get_if<Sphere3<double>>(&shape)) return rational(sphere->radius);
  if (const auto* capsule = std::get_if<Capsule3<double>>(&shape)) return rational(capsule->radius);
  return 0;
}

struct Given {
  explicit Given(const Shape3<double>& shape)
      : plane(std::get_if<Plane3<double>>(&shape)), points(points_of(shape)), radius(radius_of(shape)) {}

  const Plane3<double>* plane;  ///< or null
  Points points;
  Rational radius;
};

// ---- weights

// A corner of the lattice with its share in a point.
struct Weight {
  std::size_t corner;
  Rational share;
};

Rational height(const LatticeHalfSpace& half_space, const RationalVec3& p) {
  return dot(rational(half_space.normal), p) - Rational(half_space.offset);
}

RationalVec3 mean_of(const LatticePolytope& polytope, const std::vector<std::size_t>& corners) {
  RationalVec3 sum{0, 0, 0};
  for (const std::size_t i : corners) sum = sum + rational(polytope.corners[i]);
  return sum * Rational(1, static_cast<unsigned long>(corners.size()));
}

// Weights of the corners, all positive when p is in the relative interior. From the mean of the corners
// through p one comes to a face, and goes on there.
std::vector<Weight> weights_of(const LatticePolytope& polytope, RationalVec3 p) {
  const std::vector<LatticeHalfSpace> half_spaces = half_spaces_of(polytope);
  std::vector<Weight> weights;
  std::vector<std::size_t> active;
  for (std::size_t i = 0; i < polytope.corners.size(); ++i) {
    weights.push_back({i, 0});
    active.push_back(i);
  }
  Rational rest(1);
  while (true) {
    const RationalVec3 mean = mean_of(polytope, active);
    std::optional<Rational> exit;  // mean + exit (p - mean) is on the face
    const LatticeHalfSpace* face = nullptr;
    for (const LatticeHalfSpace& half_space : half_spaces) {
      const Rational from = height(half_space, mean);
      const Rational rise = height(half_space, p) - from;
      if (rise <= 0 || (exit && -from >= *exit * rise)) continue;
      exit = -from / rise;
      face = &half_space;
    }
    const Rational onward = exit ? Rational(rest / *exit) : Rational(0);
    const Rational share = (rest - onward) / Rational(static_cast<unsigned long>(active.size()));
    for (const std::size_t i : active) weights[i].share += share;
    if (!exit) return weights;
    rest = onward;
    p = mean + (p - mean) * *exit;
    std::erase_if(active, [&](std::size_t i) { return height(*face, rational(polytope.corners[i])) != 0; });
  }
}

// ---- text

std::string quoted(const Rational& value) {
  return "\"" + to_string(value) + "\"";
}
std::string text(const RationalVec3& p) {
  return "[" + quoted(p.x) + "," + quoted(p.y) + "," + quoted(p.z) + "]";
}

std::string shape_text(const Given& shape) {
  if (shape.plane != nullptr)
    return R"({"normal":)" + text(rational(shape.plane->normal)) + R"(,"offset":)" +
           quoted(rational(shape.plane->offset)) + "}";
  std::string result = "[";
  for (const RationalVec3& p : shape.points) result += (result.size() > 1 ? "," : "") + text(p);
  return result + "]";
}

std::string point_text(const RationalVec3& point) {
  return R"({"point":)" + text(point) + "}";
}
std::string point_text(const RationalVec3& point, const LatticePolytope& polytope, const Rational& unit) {
  std::string result = R"({"point":)" + text(point) + R"(,"weights":[)";
  bool is_first = true;
  for (const Weight& weight : weights_of(polytope, point * Rational(1 / unit))) {
    if (weight.share == 0) continue;
    result += (is_first ? "" : ",") + std::string(R"({"vertex":)") +
              text(rational(polytope.corners[weight.corner]) * unit) + R"(,"weight":)" +
              quoted(weight.share) + "}";
    is_first = false;
  }
  return result + "]}";
}

// Furthest along sign * d. Of a plane: d is a multiple of its normal.
std::string support_text(const Given& shape, const RationalVec3& d, int sign) {
  if (shape.plane != nullptr) {
    const RationalVec3 normal = rational(shape.plane->normal);
    const Rational times = dot(normal, d) / length_sq(normal);
    return R"({"value":)" + quoted(times * rational(shape.plane->offset)) + "}";
  }
  const RationalVec3* furthest = &shape.points[0];
  for (const RationalVec3& p : shape.points)
    if (dot(d, p - *furthest) * Rational(sign) > 0) furthest = &p;
  return R"({"vertex":)" + text(*furthest) + R"(,"value":)" + quoted(dot(d, *furthest)) + "}";
}

std::string direction_text(const Given& a, const Given& b, const RationalVec3& d) {
  return R"("direction":)" + text(d) + R"(,"support_a":)" + support_text(a, d, 1) + R"(,"support_b":)" +
         support_text(b, d, -1);
}

// The parts of a certificate; depth_text is empty for infinite depth.
std::string proof_text(Relation relation, const std::string& direction, const std::string& points,
                       bool is_infinite) {
  if (relation == Relation::disjoint) return R"({"relation":"disjoint","proof":"direction",)" + direction;
  const std::string depth = is_infinite ? R"(,"depth":"inf")" : R"(,"depth":{)" + direction + "}";
  if (relation == Relation::touching)
    return R"({"relation":"touching","proof":"direction_and_points",)" + direction + "," + points + depth;
  return R"({"relation":"overlapping","proof":"interior_points",)" + points + depth;
}

// ---- families

std::string straight_text(const Shape3<double>& a, const Shape3<double>& b, const Given& given_a,
                          const Given& given_b, const FullTruth3& truth) {
  const ExactPair3 pair = exact_pair_of(a, b);
  const ExactSeparation3 skeletons = separation(pair);
  const std::string points = R"("on_a":)" + point_text(skeletons.on_a, pair.a, pair.unit) + R"(,"on_b":)" +
                             point_text(skeletons.on_b, pair.b, pair.unit);
  return proof_text(*truth.relation, direction_text(given_a, given_b, rational(skeletons.direction)), points,
                    false);
}

RationalVec3 rational_point(const RealVec3& p) {
  return {*rational_value(std::get<Surd>(p.x)), *rational_value(std::get<Surd>(p.y)),
          *rational_value(std::get<Surd>(p.z))};
}

// The solid's point: its corner nearest to the depth of the half-space; the half-space's: that, or below it.
std::string plane_and_solid_text(const Plane3<double>& plane, const Shape3<double>& solid, bool plane_is_a,
                                 const Given& given_a, const Given& given_b, const FullTruth3& truth) {
  const RationalVec3 normal = rational(plane.normal);
  const ExactPair3 pair = exact_pair_of(solid, solid);
  RationalVec3 deepest = rational(pair.a.corners[0]) * pair.unit;
  for (const IntegerVec3& corner : pair.a.corners) {
    const RationalVec3 p = rational(corner) * pair.unit;
    if (dot(normal, p) < dot(normal, deepest)) deepest = p;
  }
  const Rational steps = (dot(normal, deepest) - rational(plane.offset)) / length_sq(normal);
  const RationalVec3 in_plane = steps > 0 ? deepest - normal * steps : deepest;
  const std::string of_plane = point_text(in_plane);
  const std::string of_solid = point_text(deepest, pair.a, pair.unit);
  const std::string points =
      R"("on_a":)" + (plane_is_a ? of_plane : of_solid) + R"(,"on_b":)" + (plane_is_a ? of_solid : of_plane);
  return proof_text(*truth.relation, direction_text(given_a, given_b, plane_is_a ? normal : -normal), points,
                    false);
}

std::string two_planes_text(const Given& given_a, const Given& given_b, const FullTruth3& truth) {
  std::string points;
  if (truth.relation != Relation::disjoint) {
    const std::string common = point_text(rational_point(truth.closest->on_a));
    points = R"("on_a":)" + common + R"(,"on_b":)" + common;
  }
  const std::string direction =
      truth.depth_is_infinite ? "" : direction_text(given_a, given_b, rational(given_a.plane->normal));
  return proof_text(*truth.relation, direction, points, truth.depth_is_infinite);
}

std::string radius_text(const Given& shape, const std::string& name) {
  return shape.radius == 0 ? std::string() : ",\"radius_" + name + "\":" + quoted(shape.radius);
}

bool has_none(const Shape3<double>& shape) {
  return std::holds_alternative<Cylinder3<double>>(shape) || std::holds_alternative<Ray3<double>>(shape);
}

}  // namespace

std::string certificate_json(const Shape3<double>& a, const Shape3<double>& b) {
  const FullTruth3 truth = full_truth(a, b);
  if (!truth.invalid_reason.empty())
    return R"({"status":"invalid_input","reason":")" + truth.invalid_reason + "\"}";
  if (has_none(a) || has_none(b)) return R"({"status":"no_certificate"})";
  const Given given_a(a);
  const Given given_b(b);
  std::string proof;
  if (given_a.plane != nullptr && given_b.plane != nullptr) {
    proof = two_planes_text(given_a, given_b, truth);
  } else if (given_a.plane != nullptr) {
    proof = plane_and_solid_text(*given_a.plane, b, true, given_a, given_b, truth);
  } else if (given_b.plane != nullptr) {
    proof = plane_and_solid_text(*given_b.plane, a, false, given_a, given_b, truth);
  } else {
    proof = straight_text(a, b, given_a, given_b, truth);
  }
  return proof + ",\"a\":" + shape_text(given_a) + ",\"b\":" + shape_text(given_b) +
         radius_text(given_a, "a") + radius_text(given_b, "b") + "}";
}

}  // namespace touchstone::oracle
