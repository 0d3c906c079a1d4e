// GJK in space: distance of any two shapes with a support mapping, and the relation of two polytopes.
//
// Source: E. G. Gilbert, D. W. Johnson, S. S. Keerthi, "A fast procedure for computing the distance between
// complex objects in three-dimensional space", IEEE Journal of Robotics and Automation 4 (1988); nearest
// point of a simplex as in simplex3.hpp. Deviations: the walk in doubles only finds where the nearest
// features are; the answer is taken from the given corners, with sums of two doubles where a triangle is skew
// or the walk could not go on; the walk ends on a certificate: no support lies nearer, along the direction
// found, than the point found, but for some u.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <touchstone/answers.hpp>
#include <touchstone/certain_signs3.hpp>
#include <touchstone/polytope3.hpp>
#include <touchstone/sat3.hpp>
#include <touchstone/simplex3.hpp>
#include <touchstone/support3.hpp>
#include <touchstone/support_wrappers3.hpp>
#include <touchstone/witness3.hpp>

namespace touchstone {

/// Error of distance_gjk's distance in u for polytopes and balls around them. What the point found exceeds
/// the certified lower bound (kGjkGap); the roundings of that bound (3 of each product sum, along vectors of
/// at most 2 sqrt 3 of the scale: 5); those of the corners of OBBs (2 sqrt 3 in two shapes); those of the
/// points and weights (5, by kWellShapedSkew).
inline constexpr double kGjk3DistanceBound = 16;
/// A closest point leaves its shape, and the distance of the two the answer's distance, by at most this many
/// u.
inline constexpr double kGjk3PointBound = 16;

/// In u: how much nearer than the point found a support may lie along its direction when the walk ends.
inline constexpr double kGjkGap = 2;
/// The same for curved shapes, whose supports are rounded, where kGjkGap is out of reach; and how many rounds
/// in a row may be no nearer than one before.
inline constexpr double kGjkCurvedGap = 8;
inline constexpr int kGjkStalls = 16;
/// Part of the scale below which a distance from two doubles is their noise: 2^-96 of products of three
/// vectors.
inline constexpr double kGjkNoise = 0x1p-90;
/// Supports asked in doubles, then in two doubles. Most pairs take 3 to 12 of the first and at most 4 of the
/// others; cylinders some more.
inline constexpr int kGjkWalkLimit = 128;
inline constexpr int kGjkPolishLimit = 128;

template <class ShapeA, class ShapeB>
class Gjk3 {
 public:
  Gjk3(const ShapeA& a, const ShapeB& b) : difference_{a, b}, gap_(kGjkGap * difference_.unit()) {}

  GjkOutcome3 run() {
    walk();
    if (!outcome_.converged) polish();
    if (outcome_.meets) detail::settle(outcome_, gap_);
    return outcome_;
  }

 private:
  static constexpr bool kIsPolytope = Difference3<ShapeA, ShapeB>::kIsPolytope;

  DifferencePoint3 ask(const Vec3<double>& n) {
    ++outcome_.iterations;
    return difference_.support(n);
  }
  bool is_known(const DifferencePoint3& p) const {
    for (int k = 0; k < outcome_.size; ++k)
      if (outcome_.simplex[k] == p) return true;
    return false;
  }
  void add(const DifferencePoint3& p) { outcome_.simplex[outcome_.size++] = p; }
  template <class N>
  void keep(const NearestOfSimplex<N>& nearest) {
    detail::keep(outcome_, nearest);
    outcome_.direction = detail::leading(nearest.at);
  }

