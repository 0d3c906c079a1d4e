#include "oracle/truth.hpp"

#include <algorithm>
#include <limits>

#include "oracle/area.hpp"
#include "oracle/concave.hpp"
#include "oracle/convex.hpp"
#include "oracle/convex_separation.hpp"
#include "oracle/exact2.hpp"
#include "oracle/validity.hpp"

namespace touchstone::oracle {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Interval interval_of(Enclosure enclosure) {
  return {enclosure.lo, enclosure.hi};
}

bool is_point(const Shape& shape) {
  return std::holds_alternative<Point2<double>>(shape);
}

// Largest |coordinate| of the corners and centre of any shape.
double scale_of(const Shape& shape) {
  double scale = 0;
  const auto look = [&](Point p) { scale = std::max({scale, std::fabs(p.x), std::fabs(p.y)}); };
  if (const auto* polygon = std::get_if<Polygon2<double>>(&shape)) {
    for (const Point p : polygon->points) look(p);
    for (const auto& hole : polygon->holes)
      for (const Point p : hole) look(p);
  } else if (const auto* obb = std::get_if<Obb2<double>>(&shape)) {
    look(obb->center);
    for (const double first : {-1.0, 1.0})
      for (const double second : {-1.0, 1.0})
        look(obb->center + obb->half_axes[0] * first + obb->half_axes[1] * second);
  } else if (const auto* aabb = std::get_if<Aabb2<double>>(&shape)) {
    look(aabb->min);
    look(aabb->max);
  } else if (const auto* segment = std::get_if<Segment2<double>>(&shape)) {
    look(segment->from);
    look(segment->to);
  } else {
    look(std::get<Point2<double>>(shape).at);
  }
  return scale;
}

bool may_be_enclosed(const ConvexOperand& shape) {
  return shape.smallest() >= kSmallestEnclosed && shape.scale() <= kLargestEnclosed;
}

Location location_from(Relation relation) {
  if (relation == Relation::disjoint) return Location::outside;
  return relation == Relation::touching ? Location::boundary : Location::inside;
}

Interval magnitude(Interval value) {
  if (value.lo >= 0) return value;
  if (value.hi <= 0) return {-value.hi, -value.lo};
  return {0, std::max(-value.lo, value.hi)};
}

Interval smaller(Interval a, Interval b) {
  return {std::min(a.lo, b.lo), std::min(a.hi, b.hi)};
}

}  // namespace

struct Truth::State {
  std::optional<Shape> a, b;
  ConvexOperand convex_a, convex_b, point, moved;
  bool convex = false;
  ConvexSeparation of_pair;  ///< last asked about the pair itself
  ConvexSeparation of_others;
  ConcavePair pair;
  bool pair_is_assigned = false;
  std::optional<std::string> reason;
  std::string checked_a, checked_b;
  std::optional<Relation> relation;
  std::optional<Interval> separation;
  bool is_rational = false;  ///< the separation
  bool last_is_rational = false;
  Tier tier = Tier::filter;
  Tier forced = Tier::filter;

  ConcavePair& concave_pair() {
    if (!pair_is_assigned) pair.assign(*a, *b);
    pair_is_assigned = true;
    return pair;
  }

  // The separation of two convex shapes: as balls when they can, else by rationals.
  Interval enclose(ConvexSeparation& separations, const ConvexOperand& first, const ConvexOperand& second) {
    if (forced != Tier::rational && may_be_enclosed(first) && may_be_enclosed(second)) {
      const Interval found = separations.enclose(first, second);
      last_is_rational = !is_narrow(found, std::max(first.scale(), second.scale()));
      if (!last_is_rational) return found;
    }
    last_is_rational = true;
    return separation_by_rationals(first.to_rational(), second.to_rational());
  }

  Interval distance_to(const ConvexOperand& shape, const Shape& original, Point p) {
    if (!is_finite(p)) return {kInfinity, kInfinity};
    if (shape.size() == 0) {
      if (oracle::location(p, original) != Location::outside) return {};
      return interval_of(enclose_sqrt(boundary_distance_sq(p, original)));
    }
    point.assign(Point2<double>{p});
    const Interval distance = enclose(of_others, shape, point);
    return {std::max(distance.lo, 0.0), std::max(distance.hi, 0.0)};
  }

  Location locate(const ConvexOperand& shape, const ConvexOperand& other, int corner) {
    if (forced != Tier::rational) return location_of_corner(shape, other, corner);
    return oracle::location(shape.to_rational(),
                            other.to_rational().corners[static_cast<std::size_t>(corner)]);
  }
  bool contains(const ConvexOperand& outer, const ConvexOperand& inner) {
    for (int i = 0; i < inner.size(); ++i)
      if (locate(outer, inner, i) == Location::outside) return false;
    return true;
  }
  bool has_corner_inside(const ConvexOperand& outer, const ConvexOperand& inner) {
    for (int i = 0; i < inner.size() && !outer.is_flat(); ++i)
      if (locate(outer, inner, i) == Location::inside) return true;
    return false;
  }
};

Truth::Truth() : state_(std::make_unique<State>()) {}
Truth::~Truth() = default;
Truth::Truth(Truth&&) noexcept = default;
Truth& Truth::operator=(Truth&&) noexcept = default;

