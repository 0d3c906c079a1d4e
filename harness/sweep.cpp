#include "harness/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstring>
#include <numeric>

#include "harness/answer_json.hpp"
#include "harness/examine.hpp"
#include "harness/results_bytes.hpp"
#include "harness/scene_json.hpp"
#include "harness/worker.hpp"

namespace touchstone {
namespace {

/// Bits between the first and the last one of the mantissa.
int significant_bits(double value) {
  std::uint64_t bits = std::bit_cast<std::uint64_t>(value) & 0xfffffffffffffULL;
  return value == 0 ? 0 : 53 - std::countr_zero(bits | (1ULL << 52));
}

std::uint64_t shape_size(const OwnedShape& shape) {
  std::uint64_t size = 0;
  const auto add = [&size](const std::vector<Vec2<double>>& points) {
    for (const Vec2<double> p : points)
      size += 1000 + static_cast<std::uint64_t>(significant_bits(p.x) + significant_bits(p.y));
  };
  add(shape.points);
  for (const Vec3<double>& p : shape.points3)
    size += 1000 +
            static_cast<std::uint64_t>(significant_bits(p.x) + significant_bits(p.y) + significant_bits(p.z));
  for (const double radius : shape.radii) size += static_cast<std::uint64_t>(significant_bits(radius));
  for (const auto& hole : shape.holes) add(hole);
  return size;
}

/// Counts of one block in a dense table: a million verdicts a second pass here.
class BlockCounters {
 public:
  explicit BlockCounters(std::size_t subjects)
      : counts_(subjects * kPerSubject), worst_(subjects * kQueryCount) {}

  void count(std::size_t subject, Query query, const Verdict& verdict) {
    const int decade = decade_of(verdict.error_u);
    const int slot = decade == kNoError ? 0 : decade - kSmallestDecade + 1;
    ++counts_[subject * kPerSubject +
              (static_cast<std::size_t>(query) * kOutcomeCount + static_cast<std::size_t>(verdict.outcome)) *
                  kDecades +
              slot];
    double& worst = worst_[subject * kQueryCount + static_cast<std::size_t>(query)];
    worst = std::max(worst, verdict.error_u);
  }

  void add_to(Results& results, std::span<Subject* const> subjects, const SceneSource::Cell& cell) const {
    for (std::size_t i = 0; i < counts_.size(); ++i) {
      if (counts_[i] == 0) continue;
      const std::size_t rest = i % kPerSubject;
      const int slot = static_cast<int>(rest % kDecades);
      const CounterKey key{subjects[i / kPerSubject]->info().name,
                           cell.stratum,
                           cell.pair,
                           static_cast<Query>(rest / kDecades / kOutcomeCount),
                           static_cast<Outcome>(rest / kDecades % kOutcomeCount),
                           slot == 0 ? kNoError : slot - 1 + kSmallestDecade};
      results.counters[key] += counts_[i];
    }
    for (std::size_t i = 0; i < worst_.size(); ++i)
      if (worst_[i] > 0)
        results.worst_error_u[{subjects[i / kQueryCount]->info().name, cell.stratum,
                               static_cast<Query>(i % kQueryCount)}] = worst_[i];
  }

 private:
  static constexpr std::size_t kDecades = kLargestDecade - kSmallestDecade + 2;
  static constexpr std::size_t kPerSubject = std::size_t{kQueryCount} * kOutcomeCount * kDecades;
  std::vector<std::uint32_t> counts_;
  std::vector<double> worst_;
};

struct Block {
  std::size_t cell;
  std::uint64_t begin;
  std::uint64_t end;
};

/// Block numbers run over the cells first, so that every stratum moves on at the same pace.
class Blocks {
 public:
  explicit Blocks(const SceneSource& source) : cells_(source.cells()), size_(source.scenes_per_block()) {
    for (const auto& cell : cells_) {
      in_all_ += cell.scenes;
      chunks_ = std::max(chunks_, (cell.scenes + size_ - 1) / size_);
    }
  }
  std::uint64_t count() const { return chunks_ * cells_.size(); }
  std::uint64_t scenes_in_all() const { return in_all_; }
  Block at(std::uint64_t number) const {
    const std::size_t cell = number % cells_.size();
    const std::uint64_t begin = number / cells_.size() * size_;
    return {cell, std::min(begin, cells_[cell].scenes), std::min(begin + size_, cells_[cell].scenes)};
  }

