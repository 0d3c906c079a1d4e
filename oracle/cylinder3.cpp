#include "oracle/cylinder3.hpp"

#include <algorithm>
#include <cmath>

#include "oracle/cylinder3_exact.hpp"
#include "oracle/cylinder3_plane.hpp"
#include "oracle/cylinder3_separation.hpp"
#include "oracle/cylinder3_told.hpp"
#include "oracle/pair3.hpp"

namespace touchstone::oracle {
namespace {

using Form = Operand3::Form;

bool is_solid_cylinder(const Operand3& operand) {
  return operand.form == Form::cylinder && operand.radius > 0;
}

Relation relation_from(int separation_sign) {
  if (separation_sign > 0) return Relation::disjoint;
  return separation_sign == 0 ? Relation::touching : Relation::overlapping;
}

/// The same shape, a cylinder of radius 0 as the segment that it is.
class Straightened {
 public:
  void assign(const Operand3& operand) {
    operand_ = operand;
    if (operand.form != Form::cylinder || operand.radius > 0) return;
    const auto& cylinder = std::get<Cylinder3<double>>(*operand.shape);
    segment_ = Segment3<double>{cylinder.from, cylinder.to};
    operand_ = operand_of(segment_);
  }
  const Operand3& operand() const { return operand_; }

 private:
  Operand3 operand_;
  Shape3<double> segment_;
};

class CylinderPair final : public Pair3 {
 public:
  void assign(const Operand3& a, const Operand3& b) override;
  bool decided() override;
  Relation relation() override;
  Interval separation() override;
  std::optional<Point> mtv() override;
  Interval separation_after(Point shift, double enough) override;
  Tier tier() const override;
  void force_tier(Tier tier) override;
  void tell(FullTruth3& truth);

 private:
  void find_relation();
  /// The first of both is a cylinder of positive radius, unless there is none.
  const Operand3& first() const { return is_swapped_ ? b_.operand() : a_.operand(); }
  const Operand3& second() const { return is_swapped_ ? a_.operand() : b_.operand(); }

