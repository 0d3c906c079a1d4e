#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include <touchstone/box3.hpp>

#include "core/test/polytope_reference3.hpp"

namespace touchstone {
namespace {

using Box = Obb3<double>;
using Vec = Vec3<double>;

constexpr Box kCube{{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

Box moved(Box box, const Vec& by) {
  box.center = box.center + by;
  return box;
}
double after(double x) {
  return std::nextafter(x, HUGE_VAL);
}
double before(double x) {
  return std::nextafter(x, -HUGE_VAL);
}

TEST(RelationObb3, FacesOneUlpEitherSideOfTouching) {
  EXPECT_EQ(relation(kCube, moved(kCube, {2, 0.5, 0.25})), Relation::touching);
  EXPECT_EQ(relation(kCube, moved(kCube, {after(2), 0.5, 0.25})), Relation::disjoint);
  EXPECT_EQ(relation(kCube, moved(kCube, {before(2), 0.5, 0.25})), Relation::overlapping);
}

TEST(RelationObb3, CrossedEdgesOneUlpEitherSideOfTouching) {
  const Box a{{0, 0, 0}, {{1, 1, 0}, {1, -1, 0}, {0, 0, 4}}};  // an edge along z at x = 2
  const Box b{{4, 0, 0}, {{1, 0, 1}, {1, 0, -1}, {0, 4, 0}}};  // an edge along y at x = 2
  EXPECT_EQ(relation(a, b), Relation::touching);
  EXPECT_EQ(relation(a, moved(b, {after(4) - 4, 0, 0})), Relation::disjoint);
  EXPECT_EQ(relation(a, moved(b, {before(4) - 4, 0, 0})), Relation::overlapping);
}

TEST(RelationObb3, CornerOnFaceOneUlpEitherSideOfTouching) {
  const Box b{{0.25, 0.125, 4}, {{1, 0, 1}, {-0.5, 1, 1}, {-0.5, -1, 1}}};
  EXPECT_EQ(relation(kCube, b), Relation::touching);
  EXPECT_EQ(relation(kCube, moved(b, {0, 0, after(4) - 4})), Relation::disjoint);
  EXPECT_EQ(relation(kCube, moved(b, {0, 0, before(4) - 4})), Relation::overlapping);
}

TEST(RelationObb3, EqualBoxesOverlap) {
  EXPECT_EQ(relation(kCube, kCube), Relation::overlapping);
  const Box skew{{1, 2, 3}, {{1, 0.1, 0}, {0.3, 1, 0.2}, {0.1, 0.7, 1e-9}}};
  EXPECT_EQ(relation(skew, skew), Relation::overlapping);
}

TEST(RelationObb3, FlatBoxReachesInteriorOrFaceOfASolidOne) {
  const Box plate{{0, 0, 0.5}, {{3, 0, 0}, {0, 3, 0}, {0, 0, 0}}};
  EXPECT_EQ(relation(kCube, plate), Relation::overlapping);
  EXPECT_EQ(relation(kCube, moved(plate, {0, 0, 0.5})), Relation::touching);
  EXPECT_EQ(relation(kCube, moved(plate, {0, 0, after(1) - 0.5})), Relation::disjoint);
}

TEST(RelationObb3, FlatBoxesOverlapOnlyWhenTheyCross) {
  const Box flat{{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 0}}};
  const Box upright{{0, 0, 0}, {{1, 0, 0}, {0, 0, 0}, {0, 0, 1}}};
  EXPECT_EQ(relation(flat, upright), Relation::overlapping);
  EXPECT_EQ(relation(flat, moved(upright, {0, 0, 1})), Relation::touching);
  EXPECT_EQ(relation(flat, flat), Relation::touching);
  EXPECT_EQ(relation(flat, moved(flat, {0, 0, 1e-30})), Relation::disjoint);
  EXPECT_EQ(relation(flat, moved(flat, {2, 2, 0})), Relation::touching);
  EXPECT_EQ(relation(flat, moved(flat, {after(2), 0, 0})), Relation::disjoint);
}

TEST(RelationObb3, SegmentsAndPoints) {
  const Box along_x{{0, 0, 0}, {{1, 0, 0}}}, along_y{{1, 1, 0}, {{}, {0, 1, 0}}}, point{{1, 0, 0}, {}};
  EXPECT_EQ(relation(along_x, along_y), Relation::touching);
  EXPECT_EQ(relation(along_x, moved(along_y, {0, 0, 1e-30})), Relation::disjoint);
  EXPECT_EQ(relation(along_x, point), Relation::touching);
  EXPECT_EQ(relation(along_x, moved(point, {1e-15, 0, 0})), Relation::disjoint);
  EXPECT_EQ(relation(along_x, moved(point, {0, 1e-30, 0})), Relation::disjoint);
  EXPECT_EQ(relation(point, point), Relation::touching);
  EXPECT_EQ(relation(point, moved(point, {0, 0, 1e-30})), Relation::disjoint);
}

TEST(LocateObb3, PointsOfASkewBox) {
  const Box box{{1, 1, 1}, {{1, 0, 0}, {1, 1, 0}, {0, 0, 1}}};
  EXPECT_EQ(locate(box, box.center), Location::inside);
  EXPECT_EQ(locate(box, {3, 2, 2}), Location::boundary);
  EXPECT_EQ(locate(box, {after(3), 2, 2}), Location::outside);
  EXPECT_EQ(locate(box, {2.5, 1.5, before(2)}), Location::boundary);
  EXPECT_EQ(locate(box, {before(2.5), 1.5, before(2)}), Location::inside);
}

TEST(RelationAabb3, TouchesAndZeroSizes) {
  const Aabb3<double> a{{0, 0, 0}, {2, 2, 2}}, plate{{1, 1, 2}, {3, 3, 2}}, point{{1, 1, 1}, {1, 1, 1}};
  EXPECT_EQ(relation(a, plate), Relation::touching);
  EXPECT_EQ(relation(a, point), Relation::overlapping);
  EXPECT_EQ(relation(plate, plate), Relation::touching);
  EXPECT_EQ(relation(a, {{2, 2, 2}, {3, 3, 3}}), Relation::touching);
  EXPECT_EQ(relation(a, {{after(2), 2, 2}, {3, 3, 3}}), Relation::disjoint);
}

TEST(DistanceAabb3, ClosestPointsOfBoxesApartInEveryCoordinate) {
  const auto answer = distance(Aabb3<double>{{0, 0, 0}, {1, 1, 1}}, {{3, -5, 2}, {4, -2, 8}});
  EXPECT_EQ(answer.distance, 3);
  EXPECT_EQ(answer.on_a, (Vec{1, 0, 1}));
  EXPECT_EQ(answer.on_b, (Vec{3, -2, 2}));
}

TEST(PenetrationAabb3, LeavesOverTheNearestSide) {
  const Aabb3<double> a{{0, 0, 0}, {4, 4, 4}};
  EXPECT_EQ(penetration(a, {{1, 1, 3.5}, {2, 2, 6}}).mtv, (Vec{0, 0, 0.5}));
  EXPECT_EQ(penetration({{1, 1, 3.5}, {2, 2, 6}}, a).mtv, (Vec{0, 0, -0.5}));
  EXPECT_EQ(penetration(a, {{4, 1, 1}, {5, 2, 2}}).relation, Relation::touching);
  EXPECT_EQ(penetration(a, a).mtv, (Vec{4, 0, 0}));
}

TEST(PenetrationObb3, AlongAFace) {
  const auto answer = penetration(kCube, moved(kCube, {0.25, -1.5, 0.5}));
  EXPECT_EQ(answer.depth, 0.5);
  EXPECT_EQ(answer.mtv, (Vec{0, -0.5, 0}));
}

TEST(PenetrationObb3, AlongCrossedEdges) {
  const Box a{{0, 0, 0}, {{1, 1, 0}, {1, -1, 0}, {0, 0, 4}}};
  const Box b{{3.75, 0, 0}, {{1, 0, 1}, {1, 0, -1}, {0, 4, 0}}};
  EXPECT_EQ(penetration(a, b).mtv, (Vec{0.25, 0, 0}));
  EXPECT_EQ(penetration(b, a).mtv, (Vec{-0.25, 0, 0}));
}

TEST(PenetrationObb3, TouchingOrFlatHasNoDepth) {
  EXPECT_EQ(penetration(kCube, moved(kCube, {2, 0, 0})).depth, 0);
  const Box flat{{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 0}}};
  EXPECT_EQ(penetration(flat, flat).relation, Relation::touching);
  EXPECT_EQ(penetration(flat, flat).mtv, Vec{});
  EXPECT_EQ(penetration(kCube, flat).depth, 1);
}

/// What one random campaign met.
struct Counts {
  int relations[3] = {};
  int open = 0;             ///< pairs that the filter leaves open
  int beside_parallel = 0;  ///< open, but decided without the exact tier
  double worst_u = 0;       ///< of depth, mtv's length and what mtv leaves
};

bool is_open(const Box& a, const Box& b) {
  const Vec offset = b.center - a.center;
  const double bound = kObb3AxisBound * detail::box_magnitude(a, b, offset);
  detail::BoxGaps gaps;
  if (detail::box_gaps(a, b, offset, gaps, [&](double gap) { return gap > bound; })) return false;
  return !(detail::largest_of(gaps) < -bound);
}

/// With every axis judged exactly; and whether nearly parallel edges alone were left open.
void check_exact_tier(const Box& a, const Box& b, Relation truth, Counts& counts) {
  const Vec offset = b.center - a.center;
  detail::BoxGaps gaps;
  ASSERT_FALSE(detail::box_gaps(a, b, offset, gaps, [](double) { return false; }));
  ASSERT_EQ(detail::box_relation_exactly({a, b, gaps, HUGE_VAL}), truth);
  const double bound = kObb3AxisBound * detail::box_magnitude(a, b, offset);
  if (!is_open(a, b) || !detail::overlap_beside_parallel_edges({a, b, gaps, bound})) return;
  ASSERT_EQ(truth, Relation::overlapping);
  ++counts.beside_parallel;
}

void check_pair(const Box& a, const Box& b, Counts& counts) {
  const reference3::Pair pair(a, b);
  const auto scene = [&] { return reference3::print(a) + reference3::print(b); };
  ASSERT_EQ(relation(a, b), pair.truth.relation) << scene();
  ASSERT_EQ(relation(b, a), pair.truth.relation) << scene();
  check_exact_tier(a, b, pair.truth.relation, counts);
  ASSERT_FALSE(testing::Test::HasFatalFailure()) << scene();
  ++counts.relations[static_cast<int>(pair.truth.relation)];
  counts.open += is_open(a, b);
  const Penetration3<double> push = penetration(a, b);
  ASSERT_EQ(push.relation, pair.truth.relation) << scene();
  if (push.relation != Relation::overlapping) return;
  const long double errors[] = {std::fabs(push.depth - pair.truth.depth),
                                std::fabs(push.depth - length(push.mtv)), pair.depth_after(push.mtv)};
  const auto worst = static_cast<double>(*std::max_element(errors, errors + 3) / pair.u);
  ASSERT_LE(worst, kObb3PenetrationBound) << scene();
  counts.worst_u = std::max(counts.worst_u, worst);
}

/// Random boxes and poses.
class Boxes {
 public:
  explicit Boxes(std::uint64_t seed) : random_(seed) {}

