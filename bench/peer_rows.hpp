// What other libraries make of pairs of boxes in space, prepared outside the clock.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "core/published/box_axes.hpp"

namespace touchstone::bench {

using BoxPairs = std::vector<std::pair<published::PlacedBox<double>, published::PlacedBox<double>>>;

/// One routine of a library. ask(pair): of a relation 1 or 0; of a distance the distance, not above 0 where
/// they meet; of a penetration the depth, negative where they do not.
struct PeerRow {
  std::string name;  ///< query/library.routine
  std::function<double(std::size_t pair)> ask;
};

/// Empty of a library that this program was built without, which is said on stderr.
std::vector<PeerRow> peer_rows(const BoxPairs& pairs);

}  // namespace touchstone::bench
