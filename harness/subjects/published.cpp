// published.*: the formulas of widely copied tutorials, as published. They are asked invalid scenes too,
// since nothing in them says that they may not be.
#include <array>
#include <cmath>
#include <span>
#include <vector>

#include <touchstone/validity.hpp>

#include "core/published/aabb.hpp"
#include "core/published/angular_span.hpp"
#include "core/published/bounding_circle.hpp"
#include "core/published/capsule.hpp"
#include "core/published/circle.hpp"
#include "core/published/gjk_boolean.hpp"
#include "core/published/minkowski.hpp"
#include "core/published/octagon.hpp"
#include "core/published/point_in_polygon.hpp"
#include "core/published/polygon_sat.hpp"
#include "core/published/ray_circle.hpp"
#include "core/published/rectangle.hpp"
#include "core/published/ring.hpp"
#include "harness/subjects/subjects.hpp"

namespace touchstone {
namespace {

/// The texts declare no error bound; a few roundings of coordinates are forgiven.
constexpr double kPublishedBudgetU = 4;

/// Corners of a box or polygon, in a buffer that is kept.
using Corners = std::vector<Vec2<double>>;
std::span<const Vec2<double>> corners_of(const Shape2<double>& shape, Corners& buffer) {
  if (const auto* polygon = std::get_if<Polygon2<double>>(&shape)) return polygon->points;
  if (const auto* triangle = std::get_if<Triangle2<double>>(&shape)) return triangle->points;
  buffer.clear();
  if (const auto* box = std::get_if<Aabb2<double>>(&shape))
    buffer = {box->min, {box->max.x, box->min.y}, box->max, {box->min.x, box->max.y}};
  if (const auto* obb = std::get_if<Obb2<double>>(&shape)) {
    const auto [u, v] = obb->half_axes;
    buffer = {obb->center - u - v, obb->center + u - v, obb->center + u + v, obb->center - u + v};
  }
  return buffer;
}

/// Valid shapes the convex methods are made for, and invalid ones that look like them.
bool is_convex_area(const Shape2<double>& shape) {
  if (const auto* polygon = std::get_if<Polygon2<double>>(&shape)) {
    if (polygon->points.empty() || !polygon->holes.empty()) return false;
    const auto checked_polygon = checked(*polygon);
    if (checked_polygon.status != Status::ok) return true;
    return checked_polygon.is_convex() && checked_polygon.convex().dimension == 2;
  }
  return has_corners(type_of(shape));
}

/// A rectangle up to the rounding of its half vectors; a zero one is perpendicular to all.
bool is_rectangle(const Shape2<double>& shape) {
  const auto* box = std::get_if<Obb2<double>>(&shape);
  if (box == nullptr) return false;
  const auto [u, v] = box->half_axes;
  return !(std::fabs(dot(u, v)) > 4 * 0x1p-52 * std::sqrt(length_sq(u)) * std::sqrt(length_sq(v)));
}

class Published : public Subject {
 public:
  Published(const char* name, const char* about, TouchPolicy touch) {
    info_.name = name;
    info_.about = about;
    info_.touch = touch;
    info_.judge_invalid = true;
    info_.budget.rounding_u = kPublishedBudgetU;
  }
  const SubjectInfo& info() const override { return info_; }