  int below(int n) { return static_cast<int>(random_() % static_cast<std::uint64_t>(n)); }
  double real(double lo, double hi) {
    return lo + (hi - lo) * 0x1p-53 * static_cast<double>(random_() >> 11);
  }
  Vec vector(double size) { return {real(-size, size), real(-size, size), real(-size, size)}; }
  Vec lattice(int n) {
    const auto one = [&] { return static_cast<double>(below(2 * n + 1) - n); };
    return {one(), one(), one()};
  }
  /// Three nearly perpendicular unit vectors.
  void frame(Vec (&axes)[3]) {
    double q[4], sq = 0;
    for (double& x : q) x = real(-1, 1), sq += x * x;
    for (double& x : q) x /= std::sqrt(sq);
    const double w = q[0], x = q[1], y = q[2], z = q[3];
    axes[0] = {1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)};
    axes[1] = {2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)};
    axes[2] = {2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)};
  }
  Box rotated(double smallest) {
    Box box{vector(1), {}};
    Vec axes[3];
    frame(axes);
    for (int i = 0; i < 3; ++i) box.half_axes[i] = axes[i] * real(smallest, 1);
    return box;
  }
  /// The same to 2^-20, so that sums of half axes are exact.
  static Box short_numbers(Box box) {
    const auto shorten = [](double x) { return std::round(x * 0x1p20) * 0x1p-20; };
    box.center = {shorten(box.center.x), shorten(box.center.y), shorten(box.center.z)};
    for (Vec& h : box.half_axes) h = {shorten(h.x), shorten(h.y), shorten(h.z)};
    return box;
  }
  Box lattice_box() {
    Box box{lattice(3), {}};
    if (below(2) == 0) {
      for (int i = 0; i < 3; ++i) box.half_axes[i] = lattice(2);
      return box;
    }
    const double size[3] = {double(below(3)), double(below(3)), double(below(3))};
    box.half_axes[0] = {size[0], below(3) == 0 ? size[0] : 0, 0};
    box.half_axes[1] = {0, size[1], below(3) == 0 ? size[1] : 0};
    box.half_axes[2] = {below(3) == 0 ? size[2] : 0, 0, size[2]};
    return box;
  }

 private:
  std::mt19937_64 random_;
};

