// Exact relation of convex shapes. Two of them are apart, or touch, exactly when an edge of one has no corner
// of the other strictly on its inner side (flat pairs on one line: when their boxes say so).
#include "oracle/convex.hpp"
#include "oracle/filter.hpp"

namespace touchstone::oracle {
namespace {

using Tier = Truth::Tier;

// How an edge sees the other shape.
enum class EdgeVerdict : std::uint8_t {
  cleared,    // a corner lies strictly inside
  touching,   // none inside, some on the line
  separating  // all strictly outside
};

struct Decision {
  Tier used = Tier::filter;
  bool filter = true;
  bool abstained = false;  // the expansions gave up: rationals must decide all
};

int exact_side(Decision& decision, const ConvexOperand& e, int k, const ConvexOperand& f, int l) {
  decision.used = Tier::expansion;
  const int sign = side_by_expansion(e, k, f, l);
  if (sign != ExactSum::kUndecided) return sign;
  decision.abstained = true;
  return 0;
}

[[gnu::noinline]] EdgeVerdict decide_by_all_corners(Decision& decision, const ConvexOperand& e, int k,
                                                    const ConvexOperand& f, const EdgeFilter& filter) {
  bool touches = false;
  for (int l = 0; l < f.size(); ++l) {
    const double side = filter.side(f.corner(l));
    if (decision.filter && filter.is_outside(side)) continue;
    if (decision.filter && filter.is_inside(side)) return EdgeVerdict::cleared;
    const int sign = exact_side(decision, e, k, f, l);
    if (sign > 0) return EdgeVerdict::cleared;
    touches = touches || sign == 0;
  }
  return touches ? EdgeVerdict::touching : EdgeVerdict::separating;
}

bool all_are_outside(const EdgeFilter& filter, const ConvexOperand& f) {
  double innermost = filter.side(f.corner(0));
  bool outside = filter.is_outside(innermost);
  for (int l = 1; l < f.size(); ++l) outside &= filter.is_outside(filter.side(f.corner(l)));
  return outside;
}

// From the hint uphill to a corner strictly inside; the value rises along one of the two ways round up to its
// maximum.
EdgeVerdict decide_edge(Decision& decision, const ConvexOperand& e, int k, const ConvexOperand& f,
                        int& hint) {
  const EdgeFilter filter(e, k, f);
  if (!decision.filter) return decide_by_all_corners(decision, e, k, f, filter);
  double best = filter.side(f.corner(hint));
  if (filter.is_inside(best)) return EdgeVerdict::cleared;
  const int start = hint;
  for (int at = f.next(hint);; at = f.next(at)) {
    const double side = filter.side(f.corner(at));
    if (!(side > best)) break;
    best = side;
    hint = at;
    if (filter.is_inside(best)) return EdgeVerdict::cleared;
  }
  if (hint == start) {
    for (int at = f.previous(hint);; at = f.previous(at)) {
      const double side = filter.side(f.corner(at));
      if (!(side > best)) break;
      best = side;
      hint = at;
      if (filter.is_inside(best)) return EdgeVerdict::cleared;
    }
  }
  if (filter.is_outside(best) && all_are_outside(filter, f)) return EdgeVerdict::separating;
  return decide_by_all_corners(decision, e, k, f, filter);
}

// Furthest corner along the direction: where to look first, nothing more.
int furthest(const ConvexOperand& shape, Point direction) {
  int best = 0;
  double height = dot(direction, shape.corner(0));
  for (int i = 1; i < shape.size(); ++i) {
    const double other = dot(direction, shape.corner(i));
    if (other > height) {
      height = other;
      best = i;
    }
  }
  return best;
}

int sign_of_gap(Decision& decision, const ConvexOperand& a, int i, const ConvexOperand& b, int j, bool x) {
  const PointSum from = a.exact_corner(i);
  const PointSum to = b.exact_corner(j);
  ExactSum gap;
  for (int part = 0; part < to.count; ++part) gap.add(x ? to.parts[part].x : to.parts[part].y);
  for (int part = 0; part < from.count; ++part) gap.add(x ? -from.parts[part].x : -from.parts[part].y);
  const int sign = gap.sign();
  decision.used = Tier::expansion;
  decision.abstained = decision.abstained || sign == ExactSum::kUndecided;
  return sign;
}

// True when every corner of A lies strictly before every corner of B in one coordinate, or the other way
// round.
bool exact_boxes_are_apart(Decision& decision, const ConvexOperand& a, const ConvexOperand& b) {
  for (const bool x : {true, false}) {
    bool before = true;
    bool after = true;
    for (int i = 0; i < a.size(); ++i) {
      for (int j = 0; j < b.size(); ++j) {
        const int gap = sign_of_gap(decision, a, i, b, j, x);
        before = before && gap > 0;
        after = after && gap < 0;
      }
    }
    if (before || after) return true;
  }
  return false;
}

Relation decide(Decision& decision, const ConvexOperand& a, const ConvexOperand& b) {
  if (decision.filter && boxes_are_apart(a, b)) return Relation::disjoint;
  if (a.is_flat() && b.is_flat() && (!decision.filter || !a.is_exact() || !b.is_exact()) &&
      exact_boxes_are_apart(decision, a, b)) {
    return Relation::disjoint;
  }
  const Point towards_b = (b.low() + b.high()) - (a.low() + a.high());
  int near_a = furthest(a, towards_b);
  int near_b = furthest(b, -towards_b);
  bool touching = a.size() == 1 && b.size() == 1;

  // The edges at the nearest corners come first: most separating edges are among them.
  const int edges_a = a.edge_count();
  const int edges_b = b.edge_count();
  const int first_a = a.previous(near_a);
  const int first_b = b.previous(near_b);
  const auto check = [&](const ConvexOperand& e, const ConvexOperand& f, int first, int from, int to,
                         int& hint) {
    for (int step = from; step < to; ++step) {
      const int k = first + step >= e.size() ? first + step - e.size() : first + step;
      const EdgeVerdict verdict = decide_edge(decision, e, k, f, hint);
      if (verdict == EdgeVerdict::separating) return true;
      touching = touching || verdict == EdgeVerdict::touching;
    }
    return false;
  };
  const int early_a = std::min(edges_a, 2);
  const int early_b = std::min(edges_b, 2);
  if (check(a, b, first_a, 0, early_a, near_b) || check(b, a, first_b, 0, early_b, near_a) ||
      check(a, b, first_a, early_a, edges_a, near_b) || check(b, a, first_b, early_b, edges_b, near_a)) {
    return Relation::disjoint;
  }
  return touching ? Relation::touching : Relation::overlapping;
}

}  // namespace

int side_by_expansion(const ConvexOperand& e, int k, const ConvexOperand& f, int l) {
  if (e.is_exact() && f.is_exact()) {
    const Point p = e.corner(k);
    const Point q = e.corner(e.next(k));
    const Point v = f.corner(l);
    const ExactPair edge_x = sum_of(q.x, -p.x);
    const ExactPair edge_y = sum_of(q.y, -p.y);
    const ExactPair to_x = sum_of(v.x, -p.x);
    const ExactPair to_y = sum_of(v.y, -p.y);
    if (edge_x.lo == 0 && edge_y.lo == 0 && to_x.lo == 0 && to_y.lo == 0)
      return sign_of_difference_of_products(edge_x.hi, to_y.hi, edge_y.hi, to_x.hi);
    ExactSum sum;
    sum.add_cross(p, q, 1);
    sum.add_cross(q, v, 1);
    sum.add_cross(v, p, 1);
    return sum.sign();
  }
  const PointSum edge = e.exact_edge(k);
  const PointSum from = e.exact_corner(k);
  const PointSum to = f.exact_corner(l);
  ExactSum sum;
  for (int i = 0; i < edge.count; ++i) {
    for (int j = 0; j < to.count; ++j) sum.add_cross(edge.parts[i], to.parts[j], 1);
    for (int j = 0; j < from.count; ++j) sum.add_cross(edge.parts[i], from.parts[j], -1);
  }
  return sum.sign();
}

Relation relation(const ConvexOperand& a, const ConvexOperand& b, Tier from, Tier& used) {
  Decision decision;
  decision.filter = from == Tier::filter;
  if (from != Tier::rational && a.in_range() && b.in_range()) {
    const Relation answer = decide(decision, a, b);
    used = decision.used;
    if (!decision.abstained) return answer;
  }
  used = Tier::rational;
  return relation(a.to_rational(), b.to_rational());
}

namespace {

Location location_by_rationals(const ConvexOperand& e, const ConvexOperand& f, int corner) {
  return location(e.to_rational(), f.to_rational().corners[static_cast<std::size_t>(corner)]);
}

// On the line of a segment its bounding box tells whether a point is on it.
Location location_in_flat(const ConvexOperand& e, const ConvexOperand& f, int corner) {
  if (!e.is_exact() || !f.is_exact()) return location_by_rationals(e, f, corner);
  const Point p = f.corner(corner);
  if (p.x < e.low().x || e.high().x < p.x || p.y < e.low().y || e.high().y < p.y) return Location::outside;
  const int side = e.size() == 1 ? 0 : side_by_expansion(e, 0, f, corner);
  if (side == ExactSum::kUndecided) return location_by_rationals(e, f, corner);
  return side == 0 ? Location::boundary : Location::outside;
}

}  // namespace

Location location_of_corner(const ConvexOperand& e, const ConvexOperand& f, int corner) {
  if (!e.in_range() || !f.in_range()) return location_by_rationals(e, f, corner);
  if (e.is_flat()) return location_in_flat(e, f, corner);
  bool on_line = false;
  for (int k = 0; k < e.edge_count(); ++k) {
    const EdgeFilter filter(e, k, f);
    const double side = filter.side(f.corner(corner));
    if (filter.is_inside(side)) continue;
    if (filter.is_outside(side)) return Location::outside;
    const int sign = side_by_expansion(e, k, f, corner);
    if (sign == ExactSum::kUndecided) return location_by_rationals(e, f, corner);
    if (sign < 0) return Location::outside;
    on_line = on_line || sign == 0;
  }
  return on_line ? Location::boundary : Location::inside;
}

}  // namespace touchstone::oracle
