// Each stratum of space must make what it promises, scene by scene and in its shares, as judged by the
// oracle.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>

#include "harness/test/strata_scenes.hpp"
#include "oracle/truth3.hpp"

namespace touchstone {
namespace {

/// Enough to measure a share; enough where the oracle is slow; enough where a promise holds for every scene.
constexpr int kScenes = kSanitized ? 20 : 2000, kSlowScenes = kSanitized ? 5 : 200,
              kFewScenes = kSanitized ? 5 : 200;

/// Equal to the bit: NaN equals itself, 0 does not equal -0.
bool same_bits(const OwnedShape& a, const OwnedShape& b) {
  const std::size_t size = a.points3.size();
  return a.type == b.type && size == b.points3.size() && a.points.empty() && b.points.empty() &&
         a.holes.empty() && b.holes.empty() &&
         std::memcmp(a.radii.data(), b.radii.data(), sizeof a.radii) == 0 &&
         (size == 0 || std::memcmp(a.points3.data(), b.points3.data(), size * sizeof a.points3[0]) == 0);
}
bool same_bits(const Scene& a, const Scene& b) {
  return same_bits(a.a, b.a) && same_bits(a.b, b.b);
}

ShapeType type_of(ShapeClass type) {
  return static_cast<ShapeType>(static_cast<int>(type) - kPlaneClassCount + kPlaneShapeTypeCount);
}

bool is_any(Promise::Share share) {
  return share.least == 0 && share.most == 1;
}
bool is_exact(Promise::Share share) {
  return share.most == 0 || share.least == 1 || is_any(share);
}

/// The oracle decides cylinders, rays, and numbers at the ends of the range, on slow paths.
bool is_slow(Stratum stratum, PairClass pair) {
  const auto slow = [](ShapeClass type) { return type >= ShapeClass::cylinder; };
  return slow(pair.a) || slow(pair.b) || stratum == Stratum::tiny_scale || stratum == Stratum::huge_scale ||
         stratum == Stratum::out_of_range;
}

int scenes_of(Stratum stratum, PairClass pair) {
  const Promise promise = promise_of(stratum, pair);
  const bool exact = is_exact(promise.touching) && is_exact(promise.overlapping) && is_exact(promise.band);
  return exact ? kFewScenes : is_slow(stratum, pair) ? kSlowScenes : kScenes;
}

/// What the scenes of one stratum and pair really are. Undecided: see Truth3::decided(); not judged further.
struct Census {
  int scenes = 0, invalid = 0, wrong_type = 0, swapped = 0;
  int undecided = 0, rational = 0, touching = 0, overlapping = 0, in_band = 0;
};

bool in_band(oracle::Truth3& truth) {
  const oracle::Interval separation = truth.separation();
  const double most = std::fmax(std::fabs(separation.lo), std::fabs(separation.hi));
  return most <= kErrorBand * 0x1p-52 * truth.scale();
}

void count(PairClass pair, const Scene& scene, oracle::Truth3& truth, bool band, Census& census) {
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
  census.touching += truth.relation() == Relation::touching ? 1 : 0;
  census.overlapping += truth.relation() == Relation::overlapping ? 1 : 0;
  if (band && in_band(truth)) ++census.in_band;
}

Census census_of(Stratum stratum, PairClass pair) {
  Census census;
  Scene scene;
  ShapeView a, b;
  oracle::Truth3 truth;
  const bool band = !is_any(promise_of(stratum, pair).band);
  for (int i = scenes_of(stratum, pair); i-- > 0;) {
    generate(stratum, pair, kSeed, static_cast<std::uint64_t>(i), scene);
    a.assign(scene.a);
    b.assign(scene.b);
    truth.assign(a.get3(), b.get3());
    count(pair, scene, truth, band, census);
  }
  return census;
}

/// An undecided scene counts for whatever is promised.
void expect_share_within(const char* what, int count, const Census& census, Promise::Share promised) {
  const int valid = census.scenes - census.invalid;
  expect_share(what, count + census.undecided, valid, {promised.least, 1});
  expect_share(what, count, valid, {0, promised.most});
}

class SpaceStrata : public testing::TestWithParam<int> {
 protected:
  Stratum stratum() const { return static_cast<Stratum>(GetParam()); }

