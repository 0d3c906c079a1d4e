// The point of a simplex of up to four points that is nearest to the origin, in doubles or sums of two
// doubles.
//
// Source: M. Montanari, N. Petrinic, E. Barbieri, "Improving the GJK Algorithm for Faster and More Reliable
// Distance Queries Between Convex Objects", ACM Transactions on Graphics 36 (2017): signed volumes instead of
// Johnson's cofactors, so that a flat simplex falls back on its sides. Deviations: the side of the origin is
// told from one corner of each face, not from the origin, which keeps it accurate for small simplices far
// away; and one text serves both precisions.
#pragma once

#include <cmath>
#include <type_traits>

#include <touchstone/double_double3.hpp>
#include <touchstone/support_wrappers3.hpp>

namespace touchstone {

/// A triangle of more skew (see NearestOfSimplex) is done again in two doubles: in doubles its normal errs by
/// 4 roundings times the skew.
inline constexpr double kWellShapedSkew = 4;

namespace detail {

inline double leading(double value) {
  return value;
}
inline double leading(const DoubleDouble& value) {
  return value.hi;
}
inline double divided(double a, double b) {
  return a / b;
}
inline DoubleDouble divided(const DoubleDouble& a, const DoubleDouble& b) {
  return quotient(a, b);
}
template <class N>
Vec3<N> difference_value(const DifferencePoint3& p);
template <>
inline Vec3<double> difference_value<double>(const DifferencePoint3& p) {
  return p.value;
}
/// Exact.
template <>
inline Vec3<DoubleDouble> difference_value<DoubleDouble>(const DifferencePoint3& p) {
  return to_double_double(difference(p.on_a, p.on_b));
}
inline Vec3<double> leading(const Vec3<double>& v) {
  return v;
}
inline Vec3<double> leading(const Vec3<DoubleDouble>& v) {
  return {v.x.hi, v.y.hi, v.z.hi};
}

}  // namespace detail

/// at = sum of weight[k] * point vertex[k] for k < size, the weights positive and of sum 1. Size 4: the
/// origin is in the interior, at is not set.
template <class N>
struct NearestOfSimplex {
  Vec3<N> at{};
  N distance_sq{};
  int size = 0;
  int vertex[4]{};
  N weight[4]{};
  /// For a triangle |e| |f| / |e x f|, e and f being its shorter sides: by which the roundings of its normal
  /// grow. Else 1.
  double skew = 1;
};

/// Error in doubles: the distance by some roundings of the points, times the skew of a triangle.
template <class N>
class SimplexSearch {
 public:
  /// The simplex's corners; requires 1 <= size <= 4.
  SimplexSearch(const DifferencePoint3* corners, int size) : size_(size) {
    for (int k = 0; k < size; ++k) p_[k] = detail::difference_value<N>(corners[k]);
  }

  NearestOfSimplex<N> nearest() const {
    switch (size_) {
      case 1:
        return corner(0);
      case 2:
        return edge(0, 1);
      case 3:
        return triangle(0, 1, 2);
      default:
        return tetrahedron();
    }
  }

 private:
  using Nearest = NearestOfSimplex<N>;

