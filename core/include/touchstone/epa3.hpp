// EPA in space: depth and shortest separating translation of any two shapes with a support mapping.
//
// Source: G. van den Bergen, "Proximity Queries and Penetration Depth Computation on 3D Game Objects", Game
// Developers Conference 2001. Deviations: balls around the cores are added to the answer for the cores; the
// polytope is exact (expanding_polytope3.hpp); the answer is taken from the given corners with sums of two
// doubles, as what the shapes' supports really span along it, so that an error shows as too long a push only.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <touchstone/answers.hpp>
#include <touchstone/expanding_polytope3.hpp>
#include <touchstone/gjk3.hpp>
#include <touchstone/sat3.hpp>
#include <touchstone/simplex3.hpp>
#include <touchstone/support3.hpp>
#include <touchstone/support_wrappers3.hpp>

namespace touchstone {

/// Error of penetration_epa's depth in u for polytopes and balls around them: kEpaGap, and the roundings of
/// heights (5), of points (2 sqrt 3) and of the normals (kWellShapedSkew).
inline constexpr double kEpa3DepthBound = 16;
/// The same with a cylinder: kEpaCurvedGap and those.
inline constexpr double kEpa3CurvedDepthBound = 64;

/// In u: how much the depth found may exceed the distance of the nearest face, which is a lower bound.
inline constexpr double kEpaGap = 2;
inline constexpr double kEpaCurvedGap = 32;
/// In u: a difference thinner than this is flat; its depth is what it spans across.
inline constexpr double kEpaFlat = 2;
/// Steps of one length that descend() makes at most.
inline constexpr int kEpaDescentTurns = 8;

/// Depth of the cores: the least height of their difference found, and along what.
struct EpaOutcome3 {
  bool converged = false;
  double depth = HUGE_VAL;  ///< not negative
  Vec3<double> normal{};    ///< unit, from A to B
  int iterations = 0;       ///< supports asked
};

template <class ShapeA, class ShapeB>
class Epa3 {
 public:
  Epa3(const ShapeA& a, const ShapeB& b) : difference_{a, b} {
    const double unit = difference_.unit();
    gap_ = (Difference3<ShapeA, ShapeB>::kIsPolytope ? kEpaGap : kEpaCurvedGap) * unit;
    flat_ = kEpaFlat * unit;
  }

  /// Requires cores that meet.
  EpaOutcome3 run(const GjkOutcome3& gjk) {
    DifferencePoint3 simplex[4];
    int size = 0;
    for (int k = 0; k < gjk.size; ++k) {
      simplex[size] = gjk.simplex[k];
      if (is_independent(simplex, size)) ++size;
    }
    outcome_.converged = true;
    while (size < 4)
      if (!extend(simplex, size)) return finished();
    polytope_.start(simplex);
    outcome_.converged = expand();
    if (!outcome_.converged && !Difference3<ShapeA, ShapeB>::kIsPolytope) descend();
    return finished();
  }

 private:
  DifferencePoint3 ask(const Vec3<double>& n) {
    ++outcome_.iterations;
    return difference_.support(n);
  }

