// MPR (XenoCollide): the relation of two shapes, by refining a portal around the ray from an inner point of
// their difference through the origin; and an upper bound of the depth.
//
// Source: G. Snethen, "XenoCollide: Complex Collision Made Simple", Game Programming Gems 7 (2008).
// Deviations: it decides by signs that are certain only, a direction along which the shapes are apart, or a
// portal that holds the origin together with the inner point, and hands over where there is none; every loop
// is bounded; an inner point at the origin, or with the first support on the ray, is moved; the depth is the
// least height of all normals asked, not that of the last.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <touchstone/answers.hpp>
#include <touchstone/certain_signs3.hpp>
#include <touchstone/epa3.hpp>
#include <touchstone/exact_sign3.hpp>
#include <touchstone/sat3.hpp>
#include <touchstone/support3.hpp>
#include <touchstone/support_wrappers3.hpp>

namespace touchstone {

/// Error of the relation of shapes that are no polytopes, in u: overlap by less, or a gap by less, may be
/// told as either. Supports err by 7 u in each shape (kCylinderSupportBound; corners of OBBs by 2 sqrt 3 in
/// both), their difference and a ball along a unit vector by 2 u.
inline constexpr double kMprBound = 16;
/// In u: how little the support may lie above the portal when it counts as the boundary, and how far below
/// the origin it must lie to separate for certain.
inline constexpr double kMprGap = 16;
/// Supports asked from one inner point, of at most four. Most pairs take 5 to 12; cylinders some 30.
inline constexpr int kMprLimit = 128;
/// The ray passes so near to the first support, as part of the distance, that a portal around it would be a
/// sliver: the inner point is moved.
inline constexpr double kMprStraight = 0x1p-20;

namespace detail {

/// What supports that err by less than kMprBound tell: are_apart() leaves them room, encloses() is exact for
/// the points as computed, so that a convex combination of them, each within the bound of the difference, is
/// the origin.
class RoundedSigns3 {
 public:
  explicit RoundedSigns3(double unit) : gap_(kMprGap * unit), least_(0x1p-60 * unit) {}

  bool are_apart(const Vec3<double>& n, const DifferencePoint3& p) const { return dot(n, p.value) < -gap_; }
  bool encloses(const Vec3<double> (&p)[4], bool) const {
    const Vec3<double> q[4] = {cut(p[0]), cut(p[1]), cut(p[2]), cut(p[3])};
    const int sign = orientation(q[0], q[1], q[2], q[3]);
    const auto is_within = [&](int i, int j, int k) {
      return orientation(q[i], q[j], q[k], Vec3<double>{}) * sign >= 0;
    };
    return sign != 0 && is_within(0, 1, 2) && is_within(0, 3, 1) && is_within(1, 3, 2) && is_within(2, 3, 0);
  }

 private:
  /// Coordinates that are noise may be too small for exact signs.
  Vec3<double> cut(const Vec3<double>& p) const { return {cut(p.x), cut(p.y), cut(p.z)}; }
  double cut(double x) const { return std::fabs(x) < least_ ? 0 : x; }

  double gap_;
  double least_;
};

}  // namespace detail

template <class ShapeA, class ShapeB, class Signs>
class Mpr {
 public:
  enum class End : std::uint8_t { apart, overlapping, uncertain };

  Mpr(const ShapeA& a, const ShapeB& b, const Signs& signs)
      : difference_{a, b},
        signs_(signs),
        gap_(kMprGap * difference_.unit()),
        inner_(a.middle() - b.middle()) {}

  /// Stops when the relation is certain; for_depth: refines the portal of overlapping shapes on.
  End run(bool for_depth) {
    for_depth_ = for_depth;
    if (!find_inner() || !find_portal()) return end_;
    return refine();
  }
  /// Along the normals asked: the least height, negative for shapes apart, and the push.
  double depth() const { return depth_; }
  const Vec3<double>& mtv() const { return mtv_; }
  int iterations() const { return iterations_; }

