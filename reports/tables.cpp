#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "reports/sections.hpp"
#include "reports/text.hpp"

namespace touchstone::reports {
namespace {

constexpr Outcome kColumns[] = {Outcome::right,   Outcome::rounding, Outcome::wrong, Outcome::refused,
                                Outcome::gave_up, Outcome::crashed,  Outcome::hung,  Outcome::undecided};

Cell count_cell(std::uint64_t n, std::uint64_t whole, Outcome outcome) {
  if (n == 0) return {"0"};
  const bool bad = is_failure(outcome);
  const Cell::Tone tone = bad                                       ? Cell::Tone::bad
                          : outcome == Outcome::right && n == whole ? Cell::Tone::good
                                                                    : Cell::Tone::plain;
  return {fmt::format("{} ({})", with_commas(n), percent(n, whole)), tone};
}

}  // namespace

Table verdict_table(const Results& results, bool by_stratum) {
  const auto rows = verdict_rows(results, by_stratum);
  std::vector<Outcome> used;
  for (const Outcome column : kColumns)
    if (column <= Outcome::wrong || std::any_of(rows.begin(), rows.end(), [&](const VerdictRow& r) {
          return count_of(r.counts, column) > 0;
        }))
      used.push_back(column);
  Table table{"", {"subject", "query"}, {}, 2, false};
  if (by_stratum) {
    table.head.push_back("stratum");
    table.text_columns = 3;
  }
  table.head.push_back("asked");
  for (const Outcome column : used) table.head.emplace_back(name_of(column));
  table.head.push_back("worst error, u");
  for (const VerdictRow& row : rows) {
    const std::uint64_t whole = judged(row.counts);
    std::vector<Cell> cells{{row.subject}, {std::string(name_of(row.query))}};
    if (by_stratum) cells.push_back({row.stratum});
    cells.push_back({with_commas(whole)});
    for (const Outcome column : used)
      cells.push_back(count_cell(count_of(row.counts, column), whole, column));
    cells.push_back({short_number(row.worst_u)});
    table.rows.push_back(std::move(cells));
  }
  return table;
}

Table near_touch_table(const Results& results) {
  std::map<std::string, std::map<std::string, OutcomeCounts>> cells;
  std::vector<std::string> strata;
  for (const NearTouchRow& row : near_touch_rows(results)) {
    cells[row.subject][row.stratum] = row.counts;
    if (std::find(strata.begin(), strata.end(), row.stratum) == strata.end()) strata.push_back(row.stratum);
  }
  Table table{"Relation: not right (wrong), per cent of answers", {"subject"}, {}, 1, false};
  table.head.insert(table.head.end(), strata.begin(), strata.end());
  for (const auto& [subject, row] : cells) {
    std::vector<Cell> line{{subject}};
    for (const std::string& stratum : strata) {
      const auto at = row.find(stratum);
      if (at == row.end()) {
        line.push_back({"-"});
        continue;
      }
      const std::uint64_t whole = judged(at->second);
      const std::uint64_t off = whole - count_of(at->second, Outcome::right);
      const std::uint64_t failed = failures(at->second);
      line.push_back({off == 0 ? "0 %" : fmt::format("{} ({})", percent(off, whole), percent(failed, whole)),
                      failed > 0 ? Cell::Tone::bad
                      : off == 0 ? Cell::Tone::good
                                 : Cell::Tone::plain});
    }
    table.rows.push_back(std::move(line));
  }
  return table;
}

nlohmann::ordered_json chart_data(const Report& report) {
  using nlohmann::ordered_json;
  ordered_json data = ordered_json::object();
  for (const char* workload : {"mixed", "touching"}) {
    std::vector<std::string> order;
    std::map<std::string, ordered_json> lines;
    for (const BenchRow& row : report.benchmark) {
      if (row.query != "relation" || row.workload != workload) continue;
      if (lines.find(row.algorithm) == lines.end()) order.push_back(row.algorithm);
      lines[row.algorithm].push_back({{"x", row.vertices}, {"y", row.nanoseconds}});
    }
    ordered_json& list = data[std::string("cost_") + workload]["lines"] = ordered_json::array();
    for (const std::string& name : order) list.push_back({{"name", name}, {"points", lines[name]}});
  }
  ordered_json& points = data["exactness"]["points"] = ordered_json::array();
  for (const ExactnessPoint& p : exactness_points(report))
    points.push_back({{"name", p.subject}, {"x", p.nanoseconds}, {"y", 100 * p.share_off}});
  return data;
}

}  // namespace touchstone::reports
