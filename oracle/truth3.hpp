// The truth about a pair of shapes of space; the front door in three dimensions, as truth.hpp is in two.
//
// Tiers as there: a floating-point filter with a proved bound, expansions, rationals (full_truth3.hpp). Pairs
// with a cylinder are decided by certified bounds, never guessed.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include <touchstone/shapes3.hpp>

#include "oracle/pair_truth.hpp"

namespace touchstone::oracle {

class Truth3 final : public PairTruth {
 public:
  using Shape = Shape3<double>;
  using Point = Vec3<double>;

  Truth3();
  ~Truth3() override;
  Truth3(Truth3&&) noexcept;
  Truth3& operator=(Truth3&&) noexcept;

  /// The shapes are views; what they point to must outlive this object. Reuse one object for many pairs:
  /// pairs of small polytopes and balls in the range of expansions allocate nothing once its work space has
  /// grown.
  void assign(const Shape& a, const Shape& b);

  /// "a: half_axes[0].x is not finite".
  const std::string& invalid_reason() override;
  /// False for pairs with a cylinder that are too near to touching to tell.
  bool decided() override;
  /// The relation is one that the core promises exactly: both shapes are polytopes or planes.
  bool is_rational() const override;
  Relation relation() override;
  std::optional<Location> location() override;
  /// Signed; narrow (kEnclosureWidth) but for cylinders, where it is certified. Every shape of space is
  /// convex. A ray: distance of the ray to the shape, or minus the depth.
  Interval separation() override;
  bool convex() override { return true; }
  /// A shortest translation that pushes B out of A, each coordinate narrow around one; zero when touching.
  /// Nothing when there are infinitely many, or where it is not known. Requires: not disjoint.
  std::optional<Point> mtv();

  struct Raycast {
    bool hit = false;
    Interval t;
    Interval x, y, z;
    std::optional<Point> normal;
  };
  /// Requires: just one of the shapes is a ray.
  const Raycast& raycast();
  double direction_length() const override;

  Interval distance_to_a(Point p);
  Interval distance_to_b(Point p);
  Interval distance_to_boundary() override;
  Interval separation_after(Point shift, double enough);

  /// A plane counts with the distance of its boundary from the origin, |offset| / |normal|.
  double scale() const override;
  Tier tier() const override;
  void force_tier(Tier tier) override;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace touchstone::oracle
