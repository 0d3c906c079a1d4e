// The facets of A - B = {a - b} for two convex polytopes of space, found and measured without building it.
//
// Where A - B has volume, each facet with outer normal n is the sum of the faces that n supports: a face of A
// and anything of B, anything of A and a face of -B, or an edge of A and one of -B that are not parallel. The
// last case is that of crossing arcs on the sphere of directions: the normals that support an edge form the
// arc between those of its two faces; n lies inside of both arcs. With the edges' directions d and e and the
// normals of the faces to their left and right that is: left(A) . e and right(A) . e have opposite signs, so
// have left(B) . d and right(B) . d, and left(A) . e has the sign of left(B) . d; then n is that sign times d
// x e. (The arc of A meets the plane across e in |right . e| left + |left . e| right = sign(left . e) (left x
// right) x e, and left x right is along d.) A polygon's edges border its two sides, whose normals are
// opposite, and the same holds. A segment's edge has no faces: its arc is a whole circle, and sets no
// condition. Where a sign is zero the facet, if any, is one of a face.
//
// Source: D. Gregorius, "The Separating Axis Test between Convex Polyhedra", Game Developers Conference 2013.
// Deviation: every sign that rounding leaves open is decided exactly.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <type_traits>

#include <touchstone/double_double3.hpp>
#include <touchstone/exact_sign3.hpp>
#include <touchstone/polytope3.hpp>

namespace touchstone::detail {

/// corners[to] - corners[from] of one shape.
struct CornerSpan {
  const PolytopeView* shape = nullptr;
  std::int32_t from = 0;
  std::int32_t to = 0;
};

/// Each coordinate within 2 kRounding of the exact one, relatively, for the edges of polytopes and the spans
/// of face_spans(). Of an OBB it is a sum of half axes: along an edge all parallel ones, aligned; between
/// corners of a flat OBB's hexagon two of them.
inline Vec3<double> rounded_span(const CornerSpan& span) {
  const PolytopeView& shape = *span.shape;
  if (shape.rounded_from == nullptr) return shape.corners[span.to] - shape.corners[span.from];
  Vec3<double> sum;
  for (int i = 0; i < 3; ++i) {
    const int to = shape.signs[span.to] >> i & 1, from = shape.signs[span.from] >> i & 1;
    if (to != from) sum = sum + shape.rounded_from->half_axes[i] * (2.0 * (to - from));
  }
  return sum;
}

/// Error of dot(cross(p, q), e) for spans p, q, e, relative to the product of their largest |coordinates|:
/// with the two roundings of each span and one of the product, a product in a coordinate of the cross product
/// errs by 5 kRounding, their difference, at most 2 in the same measure, by 12 in all. Three of them times e:
/// 36, e's own roundings 3 x 2 x 2, those of the dot product 3 x 3 x 2: 66; squares of kRounding fit in the
/// rest.
inline constexpr double kSpanTripleBound = 68 * kRounding;

/// cross(p, q), outward on the shape that it belongs to.
struct FacetNormal {
  CornerSpan p, q;
  Vec3<double> value;  ///< each coordinate within 12 kRounding * scale
  double scale = 0;    ///< product of the largest |coordinates| of p and q

  FacetNormal() = default;
  FacetNormal(const CornerSpan& first, const CornerSpan& second) : p(first), q(second) {
    const Vec3<double> u = rounded_span(p), v = rounded_span(q);
    value = cross(u, v);
    scale = largest_of(u) * largest_of(v);
  }
  /// Length of the exact normal is at most this.
  double length_at_most() const {
    return (1 + 0x1p-40) * (std::sqrt(length_sq(value)) + 21 * kRounding * scale);
  }
};
/// Three corners of a face, spread around it.
inline FacetNormal face_normal(const PolytopeView& shape, std::int32_t face) {
  const Face3& f = shape.faces[face];
  const std::int32_t* loop = shape.face_corners + f.first;
  const std::int32_t at[3] = {loop[0], loop[f.count / 3], loop[2 * f.count / 3]};
  return {{&shape, at[0], at[1]}, {&shape, at[1], at[2]}};
}

/// An edge and the normals beside it, in double; a segment's are zero.
struct EdgeArc {
  Vec3<double> along, left, right;
  double size = 0;   ///< largest |coordinate| of along
  double scale = 0;  ///< larger FacetNormal::scale of the two normals

