#include "oracle/witness.hpp"

#include <algorithm>
#include <boost/geometry/algorithms/area.hpp>
#include <boost/geometry/algorithms/comparable_distance.hpp>
#include <boost/geometry/algorithms/correct.hpp>
#include <boost/geometry/algorithms/intersects.hpp>
#include <boost/geometry/algorithms/relate.hpp>
#include <boost/geometry/geometries/linestring.hpp>
#include <boost/geometry/geometries/point_xy.hpp>
#include <boost/geometry/geometries/polygon.hpp>
#include <boost/geometry/strategies/strategies.hpp>
#include <utility>
#include <variant>
#include <vector>

#include "oracle/validity.hpp"

namespace touchstone::oracle {
namespace {

namespace bg = boost::geometry;

using WitnessPoint = bg::model::d2::point_xy<Rational>;
using WitnessLine = bg::model::linestring<WitnessPoint>;
using WitnessPolygon = bg::model::polygon<WitnessPoint, false, true>;
using WitnessShape = std::variant<WitnessPoint, WitnessLine, WitnessPolygon>;

using Ring = std::vector<WitnessPoint>;

WitnessPoint to_witness(Point p) {
  return {rational(p.x), rational(p.y)};
}
bool same(const WitnessPoint& a, const WitnessPoint& b) {
  return a.x() == b.x() && a.y() == b.y();
}
bool less(const WitnessPoint& a, const WitnessPoint& b) {
  return a.x() < b.x() || (a.x() == b.x() && a.y() < b.y());
}

Ring without_repeats(const Ring& points) {
  Ring kept;
  for (const WitnessPoint& p : points)
    if (kept.empty() || !same(kept.back(), p)) kept.push_back(p);
  while (kept.size() > 1 && same(kept.front(), kept.back())) kept.pop_back();
  return kept;
}

bool on_one_line(const Ring& points) {
  for (std::size_t i = 2; i < points.size(); ++i) {
    const WitnessPoint& o = points[0];
    const Rational turn =
        (points[1].x() - o.x()) * (points[i].y() - o.y()) - (points[1].y() - o.y()) * (points[i].x() - o.x());
    if (turn != 0) return false;
  }
  return true;
}

// Points without repeated neighbours; on one line they stand for their hull.
WitnessShape shape_from(const Ring& all, const std::vector<Ring>& holes = {}) {
  const Ring points = without_repeats(all);
  if (on_one_line(points)) {
    const auto [first, last] = std::minmax_element(points.begin(), points.end(), less);
    if (same(*first, *last)) return *first;
    return WitnessLine{*first, *last};
  }
  WitnessPolygon polygon;
  polygon.outer().assign(points.begin(), points.end());
  for (const Ring& hole : holes) {
    const Ring ring = without_repeats(hole);
    polygon.inners().emplace_back(ring.begin(), ring.end());
  }
  bg::correct(polygon);
  return polygon;
}

Ring ring_from(Contour2<double> points) {
  Ring ring;
  for (const Point p : points) ring.push_back(to_witness(p));
  return ring;
}

struct Convert {
  WitnessShape operator()(const Point2<double>& s) const { return to_witness(s.at); }
  WitnessShape operator()(const Segment2<double>& s) const {
    return shape_from({to_witness(s.from), to_witness(s.to)});
  }
  WitnessShape operator()(const Aabb2<double>& s) const {
    return shape_from({to_witness(s.min), to_witness({s.max.x, s.min.y}), to_witness(s.max),
                       to_witness({s.min.x, s.max.y})});
  }
  // Flat: any order of the corners around has the same hull.
  WitnessShape operator()(const Obb2<double>& s) const {
    Ring ring;
    for (const auto& [first, second] : {std::pair{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}) {
      ring.emplace_back(Rational(rational(s.center.x) + first * rational(s.half_axes[0].x) +
                                 second * rational(s.half_axes[1].x)),
                        Rational(rational(s.center.y) + first * rational(s.half_axes[0].y) +
                                 second * rational(s.half_axes[1].y)));
    }
    return shape_from(ring);
  }
  WitnessShape operator()(const Polygon2<double>& s) const {
    std::vector<Ring> holes;
    for (const auto& hole : s.holes) holes.push_back(ring_from(hole));
    return shape_from(ring_from(s.points), holes);
  }
};

bool on_segment(const WitnessPoint& p, const WitnessPoint& from, const WitnessPoint& to) {
  const Rational turn = (to.x() - from.x()) * (p.y() - from.y()) - (to.y() - from.y()) * (p.x() - from.x());
  const Rational along = (p.x() - from.x()) * (p.x() - to.x()) + (p.y() - from.y()) * (p.y() - to.y());
  return turn == 0 && along <= 0;
}

/// Some vertex of one closed contour lies on the other.
template <class Contour>
bool has_vertex_on(const Contour& vertices, const Contour& contour) {
  for (const WitnessPoint& p : vertices)
    for (std::size_t i = 1; i < contour.size(); ++i)
      if (on_segment(p, contour[i - 1], contour[i])) return true;
  return false;
}

/// Contours of a valid polygon meet in vertices of at least one of the two.
bool contours_meet(const WitnessPolygon& polygon) {
  std::vector<WitnessPolygon::ring_type> rings(polygon.inners().begin(), polygon.inners().end());
  rings.push_back(polygon.outer());
  for (std::size_t i = 0; i < rings.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (has_vertex_on(rings[i], rings[j]) || has_vertex_on(rings[j], rings[i])) return true;
  return false;
}

struct Ask {
  WitnessAnswer operator()(const WitnessPoint& a, const WitnessPoint& b) const {
    return {same(a, b), {}, {}};
  }
  WitnessAnswer operator()(const WitnessPolygon& a, const WitnessPolygon& b) const {
    static const bg::de9im::static_mask<'T'> kInteriorsMeet;
    WitnessAnswer answer;
    answer.meets = bg::intersects(a, b);
    // Boost 1.81 says that interiors meet where a hole touches its shell in a point on the other's boundary.
    if (!contours_meet(a) && !contours_meet(b)) answer.interiors_meet = bg::relate(a, b, kInteriorsMeet);
    answer.distance_sq = answer.meets ? Rational(0) : Rational(bg::comparable_distance(a, b));
    return answer;
  }
  template <class A, class B>
  WitnessAnswer operator()(const A& a, const B& b) const {
    return {bg::intersects(a, b), {}, {}};
  }
};

}  // namespace

std::optional<WitnessAnswer> ask_witness(const Shape& a, const Shape& b) {
  std::string reason;
  if (!check(a, reason).valid || !check(b, reason).valid) return std::nullopt;
  using Form = Operand::Form;
  if (operand_of(a).form != Form::polygonal || operand_of(b).form != Form::polygonal) return std::nullopt;
  return std::visit(Ask{}, std::visit(Convert{}, operand_of(a).skeleton),
                    std::visit(Convert{}, operand_of(b).skeleton));
}

bool agrees(const WitnessAnswer& answer, Truth& truth) {
  const Relation relation = truth.relation();
  if (answer.meets != (relation != Relation::disjoint)) return false;
  if (answer.interiors_meet && *answer.interiors_meet != (relation == Relation::overlapping)) return false;
  if (!answer.distance_sq) return true;
  if (relation != Relation::disjoint) return *answer.distance_sq == 0;
  const Interval distance = truth.separation();
  if (!(std::isfinite(distance.lo) && std::isfinite(distance.hi))) return true;
  return rational(distance.lo) * rational(distance.lo) <= *answer.distance_sq &&
         *answer.distance_sq <= rational(distance.hi) * rational(distance.hi);
}

}  // namespace touchstone::oracle
