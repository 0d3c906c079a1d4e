// The convex hull of points of space, exactly: corners, edges and whole faces, none of which depends on the
// order of the points.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include <touchstone/beneath_beyond3.hpp>
#include <touchstone/polytope3.hpp>

namespace touchstone {

/// Owns a convex polytope of any dimension. Corners are in lexicographic order in space; a polygon's are in
/// order around it, from the lexicographically smallest on. Faces start at their corner of smallest index and
/// are in order of their corners; edges go from the smaller index to the larger, in order. So equal hulls
/// have equal arrays.
class ConvexHull {
 public:
  /// Makes this the hull of the points; of no points: empty. Duplicates, inner points and points on faces and
  /// edges are dropped; facets in one plane are one face. -0 becomes 0. Shares no memory with the points
  /// afterwards. Requires coordinates in range (exact_sign3.hpp). Cost: sorting, and one orientation for each
  /// triangle that a point sees and each that replaces it: at worst quadratic (points on a moment curve),
  /// some milliseconds for 2,000 points on a sphere.
  void assign(std::span<const Vec3<double>> points);

  bool empty() const { return corners_.empty(); }
  /// Requires not empty(). Valid while this lives unmoved and unchanged.
  PolytopeView view() const;

 private:
  void set_flat(std::vector<Vec3<double>> loop);
  void set_solid(std::span<const Vec3<double>> points, const std::vector<std::vector<std::int32_t>>& loops);
  void set_edges();
  void set_neighbours();

  std::vector<Vec3<double>> corners_;
  std::vector<Edge3> edges_;
  std::vector<Face3> faces_;
  std::vector<std::int32_t> face_corners_;
  std::vector<std::int32_t> neighbour_first_;
  std::vector<std::int32_t> neighbours_;
  Aabb3<double> box_{};
  std::int32_t dimension_ = 0;
};

inline void ConvexHull::assign(std::span<const Vec3<double>> points) {
  *this = {};
  if (points.empty()) return;
  std::vector<Vec3<double>> sorted(points.begin(), points.end());
  for (Vec3<double>& p : sorted) p = p + Vec3<double>{};  // -0 + 0 is 0
  std::sort(sorted.begin(), sorted.end(), detail::lexicographically_before);
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  if (detail::is_flat(sorted)) {
    set_flat(detail::flat_hull(sorted));
  } else {
    set_solid(sorted, detail::TriangulatedHull(sorted).faces());
  }
  set_edges();
  set_neighbours();
  box_ = {corners_[0], corners_[0]};
  for (const Vec3<double>& p : corners_) {
    box_.min = {std::min(box_.min.x, p.x), std::min(box_.min.y, p.y), std::min(box_.min.z, p.z)};
    box_.max = {std::max(box_.max.x, p.x), std::max(box_.max.y, p.y), std::max(box_.max.z, p.z)};
  }
}

inline void ConvexHull::set_flat(std::vector<Vec3<double>> loop) {
  corners_ = std::move(loop);
  const auto count = static_cast<std::int32_t>(corners_.size());
  dimension_ = std::min(count - 1, 2);
  if (dimension_ < 2) return;
  faces_ = {{0, count}, {count, count}};
  for (std::int32_t k = 0; k < count; ++k) face_corners_.push_back(k);
  for (std::int32_t k = 0; k < count; ++k) face_corners_.push_back(k == 0 ? 0 : count - k);
}

inline void ConvexHull::set_solid(std::span<const Vec3<double>> points,
                                  const std::vector<std::vector<std::int32_t>>& loops) {
  dimension_ = 3;
  std::vector<std::int32_t> place(points.size(), -1);
  for (const auto& loop : loops) {
    for (const std::int32_t k : loop) place[k] = 0;
  }
  for (std::size_t k = 0; k < points.size(); ++k) {
    if (place[k] < 0) continue;
    place[k] = static_cast<std::int32_t>(corners_.size());
    corners_.push_back(points[k]);
  }
  for (const auto& loop : loops) {
    faces_.push_back(
        {static_cast<std::int32_t>(face_corners_.size()), static_cast<std::int32_t>(loop.size())});
    for (const std::int32_t k : loop) face_corners_.push_back(place[k]);
  }
}

/// Each edge borders two faces, which turn along it in opposite ways.
inline void ConvexHull::set_edges() {
  if (dimension_ == 1) edges_ = {{0, 1, -1, -1}};
  for (std::size_t f = 0; f < faces_.size(); ++f) {
    for (std::int32_t i = 0; i < faces_[f].count; ++i) {
      const std::int32_t* loop = face_corners_.data() + faces_[f].first;
      const std::int32_t from = loop[i], to = loop[i + 1 == faces_[f].count ? 0 : i + 1];
      const auto face = static_cast<std::int32_t>(f);
      edges_.push_back(from < to ? Edge3{from, to, face, -1} : Edge3{to, from, -1, face});
    }
  }
  std::sort(edges_.begin(), edges_.end(),
            [](const Edge3& a, const Edge3& b) { return a.from != b.from ? a.from < b.from : a.to < b.to; });
  if (dimension_ < 2) return;
  for (std::size_t k = 0; 2 * k < edges_.size(); ++k) {
    const Edge3 &one = edges_[2 * k], &other = edges_[2 * k + 1];
    edges_[k] = {one.from, one.to, std::max(one.left, other.left), std::max(one.right, other.right)};
  }
  edges_.resize(edges_.size() / 2);
}

inline void ConvexHull::set_neighbours() {
  neighbour_first_.assign(corners_.size() + 1, 0);
  for (const Edge3& edge : edges_) {
    ++neighbour_first_[edge.from + 1];
    ++neighbour_first_[edge.to + 1];
  }
  std::partial_sum(neighbour_first_.begin(), neighbour_first_.end(), neighbour_first_.begin());
  neighbours_.resize(2 * edges_.size());
  std::vector<std::int32_t> next(neighbour_first_.begin(), neighbour_first_.end() - 1);
  // First the smaller neighbours, then the larger ones: each list is in order, for the edges are.
  for (const Edge3& edge : edges_) neighbours_[next[edge.to]++] = edge.from;
  for (const Edge3& edge : edges_) neighbours_[next[edge.from]++] = edge.to;
}

inline PolytopeView ConvexHull::view() const {
  PolytopeView view;
  view.corners = corners_.data();
  view.edges = edges_.data();
  view.faces = faces_.data();
  view.face_corners = face_corners_.data();
  view.neighbour_first = neighbour_first_.data();
  view.neighbours = neighbours_.data();
  view.corner_count = static_cast<std::int32_t>(corners_.size());
  view.edge_count = static_cast<std::int32_t>(edges_.size());
  view.face_count = static_cast<std::int32_t>(faces_.size());
  view.dimension = dimension_;
  view.box = box_;
  return view;
}

}  // namespace touchstone
