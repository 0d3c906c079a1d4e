#include "harness/verdict.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "harness/scene.hpp"

namespace touchstone {
namespace {

using oracle::Interval;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Collects the errors of one answer: the worst one in u, and the first fault beyond the budget.
class Judgement {
 public:
  Judgement(Query query, const SubjectInfo& subject, SceneTruth& truth)
      : u_(unit_of(subject.scalar, truth.scale())),
        // A promise of exactness leaves relation no budget at all, not even zero.
        budget_(query == Query::relation && subject.exact_relation && truth.is_rational()
                    ? -1
                    : subject.budget.rounding_u * u_ + subject.budget.slop),
        scalar_(subject.scalar) {}

  double u() const { return u_; }
  double budget() const { return budget_; }

  /// The answer is off by `error` (a lower bound of it), which shows as `fault` beyond the budget.
  void off_by(double error, Fault fault) {
    differs_ = true;
    error_u_ = std::max(error_u_, error / u_);
    if (error > budget_) blame(fault);
  }

  /// A number that should be in `truth`.
  void number(double answer, Interval truth, Fault fault) {
    const double error = std::max({truth.lo - answer, answer - truth.hi, 0.0});
    if (error > half_ulp(answer)) off_by(error, fault);
  }

  /// Off by less than u / 2 counts as right.
  void about(double error, Fault fault) {
    if (error > u_ / 2) off_by(error, fault);
  }

  /// A unit vector, off by a few eps at most when right: its three roundings.
  void direction(double error, Fault fault) {
    const double eps = unit_of(scalar_, 1);
    if (error > 2 * eps) off_by(error / eps * u_, fault);
  }

  void blame(Fault fault) {
    if (fault_ == Fault::none || fault < fault_) fault_ = fault;
  }

  Verdict verdict() const {
    if (fault_ != Fault::none) return {Outcome::wrong, fault_, error_u_};
    return {differs_ ? Outcome::rounding : Outcome::right, Fault::none, error_u_};
  }

 private:
  double half_ulp(double value) const {
    const double magnitude = std::fabs(value);
    if (scalar_ == Scalar::float32) {
      const auto narrow = static_cast<float>(magnitude);
      return (double{std::nextafter(narrow, std::numeric_limits<float>::infinity())} - double{narrow}) / 2;
    }
    return (std::nextafter(magnitude, kInfinity) - magnitude) / 2;
  }