 private:
  SubjectInfo info_;
};

class PublishedAabb final : public Published {
 public:
  PublishedAabb() : Published("published.aabb", "box against box by comparisons (P2)", TouchPolicy::closed) {}
  bool supports(Query query, const Shape2<double>& a, const Shape2<double>& b) const override {
    return query == Query::relation && std::holds_alternative<Aabb2<double>>(a) &&
           std::holds_alternative<Aabb2<double>>(b);
  }
  Answer answer(Query, const Shape2<double>& a, const Shape2<double>& b) override {
    return {.hit = published::aabb_collide(std::get<Aabb2<double>>(a), std::get<Aabb2<double>>(b))};
  }
};

class PublishedRectangle final : public Published {
 public:
  PublishedRectangle()
      : Published("published.rectangle", "rectangles by four axes, with push-out vector (P1)",
                  TouchPolicy::open) {}
  bool supports(Query query, const Shape2<double>& a, const Shape2<double>& b) const override {
    return (query == Query::relation || query == Query::penetration) && is_rectangle(a) && is_rectangle(b);
  }
  Answer answer(Query query, const Shape2<double>& a, const Shape2<double>& b) override {
    const auto rectangle = [](const Shape2<double>& shape) {
      const auto& box = std::get<Obb2<double>>(shape);
      return published::Rectangle{box.center, box.half_axes[0], box.half_axes[1]};
    };
    const auto result = published::rectangle_collide(rectangle(a), rectangle(b));
    Answer answer{.hit = result.collide, .iterations = result.axes};
    if (query == Query::penetration && result.collide) {
      answer.depth = result.depth;
      answer.mtv = result.mtv;
    }
    return answer;
  }
};

/// The three booleans on convex polygons.
class PublishedPolygon : public Published {
 public:
  using Published::Published;
  bool supports(Query query, const Shape2<double>& a, const Shape2<double>& b) const override {
    return query == Query::relation && is_convex_area(a) && is_convex_area(b);
  }
  Answer answer(Query, const Shape2<double>& a, const Shape2<double>& b) override {
    return collide(corners_of(a, a_), corners_of(b, b_));
  }

 private:
  virtual Answer collide(std::span<const Vec2<double>> a, std::span<const Vec2<double>> b) = 0;
  Corners a_;
  Corners b_;
};

class PublishedGjk final : public PublishedPolygon {
 public:
  PublishedGjk()
      : PublishedPolygon("published.gjk", "boolean GJK on convex polygons (P2)", TouchPolicy::open) {}

 private:
  Answer collide(std::span<const Vec2<double>> a, std::span<const Vec2<double>> b) override {
    const auto result = published::gjk_boolean(a, b);
    if (result.hung) return {.status = Answer::Status::hung, .iterations = result.iterations};
    return {.hit = result.hit, .iterations = result.iterations};
  }
};

class PublishedSat final : public PublishedPolygon {
 public:
  PublishedSat()
      : PublishedPolygon("published.sat", "separating axes of convex polygons, axes not normalised (P2)",
                         TouchPolicy::closed) {}

 private:
  Answer collide(std::span<const Vec2<double>> a, std::span<const Vec2<double>> b) override {
    const auto result = published::polygon_sat(a, b);
    return {.hit = result.hit, .iterations = result.axes};
  }
};

class PublishedSpan final : public PublishedPolygon {
 public:
  PublishedSpan()
      : PublishedPolygon("published.span", "angular span of the Minkowski difference (P2)",
                         TouchPolicy::unspecified) {}

 private:
  Answer collide(std::span<const Vec2<double>> a, std::span<const Vec2<double>> b) override {
    difference_.resize(a.size() * b.size());
    angles_.resize(a.size() * b.size());
    return {.hit = published::angular_span_collide(a, b, difference_, angles_)};
  }
  std::vector<Vec2<double>> difference_;
  std::vector<double> angles_;
};

class PublishedFirstPass final : public PublishedPolygon {
 public:
  PublishedFirstPass()
      : PublishedPolygon("published.first_pass", "circles around polygons, then separating axes (P2)",
                         TouchPolicy::unspecified) {}

 private:
  Answer collide(std::span<const Vec2<double>> a, std::span<const Vec2<double>> b) override {
    const auto exact_test = [&] { return published::polygon_sat(a, b).hit; };
    return {.hit = published::collide_after_circles(published::bounding_circle(a),
                                                    published::bounding_circle(b), exact_test)
                       .hit};
  }
};

/// Outlines without holes, concave ones too.
bool is_outline(const Shape2<double>& shape) {
  const auto* polygon = std::get_if<Polygon2<double>>(&shape);
  return polygon != nullptr ? !polygon->points.empty() && polygon->holes.empty()
                            : has_corners(type_of(shape));
}

/// Point containment plus segment crossing, and point containment alone.
class PublishedContainment final : public Published {
 public:
  PublishedContainment()
      : Published("published.point_in_polygon",
                  "crossing number; with segment crossing for two polygons (the series, by title)",
                  TouchPolicy::unspecified) {}
  bool supports(Query query, const Shape2<double>& a, const Shape2<double>& b) const override {
    if (query == Query::relation) return is_outline(a) && is_outline(b);
    return query == Query::contains && ((is_point(a) && is_outline(b)) || (is_outline(a) && is_point(b)));
  }
  Answer answer(Query query, const Shape2<double>& a, const Shape2<double>& b) override {
    if (query == Query::relation)
      return {.hit = published::polygons_collide(corners_of(a, a_), corners_of(b, b_))};
    const bool first = is_point(a);
    const Vec2<double> point = std::get<Point2<double>>(first ? a : b).at;
    return {.inside = published::point_in_polygon(point, corners_of(first ? b : a, a_))};
  }

