// The front door of the oracle: the truth about a pair of shapes. Every coordinate is a finite double, so every
// question has one exact answer; the oracle returns it, never an epsilon.
//
// Three tiers, each tested against the next: a floating-point filter with a proved error bound (filter.hpp) answers or
// abstains; expansions decide what it abstains on, without allocation; rationals (full_truth.hpp) answer what is out
// of their range, and serve for printing, certificates and the cross-check. A cheaper tier may abstain, never contradict.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <touchstone/answers.hpp>
#include <touchstone/shapes2.hpp>

namespace touchstone::oracle {

using Shape = Shape2<double>;
using Point = Vec2<double>;

/// A real number known to lie in [lo, hi].
struct Interval {
  double lo = 0;
  double hi = 0;
};

/// The truth about one pair, asked question by question and computed when first asked: the fast front of the oracle,
/// for millions of pairs. The shapes are views; what they point to must outlive this object. Reuse one object for many
/// pairs (assign): nothing is allocated once its work space has grown.
class Truth {
 public:
  Truth() = default;
  void assign(const Shape& a, const Shape& b);

  /// Empty when both shapes are valid, else the reason, naming the shape: "a: points: edges 0 and 2 cross".
  /// Every question below requires validity.
  const std::string& invalid_reason();
  bool valid() { return invalid_reason().empty(); }

  Relation relation();
  Kind kind();
  /// Where the point operand (B if it is one, else A) lies in the other shape; nullopt when neither is a point.
  std::optional<Location> location();

  /// Signed separation: distance when disjoint, 0 touching, minus depth when overlapping (convex pairs). Overlapping
  /// concave pairs: hi is minus the largest depth over pairs of triangles of a fixed triangulation, a proved lower
  /// bound of how deep they overlap; lo is -infinity. Width at most 1e-6 u for convex pairs and for distances.
  Interval separation();
  bool convex();  ///< both operands are convex (so depth and MTV exist)

  /// Area of the common part, correctly rounded enclosure.
  Interval area();

  /// Smaller of |separation| and the smallest distance from a corner of one to the boundary of the other: how near
  /// the pair is to another kind.
  Interval kind_margin();

  /// Distance of p to the shape A (or B): 0 inside.
  Interval distance_to_a(Point p);
  Interval distance_to_b(Point p);
  /// Distance from the point operand to the other shape's boundary.
  Interval distance_to_boundary();

  /// Signed separation of A and B moved by shift (the sum is taken exactly); convex pairs. May stop early: an interval
  /// whose lo is at or above enough answers the question "is it at least enough?".
  Interval separation_after(Point shift, double enough);

  /// Scale of DESIGN: the largest |coordinate| of any vertex, centre or centre ± half axes of either shape.
  double scale() const;

  /// How the last relation was decided.
  enum class Tier : std::uint8_t { filter, expansion, rational };
  Tier tier() const;
  /// Decides everything by rationals from now on (for cross-checks).
  void force_tier(Tier tier);
};

}  // namespace touchstone::oracle
