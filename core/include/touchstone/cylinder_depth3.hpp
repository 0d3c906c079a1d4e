// How deep a cylinder and a polytope, or two cylinders, overlap: the least height of their difference over
// the directions that can be least, which are finitely many and have formulas or one unknown. So it needs no
// polytope that closes in on curved sides, and does not mind how many directions are equally short.
//
// Why these are all. The difference A - B is the sum of a polytope P (a segment less B's polytope; the
// parallelogram of two axes) and of one disc or two. Its height over the origin along a unit vector n is h(n)
// = v . n + sum of r |n x a|, v being the corner of P that n supports, a the axis and r the radius of a disc.
// Let n be a local minimum, h(n) > 0.
// 1. If n is along an axis, or perpendicular to an edge of P and to another edge or an axis: these are
// listed.
// 2. Else if n is perpendicular to one edge e of P: n is a local minimum on the circle across e.
// 3. Else v stays and h is smooth around n. On the sphere its second derivative is the sum over the discs of
// r / |n x a|
//    in the direction n x a, less h(n) in every direction. With one disc it is negative across n x a: no
//    minimum. With two discs n is a minimum only where both rims' points are a local minimum of the distance
//    of the two circles.
// (An edge e along an axis makes 2: v stays, or e is a side: the direction from the axis to the nearest
// corner.)
//
// On the circle across e, with p and q its unit vectors across and along the disc's axis, n = p cos + q sin
// has height
//   f = x cos + y sin + r sqrt(cos^2 + k^2 sin^2),   x = v . p, y = v . q, k = |a . e|,
// for 0 <= angle <= 90 degrees, where p and q take every sign. f' / cos, as a function of t = tan, is
//   G(t) = -x t + y - r (1 - k^2) t / sqrt(1 + k^2 t^2),
// which is convex; its last zero, if it rises there, is the only local minimum in between. It exists just
// when x < 0 and y < 0, or x < 0 and the least G is negative.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <touchstone/cylinder_rims3.hpp>
#include <touchstone/double_double3.hpp>
#include <touchstone/facets3.hpp>
#include <touchstone/polytope3.hpp>
#include <touchstone/shapes3.hpp>
#include <touchstone/support3.hpp>

namespace touchstone {

/// Error of penetration_cylinder()'s depth in u, and of what its push leaves of an overlap: the directions
/// err by 4 roundings, along which the shapes' corners are apart by at most 4 sqrt(3) of the scale (14 u);
/// the heights that choose among them by 5 roundings of as much (17 u).
inline constexpr double kCylinderDepthBound = 32;

/// Halvings of an angle that is looked for: of a quarter turn to less than kRounding.
inline constexpr int kCylinderTurns = 56;
/// Normals in doubles whose length is at least this part of their factors' err by less than the square of it.
inline constexpr double kPlainNormal = 0x1p-20;

/// The least height of A - B over the origin, and along what.
struct CylinderPush {
  double depth = HUGE_VAL;
  Vec3<double> normal{1, 0, 0};  ///< unit, from A to B
  int iterations = 0;            ///< directions asked
};

namespace detail {

/// A polytope, asked likewise. The view must outlive it.
struct Skeleton {
  explicit Skeleton(const PolytopeView& view) : shape(view), support(view) {}
  const PolytopeView& shape;
  PolytopeSupport3 support;

  const Vec3<double>& highest(const Vec3<double>& n) const { return shape.corners[support.corner(n)]; }
  Vec3<DoubleDouble> highest_exactly(const Vec3<double>& n) const {
    return to_double_double(exact_corner(shape, support.corner(n)));
  }
  double rim(const Vec3<double>&) const { return 0; }

  /// Outward, to 4 roundings; zero where that is not told.
  Vec3<double> normal_of(std::int32_t face) const {
    const FacetNormal n = face_normal(shape, face);
    if (shape.rounded_from == nullptr) return product(offset(n.p.from, n.p.to), offset(n.q.from, n.q.to));
    return product(exact_offset(n.p.from, n.p.to), exact_offset(n.q.from, n.q.to));
  }
  /// Perpendicular to an edge and to a vector; zero where these are parallel.
  Vec3<double> across(const Edge3& edge, const ExactOffset3& along) const {
    if (shape.rounded_from == nullptr) return product(along, offset(edge.from, edge.to));
    return product(along, exact_offset(edge.from, edge.to));
  }

 private:
  ExactOffset3 offset(std::int32_t from, std::int32_t to) const {
    return difference(shape.corners[to], shape.corners[from]);
  }
  ExactVec3<8> exact_offset(std::int32_t from, std::int32_t to) const {
    return exact_corner(shape, to) - exact_corner(shape, from);
  }
  template <class P, class Q>
  static Vec3<double> product(const P& p, const Q& q) {
    return unit_or_zero(space::rounded(space::accurate_cross(p, q)));
  }

