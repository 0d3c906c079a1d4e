// A shape as convex parts, and collision through the parts. Parts are made once, by decompose() in
// decomposition.hpp; queries do not allocate.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <touchstone/answers.hpp>
#include <touchstone/sat.hpp>
#include <touchstone/shapes2.hpp>
#include <touchstone/support.hpp>

namespace touchstone {

/// A shape as convex parts that cover it and whose interiors do not meet. Owns its numbers; made by
/// decompose(). A flat shape is one flat part. When status is not ok there are no parts.
template <class T>
struct ConvexParts {
  Status status = Status::invalid_input;
  const char* reason = "no shape";
  std::vector<Vec2<T>> points;      ///< corners of all parts, each counter-clockwise, none flat or repeated
  std::vector<std::int32_t> first;  ///< part i has the points first[i] to first[i + 1] - 1
  std::vector<Aabb2<T>> boxes;      ///< of the parts
  /// A tree of boxes in preorder: the node of k parts is followed by that of its first k / 2 parts, that by
  /// the node of the others. A node of one part is a leaf.
  std::vector<Aabb2<T>> nodes;

  bool is_flat() const { return points.size() < 3; }
  std::int32_t count() const { return static_cast<std::int32_t>(boxes.size()); }
  ConvexView<T> part(std::int32_t i) const {
    const std::size_t k = static_cast<std::size_t>(i);
    ConvexView<T> view;
    view.first = points.data() + first[k];
    view.count = first[k + 1] - first[k];
    view.dimension = std::min(view.count - 1, 2);
    view.min = boxes[k].min;
    view.max = boxes[k].max;
    return view;
  }
};

namespace detail {

/// That of an operand that is not ok, invalid_input before out_of_range; else ok.
template <class T>
Status status_of(const ConvexParts<T>& a, const ConvexParts<T>& b) {
  if (a.status == Status::invalid_input || b.status == Status::invalid_input) return Status::invalid_input;
  return a.status != Status::ok ? a.status : b.status;
}

/// A node of the tree of parts: parts first to first + count - 1.
struct PartsNode {
  std::int32_t node;
  std::int32_t first;
  std::int32_t count;
  bool is_leaf() const { return count == 1; }
  PartsNode lower() const { return {node + 1, first, count / 2}; }
  PartsNode upper() const { return {node + 2 * (count / 2), first + count / 2, count - count / 2}; }
};

template <class T>
bool boxes_meet(const Aabb2<T>& a, const Aabb2<T>& b) {
  return !(a.max.x < b.min.x || b.max.x < a.min.x || a.max.y < b.min.y || b.max.y < a.min.y);
}
template <class T>
bool box_interiors_meet(const Aabb2<T>& a, const Aabb2<T>& b) {
  return a.min.x < b.max.x && b.min.x < a.max.x && a.min.y < b.max.y && b.min.y < a.max.y;
}

/// Calls visit(i, j) for part i of a and part j of b where near(box, box) holds for their boxes and those of
/// all nodes above, until visit returns false; then it returns false too. Depth of recursion: the depths of
/// both trees.
template <class T, class Near, class Visit>
bool visit_near_parts(const ConvexParts<T>& a, PartsNode in_a, const ConvexParts<T>& b, PartsNode in_b,
                      const Near& near, const Visit& visit) {
  if (!near(a.nodes[static_cast<std::size_t>(in_a.node)], b.nodes[static_cast<std::size_t>(in_b.node)]))
    return true;
  if (in_a.is_leaf() && in_b.is_leaf()) return visit(in_a.first, in_b.first);
  if (in_a.count >= in_b.count) {
    return visit_near_parts(a, in_a.lower(), b, in_b, near, visit) &&
           visit_near_parts(a, in_a.upper(), b, in_b, near, visit);
  }
  return visit_near_parts(a, in_a, b, in_b.lower(), near, visit) &&
         visit_near_parts(a, in_a, b, in_b.upper(), near, visit);
}

/// Whether two convex shapes with area overlap: relation_sat() that does not tell touching from disjoint.
template <class T>
bool overlaps(const ConvexView<T>& a, const ConvexView<T>& b) {
  const double bound = cross_bound(a, b);
  int ignored = 0;
  Filtered filtered = filter_edges(a, b, bound, ignored);
  if (filtered == Filtered::none_separates) filtered = filter_edges(b, a, bound, ignored);
  if (filtered != Filtered::unsure) return filtered == Filtered::none_separates;
  bool separated = false;
  const auto test_edges = [&](const ConvexView<T>& edges, const ConvexView<T>& corners) {
    for_each_edge_and_deepest(edges, corners, bound, [&](std::int32_t k, std::int32_t j) {
      separated = side_sign(edges, k, corners, j, bound) <= 0;
      return !separated;
    });
  };
  test_edges(a, b);
  if (!separated) test_edges(b, a);
  return !separated;
}

/// The piece of a flat shape along an edge of the part, from first to second by x, then y; empty (second
/// before first) when no edge lies on its line. A part has at most one such edge.
template <class T>
std::pair<Vec2<T>, Vec2<T>> piece_on_an_edge(const ConvexView<T>& flat, const ConvexView<T>& part) {
  const auto before = [](Vec2<T> p, Vec2<T> q) { return p.x < q.x || (p.x == q.x && p.y < q.y); };
  const double bound = cross_bound(flat, part);
  const std::int32_t last = flat.count - 1;
  for (std::int32_t k = 0; k < part.count; ++k) {
    if (side_sign(part, k, flat, 0, bound) != 0 || side_sign(part, k, flat, last, bound) != 0) continue;
    const auto edge = std::minmax(part.corner(k), part.corner(part.next(k)), before);
    const auto whole = std::minmax(flat.corner(0), flat.corner(last), before);
    // A point counts strictly between the ends of the edge only.
    if (last == 0 && !(before(edge.first, whole.first) && before(whole.first, edge.second))) continue;
    return {std::max(edge.first, whole.first, before), std::min(edge.second, whole.second, before)};
  }
  return {{1, 0}, {0, 0}};
}

/// Whether a flat shape that overlaps no part has a point in the interior of the whole all the same: a point
/// that lies within an edge of two parts. Cost: the square of the number of parts.
template <class T>
bool lies_on_a_cut(const ConvexView<T>& flat, const ConvexParts<T>& parts) {
  const auto before = [](Vec2<T> p, Vec2<T> q) { return p.x < q.x || (p.x == q.x && p.y < q.y); };
  const auto has_points = [&](Vec2<T> first, Vec2<T> second) {
    return before(first, second) || (flat.dimension == 0 && first == second);
  };
  for (std::int32_t i = 0; i < parts.count(); ++i) {
    const auto on_i = piece_on_an_edge(flat, parts.part(i));
    if (!has_points(on_i.first, on_i.second)) continue;
    for (std::int32_t j = 0; j < i; ++j) {
      const auto on_j = piece_on_an_edge(flat, parts.part(j));
      if (has_points(std::max(on_i.first, on_j.first, before), std::min(on_i.second, on_j.second, before)))
        return true;
    }
  }
  return false;
}

}  // namespace detail

/// The relation of the two whole shapes, exactly: overlapping when two parts overlap, else touching when two
/// touch; a flat shape along a cut between two parts is found too. Law: swapping the shapes keeps the
/// relation. Statuses: that of an operand that is not ok, invalid_input before out_of_range. iterations:
/// pairs of parts that were tested. Cost: relation_sat() for pairs of parts whose boxes meet, until two
/// overlap; does not allocate.
template <class T>
RelationAnswer relation_parts(const ConvexParts<T>& a, const ConvexParts<T>& b) {
  RelationAnswer answer;
  answer.status = detail::status_of(a, b);
  if (answer.status != Status::ok) return answer;
  const bool solid = !a.is_flat() && !b.is_flat();
  // Once two parts touch, only parts that overlap can change the answer.
  const auto near = [&](const Aabb2<T>& box_a, const Aabb2<T>& box_b) {
    return answer.relation == Relation::touching && solid ? detail::box_interiors_meet(box_a, box_b)
                                                          : detail::boxes_meet(box_a, box_b);
  };
  const auto visit = [&](std::int32_t i, std::int32_t j) {
    ++answer.iterations;
    if (answer.relation == Relation::disjoint || !solid) {
      answer.relation = std::max(answer.relation, relation_sat(a.part(i), b.part(j)).relation);
    } else if (detail::overlaps(a.part(i), b.part(j))) {
      answer.relation = Relation::overlapping;
    }
    return answer.relation != Relation::overlapping;
  };
  detail::visit_near_parts(a, {0, 0, a.count()}, b, {0, 0, b.count()}, near, visit);
  if (answer.relation == Relation::touching && a.is_flat() != b.is_flat()) {
    const bool inside =
        a.is_flat() ? detail::lies_on_a_cut(a.part(0), b) : detail::lies_on_a_cut(b.part(0), a);
    if (inside) answer.relation = Relation::overlapping;
  }
  return answer;
}

}  // namespace touchstone
