// The program: `touchstone VERB ...`. stdout carries results only; everything else goes to stderr.
#include <fmt/format.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <vector>

#include "cli/verbs.hpp"
#include "harness/files.hpp"

namespace touchstone::cli {
std::atomic<bool> interrupted{false};
}

int main(int argc, char** argv) {
  using namespace touchstone::cli;
  std::signal(SIGINT, [](int) { interrupted = true; });
  CLI::App app{
      "Touchstone tells you, exactly, whether a collision-detection routine is right, and when it is wrong, "
      "hands you "
      "the smallest scene that proves it."};
  app.name("touchstone");
  app.require_subcommand(1);
  app.failure_message(CLI::FailureMessage::help);
  app.set_version_flag("--version", std::string("touchstone ") + TOUCHSTONE_VERSION);
  app.footer("Exit status: 0 fine, 1 findings, 2 usage or input error.");

  std::vector<std::pair<CLI::App*, Verb>> verbs;
  const auto add = [&](const char* name, const char* about, Verb (*make)(CLI::App&)) {
    CLI::App* verb = app.add_subcommand(name, about);
    verbs.emplace_back(verb, make(*verb));
  };
  add("list", "what can be tested with what: subjects, strata, queries, pairs", add_list);
  add("check", "put subjects to the test on strata or on your own shapes", add_check);
  add("replay", "the truth about scenes of a file, and every subject's verdict", add_replay);
  add("show", "one scene as picture, C++ test, WKT or certificate", add_show);
  add("report", "cross-validate, measure, and write the report", add_report);

  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& e) {
    return app.exit(e);
  } catch (const CLI::ParseError& e) {
    const bool no_verb = app.get_subcommands().empty() && argc > 1 && argv[1][0] != '-';
    fmt::print(stderr, "touchstone: {}; `touchstone --help` tells\n",
               no_verb ? "unknown verb " + touchstone::in_quotes(argv[1]) : std::string(e.what()));
    return kUsage;
  }
  try {
    for (const auto& [verb, run] : verbs)
      if (verb->parsed()) {
        const int status = run();
        if (std::fflush(stdout) != 0)
          throw InputError(fmt::format("stdout: cannot write: {}", std::strerror(errno)));
        return status;
      }
  } catch (const std::exception& e) {
    fmt::print(stderr, "touchstone: {}\n", e.what());
  }
  return kUsage;
}
