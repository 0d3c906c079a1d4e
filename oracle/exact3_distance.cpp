// Nearest points of two disjoint polytopes: the pairs of features, likely ones first, until a pair proves
// itself. Points p of A and q of B are nearest when no corner of A is beyond p along q - p, and none of B
// before q: then the two planes across q - p separate the polytopes by |q - p|.
#include <algorithm>
#include <cassert>
#include <limits>
#include <optional>

#include "oracle/exact3.hpp"
#include "oracle/exact3_rounded.hpp"

namespace touchstone::oracle {
namespace {

using Vec = Vec3<double>;
constexpr double kInfinity = std::numeric_limits<double>::infinity();
// Share of an edge (of an area, for faces) by which a foot point may miss it and still be looked at early.
// Any value gives the same distance, sooner or later.
constexpr double kSlack = 1e-9;

const IntegerVec3& corner_of(const LatticePolytope& polytope, std::int32_t i) {
  return polytope.corners[static_cast<std::size_t>(i)];
}
const Vec& corner_of(const std::vector<Vec>& corners, std::int32_t i) {
  return corners[static_cast<std::size_t>(i)];
}

// A point, divided by its weight > 0.
struct WeightedPoint {
  IntegerVec3 at;
  Integer weight{1};
};
struct Nearest {
  WeightedPoint on_first, on_second;
  IntegerVec3 way;  ///< from the first to the second, any length
};

// ---- exact nearest points of the lines and planes of two features; nothing when they are not on the
// features

Nearest corner_to_corner(const IntegerVec3& p, const IntegerVec3& q) {
  return {{p}, {q}, q - p};
}

std::optional<Nearest> corner_to_edge(const IntegerVec3& p, const IntegerVec3& from, const IntegerVec3& to) {
  const IntegerVec3 edge = to - from;
  const Integer along = dot(edge, p - from);
  const Integer square = length_sq(edge);
  if (along < 0 || along > square) return std::nullopt;
  return Nearest{{p}, {from * square + edge * along, square}, (from - p) * square + edge * along};
}

std::optional<Nearest> corner_to_face(const IntegerVec3& p, const LatticePolytope& of,
                                      const LatticePolytope::Face& face) {
  const std::size_t count = face.corners.size();
  for (std::size_t i = 0; i < count; ++i) {
    const IntegerVec3& from = corner_of(of, face.corners[i]);
    const IntegerVec3& to = corner_of(of, face.corners[(i + 1) % count]);
    if (dot(face.normal, cross(to - from, p - from)) < 0) return std::nullopt;
  }
  const Integer down = dot(face.normal, corner_of(of, face.corners[0]) - p);
  const Integer square = length_sq(face.normal);
  return Nearest{{p}, {p * square + face.normal * down, square}, face.normal * down};
}

struct Ends {
  IntegerVec3 from, to;
};

std::optional<Nearest> edge_to_edge(const Ends& first, const Ends& second) {
  const IntegerVec3 u = first.to - first.from;
  const IntegerVec3 w = second.to - second.from;
  const IntegerVec3 across = cross(u, w);
  const Integer square = length_sq(across);
  if (square == 0) return std::nullopt;
  const IntegerVec3 between = second.from - first.from;
  const Integer s = dot(cross(between, w), across);
  const Integer t = dot(cross(between, u), across);
  if (s < 0 || s > square || t < 0 || t > square) return std::nullopt;
  return Nearest{{first.from * square + u * s, square},
                 {second.from * square + w * t, square},
                 across * dot(across, between)};
}

// ---- the same as guesses, in doubles: the distance, or infinity

double guess_corner_to_edge(const Vec& p, const Vec& from, const Vec& to) {
  const Vec edge = to - from;
  const double square = length_sq(edge);
  const double along = dot(edge, p - from);
  if (!(along >= -kSlack * square && along <= (1 + kSlack) * square) || square == 0) return kInfinity;
  return std::sqrt(length_sq(cross(edge, p - from)) / square);
}

double guess_corner_to_face(const Vec& p, const std::vector<Vec>& corners, const LatticePolytope::Face& face,
                            const Vec& normal) {
  const std::size_t count = face.corners.size();
  for (std::size_t i = 0; i < count; ++i) {
    const Vec& from = corner_of(corners, face.corners[i]);
    const Vec edge = corner_of(corners, face.corners[(i + 1) % count]) - from;
    if (!(dot(normal, cross(edge, p - from)) >= -kSlack * length_sq(edge))) return kInfinity;
  }
  return std::fabs(dot(normal, p - corner_of(corners, face.corners[0]))) / length(normal);
}

double guess_edge_to_edge(const Vec& p, const Vec& u, const Vec& q, const Vec& w) {
  const Vec across = cross(u, w);
  const double square = length_sq(across);
  if (square == 0) return kInfinity;
  const double s = dot(cross(q - p, w), across) / square;
  const double t = dot(cross(q - p, u), across) / square;
  if (!(s >= -kSlack && s <= 1 + kSlack && t >= -kSlack && t <= 1 + kSlack)) return kInfinity;
  return std::fabs(dot(across, q - p)) / std::sqrt(square);
}

// ---- the search

enum class Kind : std::uint8_t { corners, corner_edge, corner_face, edge_corner, face_corner, edges };
struct Candidate {
  double key;
  Kind kind;
  std::int32_t first;   ///< feature of A
  std::int32_t second;  ///< feature of B
};

class Search {
 public:
  explicit Search(const ExactPair3& pair) : pair_(pair), rounded_(pair) {
    add_corner_pairs();
    add_corners_to_features(pair.b, rounded_.a, rounded_.b, false);
    add_corners_to_features(pair.a, rounded_.b, rounded_.a, true);
    add_edge_pairs();
  }

