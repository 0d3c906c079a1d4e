#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <functional>
#include <set>
#include <thread>

#include "cli/choices.hpp"
#include "cli/process.hpp"
#include "cli/verbs.hpp"
#include "harness/claims.hpp"
#include "harness/files.hpp"
#include "harness/scene_json.hpp"
#include "harness/scene_obj.hpp"
#include "reports/environment.hpp"
#include "reports/html.hpp"
#include "reports/markdown.hpp"

namespace touchstone::cli {
namespace {

using reports::Report;
using reports::SweepRecord;

struct Options {
  std::string out = "out/report";
  std::uint64_t cases = 400000;
  double time_per_row = 0.02;
  std::uint64_t seed = 1;
  int jobs = 0;
  std::string data = TOUCHSTONE_SOURCE_DIR;
};

constexpr const char* kPublicScenes = "properties/regressions/public-2d.jsonl";
constexpr const char* kPublicScenesInSpace = "properties/regressions/public-3d.jsonl";
constexpr const char* kDesignedScenes = "properties/regressions/designed.jsonl";
constexpr const char* kMap = "docs/examples/countries-110m.geojson";
constexpr const char* kModel = "docs/examples/bunny.obj";
constexpr std::uint64_t kPoses = 600;
constexpr const char* kAreaScene = "b2d-001";

std::string in_data(const Options& o, const char* file) {
  return (std::filesystem::path(o.data) / file).string();
}

/// As a command names it that runs in the project's folder.
std::string named(const Options& o, const char* file) {
  return o.data == TOUCHSTONE_SOURCE_DIR ? file : reports::shell_quoted(in_data(o, file));
}

std::vector<Scene> scenes_from(const std::string& file) {
  auto read = read_scenes(file);
  if (const auto* error = std::get_if<SceneError>(&read))
    throw InputError(to_string(*error) + " (sample data; --data names another folder)");
  return std::get<std::vector<Scene>>(std::move(read));
}

/// The inputs, read and checked before anything that takes long.
struct Inputs {
  std::vector<Scene> scenes;
  std::vector<NamedShape> shapes;
  std::vector<IndexPair> pairs;
  OwnedShape model;
};

Inputs read_inputs(const Options& o, Report& report) {
  Inputs in;
  for (const char* file : {kPublicScenes, kPublicScenesInSpace, kDesignedScenes}) {
    auto more = scenes_from(in_data(o, file));
    in.scenes.insert(in.scenes.end(), more.begin(), more.end());
  }
  auto imported = import_shapes(in_data(o, kMap), InvalidParts::skip);
  if (const auto* error = std::get_if<SceneError>(&imported))
    throw InputError(to_string(*error) + " (sample data; --data names another folder)");
  auto& map = std::get<ImportedShapes>(imported);
  in.pairs = index_pairs(map.shapes, kApartOneIn, o.seed);
  report.map = reports::MapRecord{kMap, map.shapes.size(), in.pairs.size(), {}};
  for (SkippedPart& part : map.skipped) {
    part.file = kMap;
    report.map->skipped.push_back(to_string(part));
  }
  in.shapes = std::move(map.shapes);
  auto model = read_obj(in_data(o, kModel));
  if (const auto* error = std::get_if<SceneError>(&model))
    throw InputError(to_string(*error) + " (sample data; --data names another folder)");
  in.model = std::get<OwnedShape>(std::move(model));
  return in;
}

/// Fails early when the folder cannot be written to, before the work.
void make_folder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error || access(folder.c_str(), W_OK) != 0)
    throw InputError(fmt::format("{}: cannot be written: {}", folder,
                                 error ? error.message() : std::string("permission denied")));
}

SweepRecord swept(std::string_view name, std::string command, const SceneSource& source,
                  const std::vector<Subject*>& subjects, const SweepOptions& options) {
  SweepRecord record{std::string(name), std::move(command), {}, 0, true};
  Store store(":memory:", record.command);
  {
    ProgressLine line;
    record.finished = sweep(
        source, subjects, options, store,
        [&](const SweepProgress& p) {
          line.show(record.name, static_cast<double>(p.scenes_done), static_cast<double>(p.scenes_in_all),
                    p.seconds);
        },
        interrupted);
  }
  record.results = store.results();
  record.seconds = store.seconds();
  fmt::print(stderr, "touchstone: {}: {} scenes in {:.1f} s, {} kinds of failure\n", record.name,
             record.results.scenes, record.seconds, record.results.findings.size());
  return record;
}