void expect_met(const Counts& counts, int disjoint, int touching, int overlapping) {
  EXPECT_GT(counts.relations[0], disjoint);
  EXPECT_GT(counts.relations[1], touching);
  EXPECT_GT(counts.relations[2], overlapping);
  testing::Test::RecordProperty("worst_u", std::to_string(counts.worst_u));
  EXPECT_LT(counts.worst_u, 2);
}

TEST(RandomObb3, LatticeBoxesEqualIntegers) {
  Boxes boxes(301);
  Counts counts;
  for (int i = 0; i < 2000 && !HasFatalFailure(); ++i) {
    const Box a = boxes.lattice_box();
    check_pair(a, boxes.lattice_box(), counts);
  }
  expect_met(counts, 800, 150, 400);
}

TEST(RandomObb3, RotatedBoxesEqualIntegers) {
  Boxes boxes(302);
  Counts counts;
  for (int i = 0; i < 600 && !HasFatalFailure(); ++i) {
    const Box a = boxes.rotated(0.1);
    check_pair(a, boxes.rotated(0.1), counts);
  }
  expect_met(counts, 100, -1, 200);
  EXPECT_LT(counts.open, 10);
}

/// B's centre at which the boxes touch, up to rounding, along an axis of kBoxAxes.
Vec touching_center(const Box& a, const Box& b, int axis) {
  const auto& pair = detail::kBoxAxes[axis];
  const auto generator = [&](int k) { return k < 3 ? a.half_axes[k] : b.half_axes[k - 3]; };
  const Vec n = cross(generator(pair[0]), generator(pair[1]));
  Vec center = a.center;
  for (int k = 0; k < 6; ++k) {
    const double side = dot(n, generator(k));
    if (k != pair[0] && k != pair[1]) center = center + generator(k) * (side < 0 ? -1.0 : 1.0);
  }
  return center;
}