 private:
  static bool is_point(const Shape2<double>& shape) { return type_of(shape) == ShapeType::point; }
  Corners a_;
  Corners b_;
};

/// A yes/no formula for two types of shapes, in either order.
template <class A, class B>
class PublishedPair final : public Published {
 public:
  using Formula = bool (*)(const A&, const B&);
  PublishedPair(const char* name, const char* about, TouchPolicy touch, Formula formula)
      : Published(name, about, touch), formula_(formula) {}
  bool supports(Query query, const Shape2<double>& a, const Shape2<double>& b) const override {
    return query == Query::relation && (are<A, B>(a, b) || are<B, A>(a, b));
  }
  Answer answer(Query, const Shape2<double>& a, const Shape2<double>& b) override {
    const bool in_order = are<A, B>(a, b);
    return {.hit = formula_(std::get<A>(in_order ? a : b), std::get<B>(in_order ? b : a))};
  }

 private:
  template <class First, class Second>
  static bool are(const Shape2<double>& a, const Shape2<double>& b) {
    return std::holds_alternative<First>(a) && std::holds_alternative<Second>(b);
  }
  Formula formula_;
};

class PublishedPointInRing final : public Published {
 public:
  PublishedPointInRing()
      : Published("published.point_in_ring", "distance strictly between the radii (P5)", TouchPolicy::open) {}
  bool supports(Query query, const Shape2<double>& a, const Shape2<double>& b) const override {
    const auto is = [](const Shape2<double>& s, ShapeType type) { return type_of(s) == type; };
    return query == Query::contains && ((is(a, ShapeType::point) && is(b, ShapeType::ring)) ||
                                        (is(a, ShapeType::ring) && is(b, ShapeType::point)));
  }
  Answer answer(Query, const Shape2<double>& a, const Shape2<double>& b) override {
    const bool first = type_of(a) == ShapeType::point;
    return {.inside = published::point_in_ring(std::get<Point2<double>>(first ? a : b).at,
                                               std::get<Ring2<double>>(first ? b : a))};
  }
};

/// Asked with the direction as given, or made a unit vector first (and t told in multiples of the given one).
class PublishedRay final : public Published {
 public:
  PublishedRay(const char* name, const char* about, bool normalised)
      : Published(name, about, TouchPolicy::open), normalised_(normalised) {}
  bool supports(Query query, const Shape2<double>& a, const Shape2<double>& b) const override {
    const auto are = [&](ShapeType first, ShapeType second) {
      return type_of(a) == first && type_of(b) == second;
    };
    return query == Query::raycast &&
           (are(ShapeType::ray, ShapeType::circle) || are(ShapeType::circle, ShapeType::ray));
  }
  Answer answer(Query, const Shape2<double>& a, const Shape2<double>& b) override {
    const bool first = type_of(a) == ShapeType::ray;
    Ray2<double> ray = std::get<Ray2<double>>(first ? a : b);
    const double length = normalised_ ? std::sqrt(dot(ray.direction, ray.direction)) : 1;
    ray.direction = {ray.direction.x / length, ray.direction.y / length};
    const auto result = published::ray_circle(ray, std::get<Circle2<double>>(first ? b : a));
    if (!result.hit) return {.hit = false};
    return {.hit = true, .t = result.t / length, .point = result.point};
  }

