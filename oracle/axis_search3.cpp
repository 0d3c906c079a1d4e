#include "oracle/axis_search3.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace touchstone::oracle {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
/// Covers the roundings of a bound itself, fewer than 2^5 of them.
constexpr double kUp = 1 + 0x1p-47;
/// Covers underflow: what a few products lose, each less than 2^-1074, times at most 2^152 (kLargestOfSix).
constexpr double kFloor = 0x1p-900;

double largest_of(const Vec3<double>& v) {
  return std::max({std::fabs(v.x), std::fabs(v.y), std::fabs(v.z)});
}
double sum_of_magnitudes(const Vec3<double>& v) {
  return std::fabs(v.x) + std::fabs(v.y) + std::fabs(v.z);
}

/// What each coordinate of cross(u, v) is off, the coordinates of u and v being off by at most the errors
/// given: a product is at most UV, so two of them carry 2 (error of u V + U error of v + their product), two
/// roundings of themselves and one of their difference, at most 4h UV.
double cross_error(double u, double error_u, double v, double error_v) {
  return (2 * (error_u * v + u * error_v + error_u * error_v) + 4 * kHalfUlp * u * v) * kUp + kFloor;
}

bool is_certainly_one_sided(std::int8_t first, std::int8_t second) {
  return first != 0 && first == second;
}

}  // namespace

void RoundedFeatures3::assign(const Polytope& shape) {
  const auto error_of = [&](const Vec3<double>& step) {
    return shape.edge_error() > 0 ? shape.edge_error() : kHalfUlp * kUp * largest_of(step);
  };
  edges.clear();
  edge_errors.clear();
  normals.clear();
  normal_errors.clear();
  for (int k = 0; k < shape.direction_count(); ++k) {
    edges.push_back(shape.edge(k));
    edge_errors.push_back(error_of(edges.back()));
  }
  for (int k = 0; k < shape.normal_count(); ++k) {
    const auto [from, to, apex] = shape.face_triple(k);
    const Vec3<double> u = shape.step(from, to);
    const Vec3<double> v = shape.step(from, apex);
    normals.push_back(cross(u, v));
    normal_errors.push_back(cross_error(largest_of(u), error_of(u), largest_of(v), error_of(v)));
  }
}

// An axis is off by the error of the normal per coordinate, so its gap by that times the 1-norm of the
// difference of two corners, at most 6 reach. Its length is off by less than 1.8 of these errors, 1/32 of it
// at most (else nothing is known): that moves the gap per length, at most 3.5 reach in magnitude, by less
// than 7 (error of the normal) reach / length, and what else it is off by, by less than 1/16.
void AxisSearch3::look(Axis3::Kind kind, int i, int j, const Vec3<double>& normal, double normal_error) {
  const Extent a = extent_of(points_->corners_a(), normal);
  const Extent b = extent_of(points_->corners_b(), normal);
  const double ahead = b.low - a.high;
  const double behind = a.low - b.high;
  const double length = std::sqrt(length_sq(normal));
  const double off = sum_of_magnitudes(normal) * points_->projection_error() * kUp + kFloor;
  const double all_off = (off + 6 * normal_error * points_->reach()) * kUp;
  ++count_;
  const auto add = [&](double gap, bool reversed) {
    is_separated_ = is_separated_ || gap > off;
    Axis3 axis{kind,
               reversed,
               i,
               j,
               reversed ? -normal : normal,
               0,
               kInfinity,
               reversed ? a.low_corner : a.high_corner,
               reversed ? b.high_corner : b.low_corner};
    if (length > 0x1p-400) {  // else its square may have lost something
      const double of_length = 64 * normal_error < length ? 7 * normal_error * points_->reach() : kInfinity;
      axis.gap = gap / length;
      axis.error = ((1.0625 * all_off + of_length) / length + 8 * kHalfUlp * std::fabs(axis.gap)) * kUp;
      largest_lo_ =
          std::max(largest_lo_, axis.gap - (off / length + 8 * kHalfUlp * std::fabs(axis.gap)) * kUp);
    }
    const double hi = axis.gap + axis.error;
    largest_hi_ = hi >= largest_hi_ ? hi : (std::isnan(hi) ? kInfinity : largest_hi_);
    if (lists_all_ || !(hi < largest_lo_) || !(hi < 0)) candidates_.push_back(axis);
  };
  // Of both directions the one that is surely less is left out.
  if (lists_all_ || !(ahead + 2 * all_off < behind)) add(ahead, false);
  if (lists_all_ || !(behind + 2 * all_off < ahead)) add(behind, true);
}

// Signs of dot(normal, edge), row by row of edges; 0 where the bound does not tell. Only for the edges and
// faces of solids other than boxes.
void AxisSearch3::find_sides(const RoundedFeatures3& faces, const RoundedFeatures3& edges,
                             std::vector<std::int8_t>& sides) const {
  const std::size_t rows = edges.edges.size();
  const std::size_t columns = faces.normals.size();
  sides.resize(rows * columns);
  for (std::size_t row = 0; row < rows; ++row) {
    const Vec3<double> edge = edges.edges[row];
    const double size = largest_of(edge);
    const double edge_error = edges.edge_errors[row];
    const double of_normal = 3 * (size + edge_error);
    const double of_length = edge_error + 4 * kHalfUlp * size;
    for (std::size_t column = 0; column < columns; ++column) {
      const Vec3<double> normal = faces.normals[column];
      const double value = dot(normal, edge);
      const double bound =
          (faces.normal_errors[column] * of_normal + sum_of_magnitudes(normal) * of_length) * kUp + kFloor;
      sides[row * columns + column] = static_cast<std::int8_t>((value > bound) - (value < -bound));
    }
  }
}

