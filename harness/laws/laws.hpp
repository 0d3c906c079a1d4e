// The laws that a right collision routine obeys, each a plain function of a scene and a subject. RapidCheck,
// fuzzers and tests are only drivers of them. docs/laws.md says why each one holds.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "harness/scene.hpp"
#include "harness/subject.hpp"

namespace touchstone {

struct LawResult {
  enum class Outcome : std::uint8_t { holds, violated, not_asked };
  Outcome outcome = Outcome::not_asked;
  std::string message;  ///< what was violated: the answers, and the scene to paste
};

/// Asks the law of the scene. not_asked: the subject does not answer these shapes, or the law's precondition
/// fails.
using Law = LawResult (*)(const Scene& scene, Subject& subject);

/// Law 1. The answer to every supported query is right, or within the subject's budget.
LawResult law_equal_to_truth(const Scene& scene, Subject& subject);
/// Law 2. Swapping the shapes keeps relation, distance and depth, and swaps a_contains_b with b_contains_a
/// (which equal shapes alone keep). Numbers: up to two budgets.
LawResult law_swap(const Scene& scene, Subject& subject);
/// Law 3. B moved by the MTV overlaps A no more, up to the budget.
LawResult law_mtv_separates(const Scene& scene, Subject& subject);
/// Law 4. No shorter translation separates: the MTV is not longer than the true depth, up to the budget.
LawResult law_mtv_minimal(const Scene& scene, Subject& subject);
/// Law 5. Moving both shapes by a dyadic vector keeps the relation, kind and location. Asked only when every
/// sum of a coordinate and the vector is exact.
LawResult law_translation(const Scene& scene, Subject& subject);
/// Law 6. Scaling both shapes by a power of two keeps relation, kind and location, and scales distance and
/// depth by it: to the bit for subjects that promise exact relations, else up to the budget. Asked only
/// inside 2^±300.
LawResult law_scaling(const Scene& scene, Subject& subject);

/// Law 11. The same set in other words gets the same answers: a box as an OBB, a polygon; a triangle as a
/// polygon; a circle as a capsule of zero length, as a ring without hole; a segment as a capsule of radius
/// zero. Numbers: up to two budgets. Where the subject answers both.
LawResult law_reencoding(const Scene& scene, Subject& subject);
/// Law 12. A larger radius (of a circle, a capsule, or a ring outwards) never takes the shapes apart:
/// disjoint, touching, overlapping only go up.
LawResult law_inflate(const Scene& scene, Subject& subject);
/// Law 13. A part of a shape meets no more than the shape does: a polygon less a corner, a half of a segment,
/// a box or a capsule.
LawResult law_subset(const Scene& scene, Subject& subject);
/// Law 14. Closest points lie on their shapes, up to the budget.
LawResult law_closest_points(const Scene& scene, Subject& subject);
/// Law 15. A ray's first hit is in front, in the shape and, unless the ray starts in it, the first: at stops
/// on the way, ever nearer to it, the ray is not inside; up to the budget.
LawResult law_ray_hit(const Scene& scene, Subject& subject);

struct NamedLaw {
  int number;
  const char* name;
  Law law;
};
inline constexpr std::array<NamedLaw, 11> kLaws = {{
    {1, "AnswersEqualTheTruth", law_equal_to_truth},
    {2, "SwappingTheShapesKeepsTheVerdict", law_swap},
    {3, "PenetrationVectorEndsTheOverlap", law_mtv_separates},
    {4, "PenetrationVectorIsTheShortest", law_mtv_minimal},
    {5, "MovingBothShapesKeepsTheVerdict", law_translation},
    {6, "ScalingByAPowerOfTwoScalesTheAnswer", law_scaling},
    {11, "TheSameSetInOtherWordsGetsTheSameAnswers", law_reencoding},
    {12, "InflatingNeverTakesApart", law_inflate},
    {13, "APartMeetsNoMoreThanTheWhole", law_subset},
    {14, "ClosestPointsLieOnTheirShapes", law_closest_points},
    {15, "ARayHitLiesOnTheBoundary", law_ray_hit},
}};

/// Law 7. Two subjects that both answer a query with promised exactness give the same relation; depths and
/// distances are equal up to the sum of both budgets.
LawResult law_same_answer(const Scene& scene, Subject& first, Subject& second);

/// Law 8. The oracle says what the witness says. No subject is asked.
LawResult law_oracle_equals_witness(const Scene& scene);

/// Law 9. checked() of the core and the oracle's own check agree which shapes are valid, and which of those
/// are convex. Not asked of shapes out of the core's range.
LawResult law_validity(const Scene& scene);

/// Law 10. The oracle's filter, expansions and rationals give one relation, kind and location, and enclosures
/// of the separation that have a common value. No subject is asked.
LawResult law_tiers_agree(const Scene& scene);

/// Law 16. The convex parts of a polygon are convex, have its vertices for corners, do not overlap, and have
/// its area together, exactly. Asked of the core's decompose().
LawResult law_decomposition(const Scene& scene);

/// Law 17. An inscribed polygon of a circle or an ellipse separates from the other shape no less than the
/// shape does, a circumscribed one no more; up to the core's bounds for their vertices.
LawResult law_approximation(const Scene& scene);

}  // namespace touchstone