 private:
  bool normalised_;
};

/// Circles and ellipses as octagons, against each other and against convex polygons.
class PublishedOctagon final : public Published {
 public:
  PublishedOctagon(const char* name, const char* about, published::RoundAs how)
      : Published(name, about, TouchPolicy::unspecified), how_(how) {}
  bool supports(Query query, const Shape2<double>& a, const Shape2<double>& b) const override {
    return query == Query::relation && (is_round(a) || is_round(b)) && (is_round(a) || is_convex_area(a)) &&
           (is_round(b) || is_convex_area(b));
  }
  Answer answer(Query, const Shape2<double>& a, const Shape2<double>& b) override {
    return {.hit = published::polygon_sat(outline(a, a_), outline(b, b_)).hit};
  }

 private:
  static bool is_round(const Shape2<double>& shape) {
    return type_of(shape) == ShapeType::circle || type_of(shape) == ShapeType::ellipse;
  }
  std::span<const Vec2<double>> outline(const Shape2<double>& shape, Corners& buffer) const {
    if (!is_round(shape)) return corners_of(shape, buffer);
    buffer.resize(published::kOctagonSides);
    if (const auto* circle = std::get_if<Circle2<double>>(&shape))
      return published::circle_polygon(*circle, how_, buffer);
    return published::ellipse_polygon(std::get<Ellipse2<double>>(shape), how_, buffer);
  }
  published::RoundAs how_;
  Corners a_;
  Corners b_;
};

template <class A, class B>
std::unique_ptr<Subject> pair_subject(const char* name, const char* about, TouchPolicy touch,
                                      bool (*formula)(const A&, const B&)) {
  return std::make_unique<PublishedPair<A, B>>(name, about, touch, formula);
}

}  // namespace

Subjects published_subjects() {
  Subjects subjects;
  subjects.push_back(std::make_unique<PublishedAabb>());
  subjects.push_back(std::make_unique<PublishedRectangle>());
  subjects.push_back(std::make_unique<PublishedSat>());
  subjects.push_back(std::make_unique<PublishedGjk>());
  subjects.push_back(std::make_unique<PublishedSpan>());
  subjects.push_back(std::make_unique<PublishedFirstPass>());
  subjects.push_back(std::make_unique<PublishedContainment>());
  using Circle = Circle2<double>;
  using Capsule = Capsule2<double>;
  using Ring = Ring2<double>;
  subjects.push_back(pair_subject<Circle, Circle>("published.circle", "distance against the radii (P2)",
                                                  TouchPolicy::open, published::circle_collide));
  subjects.push_back(pair_subject<Circle, Circle>("published.circle_squared",
                                                  "squared distance, no root (P2)", TouchPolicy::open,
                                                  published::circle_collide_squared));
  subjects.push_back(pair_subject<Circle, Circle>("published.circle_closed",
                                                  "distance against the radii (P4)", TouchPolicy::closed,
                                                  published::circle_meet));
  subjects.push_back(pair_subject<Capsule, Capsule>("published.capsule",
                                                    "closest points of the axes, then circles (P4)",
                                                    TouchPolicy::closed, published::capsule_collide));
  subjects.push_back(pair_subject<Capsule, Circle>("published.capsule_circle",
                                                   "closest point of the axis, then circles (P4)",
                                                   TouchPolicy::closed, published::capsule_collide));
  subjects.push_back(pair_subject<Ring, Circle>("published.ring_circle", "distance against the radii (P5)",
                                                TouchPolicy::closed, published::ring_circle_collide));
  subjects.push_back(pair_subject<Ring, Ring>("published.ring", "the smaller ring as a disc (P5)",
                                              TouchPolicy::closed, published::ring_ring_collide));
  subjects.push_back(std::make_unique<PublishedPointInRing>());
  subjects.push_back(std::make_unique<PublishedRay>(
      "published.ray_circle", "quadratic formula, direction taken for a unit vector (P4)", false));
  subjects.push_back(std::make_unique<PublishedRay>(
      "published.ray_circle_unit", "the same, direction made a unit vector first (P4)", true));
  subjects.push_back(std::make_unique<PublishedOctagon>(
      "published.octagon", "circles and ellipses as inscribed octagons (P2)", published::RoundAs::inscribed));
  subjects.push_back(std::make_unique<PublishedOctagon>("published.octagon_around",
                                                        "circles and ellipses as circumscribed octagons (P2)",
                                                        published::RoundAs::circumscribed));
  return subjects;
}

}  // namespace touchstone
