#include "harness/strata/registry.hpp"

#include "harness/strata/families.hpp"

namespace touchstone {
namespace {

using strata::has_edges;
using strata::is_flat;
using strata::is_polygon;

using Maker = void (*)(Random&, PairClass, Scene&);
using Applies = bool (*)(PairClass);

bool is_concave(PairClass pair) {
  return pair.a == ShapeClass::concave || pair.b == ShapeClass::concave;
}

bool always(PairClass) {
  return true;
}
bool two_with_edges(PairClass pair) {
  return pair.a != ShapeClass::point && pair.b != ShapeClass::point;
}
bool one_with_area(PairClass pair) {
  return !is_flat(pair.a) || !is_flat(pair.b);
}
bool one_polygon(PairClass pair) {
  return is_polygon(pair.a) || is_polygon(pair.b);
}
bool can_coincide(PairClass pair) {
  const bool box_as_other = (pair.a == ShapeClass::aabb || pair.a == ShapeClass::obb) &&
                            (pair.b == ShapeClass::obb || pair.b == ShapeClass::polygon);
  return pair.a == pair.b || box_as_other;
}

constexpr Promise::Share kNone{0, 0}, kAll{1, 1}, kAny{0, 1};
constexpr Promise kTouching{kAll, kNone, kAll}, kOverlapping{kNone, kAll, kAny};

struct Row {
  std::string_view name;
  Maker make;
  Applies applies;
  Promise promise;  ///< touching, overlapping, band
};

constexpr std::array<Row, kStratumCount> kRows = {{
    {"uniform", strata::make_uniform, always, {kNone, {0.17, 0.68}, kNone}},
    {"far_apart", strata::make_far_apart, always, {kNone, kNone, kNone}},
    {"lattice", strata::make_lattice, always, {{0.04, 0.52}, {0.16, 0.62}, {0.04, 0.52}}},
    {"vertex_touch", strata::make_vertex_touch, always, kTouching},
    {"edge_touch", strata::make_edge_touch, has_edges, kTouching},
    {"near_touch", strata::make_near_touch, has_edges, {{0, 0.31}, {0.20, 0.56}, {0.70, 0.95}}},
    {"parallel_edges",
     strata::make_parallel_edges,
     two_with_edges,
     {{0.27, 0.40}, {0.27, 0.40}, {0.65, 0.85}}},
    {"slide_along_edge", strata::make_slide_along_edge, two_with_edges, {{0.61, 0.72}, kNone, {0.61, 0.75}}},
    {"nested", strata::make_nested, one_with_area, kOverlapping},
    {"coincident", strata::make_coincident, can_coincide, kOverlapping},
    {"sliver", strata::make_sliver, always, {{0, 0.46}, {0.01, 0.76}, {0, 0.50}}},
    {"mixed_scale", strata::make_mixed_scale, has_edges, {{0.44, 0.66}, {0.04, 0.32}, {0.44, 0.68}}},
    {"far_from_origin", strata::make_far_from_origin, has_edges, {{0.44, 0.72}, {0.09, 0.32}, {0.57, 0.88}}},
    {"duplicate_vertices",
     strata::make_duplicate_vertices,
     one_polygon,
     {{0.62, 0.87}, {0.04, 0.23}, {0.62, 0.87}}},
    {"collinear_vertices",
     strata::make_collinear_vertices,
     one_polygon,
     {{0.57, 0.78}, {0.04, 0.23}, {0.57, 0.78}}},
    {"deep", strata::make_deep, always, kOverlapping},
    {"shallow", strata::make_shallow, has_edges, kOverlapping},
    {"invalid", strata::make_invalid, always, {kNone, kNone, kNone}},
    {"public_reports", nullptr, nullptr, {}},
    {"real_shapes", nullptr, nullptr, {}},
}};

constexpr std::array<std::string_view, kPairClasses.size()> kPairNames = {
    "polygon-polygon", "obb-obb",         "aabb-aabb",       "aabb-polygon",    "obb-polygon",
    "aabb-obb",        "point-polygon",   "point-aabb",      "point-obb",       "point-concave",
    "segment-polygon", "segment-segment", "concave-concave", "concave-polygon", "concave-obb"};

const Row& row_of(Stratum stratum) {
  return kRows[static_cast<std::size_t>(stratum)];
}

std::size_t index_of(PairClass pair) {
  std::size_t i = 0;
  while (i + 1 < kPairClasses.size() && !(kPairClasses[i] == pair)) ++i;
  return i;
}

}  // namespace

std::string_view name_of(Stratum stratum) {
  return row_of(stratum).name;
}

std::optional<Stratum> stratum_from(std::string_view name) {
  for (std::size_t i = 0; i < kRows.size(); ++i) {
    if (kRows[i].name == name) return static_cast<Stratum>(i);
  }
  return std::nullopt;
}

std::string_view name_of(PairClass pair) {
  return kPairNames[index_of(pair)];
}

std::optional<PairClass> pair_from(std::string_view name) {
  for (std::size_t i = 0; i < kPairNames.size(); ++i) {
    if (kPairNames[i] == name) return kPairClasses[i];
  }
  return std::nullopt;
}

bool applies(Stratum stratum, PairClass pair) {
  const Row& row = row_of(stratum);
  return row.applies != nullptr && row.applies(pair);
}

void generate(Stratum stratum, PairClass pair, std::uint64_t seed, std::uint64_t index, Scene& out) {
  Random random(seed, static_cast<std::uint64_t>(stratum),
                static_cast<std::uint64_t>(pair.a) << 8 | static_cast<std::uint64_t>(pair.b), index);
  out.id.clear();
  out.why.clear();
  out.source.clear();
  out.query = Query::relation;
  out.expect.reset();
  row_of(stratum).make(random, pair, out);
}

std::string scene_id(Stratum stratum, PairClass pair, std::uint64_t seed, std::uint64_t index) {
  std::string id(name_of(stratum));
  id.append("/").append(name_of(pair));
  return id.append("/").append(std::to_string(seed)).append("/").append(std::to_string(index));
}

Promise promise_of(Stratum stratum, PairClass pair) {
  Promise promise = row_of(stratum).promise;
  if (is_concave(pair)) promise.band = kAny;
  if (!(pair == PairClass{ShapeClass::segment, ShapeClass::segment})) return promise;
  // Two segments on one line, or on parallel lines, touch at most.
  if (stratum == Stratum::coincident) return {{0.70, 0.86}, kNone, kAll};
  if (stratum == Stratum::parallel_edges) promise.overlapping = kNone;
  // Two random segments can be parallel.
  if (stratum == Stratum::shallow) return {{0, 0.01}, {0.99, 1}, kAny};
  return promise;
}

}  // namespace touchstone
