#include "reports/model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "harness/answer_json.hpp"
#include "harness/scene_json.hpp"
#include "harness/strata/registry.hpp"
#include "reports/drawing.hpp"
#include "reports/text.hpp"

namespace touchstone::reports {
namespace {

/// Benchmark rows and the subjects that run the same code.
constexpr std::pair<std::string_view, std::string_view> kSameCode[] = {
    {"naive_sat", "published.sat"},   {"published_gjk", "published.gjk"},
    {"core.collide", "core.collide"}, {"core.sat", "core.sat"},
    {"core.gjk", "core.gjk"},         {"boost.intersects", "boost.intersects"},
};

constexpr std::string_view kTouchStrata[] = {"near_touch",   "far_from_origin", "parallel_edges",
                                             "vertex_touch", "edge_touch",      "slide_along_edge"};

bool starts_with(std::string_view text, std::string_view start) {
  return text.substr(0, start.size()) == start;
}

std::string what_happened(const Finding& f) {
  switch (f.outcome) {
    case Outcome::crashed:
      return "the process dies";
    case Outcome::hung:
      return "the loop does not end within the harness's cap";
    case Outcome::gave_up:
      return "gives up";
    case Outcome::refused:
      return "refuses a valid scene";
    default:
      break;
  }
  const std::string_view signature = f.signature;
  const auto has = [&](std::string_view fault) { return signature.find(fault) != std::string_view::npos; };
  if (has(".accepts_invalid.")) return "answers about a shape that is none";
  if (has(".nan.")) return "the answer holds a NaN or an infinity";
  if (has(".false_hit.")) return "says collision for shapes that are apart";
  if (has(".false_miss.")) return "says no collision for shapes that collide";
  if (has(".wrong_way.")) return "the push-out vector does not end the overlap";
  if (has(".short_mtv.")) return "the push-out vector is too short";
  if (has(".long_mtv.")) return "the push-out vector is longer than needed";
  return "the number is off by more than rounding";
}

std::string speed_sentence(const Report& report) {
  const auto& rows = report.benchmark;
  const double naive = time_of(rows, "relation", "naive_sat", "mixed", 8);
  const double core = time_of(rows, "relation", "core.collide", "mixed", 8);
  const double oracle = time_of(rows, "relation", "oracle", "mixed", 8);
  const double boost = time_of(rows, "relation", "boost.intersects", "mixed", 8);
  if (naive <= 0 || core <= 0 || oracle <= 0 || boost <= 0)
    return fmt::format("Cost was not measured: {}.", report.benchmark_missing.empty()
                                                         ? "rows of the benchmark are missing"
                                                         : report.benchmark_missing);
  return fmt::format(
      "On pairs of 8-gons the exact relation of core.collide costs {:.2f} times naive separating axes "
      "({:.0f} "
      "against {:.0f} ns), and the oracle's {:.2f} times Boost's intersects on doubles ({:.0f} against "
      "{:.0f} ns).",
      core / naive, core, naive, oracle / boost, oracle, boost);
}

}  // namespace

const SweepRecord* Report::sweep(std::string_view name) const {
  for (const SweepRecord& s : sweeps)
    if (s.name == name) return &s;
  return nullptr;
}

std::uint64_t count_of(const OutcomeCounts& counts, Outcome outcome) {
  return counts[static_cast<std::size_t>(outcome)];
}

std::uint64_t judged(const OutcomeCounts& counts) {
  std::uint64_t n = 0;
  for (const std::uint64_t count : counts) n += count;
  return n - count_of(counts, Outcome::unsupported);
}

std::uint64_t failures(const OutcomeCounts& counts) {
  std::uint64_t n = 0;
  for (int i = 0; i < kOutcomeCount; ++i)
    if (is_failure(static_cast<Outcome>(i))) n += counts[static_cast<std::size_t>(i)];
  return n;
}

std::vector<VerdictRow> verdict_rows(const Results& results, bool by_stratum) {
  std::map<std::tuple<std::string, Query, std::string>, VerdictRow> rows;
  for (const auto& [key, n] : results.counters) {
    const std::string stratum = by_stratum ? key.stratum : "";
    VerdictRow& row = rows[{key.subject, key.query, stratum}];
    row.subject = key.subject;
    row.query = key.query;
    row.stratum = stratum;
    row.counts[static_cast<std::size_t>(key.outcome)] += n;
  }
  for (const auto& [at, error] : results.worst_error_u) {
    const auto& [subject, stratum, query] = at;
    const auto row = rows.find({subject, query, by_stratum ? stratum : ""});
    if (row != rows.end()) row->second.worst_u = std::max(row->second.worst_u, error);
  }
  std::vector<VerdictRow> list;
  for (const auto& [key, row] : rows)
    if (judged(row.counts) > 0) list.push_back(row);
  return list;
}

std::uint64_t scenes_with(const Results& results, std::string_view relation, std::string_view stratum) {
  std::uint64_t n = 0;
  for (const auto& [key, count] : results.relations)
    if (std::get<1>(key) == relation && (stratum.empty() || std::get<0>(key) == stratum)) n += count;
  return n;
}

std::vector<NearTouchRow> near_touch_rows(const Results& results) {
  std::vector<NearTouchRow> list;
  const auto rows = verdict_rows(results, true);
  for (const std::string_view stratum : kTouchStrata)
    for (const VerdictRow& row : rows)
      if (row.query == Query::relation && row.stratum == stratum)
        list.push_back({row.subject, row.stratum, row.counts});
  return list;
}

std::vector<WeakSpot> weak_spots(const Report& report) {
  std::vector<WeakSpot> list;
  const auto add_word = [](std::string& words, const std::string& word) {
    if ((" " + words + " ").find(" " + word + " ") == std::string::npos)
      words += (words.empty() ? "" : " ") + word;
  };
  for (const auto& [finding, sweep] : merged_findings(report.sweeps)) {
    if (!starts_with(finding.subject, "published.")) continue;
    const std::string what = what_happened(finding);
    auto spot = std::find_if(list.begin(), list.end(), [&, f = &finding](const WeakSpot& w) {
      return w.subject == f->subject && w.query == f->query && w.what == what;
    });
    if (spot == list.end()) spot = list.insert(spot, {finding.subject, finding.query, what, {}, {}, 0, 0});
    spot->count += finding.count;
    add_word(spot->shapes, finding.signature.substr(finding.signature.rfind('.') + 1));
    add_word(spot->where, finding.stratum);
    if (finding.outcome == Outcome::wrong && !accepts_invalid(finding)) spot->on_valid += finding.count;
    const SweepRecord* strata = report.sweep(kStrataSweep);
    if (finding.outcome != Outcome::wrong && strata != nullptr)
      spot->on_valid = count_of(sum_counts(strata->results,
                                           [f = &finding](const CounterKey& key) {
                                             return key.subject == f->subject && key.query == f->query &&
                                                    key.stratum != "invalid";
                                           }),
                                finding.outcome);
  }
  return list;
}

double time_of(const std::vector<BenchRow>& rows, std::string_view query, std::string_view algorithm,
               std::string_view workload, int vertices) {
  for (const BenchRow& row : rows)
    if (row.query == query && row.algorithm == algorithm && row.workload == workload &&
        row.vertices == vertices)
      return row.nanoseconds;
  return 0;
}

std::vector<Ratio> ratios(const std::vector<BenchRow>& rows) {
  std::vector<Ratio> list;
  const auto add = [&](std::string what, std::string_view ours, std::string_view theirs,
                       std::string_view workload, int vertices, double target) {
    const double mine = time_of(rows, "relation", ours, workload, vertices);
    const double other = time_of(rows, "relation", theirs, workload, vertices);
    if (mine > 0 && other > 0) list.push_back({std::move(what), vertices, mine / other, target});
  };
  const std::string core = "core.collide / naive separating axes, mixed pairs";
  add(core, "core.collide", "naive_sat", "mixed", 4, 1.2);
  add(core, "core.collide", "naive_sat", "mixed", 8, 0.8);
  add(core, "core.collide", "naive_sat", "mixed", 32, 0.15);
  add(core, "core.collide", "naive_sat", "mixed", 128, 0);
  add("oracle / Boost on doubles, mixed pairs", "oracle", "boost.intersects", "mixed", 8, 0.2);
  add("oracle / Boost on rationals, mixed pairs", "oracle", "boost_rational", "mixed", 8, 0.005);
  add("oracle / Boost on doubles, touching pairs", "oracle", "boost.intersects", "touching", 8, 2);
  add("core.collide / Boost on doubles, touching pairs", "core.collide", "boost.intersects", "touching", 8,
      0);
  for (const auto& [shapes, target] :
       {std::pair{"circle", 0.0}, {"aabb", 0.0}, {"capsule", 1.5}, {"obb", 1.5}})
    add(std::string("exact / unguarded textbook, ") + shapes + " pairs", "core", "textbook", shapes, 0,
        target);
  for (const BenchRow& row : rows) {
    if (row.query == "relation" && row.algorithm == "core.parts")
      add("core.parts, parts made before / Boost on doubles, " + row.workload, "core.parts",
          "boost.intersects", row.workload, 0, 1);
    if (row.algorithm != "core.broad_phase") continue;
    const double boost = time_of(rows, "", "boost.rtree", row.workload);
    if (boost > 0)
      list.push_back(
          {"broad phase / Boost's R-tree rebuilt, " + row.workload, 0, row.nanoseconds / boost, 1});
  }
  return list;
}

std::vector<Growth> growth(const std::vector<BenchRow>& rows) {
  std::map<std::tuple<std::string, std::string>, std::vector<std::pair<double, double>>> series;
  for (const BenchRow& row : rows)
    if (row.query == "relation" && row.nanoseconds > 0 && row.vertices > 0)
      series[{row.algorithm, row.workload}].emplace_back(std::log(row.vertices), std::log(row.nanoseconds));
  std::vector<Growth> list;
  for (const auto& [key, points] : series) {
    double x = 0, y = 0, xx = 0, xy = 0;
    const auto n = static_cast<double>(points.size());
    for (const auto& [px, py] : points) {
      x += px;
      y += py;
      xx += px * px;
      xy += px * py;
    }
    const double spread = n * xx - x * x;
    if (points.size() >= 2 && spread > 0)
      list.push_back({std::get<0>(key), std::get<1>(key), (n * xy - x * y) / spread});
  }
  return list;
}

std::vector<ExactnessPoint> exactness_points(const Report& report) {
  std::vector<ExactnessPoint> list;
  const SweepRecord* strata = report.sweep(kStrataSweep);
  if (strata == nullptr) return list;
  for (const auto& [algorithm, subject] : kSameCode) {
    const std::string_view name = subject;
    const OutcomeCounts counts = sum_counts(strata->results, [&](const CounterKey& key) {
      return key.subject == name && key.query == Query::relation && key.pair == "polygon-polygon" &&
             key.stratum != "invalid";
    });
    const double time = time_of(report.benchmark, "relation", algorithm, "mixed", 8);
    const std::uint64_t whole = judged(counts);
    if (time <= 0 || whole == 0) continue;
    const std::uint64_t off = whole - count_of(counts, Outcome::right);
    list.push_back({std::string(subject), time, static_cast<double>(off) / static_cast<double>(whole)});
  }
  return list;
}

std::string summary_of(const Report& report) {
  std::uint64_t scenes = 0, verdicts = 0, witnessed = 0, conflicts = 0, core_failures = 0, core_verdicts = 0;
  std::uint64_t core_relations = 0, core_relations_right = 0;
  double core_worst = 0;
  for (const SweepRecord& s : report.sweeps) {
    scenes += s.results.scenes;
    witnessed += s.results.witnessed;
    conflicts += s.results.conflicts.size();
    verdicts += judged(sum_counts(s.results, [](const CounterKey&) { return true; }));
    const OutcomeCounts core = sum_counts(s.results, [](const CounterKey& k) {
      const bool said_so = k.outcome == Outcome::gave_up && k.stratum == name_of(Stratum::out_of_range);
      return starts_with(k.subject, "core.") && !said_so;
    });
    const OutcomeCounts relation = sum_counts(s.results, [](const CounterKey& k) {
      return starts_with(k.subject, "core.") && k.query == Query::relation;
    });
    core_failures += failures(core);
    core_verdicts += judged(core);
    core_relations += judged(relation);
    core_relations_right += count_of(relation, Outcome::right);
    for (const auto& [key, error] : s.results.worst_error_u)
      if (starts_with(std::get<0>(key), "core.")) core_worst = std::max(core_worst, error);
  }
  std::string text = fmt::format(
      "{} scenes were put to {} subjects and gave {} verdicts; the exact oracle was checked {} times by an "
      "independent witness, with {} conflict{}. ",
      with_commas(scenes), report.subjects.size(), with_commas(verdicts), with_commas(witnessed), conflicts,
      conflicts == 1 ? "" : "s");
  OutcomeCounts boost{};
  if (const SweepRecord* strata = report.sweep(kStrataSweep))
    boost = sum_counts(strata->results, [](const CounterKey& k) {
      return k.subject == "boost.intersects" && k.query == Query::relation && k.stratum == "near_touch";
    });
  text += fmt::format(
      "The core failed {} of {} verdicts ({} of {} relations exactly right, worst error of a number {} u), "
      "while "
      "{} kinds of failure of others were found, and Boost.Geometry on doubles differs from the truth on {} "
      "of the "
      "near_touch scenes. ",
      with_commas(core_failures), with_commas(core_verdicts), with_commas(core_relations_right),
      with_commas(core_relations), short_number(core_worst),
      [&] {
        const auto all = merged_findings(report.sweeps);
        return std::count_if(all.begin(), all.end(),
                             [](const auto& f) { return !starts_with(f.first.subject, "core."); });
      }(),
      percent(judged(boost) - count_of(boost, Outcome::right), judged(boost)));
  return text + speed_sentence(report);
}

std::vector<std::string> not_tested() {
  return {
      "Everything in space.",
      "Contact manifolds, time of impact, and whole scenes of many shapes: every scene here is one pair.",
      "Coordinates outside the exponent range in which the core is exact; it says so itself there.",
      "Penetration depth of concave polygons and rings: the truth is a proved lower bound only, so nobody is "
      "blamed for it.",
      "Invalid shapes, for subjects that do not claim to check their input (published.* are asked all the "
      "same).",
      "Speed on other machines and compilers; only ratios of one run are claims. Memory is not measured "
      "here.",
      "Scenes that nobody constructed: a clean row says that these scenes found nothing, not that nothing is "
      "there.",
  };
}

std::variant<std::vector<BenchRow>, std::string> parse_benchmark(std::string_view json) {
  std::vector<BenchRow> rows;
  try {
    const auto tree = nlohmann::json::parse(json);
    for (const auto& entry : tree.at("benchmarks")) {
      if (entry.contains("run_type") && entry["run_type"] != "iteration") continue;
      if (entry.value("error_occurred", false)) continue;
      const std::string name = entry.at("name");
      std::vector<std::string> part(1);
      for (const char c : name) {
        if (c == '/')
          part.emplace_back();
        else
          part.back() += c;
      }
      if (part.size() < 2) continue;
      BenchRow row;
      if (part.size() > 2) {
        row.query = part.front();
        part.erase(part.begin());
      }
      row.algorithm = part.front();
      part.erase(part.begin());
      if (part.size() > 1 && part.back().find_first_not_of("0123456789") == std::string::npos) {
        row.vertices = std::stoi(part.back());
        part.pop_back();
      }
      row.workload = fmt::format("{}", fmt::join(part, "/"));
      const std::string unit = entry.value("time_unit", "ns");
      const double factor = unit == "ns" ? 1 : unit == "us" ? 1e3 : unit == "ms" ? 1e6 : 1e9;
      const double a_second = entry.value("items_per_second", 0.0);
      const double pairs = std::max(entry.value("pairs", 1.0), 1.0);
      row.nanoseconds = a_second > 0
                            ? 1e9 / a_second
                            : entry.at("cpu_time").get<double>() * factor / (row.query.empty() ? 1 : pairs);
      rows.push_back(std::move(row));
    }
  } catch (const std::exception& e) {
    return fmt::format("the benchmark's output cannot be read: {}", e.what());
  }
  return rows;
}

bool accepts_invalid(const Finding& finding) {
  return finding.signature.find(".accepts_invalid.") != std::string::npos;
}

std::string shell_quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? "'\\''" : std::string(1, c);
  return out + "'";
}

