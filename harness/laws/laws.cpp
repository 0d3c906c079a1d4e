#include "harness/laws/laws.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include <touchstone/validity.hpp>
#include <touchstone/validity3.hpp>

#include "harness/answer_json.hpp"
#include "harness/laws/asked.hpp"
#include "harness/scene_json.hpp"
#include "harness/verdict.hpp"
#include "oracle/validity.hpp"
#include "oracle/validity3.hpp"

namespace touchstone {
namespace {

using laws::ask;
using laws::Asked;
using laws::budget_of;
using laws::Held;
using laws::violated;

constexpr Query kQueries[] = {Query::relation, Query::kind, Query::distance, Query::penetration,
                              Query::contains, Query::area, Query::raycast};

bool about_equal(std::optional<double> x, std::optional<double> y, double allowed) {
  return !x || !y || std::fabs(*x - *y) <= allowed;
}

/// Two answers that should say the same; empty when they do.
std::string difference(const Scene& scene, const Answer& first, const Answer& second, double allowed) {
  const bool same = first.relation == second.relation && first.hit == second.hit &&
                    first.kind == second.kind && first.location == second.location &&
                    first.inside == second.inside && about_equal(first.distance, second.distance, allowed) &&
                    about_equal(first.depth, second.depth, allowed);
  return same ? std::string()
              : fmt::format("{} against {}", to_json(first, scene.dimension()).dump(),
                            to_json(second, scene.dimension()).dump());
}

Answer with_operands_swapped(Answer answer) {
  if (answer.kind == Kind::a_contains_b)
    answer.kind = Kind::b_contains_a;
  else if (answer.kind == Kind::b_contains_a)
    answer.kind = Kind::a_contains_b;
  return answer;
}

/// Calls function with each coordinate and the number of its axis.
template <class Function>
void each_coordinate(OwnedShape& shape, const Function& function) {
  const auto in_plane = [&](Vec2<double>& p) {
    function(p.x, 0);
    function(p.y, 1);
  };
  for (Vec2<double>& p : shape.points) in_plane(p);
  for (auto& hole : shape.holes)
    for (Vec2<double>& p : hole) in_plane(p);
  for (Vec3<double>& p : shape.points3) {
    function(p.x, 0);
    function(p.y, 1);
    function(p.z, 2);
  }
}

/// sum is exact: adding and taking away again gives back both terms.
bool exact_sum(double a, double b) {
  const double sum = a + b;
  return sum - a == b && sum - b == a && std::fabs(sum) < 0x1p+500;
}

/// How many of the shape's points are places; the others are vectors, which do not move.
std::size_t places_of(const OwnedShape& shape) {
  switch (shape.type) {
    case ShapeType::obb:
    case ShapeType::ellipse:
    case ShapeType::ray:
    case ShapeType::obb3:
    case ShapeType::ray3:
      return 1;
    case ShapeType::plane:
      return 0;
    default:
      return std::max(shape.points.size(), shape.points3.size());
  }
}

/// False when a sum is not exact, and for planes, whose offset would have to change by a product.
bool move(OwnedShape& shape, const Vec3<double>& by) {
  const double along[3] = {by.x, by.y, by.z};
  const std::vector<Vec2<double>> before = shape.points;
  const std::vector<Vec3<double>> before3 = shape.points3;
  const std::size_t places = places_of(shape);
  bool exact = shape.type != ShapeType::plane;
  std::size_t seen = 0;
  const std::size_t dimension = static_cast<std::size_t>(dimension_of(shape.type));
  each_coordinate(shape, [&](double& value, int axis) {
    if (seen++ / dimension < places || !shape.holes.empty()) exact = exact_sum(value, along[axis]) && exact;
    value += along[axis];
  });
  for (std::size_t i = places; i < before.size(); ++i) shape.points[i] = before[i];
  for (std::size_t i = places; i < before3.size(); ++i) shape.points3[i] = before3[i];
  return exact;
}

/// Compares the subject on two encodings of the same question.
LawResult compare(const Scene& scene, Subject& subject, const Asked& one, const Asked& other, double factor,
                  double allowed) {
  LawResult result;
  for (const Query query : kQueries) {
    const auto first = ask(subject, query, one.a, one.b);
    auto second = ask(subject, query, other.a, other.b);
    if (!first || !second) continue;
    result.outcome = Held::holds;
    if (second->distance) second->distance = *second->distance / factor;
    if (second->depth) second->depth = *second->depth / factor;
    const std::string differ = difference(scene, *first, *second, allowed);
    if (!differ.empty()) return violated(scene, subject.info(), query, differ);
  }
  return result;
}

}  // namespace

LawResult law_equal_to_truth(const Scene& scene, Subject& subject) {
  const SubjectInfo& info = subject.info();
  Asked asked(scene, info.scalar);
  if (!asked.truth.valid() && !info.checks_input) return {};
  LawResult result;
  for (const Query query : kQueries) {
    const Answer answer = laws::answer_of(subject, query, asked.a, asked.b);
    if (answer.status == Answer::Status::unsupported) continue;
    const Verdict verdict = judge(query, info, answer, asked.truth);
    result.outcome = Held::holds;
    if (is_failure(verdict.outcome))
      return violated(scene, info, query,
                      fmt::format("{} {}, off by {} u: {}", name_of(verdict.outcome), name_of(verdict.fault),
                                  verdict.error_u, to_json(answer, scene.dimension()).dump()));
  }
  return result;
}

LawResult law_swap(const Scene& scene, Subject& subject) {
  Asked asked(scene, subject.info().scalar);
  if (!asked.truth.valid() || !laws::is_owed(asked, subject.info())) return {};
  const double allowed = 2 * budget_of(subject.info(), asked.truth.scale());
  Asked swapped({.a = scene.b, .b = scene.a}, subject.info().scalar);
  LawResult result;
  for (const Query query : kQueries) {
    // Which of two points is "the point operand" depends on the order; with one point it does not.
    const auto is_point = [](const OwnedShape& s) {
      return s.type == ShapeType::point || s.type == ShapeType::point3;
    };
    if (query == Query::contains && is_point(scene.a) && is_point(scene.b)) continue;
    const auto first = ask(subject, query, asked.a, asked.b);
    const auto second = ask(subject, query, swapped.a, swapped.b);
    if (!first || !second) continue;
    result.outcome = Held::holds;
    Answer expected = with_operands_swapped(*first);
    const bool claims_equal_shapes = first->kind == Kind::a_contains_b && second->kind == Kind::a_contains_b;
    if (claims_equal_shapes && swapped.truth.kind() == Kind::a_contains_b) expected.kind = second->kind;
    const std::string differ = difference(scene, expected, *second, allowed);
    if (!differ.empty()) return violated(scene, subject.info(), query, "A, B " + differ + " for B, A");
  }
  return result;
}

LawResult law_mtv_separates(const Scene& scene, Subject& subject) {
  Asked asked(scene, subject.info().scalar);
  if (!asked.truth.valid() || !asked.truth.decided() || !asked.truth.convex()) return {};
  const auto answer = ask(subject, Query::penetration, asked.a, asked.b);
  if (!answer || !answer->mtv) return {};
  const double budget = budget_of(subject.info(), asked.truth.scale());
  if (is_finite(*answer->mtv) && asked.truth.separation_after(*answer->mtv, -budget).hi >= -budget)
    return {Held::holds, {}};
  return violated(scene, subject.info(), Query::penetration, to_json(*answer, scene.dimension()).dump());
}

LawResult law_mtv_minimal(const Scene& scene, Subject& subject) {
  Asked asked(scene, subject.info().scalar);
  if (!asked.truth.valid() || !asked.truth.decided() || !asked.truth.convex()) return {};
  const auto answer = ask(subject, Query::penetration, asked.a, asked.b);
  if (!answer || !answer->mtv) return {};
  const double depth = std::max(-asked.truth.separation().lo, 0.0);
  const double budget = budget_of(subject.info(), asked.truth.scale());
  if (length_of(*answer->mtv) <= depth + budget) return {Held::holds, {}};
  return violated(scene, subject.info(), Query::penetration, to_json(*answer, scene.dimension()).dump());
}

LawResult law_translation(const Scene& scene, Subject& subject) {
  const Scalar scalar = subject.info().scalar;
  const Asked asked(scene, scalar);
  Scene moved;
  moved.a = asked.owned_a;
  moved.b = asked.owned_b;
  const Vec3<double> by{0.75, -1.5, 2.25};
  if (!move(moved.a, by) || !move(moved.b, by)) return {};
  Asked there(moved, scalar);
  if (!there.truth.valid() || there.owned_a != moved.a || there.owned_b != moved.b) return {};
  if (!laws::is_owed(there, subject.info())) return {};
  return compare(scene, subject, asked, there, 1, 2 * budget_of(subject.info(), there.truth.scale() + 2.25));
}

LawResult law_scaling(const Scene& scene, Subject& subject) {
  const SubjectInfo& info = subject.info();
  Asked asked(scene, info.scalar);
  if (!asked.truth.valid()) return {};
  const double factor = info.scalar == Scalar::float32 ? 0x1p+7 : 0x1p+40;
  const double limit = info.scalar == Scalar::float32 ? 0x1p+20 : scene.dimension() == 2 ? 0x1p+300 : 0x1p+80;
  Scene scaled;
  scaled.a = asked.owned_a;
  scaled.b = asked.owned_b;
  const auto scale_shape = [&](OwnedShape& shape) {
    bool fits = true;
    const auto scale = [&](double& value, int) {
      fits = fits && (value == 0 || (std::fabs(value) < limit && std::fabs(value) > 1 / limit));
      value *= factor;
    };
    const Vec3<double> normal = shape.type == ShapeType::plane ? shape.points3[0] : Vec3<double>{};
    each_coordinate(shape, scale);
    if (shape.type == ShapeType::plane) shape.points3[0] = normal;
    for (double& radius : shape.radii) scale(radius, 0);
    return fits;
  };
  if (!scale_shape(scaled.a) || !scale_shape(scaled.b)) return {};
  const Asked larger(scaled, info.scalar);
  // A length below every number of the scalar is told as the smallest one, at any scale.
  const double smallest = unit_of(info.scalar, 0);
  return compare(scene, subject, asked, larger, factor,
                 info.exact_relation ? smallest : 2 * budget_of(info, asked.truth.scale()));
}

LawResult law_same_answer(const Scene& scene, Subject& first, Subject& second) {
  if (first.info().scalar != second.info().scalar) return {};
  Asked asked(scene, first.info().scalar);
  if (!asked.truth.valid() || !laws::is_owed(asked, first.info())) return {};
  const double scale = asked.truth.scale();
  const double allowed = budget_of(first.info(), scale) + budget_of(second.info(), scale);
  LawResult result;
  // A penetration answer tells the relation too.
  for (const Query of_first : {Query::relation, Query::penetration, Query::distance})
    for (const Query of_second : {Query::relation, Query::penetration, Query::distance}) {
      const auto one = ask(first, of_first, asked.a, asked.b);
      const auto other = ask(second, of_second, asked.a, asked.b);
      if (!one || !other) continue;
      result.outcome = Held::holds;
      const bool relations_differ = one->relation && other->relation && one->relation != other->relation;
      if (relations_differ || !about_equal(one->distance, other->distance, allowed) ||
          !about_equal(one->depth, other->depth, allowed))
        return violated(scene, first.info(), of_first,
                        fmt::format("{} against {} of {}", to_json(*one, scene.dimension()).dump(),
                                    to_json(*other, scene.dimension()).dump(), second.info().name));
    }
  return result;
}

LawResult law_oracle_equals_witness(const Scene& scene) {
  Asked asked(scene, Scalar::float64);
  if (!asked.truth.valid()) return {};
  const auto agreed = witness_agrees(asked.a, asked.b, asked.truth);
  if (!agreed) return {};
  if (*agreed) return {Held::holds, {}};
  return {Held::violated, "oracle and witness differ\nscene: " + to_json(scene)};
}

namespace {

/// What law 9 compares, of one shape. Nothing for shapes it is not asked of.
struct Opinion {
  bool valid = false;
  bool convex = false;
  std::string reason;

