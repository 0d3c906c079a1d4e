// A shape as the oracle's boundary algorithms see it: directed edges with the interior on their left, and
// predicates that are exact for every finite double, subnormals and the largest ones included.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "oracle/number.hpp"
#include "oracle/operand.hpp"

namespace touchstone::oracle {

/// A point known exactly. (x, y) is within error of it in each coordinate; error 0: it is the point itself,
/// and exact is null. An error of infinity says that the point is beyond the doubles.
struct Vertex {
  double x = 0;
  double y = 0;
  double error = 0;
  const RationalVec2* exact = nullptr;

  RationalVec2 value() const { return exact ? *exact : RationalVec2{rational(x), rational(y)}; }
};

/// A view on exact; what it points to must outlive the vertex.
Vertex vertex_of(const RationalVec2& exact);
inline Vertex vertex_of(Point p) {
  return {p.x, p.y, 0, nullptr};
}

/// Sign of the signed area of abc: +1 when c lies left of the line from a to b, 0 on it. Exact. A
/// floating-point filter, then an exact sum of twelve terms (expansion.hpp), then rationals.
int orientation(const Vertex& a, const Vertex& b, const Vertex& c);
/// Signs of a - b. Exact.
int compare_x(const Vertex& a, const Vertex& b);
int compare_y(const Vertex& a, const Vertex& b);
/// By x, then by y: the order along any line.
int compare(const Vertex& a, const Vertex& b);

/// Error bound of the filter of orientation, as a share of the sum of the magnitudes of its two products: (3
/// + 16 e) e with e = 2^-53 (Shewchuk 1997, section 4.2, bound A), plus what the products may lose where they
/// are subnormal.
inline constexpr double kOrientationError = 3.3306690738754716e-16;
inline constexpr double kOrientationUnderflow = 0x1p-1070;

/// Contains the shape; closed.
struct Box {
  double min_x = 0;
  double min_y = 0;
  double max_x = 0;
  double max_y = 0;
};
inline bool meet(const Box& a, const Box& b) {
  return a.min_x <= b.max_x && b.min_x <= a.max_x && a.min_y <= b.max_y && b.min_y <= a.max_y;
}
Box box_of(const Vertex& v);
Box hull_of(const Box& a, const Box& b);

/// A valid shape as contours. Repeated neighbours are dropped; a shape without area is one point (dimension
/// 0) or one open edge (dimension 1); else the outer contour runs counter-clockwise, the holes clockwise.
class Region {
 public:
  Region() = default;
  explicit Region(const PolygonalShape& shape) { assign(shape); }
  Region(const Region&) = delete;
  Region& operator=(const Region&) = delete;

  /// Requires a valid shape (validity.hpp).
  void assign(const PolygonalShape& shape);
  /// The area within one simple contour that is not flat; keeps its direction when told so.
  void assign_contour(Contour2<double> contour, bool keep_direction = false);

  int dimension() const { return dimension_; }
  const std::vector<Vertex>& vertices() const { return vertices_; }
  const Vertex& vertex(std::size_t i) const { return vertices_[i]; }
  /// Edge i runs from vertex i to vertex next(i).
  std::size_t edge_count() const { return dimension_ == 2 ? vertices_.size() : dimension_ == 1 ? 1 : 0; }
  std::size_t next(std::size_t i) const { return next_[i]; }
  const Vertex& end(std::size_t edge) const { return vertices_[next_[edge]]; }
  /// Contour k has the vertices from contour_begin(k) up to, not including, contour_begin(k + 1).
  std::size_t contour_count() const { return begins_.size() - 1; }
  std::size_t contour_begin(std::size_t k) const { return begins_[k]; }
  /// The index that vertex i had in its contour as given.
  std::size_t given_index(std::size_t i) const { return given_[i]; }
  const Box& box() const { return box_; }
  /// The vertex is no corner when the edges around it run in one direction.
  bool is_corner(std::size_t i) const;

  /// Where p lies; flat shapes have a boundary only. Exact, linear in the number of vertices.
  Location locate(const Vertex& p) const;

 private:
  void clear();
  void add_contour(Contour2<double> contour);
  void add_box_corner(const Obb2<double>& obb, double su, double sv);
  void close_contour(int direction);
  void flatten();
  bool is_flat() const;
  void finish();

  int dimension_ = 0;
  std::vector<Vertex> vertices_;
  std::vector<std::uint32_t> next_;
  std::vector<std::uint32_t> begins_{0};
  std::vector<std::uint32_t> given_;
  std::vector<RationalVec2>
      exact_;  ///< corners of an OBB that are no doubles; never grows beyond its reserve
  Box box_;
};

}  // namespace touchstone::oracle
