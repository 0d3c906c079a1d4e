// The relation by rationals alone, written from the definitions; see concave.hpp.
#include <algorithm>
#include <variant>
#include <vector>

#include "oracle/area.hpp"
#include "oracle/concave.hpp"

namespace touchstone::oracle {
namespace {

using Contour = std::vector<RationalVec2>;

struct Outline {
  std::vector<Contour> contours;
  bool solid = false;
};

void add(Contour2<double> points, Outline& outline) {
  outline.contours.emplace_back();
  for (const Point& p : points) outline.contours.back().push_back(rational(p));
}

Outline outline_of(const PolygonalShape& shape) {
  Outline outline;
  if (const auto* point = std::get_if<Point2<double>>(&shape)) {
    outline.contours = {{rational(point->at)}};
  } else if (const auto* segment = std::get_if<Segment2<double>>(&shape)) {
    outline.contours = {{rational(segment->from), rational(segment->to)}};
  } else if (const auto* box = std::get_if<Aabb2<double>>(&shape)) {
    const RationalVec2 min = rational(box->min);
    const RationalVec2 max = rational(box->max);
    outline.contours = {{min, {max.x, min.y}, max, {min.x, max.y}}};
  } else if (const auto* obb = std::get_if<Obb2<double>>(&shape)) {
    const RationalVec2 c = rational(obb->center);
    const RationalVec2 u = rational(obb->half_axes[0]);
    const RationalVec2 v = rational(obb->half_axes[1]);
    outline.contours = {{c + u + v, c - u + v, c - u - v, c + u - v}};
  } else if (const auto* polygon = std::get_if<Polygon2<double>>(&shape)) {
    add(polygon->points, outline);
    for (const Contour2<double>& hole : polygon->holes) add(hole, outline);
  }
  outline.solid = area_of(shape).sign() != 0;
  return outline;
}

template <class Visit>
void visit_edges(const Outline& outline, Visit visit) {
  for (const Contour& contour : outline.contours) {
    for (std::size_t i = 0; i < contour.size(); ++i) visit(contour[i], contour[(i + 1) % contour.size()]);
  }
}

bool on_edge(const RationalVec2& p, const RationalVec2& from, const RationalVec2& to) {
  return cross(to - from, p - from).sign() == 0 && dot(from - p, to - p).sign() <= 0;
}

// Even-odd along the ray to the right.
Location locate(const RationalVec2& p, const Outline& outline) {
  bool boundary = false;
  bool inside = false;
  visit_edges(outline, [&](const RationalVec2& from, const RationalVec2& to) {
    if (on_edge(p, from, to)) boundary = true;
    if ((from.y > p.y) == (to.y > p.y)) return;
    const Rational x = from.x + (to.x - from.x) * Rational((p.y - from.y) / (to.y - from.y));
    if (x > p.x) inside = !inside;
  });
  if (boundary) return Location::boundary;
  return inside && outline.solid ? Location::inside : Location::outside;
}

// Adds the values t at which from + t (to - from) meets the edge, in [0, 1].
void add_meetings(const RationalVec2& from, const RationalVec2& to, const RationalVec2& p,
                  const RationalVec2& q, std::vector<Rational>& meetings) {
  const RationalVec2 along = to - from;
  const RationalVec2 edge = q - p;
  const Rational turn = cross(along, edge);
  if (turn.sign() != 0) {
    const Rational t = cross(p - from, edge) / turn;
    const Rational s = cross(p - from, along) / turn;
    if (t >= 0 && t <= 1 && s >= 0 && s <= 1) meetings.push_back(t);
    return;
  }
  if (on_edge(from, p, q)) meetings.push_back(0);
  if (on_edge(to, p, q)) meetings.push_back(1);
  const Rational length = length_sq(along);
  if (length.sign() == 0) return;
  for (const RationalVec2& end : {p, q}) {
    if (on_edge(end, from, to)) meetings.push_back(Rational(dot(end - from, along) / length));
  }
}

// Meets, and whether a part between two meetings runs through the interior.
struct Reach {
  bool meets = false;
  bool enters = false;
};
Reach reach(const RationalVec2& from, const RationalVec2& to, const Outline& outline) {
  std::vector<Rational> cuts;
  visit_edges(outline,
              [&](const RationalVec2& p, const RationalVec2& q) { add_meetings(from, to, p, q, cuts); });
  Reach result;
  result.meets = !cuts.empty();
  cuts.push_back(0);
  cuts.push_back(1);
  std::sort(cuts.begin(), cuts.end());
  for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
    const RationalVec2 middle = from + (to - from) * Rational((cuts[i] + cuts[i + 1]) / 2);
    if (locate(middle, outline) == Location::inside) result.enters = true;
  }
  result.meets = result.meets || result.enters;
  return result;
}

bool meet_anywhere(const Outline& a, const Outline& b) {
  bool meets = false;
  visit_edges(a, [&](const RationalVec2& from, const RationalVec2& to) {
    visit_edges(b, [&](const RationalVec2& p, const RationalVec2& q) {
      std::vector<Rational> cuts;
      if (!meets) add_meetings(from, to, p, q, cuts);
      meets = meets || !cuts.empty();
    });
  });
  return meets;
}

// Ends of a flat outline: its smallest and largest points.
std::pair<RationalVec2, RationalVec2> ends(const Outline& outline) {
  const Contour& points = outline.contours.front();
  const auto before = [](const RationalVec2& a, const RationalVec2& b) {
    return a.x < b.x || (a.x == b.x && a.y < b.y);
  };
  const auto [low, high] = std::minmax_element(points.begin(), points.end(), before);
  return {*low, *high};
}

bool cross_properly(const Outline& a, const Outline& b) {
  const auto [p, q] = ends(a);
  const auto [r, s] = ends(b);
  const auto apart = [](const Rational& one, const Rational& two) { return one.sign() * two.sign() < 0; };
  return apart(cross(q - p, r - p), cross(q - p, s - p)) && apart(cross(s - r, p - r), cross(s - r, q - r));
}

}  // namespace

Relation rational_relation(const PolygonalShape& a, const PolygonalShape& b) {
  const Outline outline_a = outline_of(a);
  const Outline outline_b = outline_of(b);
  if (outline_a.solid && outline_b.solid) {
    if (common_area_witness(a, b).sign() > 0) return Relation::overlapping;
  } else if (!outline_a.solid && !outline_b.solid) {
    if (cross_properly(outline_a, outline_b)) return Relation::overlapping;
  } else {
    const auto [from, to] = ends(outline_a.solid ? outline_b : outline_a);
    const Reach reached = reach(from, to, outline_a.solid ? outline_a : outline_b);
    if (reached.enters) return Relation::overlapping;
    return reached.meets ? Relation::touching : Relation::disjoint;
  }
  return meet_anywhere(outline_a, outline_b) ? Relation::touching : Relation::disjoint;
}

}  // namespace touchstone::oracle
