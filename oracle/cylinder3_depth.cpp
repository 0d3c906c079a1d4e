#include "oracle/cylinder3_depth.hpp"

#include <algorithm>
#include <cmath>

#include "oracle/cylinder3_wide.hpp"

namespace touchstone::oracle {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Infinite: there is none.
template <class Number>
void lower_to(Number& floor, const Number& value) {
  if (middle(value) == kInfinity) return;
  const Number found = floor_of(value);
  if (less(found, floor)) floor = found;
}

template <class Number>
Vec2<Number> turned(const Vec2<Number>& v) {
  return {-v.y, v.x};
}

// The direction with its error taken away, turned outward (sign -1: clockwise) by more than that.
template <class Number>
Vec2<Number> past(const Vec2<Number>& unit, double sign) {
  const double error = 8 * std::max(radius_of(unit.x), radius_of(unit.y)) + Precision<Number>::kRounding;
  const Vec2<Number> exact = centre(unit);
  return centre(exact + turned(exact) * number<Number>(sign * error));
}

template <class Number>
Vec2<Number> unit_of(const Vec2<Number>& v) {
  const Number size = sqrt(length_sq(v));
  return {v.x / size, v.y / size};
}
template <class Number>
bool turns_left(const Vec2<Number>& a, const Vec2<Number>& b) {
  return middle(cross(a, b)) > 0;
}
/// A direction that is not known better than this is none.
constexpr double kKnown = 0x1p-7;
template <class Number>
bool is_known(const Vec2<Number>& unit) {
  return radius_of(unit.x) < kKnown && radius_of(unit.y) < kKnown;
}

}  // namespace

template <class Number>
void CylinderDepth<Number>::note(const Vec3<Number>& direction) {
  bounds_->note_low(*scene_, direction);
  const Number depth = -bounds_->low;
  if (less(depth, best_)) best_ = depth;
}

template <class Number>
ArcFunction<Number> CylinderDepth<Number>::function_for(const Vec3<Number>& edge,
                                                        const Rod<Number>& rim) const {
  ArcFunction<Number> h;
  const Vec3<double> along = middle(edge);
  const Vec3<double> size{std::fabs(along.x), std::fabs(along.y), std::fabs(along.z)};
  const Vec3<double> least = size.x <= size.y && size.x <= size.z ? Vec3<double>{1, 0, 0}
                             : size.y <= size.z                   ? Vec3<double>{0, 1, 0}
                                                                  : Vec3<double>{0, 0, 1};
  const Vec3<Number> unit = divided(edge, norm(edge));
  const Vec3<Number> beside = cross(unit, vector_of<Number>(least));
  h.basis[0] = divided(beside, norm(beside));
  h.basis[1] = cross(unit, h.basis[0]);
  h.axis = h.in_plane(rim.unit);
  h.rest = dot(unit, rim.unit);
  h.constant = number<Number>(0);
  h.radius = rim.radius;
  return h;
}

// The arc counter-clockwise from one direction to the other, less than half a turn, for the corner of the
// function.
template <class Number>
Number CylinderDepth<Number>::arc(ArcFunction<Number>& function, const Vec2<Number>& from,
                                  const Vec2<Number>& to) {
  const Number before = best_;
  const Number floor = arcs_.find(function, {past(from, -1), past(to, 1)}, best_);
  if (less(best_, before)) {
    const Vec3<Number> direction = centre(function.in_space(arcs_.direction()));
    best_ = before;
    note(direction);
  }
  return floor;
}

