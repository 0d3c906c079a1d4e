// Each stratum must make what it promises, scene by scene and in its shares, as judged by the oracle.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <set>
#include <string>
#include <vector>

#include "harness/test/strata_scenes.hpp"

namespace touchstone {
namespace {

/// Enough to measure a share; enough where the oracle is slow; enough where a promise holds for every scene.
constexpr int kScenes = kSanitized ? 50 : 2000, kSlowScenes = kSanitized ? 10 : 300,
              kFewScenes = kSanitized ? 10 : 200;

/// Equal to the bit: NaN equals itself, 0 does not equal -0.
bool same_bits(const std::vector<Vec2<double>>& a, const std::vector<Vec2<double>>& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof a[0]) == 0);
}
bool same_bits(const OwnedShape& a, const OwnedShape& b) {
  bool same = a.type == b.type && std::memcmp(a.radii.data(), b.radii.data(), sizeof a.radii) == 0 &&
              same_bits(a.points, b.points) && a.holes.size() == b.holes.size();
  for (std::size_t i = 0; same && i < a.holes.size(); ++i) same = same_bits(a.holes[i], b.holes[i]);
  return same;
}
bool same_bits(const Scene& a, const Scene& b) {
  return same_bits(a.a, b.a) && same_bits(a.b, b.b);
}

ShapeType type_of(ShapeClass type) {
  if (type == ShapeClass::concave) return ShapeType::polygon;
  return static_cast<ShapeType>(static_cast<int>(type) - (type > ShapeClass::concave ? 1 : 0));
}

bool is_exact(Promise::Share share) {
  return share.most == 0 || share.least == 1 || (share.least == 0 && share.most == 1);
}
bool is_any(Promise::Share share) {
  return share.least == 0 && share.most == 1;
}

/// The oracle decides curved pairs, and straight ones far beyond or at the ends of the range, on slow paths.
bool is_slow(Stratum stratum, PairClass pair) {
  return pair.b >= ShapeClass::circle || stratum == Stratum::tiny_scale || stratum == Stratum::huge_scale ||
         stratum == Stratum::out_of_range;
}

int scenes_of(Stratum stratum, PairClass pair) {
  const Promise promise = promise_of(stratum, pair);
  const bool exact = is_exact(promise.touching) && is_exact(promise.overlapping) && is_exact(promise.band);
  return exact ? kFewScenes : is_slow(stratum, pair) ? kSlowScenes : kScenes;
}

/// What the scenes of one stratum and pair really are. Undecided: see Truth::decided(); not judged further.
struct Census {
  int scenes = 0, invalid = 0, wrong_type = 0, swapped = 0;
  int undecided = 0, rational = 0, judged = 0, convex = 0, touching = 0, overlapping = 0, in_band = 0;
};

bool in_band(oracle::Truth& truth) {
  const oracle::Interval separation = truth.separation();
  const double most = std::fmax(std::fabs(separation.lo), std::fabs(separation.hi));
  return most <= kErrorBand * 0x1p-52 * truth.scale();
}

void count(PairClass pair, const Scene& scene, oracle::Truth& truth, bool band, Census& census) {
  const ShapeType a = type_of(pair.a), b = type_of(pair.b);
  const bool straight = scene.a.type == a && scene.b.type == b,
             crossed = scene.a.type == b && scene.b.type == a;
  ++census.scenes;
  census.wrong_type += straight || crossed ? 0 : 1;
  census.swapped += straight ? 0 : 1;
  census.invalid += truth.valid() ? 0 : 1;
  if (!truth.valid()) return;
  census.undecided += truth.decided() ? 0 : 1;
  census.rational += truth.is_rational() ? 1 : 0;
  if (!truth.decided()) return;
  ++census.judged;
  census.touching += truth.relation() == Relation::touching ? 1 : 0;
  census.overlapping += truth.relation() == Relation::overlapping ? 1 : 0;
  census.convex += truth.convex() ? 1 : 0;
  if (band && truth.convex() && in_band(truth)) ++census.in_band;
}

Census census_of(Stratum stratum, PairClass pair) {
  Census census;
  Scene scene;
  ShapeView a, b;
  oracle::Truth truth;
  const bool band = !is_any(promise_of(stratum, pair).band);
  for (int i = scenes_of(stratum, pair); i-- > 0;) {
    generate(stratum, pair, kSeed, static_cast<std::uint64_t>(i), scene);
    a.assign(scene.a);
    b.assign(scene.b);
    truth.assign(a.get(), b.get());
    count(pair, scene, truth, band, census);
  }
  return census;
}

class Strata : public testing::TestWithParam<int> {
 protected:
  Stratum stratum() const { return static_cast<Stratum>(GetParam()); }

  template <class Check>
  void for_each_pair(Check check) const {
    for (const PairClass pair : kPairClasses) {
      if (dimension_of(pair) == 3 || !applies(stratum(), pair)) continue;
      SCOPED_TRACE(std::string(name_of(stratum())) + "/" + std::string(name_of(pair)) + "/" +
                   std::to_string(kSeed));
      check(pair);
    }
  }
};

TEST_P(Strata, KeepTheirPromises) {
  for_each_pair([&](PairClass pair) {
    const Census census = census_of(stratum(), pair);
    const Promise promise = promise_of(stratum(), pair);
    EXPECT_EQ(census.invalid, stratum() == Stratum::invalid ? census.scenes : 0);
    EXPECT_EQ(census.wrong_type, 0);
    EXPECT_TRUE(census.undecided == 0 || census.rational == 0);
    expect_share("touching", census.touching, census.judged, promise.touching);
    expect_share("overlapping", census.overlapping, census.judged, promise.overlapping);
    expect_share("band", census.in_band, census.judged, promise.band);
    EXPECT_TRUE(!is_convex(pair) || census.convex == census.judged);
    const bool alike = type_of(pair.a) == type_of(pair.b);
    if (!alike) expect_share("swapped", census.swapped, census.scenes, {0.4, 0.6});
  });
}

