// Two polytopes of space whose Minkowski difference has no volume: points, segments and polygons in one plane
// or in parallel ones. They meet or they do not; they never overlap.
#pragma once

#include <algorithm>
#include <cstdint>

#include <touchstone/exact_sign3.hpp>
#include <touchstone/facets3.hpp>
#include <touchstone/polytope3.hpp>

namespace touchstone::detail {

/// Whether A - B has no volume, exactly.
inline bool has_flat_difference(const FacetPair& pair) {
  const PolytopeView &a = pair.a(), &b = pair.b();
  if (a.dimension == 3 || b.dimension == 3) return false;
  if (a.dimension + b.dimension < 3) return true;
  const PolytopeView& polygon = a.dimension == 2 ? a : b;
  const PolytopeView& other = a.dimension == 2 ? b : a;
  const FacetNormal normal = face_normal(polygon, 0);
  if (pair.height_sign(normal, other, 0, other, 1) != 0) return false;
  return other.dimension == 1 || pair.height_sign(normal, other, 0, other, 2) == 0;
}

/// For a difference in a plane through the origin, seen along coordinate axis dropped.
class PlanePair {
 public:
  PlanePair(const FacetPair& pair, int dropped) : pair_(pair), dropped_(dropped) {}

  bool meet() const {
    return !has_separating_edge(pair_.a(), pair_.b()) && !has_separating_edge(pair_.b(), pair_.a());
  }

 private:
  /// Some edge of own has all of other strictly beyond its line, and no corner of own there.
  bool has_separating_edge(const PolytopeView& own, const PolytopeView& other) const {
    for (std::int32_t e = 0; e < own.edge_count; ++e) {
      const Edge3& edge = own.edges[e];
      const int beyond = side(own, edge, other, 0);
      bool separates = beyond != 0;
      for (std::int32_t k = 1; k < other.corner_count && separates; ++k)
        separates = side(own, edge, other, k) == beyond;
      for (std::int32_t k = 0; k < own.corner_count && separates; ++k)
        separates = side(own, edge, own, k) != beyond;
      if (separates) return true;
    }
    return false;
  }
  int side(const PolytopeView& own, const Edge3& edge, const PolytopeView& other, std::int32_t k) const {
    return pair_.with_terms([&](auto n) {
      const auto along = FacetPair::exact_offset<n>(own, edge.from, own, edge.to);
      const auto to_corner = FacetPair::exact_offset<n>(own, edge.from, other, k);
      return sign_of(space::kCross2, space::seen_along(along, dropped_),
                     space::seen_along(to_corner, dropped_));
    });
  }

  const FacetPair& pair_;
  int dropped_;
};

/// Requires shapes of at most one dimension; segments parallel.
inline bool meet_on_line(const FacetPair& pair) {
  const PolytopeView &a = pair.a(), &b = pair.b();
  const auto offset_sign = [&](std::int32_t i, std::int32_t j, int k) {
    return pair.with_terms(
        [&](auto n) { return space::coordinate(FacetPair::exact_offset<n>(a, i, b, j), k).sign(); });
  };
  const std::int32_t last_a = a.corner_count - 1, last_b = b.corner_count - 1;
  if (last_a + last_b > 0) {
    const PolytopeView& segment = last_a > 0 ? a : b;
    const bool aligned = pair.with_terms([&](auto n) {
      return space::axis_of_cross(FacetPair::exact_offset<n>(segment, 0, segment, 1),
                                  FacetPair::exact_offset<n>(a, 0, b, 0)) == 3;
    });
    if (!aligned) return false;
  }
  // On one line, the extents meet in each coordinate just when the segments do.
  for (int k = 0; k < 3; ++k) {
    const int signs[4] = {offset_sign(0, 0, k), offset_sign(last_a, 0, k), offset_sign(0, last_b, k),
                          offset_sign(last_a, last_b, k)};
    if (*std::min_element(signs, signs + 4) > 0 || *std::max_element(signs, signs + 4) < 0) return false;
  }
  return true;
}

/// Requires has_flat_difference(). Exact.
[[gnu::noinline]] inline bool flat_pair_meets(const FacetPair& pair) {
  const PolytopeView &a = pair.a(), &b = pair.b();
  FacetNormal normal;
  if (a.dimension == 2 || b.dimension == 2) {
    normal = face_normal(a.dimension == 2 ? a : b, 0);
  } else if (a.dimension == 1 && b.dimension == 1) {
    normal = FacetNormal({&a, 0, 1}, {&b, 0, 1});
  } else {
    return meet_on_line(pair);
  }
  const int dropped = pair.with_terms([&](auto n) {
    return space::axis_of_cross(FacetPair::exact_span<n>(normal.p), FacetPair::exact_span<n>(normal.q));
  });
  if (dropped == 3) return meet_on_line(pair);
  return pair.height_sign(normal, a, 0, b, 0) == 0 && PlanePair(pair, dropped).meet();
}

}  // namespace touchstone::detail
