// Any bytes as a scene of two polygons, for coverage-guided fuzzing, and back.
//
//   byte 0, bits 0-1: coordinates: 0 lattice, 1 scaled, 2 and 3 raw
//     bit 2:   1: points as given (often invalid); 0: their convex hull. Raw points are always as given.
//     bit 3:   1: the hull keeps points that lie on its sides
//     bit 4:   1: each polygon repeats its last point, if it has fewer than 8
//     bit 5:   1: A runs clockwise (its points are reversed)
//     bit 6:   1: so does B
//   byte 1, low and high nibble, modulo 6: points of A, B, less 3
//   then the points of A, then of B, in records of one size:
//     lattice, 2 bytes: x, y: low 5 bits less 16, a whole number from -16 to 15
//     scaled, 6 bytes:  x, y: mantissa (signed 16 bits), exponent (signed 8 bits, modulo 64):
//                       mantissa x 2^exponent
//     raw, 16 bytes:    x, y: the bits of a double
//
// Numbers of several bytes are little-endian. Where bytes run out zeros are read; bytes beyond are ignored.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "harness/scene.hpp"

namespace touchstone {

inline constexpr std::size_t kFewestPoints = 3;
inline constexpr std::size_t kMostPoints = 8;
/// More bytes are never read.
inline constexpr std::size_t kMostSceneBytes = 2 + 2 * kMostPoints * 16;

/// Total: every sequence of bytes gives a scene of two polygons without holes (query relation, no
/// expectation). A hull is exact, so it is valid; when all points lie on one line they stay as given, which
/// is valid too. Replaces the whole scene; allocates nothing once its polygons have room for 8 points.
void scene_from_bytes(std::span<const std::uint8_t> bytes, Scene& scene);
inline Scene scene_from_bytes(std::span<const std::uint8_t> bytes) {
  Scene scene;
  scene_from_bytes(bytes, scene);
  return scene;
}

/// Bytes (raw) from which scene_from_bytes makes the same two polygons, bit for bit; nullopt unless both are
/// polygons of 3 to 8 points without holes.
std::optional<std::vector<std::uint8_t>> scene_to_bytes(const Scene& scene);

}  // namespace touchstone