  EdgeArc() = default;
  EdgeArc(const PolytopeView& shape, const Edge3& edge)
      : along(rounded_span({&shape, edge.from, edge.to})), size(largest_of(along)) {
    if (edge.left < 0) return;
    const FacetNormal l = face_normal(shape, edge.left), r = face_normal(shape, edge.right);
    left = l.value;
    right = r.value;
    scale = std::max(l.scale, r.scale);
  }
};

/// A facet of A - B: way * normal points out of A, and b's height over a along it is the signed gap.
struct EdgeFacet {
  FacetNormal normal;
  double way = 1;
  std::int32_t on_a = 0;
  std::int32_t on_b = 0;
};

/// Two polytopes and what their signs need. The shapes' views must outlive it.
class FacetPair {
 public:
  FacetPair(const PolytopeView& a, const PolytopeView& b) : a_(a), b_(b) {
    const auto extent = [](double a_min, double a_max, double b_min, double b_max) {
      return std::max(a_max, b_max) - std::min(a_min, b_min);
    };
    const Aabb3<double>&p = a.box, &q = b.box;
    const double w =
        std::max({extent(p.min.x, p.max.x, q.min.x, q.max.x), extent(p.min.y, p.max.y, q.min.y, q.max.y),
                  extent(p.min.z, p.max.z, q.min.z, q.max.z)});
    margin_ = kSpanTripleBound * w + 14 * std::max(a.corner_error, b.corner_error);
  }
  const PolytopeView& a() const { return a_; }
  const PolytopeView& b() const { return b_; }

  /// Error of dot(normal, corner - corner) in double, for corners of either shape, in the common box of width
  /// w, each rounded by at most E: that of kSpanTripleBound, with w for the last span, and 3 x 2 x 2 E; 14 E
  /// for the products of both.
  double height_bound(const FacetNormal& normal) const { return normal.scale * margin_; }
  static double height(const FacetNormal& normal, const PolytopeView& from, std::int32_t i,
                       const PolytopeView& to, std::int32_t j) {
    return dot(normal.value, to.corners[j] - from.corners[i]);
  }

  /// Calls f with the number of doubles that add up to a corner's coordinate, as a type.
  template <class F>
  auto with_terms(const F& f) const {
    if (a_.rounded_from == nullptr && b_.rounded_from == nullptr) return f(std::integral_constant<int, 1>{});
    return f(std::integral_constant<int, 4>{});
  }
  template <int N>
  static ExactVec3<2 * N> exact_offset(const PolytopeView& from, std::int32_t i, const PolytopeView& to,
                                       std::int32_t j) {
    if constexpr (N == 1) {
      return exact_difference(to.corners[j], from.corners[i]);
    } else {
      return exact_corner(to, j) - exact_corner(from, i);
    }
  }
  template <int N>
  static ExactVec3<2 * N> exact_span(const CornerSpan& s) {
    return exact_offset<N>(*s.shape, s.from, *s.shape, s.to);
  }
  /// The same as a sum of two doubles.
  static Vec3<DoubleDouble> offset(const PolytopeView& from, std::int32_t i, const PolytopeView& to,
                                   std::int32_t j) {
    if (from.rounded_from == nullptr && to.rounded_from == nullptr)
      return to_double_double(exact_difference(to.corners[j], from.corners[i]));
    return corner_sum(to, j) - corner_sum(from, i);
  }
  /// Sign of dot(normal, corner j of to - corner i of from).
  int exact_height_sign(const FacetNormal& normal, const PolytopeView& from, std::int32_t i,
                        const PolytopeView& to, std::int32_t j) const {
    return with_terms([&](auto n) {
      return sign_of(space::kTriple, exact_offset<n>(from, i, to, j), exact_span<n>(normal.p),
                     exact_span<n>(normal.q));
    });
  }
  int height_sign(const FacetNormal& normal, const PolytopeView& from, std::int32_t i, const PolytopeView& to,
                  std::int32_t j) const {
    const double h = height(normal, from, i, to, j);
    const double bound = height_bound(normal);
    if (h > bound) return 1;
    if (-h > bound) return -1;
    return exact_height_sign(normal, from, i, to, j);
  }

