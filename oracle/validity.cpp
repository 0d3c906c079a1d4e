#include "oracle/validity.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "oracle/overlay.hpp"

namespace touchstone::oracle {
namespace {

using Contour = Contour2<double>;

std::string indexed(const char* name, std::size_t i) {
  return std::string(name) + '[' + std::to_string(i) + ']';
}
std::string hole_name(std::size_t i) {
  return indexed("holes", i);
}

bool finite(Point p, const std::string& name, std::string& reason) {
  if (is_finite(p)) return true;
  reason = name + (std::isfinite(p.x) ? ".y" : ".x") + " is not finite";
  return false;
}
bool finite(Contour contour, const std::string& name, std::string& reason) {
  for (std::size_t i = 0; i < contour.size(); ++i) {
    if (!is_finite(contour[i])) return finite(contour[i], indexed(name.c_str(), i), reason);
  }
  return true;
}

// True when the filter alone proves the contour strictly convex: all turns go one way, and the edges go round
// once, that is, change between the upper and the lower half of directions twice.
bool surely_convex(Contour contour) {
  const std::size_t n = contour.size();
  Point before = contour[n - 2];
  Point at = contour[n - 1];
  const auto upward = [](Point from, Point to) { return to.y != from.y ? to.y > from.y : to.x > from.x; };
  bool was_upward = upward(before, at);
  int half_changes = 0;
  int left_turns = 0;
  for (const Point& after : contour) {
    const double left = (at.x - before.x) * (after.y - at.y);
    const double right = (at.y - before.y) * (after.x - at.x);
    const double turn = left - right;
    const double bound = kOrientationError * (std::fabs(left) + std::fabs(right)) + kOrientationUnderflow;
    if (!(std::fabs(turn) > bound)) return false;
    left_turns += turn > 0;
    const bool is_upward = upward(at, after);
    half_changes += is_upward != was_upward;
    was_upward = is_upward;
    before = at;
    at = after;
  }
  return half_changes == 2 && (left_turns == 0 || left_turns == static_cast<int>(n));
}

// The same with exact turns, straight vertices allowed. Requires a simple contour.
bool is_convex(const Region& region) {
  bool left = false;
  bool right = false;
  for (std::size_t i = 0; i < region.edge_count() && !(left && right); ++i) {
    const std::size_t next = region.next(i);
    const int turn = orientation(region.vertex(i), region.vertex(next), region.end(next));
    left = left || turn > 0;
    right = right || turn < 0;
  }
  return !(left && right);
}

bool is_flat(Contour contour) {
  const Vertex first = vertex_of(contour[0]);
  std::size_t other = 1;
  while (other < contour.size() && contour[other] == contour[0]) ++other;
  for (std::size_t i = other + 1; i < contour.size(); ++i) {
    if (orientation(first, vertex_of(contour[other]), vertex_of(contour[i])) != 0) return false;
  }
  return true;
}

std::string edges_text(const Region& region, std::size_t i, std::size_t j) {
  const auto [low, high] = std::minmax({region.given_index(i), region.given_index(j)});
  return ": edges " + std::to_string(low) + " and " + std::to_string(high);
}

// Requires a contour that is not flat, in its given direction.
bool is_simple(const Region& region, const std::string& name, std::string& reason) {
  for (std::size_t i = 0; i < region.edge_count(); ++i) {
    const std::size_t next = region.next(i);
    const Vertex& corner = region.vertex(next);
    if (orientation(region.vertex(i), corner, region.end(next)) != 0) continue;
    if (compare(region.vertex(i), corner) == compare(region.end(next), corner)) {
      reason = name + edges_text(region, i, next) + " run back over each other";
      return false;
    }
  }
  std::vector<EdgeSweep::Entry> edges;
  EdgeSweep::collect(region, region.box(), edges);
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const std::size_t e = edges[i].edge;
    for (std::size_t j = i + 1; j < edges.size() && edges[j].box.min_x <= edges[i].box.max_x; ++j) {
      const std::size_t f = edges[j].edge;
      if (region.next(e) == f || region.next(f) == e || !meet(edges[i].box, edges[j].box)) continue;
      const EdgeMeeting meeting =
          edge_meeting(region.vertex(e), region.end(e), region.vertex(f), region.end(f));
      if (meeting == EdgeMeeting::none) continue;
      const bool cross = meeting == EdgeMeeting::crossing;
      const bool touch = meeting == EdgeMeeting::at_vertex;
      reason = name + edges_text(region, e, f) + (cross ? " cross" : touch ? " touch" : " overlap");
      return false;
    }
  }
  return true;
}

// The contours and the points in which they meet, as a graph: the interior is connected when and only when it
// has no cycle.
class MeetingGraph {
 public:
  void add(Point p, std::size_t contour) {
    // Adding zero makes the two zeros one.
    incidences_.push_back({p.x + 0.0, p.y + 0.0, contour});
  }
  bool has_cycle(std::size_t contours) {
    std::sort(incidences_.begin(), incidences_.end());
    incidences_.erase(std::unique(incidences_.begin(), incidences_.end()), incidences_.end());
    parents_.resize(contours + incidences_.size());
    std::iota(parents_.begin(), parents_.end(), std::size_t{0});
    std::size_t point = contours;
    for (std::size_t i = 0; i < incidences_.size(); ++i) {
      if (i > 0 && (incidences_[i].x != incidences_[i - 1].x || incidences_[i].y != incidences_[i - 1].y))
        ++point;
      const std::size_t one = root(point);
      const std::size_t two = root(incidences_[i].contour);
      if (one == two) return true;
      parents_[one] = two;
    }
    return false;
  }