TEST(RandomObb3, NearTouchesOfEveryAxisEqualIntegers) {
  Boxes boxes(303);
  Counts counts;
  for (int i = 0; i < 900 && !HasFatalFailure(); ++i) {
    const Box a = boxes.rotated(0.01);
    Box b = boxes.rotated(0.01);
    b.center = touching_center(a, b, i % 15) + boxes.vector(0x1p-52);
    check_pair(a, b, counts);
  }
  expect_met(counts, 200, -1, 200);
  EXPECT_GT(counts.open, 400);
}

/// The same frame, turned by little or by nothing; B beside, on or in A.
TEST(RandomObb3, NearlyParallelBoxesEqualIntegers) {
  Boxes boxes(304);
  Counts counts;
  for (int i = 0; i < 1200 && !HasFatalFailure(); ++i) {
    const bool exactly = i % 4 == 0;
    const Box a = exactly ? boxes.short_numbers(boxes.rotated(0.1)) : boxes.rotated(0.1);
    Box b = a;
    const Vec turn = boxes.vector(exactly ? 0 : std::pow(10, -boxes.real(3, 17)));
    for (Vec& h : b.half_axes) h = (h + cross(turn, h)) * (exactly ? 0.5 : boxes.real(0.1, 1));
    const double t = boxes.below(3) == 0 ? boxes.real(-0.3, 1.3) : 1;
    const Vec along = a.half_axes[(i + 1) % 3] * (exactly ? 0.25 * (i % 13 - 6) : boxes.real(-1, 1));
    b.center = a.center + (a.half_axes[i % 3] + b.half_axes[i % 3]) * t + along;
    check_pair(a, b, counts);
  }
  expect_met(counts, 80, 120, 500);
  EXPECT_GT(counts.beside_parallel, 100);
}

