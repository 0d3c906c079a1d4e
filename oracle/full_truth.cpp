#include "oracle/full_truth.hpp"

#include "oracle/area.hpp"
#include "oracle/concave.hpp"
#include "oracle/exact2.hpp"
#include "oracle/exact_edges.hpp"
#include "oracle/pair.hpp"
#include "oracle/polygonal_pair.hpp"
#include "oracle/validity.hpp"

namespace touchstone::oracle {
namespace {

bool has_corners(const Operand& operand) {
  return operand.form == Operand::Form::polygonal &&
         !std::holds_alternative<Point2<double>>(operand.skeleton) &&
         !std::holds_alternative<Segment2<double>>(operand.skeleton);
}

std::string reason_of(const Shape& a, const Shape& b) {
  if (std::string reason = invalid_reason(a); !reason.empty()) return "a: " + reason;
  if (std::string reason = invalid_reason(b); !reason.empty()) return "b: " + reason;
  return {};
}

std::unique_ptr<Pair> family_of(const Operand& a, const Operand& b) {
  using Form = Operand::Form;
  const auto either_is = [&](Form form) { return a.form == form || b.form == form; };
  if (either_is(Form::ray)) return make_ray_pair();
  if (either_is(Form::ellipse)) return make_ellipse_pair();
  if (either_is(Form::ring)) return make_ring_pair();
  if (either_is(Form::ball)) return make_ball_pair();
  return std::make_unique<PolygonalPair>();
}

// True when B is a subset of A. Requires: they overlap.
bool contains(const PolygonalShape& a, const PolygonalShape& b, const Rational& common) {
  const ConvexRational hull_a = hull_of(outer_contour_of(a));
  const ConvexRational hull_b = hull_of(outer_contour_of(b));
  if (hull_b.is_flat()) return !hull_a.is_flat() && contains_flat(edges_of(a), edges_of(b)[0]);
  return common == area_of(b);
}

// True when a corner of B is inside A.
bool has_corner_inside(const PolygonalShape& a, const PolygonalShape& b) {
  const Region region_a(a);
  const Region region_b(b);
  if (region_a.dimension() < 2) return false;
  const std::vector<ExactEdge> edges = edges_of(a);
  for (std::size_t i = 0; i < region_b.vertices().size(); ++i) {
    if (region_b.is_corner(i) && locate(region_b.vertex(i).value(), edges) == Location::inside) return true;
  }
  return false;
}

Kind concave_kind(const PolygonalShape& a, const PolygonalShape& b, Relation relation,
                  const Rational& common) {
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
  const Operand operand_a = operand_of(a);
  const Operand operand_b = operand_of(b);
  const std::unique_ptr<Pair> pair = family_of(operand_a, operand_b);
  pair->force_tier(Truth::Tier::rational);
  pair->assign(operand_a, operand_b);
  truth.undecided = !pair->decided();
  if (truth.undecided) return truth;
  pair->tell(truth);
  if (has_corners(operand_a) && has_corners(operand_b)) {
    const PolygonalShape& straight_a = operand_a.skeleton;
    const PolygonalShape& straight_b = operand_b.skeleton;
    const std::optional<ConvexRational> convex_a = convex_of(straight_a);
    const std::optional<ConvexRational> convex_b = convex_of(straight_b);
    const bool is_convex = convex_a && convex_b;
    truth.area = is_convex ? common_area(*convex_a, *convex_b) : common_area_witness(straight_a, straight_b);
    truth.kind = is_convex ? kind(*convex_a, *convex_b)
                           : concave_kind(straight_a, straight_b, *truth.relation, *truth.area);
  }
  if ((is_point(operand_a) || is_point(operand_b)) && truth.relation)
    truth.location = location_from(*truth.relation);
  return truth;
}

}  // namespace touchstone::oracle
