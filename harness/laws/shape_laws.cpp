// The laws that take a shape to pieces: said in other words, larger, smaller, cut, approximated.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <touchstone/approximate.hpp>
#include <touchstone/decomposition.hpp>
#include <touchstone/validity.hpp>

#include "harness/answer_json.hpp"
#include "harness/laws/asked.hpp"
#include "oracle/area.hpp"
#include "oracle/operand.hpp"

namespace touchstone {
namespace {

using laws::ask;
using laws::Asked;
using laws::budget_of;
using laws::Held;
using laws::violated;

OwnedShape polygon_of(std::vector<Vec2<double>> points) {
  return {.type = ShapeType::polygon, .points = std::move(points)};
}

/// (low + high) / 2 is a number, and so are half of the differences from it.
bool halves_exactly(double low, double high) {
  const double middle = (low + high) / 2;
  return middle - low == high - middle && low + (middle - low) == middle &&
         middle + (high - middle) == high && std::fabs(low) + std::fabs(high) < 0x1p+500;
}

OwnedShape hull_of_box(const Vec3<double>& low, const Vec3<double>& high) {
  OwnedShape hull{.type = ShapeType::hull};
  for (const double x : {low.x, high.x})
    for (const double y : {low.y, high.y})
      for (const double z : {low.z, high.z}) hull.points3.push_back({x, y, z});
  return hull;
}

/// The shape as another type of the same set; nothing when there is none or it would be rounded.
std::optional<OwnedShape> reencoded(const OwnedShape& shape) {
  const auto& p = shape.points;
  switch (shape.type) {
    case ShapeType::aabb: {
      const Vec2<double> low = p[0], high = p[1];
      if (!halves_exactly(low.x, high.x) || !halves_exactly(low.y, high.y))
        return polygon_of({low, {high.x, low.y}, high, {low.x, high.y}});
      const Vec2<double> middle{(low.x + high.x) / 2, (low.y + high.y) / 2};
      return OwnedShape{.type = ShapeType::obb,
                        .points = {middle, {high.x - middle.x, 0}, {0, high.y - middle.y}}};
    }
    case ShapeType::triangle:
      return polygon_of(p);
    case ShapeType::polygon:
      if (p.size() != 3 || !shape.holes.empty()) return std::nullopt;
      return OwnedShape{.type = ShapeType::triangle, .points = p};
    case ShapeType::segment:
      return OwnedShape{.type = ShapeType::capsule, .points = p};
    case ShapeType::circle:
      if (shape.radii[0] > 0 && std::signbit(p[0].x))
        return OwnedShape{.type = ShapeType::ring, .points = p, .radii = {0, shape.radii[0]}};
      return OwnedShape{.type = ShapeType::capsule, .points = {p[0], p[0]}, .radii = shape.radii};
    case ShapeType::ring:
      if (shape.radii[0] != 0) return std::nullopt;
      return OwnedShape{.type = ShapeType::circle, .points = p, .radii = {shape.radii[1], 0}};
    case ShapeType::capsule:
      if (p[0] != p[1]) return std::nullopt;
      return OwnedShape{.type = ShapeType::circle, .points = {p[0]}, .radii = shape.radii};
    case ShapeType::aabb3:
      return hull_of_box(shape.points3[0], shape.points3[1]);
    case ShapeType::triangle3:
      return OwnedShape{.type = ShapeType::hull, .points3 = shape.points3};
    case ShapeType::segment3:
      return OwnedShape{.type = ShapeType::capsule3, .points3 = shape.points3};
    case ShapeType::sphere:
      return OwnedShape{.type = ShapeType::capsule3,
                        .points = {},
                        .radii = shape.radii,
                        .points3 = {shape.points3[0], shape.points3[0]}};
    default:
      return std::nullopt;
  }
}

bool differ(const std::optional<double>& x, const std::optional<double>& y, double allowed) {
  return x && y && std::fabs(*x - *y) > allowed;
}

double inflated(double radius, Scalar scalar) {
  if (scalar == Scalar::float32)
    return double{std::nextafter(static_cast<float>(radius), std::numeric_limits<float>::infinity())};
  return std::nextafter(radius, std::numeric_limits<double>::infinity());
}

/// A part of the shape that is a valid shape of the same type; nothing when there is none at hand.
std::optional<OwnedShape> part_of(const OwnedShape& shape) {
  OwnedShape part = shape;
  auto& p = part.points;
  const auto middle = [](Vec2<double> a, Vec2<double> b) {
    return Vec2<double>{(a.x + b.x) / 2, (a.y + b.y) / 2};
  };
  switch (shape.type) {
    case ShapeType::polygon:
      // Without a corner; of a concave one that is no part, so only of shapes that the oracle finds convex.
      if (p.size() < 4 || !shape.holes.empty()) return std::nullopt;
      p.pop_back();
      return part;
    case ShapeType::aabb:
      p[1].x = middle(p[0], p[1]).x;
      return part;
    case ShapeType::segment:
    case ShapeType::capsule:
      // Rounded, the middle leaves the line unless it runs along an axis.
      if (p[0].x != p[1].x && p[0].y != p[1].y) return std::nullopt;
      p[1] = middle(p[0], p[1]);
      return part;
    case ShapeType::hull:
      if (part.points3.size() < 2) return std::nullopt;
      part.points3.pop_back();
      return part;
    case ShapeType::aabb3:
      part.points3[1].z = (part.points3[0].z + part.points3[1].z) / 2;
      return part;
    default:
      return std::nullopt;
  }
}

std::optional<Relation> relation_of(Subject& subject, const Scene& scene, Scalar scalar) {
  const Asked asked(scene, scalar);
  const auto answer = ask(subject, Query::relation, asked.a, asked.b);
  return answer ? answer->relation : std::nullopt;
}

/// Relations of the pair before and after a change that can only take it in one direction.
LawResult compare_relations(const Scene& scene, const Scene& changed, Subject& subject, bool may_rise,
                            const char* what) {
  const Scalar scalar = subject.info().scalar;
  Asked before(scene, scalar), after(changed, scalar);
  for (Asked* asked : {&before, &after})
    if (!asked->truth.valid() || !asked->truth.decided() || !asked->truth.is_rational()) return {};
  if (!subject.info().exact_relation) return {};
  const auto first = relation_of(subject, scene, scalar);
  const auto second = relation_of(subject, changed, scalar);
  if (!first || !second) return {};
  if (may_rise ? *second >= *first : *second <= *first) return {Held::holds, {}};
  return violated(scene, subject.info(), Query::relation,
                  fmt::format("{}, {}: {} in {}", name_of(*first), what, name_of(*second), to_json(changed)));
}

}  // namespace

LawResult law_reencoding(const Scene& scene, Subject& subject) {
  const SubjectInfo& info = subject.info();
  Asked asked(scene, info.scalar);
  if (!asked.truth.valid() || !laws::is_owed(asked, info)) return {};
  Scene other;
  other.query = scene.query;
  other.a = asked.owned_a;
  other.b = asked.owned_b;
  const auto a = reencoded(other.a);
  const auto b = reencoded(other.b);
  if (!a && !b) return {};
  if (a) other.a = *a;
  if (b) other.b = *b;
  Asked again(other, info.scalar);
  if (again.owned_a != other.a || again.owned_b != other.b || !again.truth.valid()) return {};
  const double allowed = 2 * budget_of(info, asked.truth.scale());
  LawResult result;
  for (const Query query :
       {Query::relation, Query::kind, Query::distance, Query::penetration, Query::contains, Query::raycast}) {
    const auto first = ask(subject, query, asked.a, asked.b);
    const auto second = ask(subject, query, again.a, again.b);
    if (!first || !second) continue;
    result.outcome = Held::holds;
    if (first->relation != second->relation || first->hit != second->hit || first->kind != second->kind ||
        first->location != second->location || differ(first->distance, second->distance, allowed) ||
        differ(first->depth, second->depth, allowed))
      return violated(scene, info, query,
                      fmt::format("{} against {} for {}", to_json(*first, scene.dimension()).dump(),
                                  to_json(*second, scene.dimension()).dump(), to_json(other)));
  }
  return result;
}

LawResult law_inflate(const Scene& scene, Subject& subject) {
  Scene larger = scene;
  bool changed = false;
  for (OwnedShape* shape : {&larger.a, &larger.b}) {
    if (shape->type != ShapeType::circle && shape->type != ShapeType::capsule &&
        shape->type != ShapeType::ring && shape->type != ShapeType::sphere &&
        shape->type != ShapeType::capsule3)
      continue;
    double& radius = shape->radii[shape->type == ShapeType::ring ? 1 : 0];
    // From zero on the smallest step is a subnormal, which the core refuses: a shape of size zero stays.
    if (radius == 0) continue;
    radius = inflated(radius, subject.info().scalar);
    changed = true;
  }
  return changed ? compare_relations(scene, larger, subject, true, "inflated") : LawResult{};
}

LawResult law_subset(const Scene& scene, Subject& subject) {
  Scene smaller = scene;
  const auto part = part_of(scene.a);
  if (!part) return {};
  if (scene.a.type == ShapeType::polygon) {
    Asked asked(scene, subject.info().scalar);
    if (!asked.truth.valid()) return {};
    const auto core = checked(asked.a.get());
    if (!core.ok() || !core.is_convex()) return {};
  }
  smaller.a = *part;
  return compare_relations(scene, smaller, subject, false, "a part of A");
}

LawResult law_closest_points(const Scene& scene, Subject& subject) {
  Asked asked(scene, subject.info().scalar);
  if (!asked.truth.valid() || !asked.truth.decided()) return {};
  const auto answer = ask(subject, Query::distance, asked.a, asked.b);
  if (!answer || !answer->closest) return {};
  const double budget = budget_of(subject.info(), asked.truth.scale());
  if (is_finite(answer->closest->on_a) && is_finite(answer->closest->on_b) &&
      asked.truth.distance_to_a(answer->closest->on_a).lo <= budget &&
      asked.truth.distance_to_b(answer->closest->on_b).lo <= budget)
    return {Held::holds, {}};
  return violated(scene, subject.info(), Query::distance, to_json(*answer, scene.dimension()).dump());
}

namespace {

/// How far the point lies from the boundary when inside the shape, else 0.
double depth_in(const ShapeView& shape, const Coordinates& p) {
  OwnedShape point;
  point.type = shape.dimension() == 2 ? ShapeType::point : ShapeType::point3;
  point.points = {in_plane(p)};
  point.points3 = {p};
  const ShapeView at(point);
  SceneTruth truth;
  truth.assign(shape, at);
  return truth.valid() && truth.location() == Location::inside ? truth.distance_to_boundary().lo : 0;
}

/// A half-space has no locations.
bool has_inside(const OwnedShape& shape) {
  return shape.type != ShapeType::plane;
}

Coordinates point_of(const OwnedShape& ray, double t) {
  if (ray.type == ShapeType::ray) return ray.points[0] + ray.points[1] * t;
  return ray.points3[0] + ray.points3[1] * t;
}

}  // namespace

LawResult law_ray_hit(const Scene& scene, Subject& subject) {
  if (scene.query != Query::raycast) return {};
  Asked asked(scene, subject.info().scalar);
  if (!asked.truth.valid() || !asked.truth.decided()) return {};
  const auto answer = ask(subject, Query::raycast, asked.a, asked.b);
  if (!answer || !answer->hit.value_or(false) || !answer->t || !answer->point) return {};
  const double budget = budget_of(subject.info(), asked.truth.scale());
  const bool ray_first = is_ray(scene.a.type);
  const auto distance = [&](const Coordinates& p) {
    return ray_first ? asked.truth.distance_to_b(p) : asked.truth.distance_to_a(p);
  };
  const OwnedShape& ray = ray_first ? asked.owned_a : asked.owned_b;
  const bool in_shape = *answer->t >= 0 && std::isfinite(*answer->t) && is_finite(*answer->point) &&
                        distance(*answer->point).lo <= budget;
  const ShapeView& shape = ray_first ? asked.b : asked.a;
  bool is_first = true;
  constexpr int kStops = 10;
  for (int k = 1; k <= kStops && in_shape && is_first && has_inside(ray_first ? scene.b : scene.a); ++k)
    is_first = depth_in(shape, point_of(ray, *answer->t * (1 - std::ldexp(1.0, -k)))) <= budget;
  if (in_shape && (is_first || *answer->t == 0)) return {Held::holds, {}};
  return violated(scene, subject.info(), Query::raycast, to_json(*answer, scene.dimension()).dump());
}

namespace {

/// Empty when the parts are as they should be.
std::string problem_of(const ConvexParts<double>& parts, const Polygon2<double>& polygon) {
  const auto is_vertex = [&](Vec2<double> p) {
    const auto in = [&](Contour2<double> c) { return std::find(c.begin(), c.end(), p) != c.end(); };
    return in(polygon.points) || std::any_of(polygon.holes.begin(), polygon.holes.end(), in);
  };
  if (!std::all_of(parts.points.begin(), parts.points.end(), is_vertex)) return "a corner is no vertex";
  oracle::Rational area = 0;
  std::vector<Polygon2<double>> outlines;
  std::string reason;
  for (std::int32_t i = 0; i < parts.count(); ++i) {
    const ConvexView<double> part = parts.part(i);
    outlines.push_back({Contour2<double>(part.first, static_cast<std::size_t>(part.count))});
    area += oracle::area_of(outlines.back());
  }
  if (area != oracle::area_of(polygon)) return "the areas do not add up";
  oracle::Truth truth;
  for (std::size_t i = 0; i < outlines.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      truth.assign(outlines[i], outlines[j]);
      if (!truth.valid() || !truth.convex()) return "a part is not convex: " + truth.invalid_reason();
      if (truth.relation() == Relation::overlapping) return "two parts overlap";
    }
  return {};
}

}  // namespace

LawResult law_decomposition(const Scene& scene) {
  LawResult result;
  for (const OwnedShape* shape : {&scene.a, &scene.b}) {
    if (shape->type != ShapeType::polygon) continue;
    const ShapeView view(*shape);
    const auto& polygon = std::get<Polygon2<double>>(view.get());
    const auto whole = checked(polygon);
    if (!whole.ok() || (whole.is_polytope() && whole.convex().dimension < 2)) continue;
    result.outcome = Held::holds;
    const std::string problem = problem_of(decompose(whole), polygon);
    if (!problem.empty())
      return {Held::violated,
              fmt::format("{}: {}\nscene: {}", shape == &scene.a ? "a" : "b", problem, to_json(scene))};
  }
  return result;
}

namespace {

/// The separation of the polygon around (or in) shape A, or B, from the other one.
oracle::Interval separation_of(const Asked& asked, bool of_a, std::span<const Vec2<double>> vertices) {
  oracle::Truth truth;
  const Polygon2<double> polygon{vertices};
  truth.assign(of_a ? Shape2<double>(polygon) : asked.a.get(),
               of_a ? asked.b.get() : Shape2<double>(polygon));
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (!truth.valid() || !truth.decided()) return {-kInfinity, kInfinity};
  return truth.separation();
}

}  // namespace

LawResult law_approximation(const Scene& scene) {
  Asked asked(scene, Scalar::float64);
  if (!asked.truth.valid() || !asked.truth.decided() || !asked.truth.convex()) return {};
  const auto is_round = [](const OwnedShape& s) {
    return (s.type == ShapeType::circle && s.radii[0] > 0) || s.type == ShapeType::ellipse;
  };
  if (scene.query == Query::raycast || (!is_round(scene.a) && !is_round(scene.b))) return {};
  const bool of_a = is_round(scene.a);
  const Shape2<double>& round = of_a ? asked.a.get() : asked.b.get();
  std::array<Vec2<double>, 8> inside, around;
  if (const auto* circle = std::get_if<Circle2<double>>(&round)) {
    make_inscribed(*circle, std::span<Vec2<double>>(inside));
    make_circumscribed(*circle, std::span<Vec2<double>>(around));
  } else {
    make_inscribed(std::get<Ellipse2<double>>(round), std::span<Vec2<double>>(inside));
    make_circumscribed(std::get<Ellipse2<double>>(round), std::span<Vec2<double>>(around));
  }
  // Their u counts centre and radius added, twice the scale at most.
  const double bound = 2 * kCircumscribedEllipseBound * unit_of(Scalar::float64, asked.truth.scale());
  const oracle::Interval truth = asked.truth.separation();
  if (separation_of(asked, of_a, inside).hi >= truth.lo - bound &&
      separation_of(asked, of_a, around).lo <= truth.hi + bound)
    return {Held::holds, {}};
  return {Held::violated,
          "an octagon in the shape reaches further, or one around it less far\nscene: " + to_json(scene)};
}

}  // namespace touchstone
