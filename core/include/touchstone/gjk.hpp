// GJK in the plane: relation and distance of two convex shapes, by a walk on their Minkowski difference.
//
// Source: E. G. Gilbert, D. W. Johnson, S. S. Keerthi, "A fast procedure for computing the distance between
// complex objects in three-dimensional space", IEEE Journal of Robotics and Automation 4 (1988). Deviations:
// the walk stops on signs, never on a tolerance; it runs in floating point while every sign is certain, then
// exactly; the closest features are found by walking the boundary of the difference, and their distance is
// taken from the given corners.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <utility>

#include <touchstone/answers.hpp>
#include <touchstone/minkowski_difference.hpp>

namespace touchstone {

/// Error of distance_gjk in u = epsilon of T times the largest |coordinate| of a corner. A determinant (1
/// rounding) over an edge's length (3) make 5 roundings of the distance, which is at most 2 sqrt 2 of that
/// scale: 7.1 epsilon; the conversion to float adds 1.4.
inline constexpr double kGjkDistanceBound = 9;

/// A closest or common point leaves its shape by at most this many u. Worst is a common point against B: its
/// weights err by 2 roundings each, on differences of vertices (at most 4 sqrt 2), and by 3 in common, on one
/// vertex (2 sqrt 2); summing it errs by 6 in each coordinate: 14.2 epsilon. Conversion to float or the
/// rounded corners of an OBB add 1.5.
inline constexpr double kGjkPointBound = 16;

/// A support of the whole difference in floating point errs by at most this part of |n.x| times the two
/// shapes' largest |x| plus the same in y: two roundings in each product sum and one where the two shapes'
/// values are added.
inline constexpr double kGjkSupportBound = 4 * kRounding;

/// Supports asked in floating point before the exact walk takes over.
inline constexpr int kGjkFilterIterations = 24;

/// Where GJK ended.
struct GjkOutcome {
  bool decided = false;
  Relation relation{};
  int iterations = 0;  ///< supports asked
  /// Meeting shapes: the origin is in the hull of these 1 to 4 vertices, in counter-clockwise order. Disjoint
  /// ones: one vertex that an exact support found, separated from the origin by a line through it; or none,
  /// then by direction.
  int size = 0;
  DifferenceVertex simplex[4];
  /// The last direction asked in floating point; when that decided disjoint, the whole difference lies
  /// strictly below the origin in it.
  Vec2<double> direction{};
};

/// GJK in floating point, each step certain; not decided when one is not.
template <class T>
class FilteredGjk {
 public:
  explicit FilteredGjk(const MinkowskiDifference<T>& difference) : difference_(difference) {
    const auto reach = [](T min_a, T max_a, T min_b, T max_b) {
      return std::max(std::fabs(double{min_a}), std::fabs(double{max_a})) +
             std::max(std::fabs(double{min_b}), std::fabs(double{max_b}));
    };
    const ConvexView<T>& a = difference.a();
    const ConvexView<T>& b = difference.b();
    support_error_ = {
        kGjkSupportBound * reach(a.min.x, a.max.x, b.min.x, b.max.x) + difference.corner_error(),
        kGjkSupportBound * reach(a.min.y, a.max.y, b.min.y, b.max.y) + difference.corner_error()};
  }

  /// Requires toward_origin not zero, else it is not decided.
  GjkOutcome walk(Vec2<double> toward_origin);

