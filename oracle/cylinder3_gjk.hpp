// Where a cylinder and another convex body are nearest, in plain doubles: where certified searches start.
#pragma once

#include "oracle/cylinder3_scene.hpp"

namespace touchstone::oracle {

struct RoughContact {
  Vec3<double> on_x, on_y;
  bool apart = false;  ///< else the points are an estimate of one common point
};

/// Johnson's iteration (Gilbert, Johnson, Keerthi 1988) on the middles of the scene's numbers; together: the
/// point of y is then brought into x by Frank and Wolfe's. Proves nothing.
RoughContact rough_contact(const CylinderScene<Bounded>& scene);

}  // namespace touchstone::oracle
