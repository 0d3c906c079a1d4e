#include "oracle/convex_separation.hpp"

#include <algorithm>
#include <utility>

#include "oracle/filter.hpp"

namespace touchstone::oracle {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

BallVec2 ball_of(const PointSum& sum) {
  BallVec2 total = to_ball(sum.parts[0]);
  for (int i = 1; i < sum.count; ++i) total = total + to_ball(sum.parts[i]);
  return total;
}
BallVec2 ball_edge(const ConvexOperand& shape, int k) {
  if (shape.is_exact()) return ball_of_difference(shape.corner(shape.next(k)), shape.corner(k));
  return ball_of(shape.exact_edge(k));
}
// Corner l of f minus corner k of e.
BallVec2 ball_between(const ConvexOperand& e, int k, const ConvexOperand& f, int l) {
  if (e.is_exact() && f.is_exact()) return ball_of_difference(f.corner(l), e.corner(k));
  PointSum from = e.exact_corner(k);
  BallVec2 total = ball_of(f.exact_corner(l));
  for (int i = 0; i < from.count; ++i) total = total - to_ball(from.parts[i]);
  return total;
}

// Stands for the edge of a shape that has none left.
constexpr Point kLast{1, 0};

// Angle within [0, pi); the sign of each coordinate of an edge is exact.
bool is_upper(Point edge) {
  return edge.y > 0 || (edge.y == 0 && edge.x > 0);
}

// The corner where the edges' directions, negated if asked, pass angle 0.
int first_corner(const ConvexOperand& shape, bool negated) {
  for (int k = 0; k < shape.edge_count(); ++k)
    if (is_upper(shape.edge(k)) != negated && is_upper(shape.edge(shape.previous(k))) == negated) return k;
  return 0;
}

// At least the distance of any two corners.
double reach_between(const ConvexOperand& a, const ConvexOperand& b) {
  const Point out = b.high() - a.low();
  const Point in = a.high() - b.low();
  return std::max(std::fabs(out.x), std::fabs(in.x)) + std::max(std::fabs(out.y), std::fabs(in.y));
}

// value - less (nothing: 0), rounded down and up.
double lower_less(Ball value, const std::optional<Ball>& less) {
  return less ? lower(value - *less) : lower(value);
}
double upper_less(Ball value, const std::optional<Ball>& less) {
  return less ? upper(value - *less) : upper(value);
}
Interval interval_less(Ball value, const std::optional<Ball>& less) {
  return {lower_less(value, less), upper_less(value, less)};
}

// x |x|: keeps order and sign.
double signed_square(double x) {
  return x * std::fabs(x);
}

}  // namespace

bool is_narrow(Interval value, double scale) {
  const double magnitude = std::max(std::fabs(value.lo), std::fabs(value.hi));
  return magnitude < kInfinity &&
         value.hi - value.lo <= kEnclosureWidth * 0x1p-52 * scale + 2 * 0x1p-52 * magnitude;
}

void ConvexSeparation::walk(const ConvexOperand& a, const ConvexOperand& b) {
  const int edges_a = a.edge_count();
  const int edges_b = b.edge_count();
  int i = first_corner(a, true);
  int j = first_corner(b, false);
  best_line_sq_ = -kInfinity;
  best_vertex_sq_ = kInfinity;
  if (edges_a + edges_b == 0) {
    best_vertex_sq_ = length_sq(b.corner(j) - a.corner(i));
    steps_.assign(1, Step{-kInfinity, best_vertex_sq_, i, j, true, kInfinity, false, kInfinity});
    return;
  }
  steps_.resize(static_cast<std::size_t>(edges_a + edges_b));
  int done_a = 0;
  int done_b = 0;
  double best_line_sq = -kInfinity;
  double best_vertex_sq = kInfinity;
  // The edges of one shape within [0, pi), then the rest, are in order; so cross() compares any two of the
  // same half.
  for (Step& step : steps_) {
    const Point edge_a = done_a < edges_a ? -a.edge(i) : kLast;
    const Point edge_b = done_b < edges_b ? b.edge(j) : kLast;
    const bool upper_a = is_upper(edge_a);
    const bool upper_b = is_upper(edge_b);
    const bool b_is_first = upper_a == upper_b ? cross(edge_b, edge_a) >= 0 : upper_b;
    const bool take_b = done_a == edges_a || (done_b < edges_b && b_is_first);
    const Point edge = take_b ? edge_b : edge_a;
    const Point w = b.corner(j) - a.corner(i);
    const double side = cross(edge, w);
    step.line_sq = side * std::fabs(side) / length_sq(edge);
    step.vertex_sq = length_sq(w);
    step.i = i;
    step.j = j;
    step.edge_of_b = take_b;
    best_line_sq = std::max(best_line_sq, step.line_sq);
    best_vertex_sq = std::min(best_vertex_sq, step.vertex_sq);
    done_a += !take_b;
    done_b += take_b;
    i = take_b ? i : a.next(i);
    j = take_b ? b.next(j) : j;
  }
  best_line_sq_ = best_line_sq;
  best_vertex_sq_ = best_vertex_sq;
}

