// What every fuzz target asks: all subjects of the core on doubles, of one query, against the truth.
#pragma once

#include <utility>
#include <vector>

#include <touchstone/validity.hpp>
#include <touchstone/validity3.hpp>

#include "fuzz/assertion.hpp"
#include "harness/examine.hpp"
#include "harness/magnitudes.hpp"
#include "harness/subjects/subjects.hpp"

namespace touchstone {

/// Beyond this the oracle takes rationals for numbers, up to milliseconds: then only signs are asked for.
inline constexpr double kMostMixed = 0x1p+60;

class CoreExaminer {
 public:
  explicit CoreExaminer(Query query) : query_(query), examiner_(on_doubles(), bit(query)) {}

  /// A wrong answer prints the scene, the answer and its signature, and aborts. False: the scene is not one
  /// to learn from: beyond its range the core promises nothing.
  bool examine(const Scene& scene) {
    if (is_out_of_range(scene.a) || is_out_of_range(scene.b)) return false;
    const bool is_cheap = query_ == Query::relation || query_ == Query::kind || query_ == Query::contains;
    if (!is_cheap && magnitude_spread(scene) > kMostMixed) return false;
    examiner_.examine(scene, [&](std::size_t i, Query query, const Answer& answer, const Verdict& verdict) {
      if (verdict.outcome == Outcome::gave_up) return;  // out of range together
      if (is_failure(verdict.outcome)) fail_assertion(scene, query, on_doubles()[i]->info(), answer, verdict);
    });
    return true;
  }

 private:
  static const std::vector<Subject*>& on_doubles() {
    static const Subjects subjects = core_subjects();
    static const std::vector<Subject*> chosen = [] {
      std::vector<Subject*> list;
      for (const auto& subject : subjects)
        if (subject->info().scalar == Scalar::float64) list.push_back(subject.get());
      return list;
    }();
    return chosen;
  }
  static bool is_out_of_range(const OwnedShape& shape) {
    const ShapeView view(shape);
    return (view.dimension() == 2 ? checked(view.get()).status : checked(view.get3()).status) ==
           Status::out_of_range;
  }

  Query query_;
  Examiner examiner_;
};

}  // namespace touchstone
