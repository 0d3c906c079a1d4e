#include "oracle/nearest_search3.hpp"

#include <algorithm>
#include <cmath>

namespace touchstone::oracle {
namespace {

constexpr int kMaxSteps = 64;

double rough(double x) {
  return x;
}
double rough(const Ball& x) {
  return x.hi;
}
double quotient(double x, double y) {
  return x / y;
}
/// No radius is needed here, nor kept.
Ball exactly(const Ball& x) {
  return {x.hi, x.lo, 0};
}
Ball quotient(const Ball& x, const Ball& y) {
  const double first = x.hi / y.hi;
  const Ball rest = x - to_ball(first) * y;
  return ball::renormalized(first, rest.hi / y.hi, 0);
}
double exactly(double x) {
  return x;
}
template <class N>
Vec3<N> exactly(const Vec3<N>& v) {
  return {exactly(v.x), exactly(v.y), exactly(v.z)};
}

template <class N>
class Search {
 public:
  Search(const PairPoints3& points, double tolerance) : points_(points), tolerance_(tolerance) {}

  Simplex3 from(const Simplex3& start) {
    simplex_ = start;
    for (int k = 0; k < simplex_.count; ++k) place(k);
    reduce(false);
    for (int step = 0; step < kMaxSteps && !simplex_.has_origin; ++step)
      if (!advance()) break;
    simplex_.nearest = {rough(nearest_.x), rough(nearest_.y), rough(nearest_.z)};
    return simplex_;
  }

 private:
  Vec3<N> point_of(const Simplex3::Corner& corner) const {
    if constexpr (std::is_same_v<N, double>) {
      return points_.corners_b().at(corner.b) - points_.corners_a().at(corner.a);
    } else {
      return exactly(points_.between(corner.a, corner.b));
    }
  }
  void place(int k) {
    at_[static_cast<std::size_t>(k)] = point_of(simplex_.corners[static_cast<std::size_t>(k)]);
  }

  // The corner of A (B: -1 times) furthest along the direction.
  int support(bool of_b, const Vec3<N>& direction) const {
    const CornerArrays& corners = points_.corners(of_b);
    const double sign = of_b ? -1 : 1;
    const Vec3<double> along{sign * rough(direction.x), sign * rough(direction.y), sign * rough(direction.z)};
    const Extent extent = extent_of(corners, along);
    int best = extent.high_corner;
    if constexpr (!std::is_same_v<N, double>) {
      const double slack =
          16 * points_.projection_error() * (std::fabs(along.x) + std::fabs(along.y) + std::fabs(along.z));
      for (int i = 0; i < corners.size(); ++i) {
        if (i == best || dot(along, corners.at(i)) < extent.high - slack) continue;
        if (sign * dot(direction, points_.step(of_b, best, i)).hi > 0) best = i;
      }
    }
    return best;
  }

  // False when nothing nearer can be told.
  bool advance() {
    const Vec3<N> nearest = nearest_;
    const N square = square_;
    const Simplex3::Corner corner{support(false, nearest), support(true, nearest)};
    const auto end = simplex_.corners.begin() + simplex_.count;
    if (std::find(simplex_.corners.begin(), end, corner) != end) return false;
    const Vec3<N> added = point_of(corner);
    if (!(rough(square - dot(nearest, added)) >
          tolerance_ * (rough(square) + std::sqrt(rough(square)) * points_.reach())))
      return false;
    const Simplex3 before = simplex_;
    const std::array<Vec3<N>, 4> at_before = at_;
    simplex_.corners[static_cast<std::size_t>(simplex_.count)] = corner;
    at_[static_cast<std::size_t>(simplex_.count)] = added;
    ++simplex_.count;
    reduce(true);
    if (simplex_.has_origin || rough(square_ - square) < 0) return true;
    simplex_ = before;
    at_ = at_before;
    nearest_ = nearest;
    square_ = square;
    return false;
  }

  // Keeps the face with the nearest point; of faces with the last corner only, when asked.
  void reduce(bool with_last) {
    const int n = simplex_.count;
    const unsigned last = with_last ? 1U << (n - 1) : 0;
    unsigned best = 0;
    for (unsigned mask = 1; mask < 1U << n; ++mask) {
      if ((mask & last) != last) continue;
      Vec3<N> found;
      if (!project(mask, found)) continue;
      const N square = dot(found, found);
      if (best == 0 || rough(square - square_) < 0) {
        best = mask;
        square_ = square;
        nearest_ = found;
      }
    }
    if (n == 4 && contains_origin()) {
      simplex_.has_origin = true;
      return;
    }
    int kept = 0;
    for (int k = 0; k < n; ++k) {
      if ((best >> k & 1U) == 0) continue;
      simplex_.corners[static_cast<std::size_t>(kept)] = simplex_.corners[static_cast<std::size_t>(k)];
      at_[static_cast<std::size_t>(kept)] = at_[static_cast<std::size_t>(k)];
      ++kept;
    }
    simplex_.count = kept;
  }

