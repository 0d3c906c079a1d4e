#include "oracle/cylinder3_told.hpp"

#include <algorithm>
#include <cmath>

#include "oracle/cylinder3_wide.hpp"
#include "oracle/vec3_rational.hpp"

namespace touchstone::oracle {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// By its leading doubles, until nothing is left.
Rational rational_of(Wide::Float value) {
  Rational sum = 0;
  while (value != 0) {
    const auto leading = static_cast<double>(value);
    sum += rational(leading);
    value -= leading;
  }
  return sum;
}

RationalInterval interval_of(const Wide& number) {
  const Rational middle = rational_of(number.value);
  const Rational error = rational(number.radius);
  return {middle - error, middle + error};
}

RationalInterval times(const RationalInterval& a, const Rational& positive, const Rational& more) {
  return {a.lo * positive + more, a.hi * positive + more};
}

}  // namespace

struct CylinderTold::State {
  CylinderScene<Wide> scene;
  CylinderBounds<Wide> bounds;
  CylinderDepth<Wide> depth;
  std::vector<double> floors;
  Rational factor;
  RationalVec3 origin;
};

CylinderTold::~CylinderTold() = default;

CylinderTold::CylinderTold(const CylinderSeparation& separation, std::optional<Relation> known)
    : state_(std::make_unique<State>()) {
  const CylinderSource& source = separation.source();
  State& s = *state_;
  source.fill(s.scene);
  s.factor = source.frame.factor_out();
  s.origin = rational(std::get<Cylinder3<double>>(*source.a->shape).from);
  const Vec3<double> normal = middle(separation.bounds().normal);
  const bool has_no_ball = source.b->form != Operand3::Form::ball;
  bool core_overlaps = separation.core_overlaps() || (known == Relation::overlapping && has_no_ball);
  if (!core_overlaps) s.bounds = bounds_near(s.scene, separation.contact());
  s.bounds.note_low(s.scene, vector_of<Wide>(normal));
  if (core_overlaps || (lower(s.bounds.low) <= 0 && !s.bounds.narrow())) {
    if (core_overlaps) s.bounds.high = number<Wide>(upper(separation.bounds().high));
    s.floors = separation.floors();
    const Wide floor = s.depth.find(s.scene, s.bounds, s.floors);
    note_reaching_points(s.scene, s.bounds);
    core_overlaps = core_overlaps || upper(s.bounds.high) < 0;
    if (core_overlaps && less(-floor, s.bounds.high)) s.bounds.high = -floor;
  }
  // Whatever the search has found: all points are within 2^2 of each other in each coordinate.
  constexpr double kFarthest = 16;
  if (!std::isfinite(middle(s.bounds.low))) s.bounds.low = number<Wide>(-kFarthest);
  if (!std::isfinite(middle(s.bounds.high))) s.bounds.high = number<Wide>(kFarthest);
  const Rational radius = source.b->form == Operand3::Form::ball ? rational(source.b->radius) : Rational(0);
  separation_ = {rational_of(s.bounds.low.value) * s.factor - radius,
                 rational_of(s.bounds.high.value) * s.factor - radius};
  if (known == Relation::disjoint) separation_.lo = std::max(separation_.lo, Rational(0));
  if (known == Relation::overlapping) separation_.hi = std::min(separation_.hi, Rational(0));
}

Interval CylinderTold::rounded() const {
  return {enclose(separation_.lo).lo, enclose(separation_.hi).hi};
}

int CylinderTold::sign() const {
  if (separation_.lo > 0) return 1;
  return separation_.hi < 0 ? -1 : kUnknownSign;
}

std::optional<FullTruth3::ClosestPoints> CylinderTold::closest() const {
  const State& s = *state_;
  if (!(middle(s.bounds.high) < kInfinity)) return std::nullopt;
  const Vec3<Wide> way = s.bounds.on_y - s.bounds.on_x;
  const Vec3<Wide> on_y = s.bounds.on_y - way * (s.scene.radius / norm(way));
  const auto place = [&](const Vec3<Wide>& p) {
    return RealVec3{times(interval_of(p.x), s.factor, s.origin.x),
                    times(interval_of(p.y), s.factor, s.origin.y),
                    times(interval_of(p.z), s.factor, s.origin.z)};
  };
  return FullTruth3::ClosestPoints{place(s.bounds.on_x), place(on_y)};
}

// The only one when every job's floor, and the depth along every other axis, is above the depth.
std::optional<RealVec3> CylinderTold::only_push(bool turned) const {
  const State& s = *state_;
  const double depth = -lower(s.bounds.low);
  std::vector<Vec3<Wide>> axes = {s.scene.x.along, -s.scene.x.along};
  if (s.scene.y_is_rod) axes.insert(axes.end(), {s.scene.rod.along, -s.scene.rod.along});
  if (s.floors.empty()) return std::nullopt;
  if (std::any_of(s.floors.begin(), s.floors.end(), [&](double floor) { return !(floor > depth); }))
    return std::nullopt;
  const Vec3<Wide>* only = nullptr;
  for (const Vec3<Wide>& axis : axes) {
    if (-upper(gap_along(s.scene, axis)) > depth) continue;
    if (only != nullptr) return std::nullopt;
    only = &axis;
  }
  if (only == nullptr) return std::nullopt;
  const Wide length = s.scene.radius - gap_along(s.scene, *only);
  const Wide size = length / norm(*only);
  const Vec3<Wide> push = (turned ? -*only : *only) * size;
  return RealVec3{times(interval_of(push.x), s.factor, 0), times(interval_of(push.y), s.factor, 0),
                  times(interval_of(push.z), s.factor, 0)};
}

}  // namespace touchstone::oracle