 private:
  struct Vertex {
    DifferenceVertex at;
    Vec2<double> value;
  };
  struct Extreme {
    std::int32_t corner;
    double value;
  };
  static Extreme extreme(const ConvexView<T>& shape, Vec2<double> n) {
    const Vec2<T>* corner = shape.first;
    Extreme best{0, dot(n, {double{corner->x}, double{corner->y}})};
    for (std::int32_t k = 1; k < shape.count; ++k) {
      corner += shape.step;
      const double value = dot(n, {double{corner->x}, double{corner->y}});
      best.corner = value > best.value ? k : best.corner;
      best.value = std::max(best.value, value);
    }
    return best;
  }
  /// Moves to the support in direction n. Returns the sign of its height where it is certain, else 0.
  int support(Vec2<double> n, Vertex& vertex) {
    ++outcome_.iterations;
    const Extreme in_a = extreme(difference_.a(), n);
    const Extreme in_b = extreme(difference_.b(), -n);
    const double bound = std::fabs(n.x) * support_error_.x + std::fabs(n.y) * support_error_.y;
    const double height = in_a.value + in_b.value;
    vertex.at = {in_a.corner, in_b.corner};
    vertex.value = difference_.rounded_vertex(vertex.at);
    outcome_.direction = n;
    return height > bound ? 1 : (height < -bound ? -1 : 0);
  }
  /// Sign of cross(p, q), positive when the origin is left of p -> q, where it is certain; else 0.
  int side(const Vertex& p, const Vertex& q) const {
    const double left = p.value.x * q.value.y;
    const double right = p.value.y * q.value.x;
    const double det = left - right;
    // Twice the corner error: the second one covers its square and the roundings.
    const double bound = kOrientationBound * (std::fabs(left) + std::fabs(right)) +
                         2 * difference_.corner_error() *
                             (std::fabs(p.value.x) + std::fabs(p.value.y) + std::fabs(q.value.x) +
                              std::fabs(q.value.y) + difference_.corner_error());
    return det > bound ? 1 : (-det > bound ? -1 : 0);
  }
  GjkOutcome& finish(Relation relation) {
    outcome_.decided = true;
    outcome_.relation = relation;
    return outcome_;
  }
  GjkOutcome& overlap(std::initializer_list<DifferenceVertex> counter_clockwise) {
    for (const DifferenceVertex& v : counter_clockwise) outcome_.simplex[outcome_.size++] = v;
    return finish(Relation::overlapping);
  }

  const MinkowskiDifference<T>& difference_;
  Vec2<double> support_error_;
  GjkOutcome outcome_;
};

template <class T>
GjkOutcome FilteredGjk<T>::walk(Vec2<double> toward_origin) {
  Vertex p;
  Vertex q;
  Vertex r;
  int height = support(toward_origin, p);
  if (height > 0) height = support(-p.value, q);
  if (height < 0) return finish(Relation::disjoint);
  if (height == 0) return outcome_;
  if (cross(p.value, q.value) < 0) std::swap(p, q);
  int chord = side(p, q);
  while (outcome_.iterations < kGjkFilterIterations) {
    const Vec2<double> n = perp(q.value - p.value);
    height = support(n, r);
    if (height < 0) return finish(Relation::disjoint);
    if (height == 0) return outcome_;
    const int beyond_q = side(q, r);
    const int beyond_p = side(r, p);
    if (beyond_q < 0) {
      p = r;
    } else if (beyond_p < 0) {
      q = r;
    } else if (beyond_q == 0 || beyond_p == 0) {
      return outcome_;
    } else if (chord > 0) {
      return overlap({p.at, q.at, r.at});
    } else {  // The origin is near the chord, between its ends: ask the other side of it.
      Vertex s;
      height = support(-n, s);
      if (height < 0) return finish(Relation::disjoint);
      if (height == 0 || side(p, s) <= 0 || side(s, q) <= 0) return outcome_;
      return overlap({p.at, s.at, q.at, r.at});
    }
    chord = 1;
  }
  return outcome_;
}

/// GJK with exact signs; always decides.
///
/// It keeps a chord p -> q between two vertices of the difference with the origin on its left or on it. A
/// support r to the left that does not enclose the origin becomes an end of the next chord, beyond which
/// fewer vertices lie: r and those on its other side are gone. So it takes at most one step a vertex, count_a
/// + count_b in all.
template <class T>
class ExactGjk {
 public:
  explicit ExactGjk(const MinkowskiDifference<T>& difference) : difference_(difference) {}

