#include "oracle/overlay.hpp"

#include <algorithm>

#include "oracle/expansion.hpp"

namespace touchstone::oracle {

bool within_edge(const Vertex& a, const Vertex& b, const Vertex& p) {
  const int from_a = compare(a, p);
  const int to_b = compare(p, b);
  return from_a == 0 || to_b == 0 || from_a == to_b;
}

EdgeMeeting edge_meeting(const Vertex& a, const Vertex& b, const Vertex& c, const Vertex& d) {
  const int a_side = orientation(c, d, a);
  const int b_side = orientation(c, d, b);
  if (a_side * b_side > 0) return EdgeMeeting::none;
  if (a_side == 0 && b_side == 0) {
    const bool forward = compare(a, b) < 0;
    const bool same_way = forward == (compare(c, d) < 0);
    const Vertex& low = forward ? a : b;
    const Vertex& high = forward ? b : a;
    const Vertex& other_low = forward == same_way ? c : d;
    const Vertex& other_high = forward == same_way ? d : c;
    const int gap_before = compare(other_high, low);
    const int gap_after = compare(high, other_low);
    if (gap_before < 0 || gap_after < 0) return EdgeMeeting::none;
    if (gap_before == 0 || gap_after == 0) return EdgeMeeting::at_vertex;
    return same_way ? EdgeMeeting::along_same_way : EdgeMeeting::along_opposite_way;
  }
  const int c_side = orientation(a, b, c);
  const int d_side = orientation(a, b, d);
  if (c_side * d_side > 0) return EdgeMeeting::none;
  const bool proper = a_side != 0 && b_side != 0 && c_side != 0 && d_side != 0;
  return proper ? EdgeMeeting::crossing : EdgeMeeting::at_vertex;
}

RationalVec2 crossing_point(const Vertex& a, const Vertex& b, const Vertex& c, const Vertex& d) {
  const RationalVec2 p = a.value();
  const RationalVec2 r = b.value() - p;
  const RationalVec2 q = c.value();
  const RationalVec2 s = d.value() - q;
  const Rational t = cross(q - p, s) / cross(r, s);
  return p + r * t;
}

void EdgeSweep::collect(const Region& region, const Box& window, std::vector<Entry>& entries) {
  entries.clear();
  for (std::size_t i = 0; i < region.edge_count(); ++i) {
    const Box box = hull_of(box_of(region.vertex(i)), box_of(region.end(i)));
    if (meet(box, window)) entries.push_back({box, static_cast<std::uint32_t>(i)});
  }
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return a.box.min_x < b.box.min_x || (a.box.min_x == b.box.min_x && a.edge < b.edge);
  });
}

bool Overlay::build(const Region& a, const Region& b, Stop stop) {
  meetings_ = 0;
  crossed_ = false;
  common_is_crossing_ = false;
  shares_ = false;
  crossings_.clear();
  const Region* regions[2] = {&a, &b};
  for (int side = 0; side < 2; ++side) {
    Side& mine = sides_[side];
    mine.region = regions[side];
    mine.touched.assign(regions[side]->vertices().size(), 0);
    mine.cuts.clear();
    mine.alongs.clear();
    mine.entries.clear();
  }
  if (!meet(a.box(), b.box())) return true;
  EdgeSweep::collect(a, b.box(), sides_[0].entries);
  EdgeSweep::collect(b, a.box(), sides_[1].entries);
  const bool solid = a.dimension() == 2 && b.dimension() == 2;
  return EdgeSweep::visit_pairs(sides_[0].entries, sides_[1].entries, [&](std::size_t i, std::size_t j) {
    const EdgeMeeting meeting = edge_meeting(a.vertex(i), a.end(i), b.vertex(j), b.end(j));
    if (meeting == EdgeMeeting::none) return true;
    if (stop == Stop::when_interiors_meet) {
      if (meeting == EdgeMeeting::crossing) {
        note_crossing(i, j);
        return false;
      }
      if (solid && meeting == EdgeMeeting::along_same_way) {
        record(i, j, meeting);
        return false;
      }
    }
    record(i, j, meeting);
    return true;
  });
}

void Overlay::note_crossing(std::size_t edge_a, std::size_t edge_b) {
  crossed_ = true;
  if (meetings_++ > 0) return;
  common_is_crossing_ = true;
  common_edges_[0] = static_cast<std::uint32_t>(edge_a);
  common_edges_[1] = static_cast<std::uint32_t>(edge_b);
}

RationalVec2 Overlay::common_point() const {
  if (!common_is_crossing_) return common_.value();
  const Region& a = *sides_[0].region;
  const Region& b = *sides_[1].region;
  return crossing_point(a.vertex(common_edges_[0]), a.end(common_edges_[0]), b.vertex(common_edges_[1]),
                        b.end(common_edges_[1]));
}

