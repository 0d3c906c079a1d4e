// raycast() of space against the plain reference, and how far its numbers are off.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

#include <touchstone/raycast3.hpp>

#include "core/test/ray_reference3.hpp"

namespace touchstone {
namespace {

using Vec = Vec3<double>;
using Ray = Ray3<double>;

struct Shares {
  int cases = 0;
  int hits = 0;
  int starts_inside = 0;
  double worst_t = 0;
  double worst_point = 0;
  double worst_normal = 0;

  double share(int count) const { return double(count) / cases; }
};

std::string text(const Vec& v) {
  char buffer[100];
  std::snprintf(buffer, sizeof buffer, "{%a, %a, %a} ", v.x, v.y, v.z);
  return buffer;
}
double largest(const std::vector<Vec>& points) {
  double size = 0;
  for (const Vec& p : points) size = std::max({size, std::fabs(p.x), std::fabs(p.y), std::fabs(p.z)});
  return size;
}

/// From the nearest normal of a face; or, on an edge or a flat shape, how far it leads towards the polytope's
/// corners.
double normal_error(const reference::RayTruth3& truth, const reference::RealVec3& normal) {
  using reference::Real3;
  Real3 off = 2;
  for (const reference::RealVec3& n : truth.normals) off = std::min(off, Real3(sqrt(length_sq(normal - n))));
  if (off < 0x1p-40 || truth.corners.empty()) return double(off);
  off = abs(sqrt(length_sq(normal)) - 1);
  for (const reference::RealVec3& corner : truth.corners) {
    const Real3 away = sqrt(length_sq(corner));
    if (away > 0) off = std::max(off, Real3(dot(normal, corner) / away));
  }
  return double(off);
}

/// scale: of the shape.
template <class Shape>
void compare(const Ray& ray, const RayHit3<double>& answer, const Shape& truth_shape, double shape_scale,
             Shares& shares, const std::string& scene) {
  using reference::Real3;
  const reference::RationalRay3 exact{reference::rational(ray.origin), reference::rational(ray.direction)};
  const reference::RayTruth3 truth = reference::raycast(exact, truth_shape);
  ++shares.cases;
  ASSERT_EQ(answer.status, Status::ok) << scene;
  ASSERT_EQ(answer.hit, truth.hit) << scene;
  if (!truth.hit) return;
  ++shares.hits;
  shares.starts_inside += truth.starts_inside;
  ASSERT_EQ(answer.normal == Vec{}, truth.starts_inside) << scene;
  const Real3 u(0x1p-52 * std::max(shape_scale, largest({ray.origin})));
  const auto length_of = [](const reference::RealVec3& v) { return Real3(sqrt(length_sq(v))); };
  const auto exactly = [](const Vec& v) { return reference::real3(reference::rational(v)); };
  const reference::RealVec3 d = exactly(ray.direction);
  const double t_off(abs(Real3(answer.t) - truth.t) * length_of(d) / u);
  const double point_off(length_of(exactly(answer.point) - exactly(ray.origin) - d * truth.t) / u);
  shares.worst_t = std::max(shares.worst_t, t_off);
  shares.worst_point = std::max(shares.worst_point, point_off);
  ASSERT_LE(t_off, kRaycast3LengthBound) << scene;
  ASSERT_LE(point_off, kRaycast3PointBound) << scene;
  if (truth.starts_inside) return;
  const reference::RealVec3 normal = exactly(answer.normal);
  ASSERT_LE(double(dot(normal, d) / length_of(d)), kRaycast3NormalBound * 0x1p-52) << scene;
  const double off = normal_error(truth, normal);
  shares.worst_normal = std::max(shares.worst_normal, off * 0x1p+52);
  ASSERT_LE(off, kRaycast3NormalBound * 0x1p-52) << scene;
}

enum class Numbers : std::uint8_t { lattice, neighbours, uniform, mixed_scale };

/// Scenes of small integers that touch often, of their neighbours by an ulp or two, of random numbers of one
/// size and of very different sizes; some far from the origin, some scaled by a large power of two.
class RayScenes {
 public:
  RayScenes(Numbers numbers, std::uint64_t seed) : numbers_(numbers), random_(seed) { next(); }

