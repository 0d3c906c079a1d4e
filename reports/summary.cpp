#include "reports/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

#include "harness/answer_json.hpp"
#include "harness/scene_json.hpp"

namespace touchstone::reports {
namespace {

using nlohmann::ordered_json;

/// One row of the table: a subject, a query, and the group it is split by.
struct Row {
  std::array<std::uint64_t, kOutcomeCount> counts{};
  std::uint64_t total = 0;
  int worst_decade = kNoError;
};
using RowKey = std::tuple<std::string, Query, std::string>;

std::map<RowKey, Row> rows_of(const Results& results, Grouping grouping) {
  std::map<RowKey, Row> rows;
  for (const auto& [key, n] : results.counters) {
    const std::string group = grouping == Grouping::stratum ? key.stratum
                              : grouping == Grouping::pair  ? key.pair
                                                            : "";
    Row& row = rows[{key.subject, key.query, group}];
    row.counts[static_cast<std::size_t>(key.outcome)] += n;
    row.total += n;
    row.worst_decade = std::max(row.worst_decade, key.decade);
  }
  return rows;
}

/// The worst error as a number where one is kept (per stratum), else its decade.
std::string worst_of(const Results& results, const RowKey& key, const Row& row, Grouping grouping) {
  const auto& [subject, query, group] = key;
  if (row.worst_decade == kNoError) return "0";
  if (grouping == Grouping::pair) return fmt::format("<1e{}", row.worst_decade + 1);
  double worst = 0;
  for (const auto& [at, error] : results.worst_error_u) {
    const auto& [of_subject, of_stratum, of_query] = at;
    if (of_subject == subject && of_query == query && (grouping == Grouping::none || of_stratum == group))
      worst = std::max(worst, error);
  }
  return fmt::format("{:.3g}", worst);
}

constexpr Outcome kColumns[] = {Outcome::right,   Outcome::rounding,    Outcome::wrong,
                                Outcome::refused, Outcome::gave_up,     Outcome::crashed,
                                Outcome::hung,    Outcome::unsupported, Outcome::undecided};

std::string table(const Results& results, Grouping grouping) {
  const auto rows = rows_of(results, grouping);
  std::array<bool, kOutcomeCount> used{};
  used[static_cast<std::size_t>(Outcome::right)] = used[static_cast<std::size_t>(Outcome::rounding)] =
      used[static_cast<std::size_t>(Outcome::wrong)] = true;
  for (const auto& [key, row] : rows)
    for (std::size_t i = 0; i < row.counts.size(); ++i) used[i] = used[i] || row.counts[i] > 0;
  std::string text = fmt::format("{:<20} {:<12}{}", "subject", "query",
                                 grouping == Grouping::none ? "" : fmt::format(" {:<20}", "group"));
  for (const Outcome column : kColumns)
    if (used[static_cast<std::size_t>(column)]) text += fmt::format(" {:>12}", name_of(column));
  text += fmt::format(" {:>12}\n", "worst, u");
  for (const auto& [key, row] : rows) {
    const auto& [subject, query, group] = key;
    text += fmt::format("{:<20} {:<12}{}", subject, name_of(query),
                        grouping == Grouping::none ? "" : fmt::format(" {:<20}", group));
    for (const Outcome column : kColumns)
      if (used[static_cast<std::size_t>(column)])
        text += fmt::format(" {:>12}", row.counts[static_cast<std::size_t>(column)]);
    text += fmt::format(" {:>12}\n", worst_of(results, key, row, grouping));
  }
  return text;
}

std::map<std::string, std::uint64_t> relation_totals(const Results& results) {
  std::map<std::string, std::uint64_t> totals;
  for (const auto& [key, n] : results.relations) totals[std::get<1>(key)] += n;
  return totals;
}

ordered_json finding_json(const Finding& f) {
  return {{"signature", f.signature},
          {"count", f.count},
          {"subject", f.subject},
          {"query", name_of(f.query)},
          {"verdict", name_of(f.outcome)},
          {"error_u", number_json(f.error_u)},
          {"stratum", f.stratum},
          {"scene", ordered_json::parse(f.scene)},
          {"answer", ordered_json::parse(f.answer)}};
}

/// Text of a scene for a terminal: control characters do not reach it.
std::string for_terminal(std::string text) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  return text;
}

}  // namespace

Grouping grouping_of(const std::string& name) {
  return name == "stratum" ? Grouping::stratum : name == "pair" ? Grouping::pair : Grouping::none;
}

