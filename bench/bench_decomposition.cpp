// Collision of two concave polygons of 100 vertices: through convex parts made beforehand, without parts, and
// Boost on the same pairs; and what making the parts costs. Rows are named query/algorithm/shape/workload;
// time is per pair (decompose: per polygon). Answers are verified before the clock starts.
#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <numbers>
#include <string>

#include <touchstone/decomposition.hpp>
#include <touchstone/polygon_relation.hpp>

#include "bench/boost_rows.hpp"
#include "bench/workloads.hpp"
#include "harness/random.hpp"

namespace touchstone::bench {
namespace {

constexpr int kVertices = 100;
constexpr int kPairs = 128;

using Points = std::vector<Vec2<double>>;

/// Coordinates are multiples of 2^-20, so that shapes can be moved onto each other exactly.
double on_grid(double v) {
  return std::round(v * 0x1p20) * 0x1p-20;
}
Points turned(Points points, double angle) {
  const double c = std::cos(angle);
  const double s = std::sin(angle);
  for (Vec2<double>& p : points) p = {on_grid(c * p.x - s * p.y), on_grid(s * p.x + c * p.y)};
  return points;
}
Points moved(Points points, Vec2<double> by) {
  for (Vec2<double>& p : points) p = p + Vec2<double>{on_grid(by.x), on_grid(by.y)};
  return points;
}

/// 50 spikes; radius 1 outside, about a half between them.
Points star(Random& random) {
  Points points;
  for (int i = 0; i < kVertices; ++i) {
    const double angle = 2 * std::numbers::pi * (i + random.real() / 3) / kVertices;
    const double radius = i % 2 == 0 ? 0.8 + 0.2 * random.real() : 0.4 + 0.2 * random.real();
    points.push_back({radius * std::cos(angle), radius * std::sin(angle)});
  }
  return points;
}
/// A back with 25 teeth, as far apart as they are wide; 2 wide.
Points comb(Random&) {
  Points points;
  constexpr int kTeeth = kVertices / 4;
  constexpr double kTooth = 2.0 / (2 * kTeeth - 1);
  points.push_back({1, -0.5});
  for (int i = kTeeth - 1; i >= 0; --i) {
    const double left = -1 + 2 * i * kTooth;
    points.push_back({left + kTooth, 0.5});
    points.push_back({left, 0.5});
    if (i > 0) points.push_back({left, -0.25});
    if (i > 0) points.push_back({left - kTooth, -0.25});
  }
  points.push_back({-1, -0.5});
  return points;
}
/// A short tour of random points: any crossing of two edges is undone, which shortens it.
Points tangle(Random& random) {
  Points points;
  for (int i = 0; i < kVertices; ++i) points.push_back({2 * random.real() - 1, 2 * random.real() - 1});
  for (bool shorter = true; shorter;) {
    shorter = false;
    for (std::size_t i = 0; i + 2 < points.size(); ++i) {
      for (std::size_t j = i + 2; j < points.size() - (i == 0 ? 1 : 0); ++j) {
        const Vec2<double> after = points[(j + 1) % points.size()];
        const double now = length(points[i] - points[i + 1]) + length(points[j] - after);
        if (length(points[i] - points[j]) + length(points[i + 1] - after) > now - 1e-9) continue;
        std::reverse(points.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                     points.begin() + static_cast<std::ptrdiff_t>(j) + 1);
        shorter = true;
      }
    }
  }
  return points;
}

struct Family {
  const char* name;
  Points (*make)(Random&);
};
const Family kFamilies[] = {{"star", star}, {"comb", comb}, {"random", tangle}};

enum class Meeting : std::uint8_t {
  mixed,               ///< centres up to 2.5 apart
  touching,            ///< a vertex of B moved onto one of A; the boxes overlap, the interiors do not
  interlocked,         ///< two combs, every tooth filling a gap
  interlocked_turned,  ///< the same, no edge parallel to an axis
};
const char* name_of(Meeting meeting) {
  constexpr const char* kNames[] = {"mixed", "touching", "interlocked", "interlocked_turned"};
  return kNames[static_cast<int>(meeting)];
}

PolygonPair interlocked_combs(bool is_turned) {
  const double tooth = on_grid(2.0 / 49);
  Points a{{49 * tooth, -1}};
  for (int i = 24; i >= 0; --i) {
    a.push_back({(2 * i + 1) * tooth, 1});
    a.push_back({2 * i * tooth, 1});
    if (i > 0) a.push_back({2 * i * tooth, -0.5});
    if (i > 0) a.push_back({(2 * i - 1) * tooth, -0.5});
  }
  a.push_back({0, -1});
  Points b = a;
  for (Vec2<double>& p : b) p = {50 * tooth - p.x, 0.5 - p.y};
  // By the angle of the triangle of sides 3, 4 and 5, exactly.
  for (Points* points : {&a, &b})
    for (Vec2<double>& p : *points)
      if (is_turned) p = {4 * p.x - 3 * p.y, 3 * p.x + 4 * p.y};
  return {a, b};
}

PolygonPair make_pair_of(const Family& family, Meeting meeting, Random& random) {
  if (meeting >= Meeting::interlocked) return interlocked_combs(meeting == Meeting::interlocked_turned);
  const Points a = turned(family.make(random), 2 * std::numbers::pi * random.real());
  const Points b = turned(family.make(random), 2 * std::numbers::pi * random.real());
  const double angle = 2 * std::numbers::pi * random.real();
  const double away = 2.5 * random.real();
  if (meeting == Meeting::mixed) return {a, moved(b, {away * std::cos(angle), away * std::sin(angle)})};
  // The pairs of vertices in order of how near they bring the centres; the first that only touch.
  std::vector<Vec2<double>> shifts;
  for (const Vec2<double> p : a)
    for (const Vec2<double> q : b) shifts.push_back(p - q);
  std::sort(shifts.begin(), shifts.end(), [](auto s, auto t) { return length_sq(s) < length_sq(t); });
  const Checked2<double> checked_a = checked(view(a));
  for (const Vec2<double> shift : shifts) {
    const Points there = moved(b, shift);
    if (relation_polygon(checked_a, checked(view(there))).relation == Relation::touching) return {a, there};
  }
  std::abort();
}

/// One workload, prepared for everybody outside the clock.
struct Prepared {
  std::vector<PolygonPair> pairs;
  std::vector<Checked2<double>> a, b;
  std::vector<ConvexParts<double>> parts_a, parts_b;
  std::unique_ptr<BoostPairs> boost;
  double hit_share = 0;
  double parts = 0;

