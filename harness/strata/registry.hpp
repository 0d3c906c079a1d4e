// The strata: named families of scenes, each constructed (never filtered) to sit where collision code breaks.
// docs/strata.md says what each one is for.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "harness/scene.hpp"

namespace touchstone {

enum class Stratum : std::uint8_t {
  uniform,
  far_apart,
  lattice,
  vertex_touch,
  edge_touch,
  near_touch,
  parallel_edges,
  slide_along_edge,
  nested,
  coincident,
  sliver,
  mixed_scale,
  far_from_origin,
  duplicate_vertices,
  collinear_vertices,
  deep,
  shallow,
  invalid,
  near_parallel,
  collinear,
  concentric,
  needle,
  tiny_scale,
  huge_scale,
  grazing,
  piercing,
  symmetric,
  axis_aligned,
  point_like,
  out_of_range,
  public_reports,
  real_shapes  ///< from files, not generated
};
inline constexpr int kStratumCount = 32;
inline constexpr int kGeneratedStratumCount = 30;  ///< the first ones

/// True for the strata whose scenes are read from files.
constexpr bool is_file_stratum(Stratum stratum) {
  return static_cast<int>(stratum) >= kGeneratedStratumCount;
}

/// What a shape of a generated scene is. polygon: convex; concave: a polygon in scenes, some with a hole.
enum class ShapeClass : std::uint8_t {
  point,
  segment,
  aabb,
  obb,
  polygon,
  concave,
  triangle,
  circle,
  capsule,
  ring,
  ellipse,
  ray
};
inline constexpr int kShapeClassCount = 12;

/// A pair of classes, a before b in their order. The operands of a scene stand in either order.
struct PairClass {
  ShapeClass a = ShapeClass::polygon;
  ShapeClass b = ShapeClass::polygon;

  friend constexpr bool operator==(PairClass, PairClass) = default;
};

/// Every pair but that of two rays.
inline constexpr std::array<PairClass, kShapeClassCount*(kShapeClassCount + 1) / 2 - 1> kPairClasses = [] {
  std::array<PairClass, kShapeClassCount*(kShapeClassCount + 1) / 2 - 1> pairs{};
  std::size_t count = 0;
  for (int a = 0; a < kShapeClassCount; ++a)
    for (int b = a; b < kShapeClassCount; ++b)
      if (count < pairs.size()) pairs[count++] = {static_cast<ShapeClass>(a), static_cast<ShapeClass>(b)};
  return pairs;
}();

std::string_view name_of(Stratum stratum);
std::optional<Stratum> stratum_from(std::string_view name);
std::string_view name_of(ShapeClass type);
std::string_view name_of(PairClass pair);  ///< "aabb-polygon"; requires a pair of kPairClasses
/// Takes either order: "polygon-aabb" is "aabb-polygon".
std::optional<PairClass> pair_from(std::string_view name);

/// Whether the stratum makes sense for the pair (points have no edges, boxes no repeated vertices). False for
/// file strata.
bool applies(Stratum stratum, PairClass pair);

/// Makes scene number index of the stratum in place: query relation (raycast with a ray), id, why and source
/// empty, no expectation. Depends on the arguments only; uses integer arithmetic and scaling by powers of two
/// only, so every machine makes the same bits. Requires applies(stratum, pair). Allocates nothing once out's
/// vectors have grown, except for a hole's points. Every scene is valid except in the stratum invalid, where
/// every scene is not.
void generate(Stratum stratum, PairClass pair, std::uint64_t seed, std::uint64_t index, Scene& out);

/// "stratum/pair/seed/index", the identity of a generated scene.
std::string scene_id(Stratum stratum, PairClass pair, std::uint64_t seed, std::uint64_t index);

/// What a stratum promises of any 2,000 of its scenes of one pair: shares, of all scenes, that lie in [least,
/// most]. Measured by harness/test/strata_test.cpp, listed in docs/strata.md.
struct Promise {
  struct Share {
    double least = 0;
    double most = 1;
  };
  Share touching;
  Share overlapping;
  Share band;  ///< |separation| <= kErrorBand x u, touching included; of convex pairs
};
inline constexpr double kErrorBand = 64;
Promise promise_of(Stratum stratum, PairClass pair);

}  // namespace touchstone