 private:
  const std::vector<SceneSource::Cell>& cells_;
  std::uint64_t size_;
  std::uint64_t chunks_ = 0;
  std::uint64_t in_all_ = 0;
};

/// Work of a child process: one block of scenes to results.
class BlockRunner {
 public:
  BlockRunner(const SceneSource& source, std::span<Subject* const> subjects, unsigned queries)
      : source_(source), subjects_(subjects), examiner_(subjects, queries) {}

  Results run(const Block& block, WorkerCalls& calls) {
    Results results;
    BlockCounters counters(subjects_.size());
    const SceneSource::Cell& cell = source_.cells()[block.cell];
    std::uint64_t by_relation[5] = {};
    for (std::uint64_t index = block.begin; index < block.end; ++index) {
      calls.at_scene(index);
      source_.make(block.cell, index, scene_);
      examiner_.examine(
          scene_,
          [&](std::size_t subject, Query query, const Answer& answer, const Verdict& verdict) {
            counters.count(subject, query, verdict);
            const bool may = verdict.outcome == Outcome::gave_up && subjects_[subject]->info().has_range &&
                             cell.stratum == name_of(Stratum::out_of_range);
            if (is_failure(verdict.outcome) && !may)
              find(results, block, index, subject, query, answer, verdict);
          },
          &calls);
      SceneTruth& truth = examiner_.truth();
      const bool decided = truth.valid() && truth.decided();
      ++by_relation[decided ? static_cast<int>(truth.relation()) : (truth.valid() ? 4 : 3)];
      if (decided) {
        ++results.decided_by[static_cast<int>(truth.tier())];
        if (ask_the_witness(index, truth)) witness(results, block, index, truth);
      }
    }
    results.scenes = block.end - block.begin;
    constexpr const char* kNames[] = {"disjoint", "touching", "overlapping", "invalid", "undecided"};
    for (int i = 0; i < 5; ++i)
      if (by_relation[i] > 0) results.relations[{cell.stratum, kNames[i]}] += by_relation[i];
    counters.add_to(results, subjects_, cell);
    return results;
  }

 private:
  void find(Results& results, const Block& block, std::uint64_t index, std::size_t subject, Query query,
            const Answer& answer, const Verdict& verdict) {
    const SubjectInfo& info = subjects_[subject]->info();
    Finding finding;
    finding.signature = signature(query, verdict.fault, info.name, scene_.a.type, scene_.b.type);
    finding.count = 1;
    finding.size = scene_size(scene_);
    const auto known = results.findings.find(finding.signature);
    if (known != results.findings.end() && known->second.size < finding.size) {
      ++known->second.count;
      return;
    }
    Scene scene = scene_;
    scene.id = source_.id(block.cell, index);
    scene.query = query;
    finding.stratum = source_.cells()[block.cell].stratum;
    finding.subject = info.name;
    finding.query = query;
    finding.outcome = verdict.outcome;
    finding.error_u = verdict.error_u;
    finding.scene = to_json(scene);
    finding.answer = to_json(answer, scene_.dimension()).dump();
    results.add(finding);
  }

  bool ask_the_witness(std::uint64_t index, const SceneTruth& truth) const {
    const std::uint64_t every = source_.witness_every();
    if (truth.tier() != SceneTruth::Tier::filter && index % std::min(every, kWitnessAbstained) == 0)
      return true;
    return index % every == 0;
  }

