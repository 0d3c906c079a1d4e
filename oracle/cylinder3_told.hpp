// The separation of a cylinder and another shape for printing: the search of cylinder3_separation.hpp once
// more, in numbers wide enough to be rounded.
#pragma once

#include <memory>
#include <optional>

#include "oracle/cylinder3_separation.hpp"
#include "oracle/full_truth3.hpp"

namespace touchstone::oracle {

class CylinderTold {
 public:
  /// Requires: separation.sign has been asked. known: disjoint or overlapping; nothing: find out.
  CylinderTold(const CylinderSeparation& separation, std::optional<Relation> known);
  ~CylinderTold();

  RationalInterval separation() const { return separation_; }
  /// Doubles around it.
  Interval rounded() const;
  /// +1, -1, or kUnknownSign.
  int sign() const;
  RationalInterval depth() const { return {-separation_.hi, -separation_.lo}; }
  /// On the cylinder, and on the other. Requires: disjoint.
  std::optional<FullTruth3::ClosestPoints> closest() const;
  /// Of the other shape out of the cylinder, or (turned) the opposite: when it is along an axis and proved to
  /// be the only shortest one. Requires: overlapping.
  std::optional<RealVec3> only_push(bool turned) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
  RationalInterval separation_;
};

}  // namespace touchstone::oracle
