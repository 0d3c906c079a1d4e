// A half-space with a polytope or a ball, or two half-spaces. The separation from a body is that of its
// deepest corner along the normal, less its radius.
#include <algorithm>
#include <cmath>
#include <limits>

#include "oracle/ball3.hpp"
#include "oracle/convex_separation.hpp"
#include "oracle/pair3.hpp"
#include "oracle/polytope3.hpp"
#include "oracle/vec3_rational.hpp"

namespace touchstone::oracle {
namespace {

using Point = Vec3<double>;
using Tier = PairTruth::Tier;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

Relation relation_from(int sign_of_separation) {
  if (sign_of_separation > 0) return Relation::disjoint;
  return sign_of_separation == 0 ? Relation::touching : Relation::overlapping;
}

/// A signed separation height / |normal| - radius, and the way that increases it.
struct ExactHeight {
  RationalVec3 normal;
  Rational height;
  Rational radius;

  Surd separation() const {
    const Rational square = length_sq(normal);
    return {-radius, height / square, square};
  }
  Point push() const {
    const Rational square = length_sq(normal);
    const SurdVec3 push = along({0, 0, 0}, normal, -height / square, radius / square, square);
    return {round_to_double(push.x), round_to_double(push.y), round_to_double(push.z)};
  }
};

/// Two half-spaces have a separation when their normals are exactly opposite.
std::optional<ExactHeight> exact_height(const Plane3<double>& a, const Plane3<double>& b,
                                        const Point& shift) {
  const RationalVec3 normal_a = rational(a.normal);
  const RationalVec3 normal_b = rational(b.normal);
  const Rational along = dot(normal_a, normal_b);
  if (along >= 0 || cross(normal_a, normal_b) != RationalVec3{0, 0, 0}) return std::nullopt;
  const Rational ratio = length_sq(normal_a) / -along;  // normal_a = -ratio * normal_b
  const Rational offset_b = rational(b.offset) + dot(normal_b, rational(shift));
  return ExactHeight{normal_a, -rational(a.offset) - ratio * offset_b, 0};
}

class HalfSpacePair3 final : public Pair3 {
 public:
  void assign(const Operand3& a, const Operand3& b) override {
    a_ = a;
    b_ = b;
    plane_is_a_ = a.form == Operand3::Form::plane;
    are_planes_ = plane_is_a_ && b.form == Operand3::Form::plane;
    plane_ = std::get<Plane3<double>>(plane_is_a_ ? *a.shape : *b.shape);
    radius_ = plane_is_a_ ? b.radius : a.radius;
    is_prepared_ = false;
    force_tier(forced_);
  }
  void force_tier(Tier tier) override {
    forced_ = used_ = tier;
    relation_.reset();
  }
  Tier tier() const override { return used_; }

  Relation relation() override {
    if (!relation_) relation_ = decide();
    return *relation_;
  }
  Interval separation() override {
    const Relation known = relation();
    if (known == Relation::touching) return {};
    Interval value = separation_of_moved({});
    if (known == Relation::disjoint) value.lo = std::max(value.lo, 0.0);
    if (known == Relation::overlapping) value.hi = std::min(value.hi, -0.0);
    return value;
  }
  Interval separation_after(Point shift, double) override { return separation_of_moved(shift); }
  std::optional<Point> mtv() override;

 private:
  struct Height {
    Ball lo, hi;  ///< of the deepest corner, times |normal|
  };

  const Polytope& body() {
    if (!is_prepared_) body_.assign(plane_is_a_ ? *b_.shape : *a_.shape);
    is_prepared_ = true;
    return body_;
  }
  Relation decide();
  Interval separation_of_moved(const Point& shift);
  Height height(const Point& shift);
  Interval less_radius(const Height& height) const;
  int exact_sign();
  int exact_corner_sign(int corner);
  bool in_range();
  std::optional<ExactHeight> by_rationals(const Point& shift);

