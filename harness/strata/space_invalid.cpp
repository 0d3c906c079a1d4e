// The stratum of scenes of space that are well-formed and no shapes: each way to be invalid, of each type.
#include <algorithm>
#include <cmath>
#include <limits>

#include "harness/strata/space_families.hpp"

namespace touchstone::strata::space {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kBad[] = {std::numeric_limits<double>::quiet_NaN(), kInfinity, -kInfinity};

double& coordinate_of(Vec3<double>& v, std::uint64_t axis) {
  return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

/// One coordinate of one point becomes NaN or infinite.
void spoil_number(Random& random, OwnedShape& shape) {
  Vec3<double>& p = shape.points3[random.below(shape.points3.size())];
  const std::uint64_t axis = random.below(3);
  coordinate_of(p, axis) = kBad[random.below(3)];
}

/// min > max in one coordinate, whatever the box was.
void spoil_order(Random& random, OwnedShape& shape) {
  const std::uint64_t axis = random.below(3);
  double& low = coordinate_of(shape.points3[0], axis);
  double& high = coordinate_of(shape.points3[1], axis);
  if (low == high) high = low + std::fmax(1, std::fabs(low));
  std::swap(low, high);
}

void spoil_radius(Random& random, OwnedShape& shape) {
  constexpr double kBadRadius[] = {std::numeric_limits<double>::quiet_NaN(), kInfinity, -kInfinity, -1,
                                   -0x1p-60};
  shape.radii[0] = kBadRadius[random.below(5)];
}

void spoil(Random& random, OwnedShape& shape) {
  const bool by_number = random.one_in(2);
  switch (shape.type) {
    case ShapeType::aabb3:
      return by_number ? spoil_number(random, shape) : spoil_order(random, shape);
    case ShapeType::hull:
      if (by_number) return spoil_number(random, shape);
      return shape.points3.clear();
    case ShapeType::sphere:
    case ShapeType::capsule3:
      return by_number ? spoil_number(random, shape) : spoil_radius(random, shape);
    case ShapeType::cylinder:
      if (by_number) return random.one_in(2) ? spoil_number(random, shape) : spoil_radius(random, shape);
      shape.points3[1] = shape.points3[0];
      return;
    case ShapeType::plane:
      if (by_number) return spoil_number(random, shape);
      if (random.one_in(2)) {
        shape.points3[0] = {0, 0, 0};
      } else {
        shape.radii[0] = kBad[random.below(3)];
      }
      return;
    case ShapeType::ray3:
      if (by_number) return spoil_number(random, shape);
      shape.points3[1] = {0, 0, 0};
      return;
    default:
      return spoil_number(random, shape);
  }
}

}  // namespace

void make_invalid(Random& random, PairClass pair, Scene& out) {
  SpacePair made;
  meet_somehow(random, pair, bits_for(random, pair), made);
  finish(random, made, {}, out);
  const std::uint64_t which = random.below(3);
  if (which != 1) spoil(random, out.a);
  if (which != 0) spoil(random, out.b);
}

}  // namespace touchstone::strata::space
