#include "oracle/area.hpp"

#include <algorithm>
#include <array>
#include <variant>
#include <vector>

namespace touchstone::oracle {
namespace {

// By halves: fractions of unlike denominators grow with every sum, so long ones are added as seldom as
// possible.
Rational sum(std::vector<Rational>& terms) {
  if (terms.empty()) return 0;
  for (std::size_t step = 1; step < terms.size(); step *= 2) {
    for (std::size_t i = 0; i + step < terms.size(); i += 2 * step) terms[i] += terms[i + step];
  }
  return terms.front();
}

Rational doubled_area_term(const Vertex& from, const Vertex& to) {
  return cross(from.value(), to.value());
}

// An edge from left to right, and whether the interior lies below it (sign +1) or above it (-1).
struct Strip {
  RationalVec2 left;
  RationalVec2 right;
  int sign;
};

void add_strips(const std::vector<RationalVec2>& contour, bool is_hole, std::vector<Strip>& strips) {
  Rational doubled = 0;
  for (std::size_t i = 0; i < contour.size(); ++i) {
    doubled += cross(contour[i], contour[(i + 1) % contour.size()]);
  }
  // Counter-clockwise contours run from right to left above their interior.
  const int leftward = (doubled.sign() > 0) != is_hole ? 1 : -1;
  for (std::size_t i = 0; i < contour.size(); ++i) {
    const RationalVec2& from = contour[i];
    const RationalVec2& to = contour[(i + 1) % contour.size()];
    if (from.x > to.x) strips.push_back({to, from, leftward});
    if (from.x < to.x) strips.push_back({from, to, -leftward});
  }
}

std::vector<RationalVec2> exact_contour(Contour2<double> contour) {
  std::vector<RationalVec2> points;
  for (const Point& p : contour) points.push_back(rational(p));
  return points;
}

std::vector<Strip> strips_of(const PolygonalShape& shape) {
  std::vector<Strip> strips;
  if (const auto* box = std::get_if<Aabb2<double>>(&shape)) {
    const RationalVec2 min = rational(box->min);
    const RationalVec2 max = rational(box->max);
    add_strips({min, {max.x, min.y}, max, {min.x, max.y}}, false, strips);
  } else if (const auto* obb = std::get_if<Obb2<double>>(&shape)) {
    const RationalVec2 c = rational(obb->center);
    const RationalVec2 u = rational(obb->half_axes[0]);
    const RationalVec2 v = rational(obb->half_axes[1]);
    add_strips({c + u + v, c - u + v, c - u - v, c + u - v}, false, strips);
  } else if (const auto* polygon = std::get_if<Polygon2<double>>(&shape)) {
    add_strips(exact_contour(polygon->points), false, strips);
    for (const Contour2<double>& hole : polygon->holes) add_strips(exact_contour(hole), true, strips);
  }
  return strips;
}

Rational lowest(const std::vector<Strip>& strips) {
  Rational y = strips.front().left.y;
  for (const Strip& s : strips) y = std::min({y, s.left.y, s.right.y});
  return y;
}

Rational height_at(const Strip& s, const Rational& x) {
  return s.left.y + (s.right.y - s.left.y) * Rational((x - s.left.x) / (s.right.x - s.left.x));
}

// Integral of min(a, b) - floor over the x both have.
Rational common_strip(const Strip& a, const Strip& b, const Rational& floor) {
  const Rational from = std::max(a.left.x, b.left.x);
  const Rational to = std::min(a.right.x, b.right.x);
  if (from >= to) return 0;
  const std::array<Rational, 2> at_a{height_at(a, from) - floor, height_at(a, to) - floor};
  const std::array<Rational, 2> at_b{height_at(b, from) - floor, height_at(b, to) - floor};
  const Rational gap_from = at_a[0] - at_b[0];
  const Rational gap_to = at_a[1] - at_b[1];
  const Rational low_from = std::min(at_a[0], at_b[0]);
  const Rational low_to = std::min(at_a[1], at_b[1]);
  const Rational width = to - from;
  const Rational trapezoid = (low_from + low_to) * width / 2;
  if (gap_from.sign() * gap_to.sign() >= 0) return trapezoid;
  // They cross: the lower of the two rises above the chord of its ends, by the triangle of the two gaps.
  const Rational f = abs(gap_from);
  const Rational t = abs(gap_to);
  return trapezoid + width * f * t / (f + t) / 2;
}

}  // namespace

Rational area_of(const PolygonalShape& shape) {
  const Region region(shape);
  if (region.dimension() < 2) return 0;
  std::vector<Rational> terms;
  for (std::size_t i = 0; i < region.edge_count(); ++i) {
    terms.push_back(doubled_area_term(region.vertex(i), region.end(i)));
  }
  return sum(terms) / 2;
}

Rational common_area(const PolygonalShape& a, const PolygonalShape& b) {
  const Region region_a(a);
  const Region region_b(b);
  if (region_a.dimension() < 2 || region_b.dimension() < 2) return 0;
  if (!meet(region_a.box(), region_b.box())) return 0;
  Overlay overlay;
  overlay.build(region_a, region_b, Overlay::Stop::never);
  std::vector<Rational> terms;
  for (int side = 0; side < 2; ++side) {
    overlay.visit_pieces(side, [&](const Vertex& from, const Vertex& to, PieceSide where) {
      const bool counts = where == PieceSide::inside || (side == 0 && where == PieceSide::along_same_way);
      if (counts) terms.push_back(doubled_area_term(from, to));
      return true;
    });
  }
  return sum(terms) / 2;
}

Rational common_area_witness(const PolygonalShape& a, const PolygonalShape& b) {
  const std::vector<Strip> strips_a = strips_of(a);
  std::vector<Strip> strips_b = strips_of(b);
  if (strips_a.empty() || strips_b.empty()) return 0;
  const Rational floor = std::min(lowest(strips_a), lowest(strips_b));
  std::sort(strips_b.begin(), strips_b.end(),
            [](const Strip& s, const Strip& t) { return s.left.x < t.left.x; });
  std::vector<Rational> terms;
  for (const Strip& s : strips_a) {
    for (const Strip& t : strips_b) {
      if (t.left.x >= s.right.x) break;
      if (t.right.x <= s.left.x) continue;
      const Rational common = common_strip(s, t, floor);
      terms.push_back(s.sign == t.sign ? common : Rational(-common));
    }
  }
  return sum(terms);
}

}  // namespace touchstone::oracle