  /// Calls visit(facet) for each facet of an edge of A and one of B, until it returns false. Cost: the
  /// product of the numbers of edges, some ns each.
  template <class Visit>
  void for_each_edge_facet(const Visit& visit) const {
    constexpr std::int32_t kBlock = 64;
    EdgeArc block[kBlock];
    for (std::int32_t first = 0; first < b_.edge_count; first += kBlock) {
      const std::int32_t count = std::min(kBlock, b_.edge_count - first);
      for (std::int32_t k = 0; k < count; ++k) block[k] = EdgeArc(b_, b_.edges[first + k]);
      for (std::int32_t i = 0; i < a_.edge_count; ++i) {
        const Edge3& edge = a_.edges[i];
        const EdgeArc arc(a_, edge);
        for (std::int32_t k = 0; k < count; ++k) {
          // Both at once: one branch, which is mostly taken.
          if (is_on_one_side(block[k], arc) | is_on_one_side(arc, block[k])) continue;
          const Edge3& other = b_.edges[first + k];
          const int way = crossing(edge, arc, other, block[k]);
          if (way == 0) continue;
          const EdgeFacet facet{
              {{&a_, edge.from, edge.to}, {&b_, other.from, other.to}}, double(way), edge.from, other.from};
          if (!visit(facet)) return;
        }
      }
    }
  }

 private:
  static Vec3<DoubleDouble> corner_sum(const PolytopeView& shape, std::int32_t k) {
    if (shape.rounded_from == nullptr) return to_double_double(shape.corners[k]);
    Vec3<DoubleDouble> sum = to_double_double(shape.rounded_from->center);
    for (int i = 0; i < 3; ++i) {
      const double sign = (shape.signs[k] >> i & 1) != 0 ? 1 : -1;
      sum = sum + to_double_double(shape.rounded_from->half_axes[i] * sign);
    }
    return sum;
  }
  /// 1 only when both normals of arc certainly lie on one side of the plane across edge; else 0.
  static int is_on_one_side(const EdgeArc& arc, const EdgeArc& edge) {
    const double left = dot(arc.left, edge.along), right = dot(arc.right, edge.along);
    const double bound = kSpanTripleBound * (arc.scale * edge.size);
    return int(std::min(left, right) > bound) | int(std::max(left, right) < -bound);
  }
  /// +1 or -1 when that times cross(along a, along b) is the normal of a facet, else 0.
  int crossing(const Edge3& a, const EdgeArc& arc_a, const Edge3& b, const EdgeArc& arc_b) const {
    int way_of_a = 0, way_of_b = 0;
    if (b.left >= 0) {
      way_of_b = side(b_, b.left, arc_b.left, arc_b.scale, a_, a, arc_a);
      if (way_of_b == 0 || side(b_, b.right, arc_b.right, arc_b.scale, a_, a, arc_a) != -way_of_b) return 0;
    }
    if (a.left >= 0) {
      way_of_a = side(a_, a.left, arc_a.left, arc_a.scale, b_, b, arc_b);
      if (way_of_a == 0 || side(a_, a.right, arc_a.right, arc_a.scale, b_, b, arc_b) != -way_of_a) return 0;
    }
    if (a.left < 0) return way_of_b;
    return b.left < 0 || way_of_a == way_of_b ? way_of_a : 0;
  }
  /// Sign of dot(normal of face, along edge of other).
  int side(const PolytopeView& shape, std::int32_t face, const Vec3<double>& normal, double scale,
           const PolytopeView& other, const Edge3& edge, const EdgeArc& arc) const {
    const double value = dot(normal, arc.along);
    const double bound = kSpanTripleBound * (scale * arc.size);
    if (value > bound) return 1;
    if (-value > bound) return -1;
    return exact_height_sign(face_normal(shape, face), other, edge.from, other, edge.to);
  }

  const PolytopeView& a_;
  const PolytopeView& b_;
  double margin_ = 0;
};

}  // namespace touchstone::detail
