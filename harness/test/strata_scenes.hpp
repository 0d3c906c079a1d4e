// What the tests of the strata share.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <memory>

#include "harness/strata/registry.hpp"
#include "oracle/truth.hpp"

namespace touchstone {

#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool kSanitized = true;
#elif defined(__has_feature)
inline constexpr bool kSanitized = __has_feature(address_sanitizer);
#else
inline constexpr bool kSanitized = false;
#endif
inline constexpr std::uint64_t kSeed = 20250101;
/// As many as Promise speaks of.
inline constexpr int kPromisedScenes = 2000;

/// One scene with its truth.
struct Judged {
  Scene scene;
  ShapeView a, b;
  std::unique_ptr<oracle::Truth> truth = std::make_unique<oracle::Truth>();

  Judged(Stratum stratum, PairClass pair, std::uint64_t index) {
    generate(stratum, pair, kSeed, index, scene);
    a.assign(scene.a);
    b.assign(scene.b);
    truth->assign(a.get(), b.get());
  }
};

/// Of fewer scenes than the promise speaks of, a share may be four standard deviations off; one is at most
/// sqrt(0.25 / count).
inline void expect_share(const char* what, int count, int of, Promise::Share promised) {
  if (of == 0) return;
  const double share = static_cast<double>(count) / of;
  const double slack = of >= kPromisedScenes ? 0 : 4 * std::sqrt(0.25 / of);
  EXPECT_GE(share, promised.least - (promised.least == 1 ? 0 : slack)) << what;
  EXPECT_LE(share, promised.most + (promised.most == 0 ? 0 : slack)) << what;
}

/// Depth and band are told of these pairs only.
inline bool is_convex(PairClass pair) {
  const auto is = [](ShapeClass type) {
    return type != ShapeClass::concave && type != ShapeClass::ring && type != ShapeClass::ray;
  };
  return is(pair.a) && is(pair.b);
}

}  // namespace touchstone
