#include "oracle/inner_point.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace touchstone::oracle {
namespace {

Rational square(const Rational& value) {
  return value * value;
}

bool is_beyond_inner(const OpenRing& ring, const Rational& distance_sq) {
  return ring.inner < 0 || distance_sq > square(ring.inner);
}

// Narrower and narrower rational bounds of a root.
class RootBounds {
 public:
  explicit RootBounds(const Rational& of) : square_(of) {
    const Enclosure start = enclose_sqrt(of);
    lo = rational(start.lo);
    hi = std::isfinite(start.hi) ? rational(start.hi) : Rational(of + 1);
  }
  void refine() {
    const Rational middle = (lo + hi) / 2;
    (middle * middle <= square_ ? lo : hi) = middle;
  }
  Rational lo, hi;

 private:
  Rational square_;
};

// A radius around a's centre that reaches inside b. Requires: both have a point in common.
Rational radius_into(const OpenRing& a, const OpenRing& b, RootBounds& apart) {
  for (;; apart.refine()) {
    const Rational low =
        std::max({a.inner, Rational(b.inner - apart.lo), Rational(apart.hi - b.outer), Rational(0)});
    const Rational high = std::min(a.outer, Rational(apart.lo + b.outer));
    if (low < high) return (low + high) / 2;
  }
}

// A radius around b's centre that reaches inside b and crosses the circle around the other centre properly.
// Requires: part of that circle is inside b.
Rational radius_into_circle(const OpenRing& b, const Rational& circle, RootBounds& apart) {
  for (;; apart.refine()) {
    const Rational low =
        std::max({b.inner, Rational(apart.hi - circle), Rational(circle - apart.lo), Rational(0)});
    const Rational high = std::min(b.outer, Rational(apart.lo + circle));
    if (low < high) return (low + high) / 2;
  }
}

}  // namespace

bool contains(const OpenRing& ring, const RationalVec2& p) {
  const Rational distance_sq = length_sq(p - ring.center);
  return is_beyond_inner(ring, distance_sq) && distance_sq < square(ring.outer);
}

// A small square around p lies in the ring; its interior meets the shape's, of which p is a limit.
RationalVec2 inner_point_near(const PolygonalShape& solid, const RationalVec2& p, const OpenRing& ring) {
  assert(contains(ring, p));
  const Rational distance_sq = length_sq(p - ring.center);
  Rational half = ring.outer / 4;
  // No point of the square is as far as 2 half from p.
  const auto is_in_ring = [&] {
    const Rational reach = half * 2;
    return reach < ring.outer && distance_sq < square(ring.outer - reach) &&
           (ring.inner < 0 || distance_sq > square(ring.inner + reach));
  };
  while (!is_in_ring()) half /= 2;
  const RationalVec2 corners[] = {p + RationalVec2{-half, -half}, p + RationalVec2{half, -half},
                                  p + RationalVec2{half, half}, p + RationalVec2{-half, half}};
  std::vector<ExactEdge> edges;
  for (int i = 0; i < 4; ++i) edges.emplace_back(corners[i], corners[(i + 1) % 4]);
  const std::optional<RationalVec2> found = inside_both(edges_of(solid), edges);
  assert(found);
  return *found;
}

// From the nearest point of the line to its farther end the distance grows.
std::optional<RationalVec2> inner_point_of_line(const RationalVec2& p, const RationalVec2& q,
                                                const OpenRing& ring) {
  const RationalVec2 line = q - p;
  const Rational line_sq = length_sq(line);
  Rational near = 0;
  if (line_sq != 0)
    near = std::clamp(Rational(dot(ring.center - p, line) / line_sq), Rational(0), Rational(1));
  Rational far = length_sq(p - ring.center) > length_sq(q - ring.center) ? 0 : 1;
  const auto distance_sq = [&](const Rational& t) { return length_sq(p + line * t - ring.center); };
  const Rational outer_sq = square(ring.outer);
  if (distance_sq(near) >= outer_sq || !is_beyond_inner(ring, distance_sq(far))) return std::nullopt;
  if (is_beyond_inner(ring, distance_sq(near))) return p + line * near;
  if (distance_sq(far) < outer_sq) return p + line * far;
  for (;;) {
    const Rational middle = (near + far) / 2;
    const Rational now = distance_sq(middle);
    const bool is_beyond = is_beyond_inner(ring, now);
    if (is_beyond && now < outer_sq) return p + line * middle;
    (is_beyond ? far : near) = middle;
  }
}

// A radius around each centre, so that the two circles cross; then a point so near to the crossing that it is
// inside too.
RationalVec2 inner_point_of_rings(const OpenRing& a, const OpenRing& b) {
  const RationalVec2 w = b.center - a.center;
  const Rational apart_sq = length_sq(w);
  if (apart_sq == 0) {
    const Rational low = std::max({a.inner, b.inner, Rational(0)});
    return a.center + RationalVec2{(low + std::min(a.outer, b.outer)) / 2, 0};
  }
  RootBounds apart(apart_sq);
  const Rational radius_a = radius_into(a, b, apart);
  const Rational radius_b = radius_into_circle(b, radius_a, apart);
  const Rational forward = (apart_sq + square(radius_a) - square(radius_b)) / (apart_sq * 2);
  for (RootBounds aside(square(radius_a) / apart_sq - square(forward));; aside.refine()) {
    const RationalVec2 found = a.center + w * forward + perp(w) * aside.lo;
    if (contains(a, found) && contains(b, found)) return found;
  }
}

}  // namespace touchstone::oracle
