#include "reports/sections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "reports/text.hpp"

namespace touchstone::reports {
namespace {

std::vector<Cell> plain(std::vector<std::string> texts) {
  std::vector<Cell> cells;
  for (std::string& text : texts) cells.push_back({std::move(text)});
  return cells;
}

Section summary_section(const Report& r) {
  Section s{"summary", "Summary", {Paragraph{summary_of(r)}}};
  for (const SweepRecord& sweep : r.sweeps)
    if (!sweep.finished)
      s.blocks.push_back(Paragraph{
          fmt::format("The sweep {} was stopped early: its numbers are of what was done.", sweep.name)});
  if (!r.benchmark_missing.empty())
    s.blocks.push_back(Paragraph{"No cost figures: " + r.benchmark_missing + "."});
  Table table{"What was swept",
              {"sweep", "scenes", "disjoint", "touching", "overlapping", "invalid", "filter", "expansions",
               "rationals", "witness asked", "conflicts"},
              {},
              1,
              false};
  for (const SweepRecord& sweep : r.sweeps) {
    const Results& x = sweep.results;
    auto row = plain({sweep.name, with_commas(x.scenes), with_commas(scenes_with(x, "disjoint")),
                      with_commas(scenes_with(x, "touching")), with_commas(scenes_with(x, "overlapping")),
                      with_commas(scenes_with(x, "invalid")), with_commas(x.decided_by[0]),
                      with_commas(x.decided_by[1]), with_commas(x.decided_by[2]), with_commas(x.witnessed),
                      with_commas(x.conflicts.size())});
    row.back().tone = x.conflicts.empty() ? Cell::Tone::good : Cell::Tone::bad;
    table.rows.push_back(std::move(row));
  }
  s.blocks.push_back(std::move(table));
  s.blocks.push_back(Paragraph{
      "Filter, expansions, rationals: the tier of the exact oracle that decided the relation. The witness is "
      "Boost.Geometry on exact rationals; a conflict would be our own fault and stop the sweep."});
  s.blocks.push_back(Command{r.command});
  return s;
}

constexpr const char* kWords =
    "right: equals the exact truth. rounding: differs within the subject's declared budget. wrong: beyond "
    "it, or a "
    "NaN, or an answer about an invalid shape. The worst error is in u = 2^-52 times the largest coordinate "
    "(an "
    "area: u times that coordinate).";

Section verdict_section(const Report& r) {
  Section s{"verdicts", "Verdicts", {Paragraph{kWords}}};
  for (const SweepRecord& sweep : r.sweeps) {
    Table table = verdict_table(sweep.results, false);
    table.caption =
        fmt::format("{}: every subject and query, {} scenes", sweep.name, with_commas(sweep.results.scenes));
    s.blocks.push_back(std::move(table));
    s.blocks.push_back(Command{sweep.command});
  }
  return s;
}

Section stratum_section(const Report& r) {
  Section s{"strata", "Verdicts by stratum", {}};
  const SweepRecord* strata = r.sweep(kStrataSweep);
  if (strata == nullptr) return s;
  s.blocks.push_back(
      Paragraph{"A stratum is a named family of scenes, each one constructed to sit where collision code "
                "breaks. Uniformly "
                "random scenes find almost nothing: compare the row uniform with the others."});
  std::map<std::string, std::vector<VerdictRow>> by_subject;
  for (VerdictRow& row : verdict_rows(strata->results, true)) by_subject[row.subject].push_back(row);
  const Table all = verdict_table(strata->results, true);
  for (const auto& [subject, rows] : by_subject) {
    Table table{subject, {all.head.begin() + 1, all.head.end()}, {}, 2, true};
    for (const auto& row : all.rows)
      if (row[0].text == subject) table.rows.emplace_back(row.begin() + 1, row.end());
    s.blocks.push_back(std::move(table));
  }
  s.blocks.push_back(Command{strata->command + " --by stratum"});
  return s;
}

Section touch_section(const Report& r) {
  Section s{"touch", "Near touch: where answers part", {}};
  if (const SweepRecord* strata = r.sweep(kStrataSweep)) {
    OutcomeCounts at_touch{};
    for (const NearTouchRow& row : near_touch_rows(strata->results))
      if (row.subject == "boost.intersects" && row.stratum == "near_touch") at_touch = row.counts;
    s.blocks.push_back(Paragraph{fmt::format(
        "Boost.Geometry's intersects on doubles differs from the exact truth on {} of the near_touch scenes "
        "({} beyond "
        "its budget, {} within): it works with a tolerance, so shapes a few units in the last place apart "
        "\"intersect\". The table shows, for relation, the share of answers that are not right, and of which "
        "wrong "
        "in brackets.",
        percent(judged(at_touch) - count_of(at_touch, Outcome::right), judged(at_touch)),
        percent(failures(at_touch), judged(at_touch)),
        percent(count_of(at_touch, Outcome::rounding), judged(at_touch)))});
    s.blocks.push_back(near_touch_table(strata->results));
    s.blocks.push_back(Command{strata->command + " --queries relation --by stratum"});
  }
  if (r.area_example) {
    std::string answers;
    for (const auto& [subject, area] : r.area_example->answers)
      answers += fmt::format("{}{} answers {}", answers.empty() ? "" : ", ", subject, area);
    s.blocks.push_back(Paragraph{fmt::format(
        "An area that is not small but absent: on the public scene {} the common area is truly {}; {}.",
        r.area_example->scene_id, r.area_example->truth, answers)});
    s.blocks.push_back(Command{
        fmt::format("grep {} properties/regressions/public-2d.jsonl > scene.jsonl && ./touchstone replay "
                    "scene.jsonl",
                    shell_quoted(r.area_example->scene_id))});
  }
  return s;
}

Section weak_section(const Report& r) {
  Section s{"weak", "Weak spots of published methods that really occur", {}};
  Table table{
      "",
      {"method", "query", "what happens", "shapes", "smallest scenes from", "times", "on valid scenes"},
      {},
      5,
      false};
  for (const WeakSpot& spot : weak_spots(r))
    table.rows.push_back(plain({spot.subject, std::string(name_of(spot.query)), spot.what, spot.shapes,
                                spot.where, with_commas(spot.count), with_commas(spot.on_valid)}));
  if (table.rows.empty()) {
    s.blocks.push_back(Paragraph{"None was met by these scenes."});
  } else {
    s.blocks.push_back(Paragraph{
        "published.* are formulas as tutorials give them, unchanged. Each line is a failure that scenes of "
        "this "
        "run provoke; the gallery shows the smallest ones. At exact touch the true separation is 0, within "
        "every "
        "budget: a method that calls a touch the other way than it declares is counted under rounding in the "
        "table above, not here."});
    s.blocks.push_back(std::move(table));
  }
  if (const SweepRecord* strata = r.sweep(kStrataSweep))
    s.blocks.push_back(Command{strata->command + " --subjects published"});
  return s;
}

/// What the benchmark says about the claim; empty when it was not run or says nothing.
std::string cost_of_claim(const std::string& id, const std::vector<BenchRow>& rows) {
  const auto ratio = [&](const char* what, const char* query, const char* ours, const char* theirs,
                         const char* workload, int vertices = 0) -> std::string {
    const double mine = time_of(rows, query, ours, workload, vertices);
    const double other = time_of(rows, query, theirs, workload, vertices);
    if (mine <= 0 || other <= 0) return {};
    return fmt::format(" {}: {:.1f} ns against {:.1f} ns, {:.2f} times.", what, mine, other, mine / other);
  };
  if (id == "four_axes")
    return ratio("Cost, exact, four axes against the general test", "relation", "core", "core.sat", "obb") +
           ratio("Unguarded, four axes against general axes", "relation", "textbook", "published.sat", "obb");
  if (id == "angular_span")
    return ratio("Cost on 8-gons, exact, span against axes", "relation", "core.span", "core.sat", "mixed", 8);
  if (id == "half_rotation")
    return ratio("Cost of a rhombus, half against whole", "rotate", "half", "whole", "rhombus") +
           ratio("Of a crystal", "rotate", "half", "whole", "crystal");
  return {};
}

/// Sphere < capsule < box < triangle, by the benchmark's rows of pairs of these shapes.
void add_cost_order(const Report& r, const char* order, std::array<const char*, 4> of_shapes, Section& s) {
  Table table{"", {"pairs of", "textbook, ns", "core, exact, ns"}, {}, 1, false};
  bool textbook_rises = true, core_rises = true;
  double textbook = 0, core = 0;
  for (const char* shapes : of_shapes) {
    const double plain_time = time_of(r.benchmark, "relation", "textbook", shapes);
    const double core_time = time_of(r.benchmark, "relation", "core.collide", shapes);
    if (plain_time <= 0 || core_time <= 0) return;
    textbook_rises = textbook_rises && plain_time > textbook;
    core_rises = core_rises && core_time > core;
    textbook = plain_time;
    core = core_time;
    table.rows.push_back(
        plain({shapes, fmt::format("{:.1f}", plain_time), fmt::format("{:.1f}", core_time)}));
  }
  const auto word = [](bool rises) { return rises ? "rises" : "does not rise"; };
  s.blocks.push_back(Paragraph{fmt::format(
      "Claim: cost rises in the order {}. {}. In this run the cost of the textbook formulas {} in that "
      "order, that of the exact core {}.",
      order, textbook_rises ? "Holds" : "Does not hold", word(textbook_rises), word(core_rises))});
  s.blocks.push_back(std::move(table));
}

Section claims_section(const Report& r) {
  Section s{"claims", "Claims, tested", {}};
  s.blocks.push_back(
      Paragraph{"What the published methods say of themselves, as experiments: scenes of all strata, exact "
                "truth, costs of this "
                "run's benchmark."});
  for (const Experiment& e : r.claims) {
    s.blocks.push_back(
        Paragraph{fmt::format("Claim: {} {}. {}{}", e.claim, e.holds ? "Holds" : "Does not hold as said",
                              e.finding, cost_of_claim(e.id, r.benchmark))});
    if (e.rows.empty()) continue;
    Table table{"", e.head, {}, 1, false};
    for (const auto& row : e.rows) table.rows.push_back(plain(row));
    s.blocks.push_back(std::move(table));
  }
  add_cost_order(r, "circle, capsule, rectangle, triangle", {"circle", "capsule", "obb", "triangle"}, s);
  add_cost_order(r, "sphere, capsule, box, triangle in space",
                 {"sphere", "capsule_xyz", "obb_xyz", "triangle_xyz"}, s);
  s.blocks.push_back(Command{r.command});
  return s;
}

Table cost_table(const Report& r, const std::string& query, const std::string& workload) {
  std::set<int> sizes;
  std::map<std::string, std::map<int, double>> rows;
  std::vector<std::string> order;
  for (const BenchRow& row : r.benchmark) {
    if (row.query != query || row.workload != workload || row.vertices == 0) continue;
    sizes.insert(row.vertices);
    if (rows.find(row.algorithm) == rows.end()) order.push_back(row.algorithm);
    rows[row.algorithm][row.vertices] = row.nanoseconds;
  }
  Table table{fmt::format("{}, {} pairs: nanoseconds a pair, by vertices of each polygon", query, workload),
              {"algorithm"},
              {},
              1,
              query != "relation"};
  for (const int n : sizes) table.head.push_back(std::to_string(n));
  for (const std::string& algorithm : order) {
    std::vector<Cell> cells{{algorithm}};
    for (const int n : sizes) {
      const auto at = rows[algorithm].find(n);
      cells.push_back({at == rows[algorithm].end() ? "" : fmt::format("{:.1f}", at->second)});
    }
    table.rows.push_back(std::move(cells));
  }
  return table;
}

Section cost_section(const Report& r) {
  Section s{"cost", "Cost", {}};
  if (r.benchmark.empty()) {
    s.blocks.push_back(Paragraph{"Not measured: " + r.benchmark_missing + "."});
    return s;
  }
  s.blocks.push_back(
      Paragraph{"One run, one machine, the same pairs for everybody, answers verified before the clock "
                "starts. A quick setting: "
                "single figures may be off by a tenth or two; use the benchmark itself for claims. mixed: "
                "about half of the "
                "pairs overlap. touching: a corner exactly on a side."});
  s.blocks.push_back(
      Chart{"cost_mixed", "Relation, mixed pairs: nanoseconds a pair over vertices, both logarithmic"});
  s.blocks.push_back(
      Chart{"cost_touching", "Relation, touching pairs: nanoseconds a pair over vertices, both logarithmic"});
  Table ratio{"Ratios", {"what", "vertices", "ratio", "target"}, {}, 1, false};
  for (const Ratio& x : ratios(r.benchmark)) {
    const Cell::Tone tone = x.target == 0         ? Cell::Tone::plain
                            : x.value <= x.target ? Cell::Tone::good
                                                  : Cell::Tone::bad;
    ratio.rows.push_back({{x.what},
                          {x.vertices == 0 ? "" : std::to_string(x.vertices)},
                          {fmt::format("{:.3g}", x.value), tone},
                          {x.target == 0 ? "" : fmt::format("at most {:.3g}", x.target)}});
  }
  s.blocks.push_back(std::move(ratio));
  Table slopes{"Growth: e of time ~ n^e over the vertices (1 is linear)",
               {"algorithm", "mixed", "touching"},
               {},
               1,
               false};
  std::map<std::string, std::map<std::string, std::string>> exponents;
  for (const Growth& g : growth(r.benchmark))
    exponents[g.algorithm][g.workload] = fmt::format("{:.2f}", g.exponent);
  for (auto& [algorithm, of] : exponents)
    slopes.rows.push_back(plain({algorithm, of["mixed"], of["touching"]}));
  s.blocks.push_back(std::move(slopes));
  for (const char* query : {"relation", "distance", "penetration"})
    for (const char* workload : {"mixed", "touching"}) {
      Table table = cost_table(r, query, workload);
      if (!table.rows.empty()) s.blocks.push_back(std::move(table));
    }
  s.blocks.push_back(Command{r.benchmark_command});
  return s;
}

Section exactness_section(const Report& r) {
  Section s{"exactness", "Cost against exactness", {}};
  const auto points = exactness_points(r);
  if (points.empty()) {
    s.blocks.push_back(Paragraph{"Needs both the benchmark and the strata."});
    return s;
  }
  s.blocks.push_back(
      Paragraph{"Down is exact, left is fast. Cost: relation on mixed pairs of 8-gons. Exactness: share of "
                "answers that are not "
                "right, over the convex polygon pairs of all strata but invalid."});
  s.blocks.push_back(
      Chart{"exactness", "Share of answers that are not right (per cent) over nanoseconds a pair"});
  Table table{"", {"subject", "ns a pair", "not right"}, {}, 1, false};
  for (const ExactnessPoint& p : points)
    table.rows.push_back({{p.subject},
                          {fmt::format("{:.1f}", p.nanoseconds)},
                          {p.share_off == 0 ? "0 %" : fmt::format("{:.3g} %", 100 * p.share_off),
                           p.share_off == 0 ? Cell::Tone::good : Cell::Tone::plain}});
  s.blocks.push_back(std::move(table));
  s.blocks.push_back(Command{r.command});
  return s;
}

Section gallery_section(const Report& r) {
  Section s{"gallery", "Gallery of failures", {}};
  s.blocks.push_back(
      Paragraph{fmt::format("{} kinds of failure, each with the smallest scene found, its exact truth, and "
                            "every subject's answer to it. A is "
                            "blue, B is orange, y points up; the green arrow is the shortest push of B out "
                            "of A, its dashed outline where "
                            "that leads; dark dots are closest points. Where the contact is too small to "
                            "see, it is enlarged beside the "
                            "picture.",
                            r.gallery.size())});
  s.blocks.push_back(Gallery{});
  return s;
}

Section map_section(const Report& r) {
  Section s{"countries", "Real shapes: the countries of the world", {}};
  const SweepRecord* sweep = r.sweep(kMapSweep);
  if (sweep == nullptr || !r.map) {
    s.blocks.push_back(Paragraph{"Not run."});
    return s;
  }
  const Results& x = sweep->results;
  s.blocks.push_back(Paragraph{
      fmt::format("{}: {} polygons, {} parts skipped as invalid, {} pairs. {} disjoint, {} touching, {} "
                  "overlapping. Exact oracle "
                  "and witness were both asked {} times and differed {} times.",
                  r.map->file, with_commas(r.map->shapes), r.map->skipped.size(), with_commas(r.map->pairs),
                  with_commas(scenes_with(x, "disjoint")), with_commas(scenes_with(x, "touching")),
                  with_commas(scenes_with(x, "overlapping")), with_commas(x.witnessed),
                  with_commas(x.conflicts.size()))});
  Table table = verdict_table(x, false);
  table.caption = "Verdicts on pairs of countries";
  s.blocks.push_back(std::move(table));
  if (!r.map->skipped.empty()) s.blocks.push_back(Items{r.map->skipped});
  s.blocks.push_back(Command{sweep->command});
  return s;
}

Section model_section(const Report& r) {
  Section s{"model", "Real shapes: the hull of a model in many poses", {}};
  const SweepRecord* sweep = r.sweep(kModelSweep);
  if (sweep == nullptr) {
    s.blocks.push_back(Paragraph{"Not run."});
    return s;
  }
  const Results& x = sweep->results;
  s.blocks.push_back(
      Paragraph{fmt::format("The Stanford bunny's hull, turned at random, against itself, boxes, balls, "
                            "capsules, triangles and rays: {} "
                            "scenes, {} disjoint, {} overlapping. Exact oracle and witness were both asked "
                            "{} times and differed {} times.",
                            with_commas(x.scenes), with_commas(scenes_with(x, "disjoint")),
                            with_commas(scenes_with(x, "overlapping")), with_commas(x.witnessed),
                            with_commas(x.conflicts.size()))});
  Table table = verdict_table(x, false);
  table.caption = "Verdicts on poses";
  s.blocks.push_back(std::move(table));
  s.blocks.push_back(Command{sweep->command});
  return s;
}

Section environment_section(const Report& r) {
  Section s{"environment", "Environment and how to do this again", {}};
  Table table{"", {"", ""}, {}, 2, false};
  for (const auto& [name, value] : r.environment) table.rows.push_back(plain({name, value}));
  s.blocks.push_back(std::move(table));
  Table subjects{"Subjects", {"name", "what it is", "at touch", "budget, u", "checks input"}, {}, 3, false};
  for (const SubjectRow& x : r.subjects)
    subjects.rows.push_back(
        plain({x.name, x.about, x.touch, short_number(x.budget_u), x.checks_input ? "yes" : "no"}));
  s.blocks.push_back(std::move(subjects));
  s.blocks.push_back(Command{r.command});
  return s;
}

}  // namespace

std::vector<Section> sections_of(const Report& r) {
  std::vector<Section> sections{
      summary_section(r),    verdict_section(r), touch_section(r),
      weak_section(r),       claims_section(r),  cost_section(r),
      exactness_section(r),  gallery_section(r), map_section(r),
      model_section(r),      stratum_section(r), {"limits", "What is not tested", {Items{not_tested()}}},
      environment_section(r)};
  return sections;
}

}  // namespace touchstone::reports
