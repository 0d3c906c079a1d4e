// The smallest value of a support function over all directions, certified: what separations of ellipses are
// made of.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "oracle/bounded.hpp"

namespace touchstone::oracle {

/// h(n) = max over i of dot(n, corners[i]) + |[u v]^T n| of each ellipse + constant, for unit vectors n: the
/// support function of a convex set. Negated: constant minus the first two terms; then of one corner.
/// Coordinates near 1 at most (Frame).
struct SupportFunction {
  std::vector<BallVec2> corners;  ///< of a convex polygon, counter-clockwise, without repeats; one or two
  std::vector<BallVec2> edges;    ///< from corner i to the next; empty for one corner
  struct Axes {
    Point u, v;
  };
  std::vector<Axes> ellipses;
  Ball constant;
  bool negated = false;
};

/// Method: with s the angle of n, h + h'' is the radius of curvature, so that on an arc on which it is at
/// least r
///   h(s + t) >= h(s) cos t + h'(s) sin t + r (1 - cos t),   |t| <= pi,
/// because the kernel sin of the variation of constants is not negative. Branch and bound over arcs, split
/// where Newton's method expects the minimum or in the middle, with such bounds from both ends: in bounded
/// doubles until only arcs near the minimum are left, then in balls. Where h'' > 0 at the minimum, one sample
/// near it proves the neighbourhood to second order. Reuse one object.
class SupportMinimum {
 public:
  /// The smallest value lies in the result; hi is reached in direction(). At most width + relative_width
  /// |value| wide where the budget of samples allows.
  Interval find(const SupportFunction& function, double width, double relative_width);
  /// The value in a direction of any length but 0, over all corners.
  static Ball value(const SupportFunction& function, const BallVec2& direction);

  /// Finds direction() as exactly as balls allow, and angle_error(). Requires: the function still exists.
  void polish();

  /// Where the smallest value is reached nearly (it is flat there): any length, radius 0.
  const BallVec2& direction() const { return best_direction_; }
  /// The corner that counts there.
  std::size_t corner() const { return best_corner_; }
  /// After polish: proved bound of the angle between direction() and any minimum; infinite when there may be
  /// several.
  double angle_error() const { return angle_error_; }
  int samples() const { return samples_; }

 private:
  /// Of an ellipse |[u v]^T n|^2 = mean + r cos(2 s - c): between two directions less than a quarter turn
  /// apart it is monotone, or passes just one of its extremes.
  template <class Number>
  struct Shape {
    Vec2<Number> u, v;
    Number determinant_sq, longest, shortest;  ///< half axes of the ellipse
  };
  template <class Number>
  struct Sample {
    BallVec2 raw;  ///< any length, radius 0
    Vec2<Number> unit;
    Number value, slope, bend;  ///< h, h', h + h''
    Number norms[2];            ///< |[u v]^T n|
    Number turns[2];            ///< half the derivative of its square
  };
  template <class Number>
  struct Arc {
    Sample<Number> from, to;
    std::size_t corner;
    int depth;
  };
  template <class Number>
  struct Level {
    Shape<Number> shapes[2];
    Number reference;  ///< bounds and best_ count from here
    std::vector<Arc<Number>> arcs;
  };

  template <class Number>
  void prepare(Level<Number>& level) const;
  template <class Number>
  Sample<Number> sample(const Level<Number>& level, const BallVec2& raw, std::size_t corner);
  template <class Number>
  Number smallest_bend(const Level<Number>& level, const Arc<Number>& arc) const;
  template <class Number>
  double bound(const Level<Number>& level, const Arc<Number>& arc) const;
  template <class Number>
  std::optional<BallVec2> between(const Arc<Number>& arc, double gain) const;
  template <class Number>
  void note(const Level<Number>& level, const Sample<Number>& sample, std::size_t corner);
  template <class Number>
  void halve(Level<Number>& level, const Arc<Number>& arc, const BallVec2& raw);
  void add_arcs(const BallVec2& from, const BallVec2& to, std::size_t corner);
  bool add_cones();
  void search();
  void refine();
  void certify(double width, double relative_width);
  double angle_to(const Arc<Ball>& arc, const BallVec2& unit, double top) const;

  const SupportFunction* function_ = nullptr;
  Level<Bounded> rough_;
  Level<Ball> fine_;
  std::vector<Arc<Bounded>> near_;  ///< may hold the minimum
  std::vector<Arc<Ball>> done_;
  double magnitude_ = 0;  ///< at least that of h
  double best_ = 0;       ///< smallest value found
  double floor_ = 0;      ///< proved lower bound on the arcs dealt with
  BallVec2 best_direction_;
  std::size_t best_corner_ = 0;
  double angle_error_ = 0;
  int samples_ = 0;
};

}  // namespace touchstone::oracle
