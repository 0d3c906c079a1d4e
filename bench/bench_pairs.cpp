// Pairs of simple shapes: the exact boolean of the core against the unguarded textbook formula of the same
// pair, on the same pairs; and rotation of symmetric shapes, whole against half. Rows are named
// query/algorithm/shapes; time is per pair. Textbook rows come first, so that the others can tell their
// ratio. Answers of the core are verified before the clock starts.
#include <benchmark/benchmark.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <map>
#include <string>
#include <vector>

#include <touchstone/collide.hpp>
#include <touchstone/rotate.hpp>

#include "core/published/aabb.hpp"
#include "core/published/capsule.hpp"
#include "core/published/circle.hpp"
#include "core/published/polygon_sat.hpp"
#include "core/published/rotation.hpp"
#include "harness/random.hpp"
#include "oracle/truth.hpp"

namespace touchstone::bench {
namespace {

constexpr std::size_t kPairs = 512;

/// Some 40 to 60 % of the pairs hit; bounding boxes of most meet.
template <class Shape>
struct Pairs {
  std::vector<Shape> a, b;
  std::vector<Checked2<double>> checked_a, checked_b;
  double hit_share = 0;

  template <class Make>
  explicit Pairs(Make make) {
    Random random(1, 2, 3, 4);
    for (std::size_t i = 0; i < kPairs; ++i) {
      a.push_back(make(random, 0.0));
      b.push_back(make(random, 0.9));
    }
    oracle::Truth truth;
    for (std::size_t i = 0; i < kPairs; ++i) {
      checked_a.push_back(checked(a[i]));
      checked_b.push_back(checked(b[i]));
      truth.assign(a[i], b[i]);
      if (truth.relation() != relation(checked_a[i], checked_b[i]).relation) {
        std::fprintf(stderr, "pair %zu: wrong; nothing is timed that is wrong\n", i);
        std::exit(2);
      }
      if (truth.relation() != Relation::disjoint) hit_share += 1.0 / kPairs;
    }
  }
};

double uniform(Random& random, double low, double high) {
  return low + (high - low) * static_cast<double>(random.next() >> 11) * 0x1p-53;
}
Vec2<double> near(Random& random, double shift) {
  return {uniform(random, -1, 1) + shift, uniform(random, -1, 1)};
}

Circle2<double> make_circle(Random& random, double shift) {
  return {near(random, shift), uniform(random, 0.3, 0.8)};
}
Aabb2<double> make_aabb(Random& random, double shift) {
  const Vec2<double> low = near(random, shift);
  return {low, {low.x + uniform(random, 0.5, 1.5), low.y + uniform(random, 0.5, 1.5)}};
}
Capsule2<double> make_capsule(Random& random, double shift) {
  const Vec2<double> from = near(random, shift);
  return {from, from + near(random, 0), uniform(random, 0.1, 0.4)};
}
Obb2<double> make_obb(Random& random, double shift) {
  const Vec2<double> u = near(random, 0) * 0.6;
  return {near(random, shift), {u, perp(u) * uniform(random, 0.5, 1.5)}};
}
Triangle2<double> make_triangle(Random& random, double shift) {
  const Vec2<double> at = near(random, shift);
  return {{at, at + Vec2<double>{uniform(random, 0.6, 1.4), uniform(random, -0.3, 0.3)},
           at + Vec2<double>{uniform(random, -0.3, 0.3), uniform(random, 0.6, 1.4)}}};
}

/// Four axes, the perpendiculars of the half vectors, not normalised.
bool textbook_obb(const Obb2<double>& a, const Obb2<double>& b) {
  const Vec2<double> between = b.center - a.center;
  for (const Obb2<double>* box : {&a, &b})
    for (const Vec2<double> half : box->half_axes) {
      const Vec2<double> n = perp(half);
      const double reach = std::fabs(dot(a.half_axes[0], n)) + std::fabs(dot(a.half_axes[1], n)) +
                           std::fabs(dot(b.half_axes[0], n)) + std::fabs(dot(b.half_axes[1], n));
      if (std::fabs(dot(between, n)) > reach) return false;
    }
  return true;
}
bool textbook_capsule(const Capsule2<double>& a, const Capsule2<double>& b) {
  const published::ClosestPoints p = published::closest_points(a.from, a.to, b.from, b.to);
  const double reach = a.radius + b.radius;
  return length_sq(p.on_second - p.on_first) <= reach * reach;
}

std::map<std::string, double>& textbook_seconds() {
  static std::map<std::string, double> seconds;
  return seconds;
}

/// Times ask(i) over all pairs; seconds of processor time a pair.
template <class Ask>
double timed(benchmark::State& state, Ask ask) {
  const std::clock_t start = std::clock();
  for (auto _ : state)
    for (std::size_t i = 0; i < kPairs; ++i) benchmark::DoNotOptimize(ask(i));
  const double spent = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kPairs));
  return spent / static_cast<double>(state.iterations()) / kPairs;
}

