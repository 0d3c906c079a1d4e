// Random convex shapes for the tests of GJK and EPA.
#pragma once

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include <touchstone/shapes2.hpp>

namespace touchstone::random_convex {

using Random = std::mt19937_64;

inline double uniform(Random& random, double from, double to) {
  return from + (to - from) * (double(random() >> 11) * 0x1p-53);
}
inline int below(Random& random, int end) {
  return int(random() % std::uint64_t(end));
}

/// A shape and the points its polygon views.
template <class T>
struct Sample {
  std::vector<Vec2<T>> points;
  Shape2<T> shape;
};

/// 1 to 7 points of a small lattice: points, segments, boxes and hulls with collinear and repeated vertices.
/// Coordinates are multiples of step from offset, all exact.
template <class T>
Sample<T> lattice(Random& random, int cells, T step, T offset) {
  const auto at = [&] {
    return Vec2<T>{T(offset + step * T(below(random, cells))), T(offset + step * T(below(random, cells)))};
  };
  const auto vector = [&] {
    return Vec2<T>{T(step * T(below(random, 5) - 2)), T(step * T(below(random, 5) - 2))};
  };
  Sample<T> sample;
  const int form = below(random, 8);
  if (form == 0) sample.shape = Point2<T>{at()};
  if (form == 1) sample.shape = Segment2<T>{at(), at()};
  if (form == 2) {
    const Vec2<T> p = at();
    const Vec2<T> q = at();
    sample.shape =
        Aabb2<T>{{std::min(p.x, q.x), std::min(p.y, q.y)}, {std::max(p.x, q.x), std::max(p.y, q.y)}};
  }
  if (form == 3) sample.shape = Obb2<T>{at(), {vector(), vector()}};
  if (form < 4) return sample;
  std::vector<Vec2<T>> cloud;
  for (int k = 3 + below(random, 5); k > 0; --k) cloud.push_back(at());
  std::sort(cloud.begin(), cloud.end(), [](auto p, auto q) { return p.x != q.x ? p.x < q.x : p.y < q.y; });
  // The lower chain, then the upper one; collinear points stay, and so do some repeated ones.
  for (int pass = 0; pass < 2; ++pass) {
    const std::size_t floor = sample.points.size();
    for (const Vec2<T>& p : cloud) {
      auto& chain = sample.points;
      while (chain.size() >= floor + 2 &&
             cross(chain.back() - chain[chain.size() - 2], p - chain.back()) < 0) {
        chain.pop_back();
      }
      if (chain.size() == floor || !(chain.back() == p) || below(random, 2) == 0) chain.push_back(p);
    }
    std::reverse(cloud.begin(), cloud.end());
  }
  if (below(random, 2) == 0) std::reverse(sample.points.begin(), sample.points.end());
  sample.shape = Polygon2<T>{sample.points};
  return sample;
}

/// A convex polygon of count corners on an ellipse of the given radius and aspect, turned at random.
template <class T>
Sample<T> on_ellipse(Random& random, int count, Vec2<double> center, double radius, double aspect) {
  constexpr double kTurn = 6.283185307179586;
  const double turn = uniform(random, 0, kTurn);
  const double shift = uniform(random, 0, 1);
  Sample<T> sample;
  for (int k = 0; k < count; ++k) {
    const double angle = kTurn * (k + shift + uniform(random, 0, 0.8)) / count;
    const Vec2<double> p{radius * std::cos(angle), radius * aspect * std::sin(angle)};
    sample.points.push_back({static_cast<T>(center.x + p.x * std::cos(turn) - p.y * std::sin(turn)),
                             static_cast<T>(center.y + p.x * std::sin(turn) + p.y * std::cos(turn))});
  }
  sample.shape = Polygon2<T>{sample.points};
  return sample;
}

/// A triangle, a segment or an OBB (whose corners are rarely representable) of that radius and aspect.
template <class T>
Sample<T> sliver(Random& random, Vec2<double> center, double radius, double aspect) {
  const int form = below(random, 4);
  if (form == 0) return on_ellipse<T>(random, 3, center, radius, aspect);
  constexpr double kTurn = 6.283185307179586;
  const double turn = uniform(random, 0, kTurn);
  const Vec2<T> c{static_cast<T>(center.x), static_cast<T>(center.y)};
  const Vec2<T> u{static_cast<T>(radius * std::cos(turn)), static_cast<T>(radius * std::sin(turn))};
  const Vec2<T> v = perp(u) * static_cast<T>(aspect);
  Sample<T> sample;
  if (form == 1) {
    sample.shape = Segment2<T>{c, c + u};
  } else if (form == 2) {
    sample.shape = Obb2<T>{c, {v, u}};
  } else {
    sample.shape = Obb2<T>{c, {u, v}};
  }
  return sample;
}

}  // namespace touchstone::random_convex
