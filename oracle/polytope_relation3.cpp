#include "oracle/polytope_relation3.hpp"

#include <algorithm>
#include <cmath>

#include "oracle/orientation3.hpp"

namespace touchstone::oracle {
namespace {

constexpr int kUndecided = ExactSum::kUndecided;

ExpansionVec3 exact_direction(const PairPoints3& points, const Axis3& axis) {
  const AxisFactors3 factors = exact_factors(points, axis);
  ExpansionVec3 direction;
  add_cross(ExpansionVec3(factors.first), ExpansionVec3(factors.second), direction);
  return direction;
}

// The corner is one of the feature that the axis is normal to.
bool is_on_feature(const PairPoints3& points, const Axis3& axis, bool of_b, int corner) {
  const Polytope& shape = points.shape(of_b);
  if (axis.kind == Axis3::Kind::edges) {
    const Polytope::Edge& edge = shape.edges()[static_cast<std::size_t>(of_b ? axis.j : axis.i)];
    return edge.from == corner || edge.to == corner;
  }
  if (of_b != (axis.kind == Axis3::Kind::face_of_b)) return false;
  const std::span<const std::int32_t> face = shape.face(axis.i);
  return std::find(face.begin(), face.end(), corner) != face.end();
}

// The corner of A furthest along the exact direction (of B: nearest), starting with one that is so in
// doubles. sign: 1, or -1 for the opposite direction. False when it abstains.
bool find_support(const PairPoints3& points, const Axis3& axis, const ExpansionVec3& direction, double sign,
                  bool of_b, int& corner) {
  const CornerArrays& corners = points.corners(of_b);
  const double outward = of_b ? -1 : 1;
  const double length = std::sqrt(length_sq(axis.normal));
  const double slack = 2 * axis.error * length;
  const double height = outward * dot(axis.normal, corners.at(corner));
  for (int i = 0; i < corners.size(); ++i) {
    if (i == corner || outward * dot(axis.normal, corners.at(i)) < height - slack) continue;
    if (is_on_feature(points, axis, of_b, i) && is_on_feature(points, axis, of_b, corner)) continue;
    const int further = sign_of_dot(direction, ExpansionVec3(points.shape(of_b).exact_step(corner, i)));
    if (further == kUndecided) return false;
    if (further * sign * outward > 0) corner = i;
  }
  return true;
}

}  // namespace

int exact_gap_sign(const PairPoints3& points, const Axis3& axis) {
  const ExpansionVec3 direction = exact_direction(points, axis);
  if (direction.is_undecided()) return kUndecided;
  if (direction.is_zero()) return kNoAxis;
  const double sign = axis.is_reversed ? -1 : 1;
  int corner_a = axis.corner_a;
  int corner_b = axis.corner_b;
  if (!find_support(points, axis, direction, sign, false, corner_a) ||
      !find_support(points, axis, direction, sign, true, corner_b))
    return kUndecided;
  const int gap = sign_of_dot(direction, ExpansionVec3(points.exact_between(corner_a, corner_b)));
  return gap == kUndecided ? gap : gap * static_cast<int>(sign);
}

std::optional<bool> are_same_direction(const PairPoints3& points, const Axis3& first, const Axis3& second) {
  const ExpansionVec3 u = exact_direction(points, first);
  const ExpansionVec3 v = exact_direction(points, second);
  ExpansionVec3 normal;
  add_cross(u, v, normal);
  const int along = sign_of_dot(u, v);
  if (normal.is_undecided() || along == kUndecided) return std::nullopt;
  return normal.is_zero() && (along > 0) == (first.is_reversed == second.is_reversed);
}

namespace {

// Flat differences: both polytopes are flat.
class FlatPair {
 public:
  explicit FlatPair(const PairPoints3& points) : points_(points) {
    for (const bool of_b : {false, true})
      for (int k = 0; k < points.shape(of_b).direction_count(); ++k)
        edges_.push_back({of_b, k, points.shape(of_b).exact_edge(k)});
  }

  // Dimension of B - A.
  int dimension() {
    if (edges_.empty()) return 0;
    first_ = edges_[0].vector;
    for (const Edge& edge : edges_) {
      if (normal_coordinate_ < 0) {
        for (int c = 0; c < 3 && normal_coordinate_ < 0; ++c)
          if (exact_sign_of_cross(first_, edge.vector, c) != 0) normal_coordinate_ = c;
        second_ = edge.vector;
      } else if (exact_sign_of_determinant(first_, second_, edge.vector) != 0) {
        return 3;
      }
    }
    return normal_coordinate_ < 0 ? 1 : 2;
  }

