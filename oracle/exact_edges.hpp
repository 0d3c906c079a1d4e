// Exact edges of any shape, and points inside: rationals and the even-odd rule, nothing else.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "oracle/number.hpp"
#include "oracle/operand.hpp"

namespace touchstone::oracle {

using ExactContours = std::vector<std::vector<RationalVec2>>;
using ExactEdge = std::pair<RationalVec2, RationalVec2>;

/// The contours with all vertices as given, the outer one first; see outer_contour_of.
ExactContours contours_of(const PolygonalShape& shape);

/// The edges of all contours; of a flat shape the one between its ends (equal for a point). Requires: a valid
/// shape.
std::vector<ExactEdge> edges_of(const PolygonalShape& shape);

/// Where along the line, as a share of its length, in order and without repeats, the edges meet it; always 0
/// and 1. A stretch common to both is cut at its ends. Requires: the line is no point.
std::vector<Rational> cuts_of(const ExactEdge& line, const std::vector<ExactEdge>& edges);

/// The point between the ends of the line: first at 0, second at 1.
inline RationalVec2 at(const ExactEdge& line, const Rational& t) {
  return line.first + (line.second - line.first) * t;
}

/// Where p lies in the area bounded by the edges.
Location locate(const RationalVec2& p, const std::vector<ExactEdge>& edges);

/// A point inside both shapes with area; nothing when their interiors do not meet.
std::optional<RationalVec2> inside_both(const std::vector<ExactEdge>& a, const std::vector<ExactEdge>& b);

/// A point of the flat shape, no end of it, inside the solid one; nothing when there is none.
std::optional<RationalVec2> inside_of_flat(const ExactEdge& flat, const std::vector<ExactEdge>& solid);

/// True when the flat shape is a subset of the solid one.
bool contains_flat(const std::vector<ExactEdge>& solid, const ExactEdge& flat);

}  // namespace touchstone::oracle