  Operand3 a_, b_;
  bool plane_is_a_ = true, are_planes_ = false, is_prepared_ = false;
  Plane3<double> plane_;
  double radius_ = 0;
  Polytope body_;
  Tier forced_ = Tier::filter, used_ = Tier::filter;
  std::optional<Relation> relation_;
};

// Moving B, when it is the half-space, is moving the body the other way.
HalfSpacePair3::Height HalfSpacePair3::height(const Point& shift) {
  const BallVec3 normal = to_ball(plane_.normal);
  const Ball moved = dot(normal, to_ball(plane_is_a_ ? shift : -shift)) - to_ball(plane_.offset);
  Height least{{kInfinity, 0, 0}, {kInfinity, 0, 0}};
  for (int i = 0; i < body().corner_count(); ++i) {
    const CornerSum corner = body().exact_corner(i);
    BallVec3 at = to_ball(corner.terms[0]);
    for (int k = 1; k < corner.count; ++k) at = at + to_ball(corner.terms[k]);
    const Ball here = dot(normal, at) + moved;
    if (i == 0 || !(lower(here) >= lower(least.lo))) least.lo = here;
    if (i == 0 || upper(here) < upper(least.hi)) least.hi = here;
  }
  return least;
}

Interval HalfSpacePair3::less_radius(const Height& height) const {
  const Ball length = sqrt(length_sq(to_ball(plane_.normal)));
  const Ball radius = to_ball(radius_);
  return {lower(height.lo / length - radius), upper(height.hi / length - radius)};
}

bool HalfSpacePair3::in_range() {
  const auto is_in_range = [&](double value) {
    return radius_ > 0 ? in_range_of_four(value) : in_expansion_range(value);
  };
  return is_in_range(plane_.normal.x) && is_in_range(plane_.normal.y) && is_in_range(plane_.normal.z) &&
         is_in_range(plane_.offset) && is_in_range(radius_) &&
         (body().largest() == 0 || (is_in_range(body().largest()) && is_in_range(body().smallest())));
}

// Sign of the separation of one corner, exactly: with a radius, by squares.
int HalfSpacePair3::exact_corner_sign(int corner) {
  const CornerSum sum = body().exact_corner(corner);
  Expansion height;
  height.add(-plane_.offset);
  for (int k = 0; k < sum.count; ++k) {
    for (const auto& [n, c] :
         {std::pair{plane_.normal.x, sum.terms[k].x}, std::pair{plane_.normal.y, sum.terms[k].y},
          std::pair{plane_.normal.z, sum.terms[k].z}}) {
      const ExactPair product = product_of(n, c);
      height.add(product.lo);
      height.add(product.hi);
    }
  }
  if (radius_ == 0 || height.sign() != 1) {
    if (radius_ == 0 || height.sign() == ExactSum::kUndecided) return height.sign();
    return -1;
  }
  Expansion square, length_square, limit, radius;
  for (const double n : {plane_.normal.x, plane_.normal.y, plane_.normal.z}) {
    const ExactPair product = product_of(n, n);
    length_square.add(product.lo);
    length_square.add(product.hi);
  }
  radius.add(radius_);
  limit.add_product(radius, radius, 1);
  square.add_product(height, height, 1);
  square.add_product(limit, length_square, -1);
  return square.sign();
}

int HalfSpacePair3::exact_sign() {
  int least = 1;
  for (int i = 0; i < body().corner_count(); ++i) {
    const int sign = exact_corner_sign(i);
    if (sign == ExactSum::kUndecided) return sign;
    least = std::min(least, sign);
  }
  return least;
}

Relation HalfSpacePair3::decide() {
  if (!are_planes_ && forced_ != Tier::rational) {
    if (forced_ == Tier::filter) {
      const Interval value = less_radius(height({}));
      if (value.lo > 0) return Relation::disjoint;
      if (value.hi < 0) return Relation::overlapping;
    }
    used_ = Tier::expansion;
    const int sign = in_range() ? exact_sign() : ExactSum::kUndecided;
    if (sign != ExactSum::kUndecided) return relation_from(sign);
  }
  used_ = Tier::rational;
  const std::optional<ExactHeight> exact = by_rationals({});
  return exact ? relation_from(sign(exact->separation())) : Relation::overlapping;
}

std::optional<ExactHeight> HalfSpacePair3::by_rationals(const Point& shift) {
  if (are_planes_) return exact_height(plane_, std::get<Plane3<double>>(*b_.shape), shift);
  const RationalVec3 normal = rational(plane_.normal);
  Rational least;
  for (int i = 0; i < body().corner_count(); ++i) {
    const CornerSum corner = body().exact_corner(i);
    RationalVec3 at = rational(corner.terms[0]);
    for (int k = 1; k < corner.count; ++k) at = at + rational(corner.terms[k]);
    const Rational here = dot(normal, at);
    if (i == 0 || here < least) least = here;
  }
  least += dot(normal, rational(plane_is_a_ ? shift : -shift)) - rational(plane_.offset);
  return ExactHeight{plane_is_a_ ? normal : -normal, least, rational(radius_)};
}

Interval HalfSpacePair3::separation_of_moved(const Point& shift) {
  if (!are_planes_ && forced_ != Tier::rational) {
    const Interval value = less_radius(height(shift));
    if (is_narrow(value, std::max(scale_of(*a_.shape), scale_of(*b_.shape)))) return value;
  }
  const std::optional<ExactHeight> exact = by_rationals(shift);
  if (!exact) return {-kInfinity, -kInfinity};
  const Enclosure enclosure = enclose(exact->separation());
  return {enclosure.lo, enclosure.hi};
}

std::optional<Point> HalfSpacePair3::mtv() {
  if (relation() == Relation::touching) return Point{};
  if (!are_planes_ && forced_ != Tier::rational) {
    const Height deepest = height({});
    if (is_narrow(less_radius(deepest), std::max(scale_of(*a_.shape), scale_of(*b_.shape)))) {
      const BallVec3 normal = to_ball(plane_is_a_ ? plane_.normal : -plane_.normal);
      const Ball length = sqrt(length_sq(normal));
      const Ball factor = (to_ball(radius_) - deepest.hi / length) / length;
      return middle(normal * factor);
    }
  }
  const std::optional<ExactHeight> exact = by_rationals({});
  return exact ? std::optional<Point>(exact->push()) : std::nullopt;
}

}  // namespace

std::unique_ptr<Pair3> make_half_space_pair3() {
  return std::make_unique<HalfSpacePair3>();
}

}  // namespace touchstone::oracle
