// Rays on rationals, by the plainest methods: what a ray meets first, whether it reaches the interior, and
// how far it passes by. The measure of the faster tier in ray_pair.cpp.
#pragma once

#include <vector>

#include "oracle/exact_edges.hpp"
#include "oracle/full_truth.hpp"
#include "oracle/operand.hpp"

namespace touchstone::oracle {

/// All origin + t direction with t >= 0.
struct ExactRay {
  RationalVec2 origin;
  RationalVec2 direction;
};
ExactRay exact_ray(const Operand& ray);

/// The smallest t >= 0 with |w + t d| <= radius, a disc's centre being 0; nothing when there is none. d is
/// not zero.
std::optional<Surd> enter_disc(const RationalVec2& w, const RationalVec2& d, const Rational& radius_sq);

/// What the ray meets first; see FullTruth::Raycast. Requires: a valid shape that is no ray.
FullTruth::Raycast exact_raycast(const ExactRay& ray, const Operand& shape);

/// See Truth::relation. Same requirement.
Relation exact_relation(const ExactRay& ray, const Operand& shape);

/// A stretch of the ray from its origin, so long that every point beyond its end is farther from all points
/// given than the origin is, and that no shape of these corners is easier to push beyond its end than aside:
/// of at least twice the distance from the origin to the farthest of them.
ExactEdge stretch_of(const ExactRay& ray, const std::vector<RationalVec2>& points);

/// Squared distance of the ray to the shape of these edges (edges_of). Requires: they are disjoint.
Rational distance_sq(const ExactRay& ray, const std::vector<ExactEdge>& edges);
Rational distance_sq(const ExactRay& ray, const RationalVec2& point);

}  // namespace touchstone::oracle
