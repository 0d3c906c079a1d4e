// Convex polygon pairs: every algorithm, the oracle and Boost on the same pairs, over the number of vertices.
// Rows are named query/algorithm/workload/vertices; time is per pair. Answers are verified before the clock
// starts.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <string>

#include <touchstone/collide.hpp>
#include <touchstone/epa.hpp>
#include <touchstone/gjk.hpp>
#include <touchstone/minkowski.hpp>
#include <touchstone/sat.hpp>

#include "bench/boost_rows.hpp"
#include "bench/workloads.hpp"
#include "core/published/gjk_boolean.hpp"
#include "core/published/polygon_sat.hpp"
#include "oracle/convex.hpp"
#include "oracle/truth.hpp"

namespace touchstone::bench {
namespace {

constexpr int kPairs = 256;
constexpr int kRationalPairs = 16;  ///< at about 50 us a pair
constexpr int kSizes[] = {4, 8, 32, 128};

/// One workload, prepared for everybody outside the clock.
struct Prepared {
  std::vector<PolygonPair> pairs;
  std::vector<Checked2<double>> a;
  std::vector<Checked2<double>> b;
  std::vector<oracle::ConvexOperand> oracle_a;
  std::vector<oracle::ConvexOperand> oracle_b;
  std::vector<Relation> truth;
  std::unique_ptr<BoostPairs> boost;
  double hit_share = 0;

