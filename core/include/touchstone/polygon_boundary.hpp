// The boundary of a shape as the polygon algorithms see it: closed rings of vertices, where two of them meet,
// and how they pass each other there. Every decision is the exact sign of an orientation or of a coordinate
// difference.
//
// Requires every coordinate in range (exact_sign.hpp); nothing here allocates.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include <touchstone/answers.hpp>
#include <touchstone/exact_sign.hpp>
#include <touchstone/shapes2.hpp>
#include <touchstone/support.hpp>

namespace touchstone::boundary {

/// A point of the plane. When exact is not null, `at` is only within `error` of it in each coordinate.
struct Vertex {
  Vec2<double> at;
  const ExactVec2<3>* exact = nullptr;
  double error = 0;
};

inline ExactVec2<3> exact_value(const Vertex& p) {
  if (p.exact != nullptr) return *p.exact;
  return {Expansion<3>{p.at.x}, Expansion<3>{p.at.y}};
}

constexpr int sign(double value) {
  return (value > 0) - (value < 0);
}

/// Sign of p.x - q.x, exactly. The factor 2 pays for the rounding of the difference and of the sum of errors.
inline int compare_x(const Vertex& p, const Vertex& q) {
  const double difference = p.at.x - q.at.x;
  if (std::fabs(difference) > 2 * (p.error + q.error)) return sign(difference);
  if (p.exact == nullptr && q.exact == nullptr) return 0;
  return (exact_value(p).x - exact_value(q).x).sign();
}
/// Sign of p.y - q.y, exactly.
inline int compare_y(const Vertex& p, const Vertex& q) {
  const double difference = p.at.y - q.at.y;
  if (std::fabs(difference) > 2 * (p.error + q.error)) return sign(difference);
  if (p.exact == nullptr && q.exact == nullptr) return 0;
  return (exact_value(p).y - exact_value(q).y).sign();
}
inline bool same_point(const Vertex& p, const Vertex& q) {
  return compare_x(p, q) == 0 && compare_y(p, q) == 0;
}
/// Sign of p - q in the order by x, then y.
inline int compare(const Vertex& p, const Vertex& q) {
  const int by_x = compare_x(p, q);
  return by_x != 0 ? by_x : compare_y(p, q);
}

/// Sign of cross(b - a, c - a), exactly. With e the sum of the three errors, each difference below is off by
/// at most e beyond its rounding, so the determinant by at most e (|bx| + |by| + |cx| + |cy|) + 2 e^2 beyond
/// the bound of orientation(Vec2, Vec2, Vec2); doubled for the rounding of this sum itself.
inline int orientation(const Vertex& a, const Vertex& b, const Vertex& c) {
  if (a.exact == nullptr && b.exact == nullptr && c.exact == nullptr) {
    return touchstone::orientation(a.at, b.at, c.at);
  }
  const Vec2<double> ab = b.at - a.at;
  const Vec2<double> ac = c.at - a.at;
  const double left = ab.x * ac.y;
  const double right = ab.y * ac.x;
  const double e = a.error + b.error + c.error;
  const double inputs = std::fabs(ab.x) + std::fabs(ab.y) + std::fabs(ac.x) + std::fabs(ac.y);
  const double bound = kOrientationBound * (std::fabs(left) + std::fabs(right)) + 2 * e * (inputs + 2 * e);
  const double det = left - right;
  if (std::fabs(det) > bound) return sign(det);
  const ExactVec2<3> origin = exact_value(a);
  return cross(exact_value(b) - origin, exact_value(c) - origin).sign();
}

/// Requires p, q, r on one line: whether q and r lie on the same side of p, neither at p.
inline bool same_direction(const Vertex& p, const Vertex& q, const Vertex& r) {
  const int x = compare_x(q, p);
  const int y = compare_y(q, p);
  return (x != 0 || y != 0) && x == compare_x(r, p) && y == compare_y(r, p);
}

/// A box that encloses exact points up to `error`.
struct Box {
  Vec2<double> min;
  Vec2<double> max;
  double error = 0;
};
/// True only when what the boxes enclose has no common point; always then, where no vertex is rounded.
inline bool apart(const Box& a, const Box& b) {
  const double gap = 2 * (a.error + b.error);
  return a.min.x - b.max.x > gap || b.min.x - a.max.x > gap || a.min.y - b.max.y > gap ||
         b.min.y - a.max.y > gap;
}
inline Box box_of(const Vertex& p, const Vertex& q) {
  return {{std::min(p.at.x, q.at.x), std::min(p.at.y, q.at.y)},
          {std::max(p.at.x, q.at.x), std::max(p.at.y, q.at.y)},
          std::max(p.error, q.error)};
}

/// A closed ring of vertices; the last is joined to the first. Repeated neighbours may occur.
template <class T>
struct Ring {
  const Vec2<T>* first = nullptr;
  std::ptrdiff_t step = 1;
  std::int32_t count = 0;
  const ExactVec2<3>* exact = nullptr;  ///< not null: the exact vertices
  double error = 0;

