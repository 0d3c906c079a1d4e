// The polytope that EPA expands: triangles around the origin, in a fixed capacity.
//
// Whether a point is above a face is decided exactly, for the rounded points of the difference. Faces in one
// plane with a new point are replaced too: so no face is ever flat, and the region replaced is a disc, for
// the rest, seen from the point, is a convex polygon.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <touchstone/exact_sign3.hpp>
#include <touchstone/simplex3.hpp>
#include <touchstone/support_wrappers3.hpp>

namespace touchstone {

/// Points of the polytope, and with them the supports asked. Pairs of boxes take some 10, of hulls with a
/// hundred corners some 50; concentric cylinders, which are as deep in every direction across their axis, run
/// out of them.
inline constexpr int kEpaVertexCapacity = 512;
inline constexpr int kEpaFaceCapacity = 2 * kEpaVertexCapacity;

namespace detail {

/// Room for a value that is made later: arrays of it cost nothing until used.
template <class Value>
union Later {
  Value value;
  Later() {}
};

/// A convex polytope that grows by one point at a time.
class ExpandingPolytope {
 public:
  struct Face {
    std::int16_t vertex[3];     ///< counter-clockwise seen from outside
    std::int16_t neighbour[3];  ///< across the edge from vertex[k] to the next
    bool used;
    bool seen;        ///< from the point being added
    bool final;       ///< no support lies above it
    double distance;  ///< of its plane from the origin; negative with the origin outside
    Vec3<double> normal;
  };

  /// Requires orientation(p0, p1, p2, p3) != 0.
  void start(const DifferencePoint3 (&simplex)[4]);
  /// False when full, or when a point beyond the range of exactness spoils the polytope.
  bool add(int seen_face, const DifferencePoint3& p);

  /// The face nearest to the origin that is not final; -1: none.
  int nearest_face() const {
    int best = -1;
    double least = HUGE_VAL;
    for (int f = 0; f < face_end_; ++f) {
      const Face& face = faces_[f].value;
      if (!face.used || face.final || !(face.distance < least)) continue;
      best = f;
      least = face.distance;
    }
    return best;
  }
  Face& face(int f) { return faces_[f].value; }
  const DifferencePoint3& vertex(int k) const { return vertices_[k].value; }
  bool is_above(const Face& face, const Vec3<double>& p) const { return side(face, p) > 0; }

 private:
  int side(const Face& face, const Vec3<double>& p) const {
    return orientation(vertex(face.vertex[0]).value, vertex(face.vertex[1]).value,
                       vertex(face.vertex[2]).value, p);
  }
  int add_face(int i, int j, int k);
  void mark_seen(int seen_face, const Vec3<double>& p);
  bool close(int apex);

