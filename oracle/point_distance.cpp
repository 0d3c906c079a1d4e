#include "oracle/point_distance.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "oracle/concave.hpp"
#include "oracle/ellipse.hpp"
#include "oracle/polygonal_pair.hpp"

namespace touchstone::oracle {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Every double a + b is within half an ulp of the sum, so a neighbour is beyond it.
Interval widened(double lo, double hi) {
  return {std::nextafter(lo, -kInfinity), std::nextafter(hi, kInfinity)};
}

}  // namespace

void PointDistance::assign(const Operand& shape) {
  shape_ = shape;
  is_prepared_ = false;
}

Interval PointDistance::to_skeleton(Point p) {
  if (!is_prepared_) convex_.assign(shape_.skeleton);
  is_prepared_ = true;
  if (convex_.size() == 0) {
    if (oracle::location(p, shape_.skeleton) != Location::outside) return {};
    return interval_of(enclose_sqrt(boundary_distance_sq(p, shape_.skeleton)));
  }
  point_.assign(Point2<double>{p});
  if (may_be_enclosed(convex_) && may_be_enclosed(point_)) {
    const Interval found = separations_.enclose(convex_, point_);
    if (is_narrow(found, std::max(convex_.scale(), point_.scale()))) return found;
  }
  return separation_by_rationals(convex_.to_rational(), point_.to_rational());
}

Interval PointDistance::to(Point p) {
  if (!is_finite(p)) return {kInfinity, kInfinity};
  if (shape_.form == Operand::Form::ellipse) return distance_to_ellipse(shape_, p);
  Interval distance = to_skeleton(p);
  if (shape_.form == Operand::Form::ring) {
    const Interval outward = widened(distance.lo - shape_.radius, distance.hi - shape_.radius);
    const Interval inward = widened(shape_.inner_radius - distance.hi, shape_.inner_radius - distance.lo);
    distance = {std::max(outward.lo, inward.lo), std::max(outward.hi, inward.hi)};
  } else if (shape_.form == Operand::Form::ball) {
    distance = widened(distance.lo - shape_.radius, distance.hi - shape_.radius);
  }
  return {std::max(distance.lo, 0.0), std::max(distance.hi, 0.0)};
}

}  // namespace touchstone::oracle
