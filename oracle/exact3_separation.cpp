// How far the origin lies inside the Minkowski difference D of two polytopes. Each facet of D is a face of
// one polytope plus a feature of the other, or an edge of each: its normal is a face's normal or a cross
// product of edges. Reach over length of any direction is at least the depth; of the nearest facet's normal
// it is the depth.
#include <algorithm>
#include <cassert>
#include <limits>
#include <optional>

#include "oracle/exact3.hpp"
#include "oracle/exact3_rounded.hpp"

namespace touchstone::oracle {
namespace {

using Vec = Vec3<double>;

IntegerVec3 edge_of(const LatticePolytope& polytope, std::size_t k) {
  const auto& [from, to] = polytope.edges[k];
  return polytope.corners[static_cast<std::size_t>(to)] - polytope.corners[static_cast<std::size_t>(from)];
}

// Directions of the edges, each line once.
std::vector<IntegerVec3> edge_directions(const LatticePolytope& polytope) {
  std::vector<IntegerVec3> directions;
  for (std::size_t k = 0; k < polytope.edges.size(); ++k) {
    IntegerVec3 edge = coprime(edge_of(polytope, k));
    const int sign = edge.x != 0 ? edge.x.sign() : edge.y != 0 ? edge.y.sign() : edge.z.sign();
    directions.push_back(sign < 0 ? -edge : edge);
  }
  const auto less = [](const IntegerVec3& u, const IntegerVec3& v) {
    if (u.x != v.x) return u.x < v.x;
    return u.y != v.y ? u.y < v.y : u.z < v.z;
  };
  std::sort(directions.begin(), directions.end(), less);
  directions.erase(std::unique(directions.begin(), directions.end()), directions.end());
  return directions;
}

std::vector<IntegerVec3> edges_of_both(const ExactPair3& pair) {
  std::vector<IntegerVec3> edges;
  for (std::size_t k = 0; k < pair.a.edges.size(); ++k) edges.push_back(edge_of(pair.a, k));
  for (std::size_t k = 0; k < pair.b.edges.size(); ++k) edges.push_back(edge_of(pair.b, k));
  return edges;
}

// Normal of the plane of D; nothing when D has no volume and no area. Requires: D has no volume.
std::optional<IntegerVec3> plane_of_difference(const ExactPair3& pair) {
  const std::vector<IntegerVec3> edges = edges_of_both(pair);
  for (const IntegerVec3& edge : edges)
    if (const IntegerVec3 normal = cross(edges[0], edge); !is_zero(normal)) return normal;
  return std::nullopt;
}

// ---- candidates

// Error of a support in a direction d that is scaled to at most 2, known to 7 kScaledError: a cross product
// of two vectors known to kScaledError =: v, of size <= 1, is off by 2 (2v + v^2) from these and 2v from its
// own roundings (products v/2 each, difference v). With corners of size <= 1 known to v, dot(d, corner) is
// off by 3 (7v + 2v + 7v^2) from both and 3 (v/2) 6 = 9v from its roundings: 37v with some slack. Two
// supports and their difference, at most 12: 2 x 37v + 6v = 80v <= 2^7 v.
constexpr double kReachError = 0x1p7 * kScaledError;
// Error of |d| as computed: sqrt(3) 7v from d, and 4 roundings of v/2 relative to at most sqrt(12): < 20v <=
// 2^5 v.
constexpr double kLengthError = 0x1p5 * kScaledError;
// Relative error of the quotient of both, and of comparing it: at most 5 roundings of 2^-53.
constexpr double kQuotientError = 0x1p-50;

struct Candidate {
  double key;  ///< the depth along it is at least this, up to kQuotientError; not positive: unknown
  std::int32_t first;
  std::int32_t second;  ///< direction first of all faces if < 0, else first edge of A x second edge of B
  std::int32_t sign;
};

class Depth {
 public:
  explicit Depth(const ExactPair3& pair)
      : pair_(pair), rounded_(pair), edges_a_(edge_directions(pair.a)), edges_b_(edge_directions(pair.b)) {
    for (const LatticePolytope::Face& face : pair.a.faces) faces_.push_back(face.normal);
    for (const LatticePolytope::Face& face : pair.b.faces) faces_.push_back(-face.normal);
    collect();
  }

  // Requires: D has volume, and the origin is in it.
  void run(ExactSeparation3& result) {
    const auto later = [](const Candidate& one, const Candidate& two) { return one.key > two.key; };
    std::make_heap(candidates_.begin(), candidates_.end(), later);
    while (!candidates_.empty() && !is_beyond(candidates_.front().key)) {
      std::pop_heap(candidates_.begin(), candidates_.end(), later);
      const IntegerVec3 direction = direction_of(candidates_.back());
      candidates_.pop_back();
      if (!is_zero(direction)) consider(coprime(direction));
    }
    result.relation = depth_sq_ > 0 ? Relation::overlapping : Relation::touching;
    result.depth_sq = depth_sq_ * pair_.unit * pair_.unit;
    result.direction = best_[0].direction;
    // On the boundary, an only direction is the normal of the facet around the origin.
    if (depth_sq_ == 0 && best_.size() > 1) best_.clear();
    for (const auto& [direction, steps] : best_)
      result.ways_out.push_back({direction, Rational(steps) * pair_.unit});
  }

 private:
  struct Best {
    IntegerVec3 direction;
    Integer reach;
  };

