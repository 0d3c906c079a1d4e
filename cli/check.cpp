#include <fmt/format.h>

#include <charconv>
#include <nlohmann/json.hpp>
#include <thread>

#include "cli/choices.hpp"
#include "cli/verbs.hpp"
#include "harness/files.hpp"
#include "reports/summary.hpp"

namespace touchstone::cli {
namespace {

struct Options {
  std::string subjects = "all";
  std::string queries = "all";
  std::string pairs = "all";
  std::string strata = "all";
  int dimension = 0;
  std::uint64_t cases = 1000000;
  std::string time;
  std::uint64_t seed = 1;
  int jobs = 0;
  std::string shard = "0/1";
  std::vector<std::string> scenes;
  std::uint64_t apart_one_in = kApartOneIn;
  std::uint64_t poses = 10000;
  bool strict = false;
  std::string store = ":memory:";
  std::string by = "none";
  bool json = false;
};

std::pair<std::uint32_t, std::uint32_t> shard_of(const std::string& text) {
  std::uint32_t shard = 0;
  std::uint32_t shards = 0;
  const char* end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, shard);
  const bool divided = first.ec == std::errc() && first.ptr != end && *first.ptr == '/';
  const auto second = divided ? std::from_chars(first.ptr + 1, end, shards) : first;
  if (!divided || second.ec != std::errc() || second.ptr != end || shard >= shards)
    throw InputError(fmt::format("--shard: {} is no shard; say i/n with 0 <= i < n", in_quotes(text)));
  return {shard, shards};
}

/// FNV-1a (Fowler, Noll, Vo; 64 bits) of the files' bytes: tells a file that was changed.
std::string fingerprint(const std::vector<std::string>& files) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const std::string& file : files) {
    const auto read = read_file(file);
    if (const auto* error = std::get_if<SceneError>(&read)) throw InputError(to_string(*error));
    for (const char c : std::get<std::string>(read))
      hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  }
  return fmt::format("{:016x}", hash);
}

/// What a store belongs to: everything that decides its numbers, in one line.
std::string arguments_of(const Options& o) {
  nlohmann::ordered_json arguments = {{"version", TOUCHSTONE_VERSION},
                                      {"subjects", o.subjects},
                                      {"queries", o.queries},
                                      {"seed", o.seed},
                                      {"shard", o.shard}};
  if (o.scenes.empty()) {
    arguments["pairs"] = o.pairs;
    arguments["dimension"] = o.dimension;
    arguments["strata"] = o.strata;
    if (o.time.empty()) arguments["cases"] = o.cases;
  } else {
    arguments["scenes"] = o.scenes;
    arguments["contents"] = fingerprint(o.scenes);
    arguments["apart_one_in"] = o.apart_one_in;
    arguments["poses"] = o.poses;
  }
  return arguments.dump();
}

int run(const Options& o) {
  if (o.dimension != 0 && o.dimension != 2 && o.dimension != 3)
    throw InputError("--dimension: 2 (the plane), 3 (space), or 0 for both");
  const Subjects subjects = subjects_of(o.subjects);
  // With --time alone, more scenes than any run can finish; the store then holds any number of runs.
  constexpr std::uint64_t kForever = std::uint64_t{1} << 50;
  const auto source = o.scenes.empty() ? strata_source(strata_of(o.strata), pairs_of(o.pairs, o.dimension),
                                                       o.seed, o.time.empty() ? o.cases : kForever)
                                       : scenes_of(o.scenes, {o.apart_one_in, o.poses, o.seed, o.strict});
  if (source->cells().empty())
    throw InputError(o.scenes.empty() ? "none of the strata makes scenes of these pairs"
                                      : "the files hold no scenes");
  SweepOptions sweep_options;
  sweep_options.queries = queries_of(o.queries);
  sweep_options.jobs =
      o.jobs > 0 ? o.jobs : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  std::tie(sweep_options.shard, sweep_options.shards) = shard_of(o.shard);
  if (!o.time.empty()) sweep_options.seconds = seconds_of(o.time);
  Store store(o.store, arguments_of(o));

  bool finished = false;
  {
    ProgressLine line;
    const std::vector<Subject*> asked = pointers(subjects);
    finished = sweep(
        *source, asked, sweep_options, store,
        [&](const SweepProgress& p) {
          line.show("check", static_cast<double>(p.scenes_done), static_cast<double>(p.scenes_in_all),
                    p.seconds, sweep_options.seconds.value_or(0));
        },
        interrupted);
  }
  const Results results = store.results();
  const bool stopped = !finished && sweep_options.seconds == std::nullopt;
  if (results.counters.empty() && results.conflicts.empty() && !stopped)
    throw InputError(
        "nothing was asked: no chosen subject answers these queries and pairs, or time ran out at once");
  if (stopped)
    fmt::print(stderr, "touchstone: stopped early{}\n",
               o.store == ":memory:" ? "" : "; the same command goes on from here");
  fmt::print("{}", o.json ? reports::results_json(results, store.seconds()) + "\n"
                          : reports::verdict_summary(results, reports::grouping_of(o.by), store.seconds()));
  if (!results.findings.empty() || !results.conflicts.empty()) return kFindings;
  if (stopped) return kUsage;
  return kFine;
}

}  // namespace

Verb add_check(CLI::App& app) {
  static Options o;
  app.add_option("--subjects", o.subjects, "groups and names, as in core,boost.area")->capture_default_str();
  app.add_option("--queries", o.queries, "as in relation,distance")->capture_default_str();
  auto* pairs = app.add_option("--pairs", o.pairs, "as in polygon-polygon,aabb-obb");
  pairs->capture_default_str();
  auto* strata = app.add_option("--strata", o.strata, "as in near_touch,sliver");
  strata->capture_default_str();
  app.add_option("--dimension", o.dimension, "2: the plane, 3: space, 0: both")->capture_default_str();
  auto* cases = app.add_option("--cases", o.cases, "scenes in all, spread evenly over strata and pairs");
  cases->check(natural(1))->capture_default_str();
  app.add_option("--time", o.time, "stop after this time instead, as in 90s, 15m, 8h")->excludes(cases);
  app.add_option("--seed", o.seed, "the same seed makes the same scenes")
      ->check(natural(0))
      ->capture_default_str();
  app.add_option("--jobs", o.jobs, "worker processes; 0: one a processor; the results do not depend on it")
      ->check(natural(0))
      ->capture_default_str();
  app.add_option("--shard", o.shard, "i/n: only this part of the work; parts add up to the whole")
      ->capture_default_str();
  auto* scenes = app.add_option(
      "--scenes", o.scenes,
      "scene files (.jsonl), one map (.geojson, .wkt), or one model (.obj), instead of strata");
  scenes->excludes(cases)->excludes(strata)->excludes(pairs);
  app.add_option("--poses", o.poses, "scenes of a model (.obj), turned at random")
      ->needs(scenes)
      ->check(natural(1))
      ->capture_default_str();
  app.add_option("--apart", o.apart_one_in,
                 "of a map's pairs whose bounding boxes are apart, take one in this many; 0: none")
      ->needs(scenes)
      ->check(natural(0))
      ->capture_default_str();
  app.add_flag("--strict", o.strict, "an invalid part of a map is an error")->needs(scenes);
  app.add_option("--store", o.store, "SQLite file for the results; a run that was stopped goes on from it");
  app.add_option("--by", o.by, "split the table by stratum or pair")
      ->check(CLI::IsMember({"none", "stratum", "pair"}))
      ->capture_default_str();
  app.add_flag("--json", o.json, "print one JSON object");
  return [] { return run(o); };
}

}  // namespace touchstone::cli
