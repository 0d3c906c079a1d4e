// The faces of the convex hull of points of space, found exactly; for hull3.hpp.
//
// Method: beneath-beyond on points in lexicographic order. Each new point lies outside the hull so far and
// sees a face at the point before it; all faces it sees are found from there and replaced by a cone over
// their rim. Faces are triangles until the end, when those in one plane are merged. A point in the plane of a
// face does not see it. Source: F. P. Preparata, M. I. Shamos, "Computational Geometry" (1985),
// section 3.4.2. Our deviation: every decision is exact, so points in one plane are no special case.
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include <touchstone/exact_sign3.hpp>

namespace touchstone {

namespace detail {

inline bool lexicographically_before(const Vec3<double>& a, const Vec3<double>& b) {
  if (a.x != b.x) return a.x < b.x;
  if (a.y != b.y) return a.y < b.y;
  return a.z < b.z;
}

/// True when all points lie in one plane. Requires sorted points, no two equal.
inline bool is_flat(std::span<const Vec3<double>> points) {
  std::size_t turn = 2;
  while (turn < points.size() && are_collinear(points[0], points[1], points[turn])) ++turn;
  for (std::size_t k = turn + 1; k < points.size(); ++k) {
    if (orientation(points[0], points[1], points[turn], points[k]) != 0) return false;
  }
  return true;
}

/// Corners of the hull of points in one plane, in order around it from the first on; one or two when they are
/// one point or lie on one line. Requires sorted points, no two equal, at least one.
inline std::vector<Vec3<double>> flat_hull(std::span<const Vec3<double>> points) {
  const std::size_t n = points.size();
  std::size_t turn = 2;
  while (turn < n && are_collinear(points[0], points[1], points[turn])) ++turn;
  if (n == 1) return {points[0]};
  if (turn >= n) return {points[0], points[n - 1]};
  // Seen along an axis that is not in the plane the points keep their turns; lexicographic order in space is
  // one along the plane too, so Andrew's chains apply.
  using Seen = Vec2<double> (*)(const Vec3<double>&);
  constexpr Seen kViews[3] = {[](const Vec3<double>& p) {
                                return Vec2<double>{p.x, p.y};
                              },
                              [](const Vec3<double>& p) {
                                return Vec2<double>{p.x, p.z};
                              },
                              [](const Vec3<double>& p) {
                                return Vec2<double>{p.y, p.z};
                              }};
  Seen seen = kViews[0];
  for (const Seen view : kViews) {
    seen = view;
    if (orientation(view(points[0]), view(points[1]), view(points[turn])) != 0) break;
  }
  std::vector<Vec3<double>> loop;
  const auto add = [&](std::size_t start, const Vec3<double>& p) {
    while (loop.size() >= start + 2 &&
           orientation(seen(loop[loop.size() - 2]), seen(loop.back()), seen(p)) <= 0) {
      loop.pop_back();
    }
    loop.push_back(p);
  };
  for (std::size_t i = 0; i < n; ++i) add(0, points[i]);
  const std::size_t start = loop.size() - 1;
  for (std::size_t i = n - 1; i-- > 0;) add(start, points[i]);
  loop.pop_back();
  return loop;
}

/// The boundary of the hull of the first points as triangles that never degenerate; some may lie in one
/// plane.
class TriangulatedHull {
 public:
  /// Requires sorted points, no two equal, not all in one plane; they must outlive this.
  explicit TriangulatedHull(std::span<const Vec3<double>> points) : points_(points), rim_(points.size(), -1) {
    const auto count = static_cast<std::int32_t>(points.size());
    for (std::int32_t next = start(); next < count; ++next) add(next);
  }

  /// Corners of each face, counter-clockwise seen from outside and from the smallest on, as indices of
  /// points; the faces in order.
  std::vector<std::vector<std::int32_t>> faces() const;