TEST_P(Strata, ScenesDependOnTheirKeysOnly) {
  for_each_pair([&](PairClass pair) {
    Scene used, other;
    for (std::uint64_t i = kSanitized ? 20 : 100; i-- > 0;) {
      generate(stratum(), pair, kSeed, i, used);
      Scene clean;
      const PairClass before = kPairClasses[i % kPairClasses.size()];
      if (applies(Stratum::uniform, before)) generate(Stratum::uniform, before, 1, i, other);
      generate(stratum(), pair, kSeed, i, clean);
      generate(stratum(), pair, kSeed, i, other);
      ASSERT_TRUE(same_bits(used, clean)) << i;
      ASSERT_TRUE(same_bits(other, clean)) << i;
    }
  });
}

TEST_P(Strata, OtherSeedsAndIndicesMakeOtherScenes) {
  for_each_pair([&](PairClass pair) {
    int equal = 0;
    Scene scene, next, reseeded;
    for (std::uint64_t i = 0; i < 100; ++i) {
      generate(stratum(), pair, kSeed, i, scene);
      generate(stratum(), pair, kSeed, i + 1, next);
      generate(stratum(), pair, kSeed + 1, i, reseeded);
      equal += (same_bits(scene, next) ? 1 : 0) + (same_bits(scene, reseeded) ? 1 : 0);
    }
    EXPECT_LE(equal, 4);
  });
}

TEST_P(Strata, LeaveNothingOfTheLastScene) {
  Scene scene;
  scene.id = scene.why = scene.source = "old";
  scene.query = Query::area;
  scene.expect.emplace();
  scene.a.holes.resize(3);
  const PairClass polygons{ShapeClass::polygon, ShapeClass::polygon},
      boxes{ShapeClass::obb3, ShapeClass::obb3};
  generate(stratum(), applies(stratum(), polygons) ? polygons : boxes, kSeed, 0, scene);
  EXPECT_TRUE(scene.id.empty() && scene.why.empty() && scene.source.empty() && !scene.expect);
  EXPECT_EQ(scene.query, Query::relation);
  EXPECT_TRUE(stratum() == Stratum::invalid || scene.a.holes.empty());
}

TEST_P(Strata, AllocateNothingOnceGrown) {
  for_each_pair([&](PairClass pair) {
    Scene scene;
    for (std::uint64_t i = 0; i < 200; ++i) generate(stratum(), pair, kSeed, i, scene);
    const Vec2<double>* a = scene.a.points.data();
    const Vec2<double>* b = scene.b.points.data();
    for (std::uint64_t i = 0; i < 200; ++i) {
      generate(stratum(), pair, kSeed, i, scene);
      ASSERT_EQ(scene.a.points.data(), a);
      ASSERT_EQ(scene.b.points.data(), b);
    }
  });
}

INSTANTIATE_TEST_SUITE_P(All, Strata, testing::Range(0, kGeneratedStratumCount),
                         [](const auto& of) { return std::string(name_of(static_cast<Stratum>(of.param))); });

TEST(StrataNames, LeadBackToTheirStratum) {
  std::set<std::string_view> names;
  for (int i = 0; i < kStratumCount; ++i) {
    EXPECT_EQ(stratum_from(name_of(static_cast<Stratum>(i))), static_cast<Stratum>(i));
    names.insert(name_of(static_cast<Stratum>(i)));
  }
  EXPECT_EQ(names.size(), static_cast<std::size_t>(kStratumCount));
  EXPECT_EQ(stratum_from("unknown"), std::nullopt);
  EXPECT_EQ(stratum_from(""), std::nullopt);
}

TEST(StrataNames, LeadBackToTheirPair) {
  for (const PairClass pair : kPairClasses) EXPECT_EQ(pair_from(name_of(pair)), pair);
  EXPECT_EQ(pair_from("polygon"), std::nullopt);
  EXPECT_EQ(pair_from("polygon-aabb"), pair_from("aabb-polygon"));
  EXPECT_EQ(pair_from("polygon-cube"), std::nullopt);
}

TEST(StrataNames, FileStrataApplyToNoPair) {
  for (const PairClass pair : kPairClasses) {
    EXPECT_FALSE(applies(Stratum::public_reports, pair));
    EXPECT_FALSE(applies(Stratum::real_shapes, pair));
  }
  EXPECT_TRUE(is_file_stratum(Stratum::public_reports));
  EXPECT_FALSE(is_file_stratum(Stratum::invalid));
}

TEST(StrataNames, PointsHaveNoEdgesToSlideAlong) {
  EXPECT_FALSE(applies(Stratum::slide_along_edge, {ShapeClass::point, ShapeClass::aabb}));
  EXPECT_FALSE(applies(Stratum::duplicate_vertices, {ShapeClass::aabb, ShapeClass::obb}));
  EXPECT_FALSE(applies(Stratum::coincident, {ShapeClass::obb, ShapeClass::concave}));
  EXPECT_FALSE(applies(Stratum::deep, {ShapeClass::point, ShapeClass::segment}));
  EXPECT_TRUE(applies(Stratum::coincident, {ShapeClass::aabb, ShapeClass::polygon}));
}

TEST(SceneId, NamesTheFourKeys) {
  EXPECT_EQ(scene_id(Stratum::near_touch, {ShapeClass::aabb, ShapeClass::obb}, 7, 42),
            "near_touch/aabb-obb/7/42");
}

}  // namespace
}  // namespace touchstone
