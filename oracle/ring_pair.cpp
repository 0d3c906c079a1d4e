// Rings: all points whose distance from the centre c lies between two radii. A connected shape S, whose
// points have all distances from nearest to farthest, meets the ring when nearest <= outer and farthest >=
// inner, and reaches its interior when both are strict. A ball or ring S around a skeleton has the distances
// of its skeleton, nearest less its radius and farthest more.
#include <algorithm>
#include <cmath>
#include <limits>

#include "oracle/inner_point.hpp"
#include "oracle/skeleton_pair.hpp"

namespace touchstone::oracle {
namespace {

using Tier = Truth::Tier;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

Interval larger(Interval a, Interval b) {
  return {std::max(a.lo, b.lo), std::max(a.hi, b.hi)};
}

RationalVec2 center_of(const Operand& operand) {
  return rational(std::get<Point2<double>>(operand.skeleton).at);
}

/// p + v * (length / |v|); for v = 0 along x.
SurdVec2 along(const RationalVec2& p, const RationalVec2& v, const Rational& length) {
  const Rational square = length_sq(v);
  if (square == 0) return surd(p + RationalVec2{length, 0});
  const Rational share = length / square;
  return {{p.x, v.x * share, square}, {p.y, v.y * share, square}};
}

/// The ring is A here, whatever it was given as.
class RingPair final : public Pair {
 public:
  void assign(const Operand& a, const Operand& b) override {
    is_swapped_ = a.form != Operand::Form::ring;
    ring_ = is_swapped_ ? b : a;
    other_ = is_swapped_ ? a : b;
    is_double_ = other_.form == Operand::Form::ring;
    skeletons_.assign(ring_.skeleton, other_.skeleton);
    signs_.reset();
    separation_.reset();
  }

  Relation relation() override;
  bool convex() const override { return false; }
  Interval separation() override;
  std::optional<Point> mtv() override { return std::nullopt; }
  Interval separation_after(Point, double) override { return {-kInfinity, kInfinity}; }

  Tier tier() const override { return skeletons_.tier(); }
  void force_tier(Tier tier) override {
    skeletons_.force_tier(tier);
    signs_.reset();
    separation_.reset();
  }
  void tell(FullTruth& truth) override;

 private:
  /// The three ways to be apart: the other outside, the other in this hole, this in the other's hole (two
  /// rings only). Their gaps: nearest - outside(), inside() - farthest, around() - farthest.
  RadiusSum outside() const { return {ring_.radius, other_.radius}; }
  RadiusSum inside() const { return {ring_.inner_radius, -other_.radius}; }
  RadiusSum around() const { return {other_.inner_radius, -ring_.radius}; }
  struct Signs {
    int outside, inside, around;  ///< of the gaps
    int largest() const { return std::max({outside, inside, around}); }
  };
  const Signs& signs();

  FullTruth::ClosestPoints closest();
  FullTruth::ClosestPoints closest_given_way();
  RationalVec2 common_point();
  Surd distance();

  Operand ring_, other_;
  bool is_swapped_ = false;
  bool is_double_ = false;
  SkeletonPair skeletons_;
  std::optional<Signs> signs_;
  std::optional<Interval> separation_;
};

const RingPair::Signs& RingPair::signs() {
  if (signs_) return *signs_;
  Signs found{skeletons_.compare_distance(outside()), -1, -1};
  if (found.outside <= 0) found.inside = -skeletons_.compare_farthest(inside());
  if (found.outside <= 0 && is_double_) found.around = -skeletons_.compare_farthest(around());
  signs_ = found;
  return *signs_;
}

Relation RingPair::relation() {
  const int sign = signs().largest();
  if (sign > 0) return Relation::disjoint;
  return sign == 0 ? Relation::touching : Relation::overlapping;
}

// The largest of the gaps. Overlapping: a push changes each by at most its length, and parts the shapes only
// when one of them becomes 0; a point leaves by the nearest way.
Interval RingPair::separation() {
  if (separation_) return *separation_;
  const Relation known = relation();
  Interval value;
  if (known != Relation::touching) {
    value = larger(skeletons_.separation_less(outside()), skeletons_.less_farthest(inside()));
    if (is_double_) value = larger(value, skeletons_.less_farthest(around()));
    if (known == Relation::disjoint) value.lo = std::max(value.lo, 0.0);
    if (known == Relation::overlapping) {
      value.hi = std::min(value.hi, -0.0);
      if (!is_point(other_)) value.lo = -kInfinity;
    }
  }
  separation_ = value;
  return value;
}

// Requires: not disjoint by more than one way, as is always so.
FullTruth::ClosestPoints RingPair::closest_given_way() {
  const RationalVec2 center = center_of(ring_);
  const Rational other_radius = rational(other_.radius);
  const Signs& found = signs();
  const int largest = found.largest();
  if (found.outside == largest) {
    const RationalVec2 nearest = skeletons_.nearest().on_b;
    return {real(along(center, nearest - center, rational(ring_.radius))),
            real(along(nearest, center - nearest, other_radius))};
  }
  const RationalVec2 farthest = skeletons_.farthest();
  if (found.inside == largest) {
    return {real(along(center, farthest - center, rational(ring_.inner_radius))),
            real(along(farthest, farthest - center, other_radius))};
  }
  const RationalVec2 away = center - farthest;
  return {real(along(center, away, rational(ring_.radius))),
          real(along(farthest, away, rational(other_.inner_radius)))};
}

// Requires: overlapping. Inside every shape with area.
RationalVec2 RingPair::common_point() {
  const OpenRing ring{center_of(ring_), rational(ring_.inner_radius), rational(ring_.radius)};
  const Rational radius = rational(other_.radius);
  if (is_double_)
    return inner_point_of_rings(ring, {center_of(other_), rational(other_.inner_radius), radius});
  const OpenRing reach{ring.center, ring.inner - radius, ring.outer + radius};
  for (const auto& [from, to] : edges_of(other_.skeleton)) {
    const std::optional<RationalVec2> found = inner_point_of_line(from, to, reach);
    if (!found) continue;
    if (radius > 0) return inner_point_of_rings(ring, {*found, -1, radius});
    return skeletons_.b().is_solid() ? inner_point_near(other_.skeleton, *found, ring) : *found;
  }
  // No boundary runs through the ring: it lies in the shape.
  return ring.center + RationalVec2{(ring.inner + ring.outer) / 2, 0};
}

FullTruth::ClosestPoints RingPair::closest() {
  FullTruth::ClosestPoints found;
  if (relation() == Relation::overlapping) {
    const RealVec2 point = real(common_point());
    return {point, point};
  }
  found = closest_given_way();
  if (relation() == Relation::touching) found.on_b = found.on_a;
  if (is_swapped_) std::swap(found.on_a, found.on_b);
  return found;
}

// Requires: disjoint.
Surd RingPair::distance() {
  if (signs().outside > 0) return square_root_of(skeletons_.nearest().distance_sq) - outside().value();
  const Rational farthest_sq = length_sq(skeletons_.farthest() - center_of(ring_));
  return -square_root_of(farthest_sq) + (signs().inside > 0 ? inside() : around()).value();
}

void RingPair::tell(FullTruth& truth) {
  truth.relation = relation();
  truth.distance = relation() == Relation::disjoint ? distance() : surd(Rational(0));
  if (relation() != Relation::overlapping) truth.separation = truth.distance;
  truth.closest = closest();
}

}  // namespace

std::unique_ptr<Pair> make_ring_pair() {
  return std::make_unique<RingPair>();
}

}  // namespace touchstone::oracle
