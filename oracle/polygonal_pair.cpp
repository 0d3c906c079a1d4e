#include "oracle/polygonal_pair.hpp"

#include <algorithm>
#include <limits>

#include "oracle/area.hpp"
#include "oracle/exact2.hpp"

namespace touchstone::oracle {
namespace {

using Tier = Truth::Tier;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

Interval smaller(Interval a, Interval b) {
  return {std::min(a.lo, b.lo), std::min(a.hi, b.hi)};
}

}  // namespace

bool may_be_enclosed(const ConvexOperand& shape) {
  return shape.smallest() >= kSmallestEnclosed && shape.scale() <= kLargestEnclosed;
}

void PolygonalPair::assign(const Operand& a, const Operand& b) {
  a_ = a.skeleton;
  b_ = b.skeleton;
  pair_is_assigned_ = false;
  relation_.reset();
  separation_.reset();
  tier_ = forced_;
  const bool convex_a = convex_a_.assign(a_);
  const bool convex_b = convex_b_.assign(b_);
  convex_ = convex_a && convex_b;
}

ConcavePair& PolygonalPair::concave_pair() {
  if (!pair_is_assigned_) pair_.assign(a_, b_);
  pair_is_assigned_ = true;
  return pair_;
}

// The separation of two convex shapes: as balls when they can, else by rationals.
Interval PolygonalPair::enclose(ConvexSeparation& separations, const ConvexOperand& first,
                                const ConvexOperand& second) {
  if (forced_ != Tier::rational && may_be_enclosed(first) && may_be_enclosed(second)) {
    const Interval found = separations.enclose(first, second);
    last_is_rational_ = !is_narrow(found, std::max(first.scale(), second.scale()));
    if (!last_is_rational_) return found;
  }
  last_is_rational_ = true;
  return separation_by_rationals(first.to_rational(), second.to_rational());
}

Location PolygonalPair::locate(const ConvexOperand& shape, const ConvexOperand& other, int corner) const {
  if (forced_ != Tier::rational) return location_of_corner(shape, other, corner);
  return oracle::location(shape.to_rational(), other.to_rational().corners[static_cast<std::size_t>(corner)]);
}
bool PolygonalPair::contains(const ConvexOperand& outer, const ConvexOperand& inner) const {
  for (int i = 0; i < inner.size(); ++i)
    if (locate(outer, inner, i) == Location::outside) return false;
  return true;
}
bool PolygonalPair::has_corner_inside(const ConvexOperand& outer, const ConvexOperand& inner) const {
  for (int i = 0; i < inner.size() && !outer.is_flat(); ++i)
    if (locate(outer, inner, i) == Location::inside) return true;
  return false;
}

Relation PolygonalPair::relation() {
  if (!relation_) {
    if (!convex_) {
      tier_ = forced_ == Tier::rational ? Tier::rational : Tier::expansion;
      relation_ = forced_ == Tier::rational ? rational_relation(a_, b_) : concave_pair().relation();
    } else if (forced_ == Tier::rational) {
      tier_ = Tier::rational;
      relation_ = oracle::relation(*convex_of(a_), *convex_of(b_));
    } else {
      relation_ = oracle::relation(convex_a_, convex_b_, forced_, tier_);
    }
  }
  return *relation_;
}

Kind PolygonalPair::kind() {
  if (relation() == Relation::disjoint) return Kind::disjoint;
  if (relation() == Relation::touching) return Kind::touching;
  if (!convex_) return concave_pair().kind();
  if (contains(convex_a_, convex_b_)) return Kind::a_contains_b;
  if (contains(convex_b_, convex_a_)) return Kind::b_contains_a;
  const bool inside = has_corner_inside(convex_a_, convex_b_) || has_corner_inside(convex_b_, convex_a_);
  return inside ? Kind::vertex_inside : Kind::piercing;
}

Location PolygonalPair::location() {
  if (convex_) return location_from(relation());
  const auto* point = std::get_if<Point2<double>>(&b_);
  return point != nullptr ? oracle::location(point->at, a_)
                          : oracle::location(std::get<Point2<double>>(a_).at, b_);
}

Interval PolygonalPair::separation() {
  if (separation_) return *separation_;
  Interval value;
  const Relation known = relation();
  if (known == Relation::touching) {
    value = {};
  } else if (convex_) {
    value = enclose(of_pair_, convex_a_, convex_b_);
    is_rational_ = last_is_rational_;
    if (known == Relation::disjoint) value.lo = std::max(value.lo, 0.0);
    if (known == Relation::overlapping) value.hi = std::min(value.hi, -0.0);
  } else if (known == Relation::disjoint) {
    value = interval_of(concave_pair().distance());
  } else {
    value = {-kInfinity, -overlap_depth_lower_bound(a_, b_)};
  }
  separation_ = value;
  return value;
}

std::optional<Point> PolygonalPair::mtv() {
  if (relation() == Relation::touching) return Point{};
  separation();
  if (!is_rational_) return of_pair_.push();
  const ExactPenetration exact = penetration(convex_a_.to_rational(), convex_b_.to_rational());
  return Point{round_to_double(exact.mtv.front().x), round_to_double(exact.mtv.front().y)};
}

Interval PolygonalPair::area() {
  if (relation() != Relation::overlapping) return {};
  return interval_of(oracle::enclose(common_area(a_, b_)));
}

Interval PolygonalPair::kind_margin() {
  const Interval apart = magnitude(separation());
  if (convex_ && may_be_enclosed(convex_a_) && may_be_enclosed(convex_b_))
    return smaller(apart, corner_to_boundary(convex_a_, convex_b_));
  return smaller(apart, interval_of(enclose_sqrt(concave_pair().corner_to_boundary_sq())));
}

Interval PolygonalPair::distance_to_boundary() {
  if (convex_) return magnitude(separation());
  const auto* point = std::get_if<Point2<double>>(&b_);
  const Rational square = point != nullptr ? boundary_distance_sq(point->at, a_)
                                           : boundary_distance_sq(std::get<Point2<double>>(a_).at, b_);
  return interval_of(enclose_sqrt(square));
}

Interval PolygonalPair::separation_after(Point shift, double) {
  moved_.assign_moved(convex_b_, shift);
  return enclose(of_moved_, convex_a_, moved_);
}

void PolygonalPair::force_tier(Tier tier) {
  forced_ = tier_ = tier;
  relation_.reset();
  separation_.reset();
}

void PolygonalPair::tell_convex(FullTruth& truth) const {
  const ConvexRational a = *convex_of(a_);
  const ConvexRational b = *convex_of(b_);
  truth.relation = oracle::relation(a, b);
  const ExactDistance closest = distance(a, b);
  truth.distance = square_root_of(closest.distance_sq);
  truth.closest = {real(closest.on_a), real(closest.on_b)};
  truth.separation = truth.distance;
  if (truth.relation == Relation::disjoint) return;
  const ExactPenetration out = penetration(a, b);
  truth.separation = -square_root_of(out.depth_sq);
  truth.depth = square_root_of(out.depth_sq);
  truth.mtv.emplace();
  for (const RationalVec2& push : out.mtv) truth.mtv->push_back(real(push));
}

void PolygonalPair::tell_concave(FullTruth& truth) {
  truth.relation = rational_relation(a_, b_);
  const NearestFeatures::Result& nearest = concave_pair().nearest();
  truth.distance = square_root_of(nearest.distance_sq);
  truth.closest = {real(nearest.on_a), real(nearest.on_b)};
  if (truth.relation != Relation::overlapping) truth.separation = truth.distance;
}

void PolygonalPair::tell(FullTruth& truth) {
  if (convex_of(a_) && convex_of(b_)) {
    tell_convex(truth);
  } else {
    tell_concave(truth);
  }
}

}  // namespace touchstone::oracle
