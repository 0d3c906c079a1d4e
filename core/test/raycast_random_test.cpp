// raycast() against the plain reference, and how far its numbers are off.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include <touchstone/raycast.hpp>
#include <touchstone/validity.hpp>

#include "core/test/ray_reference.hpp"

namespace touchstone {
namespace {

struct Shares {
  int cases = 0;
  int hits = 0;
  int starts_inside = 0;
  double worst_t = 0;
  double worst_point = 0;
  double worst_normal = 0;

  double share(int count) const { return double(count) / cases; }
};

template <class T>
void compare(const Ray2<T>& ray, const Shape2<T>& shape, Shares& shares, const std::string& scene) {
  const Checked2<T> checked_shape = checked(shape);
  const Checked2<T> checked_ray = checked(ray);
  if (!checked_shape.ok() || !checked_ray.ok()) return;
  const RayHit<T> answer = raycast(checked_ray, checked_shape);
  const reference::RayTruth truth = reference::raycast(ray, shape);
  ++shares.cases;
  ASSERT_EQ(answer.status, Status::ok) << scene;
  ASSERT_EQ(answer.hit, truth.hit) << scene;
  if (!truth.hit) return;
  ++shares.hits;
  shares.starts_inside += truth.starts_inside;
  ASSERT_EQ(answer.normal == Vec2<T>{}, truth.starts_inside) << scene;
  constexpr double kEps = std::numeric_limits<T>::epsilon();
  const double scale = std::max({double{checked_shape.largest_coordinate}, std::fabs(double{ray.origin.x}),
                                 std::fabs(double{ray.origin.y})});
  const auto length_of = [](const reference::RealPoint& v) { return reference::Real(sqrt(length_sq(v))); };
  const auto exactly = [](Vec2<T> v) { return reference::real(reference::rational(v)); };
  const reference::Real u(kEps * scale);
  const reference::Real t_off =
      abs(reference::Real(answer.t) - truth.t) * length_of(exactly(ray.direction)) / u;
  const reference::Real point_off = length_of(exactly(answer.point) - truth.point) / u;
  shares.worst_t = std::max(shares.worst_t, double(t_off));
  shares.worst_point = std::max(shares.worst_point, double(point_off));
  ASSERT_LE(double(t_off), kRaycastLengthBound) << scene;
  ASSERT_LE(double(point_off), kRaycastPointBound) << scene;
  if (truth.starts_inside) return;
  const reference::RealPoint normal = exactly(answer.normal);
  const reference::Real against = dot(normal, exactly(ray.direction)) / length_of(exactly(ray.direction));
  ASSERT_LE(double(against), kRaycastNormalBound * kEps) << scene;
  reference::Real off = abs(length_of(normal) - 1);
  if (!truth.normals.empty()) off = 2;
  for (const reference::RealPoint& n : truth.normals) off = std::min(off, length_of(normal - n));
  shares.worst_normal = std::max(shares.worst_normal, double(off) / kEps);
  ASSERT_LE(double(off), kRaycastNormalBound * kEps) << scene;
}

enum class Numbers : std::uint8_t { lattice, neighbours, uniform, mixed_scale };

/// Scenes of small integers that touch often, of their neighbours by an ulp or two, of random numbers of one
/// size and of very different sizes; some far from the origin, some scaled by a large power of two.
template <class T>
class RayScenes {
 public:
  RayScenes(Numbers numbers, std::uint64_t seed) : numbers_(numbers), random_(seed) { next(); }

  int below(int n) { return static_cast<int>(random_() % static_cast<std::uint64_t>(n)); }
  /// A new scale and offset.
  void next() {
    scale_ = std::ldexp(1.0, below(3) == 0 ? below(160) - 80 : 0);
    if (sizeof(T) == sizeof(float)) scale_ = std::ldexp(1.0, below(20) - 10);
    offset_ = below(4) == 0 ? std::ldexp(1.0, below(20)) : 0;
  }
  T number(int limit, double offset = 0) {
    const double integer = offset + below(2 * limit + 1) - limit;
    const double real = double(random_() >> 11) * 0x1p-52 - 1;
    switch (numbers_) {
      case Numbers::lattice:
        return static_cast<T>(scale_ * integer);
      case Numbers::neighbours:
        return neighbour(static_cast<T>(scale_ * integer));
      case Numbers::uniform:
        return static_cast<T>(scale_ * (offset + limit * real));
      default:
        return static_cast<T>(scale_ * limit * std::ldexp(real, -below(50)));
    }
  }
  Vec2<T> point() { return {number(9, offset_), number(9, offset_)}; }
  Vec2<T> vector() { return {number(5), number(5)}; }
  T length() { return below(3) == 0 && numbers_ == Numbers::lattice ? T(5 * scale_) : std::fabs(number(6)); }
  Ray2<T> ray(Vec2<T> target) {
    const Vec2<T> origin = point();
    const Vec2<T> direction = below(2) == 0 ? vector() : target - origin + vector() * T(below(2));
    return {origin, direction};
  }
  Shape2<T> shape(int form, Vec2<T> at, std::vector<Vec2<T>>& storage) {
    const Vec2<T> other = point();
    switch (form) {
      case 0:
        return Circle2<T>{at, length()};
      case 1:
        return Capsule2<T>{at, other, length()};
      case 2: {
        const T r = length();
        return Ring2<T>{at, r / 2, r};
      }
      case 3:
        return Ellipse2<T>{at, {vector(), vector()}};
      case 4:
        return Obb2<T>{at, {vector(), vector()}};
      case 5:
        return Obb2<T>{at, {vector() * T(1 / 3.0), vector() * T(1 / 3.0)}};
      case 6: {
        const Vec2<T> axis = vector();
        return Obb2<T>{at, {axis * T(1 / 3.0), axis * T(2 / 7.0)}};
      }
      case 7:
        return Aabb2<T>{{std::min(at.x, other.x), std::min(at.y, other.y)},
                        {std::max(at.x, other.x), std::max(at.y, other.y)}};
      case 8:
        return Segment2<T>{at, other};
      case 9:
        return Point2<T>{at};
      case 10:
        return Triangle2<T>{{at, other, point()}};
      default:
        storage.assign({at, other, point(), point()});
        for (int more = below(3); more > 0; --more) storage.push_back(point());
        return Polygon2<T>{storage};
    }
  }

