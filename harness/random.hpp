// Counter-based random numbers: the same on every machine, in any order.
#pragma once

#include <cstdint>

namespace touchstone {

__extension__ typedef unsigned __int128 Uint128;

/// The numbers of one scene: number i of a stream depends on the four keys and on i only, so scenes can be
/// made in any order, on any machine, by any number of workers. Integer arithmetic only. Not for secrets.
///
/// Numbers are mixed from key + i x golden ratio by the finalizer of SplitMix64 (Steele, Lea and Flood, "Fast
/// splittable pseudorandom number generators", OOPSLA 2014, variant 13 constants of David Stafford).
class Random {
 public:
  constexpr Random(std::uint64_t seed, std::uint64_t stratum, std::uint64_t pair, std::uint64_t index)
      : state_(mix(mix(mix(mix(seed + kGolden) + stratum) + pair) + index)) {}

  /// 64 random bits.
  constexpr std::uint64_t next() { return mix(state_ += kGolden); }

  /// An integer in [0, n); 0 for n = 0. Bias below n x 2^-64.
  constexpr std::uint64_t below(std::uint64_t n) {
    return static_cast<std::uint64_t>((static_cast<Uint128>(next()) * n) >> 64);
  }

  /// An integer in [lo, hi], both ends included. Requires lo <= hi and hi - lo < 2^63.
  constexpr std::int64_t between(std::int64_t lo, std::int64_t hi) {
    return lo + static_cast<std::int64_t>(below(static_cast<std::uint64_t>(hi - lo) + 1));
  }
  constexpr int between(int lo, int hi) {
    return static_cast<int>(between(std::int64_t{lo}, std::int64_t{hi}));
  }

  /// True once in n times; requires n > 0.
  constexpr bool one_in(std::uint64_t n) { return below(n) == 0; }

  /// A multiple of 2^-53 in [0, 1), each equally likely.
  constexpr double real() { return static_cast<double>(next() >> 11) * 0x1p-53; }

 private:
  static constexpr std::uint64_t kGolden = 0x9E3779B97F4A7C15u;

  static constexpr std::uint64_t mix(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }

  std::uint64_t state_;
};

}  // namespace touchstone
