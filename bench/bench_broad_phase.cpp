// All pairs among 10,000 moving boxes: the broad phase of core and Boost's packed R-tree, rebuilt each step,
// on the same steps. Rows are named algorithm/scene; time is per step. Both must find the same number of
// pairs before the clock starts.
#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <map>
#include <string>
#include <vector>

#include <touchstone/broad_phase.hpp>

#include "bench/boost_rtree.hpp"
#include "harness/random.hpp"

namespace touchstone::bench {
namespace {

constexpr int kBoxes = 10'000;
constexpr int kSteps = 8;
constexpr double kWorld = 100;

using Boxes = std::vector<Aabb2<double>>;

struct Scene {
  const char* name;
  /// Size of a box, given two numbers in [0, 1).
  Vec2<double> (*size)(int box, double a, double b);
  int cluster = 1;  ///< boxes that start within a tenth of the world of each other
  double offset = 0;
};

const Scene kScenes[] = {
    {"sparse",
     [](int, double a, double b) {
       return Vec2<double>{0.45 * a, 0.45 * b};
     }},
    {"one_pair_a_box",
     [](int, double a, double b) {
       return Vec2<double>{1.4 * a, 1.4 * b};
     }},
    {"ten_pairs_a_box",
     [](int, double a, double b) {
       return Vec2<double>{4.5 * a, 4.5 * b};
     }},
    {"one_in_100_huge",
     [](int box, double a, double b) {
       const double size = box % 100 == 0 ? 20 : 1;
       return Vec2<double>{size * a, size * b};
     }},
    {"sizes_over_7_octaves",
     [](int, double a, double b) {
       const double size = 8 * std::exp2(-7 * a);
       return Vec2<double>{size, size * b};
     }},
    {"tall",
     [](int, double a, double b) {
       return Vec2<double>{0.2 * a, 30 * b};
     }},
    {"wide",
     [](int, double a, double b) {
       return Vec2<double>{30 * a, 0.2 * b};
     }},
    {"clusters",
     [](int, double a, double b) {
       return Vec2<double>{0.3 * a, 0.3 * b};
     },
     100},
    {"far_from_origin",
     [](int, double a, double b) {
       return Vec2<double>{1.4 * a, 1.4 * b};
     },
     1, 1e9},
};

std::vector<Boxes> make_steps(const Scene& scene) {
  Random random(1, 0, 0, 0);
  const auto anywhere = [&](double range) {
    return Vec2<double>{range * random.real(), range * random.real()};
  };
  std::vector<Boxes> steps(kSteps);
  Vec2<double> middle{};
  for (int i = 0; i < kBoxes; ++i) {
    if (i % scene.cluster == 0) middle = anywhere(kWorld);
    const Vec2<double> at = scene.cluster == 1 ? middle : middle + anywhere(kWorld / 10);
    const Vec2<double> offset{scene.offset, -scene.offset};
    const Vec2<double> size = scene.size(i, random.real(), random.real());
    const Vec2<double> velocity = anywhere(1) - Vec2<double>{0.5, 0.5};
    for (int step = 0; step < kSteps; ++step) {
      const Vec2<double> corner = offset + at + velocity * double(step);
      steps[static_cast<std::size_t>(step)].push_back({corner, corner + size});
    }
  }
  return steps;
}

std::size_t count_pairs(BroadPhase<double>& broad_phase, const Boxes& boxes) {
  std::size_t pairs = 0;
  broad_phase.update(boxes);
  broad_phase.visit_pairs([&](std::uint32_t i, std::uint32_t j) { pairs += i < j; });
  return pairs;
}

struct Prepared {
  std::vector<Boxes> steps;
  BoostTree boost;
  std::size_t pairs = 0;     ///< in all steps
  double boost_seconds = 0;  ///< per step, once its row has run

  explicit Prepared(const Scene& scene) : steps(make_steps(scene)), boost(steps) {
    BroadPhase<double> broad_phase;
    for (std::size_t step = 0; step < kSteps; ++step) {
      const std::size_t found = count_pairs(broad_phase, steps[step]);
      pairs += found;
      if (found == boost.count_pairs(step)) continue;
      std::fprintf(stderr, "%s: step %zu: not the same pairs; nothing is timed that is wrong\n", scene.name,
                   step);
      std::exit(2);
    }
  }
};

Prepared& prepared(const Scene& scene) {
  static std::map<std::string, Prepared> all;
  const auto found = all.find(scene.name);
  return found != all.end() ? found->second : all.try_emplace(scene.name, scene).first->second;
}

/// Times run(step) for one step after another; returns seconds a step, of processor time.
template <class Run>
double time_steps(benchmark::State& state, const Prepared& scene, const Run& run) {
  std::size_t step = 0;
  const std::clock_t start = std::clock();
  for (auto _ : state) {
    benchmark::DoNotOptimize(run(step));
    step = (step + 1) % kSteps;
  }
  const double seconds = double(std::clock() - start) / CLOCKS_PER_SEC;
  state.counters["pairs"] = double(scene.pairs) / kSteps;
  return seconds / double(state.iterations());
}

void add_rows() {
  for (const Scene& scene : kScenes) {
    benchmark::RegisterBenchmark((std::string("boost.rtree/") + scene.name).c_str(), [&](benchmark::State&
                                                                                             state) {
      Prepared& p = prepared(scene);
      p.boost_seconds = time_steps(state, p, [&](std::size_t step) { return p.boost.count_pairs(step); });
    })->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark((std::string("core.broad_phase/") + scene.name).c_str(),
                                 [&](benchmark::State& state) {
                                   const Prepared& p = prepared(scene);
                                   BroadPhase<double> broad_phase;
                                   broad_phase.reserve(kBoxes);
                                   const double seconds = time_steps(state, p, [&](std::size_t step) {
                                     return count_pairs(broad_phase, p.steps[step]);
                                   });
                                   if (p.boost_seconds > 0)
                                     state.counters["of_boost"] = seconds / p.boost_seconds;
                                 })
        ->Unit(benchmark::kMillisecond);
  }
}

}  // namespace
}  // namespace touchstone::bench

int main(int argc, char** argv) {
  touchstone::bench::add_rows();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
