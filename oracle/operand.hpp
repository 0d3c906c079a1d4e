// Shapes of the plane as the oracle takes them apart: straight ones, balls around straight ones, and the few
// that are neither.
#pragma once

#include <cstdint>
#include <variant>

#include "oracle/truth.hpp"

namespace touchstone::oracle {

/// A shape whose boundary is straight. What its views point to must outlive it.
using PolygonalShape =
    std::variant<Point2<double>, Segment2<double>, Aabb2<double>, Obb2<double>, Polygon2<double>>;

struct Operand {
  enum class Form : std::uint8_t {
    polygonal,  ///< skeleton is all of it
    ball,       ///< circle, capsule: all within radius >= 0 of the skeleton; a ring without hole is a circle
    ring,       ///< distance from the point skeleton within [inner_radius, radius], inner_radius > 0
    ellipse,
    ray
  };
  Form form = Form::polygonal;
  PolygonalShape
      skeleton;  ///< triangle: a polygon that views its points; ellipse: its centre; ray: its origin
  double radius = 0;
  double inner_radius = 0;
  Vec2<double> axes[2]{};  ///< ellipse: half axes; ray: direction
};

/// Views the shape, which must outlive the result. Shapes need not be valid; an invalid one is taken by its
/// type.
Operand operand_of(const Shape& shape);

/// Scale of DESIGN: the largest |coordinate| of any vertex, centre, centre +- half axes, end point or ray
/// origin, and the largest radius.
double scale_of(const Operand& operand);

}  // namespace touchstone::oracle