  Nearest corner(int i) const {
    Nearest result;
    result.at = p_[i];
    result.distance_sq = dot(p_[i], p_[i]);
    result.size = 1;
    result.vertex[0] = i;
    result.weight[0] = one();
    return result;
  }
  Nearest edge(int i, int j) const {
    const Vec3<N> e = p_[j] - p_[i];
    const N to_j = -dot(p_[i], e);
    const N to_i = dot(p_[j], e);
    if (!(detail::leading(to_j) > 0)) return corner(i);
    if (!(detail::leading(to_i) > 0)) return corner(j);
    Nearest result;
    const N sum = to_i + to_j;
    result.weight[0] = detail::divided(to_i, sum);
    result.weight[1] = detail::divided(to_j, sum);
    result.at = p_[i] + e * result.weight[1];
    result.distance_sq = dot(result.at, result.at);
    result.size = 2;
    result.vertex[0] = i;
    result.vertex[1] = j;
    return result;
  }
  double length_sq_of(int i, int j) const { return length_sq(detail::leading(p_[j] - p_[i])); }
  /// From the corner across the longest side, where the shorter two meet: the normal loses least.
  Nearest triangle(int i, int j, int k) const {
    const double ij = length_sq_of(i, j), ik = length_sq_of(i, k), jk = length_sq_of(j, k);
    if (jk >= ij && jk >= ik) return triangle_at(i, j, k, std::sqrt(ij * ik));
    if (ik >= ij) return triangle_at(j, i, k, std::sqrt(ij * jk));
    return triangle_at(k, j, i, std::sqrt(ik * jk));
  }
  Nearest triangle_at(int i, int j, int k, double sides) const {
    const Vec3<N> e = p_[j] - p_[i];
    const Vec3<N> f = p_[k] - p_[i];
    const Vec3<N> n = cross(e, f);
    const N size_sq = dot(n, n);
    // Flat, or so nearly that numbers cannot tell: its edges hold the nearest point.
    if (!(detail::leading(size_sq) > 0)) return nearer(nearer(edge(i, j), edge(i, k)), edge(j, k));
    const N height = divided(dot(n, p_[i]), size_sq);
    const Vec3<N> foot = n * height;
    // Areas of the three parts seen along the axis nearest to the normal, where they are largest; each from a
    // side as given, for two long vectors to a short side would lose it.
    const Vec3<N> to_i = p_[i] - foot, to_j = p_[j] - foot;
    const Vec3<double> size = detail::leading(n);
    const int axis = dominant(size);
    const double sign = component(size, axis) > 0 ? 1 : -1;
    const N at_i = area(to_j, p_[k] - p_[j], axis), at_j = area(f, to_i, axis), at_k = area(to_i, e, axis);
    const bool out_i = !(sign * detail::leading(at_i) > 0);
    const bool out_j = !(sign * detail::leading(at_j) > 0);
    const bool out_k = !(sign * detail::leading(at_k) > 0);
    if (out_i || out_j || out_k) {
      Nearest best;
      if (out_i) best = edge(j, k);
      if (out_j) best = nearer(best, edge(i, k));
      if (out_k) best = nearer(best, edge(i, j));
      return best;
    }
    Nearest result;
    result.at = foot;
    result.distance_sq = dot(foot, foot);
    result.size = 3;
    result.vertex[0] = i, result.vertex[1] = j, result.vertex[2] = k;
    // The weight across the shortest side is the accurate one; an error of another moves the point along it.
    const N all = area(e, f, axis);
    result.weight[1] = divided(at_j, all);
    result.weight[2] = divided(at_k, all);
    result.weight[0] = one() - result.weight[1] - result.weight[2];
    result.skew = sides / std::sqrt(detail::leading(size_sq));
    return result;
  }
  /// The origin is inside when it lies on the same side of each face as the corner across, strictly; else
  /// beyond one of the faces for which that fails, and the nearest point is on one of them.
  Nearest tetrahedron() const {
    static constexpr int kFaces[4][4] = {{1, 2, 3, 0}, {0, 2, 3, 1}, {0, 1, 3, 2}, {0, 1, 2, 3}};
    Nearest best;
    N weight[4];
    for (const auto& [i, j, k, across] : kFaces) {
      const Vec3<N> n = cross(p_[j] - p_[i], p_[k] - p_[i]);
      const N origin = -dot(n, p_[i]);
      const N corner_height = dot(n, p_[across] - p_[i]);
      const bool inside = (detail::leading(origin) > 0 && detail::leading(corner_height) > 0) ||
                          (detail::leading(origin) < 0 && detail::leading(corner_height) < 0);
      if (inside) {
        weight[across] = divided(origin, corner_height);
      } else {
        best = nearer(best, triangle(i, j, k));
      }
    }
    if (best.size != 0) return best;
    best.size = 4;
    for (int k = 0; k < 4; ++k) {
      best.vertex[k] = k;
      best.weight[k] = weight[k];
    }
    return best;
  }

  static N one() {
    if constexpr (std::is_same_v<N, double>)
      return 1;
    else
      return to_double_double(1.0);
  }
  static N divided(const N& a, const N& b) { return detail::divided(a, b); }
  static const Nearest& nearer(const Nearest& a, const Nearest& b) {
    if (a.size == 0) return b;
    return detail::leading(b.distance_sq - a.distance_sq) < 0 ? b : a;
  }
  static int dominant(const Vec3<double>& n) {
    const double x = std::fabs(n.x), y = std::fabs(n.y), z = std::fabs(n.z);
    return x >= y && x >= z ? 0 : (y >= z ? 1 : 2);
  }
  static double component(const Vec3<double>& v, int axis) {
    return axis == 0 ? v.x : (axis == 1 ? v.y : v.z);
  }
  /// A coordinate of cross(a, b).
  static N area(const Vec3<N>& a, const Vec3<N>& b, int axis) {
    if (axis == 0) return a.y * b.z - a.z * b.y;
    if (axis == 1) return a.z * b.x - a.x * b.z;
    return a.x * b.y - a.y * b.x;
  }

  int size_;
  Vec3<N> p_[4];
};

template <class N>
NearestOfSimplex<N> nearest_of_simplex(const DifferencePoint3* corners, int size) {
  return SimplexSearch<N>(corners, size).nearest();
}

}  // namespace touchstone
