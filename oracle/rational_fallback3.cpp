#include "oracle/rational_fallback3.hpp"

#include "oracle/exact3.hpp"

namespace touchstone::oracle {
namespace {

// Refines the lattice until the shift is on it.
void move_b(ExactPair3& pair, const Vec3<double>& shift) {
  const RationalVec3 steps = rational(shift) * Rational(1 / pair.unit);
  Integer refinement = 1;
  for (const Rational& value : {steps.x, steps.y, steps.z}) {
    const Integer bottom = boost::multiprecision::denominator(value);
    if (bottom > refinement) refinement = bottom;  // powers of two
  }
  for (LatticePolytope* polytope : {&pair.a, &pair.b})
    for (IntegerVec3& corner : polytope->corners) corner = corner * refinement;
  pair.unit /= Rational(refinement);
  const auto whole = [&](const Rational& value) {
    return boost::multiprecision::numerator(Rational(value * Rational(refinement)));
  };
  const IntegerVec3 move{whole(steps.x), whole(steps.y), whole(steps.z)};
  for (IntegerVec3& corner : pair.b.corners) corner = corner + move;
}

// v (s + t sqrt(square)).
Vec3<double> rounded_along(const RationalVec3& v, const Rational& s, const Rational& t,
                           const Rational& square) {
  const SurdVec3 push = along({0, 0, 0}, v, s, t, square);
  return {round_to_double(push.x), round_to_double(push.y), round_to_double(push.z)};
}

std::optional<Vec3<double>> push_of(const ExactSeparation3& skeletons, const Rational& radii, int sign) {
  if (sign > 0 || (skeletons.relation == Relation::touching && radii == 0)) return Vec3<double>{};
  if (skeletons.relation == Relation::disjoint) {
    const RationalVec3 way = skeletons.on_b - skeletons.on_a;
    return rounded_along(way, -1, radii / skeletons.distance_sq, skeletons.distance_sq);
  }
  if (skeletons.ways_out.empty()) return std::nullopt;
  const WayOut& out = skeletons.ways_out.front();
  const RationalVec3 way = rational(out.direction);
  const Rational square = length_sq(way);
  return rounded_along(way, out.reach / square, radii / square, square);
}

}  // namespace

RationalAnswer3 answer_by_rationals(const RationalQuestion3& question) {
  ExactPair3 pair = exact_pair_of(question.a, question.b);
  if (question.shift != Vec3<double>{}) move_b(pair, question.shift);
  const ExactSeparation3 skeletons = separation(pair);
  const Rational radii = rational(question.first_radius) + rational(question.second_radius);
  Surd value = square_root_of(skeletons.distance_sq);
  if (skeletons.relation == Relation::overlapping) value = -square_root_of(skeletons.depth_sq);
  value = value - radii;
  const int apart = sign(value);
  const Enclosure enclosure = enclose(value);
  const Relation relation = apart > 0    ? Relation::disjoint
                            : apart == 0 ? Relation::touching
                                         : Relation::overlapping;
  return {skeletons.relation, relation, {enclosure.lo, enclosure.hi}, push_of(skeletons, radii, apart)};
}

}  // namespace touchstone::oracle
