// Minkowski sum and difference as all pairwise sums and differences of vertices: published-methods.md, P2.
#pragma once

#include <cassert>
#include <cstddef>
#include <span>

#include <touchstone/vec.hpp>

namespace touchstone::published {

/// Writes a[i] + b[j], j running faster, and returns the part of `work` that was filled. Requires room for
/// a.size() * b.size() points.
inline std::span<Vec2<double>> minkowski_sum(std::span<const Vec2<double>> a, std::span<const Vec2<double>> b,
                                             std::span<Vec2<double>> work) {
  assert(work.size() >= a.size() * b.size());
  std::size_t count = 0;
  for (const Vec2<double> p : a) {
    for (const Vec2<double> q : b) work[count++] = p + q;
  }
  return work.first(count);
}

/// As minkowski_sum, of a[i] - b[j]. Two convex polygons meet exactly when the hull of these contains the
/// origin.
inline std::span<Vec2<double>> minkowski_difference(std::span<const Vec2<double>> a,
                                                    std::span<const Vec2<double>> b,
                                                    std::span<Vec2<double>> work) {
  assert(work.size() >= a.size() * b.size());
  std::size_t count = 0;
  for (const Vec2<double> p : a) {
    for (const Vec2<double> q : b) work[count++] = p - q;
  }
  return work.first(count);
}

}  // namespace touchstone::published
