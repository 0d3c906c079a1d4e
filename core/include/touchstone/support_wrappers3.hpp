// Support mappings made of others: transformed, inflated, and the difference of two.
#pragma once

#include <algorithm>

#include <touchstone/support3.hpp>

namespace touchstone {

/// The image of a shape under x -> columns * x + shift. Requires radius() == 0 or a rigid motion.
template <ConvexSupport3 Shape>
struct Transformed3 {
  static constexpr bool kIsPolytope = Shape::kIsPolytope;
  Shape shape;
  Vec3<double> columns[3];
  Vec3<double> shift;

  Vec3<double> apply(const Vec3<double>& p) const {
    return (columns[0] * p.x + columns[1] * p.y + columns[2] * p.z) + shift;
  }
  Vec3<double> support(const Vec3<double>& n) const {
    const Vec3<double> inner{dot(columns[0], n), dot(columns[1], n), dot(columns[2], n)};
    // Zero: the whole image lies across n.
    return apply(shape.support(inner == Vec3<double>{} ? Vec3<double>{1, 0, 0} : inner));
  }
  Vec3<double> center() const { return apply(shape.center()); }
  Vec3<double> middle() const { return apply(shape.middle()); }
  double reach() const {
    double most = 0;
    for (const Vec3<double>& column : columns) most += largest_coordinate(column);
    return most * shape.reach() + largest_coordinate(shift);
  }
  double radius() const { return shape.radius(); }
};

/// All points within ball of a shape. Requires ball >= 0.
template <ConvexSupport3 Shape>
struct Inflated3 {
  static constexpr bool kIsPolytope = Shape::kIsPolytope;
  Shape shape;
  double ball = 0;

  Vec3<double> support(const Vec3<double>& n) const { return shape.support(n); }
  Vec3<double> center() const { return shape.center(); }
  Vec3<double> middle() const { return shape.middle(); }
  double reach() const { return shape.reach() + ball; }
  double radius() const { return shape.radius() + ball; }
};

/// A point of the difference A - B = {a - b}.
struct DifferencePoint3 {
  Vec3<double> on_a;
  Vec3<double> on_b;
  Vec3<double> value;  ///< on_a - on_b, rounded

  friend constexpr bool operator==(const DifferencePoint3&, const DifferencePoint3&) = default;
};

/// The difference of two cores; both shapes must outlive it.
template <ConvexSupport3 ShapeA, ConvexSupport3 ShapeB>
struct Difference3 {
  static constexpr bool kIsPolytope = ShapeA::kIsPolytope && ShapeB::kIsPolytope;
  const ShapeA& a;
  const ShapeB& b;

  DifferencePoint3 support(const Vec3<double>& n) const {
    const Vec3<double> on_a = a.support(n);
    const Vec3<double> on_b = b.support(-n);
    return {on_a, on_b, on_a - on_b};
  }
  Vec3<double> center() const { return a.center() - b.center(); }
  double radius() const { return a.radius() + b.radius(); }
  /// u of the pair: epsilon of double times the largest coordinate or radius.
  double unit() const { return 2 * kRounding * std::max(a.reach(), b.reach()); }
};
template <ConvexSupport3 ShapeA, ConvexSupport3 ShapeB>
Difference3<ShapeA, ShapeB> minkowski_difference(const ShapeA& a, const ShapeB& b) {
  return {a, b};
}

}  // namespace touchstone
