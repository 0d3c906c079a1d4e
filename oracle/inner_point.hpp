// Points inside several shapes at once, by rationals: for pairs that are known to overlap.
#pragma once

#include "oracle/exact_edges.hpp"
#include "oracle/number.hpp"

namespace touchstone::oracle {

/// All points whose distance from the centre lies strictly between inner and outer. A disc has a negative
/// inner radius: its centre belongs to it.
struct OpenRing {
  RationalVec2 center;
  Rational inner;
  Rational outer;
};

bool contains(const OpenRing& ring, const RationalVec2& p);

/// A point inside the solid shape and inside the ring. Requires: p is in the (closed) shape and in the ring.
RationalVec2 inner_point_near(const PolygonalShape& solid, const RationalVec2& p, const OpenRing& ring);

/// A point of the line from p to q inside the ring; nothing when there is none.
std::optional<RationalVec2> inner_point_of_line(const RationalVec2& p, const RationalVec2& q,
                                                const OpenRing& ring);

/// A point inside both rings. Requires: they have one in common.
RationalVec2 inner_point_of_rings(const OpenRing& a, const OpenRing& b);

}  // namespace touchstone::oracle