 private:
  /// A support of the shapes with their balls; requires a unit vector.
  DifferencePoint3 ask(const Vec3<double>& n) {
    ++iterations_;
    DifferencePoint3 p = difference_.support(n);
    const double ball_a = difference_.a.radius(), ball_b = difference_.b.radius();
    if (ball_a > 0) p.on_a = p.on_a + n * ball_a;
    if (ball_b > 0) p.on_b = p.on_b - n * ball_b;
    p.value = p.on_a - p.on_b;
    const double height = dot(n, p.value);
    if (height < depth_) {
      depth_ = height;
      mtv_ = n * height;
    }
    return p;
  }
  /// p is the support along n; true: the search ends, for it is not above the origin, or n has nothing to
  /// tell.
  bool ends_at(const Vec3<double>& n, Vec3<double>& p) {
    if (n == Vec3<double>{}) return true;
    const DifferencePoint3 support = ask(n);
    p = support.value;
    if (dot(n, p) > 0) return false;
    if (signs_.are_apart(n, support)) end_ = End::apart;
    return true;
  }

  /// An inner point and the first support, which the ray passes at a distance. False: the search ended.
  bool find_inner() {
    if (inner_ == Vec3<double>{}) inner_ = ask({1, 0, 0}).value * 0.5;
    Vec3<double> n = detail::unit_vector(-inner_);
    if (ends_at(n, v_[0])) return false;
    const Vec3<double> along = detail::unit_vector(v_[0]);
    if (largest_coordinate(cross(along, n)) > kMprStraight) return true;
    const Vec3<double> across = std::fabs(n.x) < 0.5 ? Vec3<double>{1, 0, 0} : Vec3<double>{0, 1, 0};
    Vec3<double> p{};
    if (ends_at(detail::unit_vector(cross(n, across)), p)) return false;
    inner_ = inner_ * 0.5 + p * 0.5;
    n = detail::unit_vector(-inner_);
    return !ends_at(n, v_[0]);
  }

  /// Three supports around the ray. False: the search ended.
  bool find_portal() {
    if (ends_at(detail::unit_vector(cross(v_[0], inner_)), v_[1])) return false;
    Vec3<double> n = cross(v_[0] - inner_, v_[1] - inner_);
    if (dot(n, inner_) > 0) {
      std::swap(v_[0], v_[1]);
      n = -n;
    }
    while (iterations_ < kMprLimit) {
      if (ends_at(detail::unit_vector(n), v_[2])) return false;
      if (dot(cross(v_[0], v_[2]), inner_) < 0)
        v_[1] = v_[2];
      else if (dot(cross(v_[2], v_[1]), inner_) < 0)
        v_[0] = v_[2];
      else
        return true;
      n = cross(v_[0] - inner_, v_[1] - inner_);
    }
    return false;
  }

  /// Moves the portal outwards until it holds the origin or reaches the boundary.
  End refine() {
    while (iterations_ < kMprLimit) {
      const Vec3<double> n = detail::unit_vector(cross(v_[1] - v_[0], v_[2] - v_[0]));
      if (end_ == End::uncertain && dot(n, v_[0]) > 0 && signs_.encloses({inner_, v_[0], v_[1], v_[2]}, true))
        end_ = End::overlapping;
      if (end_ == End::overlapping && !for_depth_) break;
      Vec3<double> p{};
      if (ends_at(n, p) || dot(n, p - v_[2]) <= gap_) break;
      const Vec3<double> side = cross(p, inner_);
      int replaced = 0;
      if (dot(v_[0], side) > 0)
        replaced = dot(v_[1], side) > 0 ? 0 : 2;
      else
        replaced = dot(v_[2], side) > 0 ? 1 : 0;
      v_[replaced] = p;
    }
    return end_;
  }