void run_sweeps(const Options& o, Inputs in, const std::vector<Subject*>& subjects, Report& report) {
  SweepOptions options;
  options.queries = kAllQueries;
  options.jobs = o.jobs > 0 ? o.jobs : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  report.sweeps.push_back(
      swept(reports::kStrataSweep, fmt::format("./touchstone check --cases {} --seed {}", o.cases, o.seed),
            *strata_source(strata_of("all"), pairs_of("all", 0), o.seed, o.cases), subjects, options));
  report.sweeps.push_back(swept(reports::kPublicSweep,
                                fmt::format("./touchstone check --scenes {} {} {}", named(o, kPublicScenes),
                                            named(o, kPublicScenesInSpace), named(o, kDesignedScenes)),
                                *scenes_source(std::string(reports::kPublicSweep), std::move(in.scenes)),
                                subjects, options));
  report.sweeps.push_back(swept(
      reports::kMapSweep, fmt::format("./touchstone check --scenes {} --seed {}", named(o, kMap), o.seed),
      *pairs_source(kMap, std::move(in.shapes), std::move(in.pairs)), subjects, options));
  report.sweeps.push_back(swept(
      reports::kModelSweep,
      fmt::format("./touchstone check --scenes {} --poses {} --seed {}", named(o, kModel), kPoses, o.seed),
      *poses_source(kModel, std::move(in.model), o.seed, kPoses), subjects, options));
}

constexpr const char* kBenchmarks[] = {"bench_polygons", "bench_pairs", "bench_decomposition",
                                       "bench_broad_phase", "bench_space"};

std::size_t count_rows(const std::string& program) {
  std::size_t rows = 0;
  run_program({program, "--benchmark_list_tests"},
              [&](const std::string& line) { rows += line.empty() ? 0 : 1; });
  return rows;
}

/// The rows of one program; or why there are none.
std::variant<std::vector<reports::BenchRow>, std::string> rows_of(const std::string& program,
                                                                  const Options& o,
                                                                  const std::function<void()>& row_done) {
  const std::string file = (std::filesystem::path(o.out) / "benchmark.json").string();
  const int status = run_program(
      {program, fmt::format("--benchmark_min_time={}", o.time_per_row), "--benchmark_color=false",
       "--benchmark_out=" + file, "--benchmark_out_format=json"},
      [&](const std::string& text) {
        if (text.find('/') != std::string::npos) row_done();
      },
      true);
  auto text = read_file(file);
  std::error_code ignored;
  std::filesystem::remove(file, ignored);
  if (status != 0 || std::holds_alternative<SceneError>(text))
    return fmt::format("{} ended with status {}", std::filesystem::path(program).filename().string(), status);
  return reports::parse_benchmark(std::get<std::string>(text));
}

/// Rows that will be measured, then a line for each on the way.
void run_benchmarks(const Options& o, Report& report) {
  const std::filesystem::path folder = TOUCHSTONE_BENCH_FOLDER;
  report.benchmark_command = fmt::format("./touchstone bench --benchmark_min_time={}", o.time_per_row);
  std::vector<std::string> programs;
  std::size_t rows = 0;
  for (const char* name : kBenchmarks) {
    programs.push_back((folder / name).string());
    if (folder.empty() || access(programs.back().c_str(), X_OK) != 0) {
      report.benchmark_missing =
          "the benchmark programs are not built (CMake option TOUCHSTONE_BUILD_BENCHMARKS)";
      return;
    }
    rows += count_rows(programs.back());
  }
  const auto start = std::chrono::steady_clock::now();
  std::size_t done = 0;
  {
    ProgressLine line;
    for (const std::string& program : programs) {
      auto found = rows_of(program, o, [&] {
        const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
        line.show("benchmark", static_cast<double>(++done), static_cast<double>(rows), spent.count(), 0,
                  "rows");
      });
      if (const auto* error = std::get_if<std::string>(&found)) {
        report.benchmark_missing = *error;
        break;
      }
      auto& more = std::get<std::vector<reports::BenchRow>>(found);
      report.benchmark.insert(report.benchmark.end(), more.begin(), more.end());
    }
  }
  fmt::print(stderr, "touchstone: benchmark: {} rows\n", report.benchmark.size());
}