  Later<DifferencePoint3> vertices_[kEpaVertexCapacity];
  Later<Face> faces_[kEpaFaceCapacity];
  std::int16_t seen_[kEpaFaceCapacity];
  std::int16_t free_[kEpaFaceCapacity];
  std::int16_t starts_[kEpaVertexCapacity];  ///< new face whose base starts at a vertex; -1: none
  int vertex_count_ = 0;
  int face_end_ = 0;
  int seen_count_ = 0;
  int free_count_ = 0;
};

/// Normal of a triangle of the difference, of no certain length, from the given corners.
inline Vec3<DoubleDouble> accurate_normal(const DifferencePoint3& p, const DifferencePoint3& q,
                                          const DifferencePoint3& r) {
  const Vec3<DoubleDouble> at = difference_value<DoubleDouble>(p);
  return cross(difference_value<DoubleDouble>(q) - at, difference_value<DoubleDouble>(r) - at);
}
/// Without the overflow and underflow of squares; zero for zero.
inline Vec3<double> unit_vector(const Vec3<double>& v) {
  const double sq = length_sq(v);
  const double size = sq > 0x1p-900 && sq < 0x1p+900 ? std::sqrt(sq) : length(v);
  return size > 0 ? Vec3<double>{v.x / size, v.y / size, v.z / size} : v;
}

inline int ExpandingPolytope::add_face(int i, int j, int k) {
  if (free_count_ == 0 && face_end_ == kEpaFaceCapacity) return -1;
  const int f = free_count_ > 0 ? free_[--free_count_] : face_end_++;
  const DifferencePoint3 &p = vertex(i), &q = vertex(j), &r = vertex(k);
  const Vec3<double> e = q.value - p.value, g = r.value - p.value;
  Vec3<double> n = cross(e, g);
  if (!(length_sq(e) * length_sq(g) <= kWellShapedSkew * kWellShapedSkew * length_sq(n))) {
    // The rounded points decided the turn. Where they differ by little more than their roundings, the given
    // corners may turn the other way.
    const Vec3<double> given = leading(accurate_normal(p, q, r));
    n = leading(cross(to_double_double(difference(q.value, p.value)),
                      to_double_double(difference(r.value, p.value))));
    if (dot(given, n) > 0) n = given;
  }
  n = unit_vector(n);
  Face& face = faces_[f].value;
  face.vertex[0] = static_cast<std::int16_t>(i);
  face.vertex[1] = static_cast<std::int16_t>(j);
  face.vertex[2] = static_cast<std::int16_t>(k);
  face.used = true;
  face.seen = face.final = false;
  face.normal = n;
  face.distance = std::min({dot(n, p.value), dot(n, q.value), dot(n, r.value)});
  return f;
}

inline void ExpandingPolytope::start(const DifferencePoint3 (&simplex)[4]) {
  static constexpr int kFaces[2][4][3] = {{{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}},
                                          {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}};
  for (int k = 0; k < 4; ++k) vertices_[k].value = simplex[k];
  vertex_count_ = 4;
  const bool above = orientation(simplex[0].value, simplex[1].value, simplex[2].value, simplex[3].value) > 0;
  for (const auto& [i, j, k] : kFaces[above ? 1 : 0]) add_face(i, j, k);
  for (int f = 0; f < 4; ++f) {
    for (int e = 0; e < 3; ++e) {
      const int from = faces_[f].value.vertex[e], to = faces_[f].value.vertex[(e + 1) % 3];
      for (int g = 0; g < 4; ++g)
        for (int h = 0; h < 3; ++h)
          if (faces_[g].value.vertex[h] == to && faces_[g].value.vertex[(h + 1) % 3] == from)
            faces_[f].value.neighbour[e] = static_cast<std::int16_t>(g);
    }
  }
}

/// Collects the faces from which p is above or in the plane, those connected with seen_face.
inline void ExpandingPolytope::mark_seen(int seen_face, const Vec3<double>& p) {
  seen_count_ = 0;
  faces_[seen_face].value.seen = true;
  seen_[seen_count_++] = static_cast<std::int16_t>(seen_face);
  for (int at = 0; at < seen_count_; ++at) {
    for (const std::int16_t next : faces_[seen_[at]].value.neighbour) {
      Face& face = faces_[next].value;
      if (face.seen || side(face, p) < 0) continue;
      face.seen = true;
      seen_[seen_count_++] = next;
    }
  }
}

/// A cone of new faces from the seen region's border to the apex, linked around it; the region's faces are
/// freed.
inline bool ExpandingPolytope::close(int apex) {
  std::fill(starts_, starts_ + vertex_count_, static_cast<std::int16_t>(-1));
  int first = -1, count = 0;
  for (int at = 0; at < seen_count_; ++at) {
    for (int e = 0; e < 3; ++e) {
      const Face old = faces_[seen_[at]].value;
      Face& outside = faces_[old.neighbour[e]].value;
      if (outside.seen) continue;
      const int from = old.vertex[e], to = old.vertex[(e + 1) % 3];
      const int f = starts_[from] >= 0 ? -1 : add_face(from, to, apex);
      if (f < 0) return false;
      starts_[from] = static_cast<std::int16_t>(f);
      faces_[f].value.neighbour[0] = old.neighbour[e];
      for (int h = 0; h < 3; ++h)
        if (outside.vertex[h] == to && outside.vertex[(h + 1) % 3] == from)
          outside.neighbour[h] = static_cast<std::int16_t>(f);
      first = from;
      ++count;
    }
  }
  int from = first;
  for (int k = 0; k < count; ++k) {
    if (from < 0 || starts_[from] < 0) return false;
    const std::int16_t f = starts_[from];
    const int to = faces_[f].value.vertex[1];
    if (starts_[to] < 0) return false;
    faces_[f].value.neighbour[1] = starts_[to];
    faces_[starts_[to]].value.neighbour[2] = f;
    from = to;
  }
  for (int at = 0; at < seen_count_; ++at) {
    faces_[seen_[at]].value.used = false;
    free_[free_count_++] = seen_[at];
  }
  return count >= 3 && from == first;
}

inline bool ExpandingPolytope::add(int seen_face, const DifferencePoint3& p) {
  if (vertex_count_ == kEpaVertexCapacity) return false;
  vertices_[vertex_count_++].value = p;
  mark_seen(seen_face, p.value);
  return close(vertex_count_ - 1);
}

}  // namespace detail

}  // namespace touchstone
