#include "oracle/skeleton_pair3.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "oracle/box_filter3.hpp"
#include "oracle/convex_separation.hpp"
#include "oracle/operand3.hpp"

namespace touchstone::oracle {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

double largest_of(const Vec3<double>& v) {
  return std::max({std::fabs(v.x), std::fabs(v.y), std::fabs(v.z)});
}
double sum_of_magnitudes(const Vec3<double>& v) {
  return std::fabs(v.x) + std::fabs(v.y) + std::fabs(v.z);
}

Relation relation_from(const Interval& separation) {
  return separation.lo > 0 ? Relation::disjoint : Relation::overlapping;
}
bool has_sign(const Interval& separation) {
  return separation.lo > 0 || separation.hi < 0;
}
Interval common(const Interval& a, const Interval& b) {
  return {std::max(a.lo, b.lo), std::min(a.hi, b.hi)};
}

}  // namespace

void SkeletonPair3::assign(const Shape3<double>& a, double radius_a, const Shape3<double>& b,
                           double radius_b) {
  shape_a_ = &a;
  shape_b_ = &b;
  radius_a_ = radius_a;
  radius_b_ = radius_b;
  scale_ = -1;
  is_prepared_ = false;
  force_tier(forced_);
}

void SkeletonPair3::force_tier(Tier tier) {
  forced_ = used_ = tier;
  axes_known_ = simplex_known_ = exact_known_ = false;
  skeletons_.reset();
  relation_.reset();
  bounds_.reset();
  rational_.reset();
}

void SkeletonPair3::prepare() {
  if (is_prepared_) return;
  a_.assign(*shape_a_);
  b_.assign(*shape_b_);
  points_.assign(a_.shape, b_.shape, {});
  is_prepared_ = true;
}

// Nothing overflows: see kLargestOfSix.
bool SkeletonPair3::can_compute() const {
  return forced_ != Tier::rational && a_.shape.largest() <= kLargestOfSix &&
         b_.shape.largest() <= kLargestOfSix && radius_a_ <= kLargestOfSix && radius_b_ <= kLargestOfSix;
}

bool SkeletonPair3::boxes_are_apart() const {
  const Vec3<double>& low_a = a_.shape.low();
  const Vec3<double>& high_a = a_.shape.high();
  const Vec3<double>& low_b = b_.shape.low();
  const Vec3<double>& high_b = b_.shape.high();
  return high_a.x < low_b.x || high_b.x < low_a.x || high_a.y < low_b.y || high_b.y < low_a.y ||
         high_a.z < low_b.z || high_b.z < low_a.z;
}

void SkeletonPair3::search_nearest() {
  if (!simplex_known_) simplex_ = oracle::search_nearest(points_);
  simplex_known_ = true;
}

void SkeletonPair3::search_axes() {
  if (axes_known_) return;
  if (forced_ == Tier::filter) {
    axes_.search(points_, a_.features, b_.features, 0);
  } else {
    axes_.list_all(points_, a_.features, b_.features);
  }
  axes_known_ = true;
}

namespace {

// (gap along the direction) * |direction| is at least the result, in doubles.
double gap_from_below(const PairPoints3& points, const Vec3<double>& direction) {
  const Extent a = extent_of(points.corners_a(), direction);
  const Extent b = extent_of(points.corners_b(), direction);
  const double gap = b.low - a.high;
  return gap - (sum_of_magnitudes(direction) * points.projection_error() * (1 + 0x1p-40) + 0x1p-900);
}

}  // namespace

Relation SkeletonPair3::relation_by_filter(bool& known) {
  known = true;
  if (boxes_are_apart()) return Relation::disjoint;
  search_nearest();
  if (!simplex_.has_origin && gap_from_below(points_, simplex_.nearest) > 0) return Relation::disjoint;
  search_axes();
  if (axes_.is_separated()) return Relation::disjoint;
  known = axes_.is_overlapping();
  return Relation::overlapping;
}

Relation SkeletonPair3::decide_skeletons() {
  if (forced_ == Tier::filter) {
    bool known = false;
    const Relation found = relation_by_filter(known);
    if (known) return found;
  }
  use(Tier::expansion);
  if (points_.in_range_of_six()) {
    search_axes();
    exact_known_ = decide_relation(points_, axes_, exact_);
    if (exact_known_) return exact_.relation;
  }
  use(Tier::rational);
  return by_rationals().of_skeletons;
}

Relation SkeletonPair3::skeleton_relation() {
  if (skeletons_) return *skeletons_;
  prepare();
  if (!can_compute()) use(Tier::rational);
  skeletons_ = can_compute() ? decide_skeletons() : by_rationals().of_skeletons;
  return *skeletons_;
}

