// What a ray of space meets, by methods that share nothing with ray3.hpp: polytopes by all triangles, pairs
// and single ones of their points (every point of a hull is in a simplex of them: Caratheodory), round shapes
// by all roots of all inequalities that make them. Slow.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "oracle/ray3_exact.hpp"

namespace touchstone::oracle::test {

/// What was found; a parameter is its approximation_of, right to 2^-200 relatively.
struct BruteHit {
  bool hit = false;
  Rational t;
  bool reaches_interior = false;
  std::vector<RationalVec3>
      normals;  ///< outward, of each side the point lies on (parallel ones once); of any length
};

// ---- hulls of points

class BruteHull {
 public:
  BruteHull(const ExactRay3& ray, std::vector<RationalVec3> points) : ray_(ray), points_(std::move(points)) {}

  BruteHit hit() {
    look_at_points();
    look_at_pairs();
    look_at_triangles();
    find_sides();
    if (is_within(ray_.origin, false)) offer(0);
    if (!first_) return {};
    BruteHit found{true, *first_, false, {}};
    const RationalVec3 p = at(*first_);
    if (is_solid_) {
      found.reaches_interior = is_within(at((*first_ + *last_) / 2), true);
      for (const Side& side : sides_)
        if (dot(side.normal, p) == side.offset) found.normals.push_back(side.normal);
    } else if (!sides_.empty() && is_within(p, true) && *first_ > 0 && dot(plane_, ray_.direction) != 0) {
      found.reaches_interior = true;
      found.normals = {dot(plane_, ray_.direction) < 0 ? plane_ : -plane_};
    }
    return found;
  }

 private:
  /// {x : dot(normal, x) <= offset}, with a face (of a flat hull: an edge) in its plane.
  struct Side {
    RationalVec3 normal;
    Rational offset;
  };

  RationalVec3 at(const Rational& t) const { return ray_.origin + ray_.direction * t; }
  void offer(const Rational& t) {
    if (t < 0) return;
    if (!first_ || t < *first_) first_ = t;
    if (!last_ || t > *last_) last_ = t;
  }
  static bool is_zero(const RationalVec3& v) { return v.x == 0 && v.y == 0 && v.z == 0; }

  void look_at_points() {
    for (const RationalVec3& p : points_) {
      const RationalVec3 w = p - ray_.origin;
      if (is_zero(cross(w, ray_.direction))) offer(dot(w, ray_.direction) / length_sq(ray_.direction));
    }
  }
  void look_at_pairs() {
    for (const RationalVec3& p : points_) {
      for (const RationalVec3& q : points_) {
        const RationalVec3 n = cross(ray_.direction, q - p);
        if (is_zero(n) || dot(n, p - ray_.origin) != 0) continue;
        const Rational s = dot(cross(p - ray_.origin, ray_.direction), n) / length_sq(n);
        if (s >= 0 && s <= 1) offer(dot(cross(p - ray_.origin, q - p), n) / length_sq(n));
      }
    }
  }
  /// Moeller, Trumbore, "Fast, Minimum Storage Ray-Triangle Intersection", Journal of Graphics Tools 2
  /// (1997).
  void look_at_triangles() {
    const std::size_t n = points_.size();
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = i + 1; j < n; ++j) {
        for (std::size_t k = j + 1; k < n; ++k) {
          const RationalVec3 e1 = points_[j] - points_[i];
          const RationalVec3 e2 = points_[k] - points_[i];
          const RationalVec3 h = cross(ray_.direction, e2);
          const Rational det = dot(e1, h);
          if (det == 0) continue;
          const RationalVec3 s = ray_.origin - points_[i];
          const Rational u = dot(s, h) / det;
          const RationalVec3 q = cross(s, e1);
          const Rational v = dot(ray_.direction, q) / det;
          if (u >= 0 && v >= 0 && u + v <= 1) offer(dot(e2, q) / det);
        }
      }
    }
  }

  void add_side(const RationalVec3& normal, const RationalVec3& through) {
    if (is_zero(normal)) return;
    const Rational offset = dot(normal, through);
    for (const RationalVec3& p : points_)
      if (dot(normal, p) > offset) return;
    for (const Side& side : sides_)
      if (is_zero(cross(side.normal, normal)) && dot(side.normal, normal) > 0) return;
    sides_.push_back({normal, offset});
  }
  void add_sides(const RationalVec3& normal, const RationalVec3& through) {
    add_side(normal, through);
    add_side(-normal, through);
  }
  /// Of a solid hull: all planes of three points with the others on one side; of a flat one the same in its
  /// plane.
  void find_sides() {
    for (const RationalVec3& p : points_)
      for (const RationalVec3& q : points_)
        if (const RationalVec3 n = cross(p - points_[0], q - points_[0]); !is_zero(n)) plane_ = n;
    for (const RationalVec3& p : points_) is_solid_ = is_solid_ || dot(plane_, p - points_[0]) != 0;
    for (std::size_t i = 0; i < points_.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const RationalVec3 edge = points_[j] - points_[i];
        if (!is_solid_) add_sides(cross(edge, plane_), points_[i]);
        for (std::size_t k = 0; k < j && is_solid_; ++k)
          add_sides(cross(edge, points_[k] - points_[i]), points_[i]);
      }
    }
  }
  /// Strictly: in the relative interior. Flat: of a point in its plane.
  bool is_within(const RationalVec3& p, bool strictly) const {
    if (sides_.empty()) return false;  // on one line: told by points and pairs
    if (!is_solid_ && dot(plane_, p - points_[0]) != 0) return false;
    return std::all_of(sides_.begin(), sides_.end(), [&](const Side& side) {
      const Rational room = side.offset - dot(side.normal, p);
      return strictly ? room > 0 : room >= 0;
    });
  }

  ExactRay3 ray_;
  std::vector<RationalVec3> points_;
  std::vector<Side> sides_;
  RationalVec3 plane_{0, 0, 0};
  bool is_solid_ = false;
  std::optional<Rational> first_, last_;
};

