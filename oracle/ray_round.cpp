// Rays against discs, capsules, rings and ellipses, by balls; the methods are those of ray_exact.cpp.
#include "oracle/ray_meeting.hpp"

namespace touchstone::oracle {
namespace {

// What a ray w + t d meets of the disc around 0.
struct DiscMeeting {
  enum class Outcome : std::uint8_t { unknown, inside, miss, hit };
  Outcome outcome = Outcome::unknown;
  Ball t;
};
using Outcome = DiscMeeting::Outcome;

DiscMeeting meet_disc(const BallVec2& w, const BallVec2& d, const Ball& radius_sq) {
  const Ball outside = length_sq(w) - radius_sq;
  const int where = known_sign(outside);
  if (where <= 0) return {where < 0 ? Outcome::inside : Outcome::unknown, {}};
  const Ball beside = cross(d, w);
  const Ball root_sq = length_sq(d) * radius_sq - beside * beside;
  const int reaches = known_sign(root_sq);
  if (reaches < 0) return {Outcome::miss, {}};
  const Ball along = dot(w, d);
  const int away = known_sign(along);
  if (away > 0) return {Outcome::miss, {}};
  if (away == 0 || reaches == 0) return {Outcome::unknown, {}};
  return {Outcome::hit, outside / (sqrt(root_sq) - along)};
}

BallVec2 at(const BallVec2& w, const BallVec2& d, const Ball& t) {
  return {w.x + t * d.x, w.y + t * d.y};
}

// A capsule's segment, seen from the ray's origin.
struct Axis {
  Axis(const ScaledRay& ray, const Segment2<double>& capsule, double radius)
      : whole(ball_of_difference(capsule.to, capsule.from)),
        from_w(ball_of_difference(ray.origin, capsule.from)),
        to_w(ball_of_difference(ray.origin, capsule.to)),
        length_squared(length_sq(whole)),
        radius_sq(to_ball(radius) * to_ball(radius)),
        foot(dot(from_w, whole)),
        height(cross(whole, from_w)),
        strip(height * height - radius_sq * length_squared) {}

  // Of the origin: -1 in the capsule, +1 outside, 0 not known. Near an end of the axis both formulas must
  // agree.
  int location() const {
    const int after_from = known_sign(foot);
    const int after_to = known_sign(foot - length_squared);
    const int at_from = known_sign(length_sq(from_w) - radius_sq);
    const int at_to = known_sign(length_sq(to_w) - radius_sq);
    if (after_from < 0) return at_from;
    if (after_to > 0) return at_to;
    const int between = known_sign(strip);
    if (after_from == 0 && at_from != between) return 0;
    if (after_to == 0 && at_to != between) return 0;
    return between;
  }

  BallVec2 whole, from_w, to_w;
  Ball length_squared, radius_sq;
  Ball foot;    ///< of the origin, along the axis from its start, times the axis's length
  Ball height;  ///< of the origin above the axis, times its length
  Ball strip;   ///< positive outside of the strip between the sides
};

class RoundMeeter {
 public:
  RoundMeeter(const ScaledRay& ray, double scale) : ray_(ray), scale_(scale), d_(to_ball(ray.direction)) {}

  FoundMeeting meet_ball(const Operand& ball) const {
    if (const auto* point = std::get_if<Point2<double>>(&ball.skeleton))
      return meet_circle(point->at, ball.radius);
    const auto& axis = std::get<Segment2<double>>(ball.skeleton);
    if (axis.from == axis.to) return meet_circle(axis.from, ball.radius);
    return meet_capsule(axis, ball.radius);
  }

  FoundMeeting meet_ring(const Operand& ring) const {
    const Point center = std::get<Point2<double>>(ring.skeleton).at;
    const BallVec2 w = ball_of_difference(ray_.origin, center);
    const Ball inner_sq = square(ring.inner_radius);
    const Ball beyond_hole = length_sq(w) - inner_sq;
    const int where = known_sign(beyond_hole);
    if (where == 0) return std::nullopt;
    if (where > 0) return meet_circle(center, ring.radius);
    const Ball beside = cross(d_, w);
    const Ball root = sqrt(length_sq(d_) * inner_sq - beside * beside);
    const Ball along = dot(w, d_);
    // The larger root of |w + t d|^2 = inner^2, without cancellation.
    const Ball t = along.hi > 0 ? -beyond_hole / (root + along) : (root - along) / length_sq(d_);
    return meeting_at(ray_, scale_, Relation::overlapping, t, -at(w, d_, t));
  }

