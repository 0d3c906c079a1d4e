// A convex shape prepared for the fast tiers: its corners as doubles beside what they are exactly, and the
// exact relation of two such shapes.
#pragma once

#include <cstdint>
#include <vector>

#include "oracle/exact2.hpp"
#include "oracle/expansion.hpp"
#include "oracle/operand.hpp"

namespace touchstone::oracle {

/// A point as an unevaluated sum of points.
struct PointSum {
  static constexpr int kCapacity = 4;
  Point parts[kCapacity];
  int count = 0;

  void add(Point part) { parts[count++] = part; }
};

/// Corners counter-clockwise, none repeated, none on the line of its neighbours: one for a point, two for a
/// segment (or anything flat), else three or more. Reuse one object for many shapes: nothing is allocated
/// once it has grown.
class ConvexOperand {
 public:
  /// Takes a valid shape; false, and then empty, when it is not convex (or not finite). A valid polygon all
  /// of whose turns have one sign is convex.
  bool assign(const PolygonalShape& shape);
  /// base moved by shift, exactly. Requires: base is not empty and is another object.
  void assign_moved(const ConvexOperand& base, Point shift);

  int size() const { return size_; }
  bool is_flat() const { return size_ < 3; }
  /// A segment has two edges, there and back, so both of its normals; a point has none.
  int edge_count() const { return size_ < 2 ? 0 : size_; }
  int next(int i) const { return i + 1 == size_ ? 0 : i + 1; }
  int previous(int i) const { return i == 0 ? size_ - 1 : i - 1; }

  /// Corner i within corner_error() in each coordinate.
  Point corner(int i) const { return corners_[static_cast<std::size_t>(i)]; }
  /// From corner k to the next one, each coordinate within one rounding of the exact vector.
  Point edge(int k) const { return edges_[static_cast<std::size_t>(k)]; }
  double corner_error() const { return corner_error_; }
  bool is_exact() const { return corner_error_ == 0; }
  /// Smallest and largest coordinates of the corners as doubles.
  Point low() const { return low_; }
  Point high() const { return high_; }

  PointSum exact_corner(int i) const;
  PointSum exact_edge(int k) const;  ///< at most two parts

  /// Largest |coordinate| of corners and centre, at least; at most one rounding above.
  double scale() const { return scale_; }
  /// Every sum of products of the parts is exact (expansion.hpp).
  bool in_range() const { return in_range_; }
  /// Smallest |coordinate| other than 0 of the parts; infinite when all are 0.
  double smallest() const { return smallest_; }

  ConvexRational to_rational() const;

 private:
  void clear();
  void add(Point corner);
  void note(double coordinate);
  void finish();
  bool copy_contour(Contour2<double> points);
  bool is_strictly_convex_at_a_glance();
  bool assign_contour(Contour2<double> points);
  bool assign_box(const Aabb2<double>& box);
  bool assign_obb(const Obb2<double>& box);
  void make_flat();
  int turn(int i) const;

  struct Signs {
    double first, second;
  };
  std::vector<Point> corners_;
  std::vector<Point> edges_;
  std::vector<Point> first_parts_;  ///< used when is_sum_ and not is_obb_
  std::vector<std::int8_t> turns_;
  int size_ = 0;
  bool is_obb_ = false;    ///< corner i is center_ + signs_[i] * half axes (+ shift_)
  bool is_moved_ = false;  ///< corner i is first_parts_[i] + shift_, or as above
  bool in_range_ = false;
  Point center_{}, half_axes_[2]{}, shift_{};
  Signs signs_[4]{};
  Point low_{}, high_{};
  double corner_error_ = 0;
  double scale_ = 0;
  double smallest_ = 0;
};

/// Sign of cross(edge k of e, corner l of f - corner k of e), by expansions: positive inside. Requires: both
/// in range. ExactSum::kUndecided when it abstains.
int side_by_expansion(const ConvexOperand& e, int k, const ConvexOperand& f, int l);

/// The exact relation; used tells the dearest tier it took. Starts with the tier `from`.
Relation relation(const ConvexOperand& a, const ConvexOperand& b, Truth::Tier from, Truth::Tier& used);

/// Where a corner of f lies in e, exactly. A flat e has a boundary only.
Location location_of_corner(const ConvexOperand& e, const ConvexOperand& f, int corner);

}  // namespace touchstone::oracle