void AxisSearch3::look_at_edges(const RoundedFeatures3& a, const RoundedFeatures3& b) {
  const Polytope& shape_a = points_->a();
  const Polytope& shape_b = points_->b();
  const bool prune_a = !lists_all_ && shape_a.dimension() == 3 && !shape_a.is_box();
  const bool prune_b = !lists_all_ && shape_b.dimension() == 3 && !shape_b.is_box();
  if (prune_a) find_sides(a, b, sides_a_);
  if (prune_b) find_sides(b, a, sides_b_);
  for (std::size_t i = 0; i < a.edges.size() && !(largest_lo_ > enough_); ++i) {
    const Polytope::Edge& edge_a = shape_a.edges()[i];
    const std::int8_t* of_a = prune_b ? &sides_b_[i * b.normals.size()] : nullptr;
    for (std::size_t j = 0; j < b.edges.size(); ++j) {
      const Polytope::Edge& edge_b = shape_b.edges()[j];
      if (prune_b && is_certainly_one_sided(of_a[edge_b.left], of_a[edge_b.right])) continue;
      if (prune_a) {
        const std::int8_t* of_b = &sides_a_[j * a.normals.size()];
        if (is_certainly_one_sided(of_b[edge_a.left], of_b[edge_a.right])) continue;
      }
      const Vec3<double> u = a.edges[i];
      const Vec3<double> v = b.edges[j];
      look(Axis3::Kind::edges, static_cast<int>(i), static_cast<int>(j), cross(u, v),
           cross_error(largest_of(u), a.edge_errors[i], largest_of(v), b.edge_errors[j]));
    }
  }
}

void AxisSearch3::look_at_all(const RoundedFeatures3& a, const RoundedFeatures3& b) {
  candidates_.clear();
  count_ = 0;
  is_separated_ = false;
  largest_lo_ = largest_hi_ = -kInfinity;
  for (std::size_t k = 0; k < a.normals.size() && !(largest_lo_ > enough_); ++k)
    look(Axis3::Kind::face_of_a, static_cast<int>(k), 0, a.normals[k], a.normal_errors[k]);
  for (std::size_t k = 0; k < b.normals.size() && !(largest_lo_ > enough_); ++k)
    look(Axis3::Kind::face_of_b, static_cast<int>(k), 0, b.normals[k], b.normal_errors[k]);
  look_at_edges(a, b);
}

void AxisSearch3::search(const PairPoints3& points, const RoundedFeatures3& a, const RoundedFeatures3& b,
                         double enough) {
  points_ = &points;
  enough_ = enough;
  lists_all_ = false;
  look_at_all(a, b);
  std::erase_if(candidates_, [&](const Axis3& axis) {
    const double hi = axis.gap + axis.error;
    return hi < largest_lo_ && hi < 0;
  });
}

void AxisSearch3::list_all(const PairPoints3& points, const RoundedFeatures3& a, const RoundedFeatures3& b) {
  points_ = &points;
  enough_ = kInfinity;
  lists_all_ = true;
  look_at_all(a, b);
  for (Axis3& axis : candidates_) axis.error = kInfinity;
}

AxisFactors3 exact_factors(const PairPoints3& points, const Axis3& axis) {
  if (axis.kind == Axis3::Kind::edges) return {points.a().exact_edge(axis.i), points.b().exact_edge(axis.j)};
  const Polytope& shape = points.shape(axis.kind == Axis3::Kind::face_of_b);
  const auto [from, to, apex] = shape.face_triple(axis.i);
  return {shape.exact_step(from, to), shape.exact_step(from, apex)};
}

namespace {

// How far the shape reaches beyond a corner along the normal, in its length: at most the result, which is >=
// 0.
Ball reach_beyond(const PairPoints3& points, bool of_b, int corner, const BallVec3& normal) {
  const CornerArrays& corners = points.corners(of_b);
  const Vec3<double> rough = middle(normal);
  const Vec3<double> from = corners.at(corner);
  const double height = dot(rough, from);
  const double radius = std::max({normal.x.radius, normal.y.radius, normal.z.radius});
  const double slack =
      (sum_of_magnitudes(rough) * (points.projection_error() + 8 * kHalfUlp * points.reach()) +
       6 * radius * points.reach()) *
          kUp +
      kFloor;
  Ball furthest;
  for (int m = 0; m < corners.size(); ++m) {
    if (m == corner || dot(rough, corners.at(m)) - height < -slack) continue;
    const Ball reach = dot(normal, points.step(of_b, corner, m));
    if (upper(reach) > upper(furthest)) furthest = reach;
  }
  return furthest;
}

}  // namespace

BallGap3 gap_along(const PairPoints3& points, const BallVec3& normal, int corner_a, int corner_b) {
  BallGap3 result;
  result.normal = normal;
  result.length = sqrt(length_sq(normal));
  if (!(lower(result.length) > 0)) return result;
  const Ball gap = dot(normal, points.between(corner_a, corner_b));
  const Ball loss =
      reach_beyond(points, false, corner_a, normal) + reach_beyond(points, true, corner_b, -normal);
  result.hi = gap / result.length;
  result.lo = (gap - loss) / result.length;
  result.is_known = true;
  return result;
}

BallGap3 ball_gap(const PairPoints3& points, const Axis3& axis) {
  const AxisFactors3 factors = exact_factors(points, axis);
  const BallVec3 normal = cross(ball_of(factors.first), ball_of(factors.second));
  return gap_along(points, axis.is_reversed ? -normal : normal, axis.corner_a, axis.corner_b);
}

}  // namespace touchstone::oracle
