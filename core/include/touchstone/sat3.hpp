// The separating axis test of any two convex polytopes of space: exact relation, depth and MTV.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <touchstone/answers.hpp>
#include <touchstone/facets3.hpp>
#include <touchstone/polytope3.hpp>
#include <touchstone/sat_flat3.hpp>

namespace touchstone {

/// The least dot(n, b - a), a in A and b in B: positive when the plane across n separates A (below) from B.
struct DirectionGap {
  double value;
  double error;  ///< the exact one lies within this
};

namespace detail {

/// The error of a height over origin, relative to |n|'s largest coordinate times the width that the corner
/// and origin are apart: a rounding of the difference, 3 of the dot product, over three coordinates.
inline constexpr double kHeightBound = 12 * kRounding;

/// Least height of a corner over origin along n.
inline DirectionGap least_height(const PolytopeView& shape, const Vec3<double>& n,
                                 const Vec3<double>& origin) {
  double least = HUGE_VAL, width = 0;
  for (std::int32_t k = 0; k < shape.corner_count; ++k) {
    const Vec3<double> w = shape.corners[k] - origin;
    least = std::min(least, dot(n, w));
    width = std::max(width, largest_of(w));
  }
  return {least, largest_of(n) * (kHeightBound * width + 3 * shape.corner_error)};
}

}  // namespace detail

/// The gap along n, of any length: for callers who have a direction and want to know whether it separates,
/// and how far. Cost: two dot products' worth a corner.
inline DirectionGap gap_along(const PolytopeView& a, const PolytopeView& b, const Vec3<double>& n) {
  const Vec3<double>& origin = a.corners[0];
  const DirectionGap of_a = detail::least_height(a, -n, origin);
  const DirectionGap of_b = detail::least_height(b, n, origin);
  const double gap = of_b.value + of_a.value;
  return {gap, (1 + 0x1p-40) * (of_a.error + of_b.error + kRounding * std::fabs(gap))};
}

namespace detail {

/// Sign of the least height of other's corners over a face of own, exactly. witness: a corner of other to try
/// first; left at one below the face when there is one. Cost: a few corners where one is found, else all.
inline int least_height_sign(const FacetPair& pair, const FacetNormal& face, const PolytopeView& own,
                             const PolytopeView& other, std::int32_t& witness) {
  const std::int32_t base = face.p.from;
  const double bound = pair.height_bound(face);
  double lowest = FacetPair::height(face, own, base, other, witness);
  for (bool moved = true; moved && !(lowest < -bound);) {
    moved = false;
    const std::int32_t at = witness;
    for (std::int32_t k = other.neighbour_first[at]; k < other.neighbour_first[at + 1]; ++k) {
      const double h = FacetPair::height(face, own, base, other, other.neighbours[k]);
      if (!(h < lowest)) continue;
      lowest = h;
      witness = other.neighbours[k];
      moved = true;
    }
  }
  if (lowest < -bound) return -1;
  int least = 1;
  for (std::int32_t k = 0; k < other.corner_count; ++k) {
    least = std::min(least, pair.height_sign(face, own, base, other, k));
    if (least >= 0) continue;
    witness = k;
    break;
  }
  return least;
}

/// Pairs of edges beyond which a common inner point is looked for first.
inline constexpr std::int64_t kManyEdgePairs = 100;
inline constexpr int kInnerPointSteps = 32;

/// Steps p off the face of shape that it is farthest outside of, measured along unit normals; true when it
/// was certainly inside of all.
inline bool worst_face(const FacetPair& pair, const PolytopeView& shape, const Vec3<double>& p, double& worst,
                       Vec3<double>& normal) {
  bool inside = true;
  for (std::int32_t f = 0; f < shape.face_count; ++f) {
    const FacetNormal face = face_normal(shape, f);
    const double h = dot(face.value, p - shape.corners[face.p.from]);
    inside = inside && h < -pair.height_bound(face);
    const double size = std::sqrt(length_sq(face.value));
    if (h > worst * size) {
      worst = h / size;
      normal = face.value * (1 / size);
    }
  }
  return inside;
}

/// True only when the interiors meet: relaxation (S. Agmon 1954; T. Motzkin, I. Schoenberg 1954) of the faces
/// of both toward a point within all, which is then certain. Requires solid shapes. Cost: linear in the
/// faces, a few times.
inline bool find_inner_point(const FacetPair& pair) {
  const Aabb3<double>&p = pair.a().box, &q = pair.b().box;
  const Vec3<double> lo{std::max(p.min.x, q.min.x), std::max(p.min.y, q.min.y), std::max(p.min.z, q.min.z)};
  const Vec3<double> hi{std::min(p.max.x, q.max.x), std::min(p.max.y, q.max.y), std::min(p.max.z, q.max.z)};
  Vec3<double> at = lo * 0.5 + hi * 0.5;
  const double step = 0x1p-6 * largest_of(hi - lo);
  for (int i = 0; i < kInnerPointSteps; ++i) {
    double worst = -HUGE_VAL;
    Vec3<double> normal;
    const bool in_a = worst_face(pair, pair.a(), at, worst, normal);
    const bool in_b = worst_face(pair, pair.b(), at, worst, normal);
    if (in_a && in_b) return true;
    at = at - normal * (std::max(worst, 0.0) + step);
    at = {std::clamp(at.x, lo.x, hi.x), std::clamp(at.y, lo.y, hi.y), std::clamp(at.z, lo.z, hi.z)};
  }
  return false;
}

inline bool boxes_apart(const Aabb3<double>& a, const Aabb3<double>& b) {
  return a.max.x < b.min.x || b.max.x < a.min.x || a.max.y < b.min.y || b.max.y < a.min.y ||
         a.max.z < b.min.z || b.max.z < a.min.z;
}

/// Largest sign over the faces of own, or 1 at the first face that separates.
inline int largest_face_sign(const FacetPair& pair, const PolytopeView& own, const PolytopeView& other,
                             int& iterations) {
  int largest = -1;
  std::int32_t witness = 0;
  for (std::int32_t f = 0; f < own.face_count && largest < 1; ++f) {
    ++iterations;
    largest = std::max(largest, least_height_sign(pair, face_normal(own, f), own, other, witness));
  }
  return largest;
}

inline Relation relation_by_facets(const FacetPair& pair, int& iterations) {
  const PolytopeView &a = pair.a(), &b = pair.b();
  int largest = largest_face_sign(pair, a, b, iterations);
  if (largest < 1) largest = std::max(largest, largest_face_sign(pair, b, a, iterations));
  if (largest > 0) return Relation::disjoint;
  if (largest < 0 && std::int64_t{a.edge_count} * b.edge_count > kManyEdgePairs && a.dimension == 3 &&
      b.dimension == 3 && find_inner_point(pair))
    return Relation::overlapping;
  pair.for_each_edge_facet([&](const EdgeFacet& facet) {
    ++iterations;
    const int sign = pair.height_sign(facet.normal, a, facet.on_a, b, facet.on_b);
    largest = std::max(largest, facet.way > 0 ? sign : -sign);
    return largest < 1;
  });
  if (largest > 0) return Relation::disjoint;
  return largest < 0 ? Relation::overlapping : Relation::touching;
}

}  // namespace detail

/// Exact for all valid polytopes in range, of any dimension, OBBs with rounded corners included: disjoint,
/// touching or overlapping as the origin lies outside of, on the boundary of, or inside A - B; touching, too,
/// when they meet and A - B has no volume. iterations counts faces and facets looked at. Laws: 1. swapping
/// the shapes keeps the relation;
/// 2. for boxes it is relation() of box3.hpp. Cost: linear in the corners and faces for most pairs; the
/// product of the numbers of edges, some ns each, where an edge of each separates and where they hardly
/// overlap; microseconds for each sign that only expansions can tell.
inline RelationAnswer relation_sat(const PolytopeView& a, const PolytopeView& b) {
  RelationAnswer answer;
  if (detail::boxes_apart(a.box, b.box)) return answer;
  const detail::FacetPair pair(a, b);
  if (detail::has_flat_difference(pair)) {
    if (detail::flat_pair_meets(pair)) answer.relation = Relation::touching;
    return answer;
  }
  const Vec3<double> between = (b.box.min - a.box.min) + (b.box.max - a.box.max);
  const DirectionGap gap = gap_along(a, b, between);
  if (gap.value > gap.error) return answer;
  answer.relation = detail::relation_by_facets(pair, answer.iterations);
  return answer;
}

/// Error of depth and of what mtv leaves of an overlap, in u = 2^-52 x largest |coordinate| R of a corner:
/// the normal of a facet that may be nearest is within 2^-60 of its length, and its gap, over that length,
/// within 2^-56 R; rounding the normal, its length, the gap, the division, the factor and the product of mtv
/// add 3.5 + 4 roundings of a depth of at most 2 R, 7.5 u.
inline constexpr double kSat3PenetrationBound = 8;

namespace detail {

struct FacetPush {
  double depth = HUGE_VAL;
  Vec3<double> mtv;
};

/// The facet's depth and push, accurately: corner i of A and j of B are its supports.
inline FacetPush push_over_facet(const FacetPair& pair, const FacetNormal& normal, double way, std::int32_t i,
                                 std::int32_t j) {
  const CornerSpan &p = normal.p, &q = normal.q;
  Vec3<DoubleDouble> n = cross(FacetPair::offset(*p.shape, p.from, *p.shape, p.to),
                               FacetPair::offset(*q.shape, q.from, *q.shape, q.to));
  const double magnitude = std::max({n.x.magnitude, n.y.magnitude, n.z.magnitude});
  if (!(largest_of(to_double(n)) > 0x1p-30 * magnitude)) {
    n = pair.with_terms([&](auto terms) {
      return space::accurate_cross(FacetPair::exact_span<terms>(p), FacetPair::exact_span<terms>(q));
    });
  }
  const double gap = way * dot(n, FacetPair::offset(pair.a(), i, pair.b(), j)).hi;
  const Vec3<double> axis = to_double(n);
  const double size = std::sqrt(length_sq(axis));
  const double depth = std::max(-gap, 0.0) / size;
  return {depth, axis * (way * depth / size)};
}

/// Looks for a nearer facet among those of the faces of own; way: +1 for A, -1 for B.
inline void push_over_faces(const FacetPair& pair, const PolytopeView& own, const PolytopeView& other,
                            double way, FacetPush& best, int& iterations) {
  for (std::int32_t f = 0; f < own.face_count; ++f) {
    ++iterations;
    const FacetNormal face = face_normal(own, f);
    const std::int32_t base = face.p.from;
    const double bound = pair.height_bound(face);
    double lowest = HUGE_VAL;
    for (std::int32_t k = 0; k < other.corner_count; ++k)
      lowest = std::min(lowest, FacetPair::height(face, own, base, other, k));
    if ((-lowest - bound) > best.depth * face.length_at_most()) continue;
    FacetPush push{0, {}};
    for (std::int32_t k = 0; k < other.corner_count; ++k) {
      if (FacetPair::height(face, own, base, other, k) > lowest + 2 * bound) continue;
      const FacetPush found =
          way > 0 ? push_over_facet(pair, face, 1, base, k) : push_over_facet(pair, face, -1, k, base);
      if (found.depth >= push.depth) push = found;
    }
    if (push.depth < best.depth) best = push;
  }
}

}  // namespace detail

/// Relation (exact), depth and a shortest translation that pushes B out of A, over all facets of A - B.
/// Touching: depth 0, mtv zero. Disjoint: both meaningless. Of equally short pushes any one. Error:
/// kSat3PenetrationBound. Cost: for overlapping pairs the product of the numbers of edges, some ns each.
inline Penetration3<double> penetration_sat(const PolytopeView& a, const PolytopeView& b) {
  Penetration3<double> answer;
  const RelationAnswer decided = relation_sat(a, b);
  answer.relation = decided.relation;
  answer.iterations = decided.iterations;
  if (answer.relation != Relation::overlapping) return answer;
  const detail::FacetPair pair(a, b);
  detail::FacetPush best;
  detail::push_over_faces(pair, a, b, 1, best, answer.iterations);
  detail::push_over_faces(pair, b, a, -1, best, answer.iterations);
  pair.for_each_edge_facet([&](const detail::EdgeFacet& facet) {
    ++answer.iterations;
    const double gap = facet.way * detail::FacetPair::height(facet.normal, a, facet.on_a, b, facet.on_b);
    if (-gap - pair.height_bound(facet.normal) <= best.depth * facet.normal.length_at_most()) {
      const detail::FacetPush push =
          detail::push_over_facet(pair, facet.normal, facet.way, facet.on_a, facet.on_b);
      if (push.depth < best.depth) best = push;
    }
    return true;
  });
  answer.depth = best.depth;
  answer.mtv = best.mtv;
  return answer;
}

}  // namespace touchstone