  /// In doubles; converged when the answer can be trusted. Else the simplex is where polish() begins.
  void walk() {
    Vec3<double> toward = -difference_.center();
    if (toward == Vec3<double>{}) toward = {1, 0, 0};
    add(ask(toward));
    NearestOfSimplex<double> nearest = nearest_of_simplex<double>(outcome_.simplex, 1);
    keep(nearest);
    while (nearest.distance_sq > 0 && outcome_.iterations < kGjkWalkLimit) {
      const DifferencePoint3 p = ask(-nearest.at);
      const double gain = nearest.distance_sq - dot(nearest.at, p.value);
      const bool is_nearest = gain <= 0 || gain * gain <= gap_ * gap_ * nearest.distance_sq;
      if (is_nearest || is_known(p)) {
        outcome_.converged = is_nearest && nearest.skew <= kWellShapedSkew;
        outcome_.distance = std::sqrt(nearest.distance_sq);
        return;
      }
      add(p);
      const NearestOfSimplex<double> next = nearest_of_simplex<double>(outcome_.simplex, outcome_.size);
      const bool is_nearer = next.size == 4 || next.distance_sq < nearest.distance_sq;
      nearest = next;
      if (nearest.size == 4) return enclose(nearest);
      keep(nearest);
      if (!is_nearer) return;
    }
  }
  void enclose(const NearestOfSimplex<double>& nearest) {
    keep(nearest);
    outcome_.meets = outcome_.converged = encloses_certainly();
  }
  /// The origin is in the interior of the tetrahedron of the rounded points, exactly.
  bool encloses_certainly() const {
    const auto& s = outcome_.simplex;
    const Vec3<double> origin{};
    const auto side = [&](int i, int j, int k, const Vec3<double>& p) {
      return orientation(s[i].value, s[j].value, s[k].value, p);
    };
    const int sign = side(0, 1, 2, s[3].value);
    return sign != 0 && side(0, 1, 2, origin) == sign && side(0, 3, 1, origin) == sign &&
           side(1, 3, 2, origin) == sign && side(2, 3, 0, origin) == sign;
  }

  /// In two doubles, from the simplex where the walk ended. For polytopes each round is strictly nearer than
  /// the one before, so it ends. Roundings of a curved shape's supports may make a round no nearer: the next
  /// may still be, any round's point and any round's support bound the distance, and the best of both meet.
  void polish() {
    GjkOutcome3 best;
    best.distance = HUGE_VAL;
    double lower = -HUGE_VAL;
    Vec3<double> lower_direction{};
    for (int round = 0, stalls = 0; round < kGjkPolishLimit && (kIsPolytope || stalls <= kGjkStalls);
         ++round) {
      const NearestOfSimplex<DoubleDouble> nearest =
          nearest_of_simplex<DoubleDouble>(outcome_.simplex, outcome_.size);
      keep(nearest);
      const double size = nearest.size == 4 ? 0 : square_root(nearest.distance_sq).hi;
      outcome_.distance = size;
      outcome_.meets = nearest.size == 4 || size <= kGjkNoise * (difference_.unit() * 0x1p+52);
      outcome_.converged = outcome_.meets;
      if (outcome_.meets) return;
      stalls = size < best.distance ? 0 : stalls + 1;
      if (stalls == 0) best = outcome_;
      const DifferencePoint3 p = ask(-outcome_.direction);
      const double bound = dot(outcome_.direction * (1 / size), p.value);
      outcome_.converged = size - bound <= gap_ || is_known(p);
      if (outcome_.converged) return;
      if (bound > lower) {
        lower = bound;
        lower_direction = outcome_.direction;
      }
      if (!kIsPolytope && best.distance - lower <= gap_) break;
      add(p);
    }
    best.converged = best.distance - lower <= (kIsPolytope ? kGjkGap : kGjkCurvedGap) * difference_.unit();
    best.direction = lower_direction;
    best.iterations = outcome_.iterations;
    outcome_ = best;
  }

