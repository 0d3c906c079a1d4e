// How far a ray of space is from a cylinder. Half the squared distance of a point is convex with a continuous
// gradient, so its slope along the ray is searched for its zero; whatever is found, the distance of the point
// there and the gap along the direction of that distance are on both sides of the true one.
#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "oracle/convex_separation.hpp"
#include "oracle/operand3.hpp"
#include "oracle/ray3.hpp"
#include "oracle/ray3_exact.hpp"

namespace touchstone::oracle {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Rational square(const Rational& value) {
  return value * value;
}

/// Roots and what a search works with are kept to this many bits: far more than kEnclosureWidth (2^-72)
/// needs.
constexpr long kBits = 200;

long bits_of(const Rational& value) {
  const auto size = [](const Integer& n) { return static_cast<long>(mpz_sizeinbase(n.backend().data(), 2)); };
  return size(numerator(value)) - size(denominator(value));
}
/// value x 2^shift, rounded towards 0.
Integer scaled(const Rational& value, long shift) {
  const Integer p = numerator(value);
  const Integer q = denominator(value);
  return shift >= 0 ? Integer((p << static_cast<unsigned>(shift)) / q)
                    : Integer(p / (q << static_cast<unsigned>(-shift)));
}
Rational unscaled(const Integer& value, long shift) {
  if (shift < 0) return Rational(value << static_cast<unsigned>(-shift));
  return Rational(value, Integer(1) << static_cast<unsigned>(shift));
}

/// Around the square root, their quotient within 2^-kBits of 1; equal for 0. With n the integer part of value
/// x 4^half and r that of its root: r r <= n <= value x 4^half < n + 1 <= (r + 1) (r + 1).
struct Root {
  Rational below, above;

  explicit Root(const Rational& value) {
    if (value == 0) return;
    const long half = kBits + 2 - bits_of(value) / 2;
    const Integer root = sqrt(scaled(value, 2 * half));
    below = unscaled(root, half);
    above = unscaled(root + 1, half);
  }
};

/// Rounded relatively to the largest.
RationalVec3 coarse(const RationalVec3& v) {
  const Rational largest = std::max({Rational(abs(v.x)), Rational(abs(v.y)), Rational(abs(v.z))});
  if (largest == 0) return v;
  const long shift = kBits - bits_of(largest);
  const auto rounded = [&](const Rational& value) { return unscaled(scaled(value, shift), shift); };
  return {rounded(v.x), rounded(v.y), rounded(v.z)};
}
Rational coarse(const Rational& value) {
  if (value == 0) return value;
  const long shift = kBits - bits_of(value);
  return unscaled(scaled(value, shift), shift);
}

struct ExactCylinder {
  explicit ExactCylinder(const Cylinder3<double>& c)
      : from(rational(c.from)),
        axis(rational(c.to) - from),
        radius(rational(c.radius)),
        axis_sq(length_sq(axis)),
        axis_length(axis_sq) {}

  /// From a point of the cylinder that is nearest, but for roundings, to p.
  RationalVec3 gap_to(const RationalVec3& p) const {
    const RationalVec3 e = p - from;
    const Rational along = dot(e, axis) / axis_sq;
    const RationalVec3 across = e - axis * along;
    const Rational beyond = along < 0 ? along : std::max(Rational(along - 1), Rational(0));
    const Rational across_sq = length_sq(across);
    const RationalVec3 gap = axis * beyond;
    if (across_sq <= square(radius)) return gap;
    return gap + across * Rational(1 - radius / Root(across_sq).above);
  }
  /// At least max dot(n, x) over the cylinder.
  Rational support(const RationalVec3& n) const {
    const Rational along = dot(n, axis);
    const Rational rim_sq = length_sq(n) - square(along) / axis_sq;
    return dot(n, from) + std::max(along, Rational(0)) + radius * Root(rim_sq).above;
  }
  /// How deep p lies in it, at least; negative outside.
  Rational depth_of(const RationalVec3& p) const {
    const RationalVec3 e = p - from;
    const Rational along = dot(e, axis);
    const Rational across_sq = length_sq(e) - square(along) / axis_sq;
    const Rational from_ends = std::min(along, Rational(axis_sq - along));
    const Rational length = from_ends > 0 ? axis_length.above : axis_length.below;
    return std::min(Rational(radius - Root(across_sq).above), Rational(from_ends / length));
  }

  RationalVec3 from, axis;
  Rational radius, axis_sq;
  Root axis_length;
};

class CylinderRay {
 public:
  CylinderRay(const Ray3<double>& ray, const Cylinder3<double>& cylinder)
      : ray_(exact_ray(ray)),
        cylinder_(cylinder),
        direction_sq_(length_sq(ray_.direction)),
        scale_(std::max(scale_of(ray), scale_of(cylinder))) {}

  /// Requires: disjoint. Secants with halved weights (Illinois), every third step a bisection.
  Interval distance() {
    constexpr int kMaxSteps = 200;
    Rational low = 0;
    Rational high = beyond_all();
    Rational low_slope = look_at(low);
    if (low_slope >= 0) return found_;
    Rational high_slope = look_at(high);
    int side = 0;
    for (int step = 1; step < kMaxSteps && !is_narrow(found_, scale_); ++step) {
      const Rational secant = (low * high_slope - high * low_slope) / (high_slope - low_slope);
      const Rational t = coarse(step % 3 == 0 ? Rational((low + high) / 2) : secant);
      const Rational slope = look_at(t);
      if (slope == 0) break;
      Rational& other = slope < 0 ? high_slope : low_slope;
      if (side == (slope < 0 ? -1 : 1)) other = other / 2;
      side = slope < 0 ? -1 : 1;
      (slope < 0 ? low : high) = t;
      (slope < 0 ? low_slope : high_slope) = slope;
    }
    return found_;
  }

