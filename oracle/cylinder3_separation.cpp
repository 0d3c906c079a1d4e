#include "oracle/cylinder3_separation.hpp"

#include <algorithm>
#include <cmath>

#include "oracle/convex_separation.hpp"

namespace touchstone::oracle {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// The contact's point of a polytope is a sum of at most four corners with weights of sum 1 up to 2^-50,
/// moved at most 24 times, by three roundings each time, all in a frame in which coordinates are below 2^3:
/// it is nearer than this to the polytope.
constexpr double kContactError = 0x1p-40;

double largest_of(const Vec3<double>& v) {
  return std::max({std::fabs(v.x), std::fabs(v.y), std::fabs(v.z)});
}

}  // namespace

void CylinderSeparation::assign(const Operand3& a, const Operand3& b, const Vec3<double>& shift) {
  source_.a = &a;
  source_.b = &b;
  source_.shift = shift;
  source_.frame = Frame(std::max({scale_of(*a.shape), scale_of(*b.shape), largest_of(shift)}));
  source_.polytope = nullptr;
  if (b.form != Operand3::Form::cylinder) {
    polytope_.assign(*b.shape);
    source_.polytope = &polytope_;
  }
  source_.fill(rough_);
  is_refined_ = core_overlaps_ = false;
  sign_.reset();
  floors_.clear();
  rough_bounds_ = {};
  fine_bounds_ = {};
  contact_ = rough_contact(rough_);
  if (contact_.apart) {
    rough_bounds_.note_low(rough_, vector_of<Bounded>(contact_.on_y - contact_.on_x));
    if (lower(rough_bounds_.low - rough_.radius) > 0) sign_ = 1;
  } else if (const double most = most_at_contact(); most < 0) {
    rough_bounds_.high = to_bounded(most);
    core_overlaps_ = true;
    sign_ = -1;
  }
}

// The contact is inside of x by more than it may be out of y.
double CylinderSeparation::most_at_contact() const {
  const Vec3<Bounded> point = vector_of<Bounded>(contact_.on_y);
  const Bounded inside = signed_distance(rough_.x, point);
  if (!rough_.y_is_rod) return upper(inside + to_bounded(kContactError));
  return upper(inside + positive_part(signed_distance(rough_.rod, point)));
}

int CylinderSeparation::sign() {
  if (sign_) return *sign_;
  refine();
  const auto is_known = [&] {
    return lower(fine_bounds_.low - fine_.radius) > 0 || upper(fine_bounds_.high - fine_.radius) < 0;
  };
  if (!is_known() && !fine_bounds_.narrow()) use_every_direction();
  const int core = lower(fine_bounds_.low) > 0 ? 1 : upper(fine_bounds_.high) < 0 ? -1 : kUnknownSign;
  core_overlaps_ = core_overlaps_ || core == -1;
  sign_ = kUnknownSign;
  if (lower(fine_bounds_.low - fine_.radius) > 0) sign_ = 1;
  if (upper(fine_bounds_.high - fine_.radius) < 0) sign_ = -1;
  return *sign_;
}

void CylinderSeparation::refine() {
  if (is_refined_) return;
  is_refined_ = true;
  source_.fill(fine_);
  if (core_overlaps_) {
    fine_bounds_.high = number<Ball>(rough_bounds_.high.value);
  } else {
    fine_bounds_ = bounds_near(fine_, contact_);
  }
}

// For bodies that are neither clearly apart nor clearly overlapping: the directions of depth separate them
// best.
void CylinderSeparation::use_every_direction() {
  std::vector<double> floors;
  const Ball floor = fine_depth_.find(fine_, fine_bounds_, floors);
  note_reaching_points(fine_, fine_bounds_);
  if (!(upper(fine_bounds_.high) < 0)) return;
  const Ball high = -floor;
  if (less(high, fine_bounds_.high)) fine_bounds_.high = high;
}

void CylinderSeparation::find_depth() {
  if (rough_bounds_.low.value < 0) rough_bounds_.note_low(rough_, rough_.x.along);
  if (upper(fine_bounds_.high) < 0) rough_bounds_.high = to_bounded(upper(fine_bounds_.high));
  const Bounded rough_floor = rough_depth_.find(rough_, rough_bounds_, floors_);
  fine_bounds_.note_low(fine_, vector_of<Ball>(middle(rough_bounds_.normal)));
  std::vector<double> floors = floors_;
  Ball floor = fine_depth_.find(fine_, fine_bounds_, floors);
  if (lower(rough_floor) > lower(floor)) floor = number<Ball>(lower(rough_floor));
  const Ball high = -floor;
  if (less(high, fine_bounds_.high)) fine_bounds_.high = high;
}

Interval CylinderSeparation::enclose(bool overlaps) {
  sign();
  refine();
  if (overlaps && lower(fine_bounds_.low) <= 0) core_overlaps_ = true;
  if (core_overlaps_) find_depth();
  const Interval inside{lower(fine_bounds_.low - fine_.radius), upper(fine_bounds_.high - fine_.radius)};
  return source_.frame.out_of(inside);
}

bool CylinderSeparation::is_narrow(const Interval& value) const {
  const double scale = std::max(scale_of(*source_.a->shape), scale_of(*source_.b->shape));
  const double size = std::max(std::fabs(value.lo), std::fabs(value.hi));
  return value.hi - value.lo <= kEnclosureWidth * 0x1p-52 * scale + 4 * 0x1p-52 * size;
}

Vec3<double> CylinderSeparation::push() const {
  const Ball depth = fine_.radius - fine_bounds_.low;
  const Vec3<Ball> way = fine_bounds_.normal * (depth / norm(fine_bounds_.normal));
  const Frame& frame = source_.frame;
  return {frame.out_of(way.x.hi), frame.out_of(way.y.hi), frame.out_of(way.z.hi)};
}

double CylinderSeparation::least_along(const Vec3<double>& direction) {
  const double size = largest_of(direction);
  if (!(size > 0)) return -kInfinity;
  rough_bounds_.note_low(rough_, vector_of<Bounded>(direction * (1 / size)));
  return source_.frame.out_of({lower(rough_bounds_.low - rough_.radius), kInfinity}).lo;
}

}  // namespace touchstone::oracle
