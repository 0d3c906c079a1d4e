// Pairs of shapes of space: the core, the oracle, published formulas, FCL and libccd on the same pairs. Rows
// are named query/algorithm/shapes[/corners]; time is per pair. Rows that others are measured against come
// first, and of_<algorithm> is the ratio to such a row. Answers of the core are verified before the clock
// starts; others' wrong relations are counted (off_share).
#include <benchmark/benchmark.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <touchstone/collide3.hpp>
#include <touchstone/mpr.hpp>

#include "bench/peer_rows.hpp"
#include "bench/space_rows.hpp"
#include "bench/space_shapes.hpp"
#include "core/published/sphere.hpp"
#include "oracle/truth3.hpp"

namespace touchstone::bench {
namespace {

/// A row of the core: verified, then timed.
template <class ThePairs, class Ask>
void add_core(const ThePairs& pairs, const std::string& query, const std::string& algorithm, Ask ask,
              std::vector<std::string> others = {}) {
  for (std::size_t i = 0; i < kPairs; ++i) pairs.verify(i, ask(i), query + "/" + algorithm);
  add({query, algorithm, pairs.shapes, std::move(others), {{"hit_share", pairs.hit_share}}}, ask);
}

/// A row that says whether the pair hits, right or wrong.
template <class ThePairs, class Ask>
void add_textbook(const ThePairs& pairs, const std::string& algorithm, Ask ask) {
  double off = 0;
  for (std::size_t i = 0; i < kPairs; ++i) off += ask(i) != (pairs.truth[i] != Relation::disjoint);
  add({"relation",
       algorithm,
       pairs.shapes,
       {},
       {{"off_share", off / kPairs}, {"hit_share", pairs.hit_share}}},
      ask);
}

template <class ThePairs>
void add_front_door(const ThePairs& pairs) {
  add_core(pairs, "relation", "core.collide",
           [&](std::size_t i) { return relation(pairs.checked_a[i], pairs.checked_b[i]); }, {"textbook"});
}
/// Answers about the shapes as they are.
template <class ThePairs>
void add_raw(const ThePairs& pairs) {
  add_core(pairs, "relation", "core", [&](std::size_t i) { return relation(pairs.a[i], pairs.b[i]); },
           {"textbook", "fcl.collide"});
}

/// The oracle from two shapes, which it takes apart within the clock.
template <class ThePairs>
void add_oracle(const ThePairs& pairs) {
  static oracle::Truth3 judge;
  const auto assign = [&pairs](std::size_t i) -> oracle::Truth3& {
    static Shape3<double> a, b;
    a = view(pairs.a[i]);
    b = view(pairs.b[i]);
    judge.assign(a, b);
    return judge;
  };
  add({"relation", "oracle+assign", pairs.shapes, {"fcl.collide"}},
      [=](std::size_t i) { return assign(i).relation(); });
  add({"separation", "oracle+assign", pairs.shapes}, [=](std::size_t i) { return assign(i).separation(); });
}

/// Every algorithm that takes two polytopes.
template <class ThePairs>
void add_polytope_rows(const ThePairs& pairs) {
  const auto with_views = [&pairs](auto ask) {
    return [&pairs, ask](std::size_t i) {
      const PolytopeView a = pairs.checked_a[i].polytope(), b = pairs.checked_b[i].polytope();
      return ask(PolytopeSupport3(a), PolytopeSupport3(b));
    };
  };
  add_core(pairs, "relation", "core.sat",
           with_views([](const auto& a, const auto& b) { return relation_sat(a.view(), b.view()); }));
  add_core(pairs, "relation", "core.gjk",
           with_views([](const auto& a, const auto& b) { return relation_gjk(a.view(), b.view()); }));
  add_core(pairs, "relation", "core.mpr",
           with_views([](const auto& a, const auto& b) { return relation_mpr(a, b); }));
  add_core(pairs, "distance", "core.gjk",
           with_views([](const auto& a, const auto& b) { return distance_gjk(a, b); }), {"fcl.distance"});
  add_core(pairs, "penetration", "core.sat",
           with_views([](const auto& a, const auto& b) { return penetration_sat(a.view(), b.view()); }));
  add_core(pairs, "penetration", "core.epa",
           with_views([](const auto& a, const auto& b) { return penetration_epa(a, b); }), {"libccd.epa"});
  add_core(pairs, "penetration", "core.collide",
           [&](std::size_t i) { return penetration(pairs.checked_a[i], pairs.checked_b[i]); },
           {"libccd.epa"});
}

/// The eleven axes of two triangles, not normalised and not guarded.
bool textbook_triangle(const Triangle3<double>& a, const Triangle3<double>& b) {
  const auto edge = [](const Triangle3<double>& t, int k) { return t.points[(k + 1) % 3] - t.points[k]; };
  const auto separates = [&](const Vec3<double>& n) {
    const double a0 = dot(n, a.points[0]), a1 = dot(n, a.points[1]), a2 = dot(n, a.points[2]);
    const double b0 = dot(n, b.points[0]), b1 = dot(n, b.points[1]), b2 = dot(n, b.points[2]);
    return std::max({a0, a1, a2}) < std::min({b0, b1, b2}) || std::max({b0, b1, b2}) < std::min({a0, a1, a2});
  };
  if (separates(cross(edge(a, 0), edge(a, 1))) || separates(cross(edge(b, 0), edge(b, 1)))) return false;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      if (separates(cross(edge(a, i), edge(b, j)))) return false;
  return true;
}
bool textbook_aabb(const Aabb3<double>& a, const Aabb3<double>& b) {
  return !(a.max.x < b.min.x || b.max.x < a.min.x || a.max.y < b.min.y || b.max.y < a.min.y ||
           a.max.z < b.min.z || b.max.z < a.min.z);
}

/// The boxes of the OBB pairs, as pose and half sizes.
BoxPairs placed_boxes(double shift) {
  BoxPairs boxes;
  Random random(1, 2, 3, 5);
  while (boxes.size() < kPairs) {
    const auto first = make_box(random, 0);
    boxes.emplace_back(first, make_box(random, shift));
  }
  return boxes;
}

published::PlacedBox<float> narrowed(const published::PlacedBox<double>& box) {
  const auto f = [](double v) { return static_cast<float>(v); };
  const auto narrow = [&](const Vec3<double>& v) { return Vec3<float>{f(v.x), f(v.y), f(v.z)}; };
  return {narrow(box.position),
          {narrow(box.axes[0]), narrow(box.axes[1]), narrow(box.axes[2])},
          {f(box.half_sizes[0]), f(box.half_sizes[1]), f(box.half_sizes[2])}};
}

/// textbook: the published fifteen axes in double; boxes_f32: the same in float, as published.
void add_published_boxes(const Pairs<Obb3<double>>& pairs, const BoxPairs& boxes) {
  add_textbook(pairs, "textbook",
               [&](std::size_t i) { return published::box_collide(boxes[i].first, boxes[i].second); });
  static std::vector<std::pair<published::PlacedBox<float>, published::PlacedBox<float>>> floats;
  for (const auto& [a, b] : boxes) floats.emplace_back(narrowed(a), narrowed(b));
  add_textbook(pairs, "published.box_axes_f32",
               [](std::size_t i) { return published::box_collide(floats[i].first, floats[i].second); });
}

void add_peers(const Pairs<Obb3<double>>& pairs, const BoxPairs& boxes) {
  static const std::vector<PeerRow> rows = peer_rows(boxes);
  for (const PeerRow& row : rows) {
    const std::size_t slash = row.name.find('/');
    const std::string query = row.name.substr(0, slash), algorithm = row.name.substr(slash + 1);
    if (query == "relation")
      add_textbook(pairs, algorithm, [&row](std::size_t i) { return row.ask(i) > 0; });
    else
      add({query, algorithm, pairs.shapes}, [&row](std::size_t i) { return row.ask(i); });
  }
}

/// Distances of the pairs that are apart: what those who stop at a hit cost when they cannot.
void add_distances_apart(const Pairs<Obb3<double>>& pairs, const BoxPairs& boxes) {
  static std::vector<std::size_t> apart;
  static std::vector<PeerRow> rows = peer_rows(boxes);
  for (std::size_t i = 0; i < kPairs; ++i)
    if (pairs.truth[i] == Relation::disjoint) apart.push_back(i);
  for (const PeerRow& row : rows)
    if (row.name == "distance/fcl.distance")
      add(
          {"distance", "fcl.distance", "obb_xyz_apart"}, [&row](std::size_t i) { return row.ask(apart[i]); },
          apart.size());
  add(
      {"distance", "core.gjk", "obb_xyz_apart", {"fcl.distance"}},
      [&](std::size_t i) {
        return distance_gjk(support_of(pairs.a[apart[i]]), support_of(pairs.b[apart[i]]));
      },
      apart.size());
}

void add_boxes() {
  constexpr double kShift = 1.15;
  static const Pairs<Obb3<double>> pairs("obb_xyz", make_obb, make_obb, kShift);
  static const BoxPairs boxes = placed_boxes(kShift);
  for (std::size_t i = 0; i < kPairs; ++i)
    if (!(obb_of(boxes[i].first) == pairs.a[i] && obb_of(boxes[i].second) == pairs.b[i])) refuse("boxes", i);
  add_published_boxes(pairs, boxes);
  add_peers(pairs, boxes);
  add_raw(pairs);
  add_front_door(pairs);
  add_oracle(pairs);
  add_core(pairs, "distance", "core.gjk+support",
           [](std::size_t i) { return distance_gjk(support_of(pairs.a[i]), support_of(pairs.b[i])); },
           {"fcl.distance"});
  add_polytope_rows(pairs);
  add_core(pairs, "penetration", "core", [](std::size_t i) { return penetration(pairs.a[i], pairs.b[i]); },
           {"libccd.epa"});
  add_distances_apart(pairs, boxes);
}

void add_simple_shapes() {
  static const Pairs<Sphere3<double>> spheres("sphere", make_sphere, make_sphere, 0.2);
  static const Pairs<Aabb3<double>> aabbs("aabb_xyz", make_aabb, make_aabb, 0.3);
  static const Pairs<Capsule3<double>> capsules("capsule_xyz", make_capsule, make_capsule, 0.0);
  static const Pairs<Triangle3<double>> triangles("triangle_xyz", make_triangle, make_triangle, 0.8);
  add_textbook(spheres, "textbook",
               [](std::size_t i) { return published::sphere_meet(spheres.a[i], spheres.b[i]); });
  add_raw(spheres);
  add_front_door(spheres);
  add_textbook(capsules, "textbook",
               [](std::size_t i) { return published::capsule_collide(capsules.a[i], capsules.b[i]); });
  add_raw(capsules);
  add_front_door(capsules);
  add_textbook(aabbs, "textbook", [](std::size_t i) { return textbook_aabb(aabbs.a[i], aabbs.b[i]); });
  add_raw(aabbs);
  add_front_door(aabbs);
  add_boxes();
  add_textbook(triangles, "textbook",
               [](std::size_t i) { return textbook_triangle(triangles.a[i], triangles.b[i]); });
  add_front_door(triangles);
  add_oracle(triangles);
}

template <int Corners>
void add_hulls(double shift) {
  const auto make = [](Random& random, double at) { return OwnedHull{make_hull(random, at, Corners)}; };
  static const Pairs<OwnedHull> pairs("hull/" + std::to_string(Corners), make, make, shift);
  add_front_door(pairs);
  add_oracle(pairs);
  add_polytope_rows(pairs);
}

void add_cylinders() {
  static const Pairs<Cylinder3<double>, Obb3<double>> pairs("cylinder-obb_xyz", make_cylinder, make_obb, 1.1);
  add_front_door(pairs);
  add_core(pairs, "distance", "core.collide",
           [](std::size_t i) { return distance(pairs.checked_a[i], pairs.checked_b[i]); });
  add_core(pairs, "penetration", "core.collide",
           [](std::size_t i) { return penetration(pairs.checked_a[i], pairs.checked_b[i]); });
}

template <class Shape, class Make>
void add_rays(const std::string& name, Make make, double miss) {
  static std::map<std::string, Rays<Shape>> all;
  const Rays<Shape>& rays = all.try_emplace(name, name, make, miss).first->second;
  add({"raycast", "core", name, {"textbook"}, {{"hit_share", rays.hit_share}}},
      [&](std::size_t i) { return rays.ask(i); });
}

void add_raycasts() {
  const auto hull = [](int corners) {
    return [=](Random& random, double at) { return OwnedHull{make_hull(random, at, corners)}; };
  };
  add_rays<Sphere3<double>>("sphere", make_sphere, 0.8);
  add_rays<Capsule3<double>>("capsule_xyz", make_capsule, 1.0);
  add_rays<Aabb3<double>>("aabb_xyz", make_aabb, 1.15);
  add_rays<Obb3<double>>("obb_xyz", make_obb, 1.2);
  add_rays<Triangle3<double>>("triangle_xyz", make_triangle, 0.45);
  add_rays<Cylinder3<double>>("cylinder", make_cylinder, 1.0);
  add_rays<OwnedHull>("hull/8", hull(8), 1.2);
  add_rays<OwnedHull>("hull/32", hull(32), 1.4);
}

}  // namespace
}  // namespace touchstone::bench

int main(int argc, char** argv) {
  using namespace touchstone::bench;
  add_simple_shapes();
  add_hulls<8>(0.7);
  add_hulls<32>(1.6);
  add_cylinders();
  add_raycasts();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
