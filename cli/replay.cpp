#include "harness/replay.hpp"

#include <fmt/format.h>

#include <variant>

#include "cli/choices.hpp"
#include "cli/verbs.hpp"
#include "harness/scene_json.hpp"
#include "reports/summary.hpp"

namespace touchstone::cli {
namespace {

struct Options {
  std::vector<std::string> files;
  std::string subjects = "all";
  bool all_queries = false;
  bool json = false;
};

/// Every line that is a scene is replayed; a line that is none is told on stderr and makes the exit status
/// kUsage.
int run(const Options& o) {
  const Subjects subjects = subjects_of(o.subjects);
  const std::vector<Subject*> asked = pointers(subjects);
  bool failed = false;
  bool refused = false;
  bool replayed = false;
  for (const std::string& file : o.files) {
    SceneReader reader(file);
    while (auto next = reader.next()) {
      if (const auto* error = std::get_if<SceneError>(&*next)) {
        refused = true;
        fmt::print(stderr, "touchstone: {}\n", to_string(*error));
        continue;
      }
      const ReplayRecord record = replay(std::get<Scene>(*next), asked, o.all_queries);
      replayed = true;
      failed = failed || record.failed();
      fmt::print("{}\n", o.json ? to_json(record, file, reader.line()).dump()
                                : reports::replay_text(record, file, reader.line()));
    }
  }
  if (!replayed && !refused) throw InputError("the files hold no scenes");
  return refused ? kUsage : (failed ? kFindings : kFine);
}

}  // namespace

Verb add_replay(CLI::App& app) {
  static Options o;
  app.add_option("file", o.files, "scene files (.jsonl)")->required();
  app.add_option("--subjects", o.subjects, "groups and names, as in core,boost.area")->capture_default_str();
  app.add_flag("--all-queries", o.all_queries, "ask every query, not only the scene's own");
  app.add_flag("--json", o.json, "print one JSON object a scene");
  return [] { return run(o); };
}

}  // namespace touchstone::cli