  Nearest run() {
    const auto later = [](const Candidate& one, const Candidate& two) { return one.key > two.key; };
    std::make_heap(candidates_.begin(), candidates_.end(), later);
    while (true) {
      assert(!candidates_.empty());
      std::pop_heap(candidates_.begin(), candidates_.end(), later);
      const std::optional<Nearest> found = exact(candidates_.back());
      if (found && proves_itself(*found)) return *found;
      candidates_.pop_back();
    }
  }

 private:
  void add(double key, Kind kind, std::size_t first, std::size_t second) {
    candidates_.push_back({key < kInfinity ? key : kInfinity, kind, static_cast<std::int32_t>(first),
                           static_cast<std::int32_t>(second)});
  }
  void add_corner_pairs() {
    for (std::size_t i = 0; i < rounded_.a.size(); ++i)
      for (std::size_t j = 0; j < rounded_.b.size(); ++j)
        add(length(rounded_.b[j] - rounded_.a[i]), Kind::corners, i, j);
  }
  void add_corners_to_features(const LatticePolytope& other, const std::vector<Vec>& corners,
                               const std::vector<Vec>& other_corners, bool is_flipped) {
    for (std::size_t k = 0; k < other.edges.size(); ++k) {
      const Vec& from = corner_of(other_corners, other.edges[k][0]);
      const Vec& to = corner_of(other_corners, other.edges[k][1]);
      for (std::size_t i = 0; i < corners.size(); ++i) {
        const double key = guess_corner_to_edge(corners[i], from, to);
        is_flipped ? add(key, Kind::edge_corner, k, i) : add(key, Kind::corner_edge, i, k);
      }
    }
    for (std::size_t k = 0; k < other.faces.size(); ++k) {
      const Vec normal = scaled(other.faces[k].normal);
      for (std::size_t i = 0; i < corners.size(); ++i) {
        const double key = guess_corner_to_face(corners[i], other_corners, other.faces[k], normal);
        is_flipped ? add(key, Kind::face_corner, k, i) : add(key, Kind::corner_face, i, k);
      }
    }
  }
  void add_edge_pairs() {
    for (std::size_t i = 0; i < pair_.a.edges.size(); ++i) {
      const auto& [from, to] = pair_.a.edges[i];
      const Vec& p = corner_of(rounded_.a, from);
      const Vec u = corner_of(rounded_.a, to) - p;
      for (std::size_t j = 0; j < pair_.b.edges.size(); ++j) {
        const Vec& q = corner_of(rounded_.b, pair_.b.edges[j][0]);
        add(guess_edge_to_edge(p, u, q, corner_of(rounded_.b, pair_.b.edges[j][1]) - q), Kind::edges, i, j);
      }
    }
  }