  Prepared(const Family& family, Meeting meeting) {
    Random random(1, static_cast<std::uint64_t>(meeting), static_cast<std::uint64_t>(&family - kFamilies), 0);
    while (pairs.size() < kPairs) pairs.push_back(make_pair_of(family, meeting, random));
    for (const PolygonPair& pair : pairs) {
      a.push_back(checked(view(pair.a)));
      b.push_back(checked(view(pair.b)));
      parts_a.push_back(decompose(a.back()));
      parts_b.push_back(decompose(b.back()));
      parts += (parts_a.back().count() + parts_b.back().count()) / (2.0 * kPairs);
      const RelationAnswer truth = relation_polygon(a.back(), b.back());
      if (truth.status != Status::ok ||
          relation_parts(parts_a.back(), parts_b.back()).relation != truth.relation) {
        std::fprintf(stderr, "%s: wrong about a pair; nothing is timed that is wrong\n", family.name);
        std::exit(2);
      }
      if (truth.relation != Relation::disjoint) hit_share += 1.0 / kPairs;
    }
    boost = std::make_unique<BoostPairs>(pairs, false);
  }
};

template <class T>
void keep(T value) {
  benchmark::DoNotOptimize(value);
}

struct Algorithm {
  const char* name;
  void (*run)(const Prepared&, std::size_t pair);
};
const Algorithm kAlgorithms[] = {
    {"relation/core.parts",
     [](const Prepared& p, std::size_t i) { keep(relation_parts(p.parts_a[i], p.parts_b[i]).relation); }},
    {"relation/core.polygon",
     [](const Prepared& p, std::size_t i) { keep(relation_polygon(p.a[i], p.b[i]).relation); }},
    {"relation/boost.intersects", [](const Prepared& p, std::size_t i) { keep(p.boost->intersects(i)); }},
    {"decompose/core", [](const Prepared& p, std::size_t i) { keep(decompose(p.a[i]).count()); }},
    {"decompose/core+checked",
     [](const Prepared& p, std::size_t i) { keep(decompose(view(p.pairs[i].a)).count()); }},
};

void add_row(const Family& family, Meeting meeting, const Algorithm& algorithm) {
  const std::string name = std::string(algorithm.name) + "/" + family.name + "/" + name_of(meeting);
  benchmark::RegisterBenchmark(name.c_str(), [&family, meeting, &algorithm](benchmark::State& state) {
    static std::map<std::string, Prepared> all;
    const std::string key = std::string(family.name) + name_of(meeting);
    if (all.count(key) == 0)
      all.emplace(std::piecewise_construct, std::tuple{key},
                  std::tuple<const Family&, Meeting>{family, meeting});
    const Prepared& p = all.at(key);
    for (auto _ : state)
      for (std::size_t i = 0; i < kPairs; ++i) algorithm.run(p, i);
    state.counters["hit_share"] = p.hit_share;
    state.counters["parts"] = p.parts;
    state.SetItemsProcessed(state.iterations() * kPairs);
  });
}

}  // namespace
}  // namespace touchstone::bench

int main(int argc, char** argv) {
  using namespace touchstone::bench;
  for (const Algorithm& algorithm : kAlgorithms) {
    for (const Family& family : kFamilies) {
      add_row(family, Meeting::mixed, algorithm);
      add_row(family, Meeting::touching, algorithm);
    }
    add_row(kFamilies[1], Meeting::interlocked, algorithm);
    add_row(kFamilies[1], Meeting::interlocked_turned, algorithm);
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
