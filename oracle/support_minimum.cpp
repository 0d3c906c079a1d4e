#include "oracle/support_minimum.hpp"

#include <algorithm>

namespace touchstone::oracle {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Samples in bounded doubles beside those of the first arcs, and in balls. What is left then is taken as it
/// is.
constexpr int kRoughSamples = 1000;
constexpr int kFineSamples = 300;

/// Values nearer than this times the magnitude are left to balls: bounded doubles are off by fewer than 2^5
/// roundings.
constexpr double kRoughError = 0x1p-46;

bool is_left_turn(const BallVec2& from, const BallVec2& to) {
  return lower(cross(from, to)) > 0;
}

}  // namespace

template <class Number>
void SupportMinimum::prepare(Level<Number>& level) const {
  const Number half = to_number<Number>(to_ball(0.5));
  for (std::size_t k = 0; k < function_->ellipses.size(); ++k) {
    Shape<Number>& shape = level.shapes[k];
    shape.u = to_number<Number>(to_ball(function_->ellipses[k].u));
    shape.v = to_number<Number>(to_ball(function_->ellipses[k].v));
    const Number determinant = cross(shape.u, shape.v);
    const Number xx = shape.u.x * shape.u.x + shape.v.x * shape.v.x;
    const Number yy = shape.u.y * shape.u.y + shape.v.y * shape.v.y;
    const Number xy = shape.u.x * shape.u.y + shape.v.x * shape.v.y;
    const Number difference = half * (xx - yy);
    shape.determinant_sq = determinant * determinant;
    shape.longest = sqrt(half * (xx + yy) + sqrt(difference * difference + xy * xy));
    shape.shortest = sqrt(shape.determinant_sq) / shape.longest;
  }
  level.reference = to_number<Number>(Ball{});
  level.arcs.clear();
}

template <class Number>
SupportMinimum::Sample<Number> SupportMinimum::sample(const Level<Number>& level, const BallVec2& raw,
                                                      std::size_t corner) {
  ++samples_;
  Sample<Number> s;
  s.raw = raw;
  const Vec2<Number> n = to_number<Number>(raw);
  const Number size = sqrt(length_sq(n));
  s.unit = {n.x / size, n.y / size};
  const Vec2<Number> tangent = perp(s.unit);
  const Vec2<Number> at = to_number<Number>(function_->corners[corner]);
  Number value = dot(s.unit, at);
  Number slope = dot(tangent, at);
  Number bend = to_number<Number>(Ball{});
  for (std::size_t k = 0; k < function_->ellipses.size(); ++k) {
    const Shape<Number>& shape = level.shapes[k];
    const Vec2<Number> image{dot(shape.u, s.unit), dot(shape.v, s.unit)};
    const Vec2<Number> turned{dot(shape.u, tangent), dot(shape.v, tangent)};
    const Number square = length_sq(image);
    s.norms[k] = sqrt(square);
    s.turns[k] = dot(image, turned);
    value = value + s.norms[k];
    slope = slope + s.turns[k] / s.norms[k];
    bend = bend + shape.determinant_sq / (square * s.norms[k]);
  }
  const Number constant = to_number<Number>(function_->constant);
  const bool negated = function_->negated;
  s.value = constant + (negated ? -value : value);
  s.slope = negated ? -slope : slope;
  s.bend = constant + (negated ? -bend : bend);
  return s;
}

// Of h + h'' on the arc.
template <class Number>
Number SupportMinimum::smallest_bend(const Level<Number>& level, const Arc<Number>& arc) const {
  Number bend = to_number<Number>(function_->constant);
  for (std::size_t k = 0; k < function_->ellipses.size(); ++k) {
    const Shape<Number>& shape = level.shapes[k];
    const Number& first = arc.from.norms[k];
    const Number& last = arc.to.norms[k];
    const Number& start = arc.from.turns[k];
    const Number& end = arc.to.turns[k];
    if (function_->negated) {
      const bool passes_shortest = lower(start) < 0 && upper(end) > 0;
      const Number& norm = passes_shortest ? shape.shortest : smaller(first, last);
      bend = bend - shape.determinant_sq / (norm * norm * norm);
    } else {
      const bool passes_longest = upper(start) > 0 && lower(end) < 0;
      const Number& norm = passes_longest ? shape.longest : larger(first, last);
      bend = bend + shape.determinant_sq / (norm * norm * norm);
    }
  }
  return bend;
}

