// The front door of the oracle: the truth about a pair of shapes. Every coordinate is a finite double, so
// every question has one exact answer; the oracle returns it, never an epsilon.
//
// Three tiers, each tested against the next: a floating-point filter with a proved error bound (filter.hpp)
// answers or abstains; expansions decide what it abstains on, without allocation; rationals (full_truth.hpp)
// answer what is out of their range, and serve for printing, certificates and the cross-check. A cheaper tier
// may abstain, never contradict.
#pragma once

#include <cstdint>
#include <memory>
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

/// The truth about one pair, asked question by question and computed when first asked: the fast front of the
/// oracle, for millions of pairs. The shapes are views; what they point to must outlive this object. Reuse
/// one object for many pairs (assign): for convex pairs in the range of expansion.hpp nothing is allocated
/// once its work space has grown.
///
/// "Narrow" below: at most 2 ulps of the value plus 1e-6 u wide (kEnclosureWidth); u = 2^-52 scale().
class Truth {
 public:
  Truth();
  ~Truth();
  Truth(Truth&&) noexcept;
  Truth& operator=(Truth&&) noexcept;

  void assign(const Shape& a, const Shape& b);

  /// Empty when both shapes are valid, else the reason, naming the shape: "a: points: edges 0 and 2 cross".
  /// Every question below requires validity.
  const std::string& invalid_reason();
  bool valid() { return invalid_reason().empty(); }

  /// False for two curved shapes, one of them an ellipse, that are too near to touching to tell. Every
  /// question below but location(), distance_to_a() and distance_to_b() requires true.
  bool decided();
  /// The relation is a question about rational numbers: no ellipse meets another curved shape here.
  bool is_rational() const;

  /// With a ray: disjoint when it misses; touching when it meets the boundary only; overlapping when it
  /// reaches the interior (of a flat shape: when it crosses it properly).
  Relation relation();
  Kind kind();
  /// Where the point operand (B if it is one, else A) lies in the other shape; nullopt when neither is a
  /// point.
  std::optional<Location> location();

  /// Signed separation: distance when disjoint, exactly 0 when touching, minus depth when overlapping (convex
  /// pairs); narrow, with an ellipse certified. Overlapping pairs that are not convex: hi is minus a proved
  /// lower bound of how deep they overlap (over pairs of convex pieces; the smaller of what a ring's two
  /// circles are reached by), lo is -infinity. A ray counts as a convex shape.
  Interval separation();
  bool convex();  ///< both operands are convex (so depth and MTV exist)
  /// A shortest translation that pushes B out of A, each coordinate narrow around one; (0,0) when touching.
  /// Nothing when there are infinitely many. Requires: convex and not disjoint.
  std::optional<Point> mtv();

  /// What a ray meets first. Requires: just one of the shapes is a ray.
  struct Raycast {
    bool hit = false;
    Interval t;                   ///< of a hit
    Interval x, y;                ///< the point of a hit
    std::optional<Point> normal;  ///< as in FullTruth, each coordinate within an ulp of 1
  };
  const Raycast& raycast();
  double direction_length() const;  ///< of the ray

  /// Area of the common part: the exact value when it is a double, else its two neighbours.
  Interval area();

  /// Smaller of |separation| and the smallest distance from a corner of one to the boundary of the other: how
  /// near the pair is to another kind. Requires: boxes and polygons.
  Interval kind_margin();

  /// Distance of p to the shape A (or B): 0 inside; infinite when p is not finite. Narrow, with p counted in
  /// scale().
  Interval distance_to_a(Point p);
  Interval distance_to_b(Point p);
  /// Distance from the point operand to the other shape's boundary; a flat shape is its own boundary. Narrow.
  /// Requires: a point operand.
  Interval distance_to_boundary();

  /// Signed separation of A and B moved by shift (the sum is taken exactly). May stop early: an interval
  /// whose lo is at or above enough answers the question "is it at least enough?". Else narrow, with shift
  /// counted in scale(). Requires: convex.
  Interval separation_after(Point shift, double enough);

  /// Scale of DESIGN: the largest |coordinate| of any corner, centre or centre +- half axes of either shape.
  double scale() const;

  /// How the last relation was decided.
  enum class Tier : std::uint8_t { filter, expansion, rational };
  Tier tier() const;
  /// No tier below this one decides a relation from now on (for cross-checks); rational also decides kinds,
  /// locations and separations.
  void force_tier(Tier tier);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace touchstone::oracle
