// Other programs, run for their output.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace touchstone::cli {

/// Runs the program (argv[0], a path or a name to search for) without a shell and hands over each line of its
/// stdout. Returns its exit status; 128 + n when signal n ended it, 127 when it could not be started.
int run_program(const std::vector<std::string>& argv, const std::function<void(const std::string&)>& on_line,
                bool quiet_errors = false);

}  // namespace touchstone::cli
