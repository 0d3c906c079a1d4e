// Strata of pairs of space: which apply to which pair, and what makes them.
#include <array>

#include "harness/strata/families.hpp"
#include "harness/strata/space_families.hpp"
#include "harness/strata/space_promises.hpp"

namespace touchstone::strata {
namespace {

using space::any_is;
using space::has_edges;
using space::has_faces;
using space::is_thin;
using space::two_with_edges;

int dimension_of_shape(ShapeClass type) {
  return type == ShapeClass::point3 ? 0 : type == ShapeClass::triangle3 ? 2 : is_thin(type) ? 1 : 3;
}

bool always(PairClass) {
  return true;
}
bool one_with_edges(PairClass pair) {
  return has_edges(pair.a) || has_edges(pair.b);
}
bool one_with_faces(PairClass pair) {
  return has_faces(pair.a) || has_faces(pair.b);
}
/// The Minkowski difference has volume.
bool can_overlap(PairClass pair) {
  return dimension_of_shape(pair.a) + dimension_of_shape(pair.b) >= 3;
}
bool one_solid(PairClass pair) {
  return !is_thin(pair.a) || !is_thin(pair.b);
}
bool can_be_concentric(PairClass pair) {
  const bool plane = any_is(pair, ShapeClass::plane);
  return can_overlap(pair) && !(plane && (pair.a == ShapeClass::point3 || pair.b == ShapeClass::ray3));
}
bool can_coincide(PairClass pair) {
  const bool as_hull = space::is_box(pair.a) || pair.a == ShapeClass::triangle3;
  return pair.a == pair.b || (pair.b == ShapeClass::hull && as_hull) ||
         (pair.a == ShapeClass::aabb3 && pair.b == ShapeClass::obb3);
}
bool two_sliding_edges(PairClass pair) {
  return has_edges(pair.a) && has_edges(pair.b);
}
bool two_on_a_line(PairClass pair) {
  return two_with_edges(pair) && pair.b != ShapeClass::plane;
}
bool two_with_free_edges(PairClass pair) {
  const auto fixed = [](ShapeClass type) { return type == ShapeClass::aabb3 || type == ShapeClass::plane; };
  return two_with_edges(pair) && !(fixed(pair.a) && fixed(pair.b));
}
bool one_hull(PairClass pair) {
  return any_is(pair, ShapeClass::hull);
}
bool one_plate(PairClass pair) {
  return has_faces(pair.a) || (has_faces(pair.b) && pair.b != ShapeClass::plane);
}
bool two_long(PairClass pair) {
  const bool ray = pair.b == ShapeClass::ray3;
  return has_edges(pair.a) && (has_edges(pair.b) || ray) && can_overlap(pair);
}
bool two_symmetric(PairClass pair) {
  const auto is = [](ShapeClass type) {
    return type != ShapeClass::triangle3 && type != ShapeClass::plane && type != ShapeClass::ray3;
  };
  return is(pair.a) && is(pair.b) && can_overlap(pair);
}
/// What fills a cube as well as it can, and the floor.
bool two_blocks(PairClass pair) {
  return !is_thin(pair.a) && !is_thin(pair.b) && pair.a != ShapeClass::plane;
}
bool can_lose_size(PairClass pair) {
  const auto can = [](ShapeClass type) {
    return type != ShapeClass::point3 && type != ShapeClass::plane && type != ShapeClass::ray3;
  };
  return can(pair.a) || can(pair.b);
}

struct Maker {
  Stratum stratum;
  void (*make)(Random&, PairClass, Scene&);
  bool (*applies)(PairClass);
};
constexpr Maker kMakers[] = {
    {Stratum::uniform, space::make_uniform, always},
    {Stratum::far_apart, space::make_far_apart, always},
    {Stratum::lattice, space::make_lattice, always},
    {Stratum::vertex_touch, space::make_vertex_touch, always},
    {Stratum::edge_touch, space::make_edge_touch, one_with_edges},
    {Stratum::face_touch, space::make_face_touch, one_with_faces},
    {Stratum::near_touch, space::make_near_touch, always},
    {Stratum::grazing, space::make_grazing, always},
    {Stratum::shallow, space::make_shallow, can_overlap},
    {Stratum::parallel_edges, space::make_parallel_edges, two_with_edges},
    {Stratum::near_parallel, space::make_near_parallel, two_with_free_edges},
    {Stratum::slide_along_edge, space::make_slide_along_edge, two_sliding_edges},
    {Stratum::collinear, space::make_collinear, two_on_a_line},
    {Stratum::nested, space::make_nested, one_solid},
    {Stratum::coincident, space::make_coincident, can_coincide},
    {Stratum::concentric, space::make_concentric, can_be_concentric},
    {Stratum::deep, space::make_deep, can_overlap},
    {Stratum::sliver, space::make_sliver, one_with_edges},
    {Stratum::needle, space::make_needle, one_with_edges},
    {Stratum::thin_plates, space::make_thin_plates, one_plate},
    {Stratum::mixed_scale, space::make_mixed_scale, always},
    {Stratum::far_from_origin, space::make_far_from_origin, always},
    {Stratum::tiny_scale, space::make_tiny_scale, always},
    {Stratum::huge_scale, space::make_huge_scale, always},
    {Stratum::out_of_range, space::make_out_of_range, always},
    {Stratum::duplicate_vertices, space::make_duplicate_vertices, one_hull},
    {Stratum::collinear_vertices, space::make_collinear_vertices, one_hull},
    {Stratum::piercing, space::make_piercing, two_long},
    {Stratum::symmetric, space::make_symmetric, two_symmetric},
    {Stratum::stacked, space::make_stacked, two_blocks},
    {Stratum::axis_aligned, space::make_axis_aligned, always},
    {Stratum::point_like, space::make_point_like, can_lose_size},
    {Stratum::invalid, space::make_invalid, always},
};

using space::PairKind;
constexpr std::array<std::array<Family, kStratumCount>, space::kPairKindCount> kFamilies = [] {
  std::array<std::array<Family, kStratumCount>, space::kPairKindCount> all{};
  for (std::size_t kind = 0; kind < all.size(); ++kind) {
    for (const Maker& maker : kMakers)
      all[kind][static_cast<std::size_t>(maker.stratum)] = {maker.make, maker.applies, {}};
    for (const space::PromiseRow& row : space::kPromises)
      all[kind][static_cast<std::size_t>(row.stratum)].promise = row.of[kind];
  }
  return all;
}();

PairKind kind_of(PairClass pair) {
  if (pair.b == ShapeClass::ray3) return PairKind::ray;
  if (pair.b == ShapeClass::plane) return PairKind::plane;
  const bool a = is_thin(pair.a), b = is_thin(pair.b);
  return a && b ? PairKind::thin : a || b ? PairKind::mixed : PairKind::solid;
}

}  // namespace

const Family& space_family(Stratum stratum, PairClass pair) {
  return kFamilies[static_cast<std::size_t>(kind_of(pair))][static_cast<std::size_t>(stratum)];
}

}  // namespace touchstone::strata
