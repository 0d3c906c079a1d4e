// Minkowski sum A + B = {a + b} and difference A - B = {a - b} of two convex shapes as polygons, and the
// relation of the shapes by the angle that the difference spans as seen from the origin.
//
// Both outlines are the edges of A and of B (turned by half a turn for the difference) merged by direction,
// from the corner that is lowest in x, then in y. The order of directions is decided exactly.
#pragma once

#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include <touchstone/answers.hpp>
#include <touchstone/minkowski_difference.hpp>
#include <touchstone/sat.hpp>

namespace touchstone {

namespace detail {

/// The way of an edge: exactly a positive multiple of it, as a difference of two points.
struct EdgeWay {
  Vec2<double> from;
  Vec2<double> to;
};
/// Corner k to the next. The edges of an OBB are exact even where its corners are rounded: twice a half axis;
/// a flat one's run along both half axes.
template <class T>
EdgeWay edge_way(const ConvexView<T>& shape, std::int32_t k) {
  if (shape.rounded_from == nullptr) return {double_corner(shape, k), double_corner(shape, shape.next(k))};
  if (shape.count > 2) return {{0, 0}, edge_vector(shape, k)};
  const int* to = kObbCornerSigns[(shape.first_sign + shape.next(k) * shape.sign_step) & 3];
  const Vec2<T>& u = shape.rounded_from->half_axes[0];
  const Vec2<T>& v = shape.rounded_from->half_axes[1];
  if (!(u == Vec2<T>{})) return {{0, 0}, Vec2<double>{double{u.x}, double{u.y}} * double(to[0])};
  return {{0, 0}, Vec2<double>{double{v.x}, double{v.y}} * double(to[1])};
}

/// Goes once round a shape, or round the shape turned by half a turn, counter-clockwise from the corner that
/// is lowest in x, then in y. An edge ascends when its end is higher than its start in that order: all
/// ascending edges come first, and edges that agree in this are less than half a turn apart.
template <class T>
class OutlineWalk {
 public:
  OutlineWalk(const ConvexView<T>& shape, bool turned) : shape_(shape), turned_(turned) {
    left_ = shape.count > 1 ? shape.count : 0;
    if (left_ == 0) return;
    std::int32_t last = shape.count - 1;
    while (is_empty_edge(shape, last)) --last;
    bool ascended = ascends(last);
    for (std::int32_t k = 0; k < shape.count; ++k) {
      if (is_empty_edge(shape, k)) continue;
      const bool here = ascends(k);
      if (here && !ascended) corner_ = k;
      ascended = here;
    }
    load_edge();
  }
  std::int32_t corner() const { return corner_; }
  bool done() const { return left_ == 0; }
  /// Requires not done().
  bool ascending() const { return ascending_; }
  const EdgeWay& way() const { return way_; }
  void advance() {
    corner_ = shape_.next(corner_);
    --left_;
    load_edge();
  }

 private:
  bool ascends(std::int32_t k) const { return ascends(edge_way(shape_, k)); }
  bool ascends(const EdgeWay& way) const {
    const bool higher = way.from.x != way.to.x ? way.from.x < way.to.x : way.from.y < way.to.y;
    return higher != turned_;
  }
  void load_edge() {
    for (; left_ > 0 && is_empty_edge(shape_, corner_); --left_) corner_ = shape_.next(corner_);
    if (left_ == 0) return;
    way_ = edge_way(shape_, corner_);
    ascending_ = ascends(way_);
  }

