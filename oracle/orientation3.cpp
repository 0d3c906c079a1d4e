#include "oracle/orientation3.hpp"

#include <algorithm>

#include "oracle/number.hpp"

namespace touchstone::oracle {
namespace {

using RationalVec3 = Vec3<Rational>;

bool in_range(const VectorSum& sum) {
  const auto is_in_range = [](double value) {
    const double magnitude = std::fabs(value);
    return value == 0 || (magnitude >= kSmallestOfThree && magnitude <= kLargestOfThree);
  };
  return std::all_of(sum.terms, sum.terms + sum.count, [&](const Vec3<double>& term) {
    return is_in_range(term.x) && is_in_range(term.y) && is_in_range(term.z);
  });
}

RationalVec3 to_rational(const VectorSum& sum) {
  RationalVec3 total;
  for (int i = 0; i < sum.count; ++i)
    total =
        total + RationalVec3{rational(sum.terms[i].x), rational(sum.terms[i].y), rational(sum.terms[i].z)};
  return total;
}

// The coordinates after the given one, in turn.
Vec2<double> others(const Vec3<double>& v, int coordinate) {
  if (coordinate == 0) return {v.y, v.z};
  return coordinate == 1 ? Vec2<double>{v.z, v.x} : Vec2<double>{v.x, v.y};
}

double at(const Vec3<double>& v, int coordinate) {
  return coordinate == 0 ? v.x : (coordinate == 1 ? v.y : v.z);
}

}  // namespace

int exact_sign_of_determinant(const VectorSum& u, const VectorSum& v, const VectorSum& w) {
  if (in_range(u) && in_range(v) && in_range(w)) {
    ExpansionVec3 normal;
    add_cross(ExpansionVec3(u), ExpansionVec3(v), normal);
    const int sign = sign_of_dot(normal, ExpansionVec3(w));
    if (sign != ExactSum::kUndecided) return sign;
  }
  return dot(cross(to_rational(u), to_rational(v)), to_rational(w)).sign();
}

int exact_sign_of_cross(const VectorSum& u, const VectorSum& v, int coordinate) {
  if (in_range(u) && in_range(v)) {
    Expansion ux, uy, vx, vy, total;
    for (int i = 0; i < u.count; ++i) {
      const Vec2<double> term = others(u.terms[i], coordinate);
      ux.add(term.x);
      uy.add(term.y);
    }
    for (int i = 0; i < v.count; ++i) {
      const Vec2<double> term = others(v.terms[i], coordinate);
      vx.add(term.x);
      vy.add(term.y);
    }
    total.add_product(ux, vy, 1);
    total.add_product(uy, vx, -1);
    if (total.sign() != ExactSum::kUndecided) return total.sign();
  }
  const RationalVec3 normal = cross(to_rational(u), to_rational(v));
  return (coordinate == 0 ? normal.x : (coordinate == 1 ? normal.y : normal.z)).sign();
}

int exact_sign_of_coordinate(const VectorSum& u, int coordinate) {
  if (in_range(u)) {
    Expansion total;
    for (int i = 0; i < u.count; ++i) total.add(at(u.terms[i], coordinate));
    if (total.sign() != ExactSum::kUndecided) return total.sign();
  }
  const RationalVec3 sum = to_rational(u);
  return (coordinate == 0 ? sum.x : (coordinate == 1 ? sum.y : sum.z)).sign();
}

}  // namespace touchstone::oracle
