#include "oracle/ray_meeting.hpp"

#include <algorithm>
#include <cmath>

#include "oracle/convex_separation.hpp"

namespace touchstone::oracle {
namespace {

// Beyond these, a multiple of the direction as given may lose bits, or has no neighbours.
constexpr double kSmallestMultiple = 0x1p-1000;
constexpr double kLargestMultiple = 0x1p+1000;

BallVec2 ball_of(const PointSum& sum) {
  BallVec2 total = to_ball(sum.parts[0]);
  for (int i = 1; i < sum.count; ++i) total = total + to_ball(sum.parts[i]);
  return total;
}

Interval interval_around(const Ball& value) {
  return {lower(value), upper(value)};
}

// Every coordinate within half an ulp of 1, and more than that.
constexpr double kDirectionError = 0x1p-60;

std::optional<Point> rounded_unit(const BallVec2& v) {
  const Ball length = sqrt(length_sq(v));
  const BallVec2 unit{v.x / length, v.y / length};
  if (!(unit.x.radius + unit.y.radius < kDirectionError)) return std::nullopt;
  return Point{unit.x.hi, unit.y.hi};
}

}  // namespace

ScaledRay ScaledRay::of(const Operand& ray) {
  const Point d = ray.axes[0];
  ScaledRay scaled{std::get<Point2<double>>(ray.skeleton).at, {}, 0, false};
  std::frexp(std::max(std::fabs(d.x), std::fabs(d.y)), &scaled.exponent);
  scaled.direction = {std::ldexp(d.x, -scaled.exponent), std::ldexp(d.y, -scaled.exponent)};
  scaled.is_exact = std::ldexp(scaled.direction.x, scaled.exponent) == d.x &&
                    std::ldexp(scaled.direction.y, scaled.exponent) == d.y;
  return scaled;
}

RayMeeting meeting_at_origin(const ScaledRay& ray, Relation relation) {
  const Point o = ray.origin;
  return {relation, {.hit = true, .t = {}, .x = {o.x, o.x}, .y = {o.y, o.y}, .normal = std::nullopt}};
}

FoundMeeting meeting_at(const ScaledRay& ray, double scale, Relation relation, const Ball& t,
                        const std::optional<BallVec2>& normal) {
  RayMeeting meeting{relation, {.hit = true}};
  Truth::Raycast& cast = meeting.cast;
  cast.x = interval_around(to_ball(ray.origin.x) + t * to_ball(ray.direction.x));
  cast.y = interval_around(to_ball(ray.origin.y) + t * to_ball(ray.direction.y));
  cast.t = interval_around(t);
  // |direction| < sqrt 2, and t counts in multiples of it.
  if (!is_narrow(cast.x, scale) || !is_narrow(cast.y, scale) || !is_narrow(cast.t, 0.7 * scale))
    return std::nullopt;
  cast.t = {std::ldexp(std::max(cast.t.lo, 0.0), -ray.exponent), std::ldexp(cast.t.hi, -ray.exponent)};
  if (!(cast.t.lo > kSmallestMultiple && cast.t.hi < kLargestMultiple)) return std::nullopt;
  if (normal) {
    cast.normal = rounded_unit(*normal);
    if (!cast.normal) return std::nullopt;
  }
  return meeting;
}

BallVec2 ball_between(const PointSum& to, Point from) {
  if (to.count == 1) return ball_of_difference(to.parts[0], from);
  return ball_of(to) - to_ball(from);
}
BallVec2 ball_edge(const ConvexOperand& shape, int k) {
  if (shape.is_exact()) return ball_of_difference(shape.corner(shape.next(k)), shape.corner(k));
  return ball_of(shape.exact_edge(k));
}

}  // namespace touchstone::oracle