// Vertex of one side, known to lie on the line of the other side's edge.
void Overlay::record_vertex(int side, std::size_t vertex, std::size_t other_edge) {
  const Side& mine = sides_[side];
  const Region& other = *sides_[1 - side].region;
  const Vertex& v = mine.region->vertex(vertex);
  if (!within_edge(other.vertex(other_edge), other.end(other_edge), v)) return;
  if (meetings_++ == 0) common_ = v;
  sides_[side].touched[vertex] = 1;
  if (compare(v, other.vertex(other_edge)) == 0) {
    sides_[1 - side].touched[other_edge] = 1;
  } else if (compare(v, other.end(other_edge)) == 0) {
    sides_[1 - side].touched[other.next(other_edge)] = 1;
  } else {
    sides_[1 - side].cuts.push_back({static_cast<std::uint32_t>(other_edge), v});
  }
}

void Overlay::record(std::size_t edge_a, std::size_t edge_b, EdgeMeeting meeting) {
  const Region& a = *sides_[0].region;
  const Region& b = *sides_[1].region;
  const auto i = static_cast<std::uint32_t>(edge_a);
  const auto j = static_cast<std::uint32_t>(edge_b);
  if (meeting == EdgeMeeting::crossing) {
    note_crossing(edge_a, edge_b);
    crossings_.push_back(crossing_point(a.vertex(i), a.end(i), b.vertex(j), b.end(j)));
    const Vertex at = vertex_of(crossings_.back());
    sides_[0].cuts.push_back({i, at});
    sides_[1].cuts.push_back({j, at});
    return;
  }
  if (meeting != EdgeMeeting::at_vertex) {
    shares_ = true;
    const bool same_way = meeting == EdgeMeeting::along_same_way && a.dimension() == 2 && b.dimension() == 2;
    sides_[0].alongs.push_back({i, j, same_way});
    sides_[1].alongs.push_back({j, i, same_way});
  }
  const auto on_line = [](const Region& region, std::size_t edge, const Vertex& v) {
    return orientation(region.vertex(edge), region.end(edge), v) == 0;
  };
  if (on_line(b, j, a.vertex(i))) record_vertex(0, i, j);
  if (on_line(b, j, a.end(i))) record_vertex(0, a.next(i), j);
  if (on_line(a, i, b.vertex(j))) record_vertex(1, j, i);
  if (on_line(a, i, b.end(j))) record_vertex(1, b.next(j), i);
}

void Overlay::sort_cuts(int side) {
  Side& mine = sides_[side];
  std::sort(mine.cuts.begin(), mine.cuts.end(), [&](const Cut& c, const Cut& d) {
    if (c.edge != d.edge) return c.edge < d.edge;
    const bool forward = compare(mine.region->vertex(c.edge), mine.region->end(c.edge)) < 0;
    return forward ? compare(c.at, d.at) < 0 : compare(d.at, c.at) < 0;
  });
  std::sort(mine.alongs.begin(), mine.alongs.end(),
            [](const Along& c, const Along& d) { return c.edge < d.edge; });
}

std::vector<Overlay::Cut>::const_iterator Overlay::first_cut(int side, std::size_t edge) const {
  const std::vector<Cut>& cuts = sides_[side].cuts;
  return std::lower_bound(cuts.begin(), cuts.end(), edge,
                          [](const Cut& cut, std::size_t wanted) { return cut.edge < wanted; });
}

PieceSide Overlay::side_of_piece(int side, std::size_t edge, const Vertex& from, const Vertex& to,
                                 bool to_is_free) const {
  const Side& mine = sides_[side];
  const Region& other = *sides_[1 - side].region;
  const auto named = [](Location location) {
    return location == Location::inside ? PieceSide::inside : PieceSide::outside;
  };
  if (to_is_free) return named(other.locate(to));
  auto along = std::lower_bound(mine.alongs.begin(), mine.alongs.end(), edge,
                                [](const Along& a, std::size_t wanted) { return a.edge < wanted; });
  for (; along != mine.alongs.end() && along->edge == edge; ++along) {
    const Vertex& c = other.vertex(along->other_edge);
    const Vertex& d = other.end(along->other_edge);
    if (within_edge(c, d, from) && within_edge(c, d, to))
      return along->same_way ? PieceSide::along_same_way : PieceSide::along_opposite_way;
  }
  if (from.error == 0 && to.error == 0) {
    const ExactPair x = sum_of(from.x, to.x);
    const ExactPair y = sum_of(from.y, to.y);
    const Point half{x.hi / 2, y.hi / 2};
    if (x.lo == 0 && y.lo == 0 && half.x * 2 == x.hi && half.y * 2 == y.hi && is_finite(half))
      return named(other.locate(vertex_of(half)));
  }
  const RationalVec2 middle = (from.value() + to.value()) * Rational(0.5);
  return named(other.locate(vertex_of(middle)));
}

}  // namespace touchstone::oracle
