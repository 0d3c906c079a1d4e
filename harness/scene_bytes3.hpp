// Any bytes as a scene of space, for coverage-guided fuzzing; the twin of scene_bytes.hpp.
//
//   byte 0, bits 0-1: numbers: 0 lattice, 1 scaled, 2 and 3 raw (byte_numbers.hpp)
//     bit 2:    1: radii and boxes as given (often invalid); 0: radii without sign, min and max in order
//     bits 3-4: query, among the family's, modulo their number
//     bit 5:    1: B's last points are A's last points: common corners, faces, half axes
//     bits 6-7: how many of them, less 1
//   byte 1, low and high nibble: types of A, B, among the family's; B is the ray of the family rays
//   byte 2, low and high nibble, modulo 12: points of A, B, less 1, where they are hulls
//   then the points of A, x, y and z each, a radius or an offset behind them; then those of B
//
// Where bytes run out zeros are read; bytes beyond are ignored.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "harness/scene.hpp"

namespace touchstone {

/// What a scene is made of, and what may be asked of it.
enum class SpaceFamily : std::uint8_t {
  boxes,  ///< boxes and points: relation, distance, penetration
  hulls,  ///< all shapes, hulls most often, no rays: relation, distance, penetration
  rays,   ///< a ray against any shape, hulls most often: raycast
};

inline constexpr std::size_t kMostHullPoints = 12;
/// More bytes are never read.
inline constexpr std::size_t kMostSceneBytes3 = 3 + 2 * 8 * (3 * kMostHullPoints + 1);

/// Total: every sequence of bytes gives a scene that its query may be asked of (without expectation).
/// Replaces the whole scene; allocates nothing once its shapes have room for kMostHullPoints points.
void scene_from_bytes(std::span<const std::uint8_t> bytes, SpaceFamily family, Scene& scene);

}  // namespace touchstone