namespace {

// Lower bound of f + g sin t - a (1 - cos t) for t from 0 to a quarter turn at most, at the end of which the
// sine is `sine` and 1 - cos is `drop`. Always: what each term can fall. a < 0: the minimum over all t, which
// is f + a - |(a, g)| sign-free: at least f + g^2 / (2 a). a > 0 and g > 0: it rises, then falls.
template <class Number>
double bound_from(const Number& f, const Number& g, const Number& a, const Number& drop, const Number& sine) {
  double best = kInfinity;
  for (const bool falls : {false, true}) {
    if (falls ? !(lower(g) < 0) : upper(g) < 0) continue;
    const Number low = falls ? f + g * sine : f;
    if (!(lower(a) > 0)) best = std::min(best, lower(low));
    if (upper(a) > 0) best = std::min(best, lower(low - a * drop));
  }
  if (upper(a) < 0) best = std::max(best, lower(lower(g) > 0 ? f : f + g * g / (a + a)));
  if (lower(a) > 0 && lower(g) > 0) best = std::max(best, std::min(lower(f), lower(f + g * sine - a * drop)));
  return std::isnan(best) ? -kInfinity : best;
}

}  // namespace

template <class Number>
double SupportMinimum::bound(const Level<Number>& level, const Arc<Number>& arc) const {
  const Number cosine = dot(arc.from.unit, arc.to.unit);
  const Number sine = cross(arc.from.unit, arc.to.unit);
  const Number drop = sine * sine / (to_number<Number>(to_ball(1)) + cosine);
  const Number bend = smallest_bend(level, arc);
  const auto from_end = [&](const Number& value, const Number& slope) {
    return bound_from(value - level.reference, slope, value - bend, drop, sine);
  };
  return std::max(from_end(arc.from.value, arc.from.slope), from_end(arc.to.value, -arc.to.slope));
}

// Where to split the arc; nothing when there is no direction between. Newton's method where it expects to
// gain more than that.
template <class Number>
std::optional<BallVec2> SupportMinimum::between(const Arc<Number>& arc, double gain) const {
  const bool from_first = middle(arc.from.value) <= middle(arc.to.value);
  for (const bool at_from : {from_first, !from_first}) {
    if (arc.depth % 3 == 2) break;
    const Sample<Number>& s = at_from ? arc.from : arc.to;
    const Number convexity = s.bend - s.value;
    const Number step = -(s.slope / convexity);
    if (!(middle(convexity) > 0 && middle(step) * middle(step) * middle(convexity) > gain)) continue;
    const Vec2<Number> tangent = perp(s.unit);
    const BallVec2 target = without_radius(s.unit + Vec2<Number>{tangent.x * step, tangent.y * step});
    if (is_left_turn(arc.from.raw, target) && is_left_turn(target, arc.to.raw)) return target;
  }
  const BallVec2 target = without_radius(arc.from.unit + arc.to.unit);
  if (is_left_turn(arc.from.raw, target) && is_left_turn(target, arc.to.raw)) return target;
  return std::nullopt;
}

template <class Number>
void SupportMinimum::note(const Level<Number>& level, const Sample<Number>& sample, std::size_t corner) {
  const double value = middle(sample.value - level.reference);
  if (!(value < best_)) return;
  best_ = value;
  best_direction_ = sample.raw;
  best_corner_ = corner;
}

template <class Number>
void SupportMinimum::halve(Level<Number>& level, const Arc<Number>& arc, const BallVec2& raw) {
  const Sample<Number> middle_sample = sample(level, raw, arc.corner);
  note(level, middle_sample, arc.corner);
  // The more promising half comes next.
  const bool from_is_last = middle(arc.from.value) < middle(arc.to.value);
  for (const bool is_from : {!from_is_last, from_is_last}) {
    level.arcs.push_back(
        {is_from ? arc.from : middle_sample, is_from ? middle_sample : arc.to, arc.corner, arc.depth + 1});
  }
}

// Arcs of at most a quarter turn that cover the one from `from` to `to`, which is at most half a turn.
void SupportMinimum::add_arcs(const BallVec2& from, const BallVec2& to, std::size_t corner) {
  if (lower(dot(from, to)) > 0) {
    const Sample<Bounded> first = sample(rough_, from, corner);
    const Sample<Bounded> last = sample(rough_, to, corner);
    note(rough_, first, corner);
    note(rough_, last, corner);
    rough_.arcs.push_back({first, last, corner, 0});
    return;
  }
  const Ball from_size = sqrt(length_sq(from));
  const Ball to_size = sqrt(length_sq(to));
  const BallVec2 sum{from.x / from_size + to.x / to_size, from.y / from_size + to.y / to_size};
  const BallVec2 middle_way = without_radius(sum);
  const bool usable = is_left_turn(from, middle_way) && is_left_turn(middle_way, to);
  const BallVec2 split = usable ? middle_way : perp(from);
  add_arcs(from, split, corner);
  add_arcs(split, to, corner);
}