  /// start: a direction to ask first, not zero. iterations: those already spent.
  GjkOutcome walk(Vec2<double> start, int iterations);

 private:
  GjkOutcome end(Relation relation, std::initializer_list<DifferenceVertex> simplex) {
    outcome_.decided = true;
    outcome_.relation = relation;
    for (const DifferenceVertex& v : simplex) outcome_.simplex[outcome_.size++] = v;
    return outcome_;
  }
  DifferenceVertex support(const DifferenceDirection& d) {
    ++outcome_.iterations;
    return difference_.support_left(d);
  }
  /// The origin is on the line that bounds the difference on the left of d; r is the last vertex on it.
  GjkOutcome on_face(const DifferenceDirection& d, DifferenceVertex r) {
    if (difference_.along_sign(d, r) < 0) return end(Relation::disjoint, {r});
    const DifferenceVertex first = difference_.support_left(d, true);
    if (difference_.along_sign(d, first) > 0) return end(Relation::disjoint, {first});
    return end(Relation::touching, {r, first});
  }
  /// The origin is inside the chord p -> q, with points of the difference on its left: what is on its right?
  GjkOutcome on_chord(DifferenceVertex p, DifferenceVertex q) {
    const DifferenceDirection reverse = difference_.direction(q, p);
    const int height = difference_.height_sign(reverse, support(reverse));
    return end(height > 0 ? Relation::overlapping : Relation::touching, {p, q});
  }

