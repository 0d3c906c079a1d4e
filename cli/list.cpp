#include <fmt/format.h>

#include "cli/choices.hpp"
#include "cli/verbs.hpp"
#include "harness/answer_json.hpp"

namespace touchstone::cli {
namespace {

using nlohmann::ordered_json;

ordered_json subjects_json() {
  constexpr const char* kTouch[] = {"closed", "open", "unspecified", "three_valued"};
  ordered_json rows = ordered_json::array();
  for (const auto& subject : all_subjects()) {
    const SubjectInfo& info = subject->info();
    rows.push_back({{"name", info.name},
                    {"about", info.about},
                    {"scalar", info.scalar == Scalar::float32 ? "float32" : "float64"},
                    {"touch", kTouch[static_cast<int>(info.touch)]},
                    {"checks_input", info.checks_input},
                    {"budget_u", info.budget.rounding_u},
                    {"slop", info.budget.slop}});
  }
  return rows;
}

template <class Range, class Name>
ordered_json names(const Range& range, Name name) {
  ordered_json rows = ordered_json::array();
  for (const auto& item : range) rows.push_back({{"name", name(item)}});
  return rows;
}

ordered_json rows_of(const std::string& what) {
  if (what == "subjects") return subjects_json();
  if (what == "strata") {
    std::vector<Stratum> strata;
    for (int i = 0; i < kStratumCount; ++i) strata.push_back(static_cast<Stratum>(i));
    return names(strata, [](Stratum s) { return name_of(s); });
  }
  if (what == "pairs") return names(kPairClasses, [](PairClass p) { return name_of(p); });
  std::vector<Query> queries;
  for (int i = 0; i < kQueryCount; ++i) queries.push_back(static_cast<Query>(i));
  return names(queries, [](Query q) { return name_of(q); });
}

void print(const std::string& what) {
  fmt::print("{}:\n", what);
  for (const auto& row : rows_of(what)) {
    const std::string name = row["name"];
    if (what == "subjects")
      fmt::print("  {:<26} {}, touch: {}, budget {} u; {}\n", name, row["scalar"].get<std::string>(),
                 row["touch"].get<std::string>(), row["budget_u"].get<double>(),
                 row["about"].get<std::string>());
    else
      fmt::print("  {}\n", name);
  }
}

}  // namespace

Verb add_list(CLI::App& app) {
  static std::string what;
  static bool json = false;
  app.add_option("what", what, "subjects, strata, queries or pairs; all of them if left out")
      ->check(CLI::IsMember({"subjects", "strata", "queries", "pairs"}));
  app.add_flag("--json", json, "print JSON");
  return [] {
    const std::vector<std::string> chosen =
        what.empty() ? std::vector<std::string>{"subjects", "strata", "queries", "pairs"} : std::vector{what};
    ordered_json all;
    for (const std::string& name : chosen) {
      if (json)
        all[name] = rows_of(name);
      else
        print(name);
    }
    if (json) fmt::print("{}\n", all.dump());
    return static_cast<int>(kFine);
  };
}

}  // namespace touchstone::cli