  // The point of the plane of the corners in the mask that is nearest to the origin, when it is inside.
  bool project(unsigned mask, Vec3<N>& found) const {
    std::array<Vec3<N>, 4> p;
    int n = 0;
    for (unsigned k = 0; k < 4; ++k)
      if ((mask >> k & 1U) != 0) p[static_cast<std::size_t>(n++)] = at_[k];
    if (n == 1) {
      found = p[0];
      return true;
    }
    if (n == 2) {
      const Vec3<N> edge = p[1] - p[0];
      const N along = -dot(p[0], edge);
      const N square = dot(edge, edge);
      if (!(rough(along) > 0) || !(rough(square - along) > 0)) return false;
      found = exactly(p[0] + edge * exactly(quotient(along, square)));
      return true;
    }
    if (n == 4) return false;
    const Vec3<N> normal = cross(p[1] - p[0], p[2] - p[0]);
    const N square = dot(normal, normal);
    if (!(rough(square) > 0)) return false;
    if (!(rough(dot(normal, cross(p[0], p[1]))) > 0) || !(rough(dot(normal, cross(p[1], p[2]))) > 0) ||
        !(rough(dot(normal, cross(p[2], p[0]))) > 0))
      return false;
    found = exactly(normal * exactly(quotient(dot(normal, p[0]), square)));
    return true;
  }

  bool contains_origin() const {
    const auto& [a, b, c, d] = at_;
    const double first = rough(dot(cross(b, c), d));
    const double second = -rough(dot(cross(c, d), a));
    const double third = rough(dot(cross(d, a), b));
    const double fourth = -rough(dot(cross(a, b), c));
    const bool positive = first > 0 && second > 0 && third > 0 && fourth > 0;
    return positive || (first < 0 && second < 0 && third < 0 && fourth < 0);
  }

  const PairPoints3& points_;
  double tolerance_;
  Simplex3 simplex_;
  std::array<Vec3<N>, 4> at_{};
  Vec3<N> nearest_{};
  N square_{};
};

struct Projected {
  Ball length;
  BallVec3 point;
};

// The nearest point of a segment, as well as that can be told: some point of it for sure.
Projected nearest_of_segment(const BallVec3& from, const BallVec3& to) {
  const BallVec3 edge = to - from;
  const Ball square = length_sq(edge);
  const Ball along = -dot(from, edge);
  if (lower(along) > 0 && lower(square - along) > 0) {
    const BallVec3 moment = cross(from, edge);
    return {sqrt(length_sq(moment) / square), from + edge * (along / square)};
  }
  const Ball start = sqrt(length_sq(from));
  const Ball end = sqrt(length_sq(to));
  return end.hi < start.hi ? Projected{end, to} : Projected{start, from};
}

}  // namespace

Simplex3 search_nearest(const PairPoints3& points) {
  Simplex3 start;
  start.count = 1;
  return Search<double>(points, 0x1p-50).from(start);
}

Simplex3 search_nearest_precisely(const PairPoints3& points, const Simplex3& start) {
  Simplex3 from = start;
  if (from.has_origin || from.count == 4) from.count = 1;
  from.has_origin = false;
  return Search<Ball>(points, 0x1p-100).from(from);
}

namespace {

BallDistance3 with_direction(const PairPoints3& points, const Simplex3::Corner& corner, const Projected& near,
                             const BallVec3& direction) {
  const BallGap3 gap = gap_along(points, direction, corner.a, corner.b);
  return {gap.lo, near.length, near.point, gap.is_known};
}

BallDistance3 prove_by_triangle(const PairPoints3& points, const Simplex3::Corner& corner,
                                const std::array<BallVec3, 3>& p) {
  const BallVec3 normal = cross(p[1] - p[0], p[2] - p[0]);
  const Ball height = dot(normal, p[0]);
  const bool reversed = height.hi < 0;
  const bool inside = lower(dot(normal, cross(p[0], p[1]))) >= 0 &&
                      lower(dot(normal, cross(p[1], p[2]))) >= 0 &&
                      lower(dot(normal, cross(p[2], p[0]))) >= 0;
  Projected near;
  if (inside) {
    const Ball square = length_sq(normal);
    near = {(reversed ? -height : height) / sqrt(square), normal * (height / square)};
  } else {
    near = nearest_of_segment(p[0], p[1]);
    for (const auto& [from, to] : {std::pair{&p[1], &p[2]}, std::pair{&p[2], &p[0]}}) {
      const Projected other = nearest_of_segment(*from, *to);
      if (other.length.hi < near.length.hi) near = other;
    }
  }
  return with_direction(points, corner, near, reversed ? -normal : normal);
}

}  // namespace

BallDistance3 prove_distance(const PairPoints3& points, const Simplex3& simplex) {
  std::array<BallVec3, 4> p;
  for (std::size_t k = 0; static_cast<int>(k) < simplex.count; ++k)
    p[k] = points.between(simplex.corners[k].a, simplex.corners[k].b);
  const Simplex3::Corner& corner = simplex.corners[0];
  if (simplex.count == 1) return with_direction(points, corner, {sqrt(length_sq(p[0])), p[0]}, p[0]);
  if (simplex.count == 2) {
    const BallVec3 edge = p[1] - p[0];
    const Projected near = nearest_of_segment(p[0], p[1]);
    return with_direction(points, corner, near, cross(edge, cross(p[0], edge)));
  }
  if (simplex.count == 3) return prove_by_triangle(points, corner, {p[0], p[1], p[2]});
  BallDistance3 best;
  for (std::size_t left_out = 0; left_out < 4; ++left_out) {
    const std::size_t first = (left_out + 1) % 4;
    const BallDistance3 found = prove_by_triangle(points, simplex.corners[first],
                                                  {p[first], p[(left_out + 2) % 4], p[(left_out + 3) % 4]});
    if (left_out == 0 || found.hi.hi < best.hi.hi) best = found;
  }
  return best;
}

}  // namespace touchstone::oracle
