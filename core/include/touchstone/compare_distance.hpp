// The sign of distance - (r + s), exactly: of two points, a point and a segment, two segments. No square
// root: squares are compared, in floating point with a proved bound, then by expansions.
//
// Frame: the plane of the operands, in double (a float converts without loss). r + s counts as the exact sum.
// Requires numbers in the range of curved shapes (kLargestCurvedOf, kSmallestCurvedOf of checked.hpp).
#pragma once

#include <algorithm>
#include <cmath>

#include <touchstone/exact_sign.hpp>
#include <touchstone/vec.hpp>

namespace touchstone {

/// Error of d^2 - R^2, relative to d^2 + R^2, all as computed: two differences, product and sum give d^2
/// within 4 roundings, sum and product give R^2 within 3, one more for the subtraction: 5 and terms of eps
/// squared, taken up to the next power of two as for kOrientationBound.
inline constexpr double kDistanceSqBound = 8 * kRounding;

/// A factor between two squares that are compared: covers up to 16 roundings of them. cross^2 (3, from bounds
/// on |cross| that are rounded once) stands against R^2 (3) times the edge's square (4) and this factor (2).
inline constexpr double kSquareSlack = 1 + 16 * kRounding;

/// Of a guess n at the shortest vector between two segments (or a point and one), with M the sum of the
/// squares of the segments and of the vector between their starts, and r = kRounding. B = kGuess n^2 +
/// kGuessRest M covers two errors. n errs by at most 8 r times the sum of all |differences|, that is by e
/// with e^2 <= 64 * 6 r^2 M, so
/// (|n| + e)^2 <= (1 + kGuess) n^2 + (1 + 1 / kGuess) e^2 <= n^2 + B. What a projection on n falls short of
/// n^2 errs by |n| e and 5 roundings of each product sum, below 56 r |n| sqrt(M) <= B / 2. So a shortfall
/// below B proves a distance whose square is above n^2 - 3 B. Comparisons with 4 B have room for their own
/// roundings.
inline constexpr double kGuess = 0x1p-40;
inline constexpr double kGuessRest = 0x1p-53;

namespace detail {

/// Sign of |offset| - reach for reach >= 0 where it is certain, else 0. Each coordinate of offset is within
/// one rounding and offset_error of the true one; reach within one rounding.
inline int filter_length(Vec2<double> offset, double offset_error, double reach) {
  const double length_squared = length_sq(offset);
  const double reach_sq = reach * reach;
  const double excess = length_squared - reach_sq;
  // Half as much again as the derivative and the square of the error ask for: covers the bound's own
  // roundings.
  const double bound = kDistanceSqBound * (length_squared + reach_sq) +
                       3 * offset_error * (std::fabs(offset.x) + std::fabs(offset.y) + offset_error);
  return int(excess > bound) - int(-excess > bound);
}

/// Sign of |cross(edge, offset)| - reach * |edge| where it is certain, else 0: the distance of offset from
/// the line along edge. Errors as for filter_length(); edge is within one rounding.
inline int filter_height(Vec2<double> edge, Vec2<double> offset, double offset_error, double reach) {
  const double left = edge.x * offset.y;
  const double right = edge.y * offset.x;
  const double height = std::fabs(left - right);
  const double error = kOrientationBound * (std::fabs(left) + std::fabs(right)) +
                       2 * offset_error * (std::fabs(edge.x) + std::fabs(edge.y));
  const double least = height - error;
  const double most = height + error;
  const double reach_sq = reach * reach * length_sq(edge);
  if (least > 0 && least * least > reach_sq * kSquareSlack) return 1;
  return most * most * kSquareSlack < reach_sq ? -1 : 0;
}

template <std::size_t N>
int length_sign_exactly(const ExactVec2<N>& offset, double r, double s) {
  const Expansion<2> reach{two_sum(r, s)};
  return (dot(offset, offset) - reach * reach).sign();
}
template <std::size_t M, std::size_t N>
int height_sign_exactly(const ExactVec2<M>& edge, const ExactVec2<N>& offset, double r, double s) {
  const Expansion<2> reach{two_sum(r, s)};
  const auto height = cross(edge, offset);
  return (height * height - (reach * reach) * dot(edge, edge)).sign();
}

inline ExactVec2<2> exact_difference(Vec2<double> from, Vec2<double> to) {
  return {two_sum(to.x, -from.x), two_sum(to.y, -from.y)};
}
[[gnu::noinline]] inline int compare_distance_exactly(Vec2<double> p, Vec2<double> q, double r, double s) {
  return length_sign_exactly(exact_difference(p, q), r, s);
}
[[gnu::noinline]] inline int compare_line_exactly(Vec2<double> from, Vec2<double> to, Vec2<double> q,
                                                  double r, double s) {
  return height_sign_exactly(exact_difference(from, to), exact_difference(from, q), r, s);
}

/// Sign of dot(p1 - p0, q1 - q0), exactly.
inline int dot_sign(Vec2<double> p0, Vec2<double> p1, Vec2<double> q0, Vec2<double> q1) {
  return cross_sign(p0, p1, perp(q0), perp(q1));
}

}  // namespace detail

/// Sign of |q - p| - (r + s): +1 farther apart, 0 exactly as far, -1 nearer. Requires r + s >= 0. Cost: some
/// 2 ns when the filter decides.
inline int compare_distance(Vec2<double> p, Vec2<double> q, double r, double s) {
  const int certain = detail::filter_length(q - p, 0, r + s);
  return certain != 0 ? certain : detail::compare_distance_exactly(p, q, r, s);
}

/// The same for q and the line through from and to, which must differ.
inline int compare_distance_to_line(Vec2<double> from, Vec2<double> to, Vec2<double> q, double r, double s) {
  const int certain = detail::filter_height(to - from, q - from, 0, r + s);
  return certain != 0 ? certain : detail::compare_line_exactly(from, to, q, r, s);
}

namespace detail {

inline double clamp_to_unit(double t) {
  return t < 0 ? 0 : (t > 1 ? 1 : t);
}

/// Sign of the least distance of two convex sets minus reach where it is certain, else 0. n is a vector from
/// a point of one to a point of the other; shortfall() by how much the gap between their projections on n,
/// times |n|, is less than n^2.
template <class Shortfall>
inline int filter_guess(double length_squared, double size_sq, double reach, Shortfall shortfall) {
  const double bound = kGuess * length_squared + kGuessRest * size_sq;
  const double excess = length_squared - reach * reach;
  if (excess < -4 * bound) return -1;
  return excess > 4 * bound && shortfall() < bound ? 1 : 0;
}
/// Part t of a segment was taken: what its best end is ahead on the given slope.
inline double ahead(double slope, double t) {
  return std::max(slope, 0.0) - t * slope;
}

[[gnu::noinline]] inline int compare_segment_exactly(Vec2<double> from, Vec2<double> to, Vec2<double> q,
                                                     double r, double s) {
  if (from == to || dot_sign(from, to, from, q) <= 0) return compare_distance(from, q, r, s);
  if (dot_sign(to, from, to, q) <= 0) return compare_distance(to, q, r, s);
  return compare_distance_to_line(from, to, q, r, s);
}

}  // namespace detail

/// The same for q and the segment from - to, which may have length 0. Requires r + s >= 0. Cost: one division
/// when the filter decides.
inline int compare_distance_to_segment(Vec2<double> from, Vec2<double> to, Vec2<double> q, double r,
                                       double s) {
  const Vec2<double> along = to - from;
  const Vec2<double> start = q - from;
  const double along_sq = length_sq(along);
  if (along_sq == 0) return compare_distance(from, q, r, s);
  const double t = detail::clamp_to_unit(dot(start, along) / along_sq);
  const Vec2<double> n = start - along * t;
  const int certain = detail::filter_guess(length_sq(n), length_sq(start) + along_sq, r + s,
                                           [&] { return detail::ahead(dot(n, along), t); });
  return certain != 0 ? certain : detail::compare_segment_exactly(from, to, q, r, s);
}

/// Whether two segments have a common point, exactly; any of them may have length 0.
inline bool segments_meet(Vec2<double> p0, Vec2<double> p1, Vec2<double> q0, Vec2<double> q1) {
  const auto apart = [](double a, double b, double c, double d) {
    return std::max(a, b) < std::min(c, d) || std::max(c, d) < std::min(a, b);
  };
  return !apart(p0.x, p1.x, q0.x, q1.x) && !apart(p0.y, p1.y, q0.y, q1.y) &&
         orientation(p0, p1, q0) * orientation(p0, p1, q1) <= 0 &&
         orientation(q0, q1, p0) * orientation(q0, q1, p1) <= 0;
}

namespace detail {

/// Of segments apart one end is nearest to the other segment.
[[gnu::noinline]] inline int compare_segments_exactly(Vec2<double> p0, Vec2<double> p1, Vec2<double> q0,
                                                      Vec2<double> q1, double r, double s) {
  if (segments_meet(p0, p1, q0, q1)) return r + s > 0 ? -1 : 0;
  int least = compare_distance_to_segment(p0, p1, q0, r, s);
  if (least >= 0) least = std::min(least, compare_distance_to_segment(p0, p1, q1, r, s));
  if (least >= 0) least = std::min(least, compare_distance_to_segment(q0, q1, p0, r, s));
  if (least >= 0) least = std::min(least, compare_distance_to_segment(q0, q1, p1, r, s));
  return least;
}

}  // namespace detail

/// The same for two segments. Requires r + s >= 0. Cost: three divisions when the filter decides.
/// Source of the closest points: C. Ericson, "Real-Time Collision Detection" (2005), section 5.1.9.
/// Deviation: its answer is only a guess here. Any two points prove "nearer"; "farther" is proved when the
/// ends of the segments, projected on the vector between the points, leave that wide a gap.
[[gnu::always_inline]] inline int compare_distance_of_segments(Vec2<double> p0, Vec2<double> p1,
                                                               Vec2<double> q0, Vec2<double> q1, double r,
                                                               double s) {
  const Vec2<double> along_p = p1 - p0;
  const Vec2<double> along_q = q1 - q0;
  const Vec2<double> start = p0 - q0;
  const double pp = length_sq(along_p);
  const double qq = length_sq(along_q);
  const double pq = dot(along_p, along_q);
  const double p_start = dot(along_p, start);
  const double q_start = dot(along_q, start);
  const double both = pp * qq;
  if (both == 0) return detail::compare_segments_exactly(p0, p1, q0, q1, r, s);
  const double area_sq = both - pq * pq;
  double on_p = area_sq > 0 ? detail::clamp_to_unit((pq * q_start - p_start * qq) / area_sq) : 0;
  double on_q = pq * on_p + q_start;
  if (on_q < 0) {
    on_q = 0;
    on_p = detail::clamp_to_unit(-p_start / pp);
  } else if (on_q > qq) {
    on_q = 1;
    on_p = detail::clamp_to_unit((pq - p_start) / pp);
  } else {
    on_q /= qq;
  }
  const Vec2<double> n = start + along_p * on_p - along_q * on_q;
  // filter_guess() once more: handing its result on costs a third of the time; so does a call with ten
  // numbers.
  const double distance_sq = length_sq(n);
  const double bound = kGuess * distance_sq + kGuessRest * (length_sq(start) + pp + qq);
  const double excess = distance_sq - (r + s) * (r + s);
  if (excess < -4 * bound) return -1;
  const double on_n_p = dot(n, along_p);
  const double on_n_q = dot(n, along_q);
  const double shortfall = std::max(0.0, on_n_q) - on_q * on_n_q + on_p * on_n_p - std::min(0.0, on_n_p);
  if ((excess > 4 * bound) & (shortfall < bound)) return 1;
  return detail::compare_segments_exactly(p0, p1, q0, q1, r, s);
}

}  // namespace touchstone