// The normals of the polygon's edges cut the circle into the arcs on which one corner counts.
bool SupportMinimum::add_cones() {
  const std::size_t count = function_->edges.size();
  const auto normal = [&](std::size_t k) {
    return k == 1 && count == 2 ? perp(function_->edges[0]) : -perp(function_->edges[k % count]);
  };
  for (std::size_t k = 0; k < count; ++k) {
    if (!(lower(length_sq(normal(k))) > 0)) return false;
    if (count > 2 && !is_left_turn(normal(k), normal(k + 1))) return false;
  }
  for (std::size_t k = 0; k < count; ++k) add_arcs(normal(k + count - 1), normal(k), k);
  return count > 0;
}

void SupportMinimum::search() {
  const double error = kRoughError * magnitude_;
  const int limit = samples_ + kRoughSamples;
  const auto least_end = [](const Arc<Bounded>& arc) {
    return std::min(arc.from.value.value, arc.to.value.value);
  };
  std::sort(rough_.arcs.begin(), rough_.arcs.end(),
            [&](const Arc<Bounded>& a, const Arc<Bounded>& b) { return least_end(a) > least_end(b); });
  while (!rough_.arcs.empty()) {
    const Arc<Bounded> arc = rough_.arcs.back();
    rough_.arcs.pop_back();
    const double least = bound(rough_, arc);
    if (least > best_ + error) {
      floor_ = std::min(floor_, least);
      continue;
    }
    const std::optional<BallVec2> target =
        least > best_ - error || samples_ >= limit ? std::nullopt : between(arc, error);
    if (target) {
      halve(rough_, arc, *target);
    } else {
      near_.push_back(arc);
    }
  }
}

// The arcs that bounded doubles have left, in balls.
void SupportMinimum::refine() {
  const double error = kRoughError * magnitude_;
  int room = kFineSamples / 2;
  for (const Arc<Bounded>& arc : near_) {
    const double least = bound(rough_, arc);
    if (least > best_ + error || room-- <= 0) {
      floor_ = std::min(floor_, least);
      continue;
    }
    fine_.arcs.push_back(
        {sample(fine_, arc.from.raw, arc.corner), sample(fine_, arc.to.raw, arc.corner), arc.corner, 0});
  }
  if (room < 0) angle_error_ = kInfinity;
  fine_.reference = without_radius(value(*function_, best_direction_));
  best_ = kInfinity;
  for (const Arc<Ball>& arc : fine_.arcs) {
    note(fine_, arc.from, arc.corner);
    note(fine_, arc.to, arc.corner);
  }
}

void SupportMinimum::certify(double width, double relative_width) {
  done_.clear();
  double floor = kInfinity;
  const int limit = samples_ + kFineSamples;
  const double loss = (width + relative_width * std::fabs(fine_.reference.hi)) / 2;
  while (!fine_.arcs.empty()) {
    const Arc<Ball> arc = fine_.arcs.back();
    fine_.arcs.pop_back();
    const double least = bound(fine_, arc);
    const bool is_done = least >= best_ - loss || samples_ >= limit;
    if (const std::optional<BallVec2> target = is_done ? std::nullopt : between(arc, loss)) {
      halve(fine_, arc, *target);
    } else {
      floor = std::min(floor, least);
      done_.push_back(arc);
    }
  }
  floor_ = std::min(floor_, lower(fine_.reference + to_ball(floor)));
}

// Where on an arc a minimum may be: t from an end where h is f and g is the slope into the arc. At a minimum
// h is at most top, so with e = top - f, a = r - f and x = tan(t / 2):
//   a (1 - cos t) <= e - g sin t, hence a x^2 <= max(0, -g) x + e, when a > 0;
//   sin t (g + a x) <= e, hence sin t <= 2 e / g, when g > 0 and -a x <= g / 2 on all of the arc.
double SupportMinimum::angle_to(const Arc<Ball>& arc, const BallVec2& unit, double top) const {
  double nearest = kInfinity;
  const Ball bend = smallest_bend(fine_, arc);
  const Ball width = cross(arc.from.unit, arc.to.unit) / (to_ball(1) + dot(arc.from.unit, arc.to.unit));
  for (const Sample<Ball>* end : {&arc.from, &arc.to}) {
    const Ball slope = end == &arc.from ? end->slope : -end->slope;
    const double a = lower(bend - end->value);
    const double excess = std::max(upper(to_ball(top) - (end->value - fine_.reference)), 0.0);
    double within = kInfinity;
    if (a > 0) within = 2 * (std::max(-lower(slope), 0.0) / a + std::sqrt(excess / a));
    if (lower(slope) > 0 && -a * upper(width) * 1.01 <= lower(slope) / 2)
      within = std::min(within, 1.6 * 2 * excess / lower(slope));
    if (!(lower(dot(unit, end->unit)) > 0.5)) continue;
    const Ball apart = cross(unit, end->unit);
    const double angle =
        1.3 * std::max(upper(apart), -lower(apart));  // at most pi / 3: sine at least 0.8 angle
    nearest = std::min(nearest, angle + within * (1 + 0x1p-40));
  }
  return nearest;
}