  static Ends ends_of(const LatticePolytope& polytope, std::int32_t edge) {
    const auto& [from, to] = polytope.edges[static_cast<std::size_t>(edge)];
    return {corner_of(polytope, from), corner_of(polytope, to)};
  }
  static std::optional<Nearest> flipped(std::optional<Nearest> nearest) {
    if (!nearest) return std::nullopt;
    return Nearest{nearest->on_second, nearest->on_first, -nearest->way};
  }
  std::optional<Nearest> exact(const Candidate& c) const {
    const LatticePolytope& a = pair_.a;
    const LatticePolytope& b = pair_.b;
    switch (c.kind) {
      case Kind::corners:
        return corner_to_corner(corner_of(a, c.first), corner_of(b, c.second));
      case Kind::corner_edge: {
        const auto [from, to] = ends_of(b, c.second);
        return corner_to_edge(corner_of(a, c.first), from, to);
      }
      case Kind::edge_corner: {
        const auto [from, to] = ends_of(a, c.first);
        return flipped(corner_to_edge(corner_of(b, c.second), from, to));
      }
      case Kind::corner_face:
        return corner_to_face(corner_of(a, c.first), b, b.faces[static_cast<std::size_t>(c.second)]);
      case Kind::face_corner:
        return flipped(corner_to_face(corner_of(b, c.second), a, a.faces[static_cast<std::size_t>(c.first)]));
      case Kind::edges:
        break;
    }
    return edge_to_edge(ends_of(a, c.first), ends_of(b, c.second));
  }

  bool proves_itself(const Nearest& nearest) const {
    const IntegerVec3& way = nearest.way;
    if (way == IntegerVec3{0, 0, 0}) return false;
    const Integer support_a = dot(way, nearest.on_first.at);
    const Integer support_b = dot(way, nearest.on_second.at);
    const auto is_within_a = [&](const IntegerVec3& corner) {
      return dot(way, corner) * nearest.on_first.weight <= support_a;
    };
    const auto is_within_b = [&](const IntegerVec3& corner) {
      return dot(way, corner) * nearest.on_second.weight >= support_b;
    };
    return std::all_of(pair_.a.corners.begin(), pair_.a.corners.end(), is_within_a) &&
           std::all_of(pair_.b.corners.begin(), pair_.b.corners.end(), is_within_b);
  }

  const ExactPair3& pair_;
  RoundedPair3 rounded_;
  std::vector<Candidate> candidates_;
};

RationalVec3 in_space(const WeightedPoint& point, const Rational& unit) {
  return rational(point.at) * Rational(unit / Rational(point.weight));
}

}  // namespace

// The search ends: the pairs of nearest points are a polytope. Of one of its corners (p, q), let F and G be
// the features with p and q in their relative interiors. They are perpendicular to q - p, and have no common
// direction, along which (p, q) could move both ways. So their dimensions have a sum of at most 2, and p, q
// are the only nearest points of the lines or planes of F and G: some candidate computes them.
ExactDistance3 distance_apart(const ExactPair3& pair) {
  const Nearest nearest = Search(pair).run();
  const RationalVec3 on_a = in_space(nearest.on_first, pair.unit);
  const RationalVec3 on_b = in_space(nearest.on_second, pair.unit);
  return {length_sq(on_b - on_a), on_a, on_b, coprime(nearest.way)};
}

}  // namespace touchstone::oracle
