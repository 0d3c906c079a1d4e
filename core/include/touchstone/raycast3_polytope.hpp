// Rays against points, segments, boxes, triangles and hulls of space. Whether one is met, and which face, are
// exact signs; only then is anything divided. See raycast3.hpp for what the answers mean.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <touchstone/answers.hpp>
#include <touchstone/double_double3.hpp>
#include <touchstone/polytope3.hpp>
#include <touchstone/shapes3.hpp>

namespace touchstone::rays3 {

using Ray = Ray3<double>;
using Hit = RayHit3<double>;
using Vec = Vec3<double>;

inline Hit misses() {
  return {};
}
inline Hit starts_inside(const Ray& ray) {
  return {Status::ok, true, 0, ray.origin, {}};
}
constexpr int sign(double value) {
  return int(value > 0) - int(value < 0);
}

/// t = numerator / denominator, to half an ulp, and the point there, to half an ulp of its coordinates.
inline Hit hit_at(const Ray& ray, const DoubleDouble& t, const Vec& normal) {
  const auto at = [&](double origin, double direction) {
    const TwoTerms way = two_product(t.hi, direction);
    const TwoTerms sum = two_sum(origin, way.hi);
    return sum.hi + (sum.lo + (way.lo + t.lo * direction));
  };
  const Vec point{at(ray.origin.x, ray.direction.x), at(ray.origin.y, ray.direction.y),
                  at(ray.origin.z, ray.direction.z)};
  return {Status::ok, true, t.hi, point, normal};
}

/// Of an edge from a to b that the ray meets in its own plane: perpendicular to the edge, against the ray.
template <class E>
Vec normal_of_edge(const Vec& direction, const E& edge) {
  const Vec along = space::rounded(to_double_double(edge));
  return space::unit(cross(along, space::rounded(space::accurate_cross(edge, direction))));
}

inline constexpr auto kTurn = [](const auto& d, const auto& a, const auto& b) {
  return cross(d, b) - cross(d, a);
};
inline constexpr auto kLess = [](const auto& a, const auto& b) { return a - b; };

/// A segment with the ends a and b, relative to the ray's origin, on the ray's line.
template <class V>
Hit segment_on_line(const Ray& ray, const V& a, const V& b) {
  const Vec d = ray.direction;
  const Vec size{std::fabs(d.x), std::fabs(d.y), std::fabs(d.z)};
  const int k = size.x >= size.y && size.x >= size.z ? 0 : (size.y >= size.z ? 1 : 2);
  const auto& from = space::coordinate(a, k);
  const auto& to = space::coordinate(b, k);
  const int side = sign_of(space::kValue, from);
  const int forward = sign(space::coordinate(d, k));
  if (side * sign_of(space::kValue, to) <= 0) return starts_inside(ray);
  if (side != forward) return misses();
  const bool a_is_nearer = sign_of(kLess, from, to) * forward <= 0;
  const DoubleDouble way = to_double_double(a_is_nearer ? from : to);
  return hit_at(ray, quotient(way, to_double_double(space::coordinate(d, k))), -space::unit(d));
}

/// A segment with the ends a and b, relative to the ray's origin (exact differences or expansions): met only
/// when both are in one plane with the ray. There an axis shows the two crossing.
template <class V>
Hit raycast_segment(const Ray& ray, const V& a, const V& b) {
  const Vec d = ray.direction;
  if (sign_of(space::kTriple, d, a, b) != 0) return misses();
  for (int k = 0; k < 3; ++k) {
    const Vec2<double> along = space::seen_along(d, k);
    const auto from = space::seen_along(a, k);
    const auto to = space::seen_along(b, k);
    const int turn = sign_of(kTurn, along, from, to);
    if (turn == 0) continue;
    if (sign_of(space::kCross2, along, from) * sign_of(space::kCross2, along, to) > 0) return misses();
    const int ahead = sign_of(space::kCross2, from, to) * turn;
    if (ahead < 0) return misses();
    if (ahead == 0) return starts_inside(ray);
    const DoubleDouble t = quotient(evaluate(space::kAccurate, space::kCross2, from, to),
                                    evaluate(space::kAccurate, kTurn, along, from, to));
    return hit_at(ray, t, normal_of_edge(d, to_expansion(b) - to_expansion(a)));
  }
  if (space::axis_of_cross(d, a) < 3) return misses();
  return segment_on_line(ray, a, b);
}

/// The corners of a convex polygon, counter-clockwise seen from the side of its normal, no three on a line.
template <class Corner>
struct Polygon {
  const Vec& origin;  ///< of the ray
  Corner corner;      ///< of k
  std::int32_t count;

