// The straight skeletons of two shapes, and how their distance compares with a sum of radii: what circles,
// capsules and rings are decided by. Exact.
#pragma once

#include <optional>
#include <vector>

#include "oracle/concave.hpp"
#include "oracle/convex.hpp"
#include "oracle/convex_separation.hpp"
#include "oracle/feature_test.hpp"
#include "oracle/pair.hpp"

namespace touchstone::oracle {

/// A polygon as its edges, whether it is convex or not; read like a ConvexOperand. Reuse one object for many.
class Outline {
 public:
  void assign(const Polygon2<double>& polygon);

  int size() const { return static_cast<int>(corners_.size()); }
  int edge_count() const { return size(); }
  int next(int i) const { return next_[static_cast<std::size_t>(i)]; }
  Point corner(int i) const { return corners_[static_cast<std::size_t>(i)]; }
  Point edge(int k) const { return corner(next(k)) - corner(k); }
  double corner_error() const { return 0; }
  double scale() const { return scale_; }
  double smallest() const { return smallest_; }
  PointSum exact_corner(int i) const { return {{corner(i)}, 1}; }
  PointSum exact_edge(int k) const { return {{corner(next(k)), -corner(k)}, 2}; }

 private:
  void add(Contour2<double> contour);

  std::vector<Point> corners_;  ///< repeated neighbours as given
  std::vector<int> next_;
  double scale_ = 0;
  double smallest_ = 0;
};

/// One straight shape, convex or not.
class Skeleton {
 public:
  void assign(const PolygonalShape& shape);

  const PolygonalShape& shape() const { return shape_; }
  bool is_convex() const { return is_convex_; }
  bool is_solid() const;
  const ConvexOperand& convex() const { return convex_; }  ///< requires: is_convex
  const Outline& outline() const { return outline_; }      ///< requires: not is_convex

 private:
  PolygonalShape shape_;
  ConvexOperand convex_;
  Outline outline_;
  bool is_convex_ = true;
};

/// Questions about two valid skeletons. Each comparison starts with the tier it is told to and takes the next
/// dearer one where it must:
/// filter: distances of corners and edges in doubles with a proved bound (feature_test.hpp);
/// expansion: those that the bound leaves open, by their squares, exactly;
/// rational: everything by rationals.
class SkeletonPair {
 public:
  void assign(const PolygonalShape& a, const PolygonalShape& b);
  void force_tier(Truth::Tier tier);
  Truth::Tier tier() const { return used_; }  ///< the dearest that was taken since assign or force_tier

  const Skeleton& a() const { return a_; }
  const Skeleton& b() const { return b_; }
  bool convex() const { return a_.is_convex() && b_.is_convex(); }
  Relation relation();

  /// Sign of distance - radii; -1 when the skeletons meet. Requires: radii > 0.
  int compare_distance(RadiusSum radii);
  /// Sign of (largest distance of a point of B from A) - radii. Requires: A is a point.
  int compare_farthest(RadiusSum radii);

  /// Signed separation (not convex: distance) - radii; narrow.
  Interval separation_less(RadiusSum radii);
  /// radii - (largest distance of a point of B from A); narrow. Requires: A is a point.
  Interval less_farthest(RadiusSum radii);
  /// separation_less with B moved by shift. Requires: convex.
  Interval separation_after_less(Point shift, RadiusSum radii);
  /// A shortest translation of B to where the last separation_less is 0, each coordinate narrow around one.
  /// Nothing when that takes rationals, as always when the skeletons touch. Requires: convex; relation and
  /// separation_less were asked, and that was below 0.
  std::optional<Point> push() const;

  /// By rationals. Nearest points: equal, and common, when the skeletons meet.
  const NearestFeatures::Result& nearest();
  /// The corner of B farthest from A. Requires: A is a point.
  RationalVec2 farthest() const;
  Relation rational_relation() const;

 private:
  bool can_expand(RadiusSum radii) const;
  bool can_enclose(RadiusSum radii) const;
  Interval separation_less(ConvexSeparation& separations, const ConvexOperand& b, RadiusSum radii);
  void use(Truth::Tier tier) { used_ = std::max(used_, tier); }

  Skeleton a_, b_;
  ConvexOperand moved_;
  ConvexSeparation of_pair_, of_moved_;
  ConcavePair concave_;
  bool concave_is_assigned_ = false;
  bool is_enclosed_ = false;  ///< of_pair_ found the last separation
  std::optional<Relation> relation_;
  std::optional<NearestFeatures::Result> nearest_;
  Truth::Tier used_ = Truth::Tier::filter;
  Truth::Tier forced_ = Truth::Tier::filter;
};

}  // namespace touchstone::oracle