 private:
  struct Incidence {
    double x;
    double y;
    std::size_t contour;
    auto operator<=>(const Incidence&) const = default;
  };
  std::size_t root(std::size_t i) const {
    while (parents_[i] != i) i = parents_[i];
    return i;
  }
  std::vector<Incidence> incidences_;
  std::vector<std::size_t> parents_;
};

// Contour i lies as it must to contour j, a hole: every piece of i on the wanted side of j.
bool pieces_lie(Overlay& overlay, int side, PieceSide wanted) {
  return overlay.visit_pieces(side,
                              [&](const Vertex&, const Vertex&, PieceSide where) { return where == wanted; });
}

// Contours 0 (outer) and 1 ... (holes); requires each of them simple.
bool contours_fit(const std::vector<Region>& contours, std::string& reason) {
  Overlay overlay;
  MeetingGraph graph;
  for (std::size_t i = 0; i < contours.size(); ++i) {
    for (std::size_t j = i + 1; j < contours.size(); ++j) {
      const std::string names =
          (i == 0 ? std::string("points") : hole_name(i - 1)) + " and " + hole_name(j - 1);
      overlay.build(contours[i], contours[j], Overlay::Stop::never);
      if (overlay.boundaries_cross()) {
        reason = names + " cross";
        return false;
      }
      if (overlay.share_an_edge()) {
        reason = names + " share part of an edge";
        return false;
      }
      if (i == 0 && !pieces_lie(overlay, 1, PieceSide::inside)) {
        reason = hole_name(j - 1) + " is not inside points";
        return false;
      }
      if (i > 0 &&
          !(pieces_lie(overlay, 0, PieceSide::outside) && pieces_lie(overlay, 1, PieceSide::outside))) {
        reason = names + " overlap";
        return false;
      }
      const std::size_t pair[2] = {i, j};
      for (int side = 0; side < 2; ++side) {
        const Region& contour = contours[pair[side]];
        for (std::size_t v = 0; v < contour.vertices().size(); ++v) {
          if (!overlay.touched(side, v)) continue;
          graph.add({contour.vertex(v).x, contour.vertex(v).y}, i);
          graph.add({contour.vertex(v).x, contour.vertex(v).y}, j);
        }
      }
    }
  }
  if (!graph.has_cycle(contours.size())) return true;
  reason = "the interior is not connected";
  return false;
}

Validity check(const Polygon2<double>& polygon, std::string& reason) {
  if (polygon.points.size() < 3) {
    reason = "points: fewer than 3";
    return {};
  }
  if (!finite(polygon.points, "points", reason)) return {};
  if (polygon.holes.empty() && surely_convex(polygon.points)) return {true, true, false};
  for (std::size_t i = 0; i < polygon.holes.size(); ++i) {
    if (!finite(polygon.holes[i], hole_name(i), reason)) return {};
    if (polygon.holes[i].size() < 3) {
      reason = hole_name(i) + ": fewer than 3 points";
      return {};
    }
  }
  if (is_flat(polygon.points)) {
    if (polygon.holes.empty()) return {true, true, true};
    reason = "points: all on one line, yet there are holes";
    return {};
  }
  std::vector<Region> contours(polygon.holes.size() + 1);
  contours[0].assign_contour(polygon.points, true);
  if (!is_simple(contours[0], "points", reason)) return {};
  for (std::size_t i = 0; i < polygon.holes.size(); ++i) {
    if (is_flat(polygon.holes[i])) {
      reason = hole_name(i) + ": all points on one line";
      return {};
    }
    contours[i + 1].assign_contour(polygon.holes[i], true);
    if (!is_simple(contours[i + 1], hole_name(i), reason)) return {};
  }
  if (contours.size() == 1) return {true, is_convex(contours[0]), false};
  contours[0].assign_contour(polygon.points);
  for (std::size_t i = 0; i < polygon.holes.size(); ++i) contours[i + 1].assign_contour(polygon.holes[i]);
  if (!contours_fit(contours, reason)) return {};
  return {true, false, false};
}

}  // namespace

