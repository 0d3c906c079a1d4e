#include "oracle/cylinder3_exact.hpp"

#include <algorithm>
#include <vector>

#include "oracle/exact3.hpp"

namespace touchstone::oracle {
namespace {

using Vector = RationalVec3;

int sign_of_rational(const Rational& value) {
  return value.sign();
}

/// Heights are times the length of the axis: the cylinder's are from 0 to square.
struct ExactRod {
  Vector from, along;
  Rational square, radius;

  Rational height(const Vector& p) const { return dot(p - from, along); }
  /// The part of p - from across the axis.
  Vector beside(const Vector& p) const {
    const Vector away = p - from;
    return away - along * Rational(dot(away, along) / square);
  }
  ExactRod turned() const { return {from + along, -along, square, radius}; }
};

ExactRod rod_of(const Operand3& operand) {
  const auto& shape = std::get<Cylinder3<double>>(*operand.shape);
  ExactRod rod{rational(shape.from), rational(shape.to) - rational(shape.from), 0, rational(shape.radius)};
  rod.square = length_sq(rod.along);
  return rod;
}

/// Squared distance of the origin from a segment.
Rational nearest_sq(const Vector& from, const Vector& to) {
  const Vector along = to - from;
  const Rational square = length_sq(along);
  if (square == 0) return length_sq(from);
  const Rational place = -dot(from, along) / square;
  if (place <= 0) return length_sq(from);
  if (place >= 1) return length_sq(to);
  return length_sq(from + along * place);
}

/// The squared distance from the axis of the hull of points. Seen along the axis that is a polygon.
Rational nearest_to_axis_sq(const ExactRod& rod, const std::vector<Vector>& points) {
  const Vector unit_x{1, 0, 0}, unit_y{0, 1, 0};
  const Vector right =
      rod.along.y != 0 || rod.along.z != 0 ? cross(rod.along, unit_x) : cross(rod.along, unit_y);
  const Vector up = cross(rod.along, right);
  struct Seen {
    Rational x, y;
    Vector beside;
  };
  std::vector<Seen> seen;
  for (const Vector& p : points) {
    const Vector beside = rod.beside(p);
    seen.push_back({dot(beside, right), dot(beside, up), beside});
  }
  std::sort(seen.begin(), seen.end(),
            [](const Seen& a, const Seen& b) { return a.x < b.x || (a.x == b.x && a.y < b.y); });
  const auto turn = [](const Rational& ax, const Rational& ay, const Rational& bx, const Rational& by) {
    return sign_of_rational(ax * by - ay * bx);
  };
  std::vector<Seen> hull;
  for (const bool is_upper : {false, true}) {
    const std::size_t base = hull.size();
    for (std::size_t i = 0; i < seen.size(); ++i) {
      const Seen& next = is_upper ? seen[seen.size() - 1 - i] : seen[i];
      while (hull.size() >= base + 2) {
        const Seen& a = hull[hull.size() - 2];
        const Seen& b = hull.back();
        if (turn(b.x - a.x, b.y - a.y, next.x - b.x, next.y - b.y) > 0) break;
        hull.pop_back();
      }
      hull.push_back(next);
    }
    hull.pop_back();
  }
  if (hull.empty()) return length_sq(seen[0].beside);
  bool is_inside = hull.size() > 2;
  Rational nearest = length_sq(hull[0].beside);
  for (std::size_t i = 0; i < hull.size(); ++i) {
    const Seen& a = hull[i];
    const Seen& b = hull[i + 1 == hull.size() ? 0 : i + 1];
    is_inside = is_inside && turn(b.x - a.x, b.y - a.y, -a.x, -a.y) >= 0;
    nearest = std::min(nearest, nearest_sq(a.beside, b.beside));
  }
  return is_inside ? Rational(0) : nearest;
}

// The part of the polytope between the planes of the ends, seen along the axis.
Relation relation_to_polytope(const ExactRod& rod, const Operand3& a, const Operand3& b) {
  const ExactPair3 pair = exact_pair_of(*a.shape, *b.shape);
  std::vector<Vector> corners;
  std::vector<Rational> heights;
  for (const IntegerVec3& corner : pair.b.corners) {
    corners.push_back(rational(corner) * pair.unit);
    heights.push_back(rod.height(corners.back()));
  }
  std::vector<Vector> between;
  bool is_strictly = false, at_from = false, at_to = false;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    if (heights[i] < 0 || heights[i] > rod.square) continue;
    between.push_back(corners[i]);
    at_from = at_from || heights[i] == 0;
    at_to = at_to || heights[i] == rod.square;
    is_strictly = is_strictly || (heights[i] > 0 && heights[i] < rod.square);
  }
  for (const auto& edge : pair.b.edges) {
    const auto from = static_cast<std::size_t>(edge[0]), to = static_cast<std::size_t>(edge[1]);
    for (const Rational& level : {Rational(0), rod.square}) {
      const Rational below = heights[from] - level, above = heights[to] - level;
      if (below.sign() * above.sign() >= 0) continue;
      between.push_back(corners[from] + (corners[to] - corners[from]) * Rational(below / (below - above)));
      is_strictly = true;  // the edge goes on on both sides of the plane
    }
  }
  if (between.empty()) return Relation::disjoint;
  const int side = sign_of_rational(nearest_to_axis_sq(rod, between) - rod.radius * rod.radius);
  if (side > 0) return Relation::disjoint;
  return side == 0 || !(is_strictly || (at_from && at_to)) ? Relation::touching : Relation::overlapping;
}

Relation relation_to_sphere(const ExactRod& rod, const Vector& centre, const Rational& radius) {
  const Rational height = rod.height(centre);
  const Rational past = height < 0            ? height
                        : height > rod.square ? Rational(height - rod.square)
                                              : Rational(0);
  const Rational past_sq = past * past / rod.square;
  const Rational beside_sq = length_sq(rod.beside(centre));
  Surd excess{past_sq - radius * radius, 0, 0};
  if (beside_sq > rod.radius * rod.radius)
    excess = {excess.a + beside_sq + rod.radius * rod.radius, -2 * rod.radius, beside_sq};
  const int side = sign(excess);
  return side > 0 ? Relation::disjoint : side == 0 ? Relation::touching : Relation::overlapping;
}

// The part of the lowest points of a body above the plane of the end `to` lies above that end.
bool rests_on_end(const ExactRod& rod, const Vector& p, const Vector& q, const Rational& radius) {
  const Rational at_p = rod.height(p), at_q = rod.height(q);
  const Rational lowest = std::min(at_p, at_q) - rod.square;
  if (lowest <= 0 || lowest * lowest != radius * radius * rod.square) return false;
  std::vector<Vector> points;
  if (at_p <= at_q) points.push_back(p);
  if (at_q <= at_p) points.push_back(q);
  return nearest_to_axis_sq(rod, points) <= rod.radius * rod.radius;
}

bool overlap(const Rational& from, const Rational& to, const Rational& top) {
  return std::max(from, to) >= 0 && std::min(from, to) <= top;
}

bool capsule_lies_at_side(const ExactRod& rod, const Vector& p, const Vector& q, const Rational& radius) {
  const Rational reach = rod.radius + radius;
  const Vector from = rod.beside(p), to = rod.beside(q);
  if (nearest_sq(from, to) != reach * reach) return false;
  const Vector along = to - from;
  const Rational square = length_sq(along);
  if (square == 0) return overlap(rod.height(p), rod.height(q), rod.square);
  const Rational place = std::clamp(Rational(-dot(from, along) / square), Rational(0), Rational(1));
  const Rational height = rod.height(p + (q - p) * place);
  return height >= 0 && height <= rod.square;
}

std::optional<Relation> relation_to_capsule(const ExactRod& rod, const Vector& p, const Vector& q,
                                            const Rational& radius) {
  if (p == q) return relation_to_sphere(rod, p, radius);
  if (rests_on_end(rod, p, q, radius) || rests_on_end(rod.turned(), p, q, radius) ||
      capsule_lies_at_side(rod, p, q, radius))
    return Relation::touching;
  return std::nullopt;
}

Relation relation_of_parallels(const ExactRod& a, const ExactRod& b) {
  const Rational from = a.height(b.from), to = a.height(b.from + b.along);
  const Rational reach = a.radius + b.radius;
  const int beside = sign_of_rational(length_sq(a.beside(b.from)) - reach * reach);
  const int past =
      sign_of_rational(std::max(Rational(std::min(from, to) - a.square), Rational(-std::max(from, to))));
  if (beside > 0 || past > 0) return Relation::disjoint;
  return beside == 0 || past == 0 ? Relation::touching : Relation::overlapping;
}

bool sides_touch(const ExactRod& a, const ExactRod& b) {
  const Vector across = cross(a.along, b.along);
  const Rational square = length_sq(across);
  const Vector apart = b.from - a.from;
  const Rational gap = dot(apart, across), reach = a.radius + b.radius;
  if (gap * gap != reach * reach * square) return false;
  const Rational on_a = dot(cross(apart, b.along), across), on_b = dot(cross(apart, a.along), across);
  return on_a >= 0 && on_a <= square && on_b >= 0 && on_b <= square;
}

// Of two cylinders that are not parallel: the lowest points of b are in the plane of a's end `to` and on that
// end.
bool cylinder_rests_on_end(const ExactRod& a, const ExactRod& b) {
  const Vector b_to = b.from + b.along;
  const Rational from = a.height(b.from), to = a.height(b_to);
  const Rational lowest = std::min(from, to) - a.square;
  if (sign(Surd{lowest, -b.radius, length_sq(cross(a.along, b.along)) / b.square}) != 0) return false;
  if (from == to) return nearest_to_axis_sq(a, {b.from, b_to}) <= a.radius * a.radius;
  // The lowest point: the end less radius times the unit vector of what of a's axis is across b's.
  const Vector end = a.beside(from < to ? b.from : b_to);
  const Vector across = a.along - b.along * Rational(dot(a.along, b.along) / b.square);
  const Rational square = length_sq(across);
  const Vector seen = across - a.along * Rational(dot(across, a.along) / a.square);
  const Rational rest = length_sq(end) + b.radius * b.radius * length_sq(seen) / square - a.radius * a.radius;
  return sign(Surd{rest, -2 * b.radius * dot(end, seen) / square, square}) <= 0;
}

std::optional<Relation> relation_to_rod(const ExactRod& a, const ExactRod& b) {
  if (length_sq(cross(a.along, b.along)) == 0) return relation_of_parallels(a, b);
  if (sides_touch(a, b)) return Relation::touching;
  for (const ExactRod& on : {a, a.turned()})
    if (cylinder_rests_on_end(on, b)) return Relation::touching;
  for (const ExactRod& on : {b, b.turned()})
    if (cylinder_rests_on_end(on, a)) return Relation::touching;
  return std::nullopt;
}

}  // namespace

