#include "oracle/full_truth.hpp"

#include "oracle/area.hpp"
#include "oracle/concave.hpp"
#include "oracle/exact2.hpp"
#include "oracle/exact_edges.hpp"
#include "oracle/validity.hpp"

namespace touchstone::oracle {
namespace {

bool is_point(const Shape& shape) {
  return std::holds_alternative<Point2<double>>(shape);
}
bool has_corners(const Shape& shape) {
  return !is_point(shape) && !std::holds_alternative<Segment2<double>>(shape);
}

std::string reason_of(const Shape& a, const Shape& b) {
  if (std::string reason = invalid_reason(a); !reason.empty()) return "a: " + reason;
  if (std::string reason = invalid_reason(b); !reason.empty()) return "b: " + reason;
  return {};
}

Location location_from(Relation relation) {
  switch (relation) {
    case Relation::disjoint:
      return Location::outside;
    case Relation::touching:
      return Location::boundary;
    case Relation::overlapping:
      break;
  }
  return Location::inside;
}

void set_convex(FullTruth& truth, const ConvexRational& a, const ConvexRational& b) {
  truth.relation = relation(a, b);
  const ExactDistance closest = distance(a, b);
  truth.distance_sq = closest.distance_sq;
  truth.closest = {closest.on_a, closest.on_b};
  truth.separation_sq = closest.distance_sq;
  if (truth.relation == Relation::disjoint) return;
  ExactPenetration out = penetration(a, b);
  truth.separation_sq = -out.depth_sq;
  truth.depth_sq = out.depth_sq;
  truth.mtv = std::move(out.mtv);
}

void set_concave(FullTruth& truth, const Shape& a, const Shape& b) {
  truth.relation = rational_relation(a, b);
  ConcavePair pair;
  pair.assign(a, b);
  const NearestFeatures::Result& nearest = pair.nearest();
  truth.distance_sq = nearest.distance_sq;
  truth.closest = {nearest.on_a, nearest.on_b};
  if (truth.relation != Relation::overlapping) truth.separation_sq = nearest.distance_sq;
}

// True when B is a subset of A. Requires: they overlap.
bool contains(const Shape& a, const Shape& b, const Rational& common) {
  const ConvexRational hull_a = hull_of(outer_contour_of(a));
  const ConvexRational hull_b = hull_of(outer_contour_of(b));
  if (hull_b.is_flat()) return !hull_a.is_flat() && contains_flat(edges_of(a), edges_of(b)[0]);
  return common == area_of(b);
}

// True when a corner of B is inside A.
bool has_corner_inside(const Shape& a, const Shape& b) {
  const Region region_a(a);
  const Region region_b(b);
  if (region_a.dimension() < 2) return false;
  const std::vector<ExactEdge> edges = edges_of(a);
  for (std::size_t i = 0; i < region_b.vertices().size(); ++i) {
    if (region_b.is_corner(i) && locate(region_b.vertex(i).value(), edges) == Location::inside) return true;
  }
  return false;
}

Kind concave_kind(const Shape& a, const Shape& b, Relation relation, const Rational& common) {
  if (relation == Relation::disjoint) return Kind::disjoint;
  if (relation == Relation::touching) return Kind::touching;
  if (contains(a, b, common)) return Kind::a_contains_b;
  if (contains(b, a, common)) return Kind::b_contains_a;
  return has_corner_inside(a, b) || has_corner_inside(b, a) ? Kind::vertex_inside : Kind::piercing;
}

}  // namespace

FullTruth full_truth(const Shape& a, const Shape& b) {
  FullTruth truth;
  truth.invalid_reason = reason_of(a, b);
  if (!truth.invalid_reason.empty()) return truth;
  const std::optional<ConvexRational> convex_a = convex_of(a);
  const std::optional<ConvexRational> convex_b = convex_of(b);
  const bool is_convex = convex_a && convex_b;
  if (is_convex) {
    set_convex(truth, *convex_a, *convex_b);
  } else {
    set_concave(truth, a, b);
  }
  if (has_corners(a) && has_corners(b)) {
    truth.area = is_convex ? common_area(*convex_a, *convex_b) : common_area_witness(a, b);
    truth.kind = is_convex ? kind(*convex_a, *convex_b) : concave_kind(a, b, truth.relation, *truth.area);
  }
  if (is_point(a) || is_point(b)) truth.location = location_from(truth.relation);
  return truth;
}

}  // namespace touchstone::oracle