const RationalAnswer3& SkeletonPair3::by_rationals() {
  if (!rational_) rational_ = answer_by_rationals({*shape_a_, *shape_b_, {}, radius_a_, radius_b_});
  return *rational_;
}

// By distances alone: shapes that meet are within any radius.
Relation SkeletonPair3::relation_with_radii() {
  prepare();
  if (can_compute()) {
    search_nearest();
    const double radius = radius_a_ + radius_b_;
    if (forced_ == Tier::filter && !simplex_.has_origin) {
      const double distance = length(simplex_.nearest);
      // Roundings of length and radius, and those of a point that is a mean of at most two corners.
      const double share = 8 * kHalfUlp * (distance + radius);
      if (gap_from_below(points_, simplex_.nearest) > (radius + share) * distance) return Relation::disjoint;
      // Of three corners the nearest point is a foot, whose error grows with their skew: nothing is proved.
      if (simplex_.count <= 2 &&
          radius - distance > share + 64 * (points_.error() + kHalfUlp * points_.reach()))
        return Relation::overlapping;
    }
    if (simplex_.has_origin && skeleton_relation() != Relation::disjoint) return Relation::overlapping;
    use(Tier::expansion);
    Bounds bounds = bounds_of_distance(points_, simplex_);
    if (!has_sign(bounds.value) && skeleton_relation() != Relation::disjoint) return Relation::overlapping;
    if (!has_sign(bounds.value)) bounds = bounds_of_distance_precisely(points_, simplex_, bounds);
    if (has_sign(bounds.value)) return relation_from(bounds.value);
  }
  use(Tier::rational);
  return by_rationals().relation;
}

Relation SkeletonPair3::relation() {
  if (relation_) return *relation_;
  const bool is_round = radius_a_ > 0 || radius_b_ > 0;
  if (forced_ == Tier::filter && !is_round) relation_ = relation_of_boxes(*shape_a_, *shape_b_);
  if (!relation_) relation_ = is_round ? relation_with_radii() : skeleton_relation();
  return *relation_;
}

Interval SkeletonPair3::less_radii(const Ball& lo, const Ball& hi) const {
  if (radius_a_ == 0 && radius_b_ == 0) return {lower(lo), upper(hi)};
  const Ball radii = ball_of_difference(radius_a_, -radius_b_);
  return {lower(lo - radii), upper(hi - radii)};
}

SkeletonPair3::Bounds SkeletonPair3::bounds_of_distance(const PairPoints3& points,
                                                        const Simplex3& simplex) const {
  const BallDistance3 found = prove_distance(points, simplex);
  Bounds bounds;
  bounds.value = less_radii(found.lo, found.hi);
  if (!found.is_known) bounds.value.lo = -kInfinity;
  bounds.direction = found.nearest;
  bounds.gap = bounds.length = found.hi;
  return bounds;
}

SkeletonPair3::Bounds SkeletonPair3::bounds_of_distance_precisely(const PairPoints3& points,
                                                                  const Simplex3& simplex,
                                                                  const Bounds& so_far) const {
  Bounds bounds = bounds_of_distance(points, search_nearest_precisely(points, simplex));
  bounds.value = common(bounds.value, so_far.value);
  return bounds;
}

// Of the gaps along all candidates the largest; hi means something only when all are known and it is below 0.
SkeletonPair3::Bounds SkeletonPair3::bounds_of_gaps(const PairPoints3& points,
                                                    const AxisSearch3& axes) const {
  Bounds best;
  best.value = {-kInfinity, -kInfinity};
  bool all_known = axes.is_complete();
  for (const Axis3& axis : axes.candidates()) {
    const BallGap3 gap = ball_gap(points, axis);
    if (!gap.is_known) {
      all_known = all_known && exact_gap_sign(points, axis) == kNoAxis;
      continue;
    }
    const Interval value = less_radii(gap.lo, gap.hi);
    if (upper(gap.hi) >= 0) all_known = false;
    best.value.hi = std::max(best.value.hi, value.hi);
    if (!(value.lo > best.value.lo)) continue;
    best.value.lo = value.lo;
    best.direction = gap.normal;
    best.gap = gap.hi;
    best.length = gap.length;
  }
  if (!all_known || best.value.hi == -kInfinity) best.value.hi = kInfinity;
  return best;
}