// Directions from x to y against which the edge is y's nearest part: the turned normals of its faces and what
// is between. Cut where the axis is perpendicular, as there the other end of x counts.
template <class Number>
Number CylinderDepth<Number>::along_edge(std::size_t k) {
  const Polytope::Edge& edge = scene_->polytope->edges()[k];
  const Rod<Number>& x = scene_->x;
  const Vec3<Number>& corner = scene_->corners[static_cast<std::size_t>(edge.from)];
  const Vec3<Number> along = scene_->corners[static_cast<std::size_t>(edge.to)] - corner;
  ArcFunction<Number> h = function_for(along, x);
  // A segment, or what is not known well enough: all directions, along which this corner's reach is a lower
  // bound.
  const Vec2<Number> east{number<Number>(1), number<Number>(0)};
  std::vector<Vec2<Number>> stops = {east, turned(east), -east, -turned(east), east};
  if (edge.left >= 0) {
    const Vec3<Number>& left = scene_->normals[static_cast<std::size_t>(edge.left)];
    const Vec3<Number>& right = scene_->normals[static_cast<std::size_t>(edge.right)];
    const Vec2<Number> first = unit_of(h.in_plane(-left));
    const Vec2<Number> last = unit_of(h.in_plane(-right));
    const bool is_flat = scene_->polytope->dimension() == 2;
    const Vec2<Number> between = unit_of(is_flat ? h.in_plane(cross(left, along)) : first + last);
    const bool is_forward = turns_left(first, between);
    if (is_known(first) && is_known(last) && is_known(between))
      stops = {is_forward ? first : last, between, is_forward ? last : first};
  }
  Number floor = number<Number>(kInfinity);
  const Vec2<Number> switches = unit_of(turned(h.axis));
  const bool may_switch = is_known(switches);
  for (std::size_t i = 0; i + 1 < stops.size(); ++i) {
    Vec2<Number> cut = switches;
    bool is_cut = false;
    for (const bool is_turned : {false, true}) {
      const Vec2<Number> at = is_turned ? -switches : switches;
      if (!may_switch || !turns_left(stops[i], at) || !turns_left(at, stops[i + 1])) continue;
      cut = at;
      is_cut = true;
    }
    const Vec2<Number> ends[] = {stops[i], is_cut ? cut : stops[i + 1], stops[i + 1]};
    for (int part = 0; part < (is_cut ? 2 : 1); ++part) {
      const Vec2<Number> halfway = ends[part] + ends[part + 1];
      const bool at_to = middle(dot(halfway, h.axis)) > 0;
      h.point = h.in_plane((at_to ? x.to : x.from) - corner);
      lower_to(floor, arc(h, ends[part], ends[part + 1]));
    }
  }
  return floor;
}

// Two cylinders, directions perpendicular to the axis of one of them: that is a circle there.
template <class Number>
Number CylinderDepth<Number>::along_circle(const Rod<Number>& own, const Rod<Number>& other, bool own_is_x) {
  ArcFunction<Number> h = function_for(own.along, other);
  h.constant = own.radius;
  Vec2<Number> right = unit_of(h.axis);
  if (!is_known(right)) right = {number<Number>(1), number<Number>(0)};
  const Vec2<Number> up = turned(right);
  Number floor = number<Number>(kInfinity);
  // From x to y: y's end that reaches farthest back, x's that reaches farthest.
  const Vec2<Number> quarters[] = {right, up, -right, -up, right};
  for (int k = 0; k < 4; ++k) {
    const bool forward = k == 0 || k == 3;
    const Vec3<Number>& end = forward == own_is_x ? other.from : other.to;
    h.point = h.in_plane(own_is_x ? own.from - end : end - own.from);
    lower_to(floor, arc(h, quarters[k], quarters[k + 1]));
  }
  return floor;
}