  template <class Check>
  void for_each_pair(Check check) const {
    for (const PairClass pair : kPairClasses) {
      if (dimension_of(pair) != 3 || !applies(stratum(), pair)) continue;
      SCOPED_TRACE(std::string(name_of(stratum())) + "/" + std::string(name_of(pair)) + "/" +
                   std::to_string(kSeed));
      check(pair);
    }
  }
};

TEST_P(SpaceStrata, KeepTheirPromises) {
  for_each_pair([&](PairClass pair) {
    const Census census = census_of(stratum(), pair);
    const Promise promise = promise_of(stratum(), pair);
    EXPECT_EQ(census.invalid, stratum() == Stratum::invalid ? census.scenes : 0);
    EXPECT_EQ(census.wrong_type, 0);
    EXPECT_TRUE(census.undecided == 0 || census.rational == 0);
    expect_share_within("touching", census.touching, census, promise.touching);
    expect_share_within("overlapping", census.overlapping, census, promise.overlapping);
    expect_share_within("band", census.in_band, census, promise.band);
    if (pair.a != pair.b) expect_share("swapped", census.swapped, census.scenes, {0.4, 0.6});
  });
}

TEST_P(SpaceStrata, ScenesDependOnTheirKeysOnly) {
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

TEST_P(SpaceStrata, OtherSeedsAndIndicesMakeOtherScenes) {
  for_each_pair([&](PairClass pair) {
    int equal = 0;
    Scene scene, next, reseeded;
    for (std::uint64_t i = 0; i < 100; ++i) {
      generate(stratum(), pair, kSeed, i, scene);
      generate(stratum(), pair, kSeed, i + 1, next);
      generate(stratum(), pair, kSeed + 1, i, reseeded);
      equal += (same_bits(scene, next) ? 1 : 0) + (same_bits(scene, reseeded) ? 1 : 0);
    }
    EXPECT_LE(equal, 6);
  });
}

TEST_P(SpaceStrata, AllocateNothingOnceGrown) {
  for_each_pair([&](PairClass pair) {
    Scene scene;
    for (std::uint64_t i = 0; i < 200; ++i) generate(stratum(), pair, kSeed, i, scene);
    const Vec3<double>* a = scene.a.points3.data();
    const Vec3<double>* b = scene.b.points3.data();
    for (std::uint64_t i = 0; i < 200; ++i) {
      generate(stratum(), pair, kSeed, i, scene);
      ASSERT_EQ(scene.a.points3.data(), a);
      ASSERT_EQ(scene.b.points3.data(), b);
    }
  });
}

INSTANTIATE_TEST_SUITE_P(All, SpaceStrata, testing::Range(0, kGeneratedStratumCount),
                         [](const auto& of) { return std::string(name_of(static_cast<Stratum>(of.param))); });

TEST(SpaceStrataNames, EveryPairHasAtLeastThirteenStrata) {
  for (std::size_t i = kPlanePairCount; i < kPairCount; ++i) {
    int strata = 0;
    for (int s = 0; s < kGeneratedStratumCount; ++s)
      strata += applies(static_cast<Stratum>(s), kPairClasses[i]) ? 1 : 0;
    EXPECT_GE(strata, 13) << name_of(kPairClasses[i]);
  }
}

TEST(SpaceStrataNames, PointsAndSpheresHaveNoEdges) {
  using enum ShapeClass;
  EXPECT_FALSE(applies(Stratum::edge_touch, {point3, sphere}));
  EXPECT_FALSE(applies(Stratum::face_touch, {point3, capsule3}));
  EXPECT_FALSE(applies(Stratum::deep, {segment3, segment3}));
  EXPECT_FALSE(applies(Stratum::stacked, {aabb3, ray3}));
  EXPECT_FALSE(applies(Stratum::public_reports, {aabb3, aabb3}));
  EXPECT_TRUE(applies(Stratum::stacked, {aabb3, obb3}));
  EXPECT_TRUE(applies(Stratum::face_touch, {hull, plane}));
}

}  // namespace
}  // namespace touchstone
