// Boost.Geometry's intersects and distance, prepared outside the clock.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "bench/workloads.hpp"

namespace touchstone::bench {

/// Pairs as Boost's polygons on doubles and, when asked for, on rationals.
class BoostPairs {
 public:
  BoostPairs(const std::vector<PolygonPair>& pairs, bool rational);
  ~BoostPairs();
  BoostPairs(const BoostPairs&) = delete;
  BoostPairs& operator=(const BoostPairs&) = delete;

  bool intersects(std::size_t pair) const;
  double distance(std::size_t pair) const;
  bool intersects_rational(std::size_t pair) const;

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

}  // namespace touchstone::bench
