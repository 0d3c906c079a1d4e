// The certified separation of a cylinder and another bounded shape.
#pragma once

#include <optional>
#include <vector>

#include "oracle/cylinder3_depth.hpp"
#include "oracle/cylinder3_gjk.hpp"

namespace touchstone::oracle {

/// Work on one pair after another: first bounded doubles, then balls where these do not tell. Reuse one
/// object.
class CylinderSeparation {
 public:
  /// b is moved by shift, exactly. Requires: a is a cylinder of positive radius; b is bounded and, if it is a
  /// cylinder, of positive radius.
  void assign(const Operand3& a, const Operand3& b, const Vec3<double>& shift = {});

  /// +1: apart; -1: the interiors meet (of a flat b: b meets a's interior); else kUnknownSign: they touch, or
  /// nearly.
  int sign();
  /// Signed separation; proved. Narrow in practice: kEnclosureWidth and 4 ulps. When sign() is not known: of
  /// what is known about the distance, unless overlaps, which is then taken as known.
  Interval enclose(bool overlaps = false);
  /// A shortest translation of b out of a: its middle; the direction may be one of many. After enclose, when
  /// they overlap.
  Vec3<double> push() const;
  /// A lower bound of the separation by one direction, which need not be a unit vector.
  double least_along(const Vec3<double>& direction);
  /// kEnclosureWidth and 4 ulps.
  bool is_narrow(const Interval& value) const;
  /// Balls were asked.
  bool is_refined() const { return is_refined_; }

  // For printing.

  const CylinderSource& source() const { return source_; }
  const RoughContact& contact() const { return contact_; }
  const std::vector<double>& floors() const { return floors_; }
  const CylinderBounds<Ball>& bounds() const { return fine_bounds_; }
  bool core_overlaps() const { return core_overlaps_; }

 private:
  double most_at_contact() const;  ///< of the separation, when it is below 0
  void refine();
  void find_depth();
  void use_every_direction();

  Polytope polytope_;
  CylinderSource source_;
  CylinderScene<Bounded> rough_;
  CylinderScene<Ball> fine_;
  RoughContact contact_;
  CylinderBounds<Bounded> rough_bounds_;
  CylinderBounds<Ball> fine_bounds_;
  CylinderDepth<Bounded> rough_depth_;
  CylinderDepth<Ball> fine_depth_;
  std::vector<double> floors_;
  bool is_refined_ = false;
  bool core_overlaps_ = false;  ///< proved
  std::optional<int> sign_;
};

}  // namespace touchstone::oracle