  void witness(Results& results, const Block& block, std::uint64_t index, SceneTruth& truth) {
    const auto agreed = witness_agrees(examiner_.shape_a(), examiner_.shape_b(), truth);
    if (!agreed) return;
    ++results.witnessed;
    if (*agreed) return;
    Scene scene = scene_;
    scene.id = source_.id(block.cell, index);
    scene.why = "oracle and witness differ";
    results.conflicts.push_back(to_json(scene));
  }

  const SceneSource& source_;
  std::span<Subject* const> subjects_;
  Examiner examiner_;
  Scene scene_;
};

class StrataSource final : public SceneSource {
 public:
  StrataSource(const std::vector<Stratum>& strata, const std::vector<PairClass>& pairs, std::uint64_t seed,
               std::uint64_t cases)
      : seed_(seed) {
    std::vector<std::pair<Stratum, PairClass>> in_order;
    for (const Stratum stratum : strata)
      for (const PairClass pair : pairs)
        if (applies(stratum, pair)) in_order.push_back({stratum, pair});
    // Cells are taken in strides of about the golden ratio, so that a run that ends early has met all strata
    // alike.
    std::size_t stride = in_order.size() * 618 / 1000 + 1;
    while (std::gcd(stride, std::max<std::size_t>(in_order.size(), 1)) != 1) ++stride;
    for (std::size_t i = 0; i < in_order.size(); ++i) {
      const auto& [stratum, pair] = in_order[i * stride % in_order.size()];
      kinds_.push_back({stratum, pair});
      cells_.push_back({std::string(name_of(stratum)), std::string(name_of(pair)), 0});
    }
    for (std::size_t i = 0; i < cells_.size(); ++i)
      cells_[i].scenes = cases / cells_.size() + (i < cases % cells_.size() ? 1 : 0);
  }
  const std::vector<Cell>& cells() const override { return cells_; }
  void make(std::size_t cell, std::uint64_t index, Scene& out) const override {
    generate(kinds_[cell].first, kinds_[cell].second, seed_, index, out);
  }
  std::string id(std::size_t cell, std::uint64_t index) const override {
    return scene_id(kinds_[cell].first, kinds_[cell].second, seed_, index);
  }
  std::uint64_t witness_every() const override { return 1000; }
  std::uint64_t scenes_per_block() const override { return 512; }

 private:
  std::uint64_t seed_;
  std::vector<std::pair<Stratum, PairClass>> kinds_;
  std::vector<Cell> cells_;
};

std::string pair_name(const OwnedShape& a, const OwnedShape& b) {
  return fmt::format("{}-{}", name_of(a.type), name_of(b.type));
}

class ScenesSource final : public SceneSource {
 public:
  ScenesSource(std::string stratum, std::vector<Scene> scenes) : scenes_(std::move(scenes)) {
    for (std::size_t i = 0; i < scenes_.size(); ++i) {
      const std::string pair = pair_name(scenes_[i].a, scenes_[i].b);
      auto cell = std::find_if(cells_.begin(), cells_.end(), [&](const Cell& c) { return c.pair == pair; });
      if (cell == cells_.end()) {
        cells_.push_back({stratum, pair, 0});
        members_.emplace_back();
        cell = cells_.end() - 1;
      }
      ++cell->scenes;
      members_[static_cast<std::size_t>(cell - cells_.begin())].push_back(i);
    }
  }
  const std::vector<Cell>& cells() const override { return cells_; }
  void make(std::size_t cell, std::uint64_t index, Scene& out) const override {
    out = scenes_[members_[cell][index]];
  }
  std::string id(std::size_t cell, std::uint64_t index) const override {
    return scenes_[members_[cell][index]].id;
  }
  std::uint64_t witness_every() const override { return 1; }
  std::uint64_t scenes_per_block() const override { return 64; }

