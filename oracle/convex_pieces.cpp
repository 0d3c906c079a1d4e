// Depth of overlapping concave shapes from below: exact convex pieces, and the depth of two of them.
#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <vector>

#include "oracle/concave.hpp"
#include "oracle/validity.hpp"

namespace touchstone::oracle {
namespace {

struct Piece {
  std::vector<RationalVec2> corners;
  Box box;
};

Piece piece_of(std::vector<RationalVec2> corners) {
  Piece piece{std::move(corners), {}};
  piece.box = box_of(vertex_of(piece.corners.front()));
  for (const RationalVec2& corner : piece.corners) piece.box = hull_of(piece.box, box_of(vertex_of(corner)));
  return piece;
}

struct Edge {
  RationalVec2 left;
  RationalVec2 right;

  Rational height_at(const Rational& x) const {
    return left.y + (right.y - left.y) * Rational((x - left.x) / (right.x - left.x));
  }
};

Piece trapezoid(const Edge& below, const Edge& above, const Rational& from, const Rational& to) {
  return piece_of({{from, below.height_at(from)},
                   {to, below.height_at(to)},
                   {to, above.height_at(to)},
                   {from, above.height_at(from)}});
}

// Between neighbouring verticals through vertices no edges cross; from below, they bound the interior by
// twos. The same two edges in slab after slab bound one trapezoid.
std::vector<Piece> trapezoids(const Region& region) {
  std::vector<Edge> edges;
  std::vector<Rational> verticals;
  for (std::size_t i = 0; i < region.edge_count(); ++i) {
    const RationalVec2 from = region.vertex(i).value();
    const RationalVec2 to = region.end(i).value();
    verticals.push_back(from.x);
    if (from.x < to.x) edges.push_back({from, to});
    if (to.x < from.x) edges.push_back({to, from});
  }
  std::sort(verticals.begin(), verticals.end());
  verticals.erase(std::unique(verticals.begin(), verticals.end()), verticals.end());
  std::vector<Piece> pieces;
  using Bounds = std::pair<std::size_t, std::size_t>;
  std::map<Bounds, Rational> open;  // where each began
  const auto close = [&](const Bounds& bounds, const Rational& from, const Rational& to) {
    pieces.push_back(trapezoid(edges[bounds.first], edges[bounds.second], from, to));
  };
  for (std::size_t s = 0; s + 1 < verticals.size(); ++s) {
    const Rational middle = (verticals[s] + verticals[s + 1]) / 2;
    std::vector<std::pair<Rational, std::size_t>> crossed;
    for (std::size_t e = 0; e < edges.size(); ++e) {
      if (edges[e].left.x < middle && middle < edges[e].right.x)
        crossed.emplace_back(edges[e].height_at(middle), e);
    }
    std::sort(crossed.begin(), crossed.end());
    std::map<Bounds, Rational> now;
    for (std::size_t i = 0; i + 1 < crossed.size(); i += 2) {
      const Bounds bounds{crossed[i].second, crossed[i + 1].second};
      const auto begun = open.find(bounds);
      now.emplace(bounds, begun == open.end() ? verticals[s] : begun->second);
    }
    for (const auto& [bounds, from] : open) {
      if (!now.contains(bounds)) close(bounds, from, verticals[s]);
    }
    open = std::move(now);
  }
  for (const auto& [bounds, from] : open) close(bounds, from, verticals.back());
  return pieces;
}

std::vector<Piece> pieces_of(const PolygonalShape& shape) {
  const Region region(shape);
  std::string reason;
  if (!check(shape, reason).convex) return trapezoids(region);
  std::vector<RationalVec2> corners;
  for (const Vertex& v : region.vertices()) corners.push_back(v.value());
  return {piece_of(std::move(corners))};
}

// Smallest width of the Minkowski difference over its face directions, squared; 0 when the pieces do not
// meet.
class PairDepth {
 public:
  PairDepth(const Piece& a, const Piece& b) : a_(a), b_(b) {
    for (const Piece* piece : {&a, &b}) {
      for (std::size_t i = 0; i < piece->corners.size(); ++i) {
        try_edge(piece->corners[(i + 1) % piece->corners.size()] - piece->corners[i]);
      }
    }
  }
  Rational depth_sq() const { return best_.value_or(Rational(0)); }

 private:
  void try_edge(const RationalVec2& edge) {
    const Rational length = length_sq(edge);
    if (length.sign() == 0) return;
    for (const RationalVec2& normal : {perp(edge), -perp(edge)}) {
      std::optional<Rational> most;
      for (const RationalVec2& p : a_.corners) {
        const Rational reach = dot(normal, p);
        if (!most || reach > *most) most = reach;
      }
      std::optional<Rational> least;
      for (const RationalVec2& p : b_.corners) {
        const Rational reach = dot(normal, p);
        if (!least || reach < *least) least = reach;
      }
      const Rational overlap = *most - *least;
      const Rational squared = overlap.sign() <= 0 ? Rational(0) : Rational(overlap * overlap / length);
      if (!best_ || squared < *best_) best_ = squared;
    }
  }
  const Piece& a_;
  const Piece& b_;
  std::optional<Rational> best_;
};

// No two shapes in these boxes are deeper in each other: pushing along an axis by this much parts them.
double depth_at_most(const Box& a, const Box& b) {
  if (!meet(a, b)) return 0;
  const double depth = std::min({a.max_x - b.min_x, b.max_x - a.min_x, a.max_y - b.min_y, b.max_y - a.min_y});
  return depth * (1 + 0x1p-50) + std::numeric_limits<double>::denorm_min();
}

}  // namespace

double overlap_depth_lower_bound(const PolygonalShape& a, const PolygonalShape& b) {
  const std::vector<Piece> pieces_a = pieces_of(a);
  const std::vector<Piece> pieces_b = pieces_of(b);
  struct Pair {
    double at_most;
    const Piece* a;
    const Piece* b;
  };
  std::vector<Pair> pairs;
  for (const Piece& p : pieces_a) {
    for (const Piece& q : pieces_b) {
      const double at_most = depth_at_most(p.box, q.box);
      if (at_most > 0) pairs.push_back({at_most, &p, &q});
    }
  }
  std::sort(pairs.begin(), pairs.end(), [](const Pair& p, const Pair& q) { return p.at_most > q.at_most; });
  double best = 0;
  for (const Pair& pair : pairs) {
    if (pair.at_most <= best) break;
    best = std::max(best, enclose_sqrt(PairDepth(*pair.a, *pair.b).depth_sq()).lo);
  }
  return best;
}

}  // namespace touchstone::oracle
