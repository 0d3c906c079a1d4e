// The plainest exact answers for two convex polytopes of space, in integers: every cross product of two
// corner differences is an axis, and every corner is measured along it. Shares no code with the algorithms it
// measures.
#pragma once

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <cstdio>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <touchstone/answers.hpp>
#include <touchstone/shapes3.hpp>

namespace touchstone::reference3 {

namespace mp = boost::multiprecision;
/// Overflow throws.
using Integer =
    mp::number<mp::cpp_int_backend<1024, 1024, mp::signed_magnitude, mp::checked, void>, mp::et_off>;
using Point = Vec3<Integer>;
using Corners = std::vector<Point>;
using Terms = std::vector<Vec3<double>>;  ///< a corner: their sum, exactly

/// Corners of shapes as sums of doubles.
inline std::vector<Terms> corner_terms(const Obb3<double>& box) {
  std::vector<Terms> corners;
  for (int k = 0; k < 8; ++k) {
    Terms terms{box.center};
    for (int i = 0; i < 3; ++i) terms.push_back((k >> i & 1) != 0 ? box.half_axes[i] : -box.half_axes[i]);
    corners.push_back(terms);
  }
  return corners;
}
inline std::vector<Terms> corner_terms(std::span<const Vec3<double>> points) {
  std::vector<Terms> corners;
  for (const Vec3<double>& p : points) corners.push_back({p});
  return corners;
}
inline std::vector<Terms> corner_terms(const Aabb3<double>& box) {
  const Vec3<double> ends[2] = {box.min, box.max};
  std::vector<Terms> corners;
  for (int k = 0; k < 8; ++k) corners.push_back({{ends[k & 1].x, ends[k >> 1 & 1].y, ends[k >> 2].z}});
  return corners;
}

/// One unit of the integers is 2^exponent.
class Grid {
 public:
  void include(const std::vector<Terms>& corners) {
    for (const Terms& terms : corners) {
      for (const Vec3<double>& v : terms) {
        for (const double x : {v.x, v.y, v.z}) {
          if (x != 0) exponent_ = std::min(exponent_, std::ilogb(x) - 52 - kSpareBits);
        }
      }
    }
  }
  Integer scaled(double x) const {
    int exponent = 0;
    const auto mantissa = static_cast<long long>(std::ldexp(std::frexp(std::fabs(x), &exponent), 53));
    if (mantissa == 0) return 0;
    const int shift = exponent - 53 - exponent_;
    const Integer size = shift >= 0 ? Integer(mantissa) << shift : Integer(mantissa) >> -shift;
    return x < 0 ? Integer(-size) : size;
  }
  Corners corners(const std::vector<Terms>& shape) const {
    Corners result;
    for (const Terms& terms : shape) {
      Point sum;
      for (const Vec3<double>& v : terms) sum = sum + Point{scaled(v.x), scaled(v.y), scaled(v.z)};
      result.push_back(sum);
    }
    return result;
  }
  long double unscaled(const Integer& value) const {
    return std::ldexp(value.convert_to<long double>(), exponent_);
  }
  Point point(const Vec3<double>& v) const { return {scaled(v.x), scaled(v.y), scaled(v.z)}; }

 private:
  static constexpr int kSpareBits = 30;  // for an answer's vectors, which need not lie on the grid
  int exponent_ = 0;
};

inline bool is_zero(const Point& p) {
  return p.x == 0 && p.y == 0 && p.z == 0;
}

/// Nonzero differences of corners, each line's direction once.
inline Corners directions(const Corners& shape) {
  Corners found;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    for (std::size_t j = i + 1; j < shape.size(); ++j) {
      const Point d = shape[j] - shape[i];
      const auto parallel = [&](const Point& e) { return is_zero(cross(d, e)); };
      if (!is_zero(d) && std::none_of(found.begin(), found.end(), parallel)) found.push_back(d);
    }
  }
  return found;
}

struct Separation {
  Relation relation{};
  /// Of the least push of B out of A, when overlapping.
  long double depth = HUGE_VALL;
};

