#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <utility>
#include <vector>

#include "oracle/cylinder3.hpp"
#include "oracle/test/cylinder3_pairs.hpp"

namespace touchstone::oracle {
namespace {

using namespace test;

constexpr unsigned kSeed = 20261130;

// Against dense directions: the separation is the largest gap over all of them.

struct Body {
  std::vector<Vector> points;  ///< corners, or the ends of an axis
  Vector unit{};               ///< of the axis
  double rim = 0, ball = 0;

  double reach(const Vector& n) const {
    double furthest = -kInfinity;
    for (const Vector& p : points) furthest = std::max(furthest, dot(n, p));
    return furthest + rim * length(cross(n, unit)) + ball;
  }
};
Body body_of(const AnyShape& shape) {
  Body body;
  if (const auto* cylinder = std::get_if<Cylinder>(&shape)) {
    const Vector along = cylinder->to - cylinder->from;
    body = {{cylinder->from, cylinder->to}, along * (1 / length(along)), cylinder->radius, 0};
  } else if (const auto* sphere = std::get_if<Sphere3<double>>(&shape)) {
    body = {{sphere->center}, {}, 0, sphere->radius};
  } else if (const auto* capsule = std::get_if<Capsule3<double>>(&shape)) {
    body = {{capsule->from, capsule->to}, {}, 0, capsule->radius};
  } else if (const auto* triangle = std::get_if<Triangle3<double>>(&shape)) {
    body.points.assign(triangle->points, triangle->points + 3);
  } else if (const auto* obb = std::get_if<Obb>(&shape)) {
    for (int k = 0; k < 8; ++k)
      body.points.push_back(obb->center + obb->half_axes[0] * (k % 2 * 2.0 - 1) +
                            obb->half_axes[1] * (k / 2 % 2 * 2.0 - 1) +
                            obb->half_axes[2] * (k / 4 * 2.0 - 1));
  } else {
    for (const Vector& p : std::get<Hull3<double>>(shape).points) body.points.push_back(p);
  }
  return body;
}
double gap(const Body& a, const Body& b, const Vector& n) {
  return -(a.reach(n) + b.reach(-n)) / length(n);
}

// The best of directions all over the sphere, improved by ever smaller random steps from the best of them.
double largest_gap(const Body& a, const Body& b, std::mt19937_64& engine) {
  constexpr int kDirections = 2000;
  std::vector<std::pair<double, Vector>> found;
  for (int i = 0; i < kDirections; ++i) {
    const double z = (2.0 * i + 1) / kDirections - 1, turn = 2.399963229728653 * i,
                 side = std::sqrt(1 - z * z);
    const Vector n{side * std::cos(turn), side * std::sin(turn), z};
    found.emplace_back(gap(a, b, n), n);
  }
  std::sort(found.begin(), found.end(), [](const auto& x, const auto& y) { return x.first > y.first; });
  std::uniform_real_distribution<double> step(-1, 1);
  for (std::size_t k = 0; k < 12; ++k) {
    auto& [value, n] = found[k];
    int failures = 0;
    for (double size = 0.05; size > 1e-8;) {
      Vector next = n + Vector{step(engine), step(engine), step(engine)} * size;
      next = next * (1 / length(next));
      const double there = gap(a, b, next);
      failures = there > value ? 0 : failures + 1;
      if (there > value) {
        value = there;
        n = next;
      }
      if (failures == 60) {
        size /= 2;
        failures = 0;
      }
    }
  }
  return std::max_element(found.begin(), found.end(),
                          [](const auto& x, const auto& y) { return x.first < y.first; })
      ->first;
}

constexpr double kRounding = 1e-14;  // of gaps in doubles
constexpr double kMissed = 2e-4;     // what the steps leave at a ridge

void expect_the_largest_gap(Asked& asked, std::mt19937_64& steps) {
  const Interval separation = asked.separation();
  const double dense = largest_gap(body_of(asked.a), body_of(asked.b), steps);
  EXPECT_GE(separation.hi, dense - kRounding);
  EXPECT_LE(separation.lo, dense + kMissed);
  EXPECT_TRUE(is_narrow(separation, std::max(scale_of(asked.a), scale_of(asked.b))));
}

TEST(CylinderSeparation, RandomPairsThenTheLargestGapOfDenseDirections) {
  constexpr int kCases = 240;
  RandomShapes random(kSeed);
  std::mt19937_64 steps(kSeed);
  int overlapping = 0;
  for (int i = 0; i < kCases; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " case " << i);
    Asked asked(random.cylinder({}), random.other(i % 6, random.vector(1.8)));
    ASSERT_TRUE(asked.pair->decided());
    expect_the_largest_gap(asked, steps);
    overlapping += asked.pair->relation() == Relation::overlapping ? 1 : 0;
  }
  EXPECT_GT(overlapping, kCases / 4);
  EXPECT_LT(overlapping, kCases * 3 / 4);
}

TEST(CylinderSeparation, RandomPairsSwappedThenTheSame) {
  RandomShapes random(kSeed + 1);
  for (int i = 0; i < 600; ++i) {
    const AnyShape a = random.cylinder({}), b = random.other(i % 6, random.vector(1.8));
    Asked asked(a, b), swapped(b, a);
    ASSERT_EQ(asked.pair->relation(), swapped.pair->relation());
    ASSERT_LE(asked.separation().lo, swapped.separation().hi);
    ASSERT_LE(swapped.separation().lo, asked.separation().hi);
  }
}

AnyShape scaled(const AnyShape& shape, double factor) {
  if (const auto* obb = std::get_if<Obb>(&shape)) {
    const auto& [u, v, w] = obb->half_axes;
    return Obb{obb->center * factor, {u * factor, v * factor, w * factor}};
  }
  const auto& cylinder = std::get<Cylinder>(shape);
  return Cylinder{cylinder.from * factor, cylinder.to * factor, cylinder.radius * factor};
}

TEST(CylinderSeparation, RandomPairsTimesAPowerOfTwoThenThatTimesTheSame) {
  RandomShapes random(kSeed + 2);
  for (int i = 0; i < 200; ++i) {
    const AnyShape a = random.cylinder({}), b = random.other(i % 2 * 4, random.vector(1.8));
    const Interval one = Asked(a, b).separation();
    for (const double factor : {0x1p-600, 0x1p-60, 0x1p600}) {
      const Interval other = Asked(scaled(a, factor), scaled(b, factor)).separation();
      ASSERT_EQ(other.lo, one.lo * factor);
      ASSERT_EQ(other.hi, one.hi * factor);
    }
  }
}

TEST(CylinderMtv, RandomOverlapsThenTheMtvEndsThem) {
  RandomShapes random(kSeed + 3);
  int overlapping = 0;
  for (int i = 0; i < 400; ++i) {
    const AnyShape first = random.cylinder({}), second = random.other(i % 6, random.vector(1));
    Asked asked(i % 2 == 0 ? first : second, i % 2 == 0 ? second : first);
    if (asked.pair->relation() != Relation::overlapping) continue;
    ++overlapping;
    const auto mtv = asked.pair->mtv();
    ASSERT_TRUE(mtv.has_value());
    ASSERT_NEAR(length(*mtv), -asked.middle(), 1e-15 * 8);
    ASSERT_GE(asked.pair->separation_after(*mtv, kInfinity).lo, -1e-15);
    ASSERT_LE(asked.pair->separation_after(*mtv * 0.99, kInfinity).hi, 0);
    ASSERT_GE(asked.pair->separation_after(*mtv * 1.01, 0).lo, 0);
  }
  EXPECT_GT(overlapping, 200);
}

void expect_the_distance(const AnyShape& cylinder, const FullTruth3& truth) {
  const auto at = [](const RealVec3& p) {
    return Vector{round_to_double(p.x), round_to_double(p.y), round_to_double(p.z)};
  };
  const Vector on_a = at(truth.closest->on_a), on_b = at(truth.closest->on_b);
  const double distance = round_to_double(*truth.distance);
  EXPECT_NEAR(length(on_a - on_b), distance, kRounding);
  EXPECT_NEAR(Asked(cylinder, Point3<double>{on_b}).middle(), 0, kRounding);
  EXPECT_NEAR(Asked(cylinder, Point3<double>{on_a}).middle(), distance, kRounding);
}

TEST(CylinderTruth, DisjointThenTheClosestPointsHaveTheDistance) {
  RandomShapes random(kSeed + 4);
  int disjoint = 0;
  for (int i = 0; i < 60; ++i) {
    const AnyShape cylinder = random.cylinder({}), other = random.other(i % 6, random.vector(4));
    const FullTruth3 truth = cylinder_truth(other, cylinder);
    if (truth.relation != Relation::disjoint) continue;
    ++disjoint;
    expect_the_distance(cylinder, truth);
  }
  EXPECT_GT(disjoint, 20);
}

// Shapes on integers, each number perhaps a few ulps off: exact touches and what is nearly one.

class NearLattice {
 public:
  NearLattice(unsigned seed, double off) : engine_(seed), off_(off) {}
  AnyShape next(int kind) {
    switch (kind) {
      case 0: {
        const Vector from = point();
        return Cylinder{from, (engine_() % 4 == 0 ? point() : from) + Vector{5, 0, 0}, number(1, 2)};
      }
      case 1:
        return Sphere3<double>{point(), number(1, 2)};
      case 2:
        return Capsule3<double>{point(), point(), number(1, 2)};
      case 3:
        return Triangle3<double>{{point(), point(), point()}};
      case 4:
        return Obb{point(), {point(), point(), point()}};
      default:
        return Segment3<double>{point(), point()};
    }
  }