  double u_;
  double budget_;
  Scalar scalar_;
  bool differs_ = false;
  Fault fault_ = Fault::none;
  double error_u_ = 0;
};

/// Smallest |s| for s in the interval.
double magnitude_at_least(Interval s) {
  return s.lo > 0 ? s.lo : (s.hi < 0 ? -s.hi : 0.0);
}

/// What the answer says about meeting: three-valued if the subject is, else from hit and the touch policy.
/// Returns true when it agrees with the truth; otherwise tells in which direction it errs.
struct Meeting {
  bool agrees = true;
  Fault fault = Fault::none;
};
Meeting compare_meeting(const SubjectInfo& subject, const Answer& answer, Relation truth) {
  if (answer.relation) {
    if (*answer.relation == truth) return {};
    return {false, *answer.relation > truth ? Fault::false_hit : Fault::false_miss};
  }
  if (!answer.hit) return {};
  if (truth == Relation::touching) {
    if (subject.touch == TouchPolicy::unspecified) return {};
    const bool expected = subject.touch == TouchPolicy::closed;
    if (*answer.hit == expected) return {};
    return {false, *answer.hit ? Fault::false_hit : Fault::false_miss};
  }
  if (*answer.hit == (truth == Relation::overlapping)) return {};
  return {false, *answer.hit ? Fault::false_hit : Fault::false_miss};
}

bool judge_meeting(const SubjectInfo& subject, const Answer& answer, SceneTruth& truth,
                   Judgement& judgement) {
  const Meeting meeting = compare_meeting(subject, answer, truth.relation());
  if (!meeting.agrees) judgement.off_by(magnitude_at_least(truth.separation()), meeting.fault);
  return meeting.agrees;
}

void judge_distance(const Answer& answer, SceneTruth& truth, Judgement& judgement) {
  const bool meets = truth.relation() != Relation::disjoint;
  const Interval distance = meets ? Interval{0, 0} : truth.separation();
  if (answer.distance) {
    const double said = meets ? std::max(*answer.distance, 0.0) : *answer.distance;
    const Fault fault = meets ? Fault::false_miss : (said <= 0 ? Fault::false_hit : Fault::distance_error);
    judgement.number(said, distance, fault);
  }
  if (answer.closest) {
    const auto& [on_a, on_b] = *answer.closest;
    judgement.about(truth.distance_to_a(on_a).lo, Fault::point_off_shape);
    judgement.about(truth.distance_to_b(on_b).lo, Fault::point_off_shape);
    const double between = length_of(on_a - on_b);
    judgement.about(std::max(distance.lo - between, between - distance.hi), Fault::distance_error);
  }
}

void judge_mtv(const Coordinates& mtv, Interval depth, SceneTruth& truth, Judgement& judgement) {
  const double enough = -std::min(judgement.u() / 2, std::max(judgement.budget(), 0.0));
  const double shortfall = -truth.separation_after(mtv, enough).hi;
  if (shortfall > judgement.u() / 2) {
    const bool the_other_way = shortfall > judgement.budget() &&
                               -truth.separation_after(-mtv, enough).lo <= judgement.budget() + judgement.u();
    judgement.off_by(shortfall, the_other_way ? Fault::wrong_way : Fault::short_mtv);
  }
  judgement.about(length_of(mtv) - depth.hi, Fault::long_mtv);
}

void judge_penetration(const SubjectInfo& subject, const Answer& answer, SceneTruth& truth,
                       Judgement& judgement) {
  const Relation relation = truth.relation();
  if (!judge_meeting(subject, answer, truth, judgement)) return;
  if (relation == Relation::disjoint) return;
  if (answer.hit && !*answer.hit) return;  // an open subject at exact touch
  const Interval separation = truth.separation();
  const Interval depth =
      relation == Relation::touching ? Interval{0, 0} : Interval{-separation.hi, -separation.lo};
  if (answer.mtv) judge_mtv(*answer.mtv, depth, truth, judgement);
  if (answer.depth) judgement.number(*answer.depth, depth, Fault::depth_error);
}

void judge_kind(const Answer& answer, SceneTruth& truth, Judgement& judgement) {
  const Kind kind = truth.kind();
  if (!answer.kind || *answer.kind == kind) return;
  judgement.off_by(truth.kind_margin().lo, Fault::bad_kind);
}

void judge_contains(const SubjectInfo& subject, const Answer& answer, SceneTruth& truth,
                    Judgement& judgement) {
  const Location location = truth.location().value();
  Fault fault = Fault::none;
  if (answer.location) {
    if (*answer.location != location)
      fault = *answer.location < location ? Fault::false_hit : Fault::false_miss;
  } else if (answer.inside) {
    if (location == Location::boundary && subject.touch == TouchPolicy::unspecified) return;
    const bool expected = location == Location::inside ||
                          (location == Location::boundary && subject.touch != TouchPolicy::open);
    if (*answer.inside != expected) fault = *answer.inside ? Fault::false_hit : Fault::false_miss;
  }
  if (fault != Fault::none) judgement.off_by(truth.distance_to_boundary().lo, fault);
}

/// Area is judged in u x scale.
void judge_area(const Answer& answer, SceneTruth& truth, Judgement& judgement) {
  if (!answer.area) return;
  const Interval area = truth.area();
  const double scale = std::max(truth.scale(), std::numeric_limits<double>::min());
  const double error = std::max({area.lo - *answer.area, *answer.area - area.hi, 0.0});
  const double half_ulp = (std::nextafter(std::fabs(*answer.area), kInfinity) - std::fabs(*answer.area)) / 2;
  if (error > half_ulp) judgement.off_by(error / scale, Fault::area_error);
}

/// A tangent ray hits, but an open subject may say that it does not.
bool judge_hit(const SubjectInfo& subject, bool hit, bool expected, SceneTruth& truth, Judgement& judgement) {
  if (hit == expected) return true;
  const bool excused = truth.relation() == Relation::touching &&
                       (subject.touch == TouchPolicy::open || subject.touch == TouchPolicy::unspecified);
  if (excused) return false;
  const Fault fault = hit ? Fault::false_hit : Fault::false_miss;
  judgement.off_by(magnitude_at_least(truth.separation()), fault);
  if (subject.exact_relation && truth.is_rational()) judgement.blame(fault);
  return false;
}

/// How far the value is from where the truth must be.
double off(double value, Interval truth) {
  return std::max({truth.lo - value, value - truth.hi, 0.0});
}
double off(const Coordinates& point, const SceneTruth::Raycast& ray) {
  return std::hypot(off(point.x, ray.x), off(point.y, ray.y), off(point.z, ray.z));
}

void judge_raycast(const SubjectInfo& subject, const Answer& answer, SceneTruth& truth,
                   Judgement& judgement) {
  const SceneTruth::Raycast ray = truth.raycast();
  if (!judge_hit(subject, *answer.hit, ray.hit, truth, judgement) || !*answer.hit) return;
  if (answer.t) judgement.about(off(*answer.t, ray.t) * truth.direction_length(), Fault::t_error);
  if (answer.point) judgement.about(off(*answer.point, ray), Fault::point_off_shape);
  if (answer.normal && ray.normal)
    judgement.direction(length_of(*answer.normal - *ray.normal), Fault::wrong_normal);
}

/// The answer says the least that an answer to this query says.
bool is_answered(Query query, const Answer& answer) {
  switch (query) {
    case Query::relation:
    case Query::penetration:
      return answer.relation || answer.hit;
    case Query::kind:
      return answer.kind.has_value();
    case Query::distance:
      return answer.distance || answer.closest;
    case Query::contains:
      return answer.location || answer.inside;
    case Query::area:
      return answer.area.has_value();
    case Query::raycast:
      return answer.hit.has_value();
  }
  return false;
}

bool all_finite(const Answer& answer) {
  bool finite = true;
  const auto look = [&](const std::optional<double>& value) {
    finite = finite && (!value || std::isfinite(*value));
  };
  look(answer.distance);
  look(answer.depth);
  look(answer.area);
  look(answer.t);
  if (answer.point) finite = finite && is_finite(*answer.point);
  if (answer.normal) finite = finite && is_finite(*answer.normal);
  if (answer.mtv) finite = finite && is_finite(*answer.mtv);
  if (answer.closest) finite = finite && is_finite(answer.closest->on_a) && is_finite(answer.closest->on_b);
  return finite;
}

}  // namespace

bool is_failure(Outcome outcome) {
  switch (outcome) {
    case Outcome::wrong:
    case Outcome::refused:
    case Outcome::gave_up:
    case Outcome::crashed:
    case Outcome::hung:
      return true;
    default:
      return false;
  }
}

double unit_of(Scalar scalar, double scale) {
  if (scalar == Scalar::float32)
    return std::max(0x1p-23 * scale, double{std::numeric_limits<float>::denorm_min()});
  return std::max(0x1p-52 * scale, std::numeric_limits<double>::denorm_min());
}

Verdict judge(Query query, const SubjectInfo& subject, const Answer& answer, SceneTruth& truth) {
  switch (answer.status) {
    case Answer::Status::unsupported:
      return {Outcome::unsupported, Fault::none, 0};
    case Answer::Status::crashed:
      return {Outcome::crashed, Fault::crashed, 0};
    case Answer::Status::hung:
      return {Outcome::hung, Fault::hung, 0};
    case Answer::Status::refused:
      return truth.valid() ? Verdict{Outcome::refused, Fault::refused, 0}
                           : Verdict{Outcome::right, Fault::none, 0};
    case Answer::Status::gave_up:
      return {Outcome::gave_up, Fault::gave_up, 0};
    case Answer::Status::ok:
      break;
  }
  if (!all_finite(answer)) return {Outcome::wrong, Fault::nan, 0};
  if (!truth.valid()) return {Outcome::wrong, Fault::accepts_invalid, 0};
  if (!is_answered(query, answer)) return {Outcome::unsupported, Fault::none, 0};
  if (!truth.decided()) return {Outcome::undecided, Fault::none, 0};
  Judgement judgement(query, subject, truth);
  switch (query) {
    case Query::relation:
      judge_meeting(subject, answer, truth, judgement);
      break;
    case Query::kind:
      judge_kind(answer, truth, judgement);
      break;
    case Query::distance:
      judge_distance(answer, truth, judgement);
      break;
    case Query::penetration:
      judge_penetration(subject, answer, truth, judgement);
      break;
    case Query::contains:
      judge_contains(subject, answer, truth, judgement);
      break;
    case Query::area:
      judge_area(answer, truth, judgement);
      break;
    case Query::raycast:
      judge_raycast(subject, answer, truth, judgement);
      break;
  }
  return judgement.verdict();
}

namespace {
constexpr std::array<std::string_view, kOutcomeCount> kOutcomeNames = {
    "right",   "rounding", "wrong",       "refused",   "gave_up",
    "crashed", "hung",     "unsupported", "undecided", "oracle_conflict"};
constexpr std::array<std::string_view, 20> kFaultNames = {"none",
                                                          "crashed",
                                                          "hung",
                                                          "nan",
                                                          "accepts_invalid",
                                                          "refused",
                                                          "gave_up",
                                                          "false_hit",
                                                          "false_miss",
                                                          "bad_kind",
                                                          "wrong_way",
                                                          "short_mtv",
                                                          "long_mtv",
                                                          "depth_error",
                                                          "distance_error",
                                                          "point_off_shape",
                                                          "not_symmetric",
                                                          "area_error",
                                                          "t_error",
                                                          "wrong_normal"};
}  // namespace

std::string_view name_of(Outcome outcome) {
  return kOutcomeNames[static_cast<std::size_t>(outcome)];
}
std::string_view name_of(Fault fault) {
  return kFaultNames[static_cast<std::size_t>(fault)];
}

std::optional<Outcome> outcome_from(std::string_view name) {
  const auto found = std::find(kOutcomeNames.begin(), kOutcomeNames.end(), name);
  if (found == kOutcomeNames.end()) return std::nullopt;
  return static_cast<Outcome>(found - kOutcomeNames.begin());
}

std::string signature(Query query, Fault fault, std::string_view subject, ShapeType a, ShapeType b) {
  std::string text;
  text.append(name_of(query)).append(".").append(name_of(fault)).append(".").append(subject);
  text.append(".").append(name_of(a)).append("-").append(name_of(b));
  text.resize(std::min<std::size_t>(text.size(), 80));
  return text;
}

}  // namespace touchstone