  Relation relation(int dimension, ExactRelation3& result) {
    const VectorSum between = points_.exact_between(0, 0);
    if (dimension == 0) {
      const bool same = exact_sign_of_coordinate(between, 0) == 0 &&
                        exact_sign_of_coordinate(between, 1) == 0 &&
                        exact_sign_of_coordinate(between, 2) == 0;
      return same ? Relation::touching : Relation::disjoint;
    }
    if (dimension == 1) return relation_on_line(between);
    if (exact_sign_of_determinant(first_, second_, between) != 0) return Relation::disjoint;
    result.plane_first = first_;
    result.plane_second = second_;
    result.is_inside = true;
    for (const Edge& edge : edges_) {
      const int sign = gap_sign_beside(edge);
      if (sign > 0) return Relation::disjoint;
      if (sign == 0) result.is_inside = false;
    }
    return Relation::touching;
  }

 private:
  struct Edge {
    bool of_b = false;
    int k = 0;
    VectorSum vector;
  };

  Relation relation_on_line(const VectorSum& between) const {
    for (int c = 0; c < 3; ++c)
      if (exact_sign_of_cross(first_, between, c) != 0) return Relation::disjoint;
    bool ahead = true;
    bool behind = true;
    for (int i = 0; i < points_.a().corner_count(); ++i) {
      for (int j = 0; j < points_.b().corner_count(); ++j) {
        const int sign = sign_along_line(points_.exact_between(i, j));
        ahead = ahead && sign > 0;
        behind = behind && sign < 0;
      }
    }
    return ahead || behind ? Relation::disjoint : Relation::touching;
  }
  // Of a vector on the line.
  int sign_along_line(const VectorSum& v) const {
    for (int c = 0; c < 3; ++c)
      if (const int along = exact_sign_of_coordinate(first_, c); along != 0)
        return along * exact_sign_of_coordinate(v, c);
    return 0;
  }

  // Seen along the coordinate in which the plane is not edge-on, which changes no order on a line of the
  // plane: the larger gap between the polygons across the edge, its sign.
  int gap_sign_beside(const Edge& edge) const {
    int own_side = 0;  // of the edge's own shape, or 0 when that is a segment
    const int start = points_.shape(edge.of_b).edges()[static_cast<std::size_t>(edge.k)].from;
    for (int i = 0; i < points_.corners(edge.of_b).size() && own_side == 0; ++i)
      if (i != start) own_side = side(edge.vector, points_.shape(edge.of_b).exact_step(start, i));
    int lowest = 1;
    int highest = -1;
    for (int i = 0; i < points_.corners(!edge.of_b).size(); ++i) {
      VectorSum to = edge.of_b ? points_.exact_between(i, start) : points_.exact_between(start, i);
      const int sign = side(edge.vector, to) * (edge.of_b ? -1 : 1);
      lowest = std::min(lowest, sign);
      highest = std::max(highest, sign);
    }
    if (own_side > 0) return -highest;
    if (own_side < 0) return lowest;
    return std::max(-highest, lowest);
  }
  int side(const VectorSum& edge, const VectorSum& to) const {
    return exact_sign_of_cross(edge, to, normal_coordinate_);
  }

  const PairPoints3& points_;
  std::vector<Edge> edges_;
  VectorSum first_, second_;
  int normal_coordinate_ = -1;
};

}  // namespace

bool decide_relation(const PairPoints3& points, const AxisSearch3& axes, ExactRelation3& result) {
  result.is_flat = false;
  result.touched.clear();
  if (points.a().dimension() < 3 && points.b().dimension() < 3) {
    FlatPair flat(points);
    result.flat_dimension = flat.dimension();
    result.is_flat = result.flat_dimension < 3;
    if (result.is_flat) {
      result.relation = flat.relation(result.flat_dimension, result);
      return true;
    }
  }
  for (std::size_t k = 0; k < axes.candidates().size(); ++k) {
    const int sign = exact_gap_sign(points, axes.candidates()[k]);
    if (sign == kUndecided) return false;
    if (sign == kNoAxis || sign < 0) continue;
    if (sign > 0) {
      result.relation = Relation::disjoint;
      return true;
    }
    result.touched.push_back(static_cast<int>(k));
  }
  result.relation = result.touched.empty() ? Relation::overlapping : Relation::touching;
  return true;
}

}  // namespace touchstone::oracle