  const ConvexView<T>& shape_;
  bool turned_;
  std::int32_t corner_ = 0;
  std::int32_t left_;
  EdgeWay way_{};
  bool ascending_ = false;
};

/// Calls visit(i, j) for the corners of A + B, or of A - B when b_turned, counter-clockwise: corner i of A
/// with corner j of B. Parallel edges make one step; a collinear corner of A or B may make a collinear one.
/// Stops when visit returns false. Cost: at most a.count + b.count visits and exact signs.
template <class T, class Visit>
void walk_minkowski(const ConvexView<T>& a, const ConvexView<T>& b, bool b_turned, Visit visit) {
  OutlineWalk<T> in_a(a, false);
  OutlineWalk<T> in_b(b, b_turned);
  if (in_a.done() && in_b.done()) visit(in_a.corner(), in_b.corner());
  while (!(in_a.done() && in_b.done())) {
    if (!visit(in_a.corner(), in_b.corner())) return;
    int first = 0;  // +1: A's edge, -1: B's, 0: both
    if (in_a.done() || in_b.done()) {
      first = in_b.done() ? 1 : -1;
    } else if (in_a.ascending() != in_b.ascending()) {
      first = in_a.ascending() ? 1 : -1;
    } else {
      const int turn = touchstone::cross_sign(in_a.way().from, in_a.way().to, in_b.way().from, in_b.way().to);
      first = b_turned ? -turn : turn;
    }
    if (first >= 0) in_a.advance();
    if (first <= 0) in_b.advance();
  }
}

}  // namespace detail

/// Error of each coordinate of a vertex in u = eps x largest |coordinate| of both shapes, eps of T: a sum of
/// two coordinates is at most 2 of them and rounded once (1 u); a rounded corner of an OBB is off by half an
/// ulp (0.5 u each, and in double once more a rounding of that).
inline constexpr double kMinkowskiVertexBound = 2.1;

/// Room that minkowski_sum() and minkowski_difference() need, in points.
template <class T>
std::size_t minkowski_capacity(const ConvexView<T>& a, const ConvexView<T>& b) {
  return static_cast<std::size_t>(a.count) + static_cast<std::size_t>(b.count);
}

/// Returns the part of work that holds the outline of A + B, counter-clockwise from its lowest corner in x,
/// then in y: one point for two points, two for a flat sum, else a polygon that may have collinear vertices
/// where A or B has. Which corners are added and in which order is exact; the sums are rounded to T, each
/// coordinate within kMinkowskiVertexBound, so the polygon may be that far from convex, and vertices may
/// coincide. Requires valid shapes in range and room for minkowski_capacity(a, b) points. Cost: linear in the
/// numbers of corners.
template <class T>
std::span<Vec2<T>> minkowski_sum(const ConvexView<T>& a, const ConvexView<T>& b, std::span<Vec2<T>> work) {
  assert(work.size() >= minkowski_capacity(a, b));
  std::size_t size = 0;
  detail::walk_minkowski(a, b, false, [&](std::int32_t i, std::int32_t j) {
    const Vec2<double> sum = double_corner(a, i) + double_corner(b, j);
    work[size++] = {static_cast<T>(sum.x), static_cast<T>(sum.y)};
    return true;
  });
  return work.first(size);
}

/// As minkowski_sum(), of A - B. The shapes meet exactly when the origin is in the exact difference; the
/// rounded one may say otherwise when they touch or nearly do: relation_angular_span() does not.
template <class T>
std::span<Vec2<T>> minkowski_difference(const ConvexView<T>& a, const ConvexView<T>& b,
                                        std::span<Vec2<T>> work) {
  assert(work.size() >= minkowski_capacity(a, b));
  std::size_t size = 0;
  detail::walk_minkowski(a, b, true, [&](std::int32_t i, std::int32_t j) {
    const Vec2<double> difference = double_corner(a, i) - double_corner(b, j);
    work[size++] = {static_cast<T>(difference.x), static_cast<T>(difference.y)};
    return true;
  });
  return work.first(size);
}

/// The smallest angle at the origin that holds all vectors added so far, by exact signs. A vector is a corner
/// of A minus a corner of B; a zero one has no direction and widens nothing.
template <class T>
class AngularSpan {
 public:
  enum class Width : std::uint8_t {
    none,        ///< no direction yet
    one_way,     ///< all vectors point the same way
    below_half,  ///< less than half a turn, from first to last counter-clockwise
    line,        ///< two opposite directions: half a turn on either side
    half,        ///< exactly half a turn, from first to last counter-clockwise
    above_half,  ///< more than half a turn
  };

  AngularSpan(const ConvexView<T>& a, const ConvexView<T>& b)
      : a_(a),
        b_(b),
        bound_(cross_bound(a, b)),
        corner_error_(2 * (double{a.corner_error} + double{b.corner_error})) {}