// ---- shapes made of inequalities

/// a t^2 + b t + c <= 0 along the ray; gradient(t) = g + h t, outward; both zero: no side of the shape.
struct Inequality {
  Rational a, b, c;
  RationalVec3 g, h;

  std::vector<Surd> roots() const {
    if (a == 0) return b == 0 ? std::vector<Surd>{} : std::vector<Surd>{surd(Rational(-c / b))};
    const Rational discriminant = b * b - 4 * a * c;
    if (discriminant < 0) return {};
    return {{-b / (2 * a), -1 / (2 * a), discriminant}, {-b / (2 * a), 1 / (2 * a), discriminant}};
  }
  /// With t = p + q sqrt(r): t^2 = p^2 + q^2 r + 2 p q sqrt(r).
  int sign_at(const Surd& t) const {
    return sign(Surd{a * (t.a * t.a + t.b * t.b * t.c) + b * t.a + c, 2 * a * t.a * t.b + b * t.b, t.c});
  }
};
using Piece = std::vector<Inequality>;

inline Inequality linear(const ExactRay3& ray, const RationalVec3& n, const Rational& offset) {
  return {0, dot(n, ray.direction), dot(n, ray.origin) - offset, n, {0, 0, 0}};
}
inline Inequality in_ball(const ExactRay3& ray, const RationalVec3& center, const Rational& r) {
  const RationalVec3 w = ray.origin - center;
  return {length_sq(ray.direction), 2 * dot(w, ray.direction), length_sq(w) - r * r, w, ray.direction};
}
inline Inequality in_tube(const ExactRay3& ray, const RationalVec3& from, const RationalVec3& to,
                          const Rational& r) {
  const RationalVec3 axis = to - from;
  const RationalVec3 w = cross(ray.origin - from, axis);
  const RationalVec3 d = cross(ray.direction, axis);
  return {length_sq(d), 2 * dot(w, d), length_sq(w) - r * r * length_sq(axis), cross(axis, w),
          cross(axis, d)};
}
inline Piece cylinder_piece(const ExactRay3& ray, const RationalVec3& from, const RationalVec3& to,
                            const Rational& r) {
  const RationalVec3 axis = to - from;
  return {in_tube(ray, from, to, r), linear(ray, -axis, -dot(axis, from)), linear(ray, axis, dot(axis, to))};
}

/// The union of pieces, each of which has an interior.
class BruteRegion {
 public:
  BruteRegion(const ExactRay3& ray, std::vector<Piece> pieces) : ray_(ray), pieces_(std::move(pieces)) {}

  BruteHit hit() {
    std::vector<Surd> times = {surd(Rational(0))};
    for (const Piece& piece : pieces_)
      for (const Inequality& side : piece)
        for (const Surd& root : side.roots())
          if (sign(root) > 0) times.push_back(root);
    const auto order = [](const Surd& s) { return approximation_of(s); };
    std::sort(times.begin(), times.end(), [&](const Surd& s, const Surd& t) { return order(s) < order(t); });
    BruteHit found;
    for (std::size_t i = 0; i < times.size(); ++i) {
      const Rational here = order(times[i]);
      const Rational next = i + 1 < times.size() ? order(times[i + 1]) : Rational(here + 1);
      found.reaches_interior = found.reaches_interior || is_within(surd(Rational((here + next) / 2)), true);
      if (found.hit || !is_within(times[i], false)) continue;
      found.hit = true;
      found.t = here;
      note_normals(times[i], here, found);
    }
    return found;
  }

 private:
  bool is_within(const Surd& t, bool strictly) const {
    return std::any_of(pieces_.begin(), pieces_.end(), [&](const Piece& piece) {
      return std::all_of(piece.begin(), piece.end(), [&](const Inequality& side) {
        return strictly ? side.sign_at(t) < 0 : side.sign_at(t) <= 0;
      });
    });
  }
  static bool is_zero(const Inequality& side) { return length_sq(side.g) == 0 && length_sq(side.h) == 0; }
  void note_normals(const Surd& t, const Rational& about, BruteHit& found) const {
    for (const Piece& piece : pieces_) {
      if (!std::all_of(piece.begin(), piece.end(),
                       [&](const Inequality& side) { return side.sign_at(t) <= 0; }))
        continue;
      for (const Inequality& side : piece)
        if (side.sign_at(t) == 0 && !is_zero(side)) found.normals.push_back(side.g + side.h * about);
    }
  }

