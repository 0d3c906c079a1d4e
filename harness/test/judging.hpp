// One answer judged, and what is expected of its verdict.
#pragma once

#include <gtest/gtest.h>

#include "harness/test/fake_subject.hpp"
#include "harness/verdict.hpp"

namespace touchstone::test {

inline SubjectInfo four_u() {
  return {.name = "test.four_u", .budget = {.rounding_u = 4}};
}
inline SubjectInfo yes_or_no(TouchPolicy touch) {
  SubjectInfo info = four_u();
  info.touch = touch;
  return info;
}
inline SubjectInfo exact() {
  SubjectInfo info = four_u();
  info.exact_relation = true;
  return info;
}

inline Verdict verdict(const Scene& scene, Query query, const Answer& answer,
                       const SubjectInfo& info = four_u()) {
  const ShapeView a(scene.a);
  const ShapeView b(scene.b);
  SceneTruth truth;
  truth.assign(a, b);
  return judge(query, info, answer, truth);
}

/// The truth about a length is known to two of its ulps, here of a length of 1, and the subject has the
/// benefit of the doubt.
inline constexpr double kDoubtU = 2 * 0x1p-52 / kU;

inline void expect(Outcome outcome, Fault fault, double error_u, const Verdict& verdict) {
  EXPECT_EQ(name_of(outcome), name_of(verdict.outcome));
  EXPECT_EQ(name_of(fault), name_of(verdict.fault));
  EXPECT_LE(verdict.error_u, error_u);
  EXPECT_GE(verdict.error_u, error_u * (1 - 2 * 0x1p-52) - kDoubtU);
}
inline void expect_right(const Verdict& verdict) {
  expect(Outcome::right, Fault::none, 0, verdict);
}
inline void expect_rounding(double error_u, const Verdict& verdict) {
  expect(Outcome::rounding, Fault::none, error_u, verdict);
}
inline void expect_wrong(Fault fault, double error_u, const Verdict& verdict) {
  expect(Outcome::wrong, fault, error_u, verdict);
}

}  // namespace touchstone::test