  Numbers numbers() const { return numbers_; }
  int below(int n) { return static_cast<int>(random_() % static_cast<std::uint64_t>(n)); }
  void next() {
    scale_ = std::ldexp(1.0, below(3) == 0 ? below(80) - 30 : 0);
    offset_ = below(4) == 0 ? std::ldexp(1.0, below(20)) : 0;
  }
  double number(int limit, double offset = 0) {
    const double integer = offset + below(2 * limit + 1) - limit;
    const double real = double(random_() >> 11) * 0x1p-52 - 1;
    switch (numbers_) {
      case Numbers::lattice:
        return scale_ * integer;
      case Numbers::neighbours:
        return integer == 0 || below(2) == 0
                   ? scale_ * integer
                   : std::nextafter(scale_ * integer, below(2) == 0 ? 1e300 : -1e300);
      case Numbers::uniform:
        return scale_ * (offset + limit * real);
      default:
        return scale_ * limit * std::ldexp(real, -below(50));
    }
  }
  Vec point() { return {number(4, offset_), number(4, offset_), number(4, offset_)}; }
  Vec vector() { return {number(3), number(3), number(3)}; }
  double length() { return std::fabs(number(4)); }
  Ray ray(const Vec& target) {
    for (;;) {
      const Vec origin = below(12) == 0 ? target : point();
      const Vec beside = vector();
      const bool anywhere = below(4) == 0;
      const Vec direction = anywhere ? beside : target - origin + beside * double(below(2));
      if (!(direction == Vec{})) return {origin, direction};
    }
  }