  /// Requires: they overlap.
  Interval depth() const {
    const double most = enclose(least_reach()).hi;
    const double least = enclose(deepest_point()).lo;
    return {-most, least > 0 ? -least : 0};
  }

 private:
  RationalVec3 at(const Rational& t) const { return ray_.origin + ray_.direction * t; }

  /// Here the ray is beyond the cylinder, as seen along the ray.
  Rational beyond_all() const {
    const Rational t = (cylinder_.support(ray_.direction) - dot(ray_.origin, ray_.direction)) / direction_sq_;
    return std::max(t, Rational(0));
  }

  /// Notes what the point at t proves; returns the slope there.
  Rational look_at(const Rational& t) {
    const RationalVec3 full_gap = cylinder_.gap_to(at(t));
    found_.hi = std::min(found_.hi, enclose_sqrt(length_sq(full_gap)).hi);
    const RationalVec3 gap = coarse(full_gap);
    const Rational slope = dot(gap, ray_.direction);
    // Along n, not against the ray, its origin is the first.
    const RationalVec3 n = t > 0 || slope < 0 ? gap * direction_sq_ - ray_.direction * slope : gap;
    const Rational lead = dot(n, ray_.origin) - cylinder_.support(n);
    if (lead > 0) found_.lo = std::max(found_.lo, enclose(Rational(lead / Root(length_sq(n)).above)).lo);
    return slope;
  }

  /// The smallest of some ways out, each an upper bound of the depth: over an end, over the wall next to the
  /// origin, past the ray.
  Rational least_reach() const {
    std::optional<Rational> least;
    const auto offer = [&](const RationalVec3& n) {
      const Rational size_sq = length_sq(n);
      if (size_sq == 0 || dot(n, ray_.direction) < 0) return;
      const Rational reach = (cylinder_.support(n) - dot(n, ray_.origin)) / Root(size_sq).below;
      if (!least || reach < *least) least = reach;
    };
    const RationalVec3& axis = cylinder_.axis;
    const RationalVec3 e = ray_.origin - cylinder_.from;
    const RationalVec3 past = cross(axis, ray_.direction);
    for (const RationalVec3& n : {axis, -axis, past, -past}) offer(n);
    offer(e - axis * Rational(dot(e, axis) / cylinder_.axis_sq));
    return *least;
  }

  /// The stretch of the ray in the cylinder, nearly.
  std::pair<Rational, Rational> stretch() const {
    Rational first = 0;
    Rational last = beyond_all();
    const auto cut = [&](const Rational& one, const Rational& other) {
      first = std::max(first, std::min(one, other));
      last = std::min(last, std::max(one, other));
    };
    const RationalVec3 e = ray_.origin - cylinder_.from;
    const RationalVec3 beside = cross(e, cylinder_.axis);
    const RationalVec3 drift = cross(ray_.direction, cylinder_.axis);
    const Rational speed = dot(ray_.direction, cylinder_.axis);
    const Rational offset = dot(e, cylinder_.axis);
    if (speed != 0) cut(-offset / speed, (cylinder_.axis_sq - offset) / speed);
    if (const Rational a = length_sq(drift); a > 0) {
      const Rational b = dot(beside, drift);
      const Rational c = length_sq(beside) - square(cylinder_.radius) * cylinder_.axis_sq;
      const Rational root = Root(b * b - a * c).below;
      cut((-b - root) / a, (root - b) / a);
    }
    return {first, last};
  }
  /// Depth of the deepest point of the ray, nearly: the depth is concave along it. Golden sections.
  Rational deepest_point() const {
    constexpr int kSteps = 32;
    const Rational share = rational(0.6180339887498949);
    auto [low, high] = stretch();
    const auto inside = [&](const Rational& from, const Rational& to) {
      return coarse(from + (to - from) * share);
    };
    Rational right = inside(low, high);
    Rational left = inside(high, low);
    Rational depth_right = cylinder_.depth_of(at(right));
    Rational depth_left = cylinder_.depth_of(at(left));
    for (int i = 0; i < kSteps; ++i) {
      if (depth_left < depth_right) {
        low = left;
        left = right;
        depth_left = depth_right;
        right = inside(low, high);
        depth_right = cylinder_.depth_of(at(right));
      } else {
        high = right;
        right = left;
        depth_right = depth_left;
        left = inside(high, low);
        depth_left = cylinder_.depth_of(at(left));
      }
    }
    return std::max(depth_left, depth_right);
  }

  ExactRay3 ray_;
  ExactCylinder cylinder_;
  Rational direction_sq_;
  double scale_;
  Interval found_{0, kInfinity};
};

}  // namespace

Interval cylinder_separation(const Ray3<double>& ray, const Cylinder3<double>& cylinder) {
  const Relation relation = ray_relation(ray, cylinder);
  if (relation == Relation::touching) return {};
  CylinderRay pair(ray, cylinder);
  return relation == Relation::disjoint ? pair.distance() : pair.depth();
}

}  // namespace touchstone::oracle
