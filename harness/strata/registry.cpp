#include "harness/strata/registry.hpp"

#include <algorithm>

#include "harness/strata/families.hpp"

namespace touchstone {
namespace {

using strata::Family;
using strata::has_edges;
using strata::is_flat;
using strata::is_polygon;
using strata::is_round;

bool is_concave(PairClass pair) {
  const auto is = [](ShapeClass type) { return type == ShapeClass::concave || type == ShapeClass::ring; };
  return is(pair.a) || is(pair.b);
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
  if (pair == PairClass{ShapeClass::polygon, ShapeClass::triangle}) return true;
  const bool box_as_other = (pair.a == ShapeClass::aabb || pair.a == ShapeClass::obb) &&
                            (pair.b == ShapeClass::obb || pair.b == ShapeClass::polygon);
  return pair.a == pair.b || box_as_other;
}

/// Not a point with a point or a segment.
bool can_overlap(PairClass pair) {
  return pair.a != ShapeClass::point || !is_flat(pair.b);
}
/// Two edges, one of them free to turn.
bool two_with_free_edges(PairClass pair) {
  return two_with_edges(pair) && !(pair == PairClass{ShapeClass::aabb, ShapeClass::aabb});
}
/// Points and concave ones cannot lose their area.
bool one_can_be_flat(PairClass pair) {
  const auto can = [](ShapeClass type) { return type != ShapeClass::point && type != ShapeClass::concave; };
  return can(pair.a) || can(pair.b);
}

constexpr Promise::Share kNone{0, 0}, kAll{1, 1}, kAny{0, 1};
constexpr Promise kTouching{kAll, kNone, kAll}, kOverlapping{kNone, kAll, kAny};
constexpr Promise kCloseToScale{{0.44, 0.76}, {0.08, 0.35}, {0.59, 0.88}};

struct Row {
  std::string_view name;
  Family straight;
};

constexpr std::array<Row, kStratumCount> kRows = {{
    {"uniform", {strata::make_uniform, always, {kNone, {0.17, 0.68}, kNone}}},
    {"far_apart", {strata::make_far_apart, always, {kNone, kNone, kNone}}},
    {"lattice", {strata::make_lattice, always, {{0.04, 0.52}, {0.16, 0.62}, {0.04, 0.52}}}},
    {"vertex_touch", {strata::make_vertex_touch, always, kTouching}},
    {"edge_touch", {strata::make_edge_touch, has_edges, kTouching}},
    {"near_touch", {strata::make_near_touch, has_edges, {{0, 0.31}, {0.20, 0.56}, {0.70, 0.95}}}},
    {"parallel_edges",
     {strata::make_parallel_edges, two_with_edges, {{0.27, 0.40}, {0.27, 0.40}, {0.65, 0.85}}}},
    {"slide_along_edge",
     {strata::make_slide_along_edge, two_with_edges, {{0.61, 0.72}, kNone, {0.61, 0.75}}}},
    {"nested", {strata::make_nested, one_with_area, kOverlapping}},
    {"coincident", {strata::make_coincident, can_coincide, kOverlapping}},
    {"sliver", {strata::make_sliver, always, {{0, 0.46}, {0.01, 0.76}, {0, 0.50}}}},
    {"mixed_scale", {strata::make_mixed_scale, has_edges, {{0.44, 0.66}, {0.04, 0.32}, {0.44, 0.68}}}},
    {"far_from_origin",
     {strata::make_far_from_origin, has_edges, {{0.44, 0.72}, {0.09, 0.32}, {0.57, 0.88}}}},
    {"duplicate_vertices",
     {strata::make_duplicate_vertices, one_polygon, {{0.62, 0.87}, {0.04, 0.23}, {0.62, 0.87}}}},
    {"collinear_vertices",
     {strata::make_collinear_vertices, one_polygon, {{0.57, 0.78}, {0.04, 0.23}, {0.57, 0.78}}}},
    {"deep", {strata::make_deep, can_overlap, kOverlapping}},
    {"shallow", {strata::make_shallow, can_overlap, kOverlapping}},
    {"invalid", {strata::make_invalid, always, {kNone, kNone, kNone}}},
    {"near_parallel", {strata::make_near_parallel, two_with_free_edges, {{0.10, 0.22}, {0.42, 0.60}, kAll}}},
    {"collinear", {strata::make_collinear, has_edges, {{0.36, 0.73}, {0, 0.36}, {0.36, 0.73}}}},
    {"concentric", {strata::make_concentric, can_overlap, kOverlapping}},
    {"needle", {strata::make_needle, has_edges, {{0.60, 0.80}, {0.04, 0.17}, kAll}}},
    {"tiny_scale", {strata::make_tiny_scale, has_edges, kCloseToScale}},
    {"huge_scale", {strata::make_huge_scale, has_edges, kCloseToScale}},
    {"grazing", {strata::make_grazing, has_edges, {{0.02, 0.26}, {0.22, 0.46}, {0.36, 0.57}}}},
    {"piercing", {strata::make_piercing, two_with_edges, kOverlapping}},
    {"symmetric", {strata::make_symmetric, can_overlap, {{0.20, 0.31}, {0.69, 0.80}, {0.20, 0.31}}}},
    {"axis_aligned", {strata::make_axis_aligned, has_edges, {{0.41, 0.64}, {0.06, 0.29}, {0.71, 0.88}}}},
    {"point_like", {strata::make_point_like, one_can_be_flat, {{0.55, 0.72}, {0.03, 0.22}, {0.56, 1}}}},
    {"out_of_range", {strata::make_out_of_range, has_edges, kCloseToScale}},
    {"face_touch", {}},
    {"thin_plates", {}},
    {"stacked", {}},
    {"public_reports", {}},
    {"real_shapes", {}},
}};

constexpr std::array<std::string_view, kShapeClassCount> kClassNames = {
    "point",      "segment",     "aabb",         "obb",       "polygon",      "concave",
    "triangle",   "circle",      "capsule",      "ring",      "ellipse",      "ray",
    "point_xyz",  "segment_xyz", "aabb_xyz",     "obb_xyz",   "triangle_xyz", "hull_xyz",
    "sphere_xyz", "capsule_xyz", "cylinder_xyz", "plane_xyz", "ray_xyz"};

constexpr std::size_t kLongestPairName = 32;

/// The names of kPairClasses, made once by the compiler.
struct PairName {
  char text[kLongestPairName]{};
  std::size_t size = 0;

