// The convex hull of points, exactly.
#pragma once

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <span>

#include <touchstone/answers.hpp>
#include <touchstone/checked.hpp>
#include <touchstone/exact_sign.hpp>
#include <touchstone/shapes2.hpp>

namespace touchstone {

struct HullAnswer {
  Status status = Status::invalid_input;
  std::size_t count = 0;  ///< number of corners written; meaningful when status is ok
};

namespace detail {

template <class T>
int turn(Vec2<T> a, Vec2<T> b, Vec2<T> c) {
  return orientation({double{a.x}, double{a.y}}, {double{b.x}, double{b.y}}, {double{c.x}, double{c.y}});
}
template <class T>
bool lexicographically_before(Vec2<T> a, Vec2<T> b) {
  return a.x < b.x || (a.x == b.x && a.y < b.y);
}

/// invalid_input when a coordinate is not finite, else out_of_range when one is outside the core's exact
/// range.
template <class T>
Status status_of_points(std::span<const Vec2<T>> points) {
  Status status = Status::ok;
  for (const Vec2<T>& p : points) {
    for (const T value : {p.x, p.y}) {
      const T magnitude = std::fabs(value);
      if (!std::isfinite(value)) return Status::invalid_input;
      if (magnitude > kLargestCoordinateOf<T> || (value != 0 && magnitude < kSmallestCoordinateOf<T>))
        status = Status::out_of_range;
    }
  }
  return status;
}

}  // namespace detail

/// Writes the corners of the smallest convex set that holds the points to the front of `corners`:
/// counter-clockwise from the first in the order by x, then y; none repeated, none on the line between its
/// neighbours. All points equal: one corner; all on one line: its two ends. The rest of `corners` is
/// overwritten. Exact: every corner is one of the points. Requires corners.size() >= points.size(); `corners`
/// may be the points' own memory, but must not overlap it otherwise. Statuses: invalid_input for no points, a
/// NaN or an infinity; out_of_range. Cost: O(n log n); no allocation. Source: A. M. Andrew, "Another
/// efficient algorithm for convex hulls in two dimensions", Information Processing Letters 9 (1979); the
/// points are first split by the line through the two extreme ones, so that both chains fit into one array.
template <class T>
HullAnswer convex_hull(std::span<const Vec2<T>> points, std::span<Vec2<T>> corners) {
  assert(corners.size() >= points.size());
  HullAnswer answer;
  if (points.empty()) return answer;
  answer.status = detail::status_of_points(points);
  if (answer.status != Status::ok) return answer;
  if (corners.data() != points.data()) std::copy(points.begin(), points.end(), corners.begin());

  const auto begin = corners.begin();
  const auto end = begin + static_cast<std::ptrdiff_t>(points.size());
  const auto ends = std::minmax_element(begin, end, detail::lexicographically_before<T>);
  const Vec2<T> low = *ends.first;
  const Vec2<T> high = *ends.second;
  // On or below the line from low to high, high among them: ascending. Above it: descending.
  const auto above =
      std::partition(begin, end, [&](const Vec2<T>& p) { return detail::turn(low, high, p) <= 0; });
  std::sort(begin, above, detail::lexicographically_before<T>);
  std::sort(above, end,
            [](const Vec2<T>& p, const Vec2<T>& q) { return detail::lexicographically_before(q, p); });

  // A chain begins at corner `base` and only ever turns left.
  std::size_t count = 0;
  const auto extend = [&](std::size_t base, const Vec2<T>& p) {
    while (count > base + 1 && detail::turn(corners[count - 2], corners[count - 1], p) <= 0) --count;
    return count;
  };
  corners[count++] = low;
  for (auto p = begin; p != above; ++p) {
    if (*p == low) continue;
    const Vec2<T> point = *p;
    if (point == corners[count - 1]) continue;
    count = extend(0, point);
    corners[count++] = point;
  }
  const std::size_t base = count - 1;
  for (auto p = above; p != end; ++p) {
    const Vec2<T> point = *p;
    if (point == corners[count - 1]) continue;
    count = extend(base, point);
    corners[count++] = point;
  }
  answer.count = extend(base, low);
  return answer;
}

}  // namespace touchstone
