// Signed separation of convex shapes as a proved, narrow interval, without rationals where doubles of twice
// the precision suffice.
#pragma once

#include <optional>
#include <vector>

#include "oracle/ball.hpp"
#include "oracle/convex.hpp"

namespace touchstone::oracle {

/// Promised width of an enclosure beside two ulps of its value, as a multiple of 2^-52 * scale.
inline constexpr double kEnclosureWidth = 1e-6;

/// Distances are enclosed without rationals when every non-zero coordinate is within these: edges are then
/// longer than 2^-403, squares of lengths normal doubles, and ball::kFloor divided by a length, or its root,
/// stays below the promised width (2^-424).
inline constexpr double kSmallestEnclosed = 0x1p-350;
inline constexpr double kLargestEnclosed = 0x1p+400;

/// True when the width is as promised.
bool is_narrow(Interval value, double scale);

/// Reuse one object for many pairs.
///
/// Method: the edges of the Minkowski difference M = B - A are those of both shapes in order of direction, so
/// one walk in doubles meets every vertex and edge of M; those that may be nearest to the origin, by the
/// walk's error bound, are measured as balls. What the walk finds is never trusted: a lower bound is the gap
/// between the supports of both shapes along some direction, an upper bound is the distance of two points of
/// the shapes or, when every edge proves overlap, the largest gap over all edges.
class ConvexSeparation {
 public:
  /// The separation lies in the result; of promised width, or as narrow as could be proved (see is_narrow).
  /// Requires: both shapes in the range above. Cost: linear in the number of corners.
  Interval enclose(const ConvexOperand& a, const ConvexOperand& b);
  /// The separation minus first + second, as narrow: subtracted before anything is rounded to doubles.
  Interval enclose_less(const ConvexOperand& a, const ConvexOperand& b, double first, double second);

  /// The normal of the best edge of the last enclose, scaled to the depth there: a translation of B, each
  /// coordinate within two ulps and the promised width of a shortest one that ends the overlap. Meaningful
  /// after an overlapping pair. After enclose_less: up to where the separation is first + second.
  Point push() const;
  /// The same for shapes apart but nearer than first + second, along their nearest points. Nothing when it
  /// cannot be told which features are nearest. Takes the operands of the last enclose_less.
  std::optional<Point> push_of_near(const ConvexOperand& a, const ConvexOperand& b) const;

 private:
  struct Step {
    double line_sq =
        0;  ///< gap along the edge's normal by the corner the walk has there, squared, with its sign
    double vertex_sq =
        0;  ///< squared distance to the vertex of M where the edge starts: corner j minus corner i
    int i = 0;
    int j = 0;
    bool edge_of_b = false;
    double foot_sq =
        0;  ///< squared distance to the edge when its nearest point may be no end of it, else infinite
    bool is_foot = false;  ///< it is no end of it for sure
    double gap_hi = 0;     ///< proved upper bound of the gap, when known; else infinite
  };
  struct BestEdge {
    Ball gap;
    BallVec2 edge;
    Ball side;
    Ball square;
    bool of_b;
    int i, j;  ///< of its step
  };
  Interval enclose_all(const ConvexOperand& a, const ConvexOperand& b);
  void walk(const ConvexOperand& a, const ConvexOperand& b);
  void find_foot(const ConvexOperand& a, const ConvexOperand& b, Step& step) const;
  Interval gap_at(const ConvexOperand& a, const ConvexOperand& b, const Step& step);
  Interval enclose_gap(const ConvexOperand& a, const ConvexOperand& b);
  Interval enclose_distance(const ConvexOperand& a, const ConvexOperand& b, double gap);

  std::vector<Step> steps_;
  std::optional<Ball> less_;  ///< first + second
  double scale_ = 0;
  bool proves_overlap_ = false;  ///< every edge does
  double best_line_sq_ = 0;
  double best_vertex_sq_ = 0;
  double error_ = 0;  ///< of every length that the walk finds
  std::optional<BestEdge> best_edge_;
};

/// Distance from corner l of f to edge k of e (a closed segment). Same range.
Interval distance_to_edge(const ConvexOperand& e, int k, const ConvexOperand& f, int l);

/// Distance of corner k of e from corner l of f. Same range.
Ball distance_of_corners(const ConvexOperand& e, int k, const ConvexOperand& f, int l);

/// Smallest distance from a corner of one shape to an edge of the other; infinite for two points. Same range.
/// Cost: the product of the numbers of corners.
Interval corner_to_boundary(const ConvexOperand& a, const ConvexOperand& b);

/// The separation by rationals: correctly rounded ends. Any range.
Interval separation_by_rationals(const ConvexRational& a, const ConvexRational& b);

}  // namespace touchstone::oracle
