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
  face_touch,
  thin_plates,
  stacked,
  public_reports,
  real_shapes  ///< from files, not generated
};
inline constexpr int kStratumCount = 35;
inline constexpr int kGeneratedStratumCount = 33;  ///< the first ones

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
  ray,
  point3,
  segment3,
  aabb3,
  obb3,
  triangle3,
  hull,
  sphere,
  capsule3,
  cylinder,
  plane,
  ray3
};
inline constexpr int kPlaneClassCount = 12;  ///< the first ones lie in the plane
inline constexpr int kShapeClassCount = 23;

/// 2 or 3.
constexpr int dimension_of(ShapeClass type) {
  return static_cast<int>(type) < kPlaneClassCount ? 2 : 3;
}

/// A pair of classes, a before b in their order. The operands of a scene stand in either order.
struct PairClass {
  ShapeClass a = ShapeClass::polygon;
  ShapeClass b = ShapeClass::polygon;

  friend constexpr bool operator==(PairClass, PairClass) = default;
};

constexpr int dimension_of(PairClass pair) {
  return dimension_of(pair.a);
}

/// Every pair of classes of one dimension but that of two rays; those of the plane first.
inline constexpr std::size_t kPlanePairCount = 77;
inline constexpr std::size_t kPairCount = kPlanePairCount + 65;
inline constexpr std::array<PairClass, kPairCount> kPairClasses = [] {
  std::array<PairClass, kPairCount> pairs{};
  std::size_t count = 0;
  const auto add_all = [&](int first, int last) {
    for (int a = first; a <= last; ++a)
      for (int b = a; b <= last; ++b)
        if (a != last) pairs[count++] = {static_cast<ShapeClass>(a), static_cast<ShapeClass>(b)};
  };
  add_all(0, kPlaneClassCount - 1);
  add_all(kPlaneClassCount, kShapeClassCount - 1);
  return pairs;
}();
static_assert(dimension_of(kPairClasses[kPlanePairCount - 1]) == 2 && dimension_of(kPairClasses.back()) == 3);

std::string_view name_of(Stratum stratum);
std::optional<Stratum> stratum_from(std::string_view name);
std::string_view name_of(ShapeClass type);
std::string_view name_of(PairClass pair);  ///< "aabb-polygon", "aabb_xyz-hull_xyz"; a pair of kPairClasses
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
