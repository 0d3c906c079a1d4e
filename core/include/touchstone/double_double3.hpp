// What double_double.hpp does, for vectors of space: exact signs and accurate values of polynomials in their
// coordinates.
//
// Requires numbers within [kSmallestCoordinate3, kLargestCoordinate3] (exact_sign3.hpp) and polynomials of
// degree up to 6. The longest is r^2 |a x d|^2 - (a . (d x p))^2. Its double-double takes 12 operations'
// errors of 2^-102 (kDoubleDoubleError has room for 64). Its estimate takes 24 roundings, each input being
// within two, and the magnitude as many: 48 (kEstimateError has room for 64).
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>

#include <touchstone/double_double.hpp>
#include <touchstone/exact_axis3.hpp>
#include <touchstone/exact_sign3.hpp>
#include <touchstone/vec.hpp>

namespace touchstone {

/// An exact difference of two points.
using ExactOffset3 = Vec3<TwoTerms>;
constexpr ExactOffset3 difference(const Vec3<double>& a, const Vec3<double>& b) {
  return {two_sum(a.x, -b.x), two_sum(a.y, -b.y), two_sum(a.z, -b.z)};
}

/// Terms that hold any value of degree up to 6: it is below 2^(6 * 151 + 6), a multiple of 2^(-6 * 167), and
/// compressed terms lie 53 bits apart.
inline constexpr std::size_t kMostTerms3 = 38;

/// The same value; an expansion in at most kMostTerms3 terms. For factors of products: work space grows with
/// the product of their capacities.
constexpr Estimate few(const Estimate& value) {
  return value;
}
constexpr DoubleDouble few(const DoubleDouble& value) {
  return value;
}
template <std::size_t N>
constexpr auto few(const Expansion<N>& e) {
  if constexpr (N <= kMostTerms3) {
    return e;
  } else {
    const Expansion<N> compact = compressed(e);
    assert(compact.size <= kMostTerms3);
    Expansion<kMostTerms3> result;
    for (std::size_t i = 0; i < std::min(compact.size, kMostTerms3); ++i) result.push(compact.terms[i]);
    return result;
  }
}

// Conversions that sign_of() and evaluate() look up.
constexpr Expansion<2> to_expansion(TwoTerms value) {
  return value;
}
template <std::size_t N>
constexpr const Expansion<N>& to_expansion(const Expansion<N>& e) {
  return e;
}
constexpr ExactVec3<1> to_expansion(const Vec3<double>& v) {
  return {v.x, v.y, v.z};
}
constexpr ExactVec3<2> to_expansion(const ExactOffset3& v) {
  return {v.x, v.y, v.z};
}
template <std::size_t N>
constexpr const ExactVec3<N>& to_expansion(const ExactVec3<N>& v) {
  return v;
}
template <class N>
constexpr Vec3<DoubleDouble> to_double_double(const Vec3<N>& v) {
  return {to_double_double(v.x), to_double_double(v.y), to_double_double(v.z)};
}
template <std::size_t N>
constexpr Estimate to_estimate(const Expansion<N>& e) {
  return to_estimate(to_double_double(e).hi);
}
template <std::size_t N>
constexpr Vec2<Estimate> to_estimate(const ExactVec2<N>& v) {
  return {to_estimate(v.x), to_estimate(v.y)};
}
template <class N>
constexpr Vec3<Estimate> to_estimate(const Vec3<N>& v) {
  return {to_estimate(v.x), to_estimate(v.y), to_estimate(v.z)};
}
template <std::size_t N>
constexpr Vec3<Estimate> to_estimate(const ExactVec3<N>& v) {
  return {to_estimate(v.x), to_estimate(v.y), to_estimate(v.z)};
}

namespace space {

/// Resolution of evaluate() at which values are within 2^-56, relatively.
inline constexpr double kAccurate = 0x1p-40;

inline constexpr auto kValue = [](const auto& p) { return p; };
inline constexpr auto kDot = [](const auto& p, const auto& q) { return dot(p, q); };
/// Of p and q seen along an axis.
inline constexpr auto kCross2 = [](const auto& p, const auto& q) { return cross(p, q); };
/// a . (b x c): positive when the three turn as x, y, z do.
inline constexpr auto kTriple = [](const auto& a, const auto& b, const auto& c) {
  return dot(a, cross(b, c));
};
/// (a x b) . (c x d).
inline constexpr auto kQuadruple = [](const auto& a, const auto& b, const auto& c, const auto& d) {
  return dot(cross(a, b), cross(c, d));
};
/// |a x b|^2.
inline constexpr auto kCrossSq = [](const auto& a, const auto& b) {
  const auto w = cross(a, b);
  return few(dot(w, w));
};

/// The vector seen along axis k: its other two coordinates, so that cross() of two of them is coordinate k of
/// their cross product.
template <class N>
constexpr Vec2<N> seen_along(const Vec3<N>& v, int k) {
  if (k == 0) return {v.y, v.z};
  return k == 1 ? Vec2<N>{v.z, v.x} : Vec2<N>{v.x, v.y};
}
template <std::size_t N>
constexpr ExactVec2<N> seen_along(const ExactVec3<N>& v, int k) {
  if (k == 0) return {v.y, v.z};
  return k == 1 ? ExactVec2<N>{v.z, v.x} : ExactVec2<N>{v.x, v.y};
}
template <class V>
constexpr const auto& coordinate(const V& v, int k) {
  return k == 0 ? v.x : (k == 1 ? v.y : v.z);
}

/// Each coordinate of p x q within 2^-56, relatively; zero just where it is.
template <class P, class Q>
constexpr Vec3<DoubleDouble> accurate_cross(const P& p, const Q& q) {
  const auto along = [&](int k) { return evaluate(kAccurate, kCross2, seen_along(p, k), seen_along(q, k)); };
  return {along(0), along(1), along(2)};
}
template <class P, class Q>
constexpr DoubleDouble accurate_dot(const P& p, const Q& q) {
  return evaluate(kAccurate, kDot, p, q);
}
/// An axis along which p x q is not zero; 3 when p and q are parallel or one is zero.
template <class P, class Q>
constexpr int axis_of_cross(const P& p, const Q& q) {
  for (int k = 0; k < 3; ++k) {
    if (sign_of(kCross2, seen_along(p, k), seen_along(q, k)) != 0) return k;
  }
  return 3;
}

constexpr Vec3<double> rounded(const Vec3<DoubleDouble>& v) {
  return {v.x.hi, v.y.hi, v.z.hi};
}
constexpr Vec3<double> rounded(const ExactOffset3& v) {
  return {v.x.hi, v.y.hi, v.z.hi};
}
/// Requires v not zero.
inline Vec3<double> unit(const Vec3<double>& v) {
  return v * (1 / length(v));
}
inline bool is_zero(const Vec3<double>& v) {
  return v.x == 0 && v.y == 0 && v.z == 0;
}
/// A unit vector perpendicular to v; any when v is zero.
inline Vec3<double> any_perpendicular(const Vec3<double>& v) {
  const double x = std::fabs(v.x), y = std::fabs(v.y), z = std::fabs(v.z);
  if (x == 0 && y == 0 && z == 0) return {1, 0, 0};
  if (x <= y && x <= z) return unit(cross(v, Vec3<double>{1, 0, 0}));
  return unit(cross(v, y <= z ? Vec3<double>{0, 1, 0} : Vec3<double>{0, 0, 1}));
}

}  // namespace space
}  // namespace touchstone
