// The plainest answers for convex shapes of space, in numbers of 50 digits: every axis, every pair of
// features. Shares no code with the algorithms it measures.
#pragma once

#include <algorithm>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <vector>

#include <touchstone/polytope3.hpp>
#include <touchstone/shapes3.hpp>

namespace touchstone::space_reference {

using Real = boost::multiprecision::number<
    boost::multiprecision::cpp_bin_float<168, boost::multiprecision::digit_base_2>,
    boost::multiprecision::et_off>;
using Point = Vec3<Real>;

inline Point real(const Vec3<double>& v) {
  return {Real(v.x), Real(v.y), Real(v.z)};
}
inline Real size_of(const Point& v) {
  return sqrt(dot(v, v));
}

/// Corners, edges and triangulated faces of a convex polytope of any dimension.
struct Solid {
  std::vector<Point> corners;
  std::vector<std::pair<int, int>> edges;
  std::vector<std::vector<int>> faces;
};

inline Solid solid(const PolytopeView& view) {
  Solid result;
  for (int k = 0; k < view.corner_count; ++k) result.corners.push_back(real(view.corners[k]));
  for (int k = 0; k < view.edge_count; ++k) result.edges.emplace_back(view.edges[k].from, view.edges[k].to);
  for (int k = 0; k < view.face_count; ++k) {
    const std::int32_t* loop = view.face_corners + view.faces[k].first;
    result.faces.emplace_back(loop, loop + view.faces[k].count);
  }
  return result;
}
/// With the exact corners.
inline Solid solid(const Obb3<double>& box) {
  Solid result;
  for (int k = 0; k < 8; ++k) {
    Point corner = real(box.center);
    for (int i = 0; i < 3; ++i) corner = corner + real(box.half_axes[i]) * Real((k >> i & 1) != 0 ? 1 : -1);
    result.corners.push_back(corner);
    for (int i = 0; i < 3; ++i)
      if ((k >> i & 1) == 0) result.edges.emplace_back(k, k | 1 << i);
  }
  for (int i = 0; i < 3; ++i) {
    const int u = 1 << (i + 1) % 3, v = 1 << (i + 2) % 3;
    for (const int side : {0, 1 << i}) result.faces.push_back({side, side | u, side | u | v, side | v});
  }
  return result;
}
inline Solid solid(const Segment3<double>& s) {
  Solid result;
  result.corners = {real(s.from), real(s.to)};
  result.edges = {{0, 1}};
  return result;
}

inline Real highest(const Solid& s, const Point& n) {
  Real best = dot(s.corners[0], n);
  for (const Point& p : s.corners) best = std::max(best, dot(p, n));
  return best;
}
/// How far the difference A - B reaches along n / |n|.
inline Real reach(const Solid& a, const Solid& b, const Point& n) {
  return (highest(a, n) + highest(b, -n)) / size_of(n);
}
inline Point normal_of(const Solid& s, const std::vector<int>& face) {
  Point n{};  // The sum over a fan: longer than its parts' roundings, were there any.
  for (std::size_t k = 1; k + 1 < face.size(); ++k)
    n = n + cross(s.corners[face[k]] - s.corners[face[0]], s.corners[face[k + 1]] - s.corners[face[0]]);
  return n;
}

/// Least reach of the difference over all axes that can be least where the shapes meet: face normals,
/// products of edges; for flat differences that may miss the normal of a plane, which the caller adds.
inline Real depth(const Solid& a, const Solid& b, const std::vector<Point>& more = {}) {
  Real least = -1;
  const auto ask = [&](const Point& n) {
    if (size_of(n) == 0) return;
    for (const Point& m : {n, -n}) {
      const Real r = reach(a, b, m);
      if (least < 0 || r < least) least = std::max(r, Real(0));
    }
  };
  for (const auto& face : a.faces) ask(normal_of(a, face));
  for (const auto& face : b.faces) ask(normal_of(b, face));
  for (const auto& [i, j] : a.edges)
    for (const auto& [k, l] : b.edges) ask(cross(a.corners[j] - a.corners[i], b.corners[l] - b.corners[k]));
  for (const Point& n : more) ask(n);
  return least;
}

inline Real squared_to_segment(const Point& p, const Point& a, const Point& b) {
  const Point e = b - a;
  const Real ee = dot(e, e);
  Real t = ee == 0 ? Real(0) : dot(p - a, e) / ee;
  t = std::min(std::max(t, Real(0)), Real(1));
  const Point d = a + e * t - p;
  return dot(d, d);
}
inline Real squared_to_triangle(const Point& p, const Point& a, const Point& b, const Point& c) {
  const Point n = cross(b - a, c - a);
  const Real nn = dot(n, n);
  const bool inside = nn > 0 && dot(cross(b - a, p - a), n) >= 0 && dot(cross(c - b, p - b), n) >= 0 &&
                      dot(cross(a - c, p - c), n) >= 0;
  if (inside) return dot(p - a, n) * dot(p - a, n) / nn;
  return std::min({squared_to_segment(p, a, b), squared_to_segment(p, b, c), squared_to_segment(p, c, a)});
}
inline Real squared_between_segments(const Point& a, const Point& b, const Point& c, const Point& d) {
  const Point u = b - a, v = d - c, r = a - c, n = cross(u, v);
  const Real nn = dot(n, n);
  if (nn > 0) {
    const Real s = dot(cross(v, r), n) / nn, t = dot(cross(u, r), n) / nn;
    if (s >= 0 && s <= 1 && t >= 0 && t <= 1) return dot(r, n) * dot(r, n) / nn;
  }
  return std::min({squared_to_segment(a, c, d), squared_to_segment(b, c, d), squared_to_segment(c, a, b),
                   squared_to_segment(d, a, b)});
}
/// Distance of a point from the boundary and corners; of the solid itself where the point is outside.
inline Real squared_to_boundary(const Point& p, const Solid& s) {
  Real least = dot(p - s.corners[0], p - s.corners[0]);
  for (const auto& [i, j] : s.edges)
    least = std::min(least, squared_to_segment(p, s.corners[i], s.corners[j]));
  for (const auto& face : s.faces)
    for (std::size_t k = 1; k + 1 < face.size(); ++k)
      least = std::min(
          least, squared_to_triangle(p, s.corners[face[0]], s.corners[face[k]], s.corners[face[k + 1]]));
  return least;
}
/// Requires that the solids do not meet.
inline Real distance(const Solid& a, const Solid& b) {
  Real least = squared_to_boundary(a.corners[0], b);
  for (const Point& p : a.corners) least = std::min(least, squared_to_boundary(p, b));
  for (const Point& p : b.corners) least = std::min(least, squared_to_boundary(p, a));
  for (const auto& [i, j] : a.edges)
    for (const auto& [k, l] : b.edges)
      least =
          std::min(least, squared_between_segments(a.corners[i], a.corners[j], b.corners[k], b.corners[l]));
  return sqrt(least);
}
/// How far outside the solid p is; 0 inside.
inline Real outside(const Point& p, const Solid& s) {
  if (s.faces.size() < 4) return sqrt(squared_to_boundary(p, s));
  Point middle{};
  for (const Point& q : s.corners) middle = middle + q * (Real(1) / Real(s.corners.size()));
  for (const auto& face : s.faces) {
    const Point n = normal_of(s, face);
    const Real side = dot(p - s.corners[face[0]], n);
    if (side != 0 && (side > 0) != (dot(middle - s.corners[face[0]], n) > 0))
      return sqrt(squared_to_boundary(p, s));
  }
  return 0;
}
/// Separating axes: whether the solids are apart.
inline bool are_apart(const Solid& a, const Solid& b) {
  const auto apart = [&](const Point& n) {
    return size_of(n) > 0 && (highest(a, n) + highest(b, -n) < 0 || highest(a, -n) + highest(b, n) < 0);
  };
  const auto any_of = [&](const Solid& s, const Solid& t) {
    for (const auto& face : s.faces) {
      const Point n = normal_of(s, face);
      if (apart(n)) return true;
      // Flat solids: also across each side, in the plane.
      for (std::size_t k = 0; k < face.size(); ++k)
        if (apart(cross(n, s.corners[face[(k + 1) % face.size()]] - s.corners[face[k]]))) return true;
    }
    for (const auto& [i, j] : s.edges) {
      const Point e = s.corners[j] - s.corners[i];
      if (apart(e)) return true;
      const Point r = t.corners[0] - s.corners[i];
      if (apart(cross(e, cross(e, r)))) return true;
    }
    return apart(t.corners[0] - s.corners[0]);
  };
  if (any_of(a, b) || any_of(b, a)) return true;
  for (const auto& [i, j] : a.edges)
    for (const auto& [k, l] : b.edges)
      if (apart(cross(a.corners[j] - a.corners[i], b.corners[l] - b.corners[k]))) return true;
  return false;
}

inline double unit_of(const Solid& a, const Solid& b, double radii = 0) {
  Real most = radii;
  for (const Solid* s : {&a, &b})
    for (const Point& p : s->corners) most = std::max({most, Real(abs(p.x)), Real(abs(p.y)), Real(abs(p.z))});
  return 0x1p-52 * most.convert_to<double>();
}

}  // namespace touchstone::space_reference
