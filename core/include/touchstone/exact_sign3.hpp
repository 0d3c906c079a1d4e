// The sign of a polynomial in coordinates of space, exactly: a floating-point filter with a proved bound,
// then expansions (exact_sign.hpp, whose requirements hold here too), for every non-zero input within
// [kSmallestCoordinate3, kLargestCoordinate3].
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

#include <touchstone/exact_sign.hpp>
#include <touchstone/polytope3.hpp>
#include <touchstone/vec.hpp>

namespace touchstone {

/// Range of |coordinate| in which the core is exact in space; zero is always in range. Holds for polynomials
/// of degree up to 6 in differences of coordinates or of OBB corners, as a determinant squared is. Largest: a
/// corner, the sum of four such numbers, is at most 2^152, a difference of two 2^153, a product of six 2^918;
/// 2^60 of them add up to less than 2^980, and no step overflows. Smallest: a double of at least 2^-115 is a
/// multiple of 2^-167, so is every sum of such; products of six are multiples of 2^-1002, so is what their
/// rounding loses: nothing underflows, and no filter needs a term for it. Every float is in range, smaller
/// than 2^-115 or not: it is below 2^128 and a multiple of 2^-149.
inline constexpr double kLargestCoordinate3 = 0x1p+150;
inline constexpr double kSmallestCoordinate3 = 0x1p-115;

/// An expansion never has more terms, whatever it is a sum or product of. Every operation on expansions keeps
/// them nonadjacent (Shewchuk 1997, theorem 10, for rounding to even): between the bits of two terms at least
/// one bit is zero, and the bits of finite doubles have 2,098 places.
inline constexpr std::size_t kMostTerms = 1049;

constexpr std::size_t capped_terms(std::size_t terms) {
  return std::min(terms, kMostTerms);
}

/// Adds factor * a * b to sum, in place; factor is +1 or -1. Requires a capacity for what is added, or
/// kMostTerms.
template <std::size_t Capacity, std::size_t M, std::size_t N>
constexpr void add_product(Expansion<Capacity>& sum, const Expansion<M>& a, const Expansion<N>& b,
                           double factor = 1) {
  for (std::size_t i = 0; i < a.size; ++i) {
    for (std::size_t j = 0; j < b.size; ++j) {
      const TwoTerms term = two_product(factor * a.terms[i], b.terms[j]);
      if (term.lo != 0) add_term(sum, term.lo);
      add_term(sum, term.hi);
    }
  }
}
/// a * b. Unlike the operator of exact_sign.hpp it never needs more room than kMostTerms.
template <std::size_t M, std::size_t N>
constexpr Expansion<capped_terms(2 * M * N)> product(const Expansion<M>& a, const Expansion<N>& b) {
  Expansion<capped_terms(2 * M * N)> result;
  add_product(result, a, b);
  return result;
}
/// a + factor * b; factor is +1 or -1.
template <std::size_t M, std::size_t N>
constexpr Expansion<capped_terms(M + N)> sum(const Expansion<M>& a, const Expansion<N>& b,
                                             double factor = 1) {
  Expansion<capped_terms(M + N)> result;
  for (std::size_t i = 0; i < a.size; ++i) result.push(a.terms[i]);
  for (std::size_t i = 0; i < b.size; ++i) add_term(result, factor * b.terms[i]);
  return result;
}

/// A vector whose coordinates are expansions: N = 1 for a given point, 2 for a difference of two, 4 for a
/// corner of an OBB.
template <std::size_t N>
struct ExactVec3 {
  Expansion<N> x;
  Expansion<N> y;
  Expansion<N> z;
};
constexpr ExactVec3<1> exact(const Vec3<double>& v) {
  return {v.x, v.y, v.z};
}
/// a - b without rounding; cheaper than by exact().
constexpr ExactVec3<2> exact_difference(const Vec3<double>& a, const Vec3<double>& b) {
  return {two_sum(a.x, -b.x), two_sum(a.y, -b.y), two_sum(a.z, -b.z)};
}

template <std::size_t M, std::size_t N>
constexpr ExactVec3<capped_terms(M + N)> operator+(const ExactVec3<M>& a, const ExactVec3<N>& b) {
  return {sum(a.x, b.x), sum(a.y, b.y), sum(a.z, b.z)};
}
template <std::size_t M, std::size_t N>
constexpr ExactVec3<capped_terms(M + N)> operator-(const ExactVec3<M>& a, const ExactVec3<N>& b) {
  return {sum(a.x, b.x, -1), sum(a.y, b.y, -1), sum(a.z, b.z, -1)};
}
template <std::size_t N>
constexpr ExactVec3<N> operator-(const ExactVec3<N>& a) {
  return {-a.x, -a.y, -a.z};
}
/// Right-handed: cross(x, y) = z.
template <std::size_t M, std::size_t N>
constexpr ExactVec3<capped_terms(4 * M * N)> cross(const ExactVec3<M>& a, const ExactVec3<N>& b) {
  ExactVec3<capped_terms(4 * M * N)> result;
  add_product(result.x, a.y, b.z);
  add_product(result.x, a.z, b.y, -1);
  add_product(result.y, a.z, b.x);
  add_product(result.y, a.x, b.z, -1);
  add_product(result.z, a.x, b.y);
  add_product(result.z, a.y, b.x, -1);
  return result;
}
template <std::size_t M, std::size_t N>
constexpr Expansion<capped_terms(6 * M * N)> dot(const ExactVec3<M>& a, const ExactVec3<N>& b) {
  Expansion<capped_terms(6 * M * N)> result;
  add_product(result, a.x, b.x);
  add_product(result, a.y, b.y);
  add_product(result, a.z, b.z);
  return result;
}

/// Corner k of the polytope, exactly, also where corners[k] is rounded.
inline ExactVec3<4> exact_corner(const PolytopeView& shape, std::int32_t k) {
  ExactVec3<4> corner;
  const Obb3<double>* obb = shape.rounded_from;
  const Vec3<double>& base = obb == nullptr ? shape.corners[k] : obb->center;
  add_term(corner.x, base.x);
  add_term(corner.y, base.y);
  add_term(corner.z, base.z);
  if (obb == nullptr) return corner;
  for (int i = 0; i < 3; ++i) {
    const double sign = (shape.signs[k] >> i & 1) != 0 ? 1 : -1;
    add_term(corner.x, sign * obb->half_axes[i].x);
    add_term(corner.y, sign * obb->half_axes[i].y);
    add_term(corner.z, sign * obb->half_axes[i].z);
  }
  return corner;
}

/// A floating-point determinant of three differences of points, and the sum of the magnitudes of its six
/// products, both as computed.
struct RoundedDeterminant {
  double value = 0;
  double magnitude = 0;
};

/// Error bound of rounded_orientation(), relative to its magnitude. Each of the six products carries at most
/// seven roundings that matter (three of differences, one of the first product, one of the subtraction in the
/// cross product, one of the second product, one of the first sum; that of the last sum takes no value past
/// the bound, which is a double), and the computed magnitude at most eight: (1 + eps)^7 - 1 over (1 - eps)^8
/// is below (7 + 78 eps) eps with eps = kRounding (Shewchuk 1997, section 4.3: 7 + 56 eps). The next power of
/// two is taken: scaling by it is exact.
inline constexpr double kOrientation3Bound = 8 * kRounding;

/// dot(cross(b - a, c - a), d - a) with roundings. Nothing underflows for input in range.
inline RoundedDeterminant rounded_orientation(const Vec3<double>& a, const Vec3<double>& b,
                                              const Vec3<double>& c, const Vec3<double>& d) {
  const Vec3<double> u = b - a;
  const Vec3<double> v = c - a;
  const Vec3<double> w = d - a;
  const double yz = u.y * v.z, zy = u.z * v.y;
  const double zx = u.z * v.x, xz = u.x * v.z;
  const double xy = u.x * v.y, yx = u.y * v.x;
  return {
      ((yz - zy) * w.x + (zx - xz) * w.y) + (xy - yx) * w.z,
      ((std::fabs(yz) + std::fabs(zy)) * std::fabs(w.x) + (std::fabs(zx) + std::fabs(xz)) * std::fabs(w.y)) +
          (std::fabs(xy) + std::fabs(yx)) * std::fabs(w.z)};
}

/// Sign of dot(cross(b - a, c - a), d - a): +1 when d lies on the side to which cross(b - a, c - a) points,
/// that is where a, b, c turn counter-clockwise seen from d; -1 on the other side; 0 when the four points lie
/// in one plane. Exact for every input in range. Laws: 1. swapping two points changes the sign; 2. so does
/// mirroring; 3. moving all by a vector that rounds nothing changes nothing. Cost: some 5 ns when the filter
/// decides, below 1 us when expansions must.
inline int orientation(const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& c,
                       const Vec3<double>& d) {
  const RoundedDeterminant det = rounded_orientation(a, b, c, d);
  const double bound = kOrientation3Bound * det.magnitude;
  if (det.value > bound) return 1;
  if (-det.value > bound) return -1;
  // Every one of the six products is zero, without roundings too.
  if (bound == 0) return 0;
  return dot(cross(exact_difference(b, a), exact_difference(c, a)), exact_difference(d, a)).sign();
}
/// The same for corners that are no doubles. Needs some 20 KB of stack for corners of OBBs.
template <std::size_t A, std::size_t B, std::size_t C, std::size_t D>
int orientation(const ExactVec3<A>& a, const ExactVec3<B>& b, const ExactVec3<C>& c, const ExactVec3<D>& d) {
  return dot(cross(b - a, c - a), d - a).sign();
}

/// True when the three points lie on one line (two equal ones do). Exact: cross(b - a, c - a) is zero when
/// its three coordinates are.
inline bool are_collinear(const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& c) {
  return orientation(Vec2<double>{a.x, a.y}, {b.x, b.y}, {c.x, c.y}) == 0 &&
         orientation(Vec2<double>{a.y, a.z}, {b.y, b.z}, {c.y, c.z}) == 0 &&
         orientation(Vec2<double>{a.z, a.x}, {b.z, b.x}, {c.z, c.x}) == 0;
}

}  // namespace touchstone
