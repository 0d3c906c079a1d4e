// Polygons cut into convex parts.
//
// Method: (1) a sweep over the vertices by x, then y, adds diagonals until every face is monotone, holes
// included (M. de Berg et al., "Computational Geometry", 3rd edition, section 3.2; here generalised to
// vertices in which several contours meet); (2) each face is cut into triangles by its ears; (3) diagonals
// whose removal leaves both ends convex are taken away again (S. Hertel, K. Mehlhorn, "Fast triangulation of
// simple polygons", FCT 1983: at most four times the least possible number of parts). Every decision is the
// exact sign of an orientation, so no vertex is moved and none is added.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <touchstone/convex_parts.hpp>
#include <touchstone/exact_sign.hpp>
#include <touchstone/hull.hpp>
#include <touchstone/validity.hpp>

namespace touchstone {

namespace detail {

/// Builds the parts of one valid polygon with area. Sites are its distinct vertices by x, then y; they are
/// named by their index. A half-edge runs from its origin to that of the next one, with its face on the left.
template <class T>
class Decomposer {
 public:
  explicit Decomposer(const Polygon2<T>& polygon) {
    const std::int32_t contours = boundary::contour_count(polygon);
    for (std::int32_t k = 0; k < contours; ++k) {
      const boundary::Ring<T> ring = boundary::contour(polygon, k);
      for (std::int32_t i = 0; i < ring.count; ++i) sites_.push_back(ring[i].at);
    }
    std::sort(sites_.begin(), sites_.end(), lexicographically_before<double>);
    sites_.erase(std::unique(sites_.begin(), sites_.end()), sites_.end());
    for (std::int32_t k = 0; k < contours; ++k) {
      const boundary::Ring<T> ring = boundary::contour(polygon, k);
      const bool forwards = boundary::interior_side(polygon, k) > 0;
      for (std::int32_t i = 0; i < ring.count; ++i) {
        const int from = site_of(ring[i].at);
        const int to = site_of(ring[ring.next(i)].at);
        forwards ? add_boundary(from, to) : add_boundary(to, from);
      }
    }
    sweep();
    link_faces();
    for (int h = 0, n = static_cast<int>(edges_.size()); h < n; ++h) {
      if (!edges_[index(h)].clipped) clip_ears(h);
    }
    merge_parts();
  }

  /// Calls visit with the corners of each part.
  template <class Visit>
  void for_each_part(Visit visit) {
    std::vector<Vec2<T>> corners;
    for (int start = 0; start < static_cast<int>(edges_.size()); ++start) {
      if (edges_[index(start)].done) continue;
      corners.clear();
      int h = start;
      do {
        HalfEdge& edge = edges_[index(h)];
        edge.done = true;
        const Vec2<double> p = at(edge.origin);
        if (orientation(at(edges_[index(edge.previous)].origin), p, at(edges_[index(edge.next)].origin)) != 0)
          corners.push_back({static_cast<T>(p.x), static_cast<T>(p.y)});
        h = edge.next;
      } while (h != start);
      visit(corners);
    }
  }

 private:
  struct HalfEdge {
    int origin = 0;
    int target = 0;
    int twin = -1;  ///< -1: the polygon's own edge
    int next = -1;
    int previous = -1;
    bool clipped = false;  ///< belongs to a triangle
    bool done = false;     ///< removed, or its part has been handed out
  };
  /// An edge that the sweep line cuts; the list of them is sorted upwards.
  struct Active {
    int left;
    int right;
    bool interior_above;
    /// Of the interior above: its last vertex so far, to which a diagonal can be drawn from the sweep line.
    int helper;
    bool helper_merges = false;  ///< the helper needs a diagonal to its right
  };

  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  Vec2<double> at(int site) const { return sites_[index(site)]; }
  int turn_at(int a, int b, int c) const { return orientation(at(a), at(b), at(c)); }
  int site_of(Vec2<double> p) const {
    return static_cast<int>(
        std::lower_bound(sites_.begin(), sites_.end(), p, lexicographically_before<double>) - sites_.begin());
  }