Interval ConvexSeparation::enclose(const ConvexOperand& a, const ConvexOperand& b) {
  less_.reset();
  scale_ = std::max(a.scale(), b.scale());
  return enclose_all(a, b);
}

Interval ConvexSeparation::enclose_less(const ConvexOperand& a, const ConvexOperand& b, double first,
                                        double second) {
  less_ = ball_of_difference(first, -second);
  scale_ = std::max({a.scale(), b.scale(), std::fabs(first), std::fabs(second)});
  return enclose_all(a, b);
}

Interval ConvexSeparation::enclose_all(const ConvexOperand& a, const ConvexOperand& b) {
  // With h = 2^-53 and |w| the largest distance of two corners: a cross product of edge and w is off by 5h
  // (|ex wy| + |ey wx|) <= 5h |edge| |w|, each rounded corner adds its error times |edge| sqrt 2; division
  // and roots add 3h |w|.
  error_ = 16 * kHalfUlp * reach_between(a, b) + 4 * (a.corner_error() + b.corner_error());
  walk(a, b);
  const Interval gap = enclose_gap(a, b);
  if (proves_overlap_) return gap;
  return enclose_distance(a, b, gap.lo);
}

// Gap between the supports along the edge's normal: hi by the walk's corner alone, lo over all corners.
Interval ConvexSeparation::gap_at(const ConvexOperand& a, const ConvexOperand& b, const Step& step) {
  const ConvexOperand& e = step.edge_of_b ? b : a;
  const ConvexOperand& f = step.edge_of_b ? a : b;
  const int k = step.edge_of_b ? step.j : step.i;
  const int l = step.edge_of_b ? step.i : step.j;
  const BallVec2 edge = ball_edge(e, k);
  const Ball square = length_sq(edge);
  const Ball length = sqrt(square);
  const Ball side = cross(edge, ball_between(e, k, f, l));
  const Ball gap = -(side / length);
  Interval result = interval_less(gap, less_);
  proves_overlap_ = proves_overlap_ && (less_ ? upper(gap) : result.hi) < 0;

  const EdgeFilter filter(e, k, f);
  const double deepest = side.hi * (1 - sign_of(side.hi) * 0x1p-50) - side.radius;
  for (int m = 0; m < f.size(); ++m) {
    if (m == l || filter.side(f.corner(m)) + filter.bound() < deepest) continue;
    const Ball other = cross(edge, ball_between(e, k, f, m));
    result.lo = std::min(result.lo, lower_less(-(other / length), less_));
  }
  if (!best_edge_ || lower(gap - best_edge_->gap) > 0)
    best_edge_ = {gap, edge, side, square, step.edge_of_b, step.i, step.j};
  return result;
}

Point ConvexSeparation::push() const {
  if (!best_edge_) return {};
  const Ball factor =
      less_ ? (*less_ - best_edge_->gap) / sqrt(best_edge_->square) : best_edge_->side / best_edge_->square;
  const Point outward{(best_edge_->edge.y * factor).hi, -(best_edge_->edge.x * factor).hi};
  return best_edge_->of_b ? -outward : outward;
}

// The largest gap over all edges, of which only those within the walk's error of the best can be it.
Interval ConvexSeparation::enclose_gap(const ConvexOperand& a, const ConvexOperand& b) {
  best_edge_.reset();
  proves_overlap_ = best_line_sq_ != -kInfinity;
  if (best_line_sq_ == -kInfinity) return {-kInfinity, kInfinity};
  const double best_line = std::copysign(std::sqrt(std::fabs(best_line_sq_)), best_line_sq_);
  const double near_sq = signed_square(best_line - 2 * error_);
  Interval best{-kInfinity, -kInfinity};
  for (Step& step : steps_) {
    step.gap_hi = kInfinity;
    if (step.line_sq < near_sq) continue;
    const Interval gap = gap_at(a, b, step);
    step.gap_hi = gap.hi;
    best.lo = std::max(best.lo, gap.lo);
    best.hi = std::max(best.hi, gap.hi);
  }
  return best;
}

