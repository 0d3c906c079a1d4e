// Circles and capsules: all within a radius of a straight skeleton. The signed separation of two such shapes
// is that of their skeletons less the sum of the radii.
#include <algorithm>
#include <limits>

#include "oracle/inner_point.hpp"
#include "oracle/polygonal_pair.hpp"
#include "oracle/skeleton_pair.hpp"

namespace touchstone::oracle {
namespace {

using Tier = Truth::Tier;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

Relation relation_from(int sign_of_separation) {
  if (sign_of_separation > 0) return Relation::disjoint;
  return sign_of_separation == 0 ? Relation::touching : Relation::overlapping;
}

/// p + v * (length / |v|), given |v|^2.
SurdVec2 along(const RationalVec2& p, const RationalVec2& v, const Rational& length, const Rational& square) {
  const Rational share = length / square;
  return {{p.x, v.x * share, square}, {p.y, v.y * share, square}};
}

/// All shortest pushes of B to a distance of radii, when the skeletons only touch: outward of the Minkowski
/// difference at the origin. Nothing when that is a corner of it.
std::optional<std::vector<RealVec2>> pushes_of_touching(const ConvexRational& a, const ConvexRational& b,
                                                        const Rational& radii) {
  std::vector<RationalVec2> outward;
  for (const RationalVec2& direction : face_directions(a, b)) {
    const auto is_same = [&](const RationalVec2& known) {
      return cross(known, direction) == 0 && dot(known, direction) > 0;
    };
    if (reach(a, b, direction) == 0 && std::none_of(outward.begin(), outward.end(), is_same))
      outward.push_back(direction);
  }
  if (outward.empty()) return std::nullopt;  // two points
  const RationalVec2 lengthwise = perp(outward.front());
  const bool is_corner = is_difference_flat(a, b)
                             ? reach(a, b, lengthwise).sign() == 0 || reach(a, b, -lengthwise).sign() == 0
                             : outward.size() > 1;
  if (is_corner) return std::nullopt;
  std::vector<RealVec2> pushes;
  for (const RationalVec2& normal : outward)
    pushes.push_back(real(along({}, normal, radii, length_sq(normal))));
  return pushes;
}

/// One or two balls, of which one has a radius above 0; else the skeletons are the shapes.
class BallPair final : public Pair {
 public:
  void assign(const Operand& a, const Operand& b) override {
    radii_ = {a.radius, b.radius};
    is_straight_ = a.radius == 0 && b.radius == 0;
    relation_.reset();
    separation_.reset();
    if (is_straight_) {
      straight_.assign(a, b);
    } else {
      skeletons_.assign(a.skeleton, b.skeleton);
    }
  }

  Relation relation() override {
    if (is_straight_) return straight_.relation();
    if (!relation_) relation_ = relation_from(skeletons_.compare_distance(radii_));
    return *relation_;
  }
  bool convex() const override { return is_straight_ ? straight_.convex() : skeletons_.convex(); }
  Interval separation() override;
  std::optional<Point> mtv() override;
  Interval separation_after(Point shift, double enough) override {
    return is_straight_ ? straight_.separation_after(shift, enough)
                        : skeletons_.separation_after_less(shift, radii_);
  }
  Location location() override { return is_straight_ ? straight_.location() : Pair::location(); }
  Interval distance_to_boundary() override {
    return is_straight_ ? straight_.distance_to_boundary() : Pair::distance_to_boundary();
  }

  Tier tier() const override { return is_straight_ ? straight_.tier() : skeletons_.tier(); }
  void force_tier(Tier tier) override {
    straight_.force_tier(tier);
    skeletons_.force_tier(tier);
    relation_.reset();
    separation_.reset();
  }
  void tell(FullTruth& truth) override;

 private:
  Interval depth_from_below();
  std::optional<std::vector<RealVec2>> pushes();
  FullTruth::ClosestPoints closest();
  RationalVec2 common_point();