  std::string text() const { return "\"" + reason + "\"" + (convex ? " convex" : ""); }
};
std::optional<Opinion> opinion_of_core(const ShapeView& view) {
  if (view.dimension() == 3) {
    const Checked3 core = checked(view.get3());
    if (core.status == Status::out_of_range) return std::nullopt;
    return Opinion{core.ok(), core.ok(), core.reason};
  }
  const auto core = checked(view.get());
  if (core.status == Status::out_of_range || type_of(view.get()) == ShapeType::ray) return std::nullopt;
  return Opinion{core.ok(), core.ok() && core.is_convex(), core.reason};
}
Opinion opinion_of_oracle(const ShapeView& view) {
  Opinion opinion;
  const oracle::Validity truth = view.dimension() == 2 ? oracle::check(view.get(), opinion.reason)
                                                       : oracle::check(view.get3(), opinion.reason);
  opinion.valid = truth.valid;
  opinion.convex = truth.valid && (view.dimension() == 3 || truth.convex);
  return opinion;
}

}  // namespace

LawResult law_validity(const Scene& scene) {
  LawResult result;
  for (const OwnedShape* shape : {&scene.a, &scene.b}) {
    const ShapeView view(*shape);
    const auto core = opinion_of_core(view);
    if (!core) continue;
    result.outcome = Held::holds;
    const Opinion truth = opinion_of_oracle(view);
    if (core->valid != truth.valid || core->convex != truth.convex)
      return {Held::violated,
              fmt::format("{}: the core says {}, the oracle {}\nscene: {}", shape == &scene.a ? "a" : "b",
                          core->text(), truth.text(), to_json(scene))};
  }
  return result;
}

LawResult law_tiers_agree(const Scene& scene) {
  Asked asked(scene, Scalar::float64);
  SceneTruth& filter = asked.truth;
  if (!filter.valid() || !filter.decided()) return {};
  for (const auto tier : {SceneTruth::Tier::expansion, SceneTruth::Tier::rational}) {
    SceneTruth slower;
    slower.assign(asked.a, asked.b);
    slower.force_tier(tier);
    if (!slower.decided()) continue;
    const bool have_kinds = has_corners(scene.a.type) && has_corners(scene.b.type);
    const bool same = filter.relation() == slower.relation() && filter.location() == slower.location() &&
                      (!have_kinds || filter.kind() == slower.kind()) &&
                      filter.separation().lo <= slower.separation().hi &&
                      slower.separation().lo <= filter.separation().hi;
    if (!same)
      return {Held::violated,
              fmt::format("{} decides otherwise than the cheaper tier\nscene: {}",
                          tier == SceneTruth::Tier::rational ? "the rational tier" : "the expansion tier",
                          to_json(scene))};
  }
  return {Held::holds, {}};
}

}  // namespace touchstone
