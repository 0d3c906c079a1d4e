// The skeletons of two shapes of space, polytopes both, and how their signed separation compares with a sum
// of radii. Exact.
#pragma once

#include <algorithm>
#include <optional>

#include "oracle/nearest_search3.hpp"
#include "oracle/pair_truth.hpp"
#include "oracle/polytope_relation3.hpp"
#include "oracle/rational_fallback3.hpp"

namespace touchstone::oracle {

/// A polytope with what its searches need; reuse one object for many.
struct PreparedPolytope3 {
  Polytope shape;
  RoundedFeatures3 features;

  void assign(const Shape3<double>& of) {
    shape.assign(of);
    features.assign(shape);
  }
};

/// Each relation starts with the tier it is told to and takes the next dearer one where it must.
class SkeletonPair3 {
 public:
  using Tier = PairTruth::Tier;
  using Point = Vec3<double>;

  /// The shapes outlive it; they are polytopes or balls. Cheap: the polytopes are made when first needed.
  void assign(const Shape3<double>& a, double radius_a, const Shape3<double>& b, double radius_b);
  void force_tier(Tier tier);
  Tier tier() const { return used_; }

  /// Sign of the separation less the radii.
  Relation relation();
  /// Narrow.
  Interval separation();
  /// Of B moved by shift. May stop early: {lo, infinity} with lo >= enough.
  Interval separation_after(Point shift, double enough);
  /// A shortest translation of B to where the separation less the radii is 0; zero when touching. Nothing
  /// when there are infinitely many. Requires: not disjoint.
  std::optional<Point> push();

 private:
  struct Bounds {
    Interval value;      ///< less the radii
    BallVec3 direction;  ///< of a push; gap: of the skeletons along it; length: of the direction
    Ball gap, length;
  };

  void prepare();
  bool can_compute() const;
  bool boxes_are_apart() const;
  void search_nearest();
  void search_axes();
  Relation skeleton_relation();
  Relation relation_by_filter(bool& known);
  Relation decide_skeletons();
  Relation relation_with_radii();
  std::optional<Point> push_of_touching();
  const RationalAnswer3& by_rationals();
  double scale();

  Bounds bounds_of_gaps(const PairPoints3& points, const AxisSearch3& axes) const;
  Bounds bounds_of_distance(const PairPoints3& points, const Simplex3& simplex) const;
  Bounds bounds_of_distance_precisely(const PairPoints3& points, const Simplex3& simplex,
                                      const Bounds& so_far) const;
  Bounds enclose(const PairPoints3& points, AxisSearch3& axes, bool& axes_are_known, const Simplex3& simplex,
                 double scale) const;
  Interval less_radii(const Ball& lo, const Ball& hi) const;
  void use(Tier tier) { used_ = std::max(used_, tier); }

  const Shape3<double>* shape_a_ = nullptr;
  const Shape3<double>* shape_b_ = nullptr;
  double radius_a_ = 0, radius_b_ = 0;
  double scale_ = -1;
  Tier used_ = Tier::filter, forced_ = Tier::filter;

  PreparedPolytope3 a_, b_;
  PairPoints3 points_, moved_;
  AxisSearch3 axes_, moved_axes_;
  Simplex3 simplex_;
  ExactRelation3 exact_;
  bool is_prepared_ = false, axes_known_ = false, simplex_known_ = false, exact_known_ = false;
  std::optional<Relation> skeletons_, relation_;
  std::optional<Bounds> bounds_;
  std::optional<RationalAnswer3> rational_;
};

}  // namespace touchstone::oracle