// As narrow as can be proved.
SkeletonPair3::Bounds SkeletonPair3::enclose(const PairPoints3& points, AxisSearch3& axes,
                                             bool& axes_are_known, const Simplex3& simplex,
                                             double scale) const {
  Bounds bounds;
  bounds.value = {-kInfinity, kInfinity};
  if (!simplex.has_origin) bounds = bounds_of_distance(points, simplex);
  if (is_narrow(bounds.value, scale)) return bounds;
  if (!axes_are_known) axes.search(points, a_.features, b_.features, 0);
  axes_are_known = true;
  if (!axes.is_separated()) {
    Bounds of_gaps = bounds_of_gaps(points, axes);
    of_gaps.value = common(of_gaps.value, bounds.value);
    if (is_narrow(of_gaps.value, scale)) return of_gaps;
    bounds.value = of_gaps.value;
  }
  return bounds_of_distance_precisely(points, simplex, bounds);
}

double SkeletonPair3::scale() {
  if (scale_ < 0) scale_ = std::max({scale_of(*shape_a_), scale_of(*shape_b_), radius_a_, radius_b_});
  return scale_;
}

Interval SkeletonPair3::separation() {
  const Relation known = relation();
  if (known == Relation::touching) return {};
  prepare();
  if (!bounds_ && can_compute()) {
    search_nearest();
    bounds_ = enclose(points_, axes_, axes_known_, simplex_, scale());
  }
  Interval value = bounds_ && is_narrow(bounds_->value, scale()) ? bounds_->value : by_rationals().separation;
  if (known == Relation::disjoint) value.lo = std::max(value.lo, 0.0);
  if (known == Relation::overlapping) value.hi = std::min(value.hi, -0.0);
  return value;
}

Interval SkeletonPair3::separation_after(Point shift, double enough) {
  prepare();
  if (can_compute() && largest_of(shift) <= kLargestOfSix) {
    moved_.assign(a_.shape, b_.shape, shift);
    const double scale_after = std::max(scale(), largest_of(shift)) + largest_of(shift);
    const double radii = (radius_a_ + radius_b_) * (1 + 4 * kHalfUlp);
    const double least = (enough + radii) + 4 * kHalfUlp * (std::fabs(enough) + radii);
    const double along = length(shift) * (1 + 0x1p-50);
    const double margin = gap_from_below(moved_, shift);
    if (margin > least * along * (1 + 0x1p-50) && least > 0) return {enough, kInfinity};
    if (least <= 0 && margin > least * along * (1 - 0x1p-49)) return {enough, kInfinity};
    bool axes_are_known = false;
    const Bounds bounds =
        enclose(moved_, moved_axes_, axes_are_known, oracle::search_nearest(moved_), scale_after);
    if (is_narrow(bounds.value, scale_after)) return bounds.value;
  }
  return answer_by_rationals({*shape_a_, *shape_b_, shift, radius_a_, radius_b_}).separation;
}

namespace {

Vec3<double> scaled(const BallVec3& v, const Ball& factor) {
  return middle(v * factor);
}

}  // namespace

// The skeletons touch: outward of their difference at the origin by the radii. Only on a facet, or inside of
// a flat difference, is there one way out (or two opposite ones).
std::optional<Vec3<double>> SkeletonPair3::push_of_touching() {
  if (!exact_known_) return by_rationals().push;
  const Ball radii = ball_of_difference(radius_a_, -radius_b_);
  if (exact_.is_flat) {
    if (exact_.flat_dimension != 2 || !exact_.is_inside) return std::nullopt;
    const BallVec3 normal = cross(ball_of(exact_.plane_first), ball_of(exact_.plane_second));
    return scaled(normal, radii / sqrt(length_sq(normal)));
  }
  const Axis3& first = axes_.candidates()[static_cast<std::size_t>(exact_.touched[0])];
  for (const int k : exact_.touched) {
    const std::optional<bool> same =
        are_same_direction(points_, first, axes_.candidates()[static_cast<std::size_t>(k)]);
    if (!same) return by_rationals().push;
    if (!*same) return std::nullopt;
  }
  const AxisFactors3 factors = exact_factors(points_, first);
  const BallVec3 normal = cross(ball_of(factors.first), ball_of(factors.second));
  return scaled(first.is_reversed ? -normal : normal, radii / sqrt(length_sq(normal)));
}

std::optional<Vec3<double>> SkeletonPair3::push() {
  if (relation() == Relation::touching) return Point{};
  if ((radius_a_ > 0 || radius_b_ > 0) && skeleton_relation() == Relation::touching)
    return push_of_touching();
  separation();
  if (!bounds_ || !is_narrow(bounds_->value, scale())) return by_rationals().push;
  const Ball radii = ball_of_difference(radius_a_, -radius_b_);
  const Point push = scaled(bounds_->direction, (radii - bounds_->gap) / bounds_->length);
  return is_finite(push) ? std::optional<Point>(push) : by_rationals().push;
}

}  // namespace touchstone::oracle
