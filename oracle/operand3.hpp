// Shapes of space as the oracle takes them apart: polytopes, balls around a point or a segment, and the few
// that are neither.
#pragma once

#include <cstdint>

#include <touchstone/shapes3.hpp>

namespace touchstone::oracle {

struct Operand3 {
  enum class Form : std::uint8_t {
    polytope,  ///< the shape is its skeleton
    ball,      ///< sphere, capsule: all within radius of the skeleton, a point or a segment
    cylinder,
    plane,
    ray
  };
  Form form = Form::polytope;
  const Shape3<double>* shape = nullptr;
  double radius = 0;  ///< of a sphere, capsule or cylinder
};

/// Views the shape, which must outlive the result and need not be valid.
Operand3 operand_of(const Shape3<double>& shape);

bool is_point(const Operand3& operand);

/// Scale of DESIGN: the largest |coordinate| of any corner, centre, end point or ray origin, and the largest
/// radius; of a plane |offset| / |normal|. At most two roundings off.
double scale_of(const Shape3<double>& shape);

}  // namespace touchstone::oracle
