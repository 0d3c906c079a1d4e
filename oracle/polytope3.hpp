// A convex polytope of space as the oracle sees it: corners, edges and faces, exactly.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <touchstone/shapes3.hpp>

#include "oracle/expansion3.hpp"
#include "oracle/hull_builder3.hpp"

namespace touchstone::oracle {

/// A corner, exactly: the sum of count points (1, or 4 for an OBB: centre and three half axes).
struct CornerSum {
  Vec3<double> terms[4];
  int count = 1;
};

/// The convex hull of a valid point, segment, box, OBB, triangle or hull. Built exactly: every decision is
/// the sign of an orientation determinant. Reuse one object for many shapes: work space is kept.
class Polytope {
 public:
  using Edge = HullBuilder3::Edge;

  Polytope() = default;
  Polytope(const Polytope&) = delete;
  Polytope& operator=(const Polytope&) = delete;
  Polytope(Polytope&&) noexcept = default;
  Polytope& operator=(Polytope&&) noexcept = default;
  ~Polytope() = default;

  /// Requires a polytope; also a sphere or capsule, whose skeleton is taken, or a cylinder, whose axis is.
  void assign(const Shape3<double>& shape);

  /// 0 point, 1 segment, 2 a convex polygon with two faces of opposite turning, 3 solid. No corner lies in
  /// the hull of the others, no two faces of a solid lie in one plane.
  int dimension() const { return dimension_; }
  int corner_count() const { return static_cast<int>(corners_.size()); }
  /// As doubles: exact, but for an OBB, where each coordinate is within corner_error() of the exact one
  /// (infinite when a corner is beyond the doubles).
  const Vec3<double>& corner(int i) const { return corners_[static_cast<std::size_t>(i)]; }
  double corner_error() const { return corner_error_; }
  CornerSum exact_corner(int i) const;
  std::span<const Edge> edges() const { return {edges_, static_cast<std::size_t>(edge_count_)}; }
  int face_count() const { return face_count_; }
  /// Corners counter-clockwise seen from outside.
  std::span<const std::int32_t> face(int k) const {
    return {face_corners_ + face_first_[k], static_cast<std::size_t>(face_first_[k + 1] - face_first_[k])};
  }

  const Vec3<double>& low() const { return low_; }  ///< bounding box; encloses
  const Vec3<double>& high() const { return high_; }

  /// A parallelepiped with volume. Its first three edges have all directions, its first three faces all
  /// normals.
  bool is_box() const { return is_box_; }
  int direction_count() const { return is_box_ ? 3 : edge_count_; }
  int normal_count() const { return is_box_ ? 3 : (dimension_ == 2 ? 1 : face_count_); }
  /// The exact vector from an edge's start to its end; of an OBB whose corners are no doubles half of that.
  VectorSum exact_edge(int k) const { return exact_step(edges_[k].from, edges_[k].to); }
  /// As a double, each coordinate within one rounding (edge_error() == 0) or edge_error() of the exact one.
  Vec3<double> edge(int k) const { return step(edges_[k].from, edges_[k].to); }
  double edge_error() const { return edge_error_; }
  /// Corners i, j, k of a face: cross(corner j - corner i, corner k - corner i) points outwards.
  std::array<std::int32_t, 3> face_triple(int k) const;
  /// As exact_edge and edge, between any two corners.
  VectorSum exact_step(int from, int to) const;
  double step_factor() const {
    return is_sum_ ? 2 : 1;
  }  ///< what exact_step is to be multiplied by to be all of it
  Vec3<double> step(int from, int to) const;

  /// Largest and smallest |coordinate| other than 0 of the numbers that make the corners (0 and infinite:
  /// none).
  double largest() const { return largest_; }
  double smallest() const { return smallest_; }
  /// Products of six differences of corners are exact.
  bool in_range_of_six() const { return smallest_ >= kSmallestOfSix && largest_ <= kLargestOfSix; }

 private:
  void clear();
  void note(const Vec3<double>& v);
  void add_point(const Vec3<double>& p);
  void assign_box(const Aabb3<double>& box);
  void assign_obb(const Obb3<double>& box);
  void assign_points(std::span<const Vec3<double>> points);
  void assign_flat_obb();
  void use_box();
  void use_built();
  void find_bounds();
  Vec3<double> axis_sum(unsigned code, VectorSum* exact) const;

  HullBuilder3 builder_;
  std::vector<Vec3<double>> corners_;
  const Edge* edges_ = nullptr;
  const std::int32_t* face_first_ = nullptr;
  const std::int32_t* face_corners_ = nullptr;
  int edge_count_ = 0, face_count_ = 0;
  /// Corner i is center_ plus or minus the half axes, + where the bit of signs_[i] is set.
  bool is_sum_ = false;
  bool is_box_ = false;
  std::array<std::uint8_t, 8> signs_{};
  Vec3<double> center_{}, half_axes_[3]{};
  Vec3<double> low_{}, high_{};
  double corner_error_ = 0, edge_error_ = 0;
  double largest_ = 0, smallest_ = 0;
  int dimension_ = 0;
};

}  // namespace touchstone::oracle