 private:
  struct Triangle {
    std::array<std::int32_t, 3> corners;     ///< counter-clockwise seen from outside
    std::array<std::int32_t, 3> neighbours;  ///< [i]: beyond the edge from corners[i] to corners[i + 1]
    std::int32_t asked_by = -1;              ///< the last point whose view of it was asked for
    bool seen = false;                       ///< the answer
    bool gone = false;                       ///< replaced
  };
  /// An edge between two planes, as one of them turns.
  struct Border {
    std::int32_t plane, from, to;
    friend auto operator<=>(const Border&, const Border&) = default;
  };

  static constexpr int after(int i) { return i == 2 ? 0 : i + 1; }
  /// Index in the triangle of one of its corners.
  static int place_of(const Triangle& t, std::int32_t corner) {
    return t.corners[0] == corner ? 0 : (t.corners[1] == corner ? 1 : 2);
  }
  int side_of(const Triangle& t, std::int32_t point) const {
    return orientation(points_[t.corners[0]], points_[t.corners[1]], points_[t.corners[2]], points_[point]);
  }
  bool sees(std::int32_t point, std::int32_t triangle) {
    Triangle& t = triangles_[triangle];
    if (t.asked_by != point) {
      t.asked_by = point;
      t.seen = side_of(t, point) > 0;
    }
    return t.seen;
  }

  std::int32_t start();
  void add(std::int32_t point);
  void add_rim_triangle(std::int32_t from, std::int32_t to, std::int32_t point, std::int32_t beyond);
  std::vector<std::int32_t> planes() const;
  std::vector<Border> borders() const;