/// The exact boolean of two shapes as they are, or of checked ones, through the front door.
template <class Ask>
void add_core_row(const char* algorithm, const char* shapes, Ask ask) {
  benchmark::RegisterBenchmark((std::string("relation/") + algorithm + "/" + shapes).c_str(),
                               [=](auto& state) {
                                 const double seconds = timed(state, ask);
                                 state.counters["ns"] = seconds * 1e9;
                                 if (textbook_seconds().count(shapes) == 0) return;
                                 state.counters["of_textbook"] = seconds / textbook_seconds()[shapes];
                                 state.counters["ns_more"] = (seconds - textbook_seconds()[shapes]) * 1e9;
                               });
}

template <class Shape, class Textbook>
void add_rows(const char* shapes, const Pairs<Shape>& pairs, Textbook textbook) {
  benchmark::RegisterBenchmark(
      (std::string("relation/textbook/") + shapes).c_str(), [=, &pairs](auto& state) {
        textbook_seconds()[shapes] =
            timed(state, [&](std::size_t i) { return textbook(pairs.a[i], pairs.b[i]); });
        state.counters["hit_share"] = pairs.hit_share;
        state.counters["ns"] = textbook_seconds()[shapes] * 1e9;
      });
  if constexpr (!std::is_same_v<Shape, Triangle2<double>>)
    add_core_row("core", shapes, [&pairs](std::size_t i) { return relation(pairs.a[i], pairs.b[i]); });
  add_core_row("core.collide", shapes,
               [&pairs](std::size_t i) { return relation(pairs.checked_a[i], pairs.checked_b[i]); });
}

/// The general tests on the pairs that four axes decide.
void add_general_rows(const Pairs<Obb2<double>>& pairs) {
  benchmark::RegisterBenchmark("relation/core.sat/obb", [&](auto& state) {
    timed(state, [&](std::size_t i) {
      return relation_sat(pairs.checked_a[i].convex(), pairs.checked_b[i].convex());
    });
  });
  static std::vector<std::array<Vec2<double>, 4>> corners_a, corners_b;
  const auto corners = [](const Obb2<double>& box) {
    const auto [u, v] = box.half_axes;
    return std::array{box.center - u - v, box.center + u - v, box.center + u + v, box.center - u + v};
  };
  for (std::size_t i = 0; i < kPairs; ++i) {
    corners_a.push_back(corners(pairs.a[i]));
    corners_b.push_back(corners(pairs.b[i]));
  }
  benchmark::RegisterBenchmark("relation/published.sat/obb", [](auto& state) {
    timed(state, [](std::size_t i) { return published::polygon_sat(corners_a[i], corners_b[i]); });
  });
}

void add_rotations() {
  static const Vec2<double> kCorner{0.6, 0.8}, kTip{3, 0.2};
  static const Vec2<double> kRhombus[4] = {{2, 0}, {0, 1}, {-2, 0}, {0, -1}};
  static const Vec2<double> kCrystal[6] = {kCorner, kTip, perp(kCorner), -kCorner, -kTip, -perp(kCorner)};
  const auto add = [](const char* name, auto turn) {
    benchmark::RegisterBenchmark(name, [=](benchmark::State& state) {
      double angle = 0;
      for (auto _ : state) benchmark::DoNotOptimize(turn(angle += 1e-3));
    });
  };
  add("rotate/whole/rhombus", [](double angle) {
    std::array<Vec2<double>, 4> out;
    published::rotate_polygon(kRhombus, {1, 1}, angle, out);
    return out;
  });
  add("rotate/half/rhombus", [](double angle) {
    std::array<Vec2<double>, 4> out;
    published::rotate_rhombus(kRhombus[0], kRhombus[1], {1, 1}, angle, out);
    return out;
  });
  add("rotate/whole/crystal", [](double angle) {
    std::array<Vec2<double>, 6> out;
    published::rotate_polygon(kCrystal, {1, 1}, angle, out);
    return out;
  });
  add("rotate/half/crystal", [](double angle) {
    std::array<Vec2<double>, 6> out;
    published::rotate_crystal(kCorner, kTip, {1, 1}, angle, out);
    return out;
  });
}

}  // namespace
}  // namespace touchstone::bench

int main(int argc, char** argv) {
  using namespace touchstone;
  using namespace touchstone::bench;
  const Pairs<Circle2<double>> circles(make_circle);
  const Pairs<Aabb2<double>> aabbs(make_aabb);
  const Pairs<Capsule2<double>> capsules(make_capsule);
  const Pairs<Obb2<double>> obbs(make_obb);
  const Pairs<Triangle2<double>> triangles(make_triangle);
  add_rows("circle", circles,
           [](const auto& a, const auto& b) { return published::circle_collide_squared(a, b); });
  add_rows("aabb", aabbs, [](const auto& a, const auto& b) { return published::aabb_collide(a, b); });
  add_rows("capsule", capsules, textbook_capsule);
  add_rows("obb", obbs, textbook_obb);
  add_rows("triangle", triangles,
           [](const auto& a, const auto& b) { return published::polygon_sat(a.points, b.points).hit; });
  add_general_rows(obbs);
  add_rotations();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
