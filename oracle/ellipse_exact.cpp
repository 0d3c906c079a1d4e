#include "oracle/ellipse_exact.hpp"

#include <cmath>

namespace touchstone::oracle {
namespace {

// c3 x^3 + c2 x^2 + c1 x + c0, c3 and c0 of known sign.
template <class Number>
struct Cubic {
  Number c3, c2, c1, c0;
};

Ball times_power(Ball a, int exponent) {
  const double power = std::ldexp(1.0, exponent);
  return {a.hi * power, a.lo * power, a.radius * power * ball::kUp + ball::kFloor};
}

// The same signs of coefficients and discriminant, with first and last coefficient near 1.
void normalize(Cubic<Ball>& cubic) {
  if (!std::isnormal(cubic.c0.hi) || !std::isnormal(cubic.c3.hi)) return;
  const int last = std::ilogb(cubic.c0.hi);
  const int step = (last - std::ilogb(cubic.c3.hi)) / 3;
  if (std::abs(last) + 3 * std::abs(step) > 1000) return;
  cubic.c0 = times_power(cubic.c0, -last);
  cubic.c1 = times_power(cubic.c1, step - last);
  cubic.c2 = times_power(cubic.c2, 2 * step - last);
  cubic.c3 = times_power(cubic.c3, 3 * step - last);
}
void normalize(Cubic<Rational>&) {}

// b^2 c^2 + 18 abcd - 4 (b^3 d + a c^3) - 27 a^2 d^2: positive for three real roots, negative for one.
template <class Number>
Number discriminant(const Cubic<Number>& cubic) {
  const auto& [a, b, c, d] = cubic;
  const Number ad = a * d;
  const Number bc = b * c;
  const auto times = [](const Number& value, int factor) {  // factor: a power of two
    Number sum = value;
    for (int bit = 1; bit < factor; bit *= 2) sum = sum + sum;
    return sum;
  };
  const Number cubes = b * b * b * d + a * c * c * c;
  const Number products = times(ad * bc, 16) + times(ad * bc, 2);
  const Number squares = times(ad * ad, 32) - times(ad * ad, 4) - ad * ad;
  return bc * bc + products - times(cubes, 4) - squares;
}

}  // namespace

// For x > 0 let f(x) = det(x A + B) of the forms A(p) = p^T S_A p - level_A and B, as 3 x 3 matrices. x A + B
// is convex, so f(x) has the sign of its minimum over the plane, and by duality (both forms have negative
// values) max over x > 0 of f has the sign of min over p of max(A(p), B(p)): positive when the shapes are
// disjoint, 0 when they meet but the interiors do not, negative when the interiors meet. -f = c3 x^3 + c2 x^2
// + c1 x + c0 has c3, c0 > 0, hence a negative root; the other two decide: -f goes below 0 for x > 0 when
// they are positive and distinct, reaches 0 when they are positive and equal. When all roots are real the
// rule of Descartes counts exactly: there are positive ones just when c1 or c2 is negative. Wang, Wang, Kim,
// "An algebraic condition for the separation of two ellipsoids", CAGD 18 (2001), proves the same by counting
// roots.
template <class Number>
int separation_sign(const Conic<Number>& a, const Conic<Number>& b, const Vec2<Number>& d) {
  const Number det_a = a.xx * a.yy - a.xy * a.xy;
  const Number det_b = b.xx * b.yy - b.xy * b.xy;
  const Number mixed = a.xx * b.yy + a.yy * b.xx - (a.xy * b.xy + a.xy * b.xy);
  const Vec2<Number> pull{b.xx * d.x + b.xy * d.y, b.xy * d.x + b.yy * d.y};
  const Number cross_term = a.xy * pull.x * pull.y;
  const Number bend = a.yy * pull.x * pull.x + a.xx * pull.y * pull.y - (cross_term + cross_term);
  const Number rest = dot(pull, d) - b.level;
  Cubic<Number> cubic{det_a * a.level, mixed * a.level - det_a * rest, det_b * a.level + bend - mixed * rest,
                      det_b * b.level};
  normalize(cubic);
  const int c1 = sign_if_known(cubic.c1);
  const int c2 = sign_if_known(cubic.c2);
  const int roots = sign_if_known(discriminant(cubic));
  const bool none_positive = (c1 == 0 || c1 == 1) && (c2 == 0 || c2 == 1);
  if (none_positive || roots == -1) return -1;
  return c1 == -1 || c2 == -1 ? roots : kUnknownSign;
}
template int separation_sign(const Conic<Ball>&, const Conic<Ball>&, const Vec2<Ball>&);
template int separation_sign(const Conic<Rational>&, const Conic<Rational>&, const Vec2<Rational>&);

namespace {

// Sign of r + sqrt(p) - sqrt(q).
int sign_of_roots(const Rational& r, const Rational& p, const Rational& q) {
  const int left = sign(Surd{r, 1, p});
  if (left <= 0) return left == 0 && q == 0 ? 0 : -1;
  return sign(Surd{r * r + p - q, 2 * r, p});  // (r + sqrt p)^2 - q
}

// S as x^2 of the pencil x S - I: its determinant is a x^2 - trace x + 1.
struct Pencil {
  Rational det, trace;
  Rational discriminant() const { return trace * trace - 4 * det; }
};

}  // namespace

// The farthest square is min over x >= m of x level + |d|^2 + d^T (x S - I)^-1 d, where m is the larger root
// of q(x) = det(x S - I) (duality, without gap for two quadratic forms; Yakubovich's S-lemma). With s(x) =
// radius^2 minus that, concave for x > m, and g = q s, a cubic: the farthest point is nearer than radius just
// when g > 0 for some x > m, and on the circle when the supremum is 0. -g = c3 x^3 + ... has c3 > 0. When d
// has a component along the eigenvector of m, s goes to -infinity on both sides of m < x, and from -infinity
// to +infinity between the roots of q: one root of g lies there, so the roots above m are two (nearer), a
// double one (equal) or none. When d has no such component, m is itself a root of g, and the other two those
// of s. In all cases: let e be the larger root of g' (none: one real root, so farther). Farther if e < m;
// else by the discriminant: negative: farther; positive: nearer; zero: equal when the double root is the
// larger one, which -g(mean of the roots) >= 0 tells, nearer when it is the smaller one.
int reach_sign(const Conic<Rational>& s, const RationalVec2& d, const Rational& radius) {
  const Pencil pencil{s.xx * s.yy - s.xy * s.xy, s.xx + s.yy};
  const Rational spread = pencil.discriminant();
  const Rational square = radius * radius;
  if (d == RationalVec2{})  // level m = radius^2?
    return sign(Surd{pencil.trace * s.level - 2 * pencil.det * square, s.level, spread});
  const Rational bend = s.yy * d.x * d.x - 2 * s.xy * d.x * d.y + s.xx * d.y * d.y;
  const Rational rest = square - length_sq(d);
  const Cubic<Rational> cubic{pencil.det * s.level, -(pencil.det * rest + pencil.trace * s.level),
                              s.level + pencil.trace * rest + bend, -square};
  const auto& [c3, c2, c1, c0] = cubic;
  const Rational slope = c2 * c2 - 3 * c3 * c1;
  if (slope < 0) return 1;
  // e = (-c2 + sqrt(slope)) / (3 c3), m = (trace + sqrt(spread)) / (2 det); times 6 c3 det.
  const Rational two_det = 2 * pencil.det;
  const Rational three_c3 = 3 * c3;
  const int beyond = sign_of_roots(-c2 * two_det - pencil.trace * three_c3, slope * two_det * two_det,
                                   spread * three_c3 * three_c3);
  if (beyond < 0) return 1;
  const int roots = sign_if_known(discriminant(cubic));
  if (roots != 0) return -roots;
  const Rational mean = -c2 / three_c3;
  const Rational at_mean = ((c3 * mean + c2) * mean + c1) * mean + c0;
  return at_mean >= 0 ? 0 : -1;
}

namespace {

// Sign of value - sqrt(p) - sqrt(q).
int sign_less_roots(const Rational& value, const Rational& p, const Rational& q) {
  if (value <= 0) return value == 0 && p == 0 && q == 0 ? 0 : -1;
  return sign(Surd{value * value - p - q, -2, p * q});
}

}  // namespace

// Let x be the point of the ellipse nearest to the segment. If its foot is an end, the disc there decides. If
// not, the ellipse does not reach the segment's line, x is its point where m = perp(to - from) is normal to
// it, and the distance from the line decides: all times |m|, |m . from| - |M^T m| against radius |m|.
int capsule_separation_sign(const RationalVec2& u, const RationalVec2& v, const RationalVec2& from,
                            const RationalVec2& to, const Rational& radius) {
  const Conic<Rational> ellipse = conic_of(u, v);
  const Conic<Rational> disc = disc_of(Rational(1), radius);
  const int at_from = separation_sign(ellipse, disc, from);
  const int at_to = separation_sign(ellipse, disc, to);
  if (at_from < 0 || at_to < 0) return -1;
  const RationalVec2 edge = to - from;
  const RationalVec2 normal = perp(edge);
  const Rational side = dot(normal, from);
  const RationalVec2 support{dot(u, normal), dot(v, normal)};
  const RationalVec2 along{dot(u, edge), dot(v, edge)};
  // x = +-M M^T m / |M^T m| towards the line; its place along the edge, from either end.
  const Rational reach = dot(along, support) / length_sq(support) * (side < 0 ? -1 : 1);
  const Surd place{-dot(edge, from), reach, length_sq(support)};
  const bool foot_inside =
      side * side > length_sq(support) && sign(place) > 0 && compare(place, length_sq(edge)) < 0;
  if (!foot_inside) return at_from == 0 || at_to == 0 ? 0 : 1;
  return sign_less_roots(abs(side), length_sq(support), radius * radius * length_sq(edge));
}

}  // namespace touchstone::oracle