 private:
  Numbers numbers_;
  std::mt19937_64 random_;
  double scale_ = 1;
  double offset_ = 0;
};

constexpr Numbers kAllNumbers[] = {Numbers::lattice, Numbers::neighbours, Numbers::uniform,
                                   Numbers::mixed_scale};

/// scene(scenes, shares) makes and compares one.
template <class Scene>
Shares run(int count, std::uint64_t seed, const Scene& scene) {
  Shares shares;
  for (const Numbers numbers : kAllNumbers) {
    RayScenes scenes(numbers, seed);
    for (int i = 0; i < count && !testing::Test::HasFatalFailure(); ++i) {
      scenes.next();
      scene(scenes, shares);
    }
  }
  std::printf("%d scenes, %d hits, %d start inside; worst t %.2f u, point %.2f u, normal %.2f eps\n",
              shares.cases, shares.hits, shares.starts_inside, shares.worst_t, shares.worst_point,
              shares.worst_normal);
  return shares;
}
void expect_shares(const Shares& shares, double hits, double inside) {
  EXPECT_GT(shares.share(shares.hits), hits);
  EXPECT_LT(shares.share(shares.hits), 0.95);
  EXPECT_GT(shares.share(shares.starts_inside), inside);
}

Vec mean(const std::vector<Vec>& points) {
  Vec sum{};
  for (const Vec& p : points) sum = sum + p * (1.0 / double(points.size()));
  return sum;
}
template <class... Points>
std::string name_of(const char* shape, const Ray& ray, const Points&... points) {
  return shape + (std::string(" ") + ... + text(points)) + "ray " + text(ray.origin) + text(ray.direction);
}

TEST(Raycast3, RandomPointsSegmentsAndTrianglesEqualTheReference) {
  const Shares shares = run(1500, 1, [](RayScenes& scenes, Shares& into) {
    std::vector<Vec> p{scenes.point(), scenes.point(), scenes.point()};
    if (scenes.below(8) == 0) p[2] = p[0] + (p[1] - p[0]) * 2.0;
    const int kind = scenes.below(8);
    p.resize(kind == 0 ? 1 : (kind < 3 ? 2 : 3));
    const Ray ray = scenes.ray(scenes.below(2) == 0 ? p.back() : mean(p));
    reference::Corners3 corners;
    for (const Vec& q : p) corners.push_back(reference::rational(q));
    RayHit3<double> answer;
    if (p.size() == 1) answer = raycast(ray, Point3<double>{p[0]});
    if (p.size() == 2) answer = raycast(ray, Segment3<double>{p[0], p[1]});
    if (p.size() == 3) answer = raycast(ray, Triangle3<double>{{p[0], p[1], p[2]}});
    compare(ray, answer, corners, largest(p), into, name_of("points", ray, p[0], p.back(), p[p.size() / 2]));
  });
  expect_shares(shares, 0.2, 0.02);
}

TEST(Raycast3, RandomBoxesEqualTheReference) {
  const Shares shares = run(300, 2, [](RayScenes& scenes, Shares& into) {
    const Vec p = scenes.point(), q = scenes.point();
    const Aabb3<double> box{{std::min(p.x, q.x), std::min(p.y, q.y), std::min(p.z, q.z)},
                            {std::max(p.x, q.x), std::max(p.y, q.y), std::max(p.z, q.z)}};
    const Ray ray = scenes.ray(scenes.below(2) == 0 ? p : mean({p, q}));
    compare(ray, raycast(ray, box), reference::corners(box), largest({p, q}), into,
            name_of("aabb", ray, p, q));
  });
  expect_shares(shares, 0.3, 0.02);
}

double scale_of(const Obb3<double>& box) {
  double scale = largest({box.center});
  for (const Vec& axis : box.half_axes)
    scale = std::max(scale, largest({box.center + axis, box.center - axis}));
  return scale;
}
TEST(Raycast3, RandomParallelepipedsSkewAndFlatEqualTheReference) {
  const Shares shares = run(300, 3, [](RayScenes& scenes, Shares& into) {
    Obb3<double> box{scenes.point(), {scenes.vector(), scenes.vector(), scenes.vector()}};
    Vec(&h)[3] = box.half_axes;
    const int kind = scenes.below(8);
    if (kind == 0) h[2] = {};
    if (kind == 1) h[2] = h[0] + h[1];
    if (kind == 2) h[1] = h[0] * 2.0, h[2] = -h[0];
    if (kind == 3) h[0] = h[0] * 0x1p-40;
    const double along_0 = scenes.below(3) - 1, along_1 = scenes.below(3) - 1;
    const Ray ray = scenes.ray(box.center + h[0] * along_0 + h[1] * along_1);
    compare(ray, raycast(ray, box), reference::corners(box), scale_of(box), into,
            name_of("obb", ray, box.center, h[0], h[1], h[2]));
  });
  expect_shares(shares, 0.3, 0.02);
}

/// A tetrahedron, or of small integers the octahedron or the box around a centre, as checked hulls are kept.
struct Solid {
  std::vector<Vec> corners;
  std::vector<std::int32_t> of_faces;
  std::vector<Face3> faces;

