#include "harness/examine.hpp"

#include <algorithm>
#include <bit>

namespace touchstone {
namespace {

bool fits_floats(const OwnedShape& shape) {
  const auto is_float = [](double value) { return double{static_cast<float>(value)} == value; };
  const auto fits = [&](Vec2<double> p) { return is_float(p.x) && is_float(p.y); };
  const auto fits3 = [&](const Vec3<double>& p) { return is_float(p.x) && is_float(p.y) && is_float(p.z); };
  return std::all_of(shape.radii.begin(), shape.radii.end(), is_float) &&
         std::all_of(shape.points.begin(), shape.points.end(), fits) &&
         std::all_of(shape.points3.begin(), shape.points3.end(), fits3) &&
         std::all_of(shape.holes.begin(), shape.holes.end(),
                     [&](const auto& hole) { return std::all_of(hole.begin(), hole.end(), fits); });
}

}  // namespace

void Examiner::examine(const Scene& scene, const Sink& sink, CallWatch* watch) {
  as_given_.a.assign(scene.a);
  as_given_.b.assign(scene.b);
  as_given_.truth.assign(as_given_.a, as_given_.b);
  as_given_.judged.clear();
  Asked* floats = nullptr;
  for (std::size_t i = 0; i < subjects_.size(); ++i) {
    if (subjects_[i]->info().scalar == Scalar::float64) {
      ask(i, as_given_, sink, watch);
      continue;
    }
    if (floats == nullptr) floats = &rounded(scene);
    ask(i, *floats, sink, watch);
  }
}

Examiner::Asked& Examiner::rounded(const Scene& scene) {
  if (fits_floats(scene.a) && fits_floats(scene.b)) return as_given_;
  float_a_ = rounded_to(scene.a, Scalar::float32);
  float_b_ = rounded_to(scene.b, Scalar::float32);
  as_floats_.a.assign(float_a_);
  as_floats_.b.assign(float_b_);
  as_floats_.truth.assign(as_floats_.a, as_floats_.b);
  as_floats_.judged.clear();
  return as_floats_;
}

Verdict Examiner::verdict_of(Query query, const SubjectInfo& subject, const Answer& answer, Asked& asked) {
  const auto alike = [&](const SubjectInfo& other) {
    return other.scalar == subject.scalar && other.touch == subject.touch &&
           other.exact_relation == subject.exact_relation &&
           other.budget.rounding_u == subject.budget.rounding_u && other.budget.slop == subject.budget.slop;
  };
  Answer said = answer;
  said.iterations = 0;
  for (const Judged& judged : asked.judged)
    if (judged.query == query && judged.answer == said && alike(*judged.subject)) return judged.verdict;
  const Verdict verdict = judge(query, subject, answer, asked.truth);
  asked.judged.push_back({&subject, query, said, verdict});
  return verdict;
}

std::variant<unsigned, Answer::Status> Examiner::prepare(std::size_t index, Asked& asked, CallWatch* watch) {
  if (watch != nullptr)
    if (const Answer::Status known = watch->before(index, std::nullopt); known != Answer::Status::ok)
      return known;
  Subject& subject = *subjects_[index];
  touchstone::prepare(subject, asked.a, asked.b);
  unsigned queries = 0;
  for (int q = 0; q < kQueryCount; ++q) {
    const auto query = static_cast<Query>(q);
    if ((queries_ & bit(query)) != 0 && supports(subject, query, asked.a, asked.b)) queries |= bit(query);
  }
  if (watch != nullptr) watch->after();
  return queries;
}

void Examiner::ask(std::size_t index, Asked& asked, const Sink& sink, CallWatch* watch) {
  Subject& subject = *subjects_[index];
  const SubjectInfo& info = subject.info();
  const bool spoiled_by_rounding = !asked.truth.valid() && as_given_.truth.valid();
  if (!asked.truth.valid() && !spoiled_by_rounding && !info.checks_input && !info.judge_invalid) return;
  const auto prepared = prepare(index, asked, watch);
  if (const auto* ended = std::get_if<Answer::Status>(&prepared)) {
    const auto first = static_cast<Query>(std::countr_zero(queries_));
    const Answer answer{.status = *ended};
    sink(index, first, answer, judge(first, info, answer, asked.truth));
    return;
  }
  for (int q = 0; q < kQueryCount; ++q) {
    const auto query = static_cast<Query>(q);
    if ((std::get<unsigned>(prepared) & bit(query)) == 0) continue;
    if (spoiled_by_rounding) {
      sink(index, query, {.status = Answer::Status::unsupported}, {});
      continue;
    }
    const Answer::Status known = watch != nullptr ? watch->before(index, query) : Answer::Status::ok;
    const Answer answer = known == Answer::Status::ok ? touchstone::answer(subject, query, asked.a, asked.b)
                                                      : Answer{.status = known};
    if (watch != nullptr) watch->after();
    if (answer.status == Answer::Status::unsupported) continue;
    sink(index, query, answer, verdict_of(query, info, answer, asked));
  }
}

}  // namespace touchstone
