// Answer + truth + budget -> verdict.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>

#include "harness/scene_truth.hpp"
#include "harness/subject.hpp"

namespace touchstone {

enum class Outcome : std::uint8_t {
  right,
  rounding,
  wrong,
  refused,
  gave_up,
  crashed,
  hung,
  unsupported,
  undecided,
  oracle_conflict
};
inline constexpr int kOutcomeCount = 10;

/// The first that applies, in this order.
enum class Fault : std::uint8_t {
  none,
  crashed,
  hung,
  nan,
  accepts_invalid,
  refused,
  gave_up,
  false_hit,
  false_miss,
  bad_kind,
  wrong_way,
  short_mtv,
  long_mtv,
  depth_error,
  distance_error,
  point_off_shape,
  not_symmetric,
  area_error,
  t_error,
  wrong_normal
};

struct Verdict {
  Outcome outcome = Outcome::unsupported;
  Fault fault = Fault::none;
  double error_u = 0;  ///< error of the answer in u of the subject's scalar; 0 when right
};

/// True for the outcomes that are findings: wrong, refused, gave_up, crashed, hung.
bool is_failure(Outcome outcome);

/// The identity of a bug: <query>.<fault>.<subject>.<shapeA>-<shapeB>, at most 80 characters.
std::string signature(Query query, Fault fault, std::string_view subject, ShapeType a, ShapeType b);

/// u = max(eps x scale, smallest subnormal) with the subject's eps: 2^-52 or 2^-23.
double unit_of(Scalar scalar, double scale);

/// Within 2 ulp, of the plane within 1; NaN when a coordinate is. (libstdc++'s hypot of three numbers is off
/// by more, and says 0 for some NaNs.)
inline double length_of(const Coordinates& v) {
  return std::hypot(std::hypot(v.x, v.y), v.z);
}

/// Judges one answer. truth must be assigned to the scene the subject was really asked. Lengths are judged in
/// u, area in u x scale, |t error| x |direction| in u, normals in eps; relation and hit/miss by the true
/// separation (of the ray, too), contains by the distance to the boundary, kind by the distance to another
/// kind, an MTV by what it does: B moved by it must be apart, and it may not be longer than the depth. A
/// number is right when it is the nearest one its scalar has (an MTV: when it misses by less than u / 2).
/// Where the enclosure of the truth leaves it open, the subject has the benefit of the doubt. An answer that
/// does not say the least (whether the shapes meet, for relation and penetration; else its own field) is
/// unsupported. Where the truth is not decided, so is the verdict.
Verdict judge(Query query, const SubjectInfo& subject, const Answer& answer, SceneTruth& truth);

std::string_view name_of(Outcome outcome);
std::string_view name_of(Fault fault);
std::optional<Outcome> outcome_from(std::string_view name);

}  // namespace touchstone