 private:
  std::vector<Scene> scenes_;
  std::vector<Cell> cells_;
  std::vector<std::vector<std::size_t>> members_;
};

class PairsSource final : public SceneSource {
 public:
  PairsSource(std::string file, std::vector<NamedShape> shapes, std::vector<IndexPair> pairs)
      : file_(std::move(file)), shapes_(std::move(shapes)), pairs_(std::move(pairs)) {
    cells_.push_back({std::string(name_of(Stratum::real_shapes)), "polygon-polygon", pairs_.size()});
  }
  const std::vector<Cell>& cells() const override { return cells_; }
  void make(std::size_t, std::uint64_t index, Scene& out) const override {
    out.query = Query::relation;
    out.a = shapes_[pairs_[index].first].shape;
    out.b = shapes_[pairs_[index].second].shape;
  }
  std::string id(std::size_t, std::uint64_t index) const override {
    return scene_of_pair(shapes_, pairs_[index].first, pairs_[index].second, file_).id;
  }
  std::uint64_t witness_every() const override { return 1; }
  std::uint64_t scenes_per_block() const override { return 64; }

 private:
  std::string file_;
  std::vector<NamedShape> shapes_;
  std::vector<IndexPair> pairs_;
  std::vector<Cell> cells_;
};

}  // namespace

std::uint64_t scene_size(const Scene& scene) {
  return shape_size(scene.a) + shape_size(scene.b);
}

std::unique_ptr<SceneSource> strata_source(const std::vector<Stratum>& strata,
                                           const std::vector<PairClass>& pairs, std::uint64_t seed,
                                           std::uint64_t cases) {
  return std::make_unique<StrataSource>(strata, pairs, seed, cases);
}
std::unique_ptr<SceneSource> scenes_source(std::string stratum, std::vector<Scene> scenes) {
  return std::make_unique<ScenesSource>(std::move(stratum), std::move(scenes));
}
std::unique_ptr<SceneSource> pairs_source(std::string file, std::vector<NamedShape> shapes,
                                          std::vector<IndexPair> pairs) {
  return std::make_unique<PairsSource>(std::move(file), std::move(shapes), std::move(pairs));
}

bool sweep(const SceneSource& source, std::span<Subject* const> subjects, const SweepOptions& options,
           Store& store, const std::function<void(const SweepProgress&)>& progress,
           const std::atomic<bool>& interrupted) {
  const Blocks blocks(source);
  BlockRunner runner(source, subjects, options.queries);
  const auto started = std::chrono::steady_clock::now();
  const auto elapsed = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  };
  // Blocks of this shard are counted from 0 in the store, so that what is done stays one number.
  const auto global = [&](std::uint64_t block) { return block * options.shards + options.shard; };
  std::uint64_t upcoming = 0;
  std::uint64_t scenes_done = store.results().scenes;
  bool conflict = !store.results().conflicts.empty();
  const auto next = [&]() -> std::optional<std::uint64_t> {
    while (global(upcoming) < blocks.count()) {
      const std::uint64_t block = upcoming++;
      if (!store.is_done(block)) return block;
    }
    return std::nullopt;
  };
  const auto work = [&](std::uint64_t block, WorkerCalls& calls) {
    return to_bytes(runner.run(blocks.at(global(block)), calls));
  };
  const auto done = [&](std::uint64_t block, const std::string& bytes) {
    const Results results = from_bytes(bytes);
    store.add(block, results);
    scenes_done += results.scenes;
    conflict = conflict || !results.conflicts.empty();
    progress({scenes_done, blocks.scenes_in_all() / options.shards, elapsed()});
  };
  bool stopped = false;
  const auto stop = [&] {
    stopped = interrupted || conflict || (options.seconds && elapsed() >= *options.seconds);
    return stopped;
  };
  run_blocks({.jobs = static_cast<int>(std::min<std::uint64_t>(options.jobs, blocks.count())),
              .hang_seconds = options.hang_seconds},
             next, work, done, stop);
  store.add_seconds(elapsed());
  return !stopped;
}

}  // namespace touchstone
