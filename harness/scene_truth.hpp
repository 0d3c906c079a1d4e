// The truth of a scene in either dimension: oracle::Truth in the plane, oracle::Truth3 in space, asked alike.
#pragma once

#include <optional>
#include <string>

#include "harness/scene.hpp"
#include "oracle/truth.hpp"
#include "oracle/truth3.hpp"

namespace touchstone {

/// The questions are those of oracle::Truth; points are Coordinates. Reuse one object for many scenes.
class SceneTruth {
 public:
  using Tier = oracle::PairTruth::Tier;
  using Interval = oracle::Interval;

  /// The views outlive the questions.
  void assign(const ShapeView& a, const ShapeView& b);

  int dimension() const { return dimension_; }
  oracle::Truth& in_plane() { return plane_; }   ///< requires dimension() == 2
  oracle::Truth3& in_space() { return space_; }  ///< requires dimension() == 3

  const std::string& invalid_reason() { return either().invalid_reason(); }
  bool valid() { return either().valid(); }
  bool decided() { return either().decided(); }
  bool is_rational() const { return either().is_rational(); }
  Relation relation() { return either().relation(); }
  std::optional<Location> location() { return either().location(); }
  Interval separation() { return either().separation(); }
  bool convex() { return either().convex(); }
  Interval distance_to_boundary() { return either().distance_to_boundary(); }
  double direction_length() const { return either().direction_length(); }
  double scale() const { return either().scale(); }
  Tier tier() const { return either().tier(); }
  void force_tier(Tier tier) { either().force_tier(tier); }

  Kind kind() { return plane_.kind(); }                    ///< in the plane
  Interval kind_margin() { return plane_.kind_margin(); }  ///< in the plane
  Interval area() { return plane_.area(); }                ///< in the plane

  std::optional<Coordinates> mtv();
  Interval distance_to_a(const Coordinates& p);
  Interval distance_to_b(const Coordinates& p);
  Interval separation_after(const Coordinates& shift, double enough);

  struct Raycast {
    bool hit = false;
    Interval t;
    Interval x, y, z;
    std::optional<Coordinates> normal;
  };
  Raycast raycast();

 private:
  oracle::PairTruth& either() { return dimension_ == 2 ? static_cast<oracle::PairTruth&>(plane_) : space_; }
  const oracle::PairTruth& either() const {
    return dimension_ == 2 ? static_cast<const oracle::PairTruth&>(plane_) : space_;
  }

  oracle::Truth plane_;
  oracle::Truth3 space_;
  int dimension_ = 2;
};

/// Whether the witness of the scene's dimension says what the truth of the same scene says. Nothing when it
/// cannot be asked.
std::optional<bool> witness_agrees(const ShapeView& a, const ShapeView& b, SceneTruth& truth);

}  // namespace touchstone