 public:
  static Vec3<double> unit_or_zero(const Vec3<double>& n) { return space::is_zero(n) ? n : space::unit(n); }
};

/// An angle as its cosine and sine.
struct Turn {
  double cosine, sine;
};
/// The only local minimum of x cos + y sin + r sqrt(cos^2 + k^2 sin^2) between 0 and 90 degrees, if any;
/// perhaps the latter where it is none. Requires x <= 0, share = 1 - k^2.
inline bool find_arc_minimum(double x, double y, double r, double k, double share, Turn& found) {
  const auto rises = [&](const Turn& at) {
    const double root = std::sqrt(at.cosine * at.cosine + k * k * at.sine * at.sine);
    return y * at.cosine - x * at.sine - r * share * at.sine * at.cosine / root > 0;
  };
  Turn low{1, 0}, high{0, 1};
  if (y >= 0 && x < 0) {
    if (!(r * share > -x && k > 0)) return false;
    // Where G is least: it falls before and rises behind.
    const double root = std::cbrt(r * share / -x);
    const double tangent = std::sqrt(std::max(root * root - 1, 0.0)) / k;
    const double size = std::sqrt(1 + tangent * tangent);
    low = {1 / size, tangent / size};
    if (!(size < HUGE_VAL) || rises(low)) return false;
  }
  for (int turn = 0; turn < kCylinderTurns && x < 0; ++turn) {
    Turn middle{low.cosine + high.cosine, low.sine + high.sine};
    const double size = std::sqrt(middle.cosine * middle.cosine + middle.sine * middle.sine);
    middle = {middle.cosine / size, middle.sine / size};
    (rises(middle) ? high : low) = middle;
  }
  found = high;
  return true;
}

/// The least height of a cylinder less another shape; keeps the directions asked.
template <class Other>
class CylinderHeights {
 public:
  CylinderHeights(const Tube& a, const Other& b) : a_(a), b_(b) {}

  double least() const { return push_.depth; }

  /// Asks along a unit vector; zero tells nothing.
  void ask(const Vec3<double>& n) {
    if (n == Vec3<double>{}) return;
    ++push_.iterations;
    const double height = dot(n, a_.highest(n) - b_.highest(-n)) + (a_.rim(n) + b_.rim(n));
    if (!(height < push_.depth)) return;
    push_.depth = height;
    push_.normal = n;
  }
  void ask_both(const Vec3<double>& n) {
    ask(n);
    ask(-n);
  }
  /// Across an edge: local minima of v . n + the rim of the disc + more, on the side to which way points.
  /// normal: unit, across both, or zero where they are parallel.
  void ask_across(const Vec3<double>& edge, const Tube& disc, const Vec3<double>& normal,
                  const Vec3<double>& way, const Vec3<double>& v, double more) {
    Vec3<double> p = normal == Vec3<double>{} ? space::any_perpendicular(edge) : normal;
    Vec3<double> q = cross(edge, p);
    const double share = std::min(length_sq(cross(disc.axis, edge)), 1.0);
    if (dot(q, way) < 0) q = -q;
    if (dot(p, v) > 0) p = -p;
    const double x = dot(p, v), y = dot(q, v), k = std::fabs(dot(edge, disc.axis));
    Turn at{};
    if (!find_arc_minimum(x, y, disc.radius, k, share, at)) return;
    const double root = std::sqrt(at.cosine * at.cosine + k * k * at.sine * at.sine);
    if (x * at.cosine + y * at.sine + disc.radius * root + more >= push_.depth) return;
    ask(space::unit(p * at.cosine + q * at.sine));
  }

  /// The height again along the best direction, with sums of two doubles.
  CylinderPush finished() {
    const Vec3<double>& n = push_.normal;
    const DoubleDouble height = dot(to_double_double(n), a_.highest_exactly(n) - b_.highest_exactly(-n));
    push_.depth = std::max(0.0, (height.hi + (a_.rim(n) + b_.rim(n))) / length(n));
    return push_;
  }

