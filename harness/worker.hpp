// Blocks of work in forked worker processes, so that a subject that crashes or hangs is a finding and not the
// end of the run. Results do not depend on the number of workers: a block is a pure function of its number.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "harness/examine.hpp"

namespace touchstone {

struct WorkerOptions {
  int jobs = 1;
  double hang_seconds = 5;  ///< a subject's single call that takes longer counts as hung
};

/// The process that runs a block; tells the parent which call it is in.
class WorkerCalls : public CallWatch {
 public:
  /// Says which scene the following calls are about.
  virtual void at_scene(std::uint64_t index) = 0;
};

/// Runs `work` on each block that `next` hands out (nullopt: no more) in options.jobs child processes, and
/// gives what it returned to `done` in this process, in the order in which blocks end. When a child dies or
/// stands still inside a subject's call, the block is run again with that call answered crashed or hung.
/// `stop` is asked about five times a second: true ends the run early, blocks under way are dropped. Throws
/// std::runtime_error when a child dies outside a subject's call, and whatever `done` throws.
void run_blocks(const WorkerOptions& options, const std::function<std::optional<std::uint64_t>()>& next,
                const std::function<std::string(std::uint64_t block, WorkerCalls& calls)>& work,
                const std::function<void(std::uint64_t block, const std::string& result)>& done,
                const std::function<bool()>& stop);

}  // namespace touchstone
