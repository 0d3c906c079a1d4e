// Everything that is true of a pair of shapes of space, by exact rational arithmetic; of pairs with a
// cylinder by certified intervals. The slowest and plainest tier: for printing, certificates, replay, and as
// the measure of the faster tiers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "oracle/real.hpp"
#include "oracle/truth3.hpp"

namespace touchstone::oracle {

using RealVec3 = Vec3<Real>;

/// Fields as in FullTruth.
struct FullTruth3 {
  std::string invalid_reason;
  bool undecided = false;
  std::optional<Relation> relation;  ///< absent for rays
  std::optional<Real> separation;    ///< absent for rays
  std::optional<Real> distance;
  struct ClosestPoints {
    RealVec3 on_a, on_b;
  };
  std::optional<ClosestPoints> closest;
  std::optional<Real> depth;  ///< infinite depth (two planes that overlap at any shift): depth_is_infinite
  bool depth_is_infinite = false;
  std::optional<std::vector<RealVec3>> mtv;
  bool mtv_is_infinite = false;
  std::optional<Location> location;
  struct Raycast {
    bool hit = false;
    std::optional<Real> t;
    std::optional<RealVec3> point;
    std::optional<RealVec3> normal;
  };
  std::optional<Raycast> raycast;
};
FullTruth3 full_truth(const Shape3<double>& a, const Shape3<double>& b);

}  // namespace touchstone::oracle