  FoundMeeting meet_ellipse(const Operand& ellipse) const {
    const BallVec2 u = to_ball(ellipse.axes[0]);
    const BallVec2 v = to_ball(ellipse.axes[1]);
    const BallVec2 w = ball_of_difference(ray_.origin, std::get<Point2<double>>(ellipse.skeleton).at);
    const Ball det = cross(u, v);
    const BallVec2 mapped_w{cross(w, v), cross(u, w)};
    const BallVec2 mapped_d{cross(d_, v), cross(u, d_)};
    const DiscMeeting found = meet_disc(mapped_w, mapped_d, det * det);
    const BallVec2 n = at(mapped_w, mapped_d, found.t);
    return meeting_of(found, BallVec2{v.y * n.x - u.y * n.y, u.x * n.y - v.x * n.x});
  }

 private:
  static Ball square(double value) { return to_ball(value) * to_ball(value); }

  FoundMeeting meeting_of(const DiscMeeting& found, const BallVec2& normal) const {
    if (found.outcome == Outcome::unknown) return std::nullopt;
    if (found.outcome == Outcome::miss) return RayMeeting{};
    if (found.outcome == Outcome::inside) return meeting_at_origin(ray_, Relation::overlapping);
    return meeting_at(ray_, scale_, Relation::overlapping, found.t, normal);
  }

  FoundMeeting meet_circle(Point center, double radius) const {
    const BallVec2 w = ball_of_difference(ray_.origin, center);
    const DiscMeeting found = meet_disc(w, d_, square(radius));
    return meeting_of(found, at(w, d_, found.t));
  }

  // As CapsuleCast in ray_exact.cpp.
  FoundMeeting meet_capsule(const Segment2<double>& capsule, double radius) const {
    const Axis axis(ray_, capsule, radius);
    const int where = axis.location();
    if (where == 0) return std::nullopt;
    if (where < 0) return meeting_at_origin(ray_, Relation::overlapping);
    const int outside_strip = known_sign(axis.strip);
    if (outside_strip == 0) return std::nullopt;
    if (outside_strip < 0) return meet_ends(axis);
    const Ball climb = cross(axis.whole, d_);
    const int nears = -known_sign(climb) * known_sign(axis.height);
    if (nears == 0) return std::nullopt;
    if (nears < 0) return RayMeeting{};  // moves away from the strip
    const bool above = axis.height.hi > 0;
    const Ball wall = to_ball(radius) * sqrt(axis.length_squared);
    const Ball t = ((above ? wall : -wall) - axis.height) / climb;
    const Ball foot = axis.foot + t * dot(d_, axis.whole);
    const int after_from = known_sign(foot);
    const int before_to = known_sign(axis.length_squared - foot);
    if (after_from == 0 || before_to == 0) return std::nullopt;
    if (after_from < 0 || before_to < 0) return meet_ends(axis);
    return meeting_at(ray_, scale_, Relation::overlapping, t, above ? perp(axis.whole) : -perp(axis.whole));
  }

  // An end is taken only when the point is strictly beyond it; then no order matters: such a point is never
  // met after one of the other end.
  FoundMeeting meet_ends(const Axis& axis) const {
    for (const bool at_from : {true, false}) {
      const BallVec2& w = at_from ? axis.from_w : axis.to_w;
      const DiscMeeting found = meet_disc(w, d_, axis.radius_sq);
      if (found.outcome == Outcome::miss) continue;
      if (found.outcome != Outcome::hit) return std::nullopt;
      const Ball foot = axis.foot + found.t * dot(d_, axis.whole);
      const int beyond = known_sign(at_from ? -foot : foot - axis.length_squared);
      if (beyond == 0) return std::nullopt;
      if (beyond > 0) return meeting_of(found, at(w, d_, found.t));
    }
    return RayMeeting{};
  }

  const ScaledRay& ray_;
  double scale_;
  BallVec2 d_;
};

}  // namespace

FoundMeeting meet_round(const ScaledRay& ray, const Operand& shape, double scale) {
  const RoundMeeter meeter(ray, scale);
  if (shape.form == Operand::Form::ring) return meeter.meet_ring(shape);
  if (shape.form == Operand::Form::ellipse) return meeter.meet_ellipse(shape);
  return meeter.meet_ball(shape);
}

}  // namespace touchstone::oracle
