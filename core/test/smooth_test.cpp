// GJK and EPA on support mappings: their wrappers' laws, and ellipses of many kinds against a search in long
// double.
#include <gtest/gtest.h>

#include <cmath>
#include <iostream>
#include <limits>
#include <string>
#include <utility>

#include <touchstone/ellipse.hpp>
#include <touchstone/validity.hpp>

#include "core/test/ellipse_reference.hpp"
#include "core/test/random_convex.hpp"

namespace touchstone {
namespace {

using ellipse_reference::Real;
using ellipse_reference::Support;
using random_convex::below;
using random_convex::Random;
using random_convex::uniform;

constexpr std::uint64_t kSeed = 11;

using Vector = Vec2<double>;

Vector unit_vector(double angle) {
  return {std::cos(angle), std::sin(angle)};
}

/// A disc stretched, inflated and stretched again: no ellipse.
using Oval = Transformed<Inflated<Transformed<UnitDisc>>>;
Oval random_oval(Random& random) {
  const auto vector = [&] { return Vector{uniform(random, -1, 1), uniform(random, -1, 1)}; };
  return {{{{}, vector(), vector()}, uniform(random, 0, 1)}, vector(), vector()};
}

TEST(SupportMapping, SupportIsThePointFarthestAlong) {
  Random random(kSeed);
  for (int i = 0; i < 2000; ++i) {
    const Oval oval = random_oval(random);
    const Vector n = unit_vector(uniform(random, 0, 6.3));
    const Vector other = oval.support(unit_vector(uniform(random, 0, 6.3)));
    EXPECT_GE(dot(n, oval.support(n)), dot(n, other) - 8 * 0x1p-52);
  }
}

/// Between two normals the boundary of a set runs at least as far as that of a ball that rolls inside it.
TEST(SupportMapping, RoundnessIsBelowTheCurvatureRadius) {
  Random random(kSeed);
  for (int i = 0; i < 2000; ++i) {
    const Oval oval = random_oval(random);
    const double from = uniform(random, 0, 6.3);
    const double to = from + uniform(random, 1e-3, 1.5);
    const double roundness = oval.roundness(unit_vector(from), unit_vector(to));
    const Vector chord = oval.support(unit_vector(to)) - oval.support(unit_vector(from));
    EXPECT_GE(length(chord), roundness * 2 * std::sin((to - from) / 2) - 8 * 0x1p-52);
    const double middle = (from + to) / 2;
    const Vector part = oval.support(unit_vector(middle + 1e-6)) - oval.support(unit_vector(middle - 1e-6));
    EXPECT_GE(length(part), roundness * 2e-6 * (1 - 1e-9) - 8 * 0x1p-52);
  }
}

TEST(SupportMapping, ADiscIsAsRoundAsItsRadiusHoweverItIsMade) {
  const Inflated<Transformed<UnitDisc>> disc{{{}, {3, 4}, {-4, 3}}, 2};
  EXPECT_EQ(disc.roundness({1, 0}, {0, 1}), 7);
  EXPECT_EQ(disc.support({1, 0}).x, 7);
  const Transformed<UnitDisc> mirrored{{}, {-4, 3}, {3, 4}};
  EXPECT_EQ(mirrored.roundness({1, 0}, {0, 1}), 5);
}

/// Answers every question with a farther point than before: no set does that.
struct NoShape {
  mutable double reach = 1;
  DifferenceSupport support(Vector n) const {
    reach *= 1.25;
    const Vector value = n * reach - Vector{1e9, 1e9};
    return {n, value, dot(n, value), {}, {}};
  }
  double roundness(Vector, Vector) const { return 0; }
};

TEST(SmoothGjk, AMappingThatIsNoneEndsAtTheLimitAndSaysSo) {
  const SmoothGjkOutcome outcome = smooth_gjk(NoShape{}, 0x1p-53);
  EXPECT_EQ(outcome.iterations, kSmoothGjkLimit);
  EXPECT_FALSE(outcome.converged);
}

TEST(SmoothEpa, RoundnessThatCancelsStaysWithinTheLimit) {
  int most = 0;
  for (int k = 1; k < 54; ++k) {
    const double d = std::ldexp(1.0, -k);
    const auto a = checked(Ellipse2<double>{{0, 0}, {{1 + d, 0}, {0, 1 - d}}});
    const auto b = checked(Ellipse2<double>{{0, 0}, {{1 - d, 0}, {0, 1 + d}}});
    const Penetration<double> answer = penetration_ellipse(a, b);
    EXPECT_EQ(answer.status, Status::ok);
    EXPECT_NEAR(answer.depth, 2, kEllipseBound * 0x1p-52 * 2);
    most = std::max(most, answer.iterations);
  }
  std::cout << "cancelling roundness: at most " << most << " supports\n";
  EXPECT_LE(most, kSmoothEpaLimit / 8);
}

// Random pairs against the search.

constexpr int kPairs = 500;
/// Worst error allowed here, in u; the proved bound adds up roundings that do not meet in one pair.
constexpr double kWorstMeasured = 8;
static_assert(kWorstMeasured < kEllipseBound);

struct Family {
  const char* name;
  double log_aspect;  ///< aspects from 10^log_aspect to 1
  double log_size;    ///< sizes from 10^log_size to 1
  double offset;      ///< of both shapes from the origin
  double gap;         ///< of the centres, in sizes
  bool twins;         ///< half of the pairs have one size and aspect
};
constexpr Family kFamilies[] = {
    {"plain", -0.7, -0.7, 0, 3, false},           {"needle", -8, -0.5, 0, 2, false},
    {"mixed scale", -3, -6, 0, 1.5, false},       {"far from the origin", -2, -0.5, 1e6, 3, false},
    {"concentric", -1, -1, 0, 0, true},           {"deep", -1, -0.5, 0, 0.1, true},
    {"near circle", -1e-9, -1e-9, 0, 0.01, true}, {"needle twins", -8, 0, 1, 1e-6, true},
};

template <class T>
Vec2<T> rounded(Vector p) {
  return {static_cast<T>(p.x), static_cast<T>(p.y)};
}

/// An ellipse of conjugate half axes: mostly skew.
template <class T>
Ellipse2<T> random_ellipse(Random& random, Vector center, double size, double aspect) {
  const double turn = uniform(random, 0, 6.3);
  const double phase = below(random, 2) * uniform(random, 0, 6.3);
  const Vector u = Vector{std::cos(turn), std::sin(turn)} * size;
  const Vector v = perp(u) * aspect;
  return {rounded<T>(center),
          {rounded<T>(u * std::cos(phase) + v * std::sin(phase)),
           rounded<T>(v * std::cos(phase) - u * std::sin(phase))}};
}
template <class T>
Checked2<T> random_partner(Random& random, Vector center, double size, double aspect) {
  const Ellipse2<T> e = random_ellipse<T>(random, center, size, aspect);
  const Vec2<T> u = e.half_axes[0];
  switch (below(random, 7)) {
    case 0:
      return checked(Circle2<T>{e.center, static_cast<T>(size)});
    case 1:
      return checked(Capsule2<T>{e.center - u, e.center + u, static_cast<T>(size * aspect)});
    case 2:
      return checked(Segment2<T>{e.center - u, e.center + u});
    case 3:
      return checked(Obb2<T>{e.center, {u, e.half_axes[1]}});
    case 4:
      return checked(Triangle2<T>{{e.center - u, e.center + u, e.center + e.half_axes[1]}});
    case 5:
      return checked(Point2<T>{e.center});
    default:
      return checked(e);
  }
}

template <class T>
struct Pair {
  Checked2<T> a;
  Checked2<T> b;
  Real unit() const {
    return Real(std::numeric_limits<T>::epsilon()) * std::max(a.largest_coordinate, b.largest_coordinate);
  }
};
template <class T>
Pair<T> random_pair(const Family& family, Random& random) {
  const auto power = [&](double low) { return std::pow(10, uniform(random, low, 0)); };
  const double size = power(family.log_size);
  const double aspect = power(family.log_aspect);
  const bool twins = family.twins && below(random, 2) == 0;
  const double other_size = twins ? size : power(family.log_size);
  const double other_aspect = twins ? aspect : power(family.log_aspect);
  const Vector center{uniform(random, -family.offset, family.offset), family.offset};
  const double turn = uniform(random, 0, 6.3);
  const double gap = family.gap * uniform(random, 0, 0.5) * (size + other_size);
  const Vector other_center = center + Vector{std::cos(turn), std::sin(turn)} * gap;
  Pair<T> pair{checked(random_ellipse<T>(random, center, size, aspect)),
               random_partner<T>(random, other_center, other_size, other_aspect)};
  if (twins && below(random, 2) == 0) pair.b = pair.a;
  if (below(random, 2) == 0) std::swap(pair.a, pair.b);
  return pair;
}

/// Worst errors in u.
struct Worst {
  Real relation = 0;
  Real distance = 0;
  Real points = 0;
  Real depth = 0;
  Real mtv = 0;
  int counts[3] = {};
  int most_supports = 0;
};

template <class T>
void measure_points(const Pair<T>& pair, const Distance<T>& found, Real separation, Worst& worst) {
  const auto leaves = [](Vec2<T> p, const Support& shape) {
    return ellipse_reference::separation(Support(checked(Point2<T>{p})), shape, {}, 24);
  };
  const Real gap = std::hypot(Real(found.on_a.x) - found.on_b.x, Real(found.on_a.y) - found.on_b.y);
  const Real truth = std::max<Real>(separation, 0);
  worst.distance = std::max(worst.distance, std::fabs(found.distance - truth) / pair.unit());
  worst.points =
      std::max({worst.points, leaves(found.on_a, Support(pair.a)) / pair.unit(),
                leaves(found.on_b, Support(pair.b)) / pair.unit(), std::fabs(gap - truth) / pair.unit()});
}
template <class T>
void measure(const Pair<T>& pair, Worst& worst) {
  const Support a(pair.a);
  const Support b(pair.b);
  const Real separation = ellipse_reference::separation(a, b);
  const Relation relation = relation_ellipse(pair.a, pair.b).relation;
  const Distance<T> found = distance_ellipse(pair.a, pair.b);
  const Penetration<T> push = penetration_ellipse(pair.a, pair.b);
  ASSERT_EQ(found.status, Status::ok);
  ASSERT_EQ(push.status, Status::ok);
  ASSERT_EQ(push.relation, relation);
  ASSERT_EQ(found.distance > 0, relation == Relation::disjoint);
  ++worst.counts[int(relation)];
  worst.most_supports = std::max({worst.most_supports, found.iterations, push.iterations});
  measure_points(pair, found, separation, worst);
  const Real wrong = relation == Relation::disjoint ? -separation : separation;
  worst.relation = std::max(worst.relation, wrong / pair.unit());
  if (relation == Relation::disjoint) return;
  const Real after = ellipse_reference::separation(a, b, {push.mtv.x, push.mtv.y});
  const Real size = std::hypot(Real(push.mtv.x), Real(push.mtv.y));
  worst.depth = std::max({worst.depth, std::fabs(push.depth + std::min<Real>(separation, 0)) / pair.unit(),
                          (size - push.depth) / pair.unit()});
  worst.mtv = std::max(worst.mtv, -after / pair.unit());
}

template <class T>
void check_family(const Family& family, const char* scalar) {
  Random random(kSeed);
  Worst worst;
  for (int i = 0; i < kPairs && !testing::Test::HasFatalFailure(); ++i) {
    const Pair<T> pair = random_pair<T>(family, random);
    if (!pair.a.ok() || !pair.b.ok()) continue;  // a needle may round to a flat one
    SCOPED_TRACE(family.name + std::string(" case ") + std::to_string(i));
    measure(pair, worst);
  }
  std::cout << family.name << ", " << scalar << ", seed " << kSeed << ": disjoint " << worst.counts[0]
            << ", touching " << worst.counts[1] << ", overlapping " << worst.counts[2]
            << "; worst in u: distance " << double(worst.distance) << ", points " << double(worst.points)
            << ", depth " << double(worst.depth) << ", mtv " << double(worst.mtv) << "; supports "
            << worst.most_supports << "\n";
  EXPECT_LE(worst.relation, kSmoothTouchBound);
  EXPECT_LE(worst.distance, kWorstMeasured);
  EXPECT_LE(worst.points, kWorstMeasured);
  EXPECT_LE(worst.depth, kWorstMeasured);
  EXPECT_LE(worst.mtv, kWorstMeasured);
  EXPECT_LE(worst.most_supports, 400);
  EXPECT_GT(worst.counts[int(Relation::overlapping)], kPairs / 5);
  if (family.gap > 1) {
    EXPECT_GT(worst.counts[int(Relation::disjoint)], kPairs / 5);
  }
}

TEST(EllipseRandom, EveryFamilyStaysWithinItsBound) {
  for (const Family& family : kFamilies) check_family<double>(family, "double");
}
TEST(EllipseRandom, EveryFamilyStaysWithinItsBoundAsFloat) {
  for (const Family& family : kFamilies) check_family<float>(family, "float");
}

/// B moved until it touches A, as near as doubles allow.
TEST(EllipseRandom, TangentPairsAreCalledByTheirSeparation) {
  Random random(kSeed);
  Worst worst;
  for (int i = 0; i < kPairs; ++i) {
    const Ellipse2<double> a =
        random_ellipse<double>(random, {0, 0}, 1, std::pow(10, uniform(random, -3, 0)));
    const double turn = uniform(random, 0, 6.3);
    Ellipse2<double> b = random_ellipse<double>(random, {4 * std::cos(turn), 4 * std::sin(turn)}, 1, 0.5);
    const Distance<double> apart = distance_ellipse(checked(a), checked(b));
    b.center = b.center - (apart.on_b - apart.on_a);
    measure(Pair<double>{checked(a), checked(b)}, worst);
  }
  std::cout << "tangent: relation wrong at most by " << double(worst.relation) << " u, distance "
            << double(worst.distance) << " u\n";
  EXPECT_GT(worst.counts[int(Relation::touching)], kPairs / 2);
  EXPECT_LE(worst.relation, kWorstMeasured);
  EXPECT_LE(worst.distance, kWorstMeasured);
  EXPECT_LE(worst.depth, kWorstMeasured);
}

}  // namespace
}  // namespace touchstone
