// How one family of pairs of shapes of space answers. Truth3 takes the shapes apart, finds the family and
// hands every question on; each family stands in files of its own.
#pragma once

#include <memory>
#include <optional>

#include "oracle/operand3.hpp"
#include "oracle/truth3.hpp"

namespace touchstone::oracle {

/// What is true of two valid shapes of one family; see Truth3 for the meaning of each question. Reused for
/// many pairs: work space is kept. The shapes outlive the pair.
class Pair3 {
 public:
  using Point = Vec3<double>;
  using Tier = PairTruth::Tier;

  Pair3() = default;
  Pair3(const Pair3&) = delete;
  Pair3& operator=(const Pair3&) = delete;
  virtual ~Pair3() = default;
  /// Cheap: what a question needs is computed when it is asked.
  virtual void assign(const Operand3& a, const Operand3& b) = 0;

  /// False when the relation could not be told; then nothing below may be asked.
  virtual bool decided() { return true; }
  virtual Relation relation() = 0;
  virtual Interval separation() = 0;
  /// Requires: not disjoint.
  virtual std::optional<Point> mtv() = 0;
  /// Requires: shift is finite.
  virtual Interval separation_after(Point shift, double enough) = 0;

  virtual Tier tier() const { return Tier::rational; }
  virtual void force_tier(Tier) {}
};

/// A ray and another shape that is none.
class RayPair3 : public Pair3 {
 public:
  virtual const Truth3::Raycast& raycast() = 0;
};

/// Polytopes and balls.
std::unique_ptr<Pair3> make_ball_pair3();
/// A plane or two, with any shape but a ray or a cylinder.
std::unique_ptr<Pair3> make_half_space_pair3();
/// One or two cylinders, with any shape but a ray.
std::unique_ptr<Pair3> make_cylinder_pair3();
std::unique_ptr<RayPair3> make_ray_pair3();

}  // namespace touchstone::oracle
