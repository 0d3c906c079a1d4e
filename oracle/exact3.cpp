#include "oracle/exact3.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>

#include "oracle/polytope3.hpp"

namespace touchstone::oracle {
namespace {

using Vec = Vec3<double>;
constexpr int kMantissaBits = std::numeric_limits<double>::digits;

// ---- onto the lattice

struct Scaled {
  std::int64_t mantissa;
  int exponent;
};
// mantissa x 2^exponent.
Scaled taken_apart(double value) {
  int exponent = 0;
  const double mantissa = std::ldexp(std::frexp(value, &exponent), kMantissaBits);
  return {static_cast<std::int64_t>(mantissa), exponent - kMantissaBits};
}

// Exponent of the last bit that is set. Requires: value is not zero.
int last_bit(double value) {
  const auto [mantissa, exponent] = taken_apart(value);
  return exponent + std::countr_zero(static_cast<std::uint64_t>(mantissa));
}

int last_bit(const Polytope& polytope) {
  int lowest = std::numeric_limits<int>::max();
  for (int i = 0; i < polytope.corner_count(); ++i) {
    const CornerSum sum = polytope.exact_corner(i);
    for (int k = 0; k < sum.count; ++k) {
      for (const double value : {sum.terms[k].x, sum.terms[k].y, sum.terms[k].z})
        if (value != 0) lowest = std::min(lowest, last_bit(value));
    }
  }
  return lowest;
}

// value / 2^unit. Requires: unit <= last_bit(value).
Integer on_lattice(double value, int unit) {
  if (value == 0) return 0;
  const auto [mantissa, exponent] = taken_apart(value);
  const int shift = exponent - unit;
  return shift >= 0 ? Integer(mantissa) << static_cast<unsigned>(shift)
                    : Integer(mantissa / (std::int64_t{1} << -shift));
}

IntegerVec3 on_lattice(const CornerSum& sum, int unit) {
  IntegerVec3 corner{0, 0, 0};
  for (int k = 0; k < sum.count; ++k) {
    const Vec& term = sum.terms[k];
    corner =
        corner + IntegerVec3{on_lattice(term.x, unit), on_lattice(term.y, unit), on_lattice(term.z, unit)};
  }
  return corner;
}

// Any three neighbouring corners of a face turn, since none lies in the hull of the others.
IntegerVec3 normal_of(const LatticePolytope& polytope, const std::vector<std::int32_t>& face) {
  const auto corner = [&](std::size_t i) { return polytope.corners[static_cast<std::size_t>(face[i])]; };
  return cross(corner(1) - corner(0), corner(2) - corner(0));
}

LatticePolytope on_lattice(const Polytope& polytope, int unit) {
  LatticePolytope result;
  result.dimension = polytope.dimension();
  for (int i = 0; i < polytope.corner_count(); ++i)
    result.corners.push_back(on_lattice(polytope.exact_corner(i), unit));
  for (const Polytope::Edge& edge : polytope.edges()) result.edges.push_back({edge.from, edge.to});
  for (int k = 0; k < polytope.face_count(); ++k) {
    const auto face = polytope.face(k);
    LatticePolytope::Face copy{{face.begin(), face.end()}, {}};
    copy.normal = normal_of(result, copy.corners);
    result.faces.push_back(std::move(copy));
  }
  return result;
}

// ---- half-spaces

const IntegerVec3& corner_of(const LatticePolytope& polytope, std::int32_t i) {
  return polytope.corners[static_cast<std::size_t>(i)];
}

}  // namespace

ExactPair3 exact_pair_of(const Shape3<double>& a, const Shape3<double>& b) {
  Polytope polytope_a;
  Polytope polytope_b;
  polytope_a.assign(a);
  polytope_b.assign(b);
  int unit = std::min(last_bit(polytope_a), last_bit(polytope_b));
  if (unit == std::numeric_limits<int>::max()) unit = 0;  // all coordinates are zero
  const Rational power(Integer(1) << std::abs(unit));
  return {on_lattice(polytope_a, unit), on_lattice(polytope_b, unit), unit < 0 ? Rational(1 / power) : power};
}

std::vector<LatticeHalfSpace> half_spaces_of(const LatticePolytope& polytope) {
  std::vector<LatticeHalfSpace> result;
  const auto cut_at = [&](const IntegerVec3& normal, const IntegerVec3& p) {
    result.push_back({normal, dot(normal, p)});
  };
  const auto cut_both_sides = [&](const IntegerVec3& normal, const IntegerVec3& low,
                                  const IntegerVec3& high) {
    cut_at(-normal, low);
    cut_at(normal, high);
  };
  for (const LatticePolytope::Face& face : polytope.faces)
    cut_at(face.normal, corner_of(polytope, face.corners[0]));
  const IntegerVec3& first = polytope.corners[0];
  if (polytope.dimension == 0) {
    for (const IntegerVec3& axis : {IntegerVec3{1, 0, 0}, IntegerVec3{0, 1, 0}, IntegerVec3{0, 0, 1}})
      cut_both_sides(axis, first, first);
  } else if (polytope.dimension == 1) {
    const IntegerVec3 line = polytope.corners[1] - first;
    const IntegerVec3 across = perpendicular(line);
    cut_both_sides(line, first, polytope.corners[1]);
    cut_both_sides(across, first, first);
    cut_both_sides(cross(line, across), first, first);
  } else if (polytope.dimension == 2) {
    const LatticePolytope::Face& face = polytope.faces[0];
    for (std::size_t i = 0; i < face.corners.size(); ++i) {
      const IntegerVec3& from = corner_of(polytope, face.corners[i]);
      const IntegerVec3& to = corner_of(polytope, face.corners[(i + 1) % face.corners.size()]);
      cut_at(cross(to - from, face.normal), from);
    }
  }
  return result;
}

// ---- common part

namespace {

// Height of each corner over the plane of each half-space, times the length of its normal.
class Heights {
 public:
  Heights(const std::vector<IntegerVec3>& corners, const std::vector<LatticeHalfSpace>& half_spaces)
      : width_(half_spaces.size()) {
    heights_.reserve(corners.size() * width_);
    for (const IntegerVec3& corner : corners)
      for (const LatticeHalfSpace& half_space : half_spaces)
        heights_.push_back(dot(half_space.normal, corner) - half_space.offset);
  }
  std::size_t width() const { return width_; }
  const Integer& at(std::int32_t corner, std::size_t k) const {
    return heights_[static_cast<std::size_t>(corner) * width_ + k];
  }

