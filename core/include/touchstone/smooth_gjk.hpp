// GJK in the plane on support mappings: relation and distance of any two convex shapes, smooth ones too.
//
// Source: E. G. Gilbert, C.-P. Foo, "Computing the distance between general convex objects in
// three-dimensional space", IEEE Transactions on Robotics and Automation 6 (1990). Deviations: the walk keeps
// two supports whose normals enclose the direction sought, at most a quarter turn apart, so each step narrows
// a known range; it stops when the distance found exceeds the one certified by a separating line by no more
// than a named bound.
//
// Steps. The boundary between supports p and q lies in the triangle of the chord and the tangents there. A
// support along the chord's normal leaves two triangles of together at most a quarter of its area; one is
// kept. A support toward the origin from an end of the chord is followed by one along the chord's normal,
// since it lies farther along its own normal than that end does. So every second step takes 3/4 of an area
// that is at most 16 (scaled), and when it is below unit^2 / 2 the triangle's height or its base is below
// unit >= 2^-53: after 56 such steps.
#pragma once

#include <algorithm>
#include <cmath>

#include <touchstone/support_mapping.hpp>

namespace touchstone {

/// The distance found exceeds a certified lower bound by at most this many units; below the noise of supports
/// (a few units) nothing is gained, and steps shrink the excess fourfold, so most ends are far below it.
inline constexpr double kSmoothGap = 2;

/// The same, when rounding leaves no normal between those of the chord's ends: two supports' noise.
inline constexpr double kSmoothNoise = 6;

/// More than 2 x 56 steps and the four first supports (see above).
inline constexpr int kSmoothGjkLimit = 128;

/// cross(p, q) within a few roundings of the result, not of its products.
inline double accurate_cross(Vec2<double> p, Vec2<double> q) {
  const TwoTerms left = two_product(p.x, q.y);
  const TwoTerms right = two_product(p.y, q.x);
  return (left.hi - right.hi) + (left.lo - right.lo);
}

/// Where the walk ended. Lengths in the difference's frame.
struct SmoothGjkOutcome {
  bool converged = false;  ///< else the iteration limit was reached
  bool enclosed = false;   ///< the origin is in the hull of the supports: the shapes meet
  /// Bounds on the separation. Not enclosed: upper is the distance of the closest points found. Enclosed:
  /// upper is minus the distance of the origin from the hull's boundary, lower means nothing.
  double lower = 0;
  double upper = 0;
  int iterations = 0;
  int size = 0;  ///< supports that hold the closest or common point
  DifferenceSupport simplex[4];
  double part = 0;  ///< not enclosed: of the way from simplex[0] to simplex[1]
};

template <class Difference>
class SmoothGjk {
 public:
  /// certain: the walk may end as soon as the separation is known to exceed this.
  SmoothGjk(const Difference& difference, double unit, double certain)
      : difference_(difference), unit_(unit), certain_(certain) {}

  SmoothGjkOutcome walk() {
    DifferenceSupport first[4];
    for (int k = 0; k < 4; ++k) first[k] = support(kAxes[k]);
    if (!choose_quarter(first)) {
      for (const DifferenceSupport& s : first) outcome_.simplex[outcome_.size++] = s;
      return enclosed();
    }
    outcome_.converged = outcome_.lower > certain_;
    while (!outcome_.converged && outcome_.iterations < kSmoothGjkLimit) {
      const DifferenceSupport r = ask_nearest();
      if (outcome_.converged) return outcome_;
      apart_ = apart_ || r.height < 0;
      if (apart_) {
        (dot(perp(r.n), r.value) < 0 ? from_ : to_) = r;
      } else if (accurate_cross(from_.value, r.value) < 0) {
        to_ = r;
      } else if (accurate_cross(r.value, to_.value) < 0) {
        from_ = r;
      } else {
        for (const DifferenceSupport& s : {from_, r, to_}) outcome_.simplex[outcome_.size++] = s;
        return enclosed();
      }
    }
    return outcome_;
  }

 private:
  static constexpr Vec2<double> kAxes[4] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};

