// Bounds of the separation of a cylinder and another body from points and directions where they are nearest.
// Any direction proves a lower bound, any point of one body an upper bound, wherever they come from.
#pragma once

#include <cmath>

#include "oracle/cylinder3_gjk.hpp"

namespace touchstone::oracle {

/// Of the separation of x and the core of y.
template <class Number>
struct CylinderBounds {
  Number low = number<Number>(-std::numeric_limits<double>::infinity());  ///< exact numbers
  Number high = number<Number>(std::numeric_limits<double>::infinity());
  Vec3<Number> normal;      ///< from x to y: proves low
  Vec3<Number> on_x, on_y;  ///< prove high when it is positive

  bool note_low(const CylinderScene<Number>& scene, const Vec3<Number>& direction) {
    const Number found = floor_of(gap_along(scene, direction));
    if (!less(low, found)) return false;
    low = found;
    normal = direction;
    return true;
  }
  void note_high(const Number& distance, const Vec3<Number>& x, const Vec3<Number>& y) {
    const Number found = ceiling_of(distance);
    if (!less(found, high)) return;
    high = found;
    on_x = x;
    on_y = y;
  }
  /// In the scale of the frame.
  bool narrow() const {
    if (!std::isfinite(middle(low)) || !std::isfinite(middle(high))) return false;
    return upper(high - low) <= Precision<Number>::kLoss;
  }
};

/// Bounds near the contact. Where the bodies are apart and the contact is right to about 1e-6 they are as
/// narrow as the numbers allow.
template <class Number>
CylinderBounds<Number> bounds_near(const CylinderScene<Number>& scene, const RoughContact& contact);

/// Notes upper bounds from the points of y and x that reach farthest along bounds.normal: where the bodies
/// overlap by little, one of them is in the other.
template <class Number>
void note_reaching_points(const CylinderScene<Number>& scene, CylinderBounds<Number>& bounds);

extern template CylinderBounds<Bounded> bounds_near(const CylinderScene<Bounded>&, const RoughContact&);
extern template CylinderBounds<Ball> bounds_near(const CylinderScene<Ball>&, const RoughContact&);

}  // namespace touchstone::oracle
