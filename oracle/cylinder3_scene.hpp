// A cylinder and what it is paired with, on numbers that know their error, in a frame of reference whose
// origin is an end of the cylinder and in which no coordinate is above 2.
#pragma once

#include <vector>

#include "oracle/cylinder3_number.hpp"
#include "oracle/frame.hpp"
#include "oracle/operand3.hpp"
#include "oracle/polytope3.hpp"

namespace touchstone::oracle {

/// A cylinder of positive radius.
template <class Number>
struct Rod {
  Vec3<Number> from, to;
  Vec3<Number> along;  ///< to - from
  Vec3<Number> unit;
  Number length, radius;
};

/// The cylinder x, and y: a polytope, perhaps with a ball around it, or a second cylinder. Separations below
/// are those of x and the core of y, of which radius is still to be taken away.
template <class Number>
struct CylinderScene {
  Rod<Number> x;
  bool y_is_rod = false;
  Rod<Number> rod;
  std::vector<Vec3<Number>> corners;
  std::vector<Vec3<Number>> normals;  ///< of the faces, outward, any length
  const Polytope* polytope = nullptr;
  Number radius;
};

/// What the scenes of every kind of number are made from. Requires: a has form cylinder and positive radius;
/// b is no plane and no ray.
struct CylinderSource {
  const Operand3* a = nullptr;
  const Operand3* b = nullptr;
  const Polytope* polytope = nullptr;  ///< of b, when that is no cylinder of positive radius
  Vec3<double> shift{};                ///< of b
  Frame frame;

  /// The sum of the terms, in the frame.
  template <class Number>
  Number coordinate(const double* terms, int count) const {
    Number total = to_number<Number>(ball_of_difference(into(terms[0]), 0));
    for (int i = 1; i < count; ++i) {
      if (terms[i] == 0) continue;
      const Ball term = to_ball(into(terms[i]));
      total = i == 1 ? to_number<Number>(ball_of_difference(into(terms[0]), -into(terms[1])))
                     : total + to_number<Number>(term);
      if (!frame.keeps(terms[i])) total = widened(total, 0x1p-1074);
    }
    return frame.keeps(terms[0]) ? total : widened(total, 0x1p-1074);
  }
  double into(double value) const { return frame.into(value); }

  template <class Number>
  Vec3<Number> position(const CornerSum& sum, const Vec3<double>& moved_by) const {
    const Vec3<double>& origin = std::get<Cylinder3<double>>(*a->shape).from;
    double x[6] = {sum.terms[0].x, -origin.x}, y[6] = {sum.terms[0].y, -origin.y},
           z[6] = {sum.terms[0].z, -origin.z};
    int count = 2;
    for (int i = 1; i < sum.count; ++i, ++count) {
      x[count] = sum.terms[i].x;
      y[count] = sum.terms[i].y;
      z[count] = sum.terms[i].z;
    }
    x[count] = moved_by.x;
    y[count] = moved_by.y;
    z[count++] = moved_by.z;
    return {coordinate<Number>(x, count), coordinate<Number>(y, count), coordinate<Number>(z, count)};
  }

  template <class Number>
  Rod<Number> rod(const Operand3& operand, const Vec3<double>& moved_by) const {
    const auto& shape = std::get<Cylinder3<double>>(*operand.shape);
    Rod<Number> rod;
    rod.from = position<Number>({{shape.from}, 1}, moved_by);
    rod.to = position<Number>({{shape.to}, 1}, moved_by);
    const auto difference = [&](double to, double from) {
      const double terms[] = {to, -from};
      return coordinate<Number>(terms, 2);
    };
    rod.along = {difference(shape.to.x, shape.from.x), difference(shape.to.y, shape.from.y),
                 difference(shape.to.z, shape.from.z)};
    rod.length = norm(rod.along);
    rod.unit = divided(rod.along, rod.length);
    rod.radius = coordinate<Number>(&operand.radius, 1);
    return rod;
  }

  template <class Number>
  void fill(CylinderScene<Number>& scene) const {
    scene.x = rod<Number>(*a, {});
    scene.y_is_rod = polytope == nullptr;
    scene.polytope = polytope;
    scene.corners.clear();
    scene.normals.clear();
    scene.radius = number<Number>(0);
    if (scene.y_is_rod) {
      scene.rod = rod<Number>(*b, shift);
      return;
    }
    if (b->form == Operand3::Form::ball) scene.radius = coordinate<Number>(&b->radius, 1);
    for (int i = 0; i < polytope->corner_count(); ++i)
      scene.corners.push_back(position<Number>(polytope->exact_corner(i), shift));
    for (int k = 0; k < polytope->face_count(); ++k) {
      const auto face = polytope->face(k);
      const Vec3<Number>& first = scene.corners[static_cast<std::size_t>(face[0])];
      const Vec3<Number>& second = scene.corners[static_cast<std::size_t>(face[1])];
      scene.normals.push_back(
          cross(second - first, scene.corners[static_cast<std::size_t>(face[2])] - second));
    }
  }
};

/// The largest dot(direction, point) over the cylinder.
template <class Number>
Number reach_of(const Rod<Number>& rod, const Vec3<Number>& direction) {
  return max_of(dot(direction, rod.from), dot(direction, rod.to)) +
         rod.radius * norm(cross(direction, rod.unit));
}

/// How far apart x and the core of y are along a direction from x to y: at most their separation.
template <class Number>
Number gap_along(const CylinderScene<Number>& scene, const Vec3<Number>& direction) {
  const Number size = norm(direction);
  if (scene.y_is_rod) return -((reach_of(scene.x, direction) + reach_of(scene.rod, -direction)) / size);
  Number nearest = dot(direction, scene.corners[0]);
  for (std::size_t i = 1; i < scene.corners.size(); ++i) {
    const Number at = dot(direction, scene.corners[i]);
    nearest = min_of(nearest, at);
  }
  return (nearest - reach_of(scene.x, direction)) / size;
}

/// Signed distance from the surface of the cylinder, negative inside. Convex.
template <class Number>
Number signed_distance(const Rod<Number>& rod, const Vec3<Number>& point) {
  const Vec3<Number> away = point - rod.from;
  const Number height = dot(away, rod.unit);
  const Number beside = norm(cross(away, rod.unit)) - rod.radius;
  const Number beyond = max_of(-height, height - rod.length);
  if (upper(beside) <= 0 || upper(beyond) <= 0) return max_of(beside, beyond);
  const Number out = positive_part(beside);
  const Number past = positive_part(beyond);
  return sqrt(out * out + past * past);
}

}  // namespace touchstone::oracle