// The smallest distance of y from the axis, less the radius: an upper bound of the separation across the axis
// when that misses y.
template <class Number>
Number CylinderDepth<Number>::around_axis_from_corners() {
  const Rod<Number>& x = scene_->x;
  Number nearest = number<Number>(kInfinity);
  Vec3<Number> best;
  const auto consider = [&](const Vec3<Number>& point) {
    const Vec3<Number> away = point - x.from;
    const Vec3<Number> beside = away - x.unit * dot(away, x.unit);
    const Number distance = ceiling_of(norm(beside));
    if (!less(distance, nearest)) return;
    nearest = distance;
    best = beside;
  };
  for (const Vec3<Number>& corner : scene_->corners) consider(corner);
  for (const Polytope::Edge& edge : scene_->polytope->edges()) {
    const Vec3<Number>& corner = scene_->corners[static_cast<std::size_t>(edge.from)];
    const Vec3<Number> along = scene_->corners[static_cast<std::size_t>(edge.to)] - corner;
    const Vec3<Number> across = cross(along, x.unit);
    const Number place = centre(-(dot(cross(corner - x.from, x.unit), across) / length_sq(across)));
    if (middle(place) > 0 && middle(place) < 1) consider(corner + along * place);
  }
  note(centre(best));
  note(function_for(x.along, x).basis[0]);  // y may be a point on the axis
  return x.radius - nearest;
}

// Across the axis y is a polygon. The depth there is x's radius plus that of the axis in the polygon: the
// axis is nearest to one of its sides, or outside of it.
template <class Number>
Number CylinderDepth<Number>::around_axis() {
  const Rod<Number>& x = scene_->x;
  Number floor = number<Number>(kInfinity);
  const bool is_solid = scene_->polytope->dimension() == 3;
  bool is_complete = true;  // every side was looked at
  for (const Polytope::Edge& edge : scene_->polytope->edges()) {
    const Vec3<Number>& corner = scene_->corners[static_cast<std::size_t>(edge.from)];
    const Vec3<Number> along = scene_->corners[static_cast<std::size_t>(edge.to)] - corner;
    const Vec3<Number> across = cross(along, x.unit);
    const Number square = length_sq(across);
    double sign = 0;  // unknown: both
    if (is_solid) {
      const Vec3<Number>& left = scene_->normals[static_cast<std::size_t>(edge.left)];
      const Vec3<Number>& right = scene_->normals[static_cast<std::size_t>(edge.right)];
      const Number on_left = dot(left, x.unit), on_right = dot(right, x.unit);
      if (lower(on_left * on_right) > 0) continue;  // no side of the polygon
      if (upper(on_left * on_right) < 0) {
        // The side's normal is in the cone of the two.
        const Number outward = dot(across, divided(left, norm(left)) + divided(right, norm(right)));
        sign = lower(outward) > 0 ? -1 : upper(outward) < 0 ? 1 : 0;
      }
    }
    if (!(lower(square) > 0)) {
      // Seen as a point, or nearly: from within the polygon the axis is about as far from the side as from
      // that.
      is_complete = false;
      lower_to(floor, x.radius + norm(cross(corner - x.from, x.unit)) - sqrt(square));
      continue;
    }
    for (const double turn : {1.0, -1.0}) {
      if (turn * sign < 0) continue;
      const Vec3<Number> direction = across * number<Number>(turn);
      const Number depth = sign == 0 ? -gap_along(*scene_, direction)
                                     : x.radius - dot(direction, corner - x.from) / sqrt(square);
      lower_to(floor, depth);
      if (lower(depth) < upper(best_)) note(centre(direction));
    }
  }
  // From outside of a polygon with area, and of one without unless on its line, some side has the axis on its
  // outer side, which puts the floor below the radius.
  const bool is_within = (is_complete && std::isfinite(middle(floor)) && less(ceiling_of(x.radius), floor)) ||
                         axis_meets_a_face();
  return is_within ? floor : floor_of(around_axis_from_corners());
}

// Proved. Seen along the axis it is on the same side of every edge of the face.
template <class Number>
bool CylinderDepth<Number>::axis_meets_a_face() const {
  for (int k = 0; k < scene_->polytope->face_count(); ++k) {
    const auto face = scene_->polytope->face(k);
    int left = 0, right = 0;
    for (std::size_t i = 0; i < face.size(); ++i) {
      const Vec3<Number>& corner = scene_->corners[static_cast<std::size_t>(face[i])];
      const Vec3<Number>& next =
          scene_->corners[static_cast<std::size_t>(face[i + 1 == face.size() ? 0 : i + 1])];
      const Number turn = dot(cross(corner - scene_->x.from, next - scene_->x.from), scene_->x.unit);
      left += lower(turn) > 0 ? 1 : 0;
      right += upper(turn) < 0 ? 1 : 0;
      if (left != static_cast<int>(i) + 1 && right != static_cast<int>(i) + 1) break;
    }
    if (std::max(left, right) == static_cast<int>(face.size())) return true;
  }
  return false;
}