  Prepared(Workload workload, int n)
      : pairs(make_pairs(workload, n, kPairs)), oracle_a(kPairs), oracle_b(kPairs) {
    oracle::Truth judge;
    for (int i = 0; i < kPairs; ++i) {
      const Shape2<double> shape_a = view(pairs[i].a);
      const Shape2<double> shape_b = view(pairs[i].b);
      judge.assign(shape_a, shape_b);
      truth.push_back(judge.relation());
      if (truth.back() != Relation::disjoint) hit_share += 1.0 / kPairs;
      a.push_back(checked(shape_a));
      b.push_back(checked(shape_b));
      oracle_a[i].assign(view(pairs[i].a));
      oracle_b[i].assign(view(pairs[i].b));
    }
    boost = std::make_unique<BoostPairs>(pairs, true);
  }
};

const Prepared& prepared(Workload workload, int n) {
  static std::map<std::pair<Workload, int>, Prepared> all;
  const auto key = std::pair{workload, n};
  const auto found = all.find(key);
  return found != all.end()
             ? found->second
             : all.emplace(std::piecewise_construct, std::tuple{key}, std::tuple{workload, n}).first->second;
}

using Row = void (*)(const Prepared&, std::size_t pair);
/// What the row says of the pair, as far as a row says it; nothing for rows that are judged elsewhere.
using Says = bool (*)(const Prepared&, std::size_t pair, Relation truth);

struct Algorithm {
  const char* name;
  Row run;
  Says is_right;
  int pairs = kPairs;
};

template <class T>
void keep(T value) {
  benchmark::DoNotOptimize(value);
}
Relation oracle_relation(const Prepared& p, std::size_t i) {
  auto tier = oracle::Truth::Tier::filter;
  return oracle::relation(p.oracle_a[i], p.oracle_b[i], oracle::Truth::Tier::filter, tier);
}
oracle::Truth& whole_truth(const Prepared& p, std::size_t i) {
  static oracle::Truth judge;
  judge.assign(view(p.pairs[i].a), view(p.pairs[i].b));
  return judge;
}

const Algorithm kAlgorithms[] = {
    {"relation/naive_sat",
     [](const Prepared& p, std::size_t i) { keep(published::polygon_sat(p.pairs[i].a, p.pairs[i].b)); },
     nullptr},
    {"relation/published_gjk",
     [](const Prepared& p, std::size_t i) { keep(published::gjk_boolean(p.pairs[i].a, p.pairs[i].b)); },
     nullptr},
    {"relation/core.collide", [](const Prepared& p, std::size_t i) { keep(relation(p.a[i], p.b[i])); },
     [](const Prepared& p, std::size_t i, Relation truth) {
       return relation(p.a[i], p.b[i]).relation == truth;
     }},
    {"relation/core.sat",
     [](const Prepared& p, std::size_t i) { keep(relation_sat(p.a[i].convex(), p.b[i].convex())); },
     [](const Prepared& p, std::size_t i, Relation truth) {
       return relation_sat(p.a[i].convex(), p.b[i].convex()).relation == truth;
     }},
    {"relation/core.span",
     [](const Prepared& p, std::size_t i) { keep(relation_angular_span(p.a[i].convex(), p.b[i].convex())); },
     [](const Prepared& p, std::size_t i, Relation truth) {
       return relation_angular_span(p.a[i].convex(), p.b[i].convex()).relation == truth;
     }},
    {"relation/core.gjk",
     [](const Prepared& p, std::size_t i) { keep(relation_gjk(p.a[i].convex(), p.b[i].convex())); },
     [](const Prepared& p, std::size_t i, Relation truth) {
       return relation_gjk(p.a[i].convex(), p.b[i].convex()).relation == truth;
     }},
    {"relation/core.collide+checked",
     [](const Prepared& p, std::size_t i) {
       keep(relation(checked(view(p.pairs[i].a)), checked(view(p.pairs[i].b))));
     },
     nullptr},
    {"relation/oracle", [](const Prepared& p, std::size_t i) { keep(oracle_relation(p, i)); },
     [](const Prepared& p, std::size_t i, Relation truth) { return oracle_relation(p, i) == truth; }},
    {"relation/oracle+assign", [](const Prepared& p, std::size_t i) { keep(whole_truth(p, i).relation()); },
     nullptr},
    {"relation/boost.intersects", [](const Prepared& p, std::size_t i) { keep(p.boost->intersects(i)); },
     nullptr},
    {"relation/boost_rational",
     [](const Prepared& p, std::size_t i) { keep(p.boost->intersects_rational(i)); },
     [](const Prepared& p, std::size_t i, Relation truth) {
       return p.boost->intersects_rational(i) == (truth != Relation::disjoint);
     },
     kRationalPairs},
    {"distance/core.gjk",
     [](const Prepared& p, std::size_t i) { keep(distance_gjk(p.a[i].convex(), p.b[i].convex())); }, nullptr},
    {"distance/boost.distance", [](const Prepared& p, std::size_t i) { keep(p.boost->distance(i)); },
     nullptr},
    {"penetration/core.sat",
     [](const Prepared& p, std::size_t i) { keep(penetration_sat(p.a[i].convex(), p.b[i].convex())); },
     nullptr},
    {"penetration/core.epa",
     [](const Prepared& p, std::size_t i) { keep(penetration_epa(p.a[i].convex(), p.b[i].convex())); },
     nullptr},
    {"penetration/oracle+assign",
     [](const Prepared& p, std::size_t i) {
       oracle::Truth& truth = whole_truth(p, i);
       keep(truth.separation());
       if (truth.relation() != Relation::disjoint) keep(truth.mtv());
     },
     nullptr},
};

void verify(const Algorithm& algorithm, const Prepared& p, const std::string& name) {
  for (std::size_t i = 0; algorithm.is_right != nullptr && i < static_cast<std::size_t>(algorithm.pairs); ++i)
    if (!algorithm.is_right(p, i, p.truth[i])) {
      std::fprintf(stderr, "%s: wrong about pair %zu; nothing is timed that is wrong\n", name.c_str(), i);
      std::exit(2);
    }
}

void add_rows() {
  for (const Workload workload : {Workload::mixed, Workload::touching})
    for (const Algorithm& algorithm : kAlgorithms)
      for (const int n : kSizes) {
        const std::string name =
            std::string(algorithm.name) + "/" + std::string(name_of(workload)) + "/" + std::to_string(n);
        benchmark::RegisterBenchmark(name.c_str(), [&algorithm, workload, n, name](benchmark::State& state) {
          const Prepared& p = prepared(workload, n);
          verify(algorithm, p, name);
          for (auto _ : state)
            for (std::size_t i = 0; i < static_cast<std::size_t>(algorithm.pairs); ++i) algorithm.run(p, i);
          state.counters["pairs"] = algorithm.pairs;
          state.counters["hit_share"] = p.hit_share;
          state.SetItemsProcessed(state.iterations() * algorithm.pairs);
        });
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
