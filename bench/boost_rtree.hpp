// Boost.Geometry's packed R-tree as a broad phase.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include <touchstone/shapes2.hpp>

namespace touchstone::bench {

/// Steps of a scene as Boost's boxes, converted outside the clock.
class BoostTree {
 public:
  explicit BoostTree(const std::vector<std::vector<Aabb2<double>>>& steps);
  ~BoostTree();
  BoostTree(const BoostTree&) = delete;
  BoostTree& operator=(const BoostTree&) = delete;

  /// Builds the tree from all boxes of the step (the range constructor packs it), asks it for the boxes that
  /// intersect each box, and returns the number of pairs.
  std::size_t count_pairs(std::size_t step) const;

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

}  // namespace touchstone::bench
