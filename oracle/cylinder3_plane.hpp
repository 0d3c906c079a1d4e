// A cylinder and a half-space: closed forms.
#pragma once

#include "oracle/full_truth3.hpp"
#include "oracle/operand3.hpp"

namespace touchstone::oracle {

/// Reuse one object. Requires: a valid cylinder, of radius 0 too, and a valid plane.
class CylinderAndPlane {
 public:
  void assign(const Operand3& cylinder, const Operand3& plane);
  /// +1 apart, 0 touching, -1 overlapping; exact.
  int sign();
  PairTruth::Tier tier() const { return tier_; }
  /// Of the cylinder moved by shift, from the half-space; at most 2 ulps wide.
  Interval separation(const Vec3<double>& shift) const;
  /// The shortest way of the cylinder out of the half-space. Requires: not apart.
  Vec3<double> push() const;
  void tell(FullTruth3& truth, bool cylinder_is_a);

 private:
  const Cylinder3<double>* cylinder_ = nullptr;
  const Plane3<double>* plane_ = nullptr;
  PairTruth::Tier tier_{};
};

}  // namespace touchstone::oracle
