// GeoJSON (RFC 7946) as a list of shapes.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "harness/imported_shapes.hpp"

namespace touchstone {

/// Shapes of a FeatureCollection, a Feature or a bare geometry: Point, LineString of two positions (a
/// segment), Polygon with holes, MultiPolygon (one part each). A feature's name is its properties.name, .NAME
/// or .ADMIN, else its id, else empty. Skipped (or refused, as invalid says): what ShapeCollector finds
/// invalid, a null or empty geometry, every other type of geometry. Always refused: broken JSON, a repeated
/// or missing field, wrong types, positions of other than two numbers.
std::variant<ImportedShapes, SceneError> parse_geojson(std::string_view text, const std::string& file,
                                                       InvalidParts invalid);

}  // namespace touchstone