  ExactRay3 ray_;
  std::vector<Piece> pieces_;
};

// ---- shapes

inline std::vector<RationalVec3> points_of(const Shape3<double>& shape) {
  std::vector<RationalVec3> points;
  if (const auto* point = std::get_if<Point3<double>>(&shape)) points = {rational(point->at)};
  if (const auto* segment = std::get_if<Segment3<double>>(&shape))
    points = {rational(segment->from), rational(segment->to)};
  if (const auto* sphere = std::get_if<Sphere3<double>>(&shape)) points = {rational(sphere->center)};
  if (const auto* capsule = std::get_if<Capsule3<double>>(&shape))
    points = {rational(capsule->from), rational(capsule->to)};
  if (const auto* tube = std::get_if<Cylinder3<double>>(&shape))
    points = {rational(tube->from), rational(tube->to)};
  if (const auto* triangle = std::get_if<Triangle3<double>>(&shape))
    for (const Vec3<double>& p : triangle->points) points.push_back(rational(p));
  if (const auto* hull = std::get_if<Hull3<double>>(&shape))
    for (const Vec3<double>& p : hull->points) points.push_back(rational(p));
  for (unsigned i = 0; i < 8; ++i) {
    const auto sign = [&](unsigned k) { return Rational((i >> k & 1U) != 0 ? 1 : -1); };
    if (const auto* box = std::get_if<Aabb3<double>>(&shape)) {
      const auto pick = [&](unsigned k, double low, double high) {
        return rational((i >> k & 1U) != 0 ? high : low);
      };
      points.push_back({pick(0, box->min.x, box->max.x), pick(1, box->min.y, box->max.y),
                        pick(2, box->min.z, box->max.z)});
    }
    if (const auto* box = std::get_if<Obb3<double>>(&shape))
      points.push_back(rational(box->center) + rational(box->half_axes[0]) * sign(0) +
                       rational(box->half_axes[1]) * sign(1) + rational(box->half_axes[2]) * sign(2));
  }
  return points;
}

inline std::vector<Piece> pieces_of(const ExactRay3& ray, const Shape3<double>& shape) {
  if (const auto* sphere = std::get_if<Sphere3<double>>(&shape))
    if (sphere->radius > 0) return {{in_ball(ray, rational(sphere->center), rational(sphere->radius))}};
  if (const auto* c = std::get_if<Capsule3<double>>(&shape); c != nullptr && c->radius > 0) {
    const RationalVec3 from = rational(c->from);
    const RationalVec3 to = rational(c->to);
    const Rational r = rational(c->radius);
    if (from == to) return {{in_ball(ray, from, r)}};
    Piece middle = cylinder_piece(ray, from, to, r);
    middle[1].g = middle[2].g = {0, 0, 0};  // its ends lie within the balls
    return {{in_ball(ray, from, r)}, {in_ball(ray, to, r)}, middle};
  }
  if (const auto* c = std::get_if<Cylinder3<double>>(&shape); c != nullptr && c->radius > 0)
    return {cylinder_piece(ray, rational(c->from), rational(c->to), rational(c->radius))};
  if (const auto* plane = std::get_if<Plane3<double>>(&shape))
    return {{linear(ray, rational(plane->normal), rational(plane->offset))}};
  return {};
}

inline BruteHit brute_hit(const ExactRay3& ray, const Shape3<double>& shape) {
  std::vector<Piece> pieces = pieces_of(ray, shape);
  if (!pieces.empty()) return BruteRegion(ray, std::move(pieces)).hit();
  return BruteHull(ray, points_of(shape)).hit();
}

/// Of a solid box: six inequalities, by its coordinates along its half axes.
inline std::optional<BruteHit> slab_hit(const ExactRay3& ray, const Shape3<double>& shape) {
  const auto* box = std::get_if<Obb3<double>>(&shape);
  if (box == nullptr) return std::nullopt;
  Piece sides;
  for (int i = 0; i < 3; ++i) {
    const RationalVec3 n =
        cross(rational(box->half_axes[(i + 1) % 3]), rational(box->half_axes[(i + 2) % 3]));
    const Rational reach = dot(n, rational(box->half_axes[i]));
    if (reach == 0) return std::nullopt;
    for (const int side : {-1, 1}) {
      const RationalVec3 outward = n * Rational(reach > 0 ? side : -side);
      sides.push_back(linear(ray, outward, dot(outward, rational(box->center)) + abs(reach)));
    }
  }
  return BruteRegion(ray, {sides}).hit();
}

}  // namespace touchstone::oracle::test