 private:
  double number(int low, int high) {
    const double whole = std::uniform_int_distribution<int>(low, high)(engine_);
    return whole + (engine_() % 2 == 0 ? 0 : std::uniform_real_distribution<double>(-off_, off_)(engine_));
  }
  Vector point() { return {number(-2, 2), number(-2, 2), number(-2, 2)}; }

  std::mt19937_64 engine_;
  double off_;
};

struct Share {
  int decided = 0, touching = 0, narrow = 0;
};
Share share_of(double off, int cases) {
  NearLattice lattice(kSeed + 5, off);
  Share share;
  for (int i = 0; i < cases; ++i) {
    Asked asked(lattice.next(0), lattice.next(i % 6));
    if (!asked.pair->decided()) continue;
    ++share.decided;
    share.touching += asked.pair->relation() == Relation::touching ? 1 : 0;
    share.narrow += is_narrow(asked.separation(), std::max(scale_of(asked.a), scale_of(asked.b))) ? 1 : 0;
  }
  return share;
}

TEST(CylinderRelation, RandomIntegersByRationalsThenTheSame) {
  NearLattice lattice(kSeed + 6, 0);
  for (int i = 0; i < 600; ++i) {
    Asked asked(lattice.next(0), lattice.next(i % 2 == 0 ? 1 : 3 + i / 2 % 3));
    const Relation fast = asked.pair->relation();
    asked.pair->force_tier(PairTruth::Tier::rational);
    ASSERT_EQ(asked.pair->relation(), fast);
    ASSERT_EQ(asked.pair->tier(), PairTruth::Tier::rational);
  }
}

TEST(CylinderRelation, RandomIntegersThenTouchesAreDecided) {
  const Share share = share_of(0, 1200);
  EXPECT_GE(share.decided, 1196);
  EXPECT_GE(share.narrow, share.decided - 12);
  EXPECT_GT(share.touching, 60);
}

TEST(CylinderRelation, RandomIntegersAFewUlpsOffThenDecidedAndNarrow) {
  for (const double off : {0x1p-51, 1e-9}) {
    const Share share = share_of(off, 1200);
    EXPECT_GE(share.decided, 1199);
    EXPECT_GE(share.narrow, share.decided - 6);
  }
}

}  // namespace
}  // namespace touchstone::oracle