TEST(RandomObb3, ThinPlatesAndNeedlesEqualIntegers) {
  Boxes boxes(305);
  Counts counts;
  for (int i = 0; i < 1000 && !HasFatalFailure(); ++i) {
    Box a = boxes.rotated(0.1), b = boxes.rotated(0.1);
    for (Box* box : {&a, &b}) {
      for (int k = 0; k < 2; ++k) {
        Vec& h = box->half_axes[boxes.below(3)];
        h = h * (boxes.below(4) == 0 ? 0 : std::pow(10, -boxes.real(0, 14)));
      }
    }
    if (i % 2 == 0) b.center = a.center + a.half_axes[boxes.below(3)];
    check_pair(a, b, counts);
  }
  expect_met(counts, 300, -1, 100);
}

/// Skew boxes, some of whose half axes are nearly dependent, far from the origin.
TEST(RandomObb3, SkewBoxesEqualIntegers) {
  Boxes boxes(306);
  Counts counts;
  for (int i = 0; i < 1000 && !HasFatalFailure(); ++i) {
    Box a{boxes.vector(1), {}}, b{boxes.vector(1), {}};
    for (Box* box : {&a, &b}) {
      for (Vec& h : box->half_axes) h = boxes.vector(1);
      if (i % 3 == 0) box->half_axes[2] = box->half_axes[0] + box->half_axes[1] + boxes.vector(1e-12);
      if (i % 3 == 1) box->half_axes[2] = box->half_axes[0] + boxes.vector(1e-15);
      if (i % 5 == 0) box->center = box->center + Vec{1e6, 1e5, -1e6};
    }
    check_pair(a, b, counts);
  }
  expect_met(counts, 30, -1, 500);
}

TEST(RandomObb3, EndsOfTheRangeStayExact) {
  Boxes boxes(307);
  Counts counts;
  for (int i = 0; i < 600 && !HasFatalFailure(); ++i) {
    Box a = boxes.lattice_box(), b = boxes.lattice_box();
    const double scale = i % 2 == 0 ? kLargestCoordinate3 / 8 : kSmallestCoordinate3;
    for (Box* box : {&a, &b}) {
      box->center = box->center * scale;
      for (Vec& h : box->half_axes) h = h * scale;
    }
    check_pair(a, b, counts);
  }
  expect_met(counts, 100, 40, 100);
}

Aabb3<double> lattice_aabb(Boxes& boxes) {
  const Vec p = boxes.lattice(2), q = boxes.lattice(2);
  return {{std::min(p.x, q.x), std::min(p.y, q.y), std::min(p.z, q.z)},
          {std::max(p.x, q.x), std::max(p.y, q.y), std::max(p.z, q.z)}};
}
Box oriented(const Aabb3<double>& box) {
  const Vec h = (box.max - box.min) * 0.5;
  return {(box.min + box.max) * 0.5, {{h.x, 0, 0}, {0, h.y, 0}, {0, 0, h.z}}};
}

TEST(RandomAabb3, EqualOrientedBoxes) {
  Boxes boxes(308);
  Counts counts;
  for (int i = 0; i < 3000; ++i) {
    const Aabb3<double> a = lattice_aabb(boxes), b = lattice_aabb(boxes);
    ASSERT_EQ(relation(a, b), relation(oriented(a), oriented(b)));
    ASSERT_EQ(penetration(a, b).depth, penetration(oriented(a), oriented(b)).depth);
    ++counts.relations[static_cast<int>(relation(a, b))];
  }
  expect_met(counts, 500, 500, 300);
}

}  // namespace
}  // namespace touchstone
