// EPA in the plane: depth and shortest separating translation of two overlapping convex shapes.
//
// Source: G. van den Bergen, "Proximity Queries and Penetration Depth Computation on 3D Game Objects", Game
// Developers Conference 2001. Deviations: whether an edge is final is an exact sign, never a tolerance; the
// polytope starts as one chord, whose distance from the origin is signed; when the work space is full, all
// edges are walked instead.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

#include <touchstone/answers.hpp>
#include <touchstone/gjk.hpp>
#include <touchstone/minkowski_difference.hpp>

namespace touchstone {

/// Edges the polytope of EPA may have before all edges of the difference are walked, in constant space: so
/// round shapes with many vertices cost one pass, not one support per edge.
inline constexpr std::int32_t kEpaCapacity = 32;

/// Error of penetration_epa in u = epsilon of T times the largest |coordinate| of a corner: the depth, the
/// length of mtv, and how far B moved by mtv may still reach into A. The depth is the least of computed
/// distances that err by 5 roundings each, and so does it; making the mtv of it takes 7 more: 12 roundings of
/// a depth of at most 2 such coordinates are 12 epsilon. Conversion to float adds 1.5.
inline constexpr double kEpaDepthBound = 14;

/// A chord's computed distance errs by at most this part of (|p.x| + |p.y| + the distance), p its nearer end:
/// 12 roundings by its direction's error and 4 of the arithmetic; and by the corner error of p.
inline constexpr double kEpaChordBound = 16 * kRounding;

/// An edge of the difference or a chord of it, counter-clockwise, and its signed distance from the origin: a
/// lower bound unless it is final, that is, known to be an edge; then within 5 roundings.
struct EpaEdge {
  DifferenceVertex from;
  DifferenceVertex to;
  double distance = 0;
  bool is_final = false;
};

template <class T>
EpaEdge epa_chord(const MinkowskiDifference<T>& difference, DifferenceVertex from, DifferenceVertex to) {
  const Vec2<double> p = difference.rounded_vertex(from);
  const Vec2<double> q = difference.rounded_vertex(to);
  const Vec2<double> chord = difference.direction(from, to).approximate.value;
  const Vec2<double> nearer = length_sq(p) <= length_sq(q) ? p : q;
  const double distance = cross(nearer, chord) / accurate_length(chord);
  const double error = kEpaChordBound * (std::fabs(nearer.x) + std::fabs(nearer.y) + std::fabs(distance)) +
                       2 * difference.corner_error();
  return {from, to, distance - error, false};
}

template <class T>
void make_final(const MinkowskiDifference<T>& difference, EpaEdge& edge) {
  const DifferenceVertex to = difference.longer_part(edge.from, edge.to);
  edge.distance =
      difference.line_distance(edge.from, to, accurate_length(difference.accurate_edge(edge.from, to)));
  edge.is_final = true;
}

/// The nearest of all edges, walked in angular order from vertex start. Steps: at most count_a + count_b.
template <class T>
EpaEdge nearest_edge_by_walking(const MinkowskiDifference<T>& difference, DifferenceVertex start,
                                int& iterations) {
  const std::int32_t limit = difference.a().count + difference.b().count;
  DifferenceVertex v = start;
  EpaEdge nearest{v, v, HUGE_VAL, false};
  for (std::int32_t step = 0; step < limit && (step == 0 || !(v == start)); ++step) {
    EpaEdge edge = epa_chord(difference, v, difference.neighbour(v, true));
    if (edge.distance < nearest.distance) make_final(difference, edge);
    if (edge.distance < nearest.distance) nearest = edge;
    v = edge.to;
    ++iterations;
  }
  return nearest;
}

/// Expands the polytope at its nearest edge until that is an edge of the difference. The origin must be
/// inside; the polytope need not hold it yet: an edge it is outside of has a negative distance and is
/// expanded first.
template <class T>
EpaEdge nearest_edge(const MinkowskiDifference<T>& difference, int& iterations) {
  std::array<EpaEdge, kEpaCapacity> edges;
  const Vec2<double> start = start_direction(difference.a(), difference.b());
  const DifferenceVertex p = difference.support_left(difference.direction(-perp(start)));
  const DifferenceVertex q = difference.support_left(difference.direction(perp(start)));
  edges[0] = epa_chord(difference, p, q);
  edges[1] = epa_chord(difference, q, p);
  iterations += 2;
  for (std::int32_t size = 2; size < kEpaCapacity;) {
    const auto closer = [](const EpaEdge& e, const EpaEdge& f) { return e.distance < f.distance; };
    EpaEdge& nearest = *std::min_element(edges.begin(), edges.begin() + size, closer);
    if (nearest.is_final) return nearest;
    const DifferenceDirection inward = difference.direction(nearest.to, nearest.from);
    const DifferenceVertex r = difference.support_left(inward);
    ++iterations;
    const bool is_end = r == nearest.from || r == nearest.to;
    if (is_end || difference.turn_sign(inward, difference.direction(nearest.to, r)) == 0) {
      make_final(difference, nearest);
      continue;
    }
    edges[size++] = epa_chord(difference, r, nearest.to);
    nearest = epa_chord(difference, nearest.from, r);
  }
  return nearest_edge_by_walking(difference, p, iterations);
}

/// Returns relation, exactly as relation_gjk; when overlapping the depth, the length of the shortest
/// translation that leaves the shapes touching, and mtv, one such translation of B. Touching: depth 0, mtv
/// (0, 0). Disjoint: both mean nothing. Same frame as the shapes; of several shortest ones any. Requires
/// checked shapes. Error: kEpaDepthBound u. Iterations: supports and edges asked. Status: ok; iteration_limit
/// would mean a shape that was not checked. Cost: relation_gjk, then per expansion one exact support; at most
/// as many as the difference has edges.
template <class T>
Penetration<T> penetration_epa(const ConvexView<T>& a, const ConvexView<T>& b) {
  const RelationAnswer relation = relation_gjk(a, b);
  Penetration<T> answer{relation.status, relation.relation, 0, {}, relation.iterations};
  if (answer.status != Status::ok || answer.relation != Relation::overlapping) return answer;
  const MinkowskiDifference<T> difference(a, b);
  const EpaEdge nearest = nearest_edge(difference, answer.iterations);
  const Vec2<double> edge =
      difference.accurate_edge(nearest.from, difference.longer_part(nearest.from, nearest.to));
  const Vec2<double> outward = -perp(edge) * (1 / accurate_length(edge));
  // A depth below the smallest scalar is still one.
  answer.depth = std::max(static_cast<T>(nearest.distance), std::numeric_limits<T>::denorm_min());
  answer.mtv = {static_cast<T>(outward.x * nearest.distance), static_cast<T>(outward.y * nearest.distance)};
  return answer;
}

}  // namespace touchstone
