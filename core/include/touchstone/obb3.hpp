// Two oriented boxes of space by the fifteen axes of the separating axis test, exactly: any two
// parallelepipeds, skew, flat or of zero size.
//
// Why fifteen axes: A - B = {a - b} is the zonotope with centre cA - cB whose generators are the six half
// axes, the sum of the segments [-g, g]. A face of a zonotope with volume, with outer normal n, is the sum of
// the segments of the generators perpendicular to n and of one end of each other one; it is two-dimensional,
// so two of its generators are independent, and n is a multiple of their cross product. The origin is outside
// of, on the boundary of, or inside a convex polytope with volume as its largest signed height over the faces
// is positive, zero or negative, and no other n bounds the zonotope more tightly. So all nonzero cross
// products of two of the six generators serve: 3 of A, 3 of B, and 9 of one half axis of each. For boxes with
// right angles the first six are the half axes themselves. A zonotope without volume is decided in its plane
// or on its line.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <touchstone/answers.hpp>
#include <touchstone/double_double3.hpp>
#include <touchstone/exact_sign3.hpp>
#include <touchstone/shapes3.hpp>

namespace touchstone {

/// Error of an axis's gap in double, relative to box_magnitude(): the offset is rounded once, a coordinate of
/// a cross product twice, a dot product three times, so a determinant errs by at most 6 kRounding of the sum
/// of magnitudes of its six products; four determinants are added and a fifth subtracted, which rounds four
/// times more: 10. Terms of kRounding squared and the roundings of the magnitude itself fit in the rest.
inline constexpr double kObb3AxisBound = 11 * kRounding;

namespace detail {

inline Vec3<double> absolute(const Vec3<double>& v) {
  return {std::fabs(v.x), std::fabs(v.y), std::fabs(v.z)};
}

/// At least the sum of magnitudes of products that any axis's gap is made of. With G the sum of |generators|,
/// by coordinate, the determinants of generators p, q with each other one have together at most the products
/// of (p.x + q.x + rest.x)(p.y + q.y + rest.y)(p.z + q.z + rest.z) <= G.x G.y G.z in magnitude, that of p, q
/// and the offset d at most those of d.x G.y G.z + G.x d.y G.z + G.x G.y d.z.
inline double box_magnitude(const Obb3<double>& a, const Obb3<double>& b, const Vec3<double>& offset) {
  const Vec3<double> of_a = (absolute(a.half_axes[0]) + absolute(a.half_axes[1])) + absolute(a.half_axes[2]);
  const Vec3<double> of_b = (absolute(b.half_axes[0]) + absolute(b.half_axes[1])) + absolute(b.half_axes[2]);
  const Vec3<double> g = of_a + of_b;
  const Vec3<double> d = absolute(offset);
  return (g.x + d.x) * (g.y * g.z) + g.x * (d.y * g.z + g.y * d.z);
}

inline constexpr int kBoxAxisCount = 15;
/// The two generators of each axis: 0, 1, 2 the half axes of A, 3, 4, 5 those of B.
inline constexpr std::uint8_t kBoxAxes[kBoxAxisCount][2] = {{1, 2}, {2, 0}, {0, 1}, {4, 5}, {5, 3},
                                                            {3, 4}, {0, 3}, {0, 4}, {0, 5}, {1, 3},
                                                            {1, 4}, {1, 5}, {2, 3}, {2, 4}, {2, 5}};

/// For the axes of kBoxAxes: |axis . offset| less the reach of both boxes along it, in double.
struct BoxGaps {
  double of[kBoxAxisCount];
};

/// Fills all gaps and returns false, or returns true as soon as certain(gap) is for a positive one. Each of
/// the 18 determinants of half axes of both boxes serves one axis of a face and two of edges.
template <class Certain>
[[gnu::always_inline]] inline bool box_gaps(const Obb3<double>& a, const Obb3<double>& b,
                                            const Vec3<double>& offset, BoxGaps& gaps,
                                            const Certain& certain) {
  const Vec3<double>*p = a.half_axes, *q = b.half_axes;
  double along_b[3][3], along_a[3][3];  // [i][j]: of face i's axis of one box and half axis j of the other
  const auto test_faces = [&](const Vec3<double>* own, const Vec3<double>* other, double(&along)[3][3],
                              double* gap) {
    double volume = 0;
    for (int i = 0; i < 3; ++i) {
      const Vec3<double> n = cross(own[(i + 1) % 3], own[(i + 2) % 3]);
      if (i == 0) volume = std::fabs(dot(n, own[0]));
      for (int j = 0; j < 3; ++j) along[i][j] = std::fabs(dot(n, other[j]));
      gap[i] = std::fabs(dot(n, offset)) - ((volume + along[i][0]) + (along[i][1] + along[i][2]));
      if (gap[i] > 0 && certain(gap[i])) return true;
    }
    return false;
  };
  if (test_faces(p, q, along_b, gaps.of) || test_faces(q, p, along_a, gaps.of + 3)) return true;
  for (int i = 0; i < 3; ++i) {
    const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
    const Vec3<double> turned = cross(offset, p[i]);
    double* row = gaps.of + 6 + 3 * i;
    for (int j = 0; j < 3; ++j) {
      const int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
      const double reach = (along_b[i1][j] + along_b[i2][j]) + (along_a[j1][i] + along_a[j2][i]);
      row[j] = std::fabs(dot(turned, q[j])) - reach;
    }
    const double largest = std::max(row[0], std::max(row[1], row[2]));
    if (largest > 0 && certain(largest)) return true;
  }
  return false;
}

inline double largest_of(const BoxGaps& gaps) {
  double largest[3] = {gaps.of[0], gaps.of[1], gaps.of[2]};
  for (int i = 3; i < kBoxAxisCount; i += 3) {
    for (int k = 0; k < 3; ++k) largest[k] = std::max(largest[k], gaps.of[i + k]);
  }
  return std::max(largest[0], std::max(largest[1], largest[2]));
}

/// Two boxes and their gaps within bound.
struct BoxPair {
  const Obb3<double>& a;
  const Obb3<double>& b;
  BoxGaps gaps;
  double bound;

