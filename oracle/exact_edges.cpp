#include "oracle/exact_edges.hpp"

#include <algorithm>

#include "oracle/exact2.hpp"

namespace touchstone::oracle {
namespace {

// Heights at which the vertical line at x crosses the edges, in order. Requires: x is no vertex's.
std::vector<Rational> crossings_at(const Rational& x, const std::vector<ExactEdge>& edges) {
  std::vector<Rational> heights;
  for (const auto& [p, q] : edges) {
    if ((p.x < x) == (q.x < x)) continue;
    heights.push_back(p.y + (q.y - p.y) * (x - p.x) / (q.x - p.x));
  }
  std::sort(heights.begin(), heights.end());
  return heights;
}

// Middle of the first stretch of the vertical line at x that is inside both, by the even-odd rule.
std::optional<RationalVec2> inside_both_at(const Rational& x, const std::vector<ExactEdge>& a,
                                           const std::vector<ExactEdge>& b) {
  const std::vector<Rational> in_a = crossings_at(x, a);
  const std::vector<Rational> in_b = crossings_at(x, b);
  for (std::size_t i = 0; i + 1 < in_a.size(); i += 2) {
    for (std::size_t k = 0; k + 1 < in_b.size(); k += 2) {
      const Rational lo = std::max(in_a[i], in_b[k]);
      const Rational hi = std::min(in_a[i + 1], in_b[k + 1]);
      if (lo < hi) return RationalVec2{x, (lo + hi) / 2};
    }
  }
  return std::nullopt;
}

void sort_unique(std::vector<Rational>& values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

}  // namespace

ExactContours contours_of(const PolygonalShape& shape) {
  ExactContours contours{outer_contour_of(shape)};
  if (const Polygon2<double>* polygon = std::get_if<Polygon2<double>>(&shape)) {
    for (const Contour2<double>& hole : polygon->holes) {
      contours.push_back(outer_contour_of(Polygon2<double>{hole}));
    }
  }
  return contours;
}

std::vector<ExactEdge> edges_of(const PolygonalShape& shape) {
  const ConvexRational hull = hull_of(outer_contour_of(shape));
  if (hull.is_flat()) return {{hull.corners.front(), hull.corners.back()}};
  std::vector<ExactEdge> edges;
  for (const std::vector<RationalVec2>& contour : contours_of(shape)) {
    for (std::size_t i = 0; i < contour.size(); ++i) {
      edges.emplace_back(contour[i], contour[(i + 1) % contour.size()]);
    }
  }
  return edges;
}

std::vector<Rational> cuts_of(const ExactEdge& line, const std::vector<ExactEdge>& edges) {
  const RationalVec2 d = line.second - line.first;
  std::vector<Rational> cuts{0, 1};
  const auto add = [&](const RationalVec2& p) {
    const Rational t = dot(p - line.first, d) / length_sq(d);
    if (t > 0 && t < 1) cuts.push_back(t);
  };
  for (const auto& [p, q] : edges) {
    const Rational height_p = cross(d, p - line.first);
    const Rational height_q = cross(d, q - line.first);
    if (height_p == 0) add(p);
    if (height_q == 0) add(q);
    const bool crosses = (height_p < 0 && height_q > 0) || (height_p > 0 && height_q < 0);
    if (crosses) add(p + (q - p) * Rational(height_p / (height_p - height_q)));
  }
  sort_unique(cuts);
  return cuts;
}

Location locate(const RationalVec2& p, const std::vector<ExactEdge>& edges) {
  bool inside = false;
  for (const auto& [from, to] : edges) {
    const Rational side = cross(to - from, p - from);
    if (side == 0 && dot(from - p, to - p) <= 0) return Location::boundary;
    // The ray to the right crosses an upward edge that has p on its left, a downward one that has it on its
    // right.
    const bool upward = from.y <= p.y && p.y < to.y;
    const bool downward = to.y <= p.y && p.y < from.y;
    if ((upward && side > 0) || (downward && side < 0)) inside = !inside;
  }
  return inside ? Location::inside : Location::outside;
}

// Between neighbouring abscissas of vertices and crossings the order of the edges does not change, so that
// the middle of one of these slabs meets the common interior if there is one.
std::optional<RationalVec2> inside_both(const std::vector<ExactEdge>& a, const std::vector<ExactEdge>& b) {
  std::vector<Rational> abscissas;
  for (const ExactEdge& edge : b) abscissas.push_back(edge.first.x);
  for (const ExactEdge& edge : a) {
    if (edge.first == edge.second) continue;
    for (const Rational& t : cuts_of(edge, b)) abscissas.push_back(at(edge, t).x);
  }
  sort_unique(abscissas);
  for (std::size_t i = 0; i + 1 < abscissas.size(); ++i) {
    const std::optional<RationalVec2> found = inside_both_at((abscissas[i] + abscissas[i + 1]) / 2, a, b);
    if (found) return found;
  }
  return std::nullopt;
}

std::optional<RationalVec2> inside_of_flat(const ExactEdge& flat, const std::vector<ExactEdge>& solid) {
  const bool is_point = flat.first == flat.second;
  const std::vector<Rational> cuts = is_point ? std::vector<Rational>{0, 1} : cuts_of(flat, solid);
  for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
    const RationalVec2 middle = at(flat, (cuts[i] + cuts[i + 1]) / 2);
    if (locate(middle, solid) == Location::inside) return middle;
  }
  return std::nullopt;
}

bool contains_flat(const std::vector<ExactEdge>& solid, const ExactEdge& flat) {
  const bool is_point = flat.first == flat.second;
  const std::vector<Rational> cuts = is_point ? std::vector<Rational>{0, 1} : cuts_of(flat, solid);
  for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
    if (locate(at(flat, (cuts[i] + cuts[i + 1]) / 2), solid) == Location::outside) return false;
  }
  return true;
}

}  // namespace touchstone::oracle
