#include "harness/laws/laws.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include <touchstone/validity.hpp>

#include "harness/answer_json.hpp"
#include "harness/laws/asked.hpp"
#include "harness/scene_json.hpp"
#include "harness/verdict.hpp"
#include "oracle/truth.hpp"
#include "oracle/validity.hpp"
#include "oracle/witness.hpp"

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
std::string difference(const Answer& first, const Answer& second, double allowed) {
  const bool same = first.relation == second.relation && first.hit == second.hit &&
                    first.kind == second.kind && first.location == second.location &&
                    first.inside == second.inside && about_equal(first.distance, second.distance, allowed) &&
                    about_equal(first.depth, second.depth, allowed);
  return same ? std::string() : fmt::format("{} against {}", to_json(first).dump(), to_json(second).dump());
}

Answer with_operands_swapped(Answer answer) {
  if (answer.kind == Kind::a_contains_b)
    answer.kind = Kind::b_contains_a;
  else if (answer.kind == Kind::b_contains_a)
    answer.kind = Kind::a_contains_b;
  return answer;
}

template <class Map>
bool map_points(OwnedShape& shape, const Map& map) {
  bool exact = true;
  for (Vec2<double>& p : shape.points) exact = map(p) && exact;
  for (auto& hole : shape.holes)
    for (Vec2<double>& p : hole) exact = map(p) && exact;
  return exact;
}

/// sum is exact: adding and taking away again gives back both terms.
bool exact_sum(double a, double b) {
  const double sum = a + b;
  return sum - a == b && sum - b == a && std::fabs(sum) < 0x1p+500;
}

/// Half axes and directions are vectors: they do not move.
bool move(OwnedShape& shape, Vec2<double> by) {
  const std::vector<Vec2<double>> before = shape.points;
  const bool exact = map_points(shape, [by](Vec2<double>& p) {
    const bool is_exact = exact_sum(p.x, by.x) && exact_sum(p.y, by.y);
    p = p + by;
    return is_exact;
  });
  const bool has_vectors =
      shape.type == ShapeType::obb || shape.type == ShapeType::ellipse || shape.type == ShapeType::ray;
  if (!has_vectors) return exact;
  std::copy(before.begin() + 1, before.end(), shape.points.begin() + 1);
  return exact_sum(before[0].x, by.x) && exact_sum(before[0].y, by.y);
}

