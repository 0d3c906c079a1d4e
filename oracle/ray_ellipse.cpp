// How far a ray misses an ellipse, and how deep it reaches into it.
#include <algorithm>
#include <limits>

#include "oracle/ellipse.hpp"
#include "oracle/ray_separation.hpp"

namespace touchstone::oracle {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The ellipse around 0, and the ray's origin w.
class Seen {
 public:
  Seen(const ScaledRay& ray, const Operand& ellipse)
      : u(to_ball(ellipse.axes[0])),
        v(to_ball(ellipse.axes[1])),
        w(ball_of_difference(ray.origin, std::get<Point2<double>>(ellipse.skeleton).at)) {}

  /// What lies farthest along n.
  struct Support {
    Point normal;
    BallVec2 unit;
    BallVec2 from_origin;  ///< the farthest point minus w
    Ball reach;  ///< from w to it along the unit normal: how far the ellipse must move along -n to be
                 ///< on the far side of w
  };
  Support support(Point n) const {
    const BallVec2 normal = to_ball(n);
    const Ball along_u = dot(normal, u);
    const Ball along_v = dot(normal, v);
    const Ball height = sqrt(along_u * along_u + along_v * along_v);
    const Ball length = sqrt(length_sq(normal));
    const BallVec2 farthest{(u.x * along_u + v.x * along_v) / height,
                            (u.y * along_u + v.y * along_v) / height};
    return {n, {normal.x / length, normal.y / length}, farthest - w, (height - dot(normal, w)) / length};
  }

  BallVec2 u, v, w;
};

// The distance is convex along the ray's line. A line that misses the ellipse is nearest beside the ellipse's
// farthest point towards it; the ray is, when that is ahead; else at its origin.
Interval distance_of(const ScaledRay& ray, const Operand& ellipse) {
  const Seen seen(ray, ellipse);
  const Point left = perp(ray.direction);
  const bool is_left = dot(to_ball(left), seen.w).hi > 0;
  const Seen::Support nearest = seen.support(is_left ? left : -left);
  const int line_misses = known_sign(-nearest.reach);
  const int ahead = known_sign(dot(nearest.from_origin, to_ball(ray.direction)));
  const Interval line{std::max(lower(-nearest.reach), 0.0), upper(-nearest.reach)};
  if (line_misses > 0 && ahead > 0) return line;
  const Interval origin = distance_to_ellipse(ellipse, ray.origin);
  return line_misses < 0 || ahead < 0 ? origin : Interval{std::min(line.lo, origin.lo), origin.hi};
}

// The least reach over all normals n with dot(n, direction) >= 0, from below. Any point q of the ellipse
// gives reach(n) >= dot(n, q - w); and over the unit normals between two that are less than a half turn
// apart, the least dot(n, z) is at one of the two, if it is not negative there. So a cone of normals is
// bounded by supports of its two ends and of its middle, and split until that is near enough.
class Depth {
 public:
  Depth(const ScaledRay& ray, const Operand& ellipse) : seen_(ray, ellipse), direction_(ray.direction) {
    const Point left = perp(direction_);
    const Support ends[] = {seen_.support(-left), seen_.support(direction_), seen_.support(left)};
    for (const Support& end : ends) smallest_ = std::min(smallest_, upper(end.reach));
    add(ends[0], ends[1]);
    add(ends[1], ends[2]);
    for (int i = 0; i < kMostSplits; ++i) {
      const auto lowest = std::min_element(cones_.begin(), cones_.end(), lower_bound_first);
      if (!(lowest->bound < kEnough * smallest_)) break;
      const Cone cone = *lowest;
      cones_.erase(lowest);
      add(cone.first, cone.middle);
      add(cone.middle, cone.second);
    }
    const double bound = std::min_element(cones_.begin(), cones_.end(), lower_bound_first)->bound;
    depth = {std::max(bound, 0.0), smallest_};
  }

  Interval depth;

 private:
  using Support = Seen::Support;
  static constexpr double kEnough = 0.99;
  static constexpr int kMostSplits = 256;

  struct Cone {
    Support first, second, middle;
    double bound;
  };
  static bool lower_bound_first(const Cone& a, const Cone& b) { return a.bound < b.bound; }

  static double least_between(const Support& first, const Support& second, const BallVec2& z) {
    return std::min(lower(dot(first.unit, z)), lower(dot(second.unit, z)));
  }
  void add(const Support& first, const Support& second) {
    const Point between{first.unit.x.hi + second.unit.x.hi, first.unit.y.hi + second.unit.y.hi};
    Cone cone{first, second, seen_.support(between), 0};
    // Rounding must not turn a normal behind the ray.
    if (known_sign(dot(cone.middle.unit, to_ball(direction_))) > 0)
      smallest_ = std::min(smallest_, upper(cone.middle.reach));
    for (const Support* s : {&first, &second, static_cast<const Support*>(&cone.middle)})
      cone.bound = std::max(cone.bound, least_between(first, second, s->from_origin));
    cones_.push_back(cone);
  }

  Seen seen_;
  Point direction_;
  double smallest_ = kInfinity;
  std::vector<Cone> cones_;
};

}  // namespace

Interval separation_of_ellipse(const ScaledRay& ray, const Operand& ellipse, Relation known) {
  if (known == Relation::touching) return {};
  if (known == Relation::disjoint)
    return ray.is_exact ? distance_of(ray, ellipse) : distance_to_ellipse(ellipse, ray.origin);
  if (!ray.is_exact) return {-kInfinity, -0.0};
  const Interval depth = Depth(ray, ellipse).depth;
  return {-depth.hi, -depth.lo};
}

}  // namespace touchstone::oracle
