#include "oracle/witness3.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <vector>

#include "oracle/validity3.hpp"

namespace touchstone::oracle {
namespace {

using Z = boost::multiprecision::number<boost::multiprecision::gmp_int, boost::multiprecision::et_off>;
using Coordinates = std::array<Z, 3>;
using Points = std::vector<Coordinates>;

// ---- the corners as given, on one lattice of integers

using Sum = std::vector<std::array<double, 3>>;  ///< a corner: the sum of these

std::array<double, 3> array_of(const Vec3<double>& v) {
  return {v.x, v.y, v.z};
}

struct Given {
  std::vector<Sum> corners;
  double radius = 0;

  void add(const Vec3<double>& p) { corners.push_back({array_of(p)}); }
  void operator()(const Point3<double>& s) { add(s.at); }
  void operator()(const Segment3<double>& s) { add(s.from), add(s.to); }
  void operator()(const Aabb3<double>& s) {
    for (const double x : {s.min.x, s.max.x})
      for (const double y : {s.min.y, s.max.y})
        for (const double z : {s.min.z, s.max.z}) add({x, y, z});
  }
  void operator()(const Obb3<double>& s) {
    for (unsigned i = 0; i < 8; ++i) {
      Sum sum{array_of(s.center)};
      for (unsigned k = 0; k < 3; ++k)
        sum.push_back(array_of((i >> k & 1) != 0 ? s.half_axes[k] : -s.half_axes[k]));
      corners.push_back(sum);
    }
  }
  void operator()(const Triangle3<double>& s) {
    for (const Vec3<double>& p : s.points) add(p);
  }
  void operator()(const Hull3<double>& s) {
    for (const Vec3<double>& p : s.points) add(p);
  }
  void operator()(const Sphere3<double>& s) { add(s.center), radius = s.radius; }
  void operator()(const Capsule3<double>& s) { add(s.from), add(s.to), radius = s.radius; }
  void operator()(const Cylinder3<double>&) {}
  void operator()(const Plane3<double>&) {}
  void operator()(const Ray3<double>&) {}
};

constexpr int kNoBit = 2000;

int lowest_bit(const Given& given) {
  int lowest = kNoBit;
  for (const Sum& sum : given.corners)
    for (const std::array<double, 3>& term : sum)
      for (const double value : term)
        if (value != 0) lowest = std::min(lowest, std::max(std::ilogb(value) - 52, -1074));
  return lowest;
}

// value / 2^unit, where that is an integer.
Z lattice_steps(double value, int unit) {
  Z steps;
  // Both halves are exact: the power of two is applied to an integer below 2^53.
  const int shift = value == 0 ? 0 : std::max(std::ilogb(value) - 52, -1074);
  mpz_set_d(steps.backend().data(), std::ldexp(value, -shift));
  return shift > unit ? Z(steps << static_cast<unsigned>(shift - unit)) : steps;
}

Points lattice_points(const Given& given, int unit) {
  Points points;
  for (const Sum& sum : given.corners) {
    Coordinates point{0, 0, 0};
    for (const std::array<double, 3>& term : sum)
      for (std::size_t k = 0; k < 3; ++k) point[k] += lattice_steps(term[k], unit);
    points.push_back(point);
  }
  return points;
}

Z dot(const Coordinates& u, const Coordinates& v) {
  return u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
}
Coordinates minus(const Coordinates& u, const Coordinates& v) {
  return {u[0] - v[0], u[1] - v[1], u[2] - v[2]};
}
Coordinates cross(const Coordinates& u, const Coordinates& v) {
  return {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
}
bool is_zero(const Coordinates& v) {
  return v[0] == 0 && v[1] == 0 && v[2] == 0;
}

// ---- do they meet, do their interiors: a linear program

// Weights of the points of A and of B, sum 1 each, with the same weighted sum: 5 equations. They are sought
// as e + (a number >= 0 each), with the largest e. There are such weights when and only when the hulls meet;
// e > 0 when and only when the relative interiors meet, which are the sums with positive weights.
//
// Simplex in integers (Edmonds): all entries share the denominator denominator_, the last pivot, and every
// division is exact. Bland's rule: no cycles. First the sum of the artificial variables is brought to 0, then
// e is made large.
class WeightProgram {
 public:
  WeightProgram(const Points& a, const Points& b)
      : columns_(a.size() + b.size() + 1), entries_(kRows * width()) {
    for (std::size_t j = 0; j < a.size(); ++j) set_column(j, a[j], 1, kSumA);
    for (std::size_t j = 0; j < b.size(); ++j) set_column(a.size() + j, b[j], -1, kSumB);
    at(kSumA, columns_) = 1;
    at(kSumB, columns_) = 1;
    for (std::size_t row = 0; row < kEquations; ++row) basis_[row] = columns_ + row;
    // The objective rows hold what an increase of a variable gains: of the artificial ones, the sum of their
    // rows.
    for (std::size_t row = 0; row < kEquations; ++row)
      for (std::size_t j = 0; j < width(); ++j) at(kArtificial, j) += at(row, j);
    at(kLargest, spread()) = 1;
  }

  void run() {
    maximise(kArtificial);
    meets_ = at(kArtificial, columns_) == 0;
    if (!meets_) return;
    drive_out_artificials();
    maximise(kLargest);
    spreads_ = at(kLargest, columns_) != 0;
  }
  bool meets() const { return meets_; }
  bool relative_interiors_meet() const { return spreads_; }

 private:
  static constexpr std::size_t kEquations = 5;
  static constexpr std::size_t kSumA = 3;
  static constexpr std::size_t kSumB = 4;
  static constexpr std::size_t kArtificial = 5;  ///< objective rows
  static constexpr std::size_t kLargest = 6;
  static constexpr std::size_t kRows = 7;

  std::size_t width() const { return columns_ + 1; }   // the last column: right-hand sides
  std::size_t spread() const { return columns_ - 1; }  // the variable e
  Z& at(std::size_t row, std::size_t column) { return entries_[row * width() + column]; }

  void set_column(std::size_t j, const Coordinates& p, int sign, std::size_t sum_row) {
    for (std::size_t k = 0; k < 3; ++k) {
      at(k, j) = sign * p[k];
      at(k, spread()) += at(k, j);
    }
    at(sum_row, j) = 1;
    at(sum_row, spread()) += 1;
  }

  // Artificial variables that leave the basis have no column, so they cannot come back.
  void maximise(std::size_t objective) {
    while (true) {
      std::size_t entering = 0;
      while (entering < columns_ && at(objective, entering) <= 0) ++entering;
      if (entering == columns_) return;
      std::size_t leaving = kEquations;
      for (std::size_t row = 0; row < kEquations; ++row) {
        if (at(row, entering) <= 0) continue;
        if (leaving == kEquations) {
          leaving = row;
          continue;
        }
        const Z mine = at(row, columns_) * at(leaving, entering);
        const Z best = at(leaving, columns_) * at(row, entering);
        if (mine < best || (mine == best && basis_[row] < basis_[leaving])) leaving = row;
      }
      assert(leaving < kEquations);  // both objectives are bounded
      pivot(leaving, entering);
    }
  }
  // Artificial variables left in the basis are 0; a row of zeros only is a dependent equation and stays 0.
  void drive_out_artificials() {
    for (std::size_t row = 0; row < kEquations; ++row) {
      if (basis_[row] < columns_) continue;
      for (std::size_t j = 0; j < columns_; ++j) {
        if (at(row, j) == 0) continue;
        pivot(row, j);
        break;
      }
    }
  }
  void pivot(std::size_t row, std::size_t column) {
    if (at(row, column) < 0)  // its right-hand side is 0
      for (std::size_t j = 0; j < width(); ++j) at(row, j) = -at(row, j);
    const Z by = at(row, column);
    Z product;
    for (std::size_t i = 0; i < kRows; ++i) {
      if (i == row) continue;
      const Z factor = at(i, column);
      for (std::size_t j = 0; j < width(); ++j) {
        mpz_ptr entry = at(i, j).backend().data();
        mpz_mul(entry, entry, by.backend().data());
        mpz_submul(entry, factor.backend().data(), at(row, j).backend().data());
        if (denominator_ != 1) mpz_divexact(entry, entry, denominator_.backend().data());
      }
    }
    denominator_ = by;
    basis_[row] = column;
  }

  std::size_t columns_;
  std::vector<Z> entries_;
  std::array<std::size_t, kEquations> basis_{};
  Z denominator_{1};
  bool meets_ = false;
  bool spreads_ = false;
};

// The differences of A's points and of B's span space.
bool spans_space(const Points& a, const Points& b) {
  Coordinates line{0, 0, 0};
  Coordinates normal{0, 0, 0};
  for (const Points* points : {&a, &b})
    for (const Coordinates& p : *points) {
      const Coordinates way = minus(p, (*points)[0]);
      if (is_zero(line)) {
        line = way;
      } else if (is_zero(normal)) {
        normal = cross(line, way);
      } else if (dot(normal, way) != 0) {
        return true;
      }
    }
  // What came before line or normal was known, is on them.
  return false;
}

// ---- how far apart: exact GJK

// The point of the hull of at most four points nearest to the origin, by the first subset that proves itself.
class NearestOfFew {
 public:
  explicit NearestOfFew(const std::vector<Coordinates>& points) : points_(points) {
    for (unsigned subset = 1; subset < 1U << points.size(); ++subset)
      if (try_subset(subset)) return;
    assert(false);
  }
  const Coordinates& at() const { return at_; }  ///< times weight()
  const Z& weight() const { return weight_; }    ///< > 0
  unsigned subset() const { return subset_; }    ///< bits of the points that carry it

 private:
  // Is the nearest point of the subset's line or plane in the hull of the subset, and no other point nearer?
  bool try_subset(unsigned subset) {
    std::vector<Coordinates> chosen;
    for (unsigned i = 0; i < points_.size(); ++i)
      if ((subset >> i & 1) != 0) chosen.push_back(points_[i]);
    if (!find_foot(chosen)) return false;
    const Z square = dot(at_, at_);
    for (const Coordinates& p : points_)
      if (dot(at_, p) * weight_ < square) return false;
    subset_ = subset;
    return true;
  }

  bool find_foot(const std::vector<Coordinates>& p) {
    if (p.size() == 1) {
      at_ = p[0];
      weight_ = 1;
      return true;
    }
    if (p.size() == 2) {
      const Coordinates edge = minus(p[1], p[0]);
      return foot(p, {dot(p[1], edge), -dot(p[0], edge)});
    }
    if (p.size() == 3) {
      const Coordinates normal = cross(minus(p[1], p[0]), minus(p[2], p[0]));
      return foot(p, {dot(normal, cross(p[1], p[2])), dot(normal, cross(p[2], p[0])),
                      dot(normal, cross(p[0], p[1]))});
    }
    std::vector<Z> volumes{dot(p[1], cross(p[2], p[3])), -dot(p[0], cross(p[2], p[3])),
                           dot(p[0], cross(p[1], p[3])), -dot(p[0], cross(p[1], p[2]))};
    if (volumes[0] + volumes[1] + volumes[2] + volumes[3] < 0)
      for (Z& volume : volumes) volume = -volume;
    return foot(p, volumes);
  }
  // From weights times their sum, which is 0 for dependent points.
  bool foot(const std::vector<Coordinates>& p, const std::vector<Z>& weights) {
    weight_ = 0;
    at_ = {0, 0, 0};
    for (std::size_t i = 0; i < p.size(); ++i) {
      if (weights[i] < 0) return false;
      weight_ += weights[i];
      for (std::size_t k = 0; k < 3; ++k) at_[k] += weights[i] * p[i][k];
    }
    return weight_ != 0;
  }

  const std::vector<Coordinates>& points_;
  Coordinates at_;
  Z weight_;
  unsigned subset_ = 0;
};

const Coordinates& furthest(const Points& points, const Coordinates& direction, int sign) {
  std::size_t best = 0;
  Z most = sign * dot(points[0], direction);
  for (std::size_t i = 1; i < points.size(); ++i) {
    const Z here = sign * dot(points[i], direction);
    if (here <= most) continue;
    most = here;
    best = i;
  }
  return points[best];
}

// In squared steps of the lattice. Each step comes strictly nearer to the origin, among finitely many
// simplices.
Rational gjk_distance_sq(const Points& a, const Points& b) {
  std::vector<Coordinates> simplex{minus(a[0], b[0])};
  while (true) {
    const NearestOfFew nearest(simplex);
    if (is_zero(nearest.at())) return 0;
    std::vector<Coordinates> kept;
    for (unsigned i = 0; i < simplex.size(); ++i)
      if ((nearest.subset() >> i & 1) != 0) kept.push_back(simplex[i]);
    const Coordinates next = minus(furthest(a, nearest.at(), -1), furthest(b, nearest.at(), 1));
    const Z square = dot(nearest.at(), nearest.at());
    if (dot(nearest.at(), next) * nearest.weight() >= square)
      return Rational(square, Z(nearest.weight() * nearest.weight()));
    kept.push_back(next);
    simplex = std::move(kept);
  }
}

Relation relation_of(const WitnessAnswer3& answer) {
  if (answer.radii == 0 && answer.skeletons_meet)
    return answer.interiors_meet ? Relation::overlapping : Relation::touching;
  if (answer.skeletons_meet) return Relation::overlapping;
  const Rational squared_radii = answer.radii * answer.radii;
  if (answer.distance_sq > squared_radii) return Relation::disjoint;
  return answer.distance_sq == squared_radii ? Relation::touching : Relation::overlapping;
}

}  // namespace

std::optional<WitnessAnswer3> ask_witness(const Shape3<double>& a, const Shape3<double>& b) {
  std::string reason;
  if (!check(a, reason).valid || !check(b, reason).valid) return std::nullopt;
  Given given_a;
  Given given_b;
  std::visit(given_a, a);
  std::visit(given_b, b);
  if (given_a.corners.empty() || given_b.corners.empty()) return std::nullopt;
  const int unit = std::min(lowest_bit(given_a), lowest_bit(given_b));
  const Points points_a = lattice_points(given_a, unit);
  const Points points_b = lattice_points(given_b, unit);
  WeightProgram program(points_a, points_b);
  program.run();
  WitnessAnswer3 answer;
  answer.skeletons_meet = program.meets();
  answer.interiors_meet = program.relative_interiors_meet() && spans_space(points_a, points_b);
  answer.radii = rational(given_a.radius) + rational(given_b.radius);
  if (!program.meets()) {
    const Rational power(Z(1) << static_cast<unsigned>(std::abs(2 * unit)));
    const Rational steps_sq = gjk_distance_sq(points_a, points_b);
    answer.distance_sq = unit < 0 ? Rational(steps_sq / power) : Rational(steps_sq * power);
  }
  answer.relation = relation_of(answer);
  return answer;
}

bool agrees(const WitnessAnswer3& answer, Truth3& truth) {
  if (truth.relation() != answer.relation) return false;
  const Interval separation = truth.separation();
  const Rational& radii = answer.radii;
  if (answer.skeletons_meet) {
    if (!std::isfinite(separation.lo)) return true;
    const Rational lo = rational(separation.lo);
    return answer.interiors_meet ? lo < -radii : lo <= -radii;
  }
  // sqrt(distance_sq) = separation + radii, which is not negative.
  if (!(std::isfinite(separation.lo) && std::isfinite(separation.hi))) return true;
  const Rational lo = rational(separation.lo) + radii;
  const Rational hi = rational(separation.hi) + radii;
  return (lo <= 0 || lo * lo <= answer.distance_sq) && hi >= 0 && answer.distance_sq <= hi * hi;
}

bool agrees(const WitnessAnswer3& answer, const FullTruth3& truth) {
  if (truth.relation != answer.relation || !truth.separation) return false;
  const std::optional<Rational> square = square_of(std::get<Surd>(*truth.separation) + answer.radii);
  const int below = sign(std::get<Surd>(*truth.separation) + answer.radii);
  if (!answer.skeletons_meet) return below > 0 && square == answer.distance_sq;
  return below == (answer.interiors_meet ? -1 : 0);
}

}  // namespace touchstone::oracle
