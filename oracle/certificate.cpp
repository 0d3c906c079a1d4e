#include "oracle/certificate.hpp"

#include <algorithm>
#include <cassert>
#include <optional>
#include <vector>

#include "oracle/exact2.hpp"
#include "oracle/exact_edges.hpp"
#include "oracle/full_truth.hpp"
#include "oracle/number.hpp"

namespace touchstone::oracle {
namespace {

// A shape with its hull.
struct Straight {
  explicit Straight(const PolygonalShape& shape)
      : contours(contours_of(shape)),
        edges(edges_of(shape)),
        hull(hull_of(contours[0])),
        is_convex(convex_of(shape).has_value()) {}

  ExactContours contours;
  std::vector<ExactEdge> edges;
  ConvexRational hull;
  bool is_convex;
};

// Requires: the pair overlaps.
RationalVec2 common_interior_point(const Straight& a, const Straight& b) {
  if (a.is_convex && b.is_convex) return distance(a.hull, b.hull).on_a;
  std::optional<RationalVec2> found;
  if (a.hull.is_flat()) {
    found = inside_of_flat(a.edges[0], b.edges);
  } else if (b.hull.is_flat()) {
    found = inside_of_flat(b.edges[0], a.edges);
  } else {
    found = inside_both(a.edges, b.edges);
  }
  assert(found);
  return *found;
}

// ---- directions

// A direction along which A's hull reaches into B's no further than touching, if there is one: first one that
// separates.
std::optional<RationalVec2> separating_direction(const ConvexRational& a, const ConvexRational& b) {
  std::vector<RationalVec2> candidates = face_directions(a, b);
  if (is_difference_flat(a, b)) {
    const std::size_t count = candidates.size();
    for (std::size_t i = 0; i < count; ++i) candidates.push_back(perp(candidates[i]));
    const ExactDistance closest = distance(a, b);
    candidates.push_back(closest.on_b - closest.on_a);
    candidates.push_back({1, 0});
  }
  std::optional<RationalVec2> touching;
  for (const RationalVec2& candidate : candidates) {
    if (candidate == RationalVec2{0, 0}) continue;
    const Rational depth = reach(a, b, candidate);
    if (depth < 0) return candidate;
    if (depth == 0 && !touching) touching = candidate;
  }
  return touching;
}

// ---- text

std::string text(const RationalVec2& p) {
  return "[\"" + to_string(p.x) + "\",\"" + to_string(p.y) + "\"]";
}

template <class T>
std::string text(const std::vector<T>& list) {
  std::string result = "[";
  for (const T& item : list) result += (result.size() > 1 ? "," : "") + text(item);
  return result + "]";
}

// The vertex that goes furthest along the direction, first one of equals.
std::string support_text(const std::vector<RationalVec2>& vertices, const RationalVec2& direction,
                         const RationalVec2& value_direction) {
  const auto less = [&](const RationalVec2& p, const RationalVec2& q) {
    return dot(direction, p) < dot(direction, q);
  };
  const RationalVec2 vertex = *std::max_element(vertices.begin(), vertices.end(), less);
  return "{\"vertex\":" + text(vertex) + ",\"value\":\"" + to_string(dot(value_direction, vertex)) + "\"}";
}

std::string direction_text(const Straight& a, const Straight& b, const RationalVec2& d) {
  return ",\"direction\":" + text(d) + ",\"support_a\":" + support_text(a.contours[0], d, d) +
         ",\"support_b\":" + support_text(b.contours[0], -d, d);
}

std::string disjoint_text(const Straight& a, const Straight& b) {
  const std::optional<RationalVec2> direction = separating_direction(a.hull, b.hull);
  if (!direction || reach(a.hull, b.hull, *direction) == 0) return R"("proof":"boundaries")";
  return R"("proof":"direction")" + direction_text(a, b, *direction);
}

std::string touching_text(const Straight& a, const Straight& b, const RationalVec2& point) {
  if (const std::optional<RationalVec2> direction = separating_direction(a.hull, b.hull)) {
    return R"("proof":"direction_and_point","point":)" + text(point) + direction_text(a, b, *direction);
  }
  const bool a_is_solid = !a.hull.is_flat();
  std::string result = R"("proof":"boundaries_and_point","point":)" + text(point);
  result += std::string(R"(,"solid":")") + (a_is_solid ? "a" : "b") + "\"";
  if (a_is_solid && !b.hull.is_flat()) result += ",\"inner_point\":" + text(*inside_both(a.edges, a.edges));
  return result;
}

RationalVec2 rational_point(const RealVec2& p) {
  return {*rational_value(std::get<Surd>(p.x)), *rational_value(std::get<Surd>(p.y))};
}

std::string proof_text(const Straight& a, const Straight& b, const FullTruth& truth) {
  switch (*truth.relation) {
    case Relation::disjoint:
      return R"("relation":"disjoint",)" + disjoint_text(a, b);
    case Relation::touching:
      return R"("relation":"touching",)" + touching_text(a, b, rational_point(truth.closest->on_a));
    case Relation::overlapping:
      break;
  }
  return R"("relation":"overlapping","proof":"interior_point","point":)" + text(common_interior_point(a, b));
}

// ---- circles, capsules, rings

std::string radius_text(const Operand& shape, const std::string& name) {
  std::string result;
  if (shape.radius > 0) result += ",\"radius_" + name + "\":\"" + to_string(rational(shape.radius)) + "\"";
  if (shape.inner_radius > 0)
    result += ",\"inner_radius_" + name + "\":\"" + to_string(rational(shape.inner_radius)) + "\"";
  return result;
}

std::string round_proof_text(const Straight& a, const Straight& b, const FullTruth& truth, bool has_ring) {
  if (truth.relation == Relation::overlapping) {
    return R"("relation":"overlapping","proof":"interior_point","point":)" +
           text(rational_point(truth.closest->on_a));
  }
  const bool is_touching = truth.relation == Relation::touching;
  const bool has_direction = !has_ring && a.is_convex && b.is_convex;
  std::string result =
      is_touching ? R"("relation":"touching","proof":)" : R"("relation":"disjoint","proof":)";
  result += has_direction ? R"("direction)" : R"("distances)";
  result += is_touching ? R"(_and_point","point":)" + text(rational_point(truth.closest->on_a)) : "\"";
  if (!has_direction) return result;
  const ExactDistance closest = distance(a.hull, b.hull);
  return result + direction_text(a, b, closest.on_b - closest.on_a);
}

}  // namespace

std::string certificate_json(const Shape& a, const Shape& b) {
  const FullTruth truth = full_truth(a, b);
  if (!truth.invalid_reason.empty()) {
    return R"({"status":"invalid_input","reason":")" + truth.invalid_reason + "\"}";
  }
  const Operand operand_a = operand_of(a);
  const Operand operand_b = operand_of(b);
  const auto either_is = [&](Operand::Form form) { return operand_a.form == form || operand_b.form == form; };
  if (either_is(Operand::Form::ellipse) || either_is(Operand::Form::ray))
    return R"({"status":"no_certificate"})";
  const Straight straight_a(operand_a.skeleton);
  const Straight straight_b(operand_b.skeleton);
  const bool is_round = operand_a.radius > 0 || operand_b.radius > 0;
  const std::string proof =
      is_round ? round_proof_text(straight_a, straight_b, truth, either_is(Operand::Form::ring))
               : proof_text(straight_a, straight_b, truth);
  return "{" + proof + ",\"a\":" + text(straight_a.contours) + ",\"b\":" + text(straight_b.contours) +
         radius_text(operand_a, "a") + radius_text(operand_b, "b") + "}";
}

}  // namespace touchstone::oracle