Validity check(const PolygonalShape& shape, std::string& reason) {
  reason.clear();
  if (const auto* polygon = std::get_if<Polygon2<double>>(&shape)) return check(*polygon, reason);
  const Validity fine{true, true, false};
  if (const auto* point = std::get_if<Point2<double>>(&shape)) {
    return finite(point->at, "at", reason) ? fine : Validity{};
  }
  if (const auto* segment = std::get_if<Segment2<double>>(&shape)) {
    return finite(segment->from, "from", reason) && finite(segment->to, "to", reason) ? fine : Validity{};
  }
  if (const auto* box = std::get_if<Aabb2<double>>(&shape)) {
    if (!finite(box->min, "min", reason) || !finite(box->max, "max", reason)) return {};
    if (box->min.x > box->max.x) reason = "min.x > max.x";
    if (box->min.x <= box->max.x && box->min.y > box->max.y) reason = "min.y > max.y";
    return reason.empty() ? fine : Validity{};
  }
  const auto& obb = std::get<Obb2<double>>(shape);
  const bool all_finite = finite(obb.center, "center", reason) &&
                          finite(obb.half_axes[0], "half_axes[0]", reason) &&
                          finite(obb.half_axes[1], "half_axes[1]", reason);
  return all_finite ? fine : Validity{};
}

namespace {

// Refuses in the order of the fields; the first problem is the reason.
struct CurvedCheck {
  std::string& reason;

  bool number(double value, const char* name) const {
    if (!std::isfinite(value)) reason = std::string(name) + " is not finite";
    return std::isfinite(value);
  }
  bool radius(double value, const char* name) const {
    if (!number(value, name)) return false;
    if (value < 0) reason = std::string(name) + " is negative";
    return value >= 0;
  }

  bool operator()(const Circle2<double>& s) const {
    return finite(s.center, "center", reason) && radius(s.radius, "radius");
  }
  bool operator()(const Capsule2<double>& s) const {
    return finite(s.from, "from", reason) && finite(s.to, "to", reason) && radius(s.radius, "radius");
  }
  bool operator()(const Ring2<double>& s) const {
    if (!finite(s.center, "center", reason) || !radius(s.inner_radius, "inner_radius") ||
        !radius(s.outer_radius, "outer_radius"))
      return false;
    if (!(s.inner_radius < s.outer_radius)) reason = "inner_radius is not below outer_radius";
    return s.inner_radius < s.outer_radius;
  }
  bool operator()(const Ellipse2<double>& s) const {
    if (!finite(s.center, "center", reason) || !finite(s.half_axes[0], "half_axes[0]", reason) ||
        !finite(s.half_axes[1], "half_axes[1]", reason))
      return false;
    const bool dependent = cross(rational(s.half_axes[0]), rational(s.half_axes[1])) == 0;
    if (dependent) reason = "half_axes are not independent";
    return !dependent;
  }
  bool operator()(const Ray2<double>& s) const {
    if (!finite(s.origin, "origin", reason) || !finite(s.direction, "direction", reason)) return false;
    const bool zero = s.direction == Point{};
    if (zero) reason = "direction is zero";
    return !zero;
  }
  bool operator()(const Triangle2<double>& s) const { return finite(s.points, "points", reason); }
  template <class Straight>
  bool operator()(const Straight&) const {
    return false;
  }
};

}  // namespace

Validity check(const Shape& shape, std::string& reason) {
  const Operand operand = operand_of(shape);
  if (operand.form == Operand::Form::polygonal && !std::holds_alternative<Triangle2<double>>(shape))
    return check(operand.skeleton, reason);
  reason.clear();
  const bool valid = std::visit(CurvedCheck{reason}, shape);
  return {valid, valid && operand.form != Operand::Form::ring, false};
}

}  // namespace touchstone::oracle
