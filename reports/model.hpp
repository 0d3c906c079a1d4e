// What a report says, as plain data: html.hpp and markdown.hpp only lay it out.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "harness/claims.hpp"
#include "harness/replay.hpp"
#include "harness/store.hpp"

namespace touchstone::reports {

using Named = std::pair<std::string, std::string>;

/// The sweeps a report is made of, by name.
inline constexpr std::string_view kStrataSweep = "strata";
inline constexpr std::string_view kPublicSweep = "public_reports";
inline constexpr std::string_view kMapSweep = "real_shapes";
inline constexpr std::string_view kModelSweep = "model_poses";

struct SweepRecord {
  std::string name;
  std::string command;  ///< that makes these numbers again
  Results results;
  double seconds = 0;
  bool finished = true;
};

/// The map whose pairs the sweep real_shapes is about.
struct MapRecord {
  std::string file;
  std::uint64_t shapes = 0;
  std::uint64_t pairs = 0;
  std::vector<std::string> skipped;  ///< one line a part
};

/// One row of a benchmark, named query/algorithm/workload[/vertices] or algorithm/workload: time of one pair,
/// or of what the row does.
struct BenchRow {
  std::string query;
  std::string algorithm;
  std::string workload;
  int vertices = 0;  ///< 0: not named
  double nanoseconds = 0;
};

struct AnswerRow {
  std::string subject;
  std::string query;
  std::string answer;
  std::string verdict;
  std::string error_u;
};

/// One kind of failure: its smallest scene, told in full.
struct GalleryEntry {
  Finding finding;
  std::string sweep;
  std::string title;  ///< the scene's own id
  std::string svg;
  std::string truth;
  std::vector<AnswerRow> answers;
  std::string command;  ///< bash, paste-ready
};

struct SubjectRow {
  std::string name;
  std::string about;
  std::string touch;
  double budget_u = 0;
  bool checks_input = false;
};

/// One number of one scene, asked of several subjects.
struct AreaExample {
  std::string scene_id;
  std::string truth;
  std::vector<Named> answers;  ///< subject, area
};

struct Report {
  std::string command;
  std::uint64_t seed = 0;
  std::vector<Named> environment;
  std::vector<SubjectRow> subjects;
  std::vector<SweepRecord> sweeps;
  std::optional<MapRecord> map;
  std::vector<BenchRow> benchmark;
  std::string benchmark_command;
  std::string benchmark_missing;  ///< why there are no rows; empty when there are
  std::vector<Experiment> claims;
  std::vector<GalleryEntry> gallery;
  std::optional<AreaExample> area_example;

  const SweepRecord* sweep(std::string_view name) const;
};

using OutcomeCounts = std::array<std::uint64_t, kOutcomeCount>;
std::uint64_t count_of(const OutcomeCounts& counts, Outcome outcome);
/// Verdicts given: everything but unsupported.
std::uint64_t judged(const OutcomeCounts& counts);
std::uint64_t failures(const OutcomeCounts& counts);

struct VerdictRow {
  std::string subject;
  Query query{};
  std::string stratum;  ///< empty: all
  OutcomeCounts counts{};
  double worst_u = 0;
};
/// Sums of the counters by subject and query (and stratum), in their order. Rows that were never asked are
/// left out.
std::vector<VerdictRow> verdict_rows(const Results& results, bool by_stratum);

/// Sum over the rows that the filter lets pass.
template <class Filter>
OutcomeCounts sum_counts(const Results& results, Filter filter) {
  OutcomeCounts counts{};
  for (const auto& [key, n] : results.counters)
    if (filter(key)) counts[static_cast<std::size_t>(key.outcome)] += n;
  return counts;
}

/// Scenes per relation ("invalid" too), over all strata or one.
std::uint64_t scenes_with(const Results& results, std::string_view relation, std::string_view stratum = {});

/// How a subject of yes/no or three-valued relation fares in one stratum, for the chapter on touch.
struct NearTouchRow {
  std::string subject;
  std::string stratum;
  OutcomeCounts counts{};
};
/// Relation, in the strata where shapes touch or almost do, near_touch first.
std::vector<NearTouchRow> near_touch_rows(const Results& results);

/// One way in which a published method fails, on all pairs of shapes that provoke it.
struct WeakSpot {
  std::string subject;
  Query query{};
  std::string what;
  std::string shapes;  ///< pairs, as in obb-polygon, separated by spaces
  std::string where;   ///< strata of the smallest scenes
  std::uint64_t count = 0;
  std::uint64_t on_valid = 0;  ///< of count, on valid scenes of the strata
};
std::vector<WeakSpot> weak_spots(const Report& report);

struct Ratio {
  std::string what;
  int vertices = 0;
  double value = 0;
  double target = 0;  ///< at most; 0: none
};
/// Nanoseconds of the row; 0 when there is none.
double time_of(const std::vector<BenchRow>& rows, std::string_view query, std::string_view algorithm,
               std::string_view workload, int vertices = 0);

/// Cost of ours over cost of theirs, on the same pairs in the same run.
std::vector<Ratio> ratios(const std::vector<BenchRow>& rows);

/// Least-squares slope of log(time) over log(vertices): 1 is linear.
struct Growth {
  std::string algorithm;
  std::string workload;
  double exponent = 0;
};
std::vector<Growth> growth(const std::vector<BenchRow>& rows);

/// Cost against exactness: a benchmark's row and the subject that runs the same code.
struct ExactnessPoint {
  std::string subject;
  double nanoseconds = 0;  ///< mixed pairs of 8 vertices
  double share_off = 0;    ///< wrong and rounding answers to relation, of those on convex polygon pairs
};
std::vector<ExactnessPoint> exactness_points(const Report& report);

/// Three sentences, numbers included.
std::string summary_of(const Report& report);

/// What the report does not show, one sentence each.
std::vector<std::string> not_tested();

/// Rows of Google Benchmark's JSON; an error message when it is none.
std::variant<std::vector<BenchRow>, std::string> parse_benchmark(std::string_view json);

/// The finding drawn and told, asked of `subjects`. A subject that did not survive the scene before must not
/// be among them.
GalleryEntry gallery_entry(const Finding& finding, std::string sweep, std::span<Subject* const> subjects);

/// Findings of all sweeps, one a signature: counts added, the smallest scene kept. Ordered by subject, those
/// about invalid shapes behind all others.
std::vector<std::pair<Finding, std::string>> merged_findings(const std::vector<SweepRecord>& sweeps);

/// True for findings that a subject answered about an invalid shape.
bool accepts_invalid(const Finding& finding);

/// In bash, one word whatever it holds.
std::string shell_quoted(std::string_view text);

}  // namespace touchstone::reports