  Difference3<ShapeA, ShapeB> difference_;
  double gap_;
  GjkOutcome3 outcome_;
};

/// Distance and a closest pair of two shapes, 0 and a common point twice where they meet.
/// Requires valid shapes in range. Identical and flat shapes, points, repeated corners are fine.
/// Error: kGjk3DistanceBound, kGjk3PointBound; shapes within that of touching may be told apart or not:
/// relation_gjk is exact. Status iteration_limit: the limit was reached; distance is that of the two points,
/// so never too short. Cost: some 3 to 8 supports, no allocation.
template <ConvexSupport3 ShapeA, ConvexSupport3 ShapeB>
Distance3<double> distance_gjk(const ShapeA& a, const ShapeB& b) {
  const GjkOutcome3 outcome = Gjk3<ShapeA, ShapeB>(a, b).run();
  const WitnessPair3 core = witness_pair(outcome);
  Distance3<double> answer{outcome.converged ? Status::ok : Status::iteration_limit, 0, core.on_a, core.on_a,
                           outcome.iterations};
  const double radii = a.radius() + b.radius();
  if (outcome.meets) return answer;
  if (outcome.distance <= radii) {
    // Within both balls: the cores' segment, split as the radii are.
    answer.on_a = core.on_a + (core.on_b - core.on_a) * (radii > 0 ? a.radius() / radii : 0);
    answer.on_b = answer.on_a;
    return answer;
  }
  answer.distance = outcome.distance - radii;
  answer.on_b = core.on_b;
  if (radii > 0) {
    // Between the points found: their distance less the radii is what remains, however they were rounded.
    const Vec3<double> between = core.on_a - core.on_b;
    const Vec3<double> n = space::unit(between == Vec3<double>{} ? outcome.direction : between);
    answer.on_a = core.on_a - n * a.radius();
    answer.on_b = core.on_b + n * b.radius();
  }
  return answer;
}
inline Distance3<double> distance_gjk(const PolytopeView& a, const PolytopeView& b) {
  return distance_gjk(PolytopeSupport3(a), PolytopeSupport3(b));
}

/// Supports asked before relation_gjk hands over; most pairs are decided by the fifth.
inline constexpr int kGjkRelationLimit = 24;

namespace detail {

/// GJK in doubles that stops on certain signs only.
class FilteredGjk3 {
 public:
  FilteredGjk3(const PolytopeView& a, const PolytopeView& b) : a_(a), b_(b), signs_(a, b) {}

  /// True: decided, by answer. False: no sign was certain.
  bool walk(RelationAnswer& answer) {
    const Difference3<PolytopeSupport3, PolytopeSupport3> difference{a_, b_};
    Vec3<double> n = -difference.center();
    if (n == Vec3<double>{}) n = {1, 0, 0};
    DifferencePoint3 simplex[4];
    int size = 0;
    double last_sq = HUGE_VAL;
    while (answer.iterations < kGjkRelationLimit) {
      const DifferencePoint3 p = difference.support(n);
      ++answer.iterations;
      answer.relation = Relation::disjoint;
      if (signs_.are_apart(n, p)) return true;
      simplex[size++] = p;
      const NearestOfSimplex<double> nearest = nearest_of_simplex<double>(simplex, size);
      answer.relation = Relation::overlapping;
      if (nearest.size == 4) {
        return signs_.encloses({simplex[0].value, simplex[1].value, simplex[2].value, simplex[3].value});
      }
      if (!(nearest.distance_sq < last_sq) || nearest.distance_sq == 0) return false;
      last_sq = nearest.distance_sq;
      DifferencePoint3 kept[4];
      for (int k = 0; k < nearest.size; ++k) kept[k] = simplex[nearest.vertex[k]];
      size = nearest.size;
      std::copy(kept, kept + size, simplex);
      n = -nearest.at;
    }
    return false;
  }

 private:
  PolytopeSupport3 a_;
  PolytopeSupport3 b_;
  CertainSigns3 signs_;
};

}  // namespace detail

/// The relation, exactly. Decided by signs that are certain in floating point, a direction that separates or
/// a tetrahedron of the difference that holds the origin inside; where none is, by relation_sat: touching,
/// near touching, and flat shapes.
inline RelationAnswer relation_gjk(const PolytopeView& a, const PolytopeView& b) {
  RelationAnswer answer{Status::ok, Relation::disjoint, 0};
  if (detail::FilteredGjk3(a, b).walk(answer)) return answer;
  RelationAnswer exactly = relation_sat(a, b);
  exactly.iterations += answer.iterations;
  return exactly;
}

}  // namespace touchstone
