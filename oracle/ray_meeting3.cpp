#include "oracle/ray_meeting3.hpp"

#include <cmath>

#include "oracle/convex_separation.hpp"

namespace touchstone::oracle {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Beyond these, a multiple of the direction as given may lose bits, or has no neighbours.
constexpr double kSmallestMultiple = 0x1p-1000;
constexpr double kLargestMultiple = 0x1p+1000;

Interval interval_around(const Ball& value) {
  return {lower(value), upper(value)};
}

// Every coordinate within half an ulp of 1, and more than that.
constexpr double kDirectionError = 0x1p-60;

std::optional<Vec3<double>> rounded_unit(const BallVec3& v) {
  const Ball length = sqrt(length_sq(v));
  const BallVec3 unit{v.x / length, v.y / length, v.z / length};
  if (!(unit.x.radius + unit.y.radius + unit.z.radius < kDirectionError)) return std::nullopt;
  return middle(unit);
}

}  // namespace

ScaledRay3 ScaledRay3::of(const Ray3<double>& ray) {
  const Vec3<double>& d = ray.direction;
  ScaledRay3 scaled{ray.origin, {}, 0, false};
  std::frexp(std::max({std::fabs(d.x), std::fabs(d.y), std::fabs(d.z)}), &scaled.exponent);
  const auto by = [](const Vec3<double>& v, int power) {
    return Vec3<double>{std::ldexp(v.x, power), std::ldexp(v.y, power), std::ldexp(v.z, power)};
  };
  scaled.direction = by(d, -scaled.exponent);
  scaled.is_exact = by(scaled.direction, scaled.exponent) == d;
  return scaled;
}

RayMeeting3 meeting_within(const ScaledRay3& ray) {
  const Vec3<double>& o = ray.origin;
  return {Relation::overlapping,
          {.hit = true, .t = {}, .x = {o.x, o.x}, .y = {o.y, o.y}, .z = {o.z, o.z}, .normal = std::nullopt}};
}

FoundMeeting3 meeting_at(const ScaledRay3& ray, double scale, const Ball& t, const BallVec3& normal) {
  const Vec3<double>& o = ray.origin;
  const Vec3<double>& d = ray.direction;
  RayMeeting3 meeting{Relation::overlapping, {.hit = true}};
  Truth3::Raycast& cast = meeting.cast;
  cast.x = interval_around(to_ball(o.x) + t * to_ball(d.x));
  cast.y = interval_around(to_ball(o.y) + t * to_ball(d.y));
  cast.z = interval_around(to_ball(o.z) + t * to_ball(d.z));
  cast.t = interval_around(t);
  if (!is_narrow(cast.x, scale) || !is_narrow(cast.y, scale) || !is_narrow(cast.z, scale))
    return std::nullopt;
  // |direction| < sqrt 3, and t counts in multiples of it.
  if (!is_narrow(cast.t, 0.57 * scale)) return std::nullopt;
  cast.t = {std::ldexp(std::max(cast.t.lo, 0.0), -ray.exponent), std::ldexp(cast.t.hi, -ray.exponent)};
  if (!(cast.t.lo > kSmallestMultiple && cast.t.hi < kLargestMultiple)) return std::nullopt;
  cast.normal = rounded_unit(normal);
  if (!cast.normal) return std::nullopt;
  return meeting;
}

double time_at_least(double distance, double speed) {
  const double time = distance / speed;
  return time > 0 && time < kInfinity ? next_below(time) : time;
}

// A side that is hardly approached is not reached for long.
template <class Number>
void pass_side(RayPassage& passage, const Number& room, const Number& speed, int side) {
  const int away = sign_if_known(speed);
  if (away == 1 || away == -1) {
    const Number t = room / speed;
    const Interval at{lower(t), upper(t)};
    return away > 0 ? passage.leave(at) : passage.enter(at, side);
  }
  const double fastest = std::max(upper(speed), -lower(speed));
  if (lower(room) > 0) return passage.leave({time_at_least(lower(room), fastest), kInfinity});
  if (upper(room) < 0) return passage.enter({time_at_least(-upper(room), fastest), kInfinity}, side);
  passage.forget();
}
template void pass_side(RayPassage&, const Bounded&, const Bounded&, int);
template void pass_side(RayPassage&, const Ball&, const Ball&, int);

}  // namespace touchstone::oracle