/// Compares the subject on two encodings of the same question.
LawResult compare(const Scene& scene, Subject& subject, const Asked& one, const Asked& other, double factor,
                  double allowed) {
  LawResult result;
  for (const Query query : kQueries) {
    const auto first = ask(subject, query, one.a.get(), one.b.get());
    auto second = ask(subject, query, other.a.get(), other.b.get());
    if (!first || !second) continue;
    result.outcome = Held::holds;
    if (second->distance) second->distance = *second->distance / factor;
    if (second->depth) second->depth = *second->depth / factor;
    const std::string differ = difference(*first, *second, allowed);
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
  subject.prepare(asked.a.get(), asked.b.get());
  for (const Query query : kQueries) {
    if (!subject.supports(query, asked.a.get(), asked.b.get())) continue;
    const Answer answer = subject.answer(query, asked.a.get(), asked.b.get());
    if (answer.status == Answer::Status::unsupported) continue;
    const Verdict verdict = judge(query, info, answer, asked.truth);
    result.outcome = Held::holds;
    if (is_failure(verdict.outcome))
      return violated(scene, info, query,
                      fmt::format("{} {}, off by {} u: {}", name_of(verdict.outcome), name_of(verdict.fault),
                                  verdict.error_u, to_json(answer).dump()));
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
    if (query == Query::contains && scene.a.type == ShapeType::point && scene.b.type == ShapeType::point)
      continue;
    const auto first = ask(subject, query, asked.a.get(), asked.b.get());
    const auto second = ask(subject, query, swapped.a.get(), swapped.b.get());
    if (!first || !second) continue;
    result.outcome = Held::holds;
    Answer expected = with_operands_swapped(*first);
    const bool claims_equal_shapes = first->kind == Kind::a_contains_b && second->kind == Kind::a_contains_b;
    if (claims_equal_shapes && swapped.truth.kind() == Kind::a_contains_b) expected.kind = second->kind;
    const std::string differ = difference(expected, *second, allowed);
    if (!differ.empty()) return violated(scene, subject.info(), query, "A, B " + differ + " for B, A");
  }
  return result;
}

LawResult law_mtv_separates(const Scene& scene, Subject& subject) {
  Asked asked(scene, subject.info().scalar);
  if (!asked.truth.valid() || !asked.truth.decided() || !asked.truth.convex()) return {};
  const auto answer = ask(subject, Query::penetration, asked.a.get(), asked.b.get());
  if (!answer || !answer->mtv) return {};
  const double budget = budget_of(subject.info(), asked.truth.scale());
  if (is_finite(*answer->mtv) && asked.truth.separation_after(*answer->mtv, -budget).hi >= -budget)
    return {Held::holds, {}};
  return violated(scene, subject.info(), Query::penetration, to_json(*answer).dump());
}

LawResult law_mtv_minimal(const Scene& scene, Subject& subject) {
  Asked asked(scene, subject.info().scalar);
  if (!asked.truth.valid() || !asked.truth.decided() || !asked.truth.convex()) return {};
  const auto answer = ask(subject, Query::penetration, asked.a.get(), asked.b.get());
  if (!answer || !answer->mtv) return {};
  const double depth = std::max(-asked.truth.separation().lo, 0.0);
  const double budget = budget_of(subject.info(), asked.truth.scale());
  if (std::hypot(answer->mtv->x, answer->mtv->y) <= depth + budget) return {Held::holds, {}};
  return violated(scene, subject.info(), Query::penetration, to_json(*answer).dump());
}

LawResult law_translation(const Scene& scene, Subject& subject) {
  const Scalar scalar = subject.info().scalar;
  const Asked asked(scene, scalar);
  Scene moved;
  moved.a = asked.owned_a;
  moved.b = asked.owned_b;
  const Vec2<double> by{0.75, -1.5};
  if (!move(moved.a, by) || !move(moved.b, by)) return {};
  Asked there(moved, scalar);
  if (!there.truth.valid() || there.owned_a != moved.a || there.owned_b != moved.b) return {};
  if (!laws::is_owed(there, subject.info())) return {};
  return compare(scene, subject, asked, there, 1, 2 * budget_of(subject.info(), there.truth.scale() + 1.5));
}

LawResult law_scaling(const Scene& scene, Subject& subject) {
  const SubjectInfo& info = subject.info();
  Asked asked(scene, info.scalar);
  if (!asked.truth.valid()) return {};
  const double factor = info.scalar == Scalar::float32 ? 0x1p+7 : 0x1p+40;
  const double limit = info.scalar == Scalar::float32 ? 0x1p+20 : 0x1p+300;
  Scene scaled;
  scaled.a = asked.owned_a;
  scaled.b = asked.owned_b;
  const auto scale = [&](Vec2<double>& p) {
    const auto inside = [&](double v) {
      return v == 0 || (std::fabs(v) < limit && std::fabs(v) > 1 / limit);
    };
    const bool ok = inside(p.x) && inside(p.y);
    p = p * factor;
    return ok;
  };
  const auto scale_shape = [&](OwnedShape& shape) {
    bool fits = map_points(shape, scale);
    Vec2<double> radii{shape.radii[0], shape.radii[1]};
    fits = scale(radii) && fits;
    shape.radii = {radii.x, radii.y};
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
      const auto one = ask(first, of_first, asked.a.get(), asked.b.get());
      const auto other = ask(second, of_second, asked.a.get(), asked.b.get());
      if (!one || !other) continue;
      result.outcome = Held::holds;
      const bool relations_differ = one->relation && other->relation && one->relation != other->relation;
      if (relations_differ || !about_equal(one->distance, other->distance, allowed) ||
          !about_equal(one->depth, other->depth, allowed))
        return violated(scene, first.info(), of_first,
                        fmt::format("{} against {} of {}", to_json(*one).dump(), to_json(*other).dump(),
                                    second.info().name));
    }
  return result;
}

LawResult law_oracle_equals_witness(const Scene& scene) {
  Asked asked(scene, Scalar::float64);
  if (!asked.truth.valid()) return {};
  const auto witness = oracle::ask_witness(asked.a.get(), asked.b.get());
  if (!witness) return {};
  if (oracle::agrees(*witness, asked.truth)) return {Held::holds, {}};
  return {Held::violated, "oracle and witness differ\nscene: " + to_json(scene)};
}

LawResult law_validity(const Scene& scene) {
  LawResult result;
  for (const OwnedShape* shape : {&scene.a, &scene.b}) {
    const ShapeView view(*shape);
    const auto core = checked(view.get());
    if (core.status == Status::out_of_range || shape->type == ShapeType::ray) continue;
    result.outcome = Held::holds;
    std::string reason;
    const oracle::Validity truth = oracle::check(view.get(), reason);
    if (core.ok() != truth.valid || (core.ok() && core.is_convex() != truth.convex))
      return {Held::violated, fmt::format("{}: the core says \"{}\"{}, the oracle \"{}\"{}\nscene: {}",
                                          shape == &scene.a ? "a" : "b", core.reason,
                                          core.ok() && core.is_convex() ? " convex" : "", reason,
                                          truth.convex ? " convex" : "", to_json(scene))};
  }
  return result;
}

LawResult law_tiers_agree(const Scene& scene) {
  Asked asked(scene, Scalar::float64);
  oracle::Truth& filter = asked.truth;
  if (!filter.valid() || !filter.decided()) return {};
  for (const auto tier : {oracle::Truth::Tier::expansion, oracle::Truth::Tier::rational}) {
    oracle::Truth slower;
    slower.assign(asked.a.get(), asked.b.get());
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
                          tier == oracle::Truth::Tier::rational ? "the rational tier" : "the expansion tier",
                          to_json(scene))};
  }
  return {Held::holds, {}};
}

}  // namespace touchstone
