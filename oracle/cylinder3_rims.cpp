#include "oracle/cylinder3_rims.hpp"

#include <algorithm>
#include <cmath>

#include "oracle/cylinder3_wide.hpp"

namespace touchstone::oracle {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
/// Arcs of one pair of circles. From the first number on more and more loss is taken, twice as much after so
/// many arcs more; what is left at the end is taken as it is.
constexpr int kManyArcs = 300;
constexpr int kArcsPerDoubling = 12;
constexpr int kMaxArcs = 1500;
/// Covers the roundings of the bounds below, a dozen products and sums of positive doubles.
constexpr double kUp = 1 + 0x1p-40;

// Largest |number|.
template <class Number>
double size_of(const Number& a) {
  return std::max(upper(a), -lower(a));
}

}  // namespace

template <class Number>
auto RimSearch<Number>::place_at(const Circle& first, const Circle& second, const Vec2<Number>& towards) const
    -> Place {
  const Number size = sqrt(length_sq(towards));
  const Vec3<Number> out = basis_[0] * (towards.x / size) + basis_[1] * (towards.y / size);
  const Vec3<Number> tangent = basis_[1] * (towards.x / size) - basis_[0] * (towards.y / size);
  Place at;
  at.point = first.centre + out * first.radius;
  const Vec3<Number> away = at.point - second.centre;
  const Number height = dot(away, second.out);
  const Vec3<Number> beside = away - second.out * height;
  at.beside = norm(beside);
  const Vec3<Number> radial = divided(beside, at.beside);
  at.other = second.centre + radial * second.radius;
  const Vec3<Number> apart = at.point - at.other;
  const Number inward = at.beside - second.radius;
  at.f = sqrt(inward * inward + height * height);
  at.velocity = tangent * first.radius;
  at.slope = dot(apart, at.velocity);
  const Number turning = dot(tangent, cross(second.out, radial));
  const Number moves = second.radius * turning * turning / at.beside;
  at.bend = first.radius * (first.radius * (number<Number>(1) - moves) - dot(apart, out));
  return at;
}

// Lipschitz bounds, with d the way of the point on the arc and k = radius / (least distance from the axis),
// which is at least how fast the other point follows: f changes by d, the other point by k d; with r the
// first circle's radius |F''| <= r^2 (1 + k) + r f, |F'''| <= r^2 (3 k r / beside + 2 k + 1 + k) + r f.
template <class Number>
auto RimSearch<Number>::bounds_on(const Circle& first, const Circle& second, const Place& at,
                                  double angle) const -> Bounds {
  const double radius = upper(first.radius);
  const double way = radius * angle * kUp;
  const double beside = lower(at.beside) - way;
  if (!(beside > 0)) return {kInfinity, kInfinity};
  const double follows = upper(second.radius) / beside * kUp;
  const double most = upper(at.f) + way;
  Bounds bounds;
  bounds.jerk = (radius * radius * (3 * follows * radius / beside + 3 * follows + 1) + radius * most) * kUp;
  bounds.bend = std::min((radius * radius * (1 + follows) + radius * most) * kUp,
                         (size_of(at.bend) + bounds.jerk * angle) * kUp);
  return bounds;
}

template <class Number>
bool RimSearch<Number>::is_excluded(const Circle& first, const Circle& second, const Place& at, double angle,
                                    double best) const {
  const double radius = upper(first.radius);
  const double way = radius * angle * kUp;
  const double least = lower(at.f) - way;
  if (least > best || upper(at.f) + way < least_) return true;
  const Vec3<Number> away = at.point - second.centre;
  if (lower(dot(away, second.out)) > way || lower(at.beside - second.radius) > way) return true;
  if (is_maximum_at_axis(first, second, at, way)) return true;
  const double beside = lower(at.beside) - way;
  if (!(beside > 0)) return false;
  const double follows = upper(second.radius) / beside * kUp;
  const double other_way = follows * way * kUp;
  const Vec3<Number> back = at.other - first.centre;
  const Number height = dot(back, first.out);
  if (lower(height) > other_way) return true;
  if (lower(norm(back - first.out * height) - first.radius) > other_way) return true;
  const Bounds bounds = bounds_on(first, second, at, angle);
  const double slope = std::max(lower(at.slope), -upper(at.slope));
  if (slope > bounds.bend * angle * kUp) return true;
  if (upper(at.bend) + bounds.jerk * angle * kUp < 0) return true;
  const double square = (lower(at.f) > 0 ? lower(at.f) * lower(at.f) : 0) * (1 - 0x1p-40);
  const double falls = (2 * size_of(at.slope) + bounds.bend * angle) * angle * kUp;
  return square - falls > best * best * kUp;
}

