#include "harness/store.hpp"

#include <gtest/gtest.h>
#include <sqlite3.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>

#include "harness/examine.hpp"
#include "harness/results_bytes.hpp"
#include "harness/subjects/subjects.hpp"
#include "harness/sweep.hpp"

namespace touchstone {
namespace {

Finding finding(std::uint64_t size, const char* scene) {
  return {.signature = "s",
          .count = 1,
          .size = size,
          .stratum = "x",
          .subject = "y",
          .scene = scene,
          .answer = "{}"};
}

/// Something in every field.
Results sample(std::uint64_t n) {
  Results results;
  results.counters[{"core.sat", "sliver", "obb-obb", Query::area, Outcome::wrong, 3}] = n;
  results.counters[{"core.sat", "sliver", "obb-obb", Query::kind, Outcome::right, kNoError}] = 2 * n;
  results.worst_error_u[{"core.sat", "sliver", Query::area}] = static_cast<double>(n) / 3;
  results.relations[{"sliver", "touching"}] = n;
  results.scenes = n;
  results.witnessed = 1;
  results.decided_by[2] = n;
  results.add(finding(100 - n, "{}"));
  results.conflicts = {"conflict " + std::to_string(n)};
  return results;
}

class StoreFile : public testing::Test {
 protected:
  StoreFile()
      : path_(testing::TempDir() + std::to_string(getpid()) + "_touchstone_store_" +
              testing::UnitTest::GetInstance()->current_test_info()->name() + ".sqlite") {
    remove();
  }
  ~StoreFile() override { remove(); }
  void remove() const {
    for (const char* end : {"", "-wal", "-shm", "-journal"}) std::filesystem::remove(path_ + end);
  }
  void run_sql(const char* sql) const {
    sqlite3* db = nullptr;
    ASSERT_EQ(SQLITE_OK, sqlite3_open(path_.c_str(), &db));
    EXPECT_EQ(SQLITE_OK, sqlite3_exec(db, sql, nullptr, nullptr, nullptr));
    sqlite3_close(db);
  }
  std::string refusal() const {
    try {
      Store(path_, "mine");
    } catch (const StoreError& error) {
      return error.what();
    }
    return "accepted";
  }
  std::string contents() const {
    std::ifstream file(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  std::string path_;
};

TEST_F(StoreFile, KeepsEveryFieldOfTheSumOfItsBlocks) {
  Results sum = sample(7);
  sum.add(sample(9));
  {
    Store store(path_, "mine");
    store.add(1, sample(9));
    store.add(0, sample(7));
    store.add_seconds(1.5);
    store.add_seconds(2);
  }
  const Store again(path_, "mine");
  Results read = again.results();
  std::sort(sum.conflicts.begin(), sum.conflicts.end());
  std::sort(read.conflicts.begin(), read.conflicts.end());
  EXPECT_EQ(to_bytes(sum), to_bytes(read));
  EXPECT_EQ(3.5, again.seconds());
}

TEST_F(StoreFile, RemembersWhichBlocksAreDone) {
  {
    Store store(path_, "mine");
    for (const std::uint64_t block : {5U, 0U, 2U, 1U}) store.add(block, {});
  }
  const Store again = Store::open_existing(path_);
  for (std::uint64_t block = 0; block < 7; ++block)
    EXPECT_EQ(block < 3 || block == 5, again.is_done(block)) << block;
}

TEST_F(StoreFile, OfOtherArgumentsIsRefusedAndLeftAlone) {
  Store(path_, "theirs").add(0, sample(3));
  const std::string before = contents();
  EXPECT_EQ(path_ + ": belongs to a run with other arguments (theirs); name another --store", refusal());
  EXPECT_EQ(before, contents());
}

TEST_F(StoreFile, OfAnotherFormatIsRefusedAndLeftAlone) {
  Store(path_, "mine").add(0, sample(3));
  run_sql("update meta set value = '999' where key = 'format'; drop table conflicts");
  const std::string before = contents();
  EXPECT_EQ(path_ + ": store format 999 is not 1, the one this version reads", refusal());
  EXPECT_EQ(before, contents());
}

TEST_F(StoreFile, AFileThatIsNoDatabaseIsRefusedAndLeftAlone) {
  const std::string text(5000, 'x');
  std::ofstream(path_) << text;
  EXPECT_EQ(path_ + ": file is not a database", refusal());
  EXPECT_EQ(text, contents());
}

TEST_F(StoreFile, ADatabaseOfAnotherProgramIsRefusedAndLeftAlone) {
  run_sql("create table song (title text)");
  EXPECT_EQ(path_ + ": is a database, but no store of this program", refusal());
  run_sql("insert into song values ('still here')");
}

TEST_F(StoreFile, AFolderIsRefused) {
  std::filesystem::create_directory(path_);
  EXPECT_EQ(path_ + ": unable to open database file", refusal());
}

TEST_F(StoreFile, ToReadMustExist) {
  EXPECT_THROW(Store::open_existing(path_), StoreError);
  EXPECT_FALSE(std::filesystem::exists(path_));
}

TEST_F(StoreFile, HasOneWriter) {
  Store first(path_, "mine");
  Store second(path_, "mine");
  first.add(0, sample(3));
  EXPECT_THROW(second.add(0, sample(3)), StoreError);
  first.add(1, sample(4));
  EXPECT_EQ(7U, Store::open_existing(path_).results().scenes);
}

TEST_F(StoreFile, DoesNotGrowWithTheNumberOfScenes) {
  std::string unknown;
  const Subjects subjects = choose_subjects("core.collide,published.sat", unknown);
  const std::vector<Subject*> asked{subjects[0].get(), subjects[1].get()};
  std::vector<double> sizes;
  for (const std::uint64_t cases : {40000, 160000}) {
    remove();
    const auto source = strata_source({Stratum::near_touch, Stratum::sliver, Stratum::lattice},
                                      {{ShapeClass::polygon, ShapeClass::polygon}}, 1, cases);
    Store store(path_, "mine");
    sweep(
        *source, asked, {.queries = kAllQueries, .jobs = 2}, store, [](const auto&) {}, false);
    store = Store(":memory:", "");  // closes the file
    sizes.push_back(static_cast<double>(std::filesystem::file_size(path_)));
  }
  EXPECT_LE(sizes[1], 1.1 * sizes[0]);
}

TEST(DecadeOf, IsTheLogarithmRoundedDownAndClamped) {
  EXPECT_EQ(kNoError, decade_of(0));
  EXPECT_EQ(0, decade_of(1));
  EXPECT_EQ(-1, decade_of(0.99));
  EXPECT_EQ(0, decade_of(9.99));
  EXPECT_EQ(1, decade_of(10));
  EXPECT_EQ(kSmallestDecade, decade_of(1e-300));
  EXPECT_EQ(kLargestDecade, decade_of(1e300));
  EXPECT_EQ(kLargestDecade, decade_of(std::numeric_limits<double>::infinity()));
}

TEST(ResultsAdd, KeepsTheSmallestSceneInAnyOrder) {
  const std::vector<Finding> all{finding(5, "b"), finding(5, "a"), finding(9, "0")};
  std::vector<int> order{0, 1, 2};
  do {
    Results results;
    for (const int i : order) results.add(all[static_cast<std::size_t>(i)]);
    EXPECT_EQ("a", results.findings.at("s").scene);
    EXPECT_EQ(3U, results.findings.at("s").count);
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST(ResultsBytes, ComeBackWhole) {
  const Results results = sample(5);
  const Results again = from_bytes(to_bytes(results));
  EXPECT_EQ(results.counters, again.counters);
  EXPECT_EQ(results.worst_error_u, again.worst_error_u);
  EXPECT_EQ(results.relations, again.relations);
  EXPECT_EQ(results.conflicts, again.conflicts);
  EXPECT_EQ(to_bytes(results), to_bytes(again));
}

}  // namespace
}  // namespace touchstone
