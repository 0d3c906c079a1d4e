// How deep a cylinder and another body overlap: the smallest reach over all directions, certified.
#pragma once

#include <vector>

#include "oracle/cylinder3_apart.hpp"
#include "oracle/cylinder3_arc.hpp"
#include "oracle/cylinder3_rims.hpp"

namespace touchstone::oracle {

/// The difference C of two bodies that overlap holds the origin in its interior; its nearest boundary point
/// is a smooth one, with a single normal n. C is the sum of a polytope (y's corners less x's axis, or the
/// parallelogram of two axes) and one or two discs. With n not along an axis each disc gives one point of its
/// rim, whose normals are the half-plane of the axis and the radius; the polytope gives a face, whose normals
/// span what is perpendicular to it. For just one common normal n must then be
///   along an axis (a cap), or perpendicular to an edge of the polytope: an edge of y with n in its cone of
///   normals, or an axis (a side); with two discs it may also be any normal of two rims.
/// So the depth is the smallest of these, each of which is at least the depth:
///   jobs 0 to E - 1: for each edge of a polytope the arc of its cone (cylinder3_arc.hpp);
///   job E: directions perpendicular to x's axis, where the cylinder is a circle and y a polygon;
///   two cylinders: jobs 0 and 1: directions perpendicular to x's and y's axis; job 2: rims
///   (cylinder3_rims.hpp).
/// Two cylinders whose axes are parallel, or nearly, have infinitely many such directions of rims; but their
/// difference is, or is nearly, a cylinder itself.
template <class Number>
class CylinderDepth {
 public:
  /// A proved lower bound of the depth, an exact number. Its directions are noted in bounds.low, so that
  /// -bounds.low is an upper bound. Requires: x and the core of y overlap. floors: lower bounds of each job
  /// by a cheaper kind of number, or empty; on return those of this one.
  Number find(const CylinderScene<Number>& scene, CylinderBounds<Number>& bounds,
              std::vector<double>& floors);

 private:
  Number along_edge(std::size_t k);
  Number along_circle(const Rod<Number>& own, const Rod<Number>& other, bool own_is_x);
  Number around_axis();
  Number around_axis_from_corners();
  bool axis_meets_a_face() const;
  Number among_rims();
  Number if_parallel();
  Number arc(ArcFunction<Number>& function, const Vec2<Number>& from, const Vec2<Number>& to);
  ArcFunction<Number> function_for(const Vec3<Number>& edge, const Rod<Number>& rim) const;
  void note(const Vec3<Number>& direction);

  const CylinderScene<Number>* scene_ = nullptr;
  CylinderBounds<Number>* bounds_ = nullptr;
  Number best_;  ///< of the depth, exact; nearly proved
  ArcMinimum<Number> arcs_;
  RimSearch<Number> rims_;
};

}  // namespace touchstone::oracle