  constexpr void add(std::string_view part) {
    for (const char c : part) text[size++] = c;
  }
};
constexpr auto kPairNames = [] {
  std::array<PairName, kPairClasses.size()> names{};
  for (std::size_t i = 0; i < names.size(); ++i) {
    names[i].add(kClassNames[static_cast<std::size_t>(kPairClasses[i].a)]);
    names[i].add("-");
    names[i].add(kClassNames[static_cast<std::size_t>(kPairClasses[i].b)]);
  }
  return names;
}();

std::size_t index_of(PairClass pair) {
  std::size_t i = 0;
  while (i + 1 < kPairClasses.size() && !(kPairClasses[i] == pair)) ++i;
  return i;
}

/// Flat pairs that differ from the rest of their stratum.
Promise straight_promise(Stratum stratum, PairClass pair, Promise promise) {
  const bool point = pair.a == ShapeClass::point;
  const bool two_flat = is_flat(pair.a) && is_flat(pair.b);
  // A point overlaps no flat shape; in point_like the other shape is flat, and a segment is a point.
  if (point && two_flat) promise.overlapping = kNone;
  if (stratum == Stratum::point_like && (point || two_flat)) promise.overlapping = kNone;
  if (point && pair.b == ShapeClass::point && stratum == Stratum::coincident)
    return {{0.70, 0.80}, kNone, {0.97, 1}};
  if (!(pair == PairClass{ShapeClass::segment, ShapeClass::segment})) return promise;
  switch (stratum) {
    // Two segments on one line, or on parallel lines, touch at most.
    case Stratum::coincident:
      return {{0.70, 0.86}, kNone, kAll};
    case Stratum::parallel_edges:
    case Stratum::collinear:
      promise.overlapping = kNone;
      return promise;
    case Stratum::near_parallel:
      return {{0.25, 0.36}, {0.02, 0.09}, kAll};
    // Two random segments can be parallel.
    case Stratum::shallow:
    case Stratum::concentric:
      return {{0, 0.02}, {0.98, 1}, kAny};
    default:
      return promise;
  }
}

const Family& family_of(Stratum stratum, PairClass pair) {
  if (dimension_of(pair) == 3) return strata::space_family(stratum, pair);
  if (pair.a == ShapeClass::ray || pair.b == ShapeClass::ray) return strata::ray_family(stratum);
  if (is_round(pair.a) || is_round(pair.b)) return strata::round_family(stratum);
  return kRows[static_cast<std::size_t>(stratum)].straight;
}

}  // namespace

std::string_view name_of(Stratum stratum) {
  return kRows[static_cast<std::size_t>(stratum)].name;
}

std::optional<Stratum> stratum_from(std::string_view name) {
  for (std::size_t i = 0; i < kRows.size(); ++i) {
    if (kRows[i].name == name) return static_cast<Stratum>(i);
  }
  return std::nullopt;
}

std::string_view name_of(ShapeClass type) {
  return kClassNames[static_cast<std::size_t>(type)];
}

std::string_view name_of(PairClass pair) {
  const PairName& name = kPairNames[index_of(pair)];
  return {name.text, name.size};
}

std::optional<PairClass> pair_from(std::string_view name) {
  const std::size_t dash = std::min(name.find('-'), name.size());
  const auto is = [&](PairClass pair, std::string_view a, std::string_view b) {
    return name_of(pair.a) == a && name_of(pair.b) == b;
  };
  const std::string_view a = name.substr(0, dash);
  const std::string_view b = name.substr(std::min(dash + 1, name.size()));
  for (const PairClass pair : kPairClasses) {
    if (is(pair, a, b) || is(pair, b, a)) return pair;
  }
  return std::nullopt;
}

bool applies(Stratum stratum, PairClass pair) {
  const Family& family = family_of(stratum, pair);
  return family.make != nullptr && family.applies(pair);
}

void generate(Stratum stratum, PairClass pair, std::uint64_t seed, std::uint64_t index, Scene& out) {
  Random random(seed, static_cast<std::uint64_t>(stratum),
                static_cast<std::uint64_t>(pair.a) << 8 | static_cast<std::uint64_t>(pair.b), index);
  out.id.clear();
  out.why.clear();
  out.source.clear();
  out.query = pair.b == ShapeClass::ray || pair.b == ShapeClass::ray3 ? Query::raycast : Query::relation;
  out.expect.reset();
  for (OwnedShape* shape : {&out.a, &out.b}) {
    shape->radii = {};
    if (dimension_of(pair) == 2) {
      shape->points3.clear();
    } else {
      shape->points.clear();
      shape->holes.clear();
    }
  }
  family_of(stratum, pair).make(random, pair, out);
}

std::string scene_id(Stratum stratum, PairClass pair, std::uint64_t seed, std::uint64_t index) {
  std::string id(name_of(stratum));
  id.append("/").append(name_of(pair));
  return id.append("/").append(std::to_string(seed)).append("/").append(std::to_string(index));
}

Promise promise_of(Stratum stratum, PairClass pair) {
  Promise promise = family_of(stratum, pair).promise;
  // How deep a ray runs in a cylinder the oracle knows by bounds only.
  if (pair == PairClass{ShapeClass::cylinder, ShapeClass::ray3}) promise.band = kAny;
  if (dimension_of(pair) == 3) return promise;
  const bool straight = pair.b < ShapeClass::circle;
  if (is_concave(pair)) promise.band = kAny;
  return straight ? straight_promise(stratum, pair, promise) : promise;
}

}  // namespace touchstone
