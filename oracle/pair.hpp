// How one family of pairs of shapes answers. Truth takes the shapes apart, finds the family and hands every
// question on; each family stands in a file of its own.
#pragma once

#include <memory>

#include "oracle/full_truth.hpp"
#include "oracle/operand.hpp"
#include "oracle/truth.hpp"

namespace touchstone::oracle {

/// What is true of two valid shapes of one family; see Truth for the meaning of each question. Reused for
/// many pairs: work space is kept. The shapes outlive the pair.
class Pair {
 public:
  virtual ~Pair() = default;
  virtual void assign(const Operand& a, const Operand& b) = 0;

  /// False when the relation could not be told; then nothing below may be asked.
  virtual bool decided() { return true; }
  virtual Relation relation() = 0;
  virtual Interval separation() = 0;
  virtual bool convex() const = 0;
  /// Requires: convex and not disjoint.
  virtual std::optional<Point> mtv() = 0;
  /// Requires: convex.
  virtual Interval separation_after(Point shift, double enough) = 0;

  /// Requires: a point operand.
  virtual Location location();
  virtual Interval distance_to_boundary();

  virtual Truth::Tier tier() const { return Truth::Tier::rational; }
  virtual void force_tier(Truth::Tier) {}

  /// Everything, exactly, but validity, location, kind and area. Called after decided().
  virtual void tell(FullTruth& truth) = 0;
};

/// A ray and another shape that is none.
class RayPair : public Pair {
 public:
  virtual const Truth::Raycast& raycast() = 0;
};

/// One or two balls (circles, capsules) and perhaps a polygonal shape.
std::unique_ptr<Pair> make_ball_pair();
/// One or two rings, with any shape but a ray or an ellipse.
std::unique_ptr<Pair> make_ring_pair();
/// One or two ellipses, with any shape but a ray.
std::unique_ptr<Pair> make_ellipse_pair();
std::unique_ptr<RayPair> make_ray_pair();

// What families share.

/// [min |s|, max |s|] over s in the interval.
Interval magnitude(Interval value);
inline Interval interval_of(Enclosure enclosure) {
  return {enclosure.lo, enclosure.hi};
}
bool is_point(const Operand& operand);
/// The location of a point whose relation to the shape is this.
Location location_from(Relation relation);

}  // namespace touchstone::oracle