/// Least of n . (b - a) over the corners, for the better sign of n.
inline Integer gap_along(const Corners& a, const Corners& b, const Point& n) {
  const auto extent = [&](const Corners& shape) {
    Integer lo = dot(shape[0], n), hi = lo;
    for (const Point& p : shape) {
      const Integer value = dot(p, n);
      lo = std::min(lo, value);
      hi = std::max(hi, value);
    }
    return std::pair<Integer, Integer>{lo, hi};
  };
  const auto [a_lo, a_hi] = extent(a);
  const auto [b_lo, b_hi] = extent(b);
  return std::max<Integer>(b_lo - a_hi, a_lo - b_hi);
}

/// Axes that decide: all cross products of directions; where these are parallel to one m, also m x direction;
/// where all are zero, the directions and theirs with the offset, or the offset.
inline Corners axes(const Corners& a, const Corners& b, bool& flat) {
  Corners along = directions(a);
  for (const Point& d : directions(b)) along.push_back(d);
  Corners found;
  for (std::size_t i = 0; i < along.size(); ++i) {
    for (std::size_t j = i + 1; j < along.size(); ++j) {
      const Point n = cross(along[i], along[j]);
      if (!is_zero(n)) found.push_back(n);
    }
  }
  const Point offset = b[0] - a[0];
  flat = found.empty() ||
         std::all_of(along.begin(), along.end(), [&](const Point& d) { return dot(found[0], d) == 0; });
  if (!flat) return found;
  const Point m = found.empty() ? Point{} : found[0];
  for (const Point& d : along) {
    found.push_back(is_zero(m) ? d : cross(m, d));
    if (is_zero(m)) found.push_back(cross(d, cross(d, offset)));
  }
  if (along.empty()) found.push_back(offset);
  return found;
}

inline Separation separation(const Corners& a, const Corners& b, const Grid& grid) {
  bool flat = false;
  const Corners all = axes(a, b, flat);
  Separation answer{flat ? Relation::touching : Relation::overlapping};
  for (const Point& n : all) {
    if (is_zero(n)) continue;
    const Integer gap = gap_along(a, b, n);
    if (gap > 0) return {Relation::disjoint};
    if (gap == 0) answer.relation = Relation::touching;
    const long double size = std::sqrt(dot(n, n).convert_to<long double>());
    answer.depth = std::min(answer.depth, grid.unscaled(-gap) / size);
  }
  return answer;
}

/// Largest |coordinate| of a corner.
inline long double largest_coordinate(const Corners& shape, const Grid& grid) {
  Integer largest = 0;
  for (const Point& p : shape) largest = std::max<Integer>({largest, abs(p.x), abs(p.y), abs(p.z)});
  return grid.unscaled(largest);
}

/// Two shapes, exactly.
struct Pair {
  Grid grid;
  Corners a, b;
  Separation truth;
  long double u;

  template <class A, class B>
  Pair(const A& shape_a, const B& shape_b) {
    const auto terms_a = corner_terms(shape_a), terms_b = corner_terms(shape_b);
    grid.include(terms_a);
    grid.include(terms_b);
    a = grid.corners(terms_a);
    b = grid.corners(terms_b);
    truth = separation(a, b, grid);
    u = 0x1p-52L * std::max(largest_coordinate(a, grid), largest_coordinate(b, grid));
  }
  /// How deep B still is in A after the push; negative: none of it. mtv's bits below the grid are cut off.
  long double depth_after(const Vec3<double>& mtv) const {
    const Point push = grid.point(mtv);
    Corners moved = b;
    for (Point& p : moved) p = p + push;
    const Separation left = separation(a, moved, grid);
    return left.relation == Relation::overlapping ? left.depth : 0;
  }
};

inline std::string print(const Vec3<double>& v) {
  char text[120];
  std::snprintf(text, sizeof text, "{%a, %a, %a}, ", v.x, v.y, v.z);
  return text;
}
inline std::string print(const Obb3<double>& box) {
  return "Obb3<double>{" + print(box.center) + "{" + print(box.half_axes[0]) + print(box.half_axes[1]) +
         print(box.half_axes[2]) + "}} ";
}
inline std::string print(std::span<const Vec3<double>> points) {
  std::string text = "hull {";
  for (const Vec3<double>& p : points) text += print(p);
  return text + "} ";
}

}  // namespace touchstone::reference3