 private:
  std::size_t width_;
  std::vector<Integer> heights_;
};

struct Stretch {
  Rational low{0};
  Rational high{1};
};

// The part of the segment between two corners that lies in all half-spaces, as parameters.
std::optional<Stretch> clipped(const Heights& heights, std::int32_t from, std::int32_t to) {
  Stretch stretch;
  for (std::size_t k = 0; k < heights.width(); ++k) {
    const Integer& before = heights.at(from, k);
    const Integer& after = heights.at(to, k);
    if (before > 0 && after > 0) return std::nullopt;
    if (before <= 0 && after <= 0) continue;
    const Rational at(before, Integer(before - after));
    if (before > 0) {
      stretch.low = std::max(stretch.low, at);
    } else {
      stretch.high = std::min(stretch.high, at);
    }
  }
  if (stretch.low > stretch.high) return std::nullopt;
  return stretch;
}

void add_cut_edges(const LatticePolytope& of, const LatticePolytope& by, std::vector<RationalVec3>& points) {
  const Heights heights(of.corners, half_spaces_of(by));
  const auto add = [&](std::int32_t from, std::int32_t to) {
    const std::optional<Stretch> stretch = clipped(heights, from, to);
    if (!stretch) return;
    const RationalVec3 origin = rational(corner_of(of, from));
    const RationalVec3 way = rational(corner_of(of, to)) - origin;
    points.push_back(origin + way * stretch->low);
    if (stretch->low != stretch->high) points.push_back(origin + way * stretch->high);
  };
  if (of.edges.empty()) add(0, 0);
  for (const auto& [from, to] : of.edges) add(from, to);
}

}  // namespace

// A corner of the common part is the only common point of the relative interiors of two faces of A and B, of
// which one is a corner or an edge: two faces of dimension 2 have none or infinitely many. On that edge it is
// an end of the stretch within the other polytope, else it would lie between two common points.
std::vector<RationalVec3> common_points(const ExactPair3& pair) {
  std::vector<RationalVec3> points;
  add_cut_edges(pair.a, pair.b, points);
  add_cut_edges(pair.b, pair.a, points);
  return points;
}

}  // namespace touchstone::oracle
