// A ray of space against every shape, exactly: by rationals, and by square roots of them where a shape is
// round.
#pragma once

#include "oracle/full_truth3.hpp"

namespace touchstone::oracle {

/// What the ray meets first. Requires valid shapes; the shape is no ray.
FullTruth3::Raycast full_raycast(const Ray3<double>& ray, const Shape3<double>& shape);

/// disjoint: the ray misses; overlapping: it reaches the interior (of a flat polygon: it crosses the inside,
/// not at its origin); else touching.
Relation ray_relation(const Ray3<double>& ray, const Shape3<double>& shape);

/// Distance of the ray to the shape, or minus the depth of both (a ray counts as a convex set). A double or
/// its two neighbours; of cylinders: narrow (kEnclosureWidth) when apart, else bounds that may be wide.
Interval ray_separation(const Ray3<double>& ray, const Shape3<double>& shape);

}  // namespace touchstone::oracle