namespace {

// How far the shape reaches beyond its corner `from` along the direction: at most the result, which is >= 0.
Ball reach_beyond(const ConvexOperand& shape, int from, const BallVec2& direction) {
  const Point rough{direction.x.hi, direction.y.hi};
  Ball furthest;
  for (int m = 0; m < shape.size(); ++m) {
    const Point step = shape.corner(m) - shape.corner(from);
    const double products = std::fabs(rough.x * step.x) + std::fabs(rough.y * step.y);
    const double error =
        cross_error(products) + 4 * shape.corner_error() * (std::fabs(rough.x) + std::fabs(rough.y));
    if (m == from || dot(rough, step) + 2 * error < 0) continue;
    const Ball reach = dot(direction, ball_between(shape, from, shape, m));
    if (upper(reach) > upper(furthest)) furthest = reach;
  }
  return furthest;
}

// Gap between the supports along the line through two corners: at least the result.
Ball gap_of_corners(const ConvexOperand& a, int i, const ConvexOperand& b, int j, const BallVec2& w,
                    Ball square) {
  const Ball loss = reach_beyond(a, i, w) + reach_beyond(b, j, -w);
  const Ball gap = square - loss;
  return gap / sqrt(square);
}

// Distance from corner l of f to edge k of e, less what is asked.
Interval distance_to_edge_less(const ConvexOperand& e, int k, const ConvexOperand& f, int l,
                               const std::optional<Ball>& less) {
  const BallVec2 w = ball_between(e, k, f, l);
  const BallVec2 edge = ball_edge(e, k);
  const Ball square = length_sq(edge);
  const Ball along = dot(edge, w);
  const Ball beyond = along - square;
  const Ball start = sqrt(length_sq(w));
  if (upper(along) <= 0) return interval_less(start, less);
  const Ball end = distance_of_corners(e, e.next(k), f, l);
  if (lower(beyond) >= 0) return interval_less(end, less);
  const Ball line = cross(edge, w) / sqrt(square);
  Interval distance = interval_less(line.hi < 0 ? -line : line, less);
  distance.lo = std::max(distance.lo, lower_less({}, less));
  if (lower(along) >= 0 && upper(beyond) <= 0) return distance;
  return {distance.lo, std::min(upper_less(start, less), upper_less(end, less))};
}

}  // namespace

// Whether the point nearest to the origin on the edge's line lies on the edge, when the origin may be
// outside.
void ConvexSeparation::find_foot(const ConvexOperand& a, const ConvexOperand& b, Step& step) const {
  const double slack_sq = 4 * error_ * error_;
  step.foot_sq = kInfinity;
  step.is_foot = false;
  if (step.line_sq < -slack_sq) return;
  const Point w = b.corner(step.j) - a.corner(step.i);
  const Point edge = step.edge_of_b ? b.edge(step.j) : -a.edge(step.i);
  const double square = length_sq(edge);
  const double along = -dot(edge, w);
  const double inside_by = std::min(along, square - along);
  const bool is_certain = inside_by * inside_by > slack_sq * square;
  step.is_foot = is_certain && inside_by > 0;
  if (step.is_foot || !is_certain) step.foot_sq = std::fabs(step.line_sq);
}

// Between the gap along some direction and the distance of two points.
Interval ConvexSeparation::enclose_distance(const ConvexOperand& a, const ConvexOperand& b, double gap) {
  const bool are_points = a.size() == 1 && b.size() == 1;
  Interval best{are_points ? lower_less({}, less_) : gap, kInfinity};
  double best_sq = best_vertex_sq_;
  for (Step& step : steps_) {
    find_foot(a, b, step);
    best_sq = std::min(best_sq, step.foot_sq);
  }
  // A foot may lie off its edge by the walk's error, so be nearer than any point of it by as much.
  const double near = std::sqrt(best_sq) + 4 * error_;
  const double near_sq = near * near;
  for (const Step& step : steps_) {
    if (step.foot_sq > near_sq) continue;
    if (step.is_foot && step.line_sq > 4 * error_ * error_ && step.gap_hi < kInfinity) {
      best.hi = std::min(best.hi, step.gap_hi);  // the distance to the line is the distance to the edge
    } else {
      const Interval foot = step.edge_of_b ? distance_to_edge_less(b, step.j, a, step.i, less_)
                                           : distance_to_edge_less(a, step.i, b, step.j, less_);
      best.hi = std::min(best.hi, foot.hi);
    }
    if (is_narrow(best, scale_)) return best;
  }
  for (const Step& step : steps_) {
    if (step.vertex_sq > near_sq) continue;
    const BallVec2 w = ball_between(a, step.i, b, step.j);
    if (w == BallVec2{}) {
      best.hi = std::min(best.hi, upper_less({}, less_));  // a common corner
      continue;
    }
    const Ball square = length_sq(w);
    best.hi = std::min(best.hi, upper_less(sqrt(square), less_));
    if (!is_narrow(best, scale_))
      best.lo = std::max(best.lo, lower_less(gap_of_corners(a, step.i, b, step.j, w, square), less_));
  }
  return best;
}