// Newton's method from the best direction, as long as it does not go up; then where else minima may be.
void SupportMinimum::polish() {
  for (int step = 0; step < 4; ++step) {
    const Sample<Ball> best = sample(fine_, best_direction_, best_corner_);
    const Ball turn = -(best.slope / (best.bend - best.value));
    if (!(lower(best.bend - best.value) > 0 && std::fabs(turn.hi) < 0x1p-8)) break;
    const BallVec2 tangent = perp(best.unit);
    const BallVec2 next = without_radius(best.unit + BallVec2{tangent.x * turn, tangent.y * turn});
    if (!(lower(value(*function_, next) - value(*function_, best_direction_)) <= 0)) break;
    best_direction_ = next;
    if (std::fabs(turn.hi) < 0x1p-90) break;
  }
  const Ball value_there = value(*function_, best_direction_);
  fine_.reference = without_radius(value_there);
  const double top = upper(value_there - fine_.reference);
  const Sample<Ball> best = sample(fine_, best_direction_, best_corner_);
  for (const Arc<Ball>& arc : done_) {
    const bool holds_best = is_left_turn(arc.from.raw, best.raw) && is_left_turn(best.raw, arc.to.raw);
    const Arc<Ball> halves[] = {{arc.from, holds_best ? best : arc.to, arc.corner, 0},
                                {holds_best ? best : arc.from, arc.to, arc.corner, 0}};
    for (const Arc<Ball>& half : halves)
      if (!(bound(fine_, half) > top)) angle_error_ = std::max(angle_error_, angle_to(half, best.unit, top));
  }
}

Ball SupportMinimum::value(const SupportFunction& function, const BallVec2& direction) {
  const Ball size = sqrt(length_sq(direction));
  const Point rough{direction.x.hi, direction.y.hi};
  double furthest = -kInfinity;
  double error = 0;
  for (const BallVec2& corner : function.corners) {
    const Point at{corner.x.hi, corner.y.hi};
    furthest = std::max(furthest, dot(rough, at));
    error = std::max(error, 0x1p-50 * (std::fabs(rough.x * at.x) + std::fabs(rough.y * at.y)));
  }
  Ball reach;
  double reach_above = -kInfinity;
  for (const BallVec2& corner : function.corners) {
    if (dot(rough, Point{corner.x.hi, corner.y.hi}) < furthest - 2 * error) continue;
    const Ball along = dot(direction, corner);
    if (!(upper(along) > reach_above)) continue;
    reach = along;
    reach_above = upper(along);
  }
  for (const SupportFunction::Axes& axes : function.ellipses) {
    const BallVec2 image{dot(to_ball(axes.u), direction), dot(to_ball(axes.v), direction)};
    reach = reach + sqrt(length_sq(image));
  }
  const Ball along = reach / size;
  return function.constant + (function.negated ? -along : along);
}

Interval SupportMinimum::find(const SupportFunction& function, double width, double relative_width) {
  function_ = &function;
  prepare(rough_);
  prepare(fine_);
  near_.clear();
  samples_ = 0;
  best_ = floor_ = kInfinity;
  angle_error_ = 0;
  magnitude_ = std::fabs(function.constant.hi);
  for (const BallVec2& corner : function.corners)
    magnitude_ = std::max(magnitude_, std::fabs(corner.x.hi) + std::fabs(corner.y.hi));
  for (const SupportFunction::Axes& axes : function.ellipses)
    for (const Point axis : {axes.u, axes.v}) magnitude_ += std::fabs(axis.x) + std::fabs(axis.y);
  if (!add_cones()) {
    rough_.arcs.clear();
    BallVec2 from = to_ball(Point{1, 0});
    for (int quarter = 0; quarter < 4; ++quarter, from = perp(from)) add_arcs(from, perp(from), 0);
  }
  search();
  refine();
  certify(width, relative_width);
  return {floor_, upper(value(function, best_direction_))};
}

}  // namespace touchstone::oracle
