// What validity3.hpp asks about corners: those of an OBB as doubles, which ones an OBB without volume has,
// and whether some are those of a box.
#pragma once

#include <cmath>
#include <cstdint>

#include <touchstone/beneath_beyond3.hpp>
#include <touchstone/exact_sign3.hpp>
#include <touchstone/polytope3.hpp>
#include <touchstone/vec.hpp>

namespace touchstone::detail {

inline constexpr double Vec3<double>::*kCoordinates[3] = {&Vec3<double>::x, &Vec3<double>::y,
                                                          &Vec3<double>::z};

/// a + b rounded down, and up.
inline double sum_below(double a, double b) {
  const TwoTerms sum = two_sum(a, b);
  return sum.lo < 0 ? std::nextafter(sum.hi, -HUGE_VAL) : sum.hi;
}
inline double sum_above(double a, double b) {
  return -sum_below(-a, -b);
}

/// value + lost is the exact sum, up to a relative error of 8 kRounding in lost; its sign is exact. value is
/// next to the exact sum.
struct RoundedSum {
  double value = 0;
  double lost = 0;

  double below() const { return lost < 0 ? std::nextafter(value, -HUGE_VAL) : value; }
  double above() const { return lost > 0 ? std::nextafter(value, HUGE_VAL) : value; }
};

/// a + parts[0] + parts[1] + parts[2].
inline RoundedSum rounded_sum(double a, const double (&parts)[3]) {
  const TwoTerms first = two_sum(a, parts[0]);
  const TwoTerms second = two_sum(first.hi, parts[1]);
  const TwoTerms third = two_sum(second.hi, parts[2]);
  const TwoTerms rest = two_sum(first.lo, second.lo);
  const TwoTerms all_rest = two_sum(rest.hi, third.lo);
  if (rest.lo == 0 && all_rest.lo == 0) {
    const TwoTerms sum = two_sum(third.hi, all_rest.hi);
    return {sum.hi, sum.lo};
  }
  Expansion<4> exact_sum(a);
  for (const double part : parts) add_term(exact_sum, part);
  // The estimate is within an ulp or so of the sum; what it misses, added to it, is rounded once.
  double value = exact_sum.estimate();
  for (int step = 0;; ++step) {
    const auto lost = sum(exact_sum, Expansion<1>(value), -1);
    if (step == 1) return {value, lost.estimate()};
    value += lost.estimate();
  }
}

/// True when the polytope is exactly its box. Requires exact corners.
inline bool is_box(const PolytopeView& shape) {
  int corners = 1;
  for (const auto at : kCoordinates) {
    const double min = shape.box.min.*at, max = shape.box.max.*at;
    corners *= min < max ? 2 : 1;
    for (std::int32_t k = 0; k < shape.corner_count; ++k) {
      if (shape.corners[k].*at != min && shape.corners[k].*at != max) return false;
    }
  }
  return shape.corner_count == corners;
}

/// Corners of an OBB without volume as signs of its half axes (bit i: half axis i is added), in order around
/// it from the lexicographically smallest on: 1 (all half axes are zero), 2 (all on one line), 4 or 6.
struct FlatObbCorners {
  std::uint8_t signs[6]{};
  int count = 0;
};

inline FlatObbCorners flat_obb_corners(const Vec3<double> (&half_axes)[3]) {
  constexpr int kViews[3][2] = {{0, 1}, {0, 2}, {1, 2}};
  const auto turn_in = [&](const int(&view)[2], int i, int j) {
    const auto seen = [&](int k) {
      return Vec2<double>{half_axes[k].*kCoordinates[view[0]], half_axes[k].*kCoordinates[view[1]]};
    };
    return orientation(Vec2<double>{}, seen(i), seen(j));
  };
  // As in flat_hull(): seen along an axis along which half axes are seen apart, turns are those in the plane.
  int view = 0;
  while (view < 2 && turn_in(kViews[view], 0, 1) == 0 && turn_in(kViews[view], 1, 2) == 0 &&
         turn_in(kViews[view], 0, 2) == 0) {
    ++view;
  }
  // Each half axis, turned to point away from the lexicographically smallest corner, is twice an edge at some
  // place; edges follow each other counter-clockwise. Parallel half axes share an edge, zero ones have none.
  std::uint8_t signs = 0;
  int order[3];
  int used = 0;
  const auto turn = [&](int i, int j) {
    const bool opposite = (signs >> i & 1) != (signs >> j & 1);
    return opposite ? -turn_in(kViews[view], i, j) : turn_in(kViews[view], i, j);
  };
  for (int i = 0; i < 3; ++i) {
    if (half_axes[i] == Vec3<double>{}) continue;
    if (lexicographically_before(half_axes[i], {})) signs = static_cast<std::uint8_t>(signs | 1 << i);
    int place = used++;
    for (; place > 0 && turn(order[place - 1], i) < 0; --place) order[place] = order[place - 1];
    order[place] = i;
  }
  FlatObbCorners corners;
  corners.signs[corners.count++] = signs;
  for (int step = 0; step < 2 * used; ++step) {
    const int i = order[step % used];
    signs = static_cast<std::uint8_t>(signs ^ 1 << i);
    const bool edge_ends = step % used == used - 1 || turn_in(kViews[view], i, order[step % used + 1]) != 0;
    if (edge_ends && step + 1 < 2 * used) corners.signs[corners.count++] = signs;
  }
  return corners;
}

}  // namespace touchstone::detail