  void collect() {
    for (std::size_t k = 0; k < faces_.size(); ++k) add(scaled(faces_[k]), k, -1, false);
    std::vector<Vec> rounded_edges;
    for (const IntegerVec3& edge : edges_b_) rounded_edges.push_back(scaled(edge));
    for (std::size_t i = 0; i < edges_a_.size(); ++i) {
      const Vec edge = scaled(edges_a_[i]);
      for (std::size_t j = 0; j < edges_b_.size(); ++j)
        add(cross(edge, rounded_edges[j]), i, static_cast<std::int32_t>(j), true);
    }
  }
  // The direction; also its opposite, if told so.
  void add(const Vec& d, std::size_t first, std::int32_t second, bool both) {
    const auto [low_a, high_a] = range(rounded_.a, d);
    const auto [low_b, high_b] = range(rounded_.b, d);
    const double size = std::sqrt(length_sq(d)) + kLengthError;
    candidates_.push_back(
        {(high_a - low_b - kReachError) / size, static_cast<std::int32_t>(first), second, 1});
    if (both)
      candidates_.push_back(
          {(high_b - low_a - kReachError) / size, static_cast<std::int32_t>(first), second, -1});
  }
  struct Range {
    double low, high;
  };
  static Range range(const std::vector<Vec>& corners, const Vec& d) {
    Range result{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
    for (const Vec& corner : corners) {
      const double height = dot(d, corner);
      result.low = std::min(result.low, height);
      result.high = std::max(result.high, height);
    }
    return result;
  }

  bool is_beyond(double key) const { return !best_.empty() && key > upper_ * (1 + kQuotientError); }

  IntegerVec3 direction_of(const Candidate& c) const {
    if (c.second < 0) return faces_[static_cast<std::size_t>(c.first)];
    const IntegerVec3 across =
        cross(edges_a_[static_cast<std::size_t>(c.first)], edges_b_[static_cast<std::size_t>(c.second)]);
    return c.sign < 0 ? -across : across;
  }

  void consider(const IntegerVec3& direction) {
    const Integer steps = reach(pair_, direction);
    assert(steps >= 0);
    const Rational depth_sq(Integer(steps * steps), length_sq(direction));
    if (!best_.empty() && depth_sq > depth_sq_) return;
    if (best_.empty() || depth_sq < depth_sq_) {
      best_.clear();
      depth_sq_ = depth_sq;
      const Rational scale(Integer(1) << static_cast<unsigned>(2 * rounded_.bits));
      upper_ = enclose_sqrt(depth_sq / scale).hi;
    }
    const auto is_same = [&](const Best& known) { return known.direction == direction; };
    if (std::none_of(best_.begin(), best_.end(), is_same)) best_.push_back({direction, steps});
  }

  const ExactPair3& pair_;
  RoundedPair3 rounded_;
  std::vector<IntegerVec3> edges_a_, edges_b_, faces_;
  std::vector<Candidate> candidates_;
  std::vector<Best> best_;
  Rational depth_sq_{0};
  double upper_ = 0;  ///< >= the depth of best_, in the units of rounded_
};

// The normal cone at the origin of a D without volume that has it.
void tell_flat(const ExactPair3& pair, ExactSeparation3& result) {
  result.relation = Relation::touching;
  const std::vector<IntegerVec3> edges = edges_of_both(pair);
  const std::optional<IntegerVec3> plane = plane_of_difference(pair);
  if (!plane) {
    result.direction = edges.empty() ? IntegerVec3{1, 0, 0} : coprime(perpendicular(edges[0]));
    return;
  }
  const IntegerVec3 normal = coprime(*plane);
  result.direction = normal;
  for (const IntegerVec3& edge : edges) {
    const IntegerVec3 outward = cross(edge, normal);
    if (reach(pair, outward) == 0 || reach(pair, -outward) == 0) return;
  }
  result.ways_out = {{normal, 0}, {-normal, 0}};
}

}  // namespace

int dimension_of_difference(const ExactPair3& pair) {
  if (pair.a.dimension == 3 || pair.b.dimension == 3) return 3;
  const std::optional<IntegerVec3> plane = plane_of_difference(pair);
  if (!plane) return pair.a.edges.empty() && pair.b.edges.empty() ? 0 : 1;
  for (const IntegerVec3& edge : edges_of_both(pair))
    if (dot(*plane, edge) != 0) return 3;
  return 2;
}

Integer reach(const ExactPair3& pair, const IntegerVec3& direction) {
  Integer high = dot(direction, pair.a.corners[0]);
  Integer low = dot(direction, pair.b.corners[0]);
  for (const IntegerVec3& corner : pair.a.corners) high = std::max(high, Integer(dot(direction, corner)));
  for (const IntegerVec3& corner : pair.b.corners) low = std::min(low, Integer(dot(direction, corner)));
  return high - low;
}

ExactSeparation3 separation(const ExactPair3& pair) {
  ExactSeparation3 result;
  const std::vector<RationalVec3> common = common_points(pair);
  if (common.empty()) {
    ExactDistance3 apart = distance_apart(pair);
    result.relation = Relation::disjoint;
    result.distance_sq = std::move(apart.distance_sq);
    result.on_a = std::move(apart.on_a);
    result.on_b = std::move(apart.on_b);
    result.direction = std::move(apart.way);
    return result;
  }
  RationalVec3 sum{0, 0, 0};
  for (const RationalVec3& point : common) sum = sum + point;
  result.on_a = result.on_b = sum * Rational(pair.unit / Rational(static_cast<unsigned long>(common.size())));
  if (dimension_of_difference(pair) == 3) {
    Depth(pair).run(result);
  } else {
    tell_flat(pair, result);
  }
  return result;
}

}  // namespace touchstone::oracle
