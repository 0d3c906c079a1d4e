// Rays of space against polytopes: bounded doubles first, balls where these do not tell.
#include <cmath>

#include "oracle/ray_meeting3.hpp"

namespace touchstone::oracle {
namespace {

template <class Number>
using NumberVec = Vec3<Number>;

/// A corner minus the point.
template <class Number>
NumberVec<Number> corner_from(const Polytope& polytope, int i, const Vec3<double>& p);
template <>
NumberVec<Bounded> corner_from<Bounded>(const Polytope& polytope, int i, const Vec3<double>& p) {
  const Vec3<double>& corner = polytope.corner(i);
  const auto minus = [&](double a, double b) { return Bounded{a, polytope.corner_error()} - to_bounded(b); };
  return {minus(corner.x, p.x), minus(corner.y, p.y), minus(corner.z, p.z)};
}
template <>
NumberVec<Ball> corner_from<Ball>(const Polytope& polytope, int i, const Vec3<double>& p) {
  VectorSum sum;
  const CornerSum corner = polytope.exact_corner(i);
  for (int k = 0; k < corner.count; ++k) sum.add(corner.terms[k]);
  sum.add(-p);
  return ball_of(sum);
}

/// Along the way from a corner to another.
template <class Number>
NumberVec<Number> step_of(const Polytope& polytope, int from, int to);
template <>
NumberVec<Bounded> step_of<Bounded>(const Polytope& polytope, int from, int to) {
  const Vec3<double> step = polytope.step(from, to);
  const auto known = [&](double value) {
    return Bounded{value,
                   polytope.edge_error() + kHalfUlp * std::fabs(value) * bounded::kUp + bounded::kFloor};
  };
  return {known(step.x), known(step.y), known(step.z)};
}
template <>
NumberVec<Ball> step_of<Ball>(const Polytope& polytope, int from, int to) {
  return ball_of(polytope.exact_step(from, to));
}

template <class Number>
NumberVec<Number> vector_of(const Vec3<double>& v) {
  return {to_number<Number>(to_ball(v.x)), to_number<Number>(to_ball(v.y)), to_number<Number>(to_ball(v.z))};
}

/// The plane of a face: its outward normal, the room before it and the speed towards it as in pass_side.
template <class Number>
struct FacePlane {
  FacePlane(const Polytope& polytope, int face, const ScaledRay3& ray) {
    const auto [i, j, k] = polytope.face_triple(face);
    normal = cross(step_of<Number>(polytope, i, j), step_of<Number>(polytope, i, k));
    room = dot(normal, corner_from<Number>(polytope, i, ray.origin));
    speed = dot(normal, vector_of<Number>(ray.direction));
  }
  NumberVec<Number> normal;
  Number room, speed;
};

template <class Number>
double largest_coordinate(const NumberVec<Number>& v) {
  const auto size = [](const Number& a) { return std::max(upper(a), -lower(a)); };
  return std::max({size(v.x), size(v.y), size(v.z)});
}

/// Both vectors are on one side of a plane through the line of the cross product's other factor, by one
/// coordinate.
template <class Number>
bool on_one_side(const NumberVec<Number>& a, const NumberVec<Number>& b) {
  const auto agree = [](const Number& p, const Number& q) {
    const int sign = sign_if_known(p);
    return (sign == 1 || sign == -1) && sign == sign_if_known(q);
  };
  return agree(a.x, b.x) || agree(a.y, b.y) || agree(a.z, b.z);
}

}  // namespace

FoundMeeting3 PolytopeMeeter3::meet(const ScaledRay3& ray, const Shape3<double>& shape, double scale) {
  ray_ = ray;
  scale_ = scale;
  polytope_.assign(shape);
  if (const FoundMeeting3 found = meet_with<Bounded>()) return found;
  return meet_with<Ball>();
}

template <class Number>
FoundMeeting3 PolytopeMeeter3::meet_with() const {
  if (polytope_.dimension() == 3) return meet_solid<Number>();
  return polytope_.dimension() == 2 ? meet_polygon<Number>() : meet_segment<Number>();
}

template <class Number>
FoundMeeting3 PolytopeMeeter3::meet_solid() const {
  RayPassage passage;
  for (int k = 0; k < polytope_.face_count(); ++k) {
    const FacePlane<Number> face(polytope_, k, ray_);
    pass_side(passage, face.room, face.speed, k);
  }
  if (passage.misses()) return RayMeeting3{};
  if (!passage.crosses()) return std::nullopt;
  if (passage.starts_within()) return meeting_within(ray_);
  const int side = passage.entered_side();
  if (side == RayPassage::kNoSide) return std::nullopt;
  return meeting_at_face(side);
}

// The line passes the inside of a counter-clockwise polygon when all edges turn the same way around it. It
// takes its sense from the speed: positive when the ray comes from behind the first face.
template <class Number>
FoundMeeting3 PolytopeMeeter3::meet_polygon() const {
  const FacePlane<Number> plane(polytope_, 0, ray_);
  const int away = sign_if_known(plane.speed);
  const int room = sign_if_known(plane.room);
  const NumberVec<Number> d = vector_of<Number>(ray_.direction);
  const auto corners = polytope_.face(0);
  double reach = 0;
  bool inside = true;
  bool behind = true;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const std::int32_t next = corners[i + 1 == corners.size() ? 0 : i + 1];
    const NumberVec<Number> w = corner_from<Number>(polytope_, corners[i], ray_.origin);
    const int turn = sign_if_known(dot(cross(d, w), step_of<Number>(polytope_, corners[i], next)));
    if (turn * away == -1) return RayMeeting3{};
    inside = inside && turn * away == 1;
    behind = behind && sign_if_known(dot(w, d)) == -1;
    reach = std::max(reach, largest_coordinate(w));
  }
  if (behind || room * away == -1) return RayMeeting3{};
  if (inside && room * away == 1) return meeting_at_face(0);
  // Along the plane, but off it: a point at t is at least t / 2 away from the origin, a corner less than 2
  // reach.
  const double fastest = std::max(upper(plane.speed), -lower(plane.speed));
  const double height = std::max(lower(plane.room), -upper(plane.room));
  if (height > 0 && time_at_least(height, fastest) > 4 * reach) return RayMeeting3{};
  return std::nullopt;
}

// A line that meets a segment has an end on each side, or on it, in any plane.
template <class Number>
FoundMeeting3 PolytopeMeeter3::meet_segment() const {
  const int last = polytope_.corner_count() - 1;
  const NumberVec<Number> d = vector_of<Number>(ray_.direction);
  const NumberVec<Number> from = corner_from<Number>(polytope_, 0, ray_.origin);
  const NumberVec<Number> to = corner_from<Number>(polytope_, last, ray_.origin);
  if (sign_if_known(dot(from, d)) == -1 && sign_if_known(dot(to, d)) == -1) return RayMeeting3{};
  const NumberVec<Number> beside = cross(d, from);
  if (on_one_side(beside, cross(d, to))) return RayMeeting3{};
  if (last == 0) return std::nullopt;
  const int turn = sign_if_known(dot(beside, step_of<Number>(polytope_, 0, last)));
  if (turn == 1 || turn == -1) return RayMeeting3{};
  return std::nullopt;
}

FoundMeeting3 PolytopeMeeter3::meeting_at_face(int face) const {
  const FacePlane<Ball> plane(polytope_, face, ray_);
  const bool faces_ray = middle(plane.speed) < 0;
  return meeting_at(ray_, scale_, plane.room / plane.speed, faces_ray ? plane.normal : -plane.normal);
}

}  // namespace touchstone::oracle
