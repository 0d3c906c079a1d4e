// A shape of space after its check: what checked(shape) of validity3.hpp decides once, and what every query
// needs to know.
#pragma once

#include <cstdint>

#include <touchstone/answers.hpp>
#include <touchstone/exact_sign3.hpp>
#include <touchstone/hull3.hpp>
#include <touchstone/polytope3.hpp>
#include <touchstone/polytope_tables3.hpp>
#include <touchstone/shapes3.hpp>

namespace touchstone {

namespace detail {
class Check3;
}

/// Any shape of space, checked; float or double, all its numbers kept as doubles, which is exact. Copyable;
/// owns all it needs (only a hull allocates). Made by checked(). When status is not ok, only status and
/// reason mean anything, and every query passes status on.
class Checked3 {
 public:
  /// What decides which algorithm is asked.
  enum class Form : std::uint8_t {
    aabb,      ///< exactly box: points, axis-aligned boxes and rectangles, segments parallel to an axis
    obb,       ///< an OBB with volume: obb() is it
    polytope,  ///< another convex polytope
    sphere,    ///< all within radius > 0 of the point skeleton_point(0)
    capsule,   ///< all within radius > 0 of the segment skeleton_point(0), skeleton_point(1), which differ
    cylinder,  ///< radius > 0 around the segment, with flat ends
    plane,     ///< plane() is it
    ray,       ///< ray() is it; for raycast() alone
  };

  Status status = Status::invalid_input;
  const char* reason = "no shape";  ///< why status is not ok; empty when it is
  Form form = Form::polytope;
  Aabb3<double> box{};  ///< encloses; exact for polytopes but for an OBB whose corners are no doubles. Of no
                        ///< use for a plane or a ray.
  /// Largest |coordinate| of a corner, a centre or the box, and largest radius. A ray's: of its origin. A
  /// plane's: its distance from the origin, rounded.
  double largest_coordinate = 0;
  double radius = 0;  ///< sphere, capsule, cylinder; else 0

  bool ok() const { return status == Status::ok; }
  bool is_polytope() const { return form <= Form::polytope; }
  /// A polytope, or all within radius of one.
  bool is_rounded() const { return form <= Form::capsule; }

  /// The polytope; of a sphere its centre, of a capsule and a cylinder the segment (box encloses all of it
  /// then). Requires ok(); no plane, no ray. Points into this object: valid while it lives unmoved and
  /// unchanged.
  PolytopeView polytope() const;
  /// A point's or a sphere's centre (k = 0), an end of a segment, capsule or cylinder (k = 0, 1).
  const Vec3<double>& skeleton_point(int k) const { return corners_[k]; }
  const Obb3<double>& obb() const { return obb_; }                       ///< requires form == Form::obb
  Plane3<double> plane() const { return {obb_.center, offset_}; }        ///< requires form == Form::plane
  Ray3<double> ray() const { return {obb_.center, obb_.half_axes[0]}; }  ///< requires form == Form::ray

 private:
  friend class detail::Check3;

  Vec3<double> corners_[8]{};
  Obb3<double> obb_{};  ///< also a plane's normal, a ray's origin and direction
  double offset_ = 0;
  double corner_error_ = 0;
  std::uint8_t signs_[8]{};  ///< of an OBB's half axes, for each corner: see PolytopeView
  std::int8_t count_ = 0;    ///< of corners_
  bool mirrored_ = false;    ///< a left-handed OBB
  ConvexHull hull_;          ///< hulls of dimension 2 and 3; else empty
};

inline PolytopeView Checked3::polytope() const {
  PolytopeView view;
  if (!hull_.empty()) {
    view = hull_.view();
  } else {
    view = detail::tabled_polytope(count_, mirrored_);
    view.corners = corners_;
    view.box = box;
  }
  if (corner_error_ != 0) {
    view.rounded_from = &obb_;
    view.signs = signs_;
    view.corner_error = corner_error_;
  }
  return view;
}

}  // namespace touchstone