// One feature alone may be nearest, by the walk's error bound: an edge with the foot on it for sure, which
// then is the best edge, or a corner for sure.
std::optional<Point> ConvexSeparation::push_of_near(const ConvexOperand& a, const ConvexOperand& b) const {
  double best_sq = best_vertex_sq_;
  for (const Step& step : steps_) best_sq = std::min(best_sq, step.foot_sq);
  const double near = std::sqrt(best_sq) + 4 * error_;
  const double near_sq = near * near;
  const Step* found = nullptr;
  int count = 0;
  for (const Step& step : steps_) {
    const bool has_foot = step.foot_sq <= near_sq;
    const bool has_vertex = step.vertex_sq <= near_sq;
    if (has_foot || has_vertex) found = &step;
    count += has_foot + has_vertex;
  }
  if (count != 1 || !less_) return std::nullopt;
  if (found->foot_sq <= near_sq) {
    const bool is_best = best_edge_ && best_edge_->i == found->i && best_edge_->j == found->j;
    return found->is_foot && is_best ? std::optional<Point>(push()) : std::nullopt;
  }
  const BallVec2 w = ball_between(a, found->i, b, found->j);
  if (upper(reach_beyond(a, found->i, w)) > 0 || upper(reach_beyond(b, found->j, -w)) > 0)
    return std::nullopt;
  const Ball factor = (*less_ - sqrt(length_sq(w))) / sqrt(length_sq(w));
  return Point{(w.x * factor).hi, (w.y * factor).hi};
}

Ball distance_of_corners(const ConvexOperand& e, int k, const ConvexOperand& f, int l) {
  return sqrt(length_sq(ball_between(e, k, f, l)));
}

Interval distance_to_edge(const ConvexOperand& e, int k, const ConvexOperand& f, int l) {
  return distance_to_edge_less(e, k, f, l, std::nullopt);
}

namespace {

// Distance from corner l of f to edge k of e in doubles.
double rough_distance(const ConvexOperand& e, int k, const ConvexOperand& f, int l) {
  const Point w = f.corner(l) - e.corner(k);
  const Point edge = e.edge(k);
  const double along = std::clamp(dot(edge, w) / length_sq(edge), 0.0, 1.0);
  return std::sqrt(length_sq(w - edge * along));
}

template <class Look>
void for_each_corner_and_edge(const ConvexOperand& a, const ConvexOperand& b, Look look) {
  for (const auto& [e, f] : {std::pair{&a, &b}, std::pair{&b, &a}})
    for (int l = 0; l < f->size(); ++l)
      for (int k = 0; k < e->edge_count(); ++k) look(*e, k, *f, l);
}

}  // namespace

Interval corner_to_boundary(const ConvexOperand& a, const ConvexOperand& b) {
  // The foot, its product and the differences round fewer than 2^5 times, by half an ulp of twice the reach
  // at most.
  const double error = 64 * kHalfUlp * reach_between(a, b) + 4 * (a.corner_error() + b.corner_error());
  double nearest = kInfinity;
  for_each_corner_and_edge(a, b, [&](const ConvexOperand& e, int k, const ConvexOperand& f, int l) {
    nearest = std::min(nearest, rough_distance(e, k, f, l));
  });
  Interval best{kInfinity, kInfinity};
  for_each_corner_and_edge(a, b, [&](const ConvexOperand& e, int k, const ConvexOperand& f, int l) {
    if (rough_distance(e, k, f, l) > nearest + 2 * error) return;
    const Interval distance = distance_to_edge(e, k, f, l);
    best = {std::min(best.lo, distance.lo), std::min(best.hi, distance.hi)};
  });
  return best;
}

Interval separation_by_rationals(const ConvexRational& a, const ConvexRational& b) {
  if (relation(a, b) == Relation::disjoint) {
    const Enclosure enclosure = enclose_sqrt(distance(a, b).distance_sq);
    return {enclosure.lo, enclosure.hi};
  }
  const Enclosure depth = enclose_sqrt(penetration(a, b).depth_sq);
  return {-depth.hi, -depth.lo};
}

}  // namespace touchstone::oracle
