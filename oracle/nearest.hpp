// The nearest features of two boundaries: floating point with a proved bound discards what is too far,
// rationals decide among the rest.
#pragma once

#include <cstdint>
#include <vector>

#include "oracle/region.hpp"

namespace touchstone::oracle {

/// The smallest distance from a vertex of one region to an edge of the other, exactly. Reuse one object for
/// many pairs.
class NearestFeatures {
 public:
  struct Result {
    Rational distance_sq;
    RationalVec2 on_a;
    RationalVec2 on_b;
  };
  enum class Which : std::uint8_t { all_vertices, corners };

  /// Boundaries that do not cross: their distance. Corners: collinear vertices are skipped (as points, not as
  /// ends of edges). Typically linear in the number of vertices, at worst their product.
  Result find(const Region& a, const Region& b, Which which);

  /// With coordinates scaled into [-1, 1], the computed distance from a vertex to an edge is off by at most
  /// this: the differences, the foot (clamped, so a point of the edge whatever its rounding) and the length
  /// are off by at most 60 roundings of magnitudes up to 2 sqrt(2), that is 2^-45 with room to spare; edges
  /// too short for their squared length to be a normal double are shorter than 2^-500.
  static constexpr double kDistanceError = 0x1p-45;

 private:
  struct Scaled {
    double x;
    double y;
  };
  struct Block {
    Box box;
    std::uint32_t begin;
    std::uint32_t end;
  };
  struct Side {
    const Region* region = nullptr;
    std::vector<Scaled> points;
    std::vector<Block> blocks;  ///< of edges, and of the vertices they start from
  };
  struct Candidate {
    double distance;
    int vertex_side;
    std::uint32_t vertex;
    std::uint32_t edge;
  };

  void prepare(Side& side, const Region& region, double down);
  void search(int vertex_side, Which which);
  void search_blocks(int vertex_side, const Block& vertices, const Block& edges, Which which);
  void offer(const Candidate& candidate);

  Side sides_[2];
  std::vector<Candidate> candidates_;
  double slack_ = 0;
  double limit_ = 0;  ///< the best distance so far and twice the slack
};

}  // namespace touchstone::oracle
