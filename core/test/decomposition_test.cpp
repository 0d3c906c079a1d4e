#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <touchstone/decomposition.hpp>
#include <touchstone/polygon_relation.hpp>

#include "core/test/rational_reference.hpp"

namespace touchstone {
namespace {

using reference::Rational;
template <class T>
using PointsOf = std::vector<Vec2<T>>;
using Points = PointsOf<double>;

/// A polygon that owns its points; the first contour is the outer one.
template <class T>
struct AreaOf {
  std::vector<PointsOf<T>> contours;
  mutable std::vector<Contour2<T>> holes = {};

  Polygon2<T> view() const {
    holes.assign(contours.begin() + 1, contours.end());
    return {contours[0], holes};
  }
};
using Area = AreaOf<double>;

template <class T>
std::string print(const AreaOf<T>& area) {
  std::string text;
  for (const PointsOf<T>& contour : area.contours) {
    text += "{";
    for (const Vec2<T> p : contour) {
      char buffer[80];
      std::snprintf(buffer, sizeof buffer, "{%.17g, %.17g}, ", double{p.x}, double{p.y});
      text += buffer;
    }
    text += "}, ";
  }
  return text;
}

template <class T>
Rational twice_area(Contour2<T> contour) {
  Rational sum = 0;
  for (std::size_t i = 0; i < contour.size(); ++i)
    sum += cross(reference::rational(contour[i]), reference::rational(contour[(i + 1) % contour.size()]));
  return sum;
}
template <class T>
Contour2<T> points_of(const ConvexView<T>& part) {
  return {part.first, static_cast<std::size_t>(part.count)};
}
template <class T>
int reflex_corners(const AreaOf<T>& area) {
  int count = 0;
  for (std::int32_t k = 0; k < boundary::contour_count(area.view()); ++k) {
    const boundary::Ring<T> ring = boundary::contour(area.view(), k);
    const int side = boundary::interior_side(area.view(), k);
    for (std::int32_t i = 0; i < ring.count; ++i)
      count += side * boundary::orientation(ring.distinct_before(i), ring[i], ring.distinct_after(i)) < 0;
  }
  return count;
}

/// Empty when the parts keep the four laws of decompose(), else what is wrong.
template <class T>
std::string broken_law(const AreaOf<T>& area, const ConvexParts<T>& parts) {
  if (parts.status != Status::ok) return parts.reason;
  std::set<std::pair<T, T>> vertices;
  Rational left = 0;
  for (const PointsOf<T>& contour : area.contours) {
    for (const Vec2<T> p : contour) vertices.emplace(p.x, p.y);
    left += (left == 0 ? 1 : -1) * abs(twice_area(Contour2<T>(contour)));
  }
  for (std::int32_t i = 0; i < parts.count(); ++i) {
    const ConvexView<T> part = parts.part(i);
    for (const Vec2<T> p : points_of(part))
      if (vertices.count({p.x, p.y}) == 0) return "a corner of a part is no vertex";
    if (turning_of(points_of(part)) != Turning::convex) return "a part is not convex";
    left -= twice_area(points_of(part));
    for (std::int32_t j = 0; j < i; ++j)
      if (relation_sat(part, parts.part(j)).relation == Relation::overlapping) return "two parts overlap";
  }
  if (left != 0) return "the areas differ";
  return parts.count() > 2 * reflex_corners(area) + 1 ? "a needless cut" : "";
}
std::string broken_law(const Area& area) {
  return broken_law(area, decompose(area.view()));
}

Points box(double left, double bottom, double right, double top) {
  return {{left, bottom}, {right, bottom}, {right, top}, {left, top}};
}
const Area kFrame{{box(0, 0, 9, 9), box(3, 3, 6, 6)}};

TEST(Decompose, ConvexPolygonIsOnePart) {
  const Area hexagon{{{{0, 0}, {0, 2}, {1, 3}, {2, 2}, {2, 0}, {2, 0}, {1, 0}}}};
  const ConvexParts<double> parts = decompose(hexagon.view());
  EXPECT_EQ(parts.count(), 1);
  EXPECT_EQ(parts.part(0).count, 5);
  EXPECT_EQ(broken_law(hexagon, parts), "");
}
TEST(Decompose, OneReflexCornerIsTwoParts) {
  const Area corner{{{{0, 0}, {4, 0}, {4, 2}, {2, 2}, {2, 4}, {0, 4}}}};
  EXPECT_EQ(decompose(corner.view()).count(), 2);
  EXPECT_EQ(broken_law(corner), "");
}
TEST(Decompose, FrameAndItsMirrorImageKeepTheLaws) {
  EXPECT_EQ(broken_law(kFrame), "");
  Area mirrored = kFrame;
  for (Points& contour : mirrored.contours) std::reverse(contour.begin(), contour.end());
  EXPECT_EQ(broken_law(mirrored), "");
}
TEST(Decompose, HolesThatTouchTheOutlineAndEachOtherInPoints) {
  EXPECT_EQ(broken_law({{box(0, 0, 4, 4), {{0, 0}, {2, 1}, {1, 2}}}}), "");
  EXPECT_EQ(broken_law({{box(0, 0, 8, 8),
                         {{4, 0}, {6, 3}, {2, 3}},
                         {{0, 4}, {1, 5}, {1, 3}},
                         {{4, 4}, {5, 5}, {3, 5}},
                         {{3, 5}, {2, 6}, {2, 5}},
                         {{8, 8}, {6, 7}, {7, 6}}}}),
            "");
}
TEST(Decompose, RepeatedAndCollinearVerticesKeepTheLaws) {
  EXPECT_EQ(broken_law({{{{0, 0},
                          {1, 0},
                          {1, 0},
                          {2, 0},
                          {4, 0},
                          {4, 4},
                          {4, 4},
                          {3, 4},
                          {3, 2},
                          {2, 2},
                          {1, 2},
                          {1, 3},
                          {1, 4},
                          {0, 4},
                          {0, 4},
                          {0, 2}}}}),
            "");
}
TEST(Decompose, ReflexCornerOneUlpDeepIsTwoParts) {
  const double below = std::nextafter(4.0, 0.0);
  EXPECT_EQ(decompose(Area{{{{0, 0}, {4, 0}, {4, 4}, {2, 4}, {0, 4}}}}.view()).count(), 1);
  const Area dented{{{{0, 0}, {4, 0}, {4, 4}, {2, below}, {0, 4}}}};
  EXPECT_EQ(decompose(dented.view()).count(), 2);
  EXPECT_EQ(broken_law(dented), "");
}
TEST(Decompose, FlatPolygonIsOneFlatPart) {
  const ConvexParts<double> segment = decompose(Area{{{{0, 0}, {2, 2}, {1, 1}}}}.view());
  EXPECT_EQ(segment.points, (Points{{0, 0}, {2, 2}}));
  EXPECT_EQ(segment.part(0).dimension, 1);
  EXPECT_EQ(decompose(Area{{{{3, 1}, {3, 1}, {3, 1}}}}.view()).points, (Points{{3, 1}}));
}
TEST(Decompose, BadPolygonsHaveNoPartsAndAReason) {
  const ConvexParts<double> bow = decompose(Area{{{{0, 0}, {2, 2}, {2, 0}, {0, 2}}}}.view());
  EXPECT_EQ(bow.status, Status::invalid_input);
  EXPECT_EQ(bow.count(), 0);
  EXPECT_STRNE(bow.reason, "");
  EXPECT_EQ(decompose(Area{{{{0, 0}, {1, NAN}, {2, 0}}}}.view()).status, Status::invalid_input);
  EXPECT_EQ(decompose(Area{{{{0, 0}, {1, 0x1p501}, {2, 0}}}}.view()).status, Status::out_of_range);
  const ConvexParts<double> square = decompose(Area{{box(0, 0, 1, 1)}}.view());
  EXPECT_EQ(relation_parts(bow, square).status, Status::invalid_input);
  EXPECT_EQ(relation_parts(square, bow).status, Status::invalid_input);
}

Area comb(int teeth) {
  Points points{{2.0 * teeth - 1, 0}};
  for (int i = teeth - 1; i >= 0; --i) {
    for (const Vec2<double> p : {Vec2<double>{2.0 * i + 1, 4}, {2.0 * i, 4}}) points.push_back(p);
    if (i > 0) points.push_back({2.0 * i, 1});
    if (i > 0) points.push_back({2.0 * i - 1, 1});
  }
  points.push_back({0, 0});
  return {{points}};
}
/// A corridor of width 1 that winds inwards.
Area spiral(int turns) {
  Points outer, inner;
  for (int k = 0; k < 4 * turns; ++k) {
    const double reach = 2.0 * turns + 2 - k / 2.0;
    const double x = k % 4 == 0 || k % 4 == 3 ? -reach : reach;
    const double y = k % 4 < 2 ? -reach : reach;
    outer.push_back({x, y});
    inner.push_back({x < 0 ? x + 1 : x - 1, y < 0 ? y + 1 : y - 1});
  }
  outer.insert(outer.end(), inner.rbegin(), inner.rend());
  return {{outer}};
}
TEST(Decompose, CombsAndSpiralsKeepTheLaws) {
  EXPECT_EQ(broken_law(comb(25)), "");
  EXPECT_EQ(decompose(comb(25).view()).count(), 26);
  for (int turns = 2; turns < 12; ++turns) EXPECT_EQ(broken_law(spiral(turns)), "") << turns;
}

TEST(RelationParts, FramesByHand) {
  const ConvexParts<double> frame = decompose(kFrame.view());
  const auto with = [&](const Points& points) {
    const ConvexParts<double> other = decompose(Area{{points}}.view());
    EXPECT_EQ(relation_parts(other, frame).relation, relation_parts(frame, other).relation);
    return relation_parts(frame, other).relation;
  };
  EXPECT_EQ(with(box(4, 4, 5, 5)), Relation::disjoint);
  EXPECT_EQ(with(box(3, 3, 6, 6)), Relation::touching);
  EXPECT_EQ(with(box(std::nextafter(3.0, 0.0), 3, 6, 6)), Relation::overlapping);
  EXPECT_EQ(with(box(std::nextafter(3.0, 4.0), 4, 5, 5)), Relation::disjoint);
  EXPECT_EQ(with(box(9, 9, 10, 10)), Relation::touching);
  EXPECT_EQ(with(box(-1, -1, 10, 10)), Relation::overlapping);
}

/// Simple polygons on a small lattice, many of whose vertices meet.
class Lattice {
 public:
  explicit Lattice(std::uint32_t seed) : random_(seed) {}
  int below(int n) { return static_cast<int>(random_() % static_cast<std::uint32_t>(n)); }

