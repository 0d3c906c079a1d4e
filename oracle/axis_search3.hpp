// Separating axes of two polytopes: every direction that may be a facet normal of their Minkowski difference.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "oracle/pair_points3.hpp"

namespace touchstone::oracle {

/// What the search needs of one polytope, whatever it is paired with.
struct RoundedFeatures3 {
  std::vector<Vec3<double>> edges;  ///< one of each direction of a box, else all
  std::vector<double> edge_errors;  ///< of each coordinate
  std::vector<Vec3<double>> normals;
  std::vector<double> normal_errors;

  void assign(const Polytope& shape);
};

/// The direction normal to a face of A, to a face of B or to an edge of each.
struct Axis3 {
  enum class Kind : std::uint8_t { face_of_a, face_of_b, edges };
  Kind kind{};
  bool is_reversed = false;  ///< from A to B is against the cross product
  int i = 0, j = 0;          ///< the face, or edges of A and B
  Vec3<double> normal;       ///< from A to B, each coordinate within some error; any length
  double gap = 0;            ///< (support of B - support of A) / length
  double error = 0;          ///< of gap; infinite when nothing is known
  int corner_a = 0, corner_b = 0;
};

/// Reuse one object for many pairs.
///
/// The facets of B - A have normals that are face normals of A or B, or cross products of an edge of A and
/// one of B whose arcs in the Gaussian images cross: the normals of the faces beside either edge lie on
/// different sides of the great circle normal to it. Edge pairs are left out only where a bound proves that
/// they do not cross; any direction more does no harm, for both supports are taken over all corners.
class AxisSearch3 {
 public:
  /// Looks at all axes in doubles with proved bounds; may stop as soon as lower_bound() is above enough.
  void search(const PairPoints3& points, const RoundedFeatures3& a, const RoundedFeatures3& b, double enough);

  /// Takes every axis for a candidate of which nothing is known.
  void list_all(const PairPoints3& points, const RoundedFeatures3& a, const RoundedFeatures3& b);

  /// The gap along some direction is positive: the polytopes are apart.
  bool is_separated() const { return is_separated_; }
  /// No gap is negative on every axis: the polytopes overlap, their difference having volume.
  bool is_overlapping() const { return count_ > 0 && is_complete() && largest_hi_ < 0; }
  bool is_complete() const { return !(largest_lo_ > enough_); }  ///< the search did not stop early
  /// At most the largest gap along any direction.
  double lower_bound() const { return largest_lo_; }
  /// At least the largest gap over all axes, when is_complete().
  double upper_bound() const { return largest_hi_; }

  /// Axes that may have the largest gap, and all whose gap may be >= 0.
  const std::vector<Axis3>& candidates() const { return candidates_; }

 private:
  void look(Axis3::Kind kind, int i, int j, const Vec3<double>& normal, double normal_error);
  void look_at_all(const RoundedFeatures3& a, const RoundedFeatures3& b);
  void look_at_edges(const RoundedFeatures3& a, const RoundedFeatures3& b);
  void find_sides(const RoundedFeatures3& faces, const RoundedFeatures3& edges,
                  std::vector<std::int8_t>& sides) const;

  const PairPoints3* points_ = nullptr;
  std::vector<Axis3> candidates_;
  std::vector<std::int8_t> sides_a_,
      sides_b_;  ///< of an edge of B at a face normal of A; and the other way round
  int count_ = 0;
  bool lists_all_ = false;
  bool is_separated_ = false;
  double enough_ = 0;
  double largest_lo_ = 0, largest_hi_ = 0;
};

/// Proved bounds of the gap along the exact direction of an axis.
struct BallGap3 {
  Ball lo, hi;
  BallVec3 normal;  ///< from A to B
  Ball length;
  bool is_known = false;  ///< else the direction may be zero
};
/// Along a normal that is any vector of balls: lo is at most the gap along its middle's exact direction too.
BallGap3 gap_along(const PairPoints3& points, const BallVec3& normal, int corner_a, int corner_b);
BallGap3 ball_gap(const PairPoints3& points, const Axis3& axis);

/// The exact vector along the axis as two factors of a cross product.
struct AxisFactors3 {
  VectorSum first, second;
};
AxisFactors3 exact_factors(const PairPoints3& points, const Axis3& axis);

}  // namespace touchstone::oracle
