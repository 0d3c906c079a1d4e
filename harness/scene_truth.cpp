#include "harness/scene_truth.hpp"

#include "oracle/witness.hpp"
#include "oracle/witness3.hpp"

namespace touchstone {

void SceneTruth::assign(const ShapeView& a, const ShapeView& b) {
  dimension_ = a.dimension();
  if (dimension_ == 2) {
    plane_.assign(a.get(), b.get());
  } else {
    space_.assign(a.get3(), b.get3());
  }
}

std::optional<Coordinates> SceneTruth::mtv() {
  if (dimension_ == 3) return space_.mtv();
  return plane_.mtv();
}

oracle::Interval SceneTruth::distance_to_a(const Coordinates& p) {
  return dimension_ == 2 ? plane_.distance_to_a(touchstone::in_plane(p)) : space_.distance_to_a(p);
}
oracle::Interval SceneTruth::distance_to_b(const Coordinates& p) {
  return dimension_ == 2 ? plane_.distance_to_b(touchstone::in_plane(p)) : space_.distance_to_b(p);
}
oracle::Interval SceneTruth::separation_after(const Coordinates& shift, double enough) {
  return dimension_ == 2 ? plane_.separation_after(touchstone::in_plane(shift), enough)
                         : space_.separation_after(shift, enough);
}

SceneTruth::Raycast SceneTruth::raycast() {
  if (dimension_ == 2) {
    const oracle::Truth::Raycast& ray = plane_.raycast();
    return {ray.hit, ray.t, ray.x, ray.y, {}, ray.normal};
  }
  const oracle::Truth3::Raycast& ray = space_.raycast();
  return {ray.hit, ray.t, ray.x, ray.y, ray.z, ray.normal};
}

std::optional<bool> witness_agrees(const ShapeView& a, const ShapeView& b, SceneTruth& truth) {
  if (truth.dimension() == 2) {
    const auto said = oracle::ask_witness(a.get(), b.get());
    return said ? std::optional(oracle::agrees(*said, truth.in_plane())) : std::nullopt;
  }
  const auto said = oracle::ask_witness(a.get3(), b.get3());
  return said ? std::optional(oracle::agrees(*said, truth.in_space())) : std::nullopt;
}

}  // namespace touchstone
