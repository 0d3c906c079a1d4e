// What can be asked about a pair of shapes alike in the plane (truth.hpp) and in space (truth3.hpp).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <touchstone/answers.hpp>

namespace touchstone::oracle {

/// A real number known to lie in [lo, hi].
struct Interval {
  double lo = 0;
  double hi = 0;
};

class PairTruth {
 public:
  PairTruth() = default;
  PairTruth(const PairTruth&) = delete;
  PairTruth& operator=(const PairTruth&) = delete;
  virtual ~PairTruth() = default;

  /// Empty when both shapes are valid, else the reason, naming the shape: "a: points: edges 0 and 2 cross".
  /// Every question below requires validity.
  virtual const std::string& invalid_reason() = 0;
  bool valid() { return invalid_reason().empty(); }

  /// False when the relation cannot be told. Every question below but location() requires true.
  virtual bool decided() = 0;
  /// The relation is a question about rational numbers, which is answered without any error.
  virtual bool is_rational() const = 0;

  /// With a ray: disjoint when it misses; touching when it meets the boundary only; overlapping when it
  /// reaches the interior (of a flat shape: when it crosses it properly).
  virtual Relation relation() = 0;
  /// Where the point operand (B if it is one, else A) lies in the other shape; nullopt when neither is a
  /// point.
  virtual std::optional<Location> location() = 0;
  virtual Interval separation() = 0;
  virtual bool convex() = 0;  ///< both operands are convex (so depth and MTV exist)
  /// Distance from the point operand to the other shape's boundary; a flat shape is its own boundary. Narrow.
  /// Requires: a point operand.
  virtual Interval distance_to_boundary() = 0;
  virtual double direction_length() const = 0;  ///< of the ray
  virtual double scale() const = 0;

  /// How the last relation was decided.
  enum class Tier : std::uint8_t { filter, expansion, rational };
  virtual Tier tier() const = 0;
  /// No tier below this one decides a relation from now on (for cross-checks); rational also decides kinds,
  /// locations and separations.
  virtual void force_tier(Tier tier) = 0;

 protected:
  PairTruth(PairTruth&&) noexcept = default;
  PairTruth& operator=(PairTruth&&) noexcept = default;
};

}  // namespace touchstone::oracle