 private:
  const Tube& a_;
  const Other& b_;
  CylinderPush push_;
};

/// -normal as a unit vector; zero where doubles do not tell it.
inline Vec3<double> plain_inward(const FacetNormal& normal) {
  const double size = std::sqrt(length_sq(normal.value));
  return size > kPlainNormal * normal.scale ? normal.value * (-1 / size) : Vec3<double>{};
}

/// Directions between two normals, where a corner of B stays lowest, all have a height of at least this: that
/// of one point of A - B, the support between them, along the lower of both. Less what the normals err by.
inline double least_between(const Tube& a, const Vec3<double>& corner, const Vec3<double>& left,
                            const Vec3<double>& right) {
  const Vec3<double> middle = left + right;
  // However small it is, it is perpendicular to the axis.
  const Vec3<double> across = cross(a.axis, cross(middle, a.axis));
  const double size = std::sqrt(length_sq(across));
  Vec3<double> p = a.highest(middle) - corner;
  if (size > 0) p = p + across * (a.radius / size);
  const double least = std::min(dot(p, left), dot(p, right));
  return least - kPlainNormal * std::sqrt(length_sq(p));
}

/// From the axis to the polytope's corner nearest to it.
inline Vec3<double> to_nearest_corner(const Tube& a, const PolytopeView& b) {
  Vec3<double> nearest{};
  double least_sq = HUGE_VAL;
  for (std::int32_t k = 0; k < b.corner_count; ++k) {
    const Vec3<double> across = cross(b.corners[k] - a.from, a.axis);
    const double size_sq = length_sq(across);
    if (size_sq < least_sq) nearest = across;
    least_sq = std::min(least_sq, size_sq);
  }
  return Skeleton::unit_or_zero(cross(a.axis, nearest));
}

/// Every direction perpendicular to an edge of B that may be least.
inline void ask_edge(const Skeleton& b, const Edge3& edge, const Tube& a,
                     CylinderHeights<Skeleton>& heights) {
  const Vec3<double>& corner = b.shape.corners[edge.from];
  if (edge.left >= 0) {
    const Vec3<double> left = plain_inward(face_normal(b.shape, edge.left));
    const Vec3<double> right = plain_inward(face_normal(b.shape, edge.right));
    const bool told = left != Vec3<double>{} && right != Vec3<double>{} && b.shape.dimension == 3;
    if (told && least_between(a, corner, left, right) >= heights.least()) return;
  }
  const Vec3<double> normal = b.across(edge, difference(a.to, a.from));
  heights.ask_both(normal);
  const Vec3<double> along = space::unit(rounded_span({&b.shape, edge.from, edge.to}));
  heights.ask_across(along, a, normal, a.axis, a.to - corner, 0);
  heights.ask_across(along, a, normal, -a.axis, a.from - corner, 0);
}

inline void ask_rims(const Tube& a, const Tube& b, CylinderHeights<Tube>& heights) {
  const bool walks_a = a.radius <= b.radius;
  const double sign = walks_a ? 1 : -1;
  for (const Vec3<double>& end_a : {a.from, a.to}) {
    for (const Vec3<double>& end_b : {b.from, b.to}) {
      RimPair rims = walks_a ? RimPair(end_a, a, end_b, b) : RimPair(end_b, b, end_a, a);
      rims.search([&] { return heights.least(); },
                  [&](const Vec3<double>& between, const Vec3<double>& normal) {
                    heights.ask(Skeleton::unit_or_zero(between) * sign);
                    heights.ask_both(Skeleton::unit_or_zero(normal));
                  });
    }
  }
}

}  // namespace detail

/// The least height of A - B over the origin. Where the shapes overlap it is their depth; else of no meaning.
/// Requires valid shapes in range, a.radius > 0; of two cylinders, axes that are not parallel
/// (cylinder3.hpp). Error: kCylinderDepthBound. Cost: with a polytope, some 100 ns an edge.
inline CylinderPush push_out_of_cylinder(const Cylinder3<double>& cylinder, const PolytopeView& b) {
  const detail::Tube a(cylinder);
  const detail::Skeleton other(b);
  detail::CylinderHeights<detail::Skeleton> heights(a, other);
  heights.ask_both(a.axis);
  heights.ask(detail::to_nearest_corner(a, b));
  for (std::int32_t f = 0; f < b.face_count; ++f) {
    const Vec3<double> n = detail::plain_inward(detail::face_normal(b, f));
    const Vec3<double>& corner = b.corners[b.face_corners[b.faces[f].first]];
    if (n == Vec3<double>{} || detail::least_between(a, corner, n, n) < heights.least())
      heights.ask(-other.normal_of(f));
  }
  for (std::int32_t k = 0; k < b.edge_count; ++k) detail::ask_edge(other, b.edges[k], a, heights);
  return heights.finished();
}
inline CylinderPush push_out_of_cylinder(const Cylinder3<double>& first, const Cylinder3<double>& second) {
  const detail::Tube a(first), b(second);
  detail::CylinderHeights<detail::Tube> heights(a, b);
  heights.ask_both(a.axis);
  heights.ask_both(b.axis);
  const Vec3<double> normal = detail::Skeleton::unit_or_zero(
      space::rounded(space::accurate_cross(difference(a.to, a.from), difference(b.to, b.from))));
  heights.ask_both(normal);
  // A - B with the end of B that is lowest along the direction, and with the end of A that is highest.
  heights.ask_across(a.axis, b, normal, -b.axis, a.from - b.to, a.radius);
  heights.ask_across(a.axis, b, normal, b.axis, a.from - b.from, a.radius);
  heights.ask_across(b.axis, a, normal, a.axis, a.to - b.from, b.radius);
  heights.ask_across(b.axis, a, normal, -a.axis, a.from - b.from, b.radius);
  detail::ask_rims(a, b, heights);
  return heights.finished();
}

}  // namespace touchstone