  DifferenceSupport support(Vec2<double> n) {
    ++outcome_.iterations;
    return difference_.support(n);
  }
  /// The quarter turn that holds the direction in which the shapes are farthest apart: beside a direction in
  /// which they are apart, else where the origin is beyond a chord. False: the origin is beyond none.
  bool choose_quarter(const DifferenceSupport (&first)[4]) {
    const auto lower = [](const DifferenceSupport& p, const DifferenceSupport& q) {
      return p.height < q.height;
    };
    const auto best = std::min_element(first, first + 4, lower);
    apart_ = best->height < 0;
    outcome_.lower = -best->height;
    if (apart_) {
      const bool onwards = dot(perp(best->n), best->value) < 0;
      const int k = static_cast<int>(best - first) + (onwards ? 0 : 3);
      from_ = first[k & 3];
      to_ = first[(k + 1) & 3];
      return true;
    }
    for (int k = 0; k < 4; ++k) {
      from_ = first[k];
      to_ = first[(k + 1) & 3];
      if (accurate_cross(from_.value, to_.value) < 0) return true;
    }
    return false;
  }
  /// Asks for a support from the chord's nearest point toward the origin; converged when it is no better.
  DifferenceSupport ask_nearest() {
    const Vec2<double> edge = to_.value - from_.value;
    const double edge_length = accurate_length(edge);
    const double before = -dot(from_.value, edge);
    const double after = dot(to_.value, edge);
    const DifferenceSupport& nearer = before > 0 ? to_ : from_;
    Vec2<double> n;
    if (edge_length > 0 && before > 0 && after > 0) {
      outcome_.part = before / (before + after);
      outcome_.upper = -accurate_cross(from_.value, to_.value) / edge_length;
      n = {edge.y / edge_length, -edge.x / edge_length};
    } else {
      outcome_.part = before > 0 ? 1 : 0;
      outcome_.upper = accurate_length(nearer.value);
      n = nearer.n;
      if (outcome_.upper > 0) n = {-nearer.value.x / outcome_.upper, -nearer.value.y / outcome_.upper};
    }
    const DifferenceSupport r = support(n);
    // What r gains on the chord, from a difference of points: the rounding of n does not count.
    const double gap = std::max(0.0, dot(n, r.value - nearer.value));
    outcome_.lower = outcome_.upper - gap;
    const bool exhausted = !(cross(from_.n, n) > 0 && cross(n, to_.n) > 0) && gap <= kSmoothNoise * unit_;
    outcome_.converged = gap <= kSmoothGap * unit_ || exhausted || outcome_.lower > certain_;
    if (outcome_.converged) {
      outcome_.size = 2;
      outcome_.simplex[0] = from_;
      outcome_.simplex[1] = to_;
    }
    return r;
  }
  SmoothGjkOutcome& enclosed() {
    outcome_.converged = true;
    outcome_.enclosed = true;
    double margin = HUGE_VAL;
    for (int k = 0; k < outcome_.size; ++k) {
      const Vec2<double> p = outcome_.simplex[k].value;
      const Vec2<double> q = outcome_.simplex[(k + 1) % outcome_.size].value;
      const double edge_length = accurate_length(q - p);
      if (edge_length > 0) margin = std::min(margin, accurate_cross(p, q) / edge_length);
    }
    outcome_.upper = margin == HUGE_VAL ? 0 : -std::max(0.0, margin);
    return outcome_;
  }

  const Difference& difference_;
  double unit_;
  double certain_;
  bool apart_ = false;
  DifferenceSupport from_;
  DifferenceSupport to_;
  SmoothGjkOutcome outcome_;
};

/// A closest pair, or a common point twice, from the shapes' anchors.
struct WitnessPair {
  Vec2<double> on_a;
  Vec2<double> on_b;
};

inline WitnessPair witness_pair(const SmoothGjkOutcome& outcome) {
  const DifferenceSupport* s = outcome.simplex;
  const auto along = [&](int i, int j, double t) {
    return WitnessPair{between(s[i].on_a, s[j].on_a, t), between(s[i].on_b, s[j].on_b, t)};
  };
  if (!outcome.enclosed) return along(0, 1, outcome.part);
  // Of four the triangle that has the origin; the weight of a corner is the area opposite to it.
  const bool second_half = outcome.size == 4 && accurate_cross(s[0].value, s[2].value) > 0;
  const int corner[3] = {0, second_half ? 2 : 1, second_half ? 3 : 2};
  double weight[3];
  double sum = 0;
  for (int k = 0; k < 3; ++k) {
    weight[k] = std::max(0.0, accurate_cross(s[corner[(k + 1) % 3]].value, s[corner[(k + 2) % 3]].value));
    sum += weight[k];
  }
  if (sum == 0) {  // All three on one line with the origin: between the two ends.
    int i = 0;
    int j = 0;
    for (const int k : corner) {
      if (dot(s[k].value, s[0].value) < dot(s[j].value, s[0].value)) j = k;
      if (dot(s[k].value, s[0].value) > dot(s[i].value, s[0].value)) i = k;
    }
    const double before = accurate_length(s[i].value);
    const double after = accurate_length(s[j].value);
    return along(i, j, before + after == 0 ? 0 : before / (before + after));
  }
  const auto mix = [&](Vec2<double> p, Vec2<double> q, Vec2<double> r) {
    return p + (q - p) * (weight[1] / sum) + (r - p) * (weight[2] / sum);
  };
  return {mix(s[corner[0]].on_a, s[corner[1]].on_a, s[corner[2]].on_a),
          mix(s[corner[0]].on_b, s[corner[1]].on_b, s[corner[2]].on_b)};
}

/// Separation and closest points of two convex shapes, whatever they are.
/// Not enclosed and lower > 0: apart. Enclosed: they meet. Else they touch, within kSmoothGap units.
/// Converged in every case but for a support mapping that is none. Cost: some 10 supports; at most
/// kSmoothGjkLimit.
template <class Difference>
SmoothGjkOutcome smooth_gjk(const Difference& difference, double unit, double certain = HUGE_VAL) {
  return SmoothGjk<Difference>(difference, unit, certain).walk();
}

}  // namespace touchstone
