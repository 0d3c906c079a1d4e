// One scene put to subjects: asks, judges, and hands over each verdict.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "harness/scene.hpp"
#include "harness/scene_truth.hpp"
#include "harness/subject.hpp"
#include "harness/verdict.hpp"

namespace touchstone {

/// Told before a subject is called and after it returned, so that a crash or a hang can be laid at the right
/// door. The call of no query is the one that prepares the shapes.
class CallWatch {
 public:
  virtual ~CallWatch() = default;
  /// Returns a status to use instead of calling (a call that is known to crash or hang), else ok.
  virtual Answer::Status before(std::size_t subject, std::optional<Query> query) = 0;
  virtual void after() = 0;
};

/// Keeps the work space of many scenes; one per thread.
class Examiner {
 public:
  using Sink =
      std::function<void(std::size_t subject, Query query, const Answer& answer, const Verdict& verdict)>;

  /// subjects outlive this. queries: a bit per Query.
  Examiner(std::span<Subject* const> subjects, unsigned queries) : subjects_(subjects), queries_(queries) {}

  /// Asks every subject each of the queries that it supports for these shapes. An invalid scene is asked only
  /// of subjects that check their input or are to be judged on it. A float32 subject is asked the scene
  /// rounded to floats; when only rounding makes that invalid, its verdict is unsupported. A subject that
  /// crashes or hangs before it can be asked has done so at the first query.
  void examine(const Scene& scene, const Sink& sink, CallWatch* watch = nullptr);

  /// The truth of the last scene, as given.
  SceneTruth& truth() { return as_given_.truth; }
  const ShapeView& shape_a() const { return as_given_.a; }
  const ShapeView& shape_b() const { return as_given_.b; }

 private:
  /// Judgements are remembered for one scene: algorithms often agree to the bit, and judging costs more than
  /// answering.
  struct Judged {
    const SubjectInfo* subject;
    Query query;
    Answer answer;
    Verdict verdict;
  };
  struct Asked {
    ShapeView a;
    ShapeView b;
    SceneTruth truth;
    std::vector<Judged> judged;
  };
  static Verdict verdict_of(Query query, const SubjectInfo& subject, const Answer& answer, Asked& asked);
  /// The queries that the subject is to be asked, a bit each; or how preparing it ended.
  std::variant<unsigned, Answer::Status> prepare(std::size_t index, Asked& asked, CallWatch* watch);
  void ask(std::size_t index, Asked& asked, const Sink& sink, CallWatch* watch);
  Asked& rounded(const Scene& scene);

  std::span<Subject* const> subjects_;
  unsigned queries_;
  Asked as_given_;
  Asked as_floats_;
  OwnedShape float_a_;
  OwnedShape float_b_;
};

constexpr unsigned bit(Query query) {
  return 1U << static_cast<unsigned>(query);
}
inline constexpr unsigned kAllQueries = (1U << kQueryCount) - 1;

}  // namespace touchstone