template <class Number>
Number CylinderDepth<Number>::among_rims() {
  const Number floor = rims_.find(*scene_, best_, -upper(bounds_->high));
  for (const Vec3<Number>& direction : rims_.directions()) note(direction);
  return floor;
}

// With y turned about its centre until its axis is parallel the difference is a cylinder, whose depth is that
// of a point. That moves y's points, and so the depth, by at most (half its length + radius) |difference of
// the unit axes|, which is below 1.1 sin(angle) up to 30 degrees.
template <class Number>
Number CylinderDepth<Number>::if_parallel() {
  const Rod<Number>& x = scene_->x;
  const Rod<Number>& y = scene_->rod;
  const Number half = number<Number>(0.5);
  const Number sine = norm(cross(x.unit, y.unit));
  if (!(upper(sine) < 0.5)) return number<Number>(-kInfinity);
  const Vec3<Number> apart = (y.from + y.to - x.from - x.to) * half;
  const Number height = dot(apart, x.unit);
  const Vec3<Number> beside = apart - x.unit * height;
  note(centre(beside));
  note(x.unit * height);
  note(function_for(x.along, x).basis[0]);
  const Number along = (x.length + y.length) * half - max_of(height, -height);
  const Number across = x.radius + y.radius - norm(beside);
  const Number moved = (y.length * half + y.radius) * sine * number<Number>(1.1);
  return floor_of(min_of(along, across) - moved);
}

template <class Number>
Number CylinderDepth<Number>::find(const CylinderScene<Number>& scene, CylinderBounds<Number>& bounds,
                                   std::vector<double>& floors) {
  scene_ = &scene;
  bounds_ = &bounds;
  best_ = -bounds.low;
  Number floor = number<Number>(kInfinity);
  const auto along_axis = [&](const Rod<Number>& rod) {
    for (const Vec3<Number>& direction : {rod.along, -rod.along}) {
      note(direction);
      lower_to(floor, -gap_along(scene, direction));
    }
  };
  along_axis(scene.x);
  if (scene.y_is_rod) along_axis(scene.rod);
  for (const Vec3<Number>& normal : scene.normals) note(-normal);
  Number parallel = number<Number>(-kInfinity);
  if (scene.y_is_rod) {
    parallel = if_parallel();
    const double loss = Precision<Number>::kLoss + Precision<Number>::kRelative * std::fabs(middle(best_));
    if (!less(parallel, centre(best_ - number<Number>(loss)))) return parallel;
  }
  const std::size_t edges = scene.y_is_rod ? 0 : scene.polytope->edges().size();
  const std::size_t jobs = scene.y_is_rod ? 3 : edges + 1;
  floors.resize(jobs, -kInfinity);
  for (std::size_t k = jobs; k-- > 0;) {
    const std::size_t job = scene.y_is_rod ? jobs - 1 - k : k;
    if (floors[job] < upper(best_)) {
      Number found;
      if (!scene.y_is_rod) {
        found = job == edges ? around_axis() : along_edge(job);
      } else if (job == 2) {
        found = among_rims();
      } else {
        found = job == 0 ? along_circle(scene.x, scene.rod, true) : along_circle(scene.rod, scene.x, false);
      }
      lower_to(floor, found);
      floors[job] = middle(found) == kInfinity ? kInfinity : lower(found);
    } else {
      lower_to(floor, number<Number>(floors[job]));
    }
  }
  return less(floor, parallel) ? parallel : floor;
}

template class CylinderDepth<Bounded>;
template class CylinderDepth<Ball>;
template class CylinderDepth<Wide>;

}  // namespace touchstone::oracle