  std::span<const Vec3<double>> points_;
  std::vector<Triangle> triangles_;
  std::vector<std::int32_t> rim_;     ///< of a point on the rim: the new triangle whose edge starts there
  std::vector<std::int32_t> newest_;  ///< all triangles at the last point
  std::vector<std::int32_t> seen_;    ///< triangles that the new point sees
  std::vector<std::int32_t> free_;    ///< places of triangles that are gone
};

/// The hull of the longest beginning in one plane, as a polygon with two sides, each a fan of triangles.
/// Returns the number of points in it.
inline std::int32_t TriangulatedHull::start() {
  std::size_t turn = 2;
  while (are_collinear(points_[0], points_[1], points_[turn])) ++turn;
  std::size_t flat = turn + 1;
  while (orientation(points_[0], points_[1], points_[turn], points_[flat]) == 0) ++flat;
  const auto beginning = points_.first(flat);
  std::vector<std::int32_t> loop;
  for (const Vec3<double>& p : flat_hull(beginning)) {
    const auto at = std::lower_bound(beginning.begin(), beginning.end(), p, lexicographically_before);
    loop.push_back(static_cast<std::int32_t>(at - beginning.begin()));
  }
  // Triangles 2 i and 2 i + 1 are the two sides of triangle i of the fan.
  const auto count = static_cast<std::int32_t>(loop.size()) - 2;
  for (std::int32_t i = 0; i < count; ++i) {
    const std::int32_t a = loop[0], b = loop[i + 1], c = loop[i + 2];
    const std::int32_t front = 2 * i, back = front + 1;
    const bool first = i == 0, last = i == count - 1;
    triangles_.push_back({{a, b, c}, {first ? back : front - 2, back, last ? back : front + 2}});
    triangles_.push_back({{a, c, b}, {last ? front : back + 2, front, first ? front : back - 2}});
    newest_.insert(newest_.end(), {front, back});
  }
  return static_cast<std::int32_t>(flat);
}

inline void TriangulatedHull::add_rim_triangle(std::int32_t from, std::int32_t to, std::int32_t point,
                                               std::int32_t beyond) {
  if (free_.empty()) {
    free_.push_back(static_cast<std::int32_t>(triangles_.size()));
    triangles_.emplace_back();
  }
  const std::int32_t made = free_.back();
  free_.pop_back();
  triangles_[made] = {{from, to, point}, {beyond, -1, -1}};
  triangles_[beyond].neighbours[place_of(triangles_[beyond], to)] = made;
  rim_[from] = made;
  newest_.push_back(made);
}

/// Replaces the triangles that the point sees. They are connected, and their rim is one closed path that
/// meets no point twice: the hull is convex. Never degenerate: a point on the line of a rim edge would not
/// see the triangle inside of it.
inline void TriangulatedHull::add(std::int32_t point) {
  // The hull lies before its last point, in the order of the points, so does every direction from there into
  // it; the new point lies after. So it is outside of the cone that the faces at the last point bound, and
  // sees one of them.
  std::size_t first = 0;
  while (!sees(point, newest_[first])) ++first;
  seen_.assign(1, newest_[first]);
  triangles_[seen_[0]].gone = true;
  newest_.clear();
  for (std::size_t done = 0; done < seen_.size(); ++done) {
    const Triangle inner = triangles_[seen_[done]];
    for (int i = 0; i < 3; ++i) {
      const std::int32_t beyond = inner.neighbours[i];
      if (triangles_[beyond].gone) continue;
      if (sees(point, beyond)) {
        triangles_[beyond].gone = true;
        seen_.push_back(beyond);
      } else {
        add_rim_triangle(inner.corners[i], inner.corners[after(i)], point, beyond);
      }
    }
  }
  for (const std::int32_t made : newest_) {
    const std::int32_t next = rim_[triangles_[made].corners[1]];
    triangles_[made].neighbours[1] = next;
    triangles_[next].neighbours[2] = made;
  }
  free_.insert(free_.end(), seen_.begin(), seen_.end());
}

/// Of each triangle: a number that just the triangles in its plane share. They are connected: the hull is
/// convex.
inline std::vector<std::int32_t> TriangulatedHull::planes() const {
  std::vector<std::int32_t> plane(triangles_.size(), -1);
  std::vector<std::int32_t> stack;
  for (std::size_t k = 0; k < triangles_.size(); ++k) {
    if (triangles_[k].gone || plane[k] >= 0) continue;
    const auto number = static_cast<std::int32_t>(k);
    plane[k] = number;
    stack.assign(1, number);
    while (!stack.empty()) {
      const Triangle& t = triangles_[stack.back()];
      stack.pop_back();
      for (int i = 0; i < 3; ++i) {
        const Triangle& beyond = triangles_[t.neighbours[i]];
        const std::int32_t apex = beyond.corners[after(place_of(beyond, t.corners[i]))];
        if (plane[t.neighbours[i]] >= 0 || side_of(triangles_[k], apex) != 0) continue;
        plane[t.neighbours[i]] = number;
        stack.push_back(t.neighbours[i]);
      }
    }
  }
  return plane;
}

/// Sorted.
inline std::vector<TriangulatedHull::Border> TriangulatedHull::borders() const {
  const std::vector<std::int32_t> plane = planes();
  std::vector<Border> all;
  for (std::size_t k = 0; k < triangles_.size(); ++k) {
    const Triangle& t = triangles_[k];
    for (int i = 0; i < 3 && !t.gone; ++i) {
      if (plane[t.neighbours[i]] != plane[k]) all.push_back({plane[k], t.corners[i], t.corners[after(i)]});
    }
  }
  std::sort(all.begin(), all.end());
  return all;
}

inline std::vector<std::vector<std::int32_t>> TriangulatedHull::faces() const {
  const std::vector<Border> all = borders();
  // Three planes or more meet in a corner, two in a point on an edge.
  std::vector<std::int32_t> planes_at(points_.size(), 0);
  for (const Border& b : all) ++planes_at[b.from];
  std::vector<std::vector<std::int32_t>> loops;
  for (auto first = all.begin(); first != all.end();) {
    auto last = first;
    while (last != all.end() && last->plane == first->plane) ++last;
    std::vector<std::int32_t>& loop = loops.emplace_back();
    std::int32_t at = first->from;
    do {
      if (planes_at[at] > 2) loop.push_back(at);
      at = std::lower_bound(first, last, Border{first->plane, at, 0})->to;
    } while (at != first->from);
    first = last;
  }
  std::sort(loops.begin(), loops.end());
  return loops;
}

}  // namespace detail

}  // namespace touchstone