  RadiusSum radii_;
  bool is_straight_ = false;
  PolygonalPair straight_;
  SkeletonPair skeletons_;
  std::optional<Relation> relation_;
  std::optional<Interval> separation_;
};

// Not convex and overlapping: a push by t changes the distance of two shapes by no more than |t|, and so the
// signed separation of any two convex pieces.
Interval BallPair::depth_from_below() {
  if (skeletons_.relation() != Relation::overlapping)
    return {-kInfinity, skeletons_.separation_less(radii_).hi};
  const double depth = overlap_depth_lower_bound(skeletons_.a().shape(), skeletons_.b().shape());
  return {-kInfinity, enclose(-(rational(depth) + radii_.value())).hi};
}

Interval BallPair::separation() {
  if (is_straight_) return straight_.separation();
  if (separation_) return *separation_;
  const Relation known = relation();
  Interval value;
  if (known == Relation::overlapping && !convex()) {
    value = depth_from_below();
  } else if (known != Relation::touching) {
    value = skeletons_.separation_less(radii_);
    if (known == Relation::disjoint) value.lo = std::max(value.lo, 0.0);
    if (known == Relation::overlapping) value.hi = std::min(value.hi, -0.0);
  }
  separation_ = value;
  return value;
}

std::optional<Point> BallPair::mtv() {
  if (is_straight_) return straight_.mtv();
  if (relation() == Relation::touching) return Point{};
  separation();
  skeletons_.relation();
  if (const std::optional<Point> push = skeletons_.push()) return push;
  const std::optional<std::vector<RealVec2>> all = pushes();
  if (!all) return std::nullopt;
  return Point{round_to_double(all->front().x), round_to_double(all->front().y)};
}

// Requires: convex, overlapping.
std::optional<std::vector<RealVec2>> BallPair::pushes() {
  const ConvexRational a = *convex_of(skeletons_.a().shape());
  const ConvexRational b = *convex_of(skeletons_.b().shape());
  const Rational radii = radii_.value();
  const Relation skeletons = oracle::relation(a, b);
  if (skeletons == Relation::touching) return pushes_of_touching(a, b, radii);
  std::vector<RealVec2> all;
  if (skeletons == Relation::disjoint) {
    const NearestFeatures::Result& nearest = skeletons_.nearest();
    const RationalVec2 w = nearest.on_b - nearest.on_a;
    all.push_back(real(along(-w, w, radii, nearest.distance_sq)));
  } else {
    const ExactPenetration out = penetration(a, b);
    for (const RationalVec2& push : out.mtv) all.push_back(real(along(push, push, radii, out.depth_sq)));
  }
  return all;
}

// Requires: the balls overlap. Inside every shape with area; where the skeletons are apart it divides their
// shortest connection as the radii.
RationalVec2 BallPair::common_point() {
  const NearestFeatures::Result& nearest = skeletons_.nearest();
  const Rational radius_a = rational(radii_.first);
  const Rational radius_b = rational(radii_.second);
  const RationalVec2 w = nearest.on_b - nearest.on_a;
  const RationalVec2 point = nearest.on_a + w * Rational(radius_a / radii_.value());
  if (radius_a == 0 && skeletons_.a().is_solid())
    return inner_point_near(skeletons_.a().shape(), point, {nearest.on_b, -1, radius_b});
  if (radius_b == 0 && skeletons_.b().is_solid())
    return inner_point_near(skeletons_.b().shape(), point, {nearest.on_a, -1, radius_a});
  return point;
}

FullTruth::ClosestPoints BallPair::closest() {
  if (relation() == Relation::overlapping) {
    const RationalVec2 point = common_point();
    return {real(point), real(point)};
  }
  const NearestFeatures::Result& nearest = skeletons_.nearest();
  const RationalVec2 w = nearest.on_b - nearest.on_a;
  if (relation() == Relation::touching) {
    const RationalVec2 point = nearest.on_a + w * Rational(rational(radii_.first) / radii_.value());
    return {real(point), real(point)};
  }
  return {real(along(nearest.on_a, w, rational(radii_.first), nearest.distance_sq)),
          real(along(nearest.on_b, -w, rational(radii_.second), nearest.distance_sq))};
}

void BallPair::tell(FullTruth& truth) {
  if (is_straight_) return straight_.tell(truth);
  const Rational radii = radii_.value();
  truth.relation = relation();
  truth.closest = closest();
  const Surd apart = square_root_of(skeletons_.nearest().distance_sq) - radii;
  const bool overlapping = truth.relation == Relation::overlapping;
  truth.distance = overlapping ? surd(Rational(0)) : apart;
  if (!overlapping) truth.separation = apart;
  if (truth.relation == Relation::disjoint || !convex()) return;
  if (!overlapping) {
    truth.depth = surd(Rational(0));
    truth.mtv = {real(RationalVec2{})};
    return;
  }
  Surd separation = apart;
  if (skeletons_.rational_relation() == Relation::overlapping) {
    const Rational depth_sq =
        penetration(*convex_of(skeletons_.a().shape()), *convex_of(skeletons_.b().shape())).depth_sq;
    separation = -square_root_of(depth_sq) - radii;
  }
  truth.separation = separation;
  truth.depth = -separation;
  truth.mtv = pushes();
  truth.mtv_is_infinite = !truth.mtv;
}

}  // namespace

std::unique_ptr<Pair> make_ball_pair() {
  return std::make_unique<BallPair>();
}

}  // namespace touchstone::oracle
