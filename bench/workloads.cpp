#include "bench/workloads.hpp"

#include <cmath>
#include <numbers>

#include "harness/random.hpp"

namespace touchstone::bench {
namespace {

/// Regular up to a jitter of a third of a step: strictly convex.
std::vector<Vec2<double>> round_polygon(Random& random, Vec2<double> center, int n) {
  const double step = 2 * std::numbers::pi / n;
  const double turn = random.real() * step;
  std::vector<Vec2<double>> points;
  for (int i = 0; i < n; ++i) {
    const double angle = turn + step * (i + random.real() / 3);
    points.push_back({center.x + std::cos(angle), center.y + std::sin(angle)});
  }
  return points;
}

double on_grid(double v) {
  return std::round(v * 0x1p20) * 0x1p-20;
}

/// Regular, on the grid: side 0 is exactly vertical and to the right.
std::vector<Vec2<double>> with_a_side_to_the_right(double radius, int n) {
  const double step = 2 * std::numbers::pi / n;
  std::vector<Vec2<double>> points;
  for (int i = 0; i < n; ++i) {
    const double angle = step * (i - 0.5);
    points.push_back({on_grid(radius * std::cos(angle)), on_grid(radius * std::sin(angle))});
  }
  points[1].x = points[0].x;
  return points;
}

PolygonPair touching_pair(Random& random, int n) {
  PolygonPair pair{with_a_side_to_the_right(0.5 + random.real(), n), {}};
  const double step = 2 * std::numbers::pi / n;
  const double radius = 0.5 + random.real();
  for (int i = 0; i < n; ++i)
    pair.b.push_back({on_grid(-radius * std::cos(step * i)), on_grid(-radius * std::sin(step * i))});
  const Vec2<double> low = pair.a[0];
  const Vec2<double> high = pair.a[1];
  const Vec2<double> contact{low.x, on_grid(low.y + (high.y - low.y) * random.real())};
  const Vec2<double> shift = contact - pair.b[0];
  for (Vec2<double>& p : pair.b) p = p + shift;
  return pair;
}

}  // namespace

std::string_view name_of(Workload workload) {
  return workload == Workload::mixed ? "mixed" : "touching";
}

std::vector<PolygonPair> make_pairs(Workload workload, int n, int count) {
  std::vector<PolygonPair> pairs;
  Random random(1, static_cast<std::uint64_t>(workload), static_cast<std::uint64_t>(n), 0);
  for (int i = 0; i < count; ++i) {
    if (workload == Workload::touching) {
      pairs.push_back(touching_pair(random, n));
      continue;
    }
    const double away = 0.8 + 2 * random.real();
    const double angle = 2 * std::numbers::pi * random.real();
    pairs.push_back({round_polygon(random, {}, n),
                     round_polygon(random, {away * std::cos(angle), away * std::sin(angle)}, n)});
  }
  return pairs;
}

}  // namespace touchstone::bench