// Near the second axis. With b the distance from it, z the height, v the velocity on the first circle (of
// size r, as is its derivative), F' = -(radius - b) b' + z v_z, so where that is 0 |b'| <= m = |z| |v_z| /
// (radius - b); there
//   F'' = b'^2 - (radius - b) b'' + v_z^2 + z v_z',   b'' >= (|v across|^2 - b'^2) / b - r,
// below 0 when b is small and m < |v across|; on the axis itself no n has F' = 0 then.
template <class Number>
bool RimSearch<Number>::is_maximum_at_axis(const Circle& first, const Circle& second, const Place& at,
                                           double way) const {
  const double most_beside = (upper(at.beside) + way) * kUp;
  const double room = (lower(second.radius) - most_beside) * (1 - 0x1p-40);
  if (!(room > 0)) return false;
  const double radius = upper(first.radius);
  const double height = (size_of(dot(at.point - second.centre, second.out)) + way) * kUp;
  const Number climbs = dot(at.velocity, second.out);
  const double climb = (size_of(climbs) + way) * kUp;
  const double across = (lower(norm(at.velocity - second.out * climbs)) - way) * (1 - 0x1p-40);
  const double turn = height * climb / room * kUp;
  if (!(across > turn)) return false;
  const double falls = room * (across - turn) * (across + turn) * (1 - 0x1p-40);
  const double rises = turn * turn + climb * climb + height * radius + upper(second.radius) * radius;
  return falls > rises * most_beside * kUp;
}

template <class Number>
void RimSearch<Number>::search(const Circle& first, const Circle& second, const Number& best) {
  arcs_.clear();
  const double root = std::sqrt(0.5);
  const double eighths[8][2] = {{1, 0},  {root, root},   {0, 1},  {-root, root},
                                {-1, 0}, {-root, -root}, {0, -1}, {root, -root}};
  const auto direction = [&](int k) {
    return Vec2<Number>{number<Number>(eighths[k % 8][0]), number<Number>(eighths[k % 8][1])};
  };
  for (int k = 0; k < 8; ++k) arcs_.push_back({direction(k), direction(k + 1)});
  const double most = upper(best);
  for (int count = 0; !arcs_.empty(); ++count) {
    const Arc arc = arcs_.back();
    arcs_.pop_back();
    const auto unit = [](const Vec2<Number>& v) {
      const Number size = sqrt(length_sq(v));
      return Vec2<Number>{v.x / size, v.y / size};
    };
    const Vec2<Number> from = unit(arc.from), to = unit(arc.to);
    const Vec2<Number> towards = centre(from + to);
    const Vec2<Number> halfway = unit(towards);
    // At most a quarter of a right angle: an angle is at most 1.12 of its sine.
    const double angle = 1.12 * std::max(upper(cross(from, halfway)), upper(cross(halfway, to)));
    const Place at = place_at(first, second, towards);
    if (is_excluded(first, second, at, angle, most)) continue;
    const double way = upper(first.radius) * angle;
    // f^2 falls by at most 2 |F'| angle + |F''| angle^2, f by that over f.
    const double bend = bounds_on(first, second, at, angle).bend;
    const double falls = (2 * size_of(at.slope) + bend * angle) * angle * kUp;
    const double smallest = lower(at.f) - way;
    const bool is_quadratic = smallest > 0 && falls / smallest < way;
    const Number loss = number<Number>((is_quadratic ? falls / smallest : way) * kUp);
    const bool is_split =
        angle > 0x1p-300 && lower(cross(from, halfway)) > 0 && lower(cross(halfway, to)) > 0;
    const double taken =
        Precision<Number>::kLoss / 4 * std::exp2(std::max(0, count - kManyArcs) / kArcsPerDoubling);
    if (upper(loss) > taken && count < kMaxArcs && is_split) {
      arcs_.push_back({arc.from, towards});
      arcs_.push_back({towards, arc.to});
      continue;
    }
    const Number least = floor_of(at.f - loss);
    if (less(least, floor_)) floor_ = least;
    if (directions_.size() < 64) directions_.push_back(centre(at.point - at.other));
  }
}

template <class Number>
Number RimSearch<Number>::find(const CylinderScene<Number>& scene, const Number& best, double least) {
  least_ = least;
  floor_ = number<Number>(kInfinity);
  directions_.clear();
  const Vec3<double> unit = middle(scene.x.unit);
  const Vec3<double> size{std::fabs(unit.x), std::fabs(unit.y), std::fabs(unit.z)};
  const Vec3<double> smallest = size.x <= size.y && size.x <= size.z ? Vec3<double>{1, 0, 0}
                                : size.y <= size.z                   ? Vec3<double>{0, 1, 0}
                                                                     : Vec3<double>{0, 0, 1};
  const Vec3<Number> beside = cross(scene.x.unit, vector_of<Number>(smallest));
  basis_[0] = divided(beside, norm(beside));
  basis_[1] = cross(scene.x.unit, basis_[0]);
  const auto circle = [](const Rod<Number>& rod, bool at_to) {
    return Circle{at_to ? rod.to : rod.from, at_to ? rod.unit : -rod.unit, rod.radius};
  };
  for (const bool first_end : {false, true})
    for (const bool second_end : {false, true})
      search(circle(scene.x, first_end), circle(scene.rod, second_end), best);
  return floor_;
}

template class RimSearch<Bounded>;
template class RimSearch<Ball>;
template class RimSearch<Wide>;

}  // namespace touchstone::oracle
