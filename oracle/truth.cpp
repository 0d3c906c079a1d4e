#include "oracle/truth.hpp"

#include <algorithm>
#include <cmath>

#include "oracle/operand.hpp"
#include "oracle/pair.hpp"
#include "oracle/point_distance.hpp"
#include "oracle/polygonal_pair.hpp"
#include "oracle/validity.hpp"

namespace touchstone::oracle {

struct Truth::State {
  std::optional<Shape> a, b;
  Operand operand_a, operand_b;
  PolygonalPair polygonal;
  std::unique_ptr<Pair> ball, ring, ellipse;
  std::unique_ptr<RayPair> ray;
  Pair* pair = nullptr;
  PointDistance from_a, from_b;
  std::optional<std::string> reason;
  std::string checked_a, checked_b;
  Tier forced = Tier::filter;

  template <class Made>
  Pair* family(std::unique_ptr<Made>& kept, std::unique_ptr<Made> (*make)()) {
    if (!kept) {
      kept = make();
      kept->force_tier(forced);
    }
    return kept.get();
  }

  Pair* find_pair() {
    using Form = Operand::Form;
    const auto either_is = [&](Form form) { return operand_a.form == form || operand_b.form == form; };
    if (either_is(Form::ray)) return family(ray, make_ray_pair);
    if (either_is(Form::ellipse)) return family(ellipse, make_ellipse_pair);
    if (either_is(Form::ring)) return family(ring, make_ring_pair);
    if (either_is(Form::ball)) return family(ball, make_ball_pair);
    return &polygonal;
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
  s.operand_a = operand_of(*s.a);
  s.operand_b = operand_of(*s.b);
  s.reason.reset();
  s.pair = s.find_pair();
  s.pair->assign(s.operand_a, s.operand_b);
  s.from_a.assign(s.operand_a);
  s.from_b.assign(s.operand_b);
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

bool Truth::decided() {
  return state_->pair->decided();
}
bool Truth::is_rational() const {
  using Form = Operand::Form;
  const Form a = state_->operand_a.form;
  const Form b = state_->operand_b.form;
  const auto is_curved = [](Form form) {
    return form == Form::ball || form == Form::ring || form == Form::ellipse;
  };
  return !((a == Form::ellipse && is_curved(b)) || (b == Form::ellipse && is_curved(a)));
}
Relation Truth::relation() {
  return state_->pair->relation();
}
Kind Truth::kind() {
  return state_->polygonal.kind();
}

std::optional<Location> Truth::location() {
  State& s = *state_;
  if (!is_point(s.operand_a) && !is_point(s.operand_b)) return std::nullopt;
  return s.pair->location();
}

Interval Truth::separation() {
  return state_->pair->separation();
}
bool Truth::convex() {
  return state_->pair->convex();
}
std::optional<Point> Truth::mtv() {
  return state_->pair->mtv();
}
const Truth::Raycast& Truth::raycast() {
  return state_->ray->raycast();
}
double Truth::direction_length() const {
  const State& s = *state_;
  const Operand& ray = s.operand_a.form == Operand::Form::ray ? s.operand_a : s.operand_b;
  return std::hypot(ray.axes[0].x, ray.axes[0].y);
}
Interval Truth::area() {
  return state_->polygonal.area();
}
Interval Truth::kind_margin() {
  return state_->polygonal.kind_margin();
}
Interval Truth::distance_to_a(Point p) {
  return state_->from_a.to(p);
}
Interval Truth::distance_to_b(Point p) {
  return state_->from_b.to(p);
}
Interval Truth::distance_to_boundary() {
  return state_->pair->distance_to_boundary();
}
Interval Truth::separation_after(Point shift, double enough) {
  return state_->pair->separation_after(shift, enough);
}

double Truth::scale() const {
  const State& s = *state_;
  if (s.pair == &s.polygonal && s.polygonal.convex()) return s.polygonal.scale();
  return std::max(scale_of(s.operand_a), scale_of(s.operand_b));
}

Truth::Tier Truth::tier() const {
  return state_->pair->tier();
}
void Truth::force_tier(Tier tier) {
  State& s = *state_;
  s.forced = tier;
  for (Pair* pair : {static_cast<Pair*>(&s.polygonal), s.ball.get(), s.ring.get(), s.ellipse.get(),
                     static_cast<Pair*>(s.ray.get())})
    if (pair != nullptr) pair->force_tier(tier);
}

}  // namespace touchstone::oracle