std::string verdict_summary(const Results& results, Grouping grouping, double seconds) {
  auto totals = relation_totals(results);
  std::string text = fmt::format(
      "{} scenes in {:.1f} s: {} disjoint, {} touching, {} overlapping, {} invalid{}\n", results.scenes,
      seconds, totals["disjoint"], totals["touching"], totals["overlapping"], totals["invalid"],
      totals["undecided"] > 0 ? fmt::format(", {} undecided", totals["undecided"]) : "");
  text += fmt::format(
      "oracle: {} decided by the filter, {} by expansions, {} by rationals; witness: {} asked, {} "
      "conflicts\n\n",
      results.decided_by[0], results.decided_by[1], results.decided_by[2], results.witnessed,
      results.conflicts.size());
  text += table(results, grouping);
  for (const std::string& scene : results.conflicts) text += fmt::format("\noracle_conflict: {}\n", scene);
  if (results.findings.empty()) return results.conflicts.empty() ? text + "\nno findings\n" : text;
  text += fmt::format(
      "\n{} distinct findings; the smallest scene of each (write its line to a file, then ./touchstone "
      "replay FILE):\n",
      results.findings.size());
  for (const auto& [signature, f] : results.findings)
    text += fmt::format("\n{}\n  {} times, {}, {:.3g} u off; answer {}\n  {}\n", signature, f.count,
                        name_of(f.outcome), f.error_u, f.answer, f.scene);
  return text;
}

std::string results_json(const Results& results, double seconds) {
  ordered_json out;
  out["scenes"] = results.scenes;
  out["seconds"] = seconds;
  ordered_json& relations = out["relations"] = ordered_json::object();
  for (const auto& [name, n] : relation_totals(results)) relations[name] = n;
  out["decided_by"] = {{"filter", results.decided_by[0]},
                       {"expansion", results.decided_by[1]},
                       {"rational", results.decided_by[2]}};
  out["witness"] = {{"asked", results.witnessed}, {"conflicts", results.conflicts.size()}};
  ordered_json& counters = out["counters"] = ordered_json::array();
  for (const auto& [key, n] : results.counters) {
    ordered_json row = {{"subject", key.subject},
                        {"query", name_of(key.query)},
                        {"pair", key.pair},
                        {"stratum", key.stratum},
                        {"verdict", name_of(key.outcome)}};
    row["decade"] = key.decade == kNoError ? ordered_json(nullptr) : ordered_json(key.decade);
    row["count"] = n;
    counters.push_back(std::move(row));
  }
  ordered_json& worst = out["worst_error_u"] = ordered_json::array();
  for (const auto& [key, error] : results.worst_error_u)
    worst.push_back({{"subject", std::get<0>(key)},
                     {"stratum", std::get<1>(key)},
                     {"query", name_of(std::get<2>(key))},
                     {"error_u", number_json(error)}});
  ordered_json& findings = out["findings"] = ordered_json::array();
  for (const auto& [signature, finding] : results.findings) findings.push_back(finding_json(finding));
  ordered_json& conflicts = out["conflicts"] = ordered_json::array();
  for (const std::string& scene : results.conflicts) conflicts.push_back(ordered_json::parse(scene));
  return out.dump();
}

std::string replay_text(const ReplayRecord& record, const std::string& file, std::size_t line) {
  std::string place = line == 0 ? file : fmt::format("{}:{}", file, line);
  std::string text =
      fmt::format("{} {} ({}{}{})\n", place, for_terminal(record.scene.id), name_of(record.scene.query),
                  record.scene.why.empty() ? "" : ": ", for_terminal(record.scene.why));
  if (record.status == ReplayStatus::conflict) text += fmt::format("  CONFLICT: {}\n", record.reason);
  text += fmt::format("  truth: {}\n", to_json(record.truth, record.separation).dump());
  if (record.scene.expect)
    text += record.differs.empty()
                ? "  expect: as stated\n"
                : fmt::format("  expect: DIFFERS in {}\n", fmt::join(record.differs, ", "));
  for (const SubjectRecord& s : record.subjects)
    text += fmt::format("  {:<20} {:<12} {:<9} {:>9.3g} u  {}{}{}\n", s.subject, name_of(s.query),
                        name_of(s.verdict.outcome), s.verdict.error_u,
                        to_json(s.answer, record.scene.dimension()).dump(), s.signature.empty() ? "" : "  ",
                        s.signature);
  return text;
}

}  // namespace touchstone::reports
