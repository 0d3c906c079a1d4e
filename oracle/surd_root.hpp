// Directions whose coordinates are surds: what is beyond one square root is known by an interval.
#pragma once

#include "oracle/real.hpp"

namespace touchstone::oracle {

/// x / sqrt(x^2 + y^2): exactly when it is 0 or +-1 or the root is rational, else an interval at most
/// 2^-kShareBits of the value wide. Requires: not both 0, and both surds of one square (c).
Real share_of_length(const Surd& x, const Surd& y);
inline constexpr unsigned kShareBits = 120;

}  // namespace touchstone::oracle
