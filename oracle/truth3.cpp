#include "oracle/truth3.hpp"

#include <algorithm>
#include <cmath>

#include "oracle/pair3.hpp"
#include "oracle/point_distance3.hpp"
#include "oracle/validity3.hpp"

namespace touchstone::oracle {
namespace {

/// [min |s|, max |s|] over s in the interval.
Interval magnitude(Interval value) {
  if (value.lo >= 0) return value;
  if (value.hi <= 0) return {-value.hi, -value.lo};
  return {0, std::max(-value.lo, value.hi)};
}

Location location_from(Relation relation) {
  if (relation == Relation::disjoint) return Location::outside;
  return relation == Relation::touching ? Location::boundary : Location::inside;
}

}  // namespace

struct Truth3::State {
  std::optional<Shape> a, b;
  Operand3 operand_a, operand_b;
  std::unique_ptr<Pair3> ball, half_space, cylinder;
  std::unique_ptr<RayPair3> ray;
  Pair3* family_of_pair = nullptr;
  bool is_assigned = false;
  PointDistance3 from_a, from_b;
  std::optional<std::string> reason;
  std::string checked_a, checked_b;
  Tier forced = Tier::filter;

  template <class Made>
  Pair3* family(std::unique_ptr<Made>& kept, std::unique_ptr<Made> (*make)()) {
    if (!kept) {
      kept = make();
      kept->force_tier(forced);
    }
    return kept.get();
  }

  /// Takes the shapes at the first question only, which requires that they are valid.
  Pair3& pair() {
    if (!is_assigned) family_of_pair->assign(operand_a, operand_b);
    is_assigned = true;
    return *family_of_pair;
  }

  Pair3* find_pair() {
    using Form = Operand3::Form;
    const auto either_is = [&](Form form) { return operand_a.form == form || operand_b.form == form; };
    if (either_is(Form::ray)) return family(ray, make_ray_pair3);
    if (either_is(Form::cylinder)) return family(cylinder, make_cylinder_pair3);
    if (either_is(Form::plane)) return family(half_space, make_half_space_pair3);
    return family(ball, make_ball_pair3);
  }
};

Truth3::Truth3() : state_(std::make_unique<State>()) {}
Truth3::~Truth3() = default;
Truth3::Truth3(Truth3&&) noexcept = default;
Truth3& Truth3::operator=(Truth3&&) noexcept = default;

void Truth3::assign(const Shape& a, const Shape& b) {
  State& s = *state_;
  s.a = a;
  s.b = b;
  s.operand_a = operand_of(*s.a);
  s.operand_b = operand_of(*s.b);
  s.reason.reset();
  s.family_of_pair = s.find_pair();
  s.is_assigned = false;
  s.from_a.assign(s.operand_a);
  s.from_b.assign(s.operand_b);
}

const std::string& Truth3::invalid_reason() {
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

bool Truth3::decided() {
  return state_->pair().decided();
}
bool Truth3::is_rational() const {
  using Form = Operand3::Form;
  const auto is_straight = [](const Operand3& operand) {
    return operand.form == Form::polytope || operand.form == Form::plane;
  };
  return is_straight(state_->operand_a) && is_straight(state_->operand_b);
}
Relation Truth3::relation() {
  return state_->pair().relation();
}

std::optional<Location> Truth3::location() {
  State& s = *state_;
  if (!is_point(s.operand_a) && !is_point(s.operand_b)) return std::nullopt;
  return location_from(s.pair().relation());
}

Interval Truth3::separation() {
  return state_->pair().separation();
}
std::optional<Truth3::Point> Truth3::mtv() {
  return state_->pair().mtv();
}
const Truth3::Raycast& Truth3::raycast() {
  state_->pair();
  return state_->ray->raycast();
}
double Truth3::direction_length() const {
  const State& s = *state_;
  const Shape& ray = s.operand_a.form == Operand3::Form::ray ? *s.a : *s.b;
  return length(std::get<Ray3<double>>(ray).direction);
}
Interval Truth3::distance_to_a(Point p) {
  return state_->from_a.to(p);
}
Interval Truth3::distance_to_b(Point p) {
  return state_->from_b.to(p);
}
Interval Truth3::distance_to_boundary() {
  return magnitude(state_->pair().separation());
}
Interval Truth3::separation_after(Point shift, double enough) {
  return state_->pair().separation_after(shift, enough);
}
double Truth3::scale() const {
  return std::max(scale_of(*state_->a), scale_of(*state_->b));
}

Truth3::Tier Truth3::tier() const {
  return state_->family_of_pair->tier();
}
void Truth3::force_tier(Tier tier) {
  State& s = *state_;
  s.forced = tier;
  for (Pair3* pair : {s.ball.get(), s.half_space.get(), s.cylinder.get(), static_cast<Pair3*>(s.ray.get())})
    if (pair != nullptr) pair->force_tier(tier);
}

}  // namespace touchstone::oracle
