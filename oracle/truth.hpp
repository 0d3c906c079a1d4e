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

#include "oracle/pair_truth.hpp"

namespace touchstone::oracle {

using Shape = Shape2<double>;
using Point = Vec2<double>;

/// The truth about one pair, asked question by question and computed when first asked: the fast front of the
/// oracle, for millions of pairs. The shapes are views; what they point to must outlive this object. Reuse
/// one object for many pairs (assign): for convex pairs in the range of expansion.hpp nothing is allocated
/// once its work space has grown.
///
/// "Narrow" below: at most 2 ulps of the value plus 1e-6 u wide (kEnclosureWidth); u = 2^-52 scale().
class Truth final : public PairTruth {
 public:
  using Shape = oracle::Shape;
  using Point = oracle::Point;

  Truth();
  ~Truth() override;
  Truth(Truth&&) noexcept;
  Truth& operator=(Truth&&) noexcept;

  void assign(const Shape& a, const Shape& b);

  const std::string& invalid_reason() override;

  /// False for two curved shapes, one of them an ellipse, that are too near to touching to tell. Every
  /// question below but location(), distance_to_a() and distance_to_b() requires true.
  bool decided() override;
  /// The relation is a question about rational numbers: no ellipse meets another curved shape here.
  bool is_rational() const override;

  Relation relation() override;
  Kind kind();
  std::optional<Location> location() override;

  /// Signed separation: distance when disjoint, exactly 0 when touching, minus depth when overlapping (convex
  /// pairs); narrow, with an ellipse certified. Overlapping pairs that are not convex: hi is minus a proved
  /// lower bound of how deep they overlap (over pairs of convex pieces; the smaller of what a ring's two
  /// circles are reached by), lo is -infinity. A ray counts as a convex shape.
  Interval separation() override;
  bool convex() override;
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
  double direction_length() const override;

  /// Area of the common part: the exact value when it is a double, else its two neighbours.
  Interval area();

  /// Smaller of |separation| and the smallest distance from a corner of one to the boundary of the other: how
  /// near the pair is to another kind. Requires: boxes and polygons.
  Interval kind_margin();

  /// Distance of p to the shape A (or B): 0 inside; infinite when p is not finite. Narrow, with p counted in
  /// scale().
  Interval distance_to_a(Point p);
  Interval distance_to_b(Point p);
  Interval distance_to_boundary() override;

  /// Signed separation of A and B moved by shift (the sum is taken exactly). May stop early: an interval
  /// whose lo is at or above enough answers the question "is it at least enough?". Else narrow, with shift
  /// counted in scale(). Requires: convex.
  Interval separation_after(Point shift, double enough);

  /// Scale of DESIGN: the largest |coordinate| of any corner, centre or centre +- half axes of either shape.
  double scale() const override;

  Tier tier() const override;
  void force_tier(Tier tier) override;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace touchstone::oracle
