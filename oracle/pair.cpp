#include "oracle/pair.hpp"

#include <algorithm>

namespace touchstone::oracle {

Location Pair::location() {
  return location_from(relation());
}
Interval Pair::distance_to_boundary() {
  return magnitude(separation());
}

Interval magnitude(Interval value) {
  if (value.lo >= 0) return value;
  if (value.hi <= 0) return {-value.hi, -value.lo};
  return {0, std::max(-value.lo, value.hi)};
}

bool is_point(const Operand& operand) {
  return operand.form == Operand::Form::polygonal && std::holds_alternative<Point2<double>>(operand.skeleton);
}

Location location_from(Relation relation) {
  if (relation == Relation::disjoint) return Location::outside;
  return relation == Relation::touching ? Location::boundary : Location::inside;
}

}  // namespace touchstone::oracle
