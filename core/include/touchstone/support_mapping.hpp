// Convex shapes as their support mapping, for the algorithms that ask nothing else (smooth_gjk.hpp,
// smooth_epa.hpp), and three wrappers: transformed, inflated, difference.
//
// A support mapping has
//   Vec2<double> support(Vec2<double> n) const
//     a point of the shape farthest along the unit vector n;
//   double roundness(Vec2<double> from, Vec2<double> to) const
//     a lower bound on the radius of curvature of the boundary where its outward normal lies
//     counter-clockwise between from and to, unit vectors at most a quarter turn apart; 0 is always right.
// Source of the form: J. Rouwe, Jolt Physics, Geometry/ConvexSupport.h. Deviation: the roundness.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include <touchstone/checked.hpp>
#include <touchstone/gjk.hpp>
#include <touchstone/support.hpp>

namespace touchstone {

/// The disc of radius 1 around the origin.
struct UnitDisc {
  Vec2<double> support(Vec2<double> n) const { return n; }
  double roundness(Vec2<double>, Vec2<double>) const { return 1; }
};

/// The image of a shape under the linear map that takes (1, 0) to first and (0, 1) to second.
/// An ellipse is a transformed disc: M (M^T n) / |M^T n|.
template <class Shape>
struct Transformed {
  Shape shape;
  Vec2<double> first;
  Vec2<double> second;

  Vec2<double> apply(Vec2<double> p) const { return first * p.x + second * p.y; }
  Vec2<double> pull_back(Vec2<double> n) const { return {dot(first, n), dot(second, n)}; }

  Vec2<double> support(Vec2<double> n) const {
    const Vec2<double> w = pull_back(n);
    const double size = accurate_length(w);
    // Zero: the whole image lies across n.
    return apply(shape.support(size == 0 ? Vec2<double>{1, 0} : Vec2<double>{w.x / size, w.y / size}));
  }

  /// Curvature radii grow by det^2 / |M^T n|^3, which is least where |M^T n| is greatest: at an end, or at
  /// the direction of the larger singular value when that is between.
  double roundness(Vec2<double> from, Vec2<double> to) const {
    const Vec2<double> w_from = pull_back(from);
    const Vec2<double> w_to = pull_back(to);
    const double det = cross(first, second);
    double largest_sq = std::max(length_sq(w_from), length_sq(w_to));
    if (dot(w_from, pull_back(perp(from))) > 0 && dot(w_to, pull_back(perp(to))) < 0) {
      const double trace = length_sq(first) + length_sq(second);
      const double skew = std::hypot(length_sq(first) - length_sq(second), 2 * dot(first, second));
      largest_sq = (trace + skew) / 2;
    }
    const double stretch_sq = largest_sq * std::sqrt(largest_sq);
    if (!(stretch_sq > 0)) return 0;
    const auto inner = [&](Vec2<double> p, Vec2<double> q) {
      return shape.roundness(p * (1 / accurate_length(p)), q * (1 / accurate_length(q)));
    };
    return (det > 0 ? inner(w_from, w_to) : inner(w_to, w_from)) * (det * det / stretch_sq);
  }
};

/// All points within radius of a shape.
template <class Shape>
struct Inflated {
  Shape shape;
  double radius = 0;

  Vec2<double> support(Vec2<double> n) const { return shape.support(n) + n * radius; }
  double roundness(Vec2<double> from, Vec2<double> to) const { return shape.roundness(from, to) + radius; }
};

/// A convex polytope in a frame: (corner - anchor) * scale. Cost: one product sum a corner.
template <class T>
struct PolytopeSupport {
  ConvexView<T> view;
  Vec2<double> anchor;
  double scale = 1;