  Difference3<ShapeA, ShapeB> difference_;
  Signs signs_;
  double gap_;
  int limit_ = kMprLimit;
  Vec3<double> inner_;
  Vec3<double> v_[3]{};
  bool for_depth_ = false;
  End end_ = End::uncertain;
  double depth_ = HUGE_VAL;
  Vec3<double> mtv_{};
  int iterations_ = 0;
};

/// The relation, exactly: touching, near touching and flat shapes by relation_sat. Cost: some 5 to 12
/// supports, those by relation_sat beside; no allocation.
inline RelationAnswer relation_mpr(const PolytopeView& a, const PolytopeView& b) {
  const PolytopeSupport3 x(a), y(b);
  using Search = Mpr<PolytopeSupport3, PolytopeSupport3, detail::CertainSigns3>;
  Search search(x, y, detail::CertainSigns3(a, b));
  const Search::End end = search.run(false);
  RelationAnswer answer{Status::ok, Relation::disjoint, 0};
  if (end == Search::End::overlapping) answer.relation = Relation::overlapping;
  if (end == Search::End::uncertain) answer = relation_sat(a, b);
  answer.iterations += search.iterations();
  return answer;
}

namespace detail {

/// By the distance of the cores; where they meet without balls, by their depth. Any depth found will do,
/// least or not. Where the distance did not converge, it is an upper bound, and may still be within kMprBound
/// of height, the least that a push was found to be.
template <class ShapeA, class ShapeB>
RelationAnswer relation_by_distance(const ShapeA& a, const ShapeB& b, double height) {
  GjkOutcome3 gjk = Gjk3<ShapeA, ShapeB>(a, b).run();
  const double bound = kMprBound * minkowski_difference(a, b).unit();
  gjk.converged =
      gjk.converged || (gjk.distance - (a.radius() + b.radius()) <= bound / 2 && height <= bound / 2);
  RelationAnswer answer{gjk.converged ? Status::ok : Status::iteration_limit, Relation::overlapping,
                        gjk.iterations};
  const double radii = a.radius() + b.radius();
  double depth = radii - (gjk.meets ? 0 : gjk.distance);
  if (gjk.meets && radii == 0) {
    const EpaOutcome3 core = Epa3<ShapeA, ShapeB>(a, b).run(gjk);
    answer.iterations += core.iterations;
    depth = core.depth;
  }
  if (!(depth > 0)) answer.relation = depth == 0 ? Relation::touching : Relation::disjoint;
  return answer;
}

template <class ShapeA, class ShapeB>
using RoundedMpr = Mpr<ShapeA, ShapeB, RoundedSigns3>;
template <class ShapeA, class ShapeB>
RoundedMpr<ShapeA, ShapeB> rounded_mpr(const ShapeA& a, const ShapeB& b) {
  return {a, b, RoundedSigns3(minkowski_difference(a, b).unit())};
}

}  // namespace detail

/// The relation of any two shapes, up to kMprBound; where no sign is certain, by distance_gjk or, of cores
/// that meet, by their depth. Status iteration_limit: that of distance_gjk.
/// Cost: some 5 to 12 supports, cylinders some 30; no allocation.
template <ConvexSupport3 ShapeA, ConvexSupport3 ShapeB>
RelationAnswer relation_mpr(const ShapeA& a, const ShapeB& b) {
  using End = typename detail::RoundedMpr<ShapeA, ShapeB>::End;
  auto search = detail::rounded_mpr(a, b);
  const End end = search.run(false);
  RelationAnswer answer{Status::ok, end == End::overlapping ? Relation::overlapping : Relation::disjoint, 0};
  if (end == End::uncertain) answer = detail::relation_by_distance(a, b, search.depth());
  answer.iterations += search.iterations();
  return answer;
}

/// A translation that pushes B out of A, and its length: an upper bound of the depth, no more
/// (penetration_epa finds the depth, and answers where no sign is certain). Relation as in relation_mpr.
/// Disjoint: depth and mtv mean nothing. Status: that of penetration_epa.
template <ConvexSupport3 ShapeA, ConvexSupport3 ShapeB>
Penetration3<double> penetration_mpr(const ShapeA& a, const ShapeB& b) {
  using End = typename detail::RoundedMpr<ShapeA, ShapeB>::End;
  auto search = detail::rounded_mpr(a, b);
  const End end = search.run(true);
  Penetration3<double> answer{Status::ok, Relation::disjoint, search.depth(), search.mtv(), 0};
  if (end == End::overlapping) answer.relation = Relation::overlapping;
  if (end == End::uncertain) answer = penetration_epa(a, b);
  answer.iterations += search.iterations();
  return answer;
}

}  // namespace touchstone
