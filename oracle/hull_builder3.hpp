// The convex hull of points of space, exactly.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "oracle/expansion3.hpp"

namespace touchstone::oracle {

/// Reuse one object for many hulls: work space is kept.
///
/// Method: incremental. A point replaces the triangles that see it strictly by a cone over their rim; so no
/// triangle is ever degenerate, and what is strictly visible of a convex surface is one disc. Then triangles
/// in one plane are merged, and corners with fewer than three faces dropped. Cost: the product of the numbers
/// of points and of faces.
class HullBuilder3 {
 public:
  struct Edge {
    std::int32_t from = 0;
    std::int32_t to = 0;
    std::int32_t left = -1;  ///< faces seen from outside; -1: none (a segment's edge)
    std::int32_t right = -1;
  };

  /// Takes at least one point, all finite. When sums is not null, point i is exactly sums[i], and all points
  /// lie in one plane. Returns the dimension of the hull.
  int build(std::span<const Vec3<double>> points, const VectorSum* sums);

  /// Which point is corner i.
  std::span<const std::int32_t> corners() const { return corners_; }
  const std::vector<Edge>& edges() const { return edges_; }
  /// Face k has the corners face_corners[face_first[k] ... face_first[k + 1]), counter-clockwise seen from
  /// outside.
  const std::vector<std::int32_t>& face_first() const { return face_first_; }
  const std::vector<std::int32_t>& face_corners() const { return face_corners_; }

 private:
  struct Triangle {
    std::int32_t corner[3];
    std::int32_t next[3];  ///< the triangle across the edge from corner k to corner k + 1
    std::int32_t face = -1;
    bool visible = false;
    bool alive = false;
  };

  bool differ(int i, int j) const;
  int turn(int i, int j, int k, int coordinate) const;
  bool is_before(int i, int j) const;
  int side(int i, int j, int k, int l) const;
  bool find_line();
  bool find_plane();
  bool find_solid();
  void use_segment();
  void use_polygon();
  void start_with_tetrahedron();
  void insert(std::int32_t point);
  void add_cone(std::int32_t point);
  std::int32_t new_triangle(std::int32_t a, std::int32_t b, std::int32_t c);
  void merge();
  void walk_faces();
  void add_face_edges(std::int32_t face);

  std::span<const Vec3<double>> points_;
  const VectorSum* sums_ = nullptr;
  std::int32_t start_[4]{};
  int plane_ = 0;  ///< coordinate in which the flat points' plane is not seen edge-on
  int plane_turn_ = 0;

  std::vector<std::int32_t> corners_;
  std::vector<Edge> edges_;
  std::vector<std::int32_t> face_first_, face_corners_;

  std::vector<Triangle> triangles_;
  std::vector<std::int32_t> free_, visible_, order_, chain_, stack_;
  std::vector<std::int32_t> of_point_;    ///< the cone's triangle that starts at a point; later its corner
  std::vector<std::int32_t> face_count_;  ///< of a point: faces whose rim passes it
  std::vector<std::int32_t> rim_;         ///< start of a face's rim: 3 * triangle + edge
  std::vector<std::int32_t> first_edge_, next_edge_;
};

}  // namespace touchstone::oracle
