#include "oracle/nearest.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace touchstone::oracle {
namespace {

constexpr std::uint32_t kBlockSize = 8;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

double largest_coordinate(const Region& region) {
  double largest = 0;
  for (const Vertex& v : region.vertices()) largest = std::max({largest, std::fabs(v.x), std::fabs(v.y)});
  return largest;
}
double largest_error(const Region& region) {
  double largest = 0;
  for (const Vertex& v : region.vertices()) largest = std::max(largest, v.error);
  return largest;
}

// A lone point counts as an edge of no length.
std::uint32_t edge_count(const Region& region) {
  return static_cast<std::uint32_t>(std::max<std::size_t>(1, region.edge_count()));
}

double gap(const Box& a, const Box& b) {
  const double x = std::max({0.0, a.min_x - b.max_x, b.min_x - a.max_x});
  const double y = std::max({0.0, a.min_y - b.max_y, b.min_y - a.max_y});
  return std::sqrt(x * x + y * y);
}

struct Foot {
  Rational distance_sq;
  RationalVec2 point;
};
Foot nearest_on_edge(const RationalVec2& v, const RationalVec2& p, const RationalVec2& q) {
  const RationalVec2 edge = q - p;
  const RationalVec2 from_p = v - p;
  const Rational along = dot(from_p, edge);
  if (along.sign() <= 0) return {length_sq(from_p), p};
  const Rational edge_sq = length_sq(edge);
  if (along >= edge_sq) return {length_sq(v - q), q};
  const Rational across = cross(from_p, edge);
  return {across * across / edge_sq, p + edge * Rational(along / edge_sq)};
}

}  // namespace

void NearestFeatures::prepare(Side& side, const Region& region, double down) {
  side.region = &region;
  side.points.clear();
  side.blocks.clear();
  for (const Vertex& v : region.vertices()) side.points.push_back({v.x * down, v.y * down});
  const std::uint32_t count = edge_count(region);
  for (std::uint32_t begin = 0; begin < count; begin += kBlockSize) {
    Block block{{kInfinity, kInfinity, -kInfinity, -kInfinity}, begin, std::min(begin + kBlockSize, count)};
    for (std::uint32_t i = block.begin; i < block.end; ++i) {
      for (const std::size_t end : {std::size_t{i}, region.next(i)}) {
        const Scaled& p = side.points[end];
        block.box = hull_of(block.box, {p.x, p.y, p.x, p.y});
      }
    }
    side.blocks.push_back(block);
  }
  // An open edge has one vertex more than it has edges; one block holds both.
  if (region.dimension() == 1) side.blocks.front().end = 2;
}

void NearestFeatures::offer(const Candidate& candidate) {
  if (!(candidate.distance <= limit_)) return;
  limit_ = std::min(limit_, candidate.distance + 2 * slack_);
  candidates_.push_back(candidate);
}

void NearestFeatures::search_blocks(int vertex_side, const Block& vertices, const Block& edges, Which which) {
  const Side& mine = sides_[vertex_side];
  const Side& other = sides_[1 - vertex_side];
  const std::uint32_t last_edge = std::min(edges.end, edge_count(*other.region));
  for (std::uint32_t e = edges.begin; e < last_edge; ++e) {
    const Scaled p = other.points[e];
    const Scaled q = other.points[other.region->next(e)];
    const double edge_x = q.x - p.x;
    const double edge_y = q.y - p.y;
    const double edge_sq = edge_x * edge_x + edge_y * edge_y;
    for (std::uint32_t i = vertices.begin; i < vertices.end; ++i) {
      const double x = mine.points[i].x - p.x;
      const double y = mine.points[i].y - p.y;
      double t = 0;
      if (edge_sq > 0x1p-1000) t = std::clamp((x * edge_x + y * edge_y) / edge_sq, 0.0, 1.0);
      const double dx = x - t * edge_x;
      const double dy = y - t * edge_y;
      const double distance = std::sqrt(dx * dx + dy * dy);
      if (distance <= limit_ && (which == Which::all_vertices || mine.region->is_corner(i)))
        offer({distance, vertex_side, i, e});
    }
  }
}

void NearestFeatures::search(int vertex_side, Which which) {
  const std::vector<Block>& mine = sides_[vertex_side].blocks;
  const std::vector<Block>& others = sides_[1 - vertex_side].blocks;
  // The two nearest boxes first: their distance discards most of the rest.
  const Block* first_mine = &mine.front();
  const Block* first_other = &others.front();
  if (mine.size() * others.size() > 1) {
    double nearest = kInfinity;
    for (const Block& m : mine) {
      for (const Block& o : others) {
        const double distance = gap(m.box, o.box);
        if (distance < nearest) {
          nearest = distance;
          first_mine = &m;
          first_other = &o;
        }
      }
    }
  }
  search_blocks(vertex_side, *first_mine, *first_other, which);
  for (const Block& m : mine) {
    for (const Block& o : others) {
      if (&m == first_mine && &o == first_other) continue;
      if (gap(m.box, o.box) <= limit_) search_blocks(vertex_side, m, o, which);
    }
  }
}

NearestFeatures::Result NearestFeatures::find(const Region& a, const Region& b, Which which) {
  const double largest = std::max(largest_coordinate(a), largest_coordinate(b));
  int exponent = 0;
  std::frexp(largest, &exponent);
  // Largest coordinates below 2^-1000 or so are scaled as far as a double allows, which leaves them small:
  // their errors are then smaller still.
  const double down = std::ldexp(1.0, std::clamp(-exponent, -1023, 1023));
  slack_ = kDistanceError + 4 * std::max(largest_error(a), largest_error(b)) * down;
  if (!(slack_ < 1)) slack_ = kInfinity;  // corners beyond the doubles: nothing can be discarded
  limit_ = kInfinity;
  candidates_.clear();
  prepare(sides_[0], a, down);
  prepare(sides_[1], b, down);
  search(0, which);
  search(1, which);

  Result best;
  bool found = false;
  for (const Candidate& c : candidates_) {
    if (c.distance > limit_) continue;
    const Region& edges = c.vertex_side == 0 ? b : a;
    const RationalVec2 v = (c.vertex_side == 0 ? a : b).vertex(c.vertex).value();
    const Foot foot = nearest_on_edge(v, edges.vertex(c.edge).value(), edges.end(c.edge).value());
    if (found && foot.distance_sq >= best.distance_sq) continue;
    found = true;
    best.distance_sq = foot.distance_sq;
    best.on_a = c.vertex_side == 0 ? v : foot.point;
    best.on_b = c.vertex_side == 0 ? foot.point : v;
  }
  return best;
}

}  // namespace touchstone::oracle