  int add_half_edge(int from, int to) {
    HalfEdge edge;
    edge.origin = from;
    edge.target = to;
    edges_.push_back(edge);
    return static_cast<int>(edges_.size()) - 1;
  }
  int add_diagonal(int from, int to) {
    const int there = add_half_edge(from, to);
    const int back = add_half_edge(to, from);
    edges_[index(there)].twin = back;
    edges_[index(back)].twin = there;
    diagonals_.push_back(there);
    return there;
  }
  /// Adds the polygon's edge, cut at the vertices of other contours that lie on it.
  void add_boundary(int from, int to) {
    const int step = from < to ? 1 : -1;
    int last = from;
    for (int s = from; s != to;) {
      s += step;
      const bool level =
          std::min(at(from).y, at(to).y) <= at(s).y && at(s).y <= std::max(at(from).y, at(to).y);
      if (s != to && (!level || turn_at(from, to, s) != 0)) continue;
      add_half_edge(last, s);
      last = s;
    }
  }

  void sweep() {
    std::vector<std::pair<int, int>> starts;  // left and right end of every edge
    std::vector<Active> active;
    for (const HalfEdge& edge : edges_) starts.emplace_back(edge.origin, edge.target);
    for (auto& [from, to] : starts) {
      if (from > to) to = -1 - to;  // marks the interior below
    }
    const auto left = [](const std::pair<int, int>& e) { return e.second < 0 ? -1 - e.second : e.first; };
    const auto right = [](const std::pair<int, int>& e) { return e.second < 0 ? e.first : e.second; };
    std::sort(starts.begin(), starts.end(), [&](const auto& a, const auto& b) {
      if (left(a) != left(b)) return left(a) < left(b);
      return right(a) != right(b) && turn_at(left(a), right(a), right(b)) > 0;
    });
    auto begin = starts.cbegin();
    for (int site = 0; site < static_cast<int>(sites_.size()); ++site) {
      std::vector<Active>& fresh = fresh_;
      fresh.clear();
      for (; begin != starts.cend() && left(*begin) == site; ++begin)
        fresh.push_back({site, right(*begin), begin->second >= 0, site});
      pass(site, active);
    }
  }
  /// Moves the sweep line over a site; fresh_ holds the edges to its right, upwards.
  void pass(int site, std::vector<Active>& active) {
    const auto first = std::partition_point(active.begin(), active.end(), [&](const Active& edge) {
      return edge.right != site && turn_at(edge.left, edge.right, site) > 0;
    });
    auto last = first;
    while (last != active.end() && last->right == site) ++last;
    const bool nothing_left = first == last;
    for (auto edge = first; edge != last; ++edge) {
      if (edge->interior_above && edge->helper_merges) add_diagonal(site, edge->helper);
    }
    if (first != active.begin() && std::prev(first)->interior_above) {
      Active& below = *std::prev(first);
      if (nothing_left || below.helper_merges) add_diagonal(site, below.helper);
      below.helper = site;
      below.helper_merges = fresh_.empty();
    }
    const auto gap = active.erase(first, last);
    active.insert(gap, fresh_.begin(), fresh_.end());
  }

