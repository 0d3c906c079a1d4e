// Pairs of polygons to time: what they are is one line of code each, what share of them hits is counted, not
// assumed.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include <touchstone/shapes2.hpp>

namespace touchstone::bench {

enum class Workload : std::uint8_t {
  mixed,     ///< centres 0.8 to 2.8 radii apart: about half of the pairs overlap
  touching,  ///< the extreme vertex of B lies exactly on a side of A, by coordinates on a dyadic grid
};
std::string_view name_of(Workload workload);

struct PolygonPair {
  std::vector<Vec2<double>> a;
  std::vector<Vec2<double>> b;
};

/// `count` pairs of convex polygons of n vertices each, about one unit in radius, always the same ones.
std::vector<PolygonPair> make_pairs(Workload workload, int n, int count);

inline Polygon2<double> view(const std::vector<Vec2<double>>& points) {
  return {points};
}

}  // namespace touchstone::bench
