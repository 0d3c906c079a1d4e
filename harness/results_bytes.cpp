#include "harness/results_bytes.hpp"

#include <nlohmann/json.hpp>

namespace touchstone {
namespace {
using nlohmann::json;
}  // namespace

std::string to_bytes(const Results& results) {
  json counters = json::array();
  for (const auto& [key, n] : results.counters)
    counters.push_back({key.subject, key.stratum, key.pair, static_cast<int>(key.query),
                        static_cast<int>(key.outcome), key.decade, n});
  json findings = json::array();
  for (const auto& [key, f] : results.findings)
    findings.push_back({f.signature, f.count, f.size, f.stratum, f.subject, static_cast<int>(f.query),
                        static_cast<int>(f.outcome), f.error_u, f.scene, f.answer});
  json worst = json::array();
  for (const auto& [key, error] : results.worst_error_u)
    worst.push_back({std::get<0>(key), std::get<1>(key), static_cast<int>(std::get<2>(key)), error});
  json relations = json::array();
  for (const auto& [key, n] : results.relations) relations.push_back({std::get<0>(key), std::get<1>(key), n});
  const json all = {{"counters", counters},
                    {"findings", findings},
                    {"worst", worst},
                    {"relations", relations},
                    {"scenes", results.scenes},
                    {"witnessed", results.witnessed},
                    {"decided_by", results.decided_by},
                    {"conflicts", results.conflicts}};
  std::string bytes;
  json::to_msgpack(all, bytes);
  return bytes;
}

Results from_bytes(const std::string& bytes) {
  const json all = json::from_msgpack(bytes);
  Results results;
  for (const json& row : all["counters"])
    results.counters[{row[0], row[1], row[2], static_cast<Query>(row[3].get<int>()),
                      static_cast<Outcome>(row[4].get<int>()), row[5]}] = row[6];
  for (const json& row : all["findings"]) {
    Finding f{row[0],
              row[1],
              row[2],
              row[3],
              row[4],
              static_cast<Query>(row[5].get<int>()),
              static_cast<Outcome>(row[6].get<int>()),
              row[7],
              row[8],
              row[9]};
    results.findings[f.signature] = f;
  }
  for (const json& row : all["worst"])
    results.worst_error_u[{row[0], row[1], static_cast<Query>(row[2].get<int>())}] = row[3];
  for (const json& row : all["relations"]) results.relations[{row[0], row[1]}] = row[2];
  results.scenes = all["scenes"];
  results.witnessed = all["witnessed"];
  for (int i = 0; i < 3; ++i) results.decided_by[i] = all["decided_by"][i];
  results.conflicts = all["conflicts"].get<std::vector<std::string>>();
  return results;
}

}  // namespace touchstone
