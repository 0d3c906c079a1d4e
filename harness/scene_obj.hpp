// Wavefront OBJ files: the convex hull of a model's vertices, and scenes of it in many poses.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>

#include "harness/files.hpp"
#include "harness/scene.hpp"
#include "harness/sweep.hpp"

namespace touchstone {

/// True when the file's ending is .obj.
bool is_obj_file(const std::string& file);

/// The hull of all vertices ("v x y z"), as its corners: vertices inside, repeated or on faces are left out.
/// Lines of other kinds are passed over. An error names the line: a vertex that is not three (or more) finite
/// numbers, or is out of the range in which the core's hull is exact; or the file, when it has no vertex.
std::variant<OwnedShape, SceneError> parse_obj(std::string_view text, const std::string& file);
std::variant<OwnedShape, SceneError> read_obj(const std::string& file);

/// Scenes of the hull turned at random against a box, a ball, a capsule, a triangle, a ray and another pose
/// of itself, near its boundary, so that hits and misses have like shares: `cases` in all, spread evenly.
/// Poses are rotations by whole-number quaternions, in basic arithmetic: the same on any machine. The turned
/// corners are rounded; the scene is what they are then.
std::unique_ptr<SceneSource> poses_source(std::string file, OwnedShape hull, std::uint64_t seed,
                                          std::uint64_t cases);

}  // namespace touchstone
