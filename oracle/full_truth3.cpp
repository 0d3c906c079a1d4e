#include "oracle/full_truth3.hpp"

#include "oracle/cylinder3.hpp"
#include "oracle/exact3.hpp"
#include "oracle/half_space3.hpp"
#include "oracle/ray3.hpp"
#include "oracle/validity3.hpp"

namespace touchstone::oracle {
namespace {

using AnyShape = Shape3<double>;

std::string reason_of(const AnyShape& a, const AnyShape& b) {
  if (std::string reason = invalid_reason(a); !reason.empty()) return "a: " + reason;
  if (std::string reason = invalid_reason(b); !reason.empty()) return "b: " + reason;
  return {};
}

Rational radius_of(const AnyShape& shape) {
  if (const auto* sphere = std::get_if<Sphere3<double>>(&shape)) return rational(sphere->radius);
  if (const auto* capsule = std::get_if<Capsule3<double>>(&shape)) return rational(capsule->radius);
  return 0;
}

void tell_touch(FullTruth3& truth) {
  truth.depth = surd(Rational(0));
  truth.mtv = {real(RationalVec3{0, 0, 0})};
}

// The skeletons are apart, by the square root of a square.
void tell_apart(const ExactSeparation3& skeletons, const Rational& radius_a, const Rational& radii,
                FullTruth3& truth) {
  const Rational& square = skeletons.distance_sq;
  const RationalVec3 way = skeletons.on_b - skeletons.on_a;
  const Surd separation = square_root_of(square) - radii;
  const int side = sign(separation);
  truth.separation = separation;
  truth.distance = side > 0 ? separation : surd(Rational(0));
  truth.relation = side > 0 ? Relation::disjoint : side == 0 ? Relation::touching : Relation::overlapping;
  if (side > 0) {
    const Rational radius_b = radii - radius_a;
    truth.closest = {real(along(skeletons.on_a, way, 0, radius_a / square, square)),
                     real(along(skeletons.on_b, way, 0, -radius_b / square, square))};
    return;
  }
  // The point that divides the way as the radii do is in both.
  const RationalVec3 common = skeletons.on_a + way * Rational(radius_a / radii);
  truth.closest = {real(common), real(common)};
  if (side == 0) return tell_touch(truth);
  truth.depth = -separation;
  truth.mtv = {real(along({0, 0, 0}, way, -1, radii / square, square))};
}

// All shortest ways out, by depth + radii along each direction; of a touch without radii, none.
void tell_ways_out(const ExactSeparation3& skeletons, const Rational& radii, FullTruth3& truth) {
  truth.mtv_is_infinite = skeletons.ways_out.empty();
  if (truth.mtv_is_infinite) return;
  truth.mtv.emplace();
  for (const auto& [direction, reach] : skeletons.ways_out) {
    const Rational square(length_sq(direction));
    truth.mtv->push_back(real(along({0, 0, 0}, rational(direction), reach / square, radii / square, square)));
  }
}

void tell_together(const ExactSeparation3& skeletons, const Rational& radii, FullTruth3& truth) {
  truth.relation = radii > 0 ? Relation::overlapping : skeletons.relation;
  truth.distance = surd(Rational(0));
  truth.closest = {real(skeletons.on_a), real(skeletons.on_b)};
  truth.depth = square_root_of(skeletons.depth_sq) + radii;
  truth.separation = -(square_root_of(skeletons.depth_sq) + radii);
  if (truth.relation == Relation::touching) return tell_touch(truth);
  tell_ways_out(skeletons, radii, truth);
}

FullTruth3 truth_of_balls(const AnyShape& a, const AnyShape& b) {
  FullTruth3 truth;
  const ExactSeparation3 skeletons = separation(exact_pair_of(a, b));
  const Rational radius_a = radius_of(a);
  const Rational radii = radius_a + radius_of(b);
  if (skeletons.relation == Relation::disjoint) {
    tell_apart(skeletons, radius_a, radii, truth);
  } else {
    tell_together(skeletons, radii, truth);
  }
  return truth;
}

template <class Kind>
bool either_is(const AnyShape& a, const AnyShape& b) {
  return std::holds_alternative<Kind>(a) || std::holds_alternative<Kind>(b);
}

Location location_of(Relation relation) {
  if (relation == Relation::disjoint) return Location::outside;
  return relation == Relation::touching ? Location::boundary : Location::inside;
}

// Two rays have no answer.
FullTruth3 truth_of_ray(const AnyShape& a, const AnyShape& b) {
  FullTruth3 truth;
  const auto* ray_a = std::get_if<Ray3<double>>(&a);
  const auto* ray_b = std::get_if<Ray3<double>>(&b);
  truth.undecided = ray_a != nullptr && ray_b != nullptr;
  if (!truth.undecided) truth.raycast = ray_a != nullptr ? full_raycast(*ray_a, b) : full_raycast(*ray_b, a);
  return truth;
}

FullTruth3 truth_of_family(const AnyShape& a, const AnyShape& b) {
  if (either_is<Ray3<double>>(a, b)) return truth_of_ray(a, b);
  if (either_is<Cylinder3<double>>(a, b)) return cylinder_truth(a, b);
  if (either_is<Plane3<double>>(a, b)) return half_space_truth(a, b);
  return truth_of_balls(a, b);
}

}  // namespace

FullTruth3 full_truth(const AnyShape& a, const AnyShape& b) {
  FullTruth3 truth;
  truth.invalid_reason = reason_of(a, b);
  if (!truth.invalid_reason.empty()) return truth;
  truth = truth_of_family(a, b);
  if (either_is<Point3<double>>(a, b) && truth.relation) truth.location = location_of(*truth.relation);
  return truth;
}

}  // namespace touchstone::oracle
