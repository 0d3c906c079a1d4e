// One function a verb: adds its options to the program and returns what to run when it is chosen.
#pragma once

#include <CLI/CLI.hpp>
#include <atomic>
#include <functional>
#include <string>

namespace touchstone::cli {

/// Exit statuses of every verb.
enum Exit : int { kFine = 0, kFindings = 1, kUsage = 2 };

/// What ends a verb early with kUsage: one line for a person to act on.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

using Verb = std::function<int()>;
Verb add_list(CLI::App& app);
Verb add_check(CLI::App& app);
Verb add_replay(CLI::App& app);
Verb add_show(CLI::App& app);
Verb add_report(CLI::App& app);

/// Set by Ctrl-C: save what there is and end.
extern std::atomic<bool> interrupted;

}  // namespace touchstone::cli
