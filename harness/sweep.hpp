// The sweep: scenes x subjects x queries, over worker processes and shards, into a store.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/imported_shapes.hpp"
#include "harness/scene.hpp"
#include "harness/store.hpp"
#include "harness/strata/registry.hpp"

namespace touchstone {

/// Where scenes come from: cells of scenes, each a pure function of (cell, index).
class SceneSource {
 public:
  struct Cell {
    std::string stratum;
    std::string pair;
    std::uint64_t scenes = 0;  ///< how many to take
  };
  virtual ~SceneSource() = default;
  virtual const std::vector<Cell>& cells() const = 0;
  virtual void make(std::size_t cell, std::uint64_t index, Scene& out) const = 0;
  /// A name for the scene, with which anybody can make it again.
  virtual std::string id(std::size_t cell, std::uint64_t index) const = 0;
  /// One scene in this many is shown to the witness, whatever tier decided it.
  virtual std::uint64_t witness_every() const = 0;
  /// A block is the unit of work, of a transaction and of resuming: about a tenth of a second of work.
  virtual std::uint64_t scenes_per_block() const = 0;
};

/// Generated scenes: `cases` in all, spread evenly over the cells (stratum x pair) that make sense.
std::unique_ptr<SceneSource> strata_source(const std::vector<Stratum>& strata,
                                           const std::vector<PairClass>& pairs, std::uint64_t seed,
                                           std::uint64_t cases);
/// Scenes from files, as one cell for each pair of shape types.
std::unique_ptr<SceneSource> scenes_source(std::string stratum, std::vector<Scene> scenes);
/// Pairs of shapes of a map.
std::unique_ptr<SceneSource> pairs_source(std::string file, std::vector<NamedShape> shapes,
                                          std::vector<IndexPair> pairs);

/// Of the scenes that the oracle's filter abstains on, one in this many is shown to the witness.
inline constexpr std::uint64_t kWitnessAbstained = 64;

struct SweepOptions {
  unsigned queries = 0;  ///< a bit per Query
  int jobs = 1;
  std::uint32_t shard = 0;        ///< this one ...
  std::uint32_t shards = 1;       ///< ... of so many
  std::optional<double> seconds;  ///< stop after so long
  double hang_seconds = 5;        ///< a subject's single call that takes longer counts as hung
};

struct SweepProgress {
  std::uint64_t scenes_done = 0;
  std::uint64_t scenes_in_all = 0;
  double seconds = 0;
};

/// Runs what the store has not seen yet. Returns true when everything is done, false when stopped by time or
/// by `interrupted`. A conflict between oracle and witness ends the run; it is in the store's results.
/// Results are the same for any number of jobs, and those of all shards add up to those of one run.
bool sweep(const SceneSource& source, std::span<Subject* const> subjects, const SweepOptions& options,
           Store& store, const std::function<void(const SweepProgress&)>& progress,
           const std::atomic<bool>& interrupted);

/// A measure of a scene's size, smaller is simpler: vertices first, then significant bits of the coordinates.
std::uint64_t scene_size(const Scene& scene);

}  // namespace touchstone
