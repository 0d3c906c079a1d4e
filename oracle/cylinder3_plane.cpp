#include "oracle/cylinder3_plane.hpp"

#include <algorithm>
#include <cmath>

#include "oracle/bounded.hpp"
#include "oracle/vec3_rational.hpp"

namespace touchstone::oracle {
namespace {

/// A rational and how far off it may be.
struct Near {
  Rational value, error;
};

RationalInterval interval_of(const Near& near) {
  return {near.value - near.error, near.value + near.error};
}

/// approximation_of is within 2^-200 of the larger part.
Near near_of(const Surd& value) {
  const Rational part = abs(value.b) * approximation_of(Real{square_root_of(value.c)}) * 2;
  return {approximation_of(Real{value}), std::max(Rational(abs(value.a)), part) * rational(0x1p-199)};
}
Near operator*(const Near& a, const Near& b) {
  return {a.value * b.value, abs(a.value) * b.error + abs(b.value) * a.error + a.error * b.error};
}

/// The height of the cylinder's lowest point over the plane is rise / |normal|.
struct ExactHeight {
  RationalVec3 normal, along, end;
  Rational radius;
  Rational square;  ///< of what of the normal is across the axis
  Surd rise;
  Surd over_size;  ///< 1 / |normal|

  ExactHeight(const Cylinder3<double>& cylinder, const Plane3<double>& plane, const Vec3<double>& shift)
      : normal(rational(plane.normal)),
        along(rational(cylinder.to) - rational(cylinder.from)),
        end(rational(cylinder.from) + rational(shift)),
        radius(rational(cylinder.radius)) {
    const Rational climb = dot(normal, along);
    if (climb < 0) end = end + along;
    square = length_sq(cross(normal, along)) / length_sq(along);
    rise = {dot(normal, end) - rational(plane.offset), -radius, square};
    over_size = square_root_of(Rational(1 / length_sq(normal)));
  }
  Near separation() const { return near_of(rise) * near_of(over_size); }
  /// Of the shortest way from the half-space to its outside, as long as that.
  Vec3<Near> way(const Near& length) const {
    const Near unit = near_of(over_size) * length;
    return {Near{normal.x, 0} * unit, Near{normal.y, 0} * unit, Near{normal.z, 0} * unit};
  }
  Vec3<Near> lowest() const {
    const RationalVec3 across = normal - along * Rational(dot(normal, along) / length_sq(along));
    const Near back = square == 0 ? Near{0, 0} : near_of({0, -radius / square, square});
    const auto coordinate = [&](const Rational& at, const Rational& out) {
      const Near step = Near{out, 0} * back;
      return Near{at + step.value, step.error};
    };
    return {coordinate(end.x, across.x), coordinate(end.y, across.y), coordinate(end.z, across.z)};
  }
};

Vec3<Real> real_of(const Vec3<Near>& v) {
  return {interval_of(v.x), interval_of(v.y), interval_of(v.z)};
}

// The sign of the height in bounded doubles.
int rough_sign(const Cylinder3<double>& cylinder, const Plane3<double>& plane) {
  const auto bounded = [](const Vec3<double>& v) {
    return Vec3<Bounded>{to_bounded(v.x), to_bounded(v.y), to_bounded(v.z)};
  };
  const Vec3<Bounded> normal = bounded(plane.normal), from = bounded(cylinder.from),
                      to = bounded(cylinder.to);
  const Vec3<Bounded> along = to - from;
  const Bounded beside =
      to_bounded(cylinder.radius) * sqrt(length_sq(cross(normal, along)) / length_sq(along));
  const Bounded least = to_bounded(plane.offset) + beside;
  const int at_from = sign_if_known(dot(normal, from) - least),
            at_to = sign_if_known(dot(normal, to) - least);
  if (at_from == -1 || at_to == -1) return -1;
  return at_from == 1 && at_to == 1 ? 1 : kUnknownSign;
}

}  // namespace

void CylinderAndPlane::assign(const Operand3& cylinder, const Operand3& plane) {
  cylinder_ = &std::get<Cylinder3<double>>(*cylinder.shape);
  plane_ = &std::get<Plane3<double>>(*plane.shape);
  tier_ = PairTruth::Tier::filter;
}

int CylinderAndPlane::sign() {
  const int rough = rough_sign(*cylinder_, *plane_);
  if (rough != kUnknownSign) return rough;
  tier_ = PairTruth::Tier::rational;
  return oracle::sign(ExactHeight(*cylinder_, *plane_, {}).rise);
}

Interval CylinderAndPlane::separation(const Vec3<double>& shift) const {
  const ExactHeight height(*cylinder_, *plane_, shift);
  if (oracle::sign(height.rise) == 0) return {};
  const RationalInterval found = interval_of(height.separation());
  return {enclose(found.lo).lo, enclose(found.hi).hi};
}

Vec3<double> CylinderAndPlane::push() const {
  const ExactHeight height(*cylinder_, *plane_, {});
  if (oracle::sign(height.rise) == 0) return {};
  Near depth = height.separation();
  depth.value = -depth.value;
  const Vec3<Near> way = height.way(depth);
  return {round_to_double(way.x.value), round_to_double(way.y.value), round_to_double(way.z.value)};
}

void CylinderAndPlane::tell(FullTruth3& truth, bool cylinder_is_a) {
  const ExactHeight height(*cylinder_, *plane_, {});
  const int side = oracle::sign(height.rise);
  truth.relation = side > 0 ? Relation::disjoint : side == 0 ? Relation::touching : Relation::overlapping;
  const Near separation = side == 0 ? Near{0, 0} : height.separation();
  truth.separation = side == 0 ? Real{surd(Rational(0))} : Real{interval_of(separation)};
  truth.distance = side > 0 ? *truth.separation : Real{surd(Rational(0))};
  const Vec3<Near> low = height.lowest();
  const Vec3<Near> drop = height.way(side > 0 ? separation : Near{0, 0});
  const auto below = [](const Near& at, const Near& by) {
    return Near{at.value - by.value, at.error + by.error};
  };
  const Vec3<Real> on_cylinder = real_of(low);
  const Vec3<Real> on_plane = real_of({below(low.x, drop.x), below(low.y, drop.y), below(low.z, drop.z)});
  truth.closest = cylinder_is_a ? FullTruth3::ClosestPoints{on_cylinder, on_plane}
                                : FullTruth3::ClosestPoints{on_plane, on_cylinder};
  if (side > 0) return;
  const Near depth{-separation.value, separation.error};
  truth.depth = side == 0 ? Real{surd(Rational(0))} : Real{interval_of(depth)};
  const Near signed_depth{cylinder_is_a ? -depth.value : depth.value, depth.error};
  truth.mtv = {side == 0 ? real(RationalVec3{0, 0, 0}) : real_of(height.way(signed_depth))};
}

}  // namespace touchstone::oracle
