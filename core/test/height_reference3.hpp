// How deep convex shapes of space overlap, by search: the least height of their difference over sampled
// directions, refined by a compass search in long double. An upper bound of the depth; with many starts,
// mostly the depth.
#pragma once

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <touchstone/polytope3.hpp>
#include <touchstone/shapes3.hpp>

namespace touchstone::height_reference {

using Long = long double;
using Direction = Vec3<Long>;

inline Direction widened(const Vec3<double>& v) {
  return {v.x, v.y, v.z};
}
inline Direction unit(const Direction& v) {
  return v * (1 / std::sqrt(dot(v, v)));
}

inline Long height_of(const Cylinder3<double>& c, const Direction& n) {
  const Direction axis = widened(c.to) - widened(c.from), across = cross(axis, n);
  return std::max(dot(widened(c.from), n), dot(widened(c.to), n)) +
         c.radius * std::sqrt(dot(across, across) / dot(axis, axis));
}
inline Long height_of(const Segment3<double>& s, const Direction& n) {
  return std::max(dot(widened(s.from), n), dot(widened(s.to), n));
}
inline Long height_of(const Capsule3<double>& c, const Direction& n) {
  return height_of(Segment3<double>{c.from, c.to}, n) + c.radius * std::sqrt(dot(n, n));
}
inline Long height_of(const Obb3<double>& box, const Direction& n) {
  Long height = dot(widened(box.center), n);
  for (const Vec3<double>& h : box.half_axes) height += std::fabs(dot(widened(h), n));
  return height;
}
inline Long height_of(const std::vector<Vec3<double>>& points, const Direction& n) {
  Long height = -HUGE_VALL;
  for (const Vec3<double>& p : points) height = std::max(height, dot(widened(p), n));
  return height;
}
inline Long height_of(const Triangle3<double>& t, const Direction& n) {
  return std::max({dot(widened(t.points[0]), n), dot(widened(t.points[1]), n), dot(widened(t.points[2]), n)});
}

/// Down from a direction, until steps are below 1e-12.
template <class Height>
Long descended(const Height& height, Direction best) {
  Long least = height(best);
  for (Long step = 0.05L; step > 1e-12L; step /= 2) {
    for (int turn = 0; turn < 4; ++turn) {
      const Direction from = best;
      const Direction e =
          unit(cross(from, std::fabs(from.x) < 0.5L ? Direction{1, 0, 0} : Direction{0, 1, 0}));
      const Direction f = cross(from, e);
      for (int k = 0; k < 16; ++k) {
        const Long angle = 0.39269908L * k;
        const Direction n = unit(from + e * (step * std::cos(angle)) + f * (step * std::sin(angle)));
        const Long here = height(n);
        if (here >= least) continue;
        least = here;
        best = n;
      }
      if (best == from) break;
    }
  }
  return least;
}

/// Of height(unit vector): from the guess, and from the lowest of a spiral that are far from each other.
template <class Height>
Long least_height(const Height& height, const Vec3<double>& guess) {
  constexpr int kSamples = 600, kStarts = 4;
  std::vector<std::pair<Long, Direction>> samples;
  for (int k = 0; k < kSamples; ++k) {
    const Long z = -1 + (2 * k + 1.0L) / kSamples, r = std::sqrt(1 - z * z), turn = 2.39996322972865332L * k;
    const Direction n{r * std::cos(turn), r * std::sin(turn), z};
    samples.emplace_back(height(n), n);
  }
  std::sort(samples.begin(), samples.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<Direction> starts{unit(widened(guess))};
  for (const auto& [value, n] : samples) {
    bool is_far = true;
    for (const Direction& start : starts) is_far = is_far && dot(n, start) < 0.95L;
    if (is_far) starts.push_back(n);
    if (starts.size() > kStarts) break;
  }
  Long least = HUGE_VALL;
  for (const Direction& start : starts) least = std::min(least, descended(height, start));
  return least;
}

}  // namespace touchstone::height_reference
