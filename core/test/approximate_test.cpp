#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include <touchstone/approximate.hpp>
#include <touchstone/polygon.hpp>

namespace touchstone {
namespace {

using Point = Vec2<double>;
using Points = std::vector<Point>;

TEST(MakeInscribed, FourVerticesOfTheUnitCircleAreExact) {
  Points square(4);
  make_inscribed<double>(Circle2<double>{{0, 0}, 1}, square);
  EXPECT_EQ(square, (Points{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}));
  make_inscribed<double>(Circle2<double>{{10, 20}, 3}, square);
  EXPECT_EQ(square, (Points{{13, 20}, {10, 23}, {7, 20}, {10, 17}}));
}
TEST(MakeCircumscribed, FourTangentsOfTheUnitCircleAreASquare) {
  Points square(4);
  make_circumscribed<double>(Circle2<double>{{0, 0}, 1}, square);
  for (const Point p : square) {
    EXPECT_NEAR(std::fabs(p.x), 1, kCircumscribedCircleBound * 0x1p-52);
    EXPECT_NEAR(std::fabs(p.y), 1, kCircumscribedCircleBound * 0x1p-52);
  }
  EXPECT_EQ(square[0], -square[2]);
  EXPECT_EQ(square[1], perp(square[0]));
}
TEST(MakeInscribed, EllipseFollowsItsHalfAxesCounterClockwise) {
  Points rhombus(4);
  make_inscribed<double>(Ellipse2<double>{{1, 1}, {{3, 1}, {0, 2}}}, rhombus);
  EXPECT_EQ(rhombus, (Points{{4, 2}, {1, 3}, {-2, 0}, {1, -1}}));
  make_inscribed<double>(Ellipse2<double>{{1, 1}, {{3, 1}, {0, -2}}}, rhombus);
  EXPECT_EQ(rhombus, (Points{{4, 2}, {1, 3}, {-2, 0}, {1, -1}}));
}
TEST(MakeInscribed, RadiusZeroIsTheCentreAndNaNIsNaN) {
  Points triangle(3);
  make_inscribed<double>(Circle2<double>{{5, 6}, 0}, triangle);
  EXPECT_EQ(triangle, (Points{{5, 6}, {5, 6}, {5, 6}}));
  make_inscribed<double>(Circle2<double>{{5, 6}, std::numeric_limits<double>::quiet_NaN()}, triangle);
  EXPECT_TRUE(std::isnan(triangle[1].x));
}
TEST(Gaps, OfTriangleSquareAndOctagon) {
  EXPECT_NEAR(inscribed_gap(2, 3), 1, 4 * 0x1p-52);
  EXPECT_NEAR(circumscribed_gap(2, 3), 2, 16 * 0x1p-52);
  EXPECT_NEAR(inscribed_gap(1, 4), 1 - std::sqrt(0.5), 4 * 0x1p-52);
  EXPECT_NEAR(inscribed_gap(1, 8), 0.0761204674887134, 1e-15);
  EXPECT_NEAR(circumscribed_gap(1, 8), 0.0823922002923940, 1e-15);
}

using Long = long double;
struct LongPoint {
  Long x, y;
};
/// Distance of the line p q from the origin, positive on its left.
Long line_height(LongPoint p, LongPoint q) {
  return (p.x * q.y - p.y * q.x) / std::hypot(q.x - p.x, q.y - p.y);
}

/// How far rounding moved a polygon past its circle, in u.
struct Worst {
  double vertex_outside = 0;  ///< inscribed
  double edge_inside = 0;     ///< circumscribed
};
/// No vertex is off by more than an edge of the circumscribed polygon may be, and a gap, of at most the
/// radius, is within 8 eps.
constexpr double kGapBound = kCircumscribedCircleBound + 8;

template <class T>
Worst circle_errors(std::uint64_t seed, bool at_origin) {
  std::mt19937_64 random(seed);
  const auto unit = [&] { return double(random() >> 11) * 0x1p-53; };
  Worst worst;
  for (int i = 0; i < 3000; ++i) {
    const double far = at_origin ? 0 : std::ldexp(unit(), int(random() % 20));
    const Circle2<T> circle{{static_cast<T>(far), static_cast<T>(-far * unit())},
                            static_cast<T>(0.5 + unit())};
    std::vector<Vec2<T>> in(3 + random() % 30), around(in.size());
    make_inscribed<T>(circle, in);
    make_circumscribed<T>(circle, around);
    const double scale =
        std::max(std::fabs(circle.center.x), std::fabs(circle.center.y)) + double{circle.radius};
    const Long u = scale * Long{std::numeric_limits<T>::epsilon()};
    const auto relative = [&](Vec2<T> p) {
      return LongPoint{Long{p.x} - Long{circle.center.x}, Long{p.y} - Long{circle.center.y}};
    };
    const double gaps[2] = {inscribed_gap(circle.radius, in.size()),
                            circumscribed_gap(circle.radius, in.size())};
    for (std::size_t k = 0; k < in.size(); ++k) {
      const std::size_t next = (k + 1) % in.size();
      const LongPoint p = relative(in[k]), q = relative(around[k]);
      const Long outside = std::hypot(p.x, p.y) - circle.radius;
      const Long inside = circle.radius - line_height(q, relative(around[next]));
      worst.vertex_outside = std::max(worst.vertex_outside, static_cast<double>(outside / u));
      worst.edge_inside = std::max(worst.edge_inside, static_cast<double>(inside / u));
      EXPECT_LE(std::fabs(outside), kInscribedCircleBound * u);
      EXPECT_LE(std::fabs(inside), kCircumscribedCircleBound * u);
      EXPECT_LE(std::fabs(circle.radius - line_height(p, relative(in[next])) - gaps[0]), kGapBound * u);
      EXPECT_LE(std::fabs(std::hypot(q.x, q.y) - circle.radius - gaps[1]), kGapBound * u);
    }
  }
  return worst;
}
TEST(MakeInscribed, VerticesAreOnTheCircleWithinTheBound) {
  const Worst worst = circle_errors<double>(81, true);
  RecordProperty("vertex_outside_u", std::to_string(worst.vertex_outside));
  RecordProperty("edge_inside_u", std::to_string(worst.edge_inside));
  EXPECT_GT(worst.vertex_outside, 0.2);
  EXPECT_GT(worst.edge_inside, 0.2);
  circle_errors<double>(82, false);
  circle_errors<float>(83, false);
}

/// Errors of an ellipse's polygons in u: an ellipse x^2 / p^2 + y^2 / q^2 = 1, turned; the support of a unit
/// normal n is sqrt((u.n)^2 + (v.n)^2).
Worst ellipse_errors(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto unit = [&] { return double(random() >> 11) * 0x1p-52 - 1; };
  Worst worst;
  for (int i = 0; i < 3000; ++i) {
    const double size = std::ldexp(1.0, -int(random() % 8));
    const Ellipse2<double> ellipse{{unit(), unit()}, {{unit(), unit()}, {unit() * size, unit() * size}}};
    const auto [u, v] = ellipse.half_axes;
    Points in(3 + random() % 20), around(in.size());
    make_inscribed<double>(ellipse, in);
    make_circumscribed<double>(ellipse, around);
    double scale = 0;
    for (const Point p : {ellipse.center + u, ellipse.center - u, ellipse.center + v, ellipse.center - v})
      scale = std::max({scale, std::fabs(p.x), std::fabs(p.y)});
    const Long det = Long{u.x} * v.y - Long{u.y} * v.x;
    for (std::size_t k = 0; k < in.size(); ++k) {
      const Long x = Long{in[k].x} - ellipse.center.x, y = Long{in[k].y} - ellipse.center.y;
      const Long c = (x * v.y - y * v.x) / det, s = (y * u.x - x * u.y) / det;
      // Along the ray from the centre the curve is at 1 / length(c, s): an upper bound of the distance.
      const Long outside = std::hypot(x, y) * std::fabs(1 - 1 / std::hypot(c, s));
      // The outward normal at that point bounds the distance from below: the gradient of c^2 + s^2.
      const Long gx = (c * v.y - s * u.y) / det, gy = (s * u.x - c * v.x) / det;
      const Long height = (std::hypot(c, s) - 1) / std::hypot(gx, gy) * std::hypot(c, s);
      EXPECT_LE(std::fabs(height), outside * (1 + 1e-9L) + 1e-25L);
      worst.vertex_outside = std::max(worst.vertex_outside, static_cast<double>(height / (scale * 0x1p-52L)));
      const Point p = around[k], q = around[(k + 1) % around.size()];
      const Long ex = Long{q.x} - p.x, ey = Long{q.y} - p.y, len = std::hypot(ex, ey);
      const Long support = std::hypot((u.x * ey - u.y * ex) / len, (v.x * ey - v.y * ex) / len);
      const Long distance = ((p.x - Long{ellipse.center.x}) * ey - (p.y - Long{ellipse.center.y}) * ex) / len;
      worst.edge_inside =
          std::max(worst.edge_inside, static_cast<double>((support - distance) / (scale * 0x1p-52L)));
    }
  }
  return worst;
}
TEST(MakeInscribed, EllipsePolygonsKeepTheirSideWithinTheBounds) {
  const Worst worst = ellipse_errors(84);
  RecordProperty("vertex_outside_u", std::to_string(worst.vertex_outside));
  RecordProperty("edge_inside_u", std::to_string(worst.edge_inside));
  EXPECT_GT(worst.vertex_outside, 0.2);
  EXPECT_LE(worst.vertex_outside, kInscribedEllipseBound);
  EXPECT_GT(worst.edge_inside, 0.2);
  EXPECT_LE(worst.edge_inside, kCircumscribedEllipseBound);
}

TEST(MakeInscribed, PolygonsAreConvexAndCounterClockwise) {
  for (std::size_t n = 3; n < 40; ++n) {
    Points points(n);
    EXPECT_TRUE(is_convex<double>(make_inscribed<double>(Circle2<double>{{0.1, 0.7}, 0.3}, points)));
    EXPECT_EQ(winding<double>(points), 1);
    EXPECT_TRUE(is_convex<double>(
        make_circumscribed<double>(Ellipse2<double>{{0.1, 0.7}, {{0.3, 0.1}, {0.5, -0.2}}}, points)));
    EXPECT_EQ(winding<double>(points), 1);
  }
}

}  // namespace
}  // namespace touchstone
