// Pairs of straight shapes: points, segments, boxes, polygons.
#pragma once

#include "oracle/concave.hpp"
#include "oracle/convex.hpp"
#include "oracle/convex_separation.hpp"
#include "oracle/pair.hpp"

namespace touchstone::oracle {

/// Three tiers for convex pairs; see Truth.
class PolygonalPair final : public Pair {
 public:
  void assign(const Operand& a, const Operand& b) override;

  Relation relation() override;
  Interval separation() override;
  bool convex() const override { return convex_; }
  std::optional<Point> mtv() override;
  Interval separation_after(Point shift, double enough) override;
  Location location() override;
  Interval distance_to_boundary() override;
  Kind kind();
  Interval kind_margin();
  /// Area of the common part.
  Interval area();
  /// Of convex pairs: largest |coordinate|, as Truth::scale().
  double scale() const { return std::max(convex_a_.scale(), convex_b_.scale()); }

  Truth::Tier tier() const override { return tier_; }
  void force_tier(Truth::Tier tier) override;
  void tell(FullTruth& truth) override;

 private:
  ConcavePair& concave_pair();
  Interval enclose(ConvexSeparation& separations, const ConvexOperand& first, const ConvexOperand& second);
  Location locate(const ConvexOperand& shape, const ConvexOperand& other, int corner) const;
  bool contains(const ConvexOperand& outer, const ConvexOperand& inner) const;
  bool has_corner_inside(const ConvexOperand& outer, const ConvexOperand& inner) const;
  void tell_convex(FullTruth& truth) const;
  void tell_concave(FullTruth& truth);

  PolygonalShape a_, b_;
  ConvexOperand convex_a_, convex_b_, moved_;
  bool convex_ = false;
  ConvexSeparation of_pair_;  ///< last asked about the pair itself
  ConvexSeparation of_moved_;
  ConcavePair pair_;
  bool pair_is_assigned_ = false;
  std::optional<Relation> relation_;
  std::optional<Interval> separation_;
  bool is_rational_ = false;  ///< the separation
  bool last_is_rational_ = false;
  Truth::Tier tier_ = Truth::Tier::filter;
  Truth::Tier forced_ = Truth::Tier::filter;
};

/// True when ConvexSeparation may be asked.
bool may_be_enclosed(const ConvexOperand& shape);

}  // namespace touchstone::oracle
