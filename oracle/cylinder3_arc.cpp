#include "oracle/cylinder3_arc.hpp"

#include <cmath>

#include "oracle/cylinder3_wide.hpp"

namespace touchstone::oracle {
namespace {

/// Samples of one arc; what is left then is taken as it is.
constexpr int kMaxSamples = 600;

template <class Number>
bool is_left_turn(const Vec2<Number>& from, const Vec2<Number>& to) {
  return lower(cross(from, to)) > 0;
}

template <class Number>
Number exact_min(const Number& a, const Number& b) {
  return less(a, b) ? a : b;
}
template <class Number>
Number exact_max(const Number& a, const Number& b) {
  return less(a, b) ? b : a;
}

// Lower bound of f + g sin t - a (1 - cos t) for t from 0 to a quarter turn at most, at the end of which the
// sine is `sine` and 1 - cos is `drop`. Always: what each term can fall. a < 0: at least f + g^2 / (2 a), at
// least f when g > 0. a > 0 and g > 0: concave, so the smaller of the ends.
template <class Number>
Number bound_from(const Number& f, const Number& g, const Number& a, const Number& drop, const Number& sine) {
  const Number zero = number<Number>(0);
  const Number falls = min_of(g, zero) * sine;
  const Number bends = max_of(a, zero) * drop;
  Number best = floor_of(f + falls - bends);
  if (upper(a) < 0) {
    const Number whole = lower(g) > 0 ? f : f + g * g / (a + a);
    best = exact_max(best, floor_of(whole));
  }
  if (lower(a) > 0 && lower(g) > 0)
    best = exact_max(best, exact_min(floor_of(f), floor_of(f + g * sine - a * drop)));
  return best;
}

}  // namespace

template <class Number>
auto ArcMinimum<Number>::sample(const Vec2<Number>& raw, Number& best) -> Sample {
  const ArcFunction<Number>& h = *function_;
  Sample s;
  s.raw = raw;
  const Number size = sqrt(length_sq(raw));
  s.unit = {raw.x / size, raw.y / size};
  const Vec2<Number> tangent{-s.unit.y, s.unit.x};
  s.along = dot(s.unit, h.axis);
  const Number turned = dot(tangent, h.axis);
  const Number square = turned * turned + h.rest * h.rest;
  s.spread = sqrt(square);
  s.value = h.constant + dot(s.unit, h.point) + h.radius * s.spread;
  s.slope = dot(tangent, h.point) - h.radius * s.along * turned / s.spread;
  s.bend = h.constant + h.radius * h.rest * h.rest / (square * s.spread);
  if (less(centre(s.value), best)) {
    best = centre(s.value);
    direction_ = raw;
  }
  return s;
}

template <class Number>
Number ArcMinimum<Number>::bound(const Piece& piece) const {
  const ArcFunction<Number>& h = *function_;
  const Number cosine = dot(piece.from.unit, piece.to.unit);
  const Number sine = cross(piece.from.unit, piece.to.unit);
  const Number drop = sine * sine / (number<Number>(1) + cosine);
  // The spread is largest at an end, or 1 where n passes the perpendicular of the axis.
  const bool is_one_side = lower(piece.from.along * piece.to.along) > 0;
  const Number widest = is_one_side ? max_of(piece.from.spread, piece.to.spread) : number<Number>(1);
  const Number bend = h.constant + positive_part(h.radius * h.rest * h.rest / (widest * widest * widest));
  const auto from_end = [&](const Number& value, const Number& slope) {
    return bound_from(value, slope, value - bend, drop, sine);
  };
  const Number first = from_end(piece.from.value, piece.from.slope);
  const Number last = from_end(piece.to.value, -piece.to.slope);
  // |h'| <= |point| + radius, also where the spread vanishes; an angle is at most pi / 2 of its sine.
  const Number steepest = (sqrt(length_sq(h.point)) + h.radius) * sine * number<Number>(1.6);
  Number best = floor_of(max_of(piece.from.value, piece.to.value) - steepest);
  for (const Number& found : {first, last})
    if (std::isfinite(middle(found))) best = exact_max(best, found);
  return best;
}

// Where to split; nothing when there is no direction between. Newton's method where it expects to gain more
// than that.
template <class Number>
std::optional<Vec2<Number>> ArcMinimum<Number>::between(const Piece& piece, double gain) const {
  const bool from_first = middle(piece.from.value) <= middle(piece.to.value);
  for (const bool at_from : {from_first, !from_first}) {
    if (piece.depth % 3 == 2) break;
    const Sample& s = at_from ? piece.from : piece.to;
    const Number convexity = s.bend - s.value;
    const Number step = -(s.slope / convexity);
    if (!(middle(convexity) > 0 && middle(step) * middle(step) * middle(convexity) > gain)) continue;
    const Vec2<Number> target = centre(Vec2<Number>{s.unit.x - s.unit.y * step, s.unit.y + s.unit.x * step});
    if (is_left_turn(piece.from.raw, target) && is_left_turn(target, piece.to.raw)) return target;
  }
  const Vec2<Number> target = centre(piece.from.unit + piece.to.unit);
  if (is_left_turn(piece.from.raw, target) && is_left_turn(target, piece.to.raw)) return target;
  return std::nullopt;
}

template <class Number>
Number ArcMinimum<Number>::find(const ArcFunction<Number>& function, const Arc& arc, Number& best) {
  function_ = &function;
  pieces_.clear();
  if (!is_left_turn(arc.from, arc.to)) return number<Number>(-std::numeric_limits<double>::infinity());
  int samples = 2;
  const Sample first = sample(arc.from, best);
  const Sample last = sample(arc.to, best);
  pieces_.push_back({first, last, 0});
  Number floor = number<Number>(std::numeric_limits<double>::infinity());
  while (!pieces_.empty()) {
    const Piece piece = pieces_.back();
    pieces_.pop_back();
    const double loss = Precision<Number>::kLoss + Precision<Number>::kRelative / 4 * std::fabs(middle(best));
    std::optional<Vec2<Number>> target;
    Number least = number<Number>(-std::numeric_limits<double>::infinity());
    if (lower(dot(piece.from.unit, piece.to.unit)) >= 0) {
      least = bound(piece);
      if (!less(least, centre(best - number<Number>(loss))) || samples >= kMaxSamples) {
        floor = exact_min(floor, least);
        continue;
      }
      target = between(piece, loss);
    } else {
      target = between({piece.from, piece.to, 2}, loss);
    }
    if (!target) {
      floor = exact_min(floor, least);
      continue;
    }
    const Sample at = sample(*target, best);
    ++samples;
    const bool from_is_last = middle(piece.from.value) < middle(piece.to.value);
    for (const bool is_from : {!from_is_last, from_is_last})
      pieces_.push_back({is_from ? piece.from : at, is_from ? at : piece.to, piece.depth + 1});
  }
  return floor;
}

template class ArcMinimum<Bounded>;
template class ArcMinimum<Ball>;
template class ArcMinimum<Wide>;

}  // namespace touchstone::oracle
