// Rays of space against round shapes and planes, by balls; the methods are those of ray3.cpp.
#include <cmath>
#include <cstdint>

#include "oracle/ray_meeting.hpp"
#include "oracle/ray_meeting3.hpp"

namespace touchstone::oracle {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Ball square(const Ball& value) {
  return value * value;
}
BallVec3 at(const BallVec3& w, const BallVec3& d, const Ball& t) {
  return {w.x + t * d.x, w.y + t * d.y, w.z + t * d.z};
}

/// A ray w + t d and the infinite cylinder around an axis through 0: with all lengths across the axis times
/// its length, a t^2 + 2 b t + c <= 0; along it, offset + t speed, times its length.
struct BallTube {
  BallTube(const ScaledRay3& ray, const Vec3<double>& from, const Vec3<double>& to, double r)
      : w(ball_of_difference(ray.origin, from)),
        d(to_ball(ray.direction)),
        axis(ball_of_difference(to, from)),
        radius(to_ball(r)),
        length_squared(length_sq(axis)),
        offset(dot(w, axis)),
        speed(dot(d, axis)) {
    const BallVec3 beside = cross(w, axis);
    const BallVec3 drift = cross(d, axis);
    beside_sq = length_sq(beside);
    a = length_sq(drift);
    b = dot(drift, beside);
    c = beside_sq - square(radius) * length_squared;
    // b b - a c: |drift x beside| is the axis's length times the determinant.
    discriminant = length_squared * (square(radius) * a - square(dot(drift, w)));
  }

  /// Below the time until the ray's distance from the axis can be the radius. Requires: the sign of c is
  /// known.
  double time_to_wall() const {
    const Ball gap = sqrt(beside_sq) - radius * sqrt(length_squared);
    const double distance = std::max(lower(gap), -upper(gap));
    return distance > 0 ? time_at_least(distance, upper(sqrt(a))) : 0;
  }
  /// At a point of the wall, of any length.
  BallVec3 normal_at(const Ball& t) const {
    const Ball foot = offset + t * speed;
    const BallVec3 p = at(w, d, t);
    return BallVec3{p.x * length_squared, p.y * length_squared, p.z * length_squared} - axis * foot;
  }
  Ball after_to() const { return offset - length_squared; }

  BallVec3 w, d, axis;
  Ball radius, length_squared, offset, speed;
  Ball beside_sq, a, b, c, discriminant;
};

class RoundMeeter3 {
 public:
  RoundMeeter3(const ScaledRay3& ray, double scale) : ray_(ray), scale_(scale) {}

  FoundMeeting3 meet_sphere(const Vec3<double>& center, double radius) const {
    const BallVec3 d = to_ball(ray_.direction);
    const BallVec3 w = ball_of_difference(ray_.origin, center);
    const Ball radius_sq = square(to_ball(radius));
    const Ball outside = length_sq(w) - radius_sq;
    const int where = known_sign(outside);
    if (where == 0) return std::nullopt;
    if (where < 0) return meeting_within(ray_);
    const Ball root_sq = length_sq(d) * radius_sq - length_sq(cross(d, w));
    const Ball along = dot(w, d);
    const int reaches = known_sign(root_sq);
    const int away = known_sign(along);
    if (reaches < 0 || away > 0) return RayMeeting3{};
    if (reaches == 0 || away == 0) return std::nullopt;
    const Ball t = outside / (sqrt(root_sq) - along);
    return meeting_at(ray_, scale_, t, at(w, d, t));
  }

  FoundMeeting3 meet_capsule(const Capsule3<double>& capsule) const {
    const BallTube tube(ray_, capsule.from, capsule.to, capsule.radius);
    const int where = location(tube);
    if (where == 0) return std::nullopt;
    if (where < 0) return meeting_within(ray_);
    const int outside_tube = known_sign(tube.c);
    if (outside_tube == 0) return std::nullopt;
    if (outside_tube < 0) return meet_end(capsule, tube.offset, tube.length_squared);
    if (known_sign(tube.b) > 0 || known_sign(tube.discriminant) < 0) return RayMeeting3{};
    if (tube.time_to_wall() > longest_time(tube)) return RayMeeting3{};
    if (known_sign(tube.b) == 0 || known_sign(tube.discriminant) == 0) return std::nullopt;
    const Ball t = tube.c / (sqrt(tube.discriminant) - tube.b);
    const Ball foot = tube.offset + t * tube.speed;
    const int after_from = known_sign(foot);
    const int before_to = known_sign(tube.length_squared - foot);
    if (after_from == 0 || before_to == 0) return std::nullopt;
    if (after_from < 0 || before_to < 0) return meet_end(capsule, foot, tube.length_squared);
    return meeting_at(ray_, scale_, t, tube.normal_at(t));
  }