  const MinkowskiDifference<T>& difference_;
  GjkOutcome outcome_;
};

template <class T>
GjkOutcome ExactGjk<T>::walk(Vec2<double> start, int iterations) {
  outcome_.iterations = iterations;
  DifferenceVertex ends[2];
  for (const int k : {0, 1}) {
    const DifferenceDirection d = difference_.direction(k == 0 ? -perp(start) : perp(start));
    ends[k] = support(d);
    const int height = difference_.height_sign(d, ends[k]);
    if (height < 0) return end(Relation::disjoint, {ends[k]});
    if (height == 0) return on_face(d, ends[k]);
  }
  auto [p, q] = ends;  // Apart, for the origin lies strictly between their heights.
  int chord = difference_.origin_side(p, q);
  if (chord < 0) std::swap(p, q);
  const std::int32_t limit = difference_.a().count + difference_.b().count + 2;
  for (std::int32_t step = 0; step < limit; ++step) {
    const DifferenceDirection d = difference_.direction(p, q);
    const DifferenceVertex r = support(d);
    const int height = difference_.height_sign(d, r);
    if (height < 0) return end(Relation::disjoint, {r});
    if (height == 0) return on_face(d, r);
    const int beyond_q = difference_.origin_side(q, r);
    const int beyond_p = beyond_q < 0 ? 1 : difference_.origin_side(r, p);
    if (beyond_q < 0) {
      p = r;
    } else if (beyond_p < 0) {
      q = r;
    } else if (chord == 0 && beyond_q == 0) {  // The origin is a vertex of the difference.
      return end(Relation::touching, {q});
    } else if (beyond_p == 0 && (chord == 0 || beyond_q == 0)) {
      return end(Relation::touching, {chord == 0 ? p : r});
    } else if (chord == 0) {
      return on_chord(p, q);
    } else if (beyond_q == 0) {
      return on_chord(q, r);
    } else if (beyond_p == 0) {
      return on_chord(r, p);
    } else {
      return end(Relation::overlapping, {p, q, r});
    }
    chord = 1;
  }
  return outcome_;
}

/// From the centre of A's bounding box toward B's, or any direction when they coincide: not zero.
template <class T>
Vec2<double> start_direction(const ConvexView<T>& a, const ConvexView<T>& b) {
  const auto twice_center = [](T min, T max) { return double{min} + double{max}; };
  const Vec2<double> toward{twice_center(b.min.x, b.max.x) - twice_center(a.min.x, a.max.x),
                            twice_center(b.min.y, b.max.y) - twice_center(a.min.y, a.max.y)};
  return toward == Vec2<double>{} ? Vec2<double>{1, 0} : toward;
}

template <class T>
GjkOutcome gjk(const MinkowskiDifference<T>& difference) {
  const Vec2<double> start = start_direction(difference.a(), difference.b());
  GjkOutcome outcome = FilteredGjk<T>(difference).walk(start);
  if (outcome.decided) return outcome;
  const Vec2<double> last = outcome.direction;
  return ExactGjk<T>(difference).walk(last == Vec2<double>{} ? start : last, outcome.iterations);
}

/// How A and B lie, exactly, for every pair of shapes in range, flat ones and identical ones too.
/// Requires checked shapes. Iterations: supports asked; at most kGjkFilterIterations + count_a + count_b + 5,
/// some 1 to 4 for most pairs. Status: ok; iteration_limit would mean a shape that was not checked. Cost: one
/// product sum per corner and iteration; exact arithmetic only near touch.
template <class T>
RelationAnswer relation_gjk(const ConvexView<T>& a, const ConvexView<T>& b) {
  const bool apart = a.max.x < b.min.x || b.max.x < a.min.x || a.max.y < b.min.y || b.max.y < a.min.y;
  if (apart) return {Status::ok, Relation::disjoint, 0};
  const GjkOutcome outcome = gjk(MinkowskiDifference<T>(a, b));
  return {outcome.decided ? Status::ok : Status::iteration_limit, outcome.relation, outcome.iterations};
}

/// Part t of the way from -> to, taken from the nearer end.
inline Vec2<double> between(Vec2<double> from, Vec2<double> to, double t) {
  return t <= 0.5 ? from + (to - from) * t : to - (to - from) * (1 - t);
}

/// Walks from vertex v of a difference that excludes the origin to the vertex or edge nearest to it: from ==
/// to or an edge. Requires a line through v that separates it from the origin; then every edge in the way is
/// one that the origin sees from outside, and the distance falls until it is least. At most count_a + count_b
/// steps.
template <class T>
std::pair<DifferenceVertex, DifferenceVertex> nearest_feature(const MinkowskiDifference<T>& difference,
                                                              DifferenceVertex v) {
  const std::int32_t limit = difference.a().count + difference.b().count;
  for (const bool counter_clockwise : {true, false}) {
    bool moved = false;
    for (std::int32_t step = 0; step < limit; ++step) {
      const DifferenceVertex next = difference.neighbour(v, counter_clockwise);
      if (next == v) break;
      const DifferenceDirection d = difference.direction(v, next);
      const int seen = counter_clockwise ? difference.height_sign(d, v) : -difference.height_sign(d, v);
      if (seen <= 0 || difference.along_sign(d, v) >= 0) break;
      if (difference.along_sign(d, next) > 0) return {v, next};
      v = next;
      moved = true;
    }
    if (moved) break;
  }
  return {v, v};
}

/// The closest points of the shapes on a vertex or an edge of their difference.
template <class T>
Distance<double> closest_pair(const MinkowskiDifference<T>& difference, DifferenceVertex from,
                              DifferenceVertex to) {
  const Vec2<double> from_a = double_corner(difference.a(), from.in_a);
  const Vec2<double> from_b = double_corner(difference.b(), from.in_b);
  const Vec2<double> start = difference.accurate_vertex(from);
  if (from == to) return {Status::ok, accurate_length(start), from_a, from_b};
  const DifferenceVertex part = difference.longer_part(from, to);
  const Vec2<double> edge = difference.accurate_edge(from, part);
  const double edge_length = accurate_length(edge);
  const double distance = std::fabs(difference.line_distance(from, part, edge_length));
  // Each part of the edge from its own end, so that a short one keeps its bits.
  const Vec2<double> unit = edge * (1 / edge_length);
  const double before = std::max(0.0, -dot(unit, start));
  const double after = std::max(0.0, dot(unit, difference.accurate_vertex(to)));
  // Both are rounded away when the edge is that short against its distance: then any point of it will do.
  const double t = before + after == 0 ? 0 : before / (before + after);
  return {Status::ok, distance, between(from_a, double_corner(difference.a(), to.in_a), t),
          between(from_b, double_corner(difference.b(), to.in_b), t)};
}

/// A point of both shapes, from vertices of the difference whose hull has the origin.
template <class T>
Vec2<double> common_point(const MinkowskiDifference<T>& difference, const GjkOutcome& meeting) {
  const DifferenceVertex* v = meeting.simplex;
  const auto in_a = [&](int k) { return double_corner(difference.a(), v[k].in_a); };
  if (meeting.size == 1) return in_a(0);
  if (meeting.size == 2) {
    const double before = accurate_length(difference.accurate_vertex(v[0]));
    const double after = accurate_length(difference.accurate_vertex(v[1]));
    return before + after == 0 ? in_a(0) : between(in_a(0), in_a(1), before / (before + after));
  }
  // Of a quadrilateral the half that has the origin; the weight of a vertex is the area opposite to it.
  const bool second_half = meeting.size == 4 && difference.origin_side(v[0], v[2]) > 0;
  const int corners[3] = {0, second_half ? 2 : 1, second_half ? 3 : 2};
  double weights[3];
  double sum = 0;
  for (int k = 0; k < 3; ++k) {
    weights[k] = difference.origin_area(v[corners[(k + 1) % 3]], v[corners[(k + 2) % 3]]);
    sum += weights[k];
  }
  const Vec2<double> base = in_a(corners[0]);
  return base + (in_a(corners[1]) - base) * (weights[1] / sum) +
         (in_a(corners[2]) - base) * (weights[2] / sum);
}

/// Returns the distance of the shapes and a closest point of each; 0 and a common point of both when they
/// meet, which is decided exactly: the distance is positive exactly when relation_gjk says disjoint. Of
/// parallel edges any closest pair. Same frame as the shapes. Requires checked shapes. Error: the distance
/// within kGjkDistanceBound u; the points within kGjkPointBound u of their shapes, and their distance within
/// twice that of the true one. Iterations: supports asked. Status: ok; iteration_limit would mean a shape
/// that was not checked. Cost: as relation_gjk, one exact support, and a walk of mostly one or two edges.
template <class T>
Distance<T> distance_gjk(const ConvexView<T>& a, const ConvexView<T>& b) {
  const MinkowskiDifference<T> difference(a, b);
  const GjkOutcome outcome = gjk(difference);
  Distance<T> answer;
  answer.status = outcome.decided ? Status::ok : Status::iteration_limit;
  answer.iterations = outcome.iterations;
  const auto to_scalar = [](Vec2<double> p) -> Vec2<T> { return {static_cast<T>(p.x), static_cast<T>(p.y)}; };
  if (outcome.relation != Relation::disjoint) {
    answer.on_a = answer.on_b = to_scalar(common_point(difference, outcome));
    return answer;
  }
  DifferenceVertex start = outcome.simplex[0];
  if (outcome.size == 0) {
    start = difference.support_left(difference.direction(-perp(outcome.direction)));
    ++answer.iterations;
  }
  const auto [from, to] = nearest_feature(difference, start);
  const Distance<double> pair = closest_pair(difference, from, to);
  // A distance below the smallest scalar is still one.
  answer.distance = std::max(static_cast<T>(pair.distance), std::numeric_limits<T>::denorm_min());
  answer.on_a = to_scalar(pair.on_a);
  answer.on_b = to_scalar(pair.on_b);
  return answer;
}

}  // namespace touchstone
