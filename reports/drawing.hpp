// A scene as SVG.
#pragma once

#include <string>

#include "harness/replay.hpp"
#include "harness/scene.hpp"

namespace touchstone::reports {

/// The two shapes with, where the truth has them, the shortest MTV as an arrow and the closest points. One
/// <svg> element, y up, scaled to fit; no scripts, no outside references; text from the scene is escaped. A
/// contact too small to see at this scale gets an inset that is enlarged around it.
std::string scene_svg(const Scene& scene, const oracle::FullTruth& truth);

/// Three orthogonal views (x-y, z-y, x-z) of a scene in space: silhouettes, edges, closest points, B moved by
/// the MTV.
std::string scene_svg(const Scene& scene, const oracle::FullTruth3& truth);

/// Of either.
std::string scene_svg(const Scene& scene, const FullSceneTruth& truth);

}  // namespace touchstone::reports