std::optional<Relation> exact_cylinder_relation(const Operand3& a, const Operand3& b) {
  const ExactRod rod = rod_of(a);
  if (b.form == Operand3::Form::cylinder) return relation_to_rod(rod, rod_of(b));
  if (b.form == Operand3::Form::polytope || b.radius == 0) return relation_to_polytope(rod, a, b);
  if (const auto* sphere = std::get_if<Sphere3<double>>(b.shape))
    return relation_to_sphere(rod, rational(sphere->center), rational(b.radius));
  const auto& capsule = std::get<Capsule3<double>>(*b.shape);
  return relation_to_capsule(rod, rational(capsule.from), rational(capsule.to), rational(b.radius));
}

bool overlaps_on_axis(const Operand3& a, const Operand3& b) {
  const ExactRod rod = rod_of(a);
  const ExactPair3 pair = exact_pair_of(*a.shape, *b.shape);
  if (pair.b.dimension > 1) return false;
  Rational lowest = rod.square, highest = 0;
  for (const IntegerVec3& corner : pair.b.corners) {
    const Vector p = rational(corner) * pair.unit;
    if (length_sq(rod.beside(p)) != 0) return false;
    const Rational height = rod.height(p);
    lowest = std::min(lowest, height);
    highest = std::max(highest, height);
  }
  // Along the axis: a height over the length of the axis, and b's radius when it is a ball; across: both
  // radii.
  const Rational along = std::min(Rational(rod.square - lowest), highest);
  const Rational more =
      b.form == Operand3::Form::cylinder ? Rational(rod.radius + rational(b.radius)) : rod.radius;
  return sign(Surd{-more, along / rod.square, rod.square}) >= 0;
}

bool is_rational_with_cylinder(const Operand3& b) {
  return b.form == Operand3::Form::polytope || b.radius == 0 ||
         std::holds_alternative<Sphere3<double>>(*b.shape);
}

}  // namespace touchstone::oracle