  const Vec3<double>& generator(int k) const { return k < 3 ? a.half_axes[k] : b.half_axes[k - 3]; }
  ExactVec3<2> exact_offset() const { return exact_difference(b.center, a.center); }
  ExactVec3<4> exact_axis(int k) const {
    return cross(exact(generator(kBoxAxes[k][0])), exact(generator(kBoxAxes[k][1])));
  }
  bool has_zero_generator(int k) const {
    return generator(kBoxAxes[k][0]) == Vec3<double>{} || generator(kBoxAxes[k][1]) == Vec3<double>{};
  }
};

/// Error of p x q in double: each coordinate errs by at most 2 kRounding of |p.y q.z| + |p.z q.y|, which
/// is at most |p| |q|, so the vector by at most 2 sqrt(3) < 4 of it.
inline constexpr double kCrossBound = 4 * kRounding;

/// True only when the boxes overlap, though the axes of some nearly parallel edges are open: replace half
/// axis b[j] by its part along a[i], which moves the zonotope by at most e = |a[i] x b[j]| / |a[i]|, and all
/// such by at most the sum E. The replaced zonotope has no axis with b[j] left. Where it holds the origin
/// deeper than E, so does the given one in its interior. Its depth along n is at least (-gap - |n| E) / |n|,
/// so the condition is that -gap > 2 |n| E on every axis without a replaced b[j]; with |n| <= |p| |q|, and 2
/// taken as 2.5 to cover roundings. A replaced zonotope without volume has a nonzero axis on which it fails.
inline bool overlap_beside_parallel_edges(const BoxPair& pair) {
  double sizes[6];
  for (int k = 0; k < 6; ++k) sizes[k] = std::sqrt(length_sq(pair.generator(k)));
  bool replaced[6] = {};
  double moved = 0;
  for (int k = 0; k < kBoxAxisCount; ++k) {
    if (pair.gaps.of[k] < -pair.bound || pair.has_zero_generator(k)) continue;
    const int i = kBoxAxes[k][0], j = kBoxAxes[k][1];
    if (k < 6 || replaced[j]) return false;
    replaced[j] = true;
    const double n = std::sqrt(length_sq(cross(pair.generator(i), pair.generator(j))));
    moved += n / sizes[i] + kCrossBound * sizes[j];
  }
  int deep_axes = 0;
  for (int k = 0; k < kBoxAxisCount; ++k) {
    const int i = kBoxAxes[k][0], j = kBoxAxes[k][1];
    if (replaced[i] || replaced[j] || pair.has_zero_generator(k)) continue;
    if (!(pair.gaps.of[k] + pair.bound < -2.5 * (sizes[i] * sizes[j] * moved))) return false;
    ++deep_axes;
  }
  return deep_axes > 0;
}

/// What is exactly true of a nonzero axis.
struct AxisVerdict {
  int gap_sign;
  bool flat;  ///< every generator is perpendicular to it; told only where gap_sign is 0
};

inline AxisVerdict judge_axis(const BoxPair& pair, int k, const ExactVec3<4>& axis) {
  const ExactVec3<2> offset = pair.exact_offset();
  const auto sum_of = [&](auto first, const auto& add) {
    for (int g = 0; g < 6; ++g) {
      if (g != kBoxAxes[k][0] && g != kBoxAxes[k][1]) add(first, pair.generator(g));
    }
    return first;
  };
  const Vec3<DoubleDouble> n = to_double_double(axis);
  const DoubleDouble gap =
      sum_of(absolute_value(dot(n, to_double_double(offset))), [&](DoubleDouble& sum, const Vec3<double>& g) {
        sum = sum - absolute_value(dot(n, to_double_double(g)));
      });
  const double bound = kDoubleDoubleError * gap.magnitude;
  if (gap.hi > bound) return {1, false};
  if (-gap.hi > bound) return {-1, false};
  const auto add = [](auto& total, const auto& height, int sign) {
    for (std::size_t t = 0; t < height.size; ++t) add_term(total, sign * height.terms[t]);
  };
  Expansion<96> reach;
  for (int g = 0; g < 6; ++g) {
    if (g == kBoxAxes[k][0] || g == kBoxAxes[k][1]) continue;
    const Expansion<24> height = dot(axis, exact(pair.generator(g)));
    add(reach, height, height.sign());
  }
  Expansion<144> exact_gap;
  const Expansion<48> height = dot(axis, pair.exact_offset());
  add(exact_gap, height, height.sign());
  add(exact_gap, reach, -1);
  return {exact_gap.sign(), reach.size == 0};
}

/// Where the difference lies in a plane through the origin that is not parallel to coordinate axis dropped:
/// seen along that axis it is a zonotope of the plane, or less, and its axes are the perpendiculars of the
/// generators.
inline bool meet_in_plane(const BoxPair& pair, int dropped) {
  const Vec2<double> to = space::seen_along(pair.b.center, dropped),
                     from = space::seen_along(pair.a.center, dropped);
  const ExactVec2<2> offset{two_sum(to.x, -from.x), two_sum(to.y, -from.y)};
  for (int k = 0; k < 6; ++k) {
    const ExactVec2<1> axis = exact(space::seen_along(pair.generator(k), dropped));
    auto gap = absolute_value(cross(axis, offset)) - Expansion<24>{};
    for (int g = 0; g < 6; ++g) {
      const auto reach = cross(axis, exact(space::seen_along(pair.generator(g), dropped)));
      for (std::size_t t = 0; t < reach.size; ++t) add_term(gap, -reach.sign() * reach.terms[t]);
    }
    if (gap.sign() > 0) return false;
  }
  return true;
}

/// Where all generators are parallel: the difference is a segment or a point.
inline bool meet_on_line(const BoxPair& pair) {
  int k = 0;
  while (k < 6 && pair.generator(k) == Vec3<double>{}) ++k;
  if (k == 6) return pair.a.center == pair.b.center;
  const Vec3<double>& along = pair.generator(k);
  const ExactVec3<2> offset = pair.exact_offset();
  if (!is_zero(cross(exact(along), offset))) return false;
  const int c = along.x != 0 ? 0 : (along.y != 0 ? 1 : 2);
  const Expansion<2> distance =
      two_sum(space::coordinate(pair.b.center, c), -space::coordinate(pair.a.center, c));
  auto gap = absolute_value(distance) - Expansion<6>{};
  for (int g = 0; g < 6; ++g) add_term(gap, -std::fabs(space::coordinate(pair.generator(g), c)));
  return gap.sign() <= 0;
}

/// The relation where the gaps leave it open.
[[gnu::noinline]] inline Relation box_relation_exactly(const BoxPair& pair) {
  if (overlap_beside_parallel_edges(pair)) return Relation::overlapping;
  int largest = -1;
  int nonzero_axes = 0;
  int dropped = -1;  // of a flat difference
  for (int k = 0; k < kBoxAxisCount; ++k) {
    const bool certain = pair.gaps.of[k] < -pair.bound;
    const ExactVec3<4> axis = certain ? ExactVec3<4>{} : pair.exact_axis(k);
    if (!certain && is_zero(axis)) continue;
    ++nonzero_axes;
    if (certain) continue;
    const AxisVerdict verdict = judge_axis(pair, k, axis);
    if (verdict.gap_sign > 0) return Relation::disjoint;
    largest = std::max(largest, verdict.gap_sign);
    if (verdict.gap_sign == 0 && verdict.flat) dropped = axis.x.size > 0 ? 0 : (axis.y.size > 0 ? 1 : 2);
  }
  if (nonzero_axes == 0) return meet_on_line(pair) ? Relation::touching : Relation::disjoint;
  if (dropped >= 0) return meet_in_plane(pair, dropped) ? Relation::touching : Relation::disjoint;
  return largest < 0 ? Relation::overlapping : Relation::touching;
}

}  // namespace detail

/// Exact: disjoint, touching or overlapping as the origin lies outside of, on or inside the boundary of A -
/// B; touching too when the two boxes meet and A - B has no volume, as that of two equal flat boxes. Skew,
/// flat and zero boxes included. Requires finite boxes in the range of space. Laws: 1. swapping the boxes
/// keeps the relation; 2. a gap within its bound may be judged exactly, never contradicted. Cost: some 60 ns,
/// less when a face of A separates; twice that for parallel boxes that overlap, some microseconds for
/// touching ones.
inline Relation relation(const Obb3<double>& a, const Obb3<double>& b) {
  const Vec3<double> offset = b.center - a.center;
  const auto bound = [&] { return kObb3AxisBound * detail::box_magnitude(a, b, offset); };
  detail::BoxGaps gaps;
  if (detail::box_gaps(a, b, offset, gaps, [&](double gap) { return gap > bound(); }))
    return Relation::disjoint;
  const double within = bound();
  if (detail::largest_of(gaps) < -within) return Relation::overlapping;
  return detail::box_relation_exactly({a, b, gaps, within});
}

/// Error of depth and of what mtv leaves of an overlap, in u = 2^-52 x largest |coordinate| R of a corner. An
/// axis that may give the depth has its cross product exactly and its gap as a sum of two doubles; then |n|
/// rounds 3.5 times, the gap, the division and mtv's product and factor four times, of a depth of at most 2
/// R: 7.5 u. A nearly parallel pair of edges that is left out because it moves the zonotope by at most u / 4
/// (see overlap_beside_parallel_edges) costs u / 2, three of them 1.5 u.
inline constexpr double kObb3PenetrationBound = 9;

namespace detail {

/// How far B must move along an axis to leave A.
struct AxisPush {
  double depth;
  Vec3<double> mtv;
};

/// The axis with an error below 2^-60 of its length; all zero just where it is.
inline Vec3<DoubleDouble> accurate_axis(const BoxPair& pair, int k) {
  const Vec3<DoubleDouble> n = cross(to_double_double(pair.generator(kBoxAxes[k][0])),
                                     to_double_double(pair.generator(kBoxAxes[k][1])));
  const double largest = std::max({std::fabs(n.x.hi), std::fabs(n.y.hi), std::fabs(n.z.hi)});
  const double magnitude = std::max({n.x.magnitude, n.y.magnitude, n.z.magnitude});
  return largest > 0x1p-30 * magnitude ? n : to_double_double(pair.exact_axis(k));
}

/// Half axes whose side of the plane across n is plain in double are summed up first. Its error is 4
/// kRounding of three products of at most |n| |g| in largest coordinates, far below 2^-40 of one.
inline AxisPush push_along_axis(const BoxPair& pair, int k, const Vec3<DoubleDouble>& n) {
  const Vec3<double> axis = to_double(n);
  const DoubleDouble height = dot(n, to_double_double(pair.exact_offset()));
  Vec3<DoubleDouble> far;
  DoubleDouble reach;
  for (int g = 0; g < 6; ++g) {
    if (g == kBoxAxes[k][0] || g == kBoxAxes[k][1]) continue;
    const Vec3<double>& half_axis = pair.generator(g);
    const double side = dot(axis, half_axis);
    if (std::fabs(side) > 0x1p-40 * (largest_of(axis) * largest_of(half_axis))) {
      far = far + to_double_double(half_axis * (side < 0 ? -1.0 : 1.0));
    } else {
      reach = reach + absolute_value(dot(n, to_double_double(half_axis)));
    }
  }
  reach = reach + dot(n, far);
  const double size = std::sqrt(length_sq(axis));
  const double depth = std::max((reach - absolute_value(height)).hi, 0.0) / size;
  return {depth, axis * ((height.hi < 0 ? -depth : depth) / size)};
}

/// Lower bounds of the depth along each axis; infinite for axes that are zero.
inline void depth_floors(const BoxPair& pair, double (&floors)[kBoxAxisCount]) {
  double squares[6];
  for (int k = 0; k < 6; ++k) squares[k] = length_sq(pair.generator(k));
  for (int k = 0; k < kBoxAxisCount; ++k) {
    const int i = kBoxAxes[k][0], j = kBoxAxes[k][1];
    const double n = std::sqrt(length_sq(cross(pair.generator(i), pair.generator(j))));
    const double n_at_most =
        n * (1 + 4 * kRounding) + (1 + 0x1p-40) * kCrossBound * std::sqrt(squares[i] * squares[j]);
    const double least = std::max(-pair.gaps.of[k] - pair.bound, 0.0) * (1 - 4 * kRounding);
    floors[k] = n_at_most > 0 ? least / n_at_most : HUGE_VAL;
  }
}

/// Whether the half axis of B, of edge axis k, differs from its part along that of A by at most moved.
inline bool is_nearly_parallel(const BoxPair& pair, int k, const Vec3<double>& axis, double moved) {
  return length_sq(axis) <= moved * moved * length_sq(pair.generator(kBoxAxes[k][0]));
}

/// At least the largest |coordinate| of a corner, and little more.
inline double largest_coordinate(const Obb3<double>& box) {
  const Vec3<double> c = absolute(box.center) + absolute(box.half_axes[0]) + absolute(box.half_axes[1]) +
                         absolute(box.half_axes[2]);
  return std::max(c.x, std::max(c.y, c.z));
}

inline AxisPush least_push(const BoxPair& pair) {
  double floors[kBoxAxisCount];
  depth_floors(pair, floors);
  const double moved = 0x1p-54 * std::max(largest_coordinate(pair.a), largest_coordinate(pair.b));
  bool replaced[6] = {};
  AxisPush best{HUGE_VAL, {}};
  const auto try_axis = [&](int k) {
    if (floors[k] >= best.depth) return;
    const Vec3<DoubleDouble> axis = accurate_axis(pair, k);
    bool& is_replaced = replaced[kBoxAxes[k][1]];
    if (to_double(axis) == Vec3<double>{}) return;
    if (k >= 6 && !is_replaced && is_nearly_parallel(pair, k, to_double(axis), moved)) {
      is_replaced = true;
      return;
    }
    const AxisPush push = push_along_axis(pair, k, axis);
    if (push.depth < best.depth) best = push;
  };
  const int first = static_cast<int>(std::min_element(floors, floors + 6) - floors);
  try_axis(first);
  for (int k = 0; k < kBoxAxisCount; ++k) {
    if (k != first) try_axis(k);
  }
  return best;
}

}  // namespace detail

/// Relation (exact), depth and a shortest translation that pushes B out of A. Touching: depth 0, mtv zero;
/// disjoint: both meaningless. Of equally short pushes any one. Error: kObb3PenetrationBound. Requires finite
/// boxes in the range of space. Cost: some 0.3 us for an overlapping pair; a few times that where many axes
/// give nearly the same depth.
inline Penetration3<double> penetration(const Obb3<double>& a, const Obb3<double>& b) {
  Penetration3<double> answer;
  const Vec3<double> offset = b.center - a.center;
  const auto bound = [&] { return kObb3AxisBound * detail::box_magnitude(a, b, offset); };
  detail::BoxGaps gaps;
  if (detail::box_gaps(a, b, offset, gaps, [&](double gap) { return gap > bound(); })) return answer;
  const detail::BoxPair pair{a, b, gaps, bound()};
  answer.relation =
      detail::largest_of(gaps) < -pair.bound ? Relation::overlapping : detail::box_relation_exactly(pair);
  if (answer.relation != Relation::overlapping) return answer;
  const detail::AxisPush push = detail::least_push(pair);
  answer.depth = push.depth;
  answer.mtv = push.mtv;
  return answer;
}

}  // namespace touchstone