  ExactOffset3 offset(std::int32_t k) const { return difference(corner(k), origin); }
  ExactOffset3 edge(std::int32_t k) const { return difference(corner(k + 1 < count ? k + 1 : 0), corner(k)); }
  ExactOffset3 other_side() const { return difference(corner(2), corner(0)); }
};

/// Signs of what places the ray at the polygon's plane: the way to it and the approach, both along its
/// normal.
template <class P>
int side_of_plane(const P& polygon) {
  return sign_of(space::kTriple, polygon.offset(0), polygon.edge(0), polygon.other_side());
}
template <class P>
int approach_to_plane(const P& polygon, const Vec& d) {
  return sign_of(space::kTriple, d, polygon.edge(0), polygon.other_side());
}

/// Whether the ray's line, which crosses the plane in the direction of the normal (side = 1) or against it
/// (-1), crosses the closed polygon.
template <class P>
bool line_crosses(const P& polygon, const Vec& d, int side) {
  for (std::int32_t k = 0; k < polygon.count; ++k) {
    if (sign_of(space::kTriple, d, polygon.offset(k), polygon.edge(k)) * side < 0) return false;
  }
  return true;
}

template <class P>
Hit hit_of_plane(const Ray& ray, const P& polygon, int side) {
  const ExactOffset3 u = polygon.edge(0);
  const ExactOffset3 v = polygon.other_side();
  const DoubleDouble t = quotient(evaluate(space::kAccurate, space::kTriple, polygon.offset(0), u, v),
                                  evaluate(space::kAccurate, space::kTriple, ray.direction, u, v));
  const Vec normal = space::unit(space::rounded(space::accurate_cross(u, v)));
  return hit_at(ray, t, side > 0 ? -normal : normal);
}

/// The ray is in the polygon's plane, which axis k shows turning as given. Of the edges beyond whose lines it
/// starts, it meets the one that its line crosses.
template <class P>
Hit raycast_in_plane(const Ray& ray, const P& polygon, int k, int turning) {
  const Vec2<double> d = space::seen_along(ray.direction, k);
  bool outside = false;
  for (std::int32_t i = 0; i < polygon.count; ++i) {
    const auto from = space::seen_along(polygon.offset(i), k);
    const auto edge = space::seen_along(polygon.edge(i), k);
    if (sign_of(space::kCross2, from, edge) * turning >= 0) continue;
    if (sign_of(space::kCross2, edge, d) * turning <= 0) return misses();
    outside = true;
    const auto to = space::seen_along(polygon.offset(i + 1 < polygon.count ? i + 1 : 0), k);
    if (sign_of(space::kCross2, d, from) * sign_of(space::kCross2, d, to) > 0) continue;
    const DoubleDouble t = quotient(evaluate(space::kAccurate, space::kCross2, from, edge),
                                    evaluate(space::kAccurate, space::kCross2, d, edge));
    return hit_at(ray, t, normal_of_edge(ray.direction, polygon.edge(i)));
  }
  return outside ? misses() : starts_inside(ray);
}

template <class P>
Hit raycast_flat(const Ray& ray, const P& polygon) {
  const Vec d = ray.direction;
  const int way = side_of_plane(polygon);
  const int approach = approach_to_plane(polygon, d);
  if (way != 0) {
    const bool hit = way == approach && line_crosses(polygon, d, approach);
    return hit ? hit_of_plane(ray, polygon, approach) : misses();
  }
  if (approach != 0) return line_crosses(polygon, d, approach) ? starts_inside(ray) : misses();
  const int k = space::axis_of_cross(polygon.edge(0), polygon.other_side());
  const int turning = sign_of(space::kCross2, space::seen_along(polygon.edge(0), k),
                              space::seen_along(polygon.other_side(), k));
  return raycast_in_plane(ray, polygon, k, turning);
}

/// True only when the ray misses the box: it starts beyond a side and does not approach it.
inline bool leaves(const Ray& ray, const Aabb3<double>& box) {
  const auto away = [](double o, double d, double lo, double hi) {
    return (o < lo && d <= 0) || (o > hi && d >= 0);
  };
  return away(ray.origin.x, ray.direction.x, box.min.x, box.max.x) ||
         away(ray.origin.y, ray.direction.y, box.min.y, box.max.y) ||
         away(ray.origin.z, ray.direction.z, box.min.z, box.max.z);
}

/// A ray from outside enters a convex polytope through a face that it approaches, from outside of its plane:
/// at any other the polytope would go on behind the point of entry. So edges, corners and faces along the ray
/// need no look of their own.
inline Hit raycast_solid(const Ray& ray, const PolytopeView& shape) {
  bool outside = false;
  for (std::int32_t f = 0; f < shape.face_count; ++f) {
    const std::int32_t* of_face = shape.face_corners + shape.faces[f].first;
    const auto corner = [&](std::int32_t k) -> const Vec& { return shape.corners[of_face[k]]; };
    const Polygon<decltype(corner)> face{ray.origin, corner, shape.faces[f].count};
    if (side_of_plane(face) >= 0) continue;
    if (approach_to_plane(face, ray.direction) >= 0) return misses();
    outside = true;
    if (line_crosses(face, ray.direction, -1)) return hit_of_plane(ray, face, -1);
  }
  return outside ? misses() : starts_inside(ray);
}

/// Points, and boxes and segments parallel to the axes. Of the faces beyond which the ray starts, the one it
/// comes to last is met, if at all.
inline Hit raycast_aabb(const Ray& ray, const Aabb3<double>& box) {
  if (leaves(ray, box)) return misses();
  const double o[3] = {ray.origin.x, ray.origin.y, ray.origin.z};
  const double d[3] = {ray.direction.x, ray.direction.y, ray.direction.z};
  const double lo[3] = {box.min.x, box.min.y, box.min.z};
  const double hi[3] = {box.max.x, box.max.y, box.max.z};
  // Sign of (t at which coordinate i is a) - (t at which coordinate k is b).
  const auto order = [&](int i, double a, int k, double b) {
    return cross_sign({}, {d[k], d[i]}, {o[k], o[i]}, {b, a}) * sign(d[i]) * sign(d[k]);
  };
  int entry = -1;
  double face[3] = {};
  for (int i = 0; i < 3; ++i) {
    face[i] = o[i] < lo[i] ? lo[i] : hi[i];
    if (o[i] >= lo[i] && o[i] <= hi[i]) continue;
    if (entry < 0 || order(i, face[i], entry, face[entry]) > 0) entry = i;
  }
  if (entry < 0) return starts_inside(ray);
  for (int k = 0; k < 3; ++k) {
    if (k == entry || d[k] == 0) continue;
    if (order(entry, face[entry], k, d[k] > 0 ? hi[k] : lo[k]) > 0) return misses();
  }
  double normal[3] = {};
  normal[entry] = d[entry] > 0 ? -1 : 1;
  const DoubleDouble way = to_double_double(two_sum(face[entry], -o[entry]));
  Hit hit = hit_at(ray, quotient(way, to_double_double(d[entry])), {normal[0], normal[1], normal[2]});
  double at[3] = {hit.point.x, hit.point.y, hit.point.z};
  at[entry] = face[entry];
  hit.point = {std::clamp(at[0], lo[0], hi[0]), std::clamp(at[1], lo[1], hi[1]),
               std::clamp(at[2], lo[2], hi[2])};
  return hit;
}

// A parallelepiped of half axes h, with m leading from its centre to the ray's origin. Seen along n it covers
// |n . x| <= the sum of |n . h|; seen along the ray it is the polygon in which, for each half axis,
// |d . (h x x)| <= the sum of |d . (h x other half axes)|.

inline constexpr auto kBeyondFace = [](const auto& m, const auto& h, const auto& p, const auto& q) {
  const auto n = cross(p, q);
  return absolute_value(dot(n, m)) - absolute_value(dot(n, h));
};
inline constexpr auto kClearance = [](const auto& d, const auto& m, const auto& h, const auto& p,
                                      const auto& q) {
  const auto n = cross(d, h);
  return absolute_value(dot(n, m)) - absolute_value(dot(n, p)) - absolute_value(dot(n, q));
};
/// d . (axis x (p + q - m)): on which side of the edge along axis in the middle of the faces at p and q.
inline constexpr auto kSideOfEdge = [](const auto& d, const auto& axis, const auto& m, const auto& p,
                                       const auto& q) {
  const auto n = cross(d, axis);
  return dot(n, p) + dot(n, q) - dot(n, m);
};
inline constexpr auto kWayToFace = [](const auto& p, const auto& q, const auto& h, const auto& m) {
  const auto n = cross(p, q);
  return dot(n, h) - dot(n, m);
};

inline bool line_misses(const Vec& d, const ExactOffset3& m, const Vec (&h)[3]) {
  for (int i = 0; i < 3; ++i) {
    if (sign_of(kClearance, d, m, h[i], h[(i + 1) % 3], h[(i + 2) % 3]) > 0) return true;
  }
  return false;
}

/// With volume: turn is the sign of the half axes' triple product.
inline Hit raycast_solid_obb(const Ray& ray, const Obb3<double>& box, int turn) {
  const Vec d = ray.direction;
  const ExactOffset3 m = difference(ray.origin, box.center);
  const Vec(&h)[3] = box.half_axes;
  int side[3] = {};      // -1, 0 or +1: below, within or above the faces at -h and h
  int approach[3] = {};  // sign of the direction along h's outward normal
  int entry = -1;
  for (int i = 0; i < 3; ++i) {
    const Vec& p = h[(i + 1) % 3];
    const Vec& q = h[(i + 2) % 3];
    if (sign_of(kBeyondFace, m, h[i], p, q) <= 0) continue;
    side[i] = turn * sign_of(space::kTriple, m, p, q);
    approach[i] = turn * sign_of(space::kTriple, d, p, q);
    if (side[i] * approach[i] >= 0) return misses();
    if (entry >= 0) {
      // With n_i = h_i+1 x h_i+2 and V = h_0 . n_0: n_i x n_i+1 = V h_i+2, and the sign of t of face i less t
      // of face k is that of (n_i x n_k) . (w x d) (n_i . d) (n_k . d), w leading to the edge of both faces.
      const int third = 3 - i - entry;
      const int order =
          (entry == (i + 1) % 3 ? turn : -turn) * approach[i] * approach[entry] *
          sign_of(kSideOfEdge, d, h[third], m, h[i] * double(side[i]), h[entry] * double(side[entry]));
      if (order <= 0) continue;
    }
    entry = i;
  }
  if (entry < 0) return starts_inside(ray);
  if (line_misses(d, m, h)) return misses();
  const Vec& p = h[(entry + 1) % 3];
  const Vec& q = h[(entry + 2) % 3];
  const DoubleDouble t =
      quotient(evaluate(space::kAccurate, kWayToFace, p, q, h[entry] * double(side[entry]), m),
               evaluate(space::kAccurate, space::kTriple, d, p, q));
  const Vec normal = space::unit(space::rounded(space::accurate_cross(p, q)));
  return hit_at(ray, t, normal * double(turn * side[entry]));
}

inline constexpr auto kReach2 = [](const auto& axis, const auto& p, const auto& q, const auto& r) {
  return absolute_value(cross(axis, p)) + absolute_value(cross(axis, q)) + absolute_value(cross(axis, r));
};
inline constexpr auto kBeyondSide = [](const auto& m, const auto& axis, const auto& p, const auto& q,
                                       const auto& r) {
  return absolute_value(cross(axis, m)) - kReach2(axis, p, q, r);
};
/// Way to the side of a zonogon along axis that lies towards side * the left of it.
inline constexpr auto kWayToSide = [](const auto& m, const auto& axis, const auto& p, const auto& q,
                                      const auto& r, const auto& side) {
  return side * kReach2(axis, p, q, r) - cross(axis, m);
};

/// A flat box, in whose plane the ray is; axis k shows both as they are.
inline Hit raycast_flat_obb_in_plane(const Ray& ray, const Obb3<double>& box, int k) {
  const ExactOffset3 offset = difference(ray.origin, box.center);
  const Vec2<TwoTerms> m = space::seen_along(offset, k);
  const Vec2<double> d = space::seen_along(ray.direction, k);
  const Vec2<double> h[3] = {space::seen_along(box.half_axes[0], k), space::seen_along(box.half_axes[1], k),
                             space::seen_along(box.half_axes[2], k)};
  int entry = -1;
  DoubleDouble latest;
  for (int i = 0; i < 3; ++i) {
    if (sign_of(kBeyondSide, m, h[i], h[0], h[1], h[2]) <= 0) continue;
    const int side = sign_of(space::kCross2, h[i], m);
    if (side * sign_of(space::kCross2, h[i], d) >= 0) return misses();
    const DoubleDouble t =
        quotient(evaluate(space::kAccurate, kWayToSide, m, h[i], h[0], h[1], h[2], double(side)),
                 evaluate(space::kAccurate, space::kCross2, h[i], d));
    if (entry >= 0 && t.hi <= latest.hi) continue;
    latest = t;
    entry = i;
  }
  if (entry < 0) return starts_inside(ray);
  if (sign_of(kBeyondSide, m, d, h[0], h[1], h[2]) > 0) return misses();
  return hit_at(ray, latest, normal_of_edge(ray.direction, box.half_axes[entry]));
}

/// A flat box; half axes p and q span its plane, as axis k shows.
inline Hit raycast_flat_obb(const Ray& ray, const Obb3<double>& box, const Vec& p, const Vec& q, int k) {
  const Vec d = ray.direction;
  const ExactOffset3 m = difference(ray.origin, box.center);
  const int way = -sign_of(space::kTriple, m, p, q);
  const int approach = sign_of(space::kTriple, d, p, q);
  if (approach == 0) return way == 0 ? raycast_flat_obb_in_plane(ray, box, k) : misses();
  if ((way != 0 && way != approach) || line_misses(d, m, box.half_axes)) return misses();
  if (way == 0) return starts_inside(ray);
  const DoubleDouble t = quotient(-evaluate(space::kAccurate, space::kTriple, m, p, q),
                                  evaluate(space::kAccurate, space::kTriple, d, p, q));
  const Vec normal = space::unit(space::rounded(space::accurate_cross(p, q)));
  return hit_at(ray, t, approach > 0 ? -normal : normal);
}

/// Half axes on one line, or zero.
inline Hit raycast_line_obb(const Ray& ray, const Obb3<double>& box) {
  const Vec(&h)[3] = box.half_axes;
  const Vec& along = !space::is_zero(h[0]) ? h[0] : (!space::is_zero(h[1]) ? h[1] : h[2]);
  ExactVec3<3> reach{};
  for (int i = 0; i < 3; ++i) {
    const double s = sign_of(space::kDot, h[i], along) < 0 ? -1 : 1;
    add_term(reach.x, s * h[i].x);
    add_term(reach.y, s * h[i].y);
    add_term(reach.z, s * h[i].z);
  }
  const ExactVec3<2> center = exact_difference(box.center, ray.origin);
  return raycast_segment(ray, center - reach, center + reach);
}

/// Any parallelepiped, exactly: corners that are no doubles do not matter.
inline Hit raycast_obb(const Ray& ray, const Obb3<double>& box) {
  const Vec(&h)[3] = box.half_axes;
  const int turn = sign_of(space::kTriple, h[0], h[1], h[2]);
  if (turn != 0) return raycast_solid_obb(ray, box, turn);
  for (int i = 0; i < 3; ++i) {
    const Vec& p = h[i];
    const Vec& q = h[(i + 1) % 3];
    const int k = space::axis_of_cross(p, q);
    if (k < 3) return raycast_flat_obb(ray, box, p, q, k);
  }
  return raycast_line_obb(ray, box);
}

}  // namespace touchstone::rays3
