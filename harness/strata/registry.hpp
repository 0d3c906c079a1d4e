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
  public_reports,
  real_shapes  ///< from files, not generated
};
inline constexpr int kStratumCount = 20;
inline constexpr int kGeneratedStratumCount = 18;  ///< the first ones

/// True for the strata whose scenes are read from files.
constexpr bool is_file_stratum(Stratum stratum) {
  return static_cast<int>(stratum) >= kGeneratedStratumCount;
}

/// What a shape of a generated scene is. polygon: convex; concave: a polygon in scenes, some with a hole.
enum class ShapeClass : std::uint8_t { point, segment, aabb, obb, polygon, concave };

/// A pair of classes. The operands of a scene stand in either order.
struct PairClass {
  ShapeClass a = ShapeClass::polygon;
  ShapeClass b = ShapeClass::polygon;

  friend constexpr bool operator==(PairClass, PairClass) = default;
};

inline constexpr std::array<PairClass, 15> kPairClasses = {{
    {ShapeClass::polygon, ShapeClass::polygon},
    {ShapeClass::obb, ShapeClass::obb},
    {ShapeClass::aabb, ShapeClass::aabb},
    {ShapeClass::aabb, ShapeClass::polygon},
    {ShapeClass::obb, ShapeClass::polygon},
    {ShapeClass::aabb, ShapeClass::obb},
    {ShapeClass::point, ShapeClass::polygon},
    {ShapeClass::point, ShapeClass::aabb},
    {ShapeClass::point, ShapeClass::obb},
    {ShapeClass::point, ShapeClass::concave},
    {ShapeClass::segment, ShapeClass::polygon},
    {ShapeClass::segment, ShapeClass::segment},
    {ShapeClass::concave, ShapeClass::concave},
    {ShapeClass::concave, ShapeClass::polygon},
    {ShapeClass::concave, ShapeClass::obb},
}};

std::string_view name_of(Stratum stratum);
std::optional<Stratum> stratum_from(std::string_view name);
std::string_view name_of(PairClass pair);  ///< "aabb-polygon"; requires a pair of kPairClasses
std::optional<PairClass> pair_from(std::string_view name);

/// Whether the stratum makes sense for the pair (points have no edges, boxes no repeated vertices). False for
/// file strata.
bool applies(Stratum stratum, PairClass pair);

/// Makes scene number index of the stratum in place: query relation, id, why and source empty, no
/// expectation. Depends on the arguments only; uses integer arithmetic and scaling by powers of two only, so
/// every machine makes the same bits. Requires applies(stratum, pair). Allocates nothing once out's vectors
/// have grown, except for a hole's points. Every scene is valid except in the stratum invalid, where every
/// scene is not.
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
