// Options that several verbs share, and what their words stand for.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "harness/examine.hpp"
#include "harness/strata/registry.hpp"
#include "harness/subjects/subjects.hpp"
#include "harness/sweep.hpp"

namespace touchstone::cli {

/// Each throws InputError that names the unknown word and what is known.
Subjects subjects_of(const std::string& list);
unsigned queries_of(const std::string& list);
std::vector<Stratum> strata_of(const std::string& list);
/// "all": every pair of this many dimensions; of both for 0.
std::vector<PairClass> pairs_of(const std::string& list, int dimension);

/// Accepts whole decimal numbers of 64 bits from `least` on.
CLI::Validator natural(std::uint64_t least);

/// "90", "90s", "15m", "8h", "2d" in seconds.
double seconds_of(const std::string& text);

struct FileOptions {
  std::uint64_t apart_one_in = kApartOneIn;
  std::uint64_t poses = 10000;
  std::uint64_t seed = 1;
  bool strict = false;
};
/// Scenes of .jsonl files, pairs of shapes of a map file (.geojson .json .wkt), or poses of a model (.obj).
/// Lines that are no scenes are an error; invalid parts of maps are reported on stderr, counted and left out,
/// or an error when strict.
std::unique_ptr<SceneSource> scenes_of(const std::vector<std::string>& files, const FileOptions& options);

std::vector<Subject*> pointers(const Subjects& subjects);

/// Shows a line of progress on stderr when that is a terminal.
class ProgressLine {
 public:
  ProgressLine();
  ~ProgressLine();
  void show(const std::string& what, double done, double in_all, double seconds, double seconds_in_all = 0,
            const char* unit = "scenes");

 private:
  bool terminal_;
  bool shown_ = false;
  double last_ = -1;
};

}  // namespace touchstone::cli
