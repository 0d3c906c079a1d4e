// The fast tier for rays of space: what a ray meets, by doubles and balls that know bounds of their errors.
// It may abstain, never contradict ray3.hpp.
#pragma once

#include <algorithm>
#include <limits>
#include <optional>

#include "oracle/ball3.hpp"
#include "oracle/bounded.hpp"
#include "oracle/operand3.hpp"
#include "oracle/polytope3.hpp"
#include "oracle/truth3.hpp"

namespace touchstone::oracle {

/// A ray whose direction is scaled by a power of two to a largest coordinate in [1/2, 1): 1/2 <= |direction|
/// < sqrt 3.
struct ScaledRay3 {
  Vec3<double> origin;
  Vec3<double> direction;
  int exponent = 0;       ///< direction as given = direction x 2^exponent
  bool is_exact = false;  ///< scaling lost nothing; else not to be used

  static ScaledRay3 of(const Ray3<double>& ray);
};

struct RayMeeting3 {
  Relation relation = Relation::disjoint;
  Truth3::Raycast cast;
};
/// Nothing: it abstains.
using FoundMeeting3 = std::optional<RayMeeting3>;

/// The meeting of a ray that starts in the interior of the shape.
RayMeeting3 meeting_within(const ScaledRay3& ray);
/// The meeting at t, a multiple of the scaled direction, of a ray that reaches the interior; the normal has
/// any length. Abstains when its numbers are not narrow (truth.hpp) in this scale.
FoundMeeting3 meeting_at(const ScaledRay3& ray, double scale, const Ball& t, const BallVec3& normal);

/// When a ray is within all sides of a convex shape. Each side is entered at one multiple of the direction or
/// left at one, known as an interval; infinity: never.
class RayPassage {
 public:
  static constexpr int kNoSide = -1;

  /// The line is beyond the side before, strictly within it after.
  void enter(Interval at, int side) {
    if (at.lo > last_.lo) {
      runner_up_ = std::max(runner_up_, last_.hi);
      last_ = at;
      side_ = side;
    } else {
      runner_up_ = std::max(runner_up_, at.hi);
    }
  }
  void leave(Interval at) { first_ = {std::min(first_.lo, at.lo), std::min(first_.hi, at.hi)}; }
  /// Nothing is known of a side.
  void forget() {
    runner_up_ = kInfinity;
    first_.lo = -kInfinity;
  }

  /// No point of the ray is within all sides.
  bool misses() const { return first_.hi < std::max(0.0, last_.lo); }
  /// Some stretch of the ray is in the interior of all.
  bool crosses() const { return std::max(0.0, std::max(last_.hi, runner_up_)) < first_.lo; }
  /// The ray starts in the interior of all. Requires: crosses.
  bool starts_within() const { return last_.hi < 0 && runner_up_ < 0; }
  /// The only side where the ray enters; else kNoSide: it starts within, or that is not known. Requires:
  /// crosses.
  int entered_side() const { return last_.lo > 0 && runner_up_ < last_.lo ? side_ : kNoSide; }

 private:
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();

  Interval last_{-kInfinity, -kInfinity};  ///< where the side is entered that is the last, as far as known
  double runner_up_ = -kInfinity;          ///< no other side is entered later
  Interval first_{kInfinity, kInfinity};   ///< where a side is left first
  int side_ = kNoSide;
};

/// The side {x : dot(n, x) <= offset}; room: offset - dot(n, origin), speed: dot(n, direction), or both times
/// a number.
template <class Number>
void pass_side(RayPassage& passage, const Number& room, const Number& speed, int side);
extern template void pass_side(RayPassage&, const Bounded&, const Bounded&, int);
extern template void pass_side(RayPassage&, const Ball&, const Ball&, int);
/// Below (distance / speed), of a distance known to be positive and at least this and a speed of at most
/// this.
double time_at_least(double distance, double speed);

/// Polytopes. Reuse one object for many pairs.
class PolytopeMeeter3 {
 public:
  /// Requires: a polytope, or a sphere, capsule or cylinder, whose skeleton is taken. Abstains on boundaries,
  /// edges, corners, and where the ray meets a segment or a point.
  FoundMeeting3 meet(const ScaledRay3& ray, const Shape3<double>& shape, double scale);

 private:
  template <class Number>
  FoundMeeting3 meet_with() const;
  template <class Number>
  FoundMeeting3 meet_solid() const;
  template <class Number>
  FoundMeeting3 meet_polygon() const;
  template <class Number>
  FoundMeeting3 meet_segment() const;
  FoundMeeting3 meeting_at_face(int face) const;

  ScaledRay3 ray_;
  double scale_ = 0;
  Polytope polytope_;
};

/// Spheres, capsules, cylinders (of a radius that is not 0) and planes. Abstains wherever a ball does not
/// tell a sign: near tangencies, on boundaries.
FoundMeeting3 meet_round(const ScaledRay3& ray, const Shape3<double>& shape, double scale);

}  // namespace touchstone::oracle
