// Where a point with square roots in its coordinates lies in a shape, exactly: for tests of closest points.
// All surds of one check share their root.
#pragma once

#include <algorithm>
#include <vector>

#include "oracle/exact_edges.hpp"
#include "oracle/operand.hpp"
#include "oracle/real.hpp"

namespace touchstone::oracle::test {

inline Surd plus(const Surd& s, const Surd& t) {
  return {s.a + t.a, s.b + t.b, s.b == 0 ? t.c : s.c};
}
inline Surd minus(const Surd& s, const Surd& t) {
  return plus(s, -t);
}
inline Surd times(const Surd& s, const Surd& t) {
  const Rational c = s.b == 0 ? t.c : s.c;
  return {s.a * t.a + s.b * t.b * c, s.a * t.b + s.b * t.a, c};
}
inline SurdVec2 minus(const SurdVec2& p, const SurdVec2& q) {
  return {minus(p.x, q.x), minus(p.y, q.y)};
}
inline Surd dot_of(const RationalVec2& u, const SurdVec2& v) {
  return plus(v.x * u.x, v.y * u.y);
}
inline Surd length_sq_of(const SurdVec2& v) {
  return plus(times(v.x, v.x), times(v.y, v.y));
}
inline SurdVec2 surds_of(const RealVec2& v) {
  return {std::get<Surd>(v.x), std::get<Surd>(v.y)};
}

inline Surd edge_distance_sq(const SurdVec2& p, const ExactEdge& edge) {
  const SurdVec2 w = minus(p, surd(edge.first));
  const RationalVec2 along = edge.second - edge.first;
  const Surd forward = dot_of(along, w);
  const Rational square = length_sq(along);
  if (sign(forward) <= 0) return length_sq_of(w);
  if (compare(forward, square) >= 0) return length_sq_of(minus(p, surd(edge.second)));
  const Surd across = dot_of(perp(along), w);
  return times(across, across) * Rational(1 / square);
}

inline bool is_enclosed(const SurdVec2& p, const std::vector<ExactEdge>& edges) {
  bool inside = false;
  for (const auto& [from, to] : edges) {
    const bool starts_below = compare(p.y, from.y) >= 0;
    if (starts_below == (compare(p.y, to.y) >= 0)) continue;
    const int side = sign(dot_of(perp(to - from), minus(p, surd(from))));
    if (starts_below ? side > 0 : side < 0) inside = !inside;
  }
  return inside;
}

/// +1 inside, 0 on the boundary, -1 outside; a flat shape has a boundary only. Not for ellipses and rays.
inline int side_of(const Operand& shape, const SurdVec2& p) {
  const std::vector<ExactEdge> edges = edges_of(shape.skeleton);
  Surd nearest = edge_distance_sq(p, edges[0]);
  for (const ExactEdge& edge : edges) {
    const Surd other = edge_distance_sq(p, edge);
    if (sign(minus(other, nearest)) < 0) nearest = other;
  }
  const Rational radius = rational(shape.radius);
  const Rational inner = rational(shape.inner_radius);
  if (radius == 0) return sign(nearest) == 0 ? 0 : (edges.size() > 1 && is_enclosed(p, edges) ? 1 : -1);
  const int outward = compare(nearest, Rational(radius * radius));
  if (inner == 0) return -outward;
  return std::min(-outward, compare(nearest, Rational(inner * inner)));
}

}  // namespace touchstone::oracle::test
