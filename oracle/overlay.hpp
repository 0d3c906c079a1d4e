// Two boundaries laid over each other: where they meet, and where each piece between two meetings lies in the
// other region. Relation, kind, common area and the validity of polygons are read off the pieces; no order of
// edges around a common point is ever needed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

#include "oracle/region.hpp"

namespace touchstone::oracle {

/// How two edges meet.
enum class EdgeMeeting : std::uint8_t {
  none,
  at_vertex,          ///< in one point, an end of at least one of them
  crossing,           ///< in one point, inside both
  along_same_way,     ///< in a segment, and they run in one direction
  along_opposite_way  ///< in a segment, and they run against each other
};
/// The edges from a to b and from c to d, both of positive length. Exact.
EdgeMeeting edge_meeting(const Vertex& a, const Vertex& b, const Vertex& c, const Vertex& d);
/// True when p, known to lie on the line of the edge from a to b, lies in the closed edge.
bool within_edge(const Vertex& a, const Vertex& b, const Vertex& p);
/// The common point of two edges whose meeting is crossing.
RationalVec2 crossing_point(const Vertex& a, const Vertex& b, const Vertex& c, const Vertex& d);

/// Where a piece of one boundary lies in the other region. Pieces of flat regions along a boundary count as
/// along_opposite_way: nothing lies on their left.
enum class PieceSide : std::uint8_t { inside, outside, along_same_way, along_opposite_way };

/// The edges of one list whose boxes meet boxes of another, found by a sweep along x.
class EdgeSweep {
 public:
  struct Entry {
    Box box;
    std::uint32_t edge;
  };
  /// The edges of region that meet window, by min x.
  static void collect(const Region& region, const Box& window, std::vector<Entry>& entries);
  /// Calls visit(edge of a, edge of b) for each pair whose boxes meet, until it returns false; false then.
  template <class Visit>
  static bool visit_pairs(const std::vector<Entry>& a, const std::vector<Entry>& b, Visit visit) {
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < a.size() && j < b.size()) {
      if (a[i].box.min_x <= b[j].box.min_x) {
        for (std::size_t k = j; k < b.size() && b[k].box.min_x <= a[i].box.max_x; ++k) {
          if (meet(a[i].box, b[k].box) && !visit(a[i].edge, b[k].edge)) return false;
        }
        ++i;
      } else {
        for (std::size_t k = i; k < a.size() && a[k].box.min_x <= b[j].box.max_x; ++k) {
          if (meet(a[k].box, b[j].box) && !visit(a[k].edge, b[j].edge)) return false;
        }
        ++j;
      }
    }
    return true;
  }
};

/// Requires regions that outlive it. Reuse one object for many pairs.
class Overlay {
 public:
  enum class Stop : std::uint8_t {
    never,
    when_interiors_meet  ///< build() ends at the first crossing or common edge that runs one way
  };
  /// Finds all meetings of edges. False when it stopped early: the interiors meet (of two flat ones: they
  /// cross).
  bool build(const Region& a, const Region& b, Stop stop);

  bool boundaries_meet() const { return meetings_ > 0; }
  bool boundaries_cross() const { return crossed_; }
  bool share_an_edge() const { return shares_; }
  /// A point of both boundaries; requires boundaries_meet().
  RationalVec2 common_point() const;

  /// True when vertex i of a (side 0) or b (side 1) lies on an edge of the other.
  bool touched(int side, std::size_t i) const { return sides_[side].touched[i]; }

  /// Calls visit(from, to, PieceSide) for each piece of the boundary of a (side 0) or b (side 1), in order
  /// along each contour, until it returns false; false then. Requires that build() has not stopped early.
  template <class Visit>
  bool visit_pieces(int side, Visit visit) {
    const Region& region = *sides_[side].region;
    sort_cuts(side);
    for (std::size_t k = 0; k < region.contour_count(); ++k) {
      if (!visit_contour(side, region.contour_begin(k), region.contour_begin(k + 1), visit)) return false;
    }
    return true;
  }

 private:
  struct Cut {
    std::uint32_t edge;
    Vertex at;
  };
  struct Along {
    std::uint32_t edge;
    std::uint32_t other_edge;
    bool same_way;
  };
  struct Side {
    const Region* region = nullptr;
    std::vector<char> touched;  ///< per vertex
    std::vector<Cut> cuts;      ///< meetings inside an edge
    std::vector<Along> alongs;
    std::vector<EdgeSweep::Entry> entries;
  };

  void note_crossing(std::size_t edge_a, std::size_t edge_b);
  void record(std::size_t edge_a, std::size_t edge_b, EdgeMeeting meeting);
  void record_vertex(int side, std::size_t vertex, std::size_t other_edge);
  void sort_cuts(int side);
  PieceSide side_of_piece(int side, std::size_t edge, const Vertex& from, const Vertex& to,
                          bool to_is_free) const;

  template <class Visit>
  bool visit_contour(int side, std::size_t begin, std::size_t end, Visit& visit) {
    const Side& mine = sides_[side];
    const Region& region = *mine.region;
    const std::size_t count = region.dimension() == 2 ? end - begin : region.edge_count();
    // Starts at a touched vertex where there is one, so that a side once known serves until the next meeting.
    std::size_t start = begin;
    while (start < end && !mine.touched[start]) ++start;
    if (start == end || region.dimension() < 2) start = begin;
    PieceSide where = PieceSide::outside;
    bool known = false;
    std::size_t edge = start;
    for (std::size_t n = 0; n < count; ++n, edge = region.next(edge)) {
      const Vertex* from = &region.vertex(edge);
      auto cut = first_cut(side, edge);
      if (mine.touched[edge]) known = false;
      for (;; ++cut) {
        const bool last = cut == mine.cuts.end() || cut->edge != edge;
        const Vertex& to = last ? region.end(edge) : cut->at;
        if (last || compare(*from, to) != 0) {
          const bool to_is_free = last && !mine.touched[region.next(edge)];
          if (!known) where = side_of_piece(side, edge, *from, to, to_is_free);
          known = true;
          if (!visit(*from, to, where)) return false;
        }
        if (last) break;
        known = false;
        from = &cut->at;
      }
    }
    return true;
  }
  std::vector<Cut>::const_iterator first_cut(int side, std::size_t edge) const;

  Side sides_[2];
  std::deque<RationalVec2> crossings_;
  Vertex common_;                    ///< the first meeting, where it is a vertex
  std::uint32_t common_edges_[2]{};  ///< the first meeting, where it is a crossing
  bool common_is_crossing_ = false;
  std::size_t meetings_ = 0;
  bool crossed_ = false;
  bool shares_ = false;
};

}  // namespace touchstone::oracle