 private:
  T neighbour(T value) {
    for (int steps = value == 0 ? 0 : below(3); steps > 0; --steps)
      value = std::nextafter(value, below(2) == 0 ? T(1e30) : T(-1e30));
    return value;
  }

  Numbers numbers_;
  std::mt19937_64 random_;
  double scale_ = 1;
  double offset_ = 0;
};

constexpr int kForms = 12;
constexpr const char* kFormNames[kForms] = {"circle",  "capsule",    "ring",     "ellipse",
                                            "obb",     "obb thirds", "obb flat", "aabb",
                                            "segment", "point",      "triangle", "polygon"};

template <class T>
Shares random_scenes(int form, Numbers numbers, std::uint64_t seed, int count) {
  RayScenes<T> scenes(numbers, seed);
  Shares shares;
  std::vector<Vec2<T>> storage;
  for (int i = 0; i < count && !::testing::Test::HasFatalFailure(); ++i) {
    scenes.next();
    const Vec2<T> at = scenes.point();
    const Ray2<T> ray = scenes.ray(at);
    char text[200];
    std::snprintf(text, sizeof text, "%s, numbers %d, seed %llu, scene %d: ray {%a, %a}, {%a, %a}",
                  kFormNames[form], static_cast<int>(numbers), static_cast<unsigned long long>(seed), i,
                  double{ray.origin.x}, double{ray.origin.y}, double{ray.direction.x},
                  double{ray.direction.y});
    compare(ray, scenes.shape(form, at, storage), shares, text);
  }
  return shares;
}

constexpr std::uint64_t kSeed = 20;

template <class T>
void expect_scenes_right(int count) {
  for (int form = 0; form < kForms; ++form) {
    for (const Numbers numbers :
         {Numbers::lattice, Numbers::neighbours, Numbers::uniform, Numbers::mixed_scale}) {
      const Shares shares = random_scenes<T>(form, numbers, kSeed, count);
      if (::testing::Test::HasFatalFailure()) return;
      SCOPED_TRACE(std::string(kFormNames[form]) + ", numbers " + std::to_string(static_cast<int>(numbers)));
      EXPECT_GE(shares.cases, count / 6);
      EXPECT_LE(shares.share(shares.hits), 0.9);
      EXPECT_GE(shares.share(shares.hits), form == 9 ? 0 : 0.2);
      EXPECT_GE(shares.share(shares.starts_inside), form < 5 ? 0.01 : 0);
    }
  }
}
TEST(Raycast, EveryShapeAgreesWithTheReference) {
  expect_scenes_right<double>(400);
}
TEST(Raycast, EveryShapeAgreesWithTheReferenceInFloat) {
  expect_scenes_right<float>(200);
}

/// Rays through the place where a capsule's wall runs into its cap, tangents of the cap there and rays nearly
/// parallel to the wall, each number moved by up to an ulp.
TEST(RaycastCapsule, WhereWallAndCapMeetAgreesWithTheReference) {
  constexpr int kTriples[][3] = {{3, 4, 5}, {4, 3, 5}, {5, 12, 13}, {8, 15, 17}, {1, 0, 1}, {0, 1, 1}};
  std::mt19937_64 random(kSeed);
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<std::uint64_t>(n)); };
  const auto moved = [&](double v) {
    return below(2) == 0 ? v : (below(2) == 0 ? std::nextafter(v, 1e30) : std::nextafter(v, -1e30));
  };
  Shares shares;
  for (int i = 0; i < 3000 && !HasFatalFailure(); ++i) {
    const auto& [x, y, r] = kTriples[below(6)];
    const Vec2<double> from{double(below(9) - 4), double(below(9) - 4)};
    const Vec2<double> axis{double(x), double(y)};
    const Vec2<double> tilted =
        axis * (below(2) == 0 ? 1.0 : -1.0) + perp(axis) * std::ldexp(below(3) - 1, -below(50));
    const Vec2<double> towards =
        below(2) == 0 ? tilted : Vec2<double>{double(below(11) - 5), double(below(11) - 5)};
    const Vec2<double> start = from + perp(axis) - towards * double(1 + below(6));
    const Ray2<double> ray{{moved(start.x), moved(start.y)}, {moved(towards.x), moved(towards.y)}};
    const double radius = moved(std::ldexp(r, -(below(4) / 3) * below(60)));
    compare<double>(ray, Capsule2<double>{from, from + axis * double(1 + below(3)), radius}, shares,
                    "scene " + std::to_string(i));
  }
  EXPECT_GE(shares.share(shares.hits), 0.5);
  EXPECT_LE(shares.share(shares.hits), 0.95);
}

}  // namespace
}  // namespace touchstone