  Width width() const { return width_; }
  /// Whether a zero vector was added: the two corners coincide.
  bool met_zero() const { return met_zero_; }
  /// The relation of shapes whose difference is the hull of the vectors added.
  Relation relation() const {
    if (width_ == Width::above_half) return Relation::overlapping;
    return met_zero_ || width_ >= Width::line ? Relation::touching : Relation::disjoint;
  }

  void add(DifferenceVertex v) {
    switch (width_) {
      case Width::none:
        if (way(v) == 0) {
          met_zero_ = true;
        } else {
          start(v);
        }
        return;
      case Width::one_way:
      case Width::line:
        return add_to_line(v);
      case Width::below_half:
        return add_to_wedge(v);
      case Width::half:
        if (side(first_, v) < 0) width_ = Width::above_half;
        return;
      case Width::above_half:
        return;
    }
  }

 private:
  /// +1 when v points left of u, -1 right of it, 0 along the same line.
  int side(DifferenceVertex u, DifferenceVertex v) const {
    return detail::cross_sign<T>({b_, u.in_b}, {a_, u.in_a}, {b_, v.in_b}, {a_, v.in_a}, bound_);
  }
  /// Sign of v's first coordinate that is not zero; 0 when v is zero. Parallel vectors agree in it exactly
  /// when they point the same way. A rounded difference of more than twice its corners' error has the exact
  /// sign.
  int way(DifferenceVertex v) const {
    const double x = double_corner(a_, v.in_a).x - double_corner(b_, v.in_b).x;
    if (std::fabs(x) > corner_error_) return x > 0 ? 1 : -1;
    return detail::compare_corners<T>({a_, v.in_a}, {b_, v.in_b});
  }
  void start(DifferenceVertex v) {
    first_ = last_ = v;
    first_way_ = way(v);
    width_ = Width::one_way;
  }
  void add_to_line(DifferenceVertex v) {
    const int turn = side(first_, v);
    if (turn == 0) {
      const int here = way(v);
      if (here == 0) {
        met_zero_ = true;
      } else if (here != first_way_) {
        last_ = v;
        width_ = Width::line;
      }
      return;
    }
    if (width_ == Width::line) {
      if (turn < 0) std::swap(first_, last_);
      width_ = Width::half;
      return;
    }
    (turn > 0 ? last_ : first_) = v;
    width_ = Width::below_half;
  }
  void add_to_wedge(DifferenceVertex v) {
    const int from_first = side(first_, v);
    const int from_last = side(last_, v);
    if (from_first == 0 && from_last == 0) {
      met_zero_ = true;
    } else if (from_first >= 0 && from_last <= 0) {
      return;
    } else if (from_first < 0 && from_last > 0) {
      width_ = Width::above_half;
    } else {
      (from_last > 0 ? last_ : first_) = v;
      if (from_first == 0 || from_last == 0) width_ = Width::half;
    }
  }

  const ConvexView<T>& a_;
  const ConvexView<T>& b_;
  double bound_;
  double corner_error_;
  Width width_ = Width::none;
  bool met_zero_ = false;
  DifferenceVertex first_{};
  DifferenceVertex last_{};
  int first_way_ = 0;
};

/// Relation of two convex polytopes, exactly, by the angular span of A - B: overlapping when the vectors from
/// the origin to its vertices span more than half a turn, touching when exactly half a turn or when one of
/// them is zero, else disjoint. Flat shapes, repeated and collinear corners and OBBs whose corners are no
/// doubles included. iterations counts the vectors. Law: the same answer as relation_sat(). Requires valid
/// shapes in range. Cost: linear in the numbers of corners. Source: the angular-span test of
/// published-methods.md, P2, without angles, and on the outline of the difference alone.
template <class T>
RelationAnswer relation_angular_span(const ConvexView<T>& a, const ConvexView<T>& b) {
  RelationAnswer answer;
  if (a.max.x < b.min.x || b.max.x < a.min.x || a.max.y < b.min.y || b.max.y < a.min.y) return answer;
  AngularSpan<T> span(a, b);
  detail::walk_minkowski(a, b, true, [&](std::int32_t i, std::int32_t j) {
    ++answer.iterations;
    span.add({i, j});
    return span.width() != AngularSpan<T>::Width::above_half;
  });
  answer.relation = span.relation();
  return answer;
}

}  // namespace touchstone