  /// A short tour of random lattice points: crossings of its edges are undone, which shortens it.
  Points tour(int count, int lattice) {
    for (;;) {
      Points points;
      for (int i = 0; i < count; ++i)
        points.push_back({static_cast<double>(below(lattice)), static_cast<double>(below(lattice))});
      while (shorten(points)) continue;
      if (checked(Polygon2<double>{points}).ok()) return points;
    }
  }
  /// With up to six holes, as far as they fit.
  Area with_holes(int count, int lattice) {
    Area area{{tour(count, lattice)}};
    for (int k = 0; k < 6; ++k) {
      area.contours.push_back(tour(3 + below(3), 4));
      const Vec2<double> shift{static_cast<double>(below(lattice)), static_cast<double>(below(lattice))};
      for (Vec2<double>& p : area.contours.back()) p = p + shift;
      if (!checked(area.view()).ok()) area.contours.pop_back();
    }
    return area;
  }

 private:
  static bool shorten(Points& points) {
    for (std::size_t i = 0; i + 2 < points.size(); ++i) {
      for (std::size_t j = i + 2; j < points.size() - (i == 0); ++j) {
        const Vec2<double> after = points[(j + 1) % points.size()];
        const double now = length(points[i] - points[i + 1]) + length(points[j] - after);
        if (length(points[i] - points[j]) + length(points[i + 1] - after) > now - 1e-9) continue;
        const auto at = [&](std::size_t k) { return points.begin() + static_cast<std::ptrdiff_t>(k) + 1; };
        std::reverse(at(i), at(j));
        return true;
      }
    }
    return false;
  }
  std::mt19937 random_;
};

constexpr std::uint32_t kSeed = 20240713;

TEST(DecomposeRandom, ToursOfLatticePointsKeepTheLaws) {
  Lattice lattice(kSeed);
  int concave = 0;
  for (int i = 0; i < 800; ++i) {
    const int count = 4 + lattice.below(40);
    const Area area{{lattice.tour(count, count < 12 ? 5 : 16)}};
    const ConvexParts<double> parts = decompose(area.view());
    if (parts.status == Status::ok && parts.part(0).dimension < 2) continue;
    ASSERT_EQ(broken_law(area, parts), "") << print(area) << "seed " << kSeed << ", case " << i;
    concave += parts.count() > 1;
  }
  EXPECT_GT(concave, 600);
}
TEST(DecomposeRandom, ToursWithHolesKeepTheLaws) {
  Lattice lattice(kSeed + 1);
  int holes = 0;
  int touching = 0;
  for (int i = 0; i < 800; ++i) {
    const Area area = lattice.with_holes(8 + lattice.below(16), 10);
    const ConvexParts<double> parts = decompose(area.view());
    if (parts.part(0).dimension < 2) continue;
    ASSERT_EQ(broken_law(area, parts), "") << print(area) << "seed " << kSeed + 1 << ", case " << i;
    for (std::size_t k = 1; k < area.contours.size(); ++k) {
      ++holes;
      const Area without{{area.contours[0]}};
      const auto located = [&](Vec2<double> p) { return locate(without.view(), p); };
      for (const Vec2<double> p : area.contours[k]) touching += located(p) == Location::boundary;
    }
  }
  EXPECT_GT(holes, 300);
  EXPECT_GT(touching, 100);
}
TEST(DecomposeRandom, FloatsOffTheLatticeKeepTheLaws) {
  Lattice lattice(kSeed + 2);
  int tried = 0;
  for (int i = 0; i < 300; ++i) {
    AreaOf<float> area{{{}}};
    for (const Vec2<double> p : lattice.tour(30, 1 << 20))
      area.contours[0].push_back({static_cast<float>(p.x * 0.1), static_cast<float>(p.y * 0.1)});
    if (!checked(area.view()).ok()) continue;
    ++tried;
    ASSERT_EQ(broken_law(area, decompose(area.view())), "") << print(area) << "seed " << kSeed + 2;
  }
  EXPECT_GT(tried, 250);
}

/// Counts how often each relation was met.
void compare_with_polygons(Lattice& lattice, int size, std::uint32_t seed, int (&met)[3]) {
  for (int i = 0; i < 2500; ++i) {
    const Area a = lattice.with_holes(4 + lattice.below(24), size);
    Area b{{lattice.tour(3 + lattice.below(10), 2 + lattice.below(4))}};
    const Vec2<double> shift{static_cast<double>(lattice.below(size)),
                             static_cast<double>(lattice.below(size))};
    for (Vec2<double>& p : b.contours[0]) p = p + shift;
    const Checked2<double> checked_a = checked(a.view());
    const Checked2<double> checked_b = checked(b.view());
    const bool convex = checked_a.is_convex() && checked_b.is_convex();
    const Relation want = convex ? relation_sat(checked_a.convex(), checked_b.convex()).relation
                                 : relation_polygon(checked_a, checked_b).relation;
    const ConvexParts<double> parts_a = decompose(checked_a);
    const ConvexParts<double> parts_b = decompose(checked_b);
    ASSERT_EQ(relation_parts(parts_a, parts_b).relation, want) << print(a) << print(b) << "seed " << seed;
    ASSERT_EQ(relation_parts(parts_b, parts_a).relation, want) << print(b) << print(a) << "seed " << seed;
    ++met[static_cast<int>(want)];
  }
}
TEST(RelationPartsRandom, AgreesWithTheWholePolygons) {
  Lattice lattice(kSeed + 3);
  int met[3] = {};
  compare_with_polygons(lattice, 9, kSeed + 3, met);
  for (const int count : met) EXPECT_GT(count, 200) << "seed " << kSeed + 3;
}
TEST(RelationPartsRandom, SegmentsAndPointsAlongCutsAgreeWithTheWholePolygons) {
  Lattice lattice(kSeed + 4);
  int met[3] = {};
  for (int i = 0; i < 4000; ++i) {
    const Area a = lattice.with_holes(4 + lattice.below(12), 6);
    const Checked2<double> checked_a = checked(a.view());
    if (checked_a.is_convex()) continue;
    const auto coordinate = [&] { return lattice.below(13) / 2.0; };
    Area b{{{{coordinate(), coordinate()}, {coordinate(), coordinate()}}}};
    b.contours[0].push_back(b.contours[0][lattice.below(2)]);
    if (i % 3 == 0) b.contours[0].assign(3, b.contours[0][0]);
    const Relation want = relation_polygon(checked_a, checked(b.view())).relation;
    const ConvexParts<double> parts_a = decompose(checked_a);
    const ConvexParts<double> parts_b = decompose(b.view());
    ASSERT_EQ(relation_parts(parts_a, parts_b).relation, want)
        << print(a) << print(b) << "seed " << kSeed + 4;
    ASSERT_EQ(relation_parts(parts_b, parts_a).relation, want)
        << print(b) << print(a) << "seed " << kSeed + 4;
    ++met[static_cast<int>(want)];
  }
  for (const int count : met) EXPECT_GT(count, 300) << "seed " << kSeed + 4;
}

}  // namespace
}  // namespace touchstone