  FoundMeeting3 meet_cylinder(const Cylinder3<double>& cylinder) const {
    enum Side : std::uint8_t { wall, from_end, to_end };
    const BallTube tube(ray_, cylinder.from, cylinder.to, cylinder.radius);
    RayPassage passage;
    pass_side(passage, -tube.after_to(), tube.speed, to_end);
    pass_side(passage, tube.offset, -tube.speed, from_end);
    Ball enters_wall{};
    if (known_sign(tube.discriminant) < 0 && known_sign(tube.a) > 0) return RayMeeting3{};
    if (known_sign(tube.discriminant) > 0 && known_sign(tube.a) > 0) {
      enters_wall = pass_wall(tube, passage, wall);
    } else {
      pass_along_wall(tube, passage, wall);
    }
    if (passage.misses()) return RayMeeting3{};
    if (!passage.crosses()) return std::nullopt;
    if (passage.starts_within()) return meeting_within(ray_);
    const int side = passage.entered_side();
    if (side == RayPassage::kNoSide) return std::nullopt;
    if (side == wall) return meeting_at(ray_, scale_, enters_wall, tube.normal_at(enters_wall));
    if (side == to_end) return meeting_at(ray_, scale_, -tube.after_to() / tube.speed, tube.axis);
    return meeting_at(ray_, scale_, tube.offset / -tube.speed, -tube.axis);
  }

  FoundMeeting3 meet_plane(const Plane3<double>& plane) const {
    const BallVec3 n = to_ball(plane.normal);
    const Ball room = to_ball(plane.offset) - dot(n, to_ball(ray_.origin));
    const int inside = known_sign(room);
    if (inside == 0) return std::nullopt;
    if (inside > 0) return meeting_within(ray_);
    const auto is_zero = [](double a, double b) { return a == 0 || b == 0; };
    const Vec3<double>& d = ray_.direction;
    const Vec3<double>& m = plane.normal;
    if (is_zero(m.x, d.x) && is_zero(m.y, d.y) && is_zero(m.z, d.z)) return RayMeeting3{};
    const Ball speed = dot(n, to_ball(d));
    const int away = known_sign(speed);
    if (away > 0) return RayMeeting3{};
    if (away == 0) return std::nullopt;
    return meeting_at(ray_, scale_, room / speed, n);
  }

 private:
  /// Of the origin in a capsule: -1 in it, +1 outside, 0 not known. Near an end of the axis both formulas
  /// must agree.
  static int location(const BallTube& tube) {
    const Ball radius_sq = square(tube.radius);
    const int after_from = known_sign(tube.offset);
    const int after_to = known_sign(tube.after_to());
    const int at_from = known_sign(length_sq(tube.w) - radius_sq);
    const int at_to = known_sign(length_sq(tube.w - tube.axis) - radius_sq);
    if (after_from < 0) return at_from;
    if (after_to > 0) return at_to;
    const int between = known_sign(tube.c);
    if (after_from == 0 && at_from != between) return 0;
    if (after_to == 0 && at_to != between) return 0;
    return between;
  }
  /// No point of a capsule is met later: t / 2 <= t |d| <= the distance of its farthest point.
  static double longest_time(const BallTube& tube) {
    const double from = upper(sqrt(length_sq(tube.w)));
    const double to = upper(sqrt(length_sq(tube.w - tube.axis)));
    return 2 * (std::max(from, to) + upper(tube.radius)) * (1 + 0x1p-50);
  }
  /// Of a ray that comes into the tube beyond an end, told by the foot.
  FoundMeeting3 meet_end(const Capsule3<double>& capsule, const Ball& foot,
                         const Ball& length_squared) const {
    if (known_sign(foot) < 0) return meet_sphere(capsule.from, capsule.radius);
    if (known_sign(foot - length_squared) > 0) return meet_sphere(capsule.to, capsule.radius);
    return std::nullopt;
  }

  /// Returns where it is entered. Of the two roots, each by the formula that does not cancel.
  static Ball pass_wall(const BallTube& tube, RayPassage& passage, int side) {
    const Ball root = sqrt(tube.discriminant);
    const bool ahead = middle(tube.b) < 0;
    const Ball sum = ahead ? root - tube.b : -root - tube.b;
    const Ball enters = ahead ? tube.c / sum : sum / tube.a;
    const Ball leaves = ahead ? sum / tube.a : tube.c / sum;
    passage.enter({lower(enters), upper(enters)}, side);
    passage.leave({lower(leaves), upper(leaves)});
    return enters;
  }
  /// Hardly across the wall, or a tangent.
  static void pass_along_wall(const BallTube& tube, RayPassage& passage, int side) {
    const int outside = known_sign(tube.c);
    if (outside == 0) return passage.forget();
    const Interval at{tube.time_to_wall(), kInfinity};
    return outside > 0 ? passage.enter(at, side) : passage.leave(at);
  }

  const ScaledRay3& ray_;
  double scale_;
};

}  // namespace

FoundMeeting3 meet_round(const ScaledRay3& ray, const Shape3<double>& shape, double scale) {
  const RoundMeeter3 meeter(ray, scale);
  if (const auto* sphere = std::get_if<Sphere3<double>>(&shape))
    return meeter.meet_sphere(sphere->center, sphere->radius);
  if (const auto* capsule = std::get_if<Capsule3<double>>(&shape)) {
    if (capsule->from == capsule->to) return meeter.meet_sphere(capsule->from, capsule->radius);
    return meeter.meet_capsule(*capsule);
  }
  if (const auto* cylinder = std::get_if<Cylinder3<double>>(&shape)) return meeter.meet_cylinder(*cylinder);
  return meeter.meet_plane(std::get<Plane3<double>>(shape));
}

}  // namespace touchstone::oracle