void Truth::assign(const Shape& a, const Shape& b) {
  State& s = *state_;
  s.a = a;
  s.b = b;
  s.pair_is_assigned = false;
  s.reason.reset();
  s.relation.reset();
  s.separation.reset();
  s.tier = s.forced;
  const bool convex_a = s.convex_a.assign(a);
  const bool convex_b = s.convex_b.assign(b);
  s.convex = convex_a && convex_b;
}

const std::string& Truth::invalid_reason() {
  State& s = *state_;
  if (!s.reason) {
    s.reason.emplace();
    if (!check(*s.a, s.checked_a).valid) {
      *s.reason = "a: " + s.checked_a;
    } else if (!check(*s.b, s.checked_b).valid) {
      *s.reason = "b: " + s.checked_b;
    }
  }
  return *s.reason;
}

Relation Truth::relation() {
  State& s = *state_;
  if (!s.relation) {
    if (!s.convex) {
      s.tier = s.forced == Tier::rational ? Tier::rational : Tier::expansion;
      s.relation = s.forced == Tier::rational ? rational_relation(*s.a, *s.b) : s.concave_pair().relation();
    } else if (s.forced == Tier::rational) {
      s.tier = Tier::rational;
      s.relation = oracle::relation(*convex_of(*s.a), *convex_of(*s.b));
    } else {
      s.relation = oracle::relation(s.convex_a, s.convex_b, s.forced, s.tier);
    }
  }
  return *s.relation;
}

Kind Truth::kind() {
  State& s = *state_;
  if (relation() == Relation::disjoint) return Kind::disjoint;
  if (relation() == Relation::touching) return Kind::touching;
  if (!s.convex) return s.concave_pair().kind();
  if (s.contains(s.convex_a, s.convex_b)) return Kind::a_contains_b;
  if (s.contains(s.convex_b, s.convex_a)) return Kind::b_contains_a;
  const bool inside =
      s.has_corner_inside(s.convex_a, s.convex_b) || s.has_corner_inside(s.convex_b, s.convex_a);
  return inside ? Kind::vertex_inside : Kind::piercing;
}

std::optional<Location> Truth::location() {
  State& s = *state_;
  const bool b_is_point = is_point(*s.b);
  if (!b_is_point && !is_point(*s.a)) return std::nullopt;
  if (s.convex) return location_from(relation());
  const Shape& other = b_is_point ? *s.a : *s.b;
  return oracle::location(std::get<Point2<double>>(b_is_point ? *s.b : *s.a).at, other);
}

Interval Truth::separation() {
  State& s = *state_;
  if (s.separation) return *s.separation;
  Interval value;
  const Relation known = relation();
  if (known == Relation::touching) {
    value = {};
  } else if (s.convex) {
    value = s.enclose(s.of_pair, s.convex_a, s.convex_b);
    s.is_rational = s.last_is_rational;
    if (known == Relation::disjoint) value.lo = std::max(value.lo, 0.0);
    if (known == Relation::overlapping) value.hi = std::min(value.hi, -0.0);
  } else if (known == Relation::disjoint) {
    value = interval_of(s.concave_pair().distance());
  } else {
    value = {-kInfinity, -overlap_depth_lower_bound(*s.a, *s.b)};
  }
  s.separation = value;
  return value;
}

bool Truth::convex() {
  return state_->convex;
}

Point Truth::mtv() {
  State& s = *state_;
  if (relation() == Relation::touching) return {};
  separation();
  if (!s.is_rational) return s.of_pair.push();
  const ExactPenetration exact = penetration(s.convex_a.to_rational(), s.convex_b.to_rational());
  return {round_to_double(exact.mtv.front().x), round_to_double(exact.mtv.front().y)};
}

Interval Truth::area() {
  State& s = *state_;
  if (relation() != Relation::overlapping) return {};
  return interval_of(oracle::enclose(common_area(*s.a, *s.b)));
}

Interval Truth::kind_margin() {
  State& s = *state_;
  const Interval apart = magnitude(separation());
  if (s.convex && may_be_enclosed(s.convex_a) && may_be_enclosed(s.convex_b))
    return smaller(apart, corner_to_boundary(s.convex_a, s.convex_b));
  return smaller(apart, interval_of(enclose_sqrt(s.concave_pair().corner_to_boundary_sq())));
}

Interval Truth::distance_to_a(Point p) {
  return state_->distance_to(state_->convex_a, *state_->a, p);
}
Interval Truth::distance_to_b(Point p) {
  return state_->distance_to(state_->convex_b, *state_->b, p);
}

Interval Truth::distance_to_boundary() {
  State& s = *state_;
  if (s.convex) return magnitude(separation());
  const bool b_is_point = is_point(*s.b);
  const Point p = std::get<Point2<double>>(b_is_point ? *s.b : *s.a).at;
  return interval_of(enclose_sqrt(boundary_distance_sq(p, b_is_point ? *s.a : *s.b)));
}

Interval Truth::separation_after(Point shift, double) {
  State& s = *state_;
  s.moved.assign_moved(s.convex_b, shift);
  return s.enclose(s.of_others, s.convex_a, s.moved);
}

double Truth::scale() const {
  const State& s = *state_;
  if (s.convex) return std::max(s.convex_a.scale(), s.convex_b.scale());
  return std::max(scale_of(*s.a), scale_of(*s.b));
}

Truth::Tier Truth::tier() const {
  return state_->tier;
}
void Truth::force_tier(Tier tier) {
  state_->forced = state_->tier = tier;
  state_->relation.reset();
  state_->separation.reset();
}

}  // namespace touchstone::oracle
