#include "harness/sweep.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <stdexcept>

#include "harness/results_bytes.hpp"
#include "harness/subjects/subjects.hpp"
#include "harness/test/fake_subject.hpp"

namespace touchstone {
namespace {

using test::FakeSubject;

/// Two cells of `scenes` scenes each. Scene i is the point (i, 1) and the origin; the first cell asks them
/// one way round, the second the other.
class NumberedScenes final : public SceneSource {
 public:
  explicit NumberedScenes(std::uint64_t scenes)
      : cells_{{"numbered", "first", scenes}, {"numbered", "second", scenes}} {}
  const std::vector<Cell>& cells() const override { return cells_; }
  void make(std::size_t cell, std::uint64_t index, Scene& out) const override {
    out = test::scene(test::point(static_cast<double>(index), 1), test::point(0, 0));
    if (cell == 1) std::swap(out.a, out.b);
  }
  std::string id(std::size_t cell, std::uint64_t index) const override {
    return cells_[cell].pair + "/" + std::to_string(index);
  }
  std::uint64_t witness_every() const override { return 1000; }
  std::uint64_t scenes_per_block() const override { return 4096; }

 private:
  std::vector<Cell> cells_;
};

std::uint64_t number_of(const Shape2<double>& a, const Shape2<double>& b) {
  return static_cast<std::uint64_t>(std::get<Point2<double>>(a).at.x + std::get<Point2<double>>(b).at.x);
}

/// Right about every scene, unless `trouble` does something else on it first.
FakeSubject subject(const char* name, std::function<void(std::uint64_t)> trouble = {}) {
  return FakeSubject({.name = name}, bit(Query::relation), [trouble](Query, const auto& a, const auto& b) {
    if (trouble) trouble(number_of(a, b));
    return Answer{.relation = Relation::disjoint};
  });
}

const std::atomic<bool> kNotInterrupted{false};
void quietly(const SweepProgress&) {}

Results swept(const SceneSource& source, const std::vector<Subject*>& subjects, SweepOptions options = {}) {
  options.queries = kAllQueries;
  Store store(":memory:", "");
  EXPECT_TRUE(sweep(source, subjects, options, store, quietly, kNotInterrupted));
  return store.results();
}

std::uint64_t count(const Results& results, const std::string& name, Outcome outcome) {
  std::uint64_t sum = 0;
  for (const auto& [key, n] : results.counters)
    if (key.subject == name && key.outcome == outcome) sum += n;
  return sum;
}

constexpr std::uint64_t kScenes = 5000;  // a cell: two blocks

void expect_trouble(std::function<void(std::uint64_t)> trouble, Outcome outcome, std::uint64_t times) {
  FakeSubject troubled = subject("troubled", std::move(trouble));
  FakeSubject sound = subject("sound");
  const Results results = swept(NumberedScenes(kScenes), {&troubled, &sound}, {.jobs = 2, .hang_seconds = 1});
  EXPECT_EQ(2 * kScenes, results.scenes);
  EXPECT_EQ(times, count(results, "troubled", outcome));
  EXPECT_EQ(2 * kScenes - times, count(results, "troubled", Outcome::right));
  EXPECT_EQ(2 * kScenes, count(results, "sound", Outcome::right));
  const std::string signature = "relation." + std::string(name_of(outcome)) + ".troubled.point-point";
  ASSERT_TRUE(results.findings.contains(signature));
  EXPECT_EQ(times, results.findings.at(signature).count);
  EXPECT_EQ(1U, results.findings.size());
}

TEST(SweepTrouble, ACrashIsAFindingAndTheRunGoesOn) {
  expect_trouble(
      [](std::uint64_t scene) {
        if (scene % 1000 != 999) return;
        std::signal(SIGSEGV, SIG_DFL);  // a sanitizer's handler would tell the whole story
        std::raise(SIGSEGV);
      },
      Outcome::crashed, 10);
}

TEST(SweepTrouble, ACallThatNeverReturnsIsHung) {
  expect_trouble(
      [](std::uint64_t scene) {
        while (scene == 4321) sleep(1);
      },
      Outcome::hung, 2);
}

TEST(SweepTrouble, ASubjectThatEndsItsProcessHasCrashed) {
  expect_trouble(
      [](std::uint64_t scene) {
        if (scene == 17) _exit(0);
      },
      Outcome::crashed, 2);
}

TEST(SweepTrouble, ASubjectThatThrowsHasCrashed) {
  expect_trouble(
      [](std::uint64_t scene) {
        if (scene == 17) throw std::runtime_error("thrown by a subject");
      },
      Outcome::crashed, 2);
}

TEST(SweepTrouble, TheFindingHoldsTheSmallestScene) {
  FakeSubject fragile = subject("fragile", [](std::uint64_t scene) {
    if (scene == 4095 || scene == 4096) std::raise(SIGKILL);
  });
  const Results results = swept(NumberedScenes(kScenes), {&fragile});
  ASSERT_EQ(1U, results.findings.size());
  EXPECT_NE(std::string::npos, results.findings.begin()->second.scene.find("first/4096"));
}

TEST(SweepTrouble, ACrashWhilePreparingLosesThatSceneOfThatSubjectOnly) {
  FakeSubject fragile = subject("fragile");
  fragile.on_prepare = [](const auto& a, const auto& b) {
    if (number_of(a, b) == 7) std::raise(SIGKILL);
  };
  FakeSubject sound = subject("sound");
  const Results results = swept(NumberedScenes(kScenes), {&fragile, &sound});
  EXPECT_EQ(2U, count(results, "fragile", Outcome::crashed));
  EXPECT_EQ(2 * kScenes - 2, count(results, "fragile", Outcome::right));
  EXPECT_EQ(2 * kScenes, count(results, "sound", Outcome::right));
}

/// Scenes of every kind of shape, hostile and invalid ones, in six cells.
std::unique_ptr<SceneSource> hostile_scenes(std::uint64_t cases) {
  return strata_source({Stratum::near_touch, Stratum::invalid},
                       {{ShapeClass::polygon, ShapeClass::polygon},
                        {ShapeClass::obb, ShapeClass::obb},
                        {ShapeClass::point, ShapeClass::concave},
                        {ShapeClass::aabb, ShapeClass::obb}},
                       1, cases);
}

constexpr std::uint64_t kCases = 27000;  // two blocks a cell, the second not full

/// All subjects but Boost's, which are slow.
class SweepSplit : public testing::Test {
 protected:
  SweepSplit() {
    std::string unknown;
    subjects_ = choose_subjects("core,published", unknown);
    for (const auto& subject : subjects_) asked_.push_back(subject.get());
  }
  std::string run(const SweepOptions& options) { return to_bytes(swept(*source_, asked_, options)); }

