#include "oracle/cylinder3_apart.hpp"

#include <algorithm>

#include "oracle/cylinder3_curve.hpp"
#include "oracle/cylinder3_wide.hpp"

namespace touchstone::oracle {
namespace {

constexpr int kMaxSteps = 12;

template <class Number>
class Near {
 public:
  Near(const CylinderScene<Number>& scene, const RoughContact& contact) : scene_(scene), contact_(contact) {}

  CylinderBounds<Number> find();

 private:
  bool done() const { return bounds_.narrow(); }
  void try_curve(Curve<Number> curve, const Rod<Number>& rod, bool rod_is_x);
  void try_part(Curve<Number> curve, const Rod<Number>& rod, bool rod_is_x, Part part, bool at_to);
  void try_edges(double within);
  void try_faces(double within);
  void try_face(std::size_t k, const Vec3<Number>& from_end);
  void try_sides();
  void try_contact();
  void try_rims(const Rod<Number>& own, const Rod<Number>& rod, bool rod_is_x);

  const CylinderScene<Number>& scene_;
  const RoughContact& contact_;
  CylinderBounds<Number> bounds_;
  /// Where a curve's point starts from: the contact, or a search along the curve.
  enum class Effort { contact, doubles, exactly };
  Effort effort_ = Effort::contact;
};

template <class Number>
void Near<Number>::try_part(Curve<Number> curve, const Rod<Number>& rod, bool rod_is_x, Part part,
                            bool at_to) {
  for (int i = 0; i < kMaxSteps && !curve.is_point; ++i) {
    const Foot<Number> foot = foot_on(rod, part, at_to, curve);
    const Vec3<Number> away = curve.point - foot.point;
    const double bend = curve.curvature(middle(away), foot.moves);
    if (!(bend > 0x1p-40 * length_sq(middle(curve.slope)))) break;
    const Number step = centre(dot(away, curve.slope)) / number<Number>(bend);
    if (!(std::fabs(middle(step)) < (curve.is_circle ? 0.25 : 1))) break;
    curve.step(step);
    curve.update();
    if (std::fabs(middle(step)) < Precision<Number>::kRounding) break;
  }
  if (!curve.is_circle && !curve.is_point) {
    const double place = middle(curve.place);
    if (place < -0x1p-20 || place > 1 + 0x1p-20) return;  // an end of the edge is nearer
    curve.place = centre(min_of(positive_part(curve.place), number<Number>(1)));
    curve.update();
  }
  const Foot<Number> foot = foot_on(rod, part, at_to, curve);
  const Vec3<Number> to_point = curve.point - foot.point;
  const Vec3<Number> normal = part == Part::rim ? cross(curve.slope, foot.normal) : foot.normal;
  const bool is_turned = part == Part::rim && dot(middle(normal), middle(curve.point) - middle(rod.from) -
                                                                      middle(rod.along) * 0.5) < 0;
  for (const Vec3<Number>& direction : {centre(to_point), centre(is_turned ? -normal : normal)})
    bounds_.note_low(scene_, rod_is_x ? direction : -direction);
  const Number distance = signed_distance(rod, curve.point);
  bounds_.note_high(distance, rod_is_x ? foot.point : curve.point, rod_is_x ? curve.point : foot.point);
}

// The part that is nearest to the curve's point first, its neighbours where they are about as near.
template <class Number>
void Near<Number>::try_curve(Curve<Number> curve, const Rod<Number>& rod, bool rod_is_x) {
  curve.update();
  if (effort_ == Effort::doubles && !curve.is_point) descend(curve, rod);
  if (effort_ == Effort::exactly && !curve.is_point && !curve.is_circle) descend_exactly(curve, rod);
  const Vec3<double> away = middle(curve.point) - middle(rod.from);
  const double height = dot(away, middle(rod.unit));
  const bool at_to = height > middle(rod.length) / 2;
  const double beyond = at_to ? height - middle(rod.length) : -height;
  const double beside = length(away - middle(rod.unit) * height) - middle(rod.radius);
  const double nearly = 1e-5 * (middle(rod.length) + middle(rod.radius));
  const bool is_inside = beyond < 0 && beside < 0;
  if ((beyond > -nearly && beside > -nearly) || is_inside) try_part(curve, rod, rod_is_x, Part::rim, at_to);
  if (!done() && (beyond < nearly || is_inside)) try_part(curve, rod, rod_is_x, Part::side, at_to);
  if (!done() && (beside < nearly || is_inside)) try_part(curve, rod, rod_is_x, Part::cap, at_to);
}

template <class Number>
void Near<Number>::try_edges(double within) {
  const auto& near = contact_.on_y;
  const auto rough = [](const Vec3<Number>& p) { return middle(p); };
  for (const Vec3<Number>& corner : scene_.corners) {
    if (length(rough(corner) - near) > within) continue;
    Curve<Number> curve;
    curve.is_point = true;
    curve.origin = corner;
    try_curve(curve, scene_.x, true);
  }
  for (const Polytope::Edge& edge : scene_.polytope->edges()) {
    if (done()) return;
    Curve<Number> curve;
    curve.origin = scene_.corners[static_cast<std::size_t>(edge.from)];
    curve.along = scene_.corners[static_cast<std::size_t>(edge.to)] - curve.origin;
    const Vec3<double> along = rough(curve.along);
    const Vec3<double> away = near - rough(curve.origin);
    const double square = length_sq(along);
    const double place = square > 0 ? std::clamp(dot(away, along) / square, 0.0, 1.0) : 0;
    if (!(length(away - along * place) <= within)) continue;
    curve.place = number<Number>(place);
    try_curve(curve, scene_.x, true);
  }
}

// The cylinder's point that reaches farthest against the normal, and its foot in the face.
template <class Number>
void Near<Number>::try_face(std::size_t k, const Vec3<Number>& from_end) {
  const Vec3<Number>& normal = scene_.normals[k];
  const Number size = norm(normal);
  const Vec3<Number> beside = normal - scene_.x.unit * dot(normal, scene_.x.unit);
  const Number turned = norm(beside);
  Vec3<Number> lowest = from_end;
  if (lower(turned) > 0) lowest = from_end - beside * (scene_.x.radius / turned);
  const auto face = scene_.polytope->face(static_cast<int>(k));
  const Number height = dot(normal, lowest - scene_.corners[static_cast<std::size_t>(face[0])]) / size;
  for (std::size_t i = 0; i < face.size(); ++i) {
    const Vec3<Number>& corner = scene_.corners[static_cast<std::size_t>(face[i])];
    const Vec3<Number>& next =
        scene_.corners[static_cast<std::size_t>(face[i + 1 == face.size() ? 0 : i + 1])];
    if (!(lower(dot(cross(next - corner, lowest - corner), normal)) >= 0)) return;
  }
  if (!(lower(height) >= 0)) return;
  bounds_.note_high(height, lowest, lowest - normal * (height / size));
}

template <class Number>
void Near<Number>::try_faces(double within) {
  for (std::size_t k = 0; k < scene_.normals.size(); ++k) {
    if (done()) return;
    const Vec3<double> normal = middle(scene_.normals[k]);
    const auto face = scene_.polytope->face(static_cast<int>(k));
    const Vec3<double> away = contact_.on_y - middle(scene_.corners[static_cast<std::size_t>(face[0])]);
    if (!(std::fabs(dot(away, normal)) <= within * length(normal))) continue;
    bounds_.note_low(scene_, -scene_.normals[k]);
    const double climbing = dot(normal, middle(scene_.x.unit));
    if (climbing > -1e-6 * length(normal)) try_face(k, scene_.x.from);
    if (climbing < 1e-6 * length(normal)) try_face(k, scene_.x.to);
  }
}

template <class Number>
void Near<Number>::try_sides() {
  const Rod<Number>& x = scene_.x;
  const Rod<Number>& y = scene_.rod;
  const Vec3<Number> across = cross(x.unit, y.unit);
  const Number square = length_sq(across);
  if (!(lower(square) > 0)) return;
  const Vec3<Number> apart = y.from - x.from;
  const Number on_x = dot(cross(apart, y.unit), across) / square;
  const Number on_y = dot(cross(apart, x.unit), across) / square;
  const Number size = sqrt(square);
  const Vec3<Number> out = divided(across, middle(dot(apart, across)) < 0 ? -size : size);
  bounds_.note_low(scene_, centre(out));
  const auto within = [](const Number& place, const Number& length) {
    return lower(place) >= 0 && lower(length - place) >= 0;
  };
  if (!within(on_x, x.length) || !within(on_y, y.length)) return;
  const Vec3<Number> p = x.from + x.unit * on_x + out * x.radius;
  const Vec3<Number> q = y.from + y.unit * on_y - out * y.radius;
  bounds_.note_high(signed_distance(x, q), p, q);
}

template <class Number>
void Near<Number>::try_rims(const Rod<Number>& own, const Rod<Number>& rod, bool rod_is_x) {
  const Vec3<double>& near = rod_is_x ? contact_.on_y : contact_.on_x;
  for (const bool at_to : {false, true}) {
    if (done()) return;
    Curve<Number> curve;
    curve.is_circle = true;
    curve.origin = at_to ? own.to : own.from;
    curve.along = own.unit;
    curve.radius = own.radius;
    const Vec3<double> unit = middle(own.unit);
    Vec3<double> towards = near - middle(curve.origin);
    towards = towards - unit * dot(unit, towards);
    if (!(length(towards) > 0)) continue;
    curve.towards = vector_of<Number>(towards);
    try_curve(curve, rod, rod_is_x);
  }
}

// The point of y nearest to the contact's, and x's: as good as any where flat ends face each other.
template <class Number>
void Near<Number>::try_contact() {
  const auto nearest_in = [](const Rod<Number>& rod, const Vec3<Number>& p) {
    const Vec3<Number> away = p - rod.from;
    const Number height = centre(dot(away, rod.unit));
    const Vec3<Number> beside = away - rod.unit * dot(away, rod.unit);
    const Number distance = norm(beside);
    const Number place = min_of(positive_part(height), rod.length);
    const Vec3<Number> on_axis = rod.from + rod.unit * place;
    return upper(distance) <= lower(rod.radius)
               ? on_axis + beside
               : on_axis + beside * (rod.radius / max_of(distance, rod.radius));
  };
  const Vec3<Number> on_y = nearest_in(scene_.rod, vector_of<Number>(contact_.on_y));
  bounds_.note_high(signed_distance(scene_.x, on_y), nearest_in(scene_.x, on_y), on_y);
}

template <class Number>
CylinderBounds<Number> Near<Number>::find() {
  for (const Rod<Number>* rod : {&scene_.x, &scene_.rod}) {
    if (done() || (rod == &scene_.rod && !scene_.y_is_rod)) break;
    if (lower(length_sq(rod->along)) > 0) {
      bounds_.note_low(scene_, rod->along);
      bounds_.note_low(scene_, -rod->along);
    }
  }
  const double size = middle(scene_.x.length) + middle(scene_.x.radius);
  if (scene_.y_is_rod) {
    try_sides();
    try_contact();
  }
  for (const Effort effort : {Effort::contact, Effort::doubles, Effort::exactly}) {
    effort_ = effort;
    if (scene_.y_is_rod) {
      if (!done()) try_rims(scene_.rod, scene_.x, true);
      if (!done()) try_rims(scene_.x, scene_.rod, false);
      continue;
    }
    if (effort == Effort::exactly && !(lower(bounds_.high) < 0x1p-20)) break;  // nearly touching: worth it
    for (const double within : {1e-6 * size, 1e-3 * size, std::numeric_limits<double>::infinity()}) {
      if (!done() && effort == Effort::contact) try_faces(within);
      if (!done()) try_edges(within);
    }
  }
  return bounds_;
}

}  // namespace

template <class Number>
CylinderBounds<Number> bounds_near(const CylinderScene<Number>& scene, const RoughContact& contact) {
  return Near<Number>(scene, contact).find();
}

namespace {

// The two points, one at each end.
template <class Number>
void reaching_points(const Rod<Number>& rod, const Vec3<Number>& direction, Vec3<Number> points[2]) {
  const Vec3<Number> beside = direction - rod.unit * dot(direction, rod.unit);
  const Number size = norm(beside);
  const Vec3<Number> out = lower(size) > 0 ? beside * (rod.radius / size) : Vec3<Number>{};
  points[0] = rod.from + out;
  points[1] = rod.to + out;
}

// Not above 0: how far a point lies in a solid, negative; else 0.
template <class Number>
Number depth_in_solid(const CylinderScene<Number>& scene, const Vec3<Number>& point) {
  Number most = number<Number>(-std::numeric_limits<double>::infinity());
  for (std::size_t k = 0; k < scene.normals.size(); ++k) {
    const Vec3<Number>& normal = scene.normals[k];
    const Vec3<Number>& corner =
        scene.corners[static_cast<std::size_t>(scene.polytope->face(static_cast<int>(k))[0])];
    const Number height = dot(normal, point - corner) / norm(normal);
    if (!(upper(height) < 0)) return number<Number>(std::numeric_limits<double>::infinity());
    const Number least = ceiling_of(height);
    if (less(most, least)) most = least;
  }
  return most;
}

}  // namespace

template <class Number>
void note_reaching_points(const CylinderScene<Number>& scene, CylinderBounds<Number>& bounds) {
  Vec3<Number> points[2];
  if (scene.y_is_rod) {
    reaching_points(scene.rod, -bounds.normal, points);
    for (const Vec3<Number>& point : points) bounds.note_high(signed_distance(scene.x, point), point, point);
  }
  for (const Vec3<Number>& corner : scene.corners)
    bounds.note_high(signed_distance(scene.x, corner), corner, corner);
  const bool is_solid = !scene.y_is_rod && scene.polytope->dimension() == 3;
  if (!scene.y_is_rod && !is_solid) return;
  reaching_points(scene.x, bounds.normal, points);
  for (const Vec3<Number>& point : points)
    bounds.note_high(is_solid ? depth_in_solid(scene, point) : signed_distance(scene.rod, point), point,
                     point);
}

template void note_reaching_points(const CylinderScene<Ball>&, CylinderBounds<Ball>&);
template void note_reaching_points(const CylinderScene<Wide>&, CylinderBounds<Wide>&);
template CylinderBounds<Bounded> bounds_near(const CylinderScene<Bounded>&, const RoughContact&);
template CylinderBounds<Ball> bounds_near(const CylinderScene<Ball>&, const RoughContact&);
template CylinderBounds<Wide> bounds_near(const CylinderScene<Wide>&, const RoughContact&);

}  // namespace touchstone::oracle