  /// Corner counts of 3 or 4; the turning is made to be seen counter-clockwise from outside.
  void add_face(std::vector<std::int32_t> corner_ids, const Vec& inside) {
    const Vec& a = corners[corner_ids[0]];
    if (orientation(a, corners[corner_ids[1]], corners[corner_ids[2]], inside) > 0)
      std::reverse(corner_ids.begin(), corner_ids.end());
    faces.push_back(
        {static_cast<std::int32_t>(of_faces.size()), static_cast<std::int32_t>(corner_ids.size())});
    of_faces.insert(of_faces.end(), corner_ids.begin(), corner_ids.end());
  }
  PolytopeView view() const {
    PolytopeView view;
    view.corners = corners.data();
    view.faces = faces.data();
    view.face_corners = of_faces.data();
    view.corner_count = static_cast<std::int32_t>(corners.size());
    view.face_count = static_cast<std::int32_t>(faces.size());
    view.dimension = 3;
    const double size = largest(corners);
    view.box = {{-size, -size, -size}, {size, size, size}};
    return view;
  }
};
Solid make_tetrahedron(RayScenes& scenes) {
  Solid solid;
  do {
    solid.corners = {scenes.point(), scenes.point(), scenes.point(), scenes.point()};
  } while (orientation(solid.corners[0], solid.corners[1], solid.corners[2], solid.corners[3]) == 0);
  for (std::int32_t k = 0; k < 4; ++k)
    solid.add_face({(k + 1) % 4, (k + 2) % 4, (k + 3) % 4}, solid.corners[k]);
  return solid;
}
/// Requires lattice scenes: corners are exact.
Solid make_symmetric(RayScenes& scenes, bool box) {
  const Vec c = scenes.point();
  Vec h[3];
  do {
    for (Vec& axis : h) axis = scenes.vector();
  } while (orientation(Vec{}, h[0], h[1], h[2]) == 0);
  Solid solid;
  for (int k = 0; k < (box ? 8 : 6); ++k) {
    const auto sign = [&](int i) { return (k >> i & 1) != 0 ? 1.0 : -1.0; };
    solid.corners.push_back(box ? c + h[0] * sign(0) + h[1] * sign(1) + h[2] * sign(2)
                                : c + h[k / 2] * sign(0));
  }
  for (int i = 0; i < (box ? 3 : 8); ++i) {
    const int p = 1 << i, q = 1 << ((i + 1) % 3), r = 1 << ((i + 2) % 3);
    if (box) solid.add_face({0, q, q + r, r}, c), solid.add_face({p, p + q, p + q + r, p + r}, c);
    if (!box) solid.add_face({i & 1, 2 + (i >> 1 & 1), 4 + (i >> 2 & 1)}, c);
  }
  return solid;
}

TEST(Raycast3, RandomHullsEqualTheReference) {
  const Shares shares = run(300, 7, [](RayScenes& scenes, Shares& into) {
    const bool symmetric = scenes.numbers() == Numbers::lattice && scenes.below(3) != 0;
    const Solid solid = symmetric ? make_symmetric(scenes, scenes.below(2) == 0) : make_tetrahedron(scenes);
    const std::vector<Vec>& p = solid.corners;
    const int target = scenes.below(3);
    const Ray ray = scenes.ray(target == 0 ? p[0] : (target == 1 ? (p[0] + p[1]) * 0.5 : mean(p)));
    reference::Corners3 corners;
    for (const Vec& q : p) corners.push_back(reference::rational(q));
    compare(ray, raycast(ray, solid.view()), corners, largest(p), into,
            name_of("hull", ray, p[0], p[1], p[2], p[3]));
  });
  expect_shares(shares, 0.3, 0.02);
}

TEST(Raycast3, RandomSpheresEqualTheReference) {
  const Shares shares = run(2000, 4, [](RayScenes& scenes, Shares& into) {
    const Sphere3<double> sphere{scenes.point(), scenes.length()};
    const Ray ray =
        scenes.ray(scenes.below(2) == 0 ? sphere.center : sphere.center + Vec{0, sphere.radius, 0});
    compare(ray, raycast(ray, sphere), sphere, std::max(largest({sphere.center}), sphere.radius), into,
            name_of("sphere, radius", ray, sphere.center, Vec{sphere.radius, 0, 0}));
  });
  expect_shares(shares, 0.3, 0.02);
}

/// Two ends, a radius and a ray towards the axis, a rim or a seam.
template <class Shape>
void compare_along_axis(RayScenes& scenes, Shares& into) {
  Shape shape{scenes.point(), scenes.point(), scenes.length()};
  if (scenes.below(4) == 0) shape.radius *= 0x1p-20;
  if (shape.from == shape.to) shape.to.x += 1;
  const Vec side = scenes.below(2) == 0 ? Vec{shape.radius, 0, 0} : Vec{0, 0, -shape.radius};
  const Vec on_axis = scenes.below(2) == 0 ? shape.from : mean({shape.from, shape.to});
  const Ray ray = scenes.ray(on_axis + side * double(scenes.below(2)));
  compare(ray, raycast(ray, shape), shape, std::max(largest({shape.from, shape.to}), shape.radius), into,
          name_of("axis, radius", ray, shape.from, shape.to, Vec{shape.radius, 0, 0}));
}
TEST(Raycast3, RandomCapsulesEqualTheReference) {
  expect_shares(run(1500, 5, compare_along_axis<Capsule3<double>>), 0.3, 0.02);
}
TEST(Raycast3, RandomCylindersEqualTheReference) {
  expect_shares(run(1500, 6, compare_along_axis<Cylinder3<double>>), 0.3, 0.02);
}

}  // namespace
}  // namespace touchstone