  Ring() = default;
  explicit Ring(Contour2<T> points) : first(points.data()), count(static_cast<std::int32_t>(points.size())) {}

  Vertex operator[](std::int32_t k) const {
    const Vec2<T> p = first[k * step];
    return {{double{p.x}, double{p.y}}, exact == nullptr ? nullptr : exact + k, error};
  }
  std::int32_t next(std::int32_t k) const { return k + 1 == count ? 0 : k + 1; }
  std::int32_t previous(std::int32_t k) const { return k == 0 ? count - 1 : k - 1; }

  /// The nearest vertex before k that is another point. Requires one.
  Vertex distinct_before(std::int32_t k) const {
    std::int32_t i = previous(k);
    while (i != k && same_point((*this)[i], (*this)[k])) i = previous(i);
    return (*this)[i];
  }
  Vertex distinct_after(std::int32_t k) const {
    std::int32_t i = next(k);
    while (i != k && same_point((*this)[i], (*this)[k])) i = next(i);
    return (*this)[i];
  }
  /// The first vertex in the order by x, then y.
  std::int32_t lowest() const {
    std::int32_t best = 0;
    for (std::int32_t k = 1; k < count; ++k) {
      if (compare((*this)[k], (*this)[best]) < 0) best = k;
    }
    return best;
  }
  Box box() const {
    Box all = box_of((*this)[0], (*this)[0]);
    for (std::int32_t k = 1; k < count; ++k) {
      const Vec2<double> p = (*this)[k].at;
      all.min = {std::min(all.min.x, p.x), std::min(all.min.y, p.y)};
      all.max = {std::max(all.max.x, p.x), std::max(all.max.y, p.y)};
    }
    return all;
  }
};

/// +1 when a simple ring winds counter-clockwise, else -1; 0 when its points are all on one line. Both
/// neighbours of the lowest vertex are higher, so the turn there is the ring's.
template <class T>
int winding(const Ring<T>& ring) {
  const std::int32_t k = ring.lowest();
  return orientation(ring.distinct_before(k), ring[k], ring.distinct_after(k));
}

/// Whether p lies on the straight line from -> to, the end `to` excluded. Requires p on the line through
/// both.
inline bool on_half_open(const Vertex& p, const Vertex& from, const Vertex& to) {
  return compare_x(p, from) * compare_x(to, p) >= 0 && compare_y(p, from) * compare_y(to, p) >= 0 &&
         !same_point(p, to);
}

struct Edge {
  Vertex from;
  Vertex to;
};
/// A place where edges of two rings meet: a vertex of at least one of them, or a crossing inside both.
struct Contact {
  const Vertex* at = nullptr;  ///< null: a crossing
  Edge edge_a;
  Edge edge_b;
};

/// Calls visit(const Contact&) for each place where edges of a and b meet: once for two edges that cross
/// inside both, and once per point that is a vertex of one and lies on the other. Stops and returns true as
/// soon as visit does. Collinear edges that share a piece show as the points where the piece begins or ends.
/// Cost: |a| |b| comparisons of boxes at worst.
template <class T, class Visit>
bool visit_contacts(const Ring<T>& a, const Ring<T>& b, const Box& box_b, const Visit& visit) {
  for (std::int32_t i = 0; i < a.count; ++i) {
    const Vertex from = a[i];
    const Vertex to = a[a.next(i)];
    const Box edge = box_of(from, to);
    if (apart(edge, box_b) || same_point(from, to)) continue;
    Vertex other_from = b[0];
    for (std::int32_t j = 0; j < b.count; ++j) {
      const Vertex start = other_from;
      const Vertex end = b[b.next(j)];
      other_from = end;
      if (apart(edge, box_of(start, end)) || same_point(start, end)) continue;
      const int start_side = orientation(from, to, start);
      const int end_side = orientation(from, to, end);
      if (start_side * end_side > 0) continue;
      const int from_side = orientation(start, end, from);
      const int to_side = orientation(start, end, to);
      if (from_side * to_side > 0) continue;
      if (start_side * end_side < 0 && from_side * to_side < 0) {
        if (visit(Contact{nullptr, {from, to}, {start, end}})) return true;
        continue;
      }
      if (from_side == 0 && on_half_open(from, start, end)) {
        if (visit(Contact{&from, {from, to}, {start, end}})) return true;
      }
      if (start_side == 0 && on_half_open(start, from, to) && !same_point(start, from)) {
        if (visit(Contact{&start, {from, to}, {start, end}})) return true;
      }
    }
  }
  return false;
}

/// Where a ring goes through a point: it comes from the direction of `in` and leaves towards `out`.
struct Passage {
  Vertex in;
  Vertex out;
};

/// Fills passage and returns true when the ring goes through p.
template <class T>
bool passes_through(const Ring<T>& ring, const Vertex& p, Passage& passage) {
  const Box place = box_of(p, p);
  for (std::int32_t k = 0; k < ring.count; ++k) {
    const Vertex from = ring[k];
    const Vertex to = ring[ring.next(k)];
    if (apart(place, box_of(from, to)) || same_point(from, to)) continue;
    if (orientation(from, to, p) != 0 || !on_half_open(p, from, to)) continue;
    passage = {same_point(p, from) ? ring.distinct_before(k) : from, to};
    return true;
  }
  return false;
}

/// Where a ray from the point of a passage runs, seen along the passage.
enum class Side : std::uint8_t { left, right, along_in, along_out };

/// Left is the open sector swept counter-clockwise from the direction of out to that of in.
inline Side side_of_ray(const Vertex& p, const Passage& passage, const Vertex& towards) {
  const int from_out = orientation(p, passage.out, towards);
  if (from_out == 0 && same_direction(p, passage.out, towards)) return Side::along_out;
  const int to_in = orientation(p, towards, passage.in);
  if (to_in == 0 && same_direction(p, passage.in, towards)) return Side::along_in;
  const int turn = orientation(p, passage.out, passage.in);
  bool left = from_out > 0;  // straight passage: one half-plane
  if (turn > 0) left = from_out > 0 && to_in > 0;
  if (turn < 0) left = !(from_out < 0 && to_in < 0);
  return left ? Side::left : Side::right;
}

/// Adds to `crossings` the edges of the ring that a horizontal ray from p to the right crosses; an edge owns
/// its lower end, so a vertex level with p counts once where the ring goes past and twice or never where it
/// turns back. Returns true when p is on the ring.
template <class T>
bool count_crossings(const Ring<T>& ring, const Vertex& p, int& crossings) {
  for (std::int32_t k = 0; k < ring.count; ++k) {
    const Vertex from = ring[k];
    const Vertex to = ring[ring.next(k)];
    const int from_y = compare_y(from, p);
    const int to_y = compare_y(to, p);
    if (from_y * to_y > 0) continue;
    const int from_x = compare_x(from, p);
    const int to_x = compare_x(to, p);
    if (from_x < 0 && to_x < 0) continue;
    const bool straddles = (from_y <= 0) != (to_y <= 0);
    if (from_x > 0 && to_x > 0) {
      if (straddles) ++crossings;
      continue;
    }
    const int side = orientation(from, to, p);
    if (side == 0) return true;  // level and between in x, or between in both: on the edge
    if (straddles && (side > 0) == (to_y > 0)) ++crossings;
  }
  return false;
}

/// Where p lies in the closed region bounded by the ring.
template <class T>
Location locate_in_ring(const Ring<T>& ring, const Vertex& p) {
  int crossings = 0;
  if (count_crossings(ring, p, crossings)) return Location::boundary;
  return crossings % 2 != 0 ? Location::inside : Location::outside;
}

}  // namespace touchstone::boundary