  /// Whether, turning clockwise about `center` from the direction of `from`, a is met before b. The direction
  /// of `from` itself comes last.
  bool clockwise_before(int center, int from, int a, int b) const {
    const auto half = [&](int p) {
      if (p == from) return 3;
      const int side = turn_at(center, from, p);
      return side < 0 ? 0 : (side == 0 ? 1 : 2);
    };
    const int half_a = half(a);
    const int half_b = half(b);
    return half_a != half_b ? half_a < half_b : turn_at(center, a, b) < 0;
  }
  void link_faces() {
    std::vector<int> order(edges_.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int>(i);
    const auto origin = [&](int h) { return edges_[index(h)].origin; };
    std::sort(order.begin(), order.end(), [&](int a, int b) { return origin(a) < origin(b); });
    std::vector<std::size_t> begin(sites_.size() + 1, 0);
    for (const int h : order) ++begin[index(origin(h)) + 1];
    for (std::size_t s = 0; s < sites_.size(); ++s) begin[s + 1] += begin[s];
    for (int h = 0; h < static_cast<int>(edges_.size()); ++h) {
      const int center = edges_[index(h)].target;
      std::size_t best = begin[index(center)];
      for (std::size_t i = best + 1; i < begin[index(center) + 1]; ++i) {
        const int candidate = edges_[index(order[i])].target;
        if (clockwise_before(center, origin(h), candidate, edges_[index(order[best])].target)) best = i;
      }
      link(h, order[best]);
    }
  }
  void link(int h, int next) {
    edges_[index(h)].next = next;
    edges_[index(next)].previous = h;
  }

  /// Whether the triangle of half-edge h, the one before it and the chord that closes them is an ear: it
  /// turns left and holds no other vertex of the face, on its sides neither.
  bool is_ear(int h) const {
    const HalfEdge& edge = edges_[index(h)];
    const int a = edges_[index(edge.previous)].origin;
    const int b = edge.origin;
    const int c = edge.target;
    if (turn_at(a, b, c) <= 0) return false;
    // Sites are sorted: outside of [low, high] none can be in the triangle.
    const int low = std::min({a, b, c});
    const int high = std::max({a, b, c});
    for (int k = edges_[index(edge.next)].next; k != edge.previous; k = edges_[index(k)].next) {
      const int p = edges_[index(k)].origin;
      if (p < low || p > high) continue;
      if (turn_at(a, b, p) >= 0 && turn_at(b, c, p) >= 0 && turn_at(c, a, p) >= 0) return false;
    }
    return true;
  }
  /// Cuts the face of half-edge h into triangles. A simple polygon always has an ear in this strict sense.
  void clip_ears(int h) {
    int corners = 0;
    int k = h;
    do {
      ++corners;
      edges_[index(k)].clipped = true;
      k = edges_[index(k)].next;
    } while (k != h);
    for (int failures = 0; corners > 3 && failures <= corners;) {
      const int onwards = edges_[index(k)].next;
      if (!is_ear(k)) {
        ++failures;
        k = onwards;
        continue;
      }
      const int before = edges_[index(k)].previous;
      const int chord = add_diagonal(edges_[index(before)].origin, edges_[index(k)].target);
      const int back = edges_[index(chord)].twin;
      edges_[index(chord)].clipped = edges_[index(back)].clipped = true;
      link(edges_[index(before)].previous, chord);
      link(chord, onwards);
      link(k, back);
      link(back, before);
      --corners;
      failures = 0;
      k = onwards;
    }
    assert(corners == 3);
  }

  /// Takes away every diagonal that leaves both its ends convex.
  void merge_parts() {
    const auto convex_without = [&](int h) {
      const HalfEdge& edge = edges_[index(h)];
      const int before = edges_[index(edge.previous)].origin;
      return turn_at(before, edge.origin, edges_[index(edges_[index(edge.twin)].next)].target) >= 0;
    };
    for (const int h : diagonals_) {
      HalfEdge& edge = edges_[index(h)];
      HalfEdge& twin = edges_[index(edge.twin)];
      if (!convex_without(h) || !convex_without(edge.twin)) continue;
      link(edge.previous, twin.next);
      link(twin.previous, edge.next);
      edge.done = twin.done = true;
    }
  }

  std::vector<Vec2<double>> sites_;
  std::vector<HalfEdge> edges_;
  std::vector<int> diagonals_;
  std::vector<Active> fresh_;
};

/// Orders parts [from, to) of `order` by halves along the longer side of their box and writes the boxes of
/// the tree. Returns the index of the node.
template <class T>
void build_nodes(const std::vector<Aabb2<T>>& boxes, std::vector<std::int32_t>& order, std::int32_t from,
                 std::int32_t to, std::vector<Aabb2<T>>& nodes) {
  const auto begin = order.begin() + from;
  const auto end = order.begin() + to;
  Aabb2<T> box = boxes[static_cast<std::size_t>(*begin)];
  for (auto i = begin; i != end; ++i) {
    const Aabb2<T>& part = boxes[static_cast<std::size_t>(*i)];
    box.min = {std::min(box.min.x, part.min.x), std::min(box.min.y, part.min.y)};
    box.max = {std::max(box.max.x, part.max.x), std::max(box.max.y, part.max.y)};
  }
  nodes.push_back(box);
  if (to - from == 1) return;
  const std::int32_t middle = from + (to - from) / 2;
  const bool wide = box.max.x - box.min.x > box.max.y - box.min.y;
  std::nth_element(begin, order.begin() + middle, end, [&](std::int32_t i, std::int32_t j) {
    const Aabb2<T>& a = boxes[static_cast<std::size_t>(i)];
    const Aabb2<T>& b = boxes[static_cast<std::size_t>(j)];
    return wide ? a.min.x + a.max.x < b.min.x + b.max.x : a.min.y + a.max.y < b.min.y + b.max.y;
  });
  build_nodes(boxes, order, from, middle, nodes);
  build_nodes(boxes, order, middle, to, nodes);
}

}  // namespace detail

/// The shape as convex parts. Laws: 1. every corner of a part is a vertex of the shape. 2. the parts cover
/// the shape, exactly. 3. the interiors of two parts do not meet. 4. every part of a shape with area has
/// area. Requires a polytope whose corners are numbers of T (no rounded OBB) or a concave polygon. Statuses:
/// that of the shape. Cost: O(n log n + n d + k^2) for n vertices, d edges cut by one vertical line and faces
/// of k vertices between the diagonals of the sweep; allocates.
template <class T>
ConvexParts<T> decompose(const Checked2<T>& shape) {
  ConvexParts<T> parts;
  parts.status = shape.status;
  parts.reason = shape.reason;
  if (!shape.ok()) return parts;
  std::vector<Vec2<T>> corners;
  std::vector<std::int32_t> begins{0};
  const auto add_part = [&](const std::vector<Vec2<T>>& part) {
    corners.insert(corners.end(), part.begin(), part.end());
    begins.push_back(static_cast<std::int32_t>(corners.size()));
    parts.boxes.push_back(box_of_points(Contour2<T>(part)));
  };
  if (shape.form == Checked2<T>::Form::concave) {
    detail::Decomposer<T>(shape.polygon()).for_each_part(add_part);
  } else {
    assert(shape.is_polytope());
    const ConvexView<T> view = shape.convex();
    assert(view.rounded_from == nullptr);
    std::vector<Vec2<T>> outline;
    for (std::int32_t k = 0; k < view.count; ++k) outline.push_back(view.corner(k));
    outline.resize(convex_hull<T>(outline, outline).count);
    add_part(outline);
  }
  std::vector<std::int32_t> order(parts.boxes.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::int32_t>(i);
  parts.nodes.reserve(2 * order.size());
  detail::build_nodes(parts.boxes, order, 0, static_cast<std::int32_t>(order.size()), parts.nodes);
  const std::vector<Aabb2<T>> boxes = parts.boxes;
  parts.points.reserve(corners.size());
  parts.first.reserve(begins.size());
  parts.first.push_back(0);
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::size_t k = static_cast<std::size_t>(order[i]);
    parts.points.insert(parts.points.end(), corners.begin() + begins[k], corners.begin() + begins[k + 1]);
    parts.first.push_back(static_cast<std::int32_t>(parts.points.size()));
    parts.boxes[i] = boxes[k];
  }
  return parts;
}
/// Checks the polygon first; see validity.hpp for what is refused and what the check costs.
template <class T>
ConvexParts<T> decompose(const Polygon2<T>& polygon) {
  return decompose(checked(polygon));
}

}  // namespace touchstone