  Vec2<double> support(Vec2<double> n) const {
    Vec2<double> best = double_corner(view, 0) - anchor;
    double best_height = dot(n, best);
    for (std::int32_t k = 1; k < view.count; ++k) {
      const Vec2<double> corner = double_corner(view, k) - anchor;
      const double height = dot(n, corner);
      if (height > best_height) {
        best = corner;
        best_height = height;
      }
    }
    return best * scale;
  }
  double roundness(Vec2<double>, Vec2<double>) const { return 0; }
};

/// Any convex checked shape, around an anchor of its own (its centre or a corner) and scaled. Requires
/// shape.is_convex(), and the shape alive and unmoved.
template <class T>
class ShapeSupport {
 public:
  ShapeSupport(const Checked2<T>& shape, double scale)
      : is_ellipse_(shape.form == Checked2<T>::Form::ellipse) {
    const auto scaled = [&](Vec2<T> v) { return Vec2<double>{double{v.x}, double{v.y}} * scale; };
    if (is_ellipse_) {
      const Ellipse2<T> ellipse = shape.ellipse();
      anchor_ = {double{ellipse.center.x}, double{ellipse.center.y}};
      ellipse_ = {{}, scaled(ellipse.half_axes[0]), scaled(ellipse.half_axes[1])};
    } else {
      const ConvexView<T> view = shape.convex();
      anchor_ = double_corner(view, 0);
      rounded_ = {{view, anchor_, scale}, double{shape.radius} * scale};
    }
  }

  /// Where the frame's origin is, in the plane's own coordinates.
  Vec2<double> anchor() const { return anchor_; }
  Vec2<double> support(Vec2<double> n) const {
    return is_ellipse_ ? ellipse_.support(n) : rounded_.support(n);
  }
  double roundness(Vec2<double> from, Vec2<double> to) const {
    return is_ellipse_ ? ellipse_.roundness(from, to) : rounded_.roundness(from, to);
  }

 private:
  bool is_ellipse_;
  Vec2<double> anchor_;
  Transformed<UnitDisc> ellipse_{};
  Inflated<PolytopeSupport<T>> rounded_{};
};

/// A point of the difference A - B with outward normal n; on_a and on_b from the shapes' anchors.
struct DifferenceSupport {
  Vec2<double> n;
  Vec2<double> value;
  double height = 0;  ///< n . value
  Vec2<double> on_a;
  Vec2<double> on_b;
};

/// A - B = {a - b} of two support mappings, B's anchor at distance offset (two terms a coordinate) behind
/// A's.
template <class ShapeA, class ShapeB>
struct SupportDifference {
  ShapeA a;
  ShapeB b;
  TwoTermVec2 offset;  ///< anchor of A - anchor of B, scaled

  DifferenceSupport support(Vec2<double> n) const {
    DifferenceSupport s;
    s.n = n;
    s.on_a = a.support(n);
    s.on_b = b.support(-n);
    s.value = {offset.x.hi + ((s.on_a.x - s.on_b.x) + offset.x.lo),
               offset.y.hi + ((s.on_a.y - s.on_b.y) + offset.y.lo)};
    s.height = dot(n, s.value);
    return s;
  }
  double roundness(Vec2<double> from, Vec2<double> to) const {
    return a.roundness(from, to) + b.roundness(-from, -to);
  }
};

/// The difference of two checked shapes, scaled by a power of two so that their largest coordinate or radius
/// is in [1/2, 1): exact, and no square over- or underflows where it matters.
template <class T>
struct ShapeDifference : SupportDifference<ShapeSupport<T>, ShapeSupport<T>> {
  double scale;
  double unit;  ///< epsilon of double times the largest coordinate or radius, scaled

  ShapeDifference(const Checked2<T>& shape_a, const Checked2<T>& shape_b)
      : ShapeDifference(shape_a, shape_b,
                        std::max({double{shape_a.largest_coordinate}, double{shape_b.largest_coordinate},
                                  std::numeric_limits<double>::min()})) {}

 private:
  ShapeDifference(const Checked2<T>& shape_a, const Checked2<T>& shape_b, double largest)
      : ShapeDifference(shape_a, shape_b, largest, std::ldexp(1.0, -std::ilogb(largest) - 1)) {}
  ShapeDifference(const Checked2<T>& shape_a, const Checked2<T>& shape_b, double largest, double power)
      : SupportDifference<ShapeSupport<T>, ShapeSupport<T>>{{shape_a, power}, {shape_b, power}, {}},
        scale(power),
        unit(2 * kRounding * (largest * power)) {
    this->offset = two_term_difference(this->a.anchor() * power, this->b.anchor() * power);
  }
};

}  // namespace touchstone
