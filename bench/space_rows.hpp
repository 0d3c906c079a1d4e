// What bench_space times: pairs of shapes whose truth is known, rays at shapes, and a row of the benchmark.
#pragma once

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <map>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <touchstone/collide3.hpp>

#include "bench/space_shapes.hpp"
#include "oracle/truth3.hpp"

namespace touchstone::bench {

inline constexpr std::size_t kPairs = 256;
/// Rows shorter than this in all tell no ratio: clock() counts microseconds.
inline constexpr double kLeastSeconds = 0.005;
/// What an answer may be off by, in u = 2^-52 x the oracle's scale; more with cylinders.
inline constexpr double kBudgetU = kRounded3Bound;
inline constexpr double kCurvedBudgetU = kEpa3CurvedDepthBound;

/// The least seconds of processor time a pair, by the row's name, so far.
inline std::map<std::string, double>& seconds_of() {
  static std::map<std::string, double> seconds;
  return seconds;
}

/// "query/algorithm/shapes", measured against "query/other/shapes" for each other.
struct Row {
  std::string query, algorithm, shapes;
  std::vector<std::string> others = {};
  std::map<std::string, double> counters = {};

  std::string name_with(const std::string& of) const { return query + "/" + of + "/" + shapes; }
};

/// Times ask(i) over the pairs [0, pairs).
template <class Ask>
void add(Row row, Ask ask, std::size_t pairs = kPairs) {
  benchmark::RegisterBenchmark(row.name_with(row.algorithm).c_str(), [=](benchmark::State& state) {
    const std::clock_t start = std::clock();
    for (auto _ : state)
      for (std::size_t i = 0; i < pairs; ++i) benchmark::DoNotOptimize(ask(i));
    const double spent = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    const double a_pair = spent / static_cast<double>(state.iterations()) / static_cast<double>(pairs);
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(pairs));
    state.counters["ns"] = a_pair * 1e9;
    for (const auto& [name, value] : row.counters) state.counters[name] = value;
    if (spent < kLeastSeconds) return;
    double& least = seconds_of().try_emplace(row.name_with(row.algorithm), a_pair).first->second;
    least = std::min(least, a_pair);
    for (const std::string& other : row.others)
      if (const auto found = seconds_of().find(row.name_with(other)); found != seconds_of().end())
        state.counters["of_" + other] = least / found->second;
  });
}

[[noreturn]] inline void refuse(const std::string& what, std::size_t pair) {
  std::fprintf(stderr, "%s: wrong about pair %zu; nothing is timed that is wrong\n", what.c_str(), pair);
  std::exit(2);
}

/// Hulls by their corners; any other shape as it is.
struct OwnedHull {
  std::vector<Vec3<double>> points;
};
template <class Shape>
const Shape& view(const Shape& shape) {
  return shape;
}
inline Hull3<double> view(const OwnedHull& hull) {
  return {hull.points};
}

/// 40 to 60 % of the pairs hit, or this ends the program.
template <class A, class B = A>
struct Pairs {
  static constexpr double kBudget = std::is_same_v<A, Cylinder3<double>> ? kCurvedBudgetU : kBudgetU;
  std::string shapes;
  std::vector<A> a;
  std::vector<B> b;
  std::vector<Checked3> checked_a, checked_b;
  std::vector<Relation> truth;
  std::vector<oracle::Interval> separation;
  std::vector<double> u;
  double hit_share = 0;

  template <class MakeA, class MakeB>
  Pairs(std::string name, MakeA make_a, MakeB make_b, double shift) : shapes(std::move(name)) {
    Random random(1, 2, 3, 5);
    oracle::Truth3 judge;
    while (a.size() < kPairs) {
      a.push_back(make_a(random, 0.0));
      b.push_back(make_b(random, shift));
      checked_a.push_back(checked(view(a.back())));
      checked_b.push_back(checked(view(b.back())));
      judge.assign(view(a.back()), view(b.back()));
      if (!judge.decided()) refuse("oracle", a.size() - 1);
      truth.push_back(judge.relation());
      separation.push_back(judge.separation());
      u.push_back(0x1p-52 * judge.scale());
      if (truth.back() != Relation::disjoint) hit_share += 1.0 / kPairs;
    }
    if (hit_share >= 0.4 && hit_share <= 0.6) return;
    std::fprintf(stderr, "%s: %.0f %% of the pairs hit, not 40 to 60\n", shapes.c_str(), 100 * hit_share);
    std::exit(2);
  }

  void verify_relation(std::size_t i, const RelationAnswer& said, const std::string& who) const {
    if (said.status != Status::ok || said.relation != truth[i]) refuse(who + "/" + shapes, i);
  }
  /// Of the distance, or of the depth as a negative one; either 0 on the other side.
  void verify_separation(std::size_t i, Status status, double low, double high,
                         const std::string& who) const {
    const double within = kBudget * u[i];
    if (status != Status::ok || !(low - within <= high) || !(separation[i].lo - within <= high) ||
        !(low <= separation[i].hi + within))
      refuse(who + "/" + shapes, i);
  }
  void verify(std::size_t i, const RelationAnswer& said, const std::string& who) const {
    verify_relation(i, said, who);
  }
  void verify(std::size_t i, const Distance3<double>& said, const std::string& who) const {
    const bool meet = truth[i] != Relation::disjoint;
    verify_separation(i, said.status, meet ? separation[i].lo : said.distance,
                      meet ? separation[i].hi : said.distance, who);
    if (meet && said.distance > kBudget * u[i]) refuse(who + "/" + shapes, i);
  }
  void verify(std::size_t i, const Penetration3<double>& said, const std::string& who) const {
    verify_relation(i, {said.status, said.relation, 0}, who);
    if (said.relation == Relation::overlapping)
      verify_separation(i, said.status, -said.depth, -said.depth, who);
  }
  void verify(std::size_t i, Relation said, const std::string& who) const {
    verify_relation(i, {Status::ok, said, 0}, who);
  }
};

/// Rays towards a shape about its middle, some 40 to 60 % of which hit it.
template <class Shape>
struct Rays {
  std::vector<Shape> shapes;
  std::vector<Checked3> checked_shapes;
  std::vector<Ray3<double>> rays;
  double hit_share = 0;

  template <class Make>
  Rays(const std::string& name, Make make, double miss) {
    Random random(1, 2, 3, 6);
    oracle::Truth3 judge;
    for (std::size_t i = 0; i < kPairs; ++i) {
      shapes.push_back(make(random, 0.0));
      checked_shapes.push_back(checked(view(shapes[i])));
      const Aabb3<double>& box = checked_shapes[i].box;
      rays.push_back(make_ray(random, (box.min + box.max) * 0.5, miss));
      judge.assign(view(shapes[i]), rays[i]);
      const RayHit3<double> said = ask(i);
      if (judge.decided() && (said.hit != judge.raycast().hit || said.status != Status::ok)) refuse(name, i);
      if (said.hit) hit_share += 1.0 / kPairs;
    }
    if (hit_share >= 0.4 && hit_share <= 0.6) return;
    std::fprintf(stderr, "rays at %s: %.0f %% hit, not 40 to 60\n", name.c_str(), 100 * hit_share);
    std::exit(2);
  }
  RayHit3<double> ask(std::size_t i) const {
    if constexpr (std::is_same_v<Shape, OwnedHull>)
      return raycast(rays[i], checked_shapes[i].polytope());
    else
      return raycast(rays[i], shapes[i]);
  }
};

}  // namespace touchstone::bench
