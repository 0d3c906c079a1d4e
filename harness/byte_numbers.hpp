// Numbers out of bytes, for scenes out of bytes: of three kinds, each with its own size.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace touchstone {

/// lattice, 1 byte: low 5 bits less 16, a whole number from -16 to 15 · scaled, 3 bytes: mantissa (signed 16
/// bits), exponent (signed 8 bits, modulo 64): mantissa x 2^exponent · raw, 8 bytes: the bits of a double.
/// Little-endian.
enum class NumberKind : std::uint8_t { lattice, scaled, raw };

/// Of the low 2 bits of a byte; 2 and 3 are raw.
constexpr NumberKind number_kind(unsigned byte) {
  return static_cast<NumberKind>(std::min(byte & 3u, 2u));
}

/// Reads a copy of at most Most bytes, which zeros follow. Requires: no more than Most are read.
template <std::size_t Most>
class ByteReader {
 public:
  explicit ByteReader(std::span<const std::uint8_t> bytes) {
    const std::size_t count = std::min(bytes.size(), Most);
    std::copy_n(bytes.begin(), count, bytes_.begin());
    std::fill(bytes_.begin() + static_cast<std::ptrdiff_t>(count), bytes_.end(), std::uint8_t{0});
  }
  std::uint8_t byte() { return bytes_[place_++]; }
  template <int Bytes>
  std::uint64_t integer() {
    std::uint64_t value = 0;
    for (int i = 0; i < Bytes; ++i) value |= std::uint64_t{bytes_[place_ + i]} << (8 * i);
    place_ += Bytes;
    return value;
  }
  double number(NumberKind kind) {
    if (kind == NumberKind::lattice) return (byte() & 31) - 16;
    if (kind == NumberKind::raw) return std::bit_cast<double>(integer<8>());
    const auto mantissa = static_cast<std::int16_t>(integer<2>());
    const int exponent = static_cast<std::int8_t>(byte()) % 64;
    return mantissa * std::bit_cast<double>(static_cast<std::uint64_t>(1023 + exponent) << 52);
  }

 private:
  std::array<std::uint8_t, Most> bytes_;
  std::size_t place_ = 0;
};

}  // namespace touchstone
