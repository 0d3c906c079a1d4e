// Results and a report made by hand, with numbers the tests know.
#pragma once

#include "reports/model.hpp"

namespace touchstone::reports {

/// A name that tries everything at once.
inline constexpr const char* kHostile =
    "</script><script>alert(\"1\")</script><img src=x onerror='a'>{{body}}|`\n&";

inline Results example_results() {
  Results r;
  r.counters[{"boost.intersects", "near_touch", "polygon-polygon", Query::relation, Outcome::right,
              kNoError}] = 670;
  r.counters[{"boost.intersects", "near_touch", "polygon-polygon", Query::relation, Outcome::rounding, 0}] =
      300;
  r.counters[{"boost.intersects", "near_touch", "polygon-polygon", Query::relation, Outcome::wrong, 1}] = 30;
  r.counters[{"core.collide", "near_touch", "polygon-polygon", Query::relation, Outcome::right, kNoError}] =
      1000;
  r.counters[{"core.collide", "uniform", "polygon-polygon", Query::relation, Outcome::right, kNoError}] =
      2345;
  r.counters[{"core.collide", "uniform", "polygon-polygon", Query::relation, Outcome::unsupported,
              kNoError}] = 7;
  r.worst_error_u[{"boost.intersects", "near_touch", Query::relation}] = 12.5;
  r.relations[{"near_touch", "disjoint"}] = 400;
  r.relations[{"near_touch", "touching"}] = 600;
  r.relations[{"uniform", "overlapping"}] = 2352;
  r.scenes = 3352;
  r.witnessed = 44;
  return r;
}

inline Report example_report() {
  Report report;
  report.command = "./touchstone report --cases 3352 --seed 1";
  report.subjects.push_back({"core.collide", kHostile, "touching", 4, true});
  report.sweeps.push_back(
      {std::string(kStrataSweep), "./touchstone check --cases 3352 --seed 1", example_results()});
  for (const int n : {4, 8, 32}) {
    report.benchmark.push_back({"relation", "naive_sat", "mixed", n, 10.0 * n});
    report.benchmark.push_back({"relation", "core.collide", "mixed", n, 40.0 + n});
    report.benchmark.push_back({"relation", "boost.intersects", "mixed", n, 432.125});
    report.benchmark.push_back({"relation", "oracle", "mixed", n, 50.0});
  }
  GalleryEntry entry;
  entry.finding.signature = "relation.false_hit.boost.intersects.polygon-polygon";
  entry.finding.subject = "boost.intersects";
  entry.finding.outcome = Outcome::wrong;
  entry.finding.count = 30;
  entry.finding.stratum = "near_touch";
  entry.sweep = kStrataSweep;
  entry.title = kHostile;
  entry.svg = "<svg viewBox=\"0 0 1 1\"></svg>";
  entry.truth = kHostile;
  entry.answers.push_back({"boost.intersects", "relation", kHostile, "wrong", "12.5"});
  entry.command = std::string("printf ") + kHostile;
  report.gallery.push_back(std::move(entry));
  return report;
}

inline bool holds(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

inline std::size_t times(std::string_view text, std::string_view part) {
  std::size_t n = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

}  // namespace touchstone::reports