/// Subjects that survived every scene: the others are not called in this process.
std::vector<Subject*> survivors(const std::vector<Subject*>& subjects, const Report& report) {
  std::set<std::string> lost;
  for (const auto& [finding, sweep] : reports::merged_findings(report.sweeps))
    if (finding.outcome == Outcome::crashed ||
        (finding.outcome == Outcome::hung && finding.subject.rfind("published.", 0) != 0))
      lost.insert(finding.subject);
  std::vector<Subject*> alive;
  for (Subject* subject : subjects)
    if (lost.count(subject->info().name) == 0) alive.push_back(subject);
  return alive;
}

void add_area_example(const std::vector<Scene>& scenes, const std::vector<Subject*>& subjects,
                      Report& report) {
  for (Scene scene : scenes) {
    if (scene.id != kAreaScene) continue;
    scene.query = Query::area;
    const ReplayRecord record = replay(scene, subjects, false);
    const auto* truth = std::get_if<oracle::FullTruth>(&record.truth);
    if (truth == nullptr || !truth->area) return;
    reports::AreaExample example{scene.id, fmt::format("{}", oracle::round_to_double(*truth->area)), {}};
    for (const SubjectRecord& s : record.subjects)
      if (s.answer.area) example.answers.emplace_back(s.subject, fmt::format("{}", *s.answer.area));
    report.area_example = std::move(example);
    return;
  }
}

std::string revision() {
  std::string text;
  const int status = run_program(
      {"git", "-C", TOUCHSTONE_SOURCE_DIR, "describe", "--always", "--dirty"},
      [&](const std::string& line) { text = line; }, true);
  return status == 0 ? text : "";
}

std::string touch_of(TouchPolicy policy) {
  constexpr const char* kNames[] = {"yes", "no", "either", "touching"};
  return kNames[static_cast<int>(policy)];
}

void save(const std::string& file, const std::string& text) {
  if (const auto error = write_file(file, text)) throw InputError(to_string(*error));
}

int run(const Options& o) {
  Report report;
  report.command = fmt::format("./touchstone report --cases {} --seed {}", o.cases, o.seed);
  if (o.data != TOUCHSTONE_SOURCE_DIR) report.command += " --data " + reports::shell_quoted(o.data);
  report.seed = o.seed;
  report.environment = reports::environment();
  report.environment.emplace_back("touchstone", TOUCHSTONE_VERSION);
  if (const std::string text = revision(); !text.empty()) report.environment.emplace_back("revision", text);
  report.environment.emplace_back("seed", std::to_string(o.seed));
  Inputs in = read_inputs(o, report);
  const std::vector<Scene> scenes = in.scenes;
  std::vector<NamedShape> shapes = in.shapes;
  make_folder(o.out);

  const Subjects subjects = subjects_of("all");
  const std::vector<Subject*> asked = pointers(subjects);
  for (const Subject* subject : asked) {
    const SubjectInfo& info = subject->info();
    report.subjects.push_back(
        {info.name, info.about, touch_of(info.touch), info.budget.rounding_u, info.checks_input});
  }
  run_sweeps(o, std::move(in), asked, report);
  if (interrupted) {
    report.benchmark_missing = "stopped early";
  } else {
    run_benchmarks(o, report);
    fmt::print(stderr, "touchstone: claims\n");
    report.claims = test_claims(
        {.seed = o.seed, .scenes = std::min<std::uint64_t>(o.cases, 20000), .map_shapes = std::move(shapes)});
  }
  const std::vector<Subject*> alive = survivors(asked, report);
  for (const auto& [finding, sweep] : reports::merged_findings(report.sweeps))
    report.gallery.push_back(reports::gallery_entry(finding, sweep, alive));
  add_area_example(scenes, alive, report);

  const std::string html = (std::filesystem::path(o.out) / "index.html").string();
  const std::string markdown = (std::filesystem::path(o.out) / "report.md").string();
  save(html, reports::html_of(report));
  save(markdown, reports::markdown_of(report));
  fmt::print("{}\n{}\n", html, markdown);
  return kFine;
}

}  // namespace

Verb add_report(CLI::App& app) {
  static Options o;
  app.add_option("--out", o.out, "folder of index.html and report.md, made when missing")
      ->capture_default_str();
  app.add_option("--cases", o.cases, "generated scenes in all, spread evenly over strata and pairs")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_option("--time-per-row", o.time_per_row, "least seconds a row of the benchmark")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_option("--seed", o.seed, "the same seed makes the same scenes")->capture_default_str();
  app.add_option("--jobs", o.jobs, "worker processes; 0: one a processor")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  app.add_option("--data", o.data, "folder of the sample data: the project's own")->capture_default_str();
  return [] { return run(o); };
}

}  // namespace touchstone::cli
