// WKT (OGC Simple Features, well-known text) as a list of shapes, and shapes as WKT.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "harness/imported_shapes.hpp"

namespace touchstone {

/// Shapes of a text with one geometry per line: POINT, LINESTRING of two points (a segment), POLYGON with
/// holes, MULTIPOLYGON (one part each), in upper or lower case; empty lines are skipped. A feature's number
/// counts the geometries from 0; its name is "line N". Skipped (or refused, as invalid says): what
/// ShapeCollector finds invalid, EMPTY, longer lines, and the types MULTIPOINT, MULTILINESTRING,
/// GEOMETRYCOLLECTION. Always refused: whatever is no WKT, Z and M coordinates, numbers beyond the range of
/// double.
std::variant<ImportedShapes, SceneError> parse_wkt(std::string_view text, const std::string& file,
                                                   InvalidParts invalid);

/// One geometry, without end of line; numbers read back to the same doubles. Boxes become polygons; the
/// corners of an OBB are sums rounded to double. A polygon without points is POLYGON EMPTY; NaN and infinity
/// are written as "nan" and "inf", which parse_wkt refuses. Empty for curved shapes and rays, which WKT does
/// not have.
std::string to_wkt(const OwnedShape& shape);

}  // namespace touchstone
