// EPA in the plane on support mappings: depth and shortest separating translation of any two convex shapes
// that meet, smooth ones too.
//
// Source: G. van den Bergen, "Proximity Queries and Penetration Depth Computation on 3D Game Objects", Game
// Developers Conference 2001. Deviations: the depth is the least height h(n) of the difference over all unit
// normals n; it is searched in ranges of normals, each split at the normal of its chord, depth first, so that
// the work space is as small as the ranges are deep; and a range knows how round its boundary is at least.
//
// Lower bound of a range. Let its radius of curvature be at least r. Then h - r is the support function of a
// convex boundary, whose supports at the range's ends are p - r n_p and q - r n_q; in the range it is at
// least as high as the chord between them. For r <= every h seen, both ends of that are not negative, and the
// least of it is the chord's distance from the origin: h >= r + that distance. With r = 0 this is EPA's
// bound, which needs some 10^8 edges to prove the depth of two concentric discs; with r it takes four.
//
// Depth of the ranges: as in smooth_gjk.hpp a split leaves at most a quarter of a triangle's area, so 56 are
// enough for a height below one unit.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <touchstone/smooth_gjk.hpp>

namespace touchstone {

/// The depth found exceeds the certified bound of every range by at most this many units.
inline constexpr double kSmoothEpaGap = 3;

/// Ranges waiting at once: four, and one more a split.
inline constexpr int kSmoothEpaCapacity = 64;

/// Supports asked before the search gives up. Most pairs take 10 to 60; shapes whose roundness cancels in the
/// sum but for a part in 10^8 take some thousands.
inline constexpr int kSmoothEpaLimit = 1 << 15;

/// depth = height along n; mtv = n * depth in the difference's frame.
struct SmoothEpaOutcome {
  bool converged = false;
  double depth = HUGE_VAL;
  Vec2<double> n;
  int iterations = 0;
};

template <class Difference>
class SmoothEpa {
 public:
  SmoothEpa(const Difference& difference, double unit) : difference_(difference), unit_(unit) {}

  SmoothEpaOutcome search() {
    Sample first[4];
    for (int k = 0; k < 4; ++k) first[k] = ask(kAxes[k]);
    for (int k = 0; k < 4; ++k) push(first[k], first[(k + 1) & 3]);
    const auto farther = [](const Range& r, const Range& s) { return r.lower > s.lower; };
    std::sort(waiting_.begin(), waiting_.begin() + size_, farther);
    while (size_ > 0 && outcome_.iterations < kSmoothEpaLimit) {
      const Range range = waiting_[--size_];
      if (is_done(range)) continue;
      const Sample r = ask(range.split);
      push(range.from, r);
      push(r, range.to);
      if (full_) return outcome_;
      if (size_ > 1 && waiting_[size_ - 1].lower > waiting_[size_ - 2].lower) {
        std::swap(waiting_[size_ - 1], waiting_[size_ - 2]);
      }
    }
    outcome_.converged = size_ == 0;
    return outcome_;
  }

 private:
  static constexpr Vec2<double> kAxes[4] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};

  struct Sample {
    Vec2<double> n;
    Vec2<double> value;
    double height = 0;
  };
  struct Range {
    Sample from;
    Sample to;
    Vec2<double> split;
    double lower = 0;
  };

  Sample ask(Vec2<double> n) {
    ++outcome_.iterations;
    const DifferenceSupport s = difference_.support(n);
    if (s.height < outcome_.depth) {
      outcome_.depth = s.height;
      outcome_.n = n;
    }
    return {n, s.value, s.height};
  }
  bool is_done(const Range& range) const { return range.lower >= outcome_.depth - kSmoothEpaGap * unit_; }

  /// Adds the range unless it cannot hold a smaller depth.
  void push(const Sample& from, const Sample& to) {
    const double round = std::max(0.0, std::min(difference_.roundness(from.n, to.n), outcome_.depth));
    const Vec2<double> p = from.value - from.n * round;
    const Vec2<double> q = to.value - to.n * round;
    const Vec2<double> chord = q - p;
    const double chord_length = accurate_length(chord);
    // The height falls by the chord at most; and by the angle times the support's distance, half from each
    // end.
    const double fall = std::min(
        chord_length, cross(from.n, to.n) * std::sqrt(std::max(length_sq(from.value), length_sq(to.value))));
    Range range{from, to, {}, std::min(from.height, to.height) - fall};
    if (is_done(range)) return;
    range.lower = std::max(range.lower, round + accurate_cross(p, q) / chord_length);
    if (is_done(range)) return;
    range.split = {chord.y / chord_length, -chord.x / chord_length};
    // Rounding can turn a chord of few units out of the range.
    if (!(cross(from.n, range.split) > 0 && cross(range.split, to.n) > 0)) {
      const Vec2<double> middle = from.n + to.n;
      range.split = middle * (1 / accurate_length(middle));
      if (range.split == from.n || range.split == to.n) return;
    }
    full_ = size_ == kSmoothEpaCapacity;
    if (!full_) waiting_[size_++] = range;
  }

  const Difference& difference_;
  double unit_;
  bool full_ = false;
  int size_ = 0;
  std::array<Range, kSmoothEpaCapacity> waiting_;
  SmoothEpaOutcome outcome_;
};

/// Least height of the difference and a normal of it. Requires shapes that meet (else the height is negative
/// and of no use). Cost: some 10 to 60 supports.
template <class Difference>
SmoothEpaOutcome smooth_epa(const Difference& difference, double unit) {
  return SmoothEpa<Difference>(difference, unit).search();
}

}  // namespace touchstone