GalleryEntry gallery_entry(const Finding& finding, std::string sweep, std::span<Subject* const> subjects) {
  GalleryEntry entry;
  entry.finding = finding;
  entry.sweep = std::move(sweep);
  entry.command = fmt::format("printf '%s\\n' {} > scene.jsonl && ./touchstone replay scene.jsonl",
                              shell_quoted(finding.scene));
  const auto parsed = parse_scene(finding.scene);
  if (const auto* error = std::get_if<SceneError>(&parsed)) {
    entry.truth = "the scene cannot be read again: " + to_string(*error);
    return entry;
  }
  Scene scene = std::get<Scene>(parsed);
  scene.query = finding.query;
  entry.title = scene.id;
  const ReplayRecord record = replay(scene, subjects, false);
  entry.svg = scene_svg(scene, record.truth);
  entry.truth = to_json(record.truth, record.separation).dump();
  std::set<std::string> told;
  for (const SubjectRecord& s : record.subjects) {
    if (s.verdict.outcome == Outcome::unsupported) continue;
    told.insert(s.subject);
    entry.answers.push_back({s.subject, std::string(name_of(s.query)),
                             to_json(s.answer, record.scene.dimension()).dump(),
                             std::string(name_of(s.verdict.outcome)), short_number(s.verdict.error_u)});
  }
  if (told.count(finding.subject) == 0)
    entry.answers.push_back({finding.subject, std::string(name_of(finding.query)), finding.answer,
                             std::string(name_of(finding.outcome)), short_number(finding.error_u)});
  return entry;
}

std::vector<std::pair<Finding, std::string>> merged_findings(const std::vector<SweepRecord>& sweeps) {
  std::map<std::tuple<bool, std::string, std::string>, std::pair<Finding, std::string>> all;
  for (const SweepRecord& s : sweeps)
    for (const auto& [signature, finding] : s.results.findings) {
      const auto [at, added] =
          all.try_emplace({accepts_invalid(finding), finding.subject, signature}, finding, s.name);
      if (added) continue;
      Finding& kept = at->second.first;
      const std::uint64_t count = kept.count + finding.count;
      if (smaller(finding, kept)) at->second = {finding, s.name};
      at->second.first.count = count;
    }
  std::vector<std::pair<Finding, std::string>> list;
  for (auto& [key, value] : all) list.push_back(std::move(value));
  return list;
}

}  // namespace touchstone::reports