  static bool is_independent(const DifferencePoint3 (&s)[4], int last) {
    if (last == 0) return true;
    if (last == 1) return s[1].value != s[0].value;
    if (last == 2) return !are_collinear(s[0].value, s[1].value, s[2].value);
    return orientation(s[0].value, s[1].value, s[2].value, s[3].value) != 0;
  }
  /// Directions across the simplex's point, line or plane, both ways.
  static int directions_across(const DifferencePoint3 (&s)[4], int size, Vec3<double> (&n)[3]) {
    if (size == 3) {
      n[0] = detail::unit_vector(leading_normal(s[0], s[1], s[2]));
      return 1;
    }
    n[0] = {1, 0, 0}, n[1] = {0, 1, 0}, n[2] = {0, 0, 1};
    if (size == 1) return 3;
    const Vec3<double> e = detail::unit_vector(s[1].value - s[0].value);
    const double x = std::fabs(e.x), y = std::fabs(e.y), z = std::fabs(e.z);
    n[0] = detail::unit_vector(cross(e, n[x <= y && x <= z ? 0 : (y <= z ? 1 : 2)]));
    n[1] = cross(e, n[0]);
    return 2;
  }
  static Vec3<double> leading_normal(const DifferencePoint3& p, const DifferencePoint3& q,
                                     const DifferencePoint3& r) {
    const Vec3<double> n = detail::leading(detail::accurate_normal(p, q, r));
    return n == Vec3<double>{} ? cross(q.value - p.value, r.value - p.value) : n;
  }
  /// Adds the support farthest across the simplex. False: the difference is flat in one of these directions,
  /// which is the answer then.
  bool extend(DifferencePoint3 (&simplex)[4], int& size) {
    Vec3<double> directions[3];
    const int count = directions_across(simplex, size, directions);
    double farthest = 0;
    DifferencePoint3 best{};
    for (int k = 0; k < count; ++k) {
      double width = 0, height = HUGE_VAL;
      Vec3<double> lower{};
      for (const Vec3<double>& n : {directions[k], -directions[k]}) {
        simplex[size] = ask(n);
        const double rise = dot(n, simplex[size].value - simplex[0].value);
        width += std::max(0.0, rise);
        const double here = dot(n, simplex[size].value);
        if (here < height) {
          height = here;
          lower = n;
        }
        if (rise <= farthest || !is_independent(simplex, size)) continue;
        farthest = rise;
        best = simplex[size];
      }
      if (width <= flat_) {
        take(lower, height, nullptr);
        return false;
      }
    }
    simplex[size] = best;
    // Not flat, and yet no point in a new direction: supports are noise.
    if (farthest > 0)
      ++size;
    else
      take(directions[0], 0, nullptr);
    return farthest > 0;
  }

  void take(const Vec3<double>& n, double height, const std::int16_t* vertices) {
    if (!(height < outcome_.depth)) return;
    outcome_.depth = height;
    outcome_.normal = n;
    has_face_ = vertices != nullptr;
    if (has_face_) std::copy(vertices, vertices + 3, best_face_);
  }
  bool expand() {
    for (;;) {
      const int f = polytope_.nearest_face();
      if (f < 0) return true;
      auto& face = polytope_.face(f);
      if (face.distance >= outcome_.depth - gap_) return true;
      const DifferencePoint3 p = ask(face.normal);
      const double height = dot(face.normal, p.value);
      take(face.normal, height, face.vertex);
      if (height - face.distance <= gap_ || !polytope_.is_above(face, p.value)) {
        face.final = true;
      } else if (!polytope_.add(f, p)) {
        return false;
      }
    }
  }

  /// Compass search from the best normal, where the polytope ran out of points: coaxial cylinders are as deep
  /// all around, and nearly coaxial ones almost.
  void descend() {
    for (double step = 0.125; step > kRounding; step /= 2) {
      for (int turn = 0; turn < kEpaDescentTurns; ++turn) {
        const Vec3<double> n = outcome_.normal;
        const Vec3<double> across = std::fabs(n.x) < 0.5 ? Vec3<double>{1, 0, 0} : Vec3<double>{0, 1, 0};
        const Vec3<double> e = detail::unit_vector(cross(n, across)), f = cross(n, e);
        for (const Vec3<double>& way : {e, f, e + f, e - f}) {
          for (const double sign : {step, -step}) {
            const Vec3<double> m = detail::unit_vector(n + way * sign);
            take(m, dot(m, ask(m).value), nullptr);
          }
        }
        if (outcome_.normal == n) break;
      }
    }
  }

  /// The normal again from the given corners, and the height of the supports along it.
  EpaOutcome3& finished() {
    if (has_face_) {
      const Vec3<double> n = detail::unit_vector(leading_normal(
          polytope_.vertex(best_face_[0]), polytope_.vertex(best_face_[1]), polytope_.vertex(best_face_[2])));
      if (dot(n, outcome_.normal) > 0.5) outcome_.normal = n;
    }
    const Vec3<DoubleDouble> value = detail::difference_value<DoubleDouble>(ask(outcome_.normal));
    const Vec3<double>& n = outcome_.normal;
    const DoubleDouble height =
        dot(Vec3<DoubleDouble>{to_double_double(n.x), to_double_double(n.y), to_double_double(n.z)}, value);
    outcome_.depth = std::max(0.0, height.hi / length(n));
    return outcome_;
  }