  Straightened a_, b_;
  bool is_swapped_ = false;
  bool has_plane_ = false;
  std::unique_ptr<Pair3> segments_;  ///< answers for pairs without a cylinder of positive radius
  bool asks_segments_ = false;
  CylinderAndPlane plane_;
  CylinderSeparation of_pair_, of_moved_;
  std::optional<Relation> relation_;
  std::optional<Interval> separation_;
  bool is_searched_ = false;
  Tier tier_ = Tier::filter;
  Tier forced_ = Tier::filter;
};

void CylinderPair::assign(const Operand3& a, const Operand3& b) {
  a_.assign(a);
  b_.assign(b);
  relation_.reset();
  separation_.reset();
  is_searched_ = false;
  tier_ = forced_;
  has_plane_ = a.form == Form::plane || b.form == Form::plane;
  asks_segments_ = !has_plane_ && !is_solid_cylinder(a_.operand()) && !is_solid_cylinder(b_.operand());
  if (has_plane_) {
    is_swapped_ = a.form == Form::plane;
    plane_.assign(is_swapped_ ? b : a, is_swapped_ ? a : b);
  } else if (asks_segments_) {
    is_swapped_ = false;
    if (segments_ == nullptr) segments_ = make_ball_pair3();
    segments_->force_tier(forced_);
    segments_->assign(a_.operand(), b_.operand());
  } else {
    is_swapped_ = !is_solid_cylinder(a_.operand());
    of_pair_.assign(first(), second());
  }
}

void CylinderPair::find_relation() {
  if (is_searched_) return;
  is_searched_ = true;
  if (has_plane_) {
    relation_ = relation_from(plane_.sign());
    tier_ = std::max(forced_, plane_.tier());
    return;
  }
  if (forced_ != Tier::rational || !is_rational_with_cylinder(second())) {
    const int sign = of_pair_.sign();
    tier_ = std::max(forced_, of_pair_.is_refined() ? Tier::expansion : Tier::filter);
    if (sign != kUnknownSign) relation_ = relation_from(sign);
    if (relation_) return;
  }
  tier_ = Tier::rational;
  relation_ = exact_cylinder_relation(first(), second());
  if (relation_) return;
  const int sign = CylinderTold(of_pair_, std::nullopt).sign();
  if (sign != kUnknownSign) relation_ = relation_from(sign);
}

bool CylinderPair::decided() {
  if (asks_segments_) return segments_->decided();
  find_relation();
  return relation_.has_value();
}

Relation CylinderPair::relation() {
  if (asks_segments_) return segments_->relation();
  find_relation();
  return *relation_;
}

Interval CylinderPair::separation() {
  if (asks_segments_) return segments_->separation();
  if (separation_) return *separation_;
  const Relation known = relation();
  Interval value{};
  if (known != Relation::touching) {
    value = has_plane_ ? plane_.separation({}) : of_pair_.enclose(known == Relation::overlapping);
    if (!has_plane_ && !of_pair_.is_narrow(value)) value = CylinderTold(of_pair_, known).rounded();
    if (known == Relation::disjoint) value.lo = std::max(value.lo, 0.0);
    if (known == Relation::overlapping) value.hi = std::min(value.hi, -0.0);
  }
  separation_ = value;
  return value;
}

std::optional<Vec3<double>> CylinderPair::mtv() {
  if (asks_segments_) return segments_->mtv();
  if (relation() == Relation::touching) return Point{};
  if (has_plane_) return is_swapped_ ? plane_.push() : -plane_.push();
  if (overlaps_on_axis(first(), second())) return std::nullopt;
  separation();
  const Point push = of_pair_.push();
  return is_swapped_ ? -push : push;
}

Interval CylinderPair::separation_after(Point shift, double enough) {
  if (asks_segments_) return segments_->separation_after(shift, enough);
  if (has_plane_) return plane_.separation(is_swapped_ ? shift : -shift);
  const Point moved = is_swapped_ ? -shift : shift;
  of_moved_.assign(first(), second(), moved);
  const double least = of_moved_.least_along(moved);
  if (least >= enough) return {least, std::numeric_limits<double>::infinity()};
  const Interval value = of_moved_.enclose();
  return of_moved_.is_narrow(value) ? value : CylinderTold(of_moved_, std::nullopt).rounded();
}

PairTruth::Tier CylinderPair::tier() const {
  return asks_segments_ ? segments_->tier() : tier_;
}

void CylinderPair::force_tier(Tier tier) {
  forced_ = tier_ = tier;
  is_searched_ = false;
  relation_.reset();
  separation_.reset();
  if (segments_ != nullptr) segments_->force_tier(tier);
}

void CylinderPair::tell(FullTruth3& truth) {
  if (has_plane_) return plane_.tell(truth, !is_swapped_);
  truth.undecided = !decided();
  if (truth.undecided) return;
  const Relation known = relation();
  truth.relation = known;
  truth.distance = Real{surd(Rational(0))};
  if (known == Relation::touching) {
    truth.separation = truth.depth = truth.distance;
    truth.mtv = {RealVec3{*truth.depth, *truth.depth, *truth.depth}};
    return;
  }
  separation();
  const CylinderTold told(of_pair_, known);
  truth.separation = told.separation();
  if (known == Relation::disjoint) {
    truth.distance = truth.separation;
    if (const auto closest = told.closest()) truth.closest = *closest;
    if (truth.closest && is_swapped_) std::swap(truth.closest->on_a, truth.closest->on_b);
    return;
  }
  truth.depth = told.depth();
  truth.mtv_is_infinite = overlaps_on_axis(first(), second());
  if (const auto push = told.only_push(is_swapped_); push && !truth.mtv_is_infinite) truth.mtv = {*push};
}

}  // namespace

std::unique_ptr<Pair3> make_cylinder_pair3() {
  return std::make_unique<CylinderPair>();
}

FullTruth3 cylinder_truth(const Shape3<double>& a, const Shape3<double>& b) {
  const auto is_solid = [](const Shape3<double>& shape) { return is_solid_cylinder(operand_of(shape)); };
  const auto is_plane = [](const Shape3<double>& shape) {
    return std::holds_alternative<Plane3<double>>(shape);
  };
  FullTruth3 truth;
  if (!is_solid(a) && !is_solid(b) && !is_plane(a) && !is_plane(b)) {
    const auto straight = [](const Shape3<double>& shape) -> Shape3<double> {
      const auto* cylinder = std::get_if<Cylinder3<double>>(&shape);
      return cylinder != nullptr ? Shape3<double>{Segment3<double>{cylinder->from, cylinder->to}} : shape;
    };
    return full_truth(straight(a), straight(b));
  }
  CylinderPair pair;
  pair.assign(operand_of(a), operand_of(b));
  pair.tell(truth);
  return truth;
}

}  // namespace touchstone::oracle
