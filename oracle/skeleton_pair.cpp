#include "oracle/skeleton_pair.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "oracle/feature_test.hpp"
#include "oracle/polygonal_pair.hpp"

namespace touchstone::oracle {
namespace {

using Tier = Truth::Tier;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

template <class Look>
void visit(const Skeleton& shape, Look look) {
  if (shape.is_convex()) {
    look(shape.convex());
  } else {
    look(shape.outline());
  }
}
template <class Look>
void visit(const Skeleton& a, const Skeleton& b, Look look) {
  visit(a, [&](const auto& e) { visit(b, [&](const auto& f) { look(e, f); }); });
}

// The boxes have a gap of more than the radius, for sure.
bool boxes_are_beyond(const ConvexOperand& a, const ConvexOperand& b, double radius) {
  const double x = std::max(b.low().x - a.high().x, a.low().x - b.high().x);
  const double y = std::max(b.low().y - a.high().y, a.low().y - b.high().y);
  const double gap = std::max(x, y);
  return gap - radius > kDistanceShare * (gap + radius) + 2 * (a.corner_error() + b.corner_error());
}

bool can_expand(const Skeleton& shape) {
  bool can = false;
  visit(shape, [&](const auto& s) { can = s.smallest() >= kSmallestOfFour && s.scale() <= kLargestOfFour; });
  return can;
}

Point point_of(const Skeleton& shape) {
  return std::get<Point2<double>>(shape.shape()).at;
}

}  // namespace

void Outline::add(Contour2<double> contour) {
  const int begin = size();
  for (const Point p : contour) {
    corners_.push_back(p);
    next_.push_back(size());
    for (const double magnitude : {std::fabs(p.x), std::fabs(p.y)}) {
      scale_ = std::max(scale_, magnitude);
      if (magnitude > 0) smallest_ = std::min(smallest_, magnitude);
    }
  }
  if (size() > begin) next_.back() = begin;
}

void Outline::assign(const Polygon2<double>& polygon) {
  corners_.clear();
  next_.clear();
  scale_ = 0;
  smallest_ = kInfinity;
  add(polygon.points);
  for (const Contour2<double>& hole : polygon.holes) add(hole);
}

void Skeleton::assign(const PolygonalShape& shape) {
  shape_ = shape;
  is_convex_ = convex_.assign(shape_);
  const auto* polygon = std::get_if<Polygon2<double>>(&shape_);
  if (!is_convex_ && polygon != nullptr) outline_.assign(*polygon);
}

bool Skeleton::is_solid() const {
  return !is_convex_ || !convex_.is_flat();
}

void SkeletonPair::assign(const PolygonalShape& a, const PolygonalShape& b) {
  a_.assign(a);
  b_.assign(b);
  concave_is_assigned_ = false;
  is_enclosed_ = false;
  relation_.reset();
  nearest_.reset();
  used_ = forced_;
}

void SkeletonPair::force_tier(Tier tier) {
  forced_ = used_ = tier;
  is_enclosed_ = false;
  relation_.reset();
}

bool SkeletonPair::can_expand(RadiusSum radii) const {
  return forced_ != Tier::rational && in_range_of_four(radii.first) && in_range_of_four(radii.second) &&
         oracle::can_expand(a_) && oracle::can_expand(b_);
}

bool SkeletonPair::can_enclose(RadiusSum radii) const {
  const auto is_in_range = [](double radius) {
    return radius == 0 || (std::fabs(radius) >= kSmallestEnclosed && std::fabs(radius) <= kLargestEnclosed);
  };
  return forced_ != Tier::rational && is_in_range(radii.first) && is_in_range(radii.second) && convex() &&
         may_be_enclosed(a_.convex()) && may_be_enclosed(b_.convex());
}

Relation SkeletonPair::rational_relation() const {
  if (!convex()) return oracle::rational_relation(a_.shape(), b_.shape());
  return oracle::relation(*convex_of(a_.shape()), *convex_of(b_.shape()));
}

Relation SkeletonPair::relation() {
  if (relation_) return *relation_;
  if (forced_ == Tier::rational) {
    use(Tier::rational);
    relation_ = rational_relation();
  } else if (convex()) {
    Tier tier = Tier::filter;
    relation_ = oracle::relation(a_.convex(), b_.convex(), forced_, tier);
    use(tier);
  } else {
    use(Tier::expansion);
    if (!concave_is_assigned_) concave_.assign(a_.shape(), b_.shape());
    concave_is_assigned_ = true;
    relation_ = concave_.relation();
  }
  return *relation_;
}

int SkeletonPair::compare_distance(RadiusSum radii) {
  if (can_expand(radii)) {
    FeatureTest test(radii, forced_ == Tier::filter, -1);
    if (forced_ == Tier::filter && convex() && boxes_are_beyond(a_.convex(), b_.convex(), test.radius()))
      return 1;
    visit(a_, b_, [&](const auto& a, const auto& b) { test.look_at_all(a, b); });
    if (test.any(-1) || relation() != Relation::disjoint) return -1;
    if (!test.any(FeatureTest::kUnsure)) return 1;
    use(Tier::expansion);
    test.clear(true);
    visit(a_, b_, [&](const auto& a, const auto& b) { test.look_at_all(a, b); });
    if (test.any(-1)) return -1;
    if (!test.any(ExactSum::kUndecided)) return test.any(0) ? 0 : 1;
  }
  use(Tier::rational);
  if (relation() != Relation::disjoint) return -1;
  const Rational sum = radii.value();
  return nearest().distance_sq.compare(sum * sum);
}

int SkeletonPair::compare_farthest(RadiusSum radii) {
  if (radii.first + radii.second < 0) return 1;
  if (can_expand(radii)) {
    FeatureTest test(radii, forced_ == Tier::filter, 1);
    for (const bool exact : {false, true}) {
      test.clear(exact);
      visit(b_, [&](const auto& b) { test.look_at_corners(b, a_.convex()); });
      if (test.any(1)) return 1;
      if (!test.any(FeatureTest::kUnsure) && !test.any(ExactSum::kUndecided)) return test.any(0) ? 0 : -1;
      use(Tier::expansion);
    }
  }
  use(Tier::rational);
  const Rational sum = radii.value();
  return Rational(length_sq(farthest() - rational(point_of(a_)))).compare(sum * sum);
}

const NearestFeatures::Result& SkeletonPair::nearest() {
  if (nearest_) return *nearest_;
  if (convex()) {
    ExactDistance found = distance(*convex_of(a_.shape()), *convex_of(b_.shape()));
    nearest_ = {std::move(found.distance_sq), std::move(found.on_a), std::move(found.on_b)};
  } else {
    if (!concave_is_assigned_) concave_.assign(a_.shape(), b_.shape());
    concave_is_assigned_ = true;
    nearest_ = concave_.nearest();
  }
  return *nearest_;
}

RationalVec2 SkeletonPair::farthest() const {
  const RationalVec2 from = rational(point_of(a_));
  const std::vector<RationalVec2> corners = outer_contour_of(b_.shape());
  return *std::max_element(corners.begin(), corners.end(), [&](const RationalVec2& p, const RationalVec2& q) {
    return length_sq(p - from) < length_sq(q - from);
  });
}

namespace {

// The signed separation of convex shapes less the radii, by rationals.
Interval separation_less_by_rationals(const ConvexRational& a, const ConvexRational& b,
                                      const Rational& radii) {
  if (relation(a, b) == Relation::disjoint)
    return interval_of(enclose(square_root_of(distance(a, b).distance_sq) - radii));
  return interval_of(enclose(-square_root_of(penetration(a, b).depth_sq) - radii));
}

}  // namespace

Interval SkeletonPair::separation_less(ConvexSeparation& separations, const ConvexOperand& b,
                                       RadiusSum radii) {
  is_enclosed_ = false;
  if (can_enclose(radii) && may_be_enclosed(b)) {
    const Interval found = separations.enclose_less(a_.convex(), b, radii.first, radii.second);
    const double scale =
        std::max({a_.convex().scale(), b.scale(), std::fabs(radii.first), std::fabs(radii.second)});
    is_enclosed_ = is_narrow(found, scale);
    if (is_enclosed_) return found;
  }
  return separation_less_by_rationals(a_.convex().to_rational(), b.to_rational(), radii.value());
}

Interval SkeletonPair::separation_less(RadiusSum radii) {
  if (convex()) return separation_less(of_pair_, b_.convex(), radii);
  return interval_of(enclose(square_root_of(nearest().distance_sq) - radii.value()));
}

Interval SkeletonPair::separation_after_less(Point shift, RadiusSum radii) {
  moved_.assign_moved(b_.convex(), shift);
  const bool was_enclosed = is_enclosed_;
  const Interval found = separation_less(of_moved_, moved_, radii);
  is_enclosed_ = was_enclosed;
  return found;
}

Interval SkeletonPair::less_farthest(RadiusSum radii) {
  if (can_enclose(radii)) {
    const Ball sum = ball_of_difference(radii.first, -radii.second);
    Interval found{kInfinity, kInfinity};
    for (int i = 0; i < b_.convex().size(); ++i) {
      const Ball rest = sum - distance_of_corners(a_.convex(), 0, b_.convex(), i);
      found = {std::min(found.lo, lower(rest)), std::min(found.hi, upper(rest))};
    }
    const double scale =
        std::max({a_.convex().scale(), b_.convex().scale(), std::fabs(radii.first), std::fabs(radii.second)});
    if (is_narrow(found, scale)) return found;
  }
  const Rational square = length_sq(farthest() - rational(point_of(a_)));
  return interval_of(enclose(-square_root_of(square) + radii.value()));
}

std::optional<Point> SkeletonPair::push() const {
  if (!is_enclosed_ || *relation_ == Relation::touching) return std::nullopt;
  if (*relation_ == Relation::overlapping) return of_pair_.push();
  return of_pair_.push_of_near(a_.convex(), b_.convex());
}

}  // namespace touchstone::oracle
