// Results in SQLite: counters and findings. One transaction a block of scenes, so that a run which is killed
// and started again with the same arguments goes on where it was and counts everything once. Memory and file
// size do not grow with the number of scenes.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "harness/verdict.hpp"

namespace touchstone {

/// Cannot open, read or write the store; what() is one line that names the file and the reason.
class StoreError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What one counter counts. decade: floor(log10(error in u)), clamped to [kSmallestDecade, kLargestDecade];
/// kNoError for an answer without error.
struct CounterKey {
  std::string subject;
  std::string stratum;
  std::string pair;  ///< as in polygon-polygon
  Query query{};
  Outcome outcome{};
  int decade = 0;

  friend auto operator<=>(const CounterKey&, const CounterKey&) = default;
};
inline constexpr int kSmallestDecade = -3;
inline constexpr int kLargestDecade = 30;
inline constexpr int kNoError = -99;
int decade_of(double error_u);

/// One kind of failure, by its signature, with its smallest scene so far.
struct Finding {
  std::string signature;
  std::uint64_t count = 0;
  std::uint64_t size = 0;  ///< of the scene: see scene_size
  std::string stratum;
  std::string subject;
  Query query{};
  Outcome outcome{};
  double error_u = 0;
  std::string scene;   ///< one line of a scene file
  std::string answer;  ///< the subject's answer as JSON
};

/// The order in which findings of one signature compete: smaller first, ties by text, so that the winner does
/// not depend on the order in which blocks end.
bool smaller(const Finding& a, const Finding& b);

/// What a block of scenes, or a whole run, adds up to. Sums and minima only: any order of merging gives the
/// same.
struct Results {
  std::map<CounterKey, std::uint64_t> counters;
  std::map<std::string, Finding> findings;                                      ///< by signature
  std::map<std::tuple<std::string, std::string, Query>, double> worst_error_u;  ///< (subject, stratum, query)
  std::map<std::tuple<std::string, std::string>, std::uint64_t>
      relations;  ///< (stratum, relation or "invalid")
  std::uint64_t scenes = 0;
  std::uint64_t witnessed = 0;
  std::uint64_t decided_by[3] =
      {};  ///< scenes whose relation the filter, the expansions, the rationals decided
  std::vector<std::string> conflicts;  ///< oracle_conflict: scenes on which oracle and witness differ

  void add(const Results& other);
  void add(const Finding& finding);
};

class Store {
 public:
  /// Opens or creates; ":memory:" keeps nothing. arguments identifies the run: a store made with others is
  /// refused.
  Store(const std::string& path, const std::string& arguments);
  /// Opens an existing store to read it.
  static Store open_existing(const std::string& path);
  ~Store();
  Store(Store&&) noexcept;
  Store& operator=(Store&&) noexcept;

  bool is_done(std::uint64_t block) const;
  /// Adds the results of a block, and that it is done, in one transaction. A store has one writer: throws
  /// when another one has written since this one was opened.
  void add(std::uint64_t block, const Results& results);
  Results results() const;
  const std::string& arguments() const;
  /// Seconds of work spent on this store so far.
  double seconds() const;
  void add_seconds(double seconds);

 private:
  Store();
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace touchstone