  Difference3<ShapeA, ShapeB> difference_;
  double gap_;
  double flat_;
  bool has_face_ = false;
  std::int16_t best_face_[3]{};
  detail::ExpandingPolytope polytope_;
  EpaOutcome3 outcome_;
};

namespace detail {

/// Of two polytopes by their axes, else nothing: disjoint. For cores that GJK finds within its bound of
/// touching: a needle may reach deep into a plate that is as thin as a rounding of its length.
template <class ShapeA, class ShapeB>
Penetration3<double> penetration_of_cores(const ShapeA&, const ShapeB&) {
  return {};
}
inline Penetration3<double> penetration_of_cores(const PolytopeSupport3& a, const PolytopeSupport3& b) {
  return penetration_sat(a.view(), b.view());
}
inline Penetration3<double> penetration_of_cores(const Inflated3<PolytopeSupport3>& a,
                                                 const Inflated3<PolytopeSupport3>& b) {
  return penetration_sat(a.shape.view(), b.shape.view());
}

}  // namespace detail

/// Depth and a shortest translation that pushes B out of A. depth is what the shapes span along mtv, so that
/// B moved by mtv is apart or touches, but for some roundings. Flat differences (segments that cross,
/// coplanar triangles) have depth 0 and touch; balls add their radii. Identical and concentric shapes are
/// fine. Disjoint: relation alone means something. Error: kEpa3DepthBound, with a cylinder
/// kEpa3CurvedDepthBound; shapes within that of touching may be told apart or not: relation_gjk is exact.
/// Status iteration_limit: kEpaVertexCapacity was reached; mtv separates, but may not be shortest.
/// Unavoidable with cylinders that are as deep, or nearly, in every direction across their axes: a polytope
/// needs 10^7 corners to close in on a circle. cylinder_depth3.hpp has formulas for every pair with a
/// cylinder. Cost: some 10 to 60 supports, no allocation; 100 KB of stack.
template <ConvexSupport3 ShapeA, ConvexSupport3 ShapeB>
Penetration3<double> penetration_epa(const ShapeA& a, const ShapeB& b) {
  const GjkOutcome3 gjk = Gjk3<ShapeA, ShapeB>(a, b).run();
  const double radii = a.radius() + b.radius();
  Penetration3<double> answer{
      gjk.converged ? Status::ok : Status::iteration_limit, Relation::disjoint, 0, {}, gjk.iterations};
  Vec3<double> normal{};
  double core_depth = 0;
  if (gjk.meets) {
    const EpaOutcome3 core = Epa3<ShapeA, ShapeB>(a, b).run(gjk);
    if (!core.converged) answer.status = Status::iteration_limit;
    answer.iterations += core.iterations;
    core_depth = core.depth;
    normal = core.normal;
  } else {
    core_depth = -gjk.distance;
    normal = -detail::unit_vector(gjk.direction);
  }
  const double unit = minkowski_difference(a, b).unit();
  if (std::fabs(core_depth) <= kGjk3DistanceBound * unit) {
    const Penetration3<double> core = detail::penetration_of_cores(a, b);
    if (core.relation == Relation::overlapping && core.depth > core_depth) {
      answer.status = core.status;
      core_depth = core.depth;
      normal = core.mtv * (1 / length(core.mtv));
    }
  }
  answer.depth = core_depth + radii;
  if (answer.depth < 0) {
    answer.depth = 0;
    return answer;
  }
  answer.relation = answer.depth > 0 ? Relation::overlapping : Relation::touching;
  if (answer.depth > 0) answer.mtv = normal * answer.depth;
  return answer;
}
/// Of two polytopes, with the relation of relation_gjk, which is exact.
inline Penetration3<double> penetration_epa(const PolytopeView& a, const PolytopeView& b) {
  const RelationAnswer related = relation_gjk(a, b);
  if (related.relation != Relation::overlapping)
    return {Status::ok, related.relation, 0, {}, related.iterations};
  Penetration3<double> answer = penetration_epa(PolytopeSupport3(a), PolytopeSupport3(b));
  answer.relation = Relation::overlapping;
  answer.iterations += related.iterations;
  return answer;
}

}  // namespace touchstone
