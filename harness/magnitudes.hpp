// How mixed the magnitudes of a scene's coordinates are.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "harness/scene.hpp"

namespace touchstone {

/// The largest |coordinate| or radius of both shapes over the smallest one that is not zero; 0 when all are
/// zero, infinity beyond the range of doubles. NaNs are passed over.
inline double magnitude_spread(const Scene& scene) {
  double least = std::numeric_limits<double>::infinity();
  double most = 0;
  const auto look = [&](Vec2<double> p) {
    for (const double magnitude : {std::fabs(p.x), std::fabs(p.y)}) {
      most = std::max(most, magnitude);
      if (magnitude > 0) least = std::min(least, magnitude);
    }
  };
  for (const OwnedShape* shape : {&scene.a, &scene.b}) {
    std::for_each(shape->points.begin(), shape->points.end(), look);
    look({shape->radii[0], shape->radii[1]});
    for (const Vec3<double>& p : shape->points3) {
      look({p.x, p.y});
      look({p.z, p.z});
    }
    for (const auto& hole : shape->holes) std::for_each(hole.begin(), hole.end(), look);
  }
  return most / least;
}

}  // namespace touchstone
