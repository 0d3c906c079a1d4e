// The fast tier for rays: what a ray meets, by floating-point filters, expansions and balls. It may abstain,
// never contradict ray_exact.hpp.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "oracle/ball.hpp"
#include "oracle/convex.hpp"
#include "oracle/region.hpp"

namespace touchstone::oracle {

/// A ray whose direction is scaled by a power of two to a largest coordinate in [1/2, 1).
struct ScaledRay {
  Point origin;
  Point direction;
  int exponent = 0;       ///< direction as given = direction x 2^exponent
  bool is_exact = false;  ///< scaling lost nothing; else not to be used

  static ScaledRay of(const Operand& ray);
};

struct RayMeeting {
  Relation relation = Relation::disjoint;
  Truth::Raycast cast;
};
/// Nothing: it abstains.
using FoundMeeting = std::optional<RayMeeting>;

/// The meeting of a ray that starts in the shape.
RayMeeting meeting_at_origin(const ScaledRay& ray, Relation relation);
/// The meeting at t, a multiple of the scaled direction; the normal when there is one, of any length.
/// Abstains when its numbers are not narrow (truth.hpp) in this scale.
FoundMeeting meeting_at(const ScaledRay& ray, double scale, Relation relation, const Ball& t,
                        const std::optional<BallVec2>& normal);

/// +1, -1, or 0 when it is not known. The low part is less than 2^-52 of the high part.
inline int known_sign(const Ball& value) {
  const double magnitude = std::fabs(value.hi) * (1 - 0x1p-50);
  if (!(magnitude > value.radius && magnitude < std::numeric_limits<double>::max())) return 0;
  return value.hi > 0 ? 1 : -1;
}

/// A corner, or an edge, minus a point.
BallVec2 ball_between(const PointSum& to, Point from);
BallVec2 ball_edge(const ConvexOperand& shape, int k);

/// Straight shapes. Signs are exact; reuse one object for many pairs.
class StraightMeeter {
 public:
  /// Abstains out of the range of expansion.hpp, and near corners of concave shapes.
  FoundMeeting meet(const ScaledRay& ray, const PolygonalShape& shape, double scale);
  bool used_expansions() const { return used_expansions_; }

 private:
  FoundMeeting meet_convex();
  FoundMeeting meet_from_boundary(int entry, bool has_both_sides);
  FoundMeeting meet_at_corner(bool has_both_sides);
  FoundMeeting meet_concave();
  FoundMeeting meet_edges_of_region();
  int side_of(Point rough, double error, const PointSum& exact);
  int sign_along(const PointSum& to, const PointSum& from);
  int side_of_origin(int edge);
  int nearest_on_line();

  ScaledRay ray_;
  double scale_ = 0;
  ConvexOperand corners_, origin_;
  Region region_;
  std::vector<std::int8_t> sides_;
  std::vector<int> on_line_;  ///< corners on the ray's line
  bool used_expansions_ = false;
  bool abstains_ = false;  ///< a sign could not be told
};

/// Balls, rings and ellipses. Abstains wherever a ball does not tell a sign: near tangencies, on boundaries.
/// Requires: a ball's radius is not 0.
FoundMeeting meet_round(const ScaledRay& ray, const Operand& shape, double scale);

}  // namespace touchstone::oracle
