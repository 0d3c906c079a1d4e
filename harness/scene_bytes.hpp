// Any bytes as a scene, for coverage-guided fuzzing; and two polygons as bytes.
//
//   byte 0, bits 0-1: coordinates: 0 lattice, 1 scaled, 2 and 3 raw
//     bit 2:   1: points as given (often invalid); 0: their convex hull. Raw points are always as given.
//     bit 3:   1: the hull keeps points that lie on its sides
//     bit 4:   1: each polygon repeats its last point, if it has fewer than 8
//     bit 5:   1: A runs clockwise (its points are reversed)
//     bit 6:   1: so does B
//     bit 7:   1: shapes of any type that the query is about; 0: two polygons. Of raycast and contains:
//     always 1
//   byte 1, low and high nibble, modulo 6: points of A, B, less 3, where they are polygons
//   byte 2, with shapes of any type only: low and high nibble: types of A, B among those of the query; B is
//   the
//           ray of a raycast, the point of contains
//   then the points of A, x and y each (radii behind them, without sign unless as given), then of B, in
//   numbers of one size:
//     lattice, 1 byte:  low 5 bits less 16, a whole number from -16 to 15
//     scaled, 3 bytes:  mantissa (signed 16 bits), exponent (signed 8 bits, modulo 64): mantissa x 2^exponent
//     raw, 8 bytes:     the bits of a double
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
inline constexpr std::size_t kMostSceneBytes = 3 + 2 * kMostPoints * 16;

/// Total: every sequence of bytes gives a scene that the query may be asked of (without holes and
/// expectation). A hull is exact, so it is valid; when all points lie on one line they stay as given, which
/// is valid too. Replaces the whole scene; allocates nothing once its shapes have room for 8 points.
void scene_from_bytes(std::span<const std::uint8_t> bytes, Query query, Scene& scene);
inline Scene scene_from_bytes(std::span<const std::uint8_t> bytes, Query query = Query::relation) {
  Scene scene;
  scene_from_bytes(bytes, query, scene);
  return scene;
}

/// Bytes (raw) from which scene_from_bytes makes the same two polygons for Query::relation, bit for bit;
/// nullopt unless both are polygons of 3 to 8 points without holes.
std::optional<std::vector<std::uint8_t>> scene_to_bytes(const Scene& scene);

}  // namespace touchstone
