#include "oracle/half_space3.hpp"

#include <algorithm>
#include <utility>

#include "oracle/polytope3.hpp"
#include "oracle/vec3_rational.hpp"

namespace touchstone::oracle {
namespace {

using AnyShape = Shape3<double>;

struct HalfSpace {
  RationalVec3 normal;
  Rational offset;
};
HalfSpace exact(const Plane3<double>& plane) {
  return {rational(plane.normal), rational(plane.offset)};
}

void tell_common(const RationalVec3& point, FullTruth3& truth) {
  truth.distance = surd(Rational(0));
  truth.closest = {real(point), real(point)};
}

// All that follows from a signed separation; push: the translation of B by the depth.
void tell_separation(const Surd& separation, SurdVec3 push, FullTruth3& truth) {
  const int side = sign(separation);
  truth.separation = separation;
  truth.relation = side > 0 ? Relation::disjoint : side == 0 ? Relation::touching : Relation::overlapping;
  if (side > 0) return;
  truth.depth = side == 0 ? surd(Rational(0)) : -separation;
  truth.mtv = {side == 0 ? real(RationalVec3{0, 0, 0}) : real(push)};
}

// ---- against a polytope or a ball

// Corners of the skeleton; the deepest one first.
std::vector<RationalVec3> corners_of(const AnyShape& shape, const RationalVec3& normal) {
  Polytope skeleton;
  skeleton.assign(shape);
  std::vector<RationalVec3> corners;
  for (int i = 0; i < skeleton.corner_count(); ++i) {
    const CornerSum sum = skeleton.exact_corner(i);
    RationalVec3 corner = rational(sum.terms[0]);
    for (int k = 1; k < sum.count; ++k) corner = corner + rational(sum.terms[k]);
    corners.push_back(std::move(corner));
    if (dot(normal, corners.back()) < dot(normal, corners[0])) std::swap(corners[0], corners.back());
  }
  return corners;
}

Rational radius_of(const AnyShape& shape) {
  if (const auto* sphere = std::get_if<Sphere3<double>>(&shape)) return rational(sphere->radius);
  if (const auto* capsule = std::get_if<Capsule3<double>>(&shape)) return rational(capsule->radius);
  return 0;
}

// The half-space is A.
FullTruth3 truth_of_solid(const HalfSpace& a, const AnyShape& b) {
  FullTruth3 truth;
  const Rational square = length_sq(a.normal);
  const RationalVec3 deepest = corners_of(b, a.normal)[0];
  const Rational radius = radius_of(b);
  const Rational height = dot(a.normal, deepest) - a.offset;  // times the length of the normal
  const Surd separation{-radius, height / square, square};
  const Rational steps = height / square;
  const Rational ball = radius / square;
  tell_separation(separation, along({0, 0, 0}, a.normal, -steps, ball, square), truth);
  const RationalVec3 foot = deepest - a.normal * steps;
  if (truth.relation == Relation::disjoint) {
    truth.distance = separation;
    truth.closest = {real(foot), real(along(deepest, a.normal, 0, -ball, square))};
    return truth;
  }
  // Between the deepest corner and the plane, no farther from it than the radius.
  tell_common(height > 0 ? foot : deepest, truth);
  return truth;
}

FullTruth3 swapped(FullTruth3 truth) {
  if (truth.closest) std::swap(truth.closest->on_a, truth.closest->on_b);
  if (!truth.mtv) return truth;
  const auto opposite = [](const Real& value) -> Real { return -std::get<Surd>(value); };
  for (RealVec3& push : *truth.mtv) push = {opposite(push.x), opposite(push.y), opposite(push.z)};
  return truth;
}

// ---- against each other

// In the interior of both. Requires: normals that are not exactly opposite.
RationalVec3 deep_in_both(const HalfSpace& a, const HalfSpace& b) {
  const Rational aa = length_sq(a.normal);
  const Rational ab = dot(a.normal, b.normal);
  const Rational bb = length_sq(b.normal);
  const Rational determinant = aa * bb - ab * ab;
  const Rational below_a = a.offset - 1;
  const Rational below_b = b.offset - 1;
  // Along the common normal, at the lower one of both heights.
  if (determinant == 0) return a.normal * std::min(Rational(below_a / aa), Rational(below_b / ab));
  return a.normal * Rational((below_a * bb - below_b * ab) / determinant) +
         b.normal * Rational((below_b * aa - below_a * ab) / determinant);
}

FullTruth3 truth_of_two(const HalfSpace& a, const HalfSpace& b) {
  FullTruth3 truth;
  const Rational ab = dot(a.normal, b.normal);
  const Rational square = length_sq(a.normal);
  if (ab >= 0 || ab * ab != square * length_sq(b.normal)) {
    truth.relation = Relation::overlapping;
    truth.depth_is_infinite = true;
    tell_common(deep_in_both(a, b), truth);
    return truth;
  }
  // b.normal = (ab / square) a.normal: B begins at the height b.offset square / ab over a.normal, A ends at
  // a.offset.
  const Rational begin = b.offset * square / ab;
  const Rational steps = (begin - a.offset) / square;
  tell_separation(Surd{0, steps, square}, along({0, 0, 0}, a.normal, -steps, 0, square), truth);
  const RationalVec3 end_of_a = a.normal * Rational(a.offset / square);
  const RationalVec3 begin_of_b = a.normal * Rational(begin / square);
  if (truth.relation != Relation::disjoint) {
    tell_common((end_of_a + begin_of_b) * Rational(1, 2), truth);
    return truth;
  }
  truth.distance = truth.separation;
  truth.closest = {real(end_of_a), real(begin_of_b)};
  return truth;
}

}  // namespace

FullTruth3 half_space_truth(const AnyShape& a, const AnyShape& b) {
  const auto* plane_a = std::get_if<Plane3<double>>(&a);
  const auto* plane_b = std::get_if<Plane3<double>>(&b);
  if (plane_a != nullptr && plane_b != nullptr) return truth_of_two(exact(*plane_a), exact(*plane_b));
  if (plane_a != nullptr) return truth_of_solid(exact(*plane_a), b);
  return swapped(truth_of_solid(exact(*plane_b), a));
}

}  // namespace touchstone::oracle