  std::unique_ptr<SceneSource> source_ = hostile_scenes(kCases);
  Subjects subjects_;
  std::vector<Subject*> asked_;
};

TEST_F(SweepSplit, TheResultsDoNotDependOnTheNumberOfJobs) {
  const std::string one = run({.jobs = 1});
  const Results results = from_bytes(one);
  EXPECT_EQ(kCases, results.scenes);
  EXPECT_GT(results.findings.size(), 10U);
  EXPECT_GT(results.witnessed, 20U);
  EXPECT_TRUE(results.conflicts.empty());
  EXPECT_TRUE(one == run({.jobs = 2}));
  EXPECT_TRUE(one == run({.jobs = 3}));
}

TEST_F(SweepSplit, ShardsAddUpToTheWhole) {
  Results sum;
  for (std::uint32_t shard : {2U, 0U, 1U}) {
    const Results part = swept(*source_, asked_, {.jobs = 2, .shard = shard, .shards = 3});
    EXPECT_GT(part.scenes, 6000U);
    sum.add(part);
  }
  EXPECT_TRUE(run({.jobs = 2}) == to_bytes(sum));
}

std::string fresh_file(const char* name) {
  std::string path = testing::TempDir() + std::to_string(getpid()) + name;
  for (const char* end : {"", "-wal", "-shm"}) std::filesystem::remove(path + end);
  return path;
}

TEST_F(SweepSplit, ARunThatWasInterruptedGoesOnFromItsStore) {
  const std::string whole = run({.jobs = 2});
  const std::string path = fresh_file("touchstone_resume.sqlite");
  int runs = 0;
  for (bool finished = false; !finished; ++runs) {
    ASSERT_LT(runs, 20);
    Store store(path, "resume");
    std::atomic<bool> interrupted{false};
    int blocks = 0;
    finished = sweep(
        *source_, asked_, {.queries = kAllQueries, .jobs = 2}, store,
        [&](const SweepProgress&) { interrupted = interrupted || ++blocks == 4; }, interrupted);
  }
  EXPECT_GT(runs, 2);
  EXPECT_TRUE(whole == to_bytes(Store::open_existing(path).results()));
  fresh_file("touchstone_resume.sqlite");
}

TEST(SweepTime, EndsTheRunAndSaysSo) {
  FakeSubject sound = subject("sound");
  const std::vector<Subject*> asked{&sound};
  const SweepOptions options{.queries = kAllQueries, .seconds = 0.2};
  Store store(":memory:", "");
  EXPECT_FALSE(
      sweep(NumberedScenes(std::uint64_t{1} << 50), asked, options, store, quietly, kNotInterrupted));
  EXPECT_GT(store.results().scenes, 0U);
  EXPECT_GE(store.seconds(), 0.2);
}

TEST(StrataSource, SpreadsTheCasesEvenly) {
  const auto source = hostile_scenes(1000);
  std::uint64_t sum = 0;
  for (const auto& cell : source->cells()) {
    EXPECT_NEAR(1000.0 / static_cast<double>(source->cells().size()), static_cast<double>(cell.scenes), 1);
    sum += cell.scenes;
  }
  EXPECT_EQ(1000U, sum);
}

TEST(SceneSize, CountsVerticesFirstThenSignificantBits) {
  const Scene plain = test::scene(test::point(0, 0), test::point(1024, 0));
  const Scene odd = test::scene(test::point(0, 0), test::point(1025, 0));
  const Scene longer = test::scene(test::point(0, 0), test::polygon({{0, 0}, {1, 0}, {0, 1}}));
  EXPECT_LT(scene_size(plain), scene_size(odd));
  EXPECT_LT(scene_size(odd), scene_size(longer));
}

}  // namespace
}  // namespace touchstone
